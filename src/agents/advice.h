/* Advice: the best moves of the one whose turn it is, with the facts that speak for them. Whoever
 * asks gives a sight, so advice knows no more than the player does. */
#ifndef FL_AGENTS_ADVICE_H
#define FL_AGENTS_ADVICE_H

#include "agents/ponder.h"
#include "agents/weigh.h"

/* Why the first move is the one to make; the text is a word key. */
#define FL_REASONS(_)                                                                              \
    _(ONLY, "hint.only")   /* there is no other */                                                 \
    _(ALIKE, "hint.alike") /* all come to the same */                                              \
    _(WON, "hint.won")     /* so is the game, whatever is played */                                \
    _(LOST, "hint.lost")                                                                           \
    _(SAME, "hint.same")                     /* as the second, exactly */                          \
    _(CLOSE, "hint.close")                   /* to the second, within the error */                 \
    _(GAP, "hint.gap")                       /* wins more often than the second */                 \
    _(BRINGS, "hint.brings")                 /* and the score rises at once */                     \
    _(STOP, "hint.stop")                     /* the second throws: too dangerous */                \
    _(THROW, "hint.throw")                   /* the second stops: too little */                    \
    _(SAFE, "hint.safe")                     /* the same, and no danger yet */                     \
    _(FOR_WINNING, "hint.for-winning")       /* the second stops with more, but wins less often */ \
    _(NOT_FOR_POINTS, "hint.not-for-points") /* the second throws for more, the same */            \
    _(ISLAND, "hint.island")                 /* dice change place, and nothing is risked */

enum fl_reason {
#define FL_REASON_ENUM(name, key) FL_REASON_##name,
    FL_REASONS(FL_REASON_ENUM)
#undef FL_REASON_ENUM
};

/* What a move does in a turn of Mille Sabords!. */
enum fl_sabords_deed { FL_DEED_NONE, FL_DEED_STOP, FL_DEED_THROW, FL_DEED_ARRANGE };

/* What is known about one move. */
struct fl_advised {
    fl_move move;
    enum fl_sabords_deed deed;
    uint32_t visits;          /* playouts behind it; 0 where it was worked out */
    struct fl_measure chance; /* of the viewer to win */
    double points;            /* of the turn, on average, if has_points */
    double bust;              /* chance that this throw is lost, if has_points */
    int32_t gain;             /* of the viewer's score, at once */
};

struct fl_advice {
    uint32_t legal;    /* moves there are; of those that are alike, only one is advised */
    bool exact;        /* worked out, not searched */
    bool has_points;   /* a turn of Mille Sabords! is being thrown */
    uint64_t playouts; /* thought in all */
    enum fl_reason reason;
    uint32_t second; /* the move the first one is compared with, or 0 */
    uint32_t count;
    struct fl_advised at[FL_MAX_MOVES]; /* the best first */
};

/* The word key of a reason. */
const char *fl_reason_key(enum fl_reason);

/* Thinks about the moves of the viewer, whose turn it is. False if there is no memory. */
bool fl_advise(const struct fl_sight *, const struct fl_ponder *, struct fl_advice *out);

/* The figures of the sentence that says why; the chances stand with the moves. */
struct fl_grounds {
    int32_t n; /* points: brought at once, made sure of or to be expected, as the reason has it */
    int32_t sure; /* points of stopping */
    double bust;  /* chance that the throw is lost */
};

struct fl_grounds fl_grounds_of(const struct fl_advice *);

/* Decimals that a chance deserves in per cent. */
int fl_percent_places(struct fl_measure);

/* As many playouts from here as take about so many moves in all: a measure of effort that is the
 * same on every machine. */
uint32_t fl_playouts_for(const struct fl_sight *, uint64_t moves);

enum { FL_CANDIDATES = 2 };

/* The moves most worth a closer look, the best first, at most FL_CANDIDATES; returns how many, 0 if
 * there is no memory. */
int fl_candidates(const struct fl_sight *, const struct fl_ponder *, fl_move out[FL_CANDIDATES]);

#endif
