/* What a table remembers of its events, for clients that come back. A rematch removes everything
 * except chat. Moves are in the match; the
 * log has eight bytes for each of them. It keeps the bytes of all other events, as far back as a
 * client can receive them, and of the newest chat lines. The store has every event. */
#ifndef FL_HOST_TABLE_LOG_H
#define FL_HOST_TABLE_LOG_H

#include "host/event.h"

struct fl_table;

enum {
    FL_CHAT_KEPT = 200,    /* chat lines */
    FL_EVENTS_SENT = 2500, /* newest events that a client can receive */
};

/* A queue of encoded events. */
struct fl_kept_events {
    uint32_t count;
    struct fl_kept_event *first, *last; /* owned; NULL if there are none */
};

struct fl_table_log {
    bool has_gap; /* memory was short: the history is read from the store */
    struct fl_kept_events chat, other;
    uint32_t moves, move_room;
    struct fl_logged_move *move; /* START, STEP and UNDO events of this match, owned */
};

/* Releases what a finished match and its log do not need. */
void fl_table_shrink_to_fit(struct fl_table *);

/* Frees the memory of a log. */
void fl_table_log_free(struct fl_table_log *);

/* A position in a log. All zeros, except `table`, is before the first event. */
struct fl_log_position {
    const struct fl_table *table;
    const struct fl_kept_event *chat, *other; /* the last ones read, or NULL */
    uint32_t moves;                           /* number of moves read */
    uint32_t steps;                           /* steps of the match after them */
};

/* Reads the next event; events have no time here. False at the end. */
bool fl_table_log_next(struct fl_log_position *, struct fl_decoded_event *out);

#endif
