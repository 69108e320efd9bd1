/* A parameterised card set of Pirates en Duel, for the search for a better one. Only what the
 * rulebook leaves open is a parameter (docs/rules, 1.5 and 1.6), and all colours are equal. */
#ifndef FL_BENCH_DUEL_SET_H
#define FL_BENCH_DUEL_SET_H

#include <stdbool.h>

/* Columns: constant, name, value in the game, minimum, maximum. Sailors are the rest of the 48
 * pirates. First the combat cards: events of a kind in each part (there are as many captures as
 * plunders and as many storms as bad encounters), black cards of a type, coins. Then the symbols on
 * kinds of pirates whose name does not imply them, and the numbers of pirates with a skill. */
#define DUEL_KNOBS(_)                                                                              \
    _(CAPTURES, "captures", 5, 1, 10)                                                              \
    _(STORMS, "storms", 2, 1, 6)                                                                   \
    _(FISHING, "fishing", 1, 1, 6)                                                                 \
    _(BLACK, "black", 2, 1, 6)                                                                     \
    _(BLACK_COINS, "black-coins", 1, 1, 3)                                                         \
    _(COINS, "coins", 1, 1, 2)                                                                     \
    _(DEAR_COINS, "dear-coins", 2, 1, 4)                                                           \
    _(WARRIOR_SABRES, "warrior-sabres", 1, 0, 1)                                                   \
    _(SHIPWRIGHT_CANNONS, "shipwright-cannons", 0, 0, 1)                                           \
    _(MARKSMAN_SABRES, "marksman-sabres", 0, 0, 1)                                                 \
    _(HELMS, "helms", 4, 2, 8)                                                                     \
    _(LOOKOUTS, "lookouts", 6, 2, 6)                                                               \
    _(MEDICS, "medics", 6, 2, 8)                                                                   \
    _(TAVERNS, "taverns", 2, 2, 6)                                                                 \
    _(PARROTS, "parrots", 6, 2, 8)                                                                 \
    _(MONKEYS, "monkeys", 2, 2, 6)                                                                 \
    _(WARRIORS, "warriors", 2, 2, 4)                                                               \
    _(SHIPWRIGHTS, "shipwrights", 2, 2, 4)                                                         \
    _(SERGEANTS, "sergeants", 1, 1, 3)                                                             \
    _(DINGHIES, "dinghies", 2, 2, 4)                                                               \
    _(MARKSMEN, "marksmen", 1, 1, 3)                                                               \
    _(PISTOLS, "pistols", 1, 1, 3)                                                                 \
    _(CARRIAGES, "carriages", 1, 1, 3)                                                             \
    _(BROTHERS, "brothers", 2, 2, 4)

enum duel_knob {
#define DUEL_KNOB_ENUM(name, ...) name,
    DUEL_KNOBS(DUEL_KNOB_ENUM)
#undef DUEL_KNOB_ENUM
        KNOBS
};

struct duel_set {
    int at[KNOBS];
};

struct duel_knob_range {
    const char *name;
    int present, least, most;
};
extern const struct duel_knob_range duel_knobs[KNOBS];

/* The card set of the game. */
struct duel_set duel_present_set(void);

/* Whether this set, as made here, is identical to that of pirates_en_duel.h. */
bool duel_is_the_game(const struct duel_set *);

/* Whether the numbers are within their ranges, fit into 48 pirates and agree with the rulebook. */
bool duel_is_possible(const struct duel_set *);

/* Lets the game use this set, which must be possible. */
void duel_play_with(const struct duel_set *);

#endif
