/* flibuste sim GAME: many games between agents, and what they tell. */
#include "cli/series.h"

struct order {
    struct fl_series_order common;
    const char *record;
    bool rotate, leads;
};

static bool read_order(struct fl_cli *cli, int argc, char **argv, struct order *o)
{
    static const struct option options[] = {FL_SERIES_OPTIONS,
                                            {"record", required_argument, NULL, 'f'},
                                            {"rotate", no_argument, NULL, 'R'},
                                            {"leads", no_argument, NULL, 'L'},
                                            {0}};
    *o = (struct order){.common = {.games = "10000", .agents = "random"}};
    for (int option; (option = fl_cli_option(cli, argc, argv, options)) != -1;) {
        if (option == '?')
            return false;
        if (fl_series_take(&o->common, option))
            continue;
        if (option == 'f')
            o->record = optarg;
        o->rotate |= option == 'R';
        o->leads |= option == 'L';
    }
    return true;
}

/* One name for all seats, or one a seat. */
static bool seat_agents(const struct fl_cli *cli, const struct order *o, struct fl_series *s)
{
    struct fl_cli_agent agent[FL_MAX_SEATS];
    int seats = s->sim.setup.seats;
    int given = fl_cli_agents(cli, s->sim.game, o->common.agents, seats, agent);
    if (!given)
        return false;
    if (given != 1 && given != seats) {
        fl_cli_fail(cli, FL_CLI_USAGE, "agents.expected", NULL, NULL);
        return false;
    }
    for (int seat = 0; seat < seats; seat++)
        s->sim.lineup.given[seat] = (uint8_t)fl_series_enter(s, &agent[given == 1 ? 0 : seat]);
    s->sim.lineup.seating = o->rotate ? FL_ROTATED : FL_AS_GIVEN;
    s->sim.watch_lead = o->leads || o->common.html;
    return true;
}

/* The record of the run's first game, played again. */
static bool write_record(const struct fl_cli *cli, const struct fl_series *s, const char *path)
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
    bool written = fl_cli_write_record(cli, path, &m, &players);
    fl_match_end(&m);
    return written;
}

/* ---- telling ---- */

static void print_json(const struct fl_series *s)
{
    char memory[1 << 16];
    struct fl_buf out = fl_buf_over(memory, sizeof memory);
    struct fl_json j = fl_json_to(&out);
    fl_json_open(&j, '{');
    fl_series_json(&j, s);
    fl_series_json_agents(&j, s, NULL);
    fl_json_close(&j, '}');
    puts(out.at);
}

static void print_words(const struct fl_cli *cli, const struct fl_series *s)
{
    char memory[2048];
    struct fl_buf summary = fl_buf_over(memory, sizeof memory);
    struct fl_table table;
    fl_series_summary(cli, s, &summary);
    fputs(summary.at, stdout);
    if (s->sim.lineup.seating == FL_ROTATED) {
        fl_series_agent_table(cli, s, NULL, &table);
        fl_table_print(&table, stdout);
    }
    fl_series_seat_table(cli, s, &table);
    fl_table_print(&table, stdout);
}

static bool write_page(const struct fl_cli *cli, const struct fl_series *s, const char *path)
{
    char title_memory[160], memory[2048];
    struct fl_buf title = fl_buf_over(title_memory, sizeof title_memory);
    struct fl_buf summary = fl_buf_over(memory, sizeof memory);
    struct fl_table table;
    fl_series_title(cli, s, "sim.title", &title);
    FILE *page = fl_page_open(cli, path, title.at);
    if (!page)
        return false;
    fl_series_summary(cli, s, &summary);
    fl_page_text(page, summary.at);
    if (s->sim.lineup.seating == FL_ROTATED) {
        fl_page_heading(cli, page, "sim.heading.agents");
        fl_series_agent_table(cli, s, NULL, &table);
        fl_page_table(page, &table);
    }
    fl_page_heading(cli, page, "sim.heading.seats");
    fl_series_seat_table(cli, s, &table);
    fl_page_table(page, &table);
    fl_series_plots(cli, page, s);
    return fl_page_close(cli, path, page);
}

int fl_cli_sim(struct fl_cli *cli, int argc, char **argv)
{
    struct fl_series s = {.seconds = 0};
    struct order o;
    int status;
    if (!read_order(cli, argc, argv, &o))
        return FL_CLI_USAGE;
    if (!fl_series_prepare(cli, argc, argv, &o.common, &s, &status))
        return status;
    if (!seat_agents(cli, &o, &s))
        return FL_CLI_USAGE;
    if (!fl_series_run(cli, &s, fl_series_play, fl_series_part, &s))
        return FL_CLI_FAILED;
    if (o.record && !write_record(cli, &s, o.record))
        return FL_CLI_FAILED;
    if (o.common.html && !write_page(cli, &s, o.common.html))
        return FL_CLI_FAILED;
    if (o.common.json)
        print_json(&s);
    else
        print_words(cli, &s);
    return FL_CLI_OK;
}
