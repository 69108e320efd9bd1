/* Writing JSON. There is no reader: clients send one-line commands. */
#ifndef FL_CORE_JSON_H
#define FL_CORE_JSON_H

#include <string.h>

#include "core/match.h"

struct fl_json {
    struct fl_buf *out;
    bool comma; /* a value stands before: the next one needs a comma */
};

/* Begins writing one value. */
struct fl_json fl_json_to(struct fl_buf *);

void fl_json_open(struct fl_json *, char bracket);  /* '{' or '[' */
void fl_json_close(struct fl_json *, char bracket); /* '}' or ']' */
void fl_json_text(struct fl_json *, const char *);  /* escaped; NULL is null */
void fl_json_word(struct fl_json *, const char *);  /* a word key: nothing to escape in it */
void fl_json_number(struct fl_json *, int64_t);
void fl_json_decimal(struct fl_json *, double, int places);
void fl_json_bool(struct fl_json *, bool);

/* The key of the next value, of so many bytes. */
void fl_json_key_of(struct fl_json *, const char *key, size_t len);
static inline void fl_json_key(struct fl_json *j, const char *key)
{
    fl_json_key_of(j, key, strlen(key)); /* known beforehand where the key stands in the code */
}

/* Key and value in one. */
static inline void fl_json_key_text(struct fl_json *j, const char *key, const char *text)
{
    fl_json_key(j, key);
    fl_json_text(j, text);
}
static inline void fl_json_key_word(struct fl_json *j, const char *key, const char *word)
{
    fl_json_key(j, key);
    fl_json_word(j, word);
}
static inline void fl_json_key_number(struct fl_json *j, const char *key, int64_t number)
{
    fl_json_key(j, key);
    fl_json_number(j, number);
}
void fl_json_key_decimal(struct fl_json *, const char *key, double, int places);

/* A phrase: {"key":...,"args":{...}}. Seats are counted from 1, as people do. */
void fl_json_phrase(struct fl_json *, const struct fl_phrase *);

/* All a client needs to draw the table and to act: the view, whose turn it is, the scores, and
 * the viewer's moves, subset questions not spelled out, and the ways open to him. */
void fl_json_sight(struct fl_json *, const struct fl_sight *);

/* Members of an object: the zones of a view, what the viewer is asked, and whose turn it is or who
 * has won. A zone alone is a value. */
void fl_json_view(struct fl_json *, const struct fl_game *, const struct fl_view *);
void fl_json_zone(struct fl_json *, const struct fl_game *, const struct fl_view *, int zone);
void fl_json_question(struct fl_json *, const struct fl_sight *);
void fl_json_state_of_play(struct fl_json *, const struct fl_sight *);

/* Members of an object: a move's spelling, what it does, and the items it is about. */
void fl_json_move(struct fl_json *, const struct fl_sight *, fl_move);

/* A viewer: a seat counted from 1, or "watcher". */
void fl_json_viewer(struct fl_json *, int viewer);

/* Seats of a set, counted from 1. */
void fl_json_key_seats(struct fl_json *, const char *key, fl_seats);

#endif
