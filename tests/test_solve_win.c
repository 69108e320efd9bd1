/* The win solver of Mille Sabords!: a small game, compared with the simple solver and with the end
 * of the game as the rules define it. */
#include "agents/mille_sabords/agents.h"
#include "agents/mille_sabords/card_values.h"
#include "agents/mille_sabords/win_solver.h"
#include "agents/mille_sabords/win_tables.h"
#include "simple_solver.h"

enum { TARGET = 5, LOWEST = -2 }; /* in hundreds of points: a game of a few turns */

static bool is_near(double a, double b, double by)
{
    return a - b <= by && b - a <= by;
}

static struct fl_win *solve_small_game(int threads)
{
    struct fl_win *win = malloc(sizeof *win);
    struct fl_win_progress progress = {.rows = 0};
    assert_non_null(win);
    assert_true(fl_win_begin(win, TARGET, LOWEST));
    assert_true(fl_win_solve(win, threads, &progress));
    return win;
}

static int solve_once(void **state)
{
    *state = solve_small_game(2);
    return 0;
}

static int forget(void **state)
{
    fl_win_end(*state);
    free(*state);
    return 0;
}

/* ---- distribution of ends ---- */

/* Two calculations of the same figures: backwards by value iteration, and forwards by distribution.
 */
static void ends_add_up(void **state)
{
    enum { lane = FL_TURN_LANES - 1 };
    (void)state;
    for (int card = 0; card < FL_SABORDS_KINDS; card++) {
        struct fl_solved solved;
        struct fl_figures figures;
        struct fl_card_ends ready;
        struct fl_plan plan[FL_TURN_LANES] = {{.keep = {{0}}}};
        struct fl_ends ends = {.nine = {0}};
        double all, mean, squares, raids = 0;
        fl_solve_for_points(card, &solved);
        fl_figures_of(&solved, &figures);
        fl_card_ends_of(card, &ready);
        for (int node = 0; node < FL_HAND_NODES; node++)
            plan[0].keep[0][node] = plan[0].keep[1][node] = FL_PLAN_STOP; /* another lane */
        plan[lane] = solved.plan;
        fl_add_ends(&ready, plan, 1, 1e-13, &ends);
        all = ends.nine[lane], mean = 5400 * all, squares = 5400.0 * 5400 * all;
        for (int i = 0; i < FL_POINT_ENDS; i++) {
            double points = 100.0 * (FL_LEAST_POINTS + i);
            all += ends.points[i][lane];
            mean += points * ends.points[i][lane];
            squares += points * points * ends.points[i][lane];
        }
        for (int i = 0; i < FL_RAID_ENDS; i++)
            raids += ends.raid[i][lane];
        assert_true(is_near(all + raids, 1, 1e-10));
        assert_true(is_near(mean, figures.points, 1e-7));
        assert_true(is_near(squares, figures.squares, 1e-2));
        assert_true(is_near(raids, figures.island, 1e-12));
    }
}

/* ---- the end of the game, by the rules ---- */

/* The probability to win of the player who has just moved: section 8 for two players, a tie as half
 * a win. */
static double simple_after(const struct fl_win *win, enum fl_sabords_stage stage, int mine,
                           int theirs)
{
    const int target = win->target;
    mine = mine < win->lowest ? win->lowest : mine;
    theirs = theirs < win->lowest ? win->lowest : theirs;
    if (stage == FL_SABORDS_NORMAL) /* 8.1: reaching the target starts the last round */
        return 1 -
               fl_win_chance(win, (struct fl_win_position){mine >= target ? FL_SABORDS_LAST_ROUND
                                                                          : FL_SABORDS_NORMAL,
                                                           theirs, mine});
    if (stage == FL_SABORDS_SUDDEN && mine >= target) /* 8.4 */
        return 1;
    if (stage == FL_SABORDS_LAST_ROUND && (mine >= target || theirs >= target)) /* 8.3, 8.6 */
        return mine > theirs ? 1 : mine < theirs ? 0 : 0.5;
    return 1 - fl_win_chance(win, (struct fl_win_position){FL_SABORDS_SUDDEN, theirs, mine});
}

/* The probability of this number of skulls. */
static double chance_of_skulls(int dice, int skulls)
{
    double chance = factorial(dice) / factorial(skulls) / factorial(dice - skulls);
    for (int i = 0; i < dice; i++)
        chance *= (i < skulls ? 1 : 5) / 6.0;
    return chance;
}

/* On Skull Island all other dice are thrown again while new skulls appear (7.2, 7.3, 7.5, 7.6). */
static double simple_raid(const struct simple_solver *s, const struct fl_win *win,
                          struct fl_win_position now, int skulls)
{
    int dice = 8 - skulls;
    int lost = (skulls + simple_card_skulls(s->card)) * (is_card(s->card, "pirate") ? 2 : 1);
    double sum =
        chance_of_skulls(dice, 0) * simple_after(win, now.stage, now.mine, now.theirs - lost);
    for (int more = 1; more <= dice; more++)
        sum += chance_of_skulls(dice, more) * simple_raid(s, win, now, skulls + more);
    return sum;
}

static void stake_chances(struct simple_solver *s, const struct fl_win *win,
                          struct fl_win_position now)
{
    char dice[9];
    s->enough = 1e-11;
    for (int code = 0; code < CODES; code++) {
        if (dice_in(code) > 8)
            continue;
        write_dice(code, 8 - dice_in(code), dice);
        s->stop[code] =
            simple_nine(s->card, dice)
                ? 1
                : simple_after(win, now.stage, now.mine + (int)s->stop[code] / 100, now.theirs);
        s->lost[code] =
            simple_after(win, now.stage, now.mine + (int)s->lost[code] / 100, now.theirs);
    }
    for (int skulls = 2; skulls <= 8; skulls++)
        s->raid[skulls] = simple_raid(s, win, now, skulls);
}

static double simple_chance(struct simple_solver *s, const struct fl_win *win,
                            struct fl_win_position now)
{
    double sum = 0;
    for (int card = 0; card < FL_SABORDS_KINDS; card++) {
        simple_begin(s, every_card[card]);
        stake_chances(s, win, now);
        simple_solve(s);
        sum += fl_sabords_copies[card] * simple_worth(s) / 35;
    }
    return sum;
}

/* If each probability follows from the best turn and the other probabilities, all are correct,
 * because the solution is unique. */
static void every_chance_follows_from_the_others(void **state)
{
    static const struct fl_win_position cases[] = {
        {FL_SABORDS_NORMAL, 0, 0},
        {FL_SABORDS_NORMAL, 3, 4},
        {FL_SABORDS_SUDDEN, -2, 4},
        {FL_SABORDS_LAST_ROUND, 1, 8},
        {FL_SABORDS_LAST_ROUND, 1, 100}}; /* nine of a kind */
    struct fl_win *win = *state;
    struct simple_solver *s = malloc(sizeof *s);
    assert_non_null(s);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        double simple = simple_chance(s, win, cases[i]), ours = fl_win_chance(win, cases[i]);
        if (!is_near(simple, ours, 1e-8)) {
            print_error("case %zu: %.10f, expected %.10f\n", i, ours, simple);
            fail();
        }
    }
    assert_true(win->residual < 1e-8);
    free(s);
}

static void chances_are_sensible(void **state)
{
    struct fl_win *win = *state;
    for (int mine = LOWEST; mine < TARGET - 1; mine++)
        for (int theirs = LOWEST; theirs < TARGET; theirs++)
            for (int stage = 0; stage <= FL_SABORDS_SUDDEN; stage += 2) {
                struct fl_win_position s = {(enum fl_sabords_stage)stage, mine, theirs};
                struct fl_win_position more = {s.stage, mine + 1, theirs};
                double chance = fl_win_chance(win, s);
                assert_true(chance > 0 && chance < 1);
                assert_true(fl_win_chance(win, more) > chance);
            }
}

static void threads_do_not_matter(void **state)
{
    struct fl_win *two = *state, *one = solve_small_game(1);
    assert_memory_equal(one->exact, two->exact, one->count * sizeof *one->exact);
    fl_win_end(one);
    free(one);
}

/* ---- the agent ---- */

static void the_program_carries_all_targets(void **state)
{
    static const int targets[] = {50, 60, 80};
    (void)state;
    for (int i = 0; i < 3; i++) {
        struct fl_win win = {.target = fl_chances[i].target,
                             .lowest = fl_chances[i].lowest,
                             .coarse = fl_chances[i].coarse};
        assert_int_equal(win.target, targets[i]);
        double even = fl_win_chance(&win, (struct fl_win_position){FL_SABORDS_NORMAL, 0, 0});
        double ahead = fl_win_chance(&win, (struct fl_win_position){FL_SABORDS_NORMAL, 30, 10});
        assert_true(even > 0.53 && even < 0.55);
        assert_true(ahead > even + 0.1 && ahead < 1);
    }
}

static struct fl_win table_for(int target)
{
    struct fl_win win = {.target = target};
    for (const struct fl_chances *c = fl_chances; c->target; c++)
        if (c->target == target) {
            win.lowest = c->lowest;
            win.coarse = c->coarse;
        }
    assert_non_null(win.coarse);
    return win;
}

/* Positions in which saving fewer dice on Treasure Island wins more often. The values were
 * calculated by an independent solver. */
static void the_table_saves_dice_freely(void **state)
{
    struct fl_win win = table_for(60);
    (void)state;
    double chance = fl_win_chance(&win, (struct fl_win_position){FL_SABORDS_NORMAL, 55, 55});
    assert_true(is_near(chance, 0.570962, 0.00001));
    assert_false(is_near(chance, 0.570138, 0.0007)); /* all kept dice saved */
}

/* ---- play on Treasure Island, compared with brute force ---- */

/* Visits every arrangement that changes of place by the rules of the game reach. The values of
 * throws are the simple solver's. */
struct walk {
    const struct simple_solver *simple;
    bool seen[256][256]; /* by dice on the card and dice moved */
    double best[256][256];
};

static int code_of(const struct fl_sabords *table, unsigned mask)
{
    static const int place[FL_FACES] = {0, 1, 9, 81, 729, 6561};
    int code = 0;
    for (int i = 0; i < FL_SABORDS_DICE; i++)
        code += mask >> i & 1 ? place[table->die[i]] : 0;
    return code;
}

static double brute_throw(const struct simple_solver *s, const struct fl_sabords *table,
                          unsigned mask)
{
    int kept = code_of(table, ~mask & 0xFF), saved = code_of(table, table->treasure);
    int dice = fl_bits(mask), skulls = 8 - dice - dice_in(kept);
    double sum = 0;
    for (int i = 0; i < s->outcomes[dice]; i++) {
        const struct outcome *o = &s->outcome[dice][i];
        bool bust = skulls + o->skulls > s->limit;
        sum += o->chance * (bust ? s->lost[saved] : s->lying[0][kept + o->code]);
    }
    return sum;
}

static double brute_best(struct walk *w, const struct fl_sabords *table);

static double brute_move(struct walk *w, const struct fl_sabords *table, fl_move move)
{
    struct fl_sabords after = *table;
    if (move == FL_SABORDS_STOP)
        return w->simple->stop[code_of(table, 0xFF)];
    if (move < FL_SABORDS_PUT)
        return brute_throw(w->simple, table, move & 0xFF);
    fl_mille_sabords.apply(&after, 0, move);
    return brute_best(w, &after);
}

static double brute_best(struct walk *w, const struct fl_sabords *table)
{
    double *best = &w->best[table->treasure][table->moved];
    struct fl_moves moves = {0};
    if (w->seen[table->treasure][table->moved])
        return *best;
    w->seen[table->treasure][table->moved] = true;
    fl_list(&fl_mille_sabords, table, 0, &moves);
    for (uint32_t i = 0; i < moves.count; i++) {
        double worth = brute_move(w, table, moves.at[i].move);
        *best = worth > *best ? worth : *best;
    }
    return *best;
}

/* The solver's values of all moves are those of brute force, and the agent plays a best one. */
static void assert_brute(struct walk *w, const struct fl_solved *solved,
                         const struct fl_sabords *table)
{
    struct fl_sight sight = {.game = &fl_mille_sabords};
    struct fl_moves moves = {0};
    memset(w->seen, 0, sizeof w->seen);
    memset(w->best, 0, sizeof w->best);
    memcpy(&sight.state, table, sizeof *table);
    fl_list(&fl_mille_sabords, table, 0, &moves);
    for (uint32_t i = 0; i < moves.count; i++) {
        fl_move move = moves.at[i].move;
        assert_true(is_near(fl_move_worth(solved, table, move), brute_move(w, table, move), 1e-8));
    }
    assert_true(
        is_near(brute_move(w, table, fl_exact_win(&sight, 0, NULL)), brute_best(w, table), 1e-8));
}

/* A table of two with the Treasure Island card. Some dice are on the card, and some may have been
 * moved since the last throw. */
static struct fl_sabords island_table(struct fl_win_position now, struct fl_rng *rng)
{
    struct fl_sabords table;
    struct fl_setup setup = fl_setup_default(&fl_mille_sabords, 2);
    unsigned skulls = fl_rng_below(rng, 3);
    fl_mille_sabords.start(&table, &setup);
    table.card = FL_CARD_ISLAND;
    table.phase = FL_SABORDS_CHOOSING;
    table.throws = 2;
    table.stage = (uint8_t)now.stage;
    table.score[0] = 100 * now.mine;
    table.score[1] = 100 * now.theirs;
    for (unsigned i = 0; i < FL_SABORDS_DICE; i++)
        table.die[i] = (uint8_t)(i < skulls ? FL_SKULL : 1 + fl_rng_below(rng, 5));
    table.treasure = (uint8_t)(fl_rng_below(rng, 256) & ~((1u << skulls) - 1));
    table.moved =
        (uint8_t)(fl_rng_below(rng, 256) & fl_rng_below(rng, 256) & ~((1u << skulls) - 1));
    return table;
}

static void play_on_treasure_island_agrees_with_brute_force(void **state)
{
    static const struct fl_win_position cases[] = {{FL_SABORDS_NORMAL, 58, 59},
                                                   {FL_SABORDS_NORMAL, 55, 55},
                                                   {FL_SABORDS_SUDDEN, 57, 20},
                                                   {FL_SABORDS_LAST_ROUND, 56, 62}};
    struct fl_win win = table_for(60);
    struct fl_rng rng = fl_rng_from(35, 1);
    struct simple_solver *simple = malloc(sizeof *simple);
    struct walk *w = malloc(sizeof *w);
    struct fl_solved *solved = malloc(sizeof *solved);
    (void)state;
    assert_true(simple && w && solved);
    w->simple = simple;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        simple_begin(simple, "island");
        stake_chances(simple, &win, cases[i]);
        simple_solve(simple);
        fl_win_solve_turn(&win, cases[i], FL_CARD_ISLAND, solved);
        for (int n = 0; n < 5; n++) {
            struct fl_sabords table = island_table(cases[i], &rng);
            assert_brute(w, solved, &table);
        }
    }
    free(simple);
    free(w);
    free(solved);
}

/* ---- the rules ---- */

/* Positions after random moves in every stage and with every number of players. */
static void the_agent_plays_by_the_rules(void **state)
{
    struct fl_rng rng = fl_rng_from(11, 3);
    struct fl_match m;
    struct fl_sight sight;
    (void)state;
    for (int game = 0; game < 12; game++) {
        struct fl_setup setup = fl_setup_default(&fl_mille_sabords, 2 + game % 4);
        fl_match_begin(&m, &fl_mille_sabords, &setup, FL_TRUTH);
        for (int steps = 0; steps < 150 && fl_match_play_chance_rng(&m, &rng) == FL_OK; steps++) {
            fl_seats turn = fl_match_turn(&m);
            struct fl_moves list = {0};
            if (!turn)
                break;
            int seat = __builtin_ctz(turn);
            fl_match_sight(&m, seat, &sight);
            fl_move move = fl_exact_win(&sight, 0, &rng);
            assert_true(fl_is_legal(m.game, &m.state, seat, move));
            fl_list(m.game, &m.state, seat, &list);
            if (fl_rng_below(&rng, 3) == 0)
                move = fl_pick(&list, &rng);
            assert_int_equal(fl_match_play(&m, seat, move), FL_OK);
        }
        fl_match_end(&m);
    }
}

/* In the last round only a total above the opponent's wins: the agent rejects a small certain gain.
 */
static void the_agent_does_not_stop_behind(void **state)
{
    struct fl_sight sight = {.game = &fl_mille_sabords};
    struct fl_sabords table;
    struct fl_setup setup = fl_setup_default(&fl_mille_sabords, 2);
    static const uint8_t dice[] = {FL_SKULL, FL_SKULL,  FL_COIN,   FL_COIN,
                                   FL_COIN,  FL_PARROT, FL_MONKEY, FL_SABRE};
    (void)state;
    fl_mille_sabords.start(&table, &setup);
    table.card = FL_CARD_PIRATE;
    table.phase = FL_SABORDS_CHOOSING;
    table.throws = 2;
    memcpy(table.die, dice, sizeof dice);
    table.score[0] = table.score[1] = 3000;
    memcpy(&sight.state, &table, sizeof table);
    assert_int_equal(fl_exact_win(&sight, 0, NULL), FL_SABORDS_STOP);
    table.stage = FL_SABORDS_LAST_ROUND;
    table.score[0] = 5000;
    table.score[1] = 6100;
    memcpy(&sight.state, &table, sizeof table);
    assert_int_not_equal(fl_exact_win(&sight, 0, NULL), FL_SABORDS_STOP);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ends_add_up),
        cmocka_unit_test(every_chance_follows_from_the_others),
        cmocka_unit_test(chances_are_sensible),
        cmocka_unit_test(threads_do_not_matter),
        cmocka_unit_test(the_program_carries_all_targets),
        cmocka_unit_test(the_table_saves_dice_freely),
        cmocka_unit_test(play_on_treasure_island_agrees_with_brute_force),
        cmocka_unit_test(the_agent_plays_by_the_rules),
        cmocka_unit_test(the_agent_does_not_stop_behind),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, solve_once, forget);
}
