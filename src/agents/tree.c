/* Walking an imagined game through the tree. */
#include "agents/tree.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    DEEPEST = 128,             /* decisions of one playout that are remembered */
    NODES_MOST = 1 << 18,      /* of one tree */
    EDGES_MOST = 1 << 21,      /* 32 MB */
    EDGES_A_NODE = 24,         /* room for so many on average */
    EDGES_LEAST = FL_MAX_MOVES /* the root always fits */
};

/* ---- memory ---- */

static uint32_t at_most(uint64_t n, uint32_t most)
{
    return n < most ? (uint32_t)n : most;
}

bool fl_tree_begin(struct fl_tree *t, const struct fl_style *style, uint32_t playouts)
{
    uint32_t slots = 16;
    *t = (struct fl_tree){.style = style, .node_room = at_most((uint64_t)playouts + 1, NODES_MOST)};
    t->edge_room = at_most((uint64_t)t->node_room * EDGES_A_NODE + EDGES_LEAST, EDGES_MOST);
    while (slots < 2 * t->node_room)
        slots *= 2;
    t->slot_mask = slots - 1;
    t->node = malloc(t->node_room * sizeof *t->node);
    t->edge = malloc(t->edge_room * sizeof *t->edge);
    t->slot = calloc(slots, sizeof *t->slot);
    if (t->node && t->edge && t->slot)
        return true;
    fl_tree_end(t);
    return false;
}

void fl_tree_end(struct fl_tree *t)
{
    free(t->node);
    free(t->edge);
    free(t->slot);
    t->node = NULL;
    t->edge = NULL;
    t->slot = NULL;
}

void fl_tree_clear(struct fl_tree *t)
{
    t->nodes = t->edges = 0;
    memset(t->slot, 0, ((size_t)t->slot_mask + 1) * sizeof *t->slot);
}

/* ---- nodes ---- */

static uint64_t mix(uint64_t hash, uint64_t word)
{
    hash = (hash ^ word) * 0x9E3779B97F4A7C15u;
    return hash ^ hash >> 32;
}

/* Eight bytes at a time: the fingerprint in core/game.h goes byte by byte. */
static uint64_t fingerprint(const union fl_state *state, size_t size, int seat)
{
    uint64_t hash = (uint64_t)seat, word;
    size_t i = 0;
    for (; i + 8 <= size; i += 8) {
        memcpy(&word, state->byte + i, 8);
        hash = mix(hash, word);
    }
    word = 0;
    memcpy(&word, state->byte + i, size - i);
    return mix(mix(hash, word), size);
}

static uint64_t key_of(const struct fl_sight *world, int seat)
{
    const struct fl_game *g = world->game;
    if (!g->redact)
        return fingerprint(&world->state, g->state_size, seat);
    union fl_state seen;
    memcpy(&seen, &world->state, g->state_size);
    g->redact(&seen, seat);
    return fingerprint(&seen, g->state_size, seat);
}

/* Where the key is, or would be put. */
static uint32_t *find_slot(const struct fl_tree *t, uint64_t key)
{
    uint32_t i = (uint32_t)key & t->slot_mask;
    while (t->slot[i] && t->node[t->slot[i] - 1].key != key)
        i = (i + 1) & t->slot_mask;
    return &t->slot[i];
}

static void swap_edges(struct fl_edge *a, struct fl_edge *b)
{
    struct fl_edge kept = *a;
    *a = *b;
    *b = kept;
}

/* What the style would play comes first, the rest in any order. */
static void order(struct fl_tree *t, struct fl_node *node, const struct fl_sight *world,
                  struct fl_rng *rng)
{
    struct fl_edge *edge = t->edge + node->first;
    uint32_t sorted = 0;
    if (t->style->choose) {
        fl_move liked = t->style->choose(world, 0, rng);
        for (uint32_t i = 0; i < node->count && !sorted; i++)
            if (edge[i].move == liked)
                swap_edges(&edge[sorted++], &edge[i]);
    }
    for (; sorted + 1 < node->count; sorted++)
        swap_edges(&edge[sorted], &edge[sorted + fl_rng_below(rng, node->count - sorted)]);
}

static struct fl_node *add_node(struct fl_tree *t, uint32_t *slot, uint64_t key,
                                const struct fl_moves *list)
{
    if (t->nodes == t->node_room || t->edge_room - t->edges < list->count)
        return NULL;
    struct fl_node *node = &t->node[t->nodes++];
    *slot = t->nodes;
    *node = (struct fl_node){.key = key, .first = t->edges, .count = (uint16_t)list->count};
    for (uint32_t i = 0; i < list->count; i++)
        t->edge[t->edges++] = (struct fl_edge){.move = list->at[i].move};
    return node;
}

/* ---- which move to look at ---- */

/* The natural logarithm, the same on every machine: ln m = 2 artanh((m - 1) / (m + 1)) for the
 * part between 1 and 2. */
static double logarithm(uint32_t n)
{
    int twos = 31 - __builtin_clz(n);
    double m = (double)n / (double)(1u << twos), x = (m - 1) / (m + 1), square = x * x;
    double sum = 1 + square * (1.0 / 3 + square * (1.0 / 5 + square * (1.0 / 7 + square / 9)));
    return 0.6931471805599453 * twos + 2 * x * sum;
}

/* A further move is worth a look when those tried have been visited often enough. */
static bool is_time_to_widen(const struct fl_tree *t, const struct fl_node *node)
{
    uint64_t tried = node->tried;
    return node->tried < node->count && node->visits >= tried * tried / t->style->width;
}

static struct fl_edge *most_promising(const struct fl_tree *t, const struct fl_node *node)
{
    struct fl_edge *edge = t->edge + node->first, *best = edge;
    double wonder = t->style->curiosity * t->style->curiosity * logarithm(node->visits);
    double most = -1;
    for (int i = 0; i < node->tried; i++) {
        double visits = edge[i].visits;
        double promise = (double)edge[i].won / (FL_WIN * visits) + sqrt(wonder / visits);
        if (promise > most) {
            most = promise;
            best = &edge[i];
        }
    }
    return best;
}

static struct fl_edge *look_at_one(struct fl_tree *t, struct fl_node *node)
{
    struct fl_edge *edge =
        is_time_to_widen(t, node) ? &t->edge[node->first + node->tried++] : most_promising(t, node);
    node->visits++;
    edge->visits++;
    return edge;
}

/* ---- one playout ---- */

struct path {
    int depth;
    struct {
        struct fl_edge *edge;
        int seat;
    } at[DEEPEST];
};

/* Takes the mover's step through the tree; false if the tree ends here. */
static bool step(struct fl_tree *t, struct fl_sight *world, struct fl_rng *rng, struct path *path)
{
    struct fl_moves list;
    int seat = world->viewer;
    bool known = true;
    list.count = list.total = 0;
    world->game->moves(&world->state, seat, &list);
    if (list.count == 1) {
        world->game->apply(&world->state, seat, list.at[0].move);
        return true;
    }
    uint64_t key = key_of(world, seat);
    uint32_t *slot = find_slot(t, key);
    struct fl_node *node = *slot ? &t->node[*slot - 1] : NULL;
    if (!node) {
        known = false;
        node = add_node(t, slot, key, &list);
        if (!node)
            return false;
        order(t, node, world, rng);
    }
    struct fl_edge *edge = look_at_one(t, node);
    path->at[path->depth].edge = edge;
    path->at[path->depth++].seat = seat;
    world->game->apply(&world->state, seat, edge->move);
    return known && path->depth < DEEPEST;
}

static void remember(const struct path *path, const uint32_t share[FL_MAX_SEATS])
{
    for (int i = 0; i < path->depth; i++)
        path->at[i].edge->won += share[path->at[i].seat];
}

static void remember_root(struct fl_roots *roots, fl_move move, const struct fl_sight *world,
                          const uint32_t share[FL_MAX_SEATS])
{
    uint32_t i = 0;
    while (roots->list.at[i].move != move)
        i++;
    roots->at[i].visits++;
    for (int seat = 0; seat < world->setup.seats; seat++)
        roots->at[i].won[seat] += share[seat];
    roots->playouts++;
}

void fl_tree_playout(struct fl_tree *t, const struct fl_sight *sight, struct fl_rng *rng,
                     struct fl_roots *roots)
{
    struct fl_sight world;
    struct path path = {0};
    uint32_t share[FL_MAX_SEATS];
    fl_imagine(sight, rng, &world);
    while (step(t, &world, rng, &path)) {
        roots->moves++;
        int seat = fl_settle(&world, rng, &roots->moves);
        if (seat == FL_NOBODY)
            break;
        world.viewer = seat;
    }
    roots->moves++;
    fl_play_out(&world, t->style, rng, &roots->moves);
    fl_shares(&world, share);
    remember(&path, share);
    remember_root(roots, path.depth ? path.at[0].edge->move : roots->list.at[0].move, &world,
                  share);
}
