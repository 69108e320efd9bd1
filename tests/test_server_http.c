/* The HTTP head parser: what it accepts and what it rejects. Debian's http-parser checks every head
 * that it accepts. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "http_oracle.h"
#include "net/handshake.h"

#define HOST "Host: a.example\r\n"
#define GET(path) "GET " path " HTTP/1.1\r\n" HOST
#define KEY "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
#define SOCKET "Connection: keep-alive, Upgrade\r\nUpgrade: WebSocket\r\n"

static int status_of(const char *head)
{
    struct fl_http got;
    int status = fl_http_read(head, strlen(head), &got);
    if (status == FL_HTTP_READ)
        assert_true(oracle_agrees(head, &got));
    return status;
}

static struct fl_http read_head(const char *head)
{
    struct fl_http got;
    assert_int_equal(fl_http_read(head, strlen(head), &got), FL_HTTP_READ);
    assert_true(oracle_agrees(head, &got));
    return got;
}

static void an_ordinary_head_is_read(void **state)
{
    (void)state;
    struct fl_http got = read_head(GET("/table/abc?lang=fr&x=%2F") "Origin: https://a.example\r\n"
                                                                   "Accept: */*\r\n\r\nrest");
    assert_true(fl_span_is(got.path, "/table/abc"));
    assert_true(fl_span_is(got.query, "lang=fr&x=%2F"));
    assert_true(fl_span_is(got.host, "a.example"));
    assert_true(fl_span_is(got.origin, "https://a.example"));
    assert_false(got.upgrade || got.close || got.gzip);
    assert_null(got.key.at);
}

static void names_of_fields_have_any_case_and_values_no_edges(void **state)
{
    (void)state;
    struct fl_http got =
        read_head("GET / HTTP/1.1\r\nhOST:\t b:81 \t\r\nCONNECTION: x , Close\r\n\r\n");
    assert_true(fl_span_is(got.host, "b:81"));
    assert_true(got.close);
}

static void a_head_comes_in_pieces(void **state)
{
    (void)state;
    static const char head[] = GET("/") "Accept: text/html\r\n\r\n";
    struct fl_http got;
    for (size_t len = 0; len < sizeof head - 1; len++)
        assert_int_equal(fl_http_read(head, len, &got), FL_HTTP_MORE);
    assert_int_equal(fl_http_read(head, sizeof head - 1, &got), FL_HTTP_READ);
    assert_int_equal(got.len, sizeof head - 1);
}

static void a_second_head_behind_is_not_read(void **state)
{
    (void)state;
    static const char two[] = GET("/a") "\r\n" GET("/b") "\r\n";
    struct fl_http got = read_head(two);
    assert_int_equal(got.len, (sizeof two - 1) / 2);
    assert_true(fl_span_is(got.path, "/a"));
}

static void only_get_and_head_in_http_1_1_are_answered(void **state)
{
    (void)state;
    assert_int_equal(status_of("POST / HTTP/1.1\r\n" HOST "\r\n"), 405);
    assert_true(read_head("HEAD / HTTP/1.1\r\n" HOST "\r\n").head_only);
    assert_false(read_head("GET / HTTP/1.1\r\n" HOST "\r\n").head_only);
    assert_int_equal(status_of("HEADS / HTTP/1.1\r\n" HOST "\r\n"), 405);
    assert_int_equal(status_of("HEAD / HTTP/1.1\r\n" HOST "Content-Length: 5\r\n\r\n"), 413);
    assert_int_equal(status_of("GETS / HTTP/1.1\r\n" HOST "\r\n"), 405);
    assert_int_equal(status_of("get / HTTP/1.1\r\n" HOST "\r\n"), 405);
    assert_int_equal(status_of("GET / HTTP/1.0\r\n" HOST "\r\n"), 505);
    assert_int_equal(status_of("GET / HTTP/2.0\r\n" HOST "\r\n"), 505);
    assert_int_equal(status_of("GET / http/1.1\r\n" HOST "\r\n"), 400);
    assert_int_equal(status_of("GET / HTTP/1.1 \r\n" HOST "\r\n"), 400);
    assert_int_equal(status_of("GET  / HTTP/1.1\r\n" HOST "\r\n"), 400);
    assert_int_equal(status_of("GET /\r\n" HOST "\r\n"), 400);
    assert_int_equal(status_of(" GET / HTTP/1.1\r\n" HOST "\r\n"), 400);
    assert_int_equal(status_of("\r\n"), 400);
    assert_int_equal(status_of("\x16\x03\x01\x02\x01\n\n"), 400);
}

static void a_target_is_a_path(void **state)
{
    (void)state;
    assert_int_equal(status_of(GET("http://a.example/") "\r\n"), 400);
    assert_int_equal(status_of(GET("*") "\r\n"), 400);
    assert_int_equal(status_of(GET("/a\tb") "\r\n"), 400);
    assert_int_equal(status_of(GET("/\xC3\xA9") "\r\n"), 400);
    assert_int_equal(status_of(GET("/a#b") "\r\n"), 400);
    char head[FL_HTTP_TARGET_MAX + 100];
    for (size_t len = FL_HTTP_TARGET_MAX; len <= FL_HTTP_TARGET_MAX + 1; len++) {
        memset(head, 'a', sizeof head);
        memcpy(head, "GET /", 5);
        strcpy(head + 4 + len, " HTTP/1.1\r\n" HOST "\r\n");
        assert_int_equal(status_of(head), len == FL_HTTP_TARGET_MAX ? FL_HTTP_READ : 414);
    }
}

static int status_with(const char *field)
{
    char head[512];
    struct fl_buf out = fl_buf_over(head, sizeof head);
    fl_put(&out, GET("/"));
    fl_put(&out, field);
    fl_put(&out, "\r\n");
    return status_of(head);
}

static void bodies_are_refused(void **state)
{
    (void)state;
    assert_int_equal(status_with("Transfer-Encoding: chunked\r\n"), 501);
    assert_int_equal(status_with("Transfer-Encoding: identity\r\n"), 501);
    assert_int_equal(status_with("transfer-encoding:\r\n"), 501);
    assert_int_equal(status_with("Content-Length: 1\r\n"), 413);
    assert_int_equal(status_with("Content-Length: 00\r\n"), 413);
    assert_int_equal(status_with("Content-Length: -1\r\n"), 400);
    assert_int_equal(status_with("Content-Length: +0\r\n"), 400);
    assert_int_equal(status_with("Content-Length: 0\r\n"), 200);
    assert_int_equal(status_with("Content-Length: 0\r\nContent-Length: 0\r\n"), 400);
}

static int status_posted(const char *path, const char *field)
{
    char head[512];
    struct fl_buf out = fl_buf_over(head, sizeof head);
    fl_put(&out, "POST ");
    fl_put(&out, path);
    fl_put(&out, " HTTP/1.1\r\n" HOST);
    fl_put(&out, field);
    fl_put(&out, "\r\n");
    return status_of(head);
}

static void records_are_posted_at_one_path(void **state)
{
    (void)state;
    assert_int_equal(status_posted("/replay", "Content-Length: 262144\r\n"), FL_HTTP_READ);
    assert_int_equal(status_posted("/replay", "Content-Length: 262145\r\n"), 413);
    assert_int_equal(status_posted("/replay", "Content-Length: 99999999999999999999\r\n"), 413);
    assert_int_equal(status_posted("/replay", "Content-Length: 0\r\n"), 400);
    assert_int_equal(status_posted("/replay", "Content-Length: 1\r\nContent-Length: 1\r\n"), 400);
    assert_int_equal(status_posted("/replay", "Content-Length: 1x\r\n"), 400);
    assert_int_equal(status_posted("/replay", "Transfer-Encoding: chunked\r\n"), 501);
    assert_int_equal(status_posted("/replay", ""), 411);
    assert_int_equal(status_posted("/replays", "Content-Length: 1\r\n"), 405);
    struct fl_http got = read_head("POST /replay HTTP/1.1\r\n" HOST "Content-Length: 20\r\n\r\n");
    assert_true(got.post);
    assert_int_equal(got.body, 20);
}

static void fields_are_well_formed(void **state)
{
    (void)state;
    assert_int_equal(status_with("Folded: a\r\n b\r\n"), 400);
    assert_int_equal(status_with("Space : a\r\n"), 400);
    assert_int_equal(status_with(": a\r\n"), 400);
    assert_int_equal(status_with("No colon\r\n"), 400);
    assert_int_equal(status_with("Bare: a\n"), 400);
    assert_int_equal(status_with("Bare: a\rb\r\n"), 400);
    assert_int_equal(status_with("Control: \x01\r\n"), 400);
    assert_int_equal(status_with("Delete: \x7F\r\n"), 400);
    assert_int_equal(status_with("Letters: \xC3\xA9\r\n"), 200);
    assert_int_equal(status_with("Empty:\r\n"), 200);
    static const char zero[] = GET("/") "Zero: a\0b\r\n\r\n";
    struct fl_http got;
    assert_int_equal(fl_http_read(zero, sizeof zero - 1, &got), 400);
}

static int status_of_host(const char *host)
{
    char head[600];
    struct fl_buf out = fl_buf_over(head, sizeof head);
    fl_put(&out, "GET / HTTP/1.1\r\nHost: ");
    fl_put(&out, host);
    fl_put(&out, "\r\n\r\n");
    return status_of(head);
}

static void there_is_one_good_host(void **state)
{
    (void)state;
    static const char *const good[] = {"a", "a.example:8080", "127.0.0.1:1", "[::1]", "[::1]:80"};
    static const char *const bad[] = {
        "",   "a b", "a/b", "a@b", ":80",    "a:",    "a:b", "a:1:", "a:1:2", "[::1",    "[::1]x",
        "[]", "a]",  "a[b", "::1", "[::1]:", "a,b.c", "[g]", "a\"b", "<a>",   "a:123456"};
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++)
        assert_int_equal(status_of_host(good[i]), 200);
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        assert_int_equal(status_of_host(bad[i]), 400);
    assert_int_equal(status_of("GET / HTTP/1.1\r\n\r\n"), 400);
    assert_int_equal(status_with(HOST), 400);
    char host[FL_HTTP_HOST_MAX + 2];
    memset(host, 'a', sizeof host);
    host[FL_HTTP_HOST_MAX + 1] = '\0';
    assert_int_equal(status_of_host(host), 400);
    assert_int_equal(status_of_host(host + 1), 200);
}

static void a_head_has_a_size(void **state)
{
    (void)state;
    static char head[2 * FL_HTTP_HEAD_MAX];
    struct fl_buf out = fl_buf_over(head, sizeof head);
    struct fl_http got;
    fl_put(&out, GET("/"));
    for (int i = 1; i < FL_HTTP_FIELDS_MAX; i++)
        fl_put(&out, "A: b\r\n");
    size_t full = out.len;
    fl_put(&out, "\r\n");
    assert_int_equal(fl_http_read(head, out.len, &got), 200);
    out.len = full;
    fl_put(&out, "A: b\r\n\r\n");
    assert_int_equal(fl_http_read(head, out.len, &got), 431);
    memset(head + full, 'a', FL_HTTP_HEAD_MAX - full);
    assert_int_equal(fl_http_read(head, FL_HTTP_HEAD_MAX - 1, &got), FL_HTTP_MORE);
    assert_int_equal(fl_http_read(head, FL_HTTP_HEAD_MAX, &got), 431);
}

static void a_websocket_is_asked_for_rightly(void **state)
{
    (void)state;
    struct fl_http got = read_head(GET("/socket") SOCKET KEY "Sec-WebSocket-Version: 13\r\n\r\n");
    assert_true(got.upgrade);
    assert_int_equal(status_with(SOCKET KEY), 426);
    assert_int_equal(status_with(SOCKET KEY "Sec-WebSocket-Version: 8\r\n"), 426);
    assert_int_equal(status_with(SOCKET "Sec-WebSocket-Version: 13\r\n"), 400);
    assert_int_equal(status_with(SOCKET KEY KEY "Sec-WebSocket-Version: 13\r\n"), 400);
    assert_int_equal(status_with(SOCKET "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZR==\r\n"
                                        "Sec-WebSocket-Version: 13\r\n"),
                     400);
    assert_int_equal(status_with(SOCKET "Sec-WebSocket-Key: short==\r\n"
                                        "Sec-WebSocket-Version: 13\r\n"),
                     400);
    got =
        read_head("HEAD /socket HTTP/1.1\r\n" HOST SOCKET KEY "Sec-WebSocket-Version: 13\r\n\r\n");
    assert_false(got.upgrade);
    got = read_head(GET("/socket") "Upgrade: websocket\r\n" KEY "\r\n");
    assert_false(got.upgrade);
    got = read_head(GET("/socket") "Connection: upgrade\r\nUpgrade: h2c\r\n\r\n");
    assert_false(got.upgrade);
}

static void compression_is_accepted_unless_refused(void **state)
{
    (void)state;
    assert_true(read_head(GET("/") "Accept-Encoding: br, gzip;q=0.5\r\n\r\n").gzip);
    assert_true(read_head(GET("/") "Accept-Encoding: gzip\r\n\r\n").gzip);
    assert_false(read_head(GET("/") "Accept-Encoding: gzip;q=0.0, br\r\n\r\n").gzip);
    assert_false(read_head(GET("/") "Accept-Encoding: xgzip\r\n\r\n").gzip);
    assert_true(read_head(GET("/") "Accept-Encoding: gzip, deflate, br\r\n\r\n").brotli);
    assert_false(read_head(GET("/") "Accept-Encoding: gzip, br;q=0\r\n\r\n").brotli);
    assert_false(read_head(GET("/") "Accept-Encoding: gzip\r\n\r\n").brotli);
}

static void the_last_forwarded_address_counts(void **state)
{
    (void)state;
    struct fl_http got =
        read_head(GET("/") "X-Forwarded-For: 1.1.1.1\r\nX-Forwarded-For: 2.2.2.2,3.3.3.3\r\n\r\n");
    assert_true(fl_span_is(got.forwarded, "3.3.3.3"));
}

/* The example of RFC 6455, and keys at both ends of their range, hashed by another program. */
static void the_handshake_is_the_rfcs(void **state)
{
    (void)state;
    static const struct {
        const char *key, *accept;
    } known[] = {
        {"dGhlIHNhbXBsZSBub25jZQ==", "s3pPLMBiTxaQ9kYGzzhZRbK+xOo="},
        {"AAAAAAAAAAAAAAAAAAAAAA==", "ICX+Yqv66kxgM0FcWaLWlFLwTAI="},
        {"//////////////////////==", "zXRQvy1wi5A4l0hwWYxMN3e2wNk="},
    };
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        char accept[FL_ACCEPT_SIZE];
        fl_handshake_accept(known[i].key, accept);
        assert_string_equal(accept, known[i].accept);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_ordinary_head_is_read),
        cmocka_unit_test(names_of_fields_have_any_case_and_values_no_edges),
        cmocka_unit_test(a_head_comes_in_pieces),
        cmocka_unit_test(a_second_head_behind_is_not_read),
        cmocka_unit_test(only_get_and_head_in_http_1_1_are_answered),
        cmocka_unit_test(a_target_is_a_path),
        cmocka_unit_test(bodies_are_refused),
        cmocka_unit_test(records_are_posted_at_one_path),
        cmocka_unit_test(fields_are_well_formed),
        cmocka_unit_test(there_is_one_good_host),
        cmocka_unit_test(a_head_has_a_size),
        cmocka_unit_test(a_websocket_is_asked_for_rightly),
        cmocka_unit_test(compression_is_accepted_unless_refused),
        cmocka_unit_test(the_last_forwarded_address_counts),
        cmocka_unit_test(the_handshake_is_the_rfcs),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
