/* The host's tables: their names, and finding one. The short code is the low thirty bits of the
 * id, so that both lead to the same bucket. */
#include <stdlib.h>
#include <string.h>

#include "host/table.h"

/* No I, L, O or U: what people mistake for a digit is read as that digit. */
static const char alphabet[] = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

enum { CODE_BITS = 30, LETTERS = FL_CODE_SIZE - 1 };

static uint32_t code_of(uint64_t id)
{
    return (uint32_t)(id & ((1u << CODE_BITS) - 1));
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

static struct fl_table *find_by_id(struct fl_host *h, uint64_t id)
{
    struct fl_table *t = find_by_code(h, code_of(id));
    return t && t->id == id ? t : NULL;
}

struct fl_table *fl_table_find(struct fl_host *h, const char *name)
{
    uint32_t code;
    uint64_t id;
    if (read_code(name, &code))
        return find_by_code(h, code);
    if (!read_id(name, &id))
        return NULL;
    struct fl_table *t = find_by_id(h, id);
    if (!t && fl_table_recover(h, id)) /* a finished one that has left the memory */
        t = find_by_id(h, id);
    return t;
}

uint64_t fl_table_free_id(struct fl_host *h)
{
    uint64_t id;
    do
        h->port.entropy(h->port.world, &id, sizeof id);
    while (find_by_code(h, code_of(id)));
    return id;
}

static bool find_slot(struct fl_host *h, uint32_t *slot)
{
    if (h->tables == h->limits.tables)
        return false;
    for (*slot = 0; *slot < h->table_room; ++*slot)
        if (!h->table[*slot])
            return true;
    uint32_t room = h->table_room ? 2 * h->table_room : 16;
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
    h->tables++;
}

struct fl_table *fl_table_new(struct fl_host *h, uint64_t id, const struct fl_terms *terms)
{
    uint32_t slot;
    if (find_by_code(h, code_of(id)) || !find_slot(h, &slot))
        return NULL;
    struct fl_table *t = calloc(1, sizeof *t);
    struct fl_chair *chair = calloc(terms->setup.seats, sizeof *chair);
    if (!t || !chair) {
        free(t);
        free(chair);
        return NULL;
    }
    *t = (struct fl_table){.host = h, .id = id, .slot = slot, .terms = *terms, .chair = chair};
    t->queue_end = &t->queue;
    t->undo_seat = -1;
    t->wake = INT64_MAX;
    t->empty = h->port.now(h->port.world);
    for (int seat = 0; seat < terms->setup.seats; seat++) {
        chair[seat].kind = terms->chair[seat];
        chair[seat].level = terms->level[seat];
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
    t->host->tables--;
}

void fl_table_free(struct fl_table *t)
{
    unlist_table(t);
    while (t->queue) {
        struct fl_waiting *next = t->queue->next;
        free(t->queue);
        t->queue = next;
    }
    if (t->match.game)
        fl_match_end(&t->match);
    free(t->pending);
    free(t->guest);
    free(t->chair);
    free(t->blocked);
    free(t->stream);
    free(t);
}
