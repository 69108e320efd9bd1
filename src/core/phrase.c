/* Building phrases; words.c renders them in a language. */
#include "core/phrase.h"

#include <assert.h>
#include <string.h>

void fl_phrase_begin(struct fl_phrase *p, const char *key)
{
    p->key = key;
    p->args = 0;
}

struct fl_phrase *fl_say(struct fl_phrases *s, const char *key)
{
    assert(s->count < FL_MAX_PHRASES);
    struct fl_phrase *p = &s->phrase[s->count++];
    fl_phrase_begin(p, key);
    return p;
}

static struct fl_arg *add_arg(struct fl_phrase *p, const char *name, enum fl_arg_kind kind)
{
    assert(p->args < FL_MAX_ARGS);
    struct fl_arg *arg = &p->arg[p->args++];
    arg->name = name;
    arg->kind = kind;
    arg->number = 0;
    return arg;
}

struct fl_phrase *fl_with_number(struct fl_phrase *p, const char *name, int32_t number)
{
    add_arg(p, name, FL_ARG_NUMBER)->number = number;
    return p;
}

struct fl_phrase *fl_with_count(struct fl_phrase *p, const char *name, int32_t count)
{
    add_arg(p, name, FL_ARG_COUNT)->number = count;
    return p;
}

struct fl_phrase *fl_with_seat(struct fl_phrase *p, const char *name, int seat)
{
    assert(seat >= 0);
    add_arg(p, name, FL_ARG_SEAT)->number = seat;
    return p;
}

struct fl_phrase *fl_with_text(struct fl_phrase *p, const char *name, const char *text)
{
    add_arg(p, name, FL_ARG_TEXT)->word[0] = text;
    return p;
}

static void add_word(struct fl_arg *arg, const char *key)
{
    assert(arg->kind == FL_ARG_WORDS && arg->number < FL_MAX_LIST);
    arg->word[arg->number++] = key;
}

struct fl_phrase *fl_with_word(struct fl_phrase *p, const char *name, const char *key)
{
    add_word(add_arg(p, name, FL_ARG_WORDS), key);
    return p;
}

static struct fl_arg *find_arg(struct fl_phrase *p, const char *name)
{
    for (int i = 0; i < p->args; i++)
        if (!strcmp(p->arg[i].name, name))
            return &p->arg[i];
    return NULL;
}

struct fl_phrase *fl_with_item(struct fl_phrase *p, const char *name, const char *key)
{
    struct fl_arg *arg = find_arg(p, name);
    add_word(arg ? arg : add_arg(p, name, FL_ARG_WORDS), key);
    return p;
}

/* Whether two arguments are equal, or of a kind that can be added. */
static bool is_mergeable(const struct fl_arg *a, const struct fl_arg *b, bool *adds_up)
{
    if (a->kind != b->kind || strcmp(a->name, b->name))
        return false;
    switch (a->kind) {
    case FL_ARG_WORDS:
        *adds_up = true;
        return a->number + b->number <= FL_MAX_LIST;
    case FL_ARG_COUNT:
        *adds_up = true;
        return true;
    case FL_ARG_TEXT:
        return !strcmp(a->word[0], b->word[0]);
    default:
        return a->number == b->number;
    }
}

bool fl_phrase_join(struct fl_phrase *a, const struct fl_phrase *b)
{
    bool adds_up = false;
    if (strcmp(a->key, b->key) || a->args != b->args)
        return false;
    for (int i = 0; i < a->args; i++)
        if (!is_mergeable(&a->arg[i], &b->arg[i], &adds_up))
            return false;
    for (int i = 0; adds_up && i < a->args; i++) {
        const struct fl_arg *more = &b->arg[i];
        if (more->kind == FL_ARG_COUNT)
            a->arg[i].number += more->number;
        for (int w = 0; more->kind == FL_ARG_WORDS && w < more->number; w++)
            add_word(&a->arg[i], more->word[w]);
    }
    return adds_up;
}
