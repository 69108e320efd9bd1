/* Long work, with a bar to watch on a terminal. */
#ifndef FL_CLI_PROGRESS_H
#define FL_CLI_PROGRESS_H

#include <stdatomic.h>

/* Does the work, to its end. While it lasts, and if standard error is a terminal, a bar shows the
 * part that is done, 0..1; asked from another thread. */
void fl_cli_watch(void (*work)(void *), double (*part)(const void *), void *what);

/* The same for work that looks whether Ctrl-C was pressed, and then ends early. A second Ctrl-C
 * ends the program. */
void fl_cli_watch_stoppable(void (*work)(void *), double (*part)(const void *), void *what);

/* Set by Ctrl-C while stoppable work is done. */
atomic_bool *fl_cli_interrupted(void);

/* Seconds, of a clock that only goes forward. */
double fl_cli_clock(void);

#endif
