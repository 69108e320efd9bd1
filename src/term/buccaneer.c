/* Skin of Buccaneer: the ships at sea with their payment, then every player with purse, treasures
 * and crews. Crews are rows of pawns from the top down, each shown by the letter of its colour, so
 * that colour is never the only mark. */
#include <string.h>

#include "term/block.h"
#include "term/skin.h"

enum { NAME = 22, SHIP = 21, SHEET = 78, KINDS = 4, SEATS = 5 };

struct table {
    const struct fl_sight *sight;
    const struct fl_screen *screen;
    struct fl_view view;
    int asked, called, most; /* masks: marks of a top pawn and of a treasure */
};

/* By seat. Black pawns have no terminal colour, because black text is invisible on a black
 * screen. */
static const struct {
    const char *letter, *name;
    enum fl_text_style style;
} colours[SEATS] = {
    {"item.r", "bu.colour.red", FL_RED},       {"item.b", "bu.colour.blue", FL_BLUE},
    {"item.y", "bu.colour.yellow", FL_YELLOW}, {"item.k", "bu.colour.black", FL_PLAIN},
    {"item.g", "bu.colour.green", FL_GREEN},
};

/* ---- reading the view ---- */

static struct table read_table(const struct fl_sight *sight, const struct fl_screen *screen)
{
    struct table t = {.sight = sight,
                      .screen = screen,
                      .asked = fl_mark(sight->game, "asked"),
                      .called = fl_mark(sight->game, "called"),
                      .most = fl_mark(sight->game, "most")};
    fl_sight_view(sight, &t.view);
    return t;
}

static bool is_named(const struct fl_zone *zone, const char *name)
{
    return !strcmp(zone->name, name);
}

static const struct fl_item *item_in(const struct table *t, const char *zone_name, int owner,
                                     int place)
{
    const struct fl_zone *zone = fl_view_find(&t->view, zone_name, owner, 0);
    return zone && place < zone->count ? &t->view.item[zone->first + place] : NULL;
}

/* The item of a kind that is on another item, or NULL. */
static const struct fl_item *item_on(const struct table *t, uint16_t item, const char *kind)
{
    for (int i = 0; i < t->view.items; i++)
        if (t->view.item[i].on == item && !strcmp(t->view.item[i].kind, kind))
            return &t->view.item[i];
    return NULL;
}

static void put_key(struct fl_buf *out, const struct table *t, const char *key)
{
    fl_put_word(out, t->screen->lang, key, FL_BARE);
}

/* ---- ships ---- */

static void add_amount(struct fl_block *b, const struct table *t, const char *key,
                       const struct fl_item *item, enum fl_text_style style)
{
    char memory[128];
    struct fl_buf line = fl_buf_over(memory, sizeof memory);
    fl_put_style(&line, t->screen, style);
    fl_put_amount(&line, t->screen, key, item ? item->value : 0);
    fl_put_style(&line, t->screen, FL_PLAIN);
    fl_block_add(b, line.at);
}

static void add_treasures(struct fl_block *b, const struct table *t, const struct fl_zone *ship)
{
    char memory[128];
    struct fl_buf line = fl_buf_over(memory, sizeof memory);
    for (int i = 0; i < ship->count; i++) {
        const struct fl_item *item = &t->view.item[ship->first + i];
        if (strcmp(item->kind, "bu.treasure"))
            continue;
        fl_put(&line, line.len ? ", " : "");
        put_key(&line, t, item->face);
    }
    fl_block_add(b, line.at);
}

static void build_ship(struct fl_block *b, const struct table *t, const struct fl_zone *ship)
{
    char memory[64];
    struct fl_buf title = fl_buf_over(memory, sizeof memory);
    uint16_t card = t->view.item[ship->first].id;
    fl_block_begin(b);
    add_amount(b, t, "bu.table.needs", item_on(t, card, "bu.needs"), FL_BOLD);
    add_amount(b, t, "bu.table.ducats", item_on(t, card, "bu.ducats"), FL_YELLOW);
    add_amount(b, t, "bu.table.question", item_on(t, card, "bu.question"), FL_PLAIN);
    add_treasures(b, t, ship);
    fl_put_amount(&title, t->screen, "bu.table.ship", ship->number);
    fl_block_frame(b, t->screen, title.at, SHIP);
}

/* Prints the ship cards side by side, in several rows if they do not fit. */
static void draw_ships(const struct table *t)
{
    struct fl_block row, ship;
    fl_block_begin(&row);
    for (int i = 0; i < t->view.zones; i++) {
        if (!is_named(&t->view.zone[i], "bu.zone.ship"))
            continue;
        build_ship(&ship, t, &t->view.zone[i]);
        if (row.height && row.width + 1 + ship.width >= t->screen->width) {
            fl_block_print(&row, t->screen, 0);
            fl_block_begin(&row);
        }
        fl_block_beside(&row, row.height ? 1 : 0, &ship);
    }
    fl_block_print(&row, t->screen, 0);
}

static void draw_deck(const struct table *t)
{
    const struct fl_item *deck = item_in(t, "bu.zone.deck", FL_NOBODY, 0),
                         *boarded = item_in(t, "bu.zone.deck", FL_NOBODY, 1);
    char memory[256];
    struct fl_buf line = fl_buf_over(memory, sizeof memory);
    struct fl_phrase phrase;
    if (!deck || !boarded)
        return;
    fl_phrase_begin(&phrase, "bu.table.deck");
    fl_with_number(&phrase, "left", deck->value);
    fl_with_number(&phrase, "boarded", boarded->value);
    fl_put_sentence(&line, t->screen, &phrase);
    fl_screen_text(t->screen, line.at, 0);
}

/* ---- players ---- */

static bool is_to_move(const struct table *t, int seat)
{
    return fl_sight_turn(t->sight) & FL_SEAT(seat);
}

static void put_name(struct fl_buf *out, const struct table *t, int seat)
{
    fl_put(out, is_to_move(t, seat) ? "▸ " : "  ");
    fl_put_style(out, t->screen, colours[seat].style);
    fl_put_seat(out, t->screen, seat);
    fl_put(out, " (");
    put_key(out, t, colours[seat].name);
    fl_put(out, ")");
    fl_put_style(out, t->screen, FL_PLAIN);
}

static void put_right(struct fl_buf *out, const char *text, int width)
{
    fl_put_times(out, " ", width - fl_columns(text));
    fl_put(out, text);
}

static bool is_over(const struct table *t)
{
    return fl_view_find(&t->view, "bu.zone.totals", FL_NOBODY, 0);
}

/* Writes the title of a treasure column and, until the game is over, the value of a majority. */
static void put_head(struct fl_buf *out, const struct table *t, int kind)
{
    const struct fl_zone *supply = fl_view_find(&t->view, "bu.zone.supply", FL_NOBODY, 0);
    for (int i = 0, n = 0; supply && i < supply->count; i++) {
        const struct fl_item *item = &t->view.item[supply->first + i];
        if (item->on != FL_NO_ITEM || n++ != kind)
            continue;
        const struct fl_item *worth = item_on(t, item->id, "bu.worth");
        put_key(out, t, item->face);
        if (!worth || is_over(t))
            continue;
        fl_put_char(out, ' ');
        fl_put_number(out, worth->value);
    }
}

/* Writes a player's number of treasures of a kind, with a star if nobody has more. */
static void put_tokens(struct fl_buf *out, const struct table *t, int seat, int kind)
{
    const struct fl_item *tokens = item_in(t, "bu.zone.treasures", seat, kind);
    fl_put_number(out, tokens ? tokens->value : 0);
    fl_put(out, tokens && tokens->marks & t->most ? "*" : "");
}

static void put_purse(struct fl_buf *out, const struct table *t, int seat)
{
    const struct fl_item *purse = item_in(t, "bu.zone.purse", seat, 0);
    if (purse && purse->face)
        put_key(out, t, purse->face);
    else
        fl_put_number(out, purse ? purse->value : 0);
}

static void put_total(struct fl_buf *out, const struct table *t, int seat)
{
    const struct fl_item *total = item_in(t, "bu.zone.totals", FL_NOBODY, seat);
    if (total)
        fl_put_number(out, total->value);
}

/* Writes a column: purse, four treasures, then the total when the game is over. */
static void put_column(struct fl_buf *out, const struct table *t, int seat, int column)
{
    if (column == 0)
        put_purse(out, t, seat);
    else if (column <= KINDS)
        put_tokens(out, t, seat, column - 1);
    else
        put_total(out, t, seat);
}

static void put_column_head(struct fl_buf *out, const struct table *t, int column)
{
    if (column == 0)
        put_key(out, t, "bu.purse");
    else if (column <= KINDS)
        put_head(out, t, column - 1);
    else
        put_key(out, t, "bu.total");
}

static int columns_of(const struct table *t)
{
    return KINDS + 1 + is_over(t);
}

static void draw_heads(const struct table *t)
{
    char memory[256], head_memory[64];
    struct fl_buf line = fl_buf_over(memory, sizeof memory);
    struct fl_buf head = fl_buf_over(head_memory, sizeof head_memory);
    fl_put_style(&line, t->screen, FL_DIM);
    fl_put_times(&line, " ", NAME);
    for (int i = 0; i < columns_of(t); i++) {
        fl_buf_clear(&head);
        put_column_head(&head, t, i);
        put_right(&line, head.at, fl_columns(head.at) + 2);
    }
    fl_put_style(&line, t->screen, FL_PLAIN);
    fl_screen_text(t->screen, line.at, 0);
}

static void draw_row(const struct table *t, int seat)
{
    char memory[512], name_memory[256], cell_memory[64];
    struct fl_buf line = fl_buf_over(memory, sizeof memory);
    struct fl_buf name = fl_buf_over(name_memory, sizeof name_memory);
    struct fl_buf cell = fl_buf_over(cell_memory, sizeof cell_memory);
    put_name(&name, t, seat);
    fl_put_padded(&line, name.at, NAME);
    for (int i = 0; i < columns_of(t); i++) {
        fl_buf_clear(&cell);
        put_column_head(&cell, t, i);
        int width = fl_columns(cell.at) + 2;
        fl_buf_clear(&cell);
        put_column(&cell, t, seat, i);
        put_right(&line, cell.at, width);
    }
    fprintf(t->screen->out, "%s\n", line.at);
}

/* Prints one sentence per player, for narrow screens. */
static void draw_list(const struct table *t, int seat)
{
    char memory[1024];
    struct fl_buf line = fl_buf_over(memory, sizeof memory);
    put_name(&line, t, seat);
    for (int i = 0; i < columns_of(t); i++) {
        fl_put(&line, i ? ", " : " – ");
        put_column_head(&line, t, i);
        fl_put(&line, FL_TIE "=" FL_TIE);
        put_column(&line, t, seat, i);
    }
    fl_screen_text(t->screen, line.at, 4);
}

/* ---- crews ---- */

static void put_mark(struct fl_buf *out, const struct table *t, const char *face)
{
    if (face)
        put_key(out, t, face);
}

/* Writes "r2 b y (3)" with no-break spaces. */
static void put_crew(struct fl_buf *out, const struct table *t, const struct fl_zone *crew)
{
    const struct fl_item *top = &t->view.item[crew->first];
    for (int i = 0; i < crew->count; i++) {
        const struct fl_item *pawn = &t->view.item[crew->first + i];
        fl_put(out, i ? FL_TIE : "");
        fl_put_style(out, t->screen, colours[pawn->owner].style);
        put_key(out, t, colours[pawn->owner].letter);
        put_mark(out, t, pawn->face);
        fl_put_style(out, t->screen, FL_PLAIN);
    }
    if (crew->count > 1) {
        fl_put(out, FL_TIE "(");
        fl_put_number(out, crew->count);
        fl_put(out, ")");
    }
    if (top->marks & (t->asked | t->called)) {
        fl_put(out, FL_TIE);
        fl_put_style(out, t->screen, FL_RED);
        put_key(out, t, top->marks & t->called ? "bu.table.called" : "bu.table.asked");
        fl_put_style(out, t->screen, FL_PLAIN);
    }
}

static void draw_crews(const struct table *t, int seat)
{
    char memory[2048];
    struct fl_buf line = fl_buf_over(memory, sizeof memory);
    fl_put(&line, "   ");
    for (int i = 0; i < t->view.zones; i++) {
        const struct fl_zone *zone = &t->view.zone[i];
        if (zone->owner != seat || !is_named(zone, "bu.zone.crew"))
            continue;
        fl_put(&line, line.len > 3 ? " | " : " ");
        put_crew(&line, t, zone);
    }
    if (line.len == 3) {
        fl_put_char(&line, ' ');
        put_key(&line, t, "bu.table.no-top");
    }
    fl_screen_text(t->screen, line.at, 4);
}

/* ---- the complete table ---- */

static void draw_players(const struct table *t, bool crews)
{
    bool columns = t->screen->width >= SHEET;
    if (columns)
        draw_heads(t);
    for (int seat = 0; seat < t->sight->setup.seats; seat++) {
        if (columns)
            draw_row(t, seat);
        else
            draw_list(t, seat);
        if (crews)
            draw_crews(t, seat);
    }
}

static void draw_legend(const struct table *t)
{
    char memory[512];
    struct fl_buf line = fl_buf_over(memory, sizeof memory);
    fl_put_style(&line, t->screen, FL_DIM);
    put_key(&line, t, "bu.table.legend");
    fl_put_style(&line, t->screen, FL_PLAIN);
    fl_screen_text(t->screen, line.at, 0);
}

static void draw(const struct fl_sight *sight, const struct fl_screen *screen)
{
    struct table t = read_table(sight, screen);
    draw_ships(&t);
    draw_deck(&t);
    draw_players(&t, true);
    draw_legend(&t);
}

static void scores(const struct fl_sight *sight, const struct fl_screen *screen)
{
    struct table t = read_table(sight, screen);
    draw_players(&t, false);
}

const struct fl_skin fl_skin_buccaneer = {.game = "buccaneer", .draw = draw, .scores = scores};
