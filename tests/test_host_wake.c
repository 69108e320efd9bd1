/* The heap of tables by the time of their next action: compared with a scan of all tables. */
#include "host_world.h"

static int64_t earliest(const struct fl_host *h)
{
    int64_t wake = INT64_MAX;
    for (uint32_t i = 0; i < h->table_room; i++)
        if (h->table[i] && h->table[i]->wake < wake)
            wake = h->table[i]->wake;
    return wake;
}

static struct fl_table *any_table(const struct fl_host *h, struct fl_rng *rng)
{
    return h->heap[fl_rng_below(rng, h->tables)];
}

static void the_first_table_of_the_heap_is_the_next(void **state)
{
    (void)state;
    struct world *w = world_new(1, NULL);
    struct fl_host *h = w->host;
    struct fl_table_options options =
        seat_people(w, "mille-sabords", "seats=person,person", 2)->options;
    struct fl_rng rng = fl_rng_from(1, 2);
    for (int i = 0; i < 20000; i++) {
        uint32_t what = fl_rng_below(&rng, 8);
        if (what < 2 && h->tables < 300)
            assert_non_null(fl_table_new(h, 0, &options));
        struct fl_table *t = any_table(h, &rng);
        if (what == 2 && h->tables > 1 && !t->clients)
            fl_table_free(t);
        else
            fl_wake_heap_set(t, what == 3 ? INT64_MAX : (int64_t)fl_rng_below(&rng, 1000000));
        assert_int_equal(h->heap[0]->wake, earliest(h));
        assert_int_equal(fl_host_wake(h), earliest(h));
        for (uint32_t k = 1; k < h->tables; k++)
            assert_true(h->heap[(k - 1) / 2]->wake <= h->heap[k]->wake);
    }
    for (uint32_t i = 0; i < h->tables; i++)
        assert_int_equal(h->heap[i]->heap_place, i);
    world_free(w);
}

/* Slots that become free are used again, the lowest first. */
static void slots_are_reused(void **state)
{
    (void)state;
    struct world *w = world_new(2, NULL);
    struct fl_host *h = w->host;
    struct fl_table_options options =
        seat_people(w, "mille-sabords", "seats=person,person", 2)->options;
    for (int i = 1; i < 40; i++)
        assert_int_equal(fl_table_new(h, 0, &options)->slot, i);
    fl_table_free(h->table[30]);
    fl_table_free(h->table[7]);
    assert_int_equal(fl_table_new(h, 0, &options)->slot, 7);
    assert_int_equal(fl_table_new(h, 0, &options)->slot, 30);
    assert_int_equal(fl_table_new(h, 0, &options)->slot, 40);
    world_free(w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_first_table_of_the_heap_is_the_next),
        cmocka_unit_test(slots_are_reused),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
