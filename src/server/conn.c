/* The life cycle of a connection: accept, read, upgrade, keep-alive, close. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#include "server/net.h"
#include "server/relay.h"

/* ---- queues ---- */

static void queue_add(struct fl_queue *q, struct fl_conn *c, enum fl_queue_kind kind)
{
    c->link[kind].before = q->last;
    c->link[kind].after = NULL;
    *(q->last ? &q->last->link[kind].after : &q->first) = c;
    q->last = c;
}

static void queue_remove(struct fl_queue *q, struct fl_conn *c, enum fl_queue_kind kind)
{
    struct fl_conn *before = c->link[kind].before, *after = c->link[kind].after;
    *(before ? &before->link[kind].after : &q->first) = after;
    *(after ? &after->link[kind].before : &q->last) = before;
}

/* ---- sending ---- */

enum { FIRST_CAPACITY = 2000 }; /* bytes of a new buffer; only buffers of this size are reused */

void fl_conn_schedule_flush(struct fl_conn *c)
{
    if (c->in_flush_queue || c->state == FL_CONN_GONE)
        return;
    c->in_flush_queue = true;
    queue_add(&c->net->flush_queue, c, FL_FLUSH_QUEUE);
}

/* Removes the connection from the flush queue if it is there. */
static void cancel_flush(struct fl_conn *c)
{
    if (c->in_flush_queue)
        queue_remove(&c->net->flush_queue, c, FL_FLUSH_QUEUE);
    c->in_flush_queue = false;
}

/* Whether any output is queued or partially written. */
static bool has_unsent(const struct fl_conn *c)
{
    return c->partial || c->out.len;
}

/* Bytes that are queued or not yet accepted by the kernel. */
static size_t unsent_bytes(const struct fl_conn *c)
{
    return c->out.len + c->tcp.write_queue_size;
}

/* Frees the output buffer, or keeps it for reuse. */
static void free_out(struct fl_conn *c)
{
    struct fl_net *n = c->net;
    if (c->out.cap == FIRST_CAPACITY && n->spares < FL_NET_SPARES)
        n->spare[n->spares++] = c->out.at;
    else
        free(c->out.at);
    c->out = (struct fl_out){0};
}

/* Ensures that `more` bytes fit into the buffer; false if there is no memory. */
static bool make_room(struct fl_net *n, struct fl_out *out, size_t more)
{
    if (!out->cap && more <= FIRST_CAPACITY && n->spares) {
        *out = (struct fl_out){.at = n->spare[--n->spares], .cap = FIRST_CAPACITY};
        return true;
    }
    size_t cap = out->cap ? out->cap : FIRST_CAPACITY;
    while (cap < out->len + more)
        cap *= 2;
    if (cap == out->cap)
        return true;
    char *at = realloc(out->at, cap);
    if (!at)
        return false;
    out->at = at;
    out->cap = cap;
    return true;
}

/* Marks a connection to be dropped at the next flush. */
static void drop_later(struct fl_conn *c, const char *why)
{
    c->drop_at_flush = true;
    c->why = why;
    fl_conn_schedule_flush(c);
}

void fl_conn_put(struct fl_conn *c, const void *bytes, size_t len)
{
    if (c->drop_at_flush || c->state == FL_CONN_GONE)
        return;
    size_t most = c->trunk ? FL_TRUNK_HIGH_WATER : FL_NET_HIGH_WATER;
    if (unsent_bytes(c) > most || !make_room(c->net, &c->out, len)) {
        c->net->stats.slow++;
        drop_later(c, "slow");
        return;
    }
    memcpy(c->out.at + c->out.len, bytes, len);
    c->out.len += len;
    fl_conn_schedule_flush(c);
}

/* Output that the kernel did not accept immediately. It is allocated separately because few
 * connections have any. */
struct fl_partial_write {
    uv_write_t write;
    char *bytes; /* the whole buffer, including the part already sent; owned */
};

static void free_partial(struct fl_conn *c)
{
    free(c->partial->bytes);
    free(c->partial);
    c->partial = NULL;
}

/* Called for every partial write, also if the connection is closed first. */
static void on_written(uv_write_t *write, int status)
{
    struct fl_conn *c = write->data;
    free_partial(c);
    if (status < 0)
        drop_later(c, "gone");
    else
        fl_conn_schedule_flush(c);
}

/* Hands the rest of a partly sent buffer to libuv, which writes it when the socket is writable. */
static void write_rest(struct fl_conn *c, size_t from)
{
    uv_buf_t rest = uv_buf_init(c->out.at + from, (unsigned)(c->out.len - from));
    c->partial = malloc(sizeof *c->partial);
    if (!c->partial) {
        fl_conn_drop(c, "memory");
        return;
    }
    c->partial->bytes = c->out.at;
    c->partial->write.data = c;
    c->out = (struct fl_out){0};
    if (uv_write(&c->partial->write, (uv_stream_t *)&c->tcp, &rest, 1, on_written)) {
        free_partial(c);
        fl_conn_drop(c, "gone");
    }
}

/* Sends queued output without blocking. Returns the bytes that the kernel accepted, or -1 on error.
 * It uses send(), which is cheaper for a socket than write(); there are two calls per move. */
static ssize_t send_now(struct fl_conn *c)
{
    uv_os_fd_t fd;
    ssize_t sent;
    if (uv_fileno((uv_handle_t *)&c->tcp, &fd))
        return -1;
    do
        sent = send(fd, c->out.at, c->out.len, MSG_NOSIGNAL | MSG_DONTWAIT);
    while (sent < 0 && errno == EINTR);
    return sent < 0 && (errno == EAGAIN || errno == EWOULDBLOCK) ? 0 : sent;
}

static void write_queued(struct fl_conn *c)
{
    ssize_t written = send_now(c);
    if (written < 0) {
        fl_conn_drop(c, "gone");
        return;
    }
    c->net->stats.bytes_out += c->out.len;
    if ((size_t)written < c->out.len) {
        write_rest(c, (size_t)written);
        return;
    }
    free_out(c);
}

/* All output was sent: shuts down the server's side, or closes if the client shut down its own. */
static void shut(struct fl_conn *c)
{
    uv_os_fd_t fd;
    if (c->ended) {
        fl_conn_drop(c, c->why);
        return;
    }
    if (!c->shut && !uv_fileno((uv_handle_t *)&c->tcp, &fd))
        shutdown(fd, SHUT_WR);
    c->shut = true;
}

/* Handles one connection that was in the flush queue. */
static void flush(struct fl_conn *c)
{
    if (c->drop_at_flush) {
        fl_conn_drop(c, c->why);
        return;
    }
    if (c->trunk)
        fl_trunk_flush(c->trunk);
    if (c->passed)
        fl_relay_begin(c);
    if (c->close_at_flush)
        fl_conn_leave(c, c->net->draining ? FL_CLOSE_RESTART : FL_CLOSE_FAILED, "dismissed");
    if (c->out.len && !c->partial)
        write_queued(c);
    if (c->state == FL_CONN_LEAVING && !has_unsent(c))
        shut(c);
}

void fl_net_flush(struct fl_net *n)
{
    for (struct fl_conn *c; (c = n->flush_queue.first);) {
        cancel_flush(c);
        flush(c);
    }
}

/* ---- connections ---- */

enum { BACKLOG = 1024 };

/* ---- queues ---- */

static void enqueue(struct fl_conn *c, enum fl_conn_state state, uint64_t milliseconds)
{
    c->state = state;
    c->due = uv_now(c->net->loop) + milliseconds;
    queue_add(&c->net->queue[state], c, FL_DUE_QUEUE);
}

static void unqueue(struct fl_conn *c)
{
    queue_remove(&c->net->queue[c->state], c, FL_DUE_QUEUE);
}

void fl_conn_queue(struct fl_conn *c, enum fl_conn_state state, uint64_t milliseconds)
{
    unqueue(c);
    enqueue(c, state, milliseconds);
}

/* ---- closing ---- */

/* libuv has closed the handle: the memory can be freed. */
static void on_closed(uv_handle_t *handle)
{
    struct fl_conn *c = (struct fl_conn *)handle;
    free_out(c);
    free(c->head);
    free(c->awaited);
    fl_relay_forget(c);
    fl_frames_end(&c->frames);
    free(c);
}

/* Closes the host's client and frees its id. */
static void close_client(struct fl_conn *c, const char *why)
{
    struct fl_net *n = c->net;
    n->clients[c->client] = NULL;
    n->free_ids[n->free_id_count++] = c->client;
    n->sockets--;
    if (c->relay)
        fl_relay_end(c);
    else
        fl_host_close(n->host, c->client);
    fl_log(n->log, "socket-closed", "id=%llu why=%s", (unsigned long long)c->id, why);
}

void fl_conn_drop(struct fl_conn *c, const char *why)
{
    enum fl_conn_state state = c->state;
    if (state == FL_CONN_GONE)
        return;
    cancel_flush(c);
    fl_replay_jobs_forget(c);
    unqueue(c);
    c->state = FL_CONN_GONE;
    if (state == FL_CONN_SOCKET)
        close_client(c, why);
    if (c->trunk)
        fl_trunk_lost(c);
    c->net->connections--;
    if (c->is_counted)
        fl_rate_limiter_leave(FL_OPEN_CONNECTIONS, c->usage);
    uv_close((uv_handle_t *)&c->tcp, on_closed);
}

static void send_close(struct fl_conn *c, int code)
{
    uint8_t payload[2] = {(uint8_t)(code >> 8), (uint8_t)code};
    fl_conn_send(c, FL_CLOSE, payload, code == FL_CLOSE_NO_CODE ? 0 : 2);
}

void fl_conn_leave(struct fl_conn *c, int code, const char *why)
{
    enum fl_conn_state state = c->state;
    if (state == FL_CONN_LEAVING || state == FL_CONN_GONE)
        return;
    fl_replay_jobs_forget(c);
    c->why = why;
    if (state == FL_CONN_SOCKET)
        send_close(c, code);
    fl_conn_queue(c, FL_CONN_LEAVING, FL_LEAVE_TIME);
    if (state == FL_CONN_SOCKET)
        close_client(c, why);
    fl_conn_schedule_flush(c);
}

/* ---- WebSocket ---- */

void fl_conn_send(struct fl_conn *c, enum fl_opcode opcode, const void *payload, size_t len)
{
    uint8_t head[FL_FRAME_HEAD_MAX];
    fl_conn_put(c, head, fl_frame_head(head, opcode, len));
    if (len)
        fl_conn_put(c, payload, len);
}

/* Counts a frame of any kind against the rate limits of lines. Closes the connection and returns
 * false if a limit is exceeded. Pings and empty fragments count because they cost as much to read
 * as a short line. */
static bool take_line(struct fl_conn *c)
{
    struct fl_net *n = c->net;
    uint64_t now = uv_now(n->loop);
    if (fl_bucket_take(&c->lines, n->lines, now) &&
        fl_rate_limiter_take(&n->limiter, FL_RATE_LINES, c->usage, now))
        return true;
    n->stats.fast++;
    fl_conn_leave(c, FL_CLOSE_POLICY, "fast");
    return false;
}

static bool on_line(void *context, const struct fl_line *line)
{
    struct fl_conn *c = context;
    c->received_command = true;
    c->pinged = false;
    c->net->stats.lines++;
    if (!take_line(c))
        return false;
    if (c->relay)
        fl_relay_line(c, line);
    else
        fl_host_command(c->net->host, c->client, line);
    return c->state == FL_CONN_SOCKET && !c->drop_at_flush;
}

static bool on_ping(void *context, const uint8_t *bytes, size_t len)
{
    if (!take_line(context))
        return false;
    fl_conn_send(context, FL_PONG, bytes, len);
    return true;
}

static bool on_pong(void *context)
{
    struct fl_conn *c = context;
    c->pinged = false;
    return take_line(c);
}

static bool on_fragment(void *context)
{
    return take_line(context);
}

static void read_frames(struct fl_conn *c, const char *bytes, size_t len)
{
    static const struct fl_frame_callbacks callbacks = {on_line, on_ping, on_pong, on_fragment};
    int code = fl_frames_read(&c->frames, (const uint8_t *)bytes, len, &callbacks, c);
    bool by_client =
        code == FL_CLOSE_NO_CODE || code == FL_CLOSE_NORMAL || code == FL_CLOSE_GOING_AWAY;
    if (!code)
        return;
    if (!by_client)
        c->net->stats.bad++;
    fl_conn_leave(c, code, by_client ? "closed" : "bad-frame");
}

bool fl_conn_upgrade(struct fl_conn *c)
{
    struct fl_net *n = c->net;
    if (!n->free_id_count)
        return false;
    c->client = n->free_ids[--n->free_id_count];
    n->clients[c->client] = c;
    n->sockets++;
    n->stats.sockets++;
    fl_conn_queue(c, FL_CONN_SOCKET, c->net->ping_time);
    fl_host_open(n->host, c->client, c->origin);
    return true;
}

/* ---- HTTP ---- */

/* Copies an incomplete head until the rest is received. */
static void keep_head(struct fl_conn *c, const char *bytes, size_t len)
{
    c->head = malloc(len);
    if (!c->head) {
        fl_conn_drop(c, "memory");
        return;
    }
    memcpy(c->head, bytes, len);
    c->head_len = (uint16_t)len;
}

/* Handles all complete requests in the input. The rest of the input belongs to the next request, to
 * the WebSocket after an upgrade, or to the body of a POST. */
static void read_heads(struct fl_conn *c, const char *bytes, size_t len)
{
    while (len && c->state == FL_CONN_HTTP && !c->drop_at_flush && !c->job) {
        struct fl_http head;
        int status = fl_http_read(bytes, len, &head);
        if (status == FL_HTTP_MORE) {
            keep_head(c, bytes, len);
            return;
        }
        c->id = ++c->net->requests;
        c->omit_body = head.head_only;
        if (status != FL_HTTP_READ) {
            fl_conn_refuse(c, status);
            return;
        }
        fl_conn_answer(c, &head);
        bytes += head.len;
        len -= head.len;
    }
    if (len && c->state == FL_CONN_SOCKET)
        read_frames(c, bytes, len);
    else if (len && c->job)
        fl_replay_jobs_read(c, bytes, len);
    else if (len && c->state == FL_CONN_WAIT)
        fl_conn_drop(c, "pipelined"); /* no client needs this; the page does not do it */
}

/* on_alloc has copied the incomplete head in front of the new input. */
static void read_http(struct fl_conn *c, const char *bytes, size_t len)
{
    size_t kept = c->head_len;
    if (c->net->store->shared && !c->id && !kept && *bytes == FL_TRUNK_FIRST_BYTE) {
        fl_trunk_accept(c);
        if (c->trunk)
            fl_trunk_read(c, bytes, len);
        return;
    }
    free(c->head);
    c->head = NULL;
    c->head_len = 0;
    read_heads(c, bytes - kept, len + kept);
}

/* ---- reading ---- */

/* All connections share one buffer, because on_read processes the input immediately. */
static void on_alloc(uv_handle_t *handle, size_t suggested, uv_buf_t *room)
{
    struct fl_conn *c = (struct fl_conn *)handle;
    (void)suggested;
    if (c->head_len)
        memcpy(c->net->read + FL_HTTP_HEAD_MAX - c->head_len, c->head, c->head_len);
    *room = uv_buf_init(c->net->read + FL_HTTP_HEAD_MAX, FL_NET_READ);
}

/* A half-closed client still receives its pending response. */
static void on_end(struct fl_conn *c)
{
    c->ended = true;
    uv_read_stop((uv_stream_t *)&c->tcp);
    if (has_unsent(c) && c->state != FL_CONN_SOCKET && c->state != FL_CONN_TRUNK)
        fl_conn_leave(c, 0, "closed");
    else
        fl_conn_drop(c, "closed");
}

static void on_read(uv_stream_t *stream, ssize_t len, const uv_buf_t *room)
{
    struct fl_conn *c = (struct fl_conn *)stream;
    if (len == 0)
        return;
    if (len < 0) {
        on_end(c);
        return;
    }
    c->net->stats.bytes_in += (uint64_t)len;
    if (c->job)
        fl_replay_jobs_read(c, room->base, (size_t)len);
    else if (c->state == FL_CONN_HTTP)
        read_http(c, room->base, (size_t)len);
    else if (c->state == FL_CONN_SOCKET)
        read_frames(c, room->base, (size_t)len);
    else if (c->state == FL_CONN_TRUNK)
        fl_trunk_read(c, room->base, (size_t)len);
    else if (c->state == FL_CONN_WAIT)
        fl_conn_drop(c, "pipelined");
}

/* ---- accepting ---- */

/* Converts a socket address; IPv4 becomes an IPv4-mapped IPv6 address. */
static void address_of(const struct sockaddr_storage *from, struct fl_address *out)
{
    static const uint8_t mapped[12] = {[10] = 0xFF, [11] = 0xFF};
    if (from->ss_family == AF_INET6) {
        memcpy(out->byte, &((const struct sockaddr_in6 *)from)->sin6_addr, 16);
        return;
    }
    memcpy(out->byte, mapped, sizeof mapped);
    memcpy(out->byte + 12, &((const struct sockaddr_in *)from)->sin_addr, 4);
}

/* Counts a new connection for its address; false if the limit is reached. Behind a trusted proxy
 * all connections have the proxy's address, so the client is identified by the request head instead
 * (http_routes.c). Loopback connections are not limited. */
static bool count_peer(struct fl_conn *c)
{
    struct fl_net *n = c->net;
    struct sockaddr_storage from;
    int len = sizeof from;
    if (uv_tcp_getpeername(&c->tcp, (struct sockaddr *)&from, &len))
        return false;
    address_of(&from, &c->peer);
    if (n->trust_proxy || fl_address_is_loopback(&c->peer))
        return true;
    c->usage = fl_rate_limiter_usage(&n->limiter, &c->peer);
    c->origin = fl_rate_limiter_origin(&n->limiter, &c->peer);
    return c->is_counted = fl_rate_limiter_enter(&n->limiter, FL_OPEN_CONNECTIONS, c->usage);
}

static struct fl_conn *conn_new(struct fl_net *n, enum fl_conn_state state, uint64_t milliseconds)
{
    struct fl_conn *c = calloc(1, sizeof *c);
    if (!c)
        return NULL;
    c->net = n;
    c->frames.readers = &n->readers;
    uv_tcp_init(n->loop, &c->tcp);
    enqueue(c, state, milliseconds);
    n->connections++;
    return c;
}

static void on_connection(uv_stream_t *listener, int status)
{
    struct fl_net *n = listener->data;
    struct fl_conn *c = status ? NULL : conn_new(n, FL_CONN_HTTP, FL_HEAD_TIME);
    if (!c)
        return;
    n->stats.accepted++;
    if (uv_accept(listener, (uv_stream_t *)&c->tcp) || n->connections > n->max_connections ||
        n->stopping || !count_peer(c)) {
        n->stats.refused++;
        fl_conn_drop(c, "full");
        return;
    }
    fl_conn_start(c);
}

int fl_conn_start(struct fl_conn *c)
{
    uv_tcp_nodelay(&c->tcp, 1);
    return uv_read_start((uv_stream_t *)&c->tcp, on_alloc, on_read);
}

struct fl_conn *fl_conn_call(struct fl_net *n, const struct sockaddr *at, uv_connect_t *connect,
                             uv_connect_cb callback)
{
    struct fl_conn *c = conn_new(n, FL_CONN_TRUNK, FL_NEVER);
    if (!c || !uv_tcp_connect(connect, &c->tcp, at, callback))
        return c;
    fl_conn_drop(c, "unreachable");
    return NULL;
}

int fl_net_listen(struct fl_net *n, const struct sockaddr *at)
{
    uv_tcp_init(n->loop, &n->listener);
    n->listener.data = n;
    int error = uv_tcp_bind(&n->listener, at, 0);
    return error ? error : uv_listen((uv_stream_t *)&n->listener, BACKLOG, on_connection);
}

/* ---- timeouts ---- */

/* Pings a WebSocket, also an active one, because proxies close connections on which the server
 * sends nothing for long. Closes it if nothing was received since the last ping, or if no line was
 * received since the upgrade. */
static void check_alive(struct fl_conn *c)
{
    if (c->pinged || (c->ping_sent_once && !c->received_command)) {
        c->net->stats.silent++;
        fl_conn_leave(c, FL_CLOSE_POLICY, "silent");
        return;
    }
    c->ping_sent_once = c->pinged = true;
    fl_conn_send(c, FL_PING, NULL, 0);
    fl_conn_queue(c, FL_CONN_SOCKET, c->net->ping_time);
}

/* Whether a slow client is still receiving its response: it has fewer unsent bytes than at the last
 * sweep. */
static bool is_receiving(struct fl_conn *c)
{
    size_t before = c->unsent_last_check;
    c->unsent_last_check = unsent_bytes(c);
    return c->unsent_last_check && c->unsent_last_check < before && !c->net->stopping;
}

static void on_due(struct fl_conn *c)
{
    if (c->state == FL_CONN_SOCKET) {
        check_alive(c);
    } else if (is_receiving(c)) {
        fl_conn_queue(c, c->state, c->state == FL_CONN_HTTP ? FL_HEAD_TIME : FL_LEAVE_TIME);
    } else if (c->state == FL_CONN_WAIT) {
        fl_conn_refuse(c, 503);
    } else if (c->state == FL_CONN_JOB || (c->state == FL_CONN_HTTP && (c->head_len || c->job))) {
        c->net->stats.late++;
        fl_conn_refuse(c, 408);
    } else {
        fl_conn_drop(c, "late");
    }
}

void fl_net_sweep(struct fl_net *n)
{
    uint64_t now = uv_now(n->loop);
    for (int state = FL_CONN_HTTP; state <= FL_CONN_LEAVING; state++)
        while (n->queue[state].first && n->queue[state].first->due <= now)
            on_due(n->queue[state].first);
    fl_rate_limiter_sweep(&n->limiter, now);
    fl_replay_jobs_sweep(n);
}
