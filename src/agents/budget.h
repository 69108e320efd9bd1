/* How a level answers in the time there is. */
#ifndef FL_AGENTS_BUDGET_H
#define FL_AGENTS_BUDGET_H

#include "agents/agent.h"

enum { FL_FIRST_PACE = 20 }; /* efforts a millisecond, where nothing was measured yet */

struct fl_budget {
    fl_choose choose;
    uint32_t effort;
    bool searches; /* so that less effort is less work */
};

/* What a level, by its place in the list, does with so many efforts to spend. Where that is too
 * little for a search, a lower level's answer that needs none is better. */
struct fl_budget fl_budget_for(int level, const struct fl_game *, double most);

/* The same for advice about a sight, which always searches a little and never for long. */
struct fl_budget fl_budget_of_advice(const struct fl_sight *, double most);

/* The pace, in efforts a millisecond, after one that took so long to spend. */
double fl_budget_pace(double pace, const struct fl_budget *, double milliseconds);

#endif
