/* Stores: what every store promises, and what the SQLite store keeps through kills, full disks and
 * failing syncs. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <errno.h>
#include <fcntl.h>
#include <semaphore.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "core/rng.h"
#include "failing_disk.h"
#include "faulty_store.h"
#include "store/sqlite.h"

enum { PATIENCE = 120 }; /* seconds; only a hang takes so long */

/* ---- a desk: a store, and whoever waits for its answers ---- */

struct desk {
    struct fl_store *store;
    bool in_memory;
    bool asking; /* inside a call of the store */
    sem_t bell;
    int told, ok;
    char path[64];
};

static void ring(void *world)
{
    sem_post(&((struct desk *)world)->bell);
}

static void hear(void *whom, uint64_t ticket, bool ok)
{
    struct desk *d = whom;
    (void)ticket;
    assert_false(d->asking);
    d->told++;
    d->ok += ok;
}

static struct fl_done to(struct desk *d)
{
    return (struct fl_done){.tell = hear, .whom = d};
}

static void open_desk(struct desk *d)
{
    struct fl_store_error error;
    d->told = d->ok = 0;
    d->asking = false;
    sem_init(&d->bell, 0, 0);
    d->store = d->in_memory ? fl_memory_store() : fl_sqlite_store(d->path, ring, d, &error);
    if (!d->store)
        print_error("%s: %s (%s)\n", d->path, error.key, error.detail);
    assert_non_null(d->store);
}

static void choose_path(struct desk *d)
{
    static int number;
    snprintf(d->path, sizeof d->path, "/tmp/flibuste-store-%d-%d.db", (int)getpid(), ++number);
}

static void begin(struct desk *d)
{
    memset(d, 0, sizeof *d);
    choose_path(d);
    open_desk(d);
}

static void close_desk(struct desk *d)
{
    d->store->close(d->store);
    sem_destroy(&d->bell);
}

static void forget_file(const char *path)
{
    static const char *const ending[] = {"", "-wal", "-shm", ".lock", ".part"};
    for (int i = 0; i < 5; i++) {
        char name[96];
        snprintf(name, sizeof name, "%s%s", path, ending[i]);
        unlink(name);
    }
}

static void end(struct desk *d)
{
    close_desk(d);
    forget_file(d->path);
}

/* Waits for the bell; fails if it never rings. */
static void pump(struct desk *d)
{
    struct timespec until;
    if (d->in_memory) {
        assert_true(fl_memory_store_pump(d->store) > 0);
        return;
    }
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec += PATIENCE;
    while (sem_timedwait(&d->bell, &until))
        assert_int_equal(errno, EINTR);
    while (fl_sqlite_store_pump(d->store))
        ;
}

static void wait_for(struct desk *d, int told)
{
    while (d->told < told)
        pump(d);
}

/* ---- asking ---- */

static struct fl_store_match match_of(uint64_t id)
{
    struct fl_store_match match = {.id = id,
                                   .game = "mille-sabords",
                                   .version = 1,
                                   .terms = "mille-sabords seats=2 target=6000",
                                   .created = 1700000000000 + (int64_t)(id % 1000)};
    memset(match.secret, (int)(id & 255), sizeof match.secret);
    return match;
}

static struct fl_store_seat seat_of(int seat, const char *name)
{
    struct fl_store_seat row = {.seat = (uint8_t)seat};
    snprintf(row.name, sizeof row.name, "%s", name);
    memset(row.token_hash, seat, sizeof row.token_hash);
    return row;
}

static void ask_create(struct desk *d, uint64_t id)
{
    struct fl_store_match match = match_of(id);
    struct fl_store_seat keeper = seat_of(FL_KEEPER, "Anne");
    d->asking = true;
    d->store->create(d->store, &match, &keeper, to(d));
    d->asking = false;
}

/* The data of an event tells which it is. */
static size_t data_of(uint64_t match, uint32_t n, char *data)
{
    return (size_t)sprintf(data, "%llx/%u", (unsigned long long)match, n) % 23;
}

static void ask_append_and_tell(struct desk *d, uint64_t match, uint32_t n, struct fl_done done)
{
    char data[64];
    size_t len = data_of(match, n, data);
    struct fl_append a = {.match = match,
                          .event = {n, FL_EVENT_STEP, 1700000000000 + n, data, len}};
    d->asking = true;
    d->store->append(d->store, &a, done);
    d->asking = false;
    memset(data, 'x', sizeof data); /* it was copied */
}

static void ask_append(struct desk *d, uint64_t match, uint32_t n)
{
    ask_append_and_tell(d, match, n, to(d));
}

/* ---- reading ---- */

struct found {
    struct fl_store_match match;
    int matches, seats, events;
    struct fl_store_seat seat[4];
    struct fl_event last;
    char last_data[FL_MAX_EVENT];
};

static void find_match(void *whom, const struct fl_store_match *match)
{
    struct found *f = whom;
    f->match = *match;
    f->matches++;
}

static void find_seat(void *whom, const struct fl_store_seat *seat)
{
    struct found *f = whom;
    assert_int_equal(f->matches, 1);
    assert_int_equal(f->events, 0);
    f->seat[f->seats++] = *seat;
}

/* Events come in order, without a gap, each as it was. */
static void find_event(void *whom, const struct fl_event *event)
{
    struct found *f = whom;
    assert_int_equal(event->n, ++f->events);
    f->last = *event;
    memcpy(f->last_data, event->data ? event->data : "", event->len);
    if (event->kind == FL_EVENT_STEP) {
        char data[64];
        assert_int_equal(event->at, 1700000000000 + event->n);
        assert_int_equal(event->len, data_of(f->match.id, event->n, data));
        assert_memory_equal(f->last_data, data, event->len);
    }
}

static bool read_back(struct desk *d, uint64_t id, struct found *f)
{
    struct fl_store_reader reader = {f, find_match, find_seat, find_event};
    memset(f, 0, sizeof *f);
    return d->store->load(d->store, id, &reader);
}

static int events_of(struct desk *d, uint64_t id)
{
    struct found f;
    assert_true(read_back(d, id, &f));
    return f.events;
}

static void count_match(void *whom, const struct fl_store_match *match)
{
    (void)match;
    ++*(int *)whom;
}

static int matches_of(struct desk *d, bool running)
{
    int n = 0;
    assert_true(d->store->list(d->store, running, &n, count_match));
    return n;
}

/* ---- what every store promises ---- */

static void what_is_kept_is_read_back(struct desk *d)
{
    struct found f;
    uint64_t id = 0xFEDCBA9876543210;
    ask_create(d, id);
    ask_append(d, id, 1);
    struct fl_store_seat rows[2] = {seat_of(0, "Mary"), seat_of(1, "Émile")};
    struct fl_append swap = {.match = id,
                             .event = {2, FL_EVENT_SWAP, 77, NULL, 0},
                             .seat = rows,
                             .seats = 2,
                             .result = "1: 6100 -500"};
    d->store->append(d->store, &swap, to(d));
    wait_for(d, 3);
    assert_int_equal(d->ok, 3);
    assert_true(read_back(d, id, &f));
    struct fl_store_match match = match_of(id);
    strcpy(match.result, "1: 6100 -500");
    assert_memory_equal(&f.match.id, &match.id, sizeof match.id);
    assert_string_equal(f.match.game, match.game);
    assert_string_equal(f.match.terms, match.terms);
    assert_string_equal(f.match.result, match.result);
    assert_memory_equal(f.match.secret, match.secret, sizeof match.secret);
    assert_int_equal(f.match.version, 1);
    assert_int_equal(f.match.created, match.created);
    assert_int_equal(f.events, 2);
    assert_int_equal(f.last.kind, FL_EVENT_SWAP);
    assert_int_equal(f.last.at, 77);
    assert_int_equal(f.last.len, 0);
    assert_int_equal(f.seats, 3);
    for (int i = 0; i < 3; i++) {
        const char *name = f.seat[i].seat == 0 ? "Mary" : f.seat[i].seat == 1 ? "Émile" : "Anne";
        struct fl_store_seat row = seat_of(f.seat[i].seat, name);
        assert_string_equal(f.seat[i].name, name);
        assert_memory_equal(f.seat[i].token_hash, row.token_hash, sizeof row.token_hash);
    }
}

static void a_seat_is_put_in_place(struct desk *d)
{
    struct found f;
    struct fl_store_seat row = seat_of(FL_KEEPER, "Barbe-Rousse");
    struct fl_append sit = {
        .match = 5, .event = {1, FL_EVENT_SIT, 1, "s", 1}, .seat = &row, .seats = 1};
    ask_create(d, 5);
    d->store->append(d->store, &sit, to(d));
    wait_for(d, 2);
    assert_true(read_back(d, 5, &f));
    assert_int_equal(f.seats, 1);
    assert_string_equal(f.seat[0].name, "Barbe-Rousse");
}

static void every_kind_and_length_of_event_is_kept(struct desk *d)
{
    struct found f;
    static char data[FL_MAX_EVENT];
    memset(data, 7, sizeof data);
    ask_create(d, 9);
    for (int kind = 0; kind < FL_EVENT_KIND_COUNT; kind++) {
        size_t len = kind == FL_EVENT_STEP ? data_of(9, (uint32_t)kind + 1, data) : sizeof data;
        int64_t at = 1700000000000 + kind + 1;
        struct fl_append a = {
            .match = 9, .event = {(uint32_t)kind + 1, (enum fl_event_kind)kind, at, data, len}};
        d->store->append(d->store, &a, to(d));
        wait_for(d, kind + 2);
        assert_true(read_back(d, 9, &f));
        assert_int_equal(f.last.kind, kind);
        assert_int_equal(f.last.len, len);
        assert_memory_equal(f.last_data, data, len);
    }
    assert_int_equal(d->ok, d->told);
}

static void running_matches_are_those_without_a_result(struct desk *d)
{
    struct fl_append over = {
        .match = 2, .event = {1, FL_EVENT_CLOSE, 1, "", 0}, .result = "closed"};
    for (uint64_t id = 1; id <= 3; id++)
        ask_create(d, id);
    d->store->append(d->store, &over, to(d));
    wait_for(d, 4);
    assert_int_equal(matches_of(d, false), 3);
    assert_int_equal(matches_of(d, true), 2);
}

static void what_cannot_be_is_refused(struct desk *d)
{
    struct found f;
    ask_create(d, 1);
    ask_create(d, 1);
    ask_append(d, 2, 1);
    wait_for(d, 3);
    assert_int_equal(d->ok, 1);
    assert_false(read_back(d, 2, &f));
    assert_int_equal(events_of(d, 1), 0);
    ask_append(d, 1, 1);
    wait_for(d, 4);
    assert_int_equal(d->ok, 2);
}

static void a_match_is_forgotten_whole(struct desk *d)
{
    struct found f;
    for (uint64_t id = 1; id <= 3; id++) {
        ask_create(d, id);
        ask_append(d, id, 1);
    }
    d->store->remove(d->store, 2, to(d));
    d->store->remove(d->store, 99, to(d));
    wait_for(d, 8);
    assert_int_equal(d->ok, 8);
    assert_false(read_back(d, 2, &f));
    assert_int_equal(matches_of(d, false), 2);
    ask_create(d, 2); /* another of the same name inherits nothing */
    ask_append(d, 3, 2);
    wait_for(d, 10);
    assert_int_equal(d->ok, 10);
    assert_int_equal(events_of(d, 2), 0);
    assert_int_equal(events_of(d, 3), 2);
    d->store->remove(d->store, 3, to(d)); /* the one that wrote last */
    ask_append(d, 1, 2);
    wait_for(d, 12);
    assert_int_equal(d->ok, 12);
    assert_int_equal(events_of(d, 1), 2);
}

static void closing_finishes_everything(struct desk *d)
{
    ask_create(d, 1);
    for (uint32_t n = 1; n <= 200; n++)
        ask_append(d, 1, n);
    close_desk(d);
    assert_int_equal(d->told, 201);
    assert_int_equal(d->ok, 201);
    open_desk(d);
}

static void (*const promises[])(struct desk *) = {
    what_is_kept_is_read_back,
    a_seat_is_put_in_place,
    every_kind_and_length_of_event_is_kept,
    running_matches_are_those_without_a_result,
    what_cannot_be_is_refused,
    a_match_is_forgotten_whole,
    closing_finishes_everything,
};

static void keeps_its_promises(bool in_memory)
{
    for (size_t i = 0; i < sizeof promises / sizeof promises[0]; i++) {
        struct desk d = {.in_memory = in_memory};
        choose_path(&d);
        open_desk(&d);
        promises[i](&d);
        end(&d);
    }
}

static void memory_keeps_its_promises(void **state)
{
    (void)state;
    keeps_its_promises(true);
}

static void sqlite_keeps_its_promises(void **state)
{
    (void)state;
    keeps_its_promises(false);
}

static void memory_can_fail(void **state)
{
    (void)state;
    struct desk d = {.in_memory = true};
    open_desk(&d);
    ask_create(&d, 1);
    wait_for(&d, 1);
    fl_memory_store_fail(d.store, true);
    ask_append(&d, 1, 1);
    wait_for(&d, 2);
    assert_int_equal(d.ok, 1);
    fl_memory_store_fail(d.store, false);
    ask_append(&d, 1, 1);
    wait_for(&d, 3);
    assert_int_equal(events_of(&d, 1), 1);
    close_desk(&d);
}

/* ---- what is on the disk stays there ---- */

static void a_gap_is_refused(void **state)
{
    (void)state;
    struct desk d;
    begin(&d);
    ask_create(&d, 1);
    ask_append(&d, 1, 2);
    ask_append(&d, 1, 1);
    ask_append(&d, 1, 1);
    ask_append(&d, 1, 3);
    ask_append(&d, 1, 2);
    wait_for(&d, 6);
    assert_int_equal(d.ok, 3);
    assert_int_equal(events_of(&d, 1), 2);
    end(&d);
}

enum { MANY = 1000, EACH = 12 };

/* Ids as a host makes them: anything. */
static uint64_t id_of(uint64_t match)
{
    struct fl_rng rng = fl_rng_from(2026, match);
    return fl_rng_next(&rng);
}

/* A thousand matches, each asking for its next event as soon as the last one was kept. */
struct crowd {
    struct desk desk;
    uint32_t n[MANY];
    int left;
};

static void ask_next(struct crowd *c, uint64_t match);

static void hear_next(void *whom, uint64_t match, bool ok)
{
    struct crowd *c = whom;
    assert_true(ok);
    assert_false(c->desk.asking);
    c->left--;
    if (c->n[match] < EACH)
        ask_next(c, match);
}

static void ask_next(struct crowd *c, uint64_t match)
{
    ask_append_and_tell(&c->desk, id_of(match), ++c->n[match],
                        (struct fl_done){hear_next, c, match});
}

static void a_thousand_matches_are_kept_in_order(void **state)
{
    (void)state;
    static struct crowd c;
    memset(&c, 0, sizeof c);
    choose_path(&c.desk);
    open_desk(&c.desk);
    for (uint64_t match = 0; match < MANY; match++)
        ask_create(&c.desk, id_of(match));
    wait_for(&c.desk, MANY);
    c.left = MANY * EACH;
    for (uint64_t match = 0; match < MANY; match++)
        ask_next(&c, match);
    while (c.left)
        pump(&c.desk);
    close_desk(&c.desk);
    open_desk(&c.desk);
    assert_int_equal(matches_of(&c.desk, true), MANY);
    for (uint64_t match = 0; match < MANY; match++)
        assert_int_equal(events_of(&c.desk, id_of(match)), EACH);
    end(&c.desk);
}

enum { VICTIMS = 20 };

struct victim {
    struct desk desk;
    uint32_t n[VICTIMS];
    int report;
};

/* Writes down what was acknowledged, then asks for more; never stops by itself. */
static void report(void *whom, uint64_t match, bool ok)
{
    struct victim *v = whom;
    uint32_t line[2] = {(uint32_t)match, v->n[match]};
    if (!ok || write(v->report, line, sizeof line) != sizeof line)
        _exit(3);
    ask_append_and_tell(&v->desk, match, ++v->n[match], (struct fl_done){report, v, match});
}

static void write_until_killed(const char *path, const uint32_t *from, int to_parent)
{
    static struct victim v;
    memcpy(v.desk.path, path, sizeof v.desk.path);
    memcpy(v.n, from, sizeof v.n);
    v.report = to_parent;
    open_desk(&v.desk);
    for (uint64_t id = 0; id < VICTIMS; id++)
        ask_append_and_tell(&v.desk, id, ++v.n[id], (struct fl_done){report, &v, id});
    for (;;)
        pump(&v.desk);
}

/* Lets a child write for a while and kills it; remembers what it said was kept. */
static int kill_one(const char *path, uint32_t *kept, int milliseconds)
{
    int pipes[2], heard = 0, status;
    uint32_t line[2];
    assert_int_equal(pipe(pipes), 0);
    pid_t child = fork();
    if (!child) {
        close(pipes[0]);
        write_until_killed(path, kept, pipes[1]);
    }
    close(pipes[1]);
    assert_int_equal(read(pipes[0], line, sizeof line), sizeof line);
    kept[line[0]] = line[1];
    nanosleep(&(struct timespec){.tv_nsec = milliseconds * 1000000L}, NULL);
    kill(child, SIGKILL);
    while (read(pipes[0], line, sizeof line) == sizeof line) {
        assert_int_equal(line[1], kept[line[0]] + 1);
        kept[line[0]] = line[1];
        heard++;
    }
    close(pipes[0]);
    waitpid(child, &status, 0);
    assert_true(WIFSIGNALED(status));
    return heard;
}

static void what_was_acknowledged_survives_a_kill(void **state)
{
    (void)state;
    struct rlimit no_core = {0, 0};
    struct desk d;
    uint32_t kept[VICTIMS] = {0};
    struct fl_rng rng = fl_rng_from((uint64_t)time(NULL), 0);
    int heard = 0;
    setrlimit(RLIMIT_CORE, &no_core);
    begin(&d);
    for (uint64_t id = 0; id < VICTIMS; id++)
        ask_create(&d, id);
    wait_for(&d, VICTIMS);
    for (int round = 0; round < 12; round++) {
        close_desk(&d);
        heard += kill_one(d.path, kept, (int)fl_rng_below(&rng, 60));
        open_desk(&d);
        for (uint64_t id = 0; id < VICTIMS; id++) {
            uint32_t found = (uint32_t)events_of(&d, id);
            assert_in_range(found, kept[id], kept[id] + 1); /* one may not have been told */
            kept[id] = found;
        }
    }
    assert_true(heard > VICTIMS);
    end(&d);
}

/* ---- when the disk fails ---- */

/* Whatever fails, all of the group are told so, nothing is there, and the next attempt succeeds. */
static void lives_through(atomic_bool *failure)
{
    struct desk d;
    begin(&d);
    for (uint64_t id = 1; id <= 50; id++) {
        ask_create(&d, id);
        ask_append(&d, id, 1);
    }
    wait_for(&d, 100);
    assert_int_equal(d.ok, 100);
    for (int round = 0; round < 3; round++) {
        int refusals = atomic_load(&failing_disk.refusals);
        int ok = d.ok, told = d.told;
        atomic_store(failure, true);
        for (uint64_t id = 1; id <= 50; id++)
            ask_append(&d, id, (uint32_t)round + 2);
        wait_for(&d, told + 50);
        atomic_store(failure, false);
        assert_int_equal(d.ok, ok);
        assert_true(atomic_load(&failing_disk.refusals) > refusals);
        for (uint64_t id = 1; id <= 50; id++)
            assert_int_equal(events_of(&d, id), round + 1);
        for (uint64_t id = 1; id <= 50; id++)
            ask_append(&d, id, (uint32_t)round + 2);
        wait_for(&d, told + 100);
        assert_int_equal(d.ok, ok + 50);
    }
    close_desk(&d);
    open_desk(&d);
    for (uint64_t id = 1; id <= 50; id++)
        assert_int_equal(events_of(&d, id), 4);
    end(&d);
}

static void a_full_disk_is_lived_through(void **state)
{
    (void)state;
    lives_through(&failing_disk.full);
}

static void a_failing_sync_is_lived_through(void **state)
{
    (void)state;
    lives_through(&failing_disk.deaf);
}

/* The same with the system's own refusal, half-way into a file that may not grow. */
static void a_file_that_may_not_grow_is_lived_through(void **state)
{
    (void)state;
    struct desk d;
    struct rlimit limit, tight;
    struct stat file;
    char wal[80];
    begin(&d);
    ask_create(&d, 1);
    wait_for(&d, 1);
    snprintf(wal, sizeof wal, "%s-wal", d.path);
    assert_int_equal(stat(wal, &file), 0);
    signal(SIGXFSZ, SIG_IGN);
    getrlimit(RLIMIT_FSIZE, &limit);
    tight = limit;
    tight.rlim_cur = (rlim_t)file.st_size + 6000;
    setrlimit(RLIMIT_FSIZE, &tight);
    uint32_t n = 1;
    for (; d.ok == d.told && n < 1000; n++) {
        ask_append(&d, 1, n);
        wait_for(&d, (int)n + 1);
    }
    setrlimit(RLIMIT_FSIZE, &limit);
    assert_int_equal(d.ok, d.told - 1);
    assert_in_range(n, 2, 999);
    assert_int_equal(events_of(&d, 1), n - 2);
    ask_append(&d, 1, n - 1);
    wait_for(&d, d.told + 1);
    assert_int_equal(d.ok, d.told - 1);
    assert_int_equal(events_of(&d, 1), n - 1);
    end(&d);
}

/* While one group is on its way to the disk, the next one gathers. */
static void a_group_shares_a_sync(void **state)
{
    (void)state;
    struct desk d;
    begin(&d);
    for (uint64_t id = 1; id <= 400; id++)
        ask_create(&d, id);
    wait_for(&d, 400);
    atomic_store(&failing_disk.slow, 50);
    int syncs = atomic_load(&failing_disk.syncs);
    for (uint64_t id = 1; id <= 400; id++)
        ask_append(&d, id, 1);
    wait_for(&d, 800);
    atomic_store(&failing_disk.slow, 0);
    assert_int_equal(d.ok, 800);
    assert_in_range(atomic_load(&failing_disk.syncs) - syncs, 1, 100);
    end(&d);
}

/* ---- the file ---- */

static void is_refused(const char *path, const char *key)
{
    struct fl_store_error error;
    struct desk d;
    assert_null(fl_sqlite_store(path, ring, &d, &error));
    assert_string_equal(error.key, key);
    assert_ptr_equal(error.path, path);
}

static void one_process_has_the_file(void **state)
{
    (void)state;
    struct fl_store_error error;
    struct desk d;
    char expected[32];
    begin(&d);
    assert_null(fl_sqlite_store(d.path, ring, &d, &error));
    assert_string_equal(error.key, "store.locked");
    snprintf(expected, sizeof expected, "%d@", (int)getpid());
    assert_memory_equal(error.detail, expected, strlen(expected));
    ask_create(&d, 1); /* and it goes on */
    wait_for(&d, 1);
    close_desk(&d);
    open_desk(&d);
    end(&d);
}

static void change_file(const char *path, const char *sql)
{
    sqlite3 *db;
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, sql, NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(db);
}

static void write_rubbish(const char *path)
{
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    for (int i = 0; i < 3000; i++)
        fputs("rubbish", file);
    fclose(file);
}

static void other_files_are_refused(void **state)
{
    (void)state;
    struct desk d;
    begin(&d);
    close_desk(&d);
    change_file(d.path, "PRAGMA user_version = 77");
    is_refused(d.path, "store.newer");
    change_file(d.path, "PRAGMA user_version = -9");
    is_refused(d.path, "store.not-ours");
    change_file(d.path, "PRAGMA user_version = 1; PRAGMA application_id = 1");
    is_refused(d.path, "store.not-ours");
    forget_file(d.path);
    write_rubbish(d.path);
    is_refused(d.path, "store.damaged");
    is_refused("/nowhere/at/all.db", "store.cannot-open");
    forget_file(d.path);
    assert_int_equal(mkdir(d.path, 0700), 0);
    is_refused(d.path, "store.cannot-open");
    rmdir(d.path);
    forget_file(d.path);
}

static void a_live_file_is_copied(void **state)
{
    (void)state;
    struct fl_store_error error;
    struct desk d, copy = {0};
    begin(&d);
    choose_path(&copy);
    ask_create(&d, 1);
    for (uint32_t n = 1; n <= 500; n++)
        ask_append(&d, 1, n);
    wait_for(&d, 251);
    assert_true(fl_sqlite_backup(d.path, copy.path, &error));
    int told = d.told;
    wait_for(&d, 501);
    open_desk(&copy);
    assert_in_range(events_of(&copy, 1), told - 1, 500); /* find_event looks for gaps */
    close_desk(&copy);
    assert_false(fl_sqlite_backup(d.path, copy.path, &error));
    assert_string_equal(error.key, "store.exists");
    assert_ptr_equal(error.path, copy.path);
    forget_file(copy.path);
    assert_false(fl_sqlite_backup("/nowhere.db", copy.path, &error));
    assert_string_equal(error.key, "store.cannot-open");
    assert_false(fl_sqlite_backup(d.path, "/nowhere/copy.db", &error));
    assert_string_equal(error.key, "store.cannot-write");
    assert_string_equal(error.path, "/nowhere/copy.db");
    end(&d);
}

/* Created in this order, the even ones are over; people came back to number 2 after all others. */
static void old_matches_retire(void **state)
{
    (void)state;
    struct found f;
    struct desk d;
    begin(&d);
    for (uint64_t id = 1; id <= 10; id++) {
        ask_create(&d, id);
        struct fl_append a = {.match = id,
                              .event = {1, FL_EVENT_CHAT, match_of(id).created, "Hello", 5},
                              .result = id % 2 ? "" : "over"};
        d.store->append(d.store, &a, to(&d));
    }
    struct fl_append again = {.match = 2,
                              .event = {2, FL_EVENT_CHAT, match_of(10).created, "Again", 5}};
    d.store->append(d.store, &again, to(&d));
    fl_sqlite_store_retire(d.store, match_of(7).created, to(&d));
    wait_for(&d, 22);
    assert_int_equal(d.ok, 22);
    for (uint64_t id = 1; id <= 10; id++)
        assert_int_equal(read_back(&d, id, &f), id % 2 || id >= 7 || id == 2);
    end(&d);
}

/* ---- the faulty store ---- */

static void faults_come_when_they_are_ordered(void **state)
{
    (void)state;
    struct desk d = {.in_memory = true};
    open_desk(&d);
    struct fl_store *under = d.store;
    d.store = faulty_store(under);
    faulty_store_fail(d.store, 2, 3);
    ask_create(&d, 1);
    for (uint32_t i = 0; i < 4; i++)
        ask_append(&d, 1, i < 1 ? 1 : 2);
    assert_int_equal(fl_memory_store_pump(under), 3);
    assert_int_equal(faulty_store_pump(d.store), 5); /* failures first, so the others wait */
    assert_int_equal(d.told, 5);
    assert_int_equal(d.ok, 3);
    assert_int_equal(events_of(&d, 1), 2);
    faulty_store_hold(d.store, true);
    ask_append(&d, 1, 3);
    assert_int_equal(fl_memory_store_pump(under), 1);
    assert_int_equal(faulty_store_pump(d.store), 0);
    assert_int_equal(d.told, 5);
    faulty_store_hold(d.store, false);
    assert_int_equal(faulty_store_pump(d.store), 1);
    assert_int_equal(d.ok, 4);
    close_desk(&d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(memory_keeps_its_promises),
        cmocka_unit_test(sqlite_keeps_its_promises),
        cmocka_unit_test(memory_can_fail),
        cmocka_unit_test(a_gap_is_refused),
        cmocka_unit_test(a_thousand_matches_are_kept_in_order),
        cmocka_unit_test(what_was_acknowledged_survives_a_kill),
        cmocka_unit_test(a_full_disk_is_lived_through),
        cmocka_unit_test(a_failing_sync_is_lived_through),
        cmocka_unit_test(a_file_that_may_not_grow_is_lived_through),
        cmocka_unit_test(a_group_shares_a_sync),
        cmocka_unit_test(one_process_has_the_file),
        cmocka_unit_test(other_files_are_refused),
        cmocka_unit_test(a_live_file_is_copied),
        cmocka_unit_test(old_matches_retire),
        cmocka_unit_test(faults_come_when_they_are_ordered),
    };
    failing_disk_install();
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
