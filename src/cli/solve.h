/* The parts of `flibuste solve mille-sabords`. */
#ifndef FL_CLI_SOLVE_H
#define FL_CLI_SOLVE_H

#include "agents/mille_sabords_values.h"
#include "cli/sabords.h"
#include "core/json.h"

/* A picture of when to stop, as SVG on stdout: by card, skulls and points on the table. */
void fl_cli_plot_stops(const struct fl_cli *);

#endif
