/* The log: one line per event, "time=... event=... key=value". It contains nothing private: no
 * names, no chat, no tokens, no addresses, no codes of tables.
 *
 * Lines go into a bounded buffer and a thread writes them, so that a stalled reader (a full pipe, a
 * terminal paused with Ctrl-S) never blocks the server. Lines that do not fit are dropped and
 * counted; the log reports their number as soon as there is room again.
 *
 * Any thread may add lines. All functions accept NULL, a log that discards everything. */
#ifndef FL_SERVER_LOG_H
#define FL_SERVER_LOG_H

#include <stdbool.h>
#include <stdint.h>

struct fl_log;

/* Which events are logged. */
enum fl_log_level {
    FL_LOG_REQUESTS, /* all, including those of single requests and connections */
    FL_LOG_EVENTS,   /* what the server does */
    FL_LOG_PROBLEMS  /* only what may need attention */
};

enum { FL_LOG_ROOM = 1 << 18, FL_LOG_LINE = 640 }; /* bytes: buffer, longest line */

/* Starts a log that writes to a file descriptor of the caller. Returns NULL on failure. */
struct fl_log *fl_log_open(int to);

/* Omits the events below a level from now on; before other threads use the log. */
void fl_log_limit(struct fl_log *, enum fl_log_level least);

/* Adds a line; never waits for the reader. The format adds keys and values: numbers and constant
 * words only, never user input. */
__attribute__((format(printf, 3, 4))) void fl_log(struct fl_log *, const char *event,
                                                  const char *format, ...);

/* Lines dropped since the start because the buffer was full or the write failed. */
uint64_t fl_log_dropped(struct fl_log *);

/* Waits until all lines are written, at most this long. Returns whether they are. */
bool fl_log_flush(struct fl_log *, int milliseconds);

/* Writes the remaining lines, for at most this long, and frees the log. If the reader is stalled,
 * the thread and its memory remain until the process exits. */
void fl_log_close(struct fl_log *, int milliseconds);

#endif
