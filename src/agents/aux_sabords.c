/* What agents know about Aux Sabords. The greedy agent builds its ship and puts to sea at once,
 * carries its chests over the rose one by one, loads them on the island and sails home the shortest
 * way. With a strong hand it boards ships with chests within reach. It keeps pirates for its
 * defence. */
#include <stdlib.h>

#include "agents/aux_sabords/distances.h"
#include "agents/game_ai.h"
#include "games/aux_sabords/aux_sabords.h"
#include "games/games.h"

/* ---- destinations ---- */

static int pirates_of(const struct fl_aux *s, int colour)
{
    return s->hand[fl_aux_hand_of(s, colour)][FL_AUX_PIRATE];
}

static bool has_captain(const struct fl_aux *s, int colour)
{
    return s->hand[fl_aux_hand_of(s, colour)][FL_AUX_CAPTAIN] > 0;
}

static bool is_strong(const struct fl_aux *s)
{
    return has_captain(s, s->colour) || pirates_of(s, s->colour) >= 3;
}

/* Whether a ship carries chests, belongs to an opponent and can be boarded. */
static bool is_prey(const struct fl_aux *s, int ship)
{
    return fl_aux_owner(s, ship) != fl_aux_owner(s, s->colour) && fl_aux_cargo(s, ship) &&
           fl_aux_is_passable(s, s->colour, s->at[ship]) &&
           fl_aux_may_enter(s, s->colour, s->at[ship]);
}

/* The nearest prey that is at most `within` steps away, or FL_NOBODY. */
static int nearest_prey(const struct fl_aux *s, int within)
{
    struct fl_aux_chart from_here;
    int best = FL_NOBODY;
    bool measured = false;
    for (int ship = 0; ship < s->colours; ship++) {
        if (!is_prey(s, ship) || s->at[ship] == s->at[s->colour])
            continue;
        if (!measured)
            fl_aux_measure(s, s->colour, s->at[s->colour], &from_here);
        measured = true;
        int steps = from_here.steps[s->at[ship]];
        if (steps <= within && (best == FL_NOBODY || steps < from_here.steps[s->at[best]]))
            best = ship;
    }
    return best;
}

/* The ship to catch, or a place of the own colour to go to. */
struct goal {
    int prey; /* FL_NOBODY: none */
    enum fl_aux_place place;
};

static struct goal goal_of(const struct fl_aux *s)
{
    int me = s->colour, own = s->aboard[me][me];
    int prey = is_strong(s) ? nearest_prey(s, s->steps) : FL_NOBODY;
    if (prey != FL_NOBODY)
        return (struct goal){prey, FL_AUX_HOME};
    if (fl_aux_cargo(s, me) > own) /* captured chests are brought home first */
        return (struct goal){FL_NOBODY, FL_AUX_HOME};
    if (s->side[me])
        return (struct goal){FL_NOBODY, FL_AUX_ROSE};
    if (s->island[me])
        return (struct goal){FL_NOBODY, FL_AUX_TREASURE};
    if (own)
        return (struct goal){FL_NOBODY, FL_AUX_HOME};
    return (struct goal){nearest_prey(s, FL_AUX_FAR_AWAY - 1), FL_AUX_ROSE};
}

/* The distances to the goal. Those to a place are constant; those to a prey are calculated into
 * `room`. */
static const struct fl_aux_chart *way_to_goal(const struct fl_aux *s, struct fl_aux_chart *room)
{
    struct goal goal = goal_of(s);
    if (goal.prey == FL_NOBODY)
        return &fl_aux_charts[s->small_board][s->colour][goal.place];
    fl_aux_measure(s, s->colour, s->at[goal.prey], room);
    return room;
}

/* ---- values of moves; only their order within one question matters ---- */

/* Whether a ship that plays from this hand still lacks a thing: its ship card, or a position at
 * sea. */
static bool lacks(const struct fl_aux *s, int hand, const uint8_t *thing)
{
    for (int ship = 0; ship < s->colours; ship++)
        if (fl_aux_hand_of(s, ship) == hand && !thing[ship])
            return true;
    return false;
}

/* The value of a card in hand; the cheapest one is discarded. */
static int worth(const struct fl_aux *s, int hand, int card)
{
    int held = s->hand[hand][card];
    if (card == FL_AUX_CAPTAIN)
        return 9;
    if (card == FL_AUX_PIRATE)
        return 5;
    if (card == FL_AUX_SHIP)
        return held > 1 ? 2 : lacks(s, hand, s->card) ? 8 : 4;
    return !lacks(s, hand, s->at) ? 0 : held > 1 ? 1 : 6;
}

static int worth_laying(const struct fl_aux *s, fl_move move)
{
    const uint8_t *hand = s->hand[fl_aux_hand_of(s, s->colour)];
    if (move == FL_AUX_DONE)
        return 0;
    if (move == FL_AUX_LAY)
        return 1;
    int pair = move - FL_AUX_BUILD;
    return hand[fl_aux_pair_card(pair, 0)] + hand[fl_aux_pair_card(pair, 1)];
}

/* Attacks with all pirates or the captain, if there is something to win and not more to lose. */
static int worth_attacking(const struct fl_aux *s, fl_move move)
{
    int prize = fl_aux_cargo(s, s->enemy), risk = fl_aux_cargo(s, s->colour);
    int strength = move - FL_AUX_ATTACK + 1;
    if (move == FL_AUX_PASS)
        return 0;
    if (!prize)
        return -1;
    if (strength == FL_AUX_BY_CAPTAIN)
        return prize > 1 ? 9 : -1;
    return strength >= (risk > prize ? 4 : 2) ? strength : -1;
}

/* Prefers the smallest strength that wins, then one that draws. The captain only defends against a
 * ship with chests. */
static int worth_answering(const struct fl_aux *s, fl_move move)
{
    int strength = move - FL_AUX_DEFEND;
    if (!strength)
        return 1;
    if (strength == FL_AUX_BY_CAPTAIN)
        return fl_aux_cargo(s, s->enemy) ? 4 : -1;
    return strength > s->attack ? 20 - strength : strength == s->attack ? 6 : -1;
}

static int value(const struct fl_aux *s, const struct fl_aux_chart *to_goal, fl_move move)
{
    switch (s->phase) {
    case FL_AUX_SAILING:
        return -to_goal->steps[fl_aux_beside(s->at[s->colour], move - FL_AUX_STEP)];
    case FL_AUX_LAYING:
        return worth_laying(s, move);
    case FL_AUX_DISCARDING:
        return -worth(s, fl_aux_hand_of(s, s->colour), move - FL_AUX_DISCARD);
    case FL_AUX_ON_TREASURE:
        return move < FL_AUX_UNLOAD ? move - FL_AUX_LOAD : FL_AUX_LOAD - move;
    case FL_AUX_IN_PORT:
        return move == FL_AUX_DONE ? -1 : (move - FL_AUX_LAND) % 4;
    case FL_AUX_BOARDING:
        return worth_attacking(s, move);
    case FL_AUX_DEFENDING:
        return worth_answering(s, move);
    default: /* the rose, or a single legal move */
        return move != FL_AUX_PASS;
    }
}

/* ---- evaluation ---- */

/* Steps from one square to another. A ship on a land square goes to the nearest sea square first.
 */
static int steps_from(const struct fl_aux *s, int ship, int square, enum fl_aux_place to)
{
    const uint8_t *steps = fl_aux_charts[s->small_board][ship][to].steps;
    int least = steps[square];
    for (int direction = 0; least == FL_AUX_FAR_AWAY && direction < 4; direction++)
        if (steps[fl_aux_beside(square, direction)] < least)
            least = steps[fl_aux_beside(square, direction)] + 1;
    return least;
}

static int steps_between(const struct fl_aux *s, int ship, enum fl_aux_place from,
                         enum fl_aux_place to)
{
    return steps_from(s, ship, fl_aux_place(s, ship, from), to);
}

/* Estimated number of steps until a ship has landed all its chests: captured chests home, one
 * crossing of the rose per chest, to the treasure square, home. A ship that is not built loses
 * about two turns. */
static int journey(const struct fl_aux *s, int ship)
{
    int at = s->at[ship] ? s->at[ship] : fl_aux_place(s, ship, FL_AUX_HOME);
    int cargo = fl_aux_cargo(s, ship), steps = s->at[ship] ? 0 : 5;
    if (cargo > s->aboard[ship][ship]) {
        steps += steps_from(s, ship, at, FL_AUX_HOME);
        at = fl_aux_place(s, ship, FL_AUX_HOME);
        cargo = 0;
    }
    if (s->side[ship])
        steps += steps_from(s, ship, at, FL_AUX_ROSE) + 2 * (s->side[ship] - 1) +
                 steps_between(s, ship, FL_AUX_ROSE, FL_AUX_TREASURE);
    else if (s->island[ship])
        steps += steps_from(s, ship, at, FL_AUX_TREASURE);
    if (s->side[ship] || s->island[ship])
        return steps + steps_between(s, ship, FL_AUX_TREASURE, FL_AUX_HOME);
    return cargo ? steps + steps_from(s, ship, at, FL_AUX_HOME) : steps;
}

/* The part of all chests that is in port, 0 to 1. The later in the game, the more a chest decides.
 */
static double lateness(const struct fl_aux *s)
{
    int landed = 0;
    for (int port = 0; port < s->colours; port++)
        for (int colour = 0; colour < FL_AUX_COLOURS; colour++)
            landed += s->port[port][colour];
    return (double)landed / (s->colours * s->chests);
}

/* A chest counts less while it is still to be fetched, and less the further the ship that carries
 * it is from home. */
static double chests_worth(const struct fl_aux *s, int ship, double late)
{
    const uint8_t *port = s->port[ship];
    int cargo = fl_aux_cargo(s, ship), waiting = s->island[ship] + s->side[ship];
    int chests = port[0] + port[1] + port[2] + port[3] + cargo + waiting;
    int home = cargo ? steps_from(s, ship, s->at[ship], FL_AUX_HOME) : 0;
    return (0.35 + 0.34 * late) * chests - (0.2 + 0.25 * late) * waiting -
           (0.009 + 0.012 * late) * home * cargo - (0.01 + 0.006 * late) * journey(s, ship);
}

static double crew_worth(const struct fl_aux *s, int ship, double late)
{
    const uint8_t *hand = s->hand[fl_aux_hand_of(s, ship)];
    bool lies_idle = !s->card[ship] && !hand[FL_AUX_SHIP];
    return 0.11 * hand[FL_AUX_PIRATE] + (0.8 - 0.3 * late) * hand[FL_AUX_CAPTAIN] -
           (lies_idle ? 0.26 : 0) + (ship == s->colour ? 0.1 : 0);
}

/* Whether the hunter would win a boarding with the present hands. */
static bool would_win(const struct fl_aux *s, int hunter, int hunted)
{
    int fighters = pirates_of(s, hunter);
    return !has_captain(s, hunted) &&
           (has_captain(s, hunter) || (fighters > 1 && fighters > pirates_of(s, hunted)));
}

static int steps_apart(int a, int b)
{
    return abs(a % FL_AUX_WIDTH - b % FL_AUX_WIDTH) + abs(a / FL_AUX_WIDTH - b / FL_AUX_WIDTH);
}

/* The number of faces of the die, 0 to 6, with which the hunter reaches a ship that it would beat.
 */
static int danger(const struct fl_aux *s, int hunter, int hunted)
{
    if (fl_aux_owner(s, hunter) == fl_aux_owner(s, hunted) || !s->card[hunter] ||
        !fl_aux_is_passable(s, hunter, s->at[hunted]) || !would_win(s, hunter, hunted))
        return 0;
    int steps = steps_apart(s->at[hunter], s->at[hunted]);
    return steps > 6 ? 0 : 7 - (steps ? steps : 2); /* leaves the square and returns */
}

/* Moves part of the value of chests that a stronger ship can reach from their owner to the hunter.
 */
static void weigh_danger(const struct fl_aux *s, int hunted, double standing[FL_MAX_SEATS])
{
    int most = 0, hunter = FL_NOBODY;
    for (int ship = 0; ship < s->colours; ship++) {
        int now = danger(s, ship, hunted);
        hunter = now > most ? ship : hunter;
        most = now > most ? now : most;
    }
    if (!most)
        return;
    double at_stake = 0.02 * most * fl_aux_cargo(s, hunted);
    standing[fl_aux_owner(s, hunted)] -= at_stake;
    standing[fl_aux_owner(s, hunter)] += at_stake;
}

static bool evaluate(const struct fl_sight *world, double odds[FL_MAX_SEATS])
{
    const struct fl_aux *s = (const void *)&world->state;
    double standing[FL_MAX_SEATS] = {0}, late = lateness(s);
    if (s->phase != FL_AUX_OPENING)
        return false;
    for (int ship = 0; ship < s->colours; ship++) {
        standing[fl_aux_owner(s, ship)] += chests_worth(s, ship, late) + crew_worth(s, ship, late);
        if (fl_aux_cargo(s, ship))
            weigh_danger(s, ship, standing);
    }
    for (int seat = 0; seat < s->seats; seat++)
        odds[seat] = fl_odds(s->seats == 2 ? 0.65 * standing[seat] : standing[seat]);
    return true;
}

/* ---- prior and greedy agent ---- */

static void score_moves(const struct fl_sight *sight, const struct fl_moves *list,
                        int score[FL_MAX_MOVES])
{
    const struct fl_aux *s = (const void *)&sight->state;
    struct fl_aux_chart room;
    const struct fl_aux_chart *to_goal = NULL;
    if (s->phase == FL_AUX_SAILING)
        to_goal = way_to_goal(s, &room);
    for (uint32_t i = 0; i < list->count; i++)
        score[i] = value(s, to_goal, list->at[i].move);
}

static fl_move choose_greedy(const struct fl_sight *sight, uint32_t effort, struct fl_rng *rng)
{
    (void)effort;
    return fl_prior_best_move_random(sight, score_moves, rng);
}

const struct fl_game_ai fl_aux_sabords_ai = {
    .game = &fl_aux_sabords,
    .greedy = choose_greedy,
    .levels = {{"casual", 30}, {"casual", 65}, {"casual", 85}, {"ismcts", 200000}},
    .playout = choose_greedy,
    .prior = score_moves,
    .prior_weight = 0.5,
    .exploration = 1,
    .evaluate = evaluate,
    .horizon = 40,
};
