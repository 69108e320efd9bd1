/* The distribution of the ends of turns of Mille Sabords! when plans are followed: the probability
 * of every number of points, of every loss on Skull Island, and of nine of a kind. */
#ifndef FL_AGENTS_MILLE_SABORDS_TURN_OUTCOMES_H
#define FL_AGENTS_MILLE_SABORDS_TURN_OUTCOMES_H

#include "agents/mille_sabords/turn_lanes.h"

enum {
    FL_LEAST_POINTS = -10, /* in hundreds of points: the ship of four, missed */
    FL_MOST_POINTS =
        106, /* in hundreds of points: the Pirate card with eight coins and a full chest, doubled */
    FL_POINT_ENDS = FL_MOST_POINTS - FL_LEAST_POINTS + 1,
    FL_RAID_ENDS = 17 /* losses of the opponents in hundreds of points: at most those of the Pirate
                         card with eight skulls */
};

/* Probabilities, one turn per lane. */
struct fl_ends {
    fl_lanes points[FL_POINT_ENDS]; /* by hundreds of points, from FL_LEAST_POINTS */
    fl_lanes raid[FL_RAID_ENDS];    /* by hundreds of points that each opponent loses */
    fl_lanes nine;
};

/* A card prepared for fl_add_ends: the outcome of each of its ends. */
struct fl_card_ends {
    struct fl_turn turn;
    uint8_t stop[FL_HAND_NODES], lost[FL_HAND_NODES]; /* indices of fl_ends.points */
    int nine;                                         /* the node of nine of a kind, or -1 */
    double raid[FL_SABORDS_DICE + 1][FL_RAID_ENDS];   /* losses, by skulls of the first throw */
};

/* Prepares a card. */
void fl_card_ends_of(int card, struct fl_card_ends *out);

/* Adds the distributions of turns with this card, multiplied by `part`, to `sum`. Probabilities are
 * accurate to about `enough`. */
void fl_add_ends(const struct fl_card_ends *, const struct fl_plan plan[FL_TURN_LANES], double part,
                 double enough, struct fl_ends *sum);

#endif
