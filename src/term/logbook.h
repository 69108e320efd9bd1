/* Where a match is kept while it is played: a record file that is whole at every moment, because
 * each version is written beside it and then put in its place. */
#ifndef FL_TERM_LOGBOOK_H
#define FL_TERM_LOGBOOK_H

#include "core/record.h"

enum { FL_PATH_SIZE = 1024 };

struct fl_logbook {
    char path[FL_PATH_SIZE]; /* empty: nothing is kept */
    int error;               /* errno of the last attempt, 0 if it went well */
};

/* What stands in a file that somebody wants to write to. */
enum fl_shelf {
    FL_SHELF_FREE,       /* no file, an empty one, or a finished match of the same game */
    FL_SHELF_UNFINISHED, /* a match of the same game that can be resumed */
    FL_SHELF_OTHER,      /* anything else */
    FL_SHELF_TOO_LONG    /* the path is */
};

/* Looks whether a file may be written. */
enum fl_shelf fl_logbook_look(const char *path, const struct fl_game *);

/* The word key of why it may not. */
const char *fl_shelf_key(enum fl_shelf);

/* $XDG_STATE_HOME/flibuste or ~/.local/state/flibuste, which is made if need be; false if there is
 * no such place. The buffer is empty before. */
bool fl_put_state_folder(struct fl_buf *);

/* A new file for this game in $XDG_STATE_HOME/flibuste or ~/.local/state/flibuste, which is made
 * if need be; named after the time. False if there is no such place. */
bool fl_logbook_choose(struct fl_logbook *, const struct fl_game *);

/* Writes the whole match. Returns whether it is safely kept (or nothing is to be). */
bool fl_logbook_keep(struct fl_logbook *, const struct fl_match *, const struct fl_players *);

/* A path as it is typed in a shell. */
void fl_put_shell_word(struct fl_buf *, const char *path);

#endif
