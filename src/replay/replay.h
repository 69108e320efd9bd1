/* What a page asks of a record: text in, JSON out (docs/protocol.md, 13). The record comes with
 * every question and nothing is kept, so that a server and a page without one answer alike. */
#ifndef FL_REPLAY_REPLAY_H
#define FL_REPLAY_REPLAY_H

#include <stdatomic.h>

#include "core/record.h"

/* What the one who answers lends to it. */
struct fl_replay {
    uint64_t seed;     /* of the dice and bots of a match that goes on */
    atomic_bool *stop; /* may be NULL; once set, there is no answer */
};

/* Answers a line with a question and, behind it, a record. The answer is to be freed; NULL if
 * memory is short, it is too long, or it was stopped. */
char *fl_replay_answer(const char *text, size_t len, const struct fl_replay *, size_t *answer_len);

#endif
