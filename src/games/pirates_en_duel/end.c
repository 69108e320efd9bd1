/* Pirates en Duel: payments, sinking boats and ruined players. */
#include <assert.h>
#include <string.h>

#include "games/pirates_en_duel/pirates_en_duel.h"

enum { SUNK_COSTS = 4 }; /* with two players: 9.7 */

/* ---- coins ---- */

static void report_seat(const char *key, int seat, struct fl_phrases *phrases)
{
    if (phrases)
        fl_with_seat(fl_say(phrases, key), "who", seat);
}

static void report_coins(const char *key, int seat, int coins, struct fl_phrases *phrases)
{
    if (phrases)
        fl_with_number(fl_with_seat(fl_say(phrases, key), "who", seat), "n", coins);
}

/* Reports coins that a combat card earns or costs, with the treasure of the seat afterwards. */
static void report_payment(const struct fl_duel *s, const char *key, int seat, int coins,
                           struct fl_phrases *phrases)
{
    if (!phrases)
        return;
    struct fl_phrase *p = fl_with_seat(fl_say(phrases, key), "who", seat);
    fl_with_word(p, "card", fl_duel_combat_key[s->card]);
    fl_with_number(p, "n", coins);
    if (s->coins[seat])
        fl_with_number(p, "total", s->coins[seat]);
}

static bool is_in_play(const struct fl_duel *s, int seat)
{
    return s->in_play >> seat & 1;
}

static void check_target(struct fl_duel *s, int seat, struct fl_phrases *phrases)
{
    if (s->coins[seat] >= s->target) { /* 6.7 */
        s->won = (uint8_t)FL_SEAT(seat);
        if (phrases)
            fl_with_number(fl_with_seat(fl_say(phrases, "pd.say.target"), "who", seat), "total",
                           s->coins[seat]);
    }
}

static void gain(struct fl_duel *s, int seat, int coins, struct fl_phrases *phrases)
{
    s->coins[seat] = (uint8_t)(s->coins[seat] + coins);
    report_payment(s, "pd.say.gains", seat, coins, phrases);
    check_target(s, seat, phrases);
}

/* Takes up to `coins` coins from a purse. Returns how many. */
static int take_coins(struct fl_duel *s, int seat, int coins)
{
    int taken = coins < s->coins[seat] ? coins : s->coins[seat];
    s->coins[seat] = (uint8_t)(s->coins[seat] - taken);
    return taken;
}

/* Moves coins from one purse to another, or to the bank if the receiver is out. */
static void hand_over(struct fl_duel *s, int from, int to, int coins, struct fl_phrases *phrases)
{
    int taken = take_coins(s, from, coins);
    if (!is_in_play(s, to)) {
        report_coins("pd.say.to-bank", from, taken, phrases);
        return;
    }
    s->coins[to] = (uint8_t)(s->coins[to] + taken);
    if (phrases) {
        struct fl_phrase *p = fl_with_seat(fl_say(phrases, "pd.say.takes"), "who", to);
        fl_with_number(fl_with_seat(p, "other", from), "n", taken);
        fl_with_number(p, "total", s->coins[to]);
    }
    check_target(s, to, phrases);
}

/* ---- out ---- */

static void leave(struct fl_duel *s, int seat)
{
    s->in_play &= (uint8_t)~FL_SEAT(seat);
    s->coins[seat] = 0; /* 6.9 */
}

/* 6.6: boats, captains and crews leave the game. */
static void ruin(struct fl_duel *s, int seat, struct fl_phrases *phrases)
{
    report_seat("pd.say.ruined", seat, phrases);
    for (int boat = 0; boat < FL_DUEL_BOATS; boat++)
        if (s->owner[boat] == seat) {
            s->aboard[boat] = 0;
            memset(s->crew[boat], 0, sizeof s->crew[boat]);
            s->afloat &= (uint8_t) ~(1u << boat);
        }
    leave(s, seat);
}

static void pay(struct fl_duel *s, int seat, int coins, struct fl_phrases *phrases)
{
    int paid = take_coins(s, seat, coins);
    report_payment(s, s->coins[seat] ? "pd.say.pays" : "pd.say.pays-last", seat, paid, phrases);
    if (!s->coins[seat])
        ruin(s, seat, phrases);
}

void fl_duel_end_peacefully(struct fl_duel *s, struct fl_phrases *phrases)
{
    const struct fl_duel_combat_card *card = &fl_duel_combat[s->card];
    if (card->type == FL_GAIN)
        gain(s, s->seat, card->coins, phrases);
    else if (card->type == FL_PAY)
        pay(s, s->seat, card->coins, phrases);
    else if (phrases)
        fl_with_word(fl_with_seat(fl_say(phrases, "pd.say.nothing"), "who", s->seat), "card",
                     fl_duel_combat_key[s->card]);
    fl_duel_end_turn(s, phrases);
}

/* ---- the end of a duel ---- */

/* Removes fallen cards from the boat: pirates to the discards, a captain out of the game. */
static void bury(struct fl_duel *s, int side)
{
    for (int place = 0; place < FL_DUEL_PLACES; place++)
        if (s->fallen[side] >> place & 1) {
            int card = s->crew[s->boat[side]][place] - 1;
            if (card < FL_DUEL_CAPTAIN)
                s->discard |= (uint64_t)1 << card;
            s->crew[s->boat[side]][place] = 0;
        }
    s->fallen[side] = 0;
}

/* The losses of a side: shot and fallen, a captain counts twice (5.12). */
static int suffered(const struct fl_duel *s, int side)
{
    int losses = s->shot[side] + fl_bits(s->fallen[side]);
    for (int place = 0; place < FL_DUEL_PLACES; place++)
        if (s->fallen[side] >> place & 1 && s->crew[s->boat[side]][place] > FL_DUEL_CAPTAIN)
            losses++;
    return losses;
}

/* Starts a phrase about the player who loses a boat, {other}, and the opponent, {who}. */
static struct fl_phrase *report_loser(const char *key, int opponent, int loser,
                                      struct fl_phrases *phrases)
{
    return fl_with_seat(fl_with_seat(fl_say(phrases, key), "who", opponent), "other", loser);
}

static void sink(struct fl_duel *s, int side, struct fl_phrases *phrases)
{
    int boat = s->boat[side], loser = fl_duel_fighter(s, side), other = fl_duel_fighter(s, !side);
    assert(!s->aboard[boat] && loser != other);
    s->afloat &= (uint8_t) ~(1u << boat);
    if (phrases)
        fl_with_word(report_loser("pd.say.sunk", other, loser, phrases), "boat",
                     fl_duel_colour_key[boat]);
    if (s->seats > 2 || is_in_play(s, other)) /* 6.5 */
        hand_over(s, loser, other, s->seats == 2 ? SUNK_COSTS : s->coins[loser], phrases);
    if (!fl_duel_fleet(s, loser)) {
        if (phrases && !s->won) /* a victory is the last thing reported */
            report_loser("pd.say.out", other, loser, phrases);
        leave(s, loser);
    } else if (!s->coins[loser]) {
        ruin(s, loser, phrases);
    }
}

static void pay_winner(struct fl_duel *s, int side, struct fl_phrases *phrases)
{
    int winner = fl_duel_fighter(s, side), loser = fl_duel_fighter(s, !side);
    if (!is_in_play(s, winner) || !is_in_play(s, loser))
        return; /* 6.3, 6.5 */
    report_seat("pd.say.wins-duel", winner, phrases);
    hand_over(s, loser, winner, fl_duel_combat[s->card].coins, phrases);
    if (!s->coins[loser])
        ruin(s, loser, phrases);
}

/* 6.8: the last two players have sunk each other. */
static fl_seats richer_before(const struct fl_duel *s)
{
    fl_seats attacker = FL_SEAT(fl_duel_fighter(s, FL_ATTACKER));
    fl_seats defender = FL_SEAT(fl_duel_fighter(s, FL_DEFENDER));
    return s->purse[FL_ATTACKER] > s->purse[FL_DEFENDER]   ? attacker
           : s->purse[FL_ATTACKER] < s->purse[FL_DEFENDER] ? defender
                                                           : (fl_seats)(attacker | defender);
}

static void sink_the_empty(struct fl_duel *s, struct fl_phrases *phrases)
{
    bury(s, FL_DEFENDER);
    bury(s, FL_ATTACKER);
    for (int side = FL_DEFENDER; side >= FL_ATTACKER && !s->won; side--)
        if (!s->aboard[s->boat[side]])
            sink(s, side, phrases);
    if (s->in_play)
        return;
    s->won = (uint8_t)richer_before(s);
    if (phrases)
        fl_say(phrases, "pd.say.both-sunk");
}

void fl_duel_settle(struct fl_duel *s, struct fl_phrases *phrases)
{
    int attacker = suffered(s, FL_ATTACKER), defender = suffered(s, FL_DEFENDER);
    sink_the_empty(s, phrases);
    if (!s->won && attacker != defender)
        pay_winner(s, attacker > defender ? FL_DEFENDER : FL_ATTACKER, phrases);
    else if (!s->won && phrases)
        fl_say(phrases, "pd.say.nobody-wins");
    fl_duel_end_turn(s, phrases);
}
