/* Hidden information does not leave the host, checked on the bytes sent. Two hosts play matches
 * that differ only in what one seat, or a spectator, cannot see; that client must receive the same
 * bytes from both. The linker replaces fair dice by twin_dice (meson.build). */
#include "host_world.h"

enum { LONGEST = 4096, STREAM = 1 << 22 };

/* Both hosts take their chance from here. The first rolls and records the outcomes. The second
 * repeats those that the viewer sees, and rolls again for the others. */
struct chance {
    bool follows, lost; /* lost: the second could not repeat an outcome */
    int viewer;
    struct fl_rng rng;
    int rolled, followed;
    fl_move move[LONGEST];
    bool seen[LONGEST];
};

static struct chance chance; /* one test at a time */

static bool is_seen(const struct fl_match *m, int seat, fl_move move)
{
    return fl_seen_by(m->game, &m->state, seat, move) & FL_SEAT(chance.viewer);
}

static bool is_among(const struct fl_moves *list, fl_move move)
{
    for (uint32_t i = 0; i < list->count; i++)
        if (list->at[i].move == move)
            return true;
    return false;
}

/* A move that the viewer does not see: usually the one of the first host, so that later visible
 * outcomes remain possible in the second. */
static bool pick_hidden(const struct fl_match *m, int seat, const struct fl_moves *list,
                        fl_move first, fl_move *out)
{
    *out = first;
    if (is_among(list, first) && !is_seen(m, seat, first) && fl_rng_below(&chance.rng, 8))
        return true;
    struct fl_moves hidden = {0};
    for (uint32_t i = 0; i < list->count; i++)
        if (!is_seen(m, seat, list->at[i].move))
            fl_offer(&hidden, list->at[i].move, list->at[i].weight);
    if (!hidden.count)
        return false;
    *out = fl_pick(&hidden, &chance.rng);
    return true;
}

static bool twin_pick(struct fl_chance_source *source, const struct fl_match *m,
                      const struct fl_moves *list, fl_move *out)
{
    (void)source;
    *out = list->at[0].move;
    if (chance.lost)
        return true; /* failing would rewind the match, but an imagined state has no log */
    if (!chance.follows) {
        assert_true(chance.rolled < LONGEST);
        *out = fl_pick(list, &chance.rng);
        chance.move[chance.rolled] = *out;
        chance.seen[chance.rolled++] = is_seen(m, FL_CHANCE, *out);
        return true;
    }
    int i = chance.followed++;
    assert_true(i < chance.rolled);
    bool found = chance.seen[i]
                     ? is_among(list, chance.move[i]) && is_seen(m, FL_CHANCE, chance.move[i])
                     : pick_hidden(m, FL_CHANCE, list, chance.move[i], out);
    if (chance.seen[i])
        *out = chance.move[i];
    chance.lost = !found;
    if (!found)
        *out = list->at[0].move;
    return true;
}

void __wrap_fl_fair_source_begin(struct fl_fair_source *, const struct fl_fair *, int seats);
void __wrap_fl_fair_source_begin(struct fl_fair_source *s, const struct fl_fair *fair, int seats)
{
    (void)fair;
    (void)seats;
    s->source.pick = twin_pick;
}

struct twins {
    struct world *world[2];
    struct fl_buf tape[2];
    struct fl_table *table[2];
    fl_client_id line;       /* the client of the viewer */
    long compared, differed; /* moves after which the hidden states differed */
    long hints, agreed;
};

/* Sends the same command to both: the first host leads, the second follows. */
static void both_say(struct twins *t, fl_client_id line, const char *const text[2])
{
    for (int i = 0; i < 2; i++) {
        chance.follows = i;
        say(t->world[i], line, "%s", text[i]);
    }
}

static void same_bytes(struct twins *t)
{
    assert_false(t->tape[0].overflowed);
    if (t->tape[0].len != t->tape[1].len || memcmp(t->tape[0].at, t->tape[1].at, t->tape[0].len)) {
        size_t at = 0;
        while (t->tape[0].at[at] == t->tape[1].at[at])
            at++;
        size_t from = at > 200 ? at - 200 : 0;
        fail_msg("%s: the twins' streams part:\n%.400s\n%.400s", t->table[0]->options.game->name,
                 t->tape[0].at + from, t->tape[1].at + from);
    }
    t->compared++;
    t->differed += memcmp(&t->table[0]->match.state, &t->table[1]->match.state,
                          t->table[0]->options.game->state_size) != 0;
    fl_buf_clear(&t->tape[0]);
    fl_buf_clear(&t->tape[1]);
}

static void spell(const struct twins *t, int seat, fl_move move, char out[96])
{
    long long question = (long long)t->table[0]->seat[seat].question * FL_MAX_SEATS + seat;
    char memory[64];
    struct fl_buf spelled = fl_buf_over(memory, sizeof memory);
    t->table[0]->options.game->spell(move, &spelled);
    snprintf(out, 96, "move %lld %s", question, memory);
}

/* A move of this seat that looks the same to the viewer in both hosts. */
static bool choose(struct twins *t, int seat, struct fl_rng *rng, fl_move move[2])
{
    struct fl_match *m[2] = {&t->table[0]->match, &t->table[1]->match};
    struct fl_moves list[2];
    for (int i = 0; i < 2; i++)
        fl_list(m[i]->game, &m[i]->state, seat, &list[i]);
    for (int tries = 0; tries < 12; tries++) {
        move[0] = move[1] = fl_pick(&list[0], rng);
        if (is_seen(m[0], seat, move[0]) ? is_among(&list[1], move[1])
                                         : pick_hidden(m[1], seat, &list[1], move[0], &move[1]))
            return true;
    }
    return false;
}

static bool live_on(struct twins *t, struct fl_rng *rng)
{
    fl_seats turn = fl_match_turn(&t->table[0]->match);
    assert_int_equal(turn, fl_match_turn(&t->table[1]->match));
    if (!turn)
        return false;
    int seat = __builtin_ctz(turn);
    fl_move move[2];
    char text[2][96];
    if (!choose(t, seat, rng, move))
        return false;
    for (int i = 0; i < 2; i++)
        spell(t, seat, move[i], text[i]);
    both_say(t, (fl_client_id)seat, (const char *const[]){text[0], text[1]});
    if (chance.lost)
        return false;
    same_bytes(t);
    return true;
}

/* Sends wrong moves and requests refusals, hints, records and the whole log again. */
static void pester(struct twins *t, struct fl_rng *rng)
{
    int seat = chance.viewer == FL_SPECTATOR ? 0 : chance.viewer;
    char text[96];
    const char *both[2] = {text, text};
    fl_move move = (fl_move)fl_rng_below(rng, t->table[0]->options.game->move_count);
    const struct fl_match *m = &t->table[0]->match;
    bool asked = fl_match_turn(m) & FL_SEAT(chance.viewer);
    if (!asked || !fl_is_legal(m->game, &m->state, seat, move)) {
        spell(t, seat, move, text);
        both_say(t, t->line, both);
    }
    snprintf(text, sizeof text, "refresh %d", (int)fl_rng_below(rng, t->table[0]->n + 1));
    both_say(t, t->line, both);
    both_say(t, t->line, (const char *const[]){"record", "record"});
    for (int i = 0; i < 2; i++)
        pass_time(t->world[i], fl_usual_limits.hint_pause);
    both_say(t, t->line, (const char *const[]){"hint", "hint"});
    t->hints += t->world[0]->client[t->line].hints;
    t->world[0]->client[t->line].hints = 0;
    same_bytes(t);
}

static bool begin(struct twins *t, const struct fl_game *g, uint64_t seed)
{
    char terms[80];
    struct fl_buf out = fl_buf_over(terms, sizeof terms);
    fl_put(&out, "seats=person,person");
    for (int i = 2; i < g->seats_min; i++)
        fl_put(&out, ",person");
    for (int i = 0; i < 2; i++) {
        chance.follows = i;
        t->world[i] = world_new(seed, NULL);
        t->world[i]->client[t->line].tape = &t->tape[i];
        t->table[i] = seat_people(t->world[i], g->name, terms, g->seats_min);
        if (chance.lost)
            return false;
        if (chance.viewer == FL_SPECTATOR) {
            open_line(t->world[i], t->line);
            say(t->world[i], t->line, "join %s Wanda", t->table[i]->name);
        }
    }
    same_bytes(t);
    return true;
}

static void end(struct twins *t)
{
    for (int i = 0; i < 2; i++)
        if (t->world[i])
            world_free(t->world[i]);
    t->world[0] = t->world[1] = NULL;
}

/* Replaces the second state by one that the viewer considers possible. */
static void imagine(struct twins *t)
{
    const struct fl_game *g = t->table[1]->options.game;
    union fl_state *state = &t->table[1]->match.state;
    *state = t->table[0]->match.state;
    g->redact(state, chance.viewer);
    g->imagine(state, chance.viewer, &chance.rng);
    for (int line = 0; line < g->seats_min; line++)
        t->world[1]->client[line].sleeps =
            line != (int)t->line; /* the state of the other clients has changed */
}

/* Ends both matches by agreement: the standing must not reveal what is hidden. */
static void agree(struct twins *t, int seats)
{
    char text[64];
    both_say(t, 0, (const char *const[]){"end", "end"});
    snprintf(text, sizeof text, "agree %lld", (long long)t->world[0]->client[t->line].end_request);
    for (fl_client_id line = 1; line < (fl_client_id)seats; line++)
        both_say(t, line, (const char *const[]){text, text});
    assert_int_equal(t->table[0]->phase, FL_TABLE_FINISHED);
    assert_int_equal(t->table[1]->phase, FL_TABLE_FINISHED);
    same_bytes(t);
    t->agreed++;
}

static void live(struct twins *t, const struct fl_game *g, uint64_t seed, bool imagined)
{
    struct fl_rng rng = fl_rng_from(seed, 5);
    int age = 0, dream = (int)fl_rng_below(&rng, 30);
    int most = seed % 4 < 2 ? 120 : dream + 5 + (int)fl_rng_below(&rng, 60);
    memset(&chance, 0, sizeof chance);
    chance.rng = fl_rng_from(seed, 6);
    t->line = fl_rng_below(&rng, g->seats_min +
                                     1u); /* the client after those of the seats is a spectator */
    chance.viewer = t->line < g->seats_min ? (int)t->line : FL_SPECTATOR;
    if (begin(t, g, seed)) {
        while (age < most && live_on(t, &rng)) {
            age++;
            if (imagined && age == dream)
                imagine(t);
            else if (!imagined && age % 11 == 0)
                pester(t, &rng);
        }
        if (age == most && t->table[0]->phase == FL_TABLE_PLAYING)
            agree(t, g->seats_min);
    }
    end(t);
}

static void streams_of_twins_are_the_same(void **state)
{
    (void)state;
    static char memory[2][STREAM];
    for (int g = 0; fl_games[g]; g++) {
        struct twins t = {0};
        for (int i = 0; i < 2; i++)
            t.tape[i] = fl_buf_over(memory[i], STREAM);
        for (uint64_t seed = 0; fl_games[g]->redact && seed < 20; seed++) {
            fl_buf_clear(&t.tape[0]);
            fl_buf_clear(&t.tape[1]);
            live(&t, fl_games[g], seed, seed % 2);
        }
        if (!fl_games[g]->redact)
            continue;
        print_message("# %s: %ld comparisons, %ld with different truths\n", fl_games[g]->name,
                      t.compared, t.differed);
        assert_true(t.hints > 5);
        assert_true(t.differed > 500);
        assert_true(t.agreed > 3);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(streams_of_twins_are_the_same),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
