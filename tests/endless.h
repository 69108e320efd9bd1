/* Endless: a game that never ends, to see what happens to a match that is too long. Chance says
 * "tick" for ever. */
#ifndef FL_TESTS_ENDLESS_H
#define FL_TESTS_ENDLESS_H

#include "core/game.h"

static inline void endless_start(void *state, const struct fl_setup *setup)
{
    *(uint32_t *)state = setup->seats;
}

static inline fl_seats endless_turn(const void *state)
{
    (void)state;
    return FL_SEAT(FL_CHANCE);
}

static inline void endless_moves(const void *state, int seat, struct fl_moves *out)
{
    (void)state;
    (void)seat;
    fl_offer(out, 0, 1);
}

static inline void endless_apply(void *state, int seat, fl_move move)
{
    (void)seat;
    (void)move;
    ++*(uint32_t *)state;
}

static inline void endless_spell(fl_move move, struct fl_buf *out)
{
    (void)move;
    fl_put(out, "tick");
}

static const struct fl_game endless = {
    .name = "endless",
    .version = 1,
    .state_size = sizeof(uint32_t),
    .move_count = 1,
    .seats_min = 1,
    .seats_max = 2,
    .start = endless_start,
    .turn = endless_turn,
    .moves = endless_moves,
    .apply = endless_apply,
    .spell = endless_spell,
};

#endif
