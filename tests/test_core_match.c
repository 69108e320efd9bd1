/* Matches: validation, chance sources, undo, rewind, partial matches. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "core/match.h"
#include "core/observe.h"
#include "core/words.h"
#include "endless.h"
#include "games/games.h"

static void begin(struct fl_match *m, const struct fl_game *g, int seats, int viewer)
{
    struct fl_setup setup = fl_setup_default(g, seats);
    fl_match_begin(m, g, &setup, viewer);
}

static fl_move spelled(const struct fl_game *g, const char *text)
{
    fl_move move = FL_UNSEEN;
    assert_true(fl_read_any(g, text, strlen(text), &move));
    return move;
}

static enum fl_status play(struct fl_match *m, int seat, const char *text)
{
    return fl_match_play(m, seat, spelled(m->game, text));
}

static void must_play(struct fl_match *m, int seat, const char *text)
{
    assert_int_equal(play(m, seat, text), FL_OK);
}

/* Two seats with the crews 1 2 3 and 4 5 6, and a prize of 2 in sight. */
static void deal_raid(struct fl_match *m)
{
    static const char *const card[] = {"deal-1", "deal-4", "deal-2", "deal-5", "deal-3", "deal-6"};
    begin(m, &fl_template, 2, FL_TRUTH);
    for (int i = 0; i < 6; i++)
        must_play(m, FL_CHANCE, card[i]);
    must_play(m, FL_CHANCE, "prize-2");
}

/* ---- validation ---- */

static void the_door_asks_whose_turn_it_is(void **state)
{
    (void)state;
    struct fl_match m;
    begin(&m, &fl_template, 2, FL_TRUTH);
    fl_move deal = spelled(m.game, "deal-1");
    static const int others[] = {-1, 0, 1, 2, 7, FL_SPECTATOR, FL_TRUTH, 16, FL_NOBODY, 1 << 20};
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
        assert_int_equal(fl_match_play(&m, others[i], deal), FL_NOT_YOUR_TURN);
    assert_int_equal(m.steps, 0);
    assert_int_equal(fl_match_play(&m, FL_CHANCE, deal), FL_OK);
    assert_int_equal(m.steps, 1);
    fl_match_end(&m);
}

/* In the raid, chance deals, then each of the two seats sends a pirate. */
static void the_reason_names_the_only_seat_that_may_move(void **state)
{
    (void)state;
    struct fl_phrase why;
    struct fl_match m;
    begin(&m, &fl_template, 2, FL_TRUTH);
    fl_match_explain_turn(&m, &why);
    assert_string_equal(why.key, "status.not-your-turn");
    fl_match_end(&m);
    deal_raid(&m);
    fl_match_explain_turn(&m, &why);
    assert_string_equal(why.key, "status.not-your-turn");
    assert_int_equal(why.args, 0);
    must_play(&m, 0, "send 3");
    fl_match_explain_turn(&m, &why);
    assert_string_equal(why.key, "status.turn-of");
    assert_string_equal(why.arg[0].name, "who");
    assert_int_equal(why.arg[0].kind, FL_ARG_SEAT);
    assert_int_equal(why.arg[0].number, 1);
    fl_match_end(&m);
}

static void the_door_asks_whether_it_is_allowed(void **state)
{
    (void)state;
    struct fl_match m;
    deal_raid(&m);
    uint64_t before = fl_hash(m.game, &m.state);
    assert_int_equal(play(&m, 0, "send 4"), FL_ILLEGAL);
    assert_int_equal(play(&m, 0, "show 1"), FL_ILLEGAL);
    assert_int_equal(fl_match_play(&m, 0, FL_UNSEEN), FL_ILLEGAL);
    assert_int_equal(fl_match_play(&m, 0, m.game->move_count), FL_ILLEGAL);
    assert_int_equal(m.steps, 7);
    assert_true(fl_hash(m.game, &m.state) == before);
    must_play(&m, 0, "send 1");
    assert_int_equal(play(&m, 0, "send 2"), FL_NOT_YOUR_TURN);
    fl_match_end(&m);
}

static void play_out(struct fl_match *m, uint64_t seed)
{
    struct fl_rng rng = fl_rng_from(seed, 0);
    while (fl_match_turn(m)) {
        struct fl_moves list;
        int seat = __builtin_ctz(fl_match_turn(m));
        fl_list(m->game, &m->state, seat, &list);
        assert_int_equal(fl_match_play(m, seat, fl_pick(&list, &rng)), FL_OK);
    }
}

static void nobody_moves_when_it_is_over(void **state)
{
    (void)state;
    struct fl_match m;
    begin(&m, &fl_template, 3, FL_TRUTH);
    play_out(&m, 1);
    assert_int_equal(play(&m, 0, "send 1"), FL_OVER);
    assert_int_equal(play(&m, FL_CHANCE, "deal-1"), FL_OVER);
    assert_int_equal(fl_match_play(&m, -1, 0), FL_OVER);
    fl_match_end(&m);
}

static void a_match_without_end_is_cut_off(void **state)
{
    (void)state;
    struct fl_match m;
    struct fl_rng rng = fl_rng_from(1, 0);
    begin(&m, &endless, 1, FL_TRUTH);
    assert_int_equal(fl_match_play_chance_rng(&m, &rng), FL_TOO_LONG);
    assert_int_equal(m.steps, FL_MAX_STEPS);
    fl_match_rewind(&m, 10);
    assert_int_equal(fl_match_play(&m, FL_CHANCE, 0), FL_OK);
    assert_int_equal(m.steps, 11);
    fl_match_end(&m);
}

static void what_a_log_does_not_use_is_given_back(void **state)
{
    (void)state;
    struct fl_match m;
    begin(&m, &fl_template, 3, FL_TRUTH);
    fl_match_shrink_to_fit(&m); /* nothing to give */
    assert_int_equal(m.room, 0);
    play_out(&m, 1);
    assert_true(m.room > m.steps);
    fl_match_shrink_to_fit(&m);
    assert_int_equal(m.room, m.steps);
    fl_match_rewind(&m, 1);
    play_out(&m, 2);
    assert_int_equal(fl_match_turn(&m), 0);
    fl_match_end(&m);
}

static void every_status_has_words(void **state)
{
    (void)state;
    for (int status = FL_OK; status <= FL_NO_CHANCE; status++)
        assert_true(fl_word_exists(fl_status_key((enum fl_status)status)));
    assert_string_equal(fl_status_key(FL_ILLEGAL), "status.illegal");
}

/* ---- chance from outside ---- */

struct pouch {
    struct fl_chance_source source;
    const char *const *word; /* ends with NULL */
};

static bool pick_from_pouch(struct fl_chance_source *source, const struct fl_match *m,
                            const struct fl_moves *list, fl_move *out)
{
    struct pouch *pouch = (struct pouch *)source;
    assert_true(list->count > 0);
    if (!*pouch->word)
        return false;
    *out = spelled(m->game, *pouch->word++);
    return true;
}

static void chance_comes_from_where_it_is_told(void **state)
{
    (void)state;
    static const char *const words[] = {"deal-6", "deal-6", "deal-5",  "deal-1",
                                        "deal-1", "deal-1", "prize-3", NULL};
    struct pouch pouch = {{pick_from_pouch}, words};
    struct fl_match m;
    begin(&m, &fl_template, 2, FL_TRUTH);
    assert_int_equal(fl_match_play_chance(&m, &pouch.source), FL_OK);
    assert_int_equal(m.steps, 7);
    assert_int_equal(fl_match_turn(&m), FL_SEAT(0) | FL_SEAT(1));
    assert_int_equal(play(&m, 1, "send 5"), FL_ILLEGAL);
    must_play(&m, 1, "send 6");
    fl_match_end(&m);
}

static void a_source_that_gives_out_loses_nothing(void **state)
{
    (void)state;
    static const char *const words[] = {"deal-6", "deal-5", NULL};
    struct pouch pouch = {{pick_from_pouch}, words};
    struct fl_match m;
    begin(&m, &fl_template, 2, FL_TRUTH);
    assert_int_equal(fl_match_play_chance(&m, &pouch.source), FL_NO_CHANCE);
    assert_int_equal(m.steps, 2);
    assert_int_equal(fl_match_turn(&m), FL_SEAT(FL_CHANCE));
    fl_match_end(&m);
}

static void a_source_cannot_bring_what_is_not_there(void **state)
{
    (void)state;
    static const char *const words[] = {"deal-6", "deal-6", "deal-6", "deal-6", "deal-6", NULL};
    struct pouch pouch = {{pick_from_pouch}, words};
    struct fl_match m;
    begin(&m, &fl_template, 2, FL_TRUTH);
    assert_int_equal(fl_match_play_chance(&m, &pouch.source), FL_ILLEGAL);
    assert_int_equal(m.steps, 4);
    fl_match_end(&m);
}

static void rolling_stops_where_a_person_moves(void **state)
{
    (void)state;
    struct fl_match m;
    struct fl_rng rng = fl_rng_from(1, 0);
    begin(&m, &fl_template, 4, FL_TRUTH);
    assert_int_equal(fl_match_play_chance_rng(&m, &rng), FL_OK);
    assert_int_equal(m.steps, 4 * 3 + 1);
    assert_int_equal(fl_match_play_chance_rng(&m, &rng), FL_OK);
    assert_int_equal(m.steps, 4 * 3 + 1);
    fl_match_end(&m);
}

/* ---- undo ---- */

static void a_secret_choice_is_taken_back_freely(void **state)
{
    (void)state;
    struct fl_match m;
    deal_raid(&m);
    assert_false(fl_match_undo_is_free(&m, 0)); /* has done nothing */
    must_play(&m, 0, "send 1");
    assert_true(fl_match_undo_is_free(&m, 0));
    assert_false(fl_match_undo_is_free(&m, 1));
    must_play(&m, 1, "send 4");
    assert_false(fl_match_undo_is_free(&m, 0)); /* somebody moved since */
    assert_true(fl_match_undo_is_free(&m, 1));
    must_play(&m, 0, "show 1");
    assert_false(fl_match_undo_is_free(&m, 0)); /* shown is shown */
    fl_match_end(&m);
}

static void what_chance_answered_is_not_taken_back(void **state)
{
    (void)state;
    struct fl_match m;
    struct fl_setup setup = fl_setup_default(&fl_mille_sabords, 2);
    assert_true(fl_setup_set(&fl_mille_sabords, &setup, "first", "1"));
    fl_match_begin(&m, &fl_mille_sabords, &setup, FL_TRUTH);
    assert_false(fl_match_undo_is_free(&m, 0));
    must_play(&m, 0, "card");
    assert_true(fl_match_undo_is_free(&m, 0));
    must_play(&m, FL_CHANCE, "coin");
    assert_false(fl_match_undo_is_free(&m, 0));
    assert_false(fl_match_undo_is_free(&m, FL_CHANCE)); /* nothing is ever rolled twice */
    fl_match_end(&m);
}

static void rewinding_is_never_having_played(void **state)
{
    (void)state;
    struct fl_match m, again;
    begin(&m, &fl_template, 4, FL_TRUTH);
    play_out(&m, 2);
    begin(&again, &fl_template, 4, FL_TRUTH);
    uint64_t hash[256];
    assert_in_range(m.steps, 20, 255);
    for (uint32_t i = 0; i < m.steps; i++) {
        hash[i] = fl_hash(again.game, &again.state);
        assert_int_equal(fl_match_play(&again, m.log[i].seat, m.log[i].move), FL_OK);
    }
    for (uint32_t i = m.steps; i--;) {
        fl_match_rewind(&again, i);
        assert_int_equal(again.steps, i);
        assert_true(fl_hash(again.game, &again.state) == hash[i]);
    }
    for (uint32_t i = 0; i < m.steps; i++)
        assert_int_equal(fl_match_play(&again, m.log[i].seat, m.log[i].move), FL_OK);
    assert_memory_equal(&again.state, &m.state, m.game->state_size);
    fl_match_again(&again);
    assert_int_equal(again.steps, 0);
    assert_true(fl_hash(again.game, &again.state) == hash[0]);
    fl_match_end(&m);
    fl_match_end(&again);
}

/* What a record cannot say in one line counts as several undos, for its reader as for us. */
static void a_long_way_back_is_several_undos(void **state)
{
    (void)state;
    enum { LONG = 2 * FL_MAX_UNDO };
    struct fl_match m, again;
    begin(&m, &endless, 1, FL_TRUTH);
    begin(&again, &endless, 1, FL_TRUTH);
    while (m.steps < LONG + 4)
        assert_int_equal(fl_match_play(&m, FL_CHANCE, 0), FL_OK);
    assert_int_equal(fl_match_undo(&m, 3), FL_OK);
    assert_int_equal(fl_match_events(&m), LONG + 4 + 3);
    for (uint32_t i = 0; i < fl_match_events(&m); i++)
        assert_int_equal(fl_match_follow(&again, fl_match_event(&m, i)), FL_OK);
    assert_int_equal(again.steps, 3);
    assert_int_equal(m.undos, 3);
    assert_int_equal(again.undos, m.undos);
    assert_memory_equal(&again.state, &m.state, m.game->state_size);
    fl_match_end(&m);
    fl_match_end(&again);
}

/* ---- partial matches ---- */

static void a_partial_match_believes_what_its_viewer_may_see(void **state)
{
    (void)state;
    struct fl_match m;
    begin(&m, &fl_template, 2, 0);
    assert_int_equal(fl_match_play(&m, FL_CHANCE, FL_UNSEEN),
                     FL_ILLEGAL); /* the viewer's own card */
    must_play(&m, FL_CHANCE, "deal-1");
    assert_int_equal(play(&m, FL_CHANCE, "deal-4"), FL_ILLEGAL); /* the other one's */
    for (int i = 0; i < 2; i++) {
        assert_int_equal(fl_match_play(&m, FL_CHANCE, FL_UNSEEN), FL_OK);
        must_play(&m, FL_CHANCE, "deal-2");
    }
    assert_int_equal(fl_match_play(&m, FL_CHANCE, FL_UNSEEN), FL_OK);
    assert_int_equal(fl_match_play(&m, FL_CHANCE, FL_UNSEEN), FL_ILLEGAL); /* the prize is open */
    must_play(&m, FL_CHANCE, "prize-1");
    assert_int_equal(fl_match_play(&m, 0, FL_UNSEEN), FL_ILLEGAL);
    assert_int_equal(play(&m, 1, "send 5"), FL_ILLEGAL);
    assert_int_equal(fl_match_play(&m, 1, FL_UNSEEN), FL_OK);
    must_play(&m, 0, "send 2");
    must_play(&m, 0, "show 2");
    assert_int_equal(fl_match_play(&m, 1, FL_UNSEEN), FL_ILLEGAL);
    must_play(&m, 1, "show 6");
    assert_false(fl_match_undo_is_free(&m, 1));
    fl_match_end(&m);
}

static void a_sight_follows_what_its_viewer_sees(void **state)
{
    (void)state;
    struct fl_match m, past;
    struct fl_sight sight[3], now;
    begin(&m, &fl_template, 2, FL_TRUTH);
    begin(&past, &fl_template, 2, FL_TRUTH);
    play_out(&m, 3);
    static const int viewer[] = {0, 1, FL_SPECTATOR};
    for (int v = 0; v < 3; v++)
        fl_match_sight(&past, viewer[v], &sight[v]);
    for (uint32_t i = 0; i < m.steps; i++) {
        struct fl_step step = m.log[i];
        for (int v = 0; v < 3; v++) {
            struct fl_step seen = {fl_step_seen(&past, viewer[v], step), step.seat};
            sight[v].game->apply(&sight[v].state, seen.seat, seen.move);
        }
        assert_int_equal(fl_match_play(&past, step.seat, step.move), FL_OK);
        for (int v = 0; v < 3; v++) {
            fl_match_sight(&past, viewer[v], &now);
            assert_memory_equal(&now.state, &sight[v].state, m.game->state_size);
        }
    }
    fl_match_end(&m);
    fl_match_end(&past);
}

static void what_is_hidden_is_said_without_telling(void **state)
{
    (void)state;
    struct fl_match m;
    struct fl_sight sight;
    struct fl_phrases saying;
    deal_raid(&m);
    struct fl_step step = {spelled(m.game, "send 1"), 0};
    assert_int_equal(fl_step_seen(&m, 0, step), step.move);
    assert_int_equal(fl_step_seen(&m, 1, step), FL_UNSEEN);
    assert_int_equal(fl_step_seen(&m, FL_SPECTATOR, step), FL_UNSEEN);
    assert_int_equal(fl_step_seen(&m, FL_TRUTH, step), step.move);
    fl_match_sight(&m, 1, &sight);
    fl_sight_say(&sight, (struct fl_step){FL_UNSEEN, 0}, false, &saying);
    assert_int_equal(saying.count, 1);
    assert_string_equal(saying.phrase[0].key, "raid.say.send");
    fl_match_end(&m);
}

/* Plays some moves of a game, the middle one of those that are legal. */
static void play_some(struct fl_match *m, int moves)
{
    struct fl_rng rng = fl_rng_from(3, 0);
    for (int i = 0; i < moves; i++) {
        struct fl_moves list;
        assert_int_equal(fl_match_play_chance_rng(m, &rng), FL_OK);
        int seat = __builtin_ctz(fl_match_turn(m));
        fl_list(m->game, &m->state, seat, &list);
        assert_int_equal(fl_match_play(m, seat, list.at[list.count / 2].move), FL_OK);
    }
}

/* A match as one viewer saw it ends in that viewer's sight, for every viewer of every game. */
static void a_partial_match_ends_in_its_viewers_sight(void **state)
{
    (void)state;
    for (int g = 0; fl_games[g]; g++) {
        struct fl_match m, partial;
        begin(&m, fl_games[g], fl_games[g]->seats_min, FL_TRUTH);
        play_some(&m, 8);
        for (int viewer = 0; viewer <= m.setup.seats; viewer++) {
            int who = viewer == m.setup.seats ? FL_SPECTATOR : viewer;
            struct fl_sight seen, expected;
            assert_true(fl_match_partial(&m, who, &partial));
            fl_match_sight(&partial, who, &seen);
            fl_match_sight(&m, who, &expected);
            assert_memory_equal(&seen.state, &expected.state, m.game->state_size);
            fl_match_end(&partial);
        }
        fl_match_end(&m);
    }
}

static void a_log_that_does_not_fit_has_no_partial_match(void **state)
{
    (void)state;
    struct fl_match m, partial;
    begin(&m, &fl_corsaires, 2, FL_TRUTH);
    play_some(&m, 3);
    m.log[0].seat = 1; /* chance begins */
    assert_false(fl_match_partial(&m, 0, &partial));
    fl_match_end(&partial);
    fl_match_end(&m);
}

/* Buccaneer is played from memory unless the aide-memoire is on: its past is shown at the end. */
static void a_game_from_memory_hides_its_past(void **state)
{
    (void)state;
    for (int aide = 0; aide < 2; aide++) {
        struct fl_setup setup = fl_setup_default(&fl_buccaneer, 3);
        struct fl_match m;
        assert_true(fl_setup_set(&fl_buccaneer, &setup, "aide-memoire", aide ? "on" : "off"));
        fl_match_begin(&m, &fl_buccaneer, &setup, FL_TRUTH);
        play_some(&m, 2);
        assert_int_equal(fl_match_hides_past(&m), !aide);
        fl_match_end(&m);
    }
    struct fl_match other;
    begin(&other, &fl_mille_sabords, 2, FL_TRUTH);
    assert_false(fl_match_hides_past(&other));
    fl_match_end(&other);
}

/* An observation begins with the viewer; the bytes of the state follow. */
static void a_game_without_fields_is_observed_as_bytes(void **state)
{
    const struct fl_game *g = &fl_template;
    struct fl_match m;
    struct fl_sight sight;
    int16_t seen[1 + sizeof(union fl_state)];
    (void)state;
    assert_null(g->fields);
    begin(&m, g, 2, FL_TRUTH);
    for (int viewer = 0; viewer <= FL_SPECTATOR; viewer += FL_SPECTATOR) {
        fl_match_sight(&m, viewer, &sight);
        fl_observe(g, &sight.state, viewer, 2, seen);
        assert_int_equal(seen[0], viewer);
        for (int i = 0; i < g->state_size; i++)
            assert_int_equal(seen[1 + i], ((const uint8_t *)&sight.state)[i]);
    }
    fl_match_end(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_door_asks_whose_turn_it_is),
        cmocka_unit_test(the_reason_names_the_only_seat_that_may_move),
        cmocka_unit_test(the_door_asks_whether_it_is_allowed),
        cmocka_unit_test(nobody_moves_when_it_is_over),
        cmocka_unit_test(a_match_without_end_is_cut_off),
        cmocka_unit_test(what_a_log_does_not_use_is_given_back),
        cmocka_unit_test(every_status_has_words),
        cmocka_unit_test(chance_comes_from_where_it_is_told),
        cmocka_unit_test(a_source_that_gives_out_loses_nothing),
        cmocka_unit_test(a_source_cannot_bring_what_is_not_there),
        cmocka_unit_test(rolling_stops_where_a_person_moves),
        cmocka_unit_test(a_secret_choice_is_taken_back_freely),
        cmocka_unit_test(what_chance_answered_is_not_taken_back),
        cmocka_unit_test(rewinding_is_never_having_played),
        cmocka_unit_test(a_long_way_back_is_several_undos),
        cmocka_unit_test(a_partial_match_believes_what_its_viewer_may_see),
        cmocka_unit_test(a_sight_follows_what_its_viewer_sees),
        cmocka_unit_test(what_is_hidden_is_said_without_telling),
        cmocka_unit_test(a_partial_match_ends_in_its_viewers_sight),
        cmocka_unit_test(a_log_that_does_not_fit_has_no_partial_match),
        cmocka_unit_test(a_game_from_memory_hides_its_past),
        cmocka_unit_test(a_game_without_fields_is_observed_as_bytes),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
