/* The encryption of a trunk connection between two nodes; no I/O.
 *
 * The caller sends a hello with its id, the id of the node it calls and a fresh public key; the
 * other node answers with a fresh public key of its own. Both derive one key per direction from
 * the secret that these two keys have in common and from the keys of both nodes, which only
 * readers of the database know. Everything after that is a stream of sealed messages (libsodium's
 * secretstream) in each direction. A recorded stream cannot be replayed, because both ends
 * contribute a fresh key; a message cannot be altered, repeated, left out or reflected. */
#ifndef FL_SERVER_TRUNK_CIPHER_H
#define FL_SERVER_TRUNK_CIPHER_H

#include <sodium.h>
#include <stdbool.h>

#include "store/store.h"

enum {
    FL_TRUNK_FIRST_BYTE = 1,         /* of a hello; no HTTP request begins with it */
    FL_TRUNK_HELLO = 8 + 8 + 8 + 32, /* name and version of the protocol, two ids, public key */
    FL_TRUNK_REPLY = 8 + 32 + 24,    /* name and version, public key, header of the stream */
    FL_TRUNK_HEADER = 24,            /* of the caller's stream */
    FL_TRUNK_CHUNK = 1 << 14,        /* bytes of plain text of one sealed message, at most */
    FL_TRUNK_SEAL = 17               /* bytes that sealing adds */
};

struct fl_trunk_cipher {
    unsigned char public_key[32], secret_key[32]; /* of this connection */
    unsigned char hello[FL_TRUNK_HELLO];
    crypto_secretstream_xchacha20poly1305_state out, in;
};

/* The caller: writes its hello. */
void fl_trunk_call(struct fl_trunk_cipher *, uint64_t own, uint64_t peer,
                   unsigned char hello[FL_TRUNK_HELLO]);

/* The id of the caller that a hello names; 0 if it is not a hello to this node. */
uint64_t fl_trunk_caller(const unsigned char hello[FL_TRUNK_HELLO], uint64_t own);

/* The node that was called: writes its reply. False if the public key is invalid. The caller's
 * header is still to be read. */
bool fl_trunk_answer(struct fl_trunk_cipher *, const unsigned char hello[FL_TRUNK_HELLO],
                     const struct fl_store_node *caller, const struct fl_store_node *own,
                     unsigned char reply[FL_TRUNK_REPLY]);

/* The caller: reads the reply and writes the header of its stream. False if it is not valid. */
bool fl_trunk_agree(struct fl_trunk_cipher *, const unsigned char reply[FL_TRUNK_REPLY],
                    const struct fl_store_node *own, const struct fl_store_node *peer,
                    unsigned char header[FL_TRUNK_HEADER]);

/* The node that was called: reads the caller's header. */
bool fl_trunk_begin_input(struct fl_trunk_cipher *, const unsigned char header[FL_TRUNK_HEADER]);

/* Seals at most FL_TRUNK_CHUNK bytes; writes len + FL_TRUNK_SEAL bytes. */
void fl_trunk_seal(struct fl_trunk_cipher *, const void *plain, size_t len, unsigned char *sealed);

/* Opens a sealed message; writes len - FL_TRUNK_SEAL bytes. False if it is not the next message of
 * this stream. */
bool fl_trunk_open(struct fl_trunk_cipher *, const unsigned char *sealed, size_t len, void *plain);

#endif
