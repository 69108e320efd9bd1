/* The thread pool of bots: queues under one mutex, answers delivered by a uv_async_t. */
#include "server/bot_pool.h"

#include <stdlib.h>

#include "agents/think.h"

enum {
    MAX_THREADS = 256,
    MARGIN = 100,         /* milliseconds for an answer to reach the event loop */
    MILLISECOND = 1000000 /* nanoseconds */
};

/* A question, and later its answer. Owned by its queue, or by the thread that works on it. */
struct question {
    struct question *next;
    struct fl_bot_pool *pool;
    double time; /* milliseconds from the question to the end of its search; 0: no search */
    uint64_t asked, begun; /* nanoseconds of uv_hrtime */
    struct fl_think_job job;
    struct fl_think_result result;
    struct fl_advice *advice; /* owned; NULL: a bot's move is asked for */
};

/* A queue: `last` points to the link where the next question is added. */
struct fifo {
    struct question *first, **last;
};

struct fl_bot_pool {
    uv_mutex_t lock;                      /* protects the members down to `ended` */
    uv_cond_t asked;                      /* a question was added, or `ended` was set */
    struct fifo quick, searches, answers; /* questions without search, with search; answers */
    double pace;                          /* playouts per millisecond in recent searches */
    bool ended;                           /* the threads must return */

    atomic_int load;      /* running and waiting searches */
    atomic_bool stopping; /* aborts every search */

    uv_async_t wake; /* this and the rest: event loop only, or constant */
    struct fl_listener listener;
    double time; /* milliseconds per search */
    int threads;
    uv_thread_t thread[MAX_THREADS], quick_thread;
    bool has_quick; /* quick_thread runs; otherwise the other threads do its work */
};

static void fifo_add(struct fifo *fifo, struct question *q)
{
    q->next = NULL;
    *fifo->last = q;
    fifo->last = &q->next;
}

static void fifo_clear(struct fifo *fifo)
{
    fifo->first = NULL;
    fifo->last = &fifo->first;
}

static struct question *fifo_take(struct fifo *fifo)
{
    struct question *q = fifo->first;
    if (q && !(fifo->first = q->next))
        fifo_clear(fifo);
    return q;
}

static void free_question(struct question *q)
{
    free(q->advice);
    free(q);
}

static void free_questions(struct fifo *fifo)
{
    for (struct question *q; (q = fifo_take(fifo));)
        free_question(q);
}

/* Milliseconds that a search may take from `begun` on. If every search has a thread, it is the full
 * time. Under higher load it is a share, so that the last question in the queue is answered in time
 * as well; the factor 0.8 leaves a reserve. */
static double search_time(const struct question *q)
{
    int load = atomic_load(&q->pool->load), threads = q->pool->threads;
    double left = q->time - (double)(q->begun - q->asked) / MILLISECOND;
    double share = load <= threads ? q->time : 0.8 * q->time * threads / load;
    return left < share ? left : share;
}

/* Called repeatedly during a search, because the share decreases when questions are added. */
static bool is_late(void *question)
{
    const struct question *q = question;
    return (double)(uv_hrtime() - q->begun) >= search_time(q) * MILLISECOND;
}

/* Waits for the next question; NULL: the thread must return. */
static struct question *next_question(struct fl_bot_pool *pool, bool may_search)
{
    uv_mutex_lock(&pool->lock);
    while (!pool->ended && !pool->quick.first && !(may_search && pool->searches.first))
        uv_cond_wait(&pool->asked, &pool->lock);
    struct question *q =
        pool->ended ? NULL : fifo_take(pool->quick.first ? &pool->quick : &pool->searches);
    if (q) {
        q->begun = uv_hrtime();
        q->job.most = pool->pace * search_time(q);
    }
    uv_mutex_unlock(&pool->lock);
    return q;
}

static void think(struct question *q)
{
    struct fl_search_options limits = {.stop = &q->pool->stopping, .is_late = is_late, .clock = q};
    fl_think(&q->job, &limits, &q->result, q->advice);
}

/* Main loop of a thread. */
static void answer_questions(struct fl_bot_pool *pool, bool may_search)
{
    for (struct question *q; (q = next_question(pool, may_search));) {
        think(q);
        uv_mutex_lock(&pool->lock);
        pool->pace =
            fl_budget_pace(pool->pace, &q->result.budget, (double)(uv_hrtime() - q->begun) / 1e6);
        if (q->time > 0)
            atomic_fetch_sub(&pool->load, 1);
        fifo_add(&pool->answers, q);
        if (!pool->ended)
            uv_async_send(&pool->wake);
        uv_mutex_unlock(&pool->lock);
    }
}

static void run_search_thread(void *pool)
{
    answer_questions(pool, true);
}

static void run_quick_thread(void *pool)
{
    answer_questions(pool, false);
}

static void call_listener(const struct fl_listener *to, const struct question *q)
{
    if (q->advice)
        to->advice(to->context, q->job.ticket, &q->job.sight, q->result.advised ? q->advice : NULL);
    else
        to->thought(to->context, q->job.ticket, q->result.move);
}

/* On the event loop: passes the finished questions to the listener. */
static void on_wake(uv_async_t *wake)
{
    struct fl_bot_pool *pool = wake->data;
    struct fifo ready;
    uv_mutex_lock(&pool->lock);
    ready = pool->answers;
    fifo_clear(&pool->answers);
    uv_mutex_unlock(&pool->lock);
    for (struct question *q = ready.first, *next; q; q = next) {
        next = q->next;
        call_listener(&pool->listener, q);
        free_question(q);
    }
}

struct fl_bot_pool *fl_bot_pool_start(uv_loop_t *loop, int threads, int milliseconds,
                                      const struct fl_listener *listener)
{
    struct fl_bot_pool *pool = calloc(1, sizeof *pool);
    if (!pool)
        return NULL;
    pool->listener = *listener;
    pool->pace = FL_FIRST_PACE;
    pool->time = milliseconds;
    fifo_clear(&pool->quick);
    fifo_clear(&pool->searches);
    fifo_clear(&pool->answers);
    uv_mutex_init(&pool->lock);
    uv_cond_init(&pool->asked);
    uv_async_init(loop, &pool->wake, on_wake);
    pool->wake.data = pool;
    uv_unref((uv_handle_t *)&pool->wake);
    while (pool->threads < threads && pool->threads < MAX_THREADS &&
           !uv_thread_create(&pool->thread[pool->threads], run_search_thread, pool))
        pool->threads++;
    pool->has_quick = !uv_thread_create(&pool->quick_thread, run_quick_thread, pool);
    if (pool->threads)
        return pool;
    fl_bot_pool_stop(pool);
    return NULL;
}

bool fl_bot_pool_ask(struct fl_bot_pool *pool, const struct fl_think_request *request, bool advice)
{
    struct question *q = pool->threads ? malloc(sizeof *q) : NULL;
    if (!q)
        return false;
    *q = (struct question){.pool = pool,
                           .asked = uv_hrtime(),
                           .job = {.ticket = request->ticket,
                                   .seed = request->seed,
                                   .level = request->level,
                                   .advice = advice,
                                   .sight = *request->sight},
                           .advice = advice ? malloc(sizeof *q->advice) : NULL};
    if (advice && !q->advice) {
        free(q);
        return false;
    }
    if (advice)
        q->time = pool->time > 0 ? pool->time : 1; /* advice always searches */
    else
        q->time = fl_budget_time(request->level, request->sight->game, pool->time);
    if (q->time > 0)
        atomic_fetch_add(&pool->load, 1);
    uv_mutex_lock(&pool->lock);
    fifo_add(q->time > 0 ? &pool->searches : &pool->quick, q);
    /* uv_cond_signal would wake one thread, perhaps the quick one, which never searches. */
    uv_cond_broadcast(&pool->asked);
    uv_mutex_unlock(&pool->lock);
    return true;
}

int64_t fl_bot_pool_time(const struct fl_bot_pool *pool, const struct fl_game *game, int level)
{
    double time = fl_budget_time(level, game, pool->time);
    return time > 0 ? (int64_t)time + MARGIN : 0;
}

double fl_bot_pool_efforts(struct fl_bot_pool *pool)
{
    uv_mutex_lock(&pool->lock);
    double efforts = pool->pace * pool->time;
    uv_mutex_unlock(&pool->lock);
    return efforts;
}

static void on_closed(uv_handle_t *wake)
{
    struct fl_bot_pool *pool = wake->data;
    free_questions(&pool->quick);
    free_questions(&pool->searches);
    free_questions(&pool->answers);
    uv_cond_destroy(&pool->asked);
    uv_mutex_destroy(&pool->lock);
    free(pool);
}

void fl_bot_pool_stop(struct fl_bot_pool *pool)
{
    atomic_store(&pool->stopping, true);
    uv_mutex_lock(&pool->lock);
    pool->ended = true;
    uv_cond_broadcast(&pool->asked);
    uv_mutex_unlock(&pool->lock);
    for (int i = 0; i < pool->threads; i++)
        uv_thread_join(&pool->thread[i]);
    if (pool->has_quick)
        uv_thread_join(&pool->quick_thread);
    uv_close((uv_handle_t *)&pool->wake, on_closed);
}
