/* A JSON writer over a text buffer. There is no reader: clients send one-line commands. */
#ifndef FL_CORE_JSON_H
#define FL_CORE_JSON_H

#include <string.h>

#include "core/match.h"

struct fl_json {
    struct fl_buf *out;
    bool comma; /* the next value needs a comma before it */
};

/* Starts a writer of one value. The buffer must outlive it. */
struct fl_json fl_json_to(struct fl_buf *);

/* Write one bracket or value. Commas are written where they are needed. */
void fl_json_open(struct fl_json *, char bracket);                 /* '{' or '[' */
void fl_json_close(struct fl_json *, char bracket);                /* '}' or ']' */
void fl_json_raw(struct fl_json *, const char *value, size_t len); /* a complete value, as it is */
void fl_json_text(struct fl_json *, const char *); /* escapes the text; NULL becomes null */
void fl_json_word(struct fl_json *, const char *); /* a translation key, which needs no escaping */
void fl_json_number(struct fl_json *, int64_t);
void fl_json_decimal(struct fl_json *, double, int places);
void fl_json_bool(struct fl_json *, bool);

/* Writes the key of the next value, with its length in bytes. */
void fl_json_key_of(struct fl_json *, const char *key, size_t len);
static inline void fl_json_key(struct fl_json *j, const char *key)
{
    fl_json_key_of(j, key, strlen(key)); /* a constant if the key is a literal */
}

/* A key with its value. */
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
static inline void fl_json_key_bool(struct fl_json *j, const char *key, bool yes)
{
    fl_json_key(j, key);
    fl_json_bool(j, yes);
}
void fl_json_key_decimal(struct fl_json *, const char *key, double, int places);

/* Writes a phrase: {"key":...,"args":{...}}. Seats are counted from 1. */
void fl_json_phrase(struct fl_json *, const struct fl_phrase *);

/* Writes everything that a client needs to draw the table and to act: the view, the turn, the
 * scores, the viewer's moves and routes. Moves of subset questions are not listed one by one. */
void fl_json_sight(struct fl_json *, const struct fl_sight *);

/* Write members of an open object: the zones of a view, the viewer's question, and the seats that
 * may move or have won. fl_json_zone writes a value. */
void fl_json_view(struct fl_json *, const struct fl_game *, const struct fl_view *);
void fl_json_zone(struct fl_json *, const struct fl_game *, const struct fl_view *, int zone);
void fl_json_question(struct fl_json *, const struct fl_sight *);
void fl_json_state_of_play(struct fl_json *, const struct fl_sight *);

/* Writes members of an open object: the spelling of a move, its description, and the items it is
 * about. */
void fl_json_move(struct fl_json *, const struct fl_sight *, fl_move);

/* Writes a viewer: a seat counted from 1, or "spectator". */
void fl_json_viewer(struct fl_json *, int viewer);

/* Writes a key and the seats of a set, counted from 1. */
void fl_json_key_seats(struct fl_json *, const char *key, fl_seats);

#endif
