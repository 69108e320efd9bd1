/* Executes requests to bots and for advice, within budgets: levels under a time limit. */
#include "agents/think.h"

#include <string.h>

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

/* The budget of advice about a sight: at least a short search, at most about a second. It does not
 * count as a search, because its speed differs from that of bots. */
static struct fl_budget budget_of_advice(const struct fl_sight *sight, double most)
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

/* ---- requests ---- */

static void choose(const struct fl_think_job *job, const struct fl_search_options *limits,
                   struct fl_think_result *out)
{
    struct fl_rng rng = fl_rng_from(job->seed, 0);
    out->budget = fl_budget_for(job->level, job->sight.game, job->most);
    out->move = fl_budget_choose(&out->budget, &job->sight, &rng, limits);
}

/* Advice has a budget of its own and does not end late, only when it is stopped. */
static void advise(const struct fl_think_job *job, const struct fl_search_options *limits,
                   struct fl_think_result *out, struct fl_advice *advice)
{
    out->budget = budget_of_advice(&job->sight, job->most);
    struct fl_search_options options = {
        .playouts = out->budget.effort, .threads = 1, .seed = job->seed, .stop = limits->stop};
    out->advised = fl_advise(&job->sight, &options, advice);
}

void fl_think(const struct fl_think_job *job, const struct fl_search_options *limits,
              struct fl_think_result *out, struct fl_advice *advice)
{
    static const struct fl_search_options unlimited;
    limits = limits ? limits : &unlimited;
    *out = (struct fl_think_result){.advised = false};
    if (job->advice)
        advise(job, limits, out, advice);
    else
        choose(job, limits, out);
}
