/* Schedules: players whose connections break, and whose commands arrive twice, reordered or never,
 * while writes are slow or fail and the server is killed. In the end every client's view equals the
 * server's, and no client has missed an event.
 *    test_host_schedules [FIRST COUNT]      60 schedules, or COUNT from number FIRST on */
#include "host_world.h"

enum { PEOPLE = 3, SEATED = 2, OUTBOX = 4, TURNS = 120, COMMAND = 128, USUAL = 60 };

/* Commands that a player has sent and that have not arrived yet. */
struct outbox {
    int count;
    char text[OUTBOX][COMMAND];
};

struct schedule {
    struct world *world;
    struct fl_rng rng;
    struct outbox outbox[PEOPLE];
};

static bool one_in(struct schedule *s, uint32_t n)
{
    return fl_rng_below(&s->rng, n) == 0;
}

/* ---- commands of players ---- */

/* Writes the answer to a subset question with the fewest items. */
static void spell_subset(json_t *subset, struct fl_buf *out)
{
    static const char *const lists[] = {"required", "elements"};
    json_int_t least = json_integer_value(json_object_get(subset, "min"));
    unsigned numbers = 0;
    fl_put(out, json_string_value(json_object_get(subset, "verb")));
    for (int list = 0; list < 2; list++) {
        const char *number;
        json_t *item;
        json_int_t count = 0;
        json_object_foreach(json_object_get(subset, lists[list]), number,
                            item) if (!list || count < least)
        {
            numbers |= 1u << atoi(number);
            count++;
        }
    }
    for (int number = 0; number < 32; number++)
        if (numbers >> number & 1) {
            fl_put_char(out, ' ');
            fl_put_number(out, number);
        }
}

/* Writes an answer to the first question of a client, from its contents; returns false if it has
 * none. */
static bool put_answer(struct schedule *s, struct client *c, struct fl_buf *out)
{
    int seat = 0;
    while (seat < FL_MAX_SEATS && !c->ask[seat])
        seat++;
    if (seat == FL_MAX_SEATS)
        return false;
    json_t *moves = json_object_get(c->ask[seat], "moves");
    json_t *subsets = json_object_get(c->ask[seat], "subsets");
    size_t listed = json_array_size(moves), all = listed + json_array_size(subsets);
    size_t chosen = fl_rng_below(&s->rng, (uint32_t)all);
    fl_put(out, "move ");
    fl_put_number(out, c->question[seat]);
    fl_put_char(out, ' ');
    if (chosen < listed)
        fl_put(out, json_string_value(json_object_get(json_array_get(moves, chosen), "move")));
    else
        spell_subset(json_array_get(subsets, chosen - listed), out);
    return true;
}

static void write_command(struct schedule *s, fl_client_id line)
{
    static const char *const others[] = {
        "undo",    "agree ", "disagree ", "refresh", "phrase 2", "share on", "share off",
        "rematch", "start",  "nonce x",   "watch 1", "watch",    "sit",      "record"};
    struct outbox *box = &s->outbox[line];
    struct fl_buf out = fl_buf_over(box->text[box->count], COMMAND);
    bool says_other = one_in(s, 8) || !put_answer(s, &s->world->client[line], &out);
    if (says_other)
        fl_put(&out, others[fl_rng_below(&s->rng, sizeof others / sizeof others[0])]);
    if (out.len && out.at[out.len - 1] == ' ')
        fl_put_number(&out, s->world->client[line].undo_request);
    box->count++;
}

/* Delivers one of the pending commands, once or twice, or drops it. */
static void deliver(struct schedule *s, fl_client_id line)
{
    struct outbox *box = &s->outbox[line];
    int chosen = one_in(s, 3) ? (int)fl_rng_below(&s->rng, (uint32_t)box->count) : 0;
    if (!one_in(s, 10))
        say(s->world, line, "%s", box->text[chosen]);
    if (one_in(s, 8))
        return; /* it will arrive again */
    box->count--;
    memmove(box->text[chosen], box->text[chosen + 1],
            (size_t)(box->count - chosen) * sizeof box->text[0]);
}

/* ---- broken connections ---- */

/* Messages are lost from now on; the host notices the disconnection later. */
static void half_close(struct schedule *s, fl_client_id line)
{
    s->world->client[line].sleeps = true;
}

static void drop(struct schedule *s, fl_client_id line)
{
    s->outbox[line].count = 0;
    s->world->client[line].sleeps = true;
    close_line(s->world, line);
}

static void come_back(struct schedule *s, fl_client_id line)
{
    struct client *c = &s->world->client[line];
    c->sleeps = false;
    open_line(s->world, line);
    say(s->world, line, "resume %s %s %lld", c->id, c->token[0] ? c->token : "-", (long long)c->n);
}

static void break_or_mend(struct schedule *s, fl_client_id line)
{
    struct client *c = &s->world->client[line];
    if (!c->open)
        come_back(s, line);
    else if (c->sleeps || one_in(s, 2))
        drop(s, line);
    else
        half_close(s, line);
}

/* ---- the environment ---- */

static void restart(struct schedule *s)
{
    memset(s->outbox, 0, sizeof s->outbox);
    assert_int_equal(world_restart(s->world), 0);
}

static void happen(struct schedule *s)
{
    struct world *w = s->world;
    fl_client_id line = fl_rng_below(&s->rng, PEOPLE);
    if (one_in(s, 10))
        w->store_rests = one_in(s, 3);
    if (one_in(s, 10))
        faulty_store_fail_all(w->store, one_in(s, 4));
    if (one_in(s, 12))
        pass_time(w, (int64_t)fl_rng_below(&s->rng, 40000));
    if (one_in(s, 60))
        restart(s);
    else if (one_in(s, w->client[line].open ? 12 : 3))
        break_or_mend(s, line);
    else if (w->client[line].open && s->outbox[line].count && !one_in(s, 3))
        deliver(s, line);
    else if (w->client[line].open && s->outbox[line].count < OUTBOX)
        write_command(s, line);
}

/* Ends all faults and delivers what is pending. */
static void calm_down(struct schedule *s)
{
    struct world *w = s->world;
    w->store_rests = false;
    faulty_store_fail_all(w->store, false);
    settle(w);
    pass_time(w, fl_usual_limits.retry);
    for (fl_client_id line = 0; line < PEOPLE; line++) {
        if (w->client[line].open && w->client[line].sleeps)
            drop(s, line);
        if (!w->client[line].open)
            come_back(s, line);
    }
    settle(w);
}

/* ---- conditions ---- */

/* This client has received every event that a client without history receives: with its seat's
 * view, or with a spectator's before it sat down. */
static void nobody_missed_a_word(struct world *w, fl_client_id line)
{
    struct client *c = &w->client[line];
    json_t *had[EYES], *entry;
    const char *n;
    memcpy(had, c->entries, sizeof had);
    memset(c->entries, 0, sizeof c->entries);
    say(w, line, "refresh 0");
    for (int viewer = 0; viewer < EYES; viewer++) {
        json_object_foreach(c->entries[viewer], n, entry)
            assert_true(json_equal(json_object_get(had[viewer], n), entry) ||
                        json_equal(json_object_get(had[FL_SPECTATOR], n), entry));
    }
    for (int viewer = 0; viewer < EYES; viewer++)
        json_decref(had[viewer]);
}

static struct schedule begin(uint64_t seed)
{
    static const char *const games[] = {"mille-sabords", "corsaires", "aux-sabords", "buccaneer",
                                        "pirates-en-duel"};
    static const char *const clocks[] = {"", " clock=move:30", " clock=bank:60+5"};
    struct schedule s = {.world = world_new(seed, NULL), .rng = fl_rng_from(seed, 5)};
    char terms[64];
    const char *game = games[seed % 5];
    snprintf(terms, sizeof terms, "seats=person,person%s away=20%s",
             fl_game_find(game)->seats_min > 2 ? ",bot:moussaillon" : "", clocks[seed / 5 % 3]);
    s.world->random_bots = true;
    seat_people(s.world, game, terms, SEATED);
    open_line(s.world, 2);
    say(s.world, 2, "join %s Wanda", s.world->client[0].id);
    return s;
}

static uint64_t play_schedule(uint64_t seed)
{
    struct schedule s = begin(seed);
    for (int turn = 0; turn < TURNS; turn++)
        happen(&s);
    calm_down(&s);
    pictures_are_true(s.world);
    for (fl_client_id line = 0; line < SEATED; line++)
        nobody_missed_a_word(s.world, line);
    uint64_t events = the_table(s.world, 0)->n;
    world_free(s.world);
    return events;
}

struct range {
    uint64_t first, count;
};

static void whatever_happens_pictures_are_true(void **state)
{
    const struct range *range = *state;
    uint64_t events = 0;
    for (uint64_t seed = range->first; seed < range->first + range->count; seed++)
        events += play_schedule(seed);
    assert_true(events > 12 * range->count); /* enough happened */
    print_message("# %llu schedules, %llu events\n", (unsigned long long)range->count,
                  (unsigned long long)events);
}

int main(int argc, char **argv)
{
    struct range range = {argc > 2 ? strtoull(argv[1], NULL, 10) : 1,
                          argc > 2 ? strtoull(argv[2], NULL, 10) : USUAL};
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_prestate(whatever_happens_pictures_are_true, &range),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
