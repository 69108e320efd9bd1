#include "cli/cli.h"
int fl_cli_play(struct fl_cli *cli, int argc, char **argv) { (void)cli; (void)argc; (void)argv; return 1; }
int fl_cli_menu(struct fl_cli *cli) { (void)cli; return 1; }
