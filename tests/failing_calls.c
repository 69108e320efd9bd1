/* A failing disk for a whole server, loaded before the C library (LD_PRELOAD). Writes to files
 * below a folder fail while the folder $FAILING_DISK contains a file `full`, syncs fail while it
 * contains `deaf`, and syncs of folders alone while it contains `deaf-folders`. For tests. */
#define _GNU_SOURCE /* RTLD_NEXT */
#include <dlfcn.h>
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

static bool is(const char *wrong)
{
    char path[4096];
    const char *folder = getenv("FAILING_DISK");
    snprintf(path, sizeof path, "%s/%s", folder ? folder : "", wrong);
    return folder && !access(path, F_OK);
}

static bool is_folder(int file)
{
    struct stat about;
    return !fstat(file, &about) && S_ISDIR(about.st_mode);
}

static int fail(int error)
{
    errno = error;
    return -1;
}

/* With 64-bit offsets this is pwrite64, which SQLite calls. */
ssize_t pwrite(int file, const void *bytes, size_t len, off_t at)
{
    ssize_t (*next)(int, const void *, size_t, off_t);
    *(void **)&next = dlsym(RTLD_NEXT, "pwrite64");
    return is("full") ? fail(ENOSPC) : next(file, bytes, len, at);
}

int fdatasync(int file)
{
    int (*next)(int);
    *(void **)&next = dlsym(RTLD_NEXT, "fdatasync");
    return is("deaf") ? fail(EIO) : next(file);
}

int fsync(int file)
{
    int (*next)(int);
    *(void **)&next = dlsym(RTLD_NEXT, "fsync");
    return is("deaf") || (is("deaf-folders") && is_folder(file)) ? fail(EIO) : next(file);
}
