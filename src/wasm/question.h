/* A question for a bot, or for advice, and its answer: both whole, so that their bytes can travel
 * to another copy of the same program, which thinks while this one plays on. What they point to is
 * constant, and lies at the same place in every copy. */
#ifndef FL_WASM_QUESTION_H
#define FL_WASM_QUESTION_H

#include "agents/advice.h"
#include "agents/budget.h"

struct fl_asked {
    uint64_t ticket, seed;
    int level;
    bool advice; /* is asked for, and no bot */
    double most; /* efforts there is time for */
    struct fl_sight sight;
};

struct fl_found {
    struct fl_budget budget; /* that was spent */
    fl_move move;            /* a bot's */
    bool advised;            /* there was memory to think */
    struct fl_advice advice;
};

/* Takes a while. */
void fl_find(const struct fl_asked *, struct fl_found *);

#endif
