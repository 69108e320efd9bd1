/* WebSocket frames, by the cases of RFC 6455: complete messages, fragments, single bytes, and
 * errors with the close code that they cause. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/buf.h"
#include "server/frames.h"

enum { FIN = 0x80, RSV1 = 0x40, CONTINUATION = 0, BINARY = 2, NONSENSE = 3, STRANGE = 11 };

/* The bytes of a client, and what was received: "text" [ping] {pong}. */
struct talk {
    uint8_t sent[1 << 17];
    size_t len;
    char heard_text[1 << 14];
    struct fl_buf heard;
    int frames_wanted; /* stop reading after this many frames; 0: never */
    int frames, fragments;
};

/* Counts a frame. Returns whether another one is wanted. */
static bool is_wanted(struct talk *t)
{
    return ++t->frames != t->frames_wanted;
}

static bool hear_line(void *who, const struct fl_line *line)
{
    struct talk *t = who;
    fl_put_char(&t->heard, '"');
    fl_put_bytes(&t->heard, line->text, line->len);
    fl_put_char(&t->heard, '"');
    return is_wanted(t);
}

static bool hear_ping(void *who, const uint8_t *bytes, size_t len)
{
    struct talk *t = who;
    fl_put_char(&t->heard, '[');
    fl_put_bytes(&t->heard, (const char *)bytes, len);
    fl_put_char(&t->heard, ']');
    return is_wanted(t);
}

static bool hear_pong(void *who)
{
    struct talk *t = who;
    fl_put(&t->heard, "{}");
    return is_wanted(t);
}

static bool hear_fragment(void *who)
{
    struct talk *t = who;
    t->fragments++;
    return is_wanted(t);
}

static const struct fl_frame_callbacks ear = {hear_line, hear_ping, hear_pong, hear_fragment};

static int start(void **state)
{
    struct talk *t = calloc(1, sizeof *t);
    t->heard = fl_buf_over(t->heard_text, sizeof t->heard_text);
    *state = t;
    return 0;
}

static int stop(void **state)
{
    free(*state);
    return 0;
}

static void put(struct talk *t, uint8_t byte)
{
    t->sent[t->len++] = byte;
}

/* Writes a header with the length in `width` bytes: 0, 2 or 8. */
static void put_head(struct talk *t, int first, uint64_t len, int width, bool masked)
{
    put(t, (uint8_t)first);
    put(t, (uint8_t)((masked ? 0x80 : 0) | (width == 0 ? len : width == 2 ? 126 : 127)));
    for (int i = width - 1; i >= 0; i--)
        put(t, (uint8_t)(len >> 8 * i));
}

static void put_payload(struct talk *t, const void *payload, size_t len)
{
    static const uint8_t mask[4] = {0x37, 0xFA, 0x21, 0x3D};
    for (int i = 0; i < 4; i++)
        put(t, mask[i]);
    for (size_t i = 0; i < len; i++)
        put(t, ((const uint8_t *)payload)[i] ^ mask[i % 4]);
}

static void put_bytes(struct talk *t, int first, const void *payload, size_t len)
{
    put_head(t, first, len, len < 126 ? 0 : len < 65536 ? 2 : 8, true);
    put_payload(t, payload, len);
}

static void put_text(struct talk *t, int first, const char *text)
{
    put_bytes(t, first, text, strlen(text));
}

/* Writes one message in `count` frames. */
static void put_fragments(struct talk *t, int count, const char *const piece[])
{
    for (int i = 0; i < count; i++)
        put_text(t, (i == count - 1 ? FIN : 0) | (i ? CONTINUATION : FL_TEXT), piece[i]);
}

static int read_in_pieces(struct talk *t, size_t piece)
{
    struct fl_frames frames = {0};
    int code = 0;
    fl_buf_clear(&t->heard);
    t->frames = t->fragments = 0;
    for (size_t at = 0; at < t->len && !code; at += piece) {
        size_t len = t->len - at < piece ? t->len - at : piece;
        uint8_t *copy = malloc(len); /* so that a sanitizer detects a read beyond the end */
        memcpy(copy, t->sent + at, len);
        code = fl_frames_read(&frames, copy, len, &ear, t);
        free(copy);
        if (t->frames_wanted && t->frames == t->frames_wanted)
            break;
    }
    fl_frames_end(&frames);
    return code;
}

/* The result and the close code do not depend on how the bytes are cut. */
static void expect(struct talk *t, const char *heard, int code)
{
    static const size_t pieces[] = {1 << 17, 1, 2, 3, 5, 7, 127, 1000};
    for (size_t i = 0; i < sizeof pieces / sizeof pieces[0]; i++) {
        assert_int_equal(read_in_pieces(t, pieces[i]), code);
        assert_string_equal(t->heard.at, heard);
    }
    t->len = 0;
}

static void texts_are_heard(void **state)
{
    struct talk *t = *state;
    put_text(t, FIN | FL_TEXT, "move 41 reroll 3 5");
    put_text(t, FIN | FL_TEXT, "");
    put_text(t, FIN | FL_TEXT, "Zoé \U0001F3F4");
    expect(t, "\"move 41 reroll 3 5\"\"\"\"Zoé \U0001F3F4\"", 0);
}

static void fragments_are_put_together(void **state)
{
    struct talk *t = *state;
    put_fragments(t, 4, (const char *const[]){"mo", "", "ve ", "1"});
    put_fragments(t, 2, (const char *const[]){"", ""});
    put_text(t, FIN | FL_TEXT, "next");
    expect(t, "\"move 1\"\"\"\"next\"", 0);
}

static void control_frames_come_between_fragments(void **state)
{
    struct talk *t = *state;
    put_text(t, FL_TEXT, "a");
    put_text(t, FIN | FL_PING, "are you there");
    put_text(t, CONTINUATION, "b");
    put_text(t, FIN | FL_PONG, "yes");
    put_text(t, FIN | FL_PING, "");
    put_text(t, FIN | CONTINUATION, "c");
    expect(t, "[are you there]{}[]\"abc\"", 0);
}

static void a_letter_may_be_cut_by_fragments(void **state)
{
    struct talk *t = *state;
    put_fragments(t, 2, (const char *const[]){"\xC3", "\xA9"});
    expect(t, "\"é\"", 0);
}

static void fragments_keep_their_order(void **state)
{
    struct talk *t = *state;
    put_text(t, FIN | CONTINUATION, "from nowhere");
    expect(t, "", FL_CLOSE_PROTOCOL);
    put_text(t, FL_TEXT, "a");
    put_text(t, FIN | FL_TEXT, "b");
    expect(t, "", FL_CLOSE_PROTOCOL);
    put_fragments(t, 2, (const char *const[]){"a", "b"});
    put_text(t, FIN | CONTINUATION, "c");
    expect(t, "\"ab\"", FL_CLOSE_PROTOCOL);
}

static void a_message_has_a_size(void **state)
{
    struct talk *t = *state;
    char text[FL_MAX_LINE + 4], heard[FL_MAX_LINE + 4];
    memset(text, 'x', sizeof text);
    memset(heard, 'x', sizeof heard);
    heard[0] = heard[FL_MAX_LINE + 1] = '"';
    heard[FL_MAX_LINE + 2] = '\0';
    put_bytes(t, FIN | FL_TEXT, text, FL_MAX_LINE);
    expect(t, heard, 0);
    put_bytes(t, FIN | FL_TEXT, text, FL_MAX_LINE + 1);
    expect(t, "", FL_CLOSE_TOO_BIG);
    put_bytes(t, FL_TEXT, text, FL_MAX_LINE - 1);
    put_text(t, CONTINUATION, "x");
    put_text(t, FIN | CONTINUATION, "");
    expect(t, heard, 0);
    put_bytes(t, FL_TEXT, text, FL_MAX_LINE);
    put_text(t, FIN | CONTINUATION, "x");
    expect(t, "", FL_CLOSE_TOO_BIG);
    put_head(t, FIN | FL_TEXT, (uint64_t)1 << 62, 8, true);
    put_payload(t, "x", 1);
    expect(t, "", FL_CLOSE_TOO_BIG);
}

static void lengths_are_written_shortly(void **state)
{
    struct talk *t = *state;
    put_head(t, FIN | FL_TEXT, 5, 2, true);
    put_payload(t, "hello", 5);
    expect(t, "", FL_CLOSE_PROTOCOL);
    put_head(t, FIN | FL_TEXT, 5, 8, true);
    put_payload(t, "hello", 5);
    expect(t, "", FL_CLOSE_PROTOCOL);
    put_head(t, FIN | FL_TEXT, (uint64_t)1 << 63, 8, true);
    put_payload(t, "hello", 5);
    expect(t, "", FL_CLOSE_PROTOCOL);
}

static void clients_mask_and_reserve_nothing(void **state)
{
    struct talk *t = *state;
    put_head(t, FIN | FL_TEXT, 1, 0, false);
    put(t, 'a');
    expect(t, "", FL_CLOSE_PROTOCOL);
    put_text(t, FIN | RSV1 | FL_TEXT, "a");
    expect(t, "", FL_CLOSE_PROTOCOL);
    put_text(t, FIN | RSV1 >> 1 | FL_PING, "a");
    expect(t, "", FL_CLOSE_PROTOCOL);
    put_text(t, FIN | NONSENSE, "a");
    expect(t, "", FL_CLOSE_PROTOCOL);
    put_text(t, FIN | STRANGE, "a");
    expect(t, "", FL_CLOSE_PROTOCOL);
}

static void binary_is_not_understood(void **state)
{
    struct talk *t = *state;
    put_text(t, FIN | FL_TEXT, "before");
    put_text(t, FIN | BINARY, "a");
    put_text(t, FIN | FL_TEXT, "after");
    expect(t, "\"before\"", FL_CLOSE_UNSUPPORTED);
}

static void control_frames_are_short_and_whole(void **state)
{
    struct talk *t = *state;
    char payload[FL_CONTROL_MAX + 1];
    memset(payload, 'p', sizeof payload);
    put_bytes(t, FIN | FL_PONG, payload, FL_CONTROL_MAX);
    expect(t, "{}", 0);
    put_bytes(t, FIN | FL_PING, payload, FL_CONTROL_MAX + 1);
    expect(t, "", FL_CLOSE_PROTOCOL);
    put_text(t, FL_PING, "a");
    expect(t, "", FL_CLOSE_PROTOCOL);
}

static void bad_utf8_is_noticed(void **state)
{
    static const char *const bad[] = {"\x80",
                                      "\xC3",
                                      "\xC0\x80",
                                      "\xE0\x9F\xBF",
                                      "\xED\xA0\x80",
                                      "\xF0\x8F\xBF\xBF",
                                      "\xF4\x90\x80\x80",
                                      "\xF5\x80\x80\x80",
                                      "\xE2\x82",
                                      "a\xFFz",
                                      "\xE2\x28\xA1"};
    static const char *const good[] = {"\xC2\x80",     "\xE0\xA0\x80",     "\xED\x9F\xBF",
                                       "\xEE\x80\x80", "\xF0\x90\x80\x80", "\xF4\x8F\xBF\xBF"};
    struct talk *t = *state;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        put_text(t, FIN | FL_TEXT, bad[i]);
        expect(t, "", FL_CLOSE_BAD_TEXT);
    }
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++)
        assert_true(fl_line_check(good[i], strlen(good[i])).is_utf8);
}

static void put_close(struct talk *t, int code, const char *reason)
{
    uint8_t payload[FL_CONTROL_MAX];
    payload[0] = (uint8_t)(code >> 8);
    payload[1] = (uint8_t)code;
    memcpy(payload + 2, reason, strlen(reason));
    put_bytes(t, FIN | FL_CLOSE, payload, 2 + strlen(reason));
}

static void closing_is_answered_with_its_own_code(void **state)
{
    static const int good[] = {1000, 1001, 1003, 1007, 1011, 1014, 3000, 4999};
    static const int bad[] = {0, 999, 1004, 1005, 1006, 1015, 1016, 2999, 5000, 65535};
    struct talk *t = *state;
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
        put_close(t, good[i], "à bientôt");
        put_text(t, FIN | FL_TEXT, "after");
        expect(t, "", good[i]);
    }
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        put_close(t, bad[i], "");
        expect(t, "", FL_CLOSE_PROTOCOL);
    }
    put_text(t, FIN | FL_CLOSE, "");
    expect(t, "", FL_CLOSE_NO_CODE);
    put_text(t, FIN | FL_CLOSE, "x");
    expect(t, "", FL_CLOSE_PROTOCOL);
    put_close(t, 1000, "\xFF");
    expect(t, "", FL_CLOSE_BAD_TEXT);
}

static void who_stops_listening_hears_no_more(void **state)
{
    struct talk *t = *state;
    t->frames_wanted = 1;
    put_text(t, FIN | FL_TEXT, "one");
    put_text(t, FIN | FL_TEXT, "two");
    expect(t, "\"one\"", 0);
}

/* A receiver that counts frames receives each of them, whatever its kind. */
static void every_frame_is_heard_and_may_be_the_last(void **state)
{
    struct talk *t = *state;
    static const char *const heard[] = {"", "", "[p]", "[p]{}", "[p]{}\"ab\""};
    for (int wanted = 1; wanted <= 5; wanted++) {
        t->frames_wanted = wanted;
        put_text(t, FL_TEXT, "a");
        put_text(t, CONTINUATION, "");
        put_text(t, FIN | FL_PING, "p");
        put_text(t, FIN | FL_PONG, "");
        put_text(t, FIN | CONTINUATION, "b");
        put_text(t, FIN | FL_TEXT, "more");
        expect(t, heard[wanted - 1], 0);
        assert_int_equal(t->frames, wanted);
        assert_int_equal(t->fragments, wanted < 2 ? wanted : 2);
    }
}

/* Most connections are idle. */
static void nothing_is_held_between_messages(void **state)
{
    struct talk *t = *state;
    struct fl_frames frames = {0};
    put_text(t, FL_TEXT, "a");
    put_text(t, FIN | FL_PING, "");
    put_text(t, FIN | CONTINUATION, "b");
    for (size_t i = 0; i < t->len; i++) {
        assert_int_equal(fl_frames_read(&frames, t->sent + i, 1, &ear, t), 0);
        assert_true(i == t->len - 1 || frames.reader || frames.part);
    }
    assert_null(frames.reader);
    assert_null(frames.part);
    assert_string_equal(t->heard.at, "[]\"ab\"");
}

static void our_headers_are_as_short_as_they_can_be(void **state)
{
    static const struct {
        uint64_t payload;
        size_t len;
        uint8_t head[FL_FRAME_HEAD_MAX];
    } known[] = {
        {0, 2, {0x81, 0}},
        {125, 2, {0x81, 125}},
        {126, 4, {0x81, 126, 0, 126}},
        {65535, 4, {0x81, 126, 0xFF, 0xFF}},
        {65536, 10, {0x81, 127, 0, 0, 0, 0, 0, 1, 0, 0}},
    };
    (void)state;
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        uint8_t head[FL_FRAME_HEAD_MAX];
        assert_int_equal(fl_frame_head(head, FL_TEXT, known[i].payload), known[i].len);
        assert_memory_equal(head, known[i].head, known[i].len);
    }
}

#define TALK(test) cmocka_unit_test_setup_teardown(test, start, stop)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TALK(texts_are_heard),
        TALK(fragments_are_put_together),
        TALK(control_frames_come_between_fragments),
        TALK(a_letter_may_be_cut_by_fragments),
        TALK(fragments_keep_their_order),
        TALK(a_message_has_a_size),
        TALK(lengths_are_written_shortly),
        TALK(clients_mask_and_reserve_nothing),
        TALK(binary_is_not_understood),
        TALK(control_frames_are_short_and_whole),
        TALK(bad_utf8_is_noticed),
        TALK(closing_is_answered_with_its_own_code),
        TALK(who_stops_listening_hears_no_more),
        TALK(every_frame_is_heard_and_may_be_the_last),
        TALK(nothing_is_held_between_messages),
        TALK(our_headers_are_as_short_as_they_can_be),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
