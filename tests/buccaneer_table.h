/* A table of Buccaneer for tests. Moves are lists of spellings, crews are lists of pawns from the
 * top down ("r2 b5 y."; a dot is a covered value), purses and treasures are read from the view. */
#ifndef FL_TESTS_BUCCANEER_TABLE_H
#define FL_TESTS_BUCCANEER_TABLE_H

#include <stdio.h>

#include "games/games.h"
#include "table.h"

/* ---- playing ---- */

/* Plays moves separated by ", ", for the seat to move or chance. */
static inline void table_row(struct table *t, const char *moves)
{
    while (*moves) {
        char move[32];
        size_t len = strcspn(moves, ",");
        assert_true(len < sizeof move);
        memcpy(move, moves, len);
        move[len] = '\0';
        if (table_mover(t) == FL_CHANCE)
            table_chance(t, move);
        else
            table_does(t, move);
        moves += len;
        moves += strspn(moves, ", ");
    }
}

/* Starts a match with seats, options and the first ships. Seat 1 begins unless the options
 * differ. */
static inline struct table *sit(void *table, int seats, const char *options, const char *ships)
{
    struct table *t = table;
    char all[128] = "first=1 ";
    strcat(all, options);
    table_sit(t, &fl_buccaneer, seats, all);
    table_row(t, ships);
    return t;
}

/* ---- looking ---- */

static inline void table_view(const struct table *t, int viewer, struct fl_view *view)
{
    struct fl_sight sight;
    fl_match_sight(&t->match, viewer, &sight);
    fl_sight_view(&sight, view);
}

static inline char mark_letter(const char *face)
{
    static const char *const key[] = {"bu.mark.2", "bu.mark.3", "bu.mark.4", "bu.mark.5",
                                      "bu.mark.question"};
    for (int i = 0; face && i < 5; i++)
        if (!strcmp(face, key[i]))
            return "2345?"[i];
    return '.';
}

/* Every crew of a seat, by its top: "r2 b. y. | r3". */
static inline void table_crews(const struct table *t, int seat, const char *expected)
{
    char memory[256];
    struct fl_buf text = fl_buf_over(memory, sizeof memory);
    struct fl_view view;
    table_view(t, FL_SPECTATOR, &view);
    for (int number = 1; number <= 5; number++) {
        const struct fl_zone *zone = fl_view_find(&view, "bu.zone.crew", seat, number);
        if (zone && text.len)
            fl_put(&text, " | ");
        for (int i = 0; zone && i < zone->count; i++) {
            const struct fl_item *pawn = &view.item[zone->first + i];
            fl_put(&text, i ? " " : "");
            fl_put_char(&text, "rbykg"[pawn->owner]);
            fl_put_char(&text, mark_letter(pawn->face));
        }
    }
    table_compare(t, "crews", text.at, expected);
}

static inline int32_t value_in(const struct table *t, const char *zone_name, int owner, int place)
{
    struct fl_view view;
    table_view(t, FL_SPECTATOR, &view);
    const struct fl_zone *zone = fl_view_find(&view, zone_name, owner, 0);
    if (!zone || place >= zone->count)
        wrong(t, "nothing lies at place %d of %s", place, zone_name);
    return view.item[zone->first + place].value;
}

static inline void table_purses(const struct table *t, const int32_t *expected, int count)
{
    assert_int_equal(count, t->match.setup.seats);
    for (int seat = 0; seat < count; seat++)
        if (value_in(t, "bu.zone.purse", seat, 0) != expected[seat])
            wrong(t, "seat %d has %d ducats, expected %d", seat,
                  value_in(t, "bu.zone.purse", seat, 0), expected[seat]);
}

/* The treasures of a seat, or of the supply, as four numbers: "0 1 0 2". */
static inline void table_treasures(const struct table *t, const char *zone, int owner,
                                   const char *expected)
{
    char text[32];
    snprintf(text, sizeof text, "%d %d %d %d", value_in(t, zone, owner, 0),
             value_in(t, zone, owner, 1), value_in(t, zone, owner, 2), value_in(t, zone, owner, 3));
    table_compare(t, "treasures", text, expected);
}

/* The ships at sea by number: "1 5 11". */
static inline void table_sea(const struct table *t, const char *expected)
{
    char memory[32];
    struct fl_buf text = fl_buf_over(memory, sizeof memory);
    struct fl_view view;
    table_view(t, FL_SPECTATOR, &view);
    for (int ship = 1; ship <= 15; ship++)
        if (fl_view_find(&view, "bu.zone.ship", FL_NOBODY, ship)) {
            fl_put(&text, text.len ? " " : "");
            fl_put_number(&text, ship);
        }
    table_compare(t, "at sea", text.at, expected);
}

/* All legal moves in the order of the list. */
static inline void table_offers(const struct table *t, const char *expected)
{
    char memory[4096];
    struct fl_buf text = fl_buf_over(memory, sizeof memory);
    struct fl_moves list;
    fl_list(t->match.game, &t->match.state, table_mover(t), &list);
    for (uint32_t i = 0; i < list.count; i++) {
        fl_put(&text, i ? ", " : "");
        t->match.game->spell(list.at[i].move, &text);
    }
    assert_false(text.overflowed);
    table_compare(t, "moves", text.at, expected);
}

static inline void table_next(const struct table *t, int seat)
{
    if (table_mover(t) != seat)
        wrong(t, "it is the turn of %d, expected %d", table_mover(t), seat);
}

#define plays(t, moves) table_row(at_line(t), moves)
#define assert_crews(t, seat, crews) table_crews(at_line(t), seat, crews)
#define assert_purses(t, ...)                                                                      \
    table_purses(at_line(t), (const int32_t[]){__VA_ARGS__},                                       \
                 COUNT_OF(((const int32_t[]){__VA_ARGS__})))
#define assert_treasures(t, seat, text) table_treasures(at_line(t), "bu.zone.treasures", seat, text)
#define assert_supply(t, text) table_treasures(at_line(t), "bu.zone.supply", FL_NOBODY, text)
#define assert_sea(t, text) table_sea(at_line(t), text)
#define assert_offers(t, text) table_offers(at_line(t), text)
#define assert_next(t, seat) table_next(at_line(t), seat)

#endif
