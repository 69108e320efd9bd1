/* A second, deliberately simple solver of one turn of Mille Sabords!: every hand separately, every
 * result of a throw with its multinomial probability, the points from the simple scorer. It shares
 * no nodes, no one-at-a-time dice and no scoring code with the program. */
#ifndef FL_TESTS_SIMPLE_SOLVER_H
#define FL_TESTS_SIMPLE_SOLVER_H

#include "mille_sabords_table.h"

enum {
    CODES = 59049
}; /* 9 to the fifth: one digit each for parrots, monkeys, sabres, coins, diamonds */

struct outcome {
    int skulls, code;
    double chance;
};

struct simple_solver {
    const char *card;
    int limit;       /* skulls on dice that do not bust */
    int outcomes[9]; /* by the number of dice thrown */
    struct outcome outcome[9][1287];
    double stop[CODES], lost[CODES];
    double spared[CODES];       /* a bust with this hand kept: the best part of it is saved */
    double raid[9];             /* by skulls of the first throw */
    double enough;              /* change that ends the sweeps */
    double lying[2][CODES];     /* by guardian unused */
    double thrown[2][4][CODES]; /* by guardian unused, skulls that stay, hand that is kept */
};

static inline int dice_in(int code)
{
    int dice = 0;
    for (; code; code /= 9)
        dice += code % 9;
    return dice;
}

static inline void write_dice(int code, int skulls, char *dice)
{
    for (const char *letter = "PMXCD"; *letter; letter++, code /= 9)
        for (int n = code % 9; n > 0; n--)
            *dice++ = *letter;
    for (; skulls > 0; skulls--)
        *dice++ = 'S';
    *dice = '\0';
}

static inline double factorial(int n)
{
    return n < 2 ? 1 : n * factorial(n - 1);
}

static inline double multinomial(int dice, int skulls, int code)
{
    double ways = factorial(dice) / factorial(skulls);
    for (; code; code /= 9)
        ways /= factorial(code % 9);
    for (int i = 0; i < dice; i++)
        ways /= 6;
    return ways;
}

static inline void list_outcomes(struct simple_solver *s)
{
    for (int code = 0; code < CODES; code++)
        for (int dice = dice_in(code); dice <= 8; dice++)
            s->outcome[dice][s->outcomes[dice]++] = (struct outcome){
                dice - dice_in(code), code, multinomial(dice, dice - dice_in(code), code)};
}

static inline void count_points(struct simple_solver *s)
{
    char dice[9];
    for (int code = 0; code < CODES; code++) {
        if (dice_in(code) > 8)
            continue;
        write_dice(code, 8 - dice_in(code), dice);
        s->stop[code] = simple_stop(s->card, dice);
        write_dice(code, 0, dice);
        s->lost[code] = simple_bust(s->card, dice);
    }
}

static inline int bearable(const struct simple_solver *s, int guardian)
{
    return guardian ? 3 : s->limit;
}

static inline double simple_throw(const struct simple_solver *s, int guardian, int skulls, int kept)
{
    int dice = 8 - skulls - dice_in(kept);
    double sum = 0;
    for (int i = 0; i < s->outcomes[dice]; i++) {
        const struct outcome *o = &s->outcome[dice][i];
        bool bust = skulls + o->skulls > bearable(s, guardian);
        sum += o->chance * (bust ? s->spared[kept] : s->lying[guardian][kept + o->code]);
    }
    return sum;
}

/* The parts of a hand that may be kept, and the value of keeping each. */
struct parts {
    const double *thrown;
    int code, fewest, most;
};

/* The best of them; digits from `place` on are still free. */
static inline double best_part(const struct parts *p, int kept, int place)
{
    double best = -1e9;
    if (place == CODES)
        return dice_in(kept) < p->fewest || dice_in(kept) > p->most ? best : p->thrown[kept];
    for (int n = p->code / place % 9; n >= 0; n--) {
        double worth = best_part(p, kept + n * place, 9 * place);
        best = worth > best ? worth : best;
    }
    return best;
}

static inline double best_move(const struct simple_solver *s, int guardian, int skulls, int code)
{
    struct parts dice = {s->thrown[guardian][skulls], code, !skulls, 8 - skulls - 2};
    double best = skulls > s->limit ? s->lost[code] : s->stop[code], other;
    if (skulls <= s->limit) {
        other = best_part(&dice, 0, 1);
        best = other > best ? other : best;
    }
    if (guardian && skulls) {
        struct parts with_skull = {s->thrown[0][skulls - 1], code, skulls == 1, 8 - skulls};
        other = best_part(&with_skull, 0, 1);
        best = other > best ? other : best;
    }
    return best;
}

static inline void solve_simply(struct simple_solver *s, int guardian, int skulls)
{
    double change = 1;
    while (change > s->enough) {
        change = 0;
        for (int code = 0; code < CODES; code++)
            if (dice_in(code) <= 8 - skulls)
                s->thrown[guardian][skulls][code] = simple_throw(s, guardian, skulls, code);
        for (int code = 0; code < CODES; code++) {
            if (dice_in(code) != 8 - skulls)
                continue;
            double best = best_move(s, guardian, skulls, code);
            change =
                best - s->lying[guardian][code] > change ? best - s->lying[guardian][code] : change;
            s->lying[guardian][code] = best;
        }
    }
}

/* A turn played for points. The values of its ends may be changed before it is solved. */
static inline void simple_begin(struct simple_solver *s, const char *card)
{
    memset(s, 0, sizeof *s);
    s->card = card;
    s->enough = 1e-8;
    s->limit = 2 - simple_card_skulls(card);
    list_outcomes(s);
    count_points(s);
}

/* After a throw any part of a hand may be on Treasure Island before the next one (6.12 to 6.14). */
static inline void save_best_parts(struct simple_solver *s)
{
    for (int code = 0; code < CODES; code++)
        if (dice_in(code) <= 8)
            s->spared[code] = best_part(&(struct parts){s->lost, code, 0, 8}, 0, 1);
}

/* Values only increase from those of stopping. */
static inline void simple_solve(struct simple_solver *s)
{
    save_best_parts(s);
    memcpy(s->lying[0], s->stop, sizeof s->stop);
    memcpy(s->lying[1], s->stop, sizeof s->stop);
    for (int unused = 0; unused <= is_card(s->card, "guardian"); unused++)
        for (int skulls = bearable(s, unused); skulls >= 0; skulls--)
            solve_simply(s, unused, skulls);
}

/* The value of the turn before the first throw. */
static inline double simple_worth(const struct simple_solver *s)
{
    int guardian = is_card(s->card, "guardian");
    double sum = 0;
    for (int i = 0; i < s->outcomes[8]; i++) {
        const struct outcome *o = &s->outcome[8][i];
        bool island = o->skulls > s->limit + 1 && !simple_quota(s->card);
        if (o->skulls <= bearable(s, guardian))
            sum += o->chance * s->lying[guardian][o->code];
        else
            sum += o->chance * (island ? s->raid[o->skulls] : s->lost[0]);
    }
    return sum;
}

#endif
