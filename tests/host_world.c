/* The test environment of the host, and a minimal client whose correctness is obvious. */
#include "host_world.h"

/* ---- the client: applies complete views and differences ---- */

static void keep(json_t **at, json_t *value)
{
    json_decref(*at);
    *at = json_incref(value);
}

static int eyes_of(const json_t *as)
{
    return json_is_integer(as) ? (int)json_integer_value(as) - 1 : FL_SPECTATOR;
}

static bool looks_through(const struct client *c, int viewer)
{
    size_t i;
    json_t *eye;
    json_array_foreach(json_object_get(c->you, "viewers"), i,
                       eye) if (eyes_of(eye) == viewer) return true;
    return false;
}

static bool is_asked(json_t *sight, int viewer)
{
    size_t i;
    json_t *seat;
    json_array_foreach(json_object_get(sight, "turn"), i,
                       seat) if (json_integer_value(seat) == viewer + 1) return true;
    return false;
}

static void apply_difference(struct client *c, int viewer, json_t *event)
{
    assert_non_null(c->sight[viewer]);
    apply_changes(c->sight[viewer], event);
    if (!is_asked(c->sight[viewer], viewer)) {
        c->question[viewer] = 0;
        keep(&c->ask[viewer], NULL);
    }
}

static void remember_entry(struct client *c, int viewer, json_t *entry)
{
    char number[16];
    if (!c->entries[viewer])
        c->entries[viewer] = json_object();
    snprintf(number, sizeof number, "%d", (int)json_integer_value(json_object_get(entry, "n")));
    json_t *kept = json_object();
    static const char *const told[] = {"n", "seat", "bot", "phrases", "chat"};
    for (int i = 0; i < 5; i++)
        if (json_object_get(entry, told[i]))
            json_object_set(kept, told[i], json_object_get(entry, told[i]));
    json_t *known = json_object_get(c->entries[viewer], number);
    assert_true(!known ||
                json_equal(known, kept)); /* an event is always reported in the same way */
    json_object_set_new(c->entries[viewer], number, kept);
}

static void hear_event(struct client *c, json_t *m)
{
    json_t *as = json_object_get(m, "viewer");
    json_int_t n = json_integer_value(json_object_get(m, "n"));
    c->events++;
    c->chats += json_object_get(m, "chat") != NULL;
    assert_true(n >= c->n);
    c->n = n;
    for (int viewer = 0; viewer < EYES; viewer++) {
        if (as ? viewer != eyes_of(as) : !looks_through(c, viewer))
            continue;
        if (json_object_get(m, "turn"))
            apply_difference(c, viewer, m);
        remember_entry(c, viewer, m);
    }
}

static void hear_ask(struct client *c, json_t *m)
{
    int viewer = eyes_of(json_object_get(m, "viewer"));
    keep(&c->ask[viewer], m);
    c->question[viewer] = json_integer_value(json_object_get(m, "question"));
}

static void hear_view(struct client *c, json_t *m)
{
    int viewer = eyes_of(json_object_get(m, "viewer"));
    json_t *sight = json_object_get(m, "sight");
    json_decref(c->sight[viewer]);
    c->sight[viewer] = json_deep_copy(sight);
    c->n = json_integer_value(json_object_get(m, "n"));
    c->question[viewer] = json_integer_value(json_object_get(m, "question"));
    keep(&c->ask[viewer], c->question[viewer] ? sight : NULL);
}

static void hear_log(struct client *c, json_t *m)
{
    size_t i;
    json_t *entry;
    c->logs++;
    json_array_foreach(json_object_get(m, "entries"), i, entry)
    {
        remember_entry(c, eyes_of(json_object_get(m, "viewer")), entry);
        c->chats += json_object_get(entry, "chat") != NULL;
    }
}

static void hear_table(struct client *c, json_t *m)
{
    keep(&c->table, m);
    snprintf(c->id, sizeof c->id, "%s", json_string_value(json_object_get(m, "id")));
    c->n = json_integer_value(json_object_get(m, "n"));
    if (strcmp(json_string_value(json_object_get(m, "phase")), "waiting"))
        return;
    for (int viewer = 0; viewer < EYES; viewer++) {
        keep(&c->sight[viewer], NULL);
        keep(&c->ask[viewer], NULL);
        c->question[viewer] = 0;
    }
}

static void hear_you(struct client *c, json_t *m)
{
    keep(&c->you, m);
    for (int viewer = 0; viewer < EYES; viewer++)
        if (!looks_through(c, viewer)) {
            keep(&c->sight[viewer], NULL);
            keep(&c->ask[viewer], NULL);
            c->question[viewer] = 0;
        }
}

static bool is_about_passports(const char *type)
{
    static const char *const types[] = {"passport", "devices", "passport-code", "games",
                                        "people",   "export",  "done"};
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (!strcmp(type, types[i]))
            return true;
    return false;
}

static void hear(struct client *c, const char *text, size_t len)
{
    json_error_t error;
    json_t *m = json_loadb(text, len, JSON_REJECT_DUPLICATES, &error);
    if (!m)
        fail_msg("%s in %.*s", error.text, (int)len, text);
    const char *type = json_string_value(json_object_get(m, "type"));
    c->bytes += len;
    if (!strcmp(type, "event"))
        hear_event(c, m);
    else if (!strcmp(type, "question"))
        hear_ask(c, m);
    else if (!strcmp(type, "view"))
        hear_view(c, m);
    else if (!strcmp(type, "log"))
        hear_log(c, m);
    else if (!strcmp(type, "table"))
        hear_table(c, m);
    else if (!strcmp(type, "you"))
        hear_you(c, m);
    else if (!strcmp(type, "refused"))
        keep(&c->refused, m);
    else if (!strcmp(type, "real-dice"))
        keep(&c->thrown, m);
    else if (!strcmp(type, "invitation"))
        keep(&c->invitation, m);
    else if (is_about_passports(type))
        keep(&c->answer, m), c->answers++;
    bool moved = !strcmp(type, "view") || (!strcmp(type, "event") && json_object_get(m, "turn"));
    if (moved || !strcmp(type, "question"))
        keep(&c->lesson, json_object_get(m, "lesson"));
    if (moved)
        keep(&c->thrown, NULL);
    if (!strcmp(type, "token"))
        snprintf(c->token, sizeof c->token, "%s", json_string_value(json_object_get(m, "token")));
    else if (!strcmp(type, "link"))
        snprintf(c->link, sizeof c->link, "%s", json_string_value(json_object_get(m, "token")));
    else if (!strcmp(type, "hint"))
        keep(&c->hint, m), c->hints++;
    c->stops += !strcmp(type, "storage-failed");
    c->goes_on += !strcmp(type, "storage-restored");
    if (!strcmp(type, "undo-requested"))
        c->undo_asked++, c->undo_request = json_integer_value(json_object_get(m, "request"));
    if (!strcmp(type, "end-requested"))
        c->end_asked++, c->end_request = json_integer_value(json_object_get(m, "request"));
    c->end_refused += !strcmp(type, "end-refused");
    c->reactions += !strcmp(type, "reaction");
    c->undo_free += !strcmp(type, "undo-available");
    c->undo_refused += !strcmp(type, "undo-refused");
    if (!strcmp(type, "event") || !strcmp(type, "question"))
        c->event_bytes += len;
    c->event_messages += !strcmp(type, "event");
    json_decref(m);
}

/* ---- the port ---- */

static void keep_job(struct world *w, const struct fl_think_request *thought, bool for_hint)
{
    assert_true(w->thoughts < MOST_THOUGHTS);
    struct waiting_thought *kept = &w->thought[w->thoughts++];
    kept->ticket = thought->ticket;
    kept->sight = *thought->sight;
    kept->level = thought->level;
    kept->seed = thought->seed;
    kept->for_hint = for_hint;
    if (thought->waiting > w->most_waiting)
        w->most_waiting = thought->waiting;
}

static bool port_think(void *world, const struct fl_think_request *thought)
{
    keep_job(world, thought, false);
    return true;
}

static bool port_advise(void *world, const struct fl_think_request *thought)
{
    keep_job(world, thought, true);
    return true;
}

static void port_send(void *world, const fl_client_id *to, int lines, const char *json, size_t len)
{
    struct world *w = world;
    assert_null(memchr(json, '\n', len));
    for (int i = 0; i < lines; i++) {
        if (to[i] >= LINES)
            continue; /* a connection whose client does not read */
        struct client *c = &w->client[to[i]];
        assert_true(c->open);
        if (c->tape) {
            fl_put_bytes(c->tape, json, len);
            fl_put_char(c->tape, '\n');
        }
        if (!c->sleeps)
            hear(c, json, len);
    }
}

static void begin_host(struct world *w, const struct fl_limits *limits)
{
    struct fl_port port = small_port(&w->small, w->store, port_think, port_send);
    port.advise = port_advise;
    w->host = fl_host_new(&port, limits);
    assert_non_null(w->host);
}

struct world *world_new(uint64_t seed, const struct fl_limits *limits)
{
    struct world *w = calloc(1, sizeof *w);
    assert_non_null(w);
    w->small.rng = fl_rng_from(seed, 77);
    w->small.now = 1000000;
    w->store = faulty_store(fl_memory_store());
    begin_host(w, limits ? limits : &fl_usual_limits);
    return w;
}

static void forget(struct client *c)
{
    for (int viewer = 0; viewer < EYES; viewer++) {
        keep(&c->sight[viewer], NULL);
        keep(&c->ask[viewer], NULL);
        keep(&c->entries[viewer], NULL);
    }
    keep(&c->table, NULL);
    keep(&c->you, NULL);
    keep(&c->refused, NULL);
    keep(&c->hint, NULL);
    keep(&c->answer, NULL);
    keep(&c->invitation, NULL);
    keep(&c->lesson, NULL);
    keep(&c->thrown, NULL);
}

void world_free(struct world *w)
{
    for (int line = 0; line < LINES; line++)
        forget(&w->client[line]);
    w->store->close(w->store);
    fl_host_free(w->host);
    free(w);
}

void world_restart_unloaded(struct world *w)
{
    struct fl_limits limits = w->host->limits;
    while (w->store->pump(w->store)) /* execute what was requested of the store */
        ;
    fl_host_free(w->host);
    for (int line = 0; line < LINES; line++)
        w->client[line].open = false;
    w->thoughts = 0;
    begin_host(w, &limits);
    assert_true(fl_host_recover(w->host) >= 0);
}

int world_restart(struct world *w)
{
    world_restart_unloaded(w);
    while (fl_host_unloaded(w->host))
        fl_load_some(w->host);
    settle(w);
    return (int)fl_host_frozen(w->host);
}

void open_line_from(struct world *w, fl_client_id line, uint64_t origin)
{
    w->client[line].open = true;
    fl_host_open(w->host, line, origin);
    say(w, line, "hello 2");
}

void open_line(struct world *w, fl_client_id line)
{
    open_line_from(w, line, 0);
}

void close_line(struct world *w, fl_client_id line)
{
    fl_host_close(w->host, line);
    w->client[line].open = false;
    settle(w);
}

static void advise(struct world *w, const struct waiting_thought *t)
{
    struct fl_search_options how = {.playouts = 64, .threads = 1, .seed = t->seed};
    struct fl_advice *advice = malloc(sizeof *advice);
    assert_non_null(advice);
    assert_true(fl_advise(&t->sight, &how, advice));
    fl_host_advice(w->host, t->ticket, &t->sight, w->dull ? NULL : advice);
    free(advice);
}

static void think_once(struct world *w)
{
    struct waiting_thought t = w->thought[--w->thoughts];
    if (t.for_hint) {
        advise(w, &t);
        return;
    }
    struct fl_rng rng = fl_rng_from(t.seed, 0);
    const struct fl_level *level = fl_level_find(w->host->port.levels[t.level]);
    fl_move move =
        w->random_bots ? fl_random(&t.sight, 0, &rng) : fl_level_choose(level, &t.sight, &rng);
    fl_host_bot_move(w->host, t.ticket, move);
}

void answer_undo(struct world *w, fl_client_id line, const char *answer)
{
    say(w, line, "%s %lld", answer, (long long)w->client[line].undo_request);
}

void settle(struct world *w)
{
    bool stirred = true;
    while (stirred) {
        stirred = !w->store_rests && w->store->pump(w->store) > 0;
        if (w->thoughts && !w->bots_rest) {
            think_once(w);
            stirred = true;
        }
        if (fl_host_wake(w->host) <= w->small.now)
            fl_host_tick(w->host);
    }
}

void pass_time(struct world *w, int64_t milliseconds)
{
    w->small.now += milliseconds;
    fl_host_tick(w->host);
    settle(w);
}

void send_line(struct world *w, fl_client_id line, const char *text, size_t len)
{
    struct fl_line checked = fl_line_check(text, len);
    fl_host_command(w->host, line, &checked);
}

void say(struct world *w, fl_client_id line, const char *format, ...)
{
    char text[2048];
    va_list args;
    va_start(args, format);
    int len = vsnprintf(text, sizeof text, format, args);
    va_end(args);
    keep(&w->client[line].refused, NULL);
    keep(&w->client[line].answer, NULL);
    send_line(w, line, text, (size_t)len);
    settle(w);
}

const char *refusal(struct world *w, fl_client_id line)
{
    json_t *why = json_object_get(w->client[line].refused, "reason");
    return why ? json_string_value(json_object_get(why, "key")) : "";
}

struct fl_table *the_table(struct world *w, fl_client_id line)
{
    struct fl_table *t;
    fl_table_look_up(w->host, NULL, w->client[line].id, &t);
    return t;
}

struct fl_table *seat_people(struct world *w, const char *game, const char *terms, int people)
{
    static const char *const names[] = {"Anne", "Bob", "Chloé", "Dan", "Eve", "Fay", "Gus", "Hal"};
    open_line(w, 0);
    say(w, 0, "new %s %s", game, terms);
    assert_string_equal(refusal(w, 0), "");
    for (int i = 0; i < people; i++) {
        if (i)
            open_line(w, (fl_client_id)i);
        if (i)
            say(w, (fl_client_id)i, "join %s %s", w->client[0].id, names[i]);
        say(w, (fl_client_id)i, "sit %d - %s", i + 1, names[i]);
        assert_string_equal(refusal(w, (fl_client_id)i), "");
    }
    say(w, 0, "start");
    return the_table(w, 0);
}

/* ---- playing ---- */

/* Answers the lowest question of any client; returns false if there is none. */
bool make_a_move(struct world *w, struct fl_rng *rng, bool greedy)
{
    for (fl_client_id line = 0; line < LINES; line++)
        for (int seat = 0; w->client[line].open && seat < FL_MAX_SEATS; seat++) {
            struct client *c = &w->client[line];
            if (!c->question[seat])
                continue;
            struct fl_sight sight;
            char memory[64];
            struct fl_buf spelled = fl_buf_over(memory, sizeof memory);
            struct fl_table *t = the_table(w, line);
            if (!(w->host->client[line].seats & FL_SEAT(seat)))
                continue; /* a spectator of this seat */
            fl_match_sight(&t->match, seat, &sight);
            fl_move move =
                greedy ? fl_level_choose(&fl_levels[1], &sight, rng) : fl_random(&sight, 0, rng);
            sight.game->spell(move, &spelled);
            say(w, line, "move %lld %s", (long long)c->question[seat], memory);
            return true;
        }
    return false;
}

void play_on(struct world *w, struct fl_rng *rng, int moves, bool greedy)
{
    while (moves-- && make_a_move(w, rng, greedy))
        ;
}

/* ---- comparing ---- */

static json_t *sight_as_json(const struct fl_sight *sight)
{
    size_t room = 1 << 18;
    char *memory = malloc(room);
    assert_non_null(memory);
    struct fl_buf out = fl_buf_over(memory, room);
    struct fl_json j = fl_json_to(&out);
    fl_json_sight(&j, sight);
    json_t *value = json_loads(memory, 0, NULL);
    free(memory);
    assert_non_null(value);
    return value;
}

static void same_member(json_t *a, json_t *b, const char *key)
{
    json_t *x = json_object_get(a, key), *y = json_object_get(b, key);
    if ((x || y) && !json_equal(x, y)) {
        char *one = json_dumps(x, JSON_COMPACT | JSON_ENCODE_ANY);
        char *two = json_dumps(y, JSON_COMPACT | JSON_ENCODE_ANY);
        fail_msg("%s differs:\n%s\n%s", key, one ? one : "nothing", two ? two : "nothing");
    }
}

static void picture_is_true(struct world *w, struct client *c, struct fl_table *t, int viewer)
{
    static const char *const pictured[] = {"turn", "over", "winners", "scores", "zones"};
    static const char *const asked[] = {"prompt", "moves", "subsets", "routes"};
    struct fl_sight sight;
    (void)w;
    fl_match_sight(&t->match, viewer, &sight);
    json_t *truth = sight_as_json(&sight);
    assert_non_null(c->sight[viewer]);
    for (int i = 0; i < 5; i++)
        same_member(truth, c->sight[viewer], pictured[i]);
    bool question = viewer < FL_MAX_SEATS && t->seat[viewer].asked;
    assert_int_equal(question, c->ask[viewer] != NULL);
    for (int i = 0; question && i < 4; i++)
        same_member(truth, c->ask[viewer], asked[i]);
    json_decref(truth);
}

void pictures_are_true(struct world *w)
{
    for (fl_client_id line = 0; line < LINES; line++) {
        struct client *c = &w->client[line];
        struct fl_table *t = c->open ? w->host->client[line].table : NULL;
        if (!t || !t->match.game)
            continue;
        for (int viewer = 0; viewer < EYES; viewer++)
            if (fl_client_viewers(&w->host->client[line]) & FL_SEAT(viewer))
                picture_is_true(w, c, t, viewer);
        assert_int_equal(c->n, t->n);
    }
}
