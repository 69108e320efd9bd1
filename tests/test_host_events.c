/* The stored form of events: every kind is read back as it was written, and nothing else is
 * accepted. */
#include "host_world.h"

enum { SEATS = 4 };

static const struct fl_step steps[] = {{.move = 300, .seat = 2}, {.move = 5, .seat = FL_CHANCE}};

static const struct {
    struct fl_table_event event;
    const char *word, *bytes; /* in hexadecimal */
} stored[] = {
    {{.kind = FL_EVENT_SIT, .seat = 2, .nonce = "ab", .name = "Zoé"}, "sit", "020261625a6fc3a9"},
    {{.kind = FL_EVENT_LEAVE, .seat = 1, .seats = FL_SEAT(1) | FL_SEAT(3)}, "leave", "0103"},
    {{.kind = FL_EVENT_SWAP, .seat = 3, .other = 1}, "swap", "0301"},
    {{.kind = FL_EVENT_SEAT, .seat = 1, .seat_kind = FL_SEAT_BOT, .level = 4}, "chair", "010204"},
    {{.kind = FL_EVENT_NONCE, .seat = 1, .nonce = "ab"}, "nonce", "016162"},
    {{.kind = FL_EVENT_START, .seat = FL_CHANCE, .steps = 1, .step = steps + 1}, "start", "080500"},
    {{.kind = FL_EVENT_START, .seat = FL_CHANCE}, "start", "08"},
    {{.kind = FL_EVENT_STEP, .seat = 2, .steps = 2, .step = steps}, "step", "022c010500"},
    {{.kind = FL_EVENT_STEP, .seat = 2, .by_bot = true, .steps = 1, .step = steps},
     "step",
     "822c01"},
    {{.kind = FL_EVENT_UNDO, .seat = 1, .steps = 0x01020304}, "undo", "0104030201"},
    {{.kind = FL_EVENT_BOT, .seat = 1}, "bot", "01"},
    {{.kind = FL_EVENT_RETURN, .seat = 1}, "back", "01"},
    {{.kind = FL_EVENT_CLOCK, .clock = {1, 256, 0, 0xFFFFFFFF}},
     "clock",
     "010000000001000000000000ffffffff"},
    {{.kind = FL_EVENT_CHAT, .seat = FL_SPECTATOR, .phrase = 3, .name = "Bob"},
     "chat",
     "09000303426f62"},
    {{.kind = FL_EVENT_CHAT, .seat = 0, .phrase = -1, .name = "Bob", .text = "Hi"},
     "chat",
     "00010003426f624869"},
    {{.kind = FL_EVENT_REMATCH, .seat = 1, .secret = "0123456789abcdef0123456789abcde"},
     "again",
     "30313233343536373839616263646566303132333435363738396162636465"
     "0001"},
    {{.kind = FL_EVENT_CLOSE}, "close", ""},
    {{.kind = FL_EVENT_BAN, .seats = FL_SEAT(0) | FL_SEAT(2), .name = "Bob"},
     "block",
     "020002426f62"},
    {{.kind = FL_EVENT_TEAM_CHAT, .seat = 3, .phrase = 0, .name = "Bob"},
     "team-chat",
     "03000003426f62"},
    {{.kind = FL_EVENT_LINK, .seat = 3, .used = true}, "link", "0301"},
    {{.kind = FL_EVENT_CONTRADICTION, .seat = FL_SPECTATOR, .text = "axe"},
     "contradiction",
     "09617865"},
    {{.kind = FL_EVENT_RESIGN, .seat = 2, .seats = FL_SEAT(2) | FL_SEAT(3)}, "resign", "0203"},
    {{.kind = FL_EVENT_RESIGN, .seat = 3, .seats = FL_SEAT(2) | FL_SEAT(3)}, "resign", "0302"},
    {{.kind = FL_EVENT_AGREE, .seat = 1}, "agree", "01"},
    {{.kind = FL_EVENT_AGREE, .seat = FL_SPECTATOR}, "agree", "09"},
};

enum { STORED = sizeof stored / sizeof stored[0] };

static void bytes_are_as_documented(void **state)
{
    (void)state;
    for (size_t i = 0; i < STORED; i++) {
        unsigned char data[FL_MAX_EVENT];
        char text[2 * FL_MAX_EVENT + 1] = "";
        size_t len = fl_event_encode(&stored[i].event, SEATS, data);
        for (size_t n = 0; n < len; n++)
            snprintf(text + 2 * n, 3, "%02x", data[n]);
        assert_string_equal(text, stored[i].bytes);
        assert_string_equal(fl_event_word(stored[i].event.kind), stored[i].word);
        assert_int_equal(fl_event_kind_of(stored[i].word), stored[i].event.kind);
    }
}

static void same_event(const struct fl_table_event *a, const struct fl_table_event *b)
{
    unsigned char data[2][FL_MAX_EVENT];
    size_t len = fl_event_encode(a, SEATS, data[0]);
    assert_int_equal(len, fl_event_encode(b, SEATS, data[1]));
    assert_memory_equal(data[0], data[1], len);
    assert_int_equal(a->n, b->n);
    assert_int_equal(a->at, b->at);
    assert_int_equal(a->seat, b->seat);
    assert_int_equal(a->seats, b->seats);
    assert_int_equal(a->phrase, b->phrase);
    assert_int_equal(a->by_bot, b->by_bot);
    assert_int_equal(a->steps, b->steps);
    for (uint32_t i = 0; a->step && i < a->steps; i++)
        assert_int_equal(a->step[i].seat, b->step[i].seat);
}

static void what_is_written_is_read_back(void **state)
{
    (void)state;
    for (size_t i = 0; i < STORED; i++) {
        unsigned char data[FL_MAX_EVENT];
        struct fl_decoded_event out;
        struct fl_table_event e = stored[i].event;
        e.n = 7;
        e.at = 1700000000000;
        struct fl_event bytes = {.n = e.n,
                                 .kind = stored[i].word,
                                 .at = e.at,
                                 .data = data,
                                 .len = fl_event_encode(&e, SEATS, data)};
        assert_true(fl_event_decode(&bytes, SEATS, &out));
        same_event(&out.event, &e);
    }
}

/* Every shorter text of bytes is refused, or is an event that is written as the same bytes. */
static void cut_events_are_refused(void **state)
{
    (void)state;
    for (size_t i = 0; i < STORED; i++) {
        unsigned char data[FL_MAX_EVENT], again[FL_MAX_EVENT];
        struct fl_decoded_event out;
        size_t len = fl_event_encode(&stored[i].event, SEATS, data);
        for (size_t cut = 0; cut < len; cut++) {
            unsigned char *exact = malloc(cut ? cut : 1); /* for the address sanitizer */
            struct fl_event bytes = {.kind = stored[i].word, .data = exact, .len = cut};
            assert_non_null(exact);
            memcpy(exact, data, cut);
            if (fl_event_decode(&bytes, SEATS, &out)) {
                size_t size = fl_event_encode(&out.event, SEATS, again);
                assert_int_equal(size, cut);
                assert_memory_equal(again, data, size);
            }
            free(exact);
        }
    }
}

/* A name, a nonce or a text that does not fit is refused, whatever its length says. */
static void long_texts_are_refused(void **state)
{
    static const struct {
        const char *word;
        size_t head, most; /* bytes before the text, and of the longest text */
    } text[] = {
        {"sit", 2, FL_NAME_SIZE - 1},          {"nonce", 1, FL_FAIR_WORD_SIZE - 1},
        {"chat", 4, (size_t)4 * FL_MAX_CHAT},  {"block", 1, FL_NAME_SIZE - 1},
        {"contradiction", 1, 4 * FL_MAX_CHAT},
    };
    (void)state;
    for (size_t i = 0; i < sizeof text / sizeof text[0]; i++) {
        unsigned char data[FL_MAX_EVENT] = {0};
        struct fl_decoded_event out;
        struct fl_event bytes = {.kind = text[i].word, .data = data};
        memset(data + text[i].head, 'a', sizeof data - text[i].head);
        bytes.len = text[i].head + text[i].most;
        assert_true(fl_event_decode(&bytes, SEATS, &out));
        bytes.len++;
        assert_false(fl_event_decode(&bytes, SEATS, &out));
    }
}

/* A text with a zero byte would be shorter than its length says. */
static void zero_bytes_are_refused(void **state)
{
    struct fl_decoded_event out;
    unsigned char data[] = {0, 'r', 'u', 'm'};
    struct fl_event bytes = {.kind = "nonce", .data = data, .len = sizeof data};
    (void)state;
    assert_true(fl_event_decode(&bytes, SEATS, &out));
    data[2] = '\0';
    assert_false(fl_event_decode(&bytes, SEATS, &out));
}

static void an_unknown_kind_is_refused(void **state)
{
    struct fl_decoded_event out;
    (void)state;
    assert_false(fl_event_decode(&(struct fl_event){.kind = "sits", .data = "a", 1}, SEATS, &out));
    assert_false(fl_event_decode(&(struct fl_event){.kind = NULL, .data = "a", 1}, SEATS, &out));
    assert_null(fl_event_word(FL_EVENT_KIND_COUNT));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bytes_are_as_documented), cmocka_unit_test(what_is_written_is_read_back),
        cmocka_unit_test(cut_events_are_refused),  cmocka_unit_test(long_texts_are_refused),
        cmocka_unit_test(zero_bytes_are_refused),  cmocka_unit_test(an_unknown_kind_is_refused),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
