/* What goes wrong: writes that fail, people who drop and resume, servers that die, clocks, and
 * moves taken back. */
#include "host_world.h"

static void nothing_is_told_before_it_is_kept(void **state)
{
    (void)state;
    struct world *w = world_new(21, NULL);
    struct fl_table *t = seat_people(w, "mille-sabords", "seats=person,person first=1", 2);
    int heard = w->client[1].events;
    w->store_rests = true;
    say(w, 0, "move %lld card", (long long)w->client[0].question[0]);
    say(w, 0, "look"); /* reads wait too */
    open_line(w, 4);
    say(w, 4, "join %s Wanda", t->code);
    assert_int_equal(w->client[1].events, heard);
    assert_null(w->client[4].table);
    char memory[1 << 14];
    struct fl_buf out = fl_buf_over(memory, sizeof memory);
    assert_true(fl_host_table(w->host, t->code, &out)); /* readers see what was, */
    assert_null(strstr(memory, "ms.card."));
    assert_true(fl_host_record(w->host, t->code, &out));
    w->store_rests = false;
    settle(w);
    assert_int_equal(w->client[1].events, heard + 1);
    fl_buf_clear(&out);
    assert_true(fl_host_table(w->host, t->code, &out)); /* and then what is */
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
    fl_match_sight(&t->match, FL_WATCHER, &before);
    fl_memory_store_fail(w->store, true);
    for (int i = 0; i < 3; i++) {
        make_a_move(w, &rng, true);
        fl_line mover = w->client[0].refused ? 0 : 1;
        assert_string_equal(refusal(w, mover), "host.not-kept");
        assert_int_equal(t->n, n);
        assert_int_equal(t->match.steps, steps);
        assert_int_equal(t->match.rolls, rolls);
        fl_match_sight(&t->match, FL_WATCHER, &after);
        assert_memory_equal(&before.state, &after.state, t->terms.game->state_size);
        pictures_are_true(w);
    }
    assert_int_equal(w->client[1].stops, 1); /* told once */
    pass_time(w, fl_usual_limits.retry);
    assert_true(t->stopped);
    fl_memory_store_fail(w->store, false);
    pass_time(w, fl_usual_limits.retry); /* it sees by itself that it can go on */
    assert_int_equal(w->client[1].goes_on, 1);
    fl_memory_store_fail(w->store, true);
    make_a_move(w, &rng, true);
    fl_memory_store_fail(w->store, false);
    make_a_move(w, &rng, true); /* or with the next move */
    assert_int_equal(w->client[1].goes_on, 2);
    play_on(w, &rng, 100000, true);
    pictures_are_true(w);
    assert_int_equal(t->phase, FL_OVER_AND_DONE);
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
    fl_memory_store_pump(w->store);
    w->store_rests = false;
    fl_memory_store_fail(w->store, true);
    settle(w);
    struct fl_table *t = the_table(w, 0);
    assert_true(t->stopped);
    fl_memory_store_fail(w->store, false);
    pass_time(w, fl_usual_limits.retry);
    assert_false(t->stopped);
    assert_int_equal(t->phase, FL_OVER_AND_DONE);
    pictures_are_true(w);
    world_free(w);
}

static void a_table_that_cannot_be_kept_is_none(void **state)
{
    (void)state;
    struct world *w = world_new(24, NULL);
    open_line(w, 0);
    fl_memory_store_fail(w->store, true);
    say(w, 0, "new mille-sabords");
    assert_string_equal(refusal(w, 0), "host.not-kept");
    assert_true(json_is_null(json_object_get(w->client[0].you, "table")));
    assert_int_equal(w->host->tables, 0);
    fl_memory_store_fail(w->store, false);
    say(w, 0, "new mille-sabords seats=open,open");
    fl_memory_store_fail(w->store, true);
    say(w, 0, "sit 1 - Anne");
    assert_int_equal(w->host->guest[0].seats, 0);
    fl_memory_store_fail(w->store, false);
    say(w, 0, "sit 1 - Anne");
    fl_memory_store_fail(w->store, true);
    say(w, 0, "start");
    assert_string_equal(refusal(w, 0), "host.not-kept");
    fl_memory_store_fail(w->store, false);
    say(w, 0, "start");
    assert_string_equal(refusal(w, 0), "");
    pictures_are_true(w);
    world_free(w);
}

/* Whoever heard of the match by pieces knows what one knows who is told all of it at once, but for
 * what he heard with other eyes, before he sat down. */
static void log_is_whole(const struct client *c, const struct client *told, int viewer, int before)
{
    const char *n;
    json_t *entry, *all = told->entries[viewer];
    json_object_foreach(c->entries[viewer], n, entry)
        assert_true(json_equal(entry, json_object_get(all, n)));
    assert_true(json_object_size(c->entries[viewer]) + (size_t)before >= json_object_size(all));
    assert_true(json_object_size(all) > 20);
}

/* Two people and a watcher; one of them drops and resumes from what he last had, any number of
 * times, and the server dies now and then. In the end the logs of all are whole and alike. */
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
            for (fl_line line = 0; line < LINES; line++) {
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
        log_is_whole(&w->client[9], &w->client[11], FL_WATCHER, 0);
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
    pass_time(w, 1); /* a bot throws for Anne, once */
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

/* Weeks a move, until the bank holds more than can be written down. */
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
    fl_host_stop(w->host); /* a clean stop writes them down as they stand, */
    settle(w);
    assert_true(fl_host_is_quiet(w->host));
    w->small.now += 3600000;
    assert_int_equal(world_restart(w), 0);
    struct fl_table *t = the_table(w, 0);
    assert_int_equal(fl_clock_left(t, 0, w->small.now), 47000);
    pass_time(w, 7000);
    w->small.now += 3600000; /* a sudden end gives back what ran since the last event */
    assert_int_equal(world_restart(w), 0);
    t = the_table(w, 0);
    assert_int_equal(fl_clock_left(t, 0, w->small.now), 47000);
    open_line(w, 0);
    say(w, 0, "resume %s %s 0", w->client[0].id, w->client[0].token);
    pass_time(w, 1000);
    say(w, 0, "move %lld throw", (long long)w->client[0].question[0]);
    assert_string_equal(refusal(w, 0), "");
    assert_int_equal(world_restart(w), 0); /* the hours in between are in the stream, uncounted */
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
    assert_int_equal(w->client[0].undo_free, 1); /* he is told, and he alone */
    assert_int_equal(w->client[1].undo_free, 0);
    say(w, 0, "look");
    assert_int_equal(w->client[0].undo_free, 2);
    say(w, 0, "undo");
    assert_string_equal(refusal(w, 0), "");
    assert_int_equal(t->match.steps, steps - 1);
    assert_int_equal(t->n, n + 1); /* the stream grows */
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
    say(w, 1, "disagree");
    assert_int_equal(w->client[0].undo_refused, 1);
    say(w, 1, "agree");
    assert_string_equal(refusal(w, 1), "host.nothing-to-agree");
    say(w, 0, "undo");
    say(w, 1, "agree");
    assert_true(t->match.steps < steps);
    assert_int_equal(t->match.rolls, rolls); /* what was rolled stays rolled */
    pictures_are_true(w);
    play_on(w, &rng, 100000, true);
    assert_int_equal(t->phase, FL_OVER_AND_DONE);
    pictures_are_true(w);
    say(w, 0, "undo");
    assert_string_equal(refusal(w, 0), "host.not-playing"); /* the dice lie open now */
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
    assert_int_equal(t->n, n); /* Bob is back, and moves himself */
    fl_host_thought(w->host, 12345, 0);
    w->host->thoughts++;
    assert_int_equal(w->host->thoughts, 0);
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
    say(w, 1, "look");
    assert_string_equal(refusal(w, 1), "");
    assert_int_equal(the_table(w, 1)->queued, 0);
    w->store_rests = false;
    settle(w);
    world_free(w);
}

static void ignore(void *whom, uint64_t ticket, bool ok)
{
    (void)whom;
    (void)ticket;
    assert_true(ok);
}

static void commands_of_a_line_keep_their_order(void **state)
{
    (void)state;
    struct world *w = world_new(35, NULL);
    open_line(w, 0);
    open_line(w, 1);
    say(w, 0, "new mille-sabords seats=person,person");
    w->store_rests = true;
    say(w, 0, "sit 1 - Anne"); /* its write takes a while: */
    say(w, 1, "join %s Bob", w->client[0].id);
    say(w, 1, "sit 2");
    say(w, 1, "leave");
    say(w, 1, "new mille-sabords");
    say(w, 1, "sit 1");
    w->store_rests = false;
    settle(w);
    assert_string_equal(refusal(w, 1), "");
    assert_string_not_equal(w->client[1].id, w->client[0].id);
    assert_int_equal(w->host->guest[1].seats, FL_SEAT(0));
    assert_true(the_table(w, 1)->chair[0].taken);
    assert_int_equal(the_table(w, 0)->n, 3); /* Anne, Bob, and Bob no more */
    world_free(w);
}

/* Who sits down and goes elsewhere at once is told the token first, or nobody could ever open that
 * seat. */
static void nobody_overtakes_himself(void **state)
{
    (void)state;
    struct world *w = world_new(40, NULL);
    unsigned char hash[FL_HASH_SIZE];
    for (fl_line line = 0; line < 3; line++)
        open_line(w, line);
    say(w, 0, "new mille-sabords seats=person,person");
    say(w, 1, "new mille-sabords seats=person,person");
    say(w, 2, "join %s Bob", w->client[0].id);
    w->store_rests = true;
    say(w, 2, "sit 1");
    say(w, 2, "join %s", w->client[1].id);
    assert_ptr_equal(w->host->guest[2].at, the_table(w, 0));
    w->store_rests = false;
    settle(w);
    assert_ptr_equal(w->host->guest[2].at, the_table(w, 1));
    assert_true(fl_token_hash(w->client[2].token, hash));
    assert_true(fl_same_hash(hash, the_table(w, 0)->chair[0].token_hash));
    world_free(w);
}

/* What waits at a table that goes is answered all the same. */
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
    assert_ptr_equal(w->host->guest[0].at, the_table(w, 0));
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
    bob->sleeps = true; /* he hears no more of it */
    play_on(w, &rng, 100000, false);
    while (t->phase == FL_PLAYING) {
        bob->sleeps = false;
        say(w, 1, "look");
        play_on(w, &rng, 100000, false);
    }
    say(w, 0, "rematch");
    say(w, 0, "start");
    json_t *told = json_deep_copy(bob->entries[1]);
    json_object_clear(bob->entries[1]);
    bob->sleeps = false;
    say(w, 1, "look %lld", (long long)cursor);
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

/* Who was there all the time has missed nothing that only the store has. */
static void a_rematch_reads_nothing_back(void **state)
{
    (void)state;
    struct world *w = world_new(39, NULL);
    struct fl_rng rng = fl_rng_from(39, 39);
    struct fl_table *t = seat_people(w, "corsaires", "seats=person,person", 2);
    play_on(w, &rng, 100000, false);
    w->store->load = load_nothing;
    say(w, 0, "rematch");
    assert_int_equal(t->phase, FL_GATHERING);
    assert_int_equal(w->client[1].n, t->n);
    char number[16];
    snprintf(number, sizeof number, "%u", t->n);
    assert_non_null(json_object_get(w->client[1].entries[1], number));
    world_free(w);
}

/* As after an upgrade: the store has a running table of rules that this program does not know. */
static void other_rules_are_frozen_with_a_word(void **state)
{
    (void)state;
    struct world *w = world_new(38, NULL);
    struct fl_store_match match = {.id = 0xABCDEF0123456789u,
                                   .game = "mille-sabords",
                                   .version =
                                       (uint16_t)(fl_game_find("mille-sabords")->version + 1),
                                   .terms = "seats=person,person",
                                   .created = w->small.now};
    struct fl_store_seat keeper = {.seat = FL_KEEPER};
    w->store->create(w->store, &match, &keeper, (struct fl_done){.tell = ignore, .whom = w});
    assert_int_equal(world_restart(w), 1);
    open_line(w, 0);
    say(w, 0, "resume abcdef0123456789 0123456789abcdef0123456789abcdef 4");
    assert_string_equal(refusal(w, 0), "host.frozen");
    say(w, 0, "join abcdef0123456780");
    assert_string_equal(refusal(w, 0), "host.no-table");
    world_free(w);
}

/* A record is shown around: whoever reads it cannot come to the table by it. */
static void a_record_admits_nobody(void **state)
{
    (void)state;
    char memory[1 << 14], name[64];
    struct fl_buf out = fl_buf_over(memory, sizeof memory);
    struct world *w = world_new(39, NULL);
    struct fl_table *t = seat_people(w, "mille-sabords", "seats=person,person", 2);
    assert_true(fl_host_record(w->host, t->name, &out));
    assert_null(strstr(memory, t->code));
    assert_null(strstr(memory, t->name));
    assert_int_equal(sscanf(strstr(memory, "\ntable "), "\ntable %63s", name), 1);
    open_line(w, 5);
    say(w, 5, "join %s", name);
    assert_string_equal(refusal(w, 5), "host.no-table");
    world_free(w);
}

/* Appends an event to a running table of two; whether the table goes on after a restart. */
static bool goes_on_with(enum fl_event_kind kind, const unsigned char *data, size_t len)
{
    struct world *w = world_new(34, NULL);
    struct fl_rng rng = fl_rng_from(34, 34);
    struct fl_table *t = seat_people(w, "mille-sabords", "seats=person,person", 2);
    play_on(w, &rng, 5, true);
    struct fl_append append = {
        .match = t->id,
        .event = {.n = t->n + 1, .kind = kind, .at = w->small.now, .data = data, .len = len}};
    w->store->append(w->store, &append, (struct fl_done){.tell = ignore, .whom = w});
    int frozen = world_restart(w);
    bool goes_on = w->host->tables == 1;
    assert_int_equal(frozen, !goes_on);
    world_free(w);
    return goes_on;
}

/* A stream that is damaged is left alone and counted. */
static void damaged_tables_are_frozen(void **state)
{
    static const struct {
        enum fl_event_kind kind;
        size_t len;
        unsigned char data[8];
        bool sound;
    } event[] = {
        {FL_EVENT_STEP, 3, {0, 255, 255}, false},
        {FL_EVENT_STEP, 2, {0, 0}, false},
        {FL_EVENT_BOT, 1, {1}, true},
        {FL_EVENT_BOT, 1, {2}, false},
        {FL_EVENT_LEAVE, 2, {0, 1}, true},
        {FL_EVENT_LEAVE, 2, {0, 2}, false},
        {FL_EVENT_SWAP, 2, {0, 2}, false},
        {FL_EVENT_UNDO, 5, {0, 255}, false},
        {FL_EVENT_CLOCK, 8, {0}, true},
        {FL_EVENT_CLOCK, 7, {0}, false},
        {FL_EVENT_CHAT, 3, {0}, false},
        {FL_EVENT_AGAIN, 8, {0}, false},
        {FL_EVENT_BLOCK, 3, {1, 1, 'B'}, true},
        {FL_EVENT_BLOCK, 3, {1, 2, 'B'}, false},
        {FL_EVENT_BLOCK, 3, {3, 1, 1}, false},
    };
    (void)state;
    for (size_t i = 0; i < sizeof event / sizeof event[0]; i++)
        assert_int_equal(goes_on_with(event[i].kind, event[i].data, event[i].len), event[i].sound);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
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
        cmocka_unit_test(a_record_admits_nobody),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
