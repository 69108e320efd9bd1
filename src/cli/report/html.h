/* Self-contained HTML pages: no scripts, no other files, light or dark by the reader's preference,
 * readable on a phone. */
#ifndef FL_CLI_REPORT_HTML_H
#define FL_CLI_REPORT_HTML_H

#include "cli/report/text_table.h"
#include "sim/statistics.h"

/* Opens a page and writes its head. Returns NULL after printing an error. */
FILE *fl_html_open(const struct fl_cli *, const char *path, const char *title);

/* Completes and closes a page. Returns false after printing an error if it could not be written. */
bool fl_html_close(const struct fl_cli *, const char *path, FILE *);

/* Write a heading; paragraphs, one per line of the text; a table. */
void fl_html_heading(const struct fl_cli *, FILE *, const char *key);
void fl_html_text(FILE *, const char *lines);
void fl_html_table(FILE *, const struct fl_text_table *);

/* ---- plots ---- */

/* Win rates as bars with confidence intervals, and a line at the fair share. */
struct fl_bars {
    int count;
    double fair; /* 0: no line */
    struct {
        char name[FL_CELL_SIZE];
        double rate;
        struct fl_interval interval;
    } bar[FL_TEXT_TABLE_ROWS];
};

/* Draws the bars, with a caption. */
void fl_svg_bars(const struct fl_cli *, FILE *, const struct fl_bars *, const char *caption);

/* A common scale for histograms that are compared. */
struct fl_frame {
    int64_t first, width; /* number of the first bar; values per bar */
    int bars;
};

/* The scale that fits a histogram of all values. */
struct fl_frame fl_frame_of(const struct fl_histogram *all);

/* Draws a histogram, with a caption. */
void fl_svg_histogram(const struct fl_cli *, FILE *, const struct fl_histogram *,
                      const struct fl_frame *, const char *caption);

#endif
