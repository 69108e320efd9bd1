/* What `hint` and `analyse` are asked alike: a record, whose eyes, and how much thought. */
#ifndef FL_CLI_STUDY_H
#define FL_CLI_STUDY_H

#include "cli/cli.h"

struct fl_study {
    const char *file, *seat_typed;           /* seat_typed: NULL if not said */
    long long seat, playouts, threads, seed; /* seat and playouts 0: not said */
    bool json;
};

/* Options that both commands have; fl_study_take knows their letters. */
#define FL_STUDY_OPTIONS                                                                           \
    {"seat", required_argument, NULL, 's'}, {"playouts", required_argument, NULL, 'p'},            \
        {"threads", required_argument, NULL, 't'}, {"seed", required_argument, NULL, 'r'},         \
        {"json", no_argument, NULL, 'j'},                                                          \
    {                                                                                              \
        "lang", required_argument, NULL, 'l'                                                       \
    }

/* A study of which nothing was said yet. */
struct fl_study fl_study_usual(void);

/* Reads one of these options; false after an error was printed. */
bool fl_study_take(const struct fl_cli *, struct fl_study *, int option, long long most_playouts);

/* Finds with whose eyes to look: the seat asked for, the only one a partial record can speak for,
 * or 0, anybody's. Returns the exit status, after an error was printed if that cannot be. */
int fl_study_choose_eyes(const struct fl_cli *, const struct fl_match *, struct fl_study *);

/* Prints why the record cannot be studied so and returns the exit status: {what} is the file,
 * {seat} who was asked for, {mover} whose turn it is. */
int fl_study_refuse(const struct fl_cli *, const struct fl_study *, const char *key, int mover);

#endif
