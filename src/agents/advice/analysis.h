/* The analysis of a match: the cost of every decision, and how luck and skill contributed to the
 * result of each seat.
 *
 * Every number is a probability to win. A roll is a sequence of chance moves without a player's
 * move in between; its luck is the probability after it less that before it. The loss of a decision
 * is the difference between the best move found and the move made, both evaluated from the mover's
 * own sight. The rest is what neither luck nor own losses explain: the effect of the opponents'
 * moves and errors of estimation. For each seat start + luck + skill + rest = result. See
 * docs/analysis.md. */
#ifndef FL_AGENTS_ADVICE_ANALYSIS_H
#define FL_AGENTS_ADVICE_ANALYSIS_H

#include <stdatomic.h>

#include "agents/advice/rollouts.h"

struct fl_analyse {
    uint32_t playouts; /* per number */
    int threads;       /* at least 1; the result does not depend on it */
    uint64_t seed;
    fl_seats seats;    /* seats whose decisions are evaluated */
    atomic_uint *done; /* may be NULL: receives the number of processed steps */
    atomic_bool *stop; /* may be NULL; once it is set, the analysis ends without a result */
};

/* A choice between several moves. */
struct fl_decision {
    uint32_t step; /* the number of steps before it */
    int seat;
    uint32_t moves; /* number of legal moves */
    fl_move made, best;
    double chance, best_chance; /* probability to win after the move made, and after the best one */
    struct fl_measure loss;
};

/* The luck of one roll. */
struct fl_roll_luck {
    uint32_t step, end; /* steps `step` to `end - 1` */
    struct fl_measure change[FL_MAX_SEATS];
};

/* The probability of each seat to win after a number of steps. */
struct fl_win_curve_point {
    uint32_t step;
    double chance[FL_MAX_SEATS];
};

struct fl_result_breakdown {
    struct fl_measure start, luck, skill, rest, result;
    uint32_t decisions;
};

struct fl_analysis {
    bool finished; /* if false, the result is a probability too */
    bool exact;    /* from the win table, without standard errors */
    uint32_t decisions, rolls, curve_points;
    struct fl_decision *decision; /* all arrays are owned and in the order of the match */
    struct fl_roll_luck *roll;
    struct fl_win_curve_point
        *curve; /* at the start, after each roll and decision, and at the end */
    struct fl_result_breakdown breakdown[FL_MAX_SEATS];
};

/* Analyses a match: a complete one, or a partial one as its viewer, a seat, saw it. Probabilities
 * between decisions are estimated with the knowledge of the match's own viewer. A match with hidden
 * information that is not finished must therefore be partial. False if out of memory or stopped.
 * fl_analysis_end frees the result. */
bool fl_analyse(const struct fl_match *, const struct fl_analyse *, struct fl_analysis *out);

/* The number of playouts per figure with which an analysis makes about `moves` moves, from `least`
 * to `most`. */
uint32_t fl_playouts_within(const struct fl_match *, double moves, uint32_t least, uint32_t most);

/* Frees the arrays. */
void fl_analysis_end(struct fl_analysis *);

/* Whether a loss is significant: more than two standard errors and more than 0.001. */
static inline bool fl_is_mistake(const struct fl_decision *d)
{
    return d->loss.value > 2 * d->loss.error && d->loss.value > 0.001;
}

#endif
