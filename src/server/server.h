/* The server: runs a host with sockets, threads, a clock and signals. */
#ifndef FL_SERVER_SERVER_H
#define FL_SERVER_SERVER_H

#include <stdbool.h>
#include <stdio.h>

#include "server/log.h"

struct fl_server_options {
    const char *at;         /* address to listen at: numeric, or "localhost" */
    int port;               /* 0: any free port */
    const char *public_url; /* URL under which clients reach the server, or NULL */
    const char *web;        /* folder of static files, or NULL: the embedded ones */
    const char *store;      /* URL of the store (fl_store_open) */
    const char *node;       /* address of this server for others that share the store; NULL: its
                               host name and port */
    bool unreplicated;      /* accept a database without a synchronous standby */
    int keep;               /* days that finished tables are kept; 0: without limit */
    bool trust_proxy;       /* take client addresses from X-Forwarded-For */
    int threads;            /* for searches of bots */
    int think;              /* milliseconds a bot may search for one move */
    int rate;               /* lines per second and connection */
    int ping;               /* seconds between pings of a WebSocket */
    FILE *log;              /* or NULL: no log */
    enum fl_log_level log_level;
    const struct fl_record_worker *record_worker; /* NULL: records are read in this process */
    /* Called when everything is open, before `ready`: gives up rights and returns a line for the
     * log. May be NULL. */
    const char *(*confine)(void *context);
    /* Called once, when the server accepts connections, with the URL to show to players. */
    void (*ready)(void *context, const char *url);
    void *context;
};

/* Why the server could not start: a translation key with the arguments {what} and {value}. `what`
 * is a string of the caller, or points to `address`. */
struct fl_serve_error {
    const char *key, *what;
    char address[80]; /* "127.0.0.1:8080" */
    char value[128];
};

/* Runs until SIGTERM or SIGINT, on the calling thread. Returns false, with the error, if it could
 * not start. */
bool fl_serve(const struct fl_server_options *, struct fl_serve_error *);

#endif
