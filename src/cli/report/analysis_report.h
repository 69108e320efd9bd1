/* The report of `flibuste analyse` as text. */
#ifndef FL_CLI_REPORT_ANALYSIS_REPORT_H
#define FL_CLI_REPORT_ANALYSIS_REPORT_H

#include "cli/cli.h"
#include "replay/report.h"

/* Prints every player's result, the worst mistakes, the luckiest and the unluckiest roll. */
void fl_report_words(const struct fl_cli *, const struct fl_report *);

#endif
