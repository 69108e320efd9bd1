/* Aux Sabords: state, move numbers and board, for its own files and its agents. All other code uses
 * the list in games.h. */
#ifndef FL_GAMES_AUX_SABORDS_AUX_SABORDS_H
#define FL_GAMES_AUX_SABORDS_AUX_SABORDS_H

#include "core/game.h"
#include "core/observe.h"

enum fl_aux_colour { FL_AUX_RED, FL_AUX_BLUE, FL_AUX_YELLOW, FL_AUX_GREEN, FL_AUX_COLOURS };

/* The six kinds of card: name, number of copies, spelling and translation key. */
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
    FL_AUX_HAND = 5,       /* cards of a full hand */
    FL_AUX_CHESTS = 4,     /* of a colour, at most */
    FL_AUX_BY_CAPTAIN = 6, /* strength of a captain: more than any number of pirates 1..5 */
    FL_AUX_PAIRS = 3,      /* pairs of two different cards among pistol, sabre and leg */
    FL_AUX_WIDTH = 16,     /* distance to the next square to the south */
    FL_AUX_SQUARES = 15 * FL_AUX_WIDTH
};

/* Move numbers. The answers to each question are consecutive. */
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
    FL_AUX_LAYING,           /* the player builds, lays the ship card, or continues */
    FL_AUX_REFILLING,        /* chance: cards up to five */
    FL_AUX_DISCARDING,       /* the player discards down to five */
    FL_AUX_READY,            /* the player is to roll */
    FL_AUX_ROLLING,          /* chance: the die */
    FL_AUX_SAILING,          /* the player takes a step */
    FL_AUX_ON_ROSE,          /* the player moves a chest to the island, or passes */
    FL_AUX_ON_TREASURE,      /* the player loads or unloads */
    FL_AUX_IN_PORT,          /* the player lands chests */
    FL_AUX_BOARDING,         /* the player attacks, or passes */
    FL_AUX_DEFENDING,        /* the attacked player defends */
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
    uint8_t first, colour;        /* the first colour; the colour to move, or to be dealt cards */
    uint8_t die, steps;           /* number rolled, and steps left; 0 except while sailing */
    uint8_t courses;              /* while sailing: bit n is set if direction n is open */
    uint8_t enemy;                /* while boarding: colour of the other ship; else 0 */
    uint8_t attack, defence;      /* strength in this fight: 0, 1..5 pirates or FL_AUX_BY_CAPTAIN */
    uint8_t progress;             /* 1 if a chest was moved to the island or landed in this turn */
    uint8_t calm;                 /* consecutive turns without progress, 0..80 */
    uint8_t pile;                 /* cards in the pile */
    uint8_t at[FL_AUX_COLOURS];   /* square of each ship, 0 before it is built */
    uint8_t card[FL_AUX_COLOURS]; /* 1: its ship card is on the table */
    uint8_t aboard[FL_AUX_COLOURS][FL_AUX_COLOURS]; /* by ship, then colour of the chests */
    uint8_t port[FL_AUX_COLOURS][FL_AUX_COLOURS];   /* by port, then colour of the chests */
    uint8_t island[FL_AUX_COLOURS];                 /* chests on the treasure square */
    uint8_t side[FL_AUX_COLOURS];                   /* chests outside the board */
    uint8_t hand[FL_AUX_COLOURS][FL_AUX_KINDS];     /* all 0 where hidden */
    uint8_t size[FL_AUX_COLOURS];                   /* cards in each hand */
    uint8_t hidden[FL_AUX_COLOURS];                 /* 1: this state does not know the hand */
    uint8_t left[FL_AUX_KINDS]; /* cards with an unknown location: in the pile or in hidden hands */
    uint8_t discard[FL_AUX_KINDS];
};

_Static_assert(sizeof(struct fl_aux) == 110, "a state is hashed as bytes: no padding");

/* The large and the small board, row by row: '.' sea, '+' land, '^' reef, '#' edge; 'A'..'D' ports,
 * 'a'..'d' treasure squares and '0'..'3' roses of the four colours. */
extern const char fl_aux_board[2][FL_AUX_SQUARES / FL_AUX_WIDTH][FL_AUX_WIDTH];

/* The kind of a square. Inline: agents read hundreds of squares per move. */
static inline char fl_aux_square(const struct fl_aux *s, int square)
{
    return fl_aux_board[s->small_board][square / FL_AUX_WIDTH][square % FL_AUX_WIDTH];
}

/* The only square of this kind. */
int fl_aux_find(const struct fl_aux *, char kind);

/* The next square in a direction. */
static inline int fl_aux_beside(int square, int direction)
{
    static const int8_t by[4] = {-FL_AUX_WIDTH, 1, FL_AUX_WIDTH, -1};
    return square + by[direction];
}

/* Whether a ship may enter a square now. */
bool fl_aux_may_enter(const struct fl_aux *, int colour, int square);

/* Whether entering this square leads to a question. */
bool fl_aux_asks(const struct fl_aux *, int colour, int square);

/* The seat of a ship, and the hand that it plays from. */
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

/* The number of cards of one kind in a hand; if this state does not know the hand, the largest
 * possible number. */
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

/* Number of turns without progress after which the game ends. */
static inline int fl_aux_patience(const struct fl_aux *s)
{
    return 20 * s->colours;
}

/* Ids of view items. Squares come first, row by row. */
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

/* Width of the board in squares. */
static inline int fl_aux_side(const struct fl_aux *s)
{
    return s->small_board ? 11 : 13;
}

/* The item id of a square. */
static inline int fl_aux_square_item(const struct fl_aux *s, int square)
{
    return (square / FL_AUX_WIDTH - 1) * fl_aux_side(s) + square % FL_AUX_WIDTH - 1;
}

/* View and text (view.c, routes.c), for the game's table. */
void fl_aux_spell(fl_move, struct fl_buf *);
void fl_aux_say(const void *state, int seat, fl_move, struct fl_phrases *);
void fl_aux_view(const void *state, int viewer, struct fl_view *);
int fl_aux_touches(const void *state, int seat, fl_move, uint16_t *item);
void fl_aux_prompt(const void *state, int seat, struct fl_phrase *);
bool fl_aux_note(const void *state, int seat, fl_move, struct fl_phrase *);
void fl_aux_why_not(const void *state, int seat, fl_move, struct fl_phrase *);
int fl_aux_routes(const void *state, int seat, struct fl_route *);

/* The fields of an observation (observation.c). */
extern const struct fl_field fl_aux_sabords_fields[];

#endif
