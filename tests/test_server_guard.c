/* Rate limits by connection and by address, with a simulated clock. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "server/rate_limit.h"

static const struct fl_rate ten = {.per_second = 10, .burst = 30};

static int taken(struct fl_bucket *b, uint64_t now)
{
    int n = 0;
    while (fl_bucket_take(b, ten, now))
        n++;
    return n;
}

static void a_bucket_holds_a_burst_and_fills_again(void **state)
{
    (void)state;
    struct fl_bucket b = {0};
    assert_int_equal(taken(&b, 5000), 30);
    assert_int_equal(taken(&b, 5099), 0);
    assert_int_equal(taken(&b, 5100), 1);
    assert_int_equal(taken(&b, 6100), 10);
    assert_int_equal(taken(&b, UINT64_MAX / 1000), 30);
}

/* All lines of an address at `--rate 100000`: ten million at once. */
static void a_bucket_may_be_huge(void **state)
{
    static const struct fl_rate most = {.per_second = 2000000, .burst = 10000000};
    (void)state;
    struct fl_bucket b = {0};
    uint32_t n = 0;
    while (fl_bucket_take(&b, most, 5000))
        n++;
    assert_int_equal(n, most.burst);
    assert_true(fl_bucket_take(&b, most, 9000));
    assert_int_equal(b.spent, 2000000u * 1000ull + 1000);
}

static struct fl_address address(const char *text)
{
    struct fl_address a;
    assert_true(fl_address_read(text, strlen(text), &a));
    return a;
}

static void addresses_are_read(void **state)
{
    static const char *const bad[] = {
        "",       "1.2.3",  "1.2.3.4.5", "unknown",   "[::1",     ":",          "1.2.3.4 ",
        "_x",     "[::1]x", "[::1]:",    "[::1]:x80", "1.2.3.4:", "1.2.3.4:x",  "1.2.3.4:123456",
        "[::1]]", "[]",     "[1.2.3.4]", "a.example", "::1:80:x", "[::1]:80:80"};
    (void)state;
    struct fl_address a = address("192.0.2.1"), b = address("::ffff:192.0.2.1");
    assert_memory_equal(&a, &b, sizeof a);
    a = address("2001:db8::1");
    b = address("[2001:db8::1]:443");
    assert_memory_equal(&a, &b, sizeof a);
    b = address("[2001:db8::1]");
    assert_memory_equal(&a, &b, sizeof a);
    a = address("192.0.2.1");
    b = address("192.0.2.1:5678");
    assert_memory_equal(&a, &b, sizeof a);
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        assert_false(fl_address_read(bad[i], strlen(bad[i]), &a));
    char longest[100];
    memset(longest, '1', sizeof longest);
    assert_false(fl_address_read(longest, sizeof longest, &a));
}

static void this_machine_is_known(void **state)
{
    (void)state;
    struct fl_address here[] = {address("127.0.0.1"), address("127.9.9.9"), address("::1")};
    struct fl_address there[] = {address("128.0.0.1"), address("::2"), address("2001:db8::1")};
    for (int i = 0; i < 3; i++) {
        assert_true(fl_address_is_loopback(&here[i]));
        assert_false(fl_address_is_loopback(&there[i]));
    }
}

static struct fl_address_usage *place(struct fl_rate_limiter *g, const char *text)
{
    struct fl_address a = address(text);
    return fl_rate_limiter_usage(g, &a);
}

static void a_house_is_one_place(void **state)
{
    (void)state;
    struct fl_rate_limiter *g = calloc(1, sizeof *g);
    assert_ptr_equal(place(g, "2001:db8:0:1::1"), place(g, "2001:db8:0:1:ffff::2"));
    assert_ptr_not_equal(place(g, "2001:db8:0:1::1"), place(g, "2001:db8:0:2::1"));
    assert_ptr_not_equal(place(g, "192.0.2.1"), place(g, "192.0.2.2"));
    assert_int_equal(g->addresses, 5); /* with the /48 of both */
    fl_rate_limiter_end(g);
    free(g);
}

/* A /48 has 65,536 times as many networks, but only eight times as much of everything. */
static void all_networks_of_a_customer_share(void **state)
{
    (void)state;
    struct fl_rate_limiter *g = calloc(1, sizeof *g);
    int requests = 0, lines = 0, connections = 0, questions = 0;
    struct fl_address a = address("2001:db8:1::1");
    g->rate[FL_RATE_REQUESTS] = g->rate[FL_RATE_LINES] = ten;
    g->open_max[FL_OPEN_CONNECTIONS] = 5;
    g->open_max[FL_OPEN_JOBS] = 2;
    for (uint8_t net = 0; net < 100; net++) {
        a.byte[7] = net;
        struct fl_address_usage *p = fl_rate_limiter_usage(g, &a);
        for (int i = 0; i < 50; i++) {
            requests += fl_rate_limiter_take(g, FL_RATE_REQUESTS, p, 1000);
            lines += fl_rate_limiter_take(g, FL_RATE_LINES, p, 1000);
            connections += fl_rate_limiter_enter(g, FL_OPEN_CONNECTIONS, p);
            questions += fl_rate_limiter_enter(g, FL_OPEN_JOBS, p);
        }
    }
    assert_int_equal(requests, 8 * 30);
    assert_int_equal(lines, 8 * 30);
    assert_int_equal(connections, 8 * 5);
    assert_int_equal(questions, 8 * 2);
    assert_true(fl_rate_limiter_take(g, FL_RATE_REQUESTS, place(g, "2001:db8:2::1"), 1000));
    assert_true(fl_rate_limiter_enter(g, FL_OPEN_CONNECTIONS, place(g, "2001:db8:2::1")));
    fl_rate_limiter_end(g);
    free(g);
}

static void connections_that_close_make_room(void **state)
{
    (void)state;
    struct fl_rate_limiter *g = calloc(1, sizeof *g);
    g->open_max[FL_OPEN_CONNECTIONS] = g->open_max[FL_OPEN_JOBS] = 1;
    for (int i = 0; i < 100; i++) {
        struct fl_address_usage *p = place(g, "2001:db8:1::1");
        assert_true(fl_rate_limiter_enter(g, FL_OPEN_CONNECTIONS, p));
        assert_false(fl_rate_limiter_enter(g, FL_OPEN_CONNECTIONS, p));
        assert_true(fl_rate_limiter_enter(g, FL_OPEN_JOBS, p));
        fl_rate_limiter_leave(FL_OPEN_JOBS, p);
        fl_rate_limiter_leave(FL_OPEN_CONNECTIONS, p);
    }
    fl_rate_limiter_sweep(g, 1000);
    fl_rate_limiter_sweep(g, 1000); /* the /48 goes after its last /64 */
    assert_int_equal(g->addresses, 0);
    fl_rate_limiter_end(g);
    free(g);
}

static void clients_without_a_known_address_share_a_place(void **state)
{
    (void)state;
    struct fl_rate_limiter *g = calloc(1, sizeof *g);
    g->rate[FL_RATE_REQUESTS] = ten;
    g->open_max[FL_OPEN_CONNECTIONS] = 5;
    int requests = 0, connections = 0;
    for (int i = 0; i < 100; i++) {
        requests +=
            fl_rate_limiter_take(g, FL_RATE_REQUESTS, fl_rate_limiter_usage(g, NULL), 100000);
        connections +=
            fl_rate_limiter_enter(g, FL_OPEN_CONNECTIONS, fl_rate_limiter_usage(g, NULL));
    }
    assert_int_equal(requests, 30);
    assert_int_equal(connections, 5);
    free(g);
}

static uint64_t origin(const struct fl_rate_limiter *g, const char *text)
{
    struct fl_address a = address(text);
    return fl_rate_limiter_origin(g, &a);
}

static void an_origin_is_an_ipv4_address_or_48_bits_of_ipv6(void **state)
{
    (void)state;
    struct fl_rate_limiter *g = calloc(1, sizeof *g), *other = calloc(1, sizeof *g);
    other->salt[0] = 1;
    assert_int_equal(origin(g, "192.0.2.1"), origin(g, "::ffff:192.0.2.1"));
    assert_int_not_equal(origin(g, "192.0.2.1"), origin(g, "192.0.2.2"));
    assert_int_equal(origin(g, "2001:db8:1::1"), origin(g, "2001:db8:1:ffff::2"));
    assert_int_not_equal(origin(g, "2001:db8:1::1"), origin(g, "2001:db8:2::1"));
    assert_int_not_equal(origin(g, "192.0.2.1"), origin(other, "192.0.2.1"));
    free(other);
    free(g);
}

static void clients_of_no_known_address_share_an_origin(void **state)
{
    (void)state;
    struct fl_rate_limiter *g = calloc(1, sizeof *g);
    assert_int_not_equal(fl_rate_limiter_origin(g, NULL), 0);
    assert_int_equal(fl_rate_limiter_origin(g, NULL), fl_rate_limiter_origin(g, NULL));
    assert_int_not_equal(fl_rate_limiter_origin(g, NULL), origin(g, "::"));
    free(g);
}

static void places_are_forgotten_when_nothing_is_owed(void **state)
{
    (void)state;
    struct fl_rate_limiter *g = calloc(1, sizeof *g);
    g->rate[FL_RATE_REQUESTS] = g->rate[FL_RATE_LINES] = ten;
    place(g, "192.0.2.1")->open[FL_OPEN_CONNECTIONS] = 1;
    assert_true(fl_bucket_take(&place(g, "192.0.2.2")->bucket[FL_RATE_REQUESTS], ten, 1000));
    place(g, "192.0.2.3");
    fl_rate_limiter_sweep(g, 1000);
    assert_int_equal(g->addresses, 2);
    fl_rate_limiter_sweep(g, 2000);
    assert_int_equal(g->addresses, 1);
    assert_int_equal(place(g, "192.0.2.1")->open[FL_OPEN_CONNECTIONS], 1);
    fl_rate_limiter_end(g);
    free(g);
}

/* Memory is limited too: beyond a number of addresses, unknown ones share one entry. */
static void there_are_only_so_many_places(void **state)
{
    (void)state;
    struct fl_rate_limiter *g = calloc(1, sizeof *g);
    struct fl_address a = address("10.0.0.0");
    for (uint32_t i = 0; i < FL_RATE_LIMITER_ADDRESSES + 10; i++) {
        a.byte[13] = (uint8_t)(i >> 16);
        a.byte[14] = (uint8_t)(i >> 8);
        a.byte[15] = (uint8_t)i;
        struct fl_address_usage *p = fl_rate_limiter_usage(g, &a);
        assert_true((p == &g->shared) == (i >= FL_RATE_LIMITER_ADDRESSES));
    }
    fl_rate_limiter_end(g);
    free(g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_bucket_holds_a_burst_and_fills_again),
        cmocka_unit_test(a_bucket_may_be_huge),
        cmocka_unit_test(addresses_are_read),
        cmocka_unit_test(this_machine_is_known),
        cmocka_unit_test(a_house_is_one_place),
        cmocka_unit_test(all_networks_of_a_customer_share),
        cmocka_unit_test(connections_that_close_make_room),
        cmocka_unit_test(clients_without_a_known_address_share_a_place),
        cmocka_unit_test(an_origin_is_an_ipv4_address_or_48_bits_of_ipv6),
        cmocka_unit_test(clients_of_no_known_address_share_an_origin),
        cmocka_unit_test(places_are_forgotten_when_nothing_is_owed),
        cmocka_unit_test(there_are_only_so_many_places),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
