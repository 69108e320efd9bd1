/* The chances of winning Mille Sabords! that the program carries, for the targets one can choose:
 * made by `solve`, put in by tools/chances.py. */
#ifndef FL_AGENTS_MILLE_SABORDS_CHANCES_H
#define FL_AGENTS_MILLE_SABORDS_CHANCES_H

#include <stdint.h>

struct fl_chances {
    int target, lowest;     /* in hundreds */
    const uint16_t *coarse; /* as in struct fl_win */
};

extern const struct fl_chances fl_chances[]; /* ends with target 0 */

#endif
