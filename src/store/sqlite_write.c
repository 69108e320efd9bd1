/* What is written, statement by statement. */
#include <stdlib.h>

#include "store/sqlite_parts.h"

enum { LOOSE = 4096 }; /* events that may be without a place */

/* Finished, and nothing has happened there since. Which they are stays the same while their events
 * and places go: then their creation alone counts. */
#define LAST "(SELECT at FROM event WHERE id = (SELECT max(id) FROM place WHERE place.match = key))"
#define OLD                                                                                        \
    "(SELECT key FROM match WHERE result <> '' AND created < ?1"                                   \
    " AND coalesce(" LAST ", created) < ?1 ORDER BY key LIMIT 100)"
#define KEY "(SELECT key FROM match WHERE id = ?1)"

static const char *const text[FL_SQL_COUNT] = {
    [FL_SQL_BEGIN] = "BEGIN IMMEDIATE",
    [FL_SQL_COMMIT] = "COMMIT",
    [FL_SQL_CREATE] = "INSERT INTO match (id, game, version, terms, secret, created, result)"
                      " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
    [FL_SQL_SEAT] = "INSERT OR REPLACE INTO seat (match, seat, name, token_hash)"
                    " SELECT key, ?2, ?3, ?4 FROM match WHERE id = ?1",
    [FL_SQL_KEY] = "SELECT key FROM match WHERE id = ?1",
    [FL_SQL_LAST] = "SELECT coalesce(max(n), 0) FROM event WHERE id ="
                    " (SELECT max(id) FROM place WHERE match = ?1)"
                    " OR id > (SELECT upto FROM placed) AND match = ?1",
    [FL_SQL_APPEND] = "INSERT INTO event (match, n, at, kind, data) VALUES (?1, ?2, ?3, ?4, ?5)",
    [FL_SQL_RESULT] = "UPDATE match SET result = ?2 WHERE id = ?1",
    [FL_SQL_PLACE] = "INSERT INTO place SELECT match, id FROM event"
                     " WHERE id > (SELECT upto FROM placed) ORDER BY match, id",
    [FL_SQL_PLACED] = "UPDATE placed SET upto = coalesce((SELECT max(id) FROM event), 0)",
    [FL_SQL_REMOVE_EVENTS] = "DELETE FROM event WHERE id IN"
                             " (SELECT id FROM place WHERE match = " KEY ")",
    [FL_SQL_REMOVE_PLACES] = "DELETE FROM place WHERE match = " KEY,
    [FL_SQL_REMOVE_SEATS] = "DELETE FROM seat WHERE match = " KEY,
    [FL_SQL_REMOVE_MATCH] = "DELETE FROM match WHERE id = ?1",
    [FL_SQL_RETIRE_EVENTS] = "DELETE FROM event WHERE id IN"
                             " (SELECT id FROM place WHERE match IN " OLD ")",
    [FL_SQL_RETIRE_PLACES] = "DELETE FROM place WHERE match IN " OLD,
    [FL_SQL_RETIRE_SEATS] = "DELETE FROM seat WHERE match IN " OLD,
    [FL_SQL_RETIRE_MATCHES] = "DELETE FROM match WHERE key IN " OLD,
};

bool fl_writer_open(struct fl_writer *w, sqlite3 *db)
{
    *w = (struct fl_writer){.db = db, .loose = LOOSE, .known = calloc(1, sizeof *w->known)};
    for (int i = 0; i < FL_SQL_COUNT; i++)
        if (sqlite3_prepare_v3(db, text[i], -1, SQLITE_PREPARE_PERSISTENT, &w->sql[i], NULL) !=
            SQLITE_OK)
            return false;
    return w->known && fl_writer_begin(w) && fl_writer_commit(w);
}

void fl_writer_close(struct fl_writer *w)
{
    for (int i = 0; i < FL_SQL_COUNT; i++)
        sqlite3_finalize(w->sql[i]);
    sqlite3_close(w->db);
    free(w->known);
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

/* The number that a query about a match answers; -1 if there is none. */
static int64_t ask(struct fl_writer *w, int which, int64_t argument)
{
    bind_number(w->sql[which], 1, argument);
    int64_t answer =
        sqlite3_step(w->sql[which]) == SQLITE_ROW ? sqlite3_column_int64(w->sql[which], 0) : -1;
    sqlite3_reset(w->sql[which]);
    return answer;
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

/* The match an event belongs to; NULL if there is none. */
static struct fl_known *get_to_know(struct fl_writer *w, uint64_t id)
{
    struct fl_known *match = fl_known_find(w->known, id);
    if (match)
        return match;
    int64_t key = ask(w, FL_SQL_KEY, (int64_t)id);
    int64_t n = key > 0 ? ask(w, FL_SQL_LAST, key) : -1;
    return n < 0 ? NULL : fl_known_add(w->known, (struct fl_known){id, key, (uint32_t)n});
}

/* Events are numbered without gaps: one is only kept if it is the next. */
static enum fl_wish_fate append(struct fl_writer *w, const struct fl_wish *wish)
{
    struct fl_known *match = get_to_know(w, wish->match);
    sqlite3_stmt *sql = w->sql[FL_SQL_APPEND];
    if (!match || wish->event.n != match->n + 1)
        return FL_WISH_REFUSED;
    bind_number(sql, 1, match->key);
    bind_number(sql, 2, wish->event.n);
    bind_number(sql, 3, wish->event.at);
    bind_text(sql, 4, fl_event_word(wish->event.kind));
    bind_bytes(sql, 5, wish->event.data, wish->event.len);
    if (run(w, FL_SQL_APPEND) != FL_WISH_DONE)
        return FL_WISH_BROKEN;
    match->n++;
    w->loose++;
    enum fl_wish_fate fate = put_seats(w, wish);
    return fate == FL_WISH_DONE && wish->has_result ? put_result(w, wish) : fate;
}

/* Writes down where the events are that have no place yet. */
static bool place_events(struct fl_writer *w)
{
    w->loose = 0;
    return run(w, FL_SQL_PLACE) == FL_WISH_DONE && run(w, FL_SQL_PLACED) == FL_WISH_DONE;
}

/* Four statements that forget events, places, seats and matches, all with the same argument. The
 * next events may get ids that were used before, so what is placed is counted anew. */
static enum fl_wish_fate forget(struct fl_writer *w, int first, int64_t argument)
{
    fl_known_forget(w->known);
    if (!place_events(w))
        return FL_WISH_BROKEN;
    for (int which = first; which < first + 4; which++) {
        bind_number(w->sql[which], 1, argument);
        if (run(w, which) != FL_WISH_DONE)
            return FL_WISH_BROKEN;
    }
    return run(w, FL_SQL_PLACED) == FL_WISH_DONE ? FL_WISH_DONE : FL_WISH_BROKEN;
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
    if (w->loose >= LOOSE && !place_events(w))
        return false;
    return run(w, FL_SQL_COMMIT) == FL_WISH_DONE;
}

/* What was remembered may not be so. */
void fl_writer_roll_back(struct fl_writer *w)
{
    fl_known_forget(w->known);
    w->loose = LOOSE;
    if (!sqlite3_get_autocommit(w->db))
        sqlite3_exec(w->db, "ROLLBACK", NULL, NULL, NULL);
}
