/* What is announced: who plays, and who has won. */
#ifndef FL_TERM_HERALD_H
#define FL_TERM_HERALD_H

#include "term/screen.h"

/* The game and its players, bots with their level. */
void fl_herald_players(const struct fl_screen *, const struct fl_game *, const struct fl_setup *,
                       const struct fl_players *);

/* The winners and the scores of a game that is over. */
void fl_herald_result(const struct fl_screen *, const struct fl_sight *);

#endif
