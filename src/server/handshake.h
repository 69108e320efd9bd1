/* The server's part of the WebSocket handshake (RFC 6455, 4.2.2). SHA-1 is implemented here because
 * neither wslay nor libsodium has it. The handshake does not rely on it for security. */
#ifndef FL_SERVER_HANDSHAKE_H
#define FL_SERVER_HANDSHAKE_H

#include "server/http.h"

enum { FL_ACCEPT_SIZE = 29 };

/* Writes the zero-terminated Sec-WebSocket-Accept value for a key of FL_HTTP_KEY_LEN bytes. */
void fl_handshake_accept(struct fl_span key, char out[FL_ACCEPT_SIZE]);

#endif
