/* The tables of servers at which the player has a seat. */
#ifndef FL_CLI_JOIN_H
#define FL_CLI_JOIN_H

#include "cli/cli.h"
#include "term/saves.h"

struct fl_keyboard;

/* Prints them. Returns false if there are none. */
bool fl_join_print_known(const struct fl_screen *);

/* Adds them to a list of saved games, which is in order of time. Returns the list, which the caller
 * frees; NULL if it is empty. */
struct fl_save *fl_join_add_tables(struct fl_save *, int *count);

/* Returns to a table by its id, with a keyboard or, if that is NULL, on the full screen. Returns
 * the exit status. */
int fl_join_return(const struct fl_cli *, const char *id, struct fl_keyboard *);

/* Deletes what is needed to return to a table. */
void fl_join_forget(const char *id);

#endif
