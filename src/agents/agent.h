/* Agents: functions that choose moves. An agent gets a sight and nothing else, so it cannot use
 * hidden information. */
#ifndef FL_AGENTS_AGENT_H
#define FL_AGENTS_AGENT_H

#include "core/match.h"

/* Chooses one of the legal moves of the sight's viewer, whose turn it is. A pure function: the same
 * sight, effort and generator give the same move. The meaning of `effort` depends on the agent:
 * playouts, percent or points. May be called on any thread. */
typedef fl_move (*fl_choose)(const struct fl_sight *, uint32_t effort, struct fl_rng *);

struct fl_agent {
    const char *name; /* as in commands */
    fl_choose choose;
};

/* An agent with its effort. */
struct fl_agent_choice {
    fl_choose choose;
    uint32_t effort;
};

enum { FL_MAX_AGENTS = 16 }; /* per game */

/* Writes all agents that play a game: "random", "ismcts" and "casual" (greedy in `effort` percent
 * of its decisions, random in the rest) play every game, the others are those of its struct
 * fl_game_ai. Returns their number. */
int fl_agents_of(const struct fl_game *, struct fl_agent out[FL_MAX_AGENTS]);

/* The agent of this name for this game, or NULL. */
fl_choose fl_agent_find(const char *name, const struct fl_game *);

/* A strength that players choose for a bot. */
struct fl_level {
    const char *name; /* as in commands and records */
    const char *key;  /* of its translation: "level." and the name */
};

enum { FL_LEVELS = 4 };

extern const struct fl_level fl_levels[FL_LEVELS + 1]; /* weakest first; ends with a NULL name */

/* The level of this name, or NULL. */
const struct fl_level *fl_level_find(const char *name);

/* The number of a level as players read it; the weakest is 1. */
int fl_level_number(const struct fl_level *level);

/* A level in one game: an agent and its effort. */
struct fl_skill {
    const char *agent;
    uint32_t effort;
};

/* The skill of a level in a game. The result is constant. */
const struct fl_skill *fl_level_skill(const struct fl_level *, const struct fl_game *);

/* Chooses a move as a bot of this level. */
fl_move fl_level_choose(const struct fl_level *, const struct fl_sight *, struct fl_rng *);

/* Any legal move, all equally likely. */
fl_move fl_random(const struct fl_sight *, uint32_t effort, struct fl_rng *);

/* Searches with `effort` playouts (search/search.h). */
fl_move fl_ismcts(const struct fl_sight *, uint32_t effort, struct fl_rng *);

#endif
