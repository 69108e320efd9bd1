/* People at tables: origins, clients, tokens, seats, bans, chat. */
#ifndef FL_HOST_PEOPLE_H
#define FL_HOST_PEOPLE_H

#include "host/table.h"

/* ---- origins.c: limits per origin; a NULL origin has none ---- */

/* Whether a rate limit allows one more: `burst` at once, then one per `pause` milliseconds. */
bool fl_pace_allows(const struct fl_pace *, int64_t now, uint32_t burst, int64_t pause);
void fl_pace_count(struct fl_pace *, int64_t now, int64_t pause);

/* The origin with this id; it is created if there is none. NULL for 0. */
struct fl_origin *fl_origin_find(struct fl_host *, uint64_t id);
void fl_origins_free(struct fl_host *);

/* Counts a table for the origin that opened it, no longer for another one; NULL: for none. */
void fl_table_set_origin(struct fl_table *, struct fl_origin *);

/* ---- clients.c ---- */

/* Takes a client away from its table, if it is at one; fl_client_remove sends it the reason. */
void fl_client_leave_table(struct fl_host *, fl_client_id);
void fl_client_remove(struct fl_host *, fl_client_id, const char *key);

/* The viewers whose views a client receives. */
fl_seats fl_client_viewers(const struct fl_client *);

/* Notes since when seats and the table have no connection. */
void fl_table_update_presence(struct fl_table *);

/* ---- tokens.c ---- */

/* Makes a random token. fl_token_hash: false if the text has not the length of a token. */
void fl_token_make(struct fl_host *, char text[FL_TOKEN_TEXT], unsigned char hash[FL_HASH_SIZE]);
bool fl_token_hash(const char *text, unsigned char hash[FL_HASH_SIZE]);

/* Compares in constant time. */
bool fl_same_hash(const unsigned char *, const unsigned char *);

/* ---- links.c: a new token for a seat whose token was lost ---- */

/* Replaces the token of a client that came with a one-time link. NULL, or why it could not. */
const char *fl_link_use(struct fl_table *, fl_client_id);

/* ---- seats.c ---- */

/* Reads a name without the spaces at its ends. False if it is not a valid name. */
bool fl_read_name(const char *text, char name[FL_NAME_SIZE]);

/* Compares names; upper and lower case of A to Z are equal. */
bool fl_same_name(const char *, const char *);

/* The seat, except some, of a person with this name; or -1. */
int fl_seat_called(const struct fl_table *, const char *name, fl_seats except);

/* ---- bans.c ---- */

/* Whether a name is banned from the table. */
bool fl_table_bans(const struct fl_table *, const char *name);

/* ---- chat.c ---- */

/* Translation keys; ends with NULL. */
extern const char *const fl_chat_phrases[];
extern const char *const fl_reactions[];

/* The team whose chat a client shares, or -1. */
int fl_client_team(const struct fl_table *, fl_client_id);

/* Whether an event may be sent to this client: chat of a team goes to its partners only, and texts
 * do not go to children. */
bool fl_client_may_read(const struct fl_table *, fl_client_id, const struct fl_table_event *);

#endif
