/* A fast seeded generator for simulation and agents (xoshiro256**). Not for fair dice: whoever
 * sees enough of it can tell what comes next. */
#ifndef FL_CORE_RNG_H
#define FL_CORE_RNG_H

#include <stdint.h>

struct fl_rng {
    uint64_t s[4];
};

/* The generator number `stream` of a seed: streams are independent of each other. */
struct fl_rng fl_rng_from(uint64_t seed, uint64_t stream);

static inline uint64_t fl_rotate(uint64_t x, int by)
{
    return (x << by) | (x >> (64 - by));
}

/* 64 even bits. */
static inline uint64_t fl_rng_next(struct fl_rng *r)
{
    uint64_t result = fl_rotate(r->s[1] * 5, 7) * 9;
    uint64_t t = r->s[1] << 17;
    r->s[2] ^= r->s[0];
    r->s[3] ^= r->s[1];
    r->s[1] ^= r->s[2];
    r->s[0] ^= r->s[3];
    r->s[2] ^= t;
    r->s[3] = fl_rotate(r->s[3], 45);
    return result;
}

/* An even number in 0..n-1, n > 0: the high half of a product, its uneven rest thrown back. */
static inline uint32_t fl_rng_below(struct fl_rng *r, uint32_t n)
{
    uint64_t product = (fl_rng_next(r) >> 32) * n;
    if ((uint32_t)product < n) {
        uint32_t spare = (uint32_t)-n % n; /* 2^32 mod n: values to throw back */
        while ((uint32_t)product < spare)
            product = (fl_rng_next(r) >> 32) * n;
    }
    return (uint32_t)(product >> 32);
}

#endif
