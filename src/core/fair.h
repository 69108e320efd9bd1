/* Fair dice (docs/fair-dice.md): who runs the table commits to a secret, players add words of their
 * own, every move of chance follows from both, and when the secret is revealed anybody can
 * recompute them. Pure: where secrets come from is its caller's business. */
#ifndef FL_CORE_FAIR_H
#define FL_CORE_FAIR_H

#include "core/match.h"

enum {
    FL_SECRET_SIZE = 32,    /* bytes of a secret, a commitment and a key */
    FL_FAIR_WORD_SIZE = 33, /* a table's name or a nonce with its ending zero */
    FL_ODDS_LIMIT = 1 << 26 /* no list of chance's moves weighs more */
};

/* What the dice of one match rest on. */
struct fl_fair {
    bool committed; /* false: the dice are not fair dice, and nothing below counts */
    bool revealed;  /* the secret is known */
    uint8_t commitment[FL_SECRET_SIZE];
    uint8_t secret[FL_SECRET_SIZE];
    char table[FL_FAIR_WORD_SIZE];               /* clean words, */
    char nonce[FL_MAX_SEATS][FL_FAIR_WORD_SIZE]; /* or empty: this seat brought none */
};

/* Whether a text may name a table or be a nonce: 1 to 32 of A-Z a-z 0-9 - _. */
bool fl_fair_word_is_clean(const char *);

/* Reads 32 bytes from 64 small hexadecimal digits, and writes them. */
bool fl_read_secret(const char *text, size_t len, uint8_t out[FL_SECRET_SIZE]);
void fl_put_secret(struct fl_buf *, const uint8_t secret[FL_SECRET_SIZE]);

/* What is shown before any nonce arrives. */
void fl_fair_commit(const uint8_t secret[FL_SECRET_SIZE], uint8_t commitment[FL_SECRET_SIZE]);

/* The key of all dice of a match; the secret is there, whether revealed or not. */
void fl_fair_key(const struct fl_fair *, int seats, uint8_t key[FL_SECRET_SIZE]);

/* What roll `number` (from 1) brings: one of the moves, as likely as its weight. */
fl_move fl_fair_pick(const uint8_t key[FL_SECRET_SIZE], uint64_t number, const struct fl_moves *);

/* Fair dice as a source of chance: the number of a roll is that of chance's moves made in this
 * match before it, those taken back included, plus one. */
struct fl_fair_source {
    struct fl_source source; /* first, so that one is found from the other */
    uint8_t key[FL_SECRET_SIZE];
};

void fl_fair_source_begin(struct fl_fair_source *, const struct fl_fair *, int seats);

/* A roll of a match, and what could have come instead. */
struct fl_roll {
    uint32_t number; /* from 1 */
    fl_move move;
    const struct fl_moves *odds;
};

/* Calls for every roll of a match that is no partial one, also for those that were taken back,
 * until it answers false. False if memory is short. */
bool fl_each_roll(const struct fl_match *, void *whom,
                  bool (*each)(void *whom, const struct fl_roll *));

/* What came of recomputing the dice of a match. */
enum fl_fair_verdict {
    FL_DICE_OTHER,            /* no fair dice: nothing is claimed */
    FL_DICE_HIDDEN,           /* the secret is not yet revealed */
    FL_DICE_PARTIAL,          /* recorded with somebody's eyes: the odds are not all known */
    FL_DICE_FAIR,             /* every roll was recomputed */
    FL_DICE_WRONG_COMMITMENT, /* the secret is not the one committed to */
    FL_DICE_WRONG_ROLL        /* a roll does not follow from secret and nonces */
};

struct fl_fair_report {
    enum fl_fair_verdict verdict;
    uint32_t rolls;          /* recomputed; the last one is the wrong one, if any is */
    fl_move found, expected; /* of a wrong roll */
};

/* Recomputes every roll of a match, also those that were taken back. False if memory is short. */
bool fl_fair_verify(const struct fl_match *, const struct fl_fair *, struct fl_fair_report *out);

#endif
