/* Implements the host's port with sockets, clock, entropy, threads and a store, and runs the event
 * loop. After a signal the server stops once all pending writes are done. */
#include "server/server.h"

#include <errno.h>
#include <fcntl.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include "agents/agent.h"
#include "server/relay.h"
#include "server/static_files.h"

/* ---- addresses and URLs ---- */

enum { URL_SIZE = 256 };

/* Parses a numeric address or "localhost". Returns 0 or a libuv error. */
static int address_parse(const char *host, int port, struct sockaddr_storage *out)
{
    if (!strcmp(host, "localhost"))
        host = "127.0.0.1";
    if (strchr(host, ':'))
        return uv_ip6_addr(host, port, (struct sockaddr_in6 *)out);
    return uv_ip4_addr(host, port, (struct sockaddr_in *)out);
}

static bool is_wildcard(const struct sockaddr_storage *at)
{
    static const struct in6_addr any = {0};
    if (at->ss_family == AF_INET6)
        return !memcmp(&((const struct sockaddr_in6 *)at)->sin6_addr, &any, sizeof any);
    return !((const struct sockaddr_in *)at)->sin_addr.s_addr;
}

/* 10/8, 172.16/12, 192.168/16: the private ranges (RFC 1918) that home routers assign. */
static bool is_private(const struct sockaddr_in *at)
{
    const unsigned char *byte = (const unsigned char *)&at->sin_addr;
    return byte[0] == 10 || (byte[0] == 172 && (byte[1] & 0xF0) == 16) ||
           (byte[0] == 192 && byte[1] == 168);
}

/* Finds an IPv4 address of this machine: a private one if there is one, else any that is not
 * loopback. Returns false if there is none. */
static bool find_lan(char name[64])
{
    uv_interface_address_t *all;
    int count, best = -1;
    if (uv_interface_addresses(&all, &count))
        return false;
    for (int i = 0; i < count; i++) {
        bool outside = !all[i].is_internal && all[i].address.address4.sin_family == AF_INET;
        if (outside && (best < 0 || (is_private(&all[i].address.address4) &&
                                     !is_private(&all[best].address.address4))))
            best = i;
    }
    if (best >= 0)
        uv_ip4_name(&all[best].address.address4, name, 64);
    uv_free_interface_addresses(all, count);
    return best >= 0;
}

/* Writes the host part of a URL; the wildcard address becomes an address of the local network. */
static void name_of(const struct sockaddr_storage *at, char name[64])
{
    if (is_wildcard(at)) {
        if (!find_lan(name))
            strcpy(name, "127.0.0.1");
    } else if (at->ss_family == AF_INET6) {
        char plain[48];
        uv_ip6_name((const struct sockaddr_in6 *)at, plain, sizeof plain);
        snprintf(name, 64, "[%s]", plain);
    } else {
        uv_ip4_name((const struct sockaddr_in *)at, name, 64);
    }
}

static struct sockaddr_storage local_address(const uv_tcp_t *listener)
{
    struct sockaddr_storage at = {0};
    int len = sizeof at;
    uv_tcp_getsockname(listener, (struct sockaddr *)&at, &len);
    return at;
}

/* The TCP port of a listener. */
static int port_of(const uv_tcp_t *listener)
{
    struct sockaddr_storage at = local_address(listener);
    return ntohs(at.ss_family == AF_INET6 ? ((struct sockaddr_in6 *)&at)->sin6_port
                                          : ((struct sockaddr_in *)&at)->sin_port);
}

/* Writes the URL of a listener: "http://192.168.1.4:8080/". A listener at the wildcard address gets
 * the URL that other machines of the local network use. A public URL, unless NULL, is copied
 * unchanged. */
static void url_of(const uv_tcp_t *listener, const char *public_url, char out[URL_SIZE])
{
    struct sockaddr_storage at = local_address(listener);
    char name[64] = "";
    name_of(&at, name);
    if (public_url)
        snprintf(out, URL_SIZE, "%s", public_url);
    else
        snprintf(out, URL_SIZE, "http://%s:%d/", name, port_of(listener));
}

/* The origin of a URL: "https://a.example" for "https://a.example/x". The span points into the URL;
 * its `at` is NULL if the URL is NULL or not HTTP. */
static struct fl_span url_origin(const char *url)
{
    static const char *const schemes[] = {"http://", "https://"};
    for (int i = 0; url && i < 2; i++) {
        size_t len = strlen(schemes[i]);
        if (strncmp(url, schemes[i], len) || !url[len] || url[len] == '/')
            continue;
        return (struct fl_span){url, len + strcspn(url + len, "/?#")};
    }
    return (struct fl_span){NULL, 0};
}

/* ---- the server ---- */

enum {
    STOP_TIME = 10000,             /* milliseconds to finish pending writes */
    DRAIN_TIME = 60000,            /* milliseconds to hand over all tables */
    LOG_TIME = 1000,               /* milliseconds to flush the log, at the start and at the end */
    RESERVED_FILES = 64,           /* file descriptors reserved for other uses than connections */
    CONNECTIONS_PER_ADDRESS = 512, /* many clients may share an address, as in a café */
    MAX_LEVELS = 16,
    PAUSE_THRESHOLD = 3000, /* milliseconds without an iteration; a timer causes one per second */
    TRUSTED_DAYS = 7,       /* by which the clock may be ahead of the newest stored event */
};

struct server {
    struct fl_net net;
    uv_loop_t loop;
    uv_signal_t terminate, interrupt;
    uv_timer_t alarm;
    int64_t alarm_at;    /* when `alarm` calls fl_host_tick, in the host's time; INT64_MAX: never */
    int recovering;      /* running tables at the start; -1: all of them are loaded */
    int64_t start_wall;  /* wall clock at the start, milliseconds since 1970 */
    uint64_t last_seen;  /* loop time, in milliseconds, of the last detect_pause */
    uint64_t paused;     /* total milliseconds during which the process did not run */
    int64_t clock_error; /* milliseconds by which the wall clock is presumably ahead */
    uv_async_t written;  /* wakes the loop when a write has finished */
    int keep;            /* days that finished tables are kept; 0: without limit */
    int64_t last_purge;  /* time of the last purge */
    const char *levels[MAX_LEVELS + 1];
    char url[URL_SIZE];         /* URL for players, set when the server listens */
    char node[FL_ADDRESS_SIZE]; /* default address for other nodes */
    uint64_t stop_deadline;     /* when draining or stopping: when to go on, loop time */
    bool closing;               /* when stopping: all connections are being closed */
};

/* ---- the host's port ---- */

/* Milliseconds since 1970. */
static int64_t wall_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_REALTIME, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

/* Measures time during which the process did not run (SIGSTOP, a debugger, an overloaded machine).
 * It is excluded from the host's time: no player could move, so no game clock may run. */
static void detect_pause(struct server *s)
{
    uint64_t now = uv_now(&s->loop);
    if (now - s->last_seen > PAUSE_THRESHOLD)
        s->paused += now - s->last_seen;
    s->last_seen = now;
}

/* The host's time: the wall clock at the start plus the loop time since then, less pauses. It never
 * decreases. */
static int64_t port_now(void *context)
{
    struct server *s = context;
    detect_pause(s);
    return s->start_wall + (int64_t)(uv_now(&s->loop) - s->net.started - s->paused);
}

static void port_entropy(void *context, void *bytes, size_t len)
{
    (void)context;
    randombytes_buf(bytes, len);
}

static bool port_think(void *context, const struct fl_think_request *request)
{
    struct server *s = context;
    bool asked = fl_bot_pool_ask(s->net.bot_pool, request, false);
    if (!asked)
        fl_log(s->net.log, "cannot-think", "waiting=%d", request->waiting);
    return asked;
}

static int64_t port_think_time(void *context, const struct fl_game *game, int level)
{
    const struct server *s = context;
    return fl_bot_pool_time(s->net.bot_pool, game, level);
}

static bool port_advise(void *context, const struct fl_think_request *request)
{
    struct server *s = context;
    return fl_bot_pool_ask(s->net.bot_pool, request, true);
}

static void port_send(void *context, const fl_client_id *to, int count, const char *json,
                      size_t len)
{
    struct server *s = context;
    bool has_remote = false;
    for (int i = 0; i < count; i++)
        if (s->net.clients[to[i]])
            fl_conn_send(s->net.clients[to[i]], FL_TEXT, json, len);
        else
            has_remote = true;
    if (has_remote)
        fl_relay_send(&s->net, to, count, json, len);
}

/* The host is in the middle of a call, so the connection is closed at the next flush. */
static void port_disconnect(void *context, fl_client_id client)
{
    struct server *s = context;
    struct fl_conn *c = s->net.clients[client];
    if (!c) {
        fl_relay_hang_up(&s->net, client, s->net.draining ? FL_CLOSE_RESTART : FL_CLOSE_FAILED);
        return;
    }
    c->close_at_flush = true;
    fl_conn_schedule_flush(c);
}

static void port_pass_on(void *context, fl_client_id client, const char *address,
                         const char *command)
{
    struct server *s = context;
    struct fl_conn *c = s->net.clients[client];
    if (c)
        fl_relay_note(c, address, command);
    else
        fl_relay_pass_on(&s->net, client, address, command);
}

static void on_thought(void *context, uint64_t ticket, fl_move move)
{
    struct server *s = context;
    fl_host_bot_move(s->net.host, ticket, move);
}

static void on_advice(void *context, uint64_t ticket, const struct fl_sight *sight,
                      const struct fl_advice *advice)
{
    struct server *s = context;
    fl_host_advice(s->net.host, ticket, sight, advice);
}

/* ---- event loop ---- */

/* Logs once that all running tables are loaded. */
static void log_recovery(struct server *s)
{
    int frozen = (int)fl_host_frozen(s->net.host);
    if (s->recovering < 0 || fl_host_unloaded(s->net.host))
        return;
    fl_log(s->net.log, "recovered", "tables=%d frozen=%d", s->recovering - frozen, frozen);
    s->recovering = -1;
}

static void on_alarm(uv_timer_t *alarm)
{
    struct server *s = alarm->data;
    s->alarm_at = INT64_MAX;
    fl_host_tick(s->net.host);
    log_recovery(s);
}

/* Sets the timer to the time of the host's next tick. */
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

static void close_all(struct server *s)
{
    struct fl_queue *queue = s->net.queue;
    s->closing = true;
    while (queue[FL_CONN_SOCKET].first)
        fl_conn_leave(queue[FL_CONN_SOCKET].first,
                      s->net.draining ? FL_CLOSE_RESTART : FL_CLOSE_GOING_AWAY, "stopping");
    while (queue[FL_CONN_HTTP].first)
        fl_conn_leave(queue[FL_CONN_HTTP].first, 0, "stopping");
    while (queue[FL_CONN_JOB].first)
        fl_conn_leave(queue[FL_CONN_JOB].first, 0, "stopping");
    while (queue[FL_CONN_WAIT].first)
        fl_conn_leave(queue[FL_CONN_WAIT].first, 0, "stopping");
    fl_trunks_end(&s->net);
}

static void begin_stop(struct server *s)
{
    s->net.stopping = true;
    s->stop_deadline = uv_now(&s->loop) + STOP_TIME;
    uv_close((uv_handle_t *)&s->net.listener, NULL);
    fl_host_stop(s->net.host);
}

/* Closes all connections once the host is idle, then ends the loop when they are closed. */
static void continue_stop(struct server *s)
{
    if (!s->net.stopping) { /* it drains */
        if (!fl_host_is_drained(s->net.host) && uv_now(&s->loop) < s->stop_deadline)
            return;
        begin_stop(s);
    }
    if (!s->closing && (fl_host_is_quiet(s->net.host) || uv_now(&s->loop) >= s->stop_deadline))
        close_all(s);
    if (s->closing && !s->net.connections)
        uv_stop(&s->loop);
}

/* Before the loop waits for events: handles finished writes and sends the output they cause. */
static void on_prepare(uv_prepare_t *prepare)
{
    struct server *s = prepare->data;
    do {
        if (s->net.stopping || s->net.draining)
            continue_stop(s);
        fl_host_release(s->net.host);
        fl_net_answer_waiting(&s->net);
        fl_net_flush(&s->net);
    } while (s->net.store->pump(s->net.store) || s->net.flush_queue.first);
    set_alarm(s);
}

static void on_purged(void *context, uint64_t ticket, enum fl_outcome outcome)
{
    struct server *s = context;
    (void)ticket;
    if (outcome != FL_UNKNOWN)
        fl_log(s->net.log, "cleaned", "ok=%d", outcome == FL_COMMITTED);
}

static const int64_t hour = 3600000, day = 24 * hour;

/* A wall clock that is years ahead must not cause tables to be deleted. At the start it is trusted
 * up to TRUSTED_DAYS after the newest stored event. If it is further ahead, either it is wrong or
 * the server was down for long: until the next start, tables are kept longer by the difference. */
static void check_clock(struct server *s)
{
    int64_t newest = s->net.store->newest(s->net.store);
    int64_t ahead = port_now(s) - newest - TRUSTED_DAYS * day;
    if (!newest || ahead <= 0 || !s->keep)
        return;
    s->clock_error = ahead;
    fl_log(s->net.log, "clock-ahead", "days=%lld", (long long)(ahead / day + TRUSTED_DAYS));
}

/* Deletes finished tables older than `keep` days, once per hour and a limited number each time. */
static void purge_tables(struct server *s)
{
    int64_t now = port_now(s);
    if (!s->keep || now < s->last_purge + hour)
        return;
    s->last_purge = now;
    s->net.store->purge(s->net.store, now - s->clock_error - s->keep * day,
                        (struct fl_store_callback){on_purged, s, 0});
}

/* Logs a failed write for the operator. The host informs the players itself. */
static void log_store_error(struct server *s)
{
    char cause[FL_STORE_CAUSE_SIZE];
    if (s->net.store->last_error(s->net.store, cause))
        fl_log(s->net.log, "store-failed", "%s", cause);
}

/* Exchanges the public tables with the other nodes. */
static void exchange_lobby(struct server *s)
{
    enum { OWN = 1 << 17, OTHERS = 1 << 20 }; /* bytes */
    struct fl_store *store = s->net.store;
    char *memory = malloc(OTHERS), *end;
    struct fl_buf own = fl_buf_over(memory, memory ? OWN : 0);
    struct fl_buf others = fl_buf_over(memory, memory ? OTHERS : 0);
    if (!memory)
        return;
    if (!s->net.draining)
        fl_host_put_public(s->net.host, &own);
    end = own.overflowed ? strrchr(memory, '\n') : NULL; /* whole lines only */
    if (end)
        end[1] = '\0';
    store->publish(store, memory);
    others.at[0] = '\0';
    store->read_published(store, &others);
    fl_host_set_neighbours(s->net.host, memory);
    free(memory);
}

/* Once per FL_SWEEP_TIME. */
static void on_sweep(uv_timer_t *timer)
{
    struct server *s = timer->data;
    detect_pause(s);
    fl_net_sweep(&s->net);
    log_store_error(s);
    purge_tables(s);
    if (!s->net.store->shared)
        return;
    fl_trunks_sweep(&s->net);
    exchange_lobby(s);
}

/* A node of a shared store hands over its tables before it stops. */
static void begin_drain(struct server *s)
{
    s->net.draining = true;
    s->stop_deadline = uv_now(&s->loop) + DRAIN_TIME;
    fl_host_drain(s->net.host);
}

/* The first signal starts an orderly stop, the second one ends the loop immediately. */
static void on_signal(uv_signal_t *signal, int number)
{
    struct server *s = signal->data;
    fl_log(s->net.log, "signal", "number=%d", number);
    if (s->net.stopping || s->net.draining)
        uv_stop(&s->loop);
    else if (s->net.store->shared)
        begin_drain(s);
    else
        begin_stop(s);
}

/* ---- start ---- */

/* Raises the limit of open files and returns the number of connections it permits. */
static uint32_t max_open_connections(void)
{
    struct rlimit files;
    if (getrlimit(RLIMIT_NOFILE, &files))
        return 1024 - RESERVED_FILES;
    files.rlim_cur = files.rlim_max;
    setrlimit(RLIMIT_NOFILE, &files);
    rlim_t most =
        files.rlim_max < 2 * RESERVED_FILES ? RESERVED_FILES : files.rlim_max - RESERVED_FILES;
    return most < FL_NET_SHARED_MAX ? (uint32_t)most : FL_NET_SHARED_MAX;
}

static bool make_client_ids(struct fl_net *n)
{
    n->max_connections = max_open_connections();
    n->clients = calloc(n->max_connections, sizeof n->clients[0]);
    n->remote = calloc(n->max_connections, sizeof n->remote[0]);
    n->free_ids = calloc(n->max_connections, sizeof n->free_ids[0]);
    if (!n->clients || !n->remote || !n->free_ids)
        return false;
    while (n->free_id_count < n->max_connections) {
        /* Small ids are used first. */
        n->free_ids[n->free_id_count] = n->max_connections - 1 - n->free_id_count;
        n->free_id_count++;
    }
    return true;
}

/* The line rate of an address is a multiple of that of a connection. */
static void set_limits(struct fl_net *n, const struct fl_server_options *options)
{
    uint32_t rate = (uint32_t)options->rate;
    n->trust_proxy = options->trust_proxy;
    n->limiter.open_max[FL_OPEN_CONNECTIONS] = CONNECTIONS_PER_ADDRESS;
    n->limiter.open_max[FL_OPEN_JOBS] = FL_LANES;
    n->ping_time = (uint64_t)options->ping * 1000;
    n->think = (uint64_t)options->think;
    n->lines = (struct fl_rate){rate, 3 * rate};
    n->limiter.rate[FL_RATE_LINES] = (struct fl_rate){20 * rate, 100 * rate};
    n->limiter.rate[FL_RATE_REQUESTS] = (struct fl_rate){50, 500};
    randombytes_buf(n->limiter.salt, sizeof n->limiter.salt);
}

static bool make_host(struct server *s, const struct fl_server_options *options)
{
    struct fl_limits limits = fl_usual_limits;
    int count = 0;
    while (count < MAX_LEVELS && fl_levels[count].name) {
        s->levels[count] = fl_levels[count].name;
        count++;
    }
    struct fl_port port = {.context = s,
                           .now = port_now,
                           .entropy = port_entropy,
                           .think = port_think,
                           .think_time = port_think_time,
                           .advise = port_advise,
                           .send = port_send,
                           .disconnect = port_disconnect,
                           .pass_on = port_pass_on,
                           .levels = s->levels,
                           .store = s->net.store,
                           .url = s->url};
    limits.connections = s->net.max_connections;
    limits.bot_delay = options->think / 5;
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
    uv_prepare_start(&s->net.flusher, on_prepare);
    uv_timer_start(&s->net.sweeper, on_sweep, FL_SWEEP_TIME, FL_SWEEP_TIME);
    uv_signal_start(&s->terminate, on_signal, SIGTERM);
    uv_signal_start(&s->interrupt, on_signal, SIGINT);
}

/* On any thread. */
static void on_stored(void *context)
{
    struct server *s = context;
    uv_async_send(&s->written);
}

/* The wake-up itself suffices: on_prepare handles the finished writes. */
static void on_written(uv_async_t *written)
{
    (void)written;
}

/* Sets the error and returns false. */
static bool fail(struct fl_serve_error *error, const char *key, const char *what, const char *value)
{
    *error = (struct fl_serve_error){.key = key, .what = what};
    snprintf(error->value, sizeof error->value, "%s", value);
    return false;
}

/* The name of this machine, and address and port of the listener. Two processes cannot have the
 * same. */
static void put_node_address(struct server *s)
{
    char host[64] = "";
    gethostname(host, sizeof host - 1);
    struct sockaddr_storage at = local_address(&s->net.listener);
    char bound[INET6_ADDRSTRLEN] = "";
    if (at.ss_family == AF_INET6)
        uv_ip6_name((const struct sockaddr_in6 *)&at, bound, sizeof bound);
    else
        uv_ip4_name((const struct sockaddr_in *)&at, bound, sizeof bound);
    snprintf(s->node, sizeof s->node, "%s/%s:%d", host, bound, port_of(&s->net.listener));
}

static bool open_store(struct server *s, const struct fl_server_options *options,
                       struct fl_serve_error *error)
{
    struct fl_store_error why;
    uv_async_init(&s->loop, &s->written, on_written);
    put_node_address(s);
    struct fl_store_options how = {.url = options->store,
                                   .wake = on_stored,
                                   .context = s,
                                   .address = options->node ? options->node : s->node,
                                   .has_address = !options->node,
                                   .build = fl_static_files_build,
                                   .unreplicated = options->unreplicated};
    s->net.store = fl_store_open(&how, &why);
    if (s->net.store)
        return true;
    if (why.cause[0])
        fl_log(s->net.log, "store-failed", "%s", why.cause);
    return fail(error, why.key, why.path, why.detail);
}

static bool open_folder(struct server *s, const char *path, struct fl_serve_error *error)
{
    if (!path)
        return true;
    s->net.folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    return s->net.folder >= 0 || fail(error, "server.no-such-folder", path, strerror(errno));
}

static bool listen_at(struct server *s, const struct fl_server_options *options,
                      struct fl_serve_error *error)
{
    struct sockaddr_storage at;
    int wrong = address_parse(options->at, options->port, &at);
    if (!wrong)
        wrong = fl_net_listen(&s->net, (const struct sockaddr *)&at);
    if (!wrong)
        return true;
    fail(error, "server.cannot-listen", error->address, strerror(-wrong));
    snprintf(error->address, sizeof error->address, strchr(options->at, ':') ? "[%s]:%d" : "%s:%d",
             options->at, options->port);
    return false;
}

/* Finds the running tables of the store. They are loaded while the server already answers. */
static bool recover(struct server *s, const char *url, struct fl_serve_error *error)
{
    s->recovering = fl_host_recover(s->net.host);
    if (s->recovering < 0)
        return fail(error, "server.cannot-recover", url, "");
    log_recovery(s);
    return true;
}

/* Everything up to listening; shut_down frees the parts that exist after a failure. */
static bool start(struct server *s, const struct fl_server_options *options,
                  struct fl_serve_error *error)
{
    struct fl_net *n = &s->net;
    struct fl_listener listener = {s, on_thought, on_advice};
    /* Whoever listens at the address of a node knows that an earlier process there is dead. */
    if (!open_folder(s, options->web, error) || !listen_at(s, options, error) ||
        !open_store(s, options, error))
        return false;
    s->keep = options->keep;
    set_limits(n, options);
    n->origin = url_origin(options->public_url);
    n->record_worker = options->record_worker;
    n->bot_pool = fl_bot_pool_start(&s->loop, options->threads, options->think, &listener);
    if (!n->bot_pool || !make_client_ids(n) || !make_host(s, options))
        return fail(error, "server.no-memory", "", "");
    if (!recover(s, options->store, error))
        return false;
    check_clock(s);
    return true;
}

static void run(struct server *s, const struct fl_server_options *options)
{
    url_of(&s->net.listener, options->public_url, s->url);
    uv_update_time(&s->loop); /* the start does not count as a pause */
    s->last_seen = uv_now(&s->loop);
    start_timers(s);
    if (options->confine)
        fl_log(s->net.log, "confined", "%s", options->confine(options->context));
    fl_log(s->net.log, "listening", "port=%d connections=%u threads=%d", port_of(&s->net.listener),
           s->net.max_connections, options->threads);
    fl_log_flush(s->net.log, LOG_TIME);
    options->ready(options->context, s->url);
    uv_run(&s->loop, UV_RUN_DEFAULT);
    fl_log(s->net.log, "stopped", "connections=%u", s->net.connections);
}

/* ---- end ---- */

static void close_handle(uv_handle_t *handle, void *unused)
{
    (void)unused;
    if (!uv_is_closing(handle))
        uv_close(handle, NULL);
}

static void drop_all(struct fl_net *n)
{
    for (int state = 0; state < FL_CONN_GONE; state++)
        while (n->queue[state].first)
            fl_conn_drop(n->queue[state].first, "stopping");
}

/* Frees everything, also after an incomplete start. */
static void shut_down(struct server *s)
{
    struct fl_net *n = &s->net;
    if (n->host) {
        drop_all(n);
        fl_trunks_end(n);
    }
    if (n->bot_pool)
        fl_bot_pool_stop(n->bot_pool);
    if (n->store)
        n->store->close(n->store);
    uv_walk(&s->loop, close_handle, NULL);
    uv_run(&s->loop, UV_RUN_DEFAULT);
    uv_loop_close(&s->loop);
    if (n->host)
        fl_host_free(n->host);
    if (n->folder >= 0)
        close(n->folder);
    fl_rate_limiter_end(&n->limiter);
    fl_readers_end(&n->readers);
    while (n->spares)
        free(n->spare[--n->spares]);
    free(n->clients);
    free(n->remote);
    free(n->free_ids);
    fl_log_close(n->log, LOG_TIME);
    free(s);
}

bool fl_serve(const struct fl_server_options *options, struct fl_serve_error *error)
{
    struct server *s = calloc(1, sizeof *s);
    if (!s || sodium_init() < 0 || uv_loop_init(&s->loop)) {
        free(s);
        return fail(error, "server.no-memory", "", "");
    }
    s->net.loop = &s->loop;
    s->net.log = options->log ? fl_log_open(fileno(options->log)) : NULL;
    fl_log_limit(s->net.log, options->log_level);
    s->net.folder = -1;
    s->net.started = s->last_seen = uv_now(&s->loop);
    s->alarm_at = INT64_MAX;
    s->start_wall = wall_now();
    bool ok = start(s, options, error);
    if (ok)
        run(s, options);
    shut_down(s);
    return ok;
}
