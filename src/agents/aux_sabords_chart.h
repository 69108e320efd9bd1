/* The sea of Aux Sabords: how many steps every square is from where a ship wants to go. */
#ifndef FL_AGENTS_AUX_SABORDS_CHART_H
#define FL_AGENTS_AUX_SABORDS_CHART_H

#include "games/aux_sabords.h"

enum { FL_AUX_FAR_AWAY = 255 };

/* Steps from each square to a goal, for one ship; other ships are not in the way. */
struct fl_aux_chart {
    uint8_t steps[FL_AUX_SQUARES];
};

enum fl_aux_place { FL_AUX_HOME, FL_AUX_TREASURE, FL_AUX_ROSE, FL_AUX_PLACES };

/* By board, colour and place of that colour: made while the program is built. */
extern const struct fl_aux_chart fl_aux_charts[2][FL_AUX_COLOURS][FL_AUX_PLACES];

/* Whether a ship of this colour can ever be on a square of the sea. */
bool fl_aux_is_passable(const struct fl_aux *, int colour, int square);

/* The square of a colour's place. */
int fl_aux_place(const struct fl_aux *, int colour, enum fl_aux_place);

/* Measures anew, to any goal. */
void fl_aux_measure(const struct fl_aux *, int colour, int goal, struct fl_aux_chart *out);

#endif
