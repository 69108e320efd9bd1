/* The tables of a host in a binary heap, ordered by the time at which each has something to do by
 * itself. A table that has nothing to do is in the heap as well, at INT64_MAX. */
#include <stdlib.h>

#include "host/table.h"

static void put(struct fl_host *h, uint32_t at, struct fl_table *t)
{
    h->heap[at] = t;
    t->heap_place = at;
}

/* Moves a table towards the root, as far as it is earlier than its parents. */
static void move_up(struct fl_host *h, struct fl_table *t)
{
    uint32_t at = t->heap_place;
    for (; at && t->wake < h->heap[(at - 1) / 2]->wake; at = (at - 1) / 2)
        put(h, at, h->heap[(at - 1) / 2]);
    put(h, at, t);
}

/* Moves a table away from the root, as far as it is later than its children. */
static void move_down(struct fl_host *h, struct fl_table *t)
{
    uint32_t at = t->heap_place;
    for (uint32_t child; (child = 2 * at + 1) < h->tables; at = child) {
        if (child + 1 < h->tables && h->heap[child + 1]->wake < h->heap[child]->wake)
            child++;
        if (h->heap[child]->wake >= t->wake)
            break;
        put(h, at, h->heap[child]);
    }
    put(h, at, t);
}

bool fl_wake_heap_make_room(struct fl_host *h, uint32_t room)
{
    struct fl_table **heap = realloc(h->heap, room * sizeof *heap);
    if (heap)
        h->heap = heap;
    return heap;
}

void fl_wake_heap_add(struct fl_table *t)
{
    put(t->host, t->host->tables++, t);
    move_up(t->host, t);
}

void fl_wake_heap_remove(struct fl_table *t)
{
    struct fl_host *h = t->host;
    struct fl_table *last = h->heap[--h->tables];
    if (last == t)
        return;
    put(h, t->heap_place, last);
    move_up(h, last);
    move_down(h, last);
}

void fl_wake_heap_set(struct fl_table *t, int64_t wake)
{
    int64_t before = t->wake;
    t->wake = wake;
    if (wake < before)
        move_up(t->host, t);
    else
        move_down(t->host, t);
}
