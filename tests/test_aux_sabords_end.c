/* Aux Sabords: how it ends, two and three players, and whole games at random; sections 8 to 10 of
 * the rules page. */
#include "aux_sabords_table.h"
#include "ending_rules.h"

/* ---- 8: the end ---- */

/* All chests are in port but one, which red has aboard, a step away from home. */
static struct table *one_to_go(void **state, int seats, const char *options)
{
    struct table *t = sit(*state, seats, options);
    int chests = board(t)->chests;
    put_aboard(t, RED, RED, 1);
    put_in_port(t, RED, RED, chests - 1);
    for (int colour = 1; colour < board(t)->colours; colour++)
        put_in_port(t, colour, colour, chests);
    place(t, RED, "b1");
    sails(t, 5);
    return t;
}

static void the_game_ends_at_once_when_all_is_safe(void **state)
{
    RULES("8.1 8.2 A28 A30");
    struct table *t = one_to_go(state, 4, "");
    plays(t, "W");
    assert_true(fl_match_turn(&t->match));
    plays(t, "land red 1");
    assert_heard(t, "as.say.land who=1 chests=as.chest.red", "as.say.all-safe");
    assert_scores(t, 4, 4, 4, 4);
    assert_won(t, FL_SEAT(0) | FL_SEAT(1) | FL_SEAT(2) | FL_SEAT(3)); /* shared */
    t = one_to_go(state, 3, "first=1 chests=2");
    plays(t, "W, land red 1");
    assert_scores(t, 2, 2, 2);
    assert_won(t, FL_SEAT(0) | FL_SEAT(1) | FL_SEAT(2));
}

static void the_most_chests_win(void **state)
{
    RULES("8.2 1.2");
    struct table *t = sit(*state, 4, "");
    put_aboard(t, RED, RED, 1);
    put_in_port(t, BLUE, RED, 3);
    put_in_port(t, BLUE, BLUE, 4);
    put_in_port(t, RED, YELLOW, 4);
    put_in_port(t, GREEN, GREEN, 4);
    place(t, RED, "b1");
    sails(t, 1);
    plays(t, "W, land red 1");
    assert_scores(t, 5, 7, 0, 4);
    assert_won(t, FL_SEAT(1));
}

static void two_ports_of_a_player_are_added_up(void **state)
{
    RULES("8.2 9.2");
    struct table *t = sit(*state, 2, "");
    put_in_port(t, RED, RED, 2);
    put_in_port(t, YELLOW, BLUE, 3);
    put_in_port(t, GREEN, GREEN, 4);
    assert_scores(t, 5, 4);
}

static void one_safe_colour_may_be_enough(void **state)
{
    RULES("10.3 6.5 A48");
    struct table *t = sit(*state, 4, "end=one first=1 chests=2");
    place(t, RED, "b1");
    put_in_port(t, BLUE, GREEN, 1); /* in any port */
    put_aboard(t, RED, GREEN, 1);
    put_aboard(t, RED, RED, 1);
    sails(t, 1);
    plays(t, "W, land green 1");
    assert_true(fl_match_turn(&t->match)); /* judged after the whole action */
    plays(t, "land red 1");
    assert_heard(t, "as.say.land who=1 chests=as.chest.red", "as.say.one-safe");
    assert_won(t, FL_SEAT(0));
    assert_scores(t, 2, 1, 0, 0);
    t = sit(*state, 4, "chests=2 first=1");
    place(t, RED, "b1");
    put_in_port(t, BLUE, GREEN, 1);
    put_aboard(t, RED, GREEN, 1);
    sails(t, 1);
    plays(t, "W, land green 1");
    assert_turn_of(t, BLUE); /* not with the usual end */
}

/* Turns go by in which nothing goes on. */
static void turns_without_progress(struct table *t, int n)
{
    for (int i = 0; i < n; i++) {
        assert_true(fl_match_turn(&t->match));
        table_idles(t);
        table_is_whole(t);
    }
}

static void twenty_calm_rounds_end_the_game(void **state)
{
    RULES("8.3 A29");
    struct table *t = sit(*state, 4, "");
    put_in_port(t, YELLOW, YELLOW, 1);
    turns_without_progress(t, 79);
    begins(t);
    assert_string_equal(t->heard.phrase[t->heard.count - 1].key, "as.say.stalled");
    assert_won(t, FL_SEAT(2));
    sit(t, 3, "");
    turns_without_progress(t, 60);
    assert_won(t, FL_SEAT(0) | FL_SEAT(1) | FL_SEAT(2));
}

static void only_what_cannot_be_undone_is_progress(void **state)
{
    RULES("8.3");
    struct table *t = sit(*state, 4, "");
    struct fl_aux *s = board(t);
    place(t, RED, "h9");
    s->calm = 40;
    sails(t, 1);
    plays(t, "N, load 1"); /* can be undone */
    assert_int_equal(s->calm, 41);
    until(t, RED);
    assert_int_equal(s->calm, 44);
    place(t, RED, "j5");
    sails(t, 1);
    plays(t, "N, pass");
    assert_int_equal(s->calm, 45);
    until(t, RED);
    sails(t, 2);
    plays(t, "NS, chest");
    assert_int_equal(s->calm, 0);
    until(t, RED);
    assert_int_equal(s->calm, 3);
    place(t, RED, "b1");
    sails(t, 1);
    plays(t, "W, land red 1");
    assert_int_equal(s->calm, 0);
}

/* A fight is no progress, and the count goes on through it. */
static void fighting_is_no_progress(void **state)
{
    RULES("8.3");
    struct table *t = sit(*state, 4, "");
    board(t)->calm = 79;
    place(t, RED, "c3");
    place(t, BLUE, "c4");
    sails(t, 1);
    plays(t, "S, attack 1, give-up, sabre");
    assert_won(t, FL_SEAT(0) | FL_SEAT(1) | FL_SEAT(2) | FL_SEAT(3));
}

/* ---- 9: two and three players ---- */

static void with_three_green_is_out(void **state)
{
    RULES("9.1 A45");
    struct table *t = sit(*state, 3, "");
    assert_ashore(t, GREEN, "side 0, island 0, port");
    place(t, RED, "a12");
    sails(t, 1);
    refuses(t, "south", "9.1");
    plays(t, "N");
    place(t, BLUE, "h5");
    sails(t, 1);
    refuses(t, "south", "9.1");
    plays(t, "N");
    place(t, YELLOW, "d5");
    sails(t, 2);
    plays(t, "NS"); /* over its rose */
    assert_turn_of(t, RED);
}

static void with_two_each_has_two_colours(void **state)
{
    RULES("9.2 9.3");
    struct table *t = sit(*state, 2, "");
    for (int colour = 0; colour < 4; colour++)
        assert_int_equal(fl_aux_owner(board(t), colour), colour % 2);
    assert_hand(t, RED, plain);
    assert_hand(t, GREEN, dull);
    assert_int_equal(board(t)->pile, 34);
}

static void two_hands_are_never_mixed(void **state)
{
    RULES("9.3 9.4 A32 A34");
    struct table *t = sit(*state, 2, "");
    plays(t, "draw, leg, build pistol leg, lay ship, sabre, sabre, roll, die-1, E");
    until(t, YELLOW);
    assert_hand(t, YELLOW, plain);
    assert_asked(t, "as.ask.turn who=1 ship=as.ship.yellow");
    plays(t, "draw");
    assert_heard(t, "as.say.draw who=1", "as.say.turn who=1 ship=as.ship.yellow");
    plays(t, "leg");
    assert_asked(t, "as.ask.build who=1 ship=as.ship.yellow"); /* its own pair and card */
    plays(t, "build pistol leg, lay ship, sabre, sabre");
    assert_ship(t, YELLOW, "m13 sails");
}

static void one_hand_serves_two_ships(void **state)
{
    RULES("9.3 A46");
    struct table *t = sit(*state, 2, "hands=one first=1");
    assert_int_equal(board(t)->pile, 44);
    plays(t, "draw, leg, build pistol leg, done, sabre");
    assert_hand(t, 0, "sabre leg ship pirate pirate");
    assert_hand(t, 2, "");
    until(t, YELLOW);
    plays(t, "draw, pistol");
    assert_hand(t, 0, "pistol sabre leg ship pirate pirate");
    plays(t, "build pistol sabre, lay ship, sabre, sabre, roll, die-1, N");
    assert_ship(t, YELLOW, "m12 sails");
    assert_ship(t, RED, "a1");
}

static void ones_other_ports_are_closed_too(void **state)
{
    RULES("9.4 9.6 A34");
    struct table *t = sit(*state, 2, "");
    place(t, RED, "m12");
    sails(t, 1);
    refuses(t, "south", "5.3");
    t = sit(*state, 2, "");
    place(t, RED, "f5");
    sails(t, 1);
    refuses(t, "south", "5.3"); /* the treasure square of yellow */
    t = sit(*state, 2, "");
    place(t, RED, "d9");
    sails(t, 2);
    plays(t, "SS"); /* the rose of yellow is plain sea */
    assert_turn_of(t, BLUE);
}

static void ones_own_ships_do_not_fight(void **state)
{
    RULES("9.5 9.6 A33");
    struct table *t = sit(*state, 2, "");
    place(t, RED, "c3");
    place(t, YELLOW, "c4");
    place(t, BLUE, "b4");
    put_aboard(t, YELLOW, YELLOW, 2);
    sails(t, 2);
    plays(t, "S"); /* nothing is asked */
    assert_asked(t, "as.ask.sail who=1 ship=as.ship.red n=1");
    plays(t, "W"); /* but of blue */
    assert_asked(t, "as.ask.board who=1 ship=as.ship.red enemy=as.ship.blue");
    t = sit(*state, 2, "");
    place(t, RED, "c3");
    place(t, YELLOW, "c4");
    place(t, BLUE, "b4");
    put_aboard(t, YELLOW, YELLOW, 2);
    sails(t, 1);
    plays(t, "S"); /* together they close the square */
    assert_ship(t, RED, "c4 sails");
    assert_ship(t, YELLOW, "c4 sails yellow-2");
    sails(t, 1);
    refuses(t, "east", "5.5");
}

/* ---- whole games ---- */

static void play_at_random(struct table *t, int seats, const char *options, uint64_t seed)
{
    struct fl_rng rng = fl_rng_from(seed, 0);
    table_sit(t, &fl_aux_sabords, seats, options);
    while (fl_match_turn(&t->match)) {
        struct fl_moves list;
        int mover = table_mover(t);
        fl_list(t->match.game, &t->match.state, mover, &list);
        assert_int_equal(fl_match_play(&t->match, mover, fl_pick(&list, &rng)), FL_OK);
        table_is_whole(t);
        const struct fl_aux *s = board(t);
        for (int hand = 0; hand < 4; hand++)
            assert_true(s->size[hand] <= FL_AUX_HAND + 1);
        for (int ship = 0; ship < 4; ship++)
            assert_true(!s->card[ship] || s->at[ship]);
        if (s->phase == FL_AUX_OPENING && t->match.steps > 21)
            for (int ship = 0; ship < s->colours; ship++) /* 3.2 */
                assert_int_equal(s->size[fl_aux_hand_of(s, ship)], FL_AUX_HAND);
    }
}

static void nothing_is_lost_in_games_at_random(void **state)
{
    RULES("3.2 1.3 1.4");
    struct table *t = *state;
    for (uint64_t seed = 0; seed < 40; seed++) {
        play_at_random(t, 2, "", seed);
        play_at_random(t, 2, "hands=one board=11", seed);
        play_at_random(t, 3, "chests=2 end=one", seed);
        play_at_random(t, 4, "board=11 chests=3", seed);
    }
}

/* ---- ends by players ---- */

static int32_t standing(const void *state, int seat)
{
    const struct fl_aux *s =
        state; /* with three, each has one colour; chests aboard do not count */
    int32_t chests = 0;
    for (int of = 0; of < FL_AUX_COLOURS; of++)
        chests += s->port[seat][of];
    return chests;
}

static void players_may_end_the_game(void **state)
{
    RULES("11.1 11.2 A52 A53");
    (void)state;
    check_endings(&fl_aux_sabords, standing);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(the_game_ends_at_once_when_all_is_safe),
        TEST(the_most_chests_win),
        TEST(two_ports_of_a_player_are_added_up),
        TEST(one_safe_colour_may_be_enough),
        TEST(twenty_calm_rounds_end_the_game),
        TEST(only_what_cannot_be_undone_is_progress),
        TEST(fighting_is_no_progress),
        TEST(with_three_green_is_out),
        TEST(with_two_each_has_two_colours),
        TEST(two_hands_are_never_mixed),
        TEST(one_hand_serves_two_ships),
        TEST(ones_other_ports_are_closed_too),
        TEST(ones_own_ships_do_not_fight),
        TEST(nothing_is_lost_in_games_at_random),
        TEST(players_may_end_the_game),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
