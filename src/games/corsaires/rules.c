/* Corsaires: merchants and pirates, 78 cards, 2 to 8 players, alone or in teams of two.
 *
 * This file has the rules; words.c has the text and the view. Numbers in comments refer to
 * docs/rules/corsaires.*.md. */
#include "games/corsaires/corsaires.h"

#include <assert.h>
#include <string.h>

#include "games/games.h"

/* ---- fights: the leading side ---- */

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
    if (!s->ships[fight])
        return 0; /* the most frequent case, and agents ask often */
    for (int colour = 0; colour < FL_COLOURS; colour++) {
        int strength = fl_corsaires_strength(s, fight, colour);
        if (fl_corsaires_attacker(s, fight, colour) != side && strength > best)
            best = strength;
    }
    return best;
}

/* Updates the leading side after a card was played in a fight. */
static void update_leader(struct fl_corsaires *s, int fight)
{
    uint32_t bit = (uint32_t)1 << fight;
    int leader = fl_corsaires_leader(s, fight);
    for (int side = 0; side < FL_CORSAIRES_SIDES; side++)
        s->lead[side] &= ~bit;
    if (leader >= 0)
        s->lead[leader] |= bit;
}

/* ---- fights: cards are played ---- */

/* The seat to move lays a galleon. Here and below, the consequences are appended to `phrases`
 * unless it is NULL. */
static void lay(struct fl_corsaires *s, int gold, struct fl_phrases *phrases)
{
    int fight = s->laid++;
    assert(fight < FL_CORSAIRES_FIGHTS && gold >= FL_GOLD_LEAST && gold <= FL_GOLD_MOST);
    if (phrases) {
        struct fl_phrase *p = fl_with_seat(fl_say(phrases, "co.say.galleon"), "who", s->seat);
        fl_with_word(fl_with_number(p, "fight", fight + 1), "card",
                     fl_corsaires_card_key[FL_GALLEONS + gold - FL_GOLD_LEAST]);
    }
    s->open |= (uint32_t)1 << fight;
    s->galleon[fight] = (uint8_t)gold;
    s->sides[fight] = (uint16_t)((fl_corsaires_side(s, s->seat) + 1) << 12);
    update_leader(s, fight);
}

/* What a ship does in a fight: it begins an attack, adds to one, or protects the side's own
 * galleon.
 */
enum { ATTACK, REINFORCE, PROTECT };

/* The state of the ship's side after that: it leads without a rival, takes the lead, keeps it, is
 * as strong as another side, is weaker, or a captain or the admiral leads, of another side or its
 * own.
 */
enum { UNOPPOSED, TAKES, KEEPS, TIES, BEHIND, TRUMPED, TRUMPING };

static const char *const attack_key[3][7] = {
    {"co.say.attack-alone", "co.say.attack-leads", NULL, "co.say.attack-ties",
     "co.say.attack-behind", "co.say.attack-trumped", NULL},
    {"co.say.reinforce-alone", "co.say.reinforce-leads", "co.say.reinforce-keeps",
     "co.say.reinforce-ties", "co.say.reinforce-behind", "co.say.reinforce-trumped",
     "co.say.reinforce-trumping"},
    {"co.say.protect-alone", "co.say.protect-leads", "co.say.protect-keeps", "co.say.protect-ties",
     "co.say.protect-behind", "co.say.protect-trumped", "co.say.protect-trumping"},
};

/* The state of a side after its new ship. `led`: it was in the lead before. */
static int attack_state(const struct fl_corsaires *s, int fight, int side, bool led)
{
    int force = fl_corsaires_force(s, fight, side), rival = fl_corsaires_rival(s, fight, side);
    bool leads = s->lead[side] >> fight & 1;
    if (fl_corsaires_trump(s, fight))
        return leads ? TRUMPING : TRUMPED;
    if (!leads)
        return force == rival ? TIES : BEHIND;
    return !rival ? UNOPPOSED : led ? KEEPS : TAKES;
}

/* Adds the owner of a galleon to a phrase, unless it is that side: {other}, and {ally} in a team.
 */
static void with_owner(const struct fl_corsaires *s, int owner, int side, struct fl_phrase *p)
{
    int seat = fl_corsaires_speaker(s, owner);
    if (owner == side)
        return;
    fl_with_seat(p, "other", seat);
    if (s->teams)
        fl_with_seat(p, "ally", seat + 1);
}

/* Begins the report of a card played in a fight. */
static struct fl_phrase *report_fight(const struct fl_corsaires *s, const char *key, int fight,
                                      int kind, struct fl_phrases *phrases)
{
    struct fl_phrase *p = fl_with_seat(fl_say(phrases, key), "who", s->seat);
    with_owner(s, fl_corsaires_owner(s, fight), fl_corsaires_side(s, s->seat), p);
    fl_with_number(fl_with_number(p, "fight", fight + 1), "gold", fl_corsaires_gold(s, fight));
    return fl_with_word(p, "card", fl_corsaires_card_key[kind]);
}

static void report_attack(const struct fl_corsaires *s, int fight, int kind, int act, bool led,
                          struct fl_phrases *phrases)
{
    int side = fl_corsaires_side(s, s->seat), trump = fl_corsaires_trump(s, fight);
    const char *key = attack_key[act][attack_state(s, fight, side, led)];
    assert(key);
    struct fl_phrase *p = report_fight(s, key, fight, kind, phrases);
    if (trump) {
        fl_with_word(p, "chief", fl_corsaires_card_key[fl_corsaires_trump_kind(trump)]);
    } else {
        fl_with_number(p, "n", fl_corsaires_force(s, fight, side));
        fl_with_number(p, "best", fl_corsaires_rival(s, fight, side));
    }
}

static void attack(struct fl_corsaires *s, int fight, int kind, struct fl_phrases *phrases)
{
    int side = fl_corsaires_side(s, s->seat);
    int act = fl_corsaires_owner(s, fight) == side      ? PROTECT
              : fl_corsaires_colour(s, fight, side) < 0 ? ATTACK
                                                        : REINFORCE;
    bool led = s->lead[side] >> fight & 1;
    s->ships[fight] += (uint64_t)1 << 4 * kind;
    s->sides[fight] |= (uint16_t)((side + 1) << 3 * (kind / 4));
    update_leader(s, fight);
    if (phrases)
        report_attack(s, fight, kind, act, led, phrases);
}

/* The key for a captain or the admiral: on the galleon of another side, on one's own that another
 * side would have won, or on one's own otherwise. */
static const char *trump_key(const struct fl_corsaires *s, int fight)
{
    int side = fl_corsaires_side(s, s->seat);
    bool leads = s->lead[side] >> fight & 1;
    return fl_corsaires_owner(s, fight) != side ? "co.say.captain"
           : leads                              ? "co.say.guards"
                                                : "co.say.saves";
}

/* 4.3: only the last trump counts; the previous one leaves the game. */
static void play_trump(struct fl_corsaires *s, int fight, int kind, struct fl_phrases *phrases)
{
    int before = fl_corsaires_trump(s, fight);
    int trump = kind == FL_ADMIRAL ? FL_TRUMP_ADMIRAL : FL_TRUMP_CAPTAIN + kind - FL_CAPTAINS;
    if (phrases)
        report_fight(s, trump_key(s, fight), fight, kind, phrases);
    s->galleon[fight] = (uint8_t)(fl_corsaires_gold(s, fight) | trump << 4);
    update_leader(s, fight);
    if (!before)
        return;
    fl_add_card(&s->out, fl_corsaires_trump_kind(before));
    if (phrases)
        fl_with_word(fl_say(phrases, "co.say.superseded"), "old",
                     fl_corsaires_card_key[fl_corsaires_trump_kind(before)]);
}

/* The seat to move plays a card on a galleon. */
static void play_on(struct fl_corsaires *s, int fight, int kind, struct fl_phrases *phrases)
{
    assert(s->open >> fight & 1);
    if (kind < FL_GALLEONS)
        attack(s, fight, kind, phrases);
    else
        play_trump(s, fight, kind, phrases);
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

/* Reports that a side wins a galleon: its own or another side's. After the first
 * one of a turn, the arguments have other names, so that one sentence can contain both. */
static void report_taken(const struct fl_corsaires *s, int fight, int side, bool first,
                         struct fl_phrases *phrases)
{
    static const char *const key[2][2] = {{"co.say.captures-too", "co.say.captures"},
                                          {"co.say.brings-home-too", "co.say.brings-home"}};
    int owner = fl_corsaires_owner(s, fight);
    struct fl_phrase *p = fl_say(phrases, key[owner == side][first]);
    fl_with_seat(p, "who", fl_corsaires_speaker(s, side));
    fl_with_number(p, first ? "fight" : "next", fight + 1);
    fl_with_number(p, first ? "gold" : "more", fl_corsaires_gold(s, fight));
    with_owner(s, owner, side, p);
}

/* 5.7: a side captures the galleon and all cards of the fight. */
static void take(struct fl_corsaires *s, int fight, int side)
{
    unsigned cards = 1 + fl_count_half(s->ships[fight]) + (fl_corsaires_trump(s, fight) != 0);
    assert(s->open >> fight & 1 && s->lead[side] >> fight & 1);
    s->gold[side] = (uint8_t)(s->gold[side] + fl_corsaires_gold(s, fight));
    s->taken[side] = (uint8_t)(s->taken[side] + cards);
    clear_fight(s, fight);
}

/* 7.4: an undecided fight at the end: its cards leave the game. There is no trump. */
static void sink(struct fl_corsaires *s, int fight, struct fl_phrases *phrases)
{
    struct fl_cards ships = {.half = {s->ships[fight], 0}};
    assert(!fl_corsaires_trump(s, fight));
    if (phrases)
        fl_with_number(fl_say(phrases, "co.say.undecided"), "fight", fight + 1);
    fl_add_cards(&s->out, &ships);
    fl_add_card(&s->out, FL_GALLEONS + fl_corsaires_gold(s, fight) - FL_GOLD_LEAST);
    clear_fight(s, fight);
}

/* ---- legal moves and chance ---- */

#define ONE_OF_EACH 0x1111111111111111u  /* one card of each kind of one half */
#define ONE_COLOUR (uint64_t)0xFFFF      /* all ships of one colour */
#define ALL_GALLEONS (uint64_t)0xFFFFFFF /* in half[1] */

/* The cards that a seat has, or may have as far as this state knows. */
static struct fl_cards cards_held(const struct fl_corsaires *s, int seat)
{
    struct fl_cards held = s->hand[seat];
    if (s->hidden[seat])
        fl_add_cards(&held, &s->left);
    return held;
}

/* Whether a seat has a card of this kind, or may have one as far as this state knows. */
static bool may_hold(const struct fl_corsaires *s, int seat, int kind)
{
    return fl_cards_of(&s->hand[seat], kind) || (s->hidden[seat] && fl_cards_of(&s->left, kind));
}

/* Ships of the colours that are unused in a fight. */
static uint64_t colours_free(uint64_t ships)
{
    ships |= ships >> 8;
    ships |= ships >> 4;
    ships |= ships >> 2;
    ships |= ships >> 1;
    return ~((ships & 0x0001000100010001u) * ONE_COLOUR); /* the lowest bit of each colour */
}

/* 3.5: ships of the colours that a side may use in a fight. */
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

/* Sets the lowest bit of each kind with at least one card. */
static uint64_t kinds_in(uint64_t half)
{
    half |= half >> 2;
    half |= half >> 1;
    return half & ONE_OF_EACH;
}

/* Lists one move per set bit of `kinds`. */
static void list_kinds(uint64_t kinds, int base, struct fl_moves *out)
{
    for (; kinds; kinds &= kinds - 1)
        fl_offer(out, (fl_move)(base + __builtin_ctzll(kinds) / 4), 1);
}

/* Lists the moves on one galleon. */
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
    int side = fl_corsaires_side(s, seat);
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

/* The cards that the showing seat has not shown yet, as far as this state knows them. */
static struct fl_cards still_closed(const struct fl_corsaires *s)
{
    struct fl_cards rest = fl_cards_from(&s->hand[s->seat], s->last_shown);
    rest.half[s->last_shown >> 4] -= (uint64_t)s->times_shown << 4 * (s->last_shown & 15);
    return rest;
}

/* Whether the next shown card may be of this kind. In the truth the next card is known. In a sight
 * it may be any kind that is not below the last one, if enough cards remain for the rest of the
 * hand. */
static bool may_show(const struct fl_corsaires *s, int kind)
{
    struct fl_cards rest = still_closed(s);
    if (!s->hidden[s->seat])
        return kind == fl_kind_under(&rest, 0);
    rest = fl_cards_from(&s->left, kind);
    return kind >= s->last_shown && fl_cards_of(&rest, kind) &&
           fl_count_cards(&rest) >= s->hidden[s->seat];
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
    int kind = fl_corsaires_kind_of(move), number = move - FL_CORSAIRES_ON;
    if (move == FL_CORSAIRES_DRAW)
        return s->pile;
    if (move < FL_CORSAIRES_ON)
        return may_hold(s, seat, kind);
    if (move < FL_CORSAIRES_DISCARD)
        return may_hold(s, seat, kind) && may_play_on(s, fl_corsaires_side(s, seat),
                                                      number / FL_ON_KINDS, number % FL_ON_KINDS);
    bool galleon = kind >= FL_GALLEONS && kind < FL_CAPTAINS;
    return kind < FL_CORSAIRES_KINDS && !s->pile && !galleon && may_hold(s, seat, kind);
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

static fl_move sample_chance(const void *state, struct fl_rng *rng)
{
    const struct fl_corsaires *s = state;
    if (s->phase == FL_CORSAIRES_WHO_STARTS) {
        int side = (int)fl_rng_below(rng, (uint32_t)fl_corsaires_sides(s));
        return (fl_move)(FL_CORSAIRES_FIRST + fl_corsaires_speaker(s, side));
    }
    if (s->phase == FL_CORSAIRES_SHOWING) {
        struct fl_cards rest = still_closed(s);
        return (fl_move)(FL_CORSAIRES_SHOW + fl_kind_under(&rest, fl_rng_below(rng, 1)));
    }
    return (fl_move)(FL_CORSAIRES_CARD + fl_kind_under(&s->left, fl_rng_below(rng, s->pile)));
}

/* ---- hidden cards ---- */

static int team(const void *state, int seat)
{
    return fl_corsaires_side(state, seat);
}

static fl_seats visible_to(const void *state, int seat, fl_move move)
{
    const struct fl_corsaires *s = state;
    (void)seat;
    (void)move;
    if (s->phase != FL_CORSAIRES_DEALING && s->phase != FL_CORSAIRES_DRAWING)
        return FL_EVERYONE;
    int first = fl_corsaires_speaker(s, fl_corsaires_side(s, s->seat));
    return (fl_seats)(FL_SEAT(first) | FL_SEAT(first + s->teams));
}

static bool reveals(const void *state, int seat, fl_move move)
{
    (void)state;
    (void)seat;
    return move != FL_CORSAIRES_DRAW;
}

/* Hides all hands but those of the viewer's side. */
static void hide_hands(struct fl_corsaires *s, int side)
{
    struct fl_cards left = s->left;
    for (int seat = 0; seat < s->seats; seat++) {
        if (fl_corsaires_side(s, seat) == side)
            continue;
        fl_add_cards(&left, &s->hand[seat]);
        s->hand[seat] = (struct fl_cards){0};
        s->hidden[seat] = s->size[seat];
    }
    s->left = left;
}

/* While hands are shown: hides the later hands and the rest of the current one. */
static void hide_rest(struct fl_corsaires *s, int side)
{
    for (int seat = s->seat; seat < s->seats; seat++) {
        struct fl_cards rest = seat == s->seat ? still_closed(s) : s->hand[seat];
        if (fl_corsaires_side(s, seat) == side)
            continue;
        fl_add_cards(&s->left, &rest);
        fl_remove_cards(&s->hand[seat], &rest);
        s->hidden[seat] = (uint8_t)(s->size[seat] - (seat == s->seat ? s->shown : 0));
    }
}

static void redact(void *state, int viewer)
{
    struct fl_corsaires *s = state;
    int side = viewer < s->seats ? fl_corsaires_side(s, viewer) : -1;
    if (s->phase < FL_CORSAIRES_SHOWING)
        hide_hands(s, side);
    else if (s->phase == FL_CORSAIRES_SHOWING)
        hide_rest(s, side);
}

/* Replaces the unknown cards of a hand by random cards of this kind or higher kinds, all equally
 * likely. */
static void guess(struct fl_corsaires *s, int seat, int lowest, struct fl_rng *rng)
{
    for (; s->hidden[seat]; s->hidden[seat]--) {
        struct fl_cards some = fl_cards_from(&s->left, lowest);
        int kind = fl_kind_under(&some, fl_rng_below(rng, fl_count_cards(&some)));
        fl_remove_card(&s->left, kind);
        fl_add_card(&s->hand[seat], kind);
    }
    assert(fl_count_cards(&s->hand[seat]) == s->size[seat]);
}

/* Imagines the hand that is being shown first, because its remaining cards must be of higher
 * kinds. */
static void imagine(void *state, int viewer, struct fl_rng *rng)
{
    struct fl_corsaires *s = state;
    (void)viewer;
    if (s->phase == FL_CORSAIRES_SHOWING)
        guess(s, s->seat, s->last_shown, rng);
    for (int seat = 0; seat < s->seats; seat++)
        guess(s, seat, 0, rng);
}

enum { TEAMS, CAPTURES, FIRST };     /* options */
enum { BY_NUMBER, ALONE, IN_TEAMS }; /* of the option `teams` */
enum { HIDDEN, SHOWN, RANDOM = 0 };  /* of `captures`; of `first`, otherwise a seat from 1 */

/* ---- the end ---- */

/* The total gold of the galleons in a set. */
static int32_t gold_in(const struct fl_cards *cards)
{
    int32_t gold = 0;
    for (int kind = FL_GALLEONS; kind < FL_CAPTAINS; kind++)
        gold += fl_corsaires_worth[kind] * (int32_t)fl_cards_of(cards, kind);
    return gold;
}

int32_t fl_corsaires_debt(const struct fl_corsaires *s, int side)
{
    int first = fl_corsaires_speaker(s, side);
    int32_t gold = 0;
    for (int partner = first; partner <= first + s->teams; partner++)
        gold += gold_in(&s->hand[partner]);
    return gold;
}

static int32_t score(const void *state, int seat)
{
    const struct fl_corsaires *s = state;
    int side = fl_corsaires_side(s, seat);
    return s->gold[side] - fl_corsaires_debt(s, side);
}

/* The key for a total: gold only, nothing, gold and deductions, deductions only, or both equal. */
static const char *total_key(const struct fl_corsaires *s, int32_t gold, int32_t debt)
{
    static const char *const key[2][5] = {{"co.say.total", "co.say.total-none", "co.say.total-less",
                                           "co.say.total-debt", "co.say.total-even"},
                                          {"co.say.total-team", "co.say.total-team-none",
                                           "co.say.total-team-less", "co.say.total-team-debt",
                                           "co.say.total-team-even"}};
    return key[s->teams][!debt ? !gold : !gold ? 3 : gold == debt ? 4 : 2];
}

/* Adds the seats of a side: {who}, and in teams the second partner as {other}. */
static struct fl_phrase *with_side(const struct fl_corsaires *s, struct fl_phrase *p, int side)
{
    int speaker = fl_corsaires_speaker(s, side);
    fl_with_seat(p, "who", speaker);
    return s->teams ? fl_with_seat(p, "other", speaker + 1) : p;
}

static void report_totals(const struct fl_corsaires *s, struct fl_phrases *phrases)
{
    for (int side = 0; side < fl_corsaires_sides(s); side++) {
        int32_t gold = s->gold[side], debt = fl_corsaires_debt(s, side);
        struct fl_phrase *p = with_side(s, fl_say(phrases, total_key(s, gold, debt)), side);
        fl_with_number(fl_with_number(p, "gold", gold), "hand", debt);
        fl_with_number(p, "n", gold - debt);
    }
}

/* 7.6: the next seat with cards shows them. After the last one the game is over. */
static void show_next_hand(struct fl_corsaires *s, struct fl_phrases *phrases)
{
    s->shown = s->last_shown = s->times_shown = 0;
    while (s->seat < s->seats && !s->size[s->seat])
        s->seat++;
    if (s->seat < s->seats)
        return;
    s->seat = 0;
    s->phase = FL_CORSAIRES_OVER;
    if (phrases)
        report_totals(s, phrases);
}

/* Cards in the pile, in hands, captured and out of the game; no fight is open. */
static unsigned count_all(const struct fl_corsaires *s)
{
    unsigned cards = s->pile + fl_count_cards(&s->out);
    assert(!s->open);
    for (int seat = 0; seat < s->seats; seat++)
        cards += s->size[seat];
    for (int side = 0; side < fl_corsaires_sides(s); side++)
        cards += s->taken[side];
    return cards;
}

static void end_game(struct fl_corsaires *s, int side_without_cards, struct fl_phrases *phrases)
{
    if (phrases)
        with_side(s, fl_say(phrases, s->teams ? "co.say.end-team" : "co.say.end"),
                  side_without_cards);
    for (uint32_t open = s->open; open; open &= open - 1) {
        int fight = __builtin_ctz(open), leader = fl_corsaires_leader(s, fight);
        if (leader < 0) {
            sink(s, fight, phrases);
            continue;
        }
        if (phrases)
            report_taken(s, fight, leader, true, phrases);
        take(s, fight, leader);
    }
    assert(count_all(s) == FL_CORSAIRES_DECK);
    s->phase = FL_CORSAIRES_SHOWING;
    s->seat = 0;
    show_next_hand(s, phrases);
}

/* A side without cards, or -1 (7.1, 7.3, 8.8). */
static int side_without_cards(const struct fl_corsaires *s)
{
    for (int side = 0; side < fl_corsaires_sides(s); side++) {
        int seat = fl_corsaires_speaker(s, side);
        if (!s->size[seat] && !s->size[seat + s->teams])
            return side;
    }
    return -1;
}

static fl_seats winners(const void *state)
{
    const struct fl_corsaires *s = state;
    int32_t gold[FL_CORSAIRES_SEATS] = {0};
    for (int seat = 0; seat < s->seats; seat++)
        gold[seat] = score(s, seat);
    return fl_corsaires_richest(gold, s->seats);
}

/* ---- the setup ---- */

/* 9.2: always with more than five players, with four if chosen. */
static bool in_teams(const struct fl_setup *setup)
{
    return setup->seats > 5 || setup->option[TEAMS] == IN_TEAMS;
}

static const char *check_setup(const struct fl_setup *setup)
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
    assert(setup->seats >= 2 && setup->seats <= FL_CORSAIRES_SEATS && setup->seats != 7);
    s->seats = (uint8_t)setup->seats;
    s->teams = in_teams(setup);
    s->captures_shown = setup->option[CAPTURES] == SHOWN;
    s->pile = FL_CORSAIRES_DECK;
    for (int kind = 0; kind < FL_CORSAIRES_KINDS; kind++)
        s->left.half[kind >> 4] |= (uint64_t)fl_corsaires_copies[kind] << 4 * (kind & 15);
    if (setup->option[FIRST] != RANDOM) {
        s->first = (uint8_t)(setup->option[FIRST] - 1);
        s->phase = FL_CORSAIRES_DEALING;
    }
}

/* ---- the turn ---- */

static fl_seats turn(const void *state)
{
    const struct fl_corsaires *s = state;
    if (s->phase == FL_CORSAIRES_PLAYING)
        return FL_SEAT(s->seat);
    return s->phase == FL_CORSAIRES_OVER ? 0 : FL_SEAT(FL_CHANCE);
}

/* 5.1: at the beginning of the player's turn; in teams, of the first partner's turn (8.4). */
static void capture(struct fl_corsaires *s, struct fl_phrases *phrases)
{
    int side = fl_corsaires_side(s, s->seat);
    if (fl_corsaires_speaker(s, side) != s->seat)
        return;
    for (uint32_t all = s->lead[side], won = all; won; won &= won - 1) {
        if (phrases)
            report_taken(s, __builtin_ctz(won), side, won == all, phrases);
        take(s, __builtin_ctz(won), side);
    }
}

/* 8.6, 8.7: passes over players who cannot do anything, but not over their captures. */
static void pass_on(struct fl_corsaires *s, struct fl_phrases *phrases)
{
    s->phase = FL_CORSAIRES_PLAYING;
    do {
        s->seat = (uint8_t)(s->seat + 1 == s->seats ? 0 : s->seat + 1);
        capture(s, phrases);
    } while (!s->pile && !s->size[s->seat]);
}

static void end_turn(struct fl_corsaires *s, struct fl_phrases *phrases)
{
    int without = s->pile ? -1 : side_without_cards(s);
    if (without >= 0)
        end_game(s, without, phrases);
    else
        pass_on(s, phrases);
}

static void choose_first(struct fl_corsaires *s, int seat, struct fl_phrases *phrases)
{
    if (phrases)
        with_side(s, fl_say(phrases, s->teams ? "co.say.first-team" : "co.say.first"),
                  fl_corsaires_side(s, seat));
    s->first = (uint8_t)seat;
    s->phase = FL_CORSAIRES_DEALING;
}

static void report_card(const struct fl_corsaires *s, fl_move move, struct fl_phrases *phrases)
{
    bool dealt = s->phase == FL_CORSAIRES_DEALING;
    if (move != FL_UNSEEN) {
        struct fl_phrase *p = fl_say(phrases, dealt ? "co.say.dealt" : "co.say.drawn");
        fl_with_item(fl_with_seat(p, "who", s->seat), "cards",
                     fl_corsaires_card_key[move - FL_CORSAIRES_CARD]);
    } else if (dealt) {
        struct fl_phrase *p = fl_say(phrases, "co.say.dealt-unseen");
        fl_with_count(fl_with_seat(p, "who", s->seat), "n", 1);
    } else {
        fl_with_seat(fl_say(phrases, "co.say.drawn-unseen"), "who", s->seat);
    }
    if (s->pile == 1)
        fl_say(phrases, "co.say.pile-empty");
}

/* Moves a card from the pile to the hand of `seat`. */
static void receive(struct fl_corsaires *s, fl_move move, struct fl_phrases *phrases)
{
    assert(s->pile);
    if (phrases)
        report_card(s, move, phrases);
    s->pile--;
    s->size[s->seat]++;
    if (move == FL_UNSEEN) {
        s->hidden[s->seat]++;
    } else {
        fl_remove_card(&s->left, move - FL_CORSAIRES_CARD);
        fl_add_card(&s->hand[s->seat], move - FL_CORSAIRES_CARD);
    }
    if (s->phase == FL_CORSAIRES_DRAWING) {
        end_turn(s, phrases);
    } else if (s->size[s->seat] == FL_CORSAIRES_HAND && ++s->seat == s->seats) {
        s->seat = s->first;
        s->phase = FL_CORSAIRES_PLAYING;
    }
}

/* Removes a card from the hand, visible to all. The state may not have known this card. */
static void give_up(struct fl_corsaires *s, int kind)
{
    assert(s->size[s->seat]);
    s->size[s->seat]--;
    if (s->hidden[s->seat]) {
        s->hidden[s->seat]--;
        fl_remove_card(&s->left, kind);
    } else {
        fl_remove_card(&s->hand[s->seat], kind);
    }
}

static void discard(struct fl_corsaires *s, int kind, struct fl_phrases *phrases)
{
    if (phrases)
        fl_with_word(fl_with_seat(fl_say(phrases, "co.say.discard"), "who", s->seat), "card",
                     fl_corsaires_card_key[kind]);
    fl_add_card(&s->out, kind);
}

static void take_turn(struct fl_corsaires *s, fl_move move, struct fl_phrases *phrases)
{
    int kind = fl_corsaires_kind_of(move);
    if (move == FL_CORSAIRES_DRAW) {
        s->phase = FL_CORSAIRES_DRAWING;
        if (phrases)
            fl_with_number(fl_with_seat(fl_say(phrases, "co.say.draw"), "who", s->seat), "n",
                           s->pile);
        return;
    }
    give_up(s, kind);
    if (move >= FL_CORSAIRES_DISCARD)
        discard(s, kind, phrases);
    else if (move >= FL_CORSAIRES_ON)
        play_on(s, (move - FL_CORSAIRES_ON) / FL_ON_KINDS, kind, phrases);
    else
        lay(s, kind - FL_GALLEONS + FL_GOLD_LEAST, phrases);
    end_turn(s, phrases);
}

static void show_card(struct fl_corsaires *s, int kind, struct fl_phrases *phrases)
{
    if (phrases)
        fl_with_item(fl_with_seat(fl_say(phrases, "co.say.shows"), "who", s->seat), "cards",
                     fl_corsaires_card_key[kind]);
    if (s->hidden[s->seat]) {
        s->hidden[s->seat]--;
        fl_remove_card(&s->left, kind);
        fl_add_card(&s->hand[s->seat], kind);
    }
    s->times_shown = (uint8_t)(kind == s->last_shown ? s->times_shown + 1 : 1);
    s->last_shown = (uint8_t)kind;
    if (++s->shown < s->size[s->seat])
        return;
    s->seat++;
    show_next_hand(s, phrases);
}

static void act(struct fl_corsaires *s, fl_move move, struct fl_phrases *phrases)
{
    switch (s->phase) {
    case FL_CORSAIRES_WHO_STARTS:
        choose_first(s, move - FL_CORSAIRES_FIRST, phrases);
        break;
    case FL_CORSAIRES_PLAYING:
        take_turn(s, move, phrases);
        break;
    case FL_CORSAIRES_SHOWING:
        show_card(s, move - FL_CORSAIRES_SHOW, phrases);
        break;
    default:
        receive(s, move, phrases);
        break;
    }
}

static void apply(void *state, int seat, fl_move move)
{
    (void)seat;
    act(state, move, NULL);
}

static void say(const void *state, int seat, fl_move move, struct fl_phrases *out)
{
    struct fl_corsaires after = *(const struct fl_corsaires *)state;
    (void)seat;
    act(&after, move, out);
}

/* The text about the consequence of a card, for the report of the same card. */
static const char *note_key(const char *said)
{
    static const char *const by_state[] = {"co.note.alone",   "co.note.leads",  "co.note.keeps",
                                           "co.note.ties",    "co.note.behind", "co.note.trumped",
                                           "co.note.trumping"};
    static const char *const other[][2] = {{"co.say.draw", "co.note.draw"},
                                           {"co.say.galleon", "co.note.galleon"},
                                           {"co.say.captain", "co.note.captain"},
                                           {"co.say.guards", "co.note.admiral"},
                                           {"co.say.saves", "co.note.admiral"}};
    for (int how = 0; how < 3; how++)
        for (int state = UNOPPOSED; state <= TRUMPING; state++)
            if (said == attack_key[how][state])
                return how || state != UNOPPOSED ? by_state[state] : "co.note.first";
    for (size_t i = 0; i < sizeof other / sizeof other[0]; i++)
        if (!strcmp(said, other[i][0]))
            return other[i][1];
    return NULL;
}

static bool note(const void *state, int seat, fl_move move, struct fl_phrase *out)
{
    struct fl_phrases said = {0};
    say(state, seat, move, &said);
    const struct fl_phrase *p = &said.phrase[0];
    const char *key = note_key(p->key);
    if (!key)
        return false;
    fl_phrase_begin(out, key);
    for (int i = 0; i < p->args; i++)
        if (!strcmp(p->arg[i].name, "n") || !strcmp(p->arg[i].name, "best") ||
            !strcmp(p->arg[i].name, "chief"))
            out->arg[out->args++] = p->arg[i];
    return true;
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
    .check_setup = check_setup,
    .start = start,
    .turn = turn,
    .moves = moves,
    .apply = apply,
    .score = score,
    .winners = winners,
    .team = team,
    .visible_to = visible_to,
    .reveals = reveals,
    .redact = redact,
    .imagine = imagine,
    .spell = fl_corsaires_spell,
    .say = say,
    .view = fl_corsaires_view,
    .touches = fl_corsaires_touches,
    .prompt = fl_corsaires_prompt,
    .note = note,
    .why_not = fl_corsaires_why_not,
    .legal = legal,
    .sample_chance = sample_chance,
    .tally = fl_corsaires_tally,
    .fields = fl_corsaires_fields,
};
