/* Keys, values and transactions of entries. */
#include "host/entries.h"

#include <assert.h>
#include <string.h>

/* ---- keys ---- */

struct fl_entry_key fl_entry_key_in(enum fl_space space)
{
    return (struct fl_entry_key){.at = {(unsigned char)space}, .len = 1};
}

struct fl_entry_key fl_entry_key_of(enum fl_space space, uint64_t id)
{
    struct fl_entry_key key = fl_entry_key_in(space);
    fl_entry_key_add_number(&key, id);
    return key;
}

void fl_entry_key_add(struct fl_entry_key *key, const void *bytes, size_t len)
{
    assert(key->len + len <= FL_KEY_SIZE);
    memcpy(key->at + key->len, bytes, len);
    key->len += len;
}

void fl_entry_key_add_number(struct fl_entry_key *key, uint64_t number)
{
    unsigned char bytes[8];
    for (int i = 0; i < 8; i++)
        bytes[i] = (unsigned char)(number >> 8 * (7 - i));
    fl_entry_key_add(key, bytes, sizeof bytes);
}

uint64_t fl_entry_key_number(const struct fl_entry *entry, size_t offset)
{
    const unsigned char *at = entry->key;
    uint64_t number = 0;
    for (size_t i = offset; i < offset + 8 && i < entry->key_len; i++)
        number = number << 8 | at[i];
    return number;
}

/* ---- values ---- */

void fl_value_add(struct fl_value *value, const void *bytes, size_t len)
{
    assert(value->len + len <= FL_VALUE_SIZE);
    memcpy(value->at + value->len, bytes, len);
    value->len += len;
}

void fl_value_add_number(struct fl_value *value, uint64_t number, int bytes)
{
    for (int i = 0; i < bytes; i++)
        fl_value_add(value, &(unsigned char){(unsigned char)(number >> 8 * i)}, 1);
}

void fl_value_add_text(struct fl_value *value, const char *text)
{
    size_t len = strlen(text);
    assert(len < 256);
    fl_value_add_number(value, len, 1);
    fl_value_add(value, text, len);
}

struct fl_value_reader fl_value_read(const struct fl_entry *entry)
{
    return (struct fl_value_reader){.at = entry->value, .left = entry->len};
}

static const unsigned char *take(struct fl_value_reader *r, size_t len)
{
    const unsigned char *at = r->at;
    r->failed |= r->left < len;
    if (r->failed)
        return NULL;
    r->at += len;
    r->left -= len;
    return at;
}

uint64_t fl_value_number(struct fl_value_reader *r, int bytes)
{
    const unsigned char *at = take(r, (size_t)bytes);
    uint64_t number = 0;
    for (int i = 0; at && i < bytes; i++)
        number |= (uint64_t)at[i] << 8 * i;
    return number;
}

void fl_value_bytes(struct fl_value_reader *r, void *out, size_t len)
{
    const unsigned char *at = take(r, len);
    memset(out, 0, len);
    if (at)
        memcpy(out, at, len);
}

void fl_value_text(struct fl_value_reader *r, char *out, size_t room)
{
    size_t len = fl_value_number(r, 1);
    const unsigned char *at = take(r, len);
    r->failed |= len >= room;
    out[0] = '\0';
    if (!at || r->failed)
        return;
    memcpy(out, at, len);
    out[len] = '\0';
}

/* ---- transactions ---- */

void fl_changes_clear(struct fl_change_list *list)
{
    list->count = 0;
    list->used = 0;
}

static const void *keep(struct fl_change_list *list, const void *bytes, size_t len)
{
    unsigned char *at = list->bytes + list->used;
    assert(list->used + len <= sizeof list->bytes);
    memcpy(at, bytes, len);
    list->used += len;
    return at;
}

void fl_changes_add(struct fl_change_list *list, enum fl_change_kind kind,
                    const struct fl_entry_key *key, const struct fl_value *value,
                    const struct fl_entry_key *needs)
{
    assert(list->count < FL_CHANGES_MAX);
    struct fl_change *change = &list->change[list->count++];
    *change = (struct fl_change){.kind = kind};
    change->entry.key = keep(list, key->at, key->len);
    change->entry.key_len = key->len;
    change->entry.value = keep(list, value ? value->at : key->at, value ? value->len : 0);
    change->entry.len = value ? value->len : 0;
    if (!needs)
        return;
    change->needs.key = keep(list, needs->at, needs->len);
    change->needs.key_len = needs->len;
}
