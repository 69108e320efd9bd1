/* A test environment for the host: a simulated clock, seeded entropy, bots that answer on request,
 * a memory store, and clients that draw what they receive. */
#ifndef TESTS_HOST_WORLD_H
#define TESTS_HOST_WORLD_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka.h needs the four headers above */
#include <cmocka.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "agents/advice/advice.h"
#include "agents/agent.h"
#include "client_view.h"
#include "faulty_store.h"
#include "games/games.h"
#include "host/messages.h"
#include "host/people.h"
#include "host/play.h"
#include "small_world.h"

enum { LINES = 16, MOST_THOUGHTS = 64, EYES = FL_SPECTATOR + 1 };

/* What a client knows. Views are indexed by viewer. */
struct client {
    bool open, sleeps;             /* sleeps: ignores messages */
    json_t *table, *you, *refused; /* the last message of each kind, or NULL */
    json_t *sight[EYES], *ask[EYES];
    json_t *lesson, *thrown; /* the current lesson text and the dice requested; or NULL */
    json_int_t question[EYES];
    json_int_t n; /* number of the last event received */
    char token[FL_TOKEN_TEXT], id[FL_ID_TEXT];
    char link[FL_TOKEN_TEXT]; /* token of the last link received as the owner */
    json_int_t undo_request;  /* of the last undo-requested */
    json_int_t end_request;   /* of the last end-requested */
    int end_asked, end_refused, reactions;
    int events, logs, chats, stops, goes_on, undo_asked, undo_refused, undo_free, hints;
    json_t *hint;          /* the last one, or NULL */
    json_t *answer;        /* the last message about passports, or NULL */
    json_t *invitation;    /* the last one, or NULL */
    int answers;           /* messages about passports */
    json_t *entries[EYES]; /* the log: one object per viewer, by event number */
    size_t bytes, event_bytes;
    int event_messages;
    struct fl_buf *tape; /* everything received, or NULL */
};

struct waiting_thought {
    uint64_t ticket;
    struct fl_sight sight;
    int level;
    uint64_t seed;
    bool for_hint;
};

struct world {
    struct small_world small;
    struct fl_host *host;
    struct fl_store *store;
    struct client client[LINES];
    int thoughts;
    struct waiting_thought thought[MOST_THOUGHTS];
    bool bots_rest;   /* jobs are kept until world_think */
    bool random_bots; /* at all levels */
    bool dull;        /* hints fail because memory is short */
    bool store_rests; /* the test pumps the store */
    int most_waiting;
};

struct world *world_new(uint64_t seed, const struct fl_limits *); /* limits NULL: the defaults */
void world_free(struct world *);
/* As after SIGKILL: only the store survives. Returns the number of tables that cannot continue. */
int world_restart(struct world *);
/* The same, but no table is loaded yet. */
void world_restart_unloaded(struct world *);

void open_line(struct world *, fl_client_id); /* from a trusted origin, which has no limits */
void open_line_from(struct world *, fl_client_id, uint64_t origin);
void close_line(struct world *, fl_client_id);

/* Sends bytes to the host, as they are. */
void send_line(struct world *, fl_client_id, const char *text, size_t len);

/* Sends a command, then lets the store and the bots work. */
void say(struct world *, fl_client_id, const char *format, ...);
/* Answers the last request to take back a move: "agree" or "disagree". */
void answer_undo(struct world *, fl_client_id, const char *answer);
void settle(struct world *);
void pass_time(struct world *, int64_t milliseconds);

/* Opens clients 0.., seats them at a new table with these options, and starts the match. */
struct fl_table *seat_people(struct world *, const char *game, const char *terms, int people);
struct fl_table *the_table(struct world *, fl_client_id);

/* Plays for every client that has a question, by agents: one move, a number of moves, or to the
 * end. */
bool make_a_move(struct world *, struct fl_rng *, bool greedy);
void play_on(struct world *, struct fl_rng *, int moves, bool greedy);

/* The key of the last refusal that the client received, or "". */
const char *refusal(struct world *, fl_client_id);

/* Asserts that every client's view equals the server's. */
void pictures_are_true(struct world *);

#endif
