/* The positions of one turn of Mille Sabords!, as a graph for the turn solver.
 *
 * A hand is the number of dice of each face without skulls, at most eight dice. With n skulls on
 * the table the hand has 8 - n dice. Hands that the card makes equal (three faces that only form
 * sets, two that are gems) share one node. */
#ifndef FL_AGENTS_MILLE_SABORDS_TURN_NODES_H
#define FL_AGENTS_MILLE_SABORDS_TURN_NODES_H

#include "games/mille_sabords/mille_sabords.h"

enum {
    FL_HANDS = 1287,     /* hands of zero to eight dice */
    FL_HAND_NODES = 483, /* the largest number of nodes of a card: a ship's */
    FL_HAND_SKULLS = 4,  /* 0 to 3 skulls may be on the dice when a player has to choose */
    FL_HAND_FACES = 5    /* faces other than skulls */
};

/* The number of a hand, 0 to FL_HANDS - 1, ignoring skulls; and the hand of a number. */
int fl_hand_number(const uint8_t count[FL_FACES]);
void fl_hand_of(int number, uint8_t count[FL_FACES]);

/* The nodes of a card and how each die leads from one to the next. */
struct fl_turn {
    int card;
    int limit; /* skulls on the dice that do not end the turn: 0 to 2 */
    int nodes;
    uint16_t of_size[FL_SABORDS_DICE + 2];  /* nodes of n dice: of_size[n] to of_size[n + 1] - 1 */
    uint16_t node[FL_HANDS];                /* node of every hand */
    uint16_t hand[FL_HAND_NODES];           /* one hand of every node */
    uint16_t next[FL_HAND_NODES][FL_FACES]; /* node with one more die of a face */
    uint8_t prevs[FL_HAND_NODES];           /* number of nodes with one die less */
    uint16_t prev[FL_HAND_NODES][FL_HAND_FACES];      /* these nodes, ascending */
    double prev_chance[FL_HAND_NODES][FL_HAND_FACES]; /* probability that a die leads from there */
    double bust[2][FL_HAND_SKULLS][FL_SABORDS_DICE + 1]; /* by guardian unused, skulls, dice */
    double first[FL_HAND_NODES];              /* probability that the first throw shows this hand */
    double skulls_first[FL_SABORDS_DICE + 1]; /* by skulls: probability in the first throw */
};

/* Describes the turn with this card. */
void fl_turn_nodes(int card, struct fl_turn *out);

/* The node of a hand. */
static inline int fl_node(const struct fl_turn *turn, const uint8_t count[FL_FACES])
{
    return turn->node[fl_hand_number(count)];
}

/* The largest number of skulls on the dice with which a player can have to choose. */
static inline int fl_most_skulls(const struct fl_turn *turn, int guardian)
{
    return turn->limit + guardian;
}

#endif
