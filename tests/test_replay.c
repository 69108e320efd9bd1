/* Questions about records: what is one and what is not, and that each gets an answer. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "games/games.h"
#include "replay/question.h"
#include "replay/replay.h"

enum { LONG = 1 << 16 };

static bool read(const char *text, struct fl_question *q)
{
    size_t record = 0;
    bool good = fl_question_read(text, strlen(text), q, &record);
    if (good)
        assert_string_equal(text + record, "record");
    return good;
}

static void every_question_is_read(void **state)
{
    static const struct {
        const char *text;
        struct fl_question read;
    } questions[] = {
        {"views all\nrecord", {.kind = FL_ASK_VIEWS, .viewer = FL_TRUTH}},
        {"views watcher\nrecord", {.kind = FL_ASK_VIEWS, .viewer = FL_WATCHER}},
        {"views 8\nrecord", {.kind = FL_ASK_VIEWS, .viewer = 7}},
        {"odds\nrecord", {.kind = FL_ASK_ODDS}},
        {"gold\nrecord", {.kind = FL_ASK_GOLD}},
        {"analysis\nrecord", {.kind = FL_ASK_ANALYSIS, .viewer = FL_NOBODY}},
        {"analysis  2 \nrecord", {.kind = FL_ASK_ANALYSIS, .viewer = 1}},
        {"go 0 1 matelot\nrecord", {.kind = FL_ASK_GO, .level = "matelot"}},
        {"go 99999999 3 bosco reroll 3 5\nrecord",
         {.kind = FL_ASK_GO,
          .viewer = 2,
          .step = 99999999,
          .level = "bosco",
          .move = "reroll 3 5"}},
    };
    (void)state;
    for (size_t i = 0; i < sizeof questions / sizeof questions[0]; i++) {
        struct fl_question q;
        const struct fl_question *expected = &questions[i].read;
        assert_true(read(questions[i].text, &q));
        assert_int_equal(q.kind, expected->kind);
        assert_int_equal(q.viewer, expected->viewer);
        assert_int_equal(q.step, expected->step);
        assert_string_equal(q.level, expected->level);
        assert_string_equal(q.move, expected->move);
    }
}

static void anything_else_is_none(void **state)
{
    static const char *const others[] = {
        "",
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
        "gold 1\n",
        "analysis 0\n",
        "analysis all\n",
        "analysis 1 2\n",
        "go\n",
        "go 1\n",
        "go 1 1\n",
        "go -1 1 bosco\n",
        "go 1 all bosco\n",
        "go +1 1 b\n",
        "go 4294967296 1 bosco\n",
        "go 1 1 a-level-with-a-name-far-too-long\n",
        "go 1 1 bosco a move that is longer than any move of any game could possibly be spelled\n"};
    struct fl_question q;
    (void)state;
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
        assert_false(read(others[i], &q));
    size_t record;
    assert_false(fl_question_read("go 1 1 a\0b\n", 11, &q, &record));
}

/* A game of a few moves, asked about. */
static char *asked_about(const char *question, const struct fl_game *game)
{
    static char text[LONG];
    struct fl_setup setup = fl_setup_default(game, game->seats_min);
    struct fl_rng rng = fl_rng_from(7, 0);
    struct fl_buf out = fl_buf_over(text, sizeof text);
    struct fl_match m;
    fl_match_begin(&m, game, &setup, FL_TRUTH);
    for (int i = 0; i < 6; i++) {
        struct fl_moves list;
        assert_int_equal(fl_match_roll(&m, &rng), FL_OK);
        int seat = __builtin_ctz(fl_match_turn(&m));
        fl_list(game, &m.state, seat, &list);
        assert_int_equal(fl_match_play(&m, seat, list.at[list.count / 2].move), FL_OK);
    }
    fl_put(&out, question);
    fl_record_write(&m, NULL, FL_TRUTH, &out);
    fl_match_end(&m);
    struct fl_replay by = {.seed = 1};
    size_t len;
    char *answer = fl_replay_answer(text, out.len, &by, &len);
    assert_non_null(answer);
    assert_int_equal(strlen(answer), len);
    return answer;
}

static void each_gets_its_answer_in_every_game(void **state)
{
    static const struct {
        const char *question, *begins;
    } questions[] = {
        {"views watcher\n", "{\"is\":\"views\","}, {"odds\n", "{\"is\":\"odds\","},
        {"analysis 1\n", "{\"is\":\"analysis\","}, {"go 3 1 matelot\n", "{\"is\":\"gone-on\","},
        {"views 8\n", "{\"is\":\"refused\","},     {"views\n", "{\"is\":\"refused\","}};
    (void)state;
    for (int g = 0; fl_games[g]; g++)
        for (size_t i = 0; i < sizeof questions / sizeof questions[0]; i++) {
            char *answer = asked_about(questions[i].question, fl_games[g]);
            assert_memory_equal(answer, questions[i].begins, strlen(questions[i].begins));
            free(answer);
        }
}

/* 1.3, 7.5, 7.7: no galleon twice, those in hand count against their holder, ties win together. */
static void gold_is_reckoned(void **state)
{
    static const struct {
        const char *question, *answer;
    } questions[] = {
        {"gold\n5\n7 -2\n\n",
         "{\"is\":\"reckoned\",\"gold\":[5,5,0],\"winners\":[1,2],"
         "\"left\":{\"2\":4,\"3\":6,\"4\":5,\"5\":4,\"6\":2,\"7\":0,\"8\":1}}"},
        {"gold\n-3 -3\n-8", "{\"is\":\"reckoned\",\"gold\":[-6,-8],\"winners\":[1],"
                            "\"left\":{\"2\":5,\"3\":4,\"4\":5,\"5\":5,\"6\":2,\"7\":1,\"8\":0}}"},
        {"gold\n8\n8\n",
         "{\"is\":\"refused\",\"why\":{\"key\":\"web.no-such-galleon\",\"args\":{\"gold\":8}}}"},
        {"gold\n1\n",
         "{\"is\":\"refused\",\"why\":{\"key\":\"web.no-such-galleon\",\"args\":{\"gold\":1}}}"},
        {"gold\n5 five\n",
         "{\"is\":\"refused\",\"why\":{\"key\":\"viewer.expected\",\"args\":{}}}"},
        {"gold\n-\n", "{\"is\":\"refused\",\"why\":{\"key\":\"viewer.expected\",\"args\":{}}}"},
        {"gold\n", "{\"is\":\"refused\",\"why\":{\"key\":\"viewer.expected\",\"args\":{}}}"},
        {"gold\n\n\n\n\n\n\n\n\n\n",
         "{\"is\":\"refused\",\"why\":{\"key\":\"viewer.expected\",\"args\":{}}}"}};
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

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_question_is_read),
        cmocka_unit_test(anything_else_is_none),
        cmocka_unit_test(each_gets_its_answer_in_every_game),
        cmocka_unit_test(gold_is_reckoned),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
