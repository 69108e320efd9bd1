/* What a player is shown before and after input: the choices, the question, help, and the reason
 * why a line was rejected. */
#ifndef FL_TERM_PROMPT_H
#define FL_TERM_PROMPT_H

#include "term/command.h"
#include "term/screen.h"

/* Prints the numbered moves, the subset questions and the routes, each with an example of input. */
void fl_prompt_choices(const struct fl_sight *, const struct fl_screen *);

/* Prints the game's question to the sight's viewer. */
void fl_prompt_question(const struct fl_sight *, const struct fl_screen *);

/* Prints the commands that this game supports. */
void fl_prompt_help(const struct fl_screen *, const struct fl_game *);

/* Prints the summary card of the game, or that it has none. */
void fl_prompt_summary(const struct fl_screen *, const struct fl_game *);

/* Prints one sentence about input that is not a legal move: what was expected, or why the move is
 * illegal. */
void fl_prompt_refuse(const struct fl_sight *, const struct fl_screen *, const struct fl_command *);

/* Writes a move as it can be typed, with the verb in the given language. */
void fl_put_typed(struct fl_buf *, const struct fl_sight *, fl_lang, fl_move);

#endif
