/* The table that tools/words.py generates from lang/. */
#ifndef FL_CORE_WORDS_TABLE_H
#define FL_CORE_WORDS_TABLE_H

#include "core/words.h"

extern const struct fl_language fl_language_table[];
extern const int fl_language_table_size;

extern const int fl_word_table_size;     /* number of keys */
extern const char *const fl_word_keys[]; /* in ascending order */

/* By key, language and plural form; NULL for a form that the text does not have. */
extern const char *const fl_word_texts[];
extern const int fl_word_forms; /* plural forms of the language that has most */

/* The text of key number i: form 0 is the singular or only text. NULL if it has no such form. */
const char *fl_word_text(int i, fl_lang, int form);

/* Returns which form of a text, from 0, goes with a number. */
int fl_plural_form(enum fl_plural_rule, int32_t n);

#endif
