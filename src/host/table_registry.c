/* The host's tables by id and code. The code is the low thirty bits of the id, so that both lead
 * to the same hash bucket. */
#include <stdlib.h>
#include <string.h>

#include "host/people.h"

/* No I, L, O or U: letters that look like a digit are read as that digit. */
static const char alphabet[] = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

enum { LETTERS = FL_CODE_SIZE - 1, CODE_MASK = (1 << FL_CODE_BITS) - 1 };

static uint32_t code_of(uint64_t id)
{
    return (uint32_t)(id & CODE_MASK);
}

static void name_table(struct fl_table *t)
{
    struct fl_buf name = fl_buf_over(t->name, sizeof t->name);
    fl_put_hex64(&name, t->id);
    for (int i = 0; i < LETTERS; i++)
        t->code[i] = alphabet[code_of(t->id) >> 5 * (LETTERS - 1 - i) & 31];
    t->code[LETTERS] = '\0';
}

/* The value of a letter of a code, or -1. */
static int letter_value(char c)
{
    if (c >= 'a' && c <= 'z')
        c = (char)(c - 'a' + 'A');
    if (c == 'O')
        c = '0';
    if (c == 'I' || c == 'L')
        c = '1';
    const char *at = c ? strchr(alphabet, c) : NULL;
    return at ? (int)(at - alphabet) : -1;
}

static bool read_code(const char *name, uint32_t *code)
{
    if (strlen(name) != LETTERS)
        return false;
    for (*code = 0; *name; name++) {
        int value = letter_value(*name);
        if (value < 0)
            return false;
        *code = *code << 5 | (uint32_t)value;
    }
    return true;
}

static bool read_id(const char *name, uint64_t *id)
{
    static const char digits[] = "0123456789abcdef";
    if (strlen(name) != FL_ID_TEXT - 1)
        return false;
    for (*id = 0; *name; name++) {
        const char *at = strchr(digits, *name);
        if (!at)
            return false;
        *id = *id << 4 | (uint64_t)(at - digits);
    }
    return true;
}

static struct fl_table **bucket_of(struct fl_host *h, uint32_t code)
{
    return &h->bucket[code % FL_BUCKETS];
}

static struct fl_table *find_by_code(struct fl_host *h, uint32_t code)
{
    struct fl_table *t = *bucket_of(h, code);
    while (t && code_of(t->id) != code)
        t = t->next;
    return t;
}

struct fl_table *fl_table_in_memory(struct fl_host *h, uint64_t id)
{
    struct fl_table *t = find_by_code(h, code_of(id));
    return t && t->id == id ? t : NULL;
}

static bool is_known_closed(const struct fl_host *h, uint64_t id)
{
    for (uint32_t i = 0; i < FL_CLOSED_KEPT && i < h->closed; i++)
        if (h->closed_id[i] == id)
            return true;
    return false;
}

/* Finds a running table by its code. */
static struct fl_table *load_by_code(struct fl_host *h, uint32_t code)
{
    fl_load_asked(h, code, CODE_MASK);
    return find_by_code(h, code);
}

/* Finds a table by its id. Loads it from the store if it is not in memory. */
static struct fl_table *load_by_id(struct fl_host *h, uint64_t id)
{
    fl_load_asked(h, id, UINT64_MAX);
    struct fl_table *t = fl_table_in_memory(h, id);
    if (t || is_known_closed(h, id))
        return t;
    t = fl_table_recover(h, id);
    if (!t)
        return NULL;
    t->empty = fl_now(h);
    fl_table_set_wake(t);
    return t;
}

/* Finds a table of a shared store in memory, or the placeholder of one that is being claimed; if
 * there is none, claims it, unless the store has just answered. */
static struct fl_table *find_or_request(struct fl_host *h, uint64_t asked, bool is_code,
                                        bool is_answered)
{
    struct fl_table *t = find_by_code(h, code_of(asked));
    if (t && (is_code || t->id == asked || t->is_placeholder))
        return t;
    if (t || is_answered || (!is_code && is_known_closed(h, asked)))
        return NULL;
    return fl_table_request(h, asked, is_code);
}

static const char *why_no_table(const struct fl_host *h, bool is_code, uint32_t code, uint64_t id)
{
    for (size_t i = 0; i < h->stored.frozen; i++)
        if (is_code ? code_of(h->stored.id[i]) == code : h->stored.id[i] == id)
            return "host.frozen";
    return "host.no-table";
}

const char *fl_table_look_up(struct fl_host *h, struct fl_origin *origin, const char *name,
                             struct fl_table **out)
{
    uint32_t code = 0;
    uint64_t id = 0;
    bool is_code = read_code(name, &code);
    *out = NULL;
    if (!is_code && !read_id(name, &id))
        return "host.no-table";
    const struct fl_limits *limits = &h->limits;
    if (is_code && origin &&
        !fl_pace_allows(&origin->guesses, fl_now(h), limits->guess_burst, limits->guess_pause))
        return "host.too-many-guesses";
    uint64_t asked = is_code ? code : id;
    bool is_answered = h->has_looked_up && h->looked_up == asked;
    *out = h->port.store->shared ? find_or_request(h, asked, is_code, is_answered)
           : is_code             ? load_by_code(h, code)
                                 : load_by_id(h, id);
    if (*out)
        return NULL;
    if (is_code && origin)
        fl_pace_count(&origin->guesses, fl_now(h), limits->guess_pause);
    return is_answered ? h->why_none : why_no_table(h, is_code, code, id);
}

bool fl_host_is_loading(struct fl_host *h, const char *name)
{
    uint32_t code = 0;
    uint64_t id = 0;
    const struct fl_table *t = NULL;
    if (read_code(name, &code) || read_id(name, &id))
        t = find_by_code(h, code ? code : code_of(id));
    return t && t->is_placeholder;
}

enum fl_ownership fl_host_ownership(const struct fl_host *h, const char *name, const char **address)
{
    enum { RECENT = 1000 }; /* milliseconds */
    uint32_t code = 0;
    uint64_t id = 0;
    bool is_code = read_code(name, &code);
    if (!is_code && !read_id(name, &id))
        return FL_NO_TABLE;
    for (uint32_t i = 0; i < FL_LOOKUPS_KEPT && i < h->lookups; i++) {
        const struct fl_looked_up *l = &h->last_looked_up[i];
        if (l->asked == (is_code ? code : id) && fl_now(h) - l->at < RECENT) {
            *address = l->address;
            return l->ownership;
        }
    }
    return FL_OWNED_HERE;
}

/* A random id whose code is free; not 0. */
static uint64_t choose_id(struct fl_host *h)
{
    uint64_t id;
    do
        h->port.entropy(h->port.context, &id, sizeof id);
    while (!id || load_by_code(h, code_of(id)));
    return id;
}

static bool may_leave_memory(const struct fl_table *t)
{
    return t && !t->clients && !t->pending && !t->queue && !t->busy;
}

static int compare_empty(const void *a, const void *b)
{
    const struct fl_table *const *s = a, *const *t = b;
    return ((*s)->empty > (*t)->empty) - ((*s)->empty < (*t)->empty);
}

/* Unloads one table in a hundred, those that have been empty for longest. The store still has
 * them; they are loaded again when somebody asks for them by id. */
static void unload_empty_tables(struct fl_host *h)
{
    uint32_t count = 0, most = 1 + h->limits.tables / 100;
    struct fl_table **empty = malloc(h->tables * sizeof *empty);
    if (!empty)
        return;
    for (uint32_t i = 0; i < h->table_room; i++)
        if (may_leave_memory(h->table[i]))
            empty[count++] = h->table[i];
    qsort(empty, count, sizeof *empty, compare_empty);
    for (uint32_t i = 0; i < count && i < most; i++) {
        fl_table_release(h, empty[i]->id, empty[i]->last);
        fl_table_free(empty[i]);
    }
    free(empty);
}

static bool find_slot(struct fl_host *h, uint32_t *slot)
{
    if (h->tables >= h->limits.tables)
        unload_empty_tables(h);
    if (h->tables >= h->limits.tables)
        return false;
    while (h->lowest_free < h->table_room && h->table[h->lowest_free])
        h->lowest_free++;
    *slot = h->lowest_free;
    if (*slot < h->table_room)
        return true;
    uint32_t room = h->table_room ? 2 * h->table_room : 16;
    if (!fl_wake_heap_make_room(h, room))
        return false;
    struct fl_table **table = realloc(h->table, room * sizeof *table);
    if (!table)
        return false;
    memset(table + h->table_room, 0, (room - h->table_room) * sizeof *table);
    h->table = table;
    h->table_room = room;
    return true;
}

static void list_table(struct fl_host *h, struct fl_table *t)
{
    struct fl_table **bucket = bucket_of(h, code_of(t->id));
    t->next = *bucket;
    *bucket = t;
    h->table[t->slot] = t;
    fl_wake_heap_add(t);
}

/* A table hides the placeholder that it replaces, because it comes first in the bucket. */
struct fl_table *fl_table_new(struct fl_host *h, uint64_t id,
                              const struct fl_table_options *options)
{
    uint32_t slot;
    if (!id)
        id = choose_id(h);
    const struct fl_table *other = find_by_code(h, code_of(id));
    if ((other && !other->is_placeholder) || !find_slot(h, &slot))
        return NULL;
    struct fl_table *t = calloc(1, sizeof *t);
    struct fl_table_seat *seats = calloc(options->setup.seats, sizeof *seats);
    if (!t || !seats) {
        free(t);
        free(seats);
        return NULL;
    }
    *t = (struct fl_table){.host = h, .id = id, .slot = slot, .options = *options, .seat = seats};
    t->queue_end = &t->queue;
    t->request.seat = -1;
    t->wake = INT64_MAX;
    t->empty = t->last = fl_now(h);
    for (int seat = 0; seat < options->setup.seats; seat++) {
        seats[seat].kind = options->seat_kind[seat];
        seats[seat].level = options->level[seat];
    }
    name_table(t);
    list_table(h, t);
    return t;
}

static void unlist_table(struct fl_table *t)
{
    struct fl_table **at = bucket_of(t->host, code_of(t->id));
    while (*at != t)
        at = &(*at)->next;
    *at = t->next;
    t->host->table[t->slot] = NULL;
    if (t->slot < t->host->lowest_free)
        t->host->lowest_free = t->slot;
    fl_wake_heap_remove(t);
}

void fl_table_change_id(struct fl_table *t)
{
    uint64_t id = choose_id(t->host);
    unlist_table(t);
    t->id = id;
    name_table(t);
    list_table(t->host, t);
}

void fl_table_free(struct fl_table *t)
{
    struct fl_host *h = t->host;
    unlist_table(t);
    if (t->phase == FL_TABLE_CLOSED)
        h->closed_id[h->closed++ % FL_CLOSED_KEPT] = t->id;
    fl_table_set_origin(t, NULL);
    while (t->queue) {
        struct fl_queued_command *next = t->queue->next;
        free(t->queue);
        t->queue = next;
    }
    if (t->match.game)
        fl_match_end(&t->match);
    free(t->pending);
    free(t->client);
    free(t->seat);
    free(t->banned);
    free(t->spectator_chat);
    fl_table_log_free(&t->log);
    free(t);
}
