/* Reading what a player types: a pure function from a line of text to a move or a request.
 *
 * Moves are given by their number in the list, by their notation, or by any beginning of the verb,
 * in English or in the reader's language, that can mean only one thing: "r 5 3", "r3,5",
 * "relancer 3 5" are all reroll 3 5. Any words of the list do as well, if they tell one choice from
 * the others: "r5 sur y2". On a board the name of a square stands for the way there:
 * "e4", "go e4". */
#ifndef FL_TERM_COMMAND_H
#define FL_TERM_COMMAND_H

#include "term/choices.h"
#include "term/ways.h"

enum fl_command_kind {
    FL_COMMAND_UNKNOWN,
    FL_COMMAND_AMBIGUOUS, /* it could mean several things */
    FL_COMMAND_MOVE,      /* a legal move of the viewer */
    FL_COMMAND_REFUSED,   /* a move of the game, but not legal now */
    FL_COMMAND_HELP,
    FL_COMMAND_HINT,
    FL_COMMAND_UNDO,
    FL_COMMAND_SAVE,
    FL_COMMAND_RULES,
    FL_COMMAND_TABLE,
    FL_COMMAND_LOG,
    FL_COMMAND_SCORES,
    FL_COMMAND_QUIT,
    FL_COMMAND_WAY,   /* several legal moves in a row */
    FL_COMMAND_NO_WAY /* to a square that cannot be reached now */
};

enum { FL_COMMAND_REST = 512 };

struct fl_command {
    enum fl_command_kind kind;
    fl_move move;               /* of MOVE and REFUSED */
    struct fl_way way;          /* of WAY */
    char rest[FL_COMMAND_REST]; /* of SAVE and RULES: what stands behind the word */
};

/* Reads a line for the sight's viewer. An empty one is his only move, if there is exactly one,
 * and else a call for help. */
void fl_command_read(const struct fl_sight *, enum fl_lang, const char *text,
                     struct fl_command *out);

/* Writes a text in small letters without accents, as a hasty player types it. */
void fl_put_folded(struct fl_buf *, const char *text);

/* Writes the shortest beginning of a verb that means nothing else among the open ones. */
void fl_put_shortest(struct fl_buf *, enum fl_lang, const struct fl_choices *, const char *verb);

/* Whether a text is a word for this request, whole, in English or in the reader's language. */
bool fl_command_is(enum fl_command_kind, enum fl_lang, const char *text);

#endif
