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
    struct fl_store *(*open)(const char *path, void (*wake)(void *context), void *context,
                             struct fl_store_error *);
    bool (*backup)(const char *path, const char *to, struct fl_store_error *);
};

/* All kinds of stores; each defines the constant fl_NAME_kind. */
#define FL_STORE_KINDS(_) _(memory) _(sqlite)

#define FL_STORE_KIND(name) extern const struct fl_store_kind fl_##name##_kind;
FL_STORE_KINDS(FL_STORE_KIND)
#undef FL_STORE_KIND

/* Fills an error. Returns false. */
bool fl_store_fail(struct fl_store_error *, const char *key, const char *path, const char *detail);

enum fl_write_kind { FL_WRITE_CREATE, FL_WRITE_APPEND, FL_WRITE_REMOVE, FL_WRITE_PURGE };

/* A write request: a copy of everything that the caller passed. */
struct fl_write_request {
    struct fl_write_request *next;
    enum fl_write_kind kind;
    bool ok; /* result */
    struct fl_store_callback done;
    uint64_t match;
    int64_t before;                 /* PURGE */
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
};

/* Sets create, append, remove and purge to functions that copy their arguments into a request. */
void fl_queued_store_init(struct fl_queued_store *);

/* Calls the callback with the result and frees the request. */
void fl_write_request_finish(struct fl_write_request *);

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
