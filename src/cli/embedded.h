/* Files that are part of the executable. tools/embed.py generates the table. */
#ifndef FL_CLI_EMBEDDED_H
#define FL_CLI_EMBEDDED_H

#include <stddef.h>

struct fl_embedded {
    const char *name;           /* NULL ends the table */
    const unsigned char *bytes; /* followed by a zero byte */
    size_t len;
};

extern const struct fl_embedded fl_embedded[];

#endif
