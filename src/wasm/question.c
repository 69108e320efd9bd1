/* Thinks. */
#include "wasm/question.h"

static void choose(const struct fl_asked *q, struct fl_found *out)
{
    struct fl_rng rng = fl_rng_from(q->seed, 0);
    out->budget = fl_budget_for(q->level, q->sight.game, q->most);
    out->move = out->budget.choose(&q->sight, out->budget.effort, &rng);
}

static void advise(const struct fl_asked *q, struct fl_found *out)
{
    out->budget = fl_budget_of_advice(&q->sight, q->most);
    struct fl_ponder how = {.playouts = out->budget.effort, .threads = 1, .seed = q->seed};
    out->advised = fl_advise(&q->sight, &how, &out->advice);
}

void fl_find(const struct fl_asked *q, struct fl_found *out)
{
    (q->advice ? advise : choose)(q, out);
}
