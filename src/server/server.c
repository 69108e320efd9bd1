/* Fills the host's port with the world: sockets, clock, entropy, threads, a store; and stops when
 * it is told to, after everything asked for is written. */
#include "server/server.h"

#include <errno.h>
#include <fcntl.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include "agents/agent.h"
#include "server/address.h"
#include "server/net.h"
#include "store/sqlite.h"

enum {
    STOP_TIME = 10000, /* milliseconds for the last writes */
    SPARE_FILES = 64,  /* descriptors for all that is no connection */
    PER_PLACE = 512,   /* connections of one address: a café shares one */
    MAX_LEVELS = 16,
};

struct server {
    struct fl_net net; /* first */
    uv_loop_t loop;
    uv_signal_t terminate, interrupt;
    uv_timer_t alarm;
    int64_t alarm_at; /* when the host wants to be woken; INT64_MAX: never */
    int64_t wall;     /* milliseconds since 1970 at the beginning */
    struct fl_store *store;
    int (*pump)(struct fl_store *); /* tells what was written */
    uv_async_t written;             /* wakes us when there is something to pump */
    bool has_file;                  /* the store is one, and `written` is in use */
    int keep;                       /* days finished tables stay there; 0: for ever */
    int64_t cleaned;                /* when old ones were last looked for */
    const char *levels[MAX_LEVELS + 1];
    char url[FL_URL_SIZE]; /* where people find us, once we listen */
    uint64_t give_up;      /* when stopping: how long we wait for writes */
    bool leaving;          /* when stopping: everybody was told */
};

/* ---- the port ---- */

static int64_t wall_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_REALTIME, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

/* The wall's time at the start and the loop's since, so that it never goes back and is asked for
 * once a turn. */
static int64_t port_now(void *world)
{
    const struct server *s = world;
    return s->wall + (int64_t)(uv_now(&s->loop) - s->net.started);
}

static void port_entropy(void *world, void *bytes, size_t len)
{
    (void)world;
    randombytes_buf(bytes, len);
}

static void port_think(void *world, const struct fl_thought *thought)
{
    struct server *s = world;
    if (!fl_thinkers_ask(s->net.thinkers, thought))
        fl_log(&s->net.log, "cannot-think", "waiting=%d", thought->waiting);
}

static bool port_advise(void *world, const struct fl_thought *thought)
{
    struct server *s = world;
    return fl_thinkers_ask_advice(s->net.thinkers, thought);
}

static void port_send(void *world, const fl_line *to, int lines, const char *json, size_t len)
{
    struct server *s = world;
    for (int i = 0; i < lines; i++)
        if (s->net.line[to[i]])
            fl_conn_send(s->net.line[to[i]], FL_TEXT, json, len);
}

static void port_hang_up(void *world, fl_line line)
{
    struct server *s = world;
    struct fl_conn *c = s->net.line[line];
    if (!c)
        return;
    c->dismissed = true;
    fl_conn_touch(c);
}

static void on_thought(void *world, uint64_t ticket, fl_move move)
{
    struct server *s = world;
    fl_host_thought(s->net.host, ticket, move);
}

static void on_advice(void *world, uint64_t ticket, const struct fl_sight *sight,
                      const struct fl_advice *advice)
{
    struct server *s = world;
    fl_host_advice(s->net.host, ticket, sight, advice);
}

/* ---- the loop ---- */

static void on_alarm(uv_timer_t *alarm)
{
    struct server *s = alarm->data;
    s->alarm_at = INT64_MAX;
    fl_host_tick(s->net.host);
}

static void set_alarm(struct server *s)
{
    int64_t at = fl_host_wake(s->net.host);
    if (at == s->alarm_at)
        return;
    s->alarm_at = at;
    uv_timer_stop(&s->alarm);
    if (at == INT64_MAX)
        return;
    int64_t wait = at - port_now(s);
    uv_timer_start(&s->alarm, on_alarm, wait > 0 ? (uint64_t)wait : 0, 0);
}

static void send_everybody_away(struct server *s)
{
    struct fl_queue *queue = s->net.queue;
    s->leaving = true;
    while (queue[FL_CONN_SOCKET].first)
        fl_conn_leave(queue[FL_CONN_SOCKET].first, FL_CLOSE_GOING_AWAY, "stopping");
    while (queue[FL_CONN_HTTP].first)
        fl_conn_leave(queue[FL_CONN_HTTP].first, 0, "stopping");
}

static void go_on_stopping(struct server *s)
{
    if (!s->leaving && (fl_host_is_quiet(s->net.host) || uv_now(&s->loop) >= s->give_up))
        send_everybody_away(s);
    if (s->leaving && !s->net.connections)
        uv_stop(&s->loop);
}

/* Before the loop waits: writes are done, and what they let us say is sent. */
static void on_turn(uv_prepare_t *prepare)
{
    struct server *s = prepare->data;
    do {
        if (s->net.stopping)
            go_on_stopping(s);
        fl_net_flush(&s->net);
    } while (s->pump(s->store) || s->net.work.first);
    set_alarm(s);
}

static void on_cleaned(void *world, uint64_t ticket, bool ok)
{
    struct server *s = world;
    (void)ticket;
    fl_log(&s->net.log, "cleaned", "ok=%d", ok);
}

/* Every hour finished tables that are older than people wish are forgotten. */
static void clean(struct server *s)
{
    static const int64_t hour = 3600000, day = 24 * hour;
    int64_t now = port_now(s);
    if (!s->has_file || !s->keep || now < s->cleaned + hour)
        return;
    s->cleaned = now;
    fl_sqlite_store_retire(s->store, now - s->keep * day, (struct fl_done){on_cleaned, s, 0});
}

/* Tables that stop say so to their people; whoever hosts them reads it in the log. */
static void log_trouble(struct server *s)
{
    int trouble = s->has_file ? fl_sqlite_store_trouble(s->store) : 0;
    if (trouble)
        fl_log(&s->net.log, "store-failed", "sqlite=%d", trouble);
}

static void on_sweep(uv_timer_t *timer)
{
    struct server *s = timer->data;
    fl_net_sweep(&s->net);
    log_trouble(s);
    clean(s);
}

/* The first signal asks us to stop, a second one to hurry. */
static void on_signal(uv_signal_t *signal, int number)
{
    struct server *s = signal->data;
    fl_log(&s->net.log, "signal", "number=%d", number);
    if (s->net.stopping) {
        uv_stop(&s->loop);
        return;
    }
    s->net.stopping = true;
    s->give_up = uv_now(&s->loop) + STOP_TIME;
    uv_close((uv_handle_t *)&s->net.listener, NULL);
    fl_host_stop(s->net.host);
}

/* ---- the beginning ---- */

/* As many connections as the system lets us have. */
static uint32_t most_connections(void)
{
    struct rlimit files;
    if (getrlimit(RLIMIT_NOFILE, &files))
        return 1024 - SPARE_FILES;
    files.rlim_cur = files.rlim_max;
    setrlimit(RLIMIT_NOFILE, &files);
    rlim_t most = files.rlim_max < 2 * SPARE_FILES ? SPARE_FILES : files.rlim_max - SPARE_FILES;
    return most < FL_NET_SHARED_MAX ? (uint32_t)most : FL_NET_SHARED_MAX;
}

static bool make_lines(struct fl_net *n)
{
    n->most = most_connections();
    n->line = calloc(n->most, sizeof n->line[0]);
    n->free_line = calloc(n->most, sizeof n->free_line[0]);
    if (!n->line || !n->free_line)
        return false;
    while (n->free_lines < n->most) {
        n->free_line[n->free_lines] = n->most - 1 - n->free_lines; /* small numbers first */
        n->free_lines++;
    }
    return true;
}

static void set_guard(struct fl_net *n, const struct fl_serving *serving)
{
    uint32_t rate = (uint32_t)serving->rate;
    n->trust_proxy = serving->trust_proxy;
    n->per_place = PER_PLACE;
    n->ping_time = (uint64_t)serving->ping * 1000;
    n->lines = (struct fl_rate){rate, 3 * rate};
    n->guard.lines = (struct fl_rate){20 * rate, 100 * rate};
    n->guard.requests = (struct fl_rate){50, 500};
    randombytes_buf(&n->guard.salt, sizeof n->guard.salt);
}

static bool make_host(struct server *s, const struct fl_serving *serving)
{
    struct fl_limits limits = fl_usual_limits;
    int count = 0;
    while (count < MAX_LEVELS && fl_levels[count].name) {
        s->levels[count] = fl_levels[count].name;
        count++;
    }
    struct fl_port port = {.world = s,
                           .now = port_now,
                           .entropy = port_entropy,
                           .think = port_think,
                           .advise = port_advise,
                           .send = port_send,
                           .hang_up = port_hang_up,
                           .levels = s->levels,
                           .store = s->store,
                           .url = s->url};
    limits.lines = s->net.most;
    limits.bot_delay = serving->think / 5;
    s->net.host = fl_host_new(&port, &limits);
    return s->net.host != NULL;
}

static void start_timers(struct server *s)
{
    uv_prepare_init(&s->loop, &s->net.flusher);
    uv_timer_init(&s->loop, &s->net.sweeper);
    uv_timer_init(&s->loop, &s->alarm);
    uv_signal_init(&s->loop, &s->terminate);
    uv_signal_init(&s->loop, &s->interrupt);
    s->net.flusher.data = s->net.sweeper.data = s->alarm.data = s;
    s->terminate.data = s->interrupt.data = s;
    uv_prepare_start(&s->net.flusher, on_turn);
    uv_timer_start(&s->net.sweeper, on_sweep, FL_SWEEP_TIME, FL_SWEEP_TIME);
    uv_signal_start(&s->terminate, on_signal, SIGTERM);
    uv_signal_start(&s->interrupt, on_signal, SIGINT);
}

/* Called by the storage thread. */
static void on_stored(void *world)
{
    struct server *s = world;
    uv_async_send(&s->written);
}

/* The turn it wakes us for does the rest. */
static void on_written(uv_async_t *written)
{
    (void)written;
}

static bool fail(struct fl_serve_error *error, const char *key, const char *what, const char *value)
{
    *error = (struct fl_serve_error){.key = key, .what = what};
    snprintf(error->value, sizeof error->value, "%s", value);
    return false;
}

static bool open_store(struct server *s, const char *path, struct fl_serve_error *error)
{
    struct fl_store_error why;
    s->pump = path ? fl_sqlite_store_pump : fl_memory_store_pump;
    if (path) {
        uv_async_init(&s->loop, &s->written, on_written);
        s->has_file = true;
        s->store = fl_sqlite_store(path, on_stored, s, &why);
        if (!s->store && why.code)
            fl_log(&s->net.log, "store-failed", "sqlite=%d", why.code);
        return s->store || fail(error, why.key, path, why.detail);
    }
    s->store = fl_memory_store();
    return s->store || fail(error, "server.no-memory", "", "");
}

static bool open_folder(struct server *s, const char *path, struct fl_serve_error *error)
{
    if (!path)
        return true;
    s->net.folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    return s->net.folder >= 0 || fail(error, "server.no-such-folder", path, strerror(errno));
}

static bool listen_at(struct server *s, const struct fl_serving *serving,
                      struct fl_serve_error *error)
{
    struct sockaddr_storage at;
    int wrong = fl_address_parse(serving->at, serving->port, &at);
    if (!wrong)
        wrong = fl_net_listen(&s->net, (const struct sockaddr *)&at);
    if (!wrong)
        return true;
    fail(error, "server.cannot-listen", error->place, strerror(-wrong));
    snprintf(error->place, sizeof error->place, strchr(serving->at, ':') ? "[%s]:%d" : "%s:%d",
             serving->at, serving->port);
    return false;
}

static bool recover(struct server *s, const char *path, struct fl_serve_error *error)
{
    int frozen = 0, tables = fl_host_recover(s->net.host, &frozen);
    fl_log(&s->net.log, "recovered", "tables=%d frozen=%d", tables, frozen);
    return tables >= 0 || fail(error, "server.cannot-recover", path, "");
}

static bool begin(struct server *s, const struct fl_serving *serving, struct fl_serve_error *error)
{
    struct fl_net *n = &s->net;
    struct fl_listener listener = {s, on_thought, on_advice};
    if (!open_folder(s, serving->web, error) || !open_store(s, serving->store, error))
        return false;
    s->keep = serving->keep;
    set_guard(n, serving);
    n->origin = fl_url_origin(serving->public_url);
    n->thinkers = fl_thinkers_start(&s->loop, serving->threads, serving->think, &listener);
    if (!n->thinkers || !make_lines(n) || !make_host(s, serving))
        return fail(error, "server.no-memory", "", "");
    return recover(s, serving->store, error) && listen_at(s, serving, error);
}

static void run(struct server *s, const struct fl_serving *serving)
{
    fl_url_of(&s->net.listener, serving->public_url, s->url);
    start_timers(s);
    fl_log(&s->net.log, "listening", "port=%d connections=%u threads=%d",
           fl_port_of(&s->net.listener), s->net.most, serving->threads);
    serving->ready(serving->whom, s->url);
    uv_run(&s->loop, UV_RUN_DEFAULT);
    fl_log(&s->net.log, "stopped", "connections=%u", s->net.connections);
}

/* ---- the end ---- */

static void close_handle(uv_handle_t *handle, void *unused)
{
    (void)unused;
    if (!uv_is_closing(handle))
        uv_close(handle, NULL);
}

static void drop_everybody(struct fl_net *n)
{
    for (int state = 0; state < FL_CONN_GONE; state++)
        while (n->queue[state].first)
            fl_conn_drop(n->queue[state].first, "stopping");
}

static void end(struct server *s)
{
    struct fl_net *n = &s->net;
    if (n->host)
        drop_everybody(n);
    if (n->thinkers)
        fl_thinkers_stop(n->thinkers);
    if (s->store)
        s->store->close(s->store);
    uv_walk(&s->loop, close_handle, NULL);
    uv_run(&s->loop, UV_RUN_DEFAULT);
    uv_loop_close(&s->loop);
    if (n->host)
        fl_host_free(n->host);
    if (n->folder >= 0)
        close(n->folder);
    fl_guard_end(&n->guard);
    fl_readers_end(&n->readers);
    while (n->spares)
        free(n->spare[--n->spares]);
    free(n->line);
    free(n->free_line);
    free(s);
}

bool fl_serve(const struct fl_serving *serving, struct fl_serve_error *error)
{
    struct server *s = calloc(1, sizeof *s);
    if (!s || sodium_init() < 0 || uv_loop_init(&s->loop)) {
        free(s);
        return fail(error, "server.no-memory", "", "");
    }
    s->net.loop = &s->loop;
    s->net.log.to = serving->log;
    s->net.folder = -1;
    s->net.started = uv_now(&s->loop);
    s->alarm_at = INT64_MAX;
    s->wall = wall_now();
    bool began = begin(s, serving, error);
    if (began)
        run(s, serving);
    end(s);
    return began;
}
