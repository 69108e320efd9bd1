/* Pirates en Duel: the cards as tables, and what can be read from the table with them.
 *
 * The data itself is in pirates_en_duel.h, in one place; here it is only turned round. */
#include "games/pirates_en_duel/pirates_en_duel.h"

#define CARDS(name) ((UINT64_MAX >> (63 - FL_LAST_##name + FL_CARD_##name)) << FL_CARD_##name)

#define REPEAT_1(x) x,
#define REPEAT_2(x) x, x,
#define REPEAT_3(x) x, x, x,
#define REPEAT_4(x) x, x, x, x,
#define KIND_OF_EACH(x, name, copies, ...) REPEAT_##copies(FL_DUEL_##name)
FL_DUEL_TABLE uint8_t fl_duel_kind[FL_DUEL_CARDS] = {
    FL_DUEL_PIRATES(KIND_OF_EACH, ) /* captains */
    FL_DUEL_A_CAPTAIN,
    FL_DUEL_A_CAPTAIN,
    FL_DUEL_A_CAPTAIN,
    FL_DUEL_A_CAPTAIN,
    FL_DUEL_A_CAPTAIN,
    FL_DUEL_A_CAPTAIN,
};

#define KIND_CARDS(x, name, ...) CARDS(name),
FL_DUEL_TABLE uint64_t fl_duel_kind_cards[FL_DUEL_KINDS] = {FL_DUEL_PIRATES(KIND_CARDS, )};

#define IF_SKILL(wanted, name, copies, sabres, cannons, skill, ...)                                \
    | (skill == wanted ? CARDS(name) : 0)
#define WITH_SKILL(skill) (0 FL_DUEL_PIRATES(IF_SKILL, skill))
FL_DUEL_TABLE uint64_t fl_duel_skill_cards[FL_DUEL_SKILLS] = {
    WITH_SKILL(FL_NO_SKILL),         WITH_SKILL(FL_HELM),
    WITH_SKILL(FL_LOOKOUT),          WITH_SKILL(FL_MEDIC),
    WITH_SKILL(FL_TAVERN),           WITH_SKILL(FL_DUEL_CREW_PARROT),
    WITH_SKILL(FL_DUEL_CREW_MONKEY), WITH_SKILL(FL_WARRIOR),
    WITH_SKILL(FL_SHIPWRIGHT),       WITH_SKILL(FL_SERGEANT),
    WITH_SKILL(FL_DINGHY),           WITH_SKILL(FL_TWIN),
    WITH_SKILL(FL_MARKSMAN),         WITH_SKILL(FL_PISTOL),
    WITH_SKILL(FL_CARRIAGE),         WITH_SKILL(FL_BROTHER),
};

#define IF_LEVEL(last, name, copies, sabres, cannons, skill, ...)                                  \
    | (skill != FL_NO_SKILL && skill <= last ? CARDS(name) : 0)
FL_DUEL_TABLE uint64_t fl_duel_able[4] = {0, 0, (0 FL_DUEL_PIRATES(IF_LEVEL, FL_DUEL_CREW_MONKEY)),
                                          (0 FL_DUEL_PIRATES(IF_LEVEL, FL_BROTHER))};

#define IF_SABRES(wanted, name, copies, sabres, cannons, ...) | (sabres == wanted ? CARDS(name) : 0)
#define IF_CANNONS(wanted, name, copies, sabres, cannons, ...)                                     \
    | (cannons == wanted ? CARDS(name) : 0)
FL_DUEL_TABLE uint64_t fl_duel_symbols[2][2] = {
    {FL_DUEL_CAPTAINS FL_DUEL_PIRATES(IF_SABRES, 1), 0 FL_DUEL_PIRATES(IF_SABRES, 2)},
    {FL_DUEL_CAPTAINS FL_DUEL_PIRATES(IF_CANNONS, 1), 0 FL_DUEL_PIRATES(IF_CANNONS, 2)},
};

#define COMBAT_CARD(name, type, colours, coins, plain, white, ...)                                 \
    {type, colours, coins, plain, white},
FL_DUEL_TABLE struct fl_duel_combat_card fl_duel_combat[FL_DUEL_COMBAT_KINDS] = {
    FL_DUEL_COMBATS(COMBAT_CARD)};

#define PIRATE_SPELLED(x, name, copies, sabres, cannons, skill, spelled, key) spelled,
const char *const fl_duel_pirate_spelled[FL_DUEL_KINDS] = {FL_DUEL_PIRATES(PIRATE_SPELLED, )};

#define COMBAT_SPELLED(name, type, colours, coins, plain, white, spelled, key) spelled,
const char *const fl_duel_combat_spelled[FL_DUEL_COMBAT_KINDS] = {FL_DUEL_COMBATS(COMBAT_SPELLED)};

#define COMBAT_KEY(name, type, colours, coins, plain, white, spelled, key) key,
const char *const fl_duel_combat_key[FL_DUEL_COMBAT_KINDS] = {FL_DUEL_COMBATS(COMBAT_KEY)};

#define COLOUR_SPELLED(name, spelled, key, captain) spelled,
const char *const fl_duel_colour_spelled[FL_DUEL_BOATS] = {FL_DUEL_COLOURS(COLOUR_SPELLED)};

#define COLOUR_KEY(name, spelled, key, captain) key,
const char *const fl_duel_colour_key[FL_DUEL_BOATS] = {FL_DUEL_COLOURS(COLOUR_KEY)};

const char *const fl_duel_face_key[3] = {"pd.face.skull", "pd.face.boat", "pd.face.blank"};

const char *fl_duel_card_key(int card)
{
#define PIRATE_KEY(x, name, copies, sabres, cannons, skill, spelled, key) key,
    static const char *const pirate[FL_DUEL_KINDS] = {FL_DUEL_PIRATES(PIRATE_KEY, )};
#define CAPTAIN_KEY(name, spelled, key, captain) captain,
    static const char *const captain[FL_DUEL_BOATS] = {FL_DUEL_COLOURS(CAPTAIN_KEY)};
    return card < FL_DUEL_CAPTAIN ? pirate[fl_duel_kind[card]] : captain[card - FL_DUEL_CAPTAIN];
}

/* ---- crews ---- */

bool fl_duel_seat_has(const struct fl_duel *s, int seat, int skill)
{
    uint64_t cards = fl_duel_skill_cards[skill] & fl_duel_able[s->level], aboard = 0;
    for (int boat = 0; boat < FL_DUEL_BOATS; boat++)
        if (s->owner[boat] == seat)
            aboard |= s->aboard[boat];
    return aboard & cards;
}

int fl_duel_force(const struct fl_duel *s, int boat, int type)
{
    uint64_t aboard = s->aboard[boat];
    int force = fl_duel_count(aboard & fl_duel_symbols[type][0]) +
                2 * fl_duel_count(aboard & fl_duel_symbols[type][1]);
    if (type == FL_BOARDING && fl_duel_is_paired(s, boat))
        force += 2; /* 8.7: two dice per twin */
    return force < FL_DUEL_DICE ? force : FL_DUEL_DICE;
}

unsigned fl_duel_free(const struct fl_duel *s, int boat)
{
    unsigned mask = 0;
    for (int place = 0; place < FL_DUEL_PLACES; place++)
        mask |= (unsigned)!s->crew[boat][place] << place;
    return mask;
}

unsigned fl_duel_boats_with_room(const struct fl_duel *s, int seat)
{
    unsigned mask = 0;
    for (unsigned fleet = fl_duel_fleet(s, seat); fleet; fleet &= fleet - 1)
        if (fl_duel_free(s, __builtin_ctz(fleet)))
            mask |= fleet & (0u - fleet);
    return mask;
}

int fl_duel_room(const struct fl_duel *s, unsigned boats)
{
    int room = 0;
    for (; boats; boats &= boats - 1)
        room += fl_bits(fl_duel_free(s, __builtin_ctz(boats)));
    return room;
}

unsigned fl_duel_places(const struct fl_duel *s, int boat, uint64_t cards)
{
    unsigned mask = 0;
    cards <<= 1; /* crew[] contains card + 1, and 0 for a free place */
    for (int place = 0; place < FL_DUEL_PLACES; place++)
        mask |= (unsigned)(cards >> s->crew[boat][place] & 1) << place;
    return mask;
}

unsigned fl_duel_exposed(const struct fl_duel *s, int boat)
{
    uint64_t safe =
        FL_DUEL_CAPTAINS | (fl_duel_is_paired(s, boat) ? fl_duel_skill_cards[FL_TWIN] : 0);
    return fl_duel_places(s, boat, s->aboard[boat] & ~safe);
}

unsigned fl_duel_losable(const struct fl_duel *s, int side)
{
    int boat = s->boat[side];
    if (!s->losses[side])
        return 0;
    return s->losses[side] > 1 ? fl_duel_places(s, boat, s->aboard[boat])
                               : fl_duel_exposed(s, boat);
}

/* Surgeons have consecutive card numbers: their set is a small mask, starting with the first
 * one. */
unsigned fl_duel_savable(const struct fl_duel *s, int side)
{
    int boat = s->boat[side];
    unsigned fallen = s->fallen[side], medics = s->medics[side];
    if (!medics)
        return 0;
    if (!(medics & (medics - 1))) { /* a surgeon cannot save itself */
        uint64_t last = (uint64_t)medics << FL_CARD_MEDIC_SABRE;
        fallen &= ~fl_duel_places(s, boat, last);
    }
    return fallen;
}

/* ---- targets ---- */

unsigned fl_duel_targets(const struct fl_duel *s, int seat)
{
    unsigned named = fl_duel_combat[s->card].colours, own = fl_duel_colours(s, seat);
    bool free_choice = !(named & ~own); /* a black card, or both boats belong to the seat (4.7) */
    return (free_choice ? s->afloat : s->afloat & named) & ~own;
}

bool fl_duel_may_swap(const struct fl_duel *s)
{
    uint64_t others = 0;
    if (s->swapped || !fl_duel_seat_has(s, s->seat, FL_DINGHY))
        return false;
    for (unsigned boats = fl_duel_enemies(s, s->seat); boats; boats &= boats - 1)
        others |= s->aboard[__builtin_ctz(boats)];
    return others & ~FL_DUEL_CAPTAINS;
}

/* ---- the row ---- */

unsigned fl_duel_row(const struct fl_duel *s)
{
    unsigned mask = 0;
    for (int i = 0; i < FL_DUEL_ROW; i++)
        mask |= (unsigned)(s->row[i] != 0) << i;
    return mask;
}

unsigned fl_duel_next_recruits(const struct fl_duel *s)
{
    unsigned first = s->taken & s->imposed; /* 3.7 */
    return first ? first : s->taken;
}
