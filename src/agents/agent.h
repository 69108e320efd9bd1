/* Agents: players made of code. They get a sight and nothing else, so they cannot cheat. */
#ifndef FL_AGENTS_AGENT_H
#define FL_AGENTS_AGENT_H

#include "core/match.h"

/* Chooses one of the moves of the sight's viewer, whose turn it is. A pure function: the same
 * sight, effort and generator give the same move. */
typedef fl_move (*fl_choose)(const struct fl_sight *, uint32_t effort, struct fl_rng *);

/* The agent of this name for this game, or NULL: "random", "casual" and "ismcts" play every
 * game, the others those they were made for. */
fl_choose fl_agent_find(const char *name, const struct fl_game *);

/* Names of all agents, for messages and completion; ends with NULL. */
extern const char *const fl_agent_names[];

/* What people choose from. */
struct fl_level {
    const char *name; /* as typed and recorded; its word key is "level." and the name */
    const char *key;
};

extern const struct fl_level fl_levels[]; /* weakest first; ends with a NULL name */

/* The level of this name, or NULL. */
const struct fl_level *fl_level_find(const char *name);

/* What a level is in one game: an agent with an effort. */
struct fl_skill {
    const char *agent;
    uint32_t effort;
};

const struct fl_skill *fl_level_skill(const struct fl_level *, const struct fl_game *);

/* Chooses as a player of this level. */
fl_move fl_level_choose(const struct fl_level *, const struct fl_sight *, struct fl_rng *);

/* Any legal move, all equally likely. */
fl_move fl_random(const struct fl_sight *, uint32_t effort, struct fl_rng *);

/* Greedy, but attends to so many decisions in a hundred only, and does anything in the others. */
fl_move fl_casual(const struct fl_sight *, uint32_t effort, struct fl_rng *);

/* Searches imagined worlds, so many playouts: plays every game. */
fl_move fl_ismcts(const struct fl_sight *, uint32_t effort, struct fl_rng *);

/* Sensible casual players, one a game. */
fl_move fl_greedy_mille_sabords(const struct fl_sight *, uint32_t effort, struct fl_rng *);
fl_move fl_greedy_corsaires(const struct fl_sight *, uint32_t effort, struct fl_rng *);
fl_move fl_greedy_buccaneer(const struct fl_sight *, uint32_t effort, struct fl_rng *);
fl_move fl_greedy_pirates_en_duel(const struct fl_sight *, uint32_t effort, struct fl_rng *);
fl_move fl_greedy_aux_sabords(const struct fl_sight *, uint32_t effort, struct fl_rng *);

/* Mille Sabords!: throws for the most points in so many decisions of a hundred, and is greedy in
 * the others. */
fl_move fl_seasoned(const struct fl_sight *, uint32_t effort, struct fl_rng *);

/* Mille Sabords!: in every turn the most points that can be expected, whatever the others have. */
fl_move fl_exact_points(const struct fl_sight *, uint32_t effort, struct fl_rng *);

/* Mille Sabords!: the best chance to win, against the one who leads where there are several. */
fl_move fl_exact_win(const struct fl_sight *, uint32_t effort, struct fl_rng *);

/* Mille Sabords! by rules of thumb. These keep gold, gems and sets and stop: at as many points as
 * the effort says; when two skulls lie; when what is at stake outweighs what the dice may bring. */
fl_move fl_stop_at(const struct fl_sight *, uint32_t effort, struct fl_rng *);
fl_move fl_two_skulls(const struct fl_sight *, uint32_t effort, struct fl_rng *);
fl_move fl_fair_risk(const struct fl_sight *, uint32_t effort, struct fl_rng *);

/* These stop when two skulls lie and keep what lies most often, or gold and gems only. */
fl_move fl_most_alike(const struct fl_sight *, uint32_t effort, struct fl_rng *);
fl_move fl_gold_only(const struct fl_sight *, uint32_t effort, struct fl_rng *);

#endif
