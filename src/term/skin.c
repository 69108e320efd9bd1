/* The list of skins, and the plain one: zones as titled rows, for every game. */
#include "term/skin.h"

#include <string.h>

static const struct fl_skin *const skins[] = {
    &fl_skin_mille_sabords,   &fl_skin_corsaires,   &fl_skin_buccaneer,
    &fl_skin_pirates_en_duel, &fl_skin_aux_sabords,
};

const struct fl_skin *fl_skin_of(const struct fl_game *game)
{
    for (size_t i = 0; i < sizeof skins / sizeof skins[0]; i++)
        if (!strcmp(skins[i]->game, game->name))
            return skins[i];
    return &fl_skin_plain;
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
        fl_put(out, " –"); /* nothing there, or face down */
    }
    if (item->marks)
        fl_put_char(out, '*');
}

/* What lies on an item follows it in brackets. */
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
    fl_put_ink(out, t->screen, FL_BOLD);
    fl_put_told(out, t->screen, &title);
    fl_put_ink(out, t->screen, FL_PLAIN);
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
