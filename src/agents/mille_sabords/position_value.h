/* Values of positions and moves of Mille Sabords!: the probability to win of a position; and for
 * each move the probability to win, the expected points and the probability of a bust. */
#ifndef FL_AGENTS_MILLE_SABORDS_POSITION_VALUE_H
#define FL_AGENTS_MILLE_SABORDS_POSITION_VALUE_H

#include "agents/mille_sabords/card_values.h"
#include "agents/solver.h"

/* Solves the turn of the current player for winning. With more than two players the leading
 * opponent counts. */
void fl_solve_for_winning(const struct fl_sabords *, struct fl_solved *out);

/* The probability to win of each seat in such a game, both players playing optimally. The state
 * must not be in the middle of a throw. False if out of memory. */
bool fl_solved_chances(const struct fl_sight *, double chance[FL_MAX_SEATS]);

/* The functions of struct fl_solver (agents/solver.h). Moves that differ only in which of several
 * equal dice they use are equivalent. */
uint32_t fl_evaluate_moves(const struct fl_sight *, struct fl_move_value out[FL_MAX_MOVES]);

#endif
