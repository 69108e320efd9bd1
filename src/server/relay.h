/* Clients whose socket is at one node and whose table is at another. The node with the socket
 * relays lines and messages; its connection is `relayed`. At the other node the client is a client
 * of the host like any other: `remote`. A channel identifies it on the trunk connection: a serial
 * number, and in the low 16 bits the client's id at the node with the socket. */
#ifndef FL_SERVER_RELAY_H
#define FL_SERVER_RELAY_H

#include "server/trunk.h"

/* ---- the node with the socket ---- */

/* Notes that the host passes a client on with a command; fl_relay_begin does it at the next flush,
 * when the host is not in the middle of a call. */
void fl_relay_note(struct fl_conn *, const char *address, const char *command);
void fl_relay_begin(struct fl_conn *);

/* Relays a line of a relayed connection. */
void fl_relay_line(struct fl_conn *, const struct fl_line *);

/* A relayed connection is closed. */
void fl_relay_end(struct fl_conn *);

/* Frees what a connection has noted. */
void fl_relay_forget(struct fl_conn *);

/* Asks the node at this address for the response to a request that waits. False if there is no such
 * node. */
bool fl_relay_ask(struct fl_conn *, const char *address);

/* ---- the node with the table ---- */

/* Sends a message to those clients that are remote. */
void fl_relay_send(struct fl_net *, const fl_client_id *to, int count, const char *json,
                   size_t len);

/* Asks the other node to close a remote client, or to pass it on. Without effect on others. */
void fl_relay_hang_up(struct fl_net *, fl_client_id, int code);
void fl_relay_pass_on(struct fl_net *, fl_client_id, const char *address, const char *command);

/* ---- both ---- */

/* Handles a frame; false if it is malformed. */
bool fl_relay_frame(struct fl_trunk *, int kind, const char *content, size_t len);

/* A trunk ends: closes everything that it carried. */
void fl_relay_lost(struct fl_trunk *);

#endif
