/* Solves one turn of Mille Sabords!: the template for a single turn, and following a given plan. */
#include "agents/mille_sabords/turn_solver.h"

#define NUMBER double
#define LANES 1
#define LANE(number, i) (number)
#define STAKES struct fl_stakes
#define WORTH struct fl_worth
#include "agents/mille_sabords/turn_sweeps.h"

#include <assert.h>

static int dice_of(const uint8_t count[FL_FACES])
{
    int dice = 0;
    for (int face = FL_PARROT; face < FL_FACES; face++)
        dice += count[face];
    return dice;
}

static void fill_stakes(const struct fl_turn *turn, struct fl_stakes *out)
{
    struct fl_sabords_tally tally;
    uint8_t count[FL_FACES];
    memset(out, 0, sizeof *out);
    out->enough = 1e-10;
    for (int node = 0; node < turn->nodes; node++) {
        fl_hand_of(turn->hand[node], count);
        fl_sabords_lost(turn->card, count, &tally);
        out->lost[node] = tally.total;
        count[FL_SKULL] = (uint8_t)(DICE - dice_of(count));
        fl_sabords_stop(turn->card, count, &tally);
        if (count[FL_SKULL] <= turn->limit)
            out->stop[node] = tally.total;
    }
}

void fl_turn_of(int card, struct fl_turn *out, struct fl_stakes *stakes)
{
    fl_turn_nodes(card, out);
    fill_stakes(out, stakes);
}

void fl_turn_solve(const struct fl_turn *turn, const struct fl_stakes *stakes, struct fl_plan *plan,
                   struct fl_worth *worth)
{
    solve_turn(turn, stakes, plan, worth);
}

double fl_turn_worth(const struct fl_turn *turn, const struct fl_stakes *stakes,
                     const struct fl_worth *worth)
{
    return worth_of_turn(turn, stakes, worth);
}

double fl_reroll_value(const struct fl_turn *turn, const struct fl_stakes *stakes,
                       const struct fl_worth *worth, struct fl_reroll t)
{
    uint8_t count[FL_FACES];
    fl_hand_of(turn->hand[t.kept], count);
    int dice = DICE - t.skulls - dice_of(count);
    return worth->kept[t.guardian][t.skulls][t.kept] +
           turn->bust[t.guardian][t.skulls][dice] * stakes->lost[t.saved];
}

/* ---- following a plan ---- */

static double worth_of_plan(const struct stage *s, const struct fl_plan *plan, int node)
{
    uint16_t keep = plan->keep[s->guardian][node];
    if (keep == FL_PLAN_STOP)
        return worth_of_stopping(s, node);
    bool helped = keep & FL_PLAN_GUARDIAN;
    int kept = keep & ~FL_PLAN_GUARDIAN;
    return fl_reroll_value(
        s->turn, s->stakes, s->worth,
        (struct fl_reroll){s->guardian && !helped, s->skulls - helped, kept, plan->save[kept]});
}

static void follow_stage(const struct stage *s, const struct fl_plan *plan)
{
    double change = s->stakes->enough + 1;
    int sweeps = 0;
    while (change > s->stakes->enough && sweeps++ < MAX_SWEEPS) {
        change = 0;
        let_dice_fall(s);
        for (int node = s->lying.from; node < s->lying.end; node++) {
            double *now = &s->worth->lying[s->guardian][node];
            double then = worth_of_plan(s, plan, node);
            double by = then > *now ? then - *now : *now - then;
            change = by > change ? by : change;
            *now = then;
        }
    }
    let_dice_fall(s);
    s->worth->residual = change > s->worth->residual ? change : s->worth->residual;
    s->worth->sweeps = sweeps > s->worth->sweeps ? sweeps : s->worth->sweeps;
}

void fl_turn_follow(const struct fl_turn *turn, const struct fl_stakes *stakes,
                    const struct fl_plan *plan, struct fl_worth *worth)
{
    worth->residual = 0;
    worth->sweeps = 0;
    for (int guardian = 0; guardian <= (turn->card == FL_CARD_GUARDIAN); guardian++)
        for (int skulls = fl_most_skulls(turn, guardian); skulls >= 0; skulls--) {
            struct stage s = stage_of(turn, stakes, worth, guardian, skulls);
            follow_stage(&s, plan);
        }
}

/* Enumerates the parts of a hand like an odometer; false after the last one. */
static bool next_part(const uint8_t whole[FL_FACES], uint8_t part[FL_FACES])
{
    for (int face = FL_PARROT; face < FL_FACES; face++) {
        if (part[face] < whole[face]) {
            part[face]++;
            return true;
        }
        part[face] = 0;
    }
    return false;
}

bool fl_plan_keeps(const struct fl_turn *turn, const struct fl_plan *plan, int guardian,
                   const uint8_t lying[FL_FACES], uint8_t kept[FL_FACES])
{
    int keep = plan->keep[guardian][fl_node(turn, lying)];
    memset(kept, 0, FL_FACES);
    if (keep == FL_PLAN_STOP)
        return false;
    while (fl_node(turn, kept) != (keep & ~FL_PLAN_GUARDIAN)) {
        bool more = next_part(lying, kept);
        assert(more); /* a plan keeps a part of the hand */
    }
    return true;
}
