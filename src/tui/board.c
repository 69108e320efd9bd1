/* The list of boards, what they have in common, and the plain board. */
#include "tui/board.h"

#include <string.h>

/* ---- states ---- */

int fl_item_state(const struct fl_board_view *b, uint16_t item)
{
    int state = 0;
    if (!b->chooser)
        return 0;
    if (fl_chooser_has(b->chooser, item))
        state |= FL_ITEM_CHOSEN;
    if (fl_chooser_continues(b->chooser, item))
        state |= FL_ITEM_LEGAL;
    if (b->cursor == item)
        state |= FL_ITEM_CURSOR;
    return state;
}

enum fl_role fl_item_role(int state, enum fl_role role)
{
    return state & FL_ITEM_CURSOR   ? FL_ROLE_CURSOR
           : state & FL_ITEM_CHOSEN ? FL_ROLE_CHOSEN
           : state & FL_ITEM_LEGAL  ? FL_ROLE_LEGAL
                                    : role;
}

void fl_board_target(const struct fl_board_view *b, uint16_t item)
{
    bool live = b->chooser && fl_chooser_continues(b->chooser, item);
    b->canvas->target = live ? item : FL_NO_TARGET;
}

void fl_board_no_target(const struct fl_board_view *b)
{
    b->canvas->target = FL_NO_TARGET;
}

/* ---- text ---- */

void fl_put_player(struct fl_buf *out, const struct fl_board_view *b, int seat)
{
    if (seat == b->reader)
        fl_put_word(out, b->screen->lang, "tui.you", FL_BARE);
    else
        fl_put_seat(out, b->screen, seat);
}

void fl_put_short_player(struct fl_buf *out, const struct fl_board_view *b, int seat, int width)
{
    char memory[128];
    struct fl_buf name = fl_buf_over(memory, sizeof memory);
    fl_put_player(&name, b, seat);
    const char *space = fl_columns(name.at) > width ? strchr(name.at, ' ') : NULL;
    fl_put_bytes(out, name.at, space ? (size_t)(space - name.at) : name.len);
}

bool fl_board_is_to_move(const struct fl_board_view *b, int seat)
{
    return fl_sight_turn(b->sight) & FL_SEAT(seat);
}

int fl_board_word(const struct fl_board_view *b, int row, int column, enum fl_role role,
                  const char *key)
{
    char memory[512];
    struct fl_buf text = fl_buf_over(memory, sizeof memory);
    fl_put_word(&text, b->screen->lang, key, FL_BARE);
    return fl_canvas_text(b->canvas, row, column, role, text.at);
}

int fl_board_amount(const struct fl_board_view *b, int row, int column, enum fl_role role,
                    const char *key, int32_t n)
{
    char memory[512];
    struct fl_buf text = fl_buf_over(memory, sizeof memory);
    fl_put_amount(&text, b->screen, key, n);
    return fl_canvas_text(b->canvas, row, column, role, text.at);
}

void fl_board_bar(const struct fl_board_view *b, int row, int column, int width, enum fl_role role,
                  double part)
{
    static const char *const eighth[] = {"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};
    int eighths = (int)(8 * width * (part < 0 ? 0 : part > 1 ? 1 : part) + 0.5);
    for (int i = 0; i < eighths / 8; i++)
        fl_canvas_text(b->canvas, row, column + i, role, "█");
    fl_canvas_text(b->canvas, row, column + eighths / 8, role, eighth[eighths % 8]);
}

/* ---- items ---- */

const struct fl_item *fl_board_item(const struct fl_view *view, const struct fl_zone *zone,
                                    const char *kind)
{
    int first = zone ? zone->first : 0, count = zone ? zone->count : view->items;
    for (int i = first; i < first + count; i++)
        if (!strcmp(view->item[i].kind, kind))
            return &view->item[i];
    return NULL;
}

int32_t fl_board_value(const struct fl_view *view, const struct fl_zone *zone, const char *kind)
{
    const struct fl_item *item = fl_board_item(view, zone, kind);
    return item ? item->value : 0;
}

/* ---- the plain board ---- */

static void put_item(struct fl_buf *out, const struct fl_board_view *b, const struct fl_item *item)
{
    fl_put_word(out, b->screen->lang, item->face ? item->face : item->kind, FL_BARE);
    if (item->value) {
        fl_put_char(out, ' ');
        fl_put_figure(out, b->screen->lang, item->value);
    }
}

/* Draws the items of a zone after its title, in as many rows as they need. Returns the next row. */
static int draw_zone(const struct fl_board_view *b, const struct fl_zone *zone, int row)
{
    enum { TITLE = 22 };
    char memory[256];
    struct fl_buf text = fl_buf_over(memory, sizeof memory);
    int column = b->area.column + TITLE, end = b->area.column + b->area.columns;
    fl_put_word(&text, b->screen->lang, zone->name, FL_BARE);
    if (zone->owner != FL_NOBODY) {
        fl_put(&text, ", ");
        fl_put_player(&text, b, zone->owner);
    }
    fl_canvas_fit(b->canvas, row, b->area.column + 1, TITLE - 2, FL_ROLE_BOLD, text.at);
    for (int i = zone->first; i < zone->first + zone->count; i++) {
        const struct fl_item *item = &b->view->item[i];
        int state = fl_item_state(b, item->id);
        fl_buf_clear(&text);
        fl_put(&text, state & FL_ITEM_CURSOR ? "[" : " ");
        put_item(&text, b, item);
        fl_put(&text, state & FL_ITEM_CURSOR ? "]" : state & FL_ITEM_LEGAL ? "•" : " ");
        if (column + fl_columns(text.at) > end && column > b->area.column + TITLE) {
            row++;
            column = b->area.column + TITLE;
        }
        fl_board_target(b, item->id);
        column +=
            fl_canvas_text(b->canvas, row, column, fl_item_role(state, FL_ROLE_PLAIN), text.at);
        fl_board_no_target(b);
    }
    return row + 1;
}

static int draw_plain(const struct fl_board_view *b, struct fl_area *side)
{
    int row = b->area.row;
    (void)side;
    for (int i = 0; i < b->view->zones && row < b->area.row + b->area.rows; i++)
        if (b->view->zone[i].count)
            row = draw_zone(b, &b->view->zone[i], row);
    return row - b->area.row;
}

static const struct fl_board plain = {.game = "", .draw = draw_plain};

static const struct fl_board *const boards[] = {
#define FL_BOARD(c_name) &fl_board_##c_name,
#include "games/games.def"
    NULL,
};

const struct fl_board *fl_board_of(const struct fl_game *game)
{
    for (int i = 0; boards[i]; i++)
        if (!strcmp(boards[i]->game, game->name))
            return boards[i];
    return &plain;
}
