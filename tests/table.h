/* A table for tests. Moves are played by their spelling, through fl_match_play only, and the
 * results are compared with short texts. The test determines the outcomes of chance. */
#ifndef FL_TESTS_TABLE_H
#define FL_TESTS_TABLE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/match.h"
#include "core/words.h"

/* The paragraphs and rulings that a test covers; tests/rules.py reads them. */
#define RULES(numbers) _Static_assert(sizeof(numbers) > 1, numbers)

struct table {
    struct fl_match match;
    struct fl_phrases heard; /* of the last move and of the chance moves after it */
    int line;                /* of the test, for messages */
};

#define wrong(t, ...)                                                                              \
    do {                                                                                           \
        print_error("line %d, step %u: ", (t)->line, (t)->match.steps);                            \
        print_error(__VA_ARGS__);                                                                  \
        print_error("\n");                                                                         \
        fail();                                                                                    \
    } while (0)

/* Setup and teardown of one test. */
static inline int clear_table(void **state)
{
    *state = calloc(1, sizeof(struct table));
    return *state ? 0 : -1;
}

static inline int leave_table(void **state)
{
    struct table *t = *state;
    fl_match_end(&t->match);
    free(t);
    return 0;
}

/* Sets the options of a text such as "floor=on first=2". */
static inline void table_options(const struct fl_game *g, const char *text, struct fl_setup *setup)
{
    char copy[128], *rest = NULL;
    assert_true(strlen(text) < sizeof copy);
    strcpy(copy, text);
    for (char *name = strtok_r(copy, " ", &rest); name; name = strtok_r(NULL, " ", &rest)) {
        char *word = strchr(name, '=');
        assert_non_null(word);
        *word = '\0';
        assert_true(fl_setup_set(g, setup, name, word + 1));
    }
}

static inline void table_sit(struct table *t, const struct fl_game *g, int seats,
                             const char *options)
{
    struct fl_setup setup = fl_setup_default(g, seats);
    table_options(g, options, &setup);
    fl_match_end(&t->match);
    fl_match_begin(&t->match, g, &setup, FL_TRUTH);
}

/* The one seat that may move, FL_CHANCE among them, or FL_NOBODY. */
static inline int table_mover(const struct table *t)
{
    fl_seats turn = fl_match_turn(&t->match);
    return turn ? __builtin_ctz(turn) : FL_NOBODY;
}

static inline fl_move table_read(const struct table *t, const char *text)
{
    fl_move move = FL_UNSEEN;
    if (!fl_read_any(t->match.game, text, strlen(text), &move))
        wrong(t, "no move is spelled \"%s\"", text);
    return move;
}

/* Appends the phrases of a move for a spectator, merged as front ends do: eight dice are one
 * throw. */
static inline void table_hear(struct table *t, int seat, fl_move move)
{
    struct fl_sight sight;
    struct fl_phrases said;
    fl_match_sight(&t->match, FL_SPECTATOR, &sight);
    fl_sight_say(&sight, (struct fl_step){.move = move, .seat = (uint16_t)seat}, false, &said);
    for (int i = 0; i < said.count; i++) {
        struct fl_phrases *all = &t->heard;
        if (!all->count || !fl_phrase_join(&all->phrase[all->count - 1], &said.phrase[i]))
            all->phrase[all->count++] = said.phrase[i];
    }
}

static inline void table_play(struct table *t, int seat, const char *text)
{
    fl_move legal, move = table_read(t, text);
    const struct fl_match *m = &t->match;
    if (!fl_read_legal(m->game, &m->state, seat, text, strlen(text), &legal) || legal != move)
        wrong(t, "\"%s\" is not offered to seat %d", text, seat);
    table_hear(t, seat, move);
    enum fl_status status = fl_match_play(&t->match, seat, move);
    if (status != FL_OK)
        wrong(t, "\"%s\": %s", text, fl_status_key(status));
}

/* The seat to move makes a move. */
static inline void table_does(struct table *t, const char *text)
{
    int mover = table_mover(t);
    if (mover >= FL_CHANCE)
        wrong(t, "no player is to move, so none can \"%s\"", text);
    t->heard.count = 0;
    table_play(t, mover, text);
}

static inline void table_chance(struct table *t, const char *text)
{
    if (table_mover(t) != FL_CHANCE)
        wrong(t, "nothing is left to chance, so no \"%s\" comes", text);
    table_play(t, FL_CHANCE, text);
}

/* Whether the move is legal for the seat to move; list and fl_match_play must agree. */
static inline bool table_allows(const struct table *t, const char *text)
{
    const struct fl_match *m = &t->match;
    fl_move listed, move = table_read(t, text);
    int mover = table_mover(t);
    bool offered = fl_read_legal(m->game, &m->state, mover, text, strlen(text), &listed);
    if (offered != fl_is_legal(m->game, &m->state, mover, move))
        wrong(t, "\"%s\": the list of moves and the door disagree", text);
    return offered;
}

/* One line: the key, then name=value for each argument; seats counted from 1. */
static inline void table_put_phrase(struct fl_buf *out, const struct fl_phrase *p)
{
    fl_put(out, p->key);
    for (int i = 0; i < p->args; i++) {
        const struct fl_arg *arg = &p->arg[i];
        fl_put_char(out, ' ');
        fl_put(out, arg->name);
        fl_put_char(out, '=');
        if (arg->kind == FL_ARG_TEXT)
            fl_put(out, arg->word[0]);
        else if (arg->kind != FL_ARG_WORDS)
            fl_put_number(out, arg->number + (arg->kind == FL_ARG_SEAT));
        for (int w = 0; arg->kind == FL_ARG_WORDS && w < arg->number; w++) {
            fl_put(out, w ? "," : "");
            fl_put(out, arg->word[w]);
        }
    }
}

static inline void table_compare(const struct table *t, const char *what, const char *is,
                                 const char *expected)
{
    if (strcmp(is, expected))
        wrong(t, "%s:\n  is       %s\n  expected %s", what, is, expected);
}

static inline void table_compare_phrase(const struct table *t, const char *what,
                                        const struct fl_phrase *p, const char *expected)
{
    char memory[512];
    struct fl_buf text = fl_buf_over(memory, sizeof memory);
    table_put_phrase(&text, p);
    table_compare(t, what, text.at, expected);
    if (!fl_word_exists(p->key))
        wrong(t, "no words for %s", p->key);
}

/* Checks that a move is rejected because of this rule and changes nothing. */
static inline void table_refuses(struct table *t, const char *text, const char *rule)
{
    struct fl_match *m = &t->match;
    uint64_t before = fl_hash(m->game, &m->state);
    int mover = table_mover(t);
    fl_move move = table_read(t, text);
    struct fl_phrase why;
    if (table_allows(t, text))
        wrong(t, "\"%s\" is allowed against rule %s", text, rule);
    if (fl_match_play(m, mover, move) != FL_ILLEGAL || fl_hash(m->game, &m->state) != before)
        wrong(t, "\"%s\" passed the door", text);
    m->game->why_not(&m->state, mover, move, &why);
    if (!fl_word_exists(why.key) || !why.args || strcmp(why.arg[0].name, "rule"))
        wrong(t, "\"%s\" is refused without a rule: %s", text, why.key);
    table_compare(t, text, why.arg[0].word[0], rule);
}

static inline void table_heard(const struct table *t, const char *const *expected, int count)
{
    for (int i = 0; i < count && i < t->heard.count; i++)
        table_compare_phrase(t, "heard", &t->heard.phrase[i], expected[i]);
    if (t->heard.count != count)
        wrong(t, "%d phrases heard, %d expected", t->heard.count, count);
}

static inline void table_asks(const struct table *t, const char *expected)
{
    struct fl_phrase asked;
    const struct fl_match *m = &t->match;
    m->game->prompt(&m->state, table_mover(t), &asked);
    table_compare_phrase(t, "asked", &asked, expected);
}

static inline void table_notes(const struct table *t, const char *move, const char *expected)
{
    struct fl_phrase note;
    const struct fl_match *m = &t->match;
    if (m->game->note(&m->state, table_mover(t), table_read(t, move), &note))
        table_compare_phrase(t, move, &note, expected);
    else
        table_compare(t, move, "", expected);
}

static inline void table_touches(const struct table *t, const char *move, const char *expected)
{
    char memory[256];
    struct fl_buf text = fl_buf_over(memory, sizeof memory);
    uint16_t item[FL_MAX_TOUCHED];
    const struct fl_match *m = &t->match;
    int count = m->game->touches(&m->state, table_mover(t), table_read(t, move), item);
    for (int i = 0; i < count; i++) {
        fl_put(&text, i ? " " : "");
        fl_put_number(&text, item[i]);
    }
    table_compare(t, move, text.at, expected);
}

static inline void table_scores(const struct table *t, const int32_t *expected, int count)
{
    const struct fl_match *m = &t->match;
    if (count != m->setup.seats)
        wrong(t, "%d totals expected of %d seats", count, m->setup.seats);
    for (int seat = 0; seat < count; seat++) {
        int32_t score = m->game->score(&m->state, seat);
        if (score != expected[seat])
            wrong(t, "seat %d has %d points, expected %d", seat, score, expected[seat]);
    }
}

static inline void table_won(const struct table *t, fl_seats expected)
{
    const struct fl_match *m = &t->match;
    if (fl_match_turn(m))
        wrong(t, "the game is not over");
    if (m->game->winners(&m->state) != expected)
        wrong(t, "winners are %x, expected %x", m->game->winners(&m->state), expected);
}

/* The vocabulary of tests. */
#define at_line(t) ((t)->line = __LINE__, (t))
#define COUNT_OF(...) ((int)(sizeof(__VA_ARGS__) / sizeof(__VA_ARGS__)[0]))
#define assert_heard(t, ...)                                                                       \
    table_heard(at_line(t), (const char *const[]){__VA_ARGS__},                                    \
                COUNT_OF(((const char *const[]){__VA_ARGS__})))
#define assert_scores(t, ...)                                                                      \
    table_scores(at_line(t), (const int32_t[]){__VA_ARGS__},                                       \
                 COUNT_OF(((const int32_t[]){__VA_ARGS__})))
#define assert_asked(t, phrase) table_asks(at_line(t), phrase)
/* The consequence next to the choice; "" if there is none. */
#define assert_noted(t, move, phrase) table_notes(at_line(t), move, phrase)
#define assert_touches(t, move, items) table_touches(at_line(t), move, items)
#define assert_won(t, seats) table_won(at_line(t), seats)
#define refuses(t, move, rule) table_refuses(at_line(t), move, rule)
#define allows(t, move)                                                                            \
    do {                                                                                           \
        if (!table_allows(at_line(t), move))                                                       \
            wrong(t, "\"%s\" is not allowed", move);                                               \
    } while (0)
#define TEST(name) cmocka_unit_test_setup_teardown(name, clear_table, leave_table)

#endif
