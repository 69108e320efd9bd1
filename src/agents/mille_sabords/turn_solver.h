/* Solves one turn of Mille Sabords!: the input is the value of every end of the turn, the output is
 * the best plan and its value. The unit of the values is points or the probability to win; the same
 * code solves both.
 *
 * A hand is the number of dice of each face without skulls, at most eight dice. With n skulls on
 * the table the hand has 8 - n dice. Hands that the card makes equal (three faces that only form
 * sets, two that are gems) share one node. */
#ifndef FL_AGENTS_MILLE_SABORDS_TURN_SOLVER_H
#define FL_AGENTS_MILLE_SABORDS_TURN_SOLVER_H

#include "games/mille_sabords/mille_sabords.h"

enum {
    FL_HANDS = 1287,     /* hands of zero to eight dice */
    FL_HAND_NODES = 483, /* the largest number of nodes of a card: a ship's */
    FL_HAND_SKULLS = 4,  /* 0 to 3 skulls may be on the dice when a player has to choose */
    FL_PLAN_STOP = 0x7FFF,
    FL_PLAN_GUARDIAN = 0x8000 /* flag: throw one skull again as well */
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
    double bust[2][FL_HAND_SKULLS][FL_SABORDS_DICE + 1]; /* by guardian unused, skulls, dice */
    double first[FL_HAND_NODES];              /* probability that the first throw shows this hand */
    double skulls_first[FL_SABORDS_DICE + 1]; /* by skulls: probability in the first throw */
};

/* The values of the ends of a turn. */
struct fl_stakes {
    double stop[FL_HAND_NODES]; /* stopping; hands of five dice or more */
    double lost[FL_HAND_NODES]; /* a bust with this hand kept, which counts if it is on Treasure
                                   Island */
    double enough;              /* tolerance: sweeps end when no value changes by more than this */
    double raid[FL_SABORDS_DICE + 1]; /* reaching Skull Island, by skulls on the dice */
};

/* The hand to keep, by guardian unused and node: a node, optionally with FL_PLAN_GUARDIAN, or
 * FL_PLAN_STOP. */
struct fl_plan {
    uint16_t keep[2][FL_HAND_NODES];
};

/* The values of hands: complete ones, and kept ones while the other dice are thrown, by guardian
 * unused and skulls that stay. The value of a kept hand excludes the part of a bust, see
 * fl_reroll_value. */
struct fl_worth {
    double lying[2][FL_HAND_NODES];
    double kept[2][FL_HAND_SKULLS][FL_HAND_NODES];
    double residual; /* the largest change of the last sweep; errors are below 25/11 of it */
    int sweeps;
};

/* A throw: whether the guardian is still unused after it, the number of skulls that stay, the node
 * of the hand that stays and the node of the part of it that a bust leaves. Both nodes are equal
 * unless dice are kept next to the Treasure Island card. */
struct fl_reroll {
    int guardian, skulls, kept, saved;
};

/* Describes the turn with this card, and its stakes when the player's own points count. Points that
 * opponents lose do not count. */
void fl_turn_of(int card, struct fl_turn *, struct fl_stakes *);

/* Calculates the best plan and its values. `worth` contains an earlier solution as initial values,
 * or zeros. */
void fl_turn_solve(const struct fl_turn *, const struct fl_stakes *, struct fl_plan *,
                   struct fl_worth *);

/* Calculates the values of a given plan. */
void fl_turn_follow(const struct fl_turn *, const struct fl_stakes *, const struct fl_plan *,
                    struct fl_worth *);

/* The part of a hand that a plan keeps; false if the plan stops. */
bool fl_plan_keeps(const struct fl_turn *, const struct fl_plan *, int guardian,
                   const uint8_t lying[FL_FACES], uint8_t kept[FL_FACES]);

/* The value of a turn before its first throw. */
double fl_turn_worth(const struct fl_turn *, const struct fl_stakes *, const struct fl_worth *);

/* The value of throwing all dice that do not stay. */
double fl_reroll_value(const struct fl_turn *, const struct fl_stakes *, const struct fl_worth *,
                       struct fl_reroll);

/* The node of a hand. */
static inline int fl_node(const struct fl_turn *turn, const uint8_t count[FL_FACES])
{
    return turn->node[fl_hand_number(count)];
}

#endif
