/* The hints of the Buccaneer view: shares of a boarding, possible mutinies and majorities of
 * treasures. */
#include "buccaneer_table.h"
#include "games/buccaneer/buccaneer.h"

/* ---- looking ---- */

static int mark_named(const char *name)
{
    for (int bit = 0; bit < 8; bit++)
        if (fl_buccaneer.mark[bit] && !strcmp(fl_buccaneer.mark[bit], name))
            return 1 << bit;
    fail_msg("no mark is called %s", name);
    return 0;
}

static const struct fl_item *item_on(const struct fl_view *view, const char *kind, int on)
{
    for (int i = 0; i < view->items; i++)
        if (view->item[i].on == on && !strcmp(view->item[i].kind, kind))
            return &view->item[i];
    return NULL;
}

/* "1=10 captain" or "2=3..5 second". */
static void put_share(struct fl_buf *out, const struct fl_view *view, const struct fl_item *share)
{
    const struct fl_item *most = item_on(view, "bu.most", share->id);
    fl_put_number(out, share->owner + 1);
    fl_put_char(out, '=');
    fl_put_number(out, share->value);
    if (most) {
        fl_put(out, "..");
        fl_put_number(out, most->value);
    }
    if (share->face) {
        fl_put_char(out, ' ');
        fl_put(out, share->face + strlen("bu.share."));
    }
}

/* "ship 1 by r2: 1=10 captain, 2=5 | ship ...": all shares in the view. */
static void table_bills(const struct table *t, int viewer, const char *expected)
{
    char memory[1024];
    struct fl_buf out = fl_buf_over(memory, sizeof memory);
    struct fl_view view;
    table_view(t, viewer, &view);
    for (int z = 0; z < view.zones; z++) {
        const struct fl_zone *zone = &view.zone[z];
        int crew = FL_NO_ITEM;
        for (int i = zone->first; i < zone->first + zone->count; i++) {
            const struct fl_item *share = &view.item[i];
            if (strcmp(share->kind, "bu.share"))
                continue;
            if (share->on == crew) {
                fl_put(&out, ", ");
            } else {
                crew = share->on;
                fl_put(&out, out.len ? " | ship " : "ship ");
                fl_put_number(&out, zone->number);
                fl_put_char(&out, ' ');
                fl_put_char(&out, "rbykg"[crew / 5]);
                fl_put_char(&out, "2345?"[crew % 5]);
                fl_put(&out, ": ");
            }
            put_share(&out, &view, share);
        }
    }
    table_compare(t, "bills", out.at, expected);
}

#define assert_bills(t, viewer, text) table_bills(at_line(t), viewer, text)

/* The pawns and treasures that bear a mark, by zone owner and place in the zone. */
static void table_marked(const struct table *t, const char *mark, const char *expected)
{
    char memory[256];
    struct fl_buf out = fl_buf_over(memory, sizeof memory);
    struct fl_view view;
    table_view(t, FL_SPECTATOR, &view);
    for (int z = 0; z < view.zones; z++)
        for (int i = 0; i < view.zone[z].count; i++)
            if (view.item[view.zone[z].first + i].marks & mark_named(mark)) {
                fl_put(&out, out.len ? " " : "");
                fl_put_number(&out, view.zone[z].owner + 1);
                fl_put_char(&out, ':');
                fl_put_number(&out, i);
            }
    table_compare(t, mark, out.at, expected);
}

#define assert_marked(t, mark, text) table_marked(at_line(t), mark, text)

/* ---- who gets what ---- */

/* Red, blue 5, yellow 2, black 5 and another red pawn. */
static struct table *rulebook_crew(void *table, const char *options)
{
    struct table *t = sit(table, 4, options, "ship-11, ship-13, ship-14");
    plays(t, "merge k5 r3, merge r4 b2, merge b3 y3, merge y2 k5");
    plays(t, "merge k2 r5, merge r? y4, merge b5 y2, merge y5 k3");
    plays(t, "merge k4 y5, merge r2 b5, merge b4 r4, merge y? b3, merge k? r?");
    return t;
}

static void the_example_of_the_rulebook_is_told_beforehand(void **state)
{
    RULES("5.6 5.7 5.9 5.10 5.15");
    struct table *t = rulebook_crew(*state, "first=4 aide-memoire=on");
    assert_bills(t, FL_SPECTATOR, "ship 11 r2: 1=10 captain, 2=5 second, 3=2, 4=5");
    plays(t, "board r2 11 chest");
    assert_purses(t, 20, 15, 12, 15);
}

/* Covered pawns are blue 2, 3 and 5, yellow 2 to 5, black 3 and 5. A player who remembers nothing
 * else cannot know which of them are in this crew. */
static void covered_pawns_are_told_as_a_range(void **state)
{
    RULES("5.9 9.2");
    struct table *t = rulebook_crew(*state, "first=4");
    assert_crews(t, 1, "b4 r. b. | b?");
    assert_crews(t, 2, "y? b. y.");
    assert_crews(t, 3, "k2 r. | k4 y. k. | k? r. y.");
    assert_bills(t, FL_SPECTATOR, "ship 11 r2: 1=7..15 captain, 2=2..5 second, 3=2..5, 4=3..5");
}

static void a_question_mark_counts_as_the_ship_says(void **state)
{
    RULES("5.9 5.16");
    struct table *t = sit(*state, 4, "aide-memoire=on", "ship-11, ship-13, ship-14");
    plays(t, "merge r3 y?, merge b2 y3, merge y4 r4, merge k5 r3");
    plays(t, "merge r5 k2, merge b3 y4, merge y2 k5, merge k3 r5");
    plays(t, "merge r? y5, merge b5 y2, merge k4 r?");
    plays(t, "merge r2 b5, merge b4 k4, merge k? b4");
    assert_bills(t, 0,
                 "ship 11 r2: 1=6 captain, 2=5 second, 3=6, 4=5 | "
                 "ship 13 r2: 1=9 captain, 2=5 second, 3=8, 4=5 | "
                 "ship 14 r2: 1=11 captain, 2=5 second, 3=7, 4=5");
}

/* Red on blue 5, yellow 5, blue 4, yellow 4: eighteen ducats of wages, and seven on the ship. */
static struct table *dear_crew(void *table, const char *options)
{
    struct table *t = sit(table, 3, options, "ship-1, ship-14, ship-15");
    plays(t, "merge r2 b5, merge b? y?, merge y3 b2");
    plays(t, "merge r2 y5, merge b3 y2, merge y3 b?");
    plays(t, "merge r2 b4, merge b3 r3, merge y3 r4");
    plays(t, "merge r2 y4, merge b3 r5, merge y3 r?");
    return t;
}

static void a_captain_loses_no_more_than_his_purse(void **state)
{
    RULES("5.11 5.17");
    struct table *t = dear_crew(*state, "aide-memoire=on");
    assert_bills(t, FL_SPECTATOR, "ship 1 r2: 1=-10 captain, 2=9, 3=9");
    plays(t, "board r2 1 sabre");
    assert_purses(t, 0, 19, 19);
}

static void a_hidden_purse_tells_no_limit(void **state)
{
    RULES("5.11 9.3");
    struct table *t = dear_crew(*state, "aide-memoire=on hidden-money=on");
    assert_bills(t, 0, "ship 1 r2: 1=-10 captain, 2=9, 3=9");
    assert_bills(t, 1, "ship 1 r2: 1=-11 captain, 2=9, 3=9");
    assert_bills(t, FL_SPECTATOR, "ship 1 r2: 1=-11 captain, 2=9, 3=9");
}

/* ---- mutiny ---- */

static struct table *three_black_pawns(void *table)
{
    struct table *t = sit(table, 4, "aide-memoire=on", "ship-1, ship-7, ship-13");
    plays(t, "merge r2 k5, merge b2 y2, merge y3 b3, merge k2 b4");
    plays(t, "merge r2 k4, merge b2 y4, merge y3 b5, merge k2 y5");
    assert_marked(t, "rebel", "");
    plays(t, "merge r2 k3, merge b? y?, merge y3 r3, merge k? r4");
    return t;
}

static void who_may_mutiny_sees_what_it_brings(void **state)
{
    RULES("6.1 6.4 6.6");
    static const char bills[] =
        "ship 1 r2: 1=-5 captain, 4=12 | ship 7 r2: 1=4 captain, 4=12 second";
    struct table *t = three_black_pawns(*state);
    assert_marked(t, "rebel", "1:1 1:2 1:3");
    assert_bills(t, 3, bills);
    plays(t, "mutiny");
    assert_bills(t, FL_SPECTATOR, bills);
    plays(t, "board r2 7 barrel");
    assert_bills(t, FL_SPECTATOR, "ship 1 b2: 2=1 captain, 3=6 | ship 1 b?: 2=6 captain, 3=1");
}

static void under_ones_own_captain_nobody_is_a_rebel(void **state)
{
    RULES("6.1");
    struct table *t = sit(*state, 3, "", "ship-13, ship-14, ship-15");
    plays(t, "merge r2 b2, merge b3 r3, merge y2 b4, merge r2 b3, merge b5 r4, merge y3 b?");
    plays(t, "merge r2 b5");
    assert_crews(t, 0, "r2 b. b. r. b. r. | r5 | r?");
    assert_marked(t, "rebel", "1:1 1:2 1:4");
}

/* ---- treasures ---- */

static void who_has_most_is_marked(void **state)
{
    RULES("8.2");
    struct table *t = rulebook_crew(*state, "first=4");
    assert_marked(t, "most", "");
    plays(t, "board r2 11 chest");
    assert_marked(t, "most", "1:3 2:1");
    struct fl_buccaneer *s = (struct fl_buccaneer *)&t->match.state;
    s->treasure[2][FL_TREASURE_CHEST] = 1;
    s->treasure[3][FL_TREASURE_CANDLESTICK] = 2;
    assert_marked(t, "most", "1:3 3:3 4:1");
}

/* ---- whatever happens ---- */

static int low_of(const struct fl_view *view, struct fl_boarding b, int seat, int *high)
{
    const struct fl_zone *ship = fl_view_find(view, "bu.zone.ship", FL_NOBODY, b.ship + 1);
    *high = 0;
    for (int i = 0; i < ship->count; i++) {
        const struct fl_item *share = &view->item[ship->first + i];
        if (strcmp(share->kind, "bu.share") || share->on != b.top || share->owner != seat)
            continue;
        const struct fl_item *most = item_on(view, "bu.most", share->id);
        *high = most ? most->value : share->value;
        return share->value;
    }
    return 0;
}

/* The payments equal the hints, which are exact if pawns are visible. */
static void boarding_is_as_told(const struct fl_view *view, const struct fl_buccaneer *before,
                                const struct fl_buccaneer *after, fl_move move)
{
    for (int seat = 0; seat < before->seats; seat++) {
        int high, low = low_of(view, fl_boarding_of(move), seat, &high);
        int paid = after->purse[seat] - before->purse[seat];
        assert_true(low <= paid && paid <= high);
        assert_true(!before->aide || low == high);
    }
}

/* Shares are in the view for possible boardings only. */
static void bills_are_of_boardings(const struct fl_view *view, const struct fl_moves *list)
{
    bool told[25][15] = {{false}}, offered[25][15] = {{false}};
    for (int z = 0; z < view->zones; z++)
        for (int i = 0; i < view->zone[z].count; i++) {
            const struct fl_item *item = &view->item[view->zone[z].first + i];
            if (!strcmp(item->kind, "bu.share"))
                told[item->on][view->zone[z].number - 1] = true;
        }
    for (uint32_t i = 0; i < list->count; i++)
        if (list->at[i].move >= FL_BUCCANEER_BOARD) {
            struct fl_boarding b = fl_boarding_of(list->at[i].move);
            offered[b.top][b.ship] = true;
        }
    assert_memory_equal(told, offered, sizeof told);
}

static int play_and_compare(struct table *t, uint64_t seed)
{
    struct fl_rng rng = fl_rng_from(seed, 1);
    int boardings = 0;
    const struct fl_buccaneer *s = (const struct fl_buccaneer *)&t->match.state;
    while (fl_match_turn(&t->match)) {
        struct fl_buccaneer before = *s;
        struct fl_view view;
        struct fl_moves list = {0};
        int mover = table_mover(t);
        fl_list(&fl_buccaneer, s, mover, &list);
        fl_move move = fl_pick(&list, &rng);
        table_view(t, FL_SPECTATOR, &view);
        if (before.phase == FL_BUCCANEER_ACTING)
            bills_are_of_boardings(&view, &list);
        fl_match_play(&t->match, mover, move);
        if (move < FL_BUCCANEER_BOARD || move >= FL_BUCCANEER_MUTINY)
            continue;
        boarding_is_as_told(&view, &before, s, move);
        boardings++;
    }
    return boardings;
}

static void what_is_told_is_paid(void **state)
{
    RULES("5.6 5.9 5.11");
    int boardings = 0;
    for (int game = 0; game < 30; game++) {
        struct table *t = *state;
        table_sit(t, &fl_buccaneer, 3 + game % 3, game % 2 ? "aide-memoire=on" : "");
        boardings += play_and_compare(t, (uint64_t)game);
    }
    assert_true(boardings > 200);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(the_example_of_the_rulebook_is_told_beforehand),
        TEST(covered_pawns_are_told_as_a_range),
        TEST(a_question_mark_counts_as_the_ship_says),
        TEST(a_captain_loses_no_more_than_his_purse),
        TEST(a_hidden_purse_tells_no_limit),
        TEST(who_may_mutiny_sees_what_it_brings),
        TEST(under_ones_own_captain_nobody_is_a_rebel),
        TEST(who_has_most_is_marked),
        TEST(what_is_told_is_paid),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
