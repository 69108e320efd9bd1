/* The row of this node: registration, takeover from a dead process, leaving; and the schema. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "store/postgres/postgres.h"

enum { KEY_SIZE = 32, LOOK_TIME = 250, LOCK_KEY = 0x666C6962, MIGRATION_TIME = 600000 };

/* ---- registration ---- */

/* A row that has the address of this node. */
struct holder {
    int64_t id, beat; /* id 0: there is none */
};

static bool find_holder(struct fl_pg_sequence *q, struct holder *out)
{
    struct fl_pg_statement sql = {.sql = "SELECT id, beat FROM node WHERE address = $1"};
    PGresult *result;
    fl_pg_bind(&sql, FL_PG_TEXT, q->node.address, strlen(q->node.address));
    if (fl_pg_execute(&q->session, &sql, 1, &result) != FL_PG_ANSWERED)
        return false;
    *out = (struct holder){0};
    if (PQntuples(result))
        *out = (struct holder){fl_pg_int(result, 0, 0), fl_pg_int(result, 0, 1)};
    PQclear(result);
    return true;
}

bool fl_pg_fence(struct fl_pg_session *s, int64_t node, int64_t beat)
{
    struct fl_pg_statement end = {
        .sql = "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity"
               " WHERE application_name LIKE $1 AND usename = current_user"
               " AND pid <> pg_backend_pid()"};
    struct fl_pg_statement delete = {.sql = "DELETE FROM node WHERE id = $1 AND beat = $2"
                                            " RETURNING 1"};
    char name[FL_PG_NAME_SIZE];
    unsigned char room[2][8];
    PGresult *result;
    fl_pg_session_name(node, "%", name);
    fl_pg_bind(&end, FL_PG_TEXT, name, strlen(name));
    if (fl_pg_execute(s, &end, 1, &result) != FL_PG_ANSWERED)
        return false;
    PQclear(result);
    fl_pg_bind_int8(&delete, node, room[0]);
    fl_pg_bind_int8(&delete, beat, room[1]);
    if (fl_pg_execute(s, &delete, 1, &result) != FL_PG_ANSWERED)
        return false;
    bool deleted = PQntuples(result) > 0;
    PQclear(result);
    return deleted;
}

/* Waits until the number of the holder has not changed for FL_PG_DEAD_TIME. False: it is alive, or
 * the session failed. */
static bool seems_dead(struct fl_pg_sequence *q, const struct holder *holder)
{
    int64_t end = fl_pg_now() + FL_PG_DEAD_TIME;
    while (fl_pg_now() < end) {
        struct holder now;
        if (!fl_pg_pause(&q->session, LOOK_TIME) || !find_holder(q, &now))
            return false;
        if (now.id != holder->id || now.beat != holder->beat)
            return !now.id;
    }
    return true;
}

/* Frees the address of this node. A process that listens there knows that the holder is dead. */
static bool free_address(struct fl_pg_sequence *q, bool *taken)
{
    struct holder holder;
    *taken = false;
    if (!find_holder(q, &holder))
        return false;
    if (!holder.id)
        return true;
    if (!q->node.has_address && !seems_dead(q, &holder)) {
        *taken = q->session.conn;
        return false;
    }
    q->node.has_address = false; /* a row that appears later is of another machine */
    fl_pg_fence(&q->session, holder.id, holder.beat);
    return find_holder(q, &holder) && !holder.id;
}

static bool insert_row(struct fl_pg_sequence *q, int64_t id)
{
    struct fl_pg_statement sql = {.sql = "INSERT INTO node (id, address, key, build)"
                                         " VALUES ($1, $2, $3, $4) RETURNING 1::bigint,"
                                         " current_setting('synchronous_standby_names') <> ''"};
    unsigned char room[8], key[KEY_SIZE];
    char own[32];
    PGresult *result;
    const char *address = q->node.address;
    snprintf(own, sizeof own, "nowhere %016llx", (unsigned long long)id);
    if (!address)
        address = own;
    fl_pg_entropy(key, sizeof key);
    fl_pg_bind_int8(&sql, id, room);
    fl_pg_bind(&sql, FL_PG_TEXT, address, strlen(address));
    fl_pg_bind(&sql, FL_PG_BYTEA, key, sizeof key);
    fl_pg_bind(&sql, FL_PG_TEXT, q->node.build, strlen(q->node.build));
    if (fl_pg_execute(&q->session, &sql, 1, &result) != FL_PG_ANSWERED)
        return false;
    bool durable = q->server.unreplicated || fl_pg_bool(result, 0, 1);
    PQclear(result);
    return durable;
}

/* A registration whose outcome is unknown leaves a row that belongs to nobody, which is deleted
 * by its address in the next round, or fenced as a dead node. */
static bool try_to_register(struct fl_pg_sequence *q, bool *taken)
{
    int64_t id = 0, sent = fl_pg_now();
    char name[FL_PG_NAME_SIZE];
    while (!id) {
        fl_pg_entropy(&id, sizeof id);
        id &= INT64_MAX;
    }
    fl_pg_session_name(id, "stream", name);
    *taken = false;
    if (!fl_pg_connect(&q->session, &q->server, name) ||
        (q->node.address && !free_address(q, taken)) || !insert_row(q, id))
        return false;
    q->node.id = id;
    q->node.last = q->node.committed = 0;
    atomic_store(&q->confirmed, sent);
    return true;
}

bool fl_pg_node_register(struct fl_pg_sequence *q, struct fl_store_error *error)
{
    bool taken = false;
    int attempts = 2 * q->server.hosts; /* while the store is being opened */
    while (!try_to_register(q, &taken)) {
        if (q->session.wait && !q->session.wait(q->session.context))
            return false;
        if (taken && error)
            return fl_store_fail(error, "store.address-taken", q->node.address, "");
        if (error && !q->session.conn && !--attempts)
            return fl_store_fail(error, "store.cannot-open", error->path, q->session.detail);
    }
    return true;
}

void fl_pg_node_leave(struct fl_pg_sequence *q)
{
    struct fl_pg_statement sql = {.sql = "DELETE FROM node WHERE id = $1 RETURNING 1"};
    unsigned char room[8];
    PGresult *result;
    if (!q->node.id || !q->session.conn)
        return;
    fl_pg_bind_int8(&sql, q->node.id, room);
    if (fl_pg_execute(&q->session, &sql, 1, &result) == FL_PG_ANSWERED)
        PQclear(result);
    q->node.id = 0;
}

/* ---- the schema ---- */

static int newest_version(void)
{
    int version = 0;
    while (fl_postgres_migrations[version])
        version++;
    return version;
}

/* The version of the schema; 0: it is empty, -1: it belongs to another program, -2: error. */
static int find_version(struct fl_pg_session *s)
{
    static const char tables[] = "SELECT to_regclass('flibuste_schema') IS NOT NULL,"
                                 " to_regclass('match') IS NOT NULL";
    PGresult *result;
    if (fl_pg_run_script(s, tables, &result) != FL_PG_ANSWERED)
        return -2;
    bool ours = *PQgetvalue(result, 0, 0) == 't', others = *PQgetvalue(result, 0, 1) == 't';
    PQclear(result);
    if (!ours)
        return others ? -1 : 0;
    if (fl_pg_run_script(s, "SELECT max(version) FROM flibuste_schema", &result) != FL_PG_ANSWERED)
        return -2;
    int version = atoi(PQgetvalue(result, 0, 0));
    PQclear(result);
    return version;
}

/* All migrations in one query, which is one transaction. The lock makes other nodes wait that start
 * at the same time; their own migration then fails at the primary key of flibuste_schema. */
static bool apply_migrations(struct fl_pg_session *s, int version)
{
    char note[160];
    size_t size = 1024;
    for (int i = version; fl_postgres_migrations[i]; i++)
        size += strlen(fl_postgres_migrations[i]) + sizeof note;
    char *script = fl_store_allocate(size);
    struct fl_buf out = fl_buf_over(script, size);
    snprintf(note, sizeof note, "SELECT pg_advisory_xact_lock(%d);", LOCK_KEY);
    fl_put(&out, note);
    if (!version)
        fl_put(&out, "CREATE TABLE flibuste_schema (version int PRIMARY KEY);");
    for (int i = version; fl_postgres_migrations[i]; i++) {
        snprintf(note, sizeof note, "INSERT INTO flibuste_schema VALUES (%d);", i + 1);
        fl_put(&out, note);
        fl_put(&out, fl_postgres_migrations[i]);
    }
    s->patience = MIGRATION_TIME;
    bool done = fl_pg_run_script(s, script, NULL) == FL_PG_ANSWERED;
    s->patience = 0;
    free(script);
    return done;
}

bool fl_pg_migrate(struct fl_pg_session *s, struct fl_store_error *error, const char *path)
{
    int newest = newest_version(), version = find_version(s);
    if (version >= 0 && version < newest && !apply_migrations(s, version)) {
        char detail[sizeof s->detail];
        memcpy(detail, s->detail, sizeof detail);
        version = s->conn ? find_version(s) : -2; /* another node may have done it */
        if (version != newest)
            return fl_store_fail(error, "store.cannot-open", path, detail);
    }
    if (version == -1)
        return fl_store_fail(error, "store.not-ours", path, "");
    if (version == -2)
        return fl_store_fail(error, "store.cannot-open", path, s->detail);
    /* The next version only adds: old and new programs run together during an upgrade. */
    return version <= newest + 1 || fl_store_fail(error, "store.newer", path, "");
}
