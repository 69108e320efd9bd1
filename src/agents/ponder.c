/* Several trees, on one thread or many, and what they say together. */
#include "agents/ponder.h"

#include <stdlib.h>
#include <string.h>

#include "agents/together.h"
#include "agents/tree.h"

enum {
    TREES = 4,           /* always, so that threads change nothing */
    ENOUGH_FOR_ONE = 64, /* playouts: below, fewer trees */
    NOW_AND_THEN = 64    /* playouts */
};

struct work {
    const struct fl_sight *sight;
    const struct fl_ponder *how;
    const struct fl_style *style;
    uint32_t trees;
    atomic_uint next;       /* the first tree nobody has taken */
    struct fl_roots *found; /* one a tree */
};

static uint32_t trees_for(uint32_t playouts)
{
    uint32_t n = playouts / ENOUGH_FOR_ONE;
    return n < 1 ? 1 : n < TREES ? n : TREES;
}

/* All playouts are given out, the first trees taking the rest. */
static uint32_t playouts_of(const struct work *w, uint32_t tree)
{
    uint32_t playouts = w->how->playouts ? w->how->playouts : 1;
    return playouts / w->trees + (tree < playouts % w->trees);
}

static bool is_stopped(const struct work *w)
{
    return w->how->stop && atomic_load_explicit(w->how->stop, memory_order_relaxed);
}

static void grow(const struct work *w, uint32_t number, struct fl_tree *tree)
{
    struct fl_rng rng = fl_rng_from(w->how->seed, number);
    struct fl_roots *found = &w->found[number];
    uint32_t playouts = playouts_of(w, number);
    fl_tree_clear(tree);
    for (uint32_t i = 0; i < playouts && !(i && is_stopped(w)); i++) {
        if (w->how->brief && i % NOW_AND_THEN == 0 && fl_roots_decided(found, playouts - i))
            return;
        fl_tree_playout(tree, w->sight, &rng, found);
    }
}

static void *think(void *argument)
{
    struct work *w = argument;
    struct fl_tree tree;
    uint32_t number;
    if (!fl_tree_begin(&tree, w->style, playouts_of(w, 0)))
        return NULL;
    while ((number = atomic_fetch_add(&w->next, 1)) < w->trees)
        grow(w, number, &tree);
    fl_tree_end(&tree);
    return NULL;
}

/* ---- playouts without a tree ---- */

static void estimate_once(const struct work *w, struct fl_rng *rng, struct fl_roots *found)
{
    struct fl_sight world;
    uint32_t share[FL_MAX_SEATS];
    fl_imagine(w->sight, rng, &world);
    fl_play_out(&world, w->style, rng, &found->moves, share);
    for (int seat = 0; seat < world.setup.seats; seat++)
        found->at[0].won[seat] += share[seat];
    found->at[0].visits++;
    found->playouts++;
}

static void *guess(void *argument)
{
    struct work *w = argument;
    uint32_t number;
    while ((number = atomic_fetch_add(&w->next, 1)) < w->trees) {
        struct fl_rng rng = fl_rng_from(w->how->seed, number);
        uint32_t playouts = playouts_of(w, number);
        for (uint32_t i = 0; i < playouts && !(i && is_stopped(w)); i++)
            estimate_once(w, &rng, &w->found[number]);
    }
    return NULL;
}

/* A thread without a tree would have nothing to do. */
static void share_out(struct work *w, void *(*job)(void *))
{
    int trees = (int)w->trees;
    fl_work_together(w->how->threads < trees ? w->how->threads : trees, job, w);
}

static bool begin_work(struct work *w, const struct fl_sight *sight, const struct fl_ponder *how)
{
    w->sight = sight;
    w->how = how;
    w->style = how->random ? &fl_style_random : fl_style_of(sight->game);
    w->trees = trees_for(how->playouts);
    atomic_init(&w->next, 0);
    w->found = calloc(w->trees, sizeof *w->found);
    return w->found;
}

/* ---- what they say together ---- */

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

static bool is_better(const struct fl_considered *a, const struct fl_considered *b, int seat)
{
    if (a->visits != b->visits)
        return a->visits > b->visits;
    return a->chance[seat] > b->chance[seat]; /* moves come in ascending order */
}

/* Puts a move in its place among those before it. */
static void insert(struct fl_thoughts *out, const struct fl_considered *considered, int seat)
{
    uint32_t i = out->count++;
    for (; i && is_better(considered, &out->at[i - 1], seat); i--)
        out->at[i] = out->at[i - 1];
    out->at[i] = *considered;
}

static void tell(const struct fl_roots *sum, int seat, struct fl_thoughts *out)
{
    out->count = 0;
    for (uint32_t i = 0; i < sum->list.count; i++) {
        struct fl_considered considered = {.move = sum->list.at[i].move,
                                           .visits = sum->at[i].visits};
        chances_of(sum->at[i].won, sum->at[i].visits, considered.chance);
        insert(out, &considered, seat);
    }
    memcpy(out->chance, out->at[0].chance, sizeof out->chance);
    out->playouts = sum->playouts;
    out->moves = sum->moves;
}

bool fl_ponder(const struct fl_sight *sight, const struct fl_ponder *how, struct fl_thoughts *out)
{
    struct work w;
    if (!begin_work(&w, sight, how))
        return false;
    for (uint32_t i = 0; i < w.trees; i++)
        fl_list(sight->game, &sight->state, sight->viewer, &w.found[i].list);
    share_out(&w, think);
    for (uint32_t i = 1; i < w.trees; i++)
        add_roots(&w.found[0], &w.found[i]);
    bool thought = w.found[0].playouts > 0;
    if (thought)
        tell(&w.found[0], sight->viewer, out);
    free(w.found);
    return thought;
}

bool fl_estimate(const struct fl_sight *sight, const struct fl_ponder *how,
                 double chance[FL_MAX_SEATS])
{
    struct work w;
    if (!begin_work(&w, sight, how))
        return false;
    share_out(&w, guess);
    for (uint32_t i = 0; i < w.trees; i++)
        w.found[i].list.count = 1;
    for (uint32_t i = 1; i < w.trees; i++)
        add_roots(&w.found[0], &w.found[i]);
    chances_of(w.found[0].at[0].won, w.found[0].at[0].visits, chance);
    free(w.found);
    return true;
}

/* ---- the agent ---- */

fl_move fl_ismcts(const struct fl_sight *sight, uint32_t effort, struct fl_rng *rng)
{
    struct fl_moves list;
    struct fl_thoughts *thoughts;
    fl_list(sight->game, &sight->state, sight->viewer, &list);
    fl_move move = list.at[0].move;
    if (list.count == 1 || !(thoughts = malloc(sizeof *thoughts)))
        return move;
    struct fl_ponder how = {
        .playouts = effort, .threads = 1, .seed = fl_rng_next(rng), .brief = true};
    if (fl_ponder(sight, &how, thoughts))
        move = thoughts->at[0].move;
    free(thoughts);
    return move;
}
