/* Long computations with a progress bar on a terminal. */
#ifndef FL_CLI_REPORT_PROGRESS_H
#define FL_CLI_REPORT_PROGRESS_H

#include <stdatomic.h>

#include "cli/cli.h"

/* Runs `work` to its end. If standard error is a terminal, the work runs in another thread, while
 * the calling thread shows a bar of `part`, 0..1, and the time left. If `stop` is not NULL, the
 * first Ctrl-C sets it, so that the work can end early; a second one ends the program. */
void fl_cli_watch(const struct fl_cli *, void (*work)(void *), double (*part)(const void *),
                  void *what, atomic_bool *stop);

/* Writes the bar of a computation that has lasted `seconds`, with the time left. */
void fl_cli_put_bar(const struct fl_cli *, double part, double seconds, struct fl_buf *out);

/* Seconds of a monotonic clock. */
double fl_cli_clock(void);

#endif
