/* A store in an SQLite file. The storage thread takes write requests, commits them in groups and
 * returns their results; the owner's thread reads with a connection of its own. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "store/sqlite_parts.h"
#include "store/storage_thread.h"

enum {
    GROUP_NANOSECONDS = 5000000,
    /* Every group costs one sync, whatever its size. At low load a group is written at once. When
     * several requests have arrived during the previous group, the load is high, and a small group
     * waits briefly for more. */
    BATCH_WAIT_NANOSECONDS = 3000000,
    BATCH_LOAD = 12, /* requests that show a high load */
    BATCH_MIN = 32   /* requests that are a group without waiting */
};

struct sqlite {
    struct fl_storage_thread thread; /* first: a pointer to the store is a pointer to this */
    struct fl_sqlite_file file;      /* the owner's thread uses its reader */
    struct fl_writer writer;         /* used by the storage thread, with the file's writer */
    sqlite3_stmt *range;             /* reads entries; used by the owner's thread */
};

static struct sqlite *sqlite_of(struct fl_store *store)
{
    return (struct sqlite *)store;
}

/* ---- the storage thread ---- */

static int64_t now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

/* Executes pending requests, and those that arrive meanwhile, for a few milliseconds at most.
 * False if the file cannot be written. */
static bool execute_pending(struct sqlite *s, struct fl_write_list *pending,
                            struct fl_write_list *group)
{
    int64_t end = now() + GROUP_NANOSECONDS;
    do {
        struct fl_write_request *request = fl_write_list_take(pending);
        enum fl_write_result result = fl_writer_execute(&s->writer, request);
        request->outcome = result == FL_WRITE_DONE ? FL_COMMITTED : FL_NOT_COMMITTED;
        fl_write_list_add(group, request);
        if (result == FL_WRITE_FAILED)
            return false;
    } while (now() < end && (pending->first || fl_storage_thread_take(&s->thread, pending)));
    return true;
}

/* Writes one group: all of it is on disk before any result is returned, or nothing of it is
 * kept. If the sync of a commit fails, its bytes may still be in SQLite's log. The next group
 * overwrites them; if the process ends before that, the restart finds the commit, and moves that
 * were refused have happened (docs/protocol.md, 5). Acknowledged events are never lost. */
static void do_group(struct sqlite *s, struct fl_write_list *pending)
{
    struct fl_write_list group = {0};
    char cause[FL_STORE_CAUSE_SIZE];
    bool ok = fl_writer_begin(&s->writer);
    if (ok)
        ok = execute_pending(s, pending, &group);
    else
        fl_write_list_splice(pending, &group);
    int error = fl_writer_end(&s->writer, ok);
    for (struct fl_write_request *request = group.first; error && request; request = request->next)
        request->outcome = FL_NOT_COMMITTED;
    if (error)
        snprintf(cause, sizeof cause, FL_SQLITE_CAUSE, error);
    fl_storage_thread_return(&s->thread, &group, error ? cause : NULL);
}

/* The number of requests in a list; at most `max`. */
static int count_requests(const struct fl_write_list *list, int max)
{
    const struct fl_write_request *request = list->first;
    int count = 0;
    for (; count < max && request; count++)
        request = request->next;
    return count;
}

/* Whether all requests are answered when they are delivered, and write nothing. */
static bool are_reads(const struct fl_write_list *list)
{
    const struct fl_write_request *request = list->first;
    while (request && (request->kind == FL_WRITE_SCAN || request->kind == FL_WRITE_CLAIM))
        request = request->next;
    return !request;
}

static void wait_for_batch(struct sqlite *s, struct fl_write_list *pending)
{
    const struct timespec pause = {.tv_nsec = BATCH_WAIT_NANOSECONDS};
    nanosleep(&pause, NULL);
    fl_storage_thread_take(&s->thread, pending);
}

static void process(struct fl_storage_thread *thread, struct fl_write_list *pending)
{
    struct sqlite *s = (struct sqlite *)thread;
    int count = count_requests(pending, BATCH_MIN);
    if (are_reads(pending)) {
        fl_storage_thread_return(thread, pending, NULL);
        return;
    }
    if (count >= BATCH_LOAD && count < BATCH_MIN)
        wait_for_batch(s, pending);
    do_group(s, pending);
}

/* ---- reading ---- */

static sqlite3_stmt *prepare(sqlite3 *db, const char *sql)
{
    sqlite3_stmt *query = NULL;
    sqlite3_prepare_v2(db, sql, -1, &query, NULL);
    return query;
}

static void copy_text(sqlite3_stmt *row, int column, char *to, size_t room)
{
    struct fl_buf out = fl_buf_over(to, room);
    const char *words = (const char *)sqlite3_column_text(row, column);
    fl_put(&out, words ? words : "");
}

static void copy_bytes(sqlite3_stmt *row, int column, unsigned char *to, size_t room)
{
    size_t len = (size_t)sqlite3_column_bytes(row, column);
    memset(to, 0, room);
    if (len)
        memcpy(to, sqlite3_column_blob(row, column), len < room ? len : room);
}

#define MATCH "SELECT id, game, version, terms, secret, created, result, key FROM match "

static void read_match(sqlite3_stmt *row, struct fl_store_match *match)
{
    match->id = (uint64_t)sqlite3_column_int64(row, 0);
    copy_text(row, 1, match->game, sizeof match->game);
    match->version = (uint16_t)sqlite3_column_int(row, 2);
    copy_text(row, 3, match->options, sizeof match->options);
    copy_bytes(row, 4, match->secret, sizeof match->secret);
    match->created = sqlite3_column_int64(row, 5);
    copy_text(row, 6, match->result, sizeof match->result);
}

static void read_seat(sqlite3_stmt *row, const struct fl_store_reader *reader)
{
    struct fl_store_seat seat = {.seat = (uint8_t)sqlite3_column_int(row, 0)};
    copy_text(row, 1, seat.name, sizeof seat.name);
    copy_bytes(row, 2, seat.token_hash, sizeof seat.token_hash);
    seat.passport = (uint64_t)sqlite3_column_int64(row, 3);
    reader->seat(reader->context, &seat);
}

static void read_event(sqlite3_stmt *row, const struct fl_store_reader *reader)
{
    struct fl_event event = {
        .n = (uint32_t)sqlite3_column_int64(row, 0),
        .at = sqlite3_column_int64(row, 1),
        .kind = (const char *)sqlite3_column_text(row, 2),
        .data = sqlite3_column_blob(row, 3),
        .len = (size_t)sqlite3_column_bytes(row, 3),
    };
    reader->event(reader->context, &event);
}

/* Calls back for every row of a match. False if they cannot be read to the end. */
static bool read_rows(sqlite3 *db, const char *sql, int64_t key,
                      void (*read)(sqlite3_stmt *, const struct fl_store_reader *),
                      const struct fl_store_reader *reader)
{
    sqlite3_stmt *rows = prepare(db, sql);
    int answer = SQLITE_ERROR;
    sqlite3_bind_int64(rows, 1, key);
    while (rows && (answer = sqlite3_step(rows)) == SQLITE_ROW)
        read(rows, reader);
    sqlite3_finalize(rows);
    return answer == SQLITE_DONE;
}

/* The open query keeps a read transaction, so that all rows are from one snapshot. */
static bool load(struct fl_store *store, uint64_t id, const struct fl_store_reader *reader)
{
    sqlite3 *db = sqlite_of(store)->file.reader;
    struct fl_store_match match;
    sqlite3_stmt *row = prepare(db, MATCH "WHERE id = ?1");
    sqlite3_bind_int64(row, 1, (int64_t)id);
    bool found = row && sqlite3_step(row) == SQLITE_ROW;
    if (found) {
        int64_t key = sqlite3_column_int64(row, 7);
        read_match(row, &match);
        reader->match(reader->context, &match);
        found =
            read_rows(db, "SELECT seat, name, token_hash, passport FROM seat WHERE match = ?1", key,
                      read_seat, reader) &&
            read_rows(db,
                      "SELECT n, at, kind, data FROM event_index CROSS JOIN event USING (id)"
                      " WHERE event_index.match = ?1 ORDER BY event_index.id",
                      key, read_event, reader) &&
            read_rows(
                db,
                "SELECT n, at, kind, data FROM event"
                " WHERE id > (SELECT upto FROM event_index_watermark) AND match = ?1 ORDER BY id",
                key, read_event, reader);
    }
    sqlite3_finalize(row);
    return found;
}

static bool list(struct fl_store *store, bool running, void *context,
                 void (*each)(void *context, const struct fl_store_match *))
{
    sqlite3_stmt *row =
        prepare(sqlite_of(store)->file.reader,
                running ? MATCH "WHERE result = '' ORDER BY key" : MATCH "ORDER BY key");
    struct fl_store_match match;
    int answer = SQLITE_ERROR;
    while (row && (answer = sqlite3_step(row)) == SQLITE_ROW) {
        read_match(row, &match);
        each(context, &match);
    }
    sqlite3_finalize(row);
    return answer == SQLITE_DONE;
}

static bool read_range(struct sqlite *s, const struct fl_scan *scan, int i)
{
    struct fl_key_bounds bounds;
    sqlite3_stmt *row = s->range;
    int answer;
    fl_store_bounds(&scan->range[i], &bounds);
    sqlite3_bind_blob(row, 1, bounds.from, (int)bounds.from_len, SQLITE_STATIC);
    sqlite3_bind_blob(row, 2, bounds.to, (int)bounds.to_len, SQLITE_STATIC);
    sqlite3_bind_int(row, 3, scan->range[i].limit);
    while ((answer = sqlite3_step(row)) == SQLITE_ROW) {
        struct fl_entry entry = {.key = sqlite3_column_blob(row, 0),
                                 .key_len = (size_t)sqlite3_column_bytes(row, 0),
                                 .value = sqlite3_column_blob(row, 1),
                                 .len = (size_t)sqlite3_column_bytes(row, 1)};
        scan->entry(scan->context, i, &entry);
    }
    sqlite3_reset(row);
    return answer == SQLITE_DONE;
}

/* All ranges are read from one snapshot. */
static bool read_entries(struct fl_store *store, const struct fl_scan *scan)
{
    struct sqlite *s = sqlite_of(store);
    bool ok = sqlite3_exec(s->file.reader, "BEGIN", NULL, NULL, NULL) == SQLITE_OK;
    for (int i = 0; ok && i < scan->ranges; i++)
        ok = read_range(s, scan, i);
    sqlite3_exec(s->file.reader, "COMMIT", NULL, NULL, NULL);
    return ok;
}

/* The rows with the highest keys are the newest: looking at all of them takes half a second for a
 * million matches. */
static int64_t newest(struct fl_store *store)
{
    sqlite3_stmt *row =
        prepare(sqlite_of(store)->file.reader,
                "SELECT max(coalesce((SELECT at FROM event ORDER BY id DESC LIMIT 1), 0),"
                " coalesce((SELECT created FROM match ORDER BY key DESC LIMIT 1), 0))");
    int64_t at = row && sqlite3_step(row) == SQLITE_ROW ? sqlite3_column_int64(row, 0) : 0;
    sqlite3_finalize(row);
    return at;
}

static uint64_t size_of(const char *path)
{
    struct stat about;
    return stat(path, &about) ? 0 : (uint64_t)about.st_size;
}

/* Of the file and of SQLite's log next to it. */
static uint64_t bytes(struct fl_store *store)
{
    const char *path = sqlite3_db_filename(sqlite_of(store)->file.reader, "main");
    return size_of(path) + size_of(sqlite3_filename_wal(path));
}

/* ---- opening and closing ---- */

static void free_store(struct sqlite *s)
{
    fl_writer_close(&s->writer);
    sqlite3_finalize(s->range);
    fl_sqlite_close(&s->file);
    fl_storage_thread_free(&s->thread);
    free(s);
}

static void close_store(struct fl_store *store)
{
    struct sqlite *s = sqlite_of(store);
    fl_storage_thread_stop(&s->thread);
    free_store(s);
}

static bool open_all(struct sqlite *s, const char *path, struct fl_store_error *error)
{
    if (!fl_sqlite_open(&s->file, path, error))
        return false;
    if (!fl_writer_open(&s->writer, s->file.writer))
        return fl_sqlite_fail(error, "store.cannot-open", path, s->file.writer);
    s->range = prepare(s->file.reader, "SELECT key, value FROM entry WHERE key >= ?1 AND key < ?2"
                                       " ORDER BY key LIMIT ?3");
    return s->range || fl_sqlite_fail(error, "store.cannot-open", path, s->file.reader);
}

static bool begin_work(struct sqlite *s, const char *path, struct fl_store_error *error)
{
    int failure = fl_storage_thread_start(&s->thread);
    return !failure || fl_store_fail(error, "store.cannot-open", path, strerror(failure));
}

static struct fl_store *open_store(const char *path, const struct fl_store_options *options,
                                   struct fl_store_error *error)
{
    if (options->must_exist && access(path, F_OK)) {
        fl_store_fail(error, "store.cannot-open", path, strerror(errno));
        return NULL;
    }
    struct sqlite *s = fl_store_allocate(sizeof *s);
    s->thread = (struct fl_storage_thread){
        .process = process,
        .finish = fl_write_request_finish,
        .base.read = read_entries,
        .base.store = {
            .load = load, .list = list, .newest = newest, .bytes = bytes, .close = close_store}};
    fl_storage_thread_init(&s->thread, options);
    if (open_all(s, path, error) && begin_work(s, path, error))
        return &s->thread.base.store;
    free_store(s);
    return NULL;
}

const struct fl_store_kind fl_sqlite_kind = {
    .scheme = "sqlite:", .has_path = true, .open = open_store, .backup = fl_sqlite_backup};
