/* Building and searching a view. */
#include "core/view.h"

#include <assert.h>
#include <stddef.h>
#include <string.h>

#include "core/game.h"

struct fl_zone *fl_view_zone(struct fl_view *v, const char *name, int owner, int number)
{
    assert(v->zones < FL_MAX_ZONES);
    struct fl_zone *zone = &v->zone[v->zones++];
    *zone = (struct fl_zone){.name = name,
                             .first = (uint16_t)v->items,
                             .owner = (uint8_t)owner,
                             .number = (uint8_t)number};
    return zone;
}

struct fl_item *fl_view_item(struct fl_view *v, int id, const char *kind, const char *face)
{
    assert(v->items < FL_MAX_ITEMS && v->zones > 0);
    struct fl_item *item = &v->item[v->items++];
    *item = (struct fl_item){
        .kind = kind, .face = face, .id = (uint16_t)id, .on = FL_NO_ITEM, .owner = FL_NOBODY};
    v->zone[v->zones - 1].count++;
    return item;
}

const struct fl_zone *fl_view_find(const struct fl_view *v, const char *name, int owner, int number)
{
    for (int i = 0; i < v->zones; i++)
        if (v->zone[i].owner == owner && v->zone[i].number == number &&
            !strcmp(v->zone[i].name, name))
            return &v->zone[i];
    return NULL;
}
