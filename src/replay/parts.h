/* The parts of an answer about a record. For the files of this folder alone. */
#ifndef FL_REPLAY_PARTS_H
#define FL_REPLAY_PARTS_H

#include "agents/analysis.h"
#include "core/json.h"
#include "core/record.h"

/* Whose eyes, from which step on. */
struct fl_showing {
    const struct fl_record *record;
    int viewer;    /* a seat, FL_WATCHER, or FL_TRUTH for everything */
    uint32_t from; /* the steps before are not shown again */
    bool asks;     /* the last picture has the viewer's question */
};

/* Members of an object: the record's head, and a frame for the opening and for every move. False if
 * memory is short. */
bool fl_put_views(struct fl_json *, const struct fl_showing *);

/* A member: every roll with what could have come. False if memory is short. */
bool fl_put_odds(struct fl_json *, const struct fl_match *);

/* A member: what would have been better than every mistake. False if memory is short. */
bool fl_put_better(struct fl_json *, const struct fl_match *, const struct fl_analysis *);

#endif
