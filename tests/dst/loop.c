/* libuv, as far as the server uses it, in virtual time. The order within an iteration is that of
 * libuv 1.44: timers, prepare, poll, close callbacks. */
#include <arpa/inet.h>
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <uv.h>

#include "sim.h"

enum {
    ACTIVE = 1,
    CLOSING = 2,
    UNREF = 4,
    PENDING = 8,
    READING = 16,
    LISTENING = 32,
    HANDLES_MAX = 4096,
    WORKS = 16
};

static struct {
    uv_handle_t *handle[HANDLES_MAX];
    int handles;
    struct fiber *fiber; /* that is inside uv_run */
    bool waiting, woken, stop, listening;
    uint64_t time;
    uint64_t timer_order; /* timers with the same time are called in the order of their start */
    uint64_t alarm;       /* number of the timer event that may wake the loop */
    uv_work_t *done[WORKS];
    int done_count, working;
    int spins; /* iterations without waiting in this second */
    int64_t spin_second;
} loop;

void loop_reset(void)
{
    memset(&loop, 0, sizeof loop);
}

bool loop_is_listening(void)
{
    return loop.listening;
}

bool loop_is_waiting(void)
{
    return loop.waiting;
}

void loop_wake(void)
{
    loop.woken = true;
    if (!loop.waiting)
        return;
    loop.waiting = false;
    fiber_wake(loop.fiber, 5 + sim_jitter(40));
}

/* ---- handles ---- */

static void add(uv_handle_t *h, uv_handle_type type)
{
    assert(loop.handles < HANDLES_MAX);
    h->type = type;
    h->flags = 0;
    h->u.reserved[0] = h->u.reserved[1] = NULL;
    loop.handle[loop.handles++] = h;
}

static struct sock *sock_of(const void *handle)
{
    return ((const uv_handle_t *)handle)->u.reserved[0];
}

void uv_close(uv_handle_t *h, uv_close_cb cb)
{
    assert(!(h->flags & CLOSING));
    h->flags = (h->flags & ~(unsigned)ACTIVE) | CLOSING;
    h->close_cb = cb;
    if (h->type == UV_TCP && sock_of(h))
        sock_close(sock_of(h));
    else if (h->flags & LISTENING)
        loop.listening = false;
}

int uv_is_closing(const uv_handle_t *h)
{
    return h->flags & CLOSING ? 1 : 0;
}

void uv_unref(uv_handle_t *h)
{
    h->flags |= UNREF;
}

void uv_walk(uv_loop_t *l, uv_walk_cb cb, void *argument)
{
    (void)l;
    for (int i = 0; i < loop.handles; i++)
        cb(loop.handle[i], argument);
}

/* ---- timers, prepare, async, signals ---- */

int uv_timer_init(uv_loop_t *l, uv_timer_t *t)
{
    (void)l;
    add((uv_handle_t *)t, UV_TIMER);
    return 0;
}

int uv_timer_start(uv_timer_t *t, uv_timer_cb cb, uint64_t timeout, uint64_t repeat)
{
    t->timer_cb = cb;
    t->timeout = loop.time + timeout;
    t->repeat = repeat;
    t->start_id = ++loop.timer_order;
    t->flags |= ACTIVE;
    return 0;
}

int uv_timer_stop(uv_timer_t *t)
{
    t->flags &= ~(unsigned)ACTIVE;
    return 0;
}

int uv_prepare_init(uv_loop_t *l, uv_prepare_t *p)
{
    (void)l;
    add((uv_handle_t *)p, UV_PREPARE);
    return 0;
}

int uv_prepare_start(uv_prepare_t *p, uv_prepare_cb cb)
{
    p->prepare_cb = cb;
    p->flags |= ACTIVE;
    return 0;
}

int uv_async_init(uv_loop_t *l, uv_async_t *a, uv_async_cb cb)
{
    (void)l;
    add((uv_handle_t *)a, UV_ASYNC);
    a->async_cb = cb;
    a->flags |= ACTIVE;
    return 0;
}

int uv_async_send(uv_async_t *a)
{
    a->flags |= PENDING;
    loop_wake();
    return 0;
}

int uv_signal_init(uv_loop_t *l, uv_signal_t *s)
{
    (void)l;
    add((uv_handle_t *)s, UV_SIGNAL);
    return 0;
}

int uv_signal_start(uv_signal_t *s, uv_signal_cb cb, int number)
{
    s->signal_cb = cb;
    s->signum = number;
    s->flags |= ACTIVE;
    return 0;
}

void loop_signal(int number)
{
    for (int i = 0; i < loop.handles; i++)
        if (loop.handle[i]->type == UV_SIGNAL && ((uv_signal_t *)loop.handle[i])->signum == number)
            loop.handle[i]->flags |= PENDING;
    loop_wake();
}

/* ---- TCP ---- */

int uv_tcp_init(uv_loop_t *l, uv_tcp_t *t)
{
    (void)l;
    add((uv_handle_t *)t, UV_TCP);
    t->write_queue_size = 0;
    return 0;
}

int uv_tcp_bind(uv_tcp_t *t, const struct sockaddr *at, unsigned flags)
{
    (void)t;
    (void)at;
    (void)flags;
    return sim_call_fails(CALL_OPEN) ? UV_EADDRINUSE : 0;
}

int uv_listen(uv_stream_t *s, int backlog, uv_connection_cb cb)
{
    (void)backlog;
    s->connection_cb = cb;
    s->flags |= ACTIVE | LISTENING;
    loop.listening = true;
    return 0;
}

int uv_accept(uv_stream_t *listener, uv_stream_t *s)
{
    (void)listener;
    struct sock *sock = sock_accept();
    if (!sock)
        return UV_EAGAIN;
    if (sim_call_fails(CALL_ACCEPT)) {
        sock_close(sock);
        return UV_EMFILE;
    }
    s->u.reserved[0] = sock;
    return 0;
}

/* There is one node: nothing is called. */
int uv_tcp_connect(uv_connect_t *connect, uv_tcp_t *t, const struct sockaddr *at, uv_connect_cb cb)
{
    (void)connect, (void)t, (void)at, (void)cb;
    return UV_ENOTSUP;
}

int uv_getaddrinfo(uv_loop_t *l, uv_getaddrinfo_t *lookup, uv_getaddrinfo_cb cb, const char *node,
                   const char *service, const struct addrinfo *hints)
{
    (void)l, (void)lookup, (void)cb, (void)node, (void)service, (void)hints;
    return UV_ENOTSUP;
}

void uv_freeaddrinfo(struct addrinfo *found)
{
    (void)found;
}

int uv_tcp_nodelay(uv_tcp_t *t, int enable)
{
    (void)t;
    (void)enable;
    return 0;
}

static void fill_address(uint32_t address, int port, struct sockaddr *name)
{
    struct sockaddr_in at = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
    at.sin_addr.s_addr = htonl(address);
    memcpy(name, &at, sizeof at);
}

int uv_tcp_getpeername(const uv_tcp_t *t, struct sockaddr *name, int *len)
{
    (void)len;
    fill_address(sock_address(sock_of(t)), 1234, name);
    return 0;
}

int uv_tcp_getsockname(const uv_tcp_t *t, struct sockaddr *name, int *len)
{
    (void)t;
    (void)len;
    fill_address(0x7F000001, 8080, name);
    return 0;
}

int uv_read_start(uv_stream_t *s, uv_alloc_cb alloc_cb, uv_read_cb read_cb)
{
    s->alloc_cb = alloc_cb;
    s->read_cb = read_cb;
    s->flags |= ACTIVE | READING;
    return 0;
}

int uv_read_stop(uv_stream_t *s)
{
    s->flags &= ~(unsigned)(ACTIVE | READING);
    return 0;
}

int uv_fileno(const uv_handle_t *h, uv_os_fd_t *fd)
{
    if (!sock_of(h) || h->flags & CLOSING)
        return UV_EBADF;
    *fd = sock_fd(sock_of(h));
    return 0;
}

/* One write at a time per connection: the server never has more. It is kept in the handle. */
int uv_write(uv_write_t *w, uv_stream_t *s, const uv_buf_t bufs[], unsigned n, uv_write_cb cb)
{
    assert(n == 1 && !s->u.reserved[1]);
    w->cb = cb;
    w->bufsml[0] = bufs[0];
    w->handle = s;
    s->u.reserved[1] = w;
    s->write_queue_size = bufs[0].len;
    return 0;
}

static bool can_write(const uv_handle_t *h)
{
    return h->u.reserved[1] && sock_room(sock_of(h));
}

static void continue_write(uv_stream_t *s)
{
    uv_write_t *w = s->u.reserved[1];
    size_t sent = sock_write(sock_of(s), w->bufsml[0].base, w->bufsml[0].len);
    w->bufsml[0].base += sent;
    w->bufsml[0].len -= sent;
    s->write_queue_size = w->bufsml[0].len;
    if (w->bufsml[0].len)
        return;
    s->u.reserved[1] = NULL;
    w->cb(w, 0);
}

static void read_input(uv_stream_t *s)
{
    uv_buf_t room;
    bool end;
    s->alloc_cb((uv_handle_t *)s, 65536, &room);
    size_t len = sock_read(sock_of(s), room.base, room.len, &end);
    if (len || end)
        s->read_cb(s, len ? (ssize_t)len : UV_EOF, &room);
}

uv_buf_t uv_buf_init(char *base, unsigned len)
{
    return (uv_buf_t){base, len};
}

/* ---- work ---- */

static void do_work(void *request)
{
    uv_work_t *w = request;
    w->work_cb(w);
    loop.done[loop.done_count++] = w;
    loop_wake();
}

int uv_queue_work(uv_loop_t *l, uv_work_t *w, uv_work_cb work, uv_after_work_cb after)
{
    (void)l;
    w->work_cb = work;
    w->after_work_cb = after;
    loop.working++;
    fiber_start(do_work, w);
    return 0;
}

static void finish_work(void)
{
    while (loop.done_count) {
        uv_work_t *w = loop.done[--loop.done_count];
        loop.working--;
        w->after_work_cb(w, 0);
    }
}

/* ---- the loop ---- */

int uv_loop_init(uv_loop_t *l)
{
    memset(l, 0, sizeof *l);
    memset(&loop, 0, sizeof loop);
    uv_update_time(l);
    return sim_call_fails(CALL_OPEN) ? UV_EMFILE : 0;
}

int uv_loop_close(uv_loop_t *l)
{
    (void)l;
    return loop.handles ? UV_EBUSY : 0;
}

uint64_t uv_now(const uv_loop_t *l)
{
    (void)l;
    return loop.time;
}

void uv_update_time(uv_loop_t *l)
{
    (void)l;
    loop.time = (uint64_t)(sim.now / MILLISECOND) + 1000;
}

void uv_stop(uv_loop_t *l)
{
    (void)l;
    loop.stop = true;
}

static uv_timer_t *next_timer(void)
{
    uv_timer_t *next = NULL;
    for (int i = 0; i < loop.handles; i++) {
        uv_timer_t *t = (uv_timer_t *)loop.handle[i];
        if (t->type != UV_TIMER || !(t->flags & ACTIVE))
            continue;
        if (!next || t->timeout < next->timeout ||
            (t->timeout == next->timeout && t->start_id < next->start_id))
            next = t;
    }
    return next;
}

static void run_timers(void)
{
    for (uv_timer_t *t; (t = next_timer()) && t->timeout <= loop.time;) {
        uv_timer_stop(t);
        if (t->repeat)
            uv_timer_start(t, t->timer_cb, t->repeat, t->repeat);
        t->timer_cb(t);
    }
}

static void run_prepare(void)
{
    for (int i = 0; i < loop.handles; i++)
        if (loop.handle[i]->type == UV_PREPARE && loop.handle[i]->flags & ACTIVE)
            ((uv_prepare_t *)loop.handle[i])->prepare_cb((uv_prepare_t *)loop.handle[i]);
}

static void poll_handle(uv_handle_t *h)
{
    if (h->flags & CLOSING || !(h->flags & ACTIVE || h->u.reserved[1]))
        return;
    if (h->type == UV_ASYNC && h->flags & PENDING) {
        h->flags &= ~(unsigned)PENDING;
        ((uv_async_t *)h)->async_cb((uv_async_t *)h);
    } else if (h->type == UV_SIGNAL && h->flags & PENDING) {
        h->flags &= ~(unsigned)PENDING;
        ((uv_signal_t *)h)->signal_cb((uv_signal_t *)h, ((uv_signal_t *)h)->signum);
    } else if (h->type == UV_TCP && !sock_of(h)) {
        for (int i = 0; i < 16 && sock_waits() && loop.listening; i++)
            ((uv_stream_t *)h)->connection_cb((uv_stream_t *)h, 0);
    } else if (h->type == UV_TCP) {
        if (can_write(h))
            continue_write((uv_stream_t *)h);
        if (h->flags & READING && !(h->flags & CLOSING) && sock_is_readable(sock_of(h)))
            read_input((uv_stream_t *)h);
    }
}

static bool is_ready(const uv_handle_t *h)
{
    if (h->flags & CLOSING)
        return true;
    if (h->flags & PENDING && h->flags & ACTIVE)
        return true;
    if (h->type != UV_TCP)
        return false;
    if (!sock_of(h))
        return h->flags & ACTIVE && sock_waits();
    return can_write(h) || (h->flags & READING && sock_is_readable(sock_of(h)));
}

static bool has_ready(void)
{
    for (int i = 0; i < loop.handles; i++)
        if (is_ready(loop.handle[i]))
            return true;
    return loop.done_count;
}

static void on_timer_time(void *context, uint64_t alarm)
{
    (void)context;
    if (alarm == loop.alarm)
        loop_wake();
}

/* An iteration takes time. One that never waits uses up a core: the server is stuck. */
static void spend_time(void)
{
    enum { SPINS_MAX = 3000 }; /* iterations per second */
    int64_t second = sim.now / SECOND;
    loop.spins = second == loop.spin_second ? loop.spins + 1 : 0;
    loop.spin_second = second;
    if (loop.spins > SPINS_MAX)
        sim_fail("spinning", "the loop does not wait: %d iterations in a second", SPINS_MAX);
    fiber_sleep(20);
}

static void wait_for_events(void)
{
    uv_timer_t *t = next_timer();
    if (has_ready() || loop.stop || (t && t->timeout <= loop.time)) {
        spend_time();
        return;
    }
    loop.alarm++;
    if (t)
        sim_after((int64_t)(t->timeout - 1000) * MILLISECOND - sim.now, on_timer_time, NULL,
                  loop.alarm, sim.epoch);
    loop.fiber = fiber_current();
    loop.waiting = true;
    fiber_block();
    loop.waiting = false;
    loop.alarm++;
}

/* The order of the handles is the seed's choice. */
static void poll(void)
{
    int n = loop.handles, first = n ? (int)sim_jitter((uint32_t)n) : 0;
    for (int i = 0; i < n; i++)
        poll_handle(loop.handle[(first + i) % n]);
    finish_work();
}

static void run_closing(void)
{
    for (int i = 0; i < loop.handles;) {
        uv_handle_t *h = loop.handle[i];
        if (!(h->flags & CLOSING)) {
            i++;
            continue;
        }
        memmove(loop.handle + i, loop.handle + i + 1,
                (size_t)(--loop.handles - i) * sizeof loop.handle[0]);
        uv_write_t *w = h->type == UV_TCP ? h->u.reserved[1] : NULL;
        h->u.reserved[1] = NULL;
        if (w)
            w->cb(w, UV_ECANCELED);
        if (h->close_cb)
            h->close_cb(h);
    }
}

static bool is_alive(void)
{
    for (int i = 0; i < loop.handles; i++)
        if (loop.handle[i]->flags & CLOSING ||
            (loop.handle[i]->flags & ACTIVE && !(loop.handle[i]->flags & UNREF)))
            return true;
    return loop.working;
}

int uv_run(uv_loop_t *l, uv_run_mode mode)
{
    (void)mode;
    while (is_alive() && !loop.stop) {
        uv_update_time(l);
        run_timers();
        run_prepare();
        wait_for_events();
        uv_update_time(l);
        poll();
        run_closing();
    }
    loop.stop = false;
    return 0;
}

/* ---- addresses ---- */

int uv_ip4_addr(const char *ip, int port, struct sockaddr_in *out)
{
    memset(out, 0, sizeof *out);
    out->sin_family = AF_INET;
    out->sin_port = htons((uint16_t)port);
    return inet_pton(AF_INET, ip, &out->sin_addr) == 1 ? 0 : UV_EINVAL;
}

int uv_ip6_addr(const char *ip, int port, struct sockaddr_in6 *out)
{
    memset(out, 0, sizeof *out);
    out->sin6_family = AF_INET6;
    out->sin6_port = htons((uint16_t)port);
    return inet_pton(AF_INET6, ip, &out->sin6_addr) == 1 ? 0 : UV_EINVAL;
}

int uv_ip4_name(const struct sockaddr_in *at, char *to, size_t size)
{
    return inet_ntop(AF_INET, &at->sin_addr, to, (socklen_t)size) ? 0 : UV_ENOSPC;
}

int uv_ip6_name(const struct sockaddr_in6 *at, char *to, size_t size)
{
    return inet_ntop(AF_INET6, &at->sin6_addr, to, (socklen_t)size) ? 0 : UV_ENOSPC;
}

int uv_interface_addresses(uv_interface_address_t **all, int *count)
{
    *all = NULL;
    *count = 0;
    return 0;
}

void uv_free_interface_addresses(uv_interface_address_t *all, int count)
{
    (void)all;
    (void)count;
}
