/* Going on from somewhere in a record. */
#include "replay/go.h"

#include <string.h>

enum { DICE = 1, BOTS };

static bool refuse(struct fl_phrase *why, const char *key)
{
    fl_phrase_begin(why, key);
    return false;
}

/* The record from now on has those steps alone. */
static bool go_back(struct fl_match *m, uint32_t steps)
{
    struct fl_match short_one;
    bool remembered = true;
    fl_match_begin(&short_one, m->game, &m->setup, FL_TRUTH);
    for (uint32_t i = 0; remembered && i < steps; i++)
        remembered = fl_match_play(&short_one, m->log[i].seat, m->log[i].move) == FL_OK;
    fl_match_end(m);
    *m = short_one;
    return remembered;
}

static void seat_everybody(struct fl_players *p, int seats, const struct fl_going *g)
{
    p->fair = (struct fl_fair){.committed = false};
    for (int seat = 0; seat < seats; seat++)
        if (p->name[seat][0])
            strcpy(p->kind[seat], seat == g->seat ? "person" : g->level->name);
}

/* His own moves are the same in his sight and in the truth. */
static bool play_move(struct fl_match *m, const struct fl_going *g, struct fl_phrase *why)
{
    const struct fl_game *game = m->game;
    size_t len = strlen(g->move);
    struct fl_sight own;
    fl_move move;
    if (!(fl_match_turn(m) & FL_SEAT(g->seat)))
        return refuse(why, "status.not-your-turn");
    fl_match_sight(m, g->seat, &own);
    if (fl_read_legal(game, &own.state, g->seat, g->move, len, &move))
        return fl_match_play(m, g->seat, move) == FL_OK || refuse(why, "status.too-long");
    if (!fl_read_any(game, g->move, len, &move))
        return refuse(why, "status.illegal");
    fl_phrase_begin(why, "status.illegal");
    game->why_not(&own.state, g->seat, move, why);
    return false;
}

static bool is_stopped(const struct fl_going *g)
{
    return g->by->stop && atomic_load(g->by->stop);
}

static enum fl_status play_bot(struct fl_match *m, int seat, const struct fl_level *level,
                               struct fl_rng *rng)
{
    struct fl_sight sight;
    fl_match_sight(m, seat, &sight);
    return fl_match_play(m, seat, fl_level_choose(level, &sight, rng));
}

/* Until the person is asked or it is over. */
static enum fl_status play_others(struct fl_match *m, const struct fl_going *g)
{
    struct fl_rng dice = fl_rng_from(g->by->seed, DICE), bots = fl_rng_from(g->by->seed, BOTS);
    enum fl_status status = fl_match_roll(m, &dice);
    for (fl_seats turn; status == FL_OK && !is_stopped(g) && (turn = fl_match_turn(m)) &&
                        !(turn & FL_SEAT(g->seat));) {
        status = play_bot(m, __builtin_ctz(turn), g->level, &bots);
        if (status == FL_OK)
            status = fl_match_roll(m, &dice);
    }
    return status;
}

bool fl_replay_go(struct fl_record *record, const struct fl_going *g, struct fl_phrase *why)
{
    struct fl_match *m = &record->match;
    if (m->viewer != FL_TRUTH)
        return refuse(why, "viewer.go-partial");
    if (g->step > m->steps || g->seat >= m->setup.seats)
        return refuse(why, "viewer.expected");
    if (!go_back(m, g->step))
        return refuse(why, "status.too-long");
    seat_everybody(&record->players, m->setup.seats, g);
    if (*g->move && !play_move(m, g, why))
        return false;
    return play_others(m, g) == FL_OK || refuse(why, "status.too-long");
}
