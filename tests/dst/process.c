/* The server process: starts fl_serve on a fiber, stops it, and ends it without warning. */
#include <signal.h>
#include <sodium.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>
#include <wslay/wslay.h>

#include "server/server.h"
#include "sim.h"

enum { READERS = 1024, DESCRIPTORS = 600 };

struct fl_host *server_host;

static struct {
    bool running, up, healthy;
    const char *store;
    const char *error; /* key */
    int64_t last_change, healthy_time, uptime;
} process;

/* ---- time ---- */

static void measure(void)
{
    int64_t passed = sim.now - process.last_change;
    process.last_change = sim.now;
    if (!process.up)
        return;
    process.uptime += passed;
    if (process.healthy)
        process.healthy_time += passed;
}

void server_note_health(bool healthy)
{
    measure();
    process.healthy = healthy;
}

int64_t server_healthy_time(void)
{
    measure();
    return process.healthy_time;
}

int64_t server_uptime(void)
{
    measure();
    return process.uptime;
}

/* ---- start and end ---- */

static void on_ready(void *context, const char *url)
{
    (void)context;
    (void)url;
    measure();
    process.up = true;
    sim_trace("server listens");
}

static void serve(void *unused)
{
    static struct fl_serve_error error;
    struct fl_server_options options = {.at = "0.0.0.0",
                                        .port = 8080,
                                        .public_url = "https://flibuste.example/",
                                        .store = process.store,
                                        .keep = 1,
                                        .threads = 1,
                                        .think = 0,
                                        .rate = 20,
                                        .ping = 45,
                                        .ready = on_ready};
    (void)unused;
    bool ok = fl_serve(&options, &error);
    measure();
    process.running = process.up = false;
    process.error = ok ? NULL : error.key;
    server_host = NULL;
    sim_trace("server ended: %s", ok ? "stopped" : error.key);
}

void server_begin(const char *store)
{
    memset(&process, 0, sizeof process);
    process.store = store;
    process.healthy = true;
    server_host = NULL;
    if (sodium_init() < 0)
        sim_fail("simulator", "libsodium");
}

void server_start(void)
{
    if (process.running)
        return;
    sqlite_forget();
    if (memory_blocks() || disk_open_files()) {
        memory_print();
        sim_fail("leaks", "%zu blocks and %d files after the end of the server", memory_blocks(),
                 disk_open_files());
    }
    sqlite_begin();
    fiber_kill_all();
    loop_reset();
    measure();
    process.running = true;
    process.error = NULL;
    sim_trace("server starts");
    fiber_start(serve, NULL);
}

/* wslay allocates its parsers itself; they end with the process. */
static wslay_frame_context_ptr readers[READERS];

int __real_wslay_frame_context_init(wslay_frame_context_ptr *, const struct wslay_frame_callbacks *,
                                    void *);
int __wrap_wslay_frame_context_init(wslay_frame_context_ptr *, const struct wslay_frame_callbacks *,
                                    void *);
int __wrap_wslay_frame_context_init(wslay_frame_context_ptr *out,
                                    const struct wslay_frame_callbacks *callbacks, void *context)
{
    if (sim_call_fails(CALL_ALLOC))
        return WSLAY_ERR_NOMEM;
    int error = __real_wslay_frame_context_init(out, callbacks, context);
    int i = 0;
    while (!error && i < READERS && readers[i])
        i++;
    if (!error && i < READERS)
        readers[i] = *out;
    return error;
}

void __real_wslay_frame_context_free(wslay_frame_context_ptr);
void __wrap_wslay_frame_context_free(wslay_frame_context_ptr);
void __wrap_wslay_frame_context_free(wslay_frame_context_ptr reader)
{
    for (int i = 0; i < READERS; i++)
        if (readers[i] == reader)
            readers[i] = NULL;
    __real_wslay_frame_context_free(reader);
}

void server_crash(bool power_cut)
{
    if (!process.running)
        return;
    measure();
    sim_trace("server %s", power_cut ? "loses power" : "is killed");
    sim.epoch++;
    process.running = process.up = false;
    server_host = NULL;
    fiber_kill_all();
    loop_reset();
    net_server_died();
    sqlite_forget();
    memory_free_all();
    for (int i = 0; i < READERS; i++) {
        if (readers[i])
            __real_wslay_frame_context_free(readers[i]);
        readers[i] = NULL;
    }
    disk_crash(power_cut);
    sqlite_begin();
}

void server_stop(void)
{
    if (!process.up)
        return;
    sim_trace("SIGTERM");
    loop_signal(SIGTERM);
}

bool server_is_up(void)
{
    return process.up;
}

bool server_has_ended(void)
{
    return !process.running;
}

const char *server_start_error(void)
{
    return process.error;
}

void server_forget_start_error(void)
{
    process.error = NULL;
}

/* The server ends itself if it cannot queue a write (ARCHITECTURE.md, 5): as good as a kill, but
 * only where an allocation was made to fail. */
void __real_abort(void) __attribute__((noreturn));
void __wrap_abort(void);
void __wrap_abort(void)
{
    if (!fiber_current() || !sim.failed_calls)
        __real_abort();
    sim_trace("the server aborts");
    sim.crash_requested = true;
    sim.crash_is_power_cut = false;
    for (;;)
        fiber_block();
}

/* ---- what the server asks of its environment ---- */

/* The limits of a server, with fewer tables and shorter times, so that a simulation reaches them.
 */
struct fl_host *__real_fl_host_new(const struct fl_port *, const struct fl_limits *);
struct fl_host *__wrap_fl_host_new(const struct fl_port *, const struct fl_limits *);
struct fl_host *__wrap_fl_host_new(const struct fl_port *port, const struct fl_limits *usual)
{
    enum { MINUTE = 60000 };
    struct fl_limits limits = *usual;
    limits.tables = 40;
    limits.tables_per_origin = 20;
    limits.unused_per_origin = 5;
    limits.events = 8000;
    limits.bot_delay = 400;
    limits.empty_unused = 2 * MINUTE;
    limits.empty_waiting = 5 * MINUTE;
    limits.empty_running = 30 * MINUTE;
    limits.empty_finished = 5 * MINUTE;
    return server_host = __real_fl_host_new(port, &limits);
}

int __wrap_getrlimit64(int, struct rlimit *);
int __wrap_getrlimit64(int resource, struct rlimit *out)
{
    (void)resource;
    *out = (struct rlimit){DESCRIPTORS, DESCRIPTORS};
    return 0;
}

int __wrap_setrlimit64(int, const struct rlimit *);
int __wrap_setrlimit64(int resource, const struct rlimit *limit)
{
    (void)resource;
    (void)limit;
    return 0;
}

pid_t __wrap_getpid(void);
pid_t __wrap_getpid(void)
{
    return 4242;
}

int __wrap_gethostname(char *, size_t);
int __wrap_gethostname(char *name, size_t len)
{
    strncpy(name, "virtual", len);
    return 0;
}
