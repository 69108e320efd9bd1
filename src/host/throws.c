/* A table with real dice: whoever may see what falls is asked to tell it. */
#include <string.h>

#include "host/table.h"

enum { QUESTION = 16, WORD = 64 };

/* ---- who is asked ---- */

/* Whether one of these seats has a person who plays for it. */
static bool somebody_sits(const struct fl_table *t, fl_seats seats)
{
    for (int seat = 0; seat < t->terms.setup.seats; seat++)
        if ((seats & FL_SEAT(seat)) && !fl_bot_plays(t, seat))
            return true;
    return false;
}

/* What is public anybody with a seat may tell; a card in a hand its owner; a bot's the keeper. */
static bool may_tell(const struct fl_table *t, const struct fl_guest *g, fl_seats seen)
{
    if (seen & FL_SEAT(FL_WATCHER))
        return g->seats || g->keeper;
    return (g->seats & seen) || (g->keeper && !somebody_sits(t, seen));
}

/* With whose eyes this person tells it. */
static int eyes_for(const struct fl_guest *g, fl_seats seen)
{
    fl_seats seats = g->seats & seen;
    return seats ? __builtin_ctz(seats) : FL_WATCHER;
}

static bool is_thrown(const struct fl_table *t, struct fl_throw *next)
{
    return t->terms.dice == FL_REAL_DICE && t->phase == FL_PLAYING &&
           fl_throw_next(&t->match, next);
}

/* ---- asking ---- */

/* How often this can fall in one throw: a card as often as there is of it, a die's face on every
 * die. */
static int most_of(const struct fl_sight *sight, fl_move move, int count)
{
    struct fl_sight world = *sight;
    int most = 0;
    while (most < count && fl_is_listed(world.game, &world.state, FL_CHANCE, move)) {
        fl_sight_follow(&world, (struct fl_step){.move = move, .seat = FL_CHANCE});
        most++;
    }
    return most;
}

static void put_outcome(struct fl_json *j, const struct fl_sight *sight, fl_move move, int count)
{
    char memory[WORD];
    struct fl_buf spelled = fl_buf_over(memory, sizeof memory);
    struct fl_saying saying;
    sight->game->spell(move, &spelled);
    fl_sight_say(sight, (struct fl_step){.move = move, .seat = FL_CHANCE}, &saying);
    fl_json_open(j, '{');
    fl_json_key_text(j, "move", spelled.at);
    fl_json_key(j, "say");
    fl_json_phrase(j, &saying.phrase[0]);
    fl_json_key_number(j, "most", most_of(sight, move, count));
    fl_json_close(j, '}');
}

static void put_outcomes(struct fl_json *j, const struct fl_table *t, int viewer, int count)
{
    struct fl_sight sight;
    struct fl_moves list;
    fl_match_sight(&t->match, viewer, &sight);
    fl_list(sight.game, &sight.state, FL_CHANCE, &list);
    fl_json_key(j, "outcomes");
    fl_json_open(j, '[');
    for (uint32_t i = 0; i < list.count; i++)
        put_outcome(j, &sight, list.at[i].move, count);
    fl_json_close(j, ']');
}

/* A question has the number of the step it asks for. */
void fl_tell_throw(struct fl_table *t, fl_line line)
{
    const struct fl_guest *g = &t->host->guest[line];
    struct fl_throw next;
    struct fl_buf out;
    if (!is_thrown(t, &next))
        return;
    struct fl_json j = fl_message(t->host, &out, "throw");
    fl_json_key_number(&j, "question", t->match.steps);
    fl_json_key_number(&j, "count", next.count);
    fl_json_key(&j, "say");
    fl_json_phrase(&j, &next.said);
    if (may_tell(t, g, next.seen))
        put_outcomes(&j, t, eyes_for(g, next.seen), next.count);
    fl_send(t->host, &line, 1, &j);
}

/* ---- hearing ---- */

static const char *why_not_chance(const struct fl_table *t, const struct fl_guest *g,
                                  int64_t question)
{
    struct fl_throw next;
    return t->phase != FL_PLAYING       ? "host.not-playing"
           : !is_thrown(t, &next)       ? "host.no-throw"
           : question != t->match.steps ? "host.stale"
           : !may_tell(t, g, next.seen) ? "host.not-your-throw"
                                        : NULL;
}

/* Lets one thing fall, if this person may tell it and it can be. */
static bool let_fall(struct fl_table *t, const struct fl_guest *g, const char *word)
{
    struct fl_throw next;
    struct fl_sight sight;
    fl_move move;
    if (!is_thrown(t, &next) || !may_tell(t, g, next.seen))
        return false;
    fl_match_sight(&t->match, eyes_for(g, next.seen), &sight);
    return fl_read_legal(sight.game, &sight.state, FL_CHANCE, word, strlen(word), &move) &&
           fl_match_play(&t->match, FL_CHANCE, move) == FL_OK;
}

/* chance QUESTION WORD...: all of it, or nothing. */
void fl_do_chance(struct fl_host *h, fl_line line, const char *rest)
{
    struct fl_table *t = h->guest[line].at;
    char word[WORD] = "";
    struct fl_match before;
    int64_t question = fl_next_word(&rest, word, QUESTION) ? fl_read_count(word, INT32_MAX) : -1;
    const char *why = why_not_chance(t, &h->guest[line], question);
    if (why) {
        fl_refuse(h, line, why);
        return;
    }
    bool good = true;
    word[0] = '\0';
    fl_match_shadow(&t->match, &before);
    while (good && fl_next_word(&rest, word, sizeof word))
        good = let_fall(t, &h->guest[line], word);
    if (!good || *rest || t->match.steps == before.steps) {
        fl_match_rewind(&t->match, before.steps);
        fl_refuse_quoting(h, line, "host.cannot-fall", word);
        return;
    }
    enum fl_status status = fl_play_on(t, &before, false, line);
    if (status != FL_OK)
        fl_refuse(h, line, fl_status_key(status));
}

/* ---- taking back ---- */

/* What bots did since goes with it. */
uint32_t fl_throw_last(const struct fl_table *t)
{
    const struct fl_match *m = &t->match;
    uint32_t start = m->steps;
    do
        start = fl_throw_start(m, start);
    while (start && m->log[start].seat < FL_MAX_SEATS && fl_bot_plays(t, m->log[start].seat));
    return start;
}
