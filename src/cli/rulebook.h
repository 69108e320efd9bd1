/* The rules, shown in the middle of a game. */
#ifndef FL_CLI_RULEBOOK_H
#define FL_CLI_RULEBOOK_H

#include "term/screen.h"

/* Prints a paragraph ("3.2"), a section ("3"), or the list of sections (""); false if there is no
 * such number. */
bool fl_rulebook_show(const struct fl_screen *, const struct fl_game *, const char *number);

#endif
