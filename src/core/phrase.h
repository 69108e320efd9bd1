/* A sentence before it has a language: a word key and named arguments. */
#ifndef FL_CORE_PHRASE_H
#define FL_CORE_PHRASE_H

#include <stdbool.h>
#include <stdint.h>

enum {
    FL_MAX_ARGS = 7,
    FL_MAX_LIST = 12,   /* words in one list argument */
    FL_MAX_PHRASES = 32 /* told of one move */
};

enum fl_arg_kind { FL_ARG_NUMBER, FL_ARG_COUNT, FL_ARG_SEAT, FL_ARG_TEXT, FL_ARG_WORDS };

struct fl_arg {
    const char *name;
    enum fl_arg_kind kind;
    int32_t number;                /* NUMBER, COUNT, a SEAT from 0; WORDS: how many */
    const char *word[FL_MAX_LIST]; /* TEXT: itself, one; WORDS: word keys */
};

struct fl_phrase {
    const char *key;
    int args;
    struct fl_arg arg[FL_MAX_ARGS];
};

struct fl_saying {
    int count;
    struct fl_phrase phrase[FL_MAX_PHRASES];
};

/* Begins a phrase without arguments. */
void fl_phrase_begin(struct fl_phrase *, const char *key);

/* Begins a further phrase of a saying. */
struct fl_phrase *fl_say(struct fl_saying *, const char *key);

/* Arguments; each returns the phrase so that calls can be chained. */
struct fl_phrase *fl_with_number(struct fl_phrase *, const char *name, int32_t);
struct fl_phrase *fl_with_count(struct fl_phrase *, const char *name, int32_t);
struct fl_phrase *fl_with_seat(struct fl_phrase *, const char *name, int seat);
struct fl_phrase *fl_with_text(struct fl_phrase *, const char *name, const char *text);
struct fl_phrase *fl_with_word(struct fl_phrase *, const char *name, const char *key);

/* Adds a word to the list argument of this name, which it begins if there is none. */
struct fl_phrase *fl_with_item(struct fl_phrase *, const char *name, const char *key);

/* Joins b to a if they differ in lists and counts alone, which add up (eight dice are one throw,
 * six hidden cards one deal): true if it did. */
bool fl_phrase_join(struct fl_phrase *a, const struct fl_phrase *b);

#endif
