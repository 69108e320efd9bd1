/* SHA-256 (FIPS 180-4), the hash of fair dice: browsers, Python and sha256sum provide it too. */
#ifndef FL_CORE_SHA256_H
#define FL_CORE_SHA256_H

#include <stddef.h>
#include <stdint.h>

enum { FL_SHA256_SIZE = 32 };

/* Computes the digest of `len` bytes. */
void fl_sha256(const void *bytes, size_t len, uint8_t out[FL_SHA256_SIZE]);

#endif
