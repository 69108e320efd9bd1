/* What the subcommands share. Each is one function in a file of its own and returns the exit
 * status: 0, 1 for failure, 2 for usage. Errors are one line on stderr. */
#ifndef FL_CLI_CLI_H
#define FL_CLI_CLI_H

#include <getopt.h>
#include <stdio.h>

#include "core/record.h"
#include "core/words.h"

enum { FL_CLI_OK = 0, FL_CLI_FAILED = 1, FL_CLI_USAGE = 2 };

struct fl_cli {
    enum fl_lang lang; /* --lang, else LANG */
};

int fl_cli_games(struct fl_cli *, int argc, char **argv);
int fl_cli_rules(struct fl_cli *, int argc, char **argv);
int fl_cli_play(struct fl_cli *, int argc, char **argv);
int fl_cli_sim(struct fl_cli *, int argc, char **argv);
int fl_cli_arena(struct fl_cli *, int argc, char **argv);
int fl_cli_replay(struct fl_cli *, int argc, char **argv);
int fl_cli_verify(struct fl_cli *, int argc, char **argv);
int fl_cli_score(struct fl_cli *, int argc, char **argv);
int fl_cli_solve(struct fl_cli *, int argc, char **argv);
int fl_cli_serve(struct fl_cli *, int argc, char **argv);
int fl_cli_hint(struct fl_cli *, int argc, char **argv);
int fl_cli_learn(struct fl_cli *, int argc, char **argv);
int fl_cli_analyse(struct fl_cli *, int argc, char **argv);
int fl_cli_backup(struct fl_cli *, int argc, char **argv);
int fl_cli_site(struct fl_cli *, int argc, char **argv);

/* The terminal menu of games, opened by the program without arguments. */
int fl_cli_menu(struct fl_cli *);

/* Prints "flibuste: ..." with a phrase and returns the status. */
int fl_cli_error(const struct fl_cli *, int status, const struct fl_phrase *);

/* The same with a key and up to two arguments: {what} and {value}; either may be NULL. */
int fl_cli_fail(const struct fl_cli *, int status, const char *key, const char *what,
                const char *value);

/* Prints a word or sentence without arguments. */
void fl_cli_print(const struct fl_cli *, FILE *, const char *key);

/* getopt_long with our own messages: returns an option, -1 at the end, or '?' after an error was
 * printed. Long options only; "lang" is understood everywhere. */
int fl_cli_option(struct fl_cli *, int argc, char **argv, const struct option *);

/* The same, but stops at the first argument that is no option. */
int fl_cli_leading_option(struct fl_cli *, int argc, char **argv, const struct option *);

/* A whole number between least and most; prints what was expected and returns false if not. */
bool fl_cli_number(const struct fl_cli *, const char *what, const char *text, long long least,
                   long long most, long long *out);

/* How many processors there are: threads, where nothing else was said. */
int fl_cli_processors(void);

/* The game that stands next among the arguments; prints an error and returns NULL if none does. */
const struct fl_game *fl_cli_game(const struct fl_cli *, int argc, char **argv);

/* The file that stands alone among the arguments; prints an error and returns NULL if none does, or
 * more than one. */
const char *fl_cli_file(const struct fl_cli *, int argc, char **argv);

/* Prints why a setup is refused and returns false, or returns true. */
bool fl_cli_check_setup(const struct fl_cli *, const struct fl_game *, const struct fl_setup *);

/* What --option sets, as typed. */
struct fl_cli_settings {
    const char *setting[FL_MAX_OPTIONS]; /* NAME=VALUE */
    int count;
    const char *too_many; /* one that found no room, or NULL */
};

void fl_cli_note_setting(struct fl_cli_settings *, const char *text);

/* The setup for so many seats with these options; prints why not, or what the game offers, and
 * returns false if the game cannot be played so. */
bool fl_cli_agree(const struct fl_cli *, const struct fl_game *, int seats,
                  const struct fl_cli_settings *, struct fl_setup *);

/* Reads a whole file, at most 16 MiB; prints an error and returns NULL if it cannot. The caller
 * frees it. */
char *fl_cli_read_file(const struct fl_cli *, const char *path, size_t *len);

/* Writes a whole record so that the file holds the old one or the new one, never half of either;
 * prints an error and returns false if it cannot. */
bool fl_cli_write_record(const struct fl_cli *, const char *path, const struct fl_match *,
                         const struct fl_players *);

/* Reads a record file ("-" is standard input); prints what is wrong and returns false. */
bool fl_cli_read_record(const struct fl_cli *, const char *path, struct fl_record *);

#endif
