/* Random games of Buccaneer compared with a referee: a second, deliberately simple implementation
 * of the rules page, which follows every move by its spelling. */
#include "buccaneer_table.h"

enum doing { DRAWING_FIRST, SIGHTING, ASKING, ACTING, OVER };

struct pile {
    char pawn[10][3]; /* "r2", from the top down; the last is empty */
    int size;
};

struct referee {
    enum doing doing;
    int seats, seat; /* the seat to move now or next */
    int asked;       /* the seat that answers */
    bool still_to_ask[5], called[5];
    struct pile pile[25];
    int piles;
    int purse[5], treasure[5][4];
    bool in_deck[16], at_sea[16]; /* by number from 1 */
    int passed, broken_up;
    int bank; /* what left it and came to it in all: ships and missing wages */
    int boardings, mutinies, dissolutions, departures;
};

/* The table of 1.4: crew, ducats, pay of a ?, treasures. */
static const struct card {
    int crew, ducats, question;
    const char *treasures;
} card[16] = {
    {0, 0, 0, ""},    {2, 7, 1, "S"},   {2, 8, 3, "C"},   {2, 9, 2, "B"},
    {3, 11, 2, "K"},  {3, 12, 4, "S"},  {3, 13, 3, "C"},  {4, 16, 5, "SB"},
    {4, 17, 3, "CB"}, {4, 18, 4, "SC"}, {5, 21, 6, "SK"}, {5, 22, 4, "CK"},
    {5, 24, 5, "BK"}, {6, 27, 6, "BK"}, {6, 28, 5, "SK"}, {6, 30, 7, "CB"},
};

static const char *const treasure_name[] = {"sabre", "candlestick", "barrel", "chest"};

static int owner_of(const char *pawn)
{
    return (int)(strchr("rbykg", pawn[0]) - "rbykg");
}

static int captain_of(const struct pile *p)
{
    return owner_of(p->pawn[0]);
}

static int pawns_of(const struct pile *p, int seat)
{
    int n = 0;
    for (int i = 0; i < p->size; i++)
        n += owner_of(p->pawn[i]) == seat;
    return n;
}

static int kind_of(char letter)
{
    return (int)(strchr("SCBK", letter) - "SCBK");
}

static int ships_at_sea(const struct referee *r)
{
    int n = 0;
    for (int ship = 1; ship <= 15; ship++)
        n += r->at_sea[ship];
    return n;
}

static bool ships_are_left(const struct referee *r)
{
    for (int ship = 1; ship <= 15; ship++)
        if (r->in_deck[ship])
            return true;
    return false;
}

static bool can_board(const struct referee *r, const struct pile *p)
{
    for (int ship = 1; ship <= 15; ship++)
        if (r->at_sea[ship] && p->size >= card[ship].crew)
            return true;
    return false;
}

/* 6.4: after a mutiny only a crew in which one was called. */
static bool may_use(const struct referee *r, const struct pile *p)
{
    bool any = false, here = false;
    for (int seat = 0; seat < r->seats; seat++) {
        any |= r->called[seat];
        here |= r->called[seat] && pawns_of(p, seat) >= 3;
    }
    return captain_of(p) == r->seat && (!any || here);
}

static bool mutiny_was_called(const struct referee *r)
{
    for (int seat = 0; seat < r->seats; seat++)
        if (r->called[seat])
            return true;
    return false;
}

/* ---- the rules, move by move ---- */

static struct pile single(int seat, int mark)
{
    struct pile p = {.size = 1};
    p.pawn[0][0] = "rbykg"[seat];
    p.pawn[0][1] = "2345?"[mark];
    return p;
}

static void all_home(struct referee *r)
{
    r->piles = 0;
    for (int seat = 0; seat < r->seats; seat++)
        for (int mark = 0; mark < 5; mark++)
            r->pile[r->piles++] = single(seat, mark);
}

static int find_pile(const struct referee *r, const char *top)
{
    int i = 0;
    while (i < r->piles && strcmp(r->pile[i].pawn[0], top))
        i++;
    assert_true(i < r->piles);
    return i;
}

static void take_away(struct referee *r, int i)
{
    r->pile[i] = r->pile[--r->piles];
}

static bool has_an_action(const struct referee *r)
{
    for (int i = 0; i < r->piles; i++)
        for (int k = 0; k < r->piles; k++) {
            const struct pile *own = &r->pile[i], *other = &r->pile[k];
            if (captain_of(own) == r->seat && (can_board(r, own) || (captain_of(other) != r->seat &&
                                                                     own->size + other->size <= 9)))
                return true;
        }
    return false;
}

static bool find_mutineers(struct referee *r)
{
    bool any = false;
    memset(r->still_to_ask, 0, sizeof r->still_to_ask);
    for (int i = 0; i < r->piles; i++)
        for (int seat = 0; seat < r->seats; seat++)
            if (captain_of(&r->pile[i]) == r->seat && seat != r->seat &&
                pawns_of(&r->pile[i], seat) >= 3 && can_board(r, &r->pile[i]))
                any = r->still_to_ask[seat] = true;
    return any;
}

static void ask_somebody(struct referee *r)
{
    r->doing = ACTING;
    for (int i = r->seats - 1; i > 0; i--) {
        int seat = (r->seat + i) % r->seats;
        if (r->still_to_ask[seat]) {
            r->asked = seat;
            r->doing = ASKING;
        }
    }
}

static void new_ships_or_the_end(struct referee *r)
{
    r->broken_up = 0;
    r->doing = ships_are_left(r) ? SIGHTING : OVER;
}

static void begin_turn(struct referee *r)
{
    while (!find_mutineers(r) && !has_an_action(r)) {
        r->seat = (r->seat + 1) % r->seats;
        if (++r->passed < r->seats)
            continue;
        all_home(r);
        r->passed = 0;
        r->dissolutions++;
        if (++r->broken_up < 2)
            continue;
        memset(r->at_sea, 0, sizeof r->at_sea);
        r->departures++;
        new_ships_or_the_end(r);
        return;
    }
    ask_somebody(r);
}

static void end_turn(struct referee *r)
{
    memset(r->called, 0, sizeof r->called);
    r->passed = 0;
    r->seat = (r->seat + 1) % r->seats;
    if (ships_at_sea(r))
        begin_turn(r);
    else
        new_ships_or_the_end(r);
}

static void follow_merge(struct referee *r, const char *top, const char *target)
{
    struct pile *below = &r->pile[find_pile(r, target)], *above = &r->pile[find_pile(r, top)];
    for (int i = 0; i < below->size; i++)
        strcpy(above->pawn[above->size + i], below->pawn[i]);
    above->size += below->size;
    take_away(r, (int)(below - r->pile));
    end_turn(r);
}

static int wage_of(const char *pawn, int ship)
{
    return pawn[1] == '?' ? card[ship].question : pawn[1] - '0';
}

static void follow_board(struct referee *r, const char *top, int ship, const char *treasure)
{
    struct pile crew = r->pile[find_pile(r, top)];
    int left = card[ship].ducats, second = owner_of(crew.pawn[1]);
    for (const char *letter = card[ship].treasures; *letter; letter++) {
        bool his = !strcmp(treasure_name[kind_of(*letter)], treasure);
        r->treasure[his ? r->seat : second][kind_of(*letter)]++;
    }
    for (int i = 1; i < crew.size; i++)
        if (owner_of(crew.pawn[i]) != r->seat) {
            r->purse[owner_of(crew.pawn[i])] += wage_of(crew.pawn[i], ship);
            left -= wage_of(crew.pawn[i], ship);
        }
    r->purse[r->seat] += left;
    r->bank += card[ship].ducats;
    if (r->purse[r->seat] < 0) {
        r->bank -= r->purse[r->seat];
        r->purse[r->seat] = 0;
    }
    take_away(r, find_pile(r, top));
    for (int i = 0; i < crew.size; i++)
        r->pile[r->piles++] =
            single(owner_of(crew.pawn[i]), (int)(strchr("2345?", crew.pawn[i][1]) - "2345?"));
    r->at_sea[ship] = false;
    r->broken_up = 0;
    r->boardings++;
    end_turn(r);
}

static void follow_answer(struct referee *r, bool mutiny)
{
    r->called[r->asked] = mutiny;
    r->mutinies += mutiny;
    r->still_to_ask[r->asked] = false;
    ask_somebody(r);
}

static void follow_ship(struct referee *r, int ship)
{
    r->in_deck[ship] = false;
    r->at_sea[ship] = true;
    if (ships_at_sea(r) == 3)
        begin_turn(r);
}

static void follow(struct referee *r, const char *text)
{
    char one[16], two[16], three[16];
    int number;
    if (sscanf(text, "first-%d", &number) == 1) {
        r->seat = number - 1;
        r->doing = SIGHTING;
    } else if (sscanf(text, "ship-%d", &number) == 1) {
        follow_ship(r, number);
    } else if (sscanf(text, "merge %15s %15s", one, two) == 2) {
        follow_merge(r, one, two);
    } else if (sscanf(text, "board %15s %15s %15s", one, two, three) == 3) {
        follow_board(r, one, atoi(two), three);
    } else {
        follow_answer(r, !strcmp(text, "mutiny"));
    }
}

/* ---- agreeing ---- */

static int expected_mover(const struct referee *r)
{
    return r->doing == OVER                                    ? FL_NOBODY
           : r->doing == DRAWING_FIRST || r->doing == SIGHTING ? FL_CHANCE
           : r->doing == ASKING                                ? r->asked
                                                               : r->seat;
}

static uint32_t check_boardings(const struct table *t, const struct referee *r,
                                const struct pile *p)
{
    uint32_t n = 0;
    for (int ship = 1; ship <= 15; ship++)
        for (const char *k = card[ship].treasures; *k; k++) {
            char text[32];
            if (!r->at_sea[ship] || p->size < card[ship].crew)
                continue;
            snprintf(text, sizeof text, "board %s %d %s", p->pawn[0], ship,
                     treasure_name[kind_of(*k)]);
            if (!table_allows(t, text))
                wrong(t, "%s is not allowed", text);
            n++;
        }
    return n;
}

static uint32_t check_merges(const struct table *t, const struct referee *r, const struct pile *p)
{
    uint32_t n = 0;
    for (int k = 0; k < r->piles; k++) {
        char text[32];
        if (captain_of(&r->pile[k]) == r->seat || p->size + r->pile[k].size > 9)
            continue;
        snprintf(text, sizeof text, "merge %s %s", p->pawn[0], r->pile[k].pawn[0]);
        if (!table_allows(t, text))
            wrong(t, "%s is not allowed", text);
        n++;
    }
    return n;
}

/* The legal moves are exactly those of the referee. */
static void check_moves(const struct table *t, const struct referee *r)
{
    uint32_t n = r->doing == ASKING ? 2 : 0;
    struct fl_moves list;
    for (int i = 0; i < r->piles && r->doing == ACTING; i++) {
        if (!may_use(r, &r->pile[i]))
            continue;
        n += check_boardings(t, r, &r->pile[i]);
        if (!mutiny_was_called(r))
            n += check_merges(t, r, &r->pile[i]);
    }
    fl_list(t->match.game, &t->match.state, table_mover(t), &list);
    if (r->doing == ASKING || r->doing == ACTING)
        assert_int_equal(list.count, n);
}

static void check_pile(const struct fl_view *view, const struct pile *p)
{
    int mark = (int)(strchr("2345?", p->pawn[0][1]) - "2345?");
    const struct fl_zone *zone = fl_view_find(view, "bu.zone.crew", captain_of(p), mark + 1);
    assert_non_null(zone);
    assert_int_equal(zone->count, p->size);
    for (int i = 0; i < p->size; i++) {
        const struct fl_item *pawn = &view->item[zone->first + i];
        assert_int_equal(pawn->owner, owner_of(p->pawn[i]));
        assert_int_equal(mark_letter(pawn->face), p->pawn[i][1]);
    }
}

/* Pawns, ducats and treasures are where the referee has them: so none is lost. */
static void check_table(const struct table *t, const struct referee *r)
{
    struct fl_view view;
    int crews = 0, ducats = 0, pawns = 0;
    table_view(t, FL_SPECTATOR, &view);
    for (int i = 0; i < view.zones; i++)
        crews += !strcmp(view.zone[i].name, "bu.zone.crew");
    assert_int_equal(crews, r->piles);
    for (int i = 0; i < r->piles; i++) {
        check_pile(&view, &r->pile[i]);
        pawns += r->pile[i].size;
    }
    assert_int_equal(pawns, 5 * r->seats);
    for (int ship = 1; ship <= 15; ship++)
        assert_int_equal(fl_view_find(&view, "bu.zone.ship", FL_NOBODY, ship) != NULL,
                         r->at_sea[ship]);
    for (int seat = 0; seat < r->seats; seat++) {
        assert_int_equal(value_in(t, "bu.zone.purse", seat, 0), r->purse[seat]);
        ducats += r->purse[seat];
        for (int kind = 0; kind < 4; kind++)
            assert_int_equal(value_in(t, "bu.zone.treasures", seat, kind), r->treasure[seat][kind]);
    }
    assert_int_equal(ducats, 10 * r->seats + r->bank);
}

static void check_supply(const struct table *t)
{
    for (int kind = 0; kind < 4; kind++) {
        int32_t sum = value_in(t, "bu.zone.supply", FL_NOBODY, kind);
        assert_in_range(sum, 0, 6);
        for (int seat = 0; seat < t->match.setup.seats; seat++)
            sum += value_in(t, "bu.zone.treasures", seat, kind);
        assert_int_equal(sum, 6);
    }
}

/* ---- playing ---- */

static void begin(struct table *t, struct referee *r, int seats)
{
    table_sit(t, &fl_buccaneer, seats, "aide-memoire=on");
    *r = (struct referee){.seats = seats, .doing = DRAWING_FIRST};
    for (int ship = 1; ship <= 15; ship++)
        r->in_deck[ship] = true;
    for (int seat = 0; seat < seats; seat++)
        r->purse[seat] = 10;
    all_home(r);
}

/* Any move, or, of those who would rather not board, a capture that leaves crews small. */
static fl_move choose(const struct table *t, bool shy, struct fl_rng *rng)
{
    struct fl_moves list, small = {0};
    fl_list(t->match.game, &t->match.state, table_mover(t), &list);
    fl_move last = table_read(t, "merge g? g?");
    for (uint32_t i = 0; shy && i < list.count; i++) {
        struct fl_phrases said = {0};
        if (list.at[i].move > last)
            continue;
        t->match.game->say(&t->match.state, table_mover(t), list.at[i].move, &said);
        if (said.phrase[0].arg[4].number <= 5)
            fl_offer(&small, list.at[i].move, 1);
    }
    return fl_pick(small.count ? &small : &list, rng);
}

static void play_a_game(struct table *t, struct referee *r, bool shy, struct fl_rng *rng)
{
    while (table_mover(t) != FL_NOBODY) {
        char memory[64];
        struct fl_buf text = fl_buf_over(memory, sizeof memory);
        fl_move move = choose(t, shy, rng);
        t->match.game->spell(move, &text);
        assert_int_equal(fl_match_play(&t->match, table_mover(t), move), FL_OK);
        follow(r, text.at);
        assert_int_equal(table_mover(t), expected_mover(r));
        check_table(t, r);
        check_supply(t);
        if (r->doing != OVER && !fl_rng_below(rng, 4))
            check_moves(t, r);
    }
    assert_int_equal(r->doing, OVER);
}

static void the_referee_agrees_with_every_game(void **state)
{
    RULES("1.3 1.6 1.7 2.1 2.2 3.1 3.4 4.2 4.3 4.4 4.5 4.6 5.3 5.6 5.7 5.9 5.10 5.11 5.12 5.13 "
          "5.14 6.1 6.2 6.3 6.4 6.5 6.7 6.8 7.1 7.2 7.3 8.1");
    int boardings = 0, mutinies = 0, dissolutions = 0, departures = 0;
    for (uint64_t seed = 0; seed < 90; seed++) {
        struct fl_rng rng = fl_rng_from(seed, 1);
        struct referee r;
        begin(*state, &r, 3 + (int)(seed % 3));
        play_a_game(*state, &r, seed % 2, &rng);
        boardings += r.boardings;
        mutinies += r.mutinies;
        dissolutions += r.dissolutions;
        departures += r.departures;
    }
    print_message("# %d boardings, %d mutinies, %d dissolutions, %d departures\n", boardings,
                  mutinies, dissolutions, departures);
    assert_true(boardings > 1000 && mutinies > 100 && dissolutions > 5 && departures > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(the_referee_agrees_with_every_game),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
