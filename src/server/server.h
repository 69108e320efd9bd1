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
    int keep;               /* days finished tables stay in the file; 0: for ever */
    bool trust_proxy;       /* X-Forwarded-For tells who asks */
    int threads;            /* for bots */
    int think;              /* milliseconds a bot may search; it always pauses a fifth of them */
    int rate;               /* lines a second from one connection */
    int ping;               /* seconds until a silent connection is asked whether it lives */
    FILE *log;              /* or NULL */
    /* Called once people can come, with the address to tell them. */
    void (*ready)(void *whom, const char *url);
    void *whom;
};

/* Why a server cannot begin: a word key, and what it says about {what}: {value}. */
struct fl_serve_error {
    const char *key, *what;
    char place[80]; /* "127.0.0.1:8080", where `what` is no word of the caller's */
    char value[128];
};

/* Serves until SIGTERM or SIGINT; false if it could not begin. */
bool fl_serve(const struct fl_serving *, struct fl_serve_error *);

#endif
