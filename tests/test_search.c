/* The search: independent of the number of threads, and correct where the answer is known. */
#include "agents/advice/rollouts.h"
#include "agents/agent.h"
#include "agents/mille_sabords/agents.h"
#include "agents/mille_sabords/win_solver.h"
#include "agents/mille_sabords/win_tables.h"
#include "agents/search/search.h"
#include "agents/search/tree.h"
#include "agents/think.h"
#include "corsaires_table.h"
#include "games/mille_sabords/mille_sabords.h"

enum { PLAYOUTS = 300 };

static const struct fl_game *const all_games[] = {
    &fl_mille_sabords,   &fl_corsaires,   &fl_buccaneer,
    &fl_pirates_en_duel, &fl_aux_sabords, &fl_template,
};

enum { GAMES = sizeof all_games / sizeof all_games[0] };

/* Begins a match and plays to a decision with several moves, skipping `more` of them. */
static void begin(struct fl_match *m, const struct fl_game *g, int more)
{
    struct fl_rng rng = fl_rng_from(11, 0);
    struct fl_setup setup = fl_setup_default(g, g->seats_min);
    struct fl_moves list;
    fl_match_begin(m, g, &setup, FL_TRUTH);
    for (;;) {
        assert_int_equal(fl_match_play_chance_rng(m, &rng), FL_OK);
        int seat = __builtin_ctz(fl_match_turn(m));
        fl_list(g, &m->state, seat, &list);
        if (list.count > 1 && !more--)
            return;
        assert_int_equal(fl_match_play(m, seat, fl_pick(&list, &rng)), FL_OK);
    }
}

static struct fl_sight sight_of_mover(const struct fl_match *m)
{
    struct fl_sight sight;
    fl_match_sight(m, __builtin_ctz(fl_match_turn(m)), &sight);
    return sight;
}

static struct fl_search_result *think(const struct fl_sight *sight, struct fl_search_options how)
{
    struct fl_search_result *thoughts = calloc(1, sizeof *thoughts);
    assert_non_null(thoughts);
    assert_true(fl_search(sight, &how, thoughts));
    return thoughts;
}

static bool agree(const struct fl_search_result *a, const struct fl_search_result *b)
{
    return a->count == b->count && a->playouts == b->playouts && a->moves == b->moves &&
           !memcmp(a->at, b->at, a->count * sizeof a->at[0]) &&
           !memcmp(a->chance, b->chance, sizeof a->chance);
}

static bool is_near(double a, double b, double by)
{
    return a - b <= by && b - a <= by;
}

/* ---- reproducible ---- */

static void threads_change_nothing(void **state)
{
    (void)state;
    for (int i = 0; i < GAMES; i++) {
        struct fl_match m;
        begin(&m, all_games[i], 3);
        struct fl_sight sight = sight_of_mover(&m);
        struct fl_search_options how = {.playouts = PLAYOUTS, .threads = 1, .seed = 5};
        struct fl_search_result *alone = think(&sight, how);
        for (how.threads = 2; how.threads <= 5; how.threads++) {
            struct fl_search_result *together = think(&sight, how);
            assert_true(agree(alone, together));
            free(together);
        }
        free(alone);
        fl_match_end(&m);
    }
}

static void another_seed_thinks_otherwise(void **state)
{
    (void)state;
    struct fl_match m;
    begin(&m, &fl_corsaires, 6);
    struct fl_sight sight = sight_of_mover(&m);
    struct fl_search_result *a =
        think(&sight, (struct fl_search_options){.playouts = PLAYOUTS, .seed = 1});
    struct fl_search_result *b =
        think(&sight, (struct fl_search_options){.playouts = PLAYOUTS, .seed = 2});
    assert_false(agree(a, b));
    free(a);
    free(b);
    fl_match_end(&m);
}

static void the_agent_moves_the_same_with_the_same_seed(void **state)
{
    (void)state;
    for (int i = 0; i < GAMES; i++) {
        struct fl_match m;
        begin(&m, all_games[i], 3);
        struct fl_sight sight = sight_of_mover(&m);
        struct fl_rng rng[2] = {fl_rng_from(3, 0), fl_rng_from(3, 0)};
        fl_move move = fl_ismcts(&sight, 50, &rng[0]);
        assert_int_equal(move, fl_ismcts(&sight, 50, &rng[1]));
        assert_true(fl_is_legal(m.game, &m.state, sight.viewer, move));
        fl_match_end(&m);
    }
}

/* ---- statistics ---- */

static void visits_add_up_and_the_best_comes_first(void **state)
{
    (void)state;
    for (int i = 0; i < GAMES; i++) {
        struct fl_match m;
        begin(&m, all_games[i], 3);
        struct fl_sight sight = sight_of_mover(&m);
        struct fl_search_result *t =
            think(&sight, (struct fl_search_options){.playouts = PLAYOUTS + 3});
        struct fl_moves list;
        uint64_t visits = 0;
        fl_list(m.game, &m.state, sight.viewer, &list);
        assert_int_equal(t->count, list.count);
        for (uint32_t k = 0; k < t->count; k++) {
            visits += t->at[k].visits;
            assert_true(fl_is_legal(m.game, &m.state, sight.viewer, t->at[k].move));
            assert_true(!k || t->at[k - 1].visits >= t->at[k].visits);
        }
        assert_int_equal(visits, PLAYOUTS + 3);
        assert_int_equal(t->playouts, PLAYOUTS + 3);
        assert_true(t->moves > t->playouts);
        free(t);
        fl_match_end(&m);
    }
}

static void chances_of_all_make_one(void **state)
{
    (void)state;
    for (int i = 0; i < GAMES; i++) {
        struct fl_match m;
        begin(&m, all_games[i], 3);
        struct fl_sight sight = sight_of_mover(&m);
        struct fl_search_result *t =
            think(&sight, (struct fl_search_options){.playouts = PLAYOUTS});
        for (uint32_t k = 0; k < t->count && t->at[k].visits; k++) {
            double all = 0;
            for (int seat = 0; seat < m.setup.seats; seat++)
                all += t->at[k].chance[seat];
            assert_true(is_near(all, 1, 0.001));
        }
        assert_memory_equal(t->chance, t->at[0].chance, sizeof t->chance);
        free(t);
        fl_match_end(&m);
    }
}

/* ---- single moves and early ends ---- */

static void a_forced_move_needs_no_thought(void **state)
{
    (void)state;
    struct fl_match m;
    struct fl_rng rng = fl_rng_from(1, 0), before;
    struct fl_setup setup = fl_setup_default(&fl_mille_sabords, 2);
    fl_match_begin(&m, &fl_mille_sabords, &setup, FL_TRUTH);
    assert_int_equal(fl_match_play_chance_rng(&m, &rng), FL_OK);
    struct fl_sight sight = sight_of_mover(&m);
    before = rng;
    assert_int_equal(fl_ismcts(&sight, UINT32_MAX, &rng), FL_SABORDS_TURN_UP);
    assert_memory_equal(&before, &rng, sizeof rng);
    fl_match_end(&m);
}

static void a_forced_move_can_be_pondered(void **state)
{
    (void)state;
    struct fl_match m;
    struct fl_rng rng = fl_rng_from(1, 0);
    struct fl_setup setup = fl_setup_default(&fl_mille_sabords, 3);
    fl_match_begin(&m, &fl_mille_sabords, &setup, FL_TRUTH);
    assert_int_equal(fl_match_play_chance_rng(&m, &rng), FL_OK);
    struct fl_sight sight = sight_of_mover(&m);
    struct fl_search_result *t = think(&sight, (struct fl_search_options){.playouts = 100});
    assert_int_equal(t->count, 1);
    assert_int_equal(t->at[0].visits, 100);
    free(t);
    fl_match_end(&m);
}

/* A brief search ends when the remaining playouts could not change the result. */
static void who_is_brief_finds_the_same(void **state)
{
    struct table *t = sit_alone(*state, 2, "", "galleon-4 red-1", "red-2");
    play(t, "galleon 4");
    struct fl_sight sight = sight_of_mover(&t->match);
    struct fl_search_options how = {.playouts = 100000, .seed = 2};
    struct fl_search_result *patient = think(&sight, how);
    how.brief = true;
    struct fl_search_result *brief = think(&sight, how);
    assert_int_equal(patient->playouts, 100000);
    assert_in_range(brief->playouts, 50000, 60000);
    assert_int_equal(brief->at[0].move, patient->at[0].move);
    free(patient);
    free(brief);
}

static void who_is_stopped_tells_what_was_found_so_far(void **state)
{
    (void)state;
    struct fl_match m;
    atomic_bool stop = true;
    begin(&m, &fl_corsaires, 2);
    struct fl_sight sight = sight_of_mover(&m);
    struct fl_search_result *t =
        think(&sight, (struct fl_search_options){.playouts = 20000, .threads = 2, .stop = &stop});
    assert_in_range(t->playouts, 1, 16);
    assert_true(t->at[0].visits > 0);
    free(t);
    fl_match_end(&m);
}

/* A clock that counts down by one at every call. */
static bool is_run_down(void *clock)
{
    int *looks = clock;
    return --*looks < 0;
}

static void a_search_ends_when_its_time_is_over(void **state)
{
    (void)state;
    for (int i = 0; i < GAMES; i++) {
        struct fl_match m;
        int looks = 100;
        uint64_t playouts;
        begin(&m, all_games[i], 0);
        struct fl_sight sight = sight_of_mover(&m);
        struct fl_search_options how = {
            .playouts = 20000, .threads = 1, .is_late = is_run_down, .clock = &looks};
        fl_move move = fl_search_move(&sight, &how, &playouts);
        assert_true(fl_is_legal(m.game, &m.state, sight.viewer, move));
        assert_in_range(playouts, 101,
                        104); /* the first playout of each tree is made without a check */
        fl_match_end(&m);
    }
}

/* ---- budgets ---- */

static void a_budget_is_kept_and_counted(void **state)
{
    (void)state;
    struct fl_match m;
    struct fl_rng rng = fl_rng_from(1, 0);
    begin(&m, &fl_corsaires, 2);
    struct fl_sight sight = sight_of_mover(&m);
    for (int level = 0; fl_levels[level].name; level++) {
        int looks = 50;
        struct fl_search_options limits = {.is_late = is_run_down, .clock = &looks};
        struct fl_budget budget = fl_budget_for(level, m.game, 1e9);
        fl_move move = fl_budget_choose(&budget, &sight, &rng, &limits);
        assert_true(fl_is_legal(m.game, &m.state, sight.viewer, move));
        if (budget.searches)
            assert_in_range(budget.effort, 51, 54);
    }
    fl_match_end(&m);
}

static void only_a_level_that_searches_needs_time(void **state)
{
    (void)state;
    assert_true(fl_budget_time(3, &fl_corsaires, 2000) == 2000);
    assert_true(fl_budget_time(3, &fl_corsaires, 0) == 0);
    assert_true(fl_budget_time(2, &fl_corsaires, 2000) == 0);
    assert_true(fl_budget_time(2, &fl_buccaneer, 2000) == 50);
    assert_true(fl_budget_time(3, &fl_mille_sabords, 2000) == 0);
}

/* A forced move is not a search, so its time does not change the pace. */
static void a_forced_move_does_not_change_the_pace(void **state)
{
    (void)state;
    struct fl_budget none = {.effort = 0, .searches = true},
                     some = {.effort = 100, .searches = true};
    assert_true(fl_budget_pace(20, &none, 50) == 20);
    assert_true(fl_budget_pace(20, &some, 50) < 20);
}

/* A node depends only on the mover's own sight: every sampled world leads to the same root. */
static void worlds_that_look_alike_share_a_node(void **state)
{
    (void)state;
    for (int i = 0; i < GAMES; i++) {
        struct fl_match m;
        struct fl_tree tree;
        struct fl_rng rng = fl_rng_from(6, 0);
        struct fl_roots *roots = calloc(1, sizeof *roots);
        begin(&m, all_games[i], 0);
        struct fl_sight sight = sight_of_mover(&m);
        fl_list(sight.game, &sight.state, sight.viewer, &roots->list);
        assert_true(fl_tree_begin(&tree, fl_game_ai_of(sight.game), PLAYOUTS));
        fl_tree_clear(&tree);
        for (int n = 0; n < PLAYOUTS; n++)
            fl_tree_playout(&tree, &sight, &rng, roots);
        assert_int_equal(tree.node[0].visits, PLAYOUTS);
        fl_tree_end(&tree);
        free(roots);
        fl_match_end(&m);
    }
}

/* ---- known answers ---- */

/* Seat 2's last card captures the galleon, or is discarded. */
static void the_one_winning_card_is_played(void **state)
{
    struct table *t = sit_alone(*state, 2, "", "galleon-4 red-1", "red-2");
    play(t, "galleon 4");
    struct fl_sight sight = sight_of_mover(&t->match);
    struct fl_search_result *found = think(&sight, (struct fl_search_options){.playouts = 64});
    assert_int_equal(found->count, 2);
    assert_int_equal(found->at[0].move, table_read(t, "attack 1 red-2"));
    assert_true(is_near(found->at[0].chance[1], 1, 1e-9));
    assert_true(is_near(found->at[1].chance[1], 0, 1e-9));
    free(found);
}

static void partners_share_a_chance(const struct fl_sight *sight, bool random)
{
    struct fl_search_result *found =
        think(sight, (struct fl_search_options){.playouts = 200, .random = random});
    for (uint32_t i = 0; i < found->count && found->at[i].visits; i++) {
        const double *chance = found->at[i].chance;
        assert_true(is_near(chance[0], chance[1], 0));
        assert_true(is_near(chance[2], chance[3], 0));
        assert_true(is_near(chance[0] + chance[2], 1, 0.001));
    }
    free(found);
}

/* With an evaluation and without one. */
static void partners_win_together(void **state)
{
    struct table *t = *state;
    struct fl_rng rng = fl_rng_from(4, 0);
    table_sit(t, &fl_corsaires, 4, "teams=on first=1");
    assert_int_equal(fl_match_play_chance_rng(&t->match, &rng), FL_OK);
    struct fl_sight sight = sight_of_mover(&t->match);
    partners_share_a_chance(&sight, false);
    partners_share_a_chance(&sight, true);
}

/* Seat 1 has to move in the last round, with dice worth `points`. */
static struct fl_sight last_round(struct fl_match *m, int mine, int theirs)
{
    static const uint8_t dice[FL_SABORDS_DICE] = {FL_COIN,   FL_COIN,   FL_COIN,  FL_COIN,
                                                  FL_MONKEY, FL_PARROT, FL_SKULL, FL_SKULL};
    struct fl_setup setup = fl_setup_default(&fl_mille_sabords, 2);
    struct fl_rng rng = fl_rng_from(2, 0);
    struct fl_sabords *s = (void *)&m->state;
    fl_match_begin(m, &fl_mille_sabords, &setup, FL_TRUTH);
    assert_int_equal(fl_match_play_chance_rng(m, &rng), FL_OK);
    s->card = FL_CARD_COIN;
    s->phase = FL_SABORDS_CHOOSING;
    s->stage = FL_SABORDS_LAST_ROUND;
    s->turns_left = 1;
    s->throws = 1;
    s->score[s->seat] = mine;
    s->score[!s->seat] = theirs;
    memcpy(s->die, dice, sizeof dice);
    return sight_of_mover(m);
}

static void enough_is_enough(void **state)
{
    (void)state;
    struct fl_match m;
    struct fl_sight sight = last_round(&m, 5500, 6200); /* the dice are worth at least 1000 */
    struct fl_search_result *t = think(&sight, (struct fl_search_options){.playouts = 1000});
    assert_int_equal(t->at[0].move, FL_SABORDS_STOP);
    assert_true(is_near(t->at[0].chance[sight.viewer], 1, 1e-9));
    free(t);
    fl_match_end(&m);
}

static void who_would_lose_by_stopping_throws(void **state)
{
    (void)state;
    struct fl_match m;
    struct fl_sight sight = last_round(&m, 4900, 6200);
    struct fl_search_result *t = think(&sight, (struct fl_search_options){.playouts = 1000});
    assert_true(t->at[0].move >= FL_SABORDS_REROLL);
    for (uint32_t i = 0; i < t->count; i++)
        if (t->at[i].move == FL_SABORDS_STOP)
            assert_true(is_near(t->at[i].chance[sight.viewer], 0, 1e-9));
    free(t);
    fl_match_end(&m);
}

/* The probability of each seat to win, by rollouts. */
static void estimate(const struct fl_sight *sight, uint32_t playouts, double chance[FL_MAX_SEATS])
{
    struct fl_rollout_result result;
    fl_rollout_run(&(struct fl_rollout_position){.sight = sight, .move = FL_UNSEEN},
                   &(struct fl_rollout_options){.playouts = playouts}, &result);
    for (int seat = 0; seat < FL_MAX_SEATS; seat++)
        chance[seat] = fl_rollout_chance(&result, NULL, seat).value;
}

/* At the start of a turn the win table gives the exact probability. */
static void a_turn_begins_with_the_exact_chance(void **state)
{
    (void)state;
    static const int totals[][2] = {{0, 0}, {4000, 3000}, {2000, 5500}, {5800, 5800}};
    struct fl_win win = {.target = 60};
    for (const struct fl_chances *c = fl_chances; c->target; c++)
        if (c->target == win.target) {
            win.lowest = c->lowest;
            win.coarse = c->coarse;
        }
    for (size_t i = 0; i < sizeof totals / sizeof totals[0]; i++) {
        struct fl_match m;
        struct fl_setup setup = fl_setup_default(&fl_mille_sabords, 2);
        struct fl_rng rng = fl_rng_from(2, 0);
        double chance[FL_MAX_SEATS];
        fl_match_begin(&m, &fl_mille_sabords, &setup, FL_TRUTH);
        assert_int_equal(fl_match_play_chance_rng(&m, &rng), FL_OK);
        struct fl_sabords *s = (void *)&m.state;
        s->score[s->seat] = totals[i][0];
        s->score[!s->seat] = totals[i][1];
        struct fl_sight sight = sight_of_mover(&m);
        estimate(&sight, 4000, chance);
        double exact =
            fl_win_chance(&win, (struct fl_win_position){FL_SABORDS_NORMAL, totals[i][0] / 100,
                                                         totals[i][1] / 100});
        assert_true(is_near(chance[s->seat], exact, 0.0001));
        fl_match_end(&m);
    }
}

/* ---- sights of the full state ---- */

/* With a floor at zero a player without points has nothing to lose, so the win table does not
 * apply. */
static void a_floor_is_played_out(void **state)
{
    (void)state;
    double chance[2][FL_MAX_SEATS];
    for (int floor = 0; floor < 2; floor++) {
        struct fl_setup setup = fl_setup_default(&fl_mille_sabords, 2);
        struct fl_sight sight = {.game = &fl_mille_sabords, .viewer = FL_TRUTH};
        struct fl_sabords *s = (void *)&sight.state;
        assert_true(fl_setup_set(&fl_mille_sabords, &setup, "floor", floor ? "on" : "off"));
        assert_true(fl_setup_set(&fl_mille_sabords, &setup, "first", "1"));
        fl_mille_sabords.start(&sight.state, &setup);
        sight.setup = setup;
        s->score[1] = 2000;
        estimate(&sight, 40000, chance[floor]);
    }
    assert_true(chance[1][0] > chance[0][0] + 0.003);
}

static void the_truth_can_be_estimated_at_any_time(void **state)
{
    (void)state;
    for (int i = 0; i < GAMES; i++) {
        struct fl_sight truth = {.game = all_games[i], .viewer = FL_TRUTH};
        double chance[FL_MAX_SEATS], all = 0;
        truth.setup = fl_setup_default(truth.game, truth.game->seats_min);
        truth.game->start(&truth.state, &truth.setup); /* it is chance's turn */
        estimate(&truth, 100, chance);
        for (int seat = 0; seat < truth.setup.seats; seat++)
            all += chance[seat];
        assert_true(is_near(all, 1, 0.001));
    }
}

static void a_game_that_is_over_is_known(void **state)
{
    struct table *t = sit_alone(*state, 3, "", "galleon-4 red-1", "red-2", "galleon-5 blue-1");
    struct fl_rng rng = fl_rng_from(1, 0);
    double chance[FL_MAX_SEATS];
    play(t, "galleon 4", "attack 1 red-2");
    assert_int_equal(fl_match_play_chance_rng(&t->match, &rng), FL_OK);
    assert_int_equal(fl_match_turn(&t->match), 0);
    struct fl_sight sight;
    fl_match_sight(&t->match, 0, &sight);
    estimate(&sight, 10, chance);
    assert_true(is_near(chance[0], 0, 0));
    assert_true(is_near(chance[1], 1, 0));
    assert_true(is_near(chance[2], 0, 0));
}

/* ---- levels ---- */

static void every_level_of_every_game_is_an_agent(void **state)
{
    (void)state;
    int levels = 0;
    for (; fl_levels[levels].name; levels++)
        for (int i = 0; i < GAMES; i++) {
            const struct fl_skill *skill = fl_level_skill(&fl_levels[levels], all_games[i]);
            assert_non_null(fl_agent_find(skill->agent, all_games[i]));
        }
    assert_int_equal(levels, 4);
    assert_ptr_equal(fl_level_find("capitaine"), &fl_levels[3]);
    assert_null(fl_level_find("admiral"));
}

static void who_never_attends_does_anything(void **state)
{
    (void)state;
    struct fl_match m;
    begin(&m, &fl_corsaires, 6);
    struct fl_sight sight = sight_of_mover(&m);
    struct fl_rng rng = fl_rng_from(9, 0);
    fl_choose casual = fl_agent_find("casual", &fl_corsaires);
    fl_move greedy = fl_game_ai_of(&fl_corsaires)->greedy(&sight, 0, &rng);
    int as_greedy[2] = {0};
    for (int i = 0; i < 200; i++) {
        as_greedy[0] += casual(&sight, 0, &rng) == greedy;
        as_greedy[1] += casual(&sight, 100, &rng) == greedy;
    }
    assert_in_range(as_greedy[0], 1, 120);
    assert_int_equal(as_greedy[1], 200);
    fl_match_end(&m);
}

/* Finds a first throw after which greedy keeps other dice than exact-points. */
static void who_is_seasoned_is_greedy_now_and_then(void **state)
{
    (void)state;
    struct fl_match m;
    struct fl_rng rng = fl_rng_from(9, 0);
    fl_move greedy, exact;
    struct fl_sight sight;
    fl_choose seasoned = fl_agent_find("seasoned", &fl_mille_sabords);
    begin(&m, &fl_mille_sabords, 2);
    do {
        sight = sight_of_mover(&m);
        greedy = fl_game_ai_of(&fl_mille_sabords)->greedy(&sight, 0, &rng);
        exact = fl_exact_points(&sight, 0, &rng);
        assert_int_equal(fl_match_play(&m, sight.viewer, exact), FL_OK);
        assert_int_equal(fl_match_play_chance_rng(&m, &rng), FL_OK);
    } while (greedy == exact);
    int as_exact = 0;
    for (int i = 0; i < 200; i++) {
        fl_move move = seasoned(&sight, 60, &rng);
        assert_true(move == exact || move == greedy);
        as_exact += move == exact;
        assert_int_equal(seasoned(&sight, 0, &rng), greedy);
        assert_int_equal(seasoned(&sight, 100, &rng), exact);
    }
    assert_in_range(as_exact, 90, 150);
    fl_match_end(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(threads_change_nothing),
        cmocka_unit_test(another_seed_thinks_otherwise),
        cmocka_unit_test(the_agent_moves_the_same_with_the_same_seed),
        cmocka_unit_test(visits_add_up_and_the_best_comes_first),
        cmocka_unit_test(chances_of_all_make_one),
        cmocka_unit_test(a_forced_move_needs_no_thought),
        cmocka_unit_test(a_forced_move_can_be_pondered),
        cmocka_unit_test_setup_teardown(who_is_brief_finds_the_same, clear_table, leave_table),
        cmocka_unit_test(who_is_stopped_tells_what_was_found_so_far),
        cmocka_unit_test(a_search_ends_when_its_time_is_over),
        cmocka_unit_test(a_budget_is_kept_and_counted),
        cmocka_unit_test(only_a_level_that_searches_needs_time),
        cmocka_unit_test(a_forced_move_does_not_change_the_pace),
        cmocka_unit_test(worlds_that_look_alike_share_a_node),
        cmocka_unit_test_setup_teardown(the_one_winning_card_is_played, clear_table, leave_table),
        cmocka_unit_test_setup_teardown(partners_win_together, clear_table, leave_table),
        cmocka_unit_test(enough_is_enough),
        cmocka_unit_test(who_would_lose_by_stopping_throws),
        cmocka_unit_test(a_turn_begins_with_the_exact_chance),
        cmocka_unit_test(a_floor_is_played_out),
        cmocka_unit_test(the_truth_can_be_estimated_at_any_time),
        cmocka_unit_test_setup_teardown(a_game_that_is_over_is_known, clear_table, leave_table),
        cmocka_unit_test(every_level_of_every_game_is_an_agent),
        cmocka_unit_test(who_never_attends_does_anything),
        cmocka_unit_test(who_is_seasoned_is_greedy_now_and_then),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
