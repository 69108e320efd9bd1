/* The game of Mille Sabords! around its turns: seats, dice, cards and options; sections 1 and 9 of
 * the rules page. */
#include "mille_sabords_table.h"

enum { TARGET, FLOOR, FIRST };

/* ---- 1: material and aim ---- */

static const char *refusal(int seats, const char *options)
{
    struct fl_setup setup = fl_setup_default(&fl_mille_sabords, seats);
    table_options(&fl_mille_sabords, options, &setup);
    return fl_setup_check(&fl_mille_sabords, &setup);
}

static void two_to_five_may_play(void **state)
{
    RULES("1.1");
    (void)state;
    for (int seats = 2; seats <= 5; seats++)
        assert_null(refusal(seats, ""));
    assert_string_equal(refusal(1, ""), "setup.seats");
    assert_string_equal(refusal(6, ""), "setup.seats");
    assert_string_equal(refusal(0, ""), "setup.seats");
}

static void turns_go_round_in_seat_order(void **state)
{
    RULES("1.1");
    for (int seats = 2; seats <= 5; seats++) {
        struct table *t = sit(*state, seats, "first=2");
        for (int i = 0; i < 3 * seats; i++) {
            assert_next(t, (1 + i) % seats);
            earn(t, 0);
        }
    }
}

static void only_the_player_whose_turn_it_is_decides(void **state)
{
    RULES("1.1");
    struct table *t = sit(*state, 3, "first=2");
    fl_move card = table_read(t, "card"), stop = table_read(t, "stop");
    assert_int_equal(fl_match_turn(&t->match), FL_SEAT(1));
    assert_int_equal(fl_match_play(&t->match, 0, card), FL_NOT_YOUR_TURN);
    assert_int_equal(fl_match_play(&t->match, 2, card), FL_NOT_YOUR_TURN);
    turn(t, "coin", "PPMMXXCD");
    assert_int_equal(fl_match_turn(&t->match), FL_SEAT(1));
    assert_int_equal(fl_match_play(&t->match, 0, stop), FL_NOT_YOUR_TURN);
    assert_int_equal(fl_match_play(&t->match, 1, stop), FL_OK);
}

static void the_highest_total_wins_after_the_last_round(void **state)
{
    RULES("1.2 8.1 8.2 9.2");
    struct table *t = sit(*state, 2, "");
    earn(t, 4500, 2000, 1600, 1000);
    assert_scores(t, 6100, 3000);
    assert_won(t, FL_SEAT(0));
}

/* The chances of what comes next, as "move weight" in a row. */
static void table_chances(const struct table *t, const char *expected)
{
    char memory[256];
    struct fl_buf text = fl_buf_over(memory, sizeof memory);
    struct fl_moves list;
    fl_list(t->match.game, &t->match.state, FL_CHANCE, &list);
    for (uint32_t i = 0; i < list.count; i++) {
        fl_put(&text, i ? " " : "");
        t->match.game->spell(list.at[i].move, &text);
        fl_put_char(&text, ' ');
        fl_put_number(&text, list.at[i].weight);
    }
    table_compare(t, "chances", text.at, expected);
}

#define assert_chances(t, chances) table_chances(at_line(t), chances)

static const char whole_deck[] = "coin 4 diamond 4 animals 4 guardian 4 pirate 4 island 4 "
                                 "skull-1 3 skull-2 2 ship-2 2 ship-3 2 ship-4 2";

static void eight_dice_have_six_equal_faces(void **state)
{
    RULES("1.3");
    struct table *t = sit(*state, 2, "");
    table_does(t, "card");
    table_chance(t, "coin");
    table_does(t, "throw");
    for (int die = 0; die < 8; die++) {
        assert_chances(t, "S 1 P 1 M 1 X 1 C 1 D 1");
        table_chance(t, "P");
    }
    assert_chooses(t, 0);
}

static void the_number_of_a_die_is_only_its_name(void **state)
{
    RULES("1.3");
    static const char *const dice[] = {"CCCCMMMD", "DMMMCCCC", "CMCMCMCD", "MCCDCMMC"};
    for (int i = 0; i < 4; i++) {
        struct table *t = sit(*state, 2, "");
        turn(t, "guardian", dice[i]);
        stops(t);
        assert_scores(t, 1300, 0);
    }
}

static void there_are_thirty_five_cards(void **state)
{
    RULES("1.4");
    struct table *t = sit(*state, 2, "");
    int total = 0;
    assert_int_equal(cards_in_pile(t), 35);
    table_does(t, "card");
    assert_chances(t, whole_deck);
    for (const char *digit = whole_deck; (digit = strchr(digit, ' ')); digit++)
        total += digit[1] >= '0' && digit[1] <= '9' ? digit[1] - '0' : 0;
    assert_int_equal(total, 35);
    table_chance(t, "ship-4");
    assert_int_equal(cards_in_pile(t), 34);
}

static void totals_start_at_zero_and_may_fall_below(void **state)
{
    RULES("1.5 M25");
    struct table *t = sit(*state, 3, "");
    assert_scores(t, 0, 0, 0);
    earn(t, -500);
    assert_scores(t, -500, 0, 0);
    turn(t, "coin", "SSSSSSSS");
    assert_scores(t, -1300, 0, -800);
    earn(t, 300);
    assert_scores(t, -1300, 0, -500);
}

/* Plays turns with each card of the deck, the ships last. */
static void use_up_the_deck(struct table *t)
{
    static const int copies[] = {4, 4, 4, 4, 4, 4, 3, 2, 2, 2, 2};
    for (int card = 0; card < 11; card++)
        for (int i = 0; i < copies[card]; i++) {
            int pile = cards_in_pile(t);
            turn(t, every_card[card], "PMXPMXPM");
            assert_int_equal(cards_in_pile(t), pile - 1);
            if (pile > 1)
                stops(t);
        }
}

static void cards_are_not_put_back_before_all_were_used(void **state)
{
    RULES("1.6 M33");
    struct table *t = sit(*state, 3, "");
    for (int i = 0; i < 4; i++) {
        turn(t, "coin", "PMXPMXPM");
        stops(t);
    }
    turn(t, "skull-2", "PMXPMXPM");
    stops(t);
    table_does(t, "card");
    assert_chances(t, "diamond 4 animals 4 guardian 4 pirate 4 island 4 skull-1 3 skull-2 1 "
                      "ship-2 2 ship-3 2 ship-4 2");
    assert_int_equal(fl_match_play(&t->match, FL_CHANCE, table_read(t, "coin")), FL_ILLEGAL);
}

static void the_thirty_sixth_card_comes_from_all_thirty_five(void **state)
{
    RULES("1.6 M33 M41");
    struct table *t = sit(*state, 3, "");
    use_up_the_deck(t);
    assert_int_equal(cards_in_pile(t), 0);
    stops(t);
    assert_int_equal(cards_in_pile(t), 0);
    table_does(t, "card");
    assert_int_equal(cards_in_pile(t), 35);
    assert_chances(t, whole_deck);
    table_chance(t, "ship-4");
    assert_int_equal(cards_in_pile(t), 34);
    does(t, "throw", "PMXPMXPM");
    stops(t);
    table_does(t, "card");
    assert_chances(t, "coin 4 diamond 4 animals 4 guardian 4 pirate 4 island 4 skull-1 3 "
                      "skull-2 2 ship-2 2 ship-3 2 ship-4 1");
}

/* Chance as the program draws it is chance as the list weighs it. */
static void assert_draws_by_weight(const struct table *t)
{
    struct fl_moves list;
    fl_list(t->match.game, &t->match.state, FL_CHANCE, &list);
    for (uint64_t seed = 0; seed < 500; seed++) {
        struct fl_rng one = fl_rng_from(seed, 0), other = one;
        fl_move drawn = fl_sample_chance(t->match.game, &t->match.state, &one);
        assert_int_equal(drawn, fl_pick(&list, &other));
    }
}

static void chance_is_drawn_by_weight(void **state)
{
    RULES("1.3 1.6 9.4");
    struct table *t = sit(*state, 5, "first=random");
    assert_draws_by_weight(t);
    table_chance(t, "first-1");
    for (int i = 0; i < 30; i++) {
        table_does(t, "card");
        assert_draws_by_weight(t);
        table_chance(t, i < 24 ? every_card[i / 4] : i < 27 ? "skull-1" : every_card[i - 20]);
        table_does(t, "throw");
        assert_draws_by_weight(t);
        dice_fall(t, "PMXPMXPM");
        stops(t);
    }
}

/* ---- 9: options ---- */

static void options_combine_freely(void **state)
{
    RULES("9.1");
    const struct fl_option *option = fl_mille_sabords.option;
    for (int target = 0; target < 3; target++)
        for (int floor = 0; floor < 2; floor++)
            for (int first = 1; first <= 5; first++) {
                char text[64] = "target=";
                strcat(strcat(text, option[TARGET].choice[target].word), " floor=");
                strcat(strcat(text, option[FLOOR].choice[floor].word), " first=");
                strcat(text, option[FIRST].choice[first].word);
                assert_null(refusal(5, text));
                struct table *t = sit(*state, 5, text);
                assert_next(t, first - 1);
                earn(t, -300);
                assert_int_equal(fl_mille_sabords.score(&t->match.state, first - 1),
                                 floor ? 0 : -300);
            }
}

static void defaults_are_those_of_the_rules_page(void **state)
{
    RULES("9.2 9.3 9.4");
    struct fl_setup setup = fl_setup_default(&fl_mille_sabords, 4);
    (void)state;
    assert_string_equal(fl_setup_word(&fl_mille_sabords, &setup, TARGET), "6000");
    assert_string_equal(fl_setup_word(&fl_mille_sabords, &setup, FLOOR), "off");
    assert_string_equal(fl_setup_word(&fl_mille_sabords, &setup, FIRST), "random");
}

static void a_short_game_goes_to_5000(void **state)
{
    RULES("9.2 1.2");
    struct table *t = sit(*state, 2, "target=5000");
    earn(t, 4500, 0, 400, 0);
    assert_next(t, 0);
    earn(t, 100, 0);
    assert_won(t, FL_SEAT(0));
}

static void a_long_game_goes_to_8000(void **state)
{
    RULES("9.2 1.2");
    struct table *t = sit(*state, 2, "target=8000");
    earn(t, 4500, 0, 3400, 0);
    assert_next(t, 0);
    earn(t, 100, 0);
    assert_won(t, FL_SEAT(0));
}

static void there_is_no_other_target(void **state)
{
    RULES("9.2");
    struct fl_setup setup = fl_setup_default(&fl_mille_sabords, 2);
    (void)state;
    assert_false(fl_setup_set(&fl_mille_sabords, &setup, "target", "7000"));
    setup.option[TARGET] = 7000;
    assert_string_equal(fl_setup_check(&fl_mille_sabords, &setup), "setup.option");
}

static void a_ship_stops_at_the_floor(void **state)
{
    RULES("9.3 M47");
    struct table *t = sit(*state, 2, "floor=on");
    earn(t, 200, 0, -500, -300);
    assert_scores(t, 0, 0);
    earn(t, 300);
    assert_scores(t, 300, 0);
    earn(t, 0, -300);
    assert_scores(t, 0, 0);
}

static void skull_island_stops_at_the_floor(void **state)
{
    RULES("9.3 M47");
    struct table *t = sit(*state, 4, "floor=on");
    earn(t, 300, 400, 500, 0);
    earn(t, 0, 0, 0);
    turn(t, "animals", "SSSSPPMM");
    does(t, "throw", "PPMM");
    assert_scores(t, 0, 0, 100, 0);
    turn(t, "animals", "SSSSSSSS");
    assert_scores(t, 0, 0, 0, 0);
    earn(t, 100);
    assert_scores(t, 0, 100, 0, 0);
}

static void without_the_floor_losses_are_kept_in_full(void **state)
{
    RULES("9.3 1.5 M25 M47");
    struct table *t = sit(*state, 2, "floor=off");
    earn(t, 200, 0, -500, 0, 300);
    assert_scores(t, 0, 0);
}

static void the_first_player_is_drawn_evenly(void **state)
{
    RULES("9.4 M36");
    struct table *t = sit(*state, 2, "first=random");
    assert_chances(t, "first-1 1 first-2 1");
    t = sit(t, 5, "first=random");
    assert_chances(t, "first-1 1 first-2 1 first-3 1 first-4 1 first-5 1");
    assert_int_equal(fl_match_play(&t->match, 0, table_read(t, "card")), FL_NOT_YOUR_TURN);
    table_chance(t, "first-4");
    assert_next(t, 3);
    earn(t, 0, 0);
    assert_next(t, 0);
    t = sit(t, 3, "first=random");
    assert_int_equal(fl_match_play(&t->match, FL_CHANCE, table_read(t, "first-4")), FL_ILLEGAL);
}

static void a_drawn_first_player_opens_every_round(void **state)
{
    RULES("9.4 8.9");
    struct table *t = sit(*state, 2, "floor=on first=random");
    table_chance(t, "first-2");
    play_rounds(t, 2, 199);
    earn(t, 0);
    assert_next(t, 0);
    earn(t, 100);
    assert_won(t, FL_SEAT(0));
}

static void the_host_may_name_a_seat_at_the_table(void **state)
{
    RULES("9.4 M36");
    (void)state;
    assert_null(refusal(3, "first=3"));
    assert_string_equal(refusal(3, "first=4"), "setup.first");
    assert_string_equal(refusal(3, "first=5"), "setup.first");
    assert_string_equal(refusal(2, "first=3"), "setup.first");
    assert_null(refusal(5, "first=5"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(two_to_five_may_play),
        TEST(turns_go_round_in_seat_order),
        TEST(only_the_player_whose_turn_it_is_decides),
        TEST(the_highest_total_wins_after_the_last_round),
        TEST(eight_dice_have_six_equal_faces),
        TEST(the_number_of_a_die_is_only_its_name),
        TEST(there_are_thirty_five_cards),
        TEST(totals_start_at_zero_and_may_fall_below),
        TEST(cards_are_not_put_back_before_all_were_used),
        TEST(the_thirty_sixth_card_comes_from_all_thirty_five),
        TEST(chance_is_drawn_by_weight),
        TEST(options_combine_freely),
        TEST(defaults_are_those_of_the_rules_page),
        TEST(a_short_game_goes_to_5000),
        TEST(a_long_game_goes_to_8000),
        TEST(there_is_no_other_target),
        TEST(a_ship_stops_at_the_floor),
        TEST(skull_island_stops_at_the_floor),
        TEST(without_the_floor_losses_are_kept_in_full),
        TEST(the_first_player_is_drawn_evenly),
        TEST(a_drawn_first_player_opens_every_round),
        TEST(the_host_may_name_a_seat_at_the_table),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
