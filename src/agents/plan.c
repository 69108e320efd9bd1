/* Levels under time. */
#include "agents/plan.h"

#include <string.h>

#include "agents/advice.h"

enum { WORTHWHILE = 400 }; /* playouts: with fewer, greed plays better */
enum { ADVICE_PLAYOUTS = 20000, ADVICE_MOVES = 2000000 }; /* either takes about a second */

static bool searches(const struct fl_skill *skill)
{
    return !strcmp(skill->agent, "ismcts");
}

static struct fl_plan plan_of(const struct fl_skill *skill, const struct fl_game *game)
{
    return (struct fl_plan){.choose = fl_agent_find(skill->agent, game),
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

struct fl_plan fl_plan_for(int level, const struct fl_game *game, double most)
{
    struct fl_plan plan = plan_of(fl_level_skill(&fl_levels[level], game), game);
    if (!plan.searches || most >= plan.effort)
        return plan;
    if (most < WORTHWHILE)
        return plan_of(quick_skill(level, game), game);
    plan.effort = (uint32_t)most;
    return plan;
}

/* Its pace tells nothing of a bot's: it does not count as a search. */
struct fl_plan fl_plan_advice(const struct fl_sight *sight, double most)
{
    uint32_t playouts = fl_playouts_for(sight, ADVICE_MOVES);
    double limit = most < WORTHWHILE ? WORTHWHILE : most < ADVICE_PLAYOUTS ? most : ADVICE_PLAYOUTS;
    return (struct fl_plan){.effort = playouts < limit ? playouts : (uint32_t)limit};
}

/* Answers that needed no search tell nothing, and one that was easy is believed only in part. */
double fl_plan_pace(double pace, const struct fl_plan *plan, double milliseconds)
{
    double seen = plan->effort / (milliseconds + 0.01);
    if (!plan->searches || milliseconds < 2)
        return pace;
    return pace + ((seen < 2 * pace ? seen : 2 * pace) - pace) / 8;
}
