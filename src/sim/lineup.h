/* Who sits where in which game. Pure: a line-up follows from the seed and the number of the game.
 *
 * A side is a seat, or a team of seats which is always held by one contestant where line-ups are
 * drawn. A composition is who has how many sides; a round is every composition with every side
 * taken in turn: within a round nobody has had a better place than another. */
#ifndef FL_SIM_LINEUP_H
#define FL_SIM_LINEUP_H

#include "core/game.h"

enum fl_seating {
    FL_AS_GIVEN, /* seat by seat, the same in every game */
    FL_ROTATED,  /* as given, one side further in every game */
    FL_BALANCED, /* as many sides for each as there are; who has one more, or sits out, in turn */
    FL_ALONE     /* one side for one contestant, in turn; all others for the last one */
};

struct fl_lineup {
    enum fl_seating seating;
    int contestants;             /* 1..FL_MAX_SEATS */
    int seats, sides;            /* sides: teams, where there are any */
    uint8_t side[FL_MAX_SEATS];  /* of a seat */
    uint8_t given[FL_MAX_SEATS]; /* a contestant a seat: AS_GIVEN and ROTATED alone */
};

/* Finds the sides. Seating, contestants and given are the caller's. */
void fl_lineup_begin(struct fl_lineup *, const struct fl_game *, const struct fl_setup *);

/* How many compositions there are, and games in a round. */
int fl_lineup_compositions(const struct fl_lineup *);
int fl_lineup_round(const struct fl_lineup *);

/* How many sides each contestant has in a composition. */
void fl_lineup_sides(const struct fl_lineup *, int composition, uint8_t out[FL_MAX_SEATS]);

/* The contestant of each seat in a game; returns its composition. */
int fl_lineup_of(const struct fl_lineup *, uint64_t seed, uint64_t game, uint8_t out[FL_MAX_SEATS]);

#endif
