/* External bots on the command line: exec:COMMAND with the limits --bot-time and --bot-memory. */
#ifndef FL_CLI_OPTIONS_EXTERNAL_BOTS_H
#define FL_CLI_OPTIONS_EXTERNAL_BOTS_H

#include "bots/bot.h"
#include "cli/cli.h"
#include "sim/sim.h"

/* The programs that a command starts, and their limits. The isolation is found with the first. */
struct fl_external_bots {
    struct fl_bot_launch usual;
    int count;
    struct fl_bot_launch launch[FL_MAX_SEATS];
};

_Static_assert((int)FL_BOT_FAULT_KINDS <= (int)FL_MAX_FAULTS, "the simulator counts every fault");

/* Bots as players of the simulator; their `launch` comes from fl_external_bots_add. */
extern const struct fl_external fl_external_bot;

/* Parses the limits, which may be NULL. Returns false after printing an error. */
bool fl_external_bots_begin(const struct fl_cli *, struct fl_external_bots *, const char *time,
                            const char *memory);

/* Adds a program, of which there are at most FL_MAX_SEATS. The command must outlive it. */
const struct fl_bot_launch *fl_external_bots_add(struct fl_external_bots *, const char *command);

#endif
