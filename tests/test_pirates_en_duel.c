/* The table and the turn in Pirates en Duel: material, boats, draft, recruiting, combat cards and
 * options; sections 1 to 4 and 11 of the rules page. */
#include "ending_rules.h"
#include "pirates_en_duel_table.h"

/* ---- 1: material ---- */

static void turns_go_round_the_table(void **state)
{
    RULES("1.1 4.2 10.1");
    struct table *t = sit(*state, 3, "first=2");
    asks(t, 1, "pd.ask.open-draft");
    play_draft(t);
    for (int i = 0; i < 4; i++) {
        assert_next(t, (1 + i) % 3);
        does(t, "recruit", i % 2 ? "sailor-cannon sailor-sabre" : "medic-cannon medic-sabre");
        does(t, "enlist 2 3", "");
        asks(t, (1 + i) % 3, "pd.ask.fight");
        state_of(t)->left[FL_COMBAT_FISHING] = 2;
        fights(t, "fishing");
    }
    assert_coins(t, 6, 6, 6);
}

static void a_boat_has_six_places_and_a_captain(void **state)
{
    RULES("1.3 2.4");
    struct table *t = at_sea(*state, 4, "");
    struct fl_view view = {0};
    t->match.game->view(&t->match.state, 0, &view);
    for (int seat = 0; seat < 4; seat++) {
        const struct fl_zone *zone = fl_view_find(&view, "pd.zone.boat", seat, seat);
        assert_non_null(zone);
        assert_int_equal(zone->count, 1 + 6 + 2); /* the boat, its places, what it throws */
        assert_string_equal(view.item[zone->first + 1].kind, "pd.captain");
        for (int i = 2; i < 7; i++)
            assert_string_equal(view.item[zone->first + i].kind, "pd.place");
    }
    assert_coins(t, 6, 6, 6, 6);
}

static void assert_weights(const struct table *t, unsigned skull, unsigned boat, unsigned blank)
{
    struct fl_moves list;
    fl_list(t->match.game, &t->match.state, FL_CHANCE, &list);
    assert_int_equal(list.count, 3);
    assert_int_equal(list.at[0].weight, skull);
    assert_int_equal(list.at[1].weight, boat);
    assert_int_equal(list.at[2].weight, blank);
}

static void red_and_blue_dice_differ(void **state)
{
    RULES("1.4");
    struct table *t = at_sea(*state, 3, "");
    fights(t, "boarding-blue-red");
    table_does(t, "roll");
    assert_weights(t, 4, 1, 1);
    table_chance(t, "N");
    table_does(t, "roll");
    assert_weights(t, 2, 3, 1);
}

static void the_box_holds_48_pirates(void **state)
{
    RULES("1.5");
    static const char *const box[] = {
        "sailor-sabre 4", "sailor-cannon 4", "helm-sabre 2",    "helm-cannon 2",
        "medic-sabre 3",  "medic-cannon 3",  "lookout-sabre 3", "lookout-cannon 3",
        "parrot-sabre 3", "parrot-cannon 3", "tavern-sabre 1",  "tavern-cannon 1",
        "monkey-sabre 1", "monkey-cannon 1", "warrior 2",       "shipwright 2",
        "dinghy-sabre 1", "dinghy-cannon 1", "brother-sabre 1", "brother-cannon 1",
        "twin 2",         "sergeant 1",      "marksman 1",      "pistol 1",
        "carriage 1"};
    struct table *t = sit(*state, 3, "");
    struct fl_moves list;
    table_does(t, "recruit");
    fl_list(t->match.game, &t->match.state, FL_CHANCE, &list);
    assert_int_equal(list.count, COUNT_OF(box));
    assert_int_equal(list.total, 48);
    for (uint32_t i = 0; i < list.count; i++) {
        char memory[64];
        struct fl_buf text = fl_buf_over(memory, sizeof memory);
        t->match.game->spell(list.at[i].move, &text);
        fl_put_char(&text, ' ');
        fl_put_number(&text, list.at[i].weight);
        assert_string_equal(text.at, box[i]);
    }
}

/* Sabres and cannons of a single pirate, without the captain's one each. */
static void every_pirate_has_its_symbols(void **state)
{
    RULES("1.5 5.1");
    static const struct {
        const char *kind;
        int sabres, cannons;
    } pirate[] = {{"sailor-sabre", 1, 0},  {"sailor-cannon", 0, 1},  {"monkey-sabre", 2, 0},
                  {"monkey-cannon", 0, 2}, {"warrior", 1, 0},        {"shipwright", 0, 0},
                  {"twin", 1, 0},          {"sergeant", 0, 1},       {"marksman", 0, 0},
                  {"pistol", 1, 0},        {"carriage", 0, 1},       {"helm-sabre", 1, 0},
                  {"helm-cannon", 0, 1},   {"medic-sabre", 1, 0},    {"medic-cannon", 0, 1},
                  {"lookout-sabre", 1, 0}, {"lookout-cannon", 0, 1}, {"parrot-sabre", 1, 0},
                  {"parrot-cannon", 0, 1}, {"tavern-sabre", 1, 0},   {"tavern-cannon", 0, 1},
                  {"dinghy-sabre", 1, 0},  {"dinghy-cannon", 0, 1},  {"brother-sabre", 1, 0},
                  {"brother-cannon", 0, 1}};
    for (int i = 0; i < COUNT_OF(pirate); i++) {
        struct table *t = at_sea(*state, 3, "");
        crew(t, "blue", pirate[i].kind);
        fights(t, "boarding-blue-red");
        assert_int_equal(state_of(t)->dice[FL_ATTACKER], 1 + pirate[i].sabres);
        t = at_sea(*state, 3, "");
        crew(t, "blue", pirate[i].kind);
        fights(t, "cannonade-blue-red");
        assert_int_equal(state_of(t)->dice[FL_ATTACKER], 1 + pirate[i].cannons);
    }
}

static int cards_in_pile(const struct table *t)
{
    struct fl_moves list;
    fl_list(t->match.game, &t->match.state, FL_CHANCE, &list);
    return (int)list.total;
}

static void combat_cards_name_all_colours_alike(void **state)
{
    RULES("1.6 2.1");
    for (int seats = 2; seats <= 6; seats++) {
        struct table *t = at_sea(*state, seats, "");
        int worth[FL_DUEL_BOATS] = {0}, fights_in_all = 0;
        table_does(t, "fight");
        assert_int_equal(cards_in_pile(t), seats < 5 ? 31 : 64);
        for (int kind = 0; kind < FL_DUEL_COMBAT_KINDS; kind++) {
            int n = state_of(t)->left[kind];
            fights_in_all += fl_duel_combat[kind].type <= FL_CANNONADE ? n : 0;
            for (int boat = 0; boat < FL_DUEL_BOATS; boat++)
                if (fl_duel_combat[kind].colours >> boat & 1)
                    worth[boat] += n * fl_duel_combat[kind].coins;
        }
        assert_int_equal(fights_in_all, seats < 5 ? 16 : 34);
        for (int boat = 0; boat < FL_DUEL_BOATS; boat++)
            assert_int_equal(worth[boat], seats > 4 ? 13 : boat < 4 ? 8 : 0);
    }
}

static void the_bank_always_pays(void **state)
{
    RULES("1.7 4.4");
    struct table *t = at_sea(*state, 3, "target=30");
    coins(t, 28, 28, 28);
    fights(t, "capture");
    assert_coins(t, 29, 28, 28);
    assert_next(t, 1);
}

static void a_skill_above_the_level_does_nothing(void **state)
{
    RULES("1.8 11.2");
    static const char *const asked[] = {"pd.ask.roll", "pd.ask.helm", "pd.ask.brother"};
    static const char *const levels[] = {"level=1", "level=2", "level=3"};
    for (int i = 0; i < 3; i++) {
        struct table *t = at_sea(*state, 3, levels[i]);
        crew(t, "blue", "helm-sabre brother-sabre twin twin");
        fights(t, "boarding-blue-red");
        asks(t, 0, asked[i]);
        while (state_of(t)->phase != FL_DUEL_READY)
            table_does(t, "no");
        assert_int_equal(state_of(t)->dice[FL_ATTACKER], i < 2 ? 5 : 6);
    }
}

/* The skills in sight, with the level they need; "zz" after those that do nothing here. */
static void skills_shown(struct table *t, struct fl_buf *out)
{
    struct fl_sight sight;
    struct fl_view view;
    fl_match_sight(&t->match, FL_SPECTATOR, &sight);
    fl_sight_view(&sight, &view);
    const struct fl_zone *zone = fl_view_find(&view, "pd.zone.skills", FL_NOBODY, 0);
    for (int i = 0; i < zone->count; i++) {
        const struct fl_item *skill = &view.item[zone->first + i];
        fl_put(out, i ? ", " : "");
        fl_put(out, skill->face + strlen("pd.skill."));
        fl_put_char(out, ' ');
        fl_put_number(out, skill->value);
        for (int bit = 0; bit < 8; bit++)
            if (skill->marks >> bit & 1)
                fl_put(out, strcmp(fl_pirates_en_duel.mark[bit], "asleep") ? " ?" : " zz");
    }
}

static void the_view_tells_which_skills_sleep(void **state)
{
    RULES("1.5 1.8");
    static const char *const shown[] = {
        ("helm 2 zz, lookout 2 zz, medic 2 zz, tavern 2 zz, parrot 2 zz, monkey 2 zz, warrior 3 "
         "zz, "
         "shipwright 3 zz, sergeant 3 zz, dinghy 3 zz, twin 3 zz, marksman 3 zz, pistol 3 zz, "
         "carriage 3 zz, brother 3 zz"),
        ("helm 2, lookout 2, medic 2, tavern 2, parrot 2, monkey 2, warrior 3 zz, shipwright 3 zz, "
         "sergeant 3 zz, dinghy 3 zz, twin 3 zz, marksman 3 zz, pistol 3 zz, carriage 3 zz, "
         "brother 3 zz"),
        ("helm 2, lookout 2, medic 2, tavern 2, parrot 2, monkey 2, warrior 3, shipwright 3, "
         "sergeant 3, dinghy 3, twin 3, marksman 3, pistol 3, carriage 3, brother 3")};
    static const char *const levels[] = {"level=1", "level=2", "level=3"};
    for (int i = 0; i < 3; i++) {
        char memory[512];
        struct fl_buf text = fl_buf_over(memory, sizeof memory);
        struct table *t = at_sea(*state, 3, levels[i]);
        skills_shown(t, &text);
        table_compare(t, "skills", text.at, shown[i]);
    }
}

static void discards_are_shuffled_when_a_pirate_is_needed(void **state)
{
    RULES("1.9 1.10 P5 P6 P58");
    struct table *t = at_sea(*state, 3, "");
    fights(t, "fishing");
    struct fl_duel *s = state_of(t);
    uint64_t warrior = (uint64_t)1 << FL_CARD_WARRIOR;
    s->discard |= s->pile & ~warrior;
    s->pile &= warrior;
    does(t, "recruit", "warrior twin");
    assert_heard(t, "pd.say.recruit who=2", "pd.say.turned-up cards=pd.pirate.warrior",
                 "pd.say.shuffle-pirates", "pd.say.turned-up cards=pd.pirate.twin");
    assert_discards(t, "");
    s->discard |= s->pile; /* empty at once, but none is needed yet */
    s->pile = 0;
    does(t, "enlist 1 2", "");
    assert_true(s->discard && !s->pile);
    fights(t, "plunder");
    table_does(t, "recruit");
    assert_true(s->pile && !s->discard);
    assert_true(FL_DUEL_CAPTAIN > FL_DUEL_SPOTS + FL_DUEL_RECRUITS); /* never without a pirate */
}

static void captains_are_never_in_the_pile(void **state)
{
    RULES("1.10 5.11");
    struct table *t = at_sea(*state, 3, "");
    crew(t, "blue", "sailor-sabre sailor-sabre sailor-sabre");
    crew(t, "red", "sailor-cannon");
    fights(t, "boarding-blue-red");
    does(t, "roll", "S S N N");
    does(t, "roll", "N");
    does(t, "lose red 1", "");
    assert_crew(t, "red", "sailor-cannon");
    assert_discards(t, "");
    assert_false(state_of(t)->pile >> FL_DUEL_CAPTAIN);
}

static void combat_cards_are_shuffled_when_one_is_needed(void **state)
{
    RULES("1.11 1.9 P10 P58");
    struct table *t = at_sea(*state, 3, "");
    struct fl_duel *s = state_of(t);
    memset(s->left, 0, sizeof s->left);
    s->left[FL_COMBAT_FISHING] = s->cards_left = 1;
    fights(t, "fishing");
    assert_int_equal(s->cards_left, 0);
    does(t, "recruit", "twin twin");
    does(t, "enlist 1 2", "");
    table_does(t, "fight");
    assert_heard(t, "pd.say.fight who=2", "pd.say.shuffle-combat");
    assert_int_equal(cards_in_pile(t), 31);
    comes(t, "fishing");
}

/* ---- 2: before the first turn ---- */

static void boats_by_the_number_of_players(void **state)
{
    RULES("2.1 2.2 P7 P8");
    static const char *const offers[] = {
        [3] = "boat blue, boat red, boat white, boat green",
        [4] = "boat blue, boat red, boat white, boat green",
        [5] = "boat blue, boat red, boat white, boat green, boat yellow, boat violet",
        [6] = "boat blue, boat red, boat white, boat green, boat yellow, boat violet"};
    for (int seats = 3; seats <= 6; seats++) {
        struct table *t = sit(*state, seats, "boats=choice");
        asks(t, 0, "pd.ask.boat");
        assert_offers(t, offers[seats]);
    }
}

static void boats_are_chosen_from_the_first_player_on(void **state)
{
    RULES("2.2 2.3 P66 P8");
    struct table *t = sit(*state, 4, "boats=choice first=3");
    asks(t, 2, "pd.ask.boat");
    refuses(t, "recruit", "2.2");
    refuses(t, "boat yellow", "2.1");
    does(t, "boat green", "");
    asks(t, 3, "pd.ask.boat");
    refuses(t, "boat green", "2.2");
    does(t, "boat blue", "");
    assert_offers(t, "boat red, boat white");
    does(t, "boat white", "");
    assert_heard(t, "pd.say.boat who=1 boat=pd.colour.white",
                 "pd.say.boat who=2 boat=pd.colour.red");
    asks(t, 2, "pd.ask.open-draft");
    assert_int_equal(state_of(t)->owner[0], 3);
    assert_int_equal(state_of(t)->owner[1], 1);
    assert_int_equal(state_of(t)->owner[2], 0);
    assert_int_equal(state_of(t)->owner[3], 2);
    assert_crew(t, "green", "captain");
}

static void a_spare_boat_is_put_away(void **state)
{
    RULES("2.1 P7");
    struct table *t = sit(*state, 3, "boats=choice");
    does(t, "boat red", "");
    does(t, "boat green", "");
    does(t, "boat white", "");
    play_draft(t);
    assert_int_equal(state_of(t)->afloat, 0xE);
    does(t, "recruit", "sailor-cannon sailor-cannon");
    does(t, "enlist 1 2", "");
    fights(t, "boarding-blue-green"); /* blue is nobody's: green it is */
    assert_int_equal(state_of(t)->boat[FL_DEFENDER], FL_DUEL_GREEN);
}

static void the_first_player_is_drawn(void **state)
{
    RULES("2.5 11.4");
    struct table *t = sit(*state, 4, "first=random");
    assert_int_equal(table_mover(t), FL_CHANCE);
    assert_offers(t, "first-1, first-2, first-3, first-4");
    table_chance(t, "first-3");
    assert_heard(t, "pd.say.first who=3");
    asks(t, 2, "pd.ask.open-draft");
    t = sit(*state, 4, "first=4");
    asks(t, 3, "pd.ask.open-draft");
}

/* The picking seats as digits; the last pick of three to six players is automatic. */
static void assert_draft(void *table, int seats, const char *row, const char *pickers)
{
    struct table *t = sit(table, seats, "first=2");
    does(t, "recruit", row);
    for (; *pickers; pickers++) {
        asks(t, *pickers - '1', "pd.ask.draft");
        table_first_move(t);
    }
    assert_int_equal(table_mover(t), FL_CHANCE);
    comes(t, "warrior");
    assert_row(t, "warrior");
    assert_next(t, 1);
}

static void the_draft_goes_round_by_the_number_of_players(void **state)
{
    RULES("2.6 2.7 P9 P67");
    assert_draft(*state, 3, "twin pistol marksman carriage", "231");
    assert_draft(*state, 4, "twin pistol marksman carriage twin sergeant", "23414");
    assert_draft(*state, 5,
                 "twin pistol marksman carriage twin sergeant warrior shipwright "
                 "monkey-sabre",
                 "23451451");
    assert_draft(*state, 6,
                 "twin pistol marksman carriage twin sergeant warrior shipwright "
                 "monkey-sabre shipwright tavern-sabre helm-sabre",
                 "23456145616");
}

static void a_pirate_of_the_draft_is_taken_from_the_row(void **state)
{
    RULES("2.6 2.7");
    struct table *t = sit(*state, 3, "");
    refuses(t, "put 1 blue", "2.6");
    does(t, "recruit", "twin pistol marksman carriage");
    assert_row(t, "twin pistol marksman carriage");
    refuses(t, "put 1 red", "3.3");
    refuses(t, "put 5 blue", "3.1");
    refuses(t, "recruit", "2.6");
    does(t, "put 3 blue", "");
    assert_heard(t, "pd.say.pick who=1 card=pd.pirate.marksman boat=pd.colour.blue");
    refuses(t, "put 3 red", "3.1");
    does(t, "put 4 red", "");
    table_does(t, "put 1 white"); /* and the last one too */
    assert_heard(t, "pd.say.pick who=3 card=pd.pirate.twin,pd.pirate.pistol "
                    "boat=pd.colour.white,pd.colour.white");
    comes(t, "warrior");
    assert_crew(t, "blue", "captain marksman");
    assert_crew(t, "red", "captain carriage");
    assert_crew(t, "white", "captain twin pistol");
}

/* ---- 3: recruiting ---- */

static struct table *before_recruiting(void *table, const char *pirates)
{
    struct table *t = at_sea(table, 3, "");
    fights(t, "fishing");
    crew(t, "red", pirates);
    return t;
}

static void two_of_three_are_recruited(void **state)
{
    RULES("3.1 P1");
    struct table *t = before_recruiting(*state, "");
    refuses(t, "fight", "3.1");
    does(t, "recruit", "twin pistol");
    assert_row(t, "sailor-cannon twin pistol");
    asks(t, 1, "pd.ask.take-two");
    assert_offers(t, "enlist 1 2, enlist 1 3, enlist 2 3");
    refuses(t, "enlist 1", "3.1");
    refuses(t, "enlist 1 2 3", "3.1");
    refuses(t, "enlist", "3.1");
    refuses(t, "enlist 1 4", "3.1");
    refuses(t, "keep 1", "3.1");
    refuses(t, "fight", "3.1");
    does(t, "enlist 1 3", "");
    assert_crew(t, "red", "captain sailor-cannon pistol");
    assert_row(t, "twin");
    asks(t, 1, "pd.ask.fight");
    assert_discards(t, "");
}

static void recruits_must_fill_free_places(void **state)
{
    RULES("3.2 3.4 P2 P68");
    struct table *t = before_recruiting(*state, "sailor-sabre sailor-sabre sailor-sabre");
    does(t, "recruit", "twin pistol");
    does(t, "enlist 2 3", "");
    assert_crew(t, "red", "captain sailor-sabre sailor-sabre sailor-sabre twin pistol");
    assert_heard(t, "pd.say.take who=2 cards=pd.pirate.twin,pd.pirate.pistol");
}

static void with_one_place_the_player_says_who_goes_first(void **state)
{
    RULES("3.2 3.3 3.4 P2 P3 P68");
    struct table *t = before_recruiting(*state, "sailor-sabre sailor-sabre sailor-sabre warrior");
    does(t, "recruit", "twin pistol");
    does(t, "enlist 2 3", "");
    asks(t, 1, "pd.ask.put");
    assert_offers(t, "put 2 red, put 3 red");
    refuses(t, "put 1 red", "3.1");
    refuses(t, "put 2 blue", "3.3");
    refuses(t, "replace red 2", "3.2");
    refuses(t, "discard", "3.4");
    does(t, "put 3 red", "");
    asks(t, 1, "pd.ask.replace");
    assert_offers(t, "discard, replace red 2, replace red 3, replace red 4, replace red 5");
    refuses(t, "replace red 1", "3.3");
    refuses(t, "replace red 6", "3.7");
    refuses(t, "replace blue 2", "3.3");
    refuses(t, "put 2 red", "3.2");
    does(t, "replace red 5", "");
    assert_crew(t, "red", "captain sailor-sabre sailor-sabre sailor-sabre twin pistol");
    assert_discards(t, "warrior");
    asks(t, 1, "pd.ask.fight");
}

static void a_full_crew_replaces_or_discards(void **state)
{
    RULES("3.2 3.6 3.7 P2 P55 P56");
    struct table *t =
        before_recruiting(*state, "sailor-sabre sailor-sabre sailor-sabre warrior warrior");
    does(t, "recruit", "twin pistol");
    refuses(t, "enlist 1", "3.1");
    does(t, "enlist 2 3", "");
    asks(t, 1, "pd.ask.replace");
    does(t, "replace red 6", "");
    assert_heard(t,
                 "pd.say.replace who=2 card=pd.pirate.warrior boat=pd.colour.red "
                 "recruit=pd.pirate.twin",
                 "pd.say.gone who=2 gone=pd.pirate.warrior");
    refuses(t, "replace red 6", "3.7");
    does(t, "discard", "");
    assert_heard(t, "pd.say.discard who=2 card=pd.pirate.pistol",
                 "pd.say.gone who=2 gone=pd.pirate.pistol");
    assert_crew(t, "red", "captain sailor-sabre sailor-sabre sailor-sabre warrior twin");
    assert_discards(t, "warrior pistol");
    assert_row(t, "sailor-cannon");
    fights(t, "capture");
    crew(t, "white", "parrot-sabre parrot-sabre parrot-sabre sailor-cannon sailor-cannon");
    does(t, "recruit", "helm-sabre medic-sabre");
    does(t, "enlist 1 3", "");
    does(t, "discard", "");
    does(t, "discard", "");
    assert_row(t, "helm-sabre"); /* two have left the row all the same */
}

static void the_place_of_a_lost_captain_is_free(void **state)
{
    RULES("3.5 P4");
    struct table *t = before_recruiting(*state, "- twin twin pistol marksman");
    does(t, "recruit", "sailor-sabre sailor-sabre");
    does(t, "enlist 2 3", "");
    assert_crew(t, "red", "twin twin pistol marksman sailor-sabre sailor-sabre");
    assert_int_equal(fl_duel_free(state_of(t), FL_DUEL_RED), 0);
}

/* ---- 4: the combat card ---- */

static void fishing_does_nothing(void **state)
{
    RULES("4.1 4.2");
    struct table *t = at_sea(*state, 3, "");
    refuses(t, "recruit", "4.1");
    refuses(t, "roll", "4.1");
    fights(t, "fishing");
    assert_heard(t, "pd.say.fight who=1", "pd.say.combat who=1 card=pd.combat.fishing",
                 "pd.say.nothing who=1 card=pd.combat.fishing");
    assert_coins(t, 6, 6, 6);
    assert_next(t, 1);
}

static void storm_and_bad_encounter_cost_a_coin(void **state)
{
    RULES("4.3");
    static const char *const card[] = {"storm", "encounter"};
    for (int i = 0; i < 2; i++) {
        struct table *t = at_sea(*state, 3, "");
        fights(t, card[i]);
        assert_coins(t, 5, 6, 6);
        assert_next(t, 1);
    }
}

static void the_last_coin_ruins(void **state)
{
    RULES("4.3 6.6 P11");
    struct table *t = at_sea(*state, 3, "");
    crew(t, "blue", "twin pistol");
    coins(t, 1, 6, 6);
    fights(t, "storm");
    assert_heard(t, "pd.say.fight who=1", "pd.say.combat who=1 card=pd.combat.storm",
                 "pd.say.pays-last who=1 card=pd.combat.storm n=1", "pd.say.ruined who=1");
    assert_coins(t, 0, 6, 6);
    assert_crew(t, "blue", "");
    assert_discards(t, ""); /* for good: not even among the discards */
    assert_next(t, 1);
}

static void capture_and_plunder_bring_a_coin(void **state)
{
    RULES("4.4");
    static const char *const card[] = {"capture", "plunder"};
    for (int i = 0; i < 2; i++) {
        struct table *t = at_sea(*state, 3, "");
        fights(t, card[i]);
        assert_coins(t, 7, 6, 6);
        assert_next(t, 1);
    }
}

static void one_of_two_named_boats_is_attacked(void **state)
{
    RULES("4.5 P12");
    struct table *t = at_sea(*state, 4, "");
    fights(t, "boarding-red-white");
    asks(t, 0, "pd.ask.attack");
    assert_noted(t, "attack red", "pd.note.target other=2 dice=pd.die n=6");
    assert_offers(t, "attack red, attack white");
    refuses(t, "attack green", "4.5");
    refuses(t, "attack blue", "4.7");
    refuses(t, "attack yellow", "4.5");
    refuses(t, "no", "4.5");
    refuses(t, "engage blue", "4.5");
    refuses(t, "boat red", "4.5");
    does(t, "attack white", "");
    assert_heard(t, "pd.say.attack who=1 boat=pd.colour.white other=3",
                 "pd.say.duel who=1 other=3 card=pd.combat.boarding-red-white "
                 "target=pd.colour.white stake=pd.coin,pd.coin",
                 "pd.say.strength who=1 other=3 red=pd.die blue=1");
}

static void one_possible_target_is_attacked_none_is_not(void **state)
{
    RULES("4.5 P12");
    struct table *t = at_sea(*state, 3, "");
    fights(t, "cannonade-blue-white");
    asks(t, 0, "pd.ask.roll");
    assert_int_equal(state_of(t)->boat[FL_DEFENDER], FL_DUEL_WHITE);
    t = at_sea(*state, 3, "");
    fights(t, "cannonade-red-green");
    assert_int_equal(state_of(t)->boat[FL_DEFENDER], FL_DUEL_RED);
    t = at_sea(*state, 3, "");
    fights(t, "cannonade-blue-green");
    assert_heard(t, "pd.say.fight who=1", "pd.say.combat who=1 card=pd.combat.cannonade-blue-green",
                 "pd.say.no-duel who=1 card=pd.combat.cannonade-blue-green");
    assert_next(t, 1);
    t = at_sea(*state, 4, "");
    coins(t, 6, 1, 6, 6);
    fights(t, "fishing");
    does(t, "recruit", "twin twin");
    does(t, "enlist 1 2", "");
    fights(t, "storm"); /* red is ruined */
    does(t, "recruit", "pistol marksman");
    does(t, "enlist 1 2", "");
    fights(t, "boarding-red-white");
    assert_next(t, 3);
}

static void a_black_card_lets_one_choose(void **state)
{
    RULES("4.6 4.7");
    struct table *t = at_sea(*state, 6, "");
    fights(t, "boarding-black");
    assert_offers(t, "attack red, attack white, attack green, attack yellow, attack violet");
    t = at_sea(*state, 3, "");
    fights(t, "cannonade-black");
    assert_offers(t, "attack red, attack white");
}

/* ---- 11: options ---- */

static void options_hold_for_the_game(void **state)
{
    RULES("11.1 11.5 1.2");
    struct table *t = at_sea(*state, 3, "target=10");
    coins(t, 8, 6, 6);
    fights(t, "capture");
    assert_next(t, 1);
    state_of(t)->coins[1] = 9;
    does(t, "recruit", "twin twin");
    does(t, "enlist 1 2", "");
    fights(t, "capture");
    assert_won(t, 2);
    t = at_sea(*state, 3, "");
    coins(t, 14, 6, 6);
    fights(t, "capture");
    assert_heard(t, "pd.say.fight who=1", "pd.say.combat who=1 card=pd.combat.capture",
                 "pd.say.gains who=1 card=pd.combat.capture n=1 total=15",
                 "pd.say.target who=1 total=15");
    assert_won(t, 1);
}

static void boats_by_seat(void **state)
{
    RULES("11.3 P74");
    for (int seats = 3; seats <= 6; seats++) {
        struct table *t = sit(*state, seats, "boats=seat first=2");
        for (int boat = 0; boat < 6; boat++)
            assert_int_equal(state_of(t)->owner[boat], boat < seats ? boat : FL_NOBODY);
    }
    struct table *t = sit(*state, 2, "boats=choice first=2");
    asks(t, 1, "pd.ask.open-draft");
}

static void setups_that_cannot_be_are_refused(void **state)
{
    RULES("11.4 11.5 P75");
    const struct fl_game *g = &fl_pirates_en_duel;
    struct fl_setup setup = fl_setup_default(g, 2);
    (void)state;
    assert_null(fl_setup_check(g, &setup));
    table_options(g, "target=10", &setup);
    assert_string_equal(fl_setup_check(g, &setup), "pd.setup.target");
    table_options(g, "target=12", &setup);
    assert_string_equal(fl_setup_check(g, &setup), "pd.setup.target");
    table_options(g, "target=15", &setup);
    assert_null(fl_setup_check(g, &setup));
    table_options(g, "first=3", &setup);
    assert_string_equal(fl_setup_check(g, &setup), "setup.first");
    setup = fl_setup_default(g, 3);
    table_options(g, "target=10 first=3", &setup);
    assert_null(fl_setup_check(g, &setup));
    assert_false(fl_setup_set(g, &setup, "level", "4"));
    assert_false(fl_setup_set(g, &setup, "target", "6"));
    setup.seats = 7;
    assert_non_null(fl_setup_check(g, &setup));
    setup.seats = 1;
    assert_non_null(fl_setup_check(g, &setup));
}

/* ---- ends by players ---- */

static int32_t standing(const void *state, int seat)
{
    return ((const struct fl_duel *)state)->coins[seat];
}

static void players_may_end_the_game(void **state)
{
    RULES("12.1 12.2 P76 P77");
    (void)state;
    check_endings(&fl_pirates_en_duel, standing);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(turns_go_round_the_table),
        TEST(a_boat_has_six_places_and_a_captain),
        TEST(red_and_blue_dice_differ),
        TEST(the_box_holds_48_pirates),
        TEST(every_pirate_has_its_symbols),
        TEST(combat_cards_name_all_colours_alike),
        TEST(the_bank_always_pays),
        TEST(a_skill_above_the_level_does_nothing),
        TEST(the_view_tells_which_skills_sleep),
        TEST(discards_are_shuffled_when_a_pirate_is_needed),
        TEST(captains_are_never_in_the_pile),
        TEST(combat_cards_are_shuffled_when_one_is_needed),
        TEST(boats_by_the_number_of_players),
        TEST(boats_are_chosen_from_the_first_player_on),
        TEST(a_spare_boat_is_put_away),
        TEST(the_first_player_is_drawn),
        TEST(the_draft_goes_round_by_the_number_of_players),
        TEST(a_pirate_of_the_draft_is_taken_from_the_row),
        TEST(two_of_three_are_recruited),
        TEST(recruits_must_fill_free_places),
        TEST(with_one_place_the_player_says_who_goes_first),
        TEST(a_full_crew_replaces_or_discards),
        TEST(the_place_of_a_lost_captain_is_free),
        TEST(fishing_does_nothing),
        TEST(storm_and_bad_encounter_cost_a_coin),
        TEST(the_last_coin_ruins),
        TEST(capture_and_plunder_bring_a_coin),
        TEST(one_of_two_named_boats_is_attacked),
        TEST(one_possible_target_is_attacked_none_is_not),
        TEST(a_black_card_lets_one_choose),
        TEST(options_hold_for_the_game),
        TEST(boats_by_seat),
        TEST(setups_that_cannot_be_are_refused),
        TEST(players_may_end_the_game),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
