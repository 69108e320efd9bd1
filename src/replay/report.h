/* The analysis of a record as JSON, and what its makers share. */
#ifndef FL_REPLAY_REPORT_H
#define FL_REPLAY_REPORT_H

#include "agents/analysis.h"
#include "core/json.h"
#include "core/record.h"

struct fl_report {
    const struct fl_match *match;
    const struct fl_players *players;
    const struct fl_analysis *analysis;
    uint32_t playouts;
    int seat; /* whom it is about, or FL_NOBODY: everybody */
};

/* Members of an object: all there is (docs/analysis.md). */
void fl_report_put(struct fl_json *, const struct fl_report *);

/* How many bytes that takes at most. */
size_t fl_report_room(const struct fl_analysis *);

/* The match as one viewer saw it; to be ended, also on false: memory is short. */
bool fl_match_part(const struct fl_match *, int viewer, struct fl_match *out);

/* How many playouts behind each number keep an analysis within about so many moves. */
uint32_t fl_playouts_within(const struct fl_match *, double moves, uint32_t least, uint32_t most);

#endif
