/* Complete games at tables: every client's view equals the server's after every step. */
#include "host_world.h"

static const char *seats_for(const struct fl_game *g, const char *kind, char *out, size_t room)
{
    struct fl_buf text = fl_buf_over(out, room);
    fl_put(&text, "seats=");
    for (int i = 0; i < g->seats_min; i++) {
        if (i)
            fl_put_char(&text, ',');
        fl_put(&text, kind);
    }
    return out;
}

/* A game between people, with a spectator who comes late. */
static void play_a_game(const struct fl_game *g, const char *terms)
{
    struct world *w = world_new(40, NULL);
    struct fl_rng rng = fl_rng_from(7, 7);
    int moves = 0;
    struct fl_table *t = seat_people(w, g->name, terms, g->seats_min);
    pictures_are_true(w);
    open_line(w, 9);
    say(w, 9, "join %s Wanda", t->code);
    while (make_a_move(w, &rng, moves % 5 != 0))
        if (moves++ % 7 == 0)
            pictures_are_true(w);
    pictures_are_true(w);
    assert_int_equal(t->phase, FL_TABLE_FINISHED);
    assert_true(moves > 10);
    world_free(w);
}

static void games_between_people(void **state)
{
    (void)state;
    for (int g = 0; fl_games[g]; g++) {
        char terms[128];
        play_a_game(fl_games[g], seats_for(fl_games[g], "person", terms, sizeof terms));
    }
}

/* A view may omit what the sight of a game without secrets contains. */
static void money_is_hidden(void **state)
{
    (void)state;
    play_a_game(&fl_buccaneer, "seats=person,person,person hidden-money=on");
}

/* Every game between bots, watched by the owner of the table. */
static void games_between_bots(void **state)
{
    (void)state;
    for (int g = 0; fl_games[g]; g++) {
        char terms[128];
        struct world *w = world_new(60 + (uint64_t)g, NULL);
        struct fl_limits at_once = fl_usual_limits;
        at_once.bot_delay = 0;
        w->host->limits = at_once;
        struct fl_table *t = seat_people(
            w, fl_games[g]->name, seats_for(fl_games[g], "bot:matelot", terms, sizeof terms), 0);
        assert_int_equal(t->phase, FL_TABLE_FINISHED);
        assert_int_equal(w->most_waiting, 1);
        pictures_are_true(w);
        world_free(w);
    }
}

/* With pace=0 bots of a game with hidden cards do not pause: a match is over at once. */
static void bots_without_pauses(void **state)
{
    (void)state;
    struct world *w = world_new(61, NULL);
    struct fl_table *t =
        seat_people(w, "corsaires", "seats=bot:moussaillon,bot:moussaillon pace=0", 0);
    assert_int_equal(t->phase, FL_TABLE_FINISHED);
    world_free(w);
    w = world_new(61, NULL);
    t = seat_people(w, "corsaires", "seats=bot:moussaillon,bot:moussaillon pace=usual", 0);
    assert_int_equal(t->phase, FL_TABLE_PLAYING);
    say(w, 0, "new corsaires pace=1");
    assert_string_equal(refusal(w, 0), "host.unknown-option");
    world_free(w);
}

/* One person with two seats on one connection, against a bot. */
static void pass_and_play(void **state)
{
    (void)state;
    struct world *w = world_new(3, NULL);
    struct fl_rng rng = fl_rng_from(3, 3);
    open_line(w, 0);
    say(w, 0, "new corsaires seats=person,open,bot:moussaillon");
    say(w, 0, "sit 1 - Anne");
    say(w, 0, "sit 2 - Bob");
    assert_string_equal(refusal(w, 0), "");
    say(w, 0, "start");
    assert_int_equal(w->host->client[0].seats, 3);
    for (int i = 0; i < 1000 && the_table(w, 0)->phase == FL_TABLE_PLAYING; i++) {
        if (!make_a_move(w, &rng, true))
            pass_time(w, 1000);
        if (i % 5 == 0)
            pictures_are_true(w);
    }
    assert_int_equal(the_table(w, 0)->phase, FL_TABLE_FINISHED);
    pictures_are_true(w);
    world_free(w);
}

/* The goal: at most 600 bytes per move and player in a greedy game of Mille Sabords!. */
static void a_move_is_few_bytes(void **state)
{
    (void)state;
    size_t bytes = 0, moves = 0;
    for (uint64_t seed = 0; seed < 5; seed++) {
        struct world *w = world_new(seed, NULL);
        struct fl_rng rng = fl_rng_from(seed, 1);
        struct fl_table *t = seat_people(w, "mille-sabords", "seats=person,person", 2);
        w->client[0].event_bytes = w->client[1].event_bytes = 0;
        w->client[0].event_messages = 0;
        play_on(w, &rng, 100000, true);
        assert_int_equal(t->phase, FL_TABLE_FINISHED);
        bytes += w->client[0].event_bytes + w->client[1].event_bytes;
        moves += (size_t)w->client[0].event_messages;
        world_free(w);
    }
    print_message("# %zu bytes per move and player (%zu moves)\n", bytes / (2 * moves), moves);
    assert_true(bytes / (2 * moves) <= 600);
}

/* A random view: up to five zones of eight, up to thirty items, in any order. */
static void any_view(struct fl_view *v, struct fl_rng *rng, bool shuffled)
{
    static const char *const names[] = {"a", "b", "c", "d", "e", "f", "g", "h"};
    static const char *const faces[] = {NULL, "one", "two"};
    int id[40], items = 0, at = 0;
    for (int i = 0; i < 40; i++)
        if (fl_rng_below(rng, 4))
            id[items++] = i;
    for (int i = items; shuffled && i-- > 1;) {
        int other = (int)fl_rng_below(rng, (uint32_t)i + 1), was = id[i];
        id[i] = id[other];
        id[other] = was;
    }
    v->zones = v->items = 0;
    bool backwards = !fl_rng_below(rng, 8);
    for (int i = 0; i < 8; i++) {
        int zone = backwards ? 7 - i : i;
        if (!fl_rng_below(rng, 3))
            continue;
        fl_view_zone(v, names[zone], zone % 2 ? FL_NOBODY : 1, zone);
        for (int n = (int)fl_rng_below(rng, 9); n-- && at < items; at++) {
            struct fl_item *item = fl_view_item(v, id[at], "k", faces[fl_rng_below(rng, 3)]);
            item->value = (int32_t)fl_rng_below(rng, 2);
            item->marks = (uint8_t)fl_rng_below(rng, 3);
            item->owner = fl_rng_below(rng, 2) ? FL_NOBODY : 0;
            item->on = fl_rng_below(rng, 2) ? FL_NO_ITEM : 7;
        }
    }
}

static json_t *read_object(void (*write)(struct fl_json *, const struct fl_game *,
                                         const struct fl_view *),
                           const struct fl_view *view)
{
    static char memory[1 << 16];
    struct fl_buf out = fl_buf_over(memory, sizeof memory);
    struct fl_json j = fl_json_to(&out);
    fl_json_open(&j, '{');
    write(&j, &fl_mille_sabords, view);
    fl_json_close(&j, '}');
    json_t *object = json_loads(memory, JSON_REJECT_DUPLICATES, NULL);
    assert_non_null(object);
    return object;
}

static void any_difference_leads_from_view_to_view(void **state)
{
    (void)state;
    static struct fl_view views[2];
    struct fl_rng rng = fl_rng_from(8, 8);
    for (int i = 0; i < 3000; i++) {
        any_view(&views[0], &rng, i % 2);
        any_view(&views[1], &rng, i % 3);
        json_t *picture = read_object(fl_json_view, &views[0]);
        json_t *wanted = read_object(fl_json_view, &views[1]);
        json_t *changes = read_object(fl_json_difference, views);
        apply_changes(picture, changes);
        assert_true(json_equal(picture, wanted));
        json_decref(picture);
        json_decref(wanted);
        json_decref(changes);
    }
}

/* A host whose wake-up time is in the past keeps its event loop busy. */
static void nothing_is_due_while_bots_pause(void **state)
{
    (void)state;
    struct world *w = world_new(4, NULL);
    seat_people(w, "corsaires", "seats=person,bot:moussaillon,bot:moussaillon away=0", 1);
    struct fl_rng rng = fl_rng_from(4, 1);
    for (int i = 0; i < 20 && !the_table(w, 0)->has_bot_move; i++)
        play_on(w, &rng, 1, true);
    assert_true(the_table(w, 0)->has_bot_move);
    close_line(w, 0);
    pass_time(w, 5000);
    assert_true(fl_host_wake(w->host) > w->small.now + 1000);
    world_free(w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(games_between_people),
        cmocka_unit_test(money_is_hidden),
        cmocka_unit_test(games_between_bots),
        cmocka_unit_test(bots_without_pauses),
        cmocka_unit_test(pass_and_play),
        cmocka_unit_test(any_difference_leads_from_view_to_view),
        cmocka_unit_test(a_move_is_few_bytes),
        cmocka_unit_test(nothing_is_due_while_bots_pause),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
