/* Everything that agents know about one game: the constant fl_<game>_ai at the end of
 * agents/<game>.c, listed in games/games.def. A game without one is played by random moves and by a
 * search with random playouts. */
#ifndef FL_AGENTS_GAME_AI_H
#define FL_AGENTS_GAME_AI_H

#include "agents/agent.h"
#include "agents/search/evaluate.h"
#include "agents/search/prior.h"

struct fl_solver; /* agents/solver.h */

struct fl_game_ai {
    const struct fl_game *game; /* NULL: the default */

    /* Agents. */
    fl_choose greedy;              /* the agent "greedy"; may be NULL */
    const struct fl_agent *agents; /* further agents of this game, ends with a NULL name; or NULL */
    struct fl_skill levels[FL_LEVELS]; /* weakest first */

    /* Playouts and search. */
    fl_choose playout;       /* the policy of playouts; NULL: random moves */
    uint32_t random_per_256; /* moves of 256 that playouts make at random instead */
    fl_prior prior;          /* orders the moves of a search; may be NULL */
    double prior_weight;     /* prior probability of the first move, 0 to 1 */
    double exploration;      /* factor of the exploration term; higher tries more moves */
    fl_evaluate evaluate;    /* ends playouts early; NULL: games are played to their end */
    uint32_t horizon;        /* moves of a playout before it is evaluated */

    const struct fl_solver *solver; /* exact values for advice and analysis; may be NULL */
};

/* What agents know about this game, or the default. */
const struct fl_game_ai *fl_game_ai_of(const struct fl_game *);

/* The default: random playouts. Measurements use it for other games, too. */
extern const struct fl_game_ai fl_game_ai_default;

#endif
