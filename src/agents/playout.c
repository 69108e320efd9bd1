/* Imagined games. */
#include "agents/playout.h"

#include <string.h>

static const struct fl_style styles[] = {
    {"mille-sabords", fl_exact_points, fl_likes_mille_sabords, fl_judge_mille_sabords, 0, 0, 2,
     0.3},
    {"corsaires", fl_greedy_corsaires, fl_likes_corsaires, fl_judge_corsaires, 40, 16, 2, 0.3},
    {"buccaneer", fl_greedy_buccaneer, fl_likes_buccaneer, NULL, 0, 16, 2, 0.3},
    {"pirates-en-duel", fl_greedy_pirates_en_duel, fl_likes_pirates_en_duel,
     fl_judge_pirates_en_duel, 20, 16, 2, 0.3},
    {"aux-sabords", fl_greedy_aux_sabords, fl_likes_aux_sabords, fl_judge_aux_sabords, 40, 0, 1,
     0.5},
};

const struct fl_style fl_style_random = {NULL, NULL, NULL, NULL, 0, 0, 1, 0};

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

void fl_share_the_win(const struct fl_sight *world, uint32_t share[FL_MAX_SEATS])
{
    int team[FL_MAX_SEATS];
    fl_seats won = teams_of(world, world->game->winners(&world->state), team);
    uint32_t part = won ? FL_WIN / (uint32_t)fl_bits(won) : 0;
    for (int seat = 0; seat < world->setup.seats; seat++)
        share[seat] = won & FL_SEAT(team[seat]) ? part : 0;
}

bool fl_is_judged(const struct fl_sight *world, const struct fl_style *style,
                  uint32_t share[FL_MAX_SEATS])
{
    double odds[FL_MAX_SEATS];
    if (!style->judge || !style->judge(world, odds))
        return false;
    fl_judge_shares(world, odds, FL_WIN, share);
    return true;
}

void fl_play_out(struct fl_sight *world, const struct fl_style *style, struct fl_rng *rng,
                 uint64_t *moves, uint32_t share[FL_MAX_SEATS])
{
    uint64_t horizon = *moves + style->horizon;
    int seat;
    while ((seat = fl_settle(world, rng, moves)) != FL_NOBODY) {
        if (*moves >= horizon && fl_is_judged(world, style, share))
            return;
        world->viewer = seat;
        fl_move move =
            is_careless(style, rng) ? any_move(world, rng) : style->choose(world, 0, rng);
        world->game->apply(&world->state, seat, move);
        ++*moves;
    }
    fl_share_the_win(world, share);
}
