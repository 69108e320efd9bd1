/* Agents of Mille Sabords! and the data that its struct fl_game_ai refers to. */
#ifndef FL_AGENTS_MILLE_SABORDS_AGENTS_H
#define FL_AGENTS_MILLE_SABORDS_AGENTS_H

#include "agents/agent.h"
#include "agents/solver.h"

/* Maximises the expected points of each turn, whatever the opponents have. */
fl_move fl_exact_points(const struct fl_sight *, uint32_t effort, struct fl_rng *);

/* Maximises the probability to win, with several opponents against the leading one. */
fl_move fl_exact_win(const struct fl_sight *, uint32_t effort, struct fl_rng *);

/* All agents of the game except the greedy one; ends with a NULL name. */
extern const struct fl_agent fl_mille_sabords_agents[];

/* Evaluates the start of a turn with the win table, where there is one. */
bool fl_evaluate_mille_sabords(const struct fl_sight *, double odds[FL_MAX_SEATS]);

extern const struct fl_solver fl_mille_sabords_solver;

#endif
