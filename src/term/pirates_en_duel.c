/* Skin of Pirates en Duel: the duel with its dice, the row of recruits, and two lines per boat:
 * owner and strength, then its six places. */
#include <string.h>

#include "term/block.h"
#include "term/skin.h"

/* Columns: of a place, six of which form a line; of six dice and a space before them. */
enum { CELL = 13, PLACES = 6, DICE = 19 };

struct table {
    const struct fl_sight *sight;
    const struct fl_screen *screen;
    struct fl_view view;
    int attacker, defender, fallen, taken, imposed; /* masks of marks */
};

/* The text of a card: a short name and its symbols. */
static const struct {
    const char *face, *name, *symbols;
} pirates[] = {
    {"pd.pirate.sailor-sabre", "pd.short.sailor", "⚔"},
    {"pd.pirate.sailor-cannon", "pd.short.sailor", "●"},
    {"pd.pirate.helm-sabre", "pd.short.helm", "⚔"},
    {"pd.pirate.helm-cannon", "pd.short.helm", "●"},
    {"pd.pirate.medic-sabre", "pd.short.medic", "⚔"},
    {"pd.pirate.medic-cannon", "pd.short.medic", "●"},
    {"pd.pirate.lookout-sabre", "pd.short.lookout", "⚔"},
    {"pd.pirate.lookout-cannon", "pd.short.lookout", "●"},
    {"pd.pirate.parrot-sabre", "pd.short.parrot", "⚔"},
    {"pd.pirate.parrot-cannon", "pd.short.parrot", "●"},
    {"pd.pirate.tavern-sabre", "pd.short.tavern", "⚔"},
    {"pd.pirate.tavern-cannon", "pd.short.tavern", "●"},
    {"pd.pirate.monkey-sabre", "pd.short.monkey", "⚔⚔"},
    {"pd.pirate.monkey-cannon", "pd.short.monkey", "●●"},
    {"pd.pirate.warrior", "pd.short.warrior", "⚔"},
    {"pd.pirate.shipwright", "pd.short.shipwright", ""},
    {"pd.pirate.dinghy-sabre", "pd.short.dinghy", "⚔"},
    {"pd.pirate.dinghy-cannon", "pd.short.dinghy", "●"},
    {"pd.pirate.brother-sabre", "pd.short.brother", "⚔"},
    {"pd.pirate.brother-cannon", "pd.short.brother", "●"},
    {"pd.pirate.twin", "pd.short.twin", "⚔"},
    {"pd.pirate.sergeant", "pd.short.sergeant", "●"},
    {"pd.pirate.marksman", "pd.short.marksman", ""},
    {"pd.pirate.pistol", "pd.short.pistol", "⚔"},
    {"pd.pirate.carriage", "pd.short.carriage", "●"},
};

static const struct {
    const char *face;
    enum fl_text_style style;
} boats[] = {
    {"pd.colour.blue", FL_BLUE},     {"pd.colour.red", FL_RED},
    {"pd.colour.white", FL_BOLD},    {"pd.colour.green", FL_GREEN},
    {"pd.colour.yellow", FL_YELLOW}, {"pd.colour.violet", FL_MAGENTA},
};

/* ---- reading the view ---- */

static struct table read_table(const struct fl_sight *sight, const struct fl_screen *screen)
{
    struct table t = {.sight = sight,
                      .screen = screen,
                      .attacker = fl_mark(sight->game, "attacker"),
                      .defender = fl_mark(sight->game, "defender"),
                      .fallen = fl_mark(sight->game, "fallen"),
                      .taken = fl_mark(sight->game, "taken"),
                      .imposed = fl_mark(sight->game, "imposed")};
    fl_sight_view(sight, &t.view);
    return t;
}

static bool is_kind(const struct fl_item *item, const char *kind)
{
    return !strcmp(item->kind, kind);
}

/* The first item of a kind, or NULL. */
static const struct fl_item *item_of(const struct table *t, const char *kind)
{
    for (int i = 0; i < t->view.items; i++)
        if (is_kind(&t->view.item[i], kind))
            return &t->view.item[i];
    return NULL;
}

static const struct fl_item *in_zone(const struct table *t, const struct fl_zone *zone,
                                     const char *kind)
{
    for (int i = 0; i < zone->count; i++)
        if (is_kind(&t->view.item[zone->first + i], kind))
            return &t->view.item[zone->first + i];
    return NULL;
}

/* The boat of one side of the duel. The view marks it, so a skin needs no rules. */
static const struct fl_item *boat_marked(const struct table *t, int mark)
{
    for (int i = 0; i < t->view.items; i++)
        if (is_kind(&t->view.item[i], "pd.boat") && t->view.item[i].marks & mark)
            return &t->view.item[i];
    return NULL;
}

static bool is_to_move(const struct table *t, int seat)
{
    return fl_sight_turn(t->sight) & FL_SEAT(seat);
}

/* ---- parts ---- */

static void put_key(struct fl_buf *out, const struct table *t, const char *key)
{
    fl_put_word(out, t->screen->lang, key, FL_BARE);
}

static enum fl_text_style style_of_boat(const char *face)
{
    for (size_t i = 0; i < sizeof boats / sizeof boats[0]; i++)
        if (!strcmp(boats[i].face, face))
            return boats[i].style;
    return FL_PLAIN;
}

static void put_boat(struct fl_buf *out, const struct table *t, const struct fl_item *boat)
{
    fl_put_style(out, t->screen, style_of_boat(boat->face));
    put_key(out, t, boat->face);
    fl_put_style(out, t->screen, FL_PLAIN);
}

static void put_named(struct fl_buf *out, const struct table *t, int seat)
{
    fl_put_style(out, t->screen, fl_seat_style(seat));
    fl_put_seat(out, t->screen, seat);
    fl_put_style(out, t->screen, FL_PLAIN);
}

static void put_pirate(struct fl_buf *out, const struct table *t, const struct fl_item *item)
{
    if (is_kind(item, "pd.captain")) {
        put_key(out, t, "pd.short.captain");
        fl_put(out, " ⚔●");
    }
    for (size_t i = 0; i < sizeof pirates / sizeof pirates[0]; i++)
        if (item->face && !strcmp(pirates[i].face, item->face)) {
            put_key(out, t, pirates[i].name);
            fl_put(out, *pirates[i].symbols ? " " : "");
            fl_put(out, pirates[i].symbols);
        }
}

/* Writes "3 twin ⚔". A symbol instead of the first space shows the pirate's condition. */
static void put_cell(struct fl_buf *out, const struct table *t, const struct fl_item *item)
{
    char memory[128];
    struct fl_buf cell = fl_buf_over(memory, sizeof memory);
    bool free = is_kind(item, "pd.place"), fallen = item->marks & t->fallen;
    fl_put_number(&cell, item->value);
    fl_put(&cell, fallen                     ? "✗"
                  : item->marks & t->imposed ? "!"
                  : item->marks & t->taken   ? "+"
                                             : " ");
    if (free)
        fl_put(&cell, "–");
    else
        put_pirate(&cell, t, item);
    fl_put_style(out, t->screen,
                 free || fallen                ? FL_DIM
                 : is_kind(item, "pd.captain") ? FL_BOLD
                                               : FL_PLAIN);
    fl_put_padded(out, cell.at, CELL - 1);
    fl_put_style(out, t->screen, FL_PLAIN);
}

/* ---- the duel ---- */

static void put_die(struct fl_buf *out, const struct table *t, const struct fl_item *die)
{
    bool red = is_kind(die, "pd.red-die");
    const char *picture = !die->face                            ? "?"
                          : !strcmp(die->face, "pd.face.skull") ? "☠"
                          : !strcmp(die->face, "pd.face.boat")  ? "▲"
                                                                : "·";
    fl_put_style(out, t->screen, red ? FL_RED : FL_BLUE);
    fl_put(out, "[");
    fl_put(out, picture);
    fl_put(out, "]");
    fl_put_style(out, t->screen, FL_PLAIN);
}

/* Adds the dice of a side. A loss that is not assigned yet has a line of its own. */
static void add_dice(struct fl_block *b, const struct table *t, const struct fl_zone *zone,
                     struct fl_buf *line)
{
    const struct fl_item *losses = zone ? in_zone(t, zone, "pd.losses") : NULL;
    for (int i = 0; zone && i < zone->count; i++)
        if (&t->view.item[zone->first + i] != losses)
            put_die(line, t, &t->view.item[zone->first + i]);
    if (line->len)
        fl_block_add(b, line->at);
    if (!losses)
        return;
    struct fl_phrase p;
    fl_buf_clear(line);
    fl_phrase_begin(&p, "pd.table.losses");
    fl_with_number(&p, "n", losses->value);
    fl_put(line, "  ");
    fl_put_sentence(line, t->screen, &p);
    fl_block_add(b, line->at);
}

/* Writes "Anne (blue boat) attacks". */
static void put_fighter(struct fl_buf *out, const struct table *t, const struct fl_item *boat,
                        const char *role)
{
    put_named(out, t, boat->owner);
    fl_put(out, " (");
    put_boat(out, t, boat);
    fl_put(out, ") ");
    put_key(out, t, role);
}

static int frame_width(const struct table *t)
{
    return t->screen->width < 80 ? t->screen->width - 5 : 74;
}

/* Adds a side of the duel, with the dice after the name, or below it on a narrow screen. */
static void add_side(struct fl_block *b, const struct table *t, const struct fl_item *boat,
                     const char *role, const char *zone)
{
    char memory[512], name_memory[256];
    struct fl_buf line = fl_buf_over(memory, sizeof memory);
    struct fl_buf name = fl_buf_over(name_memory, sizeof name_memory);
    if (!boat)
        return;
    put_fighter(&name, t, boat, role);
    int column = frame_width(t) - DICE;
    if (fl_columns(name.at) < column) {
        fl_put(&line, name.at);
        fl_put_times(&line, " ", (column < 40 ? column : 40) - fl_columns(name.at));
        fl_put_char(&line, ' ');
    } else {
        fl_block_wrap(b, name.at, frame_width(t));
        fl_put(&line, "  ");
    }
    add_dice(b, t, fl_view_find(&t->view, zone, boat->owner, 0), &line);
}

static void put_duel_title(struct fl_buf *out, const struct table *t, const struct fl_item *card)
{
    const struct fl_item *type = item_of(t, "pd.type");
    struct fl_phrase p;
    fl_phrase_begin(&p, type ? "pd.table.duel" : "pd.table.card");
    if (type)
        fl_with_word(&p, "type", type->face);
    else
        fl_with_word(&p, "card", card->face);
    fl_with_number(&p, "n", card->value);
    fl_put_sentence(out, t->screen, &p);
}

/* Draws the duel in a frame. It stays until the next turn begins. */
static void draw_duel(const struct table *t)
{
    const struct fl_item *card = item_of(t, "pd.combat");
    const struct fl_item *attacker = boat_marked(t, t->attacker);
    struct fl_block b;
    char memory[256];
    struct fl_buf title = fl_buf_over(memory, sizeof memory);
    if (!card || !attacker)
        return;
    fl_block_begin(&b);
    add_side(&b, t, attacker, "pd.table.attacker", "pd.zone.red-dice");
    add_side(&b, t, boat_marked(t, t->defender), "pd.table.defender", "pd.zone.blue-dice");
    put_duel_title(&title, t, card);
    fl_block_frame(&b, t->screen, title.at, frame_width(t));
    fl_block_print(&b, t->screen, 0);
}

/* ---- boats, row, piles ---- */

static int cells_in_a_line(const struct table *t)
{
    int cells = (t->screen->width - 1) / CELL;
    return cells < 1 ? 1 : cells < PLACES ? cells : PLACES;
}

static bool is_cell(const struct fl_item *item)
{
    return is_kind(item, "pd.pirate") || is_kind(item, "pd.captain") || is_kind(item, "pd.place");
}

static void draw_cells(const struct table *t, const struct fl_zone *zone)
{
    char memory[1024];
    struct fl_buf line = fl_buf_over(memory, sizeof memory);
    int cells = 0;
    for (int i = 0; i < zone->count; i++) {
        if (!is_cell(&t->view.item[zone->first + i]))
            continue;
        fl_put(&line, cells % cells_in_a_line(t) ? " " : cells ? "\n" : " ");
        put_cell(&line, t, &t->view.item[zone->first + i]);
        cells++;
    }
    if (cells)
        fl_screen_text(t->screen, line.at, 1);
}

static void put_force(struct fl_buf *out, const struct table *t, const struct fl_zone *zone)
{
    const struct fl_item *sabres = in_zone(t, zone, "pd.sabres");
    const struct fl_item *cannons = in_zone(t, zone, "pd.cannons");
    fl_put(out, "  ⚔ ");
    fl_put_number(out, sabres ? sabres->value : 0);
    fl_put(out, "  ● ");
    fl_put_number(out, cannons ? cannons->value : 0);
}

static void draw_boat(const struct table *t, const struct fl_zone *zone)
{
    char memory[512];
    struct fl_buf line = fl_buf_over(memory, sizeof memory);
    const struct fl_item *boat = in_zone(t, zone, "pd.boat");
    fl_put(&line, "  ");
    put_boat(&line, t, boat);
    put_force(&line, t, zone);
    fl_screen_text(t->screen, line.at, 2);
    draw_cells(t, zone);
}

static void put_treasure(struct fl_buf *out, const struct table *t, const struct fl_zone *zone)
{
    fl_put(out, is_to_move(t, zone->owner) ? "▸ " : "  ");
    put_named(out, t, zone->owner);
    fl_put(out, "  ◉ ");
    fl_put_style(out, t->screen, FL_BOLD);
    fl_put_number(out, t->view.item[zone->first].value);
    fl_put_style(out, t->screen, FL_PLAIN);
}

static int boats_of(const struct table *t, int seat)
{
    int n = 0;
    for (int i = 0; i < t->view.zones; i++)
        n += t->view.zone[i].owner == seat && !strcmp(t->view.zone[i].name, "pd.zone.boat");
    return n;
}

/* Draws a player's treasure and boats. A single boat is on the line of the treasure. */
static void draw_seat(const struct table *t, const struct fl_zone *treasure)
{
    char memory[512];
    struct fl_buf line = fl_buf_over(memory, sizeof memory);
    bool single = boats_of(t, treasure->owner) == 1;
    put_treasure(&line, t, treasure);
    for (int i = 0; i < t->view.zones && single; i++) {
        const struct fl_zone *zone = &t->view.zone[i];
        if (zone->owner == treasure->owner && !strcmp(zone->name, "pd.zone.boat")) {
            fl_put(&line, "  ");
            put_boat(&line, t, in_zone(t, zone, "pd.boat"));
            put_force(&line, t, zone);
            fl_screen_text(t->screen, line.at, 2);
            draw_cells(t, zone);
            return;
        }
    }
    fl_screen_text(t->screen, line.at, 2);
    for (int i = 0; i < t->view.zones; i++)
        if (t->view.zone[i].owner == treasure->owner &&
            !strcmp(t->view.zone[i].name, "pd.zone.boat"))
            draw_boat(t, &t->view.zone[i]);
}

static void draw_row(const struct table *t)
{
    const struct fl_zone *row = fl_view_find(&t->view, "pd.zone.row", FL_NOBODY, 0);
    if (!row || !row->count)
        return;
    fl_screen_word(t->screen, "pd.zone.row");
    draw_cells(t, row);
}

static void draw_harbour(const struct table *t)
{
    const struct fl_zone *harbour = fl_view_find(&t->view, "pd.zone.harbour", FL_NOBODY, 0);
    struct fl_phrase p;
    if (!harbour)
        return;
    fl_phrase_begin(&p, "pd.table.harbour");
    for (int i = 0; i < harbour->count; i++)
        fl_with_item(&p, "boats", t->view.item[harbour->first + i].face);
    fl_screen_phrase(t->screen, &p);
}

static int32_t value_of(const struct table *t, const char *kind)
{
    const struct fl_item *item = item_of(t, kind);
    return item ? item->value : 0;
}

static bool is_marked(const struct table *t, int marks)
{
    for (int i = 0; i < t->view.items; i++)
        if (t->view.item[i].marks & marks)
            return true;
    return false;
}

static void put_sign(struct fl_buf *out, const struct table *t, const char *key)
{
    fl_put(out, "  ");
    put_key(out, t, key);
}

/* Prints the piles and the legend of the symbols, in dim text. */
static void draw_foot(const struct table *t)
{
    char memory[512];
    struct fl_buf line = fl_buf_over(memory, sizeof memory);
    struct fl_phrase p;
    fl_phrase_begin(&p, "pd.table.piles");
    fl_with_number(&p, "deck", value_of(t, "pd.pile"));
    fl_with_number(&p, "discard", value_of(t, "pd.discard"));
    fl_with_number(&p, "combats", value_of(t, "pd.combats"));
    fl_put_style(&line, t->screen, FL_DIM);
    fl_put_sentence(&line, t->screen, &p);
    put_sign(&line, t, "pd.table.legend");
    if (is_marked(t, t->taken | t->imposed))
        put_sign(&line, t, "pd.table.marks");
    if (is_marked(t, t->fallen))
        put_sign(&line, t, "pd.table.fallen");
    fl_put_style(&line, t->screen, FL_PLAIN);
    fl_screen_text(t->screen, line.at, 0);
}

static void draw_treasures(const struct table *t, bool boats_too)
{
    for (int i = 0; i < t->view.zones; i++) {
        const struct fl_zone *zone = &t->view.zone[i];
        char memory[256];
        struct fl_buf line = fl_buf_over(memory, sizeof memory);
        if (strcmp(zone->name, "pd.zone.treasure"))
            continue;
        if (boats_too) {
            draw_seat(t, zone);
        } else {
            put_treasure(&line, t, zone);
            fl_screen_text(t->screen, line.at, 2);
        }
    }
}

static void draw(const struct fl_sight *sight, const struct fl_screen *screen)
{
    struct table t = read_table(sight, screen);
    draw_treasures(&t, true);
    draw_harbour(&t);
    draw_row(&t);
    draw_duel(&t);
    draw_foot(&t);
    fl_skin_cards(screen, &t.view, "pd.zone.discards", false);
    fl_skin_cards(screen, &t.view, "pd.zone.drawn", true);
}

static void scores(const struct fl_sight *sight, const struct fl_screen *screen)
{
    struct table t = read_table(sight, screen);
    draw_treasures(&t, false);
}

const struct fl_skin fl_skin_pirates_en_duel = {
    .game = "pirates-en-duel", .draw = draw, .scores = scores};
