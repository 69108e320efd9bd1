/* Playouts: simulated games from any world to their end, and the share of the win of each seat. A
 * world is a sight without hidden information; its viewer is the player to move. */
#ifndef FL_AGENTS_SEARCH_PLAYOUT_H
#define FL_AGENTS_SEARCH_PLAYOUT_H

#include "agents/game_ai.h"

enum { FL_WIN = 50400 }; /* a win; divisible by 1 to 8, so that shares are integers */

/* Samples a world that is consistent with the sight. The truth is copied unchanged. */
void fl_imagine(const struct fl_sight *, struct fl_rng *, struct fl_sight *world);

/* Plays chance moves until a player has to decide or the game is over. Returns the seat to move,
 * the first of several, or FL_NOBODY. Adds the number of moves to *moves. */
int fl_play_chance(struct fl_sight *world, struct fl_rng *, uint64_t *moves);

/* Plays to the end of the game, or to an evaluation after the horizon. Adds the number of moves to
 * *moves and writes the share of each seat in units of 1 / FL_WIN: winning teams share the win, the
 * members of a team do not. */
void fl_play_out(struct fl_sight *world, const struct fl_game_ai *, struct fl_rng *,
                 uint64_t *moves, uint32_t share[FL_MAX_SEATS]);

/* The share of each seat in a finished game. */
void fl_winner_shares(const struct fl_sight *world, uint32_t share[FL_MAX_SEATS]);

/* The share of each seat according to the game's evaluation; false if it cannot be evaluated. */
bool fl_evaluation_shares(const struct fl_sight *world, const struct fl_game_ai *,
                          uint32_t share[FL_MAX_SEATS]);

#endif
