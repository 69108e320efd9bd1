/* Measures the speed of the search: bench_ponder [SECONDS] prints playouts and simulated moves per
 * CPU second for every game, from its first decision, with the game's playout policy and with
 * random playouts; then the speed-up of two threads. */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "agents/search/search.h"
#include "games/games.h"

enum { FIRST_TRY = 500 };

static double clock_of(clockid_t clock)
{
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

/* The first decision with several moves after greedy play: the same in every run. */
static struct fl_sight first_decision(const struct fl_game *g)
{
    struct fl_rng rng = fl_rng_from(1, 0);
    struct fl_setup setup = fl_setup_default(g, g->seats_min);
    struct fl_moves list = {0};
    struct fl_match m;
    struct fl_sight sight;
    int seat = 0;
    fl_match_begin(&m, g, &setup, FL_TRUTH);
    for (; list.count < 2; fl_match_play(&m, seat, list.at[0].move)) {
        fl_match_play_chance_rng(&m, &rng);
        seat = __builtin_ctz(fl_match_turn(&m));
        fl_list(g, &m.state, seat, &list);
        fl_match_sight(&m, seat, &sight);
    }
    fl_match_end(&m);
    return sight;
}

static double think(const struct fl_sight *sight, const struct fl_search_options *how,
                    clockid_t clock, struct fl_search_result *out)
{
    double start = clock_of(clock);
    if (!fl_search(sight, how, out))
        exit(1);
    return clock_of(clock) - start;
}

/* The number of playouts that takes about this long. */
static uint32_t enough(const struct fl_sight *sight, bool random, double seconds,
                       struct fl_search_result *out)
{
    struct fl_search_options how = {.playouts = FIRST_TRY, .threads = 1, .random = random};
    double took = think(sight, &how, CLOCK_PROCESS_CPUTIME_ID, out);
    return (uint32_t)(FIRST_TRY * seconds / took) + FIRST_TRY;
}

static void measure_speed(const struct fl_game *g, bool random, double seconds,
                          struct fl_search_result *out)
{
    struct fl_sight sight = first_decision(g);
    struct fl_search_options how = {.threads = 1, .random = random};
    how.playouts = enough(&sight, random, seconds, out);
    double took = think(&sight, &how, CLOCK_PROCESS_CPUTIME_ID, out);
    printf("%-16s %-9s %8.0f playouts  %5.1f million moves  a second (%u in %.2f s)\n", g->name,
           random ? "at random" : "in style", (double)out->playouts / took,
           (double)out->moves / took / 1e6, how.playouts, took);
}

/* The best of three pairs, because other programs may use the machine. */
static void measure_threads(const struct fl_game *g, double seconds, struct fl_search_result *out)
{
    struct fl_sight sight = first_decision(g);
    struct fl_search_options how = {.playouts = enough(&sight, false, seconds, out)};
    double best = 0;
    for (int i = 0; i < 3; i++) {
        how.threads = 1;
        double one = think(&sight, &how, CLOCK_MONOTONIC, out);
        how.threads = 2;
        double two = think(&sight, &how, CLOCK_MONOTONIC, out);
        best = one / two > best ? one / two : best;
    }
    printf("%-16s two threads are done %.2f times as soon as one (wanted: 1.8)\n", g->name, best);
}

int main(int argc, char **argv)
{
    double seconds = argc > 1 ? atof(argv[1]) : 2;
    struct fl_search_result *out = malloc(sizeof *out);
    if (!out)
        return 1;
    for (int i = 0; fl_games[i]; i++) {
        measure_speed(fl_games[i], false, seconds, out);
        measure_speed(fl_games[i], true, seconds, out);
    }
    for (int i = 0; fl_games[i]; i++)
        measure_threads(fl_games[i], seconds, out);
    free(out);
    return 0;
}
