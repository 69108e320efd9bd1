/* The table as front ends draw it: zones with items. No pixels and no language. */
#ifndef FL_CORE_VIEW_H
#define FL_CORE_VIEW_H

#include <stdint.h>

enum { FL_MAX_ZONES = 96, FL_MAX_ITEMS = 384, FL_NO_ITEM = 0xFFFF };

/* One thing on the table. `kind` and `face` are translation keys. An id depends only on what the
 * view shows, and is constant while the item is visible; hidden items are numbered by their
 * position. */
struct fl_item {
    const char *kind;
    const char *face; /* NULL: no face, or face down */
    int32_t value;    /* the number that the item shows: a count, a score, a strength */
    uint16_t id;
    uint16_t on;   /* id of the item below it, or FL_NO_ITEM */
    uint8_t owner; /* a seat, or FL_NOBODY */
    uint8_t marks; /* bits, named by the game's `mark` */
};

struct fl_zone {
    const char *name;      /* translation key */
    uint16_t first, count; /* index and number of its items */
    uint8_t owner;         /* a seat, or FL_NOBODY */
    uint8_t number;        /* distinguishes zones with the same name and owner */
    uint8_t columns;       /* 0: a row; otherwise the width of a grid */
};

struct fl_view {
    int zones, items;
    struct fl_zone zone[FL_MAX_ZONES];
    struct fl_item item[FL_MAX_ITEMS];
};

/* Starts a zone with a unique name, owner and number. Later items belong to it. Returns it, so that
 * its columns can be set. */
struct fl_zone *fl_view_zone(struct fl_view *, const char *name, int owner, int number);

/* Appends an item to the last zone and returns it, so that its other members can be set. */
struct fl_item *fl_view_item(struct fl_view *, int id, const char *kind, const char *face);

/* Finds a zone by name, owner and number. Returns NULL if there is none. */
const struct fl_zone *fl_view_find(const struct fl_view *, const char *name, int owner, int number);

#endif
