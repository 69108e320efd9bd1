/* The turn solver of Mille Sabords!: compared with a second, simpler solver, with simulated games,
 * and move by move. */
#include "agents/mille_sabords/agents.h"
#include "agents/mille_sabords/card_values.h"
#include "simple_solver.h"

static const char letters[] = "SPMXCD";

static bool is_near(double a, double b, double by)
{
    return a - b <= by && b - a <= by;
}

static void hands_have_numbers(void **state)
{
    uint8_t count[FL_FACES];
    (void)state;
    for (int hand = 0; hand < FL_HANDS; hand++) {
        fl_hand_of(hand, count);
        assert_int_equal(fl_hand_number(count), hand);
        int dice = count[1] + count[2] + count[3] + count[4] + count[5];
        assert_true(dice <= FL_SABORDS_DICE);
    }
}

/* Compares every possible hand, not only the mean. */
static void compare_hands(const struct simple_solver *simple, const struct fl_solved *solved,
                          int guardian)
{
    for (int hand = 0; hand < FL_HANDS; hand++) {
        uint8_t count[FL_FACES];
        fl_hand_of(hand, count);
        int code = count[1] + 9 * (count[2] + 9 * (count[3] + 9 * (count[4] + 9 * count[5])));
        if (8 - dice_in(code) > bearable(simple, guardian))
            continue;
        double ours = solved->worth.lying[guardian][fl_node(&solved->turn, count)];
        if (!is_near(ours, simple->lying[guardian][code], 1e-6)) {
            print_error("%s, hand %d: %f, expected %f\n", simple->card, hand, ours,
                        simple->lying[guardian][code]);
            fail();
        }
    }
}

static void a_simpler_solver_agrees(void **state)
{
    struct simple_solver *simple = malloc(sizeof *simple);
    struct fl_solved solved;
    struct fl_figures figures;
    (void)state;
    assert_non_null(simple);
    for (int card = 0; card < FL_SABORDS_KINDS; card++) {
        simple_begin(simple, every_card[card]);
        simple_solve(simple);
        double points = simple_worth(simple);
        fl_solve_for_points(card, &solved);
        fl_figures_of(&solved, &figures);
        assert_true(is_near(points, figures.points, 1e-6));
        compare_hands(simple, &solved, 0);
        if (card == FL_CARD_GUARDIAN)
            compare_hands(simple, &solved, 1);
        assert_true(figures.residual <= 1e-10);
    }
    free(simple);
}

/* ---- simulated turns ---- */

static void begin_turn(struct fl_sabords *table, int card)
{
    struct fl_setup setup = fl_setup_default(&fl_mille_sabords, 2);
    fl_setup_set(&fl_mille_sabords, &setup, "first", "1");
    fl_mille_sabords.start(table, &setup);
    fl_mille_sabords.apply(table, 0, FL_SABORDS_TURN_UP);
    fl_mille_sabords.apply(table, FL_CHANCE, (fl_move)(FL_SABORDS_DRAWN + card));
}

static void show_to(const struct fl_sabords *table, struct fl_sight *sight)
{
    memset(sight, 0, sizeof *sight);
    sight->game = &fl_mille_sabords;
    memcpy(&sight->state, table, sizeof *table);
}

static bool turn_is_over(const struct fl_sabords *table)
{
    return table->phase == FL_SABORDS_OPENING || table->phase == FL_SABORDS_OVER;
}

static void play_turn(struct fl_sabords *table, struct fl_rng *rng)
{
    struct fl_sight sight;
    while (!turn_is_over(table)) {
        if (table->phase == FL_SABORDS_ROLLING) {
            fl_mille_sabords.apply(table, FL_CHANCE,
                                   fl_sample_chance(&fl_mille_sabords, table, rng));
            continue;
        }
        show_to(table, &sight);
        fl_move move = fl_exact_points(&sight, 0, rng);
        assert_true(fl_is_legal(&fl_mille_sabords, table, 0, move));
        fl_mille_sabords.apply(table, 0, move);
    }
}

/* Results of simulated turns. */
struct counted {
    double points, squares, bust, island, taken;
};

static void count_turn(const struct fl_sabords *table, struct counted *out)
{
    uint8_t count[FL_FACES];
    double points = table->score[0];
    fl_sabords_count(table->die, 0xFF, count);
    int skulls = count[FL_SKULL] + fl_sabords_card_skulls(table->card);
    out->points += points;
    out->squares += points * points;
    out->bust += skulls >= 3 && !table->skull_island;
    out->island += table->skull_island;
    out->taken += fl_sabords_quota(table->card) && points > 0;
}

/* Within five standard errors: fails by chance in one of two million cases, and the seed is fixed.
 */
static void assert_mean(const char *what, double mean, double expected, double variance, double n)
{
    double by = mean - expected;
    if (by * by * n > 25 * variance + 1e-9) {
        print_error("%s: %f after %.0f turns, expected %f\n", what, mean, n, expected);
        fail();
    }
}

static void assert_rate(const char *what, double hits, double expected, double n)
{
    assert_mean(what, hits / n, expected, expected * (1 - expected), n);
}

static void the_dice_agree(void **state)
{
    enum { TURNS = 20000 };
    struct fl_solved solved;
    struct fl_figures f;
    (void)state;
    for (int card = 0; card < FL_SABORDS_KINDS; card++) {
        struct fl_rng rng = fl_rng_from(2026, (uint64_t)card);
        struct counted sum = {0};
        for (int i = 0; i < TURNS; i++) {
            struct fl_sabords table;
            begin_turn(&table, card);
            play_turn(&table, &rng);
            count_turn(&table, &sum);
        }
        fl_solve_for_points(card, &solved);
        fl_figures_of(&solved, &f);
        assert_mean(every_card[card], sum.points / TURNS, f.points, f.sd * f.sd, TURNS);
        assert_true(is_near((sum.squares / TURNS - f.points * f.points) / (f.sd * f.sd), 1, 0.2));
        assert_rate("bust", sum.bust, f.bust, TURNS);
        assert_rate("island", sum.island, f.island, TURNS);
        assert_rate("taken", sum.taken, f.taken, TURNS);
    }
}

/* ---- move by move ---- */

/* The value of the agent's move is that of the best legal move. */
static void assert_best(const struct fl_solved *solved, const struct fl_sabords *table)
{
    struct fl_moves moves = {0};
    struct fl_sight sight;
    double best = -1e9;
    fl_list(&fl_mille_sabords, table, 0, &moves);
    for (uint32_t i = 0; i < moves.count; i++) {
        double worth = fl_move_worth(solved, table, moves.at[i].move);
        best = worth > best ? worth : best;
    }
    show_to(table, &sight);
    fl_move move = fl_exact_points(&sight, 0, NULL);
    assert_true(fl_is_legal(&fl_mille_sabords, table, 0, move));
    if (!is_near(fl_move_worth(solved, table, move), best, 1e-6)) {
        print_error("%s: move %x is worth %f, the best %f\n", every_card[table->card], move,
                    fl_move_worth(solved, table, move), best);
        fail();
    }
}

/* Positions after random moves, including some between two changes of place that the agent would
 * not make. */
static void the_agent_finds_the_best_move(void **state)
{
    struct fl_rng rng = fl_rng_from(7, 7);
    struct fl_solved solved;
    (void)state;
    for (int card = 0; card < FL_SABORDS_KINDS; card++) {
        int turns = card == FL_CARD_ISLAND ? 60 : 200;
        fl_solve_for_points(card, &solved);
        for (int i = 0; i < turns; i++) {
            struct fl_sabords table;
            begin_turn(&table, card);
            for (int moves = 0; moves < 60 && !turn_is_over(&table); moves++) {
                bool chance = table.phase == FL_SABORDS_ROLLING;
                struct fl_moves list = {0};
                fl_list(&fl_mille_sabords, &table, chance ? FL_CHANCE : 0, &list);
                if (table.phase == FL_SABORDS_CHOOSING)
                    assert_best(&solved, &table);
                fl_mille_sabords.apply(&table, chance ? FL_CHANCE : 0, fl_pick(&list, &rng));
            }
        }
    }
}

/* ---- Treasure Island ---- */

struct walk {
    const struct fl_solved *solved;
    bool seen[256][256]; /* by dice on the card and dice moved */
    double best;
};

/* Visits every arrangement that single changes of place reach, and evaluates every throw from each.
 */
static void walk_on(struct walk *w, const struct fl_sabords *table)
{
    struct fl_moves moves = {0};
    if (w->seen[table->treasure][table->moved])
        return;
    w->seen[table->treasure][table->moved] = true;
    fl_list(&fl_mille_sabords, table, 0, &moves);
    for (uint32_t i = 0; i < moves.count; i++) {
        fl_move move = moves.at[i].move;
        unsigned mask = move & 0xFF;
        if (move < FL_SABORDS_PUT) {
            double worth = fl_move_worth(w->solved, table, move);
            w->best = worth > w->best ? worth : w->best;
        } else if (!(mask & (mask - 1))) {
            struct fl_sabords after = *table;
            fl_mille_sabords.apply(&after, 0, move);
            walk_on(w, &after);
        }
    }
}

static void dice_lie(struct fl_sabords *table, const char *dice, unsigned treasure)
{
    begin_turn(table, FL_CARD_ISLAND);
    for (int i = 0; i < FL_SABORDS_DICE; i++)
        table->die[i] = (uint8_t)(strchr(letters, dice[i]) - letters);
    table->throws = 2;
    table->treasure = (uint8_t)treasure;
    table->phase = FL_SABORDS_CHOOSING;
}

/* Putting all kept dice on the card is optimal, independent of the previous arrangement. */
static void nothing_beats_laying_all_that_is_kept(void **state)
{
    static const struct {
        const char *dice;
        unsigned treasure;
    } cases[] = {{"SSCCCPMX", 0x00}, {"SSCCCPMX", 0x3C}, {"SPPMMXCD", 0x06},
                 {"CCCPPPMX", 0x80}, {"XXXXXPMD", 0x9F}, {"SCDPMXPM", 0xFE}};
    struct walk *w = malloc(sizeof *w);
    struct fl_solved solved;
    (void)state;
    assert_non_null(w);
    fl_solve_for_points(FL_CARD_ISLAND, &solved);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct fl_sabords table;
        uint8_t count[FL_FACES];
        dice_lie(&table, cases[i].dice, cases[i].treasure);
        fl_sabords_count(table.die, 0xFF, count);
        memset(w, 0, sizeof *w);
        w->solved = &solved;
        walk_on(w, &table);
        assert_true(is_near(w->best, solved.worth.lying[0][fl_node(&solved.turn, count)], 1e-6));
    }
    free(w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hands_have_numbers),
        cmocka_unit_test(a_simpler_solver_agrees),
        cmocka_unit_test(the_dice_agree),
        cmocka_unit_test(the_agent_finds_the_best_move),
        cmocka_unit_test(nothing_beats_laying_all_that_is_kept),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
