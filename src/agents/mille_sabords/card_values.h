/* Figures about cards and moves of Mille Sabords!: the value of a card and of every move of a turn.
 */
#ifndef FL_AGENTS_MILLE_SABORDS_CARD_VALUES_H
#define FL_AGENTS_MILLE_SABORDS_CARD_VALUES_H

#include "agents/mille_sabords/turn_solver.h"

/* A card and the solution of its turn, for points or for winning. */
struct fl_solved {
    struct fl_turn turn;
    struct fl_stakes stakes;
    struct fl_plan plan;
    struct fl_worth worth;
};

/* Solves the turn under a card so that its mean points are maximal. */
void fl_solve_for_points(int card, struct fl_solved *out);

/* A turn played for the most points: means and probabilities. A ship that fails without a bust
 * counts neither as bust nor as taken. Cards without a ship have `taken` 0. */
struct fl_figures {
    double points;  /* mean points of the player */
    double squares; /* mean of the squared points */
    double sd;      /* standard deviation of the points */
    double bust; /* probability that skulls end the turn, with or without dice on Treasure Island */
    double island;   /* probability to reach Skull Island */
    double taken;    /* probability that a ship's quota of sabres is met */
    double residual; /* residual of the solver, see struct fl_worth */
};

/* Calculates the figures of a solved card. */
void fl_figures_of(const struct fl_solved *, struct fl_figures *out);

/* The value of a move for the player who has to choose, if the best moves follow. The unit is that
 * of the stakes: points, or the probability to win. */
double fl_move_worth(const struct fl_solved *, const struct fl_sabords *, fl_move);

#endif
