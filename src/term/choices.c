/* Lists the choices of a player. */
#include "term/choices.h"

#include <string.h>

bool fl_answers_subset(const struct fl_choices *c, fl_move move)
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
        if (!fl_answers_subset(out, list.at[i].move))
            out->single[out->singles++] = list.at[i].move;
}

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
