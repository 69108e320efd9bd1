/* SHA-1 (FIPS 180-4) and the WebSocket handshake. */
#include "server/handshake.h"

#include <assert.h>
#include <sodium.h>
#include <string.h>

enum { BLOCK = 64 }; /* bytes */

static uint32_t rotate(uint32_t x, int by)
{
    return x << by | x >> (32 - by);
}

/* Expands a block to the 80 words of the message schedule. */
static void expand(const uint8_t block[BLOCK], uint32_t word[80])
{
    for (int i = 0; i < 16; i++)
        word[i] = (uint32_t)block[4 * i] << 24 | (uint32_t)block[4 * i + 1] << 16 |
                  (uint32_t)block[4 * i + 2] << 8 | block[4 * i + 3];
    for (int i = 16; i < 80; i++)
        word[i] = rotate(word[i - 3] ^ word[i - 8] ^ word[i - 14] ^ word[i - 16], 1);
}

/* The round's logical function plus its constant. */
static uint32_t round_function(int round, const uint32_t s[5])
{
    if (round < 20)
        return ((s[1] & s[2]) | (~s[1] & s[3])) + 0x5A827999u;
    if (round < 40)
        return (s[1] ^ s[2] ^ s[3]) + 0x6ED9EBA1u;
    if (round < 60)
        return ((s[1] & s[2]) | (s[1] & s[3]) | (s[2] & s[3])) + 0x8F1BBCDCu;
    return (s[1] ^ s[2] ^ s[3]) + 0xCA62C1D6u;
}

static void add_block(uint32_t sum[5], const uint8_t block[BLOCK])
{
    uint32_t word[80], s[5];
    expand(block, word);
    memcpy(s, sum, sizeof s);
    for (int i = 0; i < 80; i++) {
        uint32_t next = rotate(s[0], 5) + round_function(i, s) + s[4] + word[i];
        s[4] = s[3];
        s[3] = s[2];
        s[2] = rotate(s[1], 30);
        s[1] = s[0];
        s[0] = next;
    }
    for (int i = 0; i < 5; i++)
        sum[i] += s[i];
}

/* Padding: the last bytes, a one bit, zeros, and the length in bits, in one or two blocks. */
static void add_tail(uint32_t sum[5], const uint8_t *rest, size_t left, uint64_t len)
{
    uint8_t tail[2 * BLOCK] = {0};
    size_t size = left < BLOCK - 8 ? BLOCK : 2 * BLOCK;
    memcpy(tail, rest, left);
    tail[left] = 0x80;
    for (int i = 0; i < 8; i++)
        tail[size - 1 - (size_t)i] = (uint8_t)(8 * len >> 8 * i);
    for (size_t at = 0; at < size; at += BLOCK)
        add_block(sum, tail + at);
}

void fl_sha1(const void *bytes, size_t len, uint8_t out[FL_SHA1_LEN])
{
    uint32_t sum[5] = {0x67452301, 0xEFCDAB89, 0x98BADCFE, 0x10325476, 0xC3D2E1F0};
    const uint8_t *at = bytes;
    size_t whole = len - len % BLOCK;
    for (size_t i = 0; i < whole; i += BLOCK)
        add_block(sum, at + i);
    add_tail(sum, at + whole, len - whole, len);
    for (int i = 0; i < FL_SHA1_LEN; i++)
        out[i] = (uint8_t)(sum[i / 4] >> (24 - 8 * (i % 4)));
}

void fl_handshake_accept(struct fl_span key, char out[FL_ACCEPT_SIZE])
{
    static const char guid[] = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
    char text[FL_HTTP_KEY_LEN + sizeof guid - 1];
    uint8_t sum[FL_SHA1_LEN];
    assert(key.len == FL_HTTP_KEY_LEN);
    memcpy(text, key.at, FL_HTTP_KEY_LEN);
    memcpy(text + FL_HTTP_KEY_LEN, guid, sizeof guid - 1);
    fl_sha1(text, sizeof text, sum);
    sodium_bin2base64(out, FL_ACCEPT_SIZE, sum, sizeof sum, sodium_base64_VARIANT_ORIGINAL);
}
