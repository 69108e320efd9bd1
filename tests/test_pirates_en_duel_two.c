/* Pirates en Duel for two: two boats each, section 9. */
#include "pirates_en_duel_table.h"

/* Seat 1 has blue and red, seat 2 white and green. */
static struct table *two_at_sea(void *table, const char *options)
{
    return at_sea(table, 2, options);
}

/* One's last boat: the other is gone already. */
static void lay_wreck(struct table *t, const char *colour)
{
    int boat = boat_named(colour);
    clear_boat(state_of(t), boat);
    state_of(t)->afloat &= (uint8_t) ~(1u << boat);
}

static void two_boats_and_twelve_coins_each(void **state)
{
    RULES("9.1 2.4");
    struct table *t = two_at_sea(*state, "");
    assert_coins(t, 12, 12);
    assert_int_equal(fl_duel_fleet(state_of(t), 0), 0x3);
    assert_int_equal(fl_duel_fleet(state_of(t), 1), 0xC);
    t = two_at_sea(*state, "first=2"); /* the first player has blue and red */
    assert_int_equal(fl_duel_fleet(state_of(t), 1), 0x3);
    assert_crew(t, "green", "captain");
}

static void seven_pirates_are_drafted(void **state)
{
    RULES("9.2 P45");
    struct table *t = sit(*state, 2, "first=2");
    does(t, "recruit", "twin twin pistol marksman carriage warrior sergeant");
    assert_offers(t, "put 1 blue, put 1 red, put 2 blue, put 2 red, put 3 blue, put 3 red, "
                     "put 4 blue, put 4 red, put 5 blue, put 5 red, put 6 blue, put 6 red, "
                     "put 7 blue, put 7 red");
    refuses(t, "put 1 white", "3.3");
    does(t, "put 1 blue", "");
    asks(t, 0, "pd.ask.draft");
    does(t, "put 2 white", "");
    does(t, "put 3 red", "");
    does(t, "put 4 green", "");
    asks(t, 1, "pd.ask.draft");
    does(t, "put 5 blue", "");
    does(t, "put 6 white", "");
    asks(t, 0, "pd.ask.draft"); /* the seventh is the second player's too */
    assert_offers(t, "put 7 white, put 7 green");
    table_does(t, "put 7 green");
    comes(t, "shipwright");
    assert_row(t, "shipwright");
    assert_crew(t, "blue", "captain twin carriage");
    assert_crew(t, "red", "captain pistol");
    assert_crew(t, "white", "captain twin warrior");
    assert_crew(t, "green", "captain marksman sergeant");
    assert_next(t, 1);
}

static void two_recruits_on_either_boat(void **state)
{
    RULES("9.3 3.7 P41 P55");
    struct table *t = two_at_sea(*state, "");
    fights(t, "fishing");
    does(t, "recruit", "twin pistol");
    does(t, "enlist 2 3", "");
    assert_offers(t, "put 2 white, put 2 green"); /* in the order of the row */
    refuses(t, "put 3 white", "3.4");
    refuses(t, "put 2 blue", "3.3");
    does(t, "put 2 green", "");
    assert_offers(t, "put 3 white, put 3 green");
    does(t, "put 3 white", "");
    assert_crew(t, "white", "captain pistol");
    assert_crew(t, "green", "captain twin");
    asks(t, 1, "pd.ask.fight");
}

static void nothing_is_replaced_until_both_boats_are_full(void **state)
{
    RULES("3.7 P55");
    struct table *t = two_at_sea(*state, "");
    fights(t, "fishing");
    crew(t, "white", "sailor-sabre sailor-sabre medic-sabre medic-sabre medic-sabre");
    crew(t, "green", "sailor-cannon sailor-cannon sailor-cannon medic-cannon");
    does(t, "recruit", "twin pistol");
    does(t, "enlist 2 3", "");
    assert_offers(t, "put 2 green, put 3 green");
    refuses(t, "put 2 white", "3.2");
    refuses(t, "replace white 2", "3.2");
    does(t, "put 2 green", "");
    asks(t, 1, "pd.ask.replace");
    allows(t, "replace white 2");
    allows(t, "replace green 2");
    refuses(t, "replace green 6", "3.7");
    refuses(t, "replace white 1", "3.3");
    does(t, "replace white 3", "");
    assert_crew(t, "white", "captain sailor-sabre pistol medic-sabre medic-sabre medic-sabre");
}

static void a_boat_is_engaged_first(void **state)
{
    RULES("9.4 10.1 P53");
    struct table *t = two_at_sea(*state, "level=2");
    crew(t, "blue", "sailor-sabre sailor-sabre");
    crew(t, "red", "lookout-sabre");
    fights(t, "boarding-white-green");
    asks(t, 0, "pd.ask.engage");
    assert_offers(t, "engage blue, engage red");
    refuses(t, "engage white", "9.4");
    refuses(t, "attack white", "9.4");
    does(t, "engage blue", "");
    assert_offers(t, "attack white, attack green");
    does(t, "attack green", "");
    assert_heard(t, "pd.say.attack who=1 boat=pd.colour.green other=2",
                 "pd.say.duel-with who=1 other=2 card=pd.combat.boarding-white-green "
                 "target=pd.colour.green stake=pd.coin boat=pd.colour.blue",
                 "pd.say.strength who=1 other=2 red=pd.die,pd.die,pd.die blue=1");
    t = two_at_sea(*state, "level=2");
    crew(t, "red", "lookout-sabre");
    fights(t, "boarding-red-white");
    does(t, "engage red", "");
    asks(t, 0, "pd.ask.lookout"); /* then the lookout of that boat, then the target */
    does(t, "yes", "");
    assert_offers(t, "attack white, attack green");
    t = two_at_sea(*state, "level=2");
    crew(t, "red", "lookout-sabre");
    fights(t, "boarding-red-white");
    does(t, "engage blue", "");
    asks(t, 0, "pd.ask.roll");
}

static void the_only_boat_left_is_engaged(void **state)
{
    RULES("9.4 7.2");
    struct table *t = two_at_sea(*state, "");
    lay_wreck(t, "red");
    fights(t, "boarding-white-green");
    asks(t, 0, "pd.ask.attack");
    refuses(t, "attack red", "4.7");
}

static void targets_for_two(void **state)
{
    RULES("9.5 4.7 P43 P54");
    struct table *t = two_at_sea(*state, "");
    fights(t, "boarding-blue-green");
    does(t, "engage red", "");
    assert_int_equal(state_of(t)->boat[FL_DEFENDER], FL_DUEL_GREEN);
    t = two_at_sea(*state, "");
    fights(t, "boarding-blue-red"); /* both one's own: free choice */
    does(t, "engage red", "");
    assert_offers(t, "attack white, attack green");
    t = two_at_sea(*state, "");
    lay_wreck(t, "blue"); /* a colour stays its owner's */
    fights(t, "boarding-blue-red");
    assert_offers(t, "attack white, attack green");
    t = two_at_sea(*state, "");
    lay_wreck(t, "green");
    fights(t, "boarding-white-green");
    does(t, "engage red", "");
    assert_int_equal(state_of(t)->boat[FL_DEFENDER], FL_DUEL_WHITE);
    t = two_at_sea(*state, "");
    lay_wreck(t, "green");
    fights(t, "boarding-blue-green");
    assert_next(t, 1); /* one's own and a sunk one: no duel */
}

static void engaging_is_asked_only_if_there_can_be_a_duel(void **state)
{
    RULES("9.10 P73");
    struct table *t = two_at_sea(*state, "level=2");
    lay_wreck(t, "green");
    crew(t, "red", "lookout-sabre");
    fights(t, "boarding-blue-green");
    asks(t, 0, "pd.ask.engage");
    does(t, "engage blue", ""); /* no lookout there */
    assert_next(t, 1);
    t = two_at_sea(*state, "level=2");
    lay_wreck(t, "green");
    crew(t, "red", "lookout-sabre");
    fights(t, "boarding-blue-green");
    does(t, "engage red", "");
    does(t, "yes", "");
    assert_int_equal(state_of(t)->boat[FL_DEFENDER], FL_DUEL_WHITE);
}

static void only_engaged_boats_fight_with_their_skills(void **state)
{
    RULES("9.6 P40");
    struct table *t = two_at_sea(*state, "level=3");
    crew(t, "red", "helm-sabre warrior marksman");
    crew(t, "green", "helm-cannon warrior");
    fights(t, "boarding-blue-white");
    does(t, "engage blue", "");
    asks(t, 0, "pd.ask.roll");
    does(t, "roll", "N");
    does(t, "roll", "N");
    assert_next(t, 1);
    t = two_at_sea(*state, "level=3"); /* twins on two boats are sailors */
    crew(t, "blue", "twin");
    crew(t, "red", "twin");
    fights(t, "boarding-blue-white");
    does(t, "engage blue", "");
    assert_int_equal(state_of(t)->dice[FL_ATTACKER], 2);
}

static void other_skills_work_from_any_boat(void **state)
{
    RULES("9.6 8.6 P40 P59");
    struct table *t = two_at_sea(*state, "level=3");
    crew(t, "red", "dinghy-sabre");
    crew(t, "blue", "warrior tavern-sabre");
    crew(t, "green", "sergeant twin");
    does(t, "swap blue 2 green 3", ""); /* the dinghy of the red boat */
    assert_crew(t, "blue", "captain twin tavern-sabre");
    fights(t, "fishing");
    does(t, "recruit", "pistol marksman carriage"); /* three: the sergeant of the green boat */
    asks(t, 0, "pd.ask.tavern");
}

static void a_sunk_boat_costs_four_coins(void **state)
{
    RULES("9.7 6.5 P42 P49");
    struct table *t = two_at_sea(*state, "");
    crew(t, "blue", "sailor-sabre");
    crew(t, "white", "- twin");
    fights(t, "boarding-blue-white");
    does(t, "engage blue", "");
    does(t, "roll", "S N");
    does(t, "roll", "N");
    assert_coins(t, 17, 7); /* four, and one of the card */
    assert_next(t, 1);
    assert_int_equal(fl_duel_fleet(state_of(t), 1), 0x8);
    t = two_at_sea(*state, ""); /* whoever is sunk but inflicted more is paid */
    crew(t, "blue", "sailor-sabre sailor-sabre");
    crew(t, "white", "- monkey-sabre");
    fights(t, "boarding-blue-white");
    does(t, "engage blue", "");
    does(t, "roll", "S N N");
    does(t, "roll", "S S");
    does(t, "lose blue 1", "");
    assert_coins(t, 15, 9);
}

static void the_last_boat_sunk_is_defeat(void **state)
{
    RULES("9.7 9.8 6.9 P42 P50 P70");
    struct table *t = two_at_sea(*state, "");
    lay_wreck(t, "green");
    coins(t, 10, 12);
    crew(t, "blue", "sailor-sabre");
    crew(t, "white", "- twin");
    fights(t, "boarding-blue-white");
    does(t, "engage blue", "");
    does(t, "roll", "S N");
    does(t, "roll", "N");
    assert_won(t, 1);
    assert_coins(t, 14, 0); /* the four coins moved, the rest is the bank's */
}

static void four_coins_may_ruin(void **state)
{
    RULES("9.8 P50");
    struct table *t = two_at_sea(*state, "");
    coins(t, 8, 4);
    crew(t, "blue", "sailor-sabre");
    crew(t, "white", "- twin");
    fights(t, "boarding-blue-white");
    does(t, "engage blue", "");
    does(t, "roll", "S N");
    does(t, "roll", "N");
    assert_won(t, 1); /* although green floats */
    assert_coins(t, 12, 0);
    assert_crew(t, "green", "");
}

static void a_boat_sunk_by_a_shot_costs_four_coins(void **state)
{
    RULES("9.8 8.9 P50 P64");
    struct table *t = two_at_sea(*state, "level=3");
    crew(t, "blue", "marksman");
    crew(t, "white", "- warrior");
    fights(t, "boarding-blue-white");
    does(t, "engage blue", "");
    does(t, "yes", "S");
    assert_coins(t, 17, 7);
    t = two_at_sea(*state, "level=3"); /* a shot each: nobody is ahead */
    crew(t, "blue", "- marksman");
    crew(t, "white", "pistol warrior");
    fights(t, "boarding-blue-white");
    does(t, "engage blue", "");
    does(t, "yes", "S");
    does(t, "shoot white 3", "");
    asks(t, 1, "pd.ask.shot");
    does(t, "yes", "S");
    assert_coins(t, 8, 16);
    assert_next(t, 1);
}

static void both_boats_sink(void **state)
{
    RULES("6.5 6.8 P49 P27");
    struct table *t = two_at_sea(*state, "");
    crew(t, "blue", "- twin");
    crew(t, "white", "- twin");
    fights(t, "boarding-blue-white");
    does(t, "engage blue", "");
    does(t, "roll", "S");
    does(t, "roll", "S");
    assert_coins(t, 12, 12); /* four each way */
    assert_int_equal(state_of(t)->afloat, 0xA);
    t = two_at_sea(*state, ""); /* the defender's last one: nobody takes the attacker's coins */
    lay_wreck(t, "green");
    coins(t, 9, 6);
    crew(t, "blue", "- twin");
    crew(t, "white", "- twin");
    fights(t, "boarding-blue-white");
    does(t, "engage blue", "");
    does(t, "roll", "S");
    does(t, "roll", "S");
    assert_won(t, 1);
    assert_coins(t, 13, 0);
    t = two_at_sea(*state, ""); /* nor do they ruin a player with a boat */
    lay_wreck(t, "green");
    coins(t, 1, 2);
    crew(t, "blue", "- twin");
    crew(t, "white", "- twin");
    fights(t, "boarding-blue-white");
    does(t, "engage blue", "");
    does(t, "roll", "S");
    does(t, "roll", "S");
    assert_won(t, 1);
    assert_coins(t, 3, 0);
    t = two_at_sea(*state, ""); /* both the last ones */
    lay_wreck(t, "green");
    lay_wreck(t, "red");
    coins(t, 6, 7);
    crew(t, "blue", "- twin");
    crew(t, "white", "- twin");
    fights(t, "boarding-blue-white");
    does(t, "roll", "S");
    does(t, "roll", "S");
    assert_won(t, 2);
}

static void twenty_coins_win(void **state)
{
    RULES("9.9 1.2 P44");
    struct table *t = two_at_sea(*state, "");
    coins(t, 18, 12);
    fights(t, "capture");
    assert_next(t, 1);
    coins(t, 12, 19);
    does(t, "recruit", "twin twin");
    does(t, "enlist 2 3", "");
    does(t, "put 2 white", "");
    does(t, "put 3 white", "");
    fights(t, "capture");
    assert_won(t, 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(two_boats_and_twelve_coins_each),
        TEST(seven_pirates_are_drafted),
        TEST(two_recruits_on_either_boat),
        TEST(nothing_is_replaced_until_both_boats_are_full),
        TEST(a_boat_is_engaged_first),
        TEST(the_only_boat_left_is_engaged),
        TEST(targets_for_two),
        TEST(engaging_is_asked_only_if_there_can_be_a_duel),
        TEST(only_engaged_boats_fight_with_their_skills),
        TEST(other_skills_work_from_any_boat),
        TEST(a_sunk_boat_costs_four_coins),
        TEST(the_last_boat_sunk_is_defeat),
        TEST(four_coins_may_ruin),
        TEST(a_boat_sunk_by_a_shot_costs_four_coins),
        TEST(both_boats_sink),
        TEST(twenty_coins_win),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
