/* How a level answers in the time there is. */
#ifndef FL_AGENTS_PLAN_H
#define FL_AGENTS_PLAN_H

#include "agents/agent.h"

enum { FL_FIRST_PACE = 20 }; /* efforts a millisecond, where nothing was measured yet */

struct fl_plan {
    fl_choose choose;
    uint32_t effort;
    bool searches; /* so that less effort is less work */
};

/* What a level, by its place in the list, does with so many efforts to spend. Where that is too
 * little for a search, a lower level's answer that needs none is better. */
struct fl_plan fl_plan_for(int level, const struct fl_game *, double most);

/* The same for advice about a sight, which always searches a little and never for long. */
struct fl_plan fl_plan_advice(const struct fl_sight *, double most);

/* The pace, in efforts a millisecond, after a plan that took so long. */
double fl_plan_pace(double pace, const struct fl_plan *, double milliseconds);

#endif
