/* Tables with lessons, and tables with real dice. */
#include "host_world.h"

/* ---- lessons ---- */

static const char *text_of(json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));
    return text ? text : "";
}

static void open_lesson(struct world *w, const struct fl_game *game)
{
    open_line(w, 0);
    say(w, 0, "new %s dice=lesson", game->name);
    say(w, 0, "sit - - Anne");
    say(w, 0, "start");
    pass_time(w, 5000);
}

/* Makes the move that the lesson expects; returns false at the end of the lesson. */
static bool do_as_told(struct world *w)
{
    const char *move = text_of(w->client[0].lesson, "move");
    char text[64];
    if (!*move)
        return false;
    snprintf(text, sizeof text, "%s", move);
    say(w, 0, "move %d %s", (int)w->client[0].question[0], text);
    assert_string_equal(refusal(w, 0), "");
    pass_time(w, 5000);
    return true;
}

static void a_lesson_of_every_game_at_a_table(void **state)
{
    (void)state;
    for (int g = 0; fl_games[g]; g++) {
        struct world *w = world_new(80, NULL);
        int moves = 0;
        open_lesson(w, fl_games[g]);
        assert_non_null(w->client[0].lesson);
        assert_int_equal(json_integer_value(json_object_get(w->client[0].lesson, "number")), 1);
        while (do_as_told(w))
            if (++moves % 3 == 0)
                pictures_are_true(w);
        const struct fl_lesson *lesson = fl_lesson_find(fl_games[g]);
        assert_true(moves + 1 >= fl_lesson_position(lesson, NULL));
        assert_non_null(w->client[0].lesson); /* the final text */
        assert_int_equal(json_integer_value(json_object_get(w->client[0].lesson, "count")),
                         fl_lesson_position(lesson, NULL) - 1);
        world_free(w);
    }
}

static void a_wrong_try_is_told_why(void **state)
{
    struct world *w = world_new(81, NULL);
    (void)state;
    open_lesson(w, &fl_mille_sabords);
    do_as_told(w);
    do_as_told(w);
    say(w, 0, "move %d stop", (int)w->client[0].question[0]);
    assert_string_equal(refusal(w, 0), "learn.ms.again-stop");
    say(w, 0, "move %d reroll 4 5", (int)w->client[0].question[0]);
    assert_string_equal(refusal(w, 0), "learn.ms.again-wrong");
    say(w, 0, "move %d reroll 4", (int)w->client[0].question[0]);
    assert_string_equal(refusal(w, 0), "ms.why.two-dice");
    assert_string_equal(text_of(w->client[0].lesson, "move"), "reroll 4 5 6 7");
    world_free(w);
}

/* The pupil's progress survives a restart. After the lesson the game continues. */
static void a_lesson_survives_and_then_is_a_game(void **state)
{
    struct world *w = world_new(82, NULL);
    struct fl_rng rng = fl_rng_from(1, 1);
    char id[FL_ID_TEXT], token[FL_TOKEN_TEXT];
    (void)state;
    open_lesson(w, &fl_mille_sabords);
    do_as_told(w);
    do_as_told(w);
    memcpy(id, w->client[0].id, sizeof id);
    memcpy(token, w->client[0].token, sizeof token);
    assert_int_equal(world_restart(w), 0);
    open_line(w, 0);
    say(w, 0, "resume %s %s 0", id, token);
    assert_string_equal(text_of(w->client[0].lesson, "key"), "learn.ms.again");
    while (do_as_told(w))
        ;
    assert_string_equal(text_of(w->client[0].lesson, "key"), "learn.ms.end");
    play_on(w, &rng, 40, true);
    assert_true(the_table(w, 0)->match.steps > 60);
    pictures_are_true(w);
    world_free(w);
}

/* Leaving the lesson to a bot, or undoing its moves, breaks nothing. */
static void a_lesson_may_be_left(void **state)
{
    struct world *w = world_new(83, NULL);
    (void)state;
    open_lesson(w, &fl_buccaneer);
    do_as_told(w);
    say(w, 0, "undo");
    pass_time(w, 1000);
    assert_string_equal(text_of(w->client[0].lesson, "key"), "learn.bu.crew");
    struct fl_table *t = the_table(w, 0);
    open_line(w, 1);
    say(w, 1, "join %s", t->code);
    say(w, 0, "leave");
    for (int i = 0; i < 40; i++)
        pass_time(w, 3000);
    assert_true(t->match.steps > 12);
    world_free(w);
}

/* ---- real dice ---- */

static bool is_asked_for_dice(const struct client *c)
{
    return c->open && json_object_get(c->thrown, "outcomes");
}

/* The client that is asked reports some of the dice: any possible outcomes. */
static bool tell_what_fell(struct world *w, struct fl_rng *rng)
{
    for (fl_client_id line = 0; line < LINES; line++) {
        struct client *c = &w->client[line];
        if (!is_asked_for_dice(c))
            continue;
        struct fl_table *t = the_table(w, line);
        struct fl_moves list;
        char memory[64];
        struct fl_buf word = fl_buf_over(memory, sizeof memory);
        fl_list(t->match.game, &t->match.state, FL_CHANCE, &list);
        t->match.game->spell(fl_pick(&list, rng), &word);
        say(w, line, "chance %d %s",
            (int)json_integer_value(json_object_get(c->thrown, "question")), word.at);
        assert_string_equal(refusal(w, line), "");
        return true;
    }
    return false;
}

static void play_for_real(struct world *w, struct fl_rng *rng, int steps)
{
    for (int i = 0; i < steps; i++) {
        if (!tell_what_fell(w, rng) && !make_a_move(w, rng, true))
            return;
        if (i % 9 == 0)
            pictures_are_true(w);
    }
}

/* Complete games; the host itself rolls nothing. */
static void every_game_with_real_dice(void **state)
{
    (void)state;
    for (int g = 0; fl_games[g]; g++) {
        struct world *w = world_new(90, NULL);
        struct fl_rng rng = fl_rng_from(3, (uint64_t)g);
        int seats = fl_games[g]->seats_min;
        struct fl_table *t = seat_people(w, fl_games[g]->name,
                                         seats == 3 ? "seats=person,person,person dice=real"
                                                    : "seats=person,person dice=real",
                                         seats);
        play_for_real(w, &rng, 20000);
        assert_int_equal(t->phase, FL_TABLE_FINISHED);
        assert_null(json_object_get(w->client[0].table, "commitment"));
        assert_null(json_object_get(w->client[0].table, "secret"));
        world_free(w);
    }
}

/* Only the owner reports the cards of a hand, and no other client learns which ones are
 * possible. */
static void a_secret_card_is_told_by_its_owner(void **state)
{
    struct world *w = world_new(91, NULL);
    (void)state;
    seat_people(w, "corsaires", "seats=person,person dice=real first=1", 2);
    assert_true(is_asked_for_dice(&w->client[0]));
    assert_false(is_asked_for_dice(&w->client[1]));
    assert_int_equal(json_integer_value(json_object_get(w->client[1].thrown, "count")), 6);
    say(w, 1, "chance 0 admiral");
    assert_string_equal(refusal(w, 1), "host.not-your-roll");
    say(w, 0, "chance 0 admiral red-1 red-2 red-3 red-4 galleon-8");
    assert_string_equal(refusal(w, 0), "");
    assert_false(is_asked_for_dice(&w->client[0]));
    assert_true(is_asked_for_dice(&w->client[1]));
    /* Seat 2 cannot know that the admiral is gone: it is among the outcomes offered, but is
     * rejected. */
    bool offered = false;
    size_t i;
    json_t *outcome;
    json_array_foreach(json_object_get(w->client[1].thrown, "outcomes"), i, outcome) offered |=
        !strcmp(text_of(outcome, "move"), "admiral");
    assert_true(offered);
    say(w, 1, "chance 6 admiral");
    assert_string_equal(refusal(w, 1), "host.impossible-outcome");
    world_free(w);
}

/* Impossible, late or superfluous reports are answered with one sentence and change nothing. */
static void what_cannot_have_fallen_is_refused(void **state)
{
    struct world *w = world_new(92, NULL);
    (void)state;
    struct fl_table *t =
        seat_people(w, "mille-sabords", "seats=person,person dice=real first=1", 2);
    say(w, 0, "chance 0 coin");
    assert_string_equal(refusal(w, 0), "host.no-roll");
    say(w, 0, "move %d card", (int)w->client[0].question[0]);
    say(w, 1, "chance 1 S");
    assert_string_equal(refusal(w, 1), "host.impossible-outcome");
    say(w, 1, "chance 0 coin");
    assert_string_equal(refusal(w, 1), "host.stale");
    say(w, 1, "chance 1");
    assert_string_equal(refusal(w, 1), "host.impossible-outcome");
    say(w, 1, "chance 1 coin");
    say(w, 0, "move %d throw", (int)w->client[0].question[0]);
    say(w, 0, "chance 3 S P M X C D D D D");
    assert_string_equal(refusal(w, 0), "host.impossible-outcome");
    assert_int_equal(t->match.steps, 3);
    open_line(w, 5);
    say(w, 5, "join %s", t->code);
    say(w, 5, "chance 3 S");
    assert_string_equal(refusal(w, 5), "host.not-your-roll");
    say(w, 0, "chance 3 S P M X C D D D");
    assert_int_equal(t->match.steps, 11);
    assert_true(w->client[0].question[0] > 0);
    pictures_are_true(w);
    world_free(w);
}

/* How often this outcome may occur among those requested now. */
static int most_of(const struct client *c, const char *move)
{
    json_t *all = json_object_get(c->thrown, "outcomes");
    for (size_t i = 0; i < json_array_size(all); i++)
        if (!strcmp(text_of(json_array_get(all, i), "move"), move))
            return (int)json_integer_value(json_object_get(json_array_get(all, i), "max"));
    return 0;
}

static void a_card_falls_as_often_as_there_is_of_it(void **state)
{
    struct world *w = world_new(95, NULL);
    (void)state;
    seat_people(w, "buccaneer", "seats=person,person,person dice=real first=1", 3);
    assert_int_equal(json_integer_value(json_object_get(w->client[0].thrown, "count")), 3);
    assert_int_equal(most_of(&w->client[0], "ship-3"), 1);
    world_free(w);
    w = world_new(96, NULL);
    seat_people(w, "mille-sabords", "seats=person,person dice=real first=1", 2);
    say(w, 0, "move %d card", (int)w->client[0].question[0]);
    assert_int_equal(most_of(&w->client[0], "coin"), 1);
    say(w, 0, "chance 1 coin");
    say(w, 0, "move %d throw", (int)w->client[0].question[0]);
    assert_int_equal(most_of(&w->client[0], "S"), 8);
    world_free(w);
    w = world_new(97, NULL);
    seat_people(w, "corsaires", "seats=person,person dice=real first=1", 2);
    assert_int_equal(most_of(&w->client[0], "admiral"), 1);
    assert_int_equal(most_of(&w->client[0], "galleon-6"), 2);
    assert_int_equal(most_of(&w->client[0], "galleon-2"), 5);
    world_free(w);
}

/* A misread die: any player can have the roll requested again; no consent is needed. */
static void a_misread_die_is_corrected(void **state)
{
    struct world *w = world_new(93, NULL);
    char id[FL_ID_TEXT], token[FL_TOKEN_TEXT];
    (void)state;
    struct fl_table *t =
        seat_people(w, "mille-sabords", "seats=person,person dice=real first=1", 2);
    say(w, 0, "move %d card", (int)w->client[0].question[0]);
    say(w, 0, "chance 1 ship-2");
    say(w, 0, "move %d throw", (int)w->client[0].question[0]);
    say(w, 0, "chance 3 X X P P P D D S");
    say(w, 1, "undo");
    assert_string_equal(refusal(w, 1), "");
    assert_int_equal(t->match.steps, 3);
    assert_true(is_asked_for_dice(&w->client[0]));
    say(w, 0, "chance 3 X X P P P D D D");
    say(w, 0, "move %d stop", (int)w->client[0].question[0]);
    say(w, 0, "undo");
    assert_int_equal(t->match.steps, 11);
    memcpy(id, w->client[0].id, sizeof id);
    memcpy(token, w->client[0].token, sizeof token);
    assert_int_equal(world_restart(w), 0);
    open_line(w, 0);
    say(w, 0, "resume %s %s 0", id, token);
    assert_int_equal(the_table(w, 0)->match.steps, 11);
    assert_true(w->client[0].question[0] > 0);
    pictures_are_true(w);
    world_free(w);
}

/* Undo also undoes the moves of bots since then: otherwise a bot would repeat them at once. */
static void bots_at_a_real_table(void **state)
{
    struct world *w = world_new(94, NULL);
    struct fl_rng rng = fl_rng_from(5, 5);
    (void)state;
    struct fl_table *t =
        seat_people(w, "mille-sabords", "seats=person,bot:matelot dice=real first=1", 1);
    say(w, 0, "move %d card", (int)w->client[0].question[0]);
    say(w, 0, "chance 1 coin");
    say(w, 0, "move %d throw", (int)w->client[0].question[0]);
    say(w, 0, "chance 3 P P P P P D D D");
    say(w, 0, "move %d stop", (int)w->client[0].question[0]);
    assert_true(t->match.steps > 12); /* the bot has drawn a card, and asks which one */
    assert_true(is_asked_for_dice(&w->client[0]));
    say(w, 0, "undo");
    assert_int_equal(t->match.steps, 11);
    play_for_real(w, &rng, 200);
    pictures_are_true(w);
    world_free(w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_lesson_of_every_game_at_a_table),
        cmocka_unit_test(a_wrong_try_is_told_why),
        cmocka_unit_test(a_lesson_survives_and_then_is_a_game),
        cmocka_unit_test(a_lesson_may_be_left),
        cmocka_unit_test(every_game_with_real_dice),
        cmocka_unit_test(a_secret_card_is_told_by_its_owner),
        cmocka_unit_test(what_cannot_have_fallen_is_refused),
        cmocka_unit_test(a_misread_die_is_corrected),
        cmocka_unit_test(bots_at_a_real_table),
        cmocka_unit_test(a_card_falls_as_often_as_there_is_of_it),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
