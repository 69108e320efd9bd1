/* Section 6 of the rules page of Buccaneer: conditions and consequences of a mutiny. */
#include "buccaneer_table.h"

/* The rulebook's example: three black pawns in a crew of red's, whose turn starts. */
static struct table *three_black_pawns(void *table, const char *ships)
{
    struct table *t = sit(table, 4, "", ships);
    plays(t, "merge r2 k5, merge b2 y2, merge y3 b3, merge k2 b4");
    plays(t, "merge r2 k4, merge b2 y4, merge y3 b5, merge k2 y5");
    plays(t, "merge r2 k3, merge b? y?, merge y3 r3, merge k? r4");
    return t;
}

static void the_example_of_the_rulebook(void **state)
{
    RULES("6.1 6.4 6.9 B16 B18");
    struct table *t = three_black_pawns(*state, "ship-1, ship-7, ship-13");
    assert_crews(t, 0, "r2 k. k. k. | r5 | r?");
    assert_next(t, 3);
    assert_asked(t, "bu.ask.mutiny who=4 captain=1 n=3");
    assert_offers(t, "mutiny, obey");
    plays(t, "mutiny");
    assert_heard(t, "bu.say.mutiny who=4 other=1");
    assert_asked(t, "bu.ask.must-board who=1");
    assert_offers(t, "board r2 1 sabre, board r2 7 sabre, board r2 7 barrel");
    plays(t, "board r2 7 barrel"); /* the biggest possible one */
    assert_next(t, 1);             /* that was the action of the turn */
}

static void a_mutiny_is_shared_as_usual(void **state)
{
    RULES("6.6 B20");
    struct table *t = three_black_pawns(*state, "ship-1, ship-7, ship-13");
    plays(t, "mutiny, board r2 7 barrel");
    assert_heard(t, "bu.say.board who=1 ship=7 pawn=bu.red-2 treasure=bu.treasure.barrel",
                 "bu.say.second other=4 gift=bu.treasure.sabre", "bu.say.wages first=4 n=12",
                 "bu.say.keeps who=1 n=4");
    assert_purses(t, 14, 10, 10, 22);
    assert_crews(t, 3, "k2 b. y. | k3 | k4 | k5 | k? r.");
}

static void he_cannot_escape(void **state)
{
    RULES("6.4 6.5 B18 B19");
    struct table *t = three_black_pawns(*state, "ship-1, ship-7, ship-13");
    plays(t, "mutiny");
    refuses(t, "merge r5 b2", "6.5");
    refuses(t, "merge r2 b2", "6.5");
    refuses(t, "board r5 1 sabre", "6.5");
    refuses(t, "board r2 13 chest", "5.3");
    refuses(t, "mutiny", "6.1");
}

static void whoever_obeys_changes_nothing(void **state)
{
    RULES("6.3 6.5 B31");
    struct table *t = three_black_pawns(*state, "ship-1, ship-7, ship-13");
    plays(t, "obey");
    assert_heard(t, "bu.say.obey who=4 other=1");
    assert_asked(t, "bu.ask.act who=1");
    allows(t, "merge r5 b2");
    allows(t, "board r2 7 sabre"); /* voluntarily */
    refuses(t, "obey", "6.1");
}

static void nothing_else_can_be_done_before_the_answer(void **state)
{
    RULES("6.1 6.3 B16 B31");
    struct table *t = three_black_pawns(*state, "ship-1, ship-7, ship-13");
    refuses(t, "merge k2 r5", "6.3");
    refuses(t, "board k2 1 sabre", "6.3");
    assert_int_equal(fl_match_play(&t->match, 0, table_read(t, "merge r5 b2")), FL_NOT_YOUR_TURN);
    plays(t, "obey");
    assert_false(fl_match_undo_is_free(&t->match, 3)); /* an answer stands */
}

static void two_pawns_are_too_few(void **state)
{
    RULES("6.1 B16");
    struct table *t = sit(*state, 4, "", "ship-1, ship-2, ship-13");
    plays(t, "merge r2 k5, merge b2 y2, merge y3 b3, merge k2 b4");
    plays(t, "merge r2 k4, merge b2 y4, merge y3 b5, merge k2 y5");
    plays(t, "merge r2 b?, merge b2 r3, merge y? r4, merge k? r5");
    assert_crews(t, 0, "r2 k. k. b. | r?");
    assert_next(t, 0); /* nobody is asked */
    assert_asked(t, "bu.ask.act who=1");
}

static void a_crew_that_cannot_board_does_not_mutiny(void **state)
{
    RULES("6.2 B17");
    struct table *t = three_black_pawns(*state, "ship-10, ship-11, ship-13");
    assert_next(t, 0);
    assert_asked(t, "bu.ask.act who=1");
    t = three_black_pawns(*state, "ship-9, ship-11, ship-13"); /* four are just enough */
    assert_next(t, 3);
}

static void only_at_the_start_of_the_captains_turn(void **state)
{
    RULES("6.1 B16");
    struct table *t = three_black_pawns(*state, "ship-1, ship-7, ship-13");
    plays(t, "obey, merge r5 b2");
    assert_next(t, 1); /* the turn of blue: red's crew is not in question */
    assert_asked(t, "bu.ask.act who=2");
}

/* Red alone owns a crew of nine with three blue and three yellow pawns. */
static struct table *crew_of_nine(void *table)
{
    struct table *t = sit(table, 3, "", "ship-1, ship-2, ship-3");
    plays(t, "merge r2 b5, merge b? y?, merge y3 b2");
    plays(t, "merge r2 y5, merge b3 y2, merge y3 b?");
    plays(t, "merge r2 b4, merge b3 r3, merge y3 r4");
    plays(t, "merge r2 y4, merge b3 r5, merge y3 r?");
    plays(t, "merge r2 b3, board y3 3 barrel");
    return t;
}

static void a_second_player_in_the_same_crew_is_asked_as_well(void **state)
{
    RULES("6.3 B31");
    struct table *t = crew_of_nine(*state);
    assert_next(t, 1); /* from the captain's left */
    plays(t, "mutiny");
    assert_next(t, 2);
    assert_asked(t, "bu.ask.mutiny who=3 captain=1 n=3");
    plays(t, "mutiny");
    assert_heard(t, "bu.say.mutiny-too who=3 other=1");
    assert_next(t, 0);
    assert_offers(t, "board r2 1 sabre, board r2 2 candlestick");
}

static void one_call_is_enough(void **state)
{
    RULES("6.3 6.4");
    struct table *t = crew_of_nine(*state);
    plays(t, "obey, mutiny");
    assert_asked(t, "bu.ask.must-board who=1");
    t = crew_of_nine(*state);
    plays(t, "mutiny, obey");
    assert_asked(t, "bu.ask.must-board who=1");
    t = crew_of_nine(*state);
    plays(t, "obey, obey");
    assert_asked(t, "bu.ask.act who=1");
}

/* Two crews of red's: r2 with three blue pawns, r3 with three yellow ones. */
static struct table *two_crews(void *table)
{
    struct table *t = sit(table, 3, "first=2", "ship-10, ship-11, ship-12");
    plays(t, "merge b? y5, merge y? b5, merge r4 b2");
    plays(t, "merge b? y4, merge y? b4, merge r5 y2");
    plays(t, "merge b? y3, merge y? b3, merge r3 b?");
    plays(t, "merge y? r?"); /* blue has no top */
    assert_next(t, 2);       /* yellow is asked about the crew of r3 */
    plays(t, "obey, merge r2 y?");
    return t;
}

static void of_several_mutinies_the_captain_picks_one(void **state)
{
    RULES("6.4 6.7 6.8 B18 B36");
    struct table *t = two_crews(*state);
    assert_crews(t, 0, "r2 y. b. b. b. r. | r3 b. y. y. y. | r4 b. | r5 y.");
    assert_next(t, 1);
    assert_asked(t, "bu.ask.mutiny who=2 captain=1 n=3");
    plays(t, "mutiny");
    assert_asked(t, "bu.ask.mutiny who=3 captain=1 n=3");
    plays(t, "mutiny");
    assert_offers(t, "board r2 10 sabre, board r2 10 chest, board r2 11 candlestick, "
                     "board r2 11 chest, board r2 12 barrel, board r2 12 chest, "
                     "board r3 10 sabre, board r3 10 chest, board r3 11 candlestick, "
                     "board r3 11 chest, board r3 12 barrel, board r3 12 chest");
    plays(t, "board r3 11 chest");
    assert_next(t, 1); /* once, and the turn is over */
}

static void only_the_crew_that_was_called_must_board(void **state)
{
    RULES("6.4 6.5 B18 B19");
    struct table *t = two_crews(*state);
    plays(t, "obey, mutiny");
    assert_offers(t, "board r3 10 sabre, board r3 10 chest, board r3 11 candlestick, "
                     "board r3 11 chest, board r3 12 barrel, board r3 12 chest");
    refuses(t, "board r2 10 sabre", "6.5");
}

static void a_mutiny_that_was_not_chosen_may_be_called_again(void **state)
{
    RULES("6.3 B31");
    struct table *t = two_crews(*state);
    plays(t, "mutiny, mutiny, board r3 11 chest, merge b? y3, merge y5 r3");
    assert_next(t, 1);
    assert_asked(t, "bu.ask.mutiny who=2 captain=1 n=3");
    plays(t, "obey");
    assert_asked(t, "bu.ask.act who=1"); /* it had lapsed */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(the_example_of_the_rulebook),
        TEST(a_mutiny_is_shared_as_usual),
        TEST(he_cannot_escape),
        TEST(whoever_obeys_changes_nothing),
        TEST(nothing_else_can_be_done_before_the_answer),
        TEST(two_pawns_are_too_few),
        TEST(a_crew_that_cannot_board_does_not_mutiny),
        TEST(only_at_the_start_of_the_captains_turn),
        TEST(a_second_player_in_the_same_crew_is_asked_as_well),
        TEST(one_call_is_enough),
        TEST(of_several_mutinies_the_captain_picks_one),
        TEST(only_the_crew_that_was_called_must_board),
        TEST(a_mutiny_that_was_not_chosen_may_be_called_again),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
