/* SHA-1 (FIPS 180-4) and the WebSocket handshake. */
#include "net/handshake.h"

#include <sodium.h>
#include <stdint.h>
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

void fl_handshake_accept(const char key[FL_KEY_LEN], char out[FL_ACCEPT_SIZE])
{
    static const char guid[] = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
    enum { LEN = FL_KEY_LEN + sizeof guid - 1, SHA1_LEN = 20 };
    uint32_t sum[5] = {0x67452301, 0xEFCDAB89, 0x98BADCFE, 0x10325476, 0xC3D2E1F0};
    /* Key and GUID, then the padding of SHA-1: a one bit, zeros, and the length in bits. */
    uint8_t message[2 * BLOCK] = {
        [LEN] = 0x80, [2 * BLOCK - 2] = 8 * LEN >> 8, [2 * BLOCK - 1] = 8 * LEN & 255};
    uint8_t hash[SHA1_LEN];
    _Static_assert(LEN > BLOCK - 9 && LEN <= 2 * BLOCK - 9, "the message has two blocks");
    memcpy(message, key, FL_KEY_LEN);
    memcpy(message + FL_KEY_LEN, guid, sizeof guid - 1);
    add_block(sum, message);
    add_block(sum, message + BLOCK);
    for (int i = 0; i < SHA1_LEN; i++)
        hash[i] = (uint8_t)(sum[i / 4] >> (24 - 8 * (i % 4)));
    sodium_bin2base64(out, FL_ACCEPT_SIZE, hash, sizeof hash, sodium_base64_VARIANT_ORIGINAL);
}
