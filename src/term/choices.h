/* What a player may choose from, in the order in which it is listed and numbered: single moves,
 * and questions about a subset, which stand for many. */
#ifndef FL_TERM_CHOICES_H
#define FL_TERM_CHOICES_H

#include "core/match.h"
#include "core/words.h"

struct fl_choices {
    int singles, subsets;
    uint32_t moves; /* legal moves in all */
    fl_move single[FL_MAX_MOVES];
    struct fl_subset subset[FL_MAX_SUBSETS];
};

/* The choices of the sight's viewer; none if it is not his turn. */
void fl_choices_of(const struct fl_sight *, struct fl_choices *out);

/* Whether a move answers one of the questions about a subset. */
bool fl_is_of_a_subset(const struct fl_choices *, fl_move);

/* A move as something one may choose: the sister "x.do.y" of what is said of it, if it has one. */
void fl_choice_label(const struct fl_sight *, int seat, fl_move, struct fl_phrase *out);

/* The sister of a key "x.say.y": "x.KIND.y", or NULL if there is no such entry. */
const char *fl_sister_key(const char *key, const char *kind);

/* The word for a verb of the game's notation in this language: the entry "verb.VERB", or the
 * verb itself. Its further forms are other words for the same. */
void fl_put_verb(struct fl_buf *, enum fl_lang, const char *verb, enum fl_form);

/* Whether the verb has an entry. */
bool fl_verb_exists(const char *verb);

#endif
