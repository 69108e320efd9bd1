/* A session with the options of the command line or of the menu. */
#ifndef FL_CLI_PLAY_H
#define FL_CLI_PLAY_H

#include "cli/cli.h"
#include "term/chance_sources.h"
#include "term/session.h"

struct fl_play_options {
    long long seats;  /* 0: default */
    long long people; /* 0..8 */
    bool people_given;
    const char *as_seat, *bots, *names, *dice, *nonces, *seed, *save,
        *resume; /* as typed, or NULL */
    struct fl_cli_settings settings;
    enum fl_colour colour;
};

/* Plays a session and returns the exit status. The game may be NULL if a record is resumed. Sets
 * how the session ended, if it began. */
int fl_play_run(const struct fl_cli *, const struct fl_game *, const struct fl_play_options *,
                struct fl_keyboard *, enum fl_session_status *);

/* The default number of seats: three if the game allows it, and enough for all players given. */
int fl_play_usual_seats(const struct fl_game *, const struct fl_play_options *);

/* Sets names in the order of the seats from a list "A,B" or NULL; seats without a name get a
 * default. Returns false after printing an error if a name is invalid. */
bool fl_play_name(const struct fl_cli *, const char *list, int seats, struct fl_players *);

/* Parses the value of --color. Returns false after printing what was expected. */
bool fl_play_colour(const struct fl_cli *, const char *text, enum fl_colour *out);

#endif
