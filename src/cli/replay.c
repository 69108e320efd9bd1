#include "cli/cli.h"
int fl_cli_replay(struct fl_cli *cli, int argc, char **argv) { (void)cli; (void)argc; (void)argv; return 1; }
