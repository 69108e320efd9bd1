/* A series of games: what is ordered, and its playing. */
#include "cli/series.h"

#include <math.h>
#include <string.h>

#include "cli/progress.h"

/* ---- the order ---- */

bool fl_series_take(struct fl_series_order *o, int option)
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

static bool agree_on_setup(const struct fl_cli *cli, const struct fl_series_order *o,
                           struct fl_sim *sim)
{
    long long seats = sim->game->seats_min;
    if (o->seats && !fl_cli_number(cli, "--seats", o->seats, 1, 99, &seats))
        return false;
    return fl_cli_agree(cli, sim->game, (int)seats, &o->settings, &sim->setup);
}

static bool read_numbers(const struct fl_cli *cli, const struct fl_series_order *o,
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

bool fl_series_prepare(const struct fl_cli *cli, int argc, char **argv,
                       const struct fl_series_order *o, struct fl_series *s, int *status)
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
    return !o->html || fl_page_can_write(cli, o->html);
}

int fl_series_enter(struct fl_series *s, const struct fl_cli_agent *agent)
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

void fl_series_play(void *argument)
{
    struct fl_series *s = argument;
    fl_sim_run(&s->sim, &s->done, s->stop, &s->sums);
}

double fl_series_part(const void *argument)
{
    const struct fl_series *s = argument;
    return (double)s->done / (double)s->sim.games;
}

bool fl_series_run(const struct fl_cli *cli, struct fl_series *s, void (*work)(void *),
                   double (*part)(const void *), void *what)
{
    double start = fl_cli_clock();
    fl_sim_clear(&s->sums);
    fl_cli_watch_stoppable(work, part, what);
    s->seconds = fl_cli_clock() - start;
    if (!s->sums.failures && s->sums.games)
        return true;
    fl_cli_fail(cli, FL_CLI_FAILED, "sim.failed", NULL, NULL);
    return false;
}

/* ---- figures ---- */

/* How many games there are that have not the same dice as another. */
static double throws_of(const struct fl_series *s)
{
    enum fl_seating seating = s->sim.lineup.seating;
    bool own = seating == FL_AS_GIVEN || seating == FL_ROTATED;
    double games = (double)s->sums.games;
    return own ? games : fmax(games / s->sim.lineup.sides, 1);
}

static struct fl_success success_of(const struct fl_series *s, uint64_t share)
{
    double rate = (double)share / FL_WHOLE_WIN / (double)s->sums.games;
    return (struct fl_success){
        .rate = rate, .fair = 1.0 / s->sim.setup.seats, .interval = fl_wilson(rate, throws_of(s))};
}

struct fl_success fl_series_seat(const struct fl_series *s, int seat)
{
    return success_of(s, s->sums.seat[seat].win_share);
}

struct fl_success fl_series_order(const struct fl_series *s, int place)
{
    return success_of(s, s->sums.order_share[place]);
}

struct fl_success fl_series_success(const struct fl_series *s, int contestant)
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
