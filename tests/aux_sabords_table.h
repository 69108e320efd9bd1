/* A table of Aux Sabords for tests. A test is a list of moves of players and chance; a run of
 * capital letters is a run of steps: "draw, leg, discard leg, roll, die-3, EES". Ships can be
 * placed directly; everything else passes fl_match_play. */
#ifndef FL_TESTS_AUX_SABORDS_TABLE_H
#define FL_TESTS_AUX_SABORDS_TABLE_H

#include "games/aux_sabords/aux_sabords.h"
#include "games/games.h"
#include "table.h"

enum { RED = FL_AUX_RED, BLUE = FL_AUX_BLUE, YELLOW = FL_AUX_YELLOW, GREEN = FL_AUX_GREEN };

static const char *const colour_word[] = {"red", "blue", "yellow", "green"};
static const char *const card_word[] = {"pistol", "sabre", "leg", "ship", "pirate", "captain"};

static inline struct fl_aux *board(struct table *t)
{
    return (struct fl_aux *)&t->match.state;
}

/* ---- playing ---- */

static inline bool is_run(const char *token)
{
    return *token && strspn(token, "NESW") == strlen(token);
}

static inline void table_steps(struct table *t, const char *run)
{
    for (; *run; run++)
        table_does(t, *run == 'N'   ? "north"
                      : *run == 'E' ? "east"
                      : *run == 'S' ? "south"
                                    : "west");
}

static inline void table_token(struct table *t, const char *token)
{
    if (is_run(token))
        table_steps(t, token);
    else if (table_mover(t) == FL_CHANCE)
        table_chance(t, token);
    else
        table_does(t, token);
}

/* Plays moves separated by ", ". */
static inline void table_plays(struct table *t, const char *text)
{
    char copy[512], *rest = NULL;
    assert_true(strlen(text) < sizeof copy);
    strcpy(copy, text);
    for (char *token = strtok_r(copy, ",", &rest); token; token = strtok_r(NULL, ",", &rest))
        table_token(t, token + strspn(token, " "));
}

/* Starts a match and deals. Without options, red begins. Hands are lists of cards, in turn
 * order. */
static inline void table_deal(struct table *t, int seats, const char *options,
                              const char *const *hand)
{
    table_sit(t, &fl_aux_sabords, seats, *options ? options : "first=1");
    for (; *hand; hand++) {
        char copy[128], *rest = NULL;
        strcpy(copy, *hand);
        for (char *card = strtok_r(copy, " ", &rest); card; card = strtok_r(NULL, " ", &rest))
            table_chance(t, card);
    }
}

static const char dull[] = "sabre sabre pirate pirate pirate"; /* cannot build */
static const char plain[] = "pistol leg ship pirate pirate";   /* can build and sail */

static inline struct table *sit(struct table *t, int seats, const char *options)
{
    bool one_hand = strstr(options, "hands=one");
    int hands = one_hand ? 2 : seats == 3 ? 3 : 4;
    const char *hand[5] = {plain, plain, plain, dull, NULL};
    hand[hands] = NULL;
    table_deal(t, seats, options, hand);
    return t;
}

/* ---- placing ---- */

static inline int square_of(const char *name)
{
    return FL_AUX_WIDTH * atoi(name + 1) + name[0] - 'a' + 1;
}

/* A ship built and at sea, its ship card taken from the pile. */
static inline void place(struct table *t, int colour, const char *square)
{
    struct fl_aux *s = board(t);
    s->at[colour] = (uint8_t)square_of(square);
    if (!s->card[colour]) {
        s->card[colour] = 1;
        s->left[FL_AUX_SHIP]--;
        s->pile--;
    }
}

/* Loads chests of any colour from their initial location. */
static inline void put_aboard(struct table *t, int ship, int of, int n)
{
    struct fl_aux *s = board(t);
    for (; n; n--) {
        uint8_t *from = s->side[of] ? &s->side[of] : &s->island[of];
        --*from;
        s->aboard[ship][of]++;
    }
}

static inline void put_on_island(struct table *t, int of, int n)
{
    board(t)->side[of] = (uint8_t)(board(t)->side[of] - n);
    board(t)->island[of] = (uint8_t)(board(t)->island[of] + n);
}

static inline void put_in_port(struct table *t, int port, int of, int n)
{
    put_aboard(t, port, of, n);
    board(t)->aboard[port][of] = (uint8_t)(board(t)->aboard[port][of] - n);
    board(t)->port[port][of] = (uint8_t)(board(t)->port[port][of] + n);
}

/* Replaces a hand by these five cards of the pile. */
static inline void give(struct table *t, int hand, const char *cards)
{
    struct fl_aux *s = board(t);
    for (int card = 0; card < FL_AUX_KINDS; card++)
        for (; s->hand[hand][card]; s->hand[hand][card]--)
            s->left[card]++;
    char copy[128], *rest = NULL;
    strcpy(copy, cards);
    s->size[hand] = 0;
    for (char *word = strtok_r(copy, " ", &rest); word; word = strtok_r(NULL, " ", &rest))
        for (int card = 0; card < FL_AUX_KINDS; card++)
            if (!strcmp(word, card_word[card])) {
                assert_true(s->left[card] > 0);
                s->left[card]--;
                s->hand[hand][card]++;
                s->size[hand]++;
            }
    assert_int_equal(s->size[hand], FL_AUX_HAND);
}

/* ---- turns ---- */

/* The first possible chance move. */
static inline const char *any_chance(const struct table *t, char memory[16])
{
    struct fl_moves list;
    struct fl_buf out = fl_buf_over(memory, 16);
    fl_list(t->match.game, &t->match.state, FL_CHANCE, &list);
    t->match.game->spell(list.at[0].move, &out);
    return out.at;
}

/* Starts a turn: draws any card and discards one. A ship with its card is then ready to roll. */
static inline void table_begins(struct table *t)
{
    char card[16], discard[32] = "discard ";
    table_does(t, "draw");
    table_chance(t, any_chance(t, card));
    if (board(t)->phase == FL_AUX_LAYING)
        table_does(t, "done");
    table_does(t, strcat(discard, card));
}

/* Plays the turn of a sailing ship up to its first step. */
static inline void table_sails(struct table *t, int steps)
{
    char die[] = "die-0";
    die[4] = (char)('0' + steps);
    table_begins(t);
    table_plays(t, "roll");
    table_chance(t, die);
}

/* Plays a whole turn with as few consequences as possible: back and forth, no cards, no attack. */
static inline void table_idles(struct table *t)
{
    struct fl_aux *s = board(t);
    int colour = s->colour;
    table_begins(t);
    if (s->colour != colour || s->phase == FL_AUX_OVER)
        return;
    table_plays(t, "roll, die-2");
    int direction = 0;
    while (!(s->courses >> direction & 1) ||
           fl_aux_asks(s, colour, fl_aux_beside(s->at[colour], direction)))
        direction++;
    static const char *const there[] = {"N", "E", "S", "W"};
    bool asked = fl_aux_asks(s, colour, s->at[colour]);
    table_steps(t, there[direction]);
    if (!asked)
        table_steps(t, there[direction ^ 2]);
    else
        table_steps(t, there[direction]);
}

/* Plays such turns until it is this colour's turn. */
static inline void table_until(struct table *t, int colour)
{
    while (board(t)->colour != colour || board(t)->phase != FL_AUX_OPENING)
        table_idles(t);
}

/* ---- looking ---- */

static inline void put_square(struct fl_buf *out, int square)
{
    fl_put_char(out, (char)('a' + square % FL_AUX_WIDTH - 1));
    fl_put_number(out, square / FL_AUX_WIDTH);
}

static inline void put_chests(struct fl_buf *out, const uint8_t chests[FL_AUX_COLOURS])
{
    for (int of = 0; of < FL_AUX_COLOURS; of++)
        if (chests[of]) {
            fl_put_char(out, ' ');
            fl_put(out, colour_word[of]);
            fl_put_char(out, '-');
            fl_put_number(out, chests[of]);
        }
}

/* A ship as text: "j4 sails red-2 blue-1", or "unbuilt". */
static inline void table_ship(struct table *t, int ship, const char *expected)
{
    char memory[128];
    struct fl_buf text = fl_buf_over(memory, sizeof memory);
    const struct fl_aux *s = board(t);
    if (s->at[ship])
        put_square(&text, s->at[ship]);
    else
        fl_put(&text, "unbuilt");
    if (s->card[ship])
        fl_put(&text, " sails");
    put_chests(&text, s->aboard[ship]);
    table_compare(t, colour_word[ship], text.at, expected);
}

/* Chests ashore as text: "side 3, island 1, port red-1". */
static inline void table_ashore(struct table *t, int colour, const char *expected)
{
    char memory[128];
    struct fl_buf text = fl_buf_over(memory, sizeof memory);
    const struct fl_aux *s = board(t);
    fl_put(&text, "side ");
    fl_put_number(&text, s->side[colour]);
    fl_put(&text, ", island ");
    fl_put_number(&text, s->island[colour]);
    fl_put(&text, ", port");
    put_chests(&text, s->port[colour]);
    table_compare(t, colour_word[colour], text.at, expected);
}

static inline void table_cards(struct table *t, const uint8_t card[FL_AUX_KINDS], const char *what,
                               const char *expected)
{
    char memory[512];
    struct fl_buf text = fl_buf_over(memory, sizeof memory);
    for (int kind = 0; kind < FL_AUX_KINDS; kind++)
        for (int n = 0; n < card[kind]; n++) {
            fl_put(&text, text.len ? " " : "");
            fl_put(&text, card_word[kind]);
        }
    table_compare(t, what, text.at, expected);
}

static inline void table_turn_of(struct table *t, int whose)
{
    if (board(t)->phase != FL_AUX_OPENING || board(t)->colour != whose)
        wrong(t, "it is not the beginning of the turn of %s", colour_word[whose]);
}

/* Checks that no card and no chest is lost. */
static inline void table_is_whole(struct table *t)
{
    const struct fl_aux *s = board(t);
    for (int card = 0; card < FL_AUX_KINDS; card++) {
        static const int copies[] = {8, 8, 8, 12, 16, 2};
        int n = s->left[card] + s->discard[card];
        for (int i = 0; i < FL_AUX_COLOURS; i++)
            n += s->hand[i][card] + (card == FL_AUX_SHIP ? s->card[i] : 0);
        if (s->phase == FL_AUX_DEFENDING && card == FL_AUX_PIRATE && s->attack < 6)
            n += s->attack;
        if (s->phase == FL_AUX_DEFENDING && card == FL_AUX_CAPTAIN && s->attack == 6)
            n++;
        if (n != copies[card])
            wrong(t, "%d cards %s", n, card_word[card]);
    }
    int pile = 0;
    for (int card = 0; card < FL_AUX_KINDS; card++)
        pile += s->left[card];
    if (pile != s->pile)
        wrong(t, "%d cards in a pile of %d", pile, s->pile);
    for (int of = 0; of < s->colours; of++) {
        int n = s->side[of] + s->island[of];
        for (int i = 0; i < FL_AUX_COLOURS; i++)
            n += s->aboard[i][of] + s->port[i][of];
        if (n != s->chests)
            wrong(t, "%d chests %s", n, colour_word[of]);
    }
}

#define plays(t, text) table_plays(at_line(t), text)
#define sails(t, steps) table_sails(at_line(t), steps)
#define begins(t) table_begins(at_line(t))
#define until(t, colour) table_until(at_line(t), colour)
#define assert_ship(t, ship, text) table_ship(at_line(t), ship, text)
#define assert_ashore(t, colour, text) table_ashore(at_line(t), colour, text)
#define assert_hand(t, hand_number, text)                                                          \
    table_cards(at_line(t), board(t)->hand[hand_number], "hand", text)
#define assert_discards(t, text) table_cards(at_line(t), board(t)->discard, "discards", text)
#define assert_turn_of(t, whose) table_turn_of(at_line(t), whose)

#endif
