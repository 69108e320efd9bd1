/* Continues a record from one of its steps, one person against bots. */
#ifndef FL_REPLAY_CONTINUE_H
#define FL_REPLAY_CONTINUE_H

#include "agents/agent.h"
#include "replay/replay.h"

struct fl_continuation {
    uint32_t step; /* step of the record from which the match continues */
    int seat;      /* of the person */
    const struct fl_level *level;
    const char *move; /* spelling of the person's move; empty: none yet */
    const struct fl_replay *by;
};

/* Truncates a complete record to the step, makes the person's move and plays chance and bots until
 * the person has to move again. The dice are new and not committed to. False with the reason in
 * `why`. */
bool fl_replay_continue(struct fl_record *, const struct fl_continuation *, struct fl_phrase *why);

#endif
