/* The choices of a player, in the order in which they are listed and numbered: single moves, then
 * subset questions, each of which stands for many moves. */
#ifndef FL_TERM_CHOICES_H
#define FL_TERM_CHOICES_H

#include "core/match.h"
#include "core/words.h"

struct fl_choices {
    int singles, subsets;
    uint32_t moves; /* number of legal moves, including those of subset questions */
    fl_move single[FL_MAX_MOVES];
    struct fl_subset subset[FL_MAX_SUBSETS];
};

/* Lists the choices of the sight's viewer; none if another seat is to move. */
void fl_choices_of(const struct fl_sight *, struct fl_choices *out);

/* Whether a move answers one of the open subset questions. */
bool fl_answers_subset(const struct fl_choices *, fl_move);

/* Describes a move as a choice. Uses the variant "x.do.y" of the phrase "x.say.y" that announces
 * the move, if the variant exists. */
void fl_choice_label(const struct fl_sight *, int seat, fl_move, struct fl_phrase *out);

/* Writes a verb of the game's notation in a language: the entry "verb.VERB", or the verb itself if
 * there is no entry. Further forms of the entry are synonyms. */
void fl_put_verb(struct fl_buf *, fl_lang, const char *verb, enum fl_form);

/* Whether the verb has an entry "verb.VERB". */
bool fl_verb_exists(const char *verb);

#endif
