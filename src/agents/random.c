/* Any legal move. */
#include "agents/agent.h"

fl_move fl_random(const struct fl_sight *sight, uint32_t effort, struct fl_rng *rng)
{
    struct fl_moves list;
    (void)effort;
    fl_list(sight->game, &sight->state, sight->viewer, &list);
    return list.at[fl_rng_below(rng, list.count)].move;
}
