/* Advice: the best moves of the player whose turn it is, with the facts that support them. It is
 * derived from a sight, so it uses no more information than the player has. */
#ifndef FL_AGENTS_ADVICE_ADVICE_H
#define FL_AGENTS_ADVICE_ADVICE_H

#include "agents/advice/rollouts.h"
#include "agents/search/search.h"

/* The facts about one move. */
struct fl_advice_move {
    fl_move move;
    uint32_t visits;          /* number of playouts; 0 if the value is exact */
    struct fl_measure chance; /* probability of the viewer to win */
    double points;            /* mean points of the turn, if has_points */
    double bust;              /* probability that this roll busts the turn, if has_points */
    int32_t gain;             /* immediate change of the viewer's score */
};

/* The figures of the sentence that explains an advice; the probabilities are those of the moves. */
struct fl_advice_figures {
    int32_t n;    /* points: gained at once, secured or expected, depending on the reason */
    int32_t sure; /* points of stopping */
    double bust;  /* probability that the roll busts the turn */
};

struct fl_advice {
    uint32_t legal;     /* number of legal moves; of equivalent ones only one is listed */
    bool exact;         /* calculated, not estimated */
    bool has_points;    /* moves have points and bust */
    uint64_t playouts;  /* total */
    const char *reason; /* translation key: why the first move is the best; a constant */
    struct fl_advice_figures figures;
    uint32_t second; /* index of the move that the first one is compared with, or 0 */
    uint32_t count;
    struct fl_advice_move at[FL_MAX_MOVES]; /* best first */
};

/* Evaluates the moves of the viewer, whose turn it is. False if out of memory. */
bool fl_advise(const struct fl_sight *, const struct fl_search_options *, struct fl_advice *out);

/* The number of decimals of a probability in percent: 1, unless the error makes it meaningless. */
static inline int fl_percent_places(struct fl_measure chance)
{
    return chance.error < 0.005 ? 1 : 0;
}

/* The number of playouts from a position that make about `moves` moves in total. This measure of
 * effort is the same on every machine. */
uint32_t fl_playouts_for(const struct fl_sight *, uint64_t moves);

enum { FL_CANDIDATES = 2 };

/* The most promising moves, best first, for a comparison by rollouts. Returns their number, 0 if
 * out of memory. */
int fl_candidates(const struct fl_sight *, const struct fl_search_options *,
                  fl_move out[FL_CANDIDATES]);

#endif
