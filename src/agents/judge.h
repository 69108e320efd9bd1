/* How well everybody stands, at a glance: where a search stops imagining and judges instead. */
#ifndef FL_AGENTS_JUDGE_H
#define FL_AGENTS_JUDGE_H

#include "core/match.h"

/* Writes everybody's odds, partners the same: what chances to win are in proportion to. False in
 * the middle of something, where a glance would deceive. */
typedef bool (*fl_judge)(const struct fl_sight *world, double odds[FL_MAX_SEATS]);

/* Only the exact chances, where the game is solved. */
bool fl_judge_mille_sabords(const struct fl_sight *, double odds[FL_MAX_SEATS]);

/* The others weigh what everybody has; the weights were fitted to who won among greedy players. */
bool fl_judge_corsaires(const struct fl_sight *, double odds[FL_MAX_SEATS]);
bool fl_judge_pirates_en_duel(const struct fl_sight *, double odds[FL_MAX_SEATS]);
bool fl_judge_aux_sabords(const struct fl_sight *, double odds[FL_MAX_SEATS]);

/* Odds of a standing: one more makes a win e times as likely. The same on every machine. */
double fl_odds(double standing);

/* The chances that follow, in whole parts of `whole`, members of a team the same. */
void fl_judge_shares(const struct fl_sight *, const double odds[FL_MAX_SEATS], uint32_t whole,
                     uint32_t share[FL_MAX_SEATS]);

#endif
