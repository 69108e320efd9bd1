/* Levels under time. */
#include "agents/budget.h"

#include <string.h>

#include "agents/advice.h"

enum { WORTHWHILE = 400 }; /* playouts: with fewer, greed plays better */
enum { ADVICE_PLAYOUTS = 20000, ADVICE_MOVES = 2000000 }; /* either takes about a second */

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

/* The best skill up to this level that does not search. */
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
    if (most < WORTHWHILE)
        return budget_of(quick_skill(level, game), game);
    budget.effort = (uint32_t)most;
    return budget;
}

/* Its pace tells nothing of a bot's: it does not count as a search. */
struct fl_budget fl_budget_of_advice(const struct fl_sight *sight, double most)
{
    uint32_t playouts = fl_playouts_for(sight, ADVICE_MOVES);
    double limit = most < WORTHWHILE ? WORTHWHILE : most < ADVICE_PLAYOUTS ? most : ADVICE_PLAYOUTS;
    return (struct fl_budget){.effort = playouts < limit ? playouts : (uint32_t)limit};
}

/* Answers that needed no search tell nothing, and one that was easy is believed only in part. */
double fl_budget_pace(double pace, const struct fl_budget *budget, double milliseconds)
{
    double seen = budget->effort / (milliseconds + 0.01);
    if (!budget->searches || milliseconds < 2)
        return pace;
    return pace + ((seen < 2 * pace ? seen : 2 * pace) - pace) / 8;
}
