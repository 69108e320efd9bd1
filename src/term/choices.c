/* Lists the choices of a player, and their labels. */
#include "term/choices.h"

#include <string.h>

/* Whether a move answers one of the open subset questions. */
static bool answers_subset(const struct fl_choices *c, fl_move move)
{
    for (int i = 0; i < c->subsets; i++) {
        const struct fl_subset *q = &c->subset[i];
        if (move >= q->base && move - q->base <= 0xFF &&
            fl_subset_holds(q, (unsigned)(move - q->base)))
            return true;
    }
    return false;
}

void fl_choices_of(const struct fl_sight *s, struct fl_choices *out)
{
    struct fl_moves list;
    const struct fl_game *g = s->game;
    out->singles = out->subsets = 0;
    fl_list(g, &s->state, s->viewer, &list);
    out->moves = list.count;
    if (list.count && g->subsets)
        out->subsets = g->subsets(&s->state, s->viewer, out->subset);
    for (uint32_t i = 0; i < list.count; i++)
        if (!answers_subset(out, list.at[i].move))
            out->single[out->singles++] = list.at[i].move;
}

/* ---- routes ---- */

void fl_routes_of(const struct fl_sight *s, struct fl_routes *out)
{
    const struct fl_game *g = s->game;
    bool asked = s->viewer < FL_MAX_SEATS && fl_sight_turn(s) & FL_SEAT(s->viewer);
    fl_sight_view(s, &out->view);
    out->count = asked && g->routes ? g->routes(&s->state, s->viewer, out->route) : 0;
}

/* The zone with columns that contains an item, or NULL. Sets the index of the item in the zone. */
static const struct fl_zone *board_of(const struct fl_view *view, uint16_t item, int *place)
{
    for (int z = 0; z < view->zones; z++)
        for (int i = 0; view->zone[z].columns && i < view->zone[z].count; i++)
            if (view->item[view->zone[z].first + i].id == item) {
                *place = i;
                return &view->zone[z];
            }
    return NULL;
}

void fl_put_square(struct fl_buf *out, const struct fl_view *view, uint16_t item)
{
    int place;
    const struct fl_zone *board = board_of(view, item, &place);
    if (!board)
        return;
    fl_put_char(out, (char)('a' + place % board->columns));
    fl_put_number(out, place / board->columns + 1);
}

/* ---- labels ---- */

void fl_choice_label(const struct fl_sight *s, int seat, fl_move move, struct fl_phrase *out)
{
    struct fl_phrases phrases;
    fl_sight_say(s, (struct fl_step){.move = move, .seat = (uint16_t)seat}, true, &phrases);
    *out = phrases.phrase[0];
    const char *variant = fl_key_variant(out->key, "do");
    if (variant)
        out->key = variant;
}

/* The translation key of a verb. */
static void put_verb_key(struct fl_buf *out, const char *verb)
{
    fl_put(out, "verb.");
    fl_put(out, verb);
}

bool fl_verb_exists(const char *verb)
{
    char memory[96];
    struct fl_buf key = fl_buf_over(memory, sizeof memory);
    put_verb_key(&key, verb);
    return !key.overflowed && fl_word_exists(key.at);
}

void fl_put_verb(struct fl_buf *out, fl_lang lang, const char *verb, enum fl_form form)
{
    char memory[96];
    struct fl_buf key = fl_buf_over(memory, sizeof memory);
    put_verb_key(&key, verb);
    if (fl_verb_exists(verb))
        fl_put_word(out, lang, key.at, form);
    else
        fl_put(out, verb);
}
