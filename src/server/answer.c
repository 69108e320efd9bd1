/* Answers to plain HTTP: pages, the lobby, tables, records, health, metrics, and the upgrade. */
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "server/handshake.h"
#include "server/net.h"
#include "server/site.h"

/* What an answer says, its head aside. */
struct answer {
    int status;
    const char *type;
    const void *body;
    size_t len;
    const char *tag;    /* ETag, or NULL: not to be kept */
    const char *coding; /* Content-Encoding, or NULL */
};

/* Nothing inline but one script we know, nothing from elsewhere, in nobody's frame. WebAssembly is
 * our own. */
static const char strict[] =
    "X-Content-Type-Options: nosniff\r\n"
    "Referrer-Policy: no-referrer\r\n"
    "X-Frame-Options: DENY\r\n"
    "Cross-Origin-Opener-Policy: same-origin\r\n"
    "Cross-Origin-Resource-Policy: same-origin\r\n"
    "Permissions-Policy: camera=(), geolocation=(), microphone=()\r\n"
    "Content-Security-Policy: default-src 'none'; script-src 'self' 'wasm-unsafe-eval' ";
static const char strict_besides[] =
    "; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; "
    "worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'\r\n";

/* ---- writing ---- */

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

static void put_head(struct fl_conn *c, const struct answer *a, struct fl_buf *out)
{
    fl_put(out, "HTTP/1.1 ");
    fl_put_number(out, a->status);
    fl_put_char(out, ' ');
    fl_put(out, fl_http_reason(a->status));
    fl_put(out, "\r\n");
    put_date(out);
    put_number(out, "X-Request-Id", c->id);
    put_field(out, "Cache-Control", a->tag ? "no-cache" : "no-store");
    if (a->tag) {
        put_field(out, "ETag", a->tag);
        put_field(out, "Vary", "Accept-Encoding");
    }
    if (a->coding)
        put_field(out, "Content-Encoding", a->coding);
    if (a->status == 405)
        put_field(out, "Allow", "GET, HEAD"); /* at every other path than the one that takes POST */
    if (a->status == 426)
        put_field(out, "Sec-WebSocket-Version", "13");
    if (a->status == 426)
        put_field(out, "Upgrade", "websocket");
    fl_put(out, strict);
    fl_put(out, fl_site_script);
    fl_put(out, strict_besides);
}

static void count(struct fl_conn *c, const char *route, int status, size_t len)
{
    struct fl_net *n = c->net;
    n->tally.requests++;
    n->tally.status[status / 100]++;
    fl_log(&n->log, "request", "id=%llu route=%s status=%d bytes=%zu", (unsigned long long)c->id,
           route, status, len);
}

static void say(struct fl_conn *c, const struct answer *a, bool close)
{
    char memory[2048];
    struct fl_buf head = fl_buf_over(memory, sizeof memory);
    put_head(c, a, &head);
    if (a->status != 304) {
        put_field(&head, "Content-Type", a->type);
        put_number(&head, "Content-Length", a->len);
    }
    c->owed = SIZE_MAX;
    put_field(&head, "Connection", close ? "close" : "keep-alive");
    fl_put(&head, "\r\n");
    fl_conn_put(c, head.at, head.len);
    if (a->status != 304 && !c->bare)
        fl_conn_put(c, a->body, a->len);
    if (close)
        fl_conn_leave(c, 0, "answered");
    else
        fl_conn_queue(c, FL_CONN_HTTP, FL_HEAD_TIME);
}

/* "Not Found": all that is said about a status. */
static struct answer plain(int status)
{
    const char *reason = fl_http_reason(status);
    return (struct answer){.status = status,
                           .type = "text/plain; charset=utf-8",
                           .body = reason,
                           .len = strlen(reason)};
}

void fl_conn_refuse(struct fl_conn *c, int status)
{
    struct answer a = plain(status);
    count(c, "none", status, a.len);
    say(c, &a, true);
}

/* ---- what the host tells ---- */

enum { FIRST_TEXT = 1 << 16, LONGEST_TEXT = 1 << 24 };

/* Writes into ever more memory until it fits; NULL if it does not, or there is nothing to tell. */
static char *written(struct fl_net *n, struct fl_span name, size_t *len,
                     bool (*write)(struct fl_net *, const char *name, struct fl_buf *))
{
    char text[64];
    if (name.len >= sizeof text)
        return NULL;
    memcpy(text, name.at, name.len);
    text[name.len] = '\0';
    for (size_t cap = FIRST_TEXT; cap <= LONGEST_TEXT; cap *= 4) {
        char *memory = malloc(cap);
        struct fl_buf out;
        if (!memory)
            return NULL;
        out = fl_buf_over(memory, cap);
        bool told = write(n, text, &out);
        *len = out.len;
        if (told && !out.overflowed)
            return memory;
        free(memory);
        if (!told)
            return NULL;
    }
    return NULL;
}

static bool write_lobby(struct fl_net *n, const char *name, struct fl_buf *out)
{
    (void)name;
    fl_host_lobby(n->host, out);
    return true;
}

static bool write_table(struct fl_net *n, const char *name, struct fl_buf *out)
{
    return fl_host_table(n->host, name, out);
}

static bool write_record(struct fl_net *n, const char *name, struct fl_buf *out)
{
    return fl_host_record(n->host, name, out);
}

static bool write_metrics(struct fl_net *n, const char *name, struct fl_buf *out)
{
    (void)name;
    fl_metrics(n, out);
    return true;
}

static bool write_health(struct fl_net *n, const char *name, struct fl_buf *out)
{
    (void)name;
    fl_put(out, n->stopping ? "stopping\n" : "ok\n");
    return true;
}

/* Routes that end in "/" go on with the name of a table. */
static const struct route {
    const char *path, *type;
    bool (*write)(struct fl_net *, const char *name, struct fl_buf *);
} routes[] = {
    {"/lobby", "application/json", write_lobby},
    {"/table/", "application/json", write_table},
    {"/record/", "text/plain; charset=utf-8", write_record},
    {"/health", "text/plain; charset=utf-8", write_health},
    {"/metrics", "text/plain; version=0.0.4; charset=utf-8", write_metrics},
};

static const struct route *route_of(struct fl_span path, struct fl_span *name)
{
    for (size_t i = 0; i < sizeof routes / sizeof routes[0]; i++) {
        size_t len = strlen(routes[i].path);
        bool goes_on = routes[i].path[len - 1] == '/';
        if (path.len < len || memcmp(path.at, routes[i].path, len) || (!goes_on && path.len > len))
            continue;
        *name = (struct fl_span){path.at + len, path.len - len};
        return &routes[i];
    }
    return NULL;
}

static void tell(struct fl_conn *c, const struct fl_http *head, const struct route *route,
                 struct fl_span name)
{
    size_t len = 0;
    char *text = written(c->net, name, &len, route->write);
    struct answer a = {.status = 200, .type = route->type, .body = text, .len = len};
    if (!text)
        a = plain(404);
    count(c, route->path, a.status, a.len);
    say(c, &a, head->close);
    free(text);
}

/* ---- pages ---- */

static void show_page(struct fl_conn *c, const struct fl_http *head, const struct fl_page *page)
{
    bool packed = page->packed_len && head->gzip;
    struct answer a = {.status = fl_span_is(head->match, page->tag) ? 304 : 200,
                       .type = page->type,
                       .body = packed ? page->packed : page->bytes,
                       .len = packed ? page->packed_len : page->len,
                       .tag = page->tag,
                       .coding = packed ? "gzip" : NULL};
    count(c, page->path, a.status, a.len);
    say(c, &a, head->close);
}

/* False: there is no such file. */
static bool show_file(struct fl_conn *c, const struct fl_http *head)
{
    size_t len = 0;
    char *text = fl_site_read(c->net->folder, head->path, &len);
    struct answer a = {.status = 200, .type = fl_site_type(head->path), .body = text, .len = len};
    if (!text)
        return false;
    count(c, "file", a.status, a.len);
    say(c, &a, head->close);
    free(text);
    return true;
}

/* What the folder does not have, words and rules, comes from inside. */
static void show(struct fl_conn *c, const struct fl_http *head)
{
    const struct fl_page *page = fl_site_find(head->path);
    if (c->net->folder >= 0 && show_file(c, head))
        return;
    if (page) {
        show_page(c, head, page);
    } else {
        struct answer a = plain(404);
        count(c, "none", a.status, a.len);
        say(c, &a, head->close);
    }
}

/* ---- WebSocket ---- */

static bool is_same(struct fl_span a, struct fl_span b)
{
    return a.len == b.len && !memcmp(a.at, b.at, a.len);
}

/* A page of ours, or a program that is no browser. */
static bool is_our_origin(const struct fl_net *n, const struct fl_http *head)
{
    static const char *const schemes[] = {"http://", "https://"};
    struct fl_span origin = head->origin;
    if (!origin.at || (n->origin.at && is_same(origin, n->origin)))
        return true;
    for (int i = 0; i < 2; i++) {
        size_t len = strlen(schemes[i]);
        if (origin.len > len && !memcmp(origin.at, schemes[i], len) &&
            is_same((struct fl_span){origin.at + len, origin.len - len}, head->host))
            return true;
    }
    return false;
}

/* Behind a proxy, the one it speaks for takes a seat among his connections. */
static bool take_place(struct fl_conn *c, struct fl_place *place)
{
    if (c->is_placed || !place)
        return true;
    if (place->connections >= c->net->per_place)
        return false;
    c->place = place;
    place->connections++;
    return c->is_placed = true;
}

static void upgrade(struct fl_conn *c, const struct fl_http *head, struct fl_place *place)
{
    char accept[FL_ACCEPT_SIZE], memory[512];
    struct fl_buf out = fl_buf_over(memory, sizeof memory);
    int refusal = !head->upgrade                 ? 426
                  : !is_our_origin(c->net, head) ? 403
                  : !take_place(c, place)        ? 429
                                                 : 0;
    if (refusal) {
        fl_conn_refuse(c, refusal);
        return;
    }
    fl_handshake_accept(head->key, accept);
    fl_put(&out, "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n"
                 "Connection: Upgrade\r\n");
    put_field(&out, "Sec-WebSocket-Accept", accept);
    put_number(&out, "X-Request-Id", c->id);
    fl_put(&out, "\r\n");
    fl_conn_put(c, out.at, out.len);
    count(c, "/socket", 101, 0);
    if (!fl_conn_upgrade(c))
        fl_conn_drop(c, "full");
}

/* ---- records ---- */

/* A body is on its way, so whoever is refused has to come again on another connection. */
static void take_letter(struct fl_conn *c, const struct fl_http *head, struct fl_place *place)
{
    if (!is_our_origin(c->net, head))
        fl_conn_refuse(c, 403);
    else if (!take_place(c, place))
        fl_conn_refuse(c, 429);
    else if (!fl_desk_open(c, head->body))
        fl_conn_refuse(c, 503);
}

void fl_conn_reply(struct fl_conn *c, const char *json, size_t len)
{
    struct answer a = {.status = 200, .type = "application/json", .body = json, .len = len};
    if (!json)
        a = plain(503);
    count(c, fl_http_post_path, a.status, a.len);
    say(c, &a, true);
}

/* ---- the request ---- */

static struct fl_place *place_of(struct fl_conn *c, const struct fl_http *head)
{
    struct fl_net *n = c->net;
    struct fl_address address;
    if (!n->trust_proxy || !head->forwarded.at ||
        !fl_address_read(head->forwarded.at, head->forwarded.len, &address))
        return c->place;
    return fl_guard_place(&n->guard, &address, uv_now(n->loop));
}

void fl_conn_answer(struct fl_conn *c, const struct fl_http *head)
{
    struct fl_net *n = c->net;
    struct fl_place *place = place_of(c, head);
    struct fl_span name;
    const struct route *route = route_of(head->path, &name);
    if (n->stopping)
        fl_conn_refuse(c, 503);
    else if (place && !fl_bucket_take(&place->requests, n->guard.requests, uv_now(n->loop)))
        fl_conn_refuse(c, 429);
    else if (head->post)
        take_letter(c, head, place);
    else if (fl_span_is(head->path, "/socket"))
        upgrade(c, head, place);
    else if (route)
        tell(c, head, route, name);
    else
        show(c, head);
}
