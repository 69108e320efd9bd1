/* The parts of `flibuste solve mille-sabords`. */
#ifndef FL_CLI_MILLE_SABORDS_SOLVE_H
#define FL_CLI_MILLE_SABORDS_SOLVE_H

#include "agents/mille_sabords/card_values.h"
#include "agents/mille_sabords/win_solver.h"
#include "cli/mille_sabords/dice_args.h"
#include "core/json.h"

/* A position in the middle of a turn: the dice, read by fl_cli_read_dice, and what else was given.
 */
struct fl_cli_position {
    struct fl_cli_dice dice;
    bool guardian_used, first;
    struct fl_win_position standing; /* zeros where expected points are calculated */
};

/* The values of the moves in a position: points, or probabilities of winning. */
struct fl_cli_valuation {
    const char *unit;                /* name in JSON */
    const char *stop_key, *over_key; /* translation keys of the value of stopping, and of `over` */
    struct fl_sabords table;
    struct fl_solved solved;
    double over; /* value of a turn that is over */
};

/* Builds the state within a turn. The rules apply the consequences of the last die. Returns whether
 * the turn is over then. */
bool fl_cli_lay_table(const struct fl_cli_position *, struct fl_sabords *out);

/* Writes the value of every move, best first, as JSON or as text. */
void fl_cli_put_values(const struct fl_cli *, const struct fl_cli_valuation *, bool json,
                       struct fl_buf *out);

/* The options about winning: a target, and optionally the scores and a position. */
struct fl_cli_win {
    const char *target, *mine, *theirs, *phase, *threads; /* as typed, or NULL */
    bool asked, table, json;
};

/* Solves for winning and writes the result. The position is NULL if no dice were given. */
int fl_cli_solve_win(const struct fl_cli *, const struct fl_cli_win *, struct fl_cli_position *,
                     struct fl_buf *out);

#endif
