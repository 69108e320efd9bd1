/* The statistics of sim and arena: compared with values calculated by hand or in closed form; the
 * error rates of the sequential test by simulation. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/rng.h"
#include "sim/statistics.h"

static void assert_near(double a, double b, double by)
{
    if (fabs(a - b) <= by)
        return;
    print_error("%.9f, expected %.9f\n", a, b);
    fail();
}

/* ---- intervals and sums ---- */

/* For 0 of n the interval ends at zz/(n + zz) with z = 1.959964, the root of the quadratic. For 5
 * of 10 textbooks give 0.2366 to 0.7634. */
static void wilson_is_right(void **state)
{
    (void)state;
    struct fl_interval none = fl_wilson(0, 10), half = fl_wilson(0.5, 10), all = fl_wilson(1, 10);
    assert_near(none.low, 0, 1e-12);
    assert_near(none.high, 3.841459 / 13.841459, 1e-6);
    assert_near(half.low, 0.2366, 5e-5);
    assert_near(half.high, 0.7634, 5e-5);
    assert_near(all.low, 1 - none.high, 1e-12);
    assert_near(all.high, 1, 1e-12);
}

/* 2 4 4 4 5 5 7 9: sum 40, squared deviations from 5 are 9 + 3 + 0 + 4 + 16 = 32, over 7. */
static void spreads_are_right(void **state)
{
    static const int seen[] = {2, 4, 4, 4, 5, 5, 7, 9};
    struct fl_spread one = {0}, parts[2] = {{0}, {0}}, none = {0};
    (void)state;
    for (int i = 0; i < 8; i++) {
        fl_spread_add(&one, seen[i]);
        fl_spread_add(&parts[i % 2], seen[i]);
    }
    fl_spread_merge(&parts[0], &parts[1]);
    assert_memory_equal(&one, &parts[0], sizeof one);
    assert_near(fl_spread_mean(&one), 5, 0);
    assert_near(fl_spread_deviation(&one), sqrt(32.0 / 7), 1e-12);
    assert_int_equal(one.least, 2);
    assert_int_equal(one.most, 9);
    assert_near(fl_spread_mean(&none), 0, 0);
    assert_near(fl_spread_deviation(&none), 0, 0);
}

/* ---- histograms ---- */

static int64_t width_for(int64_t low, int64_t high)
{
    struct fl_histogram h = {.width = 0};
    fl_histogram_add(&h, low, 1);
    fl_histogram_add(&h, high, 1);
    return h.width;
}

static void bins_are_as_narrow_as_fits(void **state)
{
    (void)state;
    assert_int_equal(width_for(0, 255), 1);
    assert_int_equal(width_for(-128, 127), 1);
    assert_int_equal(width_for(0, 256), 2);
    assert_int_equal(width_for(-1, 255), 2);
    assert_int_equal(width_for(0, 511), 2);
    assert_int_equal(width_for(0, 512), 10);
    assert_int_equal(width_for(-1000, 1559), 10);
    assert_int_equal(width_for(-1000, 1560), 20);
    assert_int_equal(width_for(-4000, 12000), 100);
    assert_int_equal(width_for(-1000000, 1000000), 10000);
}

static int64_t some_value(struct fl_rng *rng)
{
    int64_t range = fl_rng_below(rng, 8) ? 300 : 40000;
    return (int64_t)fl_rng_below(rng, (uint32_t)range) - range / 3;
}

/* The result does not depend on the order or on the split, and every value is in its bin. */
static void a_histogram_depends_on_what_was_seen(void **state)
{
    enum { VALUES = 500 };
    int64_t value[VALUES];
    (void)state;
    for (uint64_t seed = 0; seed < 50; seed++) {
        struct fl_rng rng = fl_rng_from(seed, 0);
        struct fl_histogram forth = {.width = 0}, back = {.width = 0}, part[3] = {{.width = 0}};
        for (int i = 0; i < VALUES; i++) {
            value[i] = some_value(&rng);
            fl_histogram_add(&forth, value[i], 1);
            fl_histogram_add(&part[fl_rng_below(&rng, 3)], value[i], 1);
        }
        for (int i = VALUES - 1; i >= 0; i--)
            fl_histogram_add(&back, value[i], 1);
        fl_histogram_merge(&part[2], &part[0]);
        fl_histogram_merge(&part[1], &part[2]);
        assert_memory_equal(&forth, &back, sizeof forth);
        assert_memory_equal(&forth, &part[1], sizeof forth);
        for (int64_t bin = forth.first; bin <= forth.last; bin++) {
            uint64_t count = 0;
            for (int i = 0; i < VALUES; i++)
                count += value[i] >= bin * forth.width && value[i] < (bin + 1) * forth.width;
            assert_int_equal(fl_histogram_count(&forth, bin), count);
        }
    }
}

static void bars_hold_whole_bins(void **state)
{
    struct fl_histogram h = {.width = 0};
    (void)state;
    fl_histogram_add(&h, -3, 1);
    assert_int_equal(fl_histogram_bar(&h, 40), 1);
    fl_histogram_add(&h, 80, 1);
    assert_int_equal(fl_histogram_bar(&h, 40), 5); /* 84 values: 43 bars of 2, 18 of 5 */
    assert_int_equal(fl_bar_of(-3, 5), -1);
    assert_int_equal(fl_bar_of(80, 5), 16);
    assert_int_equal(fl_histogram_count(&h, -4), 0);
    assert_int_equal(fl_histogram_count(&h, 81), 0);
}

/* ---- Elo ---- */

static void elo_shares_are_right(void **state)
{
    (void)state;
    assert_near(fl_elo_share(0, 1, 1), 0.5, 1e-12);
    assert_near(fl_elo_share(400, 1, 1), 10.0 / 11, 1e-12); /* odds of ten to one */
    assert_near(fl_elo_share(400, 1, 3), 10.0 / 13, 1e-12);
    assert_near(fl_elo_share(-400, 2, 1), 0.2 / 1.2, 1e-12);
}

/* Two contestants: the most likely odds are those of the wins plus one shared game. The variance of
 * log odds is 1 / (n p (1 - p)). */
static void elo_of_two_is_closed(void **state)
{
    struct fl_meeting m = {.games = 100, .places = {1, 1}, .wins = {75, 25}};
    struct fl_rating rating[2];
    double p = 75.5 / 101, half = 1.959964 * 400 / log(10) / sqrt(101 * p * (1 - p));
    (void)state;
    fl_elo_fit(&m, 1, 2, rating);
    assert_near(rating[0].elo, 0, 0);
    assert_near(rating[0].interval.high, 0, 0);
    assert_near(rating[1].elo, 400 * log10(25.5 / 75.5), 1e-4);
    assert_near(rating[1].interval.low, rating[1].elo - half, 1e-3);
    assert_near(rating[1].interval.high, rating[1].elo + half, 1e-3);
}

/* Three contestants with strengths 1, 2 and 4 win 1, 2 and 4 of seven games. */
static void elo_of_three_is_found_again(void **state)
{
    struct fl_meeting m = {.games = 7e6, .places = {1, 1, 1}, .wins = {1e6, 2e6, 4e6}};
    struct fl_rating rating[3];
    (void)state;
    fl_elo_fit(&m, 1, 3, rating);
    assert_near(rating[1].elo, 400 * log10(2), 0.01);
    assert_near(rating[2].elo, 800 * log10(2), 0.01);
}

/* The same three in pairs, one of them once with two places. */
static void elo_does_not_mind_the_company(void **state)
{
    struct fl_meeting m[3] = {
        {.games = 3e6, .places = {1, 1, 0}, .wins = {1e6, 2e6, 0}},
        {.games = 6e6, .places = {0, 1, 1}, .wins = {0, 2e6, 4e6}},
        {.games = 6e6, .places = {2, 0, 1}, .wins = {2e6, 0, 4e6}},
    };
    struct fl_rating rating[3];
    (void)state;
    fl_elo_fit(m, 3, 3, rating);
    assert_near(rating[1].elo, 400 * log10(2), 0.01);
    assert_near(rating[2].elo, 800 * log10(2), 0.01);
}

/* n games of three equal contestants give the information matrix n/9 (2 -1; -1 2) for two log
 * strengths; its inverse has 6/n on the diagonal. */
static void elo_intervals_of_three_are_closed(void **state)
{
    struct fl_meeting m = {.games = 299, .places = {1, 1, 1}};
    struct fl_rating rating[3];
    (void)state;
    for (int i = 0; i < 3; i++)
        m.wins[i] = 299.0 / 3;
    fl_elo_fit(&m, 1, 3, rating);
    assert_near(rating[2].elo, 0, 1e-6);
    assert_near(rating[2].interval.high, 1.959964 * 400 / log(10) * sqrt(6.0 / 300), 1e-3);
    assert_near(rating[1].interval.low, -rating[2].interval.high, 1e-3);
}

static void who_never_won_is_rated(void **state)
{
    struct fl_meeting m = {.games = 1000, .places = {1, 1}, .wins = {1000, 0}};
    struct fl_rating rating[2];
    (void)state;
    fl_elo_fit(&m, 1, 2, rating);
    assert_near(rating[1].elo, 400 * log10(0.5 / 1000.5), 1e-3);
    assert_true(isfinite(rating[1].interval.low));
}

static void pairs_count_by_the_place(void **state)
{
    struct fl_meeting m[2] = {
        {.games = 90, .places = {2, 1, 0}, .wins = {60, 30, 0}},
        {.games = 50, .places = {1, 0, 1}, .wins = {50, 0, 0}},
    };
    (void)state;
    struct fl_pairing even = fl_pair(m, 2, 0, 1), all = fl_pair(m, 2, 0, 2);
    assert_near(even.rate, 0.5, 1e-12);
    assert_near(even.wins, 60, 1e-12);
    assert_near(all.rate, 1, 1e-12);
    assert_near(all.interval.low, fl_wilson(1, 50).low, 1e-12);
    assert_near(fl_pair(m, 2, 1, 2).wins, 0, 0);
}

/* ---- the sequential test ---- */

static void sprt_is_right(void **state)
{
    struct fl_sprt test = {.share0 = 0.5, .share1 = 0.55, .games = 2};
    /* Squared deviations 40.25 - 55 * 0.55 = 10, and 16 times 0.525 * 0.475 / 2, over 116. */
    struct fl_rounds rounds = {.count = 100, .sum = 55, .squares = 40.25}, none = {.count = 0};
    (void)state;
    fl_sprt_bounds(&test, 0.05, 0.05);
    assert_near(test.upper, log(19), 1e-12);
    assert_near(test.lower, -log(19), 1e-12);
    double ratio = fl_sprt_ratio(&test, &rounds);
    assert_near(ratio, 100 * 0.05 * 0.025 / (11.995 / 116), 1e-9);
    assert_near(fl_sprt_ratio(&test, &none), 0, 0);
    assert_int_equal(fl_sprt_verdict(&test, ratio), FL_UNDECIDED);
    assert_int_equal(fl_sprt_verdict(&test, 2.95), FL_STRONGER);
    assert_int_equal(fl_sprt_verdict(&test, -2.95), FL_NOT_STRONGER);
}

/* The probabilities of the results of a round. */
struct chances {
    int games;    /* per round */
    double win;   /* of one game */
    double draw;  /* half a win */
    double alike; /* part of the rounds that the place decides alone: half of the games are won */
};

static double toss(struct fl_rng *rng)
{
    return (double)(fl_rng_next(rng) >> 11) / 9007199254740992.0; /* 2^53 */
}

static double play_round(const struct chances *c, struct fl_rng *rng)
{
    double sum = 0;
    if (toss(rng) < c->alike)
        return 0.5;
    for (int i = 0; i < c->games; i++) {
        double fell = toss(rng);
        sum += fell < c->win ? 1 : fell < c->win + c->draw ? 0.5 : 0;
    }
    return sum / c->games;
}

static enum fl_verdict judge(const struct fl_sprt *test, const struct chances *c, uint64_t run)
{
    struct fl_rng rng = fl_rng_from(7, run);
    struct fl_rounds rounds = {.count = 0};
    enum fl_verdict verdict = FL_UNDECIDED;
    while (verdict == FL_UNDECIDED && rounds.count < 100000) {
        for (int i = 0; i < 16; i++) {
            double part = play_round(c, &rng);
            rounds.count++;
            rounds.sum += part;
            rounds.squares += part * part;
        }
        verdict = fl_sprt_verdict(test, fl_sprt_ratio(test, &rounds));
    }
    return verdict;
}

enum { RUNS = 20000 };

/* The number of wrong verdicts in RUNS runs. */
static int errors(const struct fl_sprt *test, const struct chances *c, enum fl_verdict right)
{
    int wrong = 0;
    for (uint64_t run = 0; run < RUNS; run++)
        wrong += judge(test, c, run) != right;
    return wrong;
}

/* With error probabilities of 5 % at most one verdict of twenty is wrong, in each case below and
 * under both hypotheses. Far fewer errors would mean that games are wasted. */
static void sprt_keeps_its_promise(void **state)
{
    static const struct {
        const char *name;
        double places; /* of the opponents of one place */
        struct chances chances;
    } cases[] = {
        {"one against one", 1, {.games = 2}},
        {"one in four games drawn", 1, {.games = 2, .draw = 0.25}},
        {"two rounds in five decided by the place", 1, {.games = 2, .alike = 0.4}},
        {"one against three", 3, {.games = 4}},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct chances c = cases[i].chances;
        double lone = 1 - c.alike;
        double weak = fl_elo_share(0, 1, cases[i].places),
               strong = fl_elo_share(50, 1, cases[i].places);
        struct fl_sprt test = {.share0 = weak, .share1 = strong, .games = c.games};
        fl_sprt_bounds(&test, 0.05, 0.05);
        c.win = (weak - 0.5 * c.alike) / lone - c.draw / 2;
        int too_strong = errors(&test, &c, FL_NOT_STRONGER);
        c.win = (strong - 0.5 * c.alike) / lone - c.draw / 2;
        int too_weak = errors(&test, &c, FL_STRONGER);
        print_message("# %s: %d and %d of %d wrong\n", cases[i].name, too_strong, too_weak, RUNS);
        assert_in_range(too_strong, RUNS / 100, RUNS / 20);
        assert_in_range(too_weak, RUNS / 100, RUNS / 20);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wilson_is_right),
        cmocka_unit_test(spreads_are_right),
        cmocka_unit_test(bins_are_as_narrow_as_fits),
        cmocka_unit_test(a_histogram_depends_on_what_was_seen),
        cmocka_unit_test(bars_hold_whole_bins),
        cmocka_unit_test(elo_shares_are_right),
        cmocka_unit_test(elo_of_two_is_closed),
        cmocka_unit_test(elo_of_three_is_found_again),
        cmocka_unit_test(elo_does_not_mind_the_company),
        cmocka_unit_test(elo_intervals_of_three_are_closed),
        cmocka_unit_test(who_never_won_is_rated),
        cmocka_unit_test(pairs_count_by_the_place),
        cmocka_unit_test(sprt_is_right),
        cmocka_unit_test(sprt_keeps_its_promise),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
