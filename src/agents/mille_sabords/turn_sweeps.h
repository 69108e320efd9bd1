/* The value iteration of the turn solver, as a template. It solves LANES turns with the same card
 * at once. The including file defines the names that turn_numbers.h needs, and STAKES and WORTH:
 * structures with the members of struct fl_stakes and struct fl_worth, as NUMBERs.
 *
 * Dice fall one at a time: the value of dice that have not fallen yet is the mean over six faces of
 * the value with one die less. Skulls stay (except for the guardian's one throw), so the turn is
 * solved for the largest number of skulls first. With a constant number of skulls a turn may return
 * to an earlier hand. But each throw of two or more dice leaves this cycle with a probability of at
 * least 11/36, so that each sweep over "best of stopping and throwing" reduces the error at least
 * by the factor 25/36. Every third sweep is followed by an extrapolation, which saves four sweeps
 * of ten. The iteration ends with a sweep that changes nothing by more than the tolerance; this
 * bounds the error, whatever the sweeps started from.
 *
 * After a throw any part of the hand may be saved on Treasure Island, because each die may change
 * its place once (6.14 of the rules). A kept hand is therefore worth the best of its parts if the
 * throw is a bust. */
#ifdef NUMBER

#include <string.h>

#include "agents/mille_sabords/turn_numbers.h"

enum { DICE = FL_SABORDS_DICE, MAX_SWEEPS = 1000 };

static const double illegal = -1e300; /* the value of an illegal move: below all others */
static const double sixth = 1.0 / 6;

/* ---- one stage of the turn ---- */

/* A number of skulls, and whether the guardian is still unused. `lying` are the nodes of the hands
 * with which the player chooses. */
struct stage {
    const struct fl_turn *turn;
    const STAKES *stakes;
    WORTH *worth;
    int guardian, skulls;
    struct {
        int from, end;
    } lying;
};

/* The best part of every hand: its value, and its node as a value of a NUMBER. */
struct parts {
    NUMBER best[FL_HAND_NODES], index[FL_HAND_NODES];
};

struct space {
    NUMBER spared[FL_HAND_NODES];  /* a bust with this hand kept */
    NUMBER risk[FL_HAND_NODES];    /* `spared` times the probability of a bust */
    struct parts dice, guardian;   /* what to keep in a throw without and with a skull */
    NUMBER least[FL_HAND_NODES];   /* the best of stopping and the guardian's throw */
    NUMBER step[2][FL_HAND_NODES]; /* changes of values in the last two sweeps, alternating */
};

/* Replaces the value of every hand by that of its best part, from small hands to large ones. */
static void choose_parts(const struct fl_turn *turn, int end, struct parts *parts)
{
    for (int node = 0; node < end; node++) {
        NUMBER best = parts->best[node], index = all_lanes(node);
        for (int i = 0; i < turn->prevs[node]; i++) {
            int prev = turn->prev[node][i];
            index = if_larger(parts->best[prev], best, parts->index[prev], index);
            best = larger(parts->best[prev], best);
        }
        parts->best[node] = best;
        parts->index[node] = index;
    }
}

/* Calculates the values of kept hands from those of complete hands, fewest dice to fall first. */
static void let_dice_fall(const struct stage *s)
{
    const struct fl_turn *turn = s->turn;
    NUMBER *kept = s->worth->kept[s->guardian][s->skulls];
    bool bust = s->skulls == fl_most_skulls(turn, s->guardian); /* by one more skull */
    const NUMBER *skull = bust ? NULL : s->worth->kept[s->guardian][s->skulls + 1];
    for (int node = s->lying.from; node < s->lying.end; node++)
        kept[node] = s->worth->lying[s->guardian][node];
    for (int node = s->lying.from - 1; node >= 0; node--) {
        const uint16_t *next = turn->next[node];
        NUMBER sum = kept[next[FL_PARROT]] + kept[next[FL_MONKEY]] + kept[next[FL_SABRE]] +
                     kept[next[FL_COIN]] + kept[next[FL_DIAMOND]];
        kept[node] = (bust ? sum : sum + skull[node]) * sixth;
    }
}

/* A kind of throw: the skulls that stay, whether the guardian is unused after it, and the nodes of
 * the hands that may be kept. */
struct throw
{
    int skulls, guardian, from, end;
};

/* Throws without a skull: at least two dice are thrown and at least one of the eight stays. */
static struct throw throw_of_dice(const struct stage *s)
{
    const uint16_t *of_size = s->turn->of_size;
    return (struct throw){s->skulls, s->guardian, of_size[s->skulls ? 0 : 1],
                          of_size[DICE - s->skulls - 1]};
}

/* Throws of the guardian: one skull and any other dice are thrown, and at least one of the eight
 * stays. */
static struct throw throw_of_guardian(const struct stage *s)
{
    const uint16_t *of_size = s->turn->of_size;
    return (struct throw){s->skulls - 1, 0, of_size[s->skulls > 1 ? 0 : 1],
                          of_size[DICE - s->skulls + 1]};
}

static void find_risk(const struct stage *s, struct throw t, struct space *space)
{
    const struct fl_turn *turn = s->turn;
    for (int size = 0; size <= DICE - s->skulls; size++)
        for (int node = turn->of_size[size]; node < turn->of_size[size + 1]; node++)
            space->risk[node] =
                space->spared[node] * turn->bust[t.guardian][t.skulls][DICE - t.skulls - size];
}

/* The best part of a hand: `value` if it is the hand itself. */
static inline NUMBER best_part(const struct fl_turn *turn, int node, NUMBER value,
                               const NUMBER *best)
{
    for (int i = 0; i < turn->prevs[node]; i++)
        value = larger(best[turn->prev[node][i]], value);
    return value;
}

/* Finds the value of the best part of every hand, from small hands to large ones. */
static void find_best(const struct stage *s, struct throw t, const struct space *space,
                      NUMBER *best)
{
    const NUMBER *kept = s->worth->kept[t.guardian][t.skulls];
    for (int node = 0; node < t.from; node++)
        best[node] = all_lanes(illegal);
    for (int node = t.from; node < t.end; node++)
        best[node] = best_part(s->turn, node, kept[node] + space->risk[node], best);
    for (int node = t.end; node < s->lying.end; node++)
        best[node] = best_part(s->turn, node, all_lanes(illegal), best);
}

/* The same, and the part itself. It is the hand, unless a smaller part is better. */
static void find_best_part(const struct stage *s, struct throw t, const struct space *space,
                           struct parts *out)
{
    const NUMBER *kept = s->worth->kept[t.guardian][t.skulls];
    for (int node = 0; node < s->lying.end; node++)
        out->best[node] =
            node >= t.from && node < t.end ? kept[node] + space->risk[node] : all_lanes(illegal);
    choose_parts(s->turn, s->lying.end, out);
}

/* With three skulls and the guardian unused, the player throws a skull again or loses the turn. */
static bool guardian_must_throw(const struct stage *s)
{
    return s->skulls > s->turn->limit;
}

static NUMBER worth_of_stopping(const struct stage *s, int node)
{
    return guardian_must_throw(s) ? s->stakes->lost[node] : s->stakes->stop[node];
}

/* ---- sweeps ---- */

static void find_least(const struct stage *s, struct space *space)
{
    bool helps = s->guardian && s->skulls;
    if (helps) {
        find_risk(s, throw_of_guardian(s), space);
        find_best_part(s, throw_of_guardian(s), space, &space->guardian);
    }
    for (int node = s->lying.from; node < s->lying.end; node++) {
        if (!helps)
            space->guardian.best[node] = all_lanes(illegal);
        space->least[node] = larger(space->guardian.best[node], worth_of_stopping(s, node));
    }
}

/* Improves the value of every hand; returns the largest change. */
static double sweep(const struct stage *s, struct space *space, NUMBER *step)
{
    NUMBER change = all_lanes(0), *lying = s->worth->lying[s->guardian];
    let_dice_fall(s);
    find_best(s, throw_of_dice(s), space, space->dice.best);
    for (int node = s->lying.from; node < s->lying.end; node++) {
        NUMBER value = larger(space->dice.best[node], space->least[node]);
        step[node] = value - lying[node];
        change = larger(larger(step[node], -step[node]), change);
        lying[node] = value;
    }
    return largest_lane(change);
}

static void extrapolate(const struct stage *s, const NUMBER *before, const NUMBER *step)
{
    for (int node = s->lying.from; node < s->lying.end; node++)
        s->worth->lying[s->guardian][node] += rest_of_series(before[node], step[node]);
}

static void iterate(const struct stage *s, struct space *space)
{
    double change = s->stakes->enough + 1;
    int sweeps = 0;
    while (change > s->stakes->enough && sweeps < MAX_SWEEPS) {
        if (sweeps && sweeps % SWEEPS_TO_EXTRAPOLATE == 0)
            extrapolate(s, space->step[sweeps & 1], space->step[!(sweeps & 1)]);
        change = sweep(s, space, space->step[sweeps & 1]);
        sweeps++;
    }
    s->worth->residual = change > s->worth->residual ? change : s->worth->residual;
    s->worth->sweeps = sweeps > s->worth->sweeps ? sweeps : s->worth->sweeps;
}

/* ---- plans ---- */

static void choose_plan(const struct stage *s, const struct space *space,
                        struct fl_plan plan[LANES])
{
    double tie = 10 * s->stakes->enough; /* stops if throwing is not better by more than this */
    for (int node = s->lying.from; node < s->lying.end; node++) {
        NUMBER best = worth_of_stopping(s, node), keep = all_lanes(FL_PLAN_STOP);
        keep = if_larger(space->dice.best[node], best + tie, space->dice.index[node], keep);
        best = if_larger(space->dice.best[node], best + tie, space->dice.best[node], best);
        keep = if_larger(space->guardian.best[node], best + tie,
                         space->guardian.index[node] + FL_PLAN_GUARDIAN, keep);
        for (int i = 0; i < LANES; i++)
            plan[i].keep[s->guardian][node] = (uint16_t)LANE(keep, i);
    }
}

static void forbid_throws(const struct stage *s, struct parts *out)
{
    for (int node = s->lying.from; node < s->lying.end; node++)
        out->best[node] = all_lanes(illegal);
}

static void solve_stage(const struct stage *s, struct space *space, struct fl_plan plan[LANES])
{
    find_least(s, space);
    if (guardian_must_throw(s)) {
        forbid_throws(s, &space->dice);
        for (int node = s->lying.from; node < s->lying.end; node++)
            s->worth->lying[s->guardian][node] = space->least[node];
    } else {
        find_risk(s, throw_of_dice(s), space);
        iterate(s, space);
        find_best_part(s, throw_of_dice(s), space, &space->dice);
    }
    let_dice_fall(s);
    choose_plan(s, space, plan);
}

/* Finds the part of every hand to save on Treasure Island. A bust with another card has the same
 * value for every hand. */
static void find_spared(const struct fl_turn *turn, const STAKES *stakes, struct space *space,
                        struct fl_plan plan[LANES])
{
    struct parts *parts = &space->dice;
    memcpy(space->spared, stakes->lost, sizeof space->spared);
    for (int node = 0; node < turn->nodes; node++)
        for (int i = 0; i < LANES; i++)
            plan[i].save[node] = (uint16_t)node;
    if (turn->card != FL_CARD_ISLAND)
        return;
    memcpy(parts->best, stakes->lost, sizeof parts->best);
    choose_parts(turn, turn->nodes, parts);
    memcpy(space->spared, parts->best, sizeof parts->best);
    for (int node = 0; node < turn->nodes; node++)
        for (int i = 0; i < LANES; i++)
            plan[i].save[node] = (uint16_t)LANE(parts->index[node], i);
}

static struct stage stage_of(const struct fl_turn *turn, const STAKES *stakes, WORTH *worth,
                             int guardian, int skulls)
{
    int lying = DICE - skulls;
    return (struct stage){turn,     stakes, worth,
                          guardian, skulls, {turn->of_size[lying], turn->of_size[lying + 1]}};
}

static void solve_turn(const struct fl_turn *turn, const STAKES *stakes, struct fl_plan plan[LANES],
                       WORTH *worth)
{
    struct space space;
    worth->residual = 0;
    worth->sweeps = 0;
    find_spared(turn, stakes, &space, plan);
    for (int guardian = 0; guardian <= (turn->card == FL_CARD_GUARDIAN); guardian++)
        for (int skulls = fl_most_skulls(turn, guardian); skulls >= 0; skulls--) {
            struct stage s = stage_of(turn, stakes, worth, guardian, skulls);
            solve_stage(&s, &space, plan);
        }
}

/* The value of a turn before its first throw. */
static NUMBER worth_of_turn(const struct fl_turn *turn, const STAKES *stakes, const WORTH *worth)
{
    int guardian = turn->card == FL_CARD_GUARDIAN, ship = fl_sabords_quota(turn->card) > 0;
    NUMBER sum = all_lanes(0);
    for (int skulls = 0; skulls <= DICE; skulls++) {
        int lying = DICE - skulls;
        if (skulls <= fl_most_skulls(turn, guardian))
            for (int node = turn->of_size[lying]; node < turn->of_size[lying + 1]; node++)
                sum += turn->first[node] * worth->lying[guardian][node];
        else if (skulls == turn->limit + 1 || ship)
            sum += turn->skulls_first[skulls] * stakes->lost[0];
        else
            sum += turn->skulls_first[skulls] * stakes->raid[skulls];
    }
    return sum;
}

#endif
