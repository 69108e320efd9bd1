/* One request to a bot or for advice, and its result: shared by the server's bot pool and by
 * WebAssembly. A job is self-contained and may be copied bytewise, also to another instance of the
 * same program: its pointers refer to constants, which have the same address in every instance. */
#ifndef FL_AGENTS_THINK_H
#define FL_AGENTS_THINK_H

#include "agents/advice/advice.h"
#include "agents/budget.h"

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
