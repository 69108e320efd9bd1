/* Advice put into words: the best moves with what is known about them, and one sentence why. */
#ifndef FL_TERM_COUNSEL_H
#define FL_TERM_COUNSEL_H

#include "agents/advice.h"
#include "term/screen.h"

/* Writes a number with so many decimals, with a point in English and a comma in French. */
void fl_put_decimal(struct fl_buf *, enum fl_lang, double, int places);

/* A chance in per cent, with as many decimals as its error deserves. */
void fl_put_percent(struct fl_buf *, enum fl_lang, struct fl_measure);

/* The sentence why. */
void fl_put_counsel(struct fl_buf *, const struct fl_screen *, const struct fl_sight *,
                    const struct fl_advice *);

/* Prints the best moves, at most so many, and the sentence. */
void fl_counsel_show(const struct fl_screen *, const struct fl_sight *, const struct fl_advice *,
                     uint32_t most);

#endif
