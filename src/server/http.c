/* Reading the head of a request: the request line, then fields, then an empty line. */
#include "server/http.h"

#include <string.h>

const char fl_http_post_path[] = "/replay";

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

const char *fl_http_reason(int status)
{
    for (size_t i = 0; i < sizeof reasons / sizeof reasons[0]; i++)
        if (reasons[i].status == status)
            return reasons[i].reason;
    return "Error";
}

bool fl_span_is(struct fl_span span, const char *text)
{
    return span.at && span.len == strlen(text) && !memcmp(span.at, text, span.len);
}

static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

bool fl_span_is_word(struct fl_span span, const char *word)
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

/* RFC 9110, 5.6.2. */
static bool is_token(char c)
{
    return is_alnum(c) || (c && strchr("!#$%&'*+-.^_`|~", c));
}

static bool all(struct fl_span span, bool (*is)(char))
{
    for (size_t i = 0; i < span.len; i++)
        if (!is(span.at[i]))
            return false;
    return span.len > 0;
}

/* The piece up to a character, or all of it; *rest begins behind the character. */
static struct fl_span cut(struct fl_span *rest, char at)
{
    const char *end = memchr(rest->at, at, rest->len);
    struct fl_span piece = {rest->at, end ? (size_t)(end - rest->at) : rest->len};
    size_t gone = piece.len + (end != NULL);
    rest->at += gone;
    rest->len -= gone;
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

/* ---- the request line ---- */

static bool is_target(char c)
{
    return c > ' ' && c < 0x7F && c != '#';
}

static int read_target(struct fl_span target, struct fl_http *out)
{
    if (target.len > FL_HTTP_TARGET_MAX)
        return 414;
    if (!all(target, is_target) || *target.at != '/')
        return 400;
    out->path = cut(&target, '?');
    out->query = target;
    return FL_HTTP_READ;
}

static int read_request_line(struct fl_span line, struct fl_http *out)
{
    struct fl_span method = cut(&line, ' ');
    struct fl_span target = cut(&line, ' ');
    if (!all(method, is_token) || line.len != 8 || memcmp(line.at, "HTTP/", 5))
        return 400;
    if (!fl_span_is(line, "HTTP/1.1"))
        return 505;
    out->post = fl_span_is(method, "POST");
    out->bare = fl_span_is(method, "HEAD");
    if (!out->post && !out->bare && !fl_span_is(method, "GET"))
        return 405;
    int status = read_target(target, out);
    bool misplaced = out->post && !fl_span_is(out->path, fl_http_post_path);
    return status == FL_HTTP_READ && misplaced ? 405 : status;
}

/* ---- fields ---- */

/* What is asked of a head besides the spans it gave. */
struct reading {
    struct fl_http *out;
    struct fl_span version; /* Sec-WebSocket-Version */
    struct fl_span length;  /* Content-Length */
    bool upgrade, websocket;
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
static bool is_good_host(struct fl_span host)
{
    if (!all(host, is_host) || host.len > FL_HTTP_HOST_MAX)
        return false;
    bool bracket = *host.at == '[';
    struct fl_span name = cut(&host, bracket ? ']' : ':');
    if (bracket) {
        struct fl_span inside = {name.at + 1, name.len - 1};
        if (name.at[name.len] != ']' || !all(inside, is_address))
            return false;
        if (!host.len)
            return true;
        if (*host.at++ != ':')
            return false;
        host.len--;
    } else if (!name.len || memchr(name.at, '[', name.len) || memchr(name.at, ']', name.len)) {
        return false;
    }
    return host.at == name.at + name.len || (host.len <= 5 && all(host, is_digit));
}

static int keep_once(struct fl_span *field, struct fl_span value)
{
    if (field->at)
        return 400;
    *field = value;
    return FL_HTTP_READ;
}

static int read_host(struct reading *r, struct fl_span value)
{
    return is_good_host(value) ? keep_once(&r->out->host, value) : 400;
}

static int read_origin(struct reading *r, struct fl_span value)
{
    return keep_once(&r->out->origin, value);
}

static int read_match(struct reading *r, struct fl_span value)
{
    return keep_once(&r->out->match, value);
}

static int read_key(struct reading *r, struct fl_span value)
{
    return keep_once(&r->out->key, value);
}

static int read_version(struct reading *r, struct fl_span value)
{
    return keep_once(&r->version, value);
}

/* Proxies append, so the last value is the one written by the proxy next to us. */
static int read_forwarded(struct reading *r, struct fl_span value)
{
    while (value.len)
        r->out->forwarded = trimmed(cut(&value, ','));
    return FL_HTTP_READ;
}

static int read_length(struct reading *r, struct fl_span value)
{
    enum { MOST_DIGITS = 9 };
    if (!all(value, is_digit))
        return 400;
    if (!r->out->post)
        return fl_span_is(value, "0") ? keep_once(&r->length, value) : 413;
    if (value.len > MOST_DIGITS)
        return 413;
    r->out->body = 0;
    for (size_t i = 0; i < value.len; i++)
        r->out->body = 10 * r->out->body + (size_t)(value.at[i] - '0');
    return r->out->body > FL_HTTP_BODY_MAX ? 413 : keep_once(&r->length, value);
}

static int refuse_encoding(struct reading *r, struct fl_span value)
{
    (void)r;
    (void)value;
    return 501;
}

static int read_connection(struct reading *r, struct fl_span value)
{
    while (value.len) {
        struct fl_span word = trimmed(cut(&value, ','));
        r->out->close |= fl_span_is_word(word, "close");
        r->upgrade |= fl_span_is_word(word, "upgrade");
    }
    return FL_HTTP_READ;
}

static int read_upgrade(struct reading *r, struct fl_span value)
{
    while (value.len)
        r->websocket |= fl_span_is_word(trimmed(cut(&value, ',')), "websocket");
    return FL_HTTP_READ;
}

/* "q=0", "q=0.0": this coding is not wanted. */
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

static int read_coding(struct reading *r, struct fl_span value)
{
    while (value.len) {
        struct fl_span quality = cut(&value, ',');
        struct fl_span coding = trimmed(cut(&quality, ';'));
        if (fl_span_is_word(coding, "gzip"))
            r->out->gzip = !is_refused(quality);
    }
    return FL_HTTP_READ;
}

static const struct {
    const char *name;
    int (*read)(struct reading *, struct fl_span value);
} fields[] = {
    {"host", read_host},
    {"connection", read_connection},
    {"upgrade", read_upgrade},
    {"sec-websocket-key", read_key},
    {"sec-websocket-version", read_version},
    {"origin", read_origin},
    {"x-forwarded-for", read_forwarded},
    {"if-none-match", read_match},
    {"accept-encoding", read_coding},
    {"content-length", read_length},
    {"transfer-encoding", refuse_encoding},
};

/* Visible characters, spaces, tabs, and bytes of other letters. */
static bool is_value(char c)
{
    return (c >= ' ' && c != 0x7F) || c == '\t' || (unsigned char)c >= 0x80;
}

static int read_field(struct reading *r, struct fl_span line)
{
    struct fl_span name = cut(&line, ':');
    struct fl_span value = trimmed(line);
    if (!all(name, is_token) || line.at == name.at + name.len ||
        (value.len && !all(value, is_value)))
        return 400;
    for (size_t i = 0; i < sizeof fields / sizeof fields[0]; i++)
        if (fl_span_is_word(name, fields[i].name))
            return fields[i].read(r, value);
    return FL_HTTP_READ;
}

/* ---- the whole ---- */

static bool is_base64(char c)
{
    return is_alnum(c) || c == '+' || c == '/';
}

/* Sixteen bytes in base64: of the last letter only two bits count. */
static bool is_good_key(struct fl_span key)
{
    if (!key.at || key.len != FL_HTTP_KEY_LEN || memcmp(key.at + 22, "==", 2))
        return false;
    return all((struct fl_span){key.at, 22}, is_base64) && strchr("AQgw", key.at[21]);
}

static int judge_post(const struct reading *r)
{
    return !r->length.at ? 411 : r->out->body ? FL_HTTP_READ : 400;
}

static int judge_upgrade(const struct reading *r)
{
    if (!r->upgrade || !r->websocket || r->out->bare)
        return FL_HTTP_READ;
    if (!fl_span_is(r->version, "13"))
        return 426;
    if (!is_good_key(r->out->key))
        return 400;
    r->out->upgrade = true;
    return FL_HTTP_READ;
}

/* Where the empty line ends, or 0. A line feed must follow a carriage return; so must nothing
 * else, which the fields see to. */
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

/* One line without its end; false if it ends in anything but CR LF. */
static bool take_line(struct fl_span *rest, struct fl_span *line)
{
    *line = cut(rest, '\n');
    if (!line->len || line->at[line->len - 1] != '\r')
        return false;
    line->len--;
    return true;
}

int fl_http_read(const char *bytes, size_t len, struct fl_http *out)
{
    struct reading r = {.out = out};
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
            return !out->host.at ? 400 : out->post ? judge_post(&r) : judge_upgrade(&r);
        status = n < FL_HTTP_FIELDS_MAX ? read_field(&r, line) : 431;
    }
    return status;
}
