/* Reading functions of the store: requests for which the owner's thread waits, a limited time. */
#include <stdlib.h>
#include <time.h>

#include "store/postgres/postgres.h"

enum { PAGE = 500, LOAD_TIME = 4000, BYTES_TIME = 200 };

/* A query with one number as its parameter. */
struct query {
    const char *sql;
    int64_t argument;
    PGresult *result; /* NULL: it failed */
};

static void free_request(struct fl_write_request *request)
{
    struct query *query = request->answer;
    if (request->kind == FL_WRITE_CLAIM) {
        fl_pg_claim_free(request);
    } else {
        PQclear(query->result);
        free(query);
    }
    free(request);
}

void fl_pg_finish_awaited(struct fl_pg_store *s, struct fl_write_request *request)
{
    pthread_mutex_lock(&s->thread.mutex);
    bool abandoned = request->abandoned;
    request->answered = true;
    pthread_cond_signal(&s->answered);
    pthread_mutex_unlock(&s->thread.mutex);
    if (abandoned)
        free_request(request);
}

enum fl_outcome fl_pg_execute_query(struct fl_pg_store *s)
{
    struct query *query = s->current.first->answer;
    struct fl_pg_statement sql = {.sql = query->sql};
    unsigned char room[8];
    enum fl_outcome outcome = FL_COMMITTED;
    if (!s->sequence.session.conn) /* connects again */
        outcome = fl_pg_sequence_beat(&s->sequence);
    fl_pg_bind_int8(&sql, query->argument, room);
    if (outcome == FL_COMMITTED && s->sequence.session.conn)
        fl_pg_execute(&s->sequence.session, &sql, 1, &query->result);
    return outcome;
}

/* Waits for the answer to a request. False: there is none, and the storage thread frees it. */
static bool await(struct fl_pg_store *s, struct fl_write_request *request, int milliseconds)
{
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    int64_t end = (int64_t)until.tv_nsec + (int64_t)milliseconds * 1000000;
    until.tv_sec += end / 1000000000;
    until.tv_nsec = end % 1000000000;
    request->awaited = true;
    s->thread.base.enqueue(&s->thread.base.store, request);
    pthread_mutex_lock(&s->thread.mutex);
    while (!request->answered && !pthread_cond_timedwait(&s->answered, &s->thread.mutex, &until))
        ;
    bool answered = request->answered;
    request->abandoned = !answered;
    pthread_mutex_unlock(&s->thread.mutex);
    return answered;
}

bool fl_pg_load(struct fl_store *store, uint64_t match, const struct fl_store_reader *reader)
{
    struct fl_pg_store *s = (struct fl_pg_store *)store;
    struct fl_write_request *request = fl_store_allocate(sizeof *request);
    request->kind = FL_WRITE_CLAIM;
    request->match = match;
    request->claim = (struct fl_claim){.id = match, .read_only = true};
    if (!await(s, request, LOAD_TIME))
        return false;
    bool found = fl_pg_claim_read(request, reader);
    free_request(request);
    return found;
}

/* Returns the request with its result, or NULL. */
static struct fl_write_request *ask(struct fl_pg_store *s, const char *sql, int64_t argument,
                                    int milliseconds)
{
    struct fl_write_request *request = fl_store_allocate(sizeof *request);
    struct query *query = fl_store_allocate(sizeof *query);
    *query = (struct query){.sql = sql, .argument = argument};
    request->kind = FL_WRITE_QUERY;
    request->answer = query;
    if (!await(s, request, milliseconds))
        return NULL;
    if (query->result)
        return request;
    free_request(request);
    return NULL;
}

static const PGresult *result_of(const struct fl_write_request *request)
{
    return ((const struct query *)request->answer)->result;
}

#define PAGE_OF(condition)                                                                         \
    "SELECT id, game, version::bigint, terms, secret, created, result, serial FROM match"          \
    " WHERE serial > $1" condition " ORDER BY serial LIMIT 500"

bool fl_pg_list(struct fl_store *store, bool running, void *context,
                void (*each)(void *context, const struct fl_store_match *))
{
    struct fl_pg_store *s = (struct fl_pg_store *)store;
    const char *sql = running ? PAGE_OF(" AND result = ''") : PAGE_OF("");
    int64_t after = INT64_MIN;
    for (int rows = PAGE; rows == PAGE;) {
        struct fl_write_request *page = ask(s, sql, after, LOAD_TIME);
        if (!page)
            return false;
        rows = PQntuples(result_of(page));
        for (int row = 0; row < rows; row++) {
            struct fl_store_match match;
            fl_pg_read_match(result_of(page), row, &match);
            after = fl_pg_int(result_of(page), row, 7);
            each(context, &match);
        }
        free_request(page);
    }
    return true;
}

/* Looks at the match that was created last and at those that were touched last: an index of events
 * by time would cost more than it gives. */
int64_t fl_pg_newest(struct fl_store *store)
{
    static const char sql[] =
        "SELECT greatest(coalesce((SELECT created FROM match ORDER BY serial DESC LIMIT 1), 0),"
        " coalesce((SELECT max(e.at) FROM (SELECT id FROM match ORDER BY touched DESC LIMIT 100)"
        " AS m, LATERAL (SELECT at FROM event WHERE match = m.id ORDER BY n DESC LIMIT 1) AS e),"
        " $1::bigint))";
    struct fl_write_request *answer = ask((struct fl_pg_store *)store, sql, 0, LOAD_TIME);
    int64_t newest = answer ? fl_pg_int(result_of(answer), 0, 0) : 0;
    if (answer)
        free_request(answer);
    return newest;
}

/* While the database does not answer, the last known size. */
uint64_t fl_pg_bytes(struct fl_store *store)
{
    struct fl_pg_store *s = (struct fl_pg_store *)store;
    struct fl_write_request *answer =
        ask(s, "SELECT pg_database_size(current_database()) + 0 * $1::bigint", 0, BYTES_TIME);
    if (answer) {
        s->bytes = (uint64_t)fl_pg_int(result_of(answer), 0, 0);
        free_request(answer);
    }
    return s->bytes;
}
