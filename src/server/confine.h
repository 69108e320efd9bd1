/* Takes rights from the process that it no longer needs, so that an error in a parser exposes less:
 * files (Landlock), system calls (seccomp), capabilities and the user. What the kernel does not
 * offer is left out and reported. Every function is for the only thread of a process, except
 * fl_confine_calls, which applies to all threads. */
#ifndef FL_SERVER_CONFINE_H
#define FL_SERVER_CONFINE_H

#include <stdbool.h>

/* What is in force. */
struct fl_confinement {
    int landlock;     /* version of the kernel's interface; 0: files are not confined */
    bool has_seccomp; /* system calls are confined */
};

/* The files and connections that a server needs. */
struct fl_server_needs {
    const char *user;  /* the user to become; NULL: the present one */
    const char *store; /* URL of the store (fl_store_open) */
    const char *web;   /* folder of static files, or NULL */
};

/* Before a server starts its first thread: changes the user, gives up all capabilities except that
 * to listen at a port below 1024, and all files except the directory of the database (writing), the
 * static files and system files (reading). A server with PostgreSQL may read all files and connect
 * to other machines, because libpq reads certificates and passwords from anywhere. False if the
 * user does not exist or cannot be changed to. */
bool fl_confine_server(const struct fl_server_needs *, struct fl_confinement *);

/* When the server listens: no more listeners, programs, processes, executable memory or users. */
void fl_confine_calls(struct fl_confinement *);

/* In the process that answers requests about records (record_worker.h): no files, no network,
 * nobody's user; it can still start processes. */
void fl_confine_worker(struct fl_confinement *);

/* In the process that it starts for one request: only to compute, and to read and write open
 * descriptors. */
void fl_confine_answer(void);

#endif
