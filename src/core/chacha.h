/* ChaCha20 as in RFC 8439: from a key, 64 bytes that nobody can tell from chance without it. */
#ifndef FL_CORE_CHACHA_H
#define FL_CORE_CHACHA_H

#include <stdint.h>

enum { FL_CHACHA_KEY = 32, FL_CHACHA_NONCE = 12, FL_CHACHA_BLOCK = 64 };

/* One block of the stream that belongs to a key and a nonce. */
void fl_chacha_block(const uint8_t key[FL_CHACHA_KEY], const uint8_t nonce[FL_CHACHA_NONCE],
                     uint32_t counter, uint8_t out[FL_CHACHA_BLOCK]);

#endif
