/* flibuste bot-check COMMAND: tries a program that speaks the bot protocol. */
#include "bots/check.h"
#include "cli/options/external_bots.h"

struct checking {
    const struct fl_cli *cli;
    int number, declined;
};

/* Prints one line of TAP per case. */
static bool report(void *context, const struct fl_check_result *r)
{
    struct checking *c = context;
    printf("%s %d - %s%s%s%s\n", r->verdict == FL_CHECK_FAILED ? "not ok" : "ok", ++c->number,
           r->game ? r->game->name : "program", ": ", r->title,
           r->verdict == FL_CHECK_DECLINED ? " # SKIP the bot does not play this game" : "");
    if (r->verdict == FL_CHECK_FAILED)
        printf("# %s\n", r->detail);
    c->declined += r->verdict == FL_CHECK_DECLINED;
    fflush(stdout);
    return true;
}

/* Prints the number of cases and failures as a sentence. */
static void sum_up(const struct checking *c, int failures)
{
    char memory[256];
    struct fl_buf out = fl_buf_over(memory, sizeof memory);
    struct fl_phrase phrase;
    fl_phrase_begin(&phrase, failures ? "bot-check.failed" : "bot-check.passed");
    fl_with_number(&phrase, "n", c->number);
    fl_with_number(&phrase, "failures", failures);
    fl_with_number(&phrase, "declined", c->declined);
    fl_put_phrase(&out, c->cli->lang, &phrase, NULL);
    printf("1..%d\n# %s\n", c->number, out.at);
}

static int run_bot_check(struct fl_cli *cli, int argc, char **argv)
{
    static const struct option options[] = {{"lang", required_argument, NULL, 'l'},
                                            {"game", required_argument, NULL, 'g'},
                                            {"bot-time", required_argument, NULL, 't'},
                                            {"bot-memory", required_argument, NULL, 'm'},
                                            {0}};
    const char *game_name = NULL;
    const struct fl_game *game = NULL;
    const char *time = NULL, *memory = NULL;
    struct fl_external_bots bots;
    struct checking checking = {.cli = cli};
    for (int option; (option = fl_cli_option(cli, argc, argv, options)) != -1;) {
        const char **text = option == 'g' ? &game_name : option == 't' ? &time : &memory;
        if (option == '?')
            return FL_CLI_USAGE;
        if (option != 'l')
            *text = optarg;
    }
    if (!fl_external_bots_begin(cli, &bots, time, memory))
        return FL_CLI_USAGE;
    if (game_name && !(game = fl_cli_game_named(cli, game_name)))
        return FL_CLI_USAGE;
    if (optind >= argc)
        return fl_cli_fail(cli, FL_CLI_USAGE, "bot-check.expected", NULL, NULL);
    if (argc - optind > 1)
        return fl_cli_fail(cli, FL_CLI_USAGE, "cli.too-much", NULL, argv[optind + 1]);
    const struct fl_bot_launch *launch = fl_external_bots_add(&bots, argv[optind]);
    printf("# isolation: %s\n", fl_sandbox_name(launch->limits.sandbox));
    int failures = fl_bot_check(launch, game, report, &checking);
    sum_up(&checking, failures);
    return failures ? FL_CLI_FAILED : FL_CLI_OK;
}

const struct fl_cli_command fl_command_bot_check = {"bot-check", run_bot_check,
                                                    "cli.help.bot-check"};
