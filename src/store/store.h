/* A store keeps tables: per table one row about the match, one row per seat, and an append-only
 * list of events. It stores no state: a table is the result of its events. Besides tables it keeps
 * entries: values under keys, in the order of the keys (docs/internals/passport.md).
 *
 * Writes are asynchronous. Their outcome is delivered by a callback, never from inside the call
 * that requests them. Writes of one match are executed in order. Reads are synchronous.
 *
 * A store that several processes share (`shared`) gives each table at most one owner, which is the
 * only process that writes it: a node. A node owns the tables that it has created or claimed. */
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
    FL_CODE_BITS = 30,   /* the low bits of an id are the code that players type */
    FL_ADDRESS_SIZE = 128,
    FL_BUILD_SIZE = 26,   /* "flibuste-", 16 hexadecimal digits and a final NUL */
    FL_KEY_SIZE = 48,     /* bytes of the longest key of an entry */
    FL_VALUE_SIZE = 1024, /* bytes of the longest value */
    FL_CHANGES_MAX = 256, /* in one transaction */
    FL_RANGES_MAX = 48,   /* in one scan */
    FL_STORE_CAUSE_SIZE = 32
};

/* The outcome of a write. */
enum fl_outcome {
    FL_COMMITTED,     /* everything in the write is durable */
    FL_NOT_COMMITTED, /* nothing of it is stored, and nothing will be */
    /* There is no outcome yet. Reported at most once per write, when it takes long; another outcome
     * follows, unless the store is closed. Until then the write is neither acknowledged nor taken
     * back. */
    FL_UNKNOWN,
    /* This node has lost its tables and cannot learn the outcome. The write is neither acknowledged
     * nor taken back: clients learn the outcome from the next owner. */
    FL_FENCED
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
    uint64_t passport; /* whose seat it is; 0: that of whoever has the token */
};

/* An entry. The store does not interpret it. */
struct fl_entry {
    const void *key, *value;
    size_t key_len, len; /* at most FL_KEY_SIZE and FL_VALUE_SIZE */
};

enum fl_change_kind {
    FL_CHANGE_PUT,        /* adds an entry, or replaces its value */
    FL_CHANGE_REMOVE,     /* removes the entry with this key, if there is one */
    FL_CHANGE_REMOVE_ALL, /* removes all entries whose keys begin with this key */
    FL_CHANGE_ADD,        /* adds an entry; the transaction fails if the key exists */
    FL_CHANGE_EXPECT,     /* changes nothing; the transaction fails unless the entry is this one */
    FL_CHANGE_FORGET      /* the key is a passport, 8 bytes, big-endian: no seat row has it later */
};

/* A part of a transaction. No key is put or removed twice in one transaction. */
struct fl_change {
    enum fl_change_kind kind;
    struct fl_entry entry;
    struct fl_entry needs; /* PUT: is skipped if there is no entry with this key; key NULL: never */
};

/* Entries whose keys begin with the prefix and are greater than `after`, the lowest first. */
struct fl_range {
    unsigned char prefix[FL_KEY_SIZE], after[FL_KEY_SIZE];
    size_t prefix_len, after_len; /* after_len 0: from the first one */
    int limit;                    /* of the number of entries */
};

/* A request for entries. The answer follows all writes that were requested before. */
struct fl_scan {
    const struct fl_range *range; /* at most FL_RANGES_MAX of them */
    int ranges;
    /* Called for every entry, range by range, then once with the end. Pointers are valid during the
     * call. not ok: the entries could not be read. */
    void (*entry)(void *context, int range, const struct fl_entry *);
    void (*call)(void *context, uint64_t ticket, bool ok);
    void *context;
    uint64_t ticket;
};

/* Called with the outcome of a write. */
struct fl_store_callback {
    void (*call)(void *context, uint64_t ticket, enum fl_outcome);
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
    const struct fl_change *change;   /* of entries: PUT and REMOVE only */
    int changes;
};

/* Callbacks of a reader: for the match, then its seats, then its events in order. Pointers are
 * valid during the call. */
struct fl_store_reader {
    void *context;
    void (*match)(void *context, const struct fl_store_match *);
    void (*seat)(void *context, const struct fl_store_seat *);
    void (*event)(void *context, const struct fl_event *);
};

/* The owner of a table, as this node sees it. */
enum fl_ownership {
    FL_OWNED_HERE,
    FL_OWNED_ELSEWHERE,
    FL_NO_TABLE,
    FL_OWNERSHIP_UNKNOWN /* it could not be determined now */
};

/* The answer to a claim. */
struct fl_claim_answer {
    enum fl_ownership ownership;
    uint64_t id;         /* of the table; 0 if there is none */
    const char *address; /* of its owner, if that is another node; valid during the call */
};

/* A request for a table: takes ownership of it if it has no owner, and reads it. */
struct fl_claim {
    uint64_t id;    /* or the code, if by_code */
    bool by_code;   /* finds running tables only */
    bool read_only; /* reads the table, whoever owns it, and does not take ownership */
    /* Called immediately before the callback, if the table is owned here or the claim is read-only.
     */
    struct fl_store_reader reader;
    void (*call)(void *context, uint64_t ticket, const struct fl_claim_answer *);
    void *context;
    uint64_t ticket;
};

/* A node of a shared store, as others see it. */
struct fl_store_node {
    uint64_t id; /* of its registration; not 0 */
    char address[FL_ADDRESS_SIZE];
    unsigned char key[FL_HASH_SIZE]; /* secret; known to readers of the database only */
    char build[FL_BUILD_SIZE];       /* of its page; empty if it has none */
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
    /* Claims a table. Of a store that is not shared, this process owns all tables. */
    void (*claim)(struct fl_store *, const struct fl_claim *);
    /* Gives up the ownership of a table, after all writes that were requested before. The caller
     * drops the table from its memory first. `last` is the time of its last event in milliseconds
     * since 1970. */
    void (*release)(struct fl_store *, uint64_t match, int64_t last, struct fl_store_callback);
    /* Deletes finished matches without an owner that were created, and had their last event, before
     * this time in milliseconds since 1970; at most FL_PURGE_MAX of them per call, the oldest
     * first. In a store that is not shared, a finished match has no owner. */
    void (*purge)(struct fl_store *, int64_t before, struct fl_store_callback);
    /* Changes entries, in one transaction: all of it is kept, or nothing. Copies everything. NULL,
     * like `scan`: this store has no entries. */
    void (*change)(struct fl_store *, const struct fl_change *, int count,
                   struct fl_store_callback);
    /* Reads entries. Copies the ranges. */
    void (*scan)(struct fl_store *, const struct fl_scan *);
    /* Calls the callbacks of some finished writes, and returns how many; 0: none is finished.
     * Requests that callbacks make are finished by a later call. */
    int (*pump)(struct fl_store *);
    /* Copies the cause of the last write that failed for another reason than its contents, as a
     * field for the log such as "sqlite=13". False if none failed since the last call. */
    bool (*last_error)(struct fl_store *, char cause[FL_STORE_CAUSE_SIZE]);
    /* Reads a match, whoever owns it. False if there is none, or it cannot be read. May wait for a
     * database server. */
    bool (*load)(struct fl_store *, uint64_t match, const struct fl_store_reader *);
    /* Lists all matches, or those without a result, in order of creation. The callback may load
     * matches. */
    bool (*list)(struct fl_store *, bool running, void *context,
                 void (*each)(void *context, const struct fl_store_match *));
    /* The time of the newest match or event, in milliseconds since 1970; 0 if there is none. */
    int64_t (*newest)(struct fl_store *);
    /* The number of bytes on disk. */
    uint64_t (*bytes)(struct fl_store *);
    /* Executes pending requests, calls their callbacks, and frees the store. Requests that a
     * database server does not answer for several seconds end as unknown. */
    void (*close)(struct fl_store *);

    /* Of a shared store; the answers may be a second old, and never wait for the database: */
    /* Finds a node by its id, or, if the id is 0, by its address; NULL: this node. False if there
     * is none. */
    bool (*find_node)(struct fl_store *, uint64_t id, const char *address,
                      struct fl_store_node *out);
    /* Whether what this node has in memory is still what clients may be shown: no other node can
     * have taken over its tables. `wake` is called when that is so again. */
    bool (*is_fresh)(struct fl_store *);
    /* Finds a node that serves a build of the page. */
    bool (*find_build)(struct fl_store *, const char *build, struct fl_store_node *out);
    /* Shows the other nodes a text about the public tables of this one, and appends the texts of
     * the others. */
    void (*publish)(struct fl_store *, const char *text);
    void (*read_published)(struct fl_store *, struct fl_buf *out);
    /* The number of nodes, this one included. */
    int (*count_nodes)(struct fl_store *);

    bool shared; /* other processes may own tables of this store */
    /* Called by pump, if set by the owner, when this node has lost all tables. Writes that it
     * requests before this call end as fenced. */
    void (*fenced)(void *context);
    void *fenced_context;
};

/* How a store is opened. */
struct fl_store_options {
    const char *url; /* "memory:", "sqlite:PATH", a path, which means SQLite, or "postgres://..." */
    /* Called, on any thread, whenever there is something to pump; must only wake up the owner. */
    void (*wake)(void *context);
    void *context;
    bool must_exist; /* do not create a file */
    /* Of a shared store: */
    const char *address; /* where other nodes reach this one; NULL: nowhere */
    bool has_address;    /* this process listens at the address, so that no other process does */
    const char *build;   /* of the page that this node serves; NULL: none */
    bool unreplicated;   /* accept a database without a synchronous standby */
};

/* Opens or creates a store. NULL on failure; the error names another process that has the file. */
struct fl_store *fl_store_open(const struct fl_store_options *, struct fl_store_error *);

/* Whether the tables in memory may be shown to clients; always, unless the store is shared. */
static inline bool fl_store_is_fresh(struct fl_store *store)
{
    return !store->is_fresh || store->is_fresh(store);
}

/* Copies a store, which another process may be using, to a new file, as a consistent snapshot.
 * The file must not exist. */
bool fl_store_backup(const char *url, const char *to, struct fl_store_error *);

/* A store in memory without `wake`, for tests and for tables in the browser. Writes are executed
 * when it is pumped: all that are queued then. NULL without memory. */
struct fl_store *fl_memory_store(void);

#endif
