/* One turn of Mille Sabords!, solved: what every end of it is worth goes in, the best plan and its
 * worth come out. The worth may be points or chances of winning; the same code solves both.
 *
 * A hand is what dice show apart from skulls: how many of each face, at most eight in all. Together
 * with the skulls it makes eight, so a hand of 8 - n dice lies beside n skulls. Hands that the card
 * makes equal (three faces that only form sets, two that are gems) share one node. */
#ifndef FL_AGENTS_MILLE_SABORDS_TURN_H
#define FL_AGENTS_MILLE_SABORDS_TURN_H

#include "games/mille_sabords.h"

enum {
    FL_HANDS = 1287,     /* hands of zero to eight dice */
    FL_HAND_NODES = 483, /* the most nodes of a card: those of a ship */
    FL_HAND_SKULLS = 4,  /* 0..3 skulls may lie on the dice before a choice */
    FL_PLAN_STOP = 0x7FFF,
    FL_PLAN_GUARDIAN = 0x8000 /* throw a skull as well */
};

/* The number of a hand, 0..FL_HANDS - 1; skulls are not looked at. And back. */
int fl_hand_number(const uint8_t count[FL_FACES]);
void fl_hand_of(int number, uint8_t count[FL_FACES]);

/* A card's nodes and how the dice lead from one to the next. */
struct fl_turn {
    int card;
    int limit; /* skulls on the dice that a turn can bear: 0..2 */
    int nodes;
    uint16_t of_size[FL_SABORDS_DICE + 2];  /* nodes of n dice: of_size[n] .. of_size[n + 1] - 1 */
    uint16_t node[FL_HANDS];                /* of every hand */
    uint16_t hand[FL_HAND_NODES];           /* one hand of every node */
    uint16_t next[FL_HAND_NODES][FL_FACES]; /* with one more die of a face, no skull */
    double bust[2][FL_HAND_SKULLS]
               [FL_SABORDS_DICE + 1];         /* chance, by unused guardian, skulls, dice */
    double first[FL_HAND_NODES];              /* chance that the first throw shows this hand */
    double skulls_first[FL_SABORDS_DICE + 1]; /* chance of that many skulls on the first throw */
};

/* What the ends of a turn are worth. */
struct fl_stakes {
    double stop[FL_HAND_NODES];       /* hands of five dice or more */
    double lost[FL_HAND_NODES];       /* a bust with this hand kept: it may be on an island */
    double enough;                    /* a difference that does not matter */
    double raid[FL_SABORDS_DICE + 1]; /* Skull Island reached with so many skulls on dice */
};

/* What to keep, by unused guardian and node: a node, FL_PLAN_STOP, or with FL_PLAN_GUARDIAN. */
struct fl_plan {
    uint16_t keep[2][FL_HAND_NODES];
};

/* What hands are worth: lying, and kept while the other dice are thrown, by unused guardian and
 * skulls that stay. A kept hand's worth leaves out the chance of a bust: see fl_throw_worth. */
struct fl_worth {
    double lying[2][FL_HAND_NODES];
    double kept[2][FL_HAND_SKULLS][FL_HAND_NODES];
    double residual; /* the largest change of the last sweep; errors are below 25/11 of it */
    int sweeps;
};

/* A throw: whether the guardian is still unused in it, the skulls that stay, and as nodes the hand
 * that stays and the part of it that a bust leaves: all of it, unless some lies beside Treasure
 * Island. */
struct fl_throw {
    int guardian, skulls, kept, saved;
};

void fl_turn_of(int card, struct fl_turn *out);

/* The stakes when points count: the player's own, and those lost by others do not. */
void fl_stakes_in_points(const struct fl_turn *, struct fl_stakes *out);

/* The best plan and its worth; `worth` may hold an earlier solution to begin with, or zeros. */
void fl_turn_solve(const struct fl_turn *, const struct fl_stakes *, struct fl_plan *,
                   struct fl_worth *);

/* The worth of a given plan. */
void fl_turn_follow(const struct fl_turn *, const struct fl_stakes *, const struct fl_plan *,
                    struct fl_worth *);

/* The part of a lying hand that a plan keeps there; false if it stops. */
bool fl_plan_keeps(const struct fl_turn *, const struct fl_plan *, int guardian,
                   const uint8_t lying[FL_FACES], uint8_t kept[FL_FACES]);

/* Worth of a turn before its first throw. */
double fl_turn_worth(const struct fl_turn *, const struct fl_stakes *, const struct fl_worth *);

/* Worth of throwing all the dice that do not stay. */
double fl_throw_worth(const struct fl_turn *, const struct fl_stakes *, const struct fl_worth *,
                      struct fl_throw);

/* The node of a hand. */
static inline int fl_node(const struct fl_turn *turn, const uint8_t count[FL_FACES])
{
    return turn->node[fl_hand_number(count)];
}

#endif
