/* The scoring of Mille Sabords!. Numbers in comments refer to docs/rules/mille-sabords.*.md. */
#include <assert.h>
#include <string.h>

#include "games/mille_sabords/mille_sabords.h"

/* Points of a set by its size; nine score like eight. */
static const int16_t set_points[FL_SABORDS_DICE + 2] = {0,   0,    0,    100,  200,
                                                        500, 1000, 2000, 4000, 4000};

enum { CHEST = 500, GEM = 100 };

void fl_sabords_count(const uint8_t die[FL_SABORDS_DICE], unsigned mask, uint8_t count[FL_FACES])
{
    memset(count, 0, FL_FACES);
    for (int i = 0; i < FL_SABORDS_DICE; i++)
        if (mask >> i & 1)
            count[die[i]]++;
}

/* The bonus of a ship, which is lost if its quota of sabres is not met; 0 without a ship. */
static int ship_value(int card)
{
    static const int16_t value[] = {0, 0, 300, 500, 1000};
    return value[fl_sabords_quota(card)];
}

/* Symbols that form sets: the card may add a ninth one, and Animals counts parrots and monkeys
 * together. */
static void symbols_of(int card, const uint8_t dice[FL_FACES], int32_t symbols[FL_FACES])
{
    for (int face = FL_PARROT; face < FL_FACES; face++)
        symbols[face] = dice[face];
    symbols[FL_COIN] += card == FL_CARD_COIN;
    symbols[FL_DIAMOND] += card == FL_CARD_DIAMOND;
    if (card == FL_CARD_ANIMALS) {
        symbols[FL_MONKEY] += symbols[FL_PARROT];
        symbols[FL_PARROT] = 0;
    }
}

/* Replaces the numbers of symbols in `set` by their points. */
static int32_t add_sets_and_gems(struct fl_sabords_tally *out)
{
    int32_t sum = 0;
    out->coins = GEM * out->set[FL_COIN];
    out->diamonds = GEM * out->set[FL_DIAMOND];
    for (int face = FL_PARROT; face < FL_FACES; face++)
        sum += out->set[face] = set_points[out->set[face]];
    return sum + out->coins + out->diamonds;
}

/* The chest is full if each of the eight dice scores and there is no skull on dice or card. */
static bool chest_is_full(int card, int skulls, const int32_t symbols[FL_FACES])
{
    if (skulls || fl_sabords_card_skulls(card))
        return false;
    for (int face = FL_PARROT; face <= FL_SABRE; face++)
        if (symbols[face] && symbols[face] < 3 &&
            !(face == FL_SABRE && symbols[face] == fl_sabords_quota(card)))
            return false;
    return true;
}

void fl_sabords_stop(int card, const uint8_t count[FL_FACES], struct fl_sabords_tally *out)
{
    int value = ship_value(card);
    memset(out, 0, sizeof *out);
    out->event = FL_SABORDS_SCORE;
    if (count[FL_SABRE] < fl_sabords_quota(card)) {
        out->total = out->ship = -value;
        return;
    }
    /* `set` has the symbols first and their points later: an array of its own would cost this
     * function a stack protector, which is a tenth of its instructions. */
    symbols_of(card, count, out->set);
    out->chest = chest_is_full(card, count[FL_SKULL], out->set) ? CHEST : 0;
    out->total = add_sets_and_gems(out);
    out->ship = value;
    out->total += out->chest + out->ship;
    if (card == FL_CARD_PIRATE)
        out->total *= 2;
}

void fl_sabords_lost(int card, const uint8_t saved[FL_FACES], struct fl_sabords_tally *out)
{
    memset(out, 0, sizeof *out);
    out->event = FL_SABORDS_BUST;
    if (card == FL_CARD_ISLAND) {
        symbols_of(card, saved, out->set);
        out->total = add_sets_and_gems(out);
    } else {
        out->total = out->ship = -ship_value(card);
    }
}

int fl_sabords_skull_chance(int dice, int spare)
{
    int32_t throws = 1, fives = 1, ways = 1, good = 0; /* ways: which of the dice show skulls */
    assert(dice >= 0 && dice <= FL_SABORDS_DICE);
    for (int i = 0; i < dice; i++) {
        throws *= FL_FACES;
        fives *= FL_FACES - 1;
    }
    for (int skulls = 0; skulls <= spare && skulls <= dice; skulls++) {
        good += ways * fives;
        ways = ways * (dice - skulls) / (skulls + 1);
        fives /= FL_FACES - 1;
    }
    return (100 * (throws - good) + throws / 2) / throws;
}

int32_t fl_sabords_raid(int card, int skulls)
{
    assert(skulls >= 0 && skulls <= FL_SABORDS_DICE + 2); /* two on the card */
    return -skulls * (card == FL_CARD_PIRATE ? 200 : 100);
}
