/* The rules pages, which travel inside the program. */
#ifndef FL_CLI_RULES_H
#define FL_CLI_RULES_H

#include "core/game.h"
#include "core/words.h"

/* The whole rules page of a game; it has one in every language. */
const char *fl_rules_text(const struct fl_game *, enum fl_lang, size_t *len);

/* The paragraph of this number ("3.2"), its table or list included; NULL if there is none. */
const char *fl_rules_paragraph(const struct fl_game *, enum fl_lang, const char *number,
                               size_t *len);

/* Prints a piece of a rules page, without markup on a terminal. */
void fl_rules_print(const char *text, size_t len, bool plain);

#endif
