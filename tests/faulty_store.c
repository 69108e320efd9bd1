/* Forwards every request to another store; its results pass through here and may be delayed. */
#include "faulty_store.h"

#include <stdlib.h>
#include <string.h>

/* The result of a write, which the caller has not received yet. */
struct result {
    struct result *next;
    struct faulty *owner;
    struct fl_store_callback done;
    enum fl_outcome outcome;
    bool reported; /* as unknown */
};

struct faulty {
    struct fl_store store; /* first member: the store is this struct */
    struct fl_store *under;
    struct result *first, **end; /* results that are not delivered yet */
    uint64_t writes, fail_first, fail_last;
    bool hold, failed; /* results are held back; a write failed since last_error */
    bool unknown, fences;
};

static struct faulty *faulty_of(struct fl_store *store)
{
    return (struct faulty *)store;
}

static void hold_back(struct result *result)
{
    result->next = NULL;
    *result->owner->end = result;
    result->owner->end = &result->next;
}

static void deliver(struct result *result)
{
    if (result->owner->fences)
        result->outcome = FL_FENCED;
    result->done.call(result->done.context, result->done.ticket, result->outcome);
    free(result);
}

/* Receives a result of the underlying store. */
static void on_result(void *context, uint64_t ticket, enum fl_outcome outcome)
{
    struct result *result = context;
    struct faulty *f = result->owner;
    (void)ticket;
    result->outcome = outcome;
    if (f->hold || f->unknown || f->first)
        hold_back(result);
    else
        deliver(result);
}

/* Counts a write. True, with the callback for the underlying store, if it does not fail. */
static bool is_forwarded(struct faulty *f, struct fl_store_callback *done)
{
    struct result *result = calloc(1, sizeof *result);
    if (!result)
        abort();
    result->owner = f;
    result->done = *done;
    *done = (struct fl_store_callback){.call = on_result, .context = result};
    f->writes++;
    if (f->writes < f->fail_first || f->writes > f->fail_last)
        return true;
    f->failed = true;
    result->outcome = FL_NOT_COMMITTED;
    hold_back(result);
    return false;
}

static void create(struct fl_store *store, const struct fl_store_match *match,
                   const struct fl_store_seat *owner, struct fl_store_callback done)
{
    struct faulty *f = faulty_of(store);
    if (is_forwarded(f, &done))
        f->under->create(f->under, match, owner, done);
}

static void append(struct fl_store *store, const struct fl_append *a, struct fl_store_callback done)
{
    struct faulty *f = faulty_of(store);
    if (is_forwarded(f, &done))
        f->under->append(f->under, a, done);
}

static void remove_match(struct fl_store *store, uint64_t match, struct fl_store_callback done)
{
    struct faulty *f = faulty_of(store);
    if (is_forwarded(f, &done))
        f->under->remove(f->under, match, done);
}

static void purge(struct fl_store *store, int64_t before, struct fl_store_callback done)
{
    struct faulty *f = faulty_of(store);
    if (is_forwarded(f, &done))
        f->under->purge(f->under, before, done);
}

/* Reports an unknown outcome once for each write that has none. */
static int report_unknown(struct faulty *f)
{
    int reported = 0;
    for (struct result *result = f->first; result; result = result->next)
        if (!result->reported) {
            result->reported = true;
            result->done.call(result->done.context, result->done.ticket, FL_UNKNOWN);
            reported++;
        }
    return reported;
}

static int deliver_held(struct faulty *f)
{
    struct result *result = f->first, *next;
    int delivered = 0;
    if (f->unknown && !f->fences)
        return report_unknown(f);
    if (f->hold && !f->fences)
        return 0;
    f->first = NULL;
    f->end = &f->first;
    for (; result; result = next, delivered++) {
        next = result->next;
        deliver(result);
    }
    return delivered;
}

/* Counts a result that the underlying store finishes and this one holds back, too. */
static int pump(struct fl_store *store)
{
    struct faulty *f = faulty_of(store);
    int finished = f->under->pump(f->under);
    finished += deliver_held(f);
    if (f->fences) {
        f->fences = false;
        f->store.fenced(f->store.fenced_context);
    }
    return finished;
}

static void change(struct fl_store *store, const struct fl_change *what, int count,
                   struct fl_store_callback done)
{
    struct faulty *f = faulty_of(store);
    if (is_forwarded(f, &done))
        f->under->change(f->under, what, count, done);
}

static void scan(struct fl_store *store, const struct fl_scan *asked)
{
    struct faulty *f = faulty_of(store);
    f->under->scan(f->under, asked);
}

static void claim(struct fl_store *store, const struct fl_claim *asked)
{
    struct faulty *f = faulty_of(store);
    f->under->claim(f->under, asked);
}

static void release(struct fl_store *store, uint64_t match, int64_t last,
                    struct fl_store_callback done)
{
    struct faulty *f = faulty_of(store);
    if (is_forwarded(f, &done))
        f->under->release(f->under, match, last, done);
}

static bool last_error(struct fl_store *store, char cause[FL_STORE_CAUSE_SIZE])
{
    struct faulty *f = faulty_of(store);
    bool failed = f->failed;
    f->failed = false;
    if (failed)
        strcpy(cause, "faulty=ordered");
    return failed || f->under->last_error(f->under, cause);
}

static bool load(struct fl_store *store, uint64_t match, const struct fl_store_reader *reader)
{
    struct faulty *f = faulty_of(store);
    return f->under->load(f->under, match, reader);
}

static bool list(struct fl_store *store, bool running, void *context,
                 void (*each)(void *context, const struct fl_store_match *))
{
    struct faulty *f = faulty_of(store);
    return f->under->list(f->under, running, context, each);
}

static int64_t newest(struct fl_store *store)
{
    struct faulty *f = faulty_of(store);
    return f->under->newest(f->under);
}

static uint64_t bytes(struct fl_store *store)
{
    struct faulty *f = faulty_of(store);
    return f->under->bytes(f->under);
}

static void close_store(struct fl_store *store)
{
    struct faulty *f = faulty_of(store);
    f->hold = f->unknown = false;
    f->under->close(f->under);
    while (deliver_held(f))
        ;
    free(f);
}

void faulty_store_fail(struct fl_store *store, uint64_t first, uint64_t last)
{
    faulty_of(store)->fail_first = first;
    faulty_of(store)->fail_last = last;
}

void faulty_store_fail_all(struct fl_store *store, bool fails)
{
    faulty_store_fail(store, 1, fails ? UINT64_MAX : 0);
}

void faulty_store_make_unknown(struct fl_store *store, bool unknown)
{
    faulty_of(store)->unknown = unknown;
}

void faulty_store_fence(struct fl_store *store)
{
    faulty_of(store)->fences = true;
}

void faulty_store_share(struct fl_store *store)
{
    store->shared = true;
}

void faulty_store_hold(struct fl_store *store, bool hold)
{
    faulty_of(store)->hold = hold;
}

struct fl_store *faulty_store(struct fl_store *under)
{
    struct faulty *f = calloc(1, sizeof *f);
    if (!f)
        abort();
    f->store = (struct fl_store){.create = create,
                                 .append = append,
                                 .remove = remove_match,
                                 .purge = purge,
                                 .change = change,
                                 .scan = scan,
                                 .claim = claim,
                                 .release = release,
                                 .pump = pump,
                                 .last_error = last_error,
                                 .load = load,
                                 .list = list,
                                 .newest = newest,
                                 .bytes = bytes,
                                 .close = close_store};
    f->under = under;
    f->store.shared = under->shared;
    f->fail_first = 1; /* to 0: no write fails */
    f->end = &f->first;
    return &f->store;
}
