/* A disk that fails when it is told to: an SQLite VFS over the usual one. For tests. */
#ifndef FL_TESTS_FAILING_DISK_H
#define FL_TESTS_FAILING_DISK_H

#include <sqlite3.h>
#include <stdatomic.h>

/* What goes wrong from now on; counted as it happens. */
struct failing_disk {
    atomic_bool full;    /* nothing more can be written */
    atomic_bool deaf;    /* syncs fail */
    atomic_int slow;     /* milliseconds that a sync takes at least */
    atomic_int syncs;    /* asked for */
    atomic_int refusals; /* writes and syncs that failed */
};

extern struct failing_disk failing_disk;

/* Puts it in the place of the usual disk, once. */
void failing_disk_install(void);

#endif
