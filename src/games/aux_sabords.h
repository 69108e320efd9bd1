/* Aux Sabords: its state, its move numbers and its chart, for its own files and agents. Everybody
 * else reaches the game through the list in games.h. */
#ifndef FL_GAMES_AUX_SABORDS_H
#define FL_GAMES_AUX_SABORDS_H

#include "core/game.h"

enum fl_aux_colour { FL_AUX_RED, FL_AUX_BLUE, FL_AUX_YELLOW, FL_AUX_GREEN, FL_AUX_COLOURS };

/* The six kinds of card: how many there are, how they are spelled and their word key. */
#define FL_AUX_CARDS(_)                                                                            \
    _(PISTOL, 8, "pistol", "as.card.pistol")                                                       \
    _(SABRE, 8, "sabre", "as.card.sabre")                                                          \
    _(LEG, 8, "leg", "as.card.leg")                                                                \
    _(SHIP, 12, "ship", "as.card.ship")                                                            \
    _(PIRATE, 16, "pirate", "as.card.pirate")                                                      \
    _(CAPTAIN, 2, "captain", "as.card.captain")

enum fl_aux_card {
#define FL_AUX_CARD_ENUM(name, copies, spelled, key) FL_AUX_##name,
    FL_AUX_CARDS(FL_AUX_CARD_ENUM)
#undef FL_AUX_CARD_ENUM
        FL_AUX_KINDS
};

enum {
    FL_AUX_HAND = 5,       /* cards a hand is brought to */
    FL_AUX_CHESTS = 4,     /* of a colour, at most */
    FL_AUX_BY_CAPTAIN = 6, /* laid in a fight: stronger than any number of pirates 1..5 */
    FL_AUX_PAIRS = 3,      /* two different ones of pistol, sabre and leg */
    FL_AUX_WIDTH = 16,     /* from a square to the one south of it */
    FL_AUX_SQUARES = 15 * FL_AUX_WIDTH
};

/* Move numbers, so ordered that the answers to any one question stand together. */
enum {
    FL_AUX_DRAW,
    FL_AUX_LAY,                                /* the ship card */
    FL_AUX_BUILD,                              /* + pair */
    FL_AUX_DONE = FL_AUX_BUILD + FL_AUX_PAIRS, /* laying, or landing */
    FL_AUX_LAND,                               /* + 4 * colour + number - 1 */
    FL_AUX_DISCARD = FL_AUX_LAND + 16,         /* + card */
    FL_AUX_ROLL = FL_AUX_DISCARD + FL_AUX_KINDS,
    FL_AUX_STEP,                                          /* + north, east, south or west */
    FL_AUX_LOAD = FL_AUX_STEP + 4,                        /* + number - 1 */
    FL_AUX_UNLOAD = FL_AUX_LOAD + FL_AUX_CHESTS,          /* + number - 1 */
    FL_AUX_CHEST = FL_AUX_UNLOAD + FL_AUX_CHESTS,         /* to the island, at the rose */
    FL_AUX_PASS,                                          /* the rose, or an enemy */
    FL_AUX_ATTACK,                                        /* + pirates - 1, or BY_CAPTAIN - 1 */
    FL_AUX_DEFEND = FL_AUX_ATTACK + FL_AUX_BY_CAPTAIN,    /* + pirates, or BY_CAPTAIN; 0 gives up */
    FL_AUX_DRAWN = FL_AUX_DEFEND + FL_AUX_BY_CAPTAIN + 1, /* chance: + card */
    FL_AUX_ROLLED = FL_AUX_DRAWN + FL_AUX_KINDS,          /* chance: + number - 1 */
    FL_AUX_FIRST = FL_AUX_ROLLED + 6,                     /* chance: + colour */
    FL_AUX_MOVES = FL_AUX_FIRST + FL_AUX_COLOURS
};

enum fl_aux_phase {
    FL_AUX_WHO_STARTS,       /* chance: the first colour */
    FL_AUX_DEALING,          /* chance: five cards to each hand */
    FL_AUX_OPENING,          /* the player is to draw */
    FL_AUX_DRAWING,          /* chance: the card */
    FL_AUX_LAYING,           /* the player builds, lays the ship card, or not */
    FL_AUX_REFILLING,        /* chance: cards up to five */
    FL_AUX_DISCARDING,       /* the player discards down to five */
    FL_AUX_READY,            /* the player is to roll */
    FL_AUX_ROLLING,          /* chance: the die */
    FL_AUX_SAILING,          /* the player takes a step */
    FL_AUX_ON_ROSE,          /* the player moves a chest to the island, or not */
    FL_AUX_ON_TREASURE,      /* the player loads or unloads */
    FL_AUX_IN_PORT,          /* the player lands chests */
    FL_AUX_BOARDING,         /* the player attacks, or not */
    FL_AUX_DEFENDING,        /* the attacked player answers */
    FL_AUX_ATTACKER_REFILLS, /* chance */
    FL_AUX_DEFENDER_REFILLS, /* chance */
    FL_AUX_OVER,
    FL_AUX_PHASES
};

struct fl_aux {
    uint8_t seats, colours; /* 2..4; ships in play: 3 or 4 */
    uint8_t chests;         /* of each colour: 2..4 */
    uint8_t small_board;    /* option: 11 squares wide instead of 13 */
    uint8_t one_colour;     /* option: the end comes when one colour is safe */
    uint8_t one_hand;       /* option: two players with a single hand for both ships */
    uint8_t phase;
    uint8_t first, colour;        /* who began; whose turn it is, or who is dealt cards */
    uint8_t die, steps;           /* thrown, and still to sail; 0 outside of sailing */
    uint8_t courses;              /* while sailing: bit n, a step in direction n is open */
    uint8_t enemy;                /* the colour met, while boarding; else 0 */
    uint8_t attack, defence;      /* 0, 1..5 pirates or BY_CAPTAIN: laid in this fight */
    uint8_t progress;             /* 1 if a chest left the side or came to port in this turn */
    uint8_t calm;                 /* turns in a row without, 0..80 */
    uint8_t pile;                 /* cards in it */
    uint8_t at[FL_AUX_COLOURS];   /* square of each ship, 0 before it is built */
    uint8_t card[FL_AUX_COLOURS]; /* 1: its ship card lies on the table */
    uint8_t aboard[FL_AUX_COLOURS][FL_AUX_COLOURS]; /* by ship, then colour of the chests */
    uint8_t port[FL_AUX_COLOURS][FL_AUX_COLOURS];   /* by port, then colour of the chests */
    uint8_t island[FL_AUX_COLOURS];                 /* chests on the treasure square */
    uint8_t side[FL_AUX_COLOURS];                   /* chests beside the board */
    uint8_t hand[FL_AUX_COLOURS][FL_AUX_KINDS];     /* all 0 where hidden */
    uint8_t size[FL_AUX_COLOURS];                   /* cards in each hand */
    uint8_t hidden[FL_AUX_COLOURS];                 /* 1: this state does not know the hand */
    uint8_t left[FL_AUX_KINDS]; /* cards whose place is unknown: in the pile, or hidden */
    uint8_t discard[FL_AUX_KINDS];
};

_Static_assert(sizeof(struct fl_aux) == 110, "a state is hashed as bytes: no padding");

/* What a square is: '.' sea, '+' land, '^' reef, '#' the edge; 'A'..'D' ports, 'a'..'d' treasure
 * squares and '0'..'3' roses of the four colours. */
char fl_aux_square(const struct fl_aux *, int square);

/* The square of this kind, of which there is one. */
int fl_aux_find(const struct fl_aux *, char kind);

/* What comes of going from a square in a direction. */
static inline int fl_aux_beside(int square, int direction)
{
    static const int8_t by[4] = {-FL_AUX_WIDTH, 1, FL_AUX_WIDTH, -1};
    return square + by[direction];
}

/* Whether a ship may enter a square as things stand. */
bool fl_aux_may_enter(const struct fl_aux *, int colour, int square);

/* The enemy ship met on a square, or FL_NOBODY. */
int fl_aux_enemy_at(const struct fl_aux *, int colour, int square);

/* Whether the ship is asked something on entering this square. */
bool fl_aux_asks(const struct fl_aux *, int colour, int square);

/* Whose ship, and which hand it plays from. */
static inline int fl_aux_owner(const struct fl_aux *s, int colour)
{
    return s->seats == 2 ? colour & 1 : colour;
}

static inline int fl_aux_hand_of(const struct fl_aux *s, int colour)
{
    return s->one_hand ? colour & 1 : colour;
}

/* The two cards of a pair. */
static inline int fl_aux_pair_card(int pair, int which)
{
    static const uint8_t card[FL_AUX_PAIRS][2] = {
        {FL_AUX_PISTOL, FL_AUX_SABRE}, {FL_AUX_PISTOL, FL_AUX_LEG}, {FL_AUX_SABRE, FL_AUX_LEG}};
    return card[pair][which];
}

/* How many cards of a kind a hand may hold as far as this state knows. */
static inline int fl_aux_holds(const struct fl_aux *s, int hand, int card)
{
    if (!s->hidden[hand])
        return s->hand[hand][card];
    return s->left[card] < s->size[hand] ? s->left[card] : s->size[hand];
}

/* Chests aboard a ship, of all colours. */
static inline int fl_aux_cargo(const struct fl_aux *s, int colour)
{
    const uint8_t *aboard = s->aboard[colour];
    return aboard[0] + aboard[1] + aboard[2] + aboard[3];
}

/* Turns without progress after which the game ends. */
static inline int fl_aux_patience(const struct fl_aux *s)
{
    return 20 * s->colours;
}

/* The hand that chance is drawing for. */
int fl_aux_drawing_hand(const struct fl_aux *);

/* The rules, for what is told of them. */
fl_seats fl_aux_turn(const void *state);
void fl_aux_apply(void *state, int seat, fl_move);
int32_t fl_aux_score(const void *state, int seat);

/* The numbers of the things on the table, as the view has them. Squares come first, row by row. */
enum {
    FL_AUX_ITEM_SHIP = 200,   /* + colour */
    FL_AUX_ITEM_ABOARD = 210, /* + 4 * ship + colour of the chests */
    FL_AUX_ITEM_PORT = 230,   /* + 4 * port + colour of the chests */
    FL_AUX_ITEM_ISLAND = 250, /* + colour */
    FL_AUX_ITEM_SIDE = 254,   /* + colour */
    FL_AUX_ITEM_CARD = 258,   /* + colour: the ship card on the table */
    FL_AUX_ITEM_PILE = 262,
    FL_AUX_ITEM_DISCARD = 263, /* + card */
    FL_AUX_ITEM_DIE = 270,
    FL_AUX_ITEM_STEPS,
    FL_AUX_ITEM_CALM,
    FL_AUX_ITEM_ATTACK,
    FL_AUX_ITEM_DEFENCE,
    FL_AUX_ITEM_TOTAL,     /* + seat */
    FL_AUX_ITEM_HAND = 280 /* + 8 * hand + place */
};

/* Squares from one side of the board to the other. */
static inline int fl_aux_side(const struct fl_aux *s)
{
    return s->small_board ? 11 : 13;
}

/* The number of a square on the table. */
static inline int fl_aux_square_item(const struct fl_aux *s, int square)
{
    return (square / FL_AUX_WIDTH - 1) * fl_aux_side(s) + square % FL_AUX_WIDTH - 1;
}

/* What is shown and told: aux_sabords_table.c. */
void fl_aux_spell(fl_move, struct fl_buf *);
void fl_aux_say(const void *state, int seat, fl_move, struct fl_saying *);
void fl_aux_view(const void *state, int viewer, struct fl_view *);
int fl_aux_touches(const void *state, int seat, fl_move, uint16_t *item);
void fl_aux_ask(const void *state, int seat, struct fl_phrase *);
void fl_aux_why_not(const void *state, int seat, fl_move, struct fl_phrase *);
int fl_aux_ways(const void *state, int seat, struct fl_way *);

#endif
