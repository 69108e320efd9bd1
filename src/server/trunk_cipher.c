/* The encryption of a trunk connection (trunk_cipher.h). */
#include "server/trunk_cipher.h"

#include <string.h>

static const unsigned char protocol[8] = {FL_TRUNK_FIRST_BYTE, 'f', 'l', 't', 'r', 'u', 'n', '1'};

enum { KEY = crypto_secretstream_xchacha20poly1305_KEYBYTES };

_Static_assert(FL_TRUNK_SEAL == crypto_secretstream_xchacha20poly1305_ABYTES, "seal");
_Static_assert(FL_TRUNK_HEADER == crypto_secretstream_xchacha20poly1305_HEADERBYTES, "header");

static void put_id(unsigned char *to, uint64_t id)
{
    for (int i = 0; i < 8; i++)
        to[i] = (unsigned char)(id >> 8 * i);
}

static uint64_t get_id(const unsigned char *from)
{
    uint64_t id = 0;
    for (int i = 0; i < 8; i++)
        id |= (uint64_t)from[i] << 8 * i;
    return id;
}

static void make_keys(struct fl_trunk_cipher *c)
{
    randombytes_buf(c->secret_key, sizeof c->secret_key);
    crypto_scalarmult_base(c->public_key, c->secret_key);
}

/* The keys of both directions: a hash, with the key of the node that was called, over everything
 * that identifies this connection. False if the other end's public key is invalid. */
static bool derive(const struct fl_trunk_cipher *c, const unsigned char caller_key[FL_HASH_SIZE],
                   const unsigned char called_key[FL_HASH_SIZE],
                   const unsigned char called_public[32], const unsigned char other[32],
                   unsigned char keys[2 * KEY])
{
    unsigned char shared[32];
    crypto_generichash_state state;
    if (crypto_scalarmult(shared, c->secret_key, other))
        return false;
    crypto_generichash_init(&state, called_key, FL_HASH_SIZE, 2 * KEY);
    crypto_generichash_update(&state, caller_key, FL_HASH_SIZE);
    crypto_generichash_update(&state, c->hello, sizeof c->hello);
    crypto_generichash_update(&state, called_public, 32);
    crypto_generichash_update(&state, shared, sizeof shared);
    crypto_generichash_final(&state, keys, 2 * KEY);
    sodium_memzero(shared, sizeof shared);
    return true;
}

void fl_trunk_call(struct fl_trunk_cipher *c, uint64_t own, uint64_t peer,
                   unsigned char hello[FL_TRUNK_HELLO])
{
    make_keys(c);
    memcpy(hello, protocol, 8);
    put_id(hello + 8, own);
    put_id(hello + 16, peer);
    memcpy(hello + 24, c->public_key, 32);
    memcpy(c->hello, hello, FL_TRUNK_HELLO);
}

uint64_t fl_trunk_caller(const unsigned char hello[FL_TRUNK_HELLO], uint64_t own)
{
    bool is_ours = !memcmp(hello, protocol, 8) && get_id(hello + 16) == own;
    return is_ours ? get_id(hello + 8) : 0;
}

bool fl_trunk_answer(struct fl_trunk_cipher *c, const unsigned char hello[FL_TRUNK_HELLO],
                     const struct fl_store_node *caller, const struct fl_store_node *own,
                     unsigned char reply[FL_TRUNK_REPLY])
{
    unsigned char keys[2 * KEY];
    make_keys(c);
    memcpy(c->hello, hello, FL_TRUNK_HELLO);
    if (!derive(c, caller->key, own->key, c->public_key, hello + 24, keys))
        return false;
    memcpy(reply, protocol, 8);
    memcpy(reply + 8, c->public_key, 32);
    crypto_secretstream_xchacha20poly1305_init_push(&c->out, reply + 40, keys + KEY);
    memcpy(c->secret_key, keys, KEY); /* the connection's own key is not needed any more */
    sodium_memzero(keys, sizeof keys);
    return true;
}

bool fl_trunk_begin_input(struct fl_trunk_cipher *c, const unsigned char header[FL_TRUNK_HEADER])
{
    bool ok = !crypto_secretstream_xchacha20poly1305_init_pull(&c->in, header, c->secret_key);
    sodium_memzero(c->secret_key, sizeof c->secret_key);
    return ok;
}

bool fl_trunk_agree(struct fl_trunk_cipher *c, const unsigned char reply[FL_TRUNK_REPLY],
                    const struct fl_store_node *own, const struct fl_store_node *peer,
                    unsigned char header[FL_TRUNK_HEADER])
{
    unsigned char keys[2 * KEY];
    if (memcmp(reply, protocol, 8) || !derive(c, own->key, peer->key, reply + 8, reply + 8, keys))
        return false;
    crypto_secretstream_xchacha20poly1305_init_push(&c->out, header, keys);
    bool ok = !crypto_secretstream_xchacha20poly1305_init_pull(&c->in, reply + 40, keys + KEY);
    sodium_memzero(keys, sizeof keys);
    sodium_memzero(c->secret_key, sizeof c->secret_key);
    return ok;
}

void fl_trunk_seal(struct fl_trunk_cipher *c, const void *plain, size_t len, unsigned char *sealed)
{
    crypto_secretstream_xchacha20poly1305_push(&c->out, sealed, NULL, plain, len, NULL, 0, 0);
}

bool fl_trunk_open(struct fl_trunk_cipher *c, const unsigned char *sealed, size_t len, void *plain)
{
    unsigned char tag;
    return len >= FL_TRUNK_SEAL && !crypto_secretstream_xchacha20poly1305_pull(
                                       &c->in, plain, NULL, &tag, sealed, len, NULL, 0);
}
