/* A table of Pirates en Duel for tests. Moves and chance pass fl_match_play by their spelling.
 * Crews and purses are set directly, because recruiting a certain pirate takes many turns; every
 * card is taken from its previous location. */
#ifndef FL_TESTS_PIRATES_EN_DUEL_TABLE_H
#define FL_TESTS_PIRATES_EN_DUEL_TABLE_H

#include "games/games.h"
#include "games/pirates_en_duel/pirates_en_duel.h"
#include "table.h"

/* ---- playing ---- */

/* Seats and options; the first seat begins and seats have their boats unless the options say so. */
static inline struct table *sit(void *table, int seats, const char *options)
{
    struct table *t = table;
    char all[128] = "first=1 boats=seat ";
    strcat(all, options);
    table_sit(t, &fl_pirates_en_duel, seats, all);
    return t;
}

static inline struct fl_duel *state_of(struct table *t)
{
    return (struct fl_duel *)&t->match.state;
}

/* Chance brings these, in order. */
static inline void table_comes(struct table *t, const char *words)
{
    char copy[256], *rest = NULL;
    assert_true(strlen(words) < sizeof copy);
    strcpy(copy, words);
    for (char *word = strtok_r(copy, " ", &rest); word; word = strtok_r(NULL, " ", &rest))
        table_chance(t, word);
}

/* The seat to move makes this move, then chance makes all of its moves. */
static inline void table_moves(struct table *t, const char *move, const char *words)
{
    table_does(t, move);
    table_comes(t, words);
    if (table_mover(t) == FL_CHANCE)
        wrong(t, "chance has more to bring than the test says");
}

/* The first legal move of the seat to move, or of chance. */
static inline void table_first_move(struct table *t)
{
    struct fl_moves list;
    int seat = table_mover(t);
    fl_list(t->match.game, &t->match.state, seat, &list);
    assert_true(list.count > 0);
    assert_int_equal(fl_match_play(&t->match, seat, list.at[0].move), FL_OK);
}

static inline void play_while(struct table *t, int phase)
{
    while (state_of(t)->phase == phase)
        table_first_move(t);
}

/* The opening: for everybody pirates who can do nothing special before a duel; a sailor stays. */
static inline void play_draft(struct table *t)
{
    static const char *const kind[] = {"lookout-sabre", "parrot-cannon", "lookout-cannon",
                                       "parrot-sabre"}; /* three of each */
    table_does(t, "recruit");
    for (int i = 0; state_of(t)->phase == FL_DUEL_TURNING_UP; i++)
        table_chance(t, kind[i % 4]);
    play_while(t, FL_DUEL_DRAFTING);
    table_chance(t, "sailor-sabre");
}

/* ---- laying out ---- */

static inline int boat_named(const char *colour)
{
    for (int boat = 0; boat < FL_DUEL_BOATS; boat++)
        if (!strcmp(fl_duel_colour_spelled[boat], colour))
            return boat;
    fail_msg("no boat is %s", colour);
    return 0;
}

static inline int kind_named(const char *name)
{
    for (int kind = 0; kind < FL_DUEL_KINDS; kind++)
        if (!strcmp(fl_duel_pirate_spelled[kind], name))
            return kind;
    fail_msg("no pirate is a %s", name);
    return 0;
}

static inline void clear_boat(struct fl_duel *s, int boat)
{
    for (int place = 0; place < FL_DUEL_PLACES; place++) {
        int card = s->crew[boat][place] - 1;
        if (card >= 0 && card < FL_DUEL_CAPTAIN)
            s->pile |= (uint64_t)1 << card;
        s->crew[boat][place] = 0;
    }
    s->aboard[boat] = 0;
}

static inline void lay_card(struct fl_duel *s, int boat, int place, int card)
{
    s->crew[boat][place] = (uint8_t)(card + 1);
    s->aboard[boat] |= (uint64_t)1 << card;
}

/* The crew of a boat: the captain, then these; "-" first: no captain. */
static inline void lay_crew(struct table *t, const char *colour, const char *kinds)
{
    struct fl_duel *s = state_of(t);
    int boat = boat_named(colour), place = 0;
    char copy[256], *rest = NULL;
    strcpy(copy, kinds);
    clear_boat(s, boat);
    if (kinds[0] != '-')
        lay_card(s, boat, place++, FL_DUEL_CAPTAIN + boat);
    for (char *name = strtok_r(copy, " ", &rest); name; name = strtok_r(NULL, " ", &rest)) {
        if (!strcmp(name, "-"))
            continue;
        uint64_t there = (s->pile | s->discard) & fl_duel_kind_cards[kind_named(name)];
        if (!there)
            wrong(t, "no %s is left", name);
        s->pile &= ~(there & (0 - there));
        s->discard &= ~(there & (0 - there));
        lay_card(s, boat, place++, __builtin_ctzll(there));
    }
}

static inline void lay_coins(struct table *t, const int *coins, int count)
{
    for (int seat = 0; seat < count; seat++)
        state_of(t)->coins[seat] = (uint8_t)coins[seat];
}

/* Seat 1 has recruited and will draw a combat card. Every boat has its captain only, and one sailor
 * is in the row. */
static inline struct table *at_sea(void *table, int seats, const char *options)
{
    struct table *t = sit(table, seats, options);
    play_draft(t);
    table_moves(t, "recruit", "sailor-cannon sailor-cannon");
    table_does(t, "enlist 1 2");
    play_while(t, FL_DUEL_PLACING);
    for (int boat = 0; boat < FL_DUEL_BOATS; boat++)
        if (state_of(t)->afloat >> boat & 1)
            lay_crew(t, fl_duel_colour_spelled[boat], "");
    return t;
}

/* ---- duels: blue, the first of three seats, meets red ---- */

/* What the tests of a file play at; a file of a higher level says so before it includes this. */
#ifndef DUEL_LEVEL
#define DUEL_LEVEL "level=1"
#endif

static inline struct table *blue_meets_red(void *table, const char *blue, const char *red)
{
    struct table *t = at_sea(table, 3, DUEL_LEVEL);
    lay_crew(t, "blue", blue);
    lay_crew(t, "red", red);
    return t;
}

/* The duel has begun. */
static inline struct table *boarding(void *table, const char *blue, const char *red)
{
    struct table *t = blue_meets_red(table, blue, red);
    table_moves(t, "fight", "boarding-blue-red");
    return t;
}

static inline struct table *cannonade(void *table, const char *blue, const char *red)
{
    struct table *t = blue_meets_red(table, blue, red);
    table_moves(t, "fight", "cannonade-blue-red");
    return t;
}

/* ---- looking ---- */

/* Checks the seat to move and its question. */
static inline void table_asked(const struct table *t, int seat, const char *key)
{
    struct fl_phrase asked;
    const struct fl_match *m = &t->match;
    if (table_mover(t) != seat)
        wrong(t, "seat %d is to move, expected %d", table_mover(t), seat);
    m->game->prompt(&m->state, seat, &asked);
    table_compare(t, "asked", asked.key, key);
}

/* The crew of a boat that is fit to fight, in the order of places. */
static inline void table_crew(struct table *t, const char *colour, const char *expected)
{
    const struct fl_duel *s = state_of(t);
    char memory[256];
    struct fl_buf text = fl_buf_over(memory, sizeof memory);
    int boat = boat_named(colour);
    for (int place = 0; place < FL_DUEL_PLACES; place++) {
        int card = s->crew[boat][place] - 1;
        if (card < 0 || !(s->aboard[boat] >> card & 1))
            continue;
        fl_put(&text, text.len ? " " : "");
        fl_put(&text,
               card < FL_DUEL_CAPTAIN ? fl_duel_pirate_spelled[fl_duel_kind[card]] : "captain");
    }
    table_compare(t, colour, text.at, expected);
}

static inline void table_row(struct table *t, const char *expected)
{
    const struct fl_duel *s = state_of(t);
    char memory[512];
    struct fl_buf text = fl_buf_over(memory, sizeof memory);
    for (int i = 0; i < FL_DUEL_ROW; i++)
        if (s->row[i]) {
            fl_put(&text, text.len ? " " : "");
            fl_put(&text, fl_duel_pirate_spelled[fl_duel_kind[s->row[i] - 1]]);
        }
    table_compare(t, "row", text.at, expected);
}

static inline void table_discards(struct table *t, const char *expected)
{
    char memory[512];
    struct fl_buf text = fl_buf_over(memory, sizeof memory);
    for (uint64_t rest = state_of(t)->discard; rest; rest &= rest - 1) {
        fl_put(&text, text.len ? " " : "");
        fl_put(&text, fl_duel_pirate_spelled[fl_duel_kind[__builtin_ctzll(rest)]]);
    }
    table_compare(t, "discards", text.at, expected);
}

/* Every move offered, in one line. */
static inline void table_offers(const struct table *t, const char *expected)
{
    char memory[2048];
    struct fl_buf text = fl_buf_over(memory, sizeof memory);
    struct fl_moves list;
    fl_list(t->match.game, &t->match.state, table_mover(t), &list);
    for (uint32_t i = 0; i < list.count; i++) {
        fl_put(&text, i ? ", " : "");
        t->match.game->spell(list.at[i].move, &text);
    }
    table_compare(t, "offered", text.at, expected);
}

/* ---- the words tests are written in ---- */

#define comes(t, words) table_comes(at_line(t), words)
#define does(t, move, words) table_moves(at_line(t), move, words)
#define fights(t, card) table_moves(at_line(t), "fight", card)
#define crew(t, colour, kinds) lay_crew(at_line(t), colour, kinds)
#define coins(t, ...)                                                                              \
    lay_coins(at_line(t), (const int[]){__VA_ARGS__}, COUNT_OF(((const int[]){__VA_ARGS__})))
#define asks(t, seat, key) table_asked(at_line(t), seat, key)
#define assert_next(t, seat) table_asked(at_line(t), seat, "pd.ask.recruit")
#define assert_crew(t, colour, expected) table_crew(at_line(t), colour, expected)
#define assert_row(t, expected) table_row(at_line(t), expected)
#define assert_discards(t, expected) table_discards(at_line(t), expected)
#define assert_offers(t, expected) table_offers(at_line(t), expected)
#define assert_coins(t, ...) assert_scores(t, __VA_ARGS__)

#endif
