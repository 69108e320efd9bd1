/* The parts of `flibuste solve mille-sabords`. */
#ifndef FL_CLI_SOLVE_H
#define FL_CLI_SOLVE_H

#include "agents/mille_sabords_values.h"
#include "agents/mille_sabords_win.h"
#include "cli/sabords.h"
#include "core/json.h"

/* Dice that lie, as somebody asks about them. */
struct fl_cli_position {
    int card;
    const char *dice; /* eight letters */
    uint8_t island[FL_FACES];
    bool guardian_used, first;
    struct fl_standing standing; /* zeros where points count */
};

struct fl_cli_valued {
    fl_move move;
    char faces[FL_SABORDS_DICE + 1]; /* of the dice it is about, skulls first */
    double worth;
};

struct fl_cli_values {
    struct fl_sabords table;
    double stop; /* what stopping is worth, or the turn that is over */
    int count;
    struct fl_cli_valued at[FL_MAX_MOVES]; /* all moves but stopping; of equal dice, one */
};

/* How worth is told: in points, or as a chance. */
struct fl_cli_unit {
    const char *name;        /* in JSON */
    const char *stop, *over; /* word keys */
};

/* The table in the middle of a turn: the rules say what the fall of the last die brings about. */
void fl_cli_lay_table(const struct fl_cli_position *, struct fl_sabords *out);

/* Whether the turn is over. */
bool fl_cli_turn_is_over(const struct fl_sabords *);

/* Values every move on the table, best first. */
void fl_cli_value_moves(const struct fl_solved *, struct fl_cli_values *);

void fl_cli_put_values_json(const struct fl_cli_values *, const char *unit, struct fl_buf *out);
void fl_cli_put_values_words(const struct fl_cli *, const struct fl_cli_values *,
                             const struct fl_cli_unit *, struct fl_buf *out);

/* What is asked about winning: a target, and perhaps where one stands and the dice that lie. */
struct fl_cli_win {
    const char *target, *mine, *theirs, *phase, *threads; /* as typed, or NULL */
    bool asked, table, json;
};

/* Answers; the position is NULL if no dice were given. */
int fl_cli_solve_win(const struct fl_cli *, const struct fl_cli_win *, struct fl_cli_position *,
                     struct fl_buf *out);

/* The solution kept on disk, in $XDG_CACHE_HOME/flibuste or ~/.cache/flibuste: reads it into `win`,
 * which has room; false if there is none that fits. */
bool fl_cli_read_cache(struct fl_win *win);

/* Keeps it; where that is not possible, it is solved again next time. */
void fl_cli_write_cache(const struct fl_win *win);

/* A picture of when to stop, as SVG on stdout: by card, skulls and points on the table. */
void fl_cli_plot_stops(const struct fl_cli *);

#endif
