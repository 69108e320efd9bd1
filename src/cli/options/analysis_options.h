/* Options that `hint` and `analyse` have in common: the record, the viewer, and the search
 * effort. */
#ifndef FL_CLI_OPTIONS_ANALYSIS_OPTIONS_H
#define FL_CLI_OPTIONS_ANALYSIS_OPTIONS_H

#include "cli/cli.h"

struct fl_analysis_options {
    const char *file, *seat_typed;           /* seat_typed: NULL if not given */
    long long seat, playouts, threads, seed; /* seat and playouts: 0 if not given */
    bool json;
};

/* The common options, parsed by fl_analysis_options_read. */
#define FL_ANALYSIS_OPTIONS                                                                        \
    {"seat", required_argument, NULL, 's'}, {"playouts", required_argument, NULL, 'p'},            \
        {"threads", required_argument, NULL, 't'}, {"seed", required_argument, NULL, 'r'},         \
        {"json", no_argument, NULL, 'j'},                                                          \
    {                                                                                              \
        "lang", required_argument, NULL, 'l'                                                       \
    }

/* The default options: one thread per processor, seed 1. */
struct fl_analysis_options fl_analysis_options_default(void);

/* Parses one of the common options. Returns false after printing an error. */
bool fl_analysis_options_read(const struct fl_cli *, struct fl_analysis_options *, int option,
                              long long most_playouts);

/* Sets the viewer: the seat given, or the viewer of a partial record, or 0 for all seats. Returns
 * the exit status, after printing an error if the record cannot be seen by that seat. */
int fl_analysis_options_choose_viewer(const struct fl_cli *, const struct fl_match *,
                                      struct fl_analysis_options *);

/* Prints why the record cannot be analysed and returns the exit status. The phrase has the
 * arguments {what}: the file, {seat}: the seat given, {mover}: the seat to move. */
int fl_analysis_options_fail(const struct fl_cli *, const struct fl_analysis_options *,
                             const char *key, int mover);

#endif
