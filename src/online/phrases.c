/* Reads texts and phrases from JSON. */
#include "online/phrases.h"

#include <stdlib.h>
#include <string.h>

#include "core/game.h"
#include "core/words.h"

/* ---- texts ---- */

/* Replaces control characters: those of ASCII, and U+0080 to U+009F. */
static void clean(char *text)
{
    for (unsigned char *c = (unsigned char *)text; *c; c++) {
        if (*c < ' ' || *c == 127)
            *c = '?';
        if (*c == 0xC2 && c[1] >= 0x80 && c[1] < 0xA0)
            c[0] = c[1] = '?';
    }
}

const char *fl_texts_keep(struct fl_texts *t, const char *text)
{
    char *copy = strdup(text);
    if (!copy)
        return "";
    clean(copy);
    for (int i = 0; i < t->count; i++)
        if (!strcmp(t->text[i], copy)) {
            free(copy);
            return t->text[i];
        }
    if (t->count == t->room) {
        int room = t->room ? 2 * t->room : 64;
        char **more = realloc(t->text, (size_t)room * sizeof *more);
        if (!more) {
            free(copy);
            return "";
        }
        t->text = more;
        t->room = room;
    }
    return t->text[t->count++] = copy;
}

void fl_texts_end(struct fl_texts *t)
{
    for (int i = 0; i < t->count; i++)
        free(t->text[i]);
    free(t->text);
    *t = (struct fl_texts){0};
}

/* ---- members ---- */

const char *fl_member_text(const json_t *object, const char *name)
{
    const char *text = json_string_value(json_object_get(object, name));
    return text ? text : "";
}

long long fl_member_number(const json_t *object, const char *name)
{
    return json_integer_value(json_object_get(object, name));
}

static int seat_of(const json_t *number)
{
    json_int_t seat = json_integer_value(number);
    return seat >= 1 && seat <= FL_MAX_SEATS ? (int)seat - 1 : FL_NOBODY;
}

int fl_member_seat(const json_t *object, const char *name)
{
    return seat_of(json_object_get(object, name));
}

unsigned fl_seats_of(const json_t *list)
{
    unsigned seats = 0;
    for (size_t i = 0; i < json_array_size(list); i++) {
        int seat = seat_of(json_array_get(list, i));
        if (seat != FL_NOBODY)
            seats |= FL_SEAT(seat);
    }
    return seats;
}

/* ---- phrases ---- */

static void add_words(struct fl_phrase *out, const char *name, const json_t *list)
{
    for (size_t i = 0; i < json_array_size(list) && i < FL_MAX_LIST; i++) {
        const char *text = json_string_value(json_array_get(list, i));
        const char *key = text ? fl_word_key(text) : NULL;
        if (key)
            fl_with_item(out, name, key);
    }
}

bool fl_phrase_read(struct fl_texts *texts, const json_t *phrase, struct fl_phrase *out)
{
    const char *key = fl_word_key(fl_member_text(phrase, "key")), *given;
    json_t *args = json_object_get(phrase, "args"), *value;
    if (!key || !args)
        return false;
    fl_phrase_begin(out, key);
    json_object_foreach(args, given, value)
    {
        const char *name = fl_texts_keep(texts, given);
        if (out->args == FL_MAX_ARGS)
            break;
        if (json_is_number(value))
            fl_with_number(out, name, (int32_t)json_number_value(value));
        else if (json_is_string(value))
            fl_with_text(out, name, fl_texts_keep(texts, json_string_value(value)));
        else if (json_is_array(value))
            add_words(out, name, value);
        else if (json_is_object(value) && fl_member_seat(value, "seat") != FL_NOBODY)
            fl_with_seat(out, name, fl_member_seat(value, "seat"));
    }
    return true;
}
