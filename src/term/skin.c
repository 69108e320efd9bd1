/* The list of skins, and the plain skin, which prints the zones of any game as titled rows. */
#include "term/skin.h"

#include <string.h>

static const struct fl_skin *const skins[] = {
#define FL_SKIN(c_name) &fl_skin_##c_name,
#include "games/games.def"
    NULL,
};

const struct fl_skin *fl_skin_of(const struct fl_game *game)
{
    for (int i = 0; skins[i]; i++)
        if (!strcmp(skins[i]->game, game->name))
            return skins[i];
    return &fl_skin_plain;
}

/* ---- lists of cards ---- */

enum { CARDS = 2048 };

/* Number of consecutive items with the same face, from this one on. */
static int count_equal(const struct fl_view *view, const struct fl_zone *zone, int from)
{
    int n = 1;
    while (from + n < zone->first + zone->count &&
           !strcmp(view->item[from + n].face, view->item[from].face))
        n++;
    return n;
}

void fl_skin_cards(const struct fl_screen *s, const struct fl_view *view, const char *name,
                   bool counted)
{
    const struct fl_zone *zone = fl_view_find(view, name, FL_NOBODY, 0);
    char cards_memory[CARDS], title_memory[128], line_memory[CARDS + 256];
    struct fl_buf cards = fl_buf_over(cards_memory, sizeof cards_memory);
    struct fl_buf title = fl_buf_over(title_memory, sizeof title_memory);
    struct fl_buf line = fl_buf_over(line_memory, sizeof line_memory);
    struct fl_phrase phrase;
    if (!zone || !zone->count)
        return;
    for (int i = zone->first, n; i < zone->first + zone->count; i += counted ? 1 : n) {
        n = counted ? view->item[i].value : count_equal(view, zone, i);
        fl_put(&cards, i > zone->first ? " · " : "");
        fl_put_word(&cards, s->lang, view->item[i].face, FL_BARE);
        if (n > 1) {
            fl_put(&cards, FL_TIE "×" FL_TIE);
            fl_put_number(&cards, n);
        }
    }
    fl_put_word(&title, s->lang, name, FL_BARE);
    fl_phrase_begin(&phrase, "play.cards");
    fl_with_text(fl_with_text(&phrase, "zone", title.at), "cards", cards.at);
    fl_put_style(&line, s, FL_DIM);
    fl_put_sentence(&line, s, &phrase);
    fl_put_style(&line, s, FL_PLAIN);
    fl_screen_text(s, line.at, 2);
}

/* ---- the plain skin ---- */

struct table {
    const struct fl_screen *screen;
    struct fl_view view;
};

static void put_word(struct fl_buf *out, const struct table *t, const char *key)
{
    fl_put_word(out, t->screen->lang, key, FL_BARE);
}

static void put_item(struct fl_buf *out, const struct table *t, const struct fl_item *item)
{
    put_word(out, t, item->face ? item->face : item->kind);
    if (item->value) {
        fl_put_char(out, ' ');
        fl_put_number(out, item->value);
    } else if (!item->face) {
        fl_put(out, " –"); /* empty, or face down */
    }
    if (item->marks)
        fl_put_char(out, '*');
}

/* Writes an item, followed by the items on top of it in parentheses. */
static void put_pile(struct fl_buf *out, const struct table *t, const struct fl_item *item)
{
    const char *before = " (";
    put_item(out, t, item);
    for (int i = 0; i < t->view.items; i++)
        if (t->view.item[i].on == item->id) {
            fl_put(out, before);
            put_item(out, t, &t->view.item[i]);
            before = ", ";
        }
    if (*before == ',')
        fl_put_char(out, ')');
}

static void put_zone(struct fl_buf *out, const struct table *t, const struct fl_zone *zone)
{
    const char *before = zone->columns ? "\n" : " ";
    if (!zone->count)
        fl_put(out, " –");
    for (int i = 0; i < zone->count; i++) {
        const struct fl_item *item = &t->view.item[zone->first + i];
        if (item->on != FL_NO_ITEM)
            continue;
        fl_put(out, before);
        put_pile(out, t, item);
        before = zone->columns && (i + 1) % zone->columns == 0 ? "\n" : " | ";
    }
}

static void put_title(struct fl_buf *out, const struct table *t, const struct fl_zone *zone)
{
    bool owned = zone->owner != FL_NOBODY, numbered = zone->number;
    struct fl_phrase title;
    fl_phrase_begin(&title, owned      ? numbered ? "play.zone-number-of" : "play.zone-of"
                            : numbered ? "play.zone-number"
                                       : "play.zone");
    fl_with_word(&title, "zone", zone->name);
    if (owned)
        fl_with_seat(&title, "who", zone->owner);
    if (numbered)
        fl_with_number(&title, "number", zone->number);
    fl_put_style(out, t->screen, FL_BOLD);
    fl_put_sentence(out, t->screen, &title);
    fl_put_style(out, t->screen, FL_PLAIN);
}

static void draw_zone(const struct table *t, const struct fl_zone *zone)
{
    char memory[4096];
    struct fl_buf line = fl_buf_over(memory, sizeof memory);
    put_title(&line, t, zone);
    put_zone(&line, t, zone);
    fl_screen_text(t->screen, line.at, 4);
}

static void draw(const struct fl_sight *sight, const struct fl_screen *screen)
{
    struct table t = {.screen = screen};
    fl_sight_view(sight, &t.view);
    for (int i = 0; i < t.view.zones; i++)
        draw_zone(&t, &t.view.zone[i]);
}

const struct fl_skin fl_skin_plain = {.game = "", .draw = draw, .scores = draw};
