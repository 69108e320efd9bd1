/* Laws of records: a match can be written and read back by every viewer. */
#include <string.h>

#include "core/record.h"
#include "laws.h"

static const struct fl_players players = {
    .kind = {"person", "matelot", "", "person"},
    .name = {"Anne", "Mary Read", "", "L'Olonnais"},
};

static bool same_steps(const struct fl_match *a, const struct fl_match *b)
{
    return a->steps == b->steps &&
           (!a->steps || !memcmp(a->log, b->log, a->steps * sizeof a->log[0]));
}

static void record_is_the_match(struct moment *now, const struct fl_record *record, int viewer,
                                const struct fl_buf *text)
{
    const struct fl_match *read = &record->match;
    union fl_state expected = fl_through_the_eyes_of(now->game, &now->match->state, viewer);
    fl_holds(now, read->viewer == viewer, "a record is another one's");
    fl_holds(now, fl_same_state(now->game, &read->state, &expected), "a record leads elsewhere");
    fl_holds(now, read->steps == now->match->steps, "a record has other moves");
    if (viewer == FL_TRUTH)
        fl_holds(now, same_steps(read, now->match), "a record has other moves");
    struct fl_buf again = fl_buf_over(now->page[1], FL_PAGE);
    fl_record_write(read, &record->players, viewer, &again);
    fl_holds(now, !strcmp(again.at, text->at), "a record is written otherwise the second time");
}

static void log_is_a_match(struct moment *now, int viewer)
{
    struct fl_buf text = fl_buf_over(now->page[0], FL_PAGE);
    struct fl_record record;
    struct fl_record_error error;
    fl_record_write(now->match, &players, viewer, &text);
    fl_holds(now, !text.overflowed, "a record is too long");
    bool read = fl_record_read(text.at, text.len, fl_any_game_find, &record, &error);
    if (!fl_holds(now, read, read ? "" : error.key))
        return;
    record_is_the_match(now, &record, viewer, &text);
    fl_match_end(&record.match);
}

static void a_log_is_a_match(struct moment *now)
{
    uint32_t one = fl_rng_below(now->rng, (uint32_t)fl_viewers(now));
    log_is_a_match(now, FL_TRUTH);
    log_is_a_match(now, fl_viewer(now, (int)one));
}

const struct law fl_laws_of_records[] = {
    LAW(a_log_is_a_match, 400, NULL),
    {0},
};
