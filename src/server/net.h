/* Connections, and what they share. Only the files of this folder know it.
 *
 * A connection begins as HTTP and may become a WebSocket, which the host knows as a line. What is
 * sent is queued and written once a turn of the loop; nothing is closed from inside a call of the
 * host's, so the host may be called from every function here that is not called by it. */
#ifndef FL_SERVER_NET_H
#define FL_SERVER_NET_H

#include <uv.h>

#include "host/host.h"
#include "server/frames.h"
#include "server/guard.h"
#include "server/http.h"
#include "server/log.h"
#include "server/think.h"

enum {
    FL_NET_READ = 1 << 16,       /* bytes read at once */
    FL_NET_HIGH_WATER = 1 << 20, /* bytes waiting for somebody who does not read */
    FL_NET_SPARES = 64,
    FL_NET_SHARED_MAX = 1 << 16, /* connections */
};

enum fl_conn_state {
    FL_CONN_HTTP,    /* reads heads; due: when it must have sent a whole one */
    FL_CONN_SOCKET,  /* is a line of the host's; due: when we see whether it lives */
    FL_CONN_LEAVING, /* nothing more is read; due: when our patience ends */
    FL_CONN_GONE,
    FL_CONN_STATES
};

/* Bytes that wait to be written. */
struct fl_out {
    char *at;
    size_t len, cap;
};

/* A connection waits in two queues: by when it is due, and for the next flush. */
enum fl_wait { FL_BY_DUE, FL_BY_WORK, FL_WAITS };

struct fl_conn {
    uv_tcp_t tcp; /* first: a handle is its connection */
    struct fl_net *net;
    struct {
        struct fl_conn *before, *after;
    } link[FL_WAITS];
    uint64_t due; /* milliseconds of the loop */
    enum fl_conn_state state;
    bool works; /* is in the queue for the next flush */
    struct fl_out out;
    size_t owed; /* what waited to be written at the last look; SIZE_MAX: nobody looked yet */
    struct fl_rest *rest; /* what the system has not taken yet; NULL: nothing */
    char *head;           /* of a request that is not whole; NULL: none */
    uint16_t head_len;
    bool doomed;    /* to be dropped in the next turn, for `why` */
    bool dismissed; /* to be closed in the next turn, once all is said: the host wants it */
    bool ended;     /* the other side will send no more */
    bool shut;      /* and we neither */
    bool pinged;    /* and nothing came since */
    bool ever;      /* a line came */
    bool looked;    /* it was looked after before */
    bool is_placed; /* counted among its place's connections */
    bool bare;      /* its last request wants no body */
    const char *why;
    struct fl_frames frames;
    struct fl_bucket lines;
    struct fl_place *place; /* NULL: nobody counts */
    fl_line line;
    uint64_t id; /* of its last request */
    struct fl_letter
        *letter; /* a question about a record that is being read or answered, or NULL */
};

struct fl_queue {
    struct fl_conn *first, *last;
};

/* What there is to count since the beginning, for /metrics. */
struct fl_tally {
    uint64_t accepted, refused, requests, sockets, lines, bytes_in, bytes_out;
    uint64_t status[6]; /* by their first digit */
    uint64_t slow, silent, fast, bad, late;
};

/* Questions about records: quick ones and slow ones wait in lines of their own, and of each one is
 * answered at a time. */
enum fl_lane { FL_QUICK, FL_SLOW, FL_LANES };

struct fl_desk {
    struct fl_letter *first[FL_LANES], *at_work[FL_LANES];
    int letters; /* being read, waiting or answered */
};

struct fl_net {
    uv_loop_t *loop;
    struct fl_host *host;
    struct fl_log log;
    uv_tcp_t listener;
    uv_timer_t sweeper;
    uv_prepare_t flusher;
    struct fl_queue queue[FL_CONN_STATES], work;
    uint32_t most, connections, sockets; /* connections allowed, open, and lines among them */
    uint32_t per_place;
    uint64_t ping_time;   /* milliseconds between looks at a WebSocket */
    struct fl_rate lines; /* of one connection */
    struct fl_guard guard;
    bool trust_proxy, stopping;
    int folder;            /* of the pages; -1: those inside the program */
    struct fl_span origin; /* of the public address; at NULL: none */
    struct fl_conn **line; /* by number; NULL: free */
    fl_line *free_line;    /* a pile of numbers */
    uint32_t free_lines;
    struct fl_readers readers;
    char *spare[FL_NET_SPARES]; /* rooms for output that nobody uses now */
    int spares;
    uint64_t requests; /* the last request's id */
    uint64_t started;  /* milliseconds of the loop */
    struct fl_thinkers *thinkers;
    struct fl_desk desk;
    struct fl_tally tally;
    char read[FL_HTTP_HEAD_MAX + FL_NET_READ]; /* one reading, behind the beginning of a head */
};

/* ---- conn.c ---- */

/* Begins to listen at an address; returns 0 or an error of libuv's. */
int fl_net_listen(struct fl_net *, const struct sockaddr *);

/* Queues a whole frame. */
void fl_conn_send(struct fl_conn *, enum fl_opcode, const void *payload, size_t len);

/* Says good-bye (to a WebSocket with this code) and closes once everything is written. */
void fl_conn_leave(struct fl_conn *, int code, const char *why);

/* Closes at once. */
void fl_conn_drop(struct fl_conn *, const char *why);

/* Makes it a WebSocket; false if no line is free. */
bool fl_conn_upgrade(struct fl_conn *);

/* Puts it at the end of a state's queue, due after so many milliseconds. */
void fl_conn_queue(struct fl_conn *, enum fl_conn_state, uint64_t milliseconds);

/* Looks after those whose time has come. */
void fl_net_sweep(struct fl_net *);

enum {
    FL_HEAD_TIME = 20000, /* milliseconds for a whole head, and until the next */
    FL_LEAVE_TIME = 3000, /* for the other side to close */
    FL_SWEEP_TIME = 1000
};

/* Puts a connection last in a queue, takes it out of one. */
void fl_queue_add(struct fl_queue *, struct fl_conn *, enum fl_wait);
void fl_queue_remove(struct fl_queue *, struct fl_conn *, enum fl_wait);

/* ---- out.c ---- */

/* Queues bytes. Who does not read them is doomed. */
void fl_conn_put(struct fl_conn *, const void *bytes, size_t len);

/* Gives back the memory of what was queued. */
void fl_conn_free_out(struct fl_conn *);

/* How many bytes wait to be written. */
size_t fl_conn_waiting(const struct fl_conn *);

/* Whether something waits to be written. */
bool fl_conn_owes(const struct fl_conn *);

/* It has something to do in the flush of this turn. */
void fl_conn_touch(struct fl_conn *);

/* It has nothing to do there any more. */
void fl_conn_untouch(struct fl_conn *);

/* Writes what is queued, for everybody, and drops the doomed. */
void fl_net_flush(struct fl_net *);

/* ---- answer.c, metrics.c ---- */

/* Answers a request whose head was read. */
void fl_conn_answer(struct fl_conn *, const struct fl_http *);

/* Answers with a status and its name, and leaves. */
void fl_conn_refuse(struct fl_conn *, int status);

/* Answers what was posted with JSON, and leaves; NULL: it cannot be done now. */
void fl_conn_reply(struct fl_conn *, const char *json, size_t len);

void fl_metrics(struct fl_net *, struct fl_buf *out);

/* ---- desk.c ---- */

/* Begins to read a question of so many bytes; false if too many wait. */
bool fl_desk_open(struct fl_conn *, size_t len);

/* Reads some of it. */
void fl_desk_read(struct fl_conn *, const char *bytes, size_t len);

/* Nobody waits for the answer any more. */
void fl_desk_forget(struct fl_conn *);

/* Gives up what takes too long. */
void fl_desk_sweep(struct fl_net *);

#endif
