/* Claims: a numbered transaction that takes the tables without an owner, then reads them. The
 * reading statements are separate: each sees what was committed before it, also by an owner in
 * between. */
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "store/postgres/postgres.h"

enum { MAX_CLAIMS = 100, ATTEMPTS = 20, ATTEMPT_PAUSE = 50, SLOT_TAKE = 6, STATEMENTS = 4 };

#define ASKED "(m.id = ANY ($1::bigint[]) OR (m.code = ANY ($2::bigint[]) AND m.result = ''))"

/* Rows that another transaction has locked are skipped: claims never wait for each other. */
static const char take_sql[] =
    "WITH fence AS (UPDATE node SET beat = $2 WHERE id = $1 AND beat = $3 RETURNING id),"
    " free AS (SELECT m.id FROM fence, match AS m WHERE (m.id = ANY ($4::bigint[])"
    " OR (m.code = ANY ($5::bigint[]) AND m.result = '')) AND m.owner IS NULL ORDER BY m.id"
    " FOR UPDATE OF m SKIP LOCKED),"
    " taken AS (UPDATE match SET owner = $1, touched = greatest(touched, $6) FROM free"
    " WHERE match.id = free.id)"
    " SELECT count(*), current_setting('synchronous_standby_names') <> '' FROM fence";
static const char match_sql[] =
    "SELECT m.id, m.game, m.version::bigint, m.terms, m.secret, m.created, m.result, m.owner,"
    " m.code, n.address FROM match AS m LEFT JOIN node AS n ON n.id = m.owner WHERE " ASKED
    " ORDER BY m.id";
static const char seat_sql[] =
    "SELECT s.match, s.seat::bigint, s.name, s.token_hash, s.passport FROM match AS m JOIN seat AS "
    "s"
    " ON s.match = m.id WHERE " ASKED " AND ($3::bigint IS NULL OR m.owner = $3)"
    " ORDER BY s.match, s.seat";
static const char event_sql[] =
    "SELECT e.match, e.n::bigint, e.at, e.kind, e.data FROM match AS m JOIN event AS e"
    " ON e.match = m.id WHERE " ASKED " AND ($3::bigint IS NULL OR m.owner = $3)"
    " ORDER BY e.match, e.n";

/* The rows of several claims, which share them. The last user frees them. */
struct rows {
    atomic_int users;
    PGresult *match, *seat, *event;
};

/* The claims in `current`. */
struct claims {
    struct fl_pg_content content; /* first: a pointer to the content is a pointer to this */
    struct fl_pg_store *store;
    bool read_only;
    struct fl_pg_column taken[2], asked[2]; /* ids and codes */
    unsigned char node[8], now[8];
};

/* ---- rows ---- */

/* The first row of a table in a result that is sorted by id; the number of rows if there is none.
 */
static int first_row(const PGresult *result, int64_t id)
{
    int low = 0, high = PQntuples(result);
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (fl_pg_int(result, middle, 0) < id)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static bool is_of(const PGresult *result, int row, int64_t id)
{
    return row < PQntuples(result) && fl_pg_int(result, row, 0) == id;
}

/* The row of the table that a claim asks for, or -1. */
static int find_match(const PGresult *result, const struct fl_claim *claim)
{
    int64_t id = (int64_t)claim->id;
    if (!claim->by_code) {
        int row = first_row(result, id);
        return is_of(result, row, id) ? row : -1;
    }
    for (int row = 0; row < PQntuples(result); row++)
        if (!PQgetisnull(result, row, 8) && fl_pg_int(result, row, 8) == id)
            return row;
    return -1;
}

static void copy_bytes(const PGresult *result, int row, int column, unsigned char *to, size_t room)
{
    size_t len = (size_t)PQgetlength(result, row, column);
    memset(to, 0, room);
    memcpy(to, PQgetvalue(result, row, column), len < room ? len : room);
}

static void copy_text(const PGresult *result, int row, int column, char *to, size_t room)
{
    struct fl_buf out = fl_buf_over(to, room);
    fl_put(&out, PQgetvalue(result, row, column));
}

static char *copy_address(const PGresult *result, int row)
{
    char *address = fl_store_allocate(FL_ADDRESS_SIZE);
    copy_text(result, row, 9, address, FL_ADDRESS_SIZE);
    return address;
}

void fl_pg_read_match(const PGresult *result, int row, struct fl_store_match *match)
{
    match->id = (uint64_t)fl_pg_int(result, row, 0);
    copy_text(result, row, 1, match->game, sizeof match->game);
    match->version = (uint16_t)fl_pg_int(result, row, 2);
    copy_text(result, row, 3, match->options, sizeof match->options);
    copy_bytes(result, row, 4, match->secret, sizeof match->secret);
    match->created = fl_pg_int(result, row, 5);
    copy_text(result, row, 6, match->result, sizeof match->result);
}

static void read_seats(const PGresult *result, int64_t id, const struct fl_store_reader *reader)
{
    for (int row = first_row(result, id); is_of(result, row, id); row++) {
        struct fl_store_seat seat = {.seat = (uint8_t)fl_pg_int(result, row, 1)};
        copy_text(result, row, 2, seat.name, sizeof seat.name);
        copy_bytes(result, row, 3, seat.token_hash, sizeof seat.token_hash);
        seat.passport = (uint64_t)fl_pg_int(result, row, 4);
        reader->seat(reader->context, &seat);
    }
}

static void read_events(const PGresult *result, int64_t id, const struct fl_store_reader *reader)
{
    for (int row = first_row(result, id); is_of(result, row, id); row++) {
        struct fl_event event = {
            .n = (uint32_t)fl_pg_int(result, row, 1),
            .at = fl_pg_int(result, row, 2),
            .kind = PQgetvalue(result, row, 3),
            .data = PQgetvalue(result, row, 4),
            .len = (size_t)PQgetlength(result, row, 4),
        };
        reader->event(reader->context, &event);
    }
}

bool fl_pg_claim_read(struct fl_write_request *request, const struct fl_store_reader *reader)
{
    const struct rows *rows = request->answer;
    int row = rows ? first_row(rows->match, (int64_t)request->found) : 0;
    struct fl_store_match match;
    if (!rows || !is_of(rows->match, row, (int64_t)request->found))
        return false;
    fl_pg_read_match(rows->match, row, &match);
    reader->match(reader->context, &match);
    read_seats(rows->seat, (int64_t)match.id, reader);
    read_events(rows->event, (int64_t)match.id, reader);
    return true;
}

void fl_pg_claim_free(struct fl_write_request *request)
{
    struct rows *rows = request->answer;
    free(request->address);
    request->address = NULL;
    request->answer = NULL;
    if (!rows || atomic_fetch_sub(&rows->users, 1) > 1)
        return;
    PQclear(rows->match);
    PQclear(rows->seat);
    PQclear(rows->event);
    free(rows);
}

void fl_pg_claim_deliver(struct fl_write_request *request)
{
    const struct fl_claim *claim = &request->claim;
    struct fl_claim_answer answer = {
        .ownership = request->ownership, .id = request->found, .address = request->address};
    if (request->ownership == FL_OWNED_HERE || claim->read_only)
        fl_pg_claim_read(request, &claim->reader);
    claim->call(claim->context, claim->ticket, &answer);
    fl_pg_claim_free(request);
}

/* ---- executing ---- */

static void bind_asked(struct claims *c, struct fl_pg_statement *sql)
{
    fl_pg_column_bind(&c->asked[0], sql, FL_PG_INT8_ARRAY);
    fl_pg_column_bind(&c->asked[1], sql, FL_PG_INT8_ARRAY);
}

static void fill_claims(struct fl_pg_content *content, struct fl_pg_statement *sql)
{
    static const char *const reads[] = {match_sql, seat_sql, event_sql};
    struct claims *c = (struct claims *)content;
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    sql[0].sql = take_sql;
    sql[0].slot = SLOT_TAKE;
    fl_pg_column_bind(&c->taken[0], &sql[0], FL_PG_INT8_ARRAY);
    fl_pg_column_bind(&c->taken[1], &sql[0], FL_PG_INT8_ARRAY);
    fl_pg_bind_int8(&sql[0], (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000, c->now);
    for (int i = 0; i < 3; i++) {
        sql[i + 1].sql = reads[i];
        sql[i + 1].slot = SLOT_TAKE + 1 + i;
        bind_asked(c, &sql[i + 1]);
    }
    for (int i = 2; i < 4; i++)
        if (c->read_only)
            fl_pg_bind(&sql[i], FL_PG_INT8, NULL, 0);
        else
            fl_pg_bind_int8(&sql[i], c->store->sequence.node.id, c->node);
}

/* Sets the answer of one claim. False: another transaction holds the row. */
static bool answer(struct fl_pg_store *s, struct fl_write_request *request, struct rows *rows)
{
    int row = find_match(rows->match, &request->claim);
    if (row < 0) {
        request->ownership = FL_NO_TABLE;
        return true;
    }
    bool owned = !PQgetisnull(rows->match, row, 7);
    bool here = owned && fl_pg_int(rows->match, row, 7) == s->sequence.node.id;
    request->found = (uint64_t)fl_pg_int(rows->match, row, 0);
    request->ownership = here ? FL_OWNED_HERE : owned ? FL_OWNED_ELSEWHERE : FL_OWNERSHIP_UNKNOWN;
    if (owned && !here)
        request->address = copy_address(rows->match, row);
    if (here) {
        int64_t id = (int64_t)request->found;
        int first = first_row(rows->event, id), end = first;
        while (is_of(rows->event, end, id))
            end++;
        fl_pg_owned_add(&s->owned, request->found)->n = (uint32_t)(end - first);
    }
    if (here || request->claim.read_only) {
        request->answer = rows;
        atomic_fetch_add(&rows->users, 1);
    }
    return owned || request->claim.read_only;
}

static bool answer_all(struct fl_pg_store *s, struct fl_pg_content *content)
{
    bool complete = true;
    struct rows *rows = fl_store_allocate(sizeof *rows);
    atomic_init(&rows->users, 1);
    rows->match = content->result[1];
    rows->seat = content->result[2];
    rows->event = content->result[3];
    content->result[1] = content->result[2] = content->result[3] = NULL;
    for (struct fl_write_request *request = s->current.first; request; request = request->next) {
        fl_pg_claim_free(request);
        complete &= answer(s, request, rows);
    }
    struct fl_write_request last = {.answer = rows};
    fl_pg_claim_free(&last);
    return complete;
}

static void list_claims(struct claims *c, const struct fl_write_request *request)
{
    for (int i = 0; i < 2; i++) {
        fl_pg_column_clear(&c->taken[i]);
        fl_pg_column_clear(&c->asked[i]);
    }
    for (; request; request = request->next) {
        bool by_code = request->claim.by_code;
        fl_pg_column_add_number(&c->asked[by_code], (int64_t)request->claim.id, 8);
        if (!request->claim.read_only)
            fl_pg_column_add_number(&c->taken[by_code], (int64_t)request->claim.id, 8);
    }
}

/* A claim whose answer was lost is sent again with a new number. */
void fl_pg_execute_claims(struct fl_pg_store *s)
{
    struct claims c = {.content = {.fill = fill_claims, .statements = STATEMENTS},
                       .store = s,
                       .read_only = s->current.first->claim.read_only};
    enum fl_outcome outcome = FL_COMMITTED;
    bool complete = false;
    list_claims(&c, s->current.first);
    for (int i = 0; !complete && i < ATTEMPTS && outcome == FL_COMMITTED; i++) {
        if (i)
            fl_pg_pause(&s->sequence.session, ATTEMPT_PAUSE);
        outcome = fl_pg_sequence_run(&s->sequence, &c.content);
        complete = outcome == FL_COMMITTED && c.content.result[0] && answer_all(s, &c.content);
        fl_pg_content_clear(&c.content);
    }
    for (struct fl_write_request *request = s->current.first; request; request = request->next) {
        request->outcome = outcome;
        if (outcome != FL_COMMITTED)
            request->ownership = FL_OWNERSHIP_UNKNOWN;
    }
    for (int i = 0; i < 2; i++) {
        fl_pg_column_free(&c.taken[i]);
        fl_pg_column_free(&c.asked[i]);
    }
}
