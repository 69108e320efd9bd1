/* Limits by connection and by address, with a clock of our own. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "server/guard.h"

static const struct fl_rate ten = {.a_second = 10, .burst = 30};

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
    struct fl_bucket b = fl_bucket_full(ten, 5000);
    assert_int_equal(taken(&b, 5000), 30);
    assert_int_equal(taken(&b, 5099), 0);
    assert_int_equal(taken(&b, 5100), 1);
    assert_int_equal(taken(&b, 6100), 10);
    assert_int_equal(taken(&b, UINT64_MAX / 1000), 30);
}

/* All lines of an address at `--rate 100000`: ten million at once. */
static void a_bucket_may_be_huge(void **state)
{
    static const struct fl_rate most = {.a_second = 2000000, .burst = 10000000};
    (void)state;
    struct fl_bucket b = fl_bucket_full(most, 5000);
    uint32_t n = 0;
    while (fl_bucket_take(&b, most, 5000))
        n++;
    assert_int_equal(n, most.burst);
    assert_true(fl_bucket_take(&b, most, 9000));
    assert_int_equal(b.drops, 8000000u * 1000ull - 1000);
}

static struct fl_address address(const char *text)
{
    struct fl_address a;
    assert_true(fl_address_read(text, strlen(text), &a));
    return a;
}

static void addresses_are_read(void **state)
{
    static const char *const bad[] = {"", "1.2.3", "1.2.3.4.5", "unknown", "[::1", ":", "1.2.3.4 "};
    (void)state;
    struct fl_address a = address("192.0.2.1"), b = address("::ffff:192.0.2.1");
    assert_memory_equal(&a, &b, sizeof a);
    a = address("2001:db8::1");
    b = address("[2001:db8::1]:443");
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

static struct fl_place *place(struct fl_guard *g, const char *text)
{
    struct fl_address a = address(text);
    return fl_guard_place(g, &a, 1000);
}

static void a_house_is_one_place(void **state)
{
    (void)state;
    struct fl_guard *g = calloc(1, sizeof *g);
    assert_ptr_equal(place(g, "2001:db8:0:1::1"), place(g, "2001:db8:0:1:ffff::2"));
    assert_ptr_not_equal(place(g, "2001:db8:0:1::1"), place(g, "2001:db8:0:2::1"));
    assert_ptr_not_equal(place(g, "192.0.2.1"), place(g, "192.0.2.2"));
    assert_int_equal(g->places, 4);
    fl_guard_end(g);
    free(g);
}

static void places_are_forgotten_when_nothing_is_owed(void **state)
{
    (void)state;
    struct fl_guard *g = calloc(1, sizeof *g);
    g->requests = g->lines = ten;
    place(g, "192.0.2.1")->connections = 1;
    assert_true(fl_bucket_take(&place(g, "192.0.2.2")->requests, ten, 1000));
    place(g, "192.0.2.3");
    fl_guard_sweep(g, 1000);
    assert_int_equal(g->places, 2);
    fl_guard_sweep(g, 2000);
    assert_int_equal(g->places, 1);
    assert_int_equal(place(g, "192.0.2.1")->connections, 1);
    fl_guard_end(g);
    free(g);
}

/* Memory is no way in either: beyond so many addresses, strangers share one place. */
static void there_are_only_so_many_places(void **state)
{
    (void)state;
    struct fl_guard *g = calloc(1, sizeof *g);
    struct fl_address a = address("10.0.0.0");
    for (uint32_t i = 0; i < FL_GUARD_PLACES + 10; i++) {
        a.byte[13] = (uint8_t)(i >> 16);
        a.byte[14] = (uint8_t)(i >> 8);
        a.byte[15] = (uint8_t)i;
        struct fl_place *p = fl_guard_place(g, &a, 1000);
        assert_true((p == &g->crowd) == (i >= FL_GUARD_PLACES));
    }
    fl_guard_end(g);
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
        cmocka_unit_test(places_are_forgotten_when_nothing_is_owed),
        cmocka_unit_test(there_are_only_so_many_places),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
