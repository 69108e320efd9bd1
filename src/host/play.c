/* The match at a table: starting it, moves, taking back, playing again. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "host/table.h"

/* ---- questions ---- */

/* A fingerprint of the moves a seat may choose from. */
static uint64_t choices_of(const struct fl_table *t, int seat)
{
    struct fl_sight sight;
    struct fl_moves list;
    uint64_t hash = 0xCBF29CE484222325u; /* FNV-1a */
    fl_match_sight(&t->match, seat, &sight);
    fl_list(sight.game, &sight.state, seat, &list);
    for (uint32_t i = 0; i < list.count; i++)
        hash = (hash ^ list.at[i].move) * 0x100000001B3u;
    return hash;
}

/* A question has the number of the event that put it. Where several seats choose at once, one's
 * answer leaves the others' questions as they are, so that a click on its way is not lost. */
static void ask_seat(struct fl_table *t, int seat, int mover, const struct fl_event *e, bool alone)
{
    struct fl_chair *c = &t->chair[seat];
    bool anew = !c->asked || mover == seat || mover == FL_NOBODY;
    uint64_t choices = alone ? 0 : choices_of(t, seat);
    if (anew)
        c->since = e->at;
    if (anew || choices != c->choices)
        c->question = e->n;
    c->choices = choices;
    c->asked = true;
}

/* Mover FL_NOBODY: everybody is asked anew. */
static void ask_seats(struct fl_table *t, int mover, const struct fl_event *e)
{
    fl_seats turn = fl_match_turn(&t->match);
    bool alone = !(turn & (turn - 1));
    for (int seat = 0; seat < t->terms.setup.seats; seat++)
        if (turn & FL_SEAT(seat))
            ask_seat(t, seat, mover, e, alone);
        else
            t->chair[seat].asked = false, t->chair[seat].question = 0;
    t->thinking = 0;
    t->has_thought = false;
    fl_undo_forget(t);
    if (!turn)
        t->phase = FL_OVER_AND_DONE;
}

/* ---- what events do ---- */

static bool replay(struct fl_table *t, const struct fl_event *e)
{
    for (uint32_t i = 0; i < fl_steps_count(e); i++) {
        struct fl_step step = fl_steps_get(e, i);
        if (fl_match_play(&t->match, step.seat, step.move) != FL_OK)
            return false;
    }
    return true;
}

/* Chairs nobody took go to bots. */
static void fill_chairs(struct fl_table *t)
{
    for (int seat = 0; seat < t->terms.setup.seats; seat++) {
        t->chair[seat].asked = false;
        if (!t->chair[seat].taken)
            t->chair[seat].kind = FL_FOR_BOT;
    }
}

static bool fold_start(struct fl_table *t, const struct fl_event *e, bool played)
{
    if (!played) {
        if (t->phase != FL_GATHERING)
            return false;
        fl_table_take_dice(t);
        fl_match_begin(&t->match, t->terms.game, &t->terms.setup, FL_TRUTH);
        if (!replay(t, e))
            return false;
    }
    t->phase = FL_PLAYING;
    t->matches++;
    fill_chairs(t);
    fl_clock_start(t, e->at);
    ask_seats(t, FL_NOBODY, e);
    return true;
}

static bool fold_step(struct fl_table *t, const struct fl_event *e, bool played)
{
    int mover = fl_steps_get(e, 0).seat;
    bool thrown = mover == FL_CHANCE && t->terms.dice == FL_REAL_DICE;
    if (t->phase != FL_PLAYING || (!thrown && mover >= t->terms.setup.seats) ||
        (!played && !replay(t, e)))
        return false;
    if (!thrown)
        fl_clock_charge(t, mover, e->at, true);
    ask_seats(t, mover, e);
    return true;
}

static bool fold_undo(struct fl_table *t, const struct fl_event *e)
{
    uint32_t steps = fl_read_u32((const unsigned char *)e->data + 1);
    if (t->phase != FL_PLAYING || steps > t->match.steps ||
        fl_match_undo(&t->match, steps) != FL_OK)
        return false;
    for (int seat = 0; seat < t->terms.setup.seats; seat++)
        fl_clock_charge(t, seat, e->at, false);
    ask_seats(t, FL_NOBODY, e);
    return true;
}

void fl_setup_first(const struct fl_game *game, struct fl_setup *setup, int first)
{
    char word[] = {(char)('1' + first), '\0'};
    struct fl_setup changed = *setup;
    if (fl_setup_set(game, &changed, "first", word) && !fl_setup_refuse(game, &changed))
        *setup = changed;
}

static bool fold_again(struct fl_table *t, const struct fl_event *e)
{
    const unsigned char *data = e->data;
    if (t->phase != FL_OVER_AND_DONE || data[FL_SECRET_SIZE] >= t->terms.setup.seats)
        return false;
    memcpy(t->secret, data, FL_SECRET_SIZE);
    fl_match_end(&t->match);
    memset(&t->match, 0, sizeof t->match);
    fl_setup_first(t->terms.game, &t->terms.setup, data[FL_SECRET_SIZE]);
    fl_seats_empty_the_left(t);
    for (int seat = 0; seat < t->terms.setup.seats; seat++) {
        t->chair[seat].nonce[0] = '\0';
        t->chair[seat].bot_plays = t->chair[seat].asked = false;
    }
    t->phase = FL_GATHERING;
    t->again = e->n;
    fl_stream_begin_anew(t);
    return true;
}

bool fl_play_fold(struct fl_table *t, const struct fl_event *e, bool played)
{
    switch (e->kind) {
    case FL_EVENT_START:
        return fold_start(t, e, played);
    case FL_EVENT_STEP:
        return fold_step(t, e, played);
    case FL_EVENT_UNDO:
        return fold_undo(t, e);
    default:
        return fold_again(t, e);
    }
}

/* ---- moving ---- */

static void put_result(const struct fl_match *m, struct fl_pending *p)
{
    struct fl_buf out = fl_buf_over(p->result, sizeof p->result);
    struct fl_sight sight;
    fl_match_sight(m, FL_WATCHER, &sight);
    fl_put(&out, "winners");
    fl_put_bits(&out, sight.game->winners(&sight.state));
    p->has_result = true;
}

/* Lets chance answer and drafts the event: all steps since `before`. NULL if it cannot be. */
static struct fl_pending *draft_steps(struct fl_table *t, enum fl_event_kind kind, fl_line line,
                                      const struct fl_match *before, bool by_bot)
{
    struct fl_match *m = &t->match;
    enum fl_status status = fl_match_settle(m, fl_table_chance(t));
    bool waits = status == FL_NO_CHANCE && t->terms.dice == FL_REAL_DICE;
    if (status != FL_OK && !waits)
        return NULL;
    uint32_t steps = m->steps - before->steps;
    struct fl_pending *p = fl_table_draft(t, kind, line, fl_steps_size(steps));
    if (!p)
        return NULL;
    fl_steps_put(p->data, steps ? m->log + before->steps : NULL, steps, by_bot);
    fl_match_shadow(before, &p->before);
    p->before.log = m->log; /* which may have moved */
    p->played = true;
    if (!fl_match_turn(m))
        put_result(m, p);
    return p;
}

enum fl_status fl_play_on(struct fl_table *t, const struct fl_match *before, bool by_bot,
                          fl_line line)
{
    struct fl_pending *p = draft_steps(t, FL_EVENT_STEP, line, before, by_bot);
    if (!p) {
        fl_match_rewind(&t->match, before->steps);
        return FL_TOO_LONG;
    }
    fl_table_write(t, p);
    return FL_OK;
}

enum fl_status fl_play(struct fl_table *t, int seat, fl_move move, bool by_bot, fl_line line)
{
    struct fl_match before;
    fl_match_shadow(&t->match, &before);
    enum fl_status status = fl_match_play(&t->match, seat, move);
    return status == FL_OK ? fl_play_on(t, &before, by_bot, line) : status;
}

void fl_play_take_back(struct fl_table *t, const struct fl_pending *p)
{
    if (p->event.kind == FL_EVENT_STEP) {
        fl_match_rewind(&t->match, p->before.steps);
        t->thinking = 0;
        return;
    }
    fl_match_end(&t->match);
    memset(&t->match, 0, sizeof t->match);
}

/* ---- commands ---- */

/* A move that may not be made: why, in the words of the rules. */
static void refuse_move(struct fl_host *h, fl_line line, const struct fl_sight *s, const char *text)
{
    fl_move move;
    struct fl_phrase why;
    if (!fl_read_any(s->game, text, strlen(text), &move)) {
        fl_refuse_quoting(h, line, "host.unknown-move", text);
        return;
    }
    s->game->why_not(&s->state, s->viewer, move, &why);
    fl_refuse_phrase(h, line, &why);
}

static const char *why_not_move(const struct fl_guest *g, int64_t question)
{
    int seat = (int)(question % FL_MAX_SEATS);
    return g->at->phase != FL_PLAYING                               ? "host.not-playing"
           : question < 0                                           ? "host.no-question"
           : !(g->seats & FL_SEAT(seat))                            ? "host.not-yours"
           : !g->at->chair[seat].asked                              ? "status.not-your-turn"
           : g->at->chair[seat].question != question / FL_MAX_SEATS ? "host.stale"
                                                                    : NULL;
}

/* move QUESTION SPELLING */
void fl_do_move(struct fl_host *h, fl_line line, const char *rest)
{
    struct fl_table *t = h->guest[line].at;
    char word[16];
    int64_t question =
        fl_next_word(&rest, word, sizeof word) ? fl_read_count(word, INT64_MAX / 16) : -1;
    const char *why = why_not_move(&h->guest[line], question);
    if (why) {
        fl_refuse(h, line, why);
        return;
    }
    struct fl_sight sight;
    fl_move move;
    int seat = (int)(question % FL_MAX_SEATS);
    while (*rest == ' ')
        rest++;
    fl_match_sight(&t->match, seat, &sight);
    if (!fl_read_legal(sight.game, &sight.state, seat, rest, strlen(rest), &move)) {
        refuse_move(h, line, &sight, rest);
        return;
    }
    const char *wrong = fl_lesson_refuse(t, seat, move);
    enum fl_status status = wrong ? FL_OK : fl_play(t, seat, move, false, line);
    if (wrong || status != FL_OK)
        fl_refuse(h, line, wrong ? wrong : fl_status_key(status));
}

static const char *why_not_start(const struct fl_table *t, const struct fl_guest *g)
{
    if (t->phase != FL_GATHERING)
        return "host.already-begun";
    if (!g->keeper && !g->seats)
        return "host.not-keeper";
    for (int seat = 0; seat < t->terms.setup.seats; seat++)
        if (!t->chair[seat].taken && t->chair[seat].kind == FL_FOR_PERSON)
            return "host.empty-seat";
    return NULL;
}

void fl_do_start(struct fl_host *h, fl_line line, const char *rest)
{
    struct fl_table *t = h->guest[line].at;
    struct fl_match before;
    const char *why = why_not_start(t, &h->guest[line]);
    (void)rest;
    if (why) {
        fl_refuse(h, line, why);
        return;
    }
    fl_table_take_dice(t);
    fl_match_begin(&t->match, t->terms.game, &t->terms.setup, FL_TRUTH);
    fl_match_shadow(&t->match, &before);
    struct fl_pending *p = draft_steps(t, FL_EVENT_START, line, &before, false);
    if (p) {
        fl_table_write(t, p);
        return;
    }
    fl_match_end(&t->match);
    memset(&t->match, 0, sizeof t->match);
    fl_refuse(h, line, "host.not-kept");
}

/* Who began: the first player to move. The next one begins the rematch. */
static int next_to_begin(const struct fl_match *m)
{
    for (uint32_t i = 0; i < m->steps; i++)
        if (m->log[i].seat != FL_CHANCE)
            return (m->log[i].seat + 1) % m->setup.seats;
    return 0;
}

void fl_do_rematch(struct fl_host *h, fl_line line, const char *rest)
{
    struct fl_table *t = h->guest[line].at;
    const char *why = t->phase != FL_OVER_AND_DONE                      ? "host.not-over"
                      : !h->guest[line].seats && !h->guest[line].keeper ? "host.not-keeper"
                                                                        : NULL;
    (void)rest;
    struct fl_pending *p = why ? NULL : fl_table_draft(t, FL_EVENT_AGAIN, line, FL_SECRET_SIZE + 1);
    if (!p) {
        fl_refuse(h, line, why ? why : "host.not-kept");
        return;
    }
    h->port.entropy(h->port.world, p->data, FL_SECRET_SIZE);
    p->data[FL_SECRET_SIZE] = (unsigned char)next_to_begin(&t->match);
    p->has_result = true; /* none yet */
    fl_table_write(t, p);
}
