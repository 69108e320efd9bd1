/* Starts a lesson from the command line or from the menu. */
#ifndef FL_CLI_LEARN_H
#define FL_CLI_LEARN_H

#include "cli/cli.h"
#include "term/session.h"

/* Teaches a game. Returns the exit status and sets how the session ended. */
int fl_learn_run(const struct fl_cli *, const struct fl_game *, enum fl_colour,
                 struct fl_keyboard *, enum fl_session_status *);

#endif
