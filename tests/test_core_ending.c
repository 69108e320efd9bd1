/* Resignation, and the end of a match by agreement: in every game, at any moment, in records, and
 * for every viewer. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/json.h"
#include "core/record.h"
#include "games/games.h"

enum { TEXT = 1 << 18 };

static void begin(struct fl_match *m, const struct fl_game *g, int seats, const char *option,
                  const char *word)
{
    struct fl_setup setup = fl_setup_default(g, seats);
    assert_true(!option || fl_setup_set(g, &setup, option, word));
    assert_null(fl_setup_check(g, &setup));
    fl_match_begin(m, g, &setup, FL_TRUTH);
}

/* Plays at random until this many steps are made and it is a player's turn. */
static void play_until(struct fl_match *m, uint32_t steps, struct fl_rng *rng)
{
    struct fl_moves list;
    assert_int_equal(fl_match_play_chance_rng(m, rng), FL_OK);
    while (m->steps < steps && fl_match_turn(m)) {
        int seat = __builtin_ctz(fl_match_turn(m));
        fl_list(m->game, &m->state, seat, &list);
        assert_int_equal(fl_match_play(m, seat, fl_pick(&list, rng)), FL_OK);
        assert_int_equal(fl_match_play_chance_rng(m, rng), FL_OK);
    }
}

static fl_seats winners_for(const struct fl_match *m, int viewer)
{
    struct fl_sight sight;
    fl_match_sight(m, viewer, &sight);
    assert_int_equal(fl_sight_turn(&sight), fl_match_turn(m));
    return fl_sight_winners(&sight);
}

static const struct fl_game *find(const char *name)
{
    return strcmp(name, "raid") ? fl_game_find(name) : &fl_template;
}

/* Writes the record for a viewer and reads it again: it ends in the same way. */
static void check_record(const struct fl_match *m, int viewer)
{
    static char memory[2][TEXT];
    struct fl_buf text = fl_buf_over(memory[0], TEXT), again = fl_buf_over(memory[1], TEXT);
    struct fl_record record;
    struct fl_record_error error;
    fl_record_write(m, NULL, viewer, &text);
    assert_false(text.overflowed);
    if (!fl_record_read(text.at, text.len, find, &record, &error)) {
        print_error("%s, viewer %d, line %d: %s %s\n", m->game->name, viewer, error.line, error.key,
                    error.detail);
        fail();
    }
    assert_memory_equal(&record.match.ending, &m->ending, sizeof m->ending);
    fl_record_write(&record.match, NULL, viewer, &again);
    assert_string_equal(again.at, text.at);
    fl_match_end(&record.match);
}

static void check_everybody(const struct fl_match *m)
{
    fl_seats winners = winners_for(m, FL_SPECTATOR);
    for (int viewer = 0; viewer < m->setup.seats; viewer++) {
        assert_int_equal(winners_for(m, viewer), winners);
        check_record(m, viewer);
    }
    check_record(m, FL_SPECTATOR);
    check_record(m, FL_TRUTH);
}

static void every_game_can_end_at_any_moment(void **state)
{
    (void)state;
    for (int i = 0; fl_games[i]; i++)
        for (int seats = fl_games[i]->seats_min; seats <= fl_games[i]->seats_max; seats++)
            for (uint32_t steps = 0; steps < 120; steps += 17) {
                struct fl_match m;
                struct fl_rng rng;
                struct fl_setup setup = fl_setup_default(fl_games[i], seats);
                if (fl_setup_check(fl_games[i], &setup))
                    continue; /* seven Corsaires */
                rng = fl_rng_from(steps + 1, 0);
                begin(&m, fl_games[i], seats, NULL, NULL);
                play_until(&m, steps, &rng);
                if (fl_match_turn(&m) && seats > 2 && steps % 2)
                    assert_int_equal(fl_match_resign(&m, FL_SEAT(1)), FL_OK);
                if (fl_match_turn(&m)) {
                    assert_int_equal(fl_match_agree(&m, steps % 3), FL_OK);
                    assert_true(winners_for(&m, 0));
                }
                assert_int_equal(fl_match_turn(&m), 0);
                assert_int_equal(fl_match_agree(&m, false), FL_OVER);
                assert_int_equal(fl_match_resign(&m, 1), FL_OVER);
                check_everybody(&m);
                fl_match_end(&m);
            }
}

static void of_two_the_other_one_wins(void **state)
{
    (void)state;
    for (int i = 0; fl_games[i]; i++)
        for (int seat = 0; seat < 2; seat++) {
            struct fl_match m;
            struct fl_rng rng;
            if (fl_games[i]->seats_min > 2)
                continue;
            rng = fl_rng_from(7, 0);
            begin(&m, fl_games[i], 2, NULL, NULL);
            play_until(&m, 20, &rng);
            assert_int_equal(fl_match_resign(&m, FL_SEAT(seat)), FL_OK);
            assert_int_equal(winners_for(&m, seat), FL_SEAT(!seat));
            check_everybody(&m);
            fl_match_end(&m);
        }
}

static void of_three_the_others_play_on_and_the_best_of_them_wins(void **state)
{
    (void)state;
    int best_resigned = 0;
    for (uint64_t seed = 1; seed <= 40; seed++)
        for (int seat = 0; seat < 3; seat++) {
            struct fl_match m;
            struct fl_rng rng;
            struct fl_sight sight;
            rng = fl_rng_from(seed, 0);
            begin(&m, &fl_template, 3, NULL, NULL);
            play_until(&m, 6, &rng);
            assert_int_equal(fl_match_resign(&m, FL_SEAT(seat)), FL_OK);
            assert_int_equal(fl_match_resign(&m, FL_SEAT(seat)), FL_ILLEGAL);
            assert_true(fl_match_turn(&m));
            play_until(&m, UINT32_MAX, &rng);
            fl_match_sight(&m, FL_SPECTATOR, &sight);
            fl_seats winners = fl_sight_winners(&sight);
            assert_true(winners && !(winners & FL_SEAT(seat)));
            for (int other = 0; other < 3; other++)
                if (other != seat)
                    assert_true(fl_sight_score(&sight, __builtin_ctz(winners)) >=
                                fl_sight_score(&sight, other));
            best_resigned += m.game->winners(&m.state) == FL_SEAT(seat);
            check_everybody(&m);
            fl_match_end(&m);
        }
    assert_in_range(best_resigned, 5, 115);
}

static void the_last_one_left_wins(void **state)
{
    (void)state;
    struct fl_match m;
    struct fl_rng rng;
    rng = fl_rng_from(3, 0);
    begin(&m, &fl_template, 4, NULL, NULL);
    play_until(&m, 12, &rng);
    assert_int_equal(fl_match_resign(&m, FL_SEAT(0)), FL_OK);
    assert_int_equal(fl_match_resign(&m, FL_SEAT(2)), FL_OK);
    assert_true(fl_match_turn(&m));
    assert_int_equal(fl_match_resign(&m, FL_SEAT(3)), FL_OK);
    assert_int_equal(winners_for(&m, 3), FL_SEAT(1));
    check_everybody(&m);
    fl_match_end(&m);
}

static void a_team_has_given_up_when_all_of_it_has(void **state)
{
    (void)state;
    struct fl_match m;
    struct fl_rng rng;
    const struct fl_game *corsaires = fl_game_find("corsaires");
    rng = fl_rng_from(5, 0);
    begin(&m, corsaires, 4, "teams", "on");
    play_until(&m, 60, &rng);
    assert_int_equal(fl_match_team(&m, 0), fl_match_team(&m, 1));
    assert_int_equal(fl_match_resign(&m, FL_SEAT(0) | FL_SEAT(2)), FL_ILLEGAL);
    assert_int_equal(fl_match_resign(&m, FL_SEAT(4)), FL_ILLEGAL);
    assert_int_equal(fl_match_resign(&m, 0), FL_ILLEGAL);
    assert_int_equal(fl_match_resign(&m, FL_SEAT(0)), FL_OK);
    assert_true(fl_match_turn(&m));
    assert_int_equal(fl_match_resign(&m, FL_SEAT(1)), FL_OK);
    assert_int_equal(winners_for(&m, FL_SPECTATOR), FL_SEAT(2) | FL_SEAT(3));
    check_everybody(&m);
    fl_match_end(&m);
}

/* An undo goes back behind a resignation, which stays. */
static void undo_keeps_a_resignation(void **state)
{
    (void)state;
    struct fl_match m;
    struct fl_rng rng;
    rng = fl_rng_from(9, 0);
    begin(&m, &fl_template, 3, NULL, NULL);
    play_until(&m, 14, &rng);
    assert_int_equal(fl_match_resign(&m, FL_SEAT(1)), FL_OK);
    play_until(&m, m.steps + 3, &rng);
    assert_int_equal(fl_match_undo(&m, 11), FL_OK);
    assert_int_equal(m.ending.resigned, FL_SEAT(1));
    check_everybody(&m);
    play_until(&m, UINT32_MAX, &rng);
    check_everybody(&m);
    fl_match_again(&m);
    assert_int_equal(m.ending.resigned, 0);
    fl_match_end(&m);
}

/* Checks the phrases and the JSON that describe how players ended a match. */
static void check_description(const struct fl_match *m, const char *keys, const char *members)
{
    static char json[TEXT];
    char found[128] = "";
    struct fl_buf out = fl_buf_over(json, sizeof json), said = fl_buf_over(found, sizeof found);
    struct fl_json j = fl_json_to(&out);
    struct fl_phrases phrases;
    struct fl_sight sight;
    fl_ending_say(&m->ending, &phrases);
    for (int i = 0; i < phrases.count; i++) {
        fl_put(&said, phrases.phrase[i].key);
        fl_put_char(&said, ' ');
    }
    assert_string_equal(found, keys);
    fl_match_sight(m, FL_SPECTATOR, &sight);
    fl_json_sight(&j, &sight);
    if (members[0])
        assert_non_null(strstr(json, members));
    else
        assert_null(strstr(json, "ended"));
    assert_int_equal(!strstr(json, "\"resigned\""), !m->ending.resigned);
}

static void each_end_is_described(void **state)
{
    (void)state;
    struct fl_phrase why;
    struct fl_match m;
    struct fl_rng rng;
    rng = fl_rng_from(2, 0);
    begin(&m, &fl_template, 3, NULL, NULL);
    play_until(&m, 12, &rng);
    check_description(&m, "", "");
    assert_int_equal(fl_match_resign(&m, FL_SEAT(0)), FL_OK);
    check_description(&m, "play.say.resign ", "");
    assert_int_equal(fl_match_resign(&m, FL_SEAT(2)), FL_OK);
    check_description(&m, "play.say.resign play.say.resign ", "\"ended\":\"resignation\"");
    fl_match_explain_turn(&m, &why);
    assert_string_equal(why.key, "status.not-your-turn"); /* it is nobody's */
    fl_match_again(&m);
    play_until(&m, 12, &rng);
    assert_int_equal(fl_match_follow(&m, (struct fl_step){.seat = FL_AGREE, .move = 2}),
                     FL_ILLEGAL);
    assert_int_equal(fl_match_follow(&m, (struct fl_step){.seat = FL_AGREE, .move = 0}), FL_OK);
    check_description(&m, "play.say.agree ", "\"ended\":\"agreement\"");
    fl_match_again(&m);
    play_until(&m, 12, &rng);
    assert_int_equal(fl_match_follow(&m, (struct fl_step){.seat = FL_RESIGN, .move = FL_SEAT(1)}),
                     FL_OK);
    assert_int_equal(fl_match_agree(&m, true), FL_OK);
    check_description(&m, "play.say.resign play.say.bots-only ", "\"ended\":\"bots\"");
    fl_match_end(&m);
}

static void wrong_lines_are_refused(void **state)
{
    (void)state;
    static const struct {
        const char *line, *key;
    } cases[] = {
        {"resign", "record.bad-resignation"},
        {"resign 4", "record.bad-resignation"},
        {"resign 2 1", "record.bad-resignation"},
        {"resign 1 2", "record.bad-resignation"},
        {"resign 1 1", "record.bad-resignation"},
        {"resign x", "record.bad-resignation"},
        {"agree 1", "record.expected-step"},
        {"agree", NULL},
        {"resign 3", NULL},
        {"agree bots", NULL},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct fl_match m;
        struct fl_rng rng;
        struct fl_record_error error = {0};
        rng = fl_rng_from(1, 0);
        begin(&m, &fl_template, 3, NULL, NULL);
        play_until(&m, 12, &rng);
        bool good = fl_record_read_step(&m, cases[i].line, strlen(cases[i].line), &error);
        assert_int_equal(good, !cases[i].key);
        if (!good)
            assert_string_equal(error.key, cases[i].key);
        if (good && !strcmp(cases[i].line, "agree")) {
            assert_false(fl_record_read_step(&m, "1 show 2", 8, &error));
            assert_string_equal(error.key, "record.after-end");
            assert_false(fl_record_read_step(&m, "agree", 5, &error));
            assert_string_equal(error.key, "record.after-end");
        }
        fl_match_end(&m);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_game_can_end_at_any_moment),
        cmocka_unit_test(of_two_the_other_one_wins),
        cmocka_unit_test(of_three_the_others_play_on_and_the_best_of_them_wins),
        cmocka_unit_test(the_last_one_left_wins),
        cmocka_unit_test(a_team_has_given_up_when_all_of_it_has),
        cmocka_unit_test(undo_keeps_a_resignation),
        cmocka_unit_test(each_end_is_described),
        cmocka_unit_test(wrong_lines_are_refused),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
