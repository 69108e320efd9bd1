/* A table: a match with clients. Only the files of this directory include this header, and those of
 * the other parts: commands.h, people.h, play.h, messages.h.
 *
 * Everything that happens there is an event. An event is stored first (fl_table_write) and is
 * applied and announced when the store has confirmed it (on_commit in table.c). While a write is
 * pending, commands for the table are queued. One thread uses all of this. */
#ifndef FL_HOST_TABLE_H
#define FL_HOST_TABLE_H

#include "core/json.h"
#include "core/lesson.h"
#include "core/real_dice.h"
#include "core/words.h"
#include "host/entries.h"
#include "host/host.h"
#include "host/table_log.h"

enum {
    FL_TOKEN_SIZE = 16, /* bytes: 128 bits */
    FL_TOKEN_TEXT = 2 * FL_TOKEN_SIZE + 1,
    FL_CODE_SIZE = 7, /* six letters and digits, none of which looks like another */
    FL_ID_TEXT = 17,
    FL_MAX_BANS = 16,
    FL_BUCKETS = 4096, /* of the hash table of tables, by code */
    FL_ORIGIN_BUCKETS = 1024,
    FL_MAX_ORIGINS = 65536,
    FL_CHAT_ORIGINS = 8,   /* origins of spectators whose chat a table counts at the same time */
    FL_CLOSED_KEPT = 1024, /* ids of closed tables that the host remembers */
    FL_LOOKUPS_KEPT = 64,  /* answers about tables of other nodes that it remembers */
    FL_MAX_TOKENS = 9,     /* of one `resume`: one per seat and the owner's */
    FL_PAGE_SIZE = 1 << 18 /* bytes of the longest message */
};

#define FL_NO_CLIENT ((fl_client_id)UINT32_MAX)

enum fl_phase { FL_TABLE_WAITING, FL_TABLE_PLAYING, FL_TABLE_FINISHED, FL_TABLE_CLOSED };

/* A rate limit: counts how often something happened; one is subtracted per pause. */
struct fl_pace {
    uint32_t count;
    int64_t last;    /* milliseconds since 1970 */
    uint64_t origin; /* of the spectators whose chat is counted */
};

/* An address, or group of addresses, that clients connect from. */
struct fl_origin {
    struct fl_origin *next; /* in the same bucket */
    uint64_t id;
    uint32_t connections;
    uint32_t tables;        /* tables in memory that were opened from here */
    uint32_t unused_tables; /* those of them at which nobody has a seat */
    struct fl_pace guesses; /* wrong codes of tables and passports, unknown secrets */
    struct fl_pace passports, codes, invitations; /* new ones */
};

/* A seat. Times are milliseconds since 1970. */
struct fl_table_seat {
    enum fl_seat_kind kind;
    uint8_t level;     /* of the bot that has the seat, or plays for an absent player */
    bool taken;        /* a person has it, connected or not */
    bool bot_plays;    /* a bot plays for that person */
    bool left;         /* the person gave the seat up during the match */
    bool barred;       /* the person is banned: the token no longer opens the seat */
    bool shown;        /* spectators may see this seat's view */
    bool one_time;     /* the token is that of a link that the owner has issued */
    bool asked;        /* it is this seat's turn */
    int64_t gone;      /* since when no client is connected for it; 0: one is */
    int64_t time_left; /* milliseconds on the clock at `since` */
    int64_t since;     /* when the question was asked */
    uint32_t question; /* the event that led to the question */
    uint64_t choices;  /* hash of the moves that the question offers */
    struct fl_pace chat;
    char name[FL_NAME_SIZE];
    char nonce[FL_FAIR_WORD_SIZE];
    unsigned char token_hash[FL_HASH_SIZE];
    uint64_t passport; /* whose seat it is, while it is taken; 0: of whoever has the token */
};

/* What a player asks the others to agree to. */
struct fl_request {
    int seat;       /* that asks, or -1 */
    bool ends;      /* the match shall end; otherwise: an undo */
    int64_t number; /* names the request in answers */
    uint32_t steps; /* that the undo leaves */
    fl_seats agreed;
};

/* An event that is being stored. */
struct fl_pending {
    uint64_t ticket;
    bool creates;        /* stores the table itself; the event is not used */
    uint8_t attempts;    /* to create it that the store has refused */
    bool played;         /* the match already contains the steps; `before` is what was announced */
    fl_client_id client; /* that requested it, or FL_NO_CLIENT */
    int rows;
    struct fl_store_seat row[2]; /* seats that change with the event */
    bool has_result;             /* the event changes the result of the match */
    char result[FL_RESULT_SIZE];
    struct fl_ending ending;   /* RESIGN, AGREE: of the match after the event */
    char token[FL_TOKEN_TEXT]; /* sent to the client after the commit; or empty */
    struct fl_table_event event;
    struct fl_match before; /* set if played */
};

/* A command that waits: at a table for a pending write, or at the host until the store is fresh. */
struct fl_queued_command {
    struct fl_queued_command *next;
    fl_client_id client;
    char text[];
};

struct fl_table {
    struct fl_host *host;
    struct fl_table *next; /* in the same bucket */
    uint64_t id;
    uint32_t slot; /* index in the host's list */
    char code[FL_CODE_SIZE], name[FL_ID_TEXT];
    struct fl_table_options options;
    enum fl_phase phase;
    int64_t created;
    uint32_t n;             /* number of the last event that was announced */
    uint32_t match_count;   /* matches begun at this table, rematches included */
    uint32_t rematch_event; /* the event that prepared this match; 0: it is the first */
    unsigned char owner_hash[FL_HASH_SIZE];
    uint64_t owner_passport; /* or 0 */
    unsigned char secret[FL_SECRET_SIZE];
    struct fl_fair_source dice; /* one of these three is used, by options.dice */
    struct fl_chance_source real;
    struct fl_lesson_source script;
    struct fl_match match; /* begun while playing and finished */
    struct fl_table_seat *seat;

    struct fl_origin *origin; /* from where it was opened; NULL: unknown, or a trusted origin */
    bool counted_unused;      /* it counts among the origin's unused tables */
    int64_t last;             /* time of the last event; of the creation if there is none */
    uint32_t free_events;     /* events since the last rematch that people add at will */

    uint32_t clients, client_room;
    fl_client_id *client; /* connected to this table */
    int64_t empty;        /* since when there are none; 0: there are some */

    struct fl_pending *pending;
    struct fl_queued_command *queue, **queue_end;
    uint32_t queued;
    bool busy;           /* inside fl_table_run */
    bool is_placeholder; /* stands for a table that is being claimed; only the queue is used */
    bool stopped;        /* the last write failed, or its outcome is unknown */
    int64_t retry;       /* when to write again, if stopped */
    bool clocks_paused;  /* clocks stood still, and that is not stored yet */

    uint64_t think_ticket; /* of the open think request, or 0 */
    int think_seat;        /* the seat it is for */
    int64_t think_start;   /* when it was made */
    fl_move bot_move;      /* the answer, if has_bot_move */
    bool has_bot_move;
    int64_t bot_move_at; /* when to play it */

    uint32_t same_view_event; /* the event after which these seats saw the same; 0: unknown */
    fl_seats same_view_seats;

    struct fl_request request;

    int ban_count;
    char (*banned)[FL_NAME_SIZE]; /* names that may not join */
    int64_t wake;                 /* when the table has something to do by itself */
    uint32_t heap_place;          /* index in the host's heap */
    bool leaves;                  /* it is handed over once its pending write is done, */
    bool clocks_stored;           /* and its clocks have been stored for that */

    struct fl_pace
        *spectator_chat; /* FL_CHAT_ORIGINS entries; NULL until a spectator has written */
    struct fl_table_log log;
};

/* A connection and what it may do. */
struct fl_client {
    bool open, owner, has_token;
    bool greeted;    /* it sent `hello` with this version of the protocol */
    bool wants_text; /* hello named a language: refusals contain a sentence in `lang` */
    fl_lang lang;
    bool resumed;             /* the token came with `resume`, so that others may know it */
    uint64_t origin_id;       /* 0: a trusted origin */
    struct fl_origin *origin; /* NULL: a trusted origin */
    uint8_t viewer;           /* without a seat: FL_SPECTATOR, or a seat that shares its view */
    fl_seats seats;
    uint64_t hint;                /* ticket of the hint that it waits for, or 0 */
    int64_t hint_question;        /* the question which that hint is about */
    int64_t hinted;               /* when it last asked for one */
    struct fl_table *table;       /* or NULL */
    uint32_t queued;              /* its commands that wait, */
    struct fl_table *queued_at;   /* all at this table */
    uint32_t held;                /* its commands that wait in `held` of the host */
    struct fl_identity *identity; /* its passport (passport.h), or NULL */
    struct fl_job *job;           /* a command about passports that is being executed, or NULL */
    struct fl_queued_command *waiting; /* commands that wait for it */
    uint32_t waiting_count;
    char name[FL_NAME_SIZE];
    unsigned char token_hash[FL_HASH_SIZE];
};

/* What the store answered about a table that is not at this node. */
struct fl_looked_up {
    uint64_t asked; /* id or code */
    int64_t at;     /* when it answered */
    enum fl_ownership ownership;
    char address[FL_ADDRESS_SIZE]; /* of another owner */
};

/* The running tables that the store had at the start. */
struct fl_stored_tables {
    uint64_t *id; /* first the frozen ones; those from `next` on are not loaded yet */
    size_t count, room, frozen, next;
    int64_t newest; /* time of the newest event of all tables */
};

struct fl_host {
    struct fl_port port;
    struct fl_limits limits;
    uint32_t client_room;
    struct fl_client *client; /* by client id */
    uint32_t tables, table_room;
    struct fl_table **table; /* by slot; NULL where free */
    uint32_t lowest_free;    /* no slot below it is free */
    struct fl_table **heap;  /* all tables (wake_heap.c) */
    struct fl_table *bucket[FL_BUCKETS];
    struct fl_origin *origin[FL_ORIGIN_BUCKETS];
    struct fl_origin crowd; /* shared by all origins beyond FL_MAX_ORIGINS */
    uint32_t origins;
    int64_t origins_swept; /* when idle ones were last freed */
    struct fl_stored_tables stored;
    uint64_t
        closed_id[FL_CLOSED_KEPT]; /* ring of closed tables, which need no look into the store */
    uint32_t closed;
    uint64_t serial;      /* of the last ticket */
    bool has_looked_up;   /* commands are executed that waited for a claim, */
    uint64_t looked_up;   /* of this id or code; */
    const char *why_none; /* why there is no such table; NULL: there is one */
    struct fl_looked_up last_looked_up[FL_LOOKUPS_KEPT]; /* a ring */
    uint32_t lookups;
    /* Commands of all clients that wait until the store is fresh, in the order of arrival. */
    struct fl_queued_command *held, *held_last;
    char *neighbours; /* public tables of other nodes (fl_host_set_neighbours), or NULL */
    bool ticking;     /* inside fl_host_tick */
    bool stopping;
    bool draining;
    int64_t next_drain;  /* when the next tables are handed over */
    int think_requests;  /* open ones */
    int jobs;            /* running ones (passport.h) */
    uint32_t identities; /* clients that are signed in */
    bool reads_revoked;
    int64_t next_revoked;          /* when revoked devices are read again */
    struct fl_change_list changes; /* scratch: a transaction that is being written */
    fl_client_id *lines;           /* scratch: recipients of a message; limits.clients entries */
    struct fl_counts counts;
    struct fl_view view[3];    /* scratch: before, after, and another viewer's */
    struct fl_phrases phrases; /* scratch */
    char page[FL_PAGE_SIZE];   /* scratch: the message that is being written */
};

/* Milliseconds since 1970. */
int64_t fl_now(const struct fl_host *);

/* ---- the tables of a host ---- */

/* Finds a table by id or code for a client of this origin. NULL, or the key of the reason why not:
 * there is none, it is frozen, or the origin has tried too many wrong codes. */
const char *fl_table_look_up(struct fl_host *, struct fl_origin *, const char *name,
                             struct fl_table **out);

/* The table with this id if it is in memory, which may be a placeholder; or NULL. */
struct fl_table *fl_table_in_memory(struct fl_host *, uint64_t id);

/* Adds a table; NULL without memory, or if the host is full. Id 0: a random id whose code is
 * free. */
struct fl_table *fl_table_new(struct fl_host *, uint64_t id, const struct fl_table_options *);

/* Gives a table that is not stored yet another id. */
void fl_table_change_id(struct fl_table *);

/* Removes from memory a table that this process does not own any more, and disconnects its clients.
 */
void fl_table_drop(struct fl_table *);

/* Removes a table from memory. The host remembers the id of one that is closed for good. */
void fl_table_free(struct fl_table *);

/* Loads a table from the store; NULL if it has none with this id, or it cannot continue. */
struct fl_table *fl_table_recover(struct fl_host *, uint64_t id);

/* Loads a few of the stored tables. All of them at once would keep the clients waiting. */
void fl_load_some(struct fl_host *);

/* Loads the stored tables whose ids agree with `asked` in the bits of `mask`. */
void fl_load_asked(struct fl_host *, uint64_t asked, uint64_t mask);

/* Claims a table of a shared store, by its id or code. Returns a placeholder, at which commands are
 * queued until the store has answered; NULL without memory. */
struct fl_table *fl_table_request(struct fl_host *, uint64_t id_or_code, bool by_code);

/* Removes a table and its clients. Commands that were queued there are executed elsewhere, or
 * refused. */
void fl_table_destroy(struct fl_table *);

/* Removes a placeholder. Clients whose commands were queued there are passed on to the node at this
 * address; NULL: they are disconnected. */
void fl_table_send_queue_away(struct fl_table *placeholder, const char *address);

/* Gives a table of a shared store up, once it has left the memory. */
void fl_table_release(struct fl_host *, uint64_t id, int64_t last_event);

/* ---- storing events ---- */

/* Allocates the next event of a table, for the caller to fill and write. NULL without memory, which
 * callers treat as a failed write. */
struct fl_pending *fl_table_draft(struct fl_table *, enum fl_event_kind, fl_client_id);

/* Stores an event, or the table itself if the draft creates it. Takes the draft over. */
void fl_table_write(struct fl_table *, struct fl_pending *);

/* Writes the end of a table; false without memory. */
bool fl_table_close(struct fl_table *, fl_client_id);

/* Applies a stored event; `played`: the match already contains its steps. False: it does not fit.
 */
bool fl_table_fold(struct fl_table *, const struct fl_table_event *, bool played);

/* ---- queued commands ---- */

/* Queues a command behind a pending write. NULL, or the key of the reason why not. */
const char *fl_table_enqueue(struct fl_table *, fl_client_id, const char *text);
void fl_table_unqueue_client(struct fl_table *, fl_client_id);

/* ---- time ---- */

/* Executes queued commands and whatever is due. */
void fl_table_run(struct fl_table *);

/* How long the table stays without any connection, in milliseconds. */
int64_t fl_table_time_empty(const struct fl_table *);

/* Sets when the table has to run again. */
void fl_table_set_wake(struct fl_table *);

/* ---- wake_heap.c ---- */

/* Makes room for this number of tables; false without memory. */
bool fl_wake_heap_make_room(struct fl_host *, uint32_t room);
void fl_wake_heap_add(struct fl_table *);
void fl_wake_heap_remove(struct fl_table *);
void fl_wake_heap_set(struct fl_table *, int64_t wake);

/* ---- drain.c ---- */

/* Hands over a table without a pending write: stores its clocks first, then drops it. */
void fl_table_hand_over(struct fl_table *);

/* Hands over the next tables of a host that drains, if it is time. */
void fl_host_drain_some(struct fl_host *);

#endif
