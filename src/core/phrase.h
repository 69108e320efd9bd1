/* A sentence before it has a language: a translation key and named arguments. Phrases do not own
 * their texts, which must outlive them; keys and words are usually literals. */
#ifndef FL_CORE_PHRASE_H
#define FL_CORE_PHRASE_H

#include <stdbool.h>
#include <stdint.h>

enum {
    FL_MAX_ARGS = 8,
    FL_MAX_LIST = 12,   /* words of one list argument */
    FL_MAX_PHRASES = 32 /* phrases about one move */
};

/* FL_ARG_READER is the seat of the reader; fl_phrase_address (words.h) sets it. */
enum fl_arg_kind {
    FL_ARG_NUMBER,
    FL_ARG_COUNT,
    FL_ARG_SEAT,
    FL_ARG_READER,
    FL_ARG_TEXT,
    FL_ARG_WORDS
};

struct fl_arg {
    const char *name;
    enum fl_arg_kind kind;
    int32_t number;                /* the number, the seat (from 0), or the number of words */
    const char *word[FL_MAX_LIST]; /* TEXT: the text in word[0]; WORDS: translation keys */
};

struct fl_phrase {
    const char *key;
    int args;
    struct fl_arg arg[FL_MAX_ARGS];
};

struct fl_phrases {
    int count;
    struct fl_phrase phrase[FL_MAX_PHRASES];
};

/* Starts a phrase without arguments. */
void fl_phrase_begin(struct fl_phrase *, const char *key);

/* Appends an empty phrase to a list of fewer than FL_MAX_PHRASES and returns it. */
struct fl_phrase *fl_say(struct fl_phrases *, const char *key);

/* Append an argument and return the phrase, so that calls can be chained. */
struct fl_phrase *fl_with_number(struct fl_phrase *, const char *name, int32_t);
struct fl_phrase *fl_with_count(struct fl_phrase *, const char *name, int32_t);
struct fl_phrase *fl_with_seat(struct fl_phrase *, const char *name, int seat);
struct fl_phrase *fl_with_text(struct fl_phrase *, const char *name, const char *text);
struct fl_phrase *fl_with_word(struct fl_phrase *, const char *name, const char *key);

/* Appends a word to the list argument with this name, which is created if needed. */
struct fl_phrase *fl_with_item(struct fl_phrase *, const char *name, const char *key);

/* Merges b into a if they differ in lists and counts only, which are added: eight dice become one
 * throw, six hidden cards one deal. Returns whether it did. */
bool fl_phrase_join(struct fl_phrase *a, const struct fl_phrase *b);

#endif
