/* Continues a record from one of its steps. */
#include "replay/continue.h"

#include <string.h>

enum { DICE = 1, BOTS };

static bool refuse(struct fl_phrase *why, const char *key)
{
    fl_phrase_begin(why, key);
    return false;
}

/* Truncates the match to its first `steps` steps; false if out of memory. */
static bool truncate(struct fl_match *m, uint32_t steps)
{
    struct fl_match shorter;
    bool done = true;
    fl_match_begin(&shorter, m->game, &m->setup, FL_TRUTH);
    for (uint32_t i = 0; done && i < steps; i++)
        done = fl_match_play(&shorter, m->log[i].seat, m->log[i].move) == FL_OK;
    fl_match_end(m);
    *m = shorter;
    return done;
}

static void assign_seats(struct fl_players *p, int seats, const struct fl_continuation *g)
{
    p->fair = (struct fl_fair){.committed = false};
    for (int seat = 0; seat < seats; seat++)
        if (p->name[seat][0])
            strcpy(p->kind[seat], seat == g->seat ? "person" : g->level->name);
}

/* The person's own legal moves are the same in their sight and in the full state. */
static bool play_move(struct fl_match *m, const struct fl_continuation *g, struct fl_phrase *why)
{
    const struct fl_game *game = m->game;
    size_t len = strlen(g->move);
    struct fl_sight own;
    fl_move move;
    if (!(fl_match_turn(m) & FL_SEAT(g->seat))) {
        fl_match_explain_turn(m, why);
        return false;
    }
    fl_match_sight(m, g->seat, &own);
    if (fl_read_legal(game, &own.state, g->seat, g->move, len, &move))
        return fl_match_play(m, g->seat, move) == FL_OK || refuse(why, "status.too-long");
    if (!fl_read_any(game, g->move, len, &move))
        return refuse(why, "status.illegal");
    fl_phrase_begin(why, "status.illegal");
    game->why_not(&own.state, g->seat, move, why);
    return false;
}

static bool is_stopped(const struct fl_continuation *g)
{
    return g->by->stop && atomic_load(g->by->stop);
}

static enum fl_status play_bot(struct fl_match *m, int seat, const struct fl_continuation *g,
                               struct fl_rng *rng)
{
    const struct fl_replay *by = g->by;
    struct fl_sight sight;
    fl_match_sight(m, seat, &sight);
    fl_move move = by->choose ? by->choose(by->context, g->level, &sight, rng)
                              : fl_level_choose(g->level, &sight, rng);
    return fl_match_play(m, seat, move);
}

/* Plays until the person has to move or the match is over. */
static enum fl_status play_bots(struct fl_match *m, const struct fl_continuation *g)
{
    struct fl_rng dice = fl_rng_from(g->by->seed, DICE), bots = fl_rng_from(g->by->seed, BOTS);
    enum fl_status status = fl_match_play_chance_rng(m, &dice);
    for (fl_seats turn; status == FL_OK && !is_stopped(g) && (turn = fl_match_turn(m)) &&
                        !(turn & FL_SEAT(g->seat));) {
        status = play_bot(m, __builtin_ctz(turn), g, &bots);
        if (status == FL_OK)
            status = fl_match_play_chance_rng(m, &dice);
    }
    return status;
}

bool fl_replay_continue(struct fl_record *record, const struct fl_continuation *g,
                        struct fl_phrase *why)
{
    struct fl_match *m = &record->match;
    if (m->viewer != FL_TRUTH)
        return refuse(why, "viewer.go-partial");
    if (g->step > m->steps || g->seat >= m->setup.seats)
        return refuse(why, "viewer.bad-request");
    if (g->step < m->steps && fl_match_hides_past(m))
        return refuse(why, "viewer.from-memory");
    if (!truncate(m, g->step))
        return refuse(why, "status.too-long");
    assign_seats(&record->players, m->setup.seats, g);
    if (*g->move && !play_move(m, g, why))
        return false;
    return play_bots(m, g) == FL_OK || refuse(why, "status.too-long");
}
