/* Rectangles of text, put together before they are printed: cards, dice, score sheets. */
#ifndef FL_TERM_BLOCK_H
#define FL_TERM_BLOCK_H

#include "term/screen.h"

enum { FL_BLOCK_LINES = 40, FL_BLOCK_BYTES = 768 };

struct fl_block {
    int height, width; /* lines; columns of the widest */
    char line[FL_BLOCK_LINES][FL_BLOCK_BYTES];
};

/* An empty block. */
void fl_block_begin(struct fl_block *);

/* Adds a line; what does not fit is left out. */
void fl_block_add(struct fl_block *, const char *line);

/* Adds a text as lines of at most this many columns. */
void fl_block_wrap(struct fl_block *, const char *text, int width);

/* Puts a block to the right of another, so many columns away from it. */
void fl_block_beside(struct fl_block *left, int gap, const struct fl_block *right);

/* Puts a frame round it, with a title; at least so many columns wide inside. */
void fl_block_frame(struct fl_block *, const struct fl_screen *, const char *title, int width);

/* Prints it with a margin on the left. */
void fl_block_print(const struct fl_block *, const struct fl_screen *, int margin);

/* Writes a text and spaces up to a width; a longer text is cut and ends with "…". */
void fl_put_padded(struct fl_buf *, const char *text, int width);

#endif
