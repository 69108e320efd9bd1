/* Answers requests about records. The body of a POST is read completely, queued as a job and
 * answered at low priority, so that tables have precedence: by the record worker, for which a
 * thread of libuv's pool waits, or by that thread if there is no worker. A job that runs for too
 * long is cancelled. Quick and slow jobs have separate queues (lanes), and an address has at most
 * one job in each, so that a client waits for at most one job per other address.
 *
 * A job belongs to the event loop, except `answer` and `answer_len`, which belong to the thread
 * while the job runs. */
#include <stdlib.h>
#include <string.h>

#include <sodium.h>

#include "replay/replay.h"
#include "server/net.h"
#include "server/record_worker.h"

enum {
    MAX_JOBS = 64,         /* in total; their bodies need up to 16 MiB */
    MAX_WORK_TIME = 60000, /* milliseconds that a job may run */
    MAX_WAIT_TIME = 180000 /* milliseconds that a client waits for its answer */
};

struct fl_replay_job {
    uv_work_t work; /* first: a pointer to it is a pointer to the job */
    struct fl_net *net;
    struct fl_conn *from; /* NULL: the connection is gone and the answer is discarded */
    struct fl_replay_job *next;
    enum fl_lane lane;
    size_t len, expected; /* bytes of the body: received, announced */
    bool is_queued;       /* it is waiting or running in its lane */
    uint64_t begun;       /* when it started to run, milliseconds of the loop */
    uint64_t seed;
    atomic_bool stop; /* cancels it */
    double efforts;   /* playouts per search */
    char *answer;     /* JSON, owned; NULL: none */
    size_t answer_len;
    char text[]; /* the body */
};

/* ---- running ---- */

/* Detaches a job from its connection and updates the usage of the address. */
static void detach(struct fl_replay_job *job)
{
    struct fl_conn *c = job->from;
    fl_rate_limiter_leave(FL_OPEN_JOBS, c->usage);
    if (c->usage && job->is_queued)
        c->usage->has_lane[job->lane] = false;
    c->job = NULL;
    job->from = NULL;
}

static void free_job(struct fl_replay_job *job)
{
    job->net->jobs.count--;
    free(job->answer);
    free(job);
}

/* On a worker thread. */
static void work(uv_work_t *request)
{
    struct fl_replay_job *job = (struct fl_replay_job *)request;
    const struct fl_record_worker *worker = job->net->record_worker;
    struct fl_record_question question = {.text = job->text,
                                          .len = job->len,
                                          .seed = job->seed,
                                          .think = job->net->think,
                                          .efforts = job->efforts,
                                          .stop = &job->stop};
    job->answer = worker ? fl_record_worker_ask(worker, &question, &job->answer_len)
                         : fl_record_answer(&question, &job->answer_len);
}

static void start_next(struct fl_net *n, enum fl_lane lane);

/* On the event loop, after work(). */
static void on_answered(uv_work_t *request, int status)
{
    struct fl_replay_job *job = (struct fl_replay_job *)request;
    struct fl_net *n = job->net;
    (void)status;
    n->jobs.running[job->lane] = NULL;
    struct fl_conn *c = job->from;
    if (c) {
        detach(job);
        fl_conn_reply(c, job->answer, job->answer_len);
    }
    start_next(n, job->lane);
    free_job(job);
}

/* Starts the first job of a lane, unless one is running. */
static void start_next(struct fl_net *n, enum fl_lane lane)
{
    struct fl_replay_job *job = n->jobs.first[lane];
    if (!job || n->jobs.running[lane])
        return;
    n->jobs.first[lane] = job->next;
    n->jobs.running[lane] = job;
    job->begun = uv_now(n->loop);
    job->efforts = fl_bot_pool_efforts(n->bot_pool);
    uv_queue_work(n->loop, &job->work, work, on_answered);
}

/* ---- reading ---- */

int fl_replay_jobs_open(struct fl_conn *c, size_t len)
{
    struct fl_replay_jobs *jobs = &c->net->jobs;
    if (!fl_rate_limiter_enter(&c->net->limiter, FL_OPEN_JOBS, c->usage))
        return 429;
    struct fl_replay_job *job = jobs->count < MAX_JOBS ? calloc(1, sizeof *job + len) : NULL;
    if (!job) {
        fl_rate_limiter_leave(FL_OPEN_JOBS, c->usage);
        return 503;
    }
    job->net = c->net;
    job->from = c;
    job->expected = len;
    randombytes_buf(&job->seed, sizeof job->seed);
    jobs->count++;
    c->job = job;
    return 0;
}

static void add_to_lane(struct fl_replay_job *job)
{
    struct fl_replay_job **last = &job->net->jobs.first[job->lane];
    while (*last)
        last = &(*last)->next;
    *last = job;
    job->is_queued = true;
    fl_conn_queue(job->from, FL_CONN_JOB, MAX_WAIT_TIME);
    start_next(job->net, job->lane);
}

/* Queues a job whose body is complete; its lane depends on the body. */
static void queue_job(struct fl_replay_job *job)
{
    struct fl_conn *c = job->from;
    job->lane = fl_replay_is_slow(job->text, job->len) ? FL_SLOW : FL_QUICK;
    if (c->usage && c->usage->has_lane[job->lane]) {
        detach(job);
        free_job(job);
        fl_conn_refuse(c, 429);
        return;
    }
    if (c->usage)
        c->usage->has_lane[job->lane] = true;
    add_to_lane(job);
}

/* Input beyond the announced length is an error, because the response closes the connection. */
void fl_replay_jobs_read(struct fl_conn *c, const char *bytes, size_t len)
{
    struct fl_replay_job *job = c->job;
    if (len > job->expected - job->len) {
        c->net->stats.bad++;
        fl_conn_drop(c, "bad-body");
        return;
    }
    memcpy(job->text + job->len, bytes, len);
    job->len += len;
    if (job->len == job->expected)
        queue_job(job);
}

/* ---- cancelling ---- */

/* Removes a waiting job from its lane; false if it is not waiting. */
static bool remove_from_lane(struct fl_replay_job *job)
{
    struct fl_replay_job **at = &job->net->jobs.first[job->lane];
    while (*at && *at != job)
        at = &(*at)->next;
    if (!*at)
        return false;
    *at = job->next;
    return true;
}

void fl_replay_jobs_forget(struct fl_conn *c)
{
    struct fl_replay_job *job = c->job;
    if (!job)
        return;
    detach(job);
    atomic_store(&job->stop, true);
    if (job->len < job->expected || remove_from_lane(job))
        free_job(job);
}

void fl_replay_jobs_sweep(struct fl_net *n)
{
    for (int lane = 0; lane < FL_LANES; lane++) {
        struct fl_replay_job *job = n->jobs.running[lane];
        if (job && uv_now(n->loop) - job->begun > MAX_WORK_TIME)
            atomic_store(&job->stop, true);
    }
}
