/* HTTP responses: static files, lobby, tables, records, health, metrics, WebSocket upgrade. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "net/handshake.h"
#include "server/relay.h"
#include "server/static_files.h"

/* A response; the pointers are not owned. */
struct response {
    int status;
    const char *type; /* Content-Type */
    const void *body;
    size_t len;
    const char *tag;    /* ETag, or NULL: must not be cached */
    const char *coding; /* Content-Encoding, or NULL */
    bool immutable;     /* its path names its build: it never changes */
};

/* Security headers of every response. Only own resources may be loaded, only one known inline
 * script may run, and no other site may embed the page. The hash of the script is inserted in
 * between. */
static const char security_headers[] =
    "X-Content-Type-Options: nosniff\r\n"
    "Referrer-Policy: no-referrer\r\n"
    "X-Frame-Options: DENY\r\n"
    "Cross-Origin-Opener-Policy: same-origin\r\n"
    "Cross-Origin-Resource-Policy: same-origin\r\n"
    "Permissions-Policy: camera=(), geolocation=(), microphone=()\r\n"
    "Content-Security-Policy: default-src 'none'; script-src 'self' 'wasm-unsafe-eval' ";
static const char security_headers_end[] =
    "; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; "
    "worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'\r\n";

/* ---- response ---- */

static const struct {
    int status;
    const char *reason;
} reasons[] = {
    {101, "Switching Protocols"},
    {200, "OK"},
    {304, "Not Modified"},
    {400, "Bad Request"},
    {403, "Forbidden"},
    {404, "Not Found"},
    {405, "Method Not Allowed"},
    {408, "Request Timeout"},
    {411, "Length Required"},
    {413, "Content Too Large"},
    {414, "URI Too Long"},
    {426, "Upgrade Required"},
    {429, "Too Many Requests"},
    {431, "Request Header Fields Too Large"},
    {501, "Not Implemented"},
    {503, "Service Unavailable"},
    {505, "HTTP Version Not Supported"},
};

/* The reason phrase of a status: "Not Found". A constant. */
static const char *reason_of(int status)
{
    for (size_t i = 0; i < sizeof reasons / sizeof reasons[0]; i++)
        if (reasons[i].status == status)
            return reasons[i].reason;
    return "Error";
}

static void put_field(struct fl_buf *out, const char *name, const char *value)
{
    fl_put(out, name);
    fl_put(out, ": ");
    fl_put(out, value);
    fl_put(out, "\r\n");
}

static void put_number(struct fl_buf *out, const char *name, uint64_t value)
{
    fl_put(out, name);
    fl_put(out, ": ");
    fl_put_number(out, (int64_t)value);
    fl_put(out, "\r\n");
}

static void put_date(struct fl_buf *out)
{
    char text[40];
    time_t now = time(NULL);
    struct tm utc;
    gmtime_r(&now, &utc);
    strftime(text, sizeof text, "%a, %d %b %Y %H:%M:%S GMT", &utc);
    put_field(out, "Date", text);
}

static void put_head(struct fl_conn *c, const struct response *r, struct fl_buf *out)
{
    fl_put(out, "HTTP/1.1 ");
    fl_put_number(out, r->status);
    fl_put_char(out, ' ');
    fl_put(out, reason_of(r->status));
    fl_put(out, "\r\n");
    put_date(out);
    put_number(out, "X-Request-Id", c->id);
    put_field(out, "Cache-Control",
              r->immutable ? "public, max-age=31536000, immutable"
              : r->tag     ? "no-cache"
                           : "no-store");
    if (r->tag) {
        put_field(out, "ETag", r->tag);
        put_field(out, "Vary", "Accept-Encoding");
    }
    if (r->coding)
        put_field(out, "Content-Encoding", r->coding);
    if (r->status == 405)
        put_field(out, "Allow", "GET, HEAD"); /* for every path except that of POST */
    if (r->status == 426)
        put_field(out, "Sec-WebSocket-Version", "13");
    if (r->status == 426)
        put_field(out, "Upgrade", "websocket");
    fl_put(out, security_headers);
    fl_put(out, fl_static_files_script);
    fl_put(out, security_headers_end);
}

/* Counts and logs a response. */
static void log_response(struct fl_conn *c, const char *route, int status, size_t len)
{
    struct fl_net *n = c->net;
    n->stats.requests++;
    n->stats.status[status / 100]++;
    fl_log(n->log, "request", "id=%llu route=%s status=%d bytes=%zu", (unsigned long long)c->id,
           route, status, len);
}

/* Queues a response, and closes the connection after it if `close`. */
static void send_response(struct fl_conn *c, const struct response *r, bool close)
{
    char memory[2048];
    struct fl_buf head = fl_buf_over(memory, sizeof memory);
    put_head(c, r, &head);
    if (r->status != 304) {
        put_field(&head, "Content-Type", r->type);
        put_number(&head, "Content-Length", r->len);
    }
    c->unsent_last_check = SIZE_MAX;
    put_field(&head, "Connection", close ? "close" : "keep-alive");
    fl_put(&head, "\r\n");
    fl_conn_put(c, head.at, head.len);
    if (r->status != 304 && !c->omit_body)
        fl_conn_put(c, r->body, r->len);
    if (close)
        fl_conn_leave(c, 0, "answered");
    else
        fl_conn_queue(c, FL_CONN_HTTP, FL_HEAD_TIME);
}

/* A response whose body is the reason phrase: "Not Found". */
static struct response status_response(int status)
{
    const char *reason = reason_of(status);
    return (struct response){.status = status,
                             .type = "text/plain; charset=utf-8",
                             .body = reason,
                             .len = strlen(reason)};
}

void fl_conn_refuse(struct fl_conn *c, int status)
{
    struct response r = status_response(status);
    log_response(c, "none", status, r.len);
    send_response(c, &r, true);
}

/* ---- dynamic content ---- */

enum { FIRST_TEXT = 1 << 16, MAX_TEXT = 1 << 24 }; /* bytes */

/* Calls a route's writer with growing buffers until the text fits. The caller frees the result;
 * NULL if the text is too long, there is no memory, or the writer found nothing. */
static char *render(struct fl_net *n, uint64_t origin, const char *text, size_t *len,
                    bool (*write)(struct fl_net *, uint64_t origin, const char *name,
                                  struct fl_buf *))
{
    for (size_t cap = FIRST_TEXT; cap <= MAX_TEXT; cap *= 4) {
        char *memory = malloc(cap);
        struct fl_buf out;
        if (!memory)
            return NULL;
        out = fl_buf_over(memory, cap);
        bool found = write(n, origin, text, &out);
        *len = out.len;
        if (found && !out.overflowed)
            return memory;
        free(memory);
        if (!found)
            return NULL;
    }
    return NULL;
}

static bool write_lobby(struct fl_net *n, uint64_t origin, const char *name, struct fl_buf *out)
{
    (void)origin;
    (void)name;
    fl_host_lobby(n->host, out);
    return true;
}

static bool write_table(struct fl_net *n, uint64_t origin, const char *name, struct fl_buf *out)
{
    return fl_host_table(n->host, origin, name, out);
}

static bool write_record(struct fl_net *n, uint64_t origin, const char *name, struct fl_buf *out)
{
    return fl_host_record(n->host, origin, name, out);
}

static bool write_metrics(struct fl_net *n, uint64_t origin, const char *name, struct fl_buf *out)
{
    (void)origin;
    (void)name;
    fl_metrics(n, out);
    return true;
}

static bool write_health(struct fl_net *n, uint64_t origin, const char *name, struct fl_buf *out)
{
    (void)origin;
    (void)name;
    fl_put(out, n->stopping ? "stopping\n" : "ok\n");
    return true;
}

/* A node that drains is alive, but answers this with 503 like all other requests for content: a
 * load balancer sends new clients to other nodes. */
static bool write_ready(struct fl_net *n, uint64_t origin, const char *name, struct fl_buf *out)
{
    (void)n;
    (void)origin;
    (void)name;
    fl_put(out, "ready\n");
    return true;
}

/* A route that ends in "/" is followed by the name of a table. */
static const struct route {
    const char *path, *type;
    bool (*write)(struct fl_net *, uint64_t origin, const char *name, struct fl_buf *);
    bool about_node; /* answered while the node drains */
} routes[] = {
    {"/lobby", "application/json", write_lobby, false},
    {"/table/", "application/json", write_table, false},
    {"/record/", "text/plain; charset=utf-8", write_record, false},
    {"/health", "text/plain; charset=utf-8", write_health, true},
    {"/ready", "text/plain; charset=utf-8", write_ready, false},
    {"/metrics", "text/plain; version=0.0.4; charset=utf-8", write_metrics, true},
};

static const struct route *route_of(struct fl_span path, struct fl_span *name)
{
    for (size_t i = 0; i < sizeof routes / sizeof routes[0]; i++) {
        size_t len = strlen(routes[i].path);
        bool has_name = routes[i].path[len - 1] == '/';
        if (path.len < len || memcmp(path.at, routes[i].path, len) || (!has_name && path.len > len))
            continue;
        *name = (struct fl_span){path.at + len, path.len - len};
        return &routes[i];
    }
    return NULL;
}

/* Renders a route, or gives the status of a refusal: 404 without such a table, 503 while it is
 * being read or where another node has it. The caller frees the text. */
static char *render_route(struct fl_net *n, uint64_t origin, const struct route *route,
                          const char *name, size_t *len, int *status)
{
    const char *address;
    if (*name && !fl_store_is_fresh(n->store)) {
        *status = 503;
        return NULL;
    }
    enum fl_ownership owner = *name ? fl_host_ownership(n->host, name, &address) : FL_OWNED_HERE;
    char *text = owner == FL_OWNED_HERE ? render(n, origin, name, len, route->write) : NULL;
    bool later = owner == FL_OWNED_ELSEWHERE || owner == FL_OWNERSHIP_UNKNOWN ||
                 fl_host_is_loading(n->host, name);
    *status = text ? 200 : later ? 503 : 404;
    return text;
}

static void copy_name(struct fl_span name, char out[64])
{
    memset(out, 0, 64);
    if (name.len < 64)
        memcpy(out, name.at, name.len);
}

static void send_text(struct fl_conn *c, const struct route *route, int status, const char *text,
                      size_t len, bool close)
{
    struct response r = {.status = 200, .type = route->type, .body = text, .len = len};
    if (status != 200)
        r = status_response(status);
    log_response(c, route->path, r.status, r.len);
    send_response(c, &r, close);
}

/* Lets a request wait until its table has been read from a shared store, or another node has
 * answered it. */
static bool wait_for_answer(struct fl_conn *c, const struct fl_http *head)
{
    c->awaited = malloc(head->path.len + 1);
    if (!c->awaited)
        return false;
    memcpy(c->awaited, head->path.at, head->path.len);
    c->awaited[head->path.len] = '\0';
    c->close_after = head->close;
    c->ask = 0;
    fl_conn_queue(c, FL_CONN_WAIT, FL_WAIT_TIME);
    return true;
}

static void send_route(struct fl_conn *c, const struct fl_http *head, const struct route *route,
                       struct fl_span name)
{
    size_t len = 0;
    char known[64];
    int status;
    copy_name(name, known);
    char *text = render_route(c->net, c->origin, route, known, &len, &status);
    if (status != 503 || !wait_for_answer(c, head))
        send_text(c, route, status, text, len, head->close);
    free(text);
}

/* ---- requests that wait for a table or for another node ---- */

static const struct route *awaited_route(const char *path, char name[64])
{
    struct fl_span rest, whole = {path, strlen(path)};
    const struct route *route = route_of(whole, &rest);
    if (route)
        copy_name(rest, name);
    return route;
}

char *fl_net_render(struct fl_net *n, uint64_t origin, const char *path, size_t *len, int *status)
{
    char name[64];
    const struct route *route = awaited_route(path, name);
    *status = 404;
    if (route)
        return *name ? render_route(n, origin, route, name, len, status) : NULL;
    const struct fl_html *page = fl_static_files_find((struct fl_span){path, strlen(path)});
    char *copy = page ? malloc(page->len + 1) : NULL;
    if (!copy)
        return NULL;
    memcpy(copy, page->bytes, page->len);
    *len = page->len;
    *status = 200;
    return copy;
}

/* Sends a file of another build, which another node has sent. */
static void send_foreign(struct fl_conn *c, const char *path, int status, const char *bytes,
                         size_t len)
{
    struct response r = {.status = 200,
                         .type = fl_static_files_type((struct fl_span){path, strlen(path)}),
                         .body = bytes,
                         .len = len,
                         .immutable = true};
    if (status != 200)
        r = status_response(status);
    log_response(c, "build", r.status, r.len);
    send_response(c, &r, c->close_after);
}

static void end_wait(struct fl_conn *c, int status, const char *text, size_t len)
{
    char name[64];
    char *path = c->awaited;
    const struct route *route = awaited_route(path, name);
    c->awaited = NULL;
    if (route)
        send_text(c, route, status, text, len, c->close_after);
    else
        send_foreign(c, path, status, text, len);
    free(path);
}

static void try_again(struct fl_conn *c)
{
    char name[64];
    const char *address;
    size_t len = 0;
    int status;
    const struct route *route = awaited_route(c->awaited, name);
    if (fl_host_is_loading(c->net->host, name) || !fl_store_is_fresh(c->net->store))
        return;
    if (fl_host_ownership(c->net->host, name, &address) == FL_OWNED_ELSEWHERE) {
        if (!fl_relay_ask(c, address))
            end_wait(c, 503, NULL, 0);
        return;
    }
    char *text = render_route(c->net, c->origin, route, name, &len, &status);
    end_wait(c, status, text, len);
    free(text);
}

void fl_net_answer_waiting(struct fl_net *n)
{
    for (struct fl_conn *c = n->queue[FL_CONN_WAIT].first, *next; c; c = next) {
        next = c->link[FL_DUE_QUEUE].after;
        if (!c->ask)
            try_again(c);
    }
}

void fl_net_answered(struct fl_net *n, uint64_t ask, int status, const char *body, size_t len)
{
    struct fl_conn *c = n->queue[FL_CONN_WAIT].first;
    while (c && c->ask != ask)
        c = c->link[FL_DUE_QUEUE].after;
    if (c)
        end_wait(c, status, body, len);
}

/* ---- static files ---- */

static void send_embedded(struct fl_conn *c, const struct fl_http *head, const struct fl_html *page)
{
    char build[FL_BUILD_SIZE];
    bool has_build = fl_static_files_have_build(head->path, build);
    struct response r = {.status = fl_span_is(head->match, page->tag) ? 304 : 200,
                         .type = page->type,
                         .body = page->bytes,
                         .len = page->len,
                         .tag = page->tag,
                         .immutable = has_build};
    if (page->brotli_len && head->brotli) {
        r.body = page->brotli, r.len = page->brotli_len, r.coding = "br";
    } else if (page->gzip_len && head->gzip) {
        r.body = page->gzip, r.len = page->gzip_len, r.coding = "gzip";
    }
    log_response(c, page->path, r.status, r.len);
    send_response(c, &r, head->close);
}

/* Returns false if the folder has no such file. */
static bool send_file(struct fl_conn *c, const struct fl_http *head)
{
    size_t len = 0;
    const char *type;
    char *text = fl_static_files_read(c->net->folder, head->path, &len, &type);
    struct response r = {.status = 200, .type = type, .body = text, .len = len};
    if (!text)
        return false;
    log_response(c, "file", r.status, r.len);
    send_response(c, &r, head->close);
    free(text);
    return true;
}

/* Lets another node answer a request for a file of its build, because nodes of several builds share
 * one address during an upgrade. Returns false if there is no such node. */
static bool ask_for_build(struct fl_conn *c, const struct fl_http *head)
{
    struct fl_store *store = c->net->store;
    struct fl_store_node node;
    char build[FL_BUILD_SIZE];
    if (!store->shared || !fl_static_files_have_build(head->path, build) ||
        !strcmp(build, fl_static_files_build) || !store->find_build(store, build, &node) ||
        !wait_for_answer(c, head))
        return false;
    if (!fl_relay_ask(c, node.address))
        end_wait(c, 503, NULL, 0);
    return true;
}

/* Files that the folder does not have, such as translations and rules, come from the program. */
static void send_static(struct fl_conn *c, const struct fl_http *head)
{
    const struct fl_html *page = fl_static_files_find(head->path);
    if (c->net->folder >= 0 && send_file(c, head))
        return;
    if (page) {
        send_embedded(c, head, page);
    } else if (!ask_for_build(c, head)) {
        struct response r = status_response(404);
        log_response(c, "none", r.status, r.len);
        send_response(c, &r, head->close);
    }
}

/* ---- WebSocket ---- */

static bool is_same(struct fl_span a, struct fl_span b)
{
    return a.len == b.len && !memcmp(a.at, b.at, a.len);
}

/* "localhost", "127.0.0.1" or "[::1]", with or without a port. */
static bool is_loopback_host(struct fl_span host)
{
    static const char *const names[] = {"localhost", "127.0.0.1", "[::1]"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        size_t len = strlen(names[i]);
        if (host.len >= len && !memcmp(host.at, names[i], len) &&
            (host.len == len || host.at[len] == ':'))
            return true;
    }
    return false;
}

/* Whether a request comes from the server's own page, or from a program without an Origin. If the
 * public URL is known, only its origin is accepted, whatever the Host field says: an attacker's
 * name may resolve to this server's address (DNS rebinding). Requests to a loopback host are
 * exempt. */
static bool is_allowed_origin(const struct fl_net *n, const struct fl_http *head)
{
    static const char *const schemes[] = {"http://", "https://"};
    struct fl_span origin = head->origin;
    if (!origin.at || (n->origin.at && is_same(origin, n->origin)))
        return true;
    if (n->origin.at && !is_loopback_host(head->host))
        return false;
    for (int i = 0; i < 2; i++) {
        size_t len = strlen(schemes[i]);
        if (origin.len > len && !memcmp(origin.at, schemes[i], len) &&
            is_same((struct fl_span){origin.at + len, origin.len - len}, head->host))
            return true;
    }
    return false;
}

/* Behind a proxy: counts the connection for the address of the client. Returns false if the limit
 * is reached. */
static bool count_client(struct fl_conn *c, struct fl_address_usage *usage)
{
    if (c->is_counted || !usage)
        return true;
    if (!fl_rate_limiter_enter(&c->net->limiter, FL_OPEN_CONNECTIONS, usage))
        return false;
    c->usage = usage;
    return c->is_counted = true;
}

static void upgrade(struct fl_conn *c, const struct fl_http *head, struct fl_address_usage *usage)
{
    char accept[FL_ACCEPT_SIZE], memory[512];
    struct fl_buf out = fl_buf_over(memory, sizeof memory);
    int refusal = !head->upgrade                     ? 426
                  : !is_allowed_origin(c->net, head) ? 403
                  : !count_client(c, usage)          ? 429
                                                     : 0;
    if (refusal) {
        fl_conn_refuse(c, refusal);
        return;
    }
    assert(head->key.len == FL_KEY_LEN);
    fl_handshake_accept(head->key.at, accept);
    fl_put(&out, "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n"
                 "Connection: Upgrade\r\n");
    put_field(&out, "Sec-WebSocket-Accept", accept);
    put_number(&out, "X-Request-Id", c->id);
    fl_put(&out, "\r\n");
    fl_conn_put(c, out.at, out.len);
    log_response(c, "/socket", 101, 0);
    if (!fl_conn_upgrade(c))
        fl_conn_drop(c, "full");
}

/* ---- requests about records ---- */

/* A refusal closes the connection, because the body of the refused request follows on it. */
static void open_replay_job(struct fl_conn *c, const struct fl_http *head,
                            struct fl_address_usage *usage)
{
    int refusal = !is_allowed_origin(c->net, head) ? 403
                  : !count_client(c, usage)        ? 429
                                                   : fl_replay_jobs_open(c, head->body);
    if (refusal)
        fl_conn_refuse(c, refusal);
}

void fl_conn_reply(struct fl_conn *c, const char *json, size_t len)
{
    struct response r = {.status = 200, .type = "application/json", .body = json, .len = len};
    if (!json)
        r = status_response(503);
    log_response(c, fl_http_post_path, r.status, r.len);
    send_response(c, &r, true);
}

/* ---- dispatch ---- */

/* Identifies the client of a request: sets its origin and returns the usage of its address, or NULL
 * if it is not limited. A trusted proxy names the client in X-Forwarded-For. Without that field the
 * peer itself is the client; a loopback peer is not limited. The field's value may be no address
 * ("unknown"): such clients share a usage and an origin. */
static struct fl_address_usage *identify(struct fl_conn *c, const struct fl_http *head)
{
    struct fl_net *n = c->net;
    struct fl_address address = c->peer;
    if (!n->trust_proxy)
        return c->usage;
    c->origin = 0;
    if (!head->forwarded.at && fl_address_is_loopback(&address))
        return NULL;
    bool is_known =
        !head->forwarded.at || fl_address_read(head->forwarded.at, head->forwarded.len, &address);
    c->origin = fl_rate_limiter_origin(&n->limiter, is_known ? &address : NULL);
    return fl_rate_limiter_usage(&n->limiter, is_known ? &address : NULL);
}

void fl_conn_answer(struct fl_conn *c, const struct fl_http *head)
{
    struct fl_net *n = c->net;
    struct fl_address_usage *usage = identify(c, head);
    struct fl_span name;
    const struct route *route = route_of(head->path, &name);
    bool is_file = !route && !head->post && !fl_span_is(head->path, "/socket");
    if (n->stopping || (n->draining && !is_file && !(route && route->about_node)))
        fl_conn_refuse(c, 503);
    else if (!fl_rate_limiter_take(&n->limiter, FL_RATE_REQUESTS, usage, uv_now(n->loop)))
        fl_conn_refuse(c, 429);
    else if (head->post)
        open_replay_job(c, head, usage);
    else if (fl_span_is(head->path, "/socket"))
        upgrade(c, head, usage);
    else if (route)
        send_route(c, head, route, name);
    else
        send_static(c, head);
}
