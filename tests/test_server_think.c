/* The bot threads: scheduling and stopping. No test depends on time. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "agents/agent.h"
#include "games/games.h"
#include "server/bot_pool.h"

enum { MOUSSAILLON, MATELOT, BOSCO, CAPITAINE, LONG = 60000, MOST = 64 };

/* The results received, in order. */
struct answers {
    uint64_t ticket[MOST];
    int count;
    bool advised;
};

static void on_thought(void *whom, uint64_t ticket, fl_move move)
{
    struct answers *a = whom;
    (void)move;
    a->ticket[a->count++] = ticket;
}

static void on_advice(void *whom, uint64_t ticket, const struct fl_sight *sight,
                      const struct fl_advice *advice)
{
    struct answers *a = whom;
    (void)sight;
    a->ticket[a->count++] = ticket;
    a->advised = advice;
}

/* The first decision of a game that offers a choice. */
static struct fl_sight first_choice(const struct fl_game *game)
{
    struct fl_setup setup = fl_setup_default(game, game->seats_min);
    struct fl_rng rng = fl_rng_from(1, 0);
    struct fl_match m;
    struct fl_moves list;
    struct fl_sight sight;
    fl_match_begin(&m, game, &setup, FL_TRUTH);
    for (;;) {
        assert_int_equal(fl_match_play_chance_rng(&m, &rng), FL_OK);
        int seat = __builtin_ctz(fl_match_turn(&m));
        fl_match_sight(&m, seat, &sight);
        fl_list(game, &m.state, seat, &list);
        if (list.count > 1)
            break;
        assert_int_equal(fl_match_play(&m, seat, list.at[0].move), FL_OK);
    }
    fl_match_end(&m);
    return sight;
}

struct bench {
    uv_loop_t loop;
    struct fl_bot_pool *thinkers;
    struct answers answers;
    struct fl_sight sight;
    uv_timer_t open; /* keeps the loop running while results are pending */
};

static void on_time(uv_timer_t *timer)
{
    (void)timer;
}

static void begin(struct bench *b, int milliseconds)
{
    struct fl_listener listener = {&b->answers, on_thought, on_advice};
    b->answers = (struct answers){.count = 0};
    b->sight = first_choice(&fl_corsaires);
    assert_int_equal(uv_loop_init(&b->loop), 0);
    b->thinkers = fl_bot_pool_start(&b->loop, 1, milliseconds, &listener);
    assert_non_null(b->thinkers);
    uv_timer_init(&b->loop, &b->open);
    uv_timer_start(&b->open, on_time, LONG, LONG);
}

static void ask(struct bench *b, uint64_t ticket, int level)
{
    struct fl_think_request thought = {
        .ticket = ticket, .sight = &b->sight, .level = level, .seed = 1};
    assert_true(fl_bot_pool_ask(b->thinkers, &thought, false));
}

static void await_answers(struct bench *b, int count)
{
    while (b->answers.count < count)
        uv_run(&b->loop, UV_RUN_ONCE);
}

static void end(struct bench *b)
{
    fl_bot_pool_stop(b->thinkers);
    uv_close((uv_handle_t *)&b->open, NULL);
    uv_run(&b->loop, UV_RUN_DEFAULT);
    assert_int_equal(uv_loop_close(&b->loop), 0);
}

/* There is one thread for searches, and it is busy for a long time. */
static void a_level_that_does_not_search_waits_for_no_search(void **state)
{
    (void)state;
    struct bench b;
    begin(&b, LONG);
    for (uint64_t ticket = 1; ticket <= 3; ticket++)
        ask(&b, ticket, CAPITAINE);
    ask(&b, 4, MOUSSAILLON);
    ask(&b, 5, BOSCO);
    await_answers(&b, 2);
    assert_int_equal(b.answers.ticket[0] + b.answers.ticket[1], 4 + 5);
    assert_in_range(b.answers.ticket[0], 4, 5);
    end(&b);
}

/* Each search would take a minute if it were not stopped. */
static void stopping_waits_for_no_search(void **state)
{
    (void)state;
    struct bench b;
    begin(&b, LONG);
    for (uint64_t ticket = 1; ticket <= 20; ticket++)
        ask(&b, ticket, CAPITAINE);
    ask(&b, 21, MOUSSAILLON);
    await_answers(&b, 1);
    end(&b);
    assert_true(b.answers.count < 20);
}

static void whoever_asks_is_answered_once(void **state)
{
    (void)state;
    struct bench b;
    bool answered[MOST] = {false};
    begin(&b, 20);
    for (uint64_t ticket = 0; ticket < MOST - 1; ticket++)
        ask(&b, ticket, (int)ticket % (CAPITAINE + 1));
    struct fl_think_request thought = {.ticket = MOST - 1, .sight = &b.sight, .seed = 1};
    assert_true(fl_bot_pool_ask(b.thinkers, &thought, true));
    await_answers(&b, MOST);
    for (int i = 0; i < MOST; i++)
        answered[b.answers.ticket[i]] = true;
    for (int i = 0; i < MOST; i++)
        assert_true(answered[i]);
    assert_true(b.answers.advised);
    end(&b);
}

/* The host delays the result of a level that searches until this time, whatever it is. */
static void only_a_level_that_searches_has_a_time(void **state)
{
    (void)state;
    struct bench b;
    begin(&b, 2000);
    assert_int_equal(fl_bot_pool_time(b.thinkers, &fl_corsaires, CAPITAINE), 2100);
    assert_int_equal(fl_bot_pool_time(b.thinkers, &fl_corsaires, BOSCO), 0);
    assert_int_equal(fl_bot_pool_time(b.thinkers, &fl_mille_sabords, CAPITAINE), 0);
    assert_int_equal(fl_bot_pool_time(b.thinkers, &fl_buccaneer, BOSCO), 150);
    end(&b);
    begin(&b, 0);
    assert_int_equal(fl_bot_pool_time(b.thinkers, &fl_corsaires, CAPITAINE), 0);
    end(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_level_that_does_not_search_waits_for_no_search),
        cmocka_unit_test(stopping_waits_for_no_search),
        cmocka_unit_test(whoever_asks_is_answered_once),
        cmocka_unit_test(only_a_level_that_searches_has_a_time),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
