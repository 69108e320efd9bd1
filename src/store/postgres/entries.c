/* Entries: a change is a numbered transaction, a scan a query. */
#include <stdlib.h>
#include <string.h>

#include "store/postgres/postgres.h"

enum { SLOT_CHANGE = 10, SLOT_SCAN = 11 };

/* Columns of the arrays. */
enum {
    EXPECTED_KEY,
    EXPECTED_VALUE,
    PUT_KEY,
    PUT_VALUE,
    PUT_NEEDS,
    ADDED_KEY,
    ADDED_VALUE,
    REMOVED_KEY,
    REMOVED_FROM,
    REMOVED_TO,
    FORGOTTEN,
    COLUMNS
};

/* The expected entries are locked and compared under the lock: a row that another transaction has
 * changed meanwhile is read again. Everything else waits for that, because it reads `met`. If an
 * expectation is not met, the division by zero fails the statement; so does an entry that exists
 * and should be added. */
static const char change_sql[] =
    "WITH fence AS (UPDATE node SET beat = $2 WHERE id = $1 AND beat = $3 RETURNING id),"
    " found AS (SELECT e.key FROM fence, entry AS e, unnest($4::bytea[], $5::bytea[]) AS x (key,"
    " value) WHERE e.key = x.key AND e.value = x.value ORDER BY e.key FOR UPDATE OF e),"
    " met AS (SELECT count(*) = cardinality($4) AS ok FROM found),"
    " needed AS (SELECT e.key FROM met, entry AS e WHERE met.ok AND e.key = ANY ($8::bytea[])"
    " ORDER BY e.key FOR KEY SHARE OF e),"
    " put AS (INSERT INTO entry (key, value) SELECT p.key, p.value FROM met,"
    " unnest($6::bytea[], $7::bytea[], $8::bytea[]) AS p (key, value, needs) WHERE met.ok"
    " AND (p.needs IS NULL OR p.needs IN (SELECT key FROM needed)) ORDER BY p.key"
    " ON CONFLICT (key) DO UPDATE SET value = excluded.value),"
    " added AS (INSERT INTO entry (key, value) SELECT a.key, a.value FROM met,"
    " unnest($9::bytea[], $10::bytea[]) AS a (key, value) WHERE met.ok),"
    " removed AS (DELETE FROM entry USING met WHERE met.ok AND entry.key = ANY ($11::bytea[])),"
    " removed_all AS (DELETE FROM entry USING met, unnest($12::bytea[], $13::bytea[]) AS r (low,"
    " high) WHERE met.ok AND entry.key >= r.low AND entry.key < r.high),"
    " forgotten AS (UPDATE seat SET passport = 0 FROM met WHERE met.ok AND seat.passport <> 0"
    " AND seat.passport = ANY ($14::bigint[]))"
    " SELECT f.n, current_setting('synchronous_standby_names') <> '',"
    " CASE WHEN f.n = 0 OR (SELECT ok FROM met) THEN 1 ELSE 1 / (f.n - 1) END"
    " FROM (SELECT count(*) AS n FROM fence) AS f";

static const char scan_sql[] =
    "SELECT r.number, e.key, e.value FROM unnest($1::bytea[], $2::bytea[], $3::bigint[])"
    " WITH ORDINALITY AS r (low, high, most, number), LATERAL (SELECT key, value FROM entry"
    " WHERE key >= r.low AND key < r.high ORDER BY key LIMIT r.most) AS e ORDER BY r.number, e.key";

/* ---- changing ---- */

struct change {
    struct fl_pg_content content; /* first: a pointer to the content is a pointer to this */
    struct fl_pg_column *column;
};

static void fill_change(struct fl_pg_content *content, struct fl_pg_statement *sql)
{
    struct change *c = (struct change *)content;
    sql->sql = change_sql;
    sql->slot = SLOT_CHANGE;
    for (int i = 0; i < COLUMNS; i++)
        fl_pg_column_bind(&c->column[i], sql,
                          i == FORGOTTEN ? FL_PG_INT8_ARRAY : FL_PG_BYTEA_ARRAY);
}

static void add_both(struct fl_pg_column *key, const struct fl_entry *entry)
{
    fl_pg_column_add(key, entry->key, entry->key_len);
    fl_pg_column_add(key + 1, entry->value, entry->len);
}

static void add_change(struct fl_pg_column *c, const struct fl_change *change)
{
    const struct fl_entry *entry = &change->entry;
    struct fl_key_bounds bounds;
    switch (change->kind) {
    case FL_CHANGE_EXPECT:
        add_both(&c[EXPECTED_KEY], entry);
        break;
    case FL_CHANGE_ADD:
        add_both(&c[ADDED_KEY], entry);
        break;
    case FL_CHANGE_PUT:
        add_both(&c[PUT_KEY], entry);
        if (change->needs.key)
            fl_pg_column_add(&c[PUT_NEEDS], change->needs.key, change->needs.key_len);
        else
            fl_pg_column_add_null(&c[PUT_NEEDS]);
        break;
    case FL_CHANGE_REMOVE:
        fl_pg_column_add(&c[REMOVED_KEY], entry->key, entry->key_len);
        break;
    case FL_CHANGE_REMOVE_ALL:
        fl_store_prefix_bounds(entry, &bounds);
        fl_pg_column_add(&c[REMOVED_FROM], bounds.from, bounds.from_len);
        fl_pg_column_add(&c[REMOVED_TO], bounds.to, bounds.to_len);
        break;
    case FL_CHANGE_FORGET:
        fl_pg_column_add(&c[FORGOTTEN], entry->key, entry->key_len); /* big-endian, too */
        break;
    }
}

void fl_pg_execute_change(struct fl_pg_store *s)
{
    struct fl_write_request *request = s->current.first;
    struct change c = {.content = {.fill = fill_change, .statements = 1}, .column = s->column};
    for (int i = 0; i < COLUMNS; i++)
        fl_pg_column_clear(&s->column[i]);
    for (int i = 0; i < request->changes; i++)
        add_change(s->column, &request->change[i]);
    request->outcome = fl_pg_sequence_run(&s->sequence, &c.content);
    fl_pg_content_clear(&c.content);
}

/* ---- scanning ---- */

enum fl_outcome fl_pg_execute_scan(struct fl_pg_store *s)
{
    struct fl_write_request *request = s->current.first;
    struct fl_pg_statement sql = {.sql = scan_sql, .slot = SLOT_SCAN};
    PGresult *result = NULL;
    enum fl_outcome outcome = FL_COMMITTED;
    if (!s->sequence.session.conn) /* connects again */
        outcome = fl_pg_sequence_beat(&s->sequence);
    for (int i = 0; i < 3; i++)
        fl_pg_column_clear(&s->column[i]);
    for (int i = 0; i < request->scan.ranges; i++) {
        struct fl_key_bounds bounds;
        fl_store_bounds(&request->scan.range[i], &bounds);
        fl_pg_column_add(&s->column[0], bounds.from, bounds.from_len);
        fl_pg_column_add(&s->column[1], bounds.to, bounds.to_len);
        fl_pg_column_add_number(&s->column[2], request->scan.range[i].limit, 8);
    }
    fl_pg_column_bind(&s->column[0], &sql, FL_PG_BYTEA_ARRAY);
    fl_pg_column_bind(&s->column[1], &sql, FL_PG_BYTEA_ARRAY);
    fl_pg_column_bind(&s->column[2], &sql, FL_PG_INT8_ARRAY);
    if (outcome == FL_COMMITTED && s->sequence.session.conn)
        fl_pg_execute(&s->sequence.session, &sql, 1, &result);
    request->answer = result;
    return outcome;
}

void fl_pg_scan_deliver(struct fl_write_request *request)
{
    const struct fl_scan *scan = &request->scan;
    PGresult *result = request->answer;
    for (int row = 0; row < PQntuples(result); row++) {
        struct fl_entry entry = {.key = PQgetvalue(result, row, 1),
                                 .key_len = (size_t)PQgetlength(result, row, 1),
                                 .value = PQgetvalue(result, row, 2),
                                 .len = (size_t)PQgetlength(result, row, 2)};
        scan->entry(scan->context, (int)fl_pg_int(result, row, 0) - 1, &entry);
    }
    scan->call(scan->context, scan->ticket, result != NULL);
    PQclear(result);
}
