/* flibuste arena GAME: agents compared, seats going round. */
#include <math.h>
#include <stdlib.h>

#include "cli/series.h"

enum { ROUNDS_A_LOOK = 16 }; /* between two looks of the sequential test, whatever the threads */

struct order {
    struct fl_series_order common;
    const char *against, *elo0, *elo1, *alpha, *beta;
    bool sprt;
};

struct arena {
    struct fl_series series;
    struct fl_meeting meeting[FL_MAX_COMPOSITIONS];
    struct fl_rating rating[FL_MAX_SEATS];
    bool sequential;
    double elo0, elo1;
    struct fl_sprt test;
    double ratio;
    enum fl_verdict verdict;
    atomic_int nearness; /* of the ratio to a bound, in thousandths */
};

/* ---- the order ---- */

static bool read_order(struct fl_cli *cli, int argc, char **argv, struct order *o)
{
    static const struct option options[] = {FL_SERIES_OPTIONS,
                                            {"against", required_argument, NULL, 'A'},
                                            {"sprt", no_argument, NULL, 'S'},
                                            {"elo0", required_argument, NULL, '0'},
                                            {"elo1", required_argument, NULL, '1'},
                                            {"alpha", required_argument, NULL, 'p'},
                                            {"beta", required_argument, NULL, 'q'},
                                            {0}};
    *o = (struct order){.elo0 = "0", .elo1 = "20", .alpha = "0.05", .beta = "0.05"};
    for (int option; (option = fl_cli_option(cli, argc, argv, options)) != -1;) {
        const char **text = option == 'A'   ? &o->against
                            : option == '0' ? &o->elo0
                            : option == '1' ? &o->elo1
                            : option == 'p' ? &o->alpha
                            : option == 'q' ? &o->beta
                                            : NULL;
        if (option == '?')
            return false;
        if (text)
            *text = optarg;
        else if (!fl_series_take(&o->common, option))
            o->sprt = true;
    }
    if (!o->common.games)
        o->common.games = o->sprt ? "1000000" : "1000";
    return true;
}

static bool enter_last(const struct fl_cli *cli, const char *text, struct fl_series *s)
{
    struct fl_cli_agent agent;
    int before = s->sim.lineup.contestants;
    if (!fl_cli_agent(cli, s->sim.game, text, &agent))
        return false;
    if (fl_series_enter(s, &agent) == before)
        return true;
    fl_cli_fail(cli, FL_CLI_USAGE, "arena.against-itself", NULL, text);
    return false;
}

/* Contestants in the order typed; with --against, whom all the others are set against is last. */
static bool enter_agents(const struct fl_cli *cli, const struct order *o, struct fl_series *s)
{
    struct fl_cli_agent agent[FL_MAX_SEATS];
    int most = FL_MAX_SEATS - (o->against != NULL), given = 0;
    if (o->common.agents)
        given = fl_cli_agents(cli, s->sim.game, o->common.agents, most, agent);
    if (o->common.agents && !given)
        return false;
    for (int i = 0; i < given; i++)
        fl_series_enter(s, &agent[i]);
    if (o->against && !enter_last(cli, o->against, s))
        return false;
    s->sim.lineup.seating = o->against ? FL_ALONE : FL_BALANCED;
    s->sim.watch_lead = true;
    if (s->sim.lineup.contestants >= 2)
        return true;
    fl_cli_fail(cli, FL_CLI_USAGE, "arena.expected-agents", NULL, NULL);
    return false;
}

static bool read_decimal(const struct fl_cli *cli, const char *what, const char *text, double least,
                         double most, double *out)
{
    char *end, range[64];
    struct fl_phrase phrase;
    *out = strtod(text, &end);
    if (end != text && !*end && *out >= least && *out <= most)
        return true;
    snprintf(range, sizeof range, "%g..%g", least, most);
    fl_phrase_begin(&phrase, "arena.expected-decimal");
    fl_with_text(&phrase, "what", what);
    fl_with_text(&phrase, "range", range);
    fl_with_text(&phrase, "value", text);
    fl_cli_error(cli, FL_CLI_USAGE, &phrase);
    return false;
}

/* The part of a round's wins that the first contestant gets if he is so much stronger. */
static double share_at(const struct fl_lineup *l, double elo)
{
    int compositions = fl_lineup_compositions(l);
    double sum = 0;
    for (int c = 0; c < compositions; c++) {
        uint8_t sides[FL_MAX_SEATS];
        fl_lineup_sides(l, c, sides);
        sum += fl_elo_share(elo, sides[0], l->sides - sides[0]);
    }
    return sum / compositions;
}

static bool prepare_test(const struct fl_cli *cli, const struct order *o, struct arena *a)
{
    const struct fl_lineup *l = &a->series.sim.lineup;
    double alpha, beta;
    if (l->contestants != 2) {
        fl_cli_fail(cli, FL_CLI_USAGE, "arena.sprt-two", NULL, NULL);
        return false;
    }
    if (!read_decimal(cli, "--elo0", o->elo0, -1000, 1000, &a->elo0) ||
        !read_decimal(cli, "--elo1", o->elo1, -1000, 1000, &a->elo1) ||
        !read_decimal(cli, "--alpha", o->alpha, 0.0001, 0.4, &alpha) ||
        !read_decimal(cli, "--beta", o->beta, 0.0001, 0.4, &beta))
        return false;
    if (a->elo0 >= a->elo1) {
        fl_cli_fail(cli, FL_CLI_USAGE, "arena.elo-order", o->elo0, o->elo1);
        return false;
    }
    a->sequential = a->series.sim.by_rounds = true;
    a->test = (struct fl_sprt){.share0 = share_at(l, a->elo0),
                               .share1 = share_at(l, a->elo1),
                               .games = fl_lineup_round(l)};
    fl_sprt_bounds(&a->test, alpha, beta);
    return true;
}

/* ---- playing ---- */

static struct fl_rounds rounds_of(const struct arena *a)
{
    const struct fl_sim_sums *sums = &a->series.sums;
    double whole = (double)FL_WHOLE_WIN * a->test.games;
    return (struct fl_rounds){.count = (double)sums->rounds.count,
                              .sum = (double)sums->rounds.share / whole,
                              .squares = (double)sums->rounds.squares / whole / whole};
}

static void look(struct arena *a)
{
    struct fl_rounds rounds = rounds_of(a);
    a->ratio = fl_sprt_ratio(&a->test, &rounds);
    a->verdict = fl_sprt_verdict(&a->test, a->ratio);
    double near = fmax(a->ratio / a->test.upper, a->ratio / a->test.lower);
    atomic_store(&a->nearness, near > 1 ? 1000 : (int)(1000 * near));
}

/* Rounds until a bound is reached, the games are played, or somebody presses Ctrl-C. */
static void play_test(void *argument)
{
    struct arena *a = argument;
    struct fl_sim batch = a->series.sim;
    uint64_t size = (uint64_t)(ROUNDS_A_LOOK * a->test.games), all = a->series.sim.games;
    for (batch.first = 0; batch.first < all; batch.first += size) {
        batch.games = all - batch.first < size ? all - batch.first : size;
        fl_sim_run(&batch, &a->series.done, a->series.stop, &a->series.sums);
        look(a);
        if (a->verdict != FL_UNDECIDED || atomic_load(a->series.stop))
            return;
    }
}

static double nearness(const void *argument)
{
    const struct arena *a = argument;
    return (double)atomic_load(&a->nearness) / 1000;
}

static bool play(const struct fl_cli *cli, struct arena *a)
{
    struct fl_series *s = &a->series;
    if (a->sequential)
        return fl_series_run(cli, s, play_test, nearness, a);
    return fl_series_run(cli, s, fl_series_play, fl_series_part, s);
}

/* ---- figures ---- */

static int compositions_of(const struct arena *a)
{
    return fl_lineup_compositions(&a->series.sim.lineup);
}

static void rate(struct arena *a)
{
    const struct fl_series *s = &a->series;
    int n = compositions_of(a);
    for (int c = 0; c < n; c++) {
        uint8_t sides[FL_MAX_SEATS];
        fl_lineup_sides(&s->sim.lineup, c, sides);
        a->meeting[c].games = (double)s->sums.composition[c].games;
        for (int i = 0; i < FL_MAX_SEATS; i++) {
            a->meeting[c].places[i] = sides[i];
            a->meeting[c].wins[i] = (double)s->sums.composition[c].win_share[i] / FL_WHOLE_WIN;
        }
    }
    fl_elo_fit(a->meeting, n, s->sim.lineup.contestants, a->rating);
}

/* ---- telling ---- */

static const char *verdict_name(enum fl_verdict verdict)
{
    return verdict == FL_STRONGER       ? "stronger"
           : verdict == FL_NOT_STRONGER ? "not-stronger"
                                        : "undecided";
}

static void put_pair(struct fl_json *j, const struct arena *a, int one, int other)
{
    struct fl_pairing pair = fl_pair(a->meeting, compositions_of(a), one, other);
    fl_json_open(j, '{');
    fl_json_key_text(j, "one", a->series.agent[one].name);
    fl_json_key_text(j, "other", a->series.agent[other].name);
    fl_json_key_decimal(j, "rate", pair.rate, 6);
    fl_json_interval(j, "rate_95", pair.interval, 6);
    fl_json_close(j, '}');
}

static void put_test(struct fl_json *j, const struct arena *a)
{
    struct fl_interval bounds = {a->test.lower, a->test.upper};
    fl_json_key(j, "sprt");
    fl_json_open(j, '{');
    fl_json_key_text(j, "verdict", verdict_name(a->verdict));
    fl_json_key_decimal(j, "llr", a->ratio, 4);
    fl_json_interval(j, "bounds", bounds, 4);
    fl_json_key_decimal(j, "elo0", a->elo0, 2);
    fl_json_key_decimal(j, "elo1", a->elo1, 2);
    fl_json_key_number(j, "rounds", (int64_t)a->series.sums.rounds.count);
    fl_json_close(j, '}');
}

static void print_json(const struct arena *a)
{
    char memory[1 << 16];
    struct fl_buf out = fl_buf_over(memory, sizeof memory);
    struct fl_json j = fl_json_to(&out);
    int n = a->series.sim.lineup.contestants;
    fl_json_open(&j, '{');
    fl_series_json(&j, &a->series);
    fl_series_json_agents(&j, &a->series, a->rating);
    fl_json_key(&j, "pairs");
    fl_json_open(&j, '[');
    for (int one = 0; one < n; one++)
        for (int other = one + 1; other < n; other++)
            put_pair(&j, a, one, other);
    fl_json_close(&j, ']');
    if (a->sequential)
        put_test(&j, a);
    fl_json_close(&j, '}');
    puts(out.at);
}

/* Who wins how often against whom: a row's agent against a column's. */
static void pair_table(const struct fl_cli *cli, const struct arena *a, struct fl_table *t)
{
    int n = a->series.sim.lineup.contestants;
    fl_table_begin(t, 1);
    fl_table_row(t);
    fl_table_word(t, cli, "arena.column.against");
    for (int other = 0; other < n; other++)
        fl_table_text(t, a->series.agent[other].name);
    for (int one = 0; one < n; one++) {
        fl_table_row(t);
        fl_table_text(t, a->series.agent[one].name);
        for (int other = 0; other < n; other++) {
            struct fl_pairing pair = fl_pair(a->meeting, compositions_of(a), one, other);
            if (one == other || pair.wins <= 0)
                fl_table_text(t, "–");
            else
                fl_table_percent(t, cli, pair.rate);
        }
    }
}

static const char *verdict_key(const struct arena *a)
{
    if (a->verdict == FL_STRONGER)
        return a->elo0 < 0 ? "arena.not-weaker" : "arena.stronger";
    if (a->verdict == FL_NOT_STRONGER)
        return a->elo1 > 0 ? "arena.not-stronger" : "arena.weaker";
    return "arena.undecided";
}

static void tell_test(const struct fl_cli *cli, const struct arena *a, struct fl_buf *out)
{
    char ratio[32], lower[32], upper[32], elo0[32], elo1[32];
    struct fl_phrase p;
    fl_phrase_begin(&p, verdict_key(a));
    fl_with_text(&p, "one", a->series.agent[0].name);
    fl_with_text(&p, "other", a->series.agent[1].name);
    fl_with_text(&p, "below", fl_figure(cli, elo0, a->elo0, 0));
    fl_with_text(&p, "above", fl_figure(cli, elo1, a->elo1, 0));
    fl_put_phrase(out, cli->lang, &p, NULL);
    fl_put_char(out, '\n');
    fl_phrase_begin(&p, "arena.ratio");
    fl_with_text(&p, "ratio", fl_figure(cli, ratio, a->ratio, 2));
    fl_with_text(&p, "lower", fl_figure(cli, lower, a->test.lower, 2));
    fl_with_text(&p, "upper", fl_figure(cli, upper, a->test.upper, 2));
    fl_with_number(&p, "rounds", (int32_t)a->series.sums.rounds.count);
    fl_with_number(&p, "size", a->test.games);
    fl_put_phrase(out, cli->lang, &p, NULL);
    fl_put_char(out, '\n');
}

static void tell_summary(const struct fl_cli *cli, const struct arena *a, struct fl_buf *out)
{
    if (a->sequential)
        tell_test(cli, a, out);
    fl_series_summary(cli, &a->series, out);
}

static void print_words(const struct fl_cli *cli, const struct arena *a)
{
    char memory[2048];
    struct fl_buf summary = fl_buf_over(memory, sizeof memory);
    struct fl_table table;
    tell_summary(cli, a, &summary);
    puts(summary.at);
    fl_series_agent_table(cli, &a->series, a->rating, &table);
    fl_table_print(&table, stdout);
    if (a->series.sim.lineup.contestants > 2) {
        putchar('\n');
        pair_table(cli, a, &table);
        fl_table_print(&table, stdout);
    }
    putchar('\n');
    fl_series_seat_table(cli, &a->series, &table);
    fl_table_print(&table, stdout);
}

static void plot_agents(const struct fl_cli *cli, FILE *page, const struct arena *a)
{
    struct fl_bars bars = {.fair = fl_series_success(&a->series, 0).fair};
    char memory[160];
    struct fl_buf caption = fl_buf_over(memory, sizeof memory);
    for (int i = 0; i < a->series.sim.lineup.contestants; i++) {
        struct fl_success success = fl_series_success(&a->series, i);
        struct fl_buf name = fl_buf_over(bars.bar[i].name, FL_CELL_SIZE);
        fl_put(&name, a->series.agent[i].name);
        bars.bar[i].rate = success.rate;
        bars.bar[i].interval = success.interval;
        bars.count++;
        if (fabs(success.fair - bars.fair) > 1e-9)
            bars.fair = 0; /* not the same for all: no line */
    }
    fl_put_word(&caption, cli->lang, "arena.plot.agents", FL_BARE);
    fl_plot_bars(cli, page, &bars, caption.at);
}

static bool write_page(const struct fl_cli *cli, const struct arena *a, const char *path)
{
    char title_memory[160], memory[2048];
    struct fl_buf title = fl_buf_over(title_memory, sizeof title_memory);
    struct fl_buf summary = fl_buf_over(memory, sizeof memory);
    struct fl_table table;
    fl_series_title(cli, &a->series, "arena.title", &title);
    FILE *page = fl_page_open(cli, path, title.at);
    if (!page)
        return false;
    tell_summary(cli, a, &summary);
    fl_page_text(page, summary.at);
    fl_page_heading(cli, page, "sim.heading.agents");
    fl_series_agent_table(cli, &a->series, a->rating, &table);
    fl_page_table(page, &table);
    plot_agents(cli, page, a);
    fl_page_heading(cli, page, "arena.heading.pairs");
    pair_table(cli, a, &table);
    fl_page_table(page, &table);
    fl_page_heading(cli, page, "sim.heading.seats");
    fl_series_seat_table(cli, &a->series, &table);
    fl_page_table(page, &table);
    fl_series_plots(cli, page, &a->series);
    return fl_page_close(cli, path, page);
}

int fl_cli_arena(struct fl_cli *cli, int argc, char **argv)
{
    struct arena a = {.sequential = false};
    struct order o;
    int status;
    if (!read_order(cli, argc, argv, &o))
        return FL_CLI_USAGE;
    if (!fl_series_prepare(cli, argc, argv, &o.common, &a.series, &status))
        return status;
    if (!enter_agents(cli, &o, &a.series) || (o.sprt && !prepare_test(cli, &o, &a)))
        return FL_CLI_USAGE;
    if (!play(cli, &a))
        return FL_CLI_FAILED;
    rate(&a);
    if (o.common.html && !write_page(cli, &a, o.common.html))
        return FL_CLI_FAILED;
    if (o.common.json)
        print_json(&a);
    else
        print_words(cli, &a);
    return FL_CLI_OK;
}
