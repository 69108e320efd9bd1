/* Positions of a client (src/online/position.h): whatever the host writes about a sight, the sight
 * of the client's position has the same JSON, byte by byte. This covers the view, the question with
 * its moves, phrases, notes, subsets and routes, and the result. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/json.h"
#include "games/games.h"
#include "host/messages.h"
#include "online/position.h"

enum { ROOM = 1 << 18, MOST_STEPS = 6000 };

static char memory[3][ROOM];

/* The JSON of a sight. */
static const char *text_of(int buffer, const struct fl_sight *s)
{
    struct fl_buf out = fl_buf_over(memory[buffer], ROOM);
    struct fl_json j = fl_json_to(&out);
    fl_json_sight(&j, s);
    assert_false(out.overflowed);
    return out.at;
}

static json_t *parsed(const char *text)
{
    json_error_t error;
    json_t *m = json_loads(text, 0, &error);
    if (!m)
        fail_msg("%s", error.text);
    return m;
}

/* The message `view`, with a question if the viewer is asked. */
static void send_view(struct fl_position *p, const struct fl_sight *s)
{
    struct fl_buf out = fl_buf_over(memory[2], ROOM);
    struct fl_json j = fl_json_to(&out);
    bool asked = s->viewer < FL_MAX_SEATS && s->game->turn(&s->state) & FL_SEAT(s->viewer);
    fl_json_open(&j, '{');
    fl_json_key(&j, "viewer");
    fl_json_viewer(&j, s->viewer);
    fl_json_key_number(&j, "question", asked);
    fl_json_key(&j, "sight");
    fl_json_sight(&j, s);
    fl_json_close(&j, '}');
    json_t *m = parsed(out.at);
    assert_true(fl_position_set(p, m));
    json_decref(m);
}

/* The messages `event` and `question` after a step. */
static void send_step(struct fl_position *p, const struct fl_view *was, const struct fl_sight *s)
{
    struct fl_view views[2] = {*was};
    struct fl_buf out = fl_buf_over(memory[2], ROOM);
    struct fl_json j = fl_json_to(&out);
    fl_sight_view(s, &views[1]);
    fl_json_open(&j, '{');
    fl_json_state_of_play(&j, s);
    fl_json_difference(&j, s->game, views);
    fl_json_close(&j, '}');
    json_t *event = parsed(out.at);
    assert_true(fl_position_change(p, event));
    json_decref(event);
    if (s->viewer >= FL_MAX_SEATS || !(s->game->turn(&s->state) & FL_SEAT(s->viewer)))
        return;
    fl_buf_clear(&out);
    j = fl_json_to(&out);
    fl_json_open(&j, '{');
    fl_json_key_number(&j, "question", 7);
    fl_json_question(&j, s);
    fl_json_close(&j, '}');
    json_t *question = parsed(out.at);
    assert_true(fl_position_ask(p, question));
    json_decref(question);
}

static void compare(const struct fl_position *p, const struct fl_sight *s)
{
    struct fl_sight shown;
    fl_position_sight(p, &shown);
    assert_string_equal(text_of(0, &shown), text_of(1, s));
}

/* Plays a random match and compares what two viewers have after every step: one receives
 * differences, the other complete views. */
static void play(const struct fl_game *game, int seats, int viewer, uint64_t seed)
{
    struct fl_rng rng = fl_rng_from(seed, (uint64_t)viewer);
    struct fl_setup setup = fl_setup_default(game, seats);
    struct fl_texts texts = {0};
    struct fl_position *changed = malloc(sizeof *changed), *complete = malloc(sizeof *complete);
    struct fl_match m;
    struct fl_sight sight;
    struct fl_view was;
    assert_non_null(changed);
    assert_non_null(complete);
    assert_true(fl_position_begin(changed, game, &setup, &texts));
    assert_true(fl_position_begin(complete, game, &setup, &texts));
    fl_match_begin(&m, game, &setup, FL_TRUTH);
    fl_match_sight(&m, viewer, &sight);
    send_view(changed, &sight);
    fl_sight_view(&sight, &was);
    for (fl_seats turn; (turn = fl_match_turn(&m)) && m.steps < MOST_STEPS;) {
        struct fl_moves list;
        int seat = __builtin_ctz(turn);
        fl_list(game, &m.state, seat, &list);
        assert_int_equal(fl_match_play(&m, seat, fl_pick(&list, &rng)), FL_OK);
        fl_match_sight(&m, viewer, &sight);
        if (fl_match_turn(&m) == FL_SEAT(FL_CHANCE))
            continue; /* the host plays chance before it sends anything */
        send_step(changed, &was, &sight);
        fl_sight_view(&sight, &was);
        compare(changed, &sight);
        if (fl_rng_below(&rng, 8) == 0) {
            send_view(complete, &sight);
            compare(complete, &sight);
        }
    }
    fl_match_end(&m);
    fl_position_end(changed);
    fl_position_end(complete);
    fl_texts_end(&texts);
    free(changed);
    free(complete);
}

static void a_position_shows_what_the_host_sees(void **state)
{
    (void)state;
    for (int i = 0; fl_games[i]; i++)
        for (int viewer = 0; viewer < 2; viewer++)
            for (uint64_t seed = 1; seed <= 3; seed++)
                play(fl_games[i], fl_games[i]->seats_min + 1, viewer ? FL_SPECTATOR : 0, seed);
}

/* What does not fit is refused, and nothing outside the position is touched. */
static void nonsense_is_refused(void **state)
{
    static const char *const views[] = {
        "{}",
        "{\"viewer\":1,\"sight\":{}}",
        "{\"viewer\":1,\"sight\":{\"zones\":[{\"name\":\"no.such.zone\",\"items\":[]}]}}",
        "{\"viewer\":1,\"question\":3,\"sight\":{\"turn\":[1],\"zones\":[],\"moves\":[{\"move\":"
        "\"fly\"}]}}",
        "{\"viewer\":1,\"question\":3,\"sight\":{\"turn\":[1],\"zones\":[],\"subsets\":[{\"verb\":"
        "\"fly\","
        "\"elements\":{\"1\":0},\"min\":1,\"max\":1}]}}",
        "{\"viewer\":1,\"question\":3,\"sight\":{\"turn\":[1],\"zones\":[],\"routes\":[{\"moves\":["
        "\"fly\"]}]}}",
    };
    static const char *const events[] = {
        "{\"turn\":[1],\"put\":[{\"id\":1,\"at\":[9,0]}]}",
        "{\"turn\":[1],\"set\":[{\"id\":[999],\"value\":1}]}",
        "{\"turn\":[1],\"zones\":[{\"name\":\"no.such.zone\"}]}",
    };
    const struct fl_game *game = fl_game_find("mille-sabords");
    struct fl_setup setup = fl_setup_default(game, 2);
    struct fl_texts texts = {0};
    struct fl_position *p = malloc(sizeof *p);
    struct fl_match m;
    struct fl_sight sight;
    (void)state;
    assert_non_null(p);
    assert_true(fl_position_begin(p, game, &setup, &texts));
    for (size_t i = 0; i < sizeof views / sizeof views[0]; i++) {
        json_t *message = parsed(views[i]);
        assert_false(fl_position_set(p, message));
        json_decref(message);
    }
    fl_match_begin(&m, game, &setup, FL_TRUTH);
    fl_match_sight(&m, 0, &sight);
    for (size_t i = 0; i < sizeof events / sizeof events[0]; i++) {
        json_t *message = parsed(events[i]);
        send_view(p, &sight);
        assert_false(fl_position_change(p, message));
        json_decref(message);
    }
    fl_match_end(&m);
    fl_position_end(p);
    fl_texts_end(&texts);
    free(p);
}

/* A text of a server cannot control the terminal. */
static void control_characters_are_replaced(void **state)
{
    struct fl_texts texts = {0};
    (void)state;
    assert_string_equal(fl_texts_keep(&texts, "a\033[2Jb\x7f\xC2\x9Bé"), "a?[2Jb???é");
    assert_ptr_equal(fl_texts_keep(&texts, "é"), fl_texts_keep(&texts, "é"));
    fl_texts_end(&texts);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_position_shows_what_the_host_sees),
        cmocka_unit_test(nonsense_is_refused),
        cmocka_unit_test(control_characters_are_replaced),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
