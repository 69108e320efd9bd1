/* The minimal client's view, written from docs/protocol.md, section 4: applies differences. */
#include "client_view.h"

#include <assert.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Removes the item with this id from the view and returns it. */
static json_t *take_out(json_t *zones, json_int_t id)
{
    size_t z, i;
    json_t *zone, *item;
    json_array_foreach(zones, z, zone)
    {
        json_t *items = json_object_get(zone, "items");
        json_array_foreach(items, i,
                           item) if (json_integer_value(json_object_get(item, "id")) == id)
        {
            json_incref(item);
            json_array_remove(items, i);
            return item;
        }
    }
    return NULL;
}

static json_t *find(json_t *zones, json_int_t id)
{
    size_t z, i;
    json_t *zone, *item;
    json_array_foreach(zones, z, zone) json_array_foreach(
        json_object_get(zone, "items"), i,
        item) if (json_integer_value(json_object_get(item, "id")) == id) return item;
    return NULL;
}

static json_t *blank_item(json_int_t id)
{
    return json_pack("{s:I,s:n,s:n,s:i,s:[]}", "id", id, "kind", "face", "value", 0, "marks");
}

static void change_item(json_t *item, json_t *change)
{
    const char *key;
    json_t *value;
    json_object_foreach(change, key, value)
    {
        bool unset = json_is_null(value) && (!strcmp(key, "owner") || !strcmp(key, "on"));
        if (unset)
            json_object_del(item, key);
        else if (strcmp(key, "at"))
            json_object_set(item, key, value);
    }
}

/* Removes old zones, the last one first; adds new ones without items. */
static void apply_zones(json_t *zones, json_t *event)
{
    json_t *closed = json_object_get(event, "removed_zones"), *zone;
    size_t i;
    for (i = json_array_size(closed); i-- > 0;)
        json_array_remove(zones, (size_t)json_integer_value(json_array_get(closed, i)));
    json_array_foreach(json_object_get(event, "added_zones"), i, zone)
    {
        json_t *fresh = json_copy(zone);
        size_t at = (size_t)json_integer_value(json_object_get(zone, "at"));
        json_object_del(fresh, "at");
        json_object_set_new(fresh, "items", json_array());
        if (json_array_insert_new(zones, at, fresh))
            abort();
    }
}

/* First removes all items that move, then inserts them one after the other. */
static void apply_put(json_t *zones, json_t *event)
{
    json_t *moving = json_object(), *change, *put = json_object_get(event, "put");
    char name[16];
    size_t i;
    json_array_foreach(put, i, change)
    {
        json_int_t id = json_integer_value(json_object_get(change, "id"));
        json_t *item = take_out(zones, id);
        snprintf(name, sizeof name, "%d", (int)id);
        json_object_set_new(moving, name, item ? item : blank_item(id));
    }
    apply_zones(zones, event);
    json_array_foreach(put, i, change)
    {
        json_t *at = json_object_get(change, "at");
        json_t *zone = json_array_get(zones, (size_t)json_integer_value(json_array_get(at, 0)));
        size_t place = (size_t)json_integer_value(json_array_get(at, 1));
        snprintf(name, sizeof name, "%d", (int)json_integer_value(json_object_get(change, "id")));
        json_t *item = json_object_get(moving, name);
        if (!item || json_array_insert(json_object_get(zone, "items"), place, item))
            abort();
        change_item(item, change);
    }
    json_decref(moving);
}

static void apply_set(json_t *zones, json_t *set)
{
    json_t *change, *id;
    size_t i, n;
    json_array_foreach(set, i, change)
    {
        json_t *fields = json_copy(change);
        json_object_del(fields, "id");
        json_array_foreach(json_object_get(change, "id"), n, id)
        {
            json_t *item = find(zones, json_integer_value(id));
            assert(item);
            change_item(item, fields);
        }
        json_decref(fields);
    }
}

static const char *const plays[] = {"turn", "over", "winners", "scores"};

void apply_changes(json_t *sight, json_t *event)
{
    json_t *id;
    size_t i;
    if (json_object_get(event, "zones"))
        json_object_set(sight, "zones", json_object_get(event, "zones"));
    json_t *zones = json_object_get(sight, "zones");
    json_array_foreach(json_object_get(event, "removed"), i, id)
        json_decref(take_out(zones, json_integer_value(id)));
    apply_put(zones, event);
    apply_set(zones, json_object_get(event, "set"));
    for (i = 0; i < 4; i++)
        if (json_object_get(event, plays[i]))
            json_object_set(sight, plays[i], json_object_get(event, plays[i]));
}
