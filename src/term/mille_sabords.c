/* Skin of Mille Sabords!: the card, the score sheet, the dice. */
#include <string.h>

#include "term/block.h"
#include "term/skin.h"

/* Columns: the table is never wider than eight dice. */
enum { WIDEST = 79, SIDE_BY_SIDE = 72, TOTAL = 7, DICE = 8 };

struct table {
    const struct fl_sight *sight;
    const struct fl_screen *screen;
    struct fl_view view;
    int locked, fresh; /* masks: marks of a die */
    int inside, gap;   /* columns inside a die, and between two dice */
};

static const struct {
    const char *face, *name, *picture;
    enum fl_text_style style;
} faces[] = {
    {"ms.face.skull", "ms.short.skull", "☠", FL_RED},
    {"ms.face.parrot", "ms.short.parrot", "<°)", FL_GREEN},
    {"ms.face.monkey", "ms.short.monkey", "@ö@", FL_MAGENTA},
    {"ms.face.sabre", "ms.short.sabre", "⚔", FL_BLUE},
    {"ms.face.coin", "ms.short.coin", "◉", FL_YELLOW},
    {"ms.face.diamond", "ms.short.diamond", "◆", FL_CYAN},
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

/* ---- reading the view ---- */

/* Chooses eight wide dice if they fit, else eight narrow ones, else two rows of wide ones. */
static void fit_dice(struct table *t)
{
    bool wide = t->screen->width > WIDEST;
    bool narrow = !wide && t->screen->width > DICE * 7;
    t->inside = narrow ? 5 : 7;
    t->gap = narrow ? 0 : 1;
}

static struct table read_table(const struct fl_sight *sight, const struct fl_screen *screen)
{
    struct table t = {.sight = sight,
                      .screen = screen,
                      .locked = fl_mark(sight->game, "locked"),
                      .fresh = fl_mark(sight->game, "fresh")};
    fl_sight_view(sight, &t.view);
    fit_dice(&t);
    return t;
}

static const struct fl_zone *zone_named(const struct table *t, const char *name)
{
    static const struct fl_zone empty;
    const struct fl_zone *zone = fl_view_find(&t->view, name, FL_NOBODY, 0);
    return zone ? zone : &empty;
}

/* The first item of a kind, or NULL. */
static const struct fl_item *item_of(const struct table *t, const char *kind)
{
    for (int i = 0; i < t->view.items; i++)
        if (!strcmp(t->view.item[i].kind, kind))
            return &t->view.item[i];
    return NULL;
}

/* The view counts skulls only while the player is to throw or to choose. */
static bool turn_is_open(const struct table *t)
{
    return item_of(t, "ms.skulls");
}

/* Whether a star marks the dice that were just rolled: some are, and some are not. */
static bool marks_fresh_dice(const struct table *t)
{
    int dice = 0, fresh = 0;
    for (int i = 0; i < t->view.items; i++)
        if (!strcmp(t->view.item[i].kind, "ms.die")) {
            dice++;
            fresh += (t->view.item[i].marks & t->fresh) != 0;
        }
    return fresh && fresh < dice;
}

static void put_key(struct fl_buf *out, const struct table *t, const char *key)
{
    fl_put_word(out, t->screen->lang, key, FL_BARE);
}

/* ---- dice ---- */

struct frame {
    const char *corner[4], *across, *down;
};

/* Dice that cannot be rolled again have a double frame, which is visible without colours too. */
static const struct frame single = {{"╭", "╮", "╰", "╯"}, "─", "│"};
static const struct frame twofold = {{"╔", "╗", "╚", "╝"}, "═", "║"};

static void put_centred(struct fl_buf *out, const char *text, int width)
{
    int spare = width - fl_columns(text);
    fl_put_times(out, " ", spare / 2);
    fl_put(out, text);
    fl_put_times(out, " ", spare - spare / 2);
}

static void add_side(struct fl_block *b, const struct table *t, const struct frame *f,
                     const char *text, enum fl_text_style style)
{
    char memory[160];
    struct fl_buf line = fl_buf_over(memory, sizeof memory);
    fl_put(&line, f->down);
    fl_put_style(&line, t->screen, style);
    put_centred(&line, text, t->inside);
    fl_put_style(&line, t->screen, FL_PLAIN);
    fl_put(&line, f->down);
    fl_block_add(b, line.at);
}

static void add_top(struct fl_block *b, const struct table *t, const struct frame *f)
{
    char memory[64];
    struct fl_buf line = fl_buf_over(memory, sizeof memory);
    fl_put(&line, f->corner[0]);
    fl_put_times(&line, f->across, t->inside);
    fl_put(&line, f->corner[1]);
    fl_block_add(b, line.at);
}

/* Adds the lower edge with the number of the die, and a star if the die was just rolled. */
static void add_bottom(struct fl_block *b, const struct table *t, const struct frame *f,
                       const struct fl_item *die)
{
    char memory[128];
    struct fl_buf line = fl_buf_over(memory, sizeof memory);
    bool star = die->marks & t->fresh && marks_fresh_dice(t);
    fl_put(&line, f->corner[2]);
    fl_put_times(&line, f->across, (t->inside - 3) / 2);
    fl_put_char(&line, ' ');
    fl_put_style(&line, t->screen, FL_BOLD);
    fl_put_number(&line, die->id + 1);
    fl_put_style(&line, t->screen, FL_PLAIN);
    fl_put_char(&line, star ? '*' : ' ');
    fl_put_times(&line, f->across, (t->inside - 3) / 2);
    fl_put(&line, f->corner[3]);
    fl_block_add(b, line.at);
}

static void build_die(struct fl_block *b, const struct table *t, const struct fl_item *die)
{
    const struct frame *f = die->marks & t->locked ? &twofold : &single;
    char memory[64];
    struct fl_buf name = fl_buf_over(memory, sizeof memory);
    const char *picture = "·";
    enum fl_text_style style = FL_PLAIN;
    for (size_t i = 0; die->face && i < sizeof faces / sizeof faces[0]; i++)
        if (!strcmp(die->face, faces[i].face)) {
            /* The words of faces have a second, shorter form for narrow dice. */
            fl_put_word(&name, t->screen->lang, faces[i].name, t->inside < 7 ? FL_A : FL_BARE);
            picture = faces[i].picture;
            style = faces[i].style;
        }
    fl_block_begin(b);
    add_top(b, t, f);
    add_side(b, t, f, picture, style);
    add_side(b, t, f, name.at, style);
    add_bottom(b, t, f, die);
}

static int dice_in_a_row(const struct table *t)
{
    return t->screen->width < DICE * (t->inside + 2 + t->gap) - t->gap + 1 ? DICE / 2 : DICE;
}

static void draw_dice(const struct table *t, const struct fl_zone *zone)
{
    for (int i = 0; i < zone->count;) {
        struct fl_block row, die;
        fl_block_begin(&row);
        for (int n = 0; n < dice_in_a_row(t) && i < zone->count; n++, i++) {
            build_die(&die, t, &t->view.item[zone->first + i]);
            fl_block_beside(&row, n ? t->gap : 0, &die);
        }
        fl_block_print(&row, t->screen, 0);
    }
}

static void draw_treasure(const struct table *t)
{
    const struct fl_zone *treasure = zone_named(t, "ms.zone.treasure");
    if (!treasure->count)
        return;
    fl_screen_word(t->screen, "ms.zone.treasure");
    draw_dice(t, treasure);
    if (zone_named(t, "ms.zone.dice")->count)
        fl_screen_word(t->screen, "ms.table.other-dice");
}

/* ---- card and score sheet ---- */

static void put_card_title(struct fl_buf *out, const struct table *t, const struct fl_item *card)
{
    struct fl_phrase phrase;
    fl_phrase_begin(&phrase, "ms.table.card");
    fl_with_word(&phrase, "card", card->face);
    fl_put_sentence(out, t->screen, &phrase);
}

static void build_card(struct fl_block *b, const struct table *t, const struct fl_item *card,
                       int width)
{
    char memory[512];
    struct fl_buf effect = fl_buf_over(memory, sizeof memory);
    for (size_t i = 0; i < sizeof effects / sizeof effects[0]; i++)
        if (!strcmp(card->face, effects[i].card))
            put_key(&effect, t, effects[i].effect);
    fl_block_begin(b);
    fl_block_wrap(b, effect.at, width);
}

static bool is_to_move(const struct table *t, int seat)
{
    return fl_sight_turn(t->sight) & FL_SEAT(seat);
}

static void add_total(struct fl_block *b, const struct table *t, const struct fl_item *total,
                      int width)
{
    char line_memory[256], name_memory[128], number_memory[32];
    struct fl_buf line = fl_buf_over(line_memory, sizeof line_memory);
    struct fl_buf name = fl_buf_over(name_memory, sizeof name_memory);
    struct fl_buf number = fl_buf_over(number_memory, sizeof number_memory);
    fl_put_seat(&name, t->screen, total->owner);
    fl_put_figure(&number, t->screen->lang, total->value);
    fl_put(&line, is_to_move(t, total->owner) ? "▸ " : "  ");
    fl_put_style(&line, t->screen, fl_seat_style(total->owner));
    fl_put_padded(&line, name.at, width - TOTAL - 2);
    fl_put_style(&line, t->screen, FL_PLAIN);
    fl_put_times(&line, " ", TOTAL - fl_columns(number.at));
    fl_put_styled(&line, t->screen, FL_BOLD, number.at);
    fl_block_add(b, line.at);
}

static void build_sheet(struct fl_block *b, const struct table *t, int width)
{
    const struct fl_zone *sheet = zone_named(t, "ms.zone.sheet");
    fl_block_begin(b);
    for (int i = 0; i < sheet->count; i++)
        add_total(b, t, &t->view.item[sheet->first + i], width);
}

static void put_sheet_title(struct fl_buf *out, const struct table *t)
{
    const struct fl_item *target = item_of(t, "ms.target");
    fl_put_amount(out, t->screen, "ms.table.sheet", target ? target->value : 0);
}

/* Columns inside one of two frames that share the width. */
static int half_width(const struct table *t)
{
    int width = t->screen->width - 1;
    return ((width < WIDEST ? width : WIDEST) - 1) / 2 - 4;
}

static void draw_sheet(const struct table *t)
{
    struct fl_block sheet;
    char memory[128];
    struct fl_buf title = fl_buf_over(memory, sizeof memory);
    int width = t->screen->width < SIDE_BY_SIDE ? t->screen->width - 5 : half_width(t);
    build_sheet(&sheet, t, width);
    put_sheet_title(&title, t);
    fl_block_frame(&sheet, t->screen, title.at, width);
    fl_block_print(&sheet, t->screen, 0);
}

static void make_as_high(struct fl_block *a, const struct fl_block *b)
{
    while (a->height < b->height)
        fl_block_add(a, "");
}

static void draw_side_by_side(const struct table *t, const struct fl_item *card)
{
    struct fl_block left, right;
    char left_memory[128], right_memory[128];
    struct fl_buf left_title = fl_buf_over(left_memory, sizeof left_memory);
    struct fl_buf right_title = fl_buf_over(right_memory, sizeof right_memory);
    int width = half_width(t);
    build_card(&left, t, card, width);
    build_sheet(&right, t, width);
    make_as_high(&left, &right);
    make_as_high(&right, &left);
    put_card_title(&left_title, t, card);
    put_sheet_title(&right_title, t);
    fl_block_frame(&left, t->screen, left_title.at, width);
    fl_block_frame(&right, t->screen, right_title.at, width);
    fl_block_beside(&left, 1, &right);
    fl_block_print(&left, t->screen, 0);
}

/* Prints the totals on one line, for narrow screens: "Anne 300, Mary 1200". */
static void draw_totals(const struct table *t)
{
    char memory[1024];
    struct fl_buf line = fl_buf_over(memory, sizeof memory);
    const struct fl_zone *sheet = zone_named(t, "ms.zone.sheet");
    put_sheet_title(&line, t);
    for (int i = 0; i < sheet->count; i++) {
        const struct fl_item *total = &t->view.item[sheet->first + i];
        fl_put(&line, i ? ", " : " ");
        fl_put(&line, is_to_move(t, total->owner) ? "▸" FL_TIE : "");
        fl_put_style(&line, t->screen, fl_seat_style(total->owner));
        fl_put_seat(&line, t->screen, total->owner);
        fl_put_style(&line, t->screen, FL_PLAIN);
        fl_put(&line, FL_TIE);
        fl_put_figure(&line, t->screen->lang, total->value);
    }
    fl_screen_text(t->screen, line.at, 2);
}

static void draw_card(const struct table *t, const struct fl_item *card)
{
    struct fl_block block;
    char memory[128];
    struct fl_buf title = fl_buf_over(memory, sizeof memory);
    int width = t->screen->width - 5;
    build_card(&block, t, card, width);
    put_card_title(&title, t, card);
    fl_block_frame(&block, t->screen, title.at, width);
    fl_block_print(&block, t->screen, 0);
}

static void draw_card_and_scores(const struct table *t)
{
    const struct fl_item *card = item_of(t, "ms.card");
    if (!card || !turn_is_open(t)) {
        draw_sheet(t);
    } else if (t->screen->width >= SIDE_BY_SIDE) {
        draw_side_by_side(t, card);
    } else {
        draw_totals(t);
        draw_card(t, card);
    }
}

/* ---- the complete table ---- */

/* Prints skulls, points and stage on one line. */
static void draw_state(const struct table *t)
{
    const struct fl_item *skulls = item_of(t, "ms.skulls"), *points = item_of(t, "ms.points"),
                         *raid = item_of(t, "ms.raid");
    char memory[512];
    struct fl_buf line = fl_buf_over(memory, sizeof memory);
    fl_put_style(&line, t->screen, skulls->value >= 2 ? FL_RED : FL_PLAIN);
    fl_put_amount(&line, t->screen, "ms.table.skulls", skulls->value);
    fl_put_style(&line, t->screen, FL_PLAIN);
    if (points || raid) {
        fl_put(&line, "  ");
        fl_put_style(&line, t->screen, FL_BOLD);
        fl_put_amount(&line, t->screen, points ? "ms.table.points" : "ms.table.raid",
                      points ? points->value : raid->value);
        fl_put_style(&line, t->screen, FL_PLAIN);
    }
    if (marks_fresh_dice(t)) {
        fl_put(&line, "  ");
        fl_put_style(&line, t->screen, FL_DIM);
        put_key(&line, t, "ms.table.legend");
        fl_put_style(&line, t->screen, FL_PLAIN);
    }
    fl_screen_text(t->screen, line.at, 0);
}

static void draw_stage(const struct table *t)
{
    const struct fl_item *stage = item_of(t, "ms.stage");
    if (stage && stage->face)
        fl_screen_word(t->screen, stage->face);
}

static bool has_dice(const struct table *t)
{
    const struct fl_item *die = item_of(t, "ms.die");
    return die && die->face;
}

/* Between turns only the score sheet is drawn: the narration has already reported the dice. */
static void draw(const struct fl_sight *sight, const struct fl_screen *screen)
{
    struct table t = read_table(sight, screen);
    draw_card_and_scores(&t);
    draw_stage(&t);
    if (turn_is_open(&t) && has_dice(&t)) {
        draw_treasure(&t);
        draw_dice(&t, zone_named(&t, "ms.zone.dice"));
        draw_state(&t);
    }
    fl_skin_cards(screen, &t.view, "ms.zone.discard", true);
}

static void scores(const struct fl_sight *sight, const struct fl_screen *screen)
{
    struct table t = read_table(sight, screen);
    draw_sheet(&t);
    draw_stage(&t);
}

/* Prints the values of sets and the effect of every card. */
static void summary(const struct fl_screen *screen)
{
    static const char *const lines[] = {"ms.summary.sets", "ms.summary.gems", "ms.summary.chest",
                                        "ms.summary.skulls"};
    fl_screen_word(screen, "ms.summary");
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        char memory[512];
        struct fl_buf line = fl_buf_over(memory, sizeof memory);
        fl_put(&line, "• ");
        fl_put_word(&line, screen->lang, lines[i], FL_BARE);
        fl_screen_text(screen, line.at, 2);
    }
    for (size_t i = 0; i < sizeof effects / sizeof effects[0]; i++) {
        char memory[512];
        struct fl_buf line = fl_buf_over(memory, sizeof memory);
        fl_put(&line, "• ");
        fl_put_style(&line, screen, FL_BOLD);
        fl_put_word(&line, screen->lang, effects[i].card, FL_BARE);
        fl_put_style(&line, screen, FL_PLAIN);
        fl_put(&line, " – ");
        fl_put_word(&line, screen->lang, effects[i].effect, FL_BARE);
        fl_screen_text(screen, line.at, 2);
    }
}

const struct fl_skin fl_skin_mille_sabords = {
    .game = "mille-sabords", .draw = draw, .scores = scores, .summary = summary};
