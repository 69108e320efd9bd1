/* flibuste arena GAME: compares agents, which take every seat equally often. */
#include <math.h>
#include <stdlib.h>

#include "cli/report/tournament.h"

enum {
    ROUNDS_PER_LOOK = 16
}; /* between two evaluations of the sequential test, independent of the number of threads */

struct options {
    struct fl_tournament_order common;
    const char *against, *elo0, *elo1, *alpha, *beta;
    bool sprt;
};

struct arena {
    struct fl_tournament series; /* the first member: a pointer to it is a pointer to the whole */
    struct fl_meeting meeting[FL_MAX_COMPOSITIONS];
    struct fl_rating rating[FL_MAX_SEATS];
    bool sequential;
    double elo0, elo1;
    struct fl_sprt test;
    double ratio;
    enum fl_verdict verdict;
    atomic_int
        test_progress; /* progress of the test: the largest ratio to a bound, in thousandths */
};

/* ---- options ---- */

static bool read_options(struct fl_cli *cli, int argc, char **argv, struct options *o)
{
    static const struct option options[] = {FL_TOURNAMENT_OPTIONS,
                                            {"against", required_argument, NULL, 'A'},
                                            {"sprt", no_argument, NULL, 'S'},
                                            {"elo0", required_argument, NULL, '0'},
                                            {"elo1", required_argument, NULL, '1'},
                                            {"alpha", required_argument, NULL, 'p'},
                                            {"beta", required_argument, NULL, 'q'},
                                            {0}};
    *o = (struct options){.elo0 = "0", .elo1 = "20", .alpha = "0.05", .beta = "0.05"};
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
        else if (!fl_tournament_take(&o->common, option))
            o->sprt = true;
    }
    if (!o->common.games)
        o->common.games = o->sprt ? "1000000" : "1000";
    return true;
}

/* Adds the opponent given by --against, which must differ from all other contestants. */
static bool enter_last(const struct fl_cli *cli, const char *text, struct fl_tournament *s)
{
    struct fl_cli_agent agent;
    int before = s->sim.lineup.contestants;
    if (!fl_cli_agent(cli, s->sim.game, text, &agent))
        return false;
    if (fl_tournament_enter(s, &agent) == before)
        return true;
    fl_cli_fail(cli, FL_CLI_USAGE, "arena.against-itself", NULL, text);
    return false;
}

/* Contestants in the order given. With --against, the common opponent is the last one. */
static bool enter_agents(const struct fl_cli *cli, const struct options *o, struct fl_tournament *s)
{
    struct fl_cli_agent agent[FL_MAX_SEATS];
    int most = FL_MAX_SEATS - (o->against != NULL), given = 0;
    if (o->common.agents)
        given = fl_cli_agents(cli, s->sim.game, o->common.agents, most, agent);
    if (o->common.agents && !given)
        return false;
    for (int i = 0; i < given; i++)
        fl_tournament_enter(s, &agent[i]);
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
    char *end, least_text[32], most_text[32];
    struct fl_phrase phrase;
    *out = strtod(text, &end);
    if (end != text && !*end && *out >= least && *out <= most)
        return true;
    snprintf(least_text, sizeof least_text, "%g", least);
    snprintf(most_text, sizeof most_text, "%g", most);
    fl_phrase_begin(&phrase, "arena.expected-decimal");
    fl_with_text(&phrase, "what", what);
    fl_with_text(&phrase, "least", least_text);
    fl_with_text(&phrase, "most", most_text);
    fl_with_text(&phrase, "value", text);
    fl_cli_error(cli, FL_CLI_USAGE, &phrase);
    return false;
}

/* The first contestant's expected share of a round's wins if it is `elo` stronger. */
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

/* Initialises the sequential probability ratio test (SPRT). */
static bool prepare_test(const struct fl_cli *cli, const struct options *o, struct arena *a)
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

/* The sums of all rounds, in units of a whole win. */
static struct fl_rounds rounds_of(const struct arena *a)
{
    const struct fl_sim_sums *sums = &a->series.sums;
    double whole = (double)FL_WHOLE_WIN * a->test.games;
    return (struct fl_rounds){.count = (double)sums->rounds.count,
                              .sum = (double)sums->rounds.share / whole,
                              .squares = (double)sums->rounds.squares / whole / whole};
}

/* Evaluates the sequential test after a batch of rounds. */
static void evaluate_test(struct arena *a)
{
    struct fl_rounds rounds = rounds_of(a);
    a->ratio = fl_sprt_ratio(&a->test, &rounds);
    a->verdict = fl_sprt_verdict(&a->test, a->ratio);
    double near = fmax(a->ratio / a->test.upper, a->ratio / a->test.lower);
    atomic_store(&a->test_progress, near > 1 ? 1000 : (int)(1000 * near));
}

/* Plays rounds until the test reaches a bound, all games are played, or Ctrl-C is pressed. */
static void play_test(void *argument)
{
    struct arena *a = argument;
    struct fl_sim batch = a->series.sim;
    uint64_t size = (uint64_t)(ROUNDS_PER_LOOK * a->test.games), all = a->series.sim.games;
    for (batch.first = 0; batch.first < all; batch.first += size) {
        batch.games = all - batch.first < size ? all - batch.first : size;
        fl_sim_run(&batch, &a->series.done, &a->series.stop, &a->series.sums);
        evaluate_test(a);
        if (a->verdict != FL_UNDECIDED || atomic_load(&a->series.stop))
            return;
    }
}

static double test_progress(const void *argument)
{
    const struct arena *a = argument;
    return (double)atomic_load(&a->test_progress) / 1000;
}

static bool play(const struct fl_cli *cli, struct arena *a)
{
    struct fl_tournament *s = &a->series;
    if (a->sequential)
        return fl_tournament_run(cli, s, play_test, test_progress, a);
    return fl_tournament_run(cli, s, NULL, NULL, NULL);
}

/* ---- statistics ---- */

static int compositions_of(const struct arena *a)
{
    return fl_lineup_compositions(&a->series.sim.lineup);
}

/* Fits Elo ratings to the results of all compositions. */
static void rate(struct arena *a)
{
    const struct fl_tournament *s = &a->series;
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

/* ---- output ---- */

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

static void put_more(struct fl_json *j, const struct fl_tournament *series)
{
    const struct arena *a = (const struct arena *)series;
    int n = series->sim.lineup.contestants;
    fl_json_key(j, "pairs");
    fl_json_open(j, '[');
    for (int one = 0; one < n; one++)
        for (int other = one + 1; other < n; other++)
            put_pair(j, a, one, other);
    fl_json_close(j, ']');
    if (a->sequential)
        put_test(j, a);
}

/* Win rates of pairs: the row's agent against the column's. */
static void pair_table(const struct fl_cli *cli, const struct arena *a, struct fl_text_table *t)
{
    int n = a->series.sim.lineup.contestants;
    *t = (struct fl_text_table){.left = 1};
    fl_text_table_row(t);
    fl_text_table_word(t, cli, "arena.column.against");
    for (int other = 0; other < n; other++)
        fl_text_table_text(t, a->series.agent[other].name);
    for (int one = 0; one < n; one++) {
        fl_text_table_row(t);
        fl_text_table_text(t, a->series.agent[one].name);
        for (int other = 0; other < n; other++) {
            struct fl_pairing pair = fl_pair(a->meeting, compositions_of(a), one, other);
            if (one == other || pair.wins <= 0)
                fl_text_table_text(t, "–");
            else
                fl_text_table_percent(t, cli, pair.rate);
        }
    }
}

/* The wording depends on the sign of the hypotheses: "not weaker" if elo0 is negative. */
static const char *verdict_key(const struct arena *a)
{
    if (a->verdict == FL_STRONGER)
        return a->elo0 < 0 ? "arena.not-weaker" : "arena.stronger";
    if (a->verdict == FL_NOT_STRONGER)
        return a->elo1 > 0 ? "arena.not-stronger" : "arena.weaker";
    return "arena.undecided";
}

static void put_test_words(const struct fl_cli *cli, const struct arena *a, struct fl_buf *out)
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

/* Prints the results, and writes a page if one is requested. Returns the exit status. */
static int report(const struct fl_cli *cli, const struct arena *a,
                  const struct fl_tournament_order *order)
{
    char memory[1024];
    struct fl_buf sentences = fl_buf_over(memory, sizeof memory);
    struct fl_text_table pairs;
    struct fl_tournament_report report = {.title = "arena.title",
                                          .sentences = sentences.at,
                                          .agents = true,
                                          .ratings = a->rating,
                                          .pairs = &pairs,
                                          .put_more = put_more};
    pair_table(cli, a, &pairs);
    if (a->sequential)
        put_test_words(cli, a, &sentences);
    return fl_tournament_show(cli, &a->series, &report, order);
}

static int run_arena(struct fl_cli *cli, int argc, char **argv)
{
    struct arena a = {.sequential = false};
    struct options o;
    int status;
    if (!read_options(cli, argc, argv, &o))
        return FL_CLI_USAGE;
    if (!fl_tournament_prepare(cli, argc, argv, &o.common, &a.series, &status))
        return status;
    if (!enter_agents(cli, &o, &a.series) || (o.sprt && !prepare_test(cli, &o, &a)))
        return FL_CLI_USAGE;
    if (a.series.part && o.sprt)
        return fl_cli_fail(cli, FL_CLI_USAGE, "part.no-sprt", NULL, NULL);
    if (!play(cli, &a))
        return FL_CLI_FAILED;
    if (a.series.part)
        return fl_tournament_write_part(cli, &a.series, &o.common);
    rate(&a);
    return report(cli, &a, &o.common);
}

const struct fl_cli_command fl_command_arena = {"arena", run_arena, "cli.help.arena"};
