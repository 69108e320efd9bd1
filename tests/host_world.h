/* A world for the host, made for tests: a clock that goes when told, seeded entropy, bots that
 * answer when asked to, a store in memory, and clients that draw what they are sent. */
#ifndef TESTS_HOST_WORLD_H
#define TESTS_HOST_WORLD_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka.h needs the four above */
#include <cmocka.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "agents/advice.h"
#include "agents/agent.h"
#include "games/games.h"
#include "host/table.h"
#include "small_world.h"

enum { LINES = 16, MOST_THOUGHTS = 64, EYES = FL_WATCHER + 1 };

/* What a client knows. Pictures are by viewer. */
struct client {
    bool open, sleeps;             /* sleeps: draws nothing */
    json_t *table, *you, *refused; /* the last message of each kind, or NULL */
    json_t *sight[EYES], *ask[EYES];
    json_t *lesson, *thrown; /* what is to be learnt, and what dice are asked for; or NULL */
    json_int_t question[EYES];
    json_int_t n; /* the last event it has heard of */
    char token[FL_TOKEN_TEXT], id[FL_ID_TEXT];
    int events, logs, chats, stops, goes_on, undo_asked, undo_refused, undo_free, hints;
    json_t *hint;          /* the last one, or NULL */
    json_t *entries[EYES]; /* the log: an object by event number */
    size_t bytes, event_bytes;
    int event_messages;
    struct fl_buf *tape; /* everything that was sent, or NULL */
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
    bool bots_rest;   /* thoughts are kept until world_think */
    bool random_bots; /* of all levels */
    bool dull;        /* there is no memory to give hints */
    bool store_rests; /* the store is pumped by hand */
    int most_waiting;
};

struct world *world_new(uint64_t seed, const struct fl_limits *); /* limits NULL: the usual */
void world_free(struct world *);
/* As after SIGKILL: only the store is left. Returns how many tables cannot go on. */
int world_restart(struct world *);

void open_line(struct world *, fl_line);
void close_line(struct world *, fl_line);

/* Sends a command, then lets the store and the bots do what they can. */
void say(struct world *, fl_line, const char *format, ...);
void settle(struct world *);
void pass_time(struct world *, int64_t milliseconds);

/* Opens lines 0.. and sits them down at a new table of these terms; the match is started. */
struct fl_table *seat_people(struct world *, const char *game, const char *terms, int people);
struct fl_table *the_table(struct world *, fl_line);

/* Makes the moves of every line that is asked, by agents, for some moves or to the end. */
bool make_a_move(struct world *, struct fl_rng *, bool greedy);
void play_on(struct world *, struct fl_rng *, int moves, bool greedy);

/* Draws what a message says has changed into a picture. */
void apply_changes(json_t *sight, json_t *event);

/* What the line was last refused for: the key, or "". */
const char *refusal(struct world *, fl_line);

/* Every client's picture is the server's sight; dies otherwise. */
void pictures_are_true(struct world *);

#endif
