/* The list of the commands of Mille Sabords!. */
#include "cli/mille_sabords/dice_args.h"

const struct fl_cli_command fl_commands_mille_sabords[] = {
    {"score", fl_cli_score, "cli.help.score"},
    {"solve", fl_cli_solve, "cli.help.solve"},
    {NULL, NULL, NULL},
};
