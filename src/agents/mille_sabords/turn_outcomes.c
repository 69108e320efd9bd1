/* The distribution of the ends of turns. The expected number of visits of every hand is propagated
 * along the plan, beginning with the first throw; ends are counted once, from the final visits. */
#include "agents/mille_sabords/turn_outcomes.h"

#include <string.h>

#define NUMBER fl_lanes
#define LANES FL_TURN_LANES
#define LANE(number, i) (number)[i]
#include "agents/mille_sabords/turn_numbers.h"

enum { DICE = FL_SABORDS_DICE };

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

/* Complete hands and the parts of them that are kept. */
struct throws {
    int count;
    uint16_t hand[FL_HAND_NODES], keep[FL_HAND_NODES];
};

/* Expected numbers of visits, by guardian unused, skulls and node. */
struct flow {
    const struct fl_card_ends *card;
    const struct fl_plan *plan; /* one per lane */
    double part, enough;
    struct fl_ends *sum;
    fl_lanes arrive[2][FL_HAND_SKULLS][FL_HAND_NODES]; /* of nodes at which dice begin to fall or
                                                          have fallen, from earlier stages */
    fl_lanes thrown[FL_HAND_NODES];  /* of hands that are kept in this stage's throws */
    fl_lanes falling[FL_HAND_NODES]; /* of all nodes while the dice of this stage fall */
    fl_lanes step[2][FL_HAND_NODES]; /* their changes in the last two sweeps, alternating */
    struct throws throws[FL_TURN_LANES];
};

/* A stage: a number of skulls, and the guardian unused or not. `from` to `end` - 1 are the nodes of
 * complete hands. */
struct stage {
    int guardian, skulls, from, end;
};

static struct stage stage_of(const struct fl_turn *turn, int guardian, int skulls)
{
    return (struct stage){guardian, skulls, turn->of_size[DICE - skulls],
                          turn->of_size[DICE - skulls + 1]};
}

/* Lists the complete hands of this stage whose other dice are thrown without a skull. */
static void list_throws(struct flow *f, struct stage s)
{
    for (int lane = 0; lane < FL_TURN_LANES; lane++) {
        struct throws *list = &f->throws[lane];
        list->count = 0;
        for (int node = s.from; node < s.end; node++) {
            int keep = f->plan[lane].keep[s.guardian][node];
            list->hand[list->count] = (uint16_t)node;
            list->keep[list->count] = (uint16_t)keep;
            list->count += keep < FL_PLAN_STOP;
        }
    }
}

/* Counts the hands that are kept. */
static void count_throws(struct flow *f, struct stage s)
{
    memset(f->thrown, 0, (size_t)s.from * sizeof f->thrown[0]);
    for (int lane = 0; lane < FL_TURN_LANES; lane++) {
        const struct throws *list = &f->throws[lane];
        for (int i = 0; i < list->count; i++)
            f->thrown[list->keep[i]][lane] += f->falling[list->hand[i]][lane];
    }
}

/* Lets dice fall one by one. Writes the changes of the visits of complete hands to `step` and
 * returns the largest one. */
static double let_dice_fall(struct flow *f, struct stage s, fl_lanes *step)
{
    const struct fl_turn *turn = &f->card->turn;
    const fl_lanes *arrive = f->arrive[s.guardian][s.skulls];
    fl_lanes change = all_lanes(0);
    for (int node = 0; node < s.end; node++) {
        fl_lanes sum = arrive[node] + f->thrown[node];
        for (int i = 0; i < turn->prevs[node]; i++)
            sum += turn->prev_chance[node][i] * f->falling[turn->prev[node][i]];
        if (node >= s.from) {
            step[node] = sum - f->falling[node];
            change = larger(larger(step[node], -step[node]), change);
        }
        f->falling[node] = sum;
    }
    return largest_lane(change);
}

static void extrapolate(struct flow *f, struct stage s, const fl_lanes *before,
                        const fl_lanes *step)
{
    for (int node = s.from; node < s.end; node++)
        f->falling[node] += rest_of_series(before[node], step[node]);
}

static void end_with_points(struct flow *f, int lane, int index, double chance)
{
    f->sum->points[index][lane] += f->part * chance;
}

/* A throw of all dice but those of `kept`: its busts. */
static void end_busts(struct flow *f, struct stage s, int lane, int kept, double chance)
{
    const struct fl_turn *turn = &f->card->turn;
    int size = 0;
    while (turn->of_size[size + 1] <= kept)
        size++;
    end_with_points(f, lane, f->card->lost[f->plan[lane].save[kept]],
                    chance * turn->bust[s.guardian][s.skulls][DICE - s.skulls - size]);
}

/* Distributes the visits of a complete hand that does not throw in this stage. */
static void end_at(struct flow *f, struct stage s, int node, int lane)
{
    const struct fl_card_ends *card = f->card;
    double chance = f->falling[node][lane];
    int keep = f->plan[lane].keep[s.guardian][node], kept = keep & ~FL_PLAN_GUARDIAN;
    if (node == card->nine) {
        f->sum->nine[lane] += f->part * chance;
    } else if (keep == FL_PLAN_STOP) {
        bool lost = s.skulls > card->turn.limit;
        end_with_points(f, lane, lost ? card->lost[node] : card->stop[node], chance);
    } else if (keep & FL_PLAN_GUARDIAN) {
        f->arrive[0][s.skulls - 1][kept][lane] += chance;
        end_busts(f, stage_of(&card->turn, 0, s.skulls - 1), lane, kept, chance);
    }
}

/* Dice that show a skull lead to the next stage. */
static void move_skulls(struct flow *f, struct stage s)
{
    fl_lanes *next = f->arrive[s.guardian][s.skulls + 1];
    for (int node = 0; node < s.from; node++)
        next[node] += f->falling[node] * (1.0 / 6);
}

static void follow_stage(struct flow *f, struct stage s)
{
    memset(f->thrown, 0, sizeof f->thrown);
    memset(f->falling, 0, sizeof f->falling);
    list_throws(f, s);
    for (int sweeps = 0; let_dice_fall(f, s, f->step[sweeps & 1]) > f->enough; sweeps++) {
        if ((sweeps + 1) % SWEEPS_TO_EXTRAPOLATE == 0)
            extrapolate(f, s, f->step[!(sweeps & 1)], f->step[sweeps & 1]);
        count_throws(f, s);
    }
    if (s.skulls < fl_most_skulls(&f->card->turn, s.guardian))
        move_skulls(f, s);
    for (int lane = 0; lane < FL_TURN_LANES; lane++) {
        for (int node = 0; node < s.from; node++)
            if (f->thrown[node][lane] > 0)
                end_busts(f, s, lane, node, f->thrown[node][lane]);
        for (int node = s.from; node < s.end; node++)
            end_at(f, s, node, lane);
    }
}

static void first_throw(struct flow *f)
{
    const struct fl_turn *turn = &f->card->turn;
    int guardian = turn->card == FL_CARD_GUARDIAN, ship = fl_sabords_quota(turn->card) > 0;
    for (int skulls = 0; skulls <= DICE; skulls++) {
        double chance = turn->skulls_first[skulls];
        if (skulls <= fl_most_skulls(turn, guardian)) {
            struct stage s = stage_of(turn, guardian, skulls);
            for (int node = s.from; node < s.end; node++)
                f->arrive[guardian][skulls][node] += turn->first[node];
        } else if (skulls == turn->limit + 1 || ship) {
            f->sum->points[f->card->lost[0]] += f->part * chance;
        } else {
            for (int loss = 0; loss < FL_RAID_ENDS; loss++)
                f->sum->raid[loss] += f->part * chance * f->card->raid[skulls][loss];
        }
    }
}

void fl_add_ends(const struct fl_card_ends *card, const struct fl_plan plan[FL_TURN_LANES],
                 double part, double enough, struct fl_ends *sum)
{
    struct flow f;
    f.card = card, f.plan = plan, f.part = part, f.enough = enough, f.sum = sum;
    memset(f.arrive, 0, card->turn.card == FL_CARD_GUARDIAN ? sizeof f.arrive : sizeof f.arrive[0]);
    first_throw(&f);
    for (int guardian = card->turn.card == FL_CARD_GUARDIAN; guardian >= 0; guardian--)
        for (int skulls = 0; skulls <= fl_most_skulls(&card->turn, guardian); skulls++)
            follow_stage(&f, stage_of(&card->turn, guardian, skulls));
}
