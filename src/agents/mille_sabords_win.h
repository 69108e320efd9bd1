/* Mille Sabords! for two, solved for winning: the chance to win of the player who is to move, from
 * any two totals, in ordinary play, in the last round and in sudden death.
 *
 * Every turn's card is drawn from all 35; a tie is half a win; a game never reaches its 200th
 * round; totals below a lowest one count as that one. Totals are in hundreds of points here. */
#ifndef FL_AGENTS_MILLE_SABORDS_WIN_H
#define FL_AGENTS_MILLE_SABORDS_WIN_H

#include <stdatomic.h>

#include "agents/mille_sabords_ends.h"

enum { FL_WIN_OVERS = FL_MOST_POINTS }; /* totals from the target up that a turn can lead to */

/* Chances in one row: ordinary play by [mine][theirs], sudden death by the same, the last round by
 * [mine][theirs - target]; totals from the lowest up to below the target. */
struct fl_win {
    int target, lowest;     /* in hundreds */
    double *exact;          /* owned; or NULL, and then */
    const uint16_t *coarse; /* the same chances in 65535ths */
    double residual;        /* the largest gain one better turn could bring */
    int rounds;             /* of improving the plans */
};

/* Where a player stands who is to move. */
struct fl_standing {
    enum fl_sabords_stage stage;
    int mine, theirs; /* in hundreds */
};

/* How far solving has come; whoever watches may set `stop`. */
struct fl_win_progress {
    atomic_int rows; /* out of fl_win_rows, about */
    atomic_bool stop;
};

/* How many chances there are for a target. */
size_t fl_win_count(const struct fl_win *);

/* Rows that are likely to be gone through. */
int fl_win_rows(const struct fl_win *);

/* Makes room; false if there is none. fl_win_end gives it back. */
bool fl_win_begin(struct fl_win *, int target, int lowest);
void fl_win_end(struct fl_win *);

/* Solves it with so many threads; the result is the same for any number. False if it was stopped
 * or there was no memory. */
bool fl_win_solve(struct fl_win *, int threads, struct fl_win_progress *);

/* The chance to win. */
double fl_win_chance(const struct fl_win *, struct fl_standing);

/* The chance of a player whose turn is over, with the totals as they are now and the stage as it
 * was. */
double fl_win_after(const struct fl_win *, struct fl_standing);

/* The stakes of a turn when winning counts. */
void fl_stakes_in_chances(const struct fl_win *, struct fl_standing, const struct fl_card_ends *,
                          struct fl_stakes *out);

#endif
