/* flibuste sim GAME: plays many games between agents and prints statistics. */
#include "cli/report/tournament.h"

#include <errno.h>
#include <string.h>

#include "cli/report/record_archive.h"
#include "term/autosave.h"

struct order {
    struct fl_tournament_order common;
    const char *record, *records;
    bool rotate, leads;
    char seats[16]; /* inferred from the agents */
};

static bool read_order(struct fl_cli *cli, int argc, char **argv, struct order *o)
{
    static const struct option options[] = {FL_TOURNAMENT_OPTIONS,
                                            {"record", required_argument, NULL, 'f'},
                                            {"records", required_argument, NULL, 'F'},
                                            {"rotate", no_argument, NULL, 'R'},
                                            {"leads", no_argument, NULL, 'L'},
                                            {0}};
    *o = (struct order){.common = {.games = "10000", .agents = "random"}};
    for (int option; (option = fl_cli_option(cli, argc, argv, options)) != -1;) {
        if (option == '?')
            return false;
        if (fl_tournament_take(&o->common, option))
            continue;
        if (option == 'f')
            o->record = optarg;
        if (option == 'F')
            o->records = optarg;
        o->rotate |= option == 'R';
        o->leads |= option == 'L';
    }
    return true;
}

/* A list of several agents gives the number of seats, unless --seats does. */
static void infer_seats(struct order *o)
{
    int agents = 1;
    for (const char *at = o->common.agents; (at = strchr(at, ',')); at++)
        agents++;
    if (o->common.seats || agents == 1)
        return;
    snprintf(o->seats, sizeof o->seats, "%d", agents);
    o->common.seats = o->seats;
}

/* Reports a number of agents that is neither one nor the number of seats. */
static void refuse_agents(const struct fl_cli *cli, int given, int seats)
{
    struct fl_phrase phrase;
    fl_phrase_begin(&phrase, given > seats ? "agents.too-many" : "agents.expected");
    fl_with_number(&phrase, "n", given);
    fl_with_number(&phrase, "seats", seats);
    fl_cli_error(cli, FL_CLI_USAGE, &phrase);
}

/* One agent for all seats, or one per seat. */
static bool seat_agents(const struct fl_cli *cli, const struct order *o, struct fl_tournament *s)
{
    struct fl_cli_agent agent[FL_MAX_SEATS];
    int seats = s->sim.setup.seats;
    int given = fl_cli_agents(cli, s->sim.game, o->common.agents, FL_MAX_SEATS, agent);
    if (!given)
        return false;
    if (given != 1 && given != seats) {
        refuse_agents(cli, given, seats);
        return false;
    }
    for (int seat = 0; seat < seats; seat++)
        s->sim.lineup.given[seat] = (uint8_t)fl_tournament_enter(s, &agent[given == 1 ? 0 : seat]);
    s->sim.lineup.seating = o->rotate ? FL_ROTATED : FL_AS_GIVEN;
    s->sim.watch_lead = o->leads || o->common.html;
    return true;
}

/* Writes a record so that the file has either its old or its new content. Returns false after
 * printing an error. */
static bool save_record(const struct fl_cli *cli, const char *path, const struct fl_match *m,
                        const struct fl_players *players)
{
    /* The error that is reported if the name does not fit; a failed write replaces it. */
    struct fl_autosave book = {.error = ENAMETOOLONG};
    struct fl_buf name = fl_buf_over(book.path, sizeof book.path);
    fl_put(&name, path);
    if (!name.overflowed && fl_autosave_write(&book, m, players))
        return true;
    fl_cli_fail(cli, FL_CLI_FAILED, "cli.cannot-write", path, strerror(book.error));
    return false;
}

/* Names the agents in a record: "greedy 1". */
static void name_player(const char *agent, int seat, struct fl_players *players)
{
    struct fl_buf kind = fl_buf_over(players->kind[seat], FL_KIND_SIZE);
    struct fl_buf name = fl_buf_over(players->name[seat], FL_NAME_SIZE - 2);
    fl_put(&kind, fl_cli_agent_command(agent) ? "exec" : agent);
    fl_cli_agent_put_name(&name, agent);
    name.cap = FL_NAME_SIZE;
    fl_put_char(&name, ' ');
    fl_put_number(&name, seat + 1);
}

/* Writes the record of the first game, which is played again. */
static bool write_record(const struct fl_cli *cli, const struct fl_tournament *s, const char *path)
{
    struct fl_players players = {0};
    struct fl_match m;
    struct fl_bout bout;
    struct fl_externals externals = {0};
    struct fl_sim_sums unused = {0};
    fl_bout_begin(&s->sim, 0, &bout);
    bout.externals = &externals;
    for (int seat = 0; seat < s->sim.setup.seats; seat++)
        name_player(s->agent[bout.holder[seat]].name, seat, &players);
    fl_match_begin(&m, s->sim.game, &s->sim.setup, FL_TRUTH);
    fl_bout_play(&s->sim, &bout, &m);
    fl_externals_end(&s->sim, &externals, &unused);
    bool written = save_record(cli, path, &m, &players);
    fl_match_end(&m);
    return written;
}

/* ---- all records ---- */

struct archiving {
    struct fl_archive archive;
    const struct fl_tournament *series;
};

/* Adds a finished game; on the thread that played it. */
static void archive_game(void *context, const struct fl_bout *bout, const struct fl_match *m)
{
    struct archiving *a = context;
    struct fl_players players = {0};
    for (int seat = 0; seat < m->setup.seats; seat++)
        name_player(a->series->agent[bout->holder[seat]].name, seat, &players);
    fl_archive_add(&a->archive, bout->number, m, &players);
}

/* Plays all games and, if a folder is given, writes their records. */
static bool play_all(const struct fl_cli *cli, struct fl_tournament *s, const char *folder)
{
    struct archiving archiving = {.series = s};
    if (!folder)
        return fl_tournament_run(cli, s, NULL, NULL, NULL);
    if (!fl_archive_open(cli, &archiving.archive, folder))
        return false;
    s->sim.on_game = archive_game;
    s->sim.context = &archiving;
    bool played = fl_tournament_run(cli, s, NULL, NULL, NULL);
    return fl_archive_close(cli, &archiving.archive, folder) && played;
}

static int run_sim(struct fl_cli *cli, int argc, char **argv)
{
    struct fl_tournament s = {.seconds = 0};
    struct order o;
    int status;
    if (!read_order(cli, argc, argv, &o))
        return FL_CLI_USAGE;
    infer_seats(&o);
    if (!fl_tournament_prepare(cli, argc, argv, &o.common, &s, &status))
        return status;
    if (!seat_agents(cli, &o, &s))
        return FL_CLI_USAGE;
    if (!play_all(cli, &s, o.records))
        return FL_CLI_FAILED;
    if (o.record && !write_record(cli, &s, o.record))
        return FL_CLI_FAILED;
    if (s.part)
        return fl_tournament_write_part(cli, &s, &o.common);
    struct fl_tournament_report report = {
        .title = "sim.title", .sentences = "", .agents = o.rotate};
    return fl_tournament_show(cli, &s, &report, &o.common);
}

const struct fl_cli_command fl_command_sim = {"sim", run_sim, "cli.help.sim"};
