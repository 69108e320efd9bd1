/* Text of advice: the best moves with their estimates, and one sentence that explains the best
 * one. */
#ifndef FL_TERM_ADVICE_TEXT_H
#define FL_TERM_ADVICE_TEXT_H

#include "agents/advice/advice.h"
#include "term/screen.h"

/* Writes a number with `places` decimals. The language determines the decimal sign. */
void fl_put_decimal(struct fl_buf *, fl_lang, double, int places);

/* Writes the sentence that explains why the first move is the best. */
void fl_put_advice_text(struct fl_buf *, const struct fl_screen *, const struct fl_sight *,
                        const struct fl_advice *);

/* Prints at most `most` of the best moves, one per line, then the explaining sentence. */
void fl_advice_text_show(const struct fl_screen *, const struct fl_sight *,
                         const struct fl_advice *, uint32_t most);

#endif
