/* One tree of a search: statistics of every move at every decision that imagined games led to.
 *
 * A node is a decision as the mover sees it: it is found by the fingerprint of his own sight, so
 * worlds that look alike to him share it, and what he may do is the same in all of them. Two
 * different sights with the same 64 bits would share a node too; that is rare enough to accept. */
#ifndef FL_AGENTS_TREE_H
#define FL_AGENTS_TREE_H

#include "agents/playout.h"

struct fl_edge {
    uint64_t won; /* by the mover, in shares of FL_WIN */
    uint32_t visits;
    fl_move move;
    int16_t like; /* how much the mover likes it, at first sight */
    float trust;  /* in it, before it was ever tried: all of a node make 1 */
};

struct fl_node {
    uint64_t key;
    uint64_t won; /* by the mover */
    uint32_t visits;
    uint32_t first;        /* its edges stand together */
    uint16_t count, tried; /* edges; those tried come first */
};

struct fl_tree {
    const struct fl_style *style;
    struct fl_node *node;
    struct fl_edge *edge;
    uint32_t *slot; /* node number + 1 by key, or 0; open addressing */
    uint32_t nodes, node_room, edges, edge_room, slot_mask;
};

/* What a tree found about each move of the root, as these stand in the root's list. */
struct fl_roots {
    struct fl_moves list;
    struct {
        uint32_t visits;
        uint64_t won[FL_MAX_SEATS];
    } at[FL_MAX_MOVES];
    uint64_t playouts, moves;
};

/* Makes room for so many playouts, within bounds: when it is full, no node is added any more.
 * False if there is no memory. */
bool fl_tree_begin(struct fl_tree *, const struct fl_style *, uint32_t playouts);
void fl_tree_end(struct fl_tree *);

/* Forgets everything. */
void fl_tree_clear(struct fl_tree *);

/* One imagined game from the sight, added to the tree and to the roots; these know their list. */
void fl_tree_playout(struct fl_tree *, const struct fl_sight *, struct fl_rng *, struct fl_roots *);

/* Whether so many further playouts cannot make another move the most visited. */
bool fl_roots_decided(const struct fl_roots *, uint32_t left);

#endif
