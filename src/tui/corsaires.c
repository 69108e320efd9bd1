/* Board of Corsaires: the players, a frame per galleon with the strengths as bars, and the hand. */
#include <string.h>

#include "tui/board.h"

enum { COLOURS = 4, FRAME_ROWS = 8, CARD_ROWS = 4, WIDEST_CARD = 11, NARROWEST_CARD = 5, HEAD = 3 };

static const struct {
    const char *letter, *ship[4], *captain; /* translation keys */
    enum fl_role role;
} colours[COLOURS] = {
    {"co.letter.yellow",
     {"co.card.yellow-1", "co.card.yellow-2", "co.card.yellow-3", "co.card.yellow-4"},
     "co.card.captain-yellow",
     FL_ROLE_YELLOW},
    {"co.letter.red",
     {"co.card.red-1", "co.card.red-2", "co.card.red-3", "co.card.red-4"},
     "co.card.captain-red",
     FL_ROLE_RED},
    {"co.letter.green",
     {"co.card.green-1", "co.card.green-2", "co.card.green-3", "co.card.green-4"},
     "co.card.captain-green",
     FL_ROLE_GREEN},
    {"co.letter.blue",
     {"co.card.blue-1", "co.card.blue-2", "co.card.blue-3", "co.card.blue-4"},
     "co.card.captain-blue",
     FL_ROLE_BLUE},
};

static bool is_zone(const struct fl_zone *zone, const char *name)
{
    return !strcmp(zone->name, name);
}

static bool is_of_colour(const char *face, int colour)
{
    for (int i = 0; i < 4; i++)
        if (!strcmp(face, colours[colour].ship[i]))
            return true;
    return !strcmp(face, colours[colour].captain) || !strcmp(face, colours[colour].letter);
}

/* The colour of a card, or -1. */
static int colour_of(const char *face)
{
    for (int i = 0; face && i < COLOURS; i++)
        if (is_of_colour(face, i))
            return i;
    return -1;
}

static enum fl_role role_of(const char *face)
{
    int colour = colour_of(face);
    return colour < 0 ? FL_ROLE_PLAIN : colours[colour].role;
}

/* ---- players ---- */

static void draw_player(const struct fl_board_view *b, int seat, int column, int width)
{
    const struct fl_zone *hand = fl_view_find(b->view, "co.zone.hand", seat, 0),
                         *won = fl_view_find(b->view, "co.zone.captured", seat, 0);
    const struct fl_item *gold = won ? fl_board_item(b->view, won, "co.gold") : NULL;
    char memory[128];
    struct fl_buf text = fl_buf_over(memory, sizeof memory);
    fl_put(&text, fl_board_is_to_move(b, seat) ? "▸ " : "  ");
    fl_put_short_player(&text, b, seat, width - 3);
    fl_canvas_fit(b->canvas, b->area.row, column, width - 1, (enum fl_role)(FL_ROLE_SEAT + seat),
                  text.at);
    fl_buf_clear(&text);
    fl_put_number(&text, hand ? hand->count : 0);
    fl_canvas_text(b->canvas, b->area.row + 1, column + 2, FL_ROLE_PLAIN, text.at);
    if (!won)
        return;
    fl_buf_clear(&text);
    fl_put_number(&text, fl_board_value(b->view, won, "co.taken"));
    if (gold) {
        fl_put(&text, "  ◉ ");
        fl_put_number(&text, gold->value);
    }
    fl_canvas_fit(b->canvas, b->area.row + 2, column + 2, width - 3, FL_ROLE_PLAIN, text.at);
}

static void draw_players(const struct fl_board_view *b)
{
    enum { TITLES = 11 };
    int seats = b->sight->setup.seats, width = (b->area.columns - TITLES) / seats;
    width = width > 22 ? 22 : width;
    fl_board_word(b, b->area.row + 1, b->area.column + 1, FL_ROLE_DIM, "co.tui.hand");
    fl_board_word(b, b->area.row + 2, b->area.column + 1, FL_ROLE_DIM, "co.tui.won");
    for (int seat = 0; seat < seats; seat++)
        draw_player(b, seat, b->area.column + TITLES + seat * width, width);
}

/* ---- galleons ---- */

static void put_outcome(struct fl_buf *out, const struct fl_board_view *b,
                        const struct fl_zone *zone)
{
    const struct fl_item *flag = fl_board_item(b->view, zone, "co.flag");
    struct fl_phrase phrase;
    fl_put_char(out, ' ');
    if (!flag) {
        fl_put_word(out, b->screen->lang, "co.tui.undecided", FL_BARE);
    } else {
        fl_phrase_begin(&phrase, flag->owner == b->reader ? "co.tui.you-lead" : "co.tui.leads");
        fl_with_seat(&phrase, "who", flag->owner);
        fl_put_sentence(out, b->screen, &phrase);
    }
    fl_put_char(out, ' ');
}

/* "R Anne  ███ 3" */
static void draw_strength(const struct fl_board_view *b, const struct fl_zone *zone,
                          const struct fl_item *strength, struct fl_area a)
{
    enum { NAME = 9 };
    int colour = colour_of(strength->face);
    char memory[64];
    struct fl_buf text = fl_buf_over(memory, sizeof memory);
    fl_put_word(&text, b->screen->lang, strength->face, FL_BARE);
    fl_put_char(&text, ' ');
    fl_put_short_player(&text, b, strength->owner, NAME - 2);
    fl_canvas_fit(b->canvas, a.row, a.column, NAME + 1, role_of(strength->face), text.at);
    int bar = strength->value, room = a.columns - NAME - 6;
    bar = bar > room ? room : bar;
    fl_canvas_fill(b->canvas, (struct fl_area){a.row, a.column + NAME + 2, 1, bar},
                   role_of(strength->face), "█");
    fl_buf_clear(&text);
    fl_put_char(&text, ' ');
    fl_put_number(&text, strength->value);
    for (int i = zone->first; colour >= 0 && i < zone->first + zone->count; i++)
        if (b->view->item[i].face && !strcmp(b->view->item[i].face, colours[colour].captain))
            fl_put(&text, "⚑");
    fl_canvas_text(b->canvas, a.row, a.column + NAME + 2 + bar, FL_ROLE_BOLD, text.at);
}

static void draw_fleet(const struct fl_board_view *b, const struct fl_zone *zone, struct fl_area a)
{
    int row = a.row;
    for (int i = zone->first; i < zone->first + zone->count && row < a.row + a.rows; i++) {
        const struct fl_item *item = &b->view->item[i];
        struct fl_area line = {row, a.column, 1, a.columns};
        if (!strcmp(item->kind, "co.strength")) {
            draw_strength(b, zone, item, line);
            row++;
        } else if (item->face && !strcmp(item->face, "co.card.admiral")) {
            char memory[96];
            struct fl_buf text = fl_buf_over(memory, sizeof memory);
            fl_put(&text, "⚑ ");
            fl_put_word(&text, b->screen->lang, item->face, FL_BARE);
            fl_put(&text, ", ");
            fl_put_player(&text, b, item->owner);
            fl_canvas_fit(b->canvas, row++, a.column, a.columns, FL_ROLE_BOLD, text.at);
        }
    }
}

static void put_number_of(struct fl_buf *out, const struct fl_board_view *b, int number)
{
    struct fl_phrase phrase;
    fl_phrase_begin(&phrase, "co.tui.galleon");
    fl_with_number(&phrase, "n", number);
    fl_put_sentence(out, b->screen, &phrase);
}

static void draw_galleon(const struct fl_board_view *b, const struct fl_zone *zone,
                         struct fl_area a)
{
    const struct fl_item *galleon = &b->view->item[zone->first];
    int state = fl_item_state(b, galleon->id);
    char title_memory[64], foot_memory[96], memory[96];
    struct fl_buf title = fl_buf_over(title_memory, sizeof title_memory);
    struct fl_buf foot = fl_buf_over(foot_memory, sizeof foot_memory);
    struct fl_buf text = fl_buf_over(memory, sizeof memory);
    fl_put(&title, state & FL_ITEM_CURSOR ? "[" : " ");
    put_number_of(&title, b, zone->number);
    fl_put(&title, state & FL_ITEM_CURSOR ? "] " : state & FL_ITEM_LEGAL ? " • " : " ");
    put_outcome(&foot, b, zone);
    fl_board_target(b, galleon->id);
    if (b->canvas->target != FL_NO_TARGET)
        fl_canvas_fill(b->canvas, a, FL_ROLE_PLAIN, " ");
    fl_canvas_frame(b->canvas, a, state & FL_ITEM_CHOSEN ? FL_FRAME_HEAVY : FL_FRAME_THIN,
                    fl_item_role(state, FL_ROLE_PLAIN), (const char *[]){title.at, foot.at});
    fl_canvas_text(b->canvas, a.row + 1, a.column + 2, FL_ROLE_PLAIN, "   |\\");
    fl_put_char(&text, ' ');
    struct fl_phrase owner;
    fl_phrase_begin(&owner, galleon->owner == b->reader ? "co.tui.yours" : "co.tui.of");
    fl_with_seat(&owner, "who", galleon->owner);
    fl_put_sentence(&text, b->screen, &owner);
    fl_canvas_fit(b->canvas, a.row + 1, a.column + 10, a.columns - 12,
                  (enum fl_role)(FL_ROLE_SEAT + galleon->owner), text.at);
    fl_canvas_text(b->canvas, a.row + 2, a.column + 2, FL_ROLE_PLAIN, " __|_\\__");
    fl_canvas_text(b->canvas, a.row + 3, a.column + 2, FL_ROLE_PLAIN, " \\_____/");
    fl_buf_clear(&text);
    fl_put_times(&text, "◉", galleon->value < a.columns - 16 ? galleon->value : 0);
    fl_put_char(&text, ' ');
    fl_put_number(&text, galleon->value);
    fl_canvas_text(b->canvas, a.row + 3, a.column + 11, FL_ROLE_YELLOW, text.at);
    draw_fleet(b, zone, (struct fl_area){a.row + 4, a.column + 2, a.rows - 5, a.columns - 4});
    fl_board_no_target(b);
}

/* One line per fight, if there are too many for frames. */
static void draw_short(const struct fl_board_view *b, const struct fl_zone *zone, struct fl_area a)
{
    const struct fl_item *galleon = &b->view->item[zone->first];
    int state = fl_item_state(b, galleon->id);
    char memory[256];
    struct fl_buf text = fl_buf_over(memory, sizeof memory);
    fl_put(&text, state & FL_ITEM_CURSOR ? "[" : " ");
    put_number_of(&text, b, zone->number);
    fl_put(&text, state & FL_ITEM_CURSOR ? "]" : state & FL_ITEM_LEGAL ? "•" : " ");
    fl_put(&text, " ◉ ");
    fl_put_number(&text, galleon->value);
    fl_put(&text, "  ");
    fl_put_player(&text, b, galleon->owner);
    for (int i = zone->first; i < zone->first + zone->count; i++) {
        const struct fl_item *item = &b->view->item[i];
        if (strcmp(item->kind, "co.strength"))
            continue;
        fl_put(&text, "   ");
        fl_put_word(&text, b->screen->lang, item->face, FL_BARE);
        fl_put_char(&text, ' ');
        fl_put_player(&text, b, item->owner);
        fl_put_char(&text, ' ');
        fl_put_number(&text, item->value);
    }
    fl_put(&text, "  ");
    put_outcome(&text, b, zone);
    fl_board_target(b, galleon->id);
    fl_canvas_fit(b->canvas, a.row, a.column, a.columns, fl_item_role(state, FL_ROLE_PLAIN),
                  text.at);
    fl_board_no_target(b);
}

static int count_fights(const struct fl_board_view *b)
{
    int n = 0;
    for (int i = 0; i < b->view->zones; i++)
        n += is_zone(&b->view->zone[i], "co.zone.fight");
    return n;
}

/* Draws the galleons and returns the rows used. */
static int draw_fights(const struct fl_board_view *b, int row, int room)
{
    int fights = count_fights(b), columns = b->area.columns / 26, place = 0;
    int width = (b->area.columns - (columns - 1)) / columns;
    int rows = (fights + columns - 1) / columns;
    bool frames = rows * FRAME_ROWS <= room;
    for (int i = 0; i < b->view->zones; i++) {
        const struct fl_zone *zone = &b->view->zone[i];
        if (!is_zone(zone, "co.zone.fight"))
            continue;
        if (frames)
            draw_galleon(b, zone,
                         (struct fl_area){row + place / columns * FRAME_ROWS,
                                          b->area.column + place % columns * (width + 1),
                                          FRAME_ROWS, width});
        else if (place < room)
            draw_short(b, zone, (struct fl_area){row + place, b->area.column, 1, b->area.columns});
        place++;
    }
    if (!fights)
        fl_board_word(b, row + 1, b->area.column + 1, FL_ROLE_DIM, "co.tui.no-galleon");
    return !fights ? FRAME_ROWS : frames ? rows * FRAME_ROWS : fights < room ? fights : room;
}

/* ---- the hand ---- */

/* Writes the numbers of the galleons that a card may be played on. */
static void put_targets(struct fl_buf *out, const struct fl_board_view *b, uint16_t card)
{
    bool some = false;
    for (int z = 0; b->chooser && z < b->view->zones; z++) {
        const struct fl_zone *zone = &b->view->zone[z];
        bool fits = false;
        if (!is_zone(zone, "co.zone.fight"))
            continue;
        for (int i = 0; i < b->chooser->choices.singles && !fits; i++) {
            bool has_card = false, has_galleon = false;
            for (int k = 0; k < b->chooser->touched[i]; k++) {
                has_card |= b->chooser->touch[i][k] == card;
                has_galleon |= b->chooser->touch[i][k] == b->view->item[zone->first].id;
            }
            fits = has_card && has_galleon;
        }
        if (!fits)
            continue;
        fl_put(out, some ? "," : "→ ");
        fl_put_number(out, zone->number);
        some = true;
    }
}

/* The text of a card on two lines. A narrow card has the letter of its colour and its number. */
static void put_card(const struct fl_board_view *b, const struct fl_item *card, int width,
                     char first[64], char second[64])
{
    struct fl_buf top = fl_buf_over(first, 64), bottom = fl_buf_over(second, 64);
    int colour = colour_of(card->face);
    bool captain = colour >= 0 && !strcmp(card->face, colours[colour].captain);
    if (colour >= 0 && width < WIDEST_CARD - 2) {
        fl_put_word(&top, b->screen->lang, colours[colour].letter, FL_BARE);
        fl_put(&top, captain ? "⚑" : "");
        if (!captain)
            fl_put_number(&top, card->value);
    } else if (captain) {
        fl_put_word(&top, b->screen->lang, "co.tui.captain", FL_BARE);
        fl_put(&bottom, "⚑ ");
        fl_put_word(&bottom, b->screen->lang, colours[colour].letter, FL_BARE);
    } else if (colour < 0 && card->value && width >= WIDEST_CARD - 2) {
        fl_put_word(&top, b->screen->lang, "co.tui.galleon-card", FL_BARE);
    } else {
        fl_put_word(&top, b->screen->lang, card->face, FL_BARE);
    }
    for (int i = 0; colour >= 0 && !captain && i < card->value; i++)
        fl_put(&bottom, i && width >= WIDEST_CARD - 2 ? " x" : "x");
    if (colour < 0 && card->value)
        fl_put_times(&bottom, "◉", card->value < width - 2 ? card->value : width - 2);
}

static void draw_card(const struct fl_board_view *b, const struct fl_item *card, struct fl_area a)
{
    int state = fl_item_state(b, card->id);
    char first[64], second[64], memory[64];
    struct fl_buf targets = fl_buf_over(memory, sizeof memory);
    enum fl_role role = fl_item_role(state, FL_ROLE_DIM);
    put_card(b, card, a.columns, first, second);
    fl_board_target(b, card->id);
    if (b->canvas->target != FL_NO_TARGET)
        fl_canvas_fill(b->canvas, a, FL_ROLE_PLAIN, " ");
    fl_canvas_frame(b->canvas, a, state & FL_ITEM_CHOSEN ? FL_FRAME_HEAVY : FL_FRAME_THIN, role,
                    (const char *[]){"", ""});
    fl_canvas_centre(b->canvas, a.row + 1, a.column + 1, a.columns - 2, role_of(card->face), first);
    fl_canvas_centre(b->canvas, a.row + 2, a.column + 1, a.columns - 2, role_of(card->face),
                     second);
    fl_board_no_target(b);
    fl_put(&targets, state & FL_ITEM_CURSOR ? "[" : "");
    put_targets(&targets, b, card->id);
    fl_put(&targets, state & FL_ITEM_CURSOR ? targets.len > 1 ? "]" : " ]" : "");
    fl_canvas_centre(b->canvas, a.row + CARD_ROWS, a.column, a.columns,
                     state & FL_ITEM_CURSOR ? FL_ROLE_CURSOR : FL_ROLE_DIM, targets.at);
}

static void draw_pile(const struct fl_board_view *b, struct fl_area a)
{
    const struct fl_item *pile = fl_board_item(b->view, NULL, "co.pile");
    char memory[32];
    struct fl_buf text = fl_buf_over(memory, sizeof memory);
    if (!pile)
        return;
    int state = fl_item_state(b, pile->id);
    fl_board_target(b, pile->id);
    fl_canvas_fill(b->canvas, a, FL_ROLE_DIM, "░");
    fl_canvas_frame(b->canvas, a, FL_FRAME_THIN, fl_item_role(state, FL_ROLE_DIM),
                    (const char *[]){"", ""});
    fl_put_char(&text, ' ');
    fl_put_number(&text, pile->value);
    fl_put_char(&text, ' ');
    fl_canvas_centre(b->canvas, a.row + 2, a.column + 1, a.columns - 2, FL_ROLE_BOLD, text.at);
    fl_buf_clear(&text);
    fl_put_word(&text, b->screen->lang, "co.tui.pile", FL_BARE);
    fl_canvas_centre(b->canvas, a.row + 1, a.column + 1, a.columns - 2, FL_ROLE_PLAIN, text.at);
    fl_board_no_target(b);
    if (state & FL_ITEM_CURSOR)
        fl_canvas_centre(b->canvas, a.row + CARD_ROWS, a.column, a.columns, FL_ROLE_CURSOR, "[ ]");
}

/* Draws the viewer's hand and the draw pile. Returns the rows used. */
static int draw_hand(const struct fl_board_view *b, int row)
{
    const struct fl_zone *hand = fl_view_find(b->view, "co.zone.hand", b->sight->viewer, 0);
    int cards = hand ? hand->count : 0, room = b->area.columns - WIDEST_CARD - 2;
    int width = cards ? room / cards : WIDEST_CARD;
    width = width > WIDEST_CARD ? WIDEST_CARD : width < NARROWEST_CARD ? NARROWEST_CARD : width;
    for (int i = 0; i < cards && (i + 1) * width <= room; i++)
        draw_card(b, &b->view->item[hand->first + i],
                  (struct fl_area){row, b->area.column + i * width, CARD_ROWS, width});
    draw_pile(b, (struct fl_area){row, b->area.column + b->area.columns - WIDEST_CARD, CARD_ROWS,
                                  WIDEST_CARD});
    return CARD_ROWS + 1;
}

static int draw(const struct fl_board_view *b, struct fl_area *side)
{
    int room = b->area.rows - HEAD - CARD_ROWS - 1 - 5, row = b->area.row + HEAD;
    (void)side;
    draw_players(b);
    row += draw_fights(b, row, room);
    row += draw_hand(b, row);
    return row - b->area.row;
}

static void put_title(const struct fl_board_view *b, struct fl_buf *out)
{
    const struct fl_zone *gone = fl_view_find(b->view, "co.zone.out", FL_NOBODY, 0);
    fl_put_amount(out, b->screen, "co.tui.deck", fl_board_value(b->view, NULL, "co.pile"));
    if (gone && gone->count) {
        fl_put(out, "    ");
        fl_put_amount(out, b->screen, "co.tui.out", gone->count);
    }
}

const struct fl_board fl_board_corsaires = {
    .game = "corsaires", .draw = draw, .put_title = put_title};
