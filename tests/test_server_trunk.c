/* The encryption between nodes: whoever does not know the keys of both nodes, or repeats, alters,
 * reflects or leaves out what was sent, is recognized. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "server/trunk_cipher.h"

enum { SEALED = 5 + FL_TRUNK_SEAL };

static const struct fl_store_node anne = {.id = 0x1111, .key = "key of the first node"};
static const struct fl_store_node bob = {.id = 0x2222, .key = "key of the second node"};
static const struct fl_store_node eve = {.id = 0x3333, .key = "key of a third node"};

/* A connection from `caller` to `called`, with the bytes that an eavesdropper records. */
struct talk {
    struct fl_trunk_cipher caller, called;
    unsigned char hello[FL_TRUNK_HELLO], reply[FL_TRUNK_REPLY], header[FL_TRUNK_HEADER];
};

/* Each end knows the rows that it was given. */
static bool connect_with(struct talk *t, const struct fl_store_node *caller,
                         const struct fl_store_node *known, const struct fl_store_node *called,
                         const struct fl_store_node *own)
{
    fl_trunk_call(&t->caller, caller->id, called->id, t->hello);
    return fl_trunk_caller(t->hello, own->id) == known->id &&
           fl_trunk_answer(&t->called, t->hello, known, own, t->reply) &&
           fl_trunk_agree(&t->caller, t->reply, caller, called, t->header) &&
           fl_trunk_begin_input(&t->called, t->header);
}

static void connect(struct talk *t)
{
    assert_true(connect_with(t, &anne, &anne, &bob, &bob));
}

static bool passes(struct fl_trunk_cipher *from, struct fl_trunk_cipher *to)
{
    unsigned char sealed[SEALED], plain[5];
    fl_trunk_seal(from, "ahoy!", 5, sealed);
    return fl_trunk_open(to, sealed, SEALED, plain) && !memcmp(plain, "ahoy!", 5);
}

static void both_directions_work(void **state)
{
    (void)state;
    struct talk t;
    connect(&t);
    for (int i = 0; i < 3; i++) {
        assert_true(passes(&t.caller, &t.called));
        assert_true(passes(&t.called, &t.caller));
    }
}

static void the_text_is_not_visible(void **state)
{
    (void)state;
    struct talk t;
    unsigned char sealed[SEALED];
    connect(&t);
    fl_trunk_seal(&t.caller, "ahoy!", 5, sealed);
    for (int i = 0; i + 5 <= SEALED; i++)
        assert_memory_not_equal(sealed + i, "ahoy!", 5);
}

static void a_hello_to_another_node_is_refused(void **state)
{
    (void)state;
    struct talk t;
    connect(&t);
    assert_int_equal(fl_trunk_caller(t.hello, bob.id), anne.id);
    assert_int_equal(fl_trunk_caller(t.hello, eve.id), 0);
    t.hello[7] = '2'; /* another version of the protocol */
    assert_int_equal(fl_trunk_caller(t.hello, bob.id), 0);
}

/* A process with a wrong key can finish the handshake, but no message passes in any direction. */
static void assert_useless(const struct fl_store_node *caller, const struct fl_store_node *known,
                           const struct fl_store_node *called, const struct fl_store_node *own)
{
    struct talk t;
    assert_true(connect_with(&t, caller, known, called, own));
    assert_false(passes(&t.caller, &t.called));
    assert_false(passes(&t.called, &t.caller));
}

static void both_keys_are_needed(void **state)
{
    (void)state;
    struct fl_store_node poser = anne, lure = bob;
    memcpy(poser.key, eve.key, sizeof poser.key);
    memcpy(lure.key, eve.key, sizeof lure.key);
    assert_useless(&poser, &anne, &bob, &bob); /* the caller does not have the caller's key */
    assert_useless(&anne, &anne, &lure, &bob); /* nor that of the node it calls */
    assert_useless(&anne, &anne, &bob, &lure); /* the node that answers does not have its key */
    assert_useless(&anne, &poser, &bob, &bob); /* nor the caller's */
}

/* Everything that the caller sent, sent again to the same node. */
static void a_recorded_stream_cannot_be_replayed(void **state)
{
    (void)state;
    struct talk t, again;
    unsigned char sealed[SEALED], plain[5];
    connect(&t);
    fl_trunk_seal(&t.caller, "ahoy!", 5, sealed);
    assert_true(fl_trunk_open(&t.called, sealed, SEALED, plain));
    assert_true(fl_trunk_answer(&again.called, t.hello, &anne, &bob, again.reply));
    assert_true(fl_trunk_begin_input(&again.called, t.header));
    assert_false(fl_trunk_open(&again.called, sealed, SEALED, plain));
}

/* What the node that was called sent, replayed to a caller that calls again. */
static void a_recorded_answer_cannot_be_replayed(void **state)
{
    (void)state;
    struct talk t, again;
    unsigned char sealed[SEALED], plain[5];
    connect(&t);
    fl_trunk_seal(&t.called, "ahoy!", 5, sealed);
    fl_trunk_call(&again.caller, anne.id, bob.id, again.hello);
    assert_true(fl_trunk_agree(&again.caller, t.reply, &anne, &bob, again.header));
    assert_false(fl_trunk_open(&again.caller, sealed, SEALED, plain));
}

static void a_stream_cannot_be_reflected(void **state)
{
    (void)state;
    struct talk t;
    unsigned char sealed[SEALED], plain[5];
    connect(&t);
    fl_trunk_seal(&t.caller, "ahoy!", 5, sealed);
    assert_false(fl_trunk_open(&t.caller, sealed, SEALED, plain));
    /* The node that was called receives its own stream, from the header on. */
    fl_trunk_call(&t.caller, anne.id, bob.id, t.hello);
    assert_true(fl_trunk_answer(&t.called, t.hello, &anne, &bob, t.reply));
    fl_trunk_seal(&t.called, "ahoy!", 5, sealed);
    assert_true(fl_trunk_begin_input(&t.called, t.reply + FL_TRUNK_REPLY - FL_TRUNK_HEADER));
    assert_false(fl_trunk_open(&t.called, sealed, SEALED, plain));
}

/* A handshake whose bytes were changed on the way: the ends do not agree on keys. */
static void an_altered_handshake_is_useless(void **state)
{
    (void)state;
    for (int byte = 24; byte < FL_TRUNK_HELLO; byte++) {
        struct talk t;
        fl_trunk_call(&t.caller, anne.id, bob.id, t.hello);
        t.hello[byte] ^= 1;
        if (!fl_trunk_answer(&t.called, t.hello, &anne, &bob, t.reply))
            continue;
        assert_true(fl_trunk_agree(&t.caller, t.reply, &anne, &bob, t.header));
        fl_trunk_begin_input(&t.called, t.header);
        assert_false(passes(&t.caller, &t.called));
    }
}

static void every_bit_of_a_message_counts(void **state)
{
    (void)state;
    for (int bit = 0; bit < 8 * SEALED; bit++) {
        struct talk t;
        unsigned char sealed[SEALED], plain[5];
        connect(&t);
        fl_trunk_seal(&t.caller, "ahoy!", 5, sealed);
        sealed[bit / 8] ^= (unsigned char)(1 << bit % 8);
        assert_false(fl_trunk_open(&t.called, sealed, SEALED, plain));
    }
}

static void messages_cannot_be_repeated_left_out_or_cut(void **state)
{
    (void)state;
    struct talk t;
    unsigned char first[SEALED], second[SEALED], plain[SEALED];
    connect(&t);
    fl_trunk_seal(&t.caller, "first", 5, first);
    fl_trunk_seal(&t.caller, "other", 5, second);
    assert_false(fl_trunk_open(&t.called, second, SEALED, plain));
    assert_true(fl_trunk_open(&t.called, first, SEALED, plain));
    assert_false(fl_trunk_open(&t.called, first, SEALED, plain));
    assert_false(fl_trunk_open(&t.called, second, SEALED - 1, plain));
    assert_false(fl_trunk_open(&t.called, second, FL_TRUNK_SEAL - 1, plain));
    assert_true(fl_trunk_open(&t.called, second, SEALED, plain));
}

/* A public key of small order would make the common secret known to everybody. */
static void a_weak_public_key_is_refused(void **state)
{
    (void)state;
    struct talk t;
    fl_trunk_call(&t.caller, anne.id, bob.id, t.hello);
    memset(t.hello + 24, 0, 32);
    assert_false(fl_trunk_answer(&t.called, t.hello, &anne, &bob, t.reply));
    connect(&t);
    fl_trunk_call(&t.caller, anne.id, bob.id, t.hello);
    memset(t.reply + 8, 0, 32);
    assert_false(fl_trunk_agree(&t.caller, t.reply, &anne, &bob, t.header));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(both_directions_work),
        cmocka_unit_test(the_text_is_not_visible),
        cmocka_unit_test(a_hello_to_another_node_is_refused),
        cmocka_unit_test(both_keys_are_needed),
        cmocka_unit_test(a_recorded_stream_cannot_be_replayed),
        cmocka_unit_test(a_recorded_answer_cannot_be_replayed),
        cmocka_unit_test(a_stream_cannot_be_reflected),
        cmocka_unit_test(an_altered_handshake_is_useless),
        cmocka_unit_test(every_bit_of_a_message_counts),
        cmocka_unit_test(messages_cannot_be_repeated_left_out_or_cut),
        cmocka_unit_test(a_weak_public_key_is_refused),
    };
    if (sodium_init() < 0)
        return 1;
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
