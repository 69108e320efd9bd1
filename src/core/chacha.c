/* The block function of ChaCha20, on vectors of four words. */
#include "core/chacha.h"

#include <string.h>

enum { ROWS = 4, DOUBLE_ROUNDS = 10 };

/* One row of the 4 x 4 matrix of words. A vector operation processes all four columns. */
typedef uint32_t row __attribute__((vector_size(16)));

/* Adds b to a, then rotates what differs between d and a. Vectors are passed by pointer: without
 * SSE the ABI of 32-bit x86 cannot return them. */
static void add_rotate(row *a, const row *b, row *d, int by)
{
    *a += *b;
    *d ^= *a;
    *d = *d << by | *d >> (32 - by);
}

static void mix_columns(row x[ROWS])
{
    add_rotate(&x[0], &x[1], &x[3], 16);
    add_rotate(&x[2], &x[3], &x[1], 12);
    add_rotate(&x[0], &x[1], &x[3], 8);
    add_rotate(&x[2], &x[3], &x[1], 7);
}

/* A double round: the columns, then the diagonals. Rotating the rows turns diagonals into
 * columns. */
static void mix(row x[ROWS])
{
    mix_columns(x);
    x[1] = __builtin_shufflevector(x[1], x[1], 1, 2, 3, 0);
    x[2] = __builtin_shufflevector(x[2], x[2], 2, 3, 0, 1);
    x[3] = __builtin_shufflevector(x[3], x[3], 3, 0, 1, 2);
    mix_columns(x);
    x[1] = __builtin_shufflevector(x[1], x[1], 3, 0, 1, 2);
    x[2] = __builtin_shufflevector(x[2], x[2], 2, 3, 0, 1);
    x[3] = __builtin_shufflevector(x[3], x[3], 1, 2, 3, 0);
}

void fl_chacha_block(const uint8_t key[FL_CHACHA_KEY], const uint8_t nonce[FL_CHACHA_NONCE],
                     uint32_t counter, uint8_t out[FL_CHACHA_BLOCK])
{
    row start[ROWS] = {{0x61707865, 0x3320646E, 0x79622D32, 0x6B206574}}, x[ROWS];
    memcpy(&start[1], key, FL_CHACHA_KEY); /* little-endian, which game.h asserts */
    start[3][0] = counter;
    memcpy((uint8_t *)&start[3] + sizeof counter, nonce, FL_CHACHA_NONCE);
    memcpy(x, start, sizeof x);
    for (int i = 0; i < DOUBLE_ROUNDS; i++)
        mix(x);
    for (int i = 0; i < ROWS; i++)
        x[i] += start[i];
    memcpy(out, x, FL_CHACHA_BLOCK);
}
