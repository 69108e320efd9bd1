/* A page of HTML that needs nothing but itself: no scripts, no other files, light or dark as the
 * reader likes it, readable on a phone. */
#ifndef FL_CLI_PAGE_H
#define FL_CLI_PAGE_H

#include "cli/table.h"
#include "sim/statistics.h"

/* Whether a page can be written there: tried before the work begins. Prints why not. */
bool fl_page_can_write(const struct fl_cli *, const char *path);

/* Begins the page; NULL after an error was printed. */
FILE *fl_page_open(const struct fl_cli *, const char *path, const char *title);

/* Ends it; prints an error and returns false if it could not be written whole. */
bool fl_page_close(const struct fl_cli *, const char *path, FILE *);

/* A heading; paragraphs, one a line of the text; a table. */
void fl_page_heading(const struct fl_cli *, FILE *, const char *key);
void fl_page_text(FILE *, const char *lines);
void fl_page_table(FILE *, const struct fl_table *);

/* Text that may stand in HTML. */
void fl_page_escape(FILE *, const char *text);

/* ---- plots ---- */

/* Rates as bars with whiskers, and a line where the fair share is. */
struct fl_bars {
    int count;
    double fair; /* 0: no line */
    struct {
        char name[FL_CELL_SIZE];
        double rate;
        struct fl_interval interval;
    } bar[FL_TABLE_ROWS];
};

/* Draws them, under a caption. */
void fl_plot_bars(const struct fl_cli *, FILE *, const struct fl_bars *, const char *caption);

/* How histograms are drawn that shall be compared: the same bars for all. */
struct fl_frame {
    int64_t first, width; /* number of the first bar; values a bar */
    int bars;
};

struct fl_frame fl_frame_of(const struct fl_histogram *all);

/* Draws one, under a caption. */
void fl_plot_histogram(const struct fl_cli *, FILE *, const struct fl_histogram *,
                       const struct fl_frame *, const char *caption);

#endif
