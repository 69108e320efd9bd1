/* Moves with the best prior score. */
#include "agents/search/prior.h"

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
