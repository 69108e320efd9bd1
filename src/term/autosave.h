/* Autosave: the record file of a match in progress. The file is complete at every moment, because
 * each version is written to a temporary file that then replaces it. */
#ifndef FL_TERM_AUTOSAVE_H
#define FL_TERM_AUTOSAVE_H

#include "core/record.h"

enum { FL_PATH_SIZE = 1024 };

struct fl_autosave {
    char path[FL_PATH_SIZE]; /* empty: nothing is saved */
    int error;               /* errno of the last attempt, 0 after success */
};

/* Whether a file may be overwritten by a new record, and if not, why. */
enum fl_save_target {
    FL_SAVE_TARGET_FREE,       /* no file, an empty file, or a finished match of the same game */
    FL_SAVE_TARGET_UNFINISHED, /* a match of the same game that can be resumed */
    FL_SAVE_TARGET_OTHER,      /* any other content */
    FL_SAVE_TARGET_TOO_LONG    /* the path has FL_PATH_SIZE bytes or more */
};

/* Checks whether a record of this game may be written to a file. */
enum fl_save_target fl_autosave_check_target(const char *path, const struct fl_game *);

/* The translation key of the reason why the target must not be written. */
const char *fl_save_target_key(enum fl_save_target);

/* Writes $XDG_STATE_HOME/flibuste, or ~/.local/state/flibuste, to an empty buffer and creates the
 * directory. Returns false if neither variable is usable or the directory cannot be created. */
bool fl_put_state_folder(struct fl_buf *);

/* Chooses a new file in the state folder, named after the game and the local time. Returns false,
 * with an empty path, if there is no state folder. */
bool fl_autosave_choose(struct fl_autosave *, const struct fl_game *);

/* Writes the whole match. Returns true if it is stored durably, or if the path is empty. */
bool fl_autosave_write(struct fl_autosave *, const struct fl_match *, const struct fl_players *);

/* Writes a path quoted for a POSIX shell, without quotes where none are needed. */
void fl_put_shell_word(struct fl_buf *, const char *path);

#endif
