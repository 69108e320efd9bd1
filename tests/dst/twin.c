/* Twin worlds: the same seed twice. The second world differs in what one client, the observer, must
 * not know: dice and cards that it does not see, and the choices that others make of them. The
 * observer must receive the same bytes in both until the end of the match reveals everything. */
#include <stdio.h>
#include <string.h>

#include "core/fair.h"
#include "scenario.h"

enum { LONGEST = 1 << 14, TAPE = 1 << 15 };

static struct {
    enum twin_world world;
    const struct client *observer;
    bool lost; /* the second world could not repeat an outcome that the observer saw */
    bool over; /* everything is public */
    int rolls, moves, messages;             /* in this world so far */
    int rolls_all, moves_all, messages_all; /* in the first world */
    fl_move roll[LONGEST];
    bool roll_is_seen[LONGEST];
    struct {
        char text[64];
        fl_move move;
        bool is_seen;
    } move[LONGEST];
    char *tape[TAPE];
    uint64_t compared, differed;
    struct fl_rng rng;
} twin;

enum twin_world twin_world(void)
{
    return twin.world;
}

uint64_t twin_compared(void)
{
    return twin.compared;
}

void twin_begin(enum twin_world world, const struct client *observer)
{
    if (world == TWIN_SECOND) {
        twin.rolls_all = twin.rolls;
        twin.moves_all = twin.moves;
        twin.messages_all = twin.messages;
    }
    twin.world = world;
    twin.observer = observer;
    twin.lost = twin.over = false;
    twin.rolls = twin.moves = twin.messages = 0;
    twin.rng = fl_rng_from(sim.options.seed, 4000);
}

void twin_end(void)
{
    for (int i = 0; i < TAPE && twin.tape[i]; i++) {
        sim_free(twin.tape[i]);
        twin.tape[i] = NULL;
    }
    twin.world = TWIN_NONE;
}

/* ---- what the observer sees ---- */

static int viewer(void)
{
    for (int seat = 0; seat < FL_MAX_SEATS; seat++)
        if (client_has_seat(twin.observer, seat))
            return seat;
    return FL_SPECTATOR;
}

static bool is_seen(const struct fl_match *m, int seat, fl_move move)
{
    return fl_seen_by(m->game, &m->state, seat, move) & FL_SEAT(viewer());
}

static bool is_among(const struct fl_moves *list, fl_move move)
{
    for (uint32_t i = 0; i < list->count; i++)
        if (list->at[i].move == move)
            return true;
    return false;
}

/* A move that the observer does not see: often that of the first world, so that later outcomes stay
 * possible. */
static bool pick_hidden(const struct fl_match *m, int seat, const struct fl_moves *list,
                        fl_move first, fl_move *out)
{
    struct fl_moves hidden = {0};
    *out = first;
    if (is_among(list, first) && !is_seen(m, seat, first) && fl_rng_below(&twin.rng, 4))
        return true;
    for (uint32_t i = 0; i < list->count; i++)
        if (!is_seen(m, seat, list->at[i].move))
            fl_offer(&hidden, list->at[i].move, list->at[i].weight);
    if (!hidden.count)
        return false;
    *out = fl_pick(&hidden, &twin.rng);
    twin.differed += *out != first;
    return true;
}

/* ---- dice ---- */

static bool twin_pick(struct fl_chance_source *source, const struct fl_match *m,
                      const struct fl_moves *list, fl_move *out)
{
    (void)source;
    int i = twin.rolls;
    *out = list->at[0].move;
    if (twin.lost || i == LONGEST)
        return true;
    twin.rolls++;
    if (twin.world == TWIN_FIRST) {
        *out = twin.roll[i] = fl_pick(list, &twin.rng);
        twin.roll_is_seen[i] = is_seen(m, FL_CHANCE, *out);
        return true;
    }
    twin.lost = i >= twin.rolls_all ||
                !(twin.roll_is_seen[i] ? is_among(list, twin.roll[i])
                                       : pick_hidden(m, FL_CHANCE, list, twin.roll[i], out));
    if (!twin.lost && twin.roll_is_seen[i])
        *out = twin.roll[i];
    return true;
}

void __real_fl_fair_source_begin(struct fl_fair_source *, const struct fl_fair *, int seats);
void __wrap_fl_fair_source_begin(struct fl_fair_source *, const struct fl_fair *, int seats);
void __wrap_fl_fair_source_begin(struct fl_fair_source *s, const struct fl_fair *fair, int seats)
{
    __real_fl_fair_source_begin(s, fair, seats);
    if (twin.world)
        s->source.pick = twin_pick;
}

/* ---- moves ---- */

static bool find_move(const struct fl_match *m, const struct fl_moves *list, const char *text,
                      fl_move *out)
{
    char memory[64];
    for (uint32_t i = 0; i < list->count; i++) {
        struct fl_buf spelled = fl_buf_over(memory, sizeof memory);
        m->game->spell(list->at[i].move, &spelled);
        *out = list->at[i].move;
        if (!strcmp(memory, text))
            return true;
    }
    return false;
}

void twin_move(struct client *c, int seat, char *text, size_t room)
{
    const struct fl_table *t = invariants_table(c->id);
    struct fl_moves list = {0};
    fl_move move = 0;
    int i = twin.moves;
    if (!twin.world || twin.lost || !t || !t->match.game || i == LONGEST)
        return;
    twin.moves++;
    fl_list(t->match.game, &t->match.state, seat, &list);
    if (twin.world == TWIN_FIRST) {
        snprintf(twin.move[i].text, sizeof twin.move[i].text, "%.63s", text);
        bool found = find_move(&t->match, &list, text, &move);
        twin.move[i].move = move;
        twin.move[i].is_seen = !found || is_seen(&t->match, seat, move);
        return;
    }
    if (i >= twin.moves_all) {
        twin.lost = true;
    } else if (twin.move[i].is_seen) {
        snprintf(text, room, "%s", twin.move[i].text);
    } else if (pick_hidden(&t->match, seat, &list, twin.move[i].move, &move)) {
        struct fl_buf spelled = fl_buf_over(text, room);
        t->match.game->spell(move, &spelled);
    } else {
        twin.lost = true;
    }
    if (!twin.lost && twin.move[i].is_seen && list.count &&
        !find_move(&t->match, &list, text, &move))
        twin.lost = true;
}

/* ---- what the observer receives ---- */

void twin_hear(const struct client *c, const char *text, size_t len)
{
    int i = twin.messages;
    if (!twin.world || c != twin.observer || twin.lost || twin.over || i == TAPE)
        return;
    char *copy = sim_alloc(len + 1);
    memcpy(copy, text, len);
    if (strstr(copy, "\"over\":true") || strstr(copy, "\"phase\":\"finished\"")) {
        twin.over = true;
        sim_free(copy);
        return;
    }
    twin.messages++;
    if (twin.world == TWIN_FIRST) {
        twin.tape[i] = copy;
        return;
    }
    twin.compared++;
    size_t same = 0;
    const char *first = i < twin.messages_all ? twin.tape[i] : "nothing";
    while (copy[same] && copy[same] == first[same])
        same++;
    if (copy[same] || first[same]) {
        size_t from = same > 100 ? same - 100 : 0;
        sim_fail("secrets", "%s can distinguish twin worlds: %.400s, and %.400s", c->name,
                 first + from, copy + from);
    }
    sim_free(copy);
}
