/* The simulator: plays games on several threads and sums up their results. */
#include "sim/sim.h"

#include <stdlib.h>
#include <string.h>

#include "agents/parallel.h"

enum {
    MAX_PORTION = 64, /* games that a thread takes at once, at most */
    PORTIONS_LEFT = 8 /* per thread, so that all threads finish at the same time */
};

#define AGENT_STREAMS (UINT64_C(2) << 62) /* streams of the seed that no dice use */

/* The work of one thread. */
struct worker {
    const struct fl_sim *sim;
    atomic_ullong *next; /* the first unit that no thread has taken */
    atomic_ullong *done;
    atomic_bool *stop;
    struct fl_externals externals;
    struct fl_sim_sums sums;
};

/* ---- one game ---- */

static int first_seat(fl_seats set)
{
    return __builtin_ctz(set);
}

void fl_bout_begin(const struct fl_sim *sim, uint64_t number, struct fl_bout *b)
{
    enum fl_seating seating = sim->lineup.seating;
    b->number = number;
    b->composition = fl_lineup_of(&sim->lineup, sim->seed, number, b->holder);
    b->one_stream = seating == FL_AS_GIVEN || seating == FL_ROTATED;
    b->decisions = 0;
    b->externals = NULL;
    b->lead_changes = 0;
    b->leader = FL_NOBODY;
    if (b->one_stream) {
        b->dice = fl_rng_from(sim->seed, number);
    } else {
        b->dice = fl_rng_from(sim->seed, number / (uint64_t)sim->lineup.sides);
        b->agents = fl_rng_from(sim->seed, AGENT_STREAMS + number);
    }
}

/* The side with more points than every other side, or FL_NOBODY. */
static int leader_of(const struct fl_sim *sim, const struct fl_match *m)
{
    int32_t best = INT32_MIN;
    int leader = FL_NOBODY;
    for (int seat = 0; seat < m->setup.seats; seat++) {
        int32_t score = m->game->score(&m->state, seat);
        int side = sim->lineup.side[seat];
        if (score > best || leader == side) {
            best = score > best ? score : best;
            leader = side;
        } else if (score == best) {
            leader = FL_NOBODY;
        }
    }
    return leader;
}

static void watch_lead(const struct fl_sim *sim, struct fl_bout *b, const struct fl_match *m)
{
    int leader = leader_of(sim, m);
    if (leader == FL_NOBODY || leader == b->leader)
        return;
    b->lead_changes += b->leader != FL_NOBODY;
    b->leader = leader;
}

/* ---- external players ---- */

static fl_move choose_outside(const struct fl_sim *sim, const struct fl_bout *b,
                              const struct fl_match *m, int seat, struct fl_rng *rng)
{
    const struct fl_contestant *mover = &sim->contestant[b->holder[seat]];
    void **player = &b->externals->at[b->holder[seat]][seat];
    struct fl_sight sight;
    if (!*player)
        *player = mover->external->begin(mover->launch);
    if (*player)
        return mover->external->choose(*player, m, seat, rng);
    fl_match_sight(m, seat, &sight);
    return fl_random(&sight, 0, rng);
}

/* Sends the result of a game to the players outside. */
static void finish_outside(const struct fl_sim *sim, const struct fl_bout *b,
                           const struct fl_match *m)
{
    for (int seat = 0; b->externals && seat < m->setup.seats; seat++) {
        void *player = b->externals->at[b->holder[seat]][seat];
        if (player)
            sim->contestant[b->holder[seat]].external->finish(player, m);
    }
}

void fl_externals_end(const struct fl_sim *sim, struct fl_externals *e, struct fl_sim_sums *sums)
{
    for (int i = 0; i < FL_MAX_SEATS; i++)
        for (int seat = 0; seat < FL_MAX_SEATS; seat++) {
            if (e->at[i][seat])
                sim->contestant[i].external->end(e->at[i][seat], sums->contestant[i].faults);
            e->at[i][seat] = NULL;
        }
}

/* ---- play ---- */

enum fl_status fl_bout_play(const struct fl_sim *sim, struct fl_bout *b, struct fl_match *m)
{
    struct fl_rng *agents = b->one_stream ? &b->dice : &b->agents;
    struct fl_sight sight;
    for (;;) {
        enum fl_status status = fl_match_play_chance_rng(m, &b->dice);
        fl_seats turn = fl_match_turn(m);
        if (sim->watch_lead)
            watch_lead(sim, b, m);
        if (status != FL_OK || !turn) {
            finish_outside(sim, b, m);
            return status;
        }
        int seat = first_seat(turn);
        const struct fl_contestant *mover = &sim->contestant[b->holder[seat]];
        fl_move move;
        if (mover->choose) {
            fl_match_sight(m, seat, &sight);
            move = mover->choose(&sight, mover->effort, agents);
        } else {
            move = choose_outside(sim, b, m, seat, agents);
        }
        status = fl_match_play(m, seat, move);
        if (status != FL_OK)
            return status;
        b->decisions++;
    }
}

/* ---- sums ---- */

static uint64_t hash_of(const struct fl_match *m, uint64_t game)
{
    uint64_t hash = fl_hash(m->game, &m->state) ^ game * 0x9E3779B97F4A7C15u;
    hash = (hash ^ m->steps) * 0xBF58476D1CE4E5B9u;
    return hash ^ (hash >> 31);
}

/* The seat of the first move that is not a chance move. */
static int starter_of(const struct fl_match *m)
{
    uint32_t step = 0;
    while (step < m->steps && m->log[step].seat == FL_CHANCE)
        step++;
    return step < m->steps ? m->log[step].seat : 0;
}

static void add_seat(struct fl_sim_sums *sums, const struct fl_match *m, int seat, fl_seats winners,
                     int holder)
{
    int32_t score = m->game->score(&m->state, seat);
    int n = __builtin_popcount(winners);
    bool won = winners & FL_SEAT(seat);
    uint64_t share = won ? (uint64_t)(FL_WHOLE_WIN / n) : 0;
    fl_spread_add(&sums->seat[seat].score, score);
    sums->seat[seat].wins += won && n == 1;
    sums->seat[seat].shared += won && n > 1;
    sums->seat[seat].win_share += share;
    sums->contestant[holder].seats++;
    sums->contestant[holder].win_share += share;
    fl_spread_add(&sums->contestant[holder].score, score);
    fl_histogram_add(&sums->contestant[holder].scores, score, 1);
}

static void add_result(struct fl_sim_sums *sums, const struct fl_bout *b, const struct fl_match *m)
{
    fl_seats winners = m->game->winners(&m->state), holders = 0;
    int n = __builtin_popcount(winners), starter = starter_of(m);
    sums->composition[b->composition].games++;
    for (int seat = 0; seat < m->setup.seats; seat++) {
        int holder = b->holder[seat];
        add_seat(sums, m, seat, winners, holder);
        sums->contestant[holder].games += !(holders & FL_SEAT(holder));
        holders |= FL_SEAT(holder);
        if (winners & FL_SEAT(seat)) {
            uint64_t share = (uint64_t)(FL_WHOLE_WIN / n);
            int place = (seat + m->setup.seats - starter) % m->setup.seats;
            sums->composition[b->composition].win_share[holder] += share;
            sums->order_share[place] += share;
        }
    }
}

static void add_game(struct fl_sim_sums *sums, const struct fl_bout *b, const struct fl_match *m)
{
    sums->games++;
    sums->hash += hash_of(m, b->number);
    fl_spread_add(&sums->length, m->steps);
    fl_histogram_add(&sums->lengths, m->steps, 1);
    fl_spread_add(&sums->lead_changes, b->lead_changes);
    fl_histogram_add(&sums->leads, b->lead_changes, 1);
    add_result(sums, b, m);
}

static void add_contestants(struct fl_sim_sums *to, const struct fl_sim_sums *from)
{
    for (int i = 0; i < FL_MAX_SEATS; i++) {
        to->contestant[i].games += from->contestant[i].games;
        to->contestant[i].seats += from->contestant[i].seats;
        to->contestant[i].win_share += from->contestant[i].win_share;
        for (int fault = 0; fault < FL_MAX_FAULTS; fault++)
            to->contestant[i].faults[fault] += from->contestant[i].faults[fault];
        fl_spread_merge(&to->contestant[i].score, &from->contestant[i].score);
        fl_histogram_merge(&to->contestant[i].scores, &from->contestant[i].scores);
    }
    for (int c = 0; c < FL_MAX_COMPOSITIONS; c++) {
        to->composition[c].games += from->composition[c].games;
        for (int i = 0; i < FL_MAX_SEATS; i++)
            to->composition[c].win_share[i] += from->composition[c].win_share[i];
    }
    to->rounds.count += from->rounds.count;
    to->rounds.share += from->rounds.share;
    to->rounds.squares += from->rounds.squares;
}

void fl_sim_sums_add(struct fl_sim_sums *to, const struct fl_sim_sums *from)
{
    to->games += from->games;
    to->decisions += from->decisions;
    to->hash += from->hash;
    to->failures += from->failures;
    fl_spread_merge(&to->length, &from->length);
    fl_spread_merge(&to->lead_changes, &from->lead_changes);
    fl_histogram_merge(&to->lengths, &from->lengths);
    fl_histogram_merge(&to->leads, &from->leads);
    for (int i = 0; i < FL_MAX_SEATS; i++) {
        fl_spread_merge(&to->seat[i].score, &from->seat[i].score);
        to->seat[i].wins += from->seat[i].wins;
        to->seat[i].shared += from->seat[i].shared;
        to->seat[i].win_share += from->seat[i].win_share;
        to->order_share[i] += from->order_share[i];
    }
    add_contestants(to, from);
}

/* ---- many games ---- */

static bool is_stopped(const struct worker *w)
{
    return w->stop && atomic_load_explicit(w->stop, memory_order_relaxed);
}

static void play_game(struct worker *w, struct fl_match *m, uint64_t number)
{
    struct fl_bout bout;
    fl_bout_begin(w->sim, number, &bout);
    bout.externals = &w->externals;
    fl_match_again(m);
    if (fl_bout_play(w->sim, &bout, m) != FL_OK) {
        w->sums.failures++;
    } else {
        add_game(&w->sums, &bout, m);
        if (w->sim->on_game)
            w->sim->on_game(w->sim->context, &bout, m);
    }
    w->sums.decisions += bout.decisions;
    if (w->done)
        atomic_fetch_add_explicit(w->done, 1, memory_order_relaxed);
}

/* Consecutive games that one thread plays: a round if rounds are summed up, else one game. */
static uint64_t unit_of(const struct fl_sim *sim)
{
    return sim->by_rounds ? (uint64_t)fl_lineup_round(&sim->lineup) : 1;
}

static void add_round(struct fl_sim_sums *sums, uint64_t share)
{
    sums->rounds.count++;
    sums->rounds.share += share;
    sums->rounds.squares += share * share;
}

/* An incomplete unit at the end is not counted as a round. */
static void play_unit(struct worker *w, struct fl_match *m, uint64_t unit)
{
    const struct fl_sim *sim = w->sim;
    uint64_t size = unit_of(sim), game = unit * size;
    uint64_t before = w->sums.contestant[0].win_share;
    bool whole = game + size <= sim->games;
    for (; game < (unit + 1) * size && game < sim->games; game++) {
        if (is_stopped(w))
            return;
        play_game(w, m, sim->first + game);
    }
    if (sim->by_rounds && whole)
        add_round(&w->sums, w->sums.contestant[0].win_share - before);
}

/* Takes the next portion of units: large at first, small at the end, empty when none is left. */
static void take_portion(struct worker *w, uint64_t *first, uint64_t *end)
{
    const struct fl_sim *sim = w->sim;
    uint64_t size = unit_of(sim), units = (sim->games + size - 1) / size;
    unsigned long long taken = atomic_load(w->next);
    do {
        uint64_t left = taken < units ? units - taken : 0;
        uint64_t portion = left / (uint64_t)(sim->threads * PORTIONS_LEFT) + 1;
        if (portion > (MAX_PORTION + size - 1) / size)
            portion = (MAX_PORTION + size - 1) / size;
        *first = taken;
        *end = taken + (portion < left ? portion : left);
    } while (!atomic_compare_exchange_weak(w->next, &taken, *end));
}

static void play_units(void *work, int worker)
{
    struct worker *w = (struct worker *)work + worker;
    struct fl_match m;
    uint64_t first = 0, end = 1;
    fl_match_begin(&m, w->sim->game, &w->sim->setup, FL_TRUTH);
    while (first < end && !is_stopped(w)) {
        take_portion(w, &first, &end);
        for (uint64_t unit = first; unit < end; unit++)
            play_unit(w, &m, unit);
    }
    fl_externals_end(w->sim, &w->externals, &w->sums);
    fl_match_end(&m);
}

void fl_sim_run(const struct fl_sim *sim, atomic_ullong *done, atomic_bool *stop,
                struct fl_sim_sums *out)
{
    atomic_ullong next = 0;
    int threads = sim->threads;
    struct worker *worker = calloc((size_t)threads, sizeof *worker);
    if (!worker)
        return;
    for (int i = 0; i < threads; i++) {
        worker[i].sim = sim;
        worker[i].next = &next;
        worker[i].done = done;
        worker[i].stop = stop;
    }
    fl_parallel_run(threads, play_units, worker);
    for (int i = 0; i < threads; i++)
        fl_sim_sums_add(out, &worker[i].sums);
    free(worker);
}
