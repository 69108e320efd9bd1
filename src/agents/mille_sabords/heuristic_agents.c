/* The list of the agents of Mille Sabords!, and those that follow common advice between players:
 * five combinations of what to keep and when to stop, as a reference for the stronger agents. With
 * a ship card all of them throw until the quota of sabres is met. With Treasure Island all of them
 * put the dice they keep on the card. */
#include "agents/game_ai.h"
#include "agents/mille_sabords/agents.h"
#include "games/mille_sabords/mille_sabords.h"

enum { ALL_DICE = 0xFF, GAIN_PER_DIE = 50 };

/* The dice on the table as one agent classifies them. */
struct view {
    const struct fl_sabords *s;
    uint8_t count[FL_FACES];
    uint8_t of[FL_FACES]; /* mask of the dice that show each face */
    int skulls;           /* including skulls on the card */
    int32_t points;       /* the score of stopping now */
    unsigned keep, loose; /* masks of the dice that may be thrown: kept, and thrown again */
};

/* An agent: what it keeps and when it stops. */
struct rule {
    unsigned (*keep)(const struct view *);
    bool (*is_enough)(const struct view *, uint32_t effort);
};

/* ---- what to keep ---- */

static unsigned gold_and_gems(const struct view *v)
{
    return v->of[FL_COIN] | (unsigned)v->of[FL_DIAMOND];
}

/* The dice that form a set with this face. With the Animals card parrots and monkeys are one face.
 */
static unsigned set_with(const struct view *v, int face)
{
    bool beast = face == FL_PARROT || face == FL_MONKEY;
    if (beast && v->s->card == FL_CARD_ANIMALS)
        return v->of[FL_PARROT] | (unsigned)v->of[FL_MONKEY];
    return v->of[face];
}

/* The most frequent face. Coins and diamonds win ties, because they also score on their own. */
static unsigned most_frequent(const struct view *v)
{
    unsigned best = 0;
    for (int face = FL_PARROT; face < FL_FACES; face++)
        if (fl_bits(set_with(v, face)) >= fl_bits(best))
            best = set_with(v, face);
    return best;
}

static unsigned gold_gems_and_sets(const struct view *v)
{
    unsigned keep = gold_and_gems(v) | (fl_bits(most_frequent(v)) >= 2 ? most_frequent(v) : 0);
    for (int face = FL_PARROT; face <= FL_SABRE; face++)
        if (fl_bits(set_with(v, face)) >= 3)
            keep |= set_with(v, face);
    return keep;
}

/* ---- when to stop ---- */

static bool has_enough_points(const struct view *v, uint32_t effort)
{
    return v->points >= (int32_t)effort;
}

static bool sees_two_skulls(const struct view *v, uint32_t effort)
{
    (void)effort;
    return v->skulls >= 2;
}

/* The probability that `dice` dice show at most `spare` skulls. */
static double chance_to_survive(int dice, int spare)
{
    double chance = 1, all = 0;
    for (int i = 0; i < dice; i++)
        chance *= 5.0 / 6;
    for (int skulls = 0; skulls <= spare && skulls <= dice; skulls++) {
        all += chance;
        chance *= (double)(dice - skulls) / (skulls + 1) / 5;
    }
    return all;
}

/* Whether the expected loss of another throw exceeds its expected gain, which is estimated as
 * GAIN_PER_DIE points per die. */
static bool risks_too_much(const struct view *v, uint32_t effort)
{
    int dice = fl_bits(v->loose);
    double survive = chance_to_survive(dice, 2 - v->skulls);
    (void)effort;
    return survive * GAIN_PER_DIE * dice < (1 - survive) * v->points;
}

/* ---- the turn ---- */

static unsigned kept(const struct view *v, const struct rule *rule)
{
    int quota = fl_sabords_quota(v->s->card);
    if (!quota)
        return rule->keep(v);
    return v->of[FL_SABRE] | (v->count[FL_SABRE] >= quota ? rule->keep(v) : 0);
}

static struct view classify_dice(const struct fl_sabords *s, const struct rule *rule)
{
    struct view v = {.s = s};
    struct fl_sabords_tally tally;
    fl_sabords_count(s->die, ALL_DICE, v.count);
    for (int i = 0; i < FL_SABORDS_DICE; i++)
        v.of[s->die[i]] |= (uint8_t)(1u << i);
    fl_sabords_stop(s->card, v.count, &tally);
    v.points = tally.total;
    v.skulls = v.count[FL_SKULL] + fl_sabords_card_skulls(s->card);
    unsigned free = ALL_DICE & ~(unsigned)v.of[FL_SKULL] & ~(unsigned)s->treasure;
    v.keep = kept(&v, rule) & free;
    v.loose = free & ~v.keep;
    if (v.loose == ALL_DICE)
        v.loose &= v.loose - 1; /* the rules require that one die stays */
    return v;
}

static fl_move choose(const struct view *v, const struct rule *rule, uint32_t effort)
{
    unsigned skull = v->of[FL_SKULL] & (0u - v->of[FL_SKULL]);
    unsigned savable = v->keep & ~(unsigned)v->s->moved;
    if (v->skulls >= 3)
        return (fl_move)(FL_SABORDS_REROLL +
                         (skull | v->loose)); /* the guardian throws one skull again */
    if (v->s->card == FL_CARD_ISLAND && savable)
        return (fl_move)(FL_SABORDS_PUT + savable);
    if (fl_bits(v->loose) < 2 || (v->points >= 0 && rule->is_enough(v, effort)))
        return FL_SABORDS_STOP;
    return (fl_move)(FL_SABORDS_REROLL + v->loose);
}

static fl_move follow(const struct rule *rule, const struct fl_sight *sight, uint32_t effort)
{
    const struct fl_sabords *s = (const void *)&sight->state;
    if (s->phase == FL_SABORDS_OPENING)
        return FL_SABORDS_TURN_UP;
    if (s->phase == FL_SABORDS_READY)
        return FL_SABORDS_THROW;
    struct view v = classify_dice(s, rule);
    return choose(&v, rule, effort);
}

/* These three keep gold, gems and sets. They stop: with `effort` points; with two skulls; when the
 * expected loss of a throw exceeds its expected gain. */
static fl_move stop_at(const struct fl_sight *sight, uint32_t effort, struct fl_rng *rng)
{
    static const struct rule rule = {gold_gems_and_sets, has_enough_points};
    (void)rng;
    return follow(&rule, sight, effort);
}

static fl_move two_skulls(const struct fl_sight *sight, uint32_t effort, struct fl_rng *rng)
{
    static const struct rule rule = {gold_gems_and_sets, sees_two_skulls};
    (void)rng;
    return follow(&rule, sight, effort);
}

static fl_move fair_risk(const struct fl_sight *sight, uint32_t effort, struct fl_rng *rng)
{
    static const struct rule rule = {gold_gems_and_sets, risks_too_much};
    (void)rng;
    return follow(&rule, sight, effort);
}

/* These two stop with two skulls. They keep the most frequent face, or only gold and gems. */
static fl_move most_alike(const struct fl_sight *sight, uint32_t effort, struct fl_rng *rng)
{
    static const struct rule rule = {most_frequent, sees_two_skulls};
    (void)rng;
    return follow(&rule, sight, effort);
}

static fl_move gold_only(const struct fl_sight *sight, uint32_t effort, struct fl_rng *rng)
{
    static const struct rule rule = {gold_and_gems, sees_two_skulls};
    (void)rng;
    return follow(&rule, sight, effort);
}

/* Plays exact-points in `effort` percent of its decisions, greedily in the rest. */
static fl_move seasoned(const struct fl_sight *sight, uint32_t effort, struct fl_rng *rng)
{
    bool is_exact = fl_rng_below(rng, 100) < effort;
    return is_exact ? fl_exact_points(sight, 0, rng)
                    : fl_game_ai_of(sight->game)->greedy(sight, 0, rng);
}

const struct fl_agent fl_mille_sabords_agents[] = {
    {"exact-points", fl_exact_points},
    {"exact-win", fl_exact_win},
    {"seasoned", seasoned},
    {"stop-at", stop_at},
    {"two-skulls", two_skulls},
    {"fair-risk", fair_risk},
    {"most-alike", most_alike},
    {"gold-only", gold_only},
    {NULL, NULL},
};
