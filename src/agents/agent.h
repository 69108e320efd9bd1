/* Agents: players made of code. They get a sight and nothing else, so they cannot cheat. */
#ifndef FL_AGENTS_AGENT_H
#define FL_AGENTS_AGENT_H

#include "core/match.h"

/* Chooses one of the moves of the sight's viewer, whose turn it is. A pure function: the same
 * sight, effort and generator give the same move. */
typedef fl_move (*fl_choose)(const struct fl_sight *, uint32_t effort, struct fl_rng *);

/* The agent of this name for this game, or NULL: "random" plays every game, "greedy" those that
 * have one. */
fl_choose fl_agent_find(const char *name, const struct fl_game *);

/* Names of all agents, for messages and completion; ends with NULL. */
extern const char *const fl_agent_names[];

/* What people choose from: a level is an agent with an effort. */
struct fl_level {
    const char *name; /* as typed and recorded; its word key is "level." and the name */
    const char *key;
    const char *agent;
    uint32_t effort;
};

extern const struct fl_level fl_levels[]; /* weakest first; ends with a NULL name */

/* The level of this name, or NULL. */
const struct fl_level *fl_level_find(const char *name);

/* The agent of a level for a game: where the game has none of that name yet, random. */
fl_choose fl_level_agent(const struct fl_level *, const struct fl_game *);

/* Any legal move, all equally likely. */
fl_move fl_random(const struct fl_sight *, uint32_t effort, struct fl_rng *);

/* Searches imagined worlds, so many playouts: plays every game. */
fl_move fl_ismcts(const struct fl_sight *, uint32_t effort, struct fl_rng *);

/* Sensible casual players, one a game. */
fl_move fl_greedy_mille_sabords(const struct fl_sight *, uint32_t effort, struct fl_rng *);
fl_move fl_greedy_corsaires(const struct fl_sight *, uint32_t effort, struct fl_rng *);
fl_move fl_greedy_buccaneer(const struct fl_sight *, uint32_t effort, struct fl_rng *);
fl_move fl_greedy_pirates_en_duel(const struct fl_sight *, uint32_t effort, struct fl_rng *);
fl_move fl_greedy_aux_sabords(const struct fl_sight *, uint32_t effort, struct fl_rng *);

/* Mille Sabords!: in every turn the most points that can be expected, whatever the others have. */
fl_move fl_exact_points(const struct fl_sight *, uint32_t effort, struct fl_rng *);

/* Mille Sabords!: the best chance to win, against the one who leads where there are several. */
fl_move fl_exact_win(const struct fl_sight *, uint32_t effort, struct fl_rng *);

#endif
