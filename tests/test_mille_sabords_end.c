/* How a game of Mille Sabords! ends; section 8 of the rules page, played turn by turn. */
#include "ending_rules.h"
#include "games/mille_sabords/mille_sabords.h"
#include "mille_sabords_table.h"

static void the_exact_target_is_enough(void **state)
{
    RULES("8.1 M30");
    struct table *t = sit(*state, 2, "");
    earn(t, 4500, 0, 1500);
    assert_scores(t, 6000, 0);
    earn(t, 0);
    assert_won(t, FL_SEAT(0));
}

static void just_below_the_target_is_not_enough(void **state)
{
    RULES("8.1 M30");
    struct table *t = sit(*state, 2, "");
    earn(t, 4500, 0, 1400, 0);
    assert_scores(t, 5900, 0);
    earn(t, 0, 0, 0, 0);
    assert_next(t, 0);
    earn(t, 100, 0);
    assert_won(t, FL_SEAT(0));
}

/* All other players have one turn, whichever seat starts the last round. */
static void check_last_round(struct table *t, int seats, int starter)
{
    for (int seat = 0; seat < seats; seat++)
        earn(t, seat == starter ? 4500 : 100);
    for (int seat = 0; seat < starter; seat++)
        earn(t, 100);
    earn(t, 1500);
    for (int i = 1; i < seats; i++) {
        assert_next(t, (starter + i) % seats);
        earn(t, 100);
    }
    assert_won(t, FL_SEAT(starter));
}

static void every_other_player_has_one_more_turn(void **state)
{
    RULES("8.2");
    for (int seats = 2; seats <= 5; seats++)
        for (int starter = 0; starter < seats; starter++)
            check_last_round(sit(*state, seats, ""), seats, starter);
}

static void the_last_round_may_change_the_leader(void **state)
{
    RULES("8.3 M29");
    struct table *t = sit(*state, 3, "");
    earn(t, 4500, 5300, 0, 1500, 1000, 300);
    assert_scores(t, 6000, 6300, 300);
    assert_won(t, FL_SEAT(1));
}

static void the_highest_wins_even_if_the_starter_fell(void **state)
{
    RULES("8.3 M29");
    struct table *t = sit(*state, 3, "");
    earn(t, 4500, 4500, 0, 1500, 2000);
    assert_scores(t, 6000, 6500, 0);
    turn(t, "animals", "SSSSPPMM");
    does(t, "throw", "PPMM");
    assert_scores(t, 5600, 6100, 0);
    assert_won(t, FL_SEAT(1));
}

static void the_starter_may_fall_and_still_lead(void **state)
{
    RULES("8.3 M29");
    struct table *t = sit(*state, 2, "");
    earn(t, 4500, 0, 2000);
    turn(t, "animals", "SSSSPPMM");
    does(t, "throw", "PPMM");
    assert_scores(t, 6100, 0);
    assert_won(t, FL_SEAT(0));
}

/* Seat 1 of three has started the last round, and an island brought everybody below 6000. */
static struct table *sudden_death(void *table)
{
    struct table *t = sit(table, 3, "");
    earn(t, 1000, 4500, 1000, 0, 1500, 0);
    turn(t, "animals", "SSSSPPMM");
    does(t, "throw", "PPMM");
    return t;
}

static void sudden_death_when_nobody_has_the_target(void **state)
{
    RULES("8.3 8.4 M29 M43");
    struct table *t = sudden_death(*state);
    assert_scores(t, 1000, 5600, 600);
    assert_next(t, 1);
    earn(t, 300, 0, 0);
    assert_next(t, 1);
    earn(t, 100);
    assert_scores(t, 1000, 6000, 600);
    assert_won(t, FL_SEAT(1));
}

static void anybody_may_win_sudden_death_at_once(void **state)
{
    RULES("8.4 M43");
    struct table *t = sudden_death(*state);
    earn(t, 0, 4500, 4800, 300);
    assert_scores(t, 5800, 5900, 5100);
    assert_next(t, 2);
    earn(t, 1000);
    assert_won(t, FL_SEAT(2));
}

static void reaching_the_target_in_the_last_round_opens_no_new_one(void **state)
{
    RULES("8.4 M43");
    struct table *t = sit(*state, 3, "");
    earn(t, 4500, 4500, 4500, 1500, 1600);
    assert_next(t, 2);
    earn(t, 1700);
    assert_won(t, FL_SEAT(2));
}

static void losses_in_the_last_round_count_at_once(void **state)
{
    RULES("8.5 7.5 M32 M38");
    struct table *t = sit(*state, 4, "");
    earn(t, 4500, 4500, 0, 4500, 1500, 2000);
    assert_scores(t, 6000, 6500, 0, 4500);
    turn(t, "animals", "SSSSSSPP");
    does(t, "throw", "PP");
    assert_scores(t, 5400, 5900, 0, 3900);
    assert_next(t, 3);
    earn(t, 2300);
    assert_scores(t, 5400, 5900, 0, 6200);
    assert_won(t, FL_SEAT(3));
}

static void a_fallen_starter_gets_no_second_turn(void **state)
{
    RULES("8.5 8.2 M32");
    struct table *t = sit(*state, 3, "");
    earn(t, 4500, 0, 0, 1500);
    turn(t, "animals", "SSSSPPMM");
    does(t, "throw", "PPMM");
    assert_scores(t, 5600, 0, -400);
    assert_next(t, 2);
    earn(t, 0);
    assert_next(t, 0);
    earn(t, 400);
    assert_won(t, FL_SEAT(0));
}

static void a_ship_may_bring_down_a_last_turn(void **state)
{
    RULES("8.5 M32");
    struct table *t = sit(*state, 2, "");
    earn(t, 4500, 4500, 1500, -300);
    assert_scores(t, 6000, 4200);
    assert_won(t, FL_SEAT(0));
}

static void a_tie_is_won_together(void **state)
{
    RULES("8.6 M31");
    struct table *t = sit(*state, 3, "");
    earn(t, 4500, 1000, 4500, 1500, 1000, 1500);
    assert_scores(t, 6000, 2000, 6000);
    assert_won(t, FL_SEAT(0) | FL_SEAT(2));
}

static void nine_of_a_kind_win_at_once(void **state)
{
    RULES("8.7 8.8 M27 M42");
    struct table *t = sit(*state, 3, "");
    earn(t, 500);
    turn(t, "coin", "CCCCCCCC");
    assert_scores(t, 500, 5400, 0);
    assert_won(t, FL_SEAT(1));
    t = sit(t, 2, "");
    turn(t, "diamond", "DDDDDDPM");
    does(t, "reroll 7 8", "DP");
    assert_chooses(t, 0);
    does(t, "reroll 7 8", "DD");
    assert_won(t, FL_SEAT(0));
}

static void eight_of_a_kind_do_not(void **state)
{
    RULES("8.7 M27");
    struct table *t = sit(*state, 2, "");
    turn(t, "diamond", "CCCCCCCC");
    assert_chooses(t, 0);
    stops(t);
    assert_scores(t, 5400, 0);
    turn(t, "coin", "DDDDDDDD");
    assert_chooses(t, 1);
    t = sit(t, 2, "");
    turn(t, "guardian", "CCCCCCCC");
    assert_chooses(t, 0);
    stops(t);
    turn(t, "animals", "PPPPMMMM");
    assert_chooses(t, 1);
}

static void nine_of_a_kind_win_alone_from_behind(void **state)
{
    RULES("8.8 M42");
    struct table *t = sit(*state, 2, "");
    earn(t, 4500, -1000, 1400);
    turn(t, "coin", "CCCCCCCC");
    assert_scores(t, 5900, 4400);
    assert_won(t, FL_SEAT(1));
}

static void nine_of_a_kind_win_alone_in_a_tie(void **state)
{
    RULES("8.8 M42");
    struct table *t = sit(*state, 2, "");
    turn(t, "diamond", "CCCCCCCC");
    stops(t);
    turn(t, "coin", "CCCCCCCC");
    assert_scores(t, 5400, 5400);
    assert_won(t, FL_SEAT(1));
}

static void nine_of_a_kind_win_in_the_last_round(void **state)
{
    RULES("8.8 M42");
    struct table *t = sit(*state, 3, "");
    earn(t, 10600);
    turn(t, "diamond", "DDDDDDDD");
    assert_scores(t, 10600, 5400, 0);
    assert_won(t, FL_SEAT(1));
}

static void nine_of_a_kind_win_in_sudden_death(void **state)
{
    RULES("8.8 M42");
    struct table *t = sudden_death(*state);
    earn(t, 0);
    turn(t, "diamond", "DDDDDDDD");
    assert_scores(t, 1000, 5600, 6000);
    assert_won(t, FL_SEAT(2));
    t = sudden_death(t);
    earn(t, 0, -1000, 0, 0);
    turn(t, "coin", "CCCCCCCC");
    assert_scores(t, 1000, 5600, 5000);
    assert_won(t, FL_SEAT(2));
}

static void the_game_stops_after_two_hundred_rounds(void **state)
{
    RULES("8.9 M39");
    struct table *t = sit(*state, 3, "floor=on first=2");
    play_rounds(t, 3, 199);
    earn(t, 300, 100);
    assert_next(t, 0);
    earn(t, 200);
    assert_scores(t, 200, 300, 100);
    assert_won(t, FL_SEAT(1));
}

static void two_hundred_rounds_may_end_in_a_tie(void **state)
{
    RULES("8.9 8.6 M39 M31");
    struct table *t = sit(*state, 2, "floor=on");
    play_rounds(t, 2, 200);
    assert_won(t, FL_SEAT(0) | FL_SEAT(1));
}

static void a_last_round_is_cut_short_by_the_two_hundredth(void **state)
{
    RULES("8.9 M39");
    struct table *t = sit(*state, 3, "floor=on");
    play_rounds(t, 3, 199);
    earn(t, 4500, 6600);
    assert_next(t, 2);
    earn(t, 100);
    assert_scores(t, 4500, 6600, 100);
    assert_won(t, FL_SEAT(1));
}

/* A turn with whatever card comes and eight skulls; what it costs whom is added up. */
static void throw_eight_skulls(struct table *t, int32_t total[2])
{
    int seat = table_mover(t);
    char card[16];
    take_any_card(t, card);
    does(t, "throw", "SSSSSSSS");
    total[seat] -= simple_value(card);
    if (!simple_quota(card))
        total[!seat] -= (8 + simple_card_skulls(card)) * (is_card(card, "pirate") ? 200 : 100);
}

static void totals_far_below_zero_are_kept(void **state)
{
    RULES("8.9 1.5 M39 M25");
    struct table *t = sit(*state, 2, "");
    int32_t total[2] = {0, 0};
    for (int i = 0; i < 400; i++)
        throw_eight_skulls(t, total);
    assert_true(total[0] < -100000 && total[1] < -100000);
    assert_scores(t, total[0], total[1]);
    assert_won(t, total[0] > total[1] ? FL_SEAT(0) : FL_SEAT(1));
}

/* ---- ends by players ---- */

static int32_t standing(const void *state, int seat)
{
    return ((const struct fl_sabords *)state)
        ->score[seat]; /* no points for a turn that has begun */
}

static void players_may_end_the_game(void **state)
{
    RULES("10.1 10.2 M48 M49");
    (void)state;
    check_endings(&fl_mille_sabords, standing);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(the_exact_target_is_enough),
        TEST(just_below_the_target_is_not_enough),
        TEST(every_other_player_has_one_more_turn),
        TEST(the_last_round_may_change_the_leader),
        TEST(the_highest_wins_even_if_the_starter_fell),
        TEST(the_starter_may_fall_and_still_lead),
        TEST(sudden_death_when_nobody_has_the_target),
        TEST(anybody_may_win_sudden_death_at_once),
        TEST(reaching_the_target_in_the_last_round_opens_no_new_one),
        TEST(losses_in_the_last_round_count_at_once),
        TEST(a_fallen_starter_gets_no_second_turn),
        TEST(a_ship_may_bring_down_a_last_turn),
        TEST(a_tie_is_won_together),
        TEST(nine_of_a_kind_win_at_once),
        TEST(eight_of_a_kind_do_not),
        TEST(nine_of_a_kind_win_alone_from_behind),
        TEST(nine_of_a_kind_win_alone_in_a_tie),
        TEST(nine_of_a_kind_win_in_the_last_round),
        TEST(nine_of_a_kind_win_in_sudden_death),
        TEST(the_game_stops_after_two_hundred_rounds),
        TEST(two_hundred_rounds_may_end_in_a_tie),
        TEST(a_last_round_is_cut_short_by_the_two_hundredth),
        TEST(totals_far_below_zero_are_kept),
        TEST(players_may_end_the_game),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
