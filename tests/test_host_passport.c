/* Passports in the host: signing in, devices, seats, lists of games; what others learn of them. */
#include "host/passport.h"

#include "host_world.h"

/* The secret of a device: 64 digits. */
static const char *secret_of(int device)
{
    static char text[4][65];
    static int next;
    char *at = text[next++ % 4];
    snprintf(at, 65, "%064x", 0xABC000 + device);
    return at;
}

static const char *text_in(json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));
    return text ? text : "";
}

static json_t *answer(struct world *w, fl_client_id line)
{
    assert_string_equal(refusal(w, line), "");
    assert_non_null(w->client[line].answer);
    return w->client[line].answer;
}

/* Opens a client, after closing its earlier connection. */
static void reopen_from(struct world *w, fl_client_id line, uint64_t origin)
{
    if (w->client[line].open)
        close_line(w, line);
    open_line_from(w, line, origin);
}

static void reopen(struct world *w, fl_client_id line)
{
    reopen_from(w, line, 0);
}

/* Opens a client and creates a passport. Returns its handle. */
static const char *enter(struct world *w, fl_client_id line, const char *name)
{
    static char handle[LINES][17];
    reopen(w, line);
    say(w, line, "passport new %s 7 %s", secret_of((int)line), name);
    snprintf(handle[line], 17, "%s", text_in(answer(w, line), "handle"));
    assert_int_equal(strlen(handle[line]), 16);
    return handle[line];
}

/* Opens a client that signs in with the secret of a device. */
static void sign_in(struct world *w, fl_client_id line, int device)
{
    reopen(w, line);
    say(w, line, "passport in %s", secret_of(device));
}

/* Gives a passport another device: its secret has this number. */
static void add_device(struct world *w, fl_client_id line, fl_client_id other, int device)
{
    char code[16];
    say(w, line, "passport code");
    snprintf(code, sizeof code, "%s", text_in(answer(w, line), "code"));
    assert_int_equal(strlen(code), 12);
    reopen(w, other);
    say(w, other, "passport use %s %s Phone", code, secret_of(device));
    assert_string_equal(refusal(w, other), "");
}

static json_t *list_in(struct world *w, fl_client_id line, const char *command, const char *key)
{
    say(w, line, "%s", command);
    json_t *list = json_object_get(answer(w, line), key);
    assert_non_null(list);
    return list;
}

static size_t count_in(struct world *w, fl_client_id line, const char *command, const char *key)
{
    return json_array_size(list_in(w, line, command, key));
}

/* Clients 0 and 1 with passports play a match to its end. */
static struct fl_table *play_match(struct world *w, const char *options)
{
    struct fl_rng rng = fl_rng_from(5, 5);
    say(w, 0, "new mille-sabords seats=person,person %s", options);
    say(w, 0, "sit 1 - Anne");
    say(w, 1, "join %s", w->client[0].id);
    say(w, 1, "sit 2 - Bob");
    assert_string_equal(w->client[1].token, ""); /* no token that a lost device could keep */
    say(w, 0, "start");
    assert_string_equal(refusal(w, 0), "");
    play_on(w, &rng, 5000, true);
    assert_int_equal(the_table(w, 0)->phase, FL_TABLE_FINISHED);
    return the_table(w, 0);
}

/* ---- signing in ---- */

static void a_device_signs_in_silently(void **state)
{
    (void)state;
    struct world *w = world_new(1, NULL);
    char handle[17];
    strcpy(handle, enter(w, 0, "Anne"));
    say(w, 0, "passport name Anne Bonny");
    assert_string_equal(text_in(answer(w, 0), "name"), "Anne Bonny");
    say(w, 0, "passport avatar 12");
    world_restart(w);
    sign_in(w, 0, 0);
    assert_string_equal(text_in(answer(w, 0), "handle"), handle);
    assert_string_equal(text_in(answer(w, 0), "name"), "Anne Bonny");
    assert_int_equal(json_integer_value(json_object_get(answer(w, 0), "avatar")), 12);
    sign_in(w, 1, 9);
    assert_string_equal(refusal(w, 1), "host.unknown-passport");
    assert_null(w->host->client[1].identity);
    say(w, 1, "passport new %s 1 Mary", secret_of(0));
    assert_string_equal(refusal(w, 1), "host.passport-exists");
    say(w, 0, "passport out");
    assert_null(w->host->client[0].identity);
    say(w, 0, "games");
    assert_string_equal(refusal(w, 0), "host.not-signed-in");
    world_free(w);
}

static void bad_arguments_change_nothing(void **state)
{
    static const char *const bad[][2] = {
        {"passport", "host.unknown-command"},
        {"passport on", "host.unknown-command"},
        {"passport new 12 1 Anne", "host.bad-secret"},
        {"passport in", "host.bad-secret"},
        {"passport name", "host.bad-name"},
        {"passport avatar 1000", "host.bad-avatar"},
        {"passport avatar -1", "host.bad-avatar"},
        {"passport child maybe", "host.unknown-command"},
        {"passport revoke 0", "host.unknown-device"},
        {"passport revoke 7", "host.unknown-device"},
        {"passport delete 0123456789abcdef", "host.not-your-handle"},
        {"passport use 12 34", "host.wrong-code"},
        {"games x", "host.unknown-match"},
        {"favourite 12 on", "host.unknown-match"},
        {"invite 0123456789abcdef", "host.at-no-table"},
        {"decline x", "host.no-table"},
    };
    (void)state;
    struct world *w = world_new(2, NULL);
    enter(w, 0, "Anne");
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        say(w, 0, "%s", bad[i][0]);
        assert_string_equal(refusal(w, 0), bad[i][1]);
    }
    sign_in(w, 0, 0);
    assert_string_equal(text_in(answer(w, 0), "name"), "Anne");
    world_free(w);
}

/* Commands that arrive while a device signs in wait, and keep their order. */
static void commands_wait_until_the_device_is_signed_in(void **state)
{
    char text[128];
    (void)state;
    struct world *w = world_new(3, NULL);
    enter(w, 0, "Anne");
    say(w, 0, "new corsaires seats=person,person");
    say(w, 0, "sit 1");
    close_line(w, 0);
    reopen(w, 0);
    w->store_rests = true;
    say(w, 0, "passport in %s", secret_of(0));
    snprintf(text, sizeof text, "resume %s - 0", w->client[0].id);
    send_line(w, 0, text, strlen(text));
    send_line(w, 0, "seat 2 open", 11);
    assert_int_equal(w->host->client[0].seats, 0);
    w->store_rests = false;
    settle(w);
    assert_int_equal(w->host->client[0].seats, FL_SEAT(0));
    assert_int_equal(the_table(w, 0)->seat[1].kind, FL_SEAT_OPEN);
    assert_string_equal(refusal(w, 0), "");
    w->store_rests = true;
    say(w, 0, "passport devices");
    for (int i = 0; i <= FL_JOB_COMMANDS; i++)
        send_line(w, 0, "lobby", 5);
    assert_string_equal(refusal(w, 0), "host.busy");
    close_line(w, 0); /* with a job and commands */
    w->store_rests = false;
    settle(w);
    world_free(w);
}

static void two_changes_at_once_are_both_kept(void **state)
{
    (void)state;
    struct world *w = world_new(4, NULL);
    enter(w, 0, "Anne");
    sign_in(w, 1, 0);
    w->store_rests = true;
    say(w, 0, "passport name Mary");
    say(w, 1, "passport avatar 99");
    w->store_rests = false;
    settle(w);
    sign_in(w, 2, 0);
    assert_string_equal(text_in(answer(w, 2), "name"), "Mary");
    assert_int_equal(json_integer_value(json_object_get(answer(w, 2), "avatar")), 99);
    faulty_store_fail_all(w->store, true);
    say(w, 0, "passport name Jack");
    assert_string_equal(refusal(w, 0), "host.not-stored");
    faulty_store_fail_all(w->store, false);
    sign_in(w, 2, 0);
    assert_string_equal(text_in(answer(w, 2), "name"), "Mary");
    world_free(w);
}

/* ---- devices ---- */

static void every_device_opens_the_seats(void **state)
{
    (void)state;
    struct world *w = world_new(5, NULL);
    enter(w, 0, "Anne");
    enter(w, 3, "Mallory");
    w->client[0].token[0] = '\0';
    say(w, 0, "new corsaires seats=person,person");
    say(w, 0, "sit 1");
    assert_string_equal(refusal(w, 0), "");
    assert_string_equal(w->client[0].token, ""); /* no token that a lost device could keep */
    add_device(w, 0, 1, 11);
    say(w, 1, "resume %s - 0", w->client[0].id);
    assert_int_equal(w->host->client[1].seats, FL_SEAT(0));
    assert_true(w->host->client[1].owner);
    world_restart(w);
    sign_in(w, 1, 11);
    say(w, 1, "resume %s - 0", w->client[0].id);
    assert_int_equal(w->host->client[1].seats, FL_SEAT(0));
    assert_true(w->host->client[1].owner);
    sign_in(w, 3, 3);
    reopen(w, 4);
    for (fl_client_id line = 3; line <= 4; line++) { /* another person, and nobody */
        say(w, line, "resume %s - 0", w->client[0].id);
        assert_string_equal(refusal(w, line), "");
        assert_int_equal(w->host->client[line].seats, 0);
        assert_false(w->host->client[line].owner);
        say(w, line, "resume %s %032d 0", w->client[0].id, 0);
        assert_string_equal(refusal(w, line), "host.wrong-token");
    }
    say(w, 1, "swap 1 2"); /* the passport moves with the seat */
    world_restart(w);
    sign_in(w, 0, 0);
    say(w, 0, "resume %s - 0", w->client[0].id);
    assert_int_equal(w->host->client[0].seats, FL_SEAT(1));
    world_free(w);
}

static void a_revoked_device_has_nothing_left(void **state)
{
    (void)state;
    struct world *w = world_new(6, NULL);
    enter(w, 0, "Anne");
    say(w, 0, "new corsaires seats=person,person");
    say(w, 0, "sit 1");
    add_device(w, 0, 1, 11);
    say(w, 1, "resume %s - 0", w->client[0].id);
    json_t *devices = list_in(w, 0, "passport devices", "devices");
    assert_int_equal(json_array_size(devices), 2);
    assert_string_equal(text_in(json_array_get(devices, 1), "name"), "Phone");
    assert_true(json_is_true(json_object_get(json_array_get(devices, 0), "this")));
    say(w, 0, "passport revoke 2");
    assert_int_equal(json_array_size(json_object_get(answer(w, 0), "devices")), 1);
    assert_int_equal(w->host->client[1].seats, 0);
    assert_null(w->host->client[1].table);
    assert_null(w->host->client[1].identity);
    say(w, 1, "passport in %s", secret_of(11));
    assert_string_equal(refusal(w, 1), "host.unknown-passport");
    say(w, 1, "resume %s - 0", w->client[0].id);
    assert_int_equal(w->host->client[1].seats, 0);
    assert_int_equal(w->host->client[0].seats, FL_SEAT(0)); /* the other device plays on */
    say(w, 0, "passport revoke 1");
    assert_null(w->host->client[0].identity);
    assert_int_equal(w->host->client[0].seats, 0);
    world_free(w);
}

/* A command of a connection that does not know yet that its device was revoked. */
static void every_command_is_authorised_by_the_store(void **state)
{
    static const char *const commands[] = {"games", "people", "passport devices", "passport export",
                                           "passport name Eve"};
    (void)state;
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
        struct world *w = world_new(7, NULL);
        enter(w, 0, "Anne");
        add_device(w, 0, 1, 11);
        w->store_rests = true;
        say(w, 0, "passport revoke 2");
        w->store->pump(w->store); /* read, and requested */
        say(w, 1, "%s", commands[i]);
        w->store_rests = false;
        settle(w);
        assert_null(w->host->client[1].identity);
        assert_string_equal(text_in(w->client[1].answer, "type"), "passport");
        assert_string_equal(text_in(w->client[1].answer, "handle"), "");
        sign_in(w, 2, 0);
        assert_string_equal(text_in(answer(w, 2), "name"), "Anne");
        world_free(w);
    }
}

/* The device is revoked after the job has read it, and before it stores. */
static void a_revoked_device_stores_nothing(void **state)
{
    (void)state;
    struct world *w = world_new(7, NULL);
    enter(w, 0, "Anne");
    add_device(w, 0, 1, 11);
    w->store_rests = true;
    say(w, 0, "passport revoke 2");
    say(w, 1, "passport name Eve");
    w->store_rests = false;
    settle(w);
    assert_null(w->host->client[1].identity);
    sign_in(w, 2, 0);
    assert_string_equal(text_in(answer(w, 2), "name"), "Anne");
    world_free(w);
}

/* ---- codes ---- */

static void a_code_works_once_and_for_a_short_time(void **state)
{
    (void)state;
    struct world *w = world_new(8, NULL);
    char code[16], newer[16];
    enter(w, 0, "Anne");
    say(w, 0, "passport code");
    strcpy(code, text_in(answer(w, 0), "code"));
    say(w, 0, "passport code");
    strcpy(newer, text_in(answer(w, 0), "code"));
    reopen(w, 1);
    say(w, 1, "passport use %s %s", code, secret_of(1)); /* replaced */
    assert_string_equal(refusal(w, 1), "host.wrong-code");
    say(w, 1, "passport use %s %s", newer, secret_of(0)); /* a known secret */
    assert_string_equal(refusal(w, 1), "host.passport-exists");
    say(w, 1, "passport use %s %s", newer, secret_of(1));
    assert_string_equal(text_in(answer(w, 1), "name"), "Anne");
    reopen(w, 2);
    say(w, 2, "passport use %s %s", newer, secret_of(2)); /* used */
    assert_string_equal(refusal(w, 2), "host.wrong-code");
    say(w, 0, "passport code");
    strcpy(code, text_in(answer(w, 0), "code"));
    pass_time(w, 10 * 60000);
    say(w, 2, "passport use %s %s", code, secret_of(2)); /* expired */
    assert_string_equal(refusal(w, 2), "host.wrong-code");
    assert_int_equal(count_in(w, 0, "passport devices", "devices"), 2);
    world_free(w);
}

/* Two devices use one code at the same time: one of them is added. */
static void a_code_is_used_by_one_device(void **state)
{
    (void)state;
    struct world *w = world_new(9, NULL);
    char code[16];
    enter(w, 0, "Anne");
    say(w, 0, "passport code");
    strcpy(code, text_in(answer(w, 0), "code"));
    reopen(w, 1);
    reopen(w, 2);
    w->store_rests = true;
    say(w, 1, "passport use %s %s", code, secret_of(1));
    say(w, 2, "passport use %s %s", code, secret_of(2));
    w->store_rests = false;
    settle(w);
    assert_int_equal((w->host->client[1].identity != NULL) + (w->host->client[2].identity != NULL),
                     1);
    assert_int_equal(count_in(w, 0, "passport devices", "devices"), 2);
    world_free(w);
}

static void wrong_codes_are_counted_per_address(void **state)
{
    (void)state;
    struct world *w = world_new(10, NULL);
    reopen_from(w, 0, 5);
    for (uint32_t i = 0; i < fl_usual_limits.guess_burst; i++) {
        if (i % 10 == 9) { /* a new connection does not help */
            close_line(w, 0);
            reopen_from(w, 0, 5);
        }
        if (i % 2)
            say(w, 0, "passport use %012x %s", i, secret_of(1));
        else
            say(w, 0, "passport in %s", secret_of((int)i));
        assert_string_equal(refusal(w, 0), i % 2 ? "host.wrong-code" : "host.unknown-passport");
    }
    say(w, 0, "passport use %012x %s", 77, secret_of(1));
    assert_string_equal(refusal(w, 0), "host.too-many-guesses");
    say(w, 0, "passport in %s", secret_of(1));
    assert_string_equal(refusal(w, 0), "host.too-many-guesses");
    reopen_from(w, 1, 6);
    say(w, 1, "passport use %012x %s", 77, secret_of(1));
    assert_string_equal(refusal(w, 1), "host.wrong-code");
    for (uint32_t i = 0; i < fl_usual_limits.passport_burst; i++) {
        reopen_from(w, 2, 7);
        say(w, 2, "passport new %s 1 Anne", secret_of(100 + (int)i));
        assert_string_equal(refusal(w, 2), "");
        close_line(w, 2);
    }
    reopen_from(w, 2, 7);
    say(w, 2, "passport new %s 1 Anne", secret_of(99));
    assert_string_equal(refusal(w, 2), "host.too-many-passports");
    world_free(w);
}

static void new_codes_are_limited_per_address(void **state)
{
    (void)state;
    struct world *w = world_new(24, NULL);
    reopen_from(w, 0, 5);
    say(w, 0, "passport new %s 1 Anne", secret_of(0));
    for (uint32_t i = 0; i < fl_usual_limits.code_burst; i++) {
        say(w, 0, "passport code");
        assert_string_equal(refusal(w, 0), "");
    }
    say(w, 0, "passport code");
    assert_string_equal(refusal(w, 0), "host.too-many-codes");
    pass_time(w, fl_usual_limits.code_pause);
    say(w, 0, "passport code");
    assert_string_equal(refusal(w, 0), "");
    world_free(w);
}

static void a_passport_has_a_limited_number_of_devices(void **state)
{
    (void)state;
    struct world *w = world_new(11, NULL);
    enter(w, 0, "Anne");
    for (int i = 1; i < FL_MAX_DEVICES; i++) {
        add_device(w, 0, 1, 10 + i);
        close_line(w, 1);
    }
    say(w, 0, "passport code");
    reopen(w, 1);
    say(w, 1, "passport use %s %s", text_in(answer(w, 0), "code"), secret_of(99));
    assert_string_equal(refusal(w, 1), "host.too-many-devices");
    world_free(w);
}

/* ---- seats ---- */

static void a_link_takes_the_seat_from_the_passport(void **state)
{
    (void)state;
    struct world *w = world_new(12, NULL);
    char link[FL_TOKEN_TEXT];
    enter(w, 1, "Bob");
    reopen(w, 0);
    say(w, 0, "new corsaires seats=person,person");
    say(w, 0, "sit 1 - Anne");
    say(w, 1, "join %s", w->client[0].id);
    say(w, 1, "sit 2");
    say(w, 0, "start");
    assert_int_equal(count_in(w, 1, "games", "running"), 1);
    close_line(w, 1);
    say(w, 0, "link 2");
    strcpy(link, w->client[0].link);
    sign_in(w, 1, 1);
    say(w, 1, "resume %s - 0", w->client[0].id);
    assert_int_equal(w->host->client[1].seats, 0);
    close_line(w, 1);
    sign_in(w, 1, 1);
    assert_int_equal(count_in(w, 1, "games", "running"), 0);
    w->client[1].token[0] = '\0';
    say(w, 1, "resume %s %s 0", w->client[0].id, link); /* Bob comes with the link */
    assert_int_equal(w->host->client[1].seats, FL_SEAT(1));
    assert_string_equal(w->client[1].token, "");
    assert_int_equal(count_in(w, 1, "games", "running"), 1);
    world_restart(w);
    sign_in(w, 1, 1);
    say(w, 1, "resume %s - 0", w->client[0].id);
    assert_int_equal(w->host->client[1].seats, FL_SEAT(1));
    reopen(w, 2);
    say(w, 2, "resume %s %s 0", w->client[0].id, link); /* the link works once */
    assert_string_equal(refusal(w, 2), "host.wrong-token");
    world_free(w);
}

/* Leaving before the start, a ban, a change of the seat, and closing end a running game. */
static void seats_that_are_lost_leave_the_list(void **state)
{
    static const char *const how[] = {"leave", "ban 2", "seat 2 open", "close"};
    (void)state;
    for (int i = 0; i < 4; i++) {
        struct world *w = world_new(13, NULL);
        enter(w, 1, "Bob");
        reopen(w, 0);
        say(w, 0, "new corsaires seats=person,person,person");
        say(w, 0, "sit 1 - Anne");
        say(w, 1, "join %s", w->client[0].id);
        say(w, 1, "sit 2");
        say(w, 1, "sit 3 - Chloe"); /* two people on one device */
        assert_int_equal(count_in(w, 1, "games", "running"), 1);
        if (i == 2) {
            close_line(w, 1);
            sign_in(w, 1, 1);
            say(w, 0, "%s", how[i]);
            assert_int_equal(count_in(w, 1, "games", "running"), 1); /* there is the other seat */
            say(w, 0, "seat 3 open");
        } else {
            say(w, i == 0 ? 1 : 0, "%s", how[i]);
        }
        assert_string_equal(refusal(w, 0), "");
        assert_int_equal(count_in(w, 1, "games", "running"), 0);
        if (i < 3) {
            say(w, 1, "resume %s - 0", w->client[0].id);
            assert_int_equal(w->host->client[1].seats, 0);
        }
        world_free(w);
    }
}

/* ---- my games ---- */

static void a_person_has_lists_of_games_and_people(void **state)
{
    (void)state;
    struct world *w = world_new(14, NULL);
    char anne[17], match[33];
    strcpy(anne, enter(w, 0, "Anne"));
    enter(w, 1, "Bob");
    say(w, 0, "new mille-sabords seats=person,person");
    say(w, 0, "sit 1 - Anne");
    say(w, 1, "join %s", w->client[0].id);
    say(w, 1, "sit 2 - Bob");
    say(w, 0, "start");
    json_t *game = json_array_get(list_in(w, 0, "games", "running"), 0);
    assert_string_equal(text_in(game, "table"), w->client[0].id);
    assert_string_equal(text_in(game, "phase"), "playing");
    bool mine = json_is_true(json_object_get(game, "your_turn"));
    game = json_array_get(list_in(w, 1, "games", "running"), 0);
    assert_int_equal(json_is_true(json_object_get(game, "your_turn")), !mine);
    assert_int_equal(count_in(w, 0, "people", "people"), 0); /* they have not finished a match */
    struct fl_rng rng = fl_rng_from(5, 5);
    play_on(w, &rng, 5000, true);
    assert_int_equal(the_table(w, 0)->phase, FL_TABLE_FINISHED);
    world_restart(w);
    sign_in(w, 0, 0);
    sign_in(w, 1, 1);
    assert_int_equal(count_in(w, 0, "games", "running"), 0);
    game = json_array_get(list_in(w, 1, "games", "finished"), 0);
    assert_string_equal(text_in(game, "game"), "mille-sabords");
    assert_int_equal(json_integer_value(json_array_get(json_object_get(game, "seats"), 0)), 2);
    assert_int_equal(json_array_size(json_object_get(game, "players")), 2);
    json_t *players = json_object_get(game, "players");
    json_int_t best = 0,
               winner = json_integer_value(json_array_get(json_object_get(game, "winners"), 0));
    for (size_t i = 0; i < 2; i++)
        if (json_integer_value(json_object_get(json_array_get(players, i), "score")) > best)
            best = json_integer_value(json_object_get(json_array_get(players, i), "score"));
    assert_int_equal(
        json_integer_value(json_object_get(json_array_get(players, (size_t)winner - 1), "score")),
        best);
    assert_true(json_is_null(json_object_get(w->client[1].answer, "next")));
    strcpy(match, text_in(game, "match"));
    say(w, 1, "favourite %s on", match);
    assert_string_equal(text_in(answer(w, 1), "command"), "favourite");
    game = json_array_get(list_in(w, 1, "games", "favourites"), 0);
    assert_string_equal(text_in(game, "match"), match);
    game = json_array_get(list_in(w, 1, "games", "finished"), 0);
    assert_true(json_is_true(json_object_get(game, "favourite")));
    assert_int_equal(count_in(w, 0, "games", "favourites"), 0);
    say(w, 1, "favourite %s off", match);
    assert_int_equal(count_in(w, 1, "games", "favourites"), 0);
    say(w, 1, "favourite %032d on", 1);
    assert_string_equal(refusal(w, 1), "host.unknown-match");
    json_t *person = json_array_get(list_in(w, 1, "people", "people"), 0);
    assert_string_equal(text_in(person, "handle"), anne);
    assert_string_equal(text_in(person, "name"), "Anne");
    world_free(w);
}

/* The one who leads resigns, so that the list must not follow the scores. */
static void a_game_that_players_end_has_their_result(void **state)
{
    (void)state;
    struct world *w = world_new(15, NULL);
    struct fl_rng rng = fl_rng_from(5, 5);
    enter(w, 0, "Anne");
    enter(w, 1, "Bob");
    say(w, 0, "new mille-sabords seats=person,person");
    say(w, 0, "sit 1 - Anne");
    say(w, 1, "join %s", w->client[0].id);
    say(w, 1, "sit 2 - Bob");
    say(w, 0, "start");
    struct fl_table *t = the_table(w, 0);
    const struct fl_game *g = t->match.game;
    int32_t by = 0;
    for (int i = 0; i < 200 && !by && t->phase == FL_TABLE_PLAYING; i++) {
        play_on(w, &rng, 1, true);
        by = g->score(&t->match.state, 0) - g->score(&t->match.state, 1);
    }
    assert_int_equal(t->phase, FL_TABLE_PLAYING);
    int leader = by > 0 ? 0 : 1;
    say(w, (fl_client_id)leader, "resign");
    json_t *game = json_array_get(list_in(w, 0, "games", "finished"), 0);
    assert_int_equal(json_array_size(json_object_get(game, "winners")), 1);
    assert_int_equal(json_integer_value(json_array_get(json_object_get(game, "winners"), 0)),
                     2 - leader);
    assert_int_equal(count_in(w, 1, "games", "running"), 0);
    assert_int_equal(count_in(w, 1, "people", "people"), 1);
    world_free(w);
}

static void a_rematch_is_a_game_of_its_own(void **state)
{
    (void)state;
    struct world *w = world_new(15, NULL);
    struct fl_rng rng = fl_rng_from(6, 6);
    enter(w, 0, "Anne");
    enter(w, 1, "Bob");
    play_match(w, "");
    assert_int_equal(count_in(w, 0, "games", "running"), 0);
    pass_time(w, 1000);
    say(w, 0, "rematch");
    assert_int_equal(count_in(w, 1, "games", "running"), 1);
    say(w, 0, "start");
    play_on(w, &rng, 5000, true);
    assert_int_equal(count_in(w, 1, "games", "running"), 0);
    assert_int_equal(count_in(w, 1, "games", "finished"), 2);
    assert_int_equal(count_in(w, 1, "people", "people"), 1);
    world_free(w);
}

/* A game with a bot, and a lesson, have no other person; a lesson does not count. */
static void bots_and_lessons_are_nobody(void **state)
{
    (void)state;
    struct world *w = world_new(16, NULL);
    struct fl_rng rng = fl_rng_from(7, 7);
    enter(w, 0, "Anne");
    say(w, 0, "new mille-sabords seats=person,bot:matelot");
    say(w, 0, "sit 1");
    say(w, 0, "start");
    for (int i = 0; i < 400 && the_table(w, 0)->phase == FL_TABLE_PLAYING; i++) {
        play_on(w, &rng, 100, true);
        pass_time(w, 1000);
    }
    json_t *game = json_array_get(list_in(w, 0, "games", "finished"), 0);
    json_t *bot = json_array_get(json_object_get(game, "players"), 1);
    assert_string_equal(text_in(bot, "kind"), "bot");
    assert_int_equal(count_in(w, 0, "people", "people"), 0);
    world_free(w);
}

static void a_person_invites_people_they_have_played_with(void **state)
{
    (void)state;
    struct world *w = world_new(17, NULL);
    char bob[17], id[FL_ID_TEXT];
    enter(w, 0, "Anne");
    strcpy(bob, enter(w, 1, "Bob"));
    enter(w, 2, "Mallory");
    play_match(w, "");
    say(w, 2, "new corsaires seats=person,person");
    say(w, 2, "invite %s", bob); /* a handle that she has got from somebody */
    assert_string_equal(refusal(w, 2), "host.unknown-person");
    say(w, 2, "invite %016x", 5);
    assert_string_equal(refusal(w, 2), "host.unknown-person");
    say(w, 0, "leave");
    say(w, 0, "new corsaires seats=person,person");
    strcpy(id, w->client[0].id);
    say(w, 0, "invite %s", bob);
    assert_string_equal(text_in(answer(w, 0), "command"), "invite");
    assert_string_equal(text_in(w->client[1].invitation, "table"), id);
    json_t *invitation = json_array_get(list_in(w, 1, "games", "invitations"), 0);
    assert_string_equal(text_in(invitation, "table"), id);
    assert_string_equal(text_in(invitation, "name"), "Anne");
    assert_int_equal(count_in(w, 2, "games", "invitations"), 0);
    world_restart(w);
    sign_in(w, 1, 1);
    assert_int_equal(count_in(w, 1, "games", "invitations"), 1);
    say(w, 1, "decline %s", id);
    assert_int_equal(count_in(w, 1, "games", "invitations"), 0);
    sign_in(w, 0, 0);
    say(w, 0, "resume %s - 0", id);
    say(w, 0, "invite %s", bob);
    pass_time(w, (int64_t)7 * 24 * 3600000 + 1);
    sign_in(w, 3, 1);
    assert_int_equal(count_in(w, 3, "games", "invitations"), 0);
    world_free(w);
}

static void ignore(void *context, uint64_t ticket, enum fl_outcome outcome)
{
    (void)context;
    (void)ticket;
    (void)outcome;
}

/* The games are written directly, because playing them takes too long. */
static void many_games_come_in_pages(void **state)
{
    enum { GAMES = 460 };
    (void)state;
    struct world *w = world_new(18, NULL);
    uint64_t passport = strtoull(enter(w, 0, "Anne"), NULL, 16);
    for (int i = 0; i < GAMES; i++) {
        struct fl_change_list *list = &w->host->changes;
        struct fl_entry_key key = fl_entry_key_of(FL_SPACE_FINISHED, passport);
        struct fl_value value = {.len = 0};
        fl_entry_key_add_number(&key, ~(uint64_t)(1000 + i));
        fl_entry_key_add_number(&key, (uint64_t)i);
        fl_value_add_text(&value, "corsaires");
        fl_value_add_number(&value, 0, 5);
        fl_changes_clear(list);
        fl_changes_add(list, FL_CHANGE_PUT, &key, &value, NULL);
        w->store->change(w->store, list->change, 1, (struct fl_store_callback){.call = ignore});
    }
    settle(w);
    int seen = 0;
    char cursor[40] = "";
    do {
        char command[64];
        snprintf(command, sizeof command, "games %s", cursor);
        json_t *games = list_in(w, 0, command, "finished");
        for (size_t i = 0; i < json_array_size(games); i++, seen++)
            assert_int_equal(json_integer_value(json_object_get(json_array_get(games, i), "at")),
                             1000 + GAMES - 1 - seen);
        snprintf(cursor, sizeof cursor, "%s", text_in(w->client[0].answer, "next"));
    } while (*cursor);
    assert_int_equal(seen, GAMES);
    w->client[0].answers = 0;
    say(w, 0, "passport export");
    assert_int_equal(w->client[0].answers, 3); /* 200 games each */
    assert_true(json_is_true(json_object_get(answer(w, 0), "last")));
    world_free(w);
}

/* ---- merging and deleting ---- */

static void a_merged_passport_has_the_games_of_both(void **state)
{
    (void)state;
    struct world *w = world_new(19, NULL);
    char anne[17], bob[17];
    strcpy(anne, enter(w, 0, "Anne"));
    strcpy(bob, enter(w, 1, "Bob"));
    play_match(w, "");
    say(w, 0, "leave");
    say(w, 0, "new corsaires seats=person,person");
    say(w, 0, "sit 1");
    enter(w, 2, "Anne's phone");
    say(w, 2, "passport merge %s", secret_of(9));
    assert_string_equal(refusal(w, 2), "host.unknown-passport");
    say(w, 2, "passport merge %s", secret_of(2));
    assert_string_equal(refusal(w, 2), "host.same-passport");
    say(w, 2, "passport merge %s", secret_of(0));
    assert_string_equal(text_in(answer(w, 2), "name"), "Anne's phone");
    assert_int_equal(count_in(w, 2, "games", "finished"), 1);
    assert_int_equal(count_in(w, 2, "games", "running"), 1);
    assert_int_equal(count_in(w, 2, "people", "people"), 1);
    assert_int_equal(count_in(w, 2, "passport devices", "devices"), 2);
    say(w, 2, "resume %s - 0", w->client[0].id);
    assert_int_equal(w->host->client[2].seats, FL_SEAT(0));
    sign_in(w, 0, 0); /* the old device leads to the merged passport */
    assert_string_equal(text_in(answer(w, 0), "name"), "Anne's phone");
    say(w, 1, "leave");
    say(w, 1, "new corsaires seats=person,person");
    say(w, 1, "invite %s", anne); /* the old handle stays valid */
    assert_string_equal(refusal(w, 1), "");
    assert_int_equal(count_in(w, 2, "games", "invitations"), 1);
    world_restart(w);
    sign_in(w, 0, 0);
    say(w, 0, "resume %s - 0", w->client[0].id);
    assert_int_equal(w->host->client[0].seats, FL_SEAT(0));
    enter(w, 4, "Third"); /* a chain */
    say(w, 4, "passport merge %s", secret_of(2));
    assert_int_equal(count_in(w, 4, "games", "finished"), 1);
    assert_int_equal(count_in(w, 4, "games", "invitations"), 1);
    world_free(w);
}

struct search {
    const unsigned char *at;
    size_t len;
    int found;
};

static void search_entry(void *context, int range, const struct fl_entry *entry)
{
    struct search *s = context;
    (void)range;
    for (int part = 0; part < 2; part++) {
        const unsigned char *at = part ? entry->value : entry->key;
        size_t len = part ? entry->len : entry->key_len;
        for (size_t i = 0; i + s->len <= len; i++)
            s->found += !memcmp(at + i, s->at, s->len);
    }
}

static void end_search(void *context, uint64_t ticket, bool ok)
{
    (void)context;
    (void)ticket;
    assert_true(ok);
}

/* How often bytes occur in the keys and values of the store. */
static int count_bytes(struct world *w, const void *bytes, size_t len)
{
    struct search s = {.at = bytes, .len = len};
    struct fl_range all = {.limit = 100000};
    struct fl_scan scan = {
        .range = &all, .ranges = 1, .entry = search_entry, .call = end_search, .context = &s};
    w->store->scan(w->store, &scan);
    settle(w);
    return s.found;
}

static void nothing_of_a_deleted_passport_is_left(void **state)
{
    (void)state;
    struct world *w = world_new(20, NULL);
    char anne[17];
    unsigned char big[8], little[8];
    strcpy(anne, enter(w, 0, "Anne"));
    uint64_t id = strtoull(anne, NULL, 16);
    for (int i = 0; i < 8; i++) {
        big[i] = (unsigned char)(id >> 8 * (7 - i));
        little[i] = (unsigned char)(id >> 8 * i);
    }
    const char *bob = enter(w, 1, "Bob");
    play_match(w, "");
    say(w, 0, "leave");
    say(w, 0, "new corsaires seats=person,person");
    say(w, 0, "sit 1");
    say(w, 0, "invite %s", bob);
    say(w, 0, "passport code");
    add_device(w, 0, 3, 11);
    say(w, 0, "favourite %s on",
        text_in(json_array_get(list_in(w, 0, "games", "finished"), 0), "match"));
    say(w, 0, "passport code");
    assert_true(count_bytes(w, big, 8) > 5);
    say(w, 0, "passport delete %s", anne);
    assert_string_equal(refusal(w, 0), "host.at-a-table");
    say(w, 3, "passport delete %s", anne);
    assert_string_equal(refusal(w, 3), "");
    assert_int_equal(count_bytes(w, big, 8), 0);
    assert_int_equal(count_bytes(w, little, 8), 0);
    assert_int_equal(count_bytes(w, "C", 1) - count_bytes(w, "Ch", 2) > 100, 0);
    assert_null(w->host->client[0].identity); /* the other device, too */
    assert_int_equal(w->host->client[0].seats, 0);
    assert_int_equal(the_table(w, 0)->seat[0].passport, 0);
    assert_int_equal(count_in(w, 1, "people", "people"), 0);
    assert_int_equal(count_in(w, 1, "games", "invitations"), 0);
    assert_int_equal(count_in(w, 1, "games", "finished"), 1); /* Bob's result stays */
    say(w, 0, "passport in %s", secret_of(0));
    assert_string_equal(refusal(w, 0), "host.unknown-passport");
    world_restart(w);
    reopen(w, 0);
    struct fl_table *t = the_table(w, 0);
    assert_non_null(t);
    assert_int_equal(t->seat[0].passport, 0);
    world_free(w);
}

/* The table is in memory while its player's passport is deleted; its end stores nothing of it. */
static void a_game_that_ends_after_the_passport_stores_nothing(void **state)
{
    (void)state;
    struct world *w = world_new(21, NULL);
    struct fl_rng rng = fl_rng_from(8, 8);
    char anne[17];
    strcpy(anne, enter(w, 0, "Anne"));
    enter(w, 1, "Bob");
    say(w, 0, "new mille-sabords seats=person,person");
    say(w, 0, "sit 1 - Anne");
    say(w, 1, "join %s", w->client[0].id);
    say(w, 1, "sit 2 - Bob");
    say(w, 0, "start");
    uint64_t id = strtoull(anne, NULL, 16);
    struct fl_table *t = the_table(w, 0);
    sign_in(w, 2, 0);
    say(w, 2, "passport delete %s", anne);
    assert_int_equal(t->seat[0].passport, 0);
    t->seat[0].passport = id; /* as at another node, which does not know yet */
    say(w, 0, "resume %s - 0", t->name);
    t->options.away = 1;
    pass_time(w, 5000);
    for (int i = 0; i < 400 && t->phase == FL_TABLE_PLAYING; i++) {
        play_on(w, &rng, 100, true);
        pass_time(w, 1000);
    }
    assert_int_equal(t->phase, FL_TABLE_FINISHED);
    struct fl_entry_key key = fl_entry_key_of(FL_SPACE_FINISHED, id);
    assert_int_equal(count_bytes(w, key.at, key.len), 0);
    assert_int_equal(count_in(w, 1, "games", "finished"), 1);
    world_free(w);
}

/* ---- children ---- */

static void a_child_has_phrases_and_private_tables_only(void **state)
{
    (void)state;
    struct world *w = world_new(22, NULL);
    enter(w, 0, "Anne");
    enter(w, 1, "Kid");
    say(w, 1, "passport child on");
    assert_true(json_is_true(json_object_get(answer(w, 1), "child")));
    say(w, 1, "lobby");
    assert_string_equal(refusal(w, 1), "host.child");
    say(w, 1, "new corsaires lobby=public");
    assert_string_equal(refusal(w, 1), "host.child");
    say(w, 0, "new corsaires seats=person,person lobby=public");
    say(w, 1, "join %s", w->client[0].id);
    assert_string_equal(refusal(w, 1), "host.child");
    say(w, 1, "resume %s - 0", w->client[0].id);
    assert_string_equal(refusal(w, 1), "host.child");
    say(w, 0, "close");
    say(w, 0, "new corsaires seats=person,person chat=free");
    say(w, 0, "sit 1");
    say(w, 1, "join %s", w->client[0].id);
    say(w, 1, "sit 2");
    assert_string_equal(refusal(w, 1), "");
    say(w, 1, "chat My address is");
    assert_string_equal(refusal(w, 1), "host.child");
    say(w, 1, "phrase 1");
    assert_string_equal(refusal(w, 1), "");
    int chats = w->client[1].chats;
    say(w, 0, "chat Where do you live?");
    assert_string_equal(refusal(w, 0), "");
    assert_int_equal(w->client[1].chats, chats);
    say(w, 0, "phrase 2");
    assert_int_equal(w->client[1].chats, chats + 1);
    world_restart(w);
    sign_in(w, 1, 1);
    w->client[1].chats = 0;
    say(w, 1, "resume %s - 0", w->client[0].id);
    assert_int_equal(w->client[1].chats, 2); /* the log has no texts either */
    world_free(w);
}

/* ---- what others learn ---- */

/* Everything that Mallory receives does not depend on what the passport of Bob contains, nor on
 * whether a handle that she has not met exists. */
static void nobody_learns_of_the_passports_of_others(void **state)
{
    enum { TAPE = 1 << 20 };
    static char memory[2][TAPE];
    struct fl_buf tape[2];
    char bob[17], id[FL_ID_TEXT];
    (void)state;
    for (int i = 0; i < 2; i++) {
        struct world *w = world_new(23, NULL);
        struct fl_rng rng = fl_rng_from(9, 9);
        tape[i] = fl_buf_over(memory[i], TAPE);
        reopen(w, 0);
        if (!i)
            enter(w, 0, "Anne");
        reopen(w, 1);
        if (!i)
            strcpy(bob, enter(w, 1, "Bob"));
        if (!i) { /* in the second world there are no passports, and nothing was played */
            play_match(w, "");
            say(w, 0, "leave");
            say(w, 1, "passport listed on");
        }
        close_line(w, 0);
        close_line(w, 1);
        w->small.rng = fl_rng_from(99, 9);
        w->small.now = 100000000;
        w->client[2].tape = &tape[i];
        enter(w, 2, "Mallory");
        say(w, 2, "new mille-sabords seats=person,person");
        say(w, 2, "sit 1");
        strcpy(id, w->client[2].id);
        reopen(w, 4); /* Bob sits down, in the first world with a passport */
        if (!i)
            say(w, 4, "passport in %s", secret_of(1));
        say(w, 4, "join %s Bob", id);
        w->small.rng = fl_rng_from(98, 9);
        say(w, 4, "sit 2 - Bob");
        w->small.rng = fl_rng_from(97, 9);
        say(w, 2, "start");
        play_on(w, &rng, 10, true);
        static const char *const commands[] = {"games",    "people",           "refresh 0",
                                               "record",   "passport devices", "lobby",
                                               "invite @", "passport export",  "decline @"};
        for (size_t n = 0; n < sizeof commands / sizeof *commands; n++) {
            char text[128];
            snprintf(text, sizeof text, "%s", commands[n]);
            if (strchr(text, '@'))
                strcpy(strchr(text, '@'), bob);
            say(w, 2, "%s", text);
        }
        assert_null(strstr(tape[i].at, bob));
        world_free(w);
    }
    assert_false(tape[0].overflowed);
    assert_string_equal(tape[0].at, tape[1].at);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_device_signs_in_silently),
        cmocka_unit_test(bad_arguments_change_nothing),
        cmocka_unit_test(commands_wait_until_the_device_is_signed_in),
        cmocka_unit_test(two_changes_at_once_are_both_kept),
        cmocka_unit_test(every_device_opens_the_seats),
        cmocka_unit_test(a_revoked_device_has_nothing_left),
        cmocka_unit_test(every_command_is_authorised_by_the_store),
        cmocka_unit_test(a_revoked_device_stores_nothing),
        cmocka_unit_test(a_code_works_once_and_for_a_short_time),
        cmocka_unit_test(a_code_is_used_by_one_device),
        cmocka_unit_test(wrong_codes_are_counted_per_address),
        cmocka_unit_test(new_codes_are_limited_per_address),
        cmocka_unit_test(a_passport_has_a_limited_number_of_devices),
        cmocka_unit_test(a_link_takes_the_seat_from_the_passport),
        cmocka_unit_test(seats_that_are_lost_leave_the_list),
        cmocka_unit_test(a_person_has_lists_of_games_and_people),
        cmocka_unit_test(a_game_that_players_end_has_their_result),
        cmocka_unit_test(a_rematch_is_a_game_of_its_own),
        cmocka_unit_test(bots_and_lessons_are_nobody),
        cmocka_unit_test(a_person_invites_people_they_have_played_with),
        cmocka_unit_test(many_games_come_in_pages),
        cmocka_unit_test(a_merged_passport_has_the_games_of_both),
        cmocka_unit_test(nothing_of_a_deleted_passport_is_left),
        cmocka_unit_test(a_game_that_ends_after_the_passport_stores_nothing),
        cmocka_unit_test(a_child_has_phrases_and_private_tables_only),
        cmocka_unit_test(nobody_learns_of_the_passports_of_others),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
