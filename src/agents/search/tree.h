/* One tree of a search: statistics of every move at every decision that simulated games reached.
 *
 * A node is a decision as the mover sees it. Its key is the hash of the mover's own sight, so that
 * worlds which the mover cannot distinguish share a node; the legal moves are the same in all of
 * them. Two sights with equal 64-bit hashes would share a node as well; this is rare enough to
 * accept. */
#ifndef FL_AGENTS_SEARCH_TREE_H
#define FL_AGENTS_SEARCH_TREE_H

#include "agents/search/playout.h"

struct fl_edge {
    uint64_t won; /* sum of the mover's shares, in units of 1 / FL_WIN */
    uint32_t visits;
    fl_move move;
    int16_t prior_score; /* score of the game's prior */
    float prior;         /* prior probability; the sum over a node is 1 */
};

struct fl_node {
    uint64_t key;
    uint64_t won; /* sum of the mover's shares */
    uint32_t visits;
    uint32_t first;        /* index of the first edge; the edges of a node are contiguous */
    uint16_t count, tried; /* number of edges; the tried ones come first */
};

struct fl_tree {
    const struct fl_game_ai *ai;
    struct fl_node *node;
    struct fl_edge *edge;
    uint32_t *slot; /* open-addressing hash table: node index + 1, or 0 */
    uint32_t nodes, node_room, edges, edge_room, slot_mask;
};

/* Statistics of each move of the root, in the order of the list. */
struct fl_roots {
    struct fl_moves list;
    struct {
        uint32_t visits;
        uint64_t won[FL_MAX_SEATS];
    } at[FL_MAX_MOVES];
    uint64_t playouts, moves;
};

/* Allocates memory for this number of playouts, up to a limit. A full tree gets no more nodes.
 * False if out of memory. fl_tree_end frees it. */
bool fl_tree_begin(struct fl_tree *, const struct fl_game_ai *, uint32_t playouts);
void fl_tree_end(struct fl_tree *);

/* Removes all nodes; keeps the memory. */
void fl_tree_clear(struct fl_tree *);

/* Plays one imagined game from the sight and adds it to the tree and to `roots`, whose list must be
 * filled. */
void fl_tree_playout(struct fl_tree *, const struct fl_sight *, struct fl_rng *, struct fl_roots *);

#endif
