/* Parses the head of a request: request line, header fields, empty line. Parsing functions return
 * FL_HTTP_READ or the status to refuse the request with. */
#include "server/http.h"

#include <string.h>

const char fl_http_post_path[] = "/replay";

bool fl_span_is(struct fl_span span, const char *text)
{
    return span.at && span.len == strlen(text) && !memcmp(span.at, text, span.len);
}

static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

/* Ignores the case of ASCII letters. */
static bool is_word(struct fl_span span, const char *word)
{
    if (!span.at || span.len != strlen(word))
        return false;
    for (size_t i = 0; i < span.len; i++)
        if (lower(span.at[i]) != word[i])
            return false;
    return true;
}

static bool is_alnum(char c)
{
    return (c >= '0' && c <= '9') || (lower(c) >= 'a' && lower(c) <= 'z');
}

/* A character of a token: RFC 9110, 5.6.2. */
static bool is_token(char c)
{
    return is_alnum(c) || (c && strchr("!#$%&'*+-.^_`|~", c));
}

/* Whether a span is not empty and consists of such characters only. */
static bool consists_of(struct fl_span span, bool (*is)(char))
{
    for (size_t i = 0; i < span.len; i++)
        if (!is(span.at[i]))
            return false;
    return span.len > 0;
}

/* Returns the part of `rest` before a character, or all of it, and leaves the part after it. */
static struct fl_span split(struct fl_span *rest, char at)
{
    const char *end = memchr(rest->at, at, rest->len);
    struct fl_span piece = {rest->at, end ? (size_t)(end - rest->at) : rest->len};
    size_t consumed = piece.len + (end != NULL);
    rest->at += consumed;
    rest->len -= consumed;
    return piece;
}

static struct fl_span trimmed(struct fl_span s)
{
    while (s.len && (*s.at == ' ' || *s.at == '\t')) {
        s.at++;
        s.len--;
    }
    while (s.len && (s.at[s.len - 1] == ' ' || s.at[s.len - 1] == '\t'))
        s.len--;
    return s;
}

/* ---- request line ---- */

static bool is_target(char c)
{
    return c > ' ' && c < 0x7F && c != '#';
}

static int read_target(struct fl_span target, struct fl_http *out)
{
    if (target.len > FL_HTTP_TARGET_MAX)
        return 414;
    if (!consists_of(target, is_target) || *target.at != '/')
        return 400;
    out->path = split(&target, '?');
    out->query = target;
    return FL_HTTP_READ;
}

static int read_request_line(struct fl_span line, struct fl_http *out)
{
    struct fl_span method = split(&line, ' ');
    struct fl_span target = split(&line, ' ');
    if (!consists_of(method, is_token) || line.len != 8 || memcmp(line.at, "HTTP/", 5))
        return 400;
    if (!fl_span_is(line, "HTTP/1.1"))
        return 505;
    out->post = fl_span_is(method, "POST");
    out->head_only = fl_span_is(method, "HEAD");
    if (!out->post && !out->head_only && !fl_span_is(method, "GET"))
        return 405;
    int status = read_target(target, out);
    bool misplaced = out->post && !fl_span_is(out->path, fl_http_post_path);
    return status == FL_HTTP_READ && misplaced ? 405 : status;
}

/* ---- header fields ---- */

/* The result, and field values that are needed until the whole head was read. */
struct parser {
    struct fl_http *out;
    struct fl_span version;  /* Sec-WebSocket-Version */
    struct fl_span length;   /* Content-Length */
    bool upgrade, websocket; /* "Connection: upgrade", "Upgrade: websocket" */
};

static bool is_host(char c)
{
    return is_alnum(c) || c == '.' || c == '-' || c == '_' || c == ':' || c == '[' || c == ']';
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool is_address(char c)
{
    return is_digit(c) || c == ':' || c == '.' || (lower(c) >= 'a' && lower(c) <= 'f');
}

/* "name", "name:port", "[address]" or "[address]:port". */
static bool is_valid_host(struct fl_span host)
{
    if (!consists_of(host, is_host) || host.len > FL_HTTP_HOST_MAX)
        return false;
    bool bracket = *host.at == '[';
    struct fl_span name = split(&host, bracket ? ']' : ':');
    if (bracket) {
        struct fl_span inside = {name.at + 1, name.len - 1};
        if (name.at[name.len] != ']' || !consists_of(inside, is_address))
            return false;
        if (!host.len)
            return true;
        if (*host.at++ != ':')
            return false;
        host.len--;
    } else if (!name.len || memchr(name.at, '[', name.len) || memchr(name.at, ']', name.len)) {
        return false;
    }
    return host.at == name.at + name.len || (host.len <= 5 && consists_of(host, is_digit));
}

/* Stores a field that must not be repeated. */
static int set_once(struct fl_span *field, struct fl_span value)
{
    if (field->at)
        return 400;
    *field = value;
    return FL_HTTP_READ;
}

static int read_host(struct parser *p, struct fl_span value)
{
    return is_valid_host(value) ? set_once(&p->out->host, value) : 400;
}

static int read_origin(struct parser *p, struct fl_span value)
{
    return set_once(&p->out->origin, value);
}

static int read_match(struct parser *p, struct fl_span value)
{
    return set_once(&p->out->match, value);
}

static int read_key(struct parser *p, struct fl_span value)
{
    return set_once(&p->out->key, value);
}

static int read_version(struct parser *p, struct fl_span value)
{
    return set_once(&p->version, value);
}

/* Each proxy appends a value, so the last one is from the proxy connected to this server. */
static int read_forwarded(struct parser *p, struct fl_span value)
{
    p->out->forwarded = value;
    while (value.len)
        p->out->forwarded = trimmed(split(&value, ','));
    return FL_HTTP_READ;
}

/* Content-Length. A request other than POST must not have a body. */
static int read_length(struct parser *p, struct fl_span value)
{
    enum { MAX_DIGITS = 9 };
    if (!consists_of(value, is_digit))
        return 400;
    if (!p->out->post)
        return fl_span_is(value, "0") ? set_once(&p->length, value) : 413;
    if (value.len > MAX_DIGITS)
        return 413;
    p->out->body = 0;
    for (size_t i = 0; i < value.len; i++)
        p->out->body = 10 * p->out->body + (size_t)(value.at[i] - '0');
    return p->out->body > FL_HTTP_BODY_MAX ? 413 : set_once(&p->length, value);
}

static int refuse_transfer_encoding(struct parser *p, struct fl_span value)
{
    (void)p;
    (void)value;
    return 501;
}

static int read_connection(struct parser *p, struct fl_span value)
{
    while (value.len) {
        struct fl_span word = trimmed(split(&value, ','));
        p->out->close |= is_word(word, "close");
        p->upgrade |= is_word(word, "upgrade");
    }
    return FL_HTTP_READ;
}

static int read_upgrade(struct parser *p, struct fl_span value)
{
    while (value.len)
        p->websocket |= is_word(trimmed(split(&value, ',')), "websocket");
    return FL_HTTP_READ;
}

/* Whether a quality value excludes its coding: "q=0", "q=0.0". */
static bool is_refused(struct fl_span quality)
{
    quality = trimmed(quality);
    if (quality.len < 3 || lower(quality.at[0]) != 'q' || quality.at[1] != '=')
        return false;
    for (size_t i = 2; i < quality.len; i++)
        if (quality.at[i] != '0' && quality.at[i] != '.')
            return false;
    return true;
}

static int read_accept_encoding(struct parser *p, struct fl_span value)
{
    while (value.len) {
        struct fl_span quality = split(&value, ',');
        struct fl_span coding = trimmed(split(&quality, ';'));
        if (is_word(coding, "gzip"))
            p->out->gzip = !is_refused(quality);
        if (is_word(coding, "br"))
            p->out->brotli = !is_refused(quality);
    }
    return FL_HTTP_READ;
}

static const struct {
    const char *name;
    int (*read)(struct parser *, struct fl_span value);
} fields[] = {
    {"host", read_host},
    {"connection", read_connection},
    {"upgrade", read_upgrade},
    {"sec-websocket-key", read_key},
    {"sec-websocket-version", read_version},
    {"origin", read_origin},
    {"x-forwarded-for", read_forwarded},
    {"if-none-match", read_match},
    {"accept-encoding", read_accept_encoding},
    {"content-length", read_length},
    {"transfer-encoding", refuse_transfer_encoding},
};

/* A character of a field value: printable ASCII, space, tab, or a byte outside ASCII. */
static bool is_value(char c)
{
    return (c >= ' ' && c != 0x7F) || c == '\t' || (unsigned char)c >= 0x80;
}

/* Unknown fields are checked for syntax and ignored. */
static int read_field(struct parser *p, struct fl_span line)
{
    struct fl_span name = split(&line, ':');
    struct fl_span value = trimmed(line);
    if (!consists_of(name, is_token) || line.at == name.at + name.len ||
        (value.len && !consists_of(value, is_value)))
        return 400;
    for (size_t i = 0; i < sizeof fields / sizeof fields[0]; i++)
        if (is_word(name, fields[i].name))
            return fields[i].read(p, value);
    return FL_HTTP_READ;
}

/* ---- complete head ---- */

static bool is_base64(char c)
{
    return is_alnum(c) || c == '+' || c == '/';
}

/* Sixteen bytes in base64. The last character has two significant bits; the others must be 0. */
static bool is_valid_key(struct fl_span key)
{
    if (!key.at || key.len != FL_HTTP_KEY_LEN || memcmp(key.at + 22, "==", 2))
        return false;
    return consists_of((struct fl_span){key.at, 22}, is_base64) && strchr("AQgw", key.at[21]);
}

static int check_post(const struct parser *p)
{
    return !p->length.at ? 411 : p->out->body ? FL_HTTP_READ : 400;
}

static int check_upgrade(const struct parser *p)
{
    if (!p->upgrade || !p->websocket || p->out->head_only)
        return FL_HTTP_READ;
    if (!fl_span_is(p->version, "13"))
        return 426;
    if (!is_valid_key(p->out->key))
        return 400;
    p->out->upgrade = true;
    return FL_HTTP_READ;
}

/* Returns the length up to the end of the first empty line, or 0. It also ends at a bare LF, which
 * take_line refuses later. */
static size_t head_end(const char *bytes, size_t len)
{
    const char *from = bytes;
    for (const char *end; (end = memchr(from, '\n', len - (size_t)(from - bytes)));) {
        size_t line = (size_t)(end - from);
        if (line == 0 || (line == 1 && *from == '\r'))
            return (size_t)(end - bytes) + 1;
        from = end + 1;
        if (from == bytes + len)
            break;
    }
    return 0;
}

/* Takes one line, without its end; false if it does not end in CR LF. */
static bool take_line(struct fl_span *rest, struct fl_span *line)
{
    *line = split(rest, '\n');
    if (!line->len || line->at[line->len - 1] != '\r')
        return false;
    line->len--;
    return true;
}

int fl_http_read(const char *bytes, size_t len, struct fl_http *out)
{
    struct parser p = {.out = out};
    struct fl_span rest, line;
    *out =
        (struct fl_http){.len = head_end(bytes, len < FL_HTTP_HEAD_MAX ? len : FL_HTTP_HEAD_MAX)};
    if (!out->len)
        return len < FL_HTTP_HEAD_MAX ? FL_HTTP_MORE : 431;
    rest = (struct fl_span){bytes, out->len};
    int status = take_line(&rest, &line) ? read_request_line(line, out) : 400;
    for (int n = 0; status == FL_HTTP_READ; n++) {
        if (!take_line(&rest, &line))
            return 400;
        if (!line.len)
            return !out->host.at ? 400 : out->post ? check_post(&p) : check_upgrade(&p);
        status = n < FL_HTTP_FIELDS_MAX ? read_field(&p, line) : 431;
    }
    return status;
}
