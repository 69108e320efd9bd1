/* Fair dice (docs/fair-dice.md). The host commits to a secret, players contribute nonces, and every
 * chance move follows from both. When the secret is revealed, anybody can recompute all rolls.
 * These functions are pure: the caller provides the secret. */
#ifndef FL_CORE_FAIR_H
#define FL_CORE_FAIR_H

#include "core/match.h"

enum {
    FL_SECRET_SIZE = 32,    /* bytes; the size of secrets, commitments and keys */
    FL_FAIR_WORD_SIZE = 33, /* bytes of a table name or a nonce, with the final zero */
    FL_ODDS_LIMIT = 1 << 26 /* upper limit of the total weight of a list of chance moves */
};

/* The inputs of the dice of one match. */
struct fl_fair {
    bool committed; /* false: the match has no fair dice, and the other members are unused */
    bool revealed;  /* the secret is public */
    uint8_t commitment[FL_SECRET_SIZE];
    uint8_t secret[FL_SECRET_SIZE];
    char table[FL_FAIR_WORD_SIZE]; /* a clean word (fl_fair_word_is_clean) */
    char nonce[FL_MAX_SEATS]
              [FL_FAIR_WORD_SIZE]; /* a clean word, or empty: the seat contributed none */
};

/* Whether a text is valid as a table name or a nonce: 1 to 32 characters of A-Z a-z 0-9 - _. */
bool fl_fair_word_is_clean(const char *);

/* Converts between 32 bytes and 64 lower-case hexadecimal digits. Reading returns false if the text
 * is anything else. */
bool fl_read_secret(const char *text, size_t len, uint8_t out[FL_SECRET_SIZE]);
void fl_put_secret(struct fl_buf *, const uint8_t secret[FL_SECRET_SIZE]);

/* Computes the commitment, which is published before any nonce arrives. */
void fl_fair_commit(const uint8_t secret[FL_SECRET_SIZE], uint8_t commitment[FL_SECRET_SIZE]);

/* Returns the outcome of roll `number` (from 1): one of the moves, with a probability proportional
 * to its weight. The list is not empty. */
fl_move fl_fair_pick(const uint8_t key[FL_SECRET_SIZE], uint64_t number, const struct fl_moves *);

/* Fair dice as a chance source. The number of a roll is one more than the number of chance moves
 * ever made in the match, undone ones included. */
struct fl_fair_source {
    struct fl_chance_source
        source; /* the first member: a pointer to it is a pointer to the whole */
    uint8_t key[FL_SECRET_SIZE];
};

/* Starts a source for a match with this number of seats; computes the key of all its rolls.
 * `secret` must be set, revealed or not. */
void fl_fair_source_begin(struct fl_fair_source *, const struct fl_fair *, int seats);

/* One roll and its possible outcomes. */
struct fl_roll {
    uint32_t number; /* counted from 1 */
    fl_move move;
    const struct fl_moves *odds;
};

/* Calls `each` for every roll of a match, including undone ones, until it returns false. The match
 * is not partial. Returns false if there is not enough memory. */
bool fl_each_roll(const struct fl_match *, void *context,
                  bool (*each)(void *context, const struct fl_roll *));

/* The result of recomputing the rolls of a match. */
enum fl_fair_verdict {
    FL_DICE_OTHER,            /* the match has no fair dice */
    FL_DICE_HIDDEN,           /* the secret is not revealed yet */
    FL_DICE_PARTIAL,          /* a partial match: some odds are unknown */
    FL_DICE_FAIR,             /* every roll matches */
    FL_DICE_WRONG_COMMITMENT, /* the secret does not match the commitment */
    FL_DICE_WRONG_ROLL        /* a roll does not match secret and nonces */
};

struct fl_fair_report {
    enum fl_fair_verdict verdict;
    uint32_t rolls;          /* number of recomputed rolls; a wrong roll is the last one */
    fl_move found, expected; /* of the wrong roll */
};

/* Recomputes every roll of a match, including undone ones. Returns false if there is not enough
 * memory. */
bool fl_fair_verify(const struct fl_match *, const struct fl_fair *, struct fl_fair_report *out);

#endif
