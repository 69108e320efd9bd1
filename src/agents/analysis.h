/* The analysis of a match: what every decision cost, and what luck and skill brought to everybody.
 *
 * Every number is a chance to win. A throw is all that chance brings in a row; its luck is the
 * chance after it less the chance before it. A decision's loss is what the best move found would
 * have been better than the one made, both weighed from the mover's own sight. What neither luck
 * nor own losses explain is the rest: what the others' moves gave and took, and errors of
 * estimation. For everybody start + luck + skill + rest = result. docs/analysis.md tells more. */
#ifndef FL_AGENTS_ANALYSIS_H
#define FL_AGENTS_ANALYSIS_H

#include <stdatomic.h>

#include "agents/weigh.h"

struct fl_analyse {
    uint32_t playouts; /* behind each number */
    int threads;       /* at least 1; the result is the same for any number */
    uint64_t seed;
    fl_seats seats;    /* whose decisions are judged */
    atomic_uint *done; /* may be NULL: steps that have been gone through */
    atomic_bool *stop; /* may be NULL; once set, there is no result */
};

/* A choice between several moves. */
struct fl_decision {
    uint32_t step; /* the state before it is after so many steps */
    int seat;
    uint32_t moves; /* there were to choose from */
    fl_move made, best;
    double chance, best_chance; /* to win, after either */
    struct fl_measure loss;
};

/* What chance brought in a row. */
struct fl_fortune {
    uint32_t step, end; /* from step to end - 1 */
    struct fl_measure change[FL_MAX_SEATS];
};

/* How everybody stood after so many steps. */
struct fl_standing {
    uint32_t step;
    double chance[FL_MAX_SEATS];
};

struct fl_account {
    struct fl_measure start, luck, skill, rest, result;
    uint32_t decisions;
};

struct fl_analysis {
    bool finished; /* else the result is a chance too */
    bool exact;    /* worked out by the solver, without an error */
    uint32_t decisions, fortunes, standings;
    struct fl_decision *decision; /* all owned, in the order of the match */
    struct fl_fortune *fortune;
    struct fl_standing *standing; /* at the start, after every throw and decision, at the end */
    struct fl_account account[FL_MAX_SEATS];
};

/* Analyses a match: a whole one, or a partial one as its viewer saw it, who is a seat. Chances
 * between decisions are weighed with the eyes of the match's own viewer: a match with secrets that
 * is not over must come as a partial one. False if there is no memory or it was stopped. */
bool fl_analyse(const struct fl_match *, const struct fl_analyse *, struct fl_analysis *out);

/* Gives the memory back. */
void fl_analysis_end(struct fl_analysis *);

/* Whether a loss is more than an error of estimation may be: two standard errors, and a
 * thousandth. */
bool fl_is_mistake(const struct fl_decision *);

#endif
