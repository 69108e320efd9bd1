/* A session with a PostgreSQL server: connecting, checking its settings, executing statements.
 * Every wait is bounded. */
#define _GNU_SOURCE /* CLOCK_BOOTTIME */
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>

#include "store/postgres/postgres.h"

enum { SLICE = 100, FIRST_PAUSE = 50, LONGEST_PAUSE = 2000, MAX_STRANGE = 5, MAX_OPTIONS = 64 };

int64_t fl_pg_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_BOOTTIME, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

void fl_pg_entropy(void *bytes, size_t len)
{
    if (getrandom(bytes, len, 0) != (ssize_t)len)
        abort();
}

/* ---- the server ---- */

static const char *value_of(const struct fl_pg_server *server, const char *keyword)
{
    for (const PQconninfoOption *o = server->option; o->keyword; o++)
        if (!strcmp(o->keyword, keyword))
            return o->val;
    return NULL;
}

static int count_parts(const char *list)
{
    int parts = 1;
    for (; list && *list; list++)
        parts += *list == ',';
    return parts;
}

bool fl_pg_server_parse(struct fl_pg_server *server, const char *url, struct fl_store_error *error)
{
    char *message = NULL;
    const char *shown = strchr(url, '@') ? strchr(url, '@') + 1 : url; /* without a password */
    server->option = PQconninfoParse(url, &message);
    if (!server->option) {
        fl_store_fail(error, "store.bad-url", shown, message ? message : "");
        error->detail[strcspn(error->detail, "\n")] = '\0';
        PQfreemem(message);
        return false;
    }
    int hosts = count_parts(value_of(server, "host"));
    int addresses = count_parts(value_of(server, "hostaddr"));
    server->hosts = hosts > addresses ? hosts : addresses;
    fl_pg_entropy(&server->next_host, sizeof server->next_host);
    return true;
}

void fl_pg_server_free(struct fl_pg_server *server)
{
    PQconninfoFree(server->option);
}

/* The part with this index of a list with commas; the last one if there are fewer. */
static const char *part_of(const char *list, unsigned index, char room[256])
{
    const char *comma;
    while (index-- && (comma = strchr(list, ',')))
        list = comma + 1;
    snprintf(room, 256, "%.*s", (int)strcspn(list, ","), list);
    return room;
}

/* ---- waiting ---- */

static bool goes_on(struct fl_pg_session *s)
{
    return !s->wait || s->wait(s->context);
}

bool fl_pg_pause(struct fl_pg_session *s, int milliseconds)
{
    int64_t end = fl_pg_now() + milliseconds, left;
    while ((left = end - fl_pg_now()) > 0) {
        if (!goes_on(s))
            return false;
        poll(NULL, 0, left < SLICE ? (int)left : SLICE);
    }
    return goes_on(s);
}

/* Waits until the socket is ready, or the deadline has passed. */
static bool wait_for_socket(struct fl_pg_session *s, short events, int64_t deadline)
{
    int64_t left;
    while ((left = deadline - fl_pg_now()) > 0) {
        struct pollfd ready = {.fd = PQsocket(s->conn), .events = events};
        if (ready.fd < 0)
            return false;
        if (poll(&ready, 1, left < SLICE ? (int)left : SLICE) > 0)
            return true;
        if (!goes_on(s))
            return false;
    }
    return false;
}

static void note_failure(struct fl_pg_session *s, const char *state, const char *text)
{
    snprintf(s->cause, sizeof s->cause, "postgres=%s", state && *state ? state : "lost");
    if (text)
        snprintf(s->detail, sizeof s->detail, "%s", text);
    s->detail[strcspn(s->detail, "\n")] = '\0';
}

static enum fl_pg_answer lose(struct fl_pg_session *s, const char *state, const char *text)
{
    note_failure(s, state, text);
    fl_pg_disconnect(s);
    return FL_PG_LOST;
}

/* ---- statements ---- */

void fl_pg_bind(struct fl_pg_statement *sql, Oid type, const void *value, size_t len)
{
    sql->type[sql->params] = type;
    sql->value[sql->params] = value;
    sql->len[sql->params++] = (int)len;
}

void fl_pg_bind_int8(struct fl_pg_statement *sql, int64_t number, unsigned char room[8])
{
    for (int i = 0; i < 8; i++)
        room[i] = (unsigned char)((uint64_t)number >> 8 * (7 - i));
    fl_pg_bind(sql, FL_PG_INT8, room, 8);
}

int64_t fl_pg_int(const PGresult *result, int row, int column)
{
    const unsigned char *at = (const unsigned char *)PQgetvalue(result, row, column);
    int len = PQgetlength(result, row, column);
    uint64_t number = len && at[0] & 0x80 ? UINT64_MAX : 0;
    for (int i = 0; i < len; i++)
        number = number << 8 | at[i];
    return (int64_t)number;
}

bool fl_pg_bool(const PGresult *result, int row, int column)
{
    return *PQgetvalue(result, row, column);
}

static bool flush(struct fl_pg_session *s, int64_t deadline)
{
    int left;
    while ((left = PQflush(s->conn)) > 0) {
        if (!wait_for_socket(s, POLLIN | POLLOUT, deadline) || !PQconsumeInput(s->conn))
            return false;
    }
    return !left;
}

/* The next result, or NULL as PQgetResult returns it. False: no answer. */
static bool next_result(struct fl_pg_session *s, int64_t deadline, PGresult **result)
{
    while (PQisBusy(s->conn))
        if (!wait_for_socket(s, POLLIN, deadline) || !PQconsumeInput(s->conn))
            return false;
    *result = PQgetResult(s->conn);
    return *result || PQstatus(s->conn) == CONNECTION_OK;
}

/* The class of an error (SQLSTATE); docs/internals/cluster.md has the table. */
static enum fl_pg_answer class_of(struct fl_pg_session *s, const char *state)
{
    static const char *const refused[] = {"22", "23", "54"};
    static const char *const again[] = {"40001", "40P01", "55P03", "57014", "53", "58"};
    static const char *const lost[] = {"08", "57P0", "25006"};
    if (!state)
        return FL_PG_LOST;
    for (size_t i = 0; i < sizeof lost / sizeof *lost; i++)
        if (!strncmp(state, lost[i], strlen(lost[i])))
            return FL_PG_LOST;
    for (size_t i = 0; i < sizeof again / sizeof *again; i++)
        if (!strncmp(state, again[i], strlen(again[i])))
            return FL_PG_AGAIN;
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++)
        if (!strncmp(state, refused[i], strlen(refused[i])))
            return FL_PG_REFUSED;
    return ++s->strange < MAX_STRANGE ? FL_PG_AGAIN : FL_PG_REFUSED;
}

struct collecting {
    PGresult **result;
    int count, found;
    enum fl_pg_answer answer;
    bool in_pipeline, done;
};

static void collect_one(struct fl_pg_session *s, struct collecting *c, PGresult *result)
{
    ExecStatusType status = PQresultStatus(result);
    if (status == PGRES_PIPELINE_SYNC) {
        c->done = true;
    } else if (status == PGRES_FATAL_ERROR && c->answer == FL_PG_ANSWERED) {
        const char *state = PQresultErrorField(result, PG_DIAG_SQLSTATE);
        note_failure(s, state, PQresultErrorMessage(result));
        c->answer = class_of(s, state);
    } else if (status == PGRES_TUPLES_OK && c->count) {
        if (!c->in_pipeline) { /* the last result counts */
            PQclear(c->result[0]);
            c->found = 0;
        }
        if (c->found < c->count) {
            c->result[c->found++] = result;
            return;
        }
    }
    PQclear(result);
}

/* Reads all results. An answer counts only if ReadyForQuery has arrived with an idle session, and
 * no warning came before it: a cancelled or ended wait for the standby is a warning. */
static enum fl_pg_answer collect(struct fl_pg_session *s, struct collecting *c)
{
    int64_t deadline = fl_pg_now() + (s->patience ? s->patience : FL_PG_ANSWER_TIME);
    PGresult *result;
    if (!flush(s, deadline))
        return lose(s, NULL, PQerrorMessage(s->conn));
    while (!c->done) {
        if (!next_result(s, deadline, &result))
            return lose(s, NULL, PQerrorMessage(s->conn));
        if (result)
            collect_one(s, c, result);
        else if (!c->in_pipeline)
            c->done = true;
    }
    if (PQstatus(s->conn) != CONNECTION_OK || PQtransactionStatus(s->conn) != PQTRANS_IDLE)
        return lose(s, NULL, PQerrorMessage(s->conn));
    if (s->warnings)
        return lose(s, "warning", NULL); /* the detail is the warning */
    if (c->answer == FL_PG_LOST)
        fl_pg_disconnect(s);
    if (c->answer == FL_PG_ANSWERED)
        s->strange = 0;
    return c->answer;
}

static enum fl_pg_answer clear_unless_answered(struct collecting *c, enum fl_pg_answer answer)
{
    for (int i = 0; answer != FL_PG_ANSWERED && i < c->count; i++) {
        PQclear(c->result[i]);
        c->result[i] = NULL;
    }
    return answer;
}

static void put_name(int slot, char name[16])
{
    snprintf(name, 16, "s%d", slot);
}

/* A transaction of its own: a statement stays prepared if the transaction that uses it fails. */
static enum fl_pg_answer prepare(struct fl_pg_session *s, const struct fl_pg_statement *sql)
{
    struct collecting c = {.in_pipeline = true};
    char name[16];
    put_name(sql->slot, name);
    if (!sql->slot || s->prepared >> sql->slot & 1)
        return FL_PG_ANSWERED;
    if (!PQenterPipelineMode(s->conn) ||
        !PQsendPrepare(s->conn, name, sql->sql, sql->params, sql->type) || !PQpipelineSync(s->conn))
        return lose(s, NULL, PQerrorMessage(s->conn));
    enum fl_pg_answer answer = collect(s, &c);
    if (s->conn && !PQexitPipelineMode(s->conn))
        return lose(s, NULL, PQerrorMessage(s->conn));
    if (answer == FL_PG_ANSWERED)
        s->prepared |= 1u << sql->slot;
    return answer == FL_PG_REFUSED ? FL_PG_AGAIN : answer;
}

static bool send_statement(PGconn *conn, const struct fl_pg_statement *sql)
{
    static const int binary[FL_PG_MAX_PARAMS] = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
                                                 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1};
    char name[16];
    put_name(sql->slot, name);
    if (sql->slot)
        return PQsendQueryPrepared(conn, name, sql->params, sql->value, sql->len, binary, 1);
    return PQsendQueryParams(conn, sql->sql, sql->params, sql->type, sql->value, sql->len, binary,
                             1);
}

enum fl_pg_answer fl_pg_execute(struct fl_pg_session *s, const struct fl_pg_statement *sql,
                                int count, PGresult *result[])
{
    struct collecting c = {.result = result, .count = count, .in_pipeline = true};
    memset(result, 0, (size_t)count * sizeof *result);
    s->warnings = 0;
    for (int i = 0; i < count; i++) {
        enum fl_pg_answer prepared = prepare(s, &sql[i]);
        if (prepared != FL_PG_ANSWERED)
            return prepared;
    }
    bool sent = PQenterPipelineMode(s->conn);
    for (int i = 0; sent && i < count; i++)
        sent = send_statement(s->conn, &sql[i]);
    if (!sent || !PQpipelineSync(s->conn))
        return lose(s, NULL, PQerrorMessage(s->conn));
    enum fl_pg_answer answer = collect(s, &c);
    if (s->conn && !PQexitPipelineMode(s->conn))
        answer = lose(s, NULL, PQerrorMessage(s->conn));
    return clear_unless_answered(&c, answer);
}

enum fl_pg_answer fl_pg_run_script(struct fl_pg_session *s, const char *sql, PGresult **last)
{
    PGresult *result = NULL;
    struct collecting c = {.result = &result, .count = 1};
    s->warnings = 0;
    if (!PQsendQuery(s->conn, sql))
        return lose(s, NULL, PQerrorMessage(s->conn));
    enum fl_pg_answer answer = clear_unless_answered(&c, collect(s, &c));
    if (last)
        *last = result;
    else
        PQclear(result);
    return answer;
}

/* ---- connecting ---- */

void fl_pg_disconnect(struct fl_pg_session *s)
{
    PQfinish(s->conn);
    s->conn = NULL;
    s->prepared = 0;
}

static void count_warnings(void *session, const PGresult *notice)
{
    struct fl_pg_session *s = session;
    const char *severity = PQresultErrorField(notice, PG_DIAG_SEVERITY_NONLOCALIZED);
    if (!severity || strcmp(severity, "WARNING"))
        return; /* NOTICE, INFO, LOG, DEBUG */
    s->warnings++;
    const char *text = PQresultErrorField(notice, PG_DIAG_MESSAGE_PRIMARY);
    snprintf(s->detail, sizeof s->detail, "%s", text ? text : "");
}

struct settings {
    const char *keyword[MAX_OPTIONS], *value[MAX_OPTIONS];
    int count;
    char options[1024], host[256], address[256], port[256];
};

static void set(struct settings *to, const char *keyword, const char *value)
{
    if (!value || to->count == MAX_OPTIONS - 1)
        return;
    to->keyword[to->count] = keyword;
    to->value[to->count++] = value;
}

/* Settings in `options` override the defaults of the database and of the role. */
static void make_settings(struct settings *to, const struct fl_pg_server *server, const char *name)
{
    static const char *const ours[] = {"host",
                                       "hostaddr",
                                       "port",
                                       "options",
                                       "application_name",
                                       "client_encoding",
                                       "target_session_attrs"};
    unsigned index = server->next_host % (unsigned)server->hosts;
    const char *host = value_of(server, "host"), *address = value_of(server, "hostaddr");
    const char *port = value_of(server, "port"), *options = value_of(server, "options");
    *to = (struct settings){0};
    for (const PQconninfoOption *o = server->option; o->keyword; o++) {
        bool is_ours = false;
        for (size_t i = 0; i < sizeof ours / sizeof *ours; i++)
            is_ours |= !strcmp(o->keyword, ours[i]);
        if (!is_ours)
            set(to, o->keyword, o->val);
    }
    set(to, "host", host ? part_of(host, index, to->host) : NULL);
    set(to, "hostaddr", address ? part_of(address, index, to->address) : NULL);
    set(to, "port", port ? part_of(port, index, to->port) : NULL);
    snprintf(to->options, sizeof to->options,
             "%s -c default_transaction_isolation=read\\ committed"
             " -c default_transaction_read_only=off -c synchronous_commit=on"
             " -c statement_timeout=0 -c lock_timeout=0"
             " -c idle_in_transaction_session_timeout=5s -c client_connection_check_interval=1s"
             " -c tcp_keepalives_idle=5 -c tcp_user_timeout=5000 -c client_min_messages=warning",
             options ? options : "");
    set(to, "options", to->options);
    set(to, "application_name", name);
    set(to, "client_encoding", "UTF8");
    set(to, "target_session_attrs", "read-write");
}

static bool finish_connecting(struct fl_pg_session *s)
{
    int64_t deadline = fl_pg_now() + FL_PG_ANSWER_TIME;
    PostgresPollingStatusType status = PGRES_POLLING_WRITING;
    while (status == PGRES_POLLING_READING || status == PGRES_POLLING_WRITING) {
        if (!wait_for_socket(s, status == PGRES_POLLING_READING ? POLLIN : POLLOUT, deadline))
            return false;
        status = PQconnectPoll(s->conn);
    }
    return status == PGRES_POLLING_OK && PQsetnonblocking(s->conn, 1) == 0;
}

/* One row of the settings that the protocol depends on: foreign keys are enforced for
 * session_replication_role=origin only; a proxy that shares sessions has another process id. */
static const char checks[] =
    "SELECT pg_backend_pid()::bigint, NOT pg_is_in_recovery()"
    " AND current_setting('transaction_isolation') = 'read committed'"
    " AND current_setting('transaction_read_only') = 'off'"
    " AND current_setting('synchronous_commit') = 'on'"
    " AND current_setting('session_replication_role') = 'origin'"
    " AND current_setting('server_encoding') = 'UTF8',"
    " current_setting('fsync') = 'on' AND current_setting('full_page_writes') = 'on'"
    " AND current_setting('synchronous_standby_names') <> '',"
    " ('x' || substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8))::bit(32)::int::bigint";

static bool is_acceptable(struct fl_pg_session *s, struct fl_pg_server *server)
{
    struct fl_pg_statement sql = {.sql = checks};
    PGresult *result;
    const char *why = NULL;
    if (fl_pg_execute(s, &sql, 1, &result) != FL_PG_ANSWERED)
        return false;
    int timeline = (int)fl_pg_int(result, 0, 3), known = atomic_load(server->timeline);
    if (fl_pg_int(result, 0, 0) != PQbackendPID(s->conn))
        why = "a proxy shares sessions";
    else if (!fl_pg_bool(result, 0, 1))
        why = "settings of the session";
    else if (!server->unreplicated && !fl_pg_bool(result, 0, 2))
        why = "no synchronous standby";
    else if (timeline < known)
        why = "an old primary";
    else
        while (timeline > known &&
               !atomic_compare_exchange_weak(server->timeline, &known, timeline))
            ;
    PQclear(result);
    if (why)
        lose(s, "refused", why);
    return !why;
}

static bool try_host(struct fl_pg_session *s, struct fl_pg_server *server, const char *name)
{
    struct settings settings;
    make_settings(&settings, server, name);
    server->next_host++;
    s->conn = PQconnectStartParams(settings.keyword, settings.value, 0);
    if (!s->conn)
        abort(); /* no memory */
    PQsetNoticeReceiver(s->conn, count_warnings, s);
    if (PQstatus(s->conn) == CONNECTION_BAD || !finish_connecting(s)) {
        lose(s, "connect", PQerrorMessage(s->conn));
        return false;
    }
    return is_acceptable(s, server);
}

bool fl_pg_connect(struct fl_pg_session *s, struct fl_pg_server *server, const char *name)
{
    unsigned jitter = 0;
    if (s->pause) {
        fl_pg_entropy(&jitter, sizeof jitter);
        if (!fl_pg_pause(s, s->pause / 2 + (int)(jitter % (unsigned)s->pause)))
            return false;
    }
    fl_pg_disconnect(s);
    if (try_host(s, server, name)) {
        s->pause = 0;
        return true;
    }
    int longer = s->pause ? 2 * s->pause : FIRST_PAUSE;
    s->pause = longer < LONGEST_PAUSE ? longer : LONGEST_PAUSE;
    return false;
}
