/* Rollouts: the probability of each seat to win, from playouts with common random numbers.
 *
 * The dice and cards of a playout depend on its number and on the step of the match, not on the
 * moves before. Two positions of one match, or two moves, are therefore compared under the same
 * luck, which reduces the variance of their difference. If the rest of a match is what the playout
 * policy would have played, the difference is exactly 0. Where the game has an evaluation, it
 * replaces the end of a playout. */
#ifndef FL_AGENTS_ADVICE_ROLLOUTS_H
#define FL_AGENTS_ADVICE_ROLLOUTS_H

#include <stdatomic.h>

#include "core/match.h"

enum {
    FL_BATCHES = 16
}; /* playouts are made in this number of batches; their spread gives the standard error */

/* A position to evaluate. */
struct fl_rollout_position {
    const struct fl_sight *sight; /* of any viewer */
    fl_move move;                 /* of the viewer, made first; FL_UNSEEN: none */
    uint32_t step;                /* number of steps of the match before the position */
};

struct fl_rollout_options {
    uint32_t playouts; /* rounded up to whole batches */
    uint64_t seed;     /* positions evaluated with the same seed have the same luck */
    uint32_t
        from; /* the smallest step of all positions that are compared; gives their common horizon */
    atomic_bool *stop; /* may be NULL; once it is set, every batch ends after its first playout */
};

/* The probability of each seat to win, per batch. Shared wins count in part, a win of a team is a
 * win of each member. */
struct fl_rollout_result {
    double chance[FL_BATCHES][FL_MAX_SEATS];
    uint32_t playouts; /* total of all batches */
    uint64_t moves;    /* total of all playouts */
};

/* Evaluates a position on the calling thread. Accepts any sight: also that of FL_TRUTH, in
 * chance's turn, or of a finished game. */
void fl_rollout_run(const struct fl_rollout_position *, const struct fl_rollout_options *,
                    struct fl_rollout_result *out);

/* A value and its standard error. */
struct fl_measure {
    double value, error;
};

/* The mean of the batches and its standard error. */
struct fl_measure fl_measure_of(const double batch[FL_BATCHES]);

/* The probability of a seat to win; less that in another result, unless `minus` is NULL. */
struct fl_measure fl_rollout_chance(const struct fl_rollout_result *,
                                    const struct fl_rollout_result *minus, int seat);

#endif
