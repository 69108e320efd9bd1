/* A lesson, as it is asked for on the command line or in the menu. */
#ifndef FL_CLI_LEARN_H
#define FL_CLI_LEARN_H

#include "cli/cli.h"
#include "term/sitting.h"

/* Teaches a game; returns the exit status, and tells how it ended. */
int fl_learn_teach(const struct fl_cli *, const struct fl_game *, enum fl_colour,
                   struct fl_keyboard *, enum fl_parting *);

#endif
