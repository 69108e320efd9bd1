/* Buccaneer: its state, its move numbers and its ships, for its own agent. Everybody else reaches
 * the game through the list in games.h. */
#ifndef FL_GAMES_BUCCANEER_H
#define FL_GAMES_BUCCANEER_H

#include "core/game.h"

enum {
    FL_BUCCANEER_SEATS = 5,
    FL_BUCCANEER_MARKS = 5, /* of the pawns: 2, 3, 4, 5 and ? */
    FL_BUCCANEER_PAWNS = FL_BUCCANEER_SEATS * FL_BUCCANEER_MARKS, /* number: colour * 5 + mark */
    FL_BUCCANEER_QUESTION = 4,                                    /* the mark ? */
    FL_BUCCANEER_SHIPS = 15,
    FL_BUCCANEER_MOST = 9 /* pirates in a crew */
};

enum fl_treasure {
    FL_TREASURE_SABRE,
    FL_TREASURE_CANDLESTICK,
    FL_TREASURE_BARREL,
    FL_TREASURE_CHEST,
    FL_TREASURES
};

/* A ship card. Cards stand in their table by crew, smallest first. */
struct fl_buccaneer_ship {
    uint8_t crew, ducats, question; /* needed; carried; the wage of a ? */
    uint8_t treasures;              /* one or two bits: 1 << kind */
};

extern const struct fl_buccaneer_ship fl_buccaneer_ship[FL_BUCCANEER_SHIPS];
extern const uint8_t fl_buccaneer_value[FL_TREASURES]; /* of a majority */

/* Move numbers. */
enum {
    FL_BUCCANEER_MERGE = 0, /* + 25 * top that moves + top it is put on */
    FL_BUCCANEER_BOARD = FL_BUCCANEER_MERGE + FL_BUCCANEER_PAWNS * FL_BUCCANEER_PAWNS,
    /* + (15 * top + ship) * 4 + treasure */
    FL_BUCCANEER_MUTINY =
        FL_BUCCANEER_BOARD + FL_BUCCANEER_PAWNS * FL_BUCCANEER_SHIPS * FL_TREASURES,
    FL_BUCCANEER_OBEY,
    FL_BUCCANEER_FIRST,                                           /* chance: + seat */
    FL_BUCCANEER_SIGHT = FL_BUCCANEER_FIRST + FL_BUCCANEER_SEATS, /* chance: + ship */
    FL_BUCCANEER_MOVES = FL_BUCCANEER_SIGHT + FL_BUCCANEER_SHIPS
};

enum fl_buccaneer_phase {
    FL_BUCCANEER_WHO_STARTS, /* chance: the first player */
    FL_BUCCANEER_SIGHTING,   /* chance: ships, until three are at sea */
    FL_BUCCANEER_ACTING,     /* the captain forms a crew or boards */
    FL_BUCCANEER_ASKING,     /* the mover calls a mutiny or obeys */
    FL_BUCCANEER_OVER
};

struct fl_buccaneer {
    uint32_t up_to[FL_BUCCANEER_MOST + 1]; /* sets of pawns: tops of crews of at most so many */
    uint32_t crew[FL_BUCCANEER_PAWNS];     /* by top: pawns of each colour, four bits a colour, and
                                              their number in the next four; 0 if not a top */
    int16_t purse[FL_BUCCANEER_SEATS];
    uint16_t deck, sea; /* sets of ships: not yet turned up; to be boarded */
    uint8_t treasure[FL_BUCCANEER_SEATS][FL_TREASURES];
    uint8_t below[FL_BUCCANEER_PAWNS];  /* the pawn beneath, counted from 1, or 0 */
    uint8_t bottom[FL_BUCCANEER_PAWNS]; /* by top: the lowest pawn; 0 if not a top */
    uint8_t seats, seat, phase;         /* seat: whose turn it is or will be */
    uint8_t unturned;                   /* ships in the deck, 0..15 */
    uint8_t boarded;                    /* ships, 0..15 */
    uint8_t passes;                     /* turns passed over in a row */
    uint8_t dissolutions;               /* since the last boarding or new ships, 0..1 */
    uint8_t mover;                      /* who moves now: a seat, FL_CHANCE or FL_NOBODY */
    uint8_t to_ask;                     /* the set of seats still to be asked about a mutiny */
    uint8_t called;                     /* the set of seats that called a mutiny this turn */
    uint8_t aide, hidden;               /* options */
};

_Static_assert(sizeof(struct fl_buccaneer) == 236, "a state is hashed as bytes: no padding");

/* ---- pawns and crews ---- */

static inline int fl_pawn_colour(int pawn)
{
    return pawn / FL_BUCCANEER_MARKS;
}

static inline int fl_pawn_mark(int pawn)
{
    return pawn % FL_BUCCANEER_MARKS;
}

/* The lowest number in a set that is not empty. */
static inline int fl_lowest(uint32_t set)
{
    return __builtin_ctz(set);
}

/* The five pawns of a seat. */
static inline uint32_t fl_hand(int seat)
{
    return 31u << FL_BUCCANEER_MARKS * seat;
}

/* All pawns that lie on top, and those of a seat. */
static inline uint32_t fl_tops(const struct fl_buccaneer *s)
{
    return s->up_to[FL_BUCCANEER_MOST];
}

static inline uint32_t fl_tops_of(const struct fl_buccaneer *s, int seat)
{
    return fl_tops(s) & fl_hand(seat);
}

static inline bool fl_is_top(const struct fl_buccaneer *s, int pawn)
{
    return fl_tops(s) >> pawn & 1;
}

/* Pirates in the crew of a top pawn; 0 if the pawn is no top. */
static inline int fl_crew_size(const struct fl_buccaneer *s, int top)
{
    return (int)(s->crew[top] >> 4 * FL_BUCCANEER_SEATS);
}

/* Pawns of a colour in the crew of a top pawn. */
static inline int fl_crew_of(const struct fl_buccaneer *s, int top, int colour)
{
    return (int)(s->crew[top] >> 4 * colour & 15);
}

/* ---- moves taken apart ---- */

static inline int fl_merge_mover(fl_move move)
{
    return (move - FL_BUCCANEER_MERGE) / FL_BUCCANEER_PAWNS;
}

static inline int fl_merge_target(fl_move move)
{
    return (move - FL_BUCCANEER_MERGE) % FL_BUCCANEER_PAWNS;
}

struct fl_boarding {
    int top, ship, kind;
};

static inline struct fl_boarding fl_boarding_of(fl_move move)
{
    int number = move - FL_BUCCANEER_BOARD;
    return (struct fl_boarding){.top = number / (FL_BUCCANEER_SHIPS * FL_TREASURES),
                                .ship = number / FL_TREASURES % FL_BUCCANEER_SHIPS,
                                .kind = number % FL_TREASURES};
}

/* ---- rules that the agent and the table need ---- */

/* What a pawn earns on a ship under another captain. */
int fl_buccaneer_wage(int pawn, int ship);

/* Whether nobody has more treasures of a kind than this seat, and it has some. */
bool fl_buccaneer_has_most(const struct fl_buccaneer *, int seat, int kind);

/* Ducats that the treasures of a kind bring a seat at the end. */
int fl_buccaneer_gain(const struct fl_buccaneer *, int seat, int kind);

/* What the treasures of a seat would bring in ducats if the game ended now. */
int fl_buccaneer_treasure_worth(const struct fl_buccaneer *, int seat);

/* Whether somebody called a mutiny in this crew of the captain's. */
bool fl_buccaneer_is_called(const struct fl_buccaneer *, int top);

/* ---- who gets what (buccaneer_bill.c) ---- */

/* What a seat gets of a boarding, at least and at most; a captain may lose. */
struct fl_buccaneer_share {
    int seat, least, most;
};

/* The captain's share first, then those of the others from the top of the crew down. */
struct fl_buccaneer_bill {
    int top, ship, shares;
    struct fl_buccaneer_share share[FL_BUCCANEER_SEATS];
};

/* Fills in who gets what if this crew boards this ship, as far as the open pawns tell; `known` if
 * the captain's purse is, too. */
void fl_buccaneer_reckon(const struct fl_buccaneer *, bool known, struct fl_buccaneer_bill *);

/* ---- the table: entries of the game's list of functions ---- */

extern const char *const fl_buccaneer_mark[FL_BUCCANEER_MARKS]; /* word keys */
extern const char *const fl_buccaneer_treasure[FL_TREASURES];
extern const char *const fl_buccaneer_pawn_word[FL_BUCCANEER_PAWNS];

bool fl_buccaneer_open(const void *state);
void fl_buccaneer_view(const void *state, int viewer, struct fl_view *out);
int fl_buccaneer_touches(const void *state, int seat, fl_move, uint16_t *item);
void fl_buccaneer_ask(const void *state, int seat, struct fl_phrase *out);
void fl_buccaneer_why_not(const void *state, int seat, fl_move, struct fl_phrase *out);

#endif
