/* Phrases, questions and views of Pirates en Duel. In many games, all cards and coins are counted
 * at every step. */
#include "pirates_en_duel_table.h"

/* ---- say and ask ---- */

static void recruiting_is_told(void **state)
{
    RULES("3.1 2.7");
    struct table *t = at_sea(*state, 3, "");
    fights(t, "fishing");
    does(t, "recruit", "twin pistol");
    assert_heard(t, "pd.say.recruit who=2",
                 "pd.say.turned-up cards=pd.pirate.twin,pd.pirate.pistol");
    assert_asked(t, "pd.ask.take-two who=2");
    does(t, "enlist 1 2", "");
    assert_asked(t, "pd.ask.fight who=2");
}

static void a_duel_is_told_from_card_to_coins(void **state)
{
    RULES("10.1 5.4");
    struct table *t = at_sea(*state, 3, "");
    crew(t, "blue", "sailor-sabre sailor-sabre");
    crew(t, "red", "twin twin");
    fights(t, "boarding-blue-red");
    assert_asked(t, "pd.ask.roll who=1 n=3");
    does(t, "roll", "S S B");
    assert_heard(t, "pd.say.roll who=1",
                 "pd.say.red-rolled who=1 dice=pd.face.skull,pd.face.skull,pd.face.boat",
                 "pd.say.red-roll who=1 dice=pd.face.skull,pd.face.skull,pd.face.boat");
    does(t, "roll", "B N S");
    assert_asked(t, "pd.ask.lose who=1 other=2 n=1");
    does(t, "lose red 3", "");
    assert_heard(t, "pd.say.lose who=1 card=pd.pirate.twin other=2", "pd.say.wins-duel who=1",
                 "pd.say.takes who=1 other=2 n=1 total=7");
}

static void skills_are_told_when_used_and_when_refused(void **state)
{
    RULES("7.4 7.9 8.8 8.3 7.5 7.11");
    struct table *t = at_sea(*state, 3, "level=3");
    crew(t, "blue", "brother-sabre helm-sabre marksman parrot-sabre");
    crew(t, "red", "medic-sabre sailor-sabre");
    fights(t, "boarding-blue-red");
    assert_asked(t, "pd.ask.brother who=1 type=pd.type.boarding");
    does(t, "no", "");
    assert_heard(t, "pd.say.brother-no who=1");
    assert_asked(t, "pd.ask.helm who=1 n=1");
    does(t, "no", "");
    assert_heard(t, "pd.say.helm-no who=1");
    assert_asked(t, "pd.ask.shot who=1 n=1");
    does(t, "no", "");
    assert_heard(t, "pd.say.shot-no who=1",
                 "pd.say.strength who=1 other=2 red=pd.die,pd.die,pd.die,pd.die blue=3");
    does(t, "roll", "S N N N");
    does(t, "roll", "N N N");
    assert_asked(t, "pd.ask.parrot who=1 n=1");
    table_does(t, "no");
    assert_string_equal(t->heard.phrase[0].key, "pd.say.parrot-no");
    does(t, "lose red 3", "");
    assert_asked(t, "pd.ask.save who=2");
    does(t, "no", "");
    assert_heard(t, "pd.say.save-no who=2", "pd.say.wins-duel who=1",
                 "pd.say.takes who=1 other=2 n=1 total=7");
}

static void shots_and_taverns_are_asked_with_names(void **state)
{
    RULES("8.8 7.9");
    struct table *t = at_sea(*state, 3, "level=3");
    crew(t, "blue", "marksman tavern-sabre");
    crew(t, "red", "sailor-sabre sailor-cannon");
    fights(t, "boarding-blue-red");
    does(t, "yes", "S");
    assert_asked(t, "pd.ask.shoot who=1 other=2");
    does(t, "shoot red 2", "");
    does(t, "roll", "N N");
    does(t, "roll", "N");
    does(t, "recruit", "twin twin");
    assert_asked(t, "pd.ask.tavern who=1 other=2");
    does(t, "yes", "S");
    assert_heard(t, "pd.say.tavern-yes who=1", "pd.say.single-die who=1 die=pd.face.skull",
                 "pd.say.tavern-works who=1 other=2");
    assert_asked(t, "pd.ask.impose who=1 other=2");
    does(t, "impose 1", "");
    does(t, "enlist 1 2", "");
    fights(t, "fishing");
    does(t, "recruit", "pistol carriage");
    does(t, "no", "");
    assert_heard(t, "pd.say.tavern-no who=1");
}

static void engaging_and_lookouts_are_told(void **state)
{
    RULES("9.4 7.3");
    struct table *t = at_sea(*state, 2, "level=2");
    crew(t, "red", "lookout-sabre");
    fights(t, "cannonade-red-white");
    assert_asked(t, "pd.ask.engage who=1 type=pd.type.cannonade");
    does(t, "engage red", "");
    assert_heard(t, "pd.say.engage who=1 boat=pd.colour.red");
    assert_asked(t, "pd.ask.lookout who=1");
    does(t, "yes", "");
    assert_heard(t, "pd.say.lookout-yes who=1");
    assert_asked(t, "pd.ask.attack who=1");
}

/* ---- touches: cards by their number, boats from 60, dice from 90 ---- */

static void moves_touch_what_they_are_about(void **state)
{
    RULES("2.6 3.1 3.2 8.5");
    struct table *t = sit(*state, 4, "boats=choice");
    assert_touches(t, "boat white", "62");
    while (state_of(t)->phase == FL_DUEL_CHOOSING_BOAT)
        table_first_move(t);
    assert_touches(t, "recruit", "80");
    does(t, "recruit", "twin warrior pistol marksman carriage sergeant");
    assert_touches(t, "put 3 blue", "46 60");
    t = at_sea(*state, 3, "level=3");
    crew(t, "blue", "dinghy-sabre");
    crew(t, "red", "twin");
    assert_touches(t, "fight", "82");
    assert_touches(t, "swap blue 2 red 2", "38 42");
    fights(t, "fishing");
    crew(t, "red", "sergeant twin twin pistol marksman");
    crew(t, "blue", "tavern-sabre");
    does(t, "recruit", "warrior shipwright carriage");
    assert_touches(t, "yes", "");
    assert_touches(t, "no", "");
    does(t, "yes", "S");
    assert_touches(t, "impose 2", "34");
    does(t, "impose 2", "");
    assert_touches(t, "enlist 2 3", "34 36");
    does(t, "enlist 2", "");
    assert_touches(t, "keep 4", "47");
    does(t, "keep 4", "");
    assert_touches(t, "discard", "34");
    assert_touches(t, "replace red 2", "44 34");
}

static void moves_of_a_duel_touch_what_they_are_about(void **state)
{
    RULES("5.4 5.6 7.5 7.11 8.8 9.4");
    struct table *t = at_sea(*state, 2, "level=3");
    crew(t, "blue", "marksman parrot-sabre");
    crew(t, "white", "medic-sabre sailor-sabre sailor-cannon");
    fights(t, "boarding-white-green");
    assert_touches(t, "engage blue", "60");
    does(t, "engage blue", "");
    assert_touches(t, "attack white", "62");
    does(t, "attack white", "");
    does(t, "yes", "S");
    assert_touches(t, "shoot white 2", "12");
    does(t, "shoot white 4", "");
    assert_touches(t, "roll", "90 91");
    does(t, "roll", "S N");
    assert_touches(t, "roll", "96 97 98");
    does(t, "roll", "N N N");
    assert_touches(t, "reroll 2", "91");
    does(t, "no", "");
    assert_touches(t, "lose white 3", "0");
    does(t, "lose white 3", "");
    assert_touches(t, "save white 3", "0");
}

/* ---- the view ---- */

static void look(const struct table *t, struct fl_view *view)
{
    struct fl_sight sight;
    fl_match_sight(&t->match, FL_SPECTATOR, &sight);
    fl_sight_view(&sight, view);
}

/* The dice of a zone as letters, "?" before they are rolled. */
static void assert_dice(const struct table *t, const char *zone_name, int seat,
                        const char *expected)
{
    struct fl_view view;
    char dice[16] = "";
    look(t, &view);
    const struct fl_zone *zone = fl_view_find(&view, zone_name, seat, 0);
    assert_non_null(zone);
    for (int i = 0; i < zone->count; i++) {
        const char *face = view.item[zone->first + i].face;
        dice[i] = !face                            ? '?'
                  : !strcmp(face, "pd.face.skull") ? 'S'
                  : !strcmp(face, "pd.face.boat")  ? 'B'
                                                   : 'N';
    }
    assert_string_equal(dice, expected);
}

static void dice_are_seen_when_they_lie(void **state)
{
    RULES("5.4 7.11 7.12");
    struct table *t = at_sea(*state, 3, "level=2");
    crew(t, "blue", "monkey-sabre parrot-sabre");
    crew(t, "red", "twin");
    fights(t, "boarding-blue-red");
    assert_dice(t, "pd.zone.red-dice", 0, "????");
    assert_dice(t, "pd.zone.blue-dice", 1, "??");
    table_does(t, "roll");
    comes(t, "S B");
    assert_dice(t, "pd.zone.red-dice", 0, "SB??");
    comes(t, "N N");
    assert_dice(t, "pd.zone.red-dice", 0, "SBNN");
    assert_dice(t, "pd.zone.blue-dice", 1, "??");
    table_does(t, "roll");
    comes(t, "N B");
    assert_dice(t, "pd.zone.red-dice", 0, "??NN"); /* the curse */
    assert_dice(t, "pd.zone.blue-dice", 1, "NB");
    comes(t, "N N");
    table_does(t, "reroll 4");
    assert_dice(t, "pd.zone.red-dice", 0, "NNN?");
    comes(t, "S");
    assert_dice(t, "pd.zone.red-dice", 0, "NNNS"); /* and stays until the next turn begins */
    table_does(t, "recruit");
    struct fl_view view;
    look(t, &view);
    assert_null(fl_view_find(&view, "pd.zone.red-dice", 0, 0));
}

static const struct fl_item *item_of(const struct fl_view *view, int id)
{
    for (int i = 0; i < view->items; i++)
        if (view->item[i].id == id)
            return &view->item[i];
    return NULL;
}

static void fighters_and_fallen_are_marked(void **state)
{
    RULES("5.6 7.5");
    struct table *t = at_sea(*state, 3, "level=2");
    struct fl_view view;
    crew(t, "blue", "sailor-sabre sailor-sabre");
    crew(t, "red", "medic-sabre twin");
    fights(t, "boarding-blue-red");
    does(t, "roll", "S N N");
    does(t, "roll", "N N N");
    look(t, &view);
    assert_int_equal(item_of(&view, 60)->marks, 1); /* attacker */
    assert_int_equal(item_of(&view, 61)->marks, 2); /* defender */
    assert_int_equal(item_of(&view, 62)->marks, 0);
    assert_int_equal(item_of(&view, 87)->value, 1); /* losses to name */
    does(t, "lose red 3", "");
    look(t, &view);
    assert_int_equal(item_of(&view, 42)->marks, 4); /* fallen */
    assert_int_equal(item_of(&view, 12)->marks, 0);
    assert_null(item_of(&view, 87));
    assert_string_equal(item_of(&view, 83)->face, "pd.combat.boarding-blue-red");
    assert_string_equal(item_of(&view, 84)->face, "pd.type.boarding");
}

static void the_row_shows_what_is_taken_and_imposed(void **state)
{
    RULES("3.1 7.9 1.9");
    struct table *t = at_sea(*state, 3, "level=2");
    struct fl_view view;
    fights(t, "fishing");
    crew(t, "blue", "tavern-sabre");
    crew(t, "red", "sailor-sabre sailor-sabre sailor-sabre sailor-sabre medic-sabre");
    does(t, "recruit", "twin pistol");
    does(t, "yes", "S");
    does(t, "impose 3", "");
    look(t, &view);
    assert_int_equal(item_of(&view, 46)->marks, 16);
    does(t, "enlist 2 3", "");
    look(t, &view);
    assert_int_equal(item_of(&view, 46)->marks, 16 + 8);
    assert_int_equal(item_of(&view, 42)->marks, 8);
    does(t, "discard", "");
    look(t, &view);
    assert_int_equal(item_of(&view, 81)->value, 1); /* among the discards, for all to see */
    const struct fl_zone *discards = fl_view_find(&view, "pd.zone.discards", FL_NOBODY, 0);
    assert_int_equal(discards->count, 1);
    assert_int_equal(view.item[discards->first].id, 46);
    const struct fl_zone *drawn = fl_view_find(&view, "pd.zone.drawn", FL_NOBODY, 0);
    assert_int_equal(drawn->count, 1);
    assert_string_equal(view.item[drawn->first].face, "pd.combat.fishing");
    assert_int_equal(view.item[drawn->first].value, 1);
}

static void boats_in_harbour_are_seen_until_chosen(void **state)
{
    RULES("2.2");
    struct table *t = sit(*state, 3, "boats=choice");
    struct fl_view view;
    does(t, "boat red", "");
    look(t, &view);
    assert_int_equal(fl_view_find(&view, "pd.zone.harbour", FL_NOBODY, 0)->count, 3);
    does(t, "boat blue", "");
    does(t, "boat green", "");
    look(t, &view);
    assert_null(fl_view_find(&view, "pd.zone.harbour", FL_NOBODY, 0));
    assert_null(item_of(&view, 62)); /* white is put away */
}

/* ---- refusals: something else is asked ---- */

static void every_question_refuses_what_it_does_not_ask(void **state)
{
    RULES("2.2 2.6 3.1 3.2 3.4 4.1 4.5 5.4 5.6 7.3 7.4 7.5 7.9 7.10 7.11 8.3 8.4 8.8 9.4");
    static const char *const always_wrong[] = {"first-1", "S", "storm", "twin"};
    struct fl_rng rng = fl_rng_from(7, 7);
    uint64_t asked = 0;
    for (int game = 0; game < 60; game++) {
        struct table *t = sit(*state, 2 + game % 5, "level=3 first=random boats=choice");
        for (fl_seats turn; (turn = fl_match_turn(&t->match)) != 0;) {
            int seat = table_mover(t);
            struct fl_moves list;
            fl_list(t->match.game, &t->match.state, seat, &list);
            for (int i = 0; seat != FL_CHANCE && !(asked >> state_of(t)->phase & 1) && i < 4; i++) {
                struct fl_phrase why;
                fl_move move = table_read(t, always_wrong[i]);
                assert_int_equal(fl_match_play(&t->match, seat, move), FL_ILLEGAL);
                t->match.game->why_not(&t->match.state, seat, move, &why);
                assert_true(fl_word_exists(why.key));
                assert_true(why.args == 1 && why.arg[0].word[0][0]);
            }
            asked |= (uint64_t)1 << state_of(t)->phase;
            assert_int_equal(fl_match_play(&t->match, seat, fl_pick(&list, &rng)), FL_OK);
        }
    }
    assert_int_equal(asked, ((uint64_t)1 << FL_DUEL_OVER) - 1); /* every phase was met */
}

/* ---- nothing is lost ---- */

static uint64_t cards_of_row(const struct fl_duel *s)
{
    uint64_t set = 0;
    for (int i = 0; i < FL_DUEL_ROW; i++)
        if (s->row[i])
            set |= (uint64_t)1 << (s->row[i] - 1);
    return set;
}

/* The places of a boat and its set of cards agree, except for fallen cards. */
static uint64_t cards_of_boat(const struct fl_duel *s, int boat)
{
    uint64_t set = 0, fallen = 0;
    for (int place = 0; place < FL_DUEL_PLACES; place++)
        if (s->crew[boat][place])
            set |= (uint64_t)1 << (s->crew[boat][place] - 1);
    for (int side = 0; side < 2; side++)
        for (int place = 0; s->boat[side] == boat && place < FL_DUEL_PLACES; place++)
            if (s->fallen[side] >> place & 1)
                fallen |= (uint64_t)1 << (s->crew[boat][place] - 1);
    assert_true(s->aboard[boat] == (set & ~fallen));
    assert_true(!set || s->afloat >> boat & 1);
    return set;
}

/* Every pirate is in one place; those out of the game came from ruined boats. */
static uint64_t cards_in_play(const struct fl_duel *s)
{
    uint64_t sets[FL_DUEL_BOATS + 3], all = 0;
    int count = 0;
    for (int boat = 0; boat < FL_DUEL_BOATS; boat++)
        sets[boat] = cards_of_boat(s, boat);
    sets[FL_DUEL_BOATS] = s->pile;
    sets[FL_DUEL_BOATS + 1] = s->discard;
    sets[FL_DUEL_BOATS + 2] = cards_of_row(s);
    for (int i = 0; i < FL_DUEL_BOATS + 3; i++) {
        count += fl_duel_count(sets[i]);
        all |= sets[i];
    }
    assert_int_equal(count, fl_duel_count(all));
    assert_false((s->pile | s->discard) >> FL_DUEL_CAPTAIN);
    return all;
}

static int combat_cards(const struct fl_duel *s)
{
    int n = 0;
    for (int kind = 0; kind < FL_DUEL_COMBAT_KINDS; kind++)
        n += s->left[kind];
    return n;
}

static int coins_in_all(const struct fl_duel *s)
{
    int n = 0;
    for (int seat = 0; seat < s->seats; seat++)
        n += s->coins[seat];
    return n;
}

static void watch_game(struct table *t, struct fl_rng *rng)
{
    const struct fl_duel *s = state_of(t);
    uint64_t pirates = ((uint64_t)1 << FL_DUEL_CAPTAIN) - 1, before = pirates;
    for (fl_seats turn; (turn = fl_match_turn(&t->match)) != 0;) {
        int seat = table_mover(t), coins_before = coins_in_all(s), out = s->in_play;
        struct fl_moves list;
        fl_list(t->match.game, &t->match.state, seat, &list);
        assert_int_equal(fl_match_play(&t->match, seat, fl_pick(&list, rng)), FL_OK);
        uint64_t now = cards_in_play(s) & pirates;
        assert_true(!(now & ~before) && (now == before || s->in_play != out));
        before = now;
        assert_int_equal(combat_cards(s), s->cards_left);
        assert_true(coins_in_all(s) <= coins_before + 1);
        for (int i = 0; i < s->seats; i++)
            assert_true(s->coins[i] > 0 || !(s->in_play >> i & 1));
        assert_memory_equal(s->spare, "\0\0\0", 3);
    }
    assert_true(s->won != 0);
}

static void cards_and_coins_are_conserved(void **state)
{
    RULES("1.5 1.10 6.2 6.6 6.9");
    static const char *const levels[] = {"level=1", "level=2", "level=3"};
    struct fl_rng rng = fl_rng_from(2026, 1);
    for (int game = 0; game < 150; game++) {
        struct table *t = sit(*state, 2 + game % 5, levels[game % 3]);
        watch_game(t, &rng);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(recruiting_is_told),
        TEST(a_duel_is_told_from_card_to_coins),
        TEST(skills_are_told_when_used_and_when_refused),
        TEST(shots_and_taverns_are_asked_with_names),
        TEST(engaging_and_lookouts_are_told),
        TEST(moves_touch_what_they_are_about),
        TEST(moves_of_a_duel_touch_what_they_are_about),
        TEST(dice_are_seen_when_they_lie),
        TEST(fighters_and_fallen_are_marked),
        TEST(the_row_shows_what_is_taken_and_imposed),
        TEST(boats_in_harbour_are_seen_until_chosen),
        TEST(every_question_refuses_what_it_does_not_ask),
        TEST(cards_and_coins_are_conserved),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
