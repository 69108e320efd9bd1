/* A part of a series of games that several machines play: `sim` and `arena` write it to a file
 * (--shard, --out), and `flibuste merge` adds the files. All sums are integers, so that the result
 * does not depend on how the games were divided. */
#ifndef FL_CLI_REPORT_PART_H
#define FL_CLI_REPORT_PART_H

#include "cli/cli.h"
#include "sim/sim.h"

enum { FL_PART_ARGUMENTS = 64 };

struct fl_part {
    uint64_t shard, shards; /* the shard-th of `shards` parts, from 1 */
    double seconds;
    int arguments; /* of the command that plays all games, without those of the part */
    char *argument[FL_PART_ARGUMENTS];
    struct fl_sim_sums sums;
    char *text; /* owns the arguments after fl_part_read */
};

/* Parses "3/100". Returns false after printing an error; a part has at least one game. */
bool fl_part_parse(const struct fl_cli *, const char *text, uint64_t games, struct fl_part *);

/* Narrows the games of a series, which begin with 0, to those of the part. */
void fl_part_narrow(const struct fl_part *, struct fl_sim *);

/* Notes the arguments that all parts have in common. False after printing an error. */
bool fl_part_note(const struct fl_cli *, struct fl_part *, int argc, char **argv);

/* Writes or reads a file. Return false after printing an error. */
bool fl_part_write(const struct fl_cli *, const struct fl_part *, const char *path);
bool fl_part_read(const struct fl_cli *, struct fl_part *, const char *path);

#endif
