/* The log: one line an event, "time=... event=... key=value". Nothing private stands in it: no
 * names, no chat, no tokens, no addresses, no codes of tables. */
#ifndef FL_SERVER_LOG_H
#define FL_SERVER_LOG_H

#include <stdio.h>

struct fl_log {
    FILE *to; /* NULL: nobody reads it */
};

/* The format gives further keys and values, numbers and our own words only. */
__attribute__((format(printf, 3, 4))) void fl_log(const struct fl_log *, const char *event,
                                                  const char *format, ...);

#endif
