/* A store with its pending callbacks, for tests: opens it, makes requests whose contents can be
 * recognised, waits for their results, and reads back. */
#ifndef FL_TESTS_STORE_FIXTURE_H
#define FL_TESTS_STORE_FIXTURE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <semaphore.h>

#include "store/store.h"

/* How a store is opened. */
struct opener {
    const char *name;
    const char *scheme; /* how its URL begins */
    bool on_disk;       /* the contents survive closing */
    bool in_database; /* of the server at FLIBUSTE_TEST_POSTGRES, in a schema of its own; otherwise,
                         what is on disk is at a path, and can be copied */
    struct fl_store *(*wrap)(struct fl_store *); /* or NULL */
    void (*make_fail)(struct fl_store *,
                      bool fails); /* makes writes fail from now on, or not; NULL: it cannot */
};

/* A path, which is an SQLite store. */
extern const struct opener path_opener;

struct fixture {
    const struct opener *opener;
    struct fl_store *store;
    bool asking; /* inside a call of the store */
    sem_t woken; /* counts calls of `wake` */
    int acknowledged, ok;
    const char *address; /* of the node; or NULL */
    bool has_address;
    char path[64];
};

/* The URL of a path. */
struct url {
    char text[256];
};
struct url url_of(const struct opener *, const char *path);

/* Executes SQL in the schema of the fixture, or in the database if it is NULL. Returns the first
 * value, which is valid until the next call. */
const char *execute_sql(const struct fixture *, const char *format, ...);

/* A new path for the fixture. */
void choose_path(struct fixture *);

/* Opens the store at the path of the fixture, and resets the counts. */
void open_fixture(struct fixture *);
void close_fixture(struct fixture *);

/* An empty store at a new path; closes it and deletes its files. */
void begin(struct fixture *, const struct opener *);
void end(struct fixture *);
void delete_files(const char *path);

void count_wake(void *fixture);

/* Waits for a call of `wake`. Fails after a time limit. */
void wait_for_wake(struct fixture *);

/* Delivers at least one result; waits for it. */
void pump(struct fixture *);
void wait_for(struct fixture *, int acknowledged);

/* A callback that counts the result. */
struct fl_store_callback count_in(struct fixture *);

/* ---- requests ---- */

struct fl_store_match match_of(uint64_t id);
struct fl_store_seat seat_of(int seat, const char *name);

/* Writes data that identify an event; returns their length. */
size_t data_of(uint64_t match, uint32_t n, char data[64]);

void ask_create(struct fixture *, uint64_t id);
void ask_append(struct fixture *, uint64_t match, uint32_t n);
void ask_append_and_call(struct fixture *, uint64_t match, uint32_t n, struct fl_store_callback);

/* ---- reading ---- */

struct found {
    struct fl_store_match match;
    int matches, seats, events;
    struct fl_store_seat seat[4];
    struct fl_event last;
    char last_kind[32];
    char last_data[FL_MAX_EVENT];
};

/* A reader that notes what it reads, and asserts that events are complete, in order and unchanged.
 */
struct fl_store_reader reader_of(struct found *);

/* Reads a match and asserts that its events are complete, in order and unchanged. */
bool read_back(struct fixture *, uint64_t id, struct found *);
int events_of(struct fixture *, uint64_t id);
int matches_of(struct fixture *, bool running);

#endif
