/* Board of Pirates en Duel: the boats with their crews, the fight with its dice, and the pirates
 * for hire. */
#include <string.h>

#include "tui/board.h"

enum { BOAT_ROWS = 4, BOAT = 39, CELLS = 3 };

static const struct {
    const char *face, *name, *symbols;
} pirates[] = {
    {"pd.pirate.sailor-sabre", "pd.short.sailor", "†"},
    {"pd.pirate.sailor-cannon", "pd.short.sailor", "●"},
    {"pd.pirate.helm-sabre", "pd.short.helm", "†"},
    {"pd.pirate.helm-cannon", "pd.short.helm", "●"},
    {"pd.pirate.medic-sabre", "pd.short.medic", "†"},
    {"pd.pirate.medic-cannon", "pd.short.medic", "●"},
    {"pd.pirate.lookout-sabre", "pd.short.lookout", "†"},
    {"pd.pirate.lookout-cannon", "pd.short.lookout", "●"},
    {"pd.pirate.parrot-sabre", "pd.short.parrot", "†"},
    {"pd.pirate.parrot-cannon", "pd.short.parrot", "●"},
    {"pd.pirate.tavern-sabre", "pd.short.tavern", "†"},
    {"pd.pirate.tavern-cannon", "pd.short.tavern", "●"},
    {"pd.pirate.monkey-sabre", "pd.short.monkey", "††"},
    {"pd.pirate.monkey-cannon", "pd.short.monkey", "●●"},
    {"pd.pirate.warrior", "pd.short.warrior", "†"},
    {"pd.pirate.shipwright", "pd.short.shipwright", ""},
    {"pd.pirate.dinghy-sabre", "pd.short.dinghy", "†"},
    {"pd.pirate.dinghy-cannon", "pd.short.dinghy", "●"},
    {"pd.pirate.brother-sabre", "pd.short.brother", "†"},
    {"pd.pirate.brother-cannon", "pd.short.brother", "●"},
    {"pd.pirate.twin", "pd.short.twin", "†"},
    {"pd.pirate.sergeant", "pd.short.sergeant", "●"},
    {"pd.pirate.marksman", "pd.short.marksman", ""},
    {"pd.pirate.pistol", "pd.short.pistol", "†"},
    {"pd.pirate.carriage", "pd.short.carriage", "●"},
};

static const struct {
    const char *face;
    enum fl_role role;
} boats[] = {
    {"pd.colour.blue", FL_ROLE_BLUE},     {"pd.colour.red", FL_ROLE_RED},
    {"pd.colour.white", FL_ROLE_WHITE},   {"pd.colour.green", FL_ROLE_GREEN},
    {"pd.colour.yellow", FL_ROLE_YELLOW}, {"pd.colour.violet", FL_ROLE_MAGENTA},
};

static bool is_kind(const struct fl_item *item, const char *kind)
{
    return !strcmp(item->kind, kind);
}

static int mark(const struct fl_board_view *b, const char *name)
{
    return fl_mark(b->sight->game, name);
}

static enum fl_role role_of_boat(const struct fl_item *boat)
{
    for (size_t i = 0; boat->face && i < sizeof boats / sizeof boats[0]; i++)
        if (!strcmp(boats[i].face, boat->face))
            return boats[i].role;
    return FL_ROLE_PLAIN;
}

/* ---- pirates ---- */

static void put_pirate(struct fl_buf *out, const struct fl_board_view *b,
                       const struct fl_item *item)
{
    if (is_kind(item, "pd.captain")) {
        fl_put_word(out, b->screen->lang, "pd.short.captain", FL_BARE);
        fl_put(out, " †●");
        return;
    }
    for (size_t i = 0; item->face && i < sizeof pirates / sizeof pirates[0]; i++)
        if (!strcmp(pirates[i].face, item->face)) {
            fl_put_word(out, b->screen->lang, pirates[i].name, FL_BARE);
            fl_put(out, *pirates[i].symbols ? " " : "");
            fl_put(out, pirates[i].symbols);
            return;
        }
    fl_put(out, "–");
}

static bool is_cell(const struct fl_item *item)
{
    return is_kind(item, "pd.pirate") || is_kind(item, "pd.captain") || is_kind(item, "pd.place");
}

/* Draws a pirate or a free space in `width` columns. A sign before it shows its condition. */
static void draw_cell(const struct fl_board_view *b, const struct fl_item *item, int row,
                      int column, int width)
{
    int state = fl_item_state(b, item->id);
    bool fallen = item->marks & mark(b, "fallen");
    char memory[96];
    struct fl_buf text = fl_buf_over(memory, sizeof memory);
    fl_put(&text, state & FL_ITEM_CURSOR             ? "["
                  : state & FL_ITEM_CHOSEN           ? "▐"
                  : fallen                           ? "✗"
                  : item->marks & mark(b, "imposed") ? "!"
                  : item->marks & mark(b, "taken")   ? "+"
                  : state & FL_ITEM_LEGAL            ? "•"
                                                     : " ");
    put_pirate(&text, b, item);
    fl_put(&text, state & FL_ITEM_CURSOR ? "]" : "");
    fl_put(&text, state & FL_ITEM_CHOSEN ? "▌" : "");
    fl_board_target(b, item->id);
    fl_canvas_fit(b->canvas, row, column, width,
                  fl_item_role(state, fallen || is_kind(item, "pd.place") ? FL_ROLE_DIM
                                      : is_kind(item, "pd.captain")       ? FL_ROLE_BOLD
                                                                          : FL_ROLE_PLAIN),
                  text.at);
    fl_board_no_target(b);
}

/* ---- boats ---- */

static void put_boat_title(struct fl_buf *out, const struct fl_board_view *b,
                           const struct fl_item *boat)
{
    int state = fl_item_state(b, boat->id);
    fl_put(out, "|>");
    fl_put(out, state & FL_ITEM_CURSOR ? "[" : state & FL_ITEM_LEGAL ? "(" : " ");
    fl_put_word(out, b->screen->lang, boat->face, FL_BARE);
    fl_put(out, state & FL_ITEM_CURSOR ? "] " : state & FL_ITEM_LEGAL ? ") " : "  ");
    fl_put_player(out, b, boat->owner);
    if (boat->marks & (mark(b, "attacker") | mark(b, "defender"))) {
        fl_put(out, " – ");
        fl_put_word(out, b->screen->lang,
                    boat->marks & mark(b, "attacker") ? "pd.table.attacker" : "pd.table.defender",
                    FL_BARE);
    }
}

static void draw_force(const struct fl_board_view *b, const struct fl_zone *zone, struct fl_area a)
{
    char memory[128], line_memory[256];
    struct fl_buf text = fl_buf_over(memory, sizeof memory);
    struct fl_buf line = fl_buf_over(line_memory, sizeof line_memory);
    fl_put(&text, " † ");
    fl_put_number(&text, fl_board_value(b->view, zone, "pd.sabres"));
    fl_put(&text, "   ● ");
    fl_put_number(&text, fl_board_value(b->view, zone, "pd.cannons"));
    fl_put_char(&text, ' ');
    fl_put(&line, "\\__");
    fl_put(&line, text.at);
    fl_put_times(&line, "_", a.columns - 5 - fl_columns(text.at));
    fl_put(&line, "/");
    fl_canvas_text(b->canvas, a.row + BOAT_ROWS - 1, a.column, FL_ROLE_DIM, line.at);
}

static void draw_boat(const struct fl_board_view *b, const struct fl_zone *zone, struct fl_area a)
{
    const struct fl_item *boat = fl_board_item(b->view, zone, "pd.boat");
    const struct fl_zone *treasure = fl_view_find(b->view, "pd.zone.treasure", zone->owner, 0);
    char memory[128];
    struct fl_buf text = fl_buf_over(memory, sizeof memory);
    int place = 0, width = (a.columns - 3) / CELLS;
    if (!boat)
        return;
    put_boat_title(&text, b, boat);
    fl_board_target(b, boat->id);
    fl_canvas_fit(b->canvas, a.row, a.column, a.columns - 7,
                  fl_item_role(fl_item_state(b, boat->id) & ~FL_ITEM_LEGAL, role_of_boat(boat)),
                  text.at);
    fl_board_no_target(b);
    fl_buf_clear(&text);
    fl_put(&text, fl_board_is_to_move(b, zone->owner) ? "▸ ◉ " : "◉ ");
    fl_put_number(&text, treasure ? fl_board_value(b->view, treasure, "pd.coins") : 0);
    fl_canvas_right(b->canvas, a.row, a.column + a.columns - 1, FL_ROLE_YELLOW, text.at);
    for (int row = 1; row < BOAT_ROWS - 1; row++) {
        fl_canvas_text(b->canvas, a.row + row, a.column, FL_ROLE_DIM, "|");
        fl_canvas_text(b->canvas, a.row + row, a.column + a.columns - 2, FL_ROLE_DIM, "|");
    }
    for (int i = zone->first; i < zone->first + zone->count; i++)
        if (is_cell(&b->view->item[i])) {
            draw_cell(b, &b->view->item[i], a.row + 1 + place / CELLS,
                      a.column + 1 + place % CELLS * width, width);
            place++;
        }
    draw_force(b, zone, a);
}

/* Draws the boats side by side. Returns the rows used. */
static int draw_boats(const struct fl_board_view *b)
{
    int columns = (b->area.columns - 1) / BOAT, place = 0;
    columns = columns < 1 ? 1 : columns > 3 ? 3 : columns;
    int width = (b->area.columns - 2) / columns;
    for (int i = 0; i < b->view->zones; i++) {
        if (strcmp(b->view->zone[i].name, "pd.zone.boat"))
            continue;
        draw_boat(b, &b->view->zone[i],
                  (struct fl_area){b->area.row + place / columns * BOAT_ROWS,
                                   b->area.column + 1 + place % columns * width, BOAT_ROWS,
                                   width - 1});
        place++;
    }
    return (place + columns - 1) / columns * BOAT_ROWS;
}

/* ---- the fight ---- */

/* Draws the dice of a side: "[1 ☠]". Returns the columns. */
static int draw_dice(const struct fl_board_view *b, const struct fl_zone *zone, int row, int column)
{
    int start = column;
    for (int i = zone->first; i < zone->first + zone->count; i++) {
        const struct fl_item *die = &b->view->item[i];
        int state = fl_item_state(b, die->id);
        if (is_kind(die, "pd.losses"))
            continue;
        const char *picture = !die->face                            ? "?"
                              : !strcmp(die->face, "pd.face.skull") ? "☠"
                              : !strcmp(die->face, "pd.face.boat")  ? "▲"
                                                                    : "·";
        char memory[32];
        struct fl_buf text = fl_buf_over(memory, sizeof memory);
        fl_put(&text, state & FL_ITEM_CURSOR ? "[" : state & FL_ITEM_CHOSEN ? "▐" : "(");
        fl_put(&text, picture);
        fl_put(&text, state & FL_ITEM_CURSOR ? "] " : state & FL_ITEM_CHOSEN ? "▌ " : ") ");
        fl_board_target(b, die->id);
        column += fl_canvas_text(
            b->canvas, row, column,
            fl_item_role(state, is_kind(die, "pd.red-die") ? FL_ROLE_RED : FL_ROLE_BLUE), text.at);
        fl_board_no_target(b);
    }
    return column - start;
}

static int draw_side(const struct fl_board_view *b, const char *role_mark, const char *zone_name,
                     int row, int column)
{
    for (int i = 0; i < b->view->items; i++) {
        const struct fl_item *boat = &b->view->item[i];
        if (!is_kind(boat, "pd.boat") || !(boat->marks & mark(b, role_mark)))
            continue;
        const struct fl_zone *zone = fl_view_find(b->view, zone_name, boat->owner, 0);
        char memory[96];
        struct fl_buf text = fl_buf_over(memory, sizeof memory);
        fl_put_player(&text, b, boat->owner);
        fl_put(&text, "  ");
        int drawn = fl_canvas_text(b->canvas, row, column, role_of_boat(boat), text.at);
        if (zone)
            drawn += draw_dice(b, zone, row, column + drawn);
        const struct fl_item *losses = zone ? fl_board_item(b->view, zone, "pd.losses") : NULL;
        if (losses)
            drawn += 2 + fl_board_amount(b, row, column + drawn + 1, FL_ROLE_RISK,
                                         "pd.table.losses", losses->value);
        return drawn;
    }
    return 0;
}

/* Draws the Combat card and the dice. Returns the rows used. */
static int draw_fight(const struct fl_board_view *b, int row)
{
    const struct fl_item *card = fl_board_item(b->view, NULL, "pd.combat"),
                         *type = fl_board_item(b->view, NULL, "pd.type");
    char memory[192];
    struct fl_buf text = fl_buf_over(memory, sizeof memory);
    struct fl_phrase phrase;
    if (!card || !card->face)
        return 0;
    fl_phrase_begin(&phrase, type ? "pd.table.duel" : "pd.table.card");
    if (type)
        fl_with_word(&phrase, "type", type->face);
    else
        fl_with_word(&phrase, "card", card->face);
    fl_with_number(&phrase, "n", card->value);
    fl_put_sentence(&text, b->screen, &phrase);
    fl_canvas_fit(b->canvas, row, b->area.column + 1, b->area.columns - 2, FL_ROLE_BOLD, text.at);
    int drawn = draw_side(b, "attacker", "pd.zone.red-dice", row + 1, b->area.column + 1);
    int column =
        b->area.column + (drawn + 4 < b->area.columns / 2 ? b->area.columns / 2 : drawn + 4);
    draw_side(b, "defender", "pd.zone.blue-dice", row + 1, column);
    return 2;
}

/* ---- the row and the decks ---- */

static int draw_row(const struct fl_board_view *b, int row)
{
    const struct fl_zone *zone = fl_view_find(b->view, "pd.zone.row", FL_NOBODY, 0);
    int column = b->area.column + 1, start = row;
    column += fl_board_word(b, row, column, FL_ROLE_DIM, "pd.zone.row") + 2;
    int first = column;
    for (int i = 0; zone && i < zone->count; i++) {
        const struct fl_item *item = &b->view->item[zone->first + i];
        if (!is_cell(item))
            continue;
        if (column + 12 > b->area.column + b->area.columns) {
            row++;
            column = first;
        }
        draw_cell(b, item, row, column, 12);
        column += 13;
    }
    return row - start + 1;
}

/* The decks can be targets: hiring and the Combat card begin there. */
static void draw_piles(const struct fl_board_view *b, int row)
{
    static const struct {
        const char *kind, *key;
    } piles[] = {{"pd.pile", "pd.tui.deck"},
                 {"pd.discard", "pd.tui.discard"},
                 {"pd.combats", "pd.tui.combats"}};
    int column = b->area.column + 1;
    for (size_t i = 0; i < sizeof piles / sizeof piles[0]; i++) {
        const struct fl_item *pile = fl_board_item(b->view, NULL, piles[i].kind);
        char memory[96];
        struct fl_buf text = fl_buf_over(memory, sizeof memory);
        if (!pile)
            continue;
        int state = fl_item_state(b, pile->id);
        fl_put(&text, state & FL_ITEM_CURSOR ? "[" : state & FL_ITEM_LEGAL ? "•" : "");
        fl_put_amount(&text, b->screen, piles[i].key, pile->value);
        fl_put(&text, state & FL_ITEM_CURSOR ? "]" : "");
        fl_board_target(b, pile->id);
        column +=
            fl_canvas_text(b->canvas, row, column, fl_item_role(state, FL_ROLE_DIM), text.at) + 4;
        fl_board_no_target(b);
    }
}

/* Boats that nobody has chosen yet. */
static int draw_harbour(const struct fl_board_view *b, int row)
{
    const struct fl_zone *harbour = fl_view_find(b->view, "pd.zone.harbour", FL_NOBODY, 0);
    int column = b->area.column + 1;
    if (!harbour || !harbour->count)
        return 0;
    column += fl_board_word(b, row, column, FL_ROLE_DIM, "pd.tui.harbour") + 2;
    for (int i = harbour->first; i < harbour->first + harbour->count; i++) {
        const struct fl_item *boat = &b->view->item[i];
        int state = fl_item_state(b, boat->id);
        char memory[64];
        struct fl_buf text = fl_buf_over(memory, sizeof memory);
        fl_put(&text, state & FL_ITEM_CURSOR ? "[" : state & FL_ITEM_LEGAL ? "(" : " ");
        fl_put_word(&text, b->screen->lang, boat->face, FL_BARE);
        fl_put(&text, state & FL_ITEM_CURSOR ? "]" : state & FL_ITEM_LEGAL ? ")" : " ");
        fl_board_target(b, boat->id);
        column +=
            fl_canvas_text(b->canvas, row, column,
                           fl_item_role(state & ~FL_ITEM_LEGAL, role_of_boat(boat)), text.at) +
            1;
        fl_board_no_target(b);
    }
    return 1;
}

static int draw(const struct fl_board_view *b, struct fl_area *side)
{
    int row = b->area.row + draw_boats(b);
    (void)side;
    row += draw_harbour(b, row);
    row += draw_fight(b, row);
    row += draw_row(b, row);
    draw_piles(b, row);
    return row + 1 - b->area.row;
}

static void put_title(const struct fl_board_view *b, struct fl_buf *out)
{
    fl_put_amount(out, b->screen, "pd.tui.target", fl_board_value(b->view, NULL, "pd.target"));
}

const struct fl_board fl_board_pirates_en_duel = {
    .game = "pirates-en-duel", .draw = draw, .put_title = put_title};
