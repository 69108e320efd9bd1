/* Debian's http-parser, as the judge of our own: every head we take must be one it takes, as long
 * as we say, for the same target, with the host and the upgrade we saw. */
#ifndef FL_TESTS_HTTP_ORACLE_H
#define FL_TESTS_HTTP_ORACLE_H

#include <http_parser.h>
#include <string.h>
#include <strings.h>

#include "core/buf.h"
#include "server/http.h"

struct oracle {
    char url_text[FL_HTTP_HEAD_MAX], host_text[FL_HTTP_HEAD_MAX], field_text[FL_HTTP_HEAD_MAX];
    struct fl_buf url, host, field;
    bool in_value, whole;
    int hosts;
};

static int oracle_url(http_parser *p, const char *at, size_t len)
{
    struct oracle *o = p->data;
    fl_put_bytes(&o->url, at, len);
    return 0;
}

static int oracle_field(http_parser *p, const char *at, size_t len)
{
    struct oracle *o = p->data;
    if (o->in_value)
        fl_buf_clear(&o->field);
    o->in_value = false;
    fl_put_bytes(&o->field, at, len);
    return 0;
}

static int oracle_value(http_parser *p, const char *at, size_t len)
{
    struct oracle *o = p->data;
    bool is_host = !strcasecmp(o->field.at, "host");
    o->hosts += is_host && !o->in_value;
    o->in_value = true;
    if (is_host)
        fl_put_bytes(&o->host, at, len);
    return 0;
}

/* Stops it here: what follows is none of this head. */
static int oracle_whole(http_parser *p)
{
    struct oracle *o = p->data;
    o->whole = true;
    http_parser_pause(p, 1);
    return 0;
}

/* http-parser takes "Transfer-Encodings: x" for a transfer encoding and waits for a body. */
static bool oracle_is_mistaken(const char *bytes, const struct fl_http *ours)
{
    static const char name[] = "transfer-encoding";
    for (size_t i = 0; i + sizeof name <= ours->len; i++)
        if (!strncasecmp(bytes + i, name, sizeof name - 1))
            return true;
    return false;
}

static bool oracle_agrees(const char *bytes, const struct fl_http *ours)
{
    static struct oracle o;
    if (oracle_is_mistaken(bytes, ours))
        return true;
    static const http_parser_settings settings = {.on_url = oracle_url,
                                                  .on_header_field = oracle_field,
                                                  .on_header_value = oracle_value,
                                                  .on_message_complete = oracle_whole};
    http_parser parser;
    o = (struct oracle){0};
    o.url = fl_buf_over(o.url_text, sizeof o.url_text);
    o.host = fl_buf_over(o.host_text, sizeof o.host_text);
    o.field = fl_buf_over(o.field_text, sizeof o.field_text);
    http_parser_init(&parser, HTTP_REQUEST);
    parser.data = &o;
    http_parser_execute(&parser, &settings, bytes, ours->len);
    size_t target =
        ours->path.len + (ours->query.at != ours->path.at + ours->path.len) + ours->query.len;
    while (o.host.len && (o.host.at[o.host.len - 1] == ' ' || o.host.at[o.host.len - 1] == '\t'))
        o.host.len--;
    bool posted = parser.method == HTTP_POST && parser.content_length == ours->body; /* to come */
    bool got = parser.method == (ours->head_only ? HTTP_HEAD : HTTP_GET) && o.whole;
    return (ours->post ? posted : got) && o.hosts == 1 && o.url.len == target &&
           !memcmp(o.url.at, ours->path.at, target) && o.host.len == ours->host.len &&
           !memcmp(o.host.at, ours->host.at, o.host.len) && (!ours->upgrade || parser.upgrade);
}

#endif
