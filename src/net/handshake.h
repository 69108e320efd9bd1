/* The answer to a WebSocket handshake (RFC 6455, 4.2.2), for servers and clients. SHA-1 is
 * implemented here because neither wslay nor libsodium has it. The handshake does not rely on it
 * for security. */
#ifndef FL_NET_HANDSHAKE_H
#define FL_NET_HANDSHAKE_H

enum { FL_KEY_LEN = 24, FL_ACCEPT_SIZE = 29 }; /* a key is 16 bytes in base64 */

/* Writes the zero-terminated Sec-WebSocket-Accept value for a key. */
void fl_handshake_accept(const char key[FL_KEY_LEN], char out[FL_ACCEPT_SIZE]);

#endif
