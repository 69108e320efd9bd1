/* Mille Sabords! in figures: what a card is worth, and what every move of a turn is. */
#ifndef FL_AGENTS_MILLE_SABORDS_VALUES_H
#define FL_AGENTS_MILLE_SABORDS_VALUES_H

#include "agents/mille_sabords_turn.h"

/* A card with its turn solved. */
struct fl_solved {
    struct fl_turn turn;
    struct fl_stakes stakes;
    struct fl_plan plan;
    struct fl_worth worth;
};

/* Solves the turn under a card for the most points. */
void fl_solve_for_points(int card, struct fl_solved *out);

/* A turn played for the most points: means and chances. A ship that is missed without a bust is
 * neither lost to skulls nor taken; with the other cards nothing is taken. */
struct fl_figures {
    double points;   /* the player's own, on average */
    double squares;  /* of the points, on average */
    double sd;       /* standard deviation of the points */
    double bust;     /* chance that skulls end the turn, dice on Treasure Island or not */
    double island;   /* chance to reach Skull Island */
    double taken;    /* chance that a ship's quota is met */
    double residual; /* of the sweeps */
};

void fl_figures_of(const struct fl_solved *, struct fl_figures *out);

/* The same over the whole deck: every one of the 35 cards equally likely. */
void fl_figures_of_deck(const struct fl_figures card[FL_SABORDS_KINDS], struct fl_figures *out);

/* How many of a card there are. */
int fl_card_copies(int card);

/* What a move is worth to the player who is to choose, the best moves made thereafter. */
double fl_move_worth(const struct fl_solved *, const struct fl_sabords *, fl_move);

#endif
