/* TCP connections with deadlines. */
#include "net/transport.h"

#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <poll.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

int64_t fl_net_clock(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * (int64_t)1000 + now.tv_nsec / 1000000;
}

bool fl_net_wait(int socket, bool to_write, int64_t deadline)
{
    struct pollfd p = {.fd = socket, .events = to_write ? POLLOUT : POLLIN};
    for (;;) {
        int64_t left = deadline - fl_net_clock();
        int ready = poll(&p, 1, left < 0 ? 0 : left > INT32_MAX ? INT32_MAX : (int)left);
        if (ready > 0 || (ready < 0 && errno != EINTR))
            return true; /* the next call reports an error */
        if (ready == 0)
            return false;
    }
}

/* ---- opening ---- */

/* Connects to one address; returns the socket, or -1 and errno. */
static int connect_to(const struct addrinfo *to, int64_t deadline)
{
    int s = socket(to->ai_family, to->ai_socktype, to->ai_protocol), error = 0;
    socklen_t size = sizeof error;
    if (s < 0 || fcntl(s, F_SETFL, O_NONBLOCK) || fcntl(s, F_SETFD, FD_CLOEXEC))
        error = errno;
    else if (connect(s, to->ai_addr, to->ai_addrlen))
        error = errno;
    if (error == EINPROGRESS) {
        error = fl_net_wait(s, true, deadline) ? 0 : ETIMEDOUT;
        if (!error && getsockopt(s, SOL_SOCKET, SO_ERROR, &error, &size))
            error = errno;
    }
    if (error && s >= 0)
        close(s);
    errno = error;
    return error ? -1 : s;
}

const char *fl_transport_open(struct fl_transport *t, const struct fl_url *url, int64_t deadline,
                              const char **what)
{
    static const struct addrinfo wanted = {.ai_socktype = SOCK_STREAM};
    struct addrinfo *found;
    *t = (struct fl_transport){.socket = -1};
    int error = getaddrinfo(url->host, url->port, &wanted, &found);
    if (error) {
        *what = gai_strerror(error);
        return "net.no-host";
    }
    for (const struct addrinfo *to = found; to && t->socket < 0; to = to->ai_next)
        t->socket = connect_to(to, deadline);
    *what = strerror(errno);
    freeaddrinfo(found);
    if (t->socket < 0)
        return "net.no-connection";
    const char *why = url->is_encrypted ? fl_tls_begin(t, url->host, deadline, what) : NULL;
    if (why)
        fl_transport_close(t);
    return why;
}

/* ---- reading and writing ---- */

static ptrdiff_t read_now(struct fl_transport *t, void *to, size_t room, bool *to_write)
{
    *to_write = false;
    if (t->tls)
        return fl_tls_read(t->tls, to, room, to_write);
    ssize_t n = recv(t->socket, to, room, 0);
    return n >= 0 ? n : errno == EAGAIN || errno == EINTR ? FL_NET_AGAIN : FL_NET_CLOSED;
}

static ptrdiff_t write_now(struct fl_transport *t, const void *bytes, size_t len, bool *to_write)
{
    *to_write = true;
    if (t->tls)
        return fl_tls_write(t->tls, bytes, len, to_write);
    ssize_t n = send(t->socket, bytes, len, MSG_NOSIGNAL);
    return n >= 0 ? n : errno == EAGAIN || errno == EINTR ? FL_NET_AGAIN : FL_NET_CLOSED;
}

ptrdiff_t fl_transport_read(struct fl_transport *t, void *to, size_t room, int64_t deadline)
{
    for (bool to_write;;) {
        ptrdiff_t n = read_now(t, to, room, &to_write);
        if (n != FL_NET_AGAIN)
            return n;
        if (!fl_net_wait(t->socket, to_write, deadline))
            return FL_NET_LATE;
    }
}

bool fl_transport_write(struct fl_transport *t, const void *bytes, size_t len, int64_t deadline)
{
    const char *at = bytes;
    while (len) {
        bool to_write;
        ptrdiff_t n = write_now(t, at, len, &to_write);
        if (n == FL_NET_CLOSED ||
            (n == FL_NET_AGAIN && !fl_net_wait(t->socket, to_write, deadline)))
            return false;
        if (n > 0)
            at += n, len -= (size_t)n;
    }
    return true;
}

bool fl_transport_has_input(const struct fl_transport *t)
{
    return (t->tls && fl_tls_has_input(t->tls)) || fl_net_wait(t->socket, false, 0);
}

void fl_transport_close(struct fl_transport *t)
{
    if (t->tls)
        fl_tls_end(t->tls);
    if (t->socket >= 0)
        close(t->socket);
    *t = (struct fl_transport){.socket = -1};
}
