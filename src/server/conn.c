/* A connection's life: accepted, read, upgraded, looked after, closed. */
#include <stdlib.h>
#include <string.h>

#include "server/net.h"

enum { BACKLOG = 1024 };

/* ---- queues ---- */

void fl_queue_add(struct fl_queue *q, struct fl_conn *c, enum fl_wait w)
{
    c->link[w].before = q->last;
    c->link[w].after = NULL;
    *(q->last ? &q->last->link[w].after : &q->first) = c;
    q->last = c;
}

void fl_queue_remove(struct fl_queue *q, struct fl_conn *c, enum fl_wait w)
{
    struct fl_conn *before = c->link[w].before, *after = c->link[w].after;
    *(before ? &before->link[w].after : &q->first) = after;
    *(after ? &after->link[w].before : &q->last) = before;
}

static void enqueue(struct fl_conn *c, enum fl_conn_state state, uint64_t milliseconds)
{
    c->state = state;
    c->due = uv_now(c->net->loop) + milliseconds;
    fl_queue_add(&c->net->queue[state], c, FL_BY_DUE);
}

static void unqueue(struct fl_conn *c)
{
    fl_queue_remove(&c->net->queue[c->state], c, FL_BY_DUE);
}

void fl_conn_queue(struct fl_conn *c, enum fl_conn_state state, uint64_t milliseconds)
{
    unqueue(c);
    enqueue(c, state, milliseconds);
}

/* ---- the end ---- */

static void on_closed(uv_handle_t *handle)
{
    struct fl_conn *c = (struct fl_conn *)handle;
    fl_conn_free_out(c);
    free(c->head);
    fl_frames_end(&c->frames);
    free(c);
}

/* The host hears that a line is closed, and its number may be used again. */
static void hang_up(struct fl_conn *c, const char *why)
{
    struct fl_net *n = c->net;
    n->line[c->line] = NULL;
    n->free_line[n->free_lines++] = c->line;
    n->sockets--;
    fl_host_close(n->host, c->line);
    fl_log(&n->log, "socket-closed", "id=%llu why=%s", (unsigned long long)c->id, why);
}

void fl_conn_drop(struct fl_conn *c, const char *why)
{
    enum fl_conn_state state = c->state;
    if (state == FL_CONN_GONE)
        return;
    fl_conn_untouch(c);
    fl_desk_forget(c);
    unqueue(c);
    c->state = FL_CONN_GONE;
    if (state == FL_CONN_SOCKET)
        hang_up(c, why);
    c->net->connections--;
    if (c->is_placed)
        c->place->connections--;
    uv_close((uv_handle_t *)&c->tcp, on_closed);
}

static void put_close(struct fl_conn *c, int code)
{
    uint8_t payload[2] = {(uint8_t)(code >> 8), (uint8_t)code};
    fl_conn_send(c, FL_CLOSE, payload, code == FL_CLOSE_NO_CODE ? 0 : 2);
}

void fl_conn_leave(struct fl_conn *c, int code, const char *why)
{
    enum fl_conn_state state = c->state;
    if (state == FL_CONN_LEAVING || state == FL_CONN_GONE)
        return;
    fl_desk_forget(c);
    c->why = why;
    if (state == FL_CONN_SOCKET)
        put_close(c, code);
    fl_conn_queue(c, FL_CONN_LEAVING, FL_LEAVE_TIME);
    if (state == FL_CONN_SOCKET)
        hang_up(c, why);
    fl_conn_touch(c);
}

/* ---- WebSocket ---- */

void fl_conn_send(struct fl_conn *c, enum fl_opcode opcode, const void *payload, size_t len)
{
    uint8_t head[FL_FRAME_HEAD_MAX];
    fl_conn_put(c, head, fl_frame_head(head, opcode, len));
    if (len)
        fl_conn_put(c, payload, len);
}

static bool may_speak(struct fl_conn *c)
{
    struct fl_net *n = c->net;
    uint64_t now = uv_now(n->loop);
    return fl_bucket_take(&c->lines, n->lines, now) &&
           (!c->place || fl_bucket_take(&c->place->lines, n->guard.lines, now));
}

static bool hear_line(void *who, const char *text, size_t len)
{
    struct fl_conn *c = who;
    c->ever = true;
    c->pinged = false;
    c->net->tally.lines++;
    if (!may_speak(c)) {
        c->net->tally.fast++;
        fl_conn_leave(c, FL_CLOSE_POLICY, "fast");
        return false;
    }
    fl_host_command(c->net->host, c->line, text, len);
    return c->state == FL_CONN_SOCKET && !c->doomed;
}

static void hear_ping(void *who, const uint8_t *bytes, size_t len)
{
    fl_conn_send(who, FL_PONG, bytes, len);
}

static void hear_pong(void *who)
{
    struct fl_conn *c = who;
    c->pinged = false;
}

static void read_frames(struct fl_conn *c, const char *bytes, size_t len)
{
    static const struct fl_frames_ear ear = {hear_line, hear_ping, hear_pong};
    int code = fl_frames_read(&c->frames, (const uint8_t *)bytes, len, &ear, c);
    bool theirs =
        code == FL_CLOSE_NO_CODE || code == FL_CLOSE_NORMAL || code == FL_CLOSE_GOING_AWAY;
    if (!code)
        return;
    if (!theirs)
        c->net->tally.bad++;
    fl_conn_leave(c, code, theirs ? "closed" : "bad-frame");
}

bool fl_conn_upgrade(struct fl_conn *c)
{
    struct fl_net *n = c->net;
    if (!n->free_lines)
        return false;
    c->line = n->free_line[--n->free_lines];
    n->line[c->line] = c;
    n->sockets++;
    n->tally.sockets++;
    c->lines = fl_bucket_full(n->lines, uv_now(n->loop));
    fl_conn_queue(c, FL_CONN_SOCKET, c->net->ping_time);
    fl_host_open(n->host, c->line);
    return true;
}

/* ---- HTTP ---- */

/* Keeps the beginning of a head until the rest comes. */
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

static void read_heads(struct fl_conn *c, const char *bytes, size_t len)
{
    while (len && c->state == FL_CONN_HTTP && !c->doomed && !c->letter) {
        struct fl_http head;
        int status = fl_http_read(bytes, len, &head);
        if (status == FL_HTTP_MORE) {
            keep_head(c, bytes, len);
            return;
        }
        c->id = ++c->net->requests;
        c->bare = head.bare;
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
    else if (len && c->letter)
        fl_desk_read(c, bytes, len);
}

/* What was kept stands before what came now: fl_conn_room saw to that. */
static void read_http(struct fl_conn *c, const char *bytes, size_t len)
{
    size_t kept = c->head_len;
    free(c->head);
    c->head = NULL;
    c->head_len = 0;
    read_heads(c, bytes - kept, len + kept);
}

/* ---- reading ---- */

/* One buffer for everybody: what is read is used at once. */
static void give_room(uv_handle_t *handle, size_t wished, uv_buf_t *room)
{
    struct fl_conn *c = (struct fl_conn *)handle;
    (void)wished;
    if (c->head_len)
        memcpy(c->net->read + FL_HTTP_HEAD_MAX - c->head_len, c->head, c->head_len);
    *room = uv_buf_init(c->net->read + FL_HTTP_HEAD_MAX, FL_NET_READ);
}

/* Who half-closes still gets what he asked for. */
static void on_end(struct fl_conn *c)
{
    c->ended = true;
    uv_read_stop((uv_stream_t *)&c->tcp);
    if (fl_conn_owes(c) && c->state != FL_CONN_SOCKET)
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
    c->net->tally.bytes_in += (uint64_t)len;
    if (c->letter)
        fl_desk_read(c, room->base, (size_t)len);
    else if (c->state == FL_CONN_HTTP)
        read_http(c, room->base, (size_t)len);
    else if (c->state == FL_CONN_SOCKET)
        read_frames(c, room->base, (size_t)len);
}

/* ---- the beginning ---- */

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

/* Finds its place and a seat there. Behind a proxy all come from one address, and the first head
 * tells whose; what comes from this machine is such a proxy, or ourselves. */
static bool find_place(struct fl_conn *c)
{
    struct fl_net *n = c->net;
    struct sockaddr_storage from;
    struct fl_address address;
    int len = sizeof from;
    if (uv_tcp_getpeername(&c->tcp, (struct sockaddr *)&from, &len))
        return false;
    address_of(&from, &address);
    if (n->trust_proxy || fl_address_is_loopback(&address))
        return true;
    c->place = fl_guard_place(&n->guard, &address, uv_now(n->loop));
    if (c->place->connections >= n->per_place)
        return false;
    c->place->connections++;
    return c->is_placed = true;
}

static void on_connection(uv_stream_t *listener, int status)
{
    struct fl_net *n = listener->data;
    struct fl_conn *c = status ? NULL : calloc(1, sizeof *c);
    if (!c)
        return;
    c->net = n;
    c->frames.readers = &n->readers;
    uv_tcp_init(n->loop, &c->tcp);
    enqueue(c, FL_CONN_HTTP, FL_HEAD_TIME);
    n->connections++;
    n->tally.accepted++;
    if (uv_accept(listener, (uv_stream_t *)&c->tcp) || n->connections > n->most || n->stopping ||
        !find_place(c)) {
        n->tally.refused++;
        fl_conn_drop(c, "full");
        return;
    }
    uv_tcp_nodelay(&c->tcp, 1);
    uv_read_start((uv_stream_t *)&c->tcp, give_room, on_read);
}

int fl_net_listen(struct fl_net *n, const struct sockaddr *at)
{
    uv_tcp_init(n->loop, &n->listener);
    n->listener.data = n;
    int error = uv_tcp_bind(&n->listener, at, 0);
    return error ? error : uv_listen((uv_stream_t *)&n->listener, BACKLOG, on_connection);
}

/* ---- time ---- */

/* Everybody gets a ping, also who speaks: a proxy hangs up where we are silent for long. Who said
 * nothing since the last one is gone; who never said a word came to take up room. */
static void look_after(struct fl_conn *c)
{
    if (c->pinged || (c->looked && !c->ever)) {
        c->net->tally.silent++;
        fl_conn_leave(c, FL_CLOSE_POLICY, "silent");
        return;
    }
    c->looked = c->pinged = true;
    fl_conn_send(c, FL_PING, NULL, 0);
    fl_conn_queue(c, FL_CONN_SOCKET, c->net->ping_time);
}

/* Whether an answer is on its way over a slow line: some of it was taken since the last look. */
static bool still_takes(struct fl_conn *c)
{
    size_t before = c->owed;
    c->owed = fl_conn_waiting(c);
    return c->owed && c->owed < before && !c->net->stopping;
}

static void on_due(struct fl_conn *c)
{
    if (c->state == FL_CONN_SOCKET) {
        look_after(c);
    } else if (still_takes(c)) {
        fl_conn_queue(c, c->state, c->state == FL_CONN_HTTP ? FL_HEAD_TIME : FL_LEAVE_TIME);
    } else if (c->state == FL_CONN_HTTP && (c->head_len || c->letter)) {
        c->net->tally.late++;
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
    fl_guard_sweep(&n->guard, now);
    fl_desk_sweep(n);
}
