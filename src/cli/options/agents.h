/* Agents on the command line: NAME, NAME:EFFORT, LEVEL, or LEVEL/N, which searches N times less. */
#ifndef FL_CLI_OPTIONS_AGENTS_H
#define FL_CLI_OPTIONS_AGENTS_H

#include "agents/agent.h"
#include "cli/cli.h"

enum { FL_AGENT_NAME_SIZE = 48 };

struct fl_cli_agent {
    char name[FL_AGENT_NAME_SIZE]; /* as typed */
    fl_choose choose;
    uint32_t effort;
};

/* Parses one agent. Prints what was expected and returns false if no such agent plays this game. */
bool fl_cli_agent(const struct fl_cli *, const struct fl_game *, const char *text,
                  struct fl_cli_agent *out);

/* Parses a list "A,B,..." of at most `most` agents. Returns their number, or 0 after printing an
 * error. */
int fl_cli_agents(const struct fl_cli *, const struct fl_game *, const char *list, int most,
                  struct fl_cli_agent *out);

#endif
