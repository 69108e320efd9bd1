/* Solves Mille Sabords! for two players by policy iteration. Each round solves every turn for the
 * current probabilities to win, which gives the distribution of its ends; then it calculates the
 * probabilities to win that follow from these distributions. The iteration ends when no turn can be
 * improved. */
#include "agents/mille_sabords/win_solver.h"

#include <stdlib.h>
#include <string.h>

#include "agents/parallel.h"

enum { LIKELY_ROUNDS = 5, MAX_ROUNDS = 30 };

static const double converged =
    1e-13; /* evaluation of a policy ends when no probability changes by more than this */
static const double no_gain = 1e-10; /* policy iteration ends when no turn gains more than this */

static int totals(const struct fl_win *w)
{
    return w->target - w->lowest;
}

bool fl_win_begin(struct fl_win *w, int target, int lowest)
{
    *w = (struct fl_win){.target = target, .lowest = lowest};
    w->count = (size_t)totals(w) * (size_t)(2 * totals(w) + FL_WIN_OVERS);
    w->rows = totals(w) * (2 * LIKELY_ROUNDS + 1);
    w->exact = calloc(w->count, sizeof *w->exact);
    return w->exact;
}

void fl_win_end(struct fl_win *w)
{
    free(w->exact);
    w->exact = NULL;
}

/* ---- the table of probabilities ---- */

static int between(int value, int least, int most)
{
    return value < least ? least : value > most ? most : value;
}

static size_t index_of(const struct fl_win *w, struct fl_win_position s)
{
    int n = totals(w), mine = between(s.mine - w->lowest, 0, n - 1);
    if (s.stage == FL_SABORDS_LAST_ROUND)
        return (size_t)(2 * n * n + mine * FL_WIN_OVERS +
                        between(s.theirs - w->target, 0, FL_WIN_OVERS - 1));
    return (size_t)((s.stage == FL_SABORDS_SUDDEN ? n * n : 0) + mine * n +
                    between(s.theirs - w->lowest, 0, n - 1));
}

double fl_win_chance(const struct fl_win *w, struct fl_win_position s)
{
    size_t index = index_of(w, s);
    return w->exact ? w->exact[index] : w->coarse[index] / 65535.0;
}

/* Sections 8.1 to 8.6 of the rules. */
double fl_win_after(const struct fl_win *w, struct fl_win_position now)
{
    struct fl_win_position other = {now.stage, now.theirs, now.mine};
    bool reached = now.mine >= w->target;
    if (now.stage == FL_SABORDS_LAST_ROUND) {
        if (reached || now.theirs >= w->target)
            return now.mine > now.theirs ? 1 : now.mine == now.theirs ? 0.5 : 0;
        other.stage = FL_SABORDS_SUDDEN;
    } else if (reached) {
        if (now.stage == FL_SABORDS_SUDDEN)
            return 1;
        other.stage = FL_SABORDS_LAST_ROUND;
    }
    return 1 - fl_win_chance(w, other);
}

/* The probability to win after every end of a turn. */
struct outlook {
    double points[FL_POINT_ENDS], raid[FL_RAID_ENDS];
};

static void fill_outlook(const struct fl_win *w, struct fl_win_position s, struct outlook *out)
{
    for (int i = 0; i < FL_POINT_ENDS; i++)
        out->points[i] = fl_win_after(
            w, (struct fl_win_position){s.stage, s.mine + FL_LEAST_POINTS + i, s.theirs});
    for (int i = 0; i < FL_RAID_ENDS; i++)
        out->raid[i] = fl_win_after(w, (struct fl_win_position){s.stage, s.mine, s.theirs - i});
}

static void fill_stakes(const struct outlook *outlook, const struct fl_card_ends *card,
                        struct fl_stakes *out)
{
    out->enough = 1e-11;
    for (int node = 0; node < card->turn.nodes; node++) {
        out->stop[node] = outlook->points[card->stop[node]];
        out->lost[node] = outlook->points[card->lost[node]];
    }
    if (card->nine >= 0)
        out->stop[card->nine] = 1;
    for (int skulls = 0; skulls <= FL_SABORDS_DICE; skulls++) {
        out->raid[skulls] = 0;
        for (int loss = 0; loss < FL_RAID_ENDS; loss++)
            out->raid[skulls] += card->raid[skulls][loss] * outlook->raid[loss];
    }
}

void fl_win_solve_turn(const struct fl_win *w, struct fl_win_position s, int card,
                       struct fl_solved *out)
{
    struct outlook outlook;
    struct fl_card_ends ends;
    memset(out, 0, sizeof *out);
    fl_card_ends_of(card, &ends);
    out->turn = ends.turn;
    fill_outlook(w, s, &outlook);
    fill_stakes(&outlook, &ends, &out->stakes);
    fl_turn_solve(&out->turn, &out->stakes, &out->plan, &out->worth);
}

/* ---- policy improvement ---- */

/* The data of one pass over a stage of the game, shared by all threads. */
struct pass {
    const struct fl_win *win;
    const struct fl_card_ends *card; /* one per kind of card */
    struct fl_win_progress *progress;
    struct fl_ends *ends; /* distribution of the ends, by position; NULL in the last round */
    uint64_t *plan_hash;  /* fingerprint of the plans that `ends` belongs to */
    double *best;         /* probability to win, by position */
    enum fl_sabords_stage stage;
    int columns;
    atomic_int next; /* the next row that no thread has taken */
};

/* The work of one thread: a row has positions with the same own total. Each turn starts from the
 * solution of its neighbour, which saves sweeps. */
struct row {
    struct fl_stakes stakes;
    struct fl_plan plan[FL_SABORDS_KINDS];
    struct fl_worth worth[FL_SABORDS_KINDS];
};

/* The probability of a card. The turns of Diamond and Coin are equivalent: Diamond is skipped and
 * Coin counts for both. */
static double probability_of(int card)
{
    int copies = card == FL_CARD_DIAMOND ? 0 : fl_sabords_copies[card];
    return (copies + (card == FL_CARD_COIN ? fl_sabords_copies[FL_CARD_DIAMOND] : 0)) / 35.0;
}

static double improve_turn(const struct pass *p, struct row *row, struct fl_win_position s)
{
    struct outlook outlook;
    double chance = 0;
    fill_outlook(p->win, s, &outlook);
    for (int i = 0; i < FL_SABORDS_KINDS; i++) {
        const struct fl_card_ends *card = &p->card[i];
        if (probability_of(i) <= 0)
            continue;
        fill_stakes(&outlook, card, &row->stakes);
        fl_turn_solve(&card->turn, &row->stakes, &row->plan[i], &row->worth[i]);
        chance += probability_of(i) * fl_turn_worth(&card->turn, &row->stakes, &row->worth[i]);
    }
    return chance;
}

static uint64_t fingerprint(const struct fl_plan plan[FL_SABORDS_KINDS])
{
    uint64_t sum = 0, word;
    for (size_t i = 0; i + sizeof word <= FL_SABORDS_KINDS * sizeof *plan; i += sizeof word) {
        memcpy(&word, (const char *)plan + i, sizeof word);
        sum = (sum ^ word) * 0x9E3779B97F4A7C15u;
        sum ^= sum >> 29;
    }
    return sum;
}

/* Updates the distribution of ends of a position, unless its plans have not changed. */
static void update_ends(const struct pass *p, const struct row *row, int at)
{
    uint64_t plan_hash = fingerprint(row->plan);
    if (p->plan_hash[at] == plan_hash)
        return;
    p->plan_hash[at] = plan_hash;
    memset(&p->ends[at], 0, sizeof p->ends[at]);
    for (int i = 0; i < FL_SABORDS_KINDS; i++)
        if (probability_of(i) > 0)
            fl_add_ends(&p->card[i], &row->plan[i], probability_of(i), &p->ends[at]);
}

static void improve_row(const struct pass *p, struct row *row, int mine)
{
    bool last = p->stage == FL_SABORDS_LAST_ROUND;
    memset(row, 0, sizeof *row);
    for (int column = 0; column < p->columns; column++) {
        int at = mine * p->columns + column;
        struct fl_win_position s = {p->stage, p->win->lowest + mine,
                                    column + (last ? p->win->target : p->win->lowest)};
        p->best[at] = improve_turn(p, row, s);
        if (p->ends)
            update_ends(p, row, at);
    }
}

static void improve_rows(void *work, int worker)
{
    struct pass *p = work;
    struct row *row = malloc(sizeof *row);
    int mine;
    (void)worker;
    while (row && !atomic_load(&p->progress->stop) &&
           (mine = atomic_fetch_add(&p->next, 1)) < totals(p->win)) {
        improve_row(p, row, mine);
        atomic_fetch_add(&p->progress->rows, 1);
    }
    if (!row)
        atomic_store(&p->progress->stop, true);
    free(row);
}

/* Processes all rows; false if it was stopped. */
static bool improve_all(struct pass *p, int threads)
{
    atomic_store(&p->next, 0);
    fl_parallel_run(threads, improve_rows, p);
    return !atomic_load(&p->progress->stop);
}

/* ---- policy evaluation ---- */

static double chance_by_ends(const struct fl_win *w, struct fl_win_position s,
                             const struct fl_ends *ends)
{
    double chance = ends->nine;
    for (int i = 0; i < FL_POINT_ENDS; i++)
        if (ends->points[i] > 0)
            chance += ends->points[i] *
                      fl_win_after(w, (struct fl_win_position){
                                          s.stage, s.mine + FL_LEAST_POINTS + i, s.theirs});
    for (int i = 0; i < FL_RAID_ENDS; i++)
        if (ends->raid[i] > 0)
            chance += ends->raid[i] *
                      fl_win_after(w, (struct fl_win_position){s.stage, s.mine, s.theirs - i});
    return chance;
}

/* Gauss-Seidel iteration. Points increase far more often than they decrease, so high totals are
 * updated first. */
static void evaluate_policy(struct fl_win *w, enum fl_sabords_stage stage,
                            const struct fl_ends *ends)
{
    int n = totals(w);
    double change = 1;
    while (change > converged) {
        change = 0;
        for (int sum = 2 * n - 2; sum >= 0; sum--)
            for (int mine = between(sum - n + 1, 0, n); mine < n && mine <= sum; mine++) {
                struct fl_win_position s = {stage, w->lowest + mine, w->lowest + sum - mine};
                double *now = &w->exact[index_of(w, s)];
                double then = chance_by_ends(w, s, &ends[mine * n + sum - mine]);
                double by = then > *now ? then - *now : *now - then;
                change = by > change ? by : change;
                *now = then;
            }
    }
}

/* The initial policy: every turn is played for points. */
static void start_with_points(const struct fl_card_ends card[], struct fl_ends *ends, int count)
{
    struct fl_solved solved;
    memset(&ends[0], 0, sizeof ends[0]);
    for (int i = 0; i < FL_SABORDS_KINDS; i++) {
        fl_solve_for_points(i, &solved);
        fl_add_ends(&card[i], &solved.plan, fl_sabords_copies[i] / 35.0, &ends[0]);
    }
    for (int i = 1; i < count; i++)
        ends[i] = ends[0];
}

static double largest_gain(const struct pass *p, const double *now)
{
    double gain = 0;
    for (int i = 0; i < totals(p->win) * p->columns; i++)
        if (p->best[i] - now[i] > gain)
            gain = p->best[i] - now[i];
    return gain;
}

/* Solves ordinary play or sudden death. */
static bool solve_stage(struct fl_win *w, struct pass *p, int threads)
{
    int n = totals(w);
    double *now = w->exact + (p->stage == FL_SABORDS_SUDDEN ? n * n : 0), gain = 1;
    p->columns = n;
    start_with_points(p->card, p->ends, n * n);
    memset(p->plan_hash, 0, (size_t)(n * n) * sizeof *p->plan_hash);
    for (int round = 0; gain > no_gain && round < MAX_ROUNDS; round++) {
        evaluate_policy(w, p->stage, p->ends);
        if (!improve_all(p, threads))
            return false;
        gain = largest_gain(p, now);
        w->rounds++;
    }
    if (gain > w->residual)
        w->residual = gain;
    return true;
}

static bool solve_last_round(struct fl_win *w, const struct pass *p, int threads)
{
    struct pass last = *p;
    last.stage = FL_SABORDS_LAST_ROUND;
    last.columns = FL_WIN_OVERS;
    last.ends = NULL;
    last.best = w->exact + 2 * totals(w) * totals(w);
    return improve_all(&last, threads);
}

bool fl_win_solve(struct fl_win *w, int threads, struct fl_win_progress *progress)
{
    size_t count = (size_t)totals(w) * (size_t)totals(w);
    struct fl_card_ends *card = malloc(FL_SABORDS_KINDS * sizeof *card);
    struct pass p = {.win = w,
                     .card = card,
                     .progress = progress,
                     .ends = malloc(count * sizeof *p.ends),
                     .plan_hash = malloc(count * sizeof *p.plan_hash),
                     .best = malloc(count * sizeof *p.best),
                     .stage = FL_SABORDS_SUDDEN};
    bool done = false;
    if (card && p.ends && p.plan_hash && p.best) {
        for (int i = 0; i < FL_SABORDS_KINDS; i++)
            fl_card_ends_of(i, &card[i]);
        done = solve_stage(w, &p, threads) && solve_last_round(w, &p, threads);
        p.stage = FL_SABORDS_NORMAL;
        done = done && solve_stage(w, &p, threads);
    }
    free(card);
    free(p.ends);
    free(p.plan_hash);
    free(p.best);
    return done;
}
