/* Mille Sabords!: eight dice, thirty-five cards, 2 to 5 players.
 *
 * Numbers in comments are those of docs/rules/mille-sabords.*.md. */
#include "games/mille_sabords/mille_sabords.h"

#include <assert.h>
#include <string.h>

#include "games/games.h"

enum { TARGET, FLOOR, FIRST, LAST_OF_200 = 200, ALL_DICE = 0xFF, DECK = 35 };
enum { RANDOM = 0 }; /* of the option `first`; otherwise a seat counted from 1 */
enum { ITEM_CARD = 8, ITEM_PILE = 9, ITEM_SCORE = 10 }; /* items 0..7 are the dice */
enum { ITEM_TARGET = 16, ITEM_STAGE, ITEM_SKULLS, ITEM_POINTS, ITEM_RAID, ITEM_SAVED };
enum { ITEM_DISCARD = 32 }; /* + kind of card */
enum { MARK_LOCKED, MARK_FRESH, MARK_LAST };

const uint8_t fl_sabords_copies[FL_SABORDS_KINDS] = {
#define COPIES(name, copies, spelled, key) copies,
    FL_SABORDS_CARDS(COPIES)
#undef COPIES
};

static const char *const card_key[FL_SABORDS_KINDS + 1] = {
#define KEY(name, copies, spelled, key) key,
    FL_SABORDS_CARDS(KEY)
#undef KEY
};

static const char *const card_spelled[FL_SABORDS_KINDS] = {
#define SPELLED(name, copies, spelled, key) spelled,
    FL_SABORDS_CARDS(SPELLED)
#undef SPELLED
};

static const char *const face_key[FL_FACES] = {"ms.face.skull",  "ms.face.parrot",
                                               "ms.face.monkey", "ms.face.sabre",
                                               "ms.face.coin",   "ms.face.diamond"};

/* Each face is spelled by one letter, so that a throw is a word of eight letters. */
static const char face_letter[] = "SPMXCD";

/* ---- dice and cards on the table ---- */

/* Returns the dice that show a face, as a mask. Compares all eight bytes at once. */
static unsigned dice_showing(const struct fl_sabords *s, int face)
{
    uint64_t dice;
    memcpy(&dice, s->die, sizeof dice);
    dice ^= (uint64_t)face * 0x0101010101010101u; /* 0 where the face shows, otherwise 1..7 */
    dice = ~(dice + 0x7F7F7F7F7F7F7F7Fu) >> 7;    /* 1 in the lowest bit of each zero byte */
    dice = (dice & 0x0101010101010101u) * 0x0102040810204080u;
    return (unsigned)(dice >> 56); /* the product collects these bits in the highest byte */
}

static int skulls_of(const struct fl_sabords *s)
{
    return fl_bits(dice_showing(s, FL_SKULL)) + fl_sabords_card_skulls(s->card);
}

static bool is_ship(int card)
{
    return fl_sabords_quota(card) > 0;
}

/* Whether there are three skulls and the guardian may still reroll one of them. */
static bool guardian_is_asked(const struct fl_sabords *s)
{
    return s->guardian && skulls_of(s) == 3;
}

static bool made_nine(const struct fl_sabords *s)
{
    int face = s->card == FL_CARD_COIN ? FL_COIN : s->card == FL_CARD_DIAMOND ? FL_DIAMOND : -1;
    return face >= 0 && dice_showing(s, face) == ALL_DICE;
}

/* ---- the turn ---- */

static void start(void *state, const struct fl_setup *setup)
{
    struct fl_sabords *s = state;
    assert(setup->seats >= 2 && setup->seats <= FL_SABORDS_SEATS);
    *s = (struct fl_sabords){
        .seats = (uint8_t)setup->seats,
        .target = setup->option[TARGET],
        .floor = (uint8_t)setup->option[FLOOR],
        .card = FL_CARD_NONE,
        .cards_left = DECK,
        .magic = FL_NOBODY,
    };
    memcpy(s->left, fl_sabords_copies, sizeof fl_sabords_copies);
    if (setup->option[FIRST] != RANDOM) {
        s->seat = s->first = (uint8_t)(setup->option[FIRST] - 1);
        s->phase = FL_SABORDS_OPENING;
    }
}

static fl_seats turn(const void *state)
{
    const struct fl_sabords *s = state;
    /* One bit per phase: WHO_STARTS, DRAWING and ROLLING belong to chance. */
    if (0x15 >> s->phase & 1)
        return FL_SEAT(FL_CHANCE);
    return s->phase == FL_SABORDS_OVER ? 0 : FL_SEAT(s->seat);
}

static void pay(struct fl_sabords *s, int seat, int32_t points)
{
    s->score[seat] += points;
    if (s->floor && points < 0 && s->score[seat] < 0)
        s->score[seat] = 0;
}

/* Updates the stage after a turn: normal play, last round, sudden death or end. */
static void update_stage(struct fl_sabords *s)
{
    bool reached = s->score[s->seat] >= s->target;
    if (s->stage == FL_SABORDS_NORMAL && reached) {
        s->stage = FL_SABORDS_LAST_ROUND;
        s->turns_left = (uint8_t)(s->seats - 1);
    } else if (s->stage == FL_SABORDS_LAST_ROUND && --s->turns_left == 0) {
        s->stage = FL_SABORDS_SUDDEN;
        for (int seat = 0; seat < s->seats; seat++)
            if (s->score[seat] >= s->target)
                s->phase = FL_SABORDS_OVER;
    } else if (s->stage == FL_SABORDS_SUDDEN && reached) {
        s->phase = FL_SABORDS_OVER;
    }
}

static void end_turn(struct fl_sabords *s, const struct fl_sabords_tally *tally)
{
    assert(tally->others <= 0 && s->seat < s->seats);
    pay(s, s->seat, tally->total);
    if (tally->others)
        for (int seat = 0; seat < s->seats; seat++)
            if (seat != s->seat)
                pay(s, seat, tally->others);
    s->phase = FL_SABORDS_OPENING;
    update_stage(s);
    if (s->phase == FL_SABORDS_OVER)
        return;
    s->seat = (uint8_t)(s->seat + 1 == s->seats ? 0 : s->seat + 1);
    if (s->seat == s->first && ++s->round == LAST_OF_200)
        s->phase = FL_SABORDS_OVER;
}

static void count_up(const struct fl_sabords *s, struct fl_sabords_tally *out)
{
    uint8_t count[FL_FACES];
    fl_sabords_count(s->die, ALL_DICE, count);
    fl_sabords_stop(s->card, count, out);
}

/* The points for stopping now. */
static int32_t points_of(const struct fl_sabords *s)
{
    struct fl_sabords_tally tally;
    count_up(s, &tally);
    return tally.total;
}

/* The functions that end a turn are not inlined: with their arrays, the stack protector would apply
 * to every throw and every move. */
static __attribute__((noinline)) void stop_scoring(struct fl_sabords *s)
{
    struct fl_sabords_tally tally;
    assert(s->phase == FL_SABORDS_CHOOSING && !s->rolling);
    count_up(s, &tally);
    end_turn(s, &tally);
}

/* The points of a turn that is lost now. */
static void count_lost(const struct fl_sabords *s, struct fl_sabords_tally *out)
{
    uint8_t saved[FL_FACES];
    fl_sabords_count(s->die, s->treasure, saved);
    fl_sabords_lost(s->card, saved, out);
}

static __attribute__((noinline)) void bust(struct fl_sabords *s)
{
    struct fl_sabords_tally tally;
    count_lost(s, &tally);
    end_turn(s, &tally);
}

static __attribute__((noinline)) void leave_skull_island(struct fl_sabords *s)
{
    struct fl_sabords_tally tally = {.event = FL_SABORDS_SKULL_ISLAND,
                                     .others = fl_sabords_raid(s->card, skulls_of(s))};
    end_turn(s, &tally);
}

static void win_by_magic(struct fl_sabords *s)
{
    s->magic = s->seat;
    stop_scoring(s);
    s->phase = FL_SABORDS_OVER;
    s->seat = s->magic;
}

/* On Skull Island, a throw with at least one skull requires another throw of the remaining dice. */
static void evaluate_skull_island(struct fl_sabords *s)
{
    unsigned skulls = dice_showing(s, FL_SKULL);
    if ((skulls & s->rerolled) && skulls != ALL_DICE)
        s->phase = FL_SABORDS_READY;
    else
        leave_skull_island(s);
}

/* Evaluates a complete throw: Skull Island, bust, nine of a kind, or the player chooses. */
static void evaluate_throw(struct fl_sabords *s)
{
    int skulls = skulls_of(s);
    s->moved = 0;
    s->phase = FL_SABORDS_CHOOSING;
    if (s->throws == 1 && skulls >= 4 && !is_ship(s->card))
        s->skull_island = 1;
    if (s->skull_island)
        evaluate_skull_island(s);
    else if (skulls >= 3 && !guardian_is_asked(s))
        bust(s);
    else if (made_nine(s))
        win_by_magic(s);
}

static void throw_dice(struct fl_sabords *s, unsigned mask)
{
    assert(mask && mask <= ALL_DICE);
    if (mask & dice_showing(s, FL_SKULL) && s->throws)
        s->guardian = 0;
    s->rolling = s->rerolled = (uint8_t)mask;
    s->throws = (uint8_t)(s->throws ? 2 : 1);
    s->phase = FL_SABORDS_ROLLING;
}

/* The dice of the move `throw`: all eight, or on Skull Island those without a skull. */
static unsigned dice_to_throw(const struct fl_sabords *s)
{
    return s->skull_island ? ALL_DICE & ~dice_showing(s, FL_SKULL) : ALL_DICE;
}

static void turn_up(struct fl_sabords *s)
{
    s->phase = FL_SABORDS_DRAWING;
    s->card = FL_CARD_NONE;
    s->throws = s->skull_island = s->guardian = s->treasure = s->moved = s->rerolled = 0;
    if (!s->cards_left) { /* the pile is empty: all cards are shuffled */
        memcpy(s->left, fl_sabords_copies, sizeof fl_sabords_copies);
        s->cards_left = DECK;
    }
}

static void take_card(struct fl_sabords *s, int card)
{
    assert(s->phase == FL_SABORDS_DRAWING && s->left[card] && s->cards_left);
    s->left[card]--;
    s->cards_left--;
    s->card = (uint8_t)card;
    s->guardian = card == FL_CARD_GUARDIAN;
    s->phase = FL_SABORDS_READY;
}

static void show_face(struct fl_sabords *s, int face)
{
    assert(s->rolling && face >= 0 && face < FL_FACES);
    s->die[__builtin_ctz(s->rolling)] = (uint8_t)face;
    s->rolling &= (uint8_t)(s->rolling - 1);
    if (!s->rolling)
        evaluate_throw(s);
}

static void choose_first(struct fl_sabords *s, int seat)
{
    assert(s->phase == FL_SABORDS_WHO_STARTS && seat < s->seats);
    s->seat = s->first = (uint8_t)seat;
    s->phase = FL_SABORDS_OPENING;
}

static void move_treasure(struct fl_sabords *s, unsigned mask)
{
    assert(s->card == FL_CARD_ISLAND && !(mask & s->moved));
    s->treasure ^= (uint8_t)mask;
    s->moved |= (uint8_t)mask;
}

static void apply(void *state, int seat, fl_move move)
{
    struct fl_sabords *s = state;
    (void)seat;
    if (s->phase == FL_SABORDS_ROLLING) /* by far the most frequent */
        show_face(s, move - FL_SABORDS_SHOWN);
    else if (move >= FL_SABORDS_PUT)
        move_treasure(s, move & ALL_DICE);
    else if (move >= FL_SABORDS_REROLL)
        throw_dice(s, move & ALL_DICE);
    else if (move >= FL_SABORDS_DRAWN)
        take_card(s, move - FL_SABORDS_DRAWN);
    else if (move >= FL_SABORDS_FIRST)
        choose_first(s, move - FL_SABORDS_FIRST);
    else if (move == FL_SABORDS_THROW)
        throw_dice(s, dice_to_throw(s));
    else if (move == FL_SABORDS_TURN_UP)
        turn_up(s);
    else if (guardian_is_asked(s)) /* the player declines the guardian's help */
        bust(s);
    else
        stop_scoring(s);
}

/* ---- legal moves ---- */

static struct fl_subset question(const char *verb, int base, unsigned of, int min, int max)
{
    struct fl_subset q = {.verb = verb,
                          .base = (fl_move)base,
                          .of = (uint8_t)of,
                          .min = (uint8_t)min,
                          .max = (uint8_t)max};
    for (uint16_t i = 0; i < FL_SABORDS_DICE; i++)
        q.item[i] = i;
    return q;
}

/* Dice that may be rerolled without the guardian. */
static unsigned free_dice(const struct fl_sabords *s)
{
    return ALL_DICE & ~dice_showing(s, FL_SKULL) & ~(unsigned)s->treasure;
}

/* At least two dice, but not all eight. */
static struct fl_subset reroll_question(unsigned free)
{
    return question("reroll", FL_SABORDS_REROLL, free, 2, free == ALL_DICE ? 7 : 8);
}

/* The guardian rerolls one skull, with any other dice, but never all eight. */
static struct fl_subset guardian_question(unsigned free, int skull)
{
    struct fl_subset q = question("reroll", FL_SABORDS_REROLL, free, 0, fl_bits(free) == 7 ? 6 : 8);
    q.with = (uint8_t)(1u << skull);
    return q;
}

static int subsets(const void *state, int seat, struct fl_subset *out)
{
    const struct fl_sabords *s = state;
    int n = 0;
    (void)seat;
    if (s->phase != FL_SABORDS_CHOOSING)
        return 0;
    unsigned skulls = dice_showing(s, FL_SKULL), free = free_dice(s);
    if (!guardian_is_asked(s) && fl_bits(free) >= 2)
        out[n++] = reroll_question(free);
    if (s->guardian)
        for (; skulls; skulls &= skulls - 1)
            out[n++] = guardian_question(free, __builtin_ctz(skulls));
    if (s->card == FL_CARD_ISLAND) {
        if (free & ~(unsigned)s->moved)
            out[n++] = question("put", FL_SABORDS_PUT, free & ~(unsigned)s->moved, 1, 8);
        if (s->treasure & ~s->moved)
            out[n++] = question("take", FL_SABORDS_TAKE, s->treasure & ~(unsigned)s->moved, 1, 8);
    }
    return n;
}

/* 4.2: three skulls end the turn; four if the guardian can still reroll the third one (6.7). */
static int bust_percent(const void *state, int seat, fl_move move)
{
    const struct fl_sabords *s = state;
    unsigned thrown = move & ALL_DICE, turned = thrown & dice_showing(s, FL_SKULL);
    (void)seat;
    if (move - thrown != FL_SABORDS_REROLL)
        return -1;
    int most = s->guardian && !turned ? 3 : 2;
    return fl_sabords_skull_chance(fl_bits(thrown), most - skulls_of(s) + fl_bits(turned));
}

/* The part of the state that decides which rerolls are legal. */
struct hold {
    unsigned skulls, treasure; /* masks */
    unsigned guardian, asked;  /* whether the guardian can help; whether she must */
};

static struct hold hold_of(const struct fl_sabords *s)
{
    return (struct hold){dice_showing(s, FL_SKULL), s->treasure, s->guardian, guardian_is_asked(s)};
}

/* At least two dice and never all eight. A skull only with the guardian, who rerolls exactly
 * one. */
static bool may_reroll(struct hold hold, unsigned mask)
{
    unsigned locked = mask & hold.skulls;
    if ((mask & hold.treasure) || mask == ALL_DICE)
        return false;
    if (!locked)
        return (mask & (mask - 1)) && !hold.asked;
    return hold.guardian && !(locked & (locked - 1));
}

/* Whether all dice of the mask are at `from` and have not been moved since the throw. */
static bool may_change_place(const struct fl_sabords *s, unsigned from, unsigned mask)
{
    return s->card == FL_CARD_ISLAND && mask && !(mask & ~(from & ~(unsigned)s->moved));
}

static bool legal_choice(const struct fl_sabords *s, fl_move move)
{
    unsigned mask = move & ALL_DICE;
    switch (move & ~ALL_DICE) {
    case FL_SABORDS_REROLL:
        return may_reroll(hold_of(s), mask);
    case FL_SABORDS_PUT:
        return may_change_place(s, free_dice(s), mask);
    case FL_SABORDS_TAKE:
        return may_change_place(s, s->treasure, mask);
    default:
        return move == FL_SABORDS_STOP;
    }
}

/* With the guardian, masks with and without a skull alternate, so that subset questions would not
 * be in ascending order. */
static void list_guardian_rerolls(const struct fl_sabords *s, struct fl_moves *out)
{
    struct hold hold = hold_of(s);
    for (unsigned mask = 1; mask < ALL_DICE; mask++)
        if (may_reroll(hold, mask))
            fl_offer(out, (fl_move)(FL_SABORDS_REROLL + mask), 1);
}

static void list_choices(const struct fl_sabords *s, int seat, struct fl_moves *out)
{
    fl_offer(out, FL_SABORDS_STOP, 1);
    if (s->guardian) {
        list_guardian_rerolls(s, out);
        return;
    }
    struct fl_subset q[FL_MAX_SUBSETS];
    int n = subsets(s, seat, q);
    for (int i = 0; i < n; i++)
        fl_offer_subset(out, &q[i]);
}

static void moves(const void *state, int seat, struct fl_moves *out)
{
    const struct fl_sabords *s = state;
    switch (s->phase) {
    case FL_SABORDS_WHO_STARTS:
        for (int i = 0; i < s->seats; i++)
            fl_offer(out, (fl_move)(FL_SABORDS_FIRST + i), 1);
        break;
    case FL_SABORDS_OPENING:
        fl_offer(out, FL_SABORDS_TURN_UP, 1);
        break;
    case FL_SABORDS_DRAWING:
        for (int card = 0; card < FL_SABORDS_KINDS; card++)
            if (s->left[card])
                fl_offer(out, (fl_move)(FL_SABORDS_DRAWN + card), s->left[card]);
        break;
    case FL_SABORDS_READY:
        fl_offer(out, FL_SABORDS_THROW, 1);
        break;
    case FL_SABORDS_ROLLING:
        for (int face = 0; face < FL_FACES; face++)
            fl_offer(out, (fl_move)(FL_SABORDS_SHOWN + face), 1);
        break;
    case FL_SABORDS_CHOOSING:
        list_choices(s, seat, out);
        break;
    }
}

static bool is_between(fl_move move, int first, int count)
{
    return move >= first && move < first + count;
}

static bool legal(const void *state, int seat, fl_move move)
{
    const struct fl_sabords *s = state;
    (void)seat;
    switch (s->phase) {
    case FL_SABORDS_ROLLING:
        return is_between(move, FL_SABORDS_SHOWN, FL_FACES);
    case FL_SABORDS_CHOOSING:
        return legal_choice(s, move);
    case FL_SABORDS_OPENING:
        return move == FL_SABORDS_TURN_UP;
    case FL_SABORDS_READY:
        return move == FL_SABORDS_THROW;
    case FL_SABORDS_DRAWING:
        return is_between(move, FL_SABORDS_DRAWN, FL_SABORDS_KINDS) &&
               s->left[move - FL_SABORDS_DRAWN];
    default:
        return is_between(move, FL_SABORDS_FIRST, s->seats);
    }
}

static fl_move sample_chance(const void *state, struct fl_rng *rng)
{
    const struct fl_sabords *s = state;
    if (s->phase == FL_SABORDS_ROLLING)
        return (fl_move)(FL_SABORDS_SHOWN + fl_rng_below(rng, FL_FACES));
    if (s->phase == FL_SABORDS_WHO_STARTS)
        return (fl_move)(FL_SABORDS_FIRST + fl_rng_below(rng, s->seats));
    uint32_t rest = fl_rng_below(rng, s->cards_left);
    int card = 0;
    while (rest >= s->left[card])
        rest -= s->left[card++];
    return (fl_move)(FL_SABORDS_DRAWN + card);
}

static struct fl_step chance_made(fl_move move)
{
    return (struct fl_step){.move = move, .seat = FL_CHANCE};
}

/* Rolls all dice of a throw at once, in one 64-bit word, because the next function reads them as
 * one word. */
static int roll_throw(struct fl_sabords *s, struct fl_rng *rng, struct fl_step *out)
{
    struct fl_rng hand = *rng; /* a copy in registers: stores to the state cannot alias it */
    uint64_t dice;
    int fallen = 0;
    memcpy(&dice, s->die, sizeof dice);
    for (unsigned rest = s->rolling; rest; rest &= rest - 1) {
        int at = 8 * __builtin_ctz(rest);
        uint64_t face = fl_rng_below(&hand, FL_FACES);
        dice = (dice & ~(UINT64_C(0xFF) << at)) | face << at;
        out[fallen++] = chance_made((fl_move)(FL_SABORDS_SHOWN + face));
    }
    memcpy(s->die, &dice, sizeof dice);
    *rng = hand;
    s->rolling = 0;
    evaluate_throw(s);
    return fallen;
}

static int sample_and_apply(void *state, struct fl_rng *rng, struct fl_step *out)
{
    struct fl_sabords *s = state;
    if (s->phase == FL_SABORDS_ROLLING)
        return roll_throw(s, rng, out);
    *out = chance_made(sample_chance(s, rng));
    apply(s, FL_CHANCE, out->move);
    return 1;
}

/* ---- the end ---- */

static int32_t score(const void *state, int seat)
{
    const struct fl_sabords *s = state;
    return s->score[seat];
}

static fl_seats winners(const void *state)
{
    const struct fl_sabords *s = state;
    int32_t best = s->score[0];
    fl_seats set = 0;
    if (s->magic != FL_NOBODY)
        return FL_SEAT(s->magic);
    for (int seat = 1; seat < s->seats; seat++)
        if (s->score[seat] > best)
            best = s->score[seat];
    for (int seat = 0; seat < s->seats; seat++)
        if (s->score[seat] == best)
            set |= FL_SEAT(seat);
    return set;
}

static const char *check_setup(const struct fl_setup *setup)
{
    return setup->option[FIRST] > setup->seats ? "setup.first" : NULL;
}

/* ---- text and view ---- */

static void spell_dice(struct fl_buf *out, const char *verb, unsigned mask)
{
    fl_put(out, verb);
    fl_put_bits(out, mask);
}

static void spell(fl_move move, struct fl_buf *out)
{
    static const char *const verb[] = {"reroll", "put", "take"};
    static const char *const word[] = {"stop", "card", "throw"};
    if (move >= FL_SABORDS_REROLL) {
        spell_dice(out, verb[(move >> 8) - 1], move & ALL_DICE);
    } else if (is_between(move, FL_SABORDS_SHOWN, FL_FACES)) {
        fl_put_char(out, face_letter[move - FL_SABORDS_SHOWN]);
    } else if (is_between(move, FL_SABORDS_DRAWN, FL_SABORDS_KINDS)) {
        fl_put(out, card_spelled[move - FL_SABORDS_DRAWN]);
    } else if (is_between(move, FL_SABORDS_FIRST, FL_SABORDS_SEATS)) {
        fl_put(out, "first-");
        fl_put_number(out, move - FL_SABORDS_FIRST + 1);
    } else if (move < FL_SABORDS_FIRST) {
        fl_put(out, word[move]);
    } else { /* unused numbers between the chance moves and the masks: every number needs a unique
                spelling */
        fl_put(out, "none-");
        fl_put_number(out, move);
    }
}

/* Appends a list of faces: the most frequent first, skulls last. */
static void list_faces(struct fl_phrase *p, const char *name, const struct fl_sabords *s,
                       unsigned mask)
{
    uint8_t count[FL_FACES];
    fl_sabords_count(s->die, mask, count);
    for (int times = FL_SABORDS_DICE; times > 0; times--)
        for (int face = FL_PARROT; face < FL_FACES; face++)
            for (int i = 0; count[face] == times && i < times; i++)
                fl_with_item(p, name, face_key[face]);
    for (int i = 0; i < count[FL_SKULL]; i++)
        fl_with_item(p, name, face_key[FL_SKULL]);
}

static struct fl_phrase *say_who(struct fl_phrases *out, const char *key, int seat)
{
    return fl_with_seat(fl_say(out, key), "who", seat);
}

/* Only all dice of one kind are named: "the 2 sabres". */
static void say_reroll(const struct fl_sabords *s, int seat, unsigned mask, struct fl_phrases *out)
{
    struct fl_phrase *p = say_who(out, "ms.say.reroll-mixed", seat);
    unsigned same = dice_showing(s, s->die[__builtin_ctz(mask)]);
    list_faces(p, "dice", s, mask);
    fl_with_number(p, "n", fl_bits(mask));
    if (mask & dice_showing(s, FL_SKULL))
        p->key = fl_bits(mask) == 1 ? "ms.say.guardian-skull" : "ms.say.guardian-dice";
    else if (mask == (same & ~(unsigned)s->treasure))
        p->key = "ms.say.reroll";
}

static void say_move(const struct fl_sabords *s, int seat, fl_move move, struct fl_phrases *out)
{
    if (move >= FL_SABORDS_PUT) {
        const char *key = move < FL_SABORDS_TAKE ? "ms.say.put" : "ms.say.take";
        list_faces(say_who(out, key, seat), "dice", s, move & ALL_DICE);
    } else if (move >= FL_SABORDS_REROLL) {
        say_reroll(s, seat, move & ALL_DICE, out);
    } else if (move >= FL_SABORDS_SHOWN) {
        fl_with_item(say_who(out, "ms.say.die", s->seat), "dice",
                     face_key[move - FL_SABORDS_SHOWN]);
    } else if (move >= FL_SABORDS_DRAWN) {
        fl_with_word(say_who(out, "ms.say.card", s->seat), "card",
                     card_key[move - FL_SABORDS_DRAWN]);
    } else if (move >= FL_SABORDS_FIRST) {
        say_who(out, "ms.say.first", move - FL_SABORDS_FIRST);
    } else if (move == FL_SABORDS_STOP && guardian_is_asked(s)) {
        say_who(out, "ms.say.give-up", seat);
    } else if (move == FL_SABORDS_STOP) {
        fl_say(out, "ms.say.stop"); /* not reported: the result follows */
    } else {
        say_who(out, move == FL_SABORDS_TURN_UP ? "ms.say.turn-up" : "ms.say.throw", seat);
    }
}

/* Describes a complete throw. `s` is the state after it. */
static void say_throw(const struct fl_sabords *before, const struct fl_sabords *s,
                      struct fl_phrases *out)
{
    unsigned thrown = s->rerolled, skulls = thrown & dice_showing(s, FL_SKULL);
    if (before->skull_island && skulls) {
        struct fl_phrase *p = say_who(out, "ms.say.more-skulls", before->seat);
        fl_with_number(fl_with_number(p, "n", fl_bits(skulls)), "skulls", skulls_of(s));
    } else if (before->skull_island) {
        return; /* say_raid describes the end of the visit */
    } else if (s->skull_island) {
        fl_with_number(say_who(out, "ms.say.skull-island", before->seat), "skulls",
                       fl_bits(skulls));
    } else if (before->throws == 1) {
        list_faces(say_who(out, "ms.say.rolled", before->seat), "faces", s, thrown);
    } else if (fl_bits(thrown) == 1 && skulls) {
        say_who(out, "ms.say.skull-again", before->seat);
    } else {
        list_faces(say_who(out, "ms.say.rerolled", before->seat), "faces", s, thrown);
    }
}

/* Names one or two opponents and their losses, except those without points to lose (9.3). Returns
 * whether there is one. */
static bool say_losers(const struct fl_sabords *before, const struct fl_sabords *s,
                       struct fl_phrases *out)
{
    const char *key = "ms.say.loses";
    for (int i = 1; i < s->seats; i++) {
        int seat = (before->seat + i) % s->seats;
        int32_t lost = before->score[seat] - s->score[seat];
        if (!lost)
            continue;
        struct fl_phrase *p = fl_with_seat(fl_say(out, key), "other", seat);
        fl_with_number(fl_with_number(p, "points", lost), "total", s->score[seat]);
        key = "ms.say.loses-too";
    }
    return !strcmp(key, "ms.say.loses-too");
}

/* Lists the scores of three or four opponents in one sentence. */
static void say_scores(int who, const struct fl_sabords *s, struct fl_phrases *out)
{
    static const char *const name[] = {"first", "second", "third", "fourth"};
    static const char *const total[] = {"n", "seconds", "thirds", "fourths"};
    struct fl_phrase *p =
        fl_say(out, s->seats == 4 ? "ms.say.scores-of-three" : "ms.say.scores-of-four");
    for (int i = 1; i < s->seats; i++) {
        int seat = (who + i) % s->seats;
        fl_with_number(fl_with_seat(p, name[i - 1], seat), total[i - 1], s->score[seat]);
    }
}

/* Describes the end of a visit to Skull Island. */
static void say_raid(const struct fl_sabords *before, const struct fl_sabords *s,
                     struct fl_phrases *out)
{
    static const char *const key[2][2] = {{"ms.say.raid", "ms.say.raid-double"},
                                          {"ms.say.raid-all", "ms.say.raid-all-double"}};
    bool all = s->seats > 3;
    struct fl_phrase *p = say_who(out, key[all][s->card == FL_CARD_PIRATE], before->seat);
    fl_with_number(p, "skulls", skulls_of(s));
    if (all) {
        fl_with_number(p, "points", -fl_sabords_raid(s->card, skulls_of(s)));
        say_scores(before->seat, s, out);
    } else if (!say_losers(before, s, out)) {
        p->key = "ms.say.raid-none";
    }
}

/* Describes a stop with a ship card. */
static void say_ship(int who, int32_t change, const struct fl_sabords *s, struct fl_phrases *out)
{
    int sabres = fl_bits(dice_showing(s, FL_SABRE)), missing = fl_sabords_quota(s->card) - sabres;
    struct fl_phrase *p = say_who(out, "ms.say.ship-won", who);
    if (missing > 0)
        p->key = change ? "ms.say.ship-lost" : "ms.say.ship-missed";
    fl_with_number(p, "n", missing > 0 ? missing : sabres);
    fl_with_number(p, "points", change < 0 ? -change : change);
    fl_with_number(p, "total", s->score[who]);
}

/* Describes a stop or a bust. */
static void say_points(int who, int32_t change, const struct fl_sabords *s, struct fl_phrases *out)
{
    struct fl_sabords_tally tally;
    const char *key;
    count_up(s, &tally);
    if (skulls_of(s) >= 3)
        key = change > 0 ? "ms.say.bust-saved" : change < 0 ? "ms.say.bust-loses" : "ms.say.bust";
    else
        key = !change ? "ms.say.nothing" : tally.chest ? "ms.say.chest" : "ms.say.scores";
    struct fl_phrase *p = say_who(out, key, who);
    fl_with_number(p, "points", change < 0 ? -change : change);
    fl_with_number(p, "total", s->score[who]);
}

/* Describes the result of a turn. `s` is the state after it, which still has the dice of the
 * turn. */
static void say_result(const struct fl_sabords *before, const struct fl_sabords *s,
                       struct fl_phrases *out)
{
    int who = before->seat;
    int32_t change = s->score[who] - before->score[who];
    if (s->skull_island)
        say_raid(before, s, out);
    else if (s->magic != FL_NOBODY)
        fl_with_number(say_who(out, "ms.say.magic", who), "total", s->score[who]);
    else if (is_ship(s->card) && skulls_of(s) < 3)
        say_ship(who, change, s, out);
    else
        say_points(who, change, s, out);
}

static void say_stage(const struct fl_sabords *before, const struct fl_sabords *s,
                      struct fl_phrases *out)
{
    if (s->stage == before->stage || s->phase == FL_SABORDS_OVER)
        return;
    if (s->stage == FL_SABORDS_LAST_ROUND)
        say_who(out, "ms.say.last-round", before->seat);
    else
        fl_with_number(fl_say(out, "ms.say.sudden"), "target", s->target);
}

static void say(const void *state, int seat, fl_move move, struct fl_phrases *out)
{
    const struct fl_sabords *before = state;
    struct fl_sabords after = *before;
    say_move(before, seat, move, out);
    apply(&after, seat, move);
    bool thrown = before->phase == FL_SABORDS_ROLLING && after.phase != FL_SABORDS_ROLLING;
    bool ended = after.phase == FL_SABORDS_OPENING || after.phase == FL_SABORDS_OVER;
    if (thrown)
        say_throw(before, &after, out);
    if (ended && before->phase != FL_SABORDS_WHO_STARTS) {
        say_result(before, &after, out);
        say_stage(before, &after, out);
    } else if (thrown && guardian_is_asked(&after)) {
        say_who(out, "ms.say.guardian", before->seat);
    }
}

/* The points of a turn that ends now, with the new total. */
static void note_stop(const struct fl_sabords *s, int seat, struct fl_phrase *out)
{
    struct fl_sabords after = *s;
    apply(&after, seat, FL_SABORDS_STOP);
    int32_t change = after.score[seat] - s->score[seat];
    fl_phrase_begin(out, change > 0   ? "ms.note.gain"
                         : change < 0 ? "ms.note.loss"
                                      : "ms.note.nothing");
    if (!change)
        return;
    fl_with_number(out, "n", change);
    fl_with_number(out, "total", after.score[seat]);
}

static bool note(const void *state, int seat, fl_move move, struct fl_phrase *out)
{
    const struct fl_sabords *s = state;
    int risk = bust_percent(s, seat, move);
    if (move == FL_SABORDS_STOP) {
        note_stop(s, seat, out);
    } else if (risk >= 0 && guardian_is_asked(s)) {
        fl_phrase_begin(out, "ms.note.rescue");
    } else if (risk >= 0) {
        fl_phrase_begin(out, "ms.note.risk");
        fl_with_number(out, "n", risk);
    } else {
        return false;
    }
    return true;
}

/* Dice show faces after they were rolled in this turn. */
static void view_dice(const struct fl_sabords *s, unsigned mask, struct fl_view *out)
{
    for (int i = 0; i < FL_SABORDS_DICE; i++) {
        if (!(mask >> i & 1))
            continue;
        bool lies = s->throws && !(s->rolling >> i & 1);
        struct fl_item *die = fl_view_item(out, i, "ms.die", lies ? face_key[s->die[i]] : NULL);
        if (lies && s->die[i] == FL_SKULL)
            die->marks |= 1u << MARK_LOCKED;
        if (lies && s->throws > 1 && s->rerolled >> i & 1)
            die->marks |= 1u << MARK_FRESH;
    }
}

/* The points that the dice on Treasure Island keep if the turn is lost (6.16). */
static void view_saved(const struct fl_sabords *s, struct fl_view *out)
{
    struct fl_sabords_tally tally;
    count_lost(s, &tally);
    fl_view_item(out, ITEM_SAVED, "ms.saved", NULL)->value = tally.total;
}

/* The number of skulls; marked if the next one ends the turn. */
static void view_skulls(const struct fl_sabords *s, struct fl_view *out)
{
    struct fl_item *skulls = fl_view_item(out, ITEM_SKULLS, "ms.skulls", NULL);
    skulls->value = s->throws ? skulls_of(s) : fl_sabords_card_skulls(s->card);
    if (skulls->value == 2 && s->phase == FL_SABORDS_CHOOSING && !s->guardian)
        skulls->marks |= 1u << MARK_LAST;
}

/* Public figures: the target, the number of skulls, and the value of the dice. */
static void view_counts(const struct fl_sabords *s, struct fl_view *out)
{
    static const char *const stage_key[] = {NULL, "ms.stage.last-round", "ms.stage.sudden"};
    fl_view_zone(out, "ms.zone.counts", FL_NOBODY, 0);
    fl_view_item(out, ITEM_TARGET, "ms.target", NULL)->value = s->target;
    if (s->stage != FL_SABORDS_NORMAL && s->phase != FL_SABORDS_OVER)
        fl_view_item(out, ITEM_STAGE, "ms.stage", stage_key[s->stage]);
    if (s->phase != FL_SABORDS_READY && s->phase != FL_SABORDS_CHOOSING)
        return;
    view_skulls(s, out);
    if (s->phase == FL_SABORDS_CHOOSING && !guardian_is_asked(s))
        fl_view_item(out, ITEM_POINTS, "ms.points", NULL)->value = points_of(s);
    if (s->treasure)
        view_saved(s, out);
    if (s->skull_island)
        fl_view_item(out, ITEM_RAID, "ms.raid", NULL)->value =
            -fl_sabords_raid(s->card, skulls_of(s));
}

/* 1.6: used cards are face up until they are shuffled; one item per kind. */
static void view_discards(const struct fl_sabords *s, struct fl_view *out)
{
    fl_view_zone(out, "ms.zone.discard", FL_NOBODY, 0);
    for (int kind = 0; kind < FL_SABORDS_KINDS; kind++) {
        int discarded = fl_sabords_copies[kind] - s->left[kind] - (s->card == kind);
        if (discarded)
            fl_view_item(out, ITEM_DISCARD + kind, "ms.discards", card_key[kind])->value =
                discarded;
    }
}

static void view(const void *state, int viewer, struct fl_view *out)
{
    const struct fl_sabords *s = state;
    (void)viewer; /* nothing is hidden */
    fl_view_zone(out, "ms.zone.card", FL_NOBODY, 0);
    if (s->card != FL_CARD_NONE)
        fl_view_item(out, ITEM_CARD, "ms.card", card_key[s->card]);
    fl_view_zone(out, "ms.zone.treasure", FL_NOBODY, 0);
    view_dice(s, s->treasure, out);
    fl_view_zone(out, "ms.zone.dice", FL_NOBODY, 0);
    view_dice(s, ALL_DICE & ~(unsigned)s->treasure, out);
    fl_view_zone(out, "ms.zone.pile", FL_NOBODY, 0);
    fl_view_item(out, ITEM_PILE, "ms.pile", NULL)->value = s->cards_left;
    view_discards(s, out);
    fl_view_zone(out, "ms.zone.sheet", FL_NOBODY, 0);
    for (int seat = 0; seat < s->seats; seat++) {
        struct fl_item *total = fl_view_item(out, ITEM_SCORE + seat, "ms.total", NULL);
        total->owner = (uint8_t)seat;
        total->value = s->score[seat];
    }
    view_counts(s, out);
}

static bool is_public(const void *state)
{
    (void)state;
    return true;
}

static int touches(const void *state, int seat, fl_move move, uint16_t *item)
{
    const struct fl_sabords *s = state;
    (void)seat;
    unsigned mask = move >= FL_SABORDS_REROLL  ? move & ALL_DICE
                    : move == FL_SABORDS_THROW ? dice_to_throw(s)
                                               : 0;
    int n = 0;
    for (uint16_t i = 0; i < FL_SABORDS_DICE; i++)
        if (mask >> i & 1)
            item[n++] = i;
    if (move == FL_SABORDS_TURN_UP)
        item[n++] = ITEM_PILE;
    return n;
}

static void prompt(const void *state, int seat, struct fl_phrase *out)
{
    const struct fl_sabords *s = state;
    const char *key = s->phase == FL_SABORDS_OPENING ? "ms.ask.turn-up"
                      : s->phase == FL_SABORDS_CHOOSING
                          ? guardian_is_asked(s) ? "ms.ask.guardian" : "ms.ask.choose"
                      : s->skull_island ? "ms.ask.skull-island"
                                        : "ms.ask.throw";
    fl_phrase_begin(out, key);
    fl_with_seat(out, "who", seat);
}

/* ---- why not ---- */

static void explain(struct fl_phrase *out, const char *key, const char *rule)
{
    fl_phrase_begin(out, key);
    fl_with_text(out, "rule", rule);
}

static void why_not_reroll(const struct fl_sabords *s, unsigned mask, struct fl_phrase *out)
{
    unsigned skulls = mask & dice_showing(s, FL_SKULL);
    if (mask & s->treasure)
        explain(out, "ms.why.on-treasure", "6.13");
    else if (mask == ALL_DICE)
        explain(out, "ms.why.all-eight", "3.4");
    else if (skulls && s->card == FL_CARD_GUARDIAN)
        explain(out, "ms.why.guardian-once", "6.6");
    else if (skulls)
        explain(out, "ms.why.skull", "3.3");
    else if (guardian_is_asked(s))
        explain(out, "ms.why.guardian-first", "6.8");
    else
        explain(out, "ms.why.two-dice", "3.2");
}

static void why_not_put(const struct fl_sabords *s, fl_move move, struct fl_phrase *out)
{
    unsigned mask = move & ALL_DICE;
    bool putting = move < FL_SABORDS_TAKE;
    if (s->card != FL_CARD_ISLAND)
        explain(out, "ms.why.no-treasure", "6.12");
    else if (!mask)
        explain(out, "ms.why.which-dice", "6.12");
    else if (putting && mask & dice_showing(s, FL_SKULL))
        explain(out, "ms.why.skull-on-treasure", "6.13");
    else if (mask & s->moved)
        explain(out, "ms.why.moved", "6.14");
    else
        explain(out, putting ? "ms.why.already-on" : "ms.why.not-on", "6.12");
}

static void why_not(const void *state, int seat, fl_move move, struct fl_phrase *out)
{
    const struct fl_sabords *s = state;
    (void)seat;
    if (s->phase == FL_SABORDS_OPENING)
        explain(out, "ms.why.card-first", "2.1");
    else if (s->phase == FL_SABORDS_READY && s->skull_island)
        explain(out, "ms.why.skull-island", "7.2");
    else if (s->phase == FL_SABORDS_READY)
        explain(out, "ms.why.throw-first", "2.3");
    else if (move >= FL_SABORDS_PUT)
        why_not_put(s, move, out);
    else if (move >= FL_SABORDS_REROLL)
        why_not_reroll(s, move & ALL_DICE, out);
    else
        explain(out, "ms.why.only", "2.4");
}

const struct fl_game fl_mille_sabords = {
    .name = "mille-sabords",
    .about = "mille-sabords.about",
    .version = 1,
    .state_size = sizeof(struct fl_sabords),
    .move_count = FL_SABORDS_MOVES,
    .seats_min = 2,
    .seats_max = FL_SABORDS_SEATS,
    .option = {{"target", {{"6000", 6000}, {"5000", 5000}, {"8000", 8000}}},
               {"floor", {{"off", 0}, {"on", 1}}},
               {"first", {{"random", RANDOM}, {"1", 1}, {"2", 2}, {"3", 3}, {"4", 4}, {"5", 5}}}},
    .mark = {"locked", "fresh", "last"},
    .check_setup = check_setup,
    .start = start,
    .turn = turn,
    .moves = moves,
    .apply = apply,
    .score = score,
    .winners = winners,
    .spell = spell,
    .say = say,
    .view = view,
    .touches = touches,
    .note = note,
    .prompt = prompt,
    .why_not = why_not,
    .legal = legal,
    .sample_chance = sample_chance,
    .sample_and_apply = sample_and_apply,
    .subsets = subsets,
    .is_public = is_public,
    .bust_percent = bust_percent,
    .fields = fl_mille_sabords_fields,
};
