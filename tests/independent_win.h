/* An independent solver of Mille Sabords! for two players, written from
 * docs/rules/mille-sabords.en.md alone; numbers in comments are its paragraphs. It shares nothing
 * with the program: no headers, no scoring, no numbering of hands. Its structure is different, too:
 * value iteration over the whole game, every hand for itself, every result of a throw with its
 * multinomial probability. It is slow; games to a few hundred points take seconds. */
#ifndef FL_TESTS_INDEPENDENT_WIN_H
#define FL_TESTS_INDEPENDENT_WIN_H

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { IW_FACES = 5, IW_HANDS = 1287, IW_MOST = 106, IW_LOSSES = 17, IW_CARDS = 11 };
enum { IW_PARROT, IW_MONKEY, IW_SABRE, IW_COIN, IW_DIAMOND };
enum iw_stage { IW_NORMAL, IW_LAST, IW_SUDDEN };

/* 1.4 and 6.19 */
static const struct iw_card {
    char kind; /* Coin, Diamond, Animals, Guardian, Pirate, Island, sKull, Ship */
    int copies, skulls, quota, value;
} iw_cards[IW_CARDS] = {{'C', 4, 0, 0, 0},   {'D', 4, 0, 0, 0},   {'A', 4, 0, 0, 0},
                        {'G', 4, 0, 0, 0},   {'P', 4, 0, 0, 0},   {'I', 4, 0, 0, 0},
                        {'K', 3, 1, 0, 0},   {'K', 2, 2, 0, 0},   {'S', 2, 0, 2, 300},
                        {'S', 2, 0, 3, 500}, {'S', 2, 0, 4, 1000}};

struct iw_hand {
    int n[IW_FACES], dice;
};

/* A hand that another one contains, and in how many orders dice can show the difference. */
struct iw_pair {
    int part, whole;
    double ways;
};

struct iw {
    int target, lowest; /* in hundreds */
    struct iw_hand hand[IW_HANDS];
    int hands, pairs;
    struct iw_pair *pair;
    int pairs_of[10]; /* pairs whose whole hand has n dice: from pairs_of[n] to pairs_of[n + 1] */
    double skulls[9][9]; /* probability of n dice with m skulls and certain other faces in order */
    double *chance[3];   /* of the player to move, by stage, [mine][theirs] */
    /* one turn */
    double stop[IW_HANDS], lost[IW_HANDS], spared[IW_HANDS], raid[9];
    double choice[IW_CARDS][2][IW_HANDS]; /* a player has to choose, by guardian unused */
    double with_skulls[IW_HANDS];
    double thrown[2][4][IW_HANDS]; /* by guardian unused, skulls that stay, kept hand */
};

static inline double iw_choose(int n, int k)
{
    double ways = 1;
    for (int i = 0; i < k; i++)
        ways = ways * (n - i) / (i + 1);
    return ways;
}

/* ---- scoring, chapter 5 ---- */

static inline int iw_set(int equal)
{
    static const int points[] = {0, 0, 0, 100, 200, 500, 1000, 2000, 4000, 4000};
    return points[equal];
}

/* The points of dice; the chest is full if each of the eight dice scores
 * (5.6, 5.7, 6.2, 6.5, 6.20). */
static inline int iw_points(const struct iw_card *card, const struct iw_hand *h, bool whole)
{
    int n[IW_FACES], sum = 0;
    bool full = whole && h->dice == 8 && card->kind != 'K';
    memcpy(n, h->n, sizeof n);
    n[IW_COIN] += card->kind == 'C';
    n[IW_DIAMOND] += card->kind == 'D';
    if (card->kind == 'A') {
        n[IW_MONKEY] += n[IW_PARROT];
        n[IW_PARROT] = 0;
    }
    for (int face = 0; face < IW_FACES; face++) {
        bool gem = face == IW_COIN || face == IW_DIAMOND;
        bool won = face == IW_SABRE && card->quota && n[face] >= card->quota;
        sum += iw_set(n[face]) + (gem ? 100 * n[face] : 0);
        full = full && (n[face] == 0 || n[face] >= 3 || gem || won);
    }
    return sum + (full ? 500 : 0);
}

/* 5.1, 6.10, 6.19, 6.21 */
static inline int iw_stop(const struct iw_card *card, const struct iw_hand *h)
{
    int points = iw_points(card, h, true);
    if (card->quota)
        return h->n[IW_SABRE] >= card->quota ? points + card->value : -card->value;
    return card->kind == 'P' ? 2 * points : points;
}

/* 4.2, 6.16, 6.22: a bust with these dice on Treasure Island */
static inline int iw_bust(const struct iw_card *card, const struct iw_hand *saved)
{
    return card->kind == 'I' ? iw_points(card, saved, false) : -card->value;
}

/* 8.7 */
static inline bool iw_magic(const struct iw_card *card, const struct iw_hand *h)
{
    return (card->kind == 'C' && h->n[IW_COIN] == 8) ||
           (card->kind == 'D' && h->n[IW_DIAMOND] == 8);
}

/* ---- the end of the game, chapter 8 ---- */

static inline int iw_clip(const struct iw *w, int total)
{
    return total < w->lowest ? w->lowest : total;
}

static inline int iw_width(const struct iw *w)
{
    return w->target - w->lowest + IW_MOST;
}

static inline double *iw_at(const struct iw *w, enum iw_stage stage, int mine, int theirs)
{
    return &w->chance[stage][(iw_clip(w, mine) - w->lowest) * iw_width(w) + iw_clip(w, theirs) -
                             w->lowest];
}

/* The probability to win of a player whose turn ended with these totals. */
static inline double iw_after(const struct iw *w, enum iw_stage stage, int mine, int theirs)
{
    bool reached = mine >= w->target;
    if (stage == IW_NORMAL) /* 8.1, 8.2 */
        return 1 - *iw_at(w, reached ? IW_LAST : IW_NORMAL, theirs, mine);
    if (stage == IW_LAST && (reached || theirs >= w->target)) /* 8.3, 8.6 */
        return mine > theirs ? 1 : mine < theirs ? 0 : 0.5;
    if (stage == IW_SUDDEN && reached) /* 8.4 */
        return 1;
    return 1 - *iw_at(w, IW_SUDDEN, theirs, mine);
}

/* Chapter 7: all dice that show no skull are thrown as long as new skulls appear. The values with
 * more skulls are known. */
static inline double iw_island(const struct iw *w, enum iw_stage stage, int mine, int theirs,
                               const struct iw_card *card, int skulls)
{
    int dice = 8 - skulls, loss = (skulls + card->skulls) * (card->kind == 'P' ? 2 : 1);
    double sum = 0, others = 1; /* faces of the dice that show no skull */
    for (int more = dice; more > 0; more--, others *= 5)
        sum += others * w->skulls[dice][more] * w->raid[skulls + more];
    return sum + others * w->skulls[dice][0] * iw_after(w, stage, mine, theirs - loss);
}

/* ---- one turn ---- */

/* Adds the results of a throw that lead to hands of `dice` dice, for all kept hands. */
static inline void iw_add_results(struct iw *w, const double *choice, int skulls, int dice,
                                  double *thrown)
{
    for (int i = w->pairs_of[dice]; i < w->pairs_of[dice + 1]; i++) {
        const struct iw_pair *p = &w->pair[i];
        double chance = p->ways * w->skulls[8 - skulls - w->hand[p->part].dice][8 - skulls - dice];
        thrown[p->part] += chance * (choice[p->whole] - w->spared[p->part]);
    }
}

/* The part of the value of a throw that a new skull or a bust brings. A bust leaves what is saved:
 * any part of the kept hand (6.12 to 6.14). */
static inline void iw_throw_skulls(struct iw *w, int card, int guardian, int skulls)
{
    memcpy(w->with_skulls, w->spared, sizeof w->spared);
    for (int all = skulls + 1; all <= 2 - iw_cards[card].skulls + guardian; all++)
        iw_add_results(w, w->choice[card][guardian], skulls, 8 - all, w->with_skulls);
}

/* The value of throwing all dice but the skulls and a kept hand, for all kept hands. */
static inline void iw_throw(struct iw *w, int card, int guardian, int skulls)
{
    double *thrown = w->thrown[guardian][skulls];
    memcpy(thrown, w->with_skulls, sizeof w->with_skulls);
    iw_add_results(w, w->choice[card][guardian], skulls, 8 - skulls, thrown);
}

/* One sweep over the hands with this number of skulls; returns the largest change. */
static inline double iw_sweep(struct iw *w, int card, int guardian, int skulls)
{
    static double best[IW_HANDS];
    const int limit = 2 - iw_cards[card].skulls;
    double change = 0, *choice = w->choice[card][guardian];
    if (skulls <= limit)
        iw_throw(w, card, guardian, skulls);
    for (int hand = 0; hand < w->hands; hand++)
        best[hand] = skulls > limit ? w->lost[0] : w->stop[hand];
    for (int i = w->pairs_of[8 - skulls]; i < w->pairs_of[9 - skulls]; i++) {
        int kept = w->hand[w->pair[i].part].dice, whole = w->pair[i].whole;
        /* 3.2: two dice at least; 3.4: one die stays; 6.6, 3.5: a skull with the guardian */
        if (skulls <= limit && kept <= 6 - skulls && kept + skulls >= 1)
            best[whole] = fmax(best[whole], w->thrown[guardian][skulls][w->pair[i].part]);
        if (guardian && skulls && kept + skulls >= 2)
            best[whole] = fmax(best[whole], w->thrown[0][skulls - 1][w->pair[i].part]);
    }
    for (int hand = 0; hand < w->hands; hand++)
        if (w->hand[hand].dice == 8 - skulls) {
            change = fmax(change, fabs(best[hand] - choice[hand]));
            choice[hand] = best[hand];
        }
    return change;
}

static inline void iw_stakes(struct iw *w, enum iw_stage stage, int mine, int theirs, int number)
{
    const struct iw_card *card = &iw_cards[number];
    for (int hand = 0; hand < w->hands; hand++) {
        const struct iw_hand *h = &w->hand[hand];
        w->stop[hand] =
            iw_magic(card, h) ? 1 : iw_after(w, stage, mine + iw_stop(card, h) / 100, theirs);
        w->lost[hand] = iw_after(w, stage, mine + iw_bust(card, h) / 100, theirs);
        w->spared[hand] = w->lost[hand];
    }
    for (int i = 0; card->kind == 'I' && i < w->pairs; i++)
        w->spared[w->pair[i].whole] = fmax(w->spared[w->pair[i].whole], w->lost[w->pair[i].part]);
    for (int skulls = 8; skulls >= 2; skulls--)
        w->raid[skulls] = iw_island(w, stage, mine, theirs, card, skulls);
}

/* The value of a turn with this card: 4.3, 4.4, 6.7, 6.23. */
static inline double iw_turn(struct iw *w, enum iw_stage stage, int mine, int theirs, int card)
{
    int unused = iw_cards[card].kind == 'G', limit = 2 - iw_cards[card].skulls;
    double sum = 0;
    iw_stakes(w, stage, mine, theirs, card);
    for (int guardian = 0; guardian <= unused; guardian++)
        for (int skulls = limit + guardian; skulls >= 0; skulls--) {
            iw_throw_skulls(w, card, guardian, skulls);
            while (iw_sweep(w, card, guardian, skulls) > 1e-9)
                ;
            iw_throw(w, card, guardian, skulls);
        }
    for (int i = 0; i < w->pairs; i++) {
        if (w->hand[w->pair[i].part].dice)
            continue;
        int skulls = 8 - w->hand[w->pair[i].whole].dice;
        double ways = w->pair[i].ways * w->skulls[8][skulls];
        bool island = skulls > limit + 1 && !iw_cards[card].quota;
        sum += ways * (skulls <= limit + unused ? w->choice[card][unused][w->pair[i].whole]
                       : island                 ? w->raid[skulls]
                                                : w->lost[0]);
    }
    return sum;
}

/* ---- the game ---- */

static inline double iw_update(struct iw *w, enum iw_stage stage, int mine, int theirs)
{
    double sum = 0, *now = iw_at(w, stage, mine, theirs), was = *now;
    for (int card = 0; card < IW_CARDS; card++)
        sum += iw_cards[card].copies * iw_turn(w, stage, mine, theirs, card) / 35;
    *now = sum;
    return fabs(sum - was);
}

static inline void iw_iterate(struct iw *w, enum iw_stage stage)
{
    for (double change = 1; change > 1e-8;) {
        change = 0;
        for (int mine = w->target - 1; mine >= w->lowest; mine--)
            for (int theirs = w->target - 1; theirs >= w->lowest; theirs--)
                change = fmax(change, iw_update(w, stage, mine, theirs));
    }
}

static inline void iw_list_hands(struct iw *w)
{
    for (int code = 0; code < 59049; code++) {
        struct iw_hand h = {.dice = 0};
        for (int face = 0, rest = code; face < IW_FACES; face++, rest /= 9)
            h.dice += h.n[face] = rest % 9;
        if (h.dice <= 8)
            w->hand[w->hands++] = h;
    }
}

static inline void iw_add_pair(struct iw *w, int part, int whole)
{
    double ways = 1;
    int dice = w->hand[whole].dice - w->hand[part].dice;
    for (int face = 0; face < IW_FACES && dice >= 0; face++) {
        int more = w->hand[whole].n[face] - w->hand[part].n[face];
        ways *= more < 0 ? 0 : iw_choose(dice, more);
        dice -= more;
    }
    if (dice == 0 && ways > 0)
        w->pair[w->pairs++] = (struct iw_pair){part, whole, ways};
}

static inline void iw_list_pairs(struct iw *w)
{
    for (int dice = 0; dice <= 8; dice++) {
        w->pairs_of[dice] = w->pairs;
        for (int whole = 0; whole < w->hands; whole++)
            for (int part = 0; part < w->hands && w->hand[whole].dice == dice; part++)
                iw_add_pair(w, part, whole);
        for (int skulls = 0; skulls <= dice; skulls++)
            w->skulls[dice][skulls] = iw_choose(dice, skulls) / pow(6, dice);
    }
    w->pairs_of[9] = w->pairs;
}

/* Solves the game to `target`, in hundreds; totals below `lowest` count as `lowest`. */
static inline struct iw *iw_solve(int target, int lowest)
{
    struct iw *w = calloc(1, sizeof *w);
    w->target = target;
    w->lowest = lowest;
    w->pair = calloc((size_t)IW_HANDS * 400, sizeof *w->pair);
    for (int stage = 0; stage < 3; stage++)
        w->chance[stage] = calloc((size_t)(iw_width(w) * iw_width(w)), sizeof(double));
    iw_list_hands(w);
    iw_list_pairs(w);
    iw_iterate(w, IW_SUDDEN);
    for (int mine = lowest; mine < target; mine++)
        for (int theirs = target; theirs < target + IW_MOST; theirs++)
            iw_update(w, IW_LAST, mine, theirs);
    iw_iterate(w, IW_NORMAL);
    return w;
}

static inline void iw_free(struct iw *w)
{
    for (int stage = 0; stage < 3; stage++)
        free(w->chance[stage]);
    free(w->pair);
    free(w);
}

#endif
