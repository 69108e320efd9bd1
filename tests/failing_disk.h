/* A disk that fails on demand: an SQLite VFS on top of the default one. For tests. */
#ifndef FL_TESTS_FAILING_DISK_H
#define FL_TESTS_FAILING_DISK_H

#include <sqlite3.h>
#include <stdatomic.h>

/* The current faults, and counts of their effects. */
struct failing_disk {
    atomic_bool full;       /* writes fail */
    atomic_bool deaf;       /* syncs fail */
    atomic_int until_fault; /* the write or sync with this number makes the disk full; 0: none */
    atomic_bool kills;      /* the fault is a kill of the process */
    atomic_int slow;        /* minimal duration of a sync in milliseconds */
    atomic_int syncs;       /* number of syncs requested */
    atomic_int refusals;    /* number of writes and syncs that failed */
};

extern struct failing_disk failing_disk;

/* Installs it as SQLite's default VFS, once. */
void failing_disk_install(void);

#endif
