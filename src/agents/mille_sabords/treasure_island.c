/* Treasure Island: enumerates all arrangements of the dice before the next throw. */
#include "agents/mille_sabords/treasure_island.h"

#include <string.h>

struct search {
    const struct fl_turn *turn;
    const struct fl_stakes *stakes;
    const struct fl_worth *worth;
    const struct fl_island *island;
    struct fl_island_plan now, *best;
};

static void try_throw(struct search *s, int thrown)
{
    uint8_t stays[FL_FACES];
    for (int face = 0; face < FL_FACES; face++)
        stays[face] = (uint8_t)(s->now.saved[face] + s->now.kept[face]);
    if (thrown < 2 || thrown == FL_SABORDS_DICE)
        return;
    struct fl_reroll t = {.skulls = s->island->lying[FL_SKULL],
                          .kept = fl_node(s->turn, stays),
                          .saved = fl_node(s->turn, s->now.saved)};
    s->now.worth = fl_reroll_value(s->turn, s->stakes, s->worth, t);
    if (s->now.worth > s->best->worth + 10 * s->stakes->enough)
        *s->best = s->now;
}

/* Enumerates the numbers of dice that may be saved and kept of this face and the following ones. */
static void try_face(struct search *s, int face, int thrown)
{
    const struct fl_island *i = s->island;
    if (face == FL_FACES) {
        try_throw(s, thrown);
        return;
    }
    for (int saved = i->on[face]; saved <= i->lying[face] - i->beside[face]; saved++)
        for (int kept = 0; kept <= i->beside[face]; kept++) {
            s->now.saved[face] = (uint8_t)saved;
            s->now.kept[face] = (uint8_t)kept;
            try_face(s, face + 1, thrown + i->lying[face] - saved - kept);
        }
}

void fl_island_solve(const struct fl_turn *turn, const struct fl_stakes *stakes,
                     const struct fl_worth *worth, const struct fl_island *island,
                     struct fl_island_plan *out)
{
    struct search s = {turn, stakes, worth, island, {.stops = false}, out};
    memset(out, 0, sizeof *out);
    out->stops = true;
    out->worth = stakes->stop[fl_node(turn, island->lying)];
    try_face(&s, FL_PARROT, 0);
}
