/* Buccaneer: state, move numbers and ships, for its own files and its agent. All other code uses
 * the list in games.h. */
#ifndef FL_GAMES_BUCCANEER_BUCCANEER_H
#define FL_GAMES_BUCCANEER_BUCCANEER_H

#include "core/game.h"
#include "core/observe.h"

enum {
    FL_BUCCANEER_SEATS = 5,
    FL_BUCCANEER_MARKS = 5, /* values of pawns: 2, 3, 4, 5 and ? */
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

/* A ship card. The table is sorted by crew, smallest first. */
struct fl_buccaneer_ship {
    uint8_t crew, ducats, question; /* pirates required; ducats on board; wage of a ? */
    uint8_t treasures;              /* a set of one or two kinds: 1 << kind */
};

extern const struct fl_buccaneer_ship fl_buccaneer_ship[FL_BUCCANEER_SHIPS];
extern const uint8_t fl_buccaneer_value[FL_TREASURES]; /* ducats for a majority */

/* Move numbers. */
enum {
    FL_BUCCANEER_MERGE = 0, /* + 25 * moving top + target top */
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
    FL_BUCCANEER_ASKING,     /* `mover` calls a mutiny or obeys */
    FL_BUCCANEER_OVER
};

struct fl_buccaneer {
    uint32_t
        up_to[FL_BUCCANEER_MOST + 1];  /* by size: the set of tops of crews of at most this size */
    uint32_t crew[FL_BUCCANEER_PAWNS]; /* by top: number of pawns of each colour, four bits per
                                          colour, then their total in four bits; 0 if not a top */
    int16_t purse[FL_BUCCANEER_SEATS];
    uint16_t deck, sea; /* sets of ships: face down; at sea */
    uint8_t treasure[FL_BUCCANEER_SEATS][FL_TREASURES];
    uint8_t below[FL_BUCCANEER_PAWNS];  /* the next lower pawn, counted from 1, or 0 */
    uint8_t bottom[FL_BUCCANEER_PAWNS]; /* by top: the lowest pawn; 0 if not a top */
    uint8_t seats, seat, phase;         /* seat: the captain whose turn it is or will be */
    uint8_t unturned;                   /* ships in the deck, 0..15 */
    uint8_t boarded;                    /* ships boarded so far, 0..15 */
    uint8_t passes;                     /* consecutive turns passed over */
    uint8_t dissolutions;               /* since the last boarding or new ships, 0..1 */
    uint8_t mover;                      /* a seat, FL_CHANCE or FL_NOBODY */
    uint8_t to_ask;       /* set of seats that have not answered yet whether they mutiny */
    uint8_t called;       /* set of seats that called a mutiny in this turn */
    uint8_t aide, hidden; /* options */
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

/* The set of all five pawns of this seat. */
static inline uint32_t fl_hand(int seat)
{
    return 31u << FL_BUCCANEER_MARKS * seat;
}

/* All top pawns, and those of one seat. */
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

/* Size of the crew below a top pawn, itself included; 0 if the pawn is not a top. */
static inline int fl_crew_size(const struct fl_buccaneer *s, int top)
{
    return (int)(s->crew[top] >> 4 * FL_BUCCANEER_SEATS);
}

/* Number of pawns of one colour in a crew. */
static inline int fl_crew_of(const struct fl_buccaneer *s, int top, int colour)
{
    return (int)(s->crew[top] >> 4 * colour & 15);
}

/* ---- parts of moves ---- */

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

/* ---- rules used by agent and view ---- */

/* A pawn's wage on another captain's ship, in ducats. */
static inline int fl_buccaneer_wage(int pawn, int ship)
{
    int mark = fl_pawn_mark(pawn);
    return mark == FL_BUCCANEER_QUESTION ? fl_buccaneer_ship[ship].question : mark + 2;
}

/* Whether a seat has treasures of this kind and nobody has more. */
bool fl_buccaneer_has_most(const struct fl_buccaneer *, int seat, int kind);

/* Ducats for all treasures of one kind at the end. */
int fl_buccaneer_gain(const struct fl_buccaneer *, int seat, int kind);

/* Whether a member of this crew of the captain called a mutiny. */
bool fl_buccaneer_is_called(const struct fl_buccaneer *, int top);

/* ---- view and text (view.c), for the game's table ---- */

extern const char *const fl_buccaneer_mark[FL_BUCCANEER_MARKS]; /* translation keys */
extern const char *const fl_buccaneer_treasure[FL_TREASURES];
extern const char *const fl_buccaneer_pawn_word[FL_BUCCANEER_PAWNS];

/* Members of struct fl_game (src/core/game.h). */
void fl_buccaneer_view(const void *state, int viewer, struct fl_view *out);
int fl_buccaneer_touches(const void *state, int seat, fl_move, uint16_t *item);
void fl_buccaneer_prompt(const void *state, int seat, struct fl_phrase *out);
void fl_buccaneer_why_not(const void *state, int seat, fl_move, struct fl_phrase *out);
bool fl_buccaneer_note(const void *state, int seat, fl_move, struct fl_phrase *out);

/* The fields of an observation (observation.c). */
extern const struct fl_field fl_buccaneer_fields[];

#endif
