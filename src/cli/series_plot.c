/* The plots of a series of games. */
#include "cli/series.h"

static void write_number(const struct fl_cli *cli, const char *key, int number,
                         char out[FL_CELL_SIZE])
{
    struct fl_buf text = fl_buf_over(out, FL_CELL_SIZE);
    struct fl_phrase p;
    fl_phrase_begin(&p, key);
    fl_with_number(&p, "number", number);
    fl_put_phrase(&text, cli->lang, &p, NULL);
}

static void write_agent(const struct fl_cli *cli, const char *key, const char *agent, int seat,
                        char out[FL_CELL_SIZE])
{
    struct fl_buf text = fl_buf_over(out, FL_CELL_SIZE);
    struct fl_phrase p;
    fl_phrase_begin(&p, key);
    fl_with_number(&p, "number", seat + 1);
    fl_with_text(&p, "agent", agent);
    fl_put_phrase(&text, cli->lang, &p, NULL);
}

static void set_bar(struct fl_bars *bars, int i, struct fl_success won)
{
    bars->bar[i].rate = won.rate;
    bars->bar[i].interval = won.interval;
    bars->fair = won.fair;
    bars->count = i + 1;
}

static void plot_seats(const struct fl_cli *cli, FILE *page, const struct fl_series *s)
{
    struct fl_bars bars = {.count = 0};
    char caption[FL_CELL_SIZE];
    for (int seat = 0; seat < s->sim.setup.seats; seat++) {
        set_bar(&bars, seat, fl_series_seat(s, seat));
        if (s->sim.lineup.seating == FL_AS_GIVEN)
            write_agent(cli, "sim.plot.agent-on", s->agent[s->sim.lineup.given[seat]].name, seat,
                        bars.bar[seat].name);
        else
            write_number(cli, "sim.plot.seat", seat + 1, bars.bar[seat].name);
    }
    write_number(cli, "sim.plot.seats", 0, caption);
    fl_plot_bars(cli, page, &bars, caption);
}

static void plot_order(const struct fl_cli *cli, FILE *page, const struct fl_series *s)
{
    struct fl_bars bars = {.count = 0};
    char caption[FL_CELL_SIZE];
    for (int place = 0; place < s->sim.setup.seats; place++) {
        set_bar(&bars, place, fl_series_order(s, place));
        write_number(cli, place ? "sim.plot.place" : "sim.plot.first", place + 1,
                     bars.bar[place].name);
    }
    write_number(cli, "sim.plot.order", 0, caption);
    fl_plot_bars(cli, page, &bars, caption);
}

static void plot_one(const struct fl_cli *cli, FILE *page, const struct fl_histogram *h,
                     const char *key)
{
    struct fl_frame frame = fl_frame_of(h);
    char caption[FL_CELL_SIZE];
    write_number(cli, key, 0, caption);
    fl_plot_histogram(cli, page, h, &frame, caption);
}

/* One plot a contestant, with the same bars. */
static void plot_scores(const struct fl_cli *cli, FILE *page, const struct fl_series *s)
{
    struct fl_histogram all = {.width = 0};
    for (int i = 0; i < s->sim.lineup.contestants; i++)
        fl_histogram_merge(&all, &s->sums.contestant[i].scores);
    struct fl_frame frame = fl_frame_of(&all);
    for (int i = 0; i < s->sim.lineup.contestants; i++) {
        char caption[FL_CELL_SIZE];
        if (!s->sums.contestant[i].games)
            continue;
        write_agent(cli, "sim.plot.scores", s->agent[i].name, 0, caption);
        fl_plot_histogram(cli, page, &s->sums.contestant[i].scores, &frame, caption);
    }
}

void fl_series_plots(const struct fl_cli *cli, FILE *page, const struct fl_series *s)
{
    fl_page_heading(cli, page, "sim.heading.places");
    plot_seats(cli, page, s);
    plot_order(cli, page, s);
    fl_page_heading(cli, page, "sim.heading.scores");
    plot_scores(cli, page, s);
    fl_page_heading(cli, page, "sim.heading.course");
    plot_one(cli, page, &s->sums.lengths, "sim.plot.lengths");
    if (s->sim.watch_lead)
        plot_one(cli, page, &s->sums.leads, "sim.plot.leads");
}
