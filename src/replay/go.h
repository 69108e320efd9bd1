/* A match that goes on from somewhere in a record, one person against bots. */
#ifndef FL_REPLAY_GO_H
#define FL_REPLAY_GO_H

#include "agents/agent.h"
#include "replay/replay.h"

struct fl_going {
    uint32_t step; /* of the record, from which it goes on */
    int seat;      /* the person's */
    const struct fl_level *level;
    const char *move; /* the person's answer, spelled; empty: none yet */
    const struct fl_replay *by;
};

/* Takes a whole record back to the step, makes the person's move and lets chance and bots play
 * until he is asked again. Its dice are new ones and nobody committed to them. False with the
 * reason. */
bool fl_replay_go(struct fl_record *, const struct fl_going *, struct fl_phrase *why);

#endif
