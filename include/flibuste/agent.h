/* Agents, search, hints and analysis. They see sights only. Functions that take `threads` start
 * that many; their results do not depend on it. One thread per handle. */
#ifndef FLIBUSTE_AGENT_H
#define FLIBUSTE_AGENT_H

#include <flibuste/sight.h>

#ifdef __cplusplus
extern "C" {
#endif

struct flibuste_agent;
struct flibuste_search;
struct flibuste_hint;
struct flibuste_analysis;

/* The names of the agents and levels that play a game, or NULL after the last. */
const char *flibuste_agent_name(const struct flibuste_game *, int index);

/* An agent: NAME, NAME:EFFORT, LEVEL, or LEVEL/N, which searches N times less. */
enum flibuste_status flibuste_agent_new(const struct flibuste_game *, const char *text,
                                        struct flibuste_agent **out);
void flibuste_agent_free(struct flibuste_agent *);

/* Chooses a move of the sight's viewer, whose turn it is. Equal sights and generators give equal
 * moves. */
enum flibuste_status flibuste_agent_choose(const struct flibuste_agent *,
                                           const struct flibuste_sight *, struct flibuste_rng *,
                                           flibuste_move *out);

/* How much to search: playouts in all, threads, and the seed. */
struct flibuste_effort {
    uint32_t playouts; /* 0: a usual number, about a second of work */
    int32_t threads;   /* 1 to 256 */
    uint64_t seed;
};

/* Searches the moves of the viewer, whose turn it is: a tree search over imagined worlds. Moves are
 * numbered from 0, best first. A chance is the probability of a seat to win after the move. */
enum flibuste_status flibuste_search_new(const struct flibuste_sight *, struct flibuste_effort,
                                         struct flibuste_search **out);
void flibuste_search_free(struct flibuste_search *);
int flibuste_search_count(const struct flibuste_search *);
flibuste_move flibuste_search_move(const struct flibuste_search *, int number, uint32_t *visits);
double flibuste_search_chance(const struct flibuste_search *, int number, int seat);

/* Advice for the viewer, whose turn it is: exact where the game is solved, else from a search and
 * rollouts. Moves are numbered from 0, best first; of equivalent moves only one is listed. */
enum flibuste_status flibuste_hint_new(const struct flibuste_sight *, struct flibuste_effort,
                                       struct flibuste_hint **out);
void flibuste_hint_free(struct flibuste_hint *);
int flibuste_hint_count(const struct flibuste_hint *);
int flibuste_hint_is_exact(const struct flibuste_hint *);
flibuste_move flibuste_hint_move(const struct flibuste_hint *, int number);
/* The probability of the viewer to win after a move, and its standard error. */
double flibuste_hint_chance(const struct flibuste_hint *, int number, double *error);
/* Why the first move is the best. Writes text. */
size_t flibuste_hint_reason(const struct flibuste_hint *, const char *language, char *out,
                            size_t room);

/* The analysis of a match (docs/analysis.md). `seat` is the seat whose decisions are evaluated, or
 * FLIBUSTE_NOBODY for all. FLIBUSTE_HIDDEN: a match with secrets that is not over is analysed for
 * one seat only. */
enum flibuste_status flibuste_analysis_new(const struct flibuste_match *, int seat,
                                           struct flibuste_effort, struct flibuste_analysis **out);
void flibuste_analysis_free(struct flibuste_analysis *);

/* A decision: the number of steps before it, the moves made and found best, and the loss as a
 * probability to win with its standard error. */
struct flibuste_decision {
    uint32_t step;
    flibuste_move made, best;
    uint16_t seat;
    uint16_t is_mistake; /* 1: the loss is significant */
    double loss, error;
};
int flibuste_analysis_count(const struct flibuste_analysis *);
struct flibuste_decision flibuste_analysis_decision(const struct flibuste_analysis *, int number);

/* How luck and skill contributed to a seat's result, as probabilities to win: start + luck + skill
 * + rest = result. */
struct flibuste_shares {
    double start, luck, skill, rest, result;
};
struct flibuste_shares flibuste_analysis_shares(const struct flibuste_analysis *, int seat);

/* The complete report, as `flibuste analyse --json` prints it. Writes text. */
size_t flibuste_analysis_json(const struct flibuste_analysis *, char *out, size_t room);

#ifdef __cplusplus
}
#endif

#endif
