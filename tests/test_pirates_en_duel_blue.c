/* Level 2 of Pirates en Duel: the six blue skills, used, refused, failed and combined. */
#define DUEL_LEVEL "level=2"
#include "pirates_en_duel_table.h"

/* ---- lookout ---- */

static void a_lookout_makes_the_card_black(void **state)
{
    RULES("7.3 P30");
    struct table *t = at_sea(*state, 4, "level=2");
    crew(t, "blue", "lookout-sabre");
    fights(t, "cannonade-blue-green");
    asks(t, 0, "pd.ask.lookout");
    refuses(t, "attack green", "7.3");
    does(t, "yes", "");
    assert_offers(t, "attack red, attack white, attack green");
    does(t, "attack red", "");
    assert_heard(t, "pd.say.attack who=1 boat=pd.colour.red other=2",
                 "pd.say.duel-lookout who=1 other=2 card=pd.combat.cannonade-blue-green "
                 "target=pd.colour.red stake=pd.coin,pd.coin",
                 "pd.say.strength who=1 other=2 red=pd.die blue=1");
}

static void a_lookout_may_be_refused(void **state)
{
    RULES("7.3");
    struct table *t = at_sea(*state, 4, "level=2");
    crew(t, "blue", "lookout-cannon");
    fights(t, "cannonade-red-white");
    asks(t, 0, "pd.ask.lookout");
    does(t, "no", "");
    assert_offers(t, "attack red, attack white");
}

static void a_lookout_is_asked_only_where_it_matters(void **state)
{
    RULES("7.2 7.3 P65");
    struct table *t = boarding(*state, "lookout-sabre", "");
    asks(t, 0, "pd.ask.lookout");
    t = blue_meets_red(*state, "lookout-sabre", "");
    fights(t, "boarding-black");
    asks(t, 0, "pd.ask.attack");
    t = blue_meets_red(*state, "lookout-sabre", "");
    fights(t, "boarding-red-white"); /* names everybody there is */
    asks(t, 0, "pd.ask.attack");
    t = boarding(*state, "", "lookout-sabre"); /* the defender's sees nothing */
    asks(t, 0, "pd.ask.roll");
}

static void a_lookout_finds_a_target_where_the_card_has_none(void **state)
{
    RULES("4.7 P54");
    struct table *t = blue_meets_red(*state, "lookout-sabre", "");
    fights(t, "boarding-blue-green");
    asks(t, 0, "pd.ask.lookout");
    does(t, "yes", "");
    assert_offers(t, "attack red, attack white"); /* and no way to avoid it */
    t = blue_meets_red(*state, "lookout-sabre", "");
    fights(t, "boarding-blue-green");
    does(t, "no", "");
    assert_heard(t, "pd.say.lookout-no who=1",
                 "pd.say.no-duel who=1 card=pd.combat.boarding-blue-green");
    assert_next(t, 1);
}

/* ---- helm ---- */

static void a_helm_evades_the_duel(void **state)
{
    RULES("7.4 P29");
    struct table *t = boarding(*state, "helm-sabre", "");
    asks(t, 0, "pd.ask.helm");
    assert_noted(t, "yes", "pd.note.chance n=1 of=2");
    assert_noted(t, "no", "pd.note.odds dice=pd.die,pd.die n=1");
    refuses(t, "roll", "7.4");
    does(t, "yes", "B");
    assert_heard(t, "pd.say.helm-yes who=1", "pd.say.single-die who=1 die=pd.face.boat",
                 "pd.say.evaded who=1 n=1");
    assert_next(t, 1);
    assert_coins(t, 6, 6, 6);
}

static void a_helm_may_fail_or_be_refused(void **state)
{
    RULES("7.4 7.8 P60");
    static const char *const face[] = {"S", "N"};
    for (int i = 0; i < 2; i++) {
        struct table *t = boarding(*state, "helm-sabre", "");
        does(t, "yes", face[i]);
        asks(t, 0, "pd.ask.roll");
    }
    struct table *t = boarding(*state, "helm-sabre helm-cannon", "");
    does(t, "no", ""); /* for both */
    assert_heard(t, "pd.say.helm-no who=1",
                 "pd.say.strength who=1 other=2 red=pd.die,pd.die blue=1");
    asks(t, 0, "pd.ask.roll");
}

static void a_helm_throws_a_blue_die(void **state)
{
    RULES("7.4");
    struct table *t = boarding(*state, "helm-sabre", "");
    struct fl_moves list;
    table_does(t, "yes");
    fl_list(t->match.game, &t->match.state, FL_CHANCE, &list);
    assert_int_equal(list.at[FL_DIE_BOAT].weight, 3);
}

static void each_helm_gives_an_attempt(void **state)
{
    RULES("7.1 7.4 P28 P29");
    struct table *t = boarding(*state, "helm-sabre helm-cannon helm-cannon", "");
    assert_asked(t, "pd.ask.helm who=1 n=3");
    assert_noted(t, "yes", "pd.note.chance-each n=1 of=2");
    does(t, "yes", "N");
    assert_asked(t, "pd.ask.helm who=1 n=2");
    does(t, "yes", "S");
    assert_asked(t, "pd.ask.helm who=1 n=1");
    does(t, "yes", "B");
    assert_next(t, 1);
}

static void both_sides_have_a_helm(void **state)
{
    RULES("7.4 10.1 P29");
    struct table *t = boarding(*state, "helm-sabre", "helm-cannon");
    asks(t, 0, "pd.ask.helm");
    does(t, "yes", "N");
    asks(t, 1, "pd.ask.helm");
    does(t, "yes", "B");
    assert_heard(t, "pd.say.helm-yes who=2", "pd.say.single-die who=2 die=pd.face.boat",
                 "pd.say.evaded who=2 n=1");
    assert_next(t, 1);
    t = boarding(*state, "helm-sabre", "helm-cannon");
    does(t, "no", "");
    asks(t, 1, "pd.ask.helm");
    does(t, "no", "");
    asks(t, 0, "pd.ask.roll");
}

/* ---- red cross ---- */

/* One loss or more for red, with at least two dice; blue rolls three. */
static struct table *losing(void *table, const char *red, const char *skulls, const char *blanks)
{
    struct table *t = boarding(table, "sailor-sabre sailor-sabre", red);
    does(t, "roll", skulls);
    does(t, "roll", blanks);
    return t;
}

static void a_surgeon_saves_a_pirate(void **state)
{
    RULES("7.5 P31");
    struct table *t = losing(*state, "medic-sabre sailor-cannon", "S N N", "N N");
    does(t, "lose red 3", "");
    asks(t, 1, "pd.ask.save");
    assert_offers(t, "no, save red 3");
    refuses(t, "save red 2", "7.5");
    refuses(t, "yes", "7.5");
    refuses(t, "save blue 1", "7.5");
    does(t, "save red 3", "B");
    assert_heard(t, "pd.say.save who=2 card=pd.pirate.sailor-cannon other=2",
                 "pd.say.single-die who=2 die=pd.face.boat",
                 "pd.say.saved who=2 crew=pd.pirate.sailor-cannon", "pd.say.nobody-wins");
    assert_crew(t, "red", "captain medic-sabre sailor-cannon");
    assert_discards(t, "");
    assert_coins(t, 6, 6, 6);
}

static void a_surgeon_may_fail_or_be_refused(void **state)
{
    RULES("7.5 7.7 P71");
    struct table *t = losing(*state, "medic-sabre sailor-cannon", "S N N", "N N");
    does(t, "lose red 3", "");
    does(t, "save red 3", "S");
    assert_crew(t, "red", "captain medic-sabre");
    assert_coins(t, 7, 5, 6);
    t = losing(*state, "medic-sabre medic-cannon sailor-cannon", "S N N", "N N");
    does(t, "lose red 4", "");
    does(t, "no", "");
    assert_next(t, 1); /* the other surgeon is not asked any more */
    assert_coins(t, 7, 5, 6);
}

static void a_surgeon_who_fell_may_save_another(void **state)
{
    RULES("7.5 P31");
    struct table *t = losing(*state, "medic-sabre sailor-cannon", "S S N", "N N");
    does(t, "lose red 2", ""); /* the other goes by itself */
    assert_offers(t, "no, save red 3");
    refuses(t, "save red 2", "7.5");
    does(t, "save red 3", "B");
    assert_crew(t, "red", "captain sailor-cannon");
    assert_coins(t, 7, 5, 6);
}

static void a_surgeon_alone_cannot_save_himself(void **state)
{
    RULES("7.2 7.5");
    struct table *t = losing(*state, "medic-sabre sailor-cannon", "S N N", "N N");
    does(t, "lose red 2", "");
    assert_next(t, 1);
    assert_crew(t, "red", "captain sailor-cannon");
}

static void a_captain_may_be_saved(void **state)
{
    RULES("7.5 5.12 P31");
    struct table *t = losing(*state, "medic-sabre sailor-cannon", "S S N", "N N");
    does(t, "lose red 1", "");
    does(t, "save red 1", "B");
    assert_crew(t, "red", "captain medic-sabre sailor-cannon");
    assert_coins(t, 6, 6, 6); /* two losses are undone */
}

static void two_surgeons_save_each_other(void **state)
{
    RULES("7.6 P62");
    struct table *t = losing(*state, "medic-sabre medic-cannon", "S S N", "N N");
    does(t, "lose red 2", "");
    assert_offers(t, "no, save red 2, save red 3");
    does(t, "save red 2", "B");
    assert_offers(t, "no, save red 3"); /* a saved surgeon has its own attempt */
    does(t, "save red 3", "B");
    assert_crew(t, "red", "captain medic-sabre medic-cannon");
    assert_coins(t, 6, 6, 6);
    t = losing(*state, "medic-sabre medic-cannon", "S S N", "N N");
    does(t, "lose red 2", "");
    does(t, "save red 3", "N"); /* the first has failed; the second cannot save itself */
    assert_offers(t, "no, save red 2");
    does(t, "save red 2", "B");
    assert_crew(t, "red", "captain medic-sabre");
}

static void another_surgeon_may_try_again(void **state)
{
    RULES("7.6 7.1 P62");
    struct table *t =
        losing(*state, "medic-sabre medic-cannon medic-cannon sailor-cannon", "S N N", "N N");
    does(t, "lose red 5", "");
    does(t, "save red 5", "S");
    does(t, "save red 5", "N");
    does(t, "save red 5", "B");
    assert_crew(t, "red", "captain medic-sabre medic-cannon medic-cannon sailor-cannon");
}

static void the_fallen_surgeon_tries_first(void **state)
{
    RULES("7.7 P71");
    static const char *const fallen[] = {"lose red 2", "lose red 3"},
                             *const saved[] = {"save red 2", "save red 3"},
                             *const offered[] = {"no, save red 2, save red 4",
                                                 "no, save red 3, save red 4"};
    for (int i = 0; i < 2; i++) { /* whichever of the two it is */
        struct table *t =
            losing(*state, "medic-sabre medic-cannon sailor-cannon sailor-cannon", "S S N", "N N");
        does(t, fallen[i], "");
        does(t, "lose red 4", "");
        assert_offers(t, offered[i]);
        does(t, "save red 4", "N"); /* by the surgeon who fell */
        assert_offers(t, offered[i]);
        does(t, saved[i], "B");
        assert_next(t, 1); /* the saved surgeon has tried already */
        assert_crew(t, "red", "captain medic-sabre medic-cannon sailor-cannon");
    }
}

static void the_defender_saves_first(void **state)
{
    RULES("7.5 10.1");
    struct table *t = boarding(*state, "medic-cannon sailor-sabre", "medic-sabre sailor-cannon");
    does(t, "roll", "S N");
    does(t, "roll", "S N");
    does(t, "lose red 3", "");
    does(t, "lose blue 3", "");
    asks(t, 1, "pd.ask.save");
    does(t, "save red 3", "B");
    asks(t, 0, "pd.ask.save");
    does(t, "no", "");
    assert_crew(t, "blue", "captain medic-cannon");
    assert_coins(t, 5, 7, 6);
}

static void a_rescue_may_keep_a_boat_afloat(void **state)
{
    RULES("6.4 7.5 P22");
    struct table *t = losing(*state, "medic-sabre", "S S S", "N N");
    assert_offers(t, "no, save red 1");
    does(t, "save red 1", "B");
    assert_crew(t, "red", "captain");
    assert_coins(t, 7, 5, 6);
    t = losing(*state, "medic-sabre", "S S S", "N N");
    does(t, "save red 1", "N");
    assert_coins(t, 12, 0, 6);
}

/* ---- tavern ---- */

/* Red is about to recruit; these are the others. */
static struct table *red_recruits(void *table, const char *blue, const char *white)
{
    struct table *t = at_sea(table, 3, DUEL_LEVEL);
    crew(t, "blue", blue);
    crew(t, "white", white);
    fights(t, "fishing");
    return t;
}

static void a_tavern_imposes_a_recruit(void **state)
{
    RULES("7.9 P32");
    struct table *t = red_recruits(*state, "tavern-sabre", "");
    does(t, "recruit", "twin pistol");
    asks(t, 0, "pd.ask.tavern");
    refuses(t, "enlist 1 2", "7.9");
    refuses(t, "impose 1", "7.9");
    does(t, "yes", "S");
    asks(t, 0, "pd.ask.impose");
    assert_offers(t, "impose 1, impose 2, impose 3");
    refuses(t, "impose 4", "7.10");
    does(t, "impose 1", "");
    assert_heard(t, "pd.say.impose who=1 card=pd.pirate.sailor-cannon other=2");
    asks(t, 1, "pd.ask.take-two");
    assert_offers(t, "enlist 1 2, enlist 1 3");
    refuses(t, "enlist 2 3", "7.9");
    does(t, "enlist 1 3", "");
    assert_crew(t, "red", "captain sailor-cannon pistol");
}

static void a_tavern_may_fail_or_be_refused(void **state)
{
    RULES("7.9");
    static const char *const face[] = {"B", "N"};
    for (int i = 0; i < 2; i++) {
        struct table *t = red_recruits(*state, "tavern-sabre", "");
        does(t, "recruit", "twin pistol");
        does(t, "yes", face[i]);
        assert_string_equal(t->heard.phrase[2].key, "pd.say.tavern-fails");
        assert_offers(t, "enlist 1 2, enlist 1 3, enlist 2 3");
    }
    struct table *t = red_recruits(*state, "tavern-sabre", "");
    does(t, "recruit", "twin pistol");
    does(t, "no", "");
    asks(t, 1, "pd.ask.take-two");
}

static void taverns_are_asked_in_turn(void **state)
{
    RULES("7.9 7.10 P57");
    struct table *t = red_recruits(*state, "tavern-sabre", "tavern-cannon");
    does(t, "recruit", "twin pistol");
    asks(t, 2, "pd.ask.tavern");
    does(t, "yes", "S");
    does(t, "impose 2", "");
    asks(t, 0, "pd.ask.tavern");
    does(t, "yes", "S");
    assert_offers(t, "impose 1, impose 3");
    refuses(t, "impose 2", "7.10");
    does(t, "impose 3", "");
    assert_heard(t, "pd.say.impose who=1 card=pd.pirate.pistol other=2",
                 "pd.say.take who=2 cards=pd.pirate.twin,pd.pirate.pistol");
    asks(t, 1, "pd.ask.fight");
    assert_row(t, "sailor-cannon");
}

static void a_tavern_is_used_once_a_turn_and_not_in_ones_own(void **state)
{
    RULES("7.1 7.9 P28 P32");
    struct table *t = red_recruits(*state, "tavern-sabre tavern-cannon", "");
    does(t, "recruit", "twin pistol");
    does(t, "yes", "N");
    asks(t, 1, "pd.ask.take-two"); /* two taverns in one crew are one */
    does(t, "enlist 1 2", "");
    fights(t, "capture");
    does(t, "recruit", "helm-sabre medic-sabre");
    asks(t, 0, "pd.ask.tavern"); /* in white's turn again */
    does(t, "no", "");
    does(t, "enlist 1 2", "");
    fights(t, "capture");
    does(t, "recruit", "shipwright shipwright");
    asks(t, 0, "pd.ask.take-two");
}

static void at_most_as_many_are_imposed_as_recruited(void **state)
{
    RULES("7.9 P32");
    struct table *t = at_sea(*state, 4, "level=2");
    crew(t, "blue", "tavern-sabre");
    crew(t, "white", "tavern-cannon");
    fights(t, "fishing");
    does(t, "recruit", "twin pistol");
    does(t, "yes", "S");
    does(t, "impose 1", "");
    does(t, "yes", "S");
    does(t, "impose 2", "");
    asks(t, 1, "pd.ask.fight");
}

static void imposed_pirates_are_placed_first(void **state)
{
    RULES("3.7 7.9 P55 P32");
    struct table *t = red_recruits(*state, "tavern-sabre", "");
    crew(t, "red", "sailor-sabre sailor-sabre sailor-sabre sailor-sabre");
    does(t, "recruit", "twin pistol");
    does(t, "yes", "S");
    does(t, "impose 3", "");
    does(t, "enlist 2 3", ""); /* the pistol takes the last place by itself */
    assert_heard(t, "pd.say.take who=2 cards=pd.pirate.twin,pd.pirate.pistol");
    assert_crew(t, "red", "captain sailor-sabre sailor-sabre sailor-sabre sailor-sabre pistol");
    asks(t, 1, "pd.ask.replace");
    refuses(t, "replace red 6", "3.7");
    does(t, "replace red 2", "");
    assert_crew(t, "red", "captain twin sailor-sabre sailor-sabre sailor-sabre pistol");
}

static void an_imposed_pirate_may_be_discarded_by_a_full_crew(void **state)
{
    RULES("7.9 P32");
    struct table *t = red_recruits(*state, "tavern-sabre", "");
    crew(t, "red", "sailor-sabre sailor-sabre sailor-sabre sailor-sabre medic-sabre");
    does(t, "recruit", "twin pistol");
    does(t, "yes", "S");
    does(t, "impose 3", "");
    does(t, "enlist 2 3", "");
    assert_asked(t, "pd.ask.replace who=2 card=pd.pirate.pistol");
    does(t, "discard", "");
    assert_asked(t, "pd.ask.replace who=2 card=pd.pirate.twin");
}

/* ---- parrot ---- */

static void a_parrot_throws_a_die_again(void **state)
{
    RULES("7.11 P33");
    struct table *t = boarding(*state, "parrot-sabre", "");
    does(t, "roll", "S N");
    does(t, "roll", "N");
    asks(t, 0, "pd.ask.parrot");
    assert_offers(t, "no, reroll 1, reroll 2");
    refuses(t, "reroll 3", "7.11");
    refuses(t, "yes", "7.11");
    does(t, "reroll 2", "S");
    assert_heard(t, "pd.say.reroll who=1 die=pd.face.blank number=2",
                 "pd.say.red-rolled who=1 dice=pd.face.skull",
                 "pd.say.parrot who=1 before=pd.face.blank after=pd.face.skull",
                 "pd.say.sums who=1 skulls=2 boats=0", "pd.say.sums who=2 skulls=0 boats=0",
                 "pd.say.losses who=1 other=2 n=2", "pd.say.all-fall who=1 other=2",
                 "pd.say.sunk who=1 other=2 boat=pd.colour.red",
                 "pd.say.takes who=1 other=2 n=6 total=12", "pd.say.out who=1 other=2");
}

static void a_parrot_may_be_refused(void **state)
{
    RULES("7.11");
    struct table *t = boarding(*state, "parrot-sabre parrot-cannon", "");
    does(t, "roll", "S N");
    does(t, "roll", "N");
    does(t, "no", "");
    assert_next(t, 1);
    assert_coins(t, 6, 6, 6);
}

static void each_parrot_throws_once(void **state)
{
    RULES("7.8 7.11 P60");
    struct table *t = boarding(*state, "parrot-sabre parrot-sabre", "");
    does(t, "roll", "N N N");
    does(t, "roll", "N");
    assert_asked(t, "pd.ask.parrot who=1 n=2");
    does(t, "reroll 2", "B");
    assert_asked(t, "pd.ask.parrot who=1 n=1");
    does(t, "reroll 2", "S"); /* the same die */
    assert_next(t, 1);
}

static void both_sides_have_a_parrot(void **state)
{
    RULES("7.11 10.1");
    struct table *t = boarding(*state, "parrot-sabre", "parrot-cannon twin");
    does(t, "roll", "S N");
    does(t, "roll", "N N");
    asks(t, 0, "pd.ask.parrot");
    does(t, "no", "");
    asks(t, 1, "pd.ask.parrot");
    does(t, "reroll 1", "B");
    assert_coins(t, 6, 6, 6);
    assert_next(t, 1);
}

static void a_parrot_without_dice_is_not_asked(void **state)
{
    RULES("7.2");
    struct table *t = boarding(*state, "- parrot-cannon", "sailor-sabre");
    does(t, "roll", "N N");
    assert_next(t, 1);
}

/* ---- monkey ---- */

static void the_monkey_throws_all_but_blanks_again(void **state)
{
    RULES("7.12 P34");
    struct table *t = boarding(*state, "monkey-sabre", "twin");
    does(t, "roll", "S N B");
    does(t, "roll", "N N S N"); /* red's two, then blue's first and third again */
    assert_heard(
        t, "pd.say.roll who=2", "pd.say.blue-rolled who=2 dice=pd.face.blank,pd.face.blank",
        "pd.say.blue-roll who=1 other=2 theirs=pd.face.blank,pd.face.blank", "pd.say.curse who=1",
        "pd.say.red-rolled who=1 dice=pd.face.skull,pd.face.blank",
        "pd.say.curse-roll who=1 dice=pd.face.skull,pd.face.blank,pd.face.blank",
        "pd.say.sums who=1 skulls=1 boats=0", "pd.say.sums who=2 skulls=0 boats=0",
        "pd.say.losses who=1 other=2 n=1", "pd.say.falls who=1 other=2 crew=pd.pirate.twin",
        "pd.say.wins-duel who=1", "pd.say.takes who=1 other=2 n=1 total=7");
}

static void both_sides_have_a_monkey(void **state)
{
    RULES("7.12 10.1 P34");
    struct table *t = boarding(*state, "monkey-sabre", "monkey-cannon");
    does(t, "roll", "S S S");
    table_does(t, "roll");
    comes(t, "B");
    assert_string_equal(t->heard.phrase[3].key, "pd.say.curse");
    comes(t, "N N N"); /* the attacker's first */
    comes(t, "N");
    assert_next(t, 1);
}

static void the_monkey_leaves_blanks(void **state)
{
    RULES("7.12");
    struct table *t = boarding(*state, "monkey-sabre", "");
    does(t, "roll", "N N N");
    does(t, "roll", "N");
    assert_next(t, 1);
}

static void two_monkeys_are_one(void **state)
{
    RULES("7.1 P28");
    struct table *t = boarding(*state, "monkey-sabre monkey-cannon", "twin");
    does(t, "roll", "S N N");
    does(t, "roll", "N N S");
    assert_next(t, 1);
    assert_coins(t, 7, 5, 6);
}

static void the_monkey_then_the_parrot(void **state)
{
    RULES("7.11 7.13 P61");
    struct table *t = boarding(*state, "monkey-sabre parrot-cannon", "twin");
    does(t, "roll", "S S N");
    does(t, "roll", "N N N N");
    asks(t, 0, "pd.ask.parrot");
    does(t, "reroll 3", "S"); /* and it stays */
    assert_next(t, 1);
    assert_coins(t, 7, 5, 6);
}

static void the_monkey_touches_no_single_die(void **state)
{
    RULES("7.13 P61");
    struct table *t = boarding(*state, "monkey-sabre helm-cannon medic-cannon", "twin");
    does(t, "yes", "S");
    asks(t, 0, "pd.ask.roll"); /* the helm's die is not thrown again */
    does(t, "roll", "N N N");
    does(t, "roll", "S N");
    does(t, "lose blue 2", "");
    does(t, "save blue 2", "B");
    assert_next(t, 1);
}

static void no_skill_asks_without_a_reason(void **state)
{
    RULES("7.2 P65");
    struct table *t = boarding(*state, "medic-sabre tavern-sabre", "medic-cannon");
    does(t, "roll", "N N N");
    does(t, "roll", "N");
    assert_next(t, 1); /* nobody fell: no surgeon is asked */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_lookout_makes_the_card_black),
        TEST(a_lookout_may_be_refused),
        TEST(a_lookout_is_asked_only_where_it_matters),
        TEST(a_lookout_finds_a_target_where_the_card_has_none),
        TEST(a_helm_evades_the_duel),
        TEST(a_helm_may_fail_or_be_refused),
        TEST(a_helm_throws_a_blue_die),
        TEST(each_helm_gives_an_attempt),
        TEST(both_sides_have_a_helm),
        TEST(a_surgeon_saves_a_pirate),
        TEST(a_surgeon_may_fail_or_be_refused),
        TEST(a_surgeon_who_fell_may_save_another),
        TEST(a_surgeon_alone_cannot_save_himself),
        TEST(a_captain_may_be_saved),
        TEST(two_surgeons_save_each_other),
        TEST(another_surgeon_may_try_again),
        TEST(the_fallen_surgeon_tries_first),
        TEST(the_defender_saves_first),
        TEST(a_rescue_may_keep_a_boat_afloat),
        TEST(a_tavern_imposes_a_recruit),
        TEST(a_tavern_may_fail_or_be_refused),
        TEST(taverns_are_asked_in_turn),
        TEST(a_tavern_is_used_once_a_turn_and_not_in_ones_own),
        TEST(at_most_as_many_are_imposed_as_recruited),
        TEST(imposed_pirates_are_placed_first),
        TEST(an_imposed_pirate_may_be_discarded_by_a_full_crew),
        TEST(a_parrot_throws_a_die_again),
        TEST(a_parrot_may_be_refused),
        TEST(each_parrot_throws_once),
        TEST(both_sides_have_a_parrot),
        TEST(a_parrot_without_dice_is_not_asked),
        TEST(the_monkey_throws_all_but_blanks_again),
        TEST(both_sides_have_a_monkey),
        TEST(the_monkey_leaves_blanks),
        TEST(two_monkeys_are_one),
        TEST(the_monkey_then_the_parrot),
        TEST(the_monkey_touches_no_single_die),
        TEST(no_skill_asks_without_a_reason),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
