/* Aux Sabords at sea: steps, forbidden squares, ways, roses, treasure squares and ports; sections
 * 5 and 6 of the rules page. */
#include "aux_sabords_table.h"

/* Places red on a square with this number of steps left. */
static struct table *red_at(void **state, const char *square, int steps)
{
    struct table *t = sit(*state, 4, "");
    place(t, RED, square);
    sails(t, steps);
    return t;
}

/* ---- 5: sailing ---- */

static void one_sails_exactly_what_was_thrown(void **state)
{
    RULES("5.1 A8");
    struct table *t = red_at(state, "c3", 5);
    refuses(t, "done", "5.1");
    refuses(t, "pass", "5.1");
    plays(t, "E");
    assert_ship(t, RED, "d3 sails");
    plays(t, "S");
    assert_ship(t, RED, "d4 sails");
    plays(t, "W");
    assert_ship(t, RED, "c4 sails");
    plays(t, "N");
    assert_ship(t, RED, "c3 sails");
    assert_asked(t, "as.ask.sail who=1 ship=as.ship.red n=1");
    plays(t, "N");
    assert_ship(t, RED, "c2 sails");
    assert_turn_of(t, BLUE);
}

static void to_and_fro_is_a_move(void **state)
{
    RULES("5.2");
    struct table *t = red_at(state, "b6", 4);
    plays(t, "NSNS");
    assert_ship(t, RED, "b6 sails");
    assert_turn_of(t, BLUE);
}

static void foreign_ports_and_treasures_are_forbidden(void **state)
{
    RULES("5.3 A9");
    struct table *t = red_at(state, "l1", 1);
    refuses(t, "east", "5.3");
    t = red_at(state, "f5", 1);
    refuses(t, "south", "5.3");
    t = red_at(state, "a12", 1);
    refuses(t, "south", "5.3");
    t = red_at(state, "f9", 1);
    refuses(t, "north", "5.3");
}

static void ones_own_treasure_square_is_no_short_cut(void **state)
{
    RULES("5.3");
    struct table *t = sit(*state, 4, "");
    place(t, RED, "h9");
    put_in_port(t, RED, RED, 4);
    sails(t, 2);
    refuses(t, "north", "5.3"); /* empty, and nothing own aboard */
    t = sit(*state, 4, "");
    place(t, RED, "h9");
    put_in_port(t, RED, RED, 3);
    put_aboard(t, RED, RED, 1);
    put_aboard(t, RED, BLUE, 1);
    sails(t, 2);
    allows(t, "north"); /* to unload */
    t = sit(*state, 4, "");
    place(t, RED, "h9");
    put_in_port(t, RED, RED, 4);
    put_aboard(t, RED, BLUE, 1);
    sails(t, 2);
    refuses(t, "north", "5.3"); /* another's chest is no reason */
}

static void ones_own_port_is_open(void **state)
{
    RULES("5.4 6.9");
    struct table *t = red_at(state, "b1", 2);
    plays(t, "W");
    assert_ship(t, RED, "a1 sails");
    plays(t, "S");
    assert_ship(t, RED, "a2 sails");
}

static void two_ships_close_a_square(void **state)
{
    RULES("5.5 5.6 A14 A42");
    struct table *t = sit(*state, 4, "");
    place(t, RED, "c3");
    place(t, BLUE, "c4");
    sails(t, 2);
    allows(t, "south");
    t = sit(*state, 4, "");
    place(t, RED, "c3");
    place(t, BLUE, "c4");
    place(t, YELLOW, "c4");
    sails(t, 2);
    refuses(t, "south", "5.5"); /* so that nobody can attack the two */
    plays(t, "EW");
    assert_turn_of(t, BLUE);
}

static void a_ship_that_cannot_move_loses_the_rest(void **state)
{
    RULES("5.7 A49");
    struct table *t = sit(*state, 4, "");
    place(t, RED, "g7"); /* ashore, where no ship can be: nowhere to go */
    begins(t);
    plays(t, "roll, die-3");
    assert_turn_of(t, BLUE);
}

static void every_square_has_two_ways_out(void **state)
{
    RULES("5.7");
    struct table *t = *state;
    for (int small = 0; small < 2; small++) {
        sit(t, 4, small ? "board=11 first=1" : "");
        for (int colour = 0; colour < 4; colour++)
            for (int square = 0; square < FL_AUX_SQUARES; square++) {
                int ways = 0;
                if (!fl_aux_may_enter(board(t), colour, square))
                    continue;
                for (int d = 0; d < 4; d++) {
                    int next = fl_aux_beside(square, d);
                    ways += fl_aux_square(board(t), next) != 'a' + colour &&
                            fl_aux_may_enter(board(t), colour, next);
                }
                assert_true(ways >= 2);
            }
    }
}

static void squares_work_in_passing_and_each_time(void **state)
{
    RULES("5.8 6.1 A11 A12");
    struct table *t = red_at(state, "j5", 6);
    plays(t, "N");
    assert_asked(t, "as.ask.rose who=1 ship=as.ship.red");
    refuses(t, "south", "6.1");
    plays(t, "chest");
    assert_ashore(t, RED, "side 2, island 2, port");
    plays(t, "SN, chest, EW");
    plays(t, "chest");
    assert_ashore(t, RED, "side 0, island 4, port");
    assert_ship(t, RED, "j4 sails");
    plays(t, "N");
    assert_turn_of(t, BLUE);
}

static void the_starting_square_is_not_entered(void **state)
{
    RULES("5.8");
    struct table *t = red_at(state, "j4", 2);
    assert_asked(t, "as.ask.sail who=1 ship=as.ship.red n=2");
    plays(t, "EW");
    assert_asked(t, "as.ask.rose who=1 ship=as.ship.red");
    plays(t, "pass");
    assert_turn_of(t, BLUE);
    assert_ashore(t, RED, "side 3, island 1, port");
}

static void there_is_no_limit_to_the_cargo(void **state)
{
    RULES("5.9 A15");
    struct table *t = sit(*state, 4, "");
    place(t, RED, "h9");
    put_on_island(t, RED, 3);
    put_aboard(t, RED, BLUE, 4);
    put_aboard(t, RED, YELLOW, 4);
    put_aboard(t, RED, GREEN, 4);
    sails(t, 1);
    plays(t, "N, load 4");
    assert_ship(t, RED, "h8 sails red-4 blue-4 yellow-4 green-4");
}

static void the_rose_comes_before_the_boarding(void **state)
{
    RULES("5.10 A35");
    struct table *t = sit(*state, 4, "");
    place(t, RED, "j5");
    place(t, BLUE, "j4");
    sails(t, 2);
    plays(t, "N");
    assert_asked(t, "as.ask.rose who=1 ship=as.ship.red");
    plays(t, "chest");
    assert_asked(t, "as.ask.board who=1 ship=as.ship.red enemy=as.ship.blue");
    plays(t, "pass, S");
    assert_turn_of(t, BLUE);
    until(t, RED);
    sails(t, 1);
    plays(t, "N, pass");
    assert_asked(t, "as.ask.board who=1 ship=as.ship.red enemy=as.ship.blue");
}

/* ---- ways ---- */

static int ways_of(struct table *t, struct fl_route way[FL_MAX_ROUTES])
{
    struct fl_sight sight;
    fl_match_sight(&t->match, 0, &sight);
    return t->match.game->routes(&sight.state, 0, way);
}

static const struct fl_route *way_to(const struct fl_route *way, int count, const char *square)
{
    int s = square_of(square), item = (s / FL_AUX_WIDTH - 1) * 13 + s % FL_AUX_WIDTH - 1;
    for (int i = 0; i < count; i++)
        if (way[i].item == item)
            return &way[i];
    return NULL;
}

static void one_may_name_where_to_go(void **state)
{
    RULES("5.11");
    struct table *t = red_at(state, "g4", 3);
    struct fl_route way[FL_MAX_ROUTES];
    int n = ways_of(t, way);
    assert_null(way_to(way, n, "g4")); /* an odd number of steps leads away */
    assert_non_null(way_to(way, n, "g1"));
    assert_non_null(way_to(way, n, "h4")); /* to and fro */
    assert_null(way_to(way, n, "g2"));     /* two steps are not three */
    assert_null(way_to(way, n, "g7"));     /* land */
    assert_int_equal(way_to(way, n, "g1")->count, 3);
    assert_null(way_to(way, n, "g1")->name);
    for (int i = 0; i < way_to(way, n, "d4")->count; i++)
        assert_int_equal(way_to(way, n, "d4")->move[i], FL_AUX_STEP + 3);
    t = red_at(state, "c3", 1);
    assert_int_equal(ways_of(t, way), 4);
    assert_int_equal(t->match.game->routes(&t->match.state, 1, way), 0); /* not blue's */
    plays(t, "E");
    assert_int_equal(ways_of(t, way), 0);
}

static void a_way_stops_at_the_first_question(void **state)
{
    RULES("5.11 6.9");
    struct table *t = sit(*state, 4, "");
    struct fl_route way[FL_MAX_ROUTES];
    place(t, RED, "j7");
    place(t, BLUE, "i7");
    sails(t, 6);
    int n = ways_of(t, way);
    assert_string_equal(way_to(way, n, "j4")->name, "as.way.rose");
    assert_int_equal(way_to(way, n, "j4")->count, 3);
    assert_string_equal(way_to(way, n, "i7")->name, "as.way.enemy");
    assert_int_equal(way_to(way, n, "i7")->count, 1);
    assert_string_equal(way_to(way, n, "h8")->name, "as.way.treasure");
    assert_non_null(way_to(way, n, "j7")); /* there and back again */
    assert_null(way_to(way, n, "j7")->name);
    put_on_island(t, RED, 3);
    n = ways_of(t, way);
    assert_null(way_to(way, n, "j4")); /* three steps, and nothing to do there: plain sea */
    t = sit(*state, 4, "");
    place(t, RED, "b1");
    put_aboard(t, RED, GREEN, 1);
    sails(t, 6);
    n = ways_of(t, way);
    assert_string_equal(way_to(way, n, "a1")->name, "as.way.port");
    assert_int_equal(way_to(way, n, "a1")->count, 1);
}

/* ---- 6: rose, treasure square and port ---- */

static void the_rose_may_be_passed(void **state)
{
    RULES("6.1");
    struct table *t = red_at(state, "j5", 1);
    plays(t, "N, pass");
    assert_ashore(t, RED, "side 3, island 1, port");
    assert_heard(t, "as.say.pass-rose who=1", "as.say.sail who=1 column=j row=4");
    assert_turn_of(t, BLUE);
}

static void another_ones_rose_is_plain_sea(void **state)
{
    RULES("6.2");
    struct table *t = red_at(state, "d5", 2);
    plays(t, "NN");
    assert_turn_of(t, BLUE);
    assert_ashore(t, GREEN, "side 3, island 1, port");
}

static void the_treasure_square_loads_or_unloads(void **state)
{
    RULES("6.3 A13 A41");
    struct table *t = sit(*state, 4, "");
    place(t, RED, "h9");
    put_on_island(t, RED, 1);
    put_aboard(t, RED, RED, 1);
    put_aboard(t, RED, BLUE, 1);
    sails(t, 3);
    plays(t, "N");
    assert_asked(t, "as.ask.treasure who=1 ship=as.ship.red");
    refuses(t, "load 3", "6.3");
    refuses(t, "unload 2", "6.3");
    refuses(t, "done", "6.3");
    refuses(t, "north", "6.3");
    allows(t, "load 1");
    allows(t, "load 2");
    plays(t, "unload 1");
    assert_heard(t, "as.say.unload who=1 chests=as.chest.red");
    assert_ship(t, RED, "h8 sails blue-1");
    assert_ashore(t, RED, "side 1, island 3, port");
    refuses(t, "load 1", "5.1"); /* not both */
    plays(t, "EW, load 3");
    assert_ship(t, RED, "h8 sails red-3 blue-1");
    assert_turn_of(t, BLUE);
}

static void a_treasure_square_is_a_refuge(void **state)
{
    RULES("6.4 A24");
    struct table *t = sit(*state, 4, "");
    place(t, RED, "h8");
    place(t, BLUE, "h9");
    put_aboard(t, RED, RED, 3);
    sails(t, 2);
    refuses(t, "load 1", "5.1"); /* it was not entered */
    plays(t, "EW, unload 2");
    assert_turn_of(t, BLUE);
    sails(t, 1);
    refuses(t, "north", "5.3");
    assert_ashore(t, RED, "side 0, island 3, port");
}

static void chests_are_landed_colour_by_colour(void **state)
{
    RULES("6.5 A10 A40");
    struct table *t = sit(*state, 4, "");
    place(t, RED, "b1");
    put_aboard(t, RED, RED, 3);
    put_aboard(t, RED, BLUE, 1);
    sails(t, 3);
    plays(t, "W");
    assert_asked(t, "as.ask.port who=1 ship=as.ship.red");
    refuses(t, "land blue 2", "6.5");
    refuses(t, "land green 1", "6.5");
    refuses(t, "east", "6.5");
    plays(t, "land red 2");
    assert_heard(t, "as.say.land who=1 chests=as.chest.red,as.chest.red");
    assert_asked(t, "as.ask.port who=1 ship=as.ship.red");
    plays(t, "land blue 1, done");
    assert_ship(t, RED, "a1 sails red-1");
    assert_ashore(t, RED, "side 0, island 1, port red-2 blue-1");
    plays(t, "EW");
    assert_asked(t, "as.ask.port who=1 ship=as.ship.red");
    plays(t, "land red 1"); /* nothing is left: no more questions */
    assert_turn_of(t, BLUE);
    assert_scores(t, 4, 0, 0, 0);
}

static void chests_in_port_are_safe(void **state)
{
    RULES("6.6");
    struct table *t = sit(*state, 4, "");
    put_in_port(t, RED, RED, 2);
    place(t, RED, "a2");
    place(t, BLUE, "b2");
    sails(t, 1);
    plays(t, "N"); /* home, and nothing is asked */
    assert_turn_of(t, BLUE);
    assert_ashore(t, RED, "side 1, island 1, port red-2");
}

static void a_chest_won_goes_to_ones_own_port_only(void **state)
{
    RULES("6.7 A25");
    struct table *t = sit(*state, 4, "");
    place(t, RED, "h9");
    put_aboard(t, RED, BLUE, 2);
    sails(t, 1);
    plays(t, "N");
    refuses(t, "unload 1", "6.3");
    plays(t, "load 1");
    assert_ship(t, RED, "h8 sails red-1 blue-2");
}

static void a_chest_taken_back_is_ones_own_again(void **state)
{
    RULES("6.8 A26");
    struct table *t = sit(*state, 4, "");
    place(t, RED, "h10");
    place(t, BLUE, "h9");
    put_aboard(t, BLUE, RED, 2);
    sails(t, 2);
    plays(t, "N, attack 2, give-up, sabre, sabre");
    assert_ship(t, RED, "h9 sails red-2");
    plays(t, "N, unload 2");
    assert_ashore(t, RED, "side 1, island 3, port");
}

static void nothing_is_asked_where_all_can_see_the_answer(void **state)
{
    RULES("6.9 A50");
    struct table *t = sit(*state, 4, "");
    place(t, RED, "j5");
    put_on_island(t, RED, 3);
    sails(t, 2);
    plays(t, "NN");
    assert_turn_of(t, BLUE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(one_sails_exactly_what_was_thrown),
        TEST(to_and_fro_is_a_move),
        TEST(foreign_ports_and_treasures_are_forbidden),
        TEST(ones_own_treasure_square_is_no_short_cut),
        TEST(ones_own_port_is_open),
        TEST(two_ships_close_a_square),
        TEST(a_ship_that_cannot_move_loses_the_rest),
        TEST(every_square_has_two_ways_out),
        TEST(squares_work_in_passing_and_each_time),
        TEST(the_starting_square_is_not_entered),
        TEST(there_is_no_limit_to_the_cargo),
        TEST(the_rose_comes_before_the_boarding),
        TEST(one_may_name_where_to_go),
        TEST(a_way_stops_at_the_first_question),
        TEST(the_rose_may_be_passed),
        TEST(another_ones_rose_is_plain_sea),
        TEST(the_treasure_square_loads_or_unloads),
        TEST(a_treasure_square_is_a_refuge),
        TEST(chests_are_landed_colour_by_colour),
        TEST(chests_in_port_are_safe),
        TEST(a_chest_won_goes_to_ones_own_port_only),
        TEST(a_chest_taken_back_is_ones_own_again),
        TEST(nothing_is_asked_where_all_can_see_the_answer),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
