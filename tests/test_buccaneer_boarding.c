/* Section 5 of the rules page of Buccaneer: boarding, treasures, wages, new ships. */
#include "buccaneer_table.h"

/* The rulebook's crew: red, blue 5, yellow 2, black 5 and another red pawn. */
static struct table *rulebook_crew(void *table)
{
    struct table *t = sit(table, 4, "first=4", "ship-11, ship-13, ship-14");
    plays(t, "merge k5 r3, merge r4 b2, merge b3 y3, merge y2 k5");
    plays(t, "merge k2 r5, merge r? y4, merge b5 y2, merge y5 k3");
    plays(t, "merge k4 y5, merge r2 b5, merge b4 r4, merge y? b3, merge k? r?");
    return t;
}

static void the_example_of_the_rulebook(void **state)
{
    RULES("5.1 5.6 5.7 5.9 5.15 B9");
    struct table *t = rulebook_crew(*state);
    assert_crews(t, 0, "r2 b. y. k. r.");
    assert_noted(t, "board r2 11 chest", "bu.note.wages ducats=22 least=7 most=15");
    plays(t, "board r2 11 chest");
    assert_heard(t, "bu.say.board who=1 ship=11 pawn=bu.red-2 treasure=bu.treasure.chest",
                 "bu.say.second other=2 gift=bu.treasure.candlestick",
                 "bu.say.wages-three first=2 n=5 second=3 seconds=2 third=4 thirds=5",
                 "bu.say.keeps who=1 n=10");
    assert_purses(t, 20, 15, 12, 15);
    assert_treasures(t, 0, "0 0 0 1");
    assert_treasures(t, 1, "0 1 0 0");
    assert_supply(t, "6 5 6 5");
    assert_next(t, 1);
}

static void the_captain_takes_the_treasure_he_likes(void **state)
{
    RULES("5.5 5.7 5.15");
    struct table *t = rulebook_crew(*state);
    plays(t, "board r2 11 candlestick");
    assert_treasures(t, 0, "0 1 0 0");
    assert_treasures(t, 1, "0 0 0 1");
}

static void a_question_mark_earns_what_the_ship_says(void **state)
{
    RULES("5.9 5.16");
    struct table *t = sit(*state, 4, "", "ship-11, ship-13, ship-14");
    plays(t, "merge r3 y?, merge b2 y3, merge y4 r4, merge k5 r3");
    plays(t, "merge r5 k2, merge b3 y4, merge y2 k5, merge k3 r5");
    plays(t, "merge r? y5, merge b5 y2, merge k4 r?");
    plays(t, "merge r2 b5, merge b4 k4, merge k? b4");
    assert_crews(t, 0, "r2 b. y. k. r. y.");
    plays(t, "board r2 11 chest");
    assert_heard(t, "bu.say.board who=1 ship=11 pawn=bu.red-2 treasure=bu.treasure.chest",
                 "bu.say.second other=2 gift=bu.treasure.candlestick",
                 "bu.say.wages-three first=2 n=5 second=3 seconds=6 third=4 thirds=5",
                 "bu.say.keeps who=1 n=6");
    assert_purses(t, 16, 15, 16, 15);
}

static void the_captains_own_pawns_cost_nothing(void **state)
{
    RULES("5.10 B13");
    struct table *t = sit(*state, 3, "", "ship-1, ship-14, ship-15");
    plays(t, "merge r2 b2, merge b3 r5, merge y2 r?, merge r2 b3, merge b4 y3, merge y2 b?");
    assert_crews(t, 0, "r2 b. b. r. | r3 | r4");
    plays(t, "board r2 1 sabre");
    assert_heard(t, "bu.say.board who=1 ship=1 pawn=bu.red-2 treasure=bu.treasure.sabre",
                 "bu.say.wages first=2 n=5", "bu.say.keeps who=1 n=2");
    assert_purses(t, 12, 15, 10);
}

/* Red on blue 5, yellow 5, blue 4, yellow 4; the others have crews of four and six. */
static struct table *dear_crew(void *table)
{
    struct table *t = sit(table, 3, "", "ship-1, ship-14, ship-15");
    plays(t, "merge r2 b5, merge b? y?, merge y3 b2");
    plays(t, "merge r2 y5, merge b3 y2, merge y3 b?");
    plays(t, "merge r2 b4, merge b3 r3, merge y3 r4");
    plays(t, "merge r2 y4, merge b3 r5, merge y3 r?");
    return t;
}

static void what_is_missing_comes_from_the_captain_then_from_the_bank(void **state)
{
    RULES("5.11 5.17 B14");
    struct table *t = dear_crew(*state);
    plays(t, "board r2 1 sabre");
    assert_heard(t, "bu.say.board who=1 ship=1 pawn=bu.red-2 treasure=bu.treasure.sabre",
                 "bu.say.wages-two first=2 n=9 second=3 seconds=9",
                 "bu.say.pays-with-supply who=1 n=10 missing=1");
    assert_purses(t, 0, 19, 19);
    assert_treasures(t, 0, "1 0 0 0"); /* which the captain keeps */
}

static void an_empty_purse_pays_nothing_and_owes_nothing(void **state)
{
    RULES("5.11 1.7 B14 B15");
    struct table *t = sit(*state, 3, "", "ship-1, ship-2, ship-15");
    plays(t, "merge r2 b5, merge b2 y2, merge y3 b3, merge r2 y5, merge b? y?, merge y3 b2");
    plays(t, "merge r2 b4, merge b? y3, merge y4 r?, merge r2 y4, obey, board b? 15 barrel");
    plays(t, "merge y2 b2, board r2 1 sabre");
    assert_purses(t, 0, 37, 31);
    plays(t, "merge b3 y3, merge y4 b4, merge r3 y4, merge b5 y5, merge y? b?, merge r3 b5");
    plays(t, "merge b3 r4, merge y2 r5, board r3 2 candlestick");
    assert_heard(t, "bu.say.board who=1 ship=2 pawn=bu.red-3 treasure=bu.treasure.candlestick",
                 "bu.say.wages-two first=2 n=9 second=3 seconds=9", "bu.say.supply n=10");
    assert_purses(t, 0, 46, 40);
    assert_treasures(t, 0, "1 1 0 0");
}

static void booty_that_just_suffices_leaves_nothing(void **state)
{
    RULES("5.9 5.11");
    struct table *t = sit(*state, 3, "", "ship-1, ship-14, ship-15");
    plays(t, "merge r2 b4, merge b2 y?, merge y2 b?, merge r2 y3, merge b2 r?, merge y2 r3");
    plays(t, "board r2 1 sabre"); /* four and three of seven */
    assert_heard(t, "bu.say.board who=1 ship=1 pawn=bu.red-2 treasure=bu.treasure.sabre",
                 "bu.say.wages-two first=2 n=4 second=3 seconds=3", "bu.say.keeps-nothing who=1");
    assert_purses(t, 10, 14, 13);
}

static void only_its_captain_boards_with_a_crew(void **state)
{
    RULES("5.1");
    struct table *t = sit(*state, 3, "", "ship-1, ship-2, ship-3");
    plays(t, "merge r2 b2");
    refuses(t, "board r2 1 sabre", "5.1");
    plays(t, "merge b3 y3, merge y4 r4");
    refuses(t, "board b3 1 sabre", "5.1");
    allows(t, "board r2 1 sabre");
}

static void only_ships_at_sea_are_boarded(void **state)
{
    RULES("5.2");
    struct table *t = sit(*state, 3, "", "ship-1, ship-2, ship-15");
    plays(t, "merge r2 b2, merge b3 y3, merge y4 r4");
    refuses(t, "board r2 3 barrel", "5.2");
    plays(t, "board r2 1 sabre");
    assert_sea(t, "2 15");
    refuses(t, "board b3 1 sabre", "5.2"); /* gone */
    allows(t, "board b3 2 candlestick");
}

static void a_crew_must_be_big_enough_and_may_be_bigger(void **state)
{
    RULES("5.3 B8");
    struct table *t = sit(*state, 3, "", "ship-1, ship-4, ship-7");
    plays(t, "merge r2 b2, merge b3 y3, merge y4 r4, merge r2 b4, merge b3 y5, merge y4 r5");
    refuses(t, "board r2 7 sabre", "5.3");
    allows(t, "board r2 4 chest");
    allows(t, "board r2 1 sabre"); /* three where two are enough */
    plays(t, "merge r2 y2, merge b3 r3, merge y4 r?");
    allows(t, "board r2 7 sabre");
}

static void a_single_pawn_never_boards(void **state)
{
    RULES("5.4 B6");
    struct table *t = sit(*state, 3, "", "ship-1, ship-2, ship-3");
    refuses(t, "board r2 1 sabre", "5.4");
    refuses(t, "board r? 3 barrel", "5.4");
}

static void crew_ship_and_treasure_are_one_decision(void **state)
{
    RULES("5.5 B32");
    struct table *t = sit(*state, 3, "", "ship-1, ship-7, ship-15");
    plays(t, "merge r2 b2, merge b3 y3, merge y4 r4, merge r2 b4, merge b3 y5, merge y4 r5");
    plays(t, "merge r2 y2, merge b3 r3, merge y4 r?");
    refuses(t, "board r2 1 chest", "5.5");
    refuses(t, "board r2 7 candlestick", "5.5");
    assert_offers(t, "merge r2 b3, merge r2 b5, merge r2 b?, merge r2 y4, merge r2 y?, "
                     "board r2 1 sabre, board r2 7 sabre, board r2 7 barrel");
}

static void one_treasure_is_the_captains(void **state)
{
    RULES("5.7 B10");
    struct table *t = sit(*state, 3, "", "ship-4, ship-14, ship-15");
    plays(t, "merge r2 b2, merge b3 y3, merge y4 r4, merge r2 b4, merge b3 y5, merge y4 r5");
    plays(t, "board r2 4 chest");
    assert_treasures(t, 0, "0 0 0 1");
    assert_treasures(t, 1, "0 0 0 0");
}

/* In every crew of many random games. */
static void the_second_is_never_the_captain(void **state)
{
    RULES("5.8");
    for (uint64_t seed = 0; seed < 20; seed++) {
        struct table *t = sit(*state, 3 + (int)(seed % 3), "", "");
        struct fl_rng rng = fl_rng_from(seed, 7);
        while (fl_match_turn(&t->match)) {
            struct fl_moves list;
            struct fl_view view;
            int mover = table_mover(t);
            fl_list(t->match.game, &t->match.state, mover, &list);
            fl_match_play(&t->match, mover, fl_pick(&list, &rng));
            table_view(t, FL_SPECTATOR, &view);
            for (int i = 0; i < view.zones; i++)
                if (!strcmp(view.zone[i].name, "bu.zone.crew") && view.zone[i].count > 1)
                    assert_int_not_equal(view.item[view.zone[i].first].owner,
                                         view.item[view.zone[i].first + 1].owner);
        }
    }
}

static void pawns_go_home_and_the_ship_is_gone(void **state)
{
    RULES("5.12");
    struct table *t = rulebook_crew(*state);
    plays(t, "board r2 11 chest");
    assert_crews(t, 0, "r2 | r3");
    assert_crews(t, 1, "b4 r. b. | b5 | b?");
    assert_crews(t, 2, "y2 | y? b. y.");
    assert_crews(t, 3, "k2 r. | k4 y. k. | k5 | k? r. y.");
    assert_sea(t, "13 14");
}

static void new_ships_come_when_all_three_are_gone(void **state)
{
    RULES("5.13 B21");
    struct table *t = sit(*state, 3, "", "ship-1, ship-2, ship-3");
    plays(t, "merge r2 b2, merge b3 y3, merge y4 r4, board r2 1 sabre, board b3 2 candlestick");
    assert_sea(t, "3");
    assert_next(t, 2);
    assert_int_equal(value_in(t, "bu.zone.deck", FL_NOBODY, 0), 12);
    plays(t, "board y4 3 barrel");
    assert_sea(t, "");
    assert_next(t, FL_CHANCE);
    plays(t, "ship-5, ship-6, ship-7");
    assert_sea(t, "5 6 7");
    assert_next(t, 0);
    assert_int_equal(value_in(t, "bu.zone.deck", FL_NOBODY, 0), 9);
    assert_int_equal(value_in(t, "bu.zone.deck", FL_NOBODY, 1), 3); /* boarded */
}

/* Red's crew of four has three blue pawns; the last ship at sea asks for six. */
static struct table *last_of_three(void *table)
{
    struct table *t = sit(table, 3, "", "ship-1, ship-2, ship-15");
    plays(t, "merge r2 b2, merge b3 y3, merge y4 r4, board r2 1 sabre, board b3 2 candlestick");
    plays(t, "merge y4 r5, merge r2 b2, merge b? y2, merge y4 b?, merge r2 b3, merge b5 y3");
    plays(t, "merge y4 b5, merge r2 b4, board y4 15 barrel");
    return t;
}

static void new_ships_count_for_a_mutiny_at_once(void **state)
{
    RULES("5.14 B33");
    struct table *t = last_of_three(*state);
    plays(t, "ship-4, ship-5, ship-6");
    assert_next(t, 1);
    assert_asked(t, "bu.ask.mutiny who=2 captain=1 n=3");
    t = last_of_three(*state);
    plays(t, "ship-12, ship-13, ship-14"); /* too big for four */
    assert_next(t, 0);
    assert_asked(t, "bu.ask.act who=1");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(the_example_of_the_rulebook),
        TEST(the_captain_takes_the_treasure_he_likes),
        TEST(a_question_mark_earns_what_the_ship_says),
        TEST(the_captains_own_pawns_cost_nothing),
        TEST(what_is_missing_comes_from_the_captain_then_from_the_bank),
        TEST(an_empty_purse_pays_nothing_and_owes_nothing),
        TEST(booty_that_just_suffices_leaves_nothing),
        TEST(only_its_captain_boards_with_a_crew),
        TEST(only_ships_at_sea_are_boarded),
        TEST(a_crew_must_be_big_enough_and_may_be_bigger),
        TEST(a_single_pawn_never_boards),
        TEST(crew_ship_and_treasure_are_one_decision),
        TEST(one_treasure_is_the_captains),
        TEST(the_second_is_never_the_captain),
        TEST(pawns_go_home_and_the_ship_is_gone),
        TEST(new_ships_come_when_all_three_are_gone),
        TEST(new_ships_count_for_a_mutiny_at_once),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
