/* Threads that compute bot moves and hints. They take questions in order and pass the answers to
 * the event loop. Questions to levels that do not search come first and have one additional thread,
 * so that they never wait for a search.
 *
 * Every function is called on the thread of the event loop. */
#ifndef FL_SERVER_BOT_POOL_H
#define FL_SERVER_BOT_POOL_H

#include <uv.h>

#include "agents/advice/advice.h"
#include "host/host.h"

struct fl_bot_pool;

/* Callbacks for answers, called on the thread of the event loop. `ticket` is that of the request.
 * The advice is NULL if none was found; it and the sight are valid during the call. */
struct fl_listener {
    void *context;
    void (*thought)(void *context, uint64_t ticket, fl_move);
    void (*advice)(void *context, uint64_t ticket, const struct fl_sight *,
                   const struct fl_advice *);
};

/* Starts `threads` threads for searches of `milliseconds` per move. Returns NULL if there is no
 * memory or not one of the threads starts; fl_bot_pool_stop frees the result. The listener is
 * copied. */
struct fl_bot_pool *fl_bot_pool_start(uv_loop_t *, int threads, int milliseconds,
                                      const struct fl_listener *);

/* Milliseconds from a question to a bot of this level to the callback, whatever the load; 0: the
 * level does not search and answers immediately. */
int64_t fl_bot_pool_time(const struct fl_bot_pool *, const struct fl_game *, int level);

/* Asks for a bot's move, or for advice. The sight is copied. Returns false, and never calls the
 * listener, if there is no memory or no thread. */
bool fl_bot_pool_ask(struct fl_bot_pool *, const struct fl_think_request *, bool advice);

/* Playouts that one thread makes in the time of one search, estimated from recent searches. */
double fl_bot_pool_efforts(struct fl_bot_pool *);

/* Aborts running searches, discards all questions and joins the threads. The memory is freed in a
 * close callback, so the event loop must run once more. */
void fl_bot_pool_stop(struct fl_bot_pool *);

#endif
