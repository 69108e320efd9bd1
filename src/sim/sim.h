/* Many games between agents. The result depends on the seed and the number of games alone, not
 * on the threads: every game has a generator of its own, and sums are whole numbers. */
#ifndef FL_SIM_SIM_H
#define FL_SIM_SIM_H

#include <stdatomic.h>

#include "agents/agent.h"

struct fl_sim {
    const struct fl_game *game;
    struct fl_setup setup;
    fl_choose agent[FL_MAX_SEATS];
    uint32_t effort[FL_MAX_SEATS];
    uint64_t seed, games;
    int threads;
};

/* Sums over all games; means and deviations follow from them. */
struct fl_sim_sums {
    uint64_t games, moves, decisions;
    uint64_t moves_squared;
    uint64_t moves_least, moves_most;
    uint64_t hash;     /* of all final states and logs; the order of games does not matter */
    uint64_t failures; /* games that could not be finished */
    struct {
        int64_t score, score_squared;
        int32_t least, most;
        uint64_t wins;      /* alone */
        uint64_t shared;    /* with others */
        uint64_t win_share; /* in 840ths of a win: 840 / number of winners */
    } seat[FL_MAX_SEATS];
};

enum { FL_WHOLE_WIN = 840 }; /* divisible by 1..8 */

/* Plays all games and adds them up. `done` counts finished games while it runs, for whoever
 * watches; setting `stop` ends the run early with what there is. Both may be NULL. */
void fl_sim_run(const struct fl_sim *, atomic_ullong *done, atomic_bool *stop,
                struct fl_sim_sums *out);

/* Plays one match to its end with an agent a seat. */
enum fl_status fl_sim_play(const struct fl_sim *, struct fl_match *, struct fl_rng *,
                           uint64_t *decisions);

#endif
