/* The table as a front end draws it: zones that hold items. No pixels and no language. */
#ifndef FL_CORE_VIEW_H
#define FL_CORE_VIEW_H

#include <stdint.h>

enum { FL_MAX_ZONES = 96, FL_MAX_ITEMS = 384, FL_NO_ITEM = 0xFFFF };

/* kind and face are word keys. An id depends only on what this view shows and is kept while the
 * item stays in sight; a hidden thing is numbered by its place. */
struct fl_item {
    const char *kind;
    const char *face; /* NULL: none, or face down */
    int32_t value;    /* a count, a score, a strength: whatever number the item shows */
    uint16_t id;
    uint16_t on;   /* the item it lies on, or FL_NO_ITEM */
    uint8_t owner; /* a seat, or FL_NOBODY */
    uint8_t marks; /* bits named by the game's mark list */
};

struct fl_zone {
    const char *name;      /* a word key */
    uint16_t first, count; /* its items */
    uint8_t owner;         /* a seat, or FL_NOBODY */
    uint8_t number;        /* tells zones of one name and owner apart */
    uint8_t columns;       /* 0: a row; else a grid this wide */
};

struct fl_view {
    int zones, items;
    struct fl_zone zone[FL_MAX_ZONES];
    struct fl_item item[FL_MAX_ITEMS];
};

/* Opens a zone, of which there is no other alike: items added from now on lie in it. Returned so
 * that its columns can be set. */
struct fl_zone *fl_view_zone(struct fl_view *, const char *name, int owner, int number);

/* Adds an item to the open zone and returns it, so that its marks and value can be set. */
struct fl_item *fl_view_item(struct fl_view *, int id, const char *kind, const char *face);

/* The zone of this name, owner and number, or NULL. */
const struct fl_zone *fl_view_find(const struct fl_view *, const char *name, int owner, int number);

#endif
