/* Fills the host's port inside a browser. */
#include "wasm/offline.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/chacha.h"
#include "replay/replay.h"
#include "wasm/kept.h"
#include "wasm/question.h"

enum {
    PATIENCE = 1500, /* milliseconds one may search */
    MAX_LEVELS = 16,
    MAX_ASKED = 16, /* questions at the same time: people are at one table */
};

struct fl_offline {
    struct fl_host *host;
    struct fl_kept_store store;
    int64_t now;
    uint8_t key[FL_CHACHA_KEY];
    uint32_t blocks; /* of chance that were used */
    double pace;
    int asked;
    struct fl_asked question[MAX_ASKED];
    struct fl_found found; /* what was thought out here, for whichever copy asked */
    const char *levels[MAX_LEVELS + 1];
    struct fl_heap room, said, kept;
};

/* ---- the port ---- */

static int64_t port_now(void *world)
{
    const struct fl_offline *o = world;
    return o->now;
}

static void port_entropy(void *world, void *bytes, size_t len)
{
    static const uint8_t nonce[FL_CHACHA_NONCE];
    struct fl_offline *o = world;
    uint8_t block[FL_CHACHA_BLOCK];
    for (size_t done = 0; done < len; done += sizeof block) {
        size_t part = len - done < sizeof block ? len - done : sizeof block;
        fl_chacha_block(o->key, nonce, o->blocks++, block);
        memcpy((char *)bytes + done, block, part);
    }
}

static bool ask(struct fl_offline *o, const struct fl_thought *thought, bool advice)
{
    if (o->asked == MAX_ASKED)
        return false;
    o->question[o->asked++] = (struct fl_asked){.ticket = thought->ticket,
                                                .seed = thought->seed,
                                                .level = thought->level,
                                                .advice = advice,
                                                .sight = *thought->sight};
    return true;
}

static void port_think(void *world, const struct fl_thought *thought)
{
    ask(world, thought, false);
}

static bool port_advise(void *world, const struct fl_thought *thought)
{
    return ask(world, thought, true);
}

static void port_send(void *world, const fl_line *to, int lines, const char *json, size_t len)
{
    struct fl_offline *o = world;
    (void)to;
    (void)lines; /* there is one */
    fl_heap_put(&o->said, json, len);
    fl_heap_put(&o->said, "\n", 1);
}

/* The line is a function call: there is nothing to close. */
static void port_hang_up(void *world, fl_line line)
{
    (void)world;
    (void)line;
}

/* ---- the beginning ---- */

struct fl_offline *fl_offline_new(void)
{
    struct fl_offline *o = calloc(1, sizeof *o);
    if (!o || !fl_kept_begin(&o->store)) {
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
    free(o->room.at);
    free(o->said.at);
    free(o->kept.at);
    free(o);
}

char *fl_offline_room(struct fl_offline *o, uint32_t size)
{
    return fl_heap_room(&o->room, size);
}

bool fl_offline_take(struct fl_offline *o, uint32_t len)
{
    return fl_kept_take(&o->store, o->room.at, len);
}

/* A table of one's own is never full, and stays while the browser keeps it. */
static struct fl_limits own_limits(void)
{
    struct fl_limits limits = fl_usual_limits;
    limits.lines = 1;
    limits.tables = FL_KEPT_CHANGED;
    limits.bot_delay = 100; /* the page shows one move after the other by itself */
    limits.empty_running = limits.empty_finished = INT64_MAX / 4;
    return limits;
}

int fl_offline_begin(struct fl_offline *o, double now)
{
    struct fl_limits limits = own_limits();
    struct fl_port port = {.world = o,
                           .now = port_now,
                           .entropy = port_entropy,
                           .think = port_think,
                           .advise = port_advise,
                           .send = port_send,
                           .hang_up = port_hang_up,
                           .levels = o->levels,
                           .store = &o->store.store};
    int frozen;
    o->now = (int64_t)now;
    memcpy(o->key, o->room.at, sizeof o->key);
    o->host = fl_host_new(&port, &limits);
    return o->host ? fl_host_recover(o->host, &frozen) : -1;
}

/* ---- calls ---- */

/* Time never goes back, whatever the clock of the machine does. */
static void begin_call(struct fl_offline *o, double now)
{
    if ((int64_t)now > o->now)
        o->now = (int64_t)now;
}

static void end_call(struct fl_offline *o)
{
    while (fl_kept_pump(&o->store))
        ;
}

void fl_offline_open(struct fl_offline *o, double now)
{
    begin_call(o, now);
    fl_host_open(o->host, FL_OFFLINE_LINE);
    end_call(o);
}

void fl_offline_command(struct fl_offline *o, double now, uint32_t len)
{
    begin_call(o, now);
    fl_host_command(o->host, FL_OFFLINE_LINE, o->room.at, len);
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

const struct fl_asked *fl_offline_question(struct fl_offline *o)
{
    o->question[0].most = o->pace * PATIENCE;
    return o->asked ? &o->question[0] : NULL;
}

uint32_t fl_offline_question_len(void)
{
    return sizeof(struct fl_asked);
}

const struct fl_found *fl_offline_think(struct fl_offline *o)
{
    struct fl_asked question; /* the room is nowhere in particular */
    memcpy(&question, o->room.at, sizeof question);
    fl_find(&question, &o->found);
    return &o->found;
}

uint32_t fl_offline_found_len(void)
{
    return sizeof(struct fl_found);
}

static void answer(struct fl_offline *o, const struct fl_asked *q, const struct fl_found *found)
{
    if (q->advice)
        fl_host_advice(o->host, q->ticket, &q->sight, found->advised ? &found->advice : NULL);
    else
        fl_host_thought(o->host, q->ticket, found->move);
}

void fl_offline_thought(struct fl_offline *o, double now, double milliseconds)
{
    struct fl_asked first = o->question[0];
    begin_call(o, now);
    memcpy(&o->found, o->room.at, sizeof o->found);
    o->pace = fl_budget_pace(o->pace, &o->found.budget, milliseconds);
    o->asked--;
    memmove(o->question, o->question + 1, (size_t)o->asked * sizeof o->question[0]);
    answer(o, &first, &o->found);
    end_call(o);
}

/* ---- records ---- */

bool fl_offline_replay(struct fl_offline *o, uint32_t len)
{
    struct fl_replay by = {.stop = NULL};
    size_t answer_len;
    port_entropy(o, &by.seed, sizeof by.seed);
    char *answer = fl_replay_answer(o->room.at, len, &by, &answer_len);
    if (!answer)
        return false;
    port_send(o, NULL, 0, answer, answer_len);
    free(answer);
    return true;
}

/* ---- what is read ---- */

const char *fl_offline_said(const struct fl_offline *o)
{
    return o->said.at;
}

uint32_t fl_offline_said_len(const struct fl_offline *o)
{
    return (uint32_t)o->said.len;
}

void fl_offline_heard(struct fl_offline *o)
{
    o->said.len = 0;
}

uint32_t fl_offline_keep(struct fl_offline *o)
{
    o->kept.len = 0;
    fl_kept_next(&o->store, &o->kept);
    return (uint32_t)o->kept.len;
}

const char *fl_offline_kept(const struct fl_offline *o)
{
    return o->kept.at;
}
