/* Playing out an imagined game: from any world to its end, quickly and sensibly, and what everybody
 * has won by it. A world is a sight in which nothing is hidden; whoever moves is its viewer. */
#ifndef FL_AGENTS_PLAYOUT_H
#define FL_AGENTS_PLAYOUT_H

#include "agents/agent.h"
#include "agents/judge.h"
#include "agents/likes.h"

enum { FL_WIN = 50400 }; /* shares of a win are whole numbers: it divides by 1 to 8 */

/* How a game is played out and searched. */
struct fl_style {
    const char *game;  /* NULL: any other */
    fl_choose choose;  /* NULL: any move */
    fl_likes likes;    /* what a search tries first; may be NULL */
    fl_judge judge;    /* may be NULL: games are played to their end */
    uint32_t horizon;  /* moves after which the judge is asked */
    uint32_t careless; /* of 256 moves, so many are made at random */
    double curiosity;  /* how much a search tries what looks worse */
    double trust;      /* in the move liked best, 0 to 1 */
};

const struct fl_style *fl_style_of(const struct fl_game *);

/* The same game played out by chance alone, for measuring. */
extern const struct fl_style fl_style_random;

/* A world that could be so; the truth as it is. */
void fl_imagine(const struct fl_sight *, struct fl_rng *, struct fl_sight *world);

/* Lets chance move until somebody is asked or the game is over; returns whose turn it is, the
 * first of several, or FL_NOBODY, and adds the moves made. */
int fl_settle(struct fl_sight *world, struct fl_rng *, uint64_t *moves);

/* Plays on to the end, or until the style's judge has seen enough; adds the moves made and writes
 * what each seat wins, in shares of FL_WIN: teams that win together share, members of a team do
 * not. */
void fl_play_out(struct fl_sight *world, const struct fl_style *, struct fl_rng *, uint64_t *moves,
                 uint32_t share[FL_MAX_SEATS]);

/* What each seat wins by a game that is over; and as the style's judge sees it, if he can. */
void fl_share_the_win(const struct fl_sight *world, uint32_t share[FL_MAX_SEATS]);
bool fl_is_judged(const struct fl_sight *world, const struct fl_style *,
                  uint32_t share[FL_MAX_SEATS]);

#endif
