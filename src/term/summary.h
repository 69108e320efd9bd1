/* Summaries of a match: the players at its beginning, the result at its end. */
#ifndef FL_TERM_SUMMARY_H
#define FL_TERM_SUMMARY_H

#include "term/screen.h"

/* Prints the game and its players, bots with their level. */
void fl_summary_players(const struct fl_screen *, const struct fl_game *, const struct fl_setup *,
                        const struct fl_players *);

/* Prints the winners and the scores of a finished match. `reader` is the seat that is addressed as
 * "you", or FL_NOBODY. */
void fl_summary_result(const struct fl_screen *, const struct fl_sight *, int reader);

#endif
