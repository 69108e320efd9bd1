/* The reckoning of a game that was played with the box alone: what everybody has, in words; who has
 * how much, out. */
#ifndef FL_REPLAY_RECKON_H
#define FL_REPLAY_RECKON_H

#include "core/json.h"
#include "core/phrase.h"

enum { FL_GALLEON_WORTHS = 7 }; /* 2 to 8 gold */

struct fl_reckoning {
    int players;
    int32_t gold[FL_MAX_SEATS];
    fl_seats winners;
    uint8_t left[FL_GALLEON_WORTHS]; /* galleons nobody has yet, by gold */
};

/* A line a player with the gold of their galleons, of those in hand behind a minus. False, with the
 * reason, if that is none or cannot be. */
bool fl_reckon(const char *text, size_t len, struct fl_reckoning *, struct fl_phrase *why);

/* Members of an object. */
void fl_put_reckoning(struct fl_json *, const struct fl_reckoning *);

#endif
