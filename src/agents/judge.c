/* From standings to chances. */
#include "agents/judge.h"

/* (1 + x / 1024) to the power of 1024. */
double fl_odds(double standing)
{
    double x = standing < -20 ? -20 : standing > 20 ? 20 : standing;
    double odds = 1 + x / 1024;
    for (int i = 0; i < 10; i++)
        odds *= odds;
    return odds;
}

void fl_judge_shares(const struct fl_sight *world, const double odds[FL_MAX_SEATS], uint32_t whole,
                     uint32_t share[FL_MAX_SEATS])
{
    double all = 0;
    unsigned counted = 0;
    for (int seat = 0; seat < world->setup.seats; seat++) {
        unsigned team = 1u << fl_team(world->game, &world->state, seat);
        all += counted & team ? 0 : odds[seat];
        counted |= team;
    }
    for (int seat = 0; seat < world->setup.seats; seat++)
        share[seat] = (uint32_t)(whole * odds[seat] / all);
}
