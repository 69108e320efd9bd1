/* Virtual time, the queue of events, and fibers in place of threads. */
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>

#include "sim.h"

enum { STACK = 1 << 20, TRACE_LINES = 400, TRACE_WIDTH = 240, FIBERS_MAX = 64 };

struct sim sim;
const char *const call_names[CALL_KINDS] = {"allocation", "write",  "sync",
                                            "open",       "accept", "thread"};

/* ---- events ---- */

struct event {
    int64_t at;
    uint64_t tie, epoch, argument;
    void (*call)(void *, uint64_t);
    void *context;
};

static struct event *heap;
static size_t heap_count, heap_room;

static bool is_before(const struct event *a, const struct event *b)
{
    return a->at != b->at ? a->at < b->at : a->tie < b->tie;
}

static void swap(size_t a, size_t b)
{
    struct event kept = heap[a];
    heap[a] = heap[b];
    heap[b] = kept;
}

void sim_after(int64_t delay, void (*call)(void *, uint64_t), void *context, uint64_t argument,
               uint64_t epoch)
{
    if (heap_count == heap_room) {
        heap_room = heap_room ? 2 * heap_room : 256;
        heap = sim_realloc(heap, heap_room * sizeof *heap);
    }
    size_t i = heap_count++;
    /* Twin worlds may have different numbers of events. */
    uint64_t tie = net_keeps_pieces ? ++sim.serial : fl_rng_next(&sim.rng[RNG_ORDER]);
    heap[i] = (struct event){sim.now + delay, tie, epoch, argument, call, context};
    for (; i && is_before(&heap[i], &heap[(i - 1) / 2]); i = (i - 1) / 2)
        swap(i, (i - 1) / 2);
}

static struct event take_event(void)
{
    struct event first = heap[0];
    heap[0] = heap[--heap_count];
    for (size_t i = 0;;) {
        size_t least = i;
        for (size_t child = 2 * i + 1; child <= 2 * i + 2 && child < heap_count; child++)
            if (is_before(&heap[child], &heap[least]))
                least = child;
        if (least == i)
            return first;
        swap(i, least);
        i = least;
    }
}

bool sim_step(int64_t time)
{
    if (!heap_count || heap[0].at > time || sim.failed)
        return false;
    struct event e = take_event();
    if (e.epoch && e.epoch != sim.epoch)
        return true;
    sim.now = e.at > sim.now ? e.at : sim.now;
    sim.events++;
    e.call(e.context, e.argument);
    if (sim.crash_requested) {
        sim.crash_requested = false;
        server_crash(sim.crash_is_power_cut);
    }
    return true;
}

void sim_run_until(int64_t time)
{
    while (sim_step(time))
        ;
    if (sim.now < time && !sim.failed)
        sim.now = time;
}

uint32_t sim_below(enum stream stream, uint32_t n)
{
    return fl_rng_below(&sim.rng[stream], n);
}

int64_t sim_jitter(uint32_t most)
{
    return net_keeps_pieces ? 0 : (int64_t)sim_below(RNG_ORDER, most);
}

bool sim_one_in(enum stream stream, uint32_t n)
{
    return n && fl_rng_below(&sim.rng[stream], n) == 0;
}

/* ---- trace ---- */

static char trace[TRACE_LINES][TRACE_WIDTH];
static int64_t trace_at[TRACE_LINES];
static uint64_t traced;

void sim_trace(const char *format, ...)
{
    char *line = trace[traced % TRACE_LINES];
    va_list args;
    va_start(args, format);
    vsnprintf(line, TRACE_WIDTH, format, args);
    va_end(args);
    trace_at[traced % TRACE_LINES] = sim.now;
    traced++;
    for (const char *c = line; *c; c++)
        sim.trace_hash = (sim.trace_hash ^ (unsigned char)*c) * 0x100000001B3u;
    sim.trace_hash = (sim.trace_hash ^ (uint64_t)sim.now) * 0x100000001B3u;
    if (sim.options.verbose)
        printf("%10.3f %s\n", (double)sim.now / SECOND, line);
}

static void print_trace(void)
{
    uint64_t first = traced > TRACE_LINES ? traced - TRACE_LINES : 0;
    for (uint64_t i = first; i < traced; i++)
        if (trace_at[i % TRACE_LINES] >= sim.options.quiet_until)
            printf("#   %10.3f %s\n", (double)trace_at[i % TRACE_LINES] / SECOND,
                   trace[i % TRACE_LINES]);
}

void sim_fail(const char *invariant, const char *format, ...)
{
    static char reason[2000];
    va_list args;
    if (sim.failed)
        return;
    va_start(args, format);
    vsnprintf(reason, sizeof reason, format, args);
    va_end(args);
    sim_report(invariant, reason);
    invariants_print_state();
    if (fiber_current())
        fiber_block();
}

void sim_report(const char *invariant, const char *reason)
{
    sim.failed = invariant;
    printf("# seed %llu violates \"%s\" at %.3f s: %s\n", (unsigned long long)sim.options.seed,
           invariant, (double)sim.now / SECOND, reason);
    print_trace();
}

bool sim_call_fails(enum call_kind kind)
{
    bool fails = ++sim.calls[kind] == sim.fail_at[kind];
    sim.failed_calls += fails;
    return fails;
}

/* ---- fibers ---- */

struct fiber {
    ucontext_t context;
    char *stack;
    void (*run)(void *);
    void *argument;
    bool used, ended, blocked;
    uint64_t wakes;        /* number of the last wake-up; earlier ones are ignored */
    const void *condition; /* that it waits for, or NULL */
};

static struct fiber fibers[FIBERS_MAX];
static struct fiber *current;
static ucontext_t scheduler;

struct fiber *fiber_current(void)
{
    return current;
}

static void enter(void)
{
    current->run(current->argument);
    current->ended = true;
    for (int i = 0; i < FIBERS_MAX; i++)
        if (fibers[i].used && fibers[i].blocked && fibers[i].condition == current)
            fiber_wake(&fibers[i], 0);
    swapcontext(&current->context, &scheduler);
}

static void resume(void *context, uint64_t wake)
{
    struct fiber *f = context;
    if (!f->used || f->ended || f->wakes != wake)
        return;
    current = f;
    f->blocked = false;
    swapcontext(&scheduler, &f->context);
    current = NULL;
}

struct fiber *fiber_start(void (*run)(void *), void *argument)
{
    int i = 0;
    while (i < FIBERS_MAX && fibers[i].used)
        i++;
    if (i == FIBERS_MAX)
        abort();
    struct fiber *f = &fibers[i];
    char *stack = f->stack;
    if (!stack)
        stack = sim_alloc(STACK);
    *f = (struct fiber){.stack = stack, .run = run, .argument = argument, .used = true};
    getcontext(&f->context);
    f->context.uc_stack.ss_sp = stack;
    f->context.uc_stack.ss_size = STACK;
    makecontext(&f->context, enter, 0);
    fiber_wake(f, 0);
    return f;
}

void fiber_wake(struct fiber *f, int64_t delay)
{
    sim_after(delay, resume, f, ++f->wakes, sim.epoch);
}

void fiber_block(void)
{
    struct fiber *f = current;
    f->blocked = true;
    swapcontext(&f->context, &scheduler);
}

void fiber_sleep(int64_t delay)
{
    fiber_wake(current, delay);
    fiber_block();
}

void fiber_kill_all(void)
{
    for (int i = 0; i < FIBERS_MAX; i++)
        fibers[i].used = false;
}

static void wait_for_end(struct fiber *f)
{
    while (!f->ended) {
        current->condition = f;
        fiber_block();
        current->condition = NULL;
    }
    f->used = false;
}

/* ---- pthreads, and the same of libuv ---- */

struct start {
    void *(*routine)(void *);
    void *argument;
};

static void run_thread(void *context)
{
    struct start start = *(struct start *)context;
    sim_free(context);
    start.routine(start.argument);
}

int __wrap_pthread_create(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *attr, void *(*routine)(void *),
                          void *argument)
{
    (void)attr;
    if (sim_call_fails(CALL_THREAD))
        return 11; /* EAGAIN */
    struct start *start = sim_alloc(sizeof *start);
    *start = (struct start){routine, argument};
    struct fiber *f = fiber_start(run_thread, start);
    memcpy(thread, &f, sizeof f);
    return 0;
}

int __wrap_pthread_join(pthread_t, void **);
int __wrap_pthread_join(pthread_t thread, void **result)
{
    struct fiber *f;
    memcpy(&f, &thread, sizeof f);
    (void)result;
    wait_for_end(f);
    return 0;
}

/* Fibers change only where they wait, and no mutex is held there. */
int __wrap_pthread_mutex_lock(pthread_mutex_t *);
int __wrap_pthread_mutex_lock(pthread_mutex_t *mutex)
{
    int *locked = (int *)mutex;
    while (*locked)
        fiber_sleep(1);
    *locked = 1;
    return 0;
}

int __wrap_pthread_mutex_unlock(pthread_mutex_t *);
int __wrap_pthread_mutex_unlock(pthread_mutex_t *mutex)
{
    *(int *)mutex = 0;
    return 0;
}

int __wrap_pthread_cond_wait(pthread_cond_t *, pthread_mutex_t *);
int __wrap_pthread_cond_wait(pthread_cond_t *condition, pthread_mutex_t *mutex)
{
    __wrap_pthread_mutex_unlock(mutex);
    current->condition = condition;
    fiber_block();
    current->condition = NULL;
    return __wrap_pthread_mutex_lock(mutex);
}

static int wake_waiting(const void *condition, bool all)
{
    for (int i = 0; i < FIBERS_MAX; i++) {
        struct fiber *f = &fibers[i];
        if (!f->used || !f->blocked || f->condition != condition)
            continue;
        f->condition = NULL;
        fiber_wake(f, sim_jitter(50));
        if (!all)
            return 0;
    }
    return 0;
}

int __wrap_pthread_cond_signal(pthread_cond_t *);
int __wrap_pthread_cond_signal(pthread_cond_t *condition)
{
    return wake_waiting(condition, false);
}

int __wrap_nanosleep(const struct timespec *, struct timespec *);
int __wrap_nanosleep(const struct timespec *pause, struct timespec *left)
{
    (void)left;
    fiber_sleep(pause->tv_sec * (int64_t)SECOND + pause->tv_nsec / 1000);
    return 0;
}

/* libuv's types are those of pthreads. */
int uv_thread_create(pthread_t *, void (*)(void *), void *);
int uv_thread_create(pthread_t *thread, void (*run)(void *), void *argument)
{
    return -__wrap_pthread_create(thread, NULL, (void *(*)(void *))(void (*)(void))run, argument);
}

int uv_thread_join(pthread_t *);
int uv_thread_join(pthread_t *thread)
{
    return __wrap_pthread_join(*thread, NULL);
}

int uv_mutex_init(pthread_mutex_t *);
int uv_mutex_init(pthread_mutex_t *mutex)
{
    memset(mutex, 0, sizeof *mutex);
    return 0;
}

void uv_mutex_destroy(pthread_mutex_t *);
void uv_mutex_destroy(pthread_mutex_t *mutex)
{
    (void)mutex;
}

void uv_mutex_lock(pthread_mutex_t *);
void uv_mutex_lock(pthread_mutex_t *mutex)
{
    __wrap_pthread_mutex_lock(mutex);
}

void uv_mutex_unlock(pthread_mutex_t *);
void uv_mutex_unlock(pthread_mutex_t *mutex)
{
    __wrap_pthread_mutex_unlock(mutex);
}

int uv_cond_init(pthread_cond_t *);
int uv_cond_init(pthread_cond_t *condition)
{
    memset(condition, 0, sizeof *condition);
    return 0;
}

void uv_cond_destroy(pthread_cond_t *);
void uv_cond_destroy(pthread_cond_t *condition)
{
    (void)condition;
}

void uv_cond_wait(pthread_cond_t *, pthread_mutex_t *);
void uv_cond_wait(pthread_cond_t *condition, pthread_mutex_t *mutex)
{
    __wrap_pthread_cond_wait(condition, mutex);
}

int uv_cond_timedwait(pthread_cond_t *, pthread_mutex_t *, uint64_t);
int uv_cond_timedwait(pthread_cond_t *condition, pthread_mutex_t *mutex, uint64_t nanoseconds)
{
    fiber_wake(current, (int64_t)nanoseconds / 1000);
    return __wrap_pthread_cond_wait(condition, mutex);
}

void uv_cond_signal(pthread_cond_t *);
void uv_cond_signal(pthread_cond_t *condition)
{
    wake_waiting(condition, false);
}

void uv_cond_broadcast(pthread_cond_t *);
void uv_cond_broadcast(pthread_cond_t *condition)
{
    wake_waiting(condition, true);
}

/* ---- clocks and entropy ---- */

uint64_t uv_hrtime(void);
uint64_t uv_hrtime(void)
{
    return (uint64_t)sim.now * 1000 + 1000000000;
}

int __wrap_clock_gettime(clockid_t, struct timespec *);
int __wrap_clock_gettime(clockid_t clock, struct timespec *out)
{
    int64_t at = sim.now + (clock == CLOCK_REALTIME ? sim.wall * MILLISECOND : SECOND);
    *out = (struct timespec){at / SECOND, at % SECOND * 1000};
    return 0;
}

time_t __wrap_time(time_t *);
time_t __wrap_time(time_t *out)
{
    time_t now = (sim.wall + sim.now / MILLISECOND) / 1000;
    if (out)
        *out = now;
    return now;
}

void __wrap_randombytes_buf(void *, size_t);
void __wrap_randombytes_buf(void *bytes, size_t len)
{
    for (size_t i = 0; i < len; i++)
        ((unsigned char *)bytes)[i] = (unsigned char)(fl_rng_next(&sim.rng[RNG_ENTROPY]) >> 32);
}

/* ---- begin and end ---- */

void sim_begin(const struct sim_options *options)
{
    sim = (struct sim){
        .options = *options, .wall = 1700000000000, .epoch = 1, .trace_hash = 0xCBF29CE484222325u};
    for (uint64_t i = 0; i < RNG_COUNT; i++)
        sim.rng[i] = fl_rng_from(options->seed, 1000 + i);
    heap_count = 0;
    traced = 0;
    disk_begin();
    sqlite_begin();
}

void sim_end(void)
{
    heap_count = 0;
    sim.epoch++;
    fiber_kill_all();
    net_end();
    loop_reset();
    sqlite_forget();
    memory_free_all();
    disk_end();
}
