/* Resignation, the end by agreement, and reactions: permissions, consent, what is stored. */
#include "core/record.h"
#include "host_world.h"

enum { TEXT = 1 << 16, ATTACKER = 7, OTHER = 8 };

static int64_t winners_seen(const struct client *c, int viewer)
{
    int64_t set = 0;
    size_t i;
    json_t *seat;
    json_array_foreach(json_object_get(c->sight[viewer], "winners"), i, seat) set |=
        FL_SEAT(json_integer_value(seat) - 1);
    return set;
}

static const char *phase(const struct client *c)
{
    return json_string_value(json_object_get(c->table, "phase"));
}

/* The record that the client receives can be read, and has these winners and dice. */
static void check_record(struct world *w, fl_client_id line, fl_seats winners)
{
    static char memory[TEXT];
    struct fl_buf tape = fl_buf_over(memory, TEXT);
    struct fl_record record;
    struct fl_record_error error;
    struct fl_fair_report report;
    struct fl_sight truth;
    w->client[line].tape = &tape;
    say(w, line, "record");
    w->client[line].tape = NULL;
    json_t *message = json_loads(tape.at, JSON_DISABLE_EOF_CHECK, NULL);
    const char *text = json_string_value(json_object_get(message, "text"));
    assert_non_null(text);
    if (!fl_record_read(text, strlen(text), fl_game_find, &record, &error))
        fail_msg("line %d: %s %s\n%s", error.line, error.key, error.detail, text);
    fl_match_truth(&record.match, &truth);
    assert_int_equal(fl_sight_winners(&truth), winners);
    assert_true(fl_fair_verify(&record.match, &record.players.fair, &report));
    assert_int_equal(report.verdict, FL_DICE_FAIR);
    fl_match_end(&record.match);
    json_decref(message);
}

static void play_some(struct world *w, int moves)
{
    struct fl_rng rng = fl_rng_from(3, 3);
    play_on(w, &rng, moves, true);
}

static void of_two_the_other_one_wins(void **state)
{
    (void)state;
    struct world *w = world_new(1, NULL);
    struct fl_table *t = seat_people(w, "corsaires", "seats=person,person", 2);
    char id[FL_ID_TEXT], token[FL_TOKEN_TEXT];
    memcpy(id, t->name, sizeof id);
    memcpy(token, w->client[0].token, sizeof token);
    play_some(w, 20);
    say(w, 1, "resign");
    assert_string_equal(refusal(w, 1), "");
    for (int line = 0; line < 2; line++) {
        assert_string_equal(phase(&w->client[line]), "finished");
        assert_int_equal(winners_seen(&w->client[line], line), FL_SEAT(0));
        assert_non_null(json_object_get(w->client[line].table, "secret"));
    }
    pictures_are_true(w);
    check_record(w, 0, FL_SEAT(0));
    say(w, 1, "resign");
    assert_string_equal(refusal(w, 1), "host.not-playing");
    world_restart(w);
    assert_int_equal(w->host->tables, 0); /* a finished table is loaded when it is asked for */
    open_line(w, 0);
    say(w, 0, "resume %s %s 0", id, token);
    assert_string_equal(phase(&w->client[0]), "finished");
    assert_int_equal(winners_seen(&w->client[0], 0), FL_SEAT(0));
    check_record(w, 0, FL_SEAT(0));
    say(w, 0, "rematch");
    say(w, 0, "start");
    t = the_table(w, 0);
    assert_int_equal(t->phase, FL_TABLE_PLAYING);
    assert_int_equal(t->match.ending.resigned, 0);
    world_free(w);
}

/* A bot plays for the seat, for good, and the seat does not win. */
static void of_three_the_others_play_on(void **state)
{
    (void)state;
    struct world *w = world_new(2, NULL);
    struct fl_table *t =
        seat_people(w, "mille-sabords", "seats=person,person,person first=1 clock=move:30", 3);
    char id[FL_ID_TEXT], token[3][FL_TOKEN_TEXT];
    memcpy(id, t->name, sizeof id);
    for (int line = 0; line < 3; line++)
        memcpy(token[line], w->client[line].token, sizeof token[line]);
    long long question = (long long)w->client[0].question[0];
    assert_true(question);
    w->bots_rest = true;
    say(w, 0, "resign");
    assert_string_equal(refusal(w, 0), "");
    say(w, 0, "move %lld card", question);
    assert_string_equal(refusal(w, 0), "host.resigned");
    say(w, 0, "resign");
    assert_string_equal(refusal(w, 0), "host.not-yours");
    say(w, 0, "end");
    assert_string_equal(refusal(w, 0), "host.not-yours");
    say(w, 0, "undo");
    assert_string_equal(refusal(w, 0), "host.nothing-to-undo");
    say(w, 1, "refresh");
    json_t *seat = json_array_get(json_object_get(w->client[1].table, "seats"), 0);
    assert_true(json_is_true(json_object_get(seat, "resigned")));
    assert_non_null(json_object_get(seat, "level"));
    assert_string_equal(phase(&w->client[1]), "playing");
    assert_true(w->thoughts); /* the bot is asked at once */
    w->bots_rest = false;
    settle(w);
    assert_true(t->match.steps > 1);
    world_restart(w);
    for (fl_client_id line = 0; line < 3; line++) {
        open_line(w, line);
        say(w, line, "resume %s %s 0", id, token[line]);
    }
    t = the_table(w, 0);
    assert_true(fl_has_resigned(t, 0));
    assert_true(fl_bot_plays(t, 0)); /* although the player is back */
    play_some(w, 5000);
    pass_time(w, 1000);
    play_some(w, 5000);
    assert_string_equal(phase(&w->client[1]), "finished");
    assert_false(winners_seen(&w->client[1], 1) & FL_SEAT(0));
    assert_true(winners_seen(&w->client[1], 1));
    pictures_are_true(w);
    world_free(w);
}

static void the_last_person_leaves_the_bots_alone(void **state)
{
    (void)state;
    struct world *w = world_new(3, NULL);
    struct fl_table *t =
        seat_people(w, "aux-sabords", "seats=person,bot:matelot,bot:matelot,bot:matelot", 1);
    play_some(w, 12);
    w->bots_rest = true;
    say(w, 0, "end");
    assert_string_equal(refusal(w, 0), "host.nobody-to-agree");
    say(w, 0, "resign");
    assert_string_equal(phase(&w->client[0]), "finished");
    assert_true(t->match.ending.bots_only);
    assert_false(winners_seen(&w->client[0], 0) & FL_SEAT(0));
    check_record(w, 0, (fl_seats)winners_seen(&w->client[0], 0));
    world_free(w);
}

static void a_team_gives_up_together(void **state)
{
    (void)state;
    struct world *w = world_new(4, NULL);
    struct fl_table *t =
        seat_people(w, "corsaires", "seats=person,person,person,bot:matelot teams=on", 3);
    say(w, 2, "resign"); /* seat 3, whose partner is a bot */
    assert_int_equal(t->match.ending.resigned, FL_SEAT(2) | FL_SEAT(3));
    assert_int_equal(winners_seen(&w->client[0], 0), FL_SEAT(0) | FL_SEAT(1));
    world_free(w);
    w = world_new(4, NULL);
    t = seat_people(w, "corsaires", "seats=person,person,person,bot:matelot teams=on", 3);
    say(w, 0, "resign");
    assert_int_equal(t->match.ending.resigned, FL_SEAT(0));
    assert_string_equal(phase(&w->client[0]), "playing");
    say(w, 1, "resign");
    assert_int_equal(winners_seen(&w->client[0], 0), FL_SEAT(2) | FL_SEAT(3));
    world_free(w);
}

static void one_device_names_the_seat(void **state)
{
    (void)state;
    struct world *w = world_new(5, NULL);
    open_line(w, 0);
    say(w, 0, "new mille-sabords seats=person,person,person first=1");
    for (int seat = 1; seat <= 3; seat++)
        say(w, 0, "sit %d - Pirate %d", seat, seat);
    say(w, 0, "start");
    struct fl_table *t = the_table(w, 0);
    w->bots_rest = true;
    say(w, 0, "resign");
    assert_string_equal(refusal(w, 0), "host.no-seat");
    say(w, 0, "resign 4");
    assert_string_equal(refusal(w, 0), "host.no-seat");
    say(w, 0, "resign 2");
    assert_int_equal(t->match.ending.resigned, FL_SEAT(1));
    say(w, 0, "resign 2");
    assert_string_equal(refusal(w, 0), "host.resigned");
    say(w, 0, "end"); /* everybody who must agree sits at this device */
    assert_string_equal(phase(&w->client[0]), "finished");
    assert_true(t->match.ending.agreed);
    world_free(w);
}

static void agree_to_end(struct world *w, fl_client_id line)
{
    say(w, line, "agree %lld", (long long)w->client[line].end_request);
}

static void everybody_must_agree(void **state)
{
    (void)state;
    struct world *w = world_new(6, NULL);
    struct fl_table *t =
        seat_people(w, "corsaires", "seats=person,person,person,bot:matelot away=30 teams=off", 3);
    char id[FL_ID_TEXT], token[FL_TOKEN_TEXT];
    memcpy(id, t->name, sizeof id);
    memcpy(token, w->client[2].token, sizeof token);
    play_some(w, 20);
    open_line(w, 4);
    say(w, 4, "join %s Wanda", id);
    say(w, 4, "end");
    assert_string_equal(refusal(w, 4), "host.not-yours");
    say(w, 4, "resign");
    assert_string_equal(refusal(w, 4), "host.not-yours");
    say(w, 0, "end");
    assert_int_equal(w->client[1].end_asked, 1);
    say(w, 4, "agree %lld", (long long)w->client[1].end_request);
    assert_string_equal(refusal(w, 4), "host.nothing-to-agree");
    say(w, 1, "disagree %lld", (long long)w->client[1].end_request);
    assert_int_equal(w->client[0].end_refused, 1);
    agree_to_end(w, 2);
    assert_string_equal(refusal(w, 2), "host.nothing-to-agree");
    say(w, 0, "end");
    agree_to_end(w, 1);
    play_some(w, 3); /* the request outlives moves */
    close_line(w, 2);
    pass_time(w, 31000); /* a bot plays for Chloé, who has not agreed */
    assert_true(fl_bot_plays(t, 2));
    assert_int_equal(t->phase, FL_TABLE_PLAYING);
    int asked = w->client[2].end_asked;
    open_line(w, 2);
    say(w, 2, "resume %s %s 0", id, token);
    assert_int_equal(w->client[2].end_asked, asked + 1);
    assert_int_equal(t->phase, FL_TABLE_PLAYING);
    agree_to_end(w, 2);
    assert_string_equal(refusal(w, 2), "");
    assert_string_equal(phase(&w->client[0]), "finished");
    for (fl_client_id line = 0; line < 3; line++)
        assert_int_equal(winners_seen(&w->client[line], (int)line), winners_seen(&w->client[0], 0));
    pictures_are_true(w);
    check_record(w, 0, (fl_seats)winners_seen(&w->client[0], 0));
    world_free(w);
}

/* The answer to the request of an undo does not count for the end, which was requested at the same
 * moment. */
static void an_answer_names_its_request(void **state)
{
    (void)state;
    struct world *w = world_new(7, NULL);
    struct fl_table *t = seat_people(w, "mille-sabords", "seats=person,person first=1", 2);
    struct fl_rng rng = fl_rng_from(7, 7);
    while (fl_match_turn(&t->match) & FL_SEAT(0))
        assert_true(make_a_move(w, &rng, true));
    assert_true(make_a_move(w, &rng, true)); /* Bob's card: the undo is not free */
    say(w, 0, "undo");
    assert_int_equal(w->client[1].undo_asked, 1);
    long long undo = (long long)w->client[1].undo_request;
    say(w, 0, "end");
    assert_int_equal(w->client[1].end_asked, 1);
    say(w, 1, "agree %lld", undo);
    assert_string_equal(refusal(w, 1), "host.nothing-to-agree");
    assert_int_equal(t->phase, FL_TABLE_PLAYING);
    agree_to_end(w, 1);
    assert_int_equal(t->phase, FL_TABLE_FINISHED);
    world_free(w);
}

/* Those who have left or resigned are not asked. */
static void who_is_gone_is_not_asked(void **state)
{
    (void)state;
    struct world *w = world_new(8, NULL);
    struct fl_table *t =
        seat_people(w, "mille-sabords", "seats=person,person,person,person first=1", 4);
    w->bots_rest = true;
    say(w, 3, "leave");
    say(w, 2, "resign");
    say(w, 0, "end");
    assert_int_equal(t->phase, FL_TABLE_PLAYING);
    agree_to_end(w, 1);
    assert_int_equal(t->phase, FL_TABLE_FINISHED);
    world_free(w);
}

/* A store that fails leaves the match as it is. */
static void what_is_not_stored_has_not_happened(void **state)
{
    (void)state;
    struct world *w = world_new(9, NULL);
    struct fl_table *t = seat_people(w, "mille-sabords", "seats=person,person first=1", 2);
    faulty_store_fail_all(w->store, true);
    say(w, 0, "resign");
    assert_string_equal(refusal(w, 0), "host.not-stored");
    assert_int_equal(t->phase, FL_TABLE_PLAYING);
    assert_int_equal(t->match.ending.resigned, 0);
    faulty_store_fail_all(w->store, false);
    pass_time(w, 5000);
    say(w, 0, "resign");
    assert_int_equal(t->phase, FL_TABLE_FINISHED);
    world_free(w);
}

/* Clients that come back later learn in the log who resigned, with the right steps around it. */
static void the_log_tells_it_later(void **state)
{
    (void)state;
    struct world *w = world_new(10, NULL);
    struct fl_table *t = seat_people(w, "mille-sabords", "seats=person,person,person first=1", 3);
    char id[FL_ID_TEXT], token[FL_TOKEN_TEXT], key[16];
    memcpy(id, t->name, sizeof id);
    memcpy(token, w->client[1].token, sizeof token);
    play_some(w, 12);
    uint32_t n = t->n + 1;
    say(w, 0, "resign");
    play_some(w, 12);
    close_line(w, 1);
    open_line(w, 1);
    json_decref(w->client[1].entries[1]);
    w->client[1].entries[1] = NULL;
    say(w, 1, "resume %s %s 0", id, token);
    snprintf(key, sizeof key, "%u", n);
    json_t *entry = json_object_get(w->client[1].entries[1], key);
    json_t *phrase = json_array_get(json_object_get(entry, "phrases"), 0);
    assert_string_equal(json_string_value(json_object_get(phrase, "key")), "play.say.resign");
    world_free(w);
}

/* ---- reactions ---- */

static void everybody_sees_a_reaction_and_nothing_is_stored(void **state)
{
    (void)state;
    struct world *w = world_new(11, NULL);
    struct fl_table *t = seat_people(w, "mille-sabords", "seats=person,person", 2);
    uint32_t n = t->n;
    say(w, 0, "react 2");
    assert_string_equal(refusal(w, 0), "");
    assert_int_equal(w->client[0].reactions, 1);
    assert_int_equal(w->client[1].reactions, 1);
    say(w, 0, "react 9");
    assert_string_equal(refusal(w, 0), "host.unknown-reaction");
    say(w, 0, "react");
    assert_string_equal(refusal(w, 0), "host.unknown-reaction");
    open_line(w, 2);
    say(w, 2, "join %s", t->name);
    say(w, 2, "react 1");
    assert_string_equal(refusal(w, 2), "host.bad-name");
    close_line(w, 2);
    open_line(w, 2);
    say(w, 2, "join %s Wanda", t->name);
    say(w, 2, "react 1");
    assert_string_equal(refusal(w, 2), "");
    assert_int_equal(w->client[2].reactions, 1);
    assert_int_equal(t->n, n);
    world_free(w);
}

static void reactions_are_limited_beyond_a_connection(void **state)
{
    (void)state;
    struct world *w = world_new(12, NULL);
    int sent = 0;
    open_line(w, 0);
    say(w, 0, "new mille-sabords");
    for (int i = 0; i < 30; i++) {
        open_line_from(w, 1, ATTACKER);
        say(w, 1, "join %s Eve", w->client[0].id);
        say(w, 1, i % 2 ? "phrase 1" : "react 1");
        sent += !*refusal(w, 1);
        close_line(w, 1);
    }
    assert_int_equal(sent, (int)fl_usual_limits.chat_burst);
    open_line_from(w, 2, OTHER);
    say(w, 2, "join %s Olga", w->client[0].id);
    say(w, 2, "react 1");
    assert_string_equal(refusal(w, 2), "");
    world_free(w);
}

static void a_table_without_chat_has_no_reactions(void **state)
{
    (void)state;
    struct world *w = world_new(13, NULL);
    seat_people(w, "mille-sabords", "seats=person,person chat=off", 2);
    say(w, 0, "react 1");
    assert_string_equal(refusal(w, 0), "host.chat-off");
    assert_int_equal(w->client[1].reactions, 0);
    world_free(w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(of_two_the_other_one_wins),
        cmocka_unit_test(of_three_the_others_play_on),
        cmocka_unit_test(the_last_person_leaves_the_bots_alone),
        cmocka_unit_test(a_team_gives_up_together),
        cmocka_unit_test(one_device_names_the_seat),
        cmocka_unit_test(everybody_must_agree),
        cmocka_unit_test(an_answer_names_its_request),
        cmocka_unit_test(who_is_gone_is_not_asked),
        cmocka_unit_test(what_is_not_stored_has_not_happened),
        cmocka_unit_test(the_log_tells_it_later),
        cmocka_unit_test(everybody_sees_a_reaction_and_nothing_is_stored),
        cmocka_unit_test(reactions_are_limited_beyond_a_connection),
        cmocka_unit_test(a_table_without_chat_has_no_reactions),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
