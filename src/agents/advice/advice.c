/* Advice: calculated where the game has a solver, searched elsewhere. */
#include "agents/advice/advice.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "agents/game_ai.h"
#include "agents/parallel.h"
#include "agents/solver.h"

enum {
    SHORTLIST = 6,         /* moves of an unsolved match that are evaluated by rollouts */
    PILOT = 4 * FL_BATCHES /* playouts that measure the length of a game */
};
enum { HARDLY = 8 };    /* a move with fewer visits than the most visited one / HARDLY */
enum { OVERHEAD = 40 }; /* of a playout, in moves: sampling a world, searching the tree */

static const struct fl_solver *solver_of(const struct fl_sight *sight)
{
    return fl_game_ai_of(sight->game)->solver;
}

static bool has_move_values(const struct fl_sight *sight)
{
    const struct fl_solver *solver = solver_of(sight);
    return solver && solver->has_move_values(sight);
}

/* The immediate change of the score by a move. 0 where it would reveal what players have to
 * remember. */
static int32_t gain_of(const struct fl_sight *sight, fl_move move)
{
    const struct fl_game *g = sight->game;
    if (g->from_memory && g->from_memory(&sight->setup))
        return 0;
    union fl_state after = sight->state;
    g->apply(&after, sight->viewer, move);
    return g->score(&after, sight->viewer) - g->score(&sight->state, sight->viewer);
}

/* ---- calculated ---- */

static bool take_win_chance(const struct fl_sight *sight, struct fl_advice *out)
{
    double chance[FL_MAX_SEATS];
    struct fl_moves list;
    out->exact = true;
    if (!solver_of(sight)->win_chances(sight, chance))
        return false;
    fl_list(sight->game, &sight->state, sight->viewer, &list);
    out->count = 1; /* there is a single legal move where move_values has none */
    out->at[0] = (struct fl_advice_move){.move = list.at[0].move,
                                         .chance = {.value = chance[sight->viewer]},
                                         .gain = gain_of(sight, list.at[0].move)};
    return true;
}

static struct fl_advice_move from_value(const struct fl_sight *sight,
                                        const struct fl_move_value *value)
{
    return (struct fl_advice_move){.move = value->move,
                                   .chance = {.value = value->chance},
                                   .points = value->points,
                                   .bust = value->bust,
                                   .gain = gain_of(sight, value->move)};
}

static bool take_move_values(const struct fl_sight *sight, struct fl_advice *out)
{
    struct fl_move_value *value = malloc(FL_MAX_MOVES * sizeof *value);
    out->has_points = true;
    out->count = value ? solver_of(sight)->move_values(sight, value) : 0;
    for (uint32_t i = 0; i < out->count; i++)
        out->at[i] = from_value(sight, &value[i]);
    free(value);
    return out->count;
}

/* ---- estimated by rollouts ---- */

static void swap(struct fl_advice_move *a, struct fl_advice_move *b)
{
    struct fl_advice_move other = *a;
    *a = *b;
    *b = other;
}

/* Moves a move to this index of the shortlist, unless it is in the shortlist already. */
static void bring_forward(struct fl_advice *out, uint32_t from, uint32_t to)
{
    if (from >= SHORTLIST)
        swap(&out->at[from], &out->at[to]);
}

/* Reduces the list to the most promising moves, the best one for points and the reference. */
static void make_shortlist(const struct fl_solver *solver, struct fl_advice *out)
{
    uint32_t best = 0, reference = 0;
    for (uint32_t i = 1; i < out->count; i++) {
        if (out->at[i].points > out->at[best].points)
            best = i;
        if (solver->is_reference(out->at[i].move))
            reference = i;
    }
    bring_forward(out, reference, SHORTLIST - 1);
    if (best != reference)
        bring_forward(out, best, SHORTLIST - 2);
    if (out->count > SHORTLIST)
        out->count = SHORTLIST;
}

static int by_chance(const void *a, const void *b)
{
    const struct fl_advice_move *x = a, *y = b;
    if (x->chance.value != y->chance.value)
        return x->chance.value > y->chance.value ? -1 : 1;
    return x->move < y->move ? -1 : x->move > y->move;
}

static void roll_out_move(const struct fl_sight *sight, const struct fl_rollout_options *options,
                          struct fl_advice_move *out)
{
    struct fl_rollout_position position = {.sight = sight, .move = out->move};
    struct fl_rollout_result result;
    fl_rollout_run(&position, options, &result);
    out->chance = fl_rollout_chance(&result, NULL, sight->viewer);
    out->visits = result.playouts;
}

/* Moves to evaluate, on any number of threads. */
struct rollouts {
    const struct fl_sight *sight;
    struct fl_rollout_options options;
    struct fl_advice *advice;
    atomic_uint next; /* the first move that no thread has taken */
};

static void roll_out_moves(void *work, int worker)
{
    struct rollouts *r = work;
    uint32_t i;
    (void)worker;
    while ((i = atomic_fetch_add(&r->next, 1)) < r->advice->count)
        roll_out_move(r->sight, &r->options, &r->advice->at[i]);
}

/* Evaluates each move by this number of playouts. */
static void roll_out_each(const struct fl_sight *sight, const struct fl_search_options *options,
                          uint32_t playouts, struct fl_advice *out)
{
    struct rollouts r = {
        .sight = sight,
        .options = {.playouts = playouts, .seed = options->seed, .stop = options->stop},
        .advice = out};
    atomic_init(&r.next, 0);
    fl_parallel_run(options->threads, roll_out_moves, &r);
    for (uint32_t i = 0; i < out->count; i++)
        out->playouts += out->at[i].visits;
}

static void roll_out_shortlist(const struct fl_sight *sight,
                               const struct fl_search_options *options, struct fl_advice *out)
{
    make_shortlist(solver_of(sight), out);
    roll_out_each(sight, options, options->playouts / SHORTLIST, out);
    qsort(out->at, out->count, sizeof out->at[0], by_chance);
}

/* A single legal move needs no search. */
static void roll_out_only_move(const struct fl_sight *sight,
                               const struct fl_search_options *options, fl_move only,
                               struct fl_advice *out)
{
    out->count = 1;
    out->at[0] = (struct fl_advice_move){.move = only, .gain = gain_of(sight, only)};
    roll_out_each(sight, options, options->playouts, out);
}

/* ---- searched ---- */

/* The standard error is that of two more playouts, one of them won (Agresti and Coull). Otherwise a
 * move that won each of its one or two playouts would seem certain. */
static struct fl_advice_move from_root_move(const struct fl_sight *sight,
                                            const struct fl_root_move *root)
{
    double chance = root->chance[sight->viewer], n = root->visits;
    double cautious = (chance * n + 1) / (n + 2);
    return (struct fl_advice_move){.move = root->move,
                                   .visits = root->visits,
                                   .chance = {chance, sqrt(cautious * (1 - cautious) / (n + 2))},
                                   .gain = gain_of(sight, root->move)};
}

static double lower_bound(const struct fl_advice_move *a)
{
    return a->chance.value - 2 * a->chance.error;
}

/* By the lower bound of the probability, not by visits: a search visits moves with a good prior
 * often before it knows their value. */
static int by_lower_bound(const void *a, const void *b)
{
    double x = lower_bound(a), y = lower_bound(b);
    const struct fl_advice_move *one = a, *other = b;
    if (x != y)
        return x > y ? -1 : 1;
    return one->move < other->move ? -1 : one->move > other->move;
}

/* Sorts by the lower bound, but moves that were hardly tried after all others: their values are
 * those of a few playouts. */
static void sort_searched(struct fl_advice *out)
{
    uint64_t most = 0;
    uint32_t tried = 0;
    for (uint32_t i = 0; i < out->count; i++)
        most = out->at[i].visits > most ? out->at[i].visits : most;
    for (uint32_t i = 0; i < out->count; i++)
        if (HARDLY * (uint64_t)out->at[i].visits >= most)
            swap(&out->at[i], &out->at[tried++]);
    qsort(out->at, tried, sizeof out->at[0], by_lower_bound);
    qsort(out->at + tried, out->count - tried, sizeof out->at[0], by_lower_bound);
}

static bool search(const struct fl_sight *sight, const struct fl_search_options *options,
                   struct fl_advice *out)
{
    struct fl_search_result *result = malloc(sizeof *result);
    bool found = result && fl_search(sight, options, result);
    out->count = 0;
    for (uint32_t i = 0; found && i < result->count && result->at[i].visits; i++)
        out->at[out->count++] = from_root_move(sight, &result->at[i]);
    sort_searched(out);
    out->playouts = found ? result->playouts : 0;
    free(result);
    return found;
}

/* ---- reasons ---- */

static const double certain = 0.998, nothing = 1e-6;

/* Whether the first move is better than another by more than the error of estimation. */
static bool is_clear(const struct fl_advice *a, uint32_t other)
{
    struct fl_measure one = a->at[0].chance, two = a->at[other].chance;
    double gap = one.value - two.value;
    return gap > nothing && gap > 2 * hypot(one.error, two.error);
}

static bool gains_more(const struct fl_advice *a)
{
    return !a->has_points && a->at[0].gain > 0 && a->at[0].gain > a->at[a->second].gain;
}

/* The reason that follows from the comparison of the first move with `second`. */
static const char *compare(const struct fl_advice *a)
{
    if (a->exact && a->at[0].chance.value - a->at[a->second].chance.value <= nothing)
        return "hint.same";
    if (!is_clear(a, a->second))
        return "hint.close";
    return gains_more(a) ? "hint.brings" : "hint.gap";
}

/* Whether the probabilities of all listed moves are above, or below, the limit. */
static bool all_are(const struct fl_advice *a, bool above, double limit)
{
    for (uint32_t i = 0; i < a->count; i++)
        if (above ? a->at[i].chance.value < limit : a->at[i].chance.value > limit)
            return false;
    return true;
}

static const char *reason_of(const struct fl_solver *solver, struct fl_advice *a)
{
    a->second = a->count > 1;
    if (a->legal == 1)
        return "hint.only";
    if (a->count == 1)
        return "hint.alike";
    if (all_are(a, true, certain))
        return "hint.won";
    if (all_are(a, false, 1 - certain))
        return "hint.lost";
    uint32_t other = 0;
    const char *reason = a->has_points ? solver->reason(a, &other) : NULL;
    if (!reason || (other && !is_clear(a, other)))
        return compare(a);
    a->second = other ? other : a->second;
    return reason;
}

static void explain(const struct fl_sight *sight, struct fl_advice *a)
{
    const struct fl_solver *solver = solver_of(sight);
    a->reason = reason_of(solver, a);
    if (a->has_points)
        a->figures = solver->figures(a);
    else
        a->figures =
            (struct fl_advice_figures){.n = strcmp(a->reason, "hint.brings") ? 0 : a->at[0].gain};
}

/* ---- all together ---- */

static bool evaluate(const struct fl_sight *sight, const struct fl_search_options *options,
                     struct fl_advice *out)
{
    if (!has_move_values(sight))
        return out->exact ? take_win_chance(sight, out) : search(sight, options, out);
    if (!take_move_values(sight, out))
        return false;
    if (!out->exact)
        roll_out_shortlist(sight, options, out);
    return true;
}

bool fl_advise(const struct fl_sight *sight, const struct fl_search_options *options,
               struct fl_advice *out)
{
    const struct fl_solver *solver = solver_of(sight);
    struct fl_moves list;
    fl_list(sight->game, &sight->state, sight->viewer, &list);
    out->legal = list.count;
    out->exact = solver && solver->is_solved(sight);
    out->has_points = false;
    out->playouts = 0;
    if (list.count == 1 && !out->exact)
        roll_out_only_move(sight, options, list.at[0].move, out);
    else if (!evaluate(sight, options, out))
        return false;
    explain(sight, out);
    return true;
}

uint32_t fl_playouts_for(const struct fl_sight *sight, uint64_t moves)
{
    struct fl_rollout_position position = {.sight = sight, .move = FL_UNSEEN};
    struct fl_rollout_options pilot = {.playouts = PILOT, .seed = 1};
    struct fl_rollout_result result;
    fl_rollout_run(&position, &pilot, &result);
    uint64_t playouts = moves * PILOT / (result.moves + PILOT * OVERHEAD);
    return playouts < PILOT ? PILOT : (uint32_t)playouts;
}

int fl_candidates(const struct fl_sight *sight, const struct fl_search_options *options,
                  fl_move out[FL_CANDIDATES])
{
    struct fl_advice *advice = malloc(sizeof *advice);
    int count = 0;
    bool found = advice && (has_move_values(sight) ? take_move_values(sight, advice)
                                                   : search(sight, options, advice));
    while (found && count < FL_CANDIDATES && count < (int)advice->count) {
        out[count] = advice->at[count].move;
        count++;
    }
    free(advice);
    return count;
}
