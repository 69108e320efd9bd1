/* Errors, write requests and lists of them. */
#include "store/backend.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

void *fl_store_allocate(size_t size)
{
    void *memory = calloc(1, size);
    if (!memory)
        abort();
    return memory;
}

bool fl_store_fail(struct fl_store_error *error, const char *key, const char *path,
                   const char *detail)
{
    struct fl_buf text = fl_buf_over(error->detail, sizeof error->detail);
    error->key = key;
    error->path = path;
    error->cause[0] = '\0';
    fl_put(&text, detail);
    return false;
}

/* ---- requests ---- */

static struct fl_write_request *new_request(enum fl_write_kind kind, uint64_t match, size_t len,
                                            struct fl_store_callback done)
{
    struct fl_write_request *request = fl_store_allocate(sizeof *request + len);
    request->kind = kind;
    request->match = match;
    request->done = done;
    return request;
}

static void enqueue(struct fl_store *store, struct fl_write_request *request)
{
    ((struct fl_queued_store *)store)->enqueue(store, request);
}

/* Copies bytes to the end of a memory and returns the copy. */
static const void *copy_bytes(unsigned char **end, const void *bytes, size_t len)
{
    unsigned char *copy = *end;
    if (len)
        memcpy(copy, bytes, len);
    *end += len;
    return copy;
}

static struct fl_entry copy_entry(unsigned char **end, const struct fl_entry *entry)
{
    assert(entry->key_len <= FL_KEY_SIZE && entry->len <= FL_VALUE_SIZE);
    struct fl_entry copied = *entry;
    copied.key = entry->key ? copy_bytes(end, entry->key, entry->key_len) : NULL;
    copied.value = copy_bytes(end, entry->value, entry->len);
    return copied;
}

static void copy_changes(struct fl_write_request *request, const struct fl_change *change,
                         int count)
{
    size_t bytes = 0;
    assert(count <= FL_CHANGES_MAX);
    if (!count)
        return;
    for (int i = 0; i < count; i++)
        bytes += change[i].entry.key_len + change[i].entry.len + change[i].needs.key_len;
    request->memory = fl_store_allocate((size_t)count * sizeof *change + bytes);
    request->change = request->memory;
    request->changes = count;
    unsigned char *end = (unsigned char *)(request->change + count);
    for (int i = 0; i < count; i++) {
        request->change[i].kind = change[i].kind;
        request->change[i].entry = copy_entry(&end, &change[i].entry);
        request->change[i].needs = copy_entry(&end, &change[i].needs);
    }
}

static void create(struct fl_store *store, const struct fl_store_match *match,
                   const struct fl_store_seat *owner, struct fl_store_callback done)
{
    struct fl_write_request *request = new_request(FL_WRITE_CREATE, match->id, 0, done);
    request->created = fl_store_allocate(sizeof *match);
    *request->created = *match;
    request->seats = 1;
    request->seat[0] = *owner;
    enqueue(store, request);
}

static void append(struct fl_store *store, const struct fl_append *a, struct fl_store_callback done)
{
    assert(a->event.len <= FL_MAX_EVENT && a->seats >= 0 && a->seats <= 2);
    struct fl_write_request *request = new_request(FL_WRITE_APPEND, a->match, a->event.len, done);
    request->event = a->event;
    request->event.data = request->data;
    if (a->event.len)
        memcpy(request->data, a->event.data, a->event.len);
    request->seats = a->seats;
    for (int i = 0; i < a->seats; i++)
        request->seat[i] = a->seat[i];
    request->has_result = a->result;
    if (a->result)
        strncpy(request->result, a->result, sizeof request->result - 1);
    copy_changes(request, a->change, a->changes);
    enqueue(store, request);
}

static void remove_match(struct fl_store *store, uint64_t match, struct fl_store_callback done)
{
    enqueue(store, new_request(FL_WRITE_REMOVE, match, 0, done));
}

static void purge(struct fl_store *store, int64_t before, struct fl_store_callback done)
{
    struct fl_write_request *request = new_request(FL_WRITE_PURGE, 0, 0, done);
    request->before = before;
    enqueue(store, request);
}

static void release(struct fl_store *store, uint64_t match, int64_t last,
                    struct fl_store_callback done)
{
    struct fl_write_request *request = new_request(FL_WRITE_RELEASE, match, 0, done);
    request->before = last;
    enqueue(store, request);
}

static void claim(struct fl_store *store, const struct fl_claim *asked)
{
    struct fl_write_request *request =
        new_request(FL_WRITE_CLAIM, asked->id, 0, (struct fl_store_callback){0});
    request->claim = *asked;
    enqueue(store, request);
}

static void change_entries(struct fl_store *store, const struct fl_change *change, int count,
                           struct fl_store_callback done)
{
    struct fl_write_request *request = new_request(FL_WRITE_CHANGE, 0, 0, done);
    copy_changes(request, change, count);
    enqueue(store, request);
}

static void scan(struct fl_store *store, const struct fl_scan *asked)
{
    struct fl_write_request *request =
        new_request(FL_WRITE_SCAN, 0, 0, (struct fl_store_callback){0});
    size_t bytes = (size_t)asked->ranges * sizeof *asked->range;
    assert(asked->ranges > 0 && asked->ranges <= FL_RANGES_MAX);
    request->memory = fl_store_allocate(bytes);
    request->scan = *asked;
    request->scan.range = memcpy(request->memory, asked->range, bytes);
    enqueue(store, request);
}

void fl_queued_store_init(struct fl_queued_store *queued)
{
    queued->store.create = create;
    queued->store.append = append;
    queued->store.remove = remove_match;
    queued->store.purge = purge;
    queued->store.release = release;
    queued->store.claim = claim;
    queued->store.change = change_entries;
    queued->store.scan = scan;
}

/* ---- ranges of keys ---- */

/* The first key after all that begin with the prefix. */
static size_t put_end(const unsigned char *prefix, size_t len, unsigned char *to)
{
    memcpy(to, prefix, len);
    while (len && to[len - 1] == 0xFF)
        len--;
    if (len) {
        to[len - 1]++;
        return len;
    }
    memset(to, 0xFF, FL_KEY_SIZE + 1); /* longer than every key */
    return FL_KEY_SIZE + 1;
}

void fl_store_bounds(const struct fl_range *range, struct fl_key_bounds *out)
{
    bool continues = range->after_len;
    out->from_len = continues ? range->after_len + 1 : range->prefix_len;
    memcpy(out->from, continues ? range->after : range->prefix, out->from_len - continues);
    if (continues)
        out->from[range->after_len] = 0;
    out->to_len = put_end(range->prefix, range->prefix_len, out->to);
}

void fl_store_prefix_bounds(const struct fl_entry *prefix, struct fl_key_bounds *out)
{
    memcpy(out->from, prefix->key, prefix->key_len);
    out->from_len = prefix->key_len;
    out->to_len = put_end(prefix->key, prefix->key_len, out->to);
}

/* ---- answers ---- */

uint64_t fl_store_code(uint64_t id)
{
    return id & (((uint64_t)1 << FL_CODE_BITS) - 1);
}

struct code_search {
    uint64_t code, id; /* id 0: not found */
};

static void compare_code(void *context, const struct fl_store_match *match)
{
    struct code_search *search = context;
    if (fl_store_code(match->id) == search->code)
        search->id = match->id;
}

static uint64_t find_code(struct fl_store *store, uint64_t code)
{
    struct code_search search = {.code = code};
    store->list(store, true, &search, compare_code);
    return search.id;
}

/* This process owns all tables. */
static void answer_claim(struct fl_store *store, const struct fl_claim *asked)
{
    struct fl_claim_answer answer = {.ownership = FL_NO_TABLE};
    uint64_t id = asked->by_code ? find_code(store, asked->id) : asked->id;
    if (id && store->load(store, id, &asked->reader))
        answer = (struct fl_claim_answer){.ownership = FL_OWNED_HERE, .id = id};
    asked->call(asked->context, asked->ticket, &answer);
}

void fl_write_request_finish(struct fl_store *store, struct fl_write_request *request)
{
    if (request->kind == FL_WRITE_CLAIM)
        answer_claim(store, &request->claim);
    else if (request->kind == FL_WRITE_SCAN)
        request->scan.call(request->scan.context, request->scan.ticket,
                           ((struct fl_queued_store *)store)->read(store, &request->scan));
    else
        request->done.call(request->done.context, request->done.ticket, request->outcome);
    fl_write_request_free(request);
}

void fl_write_request_free(struct fl_write_request *request)
{
    free(request->created);
    free(request->memory);
    free(request);
}

/* ---- lists ---- */

void fl_write_list_add(struct fl_write_list *list, struct fl_write_request *request)
{
    request->next = NULL;
    if (list->first)
        list->last->next = request;
    else
        list->first = request;
    list->last = request;
}

struct fl_write_request *fl_write_list_take(struct fl_write_list *list)
{
    struct fl_write_request *request = list->first;
    if (request)
        list->first = request->next;
    return request;
}

void fl_write_list_splice(struct fl_write_list *from, struct fl_write_list *to)
{
    if (!from->first)
        return;
    if (to->first)
        to->last->next = from->first;
    else
        to->first = from->first;
    to->last = from->last;
    from->first = NULL;
}
