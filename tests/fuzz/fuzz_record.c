/* Fuzzes the reader of records.
 *
 * An input is read as a record; a valid one must be written and read again to the same match. An
 * input that begins with a zero byte is played as a match instead, byte by byte. Its record must be
 * readable; it is then damaged in one place and read again, so that the reader also meets texts
 * that are almost correct. */
#include "core/record.h"
#include "fuzz.h"

enum { LONGEST = 100 }; /* steps of a played match */

/* Memory for a record: of the match that was read, or that was played. */
struct page {
    char *at;
    size_t room;
};

/* The bytes of an input, one after the other, then zeros. */
struct choices {
    const uint8_t *at, *end;
};

static uint8_t next(struct choices *c)
{
    return c->at < c->end ? *c->at++ : 0;
}

static void refusal_is_told(const struct fl_record_error *error)
{
    struct fl_phrase said;
    MUST(error->line > 0 && memchr(error->detail, '\0', sizeof error->detail));
    for (const char *c = error->detail; *c; c++)
        MUST(*c >= ' ' && *c < 127);
    fl_record_error_say(error, &said);
    fuzz_say(&said);
}

/* Whether the text is a record. It must then be one again after writing. */
static bool is_a_record(const char *text, size_t len, struct page page)
{
    struct fl_record record, again;
    struct fl_record_error error;
    struct fl_buf out = fl_buf_over(page.at, page.room);
    if (!fl_record_read(text, len, fuzz_game_named, &record, &error)) {
        refusal_is_told(&error);
        return false;
    }
    const struct fl_match *m = &record.match;
    fl_record_write(m, &record.players, m->viewer, &out);
    MUST(!out.overflowed);
    MUST(fl_record_read(out.at, out.len, fuzz_game_named, &again, &error));
    MUST(again.match.viewer == m->viewer && again.match.steps == m->steps);
    MUST(fl_hash(m->game, &again.match.state) == fl_hash(m->game, &m->state));
    MUST(again.match.rolls == m->rolls && fl_match_events(&again.match) == fl_match_events(m));
    MUST(!memcmp(&again.players.fair, &record.players.fair, sizeof record.players.fair));
    struct fl_fair_report dice;
    MUST(fl_fair_verify(m, &record.players.fair, &dice));
    fl_match_end(&record.match);
    fl_match_end(&again.match);
    return true;
}

static bool choose_setup(struct choices *c, const struct fl_game *g, struct fl_setup *setup)
{
    *setup = fl_setup_default(g, g->seats_min + next(c) % (g->seats_max - g->seats_min + 1));
    for (int i = 0; i < fl_option_count(g); i++) {
        int n = 0;
        while (n < FL_MAX_CHOICES && g->option[i].choice[n].word)
            n++;
        setup->option[i] = g->option[i].choice[next(c) % n].value;
    }
    return !fl_setup_check(g, setup);
}

/* Every byte chooses a move of the first seat that may move. */
static void play(struct choices *c, struct fl_match *m)
{
    while (c->at < c->end && fl_match_turn(m) && m->steps < LONGEST) {
        struct fl_moves list;
        int seat = __builtin_ctz(fl_match_turn(m));
        fl_list(m->game, &m->state, seat, &list);
        uint32_t i = list.count > 255 ? next(c) * 256u + next(c) : next(c);
        MUST(fl_match_play(m, seat, list.at[i % list.count].move) == FL_OK);
    }
}

static void play_and_spoil(struct choices c, struct page page, struct page other)
{
    const struct fl_game *g = fuzz_game(next(&c));
    struct fl_setup setup;
    struct fl_match m;
    struct fl_buf out = fl_buf_over(page.at, page.room);
    int viewer = next(&c), place = next(&c) * 256 + next(&c), instead = next(&c);
    if (!choose_setup(&c, g, &setup))
        return;
    viewer %= setup.seats + 2;
    viewer = viewer < setup.seats ? viewer : viewer == setup.seats ? FL_SPECTATOR : FL_TRUTH;
    fl_match_begin(&m, g, &setup, FL_TRUTH);
    play(&c, &m);
    fl_record_write(&m, NULL, viewer, &out);
    fl_match_end(&m);
    MUST(is_a_record(out.at, out.len, other));
    out.at[(size_t)place % out.len] = (char)instead;
    is_a_record(out.at, out.len, other);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t len)
{
    size_t room = 8 * len + (1 << 15);
    struct page page = {malloc(room), room}, other = {malloc(room), room};
    MUST(page.at && other.at);
    if (len && !bytes[0])
        play_and_spoil((struct choices){bytes + 1, bytes + len}, page, other);
    else
        is_a_record((const char *)bytes, len, page);
    free(page.at);
    free(other.at);
    return 0;
}
