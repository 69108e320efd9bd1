/* flibuste backup STORE FILE: copies the store of a server, which may be running. */
#include "cli/cli.h"

#include "store/store.h"

static int run_backup(struct fl_cli *cli, int argc, char **argv)
{
    static const struct option options[] = {{"lang", required_argument, NULL, 'l'}, {0}};
    struct fl_store_error error;
    for (int option; (option = fl_cli_option(cli, argc, argv, options)) != -1;)
        if (option == '?')
            return FL_CLI_USAGE;
    if (optind + 1 >= argc)
        return fl_cli_fail(cli, FL_CLI_USAGE, "backup.expected", NULL, NULL);
    if (optind + 2 < argc)
        return fl_cli_fail(cli, FL_CLI_USAGE, "cli.too-much", NULL, argv[optind + 2]);
    if (!fl_store_backup(argv[optind], argv[optind + 1], &error))
        return fl_cli_fail(cli, FL_CLI_FAILED, error.key, error.path, error.detail);
    return FL_CLI_OK;
}

const struct fl_cli_command fl_command_backup = {"backup", run_backup, "cli.help.backup"};
