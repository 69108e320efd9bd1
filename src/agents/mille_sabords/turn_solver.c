/* Solves one turn of Mille Sabords! by value iteration.
 *
 * Dice fall one at a time: the value of dice that have not fallen yet is the mean over six faces of
 * the value with one die less. Skulls stay (except for the guardian's one throw), so the turn is
 * solved for the largest number of skulls first. With a constant number of skulls a turn may return
 * to an earlier hand. But each throw of two or more dice leaves this cycle with a probability of at
 * least 11/36, so that each sweep over "best of stopping and throwing" reduces the error at least
 * by the factor 25/36. */
#include "agents/mille_sabords/turn_solver.h"

#include <assert.h>
#include <string.h>

enum { DICE = FL_SABORDS_DICE, UNUSED = 1, MAX_SWEEPS = 1000 };

static const double illegal = -1e300; /* the value of an illegal move: below all others */

/* ---- hands ---- */

/* Binomial coefficients n over k, for the numbering of hands. */
static const uint16_t choose[DICE + 5][FL_FACES] = {
    {1, 0, 0, 0, 0, 0},         {1, 1, 0, 0, 0, 0},         {1, 2, 1, 0, 0, 0},
    {1, 3, 3, 1, 0, 0},         {1, 4, 6, 4, 1, 0},         {1, 5, 10, 10, 5, 1},
    {1, 6, 15, 20, 15, 6},      {1, 7, 21, 35, 35, 21},     {1, 8, 28, 56, 70, 56},
    {1, 9, 36, 84, 126, 126},   {1, 10, 45, 120, 210, 252}, {1, 11, 55, 165, 330, 462},
    {1, 12, 66, 220, 495, 792},
};

int fl_hand_number(const uint8_t count[FL_FACES])
{
    int number = 0, dice = 0;
    for (int face = FL_PARROT; face < FL_FACES; face++) {
        dice += count[face];
        number += choose[dice + face - 1][face];
    }
    return number;
}

void fl_hand_of(int number, uint8_t count[FL_FACES])
{
    int above = 0;
    count[FL_SKULL] = 0;
    for (int face = FL_DIAMOND; face >= FL_PARROT; face--) {
        int dice = 0;
        while (dice < DICE && choose[dice + face][face] <= number)
            dice++;
        number -= choose[dice + face - 1][face];
        if (face < FL_DIAMOND)
            count[face + 1] = (uint8_t)(above - dice);
        above = dice;
    }
    count[FL_PARROT] = (uint8_t)above;
}

static int dice_of(const uint8_t count[FL_FACES])
{
    int dice = 0;
    for (int face = FL_PARROT; face < FL_FACES; face++)
        dice += count[face];
    return dice;
}

static void order(uint8_t *a, uint8_t *b)
{
    if (*a < *b) {
        uint8_t c = *a;
        *a = *b;
        *b = c;
    }
}

/* Replaces a hand by the representative of all hands that the card makes equal to it. */
static void fold(int card, uint8_t count[FL_FACES])
{
    if (card != FL_CARD_COIN && card != FL_CARD_DIAMOND)
        order(&count[FL_COIN], &count[FL_DIAMOND]);
    if (card == FL_CARD_ANIMALS) {
        count[FL_PARROT] = (uint8_t)(count[FL_PARROT] + count[FL_MONKEY]);
        count[FL_MONKEY] = 0;
        return;
    }
    order(&count[FL_PARROT], &count[FL_MONKEY]);
    if (fl_sabords_quota(card))
        return;
    order(&count[FL_MONKEY], &count[FL_SABRE]);
    order(&count[FL_PARROT], &count[FL_MONKEY]);
}

/* ---- the card's nodes ---- */

static int folded_number(int card, int hand, uint8_t *dice)
{
    uint8_t count[FL_FACES];
    fl_hand_of(hand, count);
    *dice = (uint8_t)dice_of(count);
    fold(card, count);
    return fl_hand_number(count);
}

/* Numbers the nodes by the number of their dice, fewest first. */
static void number_nodes(struct fl_turn *turn)
{
    uint16_t folded[FL_HANDS];
    uint8_t dice[FL_HANDS];
    for (int hand = 0; hand < FL_HANDS; hand++)
        folded[hand] = (uint16_t)folded_number(turn->card, hand, &dice[hand]);
    for (int size = 0; size <= DICE; size++) {
        turn->of_size[size] = (uint16_t)turn->nodes;
        for (int hand = 0; hand < FL_HANDS; hand++)
            if (folded[hand] == hand && dice[hand] == size) {
                assert(turn->nodes < FL_HAND_NODES);
                turn->node[hand] = (uint16_t)turn->nodes;
                turn->hand[turn->nodes++] = (uint16_t)hand;
            }
    }
    turn->of_size[DICE + 1] = (uint16_t)turn->nodes;
    for (int hand = 0; hand < FL_HANDS; hand++)
        turn->node[hand] = turn->node[folded[hand]];
}

static void join_nodes(struct fl_turn *turn)
{
    uint8_t count[FL_FACES];
    for (int node = 0; node < turn->of_size[DICE]; node++) {
        fl_hand_of(turn->hand[node], count);
        for (int face = FL_PARROT; face < FL_FACES; face++) {
            count[face]++;
            turn->next[node][face] = turn->node[fl_hand_number(count)];
            count[face]--;
        }
    }
}

/* The distribution of the number of skulls among `dice` dice. */
static void chances_of_skulls(int dice, double chance[DICE + 1])
{
    memset(chance, 0, (DICE + 1) * sizeof *chance);
    chance[0] = 1;
    for (int die = 1; die <= dice; die++)
        for (int skulls = die; skulls >= 0; skulls--)
            chance[skulls] = (5 * chance[skulls] + (skulls ? chance[skulls - 1] : 0)) / 6;
}

/* The largest number of skulls on the dice with which a player can have to choose. */
static int most_skulls(const struct fl_turn *turn, int guardian)
{
    return guardian ? turn->limit + 1 : turn->limit;
}

static void find_bust_chances(struct fl_turn *turn)
{
    double chance[DICE + 1];
    for (int dice = 0; dice <= DICE; dice++) {
        chances_of_skulls(dice, chance);
        for (int guardian = 0; guardian < 2; guardian++)
            for (int skulls = 0; skulls <= most_skulls(turn, guardian); skulls++)
                for (int more = dice; more > most_skulls(turn, guardian) - skulls; more--)
                    turn->bust[guardian][skulls][dice] += chance[more];
    }
    memcpy(turn->skulls_first, chance, sizeof chance);
}

/* Calculates the distribution of hands after the first throw, one die after the other. */
static void find_first_throw(struct fl_turn *turn)
{
    static const double face_chance = 1.0 / 6;
    double chance[DICE + 1][FL_HAND_NODES] = {{0}};
    chance[0][0] = 1;
    for (int size = 0; size < DICE; size++)
        for (int node = turn->of_size[size]; node < turn->of_size[size + 1]; node++)
            for (int skulls = 0; size + skulls < DICE; skulls++) {
                double each = chance[skulls][node] * face_chance;
                chance[skulls + 1][node] += each;
                for (int face = FL_PARROT; face < FL_FACES; face++)
                    chance[skulls][turn->next[node][face]] += each;
            }
    for (int size = 0; size <= DICE; size++)
        for (int node = turn->of_size[size]; node < turn->of_size[size + 1]; node++)
            turn->first[node] = chance[DICE - size][node];
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
    memset(out, 0, sizeof *out);
    out->card = card;
    out->limit = 2 - fl_sabords_card_skulls(card);
    number_nodes(out);
    join_nodes(out);
    find_bust_chances(out);
    find_first_throw(out);
    fill_stakes(out, stakes);
}

/* ---- sweeps ---- */

/* One stage of the turn: a number of skulls, and whether the guardian is still unused. */
struct stage {
    const struct fl_turn *turn;
    const struct fl_stakes *stakes;
    struct fl_worth *worth;
    int guardian, skulls;
};

/* The best hand to keep, for every node that is on the table. */
struct keeping {
    double worth[FL_HAND_NODES];
    uint16_t kept[FL_HAND_NODES];
};

/* Calculates the values of kept hands from those of complete hands, fewest dice to fall first. */
static void let_dice_fall(const struct stage *s)
{
    static const double none[FL_HAND_NODES];
    const struct fl_turn *turn = s->turn;
    int lying = DICE - s->skulls;
    double *kept = s->worth->kept[s->guardian][s->skulls];
    const double *skull = s->skulls < most_skulls(turn, s->guardian)
                              ? s->worth->kept[s->guardian][s->skulls + 1]
                              : none;
    int from = turn->of_size[lying], end = turn->of_size[lying + 1];
    memcpy(kept + from, s->worth->lying[s->guardian] + from, (size_t)(end - from) * sizeof *kept);
    for (int node = from - 1; node >= 0; node--) {
        const uint16_t *next = turn->next[node];
        kept[node] = (skull[node] + kept[next[FL_PARROT]] + kept[next[FL_MONKEY]] +
                      kept[next[FL_SABRE]] + kept[next[FL_COIN]] + kept[next[FL_DIAMOND]]) /
                     6;
    }
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

/* Finds the best hand to keep for every hand on the table, from small hands to large ones. At least
 * `fewest` and at most `most` dice may be kept; `skulls` skulls stay. */
static void keep_best(const struct stage *s, int skulls, int fewest, int most, struct keeping *out)
{
    const struct fl_turn *turn = s->turn;
    int guardian = s->guardian && skulls == s->skulls;
    for (int size = 0; size <= DICE - s->skulls; size++)
        for (int node = turn->of_size[size]; node < turn->of_size[size + 1]; node++) {
            bool may = size >= fewest && size <= most;
            out->worth[node] =
                may ? s->worth->kept[guardian][skulls][node] +
                          turn->bust[guardian][skulls][DICE - skulls - size] * s->stakes->lost[node]
                    : illegal;
            out->kept[node] = (uint16_t)node;
        }
    for (int node = 0; node < turn->of_size[DICE - s->skulls]; node++)
        for (int face = FL_PARROT; face < FL_FACES; face++) {
            int next = turn->next[node][face];
            if (out->worth[node] > out->worth[next]) {
                out->worth[next] = out->worth[node];
                out->kept[next] = out->kept[node];
            }
        }
}

/* Throws without a skull: at least two dice are thrown and at least one of the eight stays. */
static void keep_best_of_dice(const struct stage *s, struct keeping *out)
{
    keep_best(s, s->skulls, s->skulls ? 0 : 1, DICE - s->skulls - 2, out);
}

/* Throws of the guardian: one skull and any other dice are thrown, and at least one of the eight
 * stays. */
static void keep_best_with_guardian(const struct stage *s, struct keeping *out)
{
    keep_best(s, s->skulls - 1, s->skulls > 1 ? 0 : 1, DICE - s->skulls, out);
}

/* With three skulls and the guardian unused, the player throws a skull again or loses the turn. */
static bool guardian_must_throw(const struct stage *s)
{
    return s->skulls > s->turn->limit;
}

static double worth_of_stopping(const struct stage *s, int node)
{
    return guardian_must_throw(s) ? s->stakes->lost[node] : s->stakes->stop[node];
}

/* Both kinds of throws for every node. Illegal ones have the value `nothing`. */
struct choice {
    struct keeping dice, guardian;
};

static void forbid_all(struct keeping *out)
{
    for (int node = 0; node < FL_HAND_NODES; node++)
        out->worth[node] = illegal;
}

static double sweep(const struct stage *s, struct choice *choice)
{
    int lying = DICE - s->skulls;
    double change = 0;
    let_dice_fall(s);
    if (!guardian_must_throw(s))
        keep_best_of_dice(s, &choice->dice);
    for (int node = s->turn->of_size[lying]; node < s->turn->of_size[lying + 1]; node++) {
        double best = worth_of_stopping(s, node), *now = &s->worth->lying[s->guardian][node];
        if (choice->dice.worth[node] > best)
            best = choice->dice.worth[node];
        if (choice->guardian.worth[node] > best)
            best = choice->guardian.worth[node];
        double by = best > *now ? best - *now : *now - best;
        change = by > change ? by : change;
        *now = best;
    }
    return change;
}

static void choose_plan(const struct stage *s, const struct choice *choice, struct fl_plan *plan)
{
    int lying = DICE - s->skulls;
    double tie =
        10 * s->stakes->enough; /* prefers stopping when throwing is not better by more than this */
    for (int node = s->turn->of_size[lying]; node < s->turn->of_size[lying + 1]; node++) {
        double best = worth_of_stopping(s, node);
        uint16_t *keep = &plan->keep[s->guardian][node];
        *keep = FL_PLAN_STOP;
        if (choice->dice.worth[node] > best + tie) {
            best = choice->dice.worth[node];
            *keep = choice->dice.kept[node];
        }
        if (choice->guardian.worth[node] > best + tie)
            *keep = choice->guardian.kept[node] | FL_PLAN_GUARDIAN;
    }
}

static void note_residual(struct fl_worth *worth, double change, int sweeps)
{
    if (change > worth->residual)
        worth->residual = change;
    if (sweeps > worth->sweeps)
        worth->sweeps = sweeps;
}

static void solve_stage(const struct stage *s, struct fl_plan *plan)
{
    struct choice choice;
    double change = s->stakes->enough + 1;
    int sweeps = 0;
    forbid_all(&choice.dice);
    forbid_all(&choice.guardian);
    if (s->guardian && s->skulls)
        keep_best_with_guardian(s, &choice.guardian);
    while (change > s->stakes->enough && sweeps++ < MAX_SWEEPS)
        change = sweep(s, &choice);
    let_dice_fall(s);
    choose_plan(s, &choice, plan);
    note_residual(s->worth, change, sweeps);
}

void fl_turn_solve(const struct fl_turn *turn, const struct fl_stakes *stakes, struct fl_plan *plan,
                   struct fl_worth *worth)
{
    worth->residual = 0;
    worth->sweeps = 0;
    for (int guardian = 0; guardian <= (turn->card == FL_CARD_GUARDIAN); guardian++)
        for (int skulls = most_skulls(turn, guardian); skulls >= 0; skulls--)
            solve_stage(&(struct stage){turn, stakes, worth, guardian, skulls}, plan);
}

/* ---- following a plan ---- */

static double worth_of_plan(const struct stage *s, int node, uint16_t keep)
{
    if (keep == FL_PLAN_STOP)
        return worth_of_stopping(s, node);
    bool helped = keep & FL_PLAN_GUARDIAN;
    int kept = keep & ~FL_PLAN_GUARDIAN;
    return fl_reroll_value(
        s->turn, s->stakes, s->worth,
        (struct fl_reroll){s->guardian && !helped, s->skulls - helped, kept, kept});
}

static void follow_stage(const struct stage *s, const struct fl_plan *plan)
{
    int lying = DICE - s->skulls, sweeps = 0;
    double change = s->stakes->enough + 1;
    while (change > s->stakes->enough && sweeps++ < MAX_SWEEPS) {
        change = 0;
        let_dice_fall(s);
        for (int node = s->turn->of_size[lying]; node < s->turn->of_size[lying + 1]; node++) {
            double *now = &s->worth->lying[s->guardian][node];
            double then = worth_of_plan(s, node, plan->keep[s->guardian][node]);
            double by = then > *now ? then - *now : *now - then;
            change = by > change ? by : change;
            *now = then;
        }
    }
    let_dice_fall(s);
    note_residual(s->worth, change, sweeps);
}

void fl_turn_follow(const struct fl_turn *turn, const struct fl_stakes *stakes,
                    const struct fl_plan *plan, struct fl_worth *worth)
{
    worth->residual = 0;
    worth->sweeps = 0;
    for (int guardian = 0; guardian <= (turn->card == FL_CARD_GUARDIAN); guardian++)
        for (int skulls = most_skulls(turn, guardian); skulls >= 0; skulls--)
            follow_stage(&(struct stage){turn, stakes, worth, guardian, skulls}, plan);
}

double fl_turn_worth(const struct fl_turn *turn, const struct fl_stakes *stakes,
                     const struct fl_worth *worth)
{
    int guardian = turn->card == FL_CARD_GUARDIAN, ship = fl_sabords_quota(turn->card) > 0;
    double sum = 0;
    for (int skulls = 0; skulls <= DICE; skulls++) {
        int lying = DICE - skulls;
        if (skulls <= most_skulls(turn, guardian))
            for (int node = turn->of_size[lying]; node < turn->of_size[lying + 1]; node++)
                sum += turn->first[node] * worth->lying[guardian][node];
        else if (skulls == turn->limit + 1 || ship)
            sum += turn->skulls_first[skulls] * stakes->lost[0];
        else
            sum += turn->skulls_first[skulls] * stakes->raid[skulls];
    }
    return sum;
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
