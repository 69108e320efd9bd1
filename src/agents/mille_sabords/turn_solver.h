/* Solves one turn of Mille Sabords!: the input is the value of every end of the turn, the output is
 * the best plan and its value. The unit of the values is points or the probability to win; the same
 * code solves both. */
#ifndef FL_AGENTS_MILLE_SABORDS_TURN_SOLVER_H
#define FL_AGENTS_MILLE_SABORDS_TURN_SOLVER_H

#include "agents/mille_sabords/turn_nodes.h"

enum {
    FL_PLAN_STOP = 0x7FFF,
    FL_PLAN_GUARDIAN = 0x8000 /* flag: throw one skull again as well */
};

/* The values of the ends of a turn. */
struct fl_stakes {
    double stop[FL_HAND_NODES]; /* stopping; hands of five dice or more */
    double lost[FL_HAND_NODES]; /* a bust with this hand on Treasure Island; with the other cards
                                   the hand does not matter */
    double enough;              /* tolerance: sweeps end when no value changes by more than this */
    double raid[FL_SABORDS_DICE + 1]; /* reaching Skull Island, by skulls on the dice */
};

/* What to do with every hand. */
struct fl_plan {
    uint16_t keep[2][FL_HAND_NODES]; /* by guardian unused and node: the node of the hand to keep,
                                        optionally with FL_PLAN_GUARDIAN, or FL_PLAN_STOP */
    uint16_t save[FL_HAND_NODES];    /* by node of a kept hand: the node of its part that is saved
                                        on Treasure Island; with the other cards all of it */
};

/* The values of hands: complete ones, and kept ones while the other dice are thrown, by guardian
 * unused and skulls that stay. The value of a kept hand excludes the part of a bust, see
 * fl_reroll_value. */
struct fl_worth {
    double lying[2][FL_HAND_NODES];
    double kept[2][FL_HAND_SKULLS][FL_HAND_NODES];
    double residual; /* the largest change of the last sweep; errors are below 25/11 of it */
    int sweeps;      /* the most of all numbers of skulls */
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

#endif
