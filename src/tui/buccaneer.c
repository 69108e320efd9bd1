/* Board of Buccaneer: the ships at sea, the crews as stacks of pirates, and the possessions. */
#include <ctype.h>
#include <string.h>

#include "tui/board.h"

enum { SEATS = 5, KINDS = 4, SHIP_ROWS = 5, STACK = 5, TABLE = 34, MOST_STACK = 9, CREWS = 32 };

/* By seat. Black pirates have the colour of the text, because black is invisible on black. */
static const struct {
    const char *letter;
    enum fl_role role;
} colours[SEATS] = {{"item.r", FL_ROLE_RED},
                    {"item.b", FL_ROLE_BLUE},
                    {"item.y", FL_ROLE_YELLOW},
                    {"item.k", FL_ROLE_PLAIN},
                    {"item.g", FL_ROLE_GREEN}};

static bool is_zone(const struct fl_zone *zone, const char *name)
{
    return !strcmp(zone->name, name);
}

static const struct fl_item *item_in(const struct fl_board_view *b, const char *name, int owner,
                                     int place)
{
    const struct fl_zone *zone = fl_view_find(b->view, name, owner, 0);
    return zone && place < zone->count ? &b->view->item[zone->first + place] : NULL;
}

/* ---- ships ---- */

static void draw_treasures(const struct fl_board_view *b, const struct fl_zone *ship,
                           struct fl_area a)
{
    int column = a.column;
    for (int i = ship->first; i < ship->first + ship->count; i++) {
        const struct fl_item *item = &b->view->item[i];
        char memory[64];
        struct fl_buf text = fl_buf_over(memory, sizeof memory);
        if (strcmp(item->kind, "bu.treasure"))
            continue;
        int state = fl_item_state(b, item->id);
        fl_put(&text, state & FL_ITEM_CURSOR ? "[" : " ");
        fl_put_word(&text, b->screen->lang, item->face, FL_BARE);
        fl_put(&text, state & FL_ITEM_CURSOR ? "]" : " ");
        fl_board_target(b, item->id);
        column +=
            fl_canvas_text(b->canvas, a.row, column, fl_item_role(state, FL_ROLE_PLAIN), text.at);
        fl_board_no_target(b);
    }
}

static void draw_ship(const struct fl_board_view *b, const struct fl_zone *ship, struct fl_area a)
{
    const struct fl_item *card = &b->view->item[ship->first];
    int state = fl_item_state(b, card->id);
    char title_memory[64], foot_memory[64];
    struct fl_buf title = fl_buf_over(title_memory, sizeof title_memory);
    struct fl_buf foot = fl_buf_over(foot_memory, sizeof foot_memory);
    fl_put(&title, state & FL_ITEM_CURSOR ? "[" : " ");
    fl_put_amount(&title, b->screen, "bu.tui.ship", ship->number);
    fl_put(&title, state & FL_ITEM_CURSOR ? "] " : state & FL_ITEM_LEGAL ? " • " : " ");
    fl_put_char(&foot, ' ');
    fl_put_amount(&foot, b->screen, "bu.table.question",
                  fl_board_value(b->view, ship, "bu.question"));
    fl_put_char(&foot, ' ');
    fl_board_target(b, card->id);
    if (b->canvas->target != FL_NO_TARGET)
        fl_canvas_fill(b->canvas, a, FL_ROLE_PLAIN, " ");
    fl_canvas_frame(b->canvas, a, state & FL_ITEM_CHOSEN ? FL_FRAME_HEAVY : FL_FRAME_THIN,
                    fl_item_role(state, FL_ROLE_PLAIN), (const char *[]){title.at, foot.at});
    fl_board_amount(b, a.row + 1, a.column + 2, FL_ROLE_BOLD, "bu.table.needs",
                    fl_board_value(b->view, ship, "bu.needs"));
    fl_buf_clear(&title);
    fl_put_amount(&title, b->screen, "bu.table.ducats", fl_board_value(b->view, ship, "bu.ducats"));
    fl_canvas_right(b->canvas, a.row + 1, a.column + a.columns - 2, FL_ROLE_YELLOW, title.at);
    fl_board_no_target(b);
    draw_treasures(b, ship, (struct fl_area){a.row + 2, a.column + 1, 1, a.columns - 2});
}

static int draw_ships(const struct fl_board_view *b)
{
    enum { AT_SEA = 3 };
    int place = 0, width = (b->area.columns - AT_SEA + 1) / AT_SEA;
    width = width > 36 ? 36 : width;
    for (int i = 0; i < b->view->zones; i++)
        if (is_zone(&b->view->zone[i], "bu.zone.ship")) {
            draw_ship(b, &b->view->zone[i],
                      (struct fl_area){b->area.row, b->area.column + place * (width + 1),
                                       SHIP_ROWS - 1, width});
            place++;
        }
    return SHIP_ROWS - 1;
}

/* ---- the table of possessions ---- */

/* Writes the first letters of a word. */
static void put_head(struct fl_buf *out, const struct fl_board_view *b, const char *key, int width)
{
    char memory[64];
    struct fl_buf word = fl_buf_over(memory, sizeof memory);
    fl_put_word(&word, b->screen->lang, key, FL_BARE);
    int columns = 0, one;
    for (const char *p = word.at; *p && columns < width; columns += one) {
        size_t bytes = fl_glyph(p, &one);
        fl_put_bytes(out, p, bytes);
        p += bytes;
    }
}

static void draw_heads(const struct fl_board_view *b, int row, int column)
{
    for (int kind = 0; kind < KINDS; kind++) {
        const struct fl_item *item = item_in(b, "bu.zone.supply", FL_NOBODY, kind),
                             *worth = item_in(b, "bu.zone.supply", FL_NOBODY, KINDS + kind);
        char memory[32];
        struct fl_buf text = fl_buf_over(memory, sizeof memory);
        int right = column + TABLE - 5 * (KINDS - 1 - kind) - 1;
        if (!item)
            continue;
        put_head(&text, b, item->face, 4);
        fl_canvas_right(b->canvas, row, right, FL_ROLE_DIM, text.at);
        fl_buf_clear(&text);
        fl_put_number(&text, worth ? worth->value : 0);
        fl_canvas_right(b->canvas, row + 1, right, FL_ROLE_DIM, text.at);
    }
    char memory[32];
    struct fl_buf text = fl_buf_over(memory, sizeof memory);
    put_head(&text, b, "bu.purse", 6);
    fl_canvas_right(b->canvas, row, column + TABLE - 21, FL_ROLE_DIM, text.at);
    fl_board_word(b, row + 1, column, FL_ROLE_DIM, "bu.tui.majority");
}

static void draw_seat(const struct fl_board_view *b, int seat, int row, int column)
{
    int most = fl_mark(b->sight->game, "most");
    const struct fl_item *purse = item_in(b, "bu.zone.purse", seat, 0),
                         *total = item_in(b, "bu.zone.totals", FL_NOBODY, seat);
    char memory[64];
    struct fl_buf text = fl_buf_over(memory, sizeof memory);
    if (fl_board_is_to_move(b, seat))
        fl_canvas_text(b->canvas, row, column, FL_ROLE_LEGAL, "▸");
    fl_put_short_player(&text, b, seat, 8);
    fl_canvas_fit(b->canvas, row, column + 2, 8, colours[seat].role, text.at);
    fl_buf_clear(&text);
    if (purse && purse->face)
        fl_put_char(&text, '?');
    else
        fl_put_number(&text, total ? total->value : purse ? purse->value : 0);
    fl_canvas_right(b->canvas, row, column + TABLE - 21, FL_ROLE_BOLD, text.at);
    for (int kind = 0; kind < KINDS; kind++) {
        const struct fl_item *tokens = item_in(b, "bu.zone.treasures", seat, kind);
        int right = column + TABLE - 5 * (KINDS - 1 - kind) - 1;
        if (!tokens)
            continue;
        fl_buf_clear(&text);
        if (tokens->value)
            fl_put_number(&text, tokens->value);
        else
            fl_put(&text, "–");
        fl_canvas_right(b->canvas, row, right, FL_ROLE_PLAIN, text.at);
        if (tokens->marks & most)
            fl_canvas_text(b->canvas, row, right, FL_ROLE_LEGAL, "*");
    }
}

/* What each member of the chosen crew gets from the ship under the cursor. */
static void draw_wages(const struct fl_board_view *b, int row, int column, int room)
{
    uint16_t top = b->chooser && b->chooser->picks ? b->chooser->pick[0] : b->cursor;
    int drawn = 0;
    for (int z = 0; z < b->view->zones; z++) {
        const struct fl_zone *zone = &b->view->zone[z];
        bool chosen = is_zone(zone, "bu.zone.ship") &&
                      (fl_item_state(b, b->view->item[zone->first].id) & FL_ITEM_CURSOR);
        for (int i = zone->first; i < zone->first + zone->count && !chosen; i++)
            chosen = b->cursor == b->view->item[i].id && is_zone(zone, "bu.zone.ship");
        for (int i = zone->first; chosen && i < zone->first + zone->count && drawn < room; i++) {
            const struct fl_item *share = &b->view->item[i];
            char memory[64];
            struct fl_buf text = fl_buf_over(memory, sizeof memory);
            if (strcmp(share->kind, "bu.share") || share->on != top)
                continue;
            fl_put_player(&text, b, share->owner);
            fl_canvas_fit(b->canvas, row + drawn, column + 2, 14, colours[share->owner].role,
                          text.at);
            fl_buf_clear(&text);
            fl_put_number(&text, share->value);
            if (i + 1 < zone->first + zone->count &&
                !strcmp(b->view->item[i + 1].kind, "bu.most")) {
                fl_put(&text, " – ");
                fl_put_number(&text, b->view->item[i + 1].value);
            }
            fl_put(&text, " ◉");
            fl_canvas_right(b->canvas, row + drawn++, column + TABLE - 1, FL_ROLE_YELLOW, text.at);
        }
    }
}

/* ---- crews ---- */

static void put_pirate(struct fl_buf *out, const struct fl_board_view *b,
                       const struct fl_item *pirate)
{
    char memory[16];
    struct fl_buf letter = fl_buf_over(memory, sizeof memory);
    fl_put_word(&letter, b->screen->lang, colours[pirate->owner].letter, FL_BARE);
    fl_put_char(out, (char)toupper((unsigned char)letter.at[0]));
    if (pirate->face)
        fl_put_word(out, b->screen->lang, pirate->face, FL_BARE);
}

/* The sign at both sides of the top pirate. */
static const char *const *brackets(int state)
{
    static const char *const cursor[] = {"[", "]"}, *const chosen[] = {"▐", "▌"},
                             *const legal[] = {"(", ")"}, *const none[] = {" ", " "};
    return state & FL_ITEM_CURSOR   ? cursor
           : state & FL_ITEM_CHOSEN ? chosen
           : state & FL_ITEM_LEGAL  ? legal
                                    : none;
}

static void put_top(struct fl_buf *out, const struct fl_board_view *b, const struct fl_item *top)
{
    const char *const *sign = brackets(fl_item_state(b, top->id));
    fl_put(out, sign[0]);
    put_pirate(out, b, top);
    fl_put(out, sign[1]);
}

/* A stack of pirates whose last one is on the row `bottom`. */
static void draw_stack(const struct fl_board_view *b, const struct fl_zone *crew, int bottom,
                       int column)
{
    const struct fl_item *top = &b->view->item[crew->first];
    int state = fl_item_state(b, top->id);
    char memory[32];
    struct fl_buf text = fl_buf_over(memory, sizeof memory);
    fl_board_target(b, top->id);
    put_top(&text, b, top);
    fl_canvas_text(b->canvas, bottom - crew->count + 1, column,
                   fl_item_role(state & ~FL_ITEM_LEGAL, colours[top->owner].role), text.at);
    for (int i = 1; i < crew->count; i++) {
        const struct fl_item *pirate = &b->view->item[crew->first + i];
        int row = bottom - crew->count + 1 + i;
        fl_buf_clear(&text);
        put_pirate(&text, b, pirate);
        fl_canvas_text(b->canvas, row, column, FL_ROLE_DIM, "│  │");
        fl_canvas_text(b->canvas, row, column + 1, colours[pirate->owner].role, text.at);
    }
    fl_board_no_target(b);
}

struct crews {
    int count, highest;
    const struct fl_zone *crew[CREWS];
};

static void find_crews(const struct fl_board_view *b, struct crews *out)
{
    out->count = out->highest = 0;
    for (int i = 0; i < b->view->zones && out->count < CREWS; i++) {
        const struct fl_zone *zone = &b->view->zone[i];
        if (!is_zone(zone, "bu.zone.crew"))
            continue;
        out->crew[out->count++] = zone;
        out->highest = zone->count > out->highest ? zone->count : out->highest;
    }
}

/* Draws the crews as stacks side by side, with the names of their captains below. */
static void draw_stacks(const struct fl_board_view *b, const struct crews *all, int bottom)
{
    int column = b->area.column + 1;
    for (int i = 0; i < all->count; i++) {
        int owner = all->crew[i]->owner;
        bool first = !i || all->crew[i - 1]->owner != owner;
        column += i && first ? 1 : 0;
        int crews = 1;
        while (i + crews < all->count && all->crew[i + crews]->owner == owner)
            crews++;
        if (first) {
            char memory[64];
            struct fl_buf name = fl_buf_over(memory, sizeof memory);
            fl_put_short_player(&name, b, owner, crews * STACK);
            fl_canvas_fill(b->canvas, (struct fl_area){bottom + 1, column, 1, crews * STACK},
                           FL_ROLE_DIM, "─");
            fl_canvas_fit(b->canvas, bottom + 2, column, crews * STACK + 1, colours[owner].role,
                          name.at);
        }
        draw_stack(b, all->crew[i], bottom, column);
        column += STACK;
    }
}

/* Draws a crew from left to right, its top first. Returns its columns. */
static int draw_row_crew(const struct fl_board_view *b, const struct fl_zone *crew, int row,
                         int column)
{
    const struct fl_item *top = &b->view->item[crew->first];
    int state = fl_item_state(b, top->id);
    char memory[64];
    struct fl_buf text = fl_buf_over(memory, sizeof memory);
    fl_board_target(b, top->id);
    put_top(&text, b, top);
    int drawn =
        fl_canvas_text(b->canvas, row, column,
                       fl_item_role(state & ~FL_ITEM_LEGAL, colours[top->owner].role), text.at);
    for (int i = 1; i < crew->count; i++) {
        const struct fl_item *pirate = &b->view->item[crew->first + i];
        fl_buf_clear(&text);
        put_pirate(&text, b, pirate);
        drawn +=
            fl_canvas_text(b->canvas, row, column + drawn, colours[pirate->owner].role, text.at);
    }
    fl_board_no_target(b);
    return drawn + 1;
}

/* Draws the crews of each player in rows, if the stacks do not fit. Returns the next row. */
static int draw_rows(const struct fl_board_view *b, const struct crews *all, int row)
{
    enum { NAME = 10 };
    int right = b->area.columns - TABLE - 1, column = NAME;
    for (int i = 0; i < all->count; i++) {
        int owner = all->crew[i]->owner, width = 4 + all->crew[i]->count;
        bool first = !i || all->crew[i - 1]->owner != owner;
        if (i && (first || column + width > right)) {
            row++;
            column = NAME;
        }
        if (first) {
            char memory[64];
            struct fl_buf name = fl_buf_over(memory, sizeof memory);
            fl_put_short_player(&name, b, owner, NAME - 2);
            fl_canvas_fit(b->canvas, row, b->area.column + 1, NAME - 2, colours[owner].role,
                          name.at);
        }
        column += draw_row_crew(b, all->crew[i], row, column);
    }
    return row + 1;
}

static int captains_of(const struct crews *all)
{
    int n = 0;
    for (int i = 0; i < all->count; i++)
        n += !i || all->crew[i - 1]->owner != all->crew[i]->owner;
    return n;
}

static int draw(const struct fl_board_view *b, struct fl_area *side)
{
    enum { LOG = 5 };
    struct crews all;
    int row = b->area.row + draw_ships(b), column = b->area.column + b->area.columns - TABLE;
    int seats = b->sight->setup.seats, room = b->area.rows - (SHIP_ROWS - 1) - LOG;
    (void)side;
    find_crews(b, &all);
    int width = all.count * STACK + captains_of(&all) + 1;
    int rows = all.highest + 2 > seats + 5 ? all.highest + 2 : seats + 5;
    draw_heads(b, row, column);
    for (int seat = 0; seat < seats; seat++)
        draw_seat(b, seat, row + 2 + seat, column);
    if (width <= b->area.columns - TABLE && rows <= room) {
        draw_stacks(b, &all, row + rows - 3);
    } else {
        int next = draw_rows(b, &all, row + 1) - row;
        rows = next > seats + 3 ? next : seats + 3;
    }
    draw_wages(b, row + 3 + seats, column, rows - seats - 3);
    return SHIP_ROWS - 1 + rows;
}

static void put_title(const struct fl_board_view *b, struct fl_buf *out)
{
    fl_put_amount(out, b->screen, "bu.tui.deck", fl_board_value(b->view, NULL, "bu.deck"));
}

const struct fl_board fl_board_buccaneer = {
    .game = "buccaneer", .draw = draw, .put_title = put_title};
