/* Addresses of servers and tables. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "net/url.h"

static void addresses_are_read(void **state)
{
    static const struct {
        const char *text, *host, *port, *path, *table, *token;
        bool is_encrypted;
    } known[] = {
        {"http://localhost:8080/", "localhost", "8080", "/", "", "", false},
        {"localhost", "localhost", "80", "/", "", "", false},
        {"https://play.example", "play.example", "443", "/", "", "", true},
        {"https://play.example/games/#t=ab12&k=cd34", "play.example", "443", "/games/", "ab12",
         "cd34", true},
        {"http://a.example/games/index.html?x=1#j=R4XD81", "a.example", "80", "/games/", "R4XD81",
         "", false},
        {"http://[::1]:8080/#t=ab", "::1", "8080", "/", "ab", "", false},
        {"[::1]", "::1", "80", "/", "", "", false},
        {"a.example#rules/corsaires", "a.example", "80", "/", "", "", false},
    };
    (void)state;
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        struct fl_url url;
        assert_true(fl_url_read(known[i].text, &url));
        assert_string_equal(url.host, known[i].host);
        assert_string_equal(url.port, known[i].port);
        assert_string_equal(url.path, known[i].path);
        assert_string_equal(url.table, known[i].table);
        assert_string_equal(url.token, known[i].token);
        assert_int_equal(url.is_encrypted, known[i].is_encrypted);
    }
}

static void other_texts_are_refused(void **state)
{
    static const char *const wrong[] = {
        "",
        "http://",
        "http:///",
        "http://:80/",
        "a b",
        "host:port",
        "host:",
        "host:123456",
        "[::1",
        "[::1]x",
        "http://a/\r\nHost: b",
        "http://a\r\n/",
        "http://a/#t=a b",
        "http://\xc3\xa9/",
        "http://a/#t=012345678901234567890123456789012",
    };
    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        struct fl_url url;
        if (fl_url_read(wrong[i], &url))
            fail_msg("\"%s\" is not an address", wrong[i]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(addresses_are_read),
        cmocka_unit_test(other_texts_are_refused),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
