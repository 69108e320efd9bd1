/* Batches: many games in lockstep, for learning. Every game of a batch waits for a decision; one
 * call makes one decision in each of them, plays chance, and describes the next decision in arrays
 * that belong to the batch and never move.
 *
 * A game that ends is reported once and starts again at once, so that every row always describes a
 * decision. Game number i uses generator number i of the seed: results depend on the seed and the
 * actions, not on the number of threads. One thread per handle. */
#ifndef FLIBUSTE_BATCH_H
#define FLIBUSTE_BATCH_H

#include <flibuste/sight.h>

#ifdef __cplusplus
extern "C" {
#endif

struct flibuste_batch;

enum { FLIBUSTE_MAX_BATCH = 1 << 20 };

/* Starts `games` games, 1 to FLIBUSTE_MAX_BATCH. `options` as in flibuste_match_new. `threads` is 1
 * to 256. `why` receives an English sentence if the status is not FLIBUSTE_OK. */
struct flibuste_batch_setup {
    const struct flibuste_game *game;
    const char *options;
    int32_t seats, games, threads;
    int32_t spare; /* 0 */
    uint64_t seed;
};
enum flibuste_status flibuste_batch_new(const struct flibuste_batch_setup *,
                                        struct flibuste_batch **out, char *why, size_t room);
void flibuste_batch_free(struct flibuste_batch *);

/* Starts all games again with another seed. */
void flibuste_batch_reset(struct flibuste_batch *, uint64_t seed);

/* The arrays, row by row; each row is one game. */
enum flibuste_batch_array {
    FLIBUSTE_BATCH_SEAT,        /* uint8_t: the seat that has to decide */
    FLIBUSTE_BATCH_OBSERVATION, /* int16_t [flibuste_observation_size]: the sight of that seat */
    FLIBUSTE_BATCH_MASK,        /* uint8_t [flibuste_game_moves]: 1 for legal moves */
    FLIBUSTE_BATCH_COUNT,       /* uint16_t: the number of legal moves */
    FLIBUSTE_BATCH_LEGAL,       /* uint16_t [FLIBUSTE_MAX_MOVES]: the legal moves, COUNT of them */
    FLIBUSTE_BATCH_DONE,        /* uint8_t: 1 if the last decision ended a game; the row already
                                   describes the next one */
    FLIBUSTE_BATCH_REWARD,      /* float [seats]: after DONE, the share of the win less 1 / seats;
                                   else 0 */
    FLIBUSTE_BATCH_SCORE,       /* int32_t [seats]: after DONE, the scores of the game that ended */
    FLIBUSTE_BATCH_LENGTH,      /* uint32_t: decisions in the present game, or, after DONE, in the
                                   game that ended */
    FLIBUSTE_BATCH_ARRAYS
};

/* The start of an array, which is aligned to 64 bytes, and the bytes of one row. NULL if there is
 * no such array. */
const void *flibuste_batch_array(const struct flibuste_batch *, enum flibuste_batch_array,
                                 size_t *row);

/* Makes the decision actions[i] in every game. If one is not legal, nothing is changed, the status
 * is FLIBUSTE_ILLEGAL, and *row is the number of the first such game. `row` may be NULL. */
enum flibuste_status flibuste_batch_step(struct flibuste_batch *, const flibuste_move *actions,
                                         int *row);

/* Writes one random legal move per game, all equally likely, from the generators of the games. */
void flibuste_batch_sample(struct flibuste_batch *, flibuste_move *actions);

#ifdef __cplusplus
}
#endif

#endif
