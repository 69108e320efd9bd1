/* SHA-256 (FIPS 180-4). */
#include "core/sha256.h"

#include <string.h>

enum { BLOCK = 64, ROUNDS = 64, LENGTH = 8 };

/* The first 32 bits of the fractions of the cube roots of the first 64 primes. */
static const uint32_t round_constant[ROUNDS] = {
    0x428A2F98, 0x71374491, 0xB5C0FBCF, 0xE9B5DBA5, 0x3956C25B, 0x59F111F1, 0x923F82A4, 0xAB1C5ED5,
    0xD807AA98, 0x12835B01, 0x243185BE, 0x550C7DC3, 0x72BE5D74, 0x80DEB1FE, 0x9BDC06A7, 0xC19BF174,
    0xE49B69C1, 0xEFBE4786, 0x0FC19DC6, 0x240CA1CC, 0x2DE92C6F, 0x4A7484AA, 0x5CB0A9DC, 0x76F988DA,
    0x983E5152, 0xA831C66D, 0xB00327C8, 0xBF597FC7, 0xC6E00BF3, 0xD5A79147, 0x06CA6351, 0x14292967,
    0x27B70A85, 0x2E1B2138, 0x4D2C6DFC, 0x53380D13, 0x650A7354, 0x766A0ABB, 0x81C2C92E, 0x92722C85,
    0xA2BFE8A1, 0xA81A664B, 0xC24B8B70, 0xC76C51A3, 0xD192E819, 0xD6990624, 0xF40E3585, 0x106AA070,
    0x19A4C116, 0x1E376C08, 0x2748774C, 0x34B0BCB5, 0x391C0CB3, 0x4ED8AA4A, 0x5B9CCA4F, 0x682E6FF3,
    0x748F82EE, 0x78A5636F, 0x84C87814, 0x8CC70208, 0x90BEFFFA, 0xA4506CEB, 0xBEF9A3F7, 0xC67178F2};

static uint32_t rotate(uint32_t x, int by)
{
    return x >> by | x << (32 - by);
}

static uint32_t big_endian(const uint8_t *b)
{
    return (uint32_t)b[0] << 24 | (uint32_t)b[1] << 16 | (uint32_t)b[2] << 8 | b[3];
}

/* The message schedule: 16 words of the block and 48 derived words. */
static void spread(const uint8_t *block, uint32_t w[ROUNDS])
{
    for (int i = 0; i < 16; i++)
        w[i] = big_endian(block + 4 * i);
    for (int i = 16; i < ROUNDS; i++) {
        uint32_t a = rotate(w[i - 15], 7) ^ rotate(w[i - 15], 18) ^ w[i - 15] >> 3;
        uint32_t b = rotate(w[i - 2], 17) ^ rotate(w[i - 2], 19) ^ w[i - 2] >> 10;
        w[i] = w[i - 16] + a + w[i - 7] + b;
    }
}

static void hash_block(uint32_t hash[8], const uint8_t *block)
{
    uint32_t w[ROUNDS], x[8];
    spread(block, w);
    memcpy(x, hash, sizeof x);
    for (int i = 0; i < ROUNDS; i++) {
        uint32_t choice = (x[4] & x[5]) ^ (~x[4] & x[6]);
        uint32_t majority = (x[0] & x[1]) ^ (x[0] & x[2]) ^ (x[1] & x[2]);
        uint32_t e = rotate(x[4], 6) ^ rotate(x[4], 11) ^ rotate(x[4], 25);
        uint32_t a = rotate(x[0], 2) ^ rotate(x[0], 13) ^ rotate(x[0], 22);
        uint32_t one = x[7] + e + choice + round_constant[i] + w[i];
        memmove(x + 1, x, 7 * sizeof x[0]);
        x[4] += one;
        x[0] = one + a + majority;
    }
    for (int i = 0; i < 8; i++)
        hash[i] += x[i];
}

/* Processes the last bytes with the padding, in one or two blocks: a one bit, zeros, and the length
 * in bits. */
static void hash_padding(uint32_t hash[8], const uint8_t *rest, size_t len, uint64_t whole)
{
    uint8_t last[2 * BLOCK] = {0};
    size_t size = len + 1 + LENGTH <= BLOCK ? BLOCK : 2 * BLOCK;
    if (len)
        memcpy(last, rest, len);
    last[len] = 0x80;
    for (size_t i = 0; i < LENGTH; i++)
        last[size - 1 - i] = (uint8_t)(8 * whole >> 8 * i);
    for (size_t i = 0; i < size; i += BLOCK)
        hash_block(hash, last + i);
}

void fl_sha256(const void *bytes, size_t len, uint8_t out[FL_SHA256_SIZE])
{
    /* The first 32 bits of the fractions of the square roots of the first 8 primes. */
    uint32_t hash[8] = {0x6A09E667, 0xBB67AE85, 0x3C6EF372, 0xA54FF53A,
                        0x510E527F, 0x9B05688C, 0x1F83D9AB, 0x5BE0CD19};
    const uint8_t *at = bytes;
    size_t left = len;
    for (; left >= BLOCK; left -= BLOCK, at += BLOCK)
        hash_block(hash, at);
    hash_padding(hash, at, left, len);
    for (int i = 0; i < FL_SHA256_SIZE; i++)
        out[i] = (uint8_t)(hash[i / 4] >> (24 - 8 * (i % 4)));
}
