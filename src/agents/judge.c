/* From standings to chances. */
#include "agents/judge.h"

/* e to the power of x, 0 or less, the same on every machine. */
static double power_of_e(double x)
{
    double y = x > -20 ? 1 + x / 1024 : 0;
    for (int i = 0; i < 10; i++)
        y *= y;
    return y;
}

void fl_judge_shares(const struct fl_sight *world, const double worth[FL_MAX_SEATS], uint32_t whole,
                     uint32_t share[FL_MAX_SEATS])
{
    double most = worth[0], odds[FL_MAX_SEATS], all = 0;
    unsigned counted = 0;
    for (int seat = 1; seat < world->setup.seats; seat++)
        most = worth[seat] > most ? worth[seat] : most;
    for (int seat = 0; seat < world->setup.seats; seat++) {
        unsigned team = 1u << fl_team(world->game, &world->state, seat);
        odds[seat] = power_of_e(worth[seat] - most);
        all += counted & team ? 0 : odds[seat];
        counted |= team;
    }
    for (int seat = 0; seat < world->setup.seats; seat++)
        share[seat] = (uint32_t)(whole * odds[seat] / all);
}
