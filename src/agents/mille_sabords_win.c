/* Mille Sabords! for two, solved for winning, by policy iteration: every turn is played as well as
 * the present chances allow, which gives how turns end; the chances that follow if all turns end so
 * are worked out; and again, until no turn can be played better. */
#include "agents/mille_sabords_win.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "agents/mille_sabords_values.h"

enum { LIKELY_ROUNDS = 5, MOST_ROUNDS = 30 };

static const double settled = 1e-13;   /* change of chances while they are worked out */
static const double no_better = 1e-10; /* gain of a turn played better: the solution is reached */

static int totals(const struct fl_win *w)
{
    return w->target - w->lowest;
}

size_t fl_win_count(const struct fl_win *w)
{
    return (size_t)totals(w) * (size_t)(2 * totals(w) + FL_WIN_OVERS);
}

int fl_win_rows(const struct fl_win *w)
{
    return totals(w) * (2 * LIKELY_ROUNDS + 1);
}

bool fl_win_begin(struct fl_win *w, int target, int lowest)
{
    *w = (struct fl_win){.target = target, .lowest = lowest};
    w->exact = calloc(fl_win_count(w), sizeof *w->exact);
    return w->exact;
}

void fl_win_end(struct fl_win *w)
{
    free(w->exact);
    w->exact = NULL;
}

/* ---- chances ---- */

static int between(int value, int least, int most)
{
    return value < least ? least : value > most ? most : value;
}

static size_t place_of(const struct fl_win *w, struct fl_standing s)
{
    int n = totals(w), mine = between(s.mine - w->lowest, 0, n - 1);
    if (s.stage == FL_SABORDS_LAST_ROUND)
        return (size_t)(2 * n * n + mine * FL_WIN_OVERS +
                        between(s.theirs - w->target, 0, FL_WIN_OVERS - 1));
    return (size_t)((s.stage == FL_SABORDS_SUDDEN ? n * n : 0) + mine * n +
                    between(s.theirs - w->lowest, 0, n - 1));
}

double fl_win_chance(const struct fl_win *w, struct fl_standing s)
{
    size_t place = place_of(w, s);
    return w->exact ? w->exact[place] : w->coarse[place] / 65535.0;
}

/* 8.1 to 8.6. */
double fl_win_after(const struct fl_win *w, struct fl_standing now)
{
    struct fl_standing other = {now.stage, now.theirs, now.mine};
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

/* What every end of a turn is worth. */
struct outlook {
    double points[FL_POINT_ENDS], raid[FL_RAID_ENDS];
};

static void look_ahead(const struct fl_win *w, struct fl_standing s, struct outlook *out)
{
    for (int i = 0; i < FL_POINT_ENDS; i++)
        out->points[i] =
            fl_win_after(w, (struct fl_standing){s.stage, s.mine + FL_LEAST_POINTS + i, s.theirs});
    for (int i = 0; i < FL_RAID_ENDS; i++)
        out->raid[i] = fl_win_after(w, (struct fl_standing){s.stage, s.mine, s.theirs - i});
}

static void stake(const struct outlook *outlook, const struct fl_card_ends *card,
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

void fl_stakes_in_chances(const struct fl_win *w, struct fl_standing s,
                          const struct fl_card_ends *card, struct fl_stakes *out)
{
    struct outlook outlook;
    look_ahead(w, s, &outlook);
    stake(&outlook, card, out);
}

/* ---- playing every turn as well as can be ---- */

/* What one pass over a stage of the game works with. */
struct pass {
    const struct fl_win *win;
    const struct fl_card_ends *card; /* all kinds */
    struct fl_win_progress *progress;
    struct fl_ends *ends; /* of every standing; NULL in the last round */
    uint64_t *print;      /* of the plans that end so */
    double *best;         /* the chance of every standing */
    enum fl_sabords_stage stage;
    int columns;
    atomic_int next; /* row */
};

/* One row: my total is the same. Each turn begins from the solution of its neighbour. */
struct row {
    struct fl_stakes stakes;
    struct fl_plan plan[FL_SABORDS_KINDS];
    struct fl_worth worth[FL_SABORDS_KINDS];
};

/* How likely a card is. The Diamond's turn is the Coin's with other words: it is left out, and the
 * Coin counts for both. */
static double part_of(int card)
{
    int copies = card == FL_CARD_DIAMOND ? 0 : fl_card_copies(card);
    return (copies + (card == FL_CARD_COIN ? fl_card_copies(FL_CARD_DIAMOND) : 0)) / 35.0;
}

static double play_best(const struct pass *p, struct row *row, struct fl_standing s)
{
    struct outlook outlook;
    double chance = 0;
    look_ahead(p->win, s, &outlook);
    for (int i = 0; i < FL_SABORDS_KINDS; i++) {
        const struct fl_card_ends *card = &p->card[i];
        if (part_of(i) <= 0)
            continue;
        stake(&outlook, card, &row->stakes);
        fl_turn_solve(&card->turn, &row->stakes, &row->plan[i], &row->worth[i]);
        chance += part_of(i) * fl_turn_worth(&card->turn, &row->stakes, &row->worth[i]);
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

/* How turns end here from now on; plans that have not changed end as before. */
static void note_ends(const struct pass *p, const struct row *row, int at)
{
    uint64_t print = fingerprint(row->plan);
    if (p->print[at] == print)
        return;
    p->print[at] = print;
    memset(&p->ends[at], 0, sizeof p->ends[at]);
    for (int i = 0; i < FL_SABORDS_KINDS; i++)
        if (part_of(i) > 0)
            fl_add_ends(&p->card[i], &row->plan[i], part_of(i), &p->ends[at]);
}

static void play_row(const struct pass *p, struct row *row, int mine)
{
    bool last = p->stage == FL_SABORDS_LAST_ROUND;
    memset(row, 0, sizeof *row);
    for (int column = 0; column < p->columns; column++) {
        int at = mine * p->columns + column;
        struct fl_standing s = {p->stage, p->win->lowest + mine,
                                column + (last ? p->win->target : p->win->lowest)};
        p->best[at] = play_best(p, row, s);
        if (p->ends)
            note_ends(p, row, at);
    }
}

static void *play_rows(void *argument)
{
    struct pass *p = argument;
    struct row *row = malloc(sizeof *row);
    int mine;
    while (row && !atomic_load(&p->progress->stop) &&
           (mine = atomic_fetch_add(&p->next, 1)) < totals(p->win)) {
        play_row(p, row, mine);
        atomic_fetch_add(&p->progress->rows, 1);
    }
    if (!row)
        atomic_store(&p->progress->stop, true);
    free(row);
    return NULL;
}

/* Goes through all rows; false if it was stopped. */
static bool play_all(struct pass *p, int threads)
{
    pthread_t thread[64];
    int started = 0;
    atomic_store(&p->next, 0);
    while (started < threads - 1 && started < 64 &&
           !pthread_create(&thread[started], NULL, play_rows, p))
        started++;
    play_rows(p);
    while (started > 0)
        pthread_join(thread[--started], NULL);
    return !atomic_load(&p->progress->stop);
}

/* ---- working out the chances ---- */

static double chance_by_ends(const struct fl_win *w, struct fl_standing s,
                             const struct fl_ends *ends)
{
    double chance = ends->nine;
    for (int i = 0; i < FL_POINT_ENDS; i++)
        if (ends->points[i] > 0)
            chance += ends->points[i] *
                      fl_win_after(
                          w, (struct fl_standing){s.stage, s.mine + FL_LEAST_POINTS + i, s.theirs});
    for (int i = 0; i < FL_RAID_ENDS; i++)
        if (ends->raid[i] > 0)
            chance += ends->raid[i] *
                      fl_win_after(w, (struct fl_standing){s.stage, s.mine, s.theirs - i});
    return chance;
}

/* Points go up far more often than down, so the highest totals are worked out first. */
static void settle(struct fl_win *w, enum fl_sabords_stage stage, const struct fl_ends *ends)
{
    int n = totals(w);
    double change = 1;
    while (change > settled) {
        change = 0;
        for (int sum = 2 * n - 2; sum >= 0; sum--)
            for (int mine = between(sum - n + 1, 0, n); mine < n && mine <= sum; mine++) {
                struct fl_standing s = {stage, w->lowest + mine, w->lowest + sum - mine};
                double *now = &w->exact[place_of(w, s)];
                double then = chance_by_ends(w, s, &ends[mine * n + sum - mine]);
                double by = then > *now ? then - *now : *now - then;
                change = by > change ? by : change;
                *now = then;
            }
    }
}

/* All turns end as those played for points: a good first plan. */
static void begin_with_points(const struct fl_card_ends card[], struct fl_ends *ends, int count)
{
    struct fl_solved solved;
    memset(&ends[0], 0, sizeof ends[0]);
    for (int i = 0; i < FL_SABORDS_KINDS; i++) {
        fl_solve_for_points(i, &solved);
        fl_add_ends(&card[i], &solved.plan, fl_card_copies(i) / 35.0, &ends[0]);
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

/* Ordinary play, or sudden death. */
static bool solve_stage(struct fl_win *w, struct pass *p, int threads)
{
    int n = totals(w);
    double *now = w->exact + (p->stage == FL_SABORDS_SUDDEN ? n * n : 0), gain = 1;
    p->columns = n;
    begin_with_points(p->card, p->ends, n * n);
    memset(p->print, 0, (size_t)(n * n) * sizeof *p->print);
    for (int round = 0; gain > no_better && round < MOST_ROUNDS; round++) {
        settle(w, p->stage, p->ends);
        if (!play_all(p, threads))
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
    return play_all(&last, threads);
}

bool fl_win_solve(struct fl_win *w, int threads, struct fl_win_progress *progress)
{
    size_t count = (size_t)totals(w) * (size_t)totals(w);
    struct fl_card_ends *card = malloc(FL_SABORDS_KINDS * sizeof *card);
    struct pass p = {.win = w,
                     .card = card,
                     .progress = progress,
                     .ends = malloc(count * sizeof *p.ends),
                     .print = malloc(count * sizeof *p.print),
                     .best = malloc(count * sizeof *p.best),
                     .stage = FL_SABORDS_SUDDEN};
    bool done = false;
    if (card && p.ends && p.print && p.best) {
        for (int i = 0; i < FL_SABORDS_KINDS; i++)
            fl_card_ends_of(i, &card[i]);
        done = solve_stage(w, &p, threads) && solve_last_round(w, &p, threads);
        p.stage = FL_SABORDS_NORMAL;
        done = done && solve_stage(w, &p, threads);
    }
    free(card);
    free(p.ends);
    free(p.print);
    free(p.best);
    return done;
}
