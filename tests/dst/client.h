/* A client: WebSocket, the state that docs/protocol.md lets it build, and what it waits for. */
#ifndef TESTS_DST_CLIENT_H
#define TESTS_DST_CLIENT_H

#include <jansson.h>

#include "host/table.h"
#include "sim.h"

enum { VIEWERS = FL_SPECTATOR + 1, PERSONS_MAX = 5 };

/* What a client waits for. */
enum awaited { NOTHING, HELLO, A_TABLE, AN_ANSWER };

struct client {
    int number;
    bool is_stranger;
    char name[24];
    uint32_t address, rate;
    enum stream stream;

    struct sock *sock; /* NULL: not connected */
    bool upgraded, greeted;
    char *bytes; /* received, not a complete message yet */
    size_t len;

    /* knowledge */
    json_t *table, *you;
    json_t *sight[VIEWERS], *ask[VIEWERS], *entries[VIEWERS];
    json_int_t question[VIEWERS];
    json_int_t n;
    char token[FL_TOKEN_TEXT], id[FL_ID_TEXT];
    json_int_t undo_request; /* number of the last request */
    bool undo_requested, agreed, at_table;
    bool request_ends;                     /* it was about the end of the match, not an undo */
    int64_t clock[FL_MAX_SEATS], clock_at; /* as last received, and the server's uptime then */
    bool has_clock;
    int64_t asked_for_view; /* when it last sent refresh or resume */
    json_int_t complete_to; /* it has received every event up to this one; 0: unknown */
    char refusal[64];       /* key of the last one */

    /* waiting; times are healthy time of the server */
    enum awaited awaits;
    int64_t awaits_since, away_since; /* away_since -1: it is at its table */
    int64_t back_at;                  /* when it connects again */
    char last_command[200];

    /* behaviour */
    struct party *party; /* or NULL */
    int role;            /* 0: owner; then other players; party->persons and above: spectators */
    int kind;            /* of a stranger */
    bool in_mob;
    int count; /* commands of a stranger on this connection */
    void (*heard)(struct client *, const char *type, json_t *message); /* or NULL */
    uint64_t received;                                                 /* messages */
};

/* A group of clients at one table. */
struct party {
    const struct fl_game *game;
    char options[160];
    int persons, members;
    struct client *member[PERSONS_MAX + 2];
    char id[FL_ID_TEXT]; /* of the table; empty until it exists */
    bool one_device;     /* the owner takes all seats */
    bool has_clock;
};

void client_connect(struct client *);
void client_say(struct client *, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Closes the connection, or disappears. */
void client_leave(struct client *, bool vanish);
/* Forgets everything except tokens, as a page that is loaded again. */
void client_forget(struct client *);
void client_await(struct client *, enum awaited);
bool client_has_seat(const struct client *, int seat);
int client_seats(const struct client *);
const char *client_phase(const struct client *);
void client_free(struct client *);

#endif
