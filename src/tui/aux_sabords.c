/* Board of Aux Sabords: the sea, and next to it the possessions, the die, the hand and the choices.
 *
 * A square shows its type and its owner by a symbol and a small letter; ships are capital letters
 * between oars. */
#include <string.h>

#include "tui/board.h"

enum { COLOURS = 4, LARGE_COLUMNS = 108 };

static const struct {
    const char *ship, *chest, *letter, *port, *treasure, *rose;
    enum fl_role role;
} colours[COLOURS] = {
    {"as.ship.red", "as.chest.red", "as.letter.red", "as.square.port-red", "as.square.treasure-red",
     "as.square.rose-red", FL_ROLE_RED},
    {"as.ship.blue", "as.chest.blue", "as.letter.blue", "as.square.port-blue",
     "as.square.treasure-blue", "as.square.rose-blue", FL_ROLE_BLUE},
    {"as.ship.yellow", "as.chest.yellow", "as.letter.yellow", "as.square.port-yellow",
     "as.square.treasure-yellow", "as.square.rose-yellow", FL_ROLE_YELLOW},
    {"as.ship.green", "as.chest.green", "as.letter.green", "as.square.port-green",
     "as.square.treasure-green", "as.square.rose-green", FL_ROLE_GREEN},
};

/* The size of a square on the screen. */
struct scale {
    int rows, columns;
};

static const struct fl_zone *zone_of(const struct fl_board_view *b, const char *name, int owner,
                                     int number)
{
    static const struct fl_zone empty;
    const struct fl_zone *zone = fl_view_find(b->view, name, owner, number);
    return zone ? zone : &empty;
}

static const struct fl_item *ship_of(const struct fl_board_view *b, int colour)
{
    for (int i = 0; i < b->view->items; i++)
        if (!strcmp(b->view->item[i].kind, "as.ship") &&
            !strcmp(b->view->item[i].face, colours[colour].ship))
            return &b->view->item[i];
    return NULL;
}

/* The number of chests on an item. */
static int32_t chests_on(const struct fl_board_view *b, int item)
{
    int32_t n = 0;
    for (int i = 0; i < b->view->items; i++)
        if (b->view->item[i].on == item && !strcmp(b->view->item[i].kind, "as.chests"))
            n += b->view->item[i].value;
    return n;
}

static int square_faced(const struct fl_board_view *b, const char *face)
{
    const struct fl_zone *sea = zone_of(b, "as.zone.sea", FL_NOBODY, 0);
    for (int i = sea->first; i < sea->first + sea->count; i++)
        if (!strcmp(b->view->item[i].face, face))
            return b->view->item[i].id;
    return FL_NO_ITEM;
}

/* ---- squares ---- */

struct sign {
    const char *text;
    int colour; /* of the owner, or -1 */
};

static struct sign sign_of(const char *face)
{
    for (int i = 0; i < COLOURS; i++) {
        if (!strcmp(face, colours[i].port))
            return (struct sign){"⌂", i};
        if (!strcmp(face, colours[i].treasure))
            return (struct sign){"$", i};
        if (!strcmp(face, colours[i].rose))
            return (struct sign){"✶", i};
    }
    return (struct sign){!strcmp(face, "as.square.sea")    ? "·"
                         : !strcmp(face, "as.square.reef") ? "▴"
                         : !strcmp(face, "as.square.land") ? "▒"
                                                           : "x",
                         -1};
}

/* Writes the letters of the ships on a square and returns their number. */
static int put_ships(struct fl_buf *out, const struct fl_board_view *b, uint16_t square,
                     enum fl_role *role)
{
    int n = 0;
    for (int colour = 0; colour < COLOURS; colour++) {
        const struct fl_item *ship = ship_of(b, colour);
        if (!ship || ship->on != square)
            continue;
        fl_put_word(out, b->screen->lang, colours[colour].letter, FL_BARE);
        *role = colours[colour].role;
        n++;
    }
    return n;
}

/* What is drawn in a square: its sign, or its ships, or that it can be reached. */
static enum fl_role put_square(struct fl_buf *out, const struct fl_board_view *b,
                               const struct fl_item *square, int state)
{
    struct sign sign = sign_of(square->face);
    enum fl_role role = sign.colour >= 0 ? colours[sign.colour].role : FL_ROLE_DIM;
    char memory[64];
    struct fl_buf ships = fl_buf_over(memory, sizeof memory);
    int n = put_ships(&ships, b, square->id, &role);
    if (n == 1) {
        bool marked = state & (FL_ITEM_LEGAL | FL_ITEM_CURSOR);
        fl_put(out, marked ? "" : "\\");
        fl_put(out, ships.at);
        fl_put(out, marked ? "" : "/");
    } else if (n) {
        fl_put(out, ships.at);
    } else if (sign.colour >= 0) {
        fl_put(out, state & FL_ITEM_LEGAL && !(state & FL_ITEM_CURSOR) ? "•" : "");
        fl_put(out, sign.text);
        fl_put_word(out, b->screen->lang, colours[sign.colour].letter, FL_A);
        int32_t chests = chests_on(b, square->id);
        if (chests && !(state & (FL_ITEM_LEGAL | FL_ITEM_CURSOR)))
            fl_put_number(out, chests);
    } else {
        fl_put(out, state & FL_ITEM_LEGAL ? "•" : sign.text);
    }
    return role;
}

/* A ship on a large square. */
static void draw_hull(const struct fl_board_view *b, struct fl_area a, enum fl_role role,
                      char letter)
{
    char sail[] = {'|', letter, '>', '\0'};
    fl_canvas_text(b->canvas, a.row, a.column + 1, role, sail);
    fl_canvas_text(b->canvas, a.row + 1, a.column, role, "\\___/");
}

static void draw_square(const struct fl_board_view *b, const struct fl_item *square, int row,
                        int column, struct scale s)
{
    int state = fl_item_state(b, square->id);
    struct sign sign = sign_of(square->face);
    bool land = !strcmp(sign.text, "▒");
    char memory[64], cell_memory[80];
    struct fl_buf text = fl_buf_over(memory, sizeof memory);
    struct fl_buf cell = fl_buf_over(cell_memory, sizeof cell_memory);
    struct fl_area area = {row, column, s.rows, s.columns};
    enum fl_role role = put_square(&text, b, square, state);
    bool named = b->chooser && fl_chooser_route(b->chooser, square->id) &&
                 fl_chooser_route(b->chooser, square->id)->name;
    fl_board_target(b, square->id);
    fl_canvas_fill(b->canvas, area, land ? FL_ROLE_LAND : FL_ROLE_PLAIN, land ? "▒" : " ");
    if (state & FL_ITEM_CURSOR)
        fl_canvas_fill(b->canvas, area, FL_ROLE_CURSOR, " ");
    fl_put(&cell, state & FL_ITEM_CURSOR ? "[" : named && text.len < 4 ? "(" : "");
    fl_put(&cell, text.at);
    fl_put(&cell, state & FL_ITEM_CURSOR ? "]" : named && text.len < 4 ? ")" : "");
    if (s.rows > 1 && text.at[0] == '\\')
        draw_hull(b, area, role, text.at[1]);
    else if (!land)
        fl_canvas_centre(b->canvas, row + s.rows - 1, column, s.columns, fl_item_role(state, role),
                         cell.at);
    fl_board_no_target(b);
}

static struct scale scale_of(const struct fl_board_view *b, int side)
{
    bool large = b->area.rows >= 2 * side + 7 && b->area.columns >= LARGE_COLUMNS;
    return large ? (struct scale){2, 5} : (struct scale){1, 3};
}

/* Draws the sea with its coordinates. Returns its columns. */
static int draw_sea(const struct fl_board_view *b, int *rows)
{
    const struct fl_zone *sea = zone_of(b, "as.zone.sea", FL_NOBODY, 0);
    int side = sea->columns;
    struct scale s = scale_of(b, side);
    struct fl_area frame = {b->area.row, b->area.column + 3, side * s.rows + 2,
                            side * s.columns + 2};
    fl_canvas_frame(b->canvas, frame, FL_FRAME_THIN, FL_ROLE_DIM, (const char *[]){"", ""});
    for (int i = 0; i < side; i++) {
        char letter[2] = {(char)('a' + i)}, memory[8];
        struct fl_buf number = fl_buf_over(memory, sizeof memory);
        fl_canvas_text(b->canvas, frame.row, frame.column + 1 + i * s.columns + s.columns / 2,
                       FL_ROLE_DIM, letter);
        fl_put_number(&number, i + 1);
        fl_canvas_right(b->canvas, frame.row + i * s.rows + s.rows, frame.column - 1, FL_ROLE_DIM,
                        number.at);
    }
    for (int i = 0; i < sea->count; i++)
        draw_square(b, &b->view->item[sea->first + i], frame.row + 1 + i / side * s.rows,
                    frame.column + 1 + i % side * s.columns, s);
    *rows = frame.rows;
    return frame.column + frame.columns;
}

/* ---- next to the sea ---- */

static int32_t chests_beside(const struct fl_board_view *b, int colour, int owner)
{
    const struct fl_zone *side = zone_of(b, "as.zone.side", owner, colour);
    for (int i = side->first; i < side->first + side->count; i++)
        if (!strcmp(b->view->item[i].kind, "as.chests"))
            return b->view->item[i].value;
    return 0;
}

static void draw_number(const struct fl_board_view *b, int row, int right, int32_t number)
{
    char memory[16];
    struct fl_buf text = fl_buf_over(memory, sizeof memory);
    if (number)
        fl_put_number(&text, number);
    else
        fl_put(&text, "–");
    fl_canvas_right(b->canvas, row, right, FL_ROLE_PLAIN, text.at);
}

static void draw_ship(const struct fl_board_view *b, int colour, int row, struct fl_area a)
{
    const struct fl_item *ship = ship_of(b, colour);
    int right = a.column + a.columns;
    char memory[64];
    struct fl_buf text = fl_buf_over(memory, sizeof memory);
    if (ship->marks & fl_mark(b->sight->game, "active"))
        fl_canvas_text(b->canvas, row, a.column, FL_ROLE_LEGAL, "▸");
    fl_put_word(&text, b->screen->lang, colours[colour].letter, FL_BARE);
    fl_put_char(&text, ' ');
    fl_put_short_player(&text, b, ship->owner, a.columns - 26);
    fl_canvas_fit(b->canvas, row, a.column + 2, a.columns - 24, colours[colour].role, text.at);
    if (ship->on == FL_NO_ITEM)
        fl_canvas_right(b->canvas, row, right - 18, FL_ROLE_DIM, "x");
    else
        draw_number(b, row, right - 18, chests_on(b, ship->id));
    draw_number(b, row, right - 12, chests_on(b, square_faced(b, colours[colour].treasure)));
    draw_number(b, row, right - 6, chests_beside(b, colour, ship->owner));
    draw_number(b, row, right, chests_on(b, square_faced(b, colours[colour].port)));
}

/* Draws the table of ships. Returns the next row. */
static int draw_fleet(const struct fl_board_view *b, struct fl_area a)
{
    static const char *const head[] = {"as.tui.aboard", "as.tui.island", "as.tui.side",
                                       "as.tui.port"};
    int row = a.row + 1;
    for (int i = 0; i < 4; i++) {
        char memory[64];
        struct fl_buf text = fl_buf_over(memory, sizeof memory);
        fl_put_word(&text, b->screen->lang, head[i], FL_BARE);
        fl_canvas_right(b->canvas, a.row, a.column + a.columns - 6 * (3 - i), FL_ROLE_DIM, text.at);
    }
    for (int colour = 0; colour < COLOURS; colour++)
        if (ship_of(b, colour))
            draw_ship(b, colour, row++, a);
    return row;
}

/* The pips of a die, row by row. */
static void draw_die(const struct fl_board_view *b, int row, int column)
{
    static const char *const pips[7][2] = {
        {"     ", "     "}, {"  ●  ", "     "}, {"●    ", "    ●"}, {"●   ●", "  ●  "},
        {"●   ●", "●   ●"}, {"● ● ●", "●   ●"}, {"● ● ●", "● ● ●"}};
    const struct fl_item *die = fl_board_item(b->view, NULL, "as.die");
    int value = die && die->value >= 0 && die->value <= 6 ? die->value : 0;
    if (!die)
        return;
    int state = fl_item_state(b, die->id);
    fl_board_target(b, die->id);
    fl_canvas_frame(b->canvas, (struct fl_area){row, column, 4, 7}, FL_FRAME_THIN,
                    fl_item_role(state, FL_ROLE_PLAIN), (const char *[]){"", ""});
    for (int i = 0; i < 2; i++)
        fl_canvas_text(b->canvas, row + 1 + i, column + 1, FL_ROLE_BOLD, pips[value][i]);
    fl_board_no_target(b);
}

/* Draws the viewer's cards, equal ones counted. */
static void draw_hand(const struct fl_board_view *b, struct fl_area a)
{
    int row = a.row;
    fl_board_word(b, row++, a.column, FL_ROLE_DIM, "as.tui.hand");
    for (int number = 0; number < COLOURS; number++) {
        const struct fl_zone *hand = zone_of(b, "as.zone.hand", b->sight->viewer, number);
        for (int i = hand->first, n; i < hand->first + hand->count && row < a.row + a.rows;
             i += n) {
            const struct fl_item *card = &b->view->item[i];
            char memory[64];
            struct fl_buf text = fl_buf_over(memory, sizeof memory);
            int state = fl_item_state(b, card->id);
            for (n = 1; i + n < hand->first + hand->count && card->face &&
                        b->view->item[i + n].face &&
                        !strcmp(b->view->item[i + n].face, card->face);)
                n++;
            fl_put(&text, state & FL_ITEM_CURSOR ? "[" : state & FL_ITEM_CHOSEN ? "▐" : " ");
            fl_put_word(&text, b->screen->lang, card->face ? card->face : card->kind, FL_BARE);
            if (n > 1) {
                fl_put(&text, " × ");
                fl_put_number(&text, n);
            }
            fl_put(&text, state & FL_ITEM_CURSOR   ? "]"
                          : state & FL_ITEM_CHOSEN ? "▌"
                          : state & FL_ITEM_LEGAL  ? " •"
                                                   : "");
            fl_board_target(b, card->id);
            fl_canvas_fit(b->canvas, row++, a.column, a.columns, fl_item_role(state, FL_ROLE_PLAIN),
                          text.at);
            fl_board_no_target(b);
        }
    }
}

static int draw(const struct fl_board_view *b, struct fl_area *side)
{
    int rows, column = draw_sea(b, &rows) + 2;
    struct fl_area a = {b->area.row, column, rows, b->area.columns - column - 1};
    int row = draw_fleet(b, a) + 1;
    draw_die(b, row, column);
    draw_hand(b, (struct fl_area){row, column + 9, 6, a.columns - 9});
    row += 6;
    *side =
        (struct fl_area){row, column - 1, b->area.row + rows - row, b->area.columns - column + 1};
    return rows;
}

static void put_title(const struct fl_board_view *b, struct fl_buf *out)
{
    const struct fl_zone *gone = zone_of(b, "as.zone.discard", FL_NOBODY, 0);
    int32_t discarded = 0;
    for (int i = gone->first; i < gone->first + gone->count; i++)
        discarded += b->view->item[i].value;
    fl_put_amount(out, b->screen, "as.tui.pile", fl_board_value(b->view, NULL, "as.pile"));
    fl_put(out, "    ");
    fl_put_amount(out, b->screen, "as.tui.discard", discarded);
}

const struct fl_board fl_board_aux_sabords = {
    .game = "aux-sabords", .draw = draw, .put_title = put_title};
