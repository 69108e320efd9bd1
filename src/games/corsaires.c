/* Corsaires: merchants and pirates, seventy-eight cards, 2 to 8 players, alone or in teams of two.
 *
 * Numbers in comments are those of docs/rules/corsaires.*.md. What the game says and shows besides
 * the telling of moves is in corsaires_words.c. */
#include "games/corsaires.h"

#include <string.h>

#include "games/games.h"

enum { TEAMS, CAPTURES, FIRST };     /* options */
enum { BY_NUMBER, ALONE, IN_TEAMS }; /* of the option `teams` */
enum { HIDDEN, SHOWN, RANDOM = 0 };  /* of `captures`; of `first`, otherwise a seat from 1 */

#define EACH_BYTE 0x0101010101010101u
#define ONE_OF_EACH 0x1111111111111111u  /* one card of each kind of a half */
#define ONE_COLOUR (uint64_t)0xFFFF      /* all ships of a colour */
#define ALL_GALLEONS (uint64_t)0xFFFFFFF /* of the second half */

static const uint8_t copies[FL_CORSAIRES_KINDS] = {
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

/* ---- cards ---- */

static void add_card(struct fl_cards *cards, int kind)
{
    cards->half[kind >> 4] += (uint64_t)1 << 4 * (kind & 15);
}

static void remove_card(struct fl_cards *cards, int kind)
{
    cards->half[kind >> 4] -= (uint64_t)1 << 4 * (kind & 15);
}

static void add_cards(struct fl_cards *to, const struct fl_cards *more)
{
    to->half[0] += more->half[0];
    to->half[1] += more->half[1];
}

static void remove_cards(struct fl_cards *from, const struct fl_cards *some)
{
    from->half[0] -= some->half[0];
    from->half[1] -= some->half[1];
}

/* Sums of a half from its start: byte n counts the cards of its first 2n + 2 kinds. */
static uint64_t sums_of(uint64_t half)
{
    half = (half & 0x0F * EACH_BYTE) + (half >> 4 & 0x0F * EACH_BYTE);
    return half * EACH_BYTE;
}

/* How many cards are in a half. */
static unsigned count_half(uint64_t half)
{
    return (unsigned)(sums_of(half) >> 56);
}

static unsigned count_cards(const struct fl_cards *cards)
{
    return count_half(cards->half[0]) + count_half(cards->half[1]);
}

/* The lowest bit of each kind of which there is a card. */
static uint64_t kinds_in(uint64_t half)
{
    half |= half >> 2;
    half |= half >> 1;
    return half & ONE_OF_EACH;
}

/* The kind of the card that lies under so many others of a half, counted by kind. All sums are
 * compared with that number at once; the first that is greater belongs to a pair of kinds. */
static int place_under(uint64_t half, uint64_t sums, unsigned rest)
{
    uint64_t greater = (sums + (0x7F - rest) * EACH_BYTE) & 0x80 * EACH_BYTE;
    int bit = __builtin_ctzll(greater) & ~7;
    unsigned first = (unsigned)(half >> bit) & 15, second = (unsigned)(half >> bit >> 4) & 15;
    unsigned before = ((unsigned)(sums >> bit) & 0xFF) - first - second;
    return bit / 4 + (rest >= before + first);
}

/* The same of all cards. */
static int kind_under(const struct fl_cards *cards, unsigned rest)
{
    uint64_t sums = sums_of(cards->half[0]);
    unsigned ships = (unsigned)(sums >> 56);
    if (rest < ships)
        return place_under(cards->half[0], sums, rest);
    return FL_GALLEONS + place_under(cards->half[1], sums_of(cards->half[1]), rest - ships);
}

/* The cards of the kinds from this one on. */
static struct fl_cards from_kind(const struct fl_cards *cards, int kind)
{
    struct fl_cards some = *cards;
    some.half[0] &= kind >= 16 ? 0 : ~(uint64_t)0 << 4 * kind;
    some.half[1] &= kind < 16 ? ~(uint64_t)0 : ~(uint64_t)0 << 4 * (kind - 16);
    return some;
}

static int32_t gold_in(const struct fl_cards *cards)
{
    int32_t gold = 0;
    for (int kind = FL_GALLEONS; kind < FL_CAPTAINS; kind++)
        gold += fl_corsaires_worth[kind] * (int32_t)fl_cards_of(cards, kind);
    return gold;
}

/* ---- fights ---- */

static int side_of(const struct fl_corsaires *s, int seat)
{
    return fl_corsaires_side(s, seat);
}

static int sides_of(const struct fl_corsaires *s)
{
    return s->seats >> s->teams;
}

/* Who speaks for a side: the player, or the first partner. */
static int seat_of(const struct fl_corsaires *s, int side)
{
    return side << s->teams;
}

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

static int trump_kind(int trump)
{
    return trump == FL_TRUMP_ADMIRAL ? FL_ADMIRAL : FL_CAPTAINS + trump - FL_TRUMP_CAPTAIN;
}

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

/* 5.7: the galleon and all cards of the fight. */
static void take(struct fl_corsaires *s, int fight, int side, struct fl_saying *tell)
{
    int gold = fl_corsaires_gold(s, fight);
    unsigned cards = 1 + count_half(s->ships[fight]) + (fl_corsaires_trump(s, fight) != 0);
    if (tell) {
        struct fl_phrase *p = fl_say(tell, "co.say.captures");
        fl_with_number(fl_with_seat(p, "who", seat_of(s, side)), "fight", fight + 1);
        fl_with_number(p, "n", gold);
    }
    s->gold[side] = (uint8_t)(s->gold[side] + gold);
    s->taken[side] = (uint8_t)(s->taken[side] + cards);
    clear_fight(s, fight);
}

/* 7.4: undecided at the end. Under a trump nothing is. */
static void sink(struct fl_corsaires *s, int fight, struct fl_saying *tell)
{
    struct fl_cards ships = {.half = {s->ships[fight], 0}};
    if (tell)
        fl_with_number(fl_say(tell, "co.say.undecided"), "fight", fight + 1);
    add_cards(&s->out, &ships);
    add_card(&s->out, FL_GALLEONS + fl_corsaires_gold(s, fight) - FL_GOLD_LEAST);
    clear_fight(s, fight);
}

/* ---- the end ---- */

static int32_t score(const void *state, int seat)
{
    const struct fl_corsaires *s = state;
    int side = side_of(s, seat), first = seat_of(s, side);
    int32_t gold = s->gold[side];
    for (int partner = first; partner <= first + s->teams; partner++)
        gold -= gold_in(&s->hand[partner]);
    return gold;
}

static void tell_totals(const struct fl_corsaires *s, struct fl_saying *tell)
{
    for (int side = 0; side < sides_of(s); side++) {
        int32_t total = score(s, seat_of(s, side));
        struct fl_phrase *p = fl_say(tell, "co.say.total");
        fl_with_number(fl_with_seat(p, "who", seat_of(s, side)), "gold", s->gold[side]);
        fl_with_number(fl_with_number(p, "hand", s->gold[side] - total), "n", total);
    }
}

/* 7.6: the next seat that has cards lays them open; after the last the game is over. */
static void show_next_hand(struct fl_corsaires *s, struct fl_saying *tell)
{
    s->shown = s->last_shown = s->times_shown = 0;
    while (s->seat < s->seats && !s->size[s->seat])
        s->seat++;
    if (s->seat < s->seats)
        return;
    s->seat = 0;
    s->phase = FL_CORSAIRES_OVER;
    if (tell)
        tell_totals(s, tell);
}

static void end_game(struct fl_corsaires *s, int side_without_cards, struct fl_saying *tell)
{
    if (tell)
        fl_with_seat(fl_say(tell, s->teams ? "co.say.end-team" : "co.say.end"), "who",
                     seat_of(s, side_without_cards));
    for (uint32_t open = s->open; open; open &= open - 1) {
        int fight = __builtin_ctz(open), leader = fl_corsaires_leader(s, fight);
        if (leader >= 0)
            take(s, fight, leader, tell);
        else
            sink(s, fight, tell);
    }
    s->phase = FL_CORSAIRES_SHOWING;
    s->seat = 0;
    show_next_hand(s, tell);
}

/* A side that has no card left, or -1 (7.1, 7.3, 8.8). */
static int side_without_cards(const struct fl_corsaires *s)
{
    for (int side = 0; side < sides_of(s); side++) {
        int seat = seat_of(s, side);
        if (!s->size[seat] && !s->size[seat + s->teams])
            return side;
    }
    return -1;
}

static fl_seats winners(const void *state)
{
    const struct fl_corsaires *s = state;
    int32_t best = score(s, 0);
    fl_seats set = 0;
    for (int seat = 1; seat < s->seats; seat++)
        if (score(s, seat) > best)
            best = score(s, seat);
    for (int seat = 0; seat < s->seats; seat++)
        if (score(s, seat) == best)
            set |= FL_SEAT(seat);
    return set;
}

/* ---- the turn ---- */

/* 9.2: with more than five always, with four if they are chosen. */
static bool in_teams(const struct fl_setup *setup)
{
    return setup->seats > 5 || setup->option[TEAMS] == IN_TEAMS;
}

static const char *refuse(const struct fl_setup *setup)
{
    bool can = setup->seats >= 4 && setup->seats % 2 == 0;
    bool teams = in_teams(setup);
    if (setup->seats == 7)
        return "co.setup.seven";
    if (teams && !can)
        return "co.setup.teams";
    if (teams && setup->option[TEAMS] == ALONE)
        return "co.setup.alone";
    if (setup->option[FIRST] > setup->seats)
        return "setup.first";
    if (teams && setup->option[FIRST] != RANDOM && setup->option[FIRST] % 2 == 0)
        return "co.setup.first-partner";
    return NULL;
}

static void start(void *state, const struct fl_setup *setup)
{
    struct fl_corsaires *s = state;
    s->seats = (uint8_t)setup->seats;
    s->teams = in_teams(setup);
    s->captures_shown = setup->option[CAPTURES] == SHOWN;
    s->pile = FL_CORSAIRES_DECK;
    for (int kind = 0; kind < FL_CORSAIRES_KINDS; kind++)
        s->left.half[kind >> 4] |= (uint64_t)copies[kind] << 4 * (kind & 15);
    if (setup->option[FIRST] != RANDOM) {
        s->first = (uint8_t)(setup->option[FIRST] - 1);
        s->phase = FL_CORSAIRES_DEALING;
    }
}

static fl_seats turn(const void *state)
{
    const struct fl_corsaires *s = state;
    if (s->phase == FL_CORSAIRES_PLAYING)
        return FL_SEAT(s->seat);
    return s->phase == FL_CORSAIRES_OVER ? 0 : FL_SEAT(FL_CHANCE);
}

/* 5.1: at the place of the player, in teams of the first partner (8.4). */
static void capture(struct fl_corsaires *s, struct fl_saying *tell)
{
    int side = side_of(s, s->seat);
    if (seat_of(s, side) == s->seat)
        for (uint32_t won = s->lead[side]; won; won &= won - 1)
            take(s, __builtin_ctz(won), side, tell);
}

/* 8.6, 8.7: whoever can do nothing any more is passed over, but not the captures. */
static void pass_on(struct fl_corsaires *s, struct fl_saying *tell)
{
    s->phase = FL_CORSAIRES_PLAYING;
    do {
        s->seat = (uint8_t)(s->seat + 1 == s->seats ? 0 : s->seat + 1);
        capture(s, tell);
    } while (!s->pile && !s->size[s->seat]);
}

static void end_turn(struct fl_corsaires *s, struct fl_saying *tell)
{
    int without = s->pile ? -1 : side_without_cards(s);
    if (without >= 0)
        end_game(s, without, tell);
    else
        pass_on(s, tell);
}

static void choose_first(struct fl_corsaires *s, int seat, struct fl_saying *tell)
{
    if (tell)
        fl_with_seat(fl_say(tell, s->teams ? "co.say.first-team" : "co.say.first"), "who", seat);
    s->first = (uint8_t)seat;
    s->phase = FL_CORSAIRES_DEALING;
}

static void tell_card(const struct fl_corsaires *s, fl_move move, struct fl_saying *tell)
{
    bool dealt = s->phase == FL_CORSAIRES_DEALING;
    if (move != FL_UNSEEN) {
        struct fl_phrase *p = fl_say(tell, dealt ? "co.say.dealt" : "co.say.drawn");
        fl_with_item(fl_with_seat(p, "who", s->seat), "cards",
                     fl_corsaires_card_key[move - FL_CORSAIRES_CARD]);
    } else if (dealt) {
        struct fl_phrase *p = fl_say(tell, "co.say.dealt-unseen");
        fl_with_count(fl_with_seat(p, "who", s->seat), "n", 1);
    } else {
        struct fl_phrase *p = fl_say(tell, "co.say.drawn-unseen");
        fl_with_number(fl_with_seat(p, "who", s->seat), "n", s->size[s->seat] + 1);
    }
    if (s->pile == 1)
        fl_say(tell, "co.say.pile-empty");
}

/* A card of the pile comes into the hand of `seat`. */
static void receive(struct fl_corsaires *s, fl_move move, struct fl_saying *tell)
{
    if (tell)
        tell_card(s, move, tell);
    s->pile--;
    s->size[s->seat]++;
    if (move == FL_UNSEEN) {
        s->hidden[s->seat]++;
    } else {
        remove_card(&s->left, move - FL_CORSAIRES_CARD);
        add_card(&s->hand[s->seat], move - FL_CORSAIRES_CARD);
    }
    if (s->phase == FL_CORSAIRES_DRAWING) {
        end_turn(s, tell);
    } else if (s->size[s->seat] == FL_CORSAIRES_HAND && ++s->seat == s->seats) {
        s->seat = s->first;
        s->phase = FL_CORSAIRES_PLAYING;
    }
}

/* A card leaves a hand for all to see: it may have been hidden from this state. */
static void give_up(struct fl_corsaires *s, int kind)
{
    s->size[s->seat]--;
    if (s->hidden[s->seat]) {
        s->hidden[s->seat]--;
        remove_card(&s->left, kind);
    } else {
        remove_card(&s->hand[s->seat], kind);
    }
}

static void lay_galleon(struct fl_corsaires *s, int gold, struct fl_saying *tell)
{
    int fight = s->laid++;
    if (tell) {
        struct fl_phrase *p = fl_with_seat(fl_say(tell, "co.say.galleon"), "who", s->seat);
        fl_with_number(fl_with_number(p, "fight", fight + 1), "n", gold);
    }
    give_up(s, FL_GALLEONS + gold - FL_GOLD_LEAST);
    s->open |= (uint32_t)1 << fight;
    s->galleon[fight] = (uint8_t)gold;
    s->sides[fight] = (uint16_t)((side_of(s, s->seat) + 1) << 12);
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
    int side = side_of(s, s->seat);
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
    add_card(&s->out, trump_kind(before));
    if (tell)
        fl_with_word(fl_say(tell, "co.say.superseded"), "card",
                     fl_corsaires_card_key[trump_kind(before)]);
}

static int kind_played(int what)
{
    return what < FL_ON_CAPTAINS ? what : FL_CAPTAINS + what - FL_ON_CAPTAINS;
}

static void play_on(struct fl_corsaires *s, int number, struct fl_saying *tell)
{
    int fight = number / FL_ON_KINDS, kind = kind_played(number % FL_ON_KINDS);
    give_up(s, kind);
    if (kind < FL_GALLEONS)
        attack(s, fight, kind, tell);
    else
        play_trump(s, fight, kind, tell);
}

static void discard(struct fl_corsaires *s, int kind, struct fl_saying *tell)
{
    if (tell)
        fl_with_word(fl_with_seat(fl_say(tell, "co.say.discard"), "who", s->seat), "card",
                     fl_corsaires_card_key[kind]);
    give_up(s, kind);
    add_card(&s->out, kind);
}

static void take_turn(struct fl_corsaires *s, fl_move move, struct fl_saying *tell)
{
    if (move == FL_CORSAIRES_DRAW) {
        s->phase = FL_CORSAIRES_DRAWING;
        if (tell)
            fl_with_number(fl_with_seat(fl_say(tell, "co.say.draw"), "who", s->seat), "n", s->pile);
        return;
    }
    if (move >= FL_CORSAIRES_DISCARD)
        discard(s, move - FL_CORSAIRES_DISCARD, tell);
    else if (move >= FL_CORSAIRES_ON)
        play_on(s, move - FL_CORSAIRES_ON, tell);
    else
        lay_galleon(s, move - FL_CORSAIRES_LAY + FL_GOLD_LEAST, tell);
    end_turn(s, tell);
}

static void show_card(struct fl_corsaires *s, int kind, struct fl_saying *tell)
{
    if (tell)
        fl_with_item(fl_with_seat(fl_say(tell, "co.say.shows"), "who", s->seat), "cards",
                     fl_corsaires_card_key[kind]);
    if (s->hidden[s->seat]) {
        s->hidden[s->seat]--;
        remove_card(&s->left, kind);
        add_card(&s->hand[s->seat], kind);
    }
    s->times_shown = (uint8_t)(kind == s->last_shown ? s->times_shown + 1 : 1);
    s->last_shown = (uint8_t)kind;
    if (++s->shown < s->size[s->seat])
        return;
    s->seat++;
    show_next_hand(s, tell);
}

static void act(struct fl_corsaires *s, fl_move move, struct fl_saying *tell)
{
    switch (s->phase) {
    case FL_CORSAIRES_WHO_STARTS:
        choose_first(s, move - FL_CORSAIRES_FIRST, tell);
        break;
    case FL_CORSAIRES_PLAYING:
        take_turn(s, move, tell);
        break;
    case FL_CORSAIRES_SHOWING:
        show_card(s, move - FL_CORSAIRES_SHOW, tell);
        break;
    default:
        receive(s, move, tell);
        break;
    }
}

static void apply(void *state, int seat, fl_move move)
{
    (void)seat;
    act(state, move, NULL);
}

static void say(const void *state, int seat, fl_move move, struct fl_saying *out)
{
    struct fl_corsaires after = *(const struct fl_corsaires *)state;
    (void)seat;
    act(&after, move, out);
}

/* ---- what is allowed ---- */

/* The cards a seat holds, or may hold as far as this state knows. */
static struct fl_cards cards_held(const struct fl_corsaires *s, int seat)
{
    struct fl_cards held = s->hand[seat];
    if (s->hidden[seat])
        add_cards(&held, &s->left);
    return held;
}

/* Ships of the colours that nobody has used in a fight. */
static uint64_t colours_free(uint64_t ships)
{
    ships |= ships >> 8;
    ships |= ships >> 4;
    ships |= ships >> 2;
    ships |= ships >> 1;
    return ~((ships & 0x0001000100010001u) * ONE_COLOUR); /* the lowest bit of each colour */
}

/* 3.5: the ships of the colours a side may use in a fight. */
static uint64_t colours_open(const struct fl_corsaires *s, int fight, int side)
{
    int colour = fl_corsaires_colour(s, fight, side);
    return colour < 0 ? colours_free(s->ships[fight]) : ONE_COLOUR << 16 * colour;
}

static bool may_play_on(const struct fl_corsaires *s, int side, int fight, int what)
{
    if (!(s->open >> fight & 1))
        return false;
    if (what < FL_ON_CAPTAINS)
        return colours_open(s, fight, side) >> 4 * what & 1;
    if (what < FL_ON_ADMIRAL)
        return fl_corsaires_attacker(s, fight, what - FL_ON_CAPTAINS) == side;
    return fl_corsaires_owner(s, fight) == side;
}

/* One move for each kind of a half that is marked. */
static void list_kinds(uint64_t kinds, int base, struct fl_moves *out)
{
    for (; kinds; kinds &= kinds - 1)
        fl_offer(out, (fl_move)(base + __builtin_ctzll(kinds) / 4), 1);
}

/* What may be played on one galleon. */
static void list_on(const struct fl_corsaires *s, int side, int fight, const struct fl_cards *held,
                    struct fl_moves *out)
{
    int base = FL_CORSAIRES_ON + FL_ON_KINDS * fight;
    int colour = fl_corsaires_colour(s, fight, side);
    list_kinds(kinds_in(held->half[0]) & colours_open(s, fight, side), base, out);
    if (colour >= 0 && fl_cards_of(held, FL_CAPTAINS + colour))
        fl_offer(out, (fl_move)(base + FL_ON_CAPTAINS + colour), 1);
    if (fl_corsaires_owner(s, fight) == side && fl_cards_of(held, FL_ADMIRAL))
        fl_offer(out, (fl_move)(base + FL_ON_ADMIRAL), 1);
}

static void list_turn(const struct fl_corsaires *s, int seat, struct fl_moves *out)
{
    struct fl_cards held = cards_held(s, seat);
    int side = side_of(s, seat);
    if (s->pile)
        fl_offer(out, FL_CORSAIRES_DRAW, 1);
    list_kinds(kinds_in(held.half[1] & ALL_GALLEONS), FL_CORSAIRES_LAY, out);
    for (uint32_t open = s->open; open; open &= open - 1)
        list_on(s, side, __builtin_ctz(open), &held, out);
    if (!s->pile) { /* 6.1 */
        list_kinds(kinds_in(held.half[0]), FL_CORSAIRES_DISCARD, out);
        list_kinds(kinds_in(held.half[1] & ~ALL_GALLEONS), FL_CORSAIRES_DISCARD + FL_GALLEONS, out);
    }
}

/* What the seat that shows its hand has not shown yet, as far as this state knows. */
static struct fl_cards still_closed(const struct fl_corsaires *s)
{
    struct fl_cards rest = from_kind(&s->hand[s->seat], s->last_shown);
    rest.half[s->last_shown >> 4] -= (uint64_t)s->times_shown << 4 * (s->last_shown & 15);
    return rest;
}

/* In the truth the next card is known. In a sight it may be any kind not below the last, of which
 * or above which there are enough cards for the rest of the hand. */
static bool may_show(const struct fl_corsaires *s, int kind)
{
    struct fl_cards rest = still_closed(s);
    if (!s->hidden[s->seat])
        return kind == kind_under(&rest, 0);
    rest = from_kind(&s->left, kind);
    return kind >= s->last_shown && fl_cards_of(&rest, kind) &&
           count_cards(&rest) >= s->hidden[s->seat];
}

static void list_chance(const struct fl_corsaires *s, struct fl_moves *out)
{
    if (s->phase == FL_CORSAIRES_WHO_STARTS)
        for (int seat = 0; seat < s->seats; seat += 1 + s->teams)
            fl_offer(out, (fl_move)(FL_CORSAIRES_FIRST + seat), 1);
    else if (s->phase == FL_CORSAIRES_SHOWING)
        for (int kind = 0; kind < FL_CORSAIRES_KINDS; kind++) {
            if (may_show(s, kind))
                fl_offer(out, (fl_move)(FL_CORSAIRES_SHOW + kind), 1);
        }
    else
        for (int kind = 0; kind < FL_CORSAIRES_KINDS; kind++)
            if (fl_cards_of(&s->left, kind))
                fl_offer(out, (fl_move)(FL_CORSAIRES_CARD + kind), fl_cards_of(&s->left, kind));
}

static void moves(const void *state, int seat, struct fl_moves *out)
{
    if (seat == FL_CHANCE)
        list_chance(state, out);
    else
        list_turn(state, seat, out);
}

static bool legal_turn(const struct fl_corsaires *s, int seat, fl_move move)
{
    struct fl_cards held = cards_held(s, seat);
    if (move == FL_CORSAIRES_DRAW)
        return s->pile;
    if (move < FL_CORSAIRES_ON)
        return fl_cards_of(&held, FL_GALLEONS + move - FL_CORSAIRES_LAY);
    if (move < FL_CORSAIRES_DISCARD) {
        int number = move - FL_CORSAIRES_ON, what = number % FL_ON_KINDS;
        return fl_cards_of(&held, kind_played(what)) &&
               may_play_on(s, side_of(s, seat), number / FL_ON_KINDS, what);
    }
    int kind = move - FL_CORSAIRES_DISCARD;
    bool galleon = kind >= FL_GALLEONS && kind < FL_CAPTAINS;
    return kind < FL_CORSAIRES_KINDS && !s->pile && !galleon && fl_cards_of(&held, kind);
}

static bool legal(const void *state, int seat, fl_move move)
{
    const struct fl_corsaires *s = state;
    int kind = move - (s->phase == FL_CORSAIRES_SHOWING ? FL_CORSAIRES_SHOW : FL_CORSAIRES_CARD);
    switch (s->phase) {
    case FL_CORSAIRES_PLAYING:
        return legal_turn(s, seat, move);
    case FL_CORSAIRES_WHO_STARTS:
        return move >= FL_CORSAIRES_FIRST && move < FL_CORSAIRES_FIRST + s->seats &&
               !((move - FL_CORSAIRES_FIRST) & s->teams);
    case FL_CORSAIRES_SHOWING:
        return kind >= 0 && kind < FL_CORSAIRES_KINDS && may_show(s, kind);
    default:
        return kind >= 0 && kind < FL_CORSAIRES_KINDS && fl_cards_of(&s->left, kind);
    }
}

static fl_move draw(const void *state, struct fl_rng *rng)
{
    const struct fl_corsaires *s = state;
    if (s->phase == FL_CORSAIRES_WHO_STARTS) {
        int side = (int)fl_rng_below(rng, (uint32_t)sides_of(s));
        return (fl_move)(FL_CORSAIRES_FIRST + seat_of(s, side));
    }
    if (s->phase == FL_CORSAIRES_SHOWING) {
        struct fl_cards rest = still_closed(s);
        return (fl_move)(FL_CORSAIRES_SHOW + kind_under(&rest, fl_rng_below(rng, 1)));
    }
    return (fl_move)(FL_CORSAIRES_CARD + kind_under(&s->left, fl_rng_below(rng, s->pile)));
}

/* ---- secrets ---- */

static int team(const void *state, int seat)
{
    return side_of(state, seat);
}

static fl_seats seen(const void *state, int seat, fl_move move)
{
    const struct fl_corsaires *s = state;
    (void)seat;
    (void)move;
    if (s->phase != FL_CORSAIRES_DEALING && s->phase != FL_CORSAIRES_DRAWING)
        return FL_EVERYONE;
    int first = seat_of(s, side_of(s, s->seat));
    return (fl_seats)(FL_SEAT(first) | FL_SEAT(first + s->teams));
}

static bool shows(const void *state, int seat, fl_move move)
{
    (void)state;
    (void)seat;
    return move != FL_CORSAIRES_DRAW;
}

/* All hands but those of the viewer's side. */
static void hide_hands(struct fl_corsaires *s, int side)
{
    struct fl_cards left = s->left;
    for (int seat = 0; seat < s->seats; seat++) {
        if (side_of(s, seat) == side)
            continue;
        add_cards(&left, &s->hand[seat]);
        s->hand[seat] = (struct fl_cards){0};
        s->hidden[seat] = s->size[seat];
    }
    s->left = left;
}

/* While hands are shown: those still to come, and what is left of the present one. */
static void hide_rest(struct fl_corsaires *s, int side)
{
    for (int seat = s->seat; seat < s->seats; seat++) {
        struct fl_cards rest = seat == s->seat ? still_closed(s) : s->hand[seat];
        if (side_of(s, seat) == side)
            continue;
        add_cards(&s->left, &rest);
        remove_cards(&s->hand[seat], &rest);
        s->hidden[seat] = (uint8_t)(s->size[seat] - (seat == s->seat ? s->shown : 0));
    }
}

static void redact(void *state, int viewer)
{
    struct fl_corsaires *s = state;
    int side = viewer < s->seats ? side_of(s, viewer) : -1;
    if (s->phase < FL_CORSAIRES_SHOWING)
        hide_hands(s, side);
    else if (s->phase == FL_CORSAIRES_SHOWING)
        hide_rest(s, side);
}

/* Fills a hand with hidden cards of the kinds from this one on, all equally likely. */
static void guess(struct fl_corsaires *s, int seat, int lowest, struct fl_rng *rng)
{
    for (; s->hidden[seat]; s->hidden[seat]--) {
        struct fl_cards some = from_kind(&s->left, lowest);
        int kind = kind_under(&some, fl_rng_below(rng, count_cards(&some)));
        remove_card(&s->left, kind);
        add_card(&s->hand[seat], kind);
    }
}

/* The hand that is being shown comes first: what is left to it is bound to the higher kinds. */
static void imagine(void *state, int viewer, struct fl_rng *rng)
{
    struct fl_corsaires *s = state;
    (void)viewer;
    if (s->phase == FL_CORSAIRES_SHOWING)
        guess(s, s->seat, s->last_shown, rng);
    for (int seat = 0; seat < s->seats; seat++)
        guess(s, seat, 0, rng);
}

const struct fl_game fl_corsaires = {
    .name = "corsaires",
    .about = "corsaires.about",
    .version = 1,
    .state_size = sizeof(struct fl_corsaires),
    .move_count = FL_CORSAIRES_MOVES,
    .seats_min = 2,
    .seats_max = FL_CORSAIRES_SEATS,
    .option = {{"teams", {{"auto", BY_NUMBER}, {"off", ALONE}, {"on", IN_TEAMS}}},
               {"captures", {{"hidden", HIDDEN}, {"shown", SHOWN}}},
               {"first",
                {{"random", RANDOM},
                 {"1", 1},
                 {"2", 2},
                 {"3", 3},
                 {"4", 4},
                 {"5", 5},
                 {"6", 6},
                 {"7", 7}}}},
    .mark = {"ahead"},
    .refuse = refuse,
    .start = start,
    .turn = turn,
    .moves = moves,
    .apply = apply,
    .score = score,
    .winners = winners,
    .team = team,
    .seen = seen,
    .shows = shows,
    .redact = redact,
    .imagine = imagine,
    .spell = fl_corsaires_spell,
    .say = say,
    .view = fl_corsaires_view,
    .touches = fl_corsaires_touches,
    .ask = fl_corsaires_ask,
    .why_not = fl_corsaires_why_not,
    .legal = legal,
    .draw = draw,
};
