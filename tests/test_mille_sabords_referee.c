/* Random games of Mille Sabords! compared with a referee: a second, deliberately simple
 * implementation of the rules page, which follows every move. */
#include "mille_sabords_table.h"

enum { ALL = 0xFF };
enum { NORMAL, LAST_ROUND, SUDDEN_DEATH };
enum asked { ASKED_CARD, ASKED_THROW, ASKED_CHOICE, ASKED_NOTHING };

struct referee {
    enum asked asked;
    int seats, first, seat, target, rounds;
    bool floor;
    int32_t total[5];
    int left[11]; /* cards by kind */
    const char *card;
    char die[9];
    unsigned treasure, moved;
    bool guardian_used, first_throw, skull_island;
    int stage, turns_left;
    int magic; /* a seat, or -1 */
};

static const int whole_deck[11] = {4, 4, 4, 4, 4, 4, 3, 2, 2, 2, 2};

static unsigned showing(const struct referee *r, char letter)
{
    unsigned mask = 0;
    for (int i = 0; i < 8; i++)
        if (r->die[i] == letter)
            mask |= 1u << i;
    return mask;
}

static int size_of(unsigned mask)
{
    int n = 0;
    for (; mask; mask >>= 1)
        n += (int)(mask & 1);
    return n;
}

static int skull_count(const struct referee *r)
{
    return how_many(r->die, 'S') + simple_card_skulls(r->card);
}

static bool guardian_can_help(const struct referee *r)
{
    return is_card(r->card, "guardian") && !r->guardian_used;
}

/* 3.2 to 3.5, 6.6, 6.8, 6.13. */
static bool may_reroll(const struct referee *r, unsigned dice)
{
    int skulls = size_of(dice & showing(r, 'S'));
    if (dice == ALL || dice & r->treasure)
        return false;
    if (guardian_can_help(r) && skull_count(r) == 3)
        return skulls == 1;
    if (skulls)
        return guardian_can_help(r) && skulls == 1;
    return size_of(dice) >= 2;
}

/* 6.12 to 6.14. */
static bool may_put(const struct referee *r, unsigned dice)
{
    return is_card(r->card, "island") && dice && !(dice & showing(r, 'S')) &&
           !(dice & r->treasure) && !(dice & r->moved);
}

static bool may_take(const struct referee *r, unsigned dice)
{
    return is_card(r->card, "island") && dice && !(dice & ~r->treasure) && !(dice & r->moved);
}

/* ---- the end of a turn ---- */

static void pay(struct referee *r, int seat, int32_t points)
{
    r->total[seat] += points;
    if (r->floor && r->total[seat] < 0)
        r->total[seat] = 0;
}

static bool anybody_has_the_target(const struct referee *r)
{
    for (int seat = 0; seat < r->seats; seat++)
        if (r->total[seat] >= r->target)
            return true;
    return false;
}

/* 8.1 to 8.4; true when the game is over. */
static bool the_game_is_decided(struct referee *r)
{
    if (r->stage == LAST_ROUND && --r->turns_left == 0) {
        if (anybody_has_the_target(r))
            return true;
        r->stage = SUDDEN_DEATH;
    }
    if (r->total[r->seat] < r->target)
        return false;
    if (r->stage == NORMAL) {
        r->stage = LAST_ROUND;
        r->turns_left = r->seats - 1;
    }
    return r->stage == SUDDEN_DEATH;
}

static void turn_ends(struct referee *r)
{
    bool over = r->magic >= 0 || the_game_is_decided(r);
    r->seat = (r->seat + 1) % r->seats;
    if (r->seat == r->first)
        r->rounds++;
    r->asked = over || r->rounds == 200 ? ASKED_NOTHING : ASKED_CARD;
}

static void busts(struct referee *r)
{
    char saved[9] = "";
    for (int i = 0, n = 0; i < 8; i++)
        if (r->treasure >> i & 1)
            saved[n++] = r->die[i];
    pay(r, r->seat, simple_bust(r->card, saved));
    turn_ends(r);
}

static void leaves_skull_island(struct referee *r)
{
    for (int seat = 0; seat < r->seats; seat++)
        if (seat != r->seat)
            pay(r, seat, -skull_count(r) * (is_card(r->card, "pirate") ? 200 : 100));
    turn_ends(r);
}

/* ---- moves ---- */

static void card_comes(struct referee *r, int card)
{
    int cards = 0;
    for (int i = 0; i < 11; i++)
        cards += r->left[i];
    if (!cards)
        memcpy(r->left, whole_deck, sizeof whole_deck);
    r->left[card]--;
    r->card = every_card[card];
    r->treasure = r->moved = 0;
    r->guardian_used = r->skull_island = false;
    r->first_throw = true;
    r->asked = ASKED_THROW;
}

/* Evaluates a throw; `skulls_before` were on the dice before it. */
static void dice_lie(struct referee *r, int skulls_before)
{
    int skulls = skull_count(r);
    if (r->first_throw && skulls >= 4 && !simple_quota(r->card))
        r->skull_island = true;
    r->first_throw = false;
    r->moved = 0;
    r->asked = ASKED_CHOICE;
    if (r->skull_island) {
        r->asked = ASKED_THROW;
        if (how_many(r->die, 'S') == skulls_before || how_many(r->die, 'S') == 8)
            leaves_skull_island(r);
    } else if (skulls > 3 || (skulls == 3 && !guardian_can_help(r))) {
        busts(r);
    } else if (simple_nine(r->card, r->die)) {
        pay(r, r->seat, simple_stop(r->card, r->die));
        r->magic = r->seat;
        turn_ends(r);
    }
}

static void dice_come(struct referee *r, unsigned thrown, const char *faces)
{
    int skulls_before = r->first_throw ? 0 : how_many(r->die, 'S');
    if (!r->first_throw && thrown & showing(r, 'S'))
        r->guardian_used = true;
    for (int i = 0; i < 8; i++)
        if (thrown >> i & 1)
            r->die[i] = *faces++;
    dice_lie(r, skulls_before);
}

static void stops_here(struct referee *r)
{
    if (skull_count(r) == 3) {
        busts(r);
        return;
    }
    pay(r, r->seat, simple_stop(r->card, r->die));
    turn_ends(r);
}

/* ---- comparing ---- */

static bool referee_allows(const struct referee *r, fl_move move)
{
    enum { STOP = 0, CARD = 1, THROW = 2 };
    if (move < 3)
        return (move == STOP && r->asked == ASKED_CHOICE) ||
               (move == CARD && r->asked == ASKED_CARD) ||
               (move == THROW && r->asked == ASKED_THROW);
    if (move < 0x100 || r->asked != ASKED_CHOICE)
        return false;
    return move < 0x200   ? may_reroll(r, move & ALL)
           : move < 0x300 ? may_put(r, move & ALL)
                          : may_take(r, move & ALL);
}

/* Whether one of the subset questions, as a front end asks them, holds this move. */
static bool asked_as_subset(const struct fl_subset *question, int count, fl_move move)
{
    for (int i = 0; i < count; i++)
        if (question[i].base == (move & ~ALL) && fl_subset_holds(&question[i], move & ALL))
            return true;
    return false;
}

static void subsets_agree(const struct table *t, const struct referee *r)
{
    struct fl_subset question[FL_MAX_SUBSETS];
    const struct fl_game *g = t->match.game;
    int count = g->subsets(&t->match.state, r->seat, question);
    if (count && r->asked != ASKED_CHOICE)
        wrong(t, "%d subset questions, but there is no choice", count);
    for (fl_move move = 0x100; r->asked == ASKED_CHOICE && move < g->move_count; move++)
        if (asked_as_subset(question, count, move) != referee_allows(r, move))
            wrong(t, "%s with %s: the subset questions are wrong about move %x", r->card, r->die,
                  move);
}

static void moves_agree(const struct table *t, const struct referee *r)
{
    struct fl_moves list;
    uint32_t next = 0;
    const struct fl_game *g = t->match.game;
    fl_list(g, &t->match.state, r->seat, &list);
    for (fl_move move = 0; move < g->move_count; move++) {
        bool listed = next < list.count && list.at[next].move == move;
        char memory[32];
        struct fl_buf text = fl_buf_over(memory, sizeof memory);
        next += listed;
        if (listed == referee_allows(r, move) && listed == g->legal(&t->match.state, r->seat, move))
            continue;
        g->spell(move, &text);
        wrong(t, "%s with %s: \"%s\" is %s", r->card, r->die, text.at,
              listed ? "offered wrongly" : "not offered");
    }
}

static void cards_are_conserved(const struct table *t, const struct referee *r)
{
    int left = 0;
    for (int i = 0; i < 11; i++)
        left += r->left[i];
    if (cards_in_pile(t) != left)
        wrong(t, "%d cards in the pile, expected %d", cards_in_pile(t), left);
}

static fl_seats expected_winners(const struct referee *r)
{
    int32_t best = INT32_MIN;
    fl_seats set = 0;
    for (int seat = 0; seat < r->seats; seat++) {
        set = r->total[seat] > best ? 0 : set;
        best = r->total[seat] > best ? r->total[seat] : best;
        set |= r->total[seat] == best ? FL_SEAT(seat) : 0;
    }
    return r->magic >= 0 ? FL_SEAT(r->magic) : set;
}

static void table_agrees(struct table *t, const struct referee *r)
{
    table_scores(t, r->total, r->seats);
    cards_are_conserved(t, r);
    if (r->asked == ASKED_NOTHING) {
        table_won(t, expected_winners(r));
        return;
    }
    if (table_mover(t) != r->seat)
        wrong(t, "it is the turn of %d, expected %d", table_mover(t), r->seat);
    moves_agree(t, r);
    subsets_agree(t, r);
}

/* ---- random games ---- */

/* Some games have loaded dice, so that rare things happen. */
static char any_face(struct fl_rng *rng, int load)
{
    static const char *const faces[] = {"SPMXCD",       "SSPMXC",    "SSSSSPM",    "CCCCCCCCCCCM",
                                        "DDDDDDDDDDDX", "PMXCDCDCD", "SSSSSSSSSSS"};
    return faces[load][fl_rng_below(rng, (uint32_t)strlen(faces[load]))];
}

/* Turns up a random card, in the game and in the referee. */
static void card_answers(struct table *t, struct referee *r, struct fl_rng *rng)
{
    char card[16];
    struct fl_buf text = fl_buf_over(card, sizeof card);
    fl_move move = fl_sample_chance(t->match.game, &t->match.state, rng);
    t->match.game->spell(move, &text);
    assert_int_equal(fl_match_play(&t->match, FL_CHANCE, move), FL_OK);
    for (int i = 0; i < 11; i++)
        if (is_card(every_card[i], card))
            card_comes(r, i);
}

static void dice_answer(struct table *t, struct referee *r, unsigned thrown, struct fl_rng *rng,
                        int load)
{
    char faces[9] = "";
    for (int i = 0; i < size_of(thrown); i++) {
        fl_move move;
        faces[i] = any_face(rng, load);
        assert_true(fl_read_legal(t->match.game, &t->match.state, FL_CHANCE, faces + i, 1, &move));
        assert_int_equal(fl_match_play(&t->match, FL_CHANCE, move), FL_OK);
    }
    dice_come(r, thrown, faces);
}

static fl_move any_move(const struct table *t, struct fl_rng *rng, int haste)
{
    struct fl_moves list;
    fl_list(t->match.game, &t->match.state, table_mover(t), &list);
    if (fl_rng_below(rng, 10) < (uint32_t)haste)
        return list.at[0].move; /* stop, where one may */
    return fl_pick(&list, rng);
}

/* Plays one move on the table and with the referee; returns the dice thrown. */
static unsigned play_both(struct table *t, struct referee *r, fl_move move)
{
    unsigned dice = move & ALL;
    assert_int_equal(fl_match_play(&t->match, r->seat, move), FL_OK);
    if (move >= 0x200) {
        r->treasure ^= dice;
        r->moved |= dice;
    } else if (move >= 0x100) {
        return dice;
    } else if (move == 2) {
        return r->skull_island ? ALL & ~showing(r, 'S') : ALL;
    } else if (move == 0) {
        stops_here(r);
    }
    return 0;
}

static void play_a_game(struct table *t, struct referee *r, struct fl_rng *rng)
{
    int load = (int)fl_rng_below(rng, 7), haste = (int)fl_rng_below(rng, 10);
    while (r->asked != ASKED_NOTHING) {
        table_agrees(t, r);
        unsigned thrown = play_both(t, r, any_move(t, rng, haste));
        if (thrown)
            dice_answer(t, r, thrown, rng, load);
        else if (table_mover(t) == FL_CHANCE)
            card_answers(t, r, rng);
    }
    table_agrees(t, r);
}

/* Random seats and options; the referee gets the first seat. */
static void begin(struct table *t, struct referee *r, struct fl_rng *rng)
{
    static const char *const target[] = {"target=5000", "target=6000", "target=8000"};
    static const char *const floor[] = {" floor=off first=random", " floor=on first=random"};
    char options[64];
    uint32_t which = fl_rng_below(rng, 3), floored = fl_rng_below(rng, 2);
    int seats = 2 + (int)fl_rng_below(rng, 4);
    strcat(strcpy(options, target[which]), floor[floored]);
    table_sit(t, &fl_mille_sabords, seats, options);
    assert_int_equal(fl_match_play_chance_rng(&t->match, rng), FL_OK);
    *r = (struct referee){.asked = ASKED_CARD,
                          .seats = seats,
                          .seat = table_mover(t),
                          .first = table_mover(t),
                          .target = (int[]){5000, 6000, 8000}[which],
                          .floor = floored,
                          .card = "",
                          .die = "--------",
                          .stage = NORMAL,
                          .magic = -1};
    memcpy(r->left, whole_deck, sizeof whole_deck);
}

enum { BY_LAST_ROUND, BY_SUDDEN_DEATH, BY_MAGIC, BY_ROUNDS };

static int how_it_ended(const struct referee *r)
{
    return r->magic >= 0              ? BY_MAGIC
           : r->rounds == 200         ? BY_ROUNDS
           : r->stage == SUDDEN_DEATH ? BY_SUDDEN_DEATH
                                      : BY_LAST_ROUND;
}

static void the_referee_agrees_with_every_game(void **state)
{
    RULES("1.1 1.6 2.4 3.2 3.3 3.4 3.5 4.2 4.4 6.6 6.7 6.8 6.12 6.13 6.14 7.2 7.3 8.2 8.3 8.9 "
          "9.3");
    int ends[4] = {0, 0, 0, 0};
    for (uint64_t seed = 0; seed < 120; seed++) {
        struct fl_rng rng = fl_rng_from(seed, 1);
        struct referee r;
        begin(*state, &r, &rng);
        play_a_game(*state, &r, &rng);
        ends[how_it_ended(&r)]++;
    }
    for (int i = 0; i < 4; i++)
        assert_in_range(ends[i], 2, 120); /* every end was met */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(the_referee_agrees_with_every_game),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
