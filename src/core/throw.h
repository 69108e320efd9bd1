/* Real dice: what people are asked who throw them and draw the cards themselves, and how far one
 * goes back if they mistook one. */
#ifndef FL_CORE_THROW_H
#define FL_CORE_THROW_H

#include "core/match.h"

struct fl_throw {
    struct fl_phrase
        said;      /* key of what will be told of it, with {n} and, if it is for one, {who} */
    fl_seats seen; /* viewers who see what falls */
    int count;     /* outcomes of this kind in a row: eight dice, five cards; at least 1 */
    bool forced;   /* there is but one outcome: nobody need be asked */
};

/* What chance brings next; false if it is not chance's turn. */
bool fl_throw_next(const struct fl_match *, struct fl_throw *out);

/* Where the last thing began that somebody did or told within the first `steps` steps: a move with
 * what followed by itself, or all the dice of one throw. */
uint32_t fl_throw_start(const struct fl_match *, uint32_t steps);

/* A source's `pick` that lets nothing happen but what must. */
bool fl_throw_pick_forced(struct fl_source *, const struct fl_match *, const struct fl_moves *,
                          fl_move *);

#endif
