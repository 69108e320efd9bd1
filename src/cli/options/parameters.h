/* Parameters of a command that may also come from the environment or from a file, so that a
 * password does not appear among the arguments of the process. */
#ifndef FL_CLI_OPTIONS_PARAMETERS_H
#define FL_CLI_OPTIONS_PARAMETERS_H

#include "cli/cli.h"

enum { FL_MAX_PARAMETERS = 32 };

/* --NAME VALUE; FLIBUSTE_NAME=VALUE; a line "NAME = VALUE" of a file. */
struct fl_cli_parameter {
    const char *name;   /* NULL: the end of a list */
    const char **value; /* NULL: not given; a flag is "yes" or "no" */
    bool is_flag;       /* --NAME alone means "yes" */
};

/* Reads the options of the command line. False after printing an error. */
bool fl_cli_parameters_parse(struct fl_cli *, int argc, char **argv,
                             const struct fl_cli_parameter *);

/* Sets parameters that were not given from the environment. */
void fl_cli_parameters_inherit(const struct fl_cli_parameter *);

/* Sets parameters that were not given from a file. Empty lines and those that begin with # are
 * ignored. Values point into *text, which the caller frees. False after printing an error. */
bool fl_cli_parameters_load(const struct fl_cli *, const char *path,
                            const struct fl_cli_parameter *, char **text);

/* Whether a flag is "yes". */
bool fl_cli_is_set(const char *flag);

#endif
