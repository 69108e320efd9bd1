/* A record on the full screen: step by step, from any player's view, with the chances to win. */
#ifndef FL_TUI_REPLAY_H
#define FL_TUI_REPLAY_H

#include "core/record.h"
#include "tui/terminal.h"

struct fl_replay_options {
    int viewer;  /* a seat or FL_SPECTATOR */
    int chapter; /* where to begin */
};

/* Shows the record until the user leaves. Returns false if the terminal was closed, Ctrl-C was
 * pressed, or memory is short. */
bool fl_replay_show(struct fl_terminal *, const struct fl_screen *, const struct fl_record *,
                    const struct fl_replay_options *);

#endif
