/* Reading matches back, with a connection of its own. */
#include <string.h>

#include "store/sqlite_parts.h"

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
    copy_text(row, 3, match->terms, sizeof match->terms);
    copy_bytes(row, 4, match->secret, sizeof match->secret);
    match->created = sqlite3_column_int64(row, 5);
    copy_text(row, 6, match->result, sizeof match->result);
}

static void read_seat(sqlite3_stmt *row, const struct fl_store_reader *reader)
{
    struct fl_store_seat seat = {.seat = (uint8_t)sqlite3_column_int(row, 0)};
    copy_text(row, 1, seat.name, sizeof seat.name);
    copy_bytes(row, 2, seat.token_hash, sizeof seat.token_hash);
    reader->seat(reader->whom, &seat);
}

/* A kind that this program does not know is no kind at all: such a stream is damaged. */
static enum fl_event_kind kind_of(const char *word)
{
    enum fl_event_kind kind = 0;
    while (kind < FL_EVENT_KIND_COUNT && (!word || strcmp(word, fl_event_word(kind))))
        kind++;
    return kind;
}

static void read_event(sqlite3_stmt *row, const struct fl_store_reader *reader)
{
    struct fl_event event = {
        .n = (uint32_t)sqlite3_column_int64(row, 0),
        .at = sqlite3_column_int64(row, 1),
        .kind = kind_of((const char *)sqlite3_column_text(row, 2)),
        .data = sqlite3_column_blob(row, 3),
        .len = (size_t)sqlite3_column_bytes(row, 3),
    };
    reader->event(reader->whom, &event);
}

/* Reads every row about a match by its key; false if it cannot be read to the end. */
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

/* While the query about the match is open, all that is read is of one moment. */
bool fl_sqlite_load(sqlite3 *db, uint64_t id, const struct fl_store_reader *reader)
{
    struct fl_store_match match;
    sqlite3_stmt *row = prepare(db, MATCH "WHERE id = ?1");
    sqlite3_bind_int64(row, 1, (int64_t)id);
    bool found = row && sqlite3_step(row) == SQLITE_ROW;
    if (found) {
        int64_t key = sqlite3_column_int64(row, 7);
        read_match(row, &match);
        reader->match(reader->whom, &match);
        found = read_rows(db, "SELECT seat, name, token_hash FROM seat WHERE match = ?1", key,
                          read_seat, reader) &&
                read_rows(db,
                          "SELECT n, at, kind, data FROM place CROSS JOIN event USING (id)"
                          " WHERE place.match = ?1 ORDER BY place.id",
                          key, read_event, reader) &&
                read_rows(db,
                          "SELECT n, at, kind, data FROM event"
                          " WHERE id > (SELECT upto FROM placed) AND match = ?1 ORDER BY id",
                          key, read_event, reader);
    }
    sqlite3_finalize(row);
    return found;
}

bool fl_sqlite_list(sqlite3 *db, bool running, void *whom,
                    void (*each)(void *whom, const struct fl_store_match *))
{
    sqlite3_stmt *row =
        prepare(db, running ? MATCH "WHERE result = '' ORDER BY key" : MATCH "ORDER BY key");
    struct fl_store_match match;
    int answer = SQLITE_ERROR;
    while (row && (answer = sqlite3_step(row)) == SQLITE_ROW) {
        read_match(row, &match);
        each(whom, &match);
    }
    sqlite3_finalize(row);
    return answer == SQLITE_DONE;
}
