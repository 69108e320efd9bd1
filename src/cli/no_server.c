/* The commands of the server in a program that was built without it (option server). */
#include "cli/cli.h"
#include "server/record_worker.h"

static int refuse(struct fl_cli *cli, int argc, char **argv)
{
    (void)argc;
    return fl_cli_fail(cli, FL_CLI_FAILED, "cli.no-server", NULL, argv[0]);
}

const struct fl_cli_command fl_command_serve = {"serve", refuse, "cli.help.serve"};
const struct fl_cli_command fl_command_site = {"site", refuse, "cli.help.site"};
const struct fl_cli_command fl_command_backup = {"backup", refuse, "cli.help.backup"};
const struct fl_cli_command fl_command_bot = {"bot", refuse, "cli.help.bot"};
const struct fl_cli_command fl_command_copy = {"copy", refuse, "cli.help.copy"};

/* Nothing starts the process that reads records for a server. */
int fl_record_worker_run(void)
{
    return FL_CLI_FAILED;
}
