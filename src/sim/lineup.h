/* Line-ups: which contestant has which seat in which game. A line-up is a pure function of the seed
 * and the number of the game.
 *
 * A side is one seat or one team. In drawn line-ups one contestant holds all seats of a team. A
 * composition is the number of sides of each contestant. A round contains every composition in
 * every rotation of the sides: within a round no contestant has better seats than another. */
#ifndef FL_SIM_LINEUP_H
#define FL_SIM_LINEUP_H

#include "core/game.h"

enum fl_seating {
    FL_AS_GIVEN, /* seat by seat, the same in every game */
    FL_ROTATED,  /* as given, rotated by one side per game */
    FL_BALANCED, /* the same number of sides for each; extra sides, or sitting out, in turn */
    FL_ALONE     /* one side for one contestant, in turn; all others for the last contestant */
};

struct fl_lineup {
    enum fl_seating seating;
    int contestants;             /* 1 to FL_MAX_SEATS */
    int seats, sides;            /* a side is a team where the game has teams, else a seat */
    uint8_t side[FL_MAX_SEATS];  /* side of each seat */
    uint8_t given[FL_MAX_SEATS]; /* contestant of each seat; FL_AS_GIVEN and FL_ROTATED only */
};

/* Calculates the sides. The caller has set seating, contestants and given. */
void fl_lineup_begin(struct fl_lineup *, const struct fl_game *, const struct fl_setup *);

/* The number of compositions, and the number of games per round. */
int fl_lineup_compositions(const struct fl_lineup *);
int fl_lineup_round(const struct fl_lineup *);

/* The number of sides of each contestant in a composition. */
void fl_lineup_sides(const struct fl_lineup *, int composition, uint8_t out[FL_MAX_SEATS]);

/* Writes the contestant of each seat in a game; returns the composition. */
int fl_lineup_of(const struct fl_lineup *, uint64_t seed, uint64_t game, uint8_t out[FL_MAX_SEATS]);

#endif
