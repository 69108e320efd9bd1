/* Mille Sabords! as the solver judges it: the chance to win from where the table stands, and what
 * every move is worth in chances, in points and in danger. */
#ifndef FL_AGENTS_MILLE_SABORDS_JUDGE_H
#define FL_AGENTS_MILLE_SABORDS_JUDGE_H

#include "agents/mille_sabords_values.h"
#include "core/match.h"

/* What a move is worth. */
struct fl_judged {
    fl_move move;
    double chance; /* to win; exact where fl_is_solved, else against the one who leads */
    double points; /* of this turn, on average, if points are all that counts */
    double bust;   /* chance that this very throw is lost to skulls; 0 if nothing is thrown */
};

/* Solves the turn of the one whose turn it is for winning: against the one who leads, where there
 * are several. */
void fl_solve_for_winning(const struct fl_sabords *, struct fl_solved *out);

/* Whether this is a game whose chances are known: two players, totals that may fall below zero, a
 * target whose chances the program carries. */
bool fl_is_solved(const struct fl_sight *);

/* The chance of each to win in such a game, both playing their best; not while some dice of a throw
 * have fallen and others not. False if there is no memory. */
bool fl_solved_chances(const struct fl_sight *, double chance[FL_MAX_SEATS]);

/* Judges the moves of the viewer, who is to choose; of moves with equal dice only the first. Best
 * chance first. Returns how many, 0 if there is no memory. */
uint32_t fl_judge_moves(const struct fl_sight *, struct fl_judged out[FL_MAX_MOVES]);

/* Whether two moves do the same with dice that show the same. */
bool fl_judged_alike(const struct fl_sabords *, fl_move, fl_move);

#endif
