/* Real dice: which dice or cards people are asked to roll or draw themselves, and how far an undo
 * goes back after a wrong entry. */
#ifndef FL_CORE_REAL_DICE_H
#define FL_CORE_REAL_DICE_H

#include "core/match.h"

struct fl_real_roll {
    struct fl_phrase
        said;      /* key of the announcement, with {n} and, if it concerns one player, {who} */
    fl_seats seen; /* viewers that see the outcome */
    int count; /* number of consecutive outcomes of this kind: eight dice, five cards; at least 1 */
    bool forced; /* only one outcome is possible: nobody needs to be asked */
};

/* Describes the next outcomes of chance. Returns false if it is not chance's turn. */
bool fl_real_roll_next(const struct fl_match *, struct fl_real_roll *out);

/* The index of the first step of the last entry within the first `steps` steps: a move with its
 * automatic consequences, or all dice of one throw. */
uint32_t fl_real_roll_start(const struct fl_match *, uint32_t steps);

#endif
