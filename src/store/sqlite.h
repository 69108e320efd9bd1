/* A store in an SQLite file. One thread of its own does the writes in groups; what it has done is
 * told when its owner pumps, on the owner's thread. */
#ifndef FL_STORE_SQLITE_H
#define FL_STORE_SQLITE_H

#include "store/store.h"

/* Why a file cannot be used: a phrase with {what}, the path, and {value}, the detail. */
struct fl_store_error {
    const char *key;
    const char *path; /* as it was given */
    char detail[128];
    int code; /* SQLite's, for the log; 0: it is not SQLite that failed */
};

/* Opens a file, or makes it. `wake` is called on the storage thread whenever there is something to
 * pump: it must do no more than wake the owner up. NULL if it cannot be; another process that
 * has the file is named. */
struct fl_store *fl_sqlite_store(const char *path, void (*wake)(void *world), void *world,
                                 struct fl_store_error *);

/* Tells some of what was done since, and returns how much: 0 if that was all. */
int fl_sqlite_store_pump(struct fl_store *);

/* SQLite's code of a group that could not be kept since this was last asked, for the log; 0: all
 * were. */
int fl_sqlite_store_trouble(struct fl_store *);

/* Forgets finished matches whose last event was before some time, at most a hundred at once. */
void fl_sqlite_store_retire(struct fl_store *, int64_t before, struct fl_done);

/* Copies a file that may be in use, whole and as of one moment. `to` must not exist. */
bool fl_sqlite_backup(const char *from, const char *to, struct fl_store_error *);

#endif
