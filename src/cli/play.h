/* A sitting as it is ordered on the command line or in the menu. */
#ifndef FL_CLI_PLAY_H
#define FL_CLI_PLAY_H

#include "cli/cli.h"
#include "cli/source.h"
#include "term/sitting.h"

struct fl_order {
    long long seats;  /* 0: as usual */
    long long people; /* 0..8 */
    bool people_given;
    const char *as_seat, *bots, *names, *dice, *nonces, *seed, *save,
        *resume; /* as typed, or NULL */
    struct fl_cli_settings settings;
    enum fl_colour colour;
};

/* Plays as ordered; returns the exit status. The game may be NULL if a record is resumed. How it
 * ended is only told if it began. */
int fl_play_order(const struct fl_cli *, const struct fl_game *, const struct fl_order *,
                  struct fl_keyboard *, enum fl_parting *);

/* How many seats there are if nobody says: three where the game allows it, and room for everybody
 * named. */
int fl_play_usual_seats(const struct fl_game *, const struct fl_order *);

/* Names in the order of the seats, "A,B" or NULL; who has none gets one. Prints an error and
 * returns false if one of them is no name. */
bool fl_play_name(const struct fl_cli *, const char *list, int seats, struct fl_players *);

/* The value of --color; prints what was expected and returns false if it is none. */
bool fl_play_colour(const struct fl_cli *, const char *text, enum fl_colour *out);

#endif
