/* Treasure Island: enumerates all arrangements of the dice before the next throw. */
#include "agents/mille_sabords/treasure_island.h"

#include <string.h>

struct search {
    const struct fl_island_values *values;
    const struct fl_island *island;
    struct fl_island_plan now, *best;
};

static void try_throw(struct search *s, int thrown)
{
    const struct fl_island_values *v = s->values;
    int skulls = s->island->lying[FL_SKULL];
    uint8_t stays[FL_FACES];
    if (thrown < 2 || thrown == FL_SABORDS_DICE)
        return;
    for (int face = 0; face < FL_FACES; face++)
        stays[face] = (uint8_t)(s->now.saved[face] + s->now.kept[face]);
    s->now.worth = v->kept[skulls][v->node[fl_hand_number(stays)]] +
                   v->bust[skulls][thrown] * v->lost[v->node[fl_hand_number(s->now.saved)]];
    if (s->now.worth > s->best->worth + v->tie)
        *s->best = s->now;
}

/* Enumerates the numbers of dice that may be saved, and kept next to the card, of this face and the
 * following ones. More saved dice come first, so that equal values save as many as possible. */
static void try_face(struct search *s, int face, int thrown)
{
    const struct fl_island *i = s->island;
    if (face == FL_FACES) {
        try_throw(s, thrown);
        return;
    }
    for (int saved = i->lying[face] - i->beside[face]; saved >= i->on[face]; saved--) {
        int off = i->lying[face] - saved, most = s->values->saves_all ? i->beside[face] : off;
        for (int kept = 0; kept <= most; kept++) {
            s->now.saved[face] = (uint8_t)saved;
            s->now.kept[face] = (uint8_t)kept;
            try_face(s, face + 1, thrown + off - kept);
        }
    }
}

void fl_island_solve(const struct fl_island_values *values, const struct fl_island *island,
                     struct fl_island_plan *out)
{
    struct search s = {values, island, {.stops = false}, out};
    memset(out, 0, sizeof *out);
    out->stops = true;
    out->worth = values->stop[values->node[fl_hand_number(island->lying)]];
    try_face(&s, FL_PARROT, 0);
}

struct fl_island_values fl_island_values_of(const struct fl_turn *turn,
                                            const struct fl_stakes *stakes,
                                            const struct fl_worth *worth)
{
    struct fl_island_values out = {
        .node = turn->node, .lost = stakes->lost, .stop = stakes->stop, .tie = 10 * stakes->enough};
    for (int skulls = 0; skulls < FL_ISLAND_SKULLS; skulls++) {
        out.kept[skulls] = worth->kept[0][skulls];
        out.bust[skulls] = turn->bust[0][skulls];
    }
    return out;
}
