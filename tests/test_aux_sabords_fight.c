/* Aux Sabords, boarding: section 7 of the rules page. */
#include <stdio.h>

#include "aux_sabords_table.h"

/* Red at b3 has steps left, blue is at b4, each with these cards. */
static struct table *meet(void **state, int steps, const char *red, const char *blue)
{
    struct table *t = sit(*state, 4, "");
    give(t, RED, red);
    give(t, BLUE, blue);
    place(t, RED, "b3");
    place(t, BLUE, "b4");
    sails(t, steps);
    plays(t, "S");
    return t;
}

static const char three[] = "leg leg pirate pirate pirate";
static const char captain[] = "leg leg pirate pirate captain";
static const char nobody[] = "leg leg leg ship ship";

static void an_enemy_at_sea_may_be_attacked(void **state)
{
    RULES("7.1 A16");
    struct table *t = meet(state, 3, three, three);
    assert_asked(t, "as.ask.board who=1 ship=as.ship.red enemy=as.ship.blue");
    refuses(t, "south", "7.1");
    refuses(t, "done", "7.1");
    plays(t, "pass");
    assert_heard(t, "as.say.pass-enemy who=1");
    assert_ship(t, RED, "b4 sails");
    plays(t, "SN");
    assert_asked(t, "as.ask.board who=1 ship=as.ship.red enemy=as.ship.blue");
    plays(t, "attack 3, give-up, sabre, sabre, sabre");
    assert_turn_of(t, BLUE);
}

static void the_rest_of_the_throw_is_sailed_after_the_fight(void **state)
{
    RULES("7.1 7.12");
    struct table *t = meet(state, 3, three, three);
    plays(t, "attack 3, give-up, sabre, sabre, sabre");
    assert_asked(t, "as.ask.sail who=1 ship=as.ship.red n=2");
    plays(t, "SS");
    assert_ship(t, RED, "b6 sails");
    assert_turn_of(t, BLUE);
}

static void an_empty_ship_may_be_attacked(void **state)
{
    RULES("7.2 A19");
    struct table *t = meet(state, 2, three, nobody);
    assert_ship(t, BLUE, "b4 sails");
    plays(t, "attack 1, give-up, sabre");
    assert_ship(t, BLUE, "m1");
}

static void one_must_leave_and_come_back_to_attack_again(void **state)
{
    RULES("7.3 A20 A36");
    struct table *t = meet(state, 5, three, three);
    plays(t, "attack 1, defend 1, sabre, sabre");
    assert_asked(t, "as.ask.sail who=1 ship=as.ship.red n=4");
    plays(t, "NS");
    assert_asked(t, "as.ask.board who=1 ship=as.ship.red enemy=as.ship.blue");
    plays(t, "pass");
    refuses(t, "attack 1", "5.1");
    plays(t, "EW, pass");
    assert_turn_of(t, BLUE);
    sails(t, 2); /* blue shares its square with red from the start */
    assert_asked(t, "as.ask.sail who=2 ship=as.ship.blue n=2");
}

static void the_attacker_lays_first_then_the_defender(void **state)
{
    RULES("7.4 A17");
    struct table *t = meet(state, 2, three, three);
    refuses(t, "attack 4", "7.4");
    refuses(t, "attack captain", "7.5");
    refuses(t, "give-up", "7.1");
    plays(t, "attack 2");
    assert_heard(t, "as.say.attack who=1 other=2 enemy=as.ship.blue "
                    "cards=as.card.pirate,as.card.pirate");
    assert_int_equal(fl_match_turn(&t->match), FL_SEAT(1));
    assert_asked(t, "as.ask.defend who=2 ship=as.ship.blue other=1 "
                    "cards=as.card.pirate,as.card.pirate");
    assert_noted(t, "defend 3", "as.note.wins");
    assert_noted(t, "defend 2", "as.note.ties");
    assert_noted(t, "defend 1", "as.note.sinks");
    assert_noted(t, "give-up", "as.note.sinks");
    refuses(t, "defend 4", "7.4");
    refuses(t, "defend captain", "7.5");
    refuses(t, "pass", "7.4");
    table_is_whole(t);
    plays(t, "defend 3");
    assert_heard(t, "as.say.defend who=2 cards=as.card.pirate,as.card.pirate,as.card.pirate",
                 "as.say.sinks loser=as.ship.red");
    plays(t, "sabre, sabre, pistol, pistol, pistol");
    assert_ship(t, RED, "a1");
}

static void the_captain_beats_any_number(void **state)
{
    RULES("7.5 7.7 A18");
    struct table *t = meet(state, 2, captain, "pirate pirate pirate pirate pirate");
    plays(t, "attack captain");
    assert_heard(t, "as.say.attack who=1 other=2 enemy=as.ship.blue cards=as.card.captain");
    assert_asked(t, "as.ask.defend who=2 ship=as.ship.blue other=1 cards=as.card.captain");
    table_is_whole(t);
    plays(t, "defend 5, sabre, sabre, sabre, sabre, sabre, ship");
    assert_ship(t, BLUE, "m1");
    assert_ship(t, RED, "b4 sails");
    t = meet(state, 2, "pirate pirate pirate pirate pirate", captain);
    plays(t, "attack 5, defend captain");
    assert_heard(t, "as.say.defend who=2 cards=as.card.captain", "as.say.sinks loser=as.ship.red");
    plays(t, "sabre, sabre, sabre, sabre, sabre, ship");
    assert_ship(t, RED, "a1");
}

static void two_captains_draw(void **state)
{
    RULES("7.5 7.11");
    struct table *t = meet(state, 2, captain, captain);
    put_aboard(t, BLUE, BLUE, 2);
    plays(t, "attack captain, defend captain, sabre");
    assert_discards(t, "pistol captain captain"); /* the pistol began red's turn */
    plays(t, "sabre");
    assert_heard(t, "as.say.defend who=2 cards=as.card.captain", "as.say.standoff",
                 "as.say.drawn-cards who=1 drawn=as.card.sabre",
                 "as.say.drawn-cards who=2 drawn=as.card.sabre");
    assert_ship(t, RED, "b4 sails");
    assert_ship(t, BLUE, "b4 sails blue-2");
}

static void more_pirates_win_and_as_many_draw(void **state)
{
    RULES("7.5 7.11");
    for (int attack = 1; attack <= 3; attack++)
        for (int defence = 0; defence <= 3; defence++) {
            struct table *t = meet(state, 2, three, three);
            char move[16];
            put_aboard(t, BLUE, BLUE, 1);
            snprintf(move, sizeof move, "attack %d", attack);
            plays(t, move);
            snprintf(move, sizeof move, defence ? "defend %d" : "give-up", defence);
            plays(t, move);
            for (int i = 0; i < attack + defence; i++)
                plays(t, "sabre");
            assert_ship(t, RED,
                        attack > defence    ? "b4 sails blue-1"
                        : attack == defence ? "b4 sails"
                                            : "a1");
            assert_ship(t, BLUE, attack > defence ? "m1" : "b4 sails blue-1");
            table_is_whole(t);
        }
}

/* The owner of what is marked as stronger in a fight that is seen, or FL_NOBODY. */
static int seat_ahead(const struct table *t)
{
    struct fl_sight sight;
    struct fl_view view;
    fl_match_sight(&t->match, FL_SPECTATOR, &sight);
    fl_sight_view(&sight, &view);
    const struct fl_zone *fight = fl_view_find(&view, "as.zone.fight", FL_NOBODY, 0);
    for (int i = 0; i < fight->count; i++)
        if (view.item[fight->first + i].marks)
            return view.item[fight->first + i].owner;
    return FL_NOBODY;
}

static void who_is_ahead_is_seen_before_the_hands_are_filled(void **state)
{
    RULES("7.5 7.8");
    struct table *t = meet(state, 2, captain, three);
    plays(t, "attack captain");
    assert_int_equal(seat_ahead(t), FL_NOBODY);
    plays(t, "defend 3");
    assert_int_equal(seat_ahead(t), RED);
    t = meet(state, 2, three, captain);
    plays(t, "attack 3, defend captain");
    assert_int_equal(seat_ahead(t), BLUE);
    t = meet(state, 2, three, three);
    plays(t, "attack 2, defend 2");
    assert_int_equal(seat_ahead(t), FL_NOBODY);
}

static void the_defender_may_lay_too_few(void **state)
{
    RULES("7.6 A43");
    struct table *t = meet(state, 2, three, three);
    plays(t, "attack 3");
    allows(t, "defend 1");
    plays(t, "defend 1, sabre, sabre, sabre, sabre");
    assert_ship(t, BLUE, "m1");
}

static void what_was_laid_is_discarded_before_anybody_draws(void **state)
{
    RULES("7.8 A37");
    struct table *t = meet(state, 2, three, three);
    struct fl_aux *s = board(t);
    put_aboard(t, RED, RED, 1);
    plays(t, "attack 2, defend 3");
    assert_int_equal(s->discard[FL_AUX_PIRATE], 5);
    int red = s->size[RED], blue = s->size[BLUE];
    assert_ship(t, RED, "b4 sails red-1"); /* not sunk yet */
    plays(t, "sabre, sabre");
    assert_int_equal(s->size[RED], red + 2); /* the attacker draws first, though lost */
    assert_int_equal(s->size[BLUE], blue);
    plays(t, "ship, ship");
    assert_int_equal(s->size[RED], red + 2);
    assert_int_equal(s->size[BLUE], blue + 2);
    assert_ship(t, RED, "b4 sails red-1");
    assert_int_equal(s->discard[FL_AUX_SHIP], 0);
    plays(t, "ship");
    assert_ship(t, RED, "a1");
    assert_ship(t, BLUE, "b4 sails red-1");
    assert_int_equal(s->discard[FL_AUX_SHIP], 1);
}

static void laid_cards_can_be_drawn_again_at_once(void **state)
{
    RULES("7.8 3.3");
    struct table *t = meet(state, 2, three, three);
    struct fl_aux *s = board(t);
    for (int card = 0; card < FL_AUX_KINDS; card++) { /* an empty pile */
        s->discard[card] = (uint8_t)(s->discard[card] + s->left[card]);
        s->left[card] = 0;
    }
    s->pile = 0;
    plays(t, "attack 3, defend 3");
    assert_int_equal(s->left[FL_AUX_PIRATE], 11); /* yellow and green hold five */
    assert_string_equal(t->heard.phrase[2].key, "as.say.shuffle");
    plays(t, "pirate, pirate, pirate, pirate, pirate, pirate");
    assert_hand(t, RED, three);
    table_is_whole(t);
}

static void both_hands_have_five_again(void **state)
{
    RULES("7.9 A21 A27");
    struct table *t = meet(state, 2, three, three);
    plays(t, "attack 2, defend 1, sabre, ship, pistol");
    assert_hand(t, RED, "sabre leg leg ship pirate");
    assert_hand(t, BLUE, "pistol leg leg pirate pirate");
}

static void the_winner_takes_all(void **state)
{
    RULES("7.10 A22");
    struct table *t = meet(state, 2, three, nobody);
    put_aboard(t, BLUE, BLUE, 2);
    put_aboard(t, BLUE, RED, 1);
    put_aboard(t, BLUE, GREEN, 1);
    put_aboard(t, RED, YELLOW, 1);
    plays(t, "attack 1, give-up, sabre");
    assert_heard(t, "as.say.give-up who=2",
                 "as.say.sinks-loot loser=as.ship.blue winner=as.ship.red n=4",
                 "as.say.drawn-cards who=1 drawn=as.card.sabre");
    assert_ship(t, RED, "b4 sails red-1 blue-2 yellow-1 green-1");
    assert_ship(t, BLUE, "m1");
    plays(t, "E");
    plays(t, "draw, leg");
    assert_asked(t, "as.ask.lay who=2 ship=as.ship.blue"); /* still built */
    plays(t, "lay ship, roll, die-1, W");
    assert_ship(t, BLUE, "l1 sails");
}

static void the_winner_may_attack_another_ship(void **state)
{
    RULES("7.12");
    struct table *t = sit(*state, 4, "");
    give(t, RED, three);
    place(t, RED, "b3");
    place(t, BLUE, "b4");
    place(t, YELLOW, "c4");
    sails(t, 2);
    plays(t, "S, attack 1, give-up, pirate, E");
    assert_asked(t, "as.ask.board who=1 ship=as.ship.red enemy=as.ship.yellow");
    plays(t, "attack 3, give-up, sabre, sabre, sabre");
    assert_ship(t, YELLOW, "m13");
    assert_turn_of(t, BLUE);
}

static void a_sunk_attacker_ends_the_turn(void **state)
{
    RULES("7.12 A23");
    struct table *t = meet(state, 6, three, three);
    put_aboard(t, RED, RED, 2);
    plays(t, "attack 1, defend 2, sabre, pistol, pistol");
    assert_turn_of(t, BLUE);
    assert_ship(t, RED, "a1");
    assert_ship(t, BLUE, "b4 sails red-2");
    assert_int_equal(board(t)->steps, 0);
    until(t, RED);
    plays(t, "draw, leg");
    assert_asked(t, "as.ask.lay who=1 ship=as.ship.red");
}

static void every_question_about_a_hand_is_asked(void **state)
{
    RULES("7.13 A44");
    struct table *t = meet(state, 2, nobody, nobody);
    struct fl_moves list;
    fl_list(t->match.game, &t->match.state, 0, &list);
    assert_int_equal(list.count, 1); /* only to pass, but asked */
    assert_int_equal(board(t)->phase, FL_AUX_BOARDING);
    t = meet(state, 2, three, nobody);
    plays(t, "attack 1");
    fl_list(t->match.game, &t->match.state, 1, &list);
    assert_int_equal(list.count, 1); /* only to give up */
    assert_int_equal(board(t)->phase, FL_AUX_DEFENDING);
    t = sit(*state, 4, "");
    give(t, RED, "sabre sabre ship pirate pirate");
    plays(t, "draw, sabre");
    fl_list(t->match.game, &t->match.state, 0, &list);
    assert_int_equal(list.count, 1); /* nothing to lay */
    assert_int_equal(board(t)->phase, FL_AUX_LAYING);
}

/* The moves that are possible as far as a spectator knows. */
static void a_watcher_expects_everything_possible(void **state)
{
    RULES("7.13 3.2");
    struct table *t = meet(state, 2, nobody, nobody);
    struct fl_sight sight;
    struct fl_moves list;
    fl_match_sight(&t->match, FL_SPECTATOR, &sight);
    fl_list(t->match.game, &sight.state, 0, &list);
    assert_int_equal(list.count, 7); /* pass, 1 to 5 pirates, the captain */
    ((struct fl_aux *)&sight.state)->left[FL_AUX_PIRATE] = 2;
    fl_list(t->match.game, &sight.state, 0, &list);
    assert_int_equal(list.count, 4); /* the others are known to be elsewhere */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(an_enemy_at_sea_may_be_attacked),
        TEST(the_rest_of_the_throw_is_sailed_after_the_fight),
        TEST(an_empty_ship_may_be_attacked),
        TEST(one_must_leave_and_come_back_to_attack_again),
        TEST(the_attacker_lays_first_then_the_defender),
        TEST(the_captain_beats_any_number),
        TEST(two_captains_draw),
        TEST(more_pirates_win_and_as_many_draw),
        TEST(who_is_ahead_is_seen_before_the_hands_are_filled),
        TEST(the_defender_may_lay_too_few),
        TEST(what_was_laid_is_discarded_before_anybody_draws),
        TEST(laid_cards_can_be_drawn_again_at_once),
        TEST(both_hands_have_five_again),
        TEST(the_winner_takes_all),
        TEST(the_winner_may_attack_another_ship),
        TEST(a_sunk_attacker_ends_the_turn),
        TEST(every_question_about_a_hand_is_asked),
        TEST(a_watcher_expects_everything_possible),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
