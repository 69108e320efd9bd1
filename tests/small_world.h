/* The smallest environment of a host: a simulated clock, seeded entropy, two bot levels. A larger
 * environment has this struct as its first member and implements thinking and sending. */
#ifndef FL_TESTS_SMALL_WORLD_H
#define FL_TESTS_SMALL_WORLD_H

#include "core/rng.h"
#include "host/host.h"

struct small_world {
    int64_t now;
    struct fl_rng rng;
    int hung_up; /* number of clients disconnected by the host */
};

static inline int64_t small_now(void *world)
{
    return ((struct small_world *)world)->now;
}

static inline void small_entropy(void *world, void *bytes, size_t len)
{
    struct small_world *w = world;
    for (size_t i = 0; i < len; i++)
        ((unsigned char *)bytes)[i] = (unsigned char)(fl_rng_next(&w->rng) >> 32);
}

static inline void small_hang_up(void *world, fl_client_id line)
{
    (void)line;
    ((struct small_world *)world)->hung_up++;
}

static inline struct fl_port small_port(struct small_world *world, struct fl_store *store,
                                        bool (*think)(void *, const struct fl_think_request *),
                                        void (*send)(void *, const fl_client_id *, int,
                                                     const char *, size_t))
{
    static const char *const levels[] = {"moussaillon", "matelot", NULL};
    return (struct fl_port){.context = world,
                            .now = small_now,
                            .entropy = small_entropy,
                            .think = think,
                            .send = send,
                            .disconnect = small_hang_up,
                            .levels = levels,
                            .store = store};
}

#endif
