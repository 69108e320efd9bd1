/* Monte Carlo tree search over imagined worlds (ISMCTS): statistics of every move of the player
 * whose turn it is.
 *
 * The result is a pure function of the sight, the number of playouts and the seed. A search has a
 * fixed number of independent trees with their own seeds, which are merged in order: the number of
 * threads changes the time, never the result. */
#ifndef FL_AGENTS_SEARCH_SEARCH_H
#define FL_AGENTS_SEARCH_SEARCH_H

#include <stdatomic.h>

#include "core/match.h"

struct fl_search_options {
    uint32_t playouts; /* total of all trees */
    int threads;       /* at least 1 */
    uint64_t seed;
    bool random; /* random playouts instead of the game's own playout policy; for measurements */
    bool brief;  /* end a tree as soon as no other move can become its most visited one */
    atomic_bool *stop; /* may be NULL; once it is set, the search ends with the statistics so far */
    bool (*is_late)(void *clock); /* may be NULL; called before each playout except the first one of
                                     a tree; true ends the search as `stop` does */
    void *clock;
};

/* Statistics of one legal move. */
struct fl_root_move {
    fl_move move;
    uint32_t visits;
    double chance[FL_MAX_SEATS]; /* probability of each seat to win after it; shared wins count in
                                    part, a win of a team is a win of each member */
};

struct fl_search_result {
    uint32_t count;
    struct fl_root_move
        at[FL_MAX_MOVES];        /* best first: most visits, then probability, then move number */
    double chance[FL_MAX_SEATS]; /* of each seat after the best move */
    uint64_t playouts, moves;    /* totals of the search */
};

/* Searches the moves of the viewer, whose turn it is. False if out of memory. */
bool fl_search(const struct fl_sight *, const struct fl_search_options *,
               struct fl_search_result *out);

/* The best move of a search, and the number of playouts it made. A single legal move, or the first
 * one if out of memory, is returned without a search. */
fl_move fl_search_move(const struct fl_sight *, const struct fl_search_options *,
                       uint64_t *playouts);

#endif
