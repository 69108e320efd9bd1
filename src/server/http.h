/* The head of an HTTP/1.1 request, read strictly: a pure function over bytes. We answer GET and
 * HEAD, and POST at one path; whatever else could mean a body, a second reading or another host is
 * refused.
 */
#ifndef FL_SERVER_HTTP_H
#define FL_SERVER_HTTP_H

#include <stdbool.h>
#include <stddef.h>

enum {
    FL_HTTP_HEAD_MAX = 8192, /* bytes of a head */
    FL_HTTP_FIELDS_MAX = 64,
    FL_HTTP_TARGET_MAX = 1024,
    FL_HTTP_HOST_MAX = 255,
    FL_HTTP_BODY_MAX = 1 << 18, /* bytes of what is posted */
    FL_HTTP_KEY_LEN = 24,       /* Sec-WebSocket-Key: 16 bytes in base64 */
};

/* Some of the bytes that were read; at is NULL where the head had no such field. */
struct fl_span {
    const char *at;
    size_t len;
};

struct fl_http {
    struct fl_span path, query;  /* "/lobby", and what stood behind "?" */
    struct fl_span host, origin; /* origin may be absent */
    struct fl_span forwarded;    /* X-Forwarded-For, the last of its values */
    struct fl_span match;        /* If-None-Match */
    struct fl_span key;          /* Sec-WebSocket-Key */
    bool close;                  /* "Connection: close" */
    bool gzip;                   /* "Accept-Encoding: gzip", not refused by q=0 */
    bool upgrade;                /* asks to speak WebSocket, and may */
    bool post;                   /* a question about a record; else GET or HEAD */
    bool bare;                   /* HEAD: the answer is wanted without its body */
    size_t body;                 /* bytes that follow the head; 0 unless posted */
    size_t len;                  /* of the head, its empty line included */
};

/* Statuses of a head; any other number is the HTTP status to refuse it with. */
enum { FL_HTTP_MORE = 0, FL_HTTP_READ = 200 };

/* Reads the head these bytes begin with. The spans point into the bytes. */
int fl_http_read(const char *bytes, size_t len, struct fl_http *out);

/* Where things may be posted. */
extern const char fl_http_post_path[];

/* What an HTTP status is called: "Not Found". */
const char *fl_http_reason(int status);

bool fl_span_is(struct fl_span, const char *text);
bool fl_span_is_word(struct fl_span, const char *lower_case); /* whatever its case */

#endif
