/* Rendering: finds the text of a key and fills in its arguments.
 *
 * In a text {name} stands for an argument, {name:the} for a noun in one of its forms. A text with
 * a plural goes by its argument "n". */
#include "core/words.h"

#include <string.h>

#include "core/words_table.h"

const char *fl_lang_code(enum fl_lang lang)
{
    static const char *const code[] = {"fr", "en"};
    return code[lang];
}

bool fl_lang_of(const char *locale, enum fl_lang *out)
{
    for (int lang = 0; lang < FL_LANGS; lang++) {
        bool same = !strncmp(locale, fl_lang_code((enum fl_lang)lang), 2);
        if (same && !(locale[2] >= 'a' && locale[2] <= 'z')) {
            *out = (enum fl_lang)lang;
            return true;
        }
    }
    return false;
}

int fl_word_count(void)
{
    return fl_word_table_size;
}

const char *fl_word_key(int i)
{
    return fl_word_table[i].key;
}

const char *fl_word_text(int i, enum fl_lang lang, bool plural)
{
    return fl_word_table[i].text[lang][plural];
}

static int find(const char *key)
{
    int low = 0, high = fl_word_table_size;
    while (low < high) {
        int middle = (low + high) / 2;
        int order = strcmp(key, fl_word_table[middle].key);
        if (!order)
            return middle;
        if (order < 0)
            high = middle;
        else
            low = middle + 1;
    }
    return -1;
}

bool fl_word_exists(const char *key)
{
    return find(key) >= 0;
}

/* Forms stand in one text, separated by " | "; a word without the form asked for is bare. */
static void put_form(struct fl_buf *out, const char *text, enum fl_form form)
{
    const char *start = text;
    for (int skip = (int)form; skip; skip--) {
        const char *bar = strstr(start, " | ");
        if (!bar) {
            start = text;
            break;
        }
        start = bar + 3;
    }
    const char *end = strstr(start, " | ");
    fl_put_bytes(out, start, end ? (size_t)(end - start) : strlen(start));
}

void fl_put_word(struct fl_buf *out, enum fl_lang lang, const char *key, enum fl_form form)
{
    int i = find(key);
    put_form(out, i < 0 ? key : fl_word_text(i, lang, false), form);
}

static void put_seat(struct fl_buf *out, enum fl_lang lang, int seat, const char *const *names)
{
    if (names && names[seat]) {
        fl_put(out, names[seat]);
        return;
    }
    fl_put_word(out, lang, "seat", FL_BARE);
    fl_put_char(out, ' ');
    fl_put_number(out, seat + 1);
}

static void put_list(struct fl_buf *out, enum fl_lang lang, const struct fl_arg *arg,
                     enum fl_form form)
{
    for (int i = 0; i < arg->number; i++) {
        if (i)
            fl_put(out, ", ");
        fl_put_word(out, lang, arg->word[i], form);
    }
}

void fl_put_figure(struct fl_buf *out, int64_t number)
{
    if (number < 0)
        fl_put(out, "\u2212");
    fl_put_number(out, number < 0 ? -number : number);
}

static void put_arg(struct fl_buf *out, enum fl_lang lang, const struct fl_arg *arg,
                    enum fl_form form, const char *const *names)
{
    switch (arg->kind) {
    case FL_ARG_NUMBER:
    case FL_ARG_COUNT:
        fl_put_figure(out, arg->number);
        break;
    case FL_ARG_SEAT:
        put_seat(out, lang, arg->number, names);
        break;
    case FL_ARG_TEXT:
        fl_put(out, arg->word[0]);
        break;
    case FL_ARG_WORDS:
        put_list(out, lang, arg, form);
        break;
    }
}

static const struct fl_arg *arg_named(const struct fl_phrase *p, const char *name, size_t len)
{
    for (int i = 0; i < p->args; i++)
        if (strlen(p->arg[i].name) == len && !memcmp(p->arg[i].name, name, len))
            return &p->arg[i];
    return NULL;
}

static enum fl_form form_named(const char *name, size_t len)
{
    static const char *const form[] = {"", "a", "the", "of", "many"};
    for (int i = 0; i < 5; i++)
        if (strlen(form[i]) == len && !memcmp(form[i], name, len))
            return (enum fl_form)i;
    return FL_BARE;
}

/* Writes what stands between braces, from after { to before }. */
static void put_slot(struct fl_buf *out, enum fl_lang lang, const struct fl_phrase *p,
                     const char *slot, size_t len, const char *const *names)
{
    const char *colon = memchr(slot, ':', len);
    size_t name = colon ? (size_t)(colon - slot) : len;
    const struct fl_arg *arg = arg_named(p, slot, name);
    if (arg)
        put_arg(out, lang, arg, colon ? form_named(colon + 1, len - name - 1) : FL_BARE, names);
}

/* French counts 0 and 1 as one, English only 1. */
static bool is_plural(enum fl_lang lang, int32_t n)
{
    return lang == FL_FRENCH ? n > 1 || n < -1 : n != 1;
}

void fl_put_phrase(struct fl_buf *out, enum fl_lang lang, const struct fl_phrase *p,
                   const char *const *names)
{
    int i = find(p->key);
    const struct fl_arg *n = arg_named(p, "n", 1);
    const char *text = i < 0 ? p->key : fl_word_text(i, lang, false);
    if (i >= 0 && n && is_plural(lang, n->number) && fl_word_text(i, lang, true))
        text = fl_word_text(i, lang, true);
    for (const char *open; (open = strchr(text, '{'));) {
        const char *close = strchr(open, '}');
        fl_put_bytes(out, text, (size_t)(open - text));
        put_slot(out, lang, p, open + 1, (size_t)(close - open - 1), names);
        text = close + 1;
    }
    fl_put(out, text);
}
