/* The host: tables, the people at them, and everything a line can ask for (docs/protocol.md).
 *
 * It knows no sockets, threads, clock or files. The world is one small port, which the server, the
 * browser's WebAssembly, the terminal and the tests fill each in their way. One thread calls it;
 * none of its functions is called from inside a port's function. */
#ifndef FL_HOST_HOST_H
#define FL_HOST_HOST_H

#include "core/match.h"
#include "store/store.h"

struct fl_host;
struct fl_advice; /* agents/advice.h */

/* A connection, numbered by whoever opens it, with small numbers that may be used again. */
typedef uint32_t fl_line;

/* A question for a bot, or for advice. The sight lasts as long as the call: a worker copies it. */
struct fl_thought {
    uint64_t ticket;
    const struct fl_sight *sight; /* of the seat whose turn it is */
    int level;                    /* its place among the port's levels; not for advice */
    uint64_t seed;
    int waiting; /* questions asked and not answered yet, with this one: think less when many */
};

struct fl_port {
    void *world; /* given to every function */
    /* Milliseconds since 1970; never goes back. */
    int64_t (*now)(void *world);
    /* Bytes nobody can guess. */
    void (*entropy)(void *world, void *bytes, size_t len);
    /* Answers later by fl_host_thought, never from inside. */
    void (*think)(void *world, const struct fl_thought *);
    /* Advises later by fl_host_advice; false if it cannot. NULL: nobody is given hints here. */
    bool (*advise)(void *world, const struct fl_thought *);
    /* One message, the same for several lines: one JSON value without line ends. */
    void (*send)(void *world, const fl_line *to, int lines, const char *json, size_t len);
    /* The line is to be closed once what was sent has left, because we cannot do what we should;
     * fl_host_close is still called. */
    void (*hang_up)(void *world, fl_line);
    const char *const *levels; /* names of the bots' levels, weakest first; ends with NULL */
    struct fl_store *store;
    const char *url; /* where others find us, for invitations; NULL: wherever they see us */
};

/* How much of everything a stranger may ask for. */
struct fl_limits {
    uint32_t tables;        /* in memory */
    uint32_t lines;         /* numbers of lines are below */
    uint32_t guests;        /* lines at one table */
    uint32_t queue;         /* commands waiting at one table for a write */
    uint32_t chat_burst;    /* chat lines a person may send in a row, */
    int64_t chat_pause;     /* then one every so many milliseconds */
    int64_t hint_pause;     /* milliseconds from one hint of a line to the next */
    int64_t bot_delay;      /* milliseconds before a bot answers in a game with secrets */
    int64_t retry;          /* milliseconds until a table whose write failed tries again */
    int64_t empty_running;  /* milliseconds until a table without a soul is closed, */
    int64_t empty_finished; /* and until a finished one leaves the memory */
};

/* Sensible limits for a server. */
extern const struct fl_limits fl_usual_limits;

enum { FL_MAX_LINE = 512 }; /* bytes of a command, without its line end */

/* NULL if there is no memory. The port is copied. */
struct fl_host *fl_host_new(const struct fl_port *, const struct fl_limits *);

/* Gives everything back; nobody is told. No answer of the store may be due, or it has been closed
 * before. */
void fl_host_free(struct fl_host *);

/* Loads every running table from the store; returns how many, or -1 if it cannot be read. Tables
 * that cannot go on (another version of the rules, a damaged stream) are counted in *frozen. */
int fl_host_recover(struct fl_host *, int *frozen);

/* A line was opened, has sent one command (without line end), was closed. */
void fl_host_open(struct fl_host *, fl_line);
void fl_host_command(struct fl_host *, fl_line, const char *text, size_t len);
void fl_host_close(struct fl_host *, fl_line);

/* A bot's answer; ignored if nobody asks any more. */
void fl_host_thought(struct fl_host *, uint64_t ticket, fl_move);

/* Advice about a sight that was asked for; NULL: there was no memory to think. Ignored if nobody
 * asks any more. */
void fl_host_advice(struct fl_host *, uint64_t ticket, const struct fl_sight *,
                    const struct fl_advice *);

/* Does what time has brought. To be called at or after fl_host_wake, or every now and then. */
void fl_host_tick(struct fl_host *);

/* When the next tick has something to do, in milliseconds since 1970; INT64_MAX: never. */
int64_t fl_host_wake(const struct fl_host *);

/* Takes no more commands and writes the clocks down. Once fl_host_is_quiet the host can go. */
void fl_host_stop(struct fl_host *);
bool fl_host_is_quiet(const struct fl_host *);

/* For plain readers. Public tables, as JSON; what the public sees of one table (by id or code), as
 * JSON; its record with a watcher's eyes, or whole when the match is over. False: no such table. */
void fl_host_lobby(struct fl_host *, struct fl_buf *out);
bool fl_host_table(struct fl_host *, const char *name, struct fl_buf *out);
bool fl_host_record(struct fl_host *, const char *name, struct fl_buf *out);

/* What there is to count. */
struct fl_counts {
    uint64_t lines, tables, running, guests, thoughts;                     /* now */
    uint64_t commands, refusals, moves, events, failures, messages, bytes; /* since the beginning */
};

void fl_host_count(const struct fl_host *, struct fl_counts *out);

#endif
