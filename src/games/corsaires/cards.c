/* Corsaires: the cards and sets of cards. */
#include "games/corsaires/corsaires.h"

#define EACH_BYTE 0x0101010101010101u

const uint8_t fl_corsaires_copies[FL_CORSAIRES_KINDS] = {
#define COPIES(copies, worth, spelled, key) copies,
    FL_CORSAIRES_CARDS(COPIES)
#undef COPIES
};

const uint8_t fl_corsaires_worth[FL_CORSAIRES_KINDS] = {
#define WORTH(copies, worth, spelled, key) worth,
    FL_CORSAIRES_CARDS(WORTH)
#undef WORTH
};

const char *const fl_corsaires_card_key[FL_CORSAIRES_KINDS] = {
#define KEY(copies, worth, spelled, key) key,
    FL_CORSAIRES_CARDS(KEY)
#undef KEY
};

const char *const fl_corsaires_card_spelled[FL_CORSAIRES_KINDS] = {
#define SPELLED(copies, worth, spelled, key) spelled,
    FL_CORSAIRES_CARDS(SPELLED)
#undef SPELLED
};

/* Prefix sums: byte n is the number of cards of the first 2n + 2 kinds. */
static uint64_t sums_of(uint64_t half)
{
    half = (half & 0x0F * EACH_BYTE) + (half >> 4 & 0x0F * EACH_BYTE);
    return half * EACH_BYTE;
}

unsigned fl_count_half(uint64_t half)
{
    return (unsigned)(sums_of(half) >> 56);
}

unsigned fl_count_cards(const struct fl_cards *cards)
{
    return fl_count_half(cards->half[0]) + fl_count_half(cards->half[1]);
}

/* Finds the kind of card number `rest` within one half. Compares all prefix sums with `rest` at
 * once: the first greater sum identifies a pair of kinds. */
static int place_under(uint64_t half, uint64_t sums, unsigned rest)
{
    uint64_t greater = (sums + (0x7F - rest) * EACH_BYTE) & 0x80 * EACH_BYTE;
    int bit = __builtin_ctzll(greater) & ~7;
    unsigned first = (unsigned)(half >> bit) & 15, second = (unsigned)(half >> bit >> 4) & 15;
    unsigned before = ((unsigned)(sums >> bit) & 0xFF) - first - second;
    return bit / 4 + (rest >= before + first);
}

int fl_kind_under(const struct fl_cards *cards, unsigned rest)
{
    uint64_t sums = sums_of(cards->half[0]);
    unsigned ships = (unsigned)(sums >> 56);
    if (rest < ships)
        return place_under(cards->half[0], sums, rest);
    return FL_GALLEONS + place_under(cards->half[1], sums_of(cards->half[1]), rest - ships);
}

struct fl_cards fl_cards_from(const struct fl_cards *cards, int kind)
{
    struct fl_cards some = *cards;
    some.half[0] &= kind >= 16 ? 0 : ~(uint64_t)0 << 4 * kind;
    some.half[1] &= kind < 16 ? ~(uint64_t)0 : ~(uint64_t)0 << 4 * (kind - 16);
    return some;
}

int32_t fl_gold_in(const struct fl_cards *cards)
{
    int32_t gold = 0;
    for (int kind = FL_GALLEONS; kind < FL_CAPTAINS; kind++)
        gold += fl_corsaires_worth[kind] * (int32_t)fl_cards_of(cards, kind);
    return gold;
}
