/* Confidence intervals, histograms, Elo ratings and the sequential test. */
#include "sim/statistics.h"

#include <assert.h>
#include <math.h>
#include <string.h>

static const double z95 =
    1.959964; /* 95 % of a normal distribution are within this number of standard deviations */

struct fl_interval fl_wilson(double rate, double n)
{
    double zz = z95 * z95;
    double middle = (rate + zz / (2 * n)) / (1 + zz / n);
    double half = z95 * sqrt(rate * (1 - rate) / n + zz / (4 * n * n)) / (1 + zz / n);
    return (struct fl_interval){middle - half, middle + half};
}

void fl_spread_add(struct fl_spread *s, int64_t value)
{
    if (!s->count || value < s->least)
        s->least = value;
    if (!s->count || value > s->most)
        s->most = value;
    s->count++;
    s->sum += value;
    s->squares += value * value;
}

void fl_spread_merge(struct fl_spread *s, const struct fl_spread *from)
{
    if (!from->count)
        return;
    if (!s->count || from->least < s->least)
        s->least = from->least;
    if (!s->count || from->most > s->most)
        s->most = from->most;
    s->count += from->count;
    s->sum += from->sum;
    s->squares += from->squares;
}

double fl_spread_mean(const struct fl_spread *s)
{
    return s->count ? (double)s->sum / (double)s->count : 0;
}

double fl_spread_deviation(const struct fl_spread *s)
{
    double n = (double)s->count, sum = (double)s->sum;
    double variance = n > 1 ? ((double)s->squares - sum * sum / n) / (n - 1) : 0;
    return sqrt(variance > 0 ? variance : 0);
}

/* ---- histogram of fixed size ---- */

static int64_t floor_of(int64_t a, int64_t b)
{
    return a / b - (a % b < 0);
}

static uint64_t *place_of(struct fl_histogram *h, int64_t bin)
{
    return &h->count[(uint64_t)bin % FL_BINS]; /* 2^64 is a multiple of FL_BINS */
}

static void widen(struct fl_histogram *h)
{
    struct fl_histogram narrow = *h;
    int64_t factor = h->widened % 2 ? 5 : 2;
    memset(h->count, 0, sizeof h->count);
    h->width *= factor;
    h->widened++;
    h->first = floor_of(narrow.first, factor);
    h->last = floor_of(narrow.last, factor);
    for (int64_t bin = narrow.first; bin <= narrow.last; bin++)
        *place_of(h, floor_of(bin, factor)) += *place_of(&narrow, bin);
}

/* Extends the range by a bin if the array is large enough for it; false otherwise. */
static bool extend_range(struct fl_histogram *h, int64_t bin)
{
    int64_t first = bin < h->first ? bin : h->first, last = bin > h->last ? bin : h->last;
    if (last - first >= FL_BINS)
        return false;
    h->first = first;
    h->last = last;
    return true;
}

void fl_histogram_add(struct fl_histogram *h, int64_t value, uint64_t times)
{
    if (!h->width) {
        h->width = 1;
        h->first = h->last = value;
    }
    while (!extend_range(h, floor_of(value, h->width)))
        widen(h);
    *place_of(h, floor_of(value, h->width)) += times;
}

void fl_histogram_merge(struct fl_histogram *h, const struct fl_histogram *from)
{
    if (!from->width)
        return;
    if (!h->width) {
        *h = *from;
        return;
    }
    while (h->width < from->width)
        widen(h);
    for (int64_t bin = from->first; bin <= from->last; bin++)
        if (fl_histogram_count(from, bin))
            fl_histogram_add(h, bin * from->width, fl_histogram_count(from, bin));
}

uint64_t fl_histogram_count(const struct fl_histogram *h, int64_t bin)
{
    return bin < h->first || bin > h->last ? 0 : h->count[(uint64_t)bin % FL_BINS];
}

int64_t fl_bar_of(int64_t bin, int64_t bins_a_bar)
{
    return floor_of(bin, bins_a_bar);
}

int64_t fl_histogram_bar(const struct fl_histogram *h, int bars)
{
    static const int64_t sizes[] = {1, 2, 5, 10, 20, 50, 100, 200};
    int i = 0;
    while (fl_bar_of(h->last, sizes[i]) - fl_bar_of(h->first, sizes[i]) >= bars)
        i++;
    return sizes[i];
}

/* ---- Elo ---- */

/* Elo points per unit of the natural logarithm of strength: 400 / ln 10. */
static const double elo_scale = 173.71779276130073;

double fl_elo_share(double elo, double mine, double others)
{
    double strength = pow(10, elo / 400);
    return mine * strength / (mine * strength + others);
}

/* Adds one game to each meeting, shared by all its places, so that no contestant has zero wins. */
static int add_prior_games(const struct fl_meeting *from, int meetings, struct fl_meeting *to)
{
    int kept = 0;
    for (int m = 0; m < meetings; m++) {
        double places = 0;
        for (int i = 0; i < FL_MAX_CONTESTANTS; i++)
            places += from[m].places[i];
        if (from[m].games <= 0 || places <= 0)
            continue;
        to[kept] = from[m];
        to[kept].games += 1;
        for (int i = 0; i < FL_MAX_CONTESTANTS; i++)
            to[kept].wins[i] += from[m].places[i] / places;
        kept++;
    }
    return kept;
}

static double strength_at(const struct fl_meeting *m, const double *strength, int contestants)
{
    double sum = 0;
    for (int i = 0; i < contestants; i++)
        sum += m->places[i] * strength[i];
    return sum;
}

/* One step of Hunter's MM algorithm for Luce's model; returns the largest change. */
static double improve(const struct fl_meeting *m, int meetings, int contestants, double *strength)
{
    double wins[FL_MAX_CONTESTANTS] = {0}, weight[FL_MAX_CONTESTANTS] = {0}, moved = 0;
    for (int k = 0; k < meetings; k++)
        for (int i = 0; i < contestants; i++) {
            wins[i] += m[k].wins[i];
            weight[i] += m[k].games * m[k].places[i] / strength_at(&m[k], strength, contestants);
        }
    for (int i = 0; i < contestants; i++) {
        double better = weight[i] > 0 ? wins[i] / weight[i] : strength[i];
        moved = fmax(moved, fabs(log(better / strength[i])));
        strength[i] = better;
    }
    for (int i = contestants - 1; i >= 0; i--)
        strength[i] /= strength[0];
    return moved;
}

/* The information matrix of the logarithms of the strengths, without the first contestant's. */
static void add_information(const struct fl_meeting *m, int meetings, int contestants,
                            const double *strength, double out[][FL_MAX_CONTESTANTS])
{
    for (int k = 0; k < meetings; k++) {
        double all = strength_at(&m[k], strength, contestants);
        for (int i = 1; i < contestants; i++)
            for (int j = 1; j < contestants; j++) {
                double a = m[k].places[i] * strength[i] / all;
                double b = m[k].places[j] * strength[j] / all;
                out[i][j] += m[k].games * ((i == j ? a : 0) - a * b);
            }
    }
}

/* Element (i, i) of the inverse, by elimination. The matrix is small and positive definite. */
static double variance_of(double m[][FL_MAX_CONTESTANTS], int n, int i)
{
    double a[FL_MAX_CONTESTANTS][FL_MAX_CONTESTANTS], x[FL_MAX_CONTESTANTS] = {0};
    memcpy(a, m, sizeof a);
    x[i] = 1;
    for (int pivot = 1; pivot < n; pivot++)
        for (int row = 1; row < n; row++) {
            if (row == pivot || a[pivot][pivot] <= 0)
                continue;
            double factor = a[row][pivot] / a[pivot][pivot];
            for (int column = 1; column < n; column++)
                a[row][column] -= factor * a[pivot][column];
            x[row] -= factor * x[pivot];
        }
    return a[i][i] > 0 ? x[i] / a[i][i] : INFINITY;
}

void fl_elo_fit(const struct fl_meeting *given, int meetings, int contestants,
                struct fl_rating *out)
{
    struct fl_meeting soft[FL_MAX_COMPOSITIONS];
    double strength[FL_MAX_CONTESTANTS], known[FL_MAX_CONTESTANTS][FL_MAX_CONTESTANTS] = {{0}};
    assert(meetings <= FL_MAX_COMPOSITIONS && contestants <= FL_MAX_CONTESTANTS);
    int n = add_prior_games(given, meetings, soft);
    for (int i = 0; i < contestants; i++)
        strength[i] = 1;
    for (int step = 0; step < 10000 && improve(soft, n, contestants, strength) > 1e-9; step++)
        ;
    add_information(soft, n, contestants, strength, known);
    for (int i = 0; i < contestants; i++) {
        double half = i ? z95 * elo_scale * sqrt(variance_of(known, contestants, i)) : 0;
        out[i].elo = elo_scale * log(strength[i]);
        out[i].interval = (struct fl_interval){out[i].elo - half, out[i].elo + half};
    }
}

struct fl_pairing fl_pair(const struct fl_meeting *m, int meetings, int one, int other)
{
    double mine = 0, theirs = 0;
    for (int k = 0; k < meetings; k++) {
        if (m[k].places[one] <= 0 || m[k].places[other] <= 0)
            continue;
        mine += m[k].wins[one] / m[k].places[one];
        theirs += m[k].wins[other] / m[k].places[other];
    }
    struct fl_pairing p = {.rate = 0.5, .wins = mine + theirs, .interval = {0, 1}};
    if (p.wins > 0) {
        p.rate = mine / p.wins;
        p.interval = fl_wilson(p.rate, p.wins);
    }
    return p;
}

/* ---- the sequential test ---- */

enum { PRIOR_ROUNDS = 16 };

void fl_sprt_bounds(struct fl_sprt *s, double alpha, double beta)
{
    s->lower = log(beta / (1 - alpha));
    s->upper = log((1 - beta) / alpha);
}

double fl_sprt_ratio(const struct fl_sprt *s, const struct fl_rounds *r)
{
    if (r->count < 1)
        return 0;
    double mean = r->sum / r->count, middle = (s->share0 + s->share1) / 2;
    double deviations = r->squares - r->sum * mean;
    double prior = PRIOR_ROUNDS * middle * (1 - middle) / s->games;
    double variance = ((deviations > 0 ? deviations : 0) + prior) / (r->count + PRIOR_ROUNDS);
    return r->count * (s->share1 - s->share0) * (mean - middle) / variance;
}

enum fl_verdict fl_sprt_verdict(const struct fl_sprt *s, double ratio)
{
    return ratio >= s->upper ? FL_STRONGER : ratio <= s->lower ? FL_NOT_STRONGER : FL_UNDECIDED;
}
