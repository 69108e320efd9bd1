/* Agents as text: NAME, NAME:EFFORT, LEVEL, or LEVEL/N, which searches N times less. */
#ifndef FL_AGENTS_AGENT_TEXT_H
#define FL_AGENTS_AGENT_TEXT_H

#include "agents/agent.h"

enum { FL_MAX_EFFORT = 1000000000 };

/* What is wrong with the text of an agent. */
enum fl_agent_fault {
    FL_AGENT_FINE,
    FL_AGENT_UNKNOWN,      /* no such agent or level plays this game */
    FL_AGENT_BAD_EFFORT,   /* the effort is not a number from 1 to FL_MAX_EFFORT */
    FL_AGENT_LEVEL_EFFORT, /* a level has an effort of its own */
    FL_AGENT_BAD_DIVISOR   /* the number after "/" is not a number from 1 to FL_MAX_EFFORT */
};

/* Reads the text of an agent for this game. */
enum fl_agent_fault fl_agent_read(const struct fl_game *, const char *text,
                                  struct fl_agent_choice *out);

/* The name of agent or level number `index` of a game, or NULL after the last. */
const char *fl_agent_name(const struct fl_game *, int index);

#endif
