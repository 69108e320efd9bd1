/* The small things of the core: texts in buffers, the generator, phrases, views, lists of moves,
 * options. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "games/games.h"

/* ---- buf ---- */

static void what_does_not_fit_is_left_out_and_remembered(void **state)
{
    (void)state;
    for (size_t cap = 1; cap <= 12; cap++) {
        char memory[32];
        memset(memory, '#', sizeof memory);
        struct fl_buf out = fl_buf_over(memory, cap);
        fl_put(&out, "Mille ");
        fl_put(&out, "Sabords");
        assert_true(out.overflowed);
        assert_int_equal(out.len, cap - 1);
        assert_memory_equal(memory, "Mille Sabords", cap - 1);
        assert_int_equal(memory[cap - 1], '\0');
        assert_int_equal(memory[cap], '#');
    }
}

static void what_just_fits_is_not_too_long(void **state)
{
    (void)state;
    char memory[8];
    struct fl_buf out = fl_buf_over(memory, sizeof memory);
    fl_put(&out, "sabords");
    assert_false(out.overflowed);
    assert_string_equal(out.at, "sabords");
    fl_put(&out, "");
    assert_false(out.overflowed);
    fl_put_char(&out, '!');
    assert_true(out.overflowed);
    assert_string_equal(out.at, "sabords");
}

static void a_cleared_buffer_forgets(void **state)
{
    (void)state;
    char memory[4];
    struct fl_buf out = fl_buf_over(memory, sizeof memory);
    fl_put(&out, "too long");
    fl_buf_clear(&out);
    assert_false(out.overflowed);
    assert_string_equal(out.at, "");
    fl_put(&out, "ok");
    assert_string_equal(out.at, "ok");
}

static void number_is(int64_t number)
{
    char memory[32], expected[32];
    struct fl_buf out = fl_buf_over(memory, sizeof memory);
    fl_put_number(&out, number);
    snprintf(expected, sizeof expected, "%lld", (long long)number);
    assert_string_equal(out.at, expected);
}

static void numbers_are_written_as_printf_does(void **state)
{
    (void)state;
    static const int64_t edge[] = {0, 1, -1, 9, 10, -10, 99, 100, INT64_MAX, INT64_MIN};
    struct fl_rng rng = fl_rng_from(1, 0);
    for (size_t i = 0; i < sizeof edge / sizeof edge[0]; i++)
        number_is(edge[i]);
    for (int i = 0; i < 2000; i++)
        number_is((int64_t)(fl_rng_next(&rng) >> fl_rng_below(&rng, 64)));
}

static void hex_has_sixteen_digits(void **state)
{
    (void)state;
    char memory[64];
    struct fl_buf out = fl_buf_over(memory, sizeof memory);
    fl_put_hex64(&out, 0x0123456789ABCDEFu);
    fl_put_char(&out, ' ');
    fl_put_hex64(&out, 0);
    assert_string_equal(out.at, "0123456789abcdef 0000000000000000");
}

static void bits_are_numbered_from_one(void **state)
{
    (void)state;
    char memory[64];
    struct fl_buf out = fl_buf_over(memory, sizeof memory);
    fl_put_bits(&out, 0);
    assert_string_equal(out.at, "");
    fl_put_bits(&out, 1u << 2 | 1u << 4);
    assert_string_equal(out.at, " 3 5");
    fl_put_bits(&out, 1u << 9 | 1);
    assert_string_equal(out.at, " 3 5 1 10");
}

/* ---- rng ---- */

/* The first numbers of xoshiro256** from 1, 2, 3, 4, as its authors' code gives them. */
static void the_generator_is_xoshiro(void **state)
{
    (void)state;
    static const uint64_t expected[] = {
        11520, 0, 1509978240u, 1215971899390074240u, 1216172134540287360u, 607988272756665600u};
    struct fl_rng rng = {{1, 2, 3, 4}};
    for (int i = 0; i < 6; i++)
        assert_true(fl_rng_next(&rng) == expected[i]);
}

/* Stream 0 of a seed is splitmix64 from the seed, stirred with splitmix64's first number. */
static void seeds_are_spread_by_splitmix(void **state)
{
    (void)state;
    struct fl_rng rng = fl_rng_from(1234567u ^ 0xE220A8397B1DCDAFu, 0);
    static const uint64_t expected[] = {6457827717110365317u, 3203168211198807973u,
                                        9817491932198370423u, 4593380528125082431u};
    for (int i = 0; i < 4; i++)
        assert_true(rng.s[i] == expected[i]);
}

static void streams_differ_and_repeat(void **state)
{
    (void)state;
    struct fl_rng a = fl_rng_from(7, 0), again = fl_rng_from(7, 0);
    struct fl_rng stream = fl_rng_from(7, 1), seed = fl_rng_from(8, 0);
    int same_stream = 0, same_seed = 0;
    for (int i = 0; i < 100; i++) {
        uint64_t number = fl_rng_next(&a);
        assert_true(number == fl_rng_next(&again));
        same_stream += number == fl_rng_next(&stream);
        same_seed += number == fl_rng_next(&seed);
    }
    assert_int_equal(same_stream, 0);
    assert_int_equal(same_seed, 0);
}

static void six_faces_fall_evenly(void **state)
{
    (void)state;
    enum { THROWS = 60000 };
    struct fl_rng rng = fl_rng_from(3, 0);
    int count[6] = {0};
    double sum = 0;
    for (int i = 0; i < THROWS; i++)
        count[fl_rng_below(&rng, 6)]++;
    for (int face = 0; face < 6; face++)
        sum += (count[face] - THROWS / 6.0) * (count[face] - THROWS / 6.0) / (THROWS / 6.0);
    assert_true(sum < 20.5); /* one honest die in a thousand */
    assert_true(sum > 0.2);  /* nor too good to be true */
}

/* With 3 * 2^30 values a product that is not thrown back falls twice as often on every third. */
static void the_uneven_rest_is_thrown_back(void **state)
{
    (void)state;
    enum { THROWS = 30000 };
    struct fl_rng rng = fl_rng_from(4, 0);
    int low = 0, every_third = 0;
    for (int i = 0; i < THROWS; i++) {
        uint32_t value = fl_rng_below(&rng, 3u << 30);
        assert_true(value < 3u << 30);
        low += value < 1u << 30;
        every_third += value % 3 == 0;
    }
    assert_in_range(low, THROWS / 3 - 400, THROWS / 3 + 400);
    assert_in_range(every_third, THROWS / 3 - 400, THROWS / 3 + 400);
    assert_int_equal(fl_rng_below(&rng, 1), 0);
}

/* ---- phrases ---- */

static struct fl_phrase thrown(const char *a, const char *b)
{
    struct fl_phrase p;
    fl_phrase_begin(&p, "ms.say.rolled");
    fl_with_item(&p, "dice", a);
    if (b)
        fl_with_item(&p, "dice", b);
    return p;
}

static struct fl_phrase dealt(int who, int n)
{
    struct fl_phrase p;
    fl_phrase_begin(&p, "raid.say.deal");
    fl_with_count(fl_with_seat(&p, "who", who), "n", n);
    return p;
}

static void dice_join_into_one_throw(void **state)
{
    (void)state;
    struct fl_phrase a = thrown("ms.face.skull", NULL);
    struct fl_phrase b = thrown("ms.face.coin", "ms.face.sabre");
    assert_true(fl_phrase_join(&a, &b));
    assert_int_equal(a.args, 1);
    assert_int_equal(a.arg[0].number, 3);
    assert_string_equal(a.arg[0].word[0], "ms.face.skull");
    assert_string_equal(a.arg[0].word[2], "ms.face.sabre");
}

static void a_full_list_takes_no_more(void **state)
{
    (void)state;
    struct fl_phrase a = thrown("ms.face.skull", NULL), b = thrown("ms.face.coin", NULL);
    for (int i = 1; i < FL_MAX_LIST; i++)
        assert_true(fl_phrase_join(&a, &b));
    assert_false(fl_phrase_join(&a, &b));
    assert_int_equal(a.arg[0].number, FL_MAX_LIST);
}

static void hidden_cards_add_up_by_seat(void **state)
{
    (void)state;
    struct fl_phrase a = dealt(0, 1), b = dealt(0, 2), other = dealt(1, 1);
    assert_true(fl_phrase_join(&a, &b));
    assert_int_equal(a.arg[1].number, 3);
    assert_false(fl_phrase_join(&a, &other));
    assert_int_equal(a.arg[1].number, 3);
}

static void what_differs_or_does_not_add_up_stays_apart(void **state)
{
    (void)state;
    struct fl_phrase a, b, c, d;
    fl_phrase_begin(&a, "raid.say.prize");
    fl_phrase_begin(&b, "raid.say.prize");
    fl_phrase_begin(&c, "raid.say.prize");
    fl_with_number(&a, "n", 2);
    fl_with_number(&b, "n", 2);
    fl_with_number(&c, "n", 3);
    assert_false(fl_phrase_join(&a, &b)); /* said twice, it happened twice */
    assert_false(fl_phrase_join(&a, &c));
    d = thrown("ms.face.skull", NULL);
    assert_false(fl_phrase_join(&a, &d));
    fl_with_text(&d, "rule", "1");
    c = thrown("ms.face.skull", NULL);
    assert_false(fl_phrase_join(&c, &d));
    fl_with_text(&c, "rule", "2");
    assert_false(fl_phrase_join(&c, &d));
    assert_int_equal(c.arg[0].number, 1);
}

/* ---- views ---- */

static void a_zone_is_found_by_name_owner_and_number(void **state)
{
    (void)state;
    struct fl_view v = {0};
    fl_view_zone(&v, "raid.zone.hand", 0, 0);
    fl_view_item(&v, 7, "raid.crew", NULL)->value = 3;
    fl_view_zone(&v, "raid.zone.hand", 1, 0)->columns = 4;
    fl_view_zone(&v, "raid.zone.hand", 1, 1);
    fl_view_item(&v, 8, "raid.crew", "ms.face.skull");
    fl_view_item(&v, 9, "raid.crew", NULL);
    const struct fl_zone *first = fl_view_find(&v, "raid.zone.hand", 0, 0);
    const struct fl_zone *last = fl_view_find(&v, "raid.zone.hand", 1, 1);
    assert_int_equal(first->first, 0);
    assert_int_equal(first->count, 1);
    assert_int_equal(fl_view_find(&v, "raid.zone.hand", 1, 0)->columns, 4);
    assert_int_equal(last->first, 1);
    assert_int_equal(last->count, 2);
    assert_int_equal(v.item[0].value, 3);
    assert_string_equal(v.item[1].face, "ms.face.skull");
    assert_int_equal(v.item[2].on, FL_NO_ITEM);
    assert_int_equal(v.item[2].owner, FL_NOBODY);
    assert_null(fl_view_find(&v, "raid.zone.hand", 0, 1));
    assert_null(fl_view_find(&v, "raid.zone.sent", 0, 0));
}

/* ---- lists of moves ---- */

static void the_bits_of_a_mask_are_counted(void **state)
{
    (void)state;
    for (unsigned mask = 0; mask < 256; mask++)
        assert_int_equal(fl_bits(mask), __builtin_popcount(mask));
}

static void subset_lists_what_it_holds(const struct fl_subset *q)
{
    struct fl_moves list = {0};
    uint32_t n = 0;
    fl_offer_subset(&list, q);
    for (unsigned mask = 0; mask < 256; mask++) {
        if (!fl_subset_holds(q, mask))
            continue;
        assert_true(n < list.count);
        assert_int_equal(list.at[n].move, q->base + mask);
        assert_int_equal(list.at[n++].weight, 1);
    }
    assert_int_equal(n, list.count);
    assert_int_equal(n, list.total);
}

/* What a subset means, counted bit by bit, for the answers it may hold. */
static void subset_holds_what_it_says(const struct fl_subset *q)
{
    for (unsigned mask = 0; mask < 256; mask++) {
        int chosen = 0;
        bool fits = true;
        for (int bit = 0; bit < 8; bit++) {
            bool in = mask >> bit & 1, given = q->with >> bit & 1, asked = q->of >> bit & 1;
            chosen += in && !given;
            fits &= given ? in : !in || asked;
        }
        assert_int_equal(fl_subset_holds(q, mask), fits && chosen >= q->min && chosen <= q->max);
    }
}

static void subsets_are_listed_as_they_are_held(void **state)
{
    (void)state;
    for (unsigned of = 0; of < 256; of++)
        for (int with = -1; with < 8; with++)
            for (uint8_t min = 0; min <= 2; min++)
                for (int less = 0; less <= 1; less++) {
                    struct fl_subset q = {.base = 0x100, .of = (uint8_t)of, .min = min};
                    q.with = with < 0 ? 0 : (uint8_t)(1u << with);
                    q.max = (uint8_t)(less ? __builtin_popcount(of) - 1 : 8);
                    if ((q.with & of) || (less && !of))
                        continue;
                    subset_lists_what_it_holds(&q);
                    if (of % 7 == 0)
                        subset_holds_what_it_says(&q);
                }
}

static void a_move_is_picked_as_often_as_it_weighs(void **state)
{
    (void)state;
    enum { PICKS = 60000 };
    struct fl_moves list = {0};
    struct fl_rng rng = fl_rng_from(5, 0);
    int count[4] = {0};
    fl_offer(&list, 0, 1);
    fl_offer(&list, 1, 2);
    fl_offer(&list, 3, 3);
    for (int i = 0; i < PICKS; i++)
        count[fl_pick(&list, &rng)]++;
    assert_in_range(count[0], PICKS / 6 - 400, PICKS / 6 + 400);
    assert_in_range(count[1], PICKS / 3 - 500, PICKS / 3 + 500);
    assert_int_equal(count[2], 0);
    assert_in_range(count[3], PICKS / 2 - 600, PICKS / 2 + 600);
}

static void who_may_not_move_has_no_moves(void **state)
{
    (void)state;
    struct fl_setup setup = fl_setup_default(&fl_template, 2);
    union fl_state table = {0};
    struct fl_moves list;
    fl_move move;
    fl_template.start(&table, &setup);
    fl_list(&fl_template, &table, 0, &list);
    assert_int_equal(list.count, 0);
    assert_false(fl_is_legal(&fl_template, &table, 0, 1));
    assert_false(fl_read_legal(&fl_template, &table, 0, "deal-1", 6, &move));
    assert_true(fl_read_legal(&fl_template, &table, FL_CHANCE, "deal-1", 6, &move));
    assert_true(fl_is_legal(&fl_template, &table, FL_CHANCE, move));
    assert_false(fl_read_legal(&fl_template, &table, FL_CHANCE, "deal-1", 5, &move));
    assert_false(fl_read_legal(&fl_template, &table, FL_CHANCE, "deal-11", 7, &move));
    assert_false(fl_read_any(&fl_template, "", 0, &move));
    assert_true(fl_read_any(&fl_template, "send 6", 6, &move));
    setup = fl_setup_default(&fl_mille_sabords, 2);
    assert_true(fl_setup_set(&fl_mille_sabords, &setup, "first", "2"));
    memset(&table, 0, sizeof table);
    fl_mille_sabords.start(&table, &setup);
    fl_list(&fl_mille_sabords, &table, 0, &list);
    assert_int_equal(list.count, 0);
    fl_list(&fl_mille_sabords, &table, 1, &list);
    assert_int_equal(list.count, 1);
}

static void hashes_are_fnv(void **state)
{
    (void)state;
    const struct fl_game one = {.state_size = 1}, six = {.state_size = 6}, none = {0};
    assert_true(fl_hash(&none, "") == 0xCBF29CE484222325u);
    assert_true(fl_hash(&one, "a") == 0xAF63DC4C8601EC8Cu);
    assert_true(fl_hash(&six, "foobar") == 0x85944171F73967E8u);
}

/* ---- options ---- */

static const char *refuse_big(const struct fl_setup *setup)
{
    return setup->option[1] > setup->seats ? "setup.first" : NULL;
}

static const struct fl_game optional = {
    .seats_min = 2,
    .seats_max = 4,
    .option = {{"wind", {{"calm", 10}, {"storm", 20}}}, {"boats", {{"one", 1}, {"three", 3}}}},
    .check_setup = refuse_big,
};

static void options_have_names_and_words(void **state)
{
    (void)state;
    struct fl_setup setup = fl_setup_default(&optional, 3);
    assert_int_equal(fl_option_count(&optional), 2);
    assert_int_equal(setup.seats, 3);
    assert_string_equal(fl_setup_word(&optional, &setup, 0), "calm");
    assert_true(fl_setup_set(&optional, &setup, "wind", "storm"));
    assert_int_equal(setup.option[0], 20);
    assert_int_equal(setup.option[1], 1);
    assert_false(fl_setup_set(&optional, &setup, "wind", "three"));
    assert_false(fl_setup_set(&optional, &setup, "tide", "calm"));
    assert_int_equal(setup.option[0], 20);
    setup.option[0] = 11;
    assert_null(fl_setup_word(&optional, &setup, 0));
}

static void a_setup_is_refused_for_its_reason(void **state)
{
    (void)state;
    struct fl_setup setup = fl_setup_default(&optional, 2);
    assert_null(fl_setup_check(&optional, &setup));
    assert_true(fl_setup_set(&optional, &setup, "boats", "three"));
    assert_string_equal(fl_setup_check(&optional, &setup), "setup.first");
    setup.seats = 5;
    assert_string_equal(fl_setup_check(&optional, &setup), "setup.seats");
    setup.seats = 1;
    assert_string_equal(fl_setup_check(&optional, &setup), "setup.seats");
    setup.seats = 3;
    assert_null(fl_setup_check(&optional, &setup));
    setup.option[1] = 2;
    assert_string_equal(fl_setup_check(&optional, &setup), "setup.option");
}

static void games_are_found_by_name(void **state)
{
    (void)state;
    for (int i = 0; fl_games[i]; i++)
        assert_ptr_equal(fl_game_find(fl_games[i]->name), fl_games[i]);
#define FL_GAME(c_name, name) assert_ptr_equal(fl_game_find(name), &fl_##c_name);
#include "games/games.def"
    assert_null(fl_game_find("raid")); /* the template is not played */
    assert_null(fl_game_find(""));
}

static void marks_are_bits_by_their_names(void **state)
{
    (void)state;
    for (int bit = 0; bit < 8 && fl_mille_sabords.mark[bit]; bit++)
        assert_int_equal(fl_mark(&fl_mille_sabords, fl_mille_sabords.mark[bit]), 1 << bit);
    assert_int_equal(fl_mark(&fl_mille_sabords, "sails"), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_does_not_fit_is_left_out_and_remembered),
        cmocka_unit_test(what_just_fits_is_not_too_long),
        cmocka_unit_test(a_cleared_buffer_forgets),
        cmocka_unit_test(numbers_are_written_as_printf_does),
        cmocka_unit_test(hex_has_sixteen_digits),
        cmocka_unit_test(bits_are_numbered_from_one),
        cmocka_unit_test(the_generator_is_xoshiro),
        cmocka_unit_test(seeds_are_spread_by_splitmix),
        cmocka_unit_test(streams_differ_and_repeat),
        cmocka_unit_test(six_faces_fall_evenly),
        cmocka_unit_test(the_uneven_rest_is_thrown_back),
        cmocka_unit_test(dice_join_into_one_throw),
        cmocka_unit_test(a_full_list_takes_no_more),
        cmocka_unit_test(hidden_cards_add_up_by_seat),
        cmocka_unit_test(what_differs_or_does_not_add_up_stays_apart),
        cmocka_unit_test(a_zone_is_found_by_name_owner_and_number),
        cmocka_unit_test(the_bits_of_a_mask_are_counted),
        cmocka_unit_test(subsets_are_listed_as_they_are_held),
        cmocka_unit_test(a_move_is_picked_as_often_as_it_weighs),
        cmocka_unit_test(who_may_not_move_has_no_moves),
        cmocka_unit_test(hashes_are_fnv),
        cmocka_unit_test(options_have_names_and_words),
        cmocka_unit_test(a_setup_is_refused_for_its_reason),
        cmocka_unit_test(games_are_found_by_name),
        cmocka_unit_test(marks_are_bits_by_their_names),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
