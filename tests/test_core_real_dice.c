/* Real dice: requests to people, and how far an undo goes back. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "core/real_dice.h"
#include "games/games.h"

static void begin(struct fl_match *m, const struct fl_game *game, int seats)
{
    struct fl_setup setup = fl_setup_default(game, seats);
    assert_true(fl_setup_set(game, &setup, "first", "1"));
    fl_match_begin(m, game, &setup, FL_TRUTH);
}

/* Plays words of one seat: "card", or of chance, one after the other. */
static void play(struct fl_match *m, int seat, const char *words)
{
    while (*words) {
        size_t len = seat == FL_CHANCE ? strcspn(words, " ") : strlen(words);
        fl_move move;
        assert_true(fl_read_any(m->game, words, len, &move));
        assert_int_equal(fl_match_play(m, seat, move), FL_OK);
        words += len + (words[len] == ' ');
    }
}

static void eight_dice_are_one_throw(void **state)
{
    struct fl_match m;
    struct fl_real_roll next;
    (void)state;
    begin(&m, &fl_mille_sabords, 2);
    assert_false(fl_real_roll_next(&m, &next));
    play(&m, 0, "card");
    assert_true(fl_real_roll_next(&m, &next));
    assert_int_equal(next.count, 1);
    play(&m, FL_CHANCE, "coin");
    play(&m, 0, "throw");
    assert_true(fl_real_roll_next(&m, &next));
    assert_int_equal(next.count, 8);
    assert_true(next.seen & FL_SEAT(FL_SPECTATOR));
    assert_false(next.forced);
    play(&m, FL_CHANCE, "S P M");
    assert_true(fl_real_roll_next(&m, &next));
    assert_int_equal(next.count, 5);
    fl_match_end(&m);
}

static void the_last_throw_is_taken_back_whole(void **state)
{
    struct fl_match m;
    (void)state;
    begin(&m, &fl_mille_sabords, 2);
    play(&m, 0, "card");
    play(&m, FL_CHANCE, "coin");
    play(&m, 0, "throw");
    play(&m, FL_CHANCE, "S P M X C D D D");
    assert_int_equal(fl_real_roll_start(&m, m.steps), 3);
    play(&m, 0, "reroll 2 3");
    assert_int_equal(fl_real_roll_start(&m, m.steps), 11);
    play(&m, FL_CHANCE, "C C");
    assert_int_equal(fl_real_roll_start(&m, m.steps), 12);
    assert_int_equal(fl_real_roll_start(&m, 12), 11);
    assert_int_equal(fl_real_roll_start(&m, 3), 2);
    assert_int_equal(fl_real_roll_start(&m, 0), 0);
    fl_match_end(&m);
}

static void a_hand_is_dealt_to_whom_it_belongs(void **state)
{
    struct fl_match m;
    struct fl_real_roll next;
    (void)state;
    begin(&m, &fl_corsaires, 2);
    assert_true(fl_real_roll_next(&m, &next));
    assert_int_equal(next.count, 6);
    assert_int_equal(next.seen & (FL_SEAT(0) | FL_SEAT(1) | FL_SEAT(FL_SPECTATOR)), FL_SEAT(0));
    play(&m, FL_CHANCE, "red-1 red-2 red-3 red-4 admiral galleon-2");
    assert_true(fl_real_roll_next(&m, &next));
    assert_int_equal(next.count, 6);
    assert_int_equal(next.seen & (FL_SEAT(0) | FL_SEAT(1) | FL_SEAT(FL_SPECTATOR)), FL_SEAT(1));
    play(&m, FL_CHANCE, "blue-1 blue-2 blue-3 blue-4 galleon-8 galleon-2");
    assert_int_equal(fl_real_roll_start(&m, m.steps), 6);
    fl_match_end(&m);
}

/* In every game, whatever falls: the question is the same kind of thing until it is answered, and
 * going back step by step comes to the beginning. */
static void every_game_can_be_played_with_real_dice(void **state)
{
    (void)state;
    for (int i = 0; fl_games[i]; i++) {
        struct fl_match m;
        struct fl_moves list;
        struct fl_rng rng = fl_rng_from(7, (uint64_t)i);
        begin(&m, fl_games[i], fl_games[i]->seats_min);
        for (int step = 0; step < 300 && fl_match_turn(&m); step++) {
            int seat = __builtin_ctz(fl_match_turn(&m));
            struct fl_real_roll next = {.count = 0};
            assert_int_equal(fl_real_roll_next(&m, &next), seat == FL_CHANCE);
            assert_int_equal(next.count > 0, seat == FL_CHANCE);
            fl_list(m.game, &m.state, seat, &list);
            if (seat == FL_CHANCE)
                assert_int_equal(next.forced, list.count == 1);
            fl_match_play(&m, seat, fl_pick(&list, &rng));
        }
        for (uint32_t steps = m.steps, start; steps; steps = start) {
            start = fl_real_roll_start(&m, steps);
            assert_true(start < steps);
        }
        fl_match_end(&m);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(eight_dice_are_one_throw),
        cmocka_unit_test(the_last_throw_is_taken_back_whole),
        cmocka_unit_test(a_hand_is_dealt_to_whom_it_belongs),
        cmocka_unit_test(every_game_can_be_played_with_real_dice),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
