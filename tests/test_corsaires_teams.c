/* Corsaires in teams of two; section 8 of the rules page. */
#include "corsaires_table.h"

static void a_team_is_one_attacker(void **state)
{
    RULES("8.1 C19");
    struct table *t = sit_in_teams(*state, 4, NULL, "galleon-8 blue-1", "admiral yellow-4",
                                   "red-2 green-1", "red-3 green-4 captain-red");
    play(t, "galleon 8");
    allows(t, "admiral 1");
    draw(t, "blue-2");
    play(t, "attack 1 red-2");
    refuses(t, "attack 1 green-4", "3.5");
    allows(t, "captain 1 red");
    play(t, "attack 1 red-3");
    assert_heard(t, "co.say.reinforce-alone who=4 other=1 ally=2 fight=1 gold=8 card=co.card.red-3 "
                    "n=5 best=0");
    play(t, "attack 1 blue-1");
    refuses(t, "attack 1 yellow-4", "3.5");
    allows(t, "admiral 1");
}

static void a_partner_adds_a_ship_to_the_trump_of_the_team(void **state)
{
    RULES("5.6 8.1");
    struct table *t =
        sit_in_teams(*state, 4, NULL, "galleon-8 yellow-4", "blue-1", "red-1 captain-red", "red-2");
    play(t, "galleon 8");
    draw(t, "blue-2");
    play(t, "attack 1 red-1");
    draw(t, "blue-2");
    play(t, "attack 1 yellow-4");
    draw(t, "blue-2");
    play(t, "captain 1 red", "attack 1 red-2");
    assert_heard(t,
                 "co.say.reinforce-trumping who=4 other=1 ally=2 fight=1 gold=8 card=co.card.red-2 "
                 "chief=co.card.captain-red");
    sit_in_teams(t, 4, NULL, "galleon-8 admiral", "yellow-1", "red-4", "blue-1");
    play(t, "galleon 8");
    draw(t, "blue-2");
    play(t, "attack 1 red-4");
    draw(t, "blue-2");
    play(t, "admiral 1", "attack 1 yellow-1");
    assert_heard(
        t,
        "co.say.protect-trumping who=2 fight=1 gold=8 card=co.card.yellow-1 chief=co.card.admiral");
}

static void partners_play_one_after_the_other(void **state)
{
    RULES("8.1");
    struct table *t = sit_in_teams(*state, 8, NULL, "red-1", "red-1", "red-2", "red-2", "red-3",
                                   "red-3", "red-4", "red-4");
    for (int i = 0; i < 12; i++) {
        assert_turn(t, i % 8 + 1);
        draw(t, i % 3 == 0 ? "blue-2" : i % 3 == 1 ? "blue-3" : "green-2");
    }
}

static void partners_see_each_others_hands(void **state)
{
    RULES("8.2 C32");
    struct table *t =
        sit_in_teams(*state, 4, NULL, "red-1 red-2", "green-2", "red-4 blue-1", "blue-2");
    play(t, "draw");
    fl_move admiral = table_read(t, "admiral");
    assert_int_equal(fl_seen_by(&fl_corsaires, &t->match.state, FL_CHANCE, admiral), 3);
    table_chance(t, "admiral");
    for (int viewer = 0; viewer < 4; viewer++) {
        struct fl_sight sight;
        fl_match_sight(&t->match, viewer, &sight);
        const struct fl_corsaires *s = (const void *)&sight.state;
        for (int seat = 0; seat < 4; seat++)
            assert_int_equal(s->hidden[seat], seat / 2 == viewer / 2 ? 0 : s->size[seat]);
        assert_int_equal(fl_cards_of(&s->hand[0], FL_ADMIRAL), viewer < 2);
    }
}

static void a_team_is_drawn_to_begin(void **state)
{
    RULES("8.3 C26");
    struct table *t = *state;
    struct fl_moves list;
    struct fl_rng rng = fl_rng_from(2, 0);
    table_sit(t, &fl_corsaires, 6, "");
    fl_list(&fl_corsaires, &t->match.state, FL_CHANCE, &list);
    assert_int_equal(list.count, 3);
    for (uint32_t i = 0; i < 3; i++) {
        assert_int_equal(list.at[i].move, FL_CORSAIRES_FIRST + 2 * i);
        assert_int_equal(list.at[i].weight, 1);
    }
    t->heard.count = 0;
    table_chance(t, "first-3");
    assert_heard(t, "co.say.first-team who=3 other=4");
    assert_int_equal(fl_match_play_chance_rng(&t->match, &rng), FL_OK);
    assert_turn(t, 3);
}

static void only_the_first_partner_captures(void **state)
{
    RULES("8.4 C20");
    struct table *t =
        sit_in_teams(*state, 4, NULL, "galleon-8 blue-1", "yellow-4", "red-2", "red-3");
    play(t, "galleon 8");
    assert_turn(t, 2);
    assert_gold(t, 0, 0);
    assert_true(on_table(t, 1));
    draw(t, "blue-2", "blue-2", "blue-2");
    assert_turn(t, 1);
    assert_gold(t, 8, 0);
}

static void a_galleon_of_the_second_partner_waits_for_the_first(void **state)
{
    RULES("8.5 C36");
    struct table *t = sit_in_teams(*state, 4, NULL, "blue-1", "galleon-8", "red-2", "red-3");
    draw(t, "blue-2");
    play(t, "galleon 8");
    draw(t, "blue-2");
    assert_gold(t, 0, 0);
    draw(t, "blue-2");
    assert_heard(t, "co.say.draw who=4 n=72", "co.say.drawn who=4 cards=co.card.blue-2",
                 "co.say.brings-home who=1 fight=1 gold=8");
    assert_gold(t, 8, 0);
}

static void a_partner_without_cards_draws_while_there_is_a_pile(void **state)
{
    RULES("8.6");
    struct table *t =
        sit_in_teams(*state, 4, "red-1 red-2 red-3", "galleon-8", "green-1", "red-2", "red-3");
    play(t, "galleon 8", "attack 1 green-1", "attack 1 red-2", "attack 1 red-3");
    assert_turn(t, 1);
    assert_asked(t, "co.ask.draw who=1");
    draw(t, "red-1");
    assert_turn(t, 2);
    assert_asked(t, "co.ask.draw who=2");
}

static void a_partner_without_cards_is_skipped_when_it_is_empty(void **state)
{
    RULES("8.6 C35");
    struct table *t =
        sit_in_teams(*state, 4, "", "galleon-8 red-1", "green-1", "red-2 red-2", "red-3 blue-1");
    play(t, "galleon 8", "attack 1 green-1");
    assert_turn(t, 3);
    play(t, "discard red-2", "discard blue-1");
    assert_gold(t, 8, 0);
    play(t, "discard red-1");
    assert_heard(t, "co.say.discard who=1 card=co.card.red-1", "co.say.end-team who=1 other=2");
}

static void a_skipped_second_partner_takes_no_turn(void **state)
{
    RULES("8.6");
    struct table *t =
        sit_in_teams(*state, 4, "", "red-1 red-3 red-3", "green-1", "red-2 red-2", "red-3 blue-1");
    play(t, "discard red-1", "discard green-1", "discard red-2", "discard red-3", "discard red-3");
    assert_turn(t, 3);
}

static void a_skipped_first_partner_still_captures(void **state)
{
    RULES("8.7 C21");
    struct table *t = sit_in_teams(*state, 4, "", "red-1", "galleon-8 green-1 green-2",
                                   "red-2 red-2", "red-3 blue-1");
    play(t, "discard red-1", "galleon 8", "discard red-2", "discard blue-1");
    assert_heard(t, "co.say.discard who=4 card=co.card.blue-1",
                 "co.say.brings-home who=1 fight=1 gold=8");
    assert_turn(t, 2);
    assert_gold(t, 8, 0);
}

static void the_game_ends_when_both_partners_have_no_card(void **state)
{
    RULES("8.8 C22");
    struct table *t =
        sit_in_teams(*state, 4, "", "red-1", "green-1", "red-2 galleon-3", "red-3 galleon-5");
    play(t, "discard red-1");
    assert_turn(t, 2);
    play(t, "discard green-1");
    assert_heard(t, "co.say.discard who=2 card=co.card.green-1", "co.say.end-team who=1 other=2");
    show_hands(t);
    assert_scores(t, 0, 0, -8, -8);
    assert_won(t, FL_SEAT(0) | FL_SEAT(1));
}

static void two_empty_hands_end_nothing_while_there_is_a_pile(void **state)
{
    RULES("8.8");
    struct table *t =
        sit_in_teams(*state, 4, "red-1 red-3", "galleon-8", "green-1", "red-2", "red-3");
    play(t, "galleon 8", "attack 1 green-1");
    assert_turn(t, 3);
}

static void the_last_card_of_the_pile_and_a_team_without_cards(void **state)
{
    RULES("8.9 C38");
    struct table *t =
        sit_in_teams(*state, 4, "galleon-6", "galleon-8", "green-1 red-4", "red-2", "red-3");
    play(t, "galleon 8");
    draw(t, "galleon-6");
    assert_turn(t, 3);
    sit_in_teams(t, 4, "galleon-6", "galleon-8", "green-1", "red-2", "red-3 galleon-2");
    play(t, "galleon 8", "attack 1 green-1");
    draw(t, "galleon-6");
    assert_heard(t, "co.say.draw who=3 n=1", "co.say.drawn who=3 cards=co.card.galleon-6",
                 "co.say.pile-empty", "co.say.end-team who=1 other=2",
                 "co.say.brings-home who=1 fight=1 gold=8");
    show_hands(t);
    assert_scores(t, 8, 8, -8, -8);
}

static void a_team_has_one_purse(void **state)
{
    RULES("8.10");
    struct table *t = sit_in_teams(*state, 6, "", "galleon-8 galleon-2", "galleon-4 red-1",
                                   "green-1 galleon-5", "green-2", "blue-1", "blue-2");
    play(t, "galleon 8", "galleon 4", "galleon 5", "attack 2 green-2");
    play(t, "discard blue-1", "discard blue-2");
    assert_heard(t, "co.say.discard who=6 card=co.card.blue-2", "co.say.end-team who=5 other=6",
                 "co.say.brings-home who=1 fight=1 gold=8",
                 "co.say.captures who=3 fight=2 gold=4 other=1 ally=2",
                 "co.say.brings-home who=3 fight=3 gold=5");
    show_hands(t);
    assert_scores(t, 6, 6, 9, 9, 0, 0);
    assert_won(t, FL_SEAT(2) | FL_SEAT(3));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_team_is_one_attacker),
        TEST(a_partner_adds_a_ship_to_the_trump_of_the_team),
        TEST(partners_play_one_after_the_other),
        TEST(partners_see_each_others_hands),
        TEST(a_team_is_drawn_to_begin),
        TEST(only_the_first_partner_captures),
        TEST(a_galleon_of_the_second_partner_waits_for_the_first),
        TEST(a_partner_without_cards_draws_while_there_is_a_pile),
        TEST(a_partner_without_cards_is_skipped_when_it_is_empty),
        TEST(a_skipped_second_partner_takes_no_turn),
        TEST(a_skipped_first_partner_still_captures),
        TEST(the_game_ends_when_both_partners_have_no_card),
        TEST(two_empty_hands_end_nothing_while_there_is_a_pile),
        TEST(the_last_card_of_the_pile_and_a_team_without_cards),
        TEST(a_team_has_one_purse),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
