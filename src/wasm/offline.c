/* Implements the host's port in a browser's Worker. */
#include "wasm/offline.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "agents/think.h"
#include "core/chacha.h"
#include "replay/replay.h"
#include "wasm/export_store.h"

enum {
    SEARCH_TIME = 1500, /* milliseconds of search per move */
    MAX_LEVELS = 16,
    MAX_JOBS = 16, /* pending jobs: there is one table with people */
};

/* The result of a job as bytes for the instance that asked. */
struct result {
    struct fl_think_result result;
    struct fl_advice advice;
};

struct fl_offline {
    struct fl_host *host;
    struct fl_export_store store;
    int64_t now;
    uint8_t key[FL_CHACHA_KEY];
    uint32_t blocks; /* number of ChaCha blocks used */
    double pace;
    int jobs;
    struct fl_think_job job[MAX_JOBS];
    struct result result; /* of a job of any instance */
    const char *levels[MAX_LEVELS + 1];
    struct fl_byte_buffer input, output, exported;
    struct fl_offline_bytes bytes; /* the last ones that were returned */
};

static const struct fl_offline_bytes *give(struct fl_offline *o, const void *at, size_t len)
{
    o->bytes = (struct fl_offline_bytes){.at = at, .len = len};
    return &o->bytes;
}

/* ---- the port ---- */

static int64_t port_now(void *context)
{
    const struct fl_offline *o = context;
    return o->now;
}

static void port_entropy(void *context, void *bytes, size_t len)
{
    static const uint8_t nonce[FL_CHACHA_NONCE];
    struct fl_offline *o = context;
    uint8_t block[FL_CHACHA_BLOCK];
    for (size_t done = 0; done < len; done += sizeof block) {
        size_t part = len - done < sizeof block ? len - done : sizeof block;
        fl_chacha_block(o->key, nonce, o->blocks++, block);
        memcpy((char *)bytes + done, block, part);
    }
}

static bool add_job(struct fl_offline *o, const struct fl_think_request *request, bool advice)
{
    if (o->jobs == MAX_JOBS)
        return false;
    o->job[o->jobs++] = (struct fl_think_job){.ticket = request->ticket,
                                              .seed = request->seed,
                                              .level = request->level,
                                              .advice = advice,
                                              .sight = *request->sight};
    return true;
}

static bool port_think(void *context, const struct fl_think_request *request)
{
    return add_job(context, request, false);
}

static bool port_advise(void *context, const struct fl_think_request *request)
{
    return add_job(context, request, true);
}

static void port_send(void *context, const fl_client_id *to, int clients, const char *json,
                      size_t len)
{
    struct fl_offline *o = context;
    (void)to;
    (void)clients; /* there is one client */
    fl_byte_buffer_put(&o->output, json, len);
    fl_byte_buffer_put(&o->output, "\n", 1);
}

/* The client is a function call; there is nothing to close. */
static void port_disconnect(void *context, fl_client_id client)
{
    (void)context;
    (void)client;
}

/* ---- starting ---- */

struct fl_offline *fl_offline_new(void)
{
    struct fl_offline *o = calloc(1, sizeof *o);
    if (!o || !fl_export_store_begin(&o->store)) {
        free(o);
        return NULL;
    }
    for (int i = 0; i < MAX_LEVELS && fl_levels[i].name; i++)
        o->levels[i] = fl_levels[i].name;
    o->pace = FL_FIRST_PACE;
    return o;
}

void fl_offline_free(struct fl_offline *o)
{
    if (o->host)
        fl_host_free(o->host);
    o->store.store.close(&o->store.store);
    free(o->input.at);
    free(o->output.at);
    free(o->exported.at);
    free(o);
}

char *fl_offline_input(struct fl_offline *o, uint32_t size)
{
    return fl_byte_buffer_room(&o->input, size);
}

bool fl_offline_import(struct fl_offline *o, uint32_t len)
{
    return fl_export_store_import(&o->store, o->input.at, len);
}

/* An offline table has no competitors for resources and lasts as long as the browser's storage. */
static struct fl_limits offline_limits(void)
{
    struct fl_limits limits = fl_usual_limits;
    limits.connections = 1;
    limits.tables = FL_EXPORT_CHANGED;
    limits.bot_delay = 100; /* the page itself paces the moves it shows */
    limits.empty_running = limits.empty_finished = INT64_MAX / 4;
    return limits;
}

int fl_offline_begin(struct fl_offline *o, double now)
{
    struct fl_limits limits = offline_limits();
    struct fl_port port = {.context = o,
                           .now = port_now,
                           .entropy = port_entropy,
                           .think = port_think,
                           .advise = port_advise,
                           .send = port_send,
                           .disconnect = port_disconnect,
                           .levels = o->levels,
                           .store = &o->store.store};
    o->now = (int64_t)now;
    memcpy(o->key, o->input.at, sizeof o->key);
    o->host = fl_host_new(&port, &limits);
    return o->host ? fl_host_recover(o->host) : -1;
}

/* ---- calls ---- */

/* Time is monotonic, even if the clock of the device is set back. */
static void begin_call(struct fl_offline *o, double now)
{
    if ((int64_t)now > o->now)
        o->now = (int64_t)now;
}

static void end_call(struct fl_offline *o)
{
    while (o->store.store.pump(&o->store.store))
        ;
}

void fl_offline_open(struct fl_offline *o, double now)
{
    begin_call(o, now);
    fl_host_open(o->host, FL_OFFLINE_LINE, 0);
    end_call(o);
}

void fl_offline_command(struct fl_offline *o, double now, uint32_t len)
{
    struct fl_line line = fl_line_check(o->input.at, len);
    begin_call(o, now);
    fl_host_command(o->host, FL_OFFLINE_LINE, &line);
    end_call(o);
}

void fl_offline_close(struct fl_offline *o, double now)
{
    begin_call(o, now);
    fl_host_close(o->host, FL_OFFLINE_LINE);
    end_call(o);
}

void fl_offline_tick(struct fl_offline *o, double now)
{
    begin_call(o, now);
    fl_host_tick(o->host);
    end_call(o);
}

double fl_offline_wake(const struct fl_offline *o)
{
    int64_t at = fl_host_wake(o->host);
    return at == INT64_MAX ? INFINITY : (double)at;
}

/* ---- bots ---- */

const struct fl_offline_bytes *fl_offline_question(struct fl_offline *o)
{
    o->job[0].most = o->pace * SEARCH_TIME;
    return give(o, &o->job[0], o->jobs ? sizeof o->job[0] : 0);
}

const struct fl_offline_bytes *fl_offline_think(struct fl_offline *o)
{
    struct fl_think_job job; /* copied because the input buffer is not aligned */
    memcpy(&job, o->input.at, sizeof job);
    fl_think(&job, NULL, &o->result.result, &o->result.advice);
    return give(o, &o->result, sizeof o->result);
}

static void deliver(struct fl_offline *o, const struct fl_think_job *q, const struct result *found)
{
    if (q->advice)
        fl_host_advice(o->host, q->ticket, &q->sight,
                       found->result.advised ? &found->advice : NULL);
    else
        fl_host_bot_move(o->host, q->ticket, found->result.move);
}

void fl_offline_thought(struct fl_offline *o, double now, double milliseconds)
{
    struct fl_think_job first = o->job[0];
    begin_call(o, now);
    memcpy(&o->result, o->input.at, sizeof o->result);
    o->pace = fl_budget_pace(o->pace, &o->result.result.budget, milliseconds);
    o->jobs--;
    memmove(o->job, o->job + 1, (size_t)o->jobs * sizeof o->job[0]);
    deliver(o, &first, &o->result);
    end_call(o);
}

/* ---- records ---- */

bool fl_offline_replay(struct fl_offline *o, uint32_t len)
{
    struct fl_replay by = {.stop = NULL};
    size_t answer_len;
    port_entropy(o, &by.seed, sizeof by.seed);
    char *answer = fl_replay_answer(o->input.at, len, &by, &answer_len);
    if (!answer)
        return false;
    port_send(o, NULL, 0, answer, answer_len);
    free(answer);
    return true;
}

/* ---- output ---- */

const struct fl_offline_bytes *fl_offline_output(struct fl_offline *o)
{
    size_t len = o->output.len;
    o->output.len = 0;
    return give(o, o->output.at, len);
}

const struct fl_offline_bytes *fl_offline_export_next(struct fl_offline *o)
{
    o->exported.len = 0;
    fl_export_store_next(&o->store, &o->exported);
    return give(o, o->exported.at, o->exported.len);
}
