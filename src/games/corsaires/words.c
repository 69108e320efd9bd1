/* Corsaires: spelling, view, questions and explanations. */
#include "games/corsaires/corsaires.h"

/* Ids of items: each block is indexed by fight, kind or position. */
enum {
    ITEM_PILE = 0,
    ITEM_TAKEN = 8,
    ITEM_GOLD = 16,
    ITEM_DEBT = 24,
    ITEM_TOTAL = 32,
    ITEM_GALLEON = 64,   /* + fight */
    ITEM_FLAG = 96,      /* + fight */
    ITEM_TRUMP = 128,    /* + fight */
    ITEM_STRENGTH = 160, /* + 4 * fight + colour */
    ITEM_SHIP = 0x400,   /* + 64 * fight + 4 * kind + copy */
    ITEM_HAND = 0x1000,  /* + 256 * seat + 8 * kind + copy */
    ITEM_BACK = 0x2000,  /* + 128 * seat + position: cards face down */
    ITEM_OUT = 0x3000    /* + 8 * kind + copy */
};
enum { MARK_AHEAD };

static const char *const colour_spelled[FL_COLOURS] = {"yellow", "red", "green", "blue"};
static const char *const colour_letter[FL_COLOURS] = {"co.letter.yellow", "co.letter.red",
                                                      "co.letter.green", "co.letter.blue"};

/* ---- spelling ---- */

static void spell_on(int number, struct fl_buf *out)
{
    int what = number % FL_ON_KINDS;
    fl_put(out, what < FL_ON_CAPTAINS ? "attack " : what < FL_ON_ADMIRAL ? "captain " : "admiral ");
    fl_put_number(out, number / FL_ON_KINDS + 1);
    if (what == FL_ON_ADMIRAL)
        return;
    fl_put_char(out, ' ');
    fl_put(out, what < FL_ON_CAPTAINS ? fl_corsaires_card_spelled[what]
                                      : colour_spelled[what - FL_ON_CAPTAINS]);
}

static void spell_number(struct fl_buf *out, const char *verb, int number)
{
    fl_put(out, verb);
    fl_put_number(out, number);
}

static void spell_card(struct fl_buf *out, const char *verb, int kind)
{
    fl_put(out, verb);
    fl_put(out, fl_corsaires_card_spelled[kind]);
}

void fl_corsaires_spell(fl_move move, struct fl_buf *out)
{
    if (move == FL_CORSAIRES_DRAW)
        fl_put(out, "draw");
    else if (move < FL_CORSAIRES_ON)
        spell_number(out, "galleon ", move - FL_CORSAIRES_LAY + FL_GOLD_LEAST);
    else if (move < FL_CORSAIRES_DISCARD)
        spell_on(move - FL_CORSAIRES_ON, out);
    else if (move < FL_CORSAIRES_FIRST)
        spell_card(out, "discard ", move - FL_CORSAIRES_DISCARD);
    else if (move < FL_CORSAIRES_CARD)
        spell_number(out, "first-", move - FL_CORSAIRES_FIRST + 1);
    else if (move < FL_CORSAIRES_SHOW)
        spell_card(out, "", move - FL_CORSAIRES_CARD);
    else
        spell_card(out, "show-", move - FL_CORSAIRES_SHOW);
}

/* ---- view ---- */

static struct fl_item *view_card(struct fl_view *out, int id, int kind)
{
    struct fl_item *item = fl_view_item(out, id, "co.card", fl_corsaires_card_key[kind]);
    item->value = fl_corsaires_worth[kind];
    return item;
}

/* Marks a card played on a galleon, or the strength of an attack. */
static void view_played(const struct fl_corsaires *s, int fight, int side, struct fl_item *item)
{
    item->on = (uint16_t)(ITEM_GALLEON + fight);
    item->owner = (uint8_t)fl_corsaires_speaker(s, side);
    if (s->lead[side] >> fight & 1)
        item->marks |= 1u << MARK_AHEAD;
}

static void view_ships(const struct fl_corsaires *s, int fight, struct fl_view *out)
{
    struct fl_cards ships = {.half = {s->ships[fight], 0}};
    for (int kind = 0; kind < FL_GALLEONS; kind++)
        for (int n = 0; n < (int)fl_cards_of(&ships, kind); n++)
            view_played(s, fight, fl_corsaires_attacker(s, fight, kind / 4),
                        view_card(out, ITEM_SHIP + 64 * fight + 4 * kind + n, kind));
}

/* The total skulls of each attacking colour (3.6). */
static void view_strengths(const struct fl_corsaires *s, int fight, struct fl_view *out)
{
    for (int colour = 0; colour < FL_COLOURS; colour++) {
        int side = fl_corsaires_attacker(s, fight, colour);
        if (side < 0)
            continue;
        struct fl_item *strength = fl_view_item(out, ITEM_STRENGTH + FL_COLOURS * fight + colour,
                                                "co.strength", colour_letter[colour]);
        strength->value = fl_corsaires_strength(s, fight, colour);
        view_played(s, fight, side, strength);
    }
}

static void view_trump(const struct fl_corsaires *s, int fight, struct fl_view *out)
{
    int trump = fl_corsaires_trump(s, fight);
    if (trump)
        view_played(s, fight, fl_corsaires_leader(s, fight),
                    view_card(out, ITEM_TRUMP + fight, fl_corsaires_trump_kind(trump)));
}

/* The flag of the side that would capture the galleon now; its value is the strength. An undecided
 * fight has none. */
static void view_flag(const struct fl_corsaires *s, int fight, struct fl_view *out)
{
    int leader = fl_corsaires_leader(s, fight);
    if (leader < 0)
        return;
    struct fl_item *flag = fl_view_item(out, ITEM_FLAG + fight, "co.flag", NULL);
    flag->on = (uint16_t)(ITEM_GALLEON + fight);
    flag->owner = (uint8_t)fl_corsaires_speaker(s, leader);
    flag->value = fl_corsaires_force(s, fight, leader);
}

static void view_fight(const struct fl_corsaires *s, int fight, struct fl_view *out)
{
    int owner = fl_corsaires_speaker(s, fl_corsaires_owner(s, fight));
    int kind = FL_GALLEONS + fl_corsaires_gold(s, fight) - FL_GOLD_LEAST;
    fl_view_zone(out, "co.zone.fight", owner, fight + 1);
    view_card(out, ITEM_GALLEON + fight, kind)->owner = (uint8_t)owner;
    view_ships(s, fight, out);
    view_trump(s, fight, out);
    view_strengths(s, fight, out);
    view_flag(s, fight, out);
}

static void view_hand(const struct fl_corsaires *s, int seat, struct fl_view *out)
{
    fl_view_zone(out, "co.zone.hand", seat, 0);
    for (int kind = 0; kind < FL_CORSAIRES_KINDS; kind++)
        for (int n = 0; n < (int)fl_cards_of(&s->hand[seat], kind); n++)
            view_card(out, ITEM_HAND + 256 * seat + 8 * kind + n, kind);
    for (int n = 0; n < s->hidden[seat]; n++)
        fl_view_item(out, ITEM_BACK + 128 * seat + n, "co.card", NULL);
}

/* 9.3: captured gold is visible to its own side only, until the game is decided. */
static void view_captures(const struct fl_corsaires *s, int side, int viewer, struct fl_view *out)
{
    bool decided = s->phase >= FL_CORSAIRES_SHOWING;
    bool own =
        viewer == FL_TRUTH || (viewer < FL_CORSAIRES_SEATS && fl_corsaires_side(s, viewer) == side);
    fl_view_zone(out, "co.zone.captured", fl_corsaires_speaker(s, side), 0);
    fl_view_item(out, ITEM_TAKEN + side, "co.taken", NULL)->value = s->taken[side];
    if (own || decided || s->captures_shown)
        fl_view_item(out, ITEM_GOLD + side, "co.gold", NULL)->value = s->gold[side];
    if (s->phase == FL_CORSAIRES_OVER) {
        int32_t debt = fl_corsaires_debt(s, side);
        fl_view_item(out, ITEM_DEBT + side, "co.debt", NULL)->value = debt;
        fl_view_item(out, ITEM_TOTAL + side, "co.total", NULL)->value = s->gold[side] - debt;
    }
}

void fl_corsaires_view(const void *state, int viewer, struct fl_view *out)
{
    const struct fl_corsaires *s = state;
    fl_view_zone(out, "co.zone.pile", FL_NOBODY, 0);
    fl_view_item(out, ITEM_PILE, "co.pile", NULL)->value = s->pile;
    for (int fight = 0; fight < s->laid; fight++)
        if (s->open >> fight & 1)
            view_fight(s, fight, out);
    for (int seat = 0; seat < s->seats; seat++)
        view_hand(s, seat, out);
    for (int side = 0; side < s->seats >> s->teams; side++)
        view_captures(s, side, viewer, out);
    fl_view_zone(out, "co.zone.out", FL_NOBODY, 0);
    for (int kind = 0; kind < FL_CORSAIRES_KINDS; kind++)
        for (int n = 0; n < (int)fl_cards_of(&s->out, kind); n++)
            view_card(out, ITEM_OUT + 8 * kind + n, kind);
}

/* All copies of the kind in hand, because they are interchangeable. */
static int touch_hand(const struct fl_corsaires *s, int seat, int kind, uint16_t *item)
{
    int n = 0;
    for (; n < (int)fl_cards_of(&s->hand[seat], kind); n++)
        item[n] = (uint16_t)(ITEM_HAND + 256 * seat + 8 * kind + n);
    return n;
}

int fl_corsaires_touches(const void *state, int seat, fl_move move, uint16_t *item)
{
    if (move == FL_CORSAIRES_DRAW) {
        item[0] = ITEM_PILE;
        return 1;
    }
    int n = touch_hand(state, seat, fl_corsaires_kind_of(move), item);
    if (move >= FL_CORSAIRES_ON && move < FL_CORSAIRES_DISCARD)
        item[n++] = (uint16_t)(ITEM_GALLEON + (move - FL_CORSAIRES_ON) / FL_ON_KINDS);
    return n;
}

/* ---- questions and explanations ---- */

void fl_corsaires_prompt(const void *state, int seat, struct fl_phrase *out)
{
    const struct fl_corsaires *s = state;
    fl_phrase_begin(out, !s->pile ? "co.ask.last" : !s->size[seat] ? "co.ask.draw" : "co.ask.turn");
    fl_with_seat(out, "who", seat);
}

static void explain(struct fl_phrase *out, const char *key, const char *rule)
{
    fl_phrase_begin(out, key);
    fl_with_text(out, "rule", rule);
}

static void why_not_on(const struct fl_corsaires *s, int seat, int number, struct fl_phrase *out)
{
    int fight = number / FL_ON_KINDS, what = number % FL_ON_KINDS;
    int side = fl_corsaires_side(s, seat);
    if (!s->open)
        explain(out, "co.why.no-galleon", "3.4");
    else if (!(s->open >> fight & 1))
        explain(out, "co.why.no-such-galleon", "3.2");
    else if (what == FL_ON_ADMIRAL)
        explain(out, "co.why.admiral", "4.2");
    else if (what >= FL_ON_CAPTAINS)
        explain(out, "co.why.captain", "4.1");
    else if (fl_corsaires_colour(s, fight, side) >= 0)
        explain(out, "co.why.one-colour", "3.5");
    else
        explain(out, "co.why.colour-taken", "3.5");
}

void fl_corsaires_why_not(const void *state, int seat, fl_move move, struct fl_phrase *out)
{
    const struct fl_corsaires *s = state;
    bool of_chance = move >= FL_CORSAIRES_FIRST;
    int kind = of_chance || move == FL_CORSAIRES_DRAW ? 0 : fl_corsaires_kind_of(move);
    if (move == FL_CORSAIRES_DRAW)
        explain(out, "co.why.pile-empty", "6.1");
    else if (of_chance)
        explain(out, "co.why.only", "2.1");
    else if (!s->size[seat])
        explain(out, "co.why.must-draw", "2.5");
    else if (move >= FL_CORSAIRES_DISCARD && s->pile)
        explain(out, "co.why.no-discard", "6.1");
    else if (move >= FL_CORSAIRES_DISCARD && kind >= FL_GALLEONS && kind < FL_CAPTAINS)
        explain(out, "co.why.discard-galleon", "6.1");
    else if (move < FL_CORSAIRES_ON || move >= FL_CORSAIRES_DISCARD ||
             !fl_cards_of(&s->hand[seat], kind))
        explain(out, "co.why.not-held", "2.4");
    else
        why_not_on(s, seat, move - FL_CORSAIRES_ON, out);
}
