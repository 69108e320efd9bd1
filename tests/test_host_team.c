/* Private chat of partners: opponents and spectators never receive it. */
#include "host_world.h"

enum { SPECTATOR = 4, TAPE = 1 << 20 };

/* Four people in two teams; client 4 is a spectator. Seats 1 and 2 are partners, and seats 3 and
 * 4. */
static struct fl_table *two_teams(struct world *w, const char *more)
{
    char terms[128];
    snprintf(terms, sizeof terms, "seats=person,person,person,person teams=on %s", more);
    struct fl_table *t = seat_people(w, "corsaires", terms, 4);
    open_line(w, SPECTATOR);
    say(w, SPECTATOR, "join %s Wanda", t->name);
    return t;
}

/* The lowest client of each team: client i has seat i. */
static fl_client_id partner_of(const struct fl_table *t, fl_client_id line)
{
    const struct fl_match *m = &t->match;
    for (fl_client_id other = 0; other < 4; other++)
        if (other != line &&
            fl_team(m->game, &m->state, (int)other) == fl_team(m->game, &m->state, (int)line))
            return other;
    fail_msg("seat %d has no partner", (int)line + 1);
    return 0;
}

static void partners_receive_it_and_nobody_else(void **state)
{
    (void)state;
    struct world *w = world_new(1, NULL);
    struct fl_table *t = two_teams(w, "chat=free");
    fl_client_id partner = partner_of(t, 0);
    say(w, 0, "team-chat attack the galleon");
    assert_string_equal(refusal(w, 0), "");
    for (fl_client_id line = 0; line <= SPECTATOR; line++)
        assert_int_equal(w->client[line].chats, line == 0 || line == partner);
    say(w, 0, "team-phrase 1");
    assert_int_equal(w->client[partner].chats, 2);
    assert_true(json_is_true(json_object_get(w->client[0].you, "team")));
    assert_null(json_object_get(w->client[SPECTATOR].you, "team"));
    world_free(w);
}

/* In two equal hosts partners write different texts of the same length. Every other client receives
 * the same bytes from both, live, in the history, and as spectator of a seat that shares its
 * view. */
static void streams_of_others_are_the_same(void **state)
{
    (void)state;
    static const char *const text[2] = {"take the admiral", "wait for my turn"};
    char *memory[2][5];
    struct fl_buf tape[2][5];
    for (int twin = 0; twin < 2; twin++) {
        struct world *w = world_new(2, NULL);
        struct fl_rng rng = fl_rng_from(2, 2);
        struct fl_table *t = two_teams(w, "chat=free");
        fl_client_id partner = partner_of(t, 0);
        for (fl_client_id line = 0; line <= SPECTATOR; line++) {
            memory[twin][line] = malloc(TAPE);
            assert_non_null(memory[twin][line]);
            tape[twin][line] = fl_buf_over(memory[twin][line], TAPE);
            w->client[line].tape = &tape[twin][line];
        }
        say(w, 0, "share on"); /* a seat shares its cards, not its team's chat */
        say(w, SPECTATOR, "watch 1");
        for (int i = 0; i < 5; i++) {
            say(w, 0, "team-chat %s", text[twin]);
            say(w, partner, "team-chat %s", text[twin]);
            play_on(w, &rng, 3, true);
        }
        for (fl_client_id line = 0; line <= SPECTATOR; line++)
            say(w, line, "refresh 0");
        for (fl_client_id line = 0; line <= SPECTATOR; line++) {
            assert_false(tape[twin][line].overflowed);
            bool reads = line == 0 || line == partner;
            assert_int_equal(strstr(tape[twin][line].at, text[twin]) != NULL, reads);
            if (!reads && twin)
                assert_string_equal(tape[0][line].at, tape[1][line].at);
        }
        world_free(w);
    }
    for (int i = 0; i < 10; i++)
        free(memory[i / 5][i % 5]);
}

static void a_partner_reads_it_after_coming_back(void **state)
{
    (void)state;
    struct world *w = world_new(3, NULL);
    struct fl_table *t = two_teams(w, "chat=free");
    fl_client_id partner = partner_of(t, 0);
    char id[FL_ID_TEXT];
    memcpy(id, t->name, sizeof id);
    say(w, 0, "team-chat attack the galleon");
    world_restart(w);
    for (fl_client_id line = 0; line <= SPECTATOR; line++) {
        w->client[line].chats = 0;
        open_line(w, line);
        say(w, line, "resume %s %s 0", id, line == SPECTATOR ? "-" : w->client[line].token);
        assert_string_equal(refusal(w, line), "");
        assert_int_equal(w->client[line].chats, line == 0 || line == partner);
    }
    world_free(w);
}

static void the_channel_is_for_partners_alone(void **state)
{
    (void)state;
    struct world *w = world_new(4, NULL);
    two_teams(w, "chat=phrases");
    say(w, 0, "team-chat hello");
    assert_string_equal(refusal(w, 0), "host.chat-phrases");
    say(w, SPECTATOR, "team-phrase 1");
    assert_string_equal(refusal(w, SPECTATOR), "host.no-team");
    for (int i = 0; i < 7; i++)
        say(w, 0, i % 2 ? "phrase 1" : "team-phrase 1"); /* one limit for both */
    assert_string_equal(refusal(w, 0), "host.chat-too-fast");
    world_free(w);
}

static void there_is_none_without_teams_or_before_the_match(void **state)
{
    (void)state;
    for (int teams = 0; teams < 2; teams++) {
        struct world *w = world_new(7, NULL);
        open_line(w, 0);
        say(w, 0, "new corsaires seats=person,open,open,open teams=%s", teams ? "on" : "off");
        say(w, 0, "sit 1 - Anne");
        say(w, 0, "team-phrase 1"); /* seats may still be exchanged */
        assert_string_equal(refusal(w, 0), "host.no-team");
        say(w, 0, "start");
        say(w, 0, "team-phrase 1");
        assert_string_equal(refusal(w, 0), teams ? "" : "host.no-team");
        world_free(w);
    }
}

/* A device with seats of both teams shows its screen to both. */
static void a_shared_device_has_no_channel(void **state)
{
    (void)state;
    struct world *w = world_new(5, NULL);
    open_line(w, 0);
    open_line(w, 1);
    say(w, 0, "new corsaires seats=person,person,person,person teams=on first=1");
    say(w, 1, "join %s", w->client[0].id);
    say(w, 1, "sit 4 - Dan");
    for (int seat = 1; seat <= 3; seat++)
        say(w, 0, "sit %d - P%d", seat, seat);
    say(w, 0, "start");
    assert_string_equal(refusal(w, 0), "");
    say(w, 0, "team-phrase 1");
    assert_string_equal(refusal(w, 0), "host.no-team");
    say(w, 1, "team-phrase 1"); /* Dan's partner shares a device with Dan's opponents */
    assert_string_equal(refusal(w, 1), "");
    assert_int_equal(w->client[0].chats, 0);
    assert_int_equal(w->client[1].chats, 1);
    world_free(w);
}

/* Seats may be exchanged for a rematch, so nobody keeps the chat of the previous match. */
static void a_rematch_forgets_it(void **state)
{
    (void)state;
    struct world *w = world_new(6, NULL);
    struct fl_rng rng = fl_rng_from(6, 6);
    struct fl_table *t = two_teams(w, "chat=free");
    fl_client_id opponent = partner_of(t, 0) == 1 ? 2 : 1;
    say(w, 0, "team-chat attack the galleon");
    play_on(w, &rng, 100000, true);
    assert_int_equal(t->phase, FL_TABLE_FINISHED);
    uint32_t n = t->n;
    say(w, 0, "rematch");
    say(w, 0, "swap 1 %d", (int)opponent + 1);
    say(w, 0, "start");
    assert_string_equal(refusal(w, 0), "");
    for (fl_client_id line = 0; line <= SPECTATOR; line++) {
        w->client[line].chats = 0;
        say(w, line, "refresh 0");
        say(w, line, "refresh 1");          /* earlier matches, from the store */
        say(w, line, "refresh %d", (int)n); /* and a part of them */
        assert_int_equal(w->client[line].chats, 0);
    }
    world_free(w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(partners_receive_it_and_nobody_else),
        cmocka_unit_test(streams_of_others_are_the_same),
        cmocka_unit_test(a_partner_reads_it_after_coming_back),
        cmocka_unit_test(the_channel_is_for_partners_alone),
        cmocka_unit_test(there_is_none_without_teams_or_before_the_match),
        cmocka_unit_test(a_shared_device_has_no_channel),
        cmocka_unit_test(a_rematch_forgets_it),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
