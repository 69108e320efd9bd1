/* Conversion of evaluations to shares of a win. */
#include "agents/search/evaluate.h"

/* exp(x) as (1 + x / 1024) to the power of 1024, which is the same on every machine. */
double fl_odds(double value)
{
    double x = value < -20 ? -20 : value > 20 ? 20 : value;
    double odds = 1 + x / 1024;
    for (int i = 0; i < 10; i++)
        odds *= odds;
    return odds;
}

void fl_evaluate_shares(const struct fl_sight *world, const double odds[FL_MAX_SEATS],
                        uint32_t whole, uint32_t share[FL_MAX_SEATS])
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
