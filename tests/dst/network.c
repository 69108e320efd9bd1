/* Connections: bytes arrive late, in pieces, in order; clients close, disappear or read slowly. As
 * with TCP, a lost or reordered packet is a delay; a lost, repeated or reordered command is one
 * that a client sends again on a new connection. */
#include <string.h>

#include "sim.h"

enum {
    OUT_ROOM = 1 << 16, /* bytes that the kernel keeps for a client that does not read */
    FIRST_FD = 10000,
    ADDRESS_QUEUE = 256
};

struct sock {
    int fd;
    uint32_t address, rate;
    enum stream stream;
    struct net_client client;
    int64_t latency;
    char *in; /* arrived at the server, not read yet */
    size_t in_len, in_flight;
    bool in_end;
    int64_t in_last; /* when the last byte that was sent arrives */
    char *out;       /* accepted by the kernel, not received by the client yet */
    size_t out_len;
    bool draining;
    bool accepted, shut, server_closed; /* the server's end */
    bool client_closed, vanished;       /* the client's end */
};

bool net_keeps_pieces;
static struct sock **all;
static int count, room;
static struct sock *waiting[ADDRESS_QUEUE];
static int waiting_count;

/* ---- the client's end ---- */

static int64_t delay_of(const struct sock *s)
{
    return s->latency + sim_below(s->stream, (uint32_t)s->latency + 1);
}

static bool is_deaf(const struct sock *s)
{
    return s->client_closed || s->vanished;
}

static void tell_closed(struct sock *s)
{
    if (is_deaf(s))
        return;
    s->client_closed = true;
    s->client.closed(s->client.context);
}

static void arrive(void *context, uint64_t unused)
{
    struct sock *s = context;
    (void)unused;
    if (is_deaf(s) || s->server_closed)
        return;
    if (!loop_is_listening() || waiting_count == ADDRESS_QUEUE) {
        s->server_closed = true;
        tell_closed(s);
        return;
    }
    waiting[waiting_count++] = s;
    loop_wake();
}

struct sock *net_connect(uint32_t address, const struct net_client *client, uint32_t rate,
                         enum stream stream)
{
    if (count == room) {
        room = room ? 2 * room : 64;
        all = sim_realloc(all, (size_t)room * sizeof *all);
    }
    struct sock *s = all[count] = sim_alloc(sizeof *s);
    *s = (struct sock){.fd = FIRST_FD + count++,
                       .address = address,
                       .rate = rate,
                       .stream = stream,
                       .client = *client,
                       .latency = 200 + sim_below(stream, 40000)};
    sim_after(delay_of(s), arrive, s, 0, 0);
    return s;
}

struct chunk {
    struct sock *sock;
    size_t len;
    char bytes[];
};

static void deliver(void *context, uint64_t unused)
{
    struct chunk *chunk = context;
    struct sock *s = chunk->sock;
    (void)unused;
    s->in_flight -= chunk->len;
    if (!s->server_closed) {
        s->in = sim_realloc(s->in, s->in_len + chunk->len);
        memcpy(s->in + s->in_len, chunk->bytes, chunk->len);
        s->in_len += chunk->len;
        if (s->accepted)
            loop_wake();
    }
    sim_free(chunk);
}

static int64_t arrival_delay(struct sock *s)
{
    int64_t at = sim.now + delay_of(s);
    s->in_last = at > s->in_last ? at : s->in_last + 1;
    return s->in_last - sim.now;
}

static void send_piece(struct sock *s, const char *bytes, size_t len)
{
    struct chunk *chunk = sim_alloc(sizeof *chunk + len);
    chunk->sock = s;
    chunk->len = len;
    memcpy(chunk->bytes, bytes, len);
    s->in_flight += len;
    sim_after(arrival_delay(s), deliver, chunk, 0, 0);
}

void net_send(struct sock *s, const char *bytes, size_t len)
{
    if (is_deaf(s) || s->server_closed)
        return;
    while (len) {
        /* Twin worlds have the same times, so pieces must not depend on lengths. */
        size_t piece = !net_keeps_pieces && sim_one_in(s->stream, 10)
                           ? 1 + sim_below(s->stream, (uint32_t)len)
                           : len;
        send_piece(s, bytes, piece);
        bytes += piece;
        len -= piece;
    }
}

static void end_input(void *context, uint64_t unused)
{
    struct sock *s = context;
    (void)unused;
    s->in_end = true;
    if (s->accepted)
        loop_wake();
}

void net_close(struct sock *s)
{
    if (is_deaf(s))
        return;
    s->client_closed = true;
    sim_after(arrival_delay(s), end_input, s, 0, 0);
}

void net_vanish(struct sock *s)
{
    s->vanished = true;
}

bool net_is_idle(const struct sock *s)
{
    return !s->in_flight && !s->in_len && !s->out_len && s->accepted;
}

/* ---- towards the client ---- */

static void drain(void *context, uint64_t unused)
{
    struct sock *s = context;
    (void)unused;
    s->draining = false;
    if (s->vanished)
        return;
    size_t piece = s->rate ? s->rate / 10 + 1 : s->out_len;
    if (piece > s->out_len)
        piece = s->out_len;
    char *bytes = sim_alloc(piece + 1);
    memcpy(bytes, s->out, piece);
    s->out_len -= piece;
    memmove(s->out, s->out + piece, s->out_len);
    if (!is_deaf(s) && piece)
        s->client.received(s->client.context, bytes, piece);
    sim_free(bytes);
    if (!s->server_closed)
        loop_wake(); /* a write may wait for room */
    if (s->out_len) {
        s->draining = true;
        sim_after(s->rate ? SECOND / 10 : delay_of(s), drain, s, 0, 0);
    } else if (s->shut || s->server_closed) {
        tell_closed(s);
    }
}

static void begin_draining(struct sock *s)
{
    if (s->draining)
        return;
    s->draining = true;
    sim_after(delay_of(s), drain, s, 0, 0);
}

/* ---- the server's end ---- */

bool sock_waits(void)
{
    return waiting_count > 0;
}

struct sock *sock_accept(void)
{
    struct sock *s = waiting[0];
    if (!waiting_count)
        return NULL;
    waiting_count--;
    memmove(waiting, waiting + 1, (size_t)waiting_count * sizeof waiting[0]);
    s->accepted = true;
    return s;
}

uint32_t sock_address(const struct sock *s)
{
    return s->address;
}

int sock_fd(const struct sock *s)
{
    return s->fd;
}

bool sock_is_readable(const struct sock *s)
{
    return s->in_len || s->in_end;
}

size_t sock_read(struct sock *s, char *to, size_t most, bool *end)
{
    size_t len = s->in_len < most ? s->in_len : most;
    if (len > 1 && !net_keeps_pieces && sim_one_in(s->stream, 20))
        len = 1 + sim_below(s->stream, (uint32_t)len);
    memcpy(to, s->in, len);
    s->in_len -= len;
    memmove(s->in, s->in + len, s->in_len);
    *end = !len && s->in_end;
    return len;
}

size_t sock_room(const struct sock *s)
{
    return OUT_ROOM - s->out_len;
}

size_t sock_write(struct sock *s, const char *bytes, size_t len)
{
    size_t n = len < sock_room(s) ? len : sock_room(s);
    if (!n)
        return 0;
    s->out = sim_realloc(s->out, s->out_len + n);
    memcpy(s->out + s->out_len, bytes, n);
    s->out_len += n;
    begin_draining(s);
    return n;
}

void sock_shut(struct sock *s)
{
    s->shut = true;
    begin_draining(s);
}

void sock_close(struct sock *s)
{
    s->server_closed = true;
    s->in_len = 0;
    begin_draining(s);
}

void net_server_died(void)
{
    waiting_count = 0;
    for (int i = 0; i < count; i++)
        if (!all[i]->server_closed) {
            if (sim_one_in(all[i]->stream, 2))
                all[i]->out_len = 0;
            sock_close(all[i]);
        }
}

void net_end(void)
{
    waiting_count = 0;
    for (int i = 0; i < count; i++) {
        sim_free(all[i]->in);
        sim_free(all[i]->out);
        sim_free(all[i]);
    }
    count = 0;
}

/* ---- the calls of the server ---- */

static struct sock *sock_of(int fd)
{
    return fd >= FIRST_FD && fd < FIRST_FD + count ? all[fd - FIRST_FD] : NULL;
}

#include <errno.h>
#include <sys/socket.h>

ssize_t __wrap_send(int, const void *, size_t, int);
ssize_t __wrap_send(int fd, const void *bytes, size_t len, int flags)
{
    struct sock *s = sock_of(fd);
    (void)flags;
    if (s->client_closed && !s->in_len && s->in_end) {
        errno = EPIPE;
        return -1;
    }
    size_t sent = sock_write(s, bytes, len);
    if (!sent && len) {
        errno = EAGAIN;
        return -1;
    }
    return (ssize_t)sent;
}

int __wrap_shutdown(int, int);
int __wrap_shutdown(int fd, int how)
{
    (void)how;
    sock_shut(sock_of(fd));
    return 0;
}
