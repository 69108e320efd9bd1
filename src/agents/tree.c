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

static void shuffle(struct fl_edge *edge, uint32_t count, struct fl_rng *rng)
{
    for (uint32_t i = 0; i + 1 < count; i++)
        swap_edges(&edge[i], &edge[i + fl_rng_below(rng, count - i)]);
}

static void put_first(struct fl_edge *edge, uint32_t count, fl_move move)
{
    for (uint32_t i = 0; i < count; i++)
        if (edge[i].move == move)
            swap_edges(&edge[0], &edge[i]);
}

static int16_t in_bounds(int like)
{
    return (int16_t)(like > INT16_MAX ? INT16_MAX : like < INT16_MIN ? INT16_MIN : like);
}

/* Those liked best first; equals stay as they stand. */
static void sort_by_liking(struct fl_edge *edge, uint32_t count)
{
    for (uint32_t i = 1; i < count; i++) {
        struct fl_edge one = edge[i];
        uint32_t place = i;
        for (; place && edge[place - 1].like < one.like; place--)
            edge[place] = edge[place - 1];
        edge[place] = one;
    }
}

/* Trust in moves by their rank: each has a fixed part of what those before it left, and a part of
 * the whole goes to all alike. */
static void trust(struct fl_edge *edge, uint32_t count, double in_the_best)
{
    double left = 1, even = 0.25 / count;
    for (uint32_t i = 0; i < count; i++) {
        edge[i].trust = (float)(0.75 * left * in_the_best + even);
        left -= left * in_the_best;
    }
}

/* Where nothing but the one move that the style would play is known to be better. */
static void trust_the_first(struct fl_edge *edge, uint32_t count, double in_the_best)
{
    for (uint32_t i = 0; i < count; i++)
        edge[i].trust = (float)((1 - in_the_best) / count);
    edge[0].trust += (float)in_the_best;
}

/* What the style likes best comes first, or what it would play; the rest in any order. */
static void order(const struct fl_tree *t, const struct fl_node *node, const struct fl_sight *world,
                  const struct fl_moves *list, struct fl_rng *rng)
{
    struct fl_edge *edge = t->edge + node->first;
    int like[FL_MAX_MOVES];
    if (t->style->likes) {
        t->style->likes(world, list, like);
        for (uint32_t i = 0; i < node->count; i++)
            edge[i].like = in_bounds(like[i]);
    }
    shuffle(edge, node->count, rng);
    if (t->style->likes) {
        sort_by_liking(edge, node->count);
        trust(edge, node->count, t->style->trust);
    } else {
        if (t->style->choose)
            put_first(edge, node->count, t->style->choose(world, 0, rng));
        trust_the_first(edge, node->count, t->style->choose ? t->style->trust : 0);
    }
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

/* How much is hoped of a move: what it brought, or what the node did if it was never tried, and
 * more the more it is trusted and the less it was visited. */
static double hope(const struct fl_edge *edge, double untried, double curiosity)
{
    double mean = edge->visits ? (double)edge->won / ((double)FL_WIN * edge->visits) : untried;
    return mean + curiosity * (double)edge->trust / (1 + (double)edge->visits);
}

/* Untried moves stand in the order of trust, so the first of them speaks for all. */
static struct fl_edge *most_promising(const struct fl_tree *t, struct fl_node *node)
{
    struct fl_edge *edge = t->edge + node->first, *best = edge;
    double mean = node->visits ? (double)node->won / ((double)FL_WIN * node->visits) : 0;
    double curiosity = t->style->curiosity * sqrt((double)node->visits), most = -1;
    int looked_at = node->tried < node->count ? node->tried + 1 : node->count;
    for (int i = 0; i < looked_at; i++) {
        double now = hope(&edge[i], mean, curiosity);
        if (now > most) {
            most = now;
            best = &edge[i];
        }
    }
    if (!best->visits)
        node->tried++;
    return best;
}

/* ---- one playout ---- */

struct path {
    int depth;
    bool at_its_end; /* nothing beyond is in the tree */
    struct {
        struct fl_node *node;
        struct fl_edge *edge;
        int seat;
    } at[DEEPEST];
};

/* The node of the mover's decision, made if it is new and there is room: there the path ends. */
static struct fl_node *reach(struct fl_tree *t, const struct fl_sight *world,
                             const struct fl_moves *list, struct fl_rng *rng, struct path *path)
{
    uint64_t key = key_of(world, world->viewer);
    uint32_t *slot = find_slot(t, key);
    if (*slot)
        return &t->node[*slot - 1];
    path->at_its_end = true;
    struct fl_node *node = add_node(t, slot, key, list);
    if (node)
        order(t, node, world, list, rng);
    return node;
}

/* The move to make here, or FL_UNSEEN where the tree has no room; noted on the path. */
static fl_move decide(struct fl_tree *t, const struct fl_sight *world, struct fl_rng *rng,
                      struct path *path)
{
    struct fl_moves list;
    struct fl_node *node;
    list.count = list.total = 0;
    world->game->moves(&world->state, world->viewer, &list);
    if (list.count == 1)
        return list.at[0].move;
    if (!(node = reach(t, world, &list, rng, path)))
        return FL_UNSEEN;
    struct fl_edge *edge = most_promising(t, node);
    node->visits++;
    edge->visits++;
    path->at[path->depth].node = node;
    path->at[path->depth].edge = edge;
    path->at[path->depth++].seat = world->viewer;
    return edge->move;
}

/* Follows the tree until it ends; returns the first move, which is the root's. */
static fl_move descend(struct fl_tree *t, struct fl_sight *world, struct fl_rng *rng,
                       struct path *path, uint64_t *moves)
{
    int seat = world->viewer;
    fl_move first = FL_UNSEEN;
    path->depth = 0;
    path->at_its_end = false;
    while (seat != FL_NOBODY && !path->at_its_end && path->depth < DEEPEST) {
        world->viewer = seat;
        fl_move move = decide(t, world, rng, path);
        if (move == FL_UNSEEN)
            break;
        first = first == FL_UNSEEN ? move : first;
        world->game->apply(&world->state, seat, move);
        ++*moves;
        seat = fl_settle(world, rng, moves);
    }
    return first;
}

static void remember(const struct path *path, const uint32_t share[FL_MAX_SEATS])
{
    for (int i = 0; i < path->depth; i++) {
        path->at[i].node->won += share[path->at[i].seat];
        path->at[i].edge->won += share[path->at[i].seat];
    }
}

static void remember_root(struct fl_roots *roots, fl_move move, const uint32_t share[FL_MAX_SEATS],
                          int seats)
{
    uint32_t i = 0;
    while (roots->list.at[i].move != move)
        i++;
    roots->at[i].visits++;
    for (int seat = 0; seat < seats; seat++)
        roots->at[i].won[seat] += share[seat];
    roots->playouts++;
}

void fl_tree_playout(struct fl_tree *t, const struct fl_sight *sight, struct fl_rng *rng,
                     struct fl_roots *roots)
{
    struct fl_sight world;
    struct path path;
    uint32_t share[FL_MAX_SEATS];
    fl_imagine(sight, rng, &world);
    fl_move first = descend(t, &world, rng, &path, &roots->moves);
    fl_play_out(&world, t->style, rng, &roots->moves, share);
    remember(&path, share);
    remember_root(roots, first, share, sight->setup.seats);
}

bool fl_roots_decided(const struct fl_roots *roots, uint32_t left)
{
    uint32_t best = 0, second = 0;
    for (uint32_t i = 0; i < roots->list.count; i++) {
        uint32_t visits = roots->at[i].visits;
        second = visits > best ? best : visits > second ? visits : second;
        best = visits > best ? visits : best;
    }
    return best - second > left;
}
