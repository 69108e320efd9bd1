/* Outcomes of writes that a database server adds: unknown, and fenced. */
#include "host_world.h"

/* A table in the middle of a match, and a move that is being stored. */
struct scene {
    struct world *w;
    struct fl_table *t;
    uint32_t n, steps;
    int heard;
};

static struct scene begin_move(uint64_t seed)
{
    struct scene s = {.w = world_new(seed, NULL)};
    s.t = seat_people(s.w, "mille-sabords", "seats=person,person first=1", 2);
    s.n = s.t->n;
    s.steps = s.t->match.steps;
    s.heard = s.w->client[1].events;
    return s;
}

static void move(struct scene *s)
{
    say(s->w, 0, "move %lld card", (long long)s->w->client[0].question[0]);
}

/* Nothing is announced, nothing is taken back, and the clients know that the table has stopped. */
static void assert_undecided(const struct scene *s)
{
    assert_non_null(s->t->pending);
    assert_int_equal(s->t->n, s->n);
    assert_true(s->t->match.steps > s->steps);
    assert_int_equal(s->w->client[1].events, s->heard);
    assert_string_equal(refusal(s->w, 0), "");
    for (int i = 0; i < 2; i++) {
        assert_int_equal(s->w->client[i].stops, 1);
        assert_int_equal(s->w->client[i].goes_on, 0);
    }
}

static void an_unknown_outcome_decides_nothing(void **state)
{
    (void)state;
    struct scene s = begin_move(1);
    faulty_store_make_unknown(s.w->store, true);
    move(&s);
    assert_undecided(&s);
    pass_time(s.w, 100 * fl_usual_limits.retry);
    say(s.w, 1, "phrase 3"); /* queued behind the write */
    assert_undecided(&s);
    faulty_store_make_unknown(s.w->store, false);
    settle(s.w);
    assert_int_equal(s.t->n, s.n + 2);
    assert_int_equal(s.w->client[1].events, s.heard + 2);
    assert_int_equal(s.w->client[1].goes_on, 1);
    pictures_are_true(s.w);
    world_free(s.w);
}

static void an_unknown_outcome_may_end_as_not_committed(void **state)
{
    (void)state;
    struct scene s = begin_move(2);
    faulty_store_make_unknown(s.w->store, true);
    faulty_store_fail_all(s.w->store, true);
    move(&s);
    assert_undecided(&s);
    faulty_store_fail_all(s.w->store, false);
    faulty_store_make_unknown(s.w->store, false);
    settle(s.w);
    assert_string_equal(refusal(s.w, 0), "host.not-stored");
    assert_int_equal(s.t->match.steps, s.steps);
    assert_int_equal(s.w->client[0].stops, 1); /* reported once */
    move(&s);
    assert_int_equal(s.w->client[1].goes_on, 1);
    assert_int_equal(s.w->client[1].events, s.heard + 1);
    pictures_are_true(s.w);
    world_free(s.w);
}

static void resume(struct world *w, fl_client_id client)
{
    char id[FL_ID_TEXT], token[FL_TOKEN_TEXT];
    long long n = (long long)w->client[client].n;
    strcpy(id, w->client[client].id);
    strcpy(token, w->client[client].token);
    close_line(w, client);
    open_line(w, client);
    say(w, client, "resume %s %s %lld", id, token, n);
}

/* The write was stored although this process does not learn it: whoever comes back sees it. */
static void a_fenced_table_is_left_to_the_next_owner(void **state)
{
    (void)state;
    struct scene s = begin_move(3);
    faulty_store_make_unknown(s.w->store, true);
    move(&s);
    say(s.w, 1, "phrase 3");
    faulty_store_make_unknown(s.w->store, false);
    faulty_store_fence(s.w->store);
    settle(s.w);
    assert_int_equal(s.w->host->tables, 0);
    assert_int_equal(s.w->small.hung_up, 2);
    assert_string_equal(refusal(s.w, 0), "");
    assert_int_equal(s.w->client[1].events, s.heard);
    for (fl_client_id i = 0; i < 2; i++)
        resume(s.w, i);
    assert_int_equal(the_table(s.w, 0)->n, s.n + 1);
    assert_int_equal(s.w->client[1].n, (json_int_t)s.n + 1);
    pictures_are_true(s.w);
    world_free(s.w);
}

static void tables_without_a_write_are_lost_too(void **state)
{
    (void)state;
    struct scene s = begin_move(4);
    open_line(s.w, 5);
    say(s.w, 5, "new corsaires seats=open,open");
    assert_int_equal(s.w->host->tables, 2);
    faulty_store_fence(s.w->store);
    settle(s.w);
    assert_int_equal(s.w->host->tables, 0);
    assert_int_equal(s.w->small.hung_up, 3);
    for (fl_client_id i = 0; i < 2; i++)
        resume(s.w, i);
    struct fl_rng rng = fl_rng_from(4, 4);
    play_on(s.w, &rng, 100000, true);
    assert_int_equal(the_table(s.w, 0)->phase, FL_TABLE_FINISHED);
    pictures_are_true(s.w);
    world_free(s.w);
}

static void a_table_that_is_being_created_can_be_lost(void **state)
{
    (void)state;
    struct world *w = world_new(5, NULL);
    open_line(w, 0);
    faulty_store_make_unknown(w->store, true);
    say(w, 0, "new mille-sabords");
    assert_int_equal(w->client[0].stops, 0); /* nobody plays there yet */
    faulty_store_fence(w->store);
    settle(w);
    assert_int_equal(w->host->tables, 0);
    assert_int_equal(w->small.hung_up, 1);
    world_free(w);
}

/* Another node may have a table with the same code. */
static void a_refused_table_gets_another_id(void **state)
{
    (void)state;
    struct world *w = world_new(6, NULL);
    open_line(w, 0);
    faulty_store_share(w->store);
    faulty_store_fail(w->store, 1, 2);
    say(w, 0, "new mille-sabords");
    assert_string_equal(refusal(w, 0), "");
    assert_int_equal(w->host->tables, 1);
    assert_non_null(the_table(w, 0));
    faulty_store_fail_all(w->store, true);
    open_line(w, 1);
    say(w, 1, "new mille-sabords");
    assert_string_equal(refusal(w, 1), "host.not-stored");
    assert_int_equal(w->host->tables, 1);
    world_free(w);
}

/* ---- tables of a shared store are claimed ---- */

/* Restarts the node: the memory is empty. */
static struct scene restart_shared(uint64_t seed)
{
    struct scene s = begin_move(seed);
    faulty_store_share(s.w->store);
    move(&s);
    s.n = s.t->n;
    assert_int_equal(world_restart(s.w), 0);
    assert_int_equal(s.w->host->tables, 0);
    return s;
}

static void a_table_is_claimed_when_somebody_asks(void **state)
{
    (void)state;
    struct scene s = restart_shared(7);
    s.w->store_rests = true;
    resume(s.w, 0);
    say(s.w, 0, "phrase 3"); /* queued behind the claim */
    open_line(s.w, 4);
    char code[FL_CODE_SIZE];
    snprintf(code, sizeof code, "%s",
             json_string_value(json_object_get(s.w->client[1].table, "code")));
    say(s.w, 4, "join %s Wanda", code);
    char memory[1 << 14];
    struct fl_buf out = fl_buf_over(memory, sizeof memory);
    assert_false(fl_host_table(s.w->host, 0, code, &out));
    assert_true(fl_host_is_loading(s.w->host, code));
    assert_string_equal(refusal(s.w, 0), "");
    s.w->store_rests = false;
    settle(s.w);
    assert_false(fl_host_is_loading(s.w->host, code));
    assert_int_equal(s.w->host->tables, 1);
    assert_string_equal(refusal(s.w, 4), "");
    assert_int_equal(the_table(s.w, 0)->n, s.n + 1);
    assert_int_equal(the_table(s.w, 0)->clients, 2);
    resume(s.w, 1);
    pictures_are_true(s.w);
    world_free(s.w);
}

static void a_code_alone_finds_a_running_table(void **state)
{
    (void)state;
    struct scene s = restart_shared(8);
    char code[FL_CODE_SIZE];
    snprintf(code, sizeof code, "%s",
             json_string_value(json_object_get(s.w->client[1].table, "code")));
    open_line(s.w, 4);
    say(s.w, 4, "join %s Wanda", code);
    assert_string_equal(refusal(s.w, 4), "");
    resume(s.w, 0);
    resume(s.w, 1);
    struct fl_rng rng = fl_rng_from(8, 8);
    play_on(s.w, &rng, 100000, true);
    assert_int_equal(the_table(s.w, 0)->phase, FL_TABLE_FINISHED);
    pictures_are_true(s.w);
    world_free(s.w);
}

static void a_table_that_does_not_exist_is_refused(void **state)
{
    (void)state;
    struct scene s = restart_shared(9);
    open_line(s.w, 4);
    say(s.w, 4, "join 0000000000001234 Wanda");
    assert_string_equal(refusal(s.w, 4), "host.no-table");
    say(s.w, 4, "lobby");
    say(s.w, 4, "join 000000 Wanda");
    assert_string_equal(refusal(s.w, 4), "host.no-table");
    assert_int_equal(s.w->host->tables, 0);
    assert_int_equal(s.w->small.hung_up, 0);
    world_free(s.w);
}

/* A client that closes its connection leaves nothing behind. */
static void a_client_may_leave_while_its_table_is_claimed(void **state)
{
    (void)state;
    struct scene s = restart_shared(10);
    s.w->store_rests = true;
    resume(s.w, 0);
    close_line(s.w, 0);
    resume(s.w, 1);
    s.w->store_rests = false;
    settle(s.w);
    assert_int_equal(s.w->host->tables, 1);
    assert_int_equal(the_table(s.w, 1)->clients, 1);
    faulty_store_fence(s.w->store);
    settle(s.w);
    assert_int_equal(s.w->host->tables, 0);
    world_free(s.w);
}

static struct fl_claim claimed;

static void note_claim(struct fl_store *store, const struct fl_claim *asked)
{
    (void)store;
    claimed = *asked;
}

static void a_client_of_another_node_comes_back(void **state)
{
    (void)state;
    struct scene s = restart_shared(11);
    void (*real_claim)(struct fl_store *, const struct fl_claim *) = s.w->store->claim;
    struct fl_claim_answer answer = {FL_OWNED_ELSEWHERE, 1, "10.0.0.2:7000"};
    s.w->store->claim = note_claim;
    resume(s.w, 0);
    claimed.call(claimed.context, claimed.ticket, &answer);
    assert_int_equal(s.w->small.hung_up, 1);
    assert_int_equal(s.w->host->tables, 0);
    assert_string_equal(refusal(s.w, 0), "");
    s.w->store->claim = real_claim;
    resume(s.w, 0);
    assert_non_null(the_table(s.w, 0));
    world_free(s.w);
}

/* ---- other nodes ---- */

static struct {
    int count;
    char address[64], command[FL_MAX_LINE + 1];
} passed;

static void note_pass_on(void *context, fl_client_id client, const char *address,
                         const char *command)
{
    (void)context;
    assert_int_equal(client, 0);
    passed.count++;
    snprintf(passed.address, sizeof passed.address, "%s", address);
    snprintf(passed.command, sizeof passed.command, "%s", command);
}

/* All commands that wait for the table follow the client, in order. */
static void a_client_is_passed_on_to_the_owner(void **state)
{
    (void)state;
    struct scene s = restart_shared(12);
    struct fl_claim_answer answer = {FL_OWNED_ELSEWHERE, 1, "10.0.0.2:7000"};
    struct fl_introduction who;
    s.w->store->claim = note_claim;
    s.w->host->port.pass_on = note_pass_on;
    passed.count = 0;
    resume(s.w, 0);
    say(s.w, 0, "phrase 3");
    claimed.call(claimed.context, claimed.ticket, &answer);
    assert_int_equal(passed.count, 2);
    assert_string_equal(passed.address, "10.0.0.2:7000");
    assert_string_equal(passed.command, "phrase 3");
    assert_int_equal(s.w->small.hung_up, 0);
    assert_int_equal(s.w->host->tables, 0);
    fl_host_introduction(s.w->host, 0, &who);
    assert_true(who.greeted);
    world_free(s.w);
}

/* What a client has said at one node is known at the next one. */
static void a_client_is_introduced(void **state)
{
    (void)state;
    struct world *w = world_new(13, NULL);
    struct fl_introduction who = {.greeted = true, .name = "Wanda"}, again;
    open_line(w, 4);
    fl_host_close(w->host, 4);
    fl_host_open(w->host, 4, 0);
    say(w, 4, "lobby");
    assert_string_equal(refusal(w, 4), "host.protocol"); /* without hello */
    fl_host_introduce(w->host, 4, &who);
    fl_host_introduction(w->host, 4, &again);
    assert_true(again.greeted);
    assert_string_equal(again.name, "Wanda");
    say(w, 4, "lobby");
    assert_string_equal(refusal(w, 4), "");
    world_free(w);
}

/* Clocks are stored, then the table is released and its clients come back. */
static void a_node_that_drains_hands_over_its_tables(void **state)
{
    (void)state;
    struct world *w = world_new(14, NULL);
    struct fl_table *t =
        seat_people(w, "mille-sabords", "seats=person,person first=1 clock=bank:60+0", 2);
    uint32_t n = t->n;
    faulty_store_share(w->store);
    open_line(w, 4);
    pass_time(w, 20000);
    fl_host_drain(w->host);
    assert_false(fl_host_is_drained(w->host));
    say(w, 4, "lobby"); /* a client without a table is sent away */
    assert_int_equal(w->small.hung_up, 1);
    pass_time(w, 100);
    assert_true(fl_host_is_drained(w->host));
    assert_int_equal(w->small.hung_up, 3);
    assert_int_equal(world_restart(w), 0);
    resume(w, 0);
    t = the_table(w, 0);
    assert_true(t->n > n);
    assert_in_range(t->seat[0].time_left, 39000, 40000); /* of 60 seconds, 20 were used */
    world_free(w);
}

/* A write that is pending is finished first. */
static void a_table_that_writes_is_handed_over_afterwards(void **state)
{
    (void)state;
    struct scene s = begin_move(15);
    faulty_store_share(s.w->store);
    s.w->store_rests = true;
    move(&s);
    fl_host_drain(s.w->host);
    pass_time(s.w, 1000);
    assert_int_equal(s.w->host->tables, 1);
    s.w->store_rests = false;
    settle(s.w);
    assert_true(fl_host_is_drained(s.w->host));
    assert_int_equal(world_restart(s.w), 0);
    resume(s.w, 0);
    assert_int_equal(the_table(s.w, 0)->n, s.n + 1);
    world_free(s.w);
}

/* The public tables of other nodes follow those of this one. */
static void the_lobby_shows_other_nodes(void **state)
{
    (void)state;
    struct world *w = world_new(16, NULL);
    char memory[1 << 14];
    open_line(w, 0);
    say(w, 0, "new mille-sabords seats=person,person lobby=public");
    struct fl_buf out = fl_buf_over(memory, sizeof memory);
    fl_host_put_public(w->host, &out);
    assert_int_equal(memory[0], 'w');
    assert_non_null(strstr(memory, the_table(w, 0)->code));
    assert_int_equal(memory[out.len - 1], '\n');
    fl_host_set_neighbours(w->host, "w{\"code\":\"AAAAAA\"}\np{\"code\":\"BBBBBB\"}\nw{\"cut");
    out = fl_buf_over(memory, sizeof memory);
    fl_host_lobby(w->host, &out);
    json_t *lobby = json_loads(memory, 0, NULL);
    json_t *tables = json_object_get(lobby, "tables");
    assert_int_equal(json_array_size(tables), 3);
    const char *last = json_string_value(json_object_get(json_array_get(tables, 2), "code"));
    assert_string_equal(last, "BBBBBB");
    json_decref(lobby);
    world_free(w);
}

/* ---- a node that may have lost its tables without knowing it ---- */

static bool is_not_fresh(struct fl_store *store)
{
    (void)store;
    return false;
}

static void commands_wait_until_the_store_is_fresh(void **state)
{
    (void)state;
    struct scene s = begin_move(21);
    struct fl_store *store = s.w->host->port.store;
    open_line(s.w, 2); /* a spectator who has come from another node */
    store->is_fresh = is_not_fresh;
    move(&s);
    say(s.w, 1, "phrase 3");
    say(s.w, 2, "join %s", s.w->client[0].id);
    fl_host_release(s.w->host);
    settle(s.w);
    assert_int_equal(s.t->n, s.n);
    assert_int_equal(s.w->client[1].events, s.heard);
    assert_int_equal(s.w->client[2].n, 0);
    for (int i = 0; i < 20; i++) /* a client cannot fill the memory */
        say(s.w, 1, "phrase 1");
    assert_string_equal(refusal(s.w, 1), "host.busy");
    close_line(s.w, 1); /* and takes its commands along */
    store->is_fresh = NULL;
    fl_host_release(s.w->host);
    settle(s.w);
    assert_int_equal(s.t->n, s.n + 1); /* the move, without the phrases */
    assert_int_equal(s.w->client[2].n, (json_int_t)s.n + 1);
    say(s.w, 0, "phrase 3"); /* nothing waits any more */
    settle(s.w);
    assert_int_equal(s.t->n, s.n + 2);
    pictures_are_true(s.w);
    world_free(s.w);
}

static void commands_that_wait_end_with_the_host(void **state)
{
    (void)state;
    struct scene s = begin_move(22);
    s.w->host->port.store->is_fresh = is_not_fresh;
    move(&s);
    s.w->host->port.store->is_fresh = NULL;
    world_free(s.w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_unknown_outcome_decides_nothing),
        cmocka_unit_test(an_unknown_outcome_may_end_as_not_committed),
        cmocka_unit_test(a_fenced_table_is_left_to_the_next_owner),
        cmocka_unit_test(tables_without_a_write_are_lost_too),
        cmocka_unit_test(a_table_that_is_being_created_can_be_lost),
        cmocka_unit_test(a_refused_table_gets_another_id),
        cmocka_unit_test(a_table_is_claimed_when_somebody_asks),
        cmocka_unit_test(a_code_alone_finds_a_running_table),
        cmocka_unit_test(a_table_that_does_not_exist_is_refused),
        cmocka_unit_test(a_client_may_leave_while_its_table_is_claimed),
        cmocka_unit_test(a_client_of_another_node_comes_back),
        cmocka_unit_test(a_client_is_passed_on_to_the_owner),
        cmocka_unit_test(a_client_is_introduced),
        cmocka_unit_test(a_node_that_drains_hands_over_its_tables),
        cmocka_unit_test(a_table_that_writes_is_handed_over_afterwards),
        cmocka_unit_test(the_lobby_shows_other_nodes),
        cmocka_unit_test(commands_wait_until_the_store_is_fresh),
        cmocka_unit_test(commands_that_wait_end_with_the_host),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
