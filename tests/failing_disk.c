/* The usual SQLite file methods, of which write and sync can be made to fail. */
#include "failing_disk.h"

#include <signal.h>
#include <stdbool.h>
#include <time.h>

struct failing_disk failing_disk;

/* SQLite has several tables of methods; each has a counterpart here. */
struct methods {
    sqlite3_io_methods ours; /* first member: a file finds the rest from it */
    const sqlite3_io_methods *usual;
};

enum { TABLES = 8 };

static sqlite3_vfs vfs;
static struct methods methods[TABLES];

static const sqlite3_io_methods *usual_of(const sqlite3_file *file)
{
    return ((const struct methods *)file->pMethods)->usual;
}

static int refuse(int why)
{
    atomic_fetch_add(&failing_disk.refusals, 1);
    return why;
}

static void count_down(void)
{
    if (!atomic_load(&failing_disk.until_fault) ||
        atomic_fetch_sub(&failing_disk.until_fault, 1) > 1)
        return;
    if (atomic_load(&failing_disk.kills))
        raise(SIGKILL);
    atomic_store(&failing_disk.full, true);
}

static int write_bytes(sqlite3_file *file, const void *bytes, int len, sqlite3_int64 at)
{
    count_down();
    if (atomic_load(&failing_disk.full))
        return refuse(SQLITE_FULL);
    return usual_of(file)->xWrite(file, bytes, len, at);
}

static int sync_file(sqlite3_file *file, int how)
{
    int slow = atomic_load(&failing_disk.slow);
    count_down();
    atomic_fetch_add(&failing_disk.syncs, 1);
    if (slow)
        nanosleep(&(struct timespec){.tv_nsec = slow * 1000000L}, NULL);
    if (atomic_load(&failing_disk.deaf))
        return refuse(SQLITE_IOERR_FSYNC);
    return usual_of(file)->xSync(file, how);
}

static const sqlite3_io_methods *double_of(const sqlite3_io_methods *usual)
{
    int i = 0;
    while (i < TABLES - 1 && methods[i].usual && methods[i].usual != usual)
        i++;
    if (!methods[i].usual) {
        methods[i] = (struct methods){*usual, usual};
        methods[i].ours.xWrite = write_bytes;
        methods[i].ours.xSync = sync_file;
    }
    return &methods[i].ours;
}

static int open_file(sqlite3_vfs *self, const char *name, sqlite3_file *file, int how, int *was)
{
    sqlite3_vfs *below = self->pAppData;
    int answer = below->xOpen(below, name, file, how, was);
    if (answer == SQLITE_OK && file->pMethods)
        file->pMethods = double_of(file->pMethods);
    return answer;
}

void failing_disk_install(void)
{
    sqlite3_vfs *below = sqlite3_vfs_find(NULL);
    if (below == &vfs)
        return;
    vfs = *below;
    vfs.zName = "failing";
    vfs.pAppData = below;
    vfs.xOpen = open_file;
    sqlite3_vfs_register(&vfs, 1);
}
