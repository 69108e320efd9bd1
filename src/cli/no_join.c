/* The command that needs both the server's protocol and a terminal, in a program without one of
 * them. */
#include <string.h>

#include "cli/cli.h"
#include "cli/join.h"

static int refuse(struct fl_cli *cli, int argc, char **argv)
{
    bool has_terminal = !strstr(FL_FEATURES, "-terminal");
    (void)argc;
    return fl_cli_fail(cli, FL_CLI_FAILED, has_terminal ? "cli.no-server" : "cli.no-terminal", NULL,
                       argv[0]);
}

bool fl_join_print_known(const struct fl_screen *screen)
{
    (void)screen;
    return false;
}

const struct fl_cli_command fl_command_join = {"join", refuse, "cli.help.join"};
