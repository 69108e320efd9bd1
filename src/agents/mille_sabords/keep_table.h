/* The dice to keep for the most points, for every hand under every card: a constant table that
 * make_keep_table.c calculates during the build. */
#ifndef FL_AGENTS_MILLE_SABORDS_KEEP_TABLE_H
#define FL_AGENTS_MILLE_SABORDS_KEEP_TABLE_H

#include "agents/mille_sabords/treasure_island.h"

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

enum { FL_ISLAND_NODES = 233 };

/* The values of a turn with Treasure Island that is played for points: as in struct
 * fl_island_values. */
struct fl_island_table {
    uint16_t node[FL_HANDS];
    double kept[FL_ISLAND_SKULLS][FL_ISLAND_NODES];
    double bust[FL_ISLAND_SKULLS][FL_SABORDS_DICE + 1];
    double lost[FL_ISLAND_NODES], stop[FL_ISLAND_NODES];
};

extern const struct fl_island_table fl_island_for_points;

/* The number of dice of a face that an entry keeps. */
static inline int fl_kept(unsigned entry, int face)
{
    return (int)(entry >> 3 * (face - FL_PARROT) & 7);
}

#endif
