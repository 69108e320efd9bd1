/* The statements of the writer. */
#include <stdlib.h>
#include <string.h>

#include "store/sqlite_parts.h"

enum { MAX_UNINDEXED = 4096 }; /* events that may be missing in the index */

/* Selects finished matches without recent events. The selection stays the same while their
 * events and index entries are deleted; from then on only the creation time counts. */
#define LAST                                                                                       \
    "(SELECT at FROM event WHERE id = (SELECT max(id) FROM event_index WHERE event_index.match = " \
    "key))"
#define OLD                                                                                        \
    "(SELECT key FROM match WHERE result <> '' AND created < ?1"                                   \
    " AND coalesce(" LAST ", created) < ?1 ORDER BY key LIMIT 100)"
_Static_assert(FL_PURGE_MAX == 100, "the limit in OLD");
#define KEY "(SELECT key FROM match WHERE id = ?1)"

static const char *const text[FL_SQL_COUNT] = {
    [FL_SQL_BEGIN] = "BEGIN IMMEDIATE",
    [FL_SQL_COMMIT] = "COMMIT",
    [FL_SQL_CREATE] = "INSERT INTO match (id, game, version, terms, secret, created, result)"
                      " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
    [FL_SQL_SEAT] = "INSERT OR REPLACE INTO seat (match, seat, name, token_hash, passport)"
                    " SELECT key, ?2, ?3, ?4, ?5 FROM match WHERE id = ?1",
    [FL_SQL_KEY] = "SELECT key FROM match WHERE id = ?1",
    [FL_SQL_LAST] = "SELECT coalesce(max(n), 0) FROM event WHERE id ="
                    " (SELECT max(id) FROM event_index WHERE match = ?1)"
                    " OR id > (SELECT upto FROM event_index_watermark) AND match = ?1",
    [FL_SQL_APPEND] = "INSERT INTO event (match, n, at, kind, data) VALUES (?1, ?2, ?3, ?4, ?5)",
    [FL_SQL_RESULT] = "UPDATE match SET result = ?2 WHERE id = ?1",
    [FL_SQL_INDEX] = "INSERT INTO event_index SELECT match, id FROM event"
                     " WHERE id > (SELECT upto FROM event_index_watermark) ORDER BY match, id",
    [FL_SQL_WATERMARK] =
        "UPDATE event_index_watermark SET upto = coalesce((SELECT max(id) FROM event), 0)",
    [FL_SQL_REMOVE_EVENTS] = "DELETE FROM event WHERE id IN"
                             " (SELECT id FROM event_index WHERE match = " KEY ")",
    [FL_SQL_REMOVE_INDEX] = "DELETE FROM event_index WHERE match = " KEY,
    [FL_SQL_REMOVE_SEATS] = "DELETE FROM seat WHERE match = " KEY,
    [FL_SQL_REMOVE_MATCH] = "DELETE FROM match WHERE id = ?1",
    [FL_SQL_PURGE_EVENTS] = "DELETE FROM event WHERE id IN"
                            " (SELECT id FROM event_index WHERE match IN " OLD ")",
    [FL_SQL_PURGE_INDEX] = "DELETE FROM event_index WHERE match IN " OLD,
    [FL_SQL_PURGE_SEATS] = "DELETE FROM seat WHERE match IN " OLD,
    [FL_SQL_PURGE_MATCHES] = "DELETE FROM match WHERE key IN " OLD,
    [FL_SQL_ENTRY] = "SELECT value FROM entry WHERE key = ?1",
    [FL_SQL_PUT] = "INSERT OR REPLACE INTO entry (key, value) VALUES (?1, ?2)",
    [FL_SQL_REMOVE] = "DELETE FROM entry WHERE key = ?1",
    [FL_SQL_REMOVE_ALL] = "DELETE FROM entry WHERE key >= ?1 AND key < ?2",
    [FL_SQL_FORGET] = "UPDATE seat SET passport = 0 WHERE passport = ?1 AND passport <> 0",
};

/* ---- cache of recently written matches ---- */

enum {
    CACHE_SLOTS = 1 << 14
}; /* slots of the hash index; a power of two, at most half of them used */

struct cached_match {
    uint64_t id;
    int64_t key;
    uint32_t n; /* number of its last event */
};

/* Makes an event one statement without a query: an open-addressing index over a dense array, so
 * that a small cache touches few pages. It can be cleared at any time. */
struct fl_match_cache {
    uint32_t count;
    uint16_t slot[CACHE_SLOTS]; /* index of a match in `at`, counted from 1; 0: empty */
    struct cached_match at[CACHE_SLOTS / 2];
};

/* The slot of a match, or the free slot where it would be inserted. */
static uint16_t *slot_of(struct fl_match_cache *cache, uint64_t id)
{
    uint64_t i = id * 0x9E3779B97F4A7C15u >> 50; /* the upper 14 bits of the product */
    while (cache->slot[i] && cache->at[cache->slot[i] - 1].id != id)
        i = (i + 1) % CACHE_SLOTS;
    return &cache->slot[i];
}

_Static_assert(CACHE_SLOTS == 1 << (64 - 50), "every hash is a slot");

static void clear_cache(struct fl_match_cache *cache)
{
    cache->count = 0;
    memset(cache->slot, 0, sizeof cache->slot);
}

/* Adds a match that is not in the cache. Clears the cache first if it is full. */
static struct cached_match *cache_match(struct fl_match_cache *cache, struct cached_match match)
{
    if (cache->count == CACHE_SLOTS / 2)
        clear_cache(cache);
    cache->at[cache->count] = match;
    *slot_of(cache, match.id) = (uint16_t)(cache->count + 1);
    return &cache->at[cache->count++];
}

/* ---- one statement ---- */

static void bind_number(sqlite3_stmt *sql, int column, int64_t number)
{
    sqlite3_bind_int64(sql, column, number);
}

static void bind_text(sqlite3_stmt *sql, int column, const char *words)
{
    sqlite3_bind_text(sql, column, words, -1, SQLITE_STATIC);
}

static void bind_bytes(sqlite3_stmt *sql, int column, const void *bytes, size_t len)
{
    sqlite3_bind_blob(sql, column, len ? bytes : "", (int)len, SQLITE_STATIC);
}

static enum fl_write_result run(struct fl_writer *w, int which)
{
    int answer = sqlite3_step(w->sql[which]);
    sqlite3_reset(w->sql[which]);
    return answer == SQLITE_DONE         ? FL_WRITE_DONE
           : answer == SQLITE_CONSTRAINT ? FL_WRITE_REJECTED
                                         : FL_WRITE_FAILED;
}

/* The same for a statement that must change at least one row. */
static enum fl_write_result change(struct fl_writer *w, int which)
{
    enum fl_write_result result = run(w, which);
    return result == FL_WRITE_DONE && !sqlite3_changes(w->db) ? FL_WRITE_REJECTED : result;
}

/* The number that a query returns for one match; -1 if there is none. */
static int64_t ask(struct fl_writer *w, int which, int64_t argument)
{
    bind_number(w->sql[which], 1, argument);
    int64_t answer =
        sqlite3_step(w->sql[which]) == SQLITE_ROW ? sqlite3_column_int64(w->sql[which], 0) : -1;
    sqlite3_reset(w->sql[which]);
    return answer;
}

/* ---- requests ---- */

/* The match exists, so a write to one of its seats cannot be rejected. */
static enum fl_write_result put_seats(struct fl_writer *w, const struct fl_write_request *request)
{
    sqlite3_stmt *sql = w->sql[FL_SQL_SEAT];
    for (int i = 0; i < request->seats; i++) {
        bind_number(sql, 1, (int64_t)request->match);
        bind_number(sql, 2, request->seat[i].seat);
        bind_text(sql, 3, request->seat[i].name);
        bind_bytes(sql, 4, request->seat[i].token_hash, sizeof request->seat[i].token_hash);
        bind_number(sql, 5, (int64_t)request->seat[i].passport);
        if (change(w, FL_SQL_SEAT) != FL_WRITE_DONE)
            return FL_WRITE_FAILED;
    }
    return FL_WRITE_DONE;
}

static enum fl_write_result create(struct fl_writer *w, const struct fl_write_request *request)
{
    const struct fl_store_match *match = request->created;
    sqlite3_stmt *sql = w->sql[FL_SQL_CREATE];
    bind_number(sql, 1, (int64_t)match->id);
    bind_text(sql, 2, match->game);
    bind_number(sql, 3, match->version);
    bind_text(sql, 4, match->options);
    bind_bytes(sql, 5, match->secret, sizeof match->secret);
    bind_number(sql, 6, match->created);
    bind_text(sql, 7, match->result);
    enum fl_write_result result = run(w, FL_SQL_CREATE);
    return result == FL_WRITE_DONE ? put_seats(w, request) : result;
}

static enum fl_write_result put_result(struct fl_writer *w, const struct fl_write_request *request)
{
    bind_number(w->sql[FL_SQL_RESULT], 1, (int64_t)request->match);
    bind_text(w->sql[FL_SQL_RESULT], 2, request->result);
    return change(w, FL_SQL_RESULT) == FL_WRITE_DONE ? FL_WRITE_DONE : FL_WRITE_FAILED;
}

/* ---- entries ---- */

/* Whether an entry exists, and, if the value is not NULL, has this value. */
static enum fl_write_result find_entry(struct fl_writer *w, const struct fl_entry *entry,
                                       bool with_value, bool *found)
{
    sqlite3_stmt *sql = w->sql[FL_SQL_ENTRY];
    bind_bytes(sql, 1, entry->key, entry->key_len);
    int answer = sqlite3_step(sql);
    *found = answer == SQLITE_ROW;
    if (*found && with_value)
        *found = (size_t)sqlite3_column_bytes(sql, 0) == entry->len &&
                 !memcmp(entry->len ? sqlite3_column_blob(sql, 0) : "", entry->value, entry->len);
    sqlite3_reset(sql);
    return answer == SQLITE_ROW || answer == SQLITE_DONE ? FL_WRITE_DONE : FL_WRITE_FAILED;
}

/* Whether a transaction's expectations are met. */
static enum fl_write_result check_entries(struct fl_writer *w,
                                          const struct fl_write_request *request)
{
    for (int i = 0; i < request->changes; i++) {
        const struct fl_change *c = &request->change[i];
        bool found;
        if (c->kind != FL_CHANGE_EXPECT && c->kind != FL_CHANGE_ADD)
            continue;
        if (find_entry(w, &c->entry, c->kind == FL_CHANGE_EXPECT, &found) != FL_WRITE_DONE)
            return FL_WRITE_FAILED;
        if (found != (c->kind == FL_CHANGE_EXPECT))
            return FL_WRITE_REJECTED;
    }
    return FL_WRITE_DONE;
}

static enum fl_write_result put_entry(struct fl_writer *w, const struct fl_change *c)
{
    bool found = true;
    if (c->needs.key && find_entry(w, &c->needs, false, &found) != FL_WRITE_DONE)
        return FL_WRITE_FAILED;
    if (!found)
        return FL_WRITE_DONE;
    bind_bytes(w->sql[FL_SQL_PUT], 1, c->entry.key, c->entry.key_len);
    bind_bytes(w->sql[FL_SQL_PUT], 2, c->entry.value, c->entry.len);
    return run(w, FL_SQL_PUT);
}

static enum fl_write_result remove_entries(struct fl_writer *w, const struct fl_entry *prefix)
{
    struct fl_key_bounds bounds;
    fl_store_prefix_bounds(prefix, &bounds);
    bind_bytes(w->sql[FL_SQL_REMOVE_ALL], 1, bounds.from, bounds.from_len);
    bind_bytes(w->sql[FL_SQL_REMOVE_ALL], 2, bounds.to, bounds.to_len);
    return run(w, FL_SQL_REMOVE_ALL);
}

static int64_t passport_of(const struct fl_entry *entry)
{
    const unsigned char *at = entry->key;
    uint64_t number = 0;
    for (size_t i = 0; i < entry->key_len; i++)
        number = number << 8 | at[i];
    return (int64_t)number;
}

static enum fl_write_result change_entry(struct fl_writer *w, const struct fl_change *c)
{
    switch (c->kind) {
    case FL_CHANGE_PUT:
    case FL_CHANGE_ADD:
        return put_entry(w, c);
    case FL_CHANGE_REMOVE:
        bind_bytes(w->sql[FL_SQL_REMOVE], 1, c->entry.key, c->entry.key_len);
        return run(w, FL_SQL_REMOVE);
    case FL_CHANGE_REMOVE_ALL:
        return remove_entries(w, &c->entry);
    case FL_CHANGE_FORGET:
        bind_number(w->sql[FL_SQL_FORGET], 1, passport_of(&c->entry));
        return run(w, FL_SQL_FORGET);
    default:
        return FL_WRITE_DONE;
    }
}

/* All checks come first, so that a rejected transaction has changed nothing. */
static enum fl_write_result change_entries(struct fl_writer *w,
                                           const struct fl_write_request *request)
{
    enum fl_write_result result = check_entries(w, request);
    for (int i = 0; result == FL_WRITE_DONE && i < request->changes; i++)
        if (change_entry(w, &request->change[i]) != FL_WRITE_DONE)
            return FL_WRITE_FAILED;
    return result;
}

/* ---- events ---- */

/* The match of an event; NULL if there is none. */
static struct cached_match *find_or_load_match(struct fl_writer *w, uint64_t id)
{
    uint16_t number = *slot_of(w->cache, id);
    if (number)
        return &w->cache->at[number - 1];
    int64_t key = ask(w, FL_SQL_KEY, (int64_t)id);
    int64_t n = key > 0 ? ask(w, FL_SQL_LAST, key) : -1;
    return n < 0 ? NULL : cache_match(w->cache, (struct cached_match){id, key, (uint32_t)n});
}

/* Appends an event. Events are numbered without gaps: one that is not the next is rejected. */
static enum fl_write_result append(struct fl_writer *w, const struct fl_write_request *request)
{
    struct cached_match *match = find_or_load_match(w, request->match);
    sqlite3_stmt *sql = w->sql[FL_SQL_APPEND];
    if (!match || request->event.n != match->n + 1)
        return FL_WRITE_REJECTED;
    bind_number(sql, 1, match->key);
    bind_number(sql, 2, request->event.n);
    bind_number(sql, 3, request->event.at);
    bind_text(sql, 4, request->event.kind);
    bind_bytes(sql, 5, request->event.data, request->event.len);
    if (run(w, FL_SQL_APPEND) != FL_WRITE_DONE)
        return FL_WRITE_FAILED;
    match->n++;
    w->unindexed++;
    enum fl_write_result result = put_seats(w, request);
    if (result == FL_WRITE_DONE && request->has_result)
        result = put_result(w, request);
    return result == FL_WRITE_DONE ? change_entries(w, request) : result;
}

/* Adds the newest events to the index. */
static bool index_events(struct fl_writer *w)
{
    w->unindexed = 0;
    return run(w, FL_SQL_INDEX) == FL_WRITE_DONE && run(w, FL_SQL_WATERMARK) == FL_WRITE_DONE;
}

/* Executes four statements that delete events, index entries, seats and matches, all with the
 * same argument. Later events may reuse ids, so the watermark of the index is recalculated. */
static enum fl_write_result forget(struct fl_writer *w, int first, int64_t argument)
{
    clear_cache(w->cache);
    if (!index_events(w))
        return FL_WRITE_FAILED;
    for (int which = first; which < first + 4; which++) {
        bind_number(w->sql[which], 1, argument);
        if (run(w, which) != FL_WRITE_DONE)
            return FL_WRITE_FAILED;
    }
    return run(w, FL_SQL_WATERMARK) == FL_WRITE_DONE ? FL_WRITE_DONE : FL_WRITE_FAILED;
}

enum fl_write_result fl_writer_execute(struct fl_writer *w, const struct fl_write_request *request)
{
    switch (request->kind) {
    case FL_WRITE_CREATE:
        return create(w, request);
    case FL_WRITE_APPEND:
        return append(w, request);
    case FL_WRITE_REMOVE:
        return forget(w, FL_SQL_REMOVE_EVENTS, (int64_t)request->match);
    case FL_WRITE_PURGE:
        return forget(w, FL_SQL_PURGE_EVENTS, request->before);
    case FL_WRITE_CHANGE:
        return change_entries(w, request);
    default:
        return FL_WRITE_DONE; /* there are no other owners */
    }
}

/* ---- groups ---- */

bool fl_writer_begin(struct fl_writer *w)
{
    return run(w, FL_SQL_BEGIN) == FL_WRITE_DONE;
}

static bool commit(struct fl_writer *w)
{
    if (w->unindexed >= MAX_UNINDEXED && !index_events(w))
        return false;
    return run(w, FL_SQL_COMMIT) == FL_WRITE_DONE;
}

/* The cache may contain what is rolled back. */
int fl_writer_end(struct fl_writer *w, bool ok)
{
    if (ok && commit(w))
        return SQLITE_OK;
    int error = sqlite3_extended_errcode(w->db);
    clear_cache(w->cache);
    w->unindexed = MAX_UNINDEXED;
    if (!sqlite3_get_autocommit(w->db))
        sqlite3_exec(w->db, "ROLLBACK", NULL, NULL, NULL);
    return error ? error : SQLITE_ERROR;
}

/* ---- opening ---- */

bool fl_writer_open(struct fl_writer *w, sqlite3 *db)
{
    *w = (struct fl_writer){
        .db = db, .unindexed = MAX_UNINDEXED, .cache = calloc(1, sizeof *w->cache)};
    for (int i = 0; i < FL_SQL_COUNT; i++)
        if (sqlite3_prepare_v3(db, text[i], -1, SQLITE_PREPARE_PERSISTENT, &w->sql[i], NULL) !=
            SQLITE_OK)
            return false;
    return w->cache && fl_writer_begin(w) && commit(w);
}

void fl_writer_close(struct fl_writer *w)
{
    for (int i = 0; i < FL_SQL_COUNT; i++)
        sqlite3_finalize(w->sql[i]);
    free(w->cache);
}
