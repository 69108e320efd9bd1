/* JSON, checked by jansson: it must read everything that the writer writes as intended. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <jansson.h>

#include "core/json.h"
#include "games/games.h"

enum { TEXT = 1 << 18, DEPTH = 5, BREADTH = 6, DOCUMENTS = 2000, MATCHES = 6, STEPS = 250 };

static json_t *parsed(const struct fl_buf *text)
{
    json_error_t error;
    json_t *document = json_loads(text->at, JSON_REJECT_DUPLICATES, &error);
    assert_false(text->overflowed);
    if (!document)
        print_error("%s, at %d: %.*s\n", error.text, error.position, 200, text->at);
    assert_non_null(document);
    return document;
}

/* ---- random documents ---- */

/* Characters that need care, and some that need none. */
static void any_text(struct fl_rng *rng, char text[64])
{
    static const char *const piece[] = {"\"", "\\", "\n",     "\t", "\x01",       "\x1f",
                                        "/",  "é",  "\u2028", "a",  "\U0001F3F4", "\x7f"};
    uint32_t pieces = fl_rng_below(rng, 9);
    text[0] = '\0';
    while (pieces--)
        strcat(text, piece[fl_rng_below(rng, sizeof piece / sizeof piece[0])]);
}

static json_t *write_value(struct fl_json *j, struct fl_rng *rng, int depth);

static json_t *write_list(struct fl_json *j, struct fl_rng *rng, int depth)
{
    json_t *list = json_array();
    fl_json_open(j, '[');
    for (uint32_t n = fl_rng_below(rng, BREADTH); n; n--)
        json_array_append_new(list, write_value(j, rng, depth));
    fl_json_close(j, ']');
    return list;
}

static json_t *write_object(struct fl_json *j, struct fl_rng *rng, int depth)
{
    json_t *object = json_object();
    fl_json_open(j, '{');
    for (uint32_t n = fl_rng_below(rng, BREADTH); n; n--) {
        char key[80], tail[64];
        any_text(rng, tail);
        snprintf(key, sizeof key, "%u%s", n, tail);
        fl_json_key(j, key);
        json_object_set_new(object, key, write_value(j, rng, depth));
    }
    fl_json_close(j, '}');
    return object;
}

static json_t *write_number(struct fl_json *j, struct fl_rng *rng)
{
    int64_t number = (int64_t)(fl_rng_next(rng) >> fl_rng_below(rng, 64));
    fl_json_number(j, number);
    return json_integer(number);
}

static json_t *write_text(struct fl_json *j, struct fl_rng *rng)
{
    char text[64];
    any_text(rng, text);
    fl_json_text(j, text);
    return json_string(text);
}

static json_t *write_value(struct fl_json *j, struct fl_rng *rng, int depth)
{
    bool yes = fl_rng_below(rng, 2);
    switch (depth ? fl_rng_below(rng, 6) : 2 + fl_rng_below(rng, 4)) {
    case 0:
        return write_list(j, rng, depth - 1);
    case 1:
        return write_object(j, rng, depth - 1);
    case 2:
        return write_number(j, rng);
    case 3:
        return write_text(j, rng);
    case 4:
        fl_json_bool(j, yes);
        return json_boolean(yes);
    default:
        fl_json_text(j, NULL);
        return json_null();
    }
}

static void documents_are_read_as_they_were_meant(void **state)
{
    struct fl_rng rng = fl_rng_from(1, 0);
    for (int i = 0; i < DOCUMENTS; i++) {
        struct fl_buf out = fl_buf_over(*state, TEXT);
        struct fl_json j = fl_json_to(&out);
        json_t *meant = write_object(&j, &rng, DEPTH), *read = parsed(&out);
        assert_true(json_equal(meant, read));
        json_decref(meant);
        json_decref(read);
    }
}

static void decimals_are_rounded_to_their_places(void **state)
{
    struct fl_rng rng = fl_rng_from(2, 0);
    for (int i = 0; i < 20000; i++) {
        int places = (int)fl_rng_below(&rng, 7);
        double number = ((double)fl_rng_below(&rng, 2000001) - 1000000) / 977.0, half = 0.5;
        struct fl_buf out = fl_buf_over(*state, TEXT);
        struct fl_json j = fl_json_to(&out);
        fl_json_open(&j, '[');
        fl_json_decimal(&j, number, places);
        fl_json_close(&j, ']');
        json_t *read = parsed(&out);
        for (int p = 0; p < places; p++)
            half /= 10;
        double off = json_number_value(json_array_get(read, 0)) - number;
        assert_true(off <= half + 1e-9 && off >= -half - 1e-9);
        const char *point = strchr(out.at, '.');
        assert_int_equal(point ? strlen(point) - 2 : 0, places);
        json_decref(read);
    }
}

static void a_phrase_is_a_key_and_its_arguments(void **state)
{
    struct fl_buf out = fl_buf_over(*state, TEXT);
    struct fl_json j = fl_json_to(&out);
    struct fl_phrase p;
    fl_phrase_begin(&p, "ms.say.scores");
    fl_with_seat(&p, "who", 2);
    fl_with_number(&p, "n", -300);
    fl_with_count(&p, "c", 4);
    fl_with_text(&p, "rule", "6.\"1\"");
    fl_with_item(fl_with_item(&p, "dice", "ms.face.skull"), "dice", "ms.face.coin");
    fl_json_phrase(&j, &p);
    assert_string_equal(out.at,
                        "{\"key\":\"ms.say.scores\",\"args\":{\"who\":{\"seat\":3},\"n\":-300,"
                        "\"c\":4,\"rule\":\"6.\\\"1\\\"\","
                        "\"dice\":[\"ms.face.skull\",\"ms.face.coin\"]}}");
    json_decref(parsed(&out));
}

/* ---- sights ---- */

static fl_move add_move(const struct fl_sight *s, const char *text, bool offered[])
{
    fl_move move;
    assert_true(fl_read_legal(s->game, &s->state, s->viewer, text, strlen(text), &move));
    assert_false(offered[move]);
    offered[move] = true;
    return move;
}

/* The numbers of a question's list, as a mask. */
static unsigned mask_of(const json_t *numbers)
{
    unsigned mask = 0;
    const char *number;
    json_t *item;
    json_object_foreach((json_t *)numbers, number, item) mask |= 1u << (atoi(number) - 1);
    return mask;
}

/* Bust probabilities are written for every permitted number of items, or not at all. */
static void risk_is_sent(const struct fl_sight *s, const json_t *sent, fl_move move, size_t place)
{
    int risk = s->game->bust_percent ? s->game->bust_percent(&s->state, s->viewer, move) : -1;
    if (risk < 0)
        assert_null(sent);
    else
        assert_int_equal(json_integer_value(json_array_get(sent, place)), risk);
    assert_true(risk <= 100);
    assert_true(risk < 0 || place < json_array_size(sent));
}

/* Spells every answer of a question, as a client would. */
static void add_answers(const struct fl_sight *s, const json_t *question, bool offered[])
{
    const json_t *risk = json_object_get(question, "bust_percent");
    unsigned of = mask_of(json_object_get(question, "elements"));
    unsigned with = mask_of(json_object_get(question, "required"));
    json_int_t min = json_integer_value(json_object_get(question, "min"));
    json_int_t max = json_integer_value(json_object_get(question, "max"));
    for (unsigned sub = 0; sub < 256; sub++) {
        char memory[64];
        struct fl_buf text = fl_buf_over(memory, sizeof memory);
        int chosen = __builtin_popcount(sub);
        if ((sub & ~of) || chosen < min || chosen > max)
            continue;
        fl_put(&text, json_string_value(json_object_get(question, "verb")));
        fl_put_bits(&text, with | sub);
        risk_is_sent(s, risk, add_move(s, text.at, offered), (size_t)(chosen - min));
    }
}

/* What a client is offered, moves and answers together, is what it may do. */
static void offers_are_the_moves(const struct fl_sight *s, const json_t *sight)
{
    bool offered[1 << 12] = {false};
    struct fl_moves list = {0};
    size_t i;
    json_t *one;
    assert_true(s->game->move_count <= 1 << 12);
    if (s->viewer < FL_MAX_SEATS)
        fl_list(s->game, &s->state, s->viewer, &list);
    json_array_foreach(json_object_get(sight, "moves"), i, one)
        add_move(s, json_string_value(json_object_get(one, "move")), offered);
    json_array_foreach(json_object_get(sight, "subsets"), i, one) add_answers(s, one, offered);
    uint32_t offers = 0;
    for (int move = 0; move < s->game->move_count; move++)
        offers += offered[move];
    assert_int_equal(offers, list.count);
    assert_int_equal(json_object_get(sight, "prompt") != NULL, list.count > 0);
}

/* A route is written as its name, its destination and its moves. */
static void way_is_sent(const struct fl_sight *s, const struct fl_route *way, const json_t *sent)
{
    const json_t *name = json_object_get(sent, "name"), *moves = json_object_get(sent, "moves");
    if (way->name)
        assert_string_equal(json_string_value(name), way->name);
    else
        assert_true(json_is_null(name));
    assert_int_equal(json_integer_value(json_object_get(sent, "item")), way->item);
    assert_int_equal(json_array_size(moves), way->count);
    for (size_t i = 0; i < way->count; i++) {
        const char *text = json_string_value(json_array_get(moves, i));
        fl_move move;
        assert_true(fl_read_any(s->game, text, strlen(text), &move));
        assert_int_equal(move, way->move[i]);
    }
}

/* Routes are written for the seat to move only. Returns their number. */
static size_t ways_are_sent(const struct fl_sight *s, const json_t *sight)
{
    struct fl_route way[FL_MAX_ROUTES];
    const json_t *sent = json_object_get(sight, "routes");
    bool asked = s->viewer < FL_MAX_SEATS && s->game->turn(&s->state) & FL_SEAT(s->viewer);
    int ways = asked && s->game->routes ? s->game->routes(&s->state, s->viewer, way) : 0;
    assert_int_equal(sent != NULL, ways > 0);
    assert_int_equal(json_array_size(sent), ways);
    for (int i = 0; i < ways; i++)
        way_is_sent(s, &way[i], json_array_get(sent, (size_t)i));
    return (size_t)ways;
}

static void head_is_right(const struct fl_sight *s, const json_t *sight)
{
    const json_t *viewer = json_object_get(sight, "viewer");
    fl_seats turn = s->game->turn(&s->state);
    assert_string_equal(json_string_value(json_object_get(sight, "game")), s->game->name);
    assert_int_equal(json_integer_value(json_object_get(sight, "seats")), s->setup.seats);
    if (s->viewer == FL_SPECTATOR)
        assert_string_equal(json_string_value(viewer), "spectator");
    else
        assert_int_equal(json_integer_value(viewer), s->viewer + 1);
    assert_int_equal(json_is_true(json_object_get(sight, "over")), turn == 0);
    size_t movers = turn & FL_SEAT(FL_CHANCE) ? 0 : (size_t)__builtin_popcount(turn);
    assert_int_equal(json_array_size(json_object_get(sight, "turn")), movers);
    assert_int_equal(json_array_size(json_object_get(sight, "scores")), turn ? 0 : s->setup.seats);
    assert_int_equal(json_array_size(json_object_get(sight, "winners")) > 0, turn == 0);
}

static size_t items_in(const json_t *sight)
{
    size_t items = 0, i;
    json_t *zone;
    json_array_foreach(json_object_get(sight, "zones"), i, zone) items +=
        json_array_size(json_object_get(zone, "items"));
    return items;
}

/* Returns the number of routes written. */
static size_t sight_is_sent(const struct fl_match *m, int viewer, char *page)
{
    struct fl_buf out = fl_buf_over(page, TEXT);
    struct fl_json j = fl_json_to(&out);
    struct fl_sight s;
    struct fl_view view;
    fl_match_sight(m, viewer, &s);
    fl_sight_view(&s, &view);
    fl_json_sight(&j, &s);
    json_t *sight = parsed(&out);
    head_is_right(&s, sight);
    offers_are_the_moves(&s, sight);
    assert_int_equal(json_array_size(json_object_get(sight, "zones")), view.zones);
    assert_int_equal(items_in(sight), view.items);
    size_t ways = ways_are_sent(&s, sight);
    json_decref(sight);
    return ways;
}

static size_t play_and_send(const struct fl_game *g, uint64_t seed, char *page)
{
    size_t ways = 0;
    struct fl_rng rng = fl_rng_from(seed, 0);
    struct fl_setup setup = fl_setup_default(g, g->seats_min + (int)(seed % 2));
    struct fl_match m;
    fl_match_begin(&m, g, &setup, FL_TRUTH);
    for (int step = 0; step < STEPS && fl_match_turn(&m); step++) {
        struct fl_moves list;
        int seat = __builtin_ctz(fl_match_turn(&m));
        fl_list(g, &m.state, seat, &list);
        assert_int_equal(fl_match_play(&m, seat, fl_pick(&list, &rng)), FL_OK);
        for (int viewer = 0; viewer < setup.seats; viewer++)
            ways += sight_is_sent(&m, viewer, page);
        ways += sight_is_sent(&m, FL_SPECTATOR, page);
    }
    fl_match_end(&m);
    return ways;
}

static void sights_say_what_there_is_to_see_and_do(void **state)
{
    for (uint64_t seed = 0; seed < MATCHES; seed++) {
        play_and_send(&fl_template, seed, *state);
        for (int i = 0; fl_games[i]; i++)
            play_and_send(fl_games[i], seed, *state);
    }
}

static void ways_are_sent_where_a_game_has_them(void **state)
{
    for (int i = 0; fl_games[i]; i++)
        assert_int_equal(play_and_send(fl_games[i], 0, *state) > 0, fl_games[i]->routes != NULL);
}

static void a_sight_that_does_not_fit_says_so(void **state)
{
    struct fl_setup setup = fl_setup_default(&fl_template, 3);
    struct fl_match m;
    struct fl_sight s;
    char *page = *state;
    fl_match_begin(&m, &fl_template, &setup, FL_TRUTH);
    fl_match_sight(&m, 0, &s);
    for (size_t cap = 1; cap < 600; cap += 37) {
        memset(page, '#', 1024);
        struct fl_buf out = fl_buf_over(page, cap);
        struct fl_json j = fl_json_to(&out);
        fl_json_sight(&j, &s);
        assert_true(out.overflowed);
        assert_int_equal(page[cap], '#');
    }
    fl_match_end(&m);
}

static int take_page(void **state)
{
    *state = malloc(TEXT);
    return *state ? 0 : -1;
}

static int give_page_back(void **state)
{
    free(*state);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(documents_are_read_as_they_were_meant),
        cmocka_unit_test(decimals_are_rounded_to_their_places),
        cmocka_unit_test(a_phrase_is_a_key_and_its_arguments),
        cmocka_unit_test(sights_say_what_there_is_to_see_and_do),
        cmocka_unit_test(ways_are_sent_where_a_game_has_them),
        cmocka_unit_test(a_sight_that_does_not_fit_says_so),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, take_page, give_page_back);
}
