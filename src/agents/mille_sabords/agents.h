/* Agents of Mille Sabords! and the data that its struct fl_game_ai refers to. */
#ifndef FL_AGENTS_MILLE_SABORDS_AGENTS_H
#define FL_AGENTS_MILLE_SABORDS_AGENTS_H

#include "agents/agent.h"
#include "agents/solver.h"

/* Maximises the expected points of each turn, whatever the opponents have. */
fl_move fl_exact_points(const struct fl_sight *, uint32_t effort, struct fl_rng *);

/* Maximises the probability to win, with several opponents against the leading one. */
fl_move fl_exact_win(const struct fl_sight *, uint32_t effort, struct fl_rng *);

/* Plays exact-points in `effort` percent of its decisions, greedily in the rest. */
fl_move fl_seasoned(const struct fl_sight *, uint32_t effort, struct fl_rng *);

/* These keep gold, gems and sets. They stop: with `effort` points; with two skulls; when the
 * expected loss of a throw exceeds its expected gain. */
fl_move fl_stop_at(const struct fl_sight *, uint32_t effort, struct fl_rng *);
fl_move fl_two_skulls(const struct fl_sight *, uint32_t effort, struct fl_rng *);
fl_move fl_fair_risk(const struct fl_sight *, uint32_t effort, struct fl_rng *);

/* These stop with two skulls. They keep the most frequent face, or only gold and gems. */
fl_move fl_most_alike(const struct fl_sight *, uint32_t effort, struct fl_rng *);
fl_move fl_gold_only(const struct fl_sight *, uint32_t effort, struct fl_rng *);

/* Evaluates the start of a turn with the win table, where there is one. */
bool fl_evaluate_mille_sabords(const struct fl_sight *, double odds[FL_MAX_SEATS]);

extern const struct fl_solver fl_mille_sabords_solver;

#endif
