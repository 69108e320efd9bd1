/* One simulation: parties that play, strangers that disturb, faults, and invariants. */
#ifndef TESTS_DST_SCENARIO_H
#define TESTS_DST_SCENARIO_H

#include "client.h"

/* Results of a run. */
struct scenario_result {
    const char *failed; /* name of the violated invariant, or NULL */
    int64_t virtual_time;
    uint64_t hash, events, twins, messages, moves, crashes, restarts, checks, returns;
};

void scenario_run(const struct sim_options *, struct scenario_result *);

/* Stops the server and checks that it has freed everything and closed every file. */
void scenario_stop(void);

/* ---- sweep.c ---- */

/* Runs the sweep of a kind of calls, or of all kinds (NULL). `call`: only this call fails; 0: each
 * one in turn, or about `most` of them, evenly spread, if `most` is not 0. Prints TAP. */
int sweep_run(const char *kind, uint64_t call, uint64_t most);

/* ---- players.c ---- */

enum { CLIENTS_MAX = 64, PARTIES_MAX = 6 };

extern struct client *clients[CLIENTS_MAX];
extern int client_count;
extern struct party parties[PARTIES_MAX];
extern int party_count;

/* Adds a party and returns one of its members. `twin`: of a game with hidden information, without
 * bots and clocks. */
struct client *players_add_party(int number, bool twin);
/* A few strangers that do different things, or a mob that does one thing as fast as it may. */
void players_add_strangers(void);
void players_free(void);
/* A player without a party. */
struct client *players_add_alone(void (*act)(void *context, uint64_t unused));
/* Answers the question of a seat at random. */
void players_send_move(struct client *, int seat);
/* Everybody closes their connection and stays away. */
void players_go_home(void);
extern bool players_are_home, strangers_are_home;
extern bool players_rest; /* players stay where they are and say nothing */
uint64_t players_moves(void);

/* ---- twin.c ---- */

enum twin_world { TWIN_NONE, TWIN_FIRST, TWIN_SECOND };
enum twin_world twin_world(void);
void twin_begin(enum twin_world, const struct client *observer);
void twin_end(void);
/* A client is about to send this move: the second world may change it. */
void twin_move(struct client *, int seat, char *text, size_t room);
/* A client has received this message. */
void twin_hear(const struct client *, const char *text, size_t len);
uint64_t twin_compared(void); /* messages, so far */

/* ---- invariants.c ---- */

struct fl_table *invariants_table(const char *id);

void invariants_begin(void);
/* Checks what must hold at any time. */
void invariants_check(void);
/* Checks that the client's views equal the server's, if no bytes are under way. */
bool invariants_compare_views(struct client *);
uint64_t invariants_compared(void);

#endif
