/* What agents know about Mille Sabords!. The greedy agent keeps gold, gems and the largest set,
 * throws the rest while there are few skulls, saves kept dice on Treasure Island, collects the
 * sabres of a ship, and takes more risk when an opponent is about to win. */
#include "games/mille_sabords/mille_sabords.h"
#include "agents/game_ai.h"
#include "agents/mille_sabords/agents.h"
#include "games/games.h"

struct table {
    const struct fl_sabords *s;
    uint8_t count[FL_FACES];
    uint8_t of[FL_FACES]; /* mask of the dice that show each face */
    int skulls;           /* including skulls on the card */
    unsigned free;        /* dice that can be thrown again */
    unsigned keep;        /* those of `free` that are worth keeping */
};

/* The dice of the largest set of ordinary faces, at least a pair. */
static unsigned biggest_set(const struct table *t)
{
    unsigned best = 0, beasts = t->of[FL_MONKEY] | (unsigned)t->of[FL_PARROT];
    if (t->s->card == FL_CARD_ANIMALS)
        return fl_bits(beasts) >= 2 ? beasts : 0;
    for (int face = FL_PARROT; face < FL_FACES; face++)
        if (fl_bits(t->of[face]) >= 2 && fl_bits(t->of[face]) > fl_bits(best))
            best = t->of[face];
    return best;
}

static unsigned worth_keeping(const struct table *t)
{
    unsigned gems = t->of[FL_COIN] | (unsigned)t->of[FL_DIAMOND], sets = 0;
    int quota = fl_sabords_quota(t->s->card);
    if (quota && t->count[FL_SABRE] < quota)
        return t->of[FL_SABRE];
    for (int face = FL_PARROT; face <= FL_SABRE; face++)
        if (t->count[face] >= 3)
            sets |= t->of[face];
    if (quota)
        return gems | sets | t->of[FL_SABRE];
    return gems | sets | biggest_set(t);
}

static void classify_dice(const struct fl_sabords *s, struct table *t)
{
    *t = (struct table){.s = s};
    for (int i = 0; i < FL_SABORDS_DICE; i++) {
        t->count[s->die[i]]++;
        t->of[s->die[i]] |= (uint8_t)(1u << i);
    }
    t->skulls = t->count[FL_SKULL] + fl_sabords_card_skulls(s->card);
    t->free = 0xFFu & ~(unsigned)t->of[FL_SKULL] & ~(unsigned)s->treasure;
    t->keep = worth_keeping(t) & t->free;
}

/* Whether an opponent wins if the player stops with these points in the last round. */
static bool must_take_risk(const struct fl_sabords *s, int32_t points)
{
    if (s->stage != FL_SABORDS_LAST_ROUND)
        return false;
    for (int seat = 0; seat < s->seats; seat++)
        if (seat != s->seat && s->score[seat] > s->score[s->seat] + points)
            return true;
    return false;
}

/* Whether the points suffice to stop, by number of skulls and of dice to throw. */
static bool is_enough(const struct table *t, int32_t points, int dice)
{
    static const int16_t enough[3][9] = {
        {0, 0, 2500, 2000, 1800, 1600, 1400, 1200, 1200},
        {0, 0, 1500, 1100, 900, 700, 600, 500, 500},
        {0, 0, 400, 300, 200, 150, 100, 100, 100},
    };
    return points >= enough[t->skulls > 2 ? 2 : t->skulls][dice];
}

/* The dice that are not worth keeping: at least two, never all eight. */
static unsigned dice_to_throw(const struct table *t)
{
    unsigned loose = t->free & ~t->keep;
    if (fl_bits(loose) == 1 && t->keep)
        loose |= t->keep & (0u - t->keep); /* the rules require two dice */
    if (loose == 0xFF)
        loose &= loose - 1;
    return fl_bits(loose) >= 2 ? loose : 0;
}

static bool wants_to_throw(const struct table *t, unsigned loose)
{
    const struct fl_sabords *s = t->s;
    struct fl_sabords_tally now;
    if (!loose)
        return false;
    fl_sabords_stop(s->card, t->count, &now);
    if (now.total < 0 || must_take_risk(s, now.total))
        return true;
    if (fl_bits(t->free & ~t->keep) < 2)
        return false; /* throwing would need a die that is worth keeping */
    if (s->card == FL_CARD_ISLAND && t->keep == 0 && s->treasure)
        return true; /* all dice that score are saved */
    return !is_enough(t, now.total, fl_bits(loose));
}

/* The dice to throw with the guardian: one skull and the dice that are not worth keeping. */
static unsigned dice_of_the_guardian(const struct table *t)
{
    return (t->of[FL_SKULL] & (0u - t->of[FL_SKULL])) | (t->free & ~t->keep);
}

/* The score of a throw decreases with the number of dice in which it differs from the greedy one.
 */
static int score_move(const struct table *t, fl_move move)
{
    unsigned mask = move & 0xFFu;
    unsigned loose = t->skulls >= 3 ? dice_of_the_guardian(t) : dice_to_throw(t);
    if (move == FL_SABORDS_STOP)
        return wants_to_throw(t, loose) ? -15 : 5;
    if (move < FL_SABORDS_PUT)
        return -10 * fl_bits(mask ^ loose);
    if (move < FL_SABORDS_TAKE)
        return 10 - 10 * fl_bits(mask ^ (t->keep & ~(unsigned)t->s->moved));
    return -40 - 10 * fl_bits(mask);
}

static void score_moves(const struct fl_sight *sight, const struct fl_moves *list,
                        int score[FL_MAX_MOVES])
{
    struct table t;
    classify_dice((const void *)&sight->state, &t);
    for (uint32_t i = 0; i < list->count; i++)
        score[i] = score_move(&t, list->at[i].move);
}

/* Not inlined: half of the decisions have one legal move, and would pay for this function's stack
 * protector. */
static __attribute__((noinline)) fl_move choose_dice(const struct fl_sabords *s)
{
    struct table t;
    classify_dice(s, &t);
    unsigned loose = dice_to_throw(&t);
    if (t.skulls >= 3)
        return (fl_move)(FL_SABORDS_REROLL + dice_of_the_guardian(&t));
    unsigned savable = t.keep & ~(unsigned)s->moved;
    if (s->card == FL_CARD_ISLAND && savable)
        return (fl_move)(FL_SABORDS_PUT + savable);
    return (fl_move)(wants_to_throw(&t, loose) ? FL_SABORDS_REROLL + loose : FL_SABORDS_STOP);
}

static fl_move choose_greedy(const struct fl_sight *sight, uint32_t effort, struct fl_rng *rng)
{
    const struct fl_sabords *s = (const void *)&sight->state;
    (void)effort;
    (void)rng;
    if (s->phase == FL_SABORDS_OPENING)
        return FL_SABORDS_TURN_UP;
    if (s->phase == FL_SABORDS_READY)
        return FL_SABORDS_THROW;
    return choose_dice(s);
}

const struct fl_game_ai fl_mille_sabords_ai = {
    .game = &fl_mille_sabords,
    .greedy = choose_greedy,
    .agents = fl_mille_sabords_agents,
    .levels = {{"casual", 40}, {"casual", 75}, {"seasoned", 60}, {"exact-win", 0}},
    .playout = fl_exact_points,
    .prior = score_moves,
    .prior_weight = 0.3,
    .exploration = 2,
    .evaluate = fl_evaluate_mille_sabords,
    .solver = &fl_mille_sabords_solver,
};
