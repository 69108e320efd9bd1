/* Seeding: splitmix64 distributes seed and stream over the state of the generator. */
#include "core/rng.h"

static uint64_t spread(uint64_t *x)
{
    uint64_t z = *x += 0x9E3779B97F4A7C15u;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

struct fl_rng fl_rng_from(uint64_t seed, uint64_t stream)
{
    uint64_t x = stream;
    x = seed ^ spread(&x); /* consecutive streams get unrelated states */
    struct fl_rng r;
    for (int i = 0; i < 4; i++)
        r.s[i] = spread(&x);
    return r;
}
