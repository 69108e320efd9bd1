/* Mille Sabords! as a sensible casual player plays it: keep gold, gems and the biggest set, throw
 * the rest while skulls are few, save what is worth saving on Treasure Island, chase a ship's
 * sabres, and dare more when somebody else is about to win. */
#include "games/mille_sabords.h"
#include "agents/agent.h"
#include "agents/likes.h"

struct table {
    const struct fl_sabords *s;
    uint8_t count[FL_FACES];
    uint8_t of[FL_FACES]; /* masks: dice showing each face */
    int skulls;           /* those on the card included */
    unsigned free;        /* dice that can be thrown again */
    unsigned keep;        /* of these, the ones worth keeping */
};

/* The biggest set of ordinary faces, at least a pair: its dice. */
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

static struct table look_at(const struct fl_sabords *s)
{
    struct table t = {.s = s};
    for (int i = 0; i < FL_SABORDS_DICE; i++) {
        t.count[s->die[i]]++;
        t.of[s->die[i]] |= (uint8_t)(1u << i);
    }
    t.skulls = t.count[FL_SKULL] + fl_sabords_card_skulls(s->card);
    t.free = 0xFFu & ~(unsigned)t.of[FL_SKULL] & ~(unsigned)s->treasure;
    t.keep = worth_keeping(&t) & t.free;
    return t;
}

/* Somebody has reached the target and stopping now would not catch him. */
static bool must_dare(const struct fl_sabords *s, int32_t points)
{
    if (s->stage != FL_SABORDS_LAST_ROUND)
        return false;
    for (int seat = 0; seat < s->seats; seat++)
        if (seat != s->seat && s->score[seat] > s->score[s->seat] + points)
            return true;
    return false;
}

/* Points one is content with, by the skulls that lie and the dice to be thrown. */
static bool is_content(const struct table *t, int32_t points, int dice)
{
    static const int16_t enough[3][9] = {
        {0, 0, 2500, 2000, 1800, 1600, 1400, 1200, 1200},
        {0, 0, 1500, 1100, 900, 700, 600, 500, 500},
        {0, 0, 400, 300, 200, 150, 100, 100, 100},
    };
    return points >= enough[t->skulls > 2 ? 2 : t->skulls][dice];
}

/* The dice to throw: those not worth keeping; at least two, and never all eight. */
static unsigned dice_to_throw(const struct table *t)
{
    unsigned loose = t->free & ~t->keep;
    if (fl_bits(loose) == 1 && t->keep)
        loose |= t->keep & (0u - t->keep); /* one more must go along */
    if (loose == 0xFF)
        loose &= loose - 1;
    return fl_bits(loose) >= 2 ? loose : 0;
}

static bool wants_to_go_on(const struct table *t, unsigned loose)
{
    const struct fl_sabords *s = t->s;
    struct fl_sabords_tally now;
    fl_sabords_stop(s->card, t->count, &now);
    if (!loose)
        return false;
    if (now.total < 0 || must_dare(s, now.total))
        return true;
    if (fl_bits(t->free & ~t->keep) < 2)
        return false; /* would give up something good */
    if (s->card == FL_CARD_ISLAND && t->keep == 0 && s->treasure)
        return true; /* all that counts is safe */
    return !is_content(t, now.total, fl_bits(loose));
}

/* The dice to throw for the guardian's sake: one skull and what is loose. */
static unsigned dice_of_the_guardian(const struct table *t)
{
    return (t->of[FL_SKULL] & (0u - t->of[FL_SKULL])) | (t->free & ~t->keep);
}

/* Throws are liked the better the fewer dice they differ in from the one greedy would make. */
static int like(const struct table *t, fl_move move)
{
    unsigned mask = move & 0xFFu;
    unsigned loose = t->skulls >= 3 ? dice_of_the_guardian(t) : dice_to_throw(t);
    if (move == FL_SABORDS_STOP)
        return wants_to_go_on(t, loose) ? -15 : 5;
    if (move < FL_SABORDS_PUT)
        return -10 * fl_bits(mask ^ loose);
    if (move < FL_SABORDS_TAKE)
        return 10 - 10 * fl_bits(mask ^ (t->keep & ~(unsigned)t->s->moved));
    return -40 - 10 * fl_bits(mask);
}

void fl_likes_mille_sabords(const struct fl_sight *sight, const struct fl_moves *list,
                            int like_of[FL_MAX_MOVES])
{
    struct table t = look_at((const void *)&sight->state);
    for (uint32_t i = 0; i < list->count; i++)
        like_of[i] = like(&t, list->at[i].move);
}

fl_move fl_greedy_mille_sabords(const struct fl_sight *sight, uint32_t effort, struct fl_rng *rng)
{
    const struct fl_sabords *s = (const void *)&sight->state;
    (void)effort;
    (void)rng;
    if (s->phase == FL_SABORDS_OPENING)
        return FL_SABORDS_TURN_UP;
    if (s->phase == FL_SABORDS_READY)
        return FL_SABORDS_THROW;
    struct table t = look_at(s);
    unsigned loose = dice_to_throw(&t);
    if (t.skulls >= 3)
        return (fl_move)(FL_SABORDS_REROLL + dice_of_the_guardian(&t));
    unsigned savable = t.keep & ~(unsigned)s->moved;
    if (s->card == FL_CARD_ISLAND && savable)
        return (fl_move)(FL_SABORDS_PUT + savable);
    return (fl_move)(wants_to_go_on(&t, loose) ? FL_SABORDS_REROLL + loose : FL_SABORDS_STOP);
}
