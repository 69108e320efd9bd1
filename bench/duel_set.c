/* Makes the tables of Pirates en Duel from a parameterised card set (duel_set.h). The game is
 * compiled here with tables that can be changed. */
#include "duel_set.h"

#include <string.h>

#include "games/pirates_en_duel/pirates_en_duel.h"

enum { DEAR = 2, TWINS = 2 };

#define KNOB_RANGE(name, spelled, present, least, most) {spelled, present, least, most},
const struct duel_knob_range duel_knobs[KNOBS] = {DUEL_KNOBS(KNOB_RANGE)};

/* The game's own data, constant while the tables change. */
#define PIRATE(x, name, copies, sabres, cannons, skill, ...) {copies, sabres, cannons, skill},
static const struct {
    int copies, sabres, cannons, skill;
} pirate[FL_DUEL_KINDS] = {FL_DUEL_PIRATES(PIRATE, )};

#define COMBAT(name, type, colours, coins, plain, white, ...) {type, colours, coins, plain, white},
static const struct fl_duel_combat_card combat[FL_DUEL_COMBAT_KINDS] = {FL_DUEL_COMBATS(COMBAT)};

static const int knob_of_skill[FL_DUEL_SKILLS] = {
    [FL_HELM] = HELMS,         [FL_LOOKOUT] = LOOKOUTS,         [FL_MEDIC] = MEDICS,
    [FL_TAVERN] = TAVERNS,     [FL_DUEL_CREW_PARROT] = PARROTS, [FL_DUEL_CREW_MONKEY] = MONKEYS,
    [FL_WARRIOR] = WARRIORS,   [FL_SHIPWRIGHT] = SHIPWRIGHTS,   [FL_SERGEANT] = SERGEANTS,
    [FL_DINGHY] = DINGHIES,    [FL_MARKSMAN] = MARKSMEN,        [FL_PISTOL] = PISTOLS,
    [FL_CARRIAGE] = CARRIAGES, [FL_BROTHER] = BROTHERS,
};

struct duel_set duel_present_set(void)
{
    struct duel_set set;
    for (int i = 0; i < KNOBS; i++)
        set.at[i] = duel_knobs[i].present;
    return set;
}

/* ---- combat cards ---- */

static int events(const struct duel_set *set, int type)
{
    return set->at[type == FL_FISHING ? FISHING : type == FL_PAY ? STORMS : CAPTURES];
}

static void set_combat_card(const struct duel_set *set, int kind)
{
    struct fl_duel_combat_card *card = &fl_duel_combat[kind];
    *card = combat[kind];
    if (card->type > FL_CANNONADE) {
        card->plain = card->white = (uint8_t)events(set, card->type);
    } else if (!card->colours) {
        card->plain = (uint8_t)set->at[BLACK];
        card->coins = (uint8_t)set->at[BLACK_COINS];
    } else {
        card->coins = (uint8_t)set->at[card->coins == DEAR ? DEAR_COINS : COINS];
    }
}

/* ---- pirates ---- */

static int sailors(const struct duel_set *set)
{
    int rest = FL_DUEL_CAPTAIN - TWINS;
    for (int knob = HELMS; knob < KNOBS; knob++)
        rest -= set->at[knob];
    return rest;
}

static int with_skill(const struct duel_set *set, int skill)
{
    if (skill == FL_NO_SKILL)
        return sailors(set);
    return skill == FL_TWIN ? TWINS : set->at[knob_of_skill[skill]];
}

/* Copies of a skill that two kinds have are split between sabres and cannons. An odd copy goes
 * where the game has it; if the game's number is even, to the cannons, because the twins have
 * sabres. */
static int copies_of(const struct duel_set *set, int kind)
{
    int skill = pirate[kind].skill, all = with_skill(set, skill), now = 0;
    for (int other = 0; other < FL_DUEL_KINDS; other++)
        now += pirate[other].skill == skill ? pirate[other].copies : 0;
    if (now == pirate[kind].copies)
        return all;
    bool more = 2 * pirate[kind].copies - now + (pirate[kind].cannons > 0) > 0;
    return (all + more) / 2;
}

static int symbols_of(const struct duel_set *set, int kind, int type)
{
    int now = type == FL_BOARDING ? pirate[kind].sabres : pirate[kind].cannons;
    switch (pirate[kind].skill) {
    case FL_WARRIOR:
        return type == FL_BOARDING ? set->at[WARRIOR_SABRES] : 0;
    case FL_SHIPWRIGHT:
        return type == FL_CANNONADE ? set->at[SHIPWRIGHT_CANNONS] : 0;
    case FL_MARKSMAN:
        return type == FL_BOARDING ? set->at[MARKSMAN_SABRES] : 0;
    default:
        return now;
    }
}

static void add_card(const struct duel_set *set, int kind, int number)
{
    uint64_t card = (uint64_t)1 << number;
    int skill = pirate[kind].skill;
    fl_duel_kind[number] = (uint8_t)kind;
    fl_duel_kind_cards[kind] |= card;
    fl_duel_skill_cards[skill] |= card;
    for (int type = 0; type < 2; type++)
        if (symbols_of(set, kind, type))
            fl_duel_symbols[type][symbols_of(set, kind, type) - 1] |= card;
    fl_duel_able[2] |= skill >= FL_HELM && skill <= FL_DUEL_CREW_MONKEY ? card : 0;
    fl_duel_able[3] |= skill >= FL_HELM ? card : 0;
}

/* The surgeons start at their own number, which the game depends on. The others take the free
 * numbers. */
static void set_pirates(const struct duel_set *set)
{
    int next = 0, surgeon = FL_CARD_MEDIC_SABRE;
    for (int kind = 0; kind < FL_DUEL_KINDS; kind++)
        for (int i = copies_of(set, kind); i > 0; i--) {
            if (next == FL_CARD_MEDIC_SABRE)
                next += set->at[MEDICS];
            add_card(set, kind, pirate[kind].skill == FL_MEDIC ? surgeon++ : next++);
        }
}

/* The rulebook mentions losers who have fewer coins than the card shows, so some cards must show
 * two. */
static bool pays_well(const struct duel_set *set)
{
    return set->at[BLACK_COINS] > 1 || set->at[COINS] > 1 || set->at[DEAR_COINS] > 1;
}

bool duel_is_possible(const struct duel_set *set)
{
    for (int i = 0; i < KNOBS; i++)
        if (set->at[i] < duel_knobs[i].least || set->at[i] > duel_knobs[i].most)
            return false;
    return sailors(set) >= 0 && pays_well(set);
}

/* Captains do not change: one symbol of each type. */
void duel_play_with(const struct duel_set *set)
{
    uint64_t captains = ~(uint64_t)0 << FL_DUEL_CAPTAIN;
    for (int kind = 0; kind < FL_DUEL_COMBAT_KINDS; kind++)
        set_combat_card(set, kind);
    memset(fl_duel_kind_cards, 0, sizeof fl_duel_kind_cards);
    memset(fl_duel_skill_cards, 0, sizeof fl_duel_skill_cards);
    memset(fl_duel_able, 0, sizeof fl_duel_able);
    for (int type = 0; type < 2; type++) {
        fl_duel_symbols[type][0] &= captains;
        fl_duel_symbols[type][1] = 0;
    }
    set_pirates(set);
}

bool duel_is_the_game(const struct duel_set *set)
{
    duel_play_with(set);
    for (int kind = 0; kind < FL_DUEL_KINDS; kind++)
        if (fl_duel_count(fl_duel_kind_cards[kind]) != pirate[kind].copies ||
            symbols_of(set, kind, FL_BOARDING) != pirate[kind].sabres ||
            symbols_of(set, kind, FL_CANNONADE) != pirate[kind].cannons)
            return false;
    return !memcmp(fl_duel_combat, combat, sizeof combat);
}
