/* How well everybody stands, at a glance: where a search stops imagining and judges instead. */
#ifndef FL_AGENTS_JUDGE_H
#define FL_AGENTS_JUDGE_H

#include "core/match.h"

/* Writes what each seat's standing is worth, partners the same: one more makes a win e times as
 * likely against the others'. The weights were fitted to who won among greedy players. False in
 * the middle of something, where a glance would deceive. */
typedef bool (*fl_judge)(const struct fl_sight *world, double worth[FL_MAX_SEATS]);

bool fl_judge_corsaires(const struct fl_sight *, double worth[FL_MAX_SEATS]);
bool fl_judge_pirates_en_duel(const struct fl_sight *, double worth[FL_MAX_SEATS]);
bool fl_judge_aux_sabords(const struct fl_sight *, double worth[FL_MAX_SEATS]);

/* The chances that follow, in whole parts of `whole`, members of a team the same. */
void fl_judge_shares(const struct fl_sight *, const double worth[FL_MAX_SEATS], uint32_t whole,
                     uint32_t share[FL_MAX_SEATS]);

#endif
