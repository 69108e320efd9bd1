/* Solves Mille Sabords! for two players by policy iteration. Each round solves every turn for the
 * current probabilities to win. Where this improves the policy, the distribution of the ends of the
 * turn replaces the former one. Then the probabilities to win that follow from all distributions
 * are calculated. The iteration ends when no turn can be improved. */
#include "agents/mille_sabords/win_solver.h"

#include <stdlib.h>
#include <string.h>

#include "agents/parallel.h"

enum { MAX_ROUNDS = 30, BELOW = -FL_LEAST_POINTS, STAGES = 3 };

/* Tolerances of probabilities. */
static const double converged = 1e-13; /* evaluation of a policy ends with smaller changes */
static const double no_gain = 5e-9;    /* policy iteration ends with smaller gains */
static const double no_doubt = 2e-9;   /* turns are solved again if they can be off by more */
static const double turn_exact = 1e-10, turn_coarse = 1e-5; /* of turns; coarse in early rounds */
static const double ends_exact = 1e-11, ends_coarse = 1e-7; /* of the distributions of ends */
static const double unsettled = 0.01; /* gain after which most plans change once more */

/* ---- probabilities after a turn ---- */

/* The probabilities to win of a player whose turn just ended, in one stage of the game. A row has
 * one total of the opponent, who moves next. Its columns are the totals of the player, from BELOW
 * below the lowest one to the highest that a turn can reach. Positions with the same total of the
 * opponent and consecutive own totals are adjacent, so that they are read as one vector. */
struct after {
    double *at;
    int width;
};

static double *row_of(struct after a, int theirs)
{
    return a.at + theirs * a.width;
}

static fl_lanes load(const double *at)
{
    return *(const fl_lanes *)at;
}

/* Stores the probability of the player to move. */
static void set_chance(struct after a, int mine, int theirs, double chance)
{
    double *row = row_of(a, mine) + BELOW + theirs;
    *row = 1 - chance;
    for (int i = 1; theirs == 0 && i <= BELOW; i++)
        row[-i] = 1 - chance; /* totals below the lowest count as the lowest */
}

/* ---- the data of a solution ---- */

/* The positions with one total of the opponent and FL_TURN_LANES consecutive own totals. */
struct group {
    struct fl_ends ends; /* of the current policy */
    fl_lanes best;       /* probabilities to win with the best turns */
    double doubt;        /* `best` may have changed by this much since it was calculated */
};

/* What all threads share. Totals are counted from the lowest one; those of the opponent in the last
 * round from the target. */
struct solution {
    struct fl_win_progress *progress;
    struct fl_card_ends card[FL_SABORDS_KINDS];
    int totals, target;         /* both in hundreds of points above the lowest total */
    struct after after[STAGES]; /* by stage of the game before the turn */
    struct group *group;        /* by [theirs][mine / FL_TURN_LANES] */
    enum fl_sabords_stage stage;
    double *before;     /* after[stage] when turns were last solved */
    double enough;      /* tolerance of turns in this round */
    double ends_enough; /* tolerance of the distributions of ends */
    atomic_int next;    /* the next total of the opponent that no thread has taken */
};

/* The work of one thread. */
struct worker {
    struct fl_lane_stakes stakes;
    struct fl_lane_worth worth[FL_SABORDS_KINDS]; /* of the neighbours, to start from */
    struct fl_plan plan[FL_SABORDS_KINDS][FL_TURN_LANES];
};

static int rows_in(const struct solution *s, enum fl_sabords_stage stage)
{
    return stage == FL_SABORDS_LAST_ROUND ? FL_WIN_OVERS : s->totals;
}

static int groups_of(const struct solution *s)
{
    return (s->totals + FL_TURN_LANES - 1) / FL_TURN_LANES;
}

static struct group *group_at(const struct solution *s, int theirs, int group)
{
    return &s->group[theirs * groups_of(s) + group];
}

/* The probabilities of FL_TURN_LANES positions after every end of a turn. */
struct outlook {
    const double *points;             /* by hundreds of points from FL_LEAST_POINTS: vectors */
    const double *raid[FL_RAID_ENDS]; /* by loss of the opponent */
};

static struct outlook outlook_of(const struct solution *s, int theirs, int group)
{
    int mine = group * FL_TURN_LANES;
    struct outlook out = {.points = row_of(s->after[s->stage], theirs) + mine};
    for (int loss = 0; loss < FL_RAID_ENDS; loss++) {
        bool falls = s->stage == FL_SABORDS_LAST_ROUND && loss > theirs; /* below the target */
        int left = falls ? s->target + theirs - loss : theirs - loss;
        out.raid[loss] =
            row_of(s->after[falls ? FL_SABORDS_SUDDEN : s->stage], left < 0 ? 0 : left) + BELOW +
            mine;
    }
    return out;
}

/* ---- policy improvement ---- */

static void fill_stakes(const struct outlook *outlook, const struct fl_card_ends *card,
                        struct fl_lane_stakes *out)
{
    for (int node = 0; node < card->turn.nodes; node++) {
        out->stop[node] = load(outlook->points + card->stop[node]);
        out->lost[node] = load(outlook->points + card->lost[node]);
    }
    if (card->nine >= 0)
        out->stop[card->nine] = (fl_lanes){0} + 1;
    for (int skulls = 0; skulls <= FL_SABORDS_DICE; skulls++) {
        out->raid[skulls] = (fl_lanes){0};
        for (int loss = 0; loss < FL_RAID_ENDS; loss++)
            out->raid[skulls] += card->raid[skulls][loss] * load(outlook->raid[loss]);
    }
}

/* The probability of a card. The turns of Diamond and Coin are equivalent: Diamond is skipped and
 * Coin counts for both. */
static double probability_of(int card)
{
    int copies = card == FL_CARD_DIAMOND ? 0 : fl_sabords_copies[card];
    return (copies + (card == FL_CARD_COIN ? fl_sabords_copies[FL_CARD_DIAMOND] : 0)) / 35.0;
}

static fl_lanes solve_turns(const struct solution *s, struct worker *w, int theirs, int group)
{
    struct outlook outlook = outlook_of(s, theirs, group);
    fl_lanes chance = {0}, one;
    w->stakes.enough = s->enough;
    for (int i = 0; i < FL_SABORDS_KINDS; i++) {
        if (probability_of(i) <= 0)
            continue;
        fill_stakes(&outlook, &s->card[i], &w->stakes);
        fl_lanes_solve(&s->card[i].turn, &w->stakes, w->plan[i], &w->worth[i], &one);
        chance += probability_of(i) * one;
    }
    return chance;
}

/* The difference between the best turn and the policy; 0 in lanes without a position. */
static double gain_of(const struct solution *s, int theirs, int group, int lane)
{
    int mine = group * FL_TURN_LANES + lane;
    if (mine >= s->totals)
        return 0;
    double now = 1 - row_of(s->after[s->stage], mine)[BELOW + theirs];
    double gain = group_at(s, theirs, group)->best[lane] - now;
    return gain < 0 ? -gain : gain;
}

/* Replaces the distributions of ends of positions where the new plans are better. */
static void update_ends(const struct solution *s, struct worker *w, int theirs, int group)
{
    struct fl_ends *ends = &group_at(s, theirs, group)->ends, fresh = {.nine = {0}};
    double enough = s->enough > no_gain - no_doubt ? s->enough : no_gain - no_doubt;
    bool better[FL_TURN_LANES], any = false;
    for (int lane = 0; lane < FL_TURN_LANES; lane++)
        any |= better[lane] = gain_of(s, theirs, group, lane) > enough;
    if (!any)
        return;
    for (int i = 0; i < FL_SABORDS_KINDS; i++)
        if (probability_of(i) > 0)
            fl_add_ends(&s->card[i], w->plan[i], probability_of(i), s->ends_enough, &fresh);
    for (int lane = 0; lane < FL_TURN_LANES; lane++)
        for (size_t i = 0; better[lane] && i < sizeof fresh / sizeof(fl_lanes); i++)
            ((fl_lanes *)ends)[i][lane] = ((fl_lanes *)&fresh)[i][lane];
}

static void improve_group(const struct solution *s, struct worker *w, int theirs, int group)
{
    struct group *g = group_at(s, theirs, group);
    g->best = solve_turns(s, w, theirs, group);
    g->doubt = s->enough * 25 / 11;
    if (s->stage != FL_SABORDS_LAST_ROUND)
        update_ends(s, w, theirs, group);
}

static void improve_rows(void *work, int number)
{
    struct solution *s = work;
    struct worker *w = malloc(sizeof *w);
    int theirs;
    (void)number;
    while (w && !atomic_load(&s->progress->stop) &&
           (theirs = atomic_fetch_add(&s->next, 1)) < rows_in(s, s->stage)) {
        memset(w->worth, 0, sizeof w->worth);
        for (int group = 0; group < groups_of(s); group++)
            if (group_at(s, theirs, group)->doubt > no_doubt)
                improve_group(s, w, theirs, group);
        atomic_fetch_add(&s->progress->rows, 1);
    }
    if (!w)
        atomic_store(&s->progress->stop, true);
    free(w);
}

/* Processes all rows; false if it was stopped. */
static bool improve_all(struct solution *s, int threads)
{
    atomic_store(&s->next, 0);
    fl_parallel_run(threads, improve_rows, s);
    return !atomic_load(&s->progress->stop);
}

/* ---- policy evaluation ---- */

static fl_lanes chance_by_ends(const struct solution *s, int theirs, int group)
{
    struct outlook outlook = outlook_of(s, theirs, group);
    const struct fl_ends *ends = &group_at(s, theirs, group)->ends;
    fl_lanes chance = ends->nine;
    for (int i = 0; i < FL_POINT_ENDS; i++)
        chance += ends->points[i] * load(outlook.points + i);
    for (int i = 0; i < FL_RAID_ENDS; i++)
        chance += ends->raid[i] * load(outlook.raid[i]);
    return chance;
}

/* Calculates the probabilities of a group again; returns the largest change. */
static double evaluate_group(const struct solution *s, int theirs, int group)
{
    fl_lanes chance = chance_by_ends(s, theirs, group);
    struct after after = s->after[s->stage];
    double change = 0;
    for (int i = 0, mine = group * FL_TURN_LANES; i < FL_TURN_LANES && mine < s->totals;
         i++, mine++) {
        double by = 1 - chance[i] - row_of(after, mine)[BELOW + theirs];
        change = by > change ? by : -by > change ? -by : change;
        set_chance(after, mine, theirs, chance[i]);
    }
    return change;
}

/* Gauss-Seidel iteration. Points increase far more often than they decrease, so high totals are
 * updated first. */
static void evaluate_policy(const struct solution *s)
{
    int groups = groups_of(s);
    double change = 1;
    while (change > converged) {
        change = 0;
        for (int sum = s->totals - 1 + (groups - 1) * FL_TURN_LANES; sum >= 0; sum--)
            for (int group = groups - 1; group >= 0; group--) {
                int theirs = sum - group * FL_TURN_LANES;
                if (theirs < 0 || theirs >= s->totals)
                    continue;
                double by = evaluate_group(s, theirs, group);
                change = by > change ? by : change;
            }
    }
}

/* The initial policy: every turn is played for points. */
static void start_with_points(const struct solution *s)
{
    struct fl_solved solved;
    struct fl_plan plan[FL_TURN_LANES];
    struct fl_ends ends = {.nine = {0}};
    for (int i = 0; i < FL_SABORDS_KINDS; i++) {
        fl_solve_for_points(i, &solved);
        for (int lane = 0; lane < FL_TURN_LANES; lane++)
            plan[lane] = solved.plan;
        fl_add_ends(&s->card[i], plan, fl_sabords_copies[i] / 35.0, turn_exact, &ends);
    }
    for (int i = 0; i < s->totals * groups_of(s); i++)
        s->group[i] = (struct group){.ends = ends, .doubt = 1};
}

static double largest_change(const double *now, const double *before, int count)
{
    double change = 0;
    for (int i = 0; i < count; i++) {
        double by = now[i] > before[i] ? now[i] - before[i] : before[i] - now[i];
        change = by > change ? by : change;
    }
    return change;
}

/* The largest change of the probabilities after the ends of a group's turns. */
static double change_of(const struct solution *s, int theirs, int group)
{
    struct outlook now = outlook_of(s, theirs, group);
    const double *at = s->after[s->stage].at;
    double change = largest_change(now.points, s->before + (now.points - at),
                                   FL_POINT_ENDS + FL_TURN_LANES - 1);
    for (int loss = 0; loss < FL_RAID_ENDS; loss++) {
        const double *raid = now.raid[loss];
        double by = largest_change(raid, s->before + (raid - at), FL_TURN_LANES);
        change = by > change ? by : change;
    }
    return change;
}

/* Adds the changes of the last evaluation to the doubts. */
static void add_doubts(const struct solution *s)
{
    const struct after *a = &s->after[s->stage];
    for (int theirs = 0; theirs < s->totals; theirs++)
        for (int group = 0; group < groups_of(s); group++)
            group_at(s, theirs, group)->doubt += change_of(s, theirs, group);
    memcpy(s->before, a->at, (size_t)(s->totals * a->width) * sizeof *s->before);
}

/* The largest possible gain of a better turn. */
static double largest_gain(const struct solution *s)
{
    double largest = 0;
    for (int theirs = 0; theirs < s->totals; theirs++)
        for (int group = 0; group < groups_of(s); group++)
            for (int lane = 0; lane < FL_TURN_LANES; lane++) {
                double gain = gain_of(s, theirs, group, lane) + group_at(s, theirs, group)->doubt;
                largest = gain > largest ? gain : largest;
            }
    return largest;
}

/* The tolerance of the next round. Its gain is about the square of the last one. */
static double tolerance_after(double gain)
{
    double enough = gain * gain / 10000;
    return enough > turn_coarse ? turn_coarse : enough < turn_exact ? turn_exact : enough;
}

/* Solves ordinary play or sudden death. */
static bool solve_stage(struct fl_win *w, struct solution *s, enum fl_sabords_stage stage,
                        int threads)
{
    double gain = 1;
    s->stage = stage;
    s->enough = turn_coarse;
    s->ends_enough = ends_coarse;
    start_with_points(s);
    for (int round = 0; gain > no_gain && round < MAX_ROUNDS; round++) {
        evaluate_policy(s);
        add_doubts(s);
        if (!improve_all(s, threads))
            return false;
        gain = largest_gain(s);
        s->enough = tolerance_after(gain);
        s->ends_enough = gain > unsettled ? ends_coarse : ends_exact;
        w->rounds++;
    }
    if (gain > w->residual)
        w->residual = gain;
    return true;
}

static bool solve_last_round(struct solution *s, int threads)
{
    s->stage = FL_SABORDS_LAST_ROUND;
    s->enough = turn_exact;
    for (int i = 0; i < FL_WIN_OVERS * groups_of(s); i++)
        s->group[i].doubt = 1;
    return improve_all(s, threads);
}

/* ---- beginning and end ---- */

/* The result of the last round, if the opponent has the target: the higher total wins. */
static void fill_last_round(const struct solution *s)
{
    struct after a = s->after[FL_SABORDS_LAST_ROUND];
    for (int theirs = 0; theirs < FL_WIN_OVERS; theirs++)
        for (int i = 0; i < a.width; i++) {
            int ahead = i - BELOW - s->target - theirs;
            row_of(a, theirs)[i] = ahead > 0 ? 1 : ahead < 0 ? 0 : 0.5;
        }
}

/* A player that reaches the target in sudden death wins. */
static void fill_sudden_death(const struct solution *s)
{
    struct after a = s->after[FL_SABORDS_SUDDEN];
    for (int theirs = 0; theirs < s->totals; theirs++)
        for (int i = BELOW + s->target; i < a.width; i++)
            row_of(a, theirs)[i] = 1;
}

static double last_round_chance(const struct solution *s, int mine, int theirs)
{
    return group_at(s, theirs, mine / FL_TURN_LANES)->best[mine % FL_TURN_LANES];
}

/* A player that reaches the target in ordinary play starts the last round. */
static void fill_ordinary_play(const struct solution *s)
{
    for (int mine = 0; mine < s->totals; mine++)
        for (int theirs = 0; theirs < FL_WIN_OVERS; theirs++)
            set_chance(s->after[FL_SABORDS_NORMAL], mine, s->target + theirs,
                       last_round_chance(s, mine, theirs));
}

static void copy_table(const struct solution *s, enum fl_sabords_stage stage, double *out)
{
    for (int mine = 0; mine < s->totals; mine++)
        for (int theirs = 0; theirs < s->totals; theirs++)
            *out++ = 1 - row_of(s->after[stage], mine)[BELOW + theirs];
}

static void copy_last_round(const struct solution *s, double *out)
{
    for (int mine = 0; mine < s->totals; mine++)
        for (int theirs = 0; theirs < FL_WIN_OVERS; theirs++)
            *out++ = last_round_chance(s, mine, theirs);
}

static bool solve_all(struct fl_win *w, struct solution *s, int threads)
{
    int n = s->totals;
    for (int i = 0; i < FL_SABORDS_KINDS; i++)
        fl_card_ends_of(i, &s->card[i]);
    fill_last_round(s);
    fill_sudden_death(s);
    if (!solve_stage(w, s, FL_SABORDS_SUDDEN, threads) || !solve_last_round(s, threads))
        return false;
    atomic_store(&s->progress->rows, w->rows - FL_WIN_ROUNDS * n); /* the rest is ordinary play */
    fill_ordinary_play(s);
    copy_last_round(s, w->exact + 2 * n * n);
    if (!solve_stage(w, s, FL_SABORDS_NORMAL, threads))
        return false;
    copy_table(s, FL_SABORDS_NORMAL, w->exact);
    copy_table(s, FL_SABORDS_SUDDEN, w->exact + n * n);
    return true;
}

bool fl_win_solve(struct fl_win *w, int threads, struct fl_win_progress *progress)
{
    struct solution *s = calloc(1, sizeof *s);
    bool ready = s, done = false;
    if (!s)
        return false;
    s->progress = progress;
    s->totals = s->target = fl_win_totals(w);
    int columns = s->totals > FL_WIN_OVERS ? s->totals : FL_WIN_OVERS;
    int width = BELOW + s->totals + FL_WIN_OVERS + FL_TURN_LANES;
    s->before = calloc((size_t)(s->totals * width), sizeof *s->before);
    s->group = calloc((size_t)(columns * groups_of(s)), sizeof *s->group);
    for (int i = 0; i < STAGES; i++) {
        s->after[i] = (struct after){
            calloc((size_t)(rows_in(s, (enum fl_sabords_stage)i) * width), sizeof(double)), width};
        ready &= s->after[i].at != NULL;
    }
    if (ready && s->group && s->before)
        done = solve_all(w, s, threads);
    for (int i = 0; i < STAGES; i++)
        free(s->after[i].at);
    free(s->group);
    free(s->before);
    free(s);
    return done;
}
