/* Routes: several moves in a row as one input, "go e4". A square of a board is named by a letter
 * for its column and a number for its row, from the upper left corner. */
#ifndef FL_TERM_ROUTES_H
#define FL_TERM_ROUTES_H

#include "core/match.h"

struct fl_routes {
    int count;
    struct fl_route route[FL_MAX_ROUTES];
    struct fl_view view; /* the view that contains their items */
};

/* Lists the routes of the sight's viewer; none if another seat is to move. */
void fl_routes_of(const struct fl_sight *, struct fl_routes *out);

/* Writes the name of a square; nothing if the item is not on a board. */
void fl_put_square(struct fl_buf *, const struct fl_view *, uint16_t item);

/* Whether a text has the form of a square's name: a letter, then digits. */
bool fl_is_square(const char *text);

/* The route to the square with this name, or NULL. */
const struct fl_route *fl_route_to(const struct fl_routes *, const char *square);

#endif
