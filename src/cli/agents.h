/* Agents as they are typed: NAME, NAME:EFFORT, a level, or LEVEL/N, which thinks N times less. */
#ifndef FL_CLI_AGENTS_H
#define FL_CLI_AGENTS_H

#include "agents/agent.h"
#include "cli/cli.h"

enum { FL_AGENT_NAME_SIZE = 48 };

struct fl_cli_agent {
    char name[FL_AGENT_NAME_SIZE]; /* as typed */
    fl_choose choose;
    uint32_t effort;
};

/* Reads one; prints what was expected and returns false if it is none that plays this game. */
bool fl_cli_agent(const struct fl_cli *, const struct fl_game *, const char *text,
                  struct fl_cli_agent *out);

/* Reads a list "A,B,..." of at most `most`; returns how many there are, or 0 after an error. */
int fl_cli_agents(const struct fl_cli *, const struct fl_game *, const char *list, int most,
                  struct fl_cli_agent *out);

#endif
