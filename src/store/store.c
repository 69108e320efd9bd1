/* The kinds of stores. */
#include "store/store.h"

#include <string.h>

#include "store/backend.h"

static const struct fl_store_kind *const kinds[] = {
#define FL_STORE_KIND(name) &fl_##name##_kind,
    FL_STORE_KINDS(FL_STORE_KIND)
#undef FL_STORE_KIND
};

/* The kind of a URL, and the part of the URL after the scheme. A URL without a known scheme is a
 * path, unless it looks like the address of a database server. NULL, with the error, if there is no
 * such kind. */
static const struct fl_store_kind *find_kind(const char *url, const char **path,
                                             struct fl_store_error *error)
{
    const struct fl_store_kind *kind = strstr(url, "://") ? NULL : &fl_sqlite_kind;
    *path = url;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        size_t len = strlen(kinds[i]->scheme);
        if (strncmp(url, kinds[i]->scheme, len))
            continue;
        *path = url + len;
        kind = kinds[i]->has_path == !!**path ? kinds[i] : NULL;
    }
    if (!kind)
        fl_store_fail(error,
                      strncmp(url, "postgres", 8) ? "store.unknown-kind" : "store.no-postgres", url,
                      "");
    return kind;
}

struct fl_store *fl_store_open(const struct fl_store_options *options, struct fl_store_error *error)
{
    const char *path;
    const struct fl_store_kind *kind = find_kind(options->url, &path, error);
    return kind ? kind->open(path, options, error) : NULL;
}

bool fl_store_backup(const char *url, const char *to, struct fl_store_error *error)
{
    const char *path;
    const struct fl_store_kind *kind = find_kind(url, &path, error);
    return kind && kind->backup(path, to, error);
}
