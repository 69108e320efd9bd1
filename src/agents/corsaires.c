/* What agents know about Corsaires. The greedy agent captures galleons with the smallest ship that
 * is sufficient, defends its own galleons, keeps captains for rich galleons, lays galleons that it
 * can defend, and gets rid of them when the pile is empty. The value of a move is in tenths of a
 * gold coin; the highest is played. */
#include <math.h>

#include "agents/game_ai.h"
#include "games/corsaires/corsaires.h"
#include "games/games.h"

enum { CARD = 13, TRUMP = 9, SKULL = 1 }; /* value of a card in hand, in tenths */

struct table {
    const struct fl_corsaires *s;
    int seat, side;
    bool late; /* the pile is empty: cards in hand have little value */
};

/* The expected gold of a galleon, in tenths, at a probability in percent. */
static int hope(int gold, int chance)
{
    return gold * chance / 10;
}

static int cost(const struct table *t, int tenths)
{
    return t->late ? tenths / 4 : tenths;
}

static int skulls_held(const struct table *t, int colour)
{
    int skulls = 0;
    for (int strength = 1; strength <= 4; strength++)
        skulls +=
            strength * (int)fl_cards_of(&t->s->hand[t->seat], FL_SHIPS + 4 * colour + strength - 1);
    return skulls;
}

static bool holds(const struct table *t, int kind)
{
    return fl_cards_of(&t->s->hand[t->seat], kind) > 0;
}

/* How well a new galleon could be defended: percentage points to add to its probability to arrive.
 */
static int escort(const struct table *t)
{
    int best = 0;
    for (int colour = 0; colour < FL_COLOURS; colour++)
        if (skulls_held(t, colour) > best)
            best = skulls_held(t, colour);
    return (best > 6 ? 6 : best) * 5 + (holds(t, FL_ADMIRAL) ? 20 : 0);
}

static int worth_of_drawing(const struct table *t)
{
    int cards = t->s->size[t->seat];
    if (t->s->pile <= 2)
        return 4; /* a card that is drawn now may never be played */
    return cards >= 12 ? 8 : cards <= 3 ? CARD + 10 : CARD;
}

/* Small galleons are rarely attacked. Rich ones are laid only with an escort. */
static int worth_of_laying(const struct table *t, int gold)
{
    int chance = 48 - 8 * gold + escort(t);
    int worth = hope(gold, chance > 95 ? 95 : chance) + 7;
    return t->s->pile <= 8 ? worth + 10 * gold : worth;
}

static int worth_of_attacking(const struct table *t, int fight, int kind)
{
    int skulls = fl_corsaires_worth[kind], gold = fl_corsaires_gold(t->s, fight);
    int mine = fl_corsaires_force(t->s, fight, t->side) + skulls;
    int ahead = mine - fl_corsaires_rival(t->s, fight, t->side);
    int more = skulls_held(t, kind / 4) - skulls;
    int chance = ahead > 0 ? 84 : ahead == 0 ? 63 : 5;
    if (t->s->lead[t->side] >> fight & 1)
        return -10; /* the side leads this fight already */
    if (ahead < 0 && more + ahead > 0)
        chance = 12; /* the next ship may be sufficient */
    if (ahead > 0 && fl_corsaires_owner(t->s, fight) == t->side)
        chance = 90;
    if (fl_corsaires_trump(t->s, fight))
        chance = holds(t, FL_CAPTAINS + kind / 4) ? 40 : 0;
    return hope(gold, chance) - cost(t, SKULL * skulls);
}

static int worth_of_trumping(const struct table *t, int fight)
{
    if (t->s->lead[t->side] >> fight & 1)
        return -20;
    return hope(fl_corsaires_gold(t->s, fight), 90) - cost(t, TRUMP);
}

static int worth_of(const struct table *t, fl_move move)
{
    if (move == FL_CORSAIRES_DRAW)
        return worth_of_drawing(t);
    if (move < FL_CORSAIRES_ON)
        return worth_of_laying(t, move - FL_CORSAIRES_LAY + FL_GOLD_LEAST);
    if (move >= FL_CORSAIRES_DISCARD)
        return -SKULL * fl_corsaires_worth[move - FL_CORSAIRES_DISCARD] / 4 - 1;
    int fight = (move - FL_CORSAIRES_ON) / FL_ON_KINDS,
        what = (move - FL_CORSAIRES_ON) % FL_ON_KINDS;
    return what < FL_ON_CAPTAINS ? worth_of_attacking(t, fight, what) : worth_of_trumping(t, fight);
}

/* ---- evaluation ---- */

/* The value of a hand, in captured gold. */
static double hand_worth(const struct fl_corsaires *s, int seat)
{
    const struct fl_cards *hand = &s->hand[seat];
    double worth = 0;
    for (int kind = FL_SHIPS; kind < FL_GALLEONS; kind++)
        worth += 0.75 * fl_cards_of(hand, kind) * fl_corsaires_worth[kind];
    for (int kind = FL_GALLEONS; kind < FL_CAPTAINS; kind++)
        worth -= 0.2 * fl_cards_of(hand, kind) * fl_corsaires_worth[kind];
    for (int kind = FL_CAPTAINS; kind < FL_CORSAIRES_KINDS; kind++)
        worth += 3.2 * fl_cards_of(hand, kind);
    return s->seat == seat ? worth + 0.5 : worth;
}

static double side_worth(const struct fl_corsaires *s, int side)
{
    double worth = s->gold[side];
    for (uint32_t led = s->open & s->lead[side]; led; led &= led - 1)
        worth += 0.4 * fl_corsaires_gold(s, __builtin_ctz(led));
    for (int seat = side << s->teams; seat < (side + 1) << s->teams; seat++)
        worth += hand_worth(s, seat);
    return worth;
}

/* The more cards are still to be played, the less a lead counts. */
static bool evaluate(const struct fl_sight *world, double odds[FL_MAX_SEATS])
{
    const struct fl_corsaires *s = (const void *)&world->state;
    int cards = s->pile;
    if (s->phase != FL_CORSAIRES_PLAYING)
        return false;
    for (int seat = 0; seat < s->seats; seat++)
        cards += s->size[seat];
    for (int seat = 0; seat < s->seats; seat++)
        odds[seat] = fl_odds(side_worth(s, fl_corsaires_side(s, seat)) / sqrt(cards + 4.0));
    return true;
}

/* ---- prior and greedy agent ---- */

static void score_moves(const struct fl_sight *sight, const struct fl_moves *list,
                        int score[FL_MAX_MOVES])
{
    const struct fl_corsaires *s = (const void *)&sight->state;
    struct table t = {.s = s,
                      .seat = sight->viewer,
                      .side = fl_corsaires_side(s, sight->viewer),
                      .late = !s->pile};
    for (uint32_t i = 0; i < list->count; i++)
        score[i] = worth_of(&t, list->at[i].move);
}

static fl_move choose_greedy(const struct fl_sight *sight, uint32_t effort, struct fl_rng *rng)
{
    (void)effort;
    (void)rng;
    return fl_prior_best_move(sight, score_moves);
}

const struct fl_game_ai fl_corsaires_ai = {
    .game = &fl_corsaires,
    .greedy = choose_greedy,
    .levels = {{"casual", 20}, {"casual", 60}, {"greedy", 0}, {"ismcts", 250000}},
    .playout = choose_greedy,
    .random_per_256 = 16,
    .prior = score_moves,
    .prior_weight = 0.3,
    .exploration = 2,
    .evaluate = evaluate,
    .horizon = 40,
};
