/* The storage thread: two lists of requests under a mutex. */
#include "store/storage_thread.h"

#include <string.h>
#include <time.h>

enum {
    AT_ONCE = 32 /* outcomes delivered per pump: a small number keeps the messages they cause in the
                    cache */
};

static struct fl_storage_thread *thread_of(struct fl_store *store)
{
    return (struct fl_storage_thread *)store;
}

/* ---- the owner's thread ---- */

void fl_storage_thread_enqueue(struct fl_storage_thread *t, struct fl_write_request *request)
{
    pthread_mutex_lock(&t->mutex);
    fl_write_list_add(&t->asked, request);
    if (t->asleep)
        pthread_cond_signal(&t->work_ready);
    pthread_mutex_unlock(&t->mutex);
}

static void enqueue(struct fl_store *store, struct fl_write_request *request)
{
    fl_storage_thread_enqueue(thread_of(store), request);
}

static int pump(struct fl_store *store)
{
    struct fl_storage_thread *t = thread_of(store);
    struct fl_write_request *request;
    int delivered = 0;
    if (!t->delivering.first) {
        pthread_mutex_lock(&t->mutex);
        fl_write_list_splice(&t->done, &t->delivering);
        pthread_mutex_unlock(&t->mutex);
    }
    for (; delivered < AT_ONCE && (request = t->delivering.first); delivered++) {
        if (t->may_deliver && !t->may_deliver(store, request))
            break;
        t->finish(store, fl_write_list_take(&t->delivering));
    }
    return delivered;
}

static bool last_error(struct fl_store *store, char cause[FL_STORE_CAUSE_SIZE])
{
    struct fl_storage_thread *t = thread_of(store);
    pthread_mutex_lock(&t->mutex);
    bool failed = t->cause[0];
    if (failed)
        memcpy(cause, t->cause, FL_STORE_CAUSE_SIZE);
    t->cause[0] = '\0';
    pthread_mutex_unlock(&t->mutex);
    return failed;
}

/* ---- the storage thread ---- */

bool fl_storage_thread_take(struct fl_storage_thread *t, struct fl_write_list *pending)
{
    pthread_mutex_lock(&t->mutex);
    fl_write_list_splice(&t->asked, pending);
    pthread_mutex_unlock(&t->mutex);
    return pending->first;
}

void fl_storage_thread_return(struct fl_storage_thread *t, struct fl_write_list *group,
                              const char *cause)
{
    pthread_mutex_lock(&t->mutex);
    if (cause) {
        struct fl_buf text = fl_buf_over(t->cause, sizeof t->cause);
        fl_put(&text, cause);
    }
    fl_write_list_splice(group, &t->done);
    pthread_mutex_unlock(&t->mutex);
    t->wake(t->context);
}

bool fl_storage_thread_is_closing(struct fl_storage_thread *t)
{
    pthread_mutex_lock(&t->mutex);
    bool closing = t->closing;
    pthread_mutex_unlock(&t->mutex);
    return closing;
}

/* Waits for a signal, or until idle_ms have passed. Returns whether there was one. */
static bool sleep_until_asked(struct fl_storage_thread *t)
{
    struct timespec until;
    if (!t->idle_ms)
        return !pthread_cond_wait(&t->work_ready, &t->mutex);
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_sec += t->idle_ms / 1000;
    until.tv_nsec += t->idle_ms % 1000 * 1000000;
    if (until.tv_nsec >= 1000000000) {
        until.tv_sec++;
        until.tv_nsec -= 1000000000;
    }
    return !pthread_cond_timedwait(&t->work_ready, &t->mutex, &until);
}

/* Waits for requests and takes them. False: the store is closing and there are none. */
static bool wait_for_work(struct fl_storage_thread *t, struct fl_write_list *pending)
{
    bool waits = true;
    pthread_mutex_lock(&t->mutex);
    while (waits && !t->asked.first && !t->closing) {
        t->asleep = true;
        waits = sleep_until_asked(t);
        t->asleep = false;
    }
    fl_write_list_splice(&t->asked, pending);
    bool goes_on = pending->first || !t->closing;
    pthread_mutex_unlock(&t->mutex);
    return goes_on;
}

static void *work(void *thread)
{
    struct fl_storage_thread *t = thread;
    struct fl_write_list pending = {0};
    while (pending.first || wait_for_work(t, &pending))
        t->process(t, &pending);
    return NULL;
}

/* ---- beginning and end ---- */

void fl_storage_thread_init(struct fl_storage_thread *t, const struct fl_store_options *options)
{
    pthread_condattr_t monotonic;
    t->base.enqueue = enqueue;
    t->base.store.pump = pump;
    t->base.store.last_error = last_error;
    fl_queued_store_init(&t->base);
    t->wake = options->wake;
    t->context = options->context;
    pthread_mutex_init(&t->mutex, NULL);
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_cond_init(&t->work_ready, &monotonic);
    pthread_condattr_destroy(&monotonic);
}

void fl_storage_thread_free(struct fl_storage_thread *t)
{
    pthread_mutex_destroy(&t->mutex);
    pthread_cond_destroy(&t->work_ready);
}

int fl_storage_thread_start(struct fl_storage_thread *t)
{
    return pthread_create(&t->thread, NULL, work, t);
}

void fl_storage_thread_stop(struct fl_storage_thread *t)
{
    pthread_mutex_lock(&t->mutex);
    t->closing = true;
    pthread_cond_signal(&t->work_ready);
    pthread_mutex_unlock(&t->mutex);
    pthread_join(t->thread, NULL);
    while (pump(&t->base.store))
        work(t);
}
