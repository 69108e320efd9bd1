/* The template of the turn solver for several turns at once. */
#include "agents/mille_sabords/turn_lanes.h"

#define NUMBER fl_lanes
#define LANES FL_TURN_LANES
#define LANE(number, i) (number)[i]
#define STAKES struct fl_lane_stakes
#define WORTH struct fl_lane_worth
#include "agents/mille_sabords/turn_sweeps.h"

void fl_lanes_solve(const struct fl_turn *turn, const struct fl_lane_stakes *stakes,
                    struct fl_plan plan[FL_TURN_LANES], struct fl_lane_worth *worth, fl_lanes *out)
{
    solve_turn(turn, stakes, plan, worth);
    *out = worth_of_turn(turn, stakes, worth);
}
