/* Files that travel inside the program; tools/embed.py makes the table. */
#ifndef FL_CLI_EMBEDDED_H
#define FL_CLI_EMBEDDED_H

#include <stddef.h>

struct fl_embedded {
    const char *name;           /* NULL ends the table */
    const unsigned char *bytes; /* a zero byte follows the last */
    size_t len;
};

extern const struct fl_embedded fl_embedded[];

#endif
