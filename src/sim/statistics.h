/* What many games tell: pure functions over counts. docs/arena.md says what the figures mean. */
#ifndef FL_SIM_STATISTICS_H
#define FL_SIM_STATISTICS_H

#include <stdbool.h>
#include <stdint.h>

/* ---- one figure ---- */

struct fl_interval {
    double low, high;
};

/* Wilson's interval of 95 % for a rate seen in n > 0 games: stays inside 0..1 and is right for few
 * games too. A shared win is a part of a game, which makes the interval a little too wide. */
struct fl_interval fl_wilson(double rate, double n);

/* Whole numbers seen, added up. Begins with fl_no_spread. */
struct fl_spread {
    int64_t count, sum, squares, least, most;
};

struct fl_spread fl_no_spread(void);
void fl_spread_add(struct fl_spread *, int64_t value);
void fl_spread_merge(struct fl_spread *, const struct fl_spread *from);
double fl_spread_mean(const struct fl_spread *);      /* 0 of nothing */
double fl_spread_deviation(const struct fl_spread *); /* 0 of fewer than two */

/* ---- a histogram in a fixed room ---- */

enum { FL_BINS = 256 };

/* Bins of 1, 2, 10, 20, 100, 200, ... numbers each, every one made of whole smaller ones and
 * beginning at a multiple of its width. The width is the smallest with which everything seen fits,
 * so the histogram depends on what was seen and not on the order, nor on who saw which part. */
struct fl_histogram {
    int64_t width;       /* 0: nothing seen */
    int64_t first, last; /* numbers of the outermost bins; bin b holds b*width .. (b+1)*width-1 */
    int64_t widened;     /* times */
    uint64_t count[FL_BINS]; /* of bin b at b modulo FL_BINS */
};

void fl_histogram_add(struct fl_histogram *, int64_t value, uint64_t times);
void fl_histogram_merge(struct fl_histogram *, const struct fl_histogram *from);

/* How often the values of one bin were seen. */
uint64_t fl_histogram_count(const struct fl_histogram *, int64_t bin);

/* How many bins to draw as one bar (1, 2, 5, 10, ...) so that at most so many bars are needed. */
int64_t fl_histogram_bar(const struct fl_histogram *, int bars);

/* The bar of a bin: bars begin at multiples too. */
int64_t fl_bar_of(int64_t bin, int64_t bins_a_bar);

/* ---- Elo ---- */

enum { FL_MAX_CONTESTANTS = 8, FL_MAX_COMPOSITIONS = 70 };

/* Games with the same company at the table: who had how many places, and who won how often. */
struct fl_meeting {
    double games;
    double places[FL_MAX_CONTESTANTS], wins[FL_MAX_CONTESTANTS]; /* wins add up to games */
};

struct fl_rating {
    double elo; /* above the first contestant, who has 0 */
    struct fl_interval interval;
};

/* The part of the wins that `mine` places take from `others` if mine are so much stronger: a place
 * wins in proportion to 10^(elo/400). For one against one this is Elo's and Bradley and Terry's
 * formula, for more Luce's. */
double fl_elo_share(double elo, double mine, double others);

/* The ratings under which these results are likeliest, with intervals of 95 %. As if in every
 * company one more game had been shared by all places, so that who never won is rated too. */
void fl_elo_fit(const struct fl_meeting *, int meetings, int contestants, struct fl_rating *out);

/* Two of them, in the games in which both had places: how often a place of the one won, of all
 * times that a place of one or the other did. */
struct fl_pairing {
    double rate, wins; /* wins: of a place of one or the other */
    struct fl_interval interval;
};

struct fl_pairing fl_pair(const struct fl_meeting *, int meetings, int one, int other);

/* ---- the sequential test ---- */

/* Rounds of one contestant: the part of each round's wins that was his, summed, and its squares. */
struct fl_rounds {
    double count, sum, squares;
};

struct fl_sprt {
    double share0, share1; /* his part if he is elo0, elo1 stronger */
    double lower, upper;   /* of the log-likelihood ratio */
    int games;             /* a round */
};

enum fl_verdict { FL_UNDECIDED, FL_NOT_STRONGER, FL_STRONGER };

/* The bounds for chances of error alpha (called stronger though he is elo0) and beta (called not
 * stronger though he is elo1). */
void fl_sprt_bounds(struct fl_sprt *, double alpha, double beta);

/* The log-likelihood ratio of share1 to share0, rounds being normally distributed around it with
 * the variance seen (the generalised test). Sixteen rounds more, as uneven as independent games
 * are, steady the variance while there are few. */
double fl_sprt_ratio(const struct fl_sprt *, const struct fl_rounds *);

/* What the ratio says. */
enum fl_verdict fl_sprt_verdict(const struct fl_sprt *, double ratio);

#endif
