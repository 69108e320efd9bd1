/* The storage thread of a store: takes write requests from the owner's thread, lets the store
 * execute them, and returns their outcomes. Only src/store includes this header. */
#ifndef FL_STORE_STORAGE_THREAD_H
#define FL_STORE_STORAGE_THREAD_H

#include <pthread.h>

#include "store/backend.h"

struct fl_storage_thread {
    struct fl_queued_store base; /* first: a pointer to the store is a pointer to this */
    /* Set by the store: */
    /* Executes pending requests, at least one, and returns them; on the storage thread, and when
     * the store is closed, on the owner's thread after the storage thread has ended. */
    void (*process)(struct fl_storage_thread *, struct fl_write_list *pending);
    /* Finishes a request on the owner's thread. */
    void (*finish)(struct fl_store *, struct fl_write_request *);
    /* Whether an outcome may be delivered now; NULL: always. On the owner's thread. */
    bool (*may_deliver)(struct fl_store *, struct fl_write_request *);
    long idle_ms; /* after this time without a request, `process` is called with an empty list; 0:
                     never */
    void (*wake)(void *context);
    void *context;

    struct fl_write_list delivering; /* outcomes not delivered yet; used by the owner's thread */
    pthread_t thread;
    pthread_mutex_t mutex; /* guards the members below */
    pthread_cond_t work_ready;
    struct fl_write_list asked, done;
    char cause[FL_STORE_CAUSE_SIZE]; /* of the last failure since it was last read; or empty */
    bool asleep, closing;
};

/* Sets the functions of the store that this file implements: those that write, pump, last_error.
 * `process`, `finish` and the rest of the store's functions are the caller's. */
void fl_storage_thread_init(struct fl_storage_thread *, const struct fl_store_options *);
void fl_storage_thread_free(struct fl_storage_thread *);

/* Starts the thread. Returns 0 or an errno. */
int fl_storage_thread_start(struct fl_storage_thread *);

/* Executes all requests, those included that callbacks make, and ends the thread. */
void fl_storage_thread_stop(struct fl_storage_thread *);

/* Queues a request. On the owner's thread. */
void fl_storage_thread_enqueue(struct fl_storage_thread *, struct fl_write_request *);

/* Moves all queued requests to the end of `pending`, without waiting. Returns whether `pending` has
 * any. On the storage thread. */
bool fl_storage_thread_take(struct fl_storage_thread *, struct fl_write_list *pending);

/* Returns requests to the owner, and wakes it. `cause`, unless NULL, is the cause of a failure. */
void fl_storage_thread_return(struct fl_storage_thread *, struct fl_write_list *,
                              const char *cause);

/* Whether the owner has begun to close the store. */
bool fl_storage_thread_is_closing(struct fl_storage_thread *);

#endif
