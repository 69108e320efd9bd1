/* The evaluation of Aux Sabords: positions of chests, distances and threats. */
#include "agents/game_ai.h"
#include "aux_sabords_table.h"

static const char weak[] = "leg leg leg sabre sabre";
static const char strong[] = "leg pirate pirate pirate pirate";
static const char captain[] = "leg leg leg sabre captain";

/* A seat's probability to win according to the evaluation. */
static double chance_of(const struct table *t, int seat)
{
    struct fl_sight world = {.game = t->match.game,
                             .setup = t->match.setup,
                             .viewer = FL_TRUTH,
                             .state = t->match.state};
    double odds[FL_MAX_SEATS], all = 0;
    assert_true(fl_game_ai_of(&fl_aux_sabords)->evaluate(&world, odds));
    for (int i = 0; i < world.setup.seats; i++)
        all += odds[i];
    return odds[seat] / all;
}

/* Red carries two chests, far from all others. */
static struct table *carry(void **state, const char *square)
{
    struct table *t = sit(*state, 4, "");
    give(t, RED, weak);
    place(t, RED, square);
    put_aboard(t, RED, RED, 2);
    return t;
}

static void a_chest_gains_on_its_way(void **state)
{
    double before = 0;
    static const char *const way[] = {"h9", "e9", "b9", "b6", "b3", "a2"};
    for (int i = 0; i < 6; i++) {
        struct table *t = carry(state, way[i]);
        double now = chance_of(t, RED);
        assert_true(now > before + 0.003);
        before = now;
    }
    struct table *t = carry(state, "a1");
    board(t)->aboard[RED][RED] = 0;
    board(t)->port[RED][RED] = 2;
    assert_true(chance_of(t, RED) > before); /* landing is never a disadvantage */
}

static void chests_count_more_at_the_end(void **state)
{
    struct table *t = sit(*state, 4, "");
    put_in_port(t, RED, RED, 2);
    double early = chance_of(t, RED) / chance_of(t, GREEN);
    put_in_port(t, BLUE, BLUE, 4);
    put_in_port(t, YELLOW, YELLOW, 4);
    assert_true(chance_of(t, RED) / chance_of(t, GREEN) > early * 1.1);
}

/* The value that blue's presence moves from red to blue, with this hand and on this square. */
static double danger_from(void **state, const char *hand, const char *square)
{
    struct table *t = carry(state, "b6");
    give(t, BLUE, hand);
    place(t, BLUE, "l12");
    double red = chance_of(t, RED) / chance_of(t, GREEN);
    place(t, BLUE, square);
    board(t)->side[BLUE] = board(t)->island[BLUE] = 0; /* excludes blue's own journey */
    double with = chance_of(t, RED) / chance_of(t, GREEN);
    return 1 - with / red;
}

static void cargo_near_a_stronger_hand_is_in_danger(void **state)
{
    assert_true(danger_from(state, strong, "b7") > 0.1);
    assert_true(danger_from(state, captain, "b7") > 0.1);
    assert_true(danger_from(state, strong, "b7") > danger_from(state, strong, "d8") + 0.03);
    assert_true(danger_from(state, strong, "d8") > 0.03);
    assert_true(danger_from(state, weak, "b7") < 1e-9);
    assert_true(danger_from(state, strong, "g12") < 1e-9);
}

static void a_turn_under_way_is_not_judged(void **state)
{
    struct table *t = sit(*state, 4, "");
    double odds[FL_MAX_SEATS];
    plays(t, "draw");
    struct fl_sight world = {.game = t->match.game,
                             .setup = t->match.setup,
                             .viewer = FL_TRUTH,
                             .state = t->match.state};
    assert_false(fl_game_ai_of(&fl_aux_sabords)->evaluate(&world, odds));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_chest_gains_on_its_way),
        TEST(chests_count_more_at_the_end),
        TEST(cargo_near_a_stronger_hand_is_in_danger),
        TEST(a_turn_under_way_is_not_judged),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
