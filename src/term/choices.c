/* Listing what a player may do. */
#include "term/choices.h"

#include <string.h>

bool fl_is_of_a_subset(const struct fl_choices *c, fl_move move)
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
        if (!fl_is_of_a_subset(out, list.at[i].move))
            out->single[out->singles++] = list.at[i].move;
}

const char *fl_sister_key(const char *key, const char *kind)
{
    char memory[96];
    struct fl_buf sister = fl_buf_over(memory, sizeof memory);
    const char *say = strstr(key, ".say.");
    if (!say)
        return NULL;
    fl_put_bytes(&sister, key, (size_t)(say - key) + 1);
    fl_put(&sister, kind);
    fl_put(&sister, say + 4);
    for (int i = 0; i < fl_word_count(); i++)
        if (!strcmp(fl_word_key(i), sister.at))
            return fl_word_key(i);
    return NULL;
}

void fl_choice_label(const struct fl_sight *s, int seat, fl_move move, struct fl_phrase *out)
{
    struct fl_saying saying;
    fl_sight_say(s, (struct fl_step){.move = move, .seat = (uint16_t)seat}, &saying);
    *out = saying.phrase[0];
    const char *sister = fl_sister_key(out->key, "do");
    if (sister)
        out->key = sister;
}

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

void fl_put_verb(struct fl_buf *out, enum fl_lang lang, const char *verb, enum fl_form form)
{
    char memory[96];
    struct fl_buf key = fl_buf_over(memory, sizeof memory);
    put_verb_key(&key, verb);
    if (fl_verb_exists(verb))
        fl_put_word(out, lang, key.at, form);
    else
        fl_put(out, verb);
}
