/* Advice in unsolved matches: which moves of Mille Sabords! with three players are evaluated, with
 * how many playouts, and when the best one is called better. */
#include <math.h>

#include "agents/advice/advice.h"
#include "agents/agent.h"
#include "agents/mille_sabords/agents.h"
#include "games/games.h"
#include "games/mille_sabords/mille_sabords.h"
#include "table.h"

enum { WEIGHED = 6 }; /* maximum number of moves in the shortlist */

static int new_advice(void **state)
{
    *state = calloc(1, sizeof(struct fl_advice));
    return *state ? 0 : -1;
}

static int free_advice(void **state)
{
    free(*state);
    return 0;
}

/* The first throw of three players with these scores. */
static void look_at(const char *card, const char *dice, const int32_t points[3],
                    struct fl_sight *out)
{
    struct table t = {.line = __LINE__};
    table_sit(&t, &fl_mille_sabords, 3, "first=1");
    memcpy(((struct fl_sabords *)(void *)&t.match.state)->score, points, 3 * sizeof points[0]);
    table_does(&t, "card");
    table_chance(&t, card);
    table_does(&t, "throw");
    for (const char *letter = dice; *letter; letter++)
        table_chance(&t, (char[]){*letter, '\0'});
    fl_match_sight(&t.match, 0, out);
    fl_match_end(&t.match);
}

/* ---- the shortlist ---- */

/* Ranks of moves in the solver's list. */
struct ranks {
    uint32_t stop, points;
    double most; /* points */
};

static struct ranks ranks_of(const struct fl_sight *sight)
{
    struct fl_move_value judged[FL_MAX_MOVES];
    uint32_t count = fl_mille_sabords_solver.move_values(sight, judged);
    struct ranks r = {0, 0, judged[0].points};
    for (uint32_t i = 1; i < count; i++) {
        if (judged[i].move == FL_SABORDS_STOP)
            r.stop = i;
        if (judged[i].points > r.most) {
            r.most = judged[i].points;
            r.points = i;
        }
    }
    return r;
}

static bool is_advised(const struct fl_advice *a, bool stop, double points)
{
    for (uint32_t i = 0; i < a->count; i++)
        if (stop ? a->at[i].move == FL_SABORDS_STOP : a->at[i].points == points)
            return true;
    return false;
}

/* Stopping and the best throw for points are in the shortlist, even if the solver, which only
 * considers the leading opponent, ranks them low. */
static void stopping_and_points_are_weighed(void **state)
{
    static const struct {
        const char *card, *dice;
        int32_t points[3];
        bool stop_is_far, points_are_far;
    } cases[] = {{"coin", "PMXPMXCD", {0, 0, 0}, true, false},
                 {"animals", "PMSPMXDC", {5900, 2800, 0}, false, true},
                 {"skull-1", "PMXDDCXP", {5900, 1900, 0}, true, true}};
    struct fl_advice *a = *state;
    struct fl_search_options how = {.playouts = 96, .threads = 1, .seed = 1};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct fl_sight sight;
        look_at(cases[i].card, cases[i].dice, cases[i].points, &sight);
        struct ranks r = ranks_of(&sight);
        assert_int_equal(r.stop >= WEIGHED, cases[i].stop_is_far);
        assert_int_equal(r.points >= WEIGHED, cases[i].points_are_far);
        assert_true(fl_advise(&sight, &how, a));
        assert_int_equal(a->count, WEIGHED);
        assert_true(is_advised(a, true, 0));
        assert_true(is_advised(a, false, r.most));
    }
}

/* Playouts are made in whole batches, and the reported number is the one made. */
static void visits_are_those_made(void **state)
{
    struct fl_advice *a = *state;
    struct fl_search_options how = {.playouts = 200, .threads = 1, .seed = 1};
    struct fl_sight sight;
    look_at("coin", "PMXPMXCD", (const int32_t[3]){0}, &sight);
    assert_true(fl_advise(&sight, &how, a));
    for (uint32_t i = 0; i < a->count; i++)
        assert_int_equal(a->at[i].visits, 48); /* a sixth, in batches of 16 */
    assert_int_equal(a->playouts, WEIGHED * 48);
    look_at("skull-2", "SSSPPMMX", (const int32_t[3]){0}, &sight);
    how.playouts = 20;
    assert_true(fl_advise(&sight, &how, a));
    assert_int_equal(a->count, 1);
    assert_int_equal(a->at[0].visits, 32);
    assert_int_equal(a->playouts, 32);
}

static void threads_weigh_the_same(void **state)
{
    struct fl_advice *one = *state, *three = calloc(1, sizeof *three);
    struct fl_search_options how = {.playouts = 200, .threads = 1, .seed = 1};
    struct fl_sight sight;
    look_at("coin", "PMXPMXCD", (const int32_t[3]){0}, &sight);
    assert_true(fl_advise(&sight, &how, one));
    how.threads = 3;
    assert_true(fl_advise(&sight, &how, three));
    assert_memory_equal(one, three, sizeof *one);
    free(three);
}

/* One playout per batch, so that there is a result. */
static void who_is_stopped_answers_at_once(void **state)
{
    struct fl_advice *a = *state;
    atomic_bool stop = true;
    struct fl_search_options how = {.playouts = 20000, .threads = 2, .seed = 1, .stop = &stop};
    struct fl_sight sight;
    look_at("coin", "PMXPMXCD", (const int32_t[3]){0}, &sight);
    assert_true(fl_advise(&sight, &how, a));
    assert_int_equal(a->count, WEIGHED);
    assert_int_equal(a->playouts, WEIGHED * FL_BATCHES);
}

/* ---- reasons ---- */

/* The difference between the first move and the one it is compared with, in standard errors. */
static double errors_between(const struct fl_advice *a)
{
    struct fl_measure one = a->at[0].chance, two = a->at[a->second].chance;
    return (one.value - two.value) / hypot(one.error, two.error);
}

struct seen {
    int close, nearly, better, clearly;
};

static void notice(const struct fl_advice *a, struct seen *seen)
{
    bool is_close = !strcmp(a->reason, "hint.close");
    double errors = errors_between(a);
    assert_int_equal(is_close, !(errors > 2));
    seen->close += is_close;
    seen->nearly += is_close && errors > 1;
    seen->better += !is_close;
    seen->clearly += !is_close && errors > 4;
}

/* The advice at the first decision after 30 + seed steps; false if there is no choice or nothing to
 * compare. */
static bool is_advised_at(const struct fl_game *g, uint64_t seed, struct fl_advice *a)
{
    struct fl_rng rng = fl_rng_from(seed, 0);
    struct fl_setup setup = fl_setup_default(g, 3);
    struct fl_search_options how = {.playouts = 1000, .threads = 1, .seed = seed};
    struct fl_match m;
    struct fl_sight sight;
    fl_match_begin(&m, g, &setup, FL_TRUTH);
    do {
        assert_int_equal(fl_match_play_chance_rng(&m, &rng), FL_OK);
        int seat = __builtin_ctz(fl_match_turn(&m));
        fl_match_sight(&m, seat, &sight);
        assert_int_equal(fl_match_play(&m, seat, fl_random(&sight, 0, &rng)), FL_OK);
    } while (m.steps < 30 + seed);
    fl_match_end(&m);
    assert_true(fl_advise(&sight, &how, a));
    return strcmp(a->reason, "hint.only") && strcmp(a->reason, "hint.island") &&
           strcmp(a->reason, "hint.won") && strcmp(a->reason, "hint.lost");
}

/* The limit is two standard errors for every comparison. */
static void close_is_within_two_errors(void **state)
{
    const struct fl_game *const games[] = {&fl_mille_sabords, &fl_corsaires};
    struct seen seen = {0};
    for (int i = 0; i < 2; i++)
        for (uint64_t seed = 1; seed <= 60; seed++)
            if (is_advised_at(games[i], seed, *state))
                notice(*state, &seen);
    assert_true(seen.close > 10 && seen.nearly > 5);
    assert_true(seen.better > 10 && seen.better - seen.clearly > 5);
}

#define WITH_ADVICE(test) cmocka_unit_test_setup_teardown(test, new_advice, free_advice)

/* Buccaneer 5.5: the gain of a boarding depends on covered pawns, so hints do not show it. */
static void a_hint_does_not_tell_what_is_covered(void **state)
{
    struct fl_advice *a = *state;
    struct fl_search_options how = {.playouts = 200, .threads = 1, .seed = 1};
    for (int aide = 0; aide < 2; aide++) {
        struct table t = {.line = __LINE__};
        struct fl_sight sight;
        int gains = 0;
        table_sit(&t, &fl_buccaneer, 3, aide ? "first=1 aide-memoire=on" : "first=1");
        for (int ship = 0; ship < 3; ship++)
            table_chance(&t, (const char *const[]){"ship-1", "ship-14", "ship-15"}[ship]);
        table_does(&t, "merge r2 b2");
        table_does(&t, "merge b3 y3");
        table_does(&t, "merge y2 b4");
        fl_match_sight(&t.match, 0, &sight);
        assert_true(fl_advise(&sight, &how, a));
        for (uint32_t i = 0; i < a->count; i++)
            gains += a->at[i].gain != 0;
        assert_int_equal(gains > 0, aide);
        assert_true(aide || strcmp(a->reason, "hint.brings"));
        fl_match_end(&t.match);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        WITH_ADVICE(stopping_and_points_are_weighed),
        WITH_ADVICE(visits_are_those_made),
        WITH_ADVICE(threads_weigh_the_same),
        WITH_ADVICE(who_is_stopped_answers_at_once),
        WITH_ADVICE(close_is_within_two_errors),
        WITH_ADVICE(a_hint_does_not_tell_what_is_covered),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
