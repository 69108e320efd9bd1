/* Text tables whose columns are as wide as their widest cell. */
#ifndef FL_CLI_REPORT_TEXT_TABLE_H
#define FL_CLI_REPORT_TEXT_TABLE_H

#include "cli/cli.h"

enum { FL_TEXT_TABLE_ROWS = 12, FL_TEXT_TABLE_COLUMNS = 12, FL_CELL_SIZE = 96 };

struct fl_text_table {
    int rows, columns; /* the first row is the header */
    unsigned left;     /* mask of left-aligned columns: names; numbers are right-aligned */
    int used[FL_TEXT_TABLE_ROWS]; /* cells of a row */
    char cell[FL_TEXT_TABLE_ROWS][FL_TEXT_TABLE_COLUMNS][FL_CELL_SIZE];
};

/* Makes a table empty. Bit n of `left`: column n is left-aligned. */
void fl_text_table_begin(struct fl_text_table *, unsigned left);

/* Begins a row; its cells are added from left to right. */
void fl_text_table_row(struct fl_text_table *);
void fl_text_table_text(struct fl_text_table *, const char *text);
void fl_text_table_word(struct fl_text_table *, const struct fl_cli *, const char *key);
void fl_text_table_number(struct fl_text_table *, const struct fl_cli *, double, int places);

/* Adds a rate as a percentage; an interval in brackets. */
void fl_text_table_percent(struct fl_text_table *, const struct fl_cli *, double rate);
void fl_text_table_interval(struct fl_text_table *, const struct fl_cli *, double low, double high,
                            int places);

/* Prints the table with two spaces between columns. */
void fl_text_table_print(const struct fl_text_table *, FILE *);

/* Formats a number with the decimal sign of the language. */
const char *fl_figure(const struct fl_cli *, char memory[32], double number, int places);

#endif
