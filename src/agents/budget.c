/* Budgets: levels under a time limit. */
#include "agents/budget.h"

#include <string.h>

#include "agents/advice/advice.h"

enum { MIN_PLAYOUTS = 400 }; /* playouts; with fewer, the greedy agent is stronger */
enum { ADVICE_PLAYOUTS = 20000, ADVICE_MOVES = 2000000 }; /* each takes about one second */

static bool searches(const struct fl_skill *skill)
{
    return !strcmp(skill->agent, "ismcts");
}

static struct fl_budget budget_of(const struct fl_skill *skill, const struct fl_game *game)
{
    return (struct fl_budget){.choose = fl_agent_find(skill->agent, game),
                              .effort = skill->effort,
                              .searches = searches(skill)};
}

/* The skill of the strongest level up to this one that does not search. */
static const struct fl_skill *quick_skill(int level, const struct fl_game *game)
{
    const struct fl_skill *skill = fl_level_skill(&fl_levels[level], game);
    while (searches(skill) && level > 0)
        skill = fl_level_skill(&fl_levels[--level], game);
    return skill;
}

struct fl_budget fl_budget_for(int level, const struct fl_game *game, double most)
{
    struct fl_budget budget = budget_of(fl_level_skill(&fl_levels[level], game), game);
    if (!budget.searches || most >= budget.effort)
        return budget;
    if (most < MIN_PLAYOUTS)
        return budget_of(quick_skill(level, game), game);
    budget.effort = (uint32_t)most;
    return budget;
}

/* A search with few playouts needs less time than the limit: one millisecond per playout, which is
 * ten times the slowest measured. */
double fl_budget_time(int level, const struct fl_game *game, double most)
{
    const struct fl_skill *skill = fl_level_skill(&fl_levels[level], game);
    if (!searches(skill))
        return 0;
    return skill->effort < most ? skill->effort : most;
}

fl_move fl_budget_choose(struct fl_budget *budget, const struct fl_sight *sight, struct fl_rng *rng,
                         const struct fl_search_options *limits)
{
    if (!budget->searches)
        return budget->choose(sight, budget->effort, rng);
    struct fl_search_options options = {.playouts = budget->effort,
                                        .threads = 1,
                                        .seed = fl_rng_next(rng),
                                        .brief = true,
                                        .stop = limits->stop,
                                        .is_late = limits->is_late,
                                        .clock = limits->clock};
    uint64_t playouts;
    fl_move move = fl_search_move(sight, &options, &playouts);
    budget->effort = (uint32_t)playouts;
    return move;
}

/* Advice does not count as a search, because its speed differs from that of bots. */
struct fl_budget fl_budget_of_advice(const struct fl_sight *sight, double most)
{
    uint32_t playouts = fl_playouts_for(sight, ADVICE_MOVES);
    double limit = most < MIN_PLAYOUTS      ? MIN_PLAYOUTS
                   : most < ADVICE_PLAYOUTS ? most
                                            : ADVICE_PLAYOUTS;
    return (struct fl_budget){.effort = playouts < limit ? playouts : (uint32_t)limit};
}

/* Answers without a search have no speed. A fast answer may have been an easy position, so one
 * measurement at most doubles the estimate and counts one eighth. */
double fl_budget_pace(double pace, const struct fl_budget *budget, double milliseconds)
{
    double measured = budget->effort / (milliseconds + 0.01);
    if (!budget->searches || !budget->effort || milliseconds < 2)
        return pace;
    return pace + ((measured < 2 * pace ? measured : 2 * pace) - pace) / 8;
}
