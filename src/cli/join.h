/* The tables of servers at which the player has a seat. */
#ifndef FL_CLI_JOIN_H
#define FL_CLI_JOIN_H

#include "term/screen.h"

/* Prints them. Returns false if there are none. */
bool fl_join_print_known(const struct fl_screen *);

#endif
