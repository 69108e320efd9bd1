/* flibuste-dst: deterministic simulation of the whole server (docs/internals/simulation.md).
 *    flibuste-dst [--seed N] [--seeds FIRST COUNT] [--jobs N] [--verbose]
 * Prints TAP. The exit status is 1 if an invariant is violated. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "scenario.h"

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

static uint64_t running_seed;

static void on_abort(int number)
{
    printf("# seed %llu: signal %d at %.3f s\n", (unsigned long long)running_seed, number,
           (double)sim.now / SECOND);
    if (!sim.failed)
        sim_fail("crash", "signal %d", number);
    fflush(stdout);
    _exit(1);
}

int main(int argc, char **argv)
{
    struct sim_options options = {.seed = 1};
    uint64_t first = 1, count = 1;
    for (int i = 1; i < argc; i++) {
        if (!strcmp(argv[i], "--seed") && i + 1 < argc)
            first = strtoull(argv[++i], NULL, 10);
        else if (!strcmp(argv[i], "--seeds") && i + 2 < argc) {
            first = strtoull(argv[++i], NULL, 10);
            count = strtoull(argv[++i], NULL, 10);
        } else if (!strcmp(argv[i], "--verbose"))
            options.verbose = true;
    }
    json_set_alloc_funcs(allocate_json, sim_free);
    json_object_seed(1);
    signal(SIGABRT, on_abort);
    double start = seconds_now(), virtual_time = 0;
    for (uint64_t seed = first; seed < first + count; seed++) {
        struct scenario_result r;
        options.seed = running_seed = seed;
        scenario_run(&options, &r);
        virtual_time += (double)r.virtual_time / SECOND;
        printf("# seed %llu: %.0f s, %llu events, %llu messages, %llu moves, %llu crashes, %llu "
               "starts, %llu views compared, hash %016llx\n",
               (unsigned long long)seed, (double)r.virtual_time / SECOND,
               (unsigned long long)r.events, (unsigned long long)r.messages,
               (unsigned long long)r.moves, (unsigned long long)r.crashes,
               (unsigned long long)r.restarts, (unsigned long long)r.checks,
               (unsigned long long)r.hash);
        if (r.failed) {
            printf("not ok 1 - seed %llu: %s\n1..1\n", (unsigned long long)seed, r.failed);
            return 1;
        }
    }
    double spent = seconds_now() - start;
    printf("# %.1f virtual seconds in %.1f s: factor %.0f\n", virtual_time, spent,
           virtual_time / spent);
    printf("ok 1 - %llu seeds\n1..1\n", (unsigned long long)count);
    return 0;
}
