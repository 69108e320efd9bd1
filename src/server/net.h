/* Connections and the state they share; private to src/server.
 *
 * A connection starts as HTTP and may be upgraded to a WebSocket, which the host knows as a client.
 * Output is queued and written once per iteration of the event loop. A callback from the host never
 * closes a connection immediately: it only sets drop_at_flush or close_at_flush. Therefore every
 * function here may call the host, except those that the host calls.
 *
 * Every function runs on the thread of the event loop. Times are milliseconds of uv_now() unless
 * stated otherwise. */
#ifndef FL_SERVER_NET_H
#define FL_SERVER_NET_H

#include <uv.h>

#include "host/host.h"
#include "server/bot_pool.h"
#include "server/frames.h"
#include "server/http.h"
#include "server/log.h"
#include "server/rate_limit.h"

enum {
    FL_NET_READ = 1 << 16,         /* bytes per read */
    FL_NET_HIGH_WATER = 1 << 20,   /* unsent bytes above which a connection is dropped as slow */
    FL_TRUNK_HIGH_WATER = 1 << 24, /* the same for a trunk connection */
    FL_NET_SPARES = 64,            /* output buffers kept for reuse */
    FL_NET_SHARED_MAX = 1 << 16,   /* connections */
};

/* The state also selects the queue that a connection is in, and the meaning of its `due`. */
enum fl_conn_state {
    FL_CONN_HTTP,    /* reads request heads; due: deadline for a complete head */
    FL_CONN_JOB,     /* waits for a replay job; due: deadline for the response */
    FL_CONN_WAIT,    /* waits for a table; due: deadline for the response */
    FL_CONN_SOCKET,  /* is a client of the host; due: next check that it is alive */
    FL_CONN_TRUNK,   /* connects this node with another one (trunk.h); due: never */
    FL_CONN_LEAVING, /* sends its last bytes and reads nothing; due: deadline to be closed */
    FL_CONN_GONE,    /* its handle is being closed; in no queue */
    FL_CONN_STATES
};

/* Bytes to be written. */
struct fl_out {
    char *at;
    size_t len, cap;
};

/* A connection is in up to two queues: that of its state, ordered by `due`, and the flush queue. */
enum fl_queue_kind { FL_DUE_QUEUE, FL_FLUSH_QUEUE, FL_QUEUE_KINDS };

struct fl_conn {
    uv_tcp_t tcp; /* first: a pointer to the handle is a pointer to the connection */
    struct fl_net *net;
    struct {
        struct fl_conn *before, *after;
    } link[FL_QUEUE_KINDS];
    uint64_t due; /* when fl_net_sweep handles it */
    enum fl_conn_state state;
    bool in_flush_queue;
    struct fl_out out;
    size_t unsent_last_check;         /* unsent bytes at the last sweep; SIZE_MAX: not swept since
                                         the response was queued */
    struct fl_partial_write *partial; /* bytes that the kernel did not accept yet, or NULL */
    char *head;                       /* start of an incomplete request head, or NULL */
    uint16_t head_len;
    bool drop_at_flush;    /* fl_net_flush closes it at once, with the reason `why` */
    bool close_at_flush;   /* fl_net_flush starts an orderly close: the host disconnected it */
    bool ended;            /* end of input: the client sends nothing more */
    bool shut;             /* end of output: the server shut down its side of the connection */
    bool pinged;           /* a ping was sent and no line or pong was received since */
    bool received_command; /* at least one line was received since the upgrade */
    bool ping_sent_once;   /* at least one ping was sent since the upgrade */
    bool is_counted;       /* counted in usage->connections */
    bool omit_body;        /* the last request was HEAD: the response has no body */
    const char *why;       /* reason for closing, for the log; a constant */
    struct fl_frames frames;
    struct fl_bucket lines;
    struct fl_address_usage *usage; /* usage of its address; NULL: not limited */
    struct fl_address peer;         /* the address at the other end of the TCP connection */
    uint64_t origin;                /* of the client behind its last request (host.h) */
    fl_client_id client;            /* valid in FL_CONN_SOCKET */
    uint64_t id;                    /* of its last request */
    struct fl_replay_job *job;      /* its request about a record, or NULL */
    char *awaited;                  /* in FL_CONN_WAIT: the path of the request */
    bool close_after;               /* and whether the connection is closed after the response */
    uint64_t ask;                   /* its request to another node; 0: the host is asked */
    struct fl_trunk *trunk;         /* in FL_CONN_TRUNK: what it carries */
    /* Of a client whose table is at another node (relay.h): */
    struct fl_trunk *relay;    /* where its lines go; NULL: to this node's host */
    uint64_t channel;          /* its number there */
    uint64_t previous_channel; /* before it was passed on */
    uint8_t hops;              /* times that it was passed on since the last message */
    struct fl_passed *passed;  /* the host passes it on at the next flush; or NULL */
};

/* A client of the host whose connection is at another node; trunk NULL: there is none. */
struct fl_remote_client {
    struct fl_trunk *trunk;
    uint64_t channel;
};

struct fl_queue {
    struct fl_conn *first, *last;
};

/* Counters since the start, for /metrics. The second group counts connections by the reason for
 * which they were closed. */
struct fl_server_stats {
    uint64_t accepted, refused, requests, sockets, lines, bytes_in, bytes_out;
    uint64_t status[6]; /* responses by first digit of the status */
    uint64_t slow, silent, fast, bad, late;
    uint64_t relayed; /* clients that were passed on to other nodes */
};

/* Requests about records (replay_jobs.c). Each lane (rate_limit.h) has a queue and runs one job at
 * a time. */
struct fl_replay_jobs {
    struct fl_replay_job *first[FL_LANES], *running[FL_LANES];
    int count; /* jobs whose body is being read, queued jobs and running jobs */
};

struct fl_net {
    uv_loop_t *loop;
    struct fl_host *host;
    struct fl_log *log;
    uv_tcp_t listener;
    uv_timer_t sweeper;
    uv_prepare_t flusher;
    struct fl_queue queue[FL_CONN_STATES]; /* by state, each ordered by `due` */
    struct fl_queue flush_queue;
    uint32_t max_connections, connections, sockets; /* allowed; open; WebSockets among them */
    uint64_t ping_time;                             /* milliseconds between pings */
    uint64_t think;                                 /* milliseconds a bot may search */
    struct fl_rate lines;                           /* per connection */
    struct fl_rate_limiter limiter;
    bool trust_proxy, stopping;
    bool draining;            /* the host hands over its tables; new clients are sent elsewhere */
    int folder;               /* descriptor of the static files; -1: the embedded ones */
    struct fl_span origin;    /* origin of the public URL; at is NULL if there is none */
    struct fl_conn **clients; /* by fl_client_id; NULL: the id is free */
    struct fl_remote_client *remote; /* by fl_client_id */
    fl_client_id *free_ids;          /* a stack */
    uint32_t free_id_count;
    struct fl_readers readers;
    char *spare[FL_NET_SPARES]; /* unused output buffers */
    int spares;
    uint64_t requests; /* id of the last request */
    uint64_t started;  /* time of the start */
    struct fl_store *store;
    struct fl_bot_pool *bot_pool;
    struct fl_replay_jobs jobs;
    const struct fl_record_worker *record_worker; /* NULL: jobs run in this process */
    struct fl_trunk *trunks;
    uint64_t trunk_serial, channel_serial, ask_serial; /* of the last ones */
    uint32_t relayed, remotes; /* clients now: of other nodes' tables; from other nodes */
    struct fl_server_stats stats;
    /* The input of one read, preceded by room for the incomplete head that was kept. */
    char read[FL_HTTP_HEAD_MAX + FL_NET_READ];
};

/* ---- conn.c ---- */

/* Starts listening at an address. Returns 0 or a libuv error. */
int fl_net_listen(struct fl_net *, const struct sockaddr *);

/* Connects to another node; the callback is called with the result. NULL if it cannot begin.
 * fl_conn_start begins to read once it is connected; 0 or a libuv error. */
struct fl_conn *fl_conn_call(struct fl_net *, const struct sockaddr *, uv_connect_t *,
                             uv_connect_cb);
int fl_conn_start(struct fl_conn *);

/* Queues one complete WebSocket frame. The payload is copied. */
void fl_conn_send(struct fl_conn *, enum fl_opcode, const void *payload, size_t len);

/* Starts an orderly close: sends a close frame with this code (WebSocket only), writes all queued
 * output, then closes. `why` is a constant for the log. */
void fl_conn_leave(struct fl_conn *, int code, const char *why);

/* Closes at once and discards queued output. libuv frees the connection later, in its close
 * callback. */
void fl_conn_drop(struct fl_conn *, const char *why);

/* Turns an HTTP connection into a WebSocket and opens a client of the host. Returns false if no
 * client id is free. */
bool fl_conn_upgrade(struct fl_conn *);

/* Moves a connection to the end of a state's queue, due after this time. The
 * queue is not sorted: a connection with a longer time delays the sweep of those behind it. */
void fl_conn_queue(struct fl_conn *, enum fl_conn_state, uint64_t milliseconds);

/* Handles every connection that is due: pings it, extends its deadline or closes it. */
void fl_net_sweep(struct fl_net *);

/* Milliseconds. */
enum {
    FL_HEAD_TIME = 20000, /* to send a complete head, and between two requests */
    FL_WAIT_TIME = 5000,  /* for a table that is read or at another node */
    FL_LEAVE_TIME = 3000, /* for the client to close */
    FL_SWEEP_TIME = 1000, /* between sweeps */
    FL_NEVER = INT32_MAX  /* fl_trunks_sweep checks trunk connections */
};

/* Queues a copy of these bytes. A connection with more than FL_NET_HIGH_WATER unsent bytes is
 * dropped at the next flush instead. */
void fl_conn_put(struct fl_conn *, const void *bytes, size_t len);

/* Adds the connection to the flush queue, unless it is there already or gone. */
void fl_conn_schedule_flush(struct fl_conn *);

/* Writes the output of all connections in the flush queue, and closes those marked to be closed. */
void fl_net_flush(struct fl_net *);

/* ---- http_routes.c, metrics.c ---- */

/* Responds to a request whose head was read. */
void fl_conn_answer(struct fl_conn *, const struct fl_http *);

/* Responds with an error status and its reason phrase, then closes. */
void fl_conn_refuse(struct fl_conn *, int status);

/* Responds to a POST with JSON, then closes; json NULL: responds with status 503. */
void fl_conn_reply(struct fl_conn *, const char *json, size_t len);

/* Responds to requests whose table has arrived, or asks the node that has it. */
void fl_net_answer_waiting(struct fl_net *);

/* What this node responds to another one: the text, which the caller frees, or NULL and a status.
 */
char *fl_net_render(struct fl_net *, uint64_t origin, const char *path, size_t *len, int *status);

/* Another node has responded. */
void fl_net_answered(struct fl_net *, uint64_t ask, int status, const char *body, size_t len);

/* Writes all metrics in Prometheus text format. */
void fl_metrics(struct fl_net *, struct fl_buf *out);

/* ---- replay_jobs.c ---- */

/* Creates the connection's job, for a body of this many bytes. Returns 0, or the status to refuse
 * the request with: 429 if its address has too many jobs, 503 if the server has. */
int fl_replay_jobs_open(struct fl_conn *, size_t len);

/* Appends a part of the body to the connection's job. A complete body is queued for an answer. */
void fl_replay_jobs_read(struct fl_conn *, const char *bytes, size_t len);

/* Detaches and cancels the job of a connection that no longer waits for it, if it has one. */
void fl_replay_jobs_forget(struct fl_conn *);

/* Cancels jobs that run for too long. */
void fl_replay_jobs_sweep(struct fl_net *);

#endif
