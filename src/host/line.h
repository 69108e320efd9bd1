/* The boundary of the host: every line of a client passes fl_line_check, once. WebSocket frames,
 * the browser's Worker and the tests call it; the host accepts nothing else. */
#ifndef FL_HOST_LINE_H
#define FL_HOST_LINE_H

#include <stdbool.h>
#include <stddef.h>

enum { FL_MAX_LINE = 1024 }; /* bytes of a command, without its line end */

/* A line that was checked. */
struct fl_line {
    const char *text; /* not terminated, not owned */
    size_t len;
    bool is_utf8;
    const char *fault; /* NULL, or the key of the reason why the host refuses it */
};

/* Checks the length of a line, its encoding, and that it has no invisible characters. */
struct fl_line fl_line_check(const char *text, size_t len);

#endif
