/* What a person is asked: the list of choices, the question, and answers to what cannot be
 * played. */
#ifndef FL_TERM_PROMPT_H
#define FL_TERM_PROMPT_H

#include "term/command.h"
#include "term/screen.h"

/* The numbered moves and the subset questions, each with what to type. */
void fl_prompt_choices(const struct fl_sight *, const struct fl_screen *);

/* The game's question to the sight's viewer. */
void fl_prompt_question(const struct fl_sight *, const struct fl_screen *);

/* Every command there is. */
void fl_prompt_help(const struct fl_screen *);

/* One sentence for a line that is no move: what was expected, or why the move is not allowed. */
void fl_prompt_refuse(const struct fl_sight *, const struct fl_screen *, const struct fl_command *);

/* A move in its notation, the verb in the reader's language; and as something one may choose. */
void fl_put_typed(struct fl_buf *, const struct fl_sight *, enum fl_lang, fl_move);
void fl_put_label(struct fl_buf *, const struct fl_sight *, const struct fl_screen *, fl_move);

#endif
