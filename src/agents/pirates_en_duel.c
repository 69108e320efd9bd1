/* What agents know about Pirates en Duel. The greedy agent recruits the most useful pirates,
 * attacks weaker boats, evades stronger ones, throws the most harmful die again and makes the
 * opponent lose the best pirate. */
#include "games/pirates_en_duel/pirates_en_duel.h"
#include "agents/game_ai.h"
#include "games/games.h"

enum { NOTHING = -1000, A_DIE = 10 };

/* ---- values of pirates: about ten per die ---- */

static const int8_t skill_worth[FL_DUEL_SKILLS] = {
    [FL_HELM] = 4,
    [FL_LOOKOUT] = 2,
    [FL_MEDIC] = 5,
    [FL_TAVERN] = 2,
    [FL_DUEL_CREW_PARROT] = 4,
    [FL_DUEL_CREW_MONKEY] = -9,
    [FL_WARRIOR] = 16,
    [FL_SHIPWRIGHT] = 15,
    [FL_SERGEANT] = 4,
    [FL_DINGHY] = 8,
    [FL_TWIN] = 1,
    [FL_MARKSMAN] = 14,
    [FL_PISTOL] = 5,
    [FL_CARRIAGE] = 5,
    [FL_BROTHER] = 3,
};

static int skill_of(int card)
{
    for (int skill = FL_HELM; skill < FL_DUEL_SKILLS; skill++)
        if (fl_duel_skill_cards[skill] >> card & 1)
            return skill;
    return FL_NO_SKILL;
}

static int symbols_of(int card, int type)
{
    uint64_t one = fl_duel_symbols[type][0], two = fl_duel_symbols[type][1];
    return (int)(one >> card & 1) + 2 * (int)(two >> card & 1);
}

static int worth(const struct fl_duel *s, int card)
{
    int value = A_DIE * (symbols_of(card, FL_BOARDING) + symbols_of(card, FL_CANNONADE));
    if (fl_duel_able[s->level] >> card & 1)
        value += skill_worth[skill_of(card)];
    return value;
}

/* The value of a pirate for the crew of a seat: a second twin counts more if the first is aboard.
 */
static int worth_aboard(const struct fl_duel *s, int card, int seat)
{
    bool twin = s->level == 3 && fl_duel_skill_cards[FL_TWIN] >> card & 1;
    return worth(s, card) + (twin && fl_duel_seat_has(s, seat, FL_TWIN) ? A_DIE : 0);
}

static int worth_at(const struct fl_duel *s, int spot)
{
    return worth(s, s->crew[spot / FL_DUEL_PLACES][spot % FL_DUEL_PLACES] - 1);
}

/* ---- expectation of a duel: losses inflicted less losses suffered, in sixths ---- */

static int at_least_zero(int n)
{
    return n > 0 ? n : 0;
}

static int bonus(const struct fl_duel *s, int boat, int skill)
{
    return fl_duel_count(fl_duel_with(s, boat, skill));
}

/* The expectation of the attacker before the dice are thrown. */
static int expectation(const struct fl_duel *s, int attacker, int defender, int type)
{
    int red = fl_duel_force(s, attacker, type), blue = fl_duel_force(s, defender, type);
    int hits = 4 * red + 6 * bonus(s, attacker, FL_WARRIOR);
    int cover = red + 6 * bonus(s, attacker, FL_SHIPWRIGHT);
    int their_hits = 2 * blue + 6 * bonus(s, defender, FL_WARRIOR);
    int their_cover = 3 * blue + 6 * bonus(s, defender, FL_SHIPWRIGHT);
    return at_least_zero(hits - their_cover) - at_least_zero(their_hits - cover);
}

/* The value of a target: higher for a rich owner and a small crew. */
static int target_value(const struct fl_duel *s, int boat)
{
    return 2 * expectation(s, s->boat[FL_ATTACKER], boat, s->type) + s->coins[s->owner[boat]] -
           fl_duel_count(s->aboard[boat]);
}

static int best_target(const struct fl_duel *s, unsigned boats)
{
    int best = NOTHING;
    for (; boats; boats &= boats - 1) {
        int now = target_value(s, __builtin_ctz(boats));
        best = now > best ? now : best;
    }
    return best;
}

/* The expectation of the current duel for the side that has to decide. */
static int prospect(const struct fl_duel *s, int type)
{
    int now = expectation(s, s->boat[FL_ATTACKER], s->boat[FL_DEFENDER], type);
    return s->side == FL_ATTACKER ? now : -now;
}

/* ---- the dice on the table ---- */

static int showing(const struct fl_duel *s, int side, int face, int skill)
{
    int n = bonus(s, s->boat[side], skill);
    for (int i = 0; i < s->dice[side]; i++)
        n += s->die[side][i] == face;
    return n;
}

/* Losses inflicted less losses suffered if this die showed this face. */
static int margin(const struct fl_duel *s, int die, int face)
{
    int side = s->side, old = s->die[side][die];
    int skulls =
        showing(s, side, FL_DIE_SKULL, FL_WARRIOR) + (face == FL_DIE_SKULL) - (old == FL_DIE_SKULL);
    int boats =
        showing(s, side, FL_DIE_BOAT, FL_SHIPWRIGHT) + (face == FL_DIE_BOAT) - (old == FL_DIE_BOAT);
    return at_least_zero(skulls - showing(s, !side, FL_DIE_BOAT, FL_SHIPWRIGHT)) -
           at_least_zero(showing(s, !side, FL_DIE_SKULL, FL_WARRIOR) - boats);
}

static int gain_of_reroll(const struct fl_duel *s, int die)
{
    int skull = s->side == FL_ATTACKER ? 4 : 2, boat = s->side == FL_ATTACKER ? 1 : 3;
    return skull * margin(s, die, FL_DIE_SKULL) + boat * margin(s, die, FL_DIE_BOAT) +
           margin(s, die, FL_DIE_BLANK) - 6 * margin(s, die, s->die[s->side][die]);
}

/* ---- evaluation ---- */

static int crew_worth(const struct fl_duel *s, int boat)
{
    int sum = 0;
    for (uint64_t crew = s->aboard[boat]; crew; crew &= crew - 1)
        sum += worth(s, __builtin_ctzll(crew));
    return sum;
}

/* Coins count more the closer a seat is to the target. */
static double standing(const struct fl_duel *s, int seat)
{
    double coins = s->coins[seat], crews = 0;
    if (!(s->in_play >> seat & 1))
        return -10;
    for (unsigned boats = fl_duel_fleet(s, seat); boats; boats &= boats - 1)
        crews += crew_worth(s, __builtin_ctz(boats)) - (s->seats == 2 ? 50 : 0);
    return 0.37 * coins * coins / s->target - 0.25 * coins + 0.017 * crews +
           (s->seat == seat ? 0.25 : 0);
}

static bool evaluate(const struct fl_sight *world, double odds[FL_MAX_SEATS])
{
    const struct fl_duel *s = (const void *)&world->state;
    if (s->phase != FL_DUEL_OPENING || !s->round)
        return false;
    for (int seat = 0; seat < s->seats; seat++)
        odds[seat] = fl_odds(standing(s, seat));
    return true;
}

/* ---- prior: scores of moves ---- */

static int score_take(const struct fl_duel *s, unsigned mask)
{
    int value = 0;
    for (; mask; mask &= mask - 1)
        value += worth_aboard(s, s->row[__builtin_ctz(mask)] - 1, s->who);
    return value;
}

/* A pirate of the row is worth more on the boat with the smaller crew. */
static int score_put(const struct fl_duel *s, int in_row, int boat)
{
    return worth_aboard(s, s->row[in_row] - 1, s->who) - fl_duel_count(s->aboard[boat]);
}

static int score_replace(const struct fl_duel *s, int spot)
{
    int recruit = s->row[__builtin_ctz(fl_duel_next_recruits(s))] - 1;
    return worth_aboard(s, recruit, s->who) - worth_at(s, spot);
}

static int score_swap(const struct fl_duel *s, int spots)
{
    return worth_at(s, spots % FL_DUEL_SPOTS) - worth_at(s, spots / FL_DUEL_SPOTS) - 3;
}

static int score_loss(const struct fl_duel *s, int spot)
{
    int card = s->crew[spot / FL_DUEL_PLACES][spot % FL_DUEL_PLACES] - 1;
    return card >= FL_DUEL_CAPTAIN ? A_DIE + 3 : worth(s, card);
}

static int score_yes(const struct fl_duel *s)
{
    switch (s->phase) {
    case FL_DUEL_LOOKING_OUT:
        return best_target(s, fl_duel_enemies(s, s->seat)) -
               best_target(s, fl_duel_targets(s, s->seat));
    case FL_DUEL_FLIPPING:
        return prospect(s, !s->type) - prospect(s, s->type);
    case FL_DUEL_EVADING:
        return -prospect(s, s->type) - 1;
    default: /* TAVERN, SNIPING: cannot hurt */
        return 1;
    }
}

static int score_engage(const struct fl_duel *s, int boat)
{
    return fl_duel_force(s, boat, s->type) * A_DIE + fl_duel_count(s->aboard[boat]);
}

static int score_named(const struct fl_duel *s, fl_move move)
{
    if (move >= FL_DUEL_SWAP)
        return score_swap(s, move - FL_DUEL_SWAP);
    if (move >= FL_DUEL_SAVE)
        return worth_at(s, move - FL_DUEL_SAVE) + 1;
    if (move >= FL_DUEL_LOSE)
        return score_loss(s, move - FL_DUEL_LOSE);
    if (move >= FL_DUEL_SHOOT)
        return worth_at(s, move - FL_DUEL_SHOOT);
    return score_replace(s, move - FL_DUEL_REPLACE);
}

static int score_move(const struct fl_duel *s, fl_move move)
{
    if (move >= FL_DUEL_REPLACE)
        return score_named(s, move);
    if (move >= FL_DUEL_PUT)
        return score_put(s, (move - FL_DUEL_PUT) / FL_DUEL_BOATS,
                         (move - FL_DUEL_PUT) % FL_DUEL_BOATS);
    if (move >= FL_DUEL_REROLL)
        return gain_of_reroll(s, move - FL_DUEL_REROLL);
    if (move >= FL_DUEL_IMPOSE)
        return -worth_aboard(s, s->row[move - FL_DUEL_IMPOSE] - 1, s->seat);
    if (move >= FL_DUEL_KEEP)
        return -worth(s, s->row[move - FL_DUEL_KEEP] - 1);
    if (move >= FL_DUEL_TAKE)
        return score_take(s, (unsigned)(move - FL_DUEL_TAKE));
    if (move >= FL_DUEL_ATTACK)
        return target_value(s, move - FL_DUEL_ATTACK);
    if (move >= FL_DUEL_ENGAGE)
        return score_engage(s, move - FL_DUEL_ENGAGE);
    return move == FL_DUEL_YES ? score_yes(s) : 0; /* NO, FIGHT, DISCARD and single legal moves */
}

static void score_moves(const struct fl_sight *sight, const struct fl_moves *list,
                        int score[FL_MAX_MOVES])
{
    const struct fl_duel *s = (const void *)&sight->state;
    for (uint32_t i = 0; i < list->count; i++)
        score[i] = score_move(s, list->at[i].move);
}

/* The first of the best moves; boats at the start are chosen at random. */
static fl_move choose_greedy(const struct fl_sight *sight, uint32_t effort, struct fl_rng *rng)
{
    const struct fl_duel *s = (const void *)&sight->state;
    if (s->phase == FL_DUEL_CHOOSING_BOAT)
        return fl_random(sight, effort, rng);
    return fl_prior_best_move(sight, score_moves);
}

const struct fl_game_ai fl_pirates_en_duel_ai = {
    .game = &fl_pirates_en_duel,
    .greedy = choose_greedy,
    .levels = {{"casual", 5}, {"casual", 35}, {"casual", 70}, {"ismcts", 250000}},
    .playout = choose_greedy,
    .random_per_256 = 16,
    .prior = score_moves,
    .prior_weight = 0.3,
    .exploration = 2,
    .evaluate = evaluate,
    .horizon = 20,
};
