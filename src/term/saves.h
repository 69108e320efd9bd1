/* The games saved in the state folder. */
#ifndef FL_TERM_SAVES_H
#define FL_TERM_SAVES_H

#include <time.h>

#include "term/autosave.h"
#include "term/screen.h"

struct fl_save {
    char path[FL_PATH_SIZE]; /* or the id of a server's table */
    bool on_server;
    const struct fl_game *game;
    struct fl_players players;
    int seats;
    bool over;
    fl_seats turn;    /* the seats to move */
    fl_seats winners; /* if it is over */
    time_t at;        /* when it was saved */
};

/* Lists the saved games, the newest first, at most `most`. Files that are not records are left out.
 * Returns an array of `count` entries, which the caller frees; NULL if there are none. */
struct fl_save *fl_saves_list(int most, int *count);

/* Writes the date of a saved game: the time for today, else the day. */
void fl_put_save_time(struct fl_buf *, const struct fl_screen *, const struct fl_save *);

/* Writes the names of the bots and other people: "Anne, Rackham". */
void fl_put_save_players(struct fl_buf *, const struct fl_save *);

#endif
