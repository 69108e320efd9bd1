/* The rules of every game for resigning, and for ending by agreement: played at random. Each game
 * says what its standing is. */
#ifndef FL_TESTS_ENDING_RULES_H
#define FL_TESTS_ENDING_RULES_H

#include "table.h"

static inline void play_randomly(struct fl_match *m, struct fl_rng *rng, uint32_t moves)
{
    struct fl_moves list;
    assert_int_equal(fl_match_play_chance_rng(m, rng), FL_OK);
    for (; moves-- && fl_match_turn(m);) {
        int seat = __builtin_ctz(fl_match_turn(m));
        fl_list(m->game, &m->state, seat, &list);
        assert_int_equal(fl_match_play(m, seat, fl_pick(&list, rng)), FL_OK);
        assert_int_equal(fl_match_play_chance_rng(m, rng), FL_OK);
    }
}

static inline fl_seats winners_of(const struct fl_match *m)
{
    struct fl_sight sight;
    fl_match_sight(m, FL_SPECTATOR, &sight);
    assert_int_equal(fl_sight_turn(&sight), 0);
    return fl_sight_winners(&sight);
}

static inline void resignation_of_two(const struct fl_game *g, uint64_t seed)
{
    struct fl_match m;
    struct fl_rng rng = fl_rng_from(seed, 1);
    struct fl_setup setup = fl_setup_default(g, 2);
    int seat = (int)(seed % 2);
    fl_match_begin(&m, g, &setup, FL_TRUTH);
    play_randomly(&m, &rng, 2 + 5 * (uint32_t)seed);
    if (fl_match_turn(&m)) {
        assert_int_equal(fl_match_resign(&m, FL_SEAT(seat)), FL_OK);
        assert_int_equal(winners_of(&m), FL_SEAT(!seat));
    }
    fl_match_end(&m);
}

/* The seat is played to the end, and its player does not win. Returns whether the seat would have
 * won. */
static inline bool resignation_of_three(const struct fl_game *g, uint64_t seed)
{
    struct fl_match m;
    struct fl_rng rng = fl_rng_from(seed, 2);
    struct fl_setup setup = fl_setup_default(g, 3);
    int seat = (int)(seed % 3);
    fl_match_begin(&m, g, &setup, FL_TRUTH);
    play_randomly(&m, &rng, 1);
    assert_int_equal(fl_match_resign(&m, FL_SEAT(seat)), FL_OK);
    assert_true(fl_match_turn(&m));
    play_randomly(&m, &rng, UINT32_MAX);
    assert_true(winners_of(&m) && !(winners_of(&m) & FL_SEAT(seat)));
    bool best = m.game->winners(&m.state) & FL_SEAT(seat);
    fl_match_end(&m);
    return best;
}

static inline void agreement(const struct fl_game *g, uint64_t seed,
                             int32_t (*standing)(const void *state, int seat))
{
    struct fl_match m;
    struct fl_sight sight;
    struct fl_rng rng = fl_rng_from(seed, 3);
    struct fl_setup setup = fl_setup_default(g, 3);
    int32_t best = INT32_MIN;
    fl_seats leaders = 0;
    fl_match_begin(&m, g, &setup, FL_TRUTH);
    play_randomly(&m, &rng, 1 + 7 * (uint32_t)seed);
    if (fl_match_turn(&m)) {
        assert_int_equal(fl_match_agree(&m, false), FL_OK);
        fl_match_sight(&m, 1, &sight);
        for (int seat = 0; seat < 3; seat++) {
            int32_t score = standing(&m.state, seat);
            assert_int_equal(fl_sight_score(&sight, seat), score);
            leaders = score > best ? 0 : leaders;
            leaders |= score >= best ? FL_SEAT(seat) : 0;
            best = score > best ? score : best;
        }
        assert_int_equal(winners_of(&m), leaders);
    }
    fl_match_end(&m);
}

static inline void check_endings(const struct fl_game *g,
                                 int32_t (*standing)(const void *state, int seat))
{
    int would_have_won = 0;
    for (uint64_t seed = 1; seed <= 20; seed++) {
        if (g->seats_min <= 2)
            resignation_of_two(g, seed);
        would_have_won += resignation_of_three(g, seed);
        agreement(g, seed, standing);
    }
    assert_in_range(would_have_won, 1, 20);
}

#endif
