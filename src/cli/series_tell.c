/* Telling a series of games: sentences, tables, JSON, plots. */
#include <sys/resource.h>

#include "cli/series.h"

/* ---- sentences ---- */

static void end_sentence(const struct fl_cli *cli, const struct fl_phrase *phrase,
                         struct fl_buf *out)
{
    fl_put_phrase(out, cli->lang, phrase, NULL);
    fl_put_char(out, '\n');
}

static void tell_speed(const struct fl_cli *cli, const struct fl_series *s, struct fl_buf *out)
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

static void tell_starter(const struct fl_cli *cli, const struct fl_series *s, struct fl_buf *out)
{
    struct fl_success first = fl_series_order(s, 0);
    char wins[32], low[32], high[32], fair[32];
    struct fl_phrase p;
    fl_phrase_begin(&p, "sim.starter");
    fl_with_text(&p, "rate", fl_figure(cli, wins, 100 * first.rate, 2));
    fl_with_text(&p, "low", fl_figure(cli, low, 100 * first.interval.low, 2));
    fl_with_text(&p, "high", fl_figure(cli, high, 100 * first.interval.high, 2));
    fl_with_text(&p, "fair", fl_figure(cli, fair, 100 * first.fair, 2));
    end_sentence(cli, &p, out);
}

void fl_series_summary(const struct fl_cli *cli, const struct fl_series *s, struct fl_buf *out)
{
    tell_speed(cli, s, out);
    tell_spread(cli, "sim.length", &s->sums.length, out);
    tell_starter(cli, s, out);
    if (s->sim.watch_lead)
        tell_spread(cli, "sim.leads", &s->sums.lead_changes, out);
}

void fl_series_title(const struct fl_cli *cli, const struct fl_series *s, const char *key,
                     struct fl_buf *out)
{
    struct fl_phrase p;
    fl_phrase_begin(&p, key);
    fl_with_word(&p, "game", s->sim.game->name);
    fl_with_count(&p, "n", s->sim.setup.seats);
    fl_put_phrase(out, cli->lang, &p, NULL);
}

/* ---- tables ---- */

static bool sits_still(const struct fl_series *s)
{
    return s->sim.lineup.seating == FL_AS_GIVEN;
}

static const char *agent_on(const struct fl_series *s, int seat)
{
    return s->agent[s->sim.lineup.given[seat]].name;
}

static void add_scores(struct fl_table *t, const struct fl_cli *cli, const struct fl_spread *score)
{
    fl_table_number(t, cli, fl_spread_mean(score), 1);
    fl_table_number(t, cli, fl_spread_deviation(score), 1);
    fl_table_number(t, cli, (double)score->least, 0);
    fl_table_number(t, cli, (double)score->most, 0);
}

static void add_words(struct fl_table *t, const struct fl_cli *cli, const char *const *key)
{
    for (; *key; key++)
        fl_table_word(t, cli, *key);
}

static void add_seat_header(struct fl_table *t, const struct fl_cli *cli, bool agents)
{
    static const char *const figures[] = {"sim.column.score",
                                          "sim.column.deviation",
                                          "sim.column.least",
                                          "sim.column.most",
                                          "sim.column.wins",
                                          "sim.column.interval",
                                          NULL};
    fl_table_row(t);
    fl_table_word(t, cli, "sim.column.seat");
    if (agents)
        fl_table_word(t, cli, "sim.column.agent");
    add_words(t, cli, figures);
}

void fl_series_seat_table(const struct fl_cli *cli, const struct fl_series *s, struct fl_table *t)
{
    bool agents = sits_still(s);
    fl_table_begin(t, agents ? 2 : 0);
    add_seat_header(t, cli, agents);
    for (int seat = 0; seat < s->sim.setup.seats; seat++) {
        struct fl_success won = fl_series_seat(s, seat);
        fl_table_row(t);
        fl_table_number(t, cli, seat + 1, 0);
        if (agents)
            fl_table_text(t, agent_on(s, seat));
        add_scores(t, cli, &s->sums.seat[seat].score);
        fl_table_percent(t, cli, won.rate);
        fl_table_interval(t, cli, 100 * won.interval.low, 100 * won.interval.high, 2);
    }
}

static void add_agent_header(struct fl_table *t, const struct fl_cli *cli, bool rated)
{
    static const char *const figures[] = {
        "sim.column.agent",    "sim.column.games", "sim.column.score", "sim.column.wins",
        "sim.column.interval", "sim.column.even",  "sim.column.times", NULL};
    static const char *const ratings[] = {"sim.column.elo", "sim.column.interval", NULL};
    fl_table_row(t);
    add_words(t, cli, figures);
    if (rated)
        add_words(t, cli, ratings);
}

static void add_agent(struct fl_table *t, const struct fl_cli *cli, const struct fl_series *s,
                      int i)
{
    struct fl_success success = fl_series_success(s, i);
    fl_table_row(t);
    fl_table_text(t, s->agent[i].name);
    fl_table_number(t, cli, (double)s->sums.contestant[i].games, 0);
    fl_table_number(t, cli, fl_spread_mean(&s->sums.contestant[i].score), 1);
    fl_table_percent(t, cli, success.rate);
    fl_table_interval(t, cli, 100 * success.interval.low, 100 * success.interval.high, 2);
    fl_table_percent(t, cli, success.fair);
    fl_table_number(t, cli, success.rate / success.fair, 2);
}

void fl_series_agent_table(const struct fl_cli *cli, const struct fl_series *s,
                           const struct fl_rating *rating, struct fl_table *t)
{
    fl_table_begin(t, 1);
    add_agent_header(t, cli, rating);
    for (int i = 0; i < s->sim.lineup.contestants; i++) {
        if (!s->sums.contestant[i].games)
            continue;
        add_agent(t, cli, s, i);
        if (!rating)
            continue;
        fl_table_number(t, cli, rating[i].elo, 0);
        if (i) /* the first one is the measure of the others */
            fl_table_interval(t, cli, rating[i].interval.low, rating[i].interval.high, 0);
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

void fl_json_spread(struct fl_json *j, const char *key, const struct fl_spread *spread,
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

static void put_seat(struct fl_json *j, const struct fl_series *s, int seat)
{
    struct fl_success won = fl_series_seat(s, seat);
    fl_json_open(j, '{');
    fl_json_key_number(j, "seat", seat + 1);
    if (sits_still(s))
        fl_json_key_text(j, "agent", agent_on(s, seat));
    fl_json_spread(j, "score", &s->sums.seat[seat].score, NULL);
    fl_json_key_number(j, "wins", (int64_t)s->sums.seat[seat].wins);
    fl_json_key_number(j, "shared", (int64_t)s->sums.seat[seat].shared);
    fl_json_key_decimal(j, "win_rate", won.rate, 6);
    fl_json_interval(j, "win_rate_95", won.interval, 6);
    fl_json_close(j, '}');
}

static void put_agent(struct fl_json *j, const struct fl_series *s, int i,
                      const struct fl_rating *rating)
{
    struct fl_success success = fl_series_success(s, i);
    double fair = success.fair;
    fl_json_open(j, '{');
    fl_json_key_text(j, "agent", s->agent[i].name);
    fl_json_key_number(j, "played", (int64_t)s->sums.contestant[i].games);
    fl_json_spread(j, "score", &s->sums.contestant[i].score, &s->sums.contestant[i].scores);
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

void fl_series_json_agents(struct fl_json *j, const struct fl_series *s,
                           const struct fl_rating *rating)
{
    fl_json_key(j, "by_agent");
    fl_json_open(j, '[');
    for (int i = 0; i < s->sim.lineup.contestants; i++)
        if (s->sums.contestant[i].games)
            put_agent(j, s, i, rating ? &rating[i] : NULL);
    fl_json_close(j, ']');
}

static void put_order(struct fl_json *j, const struct fl_series *s, int place)
{
    struct fl_success won = fl_series_order(s, place);
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

/* What the run took of the machine: other programs disturb these figures less than the clock. */
static void put_usage(struct fl_json *j)
{
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    fl_json_key_decimal(j, "cpu_seconds", seconds_of(usage.ru_utime) + seconds_of(usage.ru_stime),
                        6);
    fl_json_key_number(j, "peak_memory_kb", usage.ru_maxrss);
}

static void put_run(struct fl_json *j, const struct fl_series *s)
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

void fl_series_json(struct fl_json *j, const struct fl_series *s)
{
    char memory[32];
    struct fl_buf hash = fl_buf_over(memory, sizeof memory);
    fl_put_hex64(&hash, s->sums.hash);
    put_run(j, s);
    fl_json_spread(j, "length", &s->sums.length, &s->sums.lengths);
    if (s->sim.watch_lead)
        fl_json_spread(j, "lead_changes", &s->sums.lead_changes, &s->sums.leads);
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
}
