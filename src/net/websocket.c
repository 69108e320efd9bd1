/* WebSocket connections of a client: the handshake, and frames through wslay. */
#include "net/websocket.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <wslay/wslay.h>

#include "net/handshake.h"
#include "net/transport.h"

enum {
    HEAD_SIZE = 4096,       /* bytes of the server's answer to the handshake */
    MOST_MESSAGE = 1 << 20, /* bytes; four times what the protocol permits */
    SEND_MS = 10000
};

/* A received message, in a list. */
struct message {
    struct message *next;
    char text[];
};

struct fl_websocket {
    struct fl_transport transport;
    struct wslay_event_context *wslay;
    int64_t deadline;                /* of the present call */
    size_t extra_at, extra;          /* bytes in `head` that followed the handshake */
    struct message *first, **behind; /* received and not yet read; where the next one is put */
    struct message *current;         /* the one that the caller has */
    bool is_late, is_lost;
    char head[HEAD_SIZE];
};

/* ---- callbacks of wslay ---- */

static ssize_t receive_bytes(wslay_event_context_ptr wslay, uint8_t *to, size_t room, int flags,
                             void *user)
{
    struct fl_websocket *w = user;
    (void)flags;
    if (w->extra) {
        size_t n = w->extra < room ? w->extra : room;
        memcpy(to, w->head + w->extra_at, n);
        w->extra_at += n, w->extra -= n;
        return (ssize_t)n;
    }
    /* After the first message only what has arrived is read. */
    if (w->first && !fl_transport_has_input(&w->transport)) {
        wslay_event_set_error(wslay, WSLAY_ERR_WOULDBLOCK);
        return -1;
    }
    ptrdiff_t n = fl_transport_read(&w->transport, to, room, w->deadline);
    if (n > 0)
        return n;
    w->is_late = n == FL_NET_LATE;
    w->is_lost = n == FL_NET_CLOSED;
    wslay_event_set_error(wslay, w->is_late ? WSLAY_ERR_WOULDBLOCK : WSLAY_ERR_CALLBACK_FAILURE);
    return -1;
}

static ssize_t send_bytes(wslay_event_context_ptr wslay, const uint8_t *bytes, size_t len,
                          int flags, void *user)
{
    struct fl_websocket *w = user;
    (void)flags;
    if (fl_transport_write(&w->transport, bytes, len, fl_net_clock() + SEND_MS))
        return (ssize_t)len;
    w->is_lost = true;
    wslay_event_set_error(wslay, WSLAY_ERR_CALLBACK_FAILURE);
    return -1;
}

static int make_mask(wslay_event_context_ptr wslay, uint8_t *to, size_t len, void *user)
{
    (void)wslay;
    (void)user;
    randombytes_buf(to, len);
    return 0;
}

static void on_message(wslay_event_context_ptr wslay,
                       const struct wslay_event_on_msg_recv_arg *arrived, void *user)
{
    struct fl_websocket *w = user;
    (void)wslay;
    if (arrived->opcode != WSLAY_TEXT_FRAME)
        return;
    struct message *m = malloc(sizeof *m + arrived->msg_length + 1);
    if (!m) {
        w->is_lost = true;
        return;
    }
    m->next = NULL;
    memcpy(m->text, arrived->msg, arrived->msg_length);
    m->text[arrived->msg_length] = '\0';
    *w->behind = m;
    w->behind = &m->next;
}

/* ---- opening ---- */

/* The value of a header in a head of lines, or NULL. */
static const char *header(const char *head, const char *name)
{
    size_t len = strlen(name);
    for (const char *line = strstr(head, "\r\n"); line; line = strstr(line + 2, "\r\n"))
        if (!strncasecmp(line + 2, name, len) && line[2 + len] == ':')
            return line + 3 + len + strspn(line + 3 + len, " ");
    return NULL;
}

static bool send_request(struct fl_websocket *w, const struct fl_url *url, const char *key,
                         int64_t deadline)
{
    char request[1024];
    bool is_ipv6 = strchr(url->host, ':');
    int len =
        snprintf(request, sizeof request,
                 "GET %ssocket HTTP/1.1\r\nHost: %s%s%s:%s\r\nUpgrade: websocket\r\n"
                 "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                 "Sec-WebSocket-Key: %s\r\n\r\n",
                 url->path, is_ipv6 ? "[" : "", url->host, is_ipv6 ? "]" : "", url->port, key);
    return fl_transport_write(&w->transport, request, (size_t)len, deadline);
}

/* Reads the answer. Returns whether the server has accepted the connection. */
static bool read_answer(struct fl_websocket *w, const char *accept, int64_t deadline)
{
    size_t len = 0;
    char *end = NULL;
    while (!end) {
        ptrdiff_t n =
            fl_transport_read(&w->transport, w->head + len, HEAD_SIZE - 1 - len, deadline);
        if (n <= 0)
            return false;
        len += (size_t)n;
        w->head[len] = '\0';
        end = strstr(w->head, "\r\n\r\n");
        if (!end && len == HEAD_SIZE - 1)
            return false;
    }
    const char *given = header(w->head, "Sec-WebSocket-Accept");
    w->extra_at = (size_t)(end + 4 - w->head);
    w->extra = len - w->extra_at;
    return !strncmp(w->head, "HTTP/1.1 101", 12) && given &&
           !strncmp(given, accept, strlen(accept));
}

static bool shake_hands(struct fl_websocket *w, const struct fl_url *url, int64_t deadline)
{
    uint8_t nonce[16];
    char key[FL_KEY_LEN + 1], accept[FL_ACCEPT_SIZE];
    randombytes_buf(nonce, sizeof nonce);
    sodium_bin2base64(key, sizeof key, nonce, sizeof nonce, sodium_base64_VARIANT_ORIGINAL);
    fl_handshake_accept(key, accept);
    return send_request(w, url, key, deadline) && read_answer(w, accept, deadline);
}

static bool begin_frames(struct fl_websocket *w)
{
    static const struct wslay_event_callbacks callbacks = {.recv_callback = receive_bytes,
                                                           .send_callback = send_bytes,
                                                           .genmask_callback = make_mask,
                                                           .on_msg_recv_callback = on_message};
    if (wslay_event_context_client_init(&w->wslay, &callbacks, w))
        return false;
    wslay_event_config_set_max_recv_msg_length(w->wslay, MOST_MESSAGE);
    return true;
}

struct fl_websocket *fl_websocket_open(const struct fl_url *url, const char **why,
                                       const char **what)
{
    struct fl_websocket *w = calloc(1, sizeof *w);
    int64_t deadline = fl_net_clock() + FL_OPEN_MS;
    *why = "net.no-server";
    *what = url->host;
    if (!w || sodium_init() < 0) {
        free(w);
        return NULL;
    }
    w->behind = &w->first;
    const char *closed = fl_transport_open(&w->transport, url, deadline, what);
    if (closed)
        *why = closed;
    else if (shake_hands(w, url, deadline) && begin_frames(w))
        return w;
    fl_websocket_close(w);
    return NULL;
}

/* ---- lines and messages ---- */

static bool flush(struct fl_websocket *w)
{
    return !wslay_event_want_write(w->wslay) || !wslay_event_send(w->wslay);
}

enum fl_websocket_result fl_websocket_send(struct fl_websocket *w, const char *line)
{
    struct wslay_event_msg m = {WSLAY_TEXT_FRAME, (const uint8_t *)line, strlen(line)};
    if (w->is_lost || wslay_event_queue_msg(w->wslay, &m) || !flush(w))
        return FL_WEBSOCKET_CLOSED;
    return FL_WEBSOCKET_FINE;
}

enum fl_websocket_result fl_websocket_receive(struct fl_websocket *w, int64_t deadline,
                                              const char **text)
{
    w->deadline = deadline;
    w->is_late = false;
    while (!w->first) {
        if (w->is_lost || !wslay_event_want_read(w->wslay) || wslay_event_recv(w->wslay) ||
            !flush(w))
            return FL_WEBSOCKET_CLOSED;
        if (w->is_late && !w->first)
            return FL_WEBSOCKET_LATE;
    }
    free(w->current);
    w->current = w->first;
    w->first = w->current->next;
    if (!w->first)
        w->behind = &w->first;
    *text = w->current->text;
    return FL_WEBSOCKET_FINE;
}

int fl_websocket_socket(const struct fl_websocket *w)
{
    return w->transport.socket;
}

int fl_websocket_close_code(const struct fl_websocket *w)
{
    return wslay_event_get_close_received(w->wslay) ? wslay_event_get_status_code_received(w->wslay)
                                                    : 0;
}

void fl_websocket_close(struct fl_websocket *w)
{
    if (!w)
        return;
    if (w->wslay) {
        if (!w->is_lost) {
            wslay_event_queue_close(w->wslay, WSLAY_CODE_NORMAL_CLOSURE, NULL, 0);
            flush(w);
        }
        wslay_event_context_free(w->wslay);
    }
    fl_transport_close(&w->transport);
    for (struct message *m = w->first; m;) {
        struct message *next = m->next;
        free(m);
        m = next;
    }
    free(w->current);
    free(w);
}
