/* The entry point of a fuzzer, and functions that the harnesses share. */
#ifndef FL_TESTS_FUZZ_H
#define FL_TESTS_FUZZ_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/words.h"
#include "games/games.h"

/* Called by libFuzzer or by seeded.c with one input. Must return 0 for every input. */
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t len);

/* Aborts the run; libFuzzer then saves the input. */
#define MUST(condition)                                                                            \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            fprintf(stderr, "%s:%d: must be: %s\n", __FILE__, __LINE__, #condition);               \
            abort();                                                                               \
        }                                                                                          \
    } while (0)

static inline const struct fl_game *fuzz_game_named(const char *name)
{
    return strcmp(name, fl_template.name) ? fl_game_find(name) : &fl_template;
}

/* The game for a byte; the template is one of them. */
static inline const struct fl_game *fuzz_game(uint8_t byte)
{
    int games = 0;
    while (fl_games[games])
        games++;
    int i = byte % (games + 1);
    return i == games ? &fl_template : fl_games[i];
}

/* A phrase must have a complete text in both languages. */
static inline void fuzz_say(const struct fl_phrase *p)
{
    for (fl_lang lang = 0; fl_language(lang); lang++) {
        char text[1024];
        struct fl_buf out = fl_buf_over(text, sizeof text);
        MUST(fl_word_exists(p->key));
        fl_put_phrase(&out, lang, p, NULL);
        MUST(out.len > 0 && !out.overflowed);
    }
}

#endif
