/* The front end of a session that prints lines of text: for pipes, screen readers and terminals
 * without cursor movement. */
#ifndef FL_TERM_LINE_TABLE_H
#define FL_TERM_LINE_TABLE_H

#include "term/session.h"

/* Uses the screen and the keyboard of the session. */
extern const struct fl_front_end fl_line_front_end;

#endif
