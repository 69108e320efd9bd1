/* Tests of tokens, links and names: the owner of a seat, permission to undo, and the name of a
 * client in chat. */
#include "host_world.h"

static const char *text_of(json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));
    return text ? text : "";
}

/* The name under which the newest chat line was written, as this client received it. */
static const char *chat_name(struct world *w, fl_client_id line, int viewer)
{
    char n[16];
    snprintf(n, sizeof n, "%d", (int)w->client[line].n);
    json_t *entry = json_object_get(w->client[line].entries[viewer], n);
    return text_of(json_object_get(entry, "chat"), "name");
}

/* ---- tokens ---- */

static void a_token_from_a_link_takes_no_seat(void **state)
{
    (void)state;
    struct world *w = world_new(1, NULL);
    open_line(w, 0);
    say(w, 0, "new corsaires seats=person,person");
    char owner[FL_TOKEN_TEXT], id[FL_ID_TEXT];
    memcpy(owner, w->client[0].token, sizeof owner);
    memcpy(id, w->client[0].id, sizeof id);
    open_line(w, 1); /* Bob follows a link that contains the owner's token */
    say(w, 1, "resume %s %s 0", id, owner);
    w->client[1].token[0] = '\0';
    say(w, 1, "sit 1 - Bob");
    assert_string_equal(refusal(w, 1), "");
    assert_int_equal(strlen(w->client[1].token), FL_TOKEN_TEXT - 1);
    assert_string_not_equal(w->client[1].token, owner);
    open_line(w, 2); /* the sender of the link does not get Bob's seat */
    say(w, 2, "resume %s %s 0", id, owner);
    assert_int_equal(w->host->client[2].seats, 0);
    assert_true(w->host->client[2].owner);
    say(w, 1, "sit 2 - Chloe"); /* the second seat of Bob's device has the same token */
    char bob[FL_TOKEN_TEXT];
    memcpy(bob, w->client[1].token, sizeof bob);
    close_line(w, 1);
    open_line(w, 1);
    say(w, 1, "resume %s %s 0", id, bob);
    assert_int_equal(w->host->client[1].seats, 3);
    assert_false(w->host->client[1].owner);
    world_free(w);
}

static void several_tokens_open_all_they_belong_to(void **state)
{
    (void)state;
    struct world *w = world_new(2, NULL);
    open_line(w, 0);
    say(w, 0, "new corsaires seats=person,person,person");
    char owner[FL_TOKEN_TEXT], seat[FL_TOKEN_TEXT], id[FL_ID_TEXT];
    memcpy(owner, w->client[0].token, sizeof owner);
    memcpy(id, w->client[0].id, sizeof id);
    close_line(w, 0);
    open_line(w, 0);
    say(w, 0, "resume %s %s 0", id, owner); /* the owner reloads the page and then sits down */
    say(w, 0, "sit 2 - Anne");
    memcpy(seat, w->client[0].token, sizeof seat);
    close_line(w, 0);
    open_line(w, 0);
    say(w, 0, "resume %s %s,%032d,%s 0", id, owner, 7, seat);
    assert_string_equal(refusal(w, 0), "");
    assert_true(w->host->client[0].owner);
    assert_int_equal(w->host->client[0].seats, FL_SEAT(1));
    open_line(w, 1);
    say(w, 1, "resume %s %032d,%032d 0", id, 7, 8);
    assert_string_equal(refusal(w, 1), "host.wrong-token");
    say(w, 1, "resume %s ,,%s,nonsense 0", id, seat);
    assert_string_equal(refusal(w, 1), "");
    assert_false(w->host->client[1].owner);
    world_free(w);
}

/* ---- a lost token ---- */

static json_t *last_says(struct world *w, fl_client_id line, int viewer)
{
    char n[16];
    snprintf(n, sizeof n, "%d", (int)w->client[line].n);
    json_t *entry = json_object_get(w->client[line].entries[viewer], n);
    return json_array_get(json_object_get(entry, "phrases"), 0);
}

static void the_owner_gives_a_lost_seat_back(void **state)
{
    (void)state;
    struct world *w = world_new(3, NULL);
    struct fl_table *t = seat_people(w, "corsaires", "seats=person,person", 2);
    char lost[FL_TOKEN_TEXT], link[FL_TOKEN_TEXT], id[FL_ID_TEXT];
    memcpy(lost, w->client[1].token, sizeof lost);
    memcpy(id, t->name, sizeof id);
    say(w, 0, "link 2");
    assert_string_equal(refusal(w, 0),
                        "host.seat-connected"); /* nobody takes the seat of a connected player */
    say(w, 1, "link 1");
    assert_string_equal(refusal(w, 1), "host.not-owner");
    say(w, 0, "link 3");
    assert_string_equal(refusal(w, 0), "host.no-seat");
    close_line(w, 1);
    say(w, 0, "link 2");
    assert_string_equal(refusal(w, 0), "");
    assert_int_equal(strlen(w->client[0].link), FL_TOKEN_TEXT - 1);
    memcpy(link, w->client[0].link, sizeof link);
    assert_string_equal(text_of(last_says(w, 0, 0), "key"), "host.say.link");
    world_restart(w); /* the link survives a restart */
    open_line(w, 1);
    say(w, 1, "resume %s %s 0", id, lost);
    assert_string_equal(refusal(w, 1), "host.wrong-token");
    w->client[1].token[0] = '\0';
    say(w, 1, "resume %s %s 0", id, link);
    assert_string_equal(refusal(w, 1), "");
    assert_int_equal(w->host->client[1].seats, FL_SEAT(1));
    assert_int_equal(strlen(w->client[1].token), FL_TOKEN_TEXT - 1);
    assert_string_equal(text_of(last_says(w, 1, 1), "key"), "host.say.link-used");
    open_line(w, 2);
    say(w, 2, "resume %s %s 0", id, link); /* works once */
    assert_string_equal(refusal(w, 2), "host.wrong-token");
    close_line(w, 1);
    open_line(w, 1);
    say(w, 1, "resume %s %s 0", id, w->client[1].token);
    assert_string_equal(refusal(w, 1), "");
    pictures_are_true(w);
    world_free(w);
}

/* Nobody but the owner receives the token of a link, whatever else they receive. */
static void only_the_owner_receives_a_link(void **state)
{
    (void)state;
    struct world *w = world_new(4, NULL);
    static char memory[1 << 16];
    struct fl_buf tape = fl_buf_over(memory, sizeof memory);
    seat_people(w, "corsaires", "seats=person,person,person", 3);
    close_line(w, 1);
    w->client[2].tape = &tape;
    say(w, 0, "link 2");
    say(w, 2, "refresh 0");
    assert_string_not_equal(w->client[0].link, "");
    assert_null(strstr(tape.at, w->client[0].link));
    assert_non_null(strstr(tape.at, "host.say.link"));
    world_free(w);
}

/* ---- undo ---- */

static bool is_last_move_free(const struct fl_match *m)
{
    int seat = m->log[m->steps - 1].seat;
    return seat < m->setup.seats && fl_match_undo_is_free(m, seat);
}

/* Plays until undoing the last move of seat 0 needs consent. */
static void make_undo_need_consent(struct world *w, struct fl_table *t)
{
    struct fl_rng rng = fl_rng_from(5, 5);
    bool moved = false;
    while (!moved || is_last_move_free(&t->match) || fl_match_turn(&t->match) & 1) {
        moved |= (fl_match_turn(&t->match) & 1) != 0;
        assert_true(make_a_move(w, &rng, true));
    }
}

static void an_absent_player_does_not_consent(void **state)
{
    (void)state;
    struct world *w = world_new(5, NULL);
    struct fl_table *t = seat_people(w, "mille-sabords", "seats=person,person first=1 away=60", 2);
    char token[FL_TOKEN_TEXT];
    memcpy(token, w->client[1].token, sizeof token);
    make_undo_need_consent(w, t);
    uint32_t undos = t->match.undos;
    say(w, 0, "undo");
    answer_undo(w, 1, "disagree");
    close_line(w, 1);
    say(w, 0, "undo"); /* Bob's connection is lost for a moment */
    assert_int_equal(t->match.undos, undos);
    int asked = w->client[1].undo_asked;
    open_line(w, 1);
    say(w, 1, "resume %s %s 0", t->name, token);
    assert_int_equal(w->client[1].undo_asked, asked + 1); /* the request is sent again */
    answer_undo(w, 1, "agree");
    assert_int_equal(t->match.undos, undos + 1);
    world_free(w);
}

/* Carol's request replaces Anne's while Bob's answer to Anne is on its way. */
static void an_answer_counts_for_the_request_that_it_names(void **state)
{
    (void)state;
    struct world *w = world_new(7, NULL);
    struct fl_table *t =
        seat_people(w, "mille-sabords", "seats=person,person,person first=1 away=60", 3);
    struct fl_rng rng = fl_rng_from(7, 7);
    const fl_seats turns[] = {FL_SEAT(0), FL_SEAT(1), FL_SEAT(2), FL_SEAT(0)};
    for (size_t i = 0; i < sizeof turns / sizeof turns[0]; i++)
        while (fl_match_turn(&t->match) & turns[i])
            assert_true(make_a_move(w, &rng, true));
    assert_true(make_a_move(w, &rng, true)); /* Bob's card: nobody's undo is free */
    uint32_t undos = t->match.undos;
    say(w, 0, "undo");
    long long of_anne = (long long)w->client[1].undo_request;
    say(w, 2, "undo");
    assert_true(of_anne != (long long)w->client[1].undo_request);
    answer_undo(w, 0, "agree");
    say(w, 1, "agree %lld", of_anne);
    assert_string_equal(refusal(w, 1), "host.nothing-to-agree");
    say(w, 1, "disagree %lld", of_anne);
    assert_string_equal(refusal(w, 1), "host.nothing-to-agree");
    say(w, 1, "agree");
    assert_string_equal(refusal(w, 1), "host.nothing-to-agree");
    assert_int_equal(t->match.undos, undos);
    answer_undo(w, 1, "agree");
    assert_int_equal(t->match.undos, undos + 1);
    world_free(w);
}

static void a_bot_in_the_seat_consents(void **state)
{
    (void)state;
    struct world *w = world_new(6, NULL);
    struct fl_table *t = seat_people(w, "mille-sabords", "seats=person,person first=1 away=60", 2);
    make_undo_need_consent(w, t);
    w->bots_rest = true;
    close_line(w, 1);
    say(w, 0, "undo");
    assert_int_equal(t->match.undos, 0);
    pass_time(w, 60000); /* a bot plays for Bob now */
    assert_int_equal(t->match.undos, 1);
    world_free(w);
}

/* ---- names ---- */

static void nobody_takes_a_seated_players_name(void **state)
{
    (void)state;
    struct world *w = world_new(7, NULL);
    struct fl_table *t = seat_people(w, "mille-sabords", "seats=person,person chat=free", 2);
    open_line(w, 2);
    say(w, 2, "join %s Anne", t->name);
    assert_string_equal(refusal(w, 2), "host.name-taken");
    say(w, 2, "join %s anne", t->name);
    assert_string_equal(refusal(w, 2), "host.name-taken");
    say(w, 2, "join %s", t->name); /* joining without a name is always possible */
    assert_string_equal(refusal(w, 2), "");
    say(w, 2, "join %s Eve", t->name);
    say(w, 2, "chat hello");
    assert_string_equal(chat_name(w, 0, 0), "Eve");
    say(w, 1, "join %s Anne", t->name); /* nor does another player */
    assert_string_equal(refusal(w, 1), "host.name-taken");
    say(w, 1, "join %s Robert", t->name);
    say(w, 1, "chat hello");
    assert_string_equal(chat_name(w, 0, 0), "Bob"); /* the seat's name */
    world_free(w);
}

static void a_spectator_loses_a_name_to_a_seat(void **state)
{
    (void)state;
    struct world *w = world_new(8, NULL);
    open_line(w, 0);
    open_line(w, 1);
    say(w, 0, "new mille-sabords seats=person,person");
    say(w, 1, "join %s Anne", w->client[0].id);
    say(w, 1, "phrase 1");
    assert_string_equal(refusal(w, 1), "");
    say(w, 0, "sit 1 - Anne");
    say(w, 1, "phrase 1");
    assert_string_equal(refusal(w, 1), "host.name-taken");
    world_free(w);
}

/* ---- bots that search ---- */

static int64_t long_thought(void *world, const struct fl_game *game, int level)
{
    (void)world;
    (void)game;
    return level ? 4000 : 0;
}

/* Milliseconds until a bot of this level has moved, if its search takes `thinking`. */
static int64_t time_to_move(const char *game, const char *level, int64_t thinking)
{
    struct world *w = world_new(9, NULL);
    char terms[64];
    snprintf(terms, sizeof terms, "seats=person,bot:%s first=2", level);
    w->bots_rest = true;
    w->host->port.think_time = long_thought;
    struct fl_table *t = seat_people(w, game, terms, 1);
    uint32_t n = t->n;
    int64_t start = w->small.now;
    pass_time(w, thinking);
    w->bots_rest = false;
    settle(w);
    w->bots_rest = true; /* for the moves after it */
    while (t->n == n && w->small.now < start + 10000)
        pass_time(w, 1);
    int64_t time = w->small.now - start;
    world_free(w);
    return time;
}

static void a_searching_bot_always_takes_the_same_time(void **state)
{
    (void)state;
    assert_int_equal(time_to_move("corsaires", "matelot", 1), 4000);
    assert_int_equal(time_to_move("corsaires", "matelot", 2000), 4000);
    assert_int_equal(time_to_move("corsaires", "moussaillon", 1), fl_usual_limits.bot_delay);
    assert_int_equal(time_to_move("mille-sabords", "matelot", 1), 1); /* nothing is hidden */
}

/* After a restart the bot is asked when a client comes back: its time counts from there. */
static void a_search_that_starts_late_takes_the_same_time(void **state)
{
    (void)state;
    struct world *w = world_new(11, NULL);
    w->bots_rest = true;
    struct fl_table *t = seat_people(w, "corsaires", "seats=person,bot:matelot first=2", 1);
    char id[FL_ID_TEXT], token[FL_TOKEN_TEXT];
    memcpy(id, t->name, sizeof id);
    memcpy(token, w->client[0].token, sizeof token);
    world_restart(w);
    w->host->port.think_time = long_thought;
    pass_time(w, 60000);
    int64_t start = w->small.now;
    open_line(w, 0);
    say(w, 0, "resume %s %s 0", id, token);
    uint32_t n = the_table(w, 0)->n;
    w->bots_rest = false;
    settle(w); /* the search is quick */
    w->bots_rest = true;
    while (the_table(w, 0)->n == n && w->small.now < start + 10000)
        pass_time(w, 1);
    assert_int_equal(w->small.now - start, 4000);
    world_free(w);
}

/* ---- real dice ---- */

/* The spelling of a card that seat 0 holds and that seat 1, which draws, could hold as far as it
 * knows. */
static bool find_hidden_card(struct world *w, struct fl_table *t, char out[64])
{
    struct fl_sight sight;
    struct fl_moves seen;
    fl_match_sight(&t->match, 1, &sight);
    fl_list(sight.game, &sight.state, FL_CHANCE, &seen);
    (void)w;
    for (uint32_t i = 0; i < seen.count; i++)
        if (!fl_is_listed(t->match.game, &t->match.state, FL_CHANCE, seen.at[i].move)) {
            struct fl_buf spelled = fl_buf_over(out, 64);
            sight.game->spell(seen.at[i].move, &spelled);
            return true;
        }
    return false;
}

/* Reports any card that is possible for the current request. */
static void report_something(struct world *w, struct fl_table *t)
{
    for (fl_client_id line = 0; line < 2; line++) {
        json_t *outcomes = json_object_get(w->client[line].thrown, "outcomes");
        size_t i;
        json_t *outcome;
        json_array_foreach(outcomes, i, outcome)
        {
            char word[64];
            snprintf(word, sizeof word, "%s", text_of(outcome, "move"));
            say(w, line, "chance %d %s", (int)t->match.steps, word);
            if (!*refusal(w, line))
                return;
            outcomes = json_object_get(w->client[line].thrown, "outcomes");
        }
    }
    fail_msg("nobody can report anything");
}

static void a_contradicted_report_is_public(void **state)
{
    (void)state;
    struct world *w = world_new(10, NULL);
    struct fl_rng rng = fl_rng_from(10, 10);
    struct fl_table *t = seat_people(w, "corsaires", "seats=person,person dice=real", 2);
    char card[64];
    for (int i = 0; i < 400; i++) {
        json_t *asked = json_object_get(w->client[1].thrown, "outcomes");
        if (asked && !json_object_get(w->client[0].thrown, "outcomes") &&
            find_hidden_card(w, t, card))
            break;
        if (!make_a_move(w, &rng, true))
            report_something(w, t);
    }
    uint32_t n = t->n, steps = t->match.steps;
    say(w, 1, "chance %d %s", (int)steps, card);
    assert_string_equal(refusal(w, 1), "host.impossible-outcome");
    assert_int_equal(t->match.steps, steps);
    assert_int_equal(t->n, n + 1);
    assert_string_equal(text_of(last_says(w, 0, 0), "key"), "host.say.contradiction");
    json_t *args = json_object_get(last_says(w, 0, 0), "args");
    assert_string_equal(text_of(args, "text"), card);
    say(w, 1, "chance %d nonsense",
        (int)steps); /* a report that is publicly wrong is rejected in private */
    assert_string_equal(refusal(w, 1), "host.impossible-outcome");
    assert_int_equal(t->n, n + 1);
    world_free(w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_token_from_a_link_takes_no_seat),
        cmocka_unit_test(several_tokens_open_all_they_belong_to),
        cmocka_unit_test(the_owner_gives_a_lost_seat_back),
        cmocka_unit_test(only_the_owner_receives_a_link),
        cmocka_unit_test(an_absent_player_does_not_consent),
        cmocka_unit_test(an_answer_counts_for_the_request_that_it_names),
        cmocka_unit_test(a_bot_in_the_seat_consents),
        cmocka_unit_test(nobody_takes_a_seated_players_name),
        cmocka_unit_test(a_spectator_loses_a_name_to_a_seat),
        cmocka_unit_test(a_searching_bot_always_takes_the_same_time),
        cmocka_unit_test(a_search_that_starts_late_takes_the_same_time),
        cmocka_unit_test(a_contradicted_report_is_public),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
