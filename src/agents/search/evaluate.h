/* Static evaluation: an estimate of the probability of each seat to win without a search, with
 * which playouts end early. */
#ifndef FL_AGENTS_SEARCH_EVALUATE_H
#define FL_AGENTS_SEARCH_EVALUATE_H

#include "core/match.h"

/* Writes the odds of each seat, equal for partners; probabilities to win are proportional to odds.
 * Returns false in the middle of a turn, where an estimate would be misleading. */
typedef bool (*fl_evaluate)(const struct fl_sight *world, double odds[FL_MAX_SEATS]);

/* The odds of a linear evaluation: 1 more multiplies them by e. The result is the same on every
 * machine. Weights of evaluations were fitted to the winners among greedy players. */
double fl_odds(double value);

/* The probabilities that follow from the odds, as integer parts of `whole`; members of a team have
 * the same. */
void fl_evaluate_shares(const struct fl_sight *, const double odds[FL_MAX_SEATS], uint32_t whole,
                        uint32_t share[FL_MAX_SEATS]);

#endif
