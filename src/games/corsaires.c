/* Corsaires: merchants and pirates, seventy-eight cards, 2 to 8 players, alone or in teams of two.
 *
 * This file has the setup, the turn and the end. The cards are in _cards.c, the fights in
 * _fights.c, what is allowed in _moves.c, who sees what in _secrets.c, words and view in _words.c.
 * Numbers in comments are those of docs/rules/corsaires.*.md. */
#include "games/corsaires.h"

#include "games/games.h"

enum { TEAMS, CAPTURES, FIRST };     /* options */
enum { BY_NUMBER, ALONE, IN_TEAMS }; /* of the option `teams` */
enum { HIDDEN, SHOWN, RANDOM = 0 };  /* of `captures`; of `first`, otherwise a seat from 1 */

/* ---- the end ---- */

int32_t fl_corsaires_debt(const struct fl_corsaires *s, int side)
{
    int first = fl_corsaires_speaker(s, side);
    int32_t gold = 0;
    for (int partner = first; partner <= first + s->teams; partner++)
        gold += fl_gold_in(&s->hand[partner]);
    return gold;
}

static int32_t score(const void *state, int seat)
{
    const struct fl_corsaires *s = state;
    int side = fl_corsaires_side(s, seat);
    return s->gold[side] - fl_corsaires_debt(s, side);
}

static void tell_totals(const struct fl_corsaires *s, struct fl_saying *tell)
{
    for (int side = 0; side < fl_corsaires_sides(s); side++) {
        int speaker = fl_corsaires_speaker(s, side);
        struct fl_phrase *p = fl_with_seat(fl_say(tell, "co.say.total"), "who", speaker);
        fl_with_number(fl_with_number(p, "gold", s->gold[side]), "hand",
                       fl_corsaires_debt(s, side));
        fl_with_number(p, "n", score(s, speaker));
    }
}

/* 7.6: the next seat that has cards lays them open; after the last the game is over. */
static void show_next_hand(struct fl_corsaires *s, struct fl_saying *tell)
{
    s->shown = s->last_shown = s->times_shown = 0;
    while (s->seat < s->seats && !s->size[s->seat])
        s->seat++;
    if (s->seat < s->seats)
        return;
    s->seat = 0;
    s->phase = FL_CORSAIRES_OVER;
    if (tell)
        tell_totals(s, tell);
}

static void end_game(struct fl_corsaires *s, int side_without_cards, struct fl_saying *tell)
{
    if (tell)
        fl_with_seat(fl_say(tell, s->teams ? "co.say.end-team" : "co.say.end"), "who",
                     fl_corsaires_speaker(s, side_without_cards));
    for (uint32_t open = s->open; open; open &= open - 1) {
        int fight = __builtin_ctz(open), leader = fl_corsaires_leader(s, fight);
        if (leader >= 0)
            fl_corsaires_take(s, fight, leader, tell);
        else
            fl_corsaires_sink(s, fight, tell);
    }
    s->phase = FL_CORSAIRES_SHOWING;
    s->seat = 0;
    show_next_hand(s, tell);
}

/* A side that has no card left, or -1 (7.1, 7.3, 8.8). */
static int side_without_cards(const struct fl_corsaires *s)
{
    for (int side = 0; side < fl_corsaires_sides(s); side++) {
        int seat = fl_corsaires_speaker(s, side);
        if (!s->size[seat] && !s->size[seat + s->teams])
            return side;
    }
    return -1;
}

static fl_seats winners(const void *state)
{
    const struct fl_corsaires *s = state;
    int32_t gold[FL_CORSAIRES_SEATS] = {0};
    for (int seat = 0; seat < s->seats; seat++)
        gold[seat] = score(s, seat);
    return fl_corsaires_richest(gold, s->seats);
}

/* ---- the setup ---- */

/* 9.2: with more than five always, with four if they are chosen. */
static bool in_teams(const struct fl_setup *setup)
{
    return setup->seats > 5 || setup->option[TEAMS] == IN_TEAMS;
}

static const char *refuse(const struct fl_setup *setup)
{
    bool can = setup->seats >= 4 && setup->seats % 2 == 0;
    bool teams = in_teams(setup);
    if (setup->seats == 7)
        return "co.setup.seven";
    if (teams && !can)
        return "co.setup.teams";
    if (teams && setup->option[TEAMS] == ALONE)
        return "co.setup.alone";
    if (setup->option[FIRST] > setup->seats)
        return "setup.first";
    if (teams && setup->option[FIRST] != RANDOM && setup->option[FIRST] % 2 == 0)
        return "co.setup.first-partner";
    return NULL;
}

static void start(void *state, const struct fl_setup *setup)
{
    struct fl_corsaires *s = state;
    s->seats = (uint8_t)setup->seats;
    s->teams = in_teams(setup);
    s->captures_shown = setup->option[CAPTURES] == SHOWN;
    s->pile = FL_CORSAIRES_DECK;
    for (int kind = 0; kind < FL_CORSAIRES_KINDS; kind++)
        s->left.half[kind >> 4] |= (uint64_t)fl_corsaires_copies[kind] << 4 * (kind & 15);
    if (setup->option[FIRST] != RANDOM) {
        s->first = (uint8_t)(setup->option[FIRST] - 1);
        s->phase = FL_CORSAIRES_DEALING;
    }
}

/* ---- the turn ---- */

static fl_seats turn(const void *state)
{
    const struct fl_corsaires *s = state;
    if (s->phase == FL_CORSAIRES_PLAYING)
        return FL_SEAT(s->seat);
    return s->phase == FL_CORSAIRES_OVER ? 0 : FL_SEAT(FL_CHANCE);
}

/* 5.1: at the place of the player, in teams of the first partner (8.4). */
static void capture(struct fl_corsaires *s, struct fl_saying *tell)
{
    int side = fl_corsaires_side(s, s->seat);
    if (fl_corsaires_speaker(s, side) == s->seat)
        for (uint32_t won = s->lead[side]; won; won &= won - 1)
            fl_corsaires_take(s, __builtin_ctz(won), side, tell);
}

/* 8.6, 8.7: whoever can do nothing any more is passed over, but not the captures. */
static void pass_on(struct fl_corsaires *s, struct fl_saying *tell)
{
    s->phase = FL_CORSAIRES_PLAYING;
    do {
        s->seat = (uint8_t)(s->seat + 1 == s->seats ? 0 : s->seat + 1);
        capture(s, tell);
    } while (!s->pile && !s->size[s->seat]);
}

static void end_turn(struct fl_corsaires *s, struct fl_saying *tell)
{
    int without = s->pile ? -1 : side_without_cards(s);
    if (without >= 0)
        end_game(s, without, tell);
    else
        pass_on(s, tell);
}

static void choose_first(struct fl_corsaires *s, int seat, struct fl_saying *tell)
{
    if (tell)
        fl_with_seat(fl_say(tell, s->teams ? "co.say.first-team" : "co.say.first"), "who", seat);
    s->first = (uint8_t)seat;
    s->phase = FL_CORSAIRES_DEALING;
}

static void tell_card(const struct fl_corsaires *s, fl_move move, struct fl_saying *tell)
{
    bool dealt = s->phase == FL_CORSAIRES_DEALING;
    if (move != FL_UNSEEN) {
        struct fl_phrase *p = fl_say(tell, dealt ? "co.say.dealt" : "co.say.drawn");
        fl_with_item(fl_with_seat(p, "who", s->seat), "cards",
                     fl_corsaires_card_key[move - FL_CORSAIRES_CARD]);
    } else if (dealt) {
        struct fl_phrase *p = fl_say(tell, "co.say.dealt-unseen");
        fl_with_count(fl_with_seat(p, "who", s->seat), "n", 1);
    } else {
        struct fl_phrase *p = fl_say(tell, "co.say.drawn-unseen");
        fl_with_number(fl_with_seat(p, "who", s->seat), "n", s->size[s->seat] + 1);
    }
    if (s->pile == 1)
        fl_say(tell, "co.say.pile-empty");
}

/* A card of the pile comes into the hand of `seat`. */
static void receive(struct fl_corsaires *s, fl_move move, struct fl_saying *tell)
{
    if (tell)
        tell_card(s, move, tell);
    s->pile--;
    s->size[s->seat]++;
    if (move == FL_UNSEEN) {
        s->hidden[s->seat]++;
    } else {
        fl_remove_card(&s->left, move - FL_CORSAIRES_CARD);
        fl_add_card(&s->hand[s->seat], move - FL_CORSAIRES_CARD);
    }
    if (s->phase == FL_CORSAIRES_DRAWING) {
        end_turn(s, tell);
    } else if (s->size[s->seat] == FL_CORSAIRES_HAND && ++s->seat == s->seats) {
        s->seat = s->first;
        s->phase = FL_CORSAIRES_PLAYING;
    }
}

/* A card leaves a hand for all to see: it may have been hidden from this state. */
static void give_up(struct fl_corsaires *s, int kind)
{
    s->size[s->seat]--;
    if (s->hidden[s->seat]) {
        s->hidden[s->seat]--;
        fl_remove_card(&s->left, kind);
    } else {
        fl_remove_card(&s->hand[s->seat], kind);
    }
}

static void discard(struct fl_corsaires *s, int kind, struct fl_saying *tell)
{
    if (tell)
        fl_with_word(fl_with_seat(fl_say(tell, "co.say.discard"), "who", s->seat), "card",
                     fl_corsaires_card_key[kind]);
    fl_add_card(&s->out, kind);
}

static void take_turn(struct fl_corsaires *s, fl_move move, struct fl_saying *tell)
{
    int kind = fl_corsaires_kind_of(move);
    if (move == FL_CORSAIRES_DRAW) {
        s->phase = FL_CORSAIRES_DRAWING;
        if (tell)
            fl_with_number(fl_with_seat(fl_say(tell, "co.say.draw"), "who", s->seat), "n", s->pile);
        return;
    }
    give_up(s, kind);
    if (move >= FL_CORSAIRES_DISCARD)
        discard(s, kind, tell);
    else if (move >= FL_CORSAIRES_ON)
        fl_corsaires_play_on(s, (move - FL_CORSAIRES_ON) / FL_ON_KINDS, kind, tell);
    else
        fl_corsaires_lay(s, kind - FL_GALLEONS + FL_GOLD_LEAST, tell);
    end_turn(s, tell);
}

static void show_card(struct fl_corsaires *s, int kind, struct fl_saying *tell)
{
    if (tell)
        fl_with_item(fl_with_seat(fl_say(tell, "co.say.shows"), "who", s->seat), "cards",
                     fl_corsaires_card_key[kind]);
    if (s->hidden[s->seat]) {
        s->hidden[s->seat]--;
        fl_remove_card(&s->left, kind);
        fl_add_card(&s->hand[s->seat], kind);
    }
    s->times_shown = (uint8_t)(kind == s->last_shown ? s->times_shown + 1 : 1);
    s->last_shown = (uint8_t)kind;
    if (++s->shown < s->size[s->seat])
        return;
    s->seat++;
    show_next_hand(s, tell);
}

static void act(struct fl_corsaires *s, fl_move move, struct fl_saying *tell)
{
    switch (s->phase) {
    case FL_CORSAIRES_WHO_STARTS:
        choose_first(s, move - FL_CORSAIRES_FIRST, tell);
        break;
    case FL_CORSAIRES_PLAYING:
        take_turn(s, move, tell);
        break;
    case FL_CORSAIRES_SHOWING:
        show_card(s, move - FL_CORSAIRES_SHOW, tell);
        break;
    default:
        receive(s, move, tell);
        break;
    }
}

static void apply(void *state, int seat, fl_move move)
{
    (void)seat;
    act(state, move, NULL);
}

static void say(const void *state, int seat, fl_move move, struct fl_saying *out)
{
    struct fl_corsaires after = *(const struct fl_corsaires *)state;
    (void)seat;
    act(&after, move, out);
}

const struct fl_game fl_corsaires = {
    .name = "corsaires",
    .about = "corsaires.about",
    .version = 1,
    .state_size = sizeof(struct fl_corsaires),
    .move_count = FL_CORSAIRES_MOVES,
    .seats_min = 2,
    .seats_max = FL_CORSAIRES_SEATS,
    .option = {{"teams", {{"auto", BY_NUMBER}, {"off", ALONE}, {"on", IN_TEAMS}}},
               {"captures", {{"hidden", HIDDEN}, {"shown", SHOWN}}},
               {"first",
                {{"random", RANDOM},
                 {"1", 1},
                 {"2", 2},
                 {"3", 3},
                 {"4", 4},
                 {"5", 5},
                 {"6", 6},
                 {"7", 7}}}},
    .mark = {"ahead"},
    .refuse = refuse,
    .start = start,
    .turn = turn,
    .moves = fl_corsaires_moves,
    .apply = apply,
    .score = score,
    .winners = winners,
    .team = fl_corsaires_team,
    .seen = fl_corsaires_seen,
    .shows = fl_corsaires_shows,
    .redact = fl_corsaires_redact,
    .imagine = fl_corsaires_imagine,
    .spell = fl_corsaires_spell,
    .say = say,
    .view = fl_corsaires_view,
    .touches = fl_corsaires_touches,
    .ask = fl_corsaires_ask,
    .why_not = fl_corsaires_why_not,
    .legal = fl_corsaires_legal,
    .draw = fl_corsaires_draw,
};
