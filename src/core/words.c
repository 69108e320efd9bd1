/* Rendering: finds the text of a key and inserts the arguments.
 *
 * In a text, {name} is replaced by an argument, and {name:the} by a noun in one of its forms. The
 * argument "n" selects the plural form. web/lib/words.js renders the same texts in the browser. */
#include "core/words.h"

#include <assert.h>
#include <string.h>

#include "core/words_table.h"

const struct fl_language *fl_language(fl_lang lang)
{
    assert(lang >= 0);
    return lang < fl_language_table_size ? &fl_language_table[lang] : NULL;
}

bool fl_lang_of(const char *locale, fl_lang *out)
{
    for (fl_lang lang = 0; lang < fl_language_table_size; lang++) {
        const char *code = fl_language_table[lang].code;
        size_t len = strlen(code);
        if (!strncmp(locale, code, len) && !(locale[len] >= 'a' && locale[len] <= 'z')) {
            *out = lang;
            return true;
        }
    }
    return false;
}

/* Rules for plurals: tools/languages.py lists their names, web/lib/words.js has the same rules. */
int fl_plural_form(enum fl_plural_rule rule, int32_t n)
{
    uint32_t size = n < 0 ? 0 - (uint32_t)n : (uint32_t)n;
    bool few = size % 10 >= 2 && size % 10 <= 4 && size / 10 % 10 != 1;
    switch (rule) {
    case FL_PLURAL_ONE:
        return n != 1;
    case FL_PLURAL_ZERO_OR_ONE:
        return size > 1;
    case FL_PLURAL_ONE_FEW_MANY:
        return size == 1 ? 0 : few ? 1 : 2;
    }
    assert(false); /* the build knows no other rule */
    return 0;
}

const char *fl_word_text(int i, fl_lang lang, int form)
{
    assert(lang >= 0 && lang < fl_language_table_size && i >= 0 && i < fl_word_table_size);
    return form < fl_word_forms
               ? fl_word_texts[(i * fl_language_table_size + lang) * fl_word_forms + form]
               : NULL;
}

static int find(const char *key)
{
    int low = 0, high = fl_word_table_size;
    while (low < high) {
        int middle = (low + high) / 2;
        int order = strcmp(key, fl_word_keys[middle]);
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

const char *fl_word_key(const char *key)
{
    int found = find(key);
    return found < 0 ? NULL : fl_word_keys[found];
}

/* The start of one form of a noun, or NULL. The forms are separated by " | ". */
static const char *form_of(const char *text, enum fl_form form)
{
    for (int skip = (int)form; skip && text; skip--)
        if ((text = strstr(text, " | ")))
            text += 3;
    return text;
}

/* Appends one form of a noun, or the bare one if it lacks that form. */
static void put_form(struct fl_buf *out, const char *text, enum fl_form form)
{
    const char *start = form_of(text, form <= FL_MANY ? form : FL_BARE);
    if (!start)
        start = text;
    const char *end = strstr(start, " | ");
    fl_put_bytes(out, start, end ? (size_t)(end - start) : strlen(start));
}

void fl_put_word(struct fl_buf *out, fl_lang lang, const char *key, enum fl_form form)
{
    int i = find(key);
    put_form(out, i < 0 ? key : fl_word_text(i, lang, 0), form);
}

static void put_seat(struct fl_buf *out, fl_lang lang, int seat, const char *const *names)
{
    if (names && names[seat]) {
        fl_put(out, names[seat]);
        return;
    }
    fl_put_word(out, lang, "seat", FL_BARE);
    fl_put_char(out, ' ');
    fl_put_number(out, seat + 1);
}

static bool is_definite(enum fl_form form)
{
    return form == FL_THE || form == FL_OF;
}

/* Whether equal words of a list are counted: the noun has a plural, and the form is not definite.
 */
static bool is_counted(fl_lang lang, const char *key, enum fl_form form)
{
    int i = find(key);
    return i >= 0 && !is_definite(form) && form_of(fl_word_text(i, lang, 0), FL_MANY);
}

/* Appends a word of a list that occurs `times` times. */
static void put_counted(struct fl_buf *out, fl_lang lang, const char *key, int times,
                        enum fl_form form)
{
    if ((times > 1 && !is_definite(form)) || (form == FL_COUNTED && is_counted(lang, key, form))) {
        fl_put_number(out, times);
        fl_put_char(out, ' ');
        form = times > 1 ? FL_MANY : FL_BARE;
    }
    fl_put_word(out, lang, key, form);
}

/* Appends a list: "2 monkeys, a parrot and a coin". Equal definite words are one thing. */
static void put_list(struct fl_buf *out, fl_lang lang, const struct fl_arg *arg, enum fl_form form)
{
    const char *word[FL_MAX_LIST];
    int times[FL_MAX_LIST], count = 0;
    for (int i = 0; i < arg->number; i++) {
        int at = is_definite(form) || is_counted(lang, arg->word[i], form) ? 0 : count;
        while (at < count && strcmp(word[at], arg->word[i]))
            at++;
        if (at == count) {
            word[count] = arg->word[i];
            times[count++] = 0;
        }
        times[at]++;
    }
    for (int i = 0; i < count; i++) {
        if (i)
            fl_put_word(out, lang, i == count - 1 ? "list.and" : "list.comma", FL_BARE);
        put_counted(out, lang, word[i], times[i], form);
    }
}

void fl_put_figure(struct fl_buf *out, fl_lang lang, int64_t number)
{
    char memory[24];
    struct fl_buf digits = fl_buf_over(memory, sizeof memory);
    fl_put_number(&digits, number);
    const char *at = digits.at;
    if (*at == '-') {
        fl_put(out, "\u2212");
        at++;
    }
    for (size_t left = strlen(at); left; left--, at++) {
        fl_put_char(out, *at);
        if (left > 1 && left % 3 == 1)
            fl_put(out, fl_language(lang)->groups);
    }
}

static void put_arg(struct fl_buf *out, fl_lang lang, const struct fl_arg *arg, enum fl_form form,
                    const char *const *names)
{
    switch (arg->kind) {
    case FL_ARG_NUMBER:
    case FL_ARG_COUNT:
        if (form == FL_DIGITS)
            fl_put_number(out, arg->number);
        else
            fl_put_figure(out, lang, arg->number);
        break;
    case FL_ARG_SEAT:
    case FL_ARG_READER:
        if (arg->kind == FL_ARG_READER && form == FL_YOU)
            fl_put_word(out, lang, "reader", FL_BARE);
        else
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
    static const char *const form[FL_FORMS] = {"",     "a",     "the",    "of",
                                               "many", "count", "digits", "you"};
    for (int i = 0; i < FL_FORMS; i++)
        if (strlen(form[i]) == len && !memcmp(form[i], name, len))
            return (enum fl_form)i;
    return FL_BARE;
}

/* Appends the argument of a placeholder, given as the text between the braces. */
static void put_slot(struct fl_buf *out, fl_lang lang, const struct fl_phrase *p, const char *slot,
                     size_t len, const char *const *names)
{
    const char *colon = memchr(slot, ':', len);
    size_t name = colon ? (size_t)(colon - slot) : len;
    const struct fl_arg *arg = arg_named(p, slot, name);
    if (arg)
        put_arg(out, lang, arg, colon ? form_named(colon + 1, len - name - 1) : FL_BARE, names);
}

/* The form of a text that goes with the argument "n". A text without plural has form 0 only. */
static const char *text_for(int i, fl_lang lang, const struct fl_arg *n)
{
    int form = n ? fl_plural_form(fl_language(lang)->plural, n->number) : 0;
    const char *text = fl_word_text(i, lang, form);
    return text ? text : fl_word_text(i, lang, 0);
}

static int times_in(const struct fl_arg *list, const char *word)
{
    int times = 0;
    for (int i = 0; i < list->number; i++)
        times += !strcmp(list->word[i], word);
    return times;
}

/* Whether the phrase has two lists, and both have the same words in any order. */
static bool repeats_list(const struct fl_phrase *p)
{
    const struct fl_arg *list[FL_MAX_ARGS];
    int lists = 0;
    for (int i = 0; i < p->args; i++)
        if (p->arg[i].kind == FL_ARG_WORDS)
            list[lists++] = &p->arg[i];
    bool repeats = lists == 2 && list[0]->number && list[0]->number == list[1]->number;
    for (int i = 0; repeats && i < list[0]->number; i++)
        repeats = times_in(list[0], list[0]->word[i]) == times_in(list[1], list[0]->word[i]);
    return repeats;
}

/* The number of the text for a phrase: "x-same" instead of "x" for two equal lists. */
static int text_number(const struct fl_phrase *p)
{
    char memory[128];
    struct fl_buf key = fl_buf_over(memory, sizeof memory);
    if (repeats_list(p)) {
        fl_put(&key, p->key);
        fl_put(&key, "-same");
    }
    int same = key.len && !key.overflowed ? find(key.at) : -1;
    return same < 0 ? find(p->key) : same;
}

void fl_put_phrase(struct fl_buf *out, fl_lang lang, const struct fl_phrase *p,
                   const char *const *names)
{
    int i = text_number(p);
    const char *text = i < 0 ? p->key : text_for(i, lang, arg_named(p, "n", 1));
    for (const char *open; (open = strchr(text, '{'));) {
        const char *close = strchr(open, '}');
        assert(close); /* tools/words.py has checked the texts */
        fl_put_bytes(out, text, (size_t)(open - text));
        put_slot(out, lang, p, open + 1, (size_t)(close - open - 1), names);
        text = close + 1;
    }
    fl_put(out, text);
}

const char *fl_key_variant(const char *key, const char *kind)
{
    char memory[96];
    struct fl_buf variant = fl_buf_over(memory, sizeof memory);
    const char *say = strstr(key, ".say.");
    if (!say)
        return NULL;
    fl_put_bytes(&variant, key, (size_t)(say - key) + 1);
    fl_put(&variant, kind);
    fl_put(&variant, say + 4);
    int found = variant.overflowed ? -1 : find(variant.at);
    return found < 0 ? NULL : fl_word_keys[found];
}

void fl_phrase_address(struct fl_phrase *p, int reader)
{
    static const struct {
        const char *arg, *kind;
    } role[] = {{"who", "you"}, {"other", "toyou"}, {"ally", "toyou"}};
    for (int i = 0; i < p->args; i++)
        if (p->arg[i].kind == FL_ARG_SEAT && p->arg[i].number == reader)
            p->arg[i].kind = FL_ARG_READER;
    for (size_t i = 0; i < sizeof role / sizeof *role; i++) {
        const struct fl_arg *arg = arg_named(p, role[i].arg, strlen(role[i].arg));
        bool is_reader = arg && arg->kind == FL_ARG_READER;
        const char *key = is_reader ? fl_key_variant(p->key, role[i].kind) : NULL;
        if (key) {
            p->key = key;
            return;
        }
    }
}

static bool args_are_equal(const struct fl_arg *a, const struct fl_arg *b)
{
    bool same = a->kind == b->kind && a->number == b->number;
    int words = a->kind == FL_ARG_WORDS ? a->number : a->kind == FL_ARG_TEXT;
    for (int i = 0; same && i < words; i++)
        same = !strcmp(a->word[i], b->word[i]);
    return same;
}

/* The key of the sentence that says a and b, or NULL. */
static const char *extended_key(const char *a, const char *b)
{
    char memory[160];
    struct fl_buf key = fl_buf_over(memory, sizeof memory);
    const char *say = strstr(b, ".say.");
    if (!say || strncmp(a, b, (size_t)(say - b) + 5) != 0)
        return NULL;
    fl_put(&key, a);
    fl_put_char(&key, '+');
    fl_put(&key, say + 5);
    int found = key.overflowed ? -1 : find(key.at);
    return found < 0 ? NULL : fl_word_keys[found];
}

/* In a sentence about two players who do the same, the second {who} is {other}. Returns false if
 * both are the same player. */
static bool rename_second(const struct fl_phrase *a, struct fl_phrase *b)
{
    const struct fl_arg *first = arg_named(a, "who", 3), *second = arg_named(b, "who", 3);
    if (!first || !second || args_are_equal(first, second))
        return false;
    b->arg[second - b->arg].name = "other";
    return true;
}

bool fl_phrase_extend(struct fl_phrase *a, const struct fl_phrase *next)
{
    const char *key = extended_key(a->key, next->key);
    struct fl_phrase both = *a, second = *next, *b = &second;
    if (!strcmp(a->key, b->key) && !rename_second(a, b))
        return false;
    for (int i = 0; key && i < b->args; i++) {
        const struct fl_arg *arg = &b->arg[i];
        const struct fl_arg *other = arg_named(a, arg->name, strlen(arg->name));
        if (other ? !args_are_equal(other, arg) : both.args == FL_MAX_ARGS)
            return false;
        if (!other)
            both.arg[both.args++] = *arg;
    }
    if (!key)
        return false;
    *a = both;
    a->key = key;
    return true;
}

bool fl_phrase_is_silent(const struct fl_phrase *p, fl_lang lang)
{
    int i = find(p->key);
    return i >= 0 && !*fl_word_text(i, lang, 0);
}
