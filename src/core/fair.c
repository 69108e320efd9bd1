/* Fair dice: commitment, key, rolls and verification. */
#include "core/fair.h"

#include <assert.h>
#include <string.h>

#include "core/chacha.h"
#include "core/sha256.h"

_Static_assert((int)FL_SECRET_SIZE == (int)FL_SHA256_SIZE, "a commitment is a digest");
_Static_assert((int)FL_SECRET_SIZE == (int)FL_CHACHA_KEY, "a digest is a key");
_Static_assert(FL_MAX_MOVES * 65535 < FL_ODDS_LIMIT, "odds fit in a word with room to spare");

/* ---- words ---- */

static bool is_word_character(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
           c == '_';
}

bool fl_fair_word_is_clean(const char *word)
{
    size_t len = 0;
    while (is_word_character(word[len]))
        if (++len == FL_FAIR_WORD_SIZE)
            return false;
    return len && !word[len];
}

static int digit_of(char c)
{
    return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

bool fl_read_secret(const char *text, size_t len, uint8_t out[FL_SECRET_SIZE])
{
    if (len != 2 * FL_SECRET_SIZE)
        return false;
    for (size_t i = 0; i < FL_SECRET_SIZE; i++) {
        int high = digit_of(text[2 * i]), low = digit_of(text[2 * i + 1]);
        if (high < 0 || low < 0)
            return false;
        out[i] = (uint8_t)(16 * high + low);
    }
    return true;
}

void fl_put_secret(struct fl_buf *out, const uint8_t secret[FL_SECRET_SIZE])
{
    for (int i = 0; i < FL_SECRET_SIZE; i++) {
        fl_put_char(out, "0123456789abcdef"[secret[i] >> 4]);
        fl_put_char(out, "0123456789abcdef"[secret[i] & 15]);
    }
}

/* ---- commitment and key: digests of plain texts, so that other programs can reproduce them
 * ---- */

static void put_secret_line(struct fl_buf *out, const uint8_t secret[FL_SECRET_SIZE])
{
    fl_put(out, "secret ");
    fl_put_secret(out, secret);
    fl_put_char(out, '\n');
}

void fl_fair_commit(const uint8_t secret[FL_SECRET_SIZE], uint8_t commitment[FL_SECRET_SIZE])
{
    char memory[128];
    struct fl_buf text = fl_buf_over(memory, sizeof memory);
    fl_put(&text, "flibuste commitment 1\n");
    put_secret_line(&text, secret);
    fl_sha256(text.at, text.len, commitment);
}

static void compute_key(const struct fl_fair *fair, int seats, uint8_t key[FL_SECRET_SIZE])
{
    char memory[768];
    struct fl_buf text = fl_buf_over(memory, sizeof memory);
    assert(seats > 0 && seats <= FL_MAX_SEATS);
    fl_put(&text, "flibuste dice 1\ntable ");
    fl_put(&text, fair->table);
    fl_put_char(&text, '\n');
    put_secret_line(&text, fair->secret);
    for (int seat = 0; seat < seats; seat++) {
        fl_put(&text, "nonce ");
        fl_put_number(&text, seat + 1);
        fl_put_char(&text, ' ');
        fl_put(&text, fair->nonce[seat]);
        fl_put_char(&text, '\n');
    }
    assert(!text.overflowed);
    fl_sha256(text.at, text.len, key);
}

/* ---- rolls ---- */

enum { WORDS = FL_CHACHA_BLOCK / 4 };

/* Returns a uniform number below n: the first word of the roll's stream that is at most 2^32 -
 * spare - 1. Larger words would bias the result. */
static uint32_t roll_below(const uint8_t key[FL_SECRET_SIZE], uint64_t number, uint32_t n)
{
    uint32_t word[WORDS], spare = (uint32_t)-n % n; /* 2^32 mod n: number of words to reject */
    uint8_t nonce[FL_CHACHA_NONCE] = {0};
    memcpy(nonce + 4, &number, sizeof number); /* little-endian, which game.h asserts */
    for (uint32_t counter = 0;; counter++) {
        fl_chacha_block(key, nonce, counter, (uint8_t *)word);
        for (int i = 0; i < WORDS; i++)
            if (word[i] <= UINT32_MAX - spare)
                return word[i] % n;
    }
}

fl_move fl_fair_pick(const uint8_t key[FL_SECRET_SIZE], uint64_t number,
                     const struct fl_moves *list)
{
    assert(list->total && list->total < FL_ODDS_LIMIT && number);
    uint32_t i = 0, rest = roll_below(key, number, list->total);
    while (rest >= list->at[i].weight)
        rest -= list->at[i++].weight;
    return list->at[i].move;
}

static bool pick_fairly(struct fl_chance_source *source, const struct fl_match *m,
                        const struct fl_moves *list, fl_move *move)
{
    const struct fl_fair_source *s = (const struct fl_fair_source *)source;
    *move = fl_fair_pick(s->key, (uint64_t)m->rolls + 1, list);
    return true;
}

void fl_fair_source_begin(struct fl_fair_source *s, const struct fl_fair *fair, int seats)
{
    s->source.pick = pick_fairly;
    compute_key(fair, seats, s->key);
}

/* ---- verification ---- */

static bool matches_commitment(const struct fl_fair *fair)
{
    uint8_t commitment[FL_SECRET_SIZE];
    fl_fair_commit(fair->secret, commitment);
    return !memcmp(commitment, fair->commitment, sizeof commitment);
}

/* Returns the verdict that needs no recomputation, or FL_DICE_FAIR if the rolls must be
 * recomputed. */
static enum fl_fair_verdict verdict_before_rolls(const struct fl_match *m,
                                                 const struct fl_fair *fair)
{
    return !fair->committed            ? FL_DICE_OTHER
           : !fair->revealed           ? FL_DICE_HIDDEN
           : !matches_commitment(fair) ? FL_DICE_WRONG_COMMITMENT
           : m->viewer != FL_TRUTH     ? FL_DICE_PARTIAL
                                       : FL_DICE_FAIR;
}

bool fl_each_roll(const struct fl_match *m, void *context,
                  bool (*each)(void *context, const struct fl_roll *))
{
    struct fl_match now;
    bool more = true, ok = true;
    assert(m->viewer == FL_TRUTH);
    fl_match_begin(&now, m->game, &m->setup, FL_TRUTH);
    for (uint32_t i = 0; i < fl_match_events(m) && more && ok; i++) {
        struct fl_step event = fl_match_event(m, i);
        struct fl_moves odds;
        if (event.seat == FL_CHANCE) {
            fl_list(now.game, &now.state, FL_CHANCE, &odds);
            more = each(context, &(struct fl_roll){now.rolls + 1, event.move, &odds});
        }
        ok = fl_match_follow(&now, event) == FL_OK;
    }
    fl_match_end(&now);
    return ok;
}

struct verification {
    uint8_t key[FL_SECRET_SIZE];
    struct fl_fair_report *report;
};

static bool check_roll(void *context, const struct fl_roll *roll)
{
    const struct verification *r = context;
    r->report->rolls = roll->number;
    r->report->found = roll->move;
    r->report->expected = fl_fair_pick(r->key, roll->number, roll->odds);
    if (r->report->found == r->report->expected)
        return true;
    r->report->verdict = FL_DICE_WRONG_ROLL;
    return false;
}

bool fl_fair_verify(const struct fl_match *m, const struct fl_fair *fair,
                    struct fl_fair_report *report)
{
    struct verification r = {.report = report};
    *report = (struct fl_fair_report){.verdict = verdict_before_rolls(m, fair)};
    if (report->verdict != FL_DICE_FAIR)
        return true;
    compute_key(fair, m->setup.seats, r.key);
    return fl_each_roll(m, &r, check_roll);
}
