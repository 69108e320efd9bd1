/* A fast seeded generator for simulations and agents (xoshiro256**). Not suitable for fair dice:
 * its output predicts later output. */
#ifndef FL_CORE_RNG_H
#define FL_CORE_RNG_H

#include <stdint.h>

struct fl_rng {
    uint64_t s[4];
};

/* Returns generator number `stream` of a seed. Different streams are independent. */
struct fl_rng fl_rng_from(uint64_t seed, uint64_t stream);

static inline uint64_t fl_rotate(uint64_t x, int by)
{
    return (x << by) | (x >> (64 - by));
}

/* Returns 64 uniform bits. */
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

/* Returns a uniform number in 0..n-1, n > 0: the upper half of a product. Products with a lower
 * half below 2^32 mod n would bias the result and are rejected. */
static inline uint32_t fl_rng_below(struct fl_rng *r, uint32_t n)
{
    uint64_t product = (fl_rng_next(r) >> 32) * n;
    if ((uint32_t)product < n) {
        uint32_t spare = (uint32_t)-n % n; /* 2^32 mod n */
        while ((uint32_t)product < spare)
            product = (fl_rng_next(r) >> 32) * n;
    }
    return (uint32_t)(product >> 32);
}

#endif
