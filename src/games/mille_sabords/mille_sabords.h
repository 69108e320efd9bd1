/* Mille Sabords!: state, move numbers and scoring, for its own files, its agents, the solver and
 * the `score` command. All other code uses the list in games.h. */
#ifndef FL_GAMES_MILLE_SABORDS_MILLE_SABORDS_H
#define FL_GAMES_MILLE_SABORDS_MILLE_SABORDS_H

#include "core/game.h"
#include "core/observe.h"

enum { FL_SABORDS_DICE = 8, FL_SABORDS_SEATS = 5 };

enum fl_sabords_face { FL_SKULL, FL_PARROT, FL_MONKEY, FL_SABRE, FL_COIN, FL_DIAMOND, FL_FACES };

/* The eleven kinds of card: name, number of copies, spelling and translation key. */
#define FL_SABORDS_CARDS(_)                                                                        \
    _(COIN, 4, "coin", "ms.card.coin")                                                             \
    _(DIAMOND, 4, "diamond", "ms.card.diamond")                                                    \
    _(ANIMALS, 4, "animals", "ms.card.animals")                                                    \
    _(GUARDIAN, 4, "guardian", "ms.card.guardian")                                                 \
    _(PIRATE, 4, "pirate", "ms.card.pirate")                                                       \
    _(ISLAND, 4, "island", "ms.card.island")                                                       \
    _(SKULL_1, 3, "skull-1", "ms.card.skull-1")                                                    \
    _(SKULL_2, 2, "skull-2", "ms.card.skull-2")                                                    \
    _(SHIP_2, 2, "ship-2", "ms.card.ship-2")                                                       \
    _(SHIP_3, 2, "ship-3", "ms.card.ship-3")                                                       \
    _(SHIP_4, 2, "ship-4", "ms.card.ship-4")

enum fl_sabords_card {
#define FL_SABORDS_CARD_ENUM(name, copies, spelled, key) FL_CARD_##name,
    FL_SABORDS_CARDS(FL_SABORDS_CARD_ENUM)
#undef FL_SABORDS_CARD_ENUM
        FL_SABORDS_KINDS,
    FL_CARD_NONE = FL_SABORDS_KINDS
};

/* The number of copies of each kind in the deck. */
extern const uint8_t fl_sabords_copies[FL_SABORDS_KINDS];

/* Move numbers. A subset of the dice is a mask: bit n is die n + 1. */
enum {
    FL_SABORDS_STOP,
    FL_SABORDS_TURN_UP,                                     /* the card */
    FL_SABORDS_THROW,                                       /* all dice that must be rolled */
    FL_SABORDS_FIRST,                                       /* chance: + seat */
    FL_SABORDS_DRAWN = FL_SABORDS_FIRST + FL_SABORDS_SEATS, /* chance: + card */
    FL_SABORDS_SHOWN = FL_SABORDS_DRAWN + FL_SABORDS_KINDS, /* chance: + face of the next die */
    FL_SABORDS_REROLL = 0x100,                              /* + mask */
    FL_SABORDS_PUT = 0x200,                                 /* + mask: onto Treasure Island */
    FL_SABORDS_TAKE = 0x300,                                /* + mask: off it */
    FL_SABORDS_MOVES = 0x400
};

enum fl_sabords_phase {
    FL_SABORDS_WHO_STARTS, /* chance: the first player */
    FL_SABORDS_OPENING,    /* the player is to turn up a card */
    FL_SABORDS_DRAWING,    /* chance: the card */
    FL_SABORDS_READY,      /* the player is to throw: the first throw, or on Skull Island */
    FL_SABORDS_ROLLING,    /* chance: the dice in `rolling`, lowest first */
    FL_SABORDS_CHOOSING,   /* the player stops, rerolls, puts or takes */
    FL_SABORDS_OVER
};

enum fl_sabords_stage { FL_SABORDS_NORMAL, FL_SABORDS_LAST_ROUND, FL_SABORDS_SUDDEN };

struct fl_sabords {
    int32_t score[FL_SABORDS_SEATS];
    uint16_t target;
    uint16_t round;                 /* complete rounds, 0..200 */
    uint8_t die[FL_SABORDS_DICE];   /* faces; dice in `rolling` have none yet */
    uint8_t left[FL_SABORDS_KINDS]; /* cards in the pile, by kind */
    uint8_t cards_left;             /* cards in the pile, 0..35 */
    uint8_t seats, seat, first;     /* 2..5; the seat to move; the first seat */
    uint8_t phase, stage;
    uint8_t card;              /* the card of this turn, or FL_CARD_NONE */
    uint8_t rolling, rerolled; /* masks: dice to roll; dice of the last throw */
    uint8_t treasure, moved;   /* masks: dice on Treasure Island; moved since the throw */
    uint8_t throws;            /* of this turn: 0, 1, 2 = several */
    uint8_t guardian;          /* 1 while the guardian can still help */
    uint8_t skull_island;      /* 1 during a visit */
    uint8_t floor;             /* option: no total below zero */
    uint8_t turns_left;        /* in the last round */
    uint8_t magic;             /* the seat with nine of a kind, or FL_NOBODY */
};

_Static_assert(sizeof(struct fl_sabords) == 60, "a state is hashed as bytes: no padding");

enum fl_sabords_event { FL_SABORDS_SCORE, FL_SABORDS_BUST, FL_SABORDS_SKULL_ISLAND };

/* The points of a turn by category. The Pirate doubles the total. */
struct fl_sabords_tally {
    int32_t set[FL_FACES]; /* sets; with Animals, parrots and monkeys together under FL_MONKEY */
    int32_t coins, diamonds, chest;
    int32_t ship;   /* the bonus, or minus the value */
    int32_t total;  /* for the player */
    int32_t others; /* for each opponent: 0 or less */
    enum fl_sabords_event event;
};

/* Counts the faces of the dice in the mask. */
void fl_sabords_count(const uint8_t die[FL_SABORDS_DICE], unsigned mask, uint8_t count[FL_FACES]);

/* The number of skulls on a card. */
static inline int fl_sabords_card_skulls(int card)
{
    return card == FL_CARD_SKULL_1 ? 1 : card == FL_CARD_SKULL_2 ? 2 : 0;
}

/* The number of sabres that a ship card requires, 0 for other cards. */
static inline int fl_sabords_quota(int card)
{
    return card >= FL_CARD_SHIP_2 && card <= FL_CARD_SHIP_4 ? card - FL_CARD_SHIP_2 + 2 : 0;
}

/* The points of a player who stops, from dice counted by face. Includes missed ship quotas; skulls
 * are not checked. */
void fl_sabords_stop(int card, const uint8_t count[FL_FACES], struct fl_sabords_tally *out);

/* The points of a player who loses the turn to skulls. `saved` are the dice on Treasure Island. */
void fl_sabords_lost(int card, const uint8_t saved[FL_FACES], struct fl_sabords_tally *out);

/* The probability in percent that more than `spare` of `dice` dice show skulls. */
int fl_sabords_skull_chance(int dice, int spare);

/* The change of each opponent's score by a visit to Skull Island, negative. `skulls` includes those
 * of the card. */
int32_t fl_sabords_raid(int card, int skulls);

/* The fields of an observation (observation.c). */
extern const struct fl_field fl_mille_sabords_fields[];

#endif
