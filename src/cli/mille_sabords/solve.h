/* The parts of `flibuste solve mille-sabords`. */
#ifndef FL_CLI_MILLE_SABORDS_SOLVE_H
#define FL_CLI_MILLE_SABORDS_SOLVE_H

#include "agents/mille_sabords/card_values.h"
#include "agents/mille_sabords/win_solver.h"
#include "cli/mille_sabords/dice_args.h"
#include "core/json.h"

/* A position in the middle of a turn. */
struct fl_cli_position {
    int card;
    const char *dice; /* eight letters */
    uint8_t island[FL_FACES];
    bool guardian_used, first;
    struct fl_win_position standing; /* zeros where expected points are calculated */
};

struct fl_cli_valued {
    fl_move move;
    char faces[FL_SABORDS_DICE + 1]; /* of the dice that the move concerns, skulls first */
    double worth;
};

struct fl_cli_values {
    struct fl_sabords table;
    double stop; /* value of stopping, or of a turn that is over */
    int count;
    struct fl_cli_valued at[FL_MAX_MOVES]; /* all moves except stopping; one of each group of moves
                                              with equal dice */
};

/* The unit of values: points, or a probability of winning. */
struct fl_cli_unit {
    const char *name;        /* in JSON */
    const char *stop, *over; /* translation keys */
};

/* Builds the state within a turn. The rules apply the consequences of the last die. */
void fl_cli_lay_table(const struct fl_cli_position *, struct fl_sabords *out);

/* Whether the turn is over. */
bool fl_cli_turn_is_over(const struct fl_sabords *);

/* Evaluates every move, best first. */
void fl_cli_value_moves(const struct fl_solved *, struct fl_cli_values *);

/* Write the values as JSON, and as text. */
void fl_cli_put_values_json(const struct fl_cli_values *, const char *unit, struct fl_buf *out);
void fl_cli_put_values_words(const struct fl_cli *, const struct fl_cli_values *,
                             const struct fl_cli_unit *, struct fl_buf *out);

/* The options about winning: a target, and optionally the scores and a position. */
struct fl_cli_win {
    const char *target, *mine, *theirs, *phase, *threads; /* as typed, or NULL */
    bool asked, table, json;
};

/* Solves for winning and writes the result. The position is NULL if no dice were given. */
int fl_cli_solve_win(const struct fl_cli *, const struct fl_cli_win *, struct fl_cli_position *,
                     struct fl_buf *out);

#endif
