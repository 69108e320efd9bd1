/* Words: languages, plurals, forms of nouns, names. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "core/game.h"
#include "core/words_table.h"
#include "languages.h"

enum { TEXT = 4096 };

static void phrase_reads(fl_lang lang, const struct fl_phrase *p, const char *const *names,
                         const char *expected)
{
    char memory[TEXT];
    struct fl_buf out = fl_buf_over(memory, sizeof memory);
    fl_put_phrase(&out, lang, p, names);
    assert_string_equal(out.at, expected);
}

static void word_reads(fl_lang lang, const char *key, enum fl_form form, const char *expected)
{
    char memory[TEXT];
    struct fl_buf out = fl_buf_over(memory, sizeof memory);
    fl_put_word(&out, lang, key, form);
    assert_string_equal(out.at, expected);
}

static void languages_are_known_by_code_and_locale(void **state)
{
    (void)state;
    fl_lang lang = FL_ENGLISH;
    assert_true(fl_lang_of("fr", &lang));
    assert_int_equal(lang, FL_FRENCH);
    assert_true(fl_lang_of("en_GB.UTF-8", &lang));
    assert_int_equal(lang, FL_ENGLISH);
    assert_true(fl_lang_of("fr~", &lang));
    assert_true(fl_lang_of("fr-CA", &lang));
    assert_int_equal(lang, FL_FRENCH);
    assert_false(fl_lang_of("fro", &lang)); /* Old French is another language */
    assert_false(fl_lang_of("de", &lang));
    assert_false(fl_lang_of("", &lang));
    assert_false(fl_lang_of("f", &lang));
    assert_int_equal(lang, FL_FRENCH);
    assert_non_null(fl_language(FL_TESTED_LANGS - 1));
    assert_null(fl_language(FL_TESTED_LANGS));
    assert_string_equal(fl_language(FL_FRENCH)->code, "fr");
    assert_string_equal(fl_language(FL_ENGLISH)->code, "en");
    assert_int_equal(FL_ENGLISH, FL_DEFAULT_LANG);
}

static void keys_ascend_and_are_found(void **state)
{
    (void)state;
    assert_true(fl_word_table_size > 100);
    for (int i = 0; i < fl_word_table_size; i++) {
        assert_true(fl_word_exists(fl_word_keys[i]));
        if (i)
            assert_true(strcmp(fl_word_keys[i - 1], fl_word_keys[i]) < 0);
    }
    assert_false(fl_word_exists("no.such.key"));
    assert_false(fl_word_exists(""));
    assert_false(fl_word_exists("zzz"));
}

static void nouns_have_their_forms(void **state)
{
    (void)state;
    static const char *const skull[FL_TESTED_LANGS][5] = {
        [FL_FRENCH] = {"tête de mort", "une tête de mort", "la tête de mort", "de la tête de mort",
                       "têtes de mort"},
        [FL_ENGLISH] = {"skull", "a skull", "the skull", "of the skull", "skulls"},
    };
    for (fl_lang lang = 0; lang < FL_TESTED_LANGS; lang++)
        for (int form = FL_BARE; form <= FL_MANY; form++)
            word_reads(lang, "ms.face.skull", (enum fl_form)form, skull[lang][form]);
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
        const char *text[FL_TESTED_LANGS];
    } deal[] = {
        {0,
         {[FL_FRENCH] = "Joueur 1 dispose de 0 équipage.", [FL_ENGLISH] = "Player 1 has 0 crews."}},
        {1,
         {[FL_FRENCH] = "Joueur 1 dispose de 1 équipage.", [FL_ENGLISH] = "Player 1 has 1 crew."}},
        {2,
         {[FL_FRENCH] = "Joueur 1 dispose de 2 équipages.",
          [FL_ENGLISH] = "Player 1 has 2 crews."}},
        {-1,
         {[FL_FRENCH] = "Joueur 1 dispose de −1 équipage.",
          [FL_ENGLISH] = "Player 1 has −1 crews."}},
        {-2,
         {[FL_FRENCH] = "Joueur 1 dispose de −2 équipages.",
          [FL_ENGLISH] = "Player 1 has −2 crews."}},
    };
    for (size_t i = 0; i < sizeof deal / sizeof deal[0]; i++) {
        struct fl_phrase p;
        fl_phrase_begin(&p, "raid.say.deal");
        fl_with_count(fl_with_seat(&p, "who", 0), "n", deal[i].n);
        phrase_reads(FL_FRENCH, &p, NULL, deal[i].text[FL_FRENCH]);
        phrase_reads(FL_ENGLISH, &p, NULL, deal[i].text[FL_ENGLISH]);
    }
}

static void plural_forms_follow_the_rule(void **state)
{
    (void)state;
    static const struct {
        int32_t n;
        int one, zero_or_one, one_few_many;
    } form[] = {
        {0, 1, 0, 2},   {1, 0, 0, 0},         {2, 1, 1, 1},         {4, 1, 1, 1},  {5, 1, 1, 2},
        {11, 1, 1, 2},  {12, 1, 1, 2},        {14, 1, 1, 2},        {21, 1, 1, 2}, {22, 1, 1, 1},
        {25, 1, 1, 2},  {102, 1, 1, 1},       {112, 1, 1, 2},       {-1, 1, 0, 0}, {-3, 1, 1, 1},
        {-12, 1, 1, 2}, {INT32_MAX, 1, 1, 2}, {INT32_MIN, 1, 1, 2},
    };
    for (size_t i = 0; i < sizeof form / sizeof form[0]; i++) {
        assert_int_equal(fl_plural_form(FL_PLURAL_ONE, form[i].n), form[i].one);
        assert_int_equal(fl_plural_form(FL_PLURAL_ZERO_OR_ONE, form[i].n), form[i].zero_or_one);
        assert_int_equal(fl_plural_form(FL_PLURAL_ONE_FEW_MANY, form[i].n), form[i].one_few_many);
    }
}

static void seats_have_names_or_numbers(void **state)
{
    (void)state;
    static const char *const names[] = {"Anne", NULL};
    struct fl_phrase p;
    fl_phrase_begin(&p, "raid.say.wins");
    fl_with_seat(&p, "who", 0);
    phrase_reads(FL_FRENCH, &p, names, "Anne remporte la prise.");
    phrase_reads(FL_ENGLISH, &p, names, "Anne takes the prize.");
    p.arg[0].number = 1;
    phrase_reads(FL_FRENCH, &p, names, "Joueur 2 remporte la prise.");
    phrase_reads(FL_ENGLISH, &p, NULL, "Player 2 takes the prize.");
}

static void lists_are_counted_and_end_with_and(void **state)
{
    (void)state;
    struct fl_phrase p;
    fl_phrase_begin(&p, "ms.do.reroll");
    fl_with_item(&p, "dice", "ms.face.sabre");
    phrase_reads(FL_FRENCH, &p, NULL, "Relancer 1 sabre");
    fl_with_item(&p, "dice", "ms.face.coin");
    fl_with_item(&p, "dice", "ms.face.sabre");
    phrase_reads(FL_FRENCH, &p, NULL, "Relancer 2 sabres et 1 pièce d’or");
    fl_with_item(&p, "dice", "ms.face.monkey");
    phrase_reads(FL_FRENCH, &p, NULL, "Relancer 2 sabres, 1 pièce d’or et 1 singe");
    phrase_reads(FL_ENGLISH, &p, NULL, "Reroll 2 sabres, 1 coin and 1 monkey");
    p.key = "ms.do.die"; /* {dice}, not {dice:count} */
    phrase_reads(FL_ENGLISH, &p, NULL, "2 sabres, coin and monkey");
}

/* Two tries to save one pirate are about one pirate. */
static void equal_definite_words_are_listed_once(void **state)
{
    (void)state;
    struct fl_phrase p;
    fl_phrase_begin(&p, "pd.say.not-saved");
    fl_with_seat(&p, "who", 0);
    fl_with_item(&p, "crew", "pd.pirate.warrior");
    fl_with_item(&p, "crew", "pd.pirate.twin");
    fl_with_item(&p, "crew", "pd.pirate.warrior");
    phrase_reads(FL_ENGLISH, &p, NULL,
                 "Player 1 tries to save the warrior and the twin but fails.");
}

/* A list of names such as directions is not counted: its order matters. */
static void words_without_a_plural_are_listed_one_by_one(void **state)
{
    (void)state;
    struct fl_phrase p;
    fl_phrase_begin(&p, "ms.do.reroll");
    for (int i = 0; i < 2; i++)
        fl_with_item(&p, "dice", "ms.card.island");
    phrase_reads(FL_ENGLISH, &p, NULL, "Reroll Treasure Island and Treasure Island");
}

static void amounts_have_groups_of_three_digits(void **state)
{
    static const struct {
        int64_t n;
        const char *text[FL_TESTED_LANGS];
    } amount[] = {
        {0, {[FL_FRENCH] = "0", [FL_ENGLISH] = "0"}},
        {999, {[FL_FRENCH] = "999", [FL_ENGLISH] = "999"}},
        {1000, {[FL_FRENCH] = "1\u202f000", [FL_ENGLISH] = "1,000"}},
        {-12345, {[FL_FRENCH] = "\u221212\u202f345", [FL_ENGLISH] = "\u221212,345"}},
        {1234567, {[FL_FRENCH] = "1\u202f234\u202f567", [FL_ENGLISH] = "1,234,567"}},
    };
    (void)state;
    for (size_t i = 0; i < sizeof amount / sizeof amount[0]; i++)
        for (fl_lang lang = 0; lang < FL_TESTED_LANGS; lang++) {
            char memory[TEXT];
            struct fl_buf out = fl_buf_over(memory, sizeof memory);
            fl_put_figure(&out, lang, amount[i].n);
            assert_string_equal(out.at, amount[i].text[lang]);
        }
}

static void texts_are_taken_as_they_are(void **state)
{
    (void)state;
    struct fl_phrase p;
    fl_phrase_begin(&p, "raid.why.other");
    fl_with_text(&p, "rule", "{who} 1.2");
    phrase_reads(FL_ENGLISH, &p, NULL, "Not now. Answer the question (rule {who} 1.2).");
    fl_phrase_begin(&p, "no {such} key");
    phrase_reads(FL_ENGLISH, &p, NULL, "no  key");
}

/* ---- every key, with 0, 1 and 2 ---- */

/* Fills the slots of a text as a reader would by hand. */
static void fill_by_hand(const char *text, fl_lang lang, int n, struct fl_buf *out)
{
    static const char *const noun[FL_TESTED_LANGS][FL_FORMS] = {
        [FL_FRENCH] = {"sabre", "un sabre", "le sabre", "du sabre", "sabres", "1 sabre", "sabre",
                       "sabre"},
        [FL_ENGLISH] = {"sabre", "a sabre", "the sabre", "of the sabre", "sabres", "1 sabre",
                        "sabre", "sabre"},
    };
    static const char *const form[] = {"",      ":a",     ":the",    ":of",
                                       ":many", ":count", ":digits", ":you"};
    for (; *text; text++) {
        if (*text != '{') {
            fl_put_char(out, *text);
            continue;
        }
        size_t name = strcspn(text, ":}"), end = strcspn(text, "}");
        bool is_n = name == 2 && text[1] == 'n';
        for (int i = 0; !is_n && i < FL_FORMS; i++)
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

/* The text of a phrase with two equal lists: "x-same" if there is one for "x". */
static int text_for_equal_lists(int i)
{
    char key[TEXT];
    strcat(strcpy(key, fl_word_keys[i]), "-same");
    for (int k = 0; k < fl_word_table_size; k++)
        if (!strcmp(fl_word_keys[k], key))
            return k;
    return i;
}

static void key_reads(int i, int n)
{
    char names[FL_MAX_ARGS][32], memory[TEXT];
    struct fl_phrase p;
    fl_phrase_begin(&p, fl_word_keys[i]);
    for (fl_lang lang = 0; lang < FL_TESTED_LANGS; lang++)
        for (int plural = 0; plural < 2; plural++)
            give_arguments(&p, fl_word_text(i, lang, plural), names);
    if (p.args == 2)
        i = text_for_equal_lists(i);
    fl_with_count(&p, "n", n);
    for (fl_lang lang = 0; lang < FL_TESTED_LANGS; lang++) {
        struct fl_buf expected = fl_buf_over(memory, sizeof memory);
        bool many = lang == FL_FRENCH ? n == 2 : n != 1;
        const char *plural = fl_word_text(i, lang, true);
        const char *text = many && plural ? plural : fl_word_text(i, lang, false);
        fill_by_hand(text, lang, n, &expected);
        assert_false(expected.overflowed);
        assert_true(expected.len > 0 || strstr(fl_word_keys[i], ".say."));
        assert_null(strpbrk(expected.at, "{}"));
        phrase_reads(lang, &p, NULL, expected.at);
    }
}

static void every_key_reads_with_none_one_and_two(void **state)
{
    (void)state;
    for (int i = 0; i < fl_word_table_size; i++)
        for (int n = 0; n <= 2; n++)
            key_reads(i, n);
}

/* "x.say.y" may have the variants "x.do.y" and "x.real.y". */
static void a_key_has_variants(void **state)
{
    char long_key[200] = "ms.say.";
    (void)state;
    assert_string_equal(fl_key_variant("ms.say.stop", "do"), "ms.do.stop");
    assert_null(fl_key_variant("ms.say.stop", "real"));
    assert_null(fl_key_variant("ms.card.coin", "do"));
    memset(long_key + 7, 'x', 150);
    assert_null(fl_key_variant(long_key, "do"));
}

/* ---- the reader, and sentences that are extended ---- */

static const char *const crew[FL_MAX_SEATS] = {"Anne", "Rackham"};

static struct fl_phrase told(const char *key, int who)
{
    struct fl_phrase p;
    fl_phrase_begin(&p, key);
    fl_with_seat(&p, "who", who);
    return p;
}

static struct fl_phrase raid(void)
{
    struct fl_phrase p = told("ms.say.raid+loses", 0);
    fl_with_number(fl_with_number(&p, "skulls", 6), "points", 600);
    fl_with_number(fl_with_seat(&p, "other", 1), "total", -600);
    return p;
}

static struct fl_phrase reroll(int who)
{
    struct fl_phrase p = told("ms.say.reroll", who);
    for (int i = 0; i < 2; i++)
        fl_with_item(&p, "dice", "ms.face.sabre");
    fl_with_number(&p, "n", 2);
    return p;
}

static struct fl_phrase rerolled(int who)
{
    struct fl_phrase p = told("ms.say.rerolled", who);
    fl_with_item(&p, "faces", "ms.face.coin");
    fl_with_item(&p, "faces", "ms.face.skull");
    return p;
}

static void readers_are_addressed(void **state)
{
    struct fl_phrase p = raid();
    (void)state;
    fl_phrase_address(&p, 0);
    phrase_reads(FL_FRENCH, &p, crew,
                 "Vous quittez l’île avec 6 têtes de mort\u00a0: Rackham perd 600 points (−600).");
    p = raid();
    fl_phrase_address(&p, 1);
    phrase_reads(FL_ENGLISH, &p, crew,
                 "Anne leaves the island with 6 skulls: you lose 600 points (−600).");
}

/* The owner of a galleon in Corsaires is a team, and both partners are addressed. */
static void partners_are_addressed(void **state)
{
    (void)state;
    for (int reader = 0; reader < 2; reader++) {
        struct fl_phrase p = told("co.say.captures", 2);
        fl_with_number(fl_with_number(&p, "fight", 1), "gold", 4);
        fl_with_seat(fl_with_seat(&p, "other", 0), "ally", 1);
        fl_phrase_address(&p, reader);
        phrase_reads(FL_ENGLISH, &p, crew, "Player 3 captures your no. 1 (4 gold coins).");
    }
}

/* The form :you is for any seat, not only {who} and {other}. */
static void readers_are_you_in_a_list(void **state)
{
    struct fl_phrase p;
    (void)state;
    fl_phrase_begin(&p, "bu.say.wages-two");
    fl_with_number(fl_with_seat(&p, "first", 0), "n", 5);
    fl_with_number(fl_with_seat(&p, "second", 1), "seconds", 1);
    phrase_reads(FL_ENGLISH, &p, crew, "Wages: 5 ducats for Anne, 1 for Rackham.");
    fl_phrase_address(&p, 1);
    phrase_reads(FL_FRENCH, &p, crew, "Salaires\u00a0: 5 ducats pour Anne, 1 pour vous.");
    phrase_reads(FL_ENGLISH, &p, crew, "Wages: 5 ducats for Anne, 1 for you.");
}

static void other_readers_get_the_third_person(void **state)
{
    struct fl_phrase p = raid();
    (void)state;
    fl_phrase_address(&p, 2);
    assert_string_equal(p.key, "ms.say.raid+loses");
    fl_phrase_address(&p, FL_NOBODY);
    phrase_reads(FL_ENGLISH, &p, crew,
                 "Anne leaves the island with 6 skulls: Rackham loses 600 points (−600).");
}

static void a_phrase_without_a_text_for_its_reader_stays(void **state)
{
    struct fl_phrase p = told("ms.say.guardian-skull", 0), numbered;
    (void)state;
    fl_phrase_address(&p, 0);
    assert_string_equal(p.key, "ms.say.guardian-skull");
    fl_phrase_begin(&numbered, "ms.say.first");
    fl_with_number(&numbered, "who", 0); /* a number is not a seat */
    fl_phrase_address(&numbered, 0);
    assert_string_equal(numbered.key, "ms.say.first");
}

static void a_sentence_is_extended_step_by_step(void **state)
{
    struct fl_phrase p = reroll(0), next = rerolled(0), scores = told("ms.say.scores", 0);
    (void)state;
    fl_with_number(fl_with_number(&scores, "points", 1200), "total", 2000);
    assert_true(fl_phrase_extend(&p, &next));
    phrase_reads(FL_FRENCH, &p, crew,
                 "Anne relance les 2 sabres\u00a0: 1 pièce d’or et 1 tête de mort.");
    assert_true(fl_phrase_extend(&p, &scores));
    phrase_reads(
        FL_ENGLISH, &p, crew,
        "Anne rerolls the 2 sabres (1 coin and 1 skull) and stops for 1,200 points (2,000).");
    fl_phrase_address(&p, 0);
    phrase_reads(FL_ENGLISH, &p, crew,
                 "You reroll the 2 sabres (1 coin and 1 skull) and stop for 1,200 points (2,000).");
}

static void two_players_who_do_the_same_share_a_sentence(void **state)
{
    struct fl_phrase p = told("co.say.drawn-unseen", 0), again = p,
                     next = told("co.say.drawn-unseen", 1);
    (void)state;
    assert_false(fl_phrase_extend(&p, &again));
    assert_true(fl_phrase_extend(&p, &next));
    phrase_reads(FL_FRENCH, &p, crew, "Anne et Rackham piochent.");
    assert_false(fl_phrase_extend(&p, &next));
}

/* A sentence about somebody else, one without a common text, and one of another game. */
static void other_sentences_are_not_extended(void **state)
{
    static const char *const key[] = {"ms.say.guardian", "ms.do.reroll", "co.say.rerolled",
                                      "ms.say.rerolled"};
    (void)state;
    for (size_t i = 0; i < sizeof key / sizeof key[0]; i++) {
        struct fl_phrase p = reroll(0), next = rerolled(i == 3);
        next.key = key[i];
        assert_false(fl_phrase_extend(&p, &next));
        assert_string_equal(p.key, "ms.say.reroll");
        assert_int_equal(p.args, 3);
    }
}

static void arguments_of_the_same_name_must_be_equal(void **state)
{
    struct fl_phrase p = reroll(0), next = rerolled(0);
    (void)state;
    fl_with_text(&p, "rule", "3.1");
    fl_with_text(&next, "rule", "3.2");
    assert_false(fl_phrase_extend(&p, &next));
    next.arg[2].word[0] = "3.1";
    assert_true(fl_phrase_extend(&p, &next));
    p = reroll(0);
    next = rerolled(0);
    fl_with_item(&next, "dice", "ms.face.sabre");
    assert_false(fl_phrase_extend(&p, &next)); /* another length */
    fl_with_item(&next, "dice", "ms.face.coin");
    assert_false(fl_phrase_extend(&p, &next)); /* another word */
    next.arg[2].word[1] = "ms.face.sabre";
    assert_true(fl_phrase_extend(&p, &next));
    assert_int_equal(p.args, 4); /* who, dice, n, faces */
}

static void a_sentence_has_room_for_a_number_of_arguments(void **state)
{
    static const char *const name[] = {"a", "b", "c", "d", "e"};
    struct fl_phrase p = reroll(0), next = rerolled(0);
    (void)state;
    for (int i = 0; p.args < FL_MAX_ARGS; i++)
        fl_with_number(&p, name[i], i);
    assert_false(fl_phrase_extend(&p, &next));
    assert_string_equal(p.key, "ms.say.reroll");
    p.args--;
    assert_true(fl_phrase_extend(&p, &next));
    assert_int_equal(p.args, FL_MAX_ARGS);
}

static struct fl_phrase hires(const char *taken, const char *other, const char *gone)
{
    struct fl_phrase p = told("pd.say.take+gone", 0);
    fl_with_item(fl_with_item(&p, "cards", taken), "cards", other);
    return *fl_with_item(fl_with_item(&p, "gone", gone), "gone", "pd.pirate.helm-sabre");
}

/* Two lists of the same words, in any order, are one in the text. */
static void an_equal_list_is_not_repeated(void **state)
{
    static const char helm[] = "pd.pirate.helm-sabre", sailor[] = "pd.pirate.sailor-sabre";
    struct fl_phrase p = hires(helm, sailor, sailor);
    (void)state;
    phrase_reads(FL_ENGLISH, &p, crew,
                 "Anne hires a helmsman (sabre) and a sailor (sabre), then discards them.");
    p = hires(sailor, sailor, sailor);
    phrase_reads(
        FL_ENGLISH, &p, crew,
        "Anne hires 2 sailors (sabre), then discards a sailor (sabre) and a helmsman (sabre).");
    p = hires(helm, helm, sailor);
    phrase_reads(
        FL_ENGLISH, &p, crew,
        "Anne hires 2 helmsmen (sabre), then discards a sailor (sabre) and a helmsman (sabre).");
}

static void a_forced_step_is_silent(void **state)
{
    (void)state;
    for (fl_lang lang = 0; lang < FL_TESTED_LANGS; lang++) {
        struct fl_phrase p = told("ms.say.throw", 0);
        assert_true(fl_phrase_is_silent(&p, lang));
        p.key = "ms.say.rolled";
        assert_false(fl_phrase_is_silent(&p, lang));
        p.key = "no.say.key";
        assert_false(fl_phrase_is_silent(&p, lang));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(readers_are_addressed),
        cmocka_unit_test(partners_are_addressed),
        cmocka_unit_test(readers_are_you_in_a_list),
        cmocka_unit_test(other_readers_get_the_third_person),
        cmocka_unit_test(a_phrase_without_a_text_for_its_reader_stays),
        cmocka_unit_test(a_sentence_is_extended_step_by_step),
        cmocka_unit_test(two_players_who_do_the_same_share_a_sentence),
        cmocka_unit_test(other_sentences_are_not_extended),
        cmocka_unit_test(arguments_of_the_same_name_must_be_equal),
        cmocka_unit_test(a_sentence_has_room_for_a_number_of_arguments),
        cmocka_unit_test(an_equal_list_is_not_repeated),
        cmocka_unit_test(a_forced_step_is_silent),
        cmocka_unit_test(a_key_has_variants),
        cmocka_unit_test(languages_are_known_by_code_and_locale),
        cmocka_unit_test(keys_ascend_and_are_found),
        cmocka_unit_test(nouns_have_their_forms),
        cmocka_unit_test(a_word_without_forms_is_bare),
        cmocka_unit_test(french_counts_nothing_as_one_and_english_does_not),
        cmocka_unit_test(plural_forms_follow_the_rule),
        cmocka_unit_test(seats_have_names_or_numbers),
        cmocka_unit_test(lists_are_counted_and_end_with_and),
        cmocka_unit_test(equal_definite_words_are_listed_once),
        cmocka_unit_test(words_without_a_plural_are_listed_one_by_one),
        cmocka_unit_test(amounts_have_groups_of_three_digits),
        cmocka_unit_test(texts_are_taken_as_they_are),
        cmocka_unit_test(every_key_reads_with_none_one_and_two),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
