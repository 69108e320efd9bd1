/* Texts and phrases of a server's messages. */
#ifndef FL_ONLINE_PHRASES_H
#define FL_ONLINE_PHRASES_H

#include <jansson.h>

#include "core/phrase.h"

/* Copies of texts that phrases refer to: names of arguments, of players, and so on. Equal texts are
 * kept once, so that their number is limited by what people write. */
struct fl_texts {
    int count, room;
    char **text;
};

/* A copy that is valid until fl_texts_end, without control characters: a server must not send
 * commands to the terminal. "" if memory is short. */
const char *fl_texts_keep(struct fl_texts *, const char *text);

void fl_texts_end(struct fl_texts *);

/* A text of an object; "" if it has none. */
const char *fl_member_text(const json_t *object, const char *name);

/* A number of an object; 0 if it has none. */
long long fl_member_number(const json_t *object, const char *name);

/* A seat of an object, from 0; FL_NOBODY if it has none. */
int fl_member_seat(const json_t *object, const char *name);

/* The set of seats in a list. */
unsigned fl_seats_of(const json_t *list);

/* Reads a phrase. Returns false if there is nothing to say, or if this program has no text for
 * it. */
bool fl_phrase_read(struct fl_texts *, const json_t *, struct fl_phrase *out);

#endif
