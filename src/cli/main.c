/* flibuste: one program with subcommands. */
#include <locale.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/cli.h"

static const struct fl_cli_command general[] = {
    {"games", fl_cli_games, "cli.help.games"},    {"rules", fl_cli_rules, "cli.help.rules"},
    {"play", fl_cli_play, "cli.help.play"},       {"sim", fl_cli_sim, "cli.help.sim"},
    {"replay", fl_cli_replay, "cli.help.replay"}, {"verify", fl_cli_verify, "cli.help.verify"},
    {"arena", fl_cli_arena, "cli.help.arena"},    {"analyse", fl_cli_analyse, "cli.help.analyse"},
    {"hint", fl_cli_hint, "cli.help.hint"},       {"backup", fl_cli_backup, "cli.help.backup"},
    {"serve", fl_cli_serve, "cli.help.serve"},    {"site", fl_cli_site, "cli.help.site"},
    {"learn", fl_cli_learn, "cli.help.learn"},    {NULL, NULL, NULL},
};

/* The commands for all games, then those of single games. */
static const struct fl_cli_command *const commands[] = {
    general,
#define FL_GAME_COMMANDS(c_name) fl_commands_##c_name,
#include "games/games.def"
    NULL,
};

/* The language of the environment: LC_ALL, then LC_MESSAGES, then LANG; else the default. */
static fl_lang language_of_system(void)
{
    static const char *const names[] = {"LC_ALL", "LC_MESSAGES", "LANG"};
    fl_lang lang;
    for (int i = 0; i < 3; i++) {
        const char *value = getenv(names[i]);
        if (value && *value)
            return fl_lang_of(value, &lang) ? lang : FL_DEFAULT_LANG;
    }
    return FL_DEFAULT_LANG;
}

static bool asks_for_help(int argc, char **argv)
{
    for (int i = 1; i < argc; i++)
        if (!strcmp(argv[i], "--help") || !strcmp(argv[i], "-h"))
            return true;
    return false;
}

/* The command with this name. Otherwise returns NULL and, in `nearest`, the most similar name. */
static const struct fl_cli_command *find_command(const char *name, struct fl_cli_nearest *nearest)
{
    *nearest = (struct fl_cli_nearest){.typed = name};
    for (int i = 0; commands[i]; i++)
        for (const struct fl_cli_command *command = commands[i]; command->name; command++) {
            if (!strcmp(command->name, name))
                return command;
            fl_cli_compare(nearest, command->name);
        }
    return NULL;
}

/* Runs "COMMAND ...", "COMMAND --help", "help" or "help COMMAND". */
static int run_command(struct fl_cli *cli, int argc, char **argv)
{
    struct fl_cli_nearest nearest;
    bool help = !strcmp(argv[0], "help");
    if (help && argc == 1) {
        fl_cli_print_help(cli, "cli.help");
        return FL_CLI_OK;
    }
    const char *name = argv[help];
    const struct fl_cli_command *command = find_command(name, &nearest);
    if (!command)
        return fl_cli_fail(cli, FL_CLI_USAGE,
                           nearest.name ? "cli.near-command" : "cli.unknown-command", nearest.name,
                           name);
    if (!help && !asks_for_help(argc, argv))
        return command->run(cli, argc, argv);
    fl_cli_print_help(cli, command->help);
    return FL_CLI_OK;
}

static bool is_pipe(int file)
{
    struct stat about;
    return !fstat(file, &about) && (S_ISFIFO(about.st_mode) || S_ISSOCK(about.st_mode));
}

/* The exit status: output that could not be written is a failure. The reader of a pipe has closed
 * it and knows why, so that it gets no message. */
static int end(const struct fl_cli *cli, int status)
{
    if (fflush(stdout) != EOF && !ferror(stdout))
        return status;
    if (!status && !is_pipe(STDOUT_FILENO))
        fl_cli_fail(cli, FL_CLI_FAILED, "cli.cannot-print", NULL, NULL);
    return status ? status : FL_CLI_FAILED;
}

int main(int argc, char **argv)
{
    static const struct option options[] = {{"lang", required_argument, NULL, 'l'},
                                            {"help", no_argument, NULL, 'h'},
                                            {"version", no_argument, NULL, 'V'},
                                            {0}};
    struct fl_cli cli = {.lang = language_of_system()};
    setlocale(LC_CTYPE, "C.UTF-8"); /* libedit needs it; number formats stay those of "C" */
    signal(SIGPIPE, SIG_IGN); /* a closed pipe becomes a write error, which is reported below */
    for (int option; (option = fl_cli_leading_option(&cli, argc, argv, options)) != -1;) {
        if (option == '?')
            return FL_CLI_USAGE;
        if (option == 'h') {
            fl_cli_print_help(&cli, "cli.help");
            return end(&cli, FL_CLI_OK);
        }
        if (option == 'V') {
            puts("flibuste " FL_VERSION);
            return end(&cli, FL_CLI_OK);
        }
    }
    int first = optind;
    optind = 0; /* glibc: restarts getopt for the options of the command */
    return end(&cli,
               first < argc ? run_command(&cli, argc - first, argv + first) : fl_cli_menu(&cli));
}
