/* Corsaires: material, turns, galleons, attacks and options; sections 1, 2, 3 and 9 of the rules
 * page. */
#include "corsaires_table.h"

/* ---- 1: material and aim ---- */

static const char *refusal(int seats, const char *options)
{
    struct fl_setup setup = fl_setup_default(&fl_corsaires, seats);
    table_options(&fl_corsaires, options, &setup);
    return fl_setup_check(&fl_corsaires, &setup);
}

static void two_to_eight_may_play_but_not_seven(void **state)
{
    RULES("1.1 C23");
    (void)state;
    for (int seats = 2; seats <= 6; seats++)
        assert_null(refusal(seats, ""));
    assert_null(refusal(8, ""));
    assert_string_equal(refusal(7, ""), "co.setup.seven");
    assert_string_equal(refusal(7, "teams=on"), "co.setup.seven");
    assert_string_equal(refusal(1, ""), "setup.seats");
    assert_string_equal(refusal(9, ""), "setup.seats");
}

static void who_plays_alone_and_who_in_teams(void **state)
{
    RULES("1.1 9.2");
    for (int seats = 2; seats <= 8; seats++) {
        if (seats == 7)
            continue;
        table_sit(*state, &fl_corsaires, seats, "");
        assert_int_equal(state_of(*state)->teams, seats > 5);
        for (int seat = 0; seat < seats; seat++)
            assert_int_equal(fl_team(&fl_corsaires, state_of(*state), seat),
                             seats > 5 ? seat / 2 : seat);
    }
}

static void the_most_gold_wins(void **state)
{
    RULES("1.2");
    struct table *t = sit_alone(*state, 3, "", "galleon-5 red-1", "galleon-2", "green-1");
    play(t, "galleon 5", "galleon 2");
    show_hands(t);
    assert_scores(t, 5, 2, 0);
    assert_won(t, FL_SEAT(0));
}

static void there_are_seventy_eight_cards(void **state)
{
    RULES("1.3 1.4");
    struct table *t = *state;
    struct fl_moves list;
    unsigned ships = 0, skulls = 0, galleons = 0, gold = 0, trumps = 0;
    table_sit(t, &fl_corsaires, 2, "first=1");
    fl_list(&fl_corsaires, &t->match.state, FL_CHANCE, &list);
    for (uint32_t i = 0; i < list.count; i++) {
        unsigned n = list.at[i].weight;
        int kind = list.at[i].move - FL_CORSAIRES_CARD;
        ships += kind < FL_GALLEONS ? n : 0;
        skulls += kind < FL_GALLEONS ? n * fl_corsaires_worth[kind] : 0;
        galleons += kind >= FL_GALLEONS && kind < FL_CAPTAINS ? n : 0;
        gold += kind >= FL_GALLEONS && kind < FL_CAPTAINS ? n * fl_corsaires_worth[kind] : 0;
        trumps += kind >= FL_CAPTAINS ? n : 0;
    }
    assert_int_equal(list.total, 78);
    assert_int_equal(ships, 48);
    assert_int_equal(skulls, 120);
    assert_int_equal(galleons, 25);
    assert_int_equal(gold, 100);
    assert_int_equal(trumps, 5);
}

static const struct {
    const char *card;
    unsigned copies;
} deck[] = {
    {"yellow-1", 2},    {"yellow-2", 4},      {"yellow-3", 4},     {"yellow-4", 2},
    {"red-1", 2},       {"red-2", 4},         {"red-3", 4},        {"red-4", 2},
    {"green-1", 2},     {"green-2", 4},       {"green-3", 4},      {"green-4", 2},
    {"blue-1", 2},      {"blue-2", 4},        {"blue-3", 4},       {"blue-4", 2},
    {"galleon-2", 5},   {"galleon-3", 6},     {"galleon-4", 5},    {"galleon-5", 5},
    {"galleon-6", 2},   {"galleon-7", 1},     {"galleon-8", 1},    {"captain-yellow", 1},
    {"captain-red", 1}, {"captain-green", 1}, {"captain-blue", 1}, {"admiral", 1},
};

static void every_card_comes_as_often_as_there_are_copies(void **state)
{
    RULES("1.3 1.5");
    struct table *t = *state;
    struct fl_moves list;
    table_sit(t, &fl_corsaires, 2, "first=1");
    fl_list(&fl_corsaires, &t->match.state, FL_CHANCE, &list);
    assert_int_equal(list.count, sizeof deck / sizeof deck[0]);
    for (uint32_t i = 0; i < list.count; i++) {
        assert_int_equal(list.at[i].move, table_read(t, deck[i].card));
        assert_int_equal(list.at[i].weight, deck[i].copies);
    }
}

static void each_seat_is_dealt_six_cards(void **state)
{
    RULES("1.6 C27");
    struct table *t = *state;
    table_sit(t, &fl_corsaires, 3, "");
    assert_int_equal(table_mover(t), FL_CHANCE);
    table_chance(t, "first-3");
    for (int card = 0; card < 18; card++) {
        for (int seat = 0; seat < 3; seat++) {
            int dealt = card - 6 * seat;
            assert_int_equal(state_of(t)->size[seat], dealt < 0 ? 0 : dealt > 6 ? 6 : dealt);
        }
        table_chance(t, deck[card].card);
    }
    assert_turn(t, 3);
    assert_int_equal(state_of(t)->pile, 60);
}

static void every_player_may_begin(void **state)
{
    RULES("1.6 9.4");
    struct table *t = *state;
    struct fl_moves list;
    table_sit(t, &fl_corsaires, 5, "");
    fl_list(&fl_corsaires, &t->match.state, FL_CHANCE, &list);
    assert_int_equal(list.count, 5);
    for (uint32_t i = 0; i < 5; i++) {
        assert_int_equal(list.at[i].move, FL_CORSAIRES_FIRST + i);
        assert_int_equal(list.at[i].weight, 1);
    }
}

/* The cards of a seat that a viewer knows, and the number of unknown ones. */
static void hand_is_seen(struct table *t, int viewer, int seat, unsigned known, int hidden)
{
    struct fl_sight sight;
    fl_match_sight(&t->match, viewer, &sight);
    const struct fl_corsaires *s = (const void *)&sight.state;
    unsigned n = 0;
    for (int kind = 0; kind < FL_CORSAIRES_KINDS; kind++)
        n += fl_cards_of(&s->hand[seat], kind);
    assert_int_equal(n, known);
    assert_int_equal(s->hidden[seat], hidden);
    assert_int_equal(s->size[seat], known + (unsigned)hidden);
}

static void hands_and_draws_are_secret(void **state)
{
    RULES("1.7 C17");
    struct table *t = sit_alone(*state, 3, NULL, "galleon-5 red-1", "galleon-2", "green-1 red-3");
    hand_is_seen(t, 0, 0, 2, 0);
    hand_is_seen(t, 0, 1, 0, 1);
    hand_is_seen(t, 0, 2, 0, 2);
    hand_is_seen(t, FL_SPECTATOR, 0, 0, 2);
    draw(t, "admiral");
    assert_heard(t, "co.say.draw who=1 n=73", "co.say.drawn who=1 cards=co.card.admiral");
    hand_is_seen(t, 0, 0, 3, 0);
    hand_is_seen(t, 1, 0, 0, 3);
}

/* The phrases of the next chance move for one viewer. */
static void viewer_hears(struct table *t, int viewer, const char *card, const char *expected)
{
    struct fl_sight sight;
    struct fl_phrases said;
    struct fl_step step = {.move = table_read(t, card), .seat = FL_CHANCE};
    fl_match_sight(&t->match, viewer, &sight);
    step.move = fl_step_seen(&t->match, viewer, step);
    fl_sight_say(&sight, step, false, &said);
    table_compare_phrase(t, "heard", &said.phrase[0], expected);
}

static void others_hear_only_that_a_card_was_drawn(void **state)
{
    RULES("1.7 2.3");
    struct table *t = sit_alone(*state, 3, NULL, "galleon-5 red-1", "galleon-2", "green-1 red-3");
    play(t, "draw");
    viewer_hears(t, 0, "blue-4", "co.say.drawn who=1 cards=co.card.blue-4");
    viewer_hears(t, 1, "blue-4", "co.say.drawn-unseen who=1");
    viewer_hears(t, FL_SPECTATOR, "blue-4", "co.say.drawn-unseen who=1");
    table_sit(t, &fl_corsaires, 3, "first=1");
    viewer_hears(t, 0, "blue-4", "co.say.dealt who=1 cards=co.card.blue-4");
    viewer_hears(t, 2, "blue-4", "co.say.dealt-unseen who=1 n=1");
}

static void captured_gold_is_for_the_eyes_of_its_side(void **state)
{
    RULES("1.7 9.3 C31");
    struct table *t = sit_alone(*state, 2, NULL, "galleon-5 red-1", "galleon-2 green-1");
    play(t, "galleon 5", "draw");
    table_chance(t, "blue-1");
    assert_gold(t, 5, 0);
    assert_int_equal(item_seen(t, 0, "co.gold", 1)->value, 5);
    assert_int_equal(item_seen(t, 1, "co.taken", 1)->value, 1);
    assert_null(item_seen(t, 1, "co.gold", 1));
    assert_null(item_seen(t, FL_SPECTATOR, "co.gold", 1));
    assert_non_null(item_seen(t, 1, "co.gold", 2));
    lay_out(t, 2, "first=1 captures=shown", NULL, HANDS("galleon-5 red-1", "galleon-2 green-1"));
    play(t, "galleon 5", "draw");
    table_chance(t, "blue-1");
    assert_int_equal(item_seen(t, 1, "co.gold", 1)->value, 5);
    assert_int_equal(item_seen(t, FL_SPECTATOR, "co.gold", 1)->value, 5);
}

static void what_is_out_of_the_game_lies_open(void **state)
{
    RULES("1.8 C30");
    struct table *t = sit_alone(*state, 2, "", "red-1 red-2", "galleon-2 green-1");
    int before = how_many_out(t, "red-1");
    play(t, "discard red-1");
    assert_int_equal(how_many_out(t, "red-1"), before + 1);
    for (int viewer = 0; viewer < 2; viewer++) {
        assert_int_equal(item_seen(t, viewer, "co.pile", FL_NOBODY + 1)->value, 0);
        hand_is_seen(t, viewer, viewer, viewer ? 2 : 1, 0);
    }
    assert_non_null(item_seen(t, FL_SPECTATOR, "co.card", FL_NOBODY + 1));
}

/* ---- 2: the turn ---- */

static void turns_go_round_and_have_one_action(void **state)
{
    RULES("2.1 2.3");
    struct table *t = sit_alone(*state, 3, NULL, "galleon-5 red-1", "galleon-2", "green-1 red-3");
    assert_turn(t, 1);
    draw(t, "red-4");
    assert_turn(t, 2);
    play(t, "galleon 2");
    assert_turn(t, 3);
    play(t, "attack 1 green-1");
    assert_turn(t, 1);
    for (int i = 0; i < 24; i++) { /* ships of 2 and 3, of which there are four each */
        assert_turn(t, i % 3 + 1);
        draw(t, deck[i % 8 / 2 * 4 + 1 + i % 2].card);
    }
    assert_int_equal(state_of(t)->size[0], 11);
    refuses(t, "first-1", "2.1");
    refuses(t, "admiral", "2.1");
    refuses(t, "show-red-1", "2.1");
    assert_int_equal(fl_match_play(&t->match, 1, table_read(t, "draw")), FL_NOT_YOUR_TURN);
}

static void nobody_may_pass(void **state)
{
    RULES("2.2 C18");
    struct table *t = sit_alone(*state, 2, NULL, "red-1", "galleon-2");
    struct fl_moves list;
    fl_list(&fl_corsaires, &t->match.state, 0, &list);
    assert_int_equal(list.count, 1);
    allows(t, "draw");
}

static void one_plays_only_what_one_holds(void **state)
{
    RULES("2.4");
    struct table *t = sit_alone(*state, 2, NULL, "galleon-3 red-1", "galleon-2 red-2 admiral");
    refuses(t, "galleon 2", "2.4");
    play(t, "galleon 3");
    refuses(t, "attack 1 red-3", "2.4");
    refuses(t, "captain 1 red", "2.4");
    play(t, "attack 1 red-2");
    assert_int_equal(state_of(t)->size[1], 2);
    refuses(t, "admiral 1", "2.4");
}

static void an_empty_hand_must_draw(void **state)
{
    RULES("2.5 2.6 C11");
    struct table *t = sit_alone(*state, 2, "red-1 red-2", "galleon-3", "galleon-2");
    assert_asked(t, "co.ask.turn who=1");
    play(t, "galleon 3", "galleon 2");
    assert_asked(t, "co.ask.draw who=1");
    refuses(t, "galleon 2", "2.5");
    refuses(t, "attack 2 red-1", "2.5");
    refuses(t, "discard red-1", "2.5");
    assert_gold(t, 3, 0);
    draw(t, "red-1");
    assert_turn(t, 2);
}

/* ---- 3: galleons and attacks ---- */

static void a_galleon_laid_can_be_attacked(void **state)
{
    RULES("3.1 3.3");
    struct table *t = sit_alone(*state, 3, NULL, "galleon-5", "red-2 galleon-2", "blue-1");
    assert_noted(t, "galleon 5", "co.note.galleon");
    play(t, "galleon 5");
    assert_heard(t, "co.say.galleon who=1 fight=1 card=co.card.galleon-5");
    assert_int_equal(item_seen(t, 1, "co.flag", 1)->owner, 0);
    assert_noted(t, "attack 1 red-2", "co.note.first n=2 best=0");
    assert_touches(t, "attack 1 red-2", "4392 64");
    play(t, "attack 1 red-2");
    assert_heard(t,
                 "co.say.attack-alone who=2 other=1 fight=1 gold=5 card=co.card.red-2 n=2 best=0");
    assert_int_equal(item_seen(t, 0, "co.flag", 1)->owner, 1);
    play(t, "attack 1 blue-1");
    assert_heard(
        t, "co.say.attack-behind who=3 other=1 fight=1 gold=5 card=co.card.blue-1 n=1 best=2");
    assert_true(on_table(t, 1));
}

static void one_may_protect_ones_own_galleon(void **state)
{
    RULES("3.3");
    struct table *t = sit_alone(*state, 2, NULL, "galleon-5 blue-2 blue-1 blue-3", "red-2 red-4");
    play(t, "galleon 5", "attack 1 red-2", "attack 1 blue-1");
    assert_heard(t, "co.say.protect-behind who=1 fight=1 gold=5 card=co.card.blue-1 n=1 best=2",
                 "co.say.captures who=2 fight=1 gold=5 other=1");
}

static void without_a_galleon_there_is_no_attack(void **state)
{
    RULES("3.4 C24");
    struct table *t =
        sit_alone(*state, 2, NULL, "red-1 captain-red admiral galleon-3", "galleon-2 red-2");
    refuses(t, "attack 1 red-1", "3.4");
    refuses(t, "captain 1 red", "3.4");
    refuses(t, "admiral 1", "3.4");
    allows(t, "draw");
    allows(t, "galleon 3");
    sit_alone(t, 2, "", "red-1 galleon-3", "galleon-2 red-2");
    allows(t, "discard red-1");
    allows(t, "galleon 3");
    refuses(t, "attack 1 red-1", "3.4");
}

static void galleons_are_numbered_as_they_are_laid(void **state)
{
    RULES("3.2 C37");
    struct table *t = sit_alone(*state, 2, NULL, "galleon-3 galleon-3 red-1 red-3",
                                "galleon-3 galleon-4 red-2 blue-2");
    play(t, "galleon 3", "galleon 3");
    assert_gold(t, 3, 0);
    refuses(t, "attack 1 red-1", "3.2");
    refuses(t, "attack 3 red-1", "3.2");
    play(t, "galleon 3");
    assert_heard(t, "co.say.galleon who=1 fight=3 card=co.card.galleon-3",
                 "co.say.brings-home who=2 fight=2 gold=3");
    play(t, "attack 3 red-2");
    assert_true(on_table(t, 3));
    assert_int_equal(state_of(t)->open, 4);
}

static void one_colour_a_player_and_one_player_a_colour(void **state)
{
    RULES("3.5 C5");
    struct table *t = sit_alone(*state, 5, NULL, "galleon-5 galleon-6", "red-1 red-2 blue-1 blue-2",
                                "red-3 green-1", "yellow-1 blue-3", "blue-4 green-4 yellow-4");
    play(t, "galleon 5", "attack 1 red-1");
    refuses(t, "attack 1 red-3", "3.5");
    play(t, "attack 1 green-1", "attack 1 yellow-1");
    refuses(t, "attack 1 green-4", "3.5");
    play(t, "attack 1 blue-4", "galleon 6");
    refuses(t, "attack 1 blue-1", "3.5");
    allows(t, "attack 1 red-2");
    allows(t, "attack 2 blue-1");
    allows(t, "attack 2 red-2");
    sit_alone(t, 3, NULL, "galleon-5", "red-1 red-2 green-4", "blue-4");
    play(t, "galleon 5", "attack 1 red-1", "attack 1 blue-4");
    draw(t, "yellow-1");
    refuses(t, "attack 1 green-4", "3.5");
    allows(t, "attack 1 red-2");
}

static void at_most_four_attack_the_same_galleon(void **state)
{
    RULES("3.5");
    struct table *t =
        sit_alone(*state, 5, NULL, "galleon-5 red-4", "red-1", "green-1", "yellow-1", "blue-4");
    play(t, "galleon 5", "attack 1 red-1", "attack 1 green-1", "attack 1 yellow-1",
         "attack 1 blue-4");
    refuses(t, "attack 1 red-4", "3.5");
}

static void strength_is_the_sum_of_the_skulls(void **state)
{
    RULES("3.6");
    struct table *t = sit_alone(*state, 2, NULL, "galleon-8 yellow-2 blue-1", "red-2 red-3 red-4");
    play(t, "galleon 8", "attack 1 red-2", "attack 1 yellow-2", "attack 1 red-3");
    assert_heard(
        t, "co.say.reinforce-leads who=2 other=1 fight=1 gold=8 card=co.card.red-3 n=5 best=2");
    sit_alone(t, 3, NULL, "galleon-8 red-1", "red-2 red-3 red-4", "blue-4 blue-3 blue-2");
    play(t, "galleon 8", "attack 1 red-2", "attack 1 blue-4");
    draw(t, "yellow-1");
    play(t, "attack 1 red-3", "attack 1 blue-3");
    draw(t, "yellow-1");
    play(t, "attack 1 red-4");
    assert_int_equal(fl_corsaires_force(state_of(t), 0, 1), 9);
    assert_int_equal(fl_corsaires_rival(state_of(t), 0, 1), 7);
}

static void a_galleon_is_open_to_attack_until_it_is_captured(void **state)
{
    RULES("3.7 C25");
    struct table *t = sit_alone(*state, 3, NULL, "galleon-5 red-1", "red-2 captain-red", "blue-1");
    play(t, "galleon 5", "attack 1 red-2", "attack 1 blue-1");
    draw(t, "yellow-1");
    assert_gold(t, 0, 5, 0);
    assert_false(on_table(t, 1));
}

/* ---- 9: options ---- */

static void options_hold_from_the_start(void **state)
{
    RULES("9.1 9.3");
    table_sit(*state, &fl_corsaires, 2, "captures=shown first=2");
    assert_int_equal(state_of(*state)->captures_shown, 1);
    assert_int_equal(state_of(*state)->first, 1);
    table_sit(*state, &fl_corsaires, 2, "");
    assert_int_equal(state_of(*state)->captures_shown, 0);
}

static void teams_are_refused_where_they_cannot_be(void **state)
{
    RULES("9.2 C28");
    assert_string_equal(refusal(2, "teams=on"), "co.setup.teams");
    assert_string_equal(refusal(3, "teams=on"), "co.setup.teams");
    assert_string_equal(refusal(5, "teams=on"), "co.setup.teams");
    assert_null(refusal(4, "teams=on"));
    assert_null(refusal(6, "teams=on"));
    assert_null(refusal(8, "teams=on"));
    table_sit(*state, &fl_corsaires, 4, "teams=on");
    assert_int_equal(state_of(*state)->teams, 1);
    table_sit(*state, &fl_corsaires, 4, "");
    assert_int_equal(state_of(*state)->teams, 0);
}

static void six_and_eight_do_not_play_alone(void **state)
{
    RULES("9.2 C28");
    (void)state;
    for (int seats = 2; seats <= 5; seats++)
        assert_null(refusal(seats, "teams=off"));
    assert_string_equal(refusal(6, "teams=off"), "co.setup.alone");
    assert_string_equal(refusal(8, "teams=off"), "co.setup.alone");
}

static void the_first_player_may_be_named(void **state)
{
    RULES("9.4 C39");
    struct fl_rng rng = fl_rng_from(5, 0);
    assert_string_equal(refusal(2, "first=3"), "setup.first");
    assert_string_equal(refusal(4, "first=2 teams=on"), "co.setup.first-partner");
    assert_null(refusal(4, "first=2"));
    assert_null(refusal(4, "first=3 teams=on"));
    assert_string_equal(refusal(8, "first=6"), "co.setup.first-partner");
    assert_null(refusal(8, "first=7"));
    table_sit(*state, &fl_corsaires, 3, "first=2");
    assert_int_equal(fl_match_play_chance_rng(&((struct table *)*state)->match, &rng), FL_OK);
    assert_turn(*state, 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(two_to_eight_may_play_but_not_seven),
        TEST(who_plays_alone_and_who_in_teams),
        TEST(the_most_gold_wins),
        TEST(there_are_seventy_eight_cards),
        TEST(every_card_comes_as_often_as_there_are_copies),
        TEST(each_seat_is_dealt_six_cards),
        TEST(every_player_may_begin),
        TEST(hands_and_draws_are_secret),
        TEST(others_hear_only_that_a_card_was_drawn),
        TEST(captured_gold_is_for_the_eyes_of_its_side),
        TEST(what_is_out_of_the_game_lies_open),
        TEST(turns_go_round_and_have_one_action),
        TEST(nobody_may_pass),
        TEST(one_plays_only_what_one_holds),
        TEST(an_empty_hand_must_draw),
        TEST(a_galleon_laid_can_be_attacked),
        TEST(one_may_protect_ones_own_galleon),
        TEST(without_a_galleon_there_is_no_attack),
        TEST(galleons_are_numbered_as_they_are_laid),
        TEST(one_colour_a_player_and_one_player_a_colour),
        TEST(at_most_four_attack_the_same_galleon),
        TEST(strength_is_the_sum_of_the_skulls),
        TEST(a_galleon_is_open_to_attack_until_it_is_captured),
        TEST(options_hold_from_the_start),
        TEST(teams_are_refused_where_they_cannot_be),
        TEST(six_and_eight_do_not_play_alone),
        TEST(the_first_player_may_be_named),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
