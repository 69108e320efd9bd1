/* Bots think here, and so does whoever gives hints: a pool of threads that takes questions in order
 * and gives the answers back to the loop, which is woken for them. */
#ifndef FL_SERVER_THINK_H
#define FL_SERVER_THINK_H

#include <uv.h>

#include "agents/advice.h"
#include "host/host.h"

struct fl_thinkers;

/* Whom to give an answer, on the loop's thread. */
struct fl_listener {
    void *whom;
    void (*thought)(void *whom, uint64_t ticket, fl_move);
    void (*advice)(void *whom, uint64_t ticket, const struct fl_sight *, const struct fl_advice *);
};

/* Starts so many threads, for bots that search so many milliseconds; NULL if it cannot. */
struct fl_thinkers *fl_thinkers_start(uv_loop_t *, int threads, int milliseconds,
                                      const struct fl_listener *);

/* Asks a bot, or for advice; the sight is copied. False if there is no memory. */
bool fl_thinkers_ask(struct fl_thinkers *, const struct fl_thought *);
bool fl_thinkers_ask_advice(struct fl_thinkers *, const struct fl_thought *);

/* Questions not answered yet. */
int fl_thinkers_waiting(struct fl_thinkers *);

/* Forgets what nobody began; the loop runs once more to close the rest, and gives the memory back
 * then. A search cannot be broken off: if one is under way, its threads and memory end with the
 * program, which nobody should have to wait for. */
void fl_thinkers_stop(struct fl_thinkers *);

#endif
