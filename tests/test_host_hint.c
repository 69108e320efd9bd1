/* Hints: only for the seat that asks and is to move, from its own sight, and with a rate limit. */
#include "core/words.h"
#include "host_world.h"

static json_t *first_of(const struct client *c)
{
    return json_array_get(json_object_get(c->hint, "moves"), 0);
}

static const char *text_of(json_t *object, const char *key)
{
    return json_string_value(json_object_get(object, key));
}

static int hints_heard(const struct world *w)
{
    int hints = 0;
    for (int line = 0; line < LINES; line++)
        hints += w->client[line].hints;
    return hints;
}

/* Whether a seat of this client may play the move of the hint. */
static bool may_be_played(struct world *w, fl_client_id line)
{
    struct fl_sight sight;
    fl_move move;
    const struct client *c = &w->client[line];
    const char *spelled = text_of(first_of(c), "move");
    int seat = (int)json_integer_value(json_object_get(c->hint, "viewer")) - 1;
    fl_match_sight(&the_table(w, line)->match, seat, &sight);
    return fl_read_legal(sight.game, &sight.state, seat, spelled, strlen(spelled), &move);
}

/* In every game, at every question at the start of a match: a move with text, items and
 * probabilities, and a reason with text. No other client receives it. */
static void whoever_is_asked_gets_a_hint(void **state)
{
    (void)state;
    for (int g = 0; fl_games[g]; g++) {
        struct world *w = world_new(11 + (uint64_t)g, NULL);
        struct fl_rng rng = fl_rng_from(4, 4);
        char terms[64] = "seats=person";
        for (int seat = 1; seat < fl_games[g]->seats_min; seat++)
            strcat(terms, ",person");
        struct fl_table *t = seat_people(w, fl_games[g]->name, terms, fl_games[g]->seats_min);
        for (int i = 0; i < 8 && t->phase == FL_TABLE_PLAYING; i++) {
            fl_client_id asked = (fl_client_id)__builtin_ctz(fl_match_turn(&t->match));
            struct client *c = &w->client[asked];
            int heard = hints_heard(w), own = c->hints;
            pass_time(w, fl_usual_limits.hint_pause);
            say(w, asked, "hint");
            assert_string_equal(refusal(w, asked), "");
            assert_int_equal(hints_heard(w), heard + 1);
            assert_int_equal(c->hints, own + 1);
            assert_int_equal(json_integer_value(json_object_get(c->hint, "question")),
                             c->question[asked]);
            assert_true(may_be_played(w, asked));
            assert_true(fl_word_exists(text_of(json_object_get(first_of(c), "phrase"), "key")));
            assert_true(fl_word_exists(text_of(json_object_get(c->hint, "reason"), "key")));
            double wins = json_number_value(json_object_get(first_of(c), "wins"));
            assert_true(wins >= 0 && wins <= 1);
            make_a_move(w, &rng, true);
        }
        world_free(w);
    }
}

/* The move that the best one is compared with is listed, whatever its rank. */
static void both_moves_of_the_reason_are_told(void **state)
{
    (void)state;
    struct world *w = world_new(5, NULL);
    struct fl_rng rng = fl_rng_from(6, 6);
    struct fl_table *t = seat_people(w, "mille-sabords", "seats=person,person", 2);
    int stops = 0;
    for (int i = 0; i < 60 && t->phase == FL_TABLE_PLAYING; i++) {
        fl_client_id asked = (fl_client_id)__builtin_ctz(fl_match_turn(&t->match));
        const struct client *c = &w->client[asked];
        pass_time(w, fl_usual_limits.hint_pause);
        say(w, asked, "hint");
        json_t *why = json_object_get(c->hint, "reason"), *args = json_object_get(why, "args");
        json_t *moves = json_object_get(c->hint, "moves");
        json_int_t second =
            json_integer_value(json_object_get(json_object_get(args, "second"), "move"));
        assert_true(second < (json_int_t)json_array_size(moves));
        if (!strcmp(text_of(why, "key"), "hint.stop")) {
            json_t *other = json_array_get(moves, (size_t)second);
            assert_string_equal(text_of(first_of(c), "move"), "stop");
            assert_memory_equal(text_of(other, "move"), "reroll", 6);
            assert_true(json_integer_value(json_object_get(args, "n")) > 0);
            assert_true(json_number_value(json_object_get(other, "bust")) > 0);
            stops++;
        }
        make_a_move(w, &rng, true);
    }
    assert_true(stops > 0);
    world_free(w);
}

static void others_and_watchers_get_none(void **state)
{
    (void)state;
    struct world *w = world_new(1, NULL);
    struct fl_table *t = seat_people(w, "mille-sabords", "seats=person,person", 2);
    fl_client_id asked = (fl_client_id)__builtin_ctz(fl_match_turn(&t->match));
    say(w, !asked, "hint");
    assert_string_equal(refusal(w, !asked), "status.turn-of");
    open_line(w, 9);
    say(w, 9, "hint");
    assert_string_equal(refusal(w, 9), "host.at-no-table");
    say(w, 9, "join %s Wanda", t->code);
    say(w, 9, "hint");
    assert_string_equal(refusal(w, 9), "status.turn-of");
    assert_int_equal(hints_heard(w), 0);
    world_free(w);
}

static void a_table_may_have_none(void **state)
{
    (void)state;
    struct world *w = world_new(1, NULL);
    struct fl_table *t = seat_people(w, "mille-sabords", "seats=person,open hints=off", 1);
    assert_false(t->options.hints);
    assert_true(json_is_false(json_object_get(w->client[0].table, "hints")));
    say(w, 0, "hint");
    assert_string_equal(refusal(w, 0), "host.no-hints");
    world_restart(w); /* it is stored */
    assert_false(the_table(w, 0)->options.hints);
    open_line(w, 1);
    say(w, 1, "new corsaires hints=maybe");
    assert_string_equal(refusal(w, 1), "host.unknown-option");
    world_free(w);
}

static void before_the_start_there_is_nothing_to_advise(void **state)
{
    (void)state;
    struct world *w = world_new(1, NULL);
    open_line(w, 0);
    say(w, 0, "new mille-sabords");
    say(w, 0, "sit 1 - Anne");
    say(w, 0, "hint");
    assert_string_equal(refusal(w, 0), "host.not-playing");
    world_free(w);
}

static void one_at_a_time(void **state)
{
    (void)state;
    struct world *w = world_new(2, NULL);
    seat_people(w, "mille-sabords", "seats=person,person first=1", 2);
    w->bots_rest = true;
    say(w, 0, "hint");
    pass_time(w, 2 * fl_usual_limits.hint_pause);
    say(w, 0, "hint");
    assert_string_equal(refusal(w, 0),
                        "host.hint-too-fast"); /* the first hint is still being computed */
    w->bots_rest = false;
    settle(w);
    assert_int_equal(w->client[0].hints, 1);
    say(w, 0, "hint");
    assert_string_equal(refusal(w, 0), "");
    say(w, 0, "hint");
    assert_string_equal(refusal(w, 0), "host.hint-too-fast");
    pass_time(w, fl_usual_limits.hint_pause);
    say(w, 0, "hint");
    assert_int_equal(w->client[0].hints, 3);
    world_free(w);
}

/* A hint for a question that has been answered meanwhile is dropped, and so is one for a client
 * that has disconnected, even if its id is used again. */
static void late_advice_is_dropped(void **state)
{
    (void)state;
    struct world *w = world_new(3, NULL);
    struct fl_rng rng = fl_rng_from(3, 3);
    seat_people(w, "mille-sabords", "seats=person,person first=1", 2);
    w->bots_rest = true;
    say(w, 0, "hint");
    make_a_move(w, &rng, true);
    w->bots_rest = false;
    settle(w);
    assert_int_equal(w->client[0].hints, 0);

    pass_time(w, fl_usual_limits.hint_pause);
    w->bots_rest = true;
    say(w, 0, "hint");
    assert_string_equal(refusal(w, 0), "");
    close_line(w, 0);
    open_line(w, 0);
    say(w, 0, "resume %s %s 0", w->client[0].id, w->client[0].token);
    say(w, 0, "hint");
    assert_int_equal(w->thoughts, 2);
    w->bots_rest = false;
    settle(w);
    assert_int_equal(w->client[0].hints, 1);
    world_free(w);
}

static void without_memory_there_is_a_word_about_it(void **state)
{
    (void)state;
    struct world *w = world_new(2, NULL);
    seat_people(w, "mille-sabords", "seats=person,person first=1", 2);
    w->dull = true;
    say(w, 0, "hint");
    assert_string_equal(refusal(w, 0), "hint.none");
    world_free(w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(whoever_is_asked_gets_a_hint),
        cmocka_unit_test(both_moves_of_the_reason_are_told),
        cmocka_unit_test(others_and_watchers_get_none),
        cmocka_unit_test(a_table_may_have_none),
        cmocka_unit_test(before_the_start_there_is_nothing_to_advise),
        cmocka_unit_test(one_at_a_time),
        cmocka_unit_test(late_advice_is_dropped),
        cmocka_unit_test(without_memory_there_is_a_word_about_it),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
