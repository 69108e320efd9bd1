/* Every lesson can be played completely, teaches something at every step, and takes at most three
 * minutes. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "core/lesson.h"
#include "core/words.h"
#include "games/games.h"
#include "languages.h"

enum {
    SECONDS = 180,
    WORDS_A_SECOND = 3,  /* of a slow reader */
    SECONDS_A_MOVE = 5,  /* to find what to do and do it */
    MOVES_OF_OTHERS = 32 /* in a row, while the pupil waits: two rounds of a long way */
};

struct class
{
    const struct fl_lesson *lesson;
    struct fl_match match;
    struct fl_lesson_source chance;
    int waited; /* moves since the pupil's last one */
};

static void begin(struct class *c, const struct fl_game *game, struct fl_chance_source *after)
{
    struct fl_setup setup;
    *c = (struct class){.lesson = fl_lesson_find(game)};
    assert_non_null(c->lesson);
    fl_lesson_setup(c->lesson, &setup);
    assert_null(fl_setup_check(game, &setup));
    fl_match_begin(&c->match, game, &setup, FL_TRUTH);
    fl_lesson_source_begin(&c->chance, c->lesson, after);
}

static void let_chance_play(struct class *c)
{
    const struct fl_lesson_line *line = fl_lesson_next(c->lesson, &c->match);
    if (fl_match_play_chance(&c->match, &c->chance.source) != FL_OK)
        fail_msg("%s: chance cannot bring \"%s\"", c->lesson->game->name, line->step);
}

/* The next line of a player; chance has played. */
static const struct fl_lesson_line *next(struct class *c)
{
    let_chance_play(c);
    const struct fl_lesson_line *line = fl_lesson_next(c->lesson, &c->match);
    if (line->step && fl_lesson_seat(line) == FL_CHANCE)
        fail_msg("%s: nobody throws for \"%s\"", c->lesson->game->name, line->step);
    return line;
}

static void play(struct class *c, const struct fl_lesson_line *line)
{
    fl_move move = fl_lesson_move(c->lesson, line);
    if (fl_match_play(&c->match, fl_lesson_seat(line), move) != FL_OK)
        fail_msg("%s: \"%s\" is not allowed", c->lesson->game->name, line->step);
}

static void each_lesson(void (*look)(struct class *, const struct fl_lesson_line *))
{
    for (int i = 0; fl_games[i]; i++) {
        struct class c;
        const struct fl_lesson_line *line;
        begin(&c, fl_games[i], NULL);
        for (line = next(&c); line->step; line = next(&c)) {
            look(&c, line);
            play(&c, line);
        }
        look(&c, line);
        fl_match_end(&c.match);
    }
}

static void look_at_the_end(struct class *c, const struct fl_lesson_line *line)
{
    if (!line->step)
        assert_true(fl_match_turn(&c->match) & FL_SEAT(FL_PUPIL));
    else if (line->say)
        assert_int_equal(fl_lesson_seat(line), FL_PUPIL);
}

static void every_lesson_leads_to_its_end(void **state)
{
    (void)state;
    each_lesson(look_at_the_end);
}

static uint32_t choices_of(const struct class *c)
{
    struct fl_sight sight;
    struct fl_moves list;
    fl_match_sight(&c->match, FL_PUPIL, &sight);
    fl_list(sight.game, &sight.state, FL_PUPIL, &list);
    return list.count;
}

static void look_for_reasons(struct class *c, const struct fl_lesson_line *line)
{
    struct fl_sight sight;
    fl_move move;
    if (!line->step || !line->say)
        return;
    if (!line->wrong && choices_of(c) > 1)
        fail_msg("%s: no answer to a wrong try at \"%s\"", c->lesson->game->name, line->step);
    fl_match_sight(&c->match, FL_PUPIL, &sight);
    for (int i = 0; i < FL_MAX_WRONG && line->but[i].move; i++) {
        const char *text = line->but[i].move;
        if (!fl_read_legal(sight.game, &sight.state, FL_PUPIL, text, strlen(text), &move))
            fail_msg("%s: \"%s\" needs no answer", c->lesson->game->name, text);
        assert_string_equal(fl_lesson_check(c->lesson, line, move), line->but[i].why);
    }
    assert_null(fl_lesson_check(c->lesson, line, fl_lesson_move(c->lesson, line)));
}

static void a_wrong_try_is_answered_with_its_reason(void **state)
{
    (void)state;
    each_lesson(look_for_reasons);
}

static int words_in(fl_lang lang, const char *key)
{
    char memory[1024];
    struct fl_buf text = fl_buf_over(memory, sizeof memory);
    int words = 1;
    fl_put_word(&text, lang, key, FL_BARE);
    for (const char *at = text.at; *at; at++)
        words += *at == ' ';
    return words;
}

static void a_lesson_takes_three_minutes_at_most(void **state)
{
    (void)state;
    for (int i = 0; fl_games[i]; i++)
        for (fl_lang lang = 0; fl_language(lang); lang++) {
            const struct fl_lesson *lesson = fl_lesson_find(fl_games[i]);
            const struct fl_lesson_line *line = lesson->line;
            int words = 0, moves = fl_lesson_position(lesson, NULL);
            const char *said = "";
            for (; line->step || line->say; line++) {
                if (line->say && strcmp(line->say, said))
                    words += words_in(lang, said = line->say);
                if (!line->step)
                    break;
            }
            int seconds = words / WORDS_A_SECOND + moves * SECONDS_A_MOVE;
            print_message("# %s: %d words, %d steps, about %d seconds\n", fl_games[i]->name, words,
                          moves, seconds);
            assert_in_range(seconds, 30, SECONDS);
        }
}

/* Corsaires 4.3: the last captain or admiral wins. A text about one of them must mention that the
 * other beats it. */
static void captain_and_admiral_beat_each_other(void **state)
{
    static const char *const key[] = {"learn.co.captain", "learn.co.end"};
    static const char *const word[FL_TESTED_LANGS][2] = {
        [FL_FRENCH] = {"amiral", "capitaine"},
        [FL_ENGLISH] = {"admiral", "captain"},
    };
    (void)state;
    for (fl_lang lang = 0; lang < FL_TESTED_LANGS; lang++)
        for (int i = 0; i < 2; i++) {
            char memory[1024];
            struct fl_buf text = fl_buf_over(memory, sizeof memory);
            fl_put_word(&text, lang, key[i], FL_BARE);
            for (int n = 0; n < 2; n++)
                if (!strstr(text.at, word[lang][n]))
                    fail_msg("no %s: %s", word[lang][n], text.at);
        }
}

static void look_how_long_one_waits(struct class *c, const struct fl_lesson_line *line)
{
    c->waited = line->say ? 0 : c->waited + 1;
    assert_in_range(c->waited, 0, MOVES_OF_OTHERS);
}

static void nobody_waits_for_long(void **state)
{
    (void)state;
    each_lesson(look_how_long_one_waits);
}

/* Undo leads back in the lesson as well; after its end other dice fall. */
static bool pick_last(struct fl_chance_source *source, const struct fl_match *m,
                      const struct fl_moves *list, fl_move *move)
{
    (void)source;
    (void)m;
    *move = list->at[list->count - 1].move;
    return true;
}

static void the_log_says_where_a_lesson_stands(void **state)
{
    struct class c;
    struct fl_chance_source after = {.pick = pick_last};
    (void)state;
    begin(&c, &fl_mille_sabords, &after);
    const struct fl_lesson_line *first = next(&c);
    assert_int_equal(fl_lesson_position(c.lesson, first), 1);
    play(&c, first);
    const struct fl_lesson_line *second = next(&c);
    assert_int_equal(fl_lesson_position(c.lesson, second), 2);
    assert_int_equal(fl_match_undo(&c.match, 0), FL_OK);
    assert_ptr_equal(next(&c), first);
    for (const struct fl_lesson_line *line = first; line->step; line = next(&c))
        play(&c, line);
    fl_move card, ship;
    assert_true(fl_read_any(c.match.game, "card", 4, &card));
    assert_true(fl_read_any(c.match.game, "ship-4", 6, &ship));
    assert_int_equal(fl_match_play(&c.match, FL_PUPIL, card), FL_OK);
    assert_int_equal(fl_match_play_chance(&c.match, &c.chance.source), FL_OK);
    assert_int_equal(c.match.log[c.match.steps - 1].move, ship);
    fl_match_end(&c.match);
}

/* Up to the first choice: a reroll. */
static const struct fl_lesson_line *begin_with_dice(struct class *c, struct fl_chance_source *after)
{
    begin(c, &fl_mille_sabords, after);
    play(c, next(c));
    play(c, next(c));
    return next(c);
}

static fl_move read(const struct class *c, const char *text)
{
    fl_move move;
    assert_true(fl_read_any(c->lesson->game, text, strlen(text), &move));
    return move;
}

static void any_other_try_is_answered_too(void **state)
{
    struct class c;
    (void)state;
    const struct fl_lesson_line *line = begin_with_dice(&c, NULL);
    assert_string_equal(fl_lesson_check(c.lesson, line, read(&c, "reroll 6 7")), line->wrong);
    fl_match_end(&c.match);
}

static void who_goes_elsewhere_has_left_the_lesson(void **state)
{
    struct class c;
    (void)state;
    begin_with_dice(&c, NULL);
    assert_int_equal(fl_match_play(&c.match, FL_PUPIL, read(&c, "stop")), FL_OK);
    assert_null(fl_lesson_next(c.lesson, &c.match)->step);
    assert_int_equal(fl_match_play(&c.match, 1, read(&c, "card")), FL_OK);
    assert_int_equal(fl_match_play_chance(&c.match, &c.chance.source), FL_NO_CHANCE);
    fl_match_end(&c.match);
}

/* Starts a lesson written for the tests. */
static void begin_own(struct class *c, const struct fl_lesson *lesson)
{
    struct fl_setup setup;
    *c = (struct class){.lesson = lesson};
    fl_lesson_setup(lesson, &setup);
    fl_match_begin(&c->match, lesson->game, &setup, FL_TRUTH);
    fl_lesson_source_begin(&c->chance, lesson, NULL);
}

static void a_lesson_is_left_by_another_seat(void **state)
{
    static const struct fl_lesson_line lines[] = {
        {.step = "2 card"}, {.step = "* coin"}, {.say = "learn.ms.end"}};
    static const struct fl_lesson lesson = {
        .game = &fl_mille_sabords, .seats = 2, .option = {{"first", "1"}}, .line = lines};
    struct class c;
    (void)state;
    begin_own(&c, &lesson);
    assert_int_equal(fl_match_play(&c.match, FL_PUPIL, read(&c, "card")), FL_OK);
    assert_ptr_equal(fl_lesson_next(&lesson, &c.match), &lines[2]);
    fl_match_end(&c.match);
}

static void chance_brings_only_what_may_fall(void **state)
{
    static const struct fl_lesson_line lines[] = {
        {.step = "1 card"}, {.step = "* D"}, {.say = "learn.ms.end"}};
    static const struct fl_lesson lesson = {
        .game = &fl_mille_sabords, .seats = 2, .option = {{"first", "1"}}, .line = lines};
    struct class c;
    (void)state;
    begin_own(&c, &lesson);
    play(&c, lines);
    assert_int_equal(fl_match_play_chance(&c.match, &c.chance.source), FL_NO_CHANCE);
    fl_match_end(&c.match);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(any_other_try_is_answered_too),
        cmocka_unit_test(who_goes_elsewhere_has_left_the_lesson),
        cmocka_unit_test(a_lesson_is_left_by_another_seat),
        cmocka_unit_test(chance_brings_only_what_may_fall),
        cmocka_unit_test(every_lesson_leads_to_its_end),
        cmocka_unit_test(a_wrong_try_is_answered_with_its_reason),
        cmocka_unit_test(a_lesson_takes_three_minutes_at_most),
        cmocka_unit_test(captain_and_admiral_beat_each_other),
        cmocka_unit_test(nobody_waits_for_long),
        cmocka_unit_test(the_log_says_where_a_lesson_stands),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
