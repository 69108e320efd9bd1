/* Heuristic agents of Mille Sabords!: the move of each agent with given dice. */
#include "agents/agent.h"
#include "games/mille_sabords/mille_sabords.h"
#include "mille_sabords_table.h"

static const char letters[] = "SPMXCD";

/* A player with this card after the first throw. */
static struct fl_sight dice_before(int card, const char *dice)
{
    struct fl_setup setup = fl_setup_default(&fl_mille_sabords, 2);
    struct fl_sight sight = {.game = &fl_mille_sabords, .setup = setup, .viewer = 0};
    struct fl_sabords *s = (void *)&sight.state;
    fl_mille_sabords.start(&sight.state, &setup);
    s->seat = 0;
    s->phase = FL_SABORDS_CHOOSING;
    s->card = (uint8_t)card;
    s->throws = 1;
    s->guardian = card == FL_CARD_GUARDIAN;
    for (int i = 0; i < FL_SABORDS_DICE; i++)
        s->die[i] = (uint8_t)(strchr(letters, dice[i]) - letters);
    return sight;
}

/* Expects "stop", or the dice that are thrown or put on Treasure Island as a string of 0 and 1. */
static void expect(const char *agent, uint32_t effort, int card, const char *dice,
                   const char *wanted)
{
    struct fl_sight sight = dice_before(card, dice);
    fl_move move = fl_agent_find(agent, sight.game)(&sight, effort, NULL);
    char got[FL_SABORDS_DICE + 1] = "stop";
    for (int i = 0; move != FL_SABORDS_STOP && i < FL_SABORDS_DICE; i++)
        got[i] = move >> i & 1 ? '1' : '0';
    assert_true(fl_is_legal(sight.game, &sight.state, 0, move));
    assert_string_equal(got, wanted);
}

static void stop_at_stops_at_its_points(void **state)
{
    (void)state;
    expect("stop-at", 801, FL_CARD_PIRATE, "CCCPMXMX", "00011111");
    expect("stop-at", 800, FL_CARD_PIRATE, "CCCPMXMX", "stop");
    expect("stop-at", 400, FL_CARD_COIN, "CCPPMXMX", "stop");
    expect("stop-at", 401, FL_CARD_COIN, "CCPPMXMX", "00111111");
}

static void two_skulls_are_a_reason_to_stop(void **state)
{
    (void)state;
    expect("two-skulls", 0, FL_CARD_PIRATE, "SCCMMMPX", "00000011");
    expect("two-skulls", 0, FL_CARD_PIRATE, "SSCMMMPX", "stop");
    expect("two-skulls", 0, FL_CARD_SKULL_1, "SCCMMMPX", "stop");
}

static void a_fair_risk_weighs_what_lies(void **state)
{
    (void)state;
    expect("fair-risk", 0, FL_CARD_ANIMALS, "SSXXPXCP", "00001001");
    expect("fair-risk", 0, FL_CARD_ANIMALS, "SSXCCCPP", "stop");
    expect("fair-risk", 0, FL_CARD_ANIMALS, "XXXCCCPM", "00000011");
}

static void most_alike_keeps_one_face(void **state)
{
    (void)state;
    expect("most-alike", 0, FL_CARD_COIN, "SMMMCCPX", "00001111");
    expect("most-alike", 0, FL_CARD_COIN, "SMMPCCPX", "01110011");
    expect("most-alike", 0, FL_CARD_ANIMALS, "SMMPCCPX", "00001101");
}

static void gold_only_keeps_gold_and_gems(void **state)
{
    (void)state;
    expect("gold-only", 0, FL_CARD_COIN, "SMMMCDPX", "01110011");
    expect("gold-only", 0, FL_CARD_COIN, "MMMMPPXX", "01111111");
}

static void all_of_them_chase_ships_and_save_treasure(void **state)
{
    static const char *const agents[] = {"stop-at", "two-skulls", "fair-risk", "most-alike",
                                         "gold-only"};
    (void)state;
    for (int i = 0; i < 5; i++) {
        expect(agents[i], 100, FL_CARD_SHIP_3, "SSXXCCCC", "00001111");
        expect(agents[i], 100, FL_CARD_SHIP_3, "SSXXXCCC", "stop");
        expect(agents[i], 100, FL_CARD_ISLAND, "SSCCCPMX", "00111000");
        expect(agents[i], 100, FL_CARD_GUARDIAN, "SSSCCCCC", "10000000");
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stop_at_stops_at_its_points),
        cmocka_unit_test(two_skulls_are_a_reason_to_stop),
        cmocka_unit_test(a_fair_risk_weighs_what_lies),
        cmocka_unit_test(most_alike_keeps_one_face),
        cmocka_unit_test(gold_only_keeps_gold_and_gems),
        cmocka_unit_test(all_of_them_chase_ships_and_save_treasure),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
