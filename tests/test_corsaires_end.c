/* Corsaires: the empty pile and the end of the game; sections 6 and 7 of the rules page. */
#include "corsaires_table.h"
#include "ending_rules.h"

/* ---- 6: the empty pile ---- */

static void with_an_empty_pile_one_plays_or_discards(void **state)
{
    RULES("6.1 C10");
    struct table *t = sit_alone(*state, 2, "", "red-1 galleon-3 red-2", "galleon-2 blue-1 admiral");
    assert_asked(t, "co.ask.last who=1");
    refuses(t, "draw", "6.1");
    refuses(t, "discard galleon-3", "6.1");
    refuses(t, "discard blue-1", "2.4");
    allows(t, "discard red-1");
    allows(t, "galleon 3");
    play(t, "discard red-1");
    assert_heard(t, "co.say.discard who=1 card=co.card.red-1");
    assert_turn(t, 2);
}

static void nothing_is_discarded_while_the_pile_has_cards(void **state)
{
    RULES("6.1");
    struct table *t = sit_alone(*state, 2, "red-3", "red-1 galleon-3", "galleon-2 blue-1");
    refuses(t, "discard red-1", "6.1");
    draw(t, "red-3");
    assert_heard(t, "co.say.draw who=1 n=1", "co.say.drawn who=1 cards=co.card.red-3",
                 "co.say.pile-empty");
    allows(t, "discard blue-1");
}

static void who_holds_only_galleons_must_lay_one(void **state)
{
    RULES("6.1");
    struct table *t = sit_alone(*state, 2, "", "galleon-4 galleon-3", "galleon-2 blue-1");
    struct fl_moves list;
    fl_list(&fl_corsaires, &t->match.state, 0, &list);
    assert_int_equal(list.count, 2);
    allows(t, "galleon 4");
    allows(t, "galleon 3");
}

static void one_may_discard_although_one_could_play(void **state)
{
    RULES("6.2 C34");
    struct table *t =
        sit_alone(*state, 2, "", "galleon-4 red-1 captain-red admiral", "blue-1 red-2");
    play(t, "galleon 4");
    allows(t, "attack 1 blue-1");
    play(t, "discard blue-1");
    allows(t, "discard captain-red");
    allows(t, "discard red-1");
    play(t, "discard admiral");
    assert_int_equal(how_many_out(t, "admiral"), 1);
}

/* ---- 7: the end of the game ---- */

static void the_last_card_played_ends_the_game_at_once(void **state)
{
    RULES("7.1 7.4");
    struct table *t = sit_alone(*state, 3, "", "galleon-4 red-1", "red-2", "galleon-5 blue-1");
    play(t, "galleon 4", "attack 1 red-2");
    assert_heard(t,
                 "co.say.attack-alone who=2 other=1 fight=1 gold=4 card=co.card.red-2 n=2 best=0",
                 "co.say.end who=2", "co.say.captures who=2 fight=1 gold=4 other=1");
    show_hands(t);
    assert_scores(t, 0, 4, -5);
    assert_won(t, FL_SEAT(1));
}

static void with_cards_in_the_pile_the_last_card_ends_nothing(void **state)
{
    RULES("7.1");
    struct table *t = sit_alone(*state, 2, "red-3", "galleon-4", "red-2 red-1");
    play(t, "galleon 4");
    assert_turn(t, 2);
    play(t, "attack 1 red-2");
    assert_turn(t, 1);
}

static void discarding_the_last_card_ends_the_game(void **state)
{
    RULES("7.2 C12");
    struct table *t = sit_alone(*state, 2, "", "red-1", "galleon-2 red-2");
    play(t, "discard red-1");
    assert_heard(t, "co.say.discard who=1 card=co.card.red-1", "co.say.end who=1");
    show_hands(t);
    assert_scores(t, 0, -2);
    assert_won(t, FL_SEAT(0));
}

static void the_last_card_drawn_ends_the_game_if_another_has_none(void **state)
{
    RULES("7.3 8.9 C13");
    struct table *t =
        sit_alone(*state, 3, "red-3 galleon-8", "galleon-4", "red-2 red-1", "galleon-3 blue-2");
    play(t, "galleon 4", "attack 1 red-2");
    draw(t, "red-3");
    draw(t, "galleon-8");
    assert_int_equal(state_of(t)->phase, FL_CORSAIRES_PLAYING);
    sit_alone(t, 3, "red-3 galleon-8", "galleon-4", "red-2 red-1", "galleon-3 blue-2");
    play(t, "galleon 4");
    draw(t, "red-3", "galleon-8");
    assert_heard(t, "co.say.draw who=3 n=1", "co.say.drawn who=3 cards=co.card.galleon-8",
                 "co.say.pile-empty", "co.say.end who=1",
                 "co.say.brings-home who=1 fight=1 gold=4");
    show_hands(t);
    assert_scores(t, 4, 0, -11);
    assert_won(t, FL_SEAT(0));
}

static void every_fight_is_decided_as_it_stands(void **state)
{
    RULES("7.4 C14");
    struct table *t =
        sit_alone(*state, 3, "yellow-1", "galleon-4 galleon-7 red-1 captain-red",
                  "galleon-5 blue-2 blue-1 yellow-3", "galleon-6 green-2 green-1 galleon-2");
    play(t, "galleon 4", "galleon 5", "galleon 6");
    assert_gold(t, 4, 0, 0);
    play(t, "attack 2 red-1", "attack 3 blue-2", "attack 3 green-2");
    assert_gold(t, 9, 0, 0);
    play(t, "galleon 7", "attack 4 blue-1");
    draw(t, "yellow-1");
    play(t, "discard captain-red");
    assert_heard(t, "co.say.discard who=1 card=co.card.captain-red", "co.say.end who=1",
                 "co.say.undecided fight=3", "co.say.captures who=2 fight=4 gold=7 other=1");
    show_hands(t);
    assert_scores(t, 9, 7, -2);
    assert_int_equal(how_many_out(t, "galleon-6"), 2);
    assert_won(t, FL_SEAT(0));
}

static void a_galleon_laid_last_counts_for_its_owner(void **state)
{
    RULES("7.4");
    struct table *t = sit_alone(*state, 2, "", "galleon-4", "red-2 red-1");
    play(t, "galleon 4");
    show_hands(t);
    assert_scores(t, 4, 0);
}

static void the_last_trump_decides_at_the_end(void **state)
{
    RULES("7.4");
    struct table *t =
        sit_alone(*state, 2, "", "galleon-4 admiral red-1 red-1", "blue-4 blue-3 blue-2");
    play(t, "galleon 4", "attack 1 blue-4", "admiral 1");
    play(t, "attack 1 blue-3");
    assert_gold(t, 4, 0);
    sit_alone(t, 2, "", "galleon-4 admiral", "blue-4 blue-3 blue-2");
    play(t, "galleon 4", "attack 1 blue-4", "admiral 1");
    show_hands(t);
    assert_scores(t, 4, 0);
}

static void galleons_in_hand_count_against_their_holder(void **state)
{
    RULES("7.5 C15");
    struct table *t = sit_alone(*state, 2, "", "red-1", "galleon-8 galleon-2 galleon-2 red-4");
    play(t, "discard red-1");
    show_hands(t);
    assert_scores(t, 0, -12);
    assert_int_equal(item_seen(t, 0, "co.debt", 2)->value, 12);
    assert_int_equal(item_seen(t, 0, "co.total", 2)->value, -12);
}

/* What chance may do, spelled in a row. */
static void next_shown(struct table *t, int viewer, const char *expected)
{
    char memory[512];
    struct fl_buf text = fl_buf_over(memory, sizeof memory);
    struct fl_moves list;
    struct fl_sight sight;
    fl_match_sight(&t->match, viewer, &sight);
    fl_list(&fl_corsaires, &sight.state, FL_CHANCE, &list);
    for (uint32_t i = 0; i < list.count; i++) {
        fl_put(&text, i ? " " : "");
        fl_corsaires.spell(list.at[i].move, &text);
    }
    table_compare(t, "shown next", text.at, expected);
}

static void hands_are_laid_open_in_a_fixed_order(void **state)
{
    RULES("7.6 C40");
    struct table *t = sit_alone(*state, 3, "", "red-1", "admiral galleon-2 green-1 red-4 red-4",
                                "blue-1 captain-red");
    play(t, "discard red-1");
    next_shown(t, 1, "show-red-4");
    next_shown(t, 0, "show-red-4 show-green-1"); /* from a higher kind on there are not five */
    next_shown(t, 2, "show-red-4");
    t->heard.count = 0;
    table_chance(t, "show-red-4");
    next_shown(t, 0, "show-red-4 show-green-1 show-blue-1");
    table_chance(t, "show-red-4");
    next_shown(t, 0, "show-green-1 show-blue-1 show-galleon-2");
    table_chance(t, "show-green-1");
    table_chance(t, "show-galleon-2");
    next_shown(t, 0, "show-captain-red show-admiral");
    assert_int_equal(item_seen(t, 0, "co.gold", 3)->value, 0);
    table_chance(t, "show-admiral");
    next_shown(t, 0, "show-blue-1");
    table_chance(t, "show-blue-1");
    table_chance(t, "show-captain-red");
    assert_heard(t,
                 "co.say.shows who=2 cards=co.card.red-4,co.card.red-4,co.card.green-1,"
                 "co.card.galleon-2,co.card.admiral",
                 "co.say.shows who=3 cards=co.card.blue-1,co.card.captain-red",
                 "co.say.total-none who=1 gold=0 hand=0 n=0",
                 "co.say.total-debt who=2 gold=0 hand=2 n=-2",
                 "co.say.total-none who=3 gold=0 hand=0 n=0");
}

static void those_who_have_as_much_win_together(void **state)
{
    RULES("7.7 C16");
    struct table *t = sit_alone(*state, 3, "", "galleon-4 red-1", "galleon-4", "galleon-2 red-3");
    play(t, "galleon 4", "galleon 4");
    show_hands(t);
    assert_scores(t, 4, 4, -2);
    assert_won(t, FL_SEAT(0) | FL_SEAT(1));
}

/* ---- ends by players ---- */

static int32_t standing(const void *state, int seat)
{
    return ((const struct fl_corsaires *)state)->gold[seat]; /* hands are not deducted */
}

static void players_may_end_the_game(void **state)
{
    RULES("10.1 10.2 C41 C42");
    (void)state;
    check_endings(&fl_corsaires, standing);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(with_an_empty_pile_one_plays_or_discards),
        TEST(nothing_is_discarded_while_the_pile_has_cards),
        TEST(who_holds_only_galleons_must_lay_one),
        TEST(one_may_discard_although_one_could_play),
        TEST(the_last_card_played_ends_the_game_at_once),
        TEST(with_cards_in_the_pile_the_last_card_ends_nothing),
        TEST(discarding_the_last_card_ends_the_game),
        TEST(the_last_card_drawn_ends_the_game_if_another_has_none),
        TEST(every_fight_is_decided_as_it_stands),
        TEST(a_galleon_laid_last_counts_for_its_owner),
        TEST(the_last_trump_decides_at_the_end),
        TEST(galleons_in_hand_count_against_their_holder),
        TEST(hands_are_laid_open_in_a_fixed_order),
        TEST(those_who_have_as_much_win_together),
        TEST(players_may_end_the_game),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
