/* The monitor: a thread with a session of its own, which a hanging group cannot delay. It watches
 * the numbers of other nodes by its own clock and deletes the row of a node whose number stands
 * still; that releases its tables. It also exchanges the public tables of the nodes. */
#include <stdlib.h>
#include <string.h>

#include "store/postgres/postgres.h"

enum { INTERVAL = 300, GAP = 1000, OWN_SILENCE = 2000, LOBBY_INTERVAL = 900 }; /* milliseconds */

struct peer {
    struct fl_store_node node;
    int64_t beat, changed; /* changed: when this node saw the number change */
};

struct fl_pg_monitor {
    pthread_t thread;
    const struct fl_pg_store *store;
    struct fl_pg_session session;
    struct fl_pg_server server;
    int64_t last_look, last_exchange;
    uint64_t published_for; /* id of the registration whose row has the text `published` */
    atomic_bool ends;
    /* Guarded by the mutex, except that the monitor's thread reads the peers without it: */
    pthread_mutex_t mutex;
    struct peer *peer;
    int peers;
    char *published; /* the text of this node, or NULL */
    bool is_new;     /* that the row does not have yet */
    char *others;    /* the texts of all other nodes, or NULL */
};

static char *copy_text(const char *text)
{
    size_t size = strlen(text) + 1;
    return memcpy(fl_store_allocate(size), text, size);
}

static bool goes_on(void *context)
{
    struct fl_pg_monitor *m = context;
    return !atomic_load(&m->ends);
}

/* Finds a peer by its id, or, if that is 0, by its address. */
static const struct peer *find_peer(const struct fl_pg_monitor *m, uint64_t id, const char *address)
{
    for (int i = 0; i < m->peers; i++)
        if (id ? m->peer[i].node.id == id : address && !strcmp(m->peer[i].node.address, address))
            return &m->peer[i];
    return NULL;
}

/* The row of this node; NULL if it has none, or no address. */
static const struct peer *find_self(const struct fl_pg_monitor *m)
{
    const char *address = m->store->sequence.node.address;
    return address ? find_peer(m, 0, address) : NULL;
}

/* Copies a text of a result into zeros, unless it is too long. */
static void read_text(const PGresult *rows, int row, int column, char *out, size_t size)
{
    size_t len = (size_t)PQgetlength(rows, row, column);
    if (len < size)
        memcpy(out, PQgetvalue(rows, row, column), len);
}

static struct peer read_peer(const PGresult *rows, int row, int64_t now)
{
    struct peer peer = {.node.id = (uint64_t)fl_pg_int(rows, row, 0),
                        .beat = fl_pg_int(rows, row, 1),
                        .changed = now};
    read_text(rows, row, 2, peer.node.address, sizeof peer.node.address);
    read_text(rows, row, 4, peer.node.build, sizeof peer.node.build);
    if (PQgetlength(rows, row, 3) == FL_HASH_SIZE)
        memcpy(peer.node.key, PQgetvalue(rows, row, 3), FL_HASH_SIZE);
    return peer;
}

/* Replaces the list of peers by the rows of a result; if `keep`, keeps when a number was seen to
 * change. */
static void update_peers(struct fl_pg_monitor *m, const PGresult *rows, int64_t now, bool keep)
{
    int count = PQntuples(rows);
    struct peer *peer = fl_store_allocate((size_t)(count + 1) * sizeof *peer), *old = m->peer;
    for (int i = 0; i < count; i++) {
        peer[i] = read_peer(rows, i, now);
        const struct peer *known = find_peer(m, peer[i].node.id, NULL);
        if (keep && known && known->beat == peer[i].beat)
            peer[i].changed = known->changed;
    }
    pthread_mutex_lock(&m->mutex);
    m->peer = peer;
    m->peers = count;
    pthread_mutex_unlock(&m->mutex);
    free(old);
}

/* Silence counts only while this node itself is heard: after a gap of its own, and while its own
 * transactions are not confirmed, it starts to watch again. */
static bool may_judge(const struct fl_pg_monitor *m, int64_t now)
{
    return now - m->last_look < GAP &&
           now - atomic_load(&m->store->sequence.confirmed) < OWN_SILENCE;
}

static void look(struct fl_pg_monitor *m)
{
    static const char sql[] = "SELECT id, beat, address, key, build FROM node";
    struct fl_pg_statement statement = {.sql = sql};
    PGresult *rows;
    if (fl_pg_execute(&m->session, &statement, 1, &rows) != FL_PG_ANSWERED) {
        m->last_look = 0;
        return;
    }
    int64_t now = fl_pg_now();
    update_peers(m, rows, now, may_judge(m, now));
    m->last_look = now;
    PQclear(rows);
    for (int i = 0; i < m->peers && m->session.conn; i++)
        if (now - m->peer[i].changed >= FL_PG_DEAD_TIME)
            fl_pg_fence(&m->session, (int64_t)m->peer[i].node.id, m->peer[i].beat);
}

/* ---- public tables ---- */

/* Writes the text of this node into its row. */
static void write_text(struct fl_pg_monitor *m, uint64_t self)
{
    struct fl_pg_statement sql = {
        .sql = "INSERT INTO lobby (node, tables) SELECT id, $2 FROM node WHERE id = $1"
               " ON CONFLICT (node) DO UPDATE SET tables = excluded.tables RETURNING 1"};
    unsigned char room[8];
    PGresult *result;
    pthread_mutex_lock(&m->mutex);
    char *text =
        m->published && (m->is_new || m->published_for != self) ? copy_text(m->published) : NULL;
    m->is_new = false;
    pthread_mutex_unlock(&m->mutex);
    if (!text)
        return;
    fl_pg_bind_int8(&sql, (int64_t)self, room);
    fl_pg_bind(&sql, FL_PG_TEXT, text, strlen(text));
    m->published_for = 0;
    if (fl_pg_execute(&m->session, &sql, 1, &result) == FL_PG_ANSWERED) {
        m->published_for = self;
        PQclear(result);
    }
    free(text);
}

static void read_texts(struct fl_pg_monitor *m, uint64_t self)
{
    struct fl_pg_statement sql = {.sql =
                                      "SELECT coalesce(string_agg(tables, '' ORDER BY node), ''),"
                                      " EXISTS (SELECT FROM lobby WHERE node = $1)"
                                      " FROM lobby WHERE node <> $1"};
    unsigned char room[8];
    PGresult *result;
    fl_pg_bind_int8(&sql, (int64_t)self, room);
    if (fl_pg_execute(&m->session, &sql, 1, &result) != FL_PG_ANSWERED)
        return;
    char *others = copy_text(PQgetvalue(result, 0, 0));
    if (!fl_pg_bool(result, 0, 1)) /* the database server has lost it */
        m->published_for = 0;
    PQclear(result);
    pthread_mutex_lock(&m->mutex);
    char *old = m->others;
    m->others = others;
    pthread_mutex_unlock(&m->mutex);
    free(old);
}

static void exchange(struct fl_pg_monitor *m)
{
    const struct peer *self = find_self(m);
    int64_t now = fl_pg_now();
    if (!self || now - m->last_exchange < LOBBY_INTERVAL)
        return;
    m->last_exchange = now;
    write_text(m, self->node.id);
    if (m->session.conn)
        read_texts(m, self->node.id);
}

/* ---- the thread ---- */

static void *work(void *context)
{
    struct fl_pg_monitor *m = context;
    while (goes_on(m)) {
        if (m->session.conn) {
            look(m);
            if (m->session.conn)
                exchange(m);
            fl_pg_pause(&m->session, INTERVAL);
        } else {
            m->last_look = 0; /* silence is not counted across a gap */
            fl_pg_connect(&m->session, &m->server, "flibuste monitor");
        }
    }
    fl_pg_disconnect(&m->session);
    return NULL;
}

struct fl_pg_monitor *fl_pg_monitor_start(const struct fl_pg_store *store)
{
    struct fl_pg_monitor *m = fl_store_allocate(sizeof *m);
    m->store = store;
    m->server = store->sequence.server; /* its options are the store's, which lives longer */
    m->session = (struct fl_pg_session){.wait = goes_on, .context = m};
    pthread_mutex_init(&m->mutex, NULL);
    if (!pthread_create(&m->thread, NULL, work, m))
        return m;
    free(m);
    return NULL;
}

void fl_pg_monitor_stop(struct fl_pg_monitor *m)
{
    atomic_store(&m->ends, true);
    pthread_join(m->thread, NULL);
    pthread_mutex_destroy(&m->mutex);
    free(m->peer);
    free(m->published);
    free(m->others);
    free(m);
}

/* ---- on the owner's thread ---- */

static struct fl_pg_monitor *monitor_of(struct fl_store *store)
{
    return ((struct fl_pg_store *)store)->monitor;
}

bool fl_pg_find_node(struct fl_store *store, uint64_t id, const char *address,
                     struct fl_store_node *out)
{
    struct fl_pg_monitor *m = monitor_of(store);
    pthread_mutex_lock(&m->mutex);
    const struct peer *found = id || address ? find_peer(m, id, address) : find_self(m);
    if (found)
        *out = found->node;
    pthread_mutex_unlock(&m->mutex);
    return found;
}

bool fl_pg_find_build(struct fl_store *store, const char *build, struct fl_store_node *out)
{
    struct fl_pg_monitor *m = monitor_of(store);
    bool found = false;
    pthread_mutex_lock(&m->mutex);
    for (int i = 0; i < m->peers && !found; i++) {
        found = !strcmp(m->peer[i].node.build, build);
        if (found)
            *out = m->peer[i].node;
    }
    pthread_mutex_unlock(&m->mutex);
    return found;
}

void fl_pg_publish(struct fl_store *store, const char *text)
{
    struct fl_pg_monitor *m = monitor_of(store);
    pthread_mutex_lock(&m->mutex);
    if (!m->published || strcmp(m->published, text) != 0) {
        free(m->published);
        m->published = copy_text(text);
        m->is_new = true;
    }
    pthread_mutex_unlock(&m->mutex);
}

void fl_pg_read_published(struct fl_store *store, struct fl_buf *out)
{
    struct fl_pg_monitor *m = monitor_of(store);
    pthread_mutex_lock(&m->mutex);
    if (m->others)
        fl_put(out, m->others);
    pthread_mutex_unlock(&m->mutex);
}

int fl_pg_count_nodes(struct fl_store *store)
{
    struct fl_pg_monitor *m = monitor_of(store);
    pthread_mutex_lock(&m->mutex);
    int count = m->peers;
    pthread_mutex_unlock(&m->mutex);
    return count;
}
