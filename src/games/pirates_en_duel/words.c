/* Pirates en Duel: spelling, phrases, questions and view. Explanations are in why.c. */
#include <assert.h>
#include <string.h>

#include "games/games.h"
#include "games/pirates_en_duel/pirates_en_duel.h"

/* Items of the view: 0..53 are the cards. */
enum {
    ITEM_BOAT = 60,     /* + boat */
    ITEM_COINS = 70,    /* + seat */
    ITEM_PILE = 80,     /* pirates */
    ITEM_DISCARD = 81,  /* pirates */
    ITEM_COMBATS = 82,  /* combat cards */
    ITEM_CARD = 83,     /* the combat card */
    ITEM_TYPE = 84,     /* of the duel */
    ITEM_TARGET = 85,   /* coins to win with */
    ITEM_LOSSES = 86,   /* + side */
    ITEM_DIE = 90,      /* + side * dice + die */
    ITEM_PLACE = 110,   /* + spot: a free one */
    ITEM_SABRES = 150,  /* + boat: dice it throws */
    ITEM_CANNONS = 160, /* + boat */
    ITEM_DRAWN = 170,   /* + kind of combat card */
    ITEM_SKULLS = 300,  /* + boat: against it */
    ITEM_BOATS = 310,   /* + boat: its own */
    ITEM_HITS = 320,    /* + boat */
    ITEM_SKILL = 340    /* + skill */
};
enum { ATTACKS, DEFENDS, FALLEN, TAKEN, IMPOSED, ROLLING, ASLEEP }; /* marks */

static const char face_letter[] = "SBN";

/* ---- spelling ---- */

enum { ALONE, NUMBER, BOAT, SPOT, CARD_BOAT, MASK, SPOTS };

static const struct block {
    const char *verb;
    uint32_t base, what; /* the kind of text after the verb */
} blocks[] = {
    {"swap", FL_DUEL_SWAP, SPOTS},       {"save", FL_DUEL_SAVE, SPOT},
    {"lose", FL_DUEL_LOSE, SPOT},        {"shoot", FL_DUEL_SHOOT, SPOT},
    {"replace", FL_DUEL_REPLACE, SPOT},  {"put", FL_DUEL_PUT, CARD_BOAT},
    {"reroll", FL_DUEL_REROLL, NUMBER},  {"impose", FL_DUEL_IMPOSE, NUMBER},
    {"keep", FL_DUEL_KEEP, NUMBER},      {"enlist", FL_DUEL_TAKE, MASK},
    {"attack", FL_DUEL_ATTACK, BOAT},    {"engage", FL_DUEL_ENGAGE, BOAT},
    {"boat", FL_DUEL_BOAT, BOAT},        {"discard", FL_DUEL_DISCARD, ALONE},
    {"no", FL_DUEL_NO, ALONE},           {"yes", FL_DUEL_YES, ALONE},
    {"roll", FL_DUEL_ROLL, ALONE},       {"fight", FL_DUEL_FIGHT, ALONE},
    {"recruit", FL_DUEL_RECRUIT, ALONE},
};

static void put_boat(struct fl_buf *out, int boat)
{
    fl_put_char(out, ' ');
    fl_put(out, fl_duel_colour_spelled[boat]);
}

static void put_index(struct fl_buf *out, int index)
{
    fl_put_char(out, ' ');
    fl_put_number(out, index + 1);
}

static void put_spot(struct fl_buf *out, int spot)
{
    put_boat(out, spot / FL_DUEL_PLACES);
    put_index(out, spot % FL_DUEL_PLACES);
}

static void spell_block(const struct block *block, int rest, struct fl_buf *out)
{
    fl_put(out, block->verb);
    switch (block->what) {
    case ALONE:
        break;
    case NUMBER:
        put_index(out, rest);
        break;
    case BOAT:
        put_boat(out, rest);
        break;
    case SPOT:
        put_spot(out, rest);
        break;
    case CARD_BOAT:
        put_index(out, rest / FL_DUEL_BOATS);
        put_boat(out, rest % FL_DUEL_BOATS);
        break;
    case MASK:
        fl_put_bits(out, (unsigned)rest);
        break;
    case SPOTS:
        put_spot(out, rest / FL_DUEL_SPOTS);
        put_spot(out, rest % FL_DUEL_SPOTS);
        break;
    }
}

void fl_duel_spell(fl_move move, struct fl_buf *out)
{
    if (move >= FL_DUEL_FACE && move < FL_DUEL_SWAP) {
        if (move >= FL_DUEL_COMBAT) {
            fl_put(out, fl_duel_combat_spelled[move - FL_DUEL_COMBAT]);
        } else if (move >= FL_DUEL_PIRATE) {
            fl_put(out, fl_duel_pirate_spelled[move - FL_DUEL_PIRATE]);
        } else if (move >= FL_DUEL_FIRST) {
            fl_put(out, "first-");
            fl_put_number(out, move - FL_DUEL_FIRST + 1);
        } else {
            fl_put_char(out, face_letter[move - FL_DUEL_FACE]);
        }
        return;
    }
    const struct block *block = blocks;
    while (move < block->base)
        block++;
    spell_block(block, (int)(move - block->base), out);
}

/* ---- phrases ---- */

static const char *spot_key(const struct fl_duel *s, int spot)
{
    return fl_duel_card_key(s->crew[spot / FL_DUEL_PLACES][spot % FL_DUEL_PLACES] - 1);
}

static const char *row_key(const struct fl_duel *s, int in_row)
{
    return fl_duel_card_key(s->row[in_row] - 1);
}

static struct fl_phrase *who(struct fl_phrases *out, const char *key, int seat)
{
    return fl_with_seat(fl_say(out, key), "who", seat);
}

void fl_duel_with_dice(struct fl_phrase *p, const char *name, int dice)
{
    if (!dice)
        fl_with_word(p, name, "pd.no-dice");
    for (int i = 0; i < dice; i++)
        fl_with_item(p, name, "pd.die");
}

static const char *yes_key(const struct fl_duel *s)
{
    switch (s->phase) {
    case FL_DUEL_TAVERN:
        return "pd.say.tavern-yes";
    case FL_DUEL_LOOKING_OUT:
        return "pd.say.lookout-yes";
    case FL_DUEL_FLIPPING:
        return "pd.say.brother-yes";
    case FL_DUEL_EVADING:
        return "pd.say.helm-yes";
    default: /* SNIPING */
        return "pd.say.shot-yes";
    }
}

static const char *no_key(const struct fl_duel *s)
{
    switch (s->phase) {
    case FL_DUEL_TAVERN:
        return "pd.say.tavern-no";
    case FL_DUEL_LOOKING_OUT:
        return "pd.say.lookout-no";
    case FL_DUEL_FLIPPING:
        return "pd.say.brother-no";
    case FL_DUEL_EVADING:
        return "pd.say.helm-no";
    case FL_DUEL_SNIPING:
        return "pd.say.shot-no";
    case FL_DUEL_PARROT:
        return "pd.say.parrot-no";
    default: /* RESCUING */
        return "pd.say.save-no";
    }
}

static void say_face(const struct fl_duel *s, int face, struct fl_phrases *out)
{
    static const char *const key[] = {"pd.say.red-rolled", "pd.say.blue-rolled"};
    bool combat =
        s->phase == FL_DUEL_ROLLING || s->phase == FL_DUEL_CURSE || s->phase == FL_DUEL_PARROT_DIE;
    if (combat)
        fl_with_item(who(out, key[s->side], s->who), "dice", fl_duel_face_key[face]);
    else
        fl_with_word(who(out, "pd.say.single-die", s->who), "die", fl_duel_face_key[face]);
}

static void say_chance(const struct fl_duel *s, fl_move move, struct fl_phrases *out)
{
    if (move >= FL_DUEL_COMBAT)
        fl_with_word(who(out, "pd.say.combat", s->seat), "card",
                     fl_duel_combat_key[move - FL_DUEL_COMBAT]);
    else if (move >= FL_DUEL_PIRATE)
        fl_with_item(fl_say(out, "pd.say.turned-up"), "cards",
                     fl_duel_card_key(__builtin_ctzll(fl_duel_kind_cards[move - FL_DUEL_PIRATE])));
    else if (move >= FL_DUEL_FIRST)
        who(out, "pd.say.first", move - FL_DUEL_FIRST);
    else
        say_face(s, move - FL_DUEL_FACE, out);
}

static void say_take(const struct fl_duel *s, unsigned mask, struct fl_phrases *out)
{
    struct fl_phrase *p = who(out, mask ? "pd.say.take" : "pd.say.take-none", s->who);
    for (; mask; mask &= mask - 1)
        fl_with_item(p, "cards", row_key(s, __builtin_ctz(mask)));
}

/* A pirate who leaves the crew, or a recruit who does not join it. */
static void say_gone(struct fl_phrases *out, int seat, const char *card)
{
    fl_with_item(who(out, "pd.say.gone", seat), "gone", card);
}

/* Moves about a spot, with its pirate and its player. */
static void say_spot(const struct fl_duel *s, fl_move move, struct fl_phrases *out)
{
    static const char *const key[] = {"pd.say.replace", "pd.say.shoot", "pd.say.lose",
                                      "pd.say.save"};
    int rest = move - FL_DUEL_REPLACE, spot = rest % FL_DUEL_SPOTS;
    struct fl_phrase *p = who(out, key[rest / FL_DUEL_SPOTS], s->who);
    fl_with_word(p, "card", spot_key(s, spot));
    if (move < FL_DUEL_SHOOT) {
        fl_with_word(p, "boat", fl_duel_colour_key[spot / FL_DUEL_PLACES]);
        fl_with_word(p, "recruit", row_key(s, __builtin_ctz(fl_duel_next_recruits(s))));
        say_gone(out, s->who, spot_key(s, spot));
    } else {
        fl_with_seat(p, "other", s->owner[spot / FL_DUEL_PLACES]);
    }
}

static void say_discard(const struct fl_duel *s, struct fl_phrases *out)
{
    const char *recruit = row_key(s, __builtin_ctz(fl_duel_next_recruits(s)));
    fl_with_word(who(out, "pd.say.discard", s->who), "card", recruit);
    say_gone(out, s->who, recruit);
}

static void say_swap(const struct fl_duel *s, int spots, struct fl_phrases *out)
{
    int own = spots / FL_DUEL_SPOTS, other = spots % FL_DUEL_SPOTS;
    struct fl_phrase *p = who(out, "pd.say.swap", s->who);
    fl_with_word(p, "card", spot_key(s, own));
    fl_with_word(p, "boat", fl_duel_colour_key[own / FL_DUEL_PLACES]);
    fl_with_word(p, "theirs", spot_key(s, other));
    fl_with_word(p, "target", fl_duel_colour_key[other / FL_DUEL_PLACES]);
}

static void say_about_row(const struct fl_duel *s, fl_move move, struct fl_phrases *out)
{
    if (move >= FL_DUEL_PUT) {
        const char *key = s->phase == FL_DUEL_DRAFTING ? "pd.say.pick" : "pd.say.put";
        struct fl_phrase *p = who(out, key, s->who);
        fl_with_word(p, "card", row_key(s, (move - FL_DUEL_PUT) / FL_DUEL_BOATS));
        fl_with_word(p, "boat", fl_duel_colour_key[(move - FL_DUEL_PUT) % FL_DUEL_BOATS]);
    } else if (move >= FL_DUEL_REROLL) {
        int die = move - FL_DUEL_REROLL;
        struct fl_phrase *p = who(out, "pd.say.reroll", s->who);
        fl_with_word(p, "die", fl_duel_face_key[s->die[s->side][die]]);
        fl_with_number(p, "number", die + 1);
    } else if (move >= FL_DUEL_IMPOSE) {
        struct fl_phrase *p = who(out, "pd.say.impose", s->who);
        fl_with_word(p, "card", row_key(s, move - FL_DUEL_IMPOSE));
        fl_with_seat(p, "other", s->seat);
    } else if (move >= FL_DUEL_KEEP) {
        fl_with_word(who(out, "pd.say.keep", s->who), "card", row_key(s, move - FL_DUEL_KEEP));
    } else {
        say_take(s, (unsigned)(move - FL_DUEL_TAKE), out);
    }
}

static void say_about_boat(const struct fl_duel *s, fl_move move, struct fl_phrases *out)
{
    static const char *const key[] = {"pd.say.boat", "pd.say.engage", "pd.say.attack"};
    int rest = move - FL_DUEL_BOAT, boat = rest % FL_DUEL_BOATS;
    struct fl_phrase *p = who(out, key[rest / FL_DUEL_BOATS], s->who);
    fl_with_word(p, "boat", fl_duel_colour_key[boat]);
    if (move >= FL_DUEL_ATTACK)
        fl_with_seat(p, "other", s->owner[boat]);
}

void fl_duel_say_move(const struct fl_duel *s, int seat, fl_move move, struct fl_phrases *out)
{
    if (move >= FL_DUEL_SWAP)
        say_swap(s, move - FL_DUEL_SWAP, out);
    else if (move >= FL_DUEL_FACE)
        say_chance(s, move, out);
    else if (move >= FL_DUEL_REPLACE)
        say_spot(s, move, out);
    else if (move >= FL_DUEL_TAKE)
        say_about_row(s, move, out);
    else if (move >= FL_DUEL_BOAT)
        say_about_boat(s, move, out);
    else if (move == FL_DUEL_DISCARD)
        say_discard(s, out);
    else
        who(out,
            move == FL_DUEL_YES     ? yes_key(s)
            : move == FL_DUEL_NO    ? no_key(s)
            : move == FL_DUEL_ROLL  ? "pd.say.roll"
            : move == FL_DUEL_FIGHT ? "pd.say.fight"
            : s->picks              ? "pd.say.recruit"
                                    : "pd.say.open-draft",
            seat);
}

/* ---- questions ---- */

static const char *ask_key(const struct fl_duel *s)
{
    static const char *const key[FL_DUEL_OVER] = {
        [FL_DUEL_CHOOSING_BOAT] = "pd.ask.boat",  [FL_DUEL_DRAFTING] = "pd.ask.draft",
        [FL_DUEL_TAVERN] = "pd.ask.tavern",       [FL_DUEL_IMPOSING] = "pd.ask.impose",
        [FL_DUEL_KEEPING] = "pd.ask.keep",        [FL_DUEL_PLACING] = "pd.ask.put",
        [FL_DUEL_REPLACING] = "pd.ask.replace",   [FL_DUEL_ENGAGING] = "pd.ask.engage",
        [FL_DUEL_LOOKING_OUT] = "pd.ask.lookout", [FL_DUEL_AIMING] = "pd.ask.attack",
        [FL_DUEL_FLIPPING] = "pd.ask.brother",    [FL_DUEL_EVADING] = "pd.ask.helm",
        [FL_DUEL_SNIPING] = "pd.ask.shot",        [FL_DUEL_SHOOTING] = "pd.ask.shoot",
        [FL_DUEL_READY] = "pd.ask.roll",          [FL_DUEL_PARROT] = "pd.ask.parrot",
        [FL_DUEL_LOSING] = "pd.ask.lose",         [FL_DUEL_RESCUING] = "pd.ask.save",
    };
    if (s->phase == FL_DUEL_OPENING)
        return s->picks ? "pd.ask.recruit" : "pd.ask.open-draft";
    if (s->phase == FL_DUEL_TAKING)
        return s->recruits == 2 ? "pd.ask.take-two" : "pd.ask.take-three";
    if (s->phase == FL_DUEL_SAILING)
        return fl_duel_may_swap(s) ? "pd.ask.swap" : "pd.ask.fight";
    return key[s->phase];
}

void fl_duel_prompt(const void *state, int seat, struct fl_phrase *out)
{
    const struct fl_duel *s = state;
    fl_phrase_begin(out, ask_key(s));
    fl_with_seat(out, "who", seat);
    switch (s->phase) {
    case FL_DUEL_TAVERN:
    case FL_DUEL_IMPOSING:
        fl_with_seat(out, "other", s->seat);
        break;
    case FL_DUEL_REPLACING:
        fl_with_word(out, "card", row_key(s, __builtin_ctz(fl_duel_next_recruits(s))));
        break;
    case FL_DUEL_SHOOTING:
        fl_with_seat(out, "other", fl_duel_fighter(s, !s->side));
        break;
    case FL_DUEL_READY:
        fl_with_number(out, "n", s->dice[s->side]);
        break;
    case FL_DUEL_EVADING:
    case FL_DUEL_SNIPING:
    case FL_DUEL_PARROT:
        fl_with_number(out, "n", s->tries);
        break;
    case FL_DUEL_LOSING:
        fl_with_number(fl_with_seat(out, "other", fl_duel_fighter(s, s->side)), "n",
                       s->losses[s->side]);
        break;
    case FL_DUEL_FLIPPING:
    case FL_DUEL_ENGAGING:
        fl_with_word(out, "type",
                     s->type == FL_BOARDING ? "pd.type.boarding" : "pd.type.cannonade");
        break;
    default:
        break;
    }
}

/* ---- consequences ---- */

/* The chance that the die rolled after a move shows a face, as a fraction in lowest terms. */
static void note_chance(const struct fl_duel *s, int seat, fl_move move, int face,
                        struct fl_phrase *out)
{
    union fl_state after;
    struct fl_moves faces = {0};
    memcpy(&after, s, sizeof *s);
    fl_pirates_en_duel.apply(&after, seat, move);
    fl_duel_moves(&after, FL_CHANCE, &faces);
    assert(faces.count == FL_DIE_FACES);
    int part = faces.at[face].weight, whole = (int)faces.total, divisor = part;
    while (part % divisor || whole % divisor)
        divisor--;
    fl_phrase_begin(out, s->tries > 1 ? "pd.note.chance-each" : "pd.note.chance");
    fl_with_number(out, "n", part / divisor);
    fl_with_number(out, "of", whole / divisor);
}

/* How many losses a pirate counts for: the captain two, paired twins fall together. */
static const char *loss_key(const struct fl_duel *s, int spot)
{
    int boat = spot / FL_DUEL_PLACES, card = s->crew[boat][spot % FL_DUEL_PLACES] - 1;
    if (card >= FL_DUEL_CAPTAIN)
        return "pd.note.captain";
    bool twin = (uint64_t)1 << card & fl_duel_skill_cards[FL_TWIN];
    return twin && fl_duel_is_paired(s, boat) ? "pd.note.twins" : "pd.note.loss";
}

static void note_target(const struct fl_duel *s, int boat, struct fl_phrase *out)
{
    fl_phrase_begin(out, "pd.note.target");
    fl_with_seat(out, "other", s->owner[boat]);
    fl_duel_with_dice(out, "dice", fl_duel_force(s, boat, s->type));
    fl_with_number(out, "n", s->coins[s->owner[boat]]);
}

/* The dice of both sides, the reader's first. */
static void note_odds(const struct fl_duel *s, struct fl_phrase *out)
{
    fl_phrase_begin(out, "pd.note.odds");
    fl_duel_with_dice(out, "dice", fl_duel_force(s, s->boat[s->side], s->type));
    fl_with_number(out, "n", fl_duel_force(s, s->boat[!s->side], s->type));
}

static bool note_answer(const struct fl_duel *s, int seat, fl_move move, struct fl_phrase *out)
{
    bool yes = move == FL_DUEL_YES;
    if (yes && s->phase == FL_DUEL_EVADING)
        note_chance(s, seat, move, FL_DIE_BOAT, out);
    else if (yes && (s->phase == FL_DUEL_SNIPING || s->phase == FL_DUEL_TAVERN))
        note_chance(s, seat, move, FL_DIE_SKULL, out);
    else if (!yes && s->phase == FL_DUEL_EVADING)
        note_odds(s, out);
    else
        return false;
    return true;
}

bool fl_duel_note(const void *state, int seat, fl_move move, struct fl_phrase *out)
{
    const struct fl_duel *s = state;
    if (move == FL_DUEL_YES || move == FL_DUEL_NO)
        return note_answer(s, seat, move, out);
    if (move >= FL_DUEL_SAVE && move < FL_DUEL_SAVE + FL_DUEL_SPOTS) {
        note_chance(s, seat, move, FL_DIE_BOAT, out);
    } else if (move >= FL_DUEL_LOSE && move < FL_DUEL_LOSE + FL_DUEL_SPOTS) {
        fl_phrase_begin(out, loss_key(s, move - FL_DUEL_LOSE));
    } else if (move >= FL_DUEL_ATTACK && move < FL_DUEL_ATTACK + FL_DUEL_BOATS) {
        note_target(s, move - FL_DUEL_ATTACK, out);
    } else if (move >= FL_DUEL_ENGAGE && move < FL_DUEL_ENGAGE + FL_DUEL_BOATS) {
        fl_phrase_begin(out, "pd.note.dice");
        fl_duel_with_dice(out, "dice", fl_duel_force(s, move - FL_DUEL_ENGAGE, s->type));
    } else {
        return false;
    }
    return true;
}

/* ---- view ---- */

static uint8_t marks_of_boat(const struct fl_duel *s, int boat)
{
    return (uint8_t)((s->boat[FL_ATTACKER] == boat) << ATTACKS | (s->boat[FL_DEFENDER] == boat)
                                                                     << DEFENDS);
}

static bool is_fallen(const struct fl_duel *s, int boat, int place)
{
    for (int side = 0; side < 2; side++)
        if (s->boat[side] == boat && s->fallen[side] >> place & 1)
            return true;
    return false;
}

static void view_place(const struct fl_duel *s, int boat, int place, struct fl_view *out)
{
    int card = s->crew[boat][place] - 1;
    struct fl_item *item;
    if (card < 0) {
        item = fl_view_item(out, ITEM_PLACE + boat * FL_DUEL_PLACES + place, "pd.place", NULL);
    } else {
        item = fl_view_item(out, card, card < FL_DUEL_CAPTAIN ? "pd.pirate" : "pd.captain",
                            fl_duel_card_key(card));
        if (is_fallen(s, boat, place))
            item->marks |= 1u << FALLEN;
    }
    item->value = place + 1;
    item->owner = s->owner[boat];
}

/* Whether a die was rolled already. */
static bool is_rolled(const struct fl_duel *s, int side, int die)
{
    if (s->phase == FL_DUEL_READY || s->phase == FL_DUEL_ROLLING)
        if (side > s->side || (side == s->side && s->phase == FL_DUEL_READY))
            return false;
    return side != s->side || !(s->rolling >> die & 1);
}

static bool all_rolled(const struct fl_duel *s)
{
    for (int side = 0; side < 2; side++)
        for (int die = 0; die < s->dice[side]; die++)
            if (!is_rolled(s, side, die))
                return false;
    return s->dice[FL_ATTACKER] || s->dice[FL_DEFENDER];
}

/* The figures of a boat in the duel: skulls against it, its own boats, and the losses. */
static void view_hits(const struct fl_duel *s, int boat, struct fl_view *out)
{
    if (s->card == FL_NO_COMBAT || s->boat[FL_DEFENDER] == FL_NOBODY || !all_rolled(s))
        return;
    for (int side = 0; side < 2; side++)
        if (s->boat[side] == boat) {
            fl_view_item(out, ITEM_SKULLS + boat, "pd.skulls", NULL)->value =
                fl_duel_sum(s, !side, FL_DIE_SKULL);
            fl_view_item(out, ITEM_BOATS + boat, "pd.boats", NULL)->value =
                fl_duel_sum(s, side, FL_DIE_BOAT);
            fl_view_item(out, ITEM_HITS + boat, "pd.hits", NULL)->value = fl_duel_hits(s, side);
        }
}

static void view_boat(const struct fl_duel *s, int boat, struct fl_view *out)
{
    fl_view_zone(out, "pd.zone.boat", s->owner[boat], boat);
    struct fl_item *item = fl_view_item(out, ITEM_BOAT + boat, "pd.boat", fl_duel_colour_key[boat]);
    item->owner = s->owner[boat];
    item->marks = marks_of_boat(s, boat);
    for (int place = 0; place < FL_DUEL_PLACES; place++)
        view_place(s, boat, place, out);
    fl_view_item(out, ITEM_SABRES + boat, "pd.sabres", NULL)->value =
        fl_duel_force(s, boat, FL_BOARDING);
    fl_view_item(out, ITEM_CANNONS + boat, "pd.cannons", NULL)->value =
        fl_duel_force(s, boat, FL_CANNONADE);
    view_hits(s, boat, out);
}

static void view_seat(const struct fl_duel *s, int seat, struct fl_view *out)
{
    fl_view_zone(out, "pd.zone.treasure", seat, 0);
    struct fl_item *coins = fl_view_item(out, ITEM_COINS + seat, "pd.coins", NULL);
    coins->owner = (uint8_t)seat;
    coins->value = s->coins[seat];
    for (unsigned fleet = fl_duel_fleet(s, seat); fleet; fleet &= fleet - 1)
        view_boat(s, __builtin_ctz(fleet), out);
}

static void view_row(const struct fl_duel *s, struct fl_view *out)
{
    fl_view_zone(out, "pd.zone.row", FL_NOBODY, 0);
    for (unsigned row = fl_duel_row(s); row; row &= row - 1) {
        int i = __builtin_ctz(row), card = s->row[i] - 1;
        struct fl_item *item = fl_view_item(out, card, "pd.pirate", fl_duel_card_key(card));
        item->value = i + 1;
        item->marks = (uint8_t)((s->taken >> i & 1) << TAKEN | (s->imposed >> i & 1) << IMPOSED);
    }
}

static void view_piles(const struct fl_duel *s, struct fl_view *out)
{
    fl_view_zone(out, "pd.zone.piles", FL_NOBODY, 0);
    fl_view_item(out, ITEM_PILE, "pd.pile", NULL)->value = fl_duel_count(s->pile);
    fl_view_item(out, ITEM_DISCARD, "pd.discard", NULL)->value = fl_duel_count(s->discard);
    fl_view_item(out, ITEM_COMBATS, "pd.combats", NULL)->value = s->cards_left;
    fl_view_item(out, ITEM_TARGET, "pd.target", NULL)->value = s->target;
}

/* Discarded pirates are visible one by one, drawn combat cards by kind (1.9). */
static void view_discards(const struct fl_duel *s, struct fl_view *out)
{
    fl_view_zone(out, "pd.zone.discards", FL_NOBODY, 0);
    for (uint64_t rest = s->discard; rest; rest &= rest - 1) {
        int card = __builtin_ctzll(rest);
        fl_view_item(out, card, "pd.pirate", fl_duel_card_key(card));
    }
    fl_view_zone(out, "pd.zone.drawn", FL_NOBODY, 0);
    for (int kind = 0; kind < FL_DUEL_COMBAT_KINDS; kind++) {
        int drawn = fl_duel_combat_copies(s, kind) - s->left[kind];
        if (drawn)
            fl_view_item(out, ITEM_DRAWN + kind, "pd.drawn", fl_duel_combat_key[kind])->value =
                drawn;
    }
}

/* Skills: the level at which each one starts, and a mark on those that are inactive (1.8). */
static void view_skills(const struct fl_duel *s, struct fl_view *out)
{
    static const char *const key[FL_DUEL_SKILLS] = {
        [FL_HELM] = "pd.skill.helm",
        [FL_LOOKOUT] = "pd.skill.lookout",
        [FL_MEDIC] = "pd.skill.medic",
        [FL_TAVERN] = "pd.skill.tavern",
        [FL_DUEL_CREW_PARROT] = "pd.skill.parrot",
        [FL_DUEL_CREW_MONKEY] = "pd.skill.monkey",
        [FL_WARRIOR] = "pd.skill.warrior",
        [FL_SHIPWRIGHT] = "pd.skill.shipwright",
        [FL_SERGEANT] = "pd.skill.sergeant",
        [FL_DINGHY] = "pd.skill.dinghy",
        [FL_TWIN] = "pd.skill.twin",
        [FL_MARKSMAN] = "pd.skill.marksman",
        [FL_PISTOL] = "pd.skill.pistol",
        [FL_CARRIAGE] = "pd.skill.carriage",
        [FL_BROTHER] = "pd.skill.brother",
    };
    fl_view_zone(out, "pd.zone.skills", FL_NOBODY, 0);
    for (int skill = FL_HELM; skill < FL_DUEL_SKILLS; skill++) {
        struct fl_item *item = fl_view_item(out, ITEM_SKILL + skill, "pd.skill", key[skill]);
        item->value = fl_duel_skill_cards[skill] & fl_duel_able[2] ? 2 : 3;
        item->marks = (uint8_t)((item->value > s->level) << ASLEEP);
    }
}

/* Boats nobody has chosen yet. */
static void view_harbour(const struct fl_duel *s, struct fl_view *out)
{
    if (s->phase != FL_DUEL_CHOOSING_BOAT)
        return;
    fl_view_zone(out, "pd.zone.harbour", FL_NOBODY, 0);
    for (unsigned free = fl_duel_harbour(s); free; free &= free - 1)
        fl_view_item(out, ITEM_BOAT + __builtin_ctz(free), "pd.boat",
                     fl_duel_colour_key[__builtin_ctz(free)]);
}

static void view_dice(const struct fl_duel *s, int side, struct fl_view *out)
{
    int seat = fl_duel_fighter(s, side);
    fl_view_zone(out, side == FL_ATTACKER ? "pd.zone.red-dice" : "pd.zone.blue-dice", seat, 0);
    for (int i = 0; i < s->dice[side]; i++) {
        bool fell = is_rolled(s, side, i);
        struct fl_item *die = fl_view_item(out, ITEM_DIE + side * FL_DUEL_DICE + i,
                                           side == FL_ATTACKER ? "pd.red-die" : "pd.blue-die",
                                           fell ? fl_duel_face_key[s->die[side][i]] : NULL);
        die->owner = (uint8_t)seat;
        die->value = i + 1;
        if (!fell && s->rolling)
            die->marks = 1u << ROLLING;
    }
    if (s->losses[side])
        fl_view_item(out, ITEM_LOSSES + side, "pd.losses", NULL)->value = s->losses[side];
}

static void view_duel(const struct fl_duel *s, struct fl_view *out)
{
    fl_view_zone(out, "pd.zone.combat", FL_NOBODY, 0);
    if (s->card == FL_NO_COMBAT)
        return;
    fl_view_item(out, ITEM_CARD, "pd.combat", fl_duel_combat_key[s->card])->value =
        fl_duel_combat[s->card].coins;
    if (s->boat[FL_DEFENDER] == FL_NOBODY)
        return;
    fl_view_item(out, ITEM_TYPE, "pd.type",
                 s->type == FL_BOARDING ? "pd.type.boarding" : "pd.type.cannonade");
    view_dice(s, FL_ATTACKER, out);
    view_dice(s, FL_DEFENDER, out);
}

void fl_duel_view(const void *state, int viewer, struct fl_view *out)
{
    const struct fl_duel *s = state;
    (void)viewer; /* nothing is hidden */
    view_piles(s, out);
    view_row(s, out);
    view_duel(s, out);
    view_harbour(s, out);
    view_discards(s, out);
    for (int seat = 0; seat < s->seats; seat++)
        view_seat(s, seat, out);
    view_skills(s, out);
}

/* ---- items of a move ---- */

static uint16_t at_spot(const struct fl_duel *s, int spot)
{
    return (uint16_t)(s->crew[spot / FL_DUEL_PLACES][spot % FL_DUEL_PLACES] - 1);
}

static uint16_t in_row(const struct fl_duel *s, int i)
{
    return (uint16_t)(s->row[i] - 1);
}

static int touch_row(const struct fl_duel *s, fl_move move, uint16_t *item)
{
    int n = 0;
    if (move >= FL_DUEL_PUT) {
        item[n++] = in_row(s, (move - FL_DUEL_PUT) / FL_DUEL_BOATS);
        item[n++] = (uint16_t)(ITEM_BOAT + (move - FL_DUEL_PUT) % FL_DUEL_BOATS);
    } else if (move >= FL_DUEL_REROLL) {
        item[n++] = (uint16_t)(ITEM_DIE + s->side * FL_DUEL_DICE + move - FL_DUEL_REROLL);
    } else if (move >= FL_DUEL_IMPOSE) {
        item[n++] = in_row(s, move - FL_DUEL_IMPOSE);
    } else if (move >= FL_DUEL_KEEP) {
        item[n++] = in_row(s, move - FL_DUEL_KEEP);
    } else {
        for (unsigned mask = (unsigned)(move - FL_DUEL_TAKE); mask; mask &= mask - 1)
            item[n++] = in_row(s, __builtin_ctz(mask));
    }
    return n;
}

static int touch_spots(const struct fl_duel *s, fl_move move, uint16_t *item)
{
    int n = 0;
    if (move >= FL_DUEL_SWAP) {
        item[n++] = at_spot(s, (move - FL_DUEL_SWAP) / FL_DUEL_SPOTS);
        item[n++] = at_spot(s, (move - FL_DUEL_SWAP) % FL_DUEL_SPOTS);
        return n;
    }
    item[n++] = at_spot(s, (move - FL_DUEL_REPLACE) % FL_DUEL_SPOTS);
    if (move < FL_DUEL_SHOOT)
        item[n++] = in_row(s, __builtin_ctz(fl_duel_next_recruits(s)));
    return n;
}

static int touch_dice(const struct fl_duel *s, uint16_t *item)
{
    for (int i = 0; i < s->dice[s->side]; i++)
        item[i] = (uint16_t)(ITEM_DIE + s->side * FL_DUEL_DICE + i);
    return s->dice[s->side];
}

int fl_duel_touches(const void *state, int seat, fl_move move, uint16_t *item)
{
    const struct fl_duel *s = state;
    (void)seat;
    if (move >= FL_DUEL_REPLACE)
        return touch_spots(s, move, item);
    if (move >= FL_DUEL_TAKE)
        return touch_row(s, move, item);
    switch (move) {
    case FL_DUEL_YES:
    case FL_DUEL_NO:
        return 0;
    case FL_DUEL_ROLL:
        return touch_dice(s, item);
    case FL_DUEL_RECRUIT:
        *item = ITEM_PILE;
        return 1;
    case FL_DUEL_FIGHT:
        *item = ITEM_COMBATS;
        return 1;
    case FL_DUEL_DISCARD:
        *item = in_row(s, __builtin_ctz(fl_duel_next_recruits(s)));
        return 1;
    default: /* BOAT, ENGAGE, ATTACK */
        *item = (uint16_t)(ITEM_BOAT + (move - FL_DUEL_BOAT) % FL_DUEL_BOATS);
        return 1;
    }
}
