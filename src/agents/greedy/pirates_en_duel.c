#include "agents/agent.h"
fl_move fl_greedy_pirates_en_duel(const struct fl_sight *s, uint32_t effort, struct fl_rng *rng) { return fl_random(s, effort, rng); }
