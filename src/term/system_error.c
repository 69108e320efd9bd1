/* Finds the translation key of a system error. */
#include "term/system_error.h"

#include <errno.h>
#include <string.h>

enum { LAST_ERROR = 133 }; /* EHWPOISON, the largest number on Linux */

const char *fl_system_key(const char *message)
{
    static const char *const key[LAST_ERROR + 1] = {
        [ENOENT] = "system.no-such-file",    [EACCES] = "system.not-allowed",
        [EPERM] = "system.not-allowed",      [EEXIST] = "system.exists",
        [EISDIR] = "system.is-folder",       [ENOTDIR] = "system.no-folder",
        [ENOSPC] = "system.disk-full",       [EROFS] = "system.read-only",
        [EMFILE] = "system.too-many-files",  [ENFILE] = "system.too-many-files",
        [ENAMETOOLONG] = "system.long-name", [EIO] = "system.broken-disk",
        [EFBIG] = "system.too-large",        [ENOMEM] = "system.no-memory",
        [EADDRINUSE] = "system.place-taken", [EADDRNOTAVAIL] = "system.no-such-place",
    };
    for (int error = 1; error <= LAST_ERROR; error++)
        if (!strcmp(message, strerror(error)))
            return key[error] ? key[error] : "system.other";
    return NULL;
}
