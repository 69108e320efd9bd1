/* Words: both languages, plurals, forms of nouns, names. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "core/words.h"

enum { TEXT = 4096 };

static void phrase_reads(enum fl_lang lang, const struct fl_phrase *p, const char *const *names,
                         const char *expected)
{
    char memory[TEXT];
    struct fl_buf out = fl_buf_over(memory, sizeof memory);
    fl_put_phrase(&out, lang, p, names);
    assert_string_equal(out.at, expected);
}

static void word_reads(enum fl_lang lang, const char *key, enum fl_form form, const char *expected)
{
    char memory[TEXT];
    struct fl_buf out = fl_buf_over(memory, sizeof memory);
    fl_put_word(&out, lang, key, form);
    assert_string_equal(out.at, expected);
}

static void languages_are_known_by_code_and_locale(void **state)
{
    (void)state;
    enum fl_lang lang = FL_ENGLISH;
    assert_true(fl_lang_of("fr", &lang));
    assert_int_equal(lang, FL_FRENCH);
    assert_true(fl_lang_of("en_GB.UTF-8", &lang));
    assert_int_equal(lang, FL_ENGLISH);
    assert_true(fl_lang_of("fr-CA", &lang));
    assert_int_equal(lang, FL_FRENCH);
    assert_false(fl_lang_of("fro", &lang)); /* Old French is another language */
    assert_false(fl_lang_of("de", &lang));
    assert_false(fl_lang_of("", &lang));
    assert_false(fl_lang_of("f", &lang));
    assert_int_equal(lang, FL_FRENCH);
    assert_string_equal(fl_lang_code(FL_FRENCH), "fr");
    assert_string_equal(fl_lang_code(FL_ENGLISH), "en");
}

static void keys_ascend_and_are_found(void **state)
{
    (void)state;
    assert_true(fl_word_count() > 100);
    for (int i = 0; i < fl_word_count(); i++) {
        assert_true(fl_word_exists(fl_word_key(i)));
        if (i)
            assert_true(strcmp(fl_word_key(i - 1), fl_word_key(i)) < 0);
    }
    assert_false(fl_word_exists("no.such.key"));
    assert_false(fl_word_exists(""));
    assert_false(fl_word_exists("zzz"));
}

static void nouns_have_their_forms(void **state)
{
    (void)state;
    static const char *const skull[FL_LANGS][5] = {
        {"tête de mort", "une tête de mort", "la tête de mort", "de la tête de mort",
         "têtes de mort"},
        {"skull", "a skull", "the skull", "of the skull", "skulls"},
    };
    for (int lang = 0; lang < FL_LANGS; lang++)
        for (int form = FL_BARE; form <= FL_MANY; form++)
            word_reads((enum fl_lang)lang, "ms.face.skull", (enum fl_form)form, skull[lang][form]);
}

static void a_word_without_forms_is_bare(void **state)
{
    (void)state;
    word_reads(FL_FRENCH, "ms.card.island", FL_OF, "Île au Trésor");
    word_reads(FL_ENGLISH, "ms.card.island", FL_MANY, "Treasure Island");
    word_reads(FL_ENGLISH, "no.such.key", FL_THE, "no.such.key");
}

static void french_counts_nothing_as_one_and_english_does_not(void **state)
{
    (void)state;
    static const struct {
        int n;
        const char *text[FL_LANGS];
    } deal[] = {
        {0, {"Joueur 1\u00a0: 0 équipage.", "Player 1: 0 crews."}},
        {1, {"Joueur 1\u00a0: 1 équipage.", "Player 1: 1 crew."}},
        {2, {"Joueur 1\u00a0: 2 équipages.", "Player 1: 2 crews."}},
        {-1, {"Joueur 1\u00a0: −1 équipage.", "Player 1: −1 crews."}},
        {-2, {"Joueur 1\u00a0: −2 équipages.", "Player 1: −2 crews."}},
    };
    for (size_t i = 0; i < sizeof deal / sizeof deal[0]; i++) {
        struct fl_phrase p;
        fl_phrase_begin(&p, "raid.say.deal");
        fl_with_count(fl_with_seat(&p, "who", 0), "n", deal[i].n);
        phrase_reads(FL_FRENCH, &p, NULL, deal[i].text[FL_FRENCH]);
        phrase_reads(FL_ENGLISH, &p, NULL, deal[i].text[FL_ENGLISH]);
    }
}

static void seats_have_names_or_numbers(void **state)
{
    (void)state;
    static const char *const names[] = {"Anne", NULL};
    struct fl_phrase p;
    fl_phrase_begin(&p, "raid.say.wins");
    fl_with_seat(&p, "who", 0);
    phrase_reads(FL_FRENCH, &p, names, "Anne\u00a0: prend la prise.");
    phrase_reads(FL_ENGLISH, &p, names, "Anne: takes the prize.");
    p.arg[0].number = 1;
    phrase_reads(FL_FRENCH, &p, names, "Joueur 2\u00a0: prend la prise.");
    phrase_reads(FL_ENGLISH, &p, NULL, "Player 2: takes the prize.");
}

static void lists_are_read_out_in_order(void **state)
{
    (void)state;
    struct fl_phrase p;
    fl_phrase_begin(&p, "ms.say.rolled");
    fl_with_item(&p, "dice", "ms.face.skull");
    fl_with_item(&p, "dice", "ms.face.coin");
    fl_with_item(&p, "dice", "ms.face.skull");
    phrase_reads(FL_FRENCH, &p, NULL, "Dés\u00a0: tête de mort, pièce d'or, tête de mort.");
    phrase_reads(FL_ENGLISH, &p, NULL, "Dice: skull, coin, skull.");
}

static void texts_are_taken_as_they_are(void **state)
{
    (void)state;
    struct fl_phrase p;
    fl_phrase_begin(&p, "raid.why.other");
    fl_with_text(&p, "rule", "{who} 1.2");
    phrase_reads(FL_ENGLISH, &p, NULL, "This is not the moment (rule {who} 1.2).");
    fl_phrase_begin(&p, "no {such} key");
    phrase_reads(FL_ENGLISH, &p, NULL, "no  key");
}

/* ---- every key, with 0, 1 and 2 ---- */

/* Fills the slots of a text as a reader would by hand. */
static void fill_by_hand(const char *text, enum fl_lang lang, int n, struct fl_buf *out)
{
    static const char *const noun[FL_LANGS][5] = {
        {"sabre", "un sabre", "le sabre", "du sabre", "sabres"},
        {"sabre", "a sabre", "the sabre", "of the sabre", "sabres"},
    };
    static const char *const form[] = {"", ":a", ":the", ":of", ":many"};
    for (; *text; text++) {
        if (*text != '{') {
            fl_put_char(out, *text);
            continue;
        }
        size_t name = strcspn(text, ":}"), end = strcspn(text, "}");
        bool is_n = name == 2 && text[1] == 'n';
        for (int i = 0; !is_n && i < 5; i++)
            if (strlen(form[i]) == end - name && !memcmp(form[i], text + name, end - name))
                fl_put(out, noun[lang][i]);
        if (is_n)
            fl_put_number(out, n);
        text += end;
    }
}

/* A phrase with every argument its texts ask for: a noun each, and the number n. */
static void give_arguments(struct fl_phrase *p, const char *text, char names[FL_MAX_ARGS][32])
{
    for (; text && (text = strchr(text, '{')); text++) {
        size_t len = strcspn(text + 1, ":}");
        bool known = len == 1 && text[1] == 'n';
        for (int i = 0; i < p->args; i++)
            known |= strlen(p->arg[i].name) == len && !memcmp(p->arg[i].name, text + 1, len);
        if (known)
            continue;
        assert_true(p->args < FL_MAX_ARGS - 1 && len < 32);
        char *name = names[p->args];
        memcpy(name, text + 1, len);
        name[len] = '\0';
        fl_with_word(p, name, "ms.face.sabre");
    }
}

static void key_reads(int i, int n)
{
    char names[FL_MAX_ARGS][32], memory[TEXT];
    struct fl_phrase p;
    fl_phrase_begin(&p, fl_word_key(i));
    for (int lang = 0; lang < FL_LANGS; lang++)
        for (int plural = 0; plural < 2; plural++)
            give_arguments(&p, fl_word_text(i, (enum fl_lang)lang, plural), names);
    fl_with_count(&p, "n", n);
    for (int lang = 0; lang < FL_LANGS; lang++) {
        struct fl_buf expected = fl_buf_over(memory, sizeof memory);
        bool many = lang == FL_FRENCH ? n == 2 : n != 1;
        const char *plural = fl_word_text(i, (enum fl_lang)lang, true);
        const char *text = many && plural ? plural : fl_word_text(i, (enum fl_lang)lang, false);
        fill_by_hand(text, (enum fl_lang)lang, n, &expected);
        assert_false(expected.overflowed);
        assert_true(expected.len > 0);
        assert_null(strpbrk(expected.at, "{}"));
        phrase_reads((enum fl_lang)lang, &p, NULL, expected.at);
    }
}

static void every_key_reads_with_none_one_and_two(void **state)
{
    (void)state;
    for (int i = 0; i < fl_word_count(); i++)
        for (int n = 0; n <= 2; n++)
            key_reads(i, n);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(languages_are_known_by_code_and_locale),
        cmocka_unit_test(keys_ascend_and_are_found),
        cmocka_unit_test(nouns_have_their_forms),
        cmocka_unit_test(a_word_without_forms_is_bare),
        cmocka_unit_test(french_counts_nothing_as_one_and_english_does_not),
        cmocka_unit_test(seats_have_names_or_numbers),
        cmocka_unit_test(lists_are_read_out_in_order),
        cmocka_unit_test(texts_are_taken_as_they_are),
        cmocka_unit_test(every_key_reads_with_none_one_and_two),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
