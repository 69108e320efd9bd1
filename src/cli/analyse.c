/* flibuste analyse FILE: the cost of every decision in a recorded game, and the share of luck and
 * skill in each result. */
#include "cli/report/analysis_report.h"

#include <stdlib.h>

#include "cli/options/analysis_options.h"
#include "cli/report/progress.h"

enum { FEW_PLAYOUTS = 64, MANY_PLAYOUTS = 1000, MOST_PLAYOUTS = 10000000 };

/* ---- options ---- */

static int read_request(struct fl_cli *cli, int argc, char **argv, struct fl_analysis_options *r)
{
    static const struct option options[] = {FL_ANALYSIS_OPTIONS, {0}};
    *r = fl_analysis_options_default();
    for (int option; (option = fl_cli_option(cli, argc, argv, options)) != -1;)
        if (option == '?' || !fl_analysis_options_read(cli, r, option, MOST_PLAYOUTS))
            return FL_CLI_USAGE;
    r->file = fl_cli_file(cli, argc, argv);
    return r->file ? FL_CLI_OK : FL_CLI_USAGE;
}

/* ---- the viewer ---- */

/* A complete record of an unfinished game contains secrets that still matter. It is analysed for
 * one seat only, as a partial record is. */
static int choose_viewer(const struct fl_cli *cli, struct fl_match *m,
                         struct fl_analysis_options *r)
{
    struct fl_match partial;
    int status = fl_analysis_options_choose_viewer(cli, m, r);
    if (status == FL_CLI_OK && fl_match_hides_past(m))
        return fl_analysis_options_fail(cli, r, "analyse.from-memory", 0);
    if (status != FL_CLI_OK || m->viewer != FL_TRUTH || !fl_match_turn(m) || !m->game->redact)
        return status;
    if (!r->seat)
        return fl_analysis_options_fail(cli, r, "analyse.whose", 0);
    bool taken = fl_match_partial(m, (int)r->seat - 1, &partial);
    fl_match_end(m);
    *m = partial;
    return taken ? FL_CLI_OK : fl_cli_fail(cli, FL_CLI_FAILED, "analyse.no-memory", NULL, NULL);
}

/* ---- the analysis ---- */

static const double usual_moves = 1e8;

struct job {
    const struct fl_match *match;
    struct fl_analyse how;
    struct fl_analysis *out;
    atomic_uint done;
    atomic_bool stop; /* set by Ctrl-C */
    bool made;
};

static void analyse(void *argument)
{
    struct job *job = argument;
    job->made = fl_analyse(job->match, &job->how, job->out);
}

static double part_done(const void *argument)
{
    const struct job *job = argument;
    return (double)atomic_load(&job->done) / (job->match->steps ? job->match->steps : 1);
}

/* Runs the analysis with a progress bar. Ctrl-C stops it without a result. */
static int run(const struct fl_cli *cli, const struct fl_match *m,
               const struct fl_analysis_options *r, struct fl_analysis *out)
{
    fl_seats everybody = (fl_seats)(FL_SEAT(m->setup.seats) - 1);
    struct job job = {.match = m,
                      .how = {.playouts = (uint32_t)r->playouts,
                              .threads = (int)r->threads,
                              .seed = (uint64_t)r->seed,
                              .seats = r->seat ? FL_SEAT(r->seat - 1) : everybody},
                      .out = out};
    job.how.done = &job.done;
    job.how.stop = &job.stop;
    fl_cli_watch(cli, analyse, part_done, &job, &job.stop);
    if (job.made)
        return FL_CLI_OK;
    bool stopped = atomic_load(&job.stop);
    return fl_cli_fail(cli, FL_CLI_FAILED, stopped ? "analyse.stopped" : "analyse.no-memory", NULL,
                       NULL);
}

static int print_json(const struct fl_cli *cli, const struct fl_report *report)
{
    size_t room = fl_report_room(report->analysis);
    char *memory = malloc(room);
    if (!memory)
        return fl_cli_fail(cli, FL_CLI_FAILED, "analyse.no-memory", NULL, NULL);
    struct fl_buf out = fl_buf_over(memory, room);
    struct fl_json j = fl_json_to(&out);
    fl_json_open(&j, '{');
    fl_report_put(&j, report);
    fl_json_close(&j, '}');
    puts(out.at);
    free(memory);
    return FL_CLI_OK;
}

static int report(const struct fl_cli *cli, const struct fl_record *record,
                  const struct fl_analysis_options *r)
{
    struct fl_analysis analysis;
    struct fl_report report = {.match = &record->match,
                               .players = &record->players,
                               .analysis = &analysis,
                               .playouts = (uint32_t)r->playouts,
                               .seat = r->seat ? (int)r->seat - 1 : FL_NOBODY};
    int status = run(cli, &record->match, r, &analysis);
    if (status != FL_CLI_OK)
        return status;
    if (r->json)
        status = print_json(cli, &report);
    else
        fl_report_words(cli, &report);
    fl_analysis_end(&analysis);
    return status;
}

static int run_analyse(struct fl_cli *cli, int argc, char **argv)
{
    struct fl_analysis_options request;
    struct fl_record record;
    int status = read_request(cli, argc, argv, &request);
    if (status != FL_CLI_OK)
        return status;
    if (!fl_cli_read_record(cli, request.file, &record))
        return FL_CLI_FAILED;
    status = choose_viewer(cli, &record.match, &request);
    if (!request.playouts)
        request.playouts =
            fl_playouts_within(&record.match, usual_moves, FEW_PLAYOUTS, MANY_PLAYOUTS);
    if (status == FL_CLI_OK)
        status = report(cli, &record, &request);
    fl_match_end(&record.match);
    return status;
}

const struct fl_cli_command fl_command_analyse = {"analyse", run_analyse, "cli.help.analyse"};
