/* The resources of a shared host that one client, one address or one long game can use. */
#include "host_world.h"

enum { ATTACKER = 7001, OTHER = 7002, MINUTE = 60000 };

static const char *phase_of(struct world *w, fl_client_id line)
{
    return json_string_value(json_object_get(w->client[line].table, "phase"));
}

/* Opens a connection, sends one command, and closes it. */
static void visit(struct world *w, fl_client_id line, uint64_t origin, const char *command)
{
    open_line_from(w, line, origin);
    say(w, line, "%s", command);
    close_line(w, line);
}

/* ---- tables ---- */

static void one_origin_opens_a_few_unused_tables(void **state)
{
    (void)state;
    struct world *w = world_new(1, NULL);
    for (uint32_t i = 0; i < fl_usual_limits.unused_per_origin; i++) {
        visit(w, 0, ATTACKER, "new corsaires");
        assert_string_equal(refusal(w, 0), "");
    }
    visit(w, 0, ATTACKER, "new corsaires");
    assert_string_equal(refusal(w, 0), "host.origin-full");
    visit(w, 1, OTHER, "new corsaires");
    assert_string_equal(refusal(w, 1), "");
    visit(w, 2, 0, "new corsaires"); /* a trusted origin */
    assert_string_equal(refusal(w, 2), "");
    world_free(w);
}

static void a_table_with_a_seated_person_is_in_use(void **state)
{
    (void)state;
    struct world *w = world_new(2, NULL);
    for (uint32_t i = 0; i < 2 * fl_usual_limits.unused_per_origin; i++) {
        open_line_from(w, 0, ATTACKER);
        say(w, 0, "new corsaires");
        assert_string_equal(refusal(w, 0), "");
        say(w, 0, "sit - - Anne");
        close_line(w, 0);
    }
    assert_int_equal(w->host->client[0].origin->unused_tables, 0);
    open_line_from(w, 0, ATTACKER);
    say(w, 0, "new corsaires");
    say(w, 0, "sit - - Anne");
    assert_int_equal(w->host->client[0].origin->unused_tables, 0);
    say(w, 0, "leave"); /* the seat is free again */
    assert_int_equal(w->host->client[0].origin->unused_tables, 1);
    pass_time(w, fl_usual_limits.empty_waiting);
    assert_int_equal(w->host->tables, 0);
    assert_int_equal(w->host->client[0].origin->unused_tables, 0);
    world_free(w);
}

static void one_origin_has_a_part_of_all_tables(void **state)
{
    (void)state;
    struct fl_limits limits = fl_usual_limits;
    limits.tables_per_origin = 5;
    struct world *w = world_new(3, &limits);
    for (int i = 0; i < 6; i++) {
        open_line_from(w, 0, ATTACKER);
        say(w, 0, "new corsaires");
        if (i < 5)
            say(w, 0, "sit - - Anne");
        close_line(w, 0);
    }
    assert_string_equal(refusal(w, 0), "host.origin-full");
    assert_int_equal(w->host->tables, 5);
    world_free(w);
}

static void empty_tables_are_closed_after_minutes(void **state)
{
    (void)state;
    struct world *w = world_new(4, NULL);
    visit(w, 0, ATTACKER, "new corsaires");
    open_line(w, 1);
    say(w, 1, "new corsaires");
    say(w, 1, "sit - - Anne");
    close_line(w, 1);
    struct fl_table *t = seat_people(w, "corsaires", "seats=person,person", 2);
    close_line(w, 0);
    close_line(w, 1);
    pass_time(w, 10 * MINUTE - 1);
    assert_int_equal(w->host->tables, 3);
    pass_time(w, 1);
    assert_int_equal(w->host->tables, 2); /* nobody had a seat */
    pass_time(w, 50 * MINUTE);
    assert_int_equal(w->host->tables, 1); /* one person had, and nobody else came */
    assert_int_equal(t->phase, FL_TABLE_PLAYING);
    pass_time(w, fl_usual_limits.empty_running);
    assert_int_equal(w->host->tables, 0);
    world_free(w);
}

static void a_restart_does_not_prolong_an_empty_table(void **state)
{
    (void)state;
    struct world *w = world_new(5, NULL);
    visit(w, 0, ATTACKER, "new corsaires");
    pass_time(w, 9 * MINUTE);
    visit(w, 0, ATTACKER, "new buccaneer");          /* the newest event of all tables */
    w->small.now += 365 * 24 * 60 * (int64_t)MINUTE; /* while the server is down */
    world_restart(w);
    assert_int_equal(w->host->tables, 2); /* the time while it was down does not count */
    pass_time(w, MINUTE);
    assert_int_equal(w->host->tables, 1);
    pass_time(w, 9 * MINUTE);
    assert_int_equal(w->host->tables, 0);
    world_free(w);
}

static void a_wrong_clock_closes_no_table(void **state)
{
    (void)state;
    struct world *w = world_new(5, NULL);
    const int64_t year = 365 * 24 * 60 * (int64_t)MINUTE;
    w->small.now += 10 * year;
    visit(w, 0, 0, "new corsaires"); /* the newest event of all tables */
    w->small.now -= 10 * year;       /* the clock of a restarted computer */
    world_restart(w);
    struct fl_table *t = seat_people(w, "corsaires", "seats=person,person,open", 2);
    uint64_t id = t->id;
    w->small.now += 10 * year;
    world_restart(w);
    pass_time(w, 9 * MINUTE);
    fl_table_look_up(w->host, NULL, w->client[0].id, &t);
    assert_non_null(t);
    assert_int_equal(t->id, id);
    world_free(w);
}

static void a_full_host_unloads_empty_tables(void **state)
{
    (void)state;
    struct fl_limits limits = fl_usual_limits;
    limits.tables = 4;
    struct world *w = world_new(6, &limits);
    struct fl_table *t = seat_people(w, "corsaires", "seats=person,person", 2);
    char id[FL_ID_TEXT], token[FL_TOKEN_TEXT];
    memcpy(id, t->name, sizeof id);
    memcpy(token, w->client[1].token, sizeof token);
    close_line(w, 0);
    close_line(w, 1);
    for (int i = 0; i < 3; i++) {
        pass_time(w, 1000);
        visit(w, 0, 0, "new corsaires");
        assert_string_equal(refusal(w, 0), "");
    }
    open_line(w, 2);
    say(w, 2, "new corsaires"); /* the fifth: the oldest empty one leaves the memory */
    assert_string_equal(refusal(w, 2), "");
    assert_true(w->host->tables <= limits.tables);
    open_line(w, 1);
    say(w, 1, "resume %s %s 0", id, token); /* but is not lost */
    assert_string_equal(refusal(w, 1), "");
    assert_string_equal(phase_of(w, 1), "playing");
    pictures_are_true(w);
    world_free(w);
}

static void a_host_full_of_people_opens_no_table(void **state)
{
    (void)state;
    struct fl_limits limits = fl_usual_limits;
    limits.tables = 2;
    struct world *w = world_new(7, &limits);
    for (fl_client_id line = 0; line < 3; line++) {
        open_line(w, line);
        say(w, line, "new corsaires");
    }
    assert_string_equal(refusal(w, 2), "host.too-many-tables");
    assert_int_equal(w->host->tables, 2);
    world_free(w);
}

/* ---- the lobby ---- */

static int listed(struct world *w, const char *id)
{
    char *memory = malloc(FL_PAGE_SIZE);
    struct fl_buf out = fl_buf_over(memory, FL_PAGE_SIZE);
    json_t *table, *lobby;
    size_t i;
    int place = 0;
    assert_non_null(memory);
    fl_host_lobby(w->host, &out);
    lobby = json_loadb(out.at, out.len, 0, NULL);
    assert_non_null(lobby);
    assert_true(json_array_size(json_object_get(lobby, "tables")) <= 100);
    json_array_foreach(json_object_get(lobby, "tables"), i, table)
    {
        if (!strcmp(json_string_value(json_object_get(table, "id")), id))
            place = (int)i + 1;
    }
    json_decref(lobby);
    free(memory);
    return place;
}

static void one_origin_cannot_fill_the_lobby(void **state)
{
    (void)state;
    enum { TABLES = 150 };
    struct world *w = world_new(8, NULL);
    fl_client_id line = LINES;
    open_line_from(w, 0, OTHER);
    say(w, 0, "new corsaires lobby=public");
    assert_int_equal(listed(w, w->client[0].id), 1);
    for (int i = 0; i < TABLES; i++, line++) { /* connections that the test does not draw */
        const char *new = "new corsaires lobby=public", *sit = "sit - - Eve";
        pass_time(w, 1000);
        fl_host_open(w->host, line, ATTACKER);
        send_line(w, line, "hello 2", 7);
        send_line(w, line, new, strlen(new));
        settle(w);
        send_line(w, line, sit, strlen(sit));
        settle(w);
    }
    assert_int_equal(w->host->tables, 1 + TABLES);
    assert_int_equal(listed(w, w->client[0].id), 1 + (int)fl_usual_limits.lobby_per_origin);
    pass_time(w, 1000);
    open_line_from(w, 1, OTHER);
    say(w, 1, "new corsaires lobby=public");
    assert_int_equal(listed(w, w->client[1].id), 1); /* the newest comes first */
    world_free(w);
}

/* ---- codes ---- */

static void wrong_codes_are_counted(void **state)
{
    (void)state;
    struct world *w = world_new(9, NULL);
    char memory[4096];
    struct fl_buf out = fl_buf_over(memory, sizeof memory);
    open_line(w, 0);
    say(w, 0, "new corsaires");
    const char *code = the_table(w, 0)->code, *id = the_table(w, 0)->name;
    for (uint32_t i = 0; i < fl_usual_limits.guess_burst; i++) {
        open_line_from(w, 1, ATTACKER); /* a new connection for every guess */
        say(w, 1, "join 00000%d", (int)i % 10);
        assert_string_equal(refusal(w, 1), "host.no-table");
        close_line(w, 1);
    }
    open_line_from(w, 1, ATTACKER);
    say(w, 1, "join %s", code);
    assert_string_equal(refusal(w, 1), "host.too-many-guesses");
    assert_false(fl_host_table(w->host, ATTACKER, code, &out));
    say(w, 1, "join %s", id); /* a link contains the id, which cannot be guessed */
    assert_string_equal(refusal(w, 1), "");
    open_line_from(w, 2, OTHER);
    say(w, 2, "join %s", code);
    assert_string_equal(refusal(w, 2), "");
    pass_time(w, fl_usual_limits.guess_pause);
    say(w, 1, "join %s", code);
    assert_string_equal(refusal(w, 1), "");
    world_free(w);
}

/* ---- chat and events ---- */

static void chat_is_limited_beyond_a_connection(void **state)
{
    (void)state;
    struct world *w = world_new(10, NULL);
    int written = 0;
    open_line(w, 0);
    say(w, 0, "new mille-sabords");
    for (int i = 0; i < 60; i++) {
        open_line_from(w, 1, ATTACKER);
        say(w, 1, "join %s Eve", w->client[0].id);
        say(w, 1, "phrase 1");
        written += !*refusal(w, 1);
        close_line(w, 1);
    }
    assert_int_equal(written, (int)fl_usual_limits.chat_burst);
    assert_string_equal(refusal(w, 1), "host.chat-too-fast");
    open_line_from(w, 2, OTHER); /* others can still chat */
    say(w, 2, "join %s Olga", w->client[0].id);
    say(w, 2, "phrase 1");
    assert_string_equal(refusal(w, 2), "");
    say(w, 0, "sit - - Anne");
    say(w, 0, "phrase 1");
    assert_string_equal(refusal(w, 0), "");
    world_free(w);
}

static void every_seat_chats_for_itself(void **state)
{
    (void)state;
    struct world *w = world_new(11, NULL);
    seat_people(w, "mille-sabords", "seats=person,person", 2); /* from one address */
    for (int i = 0; i < 6; i++)
        say(w, 0, "phrase 1");
    say(w, 0, "phrase 1");
    assert_string_equal(refusal(w, 0), "host.chat-too-fast");
    say(w, 1, "phrase 1");
    assert_string_equal(refusal(w, 1), "");
    world_free(w);
}

/* Lets a spectator write many lines, as slowly as is allowed. */
static void write_chats(struct world *w, fl_client_id line, int count)
{
    for (int i = 0; i < count; i++) {
        pass_time(w, fl_usual_limits.chat_pause);
        say(w, line, "chat %0200d", i);
        assert_string_equal(refusal(w, line), "");
    }
}

static void chat_locks_nobody_out(void **state)
{
    (void)state;
    struct world *w = world_new(12, NULL);
    enum { CHATS = 5000 };
    struct fl_table *t = seat_people(w, "mille-sabords", "seats=person,person chat=free", 2);
    char id[FL_ID_TEXT], token[FL_TOKEN_TEXT];
    memcpy(id, t->name, sizeof id);
    memcpy(token, w->client[0].token, sizeof token);
    open_line_from(w, 2, ATTACKER);
    say(w, 2, "join %s Eve", id);
    close_line(w, 0);
    write_chats(w, 2, CHATS);
    assert_int_equal(t->log.chat.count, FL_CHAT_KEPT);
    for (int restart = 0; restart < 2; restart++) {
        open_line(w, 0);
        w->client[0].bytes = 0;
        w->client[0].chats = 0;
        say(w, 0, "resume %s %s 0", id, token);
        assert_string_equal(refusal(w, 0), "");
        assert_int_equal(w->client[0].chats, FL_CHAT_KEPT);
        assert_true(w->client[0].bytes < 600000);
        world_restart(w);
    }
    world_free(w);
}

static void a_table_takes_so_many_events(void **state)
{
    (void)state;
    struct fl_limits limits = fl_usual_limits;
    limits.events = 50;
    struct world *w = world_new(13, &limits);
    open_line(w, 0);
    say(w, 0, "new mille-sabords seats=person,open");
    say(w, 0, "sit 1 - Anne");
    for (int i = 0; !*refusal(w, 0) && i < 100; i++)
        say(w, 0, i % 2 ? "swap 1 2" : "nonce word%d", i);
    assert_string_equal(refusal(w, 0), "host.too-many-events");
    assert_int_equal(the_table(w, 0)->n, 50);
    world_restart(w); /* stored events count too */
    open_line(w, 0);
    say(w, 0, "resume %s %s 0", w->client[0].id, w->client[0].token);
    say(w, 0, "phrase 1");
    assert_string_equal(refusal(w, 0), "host.too-many-events");
    say(w, 0, "start");
    assert_string_equal(refusal(w, 0), "");
    struct fl_rng rng = fl_rng_from(13, 13);
    play_on(w, &rng, 100000, true);
    say(w, 0, "rematch");
    say(w, 0, "phrase 1"); /* a new match, a new count */
    assert_string_equal(refusal(w, 0), "");
    world_free(w);
}

/* Five seats on one connection: the history is sent once per seat. Random play makes a long game.
 */
static void a_long_game_can_be_resumed(void **state)
{
    (void)state;
    struct world *w = world_new(14, NULL);
    struct fl_rng rng = fl_rng_from(14, 14);
    enum { SEATS = 5, MOVES = 4000 };
    open_line(w, 0);
    say(w, 0, "new mille-sabords target=8000 seats=person,person,person,person,person");
    for (int seat = 0; seat < SEATS; seat++)
        say(w, 0, "sit %d - P%d", seat + 1, seat + 1);
    say(w, 0, "start");
    struct fl_table *t = the_table(w, 0);
    for (int i = 0; i < MOVES && t->phase == FL_TABLE_PLAYING; i++)
        make_a_move(w, &rng, false);
    assert_true(t->n > 3000);
    close_line(w, 0);
    w->client[0].bytes = 0;
    for (int seat = 0; seat < SEATS; seat++) {
        json_decref(w->client[0].entries[seat]);
        w->client[0].entries[seat] = NULL;
    }
    open_line(w, 0);
    say(w, 0, "resume %s %s 0", w->client[0].id, w->client[0].token);
    assert_string_equal(refusal(w, 0), "");
    assert_true(w->client[0].bytes <
                (1 << 19) +
                    200000); /* history and views: a client with 1 MiB pending would be "slow" */
    for (int seat = 0; seat < SEATS; seat++) {
        char newest[16];
        snprintf(newest, sizeof newest, "%u", t->n);
        assert_non_null(json_object_get(w->client[0].entries[seat], newest));
        assert_null(json_object_get(w->client[0].entries[seat], "500"));
    }
    pictures_are_true(w);
    world_free(w);
}

static void the_newest_events_are_sent(void **state)
{
    (void)state;
    struct world *w = world_new(17, NULL);
    enum { NONCES = 3000, SENT = 2500 };
    open_line(w, 0);
    open_line(w, 1);
    say(w, 0, "new corsaires");
    say(w, 0, "sit - - Anne");
    for (int i = 0; i < NONCES; i++)
        say(w, 0, "nonce a%d", i);
    assert_int_equal(the_table(w, 0)->n, 1 + NONCES);
    say(w, 1, "join %s", w->client[0].id);
    assert_int_equal(json_object_size(w->client[1].entries[FL_SPECTATOR]), SENT);
    assert_non_null(json_object_get(w->client[1].entries[FL_SPECTATOR], "3001"));
    assert_true(the_table(w, 0)->log.other.count <= SENT + 1);
    world_free(w);
}

static bool (*load)(struct fl_store *, uint64_t match, const struct fl_store_reader *);
static int loads;

static bool count_load(struct fl_store *store, uint64_t match, const struct fl_store_reader *reader)
{
    loads++;
    return load(store, match, reader);
}

static void a_closed_table_is_not_read_again(void **state)
{
    (void)state;
    struct world *w = world_new(15, NULL);
    char memory[4096], id[FL_ID_TEXT];
    struct fl_buf out = fl_buf_over(memory, sizeof memory);
    open_line(w, 0);
    say(w, 0, "new corsaires");
    memcpy(id, w->client[0].id, sizeof id);
    load = w->store->load;
    w->store->load = count_load;
    loads = 0;
    say(w, 0, "close");
    assert_false(fl_host_table(w->host, 0, id, &out));
    assert_int_equal(loads, 0);
    world_restart(w);
    for (int i = 0; i < 5; i++)
        assert_false(fl_host_table(w->host, 0, id, &out));
    assert_int_equal(loads, 1); /* once, to check */
    world_free(w);
}

static void a_player_comes_back_to_a_busy_table(void **state)
{
    (void)state;
    struct fl_limits limits = fl_usual_limits;
    limits.queue = 4;
    struct world *w = world_new(16, &limits);
    struct fl_table *t = seat_people(w, "mille-sabords", "seats=person,person", 2);
    char token[FL_TOKEN_TEXT];
    memcpy(token, w->client[1].token, sizeof token);
    close_line(w, 1);
    open_line(w, 2);
    say(w, 2, "join %s Eve", t->name);
    w->store_rests = true; /* a slow disk */
    say(w, 0, "phrase 1");
    for (int i = 0; i < 8; i++)
        say(w, 2, "refresh");
    assert_string_equal(refusal(w, 2), "host.busy");
    open_line(w, 1);
    say(w, 1, "resume %s %s 0", t->name, token);
    assert_string_equal(refusal(w, 1), "");
    say(w, 1, "refresh"); /* one command only */
    open_line(w, 3);
    say(w, 3, "resume %s - 0", t->name); /* and no spectator */
    assert_string_equal(refusal(w, 3), "host.busy");
    w->store_rests = false;
    settle(w);
    assert_true(w->host->client[1].seats & FL_SEAT(1));
    world_free(w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_origin_opens_a_few_unused_tables),
        cmocka_unit_test(a_table_with_a_seated_person_is_in_use),
        cmocka_unit_test(one_origin_has_a_part_of_all_tables),
        cmocka_unit_test(empty_tables_are_closed_after_minutes),
        cmocka_unit_test(a_restart_does_not_prolong_an_empty_table),
        cmocka_unit_test(a_wrong_clock_closes_no_table),
        cmocka_unit_test(a_full_host_unloads_empty_tables),
        cmocka_unit_test(a_host_full_of_people_opens_no_table),
        cmocka_unit_test(one_origin_cannot_fill_the_lobby),
        cmocka_unit_test(wrong_codes_are_counted),
        cmocka_unit_test(chat_is_limited_beyond_a_connection),
        cmocka_unit_test(every_seat_chats_for_itself),
        cmocka_unit_test(chat_locks_nobody_out),
        cmocka_unit_test(a_table_takes_so_many_events),
        cmocka_unit_test(a_long_game_can_be_resumed),
        cmocka_unit_test(the_newest_events_are_sent),
        cmocka_unit_test(a_closed_table_is_not_read_again),
        cmocka_unit_test(a_player_comes_back_to_a_busy_table),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
