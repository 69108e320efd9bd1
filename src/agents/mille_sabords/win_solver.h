/* Solves Mille Sabords! for two players: the probability to win of the player to move, for any two
 * totals, in ordinary play, in the last round and in sudden death.
 *
 * Assumptions: each turn's card is drawn from all 35; a tie is half a win; a game never reaches its
 * 200th round; totals below a lowest one count as the lowest. Totals are in hundreds of points. */
#ifndef FL_AGENTS_MILLE_SABORDS_WIN_SOLVER_H
#define FL_AGENTS_MILLE_SABORDS_WIN_SOLVER_H

#include <stdatomic.h>

#include "agents/mille_sabords/card_values.h"
#include "agents/mille_sabords/turn_outcomes.h"

enum {
    FL_WIN_VERSION = 2,            /* of the solution; tables of another version are not used */
    FL_WIN_OVERS = FL_MOST_POINTS, /* totals from the target upwards that a turn can reach */
    FL_WIN_ROUNDS = 4 /* of policy iteration that ordinary play and sudden death usually need */
};

/* A table of probabilities in one array: ordinary play by [mine][theirs], then sudden death by the
 * same indices, then the last round by [mine][theirs - target]. Totals are from `lowest` to below
 * the target. */
struct fl_win {
    int target, lowest;     /* in hundreds of points */
    size_t count;           /* of probabilities; only of tables made by fl_win_begin, like rows */
    int rows;               /* that fl_win_solve is expected to process */
    double *exact;          /* owned; NULL: `coarse` is used */
    const uint16_t *coarse; /* the same probabilities in units of 1/65535; not owned */
    double residual;        /* the largest gain that one better turn could bring */
    int rounds;             /* of policy iteration */
};

/* The position of the player to move. */
struct fl_win_position {
    enum fl_sabords_stage stage;
    int mine, theirs; /* totals in hundreds of points */
};

/* Progress of fl_win_solve; other threads may read `rows` and set `stop` at any time. */
struct fl_win_progress {
    atomic_int rows; /* processed rows, of about `rows` of the table */
    atomic_bool stop;
};

/* The number of different totals below the target. */
static inline int fl_win_totals(const struct fl_win *w)
{
    return w->target - w->lowest;
}

/* Allocates a table; false if out of memory. fl_win_end frees it. */
bool fl_win_begin(struct fl_win *, int target, int lowest);
void fl_win_end(struct fl_win *);

/* Solves the game on `threads` threads. The result does not depend on their number. False if it was
 * stopped or out of memory. */
bool fl_win_solve(struct fl_win *, int threads, struct fl_win_progress *);

/* The probability to win of the player to move. */
double fl_win_chance(const struct fl_win *, struct fl_win_position);

/* The probability to win of a player whose turn just ended: the totals after the turn and the stage
 * before it. */
double fl_win_after(const struct fl_win *, struct fl_win_position);

/* Solves the turn under a card for winning. */
void fl_win_solve_turn(const struct fl_win *, struct fl_win_position, int card,
                       struct fl_solved *out);

#endif
