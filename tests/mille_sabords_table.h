/* A table of Mille Sabords! for tests: cards by their spelling, dice as letters (S skull,
 * P parrot, M monkey, X sabre, C coin, D diamond), and a second, deliberately simple scorer
 * written from docs/rules/mille-sabords. */
#ifndef FL_TESTS_MILLE_SABORDS_TABLE_H
#define FL_TESTS_MILLE_SABORDS_TABLE_H

#include "games/games.h"
#include "table.h"

static const char *const every_card[] = {"coin",   "diamond", "animals", "guardian",
                                         "pirate", "island",  "skull-1", "skull-2",
                                         "ship-2", "ship-3",  "ship-4",  NULL};

/* ---- the rules page read aloud ---- */

static inline bool is_card(const char *card, const char *name)
{
    return !strcmp(card, name);
}

static inline int how_many(const char *dice, char letter)
{
    int n = 0;
    for (; *dice; dice++)
        n += *dice == letter;
    return n;
}

/* 5.2, and 8.7 for nine. */
static inline int simple_set(int equal)
{
    return equal < 3    ? 0
           : equal == 3 ? 100
           : equal == 4 ? 200
           : equal == 5 ? 500
           : equal == 6 ? 1000
           : equal == 7 ? 2000
                        : 4000;
}

static inline int simple_card_skulls(const char *card)
{
    return is_card(card, "skull-1") ? 1 : is_card(card, "skull-2") ? 2 : 0;
}

static inline int simple_quota(const char *card)
{
    return is_card(card, "ship-2")   ? 2
           : is_card(card, "ship-3") ? 3
           : is_card(card, "ship-4") ? 4
                                     : 0;
}

static inline int simple_value(const char *card)
{
    return is_card(card, "ship-2")   ? 300
           : is_card(card, "ship-3") ? 500
           : is_card(card, "ship-4") ? 1000
                                     : 0;
}

/* The symbols on the table: dice and card (6.1); with Animals, parrots count as monkeys (6.3). */
static inline void lay_symbols(const char *card, const char *dice, char symbols[10])
{
    strcpy(symbols, dice);
    if (is_card(card, "coin"))
        strcat(symbols, "C");
    if (is_card(card, "diamond"))
        strcat(symbols, "D");
    for (char *symbol = symbols; *symbol; symbol++)
        if (is_card(card, "animals") && *symbol == 'P')
            *symbol = 'M';
}

static inline int simple_sets_and_gems(const char *symbols)
{
    int sum = 0;
    for (const char *letter = "PMXCD"; *letter; letter++)
        sum += simple_set(how_many(symbols, *letter));
    return sum + 100 * how_many(symbols, 'C') + 100 * how_many(symbols, 'D');
}

/* 5.6, 5.7, 6.2, 6.5, 6.20: each of the dice, the first letters, must score. */
static inline bool simple_chest(const char *card, const char *dice, const char *symbols)
{
    if (how_many(dice, 'S') || simple_card_skulls(card))
        return false;
    for (size_t i = 0; dice[i]; i++) {
        bool gem = symbols[i] == 'C' || symbols[i] == 'D';
        bool in_set = how_many(symbols, symbols[i]) >= 3;
        bool won_the_ship = symbols[i] == 'X' && simple_quota(card) > 0;
        if (!gem && !in_set && !won_the_ship)
            return false;
    }
    return true;
}

/* The points of a stop. */
static inline int simple_stop(const char *card, const char *dice)
{
    char symbols[10];
    if (how_many(dice, 'X') < simple_quota(card))
        return -simple_value(card);
    lay_symbols(card, dice, symbols);
    int sum = simple_sets_and_gems(symbols) + (simple_chest(card, dice, symbols) ? 500 : 0);
    return is_card(card, "pirate") ? 2 * sum : sum + simple_value(card);
}

/* The points of a bust, with these dice on Treasure Island. */
static inline int simple_bust(const char *card, const char *saved)
{
    return is_card(card, "island") ? simple_sets_and_gems(saved) : -simple_value(card);
}

static inline bool simple_nine(const char *card, const char *dice)
{
    return (is_card(card, "coin") && how_many(dice, 'C') == 8) ||
           (is_card(card, "diamond") && how_many(dice, 'D') == 8);
}

/* ---- going through all dice ---- */

/* Advances to the next sorted row of dice. Returns false after the last one. A row starts as copies
 * of the first letter. */
static inline bool next_dice(char *dice, const char *letters)
{
    char last = letters[strlen(letters) - 1];
    size_t i = strlen(dice);
    while (i && dice[i - 1] == last)
        i--;
    if (!i)
        return false;
    memset(dice + i - 1, strchr(letters, dice[i - 1])[1], strlen(dice) - i + 1);
    return true;
}

/* ---- playing ---- */

/* Seats and options; the first seat begins unless the options say who. */
static inline struct table *sit(void *table, int seats, const char *options)
{
    struct table *t = table;
    char all[128] = "first=1 ";
    strcat(all, options);
    table_sit(t, &fl_mille_sabords, seats, all);
    return t;
}

/* Rolls one die per letter; these must be all dice of the throw. */
static inline void dice_fall(struct table *t, const char *faces)
{
    for (; *faces; faces++)
        table_chance(t, (const char[]){*faces, '\0'});
    if (table_mover(t) == FL_CHANCE)
        wrong(t, "more dice were thrown than the test says");
}

static inline void table_turn(struct table *t, const char *card, const char *faces)
{
    table_does(t, "card");
    table_chance(t, card);
    table_does(t, "throw");
    dice_fall(t, faces);
}

static inline void table_moves(struct table *t, const char *move, const char *faces)
{
    table_does(t, move);
    dice_fall(t, faces);
}

/* The turn is over and this seat is to open its own. */
static inline void table_next(const struct table *t, int seat)
{
    if (table_mover(t) != seat)
        wrong(t, "it is the turn of %d, expected %d", table_mover(t), seat);
    if (!table_allows(t, "card"))
        wrong(t, "the turn of seat %d has not ended", seat);
}

/* The turn goes on: the same seat chooses. */
static inline void table_chooses(const struct table *t, int seat)
{
    if (table_mover(t) != seat || !table_allows(t, "stop"))
        wrong(t, "seat %d has no choice", seat);
}

/* The seat is on Skull Island and must throw. */
static inline void table_on_skull_island(const struct table *t, int seat)
{
    const struct fl_match *m = &t->match;
    struct fl_phrase asked;
    if (table_mover(t) != seat || !table_allows(t, "throw"))
        wrong(t, "seat %d has nothing to throw", seat);
    m->game->prompt(&m->state, seat, &asked);
    table_compare(t, "asked", asked.key, "ms.ask.skull-island");
}

/* What the first throw of a turn brings at once or by stopping, or a value no turn has. */
static inline int simple_first_throw(const char *card, const char *dice)
{
    int skulls = how_many(dice, 'S') + simple_card_skulls(card);
    if (skulls <= 2 && !simple_nine(card, dice))
        return simple_stop(card, dice);
    if (skulls == 3 && !is_card(card, "guardian"))
        return simple_bust(card, "");
    return INT32_MAX;
}

static inline bool earn_with(struct table *t, const char *card, int points)
{
    char dice[9] = "SSSSSSSS";
    while (simple_first_throw(card, dice) != points)
        if (!next_dice(dice, "SPMXCD"))
            return false;
    table_chance(t, card);
    table_does(t, "throw");
    dice_fall(t, dice);
    if (how_many(dice, 'S') + simple_card_skulls(card) < 3)
        table_does(t, "stop");
    return true;
}

/* A whole turn that brings exactly these points, with a card of which many are left. */
static inline void table_earns(struct table *t, int points)
{
    struct fl_moves cards;
    table_does(t, "card");
    fl_list(t->match.game, &t->match.state, FL_CHANCE, &cards);
    for (unsigned copies = 4; copies; copies--)
        for (uint32_t i = 0; i < cards.count; i++) {
            char memory[16];
            struct fl_buf card = fl_buf_over(memory, sizeof memory);
            t->match.game->spell(cards.at[i].move, &card);
            if (cards.at[i].weight == copies && earn_with(t, card.at, points))
                return;
        }
    wrong(t, "no turn with the cards left brings %d", points);
}

static inline void table_earn_in_turn(struct table *t, const int *points, int count)
{
    for (int i = 0; i < count; i++)
        table_earns(t, points[i]);
}

/* Turns up a card of the first kind left. */
static inline void take_any_card(struct table *t, char card[16])
{
    struct fl_moves cards;
    struct fl_buf spelled = fl_buf_over(card, 16);
    table_does(t, "card");
    fl_list(t->match.game, &t->match.state, FL_CHANCE, &cards);
    t->match.game->spell(cards.at[0].move, &spelled);
    table_chance(t, card);
}

/* Three skulls with whatever card comes: with the floor, totals of zero stay zero. */
static inline void play_rounds(struct table *t, int seats, int rounds)
{
    for (int i = 0; i < seats * rounds; i++) {
        char card[16], dice[9] = "PPPMMMXX";
        take_any_card(t, card);
        memset(dice, 'S', (size_t)(3 - simple_card_skulls(card)));
        table_moves(t, "throw", dice);
        if (is_card(card, "guardian"))
            table_does(t, "stop");
    }
}

/* ---- looking ---- */

static inline char letter_of(const char *face)
{
    static const char *const key[] = {"ms.face.skull", "ms.face.parrot", "ms.face.monkey",
                                      "ms.face.sabre", "ms.face.coin",   "ms.face.diamond"};
    for (int i = 0; face && i < 6; i++)
        if (!strcmp(face, key[i]))
            return "SPMXCD"[i];
    return '?';
}

static inline const struct fl_zone *table_zone(const struct table *t, const char *name,
                                               struct fl_view *view)
{
    struct fl_sight sight;
    fl_match_sight(&t->match, FL_SPECTATOR, &sight);
    fl_sight_view(&sight, view);
    const struct fl_zone *zone = fl_view_find(view, name, FL_NOBODY, 0);
    if (!zone)
        wrong(t, "no zone %s", name);
    return zone;
}

/* The eight dice in order, wherever they are; "?" for one without a face. */
static inline void table_dice(const struct table *t, const char *expected)
{
    static const char *const zones[] = {"ms.zone.treasure", "ms.zone.dice"};
    char dice[9] = "--------";
    struct fl_view view;
    for (int z = 0; z < 2; z++) {
        const struct fl_zone *zone = table_zone(t, zones[z], &view);
        for (int i = zone->first; i < zone->first + zone->count; i++)
            dice[view.item[i].id] = letter_of(view.item[i].face);
    }
    table_compare(t, "dice", dice, expected);
}

/* The numbers of the dice on Treasure Island, each after a space. */
static inline void table_treasure(const struct table *t, const char *expected)
{
    char memory[32];
    struct fl_buf text = fl_buf_over(memory, sizeof memory);
    struct fl_view view;
    const struct fl_zone *zone = table_zone(t, "ms.zone.treasure", &view);
    for (int i = zone->first; i < zone->first + zone->count; i++)
        fl_put_bits(&text, 1u << view.item[i].id);
    table_compare(t, "on Treasure Island", text.at, expected);
}

/* The translation key of the card on the table, or "" for none. */
static inline void table_card(const struct table *t, const char *expected)
{
    struct fl_view view;
    const struct fl_zone *zone = table_zone(t, "ms.zone.card", &view);
    if (zone->count > 1)
        wrong(t, "%d cards lie on the table", zone->count);
    table_compare(t, "card", zone->count ? view.item[zone->first].face : "", expected);
}

static inline int cards_in_pile(const struct table *t)
{
    struct fl_view view;
    return view.item[table_zone(t, "ms.zone.pile", &view)->first].value;
}

/* The rules leave this one move. */
static inline void table_only(const struct table *t, const char *move)
{
    struct fl_moves list;
    fl_list(t->match.game, &t->match.state, table_mover(t), &list);
    if (list.count != 1 || !table_allows(t, move))
        wrong(t, "%u moves are offered, expected \"%s\" alone", list.count, move);
}

/* The words tests are written in. */
#define turn(t, card, faces) table_turn(at_line(t), card, faces)
#define does(t, move, faces) table_moves(at_line(t), move, faces)
#define stops(t) table_moves(at_line(t), "stop", "")
#define assert_dice(t, dice) table_dice(at_line(t), dice)
#define assert_treasure(t, dice) table_treasure(at_line(t), dice)
#define assert_card(t, key) table_card(at_line(t), key)
#define assert_only(t, move) table_only(at_line(t), move)
#define assert_next(t, seat) table_next(at_line(t), seat)
#define assert_chooses(t, seat) table_chooses(at_line(t), seat)
#define assert_on_skull_island(t, seat) table_on_skull_island(at_line(t), seat)
/* One turn each, from the seat whose turn it is: the points it brings. */
#define earn(t, ...)                                                                               \
    table_earn_in_turn(at_line(t), (const int[]){__VA_ARGS__},                                     \
                       COUNT_OF(((const int[]){__VA_ARGS__})))

#endif
