/* The table that tools/words.py makes from lang/. */
#ifndef FL_CORE_WORDS_TABLE_H
#define FL_CORE_WORDS_TABLE_H

#include "core/words.h"

struct fl_word_entry {
    const char *key;
    const char *text[FL_LANGS][2]; /* singular or only text; plural or NULL */
};

extern const struct fl_word_entry fl_word_table[]; /* ascending by key */
extern const int fl_word_table_size;

#endif
