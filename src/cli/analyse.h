/* The report of `flibuste analyse` in words. */
#ifndef FL_CLI_ANALYSE_H
#define FL_CLI_ANALYSE_H

#include "cli/cli.h"
#include "replay/report.h"

/* For people: everybody's account, the worst mistakes, the best and the worst throw. */
void fl_report_words(const struct fl_cli *, const struct fl_report *);

#endif
