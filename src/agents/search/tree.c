/* The search tree: nodes, selection, and one playout through the tree. */
#include "agents/search/tree.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    MAX_DEPTH = 128,         /* decisions of one playout that are stored */
    MAX_NODES = 1 << 18,     /* per tree */
    MAX_EDGES = 1 << 21,     /* 32 MB */
    EDGES_PER_NODE = 24,     /* memory is allocated for this number per node on average */
    MIN_EDGES = FL_MAX_MOVES /* so that the root always fits */
};

/* ---- memory ---- */

static uint32_t at_most(uint64_t n, uint32_t most)
{
    return n < most ? (uint32_t)n : most;
}

bool fl_tree_begin(struct fl_tree *t, const struct fl_game_ai *ai, uint32_t playouts)
{
    uint32_t slots = 16;
    *t = (struct fl_tree){.ai = ai, .node_room = at_most((uint64_t)playouts + 1, MAX_NODES)};
    t->edge_room = at_most((uint64_t)t->node_room * EDGES_PER_NODE + MIN_EDGES, MAX_EDGES);
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

/* Hashes eight bytes at a time. fl_fingerprint of core/game.h hashes byte by byte. */
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

/* The slot of a key, or the free slot for it. */
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

static int16_t in_bounds(int score)
{
    return (int16_t)(score > INT16_MAX ? INT16_MAX : score < INT16_MIN ? INT16_MIN : score);
}

/* Insertion sort, highest score first; stable. */
static void sort_by_score(struct fl_edge *edge, uint32_t count)
{
    for (uint32_t i = 1; i < count; i++) {
        struct fl_edge one = edge[i];
        uint32_t place = i;
        for (; place && edge[place - 1].prior_score < one.prior_score; place--)
            edge[place] = edge[place - 1];
        edge[place] = one;
    }
}

/* Geometric prior by rank: each move gets a fixed part of what the moves before it left. A quarter
 * of the total is distributed evenly. */
static void set_prior_by_rank(struct fl_edge *edge, uint32_t count, double weight)
{
    double left = 1, even = 0.25 / count;
    for (uint32_t i = 0; i < count; i++) {
        edge[i].prior = (float)(0.75 * left * weight + even);
        left -= left * weight;
    }
}

/* Prior for a game without scores: the move of the playout policy gets `weight`, the rest is
 * distributed evenly. */
static void set_prior_of_first(struct fl_edge *edge, uint32_t count, double weight)
{
    for (uint32_t i = 0; i < count; i++)
        edge[i].prior = (float)((1 - weight) / count);
    edge[0].prior += (float)weight;
}

/* Orders the moves of a new node by score, or puts the move of the playout policy first. The others
 * are in random order. */
static void order_moves(const struct fl_tree *t, const struct fl_node *node,
                        const struct fl_sight *world, const struct fl_moves *list,
                        struct fl_rng *rng)
{
    struct fl_edge *edge = t->edge + node->first;
    int score[FL_MAX_MOVES];
    if (t->ai->prior) {
        t->ai->prior(world, list, score);
        for (uint32_t i = 0; i < node->count; i++)
            edge[i].prior_score = in_bounds(score[i]);
    }
    shuffle(edge, node->count, rng);
    if (t->ai->prior) {
        sort_by_score(edge, node->count);
        set_prior_by_rank(edge, node->count, t->ai->prior_weight);
    } else {
        if (t->ai->playout)
            put_first(edge, node->count, t->ai->playout(world, 0, rng));
        set_prior_of_first(edge, node->count, t->ai->playout ? t->ai->prior_weight : 0);
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

/* ---- selection ---- */

/* The PUCT value of a move: its mean result (the node's mean if it was never tried), plus an
 * exploration term that increases with the prior and decreases with the visits. */
static double puct_value(const struct fl_edge *edge, double untried, double exploration)
{
    double mean = edge->visits ? (double)edge->won / ((double)FL_WIN * edge->visits) : untried;
    return mean + exploration * (double)edge->prior / (1 + (double)edge->visits);
}

/* The edge with the highest value. Untried moves are sorted by prior, so only the first one needs
 * to be compared. */
static struct fl_edge *select_edge(const struct fl_tree *t, struct fl_node *node)
{
    struct fl_edge *edge = t->edge + node->first, *best = edge;
    double mean = node->visits ? (double)node->won / ((double)FL_WIN * node->visits) : 0;
    double exploration = t->ai->exploration * sqrt((double)node->visits), most = -1;
    int compared = node->tried < node->count ? node->tried + 1 : node->count;
    for (int i = 0; i < compared; i++) {
        double now = puct_value(&edge[i], mean, exploration);
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
    bool left_tree; /* the next decision is not in the tree */
    struct {
        struct fl_node *node;
        struct fl_edge *edge;
        int seat;
    } at[MAX_DEPTH];
};

/* Finds the node of the mover's decision, or adds it if there is space. A new node ends the path.
 */
static struct fl_node *find_or_add_node(struct fl_tree *t, const struct fl_sight *world,
                                        const struct fl_moves *list, struct fl_rng *rng,
                                        struct path *path)
{
    uint64_t key = key_of(world, world->viewer);
    uint32_t *slot = find_slot(t, key);
    if (*slot)
        return &t->node[*slot - 1];
    path->left_tree = true;
    struct fl_node *node = add_node(t, slot, key, list);
    if (node)
        order_moves(t, node, world, list, rng);
    return node;
}

/* Selects a move and appends it to the path. FL_UNSEEN if the tree is full. */
static fl_move select_move(struct fl_tree *t, const struct fl_sight *world, struct fl_rng *rng,
                           struct path *path)
{
    struct fl_moves list;
    struct fl_node *node;
    list.count = list.total = 0;
    world->game->moves(&world->state, world->viewer, &list);
    if (list.count == 1)
        return list.at[0].move;
    if (!(node = find_or_add_node(t, world, &list, rng, path)))
        return FL_UNSEEN;
    struct fl_edge *edge = select_edge(t, node);
    node->visits++;
    edge->visits++;
    path->at[path->depth].node = node;
    path->at[path->depth].edge = edge;
    path->at[path->depth++].seat = world->viewer;
    return edge->move;
}

/* Follows the tree to its end. Returns the first move, which is a move of the root. */
static fl_move descend(struct fl_tree *t, struct fl_sight *world, struct fl_rng *rng,
                       struct path *path, uint64_t *moves)
{
    int seat = world->viewer;
    fl_move first = FL_UNSEEN;
    path->depth = 0;
    path->left_tree = false;
    while (seat != FL_NOBODY && !path->left_tree && path->depth < MAX_DEPTH) {
        world->viewer = seat;
        fl_move move = select_move(t, world, rng, path);
        if (move == FL_UNSEEN)
            break;
        first = first == FL_UNSEEN ? move : first;
        world->game->apply(&world->state, seat, move);
        ++*moves;
        seat = fl_play_chance(world, rng, moves);
    }
    return first;
}

static void add_result(const struct path *path, const uint32_t share[FL_MAX_SEATS])
{
    for (int i = 0; i < path->depth; i++) {
        path->at[i].node->won += share[path->at[i].seat];
        path->at[i].edge->won += share[path->at[i].seat];
    }
}

static void add_root_result(struct fl_roots *roots, fl_move move,
                            const uint32_t share[FL_MAX_SEATS], int seats)
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
    fl_play_out(&world, t->ai, rng, &roots->moves, share);
    add_result(&path, share);
    add_root_result(roots, first, share, sight->setup.seats);
}
