/* Treasure Island, in the middle of laying dice on the card and taking them off.
 *
 * Right after a throw nothing binds: every die may be on the card, beside it or thrown again, from
 * wherever it lies, by changing place once at most. A die on the card can do all that one beside it
 * can, and survives a bust; so the best is to lay all that is kept on the card, and the turn is
 * solved without knowing what lies there. Only dice that have changed place since the throw are
 * bound, and this file is about them. */
#ifndef FL_AGENTS_MILLE_SABORDS_ISLAND_H
#define FL_AGENTS_MILLE_SABORDS_ISLAND_H

#include "agents/mille_sabords_turn.h"

/* Dice by face. What is on the card or beside it for good until the next throw is a part of what
 * lies; the rest is free. */
struct fl_island {
    uint8_t lying[FL_FACES]; /* all that lies, skulls too */
    uint8_t on[FL_FACES], beside[FL_FACES];
};

/* What to do with the dice before the next throw; the rest is thrown. */
struct fl_island_plan {
    uint8_t saved[FL_FACES]; /* on the card */
    uint8_t kept[FL_FACES];  /* beside it */
    double worth;
    bool stops; /* rather than throw */
};

void fl_island_solve(const struct fl_turn *, const struct fl_stakes *, const struct fl_worth *,
                     const struct fl_island *, struct fl_island_plan *out);

#endif
