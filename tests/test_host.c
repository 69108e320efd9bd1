/* Tables: creating, joining, sitting down, leaving, coming back, rematches, and what strangers may
 * not do. */
#include "host_world.h"

static const char *word(json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));
    return text ? text : "";
}

static json_t *seat_of(const struct client *c, size_t seat)
{
    return json_array_get(json_object_get(c->table, "seats"), seat);
}

static json_t *seats_told(struct world *w, fl_client_id line, size_t seat)
{
    say(w, line, "refresh");
    return seat_of(&w->client[line], seat);
}

static void a_table_is_opened_and_joined(void **state)
{
    (void)state;
    struct world *w = world_new(1, NULL);
    open_line(w, 0);
    say(w, 0, "hello 2 fr");
    assert_string_equal(refusal(w, 0), "");
    say(w, 0, "new mille-sabords target=8000 seats=person,open,bot:matelot clock=bank:300+5");
    struct client *anne = &w->client[0];
    assert_int_equal(strlen(anne->token), 32);
    assert_string_equal(word(anne->table, "phase"), "waiting");
    assert_string_equal(word(json_object_get(anne->table, "options"), "target"), "8000");
    assert_int_equal(strlen(word(anne->table, "commitment")), 64);
    assert_null(json_object_get(anne->table, "secret"));
    open_line(w, 1);
    say(w, 1, "join %s Bob", word(anne->table, "code"));
    assert_string_equal(word(w->client[1].table, "id"), anne->id);
    say(w, 1, "sit 2 wind-and-waves");
    assert_string_equal(word(seats_told(w, 0, 1), "name"), "Bob");
    assert_string_equal(word(seats_told(w, 0, 1), "nonce"), "wind-and-waves");
    say(w, 0, "start");
    assert_string_equal(refusal(w, 0), "host.empty-seat");
    say(w, 0, "sit 1 - Anne");
    say(w, 0, "start");
    assert_string_equal(word(w->client[1].table, "phase"), "playing");
    pictures_are_true(w);
    world_free(w);
}

/* A client of version 1 reads `is`, `to` and `why`, and shows a key that it does not know as text.
 */
static void only_this_version_of_the_protocol_is_spoken(void **state)
{
    static const char *const old[] = {"hello 1 fr",    "lobby", "look",
                                      "new corsaires", "hello", "hello 3"};
    (void)state;
    struct world *w = world_new(1, NULL);
    w->client[0].open = true;
    fl_host_open(w->host, 0, 0);
    for (size_t i = 0; i < sizeof old / sizeof old[0]; i++) {
        say(w, 0, "%s", old[i]);
        json_t *refused = w->client[0].refused;
        assert_string_equal(refusal(w, 0), "host.protocol");
        assert_string_equal(word(refused, "is"), "refused");
        assert_string_equal(word(refused, "to"), "hello");
        assert_non_null(strstr(word(json_object_get(refused, "why"), "key"), "rechargez la page"));
        assert_non_null(strstr(word(json_object_get(refused, "why"), "key"), "reload the page"));
        assert_int_equal(json_integer_value(json_object_get(refused, "protocol")), 2);
    }
    assert_int_equal(w->host->tables, 0);
    say(w, 0, "hello 2");
    say(w, 0, "new chess");
    assert_null(json_object_get(w->client[0].refused, "text"));
    say(w, 0, "hello 2 en");
    say(w, 0, "new chess");
    assert_true(strlen(word(w->client[0].refused, "text")) > 10);
    say(w, 0, "new corsaires");
    assert_string_equal(refusal(w, 0), "");
    world_free(w);
}

/* The player whose turn it is has a name in the sentence. */
static void a_refusal_names_whose_turn_it_is(void **state)
{
    (void)state;
    struct world *w = world_new(5, NULL);
    seat_people(w, "mille-sabords", "seats=person,person first=1 hints=on", 2);
    say(w, 1, "hello 2 fr");
    say(w, 1, "move 1 card");
    json_t *args = json_object_get(json_object_get(w->client[1].refused, "reason"), "args");
    assert_string_equal(refusal(w, 1), "status.turn-of");
    assert_int_equal(json_integer_value(json_object_get(json_object_get(args, "who"), "seat")), 1);
    assert_string_equal(word(w->client[1].refused, "text"),
                        "Ce n’est pas votre tour\u00a0: Anne joue.");
    world_free(w);
}

static void refusals_are_clear(void **state)
{
    static const struct {
        const char *line, *why;
    } tries[] = {
        {"", "host.unknown-command"},
        {"fly", "host.unknown-command"},
        {"hello 1", "host.protocol"},
        {"move 1 stop", "host.at-no-table"},
        {"new chess", "host.unknown-game"},
        {"new", "host.unknown-game"},
        {"new mille-sabords seats=person", "setup.seats"},
        {"new mille-sabords seats=person,king", "host.unknown-option"},
        {"new mille-sabords seats=person,bot:admiral", "host.unknown-option"},
        {"new mille-sabords target=7000", "host.unknown-option"},
        {"new mille-sabords target", "host.unknown-option"},
        {"new mille-sabords seats=person,person,open,open,open,open,open,open,open,open,open,open,"
         "open,open,open,open,open,open,open,open,open,open,open,open,open",
         "host.unknown-option"},
        {"new mille-sabords clock=move", "host.unknown-option"},
        {"new mille-sabords clock=none:3", "host.unknown-option"},
        {"new mille-sabords clock=move:0", "host.unknown-option"},
        {"new mille-sabords clock=move:3+1", "host.unknown-option"},
        {"new mille-sabords away=-1", "host.unknown-option"},
        {"new mille-sabords first=5", "setup.first"},
        {"join ZZZZZZ Bob", "host.no-table"},
        {"join 0123456789abcdef Bob", "host.no-table"},
        {"resume ZZZZZZ - 0", "host.no-table"},
        {"a\x01b", "host.bad-characters"},
        {"chat \xE2\x80\xAE", "host.bad-characters"},
        {"chat \xFF", "host.bad-characters"},
    };
    (void)state;
    struct world *w = world_new(2, NULL);
    open_line(w, 0);
    for (size_t i = 0; i < sizeof tries / sizeof tries[0]; i++) {
        say(w, 0, "%s", tries[i].line);
        assert_string_equal(refusal(w, 0), tries[i].why);
    }
    say(w, 0, "%1025s", "x");
    assert_string_equal(refusal(w, 0), "host.command-too-long");
    send_line(w, 0, "a\0b", 3);
    assert_string_equal(refusal(w, 0), "host.bad-characters");
    assert_int_equal(w->host->tables, 0);
    world_free(w);
}

static void lines_are_checked_at_the_boundary(void **state)
{
    static const struct {
        const char *text;
        size_t len;
        bool is_utf8;
        const char *fault;
    } line[] = {
        {"", 0, true, NULL},
        {"lobby", 5, true, NULL},
        {"chat \xC3\xA9", 7, true, NULL},
        {"chat \xC3\xA9", 6, false,
         "host.bad-characters"}, /* the second byte is not part of the line */
        {"a\x01", 2, true, "host.bad-characters"},
        {"a\0b", 3, true, "host.bad-characters"},
        {"a\x01\xFF", 3, false, "host.bad-characters"}, /* whether it is UTF-8 counts first */
    };
    char text[FL_MAX_LINE + 1];
    (void)state;
    for (size_t i = 0; i < sizeof line / sizeof line[0]; i++) {
        struct fl_line checked = fl_line_check(line[i].text, line[i].len);
        assert_int_equal(checked.is_utf8, line[i].is_utf8);
        assert_int_equal(!checked.fault, !line[i].fault);
        assert_string_equal(checked.fault ? checked.fault : "", line[i].fault ? line[i].fault : "");
    }
    memset(text, 'a', sizeof text);
    assert_null(fl_line_check(text, FL_MAX_LINE).fault);
    assert_string_equal(fl_line_check(text, FL_MAX_LINE + 1).fault, "host.command-too-long");
}

/* The longest chat text, in the longest characters, fits into a line. */
static void the_longest_chat_is_accepted(void **state)
{
    (void)state;
    char text[4 * FL_MAX_CHAT + 1] = "";
    struct world *w = world_new(43, NULL);
    seat_people(w, "mille-sabords", "seats=person,person chat=free", 2);
    for (int i = 0; i < FL_MAX_CHAT; i++)
        memcpy(text + 4 * i, "\xF0\x9F\x8F\xB4", 5);
    say(w, 0, "chat %s", text);
    assert_string_equal(refusal(w, 0), "");
    assert_int_equal(w->client[1].chats, 1);
    say(w, 0, "chat %sa", text);
    assert_string_equal(refusal(w, 0), "host.chat-length");
    assert_int_equal(world_restart(w), 0);
    world_free(w);
}

static void refusals_at_a_table(void **state)
{
    static const struct {
        const char *line, *why;
    } tries[] = {
        {"sit 3", "host.no-seat"},
        {"sit 1", "host.seat-taken"},
        {"sit 2 a/b", "host.bad-nonce"},
        {"sit 2 - Anne", "host.name-taken"},
        {"sit 2 - 1234567890123456789012345", "host.bad-name"},
        {"swap 1 2", "host.not-yours"},
        {"swap 1 1", "host.no-seat"},
        {"seat 2 open", "host.not-owner"},
        {"ban 1", "host.not-owner"},
        {"close", "host.not-owner"},
        {"start", "host.not-owner"},
        {"undo", "host.not-playing"},
        {"rematch", "host.not-finished"},
        {"agree", "host.nothing-to-agree"},
        {"nonce x", "host.no-seat"},
        {"share on", "host.no-seat"},
        {"watch 1", "host.not-shared"},
        {"phrase 99", "host.unknown-phrase"},
        {"chat hi", "host.chat-phrases"},
        {"record", "host.not-playing"},
        {"move 8 card", "host.not-playing"},
    };
    (void)state;
    struct world *w = world_new(2, NULL);
    open_line(w, 0);
    open_line(w, 1);
    say(w, 0, "new mille-sabords");
    say(w, 0, "sit 1 - Anne");
    say(w, 1, "join %s Bob", w->client[0].id);
    for (size_t i = 0; i < sizeof tries / sizeof tries[0]; i++) {
        say(w, 1, "%s", tries[i].line);
        assert_string_equal(refusal(w, 1), tries[i].why);
    }
    world_free(w);
}

static void a_stale_click_is_refused(void **state)
{
    (void)state;
    struct world *w = world_new(5, NULL);
    struct fl_rng rng = fl_rng_from(5, 5);
    struct fl_table *t = seat_people(w, "mille-sabords", "seats=person,person first=1", 2);
    long long question = w->client[0].question[0];
    say(w, 1, "move %lld card", question);
    assert_string_equal(refusal(w, 1), "host.not-yours");
    say(w, 0, "move %lld throw", question);
    assert_non_null(strstr(refusal(w, 0), "ms.why"));
    say(w, 0, "move %lld dance", question);
    assert_string_equal(refusal(w, 0), "host.unknown-move");
    uint32_t n = t->n;
    say(w, 0, "move %lld card", question);
    say(w, 0, "move %lld card", question);
    assert_string_equal(refusal(w, 0), "host.stale");
    assert_int_equal(t->n, n + 1);
    play_on(w, &rng, 3, true);
    pictures_are_true(w);
    world_free(w);
}

static void swapping_and_arranging(void **state)
{
    (void)state;
    struct world *w = world_new(6, NULL);
    open_line(w, 0);
    open_line(w, 1);
    say(w, 0, "new mille-sabords seats=open,open,open");
    say(w, 0, "sit 1 - Anne");
    say(w, 1, "join %s Bob", w->client[0].id);
    say(w, 1, "sit 2 bobs-word");
    say(w, 0, "swap 1 2");
    assert_string_equal(refusal(w, 0), "");
    assert_int_equal(w->host->client[0].seats, 2);
    assert_int_equal(w->host->client[1].seats, 1);
    assert_string_equal(the_table(w, 0)->seat[0].nonce, "bobs-word");
    say(w, 1, "swap 1 3");
    assert_int_equal(w->host->client[1].seats, 4);
    say(w, 0, "seat 1 bot:moussaillon");
    assert_string_equal(word(seats_told(w, 1, 0), "level"), "moussaillon");
    /* The tokens were deleted with their players, in the store too. */
    assert_int_equal(world_restart(w), 0);
    open_line(w, 1);
    say(w, 1, "resume %s %s 0", w->client[1].id, w->client[1].token);
    assert_int_equal(w->host->client[1].seats, 4);
    open_line(w, 0);
    say(w, 0, "resume %s %s 0", w->client[0].id, w->client[0].token);
    assert_int_equal(w->host->client[0].seats, 2);
    assert_true(w->host->client[0].owner);
    world_free(w);
}

static void private_tables_are_invisible(void **state)
{
    (void)state;
    char memory[8192];
    struct fl_buf out = fl_buf_over(memory, sizeof memory);
    struct world *w = world_new(7, NULL);
    open_line(w, 0);
    open_line(w, 1);
    say(w, 0, "new mille-sabords");
    say(w, 1, "new corsaires lobby=public");
    fl_host_lobby(w->host, &out);
    assert_null(strstr(memory, w->client[0].id));
    assert_non_null(strstr(memory, w->client[1].id));
    world_free(w);
}

static void a_wrong_token_changes_nothing(void **state)
{
    (void)state;
    struct world *w = world_new(8, NULL);
    struct fl_table *t = seat_people(w, "mille-sabords", "seats=person,person", 2);
    char wrong[FL_TOKEN_TEXT];
    memcpy(wrong, w->client[0].token, sizeof wrong);
    wrong[31] = wrong[31] == '0' ? '1' : '0';
    open_line(w, 5);
    uint32_t n = t->n;
    static const char *const forms[] = {"%.32s", "%.31s", "%.0s", "%.32s0"};
    for (int i = 0; i < 4; i++) {
        char token[64];
        snprintf(token, sizeof token, forms[i], wrong);
        say(w, 5, "resume %s %s 0", t->name, token);
        assert_string_equal(refusal(w, 5), "host.wrong-token");
        assert_null(w->host->client[5].table);
    }
    assert_int_equal(t->n, n);
    assert_int_equal(t->clients, 2);
    /* The store contains only the hash of the token. */
    assert_memory_not_equal(t->seat[0].token_hash, w->client[0].token, FL_HASH_SIZE);
    say(w, 5, "resume %s %s 0", t->name, w->client[0].token);
    assert_int_equal(w->host->client[5].seats, 1);
    pictures_are_true(w);
    world_free(w);
}

static void away_then_a_bot_then_back(void **state)
{
    (void)state;
    struct world *w = world_new(9, NULL);
    struct fl_rng rng = fl_rng_from(9, 9);
    struct fl_table *t = seat_people(w, "mille-sabords", "seats=person,person away=30 first=2", 2);
    close_line(w, 1);
    pass_time(w, 29999);
    assert_false(t->seat[1].bot_plays);
    assert_int_equal(t->match.steps, 0);
    pass_time(w, 1);
    assert_true(t->seat[1].bot_plays);
    assert_true(t->match.steps > 0); /* the bot has played Bob's turn */
    assert_int_equal(fl_match_turn(&t->match), FL_SEAT(0));
    open_line(w, 3);
    say(w, 3, "resume %s %s 0", t->name, w->client[1].token);
    assert_false(t->seat[1].bot_plays);
    w->client[1].open = false;
    play_on(w, &rng, 10, true);
    pictures_are_true(w);
    assert_true(w->client[3].events > 0);
    world_free(w);
}

static void who_leaves_can_come_back(void **state)
{
    (void)state;
    struct world *w = world_new(10, NULL);
    struct fl_table *t = seat_people(w, "mille-sabords", "seats=person,person first=1", 2);
    say(w, 1, "leave");
    assert_true(t->seat[1].bot_plays && t->seat[1].taken);
    assert_null(w->host->client[1].table);
    say(w, 1, "resume %s %s %d", t->name, w->client[1].token, (int)w->client[1].n);
    assert_false(t->seat[1].bot_plays);
    pictures_are_true(w);
    world_free(w);
}

static void a_rematch_keeps_people_and_chat(void **state)
{
    (void)state;
    struct world *w = world_new(11, NULL);
    struct fl_rng rng = fl_rng_from(11, 11);
    struct fl_table *t = seat_people(w, "mille-sabords", "seats=person,person first=1", 2);
    open_line(w, 2);
    say(w, 2, "join %s Wanda", t->code);
    say(w, 0, "phrase 3");
    char first[65], second[65];
    snprintf(first, sizeof first, "%s", word(w->client[0].table, "commitment"));
    play_on(w, &rng, 100000, true);
    assert_string_equal(word(w->client[2].table, "phase"), "finished");
    assert_int_equal(strlen(word(w->client[2].table, "secret")), 64);
    say(w, 2, "rematch");
    assert_string_equal(refusal(w, 2), "host.not-owner");
    say(w, 1, "rematch");
    assert_string_equal(word(w->client[2].table, "phase"), "waiting");
    assert_null(json_object_get(w->client[2].table, "secret"));
    snprintf(second, sizeof second, "%s", word(w->client[0].table, "commitment"));
    assert_string_not_equal(first, second);
    say(w, 1, "nonce again");
    say(w, 0, "start");
    assert_int_equal(t->clients, 3);
    assert_string_equal(word(json_object_get(w->client[0].table, "options"), "first"), "2");
    pictures_are_true(w);
    open_line(w, 3);
    say(w, 3, "join %s Late", t->code);
    assert_int_equal(w->client[3].chats, 1);
    assert_int_equal(world_restart(w), 0);
    open_line(w, 0);
    say(w, 0, "resume %s %s 0", w->client[0].id, w->client[0].token);
    assert_int_equal(w->host->client[0].seats, 1);
    pictures_are_true(w);
    world_free(w);
}

/* Sends commands of which many are refused. A refused one leaves the table, its seats and the
 * sender as they were. Returns how many were refused. */
static int send_refused(struct world *w, struct fl_table *t, fl_client_id line)
{
    static const char *const commands[] = {
        "move 0 nonsense", "move 80 stop", "sit 1 - Anne",    "sit - - Bob",
        "sit 9 - Eve",     "swap 1 9",     "swap 1 2",        "seat 1 open",
        "seat 2 bot:x",    "nonce !",      "nonce a 2",       "undo",
        "agree",           "disagree",     "rematch",         "chance 0 axe",
        "phrase 99",       "chat",         "team-chat hi",    "ban Bob",
        "ban Anne",        "link 1",       "link 9",          "watch 1",
        "share maybe",     "hint",         "start",           "join nothing",
        "resume 0 0",      "new nothing",  "new corsaires x", "dance",
    };
    int refused = 0;
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++) {
        struct fl_client sender = w->host->client[line];
        struct fl_table before;
        struct fl_table_seat seat[2];
        memcpy(&before, t, sizeof before);
        memcpy(seat, t->seat, sizeof seat);
        say(w, line, "%s", commands[i]);
        if (!*refusal(w, line))
            continue;
        refused++;
        assert_memory_equal(&before, t, sizeof before);
        assert_memory_equal(seat, t->seat, sizeof seat);
        assert_memory_equal(&sender, &w->host->client[line], sizeof sender);
    }
    return refused;
}

static void a_refused_command_changes_nothing(void **state)
{
    (void)state;
    struct world *w = world_new(42, NULL);
    open_line(w, 0);
    open_line(w, 1);
    say(w, 0, "new corsaires seats=person,person chat=phrases");
    struct fl_table *t = the_table(w, 0);
    say(w, 0, "sit 1 - Anne");
    say(w, 0, "phrase 1");
    say(w, 1, "join %s Eve", t->name);
    say(w, 1, "phrase 1"); /* allocates the counter of spectators */
    int refused = send_refused(w, t, 1) + send_refused(w, t, 0);
    say(w, 1, "sit 2 - Eve");
    say(w, 0, "start");
    assert_int_equal(t->phase, FL_TABLE_PLAYING);
    refused += send_refused(w, t, 1) + send_refused(w, t, 0);
    assert_true(refused > 80);
    world_free(w);
}

/* Plays one match to its end. Returns the seat that made the first move. */
static int play_match(struct world *w, struct fl_table *t, struct fl_rng *rng)
{
    while (t->phase == FL_TABLE_PLAYING)
        play_on(w, rng, 100000, true);
    uint32_t i = 0;
    while (t->match.log[i].seat == FL_CHANCE)
        i++;
    return t->match.log[i].seat;
}

/* Writes the rematch event of an older server: the next seat begins, whichever it is. */
static void old_rematch(struct world *w, struct fl_table *t, int first)
{
    struct fl_pending *p = fl_table_draft(t, FL_EVENT_REMATCH, 0);
    memset(p->event.secret, 7, FL_SECRET_SIZE);
    p->event.seat = (uint8_t)first;
    p->has_result = true;
    fl_table_write(t, p);
    settle(w);
}

/* Corsaires 8.3, 9.4: in teams, the next first partner begins a rematch. */
static void rematches_in_teams_rotate(void **state)
{
    static const struct {
        const char *terms;
        int people, first[5];
    } match[] = {
        {"seats=person,person,person,person teams=on first=1", 4, {0, 2, 0, 2, 0}},
        {"seats=person,person,person,person teams=off first=3", 4, {2, 3, 0, 1, 2}},
        {"seats=person,person,person,person,person,person first=3", 6, {2, 4, 0, 2, 4}},
    };
    (void)state;
    for (size_t i = 0; i < sizeof match / sizeof *match; i++) {
        struct world *w = world_new(40 + i, NULL);
        struct fl_rng rng = fl_rng_from(40 + i, 40);
        struct fl_table *t = seat_people(w, "corsaires", match[i].terms, match[i].people);
        for (int round = 0; round < 5; round++) {
            assert_int_equal(play_match(w, t, &rng), match[i].first[round]);
            say(w, 0, "rematch");
            say(w, 0, "start");
        }
        world_free(w);
    }
}

/* Older servers stored a second partner as the seat that begins, and the setup stayed as it was.
 * Such a table recovers to the same state, and its next rematch rotates. */
static void stored_rematches_of_teams_recover(void **state)
{
    (void)state;
    struct world *w = world_new(43, NULL);
    struct fl_rng rng = fl_rng_from(43, 43);
    struct fl_table *t =
        seat_people(w, "corsaires", "seats=person,person,person,person teams=on first=1", 4);
    assert_int_equal(play_match(w, t, &rng), 0);
    old_rematch(w, t, 1);
    say(w, 0, "start");
    play_on(w, &rng, 10, true);
    uint64_t before = fl_hash(t->match.game, &t->match.state);
    assert_int_equal(world_restart(w), 0);
    for (fl_client_id line = 0; line < 4; line++) {
        open_line(w, line);
        say(w, line, "resume %s %s 0", w->client[line].id, w->client[line].token);
    }
    t = the_table(w, 0);
    assert_true(before == fl_hash(t->match.game, &t->match.state));
    assert_int_equal(play_match(w, t, &rng), 0);
    say(w, 0, "rematch");
    say(w, 0, "start");
    assert_int_equal(play_match(w, t, &rng), 2);
    world_free(w);
}

static void records_can_be_verified(void **state)
{
    (void)state;
    size_t room = 1 << 17;
    char *memory = malloc(room);
    struct fl_buf out = fl_buf_over(memory, room);
    struct world *w = world_new(12, NULL);
    struct fl_rng rng = fl_rng_from(12, 12);
    struct fl_record record;
    struct fl_record_error error;
    struct fl_fair_report report;
    struct fl_table *t = seat_people(w, "corsaires", "seats=person,person", 2);
    play_on(w, &rng, 20, false);
    assert_true(fl_host_record(w->host, 0, t->code, &out));
    assert_true(fl_record_read(memory, out.len, fl_game_find, &record, &error));
    assert_int_equal(record.match.viewer, FL_SPECTATOR);
    fl_match_end(&record.match);
    assert_false(record.players.fair.revealed);
    play_on(w, &rng, 100000, true);
    fl_buf_clear(&out);
    assert_true(fl_host_record(w->host, 0, t->name, &out));
    assert_true(fl_record_read(memory, out.len, fl_game_find, &record, &error));
    assert_true(fl_fair_verify(&record.match, &record.players.fair, &report));
    assert_int_equal(report.verdict, FL_DICE_FAIR);
    assert_true(report.rolls > 10);
    fl_match_end(&record.match);
    free(memory);
    world_free(w);
}

/* Buccaneer 4.7: a record shows what players must remember, so it is available after the end
 * only. */
static void a_game_from_memory_has_no_record_before_its_end(void **state)
{
    static const char *const terms[] = {"seats=person,person,person",
                                        "seats=person,person,person aide-memoire=on"};
    (void)state;
    size_t room = 1 << 17;
    char *memory = malloc(room);
    for (int aide = 0; aide < 2; aide++) {
        struct fl_buf out = fl_buf_over(memory, room);
        struct world *w = world_new(44, NULL);
        struct fl_rng rng = fl_rng_from(44, 44);
        struct fl_table *t = seat_people(w, "buccaneer", terms[aide], 3);
        assert_int_equal(json_is_true(json_object_get(w->client[0].table, "from_memory")), !aide);
        play_on(w, &rng, 12, false);
        say(w, 0, "record");
        assert_string_equal(refusal(w, 0), aide ? "" : "host.from-memory");
        assert_int_equal(fl_host_record(w->host, 0, t->code, &out), aide);
        while (t->phase == FL_TABLE_PLAYING)
            play_on(w, &rng, 100000, true);
        say(w, 0, "record");
        assert_string_equal(refusal(w, 0), "");
        assert_true(fl_host_record(w->host, 0, t->code, &out));
        world_free(w);
    }
    free(memory);
}

static void chat_is_what_the_table_allows(void **state)
{
    (void)state;
    struct world *w = world_new(13, NULL);
    open_line(w, 0);
    open_line(w, 1);
    say(w, 0, "new mille-sabords chat=free");
    say(w, 1, "join %s", w->client[0].id);
    say(w, 1, "chat who am I");
    assert_string_equal(refusal(w, 1), "host.bad-name");
    say(w, 1, "join %s Bob", w->client[0].id);
    for (int i = 0; i < 6; i++)
        say(w, 1, "chat <script>alert(\"%d\")</script>", i);
    assert_int_equal(w->client[0].chats, 6);
    say(w, 1, "phrase 1");
    assert_string_equal(refusal(w, 1), "host.chat-too-fast");
    pass_time(w, 2000);
    say(w, 1, "phrase 1");
    assert_string_equal(refusal(w, 1), "");
    say(w, 1, "chat %0300d", 7);
    assert_string_equal(refusal(w, 1), "host.chat-length");
    world_free(w);
}

static void blocking_and_closing(void **state)
{
    (void)state;
    struct world *w = world_new(14, NULL);
    struct fl_table *t = seat_people(w, "mille-sabords", "seats=person,person,open first=1", 2);
    say(w, 0, "ban 1");
    assert_string_equal(refusal(w, 0), "host.ban-self");
    say(w, 0, "ban 2");
    assert_string_equal(refusal(w, 0), "");
    assert_string_equal(refusal(w, 1), "host.banned");
    assert_null(w->host->client[1].table);
    assert_true(t->seat[1].bot_plays);
    say(w, 1, "resume %s %s 0", t->name, w->client[1].token);
    assert_string_equal(refusal(w, 1), "host.wrong-token");
    say(w, 1, "join %s Bob", t->name);
    assert_string_equal(refusal(w, 1), "host.banned");
    say(w, 0, "close");
    assert_string_equal(word(w->client[0].table, "phase"), "closed");
    assert_int_equal(w->host->tables, 0);
    say(w, 0, "join %s", w->client[0].id);
    assert_string_equal(refusal(w, 0), "host.no-table");
    world_free(w);
}

static void a_watcher_looks_with_consent(void **state)
{
    (void)state;
    struct world *w = world_new(15, NULL);
    struct fl_rng rng = fl_rng_from(15, 15);
    struct fl_table *t = seat_people(w, "corsaires", "seats=person,person", 2);
    open_line(w, 2);
    say(w, 2, "join %s Wanda", t->code);
    say(w, 2, "watch 1");
    assert_string_equal(refusal(w, 2), "host.not-shared");
    say(w, 0, "share on");
    say(w, 2, "watch 1");
    assert_int_equal(w->host->client[2].viewer, 0);
    play_on(w, &rng, 10, true);
    pictures_are_true(w);
    say(w, 2, "move %lld x", (long long)w->client[0].question[0]);
    assert_string_equal(refusal(w, 2), "host.not-yours");
    say(w, 0, "share off");
    assert_int_equal(w->host->client[2].viewer, FL_SPECTATOR);
    play_on(w, &rng, 10, true);
    pictures_are_true(w);
    world_free(w);
}

static void who_is_shut_out_stays_out(void **state)
{
    (void)state;
    struct world *w = world_new(19, NULL);
    struct fl_table *t = seat_people(w, "mille-sabords", "seats=person,person,open first=1", 2);
    char id[FL_ID_TEXT];
    memcpy(id, t->name, sizeof id);
    open_line(w, 2);
    say(w, 2, "join %s Wanda", id);
    faulty_store_fail_all(w->store, true);
    say(w, 0, "ban Wanda");
    assert_string_equal(refusal(w, 0), "host.not-stored");
    assert_ptr_equal(w->host->client[2].table, t);
    faulty_store_fail_all(w->store, false);
    say(w, 0, "ban Wanda");
    assert_string_equal(refusal(w, 2), "host.banned");
    assert_null(w->host->client[2].table);
    say(w, 0, "ban Bob");
    assert_true(t->seat[1].bot_plays);
    world_restart(w);
    for (fl_client_id line = 0; line < 3; line++)
        open_line(w, line);
    say(w, 1, "resume %s %s 0", id, w->client[1].token);
    assert_string_equal(refusal(w, 1), "host.wrong-token");
    say(w, 1, "join %s Bob", id);
    assert_string_equal(refusal(w, 1), "host.banned");
    say(w, 2, "join %s", id);
    say(w, 2, "join %s Wanda", id);
    assert_string_equal(refusal(w, 2), "host.banned");
    assert_string_equal(w->host->client[2].name, "");
    say(w, 0, "resume %s %s 0", id, w->client[0].token);
    assert_int_equal(w->host->client[0].seats, FL_SEAT(0));
    world_free(w);
}

/* All seats of the person are freed, whatever their names. */
static void a_person_is_shut_out_whole(void **state)
{
    (void)state;
    struct world *w = world_new(20, NULL);
    open_line(w, 0);
    open_line(w, 1);
    say(w, 0, "new mille-sabords seats=person,person,person");
    say(w, 0, "sit 1 - Anne");
    say(w, 1, "join %s Bob", w->client[0].id);
    say(w, 1, "sit 2 - Ben");
    say(w, 1, "sit 3 - Bill");
    say(w, 0, "ban Anne");
    assert_string_equal(refusal(w, 0), "host.ban-self");
    say(w, 0, "start");
    say(w, 0, "ban 3");
    struct fl_table *t = the_table(w, 0);
    assert_null(w->host->client[1].table);
    assert_true(t->seat[1].bot_plays && t->seat[2].bot_plays);
    say(w, 1, "resume %s %s", t->name, w->client[1].token);
    assert_string_equal(refusal(w, 1), "host.wrong-token");
    for (int i = 1; i < FL_MAX_BANS; i++)
        say(w, 0, "ban Rat%d", i);
    assert_string_equal(refusal(w, 0), "");
    say(w, 0, "ban One more");
    assert_string_equal(refusal(w, 0), "host.bans-full");
    say(w, 0, "ban Rat1");
    assert_string_equal(refusal(w, 0), "");
    world_free(w);
}

/* The first viewer that a client was assigned. */
static int eyes_told(struct world *w, fl_client_id line)
{
    json_t *first = json_array_get(json_object_get(w->client[line].you, "viewers"), 0);
    return json_is_integer(first) ? (int)json_integer_value(first) - 1 : FL_SPECTATOR;
}

/* Consent belongs to a person, not to the seat. */
static void consent_goes_with_the_person(void **state)
{
    static const char *const end[] = {"swap 1 2", "leave", "share off"};
    (void)state;
    for (size_t i = 0; i < sizeof end / sizeof end[0]; i++) {
        struct world *w = world_new(17 + i, NULL);
        for (fl_client_id line = 0; line < 4; line++)
            open_line(w, line);
        say(w, 3, "new corsaires seats=person,person");
        for (fl_client_id line = 0; line < 3; line++)
            say(w, line, "join %s Guest%d", w->client[3].id, (int)line);
        say(w, 0, "sit 1");
        say(w, 0, "share on");
        say(w, 2, "watch 1");
        assert_int_equal(eyes_told(w, 2), 0);
        say(w, 0, "%s", end[i]);
        say(w, 1, "sit -");
        say(w, 3, "seat 1 open");
        say(w, 3, "seat 2 open");
        say(w, 3, "start");
        assert_int_equal(the_table(w, 3)->phase, FL_TABLE_PLAYING);
        assert_int_equal(eyes_told(w, 2), FL_SPECTATOR);
        assert_null(w->client[2].sight[0]);
        assert_non_null(w->client[2].sight[FL_SPECTATOR]);
        world_free(w);
    }
}

static void limits_hold(void **state)
{
    (void)state;
    struct fl_limits few = fl_usual_limits;
    few.tables = 2;
    few.clients = 2;
    few.connections = 8;
    few.queue = 3;
    struct world *w = world_new(16, &few);
    for (fl_client_id line = 0; line < 4; line++)
        open_line(w, line);
    say(w, 0, "new mille-sabords");
    say(w, 1, "new mille-sabords");
    say(w, 2, "new mille-sabords");
    assert_string_equal(refusal(w, 2), "host.too-many-tables");
    say(w, 2, "join %s Two", w->client[0].id);
    say(w, 3, "join %s Three", w->client[0].id);
    assert_string_equal(refusal(w, 3), "host.table-full");
    w->store_rests = true;
    say(w, 0, "sit 1 - Anne");
    for (int i = 0; i < 3; i++)
        say(w, 0, "refresh");
    assert_string_equal(refusal(w, 0), "");
    say(w, 0, "refresh");
    assert_string_equal(refusal(w, 0), "host.busy");
    w->store_rests = false;
    settle(w);
    open_line(w, 9);
    assert_int_equal(w->small.hung_up, 1);
    w->client[9].open = false;
    send_line(w, 9, "lobby", 5);
    fl_host_close(w->host, 9);
    world_free(w);
}

/* Spectators do not keep a player from their seat. */
static void a_full_table_makes_way(void **state)
{
    (void)state;
    struct fl_limits few = fl_usual_limits;
    few.clients = 2;
    struct world *w = world_new(18, &few);
    struct fl_table *t = seat_people(w, "mille-sabords", "seats=person,person", 2);
    close_line(w, 0);
    open_line(w, 2);
    say(w, 2, "join %s Wanda", t->name);
    open_line(w, 0);
    say(w, 0, "resume %s %s 0", t->name, w->client[0].token);
    assert_string_equal(refusal(w, 0), "");
    assert_int_equal(w->host->client[0].seats, FL_SEAT(0));
    assert_string_equal(refusal(w, 2), "host.table-full");
    assert_true(json_is_null(json_object_get(w->client[2].you, "table")));
    open_line(w, 3);
    say(w, 3, "resume %s %s 0", t->name, w->client[1].token);
    assert_string_equal(refusal(w, 3), "host.table-full");
    assert_int_equal(t->clients, 2);
    world_free(w);
}

static void empty_tables_go(void **state)
{
    (void)state;
    struct world *w = world_new(17, NULL);
    struct fl_rng rng = fl_rng_from(17, 17);
    seat_people(w, "mille-sabords", "seats=person,person", 2);
    play_on(w, &rng, 100000, true);
    close_line(w, 0);
    close_line(w, 1);
    assert_int_equal(w->host->tables, 1);
    pass_time(w, fl_usual_limits.empty_finished);
    assert_int_equal(w->host->tables, 0);
    open_line(w, 0); /* but it is still available */
    say(w, 0, "resume %s %s 0", w->client[0].id, w->client[0].token);
    assert_int_equal(w->host->client[0].seats, 1);
    pictures_are_true(w);
    world_free(w);
    w = world_new(18, NULL);
    seat_people(w, "mille-sabords", "seats=person,person", 2);
    close_line(w, 0);
    close_line(w, 1);
    pass_time(w, fl_usual_limits.empty_running);
    assert_int_equal(w->host->tables, 0);
    open_line(w, 0);
    say(w, 0, "resume %s %s 0", w->client[0].id, w->client[0].token);
    assert_string_equal(refusal(w, 0), "host.no-table");
    world_free(w);
}

/* No message is this long. If one ever is, the client is not left waiting for it. */
static void what_is_too_long_is_not_swallowed(void **state)
{
    (void)state;
    struct world *w = world_new(19, NULL);
    fl_client_id line = 0;
    struct fl_buf out;
    open_line(w, line);
    struct fl_json j = fl_message(w->host, &out, "event");
    fl_json_key(&j, "much");
    fl_json_open(&j, '[');
    for (int i = 0; i < FL_PAGE_SIZE; i++)
        fl_json_number(&j, 1);
    fl_json_close(&j, ']');
    fl_send(w->host, &line, 1, &j);
    assert_string_equal(refusal(w, line), "host.message-too-long");
    assert_int_equal(w->small.hung_up, 1);
    world_free(w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_table_is_opened_and_joined),
        cmocka_unit_test(only_this_version_of_the_protocol_is_spoken),
        cmocka_unit_test(a_refusal_names_whose_turn_it_is),
        cmocka_unit_test(refusals_are_clear),
        cmocka_unit_test(lines_are_checked_at_the_boundary),
        cmocka_unit_test(the_longest_chat_is_accepted),
        cmocka_unit_test(refusals_at_a_table),
        cmocka_unit_test(a_stale_click_is_refused),
        cmocka_unit_test(swapping_and_arranging),
        cmocka_unit_test(private_tables_are_invisible),
        cmocka_unit_test(a_wrong_token_changes_nothing),
        cmocka_unit_test(away_then_a_bot_then_back),
        cmocka_unit_test(who_leaves_can_come_back),
        cmocka_unit_test(a_rematch_keeps_people_and_chat),
        cmocka_unit_test(rematches_in_teams_rotate),
        cmocka_unit_test(stored_rematches_of_teams_recover),
        cmocka_unit_test(records_can_be_verified),
        cmocka_unit_test(a_refused_command_changes_nothing),
        cmocka_unit_test(a_game_from_memory_has_no_record_before_its_end),
        cmocka_unit_test(chat_is_what_the_table_allows),
        cmocka_unit_test(blocking_and_closing),
        cmocka_unit_test(who_is_shut_out_stays_out),
        cmocka_unit_test(a_person_is_shut_out_whole),
        cmocka_unit_test(a_watcher_looks_with_consent),
        cmocka_unit_test(consent_goes_with_the_person),
        cmocka_unit_test(limits_hold),
        cmocka_unit_test(a_full_table_makes_way),
        cmocka_unit_test(empty_tables_go),
        cmocka_unit_test(what_is_too_long_is_not_swallowed),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
