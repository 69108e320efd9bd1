/* Faults: failing writes, clients that disconnect and resume, servers that are killed, clocks, and
 * undo. */
#include "host_world.h"

static void nothing_is_told_before_it_is_kept(void **state)
{
    (void)state;
    struct world *w = world_new(21, NULL);
    struct fl_table *t = seat_people(w, "mille-sabords", "seats=person,person first=1", 2);
    int heard = w->client[1].events;
    w->store_rests = true;
    say(w, 0, "move %lld card", (long long)w->client[0].question[0]);
    say(w, 0, "refresh"); /* reads are queued too */
    open_line(w, 4);
    say(w, 4, "join %s Wanda", t->code);
    assert_int_equal(w->client[1].events, heard);
    assert_null(w->client[4].table);
    char memory[1 << 14];
    struct fl_buf out = fl_buf_over(memory, sizeof memory);
    assert_true(fl_host_table(w->host, 0, t->code, &out)); /* readers see the stored state, */
    assert_null(strstr(memory, "ms.card."));
    assert_true(fl_host_record(w->host, 0, t->code, &out));
    w->store_rests = false;
    settle(w);
    assert_int_equal(w->client[1].events, heard + 1);
    fl_buf_clear(&out);
    assert_true(fl_host_table(w->host, 0, t->code, &out)); /* and then the new one */
    assert_non_null(strstr(memory, "ms.card."));
    pictures_are_true(w);
    world_free(w);
}

static void a_failed_write_is_taken_back(void **state)
{
    (void)state;
    struct world *w = world_new(22, NULL);
    struct fl_rng rng = fl_rng_from(22, 22);
    struct fl_table *t = seat_people(w, "mille-sabords", "seats=person,person", 2);
    play_on(w, &rng, 5, true);
    uint32_t n = t->n, steps = t->match.steps, rolls = t->match.rolls;
    struct fl_sight before, after;
    memset(&before, 0, sizeof before);
    memset(&after, 0, sizeof after);
    fl_match_sight(&t->match, FL_SPECTATOR, &before);
    faulty_store_fail_all(w->store, true);
    for (int i = 0; i < 3; i++) {
        make_a_move(w, &rng, true);
        fl_client_id mover = w->client[0].refused ? 0 : 1;
        assert_string_equal(refusal(w, mover), "host.not-stored");
        assert_int_equal(t->n, n);
        assert_int_equal(t->match.steps, steps);
        assert_int_equal(t->match.rolls, rolls);
        fl_match_sight(&t->match, FL_SPECTATOR, &after);
        assert_memory_equal(&before.state, &after.state, t->options.game->state_size);
        pictures_are_true(w);
    }
    assert_int_equal(w->client[1].stops, 1); /* reported once */
    pass_time(w, fl_usual_limits.retry);
    assert_true(t->stopped);
    faulty_store_fail_all(w->store, false);
    pass_time(w, fl_usual_limits.retry); /* it retries by itself */
    assert_int_equal(w->client[1].goes_on, 1);
    faulty_store_fail_all(w->store, true);
    make_a_move(w, &rng, true);
    faulty_store_fail_all(w->store, false);
    make_a_move(w, &rng, true); /* or with the next move */
    assert_int_equal(w->client[1].goes_on, 2);
    play_on(w, &rng, 100000, true);
    pictures_are_true(w);
    assert_int_equal(t->phase, FL_TABLE_FINISHED);
    world_free(w);
}

static void a_table_of_bots_goes_on_by_itself(void **state)
{
    (void)state;
    struct world *w = world_new(23, NULL);
    open_line(w, 0);
    say(w, 0, "new mille-sabords seats=bot:matelot,bot:matelot");
    w->store_rests = true;
    say(w, 0, "start");
    w->store->pump(w->store);
    w->store_rests = false;
    faulty_store_fail_all(w->store, true);
    settle(w);
    struct fl_table *t = the_table(w, 0);
    assert_true(t->stopped);
    faulty_store_fail_all(w->store, false);
    pass_time(w, fl_usual_limits.retry);
    assert_false(t->stopped);
    assert_int_equal(t->phase, FL_TABLE_FINISHED);
    pictures_are_true(w);
    world_free(w);
}

static void a_table_that_cannot_be_kept_is_none(void **state)
{
    (void)state;
    struct world *w = world_new(24, NULL);
    open_line(w, 0);
    faulty_store_fail_all(w->store, true);
    say(w, 0, "new mille-sabords");
    assert_string_equal(refusal(w, 0), "host.not-stored");
    assert_true(json_is_null(json_object_get(w->client[0].you, "table")));
    assert_int_equal(w->host->tables, 0);
    faulty_store_fail_all(w->store, false);
    say(w, 0, "new mille-sabords seats=open,open");
    faulty_store_fail_all(w->store, true);
    say(w, 0, "sit 1 - Anne");
    assert_int_equal(w->host->client[0].seats, 0);
    faulty_store_fail_all(w->store, false);
    say(w, 0, "sit 1 - Anne");
    faulty_store_fail_all(w->store, true);
    say(w, 0, "start");
    assert_string_equal(refusal(w, 0), "host.not-stored");
    faulty_store_fail_all(w->store, false);
    say(w, 0, "start");
    assert_string_equal(refusal(w, 0), "");
    pictures_are_true(w);
    world_free(w);
}

/* A client that received the match in parts knows the same as one that receives it at once, except
 * for what it received with another view before it sat down. */
static void log_is_whole(const struct client *c, const struct client *told, int viewer, int before)
{
    const char *n;
    json_t *entry, *all = told->entries[viewer];
    json_object_foreach(c->entries[viewer], n, entry)
        assert_true(json_equal(entry, json_object_get(all, n)));
    assert_true(json_object_size(c->entries[viewer]) + (size_t)before >= json_object_size(all));
    assert_true(json_object_size(all) > 20);
}

/* Two people and a spectator. One of them disconnects and resumes from the last event received, any
 * number of times, and the server is killed now and then. In the end all logs are complete and
 * equal. */
static void one_who_drops_resumes_from_any_cursor(void **state)
{
    (void)state;
    for (int g = 0; fl_games[g]; g++) {
        struct world *w = world_new(300 + (uint64_t)g, NULL);
        struct fl_rng rng = fl_rng_from(25, (uint64_t)g);
        char terms[64];
        struct fl_buf out = fl_buf_over(terms, sizeof terms);
        fl_put(&out, "away=0 seats=person,person");
        for (int i = 2; i < fl_games[g]->seats_min; i++)
            fl_put(&out, ",person");
        int people = fl_games[g]->seats_min;
        seat_people(w, fl_games[g]->name, terms, people);
        open_line(w, 9);
        say(w, 9, "join %s Wanda", w->client[0].id);
        for (int round = 0; round < 60; round++) {
            bool died = fl_rng_below(&rng, 12) == 0;
            if (died)
                assert_int_equal(world_restart(w), 0);
            else
                close_line(w, 1);
            if (!died)
                play_on(w, &rng, (int)fl_rng_below(&rng, 4), false);
            for (fl_client_id line = 0; line < LINES; line++) {
                struct client *c = &w->client[line];
                if (!c->id[0] || c->open)
                    continue;
                open_line(w, line);
                say(w, line, "resume %s %s %d", c->id, line == 9 ? "-" : c->token, (int)c->n);
                assert_string_equal(refusal(w, line), "");
            }
            pictures_are_true(w);
            play_on(w, &rng, (int)fl_rng_below(&rng, 4), true);
            pictures_are_true(w);
        }
        open_line(w, 10);
        say(w, 10, "resume %s %s 0", w->client[1].id, w->client[1].token);
        log_is_whole(&w->client[1], &w->client[10], 1, people);
        open_line(w, 11);
        say(w, 11, "resume %s - 0", w->client[1].id);
        log_is_whole(&w->client[9], &w->client[11], FL_SPECTATOR, 0);
        world_free(w);
    }
}

static void clocks_run_down(void **state)
{
    (void)state;
    struct world *w = world_new(26, NULL);
    struct fl_table *t =
        seat_people(w, "mille-sabords", "seats=person,person clock=move:30 first=1", 2);
    assert_int_equal(fl_clock_left(t, 0, w->small.now), 30000);
    pass_time(w, 20000);
    assert_int_equal(fl_clock_left(t, 0, w->small.now), 10000);
    assert_int_equal(fl_clock_left(t, 1, w->small.now), 30000);
    say(w, 0, "move %lld card", (long long)w->client[0].question[0]);
    assert_int_equal(fl_clock_left(t, 0, w->small.now), 30000);
    uint32_t n = t->n;
    pass_time(w, 29999);
    assert_int_equal(t->n, n);
    pass_time(w, 1); /* a bot rolls for Anne, once */
    assert_int_equal(t->n, n + 1);
    pictures_are_true(w);
    world_free(w);
}

static void a_bank_is_topped_up(void **state)
{
    (void)state;
    struct world *w = world_new(27, NULL);
    struct fl_table *t =
        seat_people(w, "mille-sabords", "seats=person,person clock=bank:60+2 first=1", 2);
    pass_time(w, 10000);
    say(w, 0, "move %lld card", (long long)w->client[0].question[0]);
    assert_int_equal(fl_clock_left(t, 0, w->small.now), 52000);
    world_free(w);
}

/* Weeks per move, until the clock holds more than can be stored. */
static void a_bank_never_runs_over(void **state)
{
    (void)state;
    struct world *w = world_new(41, NULL);
    struct fl_rng rng = fl_rng_from(41, 41);
    struct fl_table *t =
        seat_people(w, "mille-sabords", "seats=person,person clock=bank:604800+604800", 2);
    play_on(w, &rng, 40, true);
    assert_true(fl_clock_left(t, 0, w->small.now) > UINT32_MAX);
    fl_host_stop(w->host);
    settle(w);
    assert_int_equal(world_restart(w), 0);
    assert_true(fl_clock_left(the_table(w, 0), 0, w->small.now) == UINT32_MAX);
    world_free(w);
}

static void clocks_stand_still_while_the_server_is_down(void **state)
{
    (void)state;
    struct world *w = world_new(28, NULL);
    seat_people(w, "mille-sabords", "seats=person,person clock=bank:60+2 first=1", 2);
    pass_time(w, 10000);
    say(w, 0, "move %lld card", (long long)w->client[0].question[0]);
    pass_time(w, 5000);
    fl_host_stop(w->host); /* a clean stop stores the clocks as they are, */
    settle(w);
    assert_true(fl_host_is_quiet(w->host));
    w->small.now += 3600000;
    assert_int_equal(world_restart(w), 0);
    struct fl_table *t = the_table(w, 0);
    assert_int_equal(fl_clock_left(t, 0, w->small.now), 47000);
    pass_time(w, 7000);
    w->small.now += 3600000; /* a crash restores the time since the last event */
    assert_int_equal(world_restart(w), 0);
    t = the_table(w, 0);
    assert_int_equal(fl_clock_left(t, 0, w->small.now), 47000);
    open_line(w, 0);
    say(w, 0, "resume %s %s 0", w->client[0].id, w->client[0].token);
    pass_time(w, 1000);
    say(w, 0, "move %lld throw", (long long)w->client[0].question[0]);
    assert_string_equal(refusal(w, 0), "");
    assert_int_equal(world_restart(w),
                     0); /* the hours in between are in the history, but not counted */
    assert_int_equal(fl_clock_left(the_table(w, 0), 0, w->small.now), 48000);
    world_free(w);
}

static void a_free_undo(void **state)
{
    (void)state;
    struct world *w = world_new(29, NULL);
    struct fl_rng rng = fl_rng_from(29, 29);
    struct fl_table *t = seat_people(w, "mille-sabords", "seats=person,person first=1", 2);
    while (fl_match_turn(&t->match) == FL_SEAT(0) && make_a_move(w, &rng, true))
        if (t->match.log[t->match.steps - 1].seat == 0)
            break; /* stopped: nothing was rolled */
    uint32_t n = t->n, steps = t->match.steps;
    assert_int_equal(t->match.log[steps - 1].seat, 0);
    assert_int_equal(w->client[0].undo_free, 1); /* only this client is informed */
    assert_int_equal(w->client[1].undo_free, 0);
    say(w, 0, "refresh");
    assert_int_equal(w->client[0].undo_free, 2);
    say(w, 0, "undo");
    assert_string_equal(refusal(w, 0), "");
    assert_int_equal(t->match.steps, steps - 1);
    assert_int_equal(t->n, n + 1); /* the history grows */
    pictures_are_true(w);
    play_on(w, &rng, 20, true);
    assert_int_equal(world_restart(w), 0);
    open_line(w, 0);
    say(w, 0, "resume %s %s 0", w->client[0].id, w->client[0].token);
    pictures_are_true(w);
    world_free(w);
}

static void an_undo_by_consent(void **state)
{
    (void)state;
    struct world *w = world_new(30, NULL);
    struct fl_rng rng = fl_rng_from(30, 30);
    struct fl_table *t = seat_people(w, "mille-sabords", "seats=person,person first=1", 2);
    say(w, 0, "undo");
    assert_string_equal(refusal(w, 0), "host.nothing-to-undo");
    make_a_move(w, &rng, true); /* the card: chance has answered */
    uint32_t steps = t->match.steps, rolls = t->match.rolls;
    say(w, 0, "undo");
    assert_int_equal(w->client[1].undo_asked, 1);
    assert_int_equal(t->match.steps, steps);
    answer_undo(w, 1, "disagree");
    assert_int_equal(w->client[0].undo_refused, 1);
    answer_undo(w, 1, "agree");
    assert_string_equal(refusal(w, 1), "host.nothing-to-agree");
    say(w, 0, "undo");
    answer_undo(w, 1, "agree");
    assert_true(t->match.steps < steps);
    assert_int_equal(t->match.rolls, rolls); /* rolls are not repeated */
    pictures_are_true(w);
    play_on(w, &rng, 100000, true);
    assert_int_equal(t->phase, FL_TABLE_FINISHED);
    pictures_are_true(w);
    say(w, 0, "undo");
    assert_string_equal(refusal(w, 0), "host.not-playing"); /* the dice are public now */
    world_free(w);
}

/* Moves, undos, chat and seats are in different places of a table's memory; the history joins them.
 * A client compares every entry with the one it received when the event happened. */
static void the_history_is_what_was_announced(void **state)
{
    (void)state;
    struct world *w = world_new(41, NULL);
    struct fl_rng rng = fl_rng_from(41, 41);
    struct fl_table *t =
        seat_people(w, "mille-sabords", "seats=person,person,bot:moussaillon first=1 chat=free", 2);
    for (int round = 0; round < 8; round++) {
        play_on(w, &rng, 6, true);
        for (int undo = 0; undo < 2; undo++) { /* the second one follows at once */
            say(w, 0, "undo");
            answer_undo(w, 1, "agree");
        }
        say(w, 1, "chat round %d", round);
        pass_time(w, fl_usual_limits.chat_pause);
    }
    assert_true(t->match.undos > 8);
    for (fl_client_id line = 0; line < 2; line++) {
        json_t *announced = json_deep_copy(w->client[line].entries[line]);
        json_decref(w->client[line].entries[line]);
        w->client[line].entries[line] = NULL;
        say(w, line, "refresh 0");
        json_t *history = w->client[line].entries[line], *entry;
        const char *n;
        json_object_foreach(announced, n, entry)
            assert_true(json_equal(entry, json_object_get(history, n)));
        assert_int_equal(json_object_size(history), t->n);
        json_decref(announced);
    }
    world_free(w);
}

static void stale_thoughts_are_ignored(void **state)
{
    (void)state;
    struct world *w = world_new(31, NULL);
    struct fl_table *t = seat_people(w, "mille-sabords", "seats=person,person away=10 first=2", 2);
    close_line(w, 1);
    w->bots_rest = true;
    pass_time(w, 10000);
    assert_int_equal(w->thoughts, 1);
    open_line(w, 3);
    say(w, 3, "resume %s %s 0", t->name, w->client[1].token);
    uint32_t n = t->n;
    w->bots_rest = false;
    settle(w);
    assert_int_equal(t->n, n); /* Bob is connected again: no bot plays */
    fl_host_bot_move(w->host, 12345, 0);
    w->host->think_requests++;
    assert_int_equal(w->host->think_requests, 0);
    world_free(w);
}

static void a_bots_pause_tells_nothing(void **state)
{
    (void)state;
    struct world *w = world_new(32, NULL);
    open_line(w, 0);
    say(w, 0, "new corsaires seats=bot:moussaillon,bot:moussaillon");
    say(w, 0, "start");
    uint32_t n = the_table(w, 0)->n;
    pass_time(w, 399);
    assert_int_equal(the_table(w, 0)->n, n);
    pass_time(w, 1);
    assert_int_equal(the_table(w, 0)->n, n + 1);
    world_free(w);
}

static void tables_do_not_wait_for_each_other(void **state)
{
    (void)state;
    struct world *w = world_new(33, NULL);
    open_line(w, 0);
    open_line(w, 1);
    say(w, 0, "new mille-sabords");
    say(w, 1, "new mille-sabords");
    w->store_rests = true;
    say(w, 0, "sit 1 - Anne");
    say(w, 1, "refresh");
    assert_string_equal(refusal(w, 1), "");
    assert_int_equal(the_table(w, 1)->queued, 0);
    w->store_rests = false;
    settle(w);
    world_free(w);
}

static void ignore(void *whom, uint64_t ticket, enum fl_outcome outcome)
{
    (void)whom;
    (void)ticket;
    assert_int_equal(outcome, FL_COMMITTED);
}

static void commands_of_a_line_keep_their_order(void **state)
{
    (void)state;
    struct world *w = world_new(35, NULL);
    open_line(w, 0);
    open_line(w, 1);
    say(w, 0, "new mille-sabords seats=person,person");
    w->store_rests = true;
    say(w, 0, "sit 1 - Anne"); /* its write is pending: */
    say(w, 1, "join %s Bob", w->client[0].id);
    say(w, 1, "sit 2");
    say(w, 1, "leave");
    say(w, 1, "new mille-sabords");
    say(w, 1, "sit 1");
    w->store_rests = false;
    settle(w);
    assert_string_equal(refusal(w, 1), "");
    assert_string_not_equal(w->client[1].id, w->client[0].id);
    assert_int_equal(w->host->client[1].seats, FL_SEAT(0));
    assert_true(the_table(w, 1)->seat[0].taken);
    assert_int_equal(the_table(w, 0)->n, 3); /* Anne, Bob, and Bob no more */
    world_free(w);
}

/* A client that sits down and joins another table at once receives the token first; otherwise
 * nobody could ever use that seat. */
static void nobody_overtakes_himself(void **state)
{
    (void)state;
    struct world *w = world_new(40, NULL);
    unsigned char hash[FL_HASH_SIZE];
    for (fl_client_id line = 0; line < 3; line++)
        open_line(w, line);
    say(w, 0, "new mille-sabords seats=person,person");
    say(w, 1, "new mille-sabords seats=person,person");
    say(w, 2, "join %s Bob", w->client[0].id);
    w->store_rests = true;
    say(w, 2, "sit 1");
    say(w, 2, "join %s", w->client[1].id);
    assert_ptr_equal(w->host->client[2].table, the_table(w, 0));
    w->store_rests = false;
    settle(w);
    assert_ptr_equal(w->host->client[2].table, the_table(w, 1));
    assert_true(fl_token_hash(w->client[2].token, hash));
    assert_true(fl_same_hash(hash, the_table(w, 0)->seat[0].token_hash));
    world_free(w);
}

/* Queued commands of a table that is destroyed are answered. */
static void commands_outlive_their_table(void **state)
{
    (void)state;
    struct world *w = world_new(36, NULL);
    open_line(w, 0);
    say(w, 0, "new mille-sabords");
    w->store_rests = true;
    say(w, 0, "close");
    say(w, 0, "sit 1 - Anne");
    say(w, 0, "new mille-sabords");
    w->store_rests = false;
    settle(w);
    assert_string_equal(refusal(w, 0), "host.at-no-table");
    assert_int_equal(w->host->tables, 1);
    assert_ptr_equal(w->host->client[0].table, the_table(w, 0));
    world_free(w);
}

static void a_cursor_before_a_rematch_brings_both_matches(void **state)
{
    (void)state;
    struct world *w = world_new(37, NULL);
    struct fl_rng rng = fl_rng_from(37, 37);
    struct fl_table *t = seat_people(w, "corsaires", "seats=person,person", 2);
    play_on(w, &rng, 6, false);
    struct client *bob = &w->client[1];
    json_int_t cursor = bob->n;
    bob->sleeps = true; /* this client receives nothing more */
    play_on(w, &rng, 100000, false);
    while (t->phase == FL_TABLE_PLAYING) {
        bob->sleeps = false;
        say(w, 1, "refresh");
        play_on(w, &rng, 100000, false);
    }
    say(w, 0, "rematch");
    say(w, 0, "start");
    json_t *told = json_deep_copy(bob->entries[1]);
    json_object_clear(bob->entries[1]);
    bob->sleeps = false;
    say(w, 1, "refresh %lld", (long long)cursor);
    json_t *entry;
    const char *n;
    for (uint32_t missed = (uint32_t)cursor + 1; missed <= t->n; missed++) {
        char number[16];
        snprintf(number, sizeof number, "%u", missed);
        assert_non_null(json_object_get(bob->entries[1], number));
    }
    json_object_foreach(told, n, entry) if (atoi(n) > cursor)
        assert_true(json_equal(json_object_get(bob->entries[1], n), entry));
    json_decref(told);
    pictures_are_true(w);
    world_free(w);
}

static bool load_nothing(struct fl_store *store, uint64_t match, const struct fl_store_reader *r)
{
    (void)store;
    (void)match;
    (void)r;
    fail_msg("the store was read");
    return false;
}

/* A client that was present all the time needs nothing from the store. */
static void a_rematch_reads_nothing_back(void **state)
{
    (void)state;
    struct world *w = world_new(39, NULL);
    struct fl_rng rng = fl_rng_from(39, 39);
    struct fl_table *t = seat_people(w, "corsaires", "seats=person,person", 2);
    play_on(w, &rng, 100000, false);
    w->store->load = load_nothing;
    say(w, 0, "rematch");
    assert_int_equal(t->phase, FL_TABLE_WAITING);
    assert_int_equal(w->client[1].n, t->n);
    char number[16];
    snprintf(number, sizeof number, "%u", t->n);
    assert_non_null(json_object_get(w->client[1].entries[1], number));
    world_free(w);
}

/* As after an upgrade: the store has a running table whose rules this program does not know. */
static void other_rules_are_frozen_with_a_word(void **state)
{
    (void)state;
    struct world *w = world_new(38, NULL);
    struct fl_store_match match = {.id = 0xABCDEF0123456789u,
                                   .game = "mille-sabords",
                                   .version =
                                       (uint16_t)(fl_game_find("mille-sabords")->version + 1),
                                   .options = "seats=person,person",
                                   .created = w->small.now};
    struct fl_store_seat keeper = {.seat = FL_OWNER_ROW};
    w->store->create(w->store, &match, &keeper,
                     (struct fl_store_callback){.call = ignore, .context = w});
    world_restart_unloaded(w);
    open_line(w, 0);
    say(w, 0, "resume abcdef0123456789 0123456789abcdef0123456789abcdef 4");
    assert_string_equal(refusal(w, 0), "host.frozen");
    assert_int_equal(fl_host_frozen(w->host), 1);
    say(w, 0, "join abcdef0123456780");
    assert_string_equal(refusal(w, 0), "host.no-table");
    world_free(w);
}

/* Sends a command without letting time pass. */
static void command(struct world *w, fl_client_id line, const char *text)
{
    struct fl_line checked = fl_line_check(text, strlen(text));
    fl_host_command(w->host, line, &checked);
}

/* A client need not wait until all tables are loaded after a restart. */
static void a_table_is_loaded_when_somebody_asks_for_it(void **state)
{
    (void)state;
    enum { TABLES = 10 };
    char name[TABLES][FL_ID_TEXT], code[FL_CODE_SIZE], join[64];
    struct world *w = world_new(40, NULL);
    for (int i = 0; i < TABLES; i++) {
        open_line(w, 0);
        say(w, 0, "new corsaires seats=person,person");
        strcpy(name[i], w->host->client[0].table->name);
        strcpy(code, w->host->client[0].table->code);
    }
    world_restart_unloaded(w);
    assert_int_equal(fl_host_unloaded(w->host), TABLES);
    assert_int_equal(w->host->tables, 0);
    w->client[1].open = true;
    fl_host_open(w->host, 1, 0);
    command(w, 1, "hello 2");
    snprintf(join, sizeof join, "join %s", name[3]);
    command(w, 1, join);
    assert_string_equal(w->host->client[1].table->name, name[3]);
    snprintf(join, sizeof join, "join %s", code);
    command(w, 1, join);
    assert_string_equal(w->host->client[1].table->name, name[TABLES - 1]);
    assert_int_equal(fl_host_unloaded(w->host), TABLES - 2);
    for (int ticks = 0; fl_host_unloaded(w->host); ticks++) {
        assert_true(ticks < TABLES && fl_host_wake(w->host) <= w->small.now);
        fl_host_tick(w->host);
    }
    assert_int_equal(w->host->tables, TABLES);
    assert_int_equal(fl_host_frozen(w->host), 0);
    assert_true(fl_host_wake(w->host) > w->small.now);
    world_free(w);
}

/* A record may be shared: it gives nobody access to the table. */
static void a_record_admits_nobody(void **state)
{
    (void)state;
    char memory[1 << 14], name[64];
    struct fl_buf out = fl_buf_over(memory, sizeof memory);
    struct world *w = world_new(39, NULL);
    struct fl_table *t = seat_people(w, "mille-sabords", "seats=person,person", 2);
    assert_true(fl_host_record(w->host, 0, t->name, &out));
    assert_null(strstr(memory, t->code));
    assert_null(strstr(memory, t->name));
    assert_int_equal(sscanf(strstr(memory, "\ntable "), "\ntable %63s", name), 1);
    open_line(w, 5);
    say(w, 5, "join %s", name);
    assert_string_equal(refusal(w, 5), "host.no-table");
    world_free(w);
}

/* Appends an event to a running table of two. Returns whether the table continues after a
 * restart. */
static bool goes_on_with(const char *kind, const unsigned char *data, size_t len)
{
    struct world *w = world_new(34, NULL);
    struct fl_rng rng = fl_rng_from(34, 34);
    struct fl_table *t = seat_people(w, "mille-sabords", "seats=person,person", 2);
    play_on(w, &rng, 5, true);
    struct fl_append append = {
        .match = t->id,
        .event = {.n = t->n + 1, .kind = kind, .at = w->small.now, .data = data, .len = len}};
    w->store->append(w->store, &append, (struct fl_store_callback){.call = ignore, .context = w});
    int frozen = world_restart(w);
    bool goes_on = w->host->tables == 1;
    assert_int_equal(frozen, !goes_on);
    world_free(w);
    return goes_on;
}

/* A damaged history is left unchanged and counted. */
static void damaged_tables_are_frozen(void **state)
{
    static const struct {
        const char *kind;
        size_t len;
        unsigned char data[8];
        bool sound;
    } event[] = {
        {"step", 3, {0, 255, 255}, false},
        {"step", 2, {0, 0}, false},
        {"bot", 1, {1}, true},
        {"bot", 1, {2}, false},
        {"leave", 2, {0, 1}, true},
        {"leave", 2, {0, 2}, false},
        {"swap", 2, {0, 2}, false},
        {"undo", 5, {0, 255}, false},
        {"clock", 8, {0}, true},
        {"clock", 7, {0}, false},
        {"chat", 3, {0}, false},
        {"chat", 5, {9, 1, 0, 1, 'B'}, true},
        {"chat", 5, {9, 1, 0, 2, 'B'}, false},
        {"team-chat", 4, {2, 0, 0, 0}, false},
        {"sit", 2, {0, 1}, false},
        {"chair", 3, {0, 3, 0}, false},
        {"bots", 1, {1}, false},
        {"again", 8, {0}, false},
        {"block", 3, {1, 1, 'B'}, true},
        {"block", 3, {1, 2, 'B'}, false},
        {"block", 3, {3, 1, 1}, false},
    };
    (void)state;
    for (size_t i = 0; i < sizeof event / sizeof event[0]; i++)
        assert_int_equal(goes_on_with(event[i].kind, event[i].data, event[i].len), event[i].sound);
}

/* A disk that changes one bit of one roll, the lowest, where another face or card may result. */
static struct {
    bool (*load)(struct fl_store *, uint64_t match, const struct fl_store_reader *);
    const struct fl_store_reader *reader;
    int roll, rolls; /* the one to change, and those seen so far */
} bad_disk;

static void pass_match(void *context, const struct fl_store_match *match)
{
    (void)context;
    bad_disk.reader->match(bad_disk.reader->context, match);
}

static void pass_seat(void *context, const struct fl_store_seat *seat)
{
    (void)context;
    bad_disk.reader->seat(bad_disk.reader->context, seat);
}

/* The bytes of a step: its seat, the seat's move in two, then chance's moves. A start has chance's
 * alone. */
static void change_event(void *context, const struct fl_event *event)
{
    static unsigned char data[FL_MAX_EVENT];
    struct fl_event changed = *event;
    bool is_step = !strcmp(event->kind, "step"), is_start = !strcmp(event->kind, "start");
    (void)context;
    memcpy(data, event->data, event->len);
    changed.data = data;
    for (size_t at = is_step ? 3 : 1; (is_step || is_start) && at + 1 < event->len; at += 2)
        if (bad_disk.rolls++ == bad_disk.roll)
            data[at] ^= 1;
    bad_disk.reader->event(bad_disk.reader->context, &changed);
}

static bool load_badly(struct fl_store *store, uint64_t match, const struct fl_store_reader *reader)
{
    struct fl_store_reader changing = {
        .match = pass_match, .seat = pass_seat, .event = change_event};
    bad_disk.reader = reader;
    bad_disk.rolls = 0;
    return bad_disk.load(store, match, &changing);
}

/* Without a check, a changed roll changes the game, and the host seems to have cheated. */
static void changed_dice_are_noticed(void **state)
{
    (void)state;
    int rolls = 1, frozen = 0;
    for (int roll = 0; roll < rolls; roll++) {
        struct world *w = world_new(40, NULL);
        struct fl_rng rng = fl_rng_from(40, 40);
        seat_people(w, "mille-sabords", "seats=person,person", 2);
        play_on(w, &rng, 12, true);
        bad_disk.load = w->store->load;
        bad_disk.roll = roll;
        w->store->load = load_badly;
        frozen += world_restart(w);
        rolls = bad_disk.rolls;
        w->store->load = bad_disk.load;
        world_free(w);
    }
    assert_true(rolls > 30);
    assert_int_equal(frozen, rolls);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(changed_dice_are_noticed),
        cmocka_unit_test(nothing_is_told_before_it_is_kept),
        cmocka_unit_test(a_failed_write_is_taken_back),
        cmocka_unit_test(a_table_of_bots_goes_on_by_itself),
        cmocka_unit_test(a_table_that_cannot_be_kept_is_none),
        cmocka_unit_test(one_who_drops_resumes_from_any_cursor),
        cmocka_unit_test(clocks_run_down),
        cmocka_unit_test(a_bank_is_topped_up),
        cmocka_unit_test(a_bank_never_runs_over),
        cmocka_unit_test(clocks_stand_still_while_the_server_is_down),
        cmocka_unit_test(a_free_undo),
        cmocka_unit_test(an_undo_by_consent),
        cmocka_unit_test(the_history_is_what_was_announced),
        cmocka_unit_test(stale_thoughts_are_ignored),
        cmocka_unit_test(a_bots_pause_tells_nothing),
        cmocka_unit_test(tables_do_not_wait_for_each_other),
        cmocka_unit_test(damaged_tables_are_frozen),
        cmocka_unit_test(commands_of_a_line_keep_their_order),
        cmocka_unit_test(nobody_overtakes_himself),
        cmocka_unit_test(commands_outlive_their_table),
        cmocka_unit_test(a_cursor_before_a_rematch_brings_both_matches),
        cmocka_unit_test(a_rematch_reads_nothing_back),
        cmocka_unit_test(other_rules_are_frozen_with_a_word),
        cmocka_unit_test(a_table_is_loaded_when_somebody_asks_for_it),
        cmocka_unit_test(a_record_admits_nobody),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
