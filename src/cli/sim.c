/* flibuste sim GAME: many games between agents, and what they tell. */
#include "sim/sim.h"

#include <math.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include "cli/cli.h"
#include "core/json.h"

struct run {
    struct fl_sim sim;
    struct fl_sim_sums sums;
    const char *agent[FL_MAX_SEATS];
    double seconds;
    bool json;
    atomic_ullong done;
    atomic_bool over;
};

static atomic_bool interrupted; /* by Ctrl-C: the only thing a signal handler may write */

static void interrupt(int signal_number)
{
    (void)signal_number;
    atomic_store(&interrupted, true);
}

/* ---- the request ---- */

/* "greedy" for all seats, or one name a seat: "greedy,random". */
static bool set_agents(const struct fl_cli *cli, struct run *run, char *names)
{
    int given = 0;
    for (char *name = strtok(names, ","); name; name = strtok(NULL, ",")) {
        fl_choose choose = fl_agent_find(name, run->sim.game);
        if (!choose || given == run->sim.setup.seats) {
            fl_cli_fail(cli, FL_CLI_USAGE, choose ? "cli.too-many-agents" : "cli.unknown-agent",
                        NULL, name);
            return false;
        }
        run->agent[given] = name;
        run->sim.agent[given++] = choose;
    }
    for (int seat = given; given == 1 && seat < run->sim.setup.seats; seat++) {
        run->agent[seat] = run->agent[0];
        run->sim.agent[seat] = run->sim.agent[0];
    }
    if (given != 1 && given != run->sim.setup.seats) {
        fl_cli_fail(cli, FL_CLI_USAGE, "cli.expected-agents", NULL, NULL);
        return false;
    }
    return true;
}

struct request {
    const char *seats, *games, *seed, *threads, *record, *option[FL_MAX_OPTIONS];
    char *agents;
    int options;
    bool json;
};

static bool read_request(struct fl_cli *cli, int argc, char **argv, struct request *r)
{
    static const struct option options[] = {
        {"seats", required_argument, NULL, 's'},   {"agents", required_argument, NULL, 'a'},
        {"games", required_argument, NULL, 'g'},   {"seed", required_argument, NULL, 'r'},
        {"threads", required_argument, NULL, 't'}, {"option", required_argument, NULL, 'o'},
        {"record", required_argument, NULL, 'f'},  {"json", no_argument, NULL, 'j'},
        {"lang", required_argument, NULL, 'l'},    {0}};
    *r = (struct request){.games = "10000", .seed = "1", .threads = "1"};
    for (int option; (option = fl_cli_option(cli, argc, argv, options)) != -1;) {
        switch (option) {
        case '?':
            return false;
        case 's':
            r->seats = optarg;
            break;
        case 'a':
            r->agents = optarg;
            break;
        case 'g':
            r->games = optarg;
            break;
        case 'r':
            r->seed = optarg;
            break;
        case 't':
            r->threads = optarg;
            break;
        case 'o':
            if (r->options < FL_MAX_OPTIONS)
                r->option[r->options++] = optarg;
            break;
        case 'f':
            r->record = optarg;
            break;
        case 'j':
            r->json = true;
            break;
        }
    }
    return true;
}

static bool prepare(const struct fl_cli *cli, const struct request *r, struct run *run)
{
    long long seats = run->sim.game->seats_min, games, seed, threads;
    static char all_random[] = "random";
    if ((r->seats && !fl_cli_number(cli, "--seats", r->seats, 1, 99, &seats)) ||
        !fl_cli_number(cli, "--games", r->games, 1, 1000000000000, &games) ||
        !fl_cli_number(cli, "--seed", r->seed, 0, INT64_MAX, &seed) ||
        !fl_cli_number(cli, "--threads", r->threads, 1, 256, &threads))
        return false;
    run->sim.setup = fl_setup_default(run->sim.game, (int)seats);
    for (int i = 0; i < r->options; i++)
        if (!fl_cli_set(cli, run->sim.game, &run->sim.setup, r->option[i]))
            return false;
    if (!fl_cli_check_setup(cli, run->sim.game, &run->sim.setup))
        return false;
    run->sim.games = (uint64_t)games;
    run->sim.seed = (uint64_t)seed;
    run->sim.threads = (int)threads;
    run->json = r->json;
    return set_agents(cli, run, r->agents ? r->agents : all_random);
}

/* ---- running ---- */

static void *work(void *argument)
{
    struct run *run = argument;
    fl_sim_run(&run->sim, &run->done, &interrupted, &run->sums);
    atomic_store(&run->over, true);
    return NULL;
}

static void show_progress(const struct run *run)
{
    char bar[41];
    double part = (double)run->done / (double)run->sim.games;
    int full = (int)(part * 40);
    memset(bar, ' ', 40);
    memset(bar, '#', (size_t)(full > 40 ? 40 : full));
    bar[40] = '\0';
    fprintf(stderr, "\r[%s] %3.0f %%", bar, 100 * part);
}

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static void run_all(struct run *run)
{
    pthread_t worker;
    double start = now();
    signal(SIGINT, interrupt);
    if (!isatty(STDERR_FILENO) || pthread_create(&worker, NULL, work, run)) {
        work(run);
    } else {
        while (!atomic_load(&run->over)) {
            nanosleep(&(struct timespec){.tv_nsec = 50000000}, NULL);
            show_progress(run);
        }
        pthread_join(worker, NULL);
        fputs("\r\033[K", stderr);
    }
    signal(SIGINT, SIG_DFL);
    run->seconds = now() - start;
}

/* The record of the run's first game, played again. */
static bool write_record(const struct fl_cli *cli, const struct run *run, const char *path)
{
    struct fl_players players = {0};
    struct fl_rng rng = fl_rng_from(run->sim.seed, 0);
    struct fl_match m;
    uint64_t decisions = 0;
    for (int seat = 0; seat < run->sim.setup.seats; seat++) {
        snprintf(players.kind[seat], FL_KIND_SIZE, "%s", run->agent[seat]);
        snprintf(players.name[seat], FL_NAME_SIZE, "%s %d", run->agent[seat], seat + 1);
    }
    fl_match_begin(&m, run->sim.game, &run->sim.setup, FL_TRUTH);
    fl_sim_play(&run->sim, &m, &rng, &decisions);
    bool written = fl_cli_write_record(cli, path, &m, &players);
    fl_match_end(&m);
    return written;
}

/* ---- telling ---- */

static double mean(double sum, double n)
{
    return sum / n;
}

static double deviation(double sum, double squares, double n)
{
    double variance = n > 1 ? (squares - sum * sum / n) / (n - 1) : 0;
    return sqrt(variance > 0 ? variance : 0);
}

/* Wilson's interval of 95 %: stays inside 0..1 and is right for few games too. */
static void interval(double rate, double n, double *low, double *high)
{
    const double z = 1.959964;
    double middle = (rate + z * z / (2 * n)) / (1 + z * z / n);
    double half = z * sqrt(rate * (1 - rate) / n + z * z / (4 * n * n)) / (1 + z * z / n);
    *low = middle - half;
    *high = middle + half;
}

static double win_rate(const struct fl_sim_sums *s, int seat)
{
    return (double)s->seat[seat].win_share / FL_WHOLE_WIN / (double)s->games;
}

static void put_spread(struct fl_json *j, const char *key, double mean_value, double sd,
                       int64_t least, int64_t most)
{
    fl_json_key(j, key);
    fl_json_open(j, '{');
    fl_json_key(j, "mean");
    fl_json_decimal(j, mean_value, 4);
    fl_json_key(j, "sd");
    fl_json_decimal(j, sd, 4);
    fl_json_key_number(j, "min", least);
    fl_json_key_number(j, "max", most);
    fl_json_close(j, '}');
}

static void put_seat_json(struct fl_json *j, const struct run *run, int seat)
{
    const struct fl_sim_sums *s = &run->sums;
    double n = (double)s->games, score = (double)s->seat[seat].score, low, high;
    interval(win_rate(s, seat), n, &low, &high);
    fl_json_open(j, '{');
    fl_json_key_number(j, "seat", seat + 1);
    fl_json_key_text(j, "agent", run->agent[seat]);
    put_spread(j, "score", mean(score, n), deviation(score, (double)s->seat[seat].score_squared, n),
               s->seat[seat].least, s->seat[seat].most);
    fl_json_key_number(j, "wins", (int64_t)s->seat[seat].wins);
    fl_json_key_number(j, "shared", (int64_t)s->seat[seat].shared);
    fl_json_key(j, "win_rate");
    fl_json_decimal(j, win_rate(s, seat), 6);
    fl_json_key(j, "win_rate_95");
    fl_json_open(j, '[');
    fl_json_decimal(j, low, 6);
    fl_json_decimal(j, high, 6);
    fl_json_close(j, ']');
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
    fl_json_key(j, "cpu_seconds");
    fl_json_decimal(j, seconds_of(usage.ru_utime) + seconds_of(usage.ru_stime), 6);
    fl_json_key_number(j, "peak_memory_kb", usage.ru_maxrss);
}

static void put_json(const struct run *run, struct fl_buf *out)
{
    const struct fl_sim_sums *s = &run->sums;
    double n = (double)s->games;
    char memory[32];
    struct fl_buf hash = fl_buf_over(memory, sizeof memory);
    struct fl_json j = fl_json_to(out);
    fl_put_hex64(&hash, s->hash);
    fl_json_open(&j, '{');
    fl_json_key_text(&j, "game", run->sim.game->name);
    fl_json_key_number(&j, "seats", run->sim.setup.seats);
    fl_json_key_number(&j, "games", (int64_t)s->games);
    fl_json_key_number(&j, "seed", (int64_t)run->sim.seed);
    fl_json_key_number(&j, "threads", run->sim.threads);
    fl_json_key(&j, "seconds");
    fl_json_decimal(&j, run->seconds, 6);
    fl_json_key(&j, "games_per_second");
    fl_json_decimal(&j, n / run->seconds, 1);
    fl_json_key(&j, "moves_per_second");
    fl_json_decimal(&j, (double)s->moves / run->seconds, 1);
    put_usage(&j);
    fl_json_key_number(&j, "moves", (int64_t)s->moves);
    fl_json_key_number(&j, "decisions", (int64_t)s->decisions);
    put_spread(&j, "length", mean((double)s->moves, n),
               deviation((double)s->moves, (double)s->moves_squared, n), (int64_t)s->moves_least,
               (int64_t)s->moves_most);
    fl_json_key(&j, "by_seat");
    fl_json_open(&j, '[');
    for (int seat = 0; seat < run->sim.setup.seats; seat++)
        put_seat_json(&j, run, seat);
    fl_json_close(&j, ']');
    fl_json_key_text(&j, "hash", hash.at);
    fl_json_close(&j, '}');
    fl_put_char(out, '\n');
}

/* Numbers as texts, so that a sentence can show them with the decimals it deserves. */
static const char *figure(char memory[32], double number, int places)
{
    snprintf(memory, 32, "%.*f", places, number);
    return memory;
}

static void print_summary(const struct fl_cli *cli, const struct run *run)
{
    const struct fl_sim_sums *s = &run->sums;
    double n = (double)s->games, moves = (double)s->moves;
    char text[1024], a[32], b[32], c[32], d[32];
    struct fl_buf out = fl_buf_over(text, sizeof text);
    struct fl_phrase p;
    fl_phrase_begin(&p, "sim.speed");
    fl_with_text(&p, "games", figure(a, n, 0));
    fl_with_text(&p, "seconds", figure(b, run->seconds, 2));
    fl_with_text(&p, "rate", figure(c, n / run->seconds, 0));
    fl_with_text(&p, "moves", figure(d, moves / run->seconds, 0));
    fl_put_phrase(&out, cli->lang, &p, NULL);
    fl_put_char(&out, '\n');
    fl_phrase_begin(&p, "sim.length");
    fl_with_text(&p, "mean", figure(a, mean(moves, n), 1));
    fl_with_text(&p, "sd", figure(b, deviation(moves, (double)s->moves_squared, n), 1));
    fl_with_number(&p, "least", (int32_t)s->moves_least);
    fl_with_number(&p, "most", (int32_t)s->moves_most);
    fl_put_phrase(&out, cli->lang, &p, NULL);
    puts(out.at);
}

static void print_seat(const struct run *run, int seat)
{
    const struct fl_sim_sums *s = &run->sums;
    double n = (double)s->games, score = (double)s->seat[seat].score, low, high;
    interval(win_rate(s, seat), n, &low, &high);
    printf("%5d  %-8s %9.1f %9.1f %7d %7d %8.2f %% [%.2f, %.2f]\n", seat + 1, run->agent[seat],
           mean(score, n), deviation(score, (double)s->seat[seat].score_squared, n),
           s->seat[seat].least, s->seat[seat].most, 100 * win_rate(s, seat), 100 * low, 100 * high);
}

static void print_words(const struct fl_cli *cli, const struct run *run)
{
    print_summary(cli, run);
    fl_cli_print(cli, stdout, "sim.header");
    for (int seat = 0; seat < run->sim.setup.seats; seat++)
        print_seat(run, seat);
}

int fl_cli_sim(struct fl_cli *cli, int argc, char **argv)
{
    static char memory[1 << 14];
    struct fl_buf out = fl_buf_over(memory, sizeof memory);
    struct request request;
    struct run run = {0};
    if (!read_request(cli, argc, argv, &request))
        return FL_CLI_USAGE;
    run.sim.game = fl_cli_game(cli, argc, argv);
    if (!run.sim.game)
        return FL_CLI_USAGE;
    if (optind < argc)
        return fl_cli_fail(cli, FL_CLI_USAGE, "cli.too-much", NULL, argv[optind]);
    if (!prepare(cli, &request, &run))
        return FL_CLI_USAGE;
    run_all(&run);
    if (run.sums.failures || !run.sums.games)
        return fl_cli_fail(cli, FL_CLI_FAILED, "sim.failed", NULL, NULL);
    if (request.record && !write_record(cli, &run, request.record))
        return FL_CLI_FAILED;
    if (run.json) {
        put_json(&run, &out);
        fputs(out.at, stdout);
    } else {
        print_words(cli, &run);
    }
    return FL_CLI_OK;
}
