/* Many games between agents. The result depends on the seed and the number of games alone, not
 * on the threads: every game has a generator of its own, and sums are whole numbers. */
#ifndef FL_SIM_SIM_H
#define FL_SIM_SIM_H

#include <stdatomic.h>

#include "agents/agent.h"
#include "sim/lineup.h"
#include "sim/statistics.h"

struct fl_sim {
    const struct fl_game *game;
    struct fl_setup setup;
    struct fl_contestant {
        fl_choose choose;
        uint32_t effort;
    } contestant[FL_MAX_SEATS];
    struct fl_lineup lineup;
    uint64_t seed;
    uint64_t first, games; /* games number first .. first + games - 1 */
    int threads;           /* 1 or more */
    bool by_rounds;        /* add up rounds too: then one thread plays a whole one */
    bool watch_lead;       /* count lead changes: costs a look at all scores after every decision */
};

/* Sums over all games; means, deviations and intervals follow from them. */
struct fl_sim_sums {
    uint64_t games, decisions;
    uint64_t hash;     /* of all final states and logs; the order of games does not matter */
    uint64_t failures; /* games that could not be finished */
    struct fl_spread length, lead_changes;
    struct fl_histogram lengths, leads;
    struct {
        struct fl_spread score;
        uint64_t wins;      /* alone */
        uint64_t shared;    /* with others */
        uint64_t win_share; /* in 840ths of a win: 840 / number of winners */
    } seat[FL_MAX_SEATS];
    uint64_t order_share[FL_MAX_SEATS]; /* of wins: who starts, who sits next to him, ... */
    struct {
        uint64_t games;     /* in which he held a seat */
        uint64_t seats;     /* held in all of them */
        uint64_t win_share; /* of all his seats */
        struct fl_spread score;
        struct fl_histogram scores;
    } contestant[FL_MAX_SEATS];
    struct {
        uint64_t games, win_share[FL_MAX_SEATS]; /* of each contestant */
    } composition[FL_MAX_COMPOSITIONS];
    struct {
        uint64_t count, share, squares; /* of the first contestant's share in whole rounds */
    } rounds;
};

enum { FL_WHOLE_WIN = 840 }; /* divisible by 1..8 */

/* Forgets everything. */
void fl_sim_clear(struct fl_sim_sums *);

/* Plays all games and adds them to what there is. `done` counts finished games while it runs, for
 * whoever watches; setting `stop` ends the run early with what there is. Both may be NULL. */
void fl_sim_run(const struct fl_sim *, atomic_ullong *done, atomic_bool *stop,
                struct fl_sim_sums *);

/* One game of many. Where line-ups are drawn, the games of one composition with its sides taken in
 * turn have the same dice, so that who starts, and his luck, goes round with the seats. */
struct fl_bout {
    uint64_t number;
    int composition;
    uint8_t holder[FL_MAX_SEATS]; /* a contestant a seat */
    struct fl_rng dice, thoughts;
    bool one_stream; /* agents think with the generator of the dice */
    uint64_t decisions;
    /* A side leads that has more points than every other. The lead changes when it passes to
     * another side, however long nobody held it between. It is looked at whenever a player is to
     * move and at the end, on the true scores: in games with hidden ones a lead change is what an
     * all-seeing watcher would notice. A team leads as one. */
    uint32_t lead_changes;
    int leader; /* the last side that led, or FL_NOBODY */
};

/* Prepares game number `number`. */
void fl_bout_begin(const struct fl_sim *, uint64_t number, struct fl_bout *);

/* Plays it to its end in a match that just began. */
enum fl_status fl_bout_play(const struct fl_sim *, struct fl_bout *, struct fl_match *);

#endif
