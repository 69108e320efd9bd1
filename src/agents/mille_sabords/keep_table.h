/* The dice to keep for the most points, for every hand under every card: a constant table that
 * make_keep_table.c calculates during the build. */
#ifndef FL_AGENTS_MILLE_SABORDS_KEEP_TABLE_H
#define FL_AGENTS_MILLE_SABORDS_KEEP_TABLE_H

#include "agents/mille_sabords/turn_solver.h"

enum {
    FL_KEEP_GUARDIAN_USED =
        FL_SABORDS_KINDS, /* the row of the guardian card after its skull was thrown */
    FL_KEEP_ROWS,
    FL_KEEP_STOP = 0x7FFF,    /* no hand keeps seven dice of every face */
    FL_KEEP_GUARDIAN = 0x8000 /* flag: throw one skull again as well */
};

/* Entry by card and hand: three bits per face, parrots lowest. Only hands of five dice and more are
 * looked up. */
extern const uint16_t fl_keep_for_points[FL_KEEP_ROWS][FL_HANDS];

/* The n lowest dice of a mask, by mask and n. Used to keep only some of several equal dice. */
extern const uint8_t fl_lowest_dice[256][FL_SABORDS_DICE + 1];

/* The number of dice of a face that an entry keeps. */
static inline int fl_kept(unsigned entry, int face)
{
    return (int)(entry >> 3 * (face - FL_PARROT) & 7);
}

#endif
