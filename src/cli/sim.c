/* flibuste sim GAME: plays many games between agents and prints statistics. */
#include "cli/report/tournament.h"

#include <errno.h>
#include <string.h>

#include "term/autosave.h"

struct order {
    struct fl_tournament_order common;
    const char *record;
    bool rotate, leads;
};

static bool read_order(struct fl_cli *cli, int argc, char **argv, struct order *o)
{
    static const struct option options[] = {FL_TOURNAMENT_OPTIONS,
                                            {"record", required_argument, NULL, 'f'},
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
        o->rotate |= option == 'R';
        o->leads |= option == 'L';
    }
    return true;
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

/* Writes the record of the first game, which is played again. */
static bool write_record(const struct fl_cli *cli, const struct fl_tournament *s, const char *path)
{
    struct fl_players players = {0};
    struct fl_match m;
    struct fl_bout bout;
    fl_bout_begin(&s->sim, 0, &bout);
    for (int seat = 0; seat < s->sim.setup.seats; seat++) {
        const char *agent = s->agent[bout.holder[seat]].name;
        struct fl_buf kind = fl_buf_over(players.kind[seat], FL_KIND_SIZE);
        struct fl_buf name = fl_buf_over(players.name[seat], FL_NAME_SIZE);
        fl_put(&kind, agent);
        fl_put(&name, agent);
        fl_put_char(&name, ' ');
        fl_put_number(&name, seat + 1);
    }
    fl_match_begin(&m, s->sim.game, &s->sim.setup, FL_TRUTH);
    fl_bout_play(&s->sim, &bout, &m);
    bool written = save_record(cli, path, &m, &players);
    fl_match_end(&m);
    return written;
}

/* ---- output ---- */

static void print_json(const struct fl_tournament *s)
{
    char memory[1 << 16];
    struct fl_buf out = fl_buf_over(memory, sizeof memory);
    struct fl_json j = fl_json_to(&out);
    fl_json_open(&j, '{');
    fl_tournament_json(&j, s, NULL);
    fl_json_close(&j, '}');
    puts(out.at);
}

int fl_cli_sim(struct fl_cli *cli, int argc, char **argv)
{
    struct fl_tournament s = {.seconds = 0};
    struct order o;
    int status;
    if (!read_order(cli, argc, argv, &o))
        return FL_CLI_USAGE;
    if (!fl_tournament_prepare(cli, argc, argv, &o.common, &s, &status))
        return status;
    if (!seat_agents(cli, &o, &s))
        return FL_CLI_USAGE;
    if (!fl_tournament_run(cli, &s, NULL, NULL, NULL))
        return FL_CLI_FAILED;
    if (o.record && !write_record(cli, &s, o.record))
        return FL_CLI_FAILED;
    struct fl_tournament_report report = {
        .title = "sim.title", .sentences = "", .agents = o.rotate};
    if (o.common.html && !fl_tournament_write_page(cli, &s, &report, o.common.html))
        return FL_CLI_FAILED;
    if (o.common.json)
        print_json(&s);
    else
        fl_tournament_print(cli, &s, &report);
    return FL_CLI_OK;
}
