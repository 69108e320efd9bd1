/* The cards of Mille Sabords! one by one; section 6 of the rules page, played move by move. */
#include "mille_sabords_table.h"

static void a_gem_card_pays_on_a_stop_and_not_on_a_bust(void **state)
{
    RULES("6.1");
    struct table *t = sit(*state, 2, "");
    turn(t, "coin", "CCPPMMXX");
    stops(t);
    assert_scores(t, 400, 0);
    turn(t, "diamond", "SSPPMMXX");
    stops(t);
    assert_scores(t, 400, 100);
    turn(t, "diamond", "SSDDDDDX");
    does(t, "reroll 7 8", "SX");
    assert_scores(t, 400, 100);
}

static void animals_play_as_one_symbol(void **state)
{
    RULES("6.3 6.4");
    struct table *t = sit(*state, 2, "");
    turn(t, "animals", "PPMMMXXS");
    stops(t);
    turn(t, "pirate", "PPMMMXXS");
    stops(t);
    assert_scores(t, 500, 200);
}

static void the_guardian_throws_one_skull_once(void **state)
{
    RULES("6.6 3.2 3.3 M17");
    struct table *t = sit(*state, 2, "");
    turn(t, "guardian", "SSPMMXXC");
    allows(t, "reroll 1");
    allows(t, "reroll 2");
    allows(t, "reroll 1 3");
    allows(t, "reroll 2 3 4 5 6 7 8");
    refuses(t, "reroll 1 2", "6.6");
    refuses(t, "reroll 1 2 3", "6.6");
    refuses(t, "reroll 3", "3.2");
    does(t, "reroll 1", "C");
    assert_dice(t, "CSPMMXXC");
    refuses(t, "reroll 2", "6.6");
    refuses(t, "reroll 1", "3.2");
    stops(t);
    assert_scores(t, 200, 0);
}

static void the_guardian_is_used_up_whatever_comes(void **state)
{
    RULES("6.6 M17");
    struct table *t = sit(*state, 2, "");
    turn(t, "guardian", "SPPMMXXC");
    does(t, "reroll 1", "S");
    refuses(t, "reroll 1", "6.6");
    refuses(t, "reroll 1 2", "6.6");
    does(t, "reroll 2 3", "SP");
    does(t, "reroll 3 4", "SM");
    assert_next(t, 1);
    assert_scores(t, 0, 0);
}

static void ordinary_throws_leave_the_guardian(void **state)
{
    RULES("6.6");
    struct table *t = sit(*state, 2, "");
    turn(t, "guardian", "SPPMMXXC");
    does(t, "reroll 2 3", "PP");
    does(t, "reroll 2 3", "SP");
    does(t, "reroll 1 3 4", "CCC");
    assert_dice(t, "CSCCMXXC");
    stops(t);
    assert_scores(t, 600, 0);
}

static void the_guardian_is_fresh_in_every_turn(void **state)
{
    RULES("6.6");
    struct table *t = sit(*state, 2, "");
    turn(t, "guardian", "SPPMMXXC");
    does(t, "reroll 1", "S");
    stops(t);
    turn(t, "guardian", "SPPMMXXC");
    allows(t, "reroll 1");
    stops(t);
    turn(t, "pirate", "SPPMMXXC");
    refuses(t, "reroll 1", "3.3");
}

static void the_guardian_holds_back_a_bust(void **state)
{
    RULES("6.7 M16");
    struct table *t = sit(*state, 2, "");
    turn(t, "guardian", "SSSCCCPM");
    assert_chooses(t, 0);
    does(t, "reroll 2", "C");
    assert_chooses(t, 0);
    stops(t);
    assert_scores(t, 600, 0);
    turn(t, "guardian", "SPPMMXCC");
    does(t, "reroll 2 3", "SS");
    assert_chooses(t, 1);
    does(t, "reroll 3 4", "XX");
    stops(t);
    assert_scores(t, 600, 300);
}

static void the_guardian_may_fail(void **state)
{
    RULES("6.7 M16");
    struct table *t = sit(*state, 2, "");
    turn(t, "guardian", "SSSCCCPM");
    does(t, "reroll 1", "S");
    assert_next(t, 1);
    turn(t, "guardian", "SSSCCCPM");
    does(t, "reroll 1 7 8", "CSP");
    assert_next(t, 0);
    turn(t, "guardian", "SSSCCCPM");
    does(t, "reroll 1 7 8", "CSS");
    assert_next(t, 1);
    turn(t, "guardian", "SSCCCCPM");
    does(t, "reroll 1", "S");
    does(t, "reroll 7 8", "SP");
    assert_next(t, 0);
    assert_scores(t, 0, 0);
}

static void the_guardian_may_be_refused(void **state)
{
    RULES("6.8 M44");
    struct table *t = sit(*state, 2, "");
    turn(t, "guardian", "SSSCCCCC");
    stops(t);
    assert_next(t, 1);
    assert_scores(t, 0, 0);
}

static void at_three_skulls_one_of_them_must_be_thrown(void **state)
{
    RULES("6.8 M44");
    struct table *t = sit(*state, 2, "");
    turn(t, "guardian", "SSSCCCPM");
    refuses(t, "reroll 7 8", "6.8");
    refuses(t, "reroll 7", "6.8");
    refuses(t, "reroll 4 5 6 7 8", "6.8");
    refuses(t, "reroll 1 2", "6.6");
    refuses(t, "reroll 1 2 3", "6.6");
    refuses(t, "reroll 1 2 3 4 5 6 7 8", "3.4");
    for (const char *skull = "123"; *skull; skull++) {
        char move[32] = "reroll _";
        move[7] = *skull;
        allows(t, move);
        allows(t, strcat(move, " 7"));
        allows(t, strcat(move, " 8"));
        strcpy(move + 8, " 4 5 6 7 8");
        allows(t, move);
    }
}

static void the_guardian_does_not_help_against_four(void **state)
{
    RULES("6.9 M18");
    struct table *t = sit(*state, 2, "");
    turn(t, "guardian", "SSCCCCPM");
    does(t, "reroll 7 8", "SS");
    assert_next(t, 1);
    turn(t, "guardian", "SCCCCCPM");
    does(t, "reroll 6 7 8", "SSS");
    assert_next(t, 0);
    turn(t, "guardian", "SCCCCCPM");
    does(t, "reroll 1 5 6 7 8", "SSSSS");
    assert_next(t, 1);
    assert_scores(t, 0, 0);
}

static void the_guardian_does_not_help_on_skull_island(void **state)
{
    RULES("6.9 7.1 M19");
    struct table *t = sit(*state, 2, "");
    turn(t, "guardian", "SSSSCCPM");
    assert_on_skull_island(t, 0);
    assert_only(t, "throw");
    refuses(t, "reroll 1", "7.2");
    does(t, "throw", "PPPP");
    assert_next(t, 1);
    assert_scores(t, 0, -400);
}

static void the_pirate_doubles_the_turn(void **state)
{
    RULES("6.10 6.11 M5");
    struct table *t = sit(*state, 2, "");
    turn(t, "pirate", "SXXXCCMP");
    does(t, "reroll 7 8", "CC");
    does(t, "reroll 2 3 4", "SDM");
    stops(t);
    assert_scores(t, 1400, 0);
    turn(t, "pirate", "CCCCMMMD");
    stops(t);
    assert_scores(t, 1400, 2600);
}

static void dice_are_put_on_treasure_island_and_taken_off(void **state)
{
    RULES("6.12");
    struct table *t = sit(*state, 2, "");
    turn(t, "island", "DDDMMXXC");
    assert_treasure(t, "");
    does(t, "put 1 2", "");
    does(t, "put 8", "");
    assert_treasure(t, " 1 2 8");
    assert_chooses(t, 0);
    does(t, "reroll 4 5", "DM");
    does(t, "put 3 4", "");
    does(t, "take 2", "");
    does(t, "take 1 8", "");
    assert_treasure(t, " 3 4");
    assert_dice(t, "DDDDMXXC");
}

static void treasure_island_is_empty_when_a_turn_begins(void **state)
{
    RULES("6.12");
    struct table *t = sit(*state, 2, "");
    turn(t, "island", "DDDMMXXC");
    does(t, "put 1 2 3", "");
    stops(t);
    turn(t, "island", "DDDMMXXC");
    assert_treasure(t, "");
    refuses(t, "take 1", "6.12");
    allows(t, "put 1 2 3");
}

static void only_treasure_island_takes_dice(void **state)
{
    RULES("6.12");
    for (const char *const *card = every_card; *card; card++) {
        struct table *t = sit(*state, 2, "");
        turn(t, *card, "DDDMMXXC");
        if (is_card(*card, "island"))
            continue;
        refuses(t, "put 1", "6.12");
        refuses(t, "take 1", "6.12");
    }
}

static void put_and_take_name_dice_that_can_go(void **state)
{
    RULES("6.12");
    struct table *t = sit(*state, 2, "");
    turn(t, "island", "SDDMMXXC");
    refuses(t, "take 1", "6.12"); /* a skull, but above all not on the card */
    stops(t);
    turn(t, "island", "DDDMMXXC");
    refuses(t, "put", "6.12");
    refuses(t, "take", "6.12");
    refuses(t, "take 1", "6.12");
    does(t, "put 1 2", "");
    does(t, "reroll 4 5", "DM");
    refuses(t, "put 1", "6.12");
    refuses(t, "put 1 3", "6.12");
    refuses(t, "take 1 3", "6.12");
    allows(t, "take 1 2");
    allows(t, "put 3 4 5 6 7 8");
}

static void skulls_do_not_go_on_treasure_island(void **state)
{
    RULES("6.13 M24");
    struct table *t = sit(*state, 2, "");
    turn(t, "island", "SDDMMXXC");
    refuses(t, "put 1", "6.13");
    refuses(t, "put 1 2", "6.13");
    allows(t, "put 2 3 4 5 6 7 8");
}

static void dice_on_treasure_island_are_taken_off_to_be_thrown(void **state)
{
    RULES("6.13 M24");
    struct table *t = sit(*state, 2, "");
    turn(t, "island", "SDDMMXXC");
    does(t, "put 2 3", "");
    refuses(t, "reroll 2 4", "6.13");
    refuses(t, "reroll 2 3", "6.13");
    refuses(t, "reroll 2", "6.13");
    does(t, "reroll 4 5", "MM");
    refuses(t, "reroll 2 4", "6.13");
    does(t, "take 2", "");
    refuses(t, "reroll 2 3", "6.13");
    does(t, "reroll 2 4", "PP");
    assert_dice(t, "SPDPMXXC");
}

static void a_die_changes_place_once_between_throws(void **state)
{
    RULES("6.14 M40");
    struct table *t = sit(*state, 2, "");
    turn(t, "island", "SDDMMXXC");
    does(t, "put 2 3", "");
    refuses(t, "take 2", "6.14");
    refuses(t, "take 2 3", "6.14");
    refuses(t, "put 2 4", "6.14");
    does(t, "reroll 4 5", "MM");
    does(t, "take 2", "");
    refuses(t, "put 2", "6.14");
    refuses(t, "put 2 4", "6.14");
    does(t, "put 4", "");
    refuses(t, "take 4", "6.14");
    allows(t, "take 3");
    does(t, "reroll 5 6", "MX");
    allows(t, "put 2");
    allows(t, "take 3 4");
}

static void all_eight_dice_count_on_a_stop(void **state)
{
    RULES("6.15 M22");
    struct table *t = sit(*state, 2, "");
    turn(t, "island", "CCCCMMMD");
    does(t, "put 1 2 5", "");
    stops(t);
    assert_scores(t, 1300, 0);
}

static void treasure_survives_a_bust(void **state)
{
    RULES("6.16 M21");
    struct table *t = sit(*state, 2, "");
    turn(t, "island", "SDDDCCXX");
    does(t, "put 2 3 4", "");
    does(t, "reroll 7 8", "SS");
    assert_next(t, 1);
    assert_scores(t, 400, 0);
    turn(t, "island", "SSDDDCCC");
    does(t, "put 3 4 6", "");
    does(t, "reroll 5 7 8", "DCS");
    assert_scores(t, 400, 300);
}

static void treasure_can_be_all_the_dice_but_one(void **state)
{
    RULES("6.16 M21");
    struct table *t = sit(*state, 2, "");
    turn(t, "island", "CCCCCCPM");
    does(t, "put 1 2 3 4 5 6", "");
    does(t, "reroll 7 8", "SS");
    refuses(t, "reroll 7 8", "3.3");
    refuses(t, "put 7", "6.13");
    does(t, "take 5 6", "");
    does(t, "reroll 5 6", "SC");
    assert_scores(t, 600, 0);
}

static void treasure_island_saves_nothing_on_the_first_throw(void **state)
{
    RULES("6.17 M23");
    struct table *t = sit(*state, 2, "");
    turn(t, "island", "SSSCCCCC");
    assert_next(t, 1);
    assert_scores(t, 0, 0);
    turn(t, "island", "SSSSCCCC");
    assert_on_skull_island(t, 1);
    refuses(t, "put 5", "7.2");
    does(t, "throw", "CCCC");
    assert_scores(t, -400, 0);
}

static void card_skulls_are_no_dice(void **state)
{
    RULES("6.18");
    struct table *t = sit(*state, 2, "");
    turn(t, "skull-2", "PPPMMXXC");
    assert_dice(t, "PPPMMXXC");
    allows(t, "reroll 1 2 3 4 5 6 7");
    stops(t);
    assert_scores(t, 200, 0);
}

static void a_ship_won_pays(void **state)
{
    RULES("6.19 6.20 M3");
    struct table *t = sit(*state, 2, "");
    turn(t, "ship-3", "XXXDPPMM");
    stops(t);
    assert_scores(t, 700, 0);
    turn(t, "ship-2", "XXCCCCCC");
    stops(t);
    assert_scores(t, 700, 2400);
}

static void a_ship_missed_costs(void **state)
{
    RULES("6.21 1.5 M9");
    struct table *t = sit(*state, 2, "");
    turn(t, "ship-2", "XCCCCCCC");
    stops(t);
    assert_next(t, 1);
    assert_scores(t, -300, 0);
    turn(t, "ship-4", "XXXCCCCC");
    stops(t);
    assert_scores(t, -300, -1000);
}

static void a_bust_loses_a_ship_already_won(void **state)
{
    RULES("6.22 M7");
    struct table *t = sit(*state, 2, "");
    turn(t, "ship-2", "XXXXXSPP");
    does(t, "reroll 7 8", "SS");
    assert_next(t, 1);
    assert_scores(t, -300, 0);
    turn(t, "ship-3", "XXXXXSSS");
    assert_scores(t, -300, -500);
}

static void a_ship_never_goes_to_skull_island(void **state)
{
    RULES("6.23 M8");
    static const char *const dice[] = {"SSSSXXXX", "SSSSSXXX", "SSSSSSSX", "SSSSSSSS"};
    for (int i = 0; i < 4; i++) {
        struct table *t = sit(*state, 3, "");
        turn(t, "ship-2", dice[i]);
        assert_next(t, 1);
        turn(t, "ship-3", dice[i]);
        assert_next(t, 2);
        turn(t, "ship-4", dice[i]);
        assert_next(t, 0);
        assert_scores(t, -300, -500, -1000);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_gem_card_pays_on_a_stop_and_not_on_a_bust),
        TEST(animals_play_as_one_symbol),
        TEST(the_guardian_throws_one_skull_once),
        TEST(the_guardian_is_used_up_whatever_comes),
        TEST(ordinary_throws_leave_the_guardian),
        TEST(the_guardian_is_fresh_in_every_turn),
        TEST(the_guardian_holds_back_a_bust),
        TEST(the_guardian_may_fail),
        TEST(the_guardian_may_be_refused),
        TEST(at_three_skulls_one_of_them_must_be_thrown),
        TEST(the_guardian_does_not_help_against_four),
        TEST(the_guardian_does_not_help_on_skull_island),
        TEST(the_pirate_doubles_the_turn),
        TEST(dice_are_put_on_treasure_island_and_taken_off),
        TEST(treasure_island_is_empty_when_a_turn_begins),
        TEST(only_treasure_island_takes_dice),
        TEST(put_and_take_name_dice_that_can_go),
        TEST(skulls_do_not_go_on_treasure_island),
        TEST(dice_on_treasure_island_are_taken_off_to_be_thrown),
        TEST(a_die_changes_place_once_between_throws),
        TEST(all_eight_dice_count_on_a_stop),
        TEST(treasure_survives_a_bust),
        TEST(treasure_can_be_all_the_dice_but_one),
        TEST(treasure_island_saves_nothing_on_the_first_throw),
        TEST(card_skulls_are_no_dice),
        TEST(a_ship_won_pays),
        TEST(a_ship_missed_costs),
        TEST(a_bust_loses_a_ship_already_won),
        TEST(a_ship_never_goes_to_skull_island),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
