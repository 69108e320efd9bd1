/* A store in memory. Requests wait in a list until the store is pumped. */
#include <stdlib.h>
#include <string.h>

#include "store/backend.h"

struct kept_event {
    struct kept_event *next;
    struct fl_event event;
    unsigned char data[];
};

struct kept_match {
    struct kept_match *next;      /* in order of creation */
    struct kept_match *in_bucket; /* next one in the same bucket */
    struct fl_store_match match;
    int seats;
    struct fl_store_seat seat[FL_MAX_SEATS + 1];
    struct kept_event *first, *last;
};

/* Entries are in an array, sorted by key. */
struct kept_entry {
    unsigned char key[FL_KEY_SIZE];
    size_t key_len, len;
    void *value;
};

enum { BUCKETS = 256 };

struct memory {
    struct fl_queued_store base;        /* first: a pointer to the store is a pointer to this */
    struct kept_match *first, **end;    /* in order of creation */
    struct kept_match *bucket[BUCKETS]; /* by id */
    struct kept_entry *entry;
    size_t entries, entry_room;
    struct fl_write_list requests;
    void (*wake)(void *context); /* or NULL */
    void *context;
};

static struct memory *memory_of(struct fl_store *store)
{
    return (struct memory *)store;
}

/* ---- requests ---- */

static void enqueue(struct fl_store *store, struct fl_write_request *request)
{
    struct memory *m = memory_of(store);
    bool was_empty = !m->requests.first;
    fl_write_list_add(&m->requests, request);
    if (was_empty && m->wake)
        m->wake(m->context);
}

/* ---- execution ---- */

/* The pointer to this match in its bucket; a pointer to NULL if there is none. */
static struct kept_match **find(struct memory *m, uint64_t id)
{
    struct kept_match **at = &m->bucket[id % BUCKETS];
    while (*at && (*at)->match.id != id)
        at = &(*at)->in_bucket;
    return at;
}

static void put_seats(struct kept_match *kept, const struct fl_write_request *request)
{
    for (int row = 0; row < request->seats; row++) {
        int i = 0;
        while (i < kept->seats && kept->seat[i].seat != request->seat[row].seat)
            i++;
        if (i == kept->seats)
            kept->seats++;
        kept->seat[i] = request->seat[row];
    }
}

static bool do_create(struct memory *m, const struct fl_write_request *request)
{
    struct kept_match **place = find(m, request->match);
    if (*place)
        return false;
    struct kept_match *kept = fl_store_allocate(sizeof *kept);
    kept->match = *request->created;
    put_seats(kept, request);
    *place = *m->end = kept;
    m->end = &kept->next;
    return true;
}

/* ---- entries ---- */

static int compare_keys(const void *a, size_t a_len, const void *b, size_t b_len)
{
    int order = memcmp(a, b, a_len < b_len ? a_len : b_len);
    return order ? order : (a_len > b_len) - (a_len < b_len);
}

/* The index of the first entry whose key is not lower. */
static size_t find_key(const struct memory *m, const void *key, size_t len)
{
    size_t low = 0, high = m->entries;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (compare_keys(m->entry[middle].key, m->entry[middle].key_len, key, len) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static struct kept_entry *find_entry(const struct memory *m, const struct fl_entry *entry)
{
    size_t i = find_key(m, entry->key, entry->key_len);
    bool found = i < m->entries &&
                 !compare_keys(m->entry[i].key, m->entry[i].key_len, entry->key, entry->key_len);
    return found ? &m->entry[i] : NULL;
}

static struct kept_entry *add_entry(struct memory *m, const struct fl_entry *entry)
{
    size_t i = find_key(m, entry->key, entry->key_len);
    if (m->entries == m->entry_room) {
        m->entry_room = m->entry_room ? 2 * m->entry_room : 64;
        m->entry = realloc(m->entry, m->entry_room * sizeof *m->entry);
        if (!m->entry)
            abort();
    }
    memmove(m->entry + i + 1, m->entry + i, (m->entries++ - i) * sizeof *m->entry);
    m->entry[i] = (struct kept_entry){.key_len = entry->key_len};
    memcpy(m->entry[i].key, entry->key, entry->key_len);
    return &m->entry[i];
}

static void put_entry(struct memory *m, const struct fl_change *c)
{
    struct kept_entry *kept = find_entry(m, &c->entry);
    if (c->needs.key && !find_entry(m, &c->needs))
        return;
    if (!kept)
        kept = add_entry(m, &c->entry);
    free(kept->value);
    kept->value = fl_store_allocate(c->entry.len + 1);
    memcpy(kept->value, c->entry.value, c->entry.len);
    kept->len = c->entry.len;
}

static void remove_entries(struct memory *m, size_t from, size_t to)
{
    for (size_t i = from; i < to; i++)
        free(m->entry[i].value);
    memmove(m->entry + from, m->entry + to, (m->entries - to) * sizeof *m->entry);
    m->entries -= to - from;
}

static void remove_prefix(struct memory *m, const struct fl_entry *prefix)
{
    struct fl_key_bounds bounds;
    fl_store_prefix_bounds(prefix, &bounds);
    if (m->entries)
        remove_entries(m, find_key(m, bounds.from, bounds.from_len),
                       find_key(m, bounds.to, bounds.to_len));
}

static void forget_passport(struct memory *m, const unsigned char *key)
{
    uint64_t passport = 0;
    for (int i = 0; i < 8; i++)
        passport = passport << 8 | key[i];
    for (struct kept_match *kept = m->first; kept; kept = kept->next)
        for (int i = 0; i < kept->seats; i++)
            if (kept->seat[i].passport == passport)
                kept->seat[i].passport = 0;
}

static bool is_met(const struct memory *m, const struct fl_change *c)
{
    const struct kept_entry *kept = find_entry(m, &c->entry);
    if (c->kind == FL_CHANGE_ADD)
        return !kept;
    return c->kind != FL_CHANGE_EXPECT ||
           (kept && kept->len == c->entry.len && !memcmp(kept->value, c->entry.value, kept->len));
}

static bool change_entries(struct memory *m, const struct fl_write_request *request)
{
    for (int i = 0; i < request->changes; i++)
        if (!is_met(m, &request->change[i]))
            return false;
    for (int i = 0; i < request->changes; i++) {
        const struct fl_change *c = &request->change[i];
        const struct kept_entry *kept = find_entry(m, &c->entry);
        if (c->kind == FL_CHANGE_PUT || c->kind == FL_CHANGE_ADD)
            put_entry(m, c);
        else if (c->kind == FL_CHANGE_REMOVE && kept)
            remove_entries(m, (size_t)(kept - m->entry), (size_t)(kept - m->entry) + 1);
        else if (c->kind == FL_CHANGE_REMOVE_ALL)
            remove_prefix(m, &c->entry);
        else if (c->kind == FL_CHANGE_FORGET)
            forget_passport(m, c->entry.key);
    }
    return true;
}

static bool read_entries(struct fl_store *store, const struct fl_scan *scan)
{
    const struct memory *m = memory_of(store);
    for (int range = 0; range < scan->ranges; range++) {
        struct fl_key_bounds bounds;
        fl_store_bounds(&scan->range[range], &bounds);
        size_t i = find_key(m, bounds.from, bounds.from_len);
        size_t end = find_key(m, bounds.to, bounds.to_len);
        for (int left = scan->range[range].limit; i < end && left > 0; i++, left--) {
            struct fl_entry entry = {.key = m->entry[i].key,
                                     .key_len = m->entry[i].key_len,
                                     .value = m->entry[i].value,
                                     .len = m->entry[i].len};
            scan->entry(scan->context, range, &entry);
        }
    }
    return true;
}

/* ---- events ---- */

static bool do_append(struct memory *m, const struct fl_write_request *request)
{
    struct kept_match *kept = *find(m, request->match);
    if (!kept || request->event.n != (kept->last ? kept->last->event.n : 0) + 1)
        return false;
    struct kept_event *event = fl_store_allocate(sizeof *event + request->event.len);
    event->event = request->event;
    event->event.data = memcpy(event->data, request->data, request->event.len);
    if (kept->last)
        kept->last->next = event;
    else
        kept->first = event;
    kept->last = event;
    put_seats(kept, request);
    if (request->has_result)
        memcpy(kept->match.result, request->result, sizeof request->result);
    return change_entries(m, request);
}

static void free_match(struct kept_match *kept)
{
    while (kept->first) {
        struct kept_event *event = kept->first;
        kept->first = event->next;
        free(event);
    }
    free(kept);
}

/* Removes the match that a pointer of the list points to. */
static void remove_at(struct memory *m, struct kept_match **at)
{
    struct kept_match *kept = *at, **place = find(m, kept->match.id);
    *place = kept->in_bucket;
    *at = kept->next;
    if (m->end == &kept->next)
        m->end = at;
    free_match(kept);
}

static bool do_remove(struct memory *m, const struct fl_write_request *request)
{
    struct kept_match **at = &m->first;
    while (*at && (*at)->match.id != request->match)
        at = &(*at)->next;
    if (*at)
        remove_at(m, at);
    return true;
}

static int64_t newest_of(const struct kept_match *kept)
{
    int64_t last = kept->last ? kept->last->event.at : 0;
    return last > kept->match.created ? last : kept->match.created;
}

static bool do_purge(struct memory *m, const struct fl_write_request *request)
{
    int purged = 0;
    for (struct kept_match **at = &m->first; *at && purged < FL_PURGE_MAX;)
        if ((*at)->match.result[0] && newest_of(*at) < request->before) {
            remove_at(m, at);
            purged++;
        } else {
            at = &(*at)->next;
        }
    return true;
}

static bool execute(struct memory *m, const struct fl_write_request *request)
{
    switch (request->kind) {
    case FL_WRITE_CREATE:
        return do_create(m, request);
    case FL_WRITE_APPEND:
        return do_append(m, request);
    case FL_WRITE_REMOVE:
        return do_remove(m, request);
    case FL_WRITE_PURGE:
        return do_purge(m, request);
    case FL_WRITE_CHANGE:
        return change_entries(m, request);
    default:
        return true; /* there are no other owners */
    }
}

static int pump(struct fl_store *store)
{
    struct memory *m = memory_of(store);
    struct fl_write_list pending = m->requests;
    struct fl_write_request *request;
    int done = 0;
    m->requests = (struct fl_write_list){0};
    for (; (request = fl_write_list_take(&pending)); done++) {
        request->outcome = execute(m, request) ? FL_COMMITTED : FL_NOT_COMMITTED;
        fl_write_request_finish(store, request);
    }
    return done;
}

/* Writes fail because of their contents only. */
static bool last_error(struct fl_store *store, char cause[FL_STORE_CAUSE_SIZE])
{
    (void)store;
    (void)cause;
    return false;
}

/* ---- reading ---- */

static bool load(struct fl_store *store, uint64_t match, const struct fl_store_reader *reader)
{
    struct kept_match *kept = *find(memory_of(store), match);
    if (!kept)
        return false;
    reader->match(reader->context, &kept->match);
    for (int i = 0; i < kept->seats; i++)
        reader->seat(reader->context, &kept->seat[i]);
    for (struct kept_event *event = kept->first; event; event = event->next)
        reader->event(reader->context, &event->event);
    return true;
}

static bool list(struct fl_store *store, bool running, void *context,
                 void (*each)(void *context, const struct fl_store_match *))
{
    for (struct kept_match *kept = memory_of(store)->first; kept; kept = kept->next)
        if (!running || !kept->match.result[0])
            each(context, &kept->match);
    return true;
}

static int64_t newest(struct fl_store *store)
{
    int64_t found = 0;
    for (struct kept_match *kept = memory_of(store)->first; kept; kept = kept->next)
        if (newest_of(kept) > found)
            found = newest_of(kept);
    return found;
}

static uint64_t bytes(struct fl_store *store)
{
    (void)store;
    return 0; /* nothing is on disk */
}

/* ---- opening and closing ---- */

static void close_store(struct fl_store *store)
{
    struct memory *m = memory_of(store);
    while (pump(store))
        ;
    while (m->first) {
        struct kept_match *kept = m->first;
        m->first = kept->next;
        free_match(kept);
    }
    if (m->entries)
        remove_entries(m, 0, m->entries);
    free(m->entry);
    free(m);
}

struct fl_store *fl_memory_store(void)
{
    struct memory *m = calloc(1, sizeof *m);
    if (!m)
        return NULL;
    m->base = (struct fl_queued_store){.enqueue = enqueue,
                                       .read = read_entries,
                                       .store = {.pump = pump,
                                                 .last_error = last_error,
                                                 .load = load,
                                                 .list = list,
                                                 .newest = newest,
                                                 .bytes = bytes,
                                                 .close = close_store}};
    fl_queued_store_init(&m->base);
    m->end = &m->first;
    return &m->base.store;
}

static struct fl_store *open_store(const char *path, const struct fl_store_options *options,
                                   struct fl_store_error *error)
{
    struct fl_store *store = fl_memory_store();
    (void)path;
    if (!store) {
        fl_store_fail(error, "server.no-memory", "", "");
        return NULL;
    }
    memory_of(store)->wake = options->wake;
    memory_of(store)->context = options->context;
    return store;
}

static bool backup(const char *path, const char *to, struct fl_store_error *error)
{
    (void)path;
    (void)to;
    return fl_store_fail(error, "store.no-backup", fl_memory_kind.scheme, "");
}

const struct fl_store_kind fl_memory_kind = {
    .scheme = "memory:", .has_path = false, .open = open_store, .backup = backup};
