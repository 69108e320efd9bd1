/* The duel of Pirates en Duel without skills, and what it leads to: sections 5 and 6. */
#include "pirates_en_duel_table.h"

/* Both roll; a side without dice is left out by an empty text. */
static void rolls(struct table *t, const char *red_dice, const char *blue_dice)
{
    if (*red_dice)
        table_moves(t, "roll", red_dice);
    if (*blue_dice)
        table_moves(t, "roll", blue_dice);
}

/* A seat that was ruined earlier. */
static void lay_ruin(struct table *t, int seat)
{
    struct fl_duel *s = state_of(t);
    clear_boat(s, seat);
    s->afloat &= (uint8_t) ~(1u << seat);
    s->in_play &= (uint8_t) ~(1u << seat);
    s->coins[seat] = 0;
}

/* ---- 5: the duel ---- */

static void sabres_count_in_a_boarding_cannons_in_a_cannonade(void **state)
{
    RULES("5.1");
    struct table *t =
        boarding(*state, "sailor-sabre sailor-sabre sailor-cannon", "sailor-cannon twin");
    assert_heard(t, "pd.say.fight who=1", "pd.say.combat who=1 card=pd.combat.boarding-blue-red",
                 "pd.say.duel who=1 other=2 card=pd.combat.boarding-blue-red "
                 "target=pd.colour.red stake=pd.coin",
                 "pd.say.strength who=1 other=2 red=pd.die,pd.die,pd.die blue=2");
    t = cannonade(*state, "sailor-sabre sailor-sabre sailor-cannon", "sailor-cannon twin");
    assert_int_equal(state_of(t)->dice[FL_ATTACKER], 2);
    assert_int_equal(state_of(t)->dice[FL_DEFENDER], 2);
}

static void nobody_throws_more_than_six_dice(void **state)
{
    RULES("5.2 P14");
    struct table *t =
        boarding(*state, "monkey-sabre sailor-sabre sailor-sabre sailor-sabre sailor-sabre", "");
    assert_int_equal(state_of(t)->dice[FL_ATTACKER], 6);
    t = boarding(*state, "monkey-sabre sailor-sabre sailor-sabre twin", "");
    assert_int_equal(state_of(t)->dice[FL_ATTACKER], 6);
    t = boarding(*state, "monkey-sabre sailor-sabre sailor-sabre", "");
    assert_int_equal(state_of(t)->dice[FL_ATTACKER], 5);
}

static void a_crew_without_force_throws_nothing(void **state)
{
    RULES("5.3 P13");
    struct table *t = boarding(*state, "", "- sailor-cannon sailor-cannon");
    assert_int_equal(state_of(t)->dice[FL_DEFENDER], 0);
    does(t, "roll", "S");
    asks(t, 0, "pd.ask.lose");
    t = boarding(*state, "- sailor-cannon", "sailor-sabre");
    asks(t, 1, "pd.ask.roll");
    t = boarding(*state, "- sailor-cannon", "- sailor-cannon");
    assert_next(t, 1);
    assert_coins(t, 6, 6, 6);
}

static void the_attacker_throws_first(void **state)
{
    RULES("5.4");
    struct table *t = boarding(*state, "sailor-sabre", "sailor-sabre");
    asks(t, 0, "pd.ask.roll");
    refuses(t, "yes", "5.4");
    refuses(t, "lose red 2", "5.4");
    refuses(t, "reroll 1", "5.4");
    does(t, "roll", "S B");
    asks(t, 1, "pd.ask.roll");
    does(t, "roll", "B N");
    assert_heard(t, "pd.say.roll who=2", "pd.say.blue-rolled who=2 dice=pd.face.boat,pd.face.blank",
                 "pd.say.blue-roll who=1 other=2 theirs=pd.face.boat,pd.face.blank",
                 "pd.say.sums who=1 skulls=1 boats=1", "pd.say.sums who=2 skulls=0 boats=1",
                 "pd.say.no-losses", "pd.say.nobody-wins");
}

static void losses_of_both_come_from_one_throw(void **state)
{
    RULES("5.5 P15");
    struct table *t =
        boarding(*state, "sailor-sabre sailor-sabre twin", "sailor-sabre sailor-sabre twin");
    rolls(t, "S S S N", "S S N N");
    asks(t, 0, "pd.ask.lose");
    does(t, "lose red 2", "");
    does(t, "lose red 3", "");
    /* the third loss fits one pirate alone; then the attacker loses two, whoever is dead */
    assert_crew(t, "red", "captain");
    asks(t, 1, "pd.ask.lose");
    assert_int_equal(state_of(t)->losses[FL_ATTACKER], 2);
}

static void the_example_of_the_rules(void **state)
{
    RULES("5.14 5.13");
    for (int captain = 0; captain < 2; captain++) {
        struct table *t =
            blue_meets_red(*state, "sailor-sabre sailor-sabre twin", "sailor-sabre sailor-sabre");
        fights(t, "boarding-red-white");
        does(t, "attack red", "");
        rolls(t, "S S S B", "S B N");
        assert_offers(t, "lose red 1, lose red 2, lose red 3");
        does(t, captain ? "lose red 1" : "lose red 2", "");
        assert_crew(t, "red", captain ? "sailor-sabre sailor-sabre" : "captain");
        assert_coins(t, 8, 4, 6);
        assert_next(t, 1);
    }
}

static void the_opponent_names_the_losses_the_defenders_first(void **state)
{
    RULES("5.6");
    struct table *t = boarding(*state, "sailor-sabre sailor-sabre", "sailor-sabre sailor-sabre");
    rolls(t, "S N N", "S N N");
    asks(t, 0, "pd.ask.lose");
    assert_offers(t, "lose red 2, lose red 3");
    refuses(t, "lose red 1", "5.7");
    refuses(t, "lose red 4", "5.6");
    refuses(t, "lose blue 2", "5.6");
    refuses(t, "no", "5.6");
    does(t, "lose red 3", "");
    assert_heard(t, "pd.say.lose who=1 card=pd.pirate.sailor-sabre other=2");
    asks(t, 1, "pd.ask.lose");
    assert_offers(t, "lose blue 2, lose blue 3");
    does(t, "lose blue 2", "");
    assert_crew(t, "red", "captain sailor-sabre");
    assert_crew(t, "blue", "captain sailor-sabre");
    assert_discards(t, "sailor-sabre sailor-sabre");
}

static void a_captain_counts_as_two_losses(void **state)
{
    RULES("5.7 6.1 P16 P46");
    struct table *t = boarding(*state, "sailor-sabre", "");
    rolls(t, "S N", "N");
    assert_crew(t, "red", "captain"); /* one loss has no effect on a captain alone */
    assert_coins(t, 6, 6, 6);
    t = boarding(*state, "sailor-sabre", "");
    rolls(t, "S S", "N");
    assert_crew(t, "red", "");
    assert_coins(t, 12, 0, 6);
}

static void losses_enough_for_all_take_all(void **state)
{
    RULES("5.8 P17 P69");
    struct table *t = boarding(*state, "sailor-sabre sailor-sabre sailor-sabre twin",
                               "sailor-sabre sailor-cannon");
    rolls(t, "S S S S S", "S N");
    assert_heard(t, "pd.say.roll who=2",
                 "pd.say.blue-rolled who=2 dice=pd.face.skull,pd.face.blank",
                 "pd.say.blue-roll who=1 other=2 theirs=pd.face.skull,pd.face.blank",
                 "pd.say.sums who=1 skulls=5 boats=0", "pd.say.sums who=2 skulls=1 boats=0",
                 "pd.say.both-lose who=1 other=2 "
                 "lost=pd.loss,pd.loss,pd.loss,pd.loss,pd.loss number=1",
                 "pd.say.all-fall who=1 other=2");
    asks(t, 1, "pd.ask.lose");
    does(t, "lose blue 2", "");
    assert_crew(t, "red", "");
}

static void a_single_choice_is_made_by_itself(void **state)
{
    RULES("5.8 P69");
    struct table *t = boarding(*state, "sailor-sabre", "twin");
    rolls(t, "S N", "N N");
    assert_crew(t, "red", "captain");
    assert_coins(t, 7, 5, 6);
}

static void captain_and_pirate_with_two_losses(void **state)
{
    RULES("5.9 5.10 P18 P47");
    struct table *t = boarding(*state, "sailor-sabre", "twin");
    rolls(t, "S S", "N N");
    assert_offers(t, "lose red 1, lose red 2");
    does(t, "lose red 1", "");
    assert_crew(t, "red", "twin");
    t = boarding(*state, "sailor-sabre", "twin");
    rolls(t, "S S", "N N");
    does(t, "lose red 2", ""); /* and one loss is wasted */
    assert_crew(t, "red", "captain");
    assert_next(t, 1);
    t = boarding(*state, "sailor-sabre sailor-sabre", "twin");
    rolls(t, "S S S", "N N");
    assert_crew(t, "red", "");
}

static void the_fallen_go_to_the_discards(void **state)
{
    RULES("5.11 6.2 P23 P24");
    struct table *t = boarding(*state, "sailor-sabre sailor-sabre", "pistol");
    rolls(t, "S S S", "N N");
    assert_discards(t, "pistol");
    assert_int_equal(state_of(t)->in_play, 5);
    assert_next(t, 2); /* red is skipped from now on */
    does(t, "recruit", "sailor-sabre sailor-sabre");
    does(t, "enlist 1 2", "");
    fights(t, "fishing");
    assert_next(t, 0);
}

static void the_winner_inflicted_more(void **state)
{
    RULES("5.12 P19");
    struct table *t = boarding(*state, "sailor-sabre sailor-sabre sailor-sabre",
                               "medic-sabre medic-sabre medic-sabre");
    rolls(t, "S N N N", "S S N N");
    does(t, "lose red 2", "");
    does(t, "lose blue 1", ""); /* the captain: two */
    assert_heard(t, "pd.say.lose who=2 card=pd.captain.blue other=1", "pd.say.wins-duel who=2",
                 "pd.say.takes who=2 other=1 n=1 total=7");
    assert_coins(t, 5, 7, 6);
    t = boarding(*state, "sailor-sabre", "sailor-sabre");
    rolls(t, "S N", "S N");
    assert_coins(t, 6, 6, 6); /* one each: nobody */
    t = boarding(*state, "- twin twin", "");
    rolls(t, "S N", "S"); /* one wasted on the captain */
    does(t, "lose blue 1", "");
    assert_coins(t, 5, 7, 6);
}

static void the_loser_pays_what_he_has(void **state)
{
    RULES("5.13 6.6 P25");
    struct table *t = blue_meets_red(*state, "sailor-sabre sailor-sabre", "twin twin");
    coins(t, 6, 1, 6);
    fights(t, "boarding-red-white");
    does(t, "attack red", "");
    rolls(t, "S N N", "N N N");
    does(t, "lose red 2", "");
    assert_heard(t, "pd.say.lose who=1 card=pd.pirate.twin other=2", "pd.say.wins-duel who=1",
                 "pd.say.takes who=1 other=2 n=1 total=7", "pd.say.ruined who=2");
    assert_coins(t, 7, 0, 6);
    assert_crew(t, "red", "");
    assert_discards(t, "twin"); /* the fallen one alone: the other is out for good */
    assert_next(t, 2);
}

/* ---- 6: sinking, ruin and the end ---- */

static void who_sinks_a_boat_takes_the_treasure(void **state)
{
    RULES("6.1 6.3 P20");
    struct table *t = blue_meets_red(*state, "sailor-sabre sailor-sabre", "- sailor-cannon");
    fights(t, "boarding-red-white");
    does(t, "attack red", "");
    does(t, "roll", "S N N");
    assert_heard(t, "pd.say.roll who=1",
                 "pd.say.red-rolled who=1 dice=pd.face.skull,pd.face.blank,pd.face.blank",
                 "pd.say.red-roll who=1 dice=pd.face.skull,pd.face.blank,pd.face.blank",
                 "pd.say.sums who=1 skulls=1 boats=0", "pd.say.sums who=2 skulls=0 boats=0",
                 "pd.say.losses who=1 other=2 n=1", "pd.say.all-fall who=1 other=2",
                 "pd.say.sunk who=1 other=2 boat=pd.colour.red",
                 "pd.say.takes who=1 other=2 n=6 total=12", "pd.say.out who=1 other=2");
    assert_coins(t, 12, 0, 6);
}

static void a_defender_may_sink_the_attacker(void **state)
{
    RULES("6.3 6.4");
    struct table *t = boarding(*state, "- sailor-cannon", "sailor-sabre");
    does(t, "roll", "S N");
    assert_coins(t, 0, 12, 6);
    assert_next(t, 1);
}

static void the_doomed_still_name_losses(void **state)
{
    RULES("6.4 P22 P48");
    struct table *t = boarding(*state, "sailor-sabre sailor-sabre", "- twin");
    rolls(t, "S N N", "S");
    assert_crew(t, "red", "");
    assert_int_equal(state_of(t)->coins[1], 6); /* not sunk yet */
    asks(t, 1, "pd.ask.lose");
    does(t, "lose blue 2", "");
    assert_coins(t, 12, 0, 6);
    assert_crew(t, "blue", "captain sailor-sabre");
}

static void both_sink_the_defender_first(void **state)
{
    RULES("6.5 6.4 P21 P48 P49");
    struct table *t = boarding(*state, "- twin", "- twin");
    rolls(t, "S", "S");
    assert_heard(t, "pd.say.roll who=2", "pd.say.blue-rolled who=2 dice=pd.face.skull",
                 "pd.say.blue-roll who=1 other=2 theirs=pd.face.skull",
                 "pd.say.sums who=1 skulls=1 boats=0", "pd.say.sums who=2 skulls=1 boats=0",
                 "pd.say.equal-losses n=1", "pd.say.all-fall who=1 other=2",
                 "pd.say.all-fall who=2 other=1", "pd.say.sunk who=1 other=2 boat=pd.colour.red",
                 "pd.say.takes who=1 other=2 n=6 total=12", "pd.say.out who=1 other=2",
                 "pd.say.sunk who=2 other=1 boat=pd.colour.blue", "pd.say.to-bank who=1 n=12",
                 "pd.say.out who=2 other=1", "pd.say.nobody-wins", "pd.say.last who=3");
    assert_coins(t, 0, 0, 6);
    assert_won(t, 4);
}

static void a_treasure_may_win_before_one_sinks(void **state)
{
    RULES("6.5 6.7 P26 P49");
    struct table *t = blue_meets_red(*state, "- twin", "- twin");
    coins(t, 9, 6, 6);
    fights(t, "boarding-blue-red");
    rolls(t, "S", "S");
    assert_won(t, 1);
    assert_coins(t, 15, 0, 6);
}

static void the_sunk_are_not_paid(void **state)
{
    RULES("6.5 P49");
    struct table *t = boarding(*state, "sailor-sabre sailor-sabre", "- sailor-sabre");
    rolls(t, "S N N", "S");
    does(t, "lose blue 2", "");
    assert_coins(t, 12, 0, 6);
    t = boarding(*state, "sailor-sabre sailor-sabre", "- monkey-sabre");
    rolls(t, "S N N", "S S");
    does(t, "lose blue 1", ""); /* red inflicted two, but is sunk */
    assert_coins(t, 12, 0, 6);
}

static void coins_that_win_are_counted_at_once(void **state)
{
    RULES("6.7 1.2 P26");
    struct table *t = blue_meets_red(*state, "sailor-sabre", "twin");
    coins(t, 14, 6, 6);
    fights(t, "boarding-blue-red");
    rolls(t, "S N", "N N");
    assert_won(t, 1);
    t = blue_meets_red(*state, "twin", "sailor-sabre");
    coins(t, 6, 14, 6);
    fights(t, "boarding-blue-red");
    rolls(t, "N N", "S N");
    assert_won(t, 2); /* not in the player's own turn */
}

static void the_last_one_afloat_wins(void **state)
{
    RULES("6.8 6.9 1.2 P27 P51 P70");
    struct table *t = blue_meets_red(*state, "sailor-sabre", "- twin");
    lay_ruin(t, 2);
    coins(t, 1, 1, 0);
    fights(t, "boarding-blue-red");
    rolls(t, "S N", "N");
    assert_won(t, 1);
    assert_coins(t, 2, 0, 0);
}

static void the_last_two_sink_each_other(void **state)
{
    RULES("6.8 P27");
    static const int purse[3][3] = {{6, 5, 0}, {5, 6, 0}, {6, 6, 0}};
    static const fl_seats winners[3] = {1, 2, 3};
    for (int i = 0; i < 3; i++) {
        struct table *t = blue_meets_red(*state, "- twin", "- twin");
        lay_ruin(t, 2);
        lay_coins(t, purse[i], 3);
        fights(t, "boarding-blue-red");
        rolls(t, "S", "S");
        assert_won(t, winners[i]);
        assert_coins(t, 0, 0, 0);
        assert_string_equal(t->heard.phrase[t->heard.count - 1].key, "pd.say.both-sunk");
    }
}

static void a_ruined_player_is_out_and_the_last_one_wins(void **state)
{
    RULES("6.6 6.8");
    struct table *t = blue_meets_red(*state, "", "");
    lay_ruin(t, 2);
    coins(t, 1, 3, 0);
    fights(t, "encounter");
    assert_won(t, 2);
    assert_coins(t, 0, 3, 0);
}

static void a_hundred_rounds_are_enough(void **state)
{
    RULES("6.10 P52");
    struct table *t = at_sea(*state, 3, "");
    state_of(t)->round = 99;
    fights(t, "fishing");
    assert_next(t, 1);
    t = at_sea(*state, 3, "");
    state_of(t)->round = 99;
    state_of(t)->first = 1;
    coins(t, 8, 9, 9);
    fights(t, "fishing");
    assert_heard(t, "pd.say.fight who=1", "pd.say.combat who=1 card=pd.combat.fishing",
                 "pd.say.nothing who=1 card=pd.combat.fishing", "pd.say.rounds n=100");
    assert_won(t, 6);
    t = at_sea(*state, 3, ""); /* the first player is out: the seat is skipped */
    lay_ruin(t, 1);
    state_of(t)->round = 99;
    state_of(t)->first = 1;
    fights(t, "capture");
    assert_won(t, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(sabres_count_in_a_boarding_cannons_in_a_cannonade),
        TEST(nobody_throws_more_than_six_dice),
        TEST(a_crew_without_force_throws_nothing),
        TEST(the_attacker_throws_first),
        TEST(losses_of_both_come_from_one_throw),
        TEST(the_example_of_the_rules),
        TEST(the_opponent_names_the_losses_the_defenders_first),
        TEST(a_captain_counts_as_two_losses),
        TEST(losses_enough_for_all_take_all),
        TEST(a_single_choice_is_made_by_itself),
        TEST(captain_and_pirate_with_two_losses),
        TEST(the_fallen_go_to_the_discards),
        TEST(the_winner_inflicted_more),
        TEST(the_loser_pays_what_he_has),
        TEST(who_sinks_a_boat_takes_the_treasure),
        TEST(a_defender_may_sink_the_attacker),
        TEST(the_doomed_still_name_losses),
        TEST(both_sink_the_defender_first),
        TEST(a_treasure_may_win_before_one_sinks),
        TEST(the_sunk_are_not_paid),
        TEST(coins_that_win_are_counted_at_once),
        TEST(the_last_one_afloat_wins),
        TEST(the_last_two_sink_each_other),
        TEST(a_ruined_player_is_out_and_the_last_one_wins),
        TEST(a_hundred_rounds_are_enough),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
