/* flibuste: one program with subcommands. */
#include <locale.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/cli.h"
#include "server/record_worker.h"

static const struct fl_cli_command *const general[] = {
    &fl_command_games,   &fl_command_rules,
    &fl_command_play,    &fl_command_sim,
    &fl_command_replay,  &fl_command_verify,
    &fl_command_arena,   &fl_command_merge,
    &fl_command_analyse, &fl_command_hint,
    &fl_command_backup,  &fl_command_serve,
    &fl_command_site,    &fl_command_learn,
    &fl_command_copy,    &fl_command_saves,
    &fl_command_engine,  &fl_command_describe,
    &fl_command_bot,     &fl_command_bot_check,
    &fl_command_join,    NULL,
};

/* The commands for all games, then those of single games. */
static const struct fl_cli_command *const *const commands[] = {
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
        for (int n = 0; commands[i][n]; n++) {
            if (!strcmp(commands[i][n]->name, name))
                return commands[i][n];
            fl_cli_compare(nearest, commands[i][n]->name);
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
    if (argc && !strcmp(argv[0], FL_RECORD_WORKER_NAME))
        return fl_record_worker_run();
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
            puts("flibuste " FL_VERSION " " FL_FEATURES);
            return end(&cli, FL_CLI_OK);
        }
    }
    int first = optind;
    optind = 0; /* glibc: restarts getopt for the options of the command */
    return end(&cli,
               first < argc ? run_command(&cli, argc - first, argv + first) : fl_cli_menu(&cli));
}
