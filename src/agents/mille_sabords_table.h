/* What to keep for the most points, for every hand under every card: a table of constants, made by
 * solving the turns while the program is built (mille_sabords_make.c). */
#ifndef FL_AGENTS_MILLE_SABORDS_TABLE_H
#define FL_AGENTS_MILLE_SABORDS_TABLE_H

#include "agents/mille_sabords_turn.h"

enum {
    FL_KEEP_GUARDIAN_USED = FL_SABORDS_KINDS, /* the row of a guardian who has helped */
    FL_KEEP_ROWS,
    FL_KEEP_STOP = 0x7FFF,    /* no hand keeps seven of everything */
    FL_KEEP_GUARDIAN = 0x8000 /* throw a skull as well */
};

/* By card and hand: three bits a face, parrots lowest. Hands of less than five dice are not asked
 * for. */
extern const uint16_t fl_keep_for_points[FL_KEEP_ROWS][FL_HANDS];

/* The lowest n dice of a mask, by mask and n: a player keeps some of equal dice. */
extern const uint8_t fl_lowest_dice[256][FL_SABORDS_DICE + 1];

/* Dice of a face in an entry. */
static inline int fl_kept(unsigned entry, int face)
{
    return (int)(entry >> 3 * (face - FL_PARROT) & 7);
}

#endif
