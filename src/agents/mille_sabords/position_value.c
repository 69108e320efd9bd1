/* Values of positions and moves of Mille Sabords!, from the solver and the win tables. */
#include "agents/mille_sabords/position_value.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "agents/advice/advice.h"
#include "agents/mille_sabords/agents.h"
#include "agents/mille_sabords/win_solver.h"
#include "agents/mille_sabords/win_tables.h"
#include "games/games.h"
#include "games/mille_sabords/mille_sabords.h"

enum { ALL_DICE = 0xFF };

/* ---- for winning ---- */

static const struct fl_chances *win_table_for(int target)
{
    const struct fl_chances *c = fl_chances;
    while (c->target && c->target != target)
        c++;
    return c->target ? c : NULL;
}

/* The win table for this target, or the first one if the program has none for it. */
static struct fl_win win_table_or_first(int target)
{
    const struct fl_chances *c = win_table_for(target);
    c = c ? c : fl_chances;
    return (struct fl_win){.target = c->target, .lowest = c->lowest, .coarse = c->coarse};
}

/* The position for the win table. With more than two players the leading opponent counts. */
static struct fl_win_position position_of(const struct fl_sabords *s)
{
    int32_t best = INT32_MIN;
    for (int seat = 0; seat < s->seats; seat++)
        if (seat != s->seat && s->score[seat] > best)
            best = s->score[seat];
    return (struct fl_win_position){(enum fl_sabords_stage)s->stage, s->score[s->seat] / 100,
                                    best / 100};
}

void fl_solve_for_winning(const struct fl_sabords *s, struct fl_solved *out)
{
    struct fl_win win = win_table_or_first(s->target / 100);
    fl_win_solve_turn(&win, position_of(s), s->card, out);
}

/* ---- throws ---- */

/* A throw of these dice: the dice that stay, and the dice that a bust would leave. */
static struct fl_reroll throw_of(const struct fl_turn *turn, const struct fl_sabords *s,
                                 unsigned mask)
{
    uint8_t stays[FL_FACES], saved[FL_FACES], thrown[FL_FACES];
    fl_sabords_count(s->die, ALL_DICE & ~mask, stays);
    fl_sabords_count(s->die, mask, thrown);
    fl_sabords_count(s->die, s->treasure, saved);
    return (struct fl_reroll){.guardian = s->guardian && !thrown[FL_SKULL],
                              .skulls = stays[FL_SKULL],
                              .kept = fl_node(turn, stays),
                              .saved = fl_node(turn, saved)};
}

static double chance_of_bust(const struct fl_turn *turn, const struct fl_sabords *s, fl_move move)
{
    unsigned mask = move & ALL_DICE;
    if (move < FL_SABORDS_REROLL || move >= FL_SABORDS_PUT)
        return 0;
    struct fl_reroll t = throw_of(turn, s, mask);
    return turn->bust[t.guardian][t.skulls][fl_bits(mask)];
}

/* ---- positions ---- */

/* Whether the probabilities to win are known: two players, totals may be negative, and the program
 * has a win table for the target. */
static bool is_solved(const struct fl_sight *sight)
{
    const struct fl_sabords *s = (const void *)&sight->state;
    return sight->game == &fl_mille_sabords && s->seats == 2 && !s->floor &&
           win_table_for(s->target / 100);
}

bool fl_evaluate_mille_sabords(const struct fl_sight *world, double odds[FL_MAX_SEATS])
{
    const struct fl_sabords *s = (const void *)&world->state;
    if (s->phase != FL_SABORDS_OPENING || !is_solved(world))
        return false;
    struct fl_win win = win_table_or_first(s->target / 100);
    odds[s->seat] = fl_win_chance(&win, position_of(s));
    odds[!s->seat] = 1 - odds[s->seat];
    return true;
}

static double best_of_moves(const struct fl_solved *solved, const struct fl_sabords *s)
{
    struct fl_moves list;
    double best = 0;
    fl_list(&fl_mille_sabords, s, s->seat, &list);
    for (uint32_t i = 0; i < list.count; i++) {
        double worth = fl_move_worth(solved, s, list.at[i].move);
        best = worth > best ? worth : best;
    }
    return best;
}

static double chance_in_turn(const struct fl_solved *solved, const struct fl_sabords *s)
{
    uint8_t lying[FL_FACES];
    fl_sabords_count(s->die, ALL_DICE, lying);
    if (s->skull_island)
        return solved->stakes.raid[lying[FL_SKULL]];
    if (s->phase == FL_SABORDS_CHOOSING)
        return best_of_moves(solved, s);
    if (s->throws < 2)
        return fl_turn_worth(&solved->turn, &solved->stakes, &solved->worth);
    struct fl_sabords thrown = *s;
    for (int i = 0; i < FL_SABORDS_DICE; i++)
        if (s->rerolled >> i & 1)
            thrown.die[i] = FL_COIN; /* unknown; s->guardian already counts a thrown skull */
    return fl_reroll_value(&solved->turn, &solved->stakes, &solved->worth,
                           throw_of(&solved->turn, &thrown, s->rerolled));
}

/* The probability to win of the player whose turn it is. */
static bool chance_of_mover(const struct fl_sabords *s, double *out)
{
    struct fl_win win = win_table_or_first(s->target / 100);
    if (s->phase == FL_SABORDS_OPENING || s->phase == FL_SABORDS_DRAWING) {
        *out = fl_win_chance(&win, position_of(s));
        return true;
    }
    struct fl_solved *solved = malloc(sizeof *solved);
    if (!solved)
        return false;
    fl_solve_for_winning(s, solved);
    *out = chance_in_turn(solved, s);
    free(solved);
    return true;
}

static bool win_chances(const struct fl_sight *sight, double chance[FL_MAX_SEATS])
{
    const struct fl_sabords *s = (const void *)&sight->state;
    if (s->phase == FL_SABORDS_WHO_STARTS) {
        chance[0] = chance[1] = 0.5;
        return true;
    }
    if (s->phase == FL_SABORDS_OVER) {
        fl_seats winners = fl_mille_sabords.winners(s);
        for (int seat = 0; seat < 2; seat++)
            chance[seat] = winners >> seat & 1 ? 1.0 / fl_bits(winners) : 0;
        return true;
    }
    if (!chance_of_mover(s, &chance[s->seat]))
        return false;
    chance[!s->seat] = 1 - chance[s->seat];
    return true;
}

/* ---- moves ---- */

static void faces_of(const struct fl_sabords *s, fl_move move, uint8_t count[FL_FACES])
{
    fl_sabords_count(s->die, move < FL_SABORDS_REROLL ? 0 : move & ALL_DICE, count);
}

static bool are_equivalent(const struct fl_sabords *s, fl_move a, fl_move b)
{
    uint8_t one[FL_FACES], other[FL_FACES];
    if (a < FL_SABORDS_REROLL || b < FL_SABORDS_REROLL || a >> 8 != b >> 8)
        return a == b;
    faces_of(s, a, one);
    faces_of(s, b, other);
    return !memcmp(one, other, sizeof one);
}

static bool moves_equivalent(const struct fl_sight *sight, fl_move a, fl_move b)
{
    return are_equivalent((const void *)&sight->state, a, b);
}

static bool is_listed(const struct fl_sabords *s, const struct fl_move_value *list, uint32_t count,
                      fl_move move)
{
    for (uint32_t i = 0; i < count; i++)
        if (are_equivalent(s, list[i].move, move))
            return true;
    return false;
}

/* Best first. Differences by rounding do not count: points decide then, and finally the move
 * number. */
static int by_value(const void *a, const void *b)
{
    const struct fl_move_value *x = a, *y = b;
    double more = x->chance - y->chance, points = x->points - y->points;
    if (more > 1e-9 || more < -1e-9)
        return more > 0 ? -1 : 1;
    if (points > 1e-6 || points < -1e-6)
        return points > 0 ? -1 : 1;
    return x->move < y->move ? -1 : x->move > y->move;
}

/* The turn solved for winning and for points. */
struct solutions {
    struct fl_solved winning, points;
};

static struct fl_move_value evaluate_move(const struct solutions *with, const struct fl_sabords *s,
                                          fl_move move)
{
    return (struct fl_move_value){.move = move,
                                  .chance = fl_move_worth(&with->winning, s, move),
                                  .points = fl_move_worth(&with->points, s, move),
                                  .bust = chance_of_bust(&with->points.turn, s, move)};
}

static uint32_t evaluate_moves(const struct fl_sight *sight, struct fl_move_value out[FL_MAX_MOVES])
{
    const struct fl_sabords *s = (const void *)&sight->state;
    struct solutions *solutions = malloc(sizeof *solutions);
    struct fl_moves list;
    uint32_t count = 0;
    if (!solutions)
        return 0;
    fl_solve_for_winning(s, &solutions->winning);
    fl_solve_for_points(s->card, &solutions->points);
    fl_list(sight->game, s, sight->viewer, &list);
    for (uint32_t i = 0; i < list.count; i++)
        if (!is_listed(s, out, count, list.at[i].move))
            out[count++] = evaluate_move(solutions, s, list.at[i].move);
    free(solutions);
    qsort(out, count, sizeof out[0], by_value);
    return count;
}

/* ---- advice ---- */

static const double hardly_any = 0.005; /* risk of a bust that is not worth mentioning */

enum deed { STOP, THROW, ARRANGE }; /* ARRANGE: dice change place on Treasure Island */

static enum deed deed_of(fl_move move)
{
    return move == FL_SABORDS_STOP ? STOP : move >= FL_SABORDS_PUT ? ARRANGE : THROW;
}

static bool is_stop(fl_move move)
{
    return deed_of(move) == STOP;
}

/* The index of the first move of this kind, or 0. */
static uint32_t first_that(const struct fl_advice *a, enum deed deed)
{
    for (uint32_t i = 0; i < a->count; i++)
        if (deed_of(a->at[i].move) == deed)
            return i;
    return 0;
}

/* Compares stopping with throwing, because this is the decision that people think about. */
static const char *reason_of(const struct fl_advice *a, uint32_t *other)
{
    const struct fl_advice_move *first = &a->at[0];
    enum deed deed = deed_of(first->move);
    if (deed == ARRANGE)
        return "hint.island";
    *other = first_that(a, deed == STOP ? THROW : STOP);
    if (!*other)
        return NULL;
    bool other_has_more = a->at[*other].points > first->points;
    if (deed == STOP)
        return other_has_more ? "hint.not-for-points" : "hint.stop";
    if (other_has_more)
        return "hint.for-winning";
    return first->bust < hardly_any ? "hint.safe" : "hint.throw";
}

static struct fl_advice_figures figures_of(const struct fl_advice *a)
{
    const struct fl_advice_move *first = &a->at[0], *second = &a->at[a->second];
    bool stops = is_stop(first->move);
    const struct fl_advice_move *stop = stops ? first : second, *throw = stops ? second : first;
    double points = strcmp(a->reason, "hint.stop") ? throw->points : stop->points;
    return (struct fl_advice_figures){(int32_t)lround(points), (int32_t)lround(stop->points),
                                      throw->bust};
}

static bool has_to_choose(const struct fl_sight *sight)
{
    const struct fl_sabords *s = (const void *)&sight->state;
    return s->phase == FL_SABORDS_CHOOSING;
}

const struct fl_solver fl_mille_sabords_solver = {
    .is_solved = is_solved,
    .win_chances = win_chances,
    .has_move_values = has_to_choose,
    .move_values = evaluate_moves,
    .are_equivalent = moves_equivalent,
    .is_reference = is_stop,
    .reason = reason_of,
    .figures = figures_of,
};
