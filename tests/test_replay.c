/* Requests about records: which are valid, and that each has a response. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "games/games.h"
#include "replay/replay.h"
#include "replay/request.h"

enum { LONG = 1 << 16 };

static bool read(const char *text, struct fl_replay_request *q)
{
    size_t record = 0;
    bool good = fl_replay_request_read(text, strlen(text), q, &record);
    if (good)
        assert_string_equal(text + record, "record");
    return good;
}

static void every_question_is_read(void **state)
{
    static const struct {
        const char *text;
        struct fl_replay_request read;
    } questions[] = {
        {"views all\nrecord", {.kind = FL_ASK_VIEWS, .viewer = FL_TRUTH}},
        {"views spectator\nrecord", {.kind = FL_ASK_VIEWS, .viewer = FL_SPECTATOR}},
        {"views 8\nrecord", {.kind = FL_ASK_VIEWS, .viewer = 7}},
        {"odds\nrecord", {.kind = FL_ASK_ODDS}},
        {"tally corsaires\nrecord", {.kind = FL_ASK_TALLY, .game = &fl_corsaires}},
        {"tally corsaires teams\nrecord",
         {.kind = FL_ASK_TALLY, .game = &fl_corsaires, .option = "teams"}},
        {"analysis\nrecord", {.kind = FL_ASK_ANALYSIS, .viewer = FL_NOBODY}},
        {"analysis  2 \nrecord", {.kind = FL_ASK_ANALYSIS, .viewer = 1}},
        {"continue 0 1 matelot\nrecord", {.kind = FL_ASK_GO, .level = "matelot"}},
        {"continue 99999999 3 bosco reroll 3 5\nrecord",
         {.kind = FL_ASK_GO,
          .viewer = 2,
          .step = 99999999,
          .level = "bosco",
          .move = "reroll 3 5"}},
    };
    (void)state;
    for (size_t i = 0; i < sizeof questions / sizeof questions[0]; i++) {
        struct fl_replay_request q;
        const struct fl_replay_request *expected = &questions[i].read;
        assert_true(read(questions[i].text, &q));
        assert_int_equal(q.kind, expected->kind);
        assert_int_equal(q.viewer, expected->viewer);
        assert_int_equal(q.step, expected->step);
        assert_ptr_equal(q.game, expected->game);
        assert_string_equal(q.option, expected->option);
        assert_string_equal(q.level, expected->level);
        assert_string_equal(q.move, expected->move);
    }
}

static void anything_else_is_none(void **state)
{
    static const char *const others[] = {"",
                                         "\n",
                                         "odds",
                                         "what\n",
                                         "views\n",
                                         "views 0\n",
                                         "views 9\n",
                                         "views -1\n",
                                         "views 1x\n",
                                         "views 1 2\n",
                                         "viewsall\n",
                                         "odds 1\n",
                                         "tally\n",
                                         "tally mille-sabords\n",
                                         "tally corsaires teams alone\n",
                                         "tally corsaires this-is-a-word-that-is-too-long\n",
                                         "analysis 0\n",
                                         "analysis all\n",
                                         "analysis 1 2\n",
                                         "continue\n",
                                         "continue 1\n",
                                         "continue 1 1\n",
                                         "continue -1 1 bosco\n",
                                         "continue 1 all bosco\n",
                                         "continue +1 1 b\n",
                                         "continue 4294967296 1 bosco\n",
                                         "continue 1 1 a-level-with-a-name-far-too-long\n",
                                         ("continue 1 1 bosco a move that is longer than any move "
                                          "of any game could possibly be spelled\n")};
    struct fl_replay_request q;
    (void)state;
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
        assert_false(read(others[i], &q));
    size_t record;
    assert_false(fl_replay_request_read("continue 1 1 a\0b\n", 17, &q, &record));
}

/* The response to a request about a short match. */
static char *asked_of(const struct fl_replay *by, const char *question, const struct fl_game *game,
                      bool from_memory)
{
    static char text[LONG];
    struct fl_setup setup = fl_setup_default(game, game->seats_min);
    if (!from_memory)
        fl_setup_set(game, &setup, "aide-memoire", "on");
    struct fl_rng rng = fl_rng_from(7, 0);
    struct fl_buf out = fl_buf_over(text, sizeof text);
    struct fl_match m;
    fl_match_begin(&m, game, &setup, FL_TRUTH);
    for (int i = 0; i < 6; i++) {
        struct fl_moves list;
        assert_int_equal(fl_match_play_chance_rng(&m, &rng), FL_OK);
        int seat = __builtin_ctz(fl_match_turn(&m));
        fl_list(game, &m.state, seat, &list);
        assert_int_equal(fl_match_play(&m, seat, list.at[list.count / 2].move), FL_OK);
    }
    fl_put(&out, question);
    fl_record_write(&m, NULL, FL_TRUTH, &out);
    fl_match_end(&m);
    size_t len;
    char *answer = fl_replay_answer(text, out.len, by, &len);
    assert_non_null(answer);
    assert_int_equal(strlen(answer), len);
    return answer;
}

static char *asked_about(const char *question, const struct fl_game *game, bool from_memory)
{
    struct fl_replay by = {.seed = 1};
    return asked_of(&by, question, game, from_memory);
}

static void each_gets_its_answer_in_every_game(void **state)
{
    static const struct {
        const char *question, *begins;
    } questions[] = {{"views spectator\n", "{\"type\":\"views\","},
                     {"odds\n", "{\"type\":\"odds\","},
                     {"analysis 1\n", "{\"type\":\"analysis\","},
                     {"continue 3 1 matelot\n", "{\"type\":\"continued\","},
                     {"views 8\n", "{\"type\":\"refused\","},
                     {"views\n", "{\"type\":\"refused\","}};
    (void)state;
    for (int g = 0; fl_games[g]; g++)
        for (size_t i = 0; i < sizeof questions / sizeof questions[0]; i++) {
            char *answer = asked_about(questions[i].question, fl_games[g], false);
            assert_memory_equal(answer, questions[i].begins, strlen(questions[i].begins));
            free(answer);
        }
}

static int count_of(const char *text, const char *part)
{
    int count = 0;
    for (const char *at = text; (at = strstr(at, part)); at++)
        count++;
    return count;
}

/* Buccaneer 4.7: of an unfinished game only the present and the log are shown, nothing that players
 * have to remember. */
static void what_has_to_be_remembered_is_not_shown(void **state)
{
    static const char *const refused[] = {"analysis\n", "analysis 1\n", "continue 3 1 matelot\n"};
    (void)state;
    char *views = asked_about("views 1\n", &fl_buccaneer, true);
    assert_int_equal(count_of(views, "\"zones\":"), 1);
    assert_int_equal(count_of(views, "bu.say.capture"), 6);
    assert_int_equal(count_of(views, "bu.say.merge"), 0);
    free(views);
    views = asked_about("views 1\n", &fl_buccaneer, false);
    assert_int_equal(count_of(views, "\"zones\":"), 7);
    assert_int_equal(count_of(views, "bu.say.merge"), 6);
    free(views);
    for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++) {
        char *answer = asked_about(refused[i], &fl_buccaneer, true);
        assert_string_equal(
            answer,
            "{\"type\":\"refused\",\"reason\":{\"key\":\"viewer.from-memory\",\"args\":{}}}");
        free(answer);
    }
}

static bool is_slow(const char *question)
{
    return fl_replay_is_slow(question, strlen(question));
}

static void only_what_takes_seconds_is_slow(void **state)
{
    (void)state;
    assert_true(is_slow("analysis\n"));
    assert_true(is_slow("  analysis 2\n"));
    assert_true(is_slow("continue 3 1 capitaine\n"));
    assert_true(is_slow(" continue 3 1  capitaine stop\n"));
    assert_false(is_slow("continue 3 1 bosco\n"));
    assert_false(is_slow("continue 3 1 nobody\n"));
    assert_false(is_slow("views 1\n"));
    assert_false(is_slow("odds\n"));
    assert_false(is_slow("analysis"));
}

/* Plays the first legal move and counts its calls. */
static fl_move choose_first(void *asked, const struct fl_level *level, const struct fl_sight *sight,
                            struct fl_rng *rng)
{
    struct fl_moves list;
    (void)rng;
    assert_string_equal(level->name, "capitaine");
    fl_list(sight->game, &sight->state, sight->viewer, &list);
    ++*(int *)asked;
    return list.at[0].move;
}

/* The caller decides how bots choose. */
static void bots_that_go_on_are_the_answerers(void **state)
{
    (void)state;
    for (int g = 0; fl_games[g]; g++) {
        int asked = 0;
        struct fl_replay by = {.seed = 1, .choose = choose_first, .context = &asked};
        char *answer = asked_of(&by, "continue 0 2 capitaine\n", fl_games[g], false);
        assert_memory_equal(answer, "{\"type\":\"continued\",", 20);
        assert_true(asked > 0);
        free(answer);
    }
}

/* 1.3, 7.5, 7.7: no galleon twice, galleons in hand count negative, ties win together. */
static void gold_is_added_up(void **state)
{
    static const struct {
        const char *question, *answer;
    } questions[] = {
        {"tally corsaires\n5\n7 -2\n\n",
         "{\"type\":\"tally\",\"gold\":[5,5,0],\"winners\":[1,2],"
         "\"remaining\":{\"2\":4,\"3\":6,\"4\":5,\"5\":4,\"6\":2,\"7\":0,\"8\":1}}"},
        {"tally corsaires\n-3 -3\n-8",
         "{\"type\":\"tally\",\"gold\":[-6,-8],\"winners\":[1],"
         "\"remaining\":{\"2\":5,\"3\":4,\"4\":5,\"5\":5,\"6\":2,\"7\":1,\"8\":0}}"},
        {"tally corsaires\n8\n8\n", "{\"type\":\"refused\",\"reason\":{\"key\":\"co.tally."
                                    "no-such-galleon\",\"args\":{\"gold\":8}}}"},
        {"tally corsaires\n1\n", "{\"type\":\"refused\",\"reason\":{\"key\":\"co.tally.no-"
                                 "such-galleon\",\"args\":{\"gold\":1}}}"},
        {"tally corsaires team\n5\n",
         "{\"type\":\"refused\",\"reason\":{\"key\":\"viewer.bad-request\",\"args\":{}}}"},
        {"tally corsaires\n5 five\n",
         "{\"type\":\"refused\",\"reason\":{\"key\":\"viewer.bad-request\",\"args\":{}}}"},
        {"tally corsaires\n-\n",
         "{\"type\":\"refused\",\"reason\":{\"key\":\"viewer.bad-request\",\"args\":{}}}"},
        {"tally corsaires\n",
         "{\"type\":\"refused\",\"reason\":{\"key\":\"viewer.bad-request\",\"args\":{}}}"},
        {"tally corsaires\n\n\n\n\n\n\n\n\n\n",
         "{\"type\":\"refused\",\"reason\":{\"key\":\"viewer.bad-request\",\"args\":{}}}"}};
    (void)state;
    for (size_t i = 0; i < sizeof questions / sizeof questions[0]; i++) {
        struct fl_replay by = {.seed = 1};
        size_t len;
        char *answer =
            fl_replay_answer(questions[i].question, strlen(questions[i].question), &by, &len);
        assert_string_equal(answer, questions[i].answer);
        free(answer);
    }
}

/* 8.10, 9.2: partners sit next to each other and add up their gold; six and eight players are in
 * teams. */
static void gold_of_teams_is_added_up(void **state)
{
    static const struct {
        const char *question, *part;
    } questions[] = {
        {"tally corsaires\n8\n-3\n4\n4\n2\n2\n",
         "\"gold\":[8,-3,4,4,2,2],\"teams\":[5,8,4],\"winners\":[3,4],"},
        {"tally corsaires teams\n8\n-3\n4\n4\n2\n2\n",
         "\"gold\":[8,-3,4,4,2,2],\"teams\":[5,8,4],\"winners\":[3,4],"},
        {"tally corsaires alone\n8\n-3\n4\n4\n2\n2\n", "\"gold\":[8,-3,4,4,2,2],\"winners\":[1],"},
        {"tally corsaires\n8\n-3\n4\n4\n", "\"gold\":[8,-3,4,4],\"winners\":[1],"},
        {"tally corsaires teams\n8\n-3\n4\n4\n",
         "\"gold\":[8,-3,4,4],\"teams\":[5,8],\"winners\":[3,4],"},
        {"tally corsaires teams\n8\n-3\n5\n\n", "\"teams\":[5,5],\"winners\":[1,2,3,4],"},
        {"tally corsaires teams\n8\n-3\n4\n4\n2\n",
         "\"reason\":{\"key\":\"co.setup.teams\",\"args\":{\"game\":[\"corsaires\"],\"seats\":5}}"},
        {"tally corsaires teams\n8\n-3\n", "\"reason\":{\"key\":\"co.setup.teams\","},
    };
    (void)state;
    for (size_t i = 0; i < sizeof questions / sizeof questions[0]; i++) {
        struct fl_replay by = {.seed = 1};
        size_t len;
        char *answer =
            fl_replay_answer(questions[i].question, strlen(questions[i].question), &by, &len);
        if (!strstr(answer, questions[i].part))
            fail_msg("%s: %s", questions[i].question, answer);
        free(answer);
    }
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_question_is_read),
        cmocka_unit_test(anything_else_is_none),
        cmocka_unit_test(each_gets_its_answer_in_every_game),
        cmocka_unit_test(what_has_to_be_remembered_is_not_shown),
        cmocka_unit_test(only_what_takes_seconds_is_slow),
        cmocka_unit_test(bots_that_go_on_are_the_answerers),
        cmocka_unit_test(gold_is_added_up),
        cmocka_unit_test(gold_of_teams_is_added_up),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
