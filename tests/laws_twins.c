/* Hidden information stays hidden, checked on twins: two matches that differ only in what one
 * viewer cannot see. Both continue with the same visible moves; hidden ones may differ. Every byte
 * for this viewer must be equal. */
#include <stdlib.h>
#include <string.h>

#include "agents/agent.h"
#include "core/json.h"
#include "core/record.h"
#include "core/words.h"
#include "laws.h"

enum { LIFE = 48, TRIES = 8, QUESTIONS = 6, WRITTEN_DOWN = 16, PLAYOUTS = 4 };

struct twins {
    struct moment *now;
    struct fl_match match[2];
    int viewer;
    bool have_a_past; /* both logs lead to the states: records can be compared */
};

static void put_phrase(struct fl_buf *out, const struct fl_phrase *p)
{
    for (fl_lang lang = 0; fl_language(lang); lang++) {
        fl_put_phrase(out, lang, p, NULL);
        fl_put_char(out, '\n');
    }
}

/* The view, the questions and the explanations of illegal moves. */
static void put_table(const struct twins *t, const struct fl_match *m, struct fl_rng rng,
                      struct fl_buf *out)
{
    struct fl_sight sight;
    struct fl_json json = fl_json_to(out);
    fl_match_sight(m, t->viewer, &sight);
    fl_json_sight(&json, &sight);
    fl_put_char(out, '\n');
    bool asked = t->viewer < FL_MAX_SEATS && fl_match_turn(m) & FL_SEAT(t->viewer);
    for (int i = 0; asked && i < QUESTIONS; i++) {
        fl_move move = (fl_move)fl_rng_below(&rng, m->game->move_count);
        struct fl_phrase why;
        bool legal = fl_is_legal(m->game, &m->state, t->viewer, move);
        fl_put(out, legal ? "yes\n" : "no: ");
        if (legal)
            continue;
        m->game->why_not(&sight.state, t->viewer, move, &why);
        put_phrase(out, &why);
    }
}

static void put_record(const struct twins *t, const struct fl_match *m, struct fl_buf *out)
{
    fl_record_write(m, NULL, t->viewer, out);
    if (t->viewer < FL_MAX_SEATS)
        fl_put(out, fl_match_undo_is_free(m, t->viewer) ? "undo is free\n" : "undo is not free\n");
}

static void compare(struct twins *t, const struct fl_buf out[2], const char *what)
{
    fl_holds(t->now, !out[0].overflowed && !out[1].overflowed, "a text is too long");
    fl_holds(t->now, out[0].len == out[1].len && !memcmp(out[0].at, out[1].at, out[0].len), what);
}

/* Equal sights give equal texts, so texts are compared only now and then. */
static bool sights_are_equal(const struct twins *t)
{
    union fl_state sight[2];
    for (int i = 0; i < 2; i++)
        sight[i] = fl_through_the_eyes_of(t->now->game, &t->match[i].state, t->viewer);
    return fl_same_state(t->now->game, &sight[0], &sight[1]);
}

static void tables_look_alike(struct twins *t)
{
    struct fl_buf out[2];
    if (sights_are_equal(t) && fl_rng_below(t->now->rng, WRITTEN_DOWN))
        return;
    struct fl_rng rng = *t->now->rng;
    for (int i = 0; i < 2; i++) {
        out[i] = fl_buf_over(t->now->page[i], FL_PAGE);
        put_table(t, &t->match[i], rng, &out[i]);
    }
    fl_rng_next(t->now->rng);
    compare(t, out, "twin tables differ");
}

static void records_look_alike(struct twins *t)
{
    struct fl_buf out[2];
    for (int i = 0; i < 2; i++) {
        out[i] = fl_buf_over(t->now->page[i], FL_PAGE);
        put_record(t, &t->match[i], &out[i]);
    }
    compare(t, out, "twin records differ");
}

static void sayings_sound_alike(struct twins *t, int seat, const fl_move move[2])
{
    struct fl_buf out[2];
    for (int i = 0; i < 2; i++) {
        struct fl_step step = {.move = move[i], .seat = (uint16_t)seat};
        struct fl_sight sight;
        struct fl_phrases saying;
        out[i] = fl_buf_over(t->now->page[i], FL_PAGE);
        fl_match_sight(&t->match[i], t->viewer, &sight);
        step.move = fl_step_seen(&t->match[i], t->viewer, step);
        fl_sight_say(&sight, step, false, &saying);
        for (int p = 0; p < saying.count; p++)
            put_phrase(&out[i], &saying.phrase[p]);
    }
    compare(t, out, "twin sayings differ");
}

static bool is_seen(const struct twins *t, int i, int seat, fl_move move)
{
    return fl_seen_by(t->now->game, &t->match[i].state, seat, move) & FL_SEAT(t->viewer);
}

/* A hidden move for the second twin: half of the time that of the first one, if possible. */
static bool choose_hidden(struct twins *t, int seat, fl_move move, fl_move *out)
{
    struct fl_moves list, hidden = {0};
    fl_list(t->now->game, &t->match[1].state, seat, &list);
    for (uint32_t i = 0; i < list.count; i++)
        if (!is_seen(t, 1, seat, list.at[i].move))
            fl_offer(&hidden, list.at[i].move, list.at[i].weight);
    if (!hidden.count)
        return false;
    bool same = fl_lists(&hidden, move) && fl_rng_below(t->now->rng, 2);
    *out = same ? move : fl_pick(&hidden, t->now->rng);
    return true;
}

/* Picks moves of both twins that look equal to the viewer. Returns false if this attempt found
 * none. */
static bool choose_moves(struct twins *t, int seat, fl_move move[2])
{
    struct fl_moves list;
    move[0] = move[1] = fl_any_move(t->now->game, &t->match[0].state, seat, t->now->rng);
    if (!is_seen(t, 0, seat, move[0]))
        return choose_hidden(t, seat, move[0], &move[1]);
    fl_list(t->now->game, &t->match[1].state, seat, &list);
    if (!fl_lists(&list, move[0]))
        return false;
    return fl_holds(t->now, is_seen(t, 1, seat, move[0]), "a move is seen in one world only");
}

static bool live_on(struct twins *t)
{
    fl_seats turn = fl_match_turn(&t->match[0]);
    bool same = turn == fl_match_turn(&t->match[1]);
    if (!fl_holds(t->now, same, "twins differ in whose turn it is") || !turn)
        return false;
    int seat = fl_any_seat(turn, t->now->rng);
    fl_move move[2];
    bool found = false;
    for (int i = 0; i < TRIES && !found && !t->now->broken; i++)
        found = choose_moves(t, seat, move);
    if (!found)
        return false;
    sayings_sound_alike(t, seat, move);
    for (int i = 0; i < 2; i++)
        fl_holds(t->now, fl_match_play(&t->match[i], seat, move[i]) == FL_OK, "a move is refused");
    return !t->now->broken;
}

static void live(struct twins *t)
{
    int age = 0;
    do
        tables_look_alike(t);
    while (++age < LIFE && !t->now->broken && live_on(t));
    if (t->have_a_past && !t->now->broken)
        records_look_alike(t);
    fl_match_end(&t->match[0]);
    fl_match_end(&t->match[1]);
}

/* Twins are a true state and one imagined by the viewer; at the start of a match they are equal,
 * and hidden chance moves make them different. */
static void unseen_means_unseen(struct moment *now)
{
    struct twins *t = calloc(1, sizeof *t);
    if (!t)
        return;
    t->now = now;
    t->viewer = fl_viewer(now, (int)fl_rng_below(now->rng, (uint32_t)fl_viewers(now)));
    t->have_a_past = !now->match->steps;
    for (int i = 0; i < 2; i++) {
        fl_match_begin(&t->match[i], now->game, &now->match->setup, FL_TRUTH);
        t->match[i].state = now->match->state;
    }
    union fl_state *other = &t->match[1].state;
    *other = fl_through_the_eyes_of(now->game, other, t->viewer);
    now->game->imagine(other, t->viewer, now->rng);
    live(t);
    free(t);
}

static fl_move move_of(const char *agent, const struct fl_match *m, int seat, struct fl_rng rng)
{
    struct fl_sight sight;
    fl_choose choose = fl_agent_find(agent, m->game);
    fl_match_sight(m, seat, &sight);
    return choose ? choose(&sight, PLAYOUTS, &rng) : 0; /* some games have no greedy player */
}

/* An agent makes the same move in a true state and in one that it imagines: it uses no hidden
 * information. */
static void agents_do_not_see_the_unseen(struct moment *now)
{
    static const char *const agents[] = {"random", "greedy", "ismcts"};
    fl_seats turn = fl_match_turn(now->match);
    if (!turn || turn == FL_SEAT(FL_CHANCE))
        return;
    int seat = fl_any_seat(turn, now->rng);
    struct fl_match twin = *now->match;
    twin.state = fl_through_the_eyes_of(now->game, &twin.state, seat);
    now->game->imagine(&twin.state, seat, now->rng);
    for (int i = 0; i < 3; i++)
        fl_holds(now,
                 move_of(agents[i], now->match, seat, *now->rng) ==
                     move_of(agents[i], &twin, seat, *now->rng),
                 agents[i]);
    fl_rng_next(now->rng);
}

const struct law fl_laws_of_twins[] = {
    LAW(unseen_means_unseen, 2, fl_has_secrets),
    LAW(agents_do_not_see_the_unseen, 30, fl_has_secrets),
    {0},
};
