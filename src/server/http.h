/* A strict parser for the head of an HTTP/1.1 request: a pure function over bytes. It accepts GET
 * and HEAD, and POST at one path. It refuses any other body and any ambiguous framing or host, to
 * prevent request smuggling. */
#ifndef FL_SERVER_HTTP_H
#define FL_SERVER_HTTP_H

#include <stdbool.h>
#include <stddef.h>

enum {
    FL_HTTP_HEAD_MAX = 8192, /* bytes */
    FL_HTTP_FIELDS_MAX = 64,
    FL_HTTP_TARGET_MAX = 1024,
    FL_HTTP_HOST_MAX = 255,
    FL_HTTP_BODY_MAX = 1 << 18, /* bytes */
    FL_HTTP_KEY_LEN = 24,       /* Sec-WebSocket-Key: 16 bytes in base64 */
};

/* A part of the parsed bytes, not owned. `at` is NULL if the head has no such field. */
struct fl_span {
    const char *at;
    size_t len;
};

struct fl_http {
    struct fl_span path, query;  /* "/lobby", and the text after "?" */
    struct fl_span host, origin; /* Host, and Origin if present */
    struct fl_span forwarded;    /* the last value of X-Forwarded-For */
    struct fl_span match;        /* If-None-Match */
    struct fl_span key;          /* Sec-WebSocket-Key */
    bool close;                  /* "Connection: close" */
    bool gzip, brotli;           /* listed in Accept-Encoding ("gzip", "br") without q=0 */
    bool upgrade;                /* a valid request for an upgrade to WebSocket */
    bool post;                   /* POST, else GET or HEAD */
    bool head_only;              /* HEAD: the response has no body */
    size_t body;                 /* bytes of the body that follows; 0 unless POST */
    size_t len;                  /* bytes of the head, with its empty line */
};

/* Results of fl_http_read: the head is incomplete, or valid. Any other result is the HTTP status to
 * refuse the request with. */
enum { FL_HTTP_MORE = 0, FL_HTTP_READ = 200 };

/* Parses the head at the start of the bytes. The spans point into the bytes. */
int fl_http_read(const char *bytes, size_t len, struct fl_http *out);

/* The only path that accepts POST. */
extern const char fl_http_post_path[];

/* Whether a span equals a text. */
bool fl_span_is(struct fl_span, const char *text);

#endif
