/* Groups: the writes of several tables in one statement, which stores all of them or nothing. A
 * group contains at most one write per table. */
#include <assert.h>
#include <string.h>

#include "store/postgres/postgres.h"

enum { MAX_WRITES = 4096, MAX_BYTES = 4 << 20, SLOT_GROUP = 3, SLOT_EVENTS = 4, SLOT_PURGE = 5 };

#define FENCE "fence AS (UPDATE node SET beat = $2 WHERE id = $1 AND beat = $3 RETURNING id)"
#define REPLICATED "current_setting('synchronous_standby_names') <> ''"
#define EVENTS                                                                                     \
    "events AS (INSERT INTO event (match, n, at, kind, data) SELECT e.* FROM fence,"               \
    " unnest($4::bigint[], $5::int[], $6::bigint[], $7::text[], $8::bytea[]) AS e)"

/* The busy case: events only. */
static const char events_sql[] =
    "WITH " FENCE ", " EVENTS " SELECT count(*), " REPLICATED " FROM fence";

/* Two tables of a group may put the same entry; one of the values is kept. Entries are locked in
 * the order of their keys, so that nodes do not wait for each other.
 *
 * A result and a release are one UPDATE, because a statement must not change a row twice. A table
 * that is to be removed may be absent. If a part cannot be executed completely, the division by
 * zero fails the statement. */
static const char group_sql[] =
    "WITH " FENCE ", " EVENTS ","
    " seats AS (INSERT INTO seat (match, seat, name, token_hash, passport) SELECT s.* FROM fence,"
    " unnest($9::bigint[], $10::smallint[], $11::text[], $12::bytea[], $26::bigint[]) AS s"
    " ON CONFLICT (match, seat) DO UPDATE SET name = excluded.name,"
    " token_hash = excluded.token_hash, passport = excluded.passport),"
    " created AS (INSERT INTO match (id, code, owner, game, version, terms, secret, created,"
    " touched, result) SELECT m.id, CASE WHEN m.result <> '' AND EXISTS (SELECT FROM match AS o"
    " WHERE o.code = m.code) THEN NULL ELSE m.code END, fence.id, m.game, m.version, m.terms,"
    " m.secret, m.created, m.created, m.result FROM fence, unnest($13::bigint[], $14::bigint[],"
    " $15::text[], $16::int[], $17::text[], $18::bytea[], $19::bigint[], $20::text[])"
    " AS m (id, code, game, version, terms, secret, created, result)),"
    " changed AS (UPDATE match SET result = coalesce(c.result, match.result),"
    " owner = CASE WHEN c.release THEN NULL ELSE match.owner END, touched = c.touched FROM fence,"
    " unnest($21::bigint[], $22::text[], $23::boolean[], $24::bigint[])"
    " AS c (id, result, release, touched)"
    " WHERE match.id = c.id AND match.owner = fence.id RETURNING 1),"
    " removed AS (DELETE FROM match USING fence WHERE match.id = ANY ($25::bigint[])"
    " AND match.owner = fence.id RETURNING match.id),"
    " removed_seats AS (DELETE FROM seat USING removed WHERE seat.match = removed.id),"
    " removed_events AS (DELETE FROM event USING removed WHERE event.match = removed.id),"
    " needed AS (SELECT entry.key FROM fence, entry WHERE entry.key = ANY ($29::bytea[])"
    " ORDER BY entry.key FOR KEY SHARE OF entry),"
    " put_entries AS (INSERT INTO entry (key, value) SELECT DISTINCT ON (p.key) p.key, p.value"
    " FROM fence, unnest($27::bytea[], $28::bytea[], $29::bytea[]) AS p (key, value, needs)"
    " WHERE p.needs IS NULL OR p.needs IN (SELECT key FROM needed) ORDER BY p.key"
    " ON CONFLICT (key) DO UPDATE SET value = excluded.value),"
    " removed_entries AS (DELETE FROM entry USING fence WHERE entry.key = ANY ($30::bytea[]))"
    " SELECT f.n, " REPLICATED ","
    " CASE WHEN f.n = 0 OR ((SELECT count(*) FROM changed) = cardinality($21)"
    " AND NOT EXISTS (SELECT FROM match WHERE id = ANY ($25) AND owner IS DISTINCT FROM $1))"
    " THEN 1 ELSE 1 / (f.n - 1) END FROM (SELECT count(*) AS n FROM fence) AS f";

/* Columns of the arrays. */
enum {
    EVENT_MATCH,
    EVENT_N,
    EVENT_AT,
    EVENT_KIND,
    EVENT_DATA,
    SEAT_MATCH,
    SEAT_SEAT,
    SEAT_NAME,
    SEAT_HASH,
    NEW_ID,
    NEW_CODE,
    NEW_GAME,
    NEW_VERSION,
    NEW_TERMS,
    NEW_SECRET,
    NEW_CREATED,
    NEW_RESULT,
    CHANGED_ID,
    CHANGED_RESULT,
    CHANGED_RELEASE,
    CHANGED_TOUCHED,
    REMOVED_ID,
    SEAT_PASSPORT,
    PUT_KEY,
    PUT_VALUE,
    PUT_NEEDS,
    REMOVED_KEY,
    COLUMNS
};

static const Oid column_type[COLUMNS] = {
    [EVENT_MATCH] = FL_PG_INT8_ARRAY,     [EVENT_N] = FL_PG_INT4_ARRAY,
    [EVENT_AT] = FL_PG_INT8_ARRAY,        [EVENT_KIND] = FL_PG_TEXT_ARRAY,
    [EVENT_DATA] = FL_PG_BYTEA_ARRAY,     [SEAT_MATCH] = FL_PG_INT8_ARRAY,
    [SEAT_SEAT] = FL_PG_INT2_ARRAY,       [SEAT_NAME] = FL_PG_TEXT_ARRAY,
    [SEAT_HASH] = FL_PG_BYTEA_ARRAY,      [NEW_ID] = FL_PG_INT8_ARRAY,
    [NEW_CODE] = FL_PG_INT8_ARRAY,        [NEW_GAME] = FL_PG_TEXT_ARRAY,
    [NEW_VERSION] = FL_PG_INT4_ARRAY,     [NEW_TERMS] = FL_PG_TEXT_ARRAY,
    [NEW_SECRET] = FL_PG_BYTEA_ARRAY,     [NEW_CREATED] = FL_PG_INT8_ARRAY,
    [NEW_RESULT] = FL_PG_TEXT_ARRAY,      [CHANGED_ID] = FL_PG_INT8_ARRAY,
    [CHANGED_RESULT] = FL_PG_TEXT_ARRAY,  [CHANGED_RELEASE] = FL_PG_BOOL_ARRAY,
    [CHANGED_TOUCHED] = FL_PG_INT8_ARRAY, [REMOVED_ID] = FL_PG_INT8_ARRAY,
    [SEAT_PASSPORT] = FL_PG_INT8_ARRAY,   [PUT_KEY] = FL_PG_BYTEA_ARRAY,
    [PUT_VALUE] = FL_PG_BYTEA_ARRAY,      [PUT_NEEDS] = FL_PG_BYTEA_ARRAY,
    [REMOVED_KEY] = FL_PG_BYTEA_ARRAY,
};

/* ---- the arrays ---- */

static void add_text(struct fl_pg_column *c, const char *text)
{
    fl_pg_column_add(c, text, strlen(text));
}

static void add_seats(struct fl_pg_column *c, const struct fl_write_request *request)
{
    assert(request->seats < 2 || request->seat[0].seat != request->seat[1].seat);
    for (int i = 0; i < request->seats; i++) {
        const struct fl_store_seat *row = &request->seat[i];
        fl_pg_column_add_number(&c[SEAT_MATCH], (int64_t)request->match, 8);
        fl_pg_column_add_number(&c[SEAT_SEAT], row->seat, 2);
        add_text(&c[SEAT_NAME], row->name);
        fl_pg_column_add(&c[SEAT_HASH], row->token_hash, sizeof row->token_hash);
        fl_pg_column_add_number(&c[SEAT_PASSPORT], (int64_t)row->passport, 8);
    }
}

static void add_created(struct fl_pg_column *c, const struct fl_store_match *match)
{
    fl_pg_column_add_number(&c[NEW_ID], (int64_t)match->id, 8);
    fl_pg_column_add_number(&c[NEW_CODE], (int64_t)fl_store_code(match->id), 8);
    add_text(&c[NEW_GAME], match->game);
    fl_pg_column_add_number(&c[NEW_VERSION], match->version, 4);
    add_text(&c[NEW_TERMS], match->options);
    fl_pg_column_add(&c[NEW_SECRET], match->secret, sizeof match->secret);
    fl_pg_column_add_number(&c[NEW_CREATED], match->created, 8);
    add_text(&c[NEW_RESULT], match->result);
}

static void add_event(struct fl_pg_column *c, const struct fl_write_request *request)
{
    fl_pg_column_add_number(&c[EVENT_MATCH], (int64_t)request->match, 8);
    fl_pg_column_add_number(&c[EVENT_N], request->event.n, 4);
    fl_pg_column_add_number(&c[EVENT_AT], request->event.at, 8);
    add_text(&c[EVENT_KIND], request->event.kind);
    fl_pg_column_add(&c[EVENT_DATA], request->event.data, request->event.len);
}

static void add_change(struct fl_pg_column *c, const struct fl_write_request *request)
{
    bool releases = request->kind == FL_WRITE_RELEASE;
    fl_pg_column_add_number(&c[CHANGED_ID], (int64_t)request->match, 8);
    if (releases)
        fl_pg_column_add_null(&c[CHANGED_RESULT]);
    else
        add_text(&c[CHANGED_RESULT], request->result);
    fl_pg_column_add_number(&c[CHANGED_RELEASE], releases, 1);
    fl_pg_column_add_number(&c[CHANGED_TOUCHED], releases ? request->before : request->event.at, 8);
}

static void add_entries(struct fl_pg_column *c, const struct fl_write_request *request)
{
    for (int i = 0; i < request->changes; i++) {
        const struct fl_change *change = &request->change[i];
        const struct fl_entry *entry = &change->entry;
        if (change->kind == FL_CHANGE_REMOVE) {
            fl_pg_column_add(&c[REMOVED_KEY], entry->key, entry->key_len);
            continue;
        }
        fl_pg_column_add(&c[PUT_KEY], entry->key, entry->key_len);
        fl_pg_column_add(&c[PUT_VALUE], entry->value, entry->len);
        if (change->needs.key)
            fl_pg_column_add(&c[PUT_NEEDS], change->needs.key, change->needs.key_len);
        else
            fl_pg_column_add_null(&c[PUT_NEEDS]);
    }
}

static void add_write(struct fl_pg_column *c, const struct fl_write_request *request)
{
    add_seats(c, request);
    add_entries(c, request);
    if (request->kind == FL_WRITE_CREATE)
        add_created(c, request->created);
    if (request->kind == FL_WRITE_APPEND)
        add_event(c, request);
    if (request->kind == FL_WRITE_RELEASE || request->has_result)
        add_change(c, request);
    if (request->kind == FL_WRITE_REMOVE)
        fl_pg_column_add_number(&c[REMOVED_ID], (int64_t)request->match, 8);
}

/* ---- executing ---- */

/* Some of the writes in `current`. */
struct group {
    struct fl_pg_content content; /* first: a pointer to the content is a pointer to this */
    struct fl_pg_store *store;
    struct fl_write_request *first;
    int count;
};

static void fill_group(struct fl_pg_content *content, struct fl_pg_statement *sql)
{
    struct group *g = (struct group *)content;
    struct fl_pg_column *c = g->store->column;
    bool events_only = !c[SEAT_MATCH].count && !c[NEW_ID].count && !c[CHANGED_ID].count &&
                       !c[REMOVED_ID].count && !c[PUT_KEY].count && !c[REMOVED_KEY].count;
    int columns = events_only ? EVENT_DATA + 1 : COLUMNS;
    sql->sql = events_only ? events_sql : group_sql;
    sql->slot = events_only ? SLOT_EVENTS : SLOT_GROUP;
    for (int i = 0; i < columns; i++)
        fl_pg_column_bind(&c[i], sql, column_type[i]);
}

static void set_outcomes(struct fl_pg_store *s, const struct group *g, enum fl_outcome outcome)
{
    struct fl_write_request *request = g->first;
    for (int i = 0; i < g->count; i++, request = request->next) {
        request->outcome = outcome;
        bool gone = request->kind == FL_WRITE_REMOVE || request->kind == FL_WRITE_RELEASE;
        if (outcome == FL_COMMITTED && request->kind == FL_WRITE_APPEND)
            fl_pg_owned_find(&s->owned, request->match)->n = request->event.n;
        if (outcome == FL_COMMITTED && gone)
            fl_pg_owned_remove(&s->owned, request->match);
        if (outcome == FL_NOT_COMMITTED && request->ownership == FL_NO_TABLE)
            fl_pg_owned_remove(&s->owned, request->match);
    }
}

static enum fl_outcome run_group(struct fl_pg_store *s, struct group *g)
{
    struct fl_write_request *request = g->first;
    g->content = (struct fl_pg_content){.fill = fill_group, .statements = 1};
    g->store = s;
    for (int i = 0; i < COLUMNS; i++)
        fl_pg_column_clear(&s->column[i]);
    for (int i = 0; i < g->count; i++, request = request->next)
        add_write(s->column, request);
    enum fl_outcome outcome = fl_pg_sequence_run(&s->sequence, &g->content);
    fl_pg_content_clear(&g->content);
    return outcome;
}

/* Executes a group. If its content is refused, its halves are executed alone, so that only the
 * write that cannot be stored ends as not committed. Returns the last outcome. */
static enum fl_outcome execute(struct fl_pg_store *s, struct group *g)
{
    enum fl_outcome outcome = run_group(s, g);
    if (outcome != FL_NOT_COMMITTED || g->count == 1) {
        set_outcomes(s, g, outcome);
        return outcome;
    }
    struct group first = {.first = g->first, .count = g->count / 2};
    struct group second = {.first = g->first, .count = g->count - first.count};
    for (int i = 0; i < first.count; i++)
        second.first = second.first->next;
    outcome = execute(s, &first);
    if (outcome == FL_FENCED || outcome == FL_UNKNOWN)
        set_outcomes(s, &second, outcome);
    else
        outcome = execute(s, &second);
    return outcome;
}

void fl_pg_execute_group(struct fl_pg_store *s)
{
    struct group all = {.first = s->current.first};
    for (struct fl_write_request *request = all.first; request; request = request->next)
        all.count++;
    if (all.count)
        execute(s, &all);
}

/* ---- choosing the writes of a group ---- */

enum choice { JOINS, WAITS, REJECTED, NOTHING_TO_DO };

/* Whether a write can be in the next group. One that this node knows to be impossible is rejected
 * without a question to the database. */
static enum choice choose(struct fl_pg_store *s, const struct fl_write_request *request)
{
    struct fl_pg_owned *owned = fl_pg_owned_find(&s->owned, request->match);
    if (owned && owned->group == s->group_serial)
        return WAITS;
    switch (request->kind) {
    case FL_WRITE_CREATE:
        return owned ? REJECTED : JOINS;
    case FL_WRITE_APPEND:
        return owned && request->event.n == owned->n + 1 ? JOINS : REJECTED;
    case FL_WRITE_RELEASE:
        return owned ? JOINS : NOTHING_TO_DO;
    default:
        return JOINS;
    }
}

static bool is_write(const struct fl_write_request *request)
{
    return request->kind <= FL_WRITE_RELEASE;
}

/* Takes requests up to the first that is no write. Those that wait keep their order. */
void fl_pg_take_group(struct fl_pg_store *s, struct fl_write_list *pending)
{
    struct fl_write_list waiting = {0}, rejected = {0};
    size_t bytes = 0;
    int count = 0;
    s->group_serial++;
    while (pending->first && is_write(pending->first) && count < MAX_WRITES && bytes < MAX_BYTES) {
        struct fl_write_request *request = fl_write_list_take(pending);
        enum choice choice = choose(s, request);
        request->outcome = choice == REJECTED ? FL_NOT_COMMITTED : FL_COMMITTED;
        fl_write_list_add(choice == JOINS   ? &s->current
                          : choice == WAITS ? &waiting
                                            : &rejected,
                          request);
        if (choice != JOINS)
            continue;
        bool owned = fl_pg_owned_find(&s->owned, request->match);
        request->ownership = owned ? FL_OWNED_HERE : FL_NO_TABLE; /* before the write */
        fl_pg_owned_add(&s->owned, request->match)->group = s->group_serial;
        bytes += sizeof *request + request->event.len;
        count++;
    }
    fl_write_list_splice(pending, &waiting);
    *pending = waiting;
    if (rejected.first)
        fl_storage_thread_return(&s->thread, &rejected, NULL);
}

/* ---- retention ---- */

/* Locks the rows and checks owner and time under the lock: a table that was claimed meanwhile is
 * skipped. */
static const char purge_sql[] =
    "WITH " FENCE ","
    " old AS (SELECT m.id FROM fence, match AS m WHERE m.owner IS NULL AND m.result <> ''"
    " AND m.touched < $4 AND m.created < $4"
    " AND coalesce((SELECT e.at FROM event AS e WHERE e.match = m.id ORDER BY e.n DESC LIMIT 1), 0)"
    " < $4 ORDER BY m.serial LIMIT 100 FOR UPDATE OF m SKIP LOCKED),"
    " e AS (DELETE FROM event USING old WHERE event.match = old.id),"
    " s AS (DELETE FROM seat USING old WHERE seat.match = old.id),"
    " m AS (DELETE FROM match USING old WHERE match.id = old.id)"
    " SELECT count(*), " REPLICATED " FROM fence";

struct purge {
    struct fl_pg_content content; /* first: a pointer to the content is a pointer to this */
    int64_t before;
    unsigned char room[8];
};

static void fill_purge(struct fl_pg_content *content, struct fl_pg_statement *sql)
{
    struct purge *p = (struct purge *)content;
    sql->sql = purge_sql;
    sql->slot = SLOT_PURGE;
    fl_pg_bind_int8(sql, p->before, p->room);
}

void fl_pg_execute_purge(struct fl_pg_store *s)
{
    struct purge p = {.content = {.fill = fill_purge, .statements = 1},
                      .before = s->current.first->before};
    s->current.first->outcome = fl_pg_sequence_run(&s->sequence, &p.content);
    fl_pg_content_clear(&p.content);
}
