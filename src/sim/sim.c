/* The simulator: a loop over games, spread over threads. */
#include "sim/sim.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { PORTION = 64 }; /* games a thread takes at a time */

struct shift {
    const struct fl_sim *sim;
    atomic_ullong *next; /* the first game nobody has taken */
    atomic_ullong *done;
    atomic_bool *stop;
    struct fl_sim_sums sums;
};

static int first_seat(fl_seats set)
{
    return __builtin_ctz(set);
}

enum fl_status fl_sim_play(const struct fl_sim *sim, struct fl_match *m, struct fl_rng *rng,
                           uint64_t *decisions)
{
    struct fl_sight sight;
    for (;;) {
        enum fl_status status = fl_match_roll(m, rng);
        fl_seats turn = fl_match_turn(m);
        if (status != FL_OK || !turn)
            return status;
        int seat = first_seat(turn);
        fl_match_sight(m, seat, &sight);
        fl_move move = sim->agent[seat](&sight, sim->effort[seat], rng);
        status = fl_match_play(m, seat, move);
        if (status != FL_OK)
            return status;
        ++*decisions;
    }
}

static uint64_t hash_of(const struct fl_match *m, uint64_t game)
{
    uint64_t hash = fl_hash(m->game, &m->state) ^ game * 0x9E3779B97F4A7C15u;
    hash = (hash ^ m->steps) * 0xBF58476D1CE4E5B9u;
    return hash ^ (hash >> 31);
}

static void add_seat(struct fl_sim_sums *sums, const struct fl_match *m, int seat, fl_seats winners)
{
    int32_t score = m->game->score(&m->state, seat);
    int n = __builtin_popcount(winners);
    bool won = winners & FL_SEAT(seat);
    sums->seat[seat].score += score;
    sums->seat[seat].score_squared += (int64_t)score * score;
    if (score < sums->seat[seat].least)
        sums->seat[seat].least = score;
    if (score > sums->seat[seat].most)
        sums->seat[seat].most = score;
    sums->seat[seat].wins += won && n == 1;
    sums->seat[seat].shared += won && n > 1;
    sums->seat[seat].win_share += won ? (uint64_t)(FL_WHOLE_WIN / n) : 0;
}

static void add_game(struct fl_sim_sums *sums, const struct fl_match *m, uint64_t game)
{
    fl_seats winners = m->game->winners(&m->state);
    sums->games++;
    sums->moves += m->steps;
    sums->moves_squared += (uint64_t)m->steps * m->steps;
    if (m->steps < sums->moves_least)
        sums->moves_least = m->steps;
    if (m->steps > sums->moves_most)
        sums->moves_most = m->steps;
    sums->hash += hash_of(m, game);
    for (int seat = 0; seat < m->setup.seats; seat++)
        add_seat(sums, m, seat, winners);
}

static void no_sums(struct fl_sim_sums *sums)
{
    memset(sums, 0, sizeof *sums);
    sums->moves_least = UINT64_MAX;
    for (int seat = 0; seat < FL_MAX_SEATS; seat++) {
        sums->seat[seat].least = INT32_MAX;
        sums->seat[seat].most = INT32_MIN;
    }
}

static void play_portion(struct shift *shift, struct fl_match *m, uint64_t first, uint64_t end)
{
    for (uint64_t game = first; game < end; game++) {
        struct fl_rng rng = fl_rng_from(shift->sim->seed, game);
        uint64_t decisions = 0;
        fl_match_again(m);
        if (fl_sim_play(shift->sim, m, &rng, &decisions) != FL_OK)
            shift->sums.failures++;
        else
            add_game(&shift->sums, m, game);
        shift->sums.decisions += decisions;
    }
    if (shift->done)
        atomic_fetch_add_explicit(shift->done, end - first, memory_order_relaxed);
}

static void *work(void *argument)
{
    struct shift *shift = argument;
    uint64_t games = shift->sim->games, first;
    struct fl_match m;
    fl_match_begin(&m, shift->sim->game, &shift->sim->setup, FL_TRUTH);
    while (!(shift->stop && atomic_load(shift->stop)) &&
           (first = atomic_fetch_add(shift->next, PORTION)) < games)
        play_portion(shift, &m, first, first + PORTION < games ? first + PORTION : games);
    fl_match_end(&m);
    return NULL;
}

static void add_sums(struct fl_sim_sums *to, const struct fl_sim_sums *from)
{
    to->games += from->games;
    to->moves += from->moves;
    to->decisions += from->decisions;
    to->moves_squared += from->moves_squared;
    to->hash += from->hash;
    to->failures += from->failures;
    if (from->moves_least < to->moves_least)
        to->moves_least = from->moves_least;
    if (from->moves_most > to->moves_most)
        to->moves_most = from->moves_most;
    for (int i = 0; i < FL_MAX_SEATS; i++) {
        to->seat[i].score += from->seat[i].score;
        to->seat[i].score_squared += from->seat[i].score_squared;
        to->seat[i].wins += from->seat[i].wins;
        to->seat[i].shared += from->seat[i].shared;
        to->seat[i].win_share += from->seat[i].win_share;
        if (from->seat[i].least < to->seat[i].least)
            to->seat[i].least = from->seat[i].least;
        if (from->seat[i].most > to->seat[i].most)
            to->seat[i].most = from->seat[i].most;
    }
}

void fl_sim_run(const struct fl_sim *sim, atomic_ullong *done, atomic_bool *stop,
                struct fl_sim_sums *out)
{
    atomic_ullong next = 0;
    int threads = sim->threads < 1 ? 1 : sim->threads;
    struct shift *shift = calloc((size_t)threads, sizeof *shift);
    pthread_t *thread = calloc((size_t)threads, sizeof *thread);
    no_sums(out);
    if (!shift || !thread)
        threads = 0;
    int started = 0;
    for (int i = 0; i < threads; i++) {
        shift[i] = (struct shift){.sim = sim, .next = &next, .done = done, .stop = stop};
        no_sums(&shift[i].sums);
        if (i == threads - 1 || pthread_create(&thread[i], NULL, work, &shift[i]))
            break;
        started++;
    }
    if (threads) { /* the last shift is worked here: one thread needs no other */
        work(&shift[started]);
        add_sums(out, &shift[started].sums);
    }
    for (int i = 0; i < started; i++) {
        pthread_join(thread[i], NULL);
        add_sums(out, &shift[i].sums);
    }
    free(shift);
    free(thread);
}
