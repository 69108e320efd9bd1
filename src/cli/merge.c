/* flibuste merge FILES: adds the parts of a series of games (sim or arena with --shard), and
 * reports it as if one machine had played all games. */
#include <stdlib.h>
#include <string.h>

#include "cli/report/part.h"

/* The parts that were added so far. */
struct merge {
    struct fl_part all; /* the arguments of the first file; the sums of all */
    bool *has;          /* by shard - 1 */
};

static bool same_series(const struct fl_part *a, const struct fl_part *b)
{
    bool same = a->shards == b->shards && a->arguments == b->arguments;
    for (int i = 0; same && i < a->arguments; i++)
        same = !strcmp(a->argument[i], b->argument[i]);
    return same;
}

static bool add(const struct fl_cli *cli, struct merge *m, const struct fl_part *p,
                const char *path)
{
    const char *why = !same_series(&m->all, p) ? "part.other-series"
                      : m->has[p->shard - 1]   ? "part.twice"
                                               : NULL;
    if (why) {
        fl_cli_fail(cli, FL_CLI_FAILED, why, path, NULL);
        return false;
    }
    m->has[p->shard - 1] = true;
    m->all.seconds += p->seconds;
    fl_sim_sums_add(&m->all.sums, &p->sums);
    return true;
}

/* The first file determines the series. */
static bool begin(const struct fl_cli *cli, struct merge *m, const char *path)
{
    if (!fl_part_read(cli, &m->all, path))
        return false;
    m->all.sums = (struct fl_sim_sums){0};
    m->all.seconds = 0;
    m->has = calloc(m->all.shards, sizeof *m->has);
    return m->has;
}

static bool add_all(const struct fl_cli *cli, struct merge *m, int count, char **path)
{
    static struct fl_part part; /* too large for the stack */
    for (int i = 0; i < count; i++) {
        bool ok = fl_part_read(cli, &part, path[i]) && add(cli, m, &part, path[i]);
        free(part.text);
        if (!ok)
            return false;
    }
    for (uint64_t i = 0; i < m->all.shards; i++)
        if (!m->has[i]) {
            char number[48];
            snprintf(number, sizeof number, "%llu/%llu", (unsigned long long)i + 1,
                     (unsigned long long)m->all.shards);
            fl_cli_fail(cli, FL_CLI_FAILED, "part.missing", number, NULL);
            return false;
        }
    return true;
}

/* Runs the command of the parts, which reports their sums instead of playing. */
static int report(struct fl_cli *cli, struct merge *m, char *html, bool json)
{
    static const struct fl_cli_command *const commands[] = {&fl_command_sim, &fl_command_arena};
    static char json_option[] = "--json", html_option[] = "--html";
    char *argv[FL_PART_ARGUMENTS + 4] = {0};
    int argc = m->all.arguments;
    memcpy(argv, m->all.argument, (size_t)argc * sizeof *argv);
    if (json)
        argv[argc++] = json_option;
    if (html) {
        argv[argc++] = html_option;
        argv[argc++] = html;
    }
    cli->merged = &m->all;
    optind = 0; /* getopt starts again */
    for (int i = 0; i < 2; i++)
        if (!strcmp(commands[i]->name, argv[0]))
            return commands[i]->run(cli, argc, argv);
    return fl_cli_fail(cli, FL_CLI_FAILED, "part.not-one", argv[0], NULL);
}

static int run_merge(struct fl_cli *cli, int argc, char **argv)
{
    static const struct option options[] = {{"html", required_argument, NULL, 'h'},
                                            {"json", no_argument, NULL, 'j'},
                                            {"lang", required_argument, NULL, 'l'},
                                            {0}};
    static struct merge m; /* too large for the stack */
    char *html = NULL;
    bool json = false;
    for (int option; (option = fl_cli_option(cli, argc, argv, options)) != -1;) {
        if (option == '?')
            return FL_CLI_USAGE;
        html = option == 'h' ? optarg : html;
        json |= option == 'j';
    }
    if (optind == argc)
        return fl_cli_fail(cli, FL_CLI_USAGE, "part.expected", NULL, NULL);
    int status = FL_CLI_FAILED;
    if (begin(cli, &m, argv[optind]) && add_all(cli, &m, argc - optind, argv + optind))
        status = report(cli, &m, html, json);
    free(m.has);
    free(m.all.text);
    return status;
}

const struct fl_cli_command fl_command_merge = {"merge", run_merge, "cli.help.merge"};
