/* Line-ups and sums of the simulator: with a game whose scores are given here, and with real ones.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "games/games.h"
#include "sim/sim.h"

/* ---- line-ups ---- */

static struct fl_lineup lineup_of(enum fl_seating seating, int contestants, int seats)
{
    struct fl_lineup l = {
        .seating = seating, .contestants = contestants, .seats = seats, .sides = seats};
    for (int seat = 0; seat < seats; seat++)
        l.side[seat] = l.given[seat] = (uint8_t)seat;
    return l;
}

/* Counts the games in which each contestant has each seat. */
static void count_seats(const struct fl_lineup *l, uint64_t games,
                        int out[FL_MAX_SEATS][FL_MAX_SEATS])
{
    memset(out, 0, sizeof(int[FL_MAX_SEATS][FL_MAX_SEATS]));
    for (uint64_t game = 0; game < games; game++) {
        uint8_t holder[FL_MAX_SEATS], sides[FL_MAX_SEATS];
        int composition = fl_lineup_of(l, 5, game, holder);
        assert_in_range(composition, 0, fl_lineup_compositions(l) - 1);
        fl_lineup_sides(l, composition, sides);
        for (int seat = 0; seat < l->seats; seat++) {
            out[holder[seat]][seat]++;
            sides[holder[seat]]--;
        }
        for (int i = 0; i < FL_MAX_SEATS; i++)
            assert_int_equal(sides[i], 0); /* not in the reported composition */
    }
}

static void everybody_sits_everywhere_equally_often(void **state)
{
    int count[FL_MAX_SEATS][FL_MAX_SEATS];
    (void)state;
    for (int contestants = 2; contestants <= FL_MAX_SEATS; contestants++)
        for (int seats = 2; seats <= FL_MAX_SEATS; seats++) {
            struct fl_lineup l = lineup_of(FL_BALANCED, contestants, seats);
            int round = fl_lineup_round(&l);
            assert_in_range(fl_lineup_compositions(&l), 1, FL_MAX_COMPOSITIONS);
            count_seats(&l, (uint64_t)round, count);
            for (int i = 0; i < contestants; i++)
                for (int seat = 0; seat < seats; seat++)
                    assert_int_equal(count[i][seat] * contestants, round);
        }
}

static void one_sits_alone_among_the_last(void **state)
{
    int count[FL_MAX_SEATS][FL_MAX_SEATS];
    struct fl_lineup l = lineup_of(FL_ALONE, 3, 4);
    (void)state;
    assert_int_equal(fl_lineup_round(&l), 8);
    count_seats(&l, 8, count);
    for (int seat = 0; seat < 4; seat++) {
        assert_int_equal(count[0][seat], 1);
        assert_int_equal(count[1][seat], 1);
        assert_int_equal(count[2][seat], 6);
    }
}

static void the_order_varies_between_rounds(void **state)
{
    struct fl_lineup l = lineup_of(FL_BALANCED, 3, 3);
    bool after[3] = {false}; /* contestants that had the seat next to the first contestant */
    (void)state;
    for (uint64_t game = 0; game < 30; game++) {
        uint8_t holder[FL_MAX_SEATS];
        fl_lineup_of(&l, 5, game, holder);
        for (int seat = 0; seat < 3; seat++)
            if (holder[seat] == 0)
                after[holder[(seat + 1) % 3]] = true;
    }
    assert_true(after[1] && after[2]);
}

static void what_is_given_stays_or_goes_round(void **state)
{
    int count[FL_MAX_SEATS][FL_MAX_SEATS];
    struct fl_lineup still = lineup_of(FL_AS_GIVEN, 3, 3), round = lineup_of(FL_ROTATED, 3, 3);
    (void)state;
    count_seats(&still, 9, count);
    for (int i = 0; i < 3; i++)
        assert_int_equal(count[i][i], 9);
    count_seats(&round, 9, count);
    for (int i = 0; i < 3; i++)
        for (int seat = 0; seat < 3; seat++)
            assert_int_equal(count[i][seat], 3);
}

static void a_team_is_held_by_one(void **state)
{
    const struct fl_game *game = fl_game_find("corsaires");
    struct fl_setup setup = fl_setup_default(game, 8);
    struct fl_lineup l = {.seating = FL_BALANCED, .contestants = 3};
    (void)state;
    fl_lineup_begin(&l, game, &setup);
    assert_int_equal(l.sides, 4);
    for (uint64_t number = 0; number < 24; number++) {
        uint8_t holder[FL_MAX_SEATS];
        fl_lineup_of(&l, 1, number, holder);
        for (int seat = 0; seat < 8; seat += 2)
            assert_int_equal(holder[seat], holder[seat + 1]);
    }
}

static void partners_stay_partners(void **state)
{
    const struct fl_game *game = fl_game_find("corsaires");
    struct fl_setup setup = fl_setup_default(game, 6);
    struct fl_lineup l = lineup_of(FL_ROTATED, 6, 6);
    uint8_t holder[FL_MAX_SEATS];
    (void)state;
    fl_lineup_begin(&l, game, &setup);
    assert_int_equal(fl_lineup_round(&l), 3);
    for (uint64_t number = 0; number < 3; number++) {
        fl_lineup_of(&l, 1, number, holder);
        for (int seat = 0; seat < 6; seat += 2) {
            assert_int_equal(holder[seat] % 2, 0);
            assert_int_equal(holder[seat + 1], holder[seat] + 1);
        }
    }
}

/* ---- a game with given scores: one player moves, and the scores of all follow ---- */

struct written {
    uint64_t step;
};

static const int32_t points[][3] = {
    {0, 0, 0},    /* no leader */
    {1, 0, 0},    /* the first leads: no change yet */
    {1, 1, 0},    /* no leader; the first was the last one */
    {2, 1, 0},    /* the first again: no change */
    {2, 3, 0},    /* the second: 1 change */
    {2, 3, 3},    /* no leader */
    {2, 3, 4},    /* the third: 2 changes */
    {9, 9, 4},    /* no leader, unless the first two are a team */
    {9, 9, 10},   /* the third again */
    {11, 9, 10},  /* the first: 3 changes */
    {11, 11, 11}, /* no leader */
};

enum { LAST = sizeof points / sizeof points[0] - 1 };

static void start(void *state, const struct fl_setup *setup)
{
    (void)setup;
    memset(state, 0, sizeof(struct written));
}

static fl_seats turn(const void *state)
{
    const struct written *w = state;
    return w->step < LAST ? FL_SEAT(1) : 0;
}

static void moves(const void *state, int seat, struct fl_moves *out)
{
    (void)state;
    (void)seat;
    fl_offer(out, 0, 1);
}

static void apply(void *state, int seat, fl_move move)
{
    struct written *w = state;
    (void)seat;
    (void)move;
    w->step++;
}

static int32_t score(const void *state, int seat)
{
    const struct written *w = state;
    return points[w->step][seat];
}

static fl_seats winners(const void *state)
{
    (void)state;
    return FL_SEAT(0) | FL_SEAT(1) | FL_SEAT(2);
}

static int one_team(const void *state, int seat)
{
    (void)state;
    return seat == 1 ? 0 : seat / 2;
}

static const struct fl_game written = {
    .name = "written",
    .version = 1,
    .state_size = sizeof(struct written),
    .move_count = 1,
    .seats_min = 3,
    .seats_max = 3,
    .start = start,
    .turn = turn,
    .moves = moves,
    .apply = apply,
    .score = score,
    .winners = winners,
};

static struct fl_sim sim_of(const struct fl_game *game, int seats, uint64_t games)
{
    struct fl_sim sim = {.game = game, .seed = 3, .games = games, .threads = 1};
    sim.by_rounds = true;
    sim.setup = fl_setup_default(game, seats);
    sim.lineup = lineup_of(FL_AS_GIVEN, seats, seats);
    fl_lineup_begin(&sim.lineup, game, &sim.setup);
    for (int i = 0; i < FL_MAX_SEATS; i++)
        sim.contestant[i].choose = fl_random;
    return sim;
}

static void run(const struct fl_sim *sim, struct fl_sim_sums *sums)
{
    *sums = (struct fl_sim_sums){0};
    fl_sim_run(sim, NULL, NULL, sums);
    assert_int_equal(sums->failures, 0);
}

static void the_lead_changes_when_it_passes_on(void **state)
{
    struct fl_sim sim = sim_of(&written, 3, 2);
    struct fl_sim_sums sums;
    (void)state;
    sim.watch_lead = true;
    run(&sim, &sums);
    assert_int_equal(sums.lead_changes.sum, 2 * 3);
    assert_int_equal(sums.length.sum, 2 * LAST);
    sim.watch_lead = false;
    run(&sim, &sums);
    assert_int_equal(sums.lead_changes.sum, 0);
}

/* With the first two as a team the leaders are: team, third, team, third, team. */
static void a_team_leads_as_one(void **state)
{
    struct fl_game teams = written;
    struct fl_sim_sums sums;
    (void)state;
    teams.team = one_team;
    struct fl_sim sim = sim_of(&teams, 3, 1);
    assert_int_equal(sim.lineup.sides, 2);
    sim.watch_lead = true;
    run(&sim, &sums);
    assert_int_equal(sums.lead_changes.sum, 4);
}

/* Each wins a third. */
static void shares_are_added(void **state)
{
    struct fl_sim sim = sim_of(&written, 3, 5);
    struct fl_sim_sums sums;
    (void)state;
    sim.lineup.given[2] = 0; /* the first agent has two seats */
    run(&sim, &sums);
    for (int seat = 0; seat < 3; seat++) {
        assert_int_equal(sums.seat[seat].shared, 5);
        assert_int_equal(sums.seat[seat].wins, 0);
        assert_int_equal(sums.seat[seat].win_share, 5 * FL_WHOLE_WIN / 3);
        assert_int_equal(sums.seat[seat].score.sum, 5 * 11);
    }
    assert_int_equal(sums.contestant[0].games, 5);
    assert_int_equal(sums.contestant[0].seats, 10);
    assert_int_equal(sums.contestant[0].win_share, 10 * FL_WHOLE_WIN / 3);
    assert_int_equal(sums.contestant[1].seats, 5);
    assert_int_equal(sums.contestant[2].games, 0);
    assert_int_equal(sums.rounds.count, 5);
    assert_int_equal(sums.rounds.share, 10 * FL_WHOLE_WIN / 3);
}

static fl_seats first_seat_wins(const void *state)
{
    (void)state;
    return FL_SEAT(0);
}

static void who_starts_is_the_first_in_order(void **state)
{
    struct fl_game game = written;
    struct fl_sim_sums sums;
    (void)state;
    game.winners = first_seat_wins;
    struct fl_sim sim = sim_of(&game, 3, 4);
    run(&sim, &sums);
    assert_int_equal(sums.seat[0].wins, 4);
    assert_int_equal(sums.order_share[0], 0); /* the second seat starts, then the third */
    assert_int_equal(sums.order_share[1], 0);
    assert_int_equal(sums.order_share[2], 4 * FL_WHOLE_WIN);
}

/* ---- real games ---- */

static struct fl_sim contest_of(enum fl_seating seating, uint64_t games)
{
    const struct fl_game *game = fl_game_find("mille-sabords");
    struct fl_sim sim = sim_of(game, 3, games);
    sim.lineup.seating = seating;
    sim.lineup.contestants = 2;
    sim.lineup.given[2] = 0;
    sim.contestant[1].choose = fl_agent_find("greedy", game);
    sim.watch_lead = true;
    return sim;
}

static uint64_t count_all(const struct fl_histogram *h)
{
    uint64_t sum = 0;
    for (int i = 0; i < FL_BINS; i++)
        sum += h->count[i];
    return sum;
}

static void threads_do_not_matter(void **state)
{
    static const enum fl_seating seatings[] = {FL_AS_GIVEN, FL_ROTATED, FL_BALANCED, FL_ALONE};
    struct fl_sim_sums one, many;
    (void)state;
    for (int i = 0; i < 4; i++) {
        struct fl_sim sim = contest_of(seatings[i], 101);
        run(&sim, &one);
        assert_int_equal(one.games, 101);
        assert_int_equal(one.rounds.count, 101 / fl_lineup_round(&sim.lineup));
        assert_int_equal(count_all(&one.lengths), 101);
        assert_int_equal(count_all(&one.leads), 101);
        assert_int_equal(count_all(&one.contestant[0].scores), one.contestant[0].seats);
        sim.threads = 4;
        run(&sim, &many);
        assert_memory_equal(&one, &many, sizeof one);
        sim.by_rounds = false; /* threads share games, not rounds */
        run(&sim, &many);
        assert_int_equal(many.rounds.count, 0);
        many.rounds = one.rounds;
        assert_memory_equal(&one, &many, sizeof one);
    }
}

static void a_run_can_be_cut_in_pieces(void **state)
{
    struct fl_sim sim = contest_of(FL_BALANCED, 96);
    struct fl_sim_sums whole, pieces = {0};
    (void)state;
    run(&sim, &whole);
    sim.games = 24;
    for (sim.first = 0; sim.first < 96; sim.first += 24)
        fl_sim_run(&sim, NULL, NULL, &pieces);
    assert_memory_equal(&whole, &pieces, sizeof whole);
    assert_int_equal(whole.rounds.count, 16);
}

/* The same agent under two names plays the same game from every seat. */
static void sides_taken_in_turn_have_the_same_dice(void **state)
{
    struct fl_sim sim = contest_of(FL_BALANCED, 60);
    struct fl_sim_sums sums;
    (void)state;
    sim.setup.seats = 2;
    fl_lineup_begin(&sim.lineup, sim.game, &sim.setup);
    sim.contestant[0] = sim.contestant[1];
    run(&sim, &sums);
    assert_int_equal(sums.rounds.count, 30);
    assert_int_equal(sums.rounds.share, 30 * FL_WHOLE_WIN);
    assert_int_equal(sums.rounds.squares, 30 * FL_WHOLE_WIN * FL_WHOLE_WIN);
}

static atomic_bool stop;

static fl_move stop_and_play(const struct fl_sight *sight, uint32_t effort, struct fl_rng *rng)
{
    atomic_store(&stop, true);
    return fl_random(sight, effort, rng);
}

static void a_stopped_run_has_what_there_is(void **state)
{
    struct fl_sim sim = sim_of(&written, 3, 60);
    struct fl_sim_sums sums = {0};
    atomic_ullong done = 0;
    (void)state;
    sim.lineup.seating = FL_ROTATED;
    fl_sim_run(&sim, &done, &stop, &sums);
    assert_int_equal(sums.games, 60);
    assert_int_equal(done, 60);
    for (int i = 0; i < 3; i++)
        sim.contestant[i].choose = stop_and_play;
    sums = (struct fl_sim_sums){0};
    fl_sim_run(&sim, &done, &stop, &sums);
    assert_int_equal(sums.games, 1); /* the current game is finished, its round is not */
    assert_int_equal(sums.rounds.count, 0);
    fl_sim_run(&sim, &done, &stop, &sums);
    assert_int_equal(sums.games, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(everybody_sits_everywhere_equally_often),
        cmocka_unit_test(one_sits_alone_among_the_last),
        cmocka_unit_test(the_order_varies_between_rounds),
        cmocka_unit_test(what_is_given_stays_or_goes_round),
        cmocka_unit_test(a_team_is_held_by_one),
        cmocka_unit_test(partners_stay_partners),
        cmocka_unit_test(the_lead_changes_when_it_passes_on),
        cmocka_unit_test(a_team_leads_as_one),
        cmocka_unit_test(shares_are_added),
        cmocka_unit_test(who_starts_is_the_first_in_order),
        cmocka_unit_test(threads_do_not_matter),
        cmocka_unit_test(a_run_can_be_cut_in_pieces),
        cmocka_unit_test(sides_taken_in_turn_have_the_same_dice),
        cmocka_unit_test(a_stopped_run_has_what_there_is),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
