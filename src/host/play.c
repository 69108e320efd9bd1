/* The match at a table: start, moves, undo, rematch. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "games/games.h"
#include "host/commands.h"
#include "host/people.h"
#include "host/play.h"

/* ---- dice ---- */

/* The `pick` function of real dice: makes forced outcomes only. People are asked for the others. */
static bool pick_forced(struct fl_chance_source *source, const struct fl_match *m,
                        const struct fl_moves *list, fl_move *move)
{
    (void)source;
    (void)m;
    *move = list->at[0].move;
    return list->count == 1;
}

/* Prepares the dice before a match. */
static void take_dice(struct fl_table *t)
{
    struct fl_fair fair;
    fl_table_fair(t, &fair);
    fl_fair_source_begin(&t->dice, &fair, t->options.setup.seats);
    t->real.pick = pick_forced;
    if (t->options.dice == FL_LESSON_DICE)
        fl_lesson_source_begin(&t->script, fl_lesson_find(t->options.game), &t->dice.source);
}

/* The dice of the running match. */
static struct fl_chance_source *chance_of(struct fl_table *t)
{
    return t->options.dice == FL_REAL_DICE ? &t->real
           : fl_table_lesson(t)            ? &t->script.source
                                           : &t->dice.source;
}

/* ---- questions ---- */

/* A hash of the moves that a seat may choose from. */
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

/* Gives a seat its question. A question has the number of the event that led to it. Where
 * several seats choose at the same time, one answer leaves the questions of the others
 * unchanged, so that a click in transit is not lost. */
static void ask_seat(struct fl_table *t, int seat, int mover, const struct fl_table_event *e,
                     bool alone)
{
    struct fl_table_seat *c = &t->seat[seat];
    bool anew = !c->asked || mover == seat || mover == FL_NOBODY;
    uint64_t choices = alone ? 0 : choices_of(t, seat);
    if (anew)
        c->since = e->at;
    if (anew || choices != c->choices)
        c->question = e->n;
    c->choices = choices;
    c->asked = true;
}

/* Gives every seat in turn its question. Mover FL_NOBODY: all questions are new. */
static void ask_seats(struct fl_table *t, int mover, const struct fl_table_event *e)
{
    fl_seats turn = fl_match_turn(&t->match);
    bool alone = !(turn & (turn - 1));
    for (int seat = 0; seat < t->options.setup.seats; seat++)
        if (turn & FL_SEAT(seat))
            ask_seat(t, seat, mover, e, alone);
        else
            t->seat[seat].asked = false, t->seat[seat].question = 0;
    t->think_ticket = 0;
    t->has_bot_move = false;
    if (!t->request.ends || !turn) /* a move ends the request of an undo */
        t->request.seat = -1;
    if (!turn)
        t->phase = FL_TABLE_FINISHED;
}

/* ---- applying events ---- */

static bool replay(struct fl_table *t, const struct fl_table_event *e)
{
    for (uint32_t i = 0; i < e->steps; i++)
        if (fl_match_play(&t->match, e->step[i].seat, e->step[i].move) != FL_OK)
            return false;
    return true;
}

/* Seats that nobody has taken are played by bots. */
static void fill_seats(struct fl_table *t)
{
    for (int seat = 0; seat < t->options.setup.seats; seat++) {
        t->seat[seat].asked = false;
        if (!t->seat[seat].taken)
            t->seat[seat].kind = FL_SEAT_BOT;
    }
}

static bool fold_start(struct fl_table *t, const struct fl_table_event *e, bool played)
{
    if (!played) {
        if (t->phase != FL_TABLE_WAITING)
            return false;
        take_dice(t);
        fl_match_begin(&t->match, t->options.game, &t->options.setup, FL_TRUTH);
        if (!replay(t, e))
            return false;
    }
    t->phase = FL_TABLE_PLAYING;
    t->match_count++;
    fill_seats(t);
    ask_seats(t, FL_NOBODY, e);
    return true;
}

static bool fold_step(struct fl_table *t, const struct fl_table_event *e, bool played)
{
    int mover = e->seat;
    bool thrown = mover == FL_CHANCE && t->options.dice == FL_REAL_DICE;
    if (t->phase != FL_TABLE_PLAYING || (!thrown && mover >= t->options.setup.seats) ||
        (!played && !replay(t, e)))
        return false;
    ask_seats(t, mover, e);
    return true;
}

static bool fold_undo(struct fl_table *t, const struct fl_table_event *e)
{
    if (t->phase != FL_TABLE_PLAYING || e->steps > t->match.steps ||
        fl_match_undo(&t->match, e->steps) != FL_OK)
        return false;
    ask_seats(t, FL_NOBODY, e);
    return true;
}

/* The questions stay as they are while the match goes on: a bot answers those of the seat. */
static bool fold_ending(struct fl_table *t, const struct fl_table_event *e)
{
    enum fl_status status = t->phase != FL_TABLE_PLAYING ? FL_OVER
                            : e->kind == FL_EVENT_RESIGN
                                ? fl_match_resign(&t->match, e->seats)
                                : fl_match_agree(&t->match, e->seat == FL_SPECTATOR);
    if (status == FL_OK && !fl_match_turn(&t->match))
        ask_seats(t, FL_NOBODY, e);
    return status == FL_OK;
}

bool fl_setup_first(const struct fl_game *game, struct fl_setup *setup, int first)
{
    char word[] = {(char)('1' + first), '\0'};
    struct fl_setup changed = *setup;
    if (!fl_setup_set(game, &changed, "first", word) || fl_setup_check(game, &changed))
        return false;
    *setup = changed;
    return true;
}

static bool fold_rematch(struct fl_table *t, const struct fl_table_event *e)
{
    if (t->phase != FL_TABLE_FINISHED)
        return false;
    memcpy(t->secret, e->secret, FL_SECRET_SIZE);
    fl_match_end(&t->match);
    memset(&t->match, 0, sizeof t->match);
    /* Older events may name a second partner: the setup then stays as it was. */
    fl_setup_first(t->options.game, &t->options.setup, e->seat);
    for (int seat = 0; seat < t->options.setup.seats; seat++)
        t->seat[seat].asked = false;
    t->phase = FL_TABLE_WAITING;
    t->rematch_event = e->n;
    return true;
}

static bool fold(struct fl_table *t, const struct fl_table_event *e, bool played)
{
    switch (e->kind) {
    case FL_EVENT_START:
        return fold_start(t, e, played);
    case FL_EVENT_STEP:
        return fold_step(t, e, played);
    case FL_EVENT_UNDO:
        return fold_undo(t, e);
    case FL_EVENT_RESIGN:
    case FL_EVENT_AGREE:
        return fold_ending(t, e);
    case FL_EVENT_REMATCH:
        return fold_rematch(t, e);
    default:
        return true;
    }
}

/* ---- moves ---- */

void fl_put_result(const struct fl_match *m, struct fl_pending *p)
{
    struct fl_buf out = fl_buf_over(p->result, sizeof p->result);
    struct fl_sight sight;
    fl_match_sight(m, FL_SPECTATOR, &sight);
    fl_put(&out, "winners");
    fl_put_bits(&out, fl_sight_winners(&sight));
    p->has_result = true;
}

/* Plays chance and drafts the event with all steps since `before`. NULL if chance or memory
 * fails. */
static struct fl_pending *draft_steps(struct fl_table *t, enum fl_event_kind kind,
                                      fl_client_id client, const struct fl_match *before,
                                      bool by_bot)
{
    struct fl_match *m = &t->match;
    enum fl_status status = fl_match_play_chance(m, chance_of(t));
    bool waits = status == FL_NO_CHANCE && t->options.dice == FL_REAL_DICE;
    if (status != FL_OK && !waits)
        return NULL;
    uint32_t steps = m->steps - before->steps;
    struct fl_pending *p = fl_table_draft(t, kind, client);
    if (!p)
        return NULL;
    p->event.steps = steps;
    p->event.step = steps ? m->log + before->steps : NULL; /* stays there while it is pending */
    p->event.seat = steps ? (uint8_t)p->event.step[0].seat : FL_CHANCE;
    p->event.by_bot = by_bot;
    fl_match_snapshot(before, &p->before);
    p->before.log = m->log; /* which may have moved */
    p->played = true;
    if (!fl_match_turn(m))
        fl_put_result(m, p);
    return p;
}

enum fl_status fl_play_on(struct fl_table *t, const struct fl_match *before, bool by_bot,
                          fl_client_id client)
{
    struct fl_pending *p = draft_steps(t, FL_EVENT_STEP, client, before, by_bot);
    if (!p) {
        fl_match_rewind(&t->match, before->steps);
        return FL_TOO_LONG;
    }
    fl_table_write(t, p);
    return FL_OK;
}

enum fl_status fl_play(struct fl_table *t, int seat, fl_move move, bool by_bot, fl_client_id client)
{
    struct fl_match before;
    fl_match_snapshot(&t->match, &before);
    enum fl_status status = fl_match_play(&t->match, seat, move);
    return status == FL_OK ? fl_play_on(t, &before, by_bot, client) : status;
}

void fl_play_undo_failed(struct fl_table *t, const struct fl_pending *p)
{
    if (p->event.kind == FL_EVENT_STEP) {
        fl_match_rewind(&t->match, p->before.steps);
        t->think_ticket = 0;
        return;
    }
    fl_match_end(&t->match);
    memset(&t->match, 0, sizeof t->match);
}

/* ---- commands ---- */

/* The rule that forbids a move. */
static const char *why_illegal(struct fl_call *call, const struct fl_sight *s, const char *text)
{
    fl_move move;
    if (!fl_read_any(s->game, text, strlen(text), &move))
        return fl_call_quote(call, "host.unknown-move", text);
    s->game->why_not(&s->state, s->viewer, move, &call->why);
    return call->why.key;
}

static const char *why_not_move(struct fl_call *call, int64_t question)
{
    const struct fl_client *g = call->sender;
    int seat = (int)(question % FL_MAX_SEATS);
    return g->table->phase != FL_TABLE_PLAYING                        ? "host.not-playing"
           : question < 0                                             ? "host.no-question"
           : !(g->seats & FL_SEAT(seat))                              ? "host.not-yours"
           : fl_has_resigned(g->table, seat)                          ? "host.resigned"
           : !g->table->seat[seat].asked                              ? fl_call_not_your_turn(call)
           : g->table->seat[seat].question != question / FL_MAX_SEATS ? "host.stale"
                                                                      : NULL;
}

/* move QUESTION SPELLING */
static const char *do_move(struct fl_call *call)
{
    struct fl_table *t = call->table;
    const char *text = call->args;
    char word[16];
    int64_t question =
        fl_next_word(&text, word, sizeof word) ? fl_read_count(word, INT64_MAX / 16) : -1;
    const char *why = why_not_move(call, question);
    if (why)
        return why;
    struct fl_sight sight;
    fl_move move;
    int seat = (int)(question % FL_MAX_SEATS);
    while (*text == ' ')
        text++;
    fl_match_sight(&t->match, seat, &sight);
    if (!fl_read_legal(sight.game, &sight.state, seat, text, strlen(text), &move))
        return why_illegal(call, &sight, text);
    const char *wrong = fl_lesson_refuse(t, seat, move);
    if (wrong)
        return wrong;
    enum fl_status status = fl_play(t, seat, move, false, call->client);
    return status == FL_OK ? NULL : fl_status_key(status);
}

static const char *why_not_start(const struct fl_table *t, const struct fl_client *g)
{
    if (t->phase != FL_TABLE_WAITING)
        return "host.already-started";
    if (!g->owner && !g->seats)
        return "host.not-owner";
    for (int seat = 0; seat < t->options.setup.seats; seat++)
        if (!t->seat[seat].taken && t->seat[seat].kind == FL_SEAT_PERSON)
            return "host.empty-seat";
    return NULL;
}

static const char *do_start(struct fl_call *call)
{
    struct fl_table *t = call->table;
    struct fl_match before;
    const char *why = why_not_start(t, call->sender);
    if (why)
        return why;
    take_dice(t);
    fl_match_begin(&t->match, t->options.game, &t->options.setup, FL_TRUTH);
    fl_match_snapshot(&t->match, &before);
    struct fl_pending *p = draft_steps(t, FL_EVENT_START, call->client, &before, false);
    if (p) {
        fl_table_write(t, p);
        return NULL;
    }
    fl_match_end(&t->match);
    memset(&t->match, 0, sizeof t->match);
    return "host.not-stored";
}

/* The seat that moved first. */
static int seat_that_began(const struct fl_match *m)
{
    for (uint32_t i = 0; i < m->steps; i++)
        if (m->log[i].seat != FL_CHANCE)
            return m->log[i].seat;
    return 0;
}

/* The seat that begins the rematch: the next one that the rules allow to begin. In teams that is
 * the next first partner. */
static int next_to_begin(const struct fl_match *m)
{
    int seats = m->setup.seats, began = seat_that_began(m);
    for (int i = 1; i < seats; i++) {
        struct fl_setup rematch = m->setup;
        if (fl_setup_first(m->game, &rematch, (began + i) % seats))
            return (began + i) % seats;
    }
    return began;
}

static const char *do_rematch(struct fl_call *call)
{
    struct fl_table *t = call->table;
    const struct fl_port *port = &call->host->port;
    const char *why = t->phase != FL_TABLE_FINISHED                  ? "host.not-finished"
                      : !call->sender->seats && !call->sender->owner ? "host.not-owner"
                                                                     : NULL;
    struct fl_pending *p = why ? NULL : fl_table_draft(t, FL_EVENT_REMATCH, call->client);
    if (!p)
        return why ? why : "host.not-stored";
    port->entropy(port->context, p->event.secret, FL_SECRET_SIZE);
    p->event.seat = (uint8_t)next_to_begin(&t->match);
    p->has_result = true; /* none yet */
    fl_table_write(t, p);
    return NULL;
}

static const struct fl_client_command commands[] = {
    {"move", do_move, true, false},
    {"start", do_start, true, false},
    {"rematch", do_rematch, true, false},
    {0},
};

const struct fl_feature fl_play_feature = {.commands = commands, .fold = fold};
