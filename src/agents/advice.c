/* Advice: worked out where the game is solved, searched elsewhere. */
#include "agents/advice.h"

#include <math.h>
#include <stdlib.h>

#include "agents/mille_sabords_judge.h"
#include "agents/together.h"
#include "games/games.h"

enum { WEIGHED = 6, PILOT = 4 * FL_BATCHES };
enum { OVERHEAD = 40 }; /* of a playout, in moves: imagining a world, looking up the tree */

static bool is_turn_of_sabords(const struct fl_sight *sight)
{
    const struct fl_sabords *s = (const void *)&sight->state;
    return sight->game == &fl_mille_sabords && s->phase == FL_SABORDS_CHOOSING;
}

/* What a move changes in the score before anything else happens. */
static int32_t gain_of(const struct fl_sight *sight, fl_move move)
{
    const struct fl_game *g = sight->game;
    union fl_state after = sight->state;
    g->apply(&after, sight->viewer, move);
    return g->score(&after, sight->viewer) - g->score(&sight->state, sight->viewer);
}

static enum fl_sabords_deed deed_of(fl_move move)
{
    return move == FL_SABORDS_STOP  ? FL_DEED_STOP
           : move >= FL_SABORDS_PUT ? FL_DEED_ARRANGE
                                    : FL_DEED_THROW;
}

static struct fl_advised advised_of(const struct fl_sight *sight, const struct fl_judged *judged)
{
    return (struct fl_advised){.move = judged->move,
                               .deed = deed_of(judged->move),
                               .chance = {.value = judged->chance},
                               .points = judged->points,
                               .bust = judged->bust,
                               .gain = gain_of(sight, judged->move)};
}

/* ---- Mille Sabords! for two: worked out ---- */

static bool advise_solved(const struct fl_sight *sight, struct fl_advice *out)
{
    double chance[FL_MAX_SEATS];
    struct fl_moves list;
    out->exact = true;
    if (!fl_solved_chances(sight, chance))
        return false;
    fl_list(sight->game, &sight->state, sight->viewer, &list);
    out->count = 1; /* outside a turn there is one move */
    out->at[0] = (struct fl_advised){.move = list.at[0].move,
                                     .chance = {.value = chance[sight->viewer]},
                                     .gain = gain_of(sight, list.at[0].move)};
    return true;
}

static bool judge(const struct fl_sight *sight, struct fl_advice *out)
{
    struct fl_judged *judged = malloc(FL_MAX_MOVES * sizeof *judged);
    out->has_points = true;
    out->count = judged ? fl_judge_moves(sight, judged) : 0;
    for (uint32_t i = 0; i < out->count; i++)
        out->at[i] = advised_of(sight, &judged[i]);
    free(judged);
    return out->count;
}

/* ---- Mille Sabords! for more: the likely ones are weighed ---- */

static void swap(struct fl_advised *a, struct fl_advised *b)
{
    struct fl_advised other = *a;
    *a = *b;
    *b = other;
}

/* Gives a move this place among those to be weighed, if it has none. */
static void bring_forward(struct fl_advice *out, uint32_t from, uint32_t place)
{
    if (from >= WEIGHED)
        swap(&out->at[from], &out->at[place]);
}

/* The most promising are weighed, and so are stopping and the best for points. */
static void choose_likely(struct fl_advice *out)
{
    uint32_t best = 0, stop = 0;
    for (uint32_t i = 1; i < out->count; i++) {
        if (out->at[i].points > out->at[best].points)
            best = i;
        if (out->at[i].deed == FL_DEED_STOP)
            stop = i;
    }
    bring_forward(out, stop, WEIGHED - 1);
    if (best != stop)
        bring_forward(out, best, WEIGHED - 2);
    if (out->count > WEIGHED)
        out->count = WEIGHED;
}

static int likelier_first(const void *a, const void *b)
{
    const struct fl_advised *x = a, *y = b;
    if (x->chance.value != y->chance.value)
        return x->chance.value > y->chance.value ? -1 : 1;
    return x->move < y->move ? -1 : x->move > y->move;
}

static void weigh_one(const struct fl_sight *sight, const struct fl_scales *scales,
                      struct fl_advised *out)
{
    struct fl_load load = {.sight = sight, .move = out->move};
    struct fl_weight weight;
    fl_weigh(&load, scales, &weight);
    out->chance = fl_weight_of(&weight, sight->viewer);
    out->visits = weight.playouts;
}

/* Moves to be weighed, by any number of threads. */
struct weighing {
    const struct fl_sight *sight;
    struct fl_scales scales;
    struct fl_advice *advice;
    atomic_uint next; /* the first move nobody has taken */
};

static void *weigh_some(void *argument)
{
    struct weighing *w = argument;
    uint32_t i;
    while ((i = atomic_fetch_add(&w->next, 1)) < w->advice->count)
        weigh_one(w->sight, &w->scales, &w->advice->at[i]);
    return NULL;
}

/* So many playouts for each. */
static void weigh_each(const struct fl_sight *sight, const struct fl_ponder *how, uint32_t playouts,
                       struct fl_advice *out)
{
    struct weighing w = {.sight = sight,
                         .scales = {.playouts = playouts, .seed = how->seed, .stop = how->stop},
                         .advice = out};
    atomic_init(&w.next, 0);
    fl_work_together(how->threads, weigh_some, &w);
    for (uint32_t i = 0; i < out->count; i++)
        out->playouts += out->at[i].visits;
}

static void weigh_likely(const struct fl_sight *sight, const struct fl_ponder *how,
                         struct fl_advice *out)
{
    choose_likely(out);
    weigh_each(sight, how, how->playouts / WEIGHED, out);
    qsort(out->at, out->count, sizeof out->at[0], likelier_first);
}

/* ---- every other game: searched ---- */

/* A move that was won every time it was tried, once or twice, is not certain to win: the error is
 * that of two more playouts, one of them won. */
static struct fl_advised advised_by(const struct fl_sight *sight,
                                    const struct fl_considered *considered)
{
    double chance = considered->chance[sight->viewer], n = considered->visits;
    double cautious = (chance * n + 1) / (n + 2);
    return (struct fl_advised){.move = considered->move,
                               .visits = considered->visits,
                               .chance = {chance, sqrt(cautious * (1 - cautious) / (n + 2))},
                               .gain = gain_of(sight, considered->move)};
}

static double at_least(const struct fl_advised *a)
{
    return a->chance.value - 2 * a->chance.error;
}

/* A search tries often what it expects to be good before it knows: what it found counts here, as
 * far as it can be relied on. */
static int surer_first(const void *a, const void *b)
{
    double x = at_least(a), y = at_least(b);
    const struct fl_advised *one = a, *other = b;
    if (x != y)
        return x > y ? -1 : 1;
    return one->move < other->move ? -1 : one->move > other->move;
}

static bool search(const struct fl_sight *sight, const struct fl_ponder *how, struct fl_advice *out)
{
    struct fl_thoughts *thoughts = malloc(sizeof *thoughts);
    bool thought = thoughts && fl_ponder(sight, how, thoughts);
    out->count = 0;
    for (uint32_t i = 0; thought && i < thoughts->count && thoughts->at[i].visits; i++)
        out->at[out->count++] = advised_by(sight, &thoughts->at[i]);
    qsort(out->at, out->count, sizeof out->at[0], surer_first);
    out->playouts = thought ? thoughts->playouts : 0;
    free(thoughts);
    return thought;
}

/* ---- why ---- */

static const double certain = 0.998, nothing = 1e-6, hardly = 0.005;

/* The first of the moves that does this, or 0. */
static uint32_t first_that(const struct fl_advice *a, enum fl_sabords_deed deed)
{
    for (uint32_t i = 0; i < a->count; i++)
        if (a->at[i].deed == deed)
            return i;
    return 0;
}

/* By how much the first move is better than another, and whether that may be an error. */
static bool is_clearly_better(const struct fl_advice *a, uint32_t other)
{
    struct fl_measure one = a->at[0].chance, two = a->at[other].chance;
    double gap = one.value - two.value;
    return gap > nothing && gap > 2 * hypot(one.error, two.error);
}

static enum fl_reason compare_with_second(const struct fl_advice *a)
{
    const struct fl_advised *first = &a->at[0], *second = &a->at[a->second];
    if (a->exact && first->chance.value - second->chance.value <= nothing)
        return FL_REASON_SAME;
    if (!is_clearly_better(a, a->second))
        return FL_REASON_CLOSE;
    return !a->has_points && first->gain > 0 && first->gain > second->gain ? FL_REASON_BRINGS
                                                                           : FL_REASON_GAP;
}

/* To stop or to throw is what people ask themselves. */
static enum fl_reason reason_in_turn(struct fl_advice *a)
{
    const struct fl_advised *first = &a->at[0];
    bool stops = first->deed == FL_DEED_STOP;
    if (first->deed == FL_DEED_ARRANGE)
        return FL_REASON_ISLAND;
    uint32_t other = first_that(a, stops ? FL_DEED_THROW : FL_DEED_STOP);
    if (!other || !is_clearly_better(a, other))
        return compare_with_second(a);
    a->second = other;
    if (stops)
        return a->at[other].points > first->points ? FL_REASON_NOT_FOR_POINTS : FL_REASON_STOP;
    if (a->at[other].points > first->points)
        return FL_REASON_FOR_WINNING;
    return first->bust < hardly ? FL_REASON_SAFE : FL_REASON_THROW;
}

/* Whether the chances of all moves that were looked at closely lie on this side. */
static bool all_are(const struct fl_advice *a, bool above, double limit)
{
    for (uint32_t i = 0; i < a->count; i++)
        if (above ? a->at[i].chance.value < limit : a->at[i].chance.value > limit)
            return false;
    return true;
}

static enum fl_reason reason_of(struct fl_advice *a)
{
    a->second = a->count > 1;
    if (a->legal == 1)
        return FL_REASON_ONLY;
    if (a->count == 1)
        return FL_REASON_ALIKE;
    if (all_are(a, true, certain))
        return FL_REASON_WON;
    if (all_are(a, false, 1 - certain))
        return FL_REASON_LOST;
    return a->has_points ? reason_in_turn(a) : compare_with_second(a);
}

/* ---- all of it ---- */

static bool think(const struct fl_sight *sight, const struct fl_ponder *how, struct fl_advice *out)
{
    if (!is_turn_of_sabords(sight))
        return out->exact ? advise_solved(sight, out) : search(sight, how, out);
    if (!judge(sight, out))
        return false;
    if (!out->exact)
        weigh_likely(sight, how, out);
    return true;
}

/* The only move there is: nothing to search for. */
static void weigh_only(const struct fl_sight *sight, const struct fl_ponder *how, fl_move only,
                       struct fl_advice *out)
{
    out->count = 1;
    out->at[0] = (struct fl_advised){.move = only, .gain = gain_of(sight, only)};
    weigh_each(sight, how, how->playouts, out);
}

bool fl_advise(const struct fl_sight *sight, const struct fl_ponder *how, struct fl_advice *out)
{
    struct fl_moves list;
    fl_list(sight->game, &sight->state, sight->viewer, &list);
    out->legal = list.count;
    out->exact = fl_is_solved(sight);
    out->has_points = false;
    out->playouts = 0;
    if (list.count == 1 && !out->exact)
        weigh_only(sight, how, list.at[0].move, out);
    else if (!think(sight, how, out))
        return false;
    out->reason = reason_of(out);
    return true;
}

uint32_t fl_playouts_for(const struct fl_sight *sight, uint64_t moves)
{
    struct fl_load load = {.sight = sight, .move = FL_UNSEEN};
    struct fl_scales pilot = {.playouts = PILOT, .seed = 1};
    struct fl_weight weight;
    fl_weigh(&load, &pilot, &weight);
    uint64_t playouts = moves * PILOT / (weight.moves + PILOT * OVERHEAD);
    return playouts < PILOT ? PILOT : (uint32_t)playouts;
}

int fl_candidates(const struct fl_sight *sight, const struct fl_ponder *how,
                  fl_move out[FL_CANDIDATES])
{
    struct fl_advice *advice = malloc(sizeof *advice);
    int count = 0;
    bool found =
        advice && (is_turn_of_sabords(sight) ? judge(sight, advice) : search(sight, how, advice));
    while (found && count < FL_CANDIDATES && count < (int)advice->count) {
        out[count] = advice->at[count].move;
        count++;
    }
    free(advice);
    return count;
}
