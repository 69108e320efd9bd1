/* Aux Sabords around its turns: seats, board, cards, hands and options; sections 1 to 4, 9 and 10
 * of the rules page. */
#include "aux_sabords_table.h"

static const char *refusal(int seats, const char *options)
{
    struct fl_setup setup = fl_setup_default(&fl_aux_sabords, seats);
    table_options(&fl_aux_sabords, options, &setup);
    return fl_setup_check(&fl_aux_sabords, &setup);
}

/* ---- 1: material and aim ---- */

static void two_to_four_may_play(void **state)
{
    RULES("1.1");
    struct table *t = *state;
    for (int seats = 2; seats <= 4; seats++) {
        assert_null(refusal(seats, ""));
        table_sit(t, &fl_aux_sabords, seats, "");
        assert_int_equal(board(t)->colours, seats == 3 ? 3 : 4);
    }
    assert_string_equal(refusal(1, ""), "setup.seats");
    assert_string_equal(refusal(5, ""), "setup.seats");
}

static void chests_count_whatever_their_colour(void **state)
{
    RULES("1.2 6.6");
    struct table *t = sit(*state, 4, "");
    put_in_port(t, RED, RED, 1);
    put_in_port(t, RED, BLUE, 2);
    put_in_port(t, GREEN, GREEN, 2);
    assert_scores(t, 3, 0, 0, 2);
}

static void one_chest_is_on_the_island_and_three_at_the_side(void **state)
{
    RULES("1.3");
    struct table *t = sit(*state, 4, "");
    for (int colour = 0; colour < 4; colour++) {
        assert_ashore(t, colour, "side 3, island 1, port");
        assert_ship(t, colour, "unbuilt");
    }
}

static void there_are_54_cards(void **state)
{
    RULES("1.4");
    struct table *t = *state;
    table_sit(t, &fl_aux_sabords, 4, "");
    table_cards(at_line(t), board(t)->left, "deck",
                "pistol pistol pistol pistol pistol pistol pistol pistol "
                "sabre sabre sabre sabre sabre sabre sabre sabre leg leg leg leg leg leg leg leg "
                "ship ship ship ship ship ship ship ship ship ship ship ship "
                "pirate pirate pirate pirate pirate pirate pirate pirate "
                "pirate pirate pirate pirate pirate pirate pirate pirate captain captain");
    assert_int_equal(board(t)->pile, 54);
    table_is_whole(t);
}

static void the_die_has_six_even_faces(void **state)
{
    RULES("1.5");
    struct table *t = sit(*state, 4, "");
    struct fl_moves list;
    place(t, RED, "c2");
    begins(t);
    plays(t, "roll");
    fl_list(t->match.game, &t->match.state, FL_CHANCE, &list);
    assert_int_equal(list.count, 6);
    for (uint32_t i = 0; i < 6; i++)
        assert_int_equal(list.at[i].weight, 1);
    plays(t, "die-6");
    assert_int_equal(board(t)->steps, 6);
}

static void the_first_colour_is_drawn_evenly(void **state)
{
    RULES("1.6 10.6 A31 A46");
    struct table *t = *state;
    for (int seats = 2; seats <= 4; seats++) {
        struct fl_moves list;
        table_sit(t, &fl_aux_sabords, seats, "");
        fl_list(t->match.game, &t->match.state, FL_CHANCE, &list);
        assert_int_equal(list.count, seats == 3 ? 3 : 4);
        assert_int_equal(list.total, list.count);
        plays(t, "first-yellow");
        assert_int_equal(board(t)->colour, YELLOW);
    }
}

static void turns_go_clockwise(void **state)
{
    RULES("1.6 9.1 9.2");
    struct table *t = sit(*state, 4, "first=2");
    for (int i = 0; i < 9; i++) {
        assert_turn_of(t, (1 + i) % 4);
        assert_int_equal(fl_match_turn(&t->match), FL_SEAT((1 + i) % 4));
        table_idles(t);
    }
    sit(t, 3, "first=3");
    for (int i = 0; i < 7; i++) {
        assert_turn_of(t, (2 + i) % 3);
        table_idles(t);
    }
    sit(t, 2, "");
    for (int i = 0; i < 9; i++) {
        assert_turn_of(t, i % 4);
        assert_int_equal(fl_match_turn(&t->match), FL_SEAT(i % 2));
        table_idles(t);
    }
}

static void a_named_seat_begins_with_its_first_colour(void **state)
{
    RULES("10.6 A51");
    struct table *t = *state;
    table_sit(t, &fl_aux_sabords, 2, "first=2");
    assert_int_equal(board(t)->colour, BLUE);
    table_sit(t, &fl_aux_sabords, 2, "first=1");
    assert_int_equal(board(t)->colour, RED);
    assert_string_equal(refusal(2, "first=3"), "setup.first");
    assert_string_equal(refusal(3, "first=4"), "setup.first");
    assert_null(refusal(4, "first=4"));
}

/* ---- 2: the board ---- */

/* The number of steps from one square to another, by an independent search; -1 if there is no
 * path. */
static int distance(struct table *t, int colour, const char *from, const char *to)
{
    int steps[FL_AUX_SQUARES], square = square_of(from), goal = square_of(to);
    for (int i = 0; i < FL_AUX_SQUARES; i++)
        steps[i] = -1;
    steps[square] = 0;
    for (int round = 0; round < 100; round++)
        for (int i = 0; i < FL_AUX_SQUARES; i++)
            for (int d = 0; steps[i] == round && d < 4; d++) {
                int next = fl_aux_beside(i, d);
                if (steps[next] < 0 && fl_aux_may_enter(board(t), colour, next) &&
                    (fl_aux_square(board(t), next) != 'a' + colour || next == goal))
                    steps[next] = round + 1;
            }
    return steps[goal];
}

struct places {
    const char *port, *treasure, *rose;
};

static const struct places large[] = {
    {"a1", "h8", "j4"}, {"m1", "f8", "j10"}, {"m13", "f6", "d10"}, {"a13", "h6", "d4"}};
static const struct places small[] = {
    {"a1", "g7", "i3"}, {"k1", "e7", "i9"}, {"k11", "e5", "c9"}, {"a11", "g5", "c3"}};

static void check_places(struct table *t, const struct places *place, const int expected[3])
{
    for (int colour = 0; colour < 4; colour++) {
        const struct places *p = &place[colour];
        assert_int_equal(fl_aux_find(board(t), (char)('A' + colour)), square_of(p->port));
        assert_int_equal(fl_aux_find(board(t), (char)('a' + colour)), square_of(p->treasure));
        assert_int_equal(fl_aux_find(board(t), (char)('0' + colour)), square_of(p->rose));
        assert_int_equal(distance(t, colour, p->port, p->rose), expected[0]);
        assert_int_equal(distance(t, colour, p->rose, p->treasure), expected[1]);
        assert_int_equal(distance(t, colour, p->treasure, p->port), expected[2]);
        assert_int_equal(distance(t, colour, p->port, p->treasure), expected[2]);
    }
}

static void distances_are_the_same_for_all(void **state)
{
    RULES("2.2 2.4 10.5 A47");
    struct table *t = sit(*state, 4, "");
    check_places(t, large, (const int[]){12, 6, 16});
    sit(t, 4, "board=11 first=1");
    check_places(t, small, (const int[]){10, 6, 14});
}

/* A board turned by a quarter is the same board for the next colour. */
static void the_board_is_the_same_from_every_side(void **state)
{
    RULES("2.1 2.2 2.4");
    struct table *t = *state;
    for (int side = 11; side <= 13; side += 2) {
        sit(t, 4, side == 11 ? "board=11 first=1" : "");
        for (int row = 1; row <= side; row++)
            for (int column = 1; column <= side; column++) {
                char here = fl_aux_square(board(t), FL_AUX_WIDTH * row + column);
                char turned = fl_aux_square(board(t), FL_AUX_WIDTH * column + side + 1 - row);
                const char *ring = "ABCDAabcda01230";
                const char *at = strchr(ring, here);
                assert_int_equal(turned, at && here != '.' ? at[1] : here);
            }
    }
}

static void check_forbidden(struct table *t, const char *names)
{
    char copy[128], *rest = NULL;
    strcpy(copy, names);
    for (char *name = strtok_r(copy, " ", &rest); name; name = strtok_r(NULL, " ", &rest))
        for (int colour = 0; colour < 4; colour++)
            assert_false(fl_aux_may_enter(board(t), colour, square_of(name)));
}

static void no_ship_enters_land_or_reefs(void **state)
{
    RULES("2.3 2.4");
    struct table *t = sit(*state, 4, "");
    int open = 0;
    check_forbidden(t, "g6 f7 g7 h7 g8 f3 i3 c5 k6 c8 k9 e11 h11");
    for (int square = 0; square < FL_AUX_SQUARES; square++)
        open += fl_aux_may_enter(board(t), RED, square);
    assert_int_equal(open, 169 - 13 - 6);
    place(t, RED, "f4");
    sails(t, 3);
    refuses(t, "north", "2.3");
    plays(t, "ES");
    refuses(t, "south", "2.3");
    sit(t, 4, "board=11 first=1");
    check_forbidden(t, "f5 e6 f6 g6 f7");
    place(t, RED, "a2");
    sails(t, 3);
    refuses(t, "west", "2.1");
}

/* ---- 3: cards and hands ---- */

static void five_cards_are_dealt_in_turn_order(void **state)
{
    RULES("3.1 3.2");
    struct table *t = *state;
    table_sit(t, &fl_aux_sabords, 3, "first=2");
    plays(t, "pistol, pistol, pistol, pistol, pistol");
    plays(t, "sabre, sabre, sabre, sabre, sabre, leg, leg, leg, leg, leg");
    assert_hand(t, BLUE, "pistol pistol pistol pistol pistol");
    assert_hand(t, YELLOW, "sabre sabre sabre sabre sabre");
    assert_hand(t, RED, "leg leg leg leg leg");
    assert_int_equal(board(t)->pile, 39);
    assert_turn_of(t, BLUE);
}

static int faces_in(const struct table *t, int viewer, int hand, int *cards)
{
    struct fl_sight sight;
    struct fl_view view;
    int faces = 0;
    fl_match_sight(&t->match, viewer, &sight);
    fl_sight_view(&sight, &view);
    const struct fl_zone *zone = fl_view_find(
        &view, "as.zone.hand", fl_aux_owner((const void *)&t->match.state, hand), hand);
    *cards = zone->count;
    for (int i = 0; i < zone->count; i++)
        faces += view.item[zone->first + i].face != NULL;
    return faces;
}

static void hands_are_secret_but_not_their_size(void **state)
{
    RULES("3.2 9.3 A7");
    struct table *t = sit(*state, 4, "");
    int cards;
    plays(t, "draw, captain");
    assert_int_equal(faces_in(t, 0, RED, &cards), 6);
    assert_int_equal(cards, 6);
    assert_int_equal(faces_in(t, 1, RED, &cards), 0);
    assert_int_equal(cards, 6);
    assert_int_equal(faces_in(t, FL_SPECTATOR, BLUE, &cards), 0);
    sit(t, 2, "");
    assert_int_equal(faces_in(t, 0, YELLOW, &cards), 5);
    assert_int_equal(faces_in(t, 0, BLUE, &cards), 0);
}

static void discards_are_known_to_all(void **state)
{
    RULES("3.1 4.9");
    struct table *t = sit(*state, 4, "");
    struct fl_sight sight;
    plays(t, "draw, captain, done, discard captain");
    assert_discards(t, "captain");
    fl_match_sight(&t->match, FL_SPECTATOR, &sight);
    assert_int_equal(((const struct fl_aux *)&sight.state)->discard[FL_AUX_CAPTAIN], 1);
    assert_int_equal(((const struct fl_aux *)&sight.state)->left[FL_AUX_CAPTAIN], 1);
}

/* Leaves this many cards in the pile; the rest is discarded. */
static void shrink_pile(struct table *t, int to)
{
    struct fl_aux *s = board(t);
    for (int card = 0; s->pile > to; card = (card + 1) % FL_AUX_KINDS)
        if (s->left[card]) {
            s->left[card]--;
            s->discard[card]++;
            s->pile--;
        }
}

static void an_empty_pile_is_shuffled_when_a_card_is_needed(void **state)
{
    RULES("3.3 A38");
    struct table *t = sit(*state, 4, "");
    char card[16];
    shrink_pile(t, 1);
    plays(t, "draw");
    assert_int_equal(board(t)->pile, 1);
    table_chance(t, any_chance(t, card));
    assert_int_equal(board(t)->pile, 0); /* not yet */
    plays(t, "done, discard pirate");
    plays(t, "draw");
    assert_heard(t, "as.say.draw who=2", "as.say.shuffle");
    assert_int_equal(board(t)->pile, 34);
    assert_discards(t, "");
    table_is_whole(t);
}

static void the_last_card_may_come_in_the_middle_of_a_refill(void **state)
{
    RULES("3.3 4.8");
    struct table *t = sit(*state, 4, "");
    shrink_pile(t, 2);
    char card[16];
    plays(t, "draw");
    table_chance(t, any_chance(t, card));
    plays(t, "build pistol leg, lay ship");
    table_chance(t, any_chance(t, card));
    assert_true(board(t)->pile > 20);
    assert_string_equal(t->heard.phrase[t->heard.count - 1].key, "as.say.shuffle");
    table_chance(t, any_chance(t, card));
    assert_int_equal(board(t)->phase, FL_AUX_READY);
    table_is_whole(t);
}

static void with_no_card_anywhere_one_draws_what_there_is(void **state)
{
    RULES("3.4 A5 A49");
    struct table *t = sit(*state, 4, "");
    struct fl_aux *s = board(t);
    memset(s->left, 0, sizeof s->left); /* 34 cards are nowhere: it cannot happen in play */
    s->pile = 0;
    plays(t, "draw");
    assert_int_equal(s->phase, FL_AUX_LAYING);
    plays(t, "build pistol leg, lay ship");
    assert_int_equal(s->phase, FL_AUX_REFILLING);
    plays(t, "pistol, leg"); /* just discarded and shuffled */
    assert_int_equal(s->phase, FL_AUX_READY);
    sit(t, 4, "");
    memset(s->left, 0, sizeof s->left);
    s->pile = 0;
    plays(t, "draw, done");
    assert_turn_of(t, BLUE);
    plays(t, "draw, build pistol leg, done, leg, pistol");
    assert_turn_of(t, YELLOW);
    plays(t, "draw, build pistol leg");
    memset(s->discard, 0, sizeof s->discard);
    plays(t, "done");
    assert_turn_of(t, GREEN);
    assert_int_equal(s->size[YELLOW], 3);
}

/* ---- 4: the turn ---- */

static void a_turn_is_draw_lay_adjust_roll_sail(void **state)
{
    RULES("4.1 4.2 A1");
    struct table *t = sit(*state, 4, "");
    assert_asked(t, "as.ask.draw who=1 ship=as.ship.red");
    refuses(t, "roll", "4.1");
    refuses(t, "build pistol leg", "4.1");
    plays(t, "draw, pirate");
    assert_asked(t, "as.ask.build who=1 ship=as.ship.red");
    refuses(t, "roll", "4.7");
    refuses(t, "draw", "4.7");
    plays(t, "build pistol leg");
    assert_asked(t, "as.ask.lay who=1 ship=as.ship.red");
    plays(t, "lay ship");
    assert_int_equal(table_mover(t), FL_CHANCE);
    plays(t, "sabre, sabre");
    assert_asked(t, "as.ask.roll who=1 ship=as.ship.red");
    refuses(t, "draw", "4.10");
    refuses(t, "east", "4.10");
    plays(t, "roll");
    assert_int_equal(table_mover(t), FL_CHANCE);
    plays(t, "die-2");
    assert_asked(t, "as.ask.sail who=1 ship=as.ship.red n=2");
    refuses(t, "roll", "5.1");
    plays(t, "EE");
    assert_ship(t, RED, "c1 sails");
    assert_turn_of(t, BLUE);
}

static void who_cannot_sail_ends_with_five_cards(void **state)
{
    RULES("4.1 4.10");
    struct table *t = sit(*state, 4, "");
    plays(t, "draw, leg, done");
    assert_asked(t, "as.ask.discard who=1 ship=as.ship.red");
    refuses(t, "roll", "4.9");
    plays(t, "discard leg");
    assert_heard(t, "as.say.discard who=1 discarded=as.card.leg", "as.say.stays who=1");
    assert_turn_of(t, BLUE);
    assert_hand(t, RED, plain);
}

static void two_different_cards_build_a_ship(void **state)
{
    RULES("4.3 A2");
    struct table *t = sit(*state, 4, "");
    plays(t, "draw, leg");
    refuses(t, "build pistol sabre", "4.3");
    refuses(t, "build sabre leg", "4.3");
    plays(t, "build pistol leg");
    assert_ship(t, RED, "a1");
    assert_discards(t, "pistol leg");
    assert_heard(t, "as.say.build who=1 cards=as.card.pistol,as.card.leg");
    refuses(t, "build pistol sabre", "4.4");
}

static void two_equal_cards_build_nothing(void **state)
{
    RULES("4.3 4.7");
    struct table *t = sit(*state, 4, "first=4");
    until(t, GREEN);
    give(t, GREEN, "sabre sabre sabre pirate pirate");
    plays(t, "draw, sabre");
    refuses(t, "build pistol sabre", "4.3");
    refuses(t, "build sabre leg", "4.3");
    refuses(t, "lay ship", "4.7");
    plays(t, "done, discard sabre");
    assert_ship(t, GREEN, "unbuilt");
}

static void building_cards_are_spent_after_building(void **state)
{
    RULES("4.4 A6");
    struct table *t = sit(*state, 4, "");
    plays(t, "draw, sabre, build pistol leg");
    give(t, BLUE, plain);
    refuses(t, "build sabre leg", "4.4");
    plays(t, "done, sabre");
    assert_hand(t, RED, "sabre sabre ship pirate pirate");
}

static void a_ship_card_lies_on_the_table(void **state)
{
    RULES("4.5 A3");
    struct table *t = sit(*state, 4, "");
    plays(t, "draw, leg, build pistol leg");
    plays(t, "lay ship");
    assert_hand(t, RED, "leg pirate pirate");
    assert_discards(t, "pistol leg");
    assert_ship(t, RED, "a1 sails");
    plays(t, "sabre, sabre, roll, die-1, E");
    assert_ship(t, RED, "b1 sails");
    table_is_whole(t);
    until(t, RED);
    plays(t, "draw, pirate");
    assert_asked(t, "as.ask.discard who=1 ship=as.ship.red"); /* nothing to lay */
}

static void one_ship_card_at_a_time(void **state)
{
    RULES("4.6 A4");
    struct table *t = sit(*state, 4, "");
    place(t, RED, "c2");
    plays(t, "draw, ship");
    refuses(t, "lay ship", "4.9");
    plays(t, "discard ship");
    assert_hand(t, RED, plain);
}

static void laying_is_voluntary_and_in_order(void **state)
{
    RULES("4.7 A39");
    struct table *t = sit(*state, 4, "");
    plays(t, "draw, sabre");
    refuses(t, "lay ship", "4.7");
    allows(t, "build pistol sabre");
    allows(t, "build pistol leg");
    allows(t, "build sabre leg");
    allows(t, "done");
    plays(t, "build sabre leg, done");
    assert_hand(t, RED, "pistol ship pirate pirate"); /* the choice was the player's */
    plays(t, "leg");
    assert_turn_of(t, BLUE);
    until(t, RED);
    give(t, RED, dull);
    plays(t, "draw, leg");
    refuses(t, "lay ship", "4.5");
}

static void cards_of_the_refill_cannot_be_laid(void **state)
{
    RULES("4.8");
    struct table *t = sit(*state, 4, "");
    give(t, RED, "pistol leg pirate pirate pirate");
    plays(t, "draw, pirate, build pistol leg, done, ship");
    assert_hand(t, RED, "ship pirate pirate pirate pirate");
    assert_turn_of(t, BLUE);
}

static void one_discards_down_to_five_of_ones_choice(void **state)
{
    RULES("4.9");
    struct table *t = sit(*state, 4, "");
    plays(t, "draw, captain, done");
    refuses(t, "discard sabre", "4.9");
    refuses(t, "done", "4.9");
    allows(t, "discard captain");
    plays(t, "discard ship");
    assert_hand(t, RED, "pistol leg pirate pirate captain");
    assert_turn_of(t, BLUE);
}

static void a_ship_with_its_card_must_sail(void **state)
{
    RULES("4.10");
    struct table *t = sit(*state, 4, "");
    place(t, RED, "c2");
    begins(t);
    assert_int_equal(board(t)->phase, FL_AUX_READY);
    refuses(t, "done", "4.10");
    refuses(t, "pass", "4.10");
}

/* ---- 10: options ---- */

static void options_can_be_combined(void **state)
{
    RULES("10.1 10.4");
    (void)state;
    assert_null(refusal(2, "chests=2 end=one hands=one board=11 first=2"));
    assert_null(refusal(4, "chests=3 end=one board=11 first=4"));
    assert_string_equal(refusal(3, "hands=one"), "as.setup.hands");
    assert_string_equal(refusal(4, "hands=one"), "as.setup.hands");
    struct fl_setup setup = fl_setup_default(&fl_aux_sabords, 4);
    setup.option[0] = 5;
    assert_string_equal(fl_setup_check(&fl_aux_sabords, &setup), "setup.option");
    assert_false(fl_setup_set(&fl_aux_sabords, &setup, "chests", "1"));
    assert_false(fl_setup_set(&fl_aux_sabords, &setup, "wind", "on"));
}

static void fewer_chests_still_start_with_one_on_the_island(void **state)
{
    RULES("10.2 A48");
    struct table *t = sit(*state, 3, "chests=3 first=1");
    assert_ashore(t, YELLOW, "side 2, island 1, port");
    sit(t, 3, "chests=2 first=1");
    assert_ashore(t, RED, "side 1, island 1, port");
    assert_ashore(t, GREEN, "side 0, island 0, port");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(two_to_four_may_play),
        TEST(chests_count_whatever_their_colour),
        TEST(one_chest_is_on_the_island_and_three_at_the_side),
        TEST(there_are_54_cards),
        TEST(the_die_has_six_even_faces),
        TEST(the_first_colour_is_drawn_evenly),
        TEST(turns_go_clockwise),
        TEST(a_named_seat_begins_with_its_first_colour),
        TEST(distances_are_the_same_for_all),
        TEST(the_board_is_the_same_from_every_side),
        TEST(no_ship_enters_land_or_reefs),
        TEST(five_cards_are_dealt_in_turn_order),
        TEST(hands_are_secret_but_not_their_size),
        TEST(discards_are_known_to_all),
        TEST(an_empty_pile_is_shuffled_when_a_card_is_needed),
        TEST(the_last_card_may_come_in_the_middle_of_a_refill),
        TEST(with_no_card_anywhere_one_draws_what_there_is),
        TEST(a_turn_is_draw_lay_adjust_roll_sail),
        TEST(who_cannot_sail_ends_with_five_cards),
        TEST(two_different_cards_build_a_ship),
        TEST(two_equal_cards_build_nothing),
        TEST(building_cards_are_spent_after_building),
        TEST(a_ship_card_lies_on_the_table),
        TEST(one_ship_card_at_a_time),
        TEST(laying_is_voluntary_and_in_order),
        TEST(cards_of_the_refill_cannot_be_laid),
        TEST(one_discards_down_to_five_of_ones_choice),
        TEST(a_ship_with_its_card_must_sail),
        TEST(options_can_be_combined),
        TEST(fewer_chests_still_start_with_one_on_the_island),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
