/* The server: sockets, threads, clock and signals around a host. */
#ifndef FL_SERVER_SERVER_H
#define FL_SERVER_SERVER_H

#include <stdbool.h>
#include <stdio.h>

struct fl_serving {
    const char *at;         /* a numeric address, or "localhost" */
    int port;               /* 0: any that is free */
    const char *public_url; /* where people find us, or NULL */
    const char *web;        /* a folder with the pages, or NULL: those inside the program */
    const char *store;      /* a file, or NULL: memory */
    bool trust_proxy;       /* X-Forwarded-For tells who asks */
    int threads;            /* for bots */
    int rate;               /* lines a second from one connection */
    int ping;               /* seconds until a silent connection is asked whether it lives */
    FILE *log;              /* or NULL */
    /* Called once people can come, with the address to tell them. */
    void (*ready)(void *whom, const char *url);
    void *whom;
};

/* How serving ended; the text is a word key with {what} and {value}. */
#define FL_SERVED_ENDS(_)                                                                          \
    _(WELL, "server.stopped")                                                                      \
    _(NOT_LISTENING, "server.cannot-listen")                                                       \
    _(NOT_WEB, "server.no-such-folder")                                                            \
    _(NOT_STORED, "server.cannot-open")                                                            \
    _(NO_MEMORY, "server.no-memory")

enum fl_served {
#define FL_SERVED_ENUM(name, key) FL_SERVED_##name,
    FL_SERVED_ENDS(FL_SERVED_ENUM)
#undef FL_SERVED_ENUM
};

const char *fl_served_key(enum fl_served);

/* Serves until SIGTERM or SIGINT. When it cannot, *why is the system's word for it. */
enum fl_served fl_serve(const struct fl_serving *, const char **why);

#endif
