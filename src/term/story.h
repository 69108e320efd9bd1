/* The story of a match as one viewer may hear it: a player's move and what chance answered are one
 * line. */
#ifndef FL_TERM_STORY_H
#define FL_TERM_STORY_H

#include "term/screen.h"

struct fl_story {
    struct fl_match past; /* what has been told so far */
    int viewer;           /* a seat or FL_WATCHER */
};

/* Begins at the start of a match. */
void fl_story_begin(struct fl_story *, const struct fl_match *, int viewer);

/* Gives its memory back. */
void fl_story_end(struct fl_story *);

/* Goes to a step of the match without a word, forward or back. */
void fl_story_go(struct fl_story *, const struct fl_match *, uint32_t step);

/* Tells what happened up to a step; if it lies in the past, goes back without a word. */
void fl_story_tell(struct fl_story *, const struct fl_match *, uint32_t step,
                   const struct fl_screen *);

/* What the viewer knows at the point the story has reached. */
void fl_story_sight(const struct fl_story *, struct fl_sight *out);

#endif
