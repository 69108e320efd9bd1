/* A session with the options of the command line or of the menu. */
#ifndef FL_CLI_PLAY_H
#define FL_CLI_PLAY_H

#include "cli/options/agents.h"
#include "cli/options/external_bots.h"
#include "term/chance_sources.h"
#include "term/session.h"

struct fl_play_options {
    long long seats;  /* 0: default, or as typed */
    long long people; /* 0..8 */
    bool people_given;
    const char *seats_typed, *as_seat, *bots, *names, *dice, *nonces, *seed, *save, *resume,
        *bot_time, *bot_memory; /* as typed, or NULL */
    struct fl_cli_settings settings;
    enum fl_colour colour;
    bool plain; /* lines of text even on a terminal that can show the full screen */
    bool light; /* the terminal has a light background */
    bool no_mouse;
    long long pace; /* of bots on the full screen: percent of the usual pauses */
};

/* The programs that play seats, by seat; those with a command are used. */
struct fl_play_programs {
    struct fl_external_bots bots;
    char command[FL_MAX_SEATS][FL_AGENT_NAME_SIZE];
    struct fl_bot bot[FL_MAX_SEATS];
};

/* Plays a session and returns the exit status. The game may be NULL if a record is resumed. Without
 * a keyboard the full screen is used. Sets how the session ended, if it began. */
int fl_play_run(const struct fl_cli *, const struct fl_game *, const struct fl_play_options *,
                struct fl_keyboard *, enum fl_session_status *);

/* The default number of seats: three if the game allows it, and enough for all players given. */
int fl_play_usual_seats(const struct fl_game *, const struct fl_play_options *);

/* Sets names in the order of the seats from a list "A,B" or NULL; seats without a name get a
 * default. Returns false after printing an error if a name is invalid. */
bool fl_play_name(const struct fl_cli *, const char *list, int seats, struct fl_players *);

/* Parses the value of --color. Returns false after printing what was expected. */
bool fl_play_colour(const struct fl_cli *, const char *text, enum fl_colour *out);

/* Shows a record as the command "replay" does, without options. Returns the exit status. */
int fl_replay_run(const struct fl_cli *, const char *file);

#endif
