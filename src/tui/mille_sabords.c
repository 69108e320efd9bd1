/* Board of Mille Sabords!: the card, the scores as bars, and the eight dice. */
#include <string.h>

#include "tui/board.h"

enum { DICE = 8, DIE = 9, DIE_ROWS = 5, CARD = 25, CARD_ROWS = 6, NAME = 11, FIGURE = 8 };

static const struct {
    const char *face, *name, *picture[3];
    enum fl_role role;
} faces[] = {
    {"ms.face.skull", "ms.short.skull", {"  .-.  ", " (o.o) ", "  |=|  "}, FL_ROLE_RISK},
    {"ms.face.parrot", "ms.short.parrot", {"  __   ", " (° )> ", " /)))  "}, FL_ROLE_GREEN},
    {"ms.face.monkey", "ms.short.monkey", {"  .-.  ", "@(o o)@", " (_=_) "}, FL_ROLE_MAGENTA},
    {"ms.face.sabre", "ms.short.sabre", {"  \\ /  ", "   X   ", " o/ \\o "}, FL_ROLE_BLUE},
    {"ms.face.coin", "ms.short.coin", {"  ▄▄▄  ", " █ $ █ ", "  ▀▀▀  "}, FL_ROLE_YELLOW},
    {"ms.face.diamond", "ms.short.diamond", {"  ___  ", " /_|_\\ ", "  \\|/  "}, FL_ROLE_CYAN},
};

static const struct {
    const char *card, *effect;
} effects[] = {
    {"ms.card.coin", "ms.card.coin.effect"},       {"ms.card.diamond", "ms.card.diamond.effect"},
    {"ms.card.animals", "ms.card.animals.effect"}, {"ms.card.guardian", "ms.card.guardian.effect"},
    {"ms.card.pirate", "ms.card.pirate.effect"},   {"ms.card.island", "ms.card.island.effect"},
    {"ms.card.skull-1", "ms.card.skull-1.effect"}, {"ms.card.skull-2", "ms.card.skull-2.effect"},
    {"ms.card.ship-2", "ms.card.ship-2.effect"},   {"ms.card.ship-3", "ms.card.ship-3.effect"},
    {"ms.card.ship-4", "ms.card.ship-4.effect"},
};

static const struct fl_zone *zone_named(const struct fl_board_view *b, const char *name)
{
    static const struct fl_zone empty;
    const struct fl_zone *zone = fl_view_find(b->view, name, FL_NOBODY, 0);
    return zone ? zone : &empty;
}

/* ---- the card ---- */

static void draw_effect(const struct fl_board_view *b, int row, int column, const char *text)
{
    for (int i = 0; i < CARD_ROWS - 3 && *text; i++) {
        size_t take = fl_wrap(text, CARD - 3);
        char memory[256];
        struct fl_buf line = fl_buf_over(memory, sizeof memory);
        fl_put_bytes(&line, text, take);
        fl_canvas_fit(b->canvas, row + i, column, CARD - 3, FL_ROLE_PLAIN, line.at);
        text += take;
        text += strspn(text, " ");
    }
}

static void draw_card(const struct fl_board_view *b)
{
    const struct fl_item *card = fl_board_item(b->view, NULL, "ms.card");
    char memory[512];
    struct fl_buf text = fl_buf_over(memory, sizeof memory);
    struct fl_area area = {b->area.row, b->area.column + 1, CARD_ROWS, CARD};
    fl_put_char(&text, ' ');
    fl_put_word(&text, b->screen->lang, "ms.zone.card", FL_BARE);
    fl_put_char(&text, ' ');
    fl_canvas_frame(b->canvas, area, FL_FRAME_THIN, FL_ROLE_PLAIN, (const char *[]){text.at, ""});
    if (!card || !card->face)
        return;
    fl_buf_clear(&text);
    fl_put_word(&text, b->screen->lang, card->face, FL_BARE);
    fl_canvas_fit(b->canvas, area.row + 1, area.column + 2, CARD - 3, FL_ROLE_BOLD, text.at);
    fl_buf_clear(&text);
    for (size_t i = 0; i < sizeof effects / sizeof effects[0]; i++)
        if (!strcmp(effects[i].card, card->face))
            fl_put_word(&text, b->screen->lang, effects[i].effect, FL_BARE);
    draw_effect(b, area.row + 2, area.column + 2, text.at);
}

/* ---- scores ---- */

static int32_t largest_score(const struct fl_board_view *b, const struct fl_zone *sheet)
{
    int32_t largest = fl_board_value(b->view, NULL, "ms.target");
    for (int i = sheet->first; i < sheet->first + sheet->count; i++)
        if (b->view->item[i].value > largest)
            largest = b->view->item[i].value;
    return largest;
}

static void draw_score(const struct fl_board_view *b, const struct fl_item *total, int row,
                       int32_t largest)
{
    int column = b->area.column + CARD + 4, bar = column + 2 + NAME;
    int width = b->area.columns - bar - FIGURE - 1;
    char memory[64];
    struct fl_buf text = fl_buf_over(memory, sizeof memory);
    enum fl_role role = (enum fl_role)(FL_ROLE_SEAT + total->owner);
    if (fl_board_is_to_move(b, total->owner))
        fl_canvas_text(b->canvas, row, column, FL_ROLE_LEGAL, "▸");
    fl_put_short_player(&text, b, total->owner, NAME - 1);
    fl_canvas_fit(b->canvas, row, column + 2, NAME - 1, role, text.at);
    fl_board_bar(b, row, bar, width, role, (double)total->value / largest);
    fl_buf_clear(&text);
    fl_put_figure(&text, b->screen->lang, total->value);
    fl_canvas_right(b->canvas, row, b->area.column + b->area.columns - 1, FL_ROLE_BOLD, text.at);
}

/* Draws the bars, and above them where the target is. */
static void draw_scores(const struct fl_board_view *b)
{
    const struct fl_zone *sheet = zone_named(b, "ms.zone.sheet");
    int32_t largest = largest_score(b, sheet), target = fl_board_value(b->view, NULL, "ms.target");
    int bar = b->area.column + CARD + 6 + NAME, width = b->area.columns - bar - FIGURE - 1;
    char memory[64];
    struct fl_buf text = fl_buf_over(memory, sizeof memory);
    fl_put_figure(&text, b->screen->lang, target);
    fl_put(&text, " ▾");
    fl_canvas_right(b->canvas, b->area.row, bar + (int)((int64_t)width * target / largest),
                    FL_ROLE_DIM, text.at);
    for (int i = 0; i < sheet->count; i++)
        draw_score(b, &b->view->item[sheet->first + i], b->area.row + 1 + i, largest);
}

/* ---- dice ---- */

static int gap_of(const struct fl_board_view *b)
{
    int gap = (b->area.columns - DICE * DIE) / (DICE - 1);
    return gap < 0 ? 0 : gap > 3 ? 3 : gap;
}

static int first_column(const struct fl_board_view *b)
{
    int width = DICE * DIE + (DICE - 1) * gap_of(b);
    return b->area.column + (b->area.columns - width) / 2;
}

/* The word below a die: why it cannot be chosen, or that it is. */
static void draw_state(const struct fl_board_view *b, const struct fl_item *die, bool saved,
                       int row, int column)
{
    int state = fl_item_state(b, die->id);
    char memory[64];
    struct fl_buf text = fl_buf_over(memory, sizeof memory);
    bool locked = die->marks & fl_mark(b->sight->game, "locked");
    const char *key = state & FL_ITEM_CHOSEN ? "ms.tui.chosen"
                      : saved                ? "ms.tui.saved"
                      : locked               ? "ms.tui.locked"
                                             : NULL;
    fl_put(&text, state & FL_ITEM_CURSOR ? "[" : "");
    if (key)
        fl_put_word(&text, b->screen->lang, key, FL_BARE);
    else
        fl_put(&text, state & FL_ITEM_CURSOR ? "     " : "");
    fl_put(&text, state & FL_ITEM_CURSOR ? "]" : "");
    fl_canvas_centre(b->canvas, row, column, DIE,
                     state & FL_ITEM_CURSOR   ? FL_ROLE_CURSOR
                     : state & FL_ITEM_CHOSEN ? FL_ROLE_LEGAL
                                              : FL_ROLE_DIM,
                     text.at);
}

static void draw_picture(const struct fl_board_view *b, const struct fl_item *die, int row,
                         int column, char name[32])
{
    struct fl_buf text = fl_buf_over(name, 32);
    for (size_t i = 0; die->face && i < sizeof faces / sizeof faces[0]; i++) {
        if (strcmp(die->face, faces[i].face))
            continue;
        fl_put_word(&text, b->screen->lang, faces[i].name, FL_BARE);
        for (int line = 0; line < 3; line++)
            fl_canvas_text(b->canvas, row + 1 + line, column + 1, faces[i].role,
                           faces[i].picture[line]);
    }
}

static void draw_die(const struct fl_board_view *b, const struct fl_item *die, bool saved, int row)
{
    int column = first_column(b) + (int)die->id * (DIE + gap_of(b));
    int state = fl_item_state(b, die->id);
    bool locked = die->marks & fl_mark(b->sight->game, "locked");
    enum fl_frame frame = state & FL_ITEM_CHOSEN ? FL_FRAME_HEAVY
                          : locked               ? FL_FRAME_DOUBLE
                                                 : FL_FRAME_THIN;
    enum fl_role role =
        fl_item_role(state & ~FL_ITEM_LEGAL, locked ? FL_ROLE_LOCKED : FL_ROLE_PLAIN);
    char number[8] = {' ', (char)('1' + die->id), ' '}, name[32] = "";
    struct fl_area area = {row, column, DIE_ROWS, DIE};
    fl_board_target(b, die->id);
    if (b->canvas->target != FL_NO_TARGET)
        fl_canvas_fill(b->canvas, area, FL_ROLE_PLAIN, " ");
    fl_canvas_frame(b->canvas, area, frame, role, (const char *[]){"", ""});
    fl_canvas_text(b->canvas, row, column + 3, role, number);
    draw_picture(b, die, row, column, name);
    fl_canvas_centre(b->canvas, row + DIE_ROWS - 1, column + 1, DIE - 2, role, name);
    fl_board_no_target(b);
    draw_state(b, die, saved, row + DIE_ROWS, column);
}

static void draw_dice(const struct fl_board_view *b, const char *name, bool saved, int row)
{
    const struct fl_zone *zone = zone_named(b, name);
    for (int i = zone->first; i < zone->first + zone->count; i++)
        draw_die(b, &b->view->item[i], saved, row);
}

/* Draws the skulls and the points of the turn. */
static void draw_turn(const struct fl_board_view *b, int row)
{
    const struct fl_item *skulls = fl_board_item(b->view, NULL, "ms.skulls"),
                         *points = fl_board_item(b->view, NULL, "ms.points"),
                         *raid = fl_board_item(b->view, NULL, "ms.raid");
    char memory[128];
    struct fl_buf text = fl_buf_over(memory, sizeof memory);
    if (!skulls)
        return;
    fl_board_amount(b, row, b->area.column + 1, skulls->value >= 2 ? FL_ROLE_RISK : FL_ROLE_PLAIN,
                    "ms.tui.skulls", skulls->value);
    if (!points && !raid)
        return;
    fl_put_amount(&text, b->screen, points ? "ms.table.points" : "ms.table.raid",
                  points ? points->value : raid->value);
    fl_canvas_right(b->canvas, row, b->area.column + b->area.columns - 1, FL_ROLE_BOLD, text.at);
}

static int draw(const struct fl_board_view *b, struct fl_area *side)
{
    int row = b->area.row + CARD_ROWS;
    (void)side;
    draw_card(b);
    draw_scores(b);
    draw_dice(b, "ms.zone.treasure", true, row);
    draw_dice(b, "ms.zone.dice", false, row);
    draw_turn(b, row + DIE_ROWS + 1);
    return CARD_ROWS + DIE_ROWS + 2;
}

static void put_title(const struct fl_board_view *b, struct fl_buf *out)
{
    const struct fl_item *stage = fl_board_item(b->view, NULL, "ms.stage");
    fl_put_amount(out, b->screen, "ms.tui.target", fl_board_value(b->view, NULL, "ms.target"));
    if (stage && stage->face) {
        fl_put(out, "    ");
        fl_put_word(out, b->screen->lang, stage->face, FL_BARE);
    }
}

const struct fl_board fl_board_mille_sabords = {
    .game = "mille-sabords", .draw = draw, .put_title = put_title};
