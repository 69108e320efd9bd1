/* A store keeps tables: for each one row about the match, one a seat, and a stream of events that
 * only grows. No state is ever stored: a table is what its events make of it.
 *
 * Writing is asked for and answered later, by a call that never comes from inside the asking.
 * Writes of one match are done in the order they were asked for. Reading answers at once. */
#ifndef FL_STORE_STORE_H
#define FL_STORE_STORE_H

#include "core/record.h"

enum {
    FL_HASH_SIZE = 32, /* bytes of a hash and of a secret */
    FL_TERMS_SIZE = 512,
    FL_RESULT_SIZE = 64,
    FL_MAX_EVENT = 4096, /* bytes of data of one event */
    FL_KEEPER = 254      /* the seat row of whoever opened the table; he may sit elsewhere too */
};

/* What may happen at a table; the names are those of a database's readers. */
#define FL_EVENT_KINDS(_)                                                                          \
    _(SIT, "sit")     /* a person takes a seat */                                                  \
    _(LEAVE, "leave") /* and gives it up: for good before the start, else to a bot */              \
    _(SWAP, "swap")   /* two seats change places, before the start */                              \
    _(CHAIR, "chair") /* a free seat is for a person, for anybody or for a bot of some level */    \
    _(NONCE, "nonce") /* a person's share in the dice, before the start */                         \
    _(START, "start") /* the match begins, with the chance that opens it */                        \
    _(STEP, "step")   /* a seat's move and all chance after it */                                  \
    _(UNDO, "undo")   /* back to the first so many steps of the log */                             \
    _(BOT, "bot")     /* a bot plays for somebody who is away */                                   \
    _(BACK, "back")   /* who is here again */                                                      \
    _(CLOCK, "clock") /* the clocks as they stand, running again from here */                      \
    _(CHAT, "chat")                                                                                \
    _(AGAIN, "again") /* a rematch: new secret, same people */                                     \
    _(CLOSE, "close") /* the table is closed for good */                                           \
    _(BLOCK, "block") /* a person is shut out, with his seats */

enum fl_event_kind {
#define FL_EVENT_ENUM(name, word) FL_EVENT_##name,
    FL_EVENT_KINDS(FL_EVENT_ENUM)
#undef FL_EVENT_ENUM
        FL_EVENT_KIND_COUNT
};

/* The name of a kind, for databases and logs. */
const char *fl_event_word(enum fl_event_kind);

struct fl_event {
    uint32_t n; /* from 1, without gaps, never used twice */
    enum fl_event_kind kind;
    int64_t at; /* milliseconds since 1970, UTC */
    const void *data;
    size_t len; /* at most FL_MAX_EVENT */
};

struct fl_store_match {
    uint64_t id;
    char game[32];
    uint16_t version;          /* of the game's rules */
    char terms[FL_TERMS_SIZE]; /* one line: options, seats, clocks, as the command `new` has them */
    unsigned char secret[FL_HASH_SIZE];
    int64_t created;             /* milliseconds since 1970, UTC */
    char result[FL_RESULT_SIZE]; /* empty while it is running */
};

struct fl_store_seat {
    uint8_t seat; /* or FL_KEEPER */
    char name[FL_NAME_SIZE];
    unsigned char token_hash[FL_HASH_SIZE];
};

/* Whom to tell when a write is done. Not ok: nothing of it was kept. */
struct fl_done {
    void (*tell)(void *whom, uint64_t ticket, bool ok);
    void *whom;
    uint64_t ticket;
};

/* One event, and what changes with it; all of it is kept or nothing. */
struct fl_append {
    uint64_t match;
    struct fl_event event;
    const struct fl_store_seat *seat; /* rows put in place of those of their seats, */
    int seats;                        /* so many: none, one or two */
    const char *result;               /* put in place of the match's, or NULL */
};

/* Who reads a match: called for the match, then its seats, then its events in order. What is
 * pointed to lasts as long as the call. */
struct fl_store_reader {
    void *whom;
    void (*match)(void *whom, const struct fl_store_match *);
    void (*seat)(void *whom, const struct fl_store_seat *);
    void (*event)(void *whom, const struct fl_event *);
};

struct fl_store {
    /* Keeps a new match and the row of its keeper. Everything pointed to is copied. */
    void (*create)(struct fl_store *, const struct fl_store_match *, const struct fl_store_seat *,
                   struct fl_done);
    void (*append)(struct fl_store *, const struct fl_append *, struct fl_done);
    /* False if there is no such match, or it cannot be read. */
    bool (*load)(struct fl_store *, uint64_t match, const struct fl_store_reader *);
    /* Every match, or only those without a result, in order of creation. It may load meanwhile. */
    bool (*list)(struct fl_store *, bool running, void *whom,
                 void (*each)(void *whom, const struct fl_store_match *));
    /* Forgets a match and all about it. */
    void (*remove)(struct fl_store *, uint64_t match, struct fl_done);
    /* Finishes what was asked for, tells, and gives the store's memory back. */
    void (*close)(struct fl_store *);
};

/* A store in memory: for tests, and for a table in the browser. Writes are done when it is pumped.
 * NULL if there is no memory. */
struct fl_store *fl_memory_store(void);

/* Does the writes asked for so far; returns how many. Writes asked for meanwhile wait. */
int fl_memory_store_pump(struct fl_store *);

/* Lets the writes fail from now on, or no longer. */
void fl_memory_store_fail(struct fl_store *, bool fails);

#endif
