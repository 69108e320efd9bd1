/* The server's part of the WebSocket handshake (RFC 6455, 4.2.2). SHA-1 is implemented here because
 * neither wslay nor libsodium has it. The handshake does not rely on it for security. */
#ifndef FL_SERVER_HANDSHAKE_H
#define FL_SERVER_HANDSHAKE_H

#include <stddef.h>
#include <stdint.h>

#include "server/http.h"

enum { FL_SHA1_LEN = 20, FL_ACCEPT_SIZE = 29 };

/* Writes the SHA-1 hash of the bytes. */
void fl_sha1(const void *bytes, size_t len, uint8_t out[FL_SHA1_LEN]);

/* Writes the zero-terminated Sec-WebSocket-Accept value for a key of FL_HTTP_KEY_LEN bytes. */
void fl_handshake_accept(struct fl_span key, char out[FL_ACCEPT_SIZE]);

#endif
