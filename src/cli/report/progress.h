/* Long computations with a progress bar on a terminal. */
#ifndef FL_CLI_REPORT_PROGRESS_H
#define FL_CLI_REPORT_PROGRESS_H

#include <stdatomic.h>

/* Runs `work` to its end. If standard error is a terminal, the work runs in another thread, while
 * the calling thread shows a bar of `part`, 0..1. If `stop` is not NULL, the first Ctrl-C sets it,
 * so that the work can end early; a second one ends the program. */
void fl_cli_watch(void (*work)(void *), double (*part)(const void *), void *what,
                  atomic_bool *stop);

/* Seconds of a monotonic clock. */
double fl_cli_clock(void);

#endif
