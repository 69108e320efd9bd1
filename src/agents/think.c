/* Executes requests to bots and for advice. */
#include "agents/think.h"

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
    out->budget = fl_budget_of_advice(&job->sight, job->most);
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
