/* Fair dice: the ciphers compared with libsodium, the figures of docs/fair-dice.md, rolls that
 * cannot be repeated, and every way to cheat. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <sodium.h>

#include "core/chacha.h"
#include "core/record.h"
#include "core/sha256.h"
#include "games/games.h"

enum { TEXT = 1 << 16, WEIGHT = 65028 }; /* 512 of them leave 1 word in 129 over */

/* ---- comparison with libsodium ---- */

static void sha256_is_that_of_libsodium(void **state)
{
    (void)state;
    uint8_t bytes[300], our[FL_SHA256_SIZE], their[crypto_hash_sha256_BYTES];
    randombytes_buf(bytes, sizeof bytes);
    for (size_t len = 0; len <= sizeof bytes; len++) {
        fl_sha256(bytes, len, our);
        crypto_hash_sha256(their, bytes, len);
        assert_memory_equal(our, their, sizeof our);
    }
}

static void chacha_is_that_of_libsodium(void **state)
{
    (void)state;
    static const uint8_t nothing[FL_CHACHA_BLOCK];
    static const uint32_t counters[] = {0, 1, 2, 1000, UINT32_MAX};
    uint8_t key[FL_CHACHA_KEY], nonce[FL_CHACHA_NONCE], our[FL_CHACHA_BLOCK], their[sizeof our];
    for (int i = 0; i < 200; i++) {
        uint32_t counter = counters[i % 5];
        randombytes_buf(key, sizeof key);
        randombytes_buf(nonce, sizeof nonce);
        fl_chacha_block(key, nonce, counter, our);
        crypto_stream_chacha20_ietf_xor_ic(their, nothing, sizeof nothing, nonce, counter, key);
        assert_memory_equal(our, their, sizeof our);
    }
}

/* ---- the numbers of docs/fair-dice.md ---- */

static struct fl_fair example(void)
{
    struct fl_fair fair = {.committed = true, .revealed = true, .table = "test"};
    strcpy(fair.nonce[0], "rum");
    strcpy(fair.nonce[2], "cutlass");
    for (int i = 0; i < FL_SECRET_SIZE; i++)
        fair.secret[i] = (uint8_t)i;
    fl_fair_commit(fair.secret, fair.commitment);
    return fair;
}

static void is_written_as(const uint8_t *bytes, const char *digits)
{
    char memory[2 * FL_SECRET_SIZE + 1];
    struct fl_buf out = fl_buf_over(memory, sizeof memory);
    fl_put_secret(&out, bytes);
    assert_string_equal(out.at, digits);
}

static void get_key(const struct fl_fair *fair, int seats, uint8_t key[FL_SECRET_SIZE])
{
    struct fl_fair_source source;
    fl_fair_source_begin(&source, fair, seats);
    memcpy(key, source.key, FL_SECRET_SIZE);
}

static void the_page_tells_the_truth(void **state)
{
    (void)state;
    static const fl_move dice[] = {6, 4, 6, 2, 4, 2, 5, 6, 1, 6, 4, 4, 1, 3, 6, 6};
    static const char letters[] = "cdbcccbd";
    struct fl_fair fair = example();
    struct fl_moves die = {0}, weighted = {0};
    uint8_t key[FL_SECRET_SIZE];
    get_key(&fair, 3, key);
    is_written_as(fair.commitment,
                  "f16cc82e3021285a59473c0e915444d89a71b4c93b512de2f51c21d315188c3d");
    is_written_as(key, "fd301ee91f7bed8248ae4b5d20c746b3c53b881ca71d577bb53be897c00ed8c8");
    for (fl_move face = 1; face <= 6; face++)
        fl_offer(&die, face, 1);
    for (fl_move letter = 'a'; letter <= 'd'; letter++)
        fl_offer(&weighted, letter, letter - 'a' + 1u);
    for (uint64_t n = 1; n <= 16; n++)
        assert_int_equal(fl_fair_pick(key, n, &die), dice[n - 1]);
    for (uint64_t n = 1; n <= 8; n++)
        assert_int_equal(fl_fair_pick(key, n, &weighted), letters[n - 1]);
}

/* ---- even ---- */

/* What the page says of a roll, in other words and with libsodium's cipher. */
static uint32_t told_by_the_page(const uint8_t *key, uint64_t number, uint64_t total, int *thrown)
{
    uint8_t nonce[crypto_stream_chacha20_ietf_NONCEBYTES] = {0};
    unsigned char stream[64 * 4];
    for (int i = 0; i < 8; i++)
        nonce[4 + i] = (uint8_t)(number >> 8 * i);
    crypto_stream_chacha20_ietf(stream, sizeof stream, nonce, key);
    for (size_t i = 0; i < sizeof stream; i += 4) {
        uint64_t word = stream[i] | (uint64_t)stream[i + 1] << 8 | (uint64_t)stream[i + 2] << 16 |
                        (uint64_t)stream[i + 3] << 24;
        if (word < ((uint64_t)1 << 32) - ((uint64_t)1 << 32) % total)
            return (uint32_t)(word % total);
        ++*thrown;
    }
    fail();
    return 0;
}

/* With a total weight that rejects some words. */
static void what_is_uneven_is_thrown_back(void **state)
{
    (void)state;
    struct fl_fair fair = example();
    struct fl_moves list = {0};
    uint8_t key[FL_SECRET_SIZE];
    int thrown = 0;
    for (int i = 0; i < FL_MAX_MOVES; i++)
        fl_offer(&list, (fl_move)i, WEIGHT);
    get_key(&fair, 3, key);
    for (uint64_t n = 1; n <= 5000; n++) {
        uint32_t rest = told_by_the_page(key, n << 24, list.total, &thrown);
        assert_int_equal(fl_fair_pick(key, n << 24, &list), rest / WEIGHT);
    }
    assert_true(thrown > 10);
}

static void a_die_is_even(void **state)
{
    (void)state;
    struct fl_fair fair = example();
    struct fl_moves die = {0};
    uint8_t key[FL_SECRET_SIZE];
    int count[6] = {0};
    for (fl_move face = 0; face < 6; face++)
        fl_offer(&die, face, 1);
    get_key(&fair, 2, key);
    for (uint64_t n = 1; n <= 60000; n++)
        count[fl_fair_pick(key, n, &die)]++;
    for (int face = 0; face < 6; face++)
        assert_in_range(count[face], 9600, 10400); /* 4.4 standard deviations; the key is fixed */
}

/* ---- the key ---- */

static void everything_changes_the_key(void **state)
{
    (void)state;
    struct fl_fair fair = example(), other;
    uint8_t key[FL_SECRET_SIZE], changed[FL_SECRET_SIZE];
    get_key(&fair, 3, key);
    for (int what = 0; what < 5; what++) {
        other = fair;
        if (what == 0)
            other.secret[31] ^= 1;
        else if (what == 1)
            strcpy(other.table, "tesu");
        else if (what == 2)
            strcpy(other.nonce[1], "x");
        else if (what == 3)
            strcpy(other.nonce[0], ""), strcpy(other.nonce[1], "rum");
        get_key(&other, what == 4 ? 4 : 3, changed);
        assert_memory_not_equal(key, changed, sizeof key);
    }
}

static void words_are_clean(void **state)
{
    (void)state;
    assert_true(fl_fair_word_is_clean("azAZ09-_"));
    assert_true(fl_fair_word_is_clean("12345678901234567890123456789012"));
    assert_false(fl_fair_word_is_clean("123456789012345678901234567890123"));
    static const char *const unclean[] = {"",  " ", "a b", "a\n", "é", "a@",
                                          "[", "`", "{",   "/",   ":"};
    for (size_t i = 0; i < sizeof unclean / sizeof unclean[0]; i++)
        assert_false(fl_fair_word_is_clean(unclean[i]));
}

static void secrets_are_read_as_they_are_written(void **state)
{
    (void)state;
    char digits[] = "00ff10a9000102030405060708090a0b0c0d0e0f101112131415161718191a1b";
    uint8_t secret[FL_SECRET_SIZE];
    assert_true(fl_read_secret(digits, 64, secret));
    is_written_as(secret, digits);
    assert_false(fl_read_secret(digits, 63, secret));
    for (const char *bad = "gGA/:`\xff"; *bad; bad++) {
        digits[63] = *bad;
        assert_false(fl_read_secret(digits, 64, secret));
        digits[63] = '0', digits[0] = *bad;
        assert_false(fl_read_secret(digits, 64, secret));
        digits[0] = '0';
    }
}

/* ---- a match ---- */

/* Plays the first legal moves of Mille Sabords! with fair dice up to this number of steps. */
static void play_to(struct fl_match *m, const struct fl_fair *fair, uint32_t steps)
{
    struct fl_fair_source dice;
    fl_fair_source_begin(&dice, fair, m->setup.seats);
    assert_int_equal(fl_match_play_chance(m, &dice.source), FL_OK);
    while (m->steps < steps && fl_match_turn(m)) {
        struct fl_moves list;
        int seat = __builtin_ctz(fl_match_turn(m));
        fl_list(m->game, &m->state, seat, &list);
        assert_int_equal(fl_match_play(m, seat, list.at[0].move), FL_OK);
        assert_int_equal(fl_match_play_chance(m, &dice.source), FL_OK);
    }
}

static void begin(struct fl_match *m)
{
    struct fl_setup setup = fl_setup_default(&fl_mille_sabords, 3);
    fl_match_begin(m, &fl_mille_sabords, &setup, FL_TRUTH);
}

static void is_judged(const struct fl_match *m, const struct fl_fair *fair,
                      enum fl_fair_verdict verdict)
{
    struct fl_fair_report report;
    assert_true(fl_fair_verify(m, fair, &report));
    assert_int_equal(report.verdict, verdict);
}

static uint32_t rolls_in(const struct fl_match *m)
{
    uint32_t rolls = 0;
    for (uint32_t i = 0; i < fl_match_events(m); i++)
        rolls += fl_match_event(m, i).seat == FL_CHANCE;
    return rolls;
}

static void what_was_rolled_stays_rolled(void **state)
{
    (void)state;
    struct fl_fair fair = example();
    struct fl_match m;
    begin(&m);
    play_to(&m, &fair, 60);
    uint32_t rolls = m.rolls, steps = m.steps;
    struct fl_step tenth = m.log[10];
    assert_int_equal(fl_match_undo(&m, 2), FL_OK);
    assert_int_equal(m.steps, 2);
    assert_int_equal(m.rolls, rolls);
    assert_int_equal(fl_match_events(&m), steps + 1);
    assert_int_equal(fl_match_event(&m, 10).move, tenth.move);
    assert_int_equal(fl_match_event(&m, steps).seat, FL_UNDO);
    assert_int_equal(fl_match_event(&m, steps).move, steps - 2);
    play_to(&m, &fair, 40);
    assert_int_equal(m.rolls, rolls_in(&m));
    is_judged(&m, &fair, FL_DICE_FAIR);
    fl_match_end(&m);
}

/* After a failed write, the same move gives the same dice. */
static void what_nobody_heard_of_comes_again(void **state)
{
    (void)state;
    struct fl_fair fair = example();
    struct fl_match m, other;
    begin(&m);
    begin(&other);
    play_to(&m, &fair, 60);
    play_to(&other, &fair, 60);
    fl_match_rewind(&m, 20);
    assert_int_equal(m.rolls, rolls_in(&m));
    play_to(&m, &fair, 60);
    assert_int_equal(m.steps, other.steps);
    assert_memory_equal(m.log, other.log, m.steps * sizeof m.log[0]);
    fl_match_end(&m);
    fl_match_end(&other);
}

static void undos_upon_undos_are_remembered(void **state)
{
    (void)state;
    struct fl_fair fair = example();
    struct fl_match m, again;
    begin(&m);
    begin(&again);
    for (uint32_t i = 0; i < 40; i++) {
        play_to(&m, &fair, 10 + 7 * i % 50);
        assert_int_equal(fl_match_undo(&m, m.steps * (i % 4) / 4), FL_OK);
    }
    play_to(&m, &fair, 100);
    for (uint32_t i = 0; i < fl_match_events(&m); i++)
        assert_int_equal(fl_match_follow(&again, fl_match_event(&m, i)), FL_OK);
    assert_int_equal(again.steps, m.steps);
    assert_int_equal(again.rolls, m.rolls);
    assert_memory_equal(again.log, m.log, m.steps * sizeof m.log[0]);
    assert_memory_equal(&again.state, &m.state, m.game->state_size);
    is_judged(&m, &fair, FL_DICE_FAIR);
    assert_int_equal(fl_match_follow(&again, (struct fl_step){9999, FL_UNDO}), FL_ILLEGAL);
    fl_match_again(&m);
    assert_int_equal(fl_match_events(&m), 0);
    assert_int_equal(m.rolls, 0);
    fl_match_end(&m);
    fl_match_end(&again);
}

static void not_everything_can_be_taken_back(void **state)
{
    (void)state;
    struct fl_fair fair = example();
    struct fl_match m;
    begin(&m);
    play_to(&m, &fair, 10);
    uint32_t steps = m.steps;
    for (int i = 0; i < FL_MAX_UNDOS; i++) {
        assert_int_equal(fl_match_undo(&m, m.steps - 1), FL_OK);
        play_to(&m, &fair, steps);
    }
    steps = m.steps;
    assert_int_equal(fl_match_undo(&m, 1), FL_TOO_LONG);
    assert_int_equal(m.steps, steps);
    fl_match_end(&m);
}

/* ---- in a record ---- */

static void a_record_keeps_what_dice_rest_on(void **state)
{
    (void)state;
    struct fl_players players = {.kind = {"person"}, .name = {"Anne"}, .fair = example()};
    struct fl_record record;
    struct fl_record_error error;
    struct fl_match m;
    static char memory[2][TEXT];
    begin(&m);
    play_to(&m, &players.fair, 60);
    assert_int_equal(fl_match_undo(&m, 30), FL_OK);
    play_to(&m, &players.fair, 50);
    for (int revealed = 0; revealed < 2; revealed++) {
        struct fl_buf text = fl_buf_over(memory[0], TEXT), again = fl_buf_over(memory[1], TEXT);
        players.fair.revealed = revealed;
        fl_record_write(&m, &players, FL_TRUTH, &text);
        assert_int_equal(!!strstr(text.at, "\nsecret 000102"), revealed);
        assert_non_null(strstr(text.at, "\nundo "));
        assert_true(fl_record_read(text.at, text.len, fl_game_find, &record, &error));
        assert_int_equal(record.match.rolls, m.rolls);
        fl_record_write(&record.match, &record.players, FL_TRUTH, &again);
        assert_string_equal(text.at, again.at);
        is_judged(&record.match, &record.players.fair, revealed ? FL_DICE_FAIR : FL_DICE_HIDDEN);
        fl_match_end(&record.match);
    }
    fl_match_end(&m);
}

/* A truncated record is rejected, wherever it ends. */
static void half_a_record_is_none(void **state)
{
    (void)state;
    struct fl_players players = {.fair = example()};
    struct fl_record record;
    struct fl_record_error error;
    struct fl_match m;
    static char memory[TEXT];
    struct fl_buf text = fl_buf_over(memory, TEXT);
    begin(&m);
    play_to(&m, &players.fair, 30);
    assert_int_equal(fl_match_undo(&m, 20), FL_OK);
    fl_record_write(&m, &players, FL_TRUTH, &text);
    for (size_t len = 0; len + 1 < text.len; len++)
        assert_false(fl_record_read(text.at, len, fl_game_find, &record, &error));
    assert_true(fl_record_read(text.at, text.len, fl_game_find, &record, &error));
    fl_match_end(&record.match);
    fl_match_end(&m);
}

/* ---- cheating ---- */

static void cheating_is_seen(void **state)
{
    (void)state;
    struct fl_fair fair = example(), cheat = fair;
    struct fl_fair_report report;
    struct fl_match m;
    begin(&m);
    play_to(&m, &fair, 60);
    is_judged(&m, &fair, FL_DICE_FAIR);
    cheat.committed = false;
    is_judged(&m, &cheat, FL_DICE_OTHER);
    cheat = fair, cheat.secret[0] ^= 128;
    is_judged(&m, &cheat, FL_DICE_WRONG_COMMITMENT);
    cheat = fair, cheat.commitment[31] ^= 1;
    is_judged(&m, &cheat, FL_DICE_WRONG_COMMITMENT);
    cheat = fair, strcpy(cheat.nonce[2], "cutlasz");
    is_judged(&m, &cheat, FL_DICE_WRONG_ROLL);
    uint32_t last = m.steps - 1; /* the last die shows another face */
    assert_int_equal(m.log[last].seat, FL_CHANCE);
    struct fl_moves list;
    fl_move honest = m.log[last].move;
    fl_match_rewind(&m, last);
    fl_list(m.game, &m.state, FL_CHANCE, &list);
    assert_true(list.count > 1);
    fl_move forged = list.at[list.at[0].move == honest].move;
    assert_int_equal(fl_match_play(&m, FL_CHANCE, forged), FL_OK);
    assert_true(fl_fair_verify(&m, &fair, &report));
    assert_int_equal(report.verdict, FL_DICE_WRONG_ROLL);
    assert_int_equal(report.rolls, m.rolls);
    assert_int_equal(report.found, forged);
    assert_int_equal(report.expected, honest);
    fl_match_end(&m);
}

static void a_partial_record_shows_its_commitment_alone(void **state)
{
    (void)state;
    struct fl_fair fair = example();
    struct fl_setup setup = fl_setup_default(&fl_mille_sabords, 3);
    struct fl_match m;
    fl_match_begin(&m, &fl_mille_sabords, &setup, FL_SPECTATOR);
    is_judged(&m, &fair, FL_DICE_PARTIAL);
    fair.secret[3]++;
    is_judged(&m, &fair, FL_DICE_WRONG_COMMITMENT);
    fl_match_end(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sha256_is_that_of_libsodium),
        cmocka_unit_test(chacha_is_that_of_libsodium),
        cmocka_unit_test(the_page_tells_the_truth),
        cmocka_unit_test(what_is_uneven_is_thrown_back),
        cmocka_unit_test(a_die_is_even),
        cmocka_unit_test(everything_changes_the_key),
        cmocka_unit_test(words_are_clean),
        cmocka_unit_test(secrets_are_read_as_they_are_written),
        cmocka_unit_test(what_was_rolled_stays_rolled),
        cmocka_unit_test(what_nobody_heard_of_comes_again),
        cmocka_unit_test(undos_upon_undos_are_remembered),
        cmocka_unit_test(not_everything_can_be_taken_back),
        cmocka_unit_test(a_record_keeps_what_dice_rest_on),
        cmocka_unit_test(half_a_record_is_none),
        cmocka_unit_test(cheating_is_seen),
        cmocka_unit_test(a_partial_record_shows_its_commitment_alone),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return sodium_init() < 0 || cmocka_run_group_tests(tests, NULL, NULL);
}
