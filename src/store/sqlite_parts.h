/* What the files of the SQLite store share. For store/sqlite*.c alone. */
#ifndef FL_STORE_SQLITE_PARTS_H
#define FL_STORE_SQLITE_PARTS_H

#include <sqlite3.h>

#include "store/sqlite.h"

/* The statements of every migration, oldest first; NULL ends the list. */
extern const char *const fl_migrations[];

/* ---- the file ---- */

/* Says that a path cannot be used, and returns false. */
bool fl_store_fail(struct fl_store_error *, const char *key, const char *path, const char *detail);

/* The same where SQLite failed, in our own words: its texts speak one language. */
bool fl_sqlite_fail(struct fl_store_error *, const char *key, const char *path, sqlite3 *);

/* Takes the lock that one process alone may have, for as long as the file returned is open; -1 if
 * another has it. Its file stays: nobody must lock one that is gone. */
int fl_sqlite_lock(const char *path, struct fl_store_error *);

/* Opens a file of ours, new or old, with the newest shape; NULL if it is none. */
sqlite3 *fl_sqlite_open_writer(const char *path, struct fl_store_error *);

/* Opens it once more, to read. */
sqlite3 *fl_sqlite_open_reader(const char *path, struct fl_store_error *);

/* ---- writing ---- */

enum fl_wish_kind { FL_WISH_CREATE, FL_WISH_APPEND, FL_WISH_REMOVE, FL_WISH_RETIRE };

/* A write that was asked for. */
struct fl_wish {
    struct fl_wish *next;
    enum fl_wish_kind kind;
    bool ok; /* how it went */
    struct fl_done done;
    uint64_t match;
    int64_t before;                 /* RETIRE */
    struct fl_store_match *created; /* CREATE */
    struct fl_event event;          /* APPEND */
    int seats;
    struct fl_store_seat seat[2];
    bool has_result;
    char result[FL_RESULT_SIZE];
    unsigned char data[]; /* the event's */
};

/* What came of one wish. */
enum fl_wish_fate {
    FL_WISH_DONE,    /* will be kept when the group is */
    FL_WISH_REFUSED, /* cannot be; nothing of it was done */
    FL_WISH_BROKEN   /* the file cannot be written: the group is lost */
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
    FL_SQL_PLACE,
    FL_SQL_PLACED,
    FL_SQL_REMOVE_EVENTS,
    FL_SQL_REMOVE_PLACES,
    FL_SQL_REMOVE_SEATS,
    FL_SQL_REMOVE_MATCH,
    FL_SQL_RETIRE_EVENTS,
    FL_SQL_RETIRE_PLACES,
    FL_SQL_RETIRE_SEATS,
    FL_SQL_RETIRE_MATCHES,
    FL_SQL_COUNT
};

/* A match as the writer remembers it. */
struct fl_known {
    uint64_t id;
    int64_t key;
    uint32_t n; /* of its last event */
};

enum { FL_KNOWN_ROOM = 1 << 14 }; /* places by id; a power of two, and half are used at most */

/* Matches that were written to lately, found by their id; may be forgotten at any time. They lie in
 * the order they came, so that a few take little memory. */
struct fl_acquaintances {
    uint32_t count;
    uint16_t place[FL_KNOWN_ROOM]; /* by id: a match counted from 1; 0: nobody */
    struct fl_known at[FL_KNOWN_ROOM / 2];
};

/* Finds a match, or NULL. */
struct fl_known *fl_known_find(struct fl_acquaintances *, uint64_t id);

/* Remembers one that is not known; forgets the others if there are too many. */
struct fl_known *fl_known_add(struct fl_acquaintances *, struct fl_known);

void fl_known_forget(struct fl_acquaintances *);

struct fl_writer {
    sqlite3 *db;
    sqlite3_stmt *sql[FL_SQL_COUNT];
    struct fl_acquaintances *known;
    uint32_t loose; /* events without a place, or more */
};

/* Prepares every statement; takes the connection over. */
bool fl_writer_open(struct fl_writer *, sqlite3 *);
void fl_writer_close(struct fl_writer *);

/* A group: begin, wishes, then commit; after a false answer or a broken wish, roll back. */
bool fl_writer_begin(struct fl_writer *);
enum fl_wish_fate fl_writer_grant(struct fl_writer *, const struct fl_wish *);
bool fl_writer_commit(struct fl_writer *);
void fl_writer_roll_back(struct fl_writer *);

/* ---- reading ---- */

bool fl_sqlite_load(sqlite3 *, uint64_t match, const struct fl_store_reader *);
bool fl_sqlite_list(sqlite3 *, bool running, void *whom,
                    void (*each)(void *whom, const struct fl_store_match *));

#endif
