/* A store in memory. What is asked for waits in a list until the store is pumped. */
#include <stdlib.h>
#include <string.h>

#include "store/store.h"

struct kept_event {
    struct kept_event *next;
    struct fl_event event;
    unsigned char data[];
};

struct kept_match {
    struct kept_match *next;  /* that was created later */
    struct kept_match *alike; /* in the same bucket */
    struct fl_store_match match;
    int seats;
    struct fl_store_seat seat[FL_MAX_SEATS + 1];
    uint32_t last; /* event's number */
    struct kept_event *first, **end;
};

enum { BUCKETS = 256 };

enum wish_kind { CREATE, APPEND, REMOVE };

/* A write that was asked for. */
struct wish {
    struct wish *next;
    enum wish_kind kind;
    struct fl_done done;
    uint64_t match;
    struct kept_match *created;  /* CREATE */
    struct kept_event *appended; /* APPEND */
    int seats;
    struct fl_store_seat seat[2];
    bool has_result;
    char result[FL_RESULT_SIZE];
};

struct memory {
    struct fl_store store;              /* first: the store is this */
    struct kept_match *first, **end;    /* in order of creation */
    struct kept_match *bucket[BUCKETS]; /* by id */
    struct wish *wishes, **last;
    bool fails;
};

static struct memory *memory_of(struct fl_store *store)
{
    return (struct memory *)store;
}

static void *must_have(size_t size)
{
    void *memory = calloc(1, size);
    if (!memory)
        abort(); /* a store that cannot remember what it was asked cannot answer either */
    return memory;
}

static struct wish *wish_for(struct memory *m, enum wish_kind kind, uint64_t match,
                             struct fl_done done)
{
    struct wish *wish = must_have(sizeof *wish);
    wish->kind = kind;
    wish->match = match;
    wish->done = done;
    *m->last = wish;
    m->last = &wish->next;
    return wish;
}

static void put_seat(struct kept_match *kept, const struct fl_store_seat *seat)
{
    int i = 0;
    while (i < kept->seats && kept->seat[i].seat != seat->seat)
        i++;
    if (i == kept->seats)
        kept->seats++;
    kept->seat[i] = *seat;
}

static void create(struct fl_store *store, const struct fl_store_match *match,
                   const struct fl_store_seat *keeper, struct fl_done done)
{
    struct wish *wish = wish_for(memory_of(store), CREATE, match->id, done);
    struct kept_match *kept = must_have(sizeof *kept);
    kept->match = *match;
    kept->end = &kept->first;
    put_seat(kept, keeper);
    wish->created = kept;
}

static struct kept_event *keep(const struct fl_event *event)
{
    struct kept_event *kept = must_have(sizeof *kept + event->len);
    kept->event = *event;
    kept->event.data = kept->data;
    if (event->len)
        memcpy(kept->data, event->data, event->len);
    return kept;
}

static void append(struct fl_store *store, const struct fl_append *a, struct fl_done done)
{
    struct wish *wish = wish_for(memory_of(store), APPEND, a->match, done);
    wish->appended = keep(&a->event);
    wish->seats = a->seats;
    for (int i = 0; i < a->seats; i++)
        wish->seat[i] = a->seat[i];
    wish->has_result = a->result;
    if (a->result)
        strncpy(wish->result, a->result, sizeof wish->result - 1);
}

static void remove_match(struct fl_store *store, uint64_t match, struct fl_done done)
{
    wish_for(memory_of(store), REMOVE, match, done);
}

/* Where the pointer to this match is kept in its bucket, or would be: NULL if there is none. */
static struct kept_match **find(struct memory *m, uint64_t id)
{
    struct kept_match **at = &m->bucket[id % BUCKETS];
    while (*at && (*at)->match.id != id)
        at = &(*at)->alike;
    return at;
}

static void forget_match(struct kept_match *kept)
{
    while (kept->first) {
        struct kept_event *event = kept->first;
        kept->first = event->next;
        free(event);
    }
    free(kept);
}

static bool do_create(struct memory *m, struct wish *wish)
{
    struct kept_match **place = find(m, wish->match);
    if (*place)
        return false;
    *place = wish->created;
    *m->end = wish->created;
    m->end = &wish->created->next;
    wish->created = NULL;
    return true;
}

static bool do_append(struct memory *m, struct wish *wish)
{
    struct kept_match *kept = *find(m, wish->match);
    if (!kept || wish->appended->event.n != kept->last + 1)
        return false;
    kept->last++;
    *kept->end = wish->appended;
    kept->end = &wish->appended->next;
    wish->appended = NULL;
    for (int i = 0; i < wish->seats; i++)
        put_seat(kept, &wish->seat[i]);
    if (wish->has_result)
        memcpy(kept->match.result, wish->result, sizeof wish->result);
    return true;
}

static void unlist(struct memory *m, const struct kept_match *kept)
{
    struct kept_match **at = &m->first;
    while (*at != kept)
        at = &(*at)->next;
    *at = kept->next;
    if (m->end == &kept->next)
        m->end = at;
}

static bool do_remove(struct memory *m, struct wish *wish)
{
    struct kept_match **at = find(m, wish->match), *kept = *at;
    if (!kept)
        return true;
    *at = kept->alike;
    unlist(m, kept);
    forget_match(kept);
    return true;
}

static void do_wish(struct memory *m, struct wish *wish)
{
    bool ok = !m->fails;
    if (ok)
        ok = wish->kind == CREATE   ? do_create(m, wish)
             : wish->kind == APPEND ? do_append(m, wish)
                                    : do_remove(m, wish);
    if (wish->created)
        forget_match(wish->created);
    free(wish->appended);
    wish->done.tell(wish->done.whom, wish->done.ticket, ok);
    free(wish);
}

int fl_memory_store_pump(struct fl_store *store)
{
    struct memory *m = memory_of(store);
    struct wish *wish = m->wishes, *next;
    int done = 0;
    m->wishes = NULL;
    m->last = &m->wishes;
    for (; wish; wish = next, done++) {
        next = wish->next;
        do_wish(m, wish);
    }
    return done;
}

void fl_memory_store_fail(struct fl_store *store, bool fails)
{
    memory_of(store)->fails = fails;
}

static bool load(struct fl_store *store, uint64_t match, const struct fl_store_reader *reader)
{
    struct kept_match *kept = *find(memory_of(store), match);
    if (!kept)
        return false;
    reader->match(reader->whom, &kept->match);
    for (int i = 0; i < kept->seats; i++)
        reader->seat(reader->whom, &kept->seat[i]);
    for (struct kept_event *event = kept->first; event; event = event->next)
        reader->event(reader->whom, &event->event);
    return true;
}

static bool list(struct fl_store *store, bool running, void *whom,
                 void (*each)(void *whom, const struct fl_store_match *))
{
    for (struct kept_match *kept = memory_of(store)->first; kept; kept = kept->next)
        if (!running || !kept->match.result[0])
            each(whom, &kept->match);
    return true;
}

static void close_store(struct fl_store *store)
{
    struct memory *m = memory_of(store);
    while (m->wishes)
        fl_memory_store_pump(store);
    while (m->first) {
        struct kept_match *kept = m->first;
        m->first = kept->next;
        forget_match(kept);
    }
    free(m);
}

struct fl_store *fl_memory_store(void)
{
    struct memory *m = calloc(1, sizeof *m);
    if (!m)
        return NULL;
    m->store = (struct fl_store){.create = create,
                                 .append = append,
                                 .load = load,
                                 .list = list,
                                 .remove = remove_match,
                                 .close = close_store};
    m->end = &m->first;
    m->last = &m->wishes;
    return &m->store;
}
