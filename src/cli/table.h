/* Tables whose columns are as wide as what stands in them. */
#ifndef FL_CLI_TABLE_H
#define FL_CLI_TABLE_H

#include "cli/cli.h"

enum { FL_TABLE_ROWS = 12, FL_TABLE_COLUMNS = 12, FL_CELL_SIZE = 96 };

struct fl_table {
    int rows, columns;       /* the first row is the header */
    unsigned left;           /* columns set to the left: names; numbers are set to the right */
    int used[FL_TABLE_ROWS]; /* cells of a row */
    char cell[FL_TABLE_ROWS][FL_TABLE_COLUMNS][FL_CELL_SIZE];
};

/* An empty table; bit n of `left`: column n is set to the left. */
void fl_table_begin(struct fl_table *, unsigned left);

/* Begins a row; then its cells, from left to right. */
void fl_table_row(struct fl_table *);
void fl_table_text(struct fl_table *, const char *text);
void fl_table_word(struct fl_table *, const struct fl_cli *, const char *key);
void fl_table_number(struct fl_table *, const struct fl_cli *, double, int places);

/* A rate as a percentage; an interval in brackets. */
void fl_table_percent(struct fl_table *, const struct fl_cli *, double rate);
void fl_table_interval(struct fl_table *, const struct fl_cli *, double low, double high,
                       int places);

/* As text: two spaces between columns. */
void fl_table_print(const struct fl_table *, FILE *);

/* A number with the decimal mark of the reader's language. */
const char *fl_figure(const struct fl_cli *, char memory[32], double number, int places);

#endif
