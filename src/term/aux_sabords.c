/* Skin of Aux Sabords: the sea with its ships, the possessions of each ship, the cards.
 *
 * A square shows its type and its owner by a symbol and a small letter; ships are capital letters.
 * Colours only repeat what the letters say. */
#include <string.h>

#include "term/block.h"
#include "term/choices.h"
#include "term/skin.h"

/* Columns of a name, and of a screen wide enough for the table of ships; columns of that table
 * besides the name; bytes of a cell. */
enum { COLOURS = 4, NAME = 20, WIDE = 76, HAS = 5, CELL = 160 };

static const struct {
    const char *ship, *chest, *colour, *letter, *port, *treasure, *rose;
    enum fl_text_style style;
} colours[COLOURS] = {
    {"as.ship.red", "as.chest.red", "as.colour.red", "as.letter.red", "as.square.port-red",
     "as.square.treasure-red", "as.square.rose-red", FL_RED},
    {"as.ship.blue", "as.chest.blue", "as.colour.blue", "as.letter.blue", "as.square.port-blue",
     "as.square.treasure-blue", "as.square.rose-blue", FL_BLUE},
    {"as.ship.yellow", "as.chest.yellow", "as.colour.yellow", "as.letter.yellow",
     "as.square.port-yellow", "as.square.treasure-yellow", "as.square.rose-yellow", FL_YELLOW},
    {"as.ship.green", "as.chest.green", "as.colour.green", "as.letter.green",
     "as.square.port-green", "as.square.treasure-green", "as.square.rose-green", FL_GREEN},
};

static const char port_sign[] = "⌂", treasure_sign[] = "$", rose_sign[] = "✶", reef_sign[] = "^",
                  closed_sign[] = "x", way_sign[] = "•";

struct table {
    const struct fl_sight *sight;
    const struct fl_screen *screen;
    struct fl_view view;
    struct fl_routes routes; /* squares that the viewer can reach now */
    int cell;                /* columns per square: 2, 3 or 4 */
};

/* ---- reading the view ---- */

static const struct fl_zone *zone_of(const struct table *t, const char *name, int owner, int number)
{
    static const struct fl_zone empty;
    const struct fl_zone *zone = fl_view_find(&t->view, name, owner, number);
    return zone ? zone : &empty;
}

static const struct fl_item *item_of(const struct table *t, const char *kind)
{
    for (int i = 0; i < t->view.items; i++)
        if (!strcmp(t->view.item[i].kind, kind))
            return &t->view.item[i];
    return NULL;
}

/* The ship of a colour, or NULL if it is not in play. */
static const struct fl_item *ship_of(const struct table *t, int colour)
{
    for (int i = 0; i < t->view.items; i++)
        if (!strcmp(t->view.item[i].kind, "as.ship") &&
            !strcmp(t->view.item[i].face, colours[colour].ship))
            return &t->view.item[i];
    return NULL;
}

static bool is_marked(const struct table *t, const struct fl_item *item, const char *mark)
{
    return item->marks & fl_mark(t->sight->game, mark);
}

static bool is_reached(const struct table *t, int item)
{
    for (int i = 0; i < t->routes.count; i++)
        if (t->routes.route[i].item == item)
            return true;
    return false;
}

static const struct fl_zone *sea_of(const struct table *t)
{
    return zone_of(t, "as.zone.sea", FL_NOBODY, 0);
}

static struct table read_table(const struct fl_sight *sight, const struct fl_screen *screen)
{
    struct table t = {.sight = sight, .screen = screen};
    fl_sight_view(sight, &t.view);
    fl_routes_of(sight, &t.routes);
    int room = (screen->width - 4) / sea_of(&t)->columns;
    t.cell = room > 4 ? 4 : room;
    return t;
}

/* ---- the sea ---- */

/* Writes the letter of a colour. Its text has two forms: a capital for ships, small for squares. */
static void put_letter(struct fl_buf *out, const struct table *t, int colour, bool small)
{
    fl_put_style(out, t->screen, colours[colour].style);
    fl_put_word(out, t->screen->lang, colours[colour].letter, small ? FL_A : FL_BARE);
    fl_put_style(out, t->screen, FL_PLAIN);
}

/* The symbol of a square. Sets the colour of its owner, or -1. */
static const char *sign_of(const char *face, int *colour)
{
    *colour = -1;
    for (int i = 0; i < COLOURS; i++) {
        *colour = i;
        if (!strcmp(face, colours[i].port))
            return port_sign;
        if (!strcmp(face, colours[i].treasure))
            return treasure_sign;
        if (!strcmp(face, colours[i].rose))
            return rose_sign;
    }
    *colour = -1;
    return !strcmp(face, "as.square.sea")    ? "·"
           : !strcmp(face, "as.square.reef") ? reef_sign
           : !strcmp(face, "as.square.land") ? "▒"
                                             : closed_sign;
}

/* Writes two columns: a symbol and a letter, or a symbol alone. */
static void put_square(struct fl_buf *out, const struct table *t, const struct fl_item *square)
{
    int colour;
    const char *sign = sign_of(square->face, &colour);
    bool reached = is_reached(t, square->id);
    if (!strcmp(sign, "▒")) {
        fl_put_styled(out, t->screen, FL_DIM, "▒▒");
        return;
    }
    if (colour < 0) {
        fl_put_char(out, ' ');
        fl_put_styled(out, t->screen, reached ? FL_BOLD : FL_DIM, reached ? way_sign : sign);
        return;
    }
    fl_put_styled(out, t->screen, reached ? FL_BOLD : colours[colour].style,
                  reached ? way_sign : sign);
    put_letter(out, t, colour, true);
}

/* Writes the ships on a square as capital letters and returns their number. */
static int put_ships(struct fl_buf *out, const struct table *t, const struct fl_item *square)
{
    int n = 0;
    for (int colour = 0; colour < COLOURS; colour++) {
        const struct fl_item *ship = ship_of(t, colour);
        if (!ship || ship->on != square->id)
            continue;
        fl_put_style(out, t->screen, FL_BOLD);
        put_letter(out, t, colour, false);
        n++;
    }
    return n;
}

/* Writes a square. Wide cells show the square and the ships on it; narrow cells show ships rather
 * than the square. */
static void put_cell(struct fl_buf *out, const struct table *t, const struct fl_item *square)
{
    char memory[96];
    struct fl_buf ships = fl_buf_over(memory, sizeof memory);
    int n = put_ships(&ships, t, square);
    if (t->cell == 3)
        fl_put_char(out, ' ');
    if (t->cell < 4 && n)
        fl_put_times(out, " ", 2 - n);
    else
        put_square(out, t, square);
    fl_put(out, ships.at);
    if (t->cell == 4)
        fl_put_times(out, !strcmp(square->face, "as.square.land") ? "▒" : " ", 2 - n);
}

static void add_columns(struct fl_block *b, const struct table *t)
{
    char memory[256];
    struct fl_buf line = fl_buf_over(memory, sizeof memory);
    fl_put(&line, "   ");
    for (int column = 0; column < sea_of(t)->columns; column++) {
        fl_put_times(&line, " ", t->cell == 3 ? 2 : 1);
        fl_put_char(&line, (char)('a' + column));
        fl_put_times(&line, " ", t->cell == 4 ? 2 : 0);
    }
    fl_block_add(b, line.at);
}

static void add_row(struct fl_block *b, const struct table *t, int row)
{
    char memory[1024];
    struct fl_buf line = fl_buf_over(memory, sizeof memory);
    const struct fl_zone *sea = sea_of(t);
    fl_put(&line, row < 9 ? " " : "");
    fl_put_number(&line, row + 1);
    fl_put_char(&line, ' ');
    for (int column = 0; column < sea->columns; column++)
        put_cell(&line, t, &t->view.item[sea->first + row * sea->columns + column]);
    fl_block_add(b, line.at);
}

static void draw_sea(const struct table *t)
{
    struct fl_block b;
    fl_block_begin(&b);
    add_columns(&b, t);
    for (int row = 0; row < sea_of(t)->columns; row++)
        add_row(&b, t, row);
    fl_block_print(&b, t->screen, 1);
}

/* The item number of the square with this face. */
static int square_faced(const struct table *t, const char *face)
{
    const struct fl_zone *sea = sea_of(t);
    for (int i = sea->first; i < sea->first + sea->count; i++)
        if (!strcmp(t->view.item[i].face, face))
            return t->view.item[i].id;
    return FL_NO_ITEM;
}

static void draw_key(const struct table *t)
{
    struct fl_phrase phrase;
    bool closed = square_faced(t, "as.square.closed") != FL_NO_ITEM;
    fl_phrase_begin(&phrase, closed ? "as.table.key-closed" : "as.table.key");
    fl_with_text(&phrase, "port", port_sign);
    fl_with_text(&phrase, "treasure", treasure_sign);
    fl_with_text(&phrase, "rose", rose_sign);
    fl_with_text(&phrase, "reef", reef_sign);
    if (closed)
        fl_with_text(&phrase, "closed", closed_sign);
    fl_screen_phrase(t->screen, &phrase);
    if (!t->routes.count)
        return;
    fl_phrase_begin(&phrase, "as.table.key-ways");
    fl_with_text(&phrase, "way", way_sign);
    fl_screen_phrase(t->screen, &phrase);
}

/* ---- the fleet ---- */

/* Writes the chests on an item: "R2 B1". */
static void put_chests_on(struct fl_buf *out, const struct table *t, int on)
{
    bool first = true;
    for (int colour = 0; colour < COLOURS; colour++)
        for (int i = 0; i < t->view.items; i++) {
            const struct fl_item *item = &t->view.item[i];
            if (item->on != on || strcmp(item->kind, "as.chests") ||
                strcmp(item->face, colours[colour].chest))
                continue;
            fl_put(out, first ? "" : " ");
            put_letter(out, t, colour, false);
            fl_put_number(out, item->value);
            first = false;
        }
    fl_put(out, first ? "–" : "");
}

static int32_t chests_beside(const struct table *t, int colour, int owner)
{
    const struct fl_zone *side = zone_of(t, "as.zone.side", owner, colour);
    for (int i = side->first; i < side->first + side->count; i++)
        if (!strcmp(t->view.item[i].kind, "as.chests"))
            return t->view.item[i].value;
    return 0;
}

static void put_captain(struct fl_buf *out, const struct table *t, const struct fl_item *ship,
                        int colour)
{
    char memory[96];
    struct fl_buf name = fl_buf_over(memory, sizeof memory);
    fl_put(out, is_marked(t, ship, "active") ? "▸ " : "  ");
    fl_put_style(out, t->screen, FL_BOLD);
    put_letter(out, t, colour, false);
    fl_put_char(out, ' ');
    fl_put_seat(&name, t->screen, ship->owner);
    fl_put_padded(out, name.at, NAME - 4);
}

/* Writes why a ship cannot sail, if it cannot. */
static void put_condition(struct fl_buf *out, const struct table *t, const struct fl_item *ship)
{
    if (ship->on == FL_NO_ITEM)
        fl_put_word(out, t->screen->lang, "as.table.unbuilt", FL_BARE);
    else if (!is_marked(t, ship, "sails"))
        fl_put_word(out, t->screen->lang, "as.table.no-card", FL_BARE);
    else
        put_chests_on(out, t, ship->id);
}

/* The possessions of a ship by column: aboard, on the island, next to the board, in port, in
 * hand. */
static void fill_columns(const struct table *t, int colour, char text[HAS][CELL])
{
    const struct fl_item *ship = ship_of(t, colour);
    const struct fl_zone *hand = zone_of(t, "as.zone.hand", ship->owner, colour);
    struct fl_buf out[HAS];
    for (int i = 0; i < HAS; i++)
        out[i] = fl_buf_over(text[i], CELL);
    put_condition(&out[0], t, ship);
    put_chests_on(&out[1], t, square_faced(t, colours[colour].treasure));
    fl_put_number(&out[2], chests_beside(t, colour, ship->owner));
    put_chests_on(&out[3], t, square_faced(t, colours[colour].port));
    if (hand->count) /* if two ships share one hand, the second ship has none */
        fl_put_number(&out[4], hand->count);
}

/* The titles of the columns, the name's first. */
static void read_heads(const struct table *t, char text[1 + HAS][CELL])
{
    static const char *const key[] = {"as.head.ship", "as.head.aboard", "as.head.island",
                                      "as.head.side", "as.head.port",   "as.head.cards"};
    for (int i = 0; i < 1 + HAS; i++) {
        struct fl_buf out = fl_buf_over(text[i], CELL);
        fl_put_word(&out, t->screen->lang, key[i], FL_BARE);
    }
}

static void put_columns(struct fl_buf *out, char text[HAS][CELL])
{
    static const int width[HAS] = {19, 8, 6, 13, 0};
    for (int i = 0; i < HAS; i++) {
        fl_put(out, text[i]);
        fl_put_times(out, " ", width[i] - fl_columns(text[i]));
    }
}

static void draw_ship(const struct table *t, int colour, char head[1 + HAS][CELL])
{
    char text[HAS][CELL], memory[1024];
    struct fl_buf line = fl_buf_over(memory, sizeof memory);
    const struct fl_item *ship = ship_of(t, colour);
    if (!ship)
        return;
    fill_columns(t, colour, text);
    put_captain(&line, t, ship, colour);
    if (t->screen->width >= WIDE) {
        put_columns(&line, text);
    } else {
        for (int i = 0; i < HAS && text[i][0]; i++) {
            fl_put(&line, "  ");
            if (i ||
                is_marked(t, ship,
                          "sails")) { /* the other columns then contain why the ship cannot sail */
                fl_put(&line, head[1 + i]);
                fl_put(&line, FL_TIE);
            }
            fl_put(&line, text[i]);
        }
    }
    fl_screen_text(t->screen, line.at, 4);
}

/* Prints a table if the screen is wide enough, otherwise one sentence per ship. */
static void draw_fleet(const struct table *t)
{
    char head[1 + HAS][CELL], memory[512];
    struct fl_buf line = fl_buf_over(memory, sizeof memory);
    read_heads(t, head);
    if (t->screen->width >= WIDE) {
        fl_put_style(&line, t->screen, FL_DIM);
        fl_put_padded(&line, head[0], NAME);
        put_columns(&line, head + 1);
        fl_put_style(&line, t->screen, FL_PLAIN);
        fl_screen_text(t->screen, line.at, 0);
    }
    for (int colour = 0; colour < COLOURS; colour++)
        draw_ship(t, colour, head);
}

/* ---- the cards ---- */

static void add_cards(struct fl_phrase *p, const struct table *t, const struct fl_zone *zone)
{
    for (int i = zone->first; i < zone->first + zone->count; i++)
        if (t->view.item[i].face)
            fl_with_item(p, "cards", t->view.item[i].face);
}

/* Prints the viewer's hand or hands; with two, each is labelled by its colour. */
static void draw_hands(const struct table *t)
{
    int hands = 0;
    for (int number = 0; number < COLOURS; number++)
        hands += zone_of(t, "as.zone.hand", t->sight->viewer, number)->count > 0;
    for (int number = 0; number < COLOURS; number++) {
        const struct fl_zone *hand = zone_of(t, "as.zone.hand", t->sight->viewer, number);
        struct fl_phrase phrase;
        if (!hand->count)
            continue;
        fl_phrase_begin(&phrase, hands > 1 ? "as.table.hand" : "as.table.own-hand");
        if (hands > 1)
            fl_with_word(&phrase, "ship", colours[number].colour);
        add_cards(&phrase, t, hand);
        fl_screen_phrase(t->screen, &phrase);
    }
}

/* Prints the die while squares are left to sail, the deck, and the number of turns without progress
 * before the game ends. */
static void draw_state(const struct table *t)
{
    const struct fl_item *steps = item_of(t, "as.steps"), *calm = item_of(t, "as.calm");
    char memory[512];
    struct fl_buf line = fl_buf_over(memory, sizeof memory);
    if (steps->value && fl_sight_turn(t->sight)) {
        struct fl_phrase phrase;
        fl_phrase_begin(&phrase, "as.table.die");
        fl_with_number(&phrase, "die", item_of(t, "as.die")->value);
        fl_with_number(&phrase, "n", steps->value);
        fl_put_style(&line, t->screen, FL_BOLD);
        fl_put_sentence(&line, t->screen, &phrase);
        fl_put_style(&line, t->screen, FL_PLAIN);
        fl_put(&line, "  ");
    }
    fl_put_amount(&line, t->screen, "as.table.pile", item_of(t, "as.pile")->value);
    if (calm->value <= 20) {
        fl_put(&line, "  ");
        fl_put_amount(&line, t->screen, "as.table.calm", calm->value);
    }
    fl_screen_text(t->screen, line.at, 0);
}

static void draw(const struct fl_sight *sight, const struct fl_screen *screen)
{
    struct table t = read_table(sight, screen);
    draw_sea(&t);
    draw_key(&t);
    draw_fleet(&t);
    draw_state(&t);
    fl_skin_cards(screen, &t.view, "as.zone.discard", true);
    draw_hands(&t);
}

static void scores(const struct fl_sight *sight, const struct fl_screen *screen)
{
    struct table t = read_table(sight, screen);
    const struct fl_zone *totals = zone_of(&t, "as.zone.totals", FL_NOBODY, 0);
    for (int i = totals->first; i < totals->first + totals->count; i++) {
        struct fl_phrase phrase;
        fl_phrase_begin(&phrase, "as.table.total");
        fl_with_seat(&phrase, "who", t.view.item[i].owner);
        fl_with_number(&phrase, "n", t.view.item[i].value);
        fl_screen_phrase(screen, &phrase);
    }
    draw_fleet(&t);
}

const struct fl_skin fl_skin_aux_sabords = {.game = "aux-sabords", .draw = draw, .scores = scores};
