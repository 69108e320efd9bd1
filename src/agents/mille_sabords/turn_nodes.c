/* The nodes of a turn of Mille Sabords!: hands that a card makes equal share one. */
#include "agents/mille_sabords/turn_nodes.h"

#include <assert.h>
#include <string.h>

enum { DICE = FL_SABORDS_DICE };

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

/* Notes that a die leads from one node to another. */
static void note_previous(struct fl_turn *turn, int node, int next)
{
    int last = turn->prevs[next] - 1;
    if (last < 0 || turn->prev[next][last] != node) {
        turn->prev[next][++last] = (uint16_t)node;
        turn->prevs[next]++;
    }
    turn->prev_chance[next][last] += 1.0 / 6;
}

/* Fills the lists of previous nodes, in ascending order. */
static void join_backwards(struct fl_turn *turn)
{
    for (int node = 0; node < turn->of_size[DICE]; node++)
        for (int face = FL_PARROT; face < FL_FACES; face++)
            note_previous(turn, node, turn->next[node][face]);
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

static void find_bust_chances(struct fl_turn *turn)
{
    double chance[DICE + 1];
    for (int dice = 0; dice <= DICE; dice++) {
        chances_of_skulls(dice, chance);
        for (int guardian = 0; guardian < 2; guardian++)
            for (int skulls = 0; skulls <= fl_most_skulls(turn, guardian); skulls++)
                for (int more = dice; more > fl_most_skulls(turn, guardian) - skulls; more--)
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

void fl_turn_nodes(int card, struct fl_turn *out)
{
    memset(out, 0, sizeof *out);
    out->card = card;
    out->limit = 2 - fl_sabords_card_skulls(card);
    number_nodes(out);
    join_nodes(out);
    join_backwards(out);
    find_bust_chances(out);
    find_first_throw(out);
}
