/* Trunk connections between nodes (trunk.h). */
#include "server/trunk.h"

#include <stdlib.h>
#include <string.h>

#include "server/relay.h"

enum {
    SILENCE = 3000,      /* milliseconds without input until a trunk is closed */
    FRAME_MAX = 1 << 22, /* bytes */
    FRAME_HEAD = 5,      /* length and kind */
    QUEUE_MAX = 1 << 24, /* bytes of output that wait for the connection */
    CHUNK_HEAD = 2       /* length of a sealed message */
};

/* ---- buffers ---- */

static bool append(struct fl_out *b, const void *bytes, size_t len)
{
    size_t cap = b->cap ? b->cap : 4096;
    while (cap < b->len + len)
        cap *= 2;
    if (cap != b->cap) {
        char *at = realloc(b->at, cap);
        if (!at)
            return false;
        b->at = at;
        b->cap = cap;
    }
    if (len)
        memcpy(b->at + b->len, bytes, len);
    b->len += len;
    return true;
}

static void consume(struct fl_out *b, size_t len)
{
    b->len -= len;
    memmove(b->at, b->at + len, b->len);
}

static uint32_t get_number(const char *from, int bytes)
{
    uint32_t number = 0;
    for (int i = 0; i < bytes; i++)
        number |= (uint32_t)(unsigned char)from[i] << 8 * i;
    return number;
}

static void put_number(char *to, size_t number, int bytes)
{
    for (int i = 0; i < bytes; i++)
        to[i] = (char)(number >> 8 * i);
}

/* ---- life ---- */

static struct fl_trunk *trunk_new(struct fl_net *n, bool called)
{
    struct fl_trunk *t = calloc(1, sizeof *t);
    if (!t)
        return NULL;
    t->net = n;
    t->called = called;
    t->serial = ++n->trunk_serial;
    t->heard = uv_now(n->loop);
    t->next = n->trunks;
    n->trunks = t;
    fl_trunk_put(t, FL_TRUNK_READY, NULL, 0, NULL, 0);
    return t;
}

/* Ends a trunk: its clients are closed at the host, and clients that it relays come back. */
static void trunk_end(struct fl_trunk *t)
{
    struct fl_trunk **at = &t->net->trunks;
    while (*at != t)
        at = &(*at)->next;
    *at = t->next;
    fl_relay_lost(t);
    sodium_memzero(&t->cipher, sizeof t->cipher);
    free(t->in.at);
    free(t->frames_in.at);
    free(t->frames_out.at);
    free(t->client_of);
    free(t);
}

static void close_trunk(struct fl_trunk *t, const char *why)
{
    fl_log(t->net->log, "trunk-closed", "node=%016llx why=%s", (unsigned long long)t->peer.id, why);
    if (t->conn)
        fl_conn_drop(t->conn, why); /* calls fl_trunk_lost */
    else
        trunk_end(t);
}

void fl_trunk_lost(struct fl_conn *c)
{
    struct fl_trunk *t = c->trunk;
    c->trunk = NULL;
    trunk_end(t);
}

void fl_trunks_end(struct fl_net *n)
{
    while (n->trunks)
        close_trunk(n->trunks, "stopping");
}

/* ---- calling ---- */

/* A call in progress. Its trunk may end before it. */
struct call {
    uv_getaddrinfo_t lookup;
    uv_connect_t connect;
    struct fl_net *net;
    uint64_t serial;
};

static struct fl_trunk *trunk_of(const struct call *call)
{
    struct fl_trunk *t = call->net->trunks;
    while (t && t->serial != call->serial)
        t = t->next;
    return t;
}

static void on_connected(uv_connect_t *connect, int status)
{
    struct call *call = connect->data;
    struct fl_trunk *t = trunk_of(call);
    struct fl_store_node self;
    unsigned char hello[FL_TRUNK_HELLO];
    struct fl_net *n = call->net;
    free(call);
    if (!t)
        return;
    if (status || !n->store->find_node(n->store, 0, NULL, &self) || fl_conn_start(t->conn)) {
        close_trunk(t, "unreachable");
        return;
    }
    fl_trunk_call(&t->cipher, self.id, t->peer.id, hello);
    fl_conn_put(t->conn, hello, sizeof hello);
}

static void on_found(uv_getaddrinfo_t *lookup, int status, struct addrinfo *found)
{
    struct call *call = lookup->data;
    struct fl_trunk *t = trunk_of(call);
    bool connects = t && !status && found;
    if (connects) {
        t->conn = fl_conn_call(t->net, found->ai_addr, &call->connect, on_connected);
        connects = t->conn;
    }
    if (connects)
        t->conn->trunk = t;
    else
        free(call);
    if (t && !connects)
        close_trunk(t, "unreachable");
    uv_freeaddrinfo(found);
}

/* Splits the address of a node: HOST:PORT, or NAME/BOUND:PORT, where NAME is reached if the
 * listener is bound to every address of the machine, else BOUND. */
static bool split_address(const char *address, char host[FL_ADDRESS_SIZE], const char **port)
{
    const char *slash = strchr(address, '/'), *start = slash ? slash + 1 : address;
    const char *colon = strrchr(start, ':');
    if (!colon)
        return false;
    size_t len = (size_t)(colon - start);
    bool everywhere = slash && (!strncmp(start, "0.0.0.0:", 8) || !strncmp(start, ":::", 3));
    if (everywhere) {
        len = (size_t)(slash - address);
        start = address;
    } else if (len > 2 && *start == '[') {
        len -= 2;
        start++;
    }
    if (len >= FL_ADDRESS_SIZE)
        return false;
    memcpy(host, start, len);
    host[len] = '\0';
    *port = colon + 1;
    return true;
}

static bool call_peer(struct fl_trunk *t)
{
    char host[FL_ADDRESS_SIZE];
    const char *port;
    struct call *call = calloc(1, sizeof *call);
    struct addrinfo hints = {.ai_socktype = SOCK_STREAM};
    if (!call || !split_address(t->peer.address, host, &port)) {
        free(call);
        return false;
    }
    call->net = t->net;
    call->serial = t->serial;
    call->lookup.data = call->connect.data = call;
    if (!uv_getaddrinfo(t->net->loop, &call->lookup, on_found, host, port, &hints))
        return true;
    free(call);
    return false;
}

struct fl_trunk *fl_trunk_to(struct fl_net *n, const char *address)
{
    struct fl_store_node peer;
    for (struct fl_trunk *t = n->trunks; t; t = t->next)
        if (!strcmp(t->peer.address, address))
            return t;
    if (!n->store->find_node(n->store, 0, address, &peer))
        return NULL;
    struct fl_trunk *t = trunk_new(n, true);
    if (!t)
        return NULL;
    t->peer = peer;
    if (call_peer(t))
        return t;
    close_trunk(t, "unreachable");
    return NULL;
}

/* ---- being called ---- */

void fl_trunk_accept(struct fl_conn *c)
{
    struct fl_trunk *t = trunk_new(c->net, false);
    if (!t) {
        fl_conn_drop(c, "memory");
        return;
    }
    t->conn = c;
    c->trunk = t;
    fl_conn_queue(c, FL_CONN_TRUNK, FL_NEVER);
}

/* ---- the handshake; functions return the bytes of input that they used, 0 for more, -1 to close
 * the connection ---- */

static int read_hello(struct fl_trunk *t)
{
    struct fl_store *store = t->net->store;
    const unsigned char *hello = (const unsigned char *)t->in.at;
    unsigned char reply[FL_TRUNK_REPLY];
    struct fl_store_node self;
    if (t->in.len < FL_TRUNK_HELLO)
        return 0;
    uint64_t caller = store->find_node(store, 0, NULL, &self) ? fl_trunk_caller(hello, self.id) : 0;
    if (!caller || !store->find_node(store, caller, NULL, &t->peer) ||
        !fl_trunk_answer(&t->cipher, hello, &t->peer, &self, reply))
        return -1;
    fl_conn_put(t->conn, reply, sizeof reply);
    t->phase = FL_TRUNK_EXPECTS_HEADER;
    return FL_TRUNK_HELLO;
}

static int read_reply(struct fl_trunk *t)
{
    struct fl_store *store = t->net->store;
    unsigned char header[FL_TRUNK_HEADER];
    struct fl_store_node self;
    if (t->in.len < FL_TRUNK_REPLY)
        return 0;
    if (!store->find_node(store, 0, NULL, &self) ||
        !fl_trunk_agree(&t->cipher, (const unsigned char *)t->in.at, &self, &t->peer, header))
        return -1;
    fl_conn_put(t->conn, header, sizeof header);
    t->phase = FL_TRUNK_SEALED;
    return FL_TRUNK_REPLY;
}

static int read_header(struct fl_trunk *t)
{
    if (t->in.len < FL_TRUNK_HEADER)
        return 0;
    if (!fl_trunk_begin_input(&t->cipher, (const unsigned char *)t->in.at))
        return -1;
    t->phase = FL_TRUNK_SEALED;
    return FL_TRUNK_HEADER;
}

static int read_handshake(struct fl_trunk *t)
{
    int used = t->phase == FL_TRUNK_EXPECTS_HEADER ? read_header(t)
               : t->called                         ? read_reply(t)
                                                   : read_hello(t);
    if (used > 0)
        consume(&t->in, (size_t)used);
    if (t->phase == FL_TRUNK_SEALED)
        fl_conn_schedule_flush(t->conn);
    return used;
}

/* ---- frames ---- */

void fl_trunk_put(struct fl_trunk *t, enum fl_trunk_kind kind, const void *head, size_t head_len,
                  const void *rest, size_t rest_len)
{
    char start[FRAME_HEAD];
    put_number(start, 1 + head_len + rest_len, 4);
    start[4] = (char)kind;
    bool ok = t->frames_out.len < QUEUE_MAX && append(&t->frames_out, start, sizeof start) &&
              append(&t->frames_out, head, head_len) && append(&t->frames_out, rest, rest_len);
    t->broken |= !ok;
    if (t->conn)
        fl_conn_schedule_flush(t->conn);
}

void fl_trunk_flush(struct fl_trunk *t)
{
    char sealed[CHUNK_HEAD + FL_TRUNK_CHUNK + FL_TRUNK_SEAL];
    if (t->phase != FL_TRUNK_SEALED || t->broken)
        return;
    for (size_t at = 0, len; at < t->frames_out.len; at += len) {
        len = t->frames_out.len - at < FL_TRUNK_CHUNK ? t->frames_out.len - at : FL_TRUNK_CHUNK;
        put_number(sealed, len + FL_TRUNK_SEAL, CHUNK_HEAD);
        fl_trunk_seal(&t->cipher, t->frames_out.at + at, len, (unsigned char *)sealed + CHUNK_HEAD);
        fl_conn_put(t->conn, sealed, CHUNK_HEAD + len + FL_TRUNK_SEAL);
    }
    t->frames_out.len = 0;
}

/* Opens all complete sealed messages. */
static bool open_messages(struct fl_trunk *t)
{
    unsigned char plain[FL_TRUNK_CHUNK];
    size_t used = 0;
    while (t->in.len - used >= CHUNK_HEAD) {
        size_t len = get_number(t->in.at + used, CHUNK_HEAD);
        if (len < FL_TRUNK_SEAL || len > FL_TRUNK_CHUNK + FL_TRUNK_SEAL)
            return false;
        if (t->in.len - used - CHUNK_HEAD < len)
            break;
        const unsigned char *sealed = (const unsigned char *)t->in.at + used + CHUNK_HEAD;
        if (!fl_trunk_open(&t->cipher, sealed, len, plain) ||
            !append(&t->frames_in, plain, len - FL_TRUNK_SEAL))
            return false;
        used += CHUNK_HEAD + len;
    }
    consume(&t->in, used);
    return true;
}

/* Nothing is accepted before READY. */
static bool handle_frame(struct fl_trunk *t, int kind, const char *content, size_t len)
{
    if (kind == FL_TRUNK_READY) {
        fl_log(t->net->log, "trunk", "node=%016llx", (unsigned long long)t->peer.id);
        t->is_ready = true;
        return true;
    }
    return t->is_ready && (kind == FL_TRUNK_ALIVE || fl_relay_frame(t, kind, content, len));
}

static bool handle_frames(struct fl_trunk *t)
{
    size_t used = 0;
    while (t->frames_in.len - used >= FRAME_HEAD) {
        const char *frame = t->frames_in.at + used;
        size_t len = get_number(frame, 4);
        if (!len || len > FRAME_MAX)
            return false;
        if (t->frames_in.len - used - 4 < len)
            break;
        if (!handle_frame(t, (unsigned char)frame[4], frame + FRAME_HEAD, len - 1))
            return false;
        used += 4 + len;
    }
    if (used)
        consume(&t->frames_in, used);
    return true;
}

void fl_trunk_read(struct fl_conn *c, const char *bytes, size_t len)
{
    struct fl_trunk *t = c->trunk;
    int used = 1;
    t->heard = uv_now(t->net->loop);
    if (!append(&t->in, bytes, len)) {
        close_trunk(t, "memory");
        return;
    }
    while (used > 0 && t->phase != FL_TRUNK_SEALED)
        used = read_handshake(t);
    if (used < 0 || (t->phase == FL_TRUNK_SEALED && !(open_messages(t) && handle_frames(t))))
        close_trunk(t, "bad-frame");
}

/* ---- time ---- */

void fl_trunks_sweep(struct fl_net *n)
{
    uint64_t now = uv_now(n->loop);
    struct fl_store_node node;
    for (struct fl_trunk *t = n->trunks, *next; t; t = next) {
        next = t->next;
        if (t->broken || now - t->heard > SILENCE)
            close_trunk(t, t->broken ? "slow" : "silent");
        else if (t->is_ready && !n->store->find_node(n->store, t->peer.id, NULL, &node))
            close_trunk(t, "fenced");
        else if (t->is_ready)
            fl_trunk_put(t, FL_TRUNK_ALIVE, NULL, 0, NULL, 0);
    }
}
