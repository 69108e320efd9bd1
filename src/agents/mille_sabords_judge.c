/* Mille Sabords! as the solver judges it. */
#include "agents/mille_sabords_judge.h"

#include <stdlib.h>
#include <string.h>

#include "agents/judge.h"
#include "agents/mille_sabords_chances.h"
#include "agents/mille_sabords_win.h"
#include "games/games.h"

enum { ALL_DICE = 0xFF };

/* ---- for winning ---- */

static const struct fl_chances *carried_for(int target)
{
    const struct fl_chances *c = fl_chances;
    while (c->target && c->target != target)
        c++;
    return c->target ? c : NULL;
}

/* The solution carried for this target; the first one if there is none. */
static struct fl_win solution_for(int target)
{
    const struct fl_chances *c = carried_for(target);
    c = c ? c : fl_chances;
    return (struct fl_win){.target = c->target, .lowest = c->lowest, .coarse = c->coarse};
}

/* Against several, the one who leads is the one to beat. */
static struct fl_standing standing_of(const struct fl_sabords *s)
{
    int32_t best = INT32_MIN;
    for (int seat = 0; seat < s->seats; seat++)
        if (seat != s->seat && s->score[seat] > best)
            best = s->score[seat];
    return (struct fl_standing){(enum fl_sabords_stage)s->stage, s->score[s->seat] / 100,
                                best / 100};
}

void fl_solve_for_winning(const struct fl_sabords *s, struct fl_solved *out)
{
    struct fl_win win = solution_for(s->target / 100);
    struct fl_card_ends ends;
    memset(out, 0, sizeof *out);
    fl_card_ends_of(s->card, &ends);
    out->turn = ends.turn;
    fl_stakes_in_chances(&win, standing_of(s), &ends, &out->stakes);
    fl_turn_solve(&out->turn, &out->stakes, &out->plan, &out->worth);
}

/* ---- throws ---- */

/* A throw of these dice: what stays, and what a bust would leave. */
static struct fl_throw throw_of(const struct fl_turn *turn, const struct fl_sabords *s,
                                unsigned mask)
{
    uint8_t stays[FL_FACES], saved[FL_FACES], thrown[FL_FACES];
    fl_sabords_count(s->die, ALL_DICE & ~mask, stays);
    fl_sabords_count(s->die, mask, thrown);
    fl_sabords_count(s->die, s->treasure, saved);
    return (struct fl_throw){.guardian = s->guardian && !thrown[FL_SKULL],
                             .skulls = stays[FL_SKULL],
                             .kept = fl_node(turn, stays),
                             .saved = fl_node(turn, saved)};
}

static double chance_of_bust(const struct fl_turn *turn, const struct fl_sabords *s, fl_move move)
{
    unsigned mask = move & ALL_DICE;
    if (move < FL_SABORDS_REROLL || move >= FL_SABORDS_PUT)
        return 0;
    struct fl_throw t = throw_of(turn, s, mask);
    return turn->bust[t.guardian][t.skulls][fl_bits(mask)];
}

/* ---- positions ---- */

bool fl_is_solved(const struct fl_sight *sight)
{
    const struct fl_sabords *s = (const void *)&sight->state;
    return sight->game == &fl_mille_sabords && s->seats == 2 && !s->floor &&
           carried_for(s->target / 100);
}

bool fl_judge_mille_sabords(const struct fl_sight *world, double odds[FL_MAX_SEATS])
{
    const struct fl_sabords *s = (const void *)&world->state;
    if (s->phase != FL_SABORDS_OPENING || !fl_is_solved(world))
        return false;
    struct fl_win win = solution_for(s->target / 100);
    odds[s->seat] = fl_win_chance(&win, standing_of(s));
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
            thrown.die[i] =
                FL_COIN; /* nothing is known of it, but that she has been asked before */
    return fl_throw_worth(&solved->turn, &solved->stakes, &solved->worth,
                          throw_of(&solved->turn, &thrown, s->rerolled));
}

/* The chance of the one whose turn it is. */
static bool chance_of_mover(const struct fl_sabords *s, double *out)
{
    struct fl_win win = solution_for(s->target / 100);
    if (s->phase == FL_SABORDS_OPENING || s->phase == FL_SABORDS_DRAWING) {
        *out = fl_win_chance(&win, standing_of(s));
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

bool fl_solved_chances(const struct fl_sight *sight, double chance[FL_MAX_SEATS])
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

bool fl_judged_alike(const struct fl_sabords *s, fl_move a, fl_move b)
{
    uint8_t one[FL_FACES], other[FL_FACES];
    if (a < FL_SABORDS_REROLL || b < FL_SABORDS_REROLL || a >> 8 != b >> 8)
        return a == b;
    faces_of(s, a, one);
    faces_of(s, b, other);
    return !memcmp(one, other, sizeof one);
}

static bool is_there(const struct fl_sabords *s, const struct fl_judged *list, uint32_t count,
                     fl_move move)
{
    for (uint32_t i = 0; i < count; i++)
        if (fl_judged_alike(s, list[i].move, move))
            return true;
    return false;
}

/* What is equal but for rounding is told apart by points, then by the number. */
static int better_first(const void *a, const void *b)
{
    const struct fl_judged *x = a, *y = b;
    double more = x->chance - y->chance, points = x->points - y->points;
    if (more > 1e-9 || more < -1e-9)
        return more > 0 ? -1 : 1;
    if (points > 1e-6 || points < -1e-6)
        return points > 0 ? -1 : 1;
    return x->move < y->move ? -1 : x->move > y->move;
}

struct scales {
    struct fl_solved winning, points;
};

static struct fl_judged judge_move(const struct scales *with, const struct fl_sabords *s,
                                   fl_move move)
{
    return (struct fl_judged){.move = move,
                              .chance = fl_move_worth(&with->winning, s, move),
                              .points = fl_move_worth(&with->points, s, move),
                              .bust = chance_of_bust(&with->points.turn, s, move)};
}

uint32_t fl_judge_moves(const struct fl_sight *sight, struct fl_judged out[FL_MAX_MOVES])
{
    const struct fl_sabords *s = (const void *)&sight->state;
    struct scales *scales = malloc(sizeof *scales);
    struct fl_moves list;
    uint32_t count = 0;
    if (!scales)
        return 0;
    fl_solve_for_winning(s, &scales->winning);
    fl_solve_for_points(s->card, &scales->points);
    fl_list(sight->game, s, sight->viewer, &list);
    for (uint32_t i = 0; i < list.count; i++)
        if (!is_there(s, out, count, list.at[i].move))
            out[count++] = judge_move(scales, s, list.at[i].move);
    free(scales);
    qsort(out, count, sizeof out[0], better_first);
    return count;
}
