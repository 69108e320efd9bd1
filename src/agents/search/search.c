/* The search: several independent trees on one or more threads, and the sum of their statistics. */
#include "agents/search/search.h"

#include <stdlib.h>
#include <string.h>

#include "agents/parallel.h"
#include "agents/search/tree.h"

enum {
    TREES = 4,          /* constant, so that the number of threads does not change the result */
    MIN_PER_TREE = 64,  /* playouts; fewer trees if each would get less */
    CHECK_INTERVAL = 64 /* playouts between two checks whether the result is decided */
};

struct work {
    const struct fl_sight *sight;
    const struct fl_search_options *options;
    const struct fl_game_ai *ai;
    uint32_t trees;
    atomic_uint next;       /* the first tree that no thread has taken */
    struct fl_roots *found; /* one per tree */
};

static uint32_t trees_for(uint32_t playouts)
{
    uint32_t n = playouts / MIN_PER_TREE;
    return n < 1 ? 1 : n < TREES ? n : TREES;
}

/* Distributes all playouts; the first trees get the remainder. */
static uint32_t playouts_of(const struct work *w, uint32_t tree)
{
    uint32_t playouts = w->options->playouts ? w->options->playouts : 1;
    return playouts / w->trees + (tree < playouts % w->trees);
}

static bool is_stopped(const struct work *w)
{
    return w->options->stop && atomic_load_explicit(w->options->stop, memory_order_relaxed);
}

static bool is_late(const struct work *w)
{
    return w->options->is_late && w->options->is_late(w->options->clock);
}

/* Whether no other move can become the most visited one within `left` further playouts. */
static bool is_decided(const struct fl_roots *roots, uint32_t left)
{
    uint32_t best = 0, second = 0;
    for (uint32_t i = 0; i < roots->list.count; i++) {
        uint32_t visits = roots->at[i].visits;
        second = visits > best ? best : visits > second ? visits : second;
        best = visits > best ? visits : best;
    }
    return best - second > left;
}

static void grow_tree(const struct work *w, uint32_t number, struct fl_tree *tree)
{
    struct fl_rng rng = fl_rng_from(w->options->seed, number);
    struct fl_roots *found = &w->found[number];
    uint32_t playouts = playouts_of(w, number);
    fl_tree_clear(tree);
    for (uint32_t i = 0; i < playouts && !(i && (is_stopped(w) || is_late(w))); i++) {
        if (w->options->brief && i % CHECK_INTERVAL == 0 && is_decided(found, playouts - i))
            return;
        fl_tree_playout(tree, w->sight, &rng, found);
    }
}

static void grow_trees(void *work, int worker)
{
    struct work *w = work;
    struct fl_tree tree;
    uint32_t number;
    (void)worker;
    if (!fl_tree_begin(&tree, w->ai, playouts_of(w, 0)))
        return;
    while ((number = atomic_fetch_add(&w->next, 1)) < w->trees)
        grow_tree(w, number, &tree);
    fl_tree_end(&tree);
}

/* More threads than trees would have nothing to do. */
static void run_threads(struct work *w)
{
    int trees = (int)w->trees;
    fl_parallel_run(w->options->threads < trees ? w->options->threads : trees, grow_trees, w);
}

static bool begin_work(struct work *w, const struct fl_sight *sight,
                       const struct fl_search_options *options)
{
    w->sight = sight;
    w->options = options;
    w->ai = options->random ? &fl_game_ai_default : fl_game_ai_of(sight->game);
    w->trees = trees_for(options->playouts);
    atomic_init(&w->next, 0);
    w->found = calloc(w->trees, sizeof *w->found);
    return w->found;
}

/* ---- results ---- */

static void add_roots(struct fl_roots *sum, const struct fl_roots *more)
{
    for (uint32_t i = 0; i < sum->list.count; i++) {
        sum->at[i].visits += more->at[i].visits;
        for (int seat = 0; seat < FL_MAX_SEATS; seat++)
            sum->at[i].won[seat] += more->at[i].won[seat];
    }
    sum->playouts += more->playouts;
    sum->moves += more->moves;
}

static void chances_of(const uint64_t won[FL_MAX_SEATS], uint32_t visits,
                       double chance[FL_MAX_SEATS])
{
    for (int seat = 0; seat < FL_MAX_SEATS; seat++)
        chance[seat] = visits ? (double)won[seat] / ((double)FL_WIN * visits) : 0;
}

static bool is_better(const struct fl_root_move *a, const struct fl_root_move *b, int seat)
{
    if (a->visits != b->visits)
        return a->visits > b->visits;
    return a->chance[seat] > b->chance[seat]; /* ties keep the ascending order of moves */
}

/* Inserts a move into the sorted list. */
static void insert(struct fl_search_result *out, const struct fl_root_move *root_move, int seat)
{
    uint32_t i = out->count++;
    for (; i && is_better(root_move, &out->at[i - 1], seat); i--)
        out->at[i] = out->at[i - 1];
    out->at[i] = *root_move;
}

static void write_result(const struct fl_roots *sum, int seat, struct fl_search_result *out)
{
    out->count = 0;
    for (uint32_t i = 0; i < sum->list.count; i++) {
        struct fl_root_move root_move = {.move = sum->list.at[i].move, .visits = sum->at[i].visits};
        chances_of(sum->at[i].won, sum->at[i].visits, root_move.chance);
        insert(out, &root_move, seat);
    }
    memcpy(out->chance, out->at[0].chance, sizeof out->chance);
    out->playouts = sum->playouts;
    out->moves = sum->moves;
}

bool fl_search(const struct fl_sight *sight, const struct fl_search_options *options,
               struct fl_search_result *out)
{
    struct work w;
    if (!begin_work(&w, sight, options))
        return false;
    for (uint32_t i = 0; i < w.trees; i++)
        fl_list(sight->game, &sight->state, sight->viewer, &w.found[i].list);
    run_threads(&w);
    for (uint32_t i = 1; i < w.trees; i++)
        add_roots(&w.found[0], &w.found[i]);
    bool has_result = w.found[0].playouts > 0;
    if (has_result)
        write_result(&w.found[0], sight->viewer, out);
    free(w.found);
    return has_result;
}

/* ---- the agent ---- */

fl_move fl_search_move(const struct fl_sight *sight, const struct fl_search_options *options,
                       uint64_t *playouts)
{
    struct fl_moves list;
    struct fl_search_result *result;
    fl_list(sight->game, &sight->state, sight->viewer, &list);
    fl_move move = list.at[0].move;
    *playouts = 0;
    if (list.count == 1 || !(result = malloc(sizeof *result)))
        return move;
    if (fl_search(sight, options, result)) {
        move = result->at[0].move;
        *playouts = result->playouts;
    }
    free(result);
    return move;
}

fl_move fl_ismcts(const struct fl_sight *sight, uint32_t effort, struct fl_rng *rng)
{
    struct fl_rng next = *rng;
    struct fl_search_options options = {
        .playouts = effort, .threads = 1, .seed = fl_rng_next(&next), .brief = true};
    uint64_t playouts;
    fl_move move = fl_search_move(sight, &options, &playouts);
    if (playouts)
        *rng = next; /* a forced move consumes no random number */
    return move;
}
