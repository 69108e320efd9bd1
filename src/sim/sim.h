/* Simulation of many games between agents. The result depends only on the seed and the number of
 * games, not on the number of threads: every game has its own generator, and all sums are integers.
 */
#ifndef FL_SIM_SIM_H
#define FL_SIM_SIM_H

#include <stdatomic.h>

#include "agents/agent.h"
#include "sim/lineup.h"
#include "sim/statistics.h"

struct fl_bout;

enum { FL_MAX_FAULTS = 8 }; /* kinds of faults of external players */

/* A kind of player outside of this program, such as a program of its own. A player has one seat of
 * one game at a time and is used by one thread. */
struct fl_external {
    void *(*begin)(const void *launch); /* NULL if memory is short */
    fl_move (*choose)(void *player, const struct fl_match *, int seat, struct fl_rng *);
    void (*finish)(void *player, const struct fl_match *); /* the game is over */
    /* Ends the player and adds the number of its moves that were replaced, by cause. */
    void (*end)(void *player, uint64_t faults[FL_MAX_FAULTS]);
};

struct fl_sim {
    const struct fl_game *game;
    struct fl_setup setup;
    struct fl_contestant {
        fl_choose choose; /* NULL: an external player */
        uint32_t effort;
        const struct fl_external *external; /* if choose is NULL */
        const void *launch;                 /* for external->begin */
    } contestant[FL_MAX_SEATS];
    struct fl_lineup lineup;
    uint64_t seed;
    uint64_t first, games; /* the games `first` to `first + games - 1` */
    int threads;           /* at least 1 */
    bool by_rounds;        /* sum up rounds as well; one thread plays a whole round then */
    bool watch_lead;       /* count lead changes, which reads all scores after every decision */
    /* Receives every finished game, on the thread that played it; may be NULL. */
    void (*on_game)(void *context, const struct fl_bout *, const struct fl_match *);
    void *context;
};

/* Sums over all games; zeros before the first one. Means, deviations and intervals follow from
 * them. */
struct fl_sim_sums {
    uint64_t games, decisions;
    uint64_t hash;     /* of all final states and logs; independent of the order of the games */
    uint64_t failures; /* games that could not be finished */
    struct fl_spread length, lead_changes;
    struct fl_histogram lengths, leads;
    struct {
        struct fl_spread score;
        uint64_t wins;      /* sole wins */
        uint64_t shared;    /* shared wins */
        uint64_t win_share; /* in units of 1/840 win: 840 / number of winners */
    } seat[FL_MAX_SEATS];
    uint64_t
        order_share[FL_MAX_SEATS]; /* share of wins by order of play: the starting seat first */
    struct {
        uint64_t games;     /* in which the contestant had a seat */
        uint64_t seats;     /* total over these games */
        uint64_t win_share; /* of all seats of the contestant */
        struct fl_spread score;
        struct fl_histogram scores;
        uint64_t faults[FL_MAX_FAULTS]; /* moves of an external player that were replaced */
    } contestant[FL_MAX_SEATS];
    struct {
        uint64_t games, win_share[FL_MAX_SEATS]; /* share of each contestant */
    } composition[FL_MAX_COMPOSITIONS];
    struct {
        uint64_t count, share, squares; /* of the first contestant's share in complete rounds */
    } rounds;
};

/* Adds the sums of other games. */
void fl_sim_sums_add(struct fl_sim_sums *, const struct fl_sim_sums *from);

enum { FL_WHOLE_WIN = 840 }; /* divisible by 1 to 8 */

/* Plays all games and adds them to `sums`. `done` counts finished games while it runs and may be
 * read by another thread. Setting `stop` ends the run early with the results so far. Both may be
 * NULL. */
void fl_sim_run(const struct fl_sim *, atomic_ullong *done, atomic_bool *stop,
                struct fl_sim_sums *);

/* The external players of one thread: one for each contestant and seat, started when needed. */
struct fl_externals {
    void *at[FL_MAX_SEATS][FL_MAX_SEATS];
};

/* Ends all of them, and adds their faults to the sums. */
void fl_externals_end(const struct fl_sim *, struct fl_externals *, struct fl_sim_sums *);

/* One game. In drawn line-ups all rotations of one composition have the same dice, so that the
 * advantage of starting and its luck rotate with the seats. */
struct fl_bout {
    uint64_t number;
    int composition;
    uint8_t holder[FL_MAX_SEATS]; /* contestant of each seat */
    struct fl_rng dice, agents;
    bool one_stream; /* the agents use the generator of the dice */
    uint64_t decisions;
    struct fl_externals *externals; /* may be NULL if no contestant is external */
    /* A side leads if it has more points than every other side; a team counts as one side. The lead
     * changes when it passes to another side, even if nobody led in between. It is evaluated
     * whenever a player has to move and at the end, with the true scores, even where these are
     * hidden from players. */
    uint32_t lead_changes;
    int leader; /* the last side that led, or FL_NOBODY */
};

/* Prepares game number `number`. */
void fl_bout_begin(const struct fl_sim *, uint64_t number, struct fl_bout *);

/* Plays the game to its end in a match that has just begun. */
enum fl_status fl_bout_play(const struct fl_sim *, struct fl_bout *, struct fl_match *);

#endif
