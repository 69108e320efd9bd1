/* The commands that read a keyboard, in a program that was built without them (option terminal). */
#include "cli/cli.h"

static int refuse(struct fl_cli *cli, int argc, char **argv)
{
    (void)argc;
    return fl_cli_fail(cli, FL_CLI_FAILED, "cli.no-terminal", NULL, argv[0]);
}

/* Without a menu, the list of commands is the start. */
int fl_cli_menu(struct fl_cli *cli)
{
    fl_cli_print_help(cli, "cli.help");
    return FL_CLI_OK;
}

const struct fl_cli_command fl_command_play = {"play", refuse, "cli.help.play"};
const struct fl_cli_command fl_command_learn = {"learn", refuse, "cli.help.learn"};
const struct fl_cli_command fl_command_replay = {"replay", refuse, "cli.help.replay"};
