/* Passes: what is needed to return to tables of servers, with the tokens of the player's seats.
 * Each is a file in the state folder that only its owner can read. */
#ifndef FL_ONLINE_PASS_H
#define FL_ONLINE_PASS_H

#include <stdbool.h>
#include <time.h>

#include "core/record.h"
#include "net/url.h"

enum { FL_TOKENS_SIZE = 9 * 33, FL_TABLE_ID_SIZE = 33 };

struct fl_pass {
    struct fl_url url; /* of the server */
    char id[FL_TABLE_ID_SIZE], code[FL_TABLE_ID_SIZE], game[32];
    char name[FL_NAME_SIZE];     /* of the player */
    char tokens[FL_TOKENS_SIZE]; /* with commas */
    char others[256];            /* names of the other players */
    time_t at;                   /* when it was written */
};

/* Writes a pass. Returns false if that is not possible; errno states why. */
bool fl_pass_write(const struct fl_pass *);

/* Deletes the pass of a table. */
void fl_pass_delete(const char *id);

/* Finds the pass of a table, given its id or code, of the server of an address. */
bool fl_pass_find(const struct fl_url *, const char *table, struct fl_pass *out);

/* Lists the passes, the newest first. Returns an array of `count` entries, which the caller frees;
 * NULL if there are none. */
struct fl_pass *fl_pass_list(int *count);

/* Writes the address of a server: "http://host:8080/". */
void fl_put_server(struct fl_buf *, const struct fl_url *);

#endif
