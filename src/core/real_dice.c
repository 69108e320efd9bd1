/* Real dice (real_dice.h): grouping chance moves into throws. */
#include "core/real_dice.h"

#include <assert.h>
#include <string.h>

/* Describes an outcome as a spectator sees it, without the outcome itself: the key, and {who} if it
 * concerns one player. */
static void describe_outcome(const struct fl_match *m, const union fl_state *state, fl_move move,
                             struct fl_phrase *out)
{
    struct fl_phrases phrases;
    struct fl_sight sight = {.game = m->game, .setup = m->setup, .viewer = FL_SPECTATOR};
    memcpy(&sight.state, state, m->game->state_size);
    if (m->game->redact)
        m->game->redact(&sight.state, FL_SPECTATOR);
    fl_sight_say(&sight, (struct fl_step){.move = move, .seat = FL_CHANCE}, false, &phrases);
    const struct fl_phrase *said = &phrases.phrase[0];
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

static bool is_chance(const struct fl_game *g, const union fl_state *state)
{
    return g->turn(state) == FL_SEAT(FL_CHANCE);
}

/* Counts consecutive outcomes of the same kind, assuming that each time the first possible one
 * occurs. */
static int count_same_kind(const struct fl_match *m, const struct fl_phrase *first)
{
    union fl_state state = m->state;
    struct fl_phrase said;
    struct fl_moves list;
    int count = 0;
    for (; is_chance(m->game, &state); count++) {
        fl_list(m->game, &state, FL_CHANCE, &list);
        describe_outcome(m, &state, list.at[0].move, &said);
        if (!is_same_question(first, &said))
            break;
        m->game->apply(&state, FL_CHANCE, list.at[0].move);
    }
    return count;
}

bool fl_real_roll_next(const struct fl_match *m, struct fl_real_roll *out)
{
    struct fl_moves list;
    if (!is_chance(m->game, &m->state))
        return false;
    fl_list(m->game, &m->state, FL_CHANCE, &list);
    describe_outcome(m, &m->state, list.at[0].move, &out->said);
    out->seen = fl_seen_by(m->game, &m->state, FL_CHANCE, list.at[0].move);
    out->count = count_same_kind(m, &out->said);
    out->forced = list.count == 1;
    fl_with_number(&out->said, "n", out->count);
    return true;
}

/* A forced outcome belongs to the entry before it, and a die of the same kind to the same throw. */
uint32_t fl_real_roll_start(const struct fl_match *m, uint32_t steps)
{
    union fl_state state;
    struct fl_phrase said, before = {.key = ""};
    struct fl_moves list;
    uint32_t start = 0;
    assert(m->viewer == FL_TRUTH && steps <= m->steps);
    memset(&state, 0, sizeof state);
    m->game->start(&state, &m->setup);
    for (uint32_t i = 0; i < steps; i++) {
        struct fl_step step = m->log[i];
        bool thrown = step.seat == FL_CHANCE;
        fl_phrase_begin(&said, "");
        if (thrown) {
            fl_list(m->game, &state, FL_CHANCE, &list);
            describe_outcome(m, &state, step.move, &said);
        }
        if (!thrown || (list.count > 1 && !is_same_question(&said, &before)))
            start = i;
        before = said;
        m->game->apply(&state, step.seat, step.move);
    }
    return start;
}
