/* Skulls in Mille Sabords!: what ends a turn, and Skull Island; sections 4 and 7 of the rules
 * page, played move by move. */
#include "mille_sabords_table.h"

/* ---- 4: skulls and busting ---- */

static void card_skulls_are_counted(void **state)
{
    RULES("4.1 6.18 M10");
    struct table *t = sit(*state, 2, "");
    turn(t, "skull-1", "SPPMMXXC");
    assert_chooses(t, 0);
    does(t, "reroll 2 3", "SP");
    assert_next(t, 1);
    turn(t, "skull-2", "PPPMMXXC");
    assert_chooses(t, 1);
    does(t, "reroll 2 3", "SP");
    assert_next(t, 0);
    assert_scores(t, 0, 0);
    turn(t, "skull-2", "SSPPMMXX");
    assert_on_skull_island(t, 0);
    does(t, "throw", "PPMMXX");
    assert_scores(t, 0, -400);
}

static void the_third_skull_ends_the_turn_for_nothing(void **state)
{
    RULES("4.2");
    struct table *t = sit(*state, 2, "");
    earn(t, 600, 0);
    turn(t, "animals", "SSCCCCDD");
    does(t, "reroll 7 8", "SD");
    assert_next(t, 1);
    assert_scores(t, 600, 0);
}

static void a_bust_on_the_first_throw_brings_nothing(void **state)
{
    RULES("4.2 4.3 6.1 6.17");
    for (const char *const *card = every_card; *card; card++) {
        struct table *t = sit(*state, 2, "");
        int on_dice = 3 - simple_card_skulls(*card);
        char dice[9] = "CCCCCDDD";
        memset(dice, 'S', (size_t)on_dice);
        turn(t, *card, dice);
        if (is_card(*card, "guardian"))
            assert_chooses(t, 0);
        else
            assert_next(t, 1);
        assert_scores(t, -simple_value(*card), 0);
    }
}

static void three_skulls_on_the_first_throw_are_a_bust(void **state)
{
    RULES("4.3 M11");
    struct table *t = sit(*state, 2, "");
    turn(t, "pirate", "SSSCCCCC");
    assert_next(t, 1);
    turn(t, "skull-1", "SSCCCCCC");
    assert_next(t, 0);
    turn(t, "skull-2", "SCCCCCCC");
    assert_next(t, 1);
    assert_scores(t, 0, 0);
}

/* The table of 4.4, its first column of throws: dice that show this many skulls. */
static void check_first_throw(struct table *t, const char *card, int on_dice)
{
    int skulls = on_dice + simple_card_skulls(card);
    char dice[9] = "PMXPMXPM";
    memset(dice, 'S', (size_t)on_dice);
    turn(t, card, dice);
    if (skulls <= 2 || (skulls == 3 && is_card(card, "guardian"))) {
        assert_chooses(t, 0);
    } else if (skulls == 3 || simple_quota(card)) {
        assert_next(t, 1);
        assert_scores(t, -simple_value(card), 0);
    } else if (on_dice == 8) {
        assert_next(t, 1);
        assert_scores(t, 0, -skulls * (is_card(card, "pirate") ? 200 : 100));
    } else {
        assert_on_skull_island(t, 0);
    }
}

/* The second column: a first throw without skulls, then a throw with this many. */
static void check_later_throw(struct table *t, const char *card, int on_dice)
{
    int skulls = on_dice + simple_card_skulls(card);
    char dice[8] = "PMXPMXP";
    turn(t, card, "PMXPMXPM");
    memset(dice, 'S', (size_t)on_dice);
    does(t, "reroll 1 2 3 4 5 6 7", dice);
    if (skulls <= 2 || (skulls == 3 && is_card(card, "guardian"))) {
        assert_chooses(t, 0);
    } else {
        assert_next(t, 1);
        assert_scores(t, -simple_value(card), 0);
    }
}

static void every_number_of_skulls_means_one_thing(void **state)
{
    RULES("4.4 6.18 6.23 7.1");
    for (const char *const *card = every_card; *card; card++) {
        for (int on_dice = 0; on_dice <= 8; on_dice++)
            check_first_throw(sit(*state, 2, ""), *card, on_dice);
        for (int on_dice = 0; on_dice <= 7; on_dice++)
            check_later_throw(sit(*state, 2, ""), *card, on_dice);
    }
}

/* Throws these dice in every way there is and counts those that end the turn. */
static int count_busts(const union fl_state *before)
{
    int busts = 0;
    if (!((fl_mille_sabords.turn)(before)&FL_SEAT(FL_CHANCE)))
        return (fl_mille_sabords.turn)(before) != FL_SEAT(0);
    struct fl_moves faces = {0};
    fl_list(&fl_mille_sabords, before, FL_CHANCE, &faces);
    for (uint32_t i = 0; i < faces.count; i++) {
        union fl_state after = *before;
        fl_mille_sabords.apply(&after, FL_CHANCE, faces.at[i].move);
        busts += count_busts(&after);
    }
    return busts;
}

static void check_risk(struct table *t, const char *text)
{
    const struct fl_match *m = &t->match;
    fl_move move = table_read(t, text);
    union fl_state after = m->state;
    int throws = 1;
    for (const char *at = text; *at; at++)
        throws *= *at == ' ' ? 6 : 1;
    fl_mille_sabords.apply(&after, 0, move);
    int busts = count_busts(&after), risk = fl_mille_sabords.bust_percent(&m->state, 0, move);
    int off = 200 * busts - 2 * risk * throws; /* rounded to whole percents */
    if (!table_allows(t, text) || off < -throws || off > throws)
        wrong(t, "\"%s\": %d of %d throws are lost, not %d %%", text, busts, throws, risk);
}

static void the_risk_told_is_that_of_every_throw(void **state)
{
    RULES("4.2 6.7 6.18");
    struct table *t = sit(*state, 2, "");
    turn(t, "pirate", "PPPMMMXX");
    check_risk(t, "reroll 1 2");
    check_risk(t, "reroll 1 2 3 4 5 6 7");
    t = sit(*state, 2, "");
    turn(t, "skull-1", "SPPMMMXX");
    check_risk(t, "reroll 2 3");
    check_risk(t, "reroll 2 3 4 5 6");
    t = sit(*state, 2, "");
    turn(t, "guardian", "SSPMMMXX");
    check_risk(t, "reroll 3 4");
    check_risk(t, "reroll 3 4 5 6 7");
    check_risk(t, "reroll 1");
    check_risk(t, "reroll 1 3 4 5 6");
    does(t, "reroll 3 4", "SP");
    check_risk(t, "reroll 3");
    check_risk(t, "reroll 1 4 5 6");
    does(t, "reroll 1", "P");
    check_risk(t, "reroll 1 4");
    check_risk(t, "reroll 1 4 5 6 7 8");
}

/* ---- 7: Skull Island ---- */

static void skull_island_is_compulsory(void **state)
{
    RULES("7.1 7.2 M12");
    struct table *t = sit(*state, 2, "");
    turn(t, "coin", "SSSSCCCC");
    assert_on_skull_island(t, 0);
    assert_only(t, "throw");
    refuses(t, "stop", "7.2");
    refuses(t, "reroll 5 6", "7.2");
    refuses(t, "card", "7.2");
}

static void all_dice_but_skulls_are_thrown_while_skulls_come(void **state)
{
    RULES("7.2 M12");
    struct table *t = sit(*state, 2, "");
    turn(t, "coin", "SCSCSCSC");
    does(t, "throw", "SDXP");
    assert_dice(t, "SSSDSXSP");
    assert_on_skull_island(t, 0);
    does(t, "throw", "PSP");
    assert_on_skull_island(t, 0);
    does(t, "throw", "CC");
    assert_dice(t, "SSSCSSSC");
    assert_next(t, 1);
    assert_scores(t, 0, -600);
}

static void skull_island_ends_without_a_skull_or_without_a_die(void **state)
{
    RULES("7.3 M13");
    struct table *t = sit(*state, 2, "");
    turn(t, "coin", "SSSSSCCC");
    does(t, "throw", "CCC");
    assert_next(t, 1);
    assert_scores(t, 0, -500);
    turn(t, "coin", "SSSSSSSS");
    assert_next(t, 0);
    assert_scores(t, -800, -500);
    turn(t, "coin", "SSSSCCCC");
    does(t, "throw", "SSSS");
    assert_next(t, 1);
    assert_scores(t, -800, -1300);
}

static void a_single_die_is_thrown_on_skull_island(void **state)
{
    RULES("7.3 3.2 M13");
    struct table *t = sit(*state, 2, "");
    turn(t, "coin", "SSSSSSSC");
    assert_on_skull_island(t, 0);
    does(t, "throw", "P");
    assert_scores(t, 0, -700);
    turn(t, "coin", "SSSSSSSC");
    does(t, "throw", "S");
    assert_next(t, 0);
    assert_scores(t, -800, -700);
}

static void skull_island_never_scores_for_the_player(void **state)
{
    RULES("7.4 M15");
    for (const char *const *card = every_card; *card; card++) {
        struct table *t = sit(*state, 2, "");
        if (simple_quota(*card))
            continue;
        turn(t, *card, "SSSSCCCC");
        does(t, "throw", "DDDD");
        int skulls = 4 + simple_card_skulls(*card);
        assert_scores(t, 0, -skulls * (is_card(*card, "pirate") ? 200 : 100));
    }
}

static void every_opponent_loses_by_the_skull(void **state)
{
    RULES("7.5 4.1 M10 M38");
    struct table *t = sit(*state, 5, "first=3");
    turn(t, "skull-2", "SSSCCCCC");
    does(t, "throw", "SPPMM");
    does(t, "throw", "PPMM");
    assert_next(t, 3);
    assert_scores(t, -600, -600, 0, -600, -600);
    turn(t, "skull-1", "SSSSSSSS");
    assert_scores(t, -1500, -1500, -900, -600, -1500);
}

static void the_pirate_doubles_skull_island(void **state)
{
    RULES("7.6 M14 M37");
    struct table *t = sit(*state, 3, "");
    turn(t, "pirate", "SSSSCCCC");
    does(t, "throw", "CCCC");
    assert_scores(t, 0, -800, -800);
    turn(t, "pirate", "SSSSSCCC");
    does(t, "throw", "SCC");
    does(t, "throw", "CC");
    assert_scores(t, -1200, -800, -2000);
    turn(t, "pirate", "SSSCCCCC");
    assert_scores(t, -1200, -800, -2000);
}

static void nine_skulls_win_nothing(void **state)
{
    RULES("5.3 M28");
    struct table *t = sit(*state, 2, "");
    turn(t, "skull-1", "SSSSSSSS");
    assert_next(t, 1);
    assert_scores(t, 0, -900);
    turn(t, "skull-2", "SSSSSSSS");
    assert_next(t, 0);
    assert_scores(t, -1000, -900);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(card_skulls_are_counted),
        TEST(the_third_skull_ends_the_turn_for_nothing),
        TEST(a_bust_on_the_first_throw_brings_nothing),
        TEST(three_skulls_on_the_first_throw_are_a_bust),
        TEST(every_number_of_skulls_means_one_thing),
        TEST(the_risk_told_is_that_of_every_throw),
        TEST(skull_island_is_compulsory),
        TEST(all_dice_but_skulls_are_thrown_while_skulls_come),
        TEST(skull_island_ends_without_a_skull_or_without_a_die),
        TEST(a_single_die_is_thrown_on_skull_island),
        TEST(skull_island_never_scores_for_the_player),
        TEST(every_opponent_loses_by_the_skull),
        TEST(the_pirate_doubles_skull_island),
        TEST(nine_skulls_win_nothing),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
