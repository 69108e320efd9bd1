/* Treasure Island while dice are being put on the card or taken off it.
 *
 * Right after a throw nothing is bound: every die may be on the card, next to it or thrown again,
 * and each needs at most one change of place. The turn is therefore solved without knowing which
 * dice are on the card. For points it is best to save all kept dice. For winning it can be better
 * to save fewer, because certain points can start the last round at a bad moment. Only dice that
 * were moved since the throw are bound. This file solves those positions. */
#ifndef FL_AGENTS_MILLE_SABORDS_TREASURE_ISLAND_H
#define FL_AGENTS_MILLE_SABORDS_TREASURE_ISLAND_H

#include "agents/mille_sabords/turn_solver.h"

enum { FL_ISLAND_SKULLS = 3 }; /* 0 to 2 skulls when a player has to choose */

/* Dice by face. The last two are parts of `lying` and bound to their place until the next throw;
 * the rest is free. */
struct fl_island {
    uint8_t lying[FL_FACES]; /* all dice on the table, including skulls */
    uint8_t on[FL_FACES], beside[FL_FACES];
};

/* The arrangement before the next throw. All other dice are thrown. */
struct fl_island_plan {
    uint8_t saved[FL_FACES]; /* on the card */
    uint8_t kept[FL_FACES];  /* kept next to the card */
    double worth;
    bool stops; /* stop instead of throwing */
};

/* The values that decide between arrangements. Arrays are indexed by node. */
struct fl_island_values {
    const uint16_t *node;                 /* of every hand */
    const double *kept[FL_ISLAND_SKULLS]; /* as in struct fl_worth, by skulls */
    const double *bust[FL_ISLAND_SKULLS]; /* probability by skulls and number of thrown dice */
    const double *lost, *stop;            /* as in struct fl_stakes */
    double tie;                           /* differences up to this do not count */
    bool saves_all; /* whether saving a kept die is never worse: true for points */
};

/* The values of a solved turn, which must outlive them. */
struct fl_island_values fl_island_values_of(const struct fl_turn *, const struct fl_stakes *,
                                            const struct fl_worth *);

/* Finds the arrangement with the highest value, by trying all of them. */
void fl_island_solve(const struct fl_island_values *, const struct fl_island *,
                     struct fl_island_plan *out);

#endif
