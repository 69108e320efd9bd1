/* A player whose thoughts wander. */
#include "agents/agent.h"

fl_move fl_casual(const struct fl_sight *sight, uint32_t effort, struct fl_rng *rng)
{
    fl_choose greedy = fl_agent_find("greedy", sight->game);
    bool attends = fl_rng_below(rng, 100) < effort;
    return attends && greedy ? greedy(sight, 0, rng) : fl_random(sight, 0, rng);
}
