/* Text tables: filled cell by cell, then measured and printed. */
#include "cli/report/text_table.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "term/advice_text.h"
#include "term/screen.h"

void fl_text_table_text(struct fl_text_table *t, const char *text)
{
    int row = t->rows - 1, column = t->used[row];
    if (column == FL_TEXT_TABLE_COLUMNS)
        return;
    struct fl_buf cell = fl_buf_over(t->cell[row][column], FL_CELL_SIZE);
    fl_put(&cell, text);
    t->used[row]++;
}

void fl_text_table_word(struct fl_text_table *t, const struct fl_cli *cli, const char *key)
{
    char memory[FL_CELL_SIZE];
    struct fl_buf word = fl_buf_over(memory, sizeof memory);
    fl_put_word(&word, cli->lang, key, FL_BARE);
    fl_text_table_text(t, word.at);
}

const char *fl_figure(const struct fl_cli *cli, char memory[32], double number, int places)
{
    struct fl_buf out = fl_buf_over(memory, 32);
    fl_put_decimal(&out, cli->lang, number, places);
    return out.at;
}

const char *fl_percent(const struct fl_cli *cli, char memory[48], double rate, int places)
{
    char number[32];
    struct fl_phrase p;
    struct fl_buf out = fl_buf_over(memory, 48);
    fl_phrase_begin(&p, "sim.percent");
    fl_with_text(&p, "rate", fl_figure(cli, number, 100 * rate, places));
    fl_put_phrase(&out, cli->lang, &p, NULL);
    return out.at;
}

void fl_text_table_percent(struct fl_text_table *t, const struct fl_cli *cli, double rate)
{
    char cell[48];
    fl_text_table_text(t, fl_percent(cli, cell, rate, 2));
}

static int width_of(const struct fl_text_table *t, int column)
{
    int width = 0;
    for (int row = 0; row < t->rows; row++) {
        int columns = fl_columns(t->cell[row][column]);
        if (columns > width)
            width = columns;
    }
    return width;
}

/* The columns of a terminal; no limit for other outputs. */
static int columns_of(FILE *to)
{
    struct fl_screen screen;
    fl_screen_open(&screen, to, FL_DEFAULT_LANG, FL_COLOUR_NEVER);
    return screen.terminal ? screen.width : INT_MAX;
}

static int total_width(const struct fl_text_table *t)
{
    int width = 0;
    for (int column = 0; column < FL_TEXT_TABLE_COLUMNS; column++)
        width += width_of(t, column) ? width_of(t, column) + 2 : 0;
    return width - 2;
}

/* Exchanges rows and columns: one line per heading. Returns false if there are too many. */
static bool transpose(const struct fl_text_table *t, struct fl_text_table *out)
{
    if (t->rows > FL_TEXT_TABLE_COLUMNS)
        return false;
    memset(out, 0, sizeof *out);
    out->left = 1; /* the headings */
    for (int column = 0; column < t->used[0]; column++) {
        fl_text_table_row(out);
        for (int row = 0; row < t->rows; row++)
            fl_text_table_text(out, column < t->used[row] ? t->cell[row][column] : "");
    }
    return true;
}

static void print(const struct fl_text_table *t, FILE *to)
{
    for (int row = 0; row < t->rows; row++) {
        for (int column = 0; column < t->used[row]; column++) {
            const char *text = t->cell[row][column];
            int room = width_of(t, column) - fl_columns(text);
            bool left = t->left >> column & 1, last = column == t->used[row] - 1;
            fprintf(to, "%s%*s%s%*s", column ? "  " : "", left ? 0 : room, "", text,
                    left && !last ? room : 0, "");
        }
        fputc('\n', to);
    }
}

void fl_text_table_print(const struct fl_text_table *t, FILE *to)
{
    struct fl_text_table *turned = total_width(t) > columns_of(to) ? malloc(sizeof *turned) : NULL;
    bool narrow = turned && transpose(t, turned) && total_width(turned) < total_width(t);
    print(narrow ? turned : t, to);
    free(turned);
}
