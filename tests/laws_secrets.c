/* Laws of hidden information: a sight is sufficient to play and to follow the match, and imagined
 * states are consistent with it. */
#include <stdlib.h>
#include <string.h>

#include "core/json.h"
#include "laws.h"

enum { SOME_MOVES = 4, PLAYOUT = 60 };

static union fl_state sight_of(const struct moment *now, int viewer)
{
    return fl_through_the_eyes_of(now->game, &now->match->state, viewer);
}

static bool same_lists(const struct fl_moves *a, const struct fl_moves *b)
{
    return a->count == b->count && a->total == b->total &&
           !memcmp(a->at, b->at, a->count * sizeof a->at[0]);
}

static bool same_phrases(const struct fl_phrase *a, const struct fl_phrase *b)
{
    char text[2][1024];
    struct fl_buf out[2] = {fl_buf_over(text[0], sizeof text[0]),
                            fl_buf_over(text[1], sizeof text[1])};
    struct fl_json one = fl_json_to(&out[0]), other = fl_json_to(&out[1]);
    fl_json_phrase(&one, a);
    fl_json_phrase(&other, b);
    return !strcmp(text[0], text[1]);
}

/* The visibility of a move and the question to a seat are public. */
static void seat_is_public(struct moment *now, const union fl_state *sight, int seat)
{
    const union fl_state *truth = &now->match->state;
    struct fl_phrase asked, heard;
    struct fl_moves list;
    fl_list(now->game, truth, seat, &list);
    for (uint32_t i = 0; i < list.count; i++)
        fl_holds(now,
                 fl_seen_by(now->game, truth, seat, list.at[i].move) ==
                     fl_seen_by(now->game, sight, seat, list.at[i].move),
                 "a sight is wrong about who sees a move");
    if (seat == FL_CHANCE)
        return;
    now->game->prompt(truth, seat, &asked);
    now->game->prompt(sight, seat, &heard);
    fl_holds(now, same_phrases(&asked, &heard), "a question tells a secret");
}

static void a_sight_is_enough_to_play(struct moment *now)
{
    const struct fl_game *g = now->game;
    fl_seats turn = fl_match_turn(now->match);
    if (!fl_holds(now, g->visible_to && g->redact && g->imagine, "a game keeps secrets by halves"))
        return;
    for (int i = 0; i < fl_viewers(now); i++) {
        int viewer = fl_viewer(now, i);
        union fl_state sight = sight_of(now, viewer);
        if (!fl_holds(now, g->turn(&sight) == turn, "a sight is wrong about the turn"))
            return;
        for (int seat = 0; seat <= FL_CHANCE; seat++)
            if (turn & FL_SEAT(seat))
                seat_is_public(now, &sight, seat);
        if (viewer == FL_SPECTATOR)
            continue;
        struct fl_moves mine, truly;
        fl_list(g, &sight, viewer, &mine);
        fl_list(g, &now->match->state, viewer, &truly);
        fl_holds(now, same_lists(&mine, &truly), "a sight is wrong about its own moves");
    }
}

static void redacting_twice_is_redacting_once(struct moment *now)
{
    for (int i = 0; i < fl_viewers(now); i++) {
        union fl_state once = sight_of(now, fl_viewer(now, i));
        union fl_state twice = fl_through_the_eyes_of(now->game, &once, fl_viewer(now, i));
        fl_holds(now, fl_same_state(now->game, &once, &twice), "twice is not once");
    }
}

/* Moves of other seats are listed as possible in a sight, including hidden ones. */
static void seat_is_foreseen(struct moment *now, const union fl_state *sight, int viewer, int seat)
{
    struct fl_moves truly, foreseen;
    bool hidden_truly = false, hidden_foreseen = false;
    fl_list(now->game, &now->match->state, seat, &truly);
    fl_list(now->game, sight, seat, &foreseen);
    for (uint32_t i = 0; i < foreseen.count; i++)
        hidden_foreseen |=
            !(fl_seen_by(now->game, sight, seat, foreseen.at[i].move) & FL_SEAT(viewer));
    for (uint32_t i = 0; i < truly.count; i++) {
        fl_move move = truly.at[i].move;
        bool seen = fl_seen_by(now->game, &now->match->state, seat, move) & FL_SEAT(viewer);
        hidden_truly |= !seen;
        fl_holds(now, !seen || fl_lists(&foreseen, move), "a move comes out of nowhere");
    }
    fl_holds(now, !hidden_truly || hidden_foreseen, "a hidden move comes out of nowhere");
}

static void others_moves_are_foreseen(struct moment *now)
{
    fl_seats turn = fl_match_turn(now->match);
    for (int i = 0; i < fl_viewers(now); i++) {
        int viewer = fl_viewer(now, i);
        union fl_state sight = sight_of(now, viewer);
        for (int seat = 0; seat <= FL_CHANCE; seat++)
            if (turn & FL_SEAT(seat) && seat != viewer)
                seat_is_foreseen(now, &sight, viewer, seat);
    }
}

static void move_is_followed(struct moment *now, int viewer, int seat, fl_move move)
{
    union fl_state after = now->match->state, sight = sight_of(now, viewer);
    struct fl_step step = {.move = move, .seat = (uint16_t)seat};
    now->game->apply(&after, seat, move);
    after = fl_through_the_eyes_of(now->game, &after, viewer);
    now->game->apply(&sight, seat, fl_step_seen(now->match, viewer, step));
    fl_holds(now, fl_same_state(now->game, &after, &sight), "a sight loses track of the match");
}

static void redact_commutes_with_apply(struct moment *now)
{
    fl_seats turn = fl_match_turn(now->match);
    for (int n = 0; turn && n < SOME_MOVES; n++) {
        int seat = fl_any_seat(turn, now->rng);
        fl_move move = fl_any_move(now->game, &now->match->state, seat, now->rng);
        for (int i = 0; i < fl_viewers(now); i++)
            move_is_followed(now, fl_viewer(now, i), seat, move);
    }
}

/* ---- imagined worlds ---- */

static union fl_state world_imagined_by(const struct moment *now, int viewer)
{
    union fl_state world = sight_of(now, viewer);
    now->game->imagine(&world, viewer, now->rng);
    return world;
}

/* Continues an imagined match; every seat to move must have a move. */
static void world_can_be_played(struct moment *now, union fl_state *world)
{
    for (int n = 0; n < PLAYOUT; n++) {
        fl_seats turn = now->game->turn(world);
        struct fl_moves list;
        if (!turn)
            return;
        int seat = fl_any_seat(turn, now->rng);
        fl_list(now->game, world, seat, &list);
        if (!fl_holds(now, list.count && list.total, "an imagined world comes to a stop"))
            return;
        now->game->apply(world, seat, fl_any_move(now->game, world, seat, now->rng));
    }
}

static void imagined_worlds_could_be(struct moment *now)
{
    for (int i = 0; i < fl_viewers(now); i++) {
        int viewer = fl_viewer(now, i);
        union fl_state sight = sight_of(now, viewer), world = world_imagined_by(now, viewer);
        union fl_state again = fl_through_the_eyes_of(now->game, &world, viewer);
        if (!fl_holds(now, fl_same_state(now->game, &sight, &again), "a world does not fit"))
            return;
        fl_holds(now, now->game->turn(&world) == now->game->turn(&sight), "another one's turn");
        if (!fl_rng_below(now->rng, 4))
            world_can_be_played(now, &world);
    }
}

/* A move that reveals nothing is possible in every state that other viewers can imagine. */
static void what_shows_nothing_could_be_done_anyway(struct moment *now)
{
    fl_seats turn = fl_match_turn(now->match);
    const union fl_state *truth = &now->match->state;
    if (!turn || turn & FL_SEAT(FL_CHANCE))
        return;
    for (int n = 0; n < SOME_MOVES; n++) {
        int seat = fl_any_seat(turn, now->rng);
        fl_move move = fl_any_move(now->game, truth, seat, now->rng);
        fl_seats onlookers = fl_seen_by(now->game, truth, seat, move);
        if (now->game->reveals && now->game->reveals(truth, seat, move))
            continue;
        for (int i = 0; i < fl_viewers(now); i++) {
            if (!(onlookers & FL_SEAT(fl_viewer(now, i))))
                continue;
            struct fl_moves list;
            union fl_state world = world_imagined_by(now, fl_viewer(now, i));
            fl_list(now->game, &world, seat, &list);
            fl_holds(now, fl_lists(&list, move), "a move tells a secret and does not say so");
        }
    }
}

/* ---- evenness, where the worlds can be counted ---- */

enum { MAX_WORLDS = 600, MAX_LEAVES = 4000, EARLY = 16, DRAWS = 10000 };

struct world {
    uint64_t hash;
    double weight;
    uint32_t drawn;
};

struct census {
    struct moment *now;
    int viewer;
    fl_move seen[EARLY]; /* the log as the viewer sees it */
    int worlds, leaves;
    struct world world[MAX_WORLDS + 1];
};

static struct world *find_world(struct census *c, uint64_t hash)
{
    for (int i = 0; i < c->worlds; i++)
        if (c->world[i].hash == hash)
            return &c->world[i];
    return NULL;
}

static void count_world(struct census *c, const union fl_state *state, double weight)
{
    uint64_t hash = fl_hash(c->now->game, state);
    struct world *world = find_world(c, hash);
    c->leaves++;
    if (!world && c->worlds < MAX_WORLDS) {
        world = &c->world[c->worlds++];
        *world = (struct world){.hash = hash};
    } else if (!world) {
        c->leaves = MAX_LEAVES; /* too many to count */
        return;
    }
    world->weight += weight;
}

static void count_worlds(struct census *c, const union fl_state *, uint32_t step, double weight);

/* The probability of a chance move, or of a hidden choice by the number of single cards it may
 * concern. */
static void count_after(struct census *c, const union fl_state *state, uint32_t step, double weight,
                        const struct fl_moves *list, uint32_t i)
{
    int seat = c->now->match->log[step].seat;
    fl_move move = list->at[i].move;
    union fl_state next = *state;
    uint16_t item[FL_MAX_TOUCHED];
    if (seat == FL_CHANCE)
        weight *= (double)list->at[i].weight / (double)list->total;
    else if (c->seen[step] == FL_UNSEEN)
        weight *= (double)c->now->game->touches(state, seat, move, item);
    if (weight <= 0) { /* a choice about no single thing: it cannot be weighed */
        c->leaves = MAX_LEAVES;
        return;
    }
    c->now->game->apply(&next, seat, move);
    count_worlds(c, &next, step + 1, weight);
}

/* Enumerates every history that is consistent with the viewer's knowledge. */
static void count_worlds(struct census *c, const union fl_state *state, uint32_t step,
                         double weight)
{
    struct fl_moves list;
    if (c->leaves >= MAX_LEAVES)
        return;
    c->leaves++; /* a world that comes to nothing costs as much as another */
    if (step == c->now->match->steps) {
        count_world(c, state, weight);
        return;
    }
    int seat = c->now->match->log[step].seat;
    fl_list(c->now->game, state, seat, &list);
    for (uint32_t i = 0; i < list.count; i++) {
        fl_seats seen = fl_seen_by(c->now->game, state, seat, list.at[i].move);
        fl_move as_seen = seen & FL_SEAT(c->viewer) ? list.at[i].move : FL_UNSEEN;
        if (as_seen == c->seen[step])
            count_after(c, state, step, weight, &list, i);
    }
}

static int by_hash(const void *a, const void *b)
{
    uint64_t one = ((const struct world *)a)->hash, other = ((const struct world *)b)->hash;
    return (one > other) - (one < other);
}

static void look_back(struct census *c)
{
    const struct fl_match *m = c->now->match;
    struct fl_match past;
    fl_match_begin(&past, m->game, &m->setup, FL_TRUTH);
    for (uint32_t i = 0; i < m->steps; i++) {
        c->seen[i] = fl_step_seen(&past, c->viewer, m->log[i]);
        m->game->apply(&past.state, m->log[i].seat, m->log[i].move);
    }
    union fl_state start = {0};
    m->game->start(&start, &m->setup);
    count_worlds(c, &start, 0, 1);
    qsort(c->world, (size_t)c->worlds, sizeof c->world[0], by_hash);
}

static void draw_worlds(struct census *c)
{
    int draws = c->worlds > 1 ? DRAWS : 1; /* a viewer with full knowledge has nothing to imagine */
    for (int n = 0; n < draws; n++) {
        union fl_state drawn = world_imagined_by(c->now, c->viewer);
        struct world key = {.hash = fl_hash(c->now->game, &drawn)};
        struct world *world = bsearch(&key, c->world, (size_t)c->worlds, sizeof key, by_hash);
        if (!fl_holds(c->now, world != NULL, "a world that cannot be is imagined"))
            return;
        world->drawn++;
    }
}

/* Pearson's chi-squared statistic over the possible states, with rare ones combined; the limit is
 * five standard deviations. */
static void draws_are_even(struct census *c)
{
    double total = 0, sum = 0, rare = 0, rare_drawn = 0;
    int freedom = -1;
    for (int i = 0; i < c->worlds; i++)
        total += c->world[i].weight;
    for (int i = 0; i < c->worlds; i++) {
        double expected = DRAWS * c->world[i].weight / total;
        double off = c->world[i].drawn - expected;
        if (expected < 8) {
            rare += expected;
            rare_drawn += c->world[i].drawn;
            continue;
        }
        sum += off * off / expected;
        freedom++;
    }
    if (rare >= 8) {
        sum += (rare_drawn - rare) * (rare_drawn - rare) / rare;
        freedom++;
    }
    double excess = sum - freedom;
    fl_holds(c->now, excess < 0 || excess * excess < 25 * 2 * freedom + 1, "worlds come unevenly");
}

/* Only the beginning of the first match of a setup: later there are too many possible states. */
static void imagined_worlds_are_drawn_evenly(struct moment *now)
{
    if (now->number || now->match->steps > EARLY)
        return;
    struct census *c = calloc(1, sizeof *c);
    for (int i = 0; c && i < fl_viewers(now); i++) {
        *c = (struct census){.now = now, .viewer = fl_viewer(now, i)};
        look_back(c);
        if (c->leaves >= MAX_LEAVES)
            continue;
        draw_worlds(c);
        if (c->worlds > 1)
            draws_are_even(c);
    }
    free(c);
}

/* ---- the end ---- */

static void score_and_winners_are_public_at_the_end(struct moment *now)
{
    const union fl_state *truth = &now->match->state;
    if (fl_match_turn(now->match))
        return;
    for (int i = 0; i < fl_viewers(now); i++) {
        union fl_state sight = sight_of(now, fl_viewer(now, i));
        fl_holds(now, now->game->winners(&sight) == now->game->winners(truth),
                 "a viewer does not know who has won");
        for (int seat = 0; seat < now->match->setup.seats; seat++)
            fl_holds(now, now->game->score(&sight, seat) == now->game->score(truth, seat),
                     "a viewer does not know the score");
    }
}

const struct law fl_laws_of_secrets[] = {
    LAW(a_sight_is_enough_to_play, 1, fl_has_secrets),
    LAW(redacting_twice_is_redacting_once, 1, fl_has_secrets),
    LAW(others_moves_are_foreseen, 1, fl_has_secrets),
    LAW(redact_commutes_with_apply, 1, fl_has_secrets),
    LAW(imagined_worlds_could_be, 1, fl_has_secrets),
    LAW(imagined_worlds_are_drawn_evenly, 1, fl_has_secrets),
    LAW(what_shows_nothing_could_be_done_anyway, 1, fl_has_secrets),
    LAW(score_and_winners_are_public_at_the_end, 1, fl_has_secrets),
    {0},
};
