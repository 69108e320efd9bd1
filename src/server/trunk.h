/* Trunk connections: one encrypted connection to each node that this one exchanges clients with.
 * A node calls another one at the address in its row, which is that of its HTTP listener; the
 * first byte distinguishes a trunk connection from HTTP. If two nodes call each other at the same
 * moment there are two connections, and both are used.
 *
 * A trunk connection carries frames: length (4 bytes), kind (1 byte), content. Numbers are
 * little-endian. */
#ifndef FL_SERVER_TRUNK_H
#define FL_SERVER_TRUNK_H

#include "server/net.h"
#include "server/trunk_cipher.h"

enum fl_trunk_kind {
    FL_TRUNK_READY,   /* the first frame in each direction: proves knowledge of the keys */
    FL_TRUNK_ALIVE,   /* once per second */
    FL_TRUNK_OPEN,    /* from the client's node: channel, origin, introduction */
    FL_TRUNK_LINE,    /* channel, a command */
    FL_TRUNK_CLOSE,   /* channel */
    FL_TRUNK_SAY,     /* from the table's node: number of channels, channels, message */
    FL_TRUNK_HANG_UP, /* channel, WebSocket close code */
    FL_TRUNK_PASS_ON, /* channel, introduction, address of another node, a command */
    FL_TRUNK_ASK,     /* number, origin, path of an HTTP request for a table or a file */
    FL_TRUNK_ANSWER,  /* number, status, body */
    FL_TRUNK_KINDS
};

struct fl_trunk {
    struct fl_trunk *next; /* in net->trunks */
    struct fl_net *net;
    struct fl_conn *conn; /* NULL while the address of the peer is looked up */
    struct fl_store_node peer;
    uint64_t serial; /* identifies it in callbacks that may come after its end */
    uint64_t heard;  /* when the last bytes arrived, or when it began */
    enum { FL_TRUNK_GREETS, FL_TRUNK_EXPECTS_HEADER, FL_TRUNK_SEALED } phase;
    bool called;   /* by this node */
    bool is_ready; /* the peer's READY has arrived */
    bool broken;   /* a frame could not be queued: fl_trunks_sweep closes it */
    struct fl_trunk_cipher cipher;
    struct fl_out in, frames_in, frames_out; /* sealed input; open input; output to be sealed */
    /* Clients of the peer that are open at this node's host, by the low 16 bits of the channel. */
    fl_client_id *client_of;
    uint32_t client_room;
};

/* The trunk connection to the node at this address; calls it if there is none. NULL if there is no
 * such node. Frames may be put at once: they are sent when the connection is ready. */
struct fl_trunk *fl_trunk_to(struct fl_net *, const char *address);

/* Queues a frame whose content consists of two parts. */
void fl_trunk_put(struct fl_trunk *, enum fl_trunk_kind, const void *head, size_t head_len,
                  const void *rest, size_t rest_len);

/* Turns a new connection into a trunk connection, because of its first byte. */
void fl_trunk_accept(struct fl_conn *);

/* Handles input of a trunk connection. */
void fl_trunk_read(struct fl_conn *, const char *bytes, size_t len);

/* Seals the queued frames. Called by fl_net_flush. */
void fl_trunk_flush(struct fl_trunk *);

/* The connection is closed: ends the trunk and everything that it carried. */
void fl_trunk_lost(struct fl_conn *);

/* Once per second: shows the peers that this node is alive, and closes silent connections. */
void fl_trunks_sweep(struct fl_net *);

/* Ends trunks without a connection; the others end with theirs. */
void fl_trunks_end(struct fl_net *);

#endif
