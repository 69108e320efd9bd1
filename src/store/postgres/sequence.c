/* The sequence of numbered transactions of a node. A transaction moves the number of the node from
 * the last committed one, its predecessor, to its own, and has no effect if it cannot. A number is
 * never used for a second content. tests/model explores this protocol. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "store/postgres/postgres.h"

/* The empty group; also burns the number of another content with the same predecessor. */
static const char beat_sql[] =
    "WITH fence AS (UPDATE node SET beat = $2 WHERE id = $1 AND beat = $3 RETURNING id)"
    " SELECT count(*), current_setting('synchronous_standby_names') <> '' FROM fence";

/* The outcome query is a write: it waits for earlier transactions of the node and for the standby,
 * so that what it returns cannot be lost. */
static const char ask_sql[] = "UPDATE node SET beat = beat WHERE id = $1"
                              " RETURNING beat, current_setting('synchronous_standby_names') <> ''";

/* Ends the sessions that earlier connections of this node have left behind. */
static const char terminate_sql[] =
    "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity"
    " WHERE application_name = $1 AND usename = current_user AND pid <> pg_backend_pid()";

enum { SLOT_BEAT = 1, SLOT_ASK = 2, QUICK_STEPS = 3, LONGEST_WAIT = 1000 };

/* A transaction on its way to an outcome. */
struct attempt {
    struct fl_pg_content *content;
    int64_t number, burning; /* burning: the number of the empty group, or 0 */
    int64_t first_sent;
    bool asks; /* the outcome query is due before anything is sent */
    int steps;
};

void fl_pg_session_name(int64_t node, const char *role, char name[FL_PG_NAME_SIZE])
{
    snprintf(name, FL_PG_NAME_SIZE, "flibuste %016llx %s", (unsigned long long)node, role);
}

void fl_pg_content_clear(struct fl_pg_content *content)
{
    for (int i = 0; i < FL_PG_MAX_RESULTS; i++) {
        PQclear(content->result[i]);
        content->result[i] = NULL;
    }
}

static bool connect_stream(struct fl_pg_sequence *q)
{
    char name[FL_PG_NAME_SIZE];
    struct fl_pg_statement sql = {.sql = terminate_sql};
    PGresult *result;
    fl_pg_session_name(q->node.id, "stream", name);
    if (!fl_pg_connect(&q->session, &q->server, name))
        return false;
    fl_pg_bind(&sql, FL_PG_TEXT, name, strlen(name));
    bool done = fl_pg_execute(&q->session, &sql, 1, &result) == FL_PG_ANSWERED;
    PQclear(done ? result : NULL);
    return done;
}

/* Whether a durable answer says so; an answer without a standby is not durable. */
static bool is_replicated(const struct fl_pg_sequence *q, const PGresult *result)
{
    return q->server.unreplicated || fl_pg_bool(result, 0, 1);
}

static void confirm(struct fl_pg_sequence *q, int64_t number, int64_t sent)
{
    q->node.committed = number;
    atomic_store(&q->confirmed, sent);
}

/* What an attempt has come to. */
enum progress { GOES_ON, COMMITTED, BURNT, FENCED };

static enum progress confirm_attempt(struct fl_pg_sequence *q, const struct attempt *a,
                                     int64_t number)
{
    confirm(q, number, a->first_sent);
    return number == a->burning ? BURNT : COMMITTED;
}

/* Asks for the number of the last committed transaction. */
static enum progress ask(struct fl_pg_sequence *q, struct attempt *a)
{
    unsigned char id[8];
    struct fl_pg_statement sql = {.sql = ask_sql, .slot = SLOT_ASK};
    PGresult *result;
    fl_pg_bind_int8(&sql, q->node.id, id);
    if (fl_pg_execute(&q->session, &sql, 1, &result) != FL_PG_ANSWERED)
        return GOES_ON;
    bool exists = PQntuples(result), replicated = !exists || is_replicated(q, result);
    int64_t beat = exists ? fl_pg_int(result, 0, 0) : 0;
    PQclear(result);
    if (!exists)
        return FENCED;
    if (!replicated)
        return GOES_ON;
    if (beat == a->number || (a->burning && beat == a->burning))
        return confirm_attempt(q, a, beat);
    if (beat != q->node.committed) /* acknowledged transactions were lost: by a promotion */
        return FENCED;
    a->asks = false;
    return GOES_ON;
}

static void bind_numbers(const struct fl_pg_sequence *q, int64_t number,
                         struct fl_pg_statement *sql, unsigned char room[3][8])
{
    fl_pg_bind_int8(sql, q->node.id, room[0]);
    fl_pg_bind_int8(sql, number, room[1]);
    fl_pg_bind_int8(sql, q->node.committed, room[2]);
}

/* Sends the content, or the empty group that burns its number. */
static enum progress send(struct fl_pg_sequence *q, struct attempt *a)
{
    struct fl_pg_statement sql[FL_PG_MAX_RESULTS] = {{.sql = beat_sql, .slot = SLOT_BEAT}};
    PGresult *result[FL_PG_MAX_RESULTS] = {0};
    int64_t number = a->burning ? a->burning : a->number;
    int count = a->burning ? 1 : a->content->statements;
    unsigned char room[3][8];
    bind_numbers(q, number, sql, room);
    if (!a->burning)
        a->content->fill(a->content, sql);
    if (!a->first_sent)
        a->first_sent = fl_pg_now();
    enum fl_pg_answer answer = fl_pg_execute(&q->session, sql, count, result);
    a->asks = true;
    if (answer == FL_PG_REFUSED && !a->burning) {
        a->burning = ++q->node.last;
        a->asks = false;
    }
    if (answer != FL_PG_ANSWERED)
        return GOES_ON;
    enum progress progress = GOES_ON;
    if (fl_pg_int(result[0], 0, 0) == 1 && is_replicated(q, result[0]))
        progress = confirm_attempt(q, a, number);
    for (int i = 0; i < count; i++)
        if (progress == COMMITTED)
            a->content->result[i] = result[i];
        else
            PQclear(result[i]);
    return progress;
}

/* Sends, or asks. After several steps in one session, waits before the next one. */
static enum progress step(struct fl_pg_sequence *q, struct attempt *a)
{
    enum progress progress = a->asks ? ask(q, a) : send(q, a);
    int waits = ++a->steps - QUICK_STEPS;
    if (progress == GOES_ON && q->session.conn && waits > 0)
        fl_pg_pause(&q->session, waits < 7 ? 10 << waits : LONGEST_WAIT);
    return progress;
}

enum fl_outcome fl_pg_sequence_run(struct fl_pg_sequence *q, struct fl_pg_content *content)
{
    static const enum fl_outcome outcome[] = {FL_UNKNOWN, FL_COMMITTED, FL_NOT_COMMITTED,
                                              FL_FENCED};
    struct attempt a = {.content = content, .number = ++q->node.last};
    enum progress progress = GOES_ON;
    fl_pg_content_clear(content);
    while (progress == GOES_ON && (!q->session.wait || q->session.wait(q->session.context))) {
        if (q->session.conn)
            progress = step(q, &a);
        else
            a.asks = connect_stream(q) || a.first_sent;
    }
    return outcome[progress];
}

static void fill_nothing(struct fl_pg_content *content, struct fl_pg_statement *sql)
{
    (void)content;
    sql->sql = beat_sql;
    sql->slot = SLOT_BEAT;
}

enum fl_outcome fl_pg_sequence_beat(struct fl_pg_sequence *q)
{
    struct fl_pg_content empty = {.fill = fill_nothing, .statements = 1};
    enum fl_outcome outcome = fl_pg_sequence_run(q, &empty);
    fl_pg_content_clear(&empty);
    return outcome;
}
