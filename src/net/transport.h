/* A TCP connection to a server, encrypted if the address requires it. Calls wait until a deadline,
 * in milliseconds of fl_net_clock. Not for use by two threads at once. */
#ifndef FL_NET_TRANSPORT_H
#define FL_NET_TRANSPORT_H

#include <stddef.h>
#include <stdint.h>

#include "net/url.h"

struct fl_tls; /* OpenSSL's state of a connection */

struct fl_transport {
    int socket;         /* non-blocking; -1: closed */
    struct fl_tls *tls; /* NULL: not encrypted */
};

/* Results of reading. */
enum { FL_NET_CLOSED = 0, FL_NET_LATE = -1, FL_NET_AGAIN = -2 };

/* Milliseconds of a clock that only goes forward. */
int64_t fl_net_clock(void);

/* Waits until the socket can be read (or written). Returns false at the deadline. */
bool fl_net_wait(int socket, bool to_write, int64_t deadline);

/* Connects. Returns NULL, or why that is not possible: the key of a text with {what}, the reason of
 * the system, in `what`. */
const char *fl_transport_open(struct fl_transport *, const struct fl_url *, int64_t deadline,
                              const char **what);

/* Reads at most `room` bytes: their number, FL_NET_CLOSED or FL_NET_LATE. */
ptrdiff_t fl_transport_read(struct fl_transport *, void *to, size_t room, int64_t deadline);

/* Writes all bytes. Returns false if the connection is closed or the deadline has passed. */
bool fl_transport_write(struct fl_transport *, const void *bytes, size_t len, int64_t deadline);

/* Whether bytes can be read without waiting. */
bool fl_transport_has_input(const struct fl_transport *);

void fl_transport_close(struct fl_transport *);

/* Encryption, in tls.c, or tls_absent.c if OpenSSL is not there. fl_tls_begin returns a key as
 * fl_transport_open does. Reading and writing return the number of bytes, FL_NET_CLOSED, or
 * FL_NET_AGAIN when the socket has to be waited for; *to_write states for what. */
const char *fl_tls_begin(struct fl_transport *, const char *host, int64_t deadline,
                         const char **what);
ptrdiff_t fl_tls_read(struct fl_tls *, void *to, size_t room, bool *to_write);
ptrdiff_t fl_tls_write(struct fl_tls *, const void *bytes, size_t len, bool *to_write);
bool fl_tls_has_input(const struct fl_tls *);
void fl_tls_end(struct fl_tls *);

#endif
