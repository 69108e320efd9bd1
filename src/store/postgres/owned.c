/* A hash table of the tables that this node owns. */
#include <stdlib.h>

#include "store/postgres/postgres.h"

enum { FIRST_ROOM = 64 };

/* Ids are random, but tests use small ones. */
static size_t place_of(const struct fl_pg_owned_set *set, uint64_t id)
{
    return (size_t)(id * 0x9E3779B97F4A7C15u >> 32) & (set->room - 1);
}

/* The slot of a table, or the free slot where it belongs. */
static struct fl_pg_owned *slot_of(const struct fl_pg_owned_set *set, uint64_t id)
{
    size_t i = place_of(set, id);
    while (set->slot[i].id && set->slot[i].id != id)
        i = (i + 1) & (set->room - 1);
    return &set->slot[i];
}

struct fl_pg_owned *fl_pg_owned_find(struct fl_pg_owned_set *set, uint64_t id)
{
    struct fl_pg_owned *found = set->room ? slot_of(set, id) : NULL;
    return found && found->id ? found : NULL;
}

static void grow(struct fl_pg_owned_set *set)
{
    struct fl_pg_owned_set larger = {.count = set->count,
                                     .room = set->room ? 2 * set->room : FIRST_ROOM};
    larger.slot = fl_store_allocate(larger.room * sizeof *larger.slot);
    for (size_t i = 0; i < set->room; i++)
        if (set->slot[i].id)
            *slot_of(&larger, set->slot[i].id) = set->slot[i];
    free(set->slot);
    *set = larger;
}

struct fl_pg_owned *fl_pg_owned_add(struct fl_pg_owned_set *set, uint64_t id)
{
    struct fl_pg_owned *found = fl_pg_owned_find(set, id);
    if (found)
        return found;
    if (2 * (set->count + 1) > set->room)
        grow(set);
    found = slot_of(set, id);
    *found = (struct fl_pg_owned){.id = id};
    set->count++;
    return found;
}

/* Entries after the removed one move up if they could not be found otherwise. */
void fl_pg_owned_remove(struct fl_pg_owned_set *set, uint64_t id)
{
    struct fl_pg_owned *found = fl_pg_owned_find(set, id);
    if (!found)
        return;
    set->count--;
    found->id = 0;
    size_t i = (size_t)(found - set->slot);
    for (i = (i + 1) & (set->room - 1); set->slot[i].id; i = (i + 1) & (set->room - 1)) {
        struct fl_pg_owned moved = set->slot[i];
        set->slot[i].id = 0;
        *slot_of(set, moved.id) = moved;
    }
}

void fl_pg_owned_clear(struct fl_pg_owned_set *set)
{
    free(set->slot);
    *set = (struct fl_pg_owned_set){0};
}
