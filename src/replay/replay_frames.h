/* The frames of a record: what a viewer saw after each move. Private to this directory. */
#ifndef FL_REPLAY_REPLAY_FRAMES_H
#define FL_REPLAY_REPLAY_FRAMES_H

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
bool fl_replay_put_frames(struct fl_json *, const struct fl_frame_range *);

#endif
