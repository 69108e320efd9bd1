/* How much a player likes each of his moves: what greedy plays by, and what a search tries first.
 */
#ifndef FL_AGENTS_LIKES_H
#define FL_AGENTS_LIKES_H

#include "core/match.h"

/* Writes how much the sight's viewer likes each move of the list, which are his. */
typedef void (*fl_likes)(const struct fl_sight *, const struct fl_moves *, int like[FL_MAX_MOVES]);

void fl_likes_mille_sabords(const struct fl_sight *, const struct fl_moves *,
                            int like[FL_MAX_MOVES]);
void fl_likes_corsaires(const struct fl_sight *, const struct fl_moves *, int like[FL_MAX_MOVES]);
void fl_likes_buccaneer(const struct fl_sight *, const struct fl_moves *, int like[FL_MAX_MOVES]);
void fl_likes_pirates_en_duel(const struct fl_sight *, const struct fl_moves *,
                              int like[FL_MAX_MOVES]);
void fl_likes_aux_sabords(const struct fl_sight *, const struct fl_moves *, int like[FL_MAX_MOVES]);

/* The first of the moves liked best. */
fl_move fl_first_liked(const struct fl_sight *, fl_likes);

/* Any of them, all equally likely. */
fl_move fl_any_liked(const struct fl_sight *, fl_likes, struct fl_rng *);

#endif
