/* Distances on the board of Aux Sabords: the number of steps from each square to a destination. */
#ifndef FL_AGENTS_AUX_SABORDS_DISTANCES_H
#define FL_AGENTS_AUX_SABORDS_DISTANCES_H

#include "games/aux_sabords/aux_sabords.h"

enum { FL_AUX_FAR_AWAY = 255 };

/* Steps from each square to a goal, for a ship of one colour. Other ships do not block the way. */
struct fl_aux_chart {
    uint8_t steps[FL_AUX_SQUARES];
};

enum fl_aux_place { FL_AUX_HOME, FL_AUX_TREASURE, FL_AUX_ROSE, FL_AUX_PLACES };

/* By board, colour and place of that colour; calculated during the build. */
extern const struct fl_aux_chart fl_aux_charts[2][FL_AUX_COLOURS][FL_AUX_PLACES];

/* Whether a ship of this colour can be on a square. */
static inline bool fl_aux_is_passable(const struct fl_aux *s, int colour, int square)
{
    char kind = fl_aux_square(s, square);
    return kind == '.' || (kind >= '0' && kind <= '3') || kind == 'A' + colour;
}

/* The square of a colour's place. */
int fl_aux_place(const struct fl_aux *, int colour, enum fl_aux_place);

/* Calculates the distances to any goal. */
void fl_aux_measure(const struct fl_aux *, int colour, int goal, struct fl_aux_chart *out);

#endif
