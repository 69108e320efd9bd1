/* The host: tables, their clients, and the commands of docs/protocol.md.
 *
 * The host uses no sockets, threads, clock or files. It reaches its environment through a port,
 * which the server, the browser's WebAssembly and the tests implement. One thread calls the host.
 * Functions of the port must not call the host. */
#ifndef FL_HOST_HOST_H
#define FL_HOST_HOST_H

#include "core/match.h"
#include "core/words.h"
#include "host/line.h"
#include "store/store.h"

struct fl_host;
struct fl_advice; /* agents/advice/advice.h */

/* A connection, numbered by the caller with small numbers that may be reused. */
typedef uint32_t fl_client_id;

/* A request for a bot move or for advice. The sight is valid during the call: a worker copies it.
 */
struct fl_think_request {
    uint64_t ticket;
    const struct fl_sight *sight; /* of the seat whose turn it is */
    int level;                    /* index in the port's levels; unused for advice */
    uint64_t seed;
    int waiting; /* open requests, this one included */
};

struct fl_port {
    void *context; /* passed to every function */
    /* Milliseconds since 1970; never decreases. */
    int64_t (*now)(void *context);
    /* Fills the buffer with unpredictable bytes. */
    void (*entropy)(void *context, void *bytes, size_t len);
    /* Starts a bot; the answer arrives later through fl_host_bot_move. False: impossible now; the
     * host asks again later. */
    bool (*think)(void *context, const struct fl_think_request *);
    /* Milliseconds that a bot of this level may think about one move of this game. Where a game has
     * hidden information the host makes the move after exactly this time, so that the time reveals
     * nothing. NULL: no level searches. */
    int64_t (*think_time)(void *context, const struct fl_game *, int level);
    /* Starts advice; it arrives later through fl_host_advice. False: impossible now. NULL: this
     * host gives no hints. */
    bool (*advise)(void *context, const struct fl_think_request *);
    /* Sends one message to several clients: one JSON value without line ends. */
    void (*send)(void *context, const fl_client_id *to, int lines, const char *json, size_t len);
    /* Closes a connection once everything sent has left it. fl_host_close is still called. */
    void (*disconnect)(void *context, fl_client_id);
    /* Passes a client on to the node at this address, where its command belongs. fl_host_close is
     * still called; the client is then opened there. NULL: clients are disconnected instead. */
    void (*pass_on)(void *context, fl_client_id, const char *address, const char *command);
    const char *const *levels; /* names of the bots' levels, weakest first; ends with NULL */
    struct fl_store *store;
    const char *url; /* address for invitations; NULL: the address that the page was loaded from */
};

/* The version of the protocol (docs/protocol.md). */
enum { FL_PROTOCOL = 2 };

/* Limits. Times are in milliseconds. */
struct fl_limits {
    uint32_t tables;            /* in memory; beyond it, those empty for longest are unloaded */
    uint32_t tables_per_origin; /* in memory, opened from one origin */
    uint32_t unused_per_origin; /* those of them at which nobody has a seat */
    uint32_t lobby_per_origin;  /* public tables of one origin in a full lobby */
    uint32_t connections;       /* client ids are below this */
    uint32_t clients;           /* at one table */
    uint32_t queue;             /* commands that wait at one table for a write */
    uint32_t events;         /* at one table besides moves, until a rematch: seats, nonces, chat */
    uint32_t chat_burst;     /* chat lines of one seat, or of one origin's spectators, in a row */
    int64_t chat_pause;      /* after the burst, time per chat line */
    uint32_t guess_burst;    /* wrong codes of tables in a row, per origin */
    int64_t guess_pause;     /* after the burst, time per wrong code */
    uint32_t passport_burst; /* new passports in a row, per origin */
    int64_t passport_pause;
    uint32_t code_burst; /* codes for another device in a row, per origin */
    int64_t code_pause;
    uint32_t invite_burst; /* invitations in a row, per origin */
    int64_t invite_pause;
    int64_t hint_pause; /* between two hints of one client */
    int64_t bot_delay;  /* before a bot answers in a game with hidden information */
    int64_t retry;      /* until a table whose write failed writes again */
    /* Time until a table without any connection is closed: */
    int64_t empty_unused;   /* before the match, without a seated person */
    int64_t empty_waiting;  /* before the match, with one seated person */
    int64_t empty_running;  /* every other unfinished table */
    int64_t empty_finished; /* time until a finished table is unloaded */
};

/* The limits of a server. */
extern const struct fl_limits fl_usual_limits;

/* NULL if there is no memory. The port is copied. */
struct fl_host *fl_host_new(const struct fl_port *, const struct fl_limits *);

/* Frees the host without notifying clients. No write may be pending, unless the store is closed. */
void fl_host_free(struct fl_host *);

/* Reads which tables of a store that is not shared are running. fl_host_tick loads a few of them
 * per call, and a command the one that it names. Returns how many, or -1 if the store cannot be
 * read. */
int fl_host_recover(struct fl_host *);

/* How many running tables are not loaded yet, and how many of the others cannot continue (another
 * version of the rules, damaged events). */
uint32_t fl_host_unloaded(const struct fl_host *);
uint32_t fl_host_frozen(const struct fl_host *);

/* Report that a connection was opened, has sent one command (without line end), was closed.
 * `origin` identifies the address, or group of addresses, that the connection comes from: limits
 * are counted per origin, beyond the life of a connection. 0: a trusted origin without limits. */
void fl_host_open(struct fl_host *, fl_client_id, uint64_t origin);
void fl_host_command(struct fl_host *, fl_client_id, const struct fl_line *);
void fl_host_close(struct fl_host *, fl_client_id);

/* Executes commands that have waited because the store was not fresh (fl_store_is_fresh). To be
 * called after the store was pumped. */
void fl_host_release(struct fl_host *);

/* What a client has said about itself; it follows a client that is passed on to another node. */
struct fl_introduction {
    bool greeted, wants_text; /* it sent `hello`; with a language */
    fl_lang lang;
    char name[FL_NAME_SIZE];
    bool signed_in; /* with the passport of this device: */
    unsigned char secret_hash[FL_HASH_SIZE];
};

void fl_host_introduction(const struct fl_host *, fl_client_id, struct fl_introduction *out);
void fl_host_introduce(struct fl_host *, fl_client_id, const struct fl_introduction *);

/* Delivers a bot's answer. Ignored if the request is obsolete. */
void fl_host_bot_move(struct fl_host *, uint64_t ticket, fl_move);

/* Delivers advice about a sight; NULL: there was no memory. Ignored if the request is obsolete. */
void fl_host_advice(struct fl_host *, uint64_t ticket, const struct fl_sight *,
                    const struct fl_advice *);

/* Executes what is due. Call it at or after fl_host_wake; earlier calls are harmless. */
void fl_host_tick(struct fl_host *);

/* When the next fl_host_tick is due, in milliseconds since 1970; INT64_MAX: never. */
int64_t fl_host_wake(const struct fl_host *);

/* Begins to hand over the tables of a shared store, so that other nodes can claim them: at each
 * tick some tables store their clocks, are released, and their clients are disconnected. Clients
 * without a table are disconnected when they send a command. The host can be stopped once
 * fl_host_is_drained. */
void fl_host_drain(struct fl_host *);
bool fl_host_is_drained(const struct fl_host *);

/* Refuses further commands and stores the clocks. The host can be freed once fl_host_is_quiet. */
void fl_host_stop(struct fl_host *);
bool fl_host_is_quiet(const struct fl_host *);

/* For HTTP readers: the lobby as JSON; the public state of a table (by id or code) as JSON; its
 * record as a spectator may see it, complete once the match is over. False: no such table, or this
 * origin has tried too many wrong codes. */
void fl_host_lobby(struct fl_host *, struct fl_buf *out);
bool fl_host_table(struct fl_host *, uint64_t origin, const char *name, struct fl_buf *out);
bool fl_host_record(struct fl_host *, uint64_t origin, const char *name, struct fl_buf *out);

/* The public tables of this node for other nodes, one line each; and those of the others, which the
 * lobby shows after its own. The text is copied. */
void fl_host_put_public(struct fl_host *, struct fl_buf *out);
void fl_host_set_neighbours(struct fl_host *, const char *text);

/* Whether a table that was not found is being read from a shared store: the caller asks again. */
bool fl_host_is_loading(struct fl_host *, const char *name);

/* The answer of a shared store about a table that was asked for less than a second ago, with the
 * address of another owner. FL_OWNED_HERE: it was not asked, or this node has it. */
enum fl_ownership fl_host_ownership(const struct fl_host *, const char *name, const char **address);

/* Figures for metrics. */
struct fl_counts {
    uint64_t connections, tables, running, clients, think_requests;        /* now */
    uint64_t commands, refusals, moves, events, failures, messages, bytes; /* since the beginning */
};

void fl_host_count(const struct fl_host *, struct fl_counts *out);

#endif
