/* Reading from a match what real dice are thrown for. */
#include "core/throw.h"

#include <string.h>

/* What a watcher would hear of this outcome; whom it is for, and nothing of what it is. */
static void said_of(const struct fl_match *m, const union fl_state *world, fl_move move,
                    struct fl_phrase *out)
{
    struct fl_saying saying;
    struct fl_sight sight = {.game = m->game, .setup = m->setup, .viewer = FL_WATCHER};
    memcpy(&sight.state, world, m->game->state_size);
    if (m->game->redact)
        m->game->redact(&sight.state, FL_WATCHER);
    fl_sight_say(&sight, (struct fl_step){.move = move, .seat = FL_CHANCE}, &saying);
    const struct fl_phrase *said = &saying.phrase[0];
    fl_phrase_begin(out, said->key);
    for (int i = 0; i < said->args; i++)
        if (said->arg[i].kind == FL_ARG_SEAT && !strcmp(said->arg[i].name, "who"))
            fl_with_seat(out, "who", said->arg[i].number);
}

static bool is_same_question(const struct fl_phrase *a, const struct fl_phrase *b)
{
    return !strcmp(a->key, b->key) && a->args == b->args &&
           (!a->args || a->arg[0].number == b->arg[0].number);
}

static bool is_chance(const struct fl_game *g, const union fl_state *world)
{
    return g->turn(world) == FL_SEAT(FL_CHANCE);
}

/* How many outcomes like this one come in a row, if the first there can be comes every time. */
static int count_alike(const struct fl_match *m, const struct fl_phrase *first)
{
    union fl_state world = m->state;
    struct fl_phrase said;
    struct fl_moves list;
    int count = 0;
    for (; is_chance(m->game, &world); count++) {
        fl_list(m->game, &world, FL_CHANCE, &list);
        said_of(m, &world, list.at[0].move, &said);
        if (!is_same_question(first, &said))
            break;
        m->game->apply(&world, FL_CHANCE, list.at[0].move);
    }
    return count;
}

bool fl_throw_next(const struct fl_match *m, struct fl_throw *out)
{
    struct fl_moves list;
    if (!is_chance(m->game, &m->state))
        return false;
    fl_list(m->game, &m->state, FL_CHANCE, &list);
    said_of(m, &m->state, list.at[0].move, &out->said);
    out->seen = fl_seen_by(m->game, &m->state, FL_CHANCE, list.at[0].move);
    out->count = count_alike(m, &out->said);
    out->forced = list.count == 1;
    fl_with_number(&out->said, "n", out->count);
    return true;
}

/* What must happen belongs to what came before; a die like the one before to the same throw. */
uint32_t fl_throw_start(const struct fl_match *m, uint32_t steps)
{
    union fl_state world;
    struct fl_phrase said, before = {.key = ""};
    struct fl_moves list;
    uint32_t start = 0;
    memset(&world, 0, sizeof world);
    m->game->start(&world, &m->setup);
    for (uint32_t i = 0; i < steps; i++) {
        struct fl_step step = m->log[i];
        bool thrown = step.seat == FL_CHANCE;
        fl_phrase_begin(&said, "");
        if (thrown) {
            fl_list(m->game, &world, FL_CHANCE, &list);
            said_of(m, &world, step.move, &said);
        }
        if (!thrown || (list.count > 1 && !is_same_question(&said, &before)))
            start = i;
        before = said;
        m->game->apply(&world, step.seat, step.move);
    }
    return start;
}

bool fl_throw_pick_forced(struct fl_source *source, const struct fl_match *m,
                          const struct fl_moves *list, fl_move *move)
{
    (void)source;
    (void)m;
    *move = list->at[0].move;
    return list->count == 1;
}
