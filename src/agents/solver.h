/* Exact or nearly exact knowledge about positions and moves of one game, for advice and analysis. A
 * game that has it refers to a constant of this type in its struct fl_game_ai. */
#ifndef FL_AGENTS_SOLVER_H
#define FL_AGENTS_SOLVER_H

#include "core/match.h"

struct fl_advice;
struct fl_advice_figures;

/* The value of one move. */
struct fl_move_value {
    fl_move move;
    double chance; /* probability to win: exact where is_solved, otherwise an estimate */
    double points; /* mean points of this turn when it is played for points */
    double bust;   /* probability that this roll busts the turn; 0 if nothing is rolled */
};

/* All functions may be called on any thread. */
struct fl_solver {
    /* Whether all probabilities of this match are exact. */
    bool (*is_solved)(const struct fl_sight *);

    /* The probability to win of each seat in a solved match. The state must not be in the middle of
     * a roll. False if out of memory. */
    bool (*win_chances)(const struct fl_sight *, double chance[FL_MAX_SEATS]);

    /* Whether the viewer has to make a decision that move_values can evaluate. */
    bool (*has_move_values)(const struct fl_sight *);

    /* The values of the viewer's legal moves, best first; of equivalent moves only one. Returns
     * their number, 0 if out of memory. */
    uint32_t (*move_values)(const struct fl_sight *, struct fl_move_value out[FL_MAX_MOVES]);

    /* Whether two moves have the same effect. */
    bool (*are_equivalent)(const struct fl_sight *, fl_move, fl_move);

    /* Whether advice always evaluates this move: people expect a comparison with it. */
    bool (*is_reference)(fl_move);

    /* The translation key of the reason for the best move, and the index of the move that it is
     * compared with, or 0. The reason counts only if the best move is clearly better than that one.
     * NULL: the probability to win is the reason. */
    const char *(*reason)(const struct fl_advice *, uint32_t *other);

    /* The figures of the sentence that explains the advice. */
    struct fl_advice_figures (*figures)(const struct fl_advice *);
};

#endif
