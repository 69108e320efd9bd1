/* Shared functions of the commands. Each command is a constant at the end of its own file; it
 * returns the exit status: 0, 1 for failure, 2 for wrong usage, 130 after Ctrl-C. Errors are one
 * line on stderr. */
#ifndef FL_CLI_CLI_H
#define FL_CLI_CLI_H

#include <getopt.h>
#include <stdio.h>

#include "core/record.h"
#include "core/words.h"

enum { FL_CLI_OK = 0, FL_CLI_FAILED = 1, FL_CLI_USAGE = 2, FL_CLI_INTERRUPTED = 130 };

struct fl_part; /* cli/report/part.h */

struct fl_cli {
    fl_lang lang; /* from --lang, else from the environment */
    const struct fl_part
        *merged; /* results that sim and arena report instead of playing, or NULL */
};

/* A command. It parses its own arguments; argv[0] is its name. */
struct fl_cli_command {
    const char *name;
    int (*run)(struct fl_cli *, int argc, char **argv);
    const char *help; /* translation key of the text that --help prints */
};

/* The commands for all games. */
extern const struct fl_cli_command fl_command_games, fl_command_rules, fl_command_play,
    fl_command_sim, fl_command_arena, fl_command_replay, fl_command_verify, fl_command_serve,
    fl_command_hint, fl_command_learn, fl_command_analyse, fl_command_backup, fl_command_copy,
    fl_command_site, fl_command_merge, fl_command_engine, fl_command_bot, fl_command_bot_check,
    fl_command_describe, fl_command_saves, fl_command_join;

/* The commands of a game, in cli/<c_name>/. The list ends with NULL. */
#define FL_GAME_COMMANDS(c_name) extern const struct fl_cli_command *const fl_commands_##c_name[];
#include "games/games.def"

/* The menu of games, which the program shows without arguments. */
int fl_cli_menu(struct fl_cli *);

/* Prints "flibuste: ..." with a phrase and returns the status. */
int fl_cli_error(const struct fl_cli *, int status, const struct fl_phrase *);

/* The same with a key and up to two arguments, {what} and {value}; either may be NULL. */
int fl_cli_fail(const struct fl_cli *, int status, const char *key, const char *what,
                const char *value);

/* How the user starts this program: "flibuste", or "./run", which sets FLIBUSTE_COMMAND. For
 * commands that are printed to be typed. */
const char *fl_cli_program(void);

/* Prints a help text: "cli.help", which lists all commands, or the help of a command. */
void fl_cli_print_help(const struct fl_cli *, const char *key);

/* The name most similar to what was typed, among those compared so far. */
struct fl_cli_nearest {
    const char *typed;
    const char *name; /* NULL: none is similar */
    int distance;
};

/* Compares what was typed with a name, which is similar if it begins with the same three letters
 * or more, or if few letters are wrong, missing, added or swapped. */
void fl_cli_compare(struct fl_cli_nearest *, const char *name);

/* getopt_long with translated messages. Returns an option, -1 at the end, or '?' after printing an
 * error. There are long options only; every command accepts --lang. */
int fl_cli_option(struct fl_cli *, int argc, char **argv, const struct option *);

/* The same, but stops at the first argument that is not an option, and accepts -h and -V. */
int fl_cli_leading_option(struct fl_cli *, int argc, char **argv, const struct option *);

/* Parses an integer from `least` to `most`. Prints the range and returns false if it is none. */
bool fl_cli_number(const struct fl_cli *, const char *what, const char *text, long long least,
                   long long most, long long *out);

/* Parses the next argument as a game. Returns NULL after printing an error. */
const struct fl_game *fl_cli_game(const struct fl_cli *, int argc, char **argv);

/* The game of a name. Returns NULL after printing an error. */
const struct fl_game *fl_cli_game_named(const struct fl_cli *, const char *name);

/* Returns the only remaining argument, a file. Returns NULL after printing an error if there is
 * none or more than one. */
const char *fl_cli_file(const struct fl_cli *, int argc, char **argv);

/* The values of --option, as typed. */
struct fl_cli_settings {
    const char *setting[FL_MAX_OPTIONS]; /* NAME=VALUE */
    int count;
    const char *too_many; /* the first one beyond FL_MAX_OPTIONS, or NULL */
};

/* Notes one value of --option. */
void fl_cli_note_setting(struct fl_cli_settings *, const char *text);

/* Parses a number of seats. Returns false after printing how many the game has, if it is none; a
 * number that the game does not have is reported by fl_cli_setup. */
bool fl_cli_seats(const struct fl_cli *, const struct fl_game *, const char *text, int *out);

/* Builds the setup for a number of seats and the given options. Returns false after printing why
 * the game cannot be played like this, or which options it has. */
bool fl_cli_setup(const struct fl_cli *, const struct fl_game *, int seats,
                  const struct fl_cli_settings *, struct fl_setup *);

/* Reads a record file; "-" is standard input. Returns false after printing an error. */
bool fl_cli_read_record(const struct fl_cli *, const char *path, struct fl_record *);

/* Whether a URL contains a password, which other users would see among the arguments of the
 * process. */
bool fl_cli_has_password(const char *url);

#endif
