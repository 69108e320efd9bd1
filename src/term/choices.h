/* The choices of a player, in the order in which they are listed and numbered: single moves, then
 * subset questions, each of which stands for many moves, then routes.
 *
 * A route is several moves in a row as one input, "go e4". A square of a board is named by a letter
 * for its column and a number for its row, from the upper left corner. */
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

struct fl_routes {
    int count;
    struct fl_route route[FL_MAX_ROUTES];
    struct fl_view view; /* the view that contains their items */
};

/* Lists the routes of the sight's viewer; none if another seat is to move. */
void fl_routes_of(const struct fl_sight *, struct fl_routes *out);

/* Writes the name of a square; nothing if the item is not on a board. */
void fl_put_square(struct fl_buf *, const struct fl_view *, uint16_t item);

/* Describes a move as a choice. Uses the variant "x.do.y" of the phrase "x.say.y" that announces
 * the move, if the variant exists. */
void fl_choice_label(const struct fl_sight *, int seat, fl_move, struct fl_phrase *out);

/* Writes a verb of the game's notation in a language: the entry "verb.VERB", or the verb itself if
 * there is no entry. Further forms of the entry are synonyms. */
void fl_put_verb(struct fl_buf *, fl_lang, const char *verb, enum fl_form);

/* Whether the verb has an entry "verb.VERB". */
bool fl_verb_exists(const char *verb);

#endif
