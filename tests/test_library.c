/* libflibuste through its public headers alone: errors as values, sights, text, batches. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <flibuste/flibuste.h>

static struct flibuste_match *match_of(const char *game, int seats, const char *options)
{
    struct flibuste_match *m;
    assert_int_equal(flibuste_match_new(flibuste_game_find(game), seats, options, &m), FLIBUSTE_OK);
    return m;
}

/* Plays random moves until the match has `steps` steps or is over. */
static void play_on(struct flibuste_match *m, uint32_t steps, uint64_t seed)
{
    struct flibuste_rng rng = flibuste_rng_new(seed, 0);
    struct flibuste_sight *sight = flibuste_sight_new();
    assert_int_equal(flibuste_match_play_chance(m, &rng), FLIBUSTE_OK);
    for (int seat; (seat = flibuste_match_mover(m)) >= 0 && flibuste_match_steps(m) < steps;) {
        flibuste_move moves[FLIBUSTE_MAX_MOVES];
        assert_int_equal(flibuste_match_see(m, seat, sight), FLIBUSTE_OK);
        int count = flibuste_sight_moves(sight, moves, FLIBUSTE_MAX_MOVES);
        flibuste_move move = moves[flibuste_rng_below(&rng, (uint32_t)count)];
        assert_true(flibuste_sight_is_legal(sight, move));
        assert_int_equal(flibuste_match_play(m, seat, move), FLIBUSTE_OK);
        assert_int_equal(flibuste_match_play_chance(m, &rng), FLIBUSTE_OK);
    }
    flibuste_sight_free(sight);
}

static void bad_setups_are_explained(void **state)
{
    const struct flibuste_game *game = flibuste_game_find("mille-sabords");
    struct flibuste_match *m;
    char why[512];
    (void)state;
    assert_null(flibuste_game_find("chess"));
    assert_null(flibuste_game_find(NULL));
    assert_null(flibuste_game_at(-1));
    assert_int_equal(flibuste_match_new(NULL, 2, NULL, &m), FLIBUSTE_BAD_ARGUMENT);
    assert_int_equal(flibuste_match_new(game, 9, NULL, &m), FLIBUSTE_BAD_SETUP);
    assert_int_equal(flibuste_match_new(game, -1, NULL, &m), FLIBUSTE_BAD_SETUP);
    assert_int_equal(flibuste_match_new(game, 2, "target=7", &m), FLIBUSTE_BAD_SETUP);
    assert_null(m);
    assert_true(flibuste_setup_fault(game, 9, NULL, why, sizeof why) > 0);
    assert_non_null(strstr(why, "2 to 5 players, not 9"));
    flibuste_setup_fault(game, 2, "target=7", why, sizeof why);
    assert_non_null(strstr(why, "target=6000|5000|8000"));
    assert_int_equal(flibuste_setup_fault(game, 2, "target=8000 floor=on", why, sizeof why), 0);
}

static void moves_out_of_turn_or_range_are_refused(void **state)
{
    struct flibuste_match *m = match_of("mille-sabords", 2, "first=1");
    struct flibuste_rng rng = flibuste_rng_new(1, 0);
    (void)state;
    assert_int_equal(flibuste_match_mover(m), 0);
    assert_int_equal(flibuste_match_play_text(m, 1, "card"), FLIBUSTE_NOT_YOUR_TURN);
    assert_int_equal(flibuste_match_play_text(m, 0, "stop"), FLIBUSTE_ILLEGAL);
    assert_int_equal(flibuste_match_play_text(m, 0, "nonsense"), FLIBUSTE_ILLEGAL);
    assert_int_equal(flibuste_match_play_text(m, 0, "?"), FLIBUSTE_ILLEGAL);
    assert_int_equal(flibuste_match_play(m, 0, 60000), FLIBUSTE_ILLEGAL);
    assert_int_equal(flibuste_match_play(m, -5, 0), FLIBUSTE_NOT_YOUR_TURN);
    assert_int_equal(flibuste_match_play_text(m, 0, "card"), FLIBUSTE_OK);
    flibuste_move chance[FLIBUSTE_MAX_MOVES];
    uint16_t weight[FLIBUSTE_MAX_MOVES];
    assert_int_equal(flibuste_match_chances(m, chance, weight, FLIBUSTE_MAX_MOVES), 11);
    assert_int_equal(flibuste_match_play(m, FLIBUSTE_CHANCE, chance[0]), FLIBUSTE_OK);
    assert_int_equal(flibuste_match_undo(m, 99), FLIBUSTE_BAD_ARGUMENT);
    assert_int_equal(flibuste_match_undo(m, 0), FLIBUSTE_OK);
    assert_int_equal(flibuste_match_steps(m), 0);
    assert_int_equal(flibuste_match_step(m, 0).seat, FLIBUSTE_NOBODY);
    assert_int_equal(flibuste_match_play_chance(m, &rng), FLIBUSTE_OK);
    flibuste_match_free(m);
}

static void secrets_stay_hidden(void **state)
{
    struct flibuste_match *m = match_of("corsaires", 3, NULL), *part;
    struct flibuste_sight *sight = flibuste_sight_new();
    struct flibuste_analysis *analysis;
    struct flibuste_effort effort = {16, 1, 1};
    char record[1 << 16], why[256];
    (void)state;
    play_on(m, 60, 3);
    assert_int_equal(flibuste_match_see(m, FLIBUSTE_TRUTH, sight), FLIBUSTE_HIDDEN);
    assert_int_equal(flibuste_match_see(m, 7, sight), FLIBUSTE_BAD_ARGUMENT);
    assert_int_equal(flibuste_analysis_new(m, FLIBUSTE_NOBODY, effort, &analysis), FLIBUSTE_HIDDEN);
    size_t len = flibuste_record_write(m, 1, record, sizeof record);
    assert_int_equal(flibuste_record_read(record, len, &part, why, sizeof why), FLIBUSTE_OK);
    assert_int_equal(flibuste_match_viewer(part), 1);
    assert_int_equal(flibuste_match_see(part, 0, sight), FLIBUSTE_HIDDEN);
    assert_int_equal(flibuste_record_write(part, FLIBUSTE_TRUTH, record, sizeof record), 0);
    uint64_t hash = flibuste_match_hash(part);
    assert_int_equal(flibuste_match_see(m, 1, sight), FLIBUSTE_OK);
    assert_true(flibuste_sight_hash(sight) == hash);
    flibuste_match_free(part);
    flibuste_match_free(m);
    flibuste_sight_free(sight);
}

static void bad_records_are_explained(void **state)
{
    struct flibuste_match *m;
    char why[256], record[1 << 16];
    (void)state;
    const char *text = "flibuste-record 1\ngame chess 1\n";
    assert_int_equal(flibuste_record_read(text, strlen(text), &m, why, sizeof why),
                     FLIBUSTE_BAD_RECORD);
    assert_non_null(strstr(why, "2"));
    assert_non_null(strstr(why, "chess"));
    m = match_of("buccaneer", 3, NULL);
    play_on(m, 1000000, 5);
    size_t len = flibuste_record_write(m, FLIBUSTE_TRUTH, NULL, 0);
    assert_true(len > 100 && len < sizeof record);
    assert_int_equal(flibuste_record_write(m, FLIBUSTE_TRUTH, record, 10), len);
    assert_int_equal(strlen(record), 9);
    enum flibuste_dice dice;
    assert_int_equal(flibuste_record_verify(m, &dice), FLIBUSTE_OK);
    assert_int_equal(dice, FLIBUSTE_DICE_OTHER);
    flibuste_match_free(m);
}

static void every_game_is_complete(void **state)
{
    (void)state;
    for (int g = 0; g < flibuste_game_count(); g++) {
        const struct flibuste_game *game = flibuste_game_at(g);
        struct flibuste_match *m = match_of(flibuste_game_name(game), flibuste_game_seats_min(game),
                                            NULL),
                              *copy;
        struct flibuste_sight *sight = flibuste_sight_new();
        struct flibuste_view *view = flibuste_view_new();
        char text[4096];
        play_on(m, 50, 9);
        int seat = flibuste_match_mover(m), owner, items;
        assert_int_equal(flibuste_match_see(m, seat, sight), FLIBUSTE_OK);
        assert_true(flibuste_sight_prompt(sight, "fr", text, sizeof text) > 0);
        assert_true(flibuste_sight_json(sight, NULL, 0) > 100);
        flibuste_sight_view(sight, view);
        assert_true(flibuste_view_zones(view) > 0);
        assert_non_null(flibuste_view_zone(view, 0, &owner, &items));
        assert_null(flibuste_view_zone(view, 1000, &owner, &items));
        assert_int_equal(flibuste_view_item_value(view, 0, 5000), -1);
        int first, count, end = 0, size = flibuste_observation_size(game);
        for (int f = 0; flibuste_observation_field(game, f, &first, &count); f++) {
            assert_int_equal(first, end);
            end += count;
        }
        assert_int_equal(end, size);
        int16_t *observed = malloc((size_t)size * sizeof *observed);
        assert_int_equal(flibuste_sight_observe(sight, observed, size - 1), FLIBUSTE_BAD_ARGUMENT);
        assert_int_equal(flibuste_sight_observe(sight, observed, size), FLIBUSTE_OK);
        assert_int_equal(observed[0], seat);
        free(observed);
        assert_int_equal(flibuste_match_copy(m, &copy), FLIBUSTE_OK);
        assert_true(flibuste_match_hash(copy) == flibuste_match_hash(m));
        flibuste_match_free(copy);
        flibuste_match_free(m);
        flibuste_view_free(view);
        flibuste_sight_free(sight);
    }
}

static void agents_search_and_hints_agree_with_the_turn(void **state)
{
    const struct flibuste_game *game = flibuste_game_find("corsaires");
    struct flibuste_match *m = match_of("corsaires", 2, NULL);
    struct flibuste_sight *sight = flibuste_sight_new();
    struct flibuste_agent *agent;
    struct flibuste_search *search;
    struct flibuste_hint *hint;
    struct flibuste_effort effort = {300, 1, 1}, wrong = {300, 0, 1};
    struct flibuste_rng rng = flibuste_rng_new(4, 0);
    flibuste_move move;
    char why[512];
    (void)state;
    assert_int_equal(flibuste_agent_new(game, "zorro", &agent), FLIBUSTE_NO_AGENT);
    assert_int_equal(flibuste_agent_new(game, "ismcts:0", &agent), FLIBUSTE_NO_AGENT);
    assert_int_equal(flibuste_agent_new(game, "matelot", &agent), FLIBUSTE_OK);
    assert_string_equal(flibuste_agent_name(game, 0), "random");
    assert_null(flibuste_agent_name(game, 99));
    play_on(m, 40, 2);
    int seat = flibuste_match_mover(m);
    flibuste_match_see(m, 1 - seat, sight);
    assert_int_equal(flibuste_agent_choose(agent, sight, &rng, &move), FLIBUSTE_NOT_YOUR_TURN);
    assert_int_equal(flibuste_hint_new(sight, effort, &hint), FLIBUSTE_NOT_YOUR_TURN);
    flibuste_match_see(m, seat, sight);
    assert_int_equal(flibuste_search_new(sight, wrong, &search), FLIBUSTE_BAD_ARGUMENT);
    assert_int_equal(flibuste_agent_choose(agent, sight, &rng, &move), FLIBUSTE_OK);
    assert_true(flibuste_sight_is_legal(sight, move));
    assert_int_equal(flibuste_search_new(sight, effort, &search), FLIBUSTE_OK);
    assert_true(flibuste_sight_is_legal(sight, flibuste_search_move(search, 0, NULL)));
    assert_int_equal(flibuste_search_move(search, 10000, NULL), FLIBUSTE_UNSEEN);
    assert_int_equal(flibuste_hint_new(sight, effort, &hint), FLIBUSTE_OK);
    assert_true(flibuste_sight_is_legal(sight, flibuste_hint_move(hint, 0)));
    assert_true(flibuste_hint_reason(hint, "fr", why, sizeof why) > 0);
    flibuste_hint_free(hint);
    flibuste_search_free(search);
    flibuste_agent_free(agent);
    flibuste_sight_free(sight);
    flibuste_match_free(m);
}

static void an_analysis_explains_the_result(void **state)
{
    struct flibuste_match *m = match_of("buccaneer", 3, NULL);
    struct flibuste_analysis *a;
    struct flibuste_effort effort = {16, 1, 1};
    (void)state;
    play_on(m, 1000000, 11);
    assert_int_equal(flibuste_analysis_new(m, FLIBUSTE_NOBODY, effort, &a), FLIBUSTE_OK);
    for (int seat = 0; seat < 3; seat++) {
        struct flibuste_shares s = flibuste_analysis_shares(a, seat);
        double sum = s.start + s.luck + s.skill + s.rest;
        assert_true(sum - s.result < 1e-9 && s.result - sum < 1e-9);
    }
    assert_true(flibuste_analysis_count(a) > 10);
    assert_true(flibuste_analysis_decision(a, 0).made != FLIBUSTE_UNSEEN);
    assert_true(flibuste_analysis_json(a, NULL, 0) > 100);
    flibuste_analysis_free(a);
    flibuste_match_free(m);
}

static struct flibuste_batch *batch_of(const char *game, int seats, int games, int threads)
{
    struct flibuste_batch_setup setup = {.game = flibuste_game_find(game),
                                         .seats = seats,
                                         .games = games,
                                         .threads = threads,
                                         .seed = 5};
    struct flibuste_batch *b;
    char why[256];
    assert_int_equal(flibuste_batch_new(&setup, &b, why, sizeof why), FLIBUSTE_OK);
    return b;
}

/* Compares every array of two batches. */
static void assert_same(const struct flibuste_batch *a, const struct flibuste_batch *b, int games)
{
    for (int i = 0; i < FLIBUSTE_BATCH_ARRAYS; i++) {
        size_t row;
        const void *one = flibuste_batch_array(a, (enum flibuste_batch_array)i, &row);
        const void *other = flibuste_batch_array(b, (enum flibuste_batch_array)i, &row);
        if (i != FLIBUSTE_BATCH_LEGAL) /* beyond its count, a row keeps what it had */
            assert_memory_equal(one, other, row * (size_t)games);
    }
}

static void batches_do_not_depend_on_threads(void **state)
{
    enum { GAMES = 200 };
    (void)state;
    for (int g = 0; g < flibuste_game_count(); g++) {
        const struct flibuste_game *game = flibuste_game_at(g);
        const char *name = flibuste_game_name(game);
        int seats = flibuste_game_seats_min(game), ended = 0;
        struct flibuste_batch *one = batch_of(name, seats, GAMES, 1);
        struct flibuste_batch *three = batch_of(name, seats, GAMES, 3);
        flibuste_move actions[GAMES], others[GAMES];
        size_t row;
        const uint8_t *done = flibuste_batch_array(one, FLIBUSTE_BATCH_DONE, &row);
        const float *reward = flibuste_batch_array(one, FLIBUSTE_BATCH_REWARD, &row);
        for (int step = 0; step < 400; step++) {
            flibuste_batch_sample(one, actions);
            flibuste_batch_sample(three, others);
            assert_memory_equal(actions, others, sizeof actions);
            assert_int_equal(flibuste_batch_step(one, actions, NULL), FLIBUSTE_OK);
            assert_int_equal(flibuste_batch_step(three, others, NULL), FLIBUSTE_OK);
            for (int i = 0; i < GAMES; i++) {
                float sum = 0;
                for (int seat = 0; seat < seats; seat++)
                    sum += reward[i * seats + seat];
                assert_true(sum < 1e-6f && sum > -1e-6f);
                ended += done[i];
            }
        }
        assert_same(one, three, GAMES);
        if (strcmp(name, "mille-sabords")) /* random play of Mille Sabords! takes longer */
            assert_true(ended > 0);
        flibuste_batch_free(one);
        flibuste_batch_free(three);
    }
}

static void a_batch_repeats_a_match(void **state)
{
    struct flibuste_batch *b = batch_of("pirates-en-duel", 2, 1, 1);
    struct flibuste_match *m = match_of("pirates-en-duel", 2, NULL);
    struct flibuste_sight *sight = flibuste_sight_new();
    const struct flibuste_game *game = flibuste_match_game(m);
    struct flibuste_rng rng = flibuste_rng_new(5, 0);
    size_t row;
    const uint8_t *done = flibuste_batch_array(b, FLIBUSTE_BATCH_DONE, &row);
    const uint8_t *seat = flibuste_batch_array(b, FLIBUSTE_BATCH_SEAT, &row);
    const int32_t *score = flibuste_batch_array(b, FLIBUSTE_BATCH_SCORE, &row);
    const int16_t *observed = flibuste_batch_array(b, FLIBUSTE_BATCH_OBSERVATION, &row);
    const uint16_t *count = flibuste_batch_array(b, FLIBUSTE_BATCH_COUNT, &row);
    const uint16_t *legal = flibuste_batch_array(b, FLIBUSTE_BATCH_LEGAL, &row);
    int size = flibuste_observation_size(game);
    int16_t *mine = malloc((size_t)size * sizeof *mine);
    (void)state;
    assert_int_equal(flibuste_match_play_chance(m, &rng), FLIBUSTE_OK);
    while (!*done) { /* the generator is for chance alone, as in the batch */
        flibuste_move moves[FLIBUSTE_MAX_MOVES];
        assert_int_equal(flibuste_match_mover(m), *seat);
        flibuste_match_see(m, *seat, sight);
        assert_int_equal(flibuste_sight_moves(sight, moves, FLIBUSTE_MAX_MOVES), *count);
        assert_memory_equal(moves, legal, *count * sizeof *moves);
        flibuste_sight_observe(sight, mine, size);
        assert_memory_equal(mine, observed, (size_t)size * sizeof *mine);
        flibuste_move move = moves[flibuste_match_steps(m) % *count];
        assert_int_equal(flibuste_match_play(m, *seat, move), FLIBUSTE_OK);
        assert_int_equal(flibuste_match_play_chance(m, &rng), FLIBUSTE_OK);
        assert_int_equal(flibuste_batch_step(b, &move, NULL), FLIBUSTE_OK);
    }
    assert_int_equal(flibuste_match_mover(m), -1);
    assert_int_equal(score[0], flibuste_match_score(m, 0));
    assert_int_equal(score[1], flibuste_match_score(m, 1));
    free(mine);
    flibuste_sight_free(sight);
    flibuste_match_free(m);
    flibuste_batch_free(b);
}

static void bad_batches_and_actions_are_refused(void **state)
{
    struct flibuste_batch_setup setup = {
        .game = flibuste_game_find("corsaires"), .seats = 2, .games = 0, .threads = 1};
    struct flibuste_batch *b;
    char why[256];
    int row = -1;
    (void)state;
    assert_int_equal(flibuste_batch_new(&setup, &b, why, sizeof why), FLIBUSTE_BAD_ARGUMENT);
    assert_string_equal(why, "Expected a batch of 1 to 1048576 games.");
    setup.games = 2;
    setup.seats = 1;
    assert_int_equal(flibuste_batch_new(&setup, &b, why, sizeof why), FLIBUSTE_BAD_SETUP);
    setup.seats = 2;
    assert_int_equal(flibuste_batch_new(&setup, &b, why, sizeof why), FLIBUSTE_OK);
    flibuste_move actions[2];
    flibuste_batch_sample(b, actions);
    actions[1] = 65000;
    assert_int_equal(flibuste_batch_step(b, actions, &row), FLIBUSTE_ILLEGAL);
    assert_int_equal(row, 1);
    assert_null(flibuste_batch_array(b, FLIBUSTE_BATCH_ARRAYS, NULL));
    flibuste_batch_free(b);
    flibuste_batch_free(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bad_setups_are_explained),
        cmocka_unit_test(moves_out_of_turn_or_range_are_refused),
        cmocka_unit_test(secrets_stay_hidden),
        cmocka_unit_test(bad_records_are_explained),
        cmocka_unit_test(every_game_is_complete),
        cmocka_unit_test(agents_search_and_hints_agree_with_the_turn),
        cmocka_unit_test(an_analysis_explains_the_result),
        cmocka_unit_test(batches_do_not_depend_on_threads),
        cmocka_unit_test(a_batch_repeats_a_match),
        cmocka_unit_test(bad_batches_and_actions_are_refused),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
