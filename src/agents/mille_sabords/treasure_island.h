/* Treasure Island while dice are being put on the card or taken off it.
 *
 * Right after a throw nothing is bound: every die may be on the card, next to it or thrown again,
 * and each needs at most one change of place. A die on the card can do everything that one next to
 * it can, and survives a bust. Therefore the best arrangement puts all kept dice on the card, and
 * the turn is solved without knowing which dice are on it. Only dice that were moved since the
 * throw are bound. This file solves those positions. */
#ifndef FL_AGENTS_MILLE_SABORDS_TREASURE_ISLAND_H
#define FL_AGENTS_MILLE_SABORDS_TREASURE_ISLAND_H

#include "agents/mille_sabords/turn_solver.h"

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

/* Finds the arrangement with the highest value, by trying all of them. */
void fl_island_solve(const struct fl_turn *, const struct fl_stakes *, const struct fl_worth *,
                     const struct fl_island *, struct fl_island_plan *out);

#endif
