/* Translations: all languages in one program. The build generates the tables from lang/. A phrase
 * is rendered in the reader's language. */
#ifndef FL_CORE_WORDS_H
#define FL_CORE_WORDS_H

#include "core/buf.h"
#include "core/phrase.h"

/* A language: the number of its row in lang/languages, from 0. Row 0 is the default. */
typedef int fl_lang;

enum { FL_DEFAULT_LANG = 0 };

/* Which form of a text goes with a number. */
enum fl_plural_rule {
    FL_PLURAL_ONE,         /* 1, others */
    FL_PLURAL_ZERO_OR_ONE, /* 0 and 1, others */
    FL_PLURAL_ONE_FEW_MANY /* 1; 2 to 4, 22 to 24 and so on; others */
};

struct fl_language {
    const char *code; /* "fr" */
    const char *name; /* in the language itself: "Français" */
    const char *decimal;
    const char *groups; /* between groups of three digits */
    enum fl_plural_rule plural;
};

/* A row of lang/languages, or NULL after the last. */
const struct fl_language *fl_language(fl_lang);

/* Finds the language of a code or locale such as "fr", "fr_FR.UTF-8" or "en-GB". Returns false if
 * there is none. */
bool fl_lang_of(const char *locale, fl_lang *out);

/* Forms of an argument in a text. The first five are the forms of a noun, in the order of its entry
 * in lang/: bare | a | the | of | many. FL_COUNTED writes "1 skull" instead of "a skull". FL_DIGITS
 * is for numbers that are not amounts, such as ports: digits without groups. FL_YOU writes "you"
 * instead of the name of the reader. */
enum fl_form { FL_BARE, FL_A, FL_THE, FL_OF, FL_MANY, FL_COUNTED, FL_DIGITS, FL_YOU, FL_FORMS };

/* Whether a key has a translation. */
bool fl_word_exists(const char *key);

/* The key as a constant string, or NULL if it has no translation. */
const char *fl_word_key(const char *key);

/* Appends a word in this form, or in its bare form if it lacks that one. An unknown key is appended
 * as it is. */
void fl_put_word(struct fl_buf *, fl_lang, const char *key, enum fl_form);

/* Appends an amount: digits in groups of three, with a minus sign (U+2212) instead of a hyphen. */
void fl_put_figure(struct fl_buf *, fl_lang, int64_t);

/* Appends a rendered phrase. `names` are the names of the seats. If `names` or a name is NULL,
 * "Player 1" and so on is used. Equal words of a list that have a plural are counted: "3 monkeys
 * and a coin". If the phrase has two lists of the same words, the text is that of "KEY-same" if
 * there is one. */
void fl_put_phrase(struct fl_buf *, fl_lang, const struct fl_phrase *, const char *const *names);

/* Returns the key "x.KIND.y" for a key "x.say.y", or NULL if there is no such entry. The string is
 * constant. */
const char *fl_key_variant(const char *key, const char *kind);

/* Addresses a phrase to a reader: its key becomes "x.you.y" if {who} is the reader's seat, or
 * "x.toyou.y" if {other} or their partner {ally} is, as far as there is such a text. In every key,
 * {name:you} becomes "you" if the argument is the reader's seat. */
void fl_phrase_address(struct fl_phrase *, int reader);

/* Extends the sentence `a` by the next one if lang/ has a text for both: "x.say.a+b" for "x.say.a"
 * and "x.say.b". Arguments of the same name must be equal. "x.say.a+a" says that two players do the
 * same: the second is {other}. Returns whether it did. */
bool fl_phrase_extend(struct fl_phrase *a, const struct fl_phrase *next);

/* Whether a phrase is not reported: its text in this language is empty. */
bool fl_phrase_is_silent(const struct fl_phrase *, fl_lang);

#endif
