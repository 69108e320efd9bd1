/* Corsaires: cards, state and move numbers, for its own files and its agents. All other code uses
 * the list in games.h. */
#ifndef FL_GAMES_CORSAIRES_CORSAIRES_H
#define FL_GAMES_CORSAIRES_CORSAIRES_H

#include "core/game.h"
#include "core/observe.h"

enum {
    FL_CORSAIRES_SEATS = 8,
    FL_CORSAIRES_SIDES = 5,   /* players alone, or teams */
    FL_CORSAIRES_FIGHTS = 25, /* one per galleon */
    FL_CORSAIRES_DECK = 78,
    FL_CORSAIRES_HAND = 6 /* cards dealt */
};

enum { FL_COLOURS = 4 }; /* yellow, red, green, blue */

/* Every kind of card: number of copies, gold or skulls, spelling and translation key. */
#define FL_CORSAIRES_CARDS(_)                                                                      \
    _(2, 1, "yellow-1", "co.card.yellow-1")                                                        \
    _(4, 2, "yellow-2", "co.card.yellow-2")                                                        \
    _(4, 3, "yellow-3", "co.card.yellow-3")                                                        \
    _(2, 4, "yellow-4", "co.card.yellow-4")                                                        \
    _(2, 1, "red-1", "co.card.red-1")                                                              \
    _(4, 2, "red-2", "co.card.red-2")                                                              \
    _(4, 3, "red-3", "co.card.red-3")                                                              \
    _(2, 4, "red-4", "co.card.red-4")                                                              \
    _(2, 1, "green-1", "co.card.green-1")                                                          \
    _(4, 2, "green-2", "co.card.green-2")                                                          \
    _(4, 3, "green-3", "co.card.green-3")                                                          \
    _(2, 4, "green-4", "co.card.green-4")                                                          \
    _(2, 1, "blue-1", "co.card.blue-1")                                                            \
    _(4, 2, "blue-2", "co.card.blue-2")                                                            \
    _(4, 3, "blue-3", "co.card.blue-3")                                                            \
    _(2, 4, "blue-4", "co.card.blue-4")                                                            \
    _(5, 2, "galleon-2", "co.card.galleon-2")                                                      \
    _(6, 3, "galleon-3", "co.card.galleon-3")                                                      \
    _(5, 4, "galleon-4", "co.card.galleon-4")                                                      \
    _(5, 5, "galleon-5", "co.card.galleon-5")                                                      \
    _(2, 6, "galleon-6", "co.card.galleon-6")                                                      \
    _(1, 7, "galleon-7", "co.card.galleon-7")                                                      \
    _(1, 8, "galleon-8", "co.card.galleon-8")                                                      \
    _(1, 0, "captain-yellow", "co.card.captain-yellow")                                            \
    _(1, 0, "captain-red", "co.card.captain-red")                                                  \
    _(1, 0, "captain-green", "co.card.captain-green")                                              \
    _(1, 0, "captain-blue", "co.card.captain-blue")                                                \
    _(1, 0, "admiral", "co.card.admiral")

/* Kinds in that order. A ship is 4 * colour + skulls - 1. */
enum {
    FL_SHIPS = 0,
    FL_GALLEONS = 16, /* + gold - 2 */
    FL_CAPTAINS = 23, /* + colour */
    FL_ADMIRAL = 27,
    FL_CORSAIRES_KINDS = 28,
    FL_GOLD_LEAST = 2,
    FL_GOLD_MOST = 8
};

/* What may be played on a galleon, for move numbers: ships, captains, admiral. */
enum { FL_ON_CAPTAINS = 16, FL_ON_ADMIRAL = 20, FL_ON_KINDS = 21 };

/* Move numbers. */
enum {
    FL_CORSAIRES_DRAW,
    FL_CORSAIRES_LAY,                       /* + gold - 2 */
    FL_CORSAIRES_ON = FL_CORSAIRES_LAY + 7, /* + FL_ON_KINDS * fight + what is played */
    FL_CORSAIRES_DISCARD = FL_CORSAIRES_ON + FL_ON_KINDS * FL_CORSAIRES_FIGHTS, /* + kind */
    FL_CORSAIRES_FIRST = FL_CORSAIRES_DISCARD + FL_CORSAIRES_KINDS,             /* chance: + seat */
    FL_CORSAIRES_CARD = FL_CORSAIRES_FIRST + FL_CORSAIRES_SEATS, /* chance: + kind drawn */
    FL_CORSAIRES_SHOW = FL_CORSAIRES_CARD + FL_CORSAIRES_KINDS,  /* chance: + kind shown */
    FL_CORSAIRES_MOVES = FL_CORSAIRES_SHOW + FL_CORSAIRES_KINDS
};

enum fl_corsaires_phase {
    FL_CORSAIRES_WHO_STARTS, /* chance: the first player or team */
    FL_CORSAIRES_DEALING,    /* chance: six cards to each seat, beginning with `seat` */
    FL_CORSAIRES_PLAYING,    /* `seat` draws, plays or discards */
    FL_CORSAIRES_DRAWING,    /* chance: the card `seat` draws */
    FL_CORSAIRES_SHOWING,    /* chance: the hand of `seat` is shown, lowest kind first */
    FL_CORSAIRES_OVER
};

enum fl_trump { FL_NO_TRUMP, FL_TRUMP_CAPTAIN /* + colour */, FL_TRUMP_ADMIRAL = 5 };

/* A multiset of cards, with four bits per kind: ships in half[0], all other kinds in half[1]. */
struct fl_cards {
    uint64_t half[2];
};

/* Fights are numbered from 0 in the order of laying; members of finished fights are zero. A side is
 * a single player or a team. */
struct fl_corsaires {
    struct fl_cards hand[FL_CORSAIRES_SEATS]; /* the known cards of each hand */
    struct fl_cards left; /* cards with an unknown location: in the pile or in hidden hands */
    struct fl_cards out;  /* out of the game, face up */
    uint64_t ships[FL_CORSAIRES_FIGHTS]; /* ships of each fight, four bits per kind */
    uint32_t lead[FL_CORSAIRES_SIDES]; /* fights that each side would win now, one bit per fight */
    uint32_t open;                     /* fights in progress, one bit per fight */
    uint16_t sides[FL_CORSAIRES_FIGHTS];  /* side + 1 in three bits each: the attacker of each
                                             colour, then the owner */
    uint8_t galleon[FL_CORSAIRES_FIGHTS]; /* gold in the low four bits, enum fl_trump in the high
                                             four bits */
    uint8_t gold[FL_CORSAIRES_SIDES];     /* captured, 0..100 */
    uint8_t taken[FL_CORSAIRES_SIDES];    /* cards captured */
    uint8_t size[FL_CORSAIRES_SEATS];     /* cards in hand */
    uint8_t hidden[FL_CORSAIRES_SEATS];   /* the number of unknown cards among these */
    uint8_t seats, teams;                 /* teams: 1 if each side has two seats */
    uint8_t captures_shown;               /* option */
    uint8_t phase, seat, first;           /* first: the seat that begins */
    uint8_t pile;                         /* cards to draw */
    uint8_t laid;                         /* galleons laid so far */
    uint8_t shown, last_shown,
        times_shown; /* while showing: cards shown, the last kind, its number */
};

_Static_assert(sizeof(struct fl_corsaires) == 496, "a state is hashed as bytes: no padding");

/* ---- cards (cards.c) ---- */

extern const uint8_t fl_corsaires_copies[FL_CORSAIRES_KINDS];
extern const uint8_t fl_corsaires_worth[FL_CORSAIRES_KINDS]; /* gold or skulls */
extern const char *const fl_corsaires_card_key[FL_CORSAIRES_KINDS];
extern const char *const fl_corsaires_card_spelled[FL_CORSAIRES_KINDS];

static inline void fl_add_card(struct fl_cards *cards, int kind)
{
    cards->half[kind >> 4] += (uint64_t)1 << 4 * (kind & 15);
}

static inline void fl_remove_card(struct fl_cards *cards, int kind)
{
    cards->half[kind >> 4] -= (uint64_t)1 << 4 * (kind & 15);
}

static inline void fl_add_cards(struct fl_cards *to, const struct fl_cards *more)
{
    to->half[0] += more->half[0];
    to->half[1] += more->half[1];
}

static inline void fl_remove_cards(struct fl_cards *from, const struct fl_cards *some)
{
    from->half[0] -= some->half[0];
    from->half[1] -= some->half[1];
}

static inline unsigned fl_cards_of(const struct fl_cards *cards, int kind)
{
    return (unsigned)(cards->half[kind >> 4] >> 4 * (kind & 15)) & 15;
}

#define FL_EACH_BYTE 0x0101010101010101u

/* Prefix sums: byte n is the number of cards of the first 2n + 2 kinds. */
static inline uint64_t fl_card_sums(uint64_t half)
{
    half = (half & 0x0F * FL_EACH_BYTE) + (half >> 4 & 0x0F * FL_EACH_BYTE);
    return half * FL_EACH_BYTE;
}

/* The number of cards in one half, and in both. */
static inline unsigned fl_count_half(uint64_t half)
{
    return (unsigned)(fl_card_sums(half) >> 56);
}

static inline unsigned fl_count_cards(const struct fl_cards *cards)
{
    return fl_count_half(cards->half[0]) + fl_count_half(cards->half[1]);
}

/* The kind of card number `others` (from 0), with the cards sorted by kind. */
int fl_kind_under(const struct fl_cards *, unsigned others);

/* The cards of this kind and of higher kinds. */
static inline struct fl_cards fl_cards_from(const struct fl_cards *cards, int kind)
{
    struct fl_cards some = *cards;
    some.half[0] &= kind >= 16 ? 0 : ~(uint64_t)0 << 4 * kind;
    some.half[1] &= kind < 16 ? ~(uint64_t)0 : ~(uint64_t)0 << 4 * (kind - 16);
    return some;
}

/* ---- result (tally.c) ---- */

/* The result of a game that was played without the program. One line per player has the gold of the
 * player's galleons, negative for those still in hand. The option is "teams", "alone", or "" for
 * what the rules say. */
bool fl_corsaires_tally(const char *option, const char *text, size_t len, struct fl_json *out,
                        struct fl_phrase *why);

/* The players with the most gold (7.7). */
fl_seats fl_corsaires_richest(const int32_t gold[], int players);

/* ---- sides ---- */

static inline int fl_corsaires_side(const struct fl_corsaires *s, int seat)
{
    return seat >> s->teams;
}

static inline int fl_corsaires_sides(const struct fl_corsaires *s)
{
    return s->seats >> s->teams;
}

/* The seat that represents a side: the player, or the first partner of a team. */
static inline int fl_corsaires_speaker(const struct fl_corsaires *s, int side)
{
    return side << s->teams;
}

/* Gold in the hands of a side, which is subtracted at the end. */
int32_t fl_corsaires_debt(const struct fl_corsaires *, int side);

/* The kind of card that a move takes out of the hand. Not for FL_CORSAIRES_DRAW. */
static inline int fl_corsaires_kind_of(fl_move move)
{
    if (move >= FL_CORSAIRES_DISCARD)
        return move - FL_CORSAIRES_DISCARD;
    if (move < FL_CORSAIRES_ON)
        return FL_GALLEONS + move - FL_CORSAIRES_LAY;
    int what = (move - FL_CORSAIRES_ON) % FL_ON_KINDS;
    return what < FL_ON_CAPTAINS ? what : FL_CAPTAINS + what - FL_ON_CAPTAINS;
}

/* ---- fights ---- */

/* The side that attacks with this colour, or -1. */
static inline int fl_corsaires_attacker(const struct fl_corsaires *s, int fight, int colour)
{
    return (s->sides[fight] >> 3 * colour & 7) - 1;
}

/* The side that laid the galleon. */
static inline int fl_corsaires_owner(const struct fl_corsaires *s, int fight)
{
    return (s->sides[fight] >> 12) - 1;
}

static inline int fl_corsaires_gold(const struct fl_corsaires *s, int fight)
{
    return s->galleon[fight] & 15;
}

static inline int fl_corsaires_trump(const struct fl_corsaires *s, int fight)
{
    return s->galleon[fight] >> 4;
}

static inline int fl_corsaires_trump_kind(int trump)
{
    return trump == FL_TRUMP_ADMIRAL ? FL_ADMIRAL : FL_CAPTAINS + trump - FL_TRUMP_CAPTAIN;
}

/* Total skulls of the ships with this colour. */
static inline int fl_corsaires_strength(const struct fl_corsaires *s, int fight, int colour)
{
    unsigned ships = (unsigned)(s->ships[fight] >> 16 * colour);
    return (int)((ships & 15) + 2 * (ships >> 4 & 15) + 3 * (ships >> 8 & 15) +
                 4 * (ships >> 12 & 15));
}

/* The colour of a side's attack, or -1. Compares all four colours at once: after the XOR, the three
 * bits of the side's own colour are zero. */
static inline int fl_corsaires_colour(const struct fl_corsaires *s, int fight, int side)
{
    unsigned others = (s->sides[fight] & 07777u) ^ (unsigned)(side + 1) * 01111u;
    unsigned mine = ~(others | others >> 1 | others >> 2) & 01111u;
    return mine ? __builtin_ctz(mine) / 3 : -1;
}

/* The side that would win the fight now, or -1. */
int fl_corsaires_leader(const struct fl_corsaires *, int fight);

/* Total skulls of a side, and of the strongest other side. */
int fl_corsaires_force(const struct fl_corsaires *, int fight, int side);
int fl_corsaires_rival(const struct fl_corsaires *, int fight, int side);

/* ---- text and view (words.c) ---- */

/* Members of struct fl_game (src/core/game.h). */
void fl_corsaires_spell(fl_move, struct fl_buf *out);
void fl_corsaires_view(const void *state, int viewer, struct fl_view *out);
int fl_corsaires_touches(const void *state, int seat, fl_move, uint16_t *item);
void fl_corsaires_prompt(const void *state, int seat, struct fl_phrase *out);
void fl_corsaires_why_not(const void *state, int seat, fl_move, struct fl_phrase *out);

/* The fields of an observation (observation.c). */
extern const struct fl_field fl_corsaires_fields[];

#endif
