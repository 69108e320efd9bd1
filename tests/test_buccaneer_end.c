/* Sections 7 and 8 of the rules page of Buccaneer: deadlock, ships that sail away, and the end. */
#include "buccaneer_table.h"
#include "ending_rules.h"

/* Three crews of five: the crew of the first player and the two others grow in turn. */
static void build_three_crews_of_five(struct table *t, int first)
{
    static const char *const rows[] = {
        "merge r2 b3, merge b2 y3, merge y2 r3, merge r2 b4, merge b2 y4, merge y2 r4, "
        "merge r2 b5, merge b2 y5, merge y2 r5, merge r2 b?, merge b2 y?, merge y2 r?",
        "merge b2 y3, merge y2 r3, merge r2 b3, merge b2 y4, merge y2 r4, merge r2 b4, "
        "merge b2 y5, merge y2 r5, merge r2 b5, merge b2 y?, merge y2 r?, merge r2 b?",
        "merge y2 r3, merge r2 b3, merge b2 y3, merge y2 r4, merge r2 b4, merge b2 y4, "
        "merge y2 r5, merge r2 b5, merge b2 y5, merge y2 r?, merge r2 b?, merge b2 y?",
    };
    table_row(t, rows[first]);
}

/* ---- deadlock ---- */

static void when_everybody_is_passed_over_all_crews_break_up(void **state)
{
    RULES("7.1 3.4 B22 B34");
    struct table *t = sit(*state, 3, "", "ship-13, ship-14, ship-15");
    build_three_crews_of_five(t, 0);
    assert_heard(t, "bu.say.capture-pirate who=3 other=1 n=5", "bu.say.pass who=1",
                 "bu.say.pass who=2", "bu.say.pass who=3", "bu.say.dissolve");
    assert_next(t, 0); /* the first of those */
    assert_crews(t, 0, "r2 | r3 | r4 | r5 | r?");
    assert_crews(t, 1, "b2 | b3 | b4 | b5 | b?");
    assert_crews(t, 2, "y2 | y3 | y4 | y5 | y?");
    assert_purses(t, 10, 10, 10);
    assert_sea(t, "13 14 15");
}

static void play_goes_on_with_the_first_who_was_passed_over(void **state)
{
    RULES("7.1 B22");
    for (int first = 0; first < 3; first++) {
        char option[8];
        snprintf(option, sizeof option, "first=%d", first + 1);
        struct table *t = sit(*state, 3, option, "ship-13, ship-14, ship-15");
        build_three_crews_of_five(t, first);
        assert_next(t, first);
        allows(t, first == 0 ? "merge r2 b3" : first == 1 ? "merge b2 y3" : "merge y2 r3");
    }
}

/* Red begins; in the end blue owns five crews of at most four. */
static const char every_top_is_blue[] =
    "merge r2 y?, merge b2 r3, merge y3 r2, merge r? y4, merge b3 y3, merge y2 r4, "
    "merge r? y5, merge b4 r?, merge y2 r5, merge b? y2";

static void one_player_with_every_top_may_be_stuck(void **state)
{
    RULES("7.1 3.4 B22");
    struct table *t = sit(*state, 3, "", "ship-10, ship-11, ship-12");
    plays(t, every_top_is_blue);
    assert_heard(t, "bu.say.capture-crew who=2 other=3 captured=3 n=4", "bu.say.no-pawn who=3",
                 "bu.say.no-pawn who=1", "bu.say.pass who=2", "bu.say.dissolve");
    assert_next(t, 2);
    assert_sea(t, "10 11 12");
}

static void breaking_up_shows_what_was_covered(void **state)
{
    RULES("7.1 B22");
    struct table *t = sit(*state, 3, "", "ship-13, ship-14, ship-15");
    plays(t, "merge r2 b3");
    assert_true(fl_match_undo_is_free(&t->match, 0));
    plays(t, "merge b2 y3, merge y2 r3, merge r2 b4, merge b2 y4, merge y2 r4, merge r2 b5");
    plays(t, "merge b2 y5, merge y2 r5, merge r2 b?, merge b2 y?");
    assert_true(fl_match_undo_is_free(&t->match, 1));
    plays(t, "merge y2 r?");
    assert_false(fl_match_undo_is_free(&t->match, 2));
}

/* ---- ships that sail away ---- */

static void the_second_time_the_ships_sail_away(void **state)
{
    RULES("7.2 B23");
    struct table *t = sit(*state, 3, "", "ship-13, ship-14, ship-15");
    build_three_crews_of_five(t, 0);
    build_three_crews_of_five(t, 0);
    assert_heard(t, "bu.say.capture-pirate who=3 other=1 n=5", "bu.say.pass who=1",
                 "bu.say.pass who=2", "bu.say.pass who=3", "bu.say.dissolve", "bu.say.sail-away");
    assert_next(t, FL_CHANCE);
    assert_sea(t, "");
    plays(t, "ship-1, ship-2, ship-3");
    assert_next(t, 0);
    assert_purses(t, 10, 10, 10);
    assert_supply(t, "6 6 6 6");
    assert_int_equal(value_in(t, "bu.zone.deck", FL_NOBODY, 0), 9);
    assert_int_equal(value_in(t, "bu.zone.deck", FL_NOBODY, 1), 0); /* none was boarded */
}

static void new_ships_start_the_count_afresh(void **state)
{
    RULES("7.3 B40");
    struct table *t = sit(*state, 3, "", "ship-13, ship-14, ship-15");
    build_three_crews_of_five(t, 0);
    build_three_crews_of_five(t, 0);
    plays(t, "ship-10, ship-11, ship-12");
    plays(t, every_top_is_blue);
    assert_string_equal(t->heard.phrase[t->heard.count - 1].key, "bu.say.dissolve");
    assert_sea(t, "10 11 12");
}

/* Counts events of games in which crews separate often. */
struct history {
    int since; /* dissolutions since a boarding or new ships */
    int dissolved, sailed;
    int afresh[2]; /* first dissolutions after one was forgotten: by a boarding, by new ships */
    bool forgotten[2];
};

static bool was_told(const struct fl_phrases *said, const char *key)
{
    for (int i = 0; i < said->count; i++)
        if (!strcmp(said->phrase[i].key, key))
            return true;
    return false;
}

static void hear_move(struct history *h, const struct fl_phrases *said)
{
    if (was_told(said, "bu.say.board")) {
        h->forgotten[0] |= h->since == 1;
        h->since = 0;
    }
    if (was_told(said, "bu.say.dissolve")) {
        h->dissolved++;
        h->since++;
        for (int i = 0; i < 2; i++) {
            h->afresh[i] += h->since == 1 && h->forgotten[i];
            h->forgotten[i] = false;
        }
    }
    assert_int_equal(was_told(said, "bu.say.sail-away"), h->since == 2);
    if (h->since == 2) {
        h->sailed++;
        h->since = 0;
        h->forgotten[1] = true;
    }
}

/* Ships of six, all together or one among each three; players who take small ships, leave these,
 * and avoid crews of more than five as long as they can. */
static int liking(const struct table *t, fl_move move, bool together)
{
    char memory[64];
    int ship;
    struct fl_buf text = fl_buf_over(memory, sizeof memory);
    struct fl_phrases saying = {0};
    t->match.game->spell(move, &text);
    if (sscanf(text.at, "ship-%d", &ship) == 1) {
        struct fl_view view;
        table_view(t, FL_SPECTATOR, &view);
        bool sea_is_empty = !strcmp(view.zone[0].name, "bu.zone.deck");
        return (ship > 12) == (together || sea_is_empty);
    }
    if (sscanf(text.at, "board %*s %d", &ship) == 1)
        return ship > 12 ? 0 : 3;
    if (strncmp(text.at, "merge", 5))
        return 1;
    t->match.game->say_all(&t->match.state, table_mover(t), move, &saying);
    return saying.phrase[0].arg[4].number <= 5 ? 2 : 1; /* n: the size of the new crew */
}

/* Any of the moves they like best. */
static fl_move stalling_move(const struct table *t, int mover, bool together, struct fl_rng *rng)
{
    struct fl_moves list;
    fl_move chosen = 0;
    uint32_t equals = 0;
    int best = -1;
    fl_list(t->match.game, &t->match.state, mover, &list);
    for (uint32_t i = 0; i < list.count; i++) {
        int like = liking(t, list.at[i].move, together);
        equals = like > best ? 1 : equals + (like == best);
        if (like > best || (like == best && !fl_rng_below(rng, equals)))
            chosen = list.at[i].move;
        best = like > best ? like : best;
    }
    return chosen;
}

static void stall_to_the_end(struct table *t, struct history *h, uint64_t seed)
{
    struct fl_rng rng = fl_rng_from(seed, 3);
    h->since = h->forgotten[0] = h->forgotten[1] = 0;
    while (fl_match_turn(&t->match)) {
        int mover = table_mover(t);
        fl_move move = stalling_move(t, mover, seed % 2, &rng);
        t->heard.count = 0;
        table_hear(t, mover, move);
        hear_move(h, &t->heard);
        assert_int_equal(fl_match_play(&t->match, mover, move), FL_OK);
    }
}

static void the_count_starts_afresh_with_a_boarding_and_with_new_ships(void **state)
{
    RULES("7.2 7.3 8.1 B23 B24 B40");
    struct history h = {0};
    for (uint64_t seed = 0; seed < 400; seed++) {
        struct table *t = sit(*state, 3, "", "");
        stall_to_the_end(t, &h, seed);
        assert_sea(t, "");
        assert_int_equal(value_in(t, "bu.zone.deck", FL_NOBODY, 0), 0);
    }
    print_message("# %d dissolutions, %d times ships sailed, %d and %d counted afresh\n",
                  h.dissolved, h.sailed, h.afresh[0], h.afresh[1]);
    assert_true(h.dissolved > 20 && h.sailed > 2 && h.afresh[0] > 2 && h.afresh[1] > 2);
}

/* ---- the end ---- */

static void the_game_ends_with_the_fifteenth_ship(void **state)
{
    RULES("8.1 5.13 B21 B24");
    struct table *t = sit(*state, 3, "", "");
    struct fl_rng rng = fl_rng_from(5, 5);
    int boarded = 0;
    while (fl_match_turn(&t->match)) {
        struct fl_moves list;
        int mover = table_mover(t);
        fl_list(t->match.game, &t->match.state, mover, &list);
        fl_move move = fl_pick(&list, &rng);
        t->heard.count = 0;
        table_hear(t, mover, move);
        boarded += was_told(&t->heard, "bu.say.board");
        assert_int_equal(was_told(&t->heard, "bu.say.total"), boarded == 15);
        fl_match_play(&t->match, mover, move);
        assert_int_equal(value_in(t, "bu.zone.deck", FL_NOBODY, 1), boarded);
    }
    assert_int_equal(boarded, 15);
}

static int worth(const int32_t *tokens, int seats, int seat, int value)
{
    int most = 0, leaders = 0;
    for (int i = 0; i < seats; i++)
        most = tokens[i] > most ? tokens[i] : most;
    for (int i = 0; i < seats; i++)
        leaders += tokens[i] == most;
    return !tokens[seat] ? 0 : tokens[seat] == most ? value / leaders : tokens[seat];
}

/* 8.2 and 8.3 calculated again from the view. */
static void check_scores(const struct table *t)
{
    static const int value[] = {6, 9, 12, 15};
    int seats = t->match.setup.seats;
    for (int seat = 0; seat < seats; seat++) {
        int32_t total = value_in(t, "bu.zone.purse", seat, 0);
        for (int kind = 0; kind < 4; kind++) {
            int32_t tokens[5];
            for (int i = 0; i < seats; i++)
                tokens[i] = value_in(t, "bu.zone.treasures", i, kind);
            total += worth(tokens, seats, seat, value[kind]);
        }
        assert_int_equal(fl_buccaneer.score(&t->match.state, seat), total);
        if (!fl_match_turn(&t->match))
            assert_int_equal(value_in(t, "bu.zone.totals", FL_NOBODY, seat), total);
    }
}

static void play_to_the_end(struct table *t, uint64_t seed)
{
    struct fl_rng rng = fl_rng_from(seed, 11);
    while (fl_match_turn(&t->match)) {
        struct fl_moves list;
        int mover = table_mover(t);
        fl_list(t->match.game, &t->match.state, mover, &list);
        fl_match_play(&t->match, mover, fl_pick(&list, &rng));
    }
}

static void majorities_are_paid_and_the_others_get_a_ducat_each(void **state)
{
    RULES("8.2 8.3 B25");
    for (uint64_t seed = 0; seed < 60; seed++) {
        struct table *t = sit(*state, 3 + (int)(seed % 3), "", "");
        check_scores(t);
        play_to_the_end(t, seed);
        check_scores(t);
    }
}

static void the_example_of_the_rulebook(void **state)
{
    RULES("8.2 8.3 8.4 B25");
    static const int32_t chests[] = {2, 2, 1, 1};
    static const int expected[] = {7, 7, 1, 1};
    for (int seat = 0; seat < 4; seat++)
        assert_int_equal(worth(chests, 4, seat, 15), expected[seat]);
    for (uint64_t seed = 0; seed < 3000; seed++) { /* until a game brings them */
        struct table *t = sit(*state, 4, "", "");
        play_to_the_end(t, seed);
        bool so = true;
        for (int seat = 0; seat < 4; seat++)
            so &= value_in(t, "bu.zone.treasures", seat, 3) == chests[seat];
        if (!so)
            continue;
        check_scores(t);
        return;
    }
    fail_msg("no game brought these chests");
}

static void most_ducats_win_and_a_tie_is_shared(void **state)
{
    RULES("8.5 1.2 B26 B39");
    int shared = 0;
    for (uint64_t seed = 0; seed < 200; seed++) {
        struct table *t = sit(*state, 3 + (int)(seed % 3), "", "");
        int32_t best = 0;
        fl_seats expected = 0;
        play_to_the_end(t, seed);
        for (int seat = 0; seat < t->match.setup.seats; seat++) {
            int32_t total = fl_buccaneer.score(&t->match.state, seat);
            expected = total > best ? 0 : expected;
            best = total > best ? total : best;
            expected |= total == best ? FL_SEAT(seat) : 0;
        }
        shared += (expected & (expected - 1)) != 0;
        assert_won(t, expected);
    }
    assert_in_range(shared, 1, 199);
}

/* ---- ends by players ---- */

static int32_t standing(const void *state, int seat)
{
    return fl_buccaneer.score(state, seat); /* ducats, with the majorities as they are */
}

static void players_may_end_the_game(void **state)
{
    RULES("10.1 10.2 B42 B43");
    (void)state;
    check_endings(&fl_buccaneer, standing);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(when_everybody_is_passed_over_all_crews_break_up),
        TEST(play_goes_on_with_the_first_who_was_passed_over),
        TEST(one_player_with_every_top_may_be_stuck),
        TEST(breaking_up_shows_what_was_covered),
        TEST(the_second_time_the_ships_sail_away),
        TEST(new_ships_start_the_count_afresh),
        TEST(the_count_starts_afresh_with_a_boarding_and_with_new_ships),
        TEST(the_game_ends_with_the_fifteenth_ship),
        TEST(majorities_are_paid_and_the_others_get_a_ducat_each),
        TEST(the_example_of_the_rulebook),
        TEST(most_ducats_win_and_a_tie_is_shared),
        TEST(players_may_end_the_game),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
