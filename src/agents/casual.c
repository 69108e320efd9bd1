/* Players whose thoughts wander. */
#include "agents/agent.h"

static bool attends(uint32_t effort, struct fl_rng *rng)
{
    return fl_rng_below(rng, 100) < effort;
}

fl_move fl_casual(const struct fl_sight *sight, uint32_t effort, struct fl_rng *rng)
{
    fl_choose greedy = fl_agent_find("greedy", sight->game);
    return attends(effort, rng) && greedy ? greedy(sight, 0, rng) : fl_random(sight, 0, rng);
}

fl_move fl_seasoned(const struct fl_sight *sight, uint32_t effort, struct fl_rng *rng)
{
    return (attends(effort, rng) ? fl_exact_points : fl_greedy_mille_sabords)(sight, 0, rng);
}
