/* Advice and analysis: exact where the game is solved, independent of hidden information, and
 * consistent sums. The small games of this test have no luck, or nothing but luck. */
#include <math.h>

#include "agents/advice/advice.h"
#include "agents/advice/analysis.h"
#include "agents/game_ai.h"
#include "agents/mille_sabords/agents.h"
#include "core/record.h"
#include "games/games.h"
#include "games/mille_sabords/mille_sabords.h"
#include "table.h"

/* ---- small games ---- */

enum { TURNS = 6, WAITING = 255 };
enum { SMALL, LARGE, LUCK, HUGE = LUCK }; /* moves of players; LUCK + points is a move of chance */

struct tally {
    uint8_t turn, waiting; /* seat that chance gives points to next, or WAITING */
    uint8_t urn, spare;    /* last move */
    uint8_t points[4];
};

static fl_seats whose_turn(const void *state)
{
    const struct tally *t = state;
    if (t->waiting != WAITING)
        return FL_SEAT(FL_CHANCE);
    return t->turn < TURNS ? FL_SEAT(t->turn % 2) : 0;
}

static void begin(void *state, const struct fl_setup *setup)
{
    (void)setup;
    ((struct tally *)state)->waiting = WAITING;
}

static void two_moves(const void *state, int seat, struct fl_moves *out)
{
    (void)state;
    fl_offer(out, seat == FL_CHANCE ? LUCK : SMALL, 1);
    fl_offer(out, seat == FL_CHANCE ? LUCK + 1 : LARGE, seat == FL_CHANCE ? 2 : 1);
}

static void three_moves(const void *state, int seat, struct fl_moves *out)
{
    (void)state;
    (void)seat;
    for (fl_move move = SMALL; move <= HUGE; move++)
        fl_offer(out, move, 1);
}

static void two_urns(const void *state, int seat, struct fl_moves *out)
{
    (void)state;
    fl_offer(out, seat == FL_CHANCE ? LUCK : SMALL, 1);
    fl_offer(out, seat == FL_CHANCE ? LUCK + 1 : LARGE, 1);
}

/* The game "take": a move scores its number, without chance. */
static void take(void *state, int seat, fl_move move)
{
    struct tally *t = state;
    t->points[seat] = (uint8_t)(t->points[seat] + move);
    t->turn++;
}

/* The game "hope": moves score nothing, only chance does. */
static void hope(void *state, int seat, fl_move move)
{
    struct tally *t = state;
    if (seat == FL_CHANCE)
        t->points[t->waiting] = (uint8_t)(t->points[t->waiting] + move - LUCK);
    else
        t->turn++;
    t->waiting = (uint8_t)(seat == FL_CHANCE ? WAITING : seat);
}

/* The game "draw": each urn contains what the other does not, so both are equal. */
static void draw(void *state, int seat, fl_move move)
{
    struct tally *t = state;
    hope(state, seat, seat == FL_CHANCE ? (fl_move)(LUCK + ((move - LUCK) ^ t->urn)) : move);
    t->urn = (uint8_t)(seat == FL_CHANCE ? 0 : move);
}

static int32_t points_of(const void *state, int seat)
{
    return ((const struct tally *)state)->points[seat];
}

static fl_seats leaders(const void *state)
{
    const struct tally *t = state;
    int lead = t->points[0] - t->points[1];
    return lead > 0 ? 1 : lead < 0 ? 2 : 3;
}

#define SMALL_GAME(title, list, rule)                                                              \
    {                                                                                              \
        .name = title, .state_size = sizeof(struct tally), .move_count = LUCK + 2, .seats_min = 2, \
        .seats_max = 2, .start = begin, .turn = whose_turn, .moves = list, .apply = rule,          \
        .score = points_of, .winners = leaders                                                     \
    }

static const struct fl_game skill_alone = SMALL_GAME("skill", two_moves, take);
static const struct fl_game more_skill = SMALL_GAME("more skill", three_moves, take);
static const struct fl_game luck_alone = SMALL_GAME("luck", two_moves, hope);
static const struct fl_game urns = SMALL_GAME("urns", two_urns, draw);

/* A game that stops its own analysis after a number of moves. */
static struct {
    atomic_bool stop;
    int64_t moves, most;
} watched;

static void take_and_count(void *state, int seat, fl_move move)
{
    take(state, seat, move);
    if (++watched.moves == watched.most)
        atomic_store(&watched.stop, true);
}

static const struct fl_game counted = SMALL_GAME("counted", two_moves, take_and_count);

/* ---- playing ---- */

/* The agent of this name, or random moves if the game does not have it. */
static fl_choose player_of(const struct fl_game *g, const char *name)
{
    fl_choose choose = fl_agent_find(name, g);
    return choose ? choose : fl_random;
}

/* Plays at most this number of steps and stops when a player has to move. */
static void play_on(struct fl_match *m, fl_choose choose, struct fl_rng *rng, uint32_t steps)
{
    struct fl_sight sight;
    fl_seats turn;
    for (;;) {
        assert_int_equal(fl_match_play_chance_rng(m, rng), FL_OK);
        if (!(turn = fl_match_turn(m)) || m->steps >= steps)
            return;
        int seat = __builtin_ctz(turn);
        fl_match_sight(m, seat, &sight);
        assert_int_equal(fl_match_play(m, seat, choose(&sight, 0, rng)), FL_OK);
    }
}

static void begin_match(struct fl_match *m, const struct fl_game *g, int seats, const char *options)
{
    struct fl_setup setup = fl_setup_default(g, seats);
    table_options(g, options, &setup);
    assert_null(fl_setup_check(g, &setup));
    fl_match_begin(m, g, &setup, FL_TRUTH);
}

static void play_match(struct fl_match *m, const struct fl_game *g, int seats, const char *agent,
                       uint64_t seed)
{
    struct fl_rng rng = fl_rng_from(seed, 0);
    begin_match(m, g, seats, "");
    play_on(m, player_of(g, agent), &rng, FL_MAX_STEPS);
}

/* Reads the partial record of a seat. */
static void read_part(const struct fl_match *m, int viewer, const struct fl_game *g,
                      struct fl_record *out)
{
    static char memory[1 << 20];
    struct fl_buf text = fl_buf_over(memory, sizeof memory);
    struct fl_players players = {0};
    struct fl_record_error error;
    fl_record_write(m, &players, viewer, &text);
    assert_false(text.overflowed);
    (void)g;
    assert_true(fl_record_read(text.at, text.len, fl_game_find, out, &error));
}

static void analyse_with(const struct fl_match *m, uint32_t playouts, int threads, uint64_t seed,
                         struct fl_analysis *out)
{
    struct fl_analyse how = {.playouts = playouts,
                             .threads = threads,
                             .seed = seed,
                             .seats = (fl_seats)(m->viewer == FL_TRUTH ? FL_SEAT(m->setup.seats) - 1
                                                                       : FL_SEAT(m->viewer))};
    assert_true(fl_analyse(m, &how, out));
}

static void analyse(const struct fl_match *m, uint32_t playouts, int threads,
                    struct fl_analysis *out)
{
    analyse_with(m, playouts, threads, 1, out);
}

static void assert_near(double a, double b, double by)
{
    if (fabs(a - b) > by) {
        print_error("%.9f and %.9f differ by more than %g\n", a, b, by);
        fail();
    }
}

static void adds_up(const struct fl_analysis *a, int seats)
{
    double sum = 0;
    for (int seat = 0; seat < seats; seat++) {
        const struct fl_result_breakdown *c = &a->breakdown[seat];
        assert_near(c->start.value + c->luck.value + c->skill.value + c->rest.value,
                    c->result.value, 1e-12);
        sum += c->start.value;
    }
    assert_true(sum > 0.999);
}

/* ---- luck and skill ---- */

static void without_luck_there_is_none(void **state)
{
    static const fl_move played[TURNS] = {SMALL, LARGE, LARGE, LARGE, LARGE, SMALL};
    struct fl_match m;
    struct fl_analysis a;
    (void)state;
    begin_match(&m, &skill_alone, 2, "");
    for (int i = 0; i < TURNS; i++)
        assert_int_equal(fl_match_play(&m, i % 2, played[i]), FL_OK);
    analyse(&m, 400, 1, &a);
    adds_up(&a, 2);
    assert_int_equal(a.rolls, 0);
    assert_int_equal(a.decisions, TURNS);
    for (int i = 0; i < TURNS; i++) {
        assert_int_equal(a.decision[i].best, LARGE);
        assert_int_equal(fl_is_mistake(&a.decision[i]), played[i] == SMALL);
    }
    assert_true(a.breakdown[0].luck.value == 0 && a.breakdown[1].luck.value == 0);
    assert_true(a.breakdown[0].skill.value < -0.1);
    assert_near(a.decision[TURNS - 1].loss.value, 0.5, 1e-12); /* 2 to 2 instead of 2 to 3 */
    assert_near(a.breakdown[0].result.value, 0.5, 1e-12);      /* a tie is half a win */
    fl_analysis_end(&a);
    fl_match_end(&m);
}

static void where_nothing_but_luck_counts_skill_is_none(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 20; seed++) {
        struct fl_match m;
        struct fl_analysis a;
        play_match(&m, &luck_alone, 2, "random", seed);
        analyse(&m, 200, 1, &a);
        adds_up(&a, 2);
        assert_int_equal(a.rolls, TURNS);
        for (int seat = 0; seat < 2; seat++) {
            const struct fl_result_breakdown *c = &a.breakdown[seat];
            assert_true(c->skill.value == 0);
            assert_near(c->rest.value, 0, 1e-12);
            assert_near(c->start.value, 0.5, 5 * c->start.error);
        }
        fl_analysis_end(&a);
        fl_match_end(&m);
    }
}

/* If two moves are better than the one made, the better of them is reported. */
static void the_best_is_named(void **state)
{
    struct fl_match m;
    struct fl_analysis a;
    (void)state;
    begin_match(&m, &more_skill, 2, "");
    for (int i = 0; i < TURNS; i++)
        assert_int_equal(fl_match_play(&m, i % 2, SMALL), FL_OK);
    analyse(&m, 400, 1, &a);
    for (int i = 0; i < TURNS - 1; i++) /* in the last turn LARGE wins as well */
        assert_int_equal(a.decision[i].best, HUGE);
    fl_analysis_end(&a);
    fl_match_end(&m);
}

/* If all moves are equal, another one is rarely chosen as better, and its loss is unbiased, because
 * it is measured with other playouts than it was chosen with. */
static void equal_moves_cost_nothing(void **state)
{
    enum { MATCHES = 60 };
    int decisions = 0, seeming = 0;
    double sum = 0;
    (void)state;
    for (uint64_t seed = 1; seed <= MATCHES; seed++) {
        struct fl_match m;
        struct fl_analysis a;
        play_match(&m, &urns, 2, "random", seed);
        analyse_with(&m, 160, 1, seed, &a);
        decisions += (int)a.decisions;
        for (uint32_t i = 0; i < a.decisions; i++)
            if (a.decision[i].best != a.decision[i].made) {
                sum += a.decision[i].loss.value / a.decision[i].loss.error;
                seeming++;
            }
        fl_analysis_end(&a);
        fl_match_end(&m);
    }
    assert_int_equal(decisions, MATCHES * TURNS);
    assert_true(seeming > 20 && seeming < decisions / 6);
    assert_near(sum / seeming, 0, 0.5); /* in standard errors */
}

/* ---- Mille Sabords! ---- */

/* Moves that the playout policy would have made change nothing, exactly. */
static void the_expected_changes_nothing(void **state)
{
    struct fl_match m;
    struct fl_analysis a;
    (void)state;
    play_match(&m, &fl_mille_sabords, 3, "exact-points", 4);
    analyse(&m, 16, 1, &a);
    assert_true(a.decisions > 30 && !a.exact);
    for (int seat = 0; seat < 3; seat++)
        assert_near(a.breakdown[seat].skill.value + a.breakdown[seat].rest.value, 0, 1e-9);
    fl_analysis_end(&a);
    fl_match_end(&m);
}

/* The probability after a move equals the value of the move: solver and rules agree at every step
 * of a turn. */
static void worth_is_the_chance_after(const struct fl_match *m)
{
    struct fl_move_value judged[FL_MAX_MOVES];
    struct fl_sight sight, after;
    double chance[FL_MAX_SEATS], best = 0;
    int seat = __builtin_ctz(fl_match_turn(m));
    fl_match_sight(m, seat, &sight);
    uint32_t count = fl_mille_sabords_solver.move_values(&sight, judged);
    for (uint32_t i = 0; i < count; i++) {
        after = sight;
        sight.game->apply(&after.state, seat, judged[i].move);
        assert_true(fl_mille_sabords_solver.win_chances(&after, chance));
        assert_near(chance[seat], judged[i].chance, 2e-5);
        best = judged[i].chance > best ? judged[i].chance : best;
    }
    assert_true(fl_mille_sabords_solver.win_chances(&sight, chance));
    assert_near(chance[seat], best, 1e-9);
    assert_near(chance[0] + chance[1], 1, 1e-12);
}

static bool is_choosing(const struct fl_match *m)
{
    fl_seats turn = fl_match_turn(m);
    struct fl_moves list;
    if (!turn || turn == FL_SEAT(FL_CHANCE))
        return false;
    fl_list(m->game, &m->state, __builtin_ctz(turn), &list);
    return list.count > 1;
}

static void chances_follow_the_rules(void **state)
{
    struct fl_rng rng = fl_rng_from(7, 0);
    struct fl_match m;
    int looked = 0;
    (void)state;
    begin_match(&m, &fl_mille_sabords, 2, "target=5000");
    while (looked < 40) {
        if (!fl_match_turn(&m))
            fl_match_again(&m);
        play_on(&m, looked % 2 ? fl_game_ai_of(&fl_mille_sabords)->greedy : fl_random, &rng,
                m.steps + 1);
        if (is_choosing(&m)) {
            worth_is_the_chance_after(&m);
            looked++;
        }
    }
    fl_match_end(&m);
}

/* The mean probability after the first throw equals that before it, over many throws. */
static void luck_evens_out(void **state)
{
    enum { THROWS = 4000 };
    struct fl_rng rng = fl_rng_from(11, 0);
    struct fl_match m;
    struct fl_sight sight;
    double before[FL_MAX_SEATS], after[FL_MAX_SEATS], sum = 0, squares = 0;
    (void)state;
    begin_match(&m, &fl_mille_sabords, 2, "first=1");
    play_on(&m, fl_exact_points, &rng, 1);
    fl_match_sight(&m, 0, &sight);
    assert_true(fl_mille_sabords_solver.win_chances(&sight, before));
    for (int i = 0; i < THROWS; i++) {
        fl_match_rewind(&m, 2);
        play_on(&m, fl_exact_points, &rng, 3);
        fl_match_sight(&m, 0, &sight);
        assert_true(fl_mille_sabords_solver.win_chances(&sight, after));
        sum += after[0];
        squares += after[0] * after[0];
    }
    double mean = sum / THROWS, error = sqrt((squares / THROWS - mean * mean) / THROWS);
    assert_near(mean, before[0], 3 * error);
    fl_match_end(&m);
}

static double chance_of_first(const struct fl_match *m)
{
    struct fl_sight sight;
    double chance[FL_MAX_SEATS];
    fl_match_sight(m, 0, &sight);
    assert_true(fl_mille_sabords_solver.win_chances(&sight, chance));
    return chance[0];
}

/* The same with all results of two dice enumerated, on Skull Island and elsewhere. */
static void two_dice_even_out(void **state)
{
    static const char faces[] = "SPMXCD";
    static const char *const dice[] = {"SSSSSSPM", "SSCCCDPM"}, *const again[] = {"throw",
                                                                                  "reroll 7 8"};
    struct table *t = *state;
    for (int i = 0; i < 2; i++) {
        double sum = 0;
        table_sit(t, &fl_mille_sabords, 2, "first=1");
        table_does(t, "card");
        table_chance(t, "pirate");
        table_does(t, "throw");
        for (const char *letter = dice[i]; *letter; letter++)
            table_chance(t, (char[]){*letter, '\0'});
        double ready = chance_of_first(&t->match);
        table_does(t, again[i]);
        double thrown = chance_of_first(&t->match);
        uint32_t steps = t->match.steps;
        for (int n = 0; n < 36; n++) {
            fl_match_rewind(&t->match, steps);
            t->heard.count = 0;
            table_chance(t, (char[]){faces[n / 6], '\0'});
            table_chance(t, (char[]){faces[n % 6], '\0'});
            sum += chance_of_first(&t->match) / 36;
        }
        assert_near(sum, thrown, 2e-5);
        assert_true(thrown <= ready + 1e-9);
        assert_true(i || thrown >= ready - 1e-9); /* there was no choice */
    }
}

/* Luck of two players is opposite, and the rest is the loss of the opponent. */
static void two_accounts_mirror_each_other(void **state)
{
    static const char *const agent[] = {"greedy", "exact-points", "random", "exact-win"};
    (void)state;
    for (int i = 0; i < 4; i++) {
        struct fl_match m;
        struct fl_analysis a;
        play_match(&m, &fl_mille_sabords, 2, agent[i], 21);
        analyse(&m, 1, 1, &a);
        assert_true(a.exact && a.finished);
        adds_up(&a, 2);
        assert_near(a.breakdown[0].start.value, 0.5, 1e-9);
        assert_near(a.breakdown[0].luck.value, -a.breakdown[1].luck.value, 1e-9);
        for (int seat = 0; seat < 2; seat++) {
            assert_near(a.breakdown[seat].rest.value, -a.breakdown[!seat].skill.value, 1e-3);
            assert_true(a.breakdown[seat].skill.value <= 0);
            if (!strcmp(agent[i], "exact-win"))
                assert_near(a.breakdown[seat].skill.value, 0, 1e-3);
        }
        fl_analysis_end(&a);
        fl_match_end(&m);
    }
}

/* With three of eight dice fallen the throw has no luck yet. */
static void half_a_throw_is_left_out(void **state)
{
    struct table *t = *state;
    struct fl_analysis half, before;
    table_sit(t, &fl_mille_sabords, 2, "first=1");
    table_does(t, "card");
    table_chance(t, "pirate");
    table_does(t, "throw");
    uint32_t steps = t->match.steps;
    table_chance(t, "C");
    table_chance(t, "C");
    table_chance(t, "C");
    analyse(&t->match, 1, 1, &half);
    fl_match_rewind(&t->match, steps);
    t->heard.count = 0;
    analyse(&t->match, 1, 1, &before);
    assert_int_equal(half.rolls, before.rolls);
    assert_memory_equal(half.breakdown, before.breakdown, sizeof half.breakdown);
    fl_analysis_end(&half);
    fl_analysis_end(&before);
}

/* ---- every game ---- */

static const struct fl_game *find_listed(int i)
{
    return fl_games[i];
}

/* Advice from a complete record equals advice from the player's partial record. */
static void advice_needs_no_more_than_the_player_knows(void **state)
{
    struct fl_advice *whole = malloc(sizeof *whole), *part = malloc(sizeof *part);
    (void)state;
    for (int i = 0; find_listed(i); i++) {
        const struct fl_game *g = find_listed(i);
        struct fl_rng rng = fl_rng_from(5, (uint64_t)i);
        struct fl_match m;
        begin_match(&m, g, g->seats_min, "");
        for (uint32_t steps = 20; steps <= 60; steps += 20) {
            struct fl_search_options how = {.playouts = 60, .threads = 1, .seed = steps};
            struct fl_sight sight;
            struct fl_record record;
            play_on(&m, player_of(g, "greedy"), &rng, steps);
            int seat = __builtin_ctz(fl_match_turn(&m));
            fl_match_sight(&m, seat, &sight);
            memset(whole, 0, sizeof *whole);
            memset(part, 0, sizeof *part);
            assert_true(fl_advise(&sight, &how, whole));
            read_part(&m, seat, g, &record);
            fl_match_sight(&record.match, seat, &sight);
            assert_true(fl_advise(&sight, &how, part));
            assert_memory_equal(whole, part, sizeof *whole);
            fl_match_end(&record.match);
        }
        fl_match_end(&m);
    }
    free(whole);
    free(part);
}

/* An unfinished game as one player saw it adds up, independent of the hidden state. */
static void parts_of_games_add_up(void **state)
{
    (void)state;
    for (int i = 0; find_listed(i); i++) {
        const struct fl_game *g = find_listed(i);
        struct fl_rng rng = fl_rng_from(9, (uint64_t)i);
        struct fl_record record;
        struct fl_match m;
        struct fl_analysis a;
        begin_match(&m, g, g->seats_max, "");
        play_on(&m, player_of(g, "greedy"), &rng, 60);
        read_part(&m, 0, g, &record);
        analyse(&record.match, 16, 2, &a);
        assert_false(a.finished);
        adds_up(&a, g->seats_max);
        for (uint32_t d = 0; d < a.decisions; d++)
            assert_int_equal(a.decision[d].seat, 0);
        fl_analysis_end(&a);
        fl_match_end(&record.match);
        fl_match_end(&m);
    }
}

/* Members of a team have equal probabilities and equal luck. */
static void teams_share_their_luck(void **state)
{
    struct fl_match m;
    struct fl_analysis a;
    struct fl_rng rng = fl_rng_from(3, 0);
    (void)state;
    begin_match(&m, &fl_corsaires, 4, "teams=on");
    play_on(&m, fl_game_ai_of(&fl_corsaires)->greedy, &rng, FL_MAX_STEPS);
    analyse(&m, 16, 2, &a);
    adds_up(&a, 4);
    assert_true(a.finished && a.decisions > 20 && a.rolls > 20);
    for (int seat = 0; seat < 4; seat++)
        for (int other = 0; other < 4; other++)
            if (fl_team(m.game, &m.state, seat) == fl_team(m.game, &m.state, other))
                assert_near(a.breakdown[seat].luck.value, a.breakdown[other].luck.value, 1e-12);
    fl_analysis_end(&a);
    fl_match_end(&m);
}

static void threads_change_nothing(void **state)
{
    struct fl_match m;
    struct fl_analysis one, three;
    (void)state;
    play_match(&m, &fl_template, 3, "random", 2);
    analyse(&m, 64, 1, &one);
    analyse(&m, 64, 3, &three);
    assert_int_equal(one.decisions, three.decisions);
    assert_int_equal(one.rolls, three.rolls);
    assert_memory_equal(one.breakdown, three.breakdown, sizeof one.breakdown);
    for (uint32_t i = 0; i < one.decisions; i++) {
        assert_int_equal(one.decision[i].best, three.decision[i].best);
        assert_true(one.decision[i].loss.value == three.decision[i].loss.value);
    }
    fl_analysis_end(&one);
    fl_analysis_end(&three);
    fl_match_end(&m);
}

/* Whether the playout policy would have made this move with any random numbers. */
static bool is_obvious(const struct fl_match *past, struct fl_step made)
{
    enum { TRIES = 20 };
    struct fl_sight sight;
    fl_match_sight(past, made.seat, &sight);
    for (uint64_t try = 0; try < TRIES; try++) {
        struct fl_rng rng = fl_rng_from(try, made.seat);
        if (fl_agent_find("greedy", past->game)(&sight, 0, &rng) != made.move)
            return false;
    }
    return true;
}

/* Compares the win curve before and after obvious moves shortly after a roll; returns their number.
 */
static int compare_standings(const struct fl_match *m, const struct fl_analysis *a)
{
    enum { LONG = 20 }; /* half the horizon of the game */
    struct fl_match past;
    uint32_t thrown = 0;
    int at = 0, compared = 0;
    fl_match_begin(&past, m->game, &m->setup, FL_TRUTH);
    for (uint32_t step = 0; step < m->steps; step++) {
        struct fl_step made = m->log[step];
        const struct fl_win_curve_point *before = &a->curve[at], *after = before + 1;
        bool is_known = (uint32_t)at + 1 < a->curve_points && after->step == step + 1;
        if (is_known && made.seat != FL_CHANCE && step - thrown < LONG && is_obvious(&past, made)) {
            assert_near(after->chance[0], before->chance[0], 1e-12);
            compared++;
        }
        at += is_known;
        thrown = made.seat == FL_CHANCE ? step + 1 : thrown;
        assert_int_equal(fl_match_play(&past, made.seat, made.move), FL_OK);
    }
    fl_match_end(&past);
    return compared;
}

/* With an evaluation, all points between two rolls are played to the same horizon, so that expected
 * moves change nothing, however late in the match. */
/* A stop does not wait for the playouts of a number. */
static void an_analysis_stops_in_the_middle_of_a_number(void **state)
{
    (void)state;
    enum { LOTS_END = FL_BATCHES * TURNS, SEARCH_ENDS = 4 * TURNS };
    struct fl_match m;
    play_match(&m, &counted, 2, "random", 1);
    for (int64_t most = 1000; most < 400000; most += 33333) {
        struct fl_analysis a;
        struct fl_analyse how = {
            .playouts = 10000, .threads = 1, .seed = 1, .seats = 3, .stop = &watched.stop};
        atomic_store(&watched.stop, false);
        watched.moves = 0;
        watched.most = most;
        assert_false(fl_analyse(&m, &how, &a));
        /* Moves that a stopped rollout or search still makes, for each of the few numbers of a
         * decision. */
        assert_in_range(watched.moves, most, most + 6 * LOTS_END + SEARCH_ENDS);
    }
    fl_match_end(&m);
}

static void between_throws_all_look_as_far(void **state)
{
    struct fl_match m;
    struct fl_analysis a;
    struct fl_analyse how = {.playouts = 16, .threads = 1, .seed = 1};
    (void)state;
    play_match(&m, fl_game_find("aux-sabords"), 2, "greedy", 1);
    assert_true(fl_analyse(&m, &how, &a));
    assert_true(compare_standings(&m, &a) > 50);
    fl_analysis_end(&a);
    fl_match_end(&m);
}

/* ---- reasons ---- */

static const char *reason_with(struct table *t, const char *card, const char *dice)
{
    struct fl_search_options how = {.playouts = 60, .threads = 1, .seed = 1};
    struct fl_advice *advice = malloc(sizeof *advice);
    struct fl_sight sight;
    table_does(t, "card");
    table_chance(t, card);
    table_does(t, "throw");
    for (const char *letter = dice; *letter; letter++)
        table_chance(t, (char[]){*letter, '\0'});
    fl_match_sight(&t->match, 0, &sight);
    assert_true(fl_advise(&sight, &how, advice));
    const char *reason = advice->reason;
    free(advice);
    return reason;
}

/* Winning counts more than points: a player close to the target stops, a player who would lose by
 * stopping throws. */
static void reasons_fit_the_standing(void **state)
{
    static const struct {
        const char *card, *dice;
        int32_t mine, theirs;
        const char *reason;
    } cases[] = {{"coin", "PPPMMXSS", 5800, 3000, "hint.not-for-points"},
                 {"coin", "CCCDDPSS", 4800, 6100, "hint.for-winning"}};
    struct table *t = *state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct fl_sabords *s = (void *)&t->match.state;
        table_sit(t, &fl_mille_sabords, 2, "first=1");
        s->score[0] = cases[i].mine;
        s->score[1] = cases[i].theirs;
        if (s->score[1] >= s->target) {
            s->stage = FL_SABORDS_LAST_ROUND;
            s->turns_left = 1;
        }
        const char *reason = reason_with(t, cases[i].card, cases[i].dice);
        assert_string_equal(reason, cases[i].reason);
    }
}

static void reasons_fit_the_dice(void **state)
{
    static const struct {
        const char *card, *dice, *reason;
    } cases[] = {{"coin", "CCCDDDSS", "hint.stop"},
                 {"coin", "CCCCCCPM", "hint.safe"},
                 {"coin", "PPPMMXSS", "hint.throw"},
                 {"island", "CCCDDPMS", "hint.island"},
                 {"skull-2", "SSSPPMMX", "hint.only"}};
    struct table *t = *state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        table_sit(t, &fl_mille_sabords, 2, "first=1");
        const char *reason = reason_with(t, cases[i].card, cases[i].dice);
        assert_string_equal(reason, cases[i].reason);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(without_luck_there_is_none),
        cmocka_unit_test(where_nothing_but_luck_counts_skill_is_none),
        cmocka_unit_test(the_best_is_named),
        cmocka_unit_test(equal_moves_cost_nothing),
        cmocka_unit_test(the_expected_changes_nothing),
        cmocka_unit_test(chances_follow_the_rules),
        cmocka_unit_test(luck_evens_out),
        TEST(two_dice_even_out),
        TEST(half_a_throw_is_left_out),
        cmocka_unit_test(two_accounts_mirror_each_other),
        cmocka_unit_test(advice_needs_no_more_than_the_player_knows),
        cmocka_unit_test(parts_of_games_add_up),
        cmocka_unit_test(teams_share_their_luck),
        cmocka_unit_test(threads_change_nothing),
        cmocka_unit_test(an_analysis_stops_in_the_middle_of_a_number),
        cmocka_unit_test(between_throws_all_look_as_far),
        TEST(reasons_fit_the_dice),
        TEST(reasons_fit_the_standing),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
