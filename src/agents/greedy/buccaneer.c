/* Placeholder. */
#include "agents/agent.h"
fl_move fl_greedy_buccaneer(const struct fl_sight *sight, uint32_t effort, struct fl_rng *rng)
{
    return fl_random(sight, effort, rng);
}
