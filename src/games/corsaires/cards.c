/* Corsaires: the cards and sets of cards. */
#include "games/corsaires/corsaires.h"

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

/* Finds the kind of card number `rest` within one half. Compares all prefix sums with `rest` at
 * once: the first greater sum identifies a pair of kinds. */
static int place_under(uint64_t half, uint64_t sums, unsigned rest)
{
    uint64_t greater = (sums + (0x7F - rest) * FL_EACH_BYTE) & 0x80 * FL_EACH_BYTE;
    int bit = __builtin_ctzll(greater) & ~7;
    unsigned first = (unsigned)(half >> bit) & 15, second = (unsigned)(half >> bit >> 4) & 15;
    unsigned before = ((unsigned)(sums >> bit) & 0xFF) - first - second;
    return bit / 4 + (rest >= before + first);
}

int fl_kind_under(const struct fl_cards *cards, unsigned rest)
{
    uint64_t sums = fl_card_sums(cards->half[0]);
    unsigned ships = (unsigned)(sums >> 56);
    if (rest < ships)
        return place_under(cards->half[0], sums, rest);
    return FL_GALLEONS + place_under(cards->half[1], fl_card_sums(cards->half[1]), rest - ships);
}
