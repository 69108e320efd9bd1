/* The block function of ChaCha20. */
#include "core/chacha.h"

#include <string.h>

enum { WORDS = 16, DOUBLE_ROUNDS = 10 };

static uint32_t rotate(uint32_t x, int by)
{
    return x << by | x >> (32 - by);
}

static void mix_four(uint32_t *a, uint32_t *b, uint32_t *c, uint32_t *d)
{
    *a += *b, *d = rotate(*d ^ *a, 16);
    *c += *d, *b = rotate(*b ^ *c, 12);
    *a += *b, *d = rotate(*d ^ *a, 8);
    *c += *d, *b = rotate(*b ^ *c, 7);
}

/* Down the columns of the square of words, then along its diagonals. */
static void mix(uint32_t x[WORDS])
{
    for (int i = 0; i < 4; i++)
        mix_four(&x[i], &x[4 + i], &x[8 + i], &x[12 + i]);
    for (int i = 0; i < 4; i++)
        mix_four(&x[i], &x[4 + (i + 1) % 4], &x[8 + (i + 2) % 4], &x[12 + (i + 3) % 4]);
}

void fl_chacha_block(const uint8_t key[FL_CHACHA_KEY], const uint8_t nonce[FL_CHACHA_NONCE],
                     uint32_t counter, uint8_t out[FL_CHACHA_BLOCK])
{
    uint32_t start[WORDS] = {0x61707865, 0x3320646E, 0x79622D32, 0x6B206574}, x[WORDS];
    memcpy(start + 4, key, FL_CHACHA_KEY); /* little-endian, as game.h demands */
    start[12] = counter;
    memcpy(start + 13, nonce, FL_CHACHA_NONCE);
    memcpy(x, start, sizeof x);
    for (int i = 0; i < DOUBLE_ROUNDS; i++)
        mix(x);
    for (int i = 0; i < WORDS; i++)
        x[i] += start[i];
    memcpy(out, x, FL_CHACHA_BLOCK);
}
