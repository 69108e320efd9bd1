/* Long work, with a bar to watch on a terminal. */
#ifndef FL_CLI_PROGRESS_H
#define FL_CLI_PROGRESS_H

/* Does the work, to its end. While it lasts, and if standard error is a terminal, a bar shows the
 * part that is done, 0..1; asked from another thread. */
void fl_cli_watch(void (*work)(void *), double (*part)(const void *), void *what);

#endif
