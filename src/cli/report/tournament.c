/* A series of games between agents: options, playing, statistics, reports. */
#include "cli/report/tournament.h"

#include <errno.h>
#include <math.h>
#include <string.h>
#include <sys/resource.h>

#include "cli/report/progress.h"

/* ---- options ---- */

bool fl_tournament_take(struct fl_tournament_order *o, int option)
{
    const char **text = option == 's'   ? &o->seats
                        : option == 'a' ? &o->agents
                        : option == 'g' ? &o->games
                        : option == 'r' ? &o->seed
                        : option == 't' ? &o->threads
                        : option == 'h' ? &o->html
                                        : NULL;
    if (text)
        *text = optarg;
    if (option == 'o')
        fl_cli_note_setting(&o->settings, optarg);
    o->json |= option == 'j';
    return text || option == 'o' || option == 'j' || option == 'l';
}

static bool agree_on_setup(const struct fl_cli *cli, const struct fl_tournament_order *o,
                           struct fl_sim *sim)
{
    long long seats = sim->game->seats_min;
    if (o->seats && !fl_cli_number(cli, "--seats", o->seats, 1, 99, &seats))
        return false;
    return fl_cli_setup(cli, sim->game, (int)seats, &o->settings, &sim->setup);
}

static bool read_numbers(const struct fl_cli *cli, const struct fl_tournament_order *o,
                         struct fl_sim *sim)
{
    long long games, seed, threads;
    if (!fl_cli_number(cli, "--games", o->games, 1, 1000000000000, &games) ||
        !fl_cli_number(cli, "--seed", o->seed ? o->seed : "1", 0, INT64_MAX, &seed) ||
        !fl_cli_number(cli, "--threads", o->threads ? o->threads : "1", 1, 256, &threads))
        return false;
    sim->games = (uint64_t)games;
    sim->seed = (uint64_t)seed;
    sim->threads = (int)threads;
    return true;
}

/* Whether a page can be written to this path; checked before a long computation. Prints an error if
 * not. */
static bool can_write(const struct fl_cli *cli, const char *path)
{
    FILE *file = fopen(path, "a");
    if (!file) {
        fl_cli_fail(cli, FL_CLI_FAILED, "cli.cannot-write", path, strerror(errno));
        return false;
    }
    fclose(file);
    return true;
}

bool fl_tournament_prepare(const struct fl_cli *cli, int argc, char **argv,
                           const struct fl_tournament_order *o, struct fl_tournament *s,
                           int *status)
{
    *status = FL_CLI_USAGE;
    s->stop = fl_cli_interrupted();
    s->sim.game = fl_cli_game(cli, argc, argv);
    if (!s->sim.game)
        return false;
    if (optind < argc) {
        fl_cli_fail(cli, FL_CLI_USAGE, "cli.too-much", NULL, argv[optind]);
        return false;
    }
    if (!read_numbers(cli, o, &s->sim) || !agree_on_setup(cli, o, &s->sim))
        return false;
    fl_lineup_begin(&s->sim.lineup, s->sim.game, &s->sim.setup);
    *status = FL_CLI_FAILED;
    return !o->html || can_write(cli, o->html);
}

int fl_tournament_enter(struct fl_tournament *s, const struct fl_cli_agent *agent)
{
    int n = s->sim.lineup.contestants;
    for (int i = 0; i < n; i++)
        if (!strcmp(s->agent[i].name, agent->name))
            return i;
    s->agent[n] = *agent;
    s->sim.contestant[n] = (struct fl_contestant){agent->choose, agent->effort};
    return s->sim.lineup.contestants++;
}

/* ---- playing ---- */

static void play_all(void *argument)
{
    struct fl_tournament *s = argument;
    fl_sim_run(&s->sim, &s->done, s->stop, &s->sums);
}

static double part_played(const void *argument)
{
    const struct fl_tournament *s = argument;
    return (double)s->done / (double)s->sim.games;
}

bool fl_tournament_run(const struct fl_cli *cli, struct fl_tournament *s, void (*work)(void *),
                       double (*part)(const void *), void *what)
{
    double start = fl_cli_clock();
    fl_sim_clear(&s->sums);
    if (work)
        fl_cli_watch_stoppable(work, part, what);
    else
        fl_cli_watch_stoppable(play_all, part_played, s);
    s->seconds = fl_cli_clock() - start;
    if (!s->sums.failures && s->sums.games)
        return true;
    fl_cli_fail(cli, FL_CLI_FAILED, "sim.failed", NULL, NULL);
    return false;
}

/* ---- statistics ---- */

/* The share of games that a contestant or seat won, the share of an average one, and the 95 %
 * confidence interval. */
struct success {
    double rate, fair;
    struct fl_interval interval;
};

/* Number of games with different dice: games that share their dice count as one. */
static double throws_of(const struct fl_tournament *s)
{
    enum fl_seating seating = s->sim.lineup.seating;
    bool own = seating == FL_AS_GIVEN || seating == FL_ROTATED;
    double games = (double)s->sums.games;
    return own ? games : fmax(games / s->sim.lineup.sides, 1);
}

static struct success success_of(const struct fl_tournament *s, uint64_t share)
{
    double rate = (double)share / FL_WHOLE_WIN / (double)s->sums.games;
    return (struct success){
        .rate = rate, .fair = 1.0 / s->sim.setup.seats, .interval = fl_wilson(rate, throws_of(s))};
}

static struct success success_of_seat(const struct fl_tournament *s, int seat)
{
    return success_of(s, s->sums.seat[seat].win_share);
}

/* The success of a position in the order of play: 0 starts. Games with the same dice favour the
 * same seat, so they count as one game here and for seats; the fair share is that of one seat. */
static struct success success_of_place(const struct fl_tournament *s, int place)
{
    return success_of(s, s->sums.order_share[place]);
}

static struct success success_of_agent(const struct fl_tournament *s, int contestant)
{
    double games = (double)s->sums.contestant[contestant].games;
    struct success success = {.fair = 0};
    if (games < 1)
        return success;
    success.rate = (double)s->sums.contestant[contestant].win_share / FL_WHOLE_WIN / games;
    success.fair = (double)s->sums.contestant[contestant].seats / games / s->sim.setup.seats;
    success.interval = fl_wilson(success.rate, games);
    return success;
}

/* ---- plots ---- */

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

static void set_bar(struct fl_bars *bars, int i, struct success won)
{
    bars->bar[i].rate = won.rate;
    bars->bar[i].interval = won.interval;
    bars->fair = won.fair;
    bars->count = i + 1;
}

static void plot_seats(const struct fl_cli *cli, FILE *page, const struct fl_tournament *s)
{
    struct fl_bars bars = {.count = 0};
    char caption[FL_CELL_SIZE];
    for (int seat = 0; seat < s->sim.setup.seats; seat++) {
        set_bar(&bars, seat, success_of_seat(s, seat));
        if (s->sim.lineup.seating == FL_AS_GIVEN)
            write_agent(cli, "sim.plot.agent-on", s->agent[s->sim.lineup.given[seat]].name, seat,
                        bars.bar[seat].name);
        else
            write_number(cli, "sim.plot.seat", seat + 1, bars.bar[seat].name);
    }
    write_number(cli, "sim.plot.seats", 0, caption);
    fl_svg_bars(cli, page, &bars, caption);
}

static void plot_order(const struct fl_cli *cli, FILE *page, const struct fl_tournament *s)
{
    struct fl_bars bars = {.count = 0};
    char caption[FL_CELL_SIZE];
    for (int place = 0; place < s->sim.setup.seats; place++) {
        set_bar(&bars, place, success_of_place(s, place));
        write_number(cli, place ? "sim.plot.place" : "sim.plot.first", place + 1,
                     bars.bar[place].name);
    }
    write_number(cli, "sim.plot.order", 0, caption);
    fl_svg_bars(cli, page, &bars, caption);
}

static void plot_one(const struct fl_cli *cli, FILE *page, const struct fl_histogram *h,
                     const char *key)
{
    struct fl_frame frame = fl_frame_of(h);
    char caption[FL_CELL_SIZE];
    write_number(cli, key, 0, caption);
    fl_svg_histogram(cli, page, h, &frame, caption);
}

/* One plot per contestant, with the same scale. */
static void plot_scores(const struct fl_cli *cli, FILE *page, const struct fl_tournament *s)
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
        fl_svg_histogram(cli, page, &s->sums.contestant[i].scores, &frame, caption);
    }
}

static void plot_agents(const struct fl_cli *cli, FILE *page, const struct fl_tournament *s)
{
    struct fl_bars bars = {.fair = success_of_agent(s, 0).fair};
    char memory[160];
    struct fl_buf caption = fl_buf_over(memory, sizeof memory);
    for (int i = 0; i < s->sim.lineup.contestants; i++) {
        struct success success = success_of_agent(s, i);
        struct fl_buf name = fl_buf_over(bars.bar[i].name, FL_CELL_SIZE);
        fl_put(&name, s->agent[i].name);
        bars.bar[i].rate = success.rate;
        bars.bar[i].interval = success.interval;
        bars.count++;
        if (fabs(success.fair - bars.fair) > 1e-9)
            bars.fair = 0; /* shares differ, so there is no common line */
    }
    fl_put_word(&caption, cli->lang, "arena.plot.agents", FL_BARE);
    fl_svg_bars(cli, page, &bars, caption.at);
}

static void draw_plots(const struct fl_cli *cli, FILE *page, const struct fl_tournament *s)
{
    fl_html_heading(cli, page, "sim.heading.places");
    plot_seats(cli, page, s);
    plot_order(cli, page, s);
    fl_html_heading(cli, page, "sim.heading.scores");
    plot_scores(cli, page, s);
    fl_html_heading(cli, page, "sim.heading.course");
    plot_one(cli, page, &s->sums.lengths, "sim.plot.lengths");
    if (s->sim.watch_lead)
        plot_one(cli, page, &s->sums.leads, "sim.plot.leads");
}

/* ---- sentences ---- */

static void end_sentence(const struct fl_cli *cli, const struct fl_phrase *phrase,
                         struct fl_buf *out)
{
    fl_put_phrase(out, cli->lang, phrase, NULL);
    fl_put_char(out, '\n');
}

static void tell_speed(const struct fl_cli *cli, const struct fl_tournament *s, struct fl_buf *out)
{
    double n = (double)s->sums.games, moves = (double)s->sums.length.sum;
    char games[32], seconds[32], rate[32], moved[32];
    struct fl_phrase p;
    fl_phrase_begin(&p, "sim.speed");
    fl_with_text(&p, "games", fl_figure(cli, games, n, 0));
    fl_with_text(&p, "seconds", fl_figure(cli, seconds, s->seconds, 2));
    fl_with_text(&p, "rate", fl_figure(cli, rate, n / s->seconds, n / s->seconds < 10 ? 2 : 0));
    fl_with_text(&p, "moves", fl_figure(cli, moved, moves / s->seconds, 0));
    end_sentence(cli, &p, out);
    if (!atomic_load(s->stop))
        return;
    fl_phrase_begin(&p, "sim.interrupted");
    end_sentence(cli, &p, out);
}

static void tell_spread(const struct fl_cli *cli, const char *key, const struct fl_spread *spread,
                        struct fl_buf *out)
{
    char mean[32], deviation[32];
    struct fl_phrase p;
    fl_phrase_begin(&p, key);
    fl_with_text(&p, "mean", fl_figure(cli, mean, fl_spread_mean(spread), 1));
    fl_with_text(&p, "sd", fl_figure(cli, deviation, fl_spread_deviation(spread), 1));
    fl_with_number(&p, "least", (int32_t)spread->least);
    fl_with_number(&p, "most", (int32_t)spread->most);
    end_sentence(cli, &p, out);
}

static void tell_starter(const struct fl_cli *cli, const struct fl_tournament *s,
                         struct fl_buf *out)
{
    struct success first = success_of_place(s, 0);
    char wins[32], low[32], high[32], fair[32];
    struct fl_phrase p;
    fl_phrase_begin(&p, "sim.starter");
    fl_with_text(&p, "rate", fl_figure(cli, wins, 100 * first.rate, 2));
    fl_with_text(&p, "low", fl_figure(cli, low, 100 * first.interval.low, 2));
    fl_with_text(&p, "high", fl_figure(cli, high, 100 * first.interval.high, 2));
    fl_with_text(&p, "fair", fl_figure(cli, fair, 100 * first.fair, 2));
    end_sentence(cli, &p, out);
}

static void put_summary(const struct fl_cli *cli, const struct fl_tournament *s, struct fl_buf *out)
{
    tell_speed(cli, s, out);
    tell_spread(cli, "sim.length", &s->sums.length, out);
    tell_starter(cli, s, out);
    if (s->sim.watch_lead)
        tell_spread(cli, "sim.leads", &s->sums.lead_changes, out);
}

/* ---- tables ---- */

static bool sits_still(const struct fl_tournament *s)
{
    return s->sim.lineup.seating == FL_AS_GIVEN;
}

static const char *agent_on(const struct fl_tournament *s, int seat)
{
    return s->agent[s->sim.lineup.given[seat]].name;
}

static void add_scores(struct fl_text_table *t, const struct fl_cli *cli,
                       const struct fl_spread *score)
{
    fl_text_table_number(t, cli, fl_spread_mean(score), 1);
    fl_text_table_number(t, cli, fl_spread_deviation(score), 1);
    fl_text_table_number(t, cli, (double)score->least, 0);
    fl_text_table_number(t, cli, (double)score->most, 0);
}

static void add_words(struct fl_text_table *t, const struct fl_cli *cli, const char *const *key)
{
    for (; *key; key++)
        fl_text_table_word(t, cli, *key);
}

static void add_seat_header(struct fl_text_table *t, const struct fl_cli *cli, bool agents)
{
    static const char *const figures[] = {"sim.column.score",
                                          "sim.column.deviation",
                                          "sim.column.least",
                                          "sim.column.most",
                                          "sim.column.wins",
                                          "sim.column.interval",
                                          NULL};
    fl_text_table_row(t);
    fl_text_table_word(t, cli, "sim.column.seat");
    if (agents)
        fl_text_table_word(t, cli, "sim.column.agent");
    add_words(t, cli, figures);
}

static void fill_seat_table(const struct fl_cli *cli, const struct fl_tournament *s,
                            struct fl_text_table *t)
{
    bool agents = sits_still(s);
    fl_text_table_begin(t, agents ? 2 : 0);
    add_seat_header(t, cli, agents);
    for (int seat = 0; seat < s->sim.setup.seats; seat++) {
        struct success won = success_of_seat(s, seat);
        fl_text_table_row(t);
        fl_text_table_number(t, cli, seat + 1, 0);
        if (agents)
            fl_text_table_text(t, agent_on(s, seat));
        add_scores(t, cli, &s->sums.seat[seat].score);
        fl_text_table_percent(t, cli, won.rate);
        fl_text_table_interval(t, cli, 100 * won.interval.low, 100 * won.interval.high, 2);
    }
}

static void add_agent_header(struct fl_text_table *t, const struct fl_cli *cli, bool rated)
{
    static const char *const figures[] = {
        "sim.column.agent",    "sim.column.games", "sim.column.score", "sim.column.wins",
        "sim.column.interval", "sim.column.even",  "sim.column.times", NULL};
    static const char *const ratings[] = {"sim.column.elo", "sim.column.interval", NULL};
    fl_text_table_row(t);
    add_words(t, cli, figures);
    if (rated)
        add_words(t, cli, ratings);
}

static void add_agent(struct fl_text_table *t, const struct fl_cli *cli,
                      const struct fl_tournament *s, int i)
{
    struct success success = success_of_agent(s, i);
    fl_text_table_row(t);
    fl_text_table_text(t, s->agent[i].name);
    fl_text_table_number(t, cli, (double)s->sums.contestant[i].games, 0);
    fl_text_table_number(t, cli, fl_spread_mean(&s->sums.contestant[i].score), 1);
    fl_text_table_percent(t, cli, success.rate);
    fl_text_table_interval(t, cli, 100 * success.interval.low, 100 * success.interval.high, 2);
    fl_text_table_percent(t, cli, success.fair);
    fl_text_table_number(t, cli, success.rate / success.fair, 2);
}

static void fill_agent_table(const struct fl_cli *cli, const struct fl_tournament *s,
                             const struct fl_rating *rating, struct fl_text_table *t)
{
    fl_text_table_begin(t, 1);
    add_agent_header(t, cli, rating);
    for (int i = 0; i < s->sim.lineup.contestants; i++) {
        if (!s->sums.contestant[i].games)
            continue;
        add_agent(t, cli, s, i);
        if (!rating)
            continue;
        fl_text_table_number(t, cli, rating[i].elo, 0);
        if (i) /* the first contestant is the reference of the ratings */
            fl_text_table_interval(t, cli, rating[i].interval.low, rating[i].interval.high, 0);
    }
}

/* ---- JSON ---- */

void fl_json_interval(struct fl_json *j, const char *key, struct fl_interval i, int places)
{
    fl_json_key(j, key);
    fl_json_open(j, '[');
    fl_json_decimal(j, i.low, places);
    fl_json_decimal(j, i.high, places);
    fl_json_close(j, ']');
}

static void put_histogram(struct fl_json *j, const struct fl_histogram *h)
{
    fl_json_key(j, "histogram");
    fl_json_open(j, '{');
    fl_json_key_number(j, "from", h->first * h->width);
    fl_json_key_number(j, "width", h->width);
    fl_json_key(j, "counts");
    fl_json_open(j, '[');
    for (int64_t bin = h->first; h->width && bin <= h->last; bin++)
        fl_json_number(j, (int64_t)fl_histogram_count(h, bin));
    fl_json_close(j, ']');
    fl_json_close(j, '}');
}

/* Writes a JSON key with mean, deviation and extremes; then, under "histogram", the bins. */
static void json_spread(struct fl_json *j, const char *key, const struct fl_spread *spread,
                        const struct fl_histogram *h)
{
    fl_json_key(j, key);
    fl_json_open(j, '{');
    fl_json_key_decimal(j, "mean", fl_spread_mean(spread), 4);
    fl_json_key_decimal(j, "sd", fl_spread_deviation(spread), 4);
    fl_json_key_number(j, "min", spread->least);
    fl_json_key_number(j, "max", spread->most);
    if (h)
        put_histogram(j, h);
    fl_json_close(j, '}');
}

static void put_seat(struct fl_json *j, const struct fl_tournament *s, int seat)
{
    struct success won = success_of_seat(s, seat);
    fl_json_open(j, '{');
    fl_json_key_number(j, "seat", seat + 1);
    if (sits_still(s))
        fl_json_key_text(j, "agent", agent_on(s, seat));
    json_spread(j, "score", &s->sums.seat[seat].score, NULL);
    fl_json_key_number(j, "wins", (int64_t)s->sums.seat[seat].wins);
    fl_json_key_number(j, "shared", (int64_t)s->sums.seat[seat].shared);
    fl_json_key_decimal(j, "win_rate", won.rate, 6);
    fl_json_interval(j, "win_rate_95", won.interval, 6);
    fl_json_close(j, '}');
}

static void put_agent(struct fl_json *j, const struct fl_tournament *s, int i,
                      const struct fl_rating *rating)
{
    struct success success = success_of_agent(s, i);
    double fair = success.fair;
    fl_json_open(j, '{');
    fl_json_key_text(j, "agent", s->agent[i].name);
    fl_json_key_number(j, "played", (int64_t)s->sums.contestant[i].games);
    json_spread(j, "score", &s->sums.contestant[i].score, &s->sums.contestant[i].scores);
    fl_json_key_decimal(j, "win_rate", success.rate, 6);
    fl_json_interval(j, "win_rate_95", success.interval, 6);
    fl_json_key_decimal(j, "fair_share", fair, 6);
    fl_json_key_decimal(j, "times_fair", success.rate / fair, 4);
    fl_json_interval(
        j, "times_fair_95",
        (struct fl_interval){success.interval.low / fair, success.interval.high / fair}, 4);
    if (rating) {
        fl_json_key_decimal(j, "elo", rating->elo, 2);
        fl_json_interval(j, "elo_95", rating->interval, 2);
    }
    fl_json_close(j, '}');
}

static void put_agents(struct fl_json *j, const struct fl_tournament *s,
                       const struct fl_rating *rating)
{
    fl_json_key(j, "by_agent");
    fl_json_open(j, '[');
    for (int i = 0; i < s->sim.lineup.contestants; i++)
        if (s->sums.contestant[i].games)
            put_agent(j, s, i, rating ? &rating[i] : NULL);
    fl_json_close(j, ']');
}

static void put_order(struct fl_json *j, const struct fl_tournament *s, int place)
{
    struct success won = success_of_place(s, place);
    fl_json_open(j, '{');
    fl_json_key_number(j, "place", place + 1);
    fl_json_key_decimal(j, "win_rate", won.rate, 6);
    fl_json_interval(j, "win_rate_95", won.interval, 6);
    fl_json_close(j, '}');
}

static double seconds_of(struct timeval t)
{
    return (double)t.tv_sec + (double)t.tv_usec / 1e6;
}

/* Resources that the process used. Other programs affect these numbers less than the elapsed
 * time. */
static void put_usage(struct fl_json *j)
{
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    fl_json_key_decimal(j, "cpu_seconds", seconds_of(usage.ru_utime) + seconds_of(usage.ru_stime),
                        6);
    fl_json_key_number(j, "peak_memory_kb", usage.ru_maxrss);
}

static void put_run(struct fl_json *j, const struct fl_tournament *s)
{
    fl_json_key_text(j, "game", s->sim.game->name);
    fl_json_key_number(j, "seats", s->sim.setup.seats);
    fl_json_key_number(j, "games", (int64_t)s->sums.games);
    fl_json_key(j, "interrupted");
    fl_json_bool(j, atomic_load(s->stop));
    fl_json_key_number(j, "seed", (int64_t)s->sim.seed);
    fl_json_key_number(j, "threads", s->sim.threads);
    fl_json_key_decimal(j, "seconds", s->seconds, 6);
    fl_json_key_decimal(j, "games_per_second", (double)s->sums.games / s->seconds, 1);
    fl_json_key_decimal(j, "moves_per_second", (double)s->sums.length.sum / s->seconds, 1);
    put_usage(j);
    fl_json_key_number(j, "moves", s->sums.length.sum);
    fl_json_key_number(j, "decisions", (int64_t)s->sums.decisions);
}

void fl_tournament_json(struct fl_json *j, const struct fl_tournament *s,
                        const struct fl_rating *ratings)
{
    char memory[32];
    struct fl_buf hash = fl_buf_over(memory, sizeof memory);
    fl_put_hex64(&hash, s->sums.hash);
    put_run(j, s);
    json_spread(j, "length", &s->sums.length, &s->sums.lengths);
    if (s->sim.watch_lead)
        json_spread(j, "lead_changes", &s->sums.lead_changes, &s->sums.leads);
    fl_json_key(j, "by_seat");
    fl_json_open(j, '[');
    for (int seat = 0; seat < s->sim.setup.seats; seat++)
        put_seat(j, s, seat);
    fl_json_close(j, ']');
    fl_json_key(j, "by_order");
    fl_json_open(j, '[');
    for (int place = 0; place < s->sim.setup.seats; place++)
        put_order(j, s, place);
    fl_json_close(j, ']');
    fl_json_key_text(j, "hash", hash.at);
    put_agents(j, s, ratings);
}

/* ---- words and pages ---- */

void fl_tournament_print(const struct fl_cli *cli, const struct fl_tournament *s,
                         const struct fl_tournament_report *report)
{
    char memory[2048];
    struct fl_buf summary = fl_buf_over(memory, sizeof memory);
    struct fl_text_table table;
    const char *gap = report->ratings ? "\n" : "";
    put_summary(cli, s, &summary);
    printf("%s%s%s", report->sentences, summary.at, gap);
    if (report->agents) {
        fill_agent_table(cli, s, report->ratings, &table);
        fl_text_table_print(&table, stdout);
    }
    if (report->pairs && s->sim.lineup.contestants > 2) { /* two have one pair: the table above */
        fputs(gap, stdout);
        fl_text_table_print(report->pairs, stdout);
    }
    fputs(gap, stdout);
    fill_seat_table(cli, s, &table);
    fl_text_table_print(&table, stdout);
}

static FILE *open_page(const struct fl_cli *cli, const struct fl_tournament *s, const char *key,
                       const char *path)
{
    char memory[160];
    struct fl_buf title = fl_buf_over(memory, sizeof memory);
    struct fl_phrase p;
    fl_phrase_begin(&p, key);
    fl_with_word(&p, "game", s->sim.game->name);
    fl_with_count(&p, "n", s->sim.setup.seats);
    fl_put_phrase(&title, cli->lang, &p, NULL);
    return fl_html_open(cli, path, title.at);
}

bool fl_tournament_write_page(const struct fl_cli *cli, const struct fl_tournament *s,
                              const struct fl_tournament_report *report, const char *path)
{
    char memory[2048];
    struct fl_buf summary = fl_buf_over(memory, sizeof memory);
    struct fl_text_table table;
    FILE *page = open_page(cli, s, report->title, path);
    if (!page)
        return false;
    put_summary(cli, s, &summary);
    fl_html_text(page, report->sentences);
    fl_html_text(page, summary.at);
    if (report->agents) {
        fl_html_heading(cli, page, "sim.heading.agents");
        fill_agent_table(cli, s, report->ratings, &table);
        fl_html_table(page, &table);
    }
    if (report->ratings)
        plot_agents(cli, page, s);
    if (report->pairs) {
        fl_html_heading(cli, page, "arena.heading.pairs");
        fl_html_table(page, report->pairs);
    }
    fl_html_heading(cli, page, "sim.heading.seats");
    fill_seat_table(cli, s, &table);
    fl_html_table(page, &table);
    draw_plots(cli, page, s);
    return fl_html_close(cli, path, page);
}
