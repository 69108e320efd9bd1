/* Text tables whose columns are as wide as their widest cell. */
#ifndef FL_CLI_REPORT_TEXT_TABLE_H
#define FL_CLI_REPORT_TEXT_TABLE_H

#include "cli/cli.h"

enum { FL_TEXT_TABLE_ROWS = 12, FL_TEXT_TABLE_COLUMNS = 12, FL_CELL_SIZE = 96 };

/* A table; with all members 0 but `left`, it is empty. */
struct fl_text_table {
    int rows;      /* the first row is the header */
    unsigned left; /* mask of left-aligned columns: names; numbers are right-aligned */
    int used[FL_TEXT_TABLE_ROWS]; /* cells of a row */
    char cell[FL_TEXT_TABLE_ROWS][FL_TEXT_TABLE_COLUMNS][FL_CELL_SIZE];
};

/* Begins a row; its cells are added from left to right. */
static inline void fl_text_table_row(struct fl_text_table *t)
{
    t->rows += t->rows < FL_TEXT_TABLE_ROWS;
}

/* Add a cell to the row: a text, a word of the language, a rate in percent. */
void fl_text_table_text(struct fl_text_table *, const char *text);
void fl_text_table_word(struct fl_text_table *, const struct fl_cli *, const char *key);
void fl_text_table_percent(struct fl_text_table *, const struct fl_cli *, double rate);

/* Prints the table with two spaces between columns. A table wider than the terminal is printed with
 * rows and columns exchanged, if that is narrower. */
void fl_text_table_print(const struct fl_text_table *, FILE *);

/* Formats a number with the decimal sign of the language. */
const char *fl_figure(const struct fl_cli *, char memory[32], double number, int places);

/* Formats a part of 1 in per cent: 53,6 % in French, 53.6% in English. */
const char *fl_percent(const struct fl_cli *, char memory[48], double rate, int places);

#endif
