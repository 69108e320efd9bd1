/* Functions that write parts of a response. Private to this directory. */
#ifndef FL_REPLAY_PARTS_H
#define FL_REPLAY_PARTS_H

#include "agents/advice/analysis.h"
#include "core/json.h"
#include "core/record.h"

/* The viewer and range of the frames. */
struct fl_frame_range {
    const struct fl_record *record;
    int viewer;    /* a seat, FL_SPECTATOR, or FL_TRUTH for everything */
    uint32_t from; /* first step with a frame; earlier steps are replayed silently */
    bool asks;     /* the last frame includes the viewer's question */
};

/* Writes object members: the head of the record, and one frame for the opening and for every move.
 * False if out of memory. */
bool fl_put_views(struct fl_json *, const struct fl_frame_range *);

/* Writes an object member: every roll with the weights of all possible results. False if out of
 * memory. */
bool fl_put_odds(struct fl_json *, const struct fl_match *);

/* Writes an object member: the better move for every mistake. False if out of memory. */
bool fl_put_better(struct fl_json *, const struct fl_match *, const struct fl_analysis *);

#endif
