/* Answers requests about records. The bots of one answer search for a limited time in total. */
#include "server/record_answer.h"

#include <sys/resource.h>
#include <uv.h>

#include "agents/think.h"
#include "replay/replay.h"

enum {
    SEARCHES_PER_ANSWER = 5, /* total search time, in units of the time of one search */
    MILLISECOND = 1000000    /* nanoseconds */
};

struct deadlines {
    const struct fl_record_question *question;
    uint64_t late, end; /* when the current search, and all searches, must end; uv_hrtime */
};

static bool is_late(void *context)
{
    return uv_hrtime() >= ((const struct deadlines *)context)->late;
}

/* Chooses a bot's move in the time of one search. When the total search time is used up, bots
 * choose without search. */
static fl_move choose(void *context, const struct fl_level *level, const struct fl_sight *sight,
                      struct fl_rng *rng)
{
    struct deadlines *d = context;
    const struct fl_record_question *q = d->question;
    uint64_t now = uv_hrtime(), late = now + q->think * MILLISECOND;
    struct fl_budget budget =
        fl_budget_for((int)(level - fl_levels), sight->game, now < d->end ? q->efforts : 0);
    struct fl_search_options limits = {.stop = q->stop, .is_late = is_late, .clock = d};
    d->late = late < d->end ? late : d->end;
    return fl_budget_choose(&budget, sight, rng, &limits);
}

char *fl_record_answer(const struct fl_record_question *q, size_t *answer_len)
{
    struct deadlines d = {.question = q,
                          .end = uv_hrtime() + SEARCHES_PER_ANSWER * q->think * MILLISECOND};
    struct fl_replay by = {.seed = q->seed, .stop = q->stop, .choose = choose, .context = &d};
    setpriority(PRIO_PROCESS, 0, FL_RECORD_NICENESS); /* on Linux it applies to this thread only */
    return atomic_load(q->stop) ? NULL : fl_replay_answer(q->text, q->len, &by, answer_len);
}
