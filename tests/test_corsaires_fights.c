/* Corsaires: captains, the admiral and captures; sections 4 and 5 of the rules page. */
#include "corsaires_table.h"
#include "languages.h"

/* ---- 4: captains and the admiral ---- */

static void a_captain_wins_whatever_the_strengths(void **state)
{
    RULES("4.1 5.6 C6");
    struct table *t = sit_alone(*state, 2, NULL, "galleon-5 blue-4 blue-3",
                                "red-1 captain-red captain-green red-2 galleon-2");
    play(t, "galleon 5");
    refuses(t, "captain 1 red", "4.1");
    play(t, "attack 1 red-1", "attack 1 blue-4");
    assert_true(on_table(t, 1));
    sit_alone(t, 3, NULL, "galleon-5 blue-4 blue-3", "red-1 captain-red captain-green galleon-2",
              "yellow-4 yellow-3");
    play(t, "galleon 5", "attack 1 red-1", "attack 1 yellow-4", "attack 1 blue-4");
    refuses(t, "captain 1 green", "4.1");
    play(t, "captain 1 red");
    assert_heard(t, "co.say.captain who=2 other=1 fight=1 gold=5 card=co.card.captain-red");
    play(t, "attack 1 yellow-3");
    assert_heard(t, "co.say.reinforce-trumped who=3 other=1 fight=1 gold=5 card=co.card.yellow-3 "
                    "chief=co.card.captain-red");
    play(t, "attack 1 blue-3");
    assert_heard(
        t,
        "co.say.protect-trumped who=1 fight=1 gold=5 card=co.card.blue-3 chief=co.card.captain-red",
        "co.say.captures who=2 fight=1 gold=5 other=1");
    assert_int_equal(state_of(t)->taken[1], 7);
}

static void a_captain_needs_a_ship_in_that_very_fight(void **state)
{
    RULES("4.1");
    struct table *t =
        sit_alone(*state, 2, NULL, "galleon-5 galleon-4 galleon-3", "red-1 captain-red red-2");
    play(t, "galleon 5", "attack 1 red-1", "galleon 4");
    refuses(t, "captain 2 red", "4.1");
    refuses(t, "captain 1 red", "3.2");
}

static void the_admiral_belongs_on_ones_own_galleon(void **state)
{
    RULES("4.2 C7");
    struct table *t = sit_alone(*state, 3, NULL, "galleon-5 admiral blue-1 captain-blue",
                                "red-4 captain-red", "green-4 galleon-3");
    play(t, "galleon 5", "attack 1 red-4", "attack 1 green-4", "admiral 1");
    assert_heard(t, "co.say.saves who=1 fight=1 gold=5 card=co.card.admiral");
    play(t, "captain 1 red");
    assert_heard(t, "co.say.captain who=2 other=1 fight=1 gold=5 card=co.card.captain-red",
                 "co.say.superseded old=co.card.admiral");
    draw(t, "yellow-1");
    play(t, "attack 1 blue-1");
    assert_gold(t, 0, 5, 0);
    sit_alone(t, 2, NULL, "galleon-5 blue-1", "red-4 admiral");
    play(t, "galleon 5");
    refuses(t, "admiral 1", "4.2");
}

static void the_admiral_needs_no_ship(void **state)
{
    RULES("4.2");
    struct table *t = sit_alone(*state, 2, NULL, "galleon-5 admiral red-1", "green-4 green-3");
    play(t, "galleon 5", "attack 1 green-4", "admiral 1", "attack 1 green-3");
    assert_gold(t, 5, 0);
    assert_int_equal(state_of(t)->taken[0], 4);
}

static void only_the_last_trump_counts(void **state)
{
    RULES("4.3 C8");
    struct table *t = sit_alone(*state, 3, NULL, "galleon-5 admiral blue-1 blue-2",
                                "red-1 captain-red", "green-1 captain-green galleon-2");
    play(t, "galleon 5", "attack 1 red-1", "attack 1 green-1", "attack 1 blue-1");
    assert_int_equal(state_of(t)->lead[0] | state_of(t)->lead[1] | state_of(t)->lead[2], 0);
    play(t, "captain 1 red", "captain 1 green", "admiral 1");
    assert_int_equal(state_of(t)->lead[0], 1);
    assert_int_equal(how_many_out(t, "captain-red"), 1);
    assert_int_equal(how_many_out(t, "captain-green"), 1);
    assert_int_equal(fl_corsaires_force(state_of(t), 0, 0), 1);
    assert_int_equal(fl_corsaires_force(state_of(t), 0, 1), 1);
    draw(t, "yellow-1", "yellow-1");
    assert_gold(t, 5, 0, 0);
    assert_int_equal(state_of(t)->taken[0], 5);
}

static void an_owner_whose_admiral_is_gone_keeps_the_ships(void **state)
{
    RULES("4.3");
    struct table *t = sit_alone(*state, 2, NULL, "galleon-5 admiral blue-1 captain-blue",
                                "red-4 captain-red red-3 red-2");
    play(t, "galleon 5", "attack 1 red-4", "admiral 1", "captain 1 red");
    assert_gold(t, 0, 0);
    play(t, "attack 1 blue-1");
    assert_heard(
        t,
        "co.say.protect-trumped who=1 fight=1 gold=5 card=co.card.blue-1 chief=co.card.captain-red",
        "co.say.captures who=2 fight=1 gold=5 other=1");
    assert_int_equal(state_of(t)->taken[1], 4);
}

static void a_fight_sees_five_trumps_at_most(void **state)
{
    RULES("4.4 C9");
    struct table *t =
        sit_alone(*state, 5, NULL, "galleon-8 admiral", "red-1 captain-red",
                  "green-1 captain-green", "yellow-1 captain-yellow", "blue-1 captain-blue");
    play(t, "galleon 8", "attack 1 red-1", "attack 1 green-1", "attack 1 yellow-1",
         "attack 1 blue-1", "admiral 1", "captain 1 red", "captain 1 green", "captain 1 yellow",
         "captain 1 blue");
    assert_int_equal(state_of(t)->lead[4], 1);
    for (int i = 0; i < 4; i++)
        draw(t, "red-2");
    assert_gold(t, 0, 0, 0, 0, 8);
    assert_int_equal(state_of(t)->taken[4], 6);
}

static void one_may_supersede_ones_own_trump(void **state)
{
    RULES("4.5 C29");
    struct table *t = sit_in_teams(*state, 4, NULL, "galleon-5 blue-1 captain-blue",
                                   "admiral galleon-2", "red-4 red-3", "red-2");
    play(t, "galleon 5", "admiral 1", "attack 1 red-4", "attack 1 red-2");
    assert_gold(t, 5, 0);
    sit_in_teams(t, 6, NULL, "galleon-5 captain-blue", "blue-1 admiral", "red-4", "red-2",
                 "green-4", "green-3");
    play(t, "galleon 5", "attack 1 blue-1", "attack 1 red-4", "attack 1 red-2");
    play(t, "attack 1 green-4", "attack 1 green-3", "captain 1 blue", "admiral 1");
    assert_heard(t, "co.say.guards who=2 fight=1 gold=5 card=co.card.admiral",
                 "co.say.superseded old=co.card.captain-blue");
    assert_int_equal(state_of(t)->lead[0], 1);
    assert_int_equal(how_many_out(t, "captain-blue"), 1);
}

static void a_captain_may_follow_the_admiral_of_the_same_side(void **state)
{
    RULES("4.5");
    struct table *t = sit_in_teams(*state, 6, NULL, "galleon-5 admiral", "blue-1 captain-blue",
                                   "red-4", "red-2", "green-4", "green-3");
    play(t, "galleon 5", "attack 1 blue-1", "attack 1 red-4", "attack 1 red-2");
    play(t, "attack 1 green-4", "attack 1 green-3", "admiral 1", "captain 1 blue");
    assert_int_equal(state_of(t)->lead[0], 1);
    assert_int_equal(how_many_out(t, "admiral"), 1);
}

static void the_admiral_has_no_colour(void **state)
{
    RULES("4.6 C33");
    struct table *t =
        sit_alone(*state, 5, NULL, "galleon-8 admiral", "red-1", "green-1", "yellow-1", "blue-1");
    play(t, "galleon 8", "attack 1 red-1", "attack 1 green-1", "attack 1 yellow-1",
         "attack 1 blue-1");
    allows(t, "admiral 1");
    sit_alone(t, 3, NULL, "galleon-8 admiral green-1 blue-1", "red-1", "yellow-1");
    play(t, "galleon 8", "attack 1 red-1", "attack 1 yellow-1", "admiral 1");
    draw(t, "red-2", "red-2");
    assert_gold(t, 8, 0, 0);
    sit_alone(t, 2, NULL, "galleon-8 galleon-2 admiral green-1 blue-1", "red-1 captain-red red-2");
    play(t, "galleon 8", "attack 1 red-1", "admiral 1", "captain 1 red");
    allows(t, "attack 1 green-1");
    allows(t, "attack 1 blue-1");
}

/* ---- 5: capturing ---- */

static void captures_are_made_at_the_start_of_the_turn(void **state)
{
    RULES("5.1 C1");
    struct table *t = sit_alone(*state, 2, NULL, "galleon-5 galleon-3 red-4", "galleon-4 blue-2");
    play(t, "galleon 5");
    assert_gold(t, 0, 0);
    play(t, "galleon 4");
    assert_heard(t, "co.say.galleon who=2 fight=2 card=co.card.galleon-4",
                 "co.say.brings-home who=1 fight=1 gold=5");
    assert_gold(t, 5, 0);
    assert_turn(t, 1);
    play(t, "attack 2 red-4");
    assert_gold(t, 5, 0);
    play(t, "attack 2 blue-2");
    assert_gold(t, 9, 0);
}

static void all_galleons_of_that_moment_are_captured(void **state)
{
    RULES("5.1");
    struct table *t = sit_in_teams(*state, 4, NULL, "galleon-5", "red-2", "galleon-4", "blue-1");
    draw(t, "yellow-1", "yellow-1");
    play(t, "galleon 4");
    draw(t, "yellow-2");
    play(t, "galleon 5", "attack 1 red-2");
    draw(t, "yellow-2");
    play(t, "draw");
    table_chance(t, "yellow-2");
    assert_heard(t, "co.say.draw who=4 n=70", "co.say.drawn who=4 cards=co.card.yellow-2",
                 "co.say.captures who=1 fight=1 gold=4 other=3 ally=4",
                 "co.say.brings-home-too who=1 next=2 more=5");
    assert_gold(t, 9, 0);
}

static void ones_own_galleon_comes_home_unless_attacked(void **state)
{
    RULES("5.2 C2");
    struct table *t = sit_alone(*state, 2, NULL, "galleon-5 galleon-3 red-4", "galleon-4 blue-2");
    play(t, "galleon 5");
    draw(t, "green-1");
    assert_gold(t, 5, 0);
    sit_alone(t, 3, NULL, "galleon-5 red-4", "galleon-4 blue-2", "galleon-2");
    play(t, "galleon 5");
    draw(t, "green-1", "green-1");
    assert_gold(t, 5, 0, 0);
}

static void a_galleon_protected_alone_comes_home(void **state)
{
    RULES("5.2");
    struct table *t = sit_in_teams(*state, 4, NULL, "galleon-5 red-4", "red-1", "blue-2", "blue-3");
    play(t, "galleon 5", "attack 1 red-1");
    assert_heard(t, "co.say.protect-alone who=2 fight=1 gold=5 card=co.card.red-1 n=1 best=0");
    draw(t, "green-1", "green-1");
    assert_gold(t, 5, 0);
    assert_int_equal(state_of(t)->taken[0], 2);
}

static void an_absent_owner_wins_nothing_by_a_tie(void **state)
{
    RULES("5.3 5.5 C3");
    struct table *t =
        sit_alone(*state, 3, NULL, "galleon-5 red-4", "blue-2 blue-1", "green-2 green-1");
    play(t, "galleon 5", "attack 1 blue-2", "attack 1 green-2");
    assert_heard(t,
                 "co.say.attack-ties who=3 other=1 fight=1 gold=5 card=co.card.green-2 n=2 best=2");
    assert_null(item_seen(t, 0, "co.flag", 1));
    assert_gold(t, 0, 0, 0);
    draw(t, "yellow-1", "yellow-1", "yellow-2");
    assert_gold(t, 0, 0, 0);
    assert_true(on_table(t, 1));
}

/* "Y3 by 2, R1 by 1": the attacks on the first galleon. */
static void table_strengths(struct table *t, const char *expected)
{
    char memory[64];
    struct fl_buf text = fl_buf_over(memory, sizeof memory);
    struct fl_sight sight;
    struct fl_view view;
    fl_match_sight(&t->match, FL_SPECTATOR, &sight);
    fl_sight_view(&sight, &view);
    for (int i = 0; i < view.items; i++) {
        const struct fl_item *item = &view.item[i];
        if (strcmp(item->kind, "co.strength"))
            continue;
        fl_put(&text, text.len ? ", " : "");
        fl_put_word(&text, FL_ENGLISH, item->face, FL_BARE);
        fl_put_number(&text, item->value);
        fl_put(&text, " by ");
        fl_put_number(&text, item->owner + 1);
        fl_put(&text, item->marks ? "*" : "");
    }
    table_compare(t, "strengths", text.at, expected);
}

static void skulls_of_a_colour_add_up(void **state)
{
    RULES("3.6");
    struct table *t = sit_alone(*state, 3, NULL, "galleon-5 red-4 captain-red",
                                "blue-2 blue-1 blue-4", "green-3 green-3");
    play(t, "galleon 5");
    table_strengths(t, "");
    play(t, "attack 1 blue-2", "attack 1 green-3", "attack 1 red-4");
    table_strengths(t, "R4 by 1*, G3 by 3, B2 by 2");
    play(t, "attack 1 blue-1", "attack 1 green-3");
    table_strengths(t, "R4 by 1, G6 by 3*, B3 by 2");
    play(t, "captain 1 red", "attack 1 blue-4");
    table_strengths(t, "R4 by 1*, G6 by 3, B7 by 2");
}

static void skulls_of_partners_add_up(void **state)
{
    RULES("3.6 8.1");
    struct table *t = sit_in_teams(*state, 4, NULL, "galleon-5", "red-1", "blue-2", "blue-3");
    play(t, "galleon 5", "attack 1 red-1", "attack 1 blue-2", "attack 1 blue-3");
    table_strengths(t, "R1 by 1, B5 by 3*");
}

static void the_strictly_highest_strength_captures(void **state)
{
    RULES("5.4 C4");
    struct table *t =
        sit_alone(*state, 3, NULL, "galleon-5 red-1", "blue-2 blue-1", "green-3 green-1");
    play(t, "galleon 5", "attack 1 blue-2", "attack 1 green-3", "attack 1 red-1");
    assert_gold(t, 0, 0, 0);
    draw(t, "yellow-1");
    assert_gold(t, 0, 0, 5);
    assert_int_equal(state_of(t)->taken[2], 4);
}

static void a_tie_stays_until_somebody_is_the_strongest(void **state)
{
    RULES("5.5");
    struct table *t =
        sit_alone(*state, 3, NULL, "galleon-5 red-4", "blue-2 blue-1", "green-2 green-1");
    play(t, "galleon 5", "attack 1 blue-2", "attack 1 green-2");
    for (int round = 0; round < 2; round++)
        draw(t, "yellow-2", "yellow-3", "blue-3");
    assert_gold(t, 0, 0, 0);
    play(t, "attack 1 red-4");
    assert_heard(t, "co.say.protect-leads who=1 fight=1 gold=5 card=co.card.red-4 n=4 best=2");
    draw(t, "yellow-2", "yellow-3");
    assert_gold(t, 5, 0, 0);
}

static void the_captor_takes_all_cards_of_the_fight(void **state)
{
    RULES("5.7");
    struct table *t = sit_alone(*state, 3, NULL, "galleon-5 red-1", "blue-2 captain-blue",
                                "green-3 green-1 galleon-2");
    play(t, "galleon 5", "attack 1 blue-2", "attack 1 green-3", "attack 1 red-1", "captain 1 blue");
    draw(t, "yellow-1", "yellow-1");
    assert_gold(t, 0, 5, 0);
    assert_int_equal(state_of(t)->taken[1], 5);
    assert_int_equal(how_many_out(t, "captain-blue"), 0);
    assert_int_equal(state_of(t)->open, 0);
}

/* Anne, Bertrand and Chloé of the rules page. */
static void the_example_of_anne_bertrand_and_chloe(void **state)
{
    RULES("5.8");
    struct table *t =
        sit_alone(*state, 3, NULL, "galleon-5 admiral", "blue-3 blue-2 blue-1", "green-4 green-1");
    play(t, "galleon 5", "attack 1 blue-3", "attack 1 green-4");
    draw(t, "yellow-1");
    play(t, "attack 1 blue-2");
    assert_heard(
        t, "co.say.reinforce-leads who=2 other=1 fight=1 gold=5 card=co.card.blue-2 n=5 best=4");
    assert_int_equal(fl_corsaires_leader(state_of(t), 0), 1);
    play(t, "attack 1 green-1");
    assert_int_equal(fl_corsaires_leader(state_of(t), 0), -1);
    assert_gold(t, 0, 0, 0);
    play(t, "admiral 1");
    draw(t, "yellow-1", "yellow-2");
    assert_gold(t, 5, 0, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_captain_wins_whatever_the_strengths),
        TEST(a_captain_needs_a_ship_in_that_very_fight),
        TEST(the_admiral_belongs_on_ones_own_galleon),
        TEST(the_admiral_needs_no_ship),
        TEST(only_the_last_trump_counts),
        TEST(an_owner_whose_admiral_is_gone_keeps_the_ships),
        TEST(a_fight_sees_five_trumps_at_most),
        TEST(one_may_supersede_ones_own_trump),
        TEST(a_captain_may_follow_the_admiral_of_the_same_side),
        TEST(the_admiral_has_no_colour),
        TEST(captures_are_made_at_the_start_of_the_turn),
        TEST(all_galleons_of_that_moment_are_captured),
        TEST(ones_own_galleon_comes_home_unless_attacked),
        TEST(a_galleon_protected_alone_comes_home),
        TEST(an_absent_owner_wins_nothing_by_a_tie),
        TEST(skulls_of_a_colour_add_up),
        TEST(skulls_of_partners_add_up),
        TEST(the_strictly_highest_strength_captures),
        TEST(a_tie_stays_until_somebody_is_the_strongest),
        TEST(the_captor_takes_all_cards_of_the_fight),
        TEST(the_example_of_anne_bertrand_and_chloe),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
