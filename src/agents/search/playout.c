/* Simulated games. */
#include "agents/search/playout.h"

#include <string.h>

void fl_imagine(const struct fl_sight *sight, struct fl_rng *rng, struct fl_sight *world)
{
    world->game = sight->game;
    world->setup = sight->setup;
    world->viewer = sight->viewer;
    memcpy(&world->state, &sight->state, sight->game->state_size);
    if (sight->game->imagine && sight->viewer != FL_TRUTH)
        sight->game->imagine(&world->state, sight->viewer, rng);
}

int fl_play_chance(struct fl_sight *world, struct fl_rng *rng, uint64_t *moves)
{
    const struct fl_game *g = world->game;
    fl_seats turn;
    while ((turn = g->turn(&world->state)) == FL_SEAT(FL_CHANCE)) {
        g->apply(&world->state, FL_CHANCE, fl_sample_chance(g, &world->state, rng));
        ++*moves;
    }
    return turn ? __builtin_ctz(turn) : FL_NOBODY;
}

static fl_move random_move(const struct fl_sight *world, struct fl_rng *rng)
{
    struct fl_moves list;
    list.count = list.total = 0;
    world->game->moves(&world->state, world->viewer, &list);
    return list.at[list.count > 1 ? fl_rng_below(rng, list.count) : 0].move;
}

static bool moves_randomly(const struct fl_game_ai *ai, struct fl_rng *rng)
{
    return !ai->playout || (ai->random_per_256 && (fl_rng_next(rng) >> 56) < ai->random_per_256);
}

/* The teams of some seats, as a set. */
static fl_seats teams_of(const struct fl_sight *world, fl_seats seats, int team[FL_MAX_SEATS])
{
    fl_seats teams = 0;
    for (int seat = 0; seat < world->setup.seats; seat++) {
        team[seat] = fl_team(world->game, &world->state, seat);
        if (seats & FL_SEAT(seat))
            teams |= FL_SEAT(team[seat]);
    }
    return teams;
}

void fl_winner_shares(const struct fl_sight *world, uint32_t share[FL_MAX_SEATS])
{
    int team[FL_MAX_SEATS];
    fl_seats won = teams_of(world, world->game->winners(&world->state), team);
    uint32_t part = won ? FL_WIN / (uint32_t)fl_bits(won) : 0;
    for (int seat = 0; seat < world->setup.seats; seat++)
        share[seat] = won & FL_SEAT(team[seat]) ? part : 0;
}

/* The probabilities that follow from the odds, as integer parts of a win; members of a team have
 * the same. Not inlined: most evaluations of a playout fail, in the middle of a turn. */
static __attribute__((noinline)) void convert_odds(const struct fl_sight *world,
                                                   const double odds[FL_MAX_SEATS],
                                                   uint32_t share[FL_MAX_SEATS])
{
    double all = 0;
    unsigned counted = 0;
    for (int seat = 0; seat < world->setup.seats; seat++) {
        unsigned team = 1u << fl_team(world->game, &world->state, seat);
        all += counted & team ? 0 : odds[seat];
        counted |= team;
    }
    for (int seat = 0; seat < world->setup.seats; seat++)
        share[seat] = (uint32_t)(FL_WIN * odds[seat] / all);
}

bool fl_evaluation_shares(const struct fl_sight *world, const struct fl_game_ai *ai,
                          uint32_t share[FL_MAX_SEATS])
{
    double odds[FL_MAX_SEATS];
    if (!ai->evaluate || !ai->evaluate(world, odds))
        return false;
    convert_odds(world, odds, share);
    return true;
}

void fl_play_out(struct fl_sight *world, const struct fl_game_ai *ai, struct fl_rng *rng,
                 uint64_t *moves, uint32_t share[FL_MAX_SEATS])
{
    uint64_t horizon = *moves + ai->horizon;
    int seat;
    while ((seat = fl_play_chance(world, rng, moves)) != FL_NOBODY) {
        if (*moves >= horizon && fl_evaluation_shares(world, ai, share))
            return;
        world->viewer = seat;
        fl_move move =
            moves_randomly(ai, rng) ? random_move(world, rng) : ai->playout(world, 0, rng);
        world->game->apply(&world->state, seat, move);
        ++*moves;
    }
    fl_winner_shares(world, share);
}
