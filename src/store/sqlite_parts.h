/* Internals of the SQLite store. Only store/sqlite*.c include this header. */
#ifndef FL_STORE_SQLITE_PARTS_H
#define FL_STORE_SQLITE_PARTS_H

#include <sqlite3.h>

#include "store/backend.h"

/* ---- the file ---- */

/* The field of the log that contains an extended error code of SQLite. */
#define FL_SQLITE_CAUSE "sqlite=%d"

/* Fills an error of SQLite, with a translated text. Returns false. */
bool fl_sqlite_fail(struct fl_store_error *, const char *key, const char *path, sqlite3 *);

/* An open database file. */
struct fl_sqlite_file {
    int lock[2]; /* descriptors that hold locks; -1: none */
    sqlite3 *writer, *reader;
};

/* Locks and opens a file, or creates it. One that has an older schema is copied to a file next to
 * it and migrated. False on failure; an older file is then unchanged, and the caller calls
 * fl_sqlite_close. */
bool fl_sqlite_open(struct fl_sqlite_file *, const char *path, struct fl_store_error *);
void fl_sqlite_close(struct fl_sqlite_file *);

/* The backup of an SQLite store. */
bool fl_sqlite_backup(const char *from, const char *to, struct fl_store_error *);

/* ---- writing ---- */

/* The result of one request. */
enum fl_write_result {
    FL_WRITE_DONE,     /* is kept if the group commits */
    FL_WRITE_REJECTED, /* invalid; nothing was changed */
    FL_WRITE_FAILED    /* the file cannot be written: the whole group fails */
};

enum {
    FL_SQL_BEGIN,
    FL_SQL_COMMIT,
    FL_SQL_CREATE,
    FL_SQL_SEAT,
    FL_SQL_KEY,
    FL_SQL_LAST,
    FL_SQL_APPEND,
    FL_SQL_RESULT,
    FL_SQL_INDEX,
    FL_SQL_WATERMARK,
    FL_SQL_REMOVE_EVENTS,
    FL_SQL_REMOVE_INDEX,
    FL_SQL_REMOVE_SEATS,
    FL_SQL_REMOVE_MATCH,
    FL_SQL_PURGE_EVENTS,
    FL_SQL_PURGE_INDEX,
    FL_SQL_PURGE_SEATS,
    FL_SQL_PURGE_MATCHES,
    FL_SQL_ENTRY,
    FL_SQL_PUT,
    FL_SQL_REMOVE,
    FL_SQL_REMOVE_ALL,
    FL_SQL_FORGET,
    FL_SQL_COUNT
};

struct fl_writer {
    sqlite3 *db;
    sqlite3_stmt *sql[FL_SQL_COUNT];
    struct fl_match_cache *cache;
    uint32_t unindexed; /* upper bound of the events that are not in event_index yet */
};

/* Prepares every statement. The connection must stay open until fl_writer_close. */
bool fl_writer_open(struct fl_writer *, sqlite3 *);
void fl_writer_close(struct fl_writer *);

/* A group: begin, execute requests, end. */
bool fl_writer_begin(struct fl_writer *);
enum fl_write_result fl_writer_execute(struct fl_writer *, const struct fl_write_request *);

/* Commits a group; if it is not ok, or the commit fails, rolls it back. Returns SQLITE_OK, or
 * SQLite's extended code of the error. */
int fl_writer_end(struct fl_writer *, bool ok);

#endif
