/* Measures how many events per second the SQLite store writes: each of several matches writes its
 * next event as soon as the previous one is on the disk. bench/store runs it. */
#include <fcntl.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "store/store.h"

enum { SECONDS = 2, BYTES = 24 };

struct bench {
    struct fl_store *store;
    sem_t bell;
    uint32_t n[1000];
    uint64_t kept;
    bool over, failed;
};

static double seconds(clockid_t clock)
{
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static void ring(void *world)
{
    sem_post(&((struct bench *)world)->bell);
}

static void hear(void *whom, uint64_t match, enum fl_outcome outcome);

static void ask(struct bench *b, uint64_t match)
{
    static const unsigned char data[BYTES];
    struct fl_append a = {.match = match,
                          .event = {++b->n[match], "step", 1700000000000, data, sizeof data}};
    b->store->append(b->store, &a, (struct fl_store_callback){hear, b, match});
}

static void hear(void *whom, uint64_t match, enum fl_outcome outcome)
{
    struct bench *b = whom;
    b->failed |= outcome != FL_COMMITTED;
    b->kept++;
    if (!b->over)
        ask(b, match);
}

static void created(void *whom, uint64_t match, enum fl_outcome outcome)
{
    struct bench *b = whom;
    (void)match;
    b->failed |= outcome != FL_COMMITTED;
    b->kept++;
}

static void wait_for_bell(struct bench *b)
{
    while (sem_wait(&b->bell))
        ;
    while (b->store->pump(b->store))
        ;
}

static void create_all(struct bench *b, uint64_t matches)
{
    for (uint64_t id = 0; id < matches; id++) {
        struct fl_store_match match = {.id = id, .game = "mille-sabords", .version = 1};
        struct fl_store_seat keeper = {.seat = FL_OWNER_ROW, .name = "Anne"};
        b->store->create(b->store, &match, &keeper, (struct fl_store_callback){created, b, id});
    }
    while (b->kept < matches)
        wait_for_bell(b);
    b->kept = 0;
}

static bool run(const char *path, uint64_t matches)
{
    static struct bench b;
    struct fl_store_error error;
    memset(&b, 0, sizeof b);
    sem_init(&b.bell, 0, 0);
    b.store =
        fl_store_open(&(struct fl_store_options){.url = path, .wake = ring, .context = &b}, &error);
    if (!b.store)
        return false;
    create_all(&b, matches);
    double start = seconds(CLOCK_MONOTONIC), cpu = seconds(CLOCK_PROCESS_CPUTIME_ID);
    for (uint64_t id = 0; id < matches; id++)
        ask(&b, id);
    while (seconds(CLOCK_MONOTONIC) < start + SECONDS)
        wait_for_bell(&b);
    double wall = seconds(CLOCK_MONOTONIC) - start;
    cpu = seconds(CLOCK_PROCESS_CPUTIME_ID) - cpu;
    printf("%4d matches in flight: %8.0f events/s, %8.0f a CPU second\n", (int)matches,
           (double)b.kept / wall, (double)b.kept / cpu);
    b.over = true;
    b.store->close(b.store);
    return !b.failed;
}

/* Measures the disk: synced writes of one page per second. */
static void measure_disk(const char *path)
{
    static const char page[4096];
    int file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600), n = 0;
    double start = seconds(CLOCK_MONOTONIC);
    for (; seconds(CLOCK_MONOTONIC) < start + 1; n++)
        if (pwrite(file, page, sizeof page, n % 1000 * 4096) < 0 || fdatasync(file))
            break;
    printf("%22s: %8.0f synced pages/s\n", "this disk alone",
           n / (seconds(CLOCK_MONOTONIC) - start));
    close(file);
    unlink(path);
}

static void forget(const char *path)
{
    static const char *const ending[] = {"", "-wal", "-shm", ".lock"};
    for (int i = 0; i < 4; i++) {
        char name[4200];
        snprintf(name, sizeof name, "%s%s", path, ending[i]);
        unlink(name);
    }
}

int main(int argc, char **argv)
{
    static const uint64_t flights[] = {1, 10, 100, 1000};
    const char *path = argc > 1 ? argv[1] : "bench-store.db";
    bool good = true;
    measure_disk(path);
    for (int i = 0; i < 4 && good; i++) {
        forget(path);
        good = run(path, flights[i]);
    }
    forget(path);
    if (!good)
        fputs("bench/store: the store failed\n", stderr);
    return good ? 0 : 1;
}
