/* A second, deliberately simple Corsaires: 78 single cards with a location each, moves read from
 * their spelling, everything counted again each time. Whole games are played at random, and both
 * must agree at every step about legal moves, cards, captures and winners. */
#include <stdio.h>

#include "corsaires_table.h"

enum place { PILE, HAND, FIGHT, TAKEN, OUT };

struct card {
    int kind;
    enum place place;
    int seat;  /* whose hand */
    int fight; /* from 0 */
    int side;  /* the side that played or captured it */
    int order; /* when it was played: the last trump counts */
};

struct referee {
    struct card card[FL_CORSAIRES_DECK];
    int seats, team, fights, played;
    int seat; /* whose turn */
    bool over;
};

static int side(const struct referee *r, int seat)
{
    return r->team ? seat / 2 : seat;
}

static bool is_galleon(int kind)
{
    return kind >= FL_GALLEONS && kind < FL_CAPTAINS;
}

static bool is_trump(int kind)
{
    return kind >= FL_CAPTAINS;
}

static struct referee fresh(int seats, bool team)
{
    static const int copies[FL_CORSAIRES_KINDS] = {2, 4, 4, 2, 2, 4, 4, 2, 2, 4, 4, 2, 2, 4,
                                                   4, 2, 5, 6, 5, 5, 2, 1, 1, 1, 1, 1, 1, 1};
    struct referee r = {.seats = seats, .team = team};
    int n = 0;
    for (int kind = 0; kind < FL_CORSAIRES_KINDS; kind++)
        for (int i = 0; i < copies[kind]; i++)
            r.card[n++].kind = kind;
    assert_int_equal(n, FL_CORSAIRES_DECK);
    return r;
}

static int count(const struct referee *r, enum place place, int seat)
{
    int n = 0;
    for (int i = 0; i < FL_CORSAIRES_DECK; i++)
        n += r->card[i].place == place && (place != HAND || r->card[i].seat == seat);
    return n;
}

static struct card *find(struct referee *r, enum place place, int seat, int kind)
{
    for (int i = 0; i < FL_CORSAIRES_DECK; i++) {
        struct card *card = &r->card[i];
        if (card->place == place && card->kind == kind && (place != HAND || card->seat == seat))
            return card;
    }
    return NULL;
}

/* The galleon of a fight, or NULL if it is not on the table. */
static struct card *galleon_of(struct referee *r, int fight)
{
    for (int i = 0; i < FL_CORSAIRES_DECK; i++)
        if (r->card[i].place == FIGHT && r->card[i].fight == fight && is_galleon(r->card[i].kind))
            return &r->card[i];
    return NULL;
}

static int force(const struct referee *r, int fight, int who)
{
    int skulls = 0;
    for (int i = 0; i < FL_CORSAIRES_DECK; i++) {
        const struct card *card = &r->card[i];
        if (card->place == FIGHT && card->fight == fight && card->side == who && card->kind < 16)
            skulls += card->kind % 4 + 1;
    }
    return skulls;
}

/* The side that would win a fight, or -1: 5.2 to 5.6. */
static int winner_of(struct referee *r, int fight)
{
    const struct card *last = NULL;
    int best = 0, who = -1;
    for (int i = 0; i < FL_CORSAIRES_DECK; i++) {
        const struct card *card = &r->card[i];
        if (card->place == FIGHT && card->fight == fight && is_trump(card->kind) &&
            (!last || card->order > last->order))
            last = card;
    }
    if (last)
        return last->side;
    for (int s = 0; s < r->seats; s++) {
        int skulls = force(r, fight, s);
        if (skulls > best)
            who = s;
        else if (skulls == best)
            who = -1;
        best = skulls > best ? skulls : best;
    }
    return best ? who : galleon_of(r, fight)->side;
}

static void settle(struct referee *r, int fight, enum place place, int who)
{
    for (int i = 0; i < FL_CORSAIRES_DECK; i++)
        if (r->card[i].place == FIGHT && r->card[i].fight == fight) {
            r->card[i].place = place;
            r->card[i].side = who;
        }
}

static bool somebody_is_out(const struct referee *r)
{
    for (int seat = 0; seat < r->seats; seat++)
        if (!count(r, HAND, seat) && (!r->team || !count(r, HAND, seat ^ 1)))
            return true;
    return false;
}

static void next_turn(struct referee *r)
{
    if (!count(r, PILE, 0) && somebody_is_out(r)) {
        r->over = true;
        for (int fight = 0; fight < r->fights; fight++)
            if (galleon_of(r, fight)) {
                int who = winner_of(r, fight);
                settle(r, fight, who < 0 ? OUT : TAKEN, who);
            }
        return;
    }
    do {
        r->seat = (r->seat + 1) % r->seats;
        bool captures = !r->team || r->seat % 2 == 0;
        for (int fight = 0; captures && fight < r->fights; fight++)
            if (galleon_of(r, fight) && winner_of(r, fight) == side(r, r->seat))
                settle(r, fight, TAKEN, side(r, r->seat));
    } while (!count(r, PILE, 0) && !count(r, HAND, r->seat));
}

/* A move as its words say. */
struct words {
    char verb[16], card[24];
    int fight, kind; /* from 0, or -1 */
};

static struct words read_move(fl_move move)
{
    char text[64], a[24] = "", b[24] = "";
    struct fl_buf out = fl_buf_over(text, sizeof text);
    struct words w = {.fight = -1, .kind = -1};
    fl_corsaires.spell(move, &out);
    int n = sscanf(text, "%15s %23s %23s", w.verb, a, b);
    if (n >= 2 && a[0] >= '0' && a[0] <= '9')
        w.fight = atoi(a) - 1;
    if (!strcmp(w.verb, "galleon"))
        w.kind = FL_GALLEONS + atoi(a) - 2;
    else if (!strcmp(w.verb, "attack"))
        w.kind = kind_spelled(b);
    else if (!strcmp(w.verb, "admiral") && n == 2)
        w.kind = FL_ADMIRAL;
    else if (!strcmp(w.verb, "discard"))
        w.kind = kind_spelled(a);
    else if (!strcmp(w.verb, "captain")) {
        snprintf(w.card, sizeof w.card, "captain-%.8s", b);
        w.kind = kind_spelled(w.card);
    }
    return w;
}

/* 3.5: whose colour it is in a fight, or -1; and which colour a side has there. */
static int owner_of_colour(const struct referee *r, int fight, int colour)
{
    for (int i = 0; i < FL_CORSAIRES_DECK; i++)
        if (r->card[i].place == FIGHT && r->card[i].fight == fight && r->card[i].kind < 16 &&
            r->card[i].kind / 4 == colour)
            return r->card[i].side;
    return -1;
}

static bool may_attack(const struct referee *r, int fight, int colour, int who)
{
    for (int other = 0; other < FL_COLOURS; other++)
        if (other != colour && owner_of_colour(r, fight, other) == who)
            return false;
    int owner = owner_of_colour(r, fight, colour);
    return owner < 0 || owner == who;
}

static bool allowed(struct referee *r, fl_move move)
{
    struct words w = read_move(move);
    int who = side(r, r->seat);
    bool pile = count(r, PILE, 0);
    if (!strcmp(w.verb, "draw"))
        return pile;
    if (w.kind < 0 || !find(r, HAND, r->seat, w.kind))
        return false;
    if (!strcmp(w.verb, "galleon"))
        return true;
    if (!strcmp(w.verb, "discard"))
        return !pile && !is_galleon(w.kind);
    if (!galleon_of(r, w.fight))
        return false;
    if (!strcmp(w.verb, "attack"))
        return may_attack(r, w.fight, w.kind / 4, who);
    if (!strcmp(w.verb, "captain"))
        return owner_of_colour(r, w.fight, w.kind - FL_CAPTAINS) == who;
    return galleon_of(r, w.fight)->side == who;
}

static void play_card(struct referee *r, const struct words *w)
{
    struct card *card = find(r, HAND, r->seat, w->kind);
    assert_non_null(card);
    card->place = FIGHT;
    card->side = side(r, r->seat);
    card->order = ++r->played;
    card->fight = is_galleon(w->kind) ? r->fights++ : w->fight;
    for (int i = 0; is_trump(w->kind) && i < FL_CORSAIRES_DECK; i++)
        if (r->card[i].place == FIGHT && r->card[i].fight == w->fight &&
            is_trump(r->card[i].kind) && &r->card[i] != card)
            r->card[i].place = OUT;
}

static void follow_turn(struct referee *r, fl_move move)
{
    struct words w = read_move(move);
    if (!strcmp(w.verb, "draw"))
        return;
    if (!strcmp(w.verb, "discard"))
        find(r, HAND, r->seat, w.kind)->place = OUT;
    else
        play_card(r, &w);
    next_turn(r);
}

static void take_card(struct referee *r, int seat, fl_move move)
{
    struct card *card = find(r, PILE, 0, move - FL_CORSAIRES_CARD);
    assert_non_null(card);
    card->place = HAND;
    card->seat = seat;
}

/* ---- the two compared ---- */

static void same_cards(const struct referee *r, const struct fl_corsaires *s)
{
    int taken[FL_CORSAIRES_SEATS] = {0}, gold[FL_CORSAIRES_SEATS] = {0};
    int cards = s->pile;
    for (int i = 0; i < FL_CORSAIRES_DECK; i++)
        if (r->card[i].place == TAKEN) {
            taken[r->card[i].side]++;
            gold[r->card[i].side] +=
                is_galleon(r->card[i].kind) ? r->card[i].kind - FL_GALLEONS + 2 : 0;
        }
    assert_int_equal(count(r, PILE, 0), s->pile);
    for (int seat = 0; seat < r->seats; seat++) {
        assert_int_equal(count(r, HAND, seat), s->size[seat]);
        cards += s->size[seat];
    }
    for (int i = 0; i < side(r, r->seats); i++) {
        assert_int_equal(s->taken[i], taken[i]);
        assert_int_equal(s->gold[i], gold[i]);
        cards += s->taken[i];
    }
    for (int kind = 0; kind < FL_CORSAIRES_KINDS; kind++) {
        int out = 0;
        for (int i = 0; i < FL_CORSAIRES_DECK; i++)
            out += r->card[i].place == OUT && r->card[i].kind == kind;
        assert_int_equal(fl_cards_of(&s->out, kind), out);
        cards += out;
    }
    assert_int_equal(cards + count(r, FIGHT, 0), FL_CORSAIRES_DECK); /* none is lost */
}

static void same_fights(struct referee *r, const struct fl_corsaires *s)
{
    assert_int_equal(s->laid, r->fights);
    for (int fight = 0; fight < r->fights; fight++) {
        const struct card *galleon = galleon_of(r, fight);
        assert_int_equal(s->open >> fight & 1, galleon != NULL);
        if (!galleon)
            continue;
        assert_int_equal(fl_corsaires_gold(s, fight), galleon->kind - FL_GALLEONS + 2);
        assert_int_equal(fl_corsaires_owner(s, fight), galleon->side);
        assert_int_equal(fl_corsaires_leader(s, fight), winner_of(r, fight));
        for (int who = 0; who < side(r, r->seats); who++)
            assert_int_equal(fl_corsaires_force(s, fight, who), force(r, fight, who));
    }
}

static void same_choices(struct referee *r, const struct fl_match *m)
{
    for (fl_move move = 0; move < FL_CORSAIRES_FIRST; move++)
        assert_int_equal(fl_is_legal(&fl_corsaires, &m->state, r->seat, move), allowed(r, move));
}

static void same_result(const struct referee *r, const struct fl_match *m)
{
    int total[FL_CORSAIRES_SEATS] = {0}, best = -1000;
    fl_seats winners = 0;
    for (int i = 0; i < FL_CORSAIRES_DECK; i++) {
        const struct card *card = &r->card[i];
        int gold = is_galleon(card->kind) ? card->kind - FL_GALLEONS + 2 : 0;
        if (card->place == TAKEN)
            total[card->side] += gold;
        if (card->place == HAND)
            total[side(r, card->seat)] -= gold;
    }
    for (int seat = 0; seat < r->seats; seat++) {
        int gold = total[side(r, seat)];
        assert_int_equal(fl_corsaires.score(&m->state, seat), gold);
        winners = (fl_seats)(gold > best    ? FL_SEAT(seat)
                             : gold == best ? winners | FL_SEAT(seat)
                                            : winners);
        best = gold > best ? gold : best;
    }
    assert_int_equal(fl_corsaires.winners(&m->state), winners);
}

static void follow(struct referee *r, const struct fl_match *m, fl_move move)
{
    const struct fl_corsaires *s = (const void *)&m->state;
    switch (s->phase) {
    case FL_CORSAIRES_WHO_STARTS:
        r->seat = move - FL_CORSAIRES_FIRST;
        break;
    case FL_CORSAIRES_DEALING:
        take_card(r, s->seat, move);
        break;
    case FL_CORSAIRES_PLAYING:
        assert_int_equal(s->seat, r->seat);
        same_choices(r, m);
        follow_turn(r, move);
        break;
    case FL_CORSAIRES_DRAWING:
        take_card(r, r->seat, move);
        next_turn(r);
        break;
    default:
        assert_true(r->over);
    }
}

/* Draws are rare compared with attacks, so in some matches they are made every other turn. */
static fl_move choose(const struct fl_match *m, int seat, bool drawing, struct fl_rng *rng)
{
    struct fl_moves list;
    if (seat == FL_CHANCE)
        return fl_sample_chance(m->game, &m->state, rng);
    fl_list(m->game, &m->state, seat, &list);
    if (drawing && list.at[0].move == FL_CORSAIRES_DRAW && fl_rng_below(rng, 2))
        return FL_CORSAIRES_DRAW;
    return fl_pick(&list, rng);
}

static void play_game(struct table *t, int seats, const char *options, uint64_t seed)
{
    struct fl_rng rng = fl_rng_from(seed, (uint64_t)seats);
    table_sit(t, &fl_corsaires, seats, options);
    struct fl_match *m = &t->match;
    struct referee r = fresh(seats, state_of(t)->teams);
    for (fl_seats turn; (turn = fl_match_turn(m));) {
        int seat = __builtin_ctz(turn);
        fl_move move = choose(m, seat, seed % 2, &rng);
        follow(&r, m, move);
        assert_int_equal(fl_match_play(m, seat, move), FL_OK);
        same_cards(&r, state_of(t));
        same_fights(&r, state_of(t));
    }
    same_result(&r, m);
}

static void both_play_the_same_game_alone(void **state)
{
    RULES("2.1 3.5 4.3 5.1 6.1 7.4");
    for (int seats = 2; seats <= 5; seats++)
        for (uint64_t seed = 0; seed < 8; seed++)
            play_game(*state, seats, "", seed);
}

static void both_play_the_same_game_in_teams(void **state)
{
    RULES("8.1 8.4 8.6 8.7 8.8 8.9 8.10");
    for (uint64_t seed = 0; seed < 8; seed++) {
        play_game(*state, 4, "teams=on", seed);
        play_game(*state, 6, "", seed);
        play_game(*state, 8, "", seed);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(both_play_the_same_game_alone),
        TEST(both_play_the_same_game_in_teams),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
