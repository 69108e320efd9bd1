/* The offline host, compiled natively: sanitizers find errors that WebAssembly would hide. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "agents/think.h"
#include "wasm/offline.h"

enum { START = 1000000, LONG = 1 << 17, KEY = 33, HEAD = 100, EVENT = 11 };

/* The exported table of a previous host, and the token of its owner. */
struct kept {
    uint32_t len;
    char bytes[LONG], table[KEY], token[KEY];
};

/* The output since the last `forget`. */
static char said[1 << 20];
static size_t said_len;

static void hear(struct fl_offline *o)
{
    const struct fl_offline_bytes *output = fl_offline_output(o);
    assert_in_range(output->len, 0, sizeof said - said_len);
    if (output->len)
        memcpy(said + said_len, output->at, output->len);
    said_len += output->len;
}

static void forget(struct fl_offline *o)
{
    hear(o);
    said_len = 0;
}

static bool take(struct fl_offline *o, const struct kept *kept, uint32_t len)
{
    memcpy(fl_offline_input(o, len), kept->bytes, len);
    return fl_offline_import(o, len);
}

static void begin(struct fl_offline *o)
{
    memset(fl_offline_input(o, 32), 7, 32);
    assert_true(fl_offline_begin(o, START) >= 0);
    fl_offline_open(o, START);
    memcpy(fl_offline_input(o, 7), "hello 2", 7);
    fl_offline_command(o, START, 7);
    forget(o);
}

/* Runs a job in another instance, which knows nothing about the table. */
static void think(struct fl_offline *o, const struct fl_think_job *question)
{
    struct fl_offline *thinker = fl_offline_new();
    memcpy(fl_offline_input(thinker, sizeof *question), question, sizeof *question);
    const struct fl_offline_bytes *found = fl_offline_think(thinker);
    memcpy(fl_offline_input(o, (uint32_t)found->len), found->at, found->len);
    fl_offline_free(thinker);
    fl_offline_thought(o, START, 1);
}

/* The oldest job, or NULL. */
static const struct fl_think_job *question_of(struct fl_offline *o)
{
    const struct fl_offline_bytes *bytes = fl_offline_question(o);
    return bytes->len ? bytes->at : NULL;
}

static void say(struct fl_offline *o, const char *line)
{
    memcpy(fl_offline_input(o, (uint32_t)strlen(line)), line, strlen(line));
    fl_offline_command(o, START, (uint32_t)strlen(line));
    for (const struct fl_think_job *question; (question = question_of(o));)
        think(o, question);
}

/* The output after these words, or NULL. */
static const char *after(struct fl_offline *o, const char *words)
{
    size_t len = strlen(words);
    hear(o);
    for (size_t i = 0; i + len <= said_len; i++)
        if (!memcmp(said + i, words, len))
            return said + i + len;
    return NULL;
}

static void copy_word(char word[KEY], const char *from)
{
    assert_non_null(from);
    size_t len = 0;
    while (from[len] != '"' && len < KEY - 1)
        len++;
    memcpy(word, from, len);
    word[len] = '\0';
}

/* Anne and Bob on one device, and a bot. */
static void play_a_little(struct kept *kept)
{
    struct fl_offline *o = fl_offline_new();
    begin(o);
    say(o, "new corsaires seats=person,person,bot:matelot");
    say(o, "sit - - Anne");
    say(o, "sit - - Bob");
    say(o, "start");
    assert_non_null(after(o, "\"phase\":\"playing\""));
    copy_word(kept->table, after(o, "\"table\":\""));
    copy_word(kept->token, after(o, "\"token\":\""));
    const struct fl_offline_bytes *exported = fl_offline_export_next(o);
    assert_in_range(exported->len, HEAD, LONG);
    kept->len = (uint32_t)exported->len - 8;
    memcpy(kept->bytes, (const char *)exported->at + 8, kept->len);
    assert_int_equal(fl_offline_export_next(o)->len, 0);
    fl_offline_free(o);
}

static void a_kept_table_goes_on(void **state)
{
    static struct kept kept;
    char line[128] = "resume ";
    (void)state;
    play_a_little(&kept);
    struct fl_offline *o = fl_offline_new();
    assert_true(take(o, &kept, kept.len));
    assert_false(take(o, &kept, kept.len)); /* the table already exists */
    begin(o);
    say(o, strcat(strcat(strcat(strcat(line, kept.table), " "), kept.token), " 0"));
    assert_non_null(after(o, "\"seats\":[1,2]"));
    assert_non_null(after(o, "\"type\":\"view\""));
    fl_offline_free(o);
}

/* A table cut between two events, of at least eleven bytes each, is a valid shorter table. */
static void a_table_cut_short_is_refused(void **state)
{
    static struct kept kept;
    uint32_t taken = 0;
    (void)state;
    play_a_little(&kept);
    for (uint32_t len = 0; len < kept.len; len++) {
        struct fl_offline *o = fl_offline_new();
        taken += take(o, &kept, len);
        assert_false(taken && len < HEAD);
        begin(o);
        fl_offline_free(o);
    }
    assert_in_range(taken, 1, (kept.len - HEAD) / EVENT);
}

static void changed_bytes_bring_nobody_down(void **state)
{
    static struct kept kept;
    (void)state;
    play_a_little(&kept);
    for (uint32_t i = 0; i < kept.len; i++) {
        struct fl_offline *o = fl_offline_new();
        kept.bytes[i] ^= 0x55;
        take(o, &kept, kept.len);
        begin(o);
        say(o, "hello 2");
        assert_non_null(after(o, "\"type\":\"hello\""));
        kept.bytes[i] ^= 0x55;
        fl_offline_free(o);
    }
}

/* Checks only that requests and responses are transferred: tests/test_replay.c checks their
 * contents. */
static void questions_about_records_are_answered(void **state)
{
    static const char question[] = "views 1\nDear Anne,";
    struct fl_offline *o = fl_offline_new();
    (void)state;
    begin(o);
    memcpy(fl_offline_input(o, sizeof question), question, sizeof question - 1);
    assert_true(fl_offline_replay(o, sizeof question - 1));
    assert_non_null(after(o, "{\"type\":\"refused\",\"reason\":{\"key\":\"record.not-a-record\""));
    fl_offline_free(o);
}

/* Commands are executed while a bot's result is pending. */
static void the_table_answers_while_a_bot_thinks(void **state)
{
    static const char refresh[] = "refresh", open[] = "new corsaires seats=bot:matelot,bot:matelot";
    struct fl_offline *o = fl_offline_new();
    (void)state;
    begin(o);
    say(o, open);
    memcpy(fl_offline_input(o, 5), "start", 5);
    fl_offline_command(o, START, 5);
    const struct fl_think_job *question = question_of(o);
    assert_non_null(question);
    forget(o);
    memcpy(fl_offline_input(o, sizeof refresh), refresh, sizeof refresh - 1);
    fl_offline_command(o, START, sizeof refresh - 1);
    assert_non_null(after(o, "\"type\":\"view\""));
    assert_null(after(o, "\"type\":\"event\""));
    think(o, question);
    fl_offline_tick(o, START + 1000);
    assert_non_null(after(o, "\"type\":\"event\""));
    fl_offline_free(o);
}

static void tell(struct fl_offline *o, const char *line)
{
    forget(o);
    memcpy(fl_offline_input(o, (uint32_t)strlen(line)), line, strlen(line));
    fl_offline_command(o, START, (uint32_t)strlen(line));
}

/* The number of the latest question. */
static int question_in(struct fl_offline *o)
{
    const char *number = after(o, "\"question\":");
    assert_non_null(number);
    return atoi(number);
}

static void play(struct fl_offline *o, int question, const char *move)
{
    char line[64];
    snprintf(line, sizeof line, "move %d %s", question, move);
    tell(o, line);
}

static void tick_and_think(struct fl_offline *o, const struct fl_think_job *question)
{
    forget(o);
    think(o, question);
    fl_offline_tick(o, START + 10000);
}

/* A move is undone while a bot searches, and another one is made. The bot's result belongs to a
 * position that no longer exists. It is not played, although it is the bot's turn. */
static void a_stale_thought_is_not_played(void **state)
{
    static const char *const lines[] = {
        "new buccaneer first=1 seats=person,bot:matelot,bot:matelot", "sit - - Anne", "start"};
    struct fl_offline *o = fl_offline_new();
    (void)state;
    begin(o);
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++)
        tell(o, lines[i]);
    play(o, question_in(o), "merge r5 b2");
    struct fl_think_job stale = *question_of(o);
    tell(o, "undo");
    play(o, question_in(o), "merge r5 y2");
    assert_non_null(after(o, "\"type\":\"event\""));
    tick_and_think(o, &stale);
    assert_null(after(o, "\"type\":\"event\""));
    struct fl_think_job fresh = *question_of(o);
    assert_int_not_equal(fresh.ticket, stale.ticket);
    tick_and_think(o, &fresh);
    assert_non_null(after(o, "\"type\":\"event\""));
    fl_offline_free(o);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_kept_table_goes_on),
        cmocka_unit_test(a_table_cut_short_is_refused),
        cmocka_unit_test(changed_bytes_bring_nobody_down),
        cmocka_unit_test(questions_about_records_are_answered),
        cmocka_unit_test(the_table_answers_while_a_bot_thinks),
        cmocka_unit_test(a_stale_thought_is_not_played),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
