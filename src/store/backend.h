/* What the kinds of stores share: their table, write requests, errors. Only src/store includes
 * this header. */
#ifndef FL_STORE_BACKEND_H
#define FL_STORE_BACKEND_H

#include "store/store.h"

/* A kind of store. */
struct fl_store_kind {
    const char *scheme; /* how its URLs begin: "sqlite:" */
    bool has_path;      /* a path follows the scheme */
    /* fl_store_open and fl_store_backup, with the URL after its scheme */
    struct fl_store *(*open)(const char *path, const struct fl_store_options *,
                             struct fl_store_error *);
    bool (*backup)(const char *path, const char *to, struct fl_store_error *);
};

/* All kinds of stores; each defines the constant fl_NAME_kind. */
#ifdef FL_POSTGRES
#define FL_STORE_KINDS(_) _(memory) _(sqlite) _(postgres) _(postgresql)
#else
#define FL_STORE_KINDS(_) _(memory) _(sqlite)
#endif

#define FL_STORE_KIND(name) extern const struct fl_store_kind fl_##name##_kind;
FL_STORE_KINDS(FL_STORE_KIND)
#undef FL_STORE_KIND

/* The SQL of every migration, oldest first; ends with NULL. */
extern const char *const fl_sqlite_migrations[], *const fl_postgres_migrations[];

/* Fills an error. Returns false. */
bool fl_store_fail(struct fl_store_error *, const char *key, const char *path, const char *detail);

enum fl_write_kind {
    FL_WRITE_CREATE,
    FL_WRITE_APPEND,
    FL_WRITE_REMOVE,
    FL_WRITE_RELEASE,
    FL_WRITE_PURGE,
    FL_WRITE_CHANGE,
    FL_WRITE_CLAIM,
    FL_WRITE_SCAN,
    FL_WRITE_QUERY,  /* reads; the owner's thread waits */
    FL_WRITE_NOTICE, /* reports that the outcome of another request is unknown */
    FL_WRITE_FENCE   /* reports that all tables are lost */
};

/* A write request, or a claim: a copy of everything that the caller passed. */
struct fl_write_request {
    struct fl_write_request *next;
    enum fl_write_kind kind;
    enum fl_outcome outcome;
    struct fl_store_callback done;
    uint64_t match;
    int64_t before;           /* PURGE; of RELEASE, the time of the last event */
    struct fl_claim claim;    /* CLAIM */
    struct fl_scan scan;      /* SCAN; its ranges are in `memory` */
    struct fl_change *change; /* CHANGE, APPEND; in `memory`, with their bytes */
    int changes;
    void *memory;
    void *answer;                   /* to a claim or query; of the kind of store */
    uint64_t epoch;                 /* registration of the node that it was made under */
    int64_t taken;                  /* when the storage thread took it; the store's clock */
    bool reported;                  /* as unknown */
    bool awaited;                   /* the owner's thread waits for it: */
    bool answered, abandoned;       /* it is done; the owner's thread does not wait any more */
    enum fl_ownership ownership;    /* CLAIM */
    uint64_t found;                 /* CLAIM: id of the table */
    char *address;                  /* CLAIM: of the owner, or NULL */
    struct fl_store_match *created; /* CREATE */
    struct fl_event event;          /* APPEND */
    int seats;
    struct fl_store_seat seat[2];
    bool has_result;
    char result[FL_RESULT_SIZE];
    unsigned char data[]; /* the event's */
};

/* Zeroed memory. Aborts if there is none: a store that cannot queue a request cannot report its
 * result either. */
void *fl_store_allocate(size_t size);

/* A store whose writes become requests. */
struct fl_queued_store {
    struct fl_store store; /* first, so that a pointer to one is a pointer to the other */
    /* Takes a new request, which the store finishes later. */
    void (*enqueue)(struct fl_store *, struct fl_write_request *);
    /* Calls back for the entries of a scan. Not used by a store that answers scans itself. */
    bool (*read)(struct fl_store *, const struct fl_scan *);
};

/* Sets the functions that write, and claim, to functions that copy their arguments into a request.
 */
void fl_queued_store_init(struct fl_queued_store *);

/* Calls the callback with the outcome and frees the request. The claims and scans of a store that
 * is not shared are answered here, with its functions `load` and `read`. */
void fl_write_request_finish(struct fl_store *, struct fl_write_request *);
void fl_write_request_free(struct fl_write_request *);

/* The keys of a range are at least `from` and less than `to`. */
struct fl_key_bounds {
    unsigned char from[FL_KEY_SIZE + 1], to[FL_KEY_SIZE + 1];
    size_t from_len, to_len;
};

void fl_store_bounds(const struct fl_range *, struct fl_key_bounds *);
void fl_store_prefix_bounds(const struct fl_entry *prefix, struct fl_key_bounds *);

/* The code of an id. */
uint64_t fl_store_code(uint64_t id);

/* A list of requests, oldest first; {0} is empty. It has no lock. */
struct fl_write_list {
    struct fl_write_request *first, *last; /* `last` is valid if `first` is not NULL */
};

void fl_write_list_add(struct fl_write_list *, struct fl_write_request *);

/* Removes the oldest request and returns it; NULL if the list is empty. */
struct fl_write_request *fl_write_list_take(struct fl_write_list *);

/* Moves all requests to the end of another list. */
void fl_write_list_splice(struct fl_write_list *from, struct fl_write_list *to);

#endif
