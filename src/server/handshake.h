/* The answer to a WebSocket's key (RFC 6455, 4.2.2). SHA-1 is ours because neither wslay nor
 * libsodium has it; here it guards nothing, it only shows that the request was understood. */
#ifndef FL_SERVER_HANDSHAKE_H
#define FL_SERVER_HANDSHAKE_H

#include <stddef.h>
#include <stdint.h>

#include "server/http.h"

enum { FL_SHA1_LEN = 20, FL_ACCEPT_SIZE = 29 };

void fl_sha1(const void *bytes, size_t len, uint8_t out[FL_SHA1_LEN]);

/* Sec-WebSocket-Accept for a key, ending in a zero byte. */
void fl_handshake_accept(struct fl_span key, char out[FL_ACCEPT_SIZE]);

#endif
