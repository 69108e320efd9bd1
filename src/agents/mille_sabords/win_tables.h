/* The win tables of Mille Sabords! that the program contains, one per target that can be chosen.
 * `flibuste solve` calculates them, tools/chances.py converts them to C. */
#ifndef FL_AGENTS_MILLE_SABORDS_WIN_TABLES_H
#define FL_AGENTS_MILLE_SABORDS_WIN_TABLES_H

#include <stdint.h>

struct fl_chances {
    int target, lowest;     /* in hundreds of points */
    const uint16_t *coarse; /* as in struct fl_win */
};

extern const struct fl_chances fl_chances[]; /* ends with target 0 */

#endif
