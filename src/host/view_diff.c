/* The difference between two views: zones closed and opened, items gone, moved and
 * changed (docs/protocol.md). */
#include <string.h>

#include "host/messages.h"

/* The index of the item with this id, searched from `from` on; -1 if there is none. */
static int find_item(const struct fl_view *v, uint16_t id, int likely)
{
    for (int i = likely; i < v->items; i++)
        if (v->item[i].id == id)
            return i;
    for (int i = 0; i < likely && i < v->items; i++)
        if (v->item[i].id == id)
            return i;
    return -1;
}

static bool same_word(const char *a, const char *b)
{
    return a == b || (a && b && !strcmp(a, b));
}

static bool same_zone(const struct fl_zone *a, const struct fl_zone *b)
{
    return a->owner == b->owner && a->number == b->number && a->columns == b->columns &&
           same_word(a->name, b->name);
}

enum field { KIND, FACE, VALUE, OWNER, ON, MARKS, FIELDS };

static bool same_field(const struct fl_item *a, const struct fl_item *b, enum field field)
{
    switch (field) {
    case KIND:
        return same_word(a->kind, b->kind);
    case FACE:
        return same_word(a->face, b->face);
    case VALUE:
        return a->value == b->value;
    case OWNER:
        return a->owner == b->owner;
    case ON:
        return a->on == b->on;
    default:
        return a->marks == b->marks;
    }
}

static bool same_item(const struct fl_item *a, const struct fl_item *b)
{
    return a->id == b->id && a->value == b->value && a->on == b->on && a->owner == b->owner &&
           a->marks == b->marks && same_word(a->kind, b->kind) && same_word(a->face, b->face);
}

bool fl_same_view(const struct fl_view *a, const struct fl_view *b)
{
    if (a->zones != b->zones || a->items != b->items)
        return false;
    for (int i = 0; i < a->zones; i++)
        if (!same_zone(&a->zone[i], &b->zone[i]) || a->zone[i].count != b->zone[i].count)
            return false;
    for (int i = 0; i < a->items; i++)
        if (!same_item(&a->item[i], &b->item[i]))
            return false;
    return true;
}

static void put_marks(struct fl_json *j, const struct fl_game *g, unsigned marks)
{
    fl_json_key(j, "marks");
    fl_json_open(j, '[');
    for (int i = 0; i < 8; i++)
        if (marks >> i & 1)
            fl_json_word(j, g->mark[i]);
    fl_json_close(j, ']');
}

/* A list that is omitted if it is empty. */
struct list {
    size_t len;
    bool comma;
};

static struct list open_list(struct fl_json *j, const char *key)
{
    struct list list = {.len = j->out->len, .comma = j->comma};
    fl_json_key(j, key);
    fl_json_open(j, '[');
    return list;
}

static void close_list(struct fl_json *j, struct list list)
{
    if (j->comma) {
        fl_json_close(j, ']');
        return;
    }
    j->out->len = list.len;
    j->out->at[list.len] = '\0';
    j->comma = list.comma;
}

static void put_number_or_null(struct fl_json *j, const char *key, int number, int none, int from)
{
    if (number == none)
        fl_json_key_text(j, key, NULL);
    else
        fl_json_key_number(j, key, number + from);
}

static void put_field(struct fl_json *j, const struct fl_game *g, const struct fl_item *item,
                      enum field field)
{
    switch (field) {
    case KIND:
        fl_json_key_word(j, "kind", item->kind);
        break;
    case FACE:
        fl_json_key_word(j, "face", item->face);
        break;
    case VALUE:
        fl_json_key_number(j, "value", item->value);
        break;
    case OWNER:
        put_number_or_null(j, "owner", item->owner, FL_NOBODY, 1);
        break;
    case ON:
        put_number_or_null(j, "on", item->on, FL_NO_ITEM, 0);
        break;
    default:
        put_marks(j, g, item->marks);
    }
}

static const struct fl_item nothing = {.on = FL_NO_ITEM, .owner = FL_NOBODY};

/* An item that is new or comes from elsewhere, with what differs from before. */
static void put_moved(struct fl_json *j, const struct fl_game *g, const struct fl_item *was,
                      const struct fl_item *is, const int place[2])
{
    fl_json_open(j, '{');
    fl_json_key_number(j, "id", is->id);
    fl_json_key(j, "at");
    fl_json_open(j, '[');
    fl_json_number(j, place[0]);
    fl_json_number(j, place[1]);
    fl_json_close(j, ']');
    for (int field = KIND; field < FIELDS; field++)
        if (!same_field(was, is, (enum field)field))
            put_field(j, g, is, (enum field)field);
    fl_json_close(j, '}');
}

/* Items that stay in place and differ; the changed fields of each, and of any. */
struct changed {
    int count;
    unsigned fields;
    uint8_t field[FL_MAX_ITEMS];
    const struct fl_item *item[FL_MAX_ITEMS]; /* as they are now */
};

static void note_changed(struct changed *changed, const struct fl_item *was,
                         const struct fl_item *is)
{
    unsigned fields = 0;
    for (int field = KIND; field < FIELDS; field++)
        if (!same_field(was, is, (enum field)field))
            fields |= 1u << field;
    changed->fields |= fields;
    changed->field[changed->count] = (uint8_t)fields;
    changed->item[changed->count++] = is;
}

/* The index of the same zone in the earlier view, searched from its own index on; -1 if it is
 * new. */
static int find_zone(const struct fl_view *v, const struct fl_zone *zone, int likely)
{
    if (likely < v->zones && same_zone(&v->zone[likely], zone))
        return likely;
    for (int i = 0; i < v->zones; i++)
        if (same_zone(&v->zone[i], zone))
            return i;
    return -1;
}

static bool zones_keep_their_order(const struct fl_view *was, const struct fl_view *is)
{
    int last = -1;
    for (int i = 0; i < is->zones; i++) {
        int before = find_zone(was, &is->zone[i], i);
        if (before >= 0 && before < last)
            return false;
        if (before >= 0)
            last = before;
    }
    return true;
}

static void put_opened(struct fl_json *j, const struct fl_zone *zone, int at)
{
    fl_json_open(j, '{');
    fl_json_key_number(j, "at", at);
    fl_json_key_word(j, "name", zone->name);
    if (zone->owner != FL_NOBODY)
        fl_json_key_number(j, "owner", zone->owner + 1);
    fl_json_key_number(j, "number", zone->number);
    fl_json_key_number(j, "columns", zone->columns);
    fl_json_close(j, '}');
}

/* Zones that disappeared, by their old indices, then new ones by their new indices. */
static void put_zones(struct fl_json *j, const struct fl_view *was, const struct fl_view *is)
{
    struct list closed = open_list(j, "removed_zones");
    for (int i = 0; i < was->zones; i++)
        if (find_zone(is, &was->zone[i], i) < 0)
            fl_json_number(j, i);
    close_list(j, closed);
    struct list opened = open_list(j, "added_zones");
    for (int i = 0; i < is->zones; i++)
        if (find_zone(was, &is->zone[i], i) < 0)
            put_opened(j, &is->zone[i], i);
    close_list(j, opened);
}

/* Marks the items of a zone that must be moved. Items that keep their relative order stay;
 * removing the others and inserting them again in order gives the new zone. */
static void put_moved_in(struct fl_json *j, const struct fl_game *g, const struct fl_view *views,
                         int zone, struct changed *changed)
{
    const struct fl_view *was = &views[0], *is = &views[1];
    int old_zone = find_zone(was, &is->zone[zone], zone);
    int next = old_zone < 0 ? 0 : was->zone[old_zone].first;
    int end = old_zone < 0 ? 0 : next + was->zone[old_zone].count;
    for (int at = 0; at < is->zone[zone].count; at++) {
        const struct fl_item *item = &is->item[is->zone[zone].first + at];
        int before = find_item(was, item->id, next);
        const struct fl_item *old = before < 0 ? &nothing : &was->item[before];
        if (before < next || before >= end) {
            put_moved(j, g, old, item, (const int[]){zone, at});
            continue;
        }
        next = before + 1;
        if (!same_item(old, item))
            note_changed(changed, old, item);
    }
}

/* Whether an item has changed in a field to what another one has there. */
static bool became_like(const struct changed *c, int at, const struct fl_item *item,
                        enum field field)
{
    return (c->field[at] >> field & 1) && same_field(c->item[at], item, field);
}

/* All items that changed in this field to the same value, in one entry. */
static void put_alike(struct fl_json *j, const struct fl_game *g, const struct changed *c,
                      int first, enum field field)
{
    fl_json_open(j, '{');
    fl_json_key(j, "id");
    fl_json_open(j, '[');
    for (int i = first; i < c->count; i++)
        if (became_like(c, i, c->item[first], field))
            fl_json_number(j, c->item[i]->id);
    fl_json_close(j, ']');
    put_field(j, g, c->item[first], field);
    fl_json_close(j, '}');
}

static bool is_first_of_its_like(const struct changed *c, int at, enum field field)
{
    if (!(c->field[at] >> field & 1))
        return false;
    for (int i = 0; i < at; i++)
        if (became_like(c, i, c->item[at], field))
            return false;
    return true;
}

static void put_set(struct fl_json *j, const struct fl_game *g, const struct changed *c,
                    enum field field)
{
    for (int i = 0; i < c->count; i++)
        if (is_first_of_its_like(c, i, field))
            put_alike(j, g, c, i, field);
}

static void put_changed(struct fl_json *j, const struct fl_game *g, const struct fl_view *views)
{
    struct changed changed; /* too large to be cleared for each move */
    changed.count = 0;
    changed.fields = 0;
    struct list put = open_list(j, "put");
    for (int zone = 0; zone < views[1].zones; zone++)
        put_moved_in(j, g, views, zone, &changed);
    close_list(j, put);
    struct list set = open_list(j, "set");
    for (int field = KIND; field < FIELDS; field++)
        if (changed.fields >> field & 1)
            put_set(j, g, &changed, (enum field)field);
    close_list(j, set);
}

static void put_gone(struct fl_json *j, const struct fl_view *was, const struct fl_view *is)
{
    struct list gone = open_list(j, "removed");
    for (int i = 0, next = 0; i < was->items; i++) {
        int after = find_item(is, was->item[i].id, next);
        if (after < 0)
            fl_json_number(j, was->item[i].id);
        else
            next = after + 1;
    }
    close_list(j, gone);
}

/* Sends the whole view if zones changed their order, which happens in no game. */
void fl_json_difference(struct fl_json *j, const struct fl_game *g, const struct fl_view *views)
{
    if (zones_keep_their_order(&views[0], &views[1])) {
        put_zones(j, &views[0], &views[1]);
        put_gone(j, &views[0], &views[1]);
        put_changed(j, g, views);
    } else {
        fl_json_view(j, g, &views[1]);
    }
}
