/* Draws text and frames into cells, and finds targets by their place. */
#include "tui/canvas.h"

#include <stdlib.h>
#include <string.h>

#include "term/screen.h"

/* ---- memory ---- */

void fl_canvas_clear(struct fl_canvas *c)
{
    struct fl_cell space = {.text = " ", .target = FL_NO_TARGET, .role = FL_ROLE_PLAIN};
    for (int i = 0; i < c->rows * c->columns; i++)
        c->cell[i] = space;
    c->target = FL_NO_TARGET;
    c->cursor_row = c->cursor_column = -1;
}

bool fl_canvas_resize(struct fl_canvas *c, int rows, int columns)
{
    size_t cells = (size_t)rows * (size_t)columns;
    struct fl_cell *cell = realloc(c->cell, (cells ? cells : 1) * sizeof *cell);
    c->cell = cell ? cell : c->cell;
    c->rows = cell ? rows : 0;
    c->columns = cell ? columns : 0;
    fl_canvas_clear(c);
    return cell;
}

void fl_canvas_free(struct fl_canvas *c)
{
    free(c->cell);
    *c = (struct fl_canvas){.rows = 0};
}

/* ---- text ---- */

static struct fl_cell *cell_at(const struct fl_canvas *c, int row, int column)
{
    bool inside = row >= 0 && row < c->rows && column >= 0 && column < c->columns;
    return inside ? &c->cell[row * c->columns + column] : NULL;
}

static void set_cell(struct fl_canvas *c, int row, int column, enum fl_role role, const char *text,
                     size_t bytes)
{
    struct fl_cell *cell = cell_at(c, row, column);
    if (!cell)
        return;
    cell->role = (uint8_t)role;
    cell->target = c->target;
    memset(cell->text, 0, sizeof cell->text);
    memcpy(cell->text, text, bytes < FL_CELL_BYTES ? bytes : 0);
}

/* The role of an escape sequence that fl_put_style writes. */
static enum fl_role role_of_escape(const char *text, size_t bytes, enum fl_role base)
{
    static const struct {
        const char *sequence;
        enum fl_role role;
    } roles[] = {{"\033[1m", FL_ROLE_BOLD},     {"\033[2m", FL_ROLE_DIM},
                 {"\033[1;31m", FL_ROLE_RED},   {"\033[32m", FL_ROLE_GREEN},
                 {"\033[33m", FL_ROLE_YELLOW},  {"\033[94m", FL_ROLE_BLUE},
                 {"\033[35m", FL_ROLE_MAGENTA}, {"\033[36m", FL_ROLE_CYAN}};
    for (size_t i = 0; i < sizeof roles / sizeof roles[0]; i++)
        if (strlen(roles[i].sequence) == bytes && !memcmp(roles[i].sequence, text, bytes))
            return roles[i].role;
    return base;
}

/* Draws at most `width` columns and returns the columns drawn. */
static int draw(struct fl_canvas *c, int row, int column, int width, enum fl_role base,
                const char *text)
{
    enum fl_role role = base;
    int drawn = 0;
    while (*text && *text != '\n') {
        int columns;
        size_t bytes = fl_glyph(text, &columns);
        if (*text == '\033')
            role = role_of_escape(text, bytes, base);
        else if (drawn + columns > width)
            break;
        else if (columns)
            set_cell(c, row, column + drawn, role, text, bytes);
        if (columns == 2)
            set_cell(c, row, column + drawn + 1, role, "", 0);
        drawn += columns;
        text += bytes;
    }
    return drawn;
}

int fl_canvas_text(struct fl_canvas *c, int row, int column, enum fl_role role, const char *text)
{
    return draw(c, row, column, c->columns - column, role, text);
}

static int columns_of_line(const char *text)
{
    int columns = 0, one;
    for (; *text && *text != '\n'; text += fl_glyph(text, &one)) {
        fl_glyph(text, &one);
        columns += one;
    }
    return columns;
}

void fl_canvas_fit(struct fl_canvas *c, int row, int column, int width, enum fl_role role,
                   const char *text)
{
    if (width <= 0)
        return;
    bool cut = columns_of_line(text) > width;
    int drawn = draw(c, row, column, cut ? width - 1 : width, role, text);
    if (cut)
        set_cell(c, row, column + drawn, role, "…", strlen("…"));
}

void fl_canvas_sentence(struct fl_canvas *c, int row, enum fl_role role, const char *text)
{
    int width = c->columns - 2;
    if (columns_of_line(text) > width) {
        char line[512];
        struct fl_buf first = fl_buf_over(line, sizeof line);
        size_t take = fl_wrap(text, width);
        fl_put_bytes(&first, text, take);
        fl_canvas_fill(c, (struct fl_area){row - 1, 0, 1, c->columns}, FL_ROLE_PLAIN, " ");
        fl_canvas_text(c, row - 1, 1, role, first.at);
        text += take + strspn(text + take, " ");
    }
    fl_canvas_fit(c, row, 1, width, role, text);
}

void fl_canvas_right(struct fl_canvas *c, int row, int column, enum fl_role role, const char *text)
{
    fl_canvas_text(c, row, column - columns_of_line(text), role, text);
}

void fl_canvas_centre(struct fl_canvas *c, int row, int column, int width, enum fl_role role,
                      const char *text)
{
    int spare = width - columns_of_line(text);
    if (spare < 0)
        fl_canvas_fit(c, row, column, width, role, text);
    else
        fl_canvas_text(c, row, column + (spare + 1) / 2, role, text);
}

void fl_canvas_fill(struct fl_canvas *c, struct fl_area a, enum fl_role role, const char *text)
{
    for (int row = a.row; row < a.row + a.rows; row++)
        for (int column = a.column; column < a.column + a.columns; column++)
            set_cell(c, row, column, role, text, strlen(text));
}

/* ---- frames ---- */

static void draw_edge(struct fl_canvas *c, struct fl_area a, enum fl_role role,
                      const char *const line[3])
{
    fl_canvas_text(c, a.row, a.column, role, line[0]);
    fl_canvas_fill(c, (struct fl_area){a.row, a.column + 1, 1, a.columns - 2}, role, line[1]);
    fl_canvas_text(c, a.row, a.column + a.columns - 1, role, line[2]);
}

void fl_canvas_frame(struct fl_canvas *c, struct fl_area a, enum fl_frame frame, enum fl_role role,
                     const char *const title[2])
{
    static const char *const line[][3][3] = {
        [FL_FRAME_THIN] = {{"╭", "─", "╮"}, {"╰", "─", "╯"}, {"│", "", "│"}},
        [FL_FRAME_HEAVY] = {{"┏", "━", "┓"}, {"┗", "━", "┛"}, {"┃", "", "┃"}},
        [FL_FRAME_DOUBLE] = {{"╔", "═", "╗"}, {"╚", "═", "╝"}, {"║", "", "║"}},
    };
    struct fl_area bottom = a;
    bottom.row += a.rows - 1;
    draw_edge(c, a, role, line[frame][0]);
    draw_edge(c, bottom, role, line[frame][1]);
    for (int row = a.row + 1; row < bottom.row; row++) {
        fl_canvas_text(c, row, a.column, role, line[frame][2][0]);
        fl_canvas_text(c, row, a.column + a.columns - 1, role, line[frame][2][2]);
    }
    if (*title[0])
        fl_canvas_fit(c, a.row, a.column + 2, a.columns - 4, role, title[0]);
    if (*title[1])
        fl_canvas_fit(c, bottom.row, a.column + 2, a.columns - 4, role, title[1]);
}

/* ---- targets ---- */

bool fl_canvas_find(const struct fl_canvas *c, uint16_t target, struct fl_area *out)
{
    int top = c->rows, left = c->columns, bottom = -1, right = -1;
    for (int i = 0; i < c->rows * c->columns; i++) {
        int row = i / c->columns, column = i % c->columns;
        if (c->cell[i].target != target)
            continue;
        top = row < top ? row : top;
        bottom = row > bottom ? row : bottom;
        left = column < left ? column : left;
        right = column > right ? column : right;
    }
    *out = (struct fl_area){top, left, bottom - top + 1, right - left + 1};
    return bottom >= 0 && target != FL_NO_TARGET;
}

uint16_t fl_canvas_target_at(const struct fl_canvas *c, int row, int column)
{
    const struct fl_cell *cell = cell_at(c, row, column);
    return cell ? cell->target : FL_NO_TARGET;
}

/* Distance from the middle of one area to another in a direction, or -1 if the other is not in this
 * direction. A row counts as two columns. Going sideways costs more,
 * unless the areas face each other. */
static int distance(struct fl_area from, struct fl_area to, int rows, int columns)
{
    int down = 2 * to.row + to.rows - (2 * from.row + from.rows);
    int right = (2 * to.column + to.columns - (2 * from.column + from.columns)) / 2;
    int ahead = rows ? down * rows : right * columns, aside = rows ? right : down;
    bool overlaps =
        rows ? to.column < from.column + from.columns && from.column < to.column + to.columns
             : to.row < from.row + from.rows && from.row < to.row + to.rows;
    if (ahead <= 0)
        return -1;
    return 8 * ahead + (overlaps ? 1 : 24) * abs(aside);
}

uint16_t fl_canvas_neighbour(const struct fl_canvas *c, uint16_t target, int rows, int columns)
{
    struct fl_area from, to;
    uint16_t best = target, last = FL_NO_TARGET;
    int least = -1;
    if (!fl_canvas_find(c, target, &from))
        return target;
    for (int i = 0; i < c->rows * c->columns; i++) {
        uint16_t other = c->cell[i].target;
        if (other == FL_NO_TARGET || other == target || other == last)
            continue;
        last = other;
        fl_canvas_find(c, other, &to);
        int far = distance(from, to, rows, columns);
        if (far < 0 || (least >= 0 && far >= least))
            continue;
        least = far;
        best = other;
    }
    return best;
}

uint16_t fl_canvas_first(const struct fl_canvas *c, bool (*accepts)(const void *, uint16_t),
                         const void *data)
{
    for (int i = 0; i < c->rows * c->columns; i++)
        if (c->cell[i].target != FL_NO_TARGET && accepts(data, c->cell[i].target))
            return c->cell[i].target;
    return FL_NO_TARGET;
}
