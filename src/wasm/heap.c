/* Bytes in memory that grows, and reading them. */
#include "wasm/heap.h"

#include <stdlib.h>
#include <string.h>

char *fl_heap_room(struct fl_heap *h, size_t more)
{
    size_t cap = h->cap ? h->cap : 4096;
    while (cap < h->len + more)
        cap *= 2;
    if (cap != h->cap && !(h->at = realloc(h->at, cap)))
        abort();
    h->cap = cap;
    return h->at + h->len;
}

void fl_heap_put(struct fl_heap *h, const void *bytes, size_t len)
{
    char *to = fl_heap_room(h, len);
    if (len)
        memcpy(to, bytes, len);
    h->len += len;
}

void fl_heap_put_number(struct fl_heap *h, uint64_t number, int bytes)
{
    fl_heap_put(h, &number, (size_t)bytes); /* machines are little-endian: core/game.h */
}

void fl_heap_put_text(struct fl_heap *h, const void *text, size_t len)
{
    fl_heap_put_number(h, len, 2);
    fl_heap_put(h, text, len);
}

const void *fl_read_bytes(struct fl_reading *r, size_t len)
{
    const char *at = r->at;
    r->failed |= (size_t)(r->end - at) < len;
    if (r->failed)
        return NULL;
    r->at += len;
    return at;
}

uint64_t fl_read_number(struct fl_reading *r, int bytes)
{
    uint64_t number = 0;
    const void *at = fl_read_bytes(r, (size_t)bytes);
    if (at)
        memcpy(&number, at, (size_t)bytes);
    return number;
}

void fl_read_text(struct fl_reading *r, char *out, size_t room)
{
    size_t len = (size_t)fl_read_number(r, 2);
    r->failed |= len >= room;
    const void *at = fl_read_bytes(r, len);
    if (at)
        memcpy(out, at, len);
    out[at ? len : 0] = '\0';
}
