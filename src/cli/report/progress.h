/* Long computations with a progress bar on a terminal. */
#ifndef FL_CLI_REPORT_PROGRESS_H
#define FL_CLI_REPORT_PROGRESS_H

#include <stdatomic.h>

/* Runs `work` to its end in another thread. Meanwhile, if standard error is a terminal, shows a bar
 * of `part`, 0..1, which is called from the calling thread. */
void fl_cli_watch(void (*work)(void *), double (*part)(const void *), void *what);

/* The same for work that polls fl_cli_interrupted and ends early. A second Ctrl-C ends the
 * program. */
void fl_cli_watch_stoppable(void (*work)(void *), double (*part)(const void *), void *what);

/* Set by Ctrl-C while stoppable work is running. */
atomic_bool *fl_cli_interrupted(void);

/* Seconds of a monotonic clock. */
double fl_cli_clock(void);

#endif
