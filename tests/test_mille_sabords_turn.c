/* The turn in Mille Sabords!: card, first throw, and throwing again; sections 2 and 3 of the rules
 * page, played move by move. */
#include "mille_sabords_table.h"

/* ---- 2: the turn ---- */

static void the_card_comes_before_the_dice(void **state)
{
    RULES("2.1 M34");
    struct table *t = sit(*state, 2, "");
    refuses(t, "throw", "2.1");
    refuses(t, "stop", "2.1");
    refuses(t, "reroll 1 2", "2.1");
    refuses(t, "put 1", "2.1");
    assert_only(t, "card");
}

static void the_card_is_seen_before_the_first_throw(void **state)
{
    RULES("2.1 M34");
    struct table *t = sit(*state, 2, "");
    assert_card(t, "");
    table_does(t, "card");
    assert_int_equal(fl_match_play(&t->match, FL_CHANCE, table_read(t, "S")), FL_ILLEGAL);
    assert_int_equal(fl_match_play(&t->match, FL_CHANCE, table_read(t, "first-1")), FL_ILLEGAL);
    table_chance(t, "pirate");
    assert_card(t, "ms.card.pirate");
    assert_dice(t, "????????");
    assert_only(t, "throw");
}

static void there_is_one_card_a_turn(void **state)
{
    RULES("2.2 M6");
    struct table *t = sit(*state, 2, "");
    turn(t, "pirate", "XXXCPPMM");
    refuses(t, "card", "2.4");
    does(t, "reroll 5 6", "PP");
    assert_card(t, "ms.card.pirate");
    stops(t);
    assert_scores(t, 400, 0);
    turn(t, "ship-3", "XXXCPPMM");
    assert_card(t, "ms.card.ship-3");
    stops(t);
    assert_scores(t, 400, 700);
}

static void the_guardian_never_meets_skulls_of_a_card(void **state)
{
    RULES("2.2 M20");
    struct table *t = sit(*state, 2, "");
    turn(t, "guardian", "SPPMMXXC");
    stops(t);
    turn(t, "skull-1", "SPPMMXXC");
    refuses(t, "reroll 1", "3.3");
    stops(t);
    turn(t, "guardian", "SSPPMMXX");
    assert_chooses(t, 0);
    allows(t, "reroll 1");
    allows(t, "reroll 3 4");
}

static void the_card_cannot_be_changed(void **state)
{
    RULES("2.2");
    struct table *t = sit(*state, 2, "");
    table_does(t, "card");
    table_chance(t, "ship-4");
    refuses(t, "card", "2.3");
}

static void the_first_throw_is_compulsory(void **state)
{
    RULES("2.3 M46");
    struct table *t = sit(*state, 2, "");
    table_does(t, "card");
    table_chance(t, "coin");
    refuses(t, "stop", "2.3");
    refuses(t, "reroll 1 2", "2.3");
    refuses(t, "reroll 1 2 3 4 5 6 7 8", "2.3");
    refuses(t, "put 1", "2.3");
    does(t, "throw", "PPMMXXCD");
    assert_dice(t, "PPMMXXCD");
}

static void after_a_throw_one_stops_or_throws_again(void **state)
{
    RULES("2.4");
    struct table *t = sit(*state, 2, "");
    turn(t, "coin", "SPPMMXXC");
    assert_chooses(t, 0);
    allows(t, "stop");
    allows(t, "reroll 2 3");
    refuses(t, "throw", "2.4");
    refuses(t, "card", "2.4");
    refuses(t, "first-2", "2.4");
    refuses(t, "S", "2.4");
    does(t, "reroll 2 3", "PP");
    assert_chooses(t, 0);
}

static void one_may_stop_for_nothing(void **state)
{
    RULES("2.5");
    struct table *t = sit(*state, 2, "");
    turn(t, "pirate", "SSPPMMXX");
    stops(t);
    assert_scores(t, 0, 0);
    assert_next(t, 1);
}

static void points_are_added_to_the_total(void **state)
{
    RULES("2.5");
    struct table *t = sit(*state, 2, "");
    turn(t, "animals", "SSPMMXXC");
    stops(t);
    assert_scores(t, 200, 0);
    turn(t, "animals", "SSPPXXXC");
    stops(t);
    assert_scores(t, 200, 200);
    turn(t, "diamond", "SPPMMXXD");
    stops(t);
    assert_scores(t, 400, 200);
}

static void nothing_is_done_for_the_player(void **state)
{
    RULES("2.6");
    struct table *t = sit(*state, 2, "");
    assert_only(t, "card");
    table_does(t, "card");
    table_chance(t, "coin");
    assert_only(t, "throw");
    does(t, "throw", "SSSSPPMM");
    assert_only(t, "throw");
    does(t, "throw", "SPPM");
    assert_only(t, "throw");
    does(t, "throw", "PPM");
    assert_next(t, 1);
    assert_only(t, "card");
}

/* ---- 3: throwing again ---- */

static void only_the_named_dice_are_thrown(void **state)
{
    RULES("3.1");
    struct table *t = sit(*state, 2, "");
    turn(t, "coin", "PPMMXXCC");
    does(t, "reroll 3 5", "CD");
    assert_dice(t, "PPCMDXCC");
    does(t, "reroll 1 3 6", "XMP");
    assert_dice(t, "XPMMDPCC");
}

static void one_may_throw_again_as_often_as_one_likes(void **state)
{
    RULES("3.1");
    struct table *t = sit(*state, 2, "");
    turn(t, "coin", "PPMMXXCC");
    for (int i = 0; i < 300; i++)
        does(t, "reroll 7 8", i % 2 ? "CC" : "PM");
    stops(t);
    assert_scores(t, 400, 0);
}

static void a_single_die_is_not_thrown(void **state)
{
    RULES("3.2");
    struct table *t = sit(*state, 2, "");
    turn(t, "pirate", "SPPMMXXC");
    for (const char *die = "2345678"; *die; die++)
        refuses(t, ((char[]){'r', 'e', 'r', 'o', 'l', 'l', ' ', *die, '\0'}), "3.2");
    refuses(t, "reroll", "3.2");
    allows(t, "reroll 2 8");
}

static void a_skull_is_locked_for_the_turn(void **state)
{
    RULES("3.3");
    struct table *t = sit(*state, 2, "");
    turn(t, "diamond", "SPPMMXXC");
    refuses(t, "reroll 1 2", "3.3");
    refuses(t, "reroll 1", "3.3");
    refuses(t, "reroll 1 2 3 4 5 6 7", "3.3");
    does(t, "reroll 2 3", "SP");
    refuses(t, "reroll 1 3", "3.3");
    refuses(t, "reroll 2 3", "3.3");
    does(t, "reroll 3 4", "PM");
    refuses(t, "reroll 2 3", "3.3");
    assert_dice(t, "SSPMMXXC");
}

static void a_skull_is_free_again_in_the_next_turn(void **state)
{
    RULES("3.3");
    struct table *t = sit(*state, 2, "");
    turn(t, "pirate", "SSPMMXXC");
    stops(t);
    turn(t, "pirate", "PPPMMXXC");
    allows(t, "reroll 1 2");
}

static void one_die_must_stay(void **state)
{
    RULES("3.4 M26");
    struct table *t = sit(*state, 2, "");
    turn(t, "pirate", "PPPMMXXC");
    refuses(t, "reroll 1 2 3 4 5 6 7 8", "3.4");
    allows(t, "reroll 2 3 4 5 6 7 8");
    allows(t, "reroll 1 2 3 4 5 6 7");
    does(t, "reroll 1 2 3 4 5 6 7", "SPPMMXX");
    refuses(t, "reroll 1 2 3 4 5 6 7 8", "3.4");
    does(t, "reroll 2 3 4 5 6 7 8", "PPMMXXD");
    assert_dice(t, "SPPMMXXD");
}

static void a_gem_card_is_not_the_die_that_stays(void **state)
{
    RULES("3.5 M45");
    struct table *t = sit(*state, 2, "");
    turn(t, "coin", "PPPMMXXC");
    refuses(t, "reroll 1 2 3 4 5 6 7 8", "3.4");
    stops(t);
    turn(t, "diamond", "PPPMMXXC");
    refuses(t, "reroll 1 2 3 4 5 6 7 8", "3.4");
    stops(t);
    turn(t, "skull-2", "PPPMMXXC");
    refuses(t, "reroll 1 2 3 4 5 6 7 8", "3.4");
}

static void a_die_on_treasure_island_stays(void **state)
{
    RULES("3.5 M45");
    struct table *t = sit(*state, 2, "");
    turn(t, "island", "PPPMMXXC");
    refuses(t, "reroll 1 2 3 4 5 6 7 8", "3.4");
    does(t, "put 8", "");
    does(t, "reroll 1 2 3 4 5 6 7", "PPPMMXX");
    assert_chooses(t, 0);
}

static void the_guardians_skull_does_not_stay(void **state)
{
    RULES("3.5 M45");
    struct table *t = sit(*state, 2, "");
    turn(t, "guardian", "SPPMMXXC");
    refuses(t, "reroll 1 2 3 4 5 6 7 8", "3.4");
    allows(t, "reroll 1 2 3 4 5 6 7");
    allows(t, "reroll 2 3 4 5 6 7 8");
    does(t, "reroll 2 3", "SP");
    allows(t, "reroll 1 3 4 5 6 7 8");
    allows(t, "reroll 2 3 4 5 6 7 8");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(the_card_comes_before_the_dice),
        TEST(the_card_is_seen_before_the_first_throw),
        TEST(there_is_one_card_a_turn),
        TEST(the_guardian_never_meets_skulls_of_a_card),
        TEST(the_card_cannot_be_changed),
        TEST(the_first_throw_is_compulsory),
        TEST(after_a_throw_one_stops_or_throws_again),
        TEST(one_may_stop_for_nothing),
        TEST(points_are_added_to_the_total),
        TEST(nothing_is_done_for_the_player),
        TEST(only_the_named_dice_are_thrown),
        TEST(one_may_throw_again_as_often_as_one_likes),
        TEST(a_single_die_is_not_thrown),
        TEST(a_skull_is_locked_for_the_turn),
        TEST(a_skull_is_free_again_in_the_next_turn),
        TEST(one_die_must_stay),
        TEST(a_gem_card_is_not_the_die_that_stays),
        TEST(a_die_on_treasure_island_stays),
        TEST(the_guardians_skull_does_not_stay),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
