/* Sections 1 to 4 of the rules page of Buccaneer: what is in the box, the turn, and crews. */
#include "buccaneer_table.h"

/* ---- the box ---- */

static void everybody_starts_with_five_single_pawns(void **state)
{
    RULES("1.1 1.3 2.1 B41");
    static const char *const crews[] = {"r2 | r3 | r4 | r5 | r?", "b2 | b3 | b4 | b5 | b?",
                                        "y2 | y3 | y4 | y5 | y?", "k2 | k3 | k4 | k5 | k?",
                                        "g2 | g3 | g4 | g5 | g?"};
    for (int seats = 3; seats <= 5; seats++) {
        struct table *t = sit(*state, seats, "", "ship-1, ship-5, ship-11");
        for (int seat = 0; seat < seats; seat++)
            assert_crews(t, seat, crews[seat]);
    }
}

static void two_or_six_players_are_refused(void **state)
{
    RULES("1.1");
    (void)state;
    for (int seats = 0; seats <= 8; seats++) {
        struct fl_setup setup = fl_setup_default(&fl_buccaneer, seats);
        const char *reason = fl_setup_check(&fl_buccaneer, &setup);
        if (seats >= 3 && seats <= 5)
            assert_null(reason);
        else
            assert_string_equal(reason, "setup.seats");
    }
}

static void the_richest_wins(void **state)
{
    RULES("1.2 1.7 B15");
    struct table *t = sit(*state, 3, "", "ship-1, ship-5, ship-11");
    assert_purses(t, 10, 10, 10);
    assert_scores(t, 10, 10, 10);
}

/* The table of 1.4, read from phrases. */
static const char *const every_ship[] = {
    "bu.say.ship ship=1 crew=2 ducats=7 question=1 treasures=bu.treasure.sabre",
    "bu.say.ship ship=2 crew=2 ducats=8 question=3 treasures=bu.treasure.candlestick",
    "bu.say.ship ship=3 crew=2 ducats=9 question=2 treasures=bu.treasure.barrel",
    "bu.say.ship ship=4 crew=3 ducats=11 question=2 treasures=bu.treasure.chest",
    "bu.say.ship ship=5 crew=3 ducats=12 question=4 treasures=bu.treasure.sabre",
    "bu.say.ship ship=6 crew=3 ducats=13 question=3 treasures=bu.treasure.candlestick",
    "bu.say.ship ship=7 crew=4 ducats=16 question=5 "
    "treasures=bu.treasure.sabre,bu.treasure.barrel",
    "bu.say.ship ship=8 crew=4 ducats=17 question=3 "
    "treasures=bu.treasure.candlestick,bu.treasure.barrel",
    "bu.say.ship ship=9 crew=4 ducats=18 question=4 "
    "treasures=bu.treasure.sabre,bu.treasure.candlestick",
    "bu.say.ship ship=10 crew=5 ducats=21 question=6 "
    "treasures=bu.treasure.sabre,bu.treasure.chest",
    "bu.say.ship ship=11 crew=5 ducats=22 question=4 "
    "treasures=bu.treasure.candlestick,bu.treasure.chest",
    "bu.say.ship ship=12 crew=5 ducats=24 question=5 "
    "treasures=bu.treasure.barrel,bu.treasure.chest",
    "bu.say.ship ship=13 crew=6 ducats=27 question=6 "
    "treasures=bu.treasure.barrel,bu.treasure.chest",
    "bu.say.ship ship=14 crew=6 ducats=28 question=5 "
    "treasures=bu.treasure.sabre,bu.treasure.chest",
    "bu.say.ship ship=15 crew=6 ducats=30 question=7 "
    "treasures=bu.treasure.candlestick,bu.treasure.barrel",
};

static void fifteen_ships_as_the_page_has_them(void **state)
{
    RULES("1.4");
    for (int ship = 0; ship < 15; ship++) {
        char move[16];
        struct table *t = sit(*state, 3, "", "");
        snprintf(move, sizeof move, "ship-%d", ship + 1);
        t->heard.count = 0;
        plays(t, move);
        assert_heard(t, every_ship[ship]);
    }
}

static void three_ships_are_reported_in_one_sentence(void **state)
{
    RULES("2.2 5.13");
    struct table *t = sit(*state, 3, "", "ship-7, ship-15, ship-3");
    table_compare_phrase(t, "the ships", &t->heard.phrase[t->heard.count - 1],
                         "bu.say.ships first=3 second=7 third=15");
}

static int times(const char *text, const char *word)
{
    int n = 0;
    for (; (text = strstr(text, word)); text += strlen(word))
        n++;
    return n;
}

static void the_cards_show_six_of_each_treasure(void **state)
{
    RULES("1.5 1.6 B11 B12 B28");
    static const char *const kind[] = {"sabre", "candlestick", "barrel", "chest"};
    struct table *t = sit(*state, 3, "", "");
    assert_supply(t, "6 6 6 6");
    for (int k = 0; k < 4; k++) {
        int shown = 0;
        for (int ship = 0; ship < 15; ship++) {
            assert_in_range(times(every_ship[ship], kind[k]), 0, 1); /* never twice on a card */
            shown += times(every_ship[ship], kind[k]);
        }
        assert_int_equal(shown, 6);
    }
}

static void colours_not_played_stay_in_the_box(void **state)
{
    RULES("1.3 B29 B30");
    struct table *t = sit(*state, 3, "", "ship-1, ship-5, ship-11");
    refuses(t, "merge r2 k2", "1.3");
    refuses(t, "merge k2 r2", "1.3");
    refuses(t, "board g2 1 sabre", "1.3");
    assert_crews(t, 3, "");
    t = sit(*state, 4, "", "ship-1, ship-5, ship-11");
    allows(t, "merge r2 k2");
    refuses(t, "merge r2 g?", "1.3");
    assert_int_equal(value_in(t, "bu.zone.deck", FL_NOBODY, 0), 12); /* fifteen ships as ever */
}

static void three_ships_come_up_each_as_likely(void **state)
{
    RULES("2.2 B38");
    struct table *t = sit(*state, 3, "", "ship-4");
    struct fl_moves left;
    fl_list(t->match.game, &t->match.state, FL_CHANCE, &left);
    assert_int_equal(left.count, 14);
    assert_int_equal(left.total, 14);
    assert_sea(t, "4");
    plays(t, "ship-15, ship-2");
    assert_sea(t, "2 4 15");
    assert_next(t, 0);
}

/* ---- the turn ---- */

static void a_turn_is_one_action(void **state)
{
    RULES("3.1 3.3 B3 B7");
    struct table *t = sit(*state, 3, "", "ship-1, ship-2, ship-3");
    refuses(t, "board r2 1 sabre", "5.4");
    plays(t, "merge r2 b2");
    assert_next(t, 1);
    plays(t, "merge b3 y3");
    assert_next(t, 2);
    plays(t, "merge y4 r4");
    assert_next(t, 0);
    allows(t, "board r2 1 sabre"); /* and forming another crew as well: a choice */
    allows(t, "merge r3 b4");
    refuses(t, "ship-9", "3.1");
    refuses(t, "first-2", "3.1");
}

static void a_crew_captured_meanwhile_cannot_board(void **state)
{
    RULES("3.3 B7");
    struct table *t = sit(*state, 3, "", "ship-1, ship-2, ship-3");
    plays(t, "merge r2 b2, merge b3 r2, merge y4 r4");
    refuses(t, "board r2 1 sabre", "4.6");
}

/* Red has r2 on five others, then on four more; ships of two pay less than wages. */
static struct table *squeezed(void *table)
{
    struct table *t = sit(table, 3, "", "ship-1, ship-2, ship-3");
    plays(t, "merge r2 b5, merge b? y?, merge y3 b2");
    plays(t, "merge r2 y5, merge b3 y2, merge y3 b?");
    plays(t, "merge r2 b4, merge b3 r3, merge y3 r4");
    plays(t, "merge r2 y4, merge b3 r5, merge y3 r?");
    plays(t, "merge r2 b3");
    return t;
}

static void a_losing_boarding_must_be_made(void **state)
{
    RULES("3.1 3.2 B4");
    struct table *t = squeezed(*state);
    assert_next(t, 2);
    assert_offers(t, "board y3 1 sabre, board y3 2 candlestick, board y3 3 barrel");
    plays(t, "board y3 3 barrel");
    assert_heard(t, "bu.say.board who=3 ship=3 pawn=bu.yellow-3 treasure=bu.treasure.barrel",
                 "bu.say.wages-two first=1 n=6 second=2 seconds=4", "bu.say.pays who=3 n=1");
    assert_purses(t, 16, 14, 9);
}

static void without_a_top_pawn_the_turn_is_passed_over(void **state)
{
    RULES("3.4 B34");
    struct table *t = squeezed(*state);
    assert_heard(t, "bu.say.capture-crew who=1 other=2 captured=4 n=9", "bu.say.no-pawn who=2");
    assert_crews(t, 1, "");
}

static void who_is_passed_over_keeps_the_right_of_mutiny(void **state)
{
    RULES("3.5 B35");
    struct table *t = squeezed(*state);
    plays(t, "board y3 3 barrel");
    assert_next(t, 1); /* blue, asked about the crew of nine */
    assert_asked(t, "bu.ask.mutiny who=2 captain=1 n=3");
}

/* ---- crews ---- */

static void capturing_puts_the_whole_pile_on_top(void **state)
{
    RULES("4.1 4.2 B5");
    struct table *t = sit(*state, 3, "aide-memoire=on", "ship-13, ship-14, ship-15");
    plays(t, "merge r2 b5, merge b3 y4, merge y? r3");
    assert_crews(t, 0, "r2 b5 | r4 | r5 | r?");
    assert_crews(t, 1, "b2 | b3 y4 | b4 | b?");
    assert_crews(t, 2, "y2 | y3 | y5 | y? r3");
    plays(t, "merge r2 b3");
    assert_crews(t, 0, "r2 b5 b3 y4 | r4 | r5 | r?");
    assert_crews(t, 1, "b2 | b4 | b?");
    plays(t, "merge b2 r2");
    assert_crews(t, 0, "r4 | r5 | r?");
    assert_crews(t, 1, "b2 r2 b5 b3 y4 | b4 | b?");
}

static void only_own_crews_are_moved(void **state)
{
    RULES("4.3");
    struct table *t = sit(*state, 3, "", "ship-13, ship-14, ship-15");
    refuses(t, "merge b2 y2", "4.3");
    refuses(t, "merge b2 r2", "4.3");
    plays(t, "merge r2 b2");
    refuses(t, "merge r2 y2", "4.3");
}

static void only_the_crews_of_others_are_captured(void **state)
{
    RULES("4.4 4.8");
    struct table *t = sit(*state, 3, "", "ship-13, ship-14, ship-15");
    refuses(t, "merge r2 r3", "4.4");
    refuses(t, "merge r2 r2", "4.4");
    plays(t, "merge r2 b2, merge b3 y3, merge y4 r4");
    refuses(t, "merge r3 r2", "4.4"); /* nor a pawn on a crew of one's own */
    refuses(t, "merge r2 r3", "4.4");
    allows(t, "merge r3 b4"); /* on a pawn, on a crew, on red pawns under another top */
    allows(t, "merge r3 b3");
    allows(t, "merge r3 y4");
}

static void nine_is_the_most(void **state)
{
    RULES("4.5 4.8");
    struct table *t = sit(*state, 3, "", "ship-13, ship-14, ship-15");
    plays(t, "merge r2 b3, merge b2 y3, merge y2 r3");
    plays(t, "merge r2 b4, merge b2 y4, merge y2 r4");
    plays(t, "merge r2 b5, merge b2 y5, merge y2 r5");
    allows(t, "merge r2 b2"); /* four and four */
    plays(t, "merge r? b?, merge b2 y?, merge y2 r?");
    assert_crews(t, 0, "r2 b. b. b.");
    assert_crews(t, 1, "b2 y. y. y. y.");
    assert_crews(t, 2, "y2 r. r. r. r. b.");
    allows(t, "merge r2 b2");         /* four and five are nine */
    refuses(t, "merge r2 y2", "4.5"); /* four and six are ten */
}

static void piles_are_never_divided(void **state)
{
    RULES("4.6");
    struct table *t = sit(*state, 3, "", "ship-1, ship-2, ship-3");
    plays(t, "merge r2 b2, merge b3 r3, merge y4 r4");
    refuses(t, "merge r3 y2", "4.6"); /* covered by blue */
    refuses(t, "merge r5 b2", "4.6"); /* covered by red */
    refuses(t, "board r4 1 sabre", "4.6");
}

static void covered_values_are_not_shown(void **state)
{
    RULES("4.7 B1");
    struct table *t = sit(*state, 3, "", "ship-13, ship-14, ship-15");
    plays(t, "merge r2 b5, merge b3 r4, merge y4 r5, merge r2 b3");
    assert_heard(t, "bu.say.capture-crew who=1 other=2 captured=2 n=4");
    assert_crews(t, 0, "r2 b. b. r. | r3 | r?");
    for (int seat = 0; seat < 3; seat++) { /* not even one's own */
        struct fl_view view;
        table_view(t, seat, &view);
        const struct fl_zone *crew = fl_view_find(&view, "bu.zone.crew", 0, 1);
        for (int i = 1; i < 4; i++)
            assert_null(view.item[crew->first + i].face);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(everybody_starts_with_five_single_pawns),
        TEST(two_or_six_players_are_refused),
        TEST(the_richest_wins),
        TEST(fifteen_ships_as_the_page_has_them),
        TEST(three_ships_are_reported_in_one_sentence),
        TEST(the_cards_show_six_of_each_treasure),
        TEST(colours_not_played_stay_in_the_box),
        TEST(three_ships_come_up_each_as_likely),
        TEST(a_turn_is_one_action),
        TEST(a_crew_captured_meanwhile_cannot_board),
        TEST(a_losing_boarding_must_be_made),
        TEST(without_a_top_pawn_the_turn_is_passed_over),
        TEST(who_is_passed_over_keeps_the_right_of_mutiny),
        TEST(capturing_puts_the_whole_pile_on_top),
        TEST(only_own_crews_are_moved),
        TEST(only_the_crews_of_others_are_captured),
        TEST(nine_is_the_most),
        TEST(piles_are_never_divided),
        TEST(covered_values_are_not_shown),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
