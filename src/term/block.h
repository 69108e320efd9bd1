/* Rectangles of text that are assembled before they are printed: cards, dice, score sheets. */
#ifndef FL_TERM_BLOCK_H
#define FL_TERM_BLOCK_H

#include "term/screen.h"

enum { FL_BLOCK_LINES = 40, FL_BLOCK_BYTES = 768 };

struct fl_block {
    int height, width; /* number of lines; columns of the widest line */
    char line[FL_BLOCK_LINES][FL_BLOCK_BYTES];
};

/* Makes a block empty. */
void fl_block_begin(struct fl_block *);

/* Adds a line. Bytes and lines beyond the limits above are dropped. */
void fl_block_add(struct fl_block *, const char *line);

/* Adds a text, wrapped at `width` columns. */
void fl_block_wrap(struct fl_block *, const char *text, int width);

/* Appends the lines of `right` to those of `left`, with `gap` columns between them. */
void fl_block_beside(struct fl_block *left, int gap, const struct fl_block *right);

/* Puts a frame with a title around a block. The frame is at least `width` columns wide inside. */
void fl_block_frame(struct fl_block *, const struct fl_screen *, const char *title, int width);

/* Prints a block, indented by `margin` columns. */
void fl_block_print(const struct fl_block *, const struct fl_screen *, int margin);

/* Writes a text padded with spaces to `width` columns. A longer text is cut and ends with "…". */
void fl_put_padded(struct fl_buf *, const char *text, int width);

#endif
