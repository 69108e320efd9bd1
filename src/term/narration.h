/* The narration of a match for one viewer. A player's move and the outcomes of chance that advance
 * it form one line. */
#ifndef FL_TERM_NARRATION_H
#define FL_TERM_NARRATION_H

#include "term/screen.h"

struct fl_narration {
    struct fl_match shown; /* the match up to the step that was narrated last */
    int viewer;            /* a seat or FL_SPECTATOR */
    int reader;            /* the seat that is addressed as "you", or FL_NOBODY (the default) */
};

/* Starts at the beginning of a match. Call fl_narration_end to free the memory. */
void fl_narration_begin(struct fl_narration *, const struct fl_match *, int viewer);

/* Frees the memory. */
void fl_narration_end(struct fl_narration *);

/* Moves to a step of the match, forward or back, without printing. */
void fl_narration_seek(struct fl_narration *, const struct fl_match *, uint32_t step);

/* Prints the steps up to `step`. If the narration is already after it, moves back without
 * printing. */
void fl_narration_print(struct fl_narration *, const struct fl_match *, uint32_t step,
                        const struct fl_screen *);

/* Prints the steps up to `step` except the last line, which later steps of the same player may
 * extend; the narration then is at the beginning of that line. Returns whether a line was
 * printed. */
bool fl_narration_print_complete(struct fl_narration *, const struct fl_match *, uint32_t step,
                                 const struct fl_screen *);

#endif
