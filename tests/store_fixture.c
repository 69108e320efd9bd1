/* A store with its pending callbacks. */
#include "store_fixture.h"

#include <errno.h>
#ifdef FL_POSTGRES
#include <libpq-fe.h>
#endif
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { TIME_LIMIT = 120 }; /* seconds; reached only by a deadlock */

const struct opener path_opener = {.name = "path", .scheme = "", .on_disk = true};

void count_wake(void *fixture)
{
    sem_post(&((struct fixture *)fixture)->woken);
}

static void on_result(void *context, uint64_t ticket, enum fl_outcome outcome)
{
    struct fixture *d = context;
    (void)ticket;
    assert_false(d->asking);
    d->acknowledged++;
    d->ok += outcome == FL_COMMITTED;
}

struct fl_store_callback count_in(struct fixture *d)
{
    return (struct fl_store_callback){.call = on_result, .context = d};
}

/* ---- the database of a test ---- */

#ifdef FL_POSTGRES
/* The name of a schema, from a path: unique, and without characters that have a meaning. */
static const char *schema_of(const char *path)
{
    static char schema[64];
    const char *name = strrchr(path, '/') + 1;
    snprintf(schema, sizeof schema, "%s", name);
    for (char *at = schema; *at; at++)
        if (*at == '-' || *at == '.')
            *at = '_';
    return schema;
}

const char *execute_sql(const struct fixture *d, const char *format, ...)
{
    static char sql[1024], value[256];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(sql, sizeof sql, format, arguments);
    va_end(arguments);
    struct url url = {""};
    snprintf(url.text, sizeof url.text, "%s", getenv("FLIBUSTE_TEST_POSTGRES"));
    if (d)
        url = url_of(d->opener, d->path);
    PGconn *conn = PQconnectdb(url.text);
    PQclear(PQexec(conn, "SET client_min_messages = warning"));
    PGresult *result = PQexec(conn, sql);
    if (PQresultStatus(result) != PGRES_TUPLES_OK && PQresultStatus(result) != PGRES_COMMAND_OK)
        print_error("%s: %s\n", sql, PQerrorMessage(conn));
    snprintf(value, sizeof value, "%s", PQntuples(result) ? PQgetvalue(result, 0, 0) : "");
    PQclear(result);
    PQfinish(conn);
    return value;
}

static void make_schema(const char *path)
{
    execute_sql(NULL, "CREATE SCHEMA %s", schema_of(path));
}

static void drop_schema(const char *path)
{
    execute_sql(NULL, "DROP SCHEMA %s CASCADE", schema_of(path));
}

static void put_database(struct url *url, const char *path)
{
    snprintf(url->text, sizeof url->text, "%s?options=-csearch_path%%3D%s",
             getenv("FLIBUSTE_TEST_POSTGRES"), schema_of(path));
}
#else
static void make_schema(const char *path)
{
    (void)path;
}
static void drop_schema(const char *path)
{
    (void)path;
}
static void put_database(struct url *url, const char *path)
{
    (void)url;
    (void)path;
}
#endif

struct url url_of(const struct opener *opener, const char *path)
{
    struct url url;
    if (opener->in_database)
        put_database(&url, path);
    else
        snprintf(url.text, sizeof url.text, "%s%s", opener->scheme, opener->on_disk ? path : "");
    return url;
}

void choose_path(struct fixture *d)
{
    static int number;
    snprintf(d->path, sizeof d->path, "/tmp/flibuste-store-%d-%d.db", (int)getpid(), ++number);
}

void open_fixture(struct fixture *d)
{
    struct fl_store_error error;
    struct url url = url_of(d->opener, d->path);
    d->acknowledged = d->ok = 0;
    d->asking = false;
    sem_init(&d->woken, 0, 0);
    struct fl_store_options options = {.url = url.text,
                                       .wake = count_wake,
                                       .context = d,
                                       .address = d->address,
                                       .has_address = d->has_address,
                                       .unreplicated = true};
    d->store = fl_store_open(&options, &error);
    if (!d->store)
        print_error("%s: %s (%s)\n", url.text, error.key, error.detail);
    assert_non_null(d->store);
    if (d->opener->wrap)
        d->store = d->opener->wrap(d->store);
}

void close_fixture(struct fixture *d)
{
    d->store->close(d->store);
    sem_destroy(&d->woken);
}

void begin(struct fixture *d, const struct opener *opener)
{
    memset(d, 0, sizeof *d);
    d->opener = opener;
    choose_path(d);
    if (opener->in_database)
        make_schema(d->path);
    open_fixture(d);
}

void delete_files(const char *path)
{
    static const char *const ending[] = {"", "-wal", "-shm", ".lock", ".part"};
    for (int i = 0; i < 5; i++) {
        char name[96];
        snprintf(name, sizeof name, "%s%s", path, ending[i]);
        unlink(name);
    }
}

void end(struct fixture *d)
{
    close_fixture(d);
    if (d->opener->in_database)
        drop_schema(d->path);
    else
        delete_files(d->path);
}

void wait_for_wake(struct fixture *d)
{
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec += TIME_LIMIT;
    while (sem_timedwait(&d->woken, &until))
        assert_int_equal(errno, EINTR);
}

void pump(struct fixture *d)
{
    while (!d->store->pump(d->store))
        wait_for_wake(d);
}

void wait_for(struct fixture *d, int acknowledged)
{
    while (d->acknowledged < acknowledged)
        pump(d);
}

/* ---- requests ---- */

struct fl_store_match match_of(uint64_t id)
{
    struct fl_store_match match = {.id = id,
                                   .game = "mille-sabords",
                                   .version = 1,
                                   .options = "mille-sabords seats=2 target=6000",
                                   .created = 1700000000000 + (int64_t)(id % 1000)};
    memset(match.secret, (int)(id & 255), sizeof match.secret);
    return match;
}

struct fl_store_seat seat_of(int seat, const char *name)
{
    struct fl_store_seat row = {.seat = (uint8_t)seat};
    snprintf(row.name, sizeof row.name, "%s", name);
    memset(row.token_hash, seat, sizeof row.token_hash);
    return row;
}

void ask_create(struct fixture *d, uint64_t id)
{
    struct fl_store_match match = match_of(id);
    struct fl_store_seat owner = seat_of(FL_OWNER_ROW, "Anne");
    d->asking = true;
    d->store->create(d->store, &match, &owner, count_in(d));
    d->asking = false;
}

size_t data_of(uint64_t match, uint32_t n, char data[64])
{
    return (size_t)sprintf(data, "%llx/%u", (unsigned long long)match, n) % 23;
}

void ask_append_and_call(struct fixture *d, uint64_t match, uint32_t n,
                         struct fl_store_callback done)
{
    char data[64];
    size_t len = data_of(match, n, data);
    struct fl_append a = {.match = match, .event = {n, "step", 1700000000000 + n, data, len}};
    d->asking = true;
    d->store->append(d->store, &a, done);
    d->asking = false;
    memset(data, 'x', sizeof data); /* the store has copied it */
}

void ask_append(struct fixture *d, uint64_t match, uint32_t n)
{
    ask_append_and_call(d, match, n, count_in(d));
}

/* ---- reading ---- */

static void find_match(void *context, const struct fl_store_match *match)
{
    struct found *f = context;
    f->match = *match;
    f->matches++;
}

static void find_seat(void *context, const struct fl_store_seat *seat)
{
    struct found *f = context;
    assert_int_equal(f->matches, 1);
    assert_int_equal(f->events, 0);
    f->seat[f->seats++] = *seat;
}

static void find_event(void *context, const struct fl_event *event)
{
    struct found *f = context;
    assert_int_equal(event->n, ++f->events);
    f->last = *event;
    snprintf(f->last_kind, sizeof f->last_kind, "%s", event->kind);
    memcpy(f->last_data, event->data ? event->data : "", event->len);
    if (!strcmp(event->kind, "step")) {
        char data[64];
        assert_int_equal(event->at, 1700000000000 + event->n);
        assert_int_equal(event->len, data_of(f->match.id, event->n, data));
        assert_memory_equal(f->last_data, data, event->len);
    }
}

struct fl_store_reader reader_of(struct found *f)
{
    return (struct fl_store_reader){f, find_match, find_seat, find_event};
}

bool read_back(struct fixture *d, uint64_t id, struct found *f)
{
    struct fl_store_reader reader = reader_of(f);
    memset(f, 0, sizeof *f);
    return d->store->load(d->store, id, &reader);
}

int events_of(struct fixture *d, uint64_t id)
{
    struct found f;
    assert_true(read_back(d, id, &f));
    return f.events;
}

static void count_match(void *context, const struct fl_store_match *match)
{
    (void)match;
    ++*(int *)context;
}

int matches_of(struct fixture *d, bool running)
{
    int n = 0;
    assert_true(d->store->list(d->store, running, &n, count_match));
    return n;
}
