/* What is sent waits here and is written once a turn of the loop. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#include "server/net.h"

enum { FIRST_ROOM = 2000 };

void fl_conn_touch(struct fl_conn *c)
{
    if (c->works || c->state == FL_CONN_GONE)
        return;
    c->works = true;
    fl_queue_add(&c->net->work, c, FL_BY_WORK);
}

void fl_conn_untouch(struct fl_conn *c)
{
    if (c->works)
        fl_queue_remove(&c->net->work, c, FL_BY_WORK);
    c->works = false;
}

bool fl_conn_owes(const struct fl_conn *c)
{
    return c->rest || c->out.len;
}

size_t fl_conn_waiting(const struct fl_conn *c)
{
    return c->out.len + c->tcp.write_queue_size;
}

void fl_conn_free_out(struct fl_conn *c)
{
    struct fl_net *n = c->net;
    if (c->out.cap == FIRST_ROOM && n->spares < FL_NET_SPARES)
        n->spare[n->spares++] = c->out.at;
    else
        free(c->out.at);
    c->out = (struct fl_out){0};
}

static bool make_room(struct fl_net *n, struct fl_out *out, size_t more)
{
    if (!out->cap && more <= FIRST_ROOM && n->spares) {
        *out = (struct fl_out){.at = n->spare[--n->spares], .cap = FIRST_ROOM};
        return true;
    }
    size_t cap = out->cap ? out->cap : FIRST_ROOM;
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

static void doom(struct fl_conn *c, const char *why)
{
    c->doomed = true;
    c->why = why;
    fl_conn_touch(c);
}

void fl_conn_put(struct fl_conn *c, const void *bytes, size_t len)
{
    if (c->doomed || c->state == FL_CONN_GONE)
        return;
    if (fl_conn_waiting(c) > FL_NET_HIGH_WATER || !make_room(c->net, &c->out, len)) {
        c->net->tally.slow++;
        doom(c, "slow");
        return;
    }
    memcpy(c->out.at + c->out.len, bytes, len);
    c->out.len += len;
    fl_conn_touch(c);
}

/* What the system did not take at once. Few have any, so a connection has no room for it. */
struct fl_rest {
    uv_write_t write;
    char *bytes; /* all that was queued, also what was taken */
};

static void free_rest(struct fl_conn *c)
{
    free(c->rest->bytes);
    free(c->rest);
    c->rest = NULL;
}

/* Called for every rest, also when the connection is closed first. */
static void on_written(uv_write_t *write, int status)
{
    struct fl_conn *c = write->data;
    free_rest(c);
    if (status < 0)
        doom(c, "gone");
    else
        fl_conn_touch(c);
}

/* The system took only some of it: it gets the rest when it can. */
static void write_rest(struct fl_conn *c, size_t from)
{
    uv_buf_t rest = uv_buf_init(c->out.at + from, (unsigned)(c->out.len - from));
    c->rest = malloc(sizeof *c->rest);
    if (!c->rest) {
        fl_conn_drop(c, "memory");
        return;
    }
    c->rest->bytes = c->out.at;
    c->rest->write.data = c;
    c->out = (struct fl_out){0};
    if (uv_write(&c->rest->write, (uv_stream_t *)&c->tcp, &rest, 1, on_written)) {
        free_rest(c);
        fl_conn_drop(c, "gone");
    }
}

/* How much of it the system takes now; -1 if the line is gone. A socket's own call is cheaper than
 * one for every kind of file, and there are two a move. */
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
    c->net->tally.bytes_out += c->out.len;
    if ((size_t)written < c->out.len) {
        write_rest(c, (size_t)written);
        return;
    }
    fl_conn_free_out(c);
}

/* Everything was said: tells the other side so, and goes if it has gone already. */
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

static void flush(struct fl_conn *c)
{
    if (c->doomed) {
        fl_conn_drop(c, c->why);
        return;
    }
    if (c->dismissed)
        fl_conn_leave(c, FL_CLOSE_FAILED, "dismissed");
    if (c->out.len && !c->rest)
        write_queued(c);
    if (c->state == FL_CONN_LEAVING && !fl_conn_owes(c))
        shut(c);
}

void fl_net_flush(struct fl_net *n)
{
    for (struct fl_conn *c; (c = n->work.first);) {
        fl_conn_untouch(c);
        flush(c);
    }
}
