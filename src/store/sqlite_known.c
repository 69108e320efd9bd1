/* The matches a writer remembers, so that an event costs one statement and no search. */
#include <string.h>

#include "store/sqlite_parts.h"

/* Where a match is, or would be put. */
static struct fl_known *place_of(struct fl_acquaintances *known, uint64_t id)
{
    uint64_t i = id * 0x9E3779B97F4A7C15u >> 50; /* the upper 14 bits of the product */
    while (known->at[i].key && known->at[i].id != id)
        i = (i + 1) % FL_KNOWN_ROOM;
    return &known->at[i];
}

_Static_assert(FL_KNOWN_ROOM == 1 << (64 - 50), "a place is inside");

struct fl_known *fl_known_find(struct fl_acquaintances *known, uint64_t id)
{
    struct fl_known *match = place_of(known, id);
    return match->key ? match : NULL;
}

struct fl_known *fl_known_add(struct fl_acquaintances *known, struct fl_known match)
{
    if (known->count >= FL_KNOWN_ROOM / 2)
        fl_known_forget(known);
    struct fl_known *place = place_of(known, match.id);
    known->count++;
    *place = match;
    return place;
}

void fl_known_forget(struct fl_acquaintances *known)
{
    memset(known, 0, sizeof *known);
}
