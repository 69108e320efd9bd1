/* Pirates en Duel as a sensible casual player plays it: recruit the most useful pirates, attack
 * who is weaker, evade who is stronger, throw the die again that hurts most, and make the other
 * crew lose its best. */
#include "games/pirates_en_duel.h"
#include "agents/agent.h"
#include "agents/judge.h"
#include "agents/likes.h"

enum { NOTHING = -1000, A_DIE = 10 };

/* ---- what a pirate is worth: about ten a die ---- */

static const int8_t skill_worth[FL_DUEL_SKILLS] = {
    [FL_HELM] = 4,    [FL_LOOKOUT] = 2,   [FL_MEDIC] = 5,       [FL_TAVERN] = 2,   [FL_PARROT] = 4,
    [FL_MONKEY] = -9, [FL_WARRIOR] = 16,  [FL_SHIPWRIGHT] = 15, [FL_SERGEANT] = 4, [FL_DINGHY] = 8,
    [FL_TWIN] = 1,    [FL_MARKSMAN] = 14, [FL_PISTOL] = 5,      [FL_CARRIAGE] = 5, [FL_BROTHER] = 3,
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

/* The same for a crew: a second twin is worth more beside his brother. */
static int worth_aboard(const struct fl_duel *s, int card, int seat)
{
    bool twin = s->level == 3 && fl_duel_skill_cards[FL_TWIN] >> card & 1;
    return worth(s, card) + (twin && fl_duel_seat_has(s, seat, FL_TWIN) ? A_DIE : 0);
}

static int worth_at(const struct fl_duel *s, int spot)
{
    return worth(s, s->crew[spot / FL_DUEL_PLACES][spot % FL_DUEL_PLACES] - 1);
}

/* ---- what a duel promises: losses in sixths, inflicted less suffered ---- */

static int at_least_none(int n)
{
    return n > 0 ? n : 0;
}

static int bonus(const struct fl_duel *s, int boat, int skill)
{
    return fl_duel_count(fl_duel_with(s, boat, skill));
}

/* For the attacker of these boats, before the dice are thrown. */
static int promise(const struct fl_duel *s, int attacker, int defender, int type)
{
    int red = fl_duel_force(s, attacker, type), blue = fl_duel_force(s, defender, type);
    int hits = 4 * red + 6 * bonus(s, attacker, FL_WARRIOR);
    int cover = red + 6 * bonus(s, attacker, FL_SHIPWRIGHT);
    int their_hits = 2 * blue + 6 * bonus(s, defender, FL_WARRIOR);
    int their_cover = 3 * blue + 6 * bonus(s, defender, FL_SHIPWRIGHT);
    return at_least_none(hits - their_cover) - at_least_none(their_hits - cover);
}

/* A target is the better the richer its owner and the smaller its crew. */
static int appeal(const struct fl_duel *s, int boat)
{
    return 2 * promise(s, s->boat[FL_ATTACKER], boat, s->type) + s->coins[s->owner[boat]] -
           fl_duel_count(s->aboard[boat]);
}

static int best_appeal(const struct fl_duel *s, unsigned boats)
{
    int best = NOTHING;
    for (; boats; boats &= boats - 1) {
        int now = appeal(s, __builtin_ctz(boats));
        best = now > best ? now : best;
    }
    return best;
}

/* The present duel as the side that is asked sees it. */
static int prospect(const struct fl_duel *s, int type)
{
    int now = promise(s, s->boat[FL_ATTACKER], s->boat[FL_DEFENDER], type);
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

/* Losses inflicted less suffered if die i of the side shows a face. */
static int margin(const struct fl_duel *s, int die, int face)
{
    int side = s->side, old = s->die[side][die];
    int skulls =
        showing(s, side, FL_DIE_SKULL, FL_WARRIOR) + (face == FL_DIE_SKULL) - (old == FL_DIE_SKULL);
    int boats =
        showing(s, side, FL_DIE_BOAT, FL_SHIPWRIGHT) + (face == FL_DIE_BOAT) - (old == FL_DIE_BOAT);
    return at_least_none(skulls - showing(s, !side, FL_DIE_BOAT, FL_SHIPWRIGHT)) -
           at_least_none(showing(s, !side, FL_DIE_SKULL, FL_WARRIOR) - boats);
}

static int gain_of_reroll(const struct fl_duel *s, int die)
{
    int skull = s->side == FL_ATTACKER ? 4 : 2, boat = s->side == FL_ATTACKER ? 1 : 3;
    return skull * margin(s, die, FL_DIE_SKULL) + boat * margin(s, die, FL_DIE_BOAT) +
           margin(s, die, FL_DIE_BLANK) - 6 * margin(s, die, s->die[s->side][die]);
}

/* ---- how everybody stands ---- */

static int crew_worth(const struct fl_duel *s, int boat)
{
    int sum = 0;
    for (uint64_t crew = s->aboard[boat]; crew; crew &= crew - 1)
        sum += worth(s, __builtin_ctzll(crew));
    return sum;
}

/* The coins count the more the nearer the target is. */
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

bool fl_judge_pirates_en_duel(const struct fl_sight *world, double odds[FL_MAX_SEATS])
{
    const struct fl_duel *s = (const void *)&world->state;
    if (s->phase != FL_DUEL_OPENING || !s->round)
        return false;
    for (int seat = 0; seat < s->seats; seat++)
        odds[seat] = fl_odds(standing(s, seat));
    return true;
}

/* ---- how much a move is liked: the best listed one is made ---- */

static int like_take(const struct fl_duel *s, unsigned mask)
{
    int value = 0;
    for (; mask; mask &= mask - 1)
        value += worth_aboard(s, s->row[__builtin_ctz(mask)] - 1, s->who);
    return value;
}

/* A pirate of the row, better on the boat with the smaller crew. */
static int like_put(const struct fl_duel *s, int in_row, int boat)
{
    return worth_aboard(s, s->row[in_row] - 1, s->who) - fl_duel_count(s->aboard[boat]);
}

static int like_replace(const struct fl_duel *s, int spot)
{
    int recruit = s->row[__builtin_ctz(fl_duel_next_recruits(s))] - 1;
    return worth_aboard(s, recruit, s->who) - worth_at(s, spot);
}

static int like_swap(const struct fl_duel *s, int spots)
{
    return worth_at(s, spots % FL_DUEL_SPOTS) - worth_at(s, spots / FL_DUEL_SPOTS) - 3;
}

static int like_loss(const struct fl_duel *s, int spot)
{
    int card = s->crew[spot / FL_DUEL_PLACES][spot % FL_DUEL_PLACES] - 1;
    return card >= FL_DUEL_CAPTAIN ? A_DIE + 3 : worth(s, card);
}

static int like_yes(const struct fl_duel *s)
{
    switch (s->phase) {
    case FL_DUEL_LOOKING_OUT:
        return best_appeal(s, fl_duel_enemies(s, s->seat)) -
               best_appeal(s, fl_duel_targets(s, s->seat));
    case FL_DUEL_FLIPPING:
        return prospect(s, !s->type) - prospect(s, s->type);
    case FL_DUEL_EVADING:
        return -prospect(s, s->type) - 1;
    default: /* TAVERN, SNIPING: nothing to lose */
        return 1;
    }
}

static int like_engage(const struct fl_duel *s, int boat)
{
    return fl_duel_force(s, boat, s->type) * A_DIE + fl_duel_count(s->aboard[boat]);
}

static int like_named(const struct fl_duel *s, fl_move move)
{
    if (move >= FL_DUEL_SWAP)
        return like_swap(s, move - FL_DUEL_SWAP);
    if (move >= FL_DUEL_SAVE)
        return worth_at(s, move - FL_DUEL_SAVE) + 1;
    if (move >= FL_DUEL_LOSE)
        return like_loss(s, move - FL_DUEL_LOSE);
    if (move >= FL_DUEL_SHOOT)
        return worth_at(s, move - FL_DUEL_SHOOT);
    return like_replace(s, move - FL_DUEL_REPLACE);
}

static int like(const struct fl_duel *s, fl_move move)
{
    if (move >= FL_DUEL_REPLACE)
        return like_named(s, move);
    if (move >= FL_DUEL_PUT)
        return like_put(s, (move - FL_DUEL_PUT) / FL_DUEL_BOATS,
                        (move - FL_DUEL_PUT) % FL_DUEL_BOATS);
    if (move >= FL_DUEL_REROLL)
        return gain_of_reroll(s, move - FL_DUEL_REROLL);
    if (move >= FL_DUEL_IMPOSE)
        return -worth_aboard(s, s->row[move - FL_DUEL_IMPOSE] - 1, s->seat);
    if (move >= FL_DUEL_KEEP)
        return -worth(s, s->row[move - FL_DUEL_KEEP] - 1);
    if (move >= FL_DUEL_TAKE)
        return like_take(s, (unsigned)(move - FL_DUEL_TAKE));
    if (move >= FL_DUEL_ATTACK)
        return appeal(s, move - FL_DUEL_ATTACK);
    if (move >= FL_DUEL_ENGAGE)
        return like_engage(s, move - FL_DUEL_ENGAGE);
    return move == FL_DUEL_YES ? like_yes(s) : 0; /* NO, FIGHT, DISCARD and what is the only move */
}

void fl_likes_pirates_en_duel(const struct fl_sight *sight, const struct fl_moves *list,
                              int like_of[FL_MAX_MOVES])
{
    const struct fl_duel *s = (const void *)&sight->state;
    for (uint32_t i = 0; i < list->count; i++)
        like_of[i] = like(s, list->at[i].move);
}

/* Of moves liked alike the first; of boats at the start any. */
fl_move fl_greedy_pirates_en_duel(const struct fl_sight *sight, uint32_t effort, struct fl_rng *rng)
{
    const struct fl_duel *s = (const void *)&sight->state;
    if (s->phase == FL_DUEL_CHOOSING_BOAT)
        return fl_random(sight, effort, rng);
    return fl_first_liked(sight, fl_likes_pirates_en_duel);
}
