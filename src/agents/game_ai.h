/* Everything that agents know about one game: the constant fl_<game>_ai at the end of
 * agents/<game>.c, listed in games/games.def. A game without one is played by random moves and by a
 * search with random playouts. */
#ifndef FL_AGENTS_GAME_AI_H
#define FL_AGENTS_GAME_AI_H

#include "agents/agent.h"

struct fl_solver; /* agents/solver.h */

/* A prior: scores of moves before they are searched. The greedy agents play the best one, and a
 * search tries moves in their order. Writes a score for each move of the list, which are the legal
 * moves of the sight's viewer. Only the order of scores within one list counts. */
typedef void (*fl_prior)(const struct fl_sight *, const struct fl_moves *, int score[FL_MAX_MOVES]);

/* A static evaluation: an estimate without a search, with which playouts end early. Writes the odds
 * of each seat, equal for partners; probabilities to win are proportional to odds. Returns false in
 * the middle of a turn, where an estimate would be misleading. */
typedef bool (*fl_evaluate)(const struct fl_sight *world, double odds[FL_MAX_SEATS]);

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

/* The first of the legal moves with the highest score; one of them, all equally likely. */
fl_move fl_prior_best_move(const struct fl_sight *, fl_prior);
fl_move fl_prior_best_move_random(const struct fl_sight *, fl_prior, struct fl_rng *);

/* The odds of a linear evaluation: 1 more multiplies them by e. The result is the same on every
 * machine. Weights of evaluations were fitted to the winners among greedy players. */
double fl_odds(double value);

/* What agents know about this game, or the default. */
const struct fl_game_ai *fl_game_ai_of(const struct fl_game *);

/* The default: random playouts. Measurements use it for other games, too. */
extern const struct fl_game_ai fl_game_ai_default;

#endif
