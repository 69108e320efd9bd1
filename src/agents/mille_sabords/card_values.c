/* Figures about cards and moves of Mille Sabords!, calculated with the turn solver. */
#include "agents/mille_sabords/card_values.h"

#include <math.h>
#include <string.h>

#include "agents/mille_sabords/treasure_island.h"

enum { ALL_DICE = 0xFF };

void fl_solve_for_points(int card, struct fl_solved *out)
{
    memset(&out->worth, 0, sizeof out->worth);
    fl_turn_of(card, &out->turn, &out->stakes);
    fl_turn_solve(&out->turn, &out->stakes, &out->plan, &out->worth);
}

/* ---- cards ---- */

/* The mean of a quantity other than points when the same plan is followed. */
static double mean_of(const struct fl_solved *s, const struct fl_stakes *stakes)
{
    struct fl_worth worth = {.residual = 0};
    fl_turn_follow(&s->turn, stakes, &s->plan, &worth);
    return fl_turn_worth(&s->turn, stakes, &worth);
}

static double mean_square(const struct fl_solved *s)
{
    struct fl_stakes stakes = s->stakes;
    for (int node = 0; node < s->turn.nodes; node++) {
        stakes.stop[node] *= stakes.stop[node];
        stakes.lost[node] *= stakes.lost[node];
    }
    return mean_of(s, &stakes);
}

static double chance_of_bust(const struct fl_solved *s)
{
    struct fl_stakes stakes = {.enough = 1e-14};
    for (int node = 0; node < s->turn.nodes; node++)
        stakes.lost[node] = 1;
    return mean_of(s, &stakes);
}

static double chance_of_island(const struct fl_solved *s)
{
    struct fl_stakes stakes = {.enough = 1e-14};
    for (int skulls = 0; skulls <= FL_SABORDS_DICE; skulls++)
        stakes.raid[skulls] = 1;
    return mean_of(s, &stakes);
}

static double chance_to_take(const struct fl_solved *s)
{
    struct fl_stakes stakes = {.enough = 1e-14};
    for (int node = 0; node < s->turn.nodes; node++)
        stakes.stop[node] = s->stakes.stop[node] > 0;
    return fl_sabords_quota(s->turn.card) ? mean_of(s, &stakes) : 0;
}

void fl_figures_of(const struct fl_solved *s, struct fl_figures *out)
{
    out->points = fl_turn_worth(&s->turn, &s->stakes, &s->worth);
    out->squares = mean_square(s);
    out->sd = sqrt(out->squares - out->points * out->points);
    out->bust = chance_of_bust(s);
    out->island = chance_of_island(s);
    out->taken = chance_to_take(s);
    out->residual = s->worth.residual;
}

/* ---- moves ---- */

static double worth_of_throw(const struct fl_solved *s, const struct fl_sabords *table,
                             unsigned mask)
{
    uint8_t thrown[FL_FACES], stays[FL_FACES], saved[FL_FACES];
    fl_sabords_count(table->die, mask, thrown);
    fl_sabords_count(table->die, ALL_DICE & ~mask, stays);
    fl_sabords_count(table->die, table->treasure, saved);
    struct fl_reroll t = {.guardian = table->guardian && !thrown[FL_SKULL],
                          .skulls = stays[FL_SKULL],
                          .kept = fl_node(&s->turn, stays),
                          .saved = fl_node(&s->turn, saved)};
    return fl_reroll_value(&s->turn, &s->stakes, &s->worth, t);
}

/* A move that only changes the place of dice is worth what the best continuation with these dice
 * bound to their place is worth. */
static double worth_of_change(const struct fl_solved *s, const struct fl_sabords *table,
                              unsigned mask)
{
    struct fl_island island;
    struct fl_island_plan plan;
    unsigned moved = table->moved | mask, treasure = table->treasure ^ mask;
    fl_sabords_count(table->die, ALL_DICE, island.lying);
    fl_sabords_count(table->die, moved & treasure, island.on);
    fl_sabords_count(table->die, moved & ~treasure, island.beside);
    struct fl_island_values values = fl_island_values_of(&s->turn, &s->stakes, &s->worth);
    fl_island_solve(&values, &island, &plan);
    return plan.worth;
}

static double worth_of_stop(const struct fl_solved *s, const struct fl_sabords *table)
{
    uint8_t count[FL_FACES];
    fl_sabords_count(table->die, ALL_DICE, count);
    int node = fl_node(&s->turn, count);
    return count[FL_SKULL] > s->turn.limit ? s->stakes.lost[node] : s->stakes.stop[node];
}

double fl_move_worth(const struct fl_solved *s, const struct fl_sabords *table, fl_move move)
{
    if (move >= FL_SABORDS_PUT)
        return worth_of_change(s, table, move & ALL_DICE);
    if (move >= FL_SABORDS_REROLL)
        return worth_of_throw(s, table, move & ALL_DICE);
    return worth_of_stop(s, table);
}
