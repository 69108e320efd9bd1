/* The pages: files inside the program, or a folder of the machine while one works on them. */
#ifndef FL_SERVER_SITE_H
#define FL_SERVER_SITE_H

#include <stdbool.h>
#include <stddef.h>

#include "server/http.h"

/* A file inside the program; tools/embed_site.py makes the table. */
struct fl_page {
    const char *path; /* "/index.html"; NULL ends the table */
    const char *type;
    const char *tag; /* ETag: a quoted hash of what it says */
    const unsigned char *bytes, *packed;
    size_t len, packed_len; /* packed with gzip; 0 if that is no shorter */
};

extern const struct fl_page fl_site[];

/* The one script inside a page, as a source of a Content-Security-Policy. */
extern const char fl_site_script[];

/* The page at a path, "/" being "/index.html", or NULL. */
const struct fl_page *fl_site_find(struct fl_span path);

/* The content type for the name of a file. */
const char *fl_site_type(struct fl_span path);

/* Reads a file below an open folder, at most FL_SITE_FILE_MAX bytes; NULL if there is none. No
 * link is followed and no name begins with a dot, so nothing outside is reached. */
char *fl_site_read(int folder, struct fl_span path, size_t *len);

enum { FL_SITE_FILE_MAX = 8 << 20 };

#endif
