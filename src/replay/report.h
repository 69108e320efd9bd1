/* The analysis of a record as JSON. */
#ifndef FL_REPLAY_REPORT_H
#define FL_REPLAY_REPORT_H

#include "agents/advice/analysis.h"
#include "core/json.h"
#include "core/record.h"

struct fl_report {
    const struct fl_match *match;
    const struct fl_players *players;
    const struct fl_analysis *analysis;
    uint32_t playouts;
    int seat; /* the seat it is about, or FL_NOBODY: all */
};

/* Writes all members of the report object (docs/analysis.md). */
void fl_report_put(struct fl_json *, const struct fl_report *);

/* An upper bound of its size in bytes. */
size_t fl_report_room(const struct fl_analysis *);

#endif
