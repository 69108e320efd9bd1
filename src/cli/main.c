/* flibuste: one program, subcommands. */
#include <locale.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"

static const struct {
    const char *name;
    int (*run)(struct fl_cli *, int argc, char **argv);
} commands[] = {
    {"games", fl_cli_games},     {"rules", fl_cli_rules},   {"play", fl_cli_play},
    {"sim", fl_cli_sim},         {"replay", fl_cli_replay}, {"verify", fl_cli_verify},
    {"score", fl_cli_score},     {"solve", fl_cli_solve},   {"arena", fl_cli_arena},
    {"analyse", fl_cli_analyse}, {"hint", fl_cli_hint},     {"backup", fl_cli_backup},
    {"serve", fl_cli_serve},     {"site", fl_cli_site},     {"learn", fl_cli_learn},
};

/* LANG as the system understands it: LC_ALL, then LC_MESSAGES, then LANG. English otherwise. */
static enum fl_lang language_of_system(void)
{
    static const char *const names[] = {"LC_ALL", "LC_MESSAGES", "LANG"};
    enum fl_lang lang;
    for (int i = 0; i < 3; i++) {
        const char *value = getenv(names[i]);
        if (value && *value)
            return fl_lang_of(value, &lang) ? lang : FL_ENGLISH;
    }
    return FL_ENGLISH;
}

static bool asks_for_help(int argc, char **argv)
{
    for (int i = 1; i < argc; i++)
        if (!strcmp(argv[i], "--help"))
            return true;
    return false;
}

static int run_command(struct fl_cli *cli, int argc, char **argv)
{
    if (asks_for_help(argc, argv)) {
        fl_cli_print(cli, stdout, "cli.help");
        return FL_CLI_OK;
    }
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++)
        if (!strcmp(commands[i].name, argv[0]))
            return commands[i].run(cli, argc, argv);
    return fl_cli_fail(cli, FL_CLI_USAGE, "cli.unknown-command", NULL, argv[0]);
}

int main(int argc, char **argv)
{
    static const struct option options[] = {{"lang", required_argument, NULL, 'l'},
                                            {"help", no_argument, NULL, 'h'},
                                            {"version", no_argument, NULL, 'v'},
                                            {0}};
    struct fl_cli cli = {.lang = language_of_system()};
    setlocale(LC_CTYPE, "C.UTF-8"); /* line editing needs it; numbers stay as they are */
    signal(SIGPIPE, SIG_IGN);       /* a closed pipe is a write error, noticed below */
    for (int option; (option = fl_cli_leading_option(&cli, argc, argv, options)) != -1;) {
        if (option == '?')
            return FL_CLI_USAGE;
        if (option == 'h') {
            fl_cli_print(&cli, stdout, "cli.help");
            return FL_CLI_OK;
        }
        if (option == 'v') {
            puts("flibuste " FL_VERSION);
            return FL_CLI_OK;
        }
    }
    int first = optind;
    optind = 0; /* glibc: the subcommand's options are read afresh */
    int status = first < argc ? run_command(&cli, argc - first, argv + first) : fl_cli_menu(&cli);
    if (fflush(stdout) == EOF || ferror(stdout))
        return status ? status : FL_CLI_FAILED;
    return status;
}
