/* Agents on the command line: NAME, NAME:EFFORT, LEVEL, LEVEL/N, which searches N times less, or
 * exec:COMMAND, a program that speaks the bot protocol. */
#ifndef FL_CLI_OPTIONS_AGENTS_H
#define FL_CLI_OPTIONS_AGENTS_H

#include "agents/agent_text.h"
#include "cli/cli.h"

enum { FL_AGENT_NAME_SIZE = 256 };

struct fl_cli_agent {
    char name[FL_AGENT_NAME_SIZE]; /* as typed */
    fl_choose choose;              /* NULL: an external bot */
    uint32_t effort;
};

/* The command of an external bot, as typed; NULL for other agents. The string is part of `name`. */
const char *fl_cli_agent_command(const char *name);

/* The name of an agent in records: of an external bot, the last part of its command's first word.
 */
void fl_cli_agent_put_name(struct fl_buf *, const char *name);

/* Parses one agent. Prints what was expected and returns false if no such agent plays this game. */
bool fl_cli_agent(const struct fl_cli *, const struct fl_game *, const char *text,
                  struct fl_cli_agent *out);

/* Parses a list "A,B,..." of at most `most` agents. Returns their number, or 0 after printing an
 * error. */
int fl_cli_agents(const struct fl_cli *, const struct fl_game *, const char *list, int most,
                  struct fl_cli_agent *out);

#endif
