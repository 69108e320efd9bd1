/* flibuste-dst: deterministic simulation of the whole server (docs/internals/simulation.md).
 *
 *    flibuste-dst --seed N [--verbose] [--quiet-until SECONDS]    one seed, and why it fails
 *    flibuste-dst --seeds FIRST COUNT [--jobs N]                  many seeds
 *    flibuste-dst --sweep KIND|all [--call N | --most N]          fault sweeps
 *
 * Prints TAP. The exit status is 1 if an invariant is violated. */
#define _DEFAULT_SOURCE
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "scenario.h"

enum { JOBS_MAX = 64, SHRINK_STEPS = 9 };

/* What the processes share. */
struct shared {
    uint64_t lowest_failure; /* seed; UINT64_MAX: none */
    char invariant[32];      /* that the last forked run violated, or empty */
    int64_t failed_at;
    struct {
        uint64_t seeds, events, messages, moves, crashes, restarts, checks, twins;
        int64_t virtual_time;
    } total[JOBS_MAX];
};

static struct shared *shared;

static double seconds_now(void)
{
    struct timespec t;
    timespec_get(&t, TIME_UTC);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static void *allocate_json(size_t size)
{
    return sim_realloc(NULL, size);
}

static void note_failure(void)
{
    snprintf(shared->invariant, sizeof shared->invariant, "%s", sim.failed);
    shared->failed_at = sim.now;
    if (sim.options.seed < shared->lowest_failure)
        shared->lowest_failure = sim.options.seed;
}

/* An assertion of the server, or of the client's view, ends the process. */
static void on_signal(int number)
{
    signal(number, SIG_DFL);
    if (!sim.failed)
        sim_report("crash", number == SIGABRT ? "an assertion failed" : "a signal");
    note_failure();
    fflush(stdout);
    _exit(1);
}

static void catch_signals(void)
{
    /* The stack of a fiber may be the reason. */
    static char memory[1 << 16];
    stack_t stack = {.ss_sp = memory, .ss_size = sizeof memory};
    struct sigaction action = {.sa_handler = on_signal, .sa_flags = SA_ONSTACK};
    sigaltstack(&stack, NULL);
    sigaction(SIGABRT, &action, NULL);
    sigaction(SIGSEGV, &action, NULL);
    sigaction(SIGFPE, &action, NULL);
}

/* Runs one seed in this process; false if it violates an invariant. `twice`: the second run must be
 * the same, although another one came before it. */
static bool run_seed(const struct sim_options *options, int job, bool twice)
{
    struct scenario_result r;
    scenario_run(options, &r);
    uint64_t hash = r.hash;
    if (twice && !r.failed)
        scenario_run(options, &r);
    if (r.hash != hash)
        sim_report(r.failed = "determinism", "two runs of the same seed differ");
    shared->total[job].seeds++;
    shared->total[job].events += r.events;
    shared->total[job].messages += r.messages;
    shared->total[job].moves += r.moves;
    shared->total[job].crashes += r.crashes;
    shared->total[job].restarts += r.restarts;
    shared->total[job].checks += r.checks;
    shared->total[job].twins += r.twins;
    shared->total[job].virtual_time += r.virtual_time;
    if (options->verbose || r.failed)
        printf("# seed %llu: %.0f s, %llu events, hash %016llx\n",
               (unsigned long long)options->seed, (double)r.virtual_time / SECOND,
               (unsigned long long)r.events, (unsigned long long)r.hash);
    if (r.failed)
        note_failure();
    return !r.failed;
}

/* Runs one seed in a process of its own; false if it violates an invariant. */
static bool run_forked(const struct sim_options *options, bool prints)
{
    int status;
    shared->invariant[0] = '\0';
    fflush(stdout);
    pid_t child = fork();
    if (!child) {
        if (!prints && !freopen("/dev/null", "w", stdout))
            _exit(2);
        bool ok = run_seed(options, 0, false);
        fflush(stdout);
        _exit(ok ? 0 : 1);
    }
    waitpid(child, &status, 0);
    return status == 0;
}

/* Finds the latest time from which faults and strangers still cause the same failure, and prints
 * what happens after it. */
static void explain(uint64_t seed)
{
    struct sim_options options = {.seed = seed};
    char invariant[32];
    run_forked(&options, false);
    snprintf(invariant, sizeof invariant, "%s", shared->invariant);
    int64_t works = 0, too_late = shared->failed_at;
    for (int i = 0; i < SHRINK_STEPS; i++) {
        options.quiet_until = (works + too_late) / 2;
        run_forked(&options, false);
        if (strcmp(shared->invariant, invariant) == 0)
            works = options.quiet_until;
        else
            too_late = options.quiet_until;
    }
    options.quiet_until = works;
    printf("# shortest suffix: faults and strangers from %.3f s on\n", (double)works / SECOND);
    printf("# reproduce: flibuste-dst --seed %llu --quiet-until %.3f --verbose\n",
           (unsigned long long)seed, (double)works / SECOND);
    run_forked(&options, true);
}

static int run_seeds(uint64_t first, uint64_t count, int jobs)
{
    double start = seconds_now();
    for (int job = 0; job < jobs; job++)
        if (!fork()) {
            struct sim_options options = {0};
            if (!freopen("/dev/null", "w", stdout))
                _exit(2);
            for (uint64_t i = (uint64_t)job; i < count; i += (uint64_t)jobs) {
                options.seed = first + i;
                if (options.seed > shared->lowest_failure ||
                    !run_seed(&options, job, i < (uint64_t)jobs))
                    break;
            }
            _exit(0);
        }
    while (wait(NULL) > 0)
        ;
    double spent = seconds_now() - start, time = 0;
    uint64_t seeds = 0, events = 0, messages = 0, moves = 0, crashes = 0, restarts = 0, checks = 0;
    uint64_t twins = 0;
    for (int job = 0; job < jobs; job++) {
        seeds += shared->total[job].seeds;
        events += shared->total[job].events;
        messages += shared->total[job].messages;
        moves += shared->total[job].moves;
        crashes += shared->total[job].crashes;
        restarts += shared->total[job].restarts;
        checks += shared->total[job].checks;
        twins += shared->total[job].twins;
        time += (double)shared->total[job].virtual_time / SECOND;
    }
    printf(
        "# %llu seeds, %llu events, %llu messages, %llu moves, %llu crashes, %llu restarts, %llu "
        "views compared, %llu messages of twins compared\n",
        (unsigned long long)seeds, (unsigned long long)events, (unsigned long long)messages,
        (unsigned long long)moves, (unsigned long long)crashes, (unsigned long long)restarts,
        (unsigned long long)checks, (unsigned long long)twins);
    printf("# %.0f virtual seconds in %.1f s: %.0f times real time\n", time, spent, time / spent);
    bool ok = shared->lowest_failure == UINT64_MAX;
    if (!ok)
        explain(shared->lowest_failure);
    if (ok)
        printf("ok 1 - %llu seeds from %llu\n1..1\n", (unsigned long long)count,
               (unsigned long long)first);
    else
        printf("not ok 1 - seed %llu violates \"%s\"\n1..1\n",
               (unsigned long long)shared->lowest_failure, shared->invariant);
    return !ok;
}

int main(int argc, char **argv)
{
    struct sim_options options = {.seed = 1};
    uint64_t first = 1, count = 0, call = 0, most = 0;
    const char *sweep = NULL;
    int jobs = 1;
    bool exact = false;
    for (int i = 1; i < argc; i++) {
        if (!strcmp(argv[i], "--seed") && i + 1 < argc)
            first = options.seed = strtoull(argv[++i], NULL, 10);
        else if (!strcmp(argv[i], "--seeds") && i + 2 < argc) {
            first = strtoull(argv[++i], NULL, 10);
            count = strtoull(argv[++i], NULL, 10);
        } else if (!strcmp(argv[i], "--jobs") && i + 1 < argc)
            jobs = atoi(argv[++i]);
        else if (!strcmp(argv[i], "--quiet-until") && i + 1 < argc)
            options.quiet_until = (int64_t)(strtod(argv[++i], NULL) * SECOND), exact = true;
        else if (!strcmp(argv[i], "--sweep") && i + 1 < argc)
            sweep = argv[++i];
        else if (!strcmp(argv[i], "--call") && i + 1 < argc)
            call = strtoull(argv[++i], NULL, 10);
        else if (!strcmp(argv[i], "--most") && i + 1 < argc)
            most = strtoull(argv[++i], NULL, 10);
        else if (!strcmp(argv[i], "--verbose"))
            options.verbose = exact = true;
    }
    shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    shared->lowest_failure = UINT64_MAX;
    json_set_alloc_funcs(allocate_json, sim_free);
    json_object_seed(1);
    catch_signals();
    if (sweep)
        return sweep_run(strcmp(sweep, "all") ? sweep : NULL, call, most);
    if (exact)
        return !run_seed(&options, 0, false);
    return run_seeds(first, count ? count : 1, jobs < 1 ? 1 : jobs > JOBS_MAX ? JOBS_MAX : jobs);
}
