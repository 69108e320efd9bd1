/* A store keeps tables: per table one row about the match, one row per seat, and an append-only
 * list of events. It stores no state: a table is the result of its events.
 *
 * Writes are asynchronous. Their result is delivered by a callback, never from inside the call
 * that requests them. Writes of one match are executed in order. Reads are synchronous. */
#ifndef FL_STORE_STORE_H
#define FL_STORE_STORE_H

#include "core/record.h"

enum {
    FL_HASH_SIZE = 32, /* bytes of a hash and of a secret */
    FL_TABLE_OPTIONS_SIZE = 512,
    FL_RESULT_SIZE = 64,
    FL_MAX_EVENT = 4096, /* bytes of data of one event */
    FL_OWNER_ROW = 254,  /* the seat row of the table's owner, who may have ordinary seats, too */
    FL_PURGE_MAX = 100,  /* matches */
    FL_STORE_CAUSE_SIZE = 32
};

/* An event of a table. The store does not interpret its kind and data. */
struct fl_event {
    uint32_t n;       /* from 1, without gaps, never reused */
    const char *kind; /* a word; one that is written must stay valid, like a literal */
    int64_t at;       /* milliseconds since 1970, UTC */
    const void *data;
    size_t len; /* at most FL_MAX_EVENT */
};

struct fl_store_match {
    uint64_t id;
    char game[32];
    uint16_t version;                    /* of the game's rules */
    char options[FL_TABLE_OPTIONS_SIZE]; /* one line: options, seats, clocks, as in the command
                                            `new` */
    unsigned char secret[FL_HASH_SIZE];
    int64_t created;             /* milliseconds since 1970, UTC */
    char result[FL_RESULT_SIZE]; /* empty while the match is running */
};

struct fl_store_seat {
    uint8_t seat; /* or FL_OWNER_ROW */
    char name[FL_NAME_SIZE];
    unsigned char token_hash[FL_HASH_SIZE];
};

/* Called when a write is done. Not ok: nothing of it was kept. */
struct fl_store_callback {
    void (*call)(void *context, uint64_t ticket, bool ok);
    void *context;
    uint64_t ticket;
};

/* One event and the rows that change with it: all of it is kept, or nothing. */
struct fl_append {
    uint64_t match;
    struct fl_event event;
    const struct fl_store_seat *seat; /* rows that replace those of the same seats */
    int seats;                        /* number of rows: 0 to 2 */
    const char *result;               /* replaces the result of the match; NULL: unchanged */
};

/* Callbacks of a reader: for the match, then its seats, then its events in order. Pointers are
 * valid during the call. */
struct fl_store_reader {
    void *context;
    void (*match)(void *context, const struct fl_store_match *);
    void (*seat)(void *context, const struct fl_store_seat *);
    void (*event)(void *context, const struct fl_event *);
};

/* Why a store cannot be used: a phrase with {what}, the path, and {value}, the detail. */
struct fl_store_error {
    const char *key;
    const char *path; /* part of a string that the caller passed, or a literal */
    char detail[128];
    char cause[FL_STORE_CAUSE_SIZE]; /* for the log, as in last_error; may be empty */
};

/* An open store. Its owner calls all functions from one thread. */
struct fl_store {
    /* Stores a new match and the row of its owner. Copies everything that the arguments point
     * to. */
    void (*create)(struct fl_store *, const struct fl_store_match *, const struct fl_store_seat *,
                   struct fl_store_callback);
    void (*append)(struct fl_store *, const struct fl_append *, struct fl_store_callback);
    /* Deletes a match with its seats and events. */
    void (*remove)(struct fl_store *, uint64_t match, struct fl_store_callback);
    /* Deletes finished matches that were created, and had their last event, before this time in
     * milliseconds since 1970; at most FL_PURGE_MAX of them per call, the oldest first. */
    void (*purge)(struct fl_store *, int64_t before, struct fl_store_callback);
    /* Calls the callbacks of some finished writes, and returns how many; 0: none is finished.
     * Requests that callbacks make are finished by a later call. */
    int (*pump)(struct fl_store *);
    /* Copies the cause of the last write that failed for another reason than its contents, as a
     * field for the log such as "sqlite=13". False if none failed since the last call. */
    bool (*last_error)(struct fl_store *, char cause[FL_STORE_CAUSE_SIZE]);
    /* Reads a match. False if there is none, or it cannot be read. */
    bool (*load)(struct fl_store *, uint64_t match, const struct fl_store_reader *);
    /* Lists all matches, or those without a result, in order of creation. The callback may load
     * matches. */
    bool (*list)(struct fl_store *, bool running, void *context,
                 void (*each)(void *context, const struct fl_store_match *));
    /* The time of the newest match or event, in milliseconds since 1970; 0 if there is none. */
    int64_t (*newest)(struct fl_store *);
    /* The number of bytes on disk. */
    uint64_t (*bytes)(struct fl_store *);
    /* Executes pending requests, calls their callbacks, and frees the store. */
    void (*close)(struct fl_store *);
};

/* Opens or creates a store: "memory:", "sqlite:PATH", or a path, which means SQLite. `wake` is
 * called, on any thread, whenever there is something to pump, and must only wake up the owner.
 * NULL on failure; the error names another process that has the file. */
struct fl_store *fl_store_open(const char *url, void (*wake)(void *context), void *context,
                               struct fl_store_error *);

/* Copies a store, which another process may be using, to a new file, as a consistent snapshot.
 * The file must not exist. */
bool fl_store_backup(const char *url, const char *to, struct fl_store_error *);

/* A store in memory without `wake`, for tests and for tables in the browser. Writes are executed
 * when it is pumped: all that are queued then. NULL without memory. */
struct fl_store *fl_memory_store(void);

#endif
