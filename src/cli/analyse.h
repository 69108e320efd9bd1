/* The report of `flibuste analyse`, in words and as JSON. */
#ifndef FL_CLI_ANALYSE_H
#define FL_CLI_ANALYSE_H

#include "agents/analysis.h"
#include "cli/cli.h"

struct fl_report {
    const struct fl_match *match;
    const struct fl_players *players;
    const struct fl_analysis *analysis;
    uint32_t playouts;
    int seat; /* whom it is about, or FL_NOBODY: everybody */
};

/* For people: everybody's account, the worst mistakes, the best and the worst throw. */
void fl_report_words(const struct fl_cli *, const struct fl_report *);

/* All there is, on stdout (docs/analysis.md). Returns the exit status. */
int fl_report_json(const struct fl_cli *, const struct fl_report *);

#endif
