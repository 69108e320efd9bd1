/* The games that have a struct fl_game_ai, and functions that these have in common. */
#include "agents/game_ai.h"

#include <string.h>

#define FL_GAME_AI(c_name) extern const struct fl_game_ai fl_##c_name##_ai;
#include "games/games.def"

static const struct fl_game_ai *const ais[] = {
#define FL_GAME_AI(c_name) &fl_##c_name##_ai,
#include "games/games.def"
    NULL,
};

const struct fl_game_ai fl_game_ai_default = {
    .levels = {{"random", 0}, {"ismcts", 20}, {"ismcts", 200}, {"ismcts", 2000}},
    .exploration = 1,
};

/* By name, because tests play copies of a game. */
const struct fl_game_ai *fl_game_ai_of(const struct fl_game *game)
{
    for (int i = 0; ais[i]; i++)
        if (!strcmp(ais[i]->game->name, game->name))
            return ais[i];
    return &fl_game_ai_default;
}

fl_move fl_prior_best_move(const struct fl_sight *sight, fl_prior prior)
{
    struct fl_moves list;
    int score[FL_MAX_MOVES];
    uint32_t best = 0;
    fl_list(sight->game, &sight->state, sight->viewer, &list);
    if (list.count > 1)
        prior(sight, &list, score);
    for (uint32_t i = 1; i < list.count; i++)
        if (score[i] > score[best])
            best = i;
    return list.at[best].move;
}

/* Reservoir sampling: the n-th of equal moves replaces the present one with probability 1/n. */
fl_move fl_prior_best_move_random(const struct fl_sight *sight, fl_prior prior, struct fl_rng *rng)
{
    struct fl_moves list;
    int score[FL_MAX_MOVES];
    uint32_t best = 0, equals = 1;
    fl_list(sight->game, &sight->state, sight->viewer, &list);
    if (list.count > 1)
        prior(sight, &list, score);
    for (uint32_t i = 1; i < list.count; i++) {
        equals = score[i] > score[best] ? 1 : equals + (score[i] == score[best]);
        if (score[i] > score[best] || (score[i] == score[best] && !fl_rng_below(rng, equals)))
            best = i;
    }
    return list.at[best].move;
}

/* exp(x) as (1 + x / 1024) to the power of 1024, which is the same on every machine. */
double fl_odds(double value)
{
    double x = value < -20 ? -20 : value > 20 ? 20 : value;
    double odds = 1 + x / 1024;
    for (int i = 0; i < 10; i++)
        odds *= odds;
    return odds;
}
