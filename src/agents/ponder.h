/* Pondering: what a search finds about every move of the one whose turn it is.
 *
 * A pure function of the sight, the number of playouts and the seed. The search is always the same
 * number of independent trees with seeds of their own, merged in order: threads decide how long it
 * takes, never what comes out. */
#ifndef FL_AGENTS_PONDER_H
#define FL_AGENTS_PONDER_H

#include <stdatomic.h>

#include "core/match.h"

struct fl_ponder {
    uint32_t playouts; /* in all trees together */
    int threads;       /* at least 1 */
    uint64_t seed;
    bool random;       /* play out by chance alone, for measuring, not as the game's style has it */
    bool brief;        /* end a tree once no other move of it can be the most visited */
    atomic_bool *stop; /* may be NULL; once set, what was found so far is the answer */
};

/* What was found about one move. */
struct fl_considered {
    fl_move move;
    uint32_t visits;
    double chance[FL_MAX_SEATS]; /* of each seat to win after it; a shared win counts in part,
                                    a win of the team is a win of the seat */
};

struct fl_thoughts {
    uint32_t count;
    struct fl_considered at[FL_MAX_MOVES]; /* the best first: most visits, then chance, then move */
    double chance[FL_MAX_SEATS];           /* of each seat, the best move made */
    uint64_t playouts, moves;              /* how much was thought */
};

/* Thinks about the moves of the viewer, whose turn it is. False if there is no memory. */
bool fl_ponder(const struct fl_sight *, const struct fl_ponder *, struct fl_thoughts *out);

/* The chances of each seat as playouts see them, nobody searching: from any sight, also FL_TRUTH's
 * and when it is chance's turn or the game is over. False if there is no memory. */
bool fl_estimate(const struct fl_sight *, const struct fl_ponder *, double chance[FL_MAX_SEATS]);

#endif
