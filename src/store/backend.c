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

void fl_queued_store_init(struct fl_queued_store *queued)
{
    queued->store.create = create;
    queued->store.append = append;
    queued->store.remove = remove_match;
    queued->store.purge = purge;
    queued->store.release = release;
    queued->store.claim = claim;
}

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
    else
        request->done.call(request->done.context, request->done.ticket, request->outcome);
    free(request->created);
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
