/* Bots and advice under a time limit: shared by the server's bot pool and by WebAssembly. */
#ifndef FL_AGENTS_THINK_H
#define FL_AGENTS_THINK_H

#include "agents/advice/advice.h"
#include "agents/agent.h"

/* ---- budgets: agent and effort of a level for the time that is available ---- */

enum { FL_FIRST_PACE = 20 }; /* playouts per millisecond, as long as none was measured */

struct fl_budget {
    fl_choose choose;
    uint32_t effort;
    bool searches; /* the agent is a search, so that less effort takes less time */
};

/* The budget of a level, by its index in fl_levels, for at most `most` playouts. If that is too few
 * for a search, the strongest lower level that does not search is used. */
struct fl_budget fl_budget_for(int level, const struct fl_game *, double most);

/* The longest time in milliseconds that a level needs for a move if a search may take `most`
 * milliseconds. A caller that passes this time as the limit knows when the move arrives. 0: the
 * level does not search. */
double fl_budget_time(int level, const struct fl_game *, double most);

/* Chooses a move. `limits` may end a search early (only stop, is_late and clock are used). `effort`
 * becomes the number of playouts that were made. */
fl_move fl_budget_choose(struct fl_budget *, const struct fl_sight *, struct fl_rng *,
                         const struct fl_search_options *limits);

/* The new speed estimate in playouts per millisecond, after a budget was spent in this time. */
double fl_budget_pace(double pace, const struct fl_budget *, double milliseconds);

/* ---- requests ---- */

/* One request to a bot or for advice. A job is self-contained and may be copied bytewise, also to
 * another instance of the same program: its pointers refer to constants, which have the same
 * address in every instance. */
struct fl_think_job {
    uint64_t ticket; /* returned with the result; not used here */
    uint64_t seed;
    int level;   /* index in fl_levels; not for advice */
    bool advice; /* the job asks for advice, not for a bot's move */
    double most; /* playouts for which there is time */
    struct fl_sight sight;
};

struct fl_think_result {
    struct fl_budget budget; /* that was spent, for fl_budget_pace */
    fl_move move;            /* of the bot */
    bool advised;            /* `advice` is filled; false if out of memory */
};

/* Executes a job on the calling thread, which may take seconds. `limits` may end it early (only
 * stop, is_late and clock are used) and may be NULL. `advice` is written only for jobs that ask for
 * advice and may be NULL for others. */
void fl_think(const struct fl_think_job *, const struct fl_search_options *limits,
              struct fl_think_result *, struct fl_advice *advice);

#endif
