/* Priors: scores of moves before they are searched. The greedy agents play the best one, and a
 * search tries moves in their order. */
#ifndef FL_AGENTS_SEARCH_PRIOR_H
#define FL_AGENTS_SEARCH_PRIOR_H

#include "core/match.h"

/* Writes a score for each move of the list, which are the legal moves of the sight's viewer. Only
 * the order of scores within one list counts. */
typedef void (*fl_prior)(const struct fl_sight *, const struct fl_moves *, int score[FL_MAX_MOVES]);

/* The first of the legal moves with the highest score. */
fl_move fl_prior_best_move(const struct fl_sight *, fl_prior);

/* One of the legal moves with the highest score, all equally likely. */
fl_move fl_prior_best_move_random(const struct fl_sight *, fl_prior, struct fl_rng *);

#endif
