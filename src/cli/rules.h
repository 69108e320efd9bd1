/* The rules of the games, which are part of the executable. */
#ifndef FL_CLI_RULES_H
#define FL_CLI_RULES_H

#include "term/screen.h"

/* Prints a paragraph ("3.2"), a section ("3"), or the introduction and the list of sections ("").
 * Returns false if there is no such number. */
bool fl_rules_show(const struct fl_screen *, const struct fl_game *, const char *number);

/* Prints all rules. */
void fl_rules_show_all(const struct fl_screen *, const struct fl_game *);

#endif
