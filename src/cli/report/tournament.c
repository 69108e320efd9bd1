/* A series of games between agents: options, playing, statistics, reports. */
#include "cli/report/tournament.h"

#include <errno.h>
#include <math.h>
#include <string.h>
#include <sys/resource.h>

#include "cli/report/page.h"
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
                        : option == 'b' ? &o->bot_time
                        : option == 'm' ? &o->bot_memory
                        : option == 'k' ? &o->shard
                        : option == 'O' ? &o->out
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
    int seats = sim->game->seats_min;
    if (o->seats && !fl_cli_seats(cli, sim->game, o->seats, &seats))
        return false;
    return fl_cli_setup(cli, sim->game, seats, &o->settings, &sim->setup);
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

/* With --out, only the games of one part are played. */
static bool prepare_part(const struct fl_cli *cli, int argc, char **argv,
                         const struct fl_tournament_order *o, struct fl_tournament *s)
{
    static struct fl_part part; /* of the process: too large for the stack */
    if (!o->shard && !o->out)
        return true;
    if (!o->out) {
        fl_cli_fail(cli, FL_CLI_USAGE, "part.no-file", NULL, NULL);
        return false;
    }
    s->part = &part;
    if (!fl_part_parse(cli, o->shard ? o->shard : "1/1", s->sim.games, &part) ||
        !fl_part_note(cli, &part, argc, argv))
        return false;
    fl_part_narrow(&part, &s->sim);
    return true;
}

bool fl_tournament_prepare(const struct fl_cli *cli, int argc, char **argv,
                           const struct fl_tournament_order *o, struct fl_tournament *s,
                           int *status)
{
    *status = FL_CLI_USAGE;
    s->sim.game = fl_cli_game(cli, argc, argv);
    if (!s->sim.game)
        return false;
    if (optind < argc) {
        fl_cli_fail(cli, FL_CLI_USAGE, "cli.too-much", NULL, argv[optind]);
        return false;
    }
    if (!fl_external_bots_begin(cli, &s->bots, o->bot_time, o->bot_memory) ||
        !read_numbers(cli, o, &s->sim) || !agree_on_setup(cli, o, &s->sim) ||
        !prepare_part(cli, argc, argv, o, s))
        return false;
    fl_lineup_begin(&s->sim.lineup, s->sim.game, &s->sim.setup);
    *status = FL_CLI_FAILED;
    return (!o->html || can_write(cli, o->html)) && (!o->out || can_write(cli, o->out));
}

int fl_tournament_enter(struct fl_tournament *s, const struct fl_cli_agent *agent)
{
    int n = s->sim.lineup.contestants;
    for (int i = 0; i < n; i++)
        if (!strcmp(s->agent[i].name, agent->name))
            return i;
    s->agent[n] = *agent;
    s->sim.contestant[n] = (struct fl_contestant){.choose = agent->choose, .effort = agent->effort};
    if (!agent->choose) {
        s->sim.contestant[n].external = &fl_external_bot;
        s->sim.contestant[n].launch =
            fl_external_bots_add(&s->bots, fl_cli_agent_command(s->agent[n].name));
    }
    return s->sim.lineup.contestants++;
}

/* ---- playing ---- */

static void play_all(void *argument)
{
    struct fl_tournament *s = argument;
    fl_sim_run(&s->sim, &s->done, &s->stop, &s->sums);
}

static double part_played(const void *argument)
{
    const struct fl_tournament *s = argument;
    return (double)s->done / (double)s->sim.games;
}

/* Number of games with different dice: games that share their dice count as one. */
static double throws_of(const struct fl_tournament *s)
{
    enum fl_seating seating = s->sim.lineup.seating;
    bool own = seating == FL_AS_GIVEN || seating == FL_ROTATED;
    double games = (double)s->sums.games;
    return own ? games : fmax(games / s->sim.lineup.sides, 1);
}

/* The success of a seat or place. Games with the same dice favour the same seat, so they count as
 * one game here. */
static struct fl_success success_of(const struct fl_tournament *s, uint64_t share)
{
    double rate = (double)share / FL_WHOLE_WIN / (double)s->sums.games;
    return (struct fl_success){
        .rate = rate, .fair = 1.0 / s->sim.setup.seats, .interval = fl_wilson(rate, throws_of(s))};
}

static struct fl_success success_of_agent(const struct fl_tournament *s, int contestant)
{
    double games = (double)s->sums.contestant[contestant].games;
    struct fl_success success = {.fair = 0};
    if (games < 1)
        return success;
    success.rate = (double)s->sums.contestant[contestant].win_share / FL_WHOLE_WIN / games;
    success.fair = (double)s->sums.contestant[contestant].seats / games / s->sim.setup.seats;
    success.interval = fl_wilson(success.rate, games);
    return success;
}

bool fl_tournament_run(const struct fl_cli *cli, struct fl_tournament *s, void (*work)(void *),
                       double (*part)(const void *), void *what)
{
    double start = fl_cli_clock();
    if (cli->merged)
        s->sums = cli->merged->sums;
    else if (work)
        fl_cli_watch(cli, work, part, what, &s->stop);
    else
        fl_cli_watch(cli, play_all, part_played, s, &s->stop);
    s->seconds = cli->merged ? cli->merged->seconds : fl_cli_clock() - start;
    if (s->sums.failures || !s->sums.games) {
        fl_cli_fail(cli, FL_CLI_FAILED, "sim.failed", NULL, NULL);
        return false;
    }
    for (int i = 0; i < FL_MAX_SEATS; i++) {
        s->by_seat[i] = success_of(s, s->sums.seat[i].win_share);
        s->by_order[i] = success_of(s, s->sums.order_share[i]);
        s->by_agent[i] = success_of_agent(s, i);
    }
    return true;
}

int fl_tournament_write_part(const struct fl_cli *cli, struct fl_tournament *s,
                             const struct fl_tournament_order *o)
{
    if (atomic_load(&s->stop)) /* its games are not all played */
        return FL_CLI_INTERRUPTED;
    s->part->sums = s->sums;
    s->part->seconds = s->seconds;
    return fl_part_write(cli, s->part, o->out) ? FL_CLI_OK : FL_CLI_FAILED;
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
    if (!atomic_load(&s->stop))
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
    struct fl_success first = s->by_order[0];
    char wins[32], low[32], high[32], fair[32];
    struct fl_phrase p;
    fl_phrase_begin(&p, "sim.starter");
    fl_with_text(&p, "rate", fl_figure(cli, wins, 100 * first.rate, 2));
    fl_with_text(&p, "low", fl_figure(cli, low, 100 * first.interval.low, 2));
    fl_with_text(&p, "high", fl_figure(cli, high, 100 * first.interval.high, 2));
    fl_with_text(&p, "fair", fl_figure(cli, fair, 100 * first.fair, 2));
    end_sentence(cli, &p, out);
}

/* Names the external bots whose moves were replaced, and why. */
static void tell_faults(const struct fl_cli *cli, const struct fl_tournament *s, int i,
                        struct fl_buf *out)
{
    char memory[256], count[32];
    struct fl_buf causes = fl_buf_over(memory, sizeof memory);
    uint64_t replaced = 0;
    struct fl_phrase p;
    for (int fault = FL_BOT_FINE + 1; fault < FL_BOT_FAULT_KINDS; fault++) {
        uint64_t n = s->sums.contestant[i].faults[fault];
        if (!n)
            continue;
        fl_put(&causes, replaced ? ", " : "");
        fl_put(&causes, fl_bot_fault_name((enum fl_bot_fault)fault));
        fl_put_char(&causes, ' ');
        fl_put_number(&causes, (int64_t)n);
        replaced += n;
    }
    if (!replaced)
        return;
    fl_phrase_begin(&p, "sim.replaced");
    fl_with_text(&p, "agent", s->agent[i].name);
    fl_with_text(&p, "n", fl_figure(cli, count, (double)replaced, 0));
    fl_with_text(&p, "causes", causes.at);
    end_sentence(cli, &p, out);
}

static void put_summary(const struct fl_cli *cli, const struct fl_tournament *s, struct fl_buf *out)
{
    tell_speed(cli, s, out);
    tell_spread(cli, "sim.length", &s->sums.length, out);
    tell_starter(cli, s, out);
    if (s->sim.watch_lead)
        tell_spread(cli, "sim.leads", &s->sums.lead_changes, out);
    for (int i = 0; i < s->sim.lineup.contestants; i++)
        tell_faults(cli, s, i, out);
}

/* ---- tables ---- */

static void add_number(struct fl_text_table *t, const struct fl_cli *cli, double number, int places)
{
    char memory[32];
    fl_text_table_text(t, fl_figure(cli, memory, number, places));
}

/* Adds an interval in brackets. */
static void add_interval(struct fl_text_table *t, const struct fl_cli *cli, double low, double high,
                         int places)
{
    char a[32], b[32], cell[80];
    bool has_comma = !strcmp(fl_language(cli->lang)->decimal, ",");
    snprintf(cell, sizeof cell, has_comma ? "[%s ; %s]" : "[%s, %s]",
             fl_figure(cli, a, low, places), fl_figure(cli, b, high, places));
    fl_text_table_text(t, cell);
}

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
    add_number(t, cli, fl_spread_mean(score), 1);
    add_number(t, cli, fl_spread_deviation(score), 1);
    add_number(t, cli, (double)score->least, 0);
    add_number(t, cli, (double)score->most, 0);
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
    *t = (struct fl_text_table){.left = agents ? 2 : 0};
    add_seat_header(t, cli, agents);
    for (int seat = 0; seat < s->sim.setup.seats; seat++) {
        struct fl_success won = s->by_seat[seat];
        fl_text_table_row(t);
        add_number(t, cli, seat + 1, 0);
        if (agents)
            fl_text_table_text(t, agent_on(s, seat));
        add_scores(t, cli, &s->sums.seat[seat].score);
        fl_text_table_percent(t, cli, won.rate);
        add_interval(t, cli, 100 * won.interval.low, 100 * won.interval.high, 2);
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
    struct fl_success success = s->by_agent[i];
    fl_text_table_row(t);
    fl_text_table_text(t, s->agent[i].name);
    add_number(t, cli, (double)s->sums.contestant[i].games, 0);
    add_number(t, cli, fl_spread_mean(&s->sums.contestant[i].score), 1);
    fl_text_table_percent(t, cli, success.rate);
    add_interval(t, cli, 100 * success.interval.low, 100 * success.interval.high, 2);
    fl_text_table_percent(t, cli, success.fair);
    add_number(t, cli, success.rate / success.fair, 2);
}

static void fill_agent_table(const struct fl_cli *cli, const struct fl_tournament *s,
                             const struct fl_rating *rating, struct fl_text_table *t)
{
    *t = (struct fl_text_table){.left = 1};
    add_agent_header(t, cli, rating);
    for (int i = 0; i < s->sim.lineup.contestants; i++) {
        if (!s->sums.contestant[i].games)
            continue;
        add_agent(t, cli, s, i);
        if (!rating)
            continue;
        add_number(t, cli, rating[i].elo, 0);
        if (i) /* the first contestant is the reference of the ratings */
            add_interval(t, cli, rating[i].interval.low, rating[i].interval.high, 0);
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
    struct fl_success won = s->by_seat[seat];
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

/* The moves of an external bot that were replaced, by cause. */
static void put_faults(struct fl_json *j, const uint64_t faults[FL_MAX_FAULTS])
{
    fl_json_key(j, "replaced");
    fl_json_open(j, '{');
    for (int fault = FL_BOT_FINE + 1; fault < FL_BOT_FAULT_KINDS; fault++)
        fl_json_key_number(j, fl_bot_fault_name((enum fl_bot_fault)fault), (int64_t)faults[fault]);
    fl_json_close(j, '}');
}

static void put_agent(struct fl_json *j, const struct fl_tournament *s, int i,
                      const struct fl_rating *rating)
{
    struct fl_success success = s->by_agent[i];
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
    if (!s->sim.contestant[i].choose)
        put_faults(j, s->sums.contestant[i].faults);
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
    struct fl_success won = s->by_order[place];
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
    fl_json_bool(j, atomic_load(&s->stop));
    fl_json_key_number(j, "seed", (int64_t)s->sim.seed);
    fl_json_key_number(j, "threads", s->sim.threads);
    fl_json_key_decimal(j, "seconds", s->seconds, 6);
    fl_json_key_decimal(j, "games_per_second", (double)s->sums.games / s->seconds, 1);
    fl_json_key_decimal(j, "moves_per_second", (double)s->sums.length.sum / s->seconds, 1);
    put_usage(j);
    fl_json_key_number(j, "moves", s->sums.length.sum);
    fl_json_key_number(j, "decisions", (int64_t)s->sums.decisions);
}

static void put_series(struct fl_json *j, const struct fl_tournament *s,
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

static void print_json(const struct fl_tournament *s, const struct fl_tournament_report *report)
{
    char memory[1 << 16];
    struct fl_buf out = fl_buf_over(memory, sizeof memory);
    struct fl_json j = fl_json_to(&out);
    fl_json_open(&j, '{');
    put_series(&j, s, report->ratings);
    if (report->put_more)
        report->put_more(&j, s);
    fl_json_close(&j, '}');
    puts(out.at);
}

/* ---- the report ---- */

static void print_words(const struct fl_page *page, int contestants)
{
    const char *gap = page->pairs ? "\n" : "";
    printf("%s%s%s", page->sentences, page->summary, gap);
    if (page->agents)
        fl_text_table_print(page->agents, stdout);
    if (page->pairs && contestants > 2) { /* two have one pair: the table above */
        fputs(gap, stdout);
        fl_text_table_print(page->pairs, stdout);
    }
    fputs(gap, stdout);
    fl_text_table_print(page->seats, stdout);
}

int fl_tournament_show(const struct fl_cli *cli, const struct fl_tournament *s,
                       const struct fl_tournament_report *report,
                       const struct fl_tournament_order *order)
{
    char memory[2048];
    struct fl_buf summary = fl_buf_over(memory, sizeof memory);
    struct fl_text_table agents, seats;
    struct fl_page page = {.title = report->title,
                           .sentences = report->sentences,
                           .summary = summary.at,
                           .agents = report->agents ? &agents : NULL,
                           .pairs = report->pairs,
                           .seats = &seats};
    if (order->html || !order->json) {
        put_summary(cli, s, &summary);
        fill_agent_table(cli, s, report->ratings, &agents);
        fill_seat_table(cli, s, &seats);
    }
    if (order->html && !fl_page_write(cli, order->html, s, &page))
        return FL_CLI_FAILED;
    if (order->json)
        print_json(s, report);
    else
        print_words(&page, s->sim.lineup.contestants);
    return FL_CLI_OK;
}
