/* Matches (match.h): validation of moves, the log, undo, sights. */
#include "core/match.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

const char *fl_status_key(enum fl_status status)
{
    static const char *const key[] = {
#define FL_STATUS_KEY(name, key) key,
        FL_STATUSES(FL_STATUS_KEY)
#undef FL_STATUS_KEY
    };
    assert((size_t)status < sizeof key / sizeof *key);
    return key[status];
}

static void redact(const struct fl_game *g, void *state, int viewer)
{
    if (g->redact && viewer != FL_TRUTH)
        g->redact(state, viewer);
}

static void start_state(const struct fl_match *m, void *state)
{
    memset(state, 0, m->game->state_size);
    m->game->start(state, &m->setup);
    redact(m->game, state, m->viewer);
}

void fl_match_begin(struct fl_match *m, const struct fl_game *g, const struct fl_setup *setup,
                    int viewer)
{
    assert(!fl_setup_check(g, setup));
    m->game = g;
    m->setup = *setup;
    m->viewer = viewer;
    m->steps = m->room = 0;
    m->log = NULL;
    m->past_room = 0;
    m->past = NULL;
    fl_match_again(m);
}

void fl_match_again(struct fl_match *m)
{
    m->steps = m->rolls = m->past_events = m->kept = m->undos = 0;
    m->ending = (struct fl_ending){0};
    start_state(m, &m->state);
}

void fl_match_end(struct fl_match *m)
{
    free(m->log);
    free(m->past);
    m->log = m->past = NULL;
    m->steps = m->room = m->past_events = m->past_room = 0;
}

void fl_match_shrink_to_fit(struct fl_match *m)
{
    struct fl_step *log = m->steps ? realloc(m->log, m->steps * sizeof *log) : NULL;
    if (!log)
        return;
    m->log = log;
    m->room = m->steps;
}

static bool grow_log(struct fl_match *m, uint32_t more)
{
    if (m->steps + more > FL_MAX_STEPS)
        return false;
    uint32_t room = m->room + m->room / 4 + 128; /* small steps: a server keeps many matches */
    if (room > FL_MAX_STEPS)
        room = FL_MAX_STEPS;
    struct fl_step *log = realloc(m->log, room * sizeof *log);
    if (!log)
        return false;
    m->log = log;
    m->room = room;
    return true;
}

/* A hidden move is plausible if some move that may be legal would be hidden from the viewer. */
static bool may_be_hidden(const struct fl_match *m, int seat)
{
    struct fl_moves list;
    fl_list(m->game, &m->state, seat, &list);
    for (uint32_t i = 0; i < list.count; i++)
        if (!(fl_seen_by(m->game, &m->state, seat, list.at[i].move) & FL_SEAT(m->viewer)))
            return true;
    return false;
}

void fl_match_explain_turn(const struct fl_match *m, struct fl_phrase *why)
{
    fl_seats turn = fl_match_turn(m);
    bool one = turn && !(turn & (turn - 1)) && !(turn & FL_SEAT(FL_CHANCE));
    fl_phrase_begin(why, one ? "status.turn-of" : "status.not-your-turn");
    if (one)
        fl_with_seat(why, "who", __builtin_ctz(turn));
}

/* Whether a move is plausible in a partial match: legal and visible, or hidden as expected. */
static bool is_plausible(const struct fl_match *m, int seat, fl_move move)
{
    if (move == FL_UNSEEN)
        return may_be_hidden(m, seat);
    return fl_is_legal(m->game, &m->state, seat, move) &&
           (fl_seen_by(m->game, &m->state, seat, move) & FL_SEAT(m->viewer));
}

enum fl_status fl_match_play(struct fl_match *m, int seat, fl_move move)
{
    fl_seats turn = fl_match_turn(m);
    if (seat < 0 || seat > FL_CHANCE || !(turn & FL_SEAT(seat)))
        return turn ? FL_NOT_YOUR_TURN : FL_OVER;
    if (m->viewer == FL_TRUTH ? !fl_is_legal(m->game, &m->state, seat, move)
                              : !is_plausible(m, seat, move))
        return FL_ILLEGAL;
    if (m->steps == m->room && !grow_log(m, 1))
        return FL_TOO_LONG;
    m->log[m->steps++] = (struct fl_step){.move = move, .seat = (uint16_t)seat};
    m->rolls += seat == FL_CHANCE;
    m->game->apply(&m->state, seat, move);
    return FL_OK;
}

/* Makes one chance move, or several at once if the game supports it. Returns their number. The log
 * has enough capacity. */
static uint32_t roll_once(struct fl_match *m, struct fl_rng *rng)
{
    const struct fl_game *g = m->game;
    struct fl_step *out = &m->log[m->steps];
    if (g->sample_and_apply)
        return (uint32_t)g->sample_and_apply(&m->state, rng, out);
    *out = (struct fl_step){.move = fl_sample_chance(g, &m->state, rng), .seat = FL_CHANCE};
    g->apply(&m->state, FL_CHANCE, out->move);
    return 1;
}

enum fl_status fl_match_play_chance_rng(struct fl_match *m, struct fl_rng *rng)
{
    uint32_t most = m->game->sample_and_apply ? FL_MAX_ROLL : 1;
    assert(m->viewer == FL_TRUTH);
    while (fl_match_turn(m) == FL_SEAT(FL_CHANCE)) {
        if (m->room - m->steps < most && !grow_log(m, most))
            return FL_TOO_LONG;
        uint32_t rolled = roll_once(m, rng);
        assert(rolled && rolled <= most);
        m->steps += rolled;
        m->rolls += rolled;
    }
    return FL_OK;
}

enum fl_status fl_match_play_chance(struct fl_match *m, struct fl_chance_source *source)
{
    enum fl_status status = FL_OK;
    while (status == FL_OK && fl_match_turn(m) == FL_SEAT(FL_CHANCE)) {
        struct fl_moves list;
        fl_move move;
        fl_list(m->game, &m->state, FL_CHANCE, &list);
        if (!source->pick(source, m, &list, &move))
            return FL_NO_CHANCE;
        status = fl_match_play(m, FL_CHANCE, move);
    }
    return status;
}

/* Copies a state in blocks of 64 bytes. A copy of odd sizes is slow here, because the game reads
 * the last bytes immediately: their stores are not forwarded yet. */
static void copy_state(const struct fl_match *m, union fl_state *out)
{
    enum { PIECE = 64 };
    _Static_assert(FL_MAX_STATE % PIECE == 0, "the last piece of a state has room");
    size_t size = m->game->state_size;
    for (size_t at = 0; at < size; at += PIECE)
        memcpy(&out->byte[at], &m->state.byte[at], PIECE);
}

void fl_match_sight(const struct fl_match *m, int viewer, struct fl_sight *out)
{
    assert(m->viewer == FL_TRUTH || m->viewer == viewer);
    assert(viewer != FL_TRUTH && viewer != FL_CHANCE);
    out->game = m->game;
    out->setup = m->setup;
    out->viewer = viewer;
    out->ending = m->ending;
    copy_state(m, &out->state);
    redact(m->game, &out->state, viewer);
}

void fl_match_truth(const struct fl_match *m, struct fl_sight *out)
{
    assert(m->viewer == FL_TRUTH);
    *out = (struct fl_sight){.game = m->game,
                             .setup = m->setup,
                             .viewer = FL_TRUTH,
                             .ending = m->ending,
                             .state = m->state};
}

/* Replays the first steps without validation: they were validated when they were logged. */
static void replay(const struct fl_match *m, uint32_t steps, void *state)
{
    start_state(m, state);
    for (uint32_t i = 0; i < steps; i++)
        m->game->apply(state, m->log[i].seat, m->log[i].move);
}

static void truncate_log(struct fl_match *m, uint32_t steps)
{
    replay(m, steps, &m->state);
    m->steps = steps;
}

void fl_match_rewind(struct fl_match *m, uint32_t steps)
{
    assert(m->kept <= steps && steps <= m->steps);
    for (uint32_t i = steps; i < m->steps; i++)
        m->rolls -= m->log[i].seat == FL_CHANCE;
    truncate_log(m, steps);
}

static bool grow_past(struct fl_match *m, uint32_t events)
{
    uint32_t room = m->past_room ? m->past_room : 64;
    while (room < m->past_events + events)
        room *= 2;
    if (m->past_events + events > FL_MAX_STEPS)
        return false;
    struct fl_step *past = realloc(m->past, room * sizeof *past);
    if (!past)
        return false;
    m->past = past;
    m->past_room = room;
    return true;
}

/* Moves the steps since the last undo to the past, and makes room for more events. */
static bool keep_past(struct fl_match *m, uint32_t more)
{
    if (!grow_past(m, m->steps - m->kept + more))
        return false;
    for (uint32_t i = m->kept; i < m->steps; i++)
        m->past[m->past_events++] = m->log[i];
    m->kept = m->steps;
    return true;
}

enum fl_status fl_match_undo(struct fl_match *m, uint32_t steps)
{
    assert(steps <= m->steps);
    uint32_t back = m->steps - steps;
    uint32_t undos = (back + FL_MAX_UNDO - 1) / FL_MAX_UNDO;
    if (m->undos + undos > FL_MAX_UNDOS || !keep_past(m, undos))
        return FL_TOO_LONG;
    for (uint32_t most; back; back -= most) {
        most = back < FL_MAX_UNDO ? back : FL_MAX_UNDO;
        m->past[m->past_events++] = (struct fl_step){.move = (fl_move)most, .seat = FL_UNDO};
    }
    m->undos += undos;
    m->kept = steps;
    truncate_log(m, steps);
    return FL_OK;
}

/* ---- ends by players ---- */

/* The seats of the sides that have given up. */
static fl_seats losers(const struct fl_game *g, const union fl_state *state, int seats,
                       fl_seats resigned)
{
    fl_seats lost = resigned;
    for (int seat = 0; seat < seats; seat++)
        for (int other = 0; other < seats; other++)
            if (!(resigned & FL_SEAT(other)) && fl_team(g, state, other) == fl_team(g, state, seat))
                lost &= (fl_seats)~FL_SEAT(seat);
    return lost;
}

static fl_seats leaders(fl_seats among, const int32_t score[FL_MAX_SEATS])
{
    fl_seats set = 0;
    int32_t best = INT32_MIN;
    for (int seat = 0; seat < FL_MAX_SEATS; seat++) {
        if (!(among & FL_SEAT(seat)) || score[seat] < best)
            continue;
        set = score[seat] > best ? 0 : set;
        set |= FL_SEAT(seat);
        best = score[seat];
    }
    return set;
}

static fl_seats left(const struct fl_match *m, fl_seats resigned)
{
    fl_seats all = (fl_seats)(FL_SEAT(m->setup.seats) - 1);
    return all & (fl_seats)~losers(m->game, &m->state, m->setup.seats, resigned);
}

/* Whether the seats are of one side; not for an empty set. */
static bool is_one_side(const struct fl_match *m, fl_seats seats)
{
    int side = seats ? fl_match_team(m, __builtin_ctz(seats)) : -1;
    for (int seat = 0; seat < m->setup.seats; seat++)
        if ((seats & FL_SEAT(seat)) && fl_match_team(m, seat) != side)
            return false;
    return side >= 0;
}

/* The standing is what spectators see, so that it reveals no hand and is equal for all viewers. */
static void end_now(struct fl_match *m)
{
    struct fl_ending *e = &m->ending;
    union fl_state seen = m->state;
    redact(m->game, &seen, FL_SPECTATOR);
    for (int seat = 0; seat < m->setup.seats; seat++)
        e->score[seat] = m->game->score(&seen, seat);
    e->winners = leaders(left(m, e->resigned), e->score);
    e->over = true;
}

bool fl_match_may_resign(const struct fl_match *m, fl_seats seats)
{
    return fl_match_turn(m) && seats && !(seats >> m->setup.seats) &&
           !(seats & m->ending.resigned) && is_one_side(m, seats);
}

enum fl_status fl_match_resign(struct fl_match *m, fl_seats seats)
{
    if (!fl_match_may_resign(m, seats))
        return fl_match_turn(m) ? FL_ILLEGAL : FL_OVER;
    if (!keep_past(m, 1))
        return FL_TOO_LONG;
    m->past[m->past_events++] = (struct fl_step){.move = seats, .seat = FL_RESIGN};
    m->ending.resigned |= seats;
    if (is_one_side(m, left(m, m->ending.resigned)))
        end_now(m);
    return FL_OK;
}

enum fl_status fl_match_agree(struct fl_match *m, bool bots_only)
{
    if (!fl_match_turn(m))
        return FL_OVER;
    if (!keep_past(m, 1))
        return FL_TOO_LONG;
    m->past[m->past_events++] = (struct fl_step){.move = bots_only, .seat = FL_AGREE};
    m->ending.agreed = !bots_only;
    m->ending.bots_only = bots_only;
    end_now(m);
    return FL_OK;
}

fl_seats fl_sight_winners(const struct fl_sight *s)
{
    int32_t score[FL_MAX_SEATS] = {0};
    if (s->ending.over)
        return s->ending.winners;
    fl_seats lost = losers(s->game, &s->state, s->setup.seats, s->ending.resigned);
    fl_seats winners = s->game->winners(&s->state) & (fl_seats)~lost;
    if (winners || !lost)
        return winners;
    for (int seat = 0; seat < s->setup.seats; seat++)
        score[seat] = s->game->score(&s->state, seat);
    return leaders((fl_seats)(FL_SEAT(s->setup.seats) - 1) & (fl_seats)~lost, score);
}

int32_t fl_sight_score(const struct fl_sight *s, int seat)
{
    return s->ending.over ? s->ending.score[seat] : s->game->score(&s->state, seat);
}

void fl_ending_say(const struct fl_ending *e, struct fl_phrases *out)
{
    out->count = 0;
    for (int seat = 0; seat < FL_MAX_SEATS; seat++)
        if (e->resigned & FL_SEAT(seat))
            fl_with_seat(fl_say(out, "play.say.resign"), "who", seat);
    if (e->agreed)
        fl_say(out, "play.say.agree");
    if (e->bots_only)
        fl_say(out, "play.say.bots-only");
}

uint32_t fl_match_events(const struct fl_match *m)
{
    return m->past_events + m->steps - m->kept;
}

struct fl_step fl_match_event(const struct fl_match *m, uint32_t event)
{
    assert(event < fl_match_events(m));
    return event < m->past_events ? m->past[event] : m->log[m->kept + event - m->past_events];
}

enum fl_status fl_match_follow(struct fl_match *m, struct fl_step event)
{
    if (event.seat == FL_RESIGN)
        return fl_match_resign(m, event.move);
    if (event.seat == FL_AGREE)
        return event.move > 1 ? FL_ILLEGAL : fl_match_agree(m, event.move);
    if (event.seat != FL_UNDO)
        return fl_match_play(m, event.seat, event.move);
    return event.move > m->steps ? FL_ILLEGAL : fl_match_undo(m, m->steps - event.move);
}

bool fl_match_undo_is_free(const struct fl_match *m, int seat)
{
    if (m->viewer != FL_TRUTH || seat == FL_CHANCE || !m->steps ||
        m->log[m->steps - 1].seat != seat)
        return false;
    struct fl_match before;
    fl_match_snapshot(m, &before);
    if (m->game->reveals)
        replay(m, m->steps - 1, &before.state);
    return fl_step_is_free(&before, m->log[m->steps - 1]);
}

bool fl_step_is_free(const struct fl_match *before, struct fl_step step)
{
    return step.seat != FL_CHANCE &&
           !(before->game->reveals && before->game->reveals(&before->state, step.seat, step.move));
}

void fl_match_snapshot(const struct fl_match *m, struct fl_match *out)
{
    size_t head = offsetof(struct fl_match, state);
    assert(m->game->state_size <= FL_MAX_STATE);
    memcpy(out, m, head + m->game->state_size);
}

fl_move fl_step_seen(const struct fl_match *m, int viewer, struct fl_step step)
{
    bool seen = viewer == FL_TRUTH || step.move == FL_UNSEEN ||
                (fl_seen_by(m->game, &m->state, step.seat, step.move) & FL_SEAT(viewer));
    return seen ? step.move : FL_UNSEEN;
}

void fl_sight_say(const struct fl_sight *s, struct fl_step step, bool all, struct fl_phrases *out)
{
    out->count = 0;
    (all && s->game->say_all ? s->game->say_all : s->game->say)(&s->state, step.seat, step.move,
                                                                out);
}

bool fl_sight_note(const struct fl_sight *s, fl_move move, struct fl_phrase *out)
{
    assert(s->viewer < FL_MAX_SEATS);
    return s->game->note && s->game->note(&s->state, s->viewer, move, out);
}

bool fl_match_hides_past(const struct fl_match *m)
{
    return m->game->from_memory && m->game->from_memory(&m->setup) && fl_match_turn(m);
}

void fl_sight_view(const struct fl_sight *s, struct fl_view *out)
{
    out->zones = out->items = 0;
    s->game->view(&s->state, s->viewer, out);
}

bool fl_match_partial(const struct fl_match *m, int viewer, struct fl_match *out)
{
    struct fl_match past;
    bool same = true;
    fl_match_begin(&past, m->game, &m->setup, FL_TRUTH);
    fl_match_begin(out, m->game, &m->setup, viewer);
    for (uint32_t i = 0; same && i < m->steps; i++) {
        struct fl_step step = m->log[i];
        same = fl_match_play(out, step.seat, fl_step_seen(&past, viewer, step)) == FL_OK &&
               fl_match_play(&past, step.seat, step.move) == FL_OK;
    }
    out->ending = m->ending;
    fl_match_end(&past);
    return same;
}
