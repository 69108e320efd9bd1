/* The SQLite store: durability after kills, with a full disk and with failing syncs; its file;
 * migration of an older one. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "core/rng.h"
#include "failing_disk.h"
#include "store_fixture.h"

static struct fl_store *open_at(const char *path, struct fixture *d, struct fl_store_error *error)
{
    struct fl_store_options options = {.url = path, .wake = count_wake, .context = d};
    return fl_store_open(&options, error);
}

/* ---- durability ---- */

enum { MANY = 1000, EACH = 12 };

/* Ids as a host creates them: arbitrary. */
static uint64_t id_of(uint64_t match)
{
    struct fl_rng rng = fl_rng_from(2026, match);
    return fl_rng_next(&rng);
}

/* A thousand matches, each of which requests its next event when the last one is stored. */
struct crowd {
    struct fixture fixture;
    uint32_t n[MANY];
    int left;
};

static void ask_next(struct crowd *c, uint64_t match);

static void on_next(void *context, uint64_t match, enum fl_outcome outcome)
{
    struct crowd *c = context;
    assert_int_equal(outcome, FL_COMMITTED);
    assert_false(c->fixture.asking);
    c->left--;
    if (c->n[match] < EACH)
        ask_next(c, match);
}

static void ask_next(struct crowd *c, uint64_t match)
{
    ask_append_and_call(&c->fixture, id_of(match), ++c->n[match],
                        (struct fl_store_callback){on_next, c, match});
}

static void a_thousand_matches_are_kept_in_order(void **state)
{
    (void)state;
    static struct crowd c;
    memset(&c, 0, sizeof c);
    begin(&c.fixture, &path_opener);
    for (uint64_t match = 0; match < MANY; match++)
        ask_create(&c.fixture, id_of(match));
    wait_for(&c.fixture, MANY);
    c.left = MANY * EACH;
    for (uint64_t match = 0; match < MANY; match++)
        ask_next(&c, match);
    while (c.left)
        pump(&c.fixture);
    close_fixture(&c.fixture);
    open_fixture(&c.fixture);
    assert_int_equal(matches_of(&c.fixture, true), MANY);
    for (uint64_t match = 0; match < MANY; match++)
        assert_int_equal(events_of(&c.fixture, id_of(match)), EACH);
    end(&c.fixture);
}

enum { VICTIMS = 20 };

struct victim {
    struct fixture fixture;
    uint32_t n[VICTIMS];
    int report;
};

/* Records what was acknowledged, then requests more; never stops by itself. */
static void report(void *context, uint64_t match, enum fl_outcome outcome)
{
    struct victim *v = context;
    uint32_t line[2] = {(uint32_t)match, v->n[match]};
    if (outcome != FL_COMMITTED || write(v->report, line, sizeof line) != sizeof line)
        _exit(3);
    ask_append_and_call(&v->fixture, match, ++v->n[match],
                        (struct fl_store_callback){report, v, match});
}

static void write_until_killed(const char *path, const uint32_t *from, int to_parent)
{
    static struct victim v;
    v.fixture.opener = &path_opener;
    memcpy(v.fixture.path, path, sizeof v.fixture.path);
    memcpy(v.n, from, sizeof v.n);
    v.report = to_parent;
    open_fixture(&v.fixture);
    for (uint64_t id = 0; id < VICTIMS; id++)
        ask_append_and_call(&v.fixture, id, ++v.n[id], (struct fl_store_callback){report, &v, id});
    for (;;)
        pump(&v.fixture);
}

/* Lets a child process write for a while and kills it; remembers what it acknowledged. */
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
    struct fixture d;
    uint32_t kept[VICTIMS] = {0};
    struct fl_rng rng = fl_rng_from((uint64_t)time(NULL), 0);
    int heard = 0;
    setrlimit(RLIMIT_CORE, &no_core);
    begin(&d, &path_opener);
    for (uint64_t id = 0; id < VICTIMS; id++)
        ask_create(&d, id);
    wait_for(&d, VICTIMS);
    for (int round = 0; round < 12; round++) {
        close_fixture(&d);
        heard += kill_one(d.path, kept, (int)fl_rng_below(&rng, 60));
        open_fixture(&d);
        for (uint64_t id = 0; id < VICTIMS; id++) {
            uint32_t found = (uint32_t)events_of(&d, id);
            assert_in_range(found, kept[id],
                            kept[id] + 1); /* one event may be stored without acknowledgement */
            kept[id] = found;
        }
    }
    assert_true(heard > VICTIMS);
    end(&d);
}

/* ---- a failing disk ---- */

/* Whatever fails, all requests of the batch fail, none is stored, and the next attempt succeeds. */
static void survives(atomic_bool *failure)
{
    struct fixture d;
    begin(&d, &path_opener);
    for (uint64_t id = 1; id <= 50; id++) {
        ask_create(&d, id);
        ask_append(&d, id, 1);
    }
    wait_for(&d, 100);
    assert_int_equal(d.ok, 100);
    for (int round = 0; round < 3; round++) {
        int refusals = atomic_load(&failing_disk.refusals);
        int ok = d.ok, acknowledged = d.acknowledged;
        atomic_store(failure, true);
        for (uint64_t id = 1; id <= 50; id++)
            ask_append(&d, id, (uint32_t)round + 2);
        wait_for(&d, acknowledged + 50);
        atomic_store(failure, false);
        assert_int_equal(d.ok, ok);
        assert_true(atomic_load(&failing_disk.refusals) > refusals);
        for (uint64_t id = 1; id <= 50; id++)
            assert_int_equal(events_of(&d, id), round + 1);
        for (uint64_t id = 1; id <= 50; id++)
            ask_append(&d, id, (uint32_t)round + 2);
        wait_for(&d, acknowledged + 100);
        assert_int_equal(d.ok, ok + 50);
    }
    close_fixture(&d);
    open_fixture(&d);
    for (uint64_t id = 1; id <= 50; id++)
        assert_int_equal(events_of(&d, id), 4);
    end(&d);
}

static void a_full_disk_is_survived(void **state)
{
    (void)state;
    survives(&failing_disk.full);
}

static void a_failing_sync_is_survived(void **state)
{
    (void)state;
    survives(&failing_disk.deaf);
}

/* The same with an error of the system: a file that reaches its size limit. */
static void a_file_that_may_not_grow_is_survived(void **state)
{
    (void)state;
    struct fixture d;
    struct rlimit limit, tight;
    struct stat file;
    char wal[80];
    begin(&d, &path_opener);
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
    for (; d.ok == d.acknowledged && n < 1000; n++) {
        ask_append(&d, 1, n);
        wait_for(&d, (int)n + 1);
    }
    setrlimit(RLIMIT_FSIZE, &limit);
    assert_int_equal(d.ok, d.acknowledged - 1);
    assert_in_range(n, 2, 999);
    assert_int_equal(events_of(&d, 1), n - 2);
    ask_append(&d, 1, n - 1);
    wait_for(&d, d.acknowledged + 1);
    assert_int_equal(d.ok, d.acknowledged - 1);
    assert_int_equal(events_of(&d, 1), n - 1);
    end(&d);
}

/* While one batch is being synced, the next one is collected. */
static void a_group_shares_a_sync(void **state)
{
    (void)state;
    struct fixture d;
    begin(&d, &path_opener);
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
    struct fixture d;
    assert_null(open_at(path, &d, &error));
    assert_string_equal(error.key, key);
    assert_ptr_equal(error.path, path);
}

static void one_process_has_the_file(void **state)
{
    (void)state;
    struct fl_store_error error;
    struct fixture d;
    char expected[32];
    begin(&d, &path_opener);
    assert_null(open_at(d.path, &d, &error));
    assert_string_equal(error.key, "store.locked");
    snprintf(expected, sizeof expected, "%d@", (int)getpid());
    assert_memory_equal(error.detail, expected, strlen(expected));
    ask_create(&d, 1); /* and the store continues */
    wait_for(&d, 1);
    close_fixture(&d);
    open_fixture(&d);
    end(&d);
}

/* Two servers at one file acknowledge the same event numbers, and its tables freeze later. */
static void one_process_has_the_file_whatever_its_name(void **state)
{
    (void)state;
    struct fixture d;
    char name[96];
    begin(&d, &path_opener);
    snprintf(name, sizeof name, "%s-link", d.path);
    assert_int_equal(symlink(d.path, name), 0);
    is_refused(name, "store.locked");
    unlink(name);
    assert_int_equal(link(d.path, name), 0);
    is_refused(name, "store.locked");
    close_fixture(&d);
    struct fixture other = {.opener = &path_opener};
    strcpy(other.path, name);
    open_fixture(&other); /* one after the other they may */
    end(&other);
    delete_files(d.path);
}

/* The lock of a file that is reached through a symbolic link is where everybody looks for it. */
static void a_link_leads_to_the_lock(void **state)
{
    (void)state;
    struct fixture d;
    struct fl_store_error error;
    char name[96], expected[32];
    begin(&d, &path_opener);
    close_fixture(&d);
    snprintf(name, sizeof name, "%s-link", d.path);
    snprintf(expected, sizeof expected, "%d@", (int)getpid());
    assert_int_equal(symlink(d.path, name), 0);
    struct fixture other = {.opener = &path_opener};
    strcpy(other.path, name);
    open_fixture(&other);
    assert_null(open_at(d.path, &d, &error));
    assert_string_equal(error.key, "store.locked");
    assert_memory_equal(error.detail, expected, strlen(expected));
    end(&other);
    delete_files(d.path);
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
    struct fixture d;
    begin(&d, &path_opener);
    close_fixture(&d);
    change_file(d.path, "PRAGMA user_version = 77");
    is_refused(d.path, "store.newer");
    change_file(d.path, "PRAGMA user_version = -9");
    is_refused(d.path, "store.not-ours");
    change_file(d.path, "PRAGMA user_version = 2; PRAGMA application_id = 1");
    is_refused(d.path, "store.not-ours");
    delete_files(d.path);
    write_rubbish(d.path);
    is_refused(d.path, "store.damaged");
    is_refused("/nowhere/at/all.db", "store.cannot-open");
    delete_files(d.path);
    assert_int_equal(mkdir(d.path, 0700), 0);
    is_refused(d.path, "store.cannot-open");
    rmdir(d.path);
    delete_files(d.path);
}

static void a_live_file_is_copied(void **state)
{
    (void)state;
    struct fl_store_error error;
    struct fixture d, copy = {.opener = &path_opener};
    begin(&d, &path_opener);
    choose_path(&copy);
    ask_create(&d, 1);
    for (uint32_t n = 1; n <= 500; n++)
        ask_append(&d, 1, n);
    wait_for(&d, 251);
    assert_true(fl_store_backup(d.path, copy.path, &error));
    int acknowledged = d.acknowledged;
    wait_for(&d, 501);
    open_fixture(&copy);
    assert_in_range(events_of(&copy, 1), acknowledged - 1,
                    500); /* find_event asserts that there are no gaps */
    close_fixture(&copy);
    assert_false(fl_store_backup(d.path, copy.path, &error));
    assert_string_equal(error.key, "store.exists");
    assert_ptr_equal(error.path, copy.path);
    delete_files(copy.path);
    assert_false(fl_store_backup("/nowhere.db", copy.path, &error));
    assert_string_equal(error.key, "store.cannot-open");
    assert_false(fl_store_backup(d.path, "/nowhere/copy.db", &error));
    assert_string_equal(error.key, "store.cannot-write");
    assert_string_equal(error.path, "/nowhere/copy.db");
    end(&d);
}

/* ---- migration ---- */

/* The store that version 1 of the schema wrote: matches 1, BIG and 3, in this order, with 8, 5 and
 * 0 events. BIG is finished. The last three events of match 1 are not in the index. */
#define OLD_STORE GOLDEN "/store/version-1.db"
#define BIG 0xFEDCBA9876543210

static void copy_bytes(const char *from, const char *to)
{
    char bytes[4096];
    FILE *in = fopen(from, "rb"), *out = fopen(to, "wb");
    assert_non_null(in);
    assert_non_null(out);
    for (size_t len; (len = fread(bytes, 1, sizeof bytes, in));)
        assert_int_equal(fwrite(bytes, 1, len, out), len);
    fclose(in);
    assert_int_equal(fclose(out), 0);
}

static int64_t ask_file(const char *path, const char *sql)
{
    sqlite3 *db;
    sqlite3_stmt *query;
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_prepare_v2(db, sql, -1, &query, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_step(query), SQLITE_ROW);
    int64_t answer = sqlite3_column_int64(query, 0);
    sqlite3_finalize(query);
    sqlite3_close(db);
    return answer;
}

#define TABLES(names)                                                                              \
    "SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name IN (" names ")"

/* The schema version of a file, which has all tables and rows of it. */
static int64_t version_of(const char *path)
{
    int64_t version = ask_file(path, "PRAGMA user_version");
    assert_int_equal(ask_file(path, "SELECT count(*) FROM pragma_integrity_check"
                                    " WHERE integrity_check = 'ok'"),
                     1);
    assert_int_equal(ask_file(path, "SELECT count(*) FROM event"), 13);
    assert_int_equal(ask_file(path, TABLES("'place', 'placed'")), version == 1 ? 2 : 0);
    assert_int_equal(ask_file(path, TABLES("'event_index', 'event_index_watermark'")),
                     version == 1 ? 0 : 2);
    assert_int_equal(ask_file(path, version == 1 ? "SELECT upto FROM placed"
                                                 : "SELECT upto FROM event_index_watermark"),
                     ask_file(path, version == 1 ? "SELECT count(*) FROM place"
                                                 : "SELECT count(*) FROM event_index"));
    assert_int_equal(ask_file(path, TABLES("'entry'")), version >= 3);
    return version;
}

static void copy_path_of(const char *path, char copy[80])
{
    snprintf(copy, 80, "%s.v1", path);
}

static void put_old_store(struct fixture *d)
{
    memset(d, 0, sizeof *d);
    d->opener = &path_opener;
    choose_path(d);
    copy_bytes(OLD_STORE, d->path);
}

/* Opens the store and finds everything that version 1 wrote. */
static void opens_complete(struct fixture *d)
{
    struct found f;
    char copy[80], part[96];
    copy_path_of(d->path, copy);
    open_fixture(d);
    assert_int_equal(matches_of(d, false), 3);
    assert_int_equal(matches_of(d, true), 2);
    assert_int_equal(events_of(d, 1), 8);
    assert_true(read_back(d, BIG, &f));
    assert_int_equal(f.events, 5);
    assert_string_equal(f.match.result, "1: 6100 -500");
    assert_int_equal(f.seats, 1);
    assert_string_equal(f.seat[0].name, "Anne");
    assert_int_equal(events_of(d, 3), 0);
    ask_append(d, 1, 10);
    ask_append(d, 1, 9);
    wait_for(d, 2);
    assert_int_equal(d->ok, 1);
    snprintf(part, sizeof part, "%s.part", copy);
    assert_int_not_equal(access(part, F_OK), 0);
    close_fixture(d);
}

static void delete_with_copy(struct fixture *d)
{
    char copy[80];
    copy_path_of(d->path, copy);
    delete_files(d->path);
    delete_files(copy);
}

static void an_older_store_is_copied_and_migrated(void **state)
{
    struct fixture d;
    struct stat file;
    char copy[80];
    (void)state;
    put_old_store(&d);
    copy_path_of(d.path, copy);
    assert_int_equal(version_of(d.path), 1);
    open_fixture(&d);
    close_fixture(&d);
    assert_int_equal(ask_file(d.path, "PRAGMA user_version"), 3);
    assert_int_equal(version_of(copy), 1);
    assert_int_equal(stat(copy, &file), 0);
    assert_int_equal(file.st_mode & 0777, 0600);
    change_file(copy, "DELETE FROM seat");
    opens_complete(&d);
    assert_int_equal(ask_file(copy, "SELECT count(*) FROM seat"), 0); /* not copied again */
    delete_with_copy(&d);
}

/* The store of version 1, migrated by a program that had version 2. */
static void a_store_of_version_2_is_copied_and_migrated(void **state)
{
    struct fixture d = {.opener = &path_opener};
    char copy[80];
    (void)state;
    choose_path(&d);
    copy_bytes(GOLDEN "/store/version-2.db", d.path);
    assert_int_equal(version_of(d.path), 2);
    opens_complete(&d);
    assert_int_equal(ask_file(d.path, "PRAGMA user_version"), 3);
    snprintf(copy, sizeof copy, "%s.v2", d.path);
    assert_int_equal(version_of(copy), 2);
    delete_files(d.path);
    delete_files(copy);
}

static void a_backup_does_not_migrate(void **state)
{
    struct fl_store_error error;
    struct fixture d;
    char copy[80];
    (void)state;
    put_old_store(&d);
    copy_path_of(d.path, copy);
    assert_true(fl_store_backup(d.path, copy, &error));
    assert_int_equal(version_of(copy), 1);
    assert_int_equal(version_of(d.path), 1);
    delete_with_copy(&d);
}

/* Leaves an event in SQLite's log, as a server that is killed does. */
static void append_and_die(const char *path)
{
    sqlite3 *db;
    if (sqlite3_open(path, &db) == SQLITE_OK &&
        sqlite3_exec(db,
                     "INSERT INTO event (match, n, at, kind, data)"
                     " VALUES (1, 9, 1700000000009, 'step', CAST('1/9' AS BLOB))",
                     NULL, NULL, NULL) == SQLITE_OK)
        _exit(0);
    _exit(1);
}

static void a_migration_includes_what_a_killed_server_wrote(void **state)
{
    struct fixture d;
    struct stat file;
    char name[80];
    int status;
    (void)state;
    put_old_store(&d);
    pid_t child = fork();
    if (!child)
        append_and_die(d.path);
    waitpid(child, &status, 0);
    assert_int_equal(status, 0);
    snprintf(name, sizeof name, "%s-wal", d.path);
    assert_int_equal(stat(name, &file), 0);
    assert_true(file.st_size > 0);
    open_fixture(&d);
    assert_int_equal(events_of(&d, 1), 9);
    close_fixture(&d);
    copy_path_of(d.path, name);
    assert_int_equal(ask_file(name, "SELECT count(*) FROM event"), 14);
    delete_with_copy(&d);
}

/* A new store has the newest schema, and no copy. */
static void a_new_store_is_not_copied(void **state)
{
    struct fixture d;
    char copy[80];
    (void)state;
    begin(&d, &path_opener);
    copy_path_of(d.path, copy);
    assert_int_not_equal(access(copy, F_OK), 0);
    assert_int_equal(ask_file(d.path, "PRAGMA user_version"), 3);
    end(&d);
}

/* The copy of an earlier attempt is replaced: it may lack what an older program has written since.
 */
static void an_earlier_copy_is_replaced(void **state)
{
    struct fixture d;
    char copy[80];
    (void)state;
    put_old_store(&d);
    copy_path_of(d.path, copy);
    write_rubbish(copy);
    open_fixture(&d);
    close_fixture(&d);
    assert_int_equal(version_of(copy), 1);
    opens_complete(&d);
    delete_with_copy(&d);
}

/* The disk is full from the first write on, from the second, and so on, until all writes succeed.
 */
static void a_migration_survives_a_full_disk(void **state)
{
    struct fl_store_error error;
    struct fixture d;
    int copies = 0, migrations = 0, attempt = 0;
    bool opened = false;
    (void)state;
    while (!opened) {
        put_old_store(&d);
        sem_init(&d.woken, 0, 0);
        atomic_store(&failing_disk.until_fault, ++attempt);
        d.store = open_at(d.path, &d, &error);
        atomic_store(&failing_disk.until_fault, 0);
        opened = d.store && !atomic_load(&failing_disk.full);
        if (d.store)
            close_fixture(&d);
        atomic_store(&failing_disk.full, false);
        if (!d.store) {
            int64_t version = version_of(d.path);
            bool copying = !strcmp(error.key, "store.cannot-copy");
            assert_string_equal(error.key, copying ? "store.cannot-copy" : "store.cannot-open");
            assert_string_equal(error.detail, strerror(ENOSPC));
            assert_string_equal(error.cause, "sqlite=13");
            assert_ptr_equal(error.path, d.path);
            copies += copying;
            migrations += !copying && version == 1;
        }
        opens_complete(&d);
        delete_with_copy(&d);
    }
    assert_true(copies > 5); /* the file has eight pages */
    assert_true(migrations > 1);
}

static void open_and_die(const char *path, int attempt)
{
    struct fixture d = {.opener = &path_opener};
    strcpy(d.path, path);
    atomic_store(&failing_disk.kills, true);
    atomic_store(&failing_disk.until_fault, attempt);
    open_fixture(&d);
    _exit(0);
}

/* The process is killed at the first write, at the second, and so on, until it opens the store. */
static void a_migration_survives_a_kill(void **state)
{
    struct fixture d;
    char copy[80];
    int before = 0, after = 0, status = 1;
    (void)state;
    for (int attempt = 1; status; attempt++) {
        put_old_store(&d);
        copy_path_of(d.path, copy);
        pid_t child = fork();
        if (!child)
            open_and_die(d.path, attempt);
        waitpid(child, &status, 0);
        assert_true(!status || WIFSIGNALED(status));
        if (version_of(d.path) == 1)
            before++;
        else
            after++;
        if (!access(copy, F_OK))
            assert_int_equal(version_of(copy), 1);
        else
            assert_int_equal(version_of(d.path), 1);
        opens_complete(&d);
        delete_with_copy(&d);
    }
    assert_true(before > 8); /* the copy has eight pages */
    assert_true(after > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_thousand_matches_are_kept_in_order),
        cmocka_unit_test(what_was_acknowledged_survives_a_kill),
        cmocka_unit_test(a_full_disk_is_survived),
        cmocka_unit_test(a_failing_sync_is_survived),
        cmocka_unit_test(a_file_that_may_not_grow_is_survived),
        cmocka_unit_test(a_group_shares_a_sync),
        cmocka_unit_test(one_process_has_the_file),
        cmocka_unit_test(one_process_has_the_file_whatever_its_name),
        cmocka_unit_test(a_link_leads_to_the_lock),
        cmocka_unit_test(other_files_are_refused),
        cmocka_unit_test(a_live_file_is_copied),
        cmocka_unit_test(an_older_store_is_copied_and_migrated),
        cmocka_unit_test(a_store_of_version_2_is_copied_and_migrated),
        cmocka_unit_test(a_backup_does_not_migrate),
        cmocka_unit_test(a_migration_includes_what_a_killed_server_wrote),
        cmocka_unit_test(a_new_store_is_not_copied),
        cmocka_unit_test(an_earlier_copy_is_replaced),
        cmocka_unit_test(a_migration_survives_a_full_disk),
        cmocka_unit_test(a_migration_survives_a_kill),
    };
    failing_disk_install();
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
