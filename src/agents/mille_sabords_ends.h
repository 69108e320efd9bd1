/* How a turn of Mille Sabords! ends when a plan is followed: the chance of every number of points,
 * of every loss on Skull Island, and of nine of a kind. */
#ifndef FL_AGENTS_MILLE_SABORDS_ENDS_H
#define FL_AGENTS_MILLE_SABORDS_ENDS_H

#include "agents/mille_sabords_turn.h"

enum {
    FL_LEAST_POINTS = -10, /* in hundreds: the ship of four, missed */
    FL_MOST_POINTS = 106,  /* the Pirate's eight coins and full chest, doubled */
    FL_POINT_ENDS = FL_MOST_POINTS - FL_LEAST_POINTS + 1,
    FL_RAID_ENDS = 17 /* losses of the others, in hundreds: at most the Pirate's eight skulls */
};

struct fl_ends {
    double points[FL_POINT_ENDS]; /* by hundreds, from the least */
    double raid[FL_RAID_ENDS];    /* by hundreds lost by each other player */
    double nine;
};

/* A card made ready: what its ends bring. */
struct fl_card_ends {
    struct fl_turn turn;
    uint8_t stop[FL_HAND_NODES], lost[FL_HAND_NODES]; /* indices of fl_ends.points */
    int nine;                                         /* the node of nine of a kind, or -1 */
    double raid[FL_SABORDS_DICE + 1][FL_RAID_ENDS];   /* by skulls of the first throw: the losses */
};

void fl_card_ends_of(int card, struct fl_card_ends *out);

/* Adds the ends of one turn, each times `part`. */
void fl_add_ends(const struct fl_card_ends *, const struct fl_plan *, double part,
                 struct fl_ends *sum);

#endif
