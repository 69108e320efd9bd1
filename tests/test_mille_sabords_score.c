/* What dice are worth in Mille Sabords!: the scoring functions against the rules page, case by
 * case, and then all dice with all cards against a second scorer. */
#include "games/mille_sabords/mille_sabords.h"
#include "mille_sabords_table.h"

static int card_number(const char *name)
{
    int card = 0;
    while (!is_card(every_card[card], name))
        card++;
    return card;
}

static void count_letters(const char *dice, uint8_t count[FL_FACES])
{
    for (int face = 0; face < FL_FACES; face++)
        count[face] = (uint8_t)how_many(dice, "SPMXCD"[face]);
}

static struct fl_sabords_tally stop_with(const char *card, const char *dice)
{
    struct fl_sabords_tally tally;
    uint8_t count[FL_FACES];
    count_letters(dice, count);
    fl_sabords_stop(card_number(card), count, &tally);
    assert_int_equal(tally.event, FL_SABORDS_SCORE);
    assert_int_equal(tally.others, 0);
    return tally;
}

static struct fl_sabords_tally bust_with(const char *card, const char *saved)
{
    struct fl_sabords_tally tally;
    uint8_t count[FL_FACES];
    count_letters(saved, count);
    fl_sabords_lost(card_number(card), count, &tally);
    assert_int_equal(tally.event, FL_SABORDS_BUST);
    assert_int_equal(tally.others, 0);
    return tally;
}

static void compare(const char *card, const char *dice, int32_t points, int expected, int line)
{
    if (points == expected)
        return;
    print_error("line %d: %s with %s is worth %d, expected %d\n", line, dice, card, points,
                expected);
    fail();
}

#define assert_worth(card, dice, points)                                                           \
    compare(card, dice, stop_with(card, dice).total, points, __LINE__)
#define assert_saved(card, dice, points)                                                           \
    compare(card, dice, bust_with(card, dice).total, points, __LINE__)

/* A row of `equal` letters; the rest are as many of `others` as there is room for. */
static const char *row(char memory[9], char letter, int equal, const char *others)
{
    memset(memory, letter, (size_t)equal);
    memcpy(memory + equal, others, (size_t)(8 - equal));
    memory[8] = '\0';
    return memory;
}

/* Dice that score nothing together with a set of this letter. Skulls do not bust in this scorer. */
static const char skulls[] = "SSSSSSSS";
static const int set_of[] = {0, 0, 0, 100, 200, 500, 1000, 2000, 4000};

static void a_set_is_paid_by_its_size(void **state)
{
    RULES("5.2");
    char dice[9];
    (void)state;
    for (const char *letter = "PMX"; *letter; letter++)
        for (int n = 0; n <= 8; n++)
            assert_worth("guardian", row(dice, *letter, n, skulls), set_of[n] + (n == 8) * 500);
}

static void sets_add_up_and_are_never_split(void **state)
{
    RULES("5.2");
    (void)state;
    assert_worth("guardian", "PPPMMMSS", 200);
    assert_worth("guardian", "PPPPMMMS", 300);
    assert_worth("guardian", "PPPPPPSS", 1000);
    assert_worth("guardian", "XXXXMMMM", 200 + 200 + 500);
    assert_worth("guardian", "PPMMXXSS", 0);
    assert_worth("guardian", "PMXSSSSS", 0);
}

static void skulls_never_score(void **state)
{
    RULES("5.3 M28");
    (void)state;
    for (const char *const *card = every_card; *card; card++) {
        bool gem = is_card(*card, "coin") || is_card(*card, "diamond");
        assert_worth(*card, skulls, gem ? 100 : -simple_value(*card));
    }
    assert_worth("skull-1", skulls, 0);
    assert_worth("skull-2", skulls, 0);
    assert_int_equal(stop_with("skull-1", skulls).set[FL_SKULL], 0);
}

static void coins_and_diamonds_pay_each_and_as_a_set(void **state)
{
    RULES("5.4 5.5");
    char dice[9];
    (void)state;
    for (const char *letter = "CD"; *letter; letter++)
        for (int n = 0; n <= 8; n++)
            assert_worth("guardian", row(dice, *letter, n, skulls),
                         set_of[n] + 100 * n + (n == 8) * 500);
    assert_worth("guardian", "CPPMMXXS", 100);
    assert_worth("guardian", "CCCCPPMM", 600);
    assert_worth("guardian", "CCDDPPMM", 400);
}

static void the_chest_wants_all_eight_dice(void **state)
{
    RULES("5.6 5.8");
    (void)state;
    assert_worth("guardian", "CCCCMMMD", 1300);
    assert_int_equal(stop_with("guardian", "CCCCMMMD").chest, 500);
    assert_worth("guardian", "CCDDMMMC", 100 + 300 + 200 + 100 + 500);
    assert_worth("guardian", "CCCCMMDD", 600 + 200);
    assert_worth("guardian", "CCCCCCMD", 1000 + 600 + 100);
    assert_worth("guardian", "CCCCCCXX", 1000 + 600);
    assert_worth("guardian", "CDCDCDCD", 200 + 200 + 800 + 500);
    assert_worth("guardian", "PPPMMMPP", 500 + 100 + 500);
}

static void a_skull_forbids_the_chest(void **state)
{
    RULES("5.7 M4 M35");
    (void)state;
    assert_worth("guardian", "CCCCMMMS", 600 + 100);
    for (const char *const *card = every_card; *card; card++)
        assert_int_equal(stop_with(*card, "XXXXCCCS").chest, 0);
    assert_worth("skull-1", "CCCCMMMD", 800);
    assert_worth("skull-2", "CCCCMMMD", 800);
    assert_worth("skull-1", "CCCCCCCC", 4800);
    assert_worth("coin", "CCCCMMMD", 500 + 500 + 100 + 100 + 500);
    assert_worth("diamond", "CCCCMMMD", 600 + 100 + 200 + 500);
}

static void coin_and_diamond_cards_are_a_ninth_symbol(void **state)
{
    RULES("6.1");
    (void)state;
    assert_worth("coin", "CCPPMMXX", 400);
    assert_worth("diamond", "DDPPMMXX", 400);
    assert_worth("coin", "SSPPMMXX", 100);
    assert_worth("diamond", "SSPPMMXX", 100);
    assert_worth("coin", "DDPPMMXX", 300);
    for (int n = 0; n < 8; n++) {
        char dice[9];
        assert_worth("coin", row(dice, 'C', n, skulls), set_of[n + 1] + 100 * (n + 1));
        assert_worth("diamond", row(dice, 'D', n, skulls), set_of[n + 1] + 100 * (n + 1));
    }
    assert_saved("coin", "", 0);
    assert_saved("diamond", "", 0);
}

static void the_card_is_no_die_of_the_chest(void **state)
{
    RULES("6.2 M1");
    (void)state;
    assert_worth("coin", "CCCCCCCX", 4800);
    assert_worth("coin", "CCMMMPPP", 1100);
    assert_worth("diamond", "DDMMMPPP", 1100);
    assert_worth("diamond", "DDDDDDDX", 4800);
    assert_worth("coin", "MMMMPPPX", 200 + 100 + 100);
    assert_worth("coin", "MMMMPPPP", 200 + 200 + 100 + 500);
}

static void nine_of_a_kind_pay_like_eight(void **state)
{
    RULES("8.7 8.8 M27");
    (void)state;
    assert_worth("coin", "CCCCCCCC", 5400);
    assert_worth("diamond", "DDDDDDDD", 5400);
}

static void animals_are_one_symbol(void **state)
{
    RULES("6.3 6.4");
    (void)state;
    assert_worth("animals", "PPMMMXXS", 500);
    assert_worth("animals", "PPPMMMXX", 1000);
    assert_worth("animals", "PPPMMMSS", 1000);
    assert_worth("animals", "PMXXXXSS", 200);
    assert_worth("guardian", "PPPMMMXX", 200);
    for (int parrots = 0; parrots <= 8; parrots++) {
        char dice[9];
        assert_worth("animals", row(dice, 'P', parrots, "MMMMMMMM"), 4500);
        assert_worth("animals", row(dice, 'P', parrots, skulls),
                     set_of[parrots] + (parrots == 8) * 500);
    }
}

static void animals_fill_the_chest_together(void **state)
{
    RULES("6.5 M2");
    (void)state;
    assert_worth("animals", "PMXXXCCC", 500);
    assert_worth("animals", "PPMCCCCC", 1600);
    assert_worth("animals", "PMMCCCCC", 1600);
    assert_worth("animals", "XXXCCCCC", 100 + 500 + 500 + 500);
    assert_worth("animals", "PXXXCCCC", 100 + 200 + 400);
}

static void the_pirate_doubles_the_chest_too(void **state)
{
    RULES("6.10 M5");
    (void)state;
    assert_worth("pirate", "CCCCMMMD", 2600);
    assert_worth("pirate", "SSCCCCDM", 1400);
    assert_worth("pirate", "SSPPMMXX", 0);
    assert_worth("pirate", "CPPMMXXS", 200);
}

static void a_ship_pays_when_its_quota_is_met(void **state)
{
    RULES("6.19");
    (void)state;
    assert_worth("ship-3", "XXXDPPMM", 700);
    assert_worth("ship-2", "XXPPMMSS", 300);
    assert_worth("ship-2", "XXXPPMMS", 400);
    assert_worth("ship-3", "XXXPPMMS", 600);
    assert_worth("ship-3", "XXXXPPMM", 700);
    assert_worth("ship-4", "XXXXPPMM", 1200);
    assert_worth("ship-4", "XXXXXXXX", 4000 + 500 + 1000);
    assert_int_equal(stop_with("ship-2", "XXPPMMSS").ship, 300);
}

static void sabres_of_a_won_ship_fill_the_chest(void **state)
{
    RULES("6.20 M3");
    (void)state;
    assert_worth("ship-2", "XXCCCCCC", 2400);
    assert_worth("ship-2", "XXCCCCCP", 500 + 500 + 300);
    assert_worth("ship-3", "XXXCCCCC", 100 + 1000 + 500 + 500);
    assert_worth("ship-4", "XXXXCCCC", 200 + 600 + 500 + 1000);
    assert_worth("coin", "XXCCCCCC", 2000 + 700);
    assert_worth("guardian", "XXCCCCCC", 1000 + 600);
}

static void a_ship_missed_costs_its_value(void **state)
{
    RULES("6.21 M9");
    (void)state;
    assert_worth("ship-2", "XCCCCCCC", -300);
    assert_worth("ship-3", "XXCCCCCC", -500);
    assert_worth("ship-4", "XXXCCCCC", -1000);
    assert_worth("ship-4", "CCCCCCCC", -1000);
    assert_int_equal(stop_with("ship-4", "CCCCCCCC").coins, 0);
    assert_int_equal(stop_with("ship-4", "CCCCCCCC").ship, -1000);
}

static void a_bust_on_a_ship_costs_its_value(void **state)
{
    RULES("6.22 M7");
    (void)state;
    assert_saved("ship-2", "", -300);
    assert_saved("ship-3", "", -500);
    assert_saved("ship-4", "", -1000);
    assert_int_equal(bust_with("ship-2", "").ship, -300);
}

static void other_busts_bring_nothing(void **state)
{
    RULES("4.2");
    (void)state;
    for (const char *const *card = every_card; *card; card++)
        if (!simple_quota(*card))
            assert_saved(*card, "", 0);
}

static void dice_on_treasure_island_survive_without_a_chest(void **state)
{
    RULES("6.16 M21");
    (void)state;
    assert_saved("island", "DDD", 400);
    assert_saved("island", "C", 100);
    assert_saved("island", "PP", 0);
    assert_saved("island", "PPPMM", 100);
    assert_saved("island", "CCCCDX", 700);
    assert_saved("island", "CCCCCCCC", 4800);
    assert_int_equal(bust_with("island", "CCCCMMMD").chest, 0);
}

static void all_dice_count_on_a_stop_with_treasure_island(void **state)
{
    RULES("6.15 M22");
    (void)state;
    assert_worth("island", "CCCCMMMD", 1300);
    assert_worth("island", "DDDSSPPM", 400);
}

static void skull_island_costs_by_the_skull(void **state)
{
    RULES("7.5 7.6 M14");
    (void)state;
    for (int n = 4; n <= 10; n++)
        for (const char *const *card = every_card; *card; card++)
            assert_int_equal(fl_sabords_raid(card_number(*card), n),
                             -n * (is_card(*card, "pirate") ? 200 : 100));
}

static void cards_tell_their_skulls_and_sabres(void **state)
{
    RULES("1.4 6.18 6.19");
    static const uint8_t none[FL_FACES];
    struct fl_sabords_tally lost;
    (void)state;
    for (const char *const *card = every_card; *card; card++) {
        int number = card_number(*card);
        assert_int_equal(fl_sabords_card_skulls(number), simple_card_skulls(*card));
        assert_int_equal(fl_sabords_quota(number), simple_quota(*card));
        fl_sabords_lost(number, none, &lost);
        assert_int_equal(-lost.ship, simple_value(*card));
    }
    assert_int_equal(fl_sabords_quota(FL_CARD_NONE), 0);
}

static void only_the_dice_asked_for_are_counted(void **state)
{
    RULES("6.16");
    static const uint8_t die[FL_SABORDS_DICE] = {FL_SKULL, FL_COIN, FL_COIN,   FL_PARROT,
                                                 FL_SABRE, FL_COIN, FL_MONKEY, FL_DIAMOND};
    uint8_t count[FL_FACES];
    (void)state;
    fl_sabords_count(die, 0xFF, count);
    assert_memory_equal(count, ((uint8_t[]){1, 1, 1, 1, 3, 1}), FL_FACES);
    fl_sabords_count(die, 0x26, count);
    assert_memory_equal(count, ((uint8_t[]){0, 0, 0, 0, 3, 0}), FL_FACES);
    fl_sabords_count(die, 0, count);
    assert_memory_equal(count, ((uint8_t[]){0, 0, 0, 0, 0, 0}), FL_FACES);
}

static int32_t sum_of_parts(const struct fl_sabords_tally *tally)
{
    int32_t sum = tally->coins + tally->diamonds + tally->chest + tally->ship;
    for (int face = 0; face < FL_FACES; face++)
        sum += tally->set[face];
    return sum;
}

static void every_stop_is_worth_what_the_rules_say(void **state)
{
    RULES("5.1 5.2 5.4 5.6 5.7 6.1 6.2 6.3 6.5 6.10 6.19 6.20 6.21");
    int rows = 0;
    (void)state;
    for (const char *const *card = every_card; *card; card++) {
        char dice[9] = "SSSSSSSS";
        do {
            struct fl_sabords_tally tally = stop_with(*card, dice);
            compare(*card, dice, tally.total, simple_stop(*card, dice), __LINE__);
            compare(*card, dice, tally.total,
                    sum_of_parts(&tally) * (is_card(*card, "pirate") ? 2 : 1), __LINE__);
            rows++;
        } while (next_dice(dice, "SPMXCD"));
    }
    assert_int_equal(rows, 11 * 1287); /* eight of six faces: 13 over 5 */
}

static void every_bust_is_worth_what_the_rules_say(void **state)
{
    RULES("4.2 6.16 6.22");
    int rows = 0;
    (void)state;
    for (const char *const *card = every_card; *card; card++)
        for (int saved = 0; saved <= (is_card(*card, "island") ? 8 : 0); saved++) {
            char memory[9], *dice = memory;
            memset(memory, 'P', 8);
            dice[saved] = '\0';
            do {
                struct fl_sabords_tally tally = bust_with(*card, dice);
                compare(*card, dice, tally.total, simple_bust(*card, dice), __LINE__);
                compare(*card, dice, tally.total, sum_of_parts(&tally), __LINE__);
                rows++;
            } while (next_dice(dice, "PMXCD"));
        }
    assert_int_equal(rows, 10 + 1287); /* up to eight of five faces: as many */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_set_is_paid_by_its_size),
        cmocka_unit_test(sets_add_up_and_are_never_split),
        cmocka_unit_test(skulls_never_score),
        cmocka_unit_test(coins_and_diamonds_pay_each_and_as_a_set),
        cmocka_unit_test(the_chest_wants_all_eight_dice),
        cmocka_unit_test(a_skull_forbids_the_chest),
        cmocka_unit_test(coin_and_diamond_cards_are_a_ninth_symbol),
        cmocka_unit_test(the_card_is_no_die_of_the_chest),
        cmocka_unit_test(nine_of_a_kind_pay_like_eight),
        cmocka_unit_test(animals_are_one_symbol),
        cmocka_unit_test(animals_fill_the_chest_together),
        cmocka_unit_test(the_pirate_doubles_the_chest_too),
        cmocka_unit_test(a_ship_pays_when_its_quota_is_met),
        cmocka_unit_test(sabres_of_a_won_ship_fill_the_chest),
        cmocka_unit_test(a_ship_missed_costs_its_value),
        cmocka_unit_test(a_bust_on_a_ship_costs_its_value),
        cmocka_unit_test(other_busts_bring_nothing),
        cmocka_unit_test(dice_on_treasure_island_survive_without_a_chest),
        cmocka_unit_test(all_dice_count_on_a_stop_with_treasure_island),
        cmocka_unit_test(skull_island_costs_by_the_skull),
        cmocka_unit_test(cards_tell_their_skulls_and_sabres),
        cmocka_unit_test(only_the_dice_asked_for_are_counted),
        cmocka_unit_test(every_stop_is_worth_what_the_rules_say),
        cmocka_unit_test(every_bust_is_worth_what_the_rules_say),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
