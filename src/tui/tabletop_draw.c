/* Draws a table: title, board, choices, log, status and keys. */
#include <string.h>

#include "tui/tabletop.h"

enum { LEAST_ROWS = 20, LEAST_COLUMNS = 60, LEAST_LOG = 3, MOST_WRAPPED = 64 };

/* ---- bars ---- */

static void put_sentence(struct fl_buf *out, const struct fl_tabletop *t, struct fl_phrase phrase)
{
    fl_phrase_address(&phrase, t->reader);
    fl_put_sentence(out, &t->screen, &phrase);
}

static void draw_title(const struct fl_tabletop *t, const struct fl_board_view *b)
{
    char memory[512];
    struct fl_buf text = fl_buf_over(memory, sizeof memory);
    struct fl_canvas *c = b->canvas;
    const struct fl_board *board = fl_board_of(t->sight.game);
    fl_canvas_fill(c, (struct fl_area){0, 0, 1, c->columns}, FL_ROLE_TITLE, " ");
    fl_put_word(&text, t->screen.lang, t->sight.game->name, FL_BARE);
    fl_put(&text, "    ");
    if (t->title[0])
        fl_put(&text, t->title);
    else if (board->put_title)
        board->put_title(b, &text);
    int aside = fl_columns(t->aside);
    if (t->busy) {
        struct fl_phrase phrase;
        fl_phrase_begin(&phrase, t->busy);
        fl_with_seat(&phrase, "who", t->busy_seat);
        fl_put(&text, "    ");
        fl_put_sentence(&text, &t->screen, &phrase);
    }
    fl_canvas_fit(c, 0, 1, c->columns - aside - 4, FL_ROLE_TITLE, text.at);
    fl_canvas_right(c, 0, c->columns - 1, FL_ROLE_TITLE, t->aside);
}

/* The bar above a pane. */
static void draw_pane(struct fl_canvas *c, struct fl_area a, const char *title)
{
    fl_canvas_fill(c, (struct fl_area){a.row, a.column, 1, a.columns}, FL_ROLE_PANE, "─");
    char memory[256];
    struct fl_buf text = fl_buf_over(memory, sizeof memory);
    fl_put_char(&text, ' ');
    fl_put(&text, title);
    fl_put_char(&text, ' ');
    fl_canvas_fit(c, a.row, a.column + 2, a.columns - 3, FL_ROLE_PANE, text.at);
}

static void put_question(struct fl_buf *out, const struct fl_tabletop *t)
{
    struct fl_phrase question;
    if (!t->asks)
        return;
    t->sight.game->prompt(&t->sight.state, t->sight.viewer, &question);
    put_sentence(out, t, question);
}

/* Enter picks an item. A face that is only a number needs the kind too: "red pirate, 2". */
static void put_pick(struct fl_buf *out, const struct fl_tabletop *t, const struct fl_item *item)
{
    char memory[96];
    struct fl_buf face = fl_buf_over(memory, sizeof memory);
    struct fl_phrase phrase;
    if (item->face)
        fl_put_word(&face, t->screen.lang, item->face, FL_BARE);
    bool both = face.len && fl_columns(face.at) < 3;
    fl_phrase_begin(&phrase, both ? "tui.enter-pick-face" : "tui.enter-pick");
    fl_with_word(&phrase, "what", both || !item->face ? item->kind : item->face);
    if (both)
        fl_with_word(&phrase, "face", item->face);
    fl_put_sentence(out, &t->screen, &phrase);
}

/* What Enter does, or the question. */
static void put_status(struct fl_buf *out, const struct fl_tabletop *t)
{
    struct fl_command command;
    struct fl_phrase phrase;
    char memory[FL_LABEL_SIZE];
    struct fl_buf what = fl_buf_over(memory, sizeof memory);
    const struct fl_view *view = &t->chooser.routes.view;
    if (fl_tabletop_action(t, &command)) {
        fl_put_command(&what, t, &command);
        fl_phrase_begin(&phrase, "tui.enter");
        fl_with_text(&phrase, "what", what.at);
        fl_put_sentence(out, &t->screen, &phrase);
        return;
    }
    for (int i = 0; t->asks && i < view->items; i++)
        if (view->item[i].id == t->cursor) {
            const struct fl_item *item = &view->item[i];
            put_pick(out, t, item);
            return;
        }
    put_question(out, t);
}

static void draw_status(const struct fl_tabletop *t, struct fl_canvas *c)
{
    char memory[1024];
    struct fl_buf text = fl_buf_over(memory, sizeof memory);
    int row = c->rows - 2;
    if (t->types) {
        int drawn = fl_canvas_text(c, row, 1, FL_ROLE_BOLD, ":");
        drawn += fl_canvas_text(c, row, 1 + drawn, FL_ROLE_BOLD, t->typed);
        c->cursor_row = row;
        c->cursor_column = 1 + drawn;
        return;
    }
    if (t->message[0])
        fl_put(&text, t->message);
    else
        put_status(&text, t);
    enum fl_role role = t->message[0] ? FL_ROLE_RISK : FL_ROLE_BOLD;
    c->target = FL_STATUS_TARGET;
    fl_canvas_sentence(c, row, role, text.at);
    c->target = FL_NO_TARGET;
}

static void draw_keys(const struct fl_tabletop *t, struct fl_canvas *c)
{
    char memory[512];
    struct fl_buf text = fl_buf_over(memory, sizeof memory);
    if (t->keys)
        fl_put_word(&text, t->screen.lang, t->types ? "tui.keys.command" : t->keys, FL_BARE);
    fl_canvas_fit(c, c->rows - 1, 1, c->columns - 2, FL_ROLE_KEYS, text.at);
}

/* ---- wrapped text ---- */

struct wrapped {
    int lines;
    const char *at[MOST_WRAPPED];
    size_t len[MOST_WRAPPED];
};

static void wrap(struct wrapped *w, const char *text, size_t len, int width)
{
    const char *end = text + len;
    w->lines = 0;
    while (text < end && w->lines < MOST_WRAPPED) {
        size_t take = fl_wrap(text, width - (w->lines ? 2 : 0));
        take = text + take > end ? (size_t)(end - text) : take;
        w->at[w->lines] = text;
        w->len[w->lines++] = take;
        text += take;
        while (text < end && (*text == ' ' || *text == '\n'))
            text++;
    }
}

static void draw_wrapped(struct fl_canvas *c, int row, int column, const struct wrapped *w,
                         int line)
{
    char memory[1024];
    struct fl_buf text = fl_buf_over(memory, sizeof memory);
    fl_put_bytes(&text, w->at[line], w->len[line]);
    fl_canvas_text(c, row, column + (line ? 2 : 0), FL_ROLE_PLAIN, text.at);
}

/* Draws a text in an area and returns the rows used. */
static int draw_text(struct fl_canvas *c, struct fl_area a, const char *text)
{
    int row = 0;
    while (*text && row < a.rows) {
        size_t take = fl_wrap(text, a.columns);
        char memory[1024];
        struct fl_buf line = fl_buf_over(memory, sizeof memory);
        fl_put_bytes(&line, text, take);
        fl_canvas_text(c, a.row + row++, a.column, FL_ROLE_PLAIN, line.at);
        text += take;
        text += strspn(text, " ");
        text += *text == '\n';
    }
    return row;
}

/* ---- the log ---- */

/* The last sentences, bottom up. */
static void draw_log(const struct fl_tabletop *t, struct fl_canvas *c, struct fl_area a)
{
    char memory[128];
    struct fl_buf title = fl_buf_over(memory, sizeof memory);
    if (a.rows < 2)
        return;
    fl_put_word(&title, t->screen.lang, "tui.log", FL_BARE);
    draw_pane(c, a, title.at);
    const char *start = t->log ? t->log : "", *end = start + strlen(start);
    int skip = t->log_back, row = a.row + a.rows - 1, first = a.row + 1;
    int total = 0;
    for (const char *p = start; *p; p++)
        total += *p == '\n';
    if (!skip && total < a.rows - 1)
        row = a.row + a.rows - 1; /* short logs also end at the bottom, next to the status */
    while (end > start && row >= first) {
        const char *line = end - 1;
        while (line > start && line[-1] != '\n')
            line--;
        struct wrapped w;
        wrap(&w, line, (size_t)(end - 1 - line), a.columns - 2);
        for (int i = w.lines; i-- > 0 && row >= first;) {
            if (skip > 0)
                skip--;
            else
                draw_wrapped(c, row--, a.column + 1, &w, i);
        }
        end = line;
    }
}

/* ---- the choices ---- */

static void draw_line(const struct fl_tabletop *t, struct fl_canvas *c, struct fl_area a, int i)
{
    bool here = t->cursor == FL_LIST_TARGET + i;
    bool open = t->line[i].command.kind == FL_COMMAND_UNKNOWN;
    char memory[FL_LABEL_SIZE + 16];
    struct fl_buf text = fl_buf_over(memory, sizeof memory);
    fl_put(&text, here ? "▸ " : "  ");
    fl_put_times(&text, " ", t->lines > 9 && i < 9);
    fl_put_number(&text, i + 1);
    fl_put(&text, "  ");
    fl_put(&text, t->line[i].label);
    c->target = open ? FL_NO_TARGET : (uint16_t)(FL_LIST_TARGET + i);
    if (here)
        fl_canvas_fill(c, (struct fl_area){a.row, a.column + 1, 1, a.columns - 2}, FL_ROLE_CURSOR,
                       " ");
    fl_canvas_fit(c, a.row, a.column + 1, a.columns - 2,
                  here   ? FL_ROLE_CURSOR
                  : open ? FL_ROLE_DIM
                         : FL_ROLE_PLAIN,
                  text.at);
    c->target = FL_NO_TARGET;
}

static void draw_choices(const struct fl_tabletop *t, struct fl_canvas *c, struct fl_area a)
{
    char memory[512];
    struct fl_buf question = fl_buf_over(memory, sizeof memory);
    if (a.rows < 1)
        return;
    put_question(&question, t);
    draw_pane(c, a, question.at);
    int room = a.rows - 1, here = t->cursor - FL_LIST_TARGET;
    int top = here >= room && here < t->lines ? here - room + 1 : 0;
    for (int i = top; i < t->lines && i - top < room; i++)
        draw_line(t, c, (struct fl_area){a.row + 1 + i - top, a.column, 1, a.columns}, i);
    if (top + room < t->lines && room > 0)
        fl_canvas_right(c, a.row, a.column + a.columns - 2, FL_ROLE_PANE, " ↓ ");
}

static int widest_label(const struct fl_tabletop *t)
{
    char memory[512];
    struct fl_buf question = fl_buf_over(memory, sizeof memory);
    put_question(&question, t);
    int width = fl_columns(question.at) + 6;
    for (int i = 0; i < t->lines; i++) {
        int columns = fl_columns(t->line[i].label) + 8;
        width = columns > width ? columns : width;
    }
    return width;
}

/* Draws the note of a lesson and returns the rows used. */
static int draw_note(const struct fl_tabletop *t, struct fl_canvas *c, struct fl_area a)
{
    if (!t->note)
        return 0;
    draw_pane(c, a, t->note_title);
    return 2 + draw_text(c, (struct fl_area){a.row + 1, a.column + 1, a.rows - 1, a.columns - 2},
                         t->note);
}

/* Shares the area below the board between choices and log: side by side if both fit, otherwise one
 * below the other. Without choices the question is the last line of the log. */
static void draw_below(const struct fl_tabletop *t, struct fl_canvas *c, struct fl_area a)
{
    int note = draw_note(t, c, a);
    a.row += note;
    a.rows -= note;
    if (!t->lines) {
        char memory[512];
        struct fl_buf question = fl_buf_over(memory, sizeof memory);
        put_question(&question, t);
        a.rows -= question.len > 0;
        draw_log(t, c, a);
        if (question.len)
            fl_canvas_fit(c, a.row + a.rows, 1, c->columns - 2, FL_ROLE_BOLD, question.at);
        return;
    }
    int width = widest_label(t), rows = t->lines + 1;
    if (width <= a.columns / 2 || (rows > a.rows - 3 && width <= a.columns - 30)) {
        width = width < a.columns * 2 / 5 ? a.columns * 2 / 5 : width;
        draw_choices(t, c, (struct fl_area){a.row, a.column, a.rows, width});
        draw_log(t, c,
                 (struct fl_area){a.row, a.column + width + 1, a.rows, a.columns - width - 1});
        return;
    }
    rows = rows > a.rows - 3 ? a.rows - 3 : rows;
    draw_choices(t, c, (struct fl_area){a.row, a.column, rows, a.columns});
    draw_log(t, c, (struct fl_area){a.row + rows, a.column, a.rows - rows, a.columns});
}

/* ---- the cursor ---- */

static bool is_board_target(const void *data, uint16_t target)
{
    const struct fl_tabletop *t = data;
    return target < FL_LIST_TARGET && !fl_chooser_has(&t->chooser, target);
}

/* Whether an item can be added to the picked ones. */
static bool is_next_part(const void *data, uint16_t target)
{
    const struct fl_tabletop *t = data;
    if (!is_board_target(data, target))
        return false;
    for (int i = 0; i < t->chooser.choices.singles; i++)
        if (fl_chooser_fits(&t->chooser, i, target))
            return true;
    return !t->chooser.picks;
}

/* The owner of the zone that contains an item. */
static int owner_of(const struct fl_view *view, uint16_t item)
{
    for (int z = 0; z < view->zones; z++)
        for (int i = 0; i < view->zone[z].count; i++)
            if (view->item[view->zone[z].first + i].id == item)
                return view->zone[z].owner;
    return FL_NOBODY;
}

/* A move begins with a card or crew of the player. */
static bool is_own_part(const void *data, uint16_t target)
{
    const struct fl_tabletop *t = data;
    return is_next_part(data, target) &&
           owner_of(&t->chooser.routes.view, target) == t->sight.viewer;
}

/* The list is the place to begin if it is complete, otherwise the board. */
static uint16_t usual_cursor(const struct fl_tabletop *t, const struct fl_canvas *c)
{
    int singles = 0;
    for (int i = 0; i < t->lines; i++)
        singles += t->line[i].command.kind == FL_COMMAND_MOVE;
    bool complete = !t->chooser.choices.subsets && singles >= t->chooser.choices.singles;
    if (t->lines && !t->chooser.picks && (complete || t->chooser.routes.count))
        return FL_LIST_TARGET;
    uint16_t target = t->chooser.picks ? FL_NO_TARGET : fl_canvas_first(c, is_own_part, t);
    if (target == FL_NO_TARGET)
        target = fl_canvas_first(c, is_next_part, t);
    if (target == FL_NO_TARGET)
        target = fl_canvas_first(c, is_board_target, t);
    return target == FL_NO_TARGET && t->lines ? FL_LIST_TARGET : target;
}

/* Places the cursor if it is not on a target of this frame. Returns whether it moved. */
static bool place_cursor(struct fl_tabletop *t, const struct fl_canvas *c)
{
    struct fl_area area;
    if (!t->asks || (t->cursor != FL_NO_TARGET && fl_canvas_find(c, t->cursor, &area)))
        return false;
    uint16_t before = t->cursor;
    t->cursor = usual_cursor(t, c);
    return t->cursor != before;
}

/* The hardware cursor is on the target, for magnifiers and braille displays. */
static void show_cursor(const struct fl_tabletop *t, struct fl_canvas *c)
{
    struct fl_area area;
    if (t->types || !t->asks || !fl_canvas_find(c, t->cursor, &area))
        return;
    c->cursor_row = area.row + area.rows / 2;
    c->cursor_column = area.column;
}

/* ---- the frame ---- */

static void draw_too_small(const struct fl_tabletop *t, struct fl_canvas *c)
{
    char memory[256];
    struct fl_buf text = fl_buf_over(memory, sizeof memory);
    fl_put_word(&text, t->screen.lang, "tui.too-small", FL_BARE);
    draw_text(c, (struct fl_area){0, 0, c->rows, c->columns}, text.at);
}

/* The item that the board marks: where a route in the list leads, or the one under the cursor. */
static uint16_t marked_item(const struct fl_tabletop *t)
{
    int line = t->cursor - FL_LIST_TARGET;
    if (t->cursor < FL_LIST_TARGET || line >= t->lines)
        return t->cursor;
    const struct fl_command *command = &t->line[line].command;
    return command->kind == FL_COMMAND_ROUTE ? command->route.item : FL_NO_TARGET;
}

static void compose(struct fl_tabletop *t, struct fl_canvas *c)
{
    struct fl_area side = {0};
    int top = 1 + (t->strip != NULL);
    struct fl_board_view b = {.sight = &t->sight,
                              .view = &t->chooser.routes.view,
                              .chooser = t->asks ? &t->chooser : NULL,
                              .screen = &t->screen,
                              .canvas = c,
                              .area = {top, 0, c->rows - 2 - top, c->columns},
                              .cursor = marked_item(t),
                              .reader = t->reader};
    if (c->rows < LEAST_ROWS || c->columns < LEAST_COLUMNS) {
        draw_too_small(t, c);
        return;
    }
    draw_title(t, &b);
    if (t->strip)
        fl_canvas_fit(c, 1, 1, c->columns - 2, FL_ROLE_PLAIN, t->strip);
    int used = fl_board_of(t->sight.game)->draw(&b, &side);
    fl_board_no_target(&b);
    struct fl_area below = {top + used, 0, c->rows - 2 - top - used, c->columns};
    fl_tabletop_list(t, c, side.rows ? side.rows - 1 : below.rows - LEAST_LOG - 1);
    if (side.rows > 2 && t->lines && !t->note && widest_label(t) <= side.columns + 4) {
        draw_choices(t, c, side);
        draw_log(t, c, below);
    } else {
        draw_below(t, c, below);
    }
    draw_status(t, c);
    draw_keys(t, c);
}

void fl_tabletop_show(struct fl_tabletop *t)
{
    struct fl_canvas *c = fl_terminal_canvas(t->terminal);
    compose(t, c);
    if (place_cursor(t, c)) {
        c = fl_terminal_canvas(t->terminal);
        compose(t, c);
    }
    show_cursor(t, c);
    fl_terminal_show(t->terminal);
}
