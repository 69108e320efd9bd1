/* Aux Sabords: the numbers of the things on the table, as the view has them. */
#ifndef FL_GAMES_AUX_SABORDS_ITEMS_H
#define FL_GAMES_AUX_SABORDS_ITEMS_H

#include "games/aux_sabords.h"

/* Squares come first, row by row. */
enum {
    FL_AUX_ITEM_SHIP = 200,   /* + colour */
    FL_AUX_ITEM_ABOARD = 210, /* + 4 * ship + colour of the chests */
    FL_AUX_ITEM_PORT = 230,   /* + 4 * port + colour of the chests */
    FL_AUX_ITEM_ISLAND = 250, /* + colour */
    FL_AUX_ITEM_SIDE = 254,   /* + colour */
    FL_AUX_ITEM_CARD = 258,   /* + colour: the ship card on the table */
    FL_AUX_ITEM_PILE = 262,
    FL_AUX_ITEM_DISCARD = 263, /* + card */
    FL_AUX_ITEM_DIE = 270,
    FL_AUX_ITEM_STEPS,
    FL_AUX_ITEM_CALM,
    FL_AUX_ITEM_ATTACK,
    FL_AUX_ITEM_DEFENCE,
    FL_AUX_ITEM_TOTAL,     /* + seat */
    FL_AUX_ITEM_HAND = 280 /* + 8 * hand + place */
};

/* Squares from one side of the board to the other. */
static inline int fl_aux_side(const struct fl_aux *s)
{
    return s->small_board ? 11 : 13;
}

/* The number of a square on the table. */
static inline int fl_aux_square_item(const struct fl_aux *s, int square)
{
    return (square / FL_AUX_WIDTH - 1) * fl_aux_side(s) + square % FL_AUX_WIDTH - 1;
}

#endif
