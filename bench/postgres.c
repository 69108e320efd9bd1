/* Compares stores in one run: each of several matches writes its next event as soon as the previous
 * one is durable. Prints events per second, CPU time of this process (the storage thread and a
 * callback per event) and, for PostgreSQL, of the database server. bench/postgres runs it:
 * store_cost SQLITE_FILE POSTGRES_URL SERVER_PID. */
#include <dirent.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "store/store.h"

enum { SECONDS = 3, BYTES = 24, MOST = 1000 };

struct bench {
    struct fl_store *store;
    sem_t woken;
    uint32_t n[MOST + 1];
    uint64_t stored;
    bool over, failed;
};

static double seconds(clockid_t clock)
{
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

/* CPU seconds of a process, from /proc. */
static double cpu_of(long pid)
{
    char path[64], line[1024] = "";
    unsigned long user = 0, system = 0;
    snprintf(path, sizeof path, "/proc/%ld/stat", pid);
    FILE *file = fopen(path, "r");
    if (!file)
        return 0;
    const char *end = fgets(line, sizeof line, file) ? strrchr(line, ')') : NULL;
    fclose(file);
    if (!end ||
        sscanf(end + 2, "%*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu", &user, &system) != 2)
        return 0;
    return (double)(user + system) / (double)sysconf(_SC_CLK_TCK);
}

static long parent_of(long pid)
{
    char path[64], line[1024] = "";
    long parent = 0;
    snprintf(path, sizeof path, "/proc/%ld/stat", pid);
    FILE *file = fopen(path, "r");
    if (!file)
        return 0;
    const char *end = fgets(line, sizeof line, file) ? strrchr(line, ')') : NULL;
    fclose(file);
    if (end)
        sscanf(end + 2, "%*c %ld", &parent);
    return parent;
}

/* CPU seconds of a database server: its process and its children. */
static double cpu_of_server(long server)
{
    double sum = 0;
    DIR *all = opendir("/proc");
    for (struct dirent *entry; all && (entry = readdir(all));) {
        long pid = atol(entry->d_name);
        if (pid > 0 && (pid == server || parent_of(pid) == server))
            sum += cpu_of(pid);
    }
    if (all)
        closedir(all);
    return sum;
}

static void wake(void *context)
{
    sem_post(&((struct bench *)context)->woken);
}

static void on_stored(void *context, uint64_t match, enum fl_outcome outcome);

static void ask(struct bench *b, uint64_t match)
{
    static const unsigned char data[BYTES];
    struct fl_append a = {.match = match,
                          .event = {++b->n[match], "step", 1700000000000, data, sizeof data}};
    b->store->append(b->store, &a, (struct fl_store_callback){on_stored, b, match});
}

static void on_stored(void *context, uint64_t match, enum fl_outcome outcome)
{
    struct bench *b = context;
    if (outcome == FL_UNKNOWN)
        return;
    b->failed |= outcome != FL_COMMITTED;
    b->stored++;
    if (!b->over)
        ask(b, match);
}

static void on_created(void *context, uint64_t match, enum fl_outcome outcome)
{
    struct bench *b = context;
    (void)match;
    b->failed |= outcome != FL_COMMITTED;
    b->stored++;
}

static void pump(struct bench *b)
{
    while (sem_wait(&b->woken))
        ;
    while (b->store->pump(b->store))
        ;
}

static void create_all(struct bench *b, uint64_t matches)
{
    for (uint64_t id = 1; id <= matches; id++) {
        struct fl_store_match match = {.id = id, .game = "mille-sabords", .version = 1};
        struct fl_store_seat owner = {.seat = FL_OWNER_ROW, .name = "Anne"};
        b->store->create(b->store, &match, &owner, (struct fl_store_callback){on_created, b, id});
    }
    while (b->stored < matches)
        pump(b);
    b->stored = 0;
}

static void remove_all(struct bench *b, uint64_t matches)
{
    for (uint64_t id = 1; id <= matches; id++)
        b->store->remove(b->store, id, (struct fl_store_callback){on_created, b, id});
}

static bool run(const char *url, uint64_t matches, long server)
{
    static struct bench b;
    struct fl_store_error error;
    memset(&b, 0, sizeof b);
    sem_init(&b.woken, 0, 0);
    struct fl_store_options options = {
        .url = url, .wake = wake, .context = &b, .unreplicated = true};
    b.store = fl_store_open(&options, &error);
    if (!b.store)
        return false;
    create_all(&b, matches);
    double start = seconds(CLOCK_MONOTONIC), cpu = seconds(CLOCK_PROCESS_CPUTIME_ID);
    double of_server = cpu_of_server(server);
    for (uint64_t id = 1; id <= matches; id++)
        ask(&b, id);
    while (seconds(CLOCK_MONOTONIC) < start + SECONDS)
        pump(&b);
    double wall = seconds(CLOCK_MONOTONIC) - start, stored = (double)b.stored;
    cpu = seconds(CLOCK_PROCESS_CPUTIME_ID) - cpu;
    of_server = cpu_of_server(server) - of_server;
    printf("%-10s %4d in flight: %8.0f events/s, %6.2f us of CPU per event here",
           server ? "postgres" : "sqlite", (int)matches, stored / wall, 1e6 * cpu / stored);
    if (server)
        printf(", %6.2f us in the database (%.0f per CPU second)", 1e6 * of_server / stored,
               stored / of_server);
    putchar('\n');
    fflush(stdout);
    b.over = true;
    remove_all(&b, matches);
    b.store->close(b.store);
    return !b.failed;
}

int main(int argc, char **argv)
{
    static const uint64_t flights[] = {1, 10, 100, 1000};
    bool good = argc == 4;
    for (int i = 0; i < 4 && good; i++)
        good = run(argv[1], flights[i], 0) && run(argv[2], flights[i], atol(argv[3]));
    if (!good)
        fputs("usage: store_cost SQLITE_FILE POSTGRES_URL SERVER_PID, or a store failed\n", stderr);
    return good ? 0 : 1;
}
