/* Imagined games. */
#include "agents/playout.h"

#include <string.h>

static const struct fl_style styles[] = {
    {"mille-sabords", fl_exact_points, 0, 0.7, 4},
    {"corsaires", fl_greedy_corsaires, 16, 0.7, 4},
    {"buccaneer", fl_greedy_buccaneer, 16, 0.7, 4},
    {"pirates-en-duel", fl_greedy_pirates_en_duel, 16, 0.7, 4},
    {"aux-sabords", fl_greedy_aux_sabords, 16, 0.7, 4},
};

const struct fl_style fl_style_random = {NULL, NULL, 0, 0.7, 4};

const struct fl_style *fl_style_of(const struct fl_game *game)
{
    for (size_t i = 0; i < sizeof styles / sizeof styles[0]; i++)
        if (!strcmp(styles[i].game, game->name))
            return &styles[i];
    return &fl_style_random;
}

void fl_imagine(const struct fl_sight *sight, struct fl_rng *rng, struct fl_sight *world)
{
    world->game = sight->game;
    world->setup = sight->setup;
    world->viewer = sight->viewer;
    memcpy(&world->state, &sight->state, sight->game->state_size);
    if (sight->game->imagine && sight->viewer != FL_TRUTH)
        sight->game->imagine(&world->state, sight->viewer, rng);
}

int fl_settle(struct fl_sight *world, struct fl_rng *rng, uint64_t *moves)
{
    const struct fl_game *g = world->game;
    fl_seats turn;
    while ((turn = g->turn(&world->state)) == FL_SEAT(FL_CHANCE)) {
        g->apply(&world->state, FL_CHANCE, fl_draw(g, &world->state, rng));
        ++*moves;
    }
    return turn ? __builtin_ctz(turn) : FL_NOBODY;
}

static fl_move any_move(const struct fl_sight *world, struct fl_rng *rng)
{
    struct fl_moves list;
    list.count = list.total = 0;
    world->game->moves(&world->state, world->viewer, &list);
    return list.at[list.count > 1 ? fl_rng_below(rng, list.count) : 0].move;
}

static bool is_careless(const struct fl_style *style, struct fl_rng *rng)
{
    return !style->choose || (style->careless && (fl_rng_next(rng) >> 56) < style->careless);
}

void fl_play_out(struct fl_sight *world, const struct fl_style *style, struct fl_rng *rng,
                 uint64_t *moves)
{
    int seat;
    while ((seat = fl_settle(world, rng, moves)) != FL_NOBODY) {
        world->viewer = seat;
        fl_move move =
            is_careless(style, rng) ? any_move(world, rng) : style->choose(world, 0, rng);
        world->game->apply(&world->state, seat, move);
        ++*moves;
    }
}

/* The teams of some seats, as a set of the lowest seat of each. */
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

void fl_shares(const struct fl_sight *world, uint32_t share[FL_MAX_SEATS])
{
    int team[FL_MAX_SEATS];
    fl_seats won = teams_of(world, world->game->winners(&world->state), team);
    uint32_t part = won ? FL_WIN / (uint32_t)fl_bits(won) : 0;
    for (int seat = 0; seat < world->setup.seats; seat++)
        share[seat] = won & FL_SEAT(team[seat]) ? part : 0;
}
