/* What is written, statement by statement. */
#include <string.h>

#include "store/sqlite_parts.h"

/* The events of a match are numbered without gaps, so an event is only kept if it is the next. */
static const char *const text[FL_SQL_COUNT] = {
    [FL_SQL_BEGIN] = "BEGIN IMMEDIATE",
    [FL_SQL_COMMIT] = "COMMIT",
    [FL_SQL_CREATE] = "INSERT INTO match (id, game, version, terms, secret, created, result)"
                      " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
    [FL_SQL_SEAT] = "INSERT OR REPLACE INTO seat (match, seat, name, token_hash)"
                    " SELECT key, ?2, ?3, ?4 FROM match WHERE id = ?1",
    [FL_SQL_APPEND] = "INSERT INTO event (match, n, at, kind, data)"
                      " SELECT key, ?2, ?3, ?4, ?5 FROM match WHERE id = ?1 AND ?2 = 1 + coalesce("
                      "(SELECT n FROM event WHERE event.match = key ORDER BY event.id DESC LIMIT 1)"
                      ", 0)",
    [FL_SQL_RESULT] = "UPDATE match SET result = ?2 WHERE id = ?1",
    [FL_SQL_REMOVE_EVENTS] = "DELETE FROM event WHERE match ="
                             " (SELECT key FROM match WHERE id = ?1)",
    [FL_SQL_REMOVE_SEATS] = "DELETE FROM seat WHERE match = (SELECT key FROM match WHERE id = ?1)",
    [FL_SQL_REMOVE_MATCH] = "DELETE FROM match WHERE id = ?1",
#define RETIRED "(SELECT key FROM match WHERE result <> '' AND created < ?1 ORDER BY key LIMIT 100)"
    [FL_SQL_RETIRE_EVENTS] = "DELETE FROM event WHERE match IN " RETIRED,
    [FL_SQL_RETIRE_SEATS] = "DELETE FROM seat WHERE match IN " RETIRED,
    [FL_SQL_RETIRE_MATCHES] = "DELETE FROM match WHERE key IN " RETIRED,
#undef RETIRED
};

bool fl_writer_open(struct fl_writer *w, sqlite3 *db)
{
    *w = (struct fl_writer){.db = db};
    for (int i = 0; i < FL_SQL_COUNT; i++)
        if (sqlite3_prepare_v3(db, text[i], -1, SQLITE_PREPARE_PERSISTENT, &w->sql[i], NULL) !=
            SQLITE_OK)
            return false;
    return true;
}

void fl_writer_close(struct fl_writer *w)
{
    for (int i = 0; i < FL_SQL_COUNT; i++)
        sqlite3_finalize(w->sql[i]);
    sqlite3_close(w->db);
}

/* ---- one statement ---- */

static void bind_number(sqlite3_stmt *sql, int place, int64_t number)
{
    sqlite3_bind_int64(sql, place, number);
}

static void bind_text(sqlite3_stmt *sql, int place, const char *words)
{
    sqlite3_bind_text(sql, place, words, -1, SQLITE_STATIC);
}

static void bind_bytes(sqlite3_stmt *sql, int place, const void *bytes, size_t len)
{
    sqlite3_bind_blob(sql, place, len ? bytes : "", (int)len, SQLITE_STATIC);
}

static enum fl_wish_fate run(struct fl_writer *w, int which)
{
    int answer = sqlite3_step(w->sql[which]);
    sqlite3_reset(w->sql[which]);
    return answer == SQLITE_DONE         ? FL_WISH_DONE
           : answer == SQLITE_CONSTRAINT ? FL_WISH_REFUSED
                                         : FL_WISH_BROKEN;
}

/* The same for a statement that must change something. */
static enum fl_wish_fate change(struct fl_writer *w, int which)
{
    enum fl_wish_fate fate = run(w, which);
    return fate == FL_WISH_DONE && !sqlite3_changes(w->db) ? FL_WISH_REFUSED : fate;
}

/* ---- wishes ---- */

/* The match is there: a seat of it cannot be refused. */
static enum fl_wish_fate put_seats(struct fl_writer *w, const struct fl_wish *wish)
{
    sqlite3_stmt *sql = w->sql[FL_SQL_SEAT];
    for (int i = 0; i < wish->seats; i++) {
        bind_number(sql, 1, (int64_t)wish->match);
        bind_number(sql, 2, wish->seat[i].seat);
        bind_text(sql, 3, wish->seat[i].name);
        bind_bytes(sql, 4, wish->seat[i].token_hash, sizeof wish->seat[i].token_hash);
        if (change(w, FL_SQL_SEAT) != FL_WISH_DONE)
            return FL_WISH_BROKEN;
    }
    return FL_WISH_DONE;
}

static enum fl_wish_fate create(struct fl_writer *w, const struct fl_wish *wish)
{
    const struct fl_store_match *match = wish->created;
    sqlite3_stmt *sql = w->sql[FL_SQL_CREATE];
    bind_number(sql, 1, (int64_t)match->id);
    bind_text(sql, 2, match->game);
    bind_number(sql, 3, match->version);
    bind_text(sql, 4, match->terms);
    bind_bytes(sql, 5, match->secret, sizeof match->secret);
    bind_number(sql, 6, match->created);
    bind_text(sql, 7, match->result);
    enum fl_wish_fate fate = run(w, FL_SQL_CREATE);
    return fate == FL_WISH_DONE ? put_seats(w, wish) : fate;
}

static enum fl_wish_fate put_result(struct fl_writer *w, const struct fl_wish *wish)
{
    bind_number(w->sql[FL_SQL_RESULT], 1, (int64_t)wish->match);
    bind_text(w->sql[FL_SQL_RESULT], 2, wish->result);
    return change(w, FL_SQL_RESULT) == FL_WISH_DONE ? FL_WISH_DONE : FL_WISH_BROKEN;
}

static enum fl_wish_fate append(struct fl_writer *w, const struct fl_wish *wish)
{
    sqlite3_stmt *sql = w->sql[FL_SQL_APPEND];
    bind_number(sql, 1, (int64_t)wish->match);
    bind_number(sql, 2, wish->event.n);
    bind_number(sql, 3, wish->event.at);
    bind_text(sql, 4, fl_event_word(wish->event.kind));
    bind_bytes(sql, 5, wish->event.data, wish->event.len);
    enum fl_wish_fate fate = change(w, FL_SQL_APPEND);
    if (fate == FL_WISH_DONE)
        fate = put_seats(w, wish);
    return fate == FL_WISH_DONE && wish->has_result ? put_result(w, wish) : fate;
}

/* Three statements that forget events, seats and matches, all with the same argument. */
static enum fl_wish_fate forget(struct fl_writer *w, int first, int64_t argument)
{
    for (int which = first; which < first + 3; which++) {
        bind_number(w->sql[which], 1, argument);
        if (run(w, which) != FL_WISH_DONE)
            return FL_WISH_BROKEN;
    }
    return FL_WISH_DONE;
}

enum fl_wish_fate fl_writer_grant(struct fl_writer *w, const struct fl_wish *wish)
{
    switch (wish->kind) {
    case FL_WISH_CREATE:
        return create(w, wish);
    case FL_WISH_APPEND:
        return append(w, wish);
    case FL_WISH_REMOVE:
        return forget(w, FL_SQL_REMOVE_EVENTS, (int64_t)wish->match);
    default:
        return forget(w, FL_SQL_RETIRE_EVENTS, wish->before);
    }
}

/* ---- groups ---- */

bool fl_writer_begin(struct fl_writer *w)
{
    return run(w, FL_SQL_BEGIN) == FL_WISH_DONE;
}

bool fl_writer_commit(struct fl_writer *w)
{
    return run(w, FL_SQL_COMMIT) == FL_WISH_DONE;
}

void fl_writer_roll_back(struct fl_writer *w)
{
    if (!sqlite3_get_autocommit(w->db))
        sqlite3_exec(w->db, "ROLLBACK", NULL, NULL, NULL);
}
