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

struct fl_save *fl_join_add_tables(struct fl_save *saves, int *count)
{
    (void)count;
    return saves;
}

int fl_join_return(const struct fl_cli *cli, const char *id, struct fl_keyboard *keyboard)
{
    (void)keyboard;
    return fl_cli_fail(cli, FL_CLI_FAILED, "cli.no-server", NULL, id);
}

void fl_join_forget(const char *id)
{
    (void)id;
}

bool fl_join_print_known(const struct fl_screen *screen)
{
    (void)screen;
    return false;
}

const struct fl_cli_command fl_command_join = {"join", refuse, "cli.help.join"};
