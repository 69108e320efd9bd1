/* The virtual world of flibuste-dst: time, threads, memory, network, disk and entropy, all from one
 * seed. The server is the real one, from fl_serve down. The linker gives it these functions instead
 * of those of libuv, pthreads, the C library and libsodium (meson.build), and SQLite gets a virtual
 * disk as its default VFS.
 *
 * Everything runs on one thread. Threads of the server are fibers; the scheduler and the clients
 * run outside of them. Times are microseconds of virtual time since the start of the simulation. */
#ifndef TESTS_DST_SIM_H
#define TESTS_DST_SIM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/rng.h"
#include "host/host.h"

enum { MILLISECOND = 1000, SECOND = 1000000, FOREVER = INT64_MAX };

/* Streams of random numbers. Each part of the world has its own, so that a change in one part does
 * not change the decisions of all others. */
enum stream { RNG_ORDER, RNG_ENTROPY, RNG_DISK, RNG_FAULTS, RNG_PLAN, RNG_CLIENTS, RNG_COUNT = 64 };

/* What a run of one seed does. */
struct sim_options {
    uint64_t seed;
    int64_t quiet_until; /* no faults and no strangers before this time */
    bool verbose;        /* prints every event */
};

/* Kinds of calls that fault sweeps let fail. */
enum call_kind {
    CALL_ALLOC,
    CALL_WRITE,
    CALL_SYNC,
    CALL_OPEN,
    CALL_ACCEPT,
    CALL_THREAD,
    CALL_KINDS
};
extern const char *const call_names[CALL_KINDS];

struct sim {
    struct sim_options options;
    int64_t now;
    int64_t wall; /* milliseconds since 1970 at the start of the simulation, with all clock jumps */
    struct fl_rng rng[RNG_COUNT];
    uint64_t epoch; /* number of the server process; events of earlier processes are dropped */
    bool crash_requested, crash_is_power_cut;
    const char *failed;                              /* name of the violated invariant, or NULL */
    uint64_t calls[CALL_KINDS], fail_at[CALL_KINDS]; /* the call number fail_at fails; 0: none */
    uint64_t failed_calls;
    uint64_t trace_hash; /* of everything that happened: equal for equal seeds */
    uint64_t events, serial;
};

/* The functions that replace those of libraries have no context argument, so the world is global.
 */
extern struct sim sim;

/* ---- world.c: time and threads ---- */

void sim_begin(const struct sim_options *);
void sim_end(void);

uint32_t sim_below(enum stream, uint32_t n);
bool sim_one_in(enum stream, uint32_t n);
/* A random delay or choice below `most`; 0 in twin worlds. */
int64_t sim_jitter(uint32_t most);

/* Calls `call` after this delay. Events of the same time are executed in an order that the seed
 * decides. Epoch 0: the event survives a crash of the server. */
void sim_after(int64_t delay, void (*call)(void *context, uint64_t argument), void *context,
               uint64_t argument, uint64_t epoch);

/* Executes events until this time, or until an invariant fails. */
void sim_run_until(int64_t time);

/* Executes one event if there is one before this time. */
bool sim_step(int64_t time);

/* Records what happens. Kept for the report of a failure. */
void sim_trace(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Reports the violation of an invariant. Returns only in the scheduler's context. */
void sim_fail(const char *invariant, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* The same without the state, from a signal handler. */
void sim_report(const char *invariant, const char *reason);
/* Prints tables and clients. */
void invariants_print_state(void);

/* Counts a call that a sweep may let fail; true: this one fails. */
bool sim_call_fails(enum call_kind);

struct fiber;
struct fiber *fiber_start(void (*run)(void *), void *argument);
struct fiber *fiber_current(void); /* NULL: the scheduler */
void fiber_block(void);            /* until fiber_wake */
void fiber_wake(struct fiber *, int64_t delay);
void fiber_sleep(int64_t delay);
void fiber_kill_all(void);

/* ---- memory.c ---- */

/* Memory of the simulator itself, which survives the server. */
void *sim_alloc(size_t);
void *sim_realloc(void *, size_t);
void sim_free(void *);

/* Bytes and blocks that the server has allocated now. */
size_t memory_bytes(void), memory_blocks(void);
/* Frees everything that the server has allocated, as the end of its process does. */
void memory_free_all(void);
/* Prints the sizes of the blocks that the server still has. */
void memory_print(void);
/* The size of a block. */
size_t memory_size(const void *);

/* ---- loop.c: libuv ---- */

void loop_reset(void);
void loop_wake(void);
void loop_signal(int number);
bool loop_is_listening(void);
bool loop_is_waiting(void); /* the server has nothing to do */

/* ---- network.c ---- */

/* The end of a connection in the server. */
struct sock;

/* Callbacks of the client's end. */
struct net_client {
    void *context;
    void (*received)(void *context, const char *bytes, size_t len);
    void (*closed)(void *context);
};

extern bool net_keeps_pieces; /* what is sent in one piece arrives in one piece */

/* Connects from an IPv4 address. `rate`: bytes per second that the client reads; 0: no limit. */
struct sock *net_connect(uint32_t address, const struct net_client *, uint32_t rate,
                         enum stream stream);
void net_send(struct sock *, const char *bytes, size_t len);
/* The client closes its end, or disappears without a word: the server sees a half-open
 * connection. In both cases the client hears nothing more. */
void net_close(struct sock *);
void net_vanish(struct sock *);
/* Whether all bytes of both directions have arrived. */
bool net_is_idle(const struct sock *);
void net_server_died(void);
void net_end(void);

/* The server's end, for loop.c. */
struct sock *sock_accept(void);
bool sock_waits(void);
uint32_t sock_address(const struct sock *);
size_t sock_read(struct sock *, char *to, size_t room, bool *end);
bool sock_is_readable(const struct sock *);
size_t sock_room(const struct sock *);
size_t sock_write(struct sock *, const char *bytes, size_t len);
void sock_shut(struct sock *);
void sock_close(struct sock *);
int sock_fd(const struct sock *);

/* ---- disk.c ---- */

struct disk_faults {
    bool full;             /* no file can grow */
    uint32_t one_in_fails; /* writes and syncs that fail: one in this number; 0: none */
    int64_t sync_time;     /* of a sync, at most */
    uint64_t crash_at;     /* the process ends at this write, counted from now; 0: never */
};
extern struct disk_faults disk_faults;

void disk_begin(void);
void disk_end(void);
/* As after a crash of the process, or after a power cut: sectors that were not synced may be lost.
 */
void disk_crash(bool power_cut);
/* Puts a real file on the virtual disk. */
bool disk_import(const char *real_path, const char *name);
bool disk_exists(const char *name);
void disk_copy(const char *from, const char *to);
void disk_remove(const char *name);
int disk_open_files(void);
void sqlite_begin(void);
void sqlite_forget(void); /* after a crash: SQLite's own memory is gone */

/* ---- process.c: the server ---- */

extern struct fl_host *server_host; /* of the running server, or NULL */
/* Called before the disk becomes faulty or healthy, to measure healthy time. */
void server_note_health(bool healthy);
void server_begin(const char *store); /* before the first start of a simulation */
void server_start(void);
void server_crash(bool power_cut);
void server_stop(void); /* SIGTERM */
bool server_is_up(void);
bool server_has_ended(void);
const char *server_start_error(void); /* key of the reason why the last start failed, or NULL */
void server_forget_start_error(void);
int64_t server_healthy_time(void); /* during which a server was up and its disk was healthy */
int64_t server_uptime(void);       /* during which a server was up */

#endif
