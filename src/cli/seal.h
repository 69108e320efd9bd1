/* Fair dice at a terminal table: the secret comes from the operating system or from the command
 * line, and stands in the table's own record from the beginning, as everybody's cards do. */
#ifndef FL_CLI_SEAL_H
#define FL_CLI_SEAL_H

#include "cli/play.h"

/* Commits to a secret for a new match, if fair dice were ordered; returns the exit status. */
int fl_seal(const struct fl_cli *, const struct fl_order *, const struct fl_chance *, int seats,
            struct fl_fair *out);

/* Whether a match from a record may go on with the dice that were ordered; returns the exit status.
 */
int fl_seal_check(const struct fl_cli *, const struct fl_order *, const struct fl_chance *,
                  const struct fl_fair *);

/* Tells people the commitment. */
void fl_seal_show(const struct fl_screen *, const struct fl_fair *);

#endif
