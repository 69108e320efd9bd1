/* Types and constants that every header of libflibuste uses. C11 and C++11.
 *
 * Rules of the interface:
 * - Handles are opaque. What a function named *_new or *_read returns is freed by the function
 * named
 *   *_free, which accepts NULL.
 * - Functions that can fail return enum flibuste_status; nothing exits, aborts on bad arguments or
 *   sets a global variable.
 * - Functions that write text take a buffer and its size in bytes, and return the length of the
 *   complete text without the final zero byte. A result of `room` or more means that the text was
 *   cut off; a buffer of size 0 may be NULL.
 * - Seats are numbered from 0. Texts, records and the bot protocol number them from 1.
 * - Thread safety is stated for each function: "any thread" functions may be called at any time;
 *   "one thread per handle" functions must not be called at the same time with the same handle,
 *   unless all of these calls take it as const. */
#ifndef FLIBUSTE_BASE_H
#define FLIBUSTE_BASE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The version of this interface. It is increased when a function is added; functions are removed
 * or changed only together with the library's major version. */
#define FLIBUSTE_API 1

enum {
    FLIBUSTE_MAX_SEATS = 8,
    FLIBUSTE_MAX_MOVES = 512, /* legal moves of one seat in one position */
    FLIBUSTE_CHANCE = 8,      /* the seat that rolls dice and draws cards */
    FLIBUSTE_SPECTATOR = 9,   /* a viewer without a seat */
    FLIBUSTE_TRUTH = 10,      /* a viewer from whom nothing is hidden */
    FLIBUSTE_NOBODY = 255
};

typedef uint16_t flibuste_move;  /* a number below flibuste_game_moves */
typedef uint16_t flibuste_seats; /* a set: bit n is seat n */

#define FLIBUSTE_UNSEEN ((flibuste_move)0xFFFF) /* a move that the viewer could not see */

enum flibuste_status {
    FLIBUSTE_OK,
    FLIBUSTE_OVER,
    FLIBUSTE_NOT_YOUR_TURN,
    FLIBUSTE_ILLEGAL,
    FLIBUSTE_TOO_LONG,
    FLIBUSTE_NO_CHANCE,
    FLIBUSTE_BAD_ARGUMENT,
    FLIBUSTE_BAD_SETUP,
    FLIBUSTE_BAD_RECORD,
    FLIBUSTE_NO_AGENT,
    FLIBUSTE_HIDDEN,
    FLIBUSTE_NO_MEMORY
};

/* One step of a match: a seat, which may be FLIBUSTE_CHANCE, and its move. */
struct flibuste_step {
    flibuste_move move; /* FLIBUSTE_UNSEEN in partial matches */
    uint16_t seat;
};

/* A generator of random numbers. Equal seeds give equal numbers on every machine. Copying it copies
 * its future. The caller owns it; use each in one thread at a time. */
struct flibuste_rng {
    uint64_t state[4];
};

/* The version of the library, "0.2.0", and the FLIBUSTE_API it was built with. Any thread. */
const char *flibuste_version(void);
int flibuste_api(void);

/* A status as one English sentence. The string is constant. Any thread. */
const char *flibuste_status_text(enum flibuste_status);

/* Generator number `stream` of a seed; streams are independent. Any thread. */
struct flibuste_rng flibuste_rng_new(uint64_t seed, uint64_t stream);

/* A uniform number in 0..n-1; 0 if n is 0. */
uint32_t flibuste_rng_below(struct flibuste_rng *, uint32_t n);

#ifdef __cplusplus
}
#endif

#endif
