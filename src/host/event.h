/* Events of a table, and their form in the store (docs/protocol.md, section 10).
 *
 * Everything that happens at a table is a `struct fl_table_event`. The store keeps the word of its
 * kind and its bytes; only event.c knows what the bytes mean. */
#ifndef FL_HOST_EVENT_H
#define FL_HOST_EVENT_H

#include "core/fair.h"
#include "core/match.h"
#include "host/table_options.h"
#include "store/store.h"

/* The numbers are in files that the browser keeps: add new kinds at the end. */
enum fl_event_kind {
    FL_EVENT_SIT,    /* a seat is taken */
    FL_EVENT_LEAVE,  /* seats are given up: for good before the start, to bots after it */
    FL_EVENT_SWAP,   /* two seats are exchanged, before the start */
    FL_EVENT_SEAT,   /* a free seat is set to person, open or a bot of some level */
    FL_EVENT_NONCE,  /* a player's nonce for fair dice, before the start */
    FL_EVENT_START,  /* the match begins, with its first moves of chance */
    FL_EVENT_STEP,   /* a seat's move and all moves of chance after it */
    FL_EVENT_UNDO,   /* the log is cut to a number of steps */
    FL_EVENT_BOT,    /* a bot plays for an absent player */
    FL_EVENT_RETURN, /* that player is back */
    FL_EVENT_CLOCK,  /* the clocks, which run again from here */
    FL_EVENT_CHAT,
    FL_EVENT_REMATCH,       /* a rematch: new secret, same players */
    FL_EVENT_CLOSE,         /* the table is closed for good */
    FL_EVENT_BAN,           /* a person is banned, and loses their seats */
    FL_EVENT_TEAM_CHAT,     /* chat for the partners of a team only */
    FL_EVENT_LINK,          /* the owner issues a new token for a seat, or it is used */
    FL_EVENT_CONTRADICTION, /* a report of real dice that hidden cards contradict */
    FL_EVENT_RESIGN,        /* a player resigns, with the bots of the same side */
    FL_EVENT_AGREE,         /* the match ends with the present standing */
    FL_EVENT_KIND_COUNT
};

enum { FL_MAX_CHAT = 200 }; /* characters of a chat line */

struct fl_table_event {
    uint32_t n;
    enum fl_event_kind kind;
    int64_t at; /* milliseconds since 1970, UTC */
    /* The affected seat: the lowest of LEAVE, the mover of STEP, the first mover of REMATCH.
     * FL_CHANCE: reported dice. FL_SPECTATOR: a client without a seat; AGREE: only bots are left.
     */
    uint8_t seat;
    uint8_t other;              /* SWAP: the other seat */
    uint8_t seat_kind, level;   /* SEAT: an enum fl_seat_kind, and the level of a bot */
    bool by_bot;                /* STEP */
    bool used;                  /* LINK: it is used, not issued */
    int phrase;                 /* CHAT, TEAM_CHAT: index in fl_chat_phrases; -1: text */
    fl_seats seats;             /* LEAVE, BAN; RESIGN: all that resign */
    uint32_t steps;             /* START, STEP: number of steps; UNDO: steps that remain */
    const struct fl_step *step; /* START, STEP; not owned. All after the first are chance's */
    char name[FL_NAME_SIZE];    /* SIT, CHAT, TEAM_CHAT, BAN */
    union {
        char nonce[FL_FAIR_WORD_SIZE];        /* SIT, NONCE */
        char text[4 * FL_MAX_CHAT + 1];       /* CHAT, TEAM_CHAT, CONTRADICTION */
        uint32_t clock[FL_MAX_SEATS];         /* CLOCK: milliseconds left */
        unsigned char secret[FL_SECRET_SIZE]; /* REMATCH */
    };
};

/* An event and the memory of its steps. */
struct fl_decoded_event {
    struct fl_table_event event;
    struct fl_step step[FL_MAX_EVENT / 2];
};

/* The word of a kind in the store, or NULL; and the kind of a word, or FL_EVENT_KIND_COUNT. */
const char *fl_event_word(enum fl_event_kind);
enum fl_event_kind fl_event_kind_of(const char *word);

/* Describes an event for the log of a table. No phrase: moves and chat, which have other texts.
 * The phrase points to texts of the event. */
void fl_event_say(const struct fl_table_event *, struct fl_phrases *out);

/* Whether people can add as many events of this kind as they like. */
bool fl_event_is_free(enum fl_event_kind);

/* Writes the stored bytes of an event and returns their number. `seats` is the number of seats of
 * the table. */
size_t fl_event_encode(const struct fl_table_event *, int seats, unsigned char out[FL_MAX_EVENT]);

/* Reads a stored event. False if its kind is unknown or its bytes are invalid: some are missing, a
 * seat does not exist, a text is too long. Moves are checked by playing them. */
bool fl_event_decode(const struct fl_event *, int seats, struct fl_decoded_event *out);

#endif
