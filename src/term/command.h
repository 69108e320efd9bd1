/* Parses the input of a player: a pure function from a line of text to a move or a request.
 *
 * A move is named by its number in the list, by its spelling, or by any unambiguous prefix of its
 * verb in English or in the player's language: "r 5 3", "r3,5" and "relancer 3 5" all mean reroll 3
 * 5. Words of a list entry also name it if no other entry contains them: "r5 sur y2". On a board,
 * the name of a square stands for the route there: "e4", "go e4". */
#ifndef FL_TERM_COMMAND_H
#define FL_TERM_COMMAND_H

#include "term/choices.h"

enum fl_command_kind {
    FL_COMMAND_UNKNOWN,
    FL_COMMAND_AMBIGUOUS, /* several moves or requests match */
    FL_COMMAND_MOVE,      /* a legal move of the viewer */
    FL_COMMAND_REFUSED,   /* a move of the game that is not legal now */
    FL_COMMAND_HELP,
    FL_COMMAND_HINT,
    FL_COMMAND_UNDO,
    FL_COMMAND_SAVE,
    FL_COMMAND_RULES,
    FL_COMMAND_TABLE,
    FL_COMMAND_LOG,
    FL_COMMAND_SCORES,
    FL_COMMAND_SUMMARY,
    FL_COMMAND_QUIT,
    FL_COMMAND_RESIGN,
    FL_COMMAND_ROUTE,   /* several legal moves in a row */
    FL_COMMAND_NO_ROUTE /* the square cannot be reached now */
};

enum { FL_COMMAND_REST = 512 };

struct fl_command {
    enum fl_command_kind kind;
    fl_move move;               /* of MOVE and REFUSED */
    struct fl_route route;      /* of ROUTE */
    char rest[FL_COMMAND_REST]; /* of SAVE and RULES: the text after the command word */
};

/* Parses a line for the sight's viewer. An empty line means the only legal move if there is exactly
 * one, otherwise HELP. */
void fl_command_read(const struct fl_sight *, fl_lang, const char *text, struct fl_command *out);

/* Writes a text in lower case and without accents, for comparison with input. */
void fl_put_folded(struct fl_buf *, const char *text);

/* Writes the arguments of a spelled move in the player's language: "1 blue-2" becomes "1 bleu-2"
 * and "y2" becomes "j2". Input may have them in either form. */
void fl_put_items(struct fl_buf *, fl_lang, const char *arguments);

/* Writes the shortest prefix of a verb that matches no other open subset question. */
void fl_put_shortest(struct fl_buf *, fl_lang, const struct fl_choices *, const char *verb);

/* Whether a text is the complete word of a request, in English or in the given language. */
bool fl_command_is(enum fl_command_kind, fl_lang, const char *text);

#endif
