/* Ways: several moves in a row as one thing to type, "go e4". Squares of a board are named by a
 * letter for the column and a number for the row, counted from the upper left corner. */
#ifndef FL_TERM_WAYS_H
#define FL_TERM_WAYS_H

#include "core/match.h"

struct fl_ways {
    int count;
    struct fl_way way[FL_MAX_WAYS];
    struct fl_view view; /* in which their items lie */
};

/* The ways open to the sight's viewer; none if it is not his turn. */
void fl_ways_of(const struct fl_sight *, struct fl_ways *out);

/* Writes the name of a square; nothing if the item lies on no board. */
void fl_put_square(struct fl_buf *, const struct fl_view *, uint16_t item);

/* Whether a text looks like the name of a square: a letter, then digits. */
bool fl_is_square(const char *text);

/* The way to the square of this name, or NULL. */
const struct fl_way *fl_way_to(const struct fl_ways *, const char *square);

#endif
