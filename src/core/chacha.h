/* ChaCha20 (RFC 8439): a keyed stream that nobody can distinguish from random bytes without the
 * key. */
#ifndef FL_CORE_CHACHA_H
#define FL_CORE_CHACHA_H

#include <stdint.h>

enum { FL_CHACHA_KEY = 32, FL_CHACHA_NONCE = 12, FL_CHACHA_BLOCK = 64 };

/* Writes block `counter` of the stream of a key and a nonce. */
void fl_chacha_block(const uint8_t key[FL_CHACHA_KEY], const uint8_t nonce[FL_CHACHA_NONCE],
                     uint32_t counter, uint8_t out[FL_CHACHA_BLOCK]);

#endif
