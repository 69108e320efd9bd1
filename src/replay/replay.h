/* Requests of the page about records: text in, JSON out (docs/protocol.md, 13). Each request
 * contains the record and nothing is stored, so that server and WebAssembly give equal answers. */
#ifndef FL_REPLAY_REPLAY_H
#define FL_REPLAY_REPLAY_H

#include <stdatomic.h>

#include "agents/agent.h"
#include "core/record.h"

/* Resources of the caller. */
struct fl_replay {
    uint64_t seed;     /* of the dice and bots of a continued match */
    atomic_bool *stop; /* may be NULL; once it is set, there is no response */
    /* Chooses the moves of bots; NULL: fl_level_choose with the full effort of the level. */
    fl_move (*choose)(void *context, const struct fl_level *, const struct fl_sight *,
                      struct fl_rng *);
    void *context;
};

/* Whether a request may take seconds: an analysis, or a continued match with bots that search for
 * long. */
bool fl_replay_is_slow(const char *text, size_t len);

/* Answers one line with a request, followed by a record. The caller frees the response. NULL if out
 * of memory, too long, or stopped. */
char *fl_replay_answer(const char *text, size_t len, const struct fl_replay *, size_t *answer_len);

#endif
