/* Corsaires: the fights, from the laying of a galleon to its capture. */
#include "games/corsaires.h"

/* ---- who leads ---- */

/* The side of the strictly highest strength, or -1 (5.4, 5.5). */
static int strongest(const struct fl_corsaires *s, int fight)
{
    int best = 0, colour_of_best = -1;
    for (int colour = 0; colour < FL_COLOURS; colour++) {
        int strength = fl_corsaires_strength(s, fight, colour);
        if (strength > best) {
            best = strength;
            colour_of_best = colour;
        } else if (strength == best) {
            colour_of_best = -1;
        }
    }
    return colour_of_best < 0 ? -1 : fl_corsaires_attacker(s, fight, colour_of_best);
}

int fl_corsaires_leader(const struct fl_corsaires *s, int fight)
{
    int trump = fl_corsaires_trump(s, fight);
    if (trump == FL_TRUMP_ADMIRAL)
        return fl_corsaires_owner(s, fight);
    if (trump != FL_NO_TRUMP)
        return fl_corsaires_attacker(s, fight, trump - FL_TRUMP_CAPTAIN);
    return s->ships[fight] ? strongest(s, fight) : fl_corsaires_owner(s, fight);
}

int fl_corsaires_force(const struct fl_corsaires *s, int fight, int side)
{
    int colour = fl_corsaires_colour(s, fight, side);
    return colour < 0 ? 0 : fl_corsaires_strength(s, fight, colour);
}

int fl_corsaires_rival(const struct fl_corsaires *s, int fight, int side)
{
    int best = 0;
    for (int colour = 0; colour < FL_COLOURS; colour++) {
        int strength = fl_corsaires_strength(s, fight, colour);
        if (fl_corsaires_attacker(s, fight, colour) != side && strength > best)
            best = strength;
    }
    return best;
}

/* After every card played in a fight: who leads now. */
static void judge(struct fl_corsaires *s, int fight)
{
    uint32_t bit = (uint32_t)1 << fight;
    int leader = fl_corsaires_leader(s, fight);
    for (int side = 0; side < FL_CORSAIRES_SIDES; side++)
        s->lead[side] &= ~bit;
    if (leader >= 0)
        s->lead[leader] |= bit;
}

/* ---- cards are played ---- */

void fl_corsaires_lay(struct fl_corsaires *s, int gold, struct fl_saying *tell)
{
    int fight = s->laid++;
    if (tell) {
        struct fl_phrase *p = fl_with_seat(fl_say(tell, "co.say.galleon"), "who", s->seat);
        fl_with_number(fl_with_number(p, "fight", fight + 1), "n", gold);
    }
    s->open |= (uint32_t)1 << fight;
    s->galleon[fight] = (uint8_t)gold;
    s->sides[fight] = (uint16_t)((fl_corsaires_side(s, s->seat) + 1) << 12);
    judge(s, fight);
}

/* How an attack stands once its new ship is there; a hint for whoever chooses. */
static const char *attack_key(const struct fl_corsaires *s, int fight, int side)
{
    static const char *const key[2][5] = {
        {"co.say.attack-leads", "co.say.attack-ties", "co.say.attack-behind",
         "co.say.attack-trumped", "co.say.attack-trumping"},
        {"co.say.protect-leads", "co.say.protect-ties", "co.say.protect-behind",
         "co.say.protect-trumped", "co.say.protect-trumping"},
    };
    int ahead = fl_corsaires_force(s, fight, side) - fl_corsaires_rival(s, fight, side);
    bool leads = s->lead[side] >> fight & 1, trumped = fl_corsaires_trump(s, fight) != 0;
    int how = trumped ? 3 + leads : leads ? 0 : ahead ? 2 : 1;
    return key[fl_corsaires_owner(s, fight) == side][how];
}

static struct fl_phrase *tell_fight(const struct fl_corsaires *s, const char *key, int fight,
                                    int kind, struct fl_saying *tell)
{
    struct fl_phrase *p = fl_with_seat(fl_say(tell, key), "who", s->seat);
    fl_with_number(fl_with_number(p, "fight", fight + 1), "gold", fl_corsaires_gold(s, fight));
    return fl_with_word(p, "card", fl_corsaires_card_key[kind]);
}

static void attack(struct fl_corsaires *s, int fight, int kind, struct fl_saying *tell)
{
    int side = fl_corsaires_side(s, s->seat);
    s->ships[fight] += (uint64_t)1 << 4 * kind;
    s->sides[fight] |= (uint16_t)((side + 1) << 3 * (kind / 4));
    judge(s, fight);
    if (tell) {
        struct fl_phrase *p = tell_fight(s, attack_key(s, fight, side), fight, kind, tell);
        fl_with_number(p, "n", fl_corsaires_force(s, fight, side));
        fl_with_number(p, "best", fl_corsaires_rival(s, fight, side));
    }
}

/* 4.3: only the last trump counts, the one before leaves the game. */
static void play_trump(struct fl_corsaires *s, int fight, int kind, struct fl_saying *tell)
{
    int before = fl_corsaires_trump(s, fight);
    int trump = kind == FL_ADMIRAL ? FL_TRUMP_ADMIRAL : FL_TRUMP_CAPTAIN + kind - FL_CAPTAINS;
    s->galleon[fight] = (uint8_t)(fl_corsaires_gold(s, fight) | trump << 4);
    judge(s, fight);
    if (tell)
        tell_fight(s, kind == FL_ADMIRAL ? "co.say.admiral" : "co.say.captain", fight, kind, tell);
    if (!before)
        return;
    fl_add_card(&s->out, fl_corsaires_trump_kind(before));
    if (tell)
        fl_with_word(fl_say(tell, "co.say.superseded"), "card",
                     fl_corsaires_card_key[fl_corsaires_trump_kind(before)]);
}

void fl_corsaires_play_on(struct fl_corsaires *s, int fight, int kind, struct fl_saying *tell)
{
    if (kind < FL_GALLEONS)
        attack(s, fight, kind, tell);
    else
        play_trump(s, fight, kind, tell);
}

/* ---- the end of a fight ---- */

static void clear_fight(struct fl_corsaires *s, int fight)
{
    uint32_t bit = (uint32_t)1 << fight;
    s->open &= ~bit;
    for (int side = 0; side < FL_CORSAIRES_SIDES; side++)
        s->lead[side] &= ~bit;
    s->ships[fight] = 0;
    s->sides[fight] = 0;
    s->galleon[fight] = 0;
}

void fl_corsaires_take(struct fl_corsaires *s, int fight, int side, struct fl_saying *tell)
{
    int gold = fl_corsaires_gold(s, fight);
    unsigned cards = 1 + fl_count_half(s->ships[fight]) + (fl_corsaires_trump(s, fight) != 0);
    if (tell) {
        struct fl_phrase *p = fl_say(tell, "co.say.captures");
        fl_with_number(fl_with_seat(p, "who", fl_corsaires_speaker(s, side)), "fight", fight + 1);
        fl_with_number(p, "n", gold);
    }
    s->gold[side] = (uint8_t)(s->gold[side] + gold);
    s->taken[side] = (uint8_t)(s->taken[side] + cards);
    clear_fight(s, fight);
}

void fl_corsaires_sink(struct fl_corsaires *s, int fight, struct fl_saying *tell)
{
    struct fl_cards ships = {.half = {s->ships[fight], 0}};
    if (tell)
        fl_with_number(fl_say(tell, "co.say.undecided"), "fight", fight + 1);
    fl_add_cards(&s->out, &ships);
    fl_add_card(&s->out, FL_GALLEONS + fl_corsaires_gold(s, fight) - FL_GOLD_LEAST);
    clear_fight(s, fight);
}
