/* A person's connection to a table of a server: what the server has sent about it, and the commands
 * of docs/protocol.md. After a lost connection it connects again and resumes, in the background. A
 * front end waits for the descriptor of fl_remote_wait together with its keyboard, then calls
 * fl_remote_hear. */
#ifndef FL_ONLINE_REMOTE_H
#define FL_ONLINE_REMOTE_H

#include "agents/advice/advice.h"
#include "core/words.h"
#include "net/websocket.h"
#include "online/pass.h"
#include "online/position.h"

struct fl_opening; /* an attempt to connect, on its own thread */

enum fl_remote_phase { FL_PHASE_NONE, FL_PHASE_WAITING, FL_PHASE_PLAYING, FL_PHASE_FINISHED };

/* Why a connection has ended. */
enum fl_remote_end {
    FL_REMOTE_OPEN,       /* it has not */
    FL_REMOTE_CLOSED,     /* the table is closed */
    FL_REMOTE_LEFT,       /* the player has left, or was banned */
    FL_REMOTE_REFUSED,    /* `refusal` says why */
    FL_REMOTE_VERSION,    /* the server has another version of the protocol */
    FL_REMOTE_OTHER_RULES /* of the game, or an unknown game */
};

/* What happened at a table: a move, people, or chat. */
struct fl_remote_event {
    int seat;    /* that moved, or FL_NOBODY */
    bool missed; /* it happened before the connection was opened */
    const struct fl_phrases *phrases;
    const char *chat, *from; /* text and name of a message, or NULL */
    bool to_team;
};

struct fl_remote_listener {
    void (*event)(void *data, const struct fl_remote_event *);
    /* A sentence for this player: a refusal, a request, the state of the connection. */
    void (*say)(void *data, const struct fl_phrase *);
    void (*advise)(void *data, const struct fl_advice *);
    void (*record)(void *data, const char *text);
};

struct fl_remote {
    struct fl_pass pass; /* the server, the table, the player */
    const char *language;
    const char *given;    /* the table as given: id or code */
    const char *creation; /* instead: the game and options of a new table */
    int wanted_seat;      /* to be taken on entering: a seat, FL_ANY_SEAT or FL_NOBODY */
    const struct fl_remote_listener *listener;
    void *data;

    struct fl_websocket *socket; /* NULL: not connected */
    struct fl_opening *opening;  /* or NULL */
    int64_t retry_at, silent_at; /* of fl_net_clock */
    int tries;                   /* to connect again, since the connection was lost */
    long long cursor;            /* number of the last event */
    bool entered;                /* the table has been received since the connection was opened */
    enum fl_remote_end ended;
    char refusal[512];

    json_t *hello, *you, *table; /* the last message of each type, or NULL */
    struct fl_texts texts;
    const char *names[FL_MAX_SEATS]; /* in the player's language */
    fl_lang lang;
    struct fl_position position;
    bool has_position;
    bool changed;     /* something that is shown has changed; the front end clears it */
    bool moved;       /* the position has changed; the front end clears it */
    bool asked_again; /* there is a new question; the front end clears it */
    bool sent;        /* a command has not been answered yet */
    char route[FL_MAX_ROUTE_MOVES][64]; /* moves still to make, spelled, the last one first */
    int route_moves;

    long long undo_request; /* to be answered, of an undo or of the end; 0: none */
    long long end_request;  /* of the end, which outlives moves; 0: none */
    bool can_undo;          /* without consent */
    json_t *clocks;
    int64_t clocks_at; /* when they were received */
};

enum { FL_ANY_SEAT = 254 };

/* Connects to the server of the pass and enters its table, which is `given` if the pass has no id.
 * Returns NULL, or why that is not possible: the key of a text with {what}. */
const char *fl_remote_open(struct fl_remote *, const char **what);

/* Closes the connection and frees the memory. */
void fl_remote_close(struct fl_remote *);

/* What to wait for: returns a descriptor, or -1, and the time until fl_remote_hear has to be called
 * in any case, in milliseconds. */
int fl_remote_wait(const struct fl_remote *, int *milliseconds);

/* Processes what has arrived, and connects again. */
void fl_remote_hear(struct fl_remote *);

bool fl_remote_is_connected(const struct fl_remote *);

/* Sends a command. */
__attribute__((format(printf, 2, 3))) void fl_remote_send(struct fl_remote *, const char *format,
                                                          ...);

/* Takes a seat, FL_ANY_SEAT for the first free one, with a random nonce. */
void fl_remote_sit(struct fl_remote *, int seat);

/* Answers the question with consecutive moves. */
void fl_remote_play(struct fl_remote *, const fl_move *, int count);

/* ---- the table ---- */

enum fl_remote_phase fl_remote_phase(const struct fl_remote *);
int fl_remote_seats(const struct fl_remote *);

/* The player's seat, or FL_NOBODY. */
int fl_remote_seat(const struct fl_remote *);

bool fl_remote_is_owner(const struct fl_remote *);

/* The seat as in the protocol: kind, name, connected, level, nonce. NULL if there is none. */
const json_t *fl_remote_chair(const struct fl_remote *, int seat);

/* Milliseconds left on a seat's clock, or -1. */
int64_t fl_remote_clock(const struct fl_remote *, int seat);

/* Whether players must remember what they saw. */
bool fl_remote_is_from_memory(const struct fl_remote *);

#endif
