/* Records: writing, reading, and every kind of invalid text. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/record.h"
#include "core/words.h"
#include "core/words_table.h"
#include "endless.h"
#include "games/games.h"

enum { TEXT = 4096 };

static const struct fl_players crew = {
    .kind = {"person", "matelot"},
    .name = {"Anne Bonny", "Émile"},
};

/* A whole match of Raid as it is kept; line numbers stand behind for the tests below. */
static const char golden[] = "flibuste-record 1\n"                                   /* 1 */
                             "game raid 1\n"                                         /* 2 */
                             "seats 2\n"                                             /* 3 */
                             "seat 1 person Anne Bonny\n"                            /* 4 */
                             "seat 2 matelot Émile\n"                                /* 5 */
                             "\n"                                                    /* 6 */
                             "* deal-1 deal-4 deal-2 deal-5 deal-6 deal-6 prize-2\n" /* 7 */
                             "2 send 5\n"                                            /* 8 */
                             "1 send 6\n"                                            /* 9 */
                             "1 show 6\n"                                            /* 10 */
                             "2 show 5\n"                                            /* 11 */
                             "* prize-1\n"                                           /* 12 */
                             "1 send 1\n"                                            /* 13 */
                             "2 send 6\n"                                            /* 14 */
                             "1 show 1\n"                                            /* 15 */
                             "2 show 6\n"                                            /* 16 */
                             "* prize-3\n"                                           /* 17 */
                             "2 send 4\n"                                            /* 18 */
                             "1 send 2\n"                                            /* 19 */
                             "1 show 2\n"                                            /* 20 */
                             "2 show 4\n"                                            /* 21 */
                             "\n"                                                    /* 22 */
                             "winners 2\n"                                           /* 23 */
                             "scores 2 4\n"                                          /* 24 */
                             "hash c2814727cdab98d2\n";                              /* 25 */

/* The same as the first seat may have it, and as somebody who only watched. */
static const char of_anne[] = "flibuste-record 1\n"
                              "game raid 1\n"
                              "seats 2\n"
                              "viewer 1\n"
                              "seat 1 person Anne Bonny\n"
                              "seat 2 matelot Émile\n"
                              "\n"
                              "* deal-1 ? deal-2 ? deal-6 ? prize-2\n"
                              "2 ?\n"
                              "1 send 6\n"
                              "1 show 6\n"
                              "2 show 5\n"
                              "* prize-1\n"
                              "1 send 1\n"
                              "2 ?\n"
                              "1 show 1\n"
                              "2 show 6\n"
                              "* prize-3\n"
                              "2 ?\n"
                              "1 send 2\n"
                              "1 show 2\n"
                              "2 show 4\n"
                              "\n"
                              "winners 2\n"
                              "scores 2 4\n"
                              "hash c2814727cdab98d2\n";

static const char of_a_watcher[] = "flibuste-record 1\n"
                                   "game raid 1\n"
                                   "seats 2\n"
                                   "viewer watcher\n"
                                   "\n"
                                   "* ? ? ? ? ? ? prize-2\n"
                                   "2 ?\n"
                                   "1 ?\n"
                                   "1 show 6\n"
                                   "\n";

static const struct fl_game *find(const char *name)
{
    if (!strcmp(name, fl_template.name))
        return &fl_template;
    return strcmp(name, endless.name) ? fl_game_find(name) : &endless;
}

static void must_read(const char *text, struct fl_record *out)
{
    struct fl_record_error error;
    if (fl_record_read(text, strlen(text), find, out, &error))
        return;
    print_error("line %d: %s, \"%s\"\n", error.line, error.key, error.detail);
    fail();
}

static void is_written(const struct fl_match *m, const struct fl_players *players, int viewer,
                       const char *expected)
{
    char memory[TEXT];
    struct fl_buf out = fl_buf_over(memory, sizeof memory);
    fl_record_write(m, players, viewer, &out);
    assert_string_equal(out.at, expected);
}

/* ---- writing and reading ---- */

static void a_record_is_read_and_written_back(void **state)
{
    (void)state;
    struct fl_record record;
    must_read(golden, &record);
    assert_int_equal(record.match.viewer, FL_TRUTH);
    assert_int_equal(record.match.steps, 21);
    assert_int_equal(fl_match_turn(&record.match), 0);
    assert_string_equal(record.players.kind[1], "matelot");
    assert_string_equal(record.players.name[0], "Anne Bonny");
    is_written(&record.match, &crew, FL_TRUTH, golden);
    fl_match_end(&record.match);
}

static void everybody_gets_what_he_may_have(void **state)
{
    (void)state;
    struct fl_record record, partial;
    must_read(golden, &record);
    is_written(&record.match, &crew, 0, of_anne);
    must_read(of_anne, &partial);
    assert_int_equal(partial.match.viewer, 0);
    assert_int_equal(partial.match.log[1].move, FL_UNSEEN);
    is_written(&partial.match, &partial.players, 0, of_anne);
    fl_match_end(&partial.match);
    fl_match_rewind(&record.match, 10);
    char memory[TEXT];
    struct fl_buf out = fl_buf_over(memory, sizeof memory);
    fl_record_write(&record.match, NULL, FL_SPECTATOR, &out);
    assert_memory_equal(out.at, of_a_watcher, strlen(of_a_watcher));
    must_read(out.at, &partial);
    assert_int_equal(partial.match.viewer, FL_SPECTATOR);
    assert_int_equal(partial.match.steps, 10);
    fl_match_end(&partial.match);
    fl_match_end(&record.match);
}

static void a_long_throw_is_broken_into_lines(void **state)
{
    (void)state;
    struct fl_setup setup = fl_setup_default(&endless, 1);
    struct fl_match m;
    fl_match_begin(&m, &endless, &setup, FL_TRUTH);
    for (int i = 0; i < 18; i++)
        assert_int_equal(fl_match_play(&m, FL_CHANCE, 0), FL_OK);
    char memory[TEXT];
    struct fl_buf out = fl_buf_over(memory, sizeof memory);
    fl_record_write(&m, NULL, FL_TRUTH, &out);
    assert_non_null(strstr(out.at, "\n* tick tick tick tick tick tick tick tick tick tick tick "
                                   "tick tick tick tick tick\n* tick tick\n\nhash "));
    fl_match_end(&m);
}

static void options_are_kept(void **state)
{
    (void)state;
    struct fl_setup setup = fl_setup_default(&fl_mille_sabords, 3);
    struct fl_match m;
    struct fl_record record;
    char memory[TEXT];
    struct fl_buf out = fl_buf_over(memory, sizeof memory);
    assert_true(fl_setup_set(&fl_mille_sabords, &setup, "target", "8000"));
    assert_true(fl_setup_set(&fl_mille_sabords, &setup, "floor", "on"));
    fl_match_begin(&m, &fl_mille_sabords, &setup, FL_TRUTH);
    fl_record_write(&m, NULL, FL_TRUTH, &out);
    must_read(out.at, &record);
    assert_memory_equal(&record.match.setup, &setup, sizeof setup);
    assert_string_equal(record.players.kind[0], "");
    fl_match_end(&record.match);
    fl_match_end(&m);
}

static void empty_lines_and_carriage_returns_do_not_matter(void **state)
{
    (void)state;
    char text[TEXT];
    size_t len = 0;
    struct fl_record record;
    for (const char *c = golden; *c; c++) {
        if (*c == '\n')
            text[len++] = '\r';
        text[len++] = *c;
        if (*c == '\n')
            text[len++] = *c;
    }
    text[len - 3] = '\0'; /* nor does the last end of line */
    must_read(text, &record);
    is_written(&record.match, &record.players, FL_TRUTH, golden);
    fl_match_end(&record.match);
}

/* ---- what is wrong ---- */

#define COMMITMENT "commitment 00000000000000000000000000000000000000000000000000000000000000ff\n"

/* The golden record with one line replaced ("" removes it), or cut off before it. */
static const struct {
    int line;
    const char *instead; /* NULL: the text ends before this line */
    const char *key;
    int reported;
} broken[] = {
    {1, NULL, "record.not-a-record", 1},
    {1, "flibuste-record 2\n", "record.not-a-record", 1},
    {1, "flibuste-record 1 \n", "record.not-a-record", 1},
    {2, NULL, "record.expected-game", 2},
    {2, "gam raid 1\n", "record.expected-game", 2},
    {2, "seats 2\n", "record.expected-game", 2},
    {2, "game chess 1\n", "record.unknown-game", 2},
    {2, "game\n", "record.unknown-game", 2},
    {2, "game a-name-that-is-longer-than-any-game-has 1\n", "record.unknown-game", 2},
    {2, "game raid 2\n", "record.other-version", 2},
    {2, "game raid 01\n", "record.other-version", 2},
    {2, "game raid\n", "record.other-version", 2},
    {3, NULL, "record.expected-seats", 3},
    {3, "seat 2\n", "record.expected-seats", 3},
    {3, "seats 1\n", "record.refused-setup", 3},
    {3, "seats 7\n", "record.refused-setup", 3},
    {3, "seats -2\n", "record.refused-setup", 3},
    {3, "seats 99999\n", "record.refused-setup", 3},
    {3, "seats two\n", "record.refused-setup", 3},
    {4, NULL, "record.truncated", 4},
    {4, "viewer 3\n", "record.bad-viewer", 4},
    {4, "viewer 0\n", "record.bad-viewer", 4},
    {4, "viewer truth\n", "record.bad-viewer", 4},
    {4, "viewer\n", "record.bad-viewer", 4},
    {4, "seat 3 person Anne\n", "record.bad-seat", 4},
    {4, "seat 1 person \n", "record.bad-seat", 4},
    {4, "seat 1 person\n", "record.bad-seat", 4},
    {4, "seat 1\n", "record.bad-seat", 4},
    {4, "seat 1 person  Anne\n", "record.bad-seat", 4},
    {4, "seat 1 person Anne\x07\n", "record.bad-seat", 4},
    {4, "seat 1 a-kind-that-is-longer-than-any Anne\n", "record.bad-seat", 4},
    {4, "seat 2 person Anne\n", "record.bad-seat", 5},
    {5, NULL, "record.truncated", 5},
    {5, "seat 1 matelot Mary\n", "record.bad-seat", 5},
    {5, "seat 2 of-twenty-four-letters-- Mary\n", "record.bad-seat", 5},
    {6, NULL, "record.truncated", 6},
    {6, "table\n", "record.bad-table", 6},
    {6, "table a b\n", "record.bad-table", 6},
    {6, "table an-island-whose-name-nobody-can-remember\n", "record.bad-table", 6},
    {6, "table t\n", "record.expected-commitment", 7},
    {6, "table t\ncommitment\n", "record.bad-fair", 7},
    {6, "table t\ncommitment 00\n", "record.bad-fair", 7},
    {6, "table t\n" COMMITMENT "nonce 0 rum\n", "record.bad-nonce", 8},
    {6, "table t\n" COMMITMENT "nonce 3 rum\n", "record.bad-nonce", 8},
    {6, "table t\n" COMMITMENT "nonce 1\n", "record.bad-nonce", 8},
    {6, "table t\n" COMMITMENT "nonce 1 a b\n", "record.bad-nonce", 8},
    {6, "table t\n" COMMITMENT "nonce 2 a\nnonce 1 b\n", "record.bad-nonce", 9},
    {6, "table t\n" COMMITMENT "secret 0\n", "record.bad-fair", 8},
    {6, COMMITMENT, "record.expected-step", 6},
    {7, NULL, "record.truncated", 7},
    {7, "* deal-1 deal-9\n", "record.illegal", 7},
    {7, "* deal-1 prize-1\n", "record.illegal", 7},
    {7, "* deal-1 ?\n", "record.illegal", 7},
    {7, "* deal-1  deal-2\n", "record.illegal", 7},
    {7, "*\n", "record.illegal", 7},
    {7, "1 send 1\n", "record.not-their-turn", 7},
    {7, "deal-1\n", "record.expected-step", 7},
    {8, "2 send 1\n", "record.illegal", 8},
    {8, "2 ?\n", "record.illegal", 8},
    {8, "2\n", "record.illegal", 8},
    {8, "2 send  5\n", "record.illegal", 8},
    {8, "3 send 5\n", "record.expected-step", 8},
    {8, "* prize-1\n", "record.not-their-turn", 8},
    {8, "undo\n", "record.bad-undo", 8},
    {8, "undo 0\n", "record.bad-undo", 8},
    {8, "undo 8\n", "record.bad-undo", 8},
    {8, "undo -1\n", "record.bad-undo", 8},
    {8, "undo 1\n", "record.not-their-turn", 9},
    {9, "2 send 4\n", "record.not-their-turn", 9},
    {9, "hash c2814727cdab98d2\n", "record.wrong-hash", 9},
    {9, "hash\n", "record.wrong-hash", 9},
    {9, "winners 2\n", "record.expected-step", 9},
    {13, NULL, "record.truncated", 13},
    {21, "", "record.expected-step", 22},
    {22, "1 show 2\n", "record.after-end", 22},
    {22, "* prize-1\n", "record.after-end", 22},
    {22, NULL, "record.truncated", 22},
    {23, NULL, "record.truncated", 23},
    {23, "winners 1\n", "record.wrong-winners", 23},
    {23, "winners 1 2\n", "record.wrong-winners", 23},
    {23, "", "record.wrong-winners", 23},
    {24, NULL, "record.truncated", 24},
    {24, "scores 4 2\n", "record.wrong-scores", 24},
    {24, "", "record.wrong-scores", 24},
    {25, NULL, "record.truncated", 25},
    {25, "hash c2814727cdab98d3\n", "record.wrong-hash", 25},
    {25, "hash C2814727CDAB98D2\n", "record.wrong-hash", 25},
    {25, "hash c2814727cdab98d2 \n", "record.wrong-hash", 25},
    {25, "hash c2814727cdab98d2\n1 show 2\n", "record.after-hash", 26},
    {25, "hash c2814727cdab98d2\n\n\nhash\n", "record.after-hash", 28},
};

static void break_golden(int line, const char *instead, char *text)
{
    const char *start = golden;
    for (int i = 1; i < line; i++)
        start = strchr(start, '\n') + 1;
    size_t before = (size_t)(start - golden);
    memcpy(text, golden, before);
    text[before] = '\0';
    if (instead) {
        strcat(text, instead);
        strcat(text, strchr(start, '\n') + 1);
    }
}

static void is_refused(const char *text, size_t len, const char *key, int line)
{
    struct fl_record record;
    struct fl_record_error error = {0};
    bool read = fl_record_read(text, len, find, &record, &error);
    if (read || strcmp(error.key, key) || error.line != line)
        print_error("expected line %d: %s, got line %d: %s \"%s\" for\n%s\n", line, key, error.line,
                    read ? "nothing wrong" : error.key, error.detail, text);
    assert_false(read);
    assert_string_equal(error.key, key);
    assert_int_equal(error.line, line);
    struct fl_phrase said;
    fl_record_error_say(&error, &said);
    assert_string_equal(said.key, key);
    assert_int_equal(said.arg[0].number, line);
    assert_string_equal(said.arg[1].word[0], error.detail);
}

static void what_is_wrong_is_told_with_its_line(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof broken / sizeof broken[0]; i++) {
        char text[TEXT];
        break_golden(broken[i].line, broken[i].instead, text);
        is_refused(text, strlen(text), broken[i].key, broken[i].reported);
    }
}

static void options_must_be_those_of_the_game(void **state)
{
    (void)state;
#define HEAD "flibuste-record 1\ngame mille-sabords 1\nseats 2\n"
    static const struct {
        const char *text, *key;
        int line;
    } option[] = {
        {HEAD, "record.expected-option", 4},
        {HEAD "target 6000\n", "record.expected-option", 4},
        {HEAD "option floor on\n", "record.expected-option", 4},
        {HEAD "option target 7000\n", "record.expected-option", 4},
        {HEAD "option target\n", "record.expected-option", 4},
        {HEAD "option target 6000\noption floor on\n", "record.expected-option", 6},
        {HEAD "option target 6000\noption floor on\noption first 9\n", "record.expected-option", 6},
        {HEAD "option target 6000\noption floor on\noption first 3\n", "record.refused-setup", 6},
        {HEAD "option target 6000\noption floor on\noption first 2\n", "record.truncated", 7},
    };
#undef HEAD
    for (size_t i = 0; i < sizeof option / sizeof option[0]; i++)
        is_refused(option[i].text, strlen(option[i].text), option[i].key, option[i].line);
}

static void partial_records_are_refused_where_they_know_too_much(void **state)
{
    (void)state;
    static const char *const change[][2] = {
        {"* deal-1 ? deal-2", "* deal-1 deal-4 deal-2"},
        {"* deal-1 ? deal-2", "* ? ? deal-2"},
        {"\n2 ?\n", "\n2 send 5\n"},
    };
    static const int line[] = {8, 8, 9};
    for (int i = 0; i < 3; i++) {
        char text[TEXT];
        const char *place = strstr(of_anne, change[i][0]);
        size_t before = (size_t)(place - of_anne);
        memcpy(text, of_anne, before);
        strcpy(text + before, change[i][1]);
        strcat(text, place + strlen(change[i][0]));
        is_refused(text, strlen(text), "record.illegal", line[i]);
    }
}

static void a_record_without_end_is_refused(void **state)
{
    (void)state;
    static const char head[] = "flibuste-record 1\ngame endless 1\nseats 1\n\n*";
    size_t len = sizeof head - 1 + 5 * ((size_t)FL_MAX_STEPS + 1);
    char *text = malloc(len + 1);
    assert_non_null(text);
    memcpy(text, head, sizeof head);
    for (size_t at = sizeof head - 1; at < len; at += 5)
        memcpy(text + at, " tick", 6);
    struct fl_record record;
    struct fl_record_error error;
    assert_false(fl_record_read(text, len, find, &record, &error));
    assert_string_equal(error.key, "record.too-long");
    assert_int_equal(error.line, 5);
    free(text);
}

static void zero_bytes_end_nothing(void **state)
{
    (void)state;
    static const char text[] = "flibuste-record 1\ngame raid\0 1\nseats 2\n";
    is_refused(text, sizeof text - 1, "record.unknown-game", 2);
    is_refused("flibuste-record 1\0", 18, "record.not-a-record", 1);
    is_refused("", 0, "record.not-a-record", 1);
    is_refused("\n\n\n", 3, "record.not-a-record", 4);
}

/* What a hostile line shows on the screen: one short line of plain letters. */
static void what_is_quoted_is_cleaned(void **state)
{
    (void)state;
    char text[256] = "\x1b[2Jé\t\x7f";
    struct fl_record record;
    struct fl_record_error error;
    memset(text + strlen(text), 'x', 150);
    assert_false(fl_record_read(text, strlen(text), find, &record, &error));
    assert_memory_equal(error.detail, "?[2J????xx", 10);
    assert_int_equal(strlen(error.detail), sizeof error.detail - 1);
}

/* Every reason in the words is one that can happen. */
static void every_reason_is_reached(void **state)
{
    (void)state;
    static const char *const elsewhere[] = {"record.expected-option", "record.too-long",
                                            "record.bad-resignation"}; /* test_core_ending.c */
    for (int i = 0; i < fl_word_table_size; i++) {
        const char *key = fl_word_keys[i];
        bool reached = strncmp(key, "record.", 7) != 0;
        for (size_t b = 0; b < sizeof broken / sizeof broken[0]; b++)
            reached |= !strcmp(broken[b].key, key);
        for (int e = 0; e < 3; e++)
            reached |= !strcmp(elsewhere[e], key);
        if (!reached)
            print_error("%s is never reached\n", key);
        assert_true(reached);
    }
}

/* ---- names ---- */

static void names_are_clean(void **state)
{
    (void)state;
    static const char *const clean[] = {"A",
                                        "Anne Bonny",
                                        "L'Olonnais",
                                        "Émile",
                                        "日本",
                                        "🦜",
                                        "\xEE\x80\x80",
                                        "🏴‍☠️",
                                        "☠️ Anne ☠️",
                                        "👩🏽‍✈️ Bob",
                                        "نجمة",
                                        NULL};
    static const char *const unclean[] = {"",
                                          " Anne",
                                          "Anne ",
                                          "An\nne",
                                          "An\tne",
                                          "An\x7fne",
                                          "\x80",
                                          "\xC3",             /* half a character */
                                          "\xC3(",            /* and no other half */
                                          "\xC0\xAF",         /* a slash, overlong */
                                          "\xE0\x80\xAF",     /* again */
                                          "\xED\xA0\x80",     /* half a surrogate pair */
                                          "\xF4\x90\x80\x80", /* beyond Unicode */
                                          "\xF8\x88\x80\x80\x80",
                                          "\xC2\x85", /* a control character */
                                          "a\xE2\x80\xAE"
                                          "b", /* turns the line around */
                                          "a\xE2\x80\x8B"
                                          "b", /* no width */
                                          "\xEF\xBB\xBF"
                                          "a", /* a mark of byte order */
                                          "Anne\u3164",
                                          "\u2800",
                                          "An\u2060ne",
                                          "Anne\u061C",
                                          "Anne\U000E0041", /* a tag */
                                          "Anne\U000E0100", /* a variation */
                                          "An\u00ADne",
                                          "\u034FAnne",
                                          "\u115F",
                                          "\u1160",
                                          "\uFFA0",
                                          "\u180E",
                                          "\u206A",
                                          "\u2028",
                                          "Anne\uFE0F",   /* no emoji before it */
                                          "\u200D\u2620", /* joins nothing */
                                          "Anne\u200D",
                                          "\u2620\u200D",
                                          "\u2620\u200DAnne",
                                          "\u2620\u200D\u200D\u2620",
                                          "\u2620\uFE0F\uFE0F",
                                          "Anne\u00A0Bonny", /* looks like a space */
                                          "\u3000Anne",
                                          "123456789012345678901234567890123456789012345678",
                                          NULL};
    for (int i = 0; clean[i]; i++)
        assert_true(fl_name_is_clean(clean[i]));
    assert_true(fl_name_is_clean("12345678901234567890123456789012345678901234567"));
    for (int i = 0; unclean[i]; i++)
        assert_false(fl_name_is_clean(unclean[i]));
}

/* French sets a space that does not break before some signs. */
static void texts_may_have_other_spaces(void **state)
{
    (void)state;
    assert_int_equal(fl_text_check("À l'abordage\u202F!", strlen("À l'abordage\u202F!")),
                     FL_TEXT_CLEAN);
    assert_int_equal(fl_text_check("Salut\u00A0!", strlen("Salut\u00A0!")), FL_TEXT_CLEAN);
    assert_int_equal(fl_text_check("Salut\u2060!", strlen("Salut\u2060!")), FL_TEXT_HIDDEN);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(texts_may_have_other_spaces),
        cmocka_unit_test(a_record_is_read_and_written_back),
        cmocka_unit_test(everybody_gets_what_he_may_have),
        cmocka_unit_test(a_long_throw_is_broken_into_lines),
        cmocka_unit_test(options_are_kept),
        cmocka_unit_test(empty_lines_and_carriage_returns_do_not_matter),
        cmocka_unit_test(what_is_wrong_is_told_with_its_line),
        cmocka_unit_test(options_must_be_those_of_the_game),
        cmocka_unit_test(partial_records_are_refused_where_they_know_too_much),
        cmocka_unit_test(a_record_without_end_is_refused),
        cmocka_unit_test(zero_bytes_end_nothing),
        cmocka_unit_test(what_is_quoted_is_cleaned),
        cmocka_unit_test(every_reason_is_reached),
        cmocka_unit_test(names_are_clean),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
