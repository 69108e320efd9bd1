/* The matches a writer remembers, so that an event costs one statement and no search. */
#include <string.h>

#include "store/sqlite_parts.h"

/* Where a match is found, or would be put. */
static uint16_t *place_of(struct fl_acquaintances *known, uint64_t id)
{
    uint64_t i = id * 0x9E3779B97F4A7C15u >> 50; /* the upper 14 bits of the product */
    while (known->place[i] && known->at[known->place[i] - 1].id != id)
        i = (i + 1) % FL_KNOWN_ROOM;
    return &known->place[i];
}

_Static_assert(FL_KNOWN_ROOM == 1 << (64 - 50), "a place is inside");

struct fl_known *fl_known_find(struct fl_acquaintances *known, uint64_t id)
{
    uint16_t number = *place_of(known, id);
    return number ? &known->at[number - 1] : NULL;
}

struct fl_known *fl_known_add(struct fl_acquaintances *known, struct fl_known match)
{
    if (known->count == FL_KNOWN_ROOM / 2)
        fl_known_forget(known);
    uint16_t *place = place_of(known, match.id);
    known->at[known->count] = match;
    *place = (uint16_t)++known->count;
    return &known->at[*place - 1];
}

void fl_known_forget(struct fl_acquaintances *known)
{
    known->count = 0;
    memset(known->place, 0, sizeof known->place);
}
