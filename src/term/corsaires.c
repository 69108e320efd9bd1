/* Skin of Corsaires: one line per galleon (owner, attackers, who would capture it now), one line
 * per player, and the cards that the viewer may see. */
#include <string.h>

#include "term/block.h"
#include "term/skin.h"

enum { NUMBER = 3, GOLD = 4, NAME = 15, CARDS = 9, WIDE = 64, LINE = 1024 };

struct table {
    const struct fl_sight *sight;
    const struct fl_screen *screen;
    struct fl_view view;
};

/* A colour is shown by its letter and by the terminal's colour. */
static const struct {
    const char *ship[4], *captain, *letter; /* translation keys */
    enum fl_text_style style;
} colours[] = {
    {{"co.card.yellow-1", "co.card.yellow-2", "co.card.yellow-3", "co.card.yellow-4"},
     "co.card.captain-yellow",
     "co.letter.yellow",
     FL_YELLOW},
    {{"co.card.red-1", "co.card.red-2", "co.card.red-3", "co.card.red-4"},
     "co.card.captain-red",
     "co.letter.red",
     FL_RED},
    {{"co.card.green-1", "co.card.green-2", "co.card.green-3", "co.card.green-4"},
     "co.card.captain-green",
     "co.letter.green",
     FL_GREEN},
    {{"co.card.blue-1", "co.card.blue-2", "co.card.blue-3", "co.card.blue-4"},
     "co.card.captain-blue",
     "co.letter.blue",
     FL_BLUE},
};
enum { COLOURS = sizeof colours / sizeof colours[0] };

/* ---- reading the view ---- */

static bool is_named(const char *a, const char *b)
{
    return a && !strcmp(a, b);
}

static bool is_ship_of(const struct fl_item *item, int colour)
{
    for (int i = 0; i < 4; i++)
        if (is_named(item->face, colours[colour].ship[i]))
            return true;
    return false;
}

/* The item of a kind in a zone, or NULL. */
static const struct fl_item *item_in(const struct table *t, const struct fl_zone *zone,
                                     const char *kind)
{
    for (int i = 0; zone && i < zone->count; i++)
        if (is_named(t->view.item[zone->first + i].kind, kind))
            return &t->view.item[zone->first + i];
    return NULL;
}

/* The item with a face in a zone, or NULL. */
static const struct fl_item *face_in(const struct table *t, const struct fl_zone *zone,
                                     const char *face)
{
    for (int i = 0; i < zone->count; i++)
        if (is_named(t->view.item[zone->first + i].face, face))
            return &t->view.item[zone->first + i];
    return NULL;
}

static bool is_first_of_team(const struct table *t, int seat)
{
    const struct fl_game *g = t->sight->game;
    return !seat || fl_team(g, &t->sight->state, seat - 1) != fl_team(g, &t->sight->state, seat);
}

/* ---- names and numbers ---- */

/* Writes a player, or both partners of a team. */
static void put_side(struct fl_buf *out, const struct table *t, int seat)
{
    bool team = seat + 1 < t->sight->setup.seats && !is_first_of_team(t, seat + 1);
    fl_put_seat(out, t->screen, seat);
    if (team) {
        fl_put(out, " & ");
        fl_put_seat(out, t->screen, seat + 1);
    }
}

static void put_padded_side(struct fl_buf *out, const struct table *t, int seat, int width)
{
    char memory[160];
    struct fl_buf name = fl_buf_over(memory, sizeof memory);
    put_side(&name, t, seat);
    fl_put_style(out, t->screen, fl_seat_style(seat));
    fl_put_padded(out, name.at, width);
    fl_put_style(out, t->screen, FL_PLAIN);
}

/* Writes a text with no-break spaces. */
static void put_tied(struct fl_buf *out, const char *text)
{
    for (; *text; text++)
        if (*text == ' ')
            fl_put(out, FL_TIE);
        else
            fl_put_char(out, *text);
}

static void put_word(struct fl_buf *out, const struct table *t, const char *key)
{
    fl_put_word(out, t->screen->lang, key, FL_BARE);
}

/* ---- fights ---- */

/* Writes one attack and its captain: "R Anne 5 = 2+3". Returns false if nobody attacks with this
 * colour. */
static bool put_attack(struct fl_buf *out, const struct table *t, const struct fl_zone *zone,
                       int colour)
{
    const struct fl_item *strength = face_in(t, zone, colours[colour].letter);
    char memory[128];
    struct fl_buf sum = fl_buf_over(memory, sizeof memory);
    if (!strength)
        return false;
    for (int i = 0; i < zone->count; i++) {
        const struct fl_item *item = &t->view.item[zone->first + i];
        if (!is_ship_of(item, colour))
            continue;
        fl_put(&sum, sum.len ? "+" : "");
        fl_put_number(&sum, item->value);
    }
    fl_put_style(out, t->screen, colours[colour].style);
    put_word(out, t, strength->face);
    fl_put_style(out, t->screen, FL_PLAIN);
    fl_put(out, FL_TIE);
    put_side(out, t, strength->owner);
    fl_put(out, FL_TIE);
    fl_put_number(out, strength->value);
    if (strchr(sum.at, '+')) {
        fl_put(out, FL_TIE "=" FL_TIE);
        fl_put(out, sum.at);
    }
    if (face_in(t, zone, colours[colour].captain)) {
        fl_put(out, FL_TIE "+" FL_TIE);
        fl_put_style(out, t->screen, FL_BOLD);
        put_word(out, t, "co.table.captain");
        fl_put_style(out, t->screen, FL_PLAIN);
    }
    return true;
}

static void put_attacks(struct fl_buf *out, const struct table *t, const struct fl_zone *zone)
{
    const struct fl_item *admiral = face_in(t, zone, "co.card.admiral");
    bool some = false;
    for (int colour = 0; colour < COLOURS; colour++) {
        char memory[LINE];
        struct fl_buf attack = fl_buf_over(memory, sizeof memory);
        if (!put_attack(&attack, t, zone, colour))
            continue;
        fl_put(out, some ? ", " : "");
        put_tied(out, attack.at);
        some = true;
    }
    if (admiral) {
        fl_put(out, some ? ", " : "");
        fl_put_style(out, t->screen, FL_BOLD);
        put_word(out, t, "co.card.admiral");
        fl_put_style(out, t->screen, FL_PLAIN);
        fl_put(out, FL_TIE);
        put_side(out, t, admiral->owner);
    } else if (!some) {
        put_word(out, t, "co.table.free");
    }
}

static void put_right(struct fl_buf *out, int32_t number, int width)
{
    char memory[16];
    struct fl_buf digits = fl_buf_over(memory, sizeof memory);
    fl_put_number(&digits, number);
    fl_put_times(out, " ", width - (int)digits.len);
    fl_put(out, digits.at);
}

/* " 3   5  Anne            → Bertrand" */
static void put_stake(struct fl_buf *out, const struct table *t, const struct fl_zone *zone)
{
    const struct fl_item *flag = item_in(t, zone, "co.flag");
    fl_put_style(out, t->screen, FL_BOLD);
    put_right(out, zone->number, NUMBER);
    fl_put_style(out, t->screen, FL_YELLOW);
    put_right(out, t->view.item[zone->first].value, GOLD - 1);
    fl_put(out, "◉");
    fl_put_style(out, t->screen, FL_PLAIN);
    fl_put(out, "  ");
    put_padded_side(out, t, zone->owner, NAME);
    fl_put(out, flag ? " → " : " = ");
    if (flag) {
        put_padded_side(out, t, flag->owner, NAME);
    } else {
        char memory[64];
        struct fl_buf word = fl_buf_over(memory, sizeof memory);
        put_word(&word, t, "co.table.undecided");
        fl_put_padded(out, word.at, NAME);
    }
}

static void draw_fight(const struct table *t, const struct fl_zone *zone)
{
    char stake_memory[LINE], attacks_memory[4 * LINE];
    struct fl_buf stake = fl_buf_over(stake_memory, sizeof stake_memory);
    struct fl_buf attacks = fl_buf_over(attacks_memory, sizeof attacks_memory);
    struct fl_block left, right;
    put_stake(&stake, t, zone);
    put_attacks(&attacks, t, zone);
    fl_block_begin(&left);
    fl_block_begin(&right);
    fl_block_add(&left, stake.at);
    bool wide = t->screen->width >= WIDE;
    int margin = wide ? left.width + 2 : 2 * NUMBER;
    fl_block_wrap(&right, attacks.at, t->screen->width - 1 - margin);
    if (wide)
        fl_block_beside(&left, 2, &right);
    fl_block_print(&left, t->screen, 0);
    if (!wide)
        fl_block_print(&right, t->screen, margin);
}

static void draw_fights(const struct table *t)
{
    bool some = false;
    for (int i = 0; i < t->view.zones; i++) {
        if (!is_named(t->view.zone[i].name, "co.zone.fight"))
            continue;
        if (!some) {
            char memory[LINE];
            struct fl_buf title = fl_buf_over(memory, sizeof memory);
            fl_put_style(&title, t->screen, FL_BOLD);
            put_word(&title, t, "co.table.galleons");
            fl_put_style(&title, t->screen, FL_DIM);
            fl_put(&title, "  ");
            put_word(&title, t, "co.table.legend");
            fl_put_style(&title, t->screen, FL_PLAIN);
            fl_screen_text(t->screen, title.at, 0);
        }
        draw_fight(t, &t->view.zone[i]);
        some = true;
    }
    if (!some)
        fl_screen_word(t->screen, "co.table.no-galleon");
}

/* ---- players ---- */

static void put_captures(struct fl_buf *out, const struct table *t, int seat)
{
    const struct fl_zone *zone = fl_view_find(&t->view, "co.zone.captured", seat, 0);
    const struct fl_item *taken = item_in(t, zone, "co.taken"), *gold = item_in(t, zone, "co.gold");
    const struct fl_item *debt = item_in(t, zone, "co.debt"), *total = item_in(t, zone, "co.total");
    struct fl_phrase phrase;
    if (!taken)
        return;
    fl_phrase_begin(&phrase, total           ? "co.table.total"
                             : !taken->value ? "co.table.captured-none"
                             : gold          ? "co.table.captured-gold"
                                             : "co.table.captured");
    fl_with_number(&phrase, "n", taken->value);
    if (gold)
        fl_with_number(&phrase, "gold", gold->value);
    if (total)
        fl_with_number(fl_with_number(&phrase, "hand", debt->value), "total", total->value);
    fl_put(out, "  ");
    fl_put_sentence(out, t->screen, &phrase);
}

static void draw_player(const struct table *t, int seat)
{
    const struct fl_zone *hand = fl_view_find(&t->view, "co.zone.hand", seat, 0);
    bool to_move = fl_sight_turn(t->sight) & FL_SEAT(seat);
    char memory[LINE], name_memory[128], cards_memory[64];
    struct fl_buf line = fl_buf_over(memory, sizeof memory);
    struct fl_buf name = fl_buf_over(name_memory, sizeof name_memory);
    struct fl_buf cards = fl_buf_over(cards_memory, sizeof cards_memory);
    fl_put_seat(&name, t->screen, seat);
    fl_put_amount(&cards, t->screen, "co.table.cards", hand ? hand->count : 0);
    fl_put(&line, to_move ? "▸ " : is_first_of_team(t, seat) ? "  " : " └");
    fl_put_style(&line, t->screen, fl_seat_style(seat));
    fl_put_padded(&line, name.at, NAME);
    fl_put_style(&line, t->screen, FL_PLAIN);
    fl_put_char(&line, ' ');
    if (is_first_of_team(t, seat)) {
        fl_put_padded(&line, cards.at, CARDS);
        put_captures(&line, t, seat);
    } else {
        fl_put(&line, cards.at);
    }
    fl_screen_text(t->screen, line.at, 4);
}

static void draw_players(const struct table *t)
{
    for (int seat = 0; seat < t->sight->setup.seats; seat++)
        draw_player(t, seat);
}

/* Writes a ship as its letter and its skulls, "R2"; other cards by name. */
static void put_card(struct fl_buf *out, const struct table *t, const struct fl_item *card)
{
    for (int colour = 0; colour < COLOURS; colour++) {
        bool captain = is_named(card->face, colours[colour].captain);
        if (!captain && !is_ship_of(card, colour))
            continue;
        fl_put_style(out, t->screen, colours[colour].style);
        put_word(out, t, captain ? card->face : colours[colour].letter);
        if (!captain)
            fl_put_number(out, card->value);
        fl_put_style(out, t->screen, FL_PLAIN);
        return;
    }
    put_word(out, t, card->face);
}

/* Prints the draw pile and the face-up cards that are out of the game (rule 1.8). */
static void draw_pile(const struct table *t)
{
    const struct fl_zone *pile = fl_view_find(&t->view, "co.zone.pile", FL_NOBODY, 0);
    const struct fl_zone *out = fl_view_find(&t->view, "co.zone.out", FL_NOBODY, 0);
    const struct fl_item *cards = item_in(t, pile, "co.pile");
    char memory[8 * LINE];
    struct fl_buf line = fl_buf_over(memory, sizeof memory);
    if (cards && cards->value)
        fl_put_amount(&line, t->screen, "co.table.pile", cards->value);
    else
        put_word(&line, t, "co.table.pile-empty");
    if (out && out->count) {
        fl_put(&line, "  ·  ");
        fl_put_amount(&line, t->screen, "co.table.out", out->count);
        for (int i = 0; i < out->count; i++) {
            fl_put(&line, i ? "  " : " ▪ ");
            put_card(&line, t, &t->view.item[out->first + i]);
        }
    }
    fl_screen_text(t->screen, line.at, 2);
}

/* ---- visible cards ---- */

static void draw_hand(const struct table *t, int seat)
{
    const struct fl_zone *hand = fl_view_find(&t->view, "co.zone.hand", seat, 0);
    char memory[4 * LINE];
    struct fl_buf line = fl_buf_over(memory, sizeof memory);
    bool some = false;
    fl_put_style(&line, t->screen, FL_BOLD);
    fl_put_seat(&line, t->screen, seat);
    fl_put_style(&line, t->screen, FL_PLAIN);
    for (int i = 0; hand && i < hand->count; i++) {
        const struct fl_item *card = &t->view.item[hand->first + i];
        if (!card->face)
            continue;
        fl_put(&line, some ? "  " : " ▪ ");
        put_card(&line, t, card);
        some = true;
    }
    if (some)
        fl_screen_text(t->screen, line.at, 4);
}

/* ---- the complete table ---- */

static struct table read_table(const struct fl_sight *sight, const struct fl_screen *screen)
{
    struct table t = {.sight = sight, .screen = screen};
    fl_sight_view(sight, &t.view);
    return t;
}

static void draw(const struct fl_sight *sight, const struct fl_screen *screen)
{
    struct table t = read_table(sight, screen);
    bool over = !fl_sight_turn(sight);
    if (!over)
        draw_pile(&t);
    draw_players(&t);
    if (!over)
        draw_fights(&t);
    for (int seat = 0; seat < sight->setup.seats; seat++)
        draw_hand(&t, seat);
}

static void scores(const struct fl_sight *sight, const struct fl_screen *screen)
{
    struct table t = read_table(sight, screen);
    draw_players(&t);
}

const struct fl_skin fl_skin_corsaires = {.game = "corsaires", .draw = draw, .scores = scores};
