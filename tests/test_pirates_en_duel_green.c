/* Level 3 of Pirates en Duel: the nine green skills, used, refused, failed and combined. */
#define DUEL_LEVEL "level=3"
#include "pirates_en_duel_table.h"

/* ---- warriors and shipwrights ---- */

static void each_warrior_adds_a_skull(void **state)
{
    RULES("8.1 7.1 P28");
    struct table *t = cannonade(*state, "warrior warrior", "sailor-cannon twin twin");
    does(t, "roll", "N");
    does(t, "roll", "N N");
    assert_heard(t, "pd.say.roll who=2",
                 "pd.say.blue-rolled who=2 dice=pd.face.blank,pd.face.blank",
                 "pd.say.blue-roll who=1 other=2 theirs=pd.face.blank,pd.face.blank",
                 "pd.say.sums who=1 skulls=2 boats=0", "pd.say.sums who=2 skulls=0 boats=0",
                 "pd.say.losses who=1 other=2 n=2");
    asks(t, 0, "pd.ask.lose");
}

static void each_shipwright_adds_a_boat(void **state)
{
    RULES("8.2");
    struct table *t = boarding(*state, "sailor-sabre sailor-sabre", "shipwright shipwright");
    does(t, "roll", "S S S");
    does(t, "roll", "N");
    assert_int_equal(state_of(t)->losses[FL_DEFENDER], 1);
}

static void bonuses_count_without_dice(void **state)
{
    RULES("5.3 8.1 8.2 P13");
    struct table *t = cannonade(*state, "- warrior warrior", "- shipwright sailor-sabre");
    asks(t, 0, "pd.ask.lose"); /* 2 - 1, and no die was thrown */
    t = cannonade(*state, "- warrior", "- shipwright");
    assert_next(t, 1);
    assert_crew(t, "red", "shipwright");
}

/* ---- brothers of the coast ---- */

static void a_brother_changes_the_type(void **state)
{
    RULES("8.3 P39");
    struct table *t = boarding(*state, "brother-cannon sailor-cannon", "");
    asks(t, 0, "pd.ask.brother");
    assert_asked(t, "pd.ask.brother who=1 type=pd.type.boarding");
    refuses(t, "roll", "8.3");
    does(t, "yes", "");
    assert_heard(t, "pd.say.brother-yes who=1", "pd.say.type who=1 type=pd.type.cannonade",
                 "pd.say.strength who=1 other=2 red=pd.die,pd.die,pd.die blue=1");
    t = cannonade(*state, "brother-sabre", "");
    does(t, "yes", "");
    assert_int_equal(state_of(t)->type, FL_BOARDING);
    assert_int_equal(state_of(t)->dice[FL_ATTACKER], 2);
}

static void a_brother_may_be_refused(void **state)
{
    RULES("8.3");
    struct table *t = boarding(*state, "brother-cannon", "");
    does(t, "no", "");
    assert_int_equal(state_of(t)->type, FL_BOARDING);
    asks(t, 0, "pd.ask.roll");
}

static void two_changes_cancel_out(void **state)
{
    RULES("8.3 10.1 P39");
    struct table *t = boarding(*state, "brother-cannon", "brother-sabre");
    does(t, "yes", "");
    asks(t, 1, "pd.ask.brother");
    does(t, "yes", "");
    assert_int_equal(state_of(t)->type, FL_BOARDING);
    asks(t, 0, "pd.ask.roll"); /* once each */
    t = boarding(*state, "", "brother-sabre");
    asks(t, 1, "pd.ask.brother"); /* the defender alone has one */
    does(t, "yes", "");
    assert_int_equal(state_of(t)->type, FL_CANNONADE);
}

static void two_brothers_in_one_crew_are_one(void **state)
{
    RULES("7.1 P28");
    struct table *t = boarding(*state, "brother-cannon brother-sabre", "");
    does(t, "yes", "");
    asks(t, 0, "pd.ask.roll");
}

static void brothers_come_before_helms_and_shots(void **state)
{
    RULES("8.3 8.8 10.1");
    struct table *t = boarding(*state, "brother-sabre helm-sabre carriage", "twin");
    does(t, "yes", "");
    asks(t, 0, "pd.ask.helm");
    does(t, "no", "");
    asks(t, 0, "pd.ask.shot"); /* the gun carriage, in what is now a cannonade */
}

/* ---- the recruiting sergeant ---- */

static struct table *red_recruits(void *table, const char *red)
{
    struct table *t = at_sea(table, 3, DUEL_LEVEL);
    fights(t, "fishing");
    crew(t, "red", red);
    return t;
}

static void a_sergeant_recruits_up_to_three(void **state)
{
    RULES("8.4 3.6 P35 P56");
    struct table *t = red_recruits(*state, "sergeant");
    does(t, "recruit", "twin pistol marksman");
    assert_row(t, "sailor-cannon twin pistol marksman");
    asks(t, 1, "pd.ask.take-three");
    allows(t, "enlist");
    allows(t, "enlist 2");
    allows(t, "enlist 1 4");
    allows(t, "enlist 1 3 4");
    refuses(t, "enlist 1 2 3 4", "8.4");
    does(t, "enlist 2 3 4", "");
    assert_crew(t, "red", "captain sergeant twin pistol marksman");
    assert_row(t, "sailor-cannon");
}

static void a_sergeant_who_takes_fewer_chooses_what_stays(void **state)
{
    RULES("8.4 3.6 P35 P56");
    struct table *t = red_recruits(*state, "sergeant");
    does(t, "recruit", "twin pistol marksman");
    does(t, "enlist 3", "");
    asks(t, 1, "pd.ask.keep");
    assert_offers(t, "keep 1, keep 2, keep 4");
    refuses(t, "keep 3", "8.4");
    does(t, "keep 4", "");
    assert_crew(t, "red", "captain sergeant pistol");
    assert_row(t, "marksman");
    assert_discards(t, "sailor-cannon twin");
    t = red_recruits(*state, "sergeant");
    does(t, "recruit", "twin pistol marksman");
    does(t, "enlist", "");
    assert_heard(t, "pd.say.take-none who=2");
    does(t, "keep 1", "");
    assert_heard(t, "pd.say.keep who=2 card=pd.pirate.sailor-cannon");
    assert_crew(t, "red", "captain sergeant");
    asks(t, 1, "pd.ask.fight");
}

static void a_sergeant_recruited_now_works_next_turn(void **state)
{
    RULES("3.6 P56");
    struct table *t = red_recruits(*state, "");
    does(t, "recruit", "sergeant pistol");
    assert_offers(t, "enlist 1 2, enlist 1 3, enlist 2 3");
    t = red_recruits(*state, "sergeant twin pistol marksman carriage");
    does(t, "recruit", "helm-sabre medic-sabre lookout-sabre");
    does(t, "enlist 2 3 4", "");
    does(t, "replace red 2", ""); /* the sergeant leaves: three were taken all the same */
    does(t, "replace red 3", "");
    does(t, "discard", "");
    assert_row(t, "sailor-cannon");
}

static void a_sergeant_with_few_places_says_who_goes_first(void **state)
{
    RULES("3.4 8.4 P68");
    struct table *t = red_recruits(*state, "sergeant pistol marksman");
    does(t, "recruit", "twin warrior carriage");
    does(t, "enlist 2 3 4", "");
    assert_offers(t, "put 2 red, put 3 red, put 4 red");
    does(t, "put 4 red", "");
    assert_offers(t, "put 2 red, put 3 red");
    does(t, "put 3 red", "");
    asks(t, 1, "pd.ask.replace");
    assert_crew(t, "red", "captain sergeant pistol marksman carriage warrior");
}

static void taverns_impose_on_a_sergeant(void **state)
{
    RULES("3.6 7.9 P56");
    struct table *t = red_recruits(*state, "sergeant");
    crew(t, "blue", "tavern-sabre");
    crew(t, "white", "tavern-cannon");
    does(t, "recruit", "twin pistol marksman");
    does(t, "yes", "S");
    does(t, "impose 1", "");
    does(t, "yes", "S");
    does(t, "impose 2", "");
    assert_offers(t, "enlist 1 2, enlist 1 2 3, enlist 1 2 4");
    refuses(t, "enlist 1 3 4", "7.9");
    refuses(t, "enlist", "7.9");
}

static void with_one_place_imposed_pirates_go_before_others(void **state)
{
    RULES("3.7 P55");
    struct table *t = red_recruits(*state, "sergeant pistol marksman carriage");
    crew(t, "blue", "tavern-sabre");
    crew(t, "white", "tavern-cannon");
    does(t, "recruit", "twin warrior shipwright");
    does(t, "yes", "S");
    does(t, "impose 2", "");
    does(t, "yes", "S");
    does(t, "impose 3", "");
    does(t, "enlist 2 3 4", "");
    assert_offers(t, "put 2 red, put 3 red");
    refuses(t, "put 4 red", "3.7");
    does(t, "put 3 red", "");
    asks(t, 1, "pd.ask.replace");
}

/* ---- the dinghy ---- */

static void a_dinghy_exchanges_two_pirates(void **state)
{
    RULES("8.5 8.6 P36 P59");
    struct table *t = blue_meets_red(*state, "dinghy-sabre sailor-sabre", "twin warrior");
    asks(t, 0, "pd.ask.swap");
    assert_offers(t, "fight, swap blue 2 red 2, swap blue 2 red 3, swap blue 3 red 2, "
                     "swap blue 3 red 3");
    refuses(t, "swap blue 1 red 2", "8.5");
    refuses(t, "swap blue 2 red 1", "8.5");
    refuses(t, "swap red 2 blue 2", "8.5");
    refuses(t, "swap blue 2 blue 3", "8.5");
    refuses(t, "no", "4.1");
    does(t, "swap blue 3 red 3", "");
    assert_heard(t, "pd.say.swap who=1 card=pd.pirate.sailor-sabre boat=pd.colour.blue "
                    "theirs=pd.pirate.warrior target=pd.colour.red");
    assert_crew(t, "blue", "captain dinghy-sabre warrior");
    assert_crew(t, "red", "captain twin sailor-sabre");
    asks(t, 0, "pd.ask.fight");
    refuses(t, "swap blue 2 red 2", "8.6");
}

static void a_dinghy_may_be_left_alone(void **state)
{
    RULES("8.5");
    struct table *t = blue_meets_red(*state, "dinghy-sabre", "twin");
    fights(t, "fishing");
    assert_next(t, 1);
    t = blue_meets_red(*state, "twin", "dinghy-sabre");
    refuses(t, "swap blue 2 red 2", "8.5"); /* it takes one's own dinghy */
    assert_offers(t, "fight");
}

static void the_boatman_himself_may_be_given_away(void **state)
{
    RULES("8.5 8.6 P36 P59");
    struct table *t = blue_meets_red(*state, "dinghy-sabre sailor-sabre", "dinghy-cannon twin");
    does(t, "swap blue 2 red 2", "");
    assert_crew(t, "blue", "captain dinghy-cannon sailor-sabre");
    assert_offers(t, "fight"); /* the one just got does not work this turn */
}

static void a_boatman_recruited_now_can_be_used(void **state)
{
    RULES("8.6 P59");
    struct table *t = red_recruits(*state, "");
    crew(t, "blue", "warrior");
    does(t, "recruit", "dinghy-sabre twin");
    does(t, "enlist 2 3", "");
    asks(t, 1, "pd.ask.swap");
    does(t, "swap red 3 blue 2", "");
    assert_crew(t, "red", "captain dinghy-sabre warrior");
}

static void exchanged_cards_work_at_once(void **state)
{
    RULES("8.5 P36");
    struct table *t = blue_meets_red(*state, "dinghy-sabre sailor-sabre", "helm-sabre");
    does(t, "swap blue 3 red 2", "");
    fights(t, "boarding-blue-red");
    asks(t, 0, "pd.ask.helm");
}

static void a_dinghy_with_nobody_to_exchange_is_no_choice(void **state)
{
    RULES("7.2 8.5");
    struct table *t = blue_meets_red(*state, "dinghy-sabre", "");
    assert_offers(t, "fight");
    asks(t, 0, "pd.ask.fight");
    refuses(t, "swap blue 2 red 1", "8.5");
}

/* ---- twins ---- */

static void twins_together_throw_two_dice_each(void **state)
{
    RULES("8.7 P37");
    struct table *t = boarding(*state, "twin twin", "");
    assert_int_equal(state_of(t)->dice[FL_ATTACKER], 5);
    t = cannonade(*state, "twin twin", "");
    assert_int_equal(state_of(t)->dice[FL_ATTACKER], 1);
    t = boarding(*state, "twin", "twin");
    assert_int_equal(state_of(t)->dice[FL_ATTACKER], 2); /* apart */
    assert_int_equal(state_of(t)->dice[FL_DEFENDER], 2);
    t = boarding(*state, "twin twin sailor-sabre sailor-sabre", "");
    assert_int_equal(state_of(t)->dice[FL_ATTACKER], 6);
}

static void twins_fall_together_for_two_losses(void **state)
{
    RULES("8.7 5.9 P37 P47");
    struct table *t = boarding(*state, "sailor-sabre sailor-sabre", "twin twin sailor-cannon");
    does(t, "roll", "S S N");
    does(t, "roll", "N N N N N");
    assert_offers(t, "lose red 1, lose red 2, lose red 3, lose red 4");
    does(t, "lose red 3", "");
    assert_heard(t, "pd.say.lose who=1 card=pd.pirate.twin other=2",
                 "pd.say.twins-fall who=1 other=2", "pd.say.wins-duel who=1",
                 "pd.say.takes who=1 other=2 n=1 total=7");
    assert_crew(t, "red", "captain sailor-cannon");
    assert_discards(t, "twin twin");
}

static void one_loss_does_not_touch_twins(void **state)
{
    RULES("8.7 8.11 P37 P63");
    struct table *t =
        boarding(*state, "sailor-sabre sailor-sabre", "- twin twin sailor-cannon sailor-cannon");
    does(t, "roll", "S N N");
    does(t, "roll", "N N N N");
    assert_offers(t, "lose red 3, lose red 4");
    refuses(t, "lose red 1", "8.7");
    t = boarding(*state, "sailor-sabre", "- twin twin");
    does(t, "roll", "S N");
    does(t, "roll", "N N N N");
    assert_crew(t, "red", "twin twin");
    assert_coins(t, 6, 6, 6);
}

static void a_pirate_may_fall_instead_and_a_loss_be_wasted(void **state)
{
    RULES("5.9 P47");
    struct table *t = boarding(*state, "sailor-sabre", "- twin twin sailor-cannon");
    does(t, "roll", "S S");
    does(t, "roll", "N N N N");
    does(t, "lose red 3", "");
    assert_crew(t, "red", "twin twin");
    assert_coins(t, 7, 5, 6);
}

static void twins_alone_are_one_choice(void **state)
{
    RULES("5.8 8.7");
    struct table *t = boarding(*state, "sailor-sabre sailor-sabre", "- twin twin sailor-cannon");
    does(t, "roll", "S S S");
    does(t, "roll", "N N N N");
    assert_crew(t, "red", ""); /* three losses for three */
    t = boarding(*state, "sailor-sabre sailor-sabre", "twin twin");
    does(t, "roll", "S S S");
    does(t, "roll", "N N N N N");
    does(t, "lose red 1", "");
    assert_crew(t, "red", "twin twin"); /* one is left and fits nobody */
    t = boarding(*state, "sailor-sabre sailor-sabre sailor-sabre", "twin twin sailor-cannon");
    does(t, "roll", "S S S S");
    does(t, "roll", "N N N N N");
    does(t, "lose red 4", "");
    assert_offers(t, "lose red 1, lose red 2, lose red 3");
    does(t, "lose red 2", "");
    assert_crew(t, "red", "captain");
}

static void twins_left_over_go_by_themselves(void **state)
{
    RULES("5.8 8.7 P69");
    struct table *t =
        boarding(*state, "sailor-sabre sailor-sabre sailor-sabre sailor-sabre", "twin twin");
    does(t, "roll", "S S S N N");
    does(t, "roll", "N N N N N");
    does(t, "lose red 2", "");
    assert_crew(t, "red", "captain");
    t = boarding(*state, "sailor-sabre sailor-sabre sailor-sabre sailor-sabre",
                 "- twin twin warrior warrior");
    does(t, "roll", "S S S N N");
    does(t, "roll", "N N N N N N");
    does(t, "lose red 3", ""); /* two left: the twins, or the other warrior and one wasted */
    assert_offers(t, "lose red 1, lose red 2, lose red 4");
}

static void below_level_three_twins_are_sailors(void **state)
{
    RULES("1.8 8.7");
    struct table *t = at_sea(*state, 3, "level=2");
    crew(t, "blue", "sailor-sabre");
    crew(t, "red", "- twin twin");
    fights(t, "boarding-blue-red");
    does(t, "roll", "S N");
    does(t, "roll", "N N");
    assert_offers(t, "lose red 1, lose red 2");
}

static void twins_can_be_parted(void **state)
{
    RULES("8.7 P37");
    struct table *t = blue_meets_red(*state, "dinghy-sabre", "twin twin");
    does(t, "swap blue 2 red 2", "");
    fights(t, "boarding-blue-red");
    assert_int_equal(state_of(t)->dice[FL_ATTACKER], 2);
    assert_int_equal(state_of(t)->dice[FL_DEFENDER], 3);
    t = red_recruits(*state, "twin twin pistol marksman carriage");
    does(t, "recruit", "warrior warrior");
    does(t, "enlist 2 3", "");
    does(t, "replace red 2", "");
    assert_crew(t, "red", "captain warrior twin pistol marksman carriage");
}

static void of_lost_twins_one_may_be_saved(void **state)
{
    RULES("7.6 P62");
    struct table *t = boarding(*state, "sailor-sabre", "twin twin medic-cannon");
    does(t, "roll", "S S");
    does(t, "roll", "N N N N N");
    does(t, "lose red 2", "");
    assert_offers(t, "no, save red 2, save red 3");
    does(t, "save red 3", "B");
    assert_crew(t, "red", "captain twin medic-cannon");
    assert_discards(t, "twin");
    assert_coins(t, 7, 5, 6);
}

/* ---- shots ---- */

static void a_sharpshooter_shoots_before_force_is_counted(void **state)
{
    RULES("8.8 5.12 P38 P19");
    struct table *t = boarding(*state, "marksman", "sailor-sabre sailor-cannon");
    asks(t, 0, "pd.ask.shot");
    refuses(t, "roll", "8.8");
    refuses(t, "shoot red 2", "8.8");
    does(t, "yes", "S");
    asks(t, 0, "pd.ask.shoot");
    assert_offers(t, "shoot red 2, shoot red 3");
    refuses(t, "shoot red 1", "8.8");
    refuses(t, "shoot red 4", "8.8");
    refuses(t, "shoot blue 2", "8.8");
    refuses(t, "no", "8.8");
    does(t, "shoot red 2", "");
    assert_heard(t, "pd.say.shoot who=1 card=pd.pirate.sailor-sabre other=2",
                 "pd.say.strength who=1 other=2 red=pd.die blue=1");
    assert_discards(t, "sailor-sabre");
    does(t, "roll", "N");
    does(t, "roll", "N");
    assert_coins(t, 7, 5, 6); /* the shot counts as a loss */
}

static void a_shot_throws_a_red_die_and_may_miss(void **state)
{
    RULES("8.8");
    struct table *t = boarding(*state, "marksman", "sailor-sabre sailor-cannon");
    struct fl_moves list;
    table_does(t, "yes");
    fl_list(t->match.game, &t->match.state, FL_CHANCE, &list);
    assert_int_equal(list.at[FL_DIE_SKULL].weight, 4);
    comes(t, "B");
    assert_heard(t, "pd.say.shot-yes who=1", "pd.say.single-die who=1 die=pd.face.boat",
                 "pd.say.shot-misses who=1 n=1", "pd.say.strength who=1 other=2 red=pd.die blue=2");
}

static void a_shot_may_be_refused(void **state)
{
    RULES("8.8 8.10 P72");
    struct table *t = boarding(*state, "marksman pistol", "sailor-sabre sailor-cannon");
    assert_asked(t, "pd.ask.shot who=1 n=2");
    does(t, "no", "");
    asks(t, 0, "pd.ask.roll");
}

static void pistols_board_and_carriages_bombard(void **state)
{
    RULES("8.8 P38");
    struct table *t = boarding(*state, "pistol carriage", "twin");
    assert_asked(t, "pd.ask.shot who=1 n=1");
    t = cannonade(*state, "pistol carriage", "twin");
    assert_asked(t, "pd.ask.shot who=1 n=1");
    t = boarding(*state, "carriage", "twin");
    asks(t, 0, "pd.ask.roll");
    t = cannonade(*state, "pistol", "twin");
    asks(t, 0, "pd.ask.roll");
    t = boarding(*state, "marksman pistol", "twin");
    assert_asked(t, "pd.ask.shot who=1 n=2");
}

static void several_shots_one_after_another(void **state)
{
    RULES("8.9 P64");
    struct table *t =
        boarding(*state, "marksman pistol", "sailor-sabre sailor-cannon sailor-cannon");
    does(t, "yes", "S");
    does(t, "shoot red 2", "");
    assert_asked(t, "pd.ask.shot who=1 n=1");
    does(t, "yes", "S");
    assert_offers(t, "shoot red 3, shoot red 4");
    does(t, "shoot red 4", "");
    assert_crew(t, "red", "captain sailor-cannon");
    asks(t, 0, "pd.ask.roll");
}

static void who_was_shot_does_not_shoot_back(void **state)
{
    RULES("8.8 8.9 10.1 P38");
    struct table *t = boarding(*state, "marksman sailor-sabre", "pistol sailor-cannon");
    does(t, "yes", "S");
    does(t, "shoot red 2", "");
    asks(t, 0, "pd.ask.roll");
    t = boarding(*state, "marksman sailor-sabre", "pistol sailor-cannon");
    does(t, "yes", "N");
    asks(t, 1, "pd.ask.shot");
    does(t, "yes", "S");
    assert_offers(t, "shoot blue 2, shoot blue 3");
}

static void a_captain_alone_is_not_shot_at(void **state)
{
    RULES("8.8 7.2 P38");
    struct table *t = boarding(*state, "marksman", "");
    asks(t, 0, "pd.ask.roll");
    t = boarding(*state, "marksman pistol", "warrior");
    does(t, "yes", "S"); /* the only one there is */
    assert_heard(t, "pd.say.shot-yes who=1", "pd.say.single-die who=1 die=pd.face.skull",
                 "pd.say.shot-hits who=1 n=1", "pd.say.shoot who=1 card=pd.pirate.warrior other=2",
                 "pd.say.strength who=1 other=2 red=pd.die,pd.die blue=1");
    asks(t, 0, "pd.ask.roll");
}

static void twins_together_cannot_be_shot(void **state)
{
    RULES("8.11 P63");
    struct table *t = boarding(*state, "marksman", "- twin twin");
    asks(t, 0, "pd.ask.roll");
    t = boarding(*state, "marksman", "twin twin warrior warrior");
    does(t, "yes", "S");
    assert_offers(t, "shoot red 4, shoot red 5");
    refuses(t, "shoot red 2", "8.11");
    t = boarding(*state, "marksman", "twin sailor-cannon"); /* one alone can */
    does(t, "yes", "S");
    allows(t, "shoot red 2");
}

static void a_shot_and_a_loss_do_not_take_twins(void **state)
{
    RULES("8.11 P63");
    struct table *t = boarding(*state, "marksman sailor-sabre", "- twin twin warrior");
    does(t, "yes", "S");
    assert_crew(t, "red", "twin twin");
    does(t, "roll", "S N");
    does(t, "roll", "N N N N");
    assert_crew(t, "red", "twin twin");
    assert_coins(t, 7, 5, 6);
}

static void a_shot_may_sink_a_boat(void **state)
{
    RULES("8.8 6.1 P38");
    struct table *t = boarding(*state, "marksman", "- warrior");
    does(t, "yes", "S");
    assert_heard(t, "pd.say.shot-yes who=1", "pd.say.single-die who=1 die=pd.face.skull",
                 "pd.say.shot-hits who=1 n=1", "pd.say.shoot who=1 card=pd.pirate.warrior other=2",
                 "pd.say.sunk who=1 other=2 boat=pd.colour.red",
                 "pd.say.takes who=1 other=2 n=6 total=12", "pd.say.out who=1 other=2");
    assert_next(t, 2);
    assert_coins(t, 12, 0, 6);
}

static void a_shot_may_sink_the_attacker(void **state)
{
    RULES("8.9 P64");
    struct table *t = boarding(*state, "- sailor-sabre", "marksman");
    asks(t, 1, "pd.ask.shot");
    does(t, "yes", "S");
    assert_coins(t, 0, 12, 6);
    assert_next(t, 1);
}

static void who_was_shot_has_no_effect(void **state)
{
    RULES("8.9 P64");
    struct table *t = boarding(*state, "marksman", "warrior");
    does(t, "yes", "S");
    does(t, "roll", "N");
    does(t, "roll", "N");
    assert_crew(t, "blue", "captain marksman");
    t = boarding(*state, "marksman sailor-sabre", "shipwright sailor-cannon");
    does(t, "yes", "S");
    does(t, "shoot red 2", "");
    does(t, "roll", "S N");
    does(t, "roll", "N");
    assert_crew(t, "red", "captain");
    t = boarding(*state, "marksman", "monkey-sabre");
    does(t, "yes", "S");
    does(t, "roll", "N");
    does(t, "roll", "B");
    assert_next(t, 1); /* no curse */
    t = boarding(*state, "marksman", "parrot-sabre");
    does(t, "yes", "S");
    does(t, "roll", "N");
    does(t, "roll", "B");
    assert_next(t, 1); /* no parrot */
}

static void a_surgeon_who_was_shot_still_tries(void **state)
{
    RULES("7.6 P62");
    struct table *t = boarding(*state, "marksman sailor-sabre", "medic-cannon warrior");
    does(t, "yes", "S");
    does(t, "shoot red 2", "");
    does(t, "roll", "S N");
    does(t, "roll", "N N");
    /* the fallen warrior's skull cost blue one pirate */
    does(t, "lose blue 2", "");
    asks(t, 1, "pd.ask.save");
    assert_offers(t, "no, save red 3"); /* not the one who was shot */
    refuses(t, "save red 2", "7.5");
    does(t, "save red 3", "B");
    assert_crew(t, "red", "captain warrior");
}

static void helms_come_before_shots(void **state)
{
    RULES("7.8 10.1 P60");
    struct table *t = boarding(*state, "marksman", "helm-sabre sailor-sabre");
    asks(t, 1, "pd.ask.helm");
    does(t, "yes", "N");
    asks(t, 0, "pd.ask.shot");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(each_warrior_adds_a_skull),
        TEST(each_shipwright_adds_a_boat),
        TEST(bonuses_count_without_dice),
        TEST(a_brother_changes_the_type),
        TEST(a_brother_may_be_refused),
        TEST(two_changes_cancel_out),
        TEST(two_brothers_in_one_crew_are_one),
        TEST(brothers_come_before_helms_and_shots),
        TEST(a_sergeant_recruits_up_to_three),
        TEST(a_sergeant_who_takes_fewer_chooses_what_stays),
        TEST(a_sergeant_recruited_now_works_next_turn),
        TEST(a_sergeant_with_few_places_says_who_goes_first),
        TEST(taverns_impose_on_a_sergeant),
        TEST(with_one_place_imposed_pirates_go_before_others),
        TEST(a_dinghy_exchanges_two_pirates),
        TEST(a_dinghy_may_be_left_alone),
        TEST(the_boatman_himself_may_be_given_away),
        TEST(a_boatman_recruited_now_can_be_used),
        TEST(exchanged_cards_work_at_once),
        TEST(a_dinghy_with_nobody_to_exchange_is_no_choice),
        TEST(twins_together_throw_two_dice_each),
        TEST(twins_fall_together_for_two_losses),
        TEST(one_loss_does_not_touch_twins),
        TEST(a_pirate_may_fall_instead_and_a_loss_be_wasted),
        TEST(twins_alone_are_one_choice),
        TEST(twins_left_over_go_by_themselves),
        TEST(below_level_three_twins_are_sailors),
        TEST(twins_can_be_parted),
        TEST(of_lost_twins_one_may_be_saved),
        TEST(a_sharpshooter_shoots_before_force_is_counted),
        TEST(a_shot_throws_a_red_die_and_may_miss),
        TEST(a_shot_may_be_refused),
        TEST(pistols_board_and_carriages_bombard),
        TEST(several_shots_one_after_another),
        TEST(who_was_shot_does_not_shoot_back),
        TEST(a_captain_alone_is_not_shot_at),
        TEST(twins_together_cannot_be_shot),
        TEST(a_shot_and_a_loss_do_not_take_twins),
        TEST(a_shot_may_sink_a_boat),
        TEST(a_shot_may_sink_the_attacker),
        TEST(who_was_shot_has_no_effect),
        TEST(a_surgeon_who_was_shot_still_tries),
        TEST(helms_come_before_shots),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
