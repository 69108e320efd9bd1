/* Internals of the PostgreSQL store (docs/internals/cluster.md). Only the files of this directory
 * include this header. */
#ifndef FL_STORE_POSTGRES_POSTGRES_H
#define FL_STORE_POSTGRES_POSTGRES_H

#include <libpq-fe.h>
#include <stdatomic.h>

#include "store/storage_thread.h"

/* Times in milliseconds. */
enum {
    FL_PG_ANSWER_TIME = 2000, /* without an answer for so long, a session is given up */
    FL_PG_LATE_TIME = 3000,   /* without an outcome for so long, a write is reported as unknown */
    FL_PG_LEASE_TIME = 3000,  /* without a heartbeat for so long, a node shows no table */
    FL_PG_DEAD_TIME = 5000,   /* without a heartbeat for so long, a node is fenced */
    FL_PG_BEAT_TIME = 1000,   /* an idle node commits an empty group so often */
    FL_PG_CLOSE_TIME = 5000,  /* for pending writes when the store is closed */
    FL_PG_MAX_RESULTS = 4,    /* statements of one transaction */
    FL_PG_MAX_PARAMS = 30,
    FL_PG_NAME_SIZE = 48
};

/* Milliseconds of a clock that also runs while the machine is suspended. */
int64_t fl_pg_now(void);

/* Fills the buffer with unpredictable bytes. */
void fl_pg_entropy(void *bytes, size_t len);

/* ---- the server: where it is ---- */

struct fl_pg_server {
    PQconninfoOption *option; /* of the URL */
    int hosts;                /* number of hosts in the URL, at least 1 */
    unsigned next_host;       /* which to try next */
    bool unreplicated;        /* a server without a synchronous standby is accepted */
    atomic_int *timeline;     /* the highest that any session has seen */
};

/* Parses a URL. False, with libpq's message in the error, if it is not one. */
bool fl_pg_server_parse(struct fl_pg_server *, const char *url, struct fl_store_error *);
void fl_pg_server_free(struct fl_pg_server *);

/* ---- a session ---- */

/* What the answer to a request proves. */
enum fl_pg_answer {
    FL_PG_ANSWERED, /* every statement succeeded, and its transaction is durable on this server */
    FL_PG_REFUSED,  /* nothing was stored because of the content */
    FL_PG_AGAIN,    /* an error that may pass; its outcome has to be queried */
    FL_PG_LOST      /* anything else: the session is closed, and the outcome is unknown */
};

struct fl_pg_session {
    PGconn *conn;                    /* NULL: closed */
    int warnings;                    /* since the last request */
    int pause;                       /* milliseconds before the next attempt to connect */
    int patience;                    /* milliseconds to wait for an answer; 0: FL_PG_ANSWER_TIME */
    int strange;                     /* answers in a row with an error of no known class */
    unsigned prepared;               /* slots of prepared statements, as bits */
    char cause[FL_STORE_CAUSE_SIZE]; /* of the last failure, for the log */
    char detail[128];                /* its text, for an operator */
    /* Called several times per second while the session waits. Returns false to give up. */
    bool (*wait)(void *context);
    void *context;
};

/* Connects to the next host of the server, and checks that the session has the settings which the
 * protocol depends on. `name` is shown in pg_stat_activity. Before it, waits: twice as long after
 * each failure. False on failure. */
bool fl_pg_connect(struct fl_pg_session *, struct fl_pg_server *, const char *name);
void fl_pg_disconnect(struct fl_pg_session *);

/* Sleeps, and calls `wait` meanwhile. False: gave up. */
bool fl_pg_pause(struct fl_pg_session *, int milliseconds);

/* One statement of a transaction. Parameters are in binary format. */
struct fl_pg_statement {
    const char *sql;
    int slot; /* 1 to 31: it is prepared at its first use in a session; 0: it is not */
    int params;
    Oid type[FL_PG_MAX_PARAMS];
    const char *value[FL_PG_MAX_PARAMS];
    int len[FL_PG_MAX_PARAMS];
};

/* Sets the next parameter. Values must stay valid until the statement is executed. */
void fl_pg_bind(struct fl_pg_statement *, Oid type, const void *value, size_t len);
/* A big-endian copy of the number is written to `room`. */
void fl_pg_bind_int8(struct fl_pg_statement *, int64_t number, unsigned char room[8]);

/* Executes statements as one transaction, in one round trip. Results are set if it was answered;
 * the caller clears them. */
enum fl_pg_answer fl_pg_execute(struct fl_pg_session *, const struct fl_pg_statement *, int count,
                                PGresult *result[]);

/* Executes several statements without parameters. */
enum fl_pg_answer fl_pg_run_script(struct fl_pg_session *, const char *sql, PGresult **last);

/* Values of a result in binary format. */
int64_t fl_pg_int(const PGresult *, int row, int column);
bool fl_pg_bool(const PGresult *, int row, int column);

/* Types of parameters (pg_type.dat). */
enum {
    FL_PG_BOOL = 16,
    FL_PG_BYTEA = 17,
    FL_PG_INT8 = 20,
    FL_PG_INT2 = 21,
    FL_PG_INT4 = 23,
    FL_PG_TEXT = 25,
    FL_PG_BOOL_ARRAY = 1000,
    FL_PG_BYTEA_ARRAY = 1001,
    FL_PG_INT2_ARRAY = 1005,
    FL_PG_INT4_ARRAY = 1007,
    FL_PG_TEXT_ARRAY = 1009,
    FL_PG_INT8_ARRAY = 1016
};

/* ---- a column of a group: an array in PostgreSQL's binary format ---- */

struct fl_pg_column {
    unsigned char *at;
    size_t len, room;
    int count;
};

void fl_pg_column_clear(struct fl_pg_column *);
void fl_pg_column_free(struct fl_pg_column *);
void fl_pg_column_add(struct fl_pg_column *, const void *value, size_t len);
void fl_pg_column_add_number(struct fl_pg_column *, int64_t number, int bytes);
void fl_pg_column_add_null(struct fl_pg_column *);
/* Binds the column as a parameter of this array type. */
void fl_pg_column_bind(struct fl_pg_column *, struct fl_pg_statement *, Oid array_type);

/* ---- the tables that this node owns ---- */

struct fl_pg_owned {
    uint64_t id;
    uint32_t n;     /* number of the last event */
    uint64_t group; /* serial number of the last group that writes it */
};

struct fl_pg_owned_set {
    struct fl_pg_owned *slot; /* open addressing; id 0: free */
    size_t count, room;       /* room is 0 or a power of two */
};

struct fl_pg_owned *fl_pg_owned_find(struct fl_pg_owned_set *, uint64_t id);
/* Adds a table, or finds it. Pointers to other tables become invalid. */
struct fl_pg_owned *fl_pg_owned_add(struct fl_pg_owned_set *, uint64_t id);
void fl_pg_owned_remove(struct fl_pg_owned_set *, uint64_t id);
void fl_pg_owned_clear(struct fl_pg_owned_set *);

/* ---- the node and its sequence of numbered transactions ---- */

struct fl_pg_node {
    int64_t id;        /* 0: not registered */
    int64_t last;      /* the highest number that was ever assigned */
    int64_t committed; /* the last number known to be committed */
    const char *address, *build;
    bool has_address; /* this process listens there: a row with this address is of a dead process */
};

struct fl_pg_sequence {
    struct fl_pg_session session;
    struct fl_pg_server server;
    struct fl_pg_node node;
    /* When the last confirmed transaction was first sent; read by the monitor. */
    _Atomic int64_t confirmed;
};

/* The content of a numbered transaction. `fill` binds its statements; the parameters node, number
 * and predecessor of the first one are bound already. The first one returns how many rows the fence
 * has, and whether there is a synchronous standby. */
struct fl_pg_content {
    void (*fill)(struct fl_pg_content *, struct fl_pg_statement *);
    int statements;
    PGresult *result[FL_PG_MAX_RESULTS]; /* set if it is committed and its answer arrived */
};

/* Executes a content as the next number. Returns FL_COMMITTED, FL_NOT_COMMITTED after the number
 * was burnt, FL_FENCED, or FL_UNKNOWN if it gave up. */
enum fl_outcome fl_pg_sequence_run(struct fl_pg_sequence *, struct fl_pg_content *);

/* An empty group: the heartbeat. */
enum fl_outcome fl_pg_sequence_beat(struct fl_pg_sequence *);

void fl_pg_content_clear(struct fl_pg_content *);

/* Registers the node with a new id. False: gave up, or, with the error, another node has the
 * address. */
bool fl_pg_node_register(struct fl_pg_sequence *, struct fl_store_error *);

/* Deletes the row of the node, which releases its tables. */
void fl_pg_node_leave(struct fl_pg_sequence *);

/* The name of a node's session: "flibuste ID ROLE". */
void fl_pg_session_name(int64_t node, const char *role, char name[FL_PG_NAME_SIZE]);

/* Migrates the schema to the newest version. */
bool fl_pg_migrate(struct fl_pg_session *, struct fl_store_error *, const char *path);

/* Deletes the row of another node, if its number is still this one, after ending its sessions. */
bool fl_pg_fence(struct fl_pg_session *, int64_t node, int64_t beat);

/* ---- the store ---- */

struct fl_pg_monitor;

struct fl_pg_store {
    struct fl_storage_thread thread; /* first: a pointer to the store is a pointer to this */
    char url[1024];
    /* The storage thread: */
    struct fl_pg_sequence sequence;
    struct fl_pg_owned_set owned;
    uint64_t group_serial;
    _Atomic uint64_t epoch;       /* number of registrations */
    struct fl_write_list current; /* requests that are being executed */
    struct fl_write_list *pending;
    struct fl_pg_column column[FL_PG_MAX_PARAMS];
    int64_t closing_since; /* 0: it is not closing */
    /* The owner's thread: */
    uint64_t owner_epoch; /* the last one that it knows */
    uint64_t bytes;       /* the last known size */
    struct fl_pg_monitor *monitor;
    pthread_cond_t answered; /* a request for which the owner waits is done; with thread.mutex */
    atomic_int timeline;
};

/* Executes the writes in `current`, all in one group if possible, and sets their outcomes. */
void fl_pg_execute_group(struct fl_pg_store *);

/* Takes from `pending` the requests of the next group into `current`. */
void fl_pg_take_group(struct fl_pg_store *, struct fl_write_list *pending);

/* Executes the claims in `current`, and sets their answers. */
void fl_pg_execute_claims(struct fl_pg_store *);

/* Executes the purge in `current`. */
void fl_pg_execute_purge(struct fl_pg_store *);

/* Execute the change, or the scan, of entries in `current`. */
void fl_pg_execute_change(struct fl_pg_store *);
enum fl_outcome fl_pg_execute_scan(struct fl_pg_store *);
/* Calls back for the entries of a scan. */
void fl_pg_scan_deliver(struct fl_write_request *);

/* The rows of a claim; see claim.c. */
void fl_pg_claim_deliver(struct fl_write_request *);
void fl_pg_claim_free(struct fl_write_request *);
/* Calls the reader for the rows. False if the table does not exist. */
bool fl_pg_claim_read(struct fl_write_request *, const struct fl_store_reader *);

/* Reading functions of the store. */
bool fl_pg_load(struct fl_store *, uint64_t match, const struct fl_store_reader *);
bool fl_pg_list(struct fl_store *, bool running, void *context,
                void (*each)(void *context, const struct fl_store_match *));
int64_t fl_pg_newest(struct fl_store *);
uint64_t fl_pg_bytes(struct fl_store *);
/* On the storage thread: executes the query in `current`; returns a request to the owner's thread,
 * which waits for it. */
enum fl_outcome fl_pg_execute_query(struct fl_pg_store *);
void fl_pg_finish_awaited(struct fl_pg_store *, struct fl_write_request *);
void fl_pg_read_match(const PGresult *, int row, struct fl_store_match *);

/* ---- the monitor: a thread that watches other nodes and fences dead ones ---- */

struct fl_pg_monitor *fl_pg_monitor_start(const struct fl_pg_store *);
void fl_pg_monitor_stop(struct fl_pg_monitor *);

/* What the monitor has seen last; functions of the store, on the owner's thread. */
bool fl_pg_find_node(struct fl_store *, uint64_t id, const char *address, struct fl_store_node *);
bool fl_pg_find_build(struct fl_store *, const char *build, struct fl_store_node *);
void fl_pg_publish(struct fl_store *, const char *text);
void fl_pg_read_published(struct fl_store *, struct fl_buf *out);
int fl_pg_count_nodes(struct fl_store *);

#endif
