/* The report of a series of games as a self-contained HTML page: no scripts, no other files, light
 * or dark by the reader's preference, readable on a phone. */
#ifndef FL_CLI_REPORT_PAGE_H
#define FL_CLI_REPORT_PAGE_H

#include "cli/report/tournament.h"

/* The parts of the page that are also printed on the terminal. */
struct fl_page {
    const char *title;                  /* translation key, with {game} and {n} seats */
    const char *sentences, *summary;    /* paragraphs, each with a line end */
    const struct fl_text_table *agents; /* contestants, or NULL */
    const struct fl_text_table *pairs;  /* pairs of contestants, with a plot of all; or NULL */
    const struct fl_text_table *seats;
};

/* Writes the page, with plots. Returns false after printing an error. */
bool fl_page_write(const struct fl_cli *, const char *path, const struct fl_tournament *,
                   const struct fl_page *);

#endif
