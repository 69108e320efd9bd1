/* The JSON writer, and phrases, views and sights as JSON. */
#include "core/json.h"

#include <assert.h>
#include <string.h>

struct fl_json fl_json_to(struct fl_buf *out)
{
    return (struct fl_json){.out = out};
}

static void put_comma(struct fl_json *j)
{
    if (j->comma)
        fl_put_char(j->out, ',');
    j->comma = true;
}

void fl_json_open(struct fl_json *j, char bracket)
{
    assert(bracket == '{' || bracket == '[');
    put_comma(j);
    fl_put_char(j->out, bracket);
    j->comma = false;
}

void fl_json_close(struct fl_json *j, char bracket)
{
    fl_put_char(j->out, bracket);
    j->comma = true;
}

static void put_special(struct fl_buf *out, unsigned char c)
{
    if (c >= 0x20) {
        fl_put_char(out, '\\');
        fl_put_char(out, (char)c);
        return;
    }
    fl_put(out, "\\u00");
    fl_put_char(out, "0123456789abcdef"[c >> 4]);
    fl_put_char(out, "0123456789abcdef"[c & 15]);
}

static void put_escaped(struct fl_buf *out, const char *text)
{
    const char *plain = text; /* start of the bytes that need no escaping */
    for (; *text; text++) {
        unsigned char c = (unsigned char)*text;
        if (c >= 0x20 && c != '"' && c != '\\')
            continue;
        fl_put_bytes(out, plain, (size_t)(text - plain));
        put_special(out, c);
        plain = text + 1;
    }
    fl_put_bytes(out, plain, (size_t)(text - plain));
}

/* Writes a comma if needed, and a text in quotes. */
static void put_text(struct fl_json *j, const char *text)
{
    put_comma(j);
    fl_put_char(j->out, '"');
    put_escaped(j->out, text);
    fl_put_char(j->out, '"');
}

/* Whether no byte needs escaping. There is no early exit, so that the compiler can vectorise the
 * loop. */
static bool is_plain(const char *text, size_t len)
{
    unsigned special = 0;
    for (size_t i = 0; i < len; i++) {
        unsigned char c = (unsigned char)text[i];
        special |= (c < 0x20) | (c == '"') | (c == '\\');
    }
    return !special;
}

/* Writes a text that needs no escaping, with a single capacity check. Messages consist mostly of
 * such texts. */
static void put_plain(struct fl_json *j, const char *text, size_t len)
{
    struct fl_buf *out = j->out;
    if (len + 4 > out->cap - out->len) {
        put_text(j, text);
        return;
    }
    char *at = out->at + out->len;
    *at = ',';
    at += j->comma;
    *at++ = '"';
    memcpy(at, text, len);
    at += len;
    *at++ = '"';
    *at = '\0';
    out->len = (size_t)(at - out->at);
    j->comma = true;
}

/* Writes a text with a known length. */
static void put_text_of(struct fl_json *j, const char *text, size_t len)
{
    if (is_plain(text, len))
        put_plain(j, text, len);
    else
        put_text(j, text);
}

static void put_null(struct fl_json *j)
{
    put_comma(j);
    fl_put(j->out, "null");
}

void fl_json_word(struct fl_json *j, const char *word)
{
    if (word)
        put_plain(j, word, strlen(word));
    else
        put_null(j);
}

void fl_json_raw(struct fl_json *j, const char *value, size_t len)
{
    put_comma(j);
    fl_put_bytes(j->out, value, len);
}

void fl_json_text(struct fl_json *j, const char *text)
{
    size_t len = text ? strlen(text) : 0;
    if (text)
        put_text_of(j, text, len);
    else
        put_null(j);
}

void fl_json_key_of(struct fl_json *j, const char *key, size_t len)
{
    put_text_of(j, key, len);
    fl_put_char(j->out, ':');
    j->comma = false;
}

void fl_json_number(struct fl_json *j, int64_t number)
{
    put_comma(j);
    fl_put_number(j->out, number);
}

void fl_json_decimal(struct fl_json *j, double number, int places)
{
    int64_t scale = 1;
    for (int i = 0; i < places; i++)
        scale *= 10;
    int64_t rounded = (int64_t)(number * (double)scale + (number < 0 ? -0.5 : 0.5));
    int64_t size = rounded < 0 ? -rounded : rounded;
    put_comma(j);
    if (rounded < 0)
        fl_put_char(j->out, '-');
    fl_put_number(j->out, size / scale);
    if (places)
        fl_put_char(j->out, '.');
    for (int64_t digit = scale / 10, rest = size % scale; digit; digit /= 10) {
        fl_put_number(j->out, rest / digit);
        rest %= digit;
    }
}

void fl_json_bool(struct fl_json *j, bool yes)
{
    put_comma(j);
    fl_put(j->out, yes ? "true" : "false");
}

void fl_json_key_decimal(struct fl_json *j, const char *key, double number, int places)
{
    fl_json_key(j, key);
    fl_json_decimal(j, number, places);
}

static void put_arg(struct fl_json *j, const struct fl_arg *arg)
{
    fl_json_key(j, arg->name);
    switch (arg->kind) {
    case FL_ARG_NUMBER:
    case FL_ARG_COUNT:
        fl_json_number(j, arg->number);
        break;
    case FL_ARG_SEAT:
    case FL_ARG_READER:
        fl_json_open(j, '{');
        fl_json_key_number(j, "seat", arg->number + 1);
        fl_json_close(j, '}');
        break;
    case FL_ARG_TEXT:
        fl_json_text(j, arg->word[0]);
        break;
    case FL_ARG_WORDS:
        fl_json_open(j, '[');
        for (int i = 0; i < arg->number; i++)
            fl_json_word(j, arg->word[i]);
        fl_json_close(j, ']');
        break;
    }
}

void fl_json_phrase(struct fl_json *j, const struct fl_phrase *p)
{
    fl_json_open(j, '{');
    fl_json_key_word(j, "key", p->key);
    fl_json_key(j, "args");
    fl_json_open(j, '{');
    for (int i = 0; i < p->args; i++)
        put_arg(j, &p->arg[i]);
    fl_json_close(j, '}');
    fl_json_close(j, '}');
}

static void put_owner(struct fl_json *j, int owner)
{
    if (owner != FL_NOBODY)
        fl_json_key_number(j, "owner", owner + 1);
}

static void put_item(struct fl_json *j, const struct fl_game *g, const struct fl_item *item)
{
    fl_json_open(j, '{');
    fl_json_key_number(j, "id", item->id);
    fl_json_key_word(j, "kind", item->kind);
    fl_json_key_word(j, "face", item->face);
    fl_json_key_number(j, "value", item->value);
    put_owner(j, item->owner);
    if (item->on != FL_NO_ITEM)
        fl_json_key_number(j, "on", item->on);
    fl_json_key(j, "marks");
    fl_json_open(j, '[');
    for (int i = 0; i < 8; i++)
        if (item->marks >> i & 1)
            fl_json_word(j, g->mark[i]);
    fl_json_close(j, ']');
    fl_json_close(j, '}');
}

void fl_json_zone(struct fl_json *j, const struct fl_game *g, const struct fl_view *view,
                  int number)
{
    assert(number >= 0 && number < view->zones);
    const struct fl_zone *zone = &view->zone[number];
    fl_json_open(j, '{');
    fl_json_key_word(j, "name", zone->name);
    put_owner(j, zone->owner);
    fl_json_key_number(j, "number", zone->number);
    fl_json_key_number(j, "columns", zone->columns);
    fl_json_key(j, "items");
    fl_json_open(j, '[');
    for (int n = 0; n < zone->count; n++)
        put_item(j, g, &view->item[zone->first + n]);
    fl_json_close(j, ']');
    fl_json_close(j, '}');
}

void fl_json_view(struct fl_json *j, const struct fl_game *g, const struct fl_view *view)
{
    fl_json_key(j, "zones");
    fl_json_open(j, '[');
    for (int i = 0; i < view->zones; i++)
        fl_json_zone(j, g, view, i);
    fl_json_close(j, ']');
}

void fl_json_key_seats(struct fl_json *j, const char *key, fl_seats set)
{
    fl_json_key(j, key);
    fl_json_open(j, '[');
    for (int seat = 0; seat < FL_MAX_SEATS; seat++)
        if (set & FL_SEAT(seat))
            fl_json_number(j, seat + 1);
    fl_json_close(j, ']');
}

static void put_spelled(struct fl_json *j, const struct fl_game *g, fl_move move)
{
    char memory[64];
    struct fl_buf spelled = fl_buf_over(memory, sizeof memory);
    g->spell(move, &spelled);
    fl_json_text(j, spelled.at);
}

void fl_json_move(struct fl_json *j, const struct fl_sight *s, fl_move move)
{
    struct fl_phrases saying;
    uint16_t item[FL_MAX_TOUCHED];
    fl_sight_say(s, (struct fl_step){.move = move, .seat = (uint16_t)s->viewer}, true, &saying);
    int touched = s->game->touches(&s->state, s->viewer, move, item);
    fl_json_key(j, "move");
    put_spelled(j, s->game, move);
    fl_json_key(j, "phrase");
    fl_json_phrase(j, &saying.phrase[0]);
    struct fl_phrase note;
    if (fl_sight_note(s, move, &note)) {
        fl_json_key(j, "note");
        fl_json_phrase(j, &note);
    }
    fl_json_key(j, "touches");
    fl_json_open(j, '[');
    for (int i = 0; i < touched; i++)
        fl_json_number(j, item[i]);
    fl_json_close(j, ']');
}

static void put_move(struct fl_json *j, const struct fl_sight *s, fl_move move)
{
    fl_json_open(j, '{');
    fl_json_move(j, s, move);
    fl_json_close(j, '}');
}

/* Writes an object: the numbers of the elements, each with its item. */
static void put_elements(struct fl_json *j, const char *key, const struct fl_subset *q,
                         unsigned mask)
{
    fl_json_key(j, key);
    fl_json_open(j, '{');
    for (int i = 0; i < 8; i++)
        if (mask >> i & 1)
            fl_json_key_number(j, (const char[]){(char)('1' + i), '\0'}, q->item[i]);
    fl_json_close(j, '}');
}

/* The smallest move of a question that chooses `chosen` items. */
static fl_move first_of(const struct fl_subset *q, int chosen)
{
    unsigned sub = 0, rest = q->of;
    for (; chosen > 0; chosen--, rest &= rest - 1)
        sub |= rest & (0 - rest);
    return (fl_move)(q->base + (q->with | sub));
}

/* Writes the bust probability for each permitted number of items, in ascending order. */
static void put_risk(struct fl_json *j, const struct fl_sight *s, const struct fl_subset *q)
{
    const struct fl_game *g = s->game;
    if (!g->bust_percent || g->bust_percent(&s->state, s->viewer, first_of(q, q->min)) < 0)
        return;
    fl_json_key(j, "bust_percent");
    fl_json_open(j, '[');
    for (int chosen = q->min; chosen <= q->max && chosen <= fl_bits(q->of); chosen++)
        fl_json_number(j, g->bust_percent(&s->state, s->viewer, first_of(q, chosen)));
    fl_json_close(j, ']');
}

static void put_subset(struct fl_json *j, const struct fl_sight *s, const struct fl_subset *q)
{
    fl_json_open(j, '{');
    fl_json_key_text(j, "verb", q->verb);
    put_elements(j, "elements", q, q->of);
    put_elements(j, "required", q, q->with);
    fl_json_key_number(j, "min", q->min);
    fl_json_key_number(j, "max", q->max < fl_bits(q->of) ? q->max : fl_bits(q->of));
    put_risk(j, s, q);
    fl_json_close(j, '}');
}

static void put_route(struct fl_json *j, const struct fl_game *g, const struct fl_route *route)
{
    fl_json_open(j, '{');
    fl_json_key_text(j, "name", route->name);
    fl_json_key_number(j, "item", route->item);
    fl_json_key(j, "moves");
    fl_json_open(j, '[');
    for (int i = 0; i < route->count; i++)
        put_spelled(j, g, route->move[i]);
    fl_json_close(j, ']');
    fl_json_close(j, '}');
}

/* Writes the routes, if the viewer may move and there are any. */
static void put_routes(struct fl_json *j, const struct fl_sight *s, bool asked)
{
    struct fl_route route[FL_MAX_ROUTES];
    int routes = asked && s->game->routes ? s->game->routes(&s->state, s->viewer, route) : 0;
    if (!routes)
        return;
    fl_json_key(j, "routes");
    fl_json_open(j, '[');
    for (int i = 0; i < routes; i++)
        put_route(j, s->game, &route[i]);
    fl_json_close(j, ']');
}

static bool is_in_a_subset(const struct fl_subset *q, int n, fl_move move)
{
    for (int i = 0; i < n; i++)
        if (move >= q[i].base && move <= q[i].base + 255 &&
            fl_subset_holds(&q[i], (unsigned)(move - q[i].base)))
            return true;
    return false;
}

void fl_json_question(struct fl_json *j, const struct fl_sight *s)
{
    struct fl_subset q[FL_MAX_SUBSETS];
    struct fl_moves list = {0};
    int subsets = 0;
    if (s->viewer < FL_MAX_SEATS && fl_sight_turn(s))
        fl_list(s->game, &s->state, s->viewer, &list);
    if (list.count && s->game->subsets)
        subsets = s->game->subsets(&s->state, s->viewer, q);
    if (list.count) {
        struct fl_phrase asked;
        s->game->prompt(&s->state, s->viewer, &asked);
        fl_json_key(j, "prompt");
        fl_json_phrase(j, &asked);
    }
    fl_json_key(j, "moves");
    fl_json_open(j, '[');
    for (uint32_t i = 0; i < list.count; i++)
        if (!is_in_a_subset(q, subsets, list.at[i].move))
            put_move(j, s, list.at[i].move);
    fl_json_close(j, ']');
    fl_json_key(j, "subsets");
    fl_json_open(j, '[');
    for (int i = 0; i < subsets; i++)
        put_subset(j, s, &q[i]);
    fl_json_close(j, ']');
    put_routes(j, s, list.count);
}

void fl_json_viewer(struct fl_json *j, int viewer)
{
    if (viewer == FL_SPECTATOR)
        fl_json_text(j, "spectator");
    else
        fl_json_number(j, viewer + 1);
}

/* The players who have resigned, and how players ended the match before the rules did. */
static void put_ending(struct fl_json *j, const struct fl_ending *e)
{
    if (e->resigned)
        fl_json_key_seats(j, "resigned", e->resigned);
    if (e->over)
        fl_json_key_text(j, "ended",
                         e->agreed      ? "agreement"
                         : e->bots_only ? "bots"
                                        : "resignation");
}

/* Scores are written at the end only: before, they may depend on hidden information. */
void fl_json_state_of_play(struct fl_json *j, const struct fl_sight *s)
{
    fl_seats turn = fl_sight_turn(s);
    fl_json_key_seats(j, "turn", turn);
    fl_json_key(j, "over");
    fl_json_bool(j, !turn);
    fl_json_key_seats(j, "winners", turn ? 0 : fl_sight_winners(s));
    fl_json_key(j, "scores");
    fl_json_open(j, '[');
    for (int seat = 0; !turn && seat < s->setup.seats; seat++)
        fl_json_number(j, fl_sight_score(s, seat));
    fl_json_close(j, ']');
    put_ending(j, &s->ending);
}

void fl_json_sight(struct fl_json *j, const struct fl_sight *s)
{
    struct fl_view view;
    fl_sight_view(s, &view);
    fl_json_open(j, '{');
    fl_json_key_text(j, "game", s->game->name);
    fl_json_key_number(j, "version", s->game->version);
    fl_json_key_number(j, "seats", s->setup.seats);
    fl_json_key(j, "viewer");
    fl_json_viewer(j, s->viewer);
    fl_json_state_of_play(j, s);
    fl_json_view(j, s->game, &view);
    fl_json_question(j, s);
    fl_json_close(j, '}');
}
