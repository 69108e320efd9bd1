/* The static files of the page: embedded in the program, or, for development, in a folder. */
#ifndef FL_SERVER_STATIC_FILES_H
#define FL_SERVER_STATIC_FILES_H

#include <stdbool.h>
#include <stddef.h>

#include "server/http.h"
#include "store/store.h"

/* An embedded file. tools/embed_site.py generates the table. */
struct fl_html {
    const char *path; /* "/index.html"; NULL ends the table */
    const char *type; /* Content-Type */
    const char *tag;  /* ETag: a quoted hash of the content */
    const unsigned char *bytes, *gzip, *brotli;
    size_t len, gzip_len, brotli_len; /* bytes; 0 if that compression is not shorter */
};

extern const struct fl_html fl_static_files[];

/* Hash of the only inline script, as a source expression of a Content-Security-Policy. */
extern const char fl_static_files_script[];

/* The build: "flibuste-" and the hash of all files. The page requests files below this path, so
 * that servers of several builds may share one address. */
extern const char fl_static_files_build[];

/* The embedded file at a path, with or without the build in front, or NULL. "/" is "/index.html".
 */
const struct fl_html *fl_static_files_find(struct fl_span path);

/* Whether a path is below that of a build, of this program or of another one; copies the build. */
bool fl_static_files_have_build(struct fl_span path, char build[FL_BUILD_SIZE]);

/* The content type for the extension of a path, a constant. */
const char *fl_static_files_type(struct fl_span path);

/* Reads a file below an open folder, of at most FL_STATIC_FILE_MAX bytes. The caller frees the
 * result; NULL if there is no such file. *type is the content type for its extension, a constant.
 * Symbolic links and names that start with a dot are refused, so no file outside the folder is
 * read. */
char *fl_static_files_read(int folder, struct fl_span path, size_t *len, const char **type);

enum { FL_STATIC_FILE_MAX = 8 << 20 };

#endif
