/* A client's WebSocket connection to a Flibuste server (docs/protocol.md): lines out, messages in.
 * Blocking calls with deadlines; not for use by two threads at once. */
#ifndef FL_NET_WEBSOCKET_H
#define FL_NET_WEBSOCKET_H

#include <stdint.h>

#include "net/url.h"

struct fl_websocket;

enum fl_websocket_result {
    FL_WEBSOCKET_FINE,
    FL_WEBSOCKET_LATE,  /* the deadline passed */
    FL_WEBSOCKET_CLOSED /* by the server, or the connection is lost */
};

enum { FL_OPEN_MS = 10000 }; /* to open a connection */

/* Opens a connection to the server of an address. Returns NULL if that is not possible: *why is the
 * key of a text with {what}. */
struct fl_websocket *fl_websocket_open(const struct fl_url *, const char **why, const char **what);

/* Sends one line, without a line end. */
enum fl_websocket_result fl_websocket_send(struct fl_websocket *, const char *line);

/* Receives the next message; *text is valid until the next call. The deadline is in milliseconds of
 * fl_net_clock (net/transport.h). */
enum fl_websocket_result fl_websocket_receive(struct fl_websocket *, int64_t deadline,
                                              const char **text);

/* The socket, to wait for messages together with other input. Then receive until there is nothing
 * more: messages may wait in memory. */
int fl_websocket_socket(const struct fl_websocket *);

/* The code with which the server has closed the connection, or 0. */
int fl_websocket_close_code(const struct fl_websocket *);

/* Closes the connection; NULL is allowed. */
void fl_websocket_close(struct fl_websocket *);

#endif
