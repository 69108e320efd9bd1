/* Statistics of many games: pure functions over counts. docs/arena.md explains the figures. */
#ifndef FL_SIM_STATISTICS_H
#define FL_SIM_STATISTICS_H

#include <stdbool.h>
#include <stdint.h>

/* ---- intervals and sums ---- */

struct fl_interval {
    double low, high;
};

/* Wilson's 95 % interval for a rate observed in n > 0 games. It stays within 0 to 1 and is valid
 * for few games. Shared wins count as fractions, which makes the interval slightly too
 * wide. */
struct fl_interval fl_wilson(double rate, double n);

/* Sums of observed integers; zeros without observations. */
struct fl_spread {
    int64_t count, sum, squares, least, most;
};

/* Adds one observation; adds those of another spread; mean and standard deviation of the
 * observations. */
void fl_spread_add(struct fl_spread *, int64_t value);
void fl_spread_merge(struct fl_spread *, const struct fl_spread *from);
double fl_spread_mean(const struct fl_spread *);      /* 0 without observations */
double fl_spread_deviation(const struct fl_spread *); /* 0 with fewer than two */

/* ---- histogram of fixed size ---- */

enum { FL_BINS = 256 };

/* Bins have a width of 1, 2, 10, 20, 100, 200, ... Each wider bin consists of whole narrower ones
 * and starts at a multiple of its width. The width is the smallest with which all values fit.
 * Therefore the histogram depends only on the values, not on their order or on how they were split
 * between threads. */
struct fl_histogram {
    int64_t width;       /* 0: no values yet */
    int64_t first, last; /* outermost bins; bin b contains the values b*width to (b+1)*width-1 */
    int64_t widened;     /* number of times */
    uint64_t count[FL_BINS]; /* of bin b at index b modulo FL_BINS */
};

/* Adds a value that was observed `times` times; adds the values of another histogram. */
void fl_histogram_add(struct fl_histogram *, int64_t value, uint64_t times);
void fl_histogram_merge(struct fl_histogram *, const struct fl_histogram *from);

/* The number of values in a bin. */
uint64_t fl_histogram_count(const struct fl_histogram *, int64_t bin);

/* The number of bins to draw as one bar (1, 2, 5, 10, ...) so that at most `bars` bars are needed.
 */
int64_t fl_histogram_bar(const struct fl_histogram *, int bars);

/* The bar of a bin. Bars start at multiples of their width, too. */
int64_t fl_bar_of(int64_t bin, int64_t bins_a_bar);

/* ---- Elo ---- */

enum { FL_MAX_CONTESTANTS = 8, FL_MAX_COMPOSITIONS = 70 };

/* Games of one composition: the number of places and of wins of each contestant. */
struct fl_meeting {
    double games;
    double places[FL_MAX_CONTESTANTS], wins[FL_MAX_CONTESTANTS]; /* the sum of wins is `games` */
};

struct fl_rating {
    double elo; /* relative to the first contestant, who has 0 */
    struct fl_interval interval;
};

/* The expected share of wins of `mine` places against `others` places if mine are stronger by
 * `elo`. The probability of a place to win is proportional to 10^(elo/400): for one place against
 * one this is Elo's and Bradley and Terry's formula, for more Luce's. */
double fl_elo_share(double elo, double mine, double others);

/* Maximum-likelihood ratings with 95 % intervals. One game per composition, shared by all places,
 * is added, so that contestants without a win have a rating too. */
void fl_elo_fit(const struct fl_meeting *, int meetings, int contestants, struct fl_rating *out);

/* Two contestants in the games in which both had places: how often a place of `one` won, among all
 * wins by a place of either. */
struct fl_pairing {
    double rate, wins; /* wins: those of a place of either */
    struct fl_interval interval;
};

/* Compares two contestants, given by number. */
struct fl_pairing fl_pair(const struct fl_meeting *, int meetings, int one, int other);

/* ---- the sequential test ---- */

/* Rounds of one contestant: the sum of its share of the wins of each round, and the sum of squares.
 */
struct fl_rounds {
    double count, sum, squares;
};

struct fl_sprt {
    double share0, share1; /* its share if it is stronger by elo0, or by elo1 */
    double lower, upper;   /* bounds of the log-likelihood ratio */
    int games;             /* per round */
};

enum fl_verdict { FL_UNDECIDED, FL_NOT_STRONGER, FL_STRONGER };

/* The bounds for the error probabilities alpha (accepting elo1 although elo0 is true) and beta
 * (accepting elo0 although elo1 is true). */
void fl_sprt_bounds(struct fl_sprt *, double alpha, double beta);

/* The log-likelihood ratio of share1 to share0, for normally distributed rounds with the observed
 * variance (generalised SPRT). Sixteen additional rounds with the variance of independent games
 * stabilise the estimate while there are few. */
double fl_sprt_ratio(const struct fl_sprt *, const struct fl_rounds *);

/* The decision for a ratio. */
enum fl_verdict fl_sprt_verdict(const struct fl_sprt *, double ratio);

#endif
