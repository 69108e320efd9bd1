/* Many records in one folder, for research: records.gz, in which every game is one gzip member, and
 * index.tsv, one line per game. `zcat records.gz` gives all records; one of them is decompressed
 * from its offset. */
#ifndef FL_CLI_REPORT_RECORD_ARCHIVE_H
#define FL_CLI_REPORT_RECORD_ARCHIVE_H

#include <pthread.h>

#include "cli/cli.h"

/* A record that waits for those of earlier games. */
struct fl_archive_entry;

struct fl_archive {
    FILE *records, *index;
    uint64_t next;                    /* the game whose record is written next */
    uint64_t offset;                  /* bytes written to records.gz */
    struct fl_archive_entry *waiting; /* by game, ascending */
    bool failed;
    pthread_mutex_t lock; /* for all members */
};

/* Creates the folder if it is missing, and the two files, which must not exist yet. Returns false
 * after printing an error. */
bool fl_archive_open(const struct fl_cli *, struct fl_archive *, const char *folder);

/* Adds the record of a game. Games may come in any order and on any thread; the files are the same.
 */
void fl_archive_add(struct fl_archive *, uint64_t game, const struct fl_match *,
                    const struct fl_players *);

/* Completes the files. Returns false after printing an error if something could not be written. */
bool fl_archive_close(const struct fl_cli *, struct fl_archive *, const char *folder);

#endif
