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

/* Checks whether a record of this game may be written to a file: there is none, it is empty, or,
 * with `ours`, it contains a match of the same game. Returns NULL, or the translation key of the
 * reason why not. */
const char *fl_autosave_refuse(const char *path, const struct fl_game *, bool ours);

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
