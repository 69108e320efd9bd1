/* The full screen as a front end of a session. */
#ifndef FL_TUI_FRONT_H
#define FL_TUI_FRONT_H

#include "term/session.h"
#include "tui/terminal.h"

/* Robots' pace: percent of the usual pauses. */
enum { FL_PACE_USUAL = 100 };

/* Makes the full screen the front end of a session. The terminal must outlive the session. Returns
 * false if memory is short. */
bool fl_front_attach(struct fl_session *, struct fl_terminal *, int pace);

/* The last sentences of the log, to be printed after the full screen is closed. Releases the front
 * end. */
void fl_front_release(struct fl_session *, FILE *);

#endif
