/* Phrases, questions and views of Buccaneer, hidden information, and options. */
#include "buccaneer_table.h"
#include "core/json.h"
#include "games/buccaneer/buccaneer.h"

enum { PAGE = 1 << 18 };

/* ---- options ---- */

static void options_are_settled_before_the_game(void **state)
{
    RULES("9.1");
    (void)state;
    static const char *const bad[][2] = {{"aide-memoire", "maybe"},
                                         {"money", "hidden"},
                                         {"hidden-money", "2"},
                                         {"first", "0"},
                                         {"first", "6"},
                                         {"", ""}};
    struct fl_setup setup = fl_setup_default(&fl_buccaneer, 5);
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        assert_false(fl_setup_set(&fl_buccaneer, &setup, bad[i][0], bad[i][1]));
    assert_true(fl_setup_set(&fl_buccaneer, &setup, "aide-memoire", "on"));
    assert_true(fl_setup_set(&fl_buccaneer, &setup, "hidden-money", "on"));
    assert_true(fl_setup_set(&fl_buccaneer, &setup, "first", "5"));
    assert_null(fl_setup_check(&fl_buccaneer, &setup));
    setup.option[1] = 7;
    assert_string_equal(fl_setup_check(&fl_buccaneer, &setup), "setup.option");
}

static void the_first_player_is_drawn_or_named(void **state)
{
    RULES("9.4 B27");
    struct table *t = sit(*state, 4, "first=random", "");
    struct fl_moves list;
    fl_list(t->match.game, &t->match.state, FL_CHANCE, &list);
    assert_int_equal(list.count, 4);
    assert_int_equal(list.total, 4);
    plays(t, "first-3, ship-1, ship-2, ship-3");
    assert_next(t, 2);
    assert_string_equal(t->heard.phrase[0].key, "bu.say.first");
    t = sit(*state, 4, "first=2", "ship-1, ship-2, ship-3");
    assert_next(t, 1);
}

static void a_first_player_who_is_not_there_is_refused(void **state)
{
    RULES("9.4");
    (void)state;
    for (uint16_t seats = 3; seats <= 5; seats++)
        for (uint16_t first = 1; first <= 5; first++) {
            struct fl_setup setup = fl_setup_default(&fl_buccaneer, seats);
            setup.option[2] = first;
            if (first <= seats)
                assert_null(fl_setup_check(&fl_buccaneer, &setup));
            else
                assert_string_equal(fl_setup_check(&fl_buccaneer, &setup), "setup.first");
        }
}

static void the_aide_memoire_shows_what_is_covered(void **state)
{
    RULES("9.2 4.7 B37");
    static const char *const option[] = {"", "aide-memoire=on"};
    static const char *const crew[] = {"r2 b. y. | r3 | r4 | r5 | r?",
                                       "r2 b5 y4 | r3 | r4 | r5 | r?"};
    for (int i = 0; i < 2; i++) {
        struct table *t = sit(*state, 3, option[i], "ship-13, ship-14, ship-15");
        plays(t, "merge r2 b5, merge b3 y3, merge y2 b?, merge r2 y4");
        assert_crews(t, 0, crew[i]);
    }
}

/* What a viewer sees of a purse: a number, or -1. */
static int32_t purse_seen(const struct table *t, int viewer, int seat)
{
    struct fl_view view;
    table_view(t, viewer, &view);
    const struct fl_zone *zone = fl_view_find(&view, "bu.zone.purse", seat, 0);
    const struct fl_item *purse = &view.item[zone->first];
    assert_int_equal(zone->count, 1);
    if (!purse->face)
        return purse->value;
    assert_string_equal(purse->face, "bu.hidden");
    assert_int_equal(purse->value, 0);
    return -1;
}

static void hidden_money_hides_the_purse_not_the_payment(void **state)
{
    RULES("9.3 B2 B37");
    struct table *t = sit(*state, 3, "hidden-money=on", "ship-1, ship-14, ship-15");
    plays(t, "merge r2 b5, merge b3 y3, merge y2 b?, board r2 1 sabre");
    assert_heard(t, "bu.say.board who=1 ship=1 pawn=bu.red-2 treasure=bu.treasure.sabre",
                 "bu.say.wages first=2 n=5", "bu.say.keeps who=1 n=2");
    for (int viewer = 0; viewer < 3; viewer++)
        for (int seat = 0; seat < 3; seat++)
            assert_int_equal(purse_seen(t, viewer, seat), viewer != seat ? -1
                                                          : seat == 0    ? 12
                                                          : seat == 1    ? 15
                                                                         : 10);
    assert_int_equal(purse_seen(t, FL_SPECTATOR, 0), -1);
    assert_treasures(t, 0, "1 0 0 0"); /* open */
    struct table *open = sit(*state, 3, "", "ship-1, ship-14, ship-15");
    assert_int_equal(purse_seen(open, FL_SPECTATOR, 0), 10);
}

static void all_purses_are_open_at_the_end(void **state)
{
    RULES("9.3 B2");
    struct table *t = sit(*state, 3, "hidden-money=on", "");
    struct fl_rng rng = fl_rng_from(1, 1);
    while (fl_match_turn(&t->match)) {
        struct fl_moves list;
        fl_list(t->match.game, &t->match.state, table_mover(t), &list);
        assert_int_equal(purse_seen(t, 0, 1), -1);
        fl_match_play(&t->match, table_mover(t), fl_pick(&list, &rng));
    }
    assert_true(purse_seen(t, 0, 1) >= 0 && purse_seen(t, FL_SPECTATOR, 2) >= 0);
}

/* ---- what is kept from everybody ---- */

/* Everything a viewer gets: view, moves with their labels, the question; and why not. */
static void put_all(const struct table *t, int viewer, struct fl_buf *out)
{
    struct fl_sight sight;
    struct fl_json json = fl_json_to(out);
    fl_match_sight(&t->match, viewer, &sight);
    fl_json_sight(&json, &sight);
    for (fl_move move = 0; viewer < 5 && move < FL_BUCCANEER_MOVES; move += 7) {
        struct fl_phrase why;
        if (!(fl_match_turn(&t->match) & FL_SEAT(viewer)) ||
            fl_is_legal(t->match.game, &t->match.state, viewer, move))
            continue;
        t->match.game->why_not(&sight.state, viewer, move, &why);
        fl_json_phrase(&json, &why);
    }
    assert_false(out->overflowed);
}

static bool is_covered(const struct fl_buccaneer *s, int pawn)
{
    return fl_pawn_colour(pawn) < s->seats && !fl_is_top(s, pawn);
}

/* Two covered pawns of one colour change places. */
static void swap_covered(struct fl_buccaneer *s, int a, int b)
{
    uint8_t below = s->below[a];
    s->below[a] = s->below[b];
    s->below[b] = below;
    for (int pawn = 0; pawn < FL_BUCCANEER_PAWNS; pawn++) {
        if (s->below[pawn] == a + 1 || s->below[pawn] == b + 1)
            s->below[pawn] = (uint8_t)(a + b + 2 - s->below[pawn]);
        if (fl_is_top(s, pawn) && (s->bottom[pawn] == a || s->bottom[pawn] == b))
            s->bottom[pawn] = (uint8_t)(a + b - s->bottom[pawn]);
    }
}

/* Whether a swap of any two covered pawns of one colour shows; counts the swaps. */
static int swaps_that_show(struct table *t, char *page, int *swaps)
{
    int shown = 0;
    struct fl_buccaneer *s = (void *)&t->match.state;
    for (int a = 0; a < FL_BUCCANEER_PAWNS; a++)
        for (int b = a + 1; b < FL_BUCCANEER_PAWNS; b++) {
            if (fl_pawn_colour(a) != fl_pawn_colour(b) || !is_covered(s, a) || !is_covered(s, b))
                continue;
            int viewer = *swaps % 4 < 3 ? *swaps % 4 : FL_SPECTATOR;
            struct fl_buf before = fl_buf_over(page, PAGE), after = fl_buf_over(page + PAGE, PAGE);
            put_all(t, viewer, &before);
            swap_covered(s, a, b);
            put_all(t, viewer, &after);
            swap_covered(s, a, b);
            shown += before.len != after.len || memcmp(before.at, after.at, before.len) != 0;
            ++*swaps;
        }
    return shown;
}

static void check_swaps(struct table *t, bool show)
{
    char *page = malloc(2 * PAGE);
    struct fl_rng rng = fl_rng_from(3, 3);
    int swaps = 0;
    assert_non_null(page);
    for (int step = 0; step < 60 && fl_match_turn(&t->match); step++) {
        struct fl_moves list;
        int before = swaps, shown = swaps_that_show(t, page, &swaps);
        assert_int_equal(shown, show ? swaps - before : 0);
        fl_list(t->match.game, &t->match.state, table_mover(t), &list);
        fl_match_play(&t->match, table_mover(t), fl_pick(&list, &rng));
    }
    free(page);
    assert_true(swaps > 100);
}

static void what_is_covered_makes_no_difference(void **state)
{
    RULES("4.7 B1 B37");
    check_swaps(sit(*state, 3, "", ""), false);
    check_swaps(sit(*state, 5, "", ""), false);
    check_swaps(sit(*state, 4, "aide-memoire=on", ""), true);
}

/* The phrases of a match for a spectator, and the phrases of the same moves when they are
 * offered. */
static void put_log(const struct fl_match *m, struct fl_buf *kept, struct fl_buf *offered)
{
    struct fl_json log = fl_json_to(kept), all = fl_json_to(offered);
    struct fl_match past;
    fl_match_begin(&past, m->game, &m->setup, FL_TRUTH);
    for (uint32_t i = 0; i < m->steps; i++) {
        struct fl_sight sight;
        struct fl_phrases said;
        fl_match_sight(&past, FL_SPECTATOR, &sight);
        fl_sight_say(&sight, m->log[i], false, &said);
        for (int n = 0; n < said.count; n++)
            fl_json_phrase(&log, &said.phrase[n]);
        fl_sight_say(&sight, m->log[i], true, &said);
        fl_json_phrase(&all, &said.phrase[0]);
        fl_match_play(&past, m->log[i].seat, m->log[i].move);
    }
    fl_match_end(&past);
    assert_false(kept->overflowed || offered->overflowed);
}

/* Whether two matches have the same log, and the same words for moves that are offered. */
static void compare_logs(struct table *t, const char *options, const char *const moves[2],
                         bool same_log)
{
    char *page = malloc(4 * PAGE);
    assert_non_null(page);
    for (int i = 0; i < 2; i++) {
        struct fl_buf kept = fl_buf_over(page + i * PAGE, PAGE);
        struct fl_buf offered = fl_buf_over(page + (i + 2) * PAGE, PAGE);
        plays(sit(t, 3, options, "ship-13, ship-14, ship-15"), moves[i]);
        put_log(&t->match, &kept, &offered);
    }
    assert_int_equal(!strcmp(page, page + PAGE), same_log);
    assert_string_not_equal(page + 2 * PAGE, page + 3 * PAGE);
    free(page);
}

/* Positions of pawns must be remembered: of the captured pawn, and of the capturing one after it is
 * captured too. */
static void the_log_names_no_pawn_that_is_covered(void **state)
{
    RULES("4.7 B1");
    static const char *const captured[2] = {
        "merge r2 b5, merge b3 y3, merge y2 b4, merge r2 y4",
        "merge r2 b4, merge b3 y3, merge y2 b5, merge r2 y4",
    };
    static const char *const capturing[2] = {
        "merge r2 b5, merge b3 r2, merge y2 b?, merge r3 b4, merge b2 y3, merge y2 r3",
        "merge r3 b5, merge b3 r3, merge y2 b?, merge r2 b4, merge b2 y3, merge y2 r2",
    };
    compare_logs(*state, "", captured, true);
    compare_logs(*state, "", capturing, true);
    compare_logs(*state, "aide-memoire=on", captured, false);
    compare_logs(*state, "aide-memoire=on", capturing, false);
}

static void the_past_is_hidden_until_the_end(void **state)
{
    RULES("4.7 9.2 B1");
    struct table *t = sit(*state, 3, "", "");
    struct fl_rng rng = fl_rng_from(5, 5);
    while (fl_match_turn(&t->match)) {
        struct fl_moves list;
        assert_true(fl_match_hides_past(&t->match));
        fl_list(t->match.game, &t->match.state, table_mover(t), &list);
        fl_match_play(&t->match, table_mover(t), fl_pick(&list, &rng));
    }
    assert_false(fl_match_hides_past(&t->match));
    t = sit(*state, 3, "aide-memoire=on", "");
    assert_false(fl_match_hides_past(&t->match));
}

/* Before the boarding, phrases contain visible information only. */
static void a_boarding_is_offered_without_its_wages(void **state)
{
    RULES("4.7 5.5 B1 B32");
    struct table *t = sit(*state, 3, "", "ship-1, ship-14, ship-15");
    struct fl_phrases said = {0};
    plays(t, "merge r2 b5, merge b3 y3, merge y2 b?");
    t->match.game->say(&t->match.state, 0, table_read(t, "board r2 1 sabre"), &said);
    table_compare_phrase(t, "offered", &said.phrase[0],
                         "bu.say.board who=1 ship=1 pawn=bu.red-2 treasure=bu.treasure.sabre");
}

static void boarding_cannot_be_taken_back(void **state)
{
    RULES("5.5 5.12 B32");
    struct table *t = sit(*state, 3, "", "ship-1, ship-14, ship-15");
    plays(t, "merge r2 b5, merge b3 y3, merge y2 b?");
    assert_true(fl_match_undo_is_free(&t->match, 2));
    plays(t, "board r2 1 sabre");
    assert_false(fl_match_undo_is_free(&t->match, 0));
}

/* ---- the table ---- */

static void moves_touch_pawns_ships_and_treasures(void **state)
{
    RULES("4.2 5.1 6.3");
    struct table *t = sit(*state, 3, "", "ship-1, ship-2, ship-3");
    assert_touches(t, "merge r3 b?", "1 9");
    assert_noted(t, "merge r3 b?", "bu.note.crew n=2");
    plays(t, "merge r2 b5, merge b3 y3, merge y2 b?");
    assert_touches(t, "board r2 1 sabre", "0 300 324");
    assert_touches(t, "board r2 3 barrel", "0 302 342");
    plays(t, "merge r2 b2, merge b3 y4, merge y2 r3, merge r2 b4, merge b3 r4, merge y2 r5");
    assert_touches(t, "mutiny", "0");
    assert_noted(t, "mutiny", "bu.note.mutiny other=1");
    assert_noted(t, "obey", "bu.note.obey other=1");
    assert_touches(t, "obey", "0");
}

/* Ids of the items of a crew from the top down, and the item below each. */
static void check_items(const struct table *t, const int (*expected)[2], int count)
{
    struct fl_view view;
    table_view(t, FL_SPECTATOR, &view);
    const struct fl_zone *crew = fl_view_find(&view, "bu.zone.crew", 0, 1);
    assert_int_equal(crew->count, count);
    for (int i = 0; i < count; i++) {
        assert_int_equal(view.item[crew->first + i].id, expected[i][0]);
        assert_int_equal(view.item[crew->first + i].on, expected[i][1]);
    }
}

static void covered_pawns_are_numbered_by_their_place(void **state)
{
    RULES("4.7 9.2 B1");
    static const int by_place[][2] = {{0, 33}, {33, 34}, {34, FL_NO_ITEM}};
    static const int by_pawn[][2] = {{0, 8}, {8, 12}, {12, FL_NO_ITEM}};
    struct table *t = sit(*state, 3, "", "ship-13, ship-14, ship-15");
    plays(t, "merge r2 b5, merge b3 y3, merge y2 b?, merge r2 y4");
    check_items(t, by_place, 3);
    t = sit(*state, 3, "aide-memoire=on", "ship-13, ship-14, ship-15");
    plays(t, "merge r2 b5, merge b3 y3, merge y2 b?, merge r2 y4");
    check_items(t, by_pawn, 3);
}

static const struct fl_item *top_of(const struct table *t, int seat, int number,
                                    struct fl_view *view)
{
    table_view(t, FL_SPECTATOR, view);
    return &view->item[fl_view_find(view, "bu.zone.crew", seat, number)->first];
}

static void a_crew_in_question_is_marked(void **state)
{
    RULES("6.3 6.4");
    struct fl_view view;
    struct table *t = sit(*state, 3, "", "ship-1, ship-2, ship-3");
    plays(t, "merge r2 b5, merge b3 y3, merge y2 b?");
    plays(t, "merge r2 b2, merge b3 y4, merge y2 r3, merge r2 b4, merge b3 r4, merge y2 r5");
    assert_int_equal(top_of(t, 0, 1, &view)->marks, 1); /* asked */
    assert_int_equal(top_of(t, 0, 5, &view)->marks, 0);
    plays(t, "mutiny");
    assert_int_equal(top_of(t, 0, 1, &view)->marks, 2); /* called */
    assert_int_equal(top_of(t, 1, 2, &view)->marks, 0);
    plays(t, "board r2 3 barrel");
    assert_int_equal(top_of(t, 0, 1, &view)->marks, 0);
}

static void a_ship_shows_its_card(void **state)
{
    RULES("1.4");
    static const char *const kind[] = {"bu.ship",     "bu.needs",    "bu.ducats",
                                       "bu.question", "bu.treasure", "bu.treasure"};
    static const int value[] = {11, 5, 22, 4, 0, 0};
    struct fl_view view;
    struct table *t = sit(*state, 3, "", "ship-1, ship-2, ship-11");
    table_view(t, FL_SPECTATOR, &view);
    const struct fl_zone *ship = fl_view_find(&view, "bu.zone.ship", FL_NOBODY, 11);
    assert_int_equal(ship->count, 6);
    for (int i = 0; i < 6; i++) {
        const struct fl_item *item = &view.item[ship->first + i];
        assert_string_equal(item->kind, kind[i]);
        assert_int_equal(item->value, value[i]);
        assert_int_equal(item->on, i ? 310 : FL_NO_ITEM);
    }
    assert_string_equal(view.item[ship->first + 4].face, "bu.treasure.candlestick");
    assert_string_equal(view.item[ship->first + 5].face, "bu.treasure.chest");
}

static void the_end_is_told(void **state)
{
    RULES("8.1 8.2 8.5");
    struct table *t = sit(*state, 3, "", "");
    struct fl_rng rng = fl_rng_from(2, 2);
    while (fl_match_turn(&t->match)) {
        struct fl_moves list;
        int mover = table_mover(t);
        fl_list(t->match.game, &t->match.state, mover, &list);
        fl_move move = fl_pick(&list, &rng);
        t->heard.count = 0;
        table_hear(t, mover, move);
        fl_match_play(&t->match, mover, move);
    }
    int told = 0;
    for (int i = 0; i < t->heard.count; i++)
        if (!strcmp(t->heard.phrase[i].key, "bu.say.total")) {
            const struct fl_phrase *p = &t->heard.phrase[i];
            assert_int_equal(p->arg[1].number,
                             t->match.game->score(&t->match.state, p->arg[0].number));
            told++;
        }
    assert_int_equal(told, 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(options_are_settled_before_the_game),
        TEST(the_first_player_is_drawn_or_named),
        TEST(a_first_player_who_is_not_there_is_refused),
        TEST(the_aide_memoire_shows_what_is_covered),
        TEST(hidden_money_hides_the_purse_not_the_payment),
        TEST(all_purses_are_open_at_the_end),
        TEST(what_is_covered_makes_no_difference),
        TEST(the_log_names_no_pawn_that_is_covered),
        TEST(the_past_is_hidden_until_the_end),
        TEST(a_boarding_is_offered_without_its_wages),
        TEST(boarding_cannot_be_taken_back),
        TEST(moves_touch_pawns_ships_and_treasures),
        TEST(covered_pawns_are_numbered_by_their_place),
        TEST(a_crew_in_question_is_marked),
        TEST(a_ship_shows_its_card),
        TEST(the_end_is_told),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
