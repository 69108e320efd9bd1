/* A table of Corsaires for tests. Hands and pile are set up by spelling; everything else passes
 * fl_match_play. */
#ifndef FL_TESTS_CORSAIRES_TABLE_H
#define FL_TESTS_CORSAIRES_TABLE_H

#include "games/corsaires/corsaires.h"
#include "games/games.h"
#include "table.h"

static inline struct fl_corsaires *state_of(struct table *t)
{
    return (struct fl_corsaires *)(void *)&t->match.state;
}

static inline int kind_spelled(const char *text)
{
    for (int kind = 0; kind < FL_CORSAIRES_KINDS; kind++)
        if (!strcmp(fl_corsaires_card_spelled[kind], text))
            return kind;
    fail_msg("no card is spelled %s", text);
    return 0;
}

/* Moves the cards of a text out of `from` into `to`; returns how many. */
static inline int move_cards(struct fl_cards *from, struct fl_cards *to, const char *text)
{
    char copy[512], *rest = NULL;
    int n = 0;
    assert_true(strlen(text) < sizeof copy);
    strcpy(copy, text);
    for (char *word = strtok_r(copy, " ", &rest); word; word = strtok_r(NULL, " ", &rest), n++) {
        int kind = kind_spelled(word);
        uint64_t one = (uint64_t)1 << 4 * (kind & 15);
        assert_true(fl_cards_of(from, kind) > 0);
        from->half[kind >> 4] -= one;
        to->half[kind >> 4] += one;
    }
    return n;
}

/* Starts at the first turn of seat 1. `hands` has one text per seat. Cards that are neither in a
 * hand nor in `pile` are out of the game. If `pile` is NULL, the pile has all other cards. */
static inline struct table *lay_out(struct table *t, int seats, const char *options,
                                    const char *pile, const char *const *hands)
{
    struct fl_rng rng = fl_rng_from(7, 0);
    struct fl_corsaires *s = state_of(t);
    table_sit(t, &fl_corsaires, seats, options);
    assert_int_equal(fl_match_play_chance_rng(&t->match, &rng), FL_OK);
    for (int seat = 0; seat < seats; seat++) {
        s->left.half[0] += s->hand[seat].half[0];
        s->left.half[1] += s->hand[seat].half[1];
        s->hand[seat] = (struct fl_cards){0};
    }
    for (int seat = 0; seat < seats; seat++)
        s->size[seat] = (uint8_t)move_cards(&s->left, &s->hand[seat], hands[seat]);
    s->pile = FL_CORSAIRES_DECK;
    for (int seat = 0; seat < seats; seat++)
        s->pile = (uint8_t)(s->pile - s->size[seat]);
    if (pile) {
        struct fl_cards kept = {0};
        s->pile = (uint8_t)move_cards(&s->left, &kept, pile);
        s->out = s->left;
        s->left = kept;
    }
    return t;
}

#define HANDS(...) ((const char *const[]){__VA_ARGS__})

/* The same with an empty pile, which is the shortest way to the end. */
#define sit_alone(t, seats, pile, ...) lay_out(t, seats, "first=1", pile, HANDS(__VA_ARGS__))
#define sit_in_teams(t, seats, pile, ...)                                                          \
    lay_out(t, seats, (seats) == 4 ? "first=1 teams=on" : "first=1", pile, HANDS(__VA_ARGS__))

static inline void table_plays(struct table *t, const char *const *moves, int count)
{
    for (int i = 0; i < count; i++)
        table_does(t, moves[i]);
}

/* Plays moves of the seat to move, one after the other. */
#define play(t, ...) table_plays(at_line(t), HANDS(__VA_ARGS__), COUNT_OF(HANDS(__VA_ARGS__)))

static inline void table_draws(struct table *t, const char *const *cards, int count)
{
    for (int i = 0; i < count; i++) {
        table_does(t, "draw");
        table_chance(t, cards[i]);
    }
}

/* Players draw these cards in turn. */
#define draw(t, ...) table_draws(at_line(t), HANDS(__VA_ARGS__), COUNT_OF(HANDS(__VA_ARGS__)))

/* Lets chance show the remaining hands. */
static inline void show_hands(struct table *t)
{
    struct fl_rng rng = fl_rng_from(1, 1);
    assert_int_equal(state_of(t)->phase, FL_CORSAIRES_SHOWING);
    assert_int_equal(fl_match_play_chance_rng(&t->match, &rng), FL_OK);
}

static inline void table_gold(struct table *t, const int *expected, int count)
{
    for (int side = 0; side < count; side++)
        if (state_of(t)->gold[side] != expected[side])
            wrong(t, "side %d has captured %d gold, expected %d", side, state_of(t)->gold[side],
                  expected[side]);
}

#define GOLD(...) ((const int[]){__VA_ARGS__})
#define assert_gold(t, ...) table_gold(at_line(t), GOLD(__VA_ARGS__), COUNT_OF(GOLD(__VA_ARGS__)))

/* Whether a galleon, numbered from 1, is on the table. */
static inline bool on_table(struct table *t, int number)
{
    return state_of(t)->open >> (number - 1) & 1;
}

#define assert_turn(t, seat) assert_int_equal(table_mover(t), (seat)-1)

static inline int how_many_out(struct table *t, const char *card)
{
    return (int)fl_cards_of(&state_of(t)->out, kind_spelled(card));
}

/* The item of this kind and owner (a seat from 1, or 0) that a viewer sees, or NULL. */
static inline const struct fl_item *item_seen(struct table *t, int viewer, const char *kind,
                                              int zone_owner)
{
    static struct fl_view view;
    struct fl_sight sight;
    fl_match_sight(&t->match, viewer, &sight);
    fl_sight_view(&sight, &view);
    for (int z = 0; z < view.zones; z++)
        for (int i = 0; i < view.zone[z].count; i++) {
            const struct fl_item *item = &view.item[view.zone[z].first + i];
            if (!strcmp(item->kind, kind) && view.zone[z].owner == zone_owner - 1)
                return item;
        }
    return NULL;
}

#endif
