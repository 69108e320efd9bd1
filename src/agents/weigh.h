/* Weighing: the chances of each seat from playouts whose luck is kept the same.
 *
 * A playout's dice and cards depend on its number and on the step of the match they fall at, not on
 * what was played before. So two positions of one match, or two moves, are weighed by games that
 * begin with the same luck: what differs is what the move made of it, and playing on as the players
 * of playouts would have done makes no difference at all. Where the game has a judge who can tell
 * at a glance how everybody stands, he is asked after a while. */
#ifndef FL_AGENTS_WEIGH_H
#define FL_AGENTS_WEIGH_H

#include <stdatomic.h>

#include "core/match.h"

enum { FL_BATCHES = 16 }; /* playouts come in so many lots, whose spread tells the error */

/* What is put on the scales. */
struct fl_load {
    const struct fl_sight *sight; /* any viewer's */
    fl_move move;                 /* of the viewer, made first; FL_UNSEEN: none */
    uint32_t step;                /* of the match, counted from its start */
};

struct fl_scales {
    uint32_t playouts; /* rounded up to whole batches */
    uint64_t seed;     /* loads weighed with the same seed share their luck */
    uint32_t from;     /* the first step among them: they are played on to the same horizon */
    atomic_bool *stop; /* may be NULL; once set, every lot ends after its first playout */
};

/* The chance of each seat to win, batch by batch: shared wins count in part, a win of the team is a
 * win of the seat. */
struct fl_weight {
    double chance[FL_BATCHES][FL_MAX_SEATS];
    uint32_t playouts; /* in all lots */
    uint64_t moves;    /* made in them */
};

void fl_weigh(const struct fl_load *, const struct fl_scales *, struct fl_weight *out);

/* A number with its standard error. */
struct fl_measure {
    double value, error;
};

/* The mean of batches and how far it may be off. */
struct fl_measure fl_measure_of(const double batch[FL_BATCHES]);

/* A seat's chance, and by how much it is greater in the first weight. */
struct fl_measure fl_weight_of(const struct fl_weight *, int seat);
struct fl_measure fl_weight_more(const struct fl_weight *, const struct fl_weight *, int seat);

#endif
