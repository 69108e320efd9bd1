/* The distribution of the ends of a turn. Probabilities are propagated along the plan, beginning
 * with the first throw. */
#include "agents/mille_sabords/turn_outcomes.h"

#include <string.h>

enum { DICE = FL_SABORDS_DICE };

static const double negligible =
    1e-13; /* a stage is complete when the probability to be still in it is below this */

/* ---- preparing a card ---- */

/* The distribution of the number of skulls when the player leaves Skull Island, from the number
 * after the first throw. All other dice are thrown again as long as new skulls appear. */
static void visit_skull_island(int skulls, double leave[DICE + 1])
{
    double going[DICE + 2] = {0};
    memset(leave, 0, (DICE + 1) * sizeof *leave);
    going[skulls] = 1;
    for (int now = skulls; now <= DICE; now++) {
        double chance = going[now];
        int dice = DICE - now;
        for (int die = 0; die < dice; die++) /* probability that none of them shows a skull */
            chance = chance * 5 / 6;
        leave[now] += chance;
        double ways = 1;
        for (int more = 1; more <= dice; more++) {
            double part = going[now];
            ways = ways * (dice - more + 1) / more;
            for (int die = 0; die < dice; die++)
                part = part * (die < more ? 1 : 5) / 6;
            going[now + more] += part * ways;
        }
    }
}

static void find_raids(struct fl_card_ends *out)
{
    double leave[DICE + 1];
    int card = out->turn.card, of_card = fl_sabords_card_skulls(card);
    for (int first = 0; first <= DICE; first++) {
        visit_skull_island(first, leave);
        for (int last = first; last <= DICE; last++)
            out->raid[first][-fl_sabords_raid(card, last + of_card) / 100] += leave[last];
    }
}

static int node_of_nine(const struct fl_turn *turn)
{
    uint8_t count[FL_FACES] = {0};
    if (turn->card != FL_CARD_COIN && turn->card != FL_CARD_DIAMOND)
        return -1;
    count[turn->card == FL_CARD_COIN ? FL_COIN : FL_DIAMOND] = DICE;
    return fl_node(turn, count);
}

void fl_card_ends_of(int card, struct fl_card_ends *out)
{
    struct fl_stakes points;
    memset(out, 0, sizeof *out);
    fl_turn_of(card, &out->turn, &points);
    for (int node = 0; node < out->turn.nodes; node++) {
        out->stop[node] = (uint8_t)((int)points.stop[node] / 100 - FL_LEAST_POINTS);
        out->lost[node] = (uint8_t)((int)points.lost[node] / 100 - FL_LEAST_POINTS);
    }
    out->nine = node_of_nine(&out->turn);
    find_raids(out);
}

/* ---- following the plan ---- */

struct flow {
    const struct fl_card_ends *card;
    const struct fl_plan *plan;
    double part;
    struct fl_ends *sum;
    double lying[2][FL_HAND_NODES]; /* probability to have to choose at this node */
    double falling[2][FL_HAND_SKULLS][FL_HAND_NODES]; /* probability that this hand is kept while
                                                         the other dice fall */
};

static int most_skulls(const struct flow *f, int guardian)
{
    return f->card->turn.limit + guardian;
}

static void end_with_points(struct flow *f, int index, double chance)
{
    f->sum->points[index] += f->part * chance;
}

static void throw_on(struct flow *f, int guardian, int skulls, int kept, double chance)
{
    const struct fl_turn *turn = &f->card->turn;
    int size = 0;
    while (turn->of_size[size + 1] <= kept)
        size++;
    double bust = turn->bust[guardian][skulls][DICE - skulls - size];
    f->falling[guardian][skulls][kept] += chance;
    end_with_points(f, f->card->lost[kept], chance * bust);
}

/* Distributes the probability of a node as the plan decides there. */
static void choose_at(struct flow *f, int guardian, int skulls, int node)
{
    double chance = f->lying[guardian][node];
    int keep = f->plan->keep[guardian][node];
    f->lying[guardian][node] = 0;
    if (node == f->card->nine)
        f->sum->nine += f->part * chance;
    else if (keep == FL_PLAN_STOP)
        end_with_points(f, skulls > f->card->turn.limit ? f->card->lost[node] : f->card->stop[node],
                        chance);
    else if (keep & FL_PLAN_GUARDIAN)
        throw_on(f, 0, skulls - 1, keep & ~FL_PLAN_GUARDIAN, chance);
    else
        throw_on(f, guardian, skulls, keep, chance);
}

/* Lets dice fall one by one: each die leads to a node with the same number of skulls or with one
 * more. */
static void let_dice_fall(struct flow *f, int guardian, int skulls)
{
    const struct fl_turn *turn = &f->card->turn;
    double *falling = f->falling[guardian][skulls];
    bool more = skulls < most_skulls(f, guardian);
    int from = turn->of_size[DICE - skulls], end = turn->of_size[DICE - skulls + 1];
    for (int node = 0; node < from; node++) {
        double each = falling[node] / 6;
        const uint16_t *next = turn->next[node];
        if (each == 0)
            continue;
        falling[node] = 0;
        if (more)
            f->falling[guardian][skulls + 1][node] += each;
        for (int face = FL_PARROT; face < FL_FACES; face++)
            falling[next[face]] += each;
    }
    for (int node = from; node < end; node++) {
        f->lying[guardian][node] += falling[node];
        falling[node] = 0;
    }
}

/* Follows all turns with this number of skulls until the remaining probability is negligible. */
static void follow_stage(struct flow *f, int guardian, int skulls)
{
    const struct fl_turn *turn = &f->card->turn;
    int from = turn->of_size[DICE - skulls], end = turn->of_size[DICE - skulls + 1];
    for (double left = 1; left > negligible;) {
        let_dice_fall(f, guardian, skulls);
        left = 0;
        for (int node = from; node < end; node++)
            if (f->lying[guardian][node] > 0) {
                left += f->lying[guardian][node];
                choose_at(f, guardian, skulls, node);
            }
    }
}

static void first_throw(struct flow *f)
{
    const struct fl_turn *turn = &f->card->turn;
    int guardian = turn->card == FL_CARD_GUARDIAN, ship = fl_sabords_quota(turn->card) > 0;
    for (int skulls = 0; skulls <= DICE; skulls++) {
        int from = turn->of_size[DICE - skulls], end = turn->of_size[DICE - skulls + 1];
        if (skulls <= most_skulls(f, guardian))
            memcpy(f->lying[guardian] + from, turn->first + from,
                   (size_t)(end - from) * sizeof(double));
        else if (skulls == turn->limit + 1 || ship)
            end_with_points(f, f->card->lost[0], turn->skulls_first[skulls]);
        else
            for (int loss = 0; loss < FL_RAID_ENDS; loss++)
                f->sum->raid[loss] +=
                    f->part * turn->skulls_first[skulls] * f->card->raid[skulls][loss];
    }
}

void fl_add_ends(const struct fl_card_ends *card, const struct fl_plan *plan, double part,
                 struct fl_ends *sum)
{
    struct flow f = {.card = card, .plan = plan, .part = part, .sum = sum};
    first_throw(&f);
    for (int guardian = card->turn.card == FL_CARD_GUARDIAN; guardian >= 0; guardian--)
        for (int skulls = 0; skulls <= most_skulls(&f, guardian); skulls++)
            follow_stage(&f, guardian, skulls);
}
