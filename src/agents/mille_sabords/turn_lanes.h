/* Solves several turns of Mille Sabords! with the same card at once, one in each lane of a vector.
 * A lane has its own stakes. The arithmetic is that of fl_turn_solve, element by element, so the
 * instructions that the compiler chooses do not change the result. */
#ifndef FL_AGENTS_MILLE_SABORDS_TURN_LANES_H
#define FL_AGENTS_MILLE_SABORDS_TURN_LANES_H

#include "agents/mille_sabords/turn_solver.h"

enum { FL_TURN_LANES = 2 }; /* vectors of 16 bytes, which every processor we build for has */

/* One double per lane. The alignment is that of a double, because vectors are also read from the
 * middle of rows. */
typedef double fl_lanes
    __attribute__((vector_size(FL_TURN_LANES * sizeof(double)), aligned(sizeof(double))));

/* As struct fl_stakes. */
struct fl_lane_stakes {
    fl_lanes stop[FL_HAND_NODES], lost[FL_HAND_NODES], raid[FL_SABORDS_DICE + 1];
    double enough;
};

/* As struct fl_worth. */
struct fl_lane_worth {
    fl_lanes lying[2][FL_HAND_NODES], kept[2][FL_HAND_SKULLS][FL_HAND_NODES];
    double residual;
    int sweeps;
};

/* Solves the turns, starting from the values in `worth`, writes one plan per lane, and writes the
 * values before the first throw to `out`. */
void fl_lanes_solve(const struct fl_turn *, const struct fl_lane_stakes *,
                    struct fl_plan plan[FL_TURN_LANES], struct fl_lane_worth *, fl_lanes *out);

#endif
