/* Chapters of a match: one player's move and the outcomes of chance that follow it. */
#ifndef FL_TERM_CHAPTERS_H
#define FL_TERM_CHAPTERS_H

#include "core/match.h"

struct fl_chapters {
    int count;
    uint32_t *end; /* number of steps at the end of each chapter, from chapter 0, the start */
};

/* Finds the chapters. Returns false if memory is short. */
bool fl_chapters_find(struct fl_chapters *, const struct fl_match *);

/* Releases the memory. */
void fl_chapters_free(struct fl_chapters *);

#endif
