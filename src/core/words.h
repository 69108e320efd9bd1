/* Words: French and English, side by side in one program. The tables are made at build time from
 * lang/; a sentence is a phrase rendered in the reader's language. */
#ifndef FL_CORE_WORDS_H
#define FL_CORE_WORDS_H

#include "core/buf.h"
#include "core/phrase.h"

enum fl_lang { FL_FRENCH, FL_ENGLISH, FL_LANGS };

/* "fr" and "en". */
const char *fl_lang_code(enum fl_lang);

/* The language of a code or locale such as "fr", "fr_FR.UTF-8", "en-GB"; false if it is neither. */
bool fl_lang_of(const char *locale, enum fl_lang *out);

/* Forms of a noun, in the order of its entry in lang/: bare | a | the | of | many. */
enum fl_form { FL_BARE, FL_A, FL_THE, FL_OF, FL_MANY };

/* Whether a key has an entry. */
bool fl_word_exists(const char *key);

/* Writes a word in a form it has, else in its bare one; an unknown key stands for itself. */
void fl_put_word(struct fl_buf *, enum fl_lang, const char *key, enum fl_form);

/* Writes a number for people: with a minus sign where it is below zero, and not a hyphen. */
void fl_put_figure(struct fl_buf *, int64_t);

/* Writes a phrase. Names are those of the seats; where NULL, "Player 1" and so on. */
void fl_put_phrase(struct fl_buf *, enum fl_lang, const struct fl_phrase *,
                   const char *const *names);

/* The table, for tests and for the browser: entry i of `fl_word_count`, ascending by key. */
int fl_word_count(void);
const char *fl_word_key(int i);

/* The texts of an entry: the singular (or only) one and the plural (or NULL). */
const char *fl_word_text(int i, enum fl_lang, bool plural);

#endif
