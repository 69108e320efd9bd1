/* Values of positions and moves of Mille Sabords!: the probability to win of a position; and for
 * each move the probability to win, the expected points and the probability of a bust. */
#ifndef FL_AGENTS_MILLE_SABORDS_POSITION_VALUE_H
#define FL_AGENTS_MILLE_SABORDS_POSITION_VALUE_H

#include "agents/mille_sabords/card_values.h"
#include "agents/solver.h"

/* Solves the turn of the current player for winning. With more than two players the leading
 * opponent counts. */
void fl_solve_for_winning(const struct fl_sabords *, struct fl_solved *out);

#endif
