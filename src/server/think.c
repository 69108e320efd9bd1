/* The bots' threads. */
#include "server/think.h"

#include <stdlib.h>

#include "agents/budget.h"

enum { MAX_THREADS = 256 };

struct question {
    struct question *next;
    uint64_t ticket, seed;
    int level;
    double most; /* efforts there is time for */
    struct fl_budget budget;
    struct fl_sight sight;
    fl_move answer;
    struct fl_advice *advice; /* to be filled, where that is asked for; NULL: a bot is asked */
    bool advised;             /* it was */
};

struct row {
    struct question *first, **last;
};

struct fl_thinkers {
    uv_mutex_t lock; /* of everything down to `over` */
    uv_cond_t asked;
    struct row questions, answers;
    int busy;    /* threads that search */
    int queued;  /* questions no thread has taken yet */
    double pace; /* efforts a millisecond, as it went lately */
    bool over;

    int waiting; /* of the loop's thread alone */
    uv_async_t wake;
    struct fl_listener listener;
    double time; /* milliseconds for a bot that searches */
    int threads;
    uv_thread_t thread[MAX_THREADS];
};

static void add(struct row *row, struct question *q)
{
    q->next = NULL;
    *row->last = q;
    row->last = &q->next;
}

static void empty(struct row *row)
{
    row->first = NULL;
    row->last = &row->first;
}

static struct question *take(struct row *row)
{
    struct question *q = row->first;
    if (q && !(row->first = q->next))
        empty(row);
    return q;
}

static void drop(struct question *q)
{
    free(q->advice);
    free(q);
}

static void drop_all(struct row *row)
{
    for (struct question *q; (q = take(row));)
        drop(q);
}

/* Who searches thinks as long as people have patience: one who waits alone all the time there is,
 * many so briefly that the last of them is not kept waiting, if all goes on as lately. */
static double efforts_to_spend(const struct fl_thinkers *t)
{
    int waiting = t->queued + 1;
    double share = waiting <= t->threads ? 1 : 0.4 * t->threads / waiting;
    return t->pace * t->time * share;
}

/* The next question; NULL when it is time to go home. */
static struct question *await(struct fl_thinkers *t)
{
    uv_mutex_lock(&t->lock);
    while (!t->over && !t->questions.first)
        uv_cond_wait(&t->asked, &t->lock);
    struct question *q = t->over ? NULL : take(&t->questions);
    if (q) {
        t->busy++;
        t->queued--;
        q->most = efforts_to_spend(t);
    }
    uv_mutex_unlock(&t->lock);
    return q;
}

static void advise(struct question *q)
{
    q->budget = fl_budget_of_advice(&q->sight, q->most);
    struct fl_ponder how = {.playouts = q->budget.effort, .threads = 1, .seed = q->seed};
    q->advised = fl_advise(&q->sight, &how, q->advice);
}

static void choose(struct question *q)
{
    struct fl_rng rng = fl_rng_from(q->seed, 0);
    q->budget = fl_budget_for(q->level, q->sight.game, q->most);
    q->answer = q->budget.choose(&q->sight, q->budget.effort, &rng);
}

static void work(void *thinkers)
{
    struct fl_thinkers *t = thinkers;
    for (struct question *q; (q = await(t));) {
        uint64_t begun = uv_hrtime();
        (q->advice ? advise : choose)(q);
        uv_mutex_lock(&t->lock);
        t->pace = fl_budget_pace(t->pace, &q->budget, (double)(uv_hrtime() - begun) / 1e6);
        add(&t->answers, q);
        t->busy--;
        if (!t->over)
            uv_async_send(&t->wake);
        uv_mutex_unlock(&t->lock);
    }
}

static void answer(const struct fl_listener *to, const struct question *q)
{
    if (q->advice)
        to->advice(to->whom, q->ticket, &q->sight, q->advised ? q->advice : NULL);
    else
        to->thought(to->whom, q->ticket, q->answer);
}

static void deliver(uv_async_t *wake)
{
    struct fl_thinkers *t = wake->data;
    struct row ready;
    uv_mutex_lock(&t->lock);
    ready = t->answers;
    empty(&t->answers);
    uv_mutex_unlock(&t->lock);
    for (struct question *q = ready.first, *next; q; q = next) {
        next = q->next;
        t->waiting--;
        answer(&t->listener, q);
        drop(q);
    }
}

struct fl_thinkers *fl_thinkers_start(uv_loop_t *loop, int threads, int milliseconds,
                                      const struct fl_listener *listener)
{
    struct fl_thinkers *t = calloc(1, sizeof *t);
    if (!t)
        return NULL;
    t->listener = *listener;
    t->pace = FL_FIRST_PACE;
    t->time = milliseconds;
    empty(&t->questions);
    empty(&t->answers);
    uv_mutex_init(&t->lock);
    uv_cond_init(&t->asked);
    uv_async_init(loop, &t->wake, deliver);
    t->wake.data = t;
    uv_unref((uv_handle_t *)&t->wake);
    while (t->threads < threads && t->threads < MAX_THREADS &&
           !uv_thread_create(&t->thread[t->threads], work, t))
        t->threads++;
    return t;
}

/* Takes a copy. */
static bool ask(struct fl_thinkers *t, const struct question *question)
{
    struct question *q = t->threads ? malloc(sizeof *q) : NULL;
    if (!q)
        return false;
    *q = *question;
    t->waiting++;
    uv_mutex_lock(&t->lock);
    add(&t->questions, q);
    t->queued++;
    uv_cond_signal(&t->asked);
    uv_mutex_unlock(&t->lock);
    return true;
}

bool fl_thinkers_ask_advice(struct fl_thinkers *t, const struct fl_thought *thought)
{
    struct question q = {.ticket = thought->ticket,
                         .seed = thought->seed,
                         .sight = *thought->sight,
                         .advice = malloc(sizeof *q.advice)};
    bool asked = q.advice && ask(t, &q);
    if (!asked)
        free(q.advice);
    return asked;
}

bool fl_thinkers_ask(struct fl_thinkers *t, const struct fl_thought *thought)
{
    struct question q = {.ticket = thought->ticket,
                         .seed = thought->seed,
                         .level = thought->level,
                         .sight = *thought->sight};
    return ask(t, &q);
}

int fl_thinkers_waiting(struct fl_thinkers *t)
{
    return t->waiting;
}

static void give_back(uv_handle_t *wake)
{
    struct fl_thinkers *t = wake->data;
    drop_all(&t->questions);
    drop_all(&t->answers);
    uv_cond_destroy(&t->asked);
    uv_mutex_destroy(&t->lock);
    free(t);
}

void fl_thinkers_stop(struct fl_thinkers *t)
{
    uv_mutex_lock(&t->lock);
    t->over = true;
    bool busy = t->busy;
    uv_cond_broadcast(&t->asked);
    uv_mutex_unlock(&t->lock);
    if (busy) {
        uv_close((uv_handle_t *)&t->wake, NULL);
        return;
    }
    for (int i = 0; i < t->threads; i++)
        uv_thread_join(&t->thread[i]);
    uv_close((uv_handle_t *)&t->wake, give_back);
}
