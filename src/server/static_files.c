/* Finds static files in the program or in a folder. */
#define _GNU_SOURCE /* O_PATH */
#include "server/static_files.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const struct fl_span index_path = {"/index.html", 11};

static struct fl_span resolve_root(struct fl_span path)
{
    return fl_span_is(path, "/") ? index_path : path;
}

bool fl_static_files_have_build(struct fl_span path, char build[FL_BUILD_SIZE])
{
    static const char name[] = "/flibuste-";
    size_t len = FL_BUILD_SIZE; /* with the first slash, without the final NUL */
    if (path.len <= len || memcmp(path.at, name, sizeof name - 1) || path.at[len] != '/')
        return false;
    memcpy(build, path.at + 1, len - 1);
    build[len - 1] = '\0';
    return !memchr(build, '/', len - 1);
}

const struct fl_html *fl_static_files_find(struct fl_span path)
{
    char build[FL_BUILD_SIZE];
    if (fl_static_files_have_build(path, build) && !strcmp(build, fl_static_files_build))
        path = (struct fl_span){path.at + FL_BUILD_SIZE, path.len - FL_BUILD_SIZE};
    path = resolve_root(path);
    for (const struct fl_html *page = fl_static_files; page->path; page++)
        if (fl_span_is(path, page->path))
            return page;
    return NULL;
}

static const struct {
    const char *ending, *type;
} types[] = {
    {".html", "text/html; charset=utf-8"},
    {".css", "text/css; charset=utf-8"},
    {".js", "text/javascript; charset=utf-8"},
    {".json", "application/json"},
    {".svg", "image/svg+xml"},
    {".png", "image/png"},
    {".ico", "image/x-icon"},
    {".wasm", "application/wasm"},
    {".woff2", "font/woff2"},
    {".webmanifest", "application/manifest+json"},
    {".md", "text/markdown; charset=utf-8"},
    {".txt", "text/plain; charset=utf-8"},
};

const char *fl_static_files_type(struct fl_span path)
{
    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++) {
        size_t len = strlen(types[i].ending);
        if (path.len > len && !memcmp(path.at + path.len - len, types[i].ending, len))
            return types[i].type;
    }
    return "application/octet-stream";
}

/* ---- folder ---- */

/* Takes the next component of "/a/b.js"; false if there is none, or it is hidden or escaped. */
static bool next_name(struct fl_span *path, char name[256])
{
    if (!path->len || *path->at != '/')
        return false;
    const char *from = path->at + 1, *end = path->at + path->len;
    const char *slash = memchr(from, '/', (size_t)(end - from));
    size_t len = (size_t)((slash ? slash : end) - from);
    if (!len || len > 255 || *from == '.' || memchr(from, '%', len) || memchr(from, '\0', len))
        return false;
    memcpy(name, from, len);
    name[len] = '\0';
    path->at += len + 1;
    path->len -= len + 1;
    return true;
}

/* Opens a file below a folder, one component at a time so that O_NOFOLLOW applies to each. Returns
 * the descriptor, or -1. */
static int open_below(int folder, struct fl_span path)
{
    char name[256];
    int at = dup(folder);
    while (at >= 0 && next_name(&path, name)) {
        int flags = path.len ? O_PATH | O_DIRECTORY : O_RDONLY | O_NONBLOCK;
        int next = openat(at, name, flags | O_NOFOLLOW | O_CLOEXEC);
        close(at);
        if (!path.len)
            return next;
        at = next;
    }
    if (at >= 0)
        close(at);
    return -1;
}

/* Reads a regular file; the caller frees the result. */
static char *read_whole(int file, size_t *len)
{
    struct stat about;
    if (fstat(file, &about) || !S_ISREG(about.st_mode) || about.st_size > FL_STATIC_FILE_MAX)
        return NULL;
    size_t size = (size_t)about.st_size;
    char *bytes = malloc(size + 1);
    for (*len = 0; bytes && *len < size;) {
        ssize_t got = read(file, bytes + *len, size - *len);
        if (got <= 0)
            break;
        *len += (size_t)got;
    }
    return bytes;
}

char *fl_static_files_read(int folder, struct fl_span path, size_t *len, const char **type)
{
    path = resolve_root(path);
    *type = fl_static_files_type(path);
    int file = open_below(folder, path);
    if (file < 0)
        return NULL;
    char *bytes = read_whole(file, len);
    close(file);
    return bytes;
}
