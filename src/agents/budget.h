/* The budget of a level: agent and effort for the time that is available. */
#ifndef FL_AGENTS_BUDGET_H
#define FL_AGENTS_BUDGET_H

#include "agents/agent.h"
#include "agents/search/search.h"

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

/* The budget of advice about a sight: at least a short search, at most about a second. */
struct fl_budget fl_budget_of_advice(const struct fl_sight *, double most);

/* The new speed estimate in playouts per millisecond, after a budget was spent in this time. */
double fl_budget_pace(double pace, const struct fl_budget *, double milliseconds);

#endif
