/* A store in PostgreSQL, which several nodes share. The storage thread executes requests one
 * transaction after another; docs/internals/cluster.md describes the protocol. */
#include "store/postgres/postgres.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct fl_pg_store *postgres_of(struct fl_store *store)
{
    return (struct fl_pg_store *)store;
}

/* ---- requests, on the owner's thread ---- */

static void finish(struct fl_store *store, struct fl_write_request *request)
{
    struct fl_pg_store *s = postgres_of(store);
    switch (request->kind) {
    case FL_WRITE_CLAIM:
        fl_pg_claim_deliver(request);
        break;
    case FL_WRITE_SCAN:
        fl_pg_scan_deliver(request);
        break;
    case FL_WRITE_FENCE:
        s->owner_epoch = request->epoch;
        if (store->fenced)
            store->fenced(store->fenced_context);
        break;
    default:
        request->done.call(request->done.context, request->done.ticket, request->outcome);
    }
    fl_write_request_free(request);
}

/* The read lease: others take over a node after FL_PG_DEAD_TIME without a heartbeat. The time
 * counts from when the last confirmed transaction was sent, and each node uses its own clock only.
 */
static bool has_lease(const struct fl_pg_store *s)
{
    return fl_pg_now() - atomic_load(&s->sequence.confirmed) < FL_PG_LEASE_TIME;
}

/* After a fence the lease is that of the next registration, while the owner may still have tables
 * of the last one. */
static bool is_fresh(struct fl_store *store)
{
    struct fl_pg_store *s = postgres_of(store);
    return s->owner_epoch == atomic_load(&s->epoch) && has_lease(s);
}

/* An outcome is announced to clients, so it waits like everything that shows a table. If the node
 * was fenced meanwhile, its clients learn the outcome from the next owner. */
static bool may_deliver(struct fl_store *store, struct fl_write_request *request)
{
    struct fl_pg_store *s = postgres_of(store);
    if (request->kind == FL_WRITE_NOTICE || request->kind == FL_WRITE_FENCE)
        return true;
    if (request->epoch == atomic_load(&s->epoch))
        return has_lease(s) || fl_storage_thread_is_closing(&s->thread);
    request->outcome = FL_FENCED;
    request->ownership = FL_OWNERSHIP_UNKNOWN;
    return true;
}

/* ---- the storage thread ---- */

/* Sends a message to the owner that is not the outcome of a request. */
static void notify(struct fl_pg_store *s, enum fl_write_kind kind,
                   const struct fl_write_request *about)
{
    struct fl_write_request *notice = fl_store_allocate(sizeof *notice);
    struct fl_write_list list = {0};
    notice->kind = kind;
    notice->epoch = s->epoch;
    notice->outcome = FL_UNKNOWN;
    if (about)
        notice->done = about->done;
    fl_write_list_add(&list, notice);
    fl_storage_thread_return(&s->thread, &list, s->sequence.session.cause);
}

static void report_late(struct fl_pg_store *s, struct fl_write_request *request, int64_t now)
{
    for (; request; request = request->next) {
        bool is_write = request->kind <= FL_WRITE_CHANGE;
        if (!request->taken)
            request->taken = now;
        if (is_write && !request->reported && now - request->taken >= FL_PG_LATE_TIME) {
            request->reported = true;
            notify(s, FL_WRITE_NOTICE, request);
        }
    }
}

/* Called while the storage thread waits for the server. Gives up when the store is being closed and
 * the server does not answer. */
static bool keep_waiting(void *context)
{
    struct fl_pg_store *s = context;
    int64_t now = fl_pg_now();
    if (s->pending) {
        fl_storage_thread_take(&s->thread, s->pending);
        report_late(s, s->pending->first, now);
    }
    report_late(s, s->current.first, now);
    if (!s->closing_since && fl_storage_thread_is_closing(&s->thread))
        s->closing_since = now;
    return !s->closing_since || now - s->closing_since < FL_PG_CLOSE_TIME;
}

/* Requests that the owner waits for are returned separately. */
static void return_current(struct fl_pg_store *s, const char *cause)
{
    struct fl_write_list done = {0};
    struct fl_write_request *request;
    while ((request = fl_write_list_take(&s->current)))
        if (request->awaited)
            fl_pg_finish_awaited(s, request);
        else
            fl_write_list_add(&done, request);
    if (done.first)
        fl_storage_thread_return(&s->thread, &done, cause);
}

/* Ends requests that were not executed. */
static void end_as(struct fl_pg_store *s, struct fl_write_list *list, enum fl_outcome outcome)
{
    for (struct fl_write_request *request = list->first; request; request = request->next) {
        request->outcome = outcome;
        request->ownership = FL_OWNERSHIP_UNKNOWN;
    }
    fl_write_list_splice(list, &s->current);
    return_current(s, NULL);
}

/* This node has lost its row: all its tables are lost. Registers again with another id. */
static void on_fenced(struct fl_pg_store *s, struct fl_write_list *pending)
{
    fl_pg_owned_clear(&s->owned);
    fl_pg_node_leave(&s->sequence);
    s->sequence.node.id = 0;
    end_as(s, pending, FL_FENCED);
    s->epoch++;
    snprintf(s->sequence.session.cause, sizeof s->sequence.session.cause, "postgres=fenced");
    notify(s, FL_WRITE_FENCE, NULL);
}

/* Takes the oldest claims that can share a transaction. */
static void take_claims(struct fl_pg_store *s, struct fl_write_list *pending)
{
    bool read_only = pending->first->claim.read_only;
    for (int i = 0; i < 100 && pending->first && pending->first->kind == FL_WRITE_CLAIM &&
                    pending->first->claim.read_only == read_only;
         i++)
        fl_write_list_add(&s->current, fl_write_list_take(pending));
}

/* Executes the oldest requests. Returns FL_FENCED if this node has lost its row. */
static enum fl_outcome execute(struct fl_pg_store *s, struct fl_write_list *pending)
{
    enum fl_write_kind kind = pending->first->kind;
    if (kind == FL_WRITE_CLAIM) {
        take_claims(s, pending);
        fl_pg_execute_claims(s);
    } else if (kind == FL_WRITE_PURGE) {
        fl_write_list_add(&s->current, fl_write_list_take(pending));
        fl_pg_execute_purge(s);
    } else if (kind == FL_WRITE_CHANGE) {
        fl_write_list_add(&s->current, fl_write_list_take(pending));
        fl_pg_execute_change(s);
    } else if (kind == FL_WRITE_SCAN) {
        fl_write_list_add(&s->current, fl_write_list_take(pending));
        return fl_pg_execute_scan(s);
    } else if (kind == FL_WRITE_QUERY) {
        fl_write_list_add(&s->current, fl_write_list_take(pending));
        return fl_pg_execute_query(s);
    } else {
        fl_pg_take_group(s, pending);
        fl_pg_execute_group(s);
    }
    enum fl_outcome last = FL_COMMITTED;
    for (struct fl_write_request *request = s->current.first; request; request = request->next)
        if (request->outcome == FL_FENCED)
            last = FL_FENCED;
    return last;
}

/* Ends requests that were made before the owner knew that the node was fenced. */
static void drop_stale(struct fl_pg_store *s, struct fl_write_list *pending)
{
    struct fl_write_list valid = {0}, stale = {0};
    struct fl_write_request *request;
    while ((request = fl_write_list_take(pending)))
        fl_write_list_add(request->epoch == s->epoch || request->awaited ? &valid : &stale,
                          request);
    *pending = valid;
    if (stale.first)
        end_as(s, &stale, FL_FENCED);
}

static void process(struct fl_storage_thread *thread, struct fl_write_list *pending)
{
    struct fl_pg_store *s = (struct fl_pg_store *)thread;
    struct fl_pg_sequence *q = &s->sequence;
    bool had_lease = has_lease(s);
    s->pending = pending;
    if (!q->node.id && !fl_pg_node_register(q, NULL)) {
        end_as(s, pending, FL_UNKNOWN); /* the store is being closed */
    } else {
        drop_stale(s, pending);
        enum fl_outcome outcome = pending->first ? execute(s, pending) : FL_COMMITTED;
        /* Reads and rejected writes are no heartbeat. */
        if (outcome != FL_FENCED && fl_pg_now() - atomic_load(&q->confirmed) >= FL_PG_BEAT_TIME)
            outcome = fl_pg_sequence_beat(q);
        if (outcome == FL_FENCED)
            on_fenced(s, pending);
        else
            return_current(s, NULL);
    }
    s->pending = NULL;
    if (!had_lease && has_lease(s)) /* what has waited goes on */
        thread->wake(thread->context);
}

/* ---- opening and closing ---- */

static void enqueue_with_epoch(struct fl_store *store, struct fl_write_request *request)
{
    struct fl_pg_store *s = postgres_of(store);
    request->epoch = s->owner_epoch;
    fl_storage_thread_enqueue(&s->thread, request);
}

static void free_store(struct fl_pg_store *s)
{
    fl_pg_disconnect(&s->sequence.session);
    fl_pg_server_free(&s->sequence.server);
    fl_pg_owned_clear(&s->owned);
    for (int i = 0; i < FL_PG_MAX_PARAMS; i++)
        fl_pg_column_free(&s->column[i]);
    pthread_cond_destroy(&s->answered);
    fl_storage_thread_free(&s->thread);
    free(s);
}

static void close_store(struct fl_store *store)
{
    struct fl_pg_store *s = postgres_of(store);
    fl_storage_thread_stop(&s->thread);
    fl_pg_monitor_stop(s->monitor);
    s->sequence.session.wait = NULL;
    fl_pg_node_leave(&s->sequence);
    free_store(s);
}

/* The schema, then the row of this node. */
static bool begin(struct fl_pg_store *s, const char *path, struct fl_store_error *error)
{
    struct fl_pg_sequence *q = &s->sequence;
    if (!fl_pg_server_parse(&q->server, s->url, error))
        return false;
    bool connected = false;
    for (int i = 0; !connected && i < 2 * q->server.hosts; i++)
        connected = fl_pg_connect(&q->session, &q->server, "flibuste");
    if (!connected)
        return fl_store_fail(error, "store.no-database", path, q->session.detail);
    error->path = path;
    return fl_pg_migrate(&q->session, error, path) && fl_pg_node_register(q, error);
}

static bool start_threads(struct fl_pg_store *s, const char *path, struct fl_store_error *error)
{
    s->sequence.session.wait = keep_waiting;
    s->sequence.session.context = s;
    s->monitor = fl_pg_monitor_start(s);
    int failure = s->monitor ? fl_storage_thread_start(&s->thread) : 1;
    if (failure && s->monitor)
        fl_pg_monitor_stop(s->monitor);
    return !failure || fl_store_fail(error, "server.no-memory", path, "");
}

static struct fl_pg_store *new_store(const char *path, const struct fl_store_options *options)
{
    struct fl_pg_store *s = fl_store_allocate(sizeof *s);
    pthread_condattr_t monotonic;
    s->thread = (struct fl_storage_thread){.process = process,
                                           .finish = finish,
                                           .may_deliver = may_deliver,
                                           .idle_ms = FL_PG_BEAT_TIME,
                                           .base.store = {.load = fl_pg_load,
                                                          .list = fl_pg_list,
                                                          .newest = fl_pg_newest,
                                                          .bytes = fl_pg_bytes,
                                                          .close = close_store,
                                                          .find_node = fl_pg_find_node,
                                                          .find_build = fl_pg_find_build,
                                                          .is_fresh = is_fresh,
                                                          .publish = fl_pg_publish,
                                                          .read_published = fl_pg_read_published,
                                                          .count_nodes = fl_pg_count_nodes,
                                                          .shared = true}};
    fl_storage_thread_init(&s->thread, options);
    s->thread.base.enqueue = enqueue_with_epoch;
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_cond_init(&s->answered, &monotonic);
    pthread_condattr_destroy(&monotonic);
    snprintf(s->url, sizeof s->url, "%s%s", fl_postgres_kind.scheme, path);
    s->sequence.server.unreplicated = options->unreplicated;
    s->sequence.server.timeline = &s->timeline;
    s->sequence.node.address = options->address;
    s->sequence.node.has_address = options->has_address;
    s->sequence.node.build = options->build ? options->build : "";
    return s;
}

/* The part of the URL that may be shown: without user and password. */
static const char *shown_part(const char *path)
{
    size_t end = strcspn(path, "/?");
    const char *at = memchr(path, '@', end);
    return at ? at + 1 : path;
}

static struct fl_store *open_store(const char *path, const struct fl_store_options *options,
                                   struct fl_store_error *error)
{
    struct fl_pg_store *s = new_store(path, options);
    const char *shown = shown_part(path);
    if (begin(s, shown, error) && start_threads(s, shown, error))
        return &s->thread.base.store;
    free_store(s);
    return NULL;
}

static bool backup(const char *path, const char *to, struct fl_store_error *error)
{
    (void)to;
    return fl_store_fail(error, "store.backup-with-copy", shown_part(path), "");
}

const struct fl_store_kind fl_postgres_kind = {
    .scheme = "postgres://", .has_path = true, .open = open_store, .backup = backup};
const struct fl_store_kind fl_postgresql_kind = {
    .scheme = "postgresql://", .has_path = true, .open = open_store, .backup = backup};
